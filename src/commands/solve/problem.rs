//! [`Problem`]: a position to solve; [`CheckCounts`]: comparison of results with the input.

use super::row::{ResultRow, RowStatus};
use crate::source::{LineRange, RecordSource, report_bad_record};
use engine::score::{Score, centidiscs_of};
use othello::board::Move;
use othello::game::{FoundRecord, MoveScore, RecordPlace, Setup, WthorNames};
use protocol::reply::CertaintyReply;

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    /// The number of its line, from 1.
    pub(super) line: usize,
    pub(super) setup: Setup,
    /// The known scores of its moves.
    pub(super) scores: Vec<MoveScore>,
}

impl RecordSource {
    /// The positions on its `lines`, and the number of bad lines. Reports these.
    pub(super) fn read(&self, lines: LineRange) -> anyhow::Result<(Vec<Problem>, usize)> {
        let mut problems = Vec::new();
        let mut bad_lines = 0;
        for found in self.records(WthorNames::NONE)? {
            let place = found.as_ref().map_or_else(|error| error.place, |found| found.place);
            let line = match place {
                RecordPlace::Text { line, .. } => line,
                RecordPlace::Game(number) => number,
            };
            if line > lines.last {
                break;
            }
            let is_of_file = found.as_ref().is_err_and(|error| error.fault.is_of_file());
            if line < lines.first && !is_of_file {
                continue;
            }
            match found {
                Ok(FoundRecord { record, .. }) => {
                    let setup = record.game().setup();
                    problems.push(Problem { line, setup, scores: record.scores });
                }
                Err(error) => {
                    report_bad_record(self, &error)?;
                    bad_lines += 1;
                }
            }
        }
        Ok((problems, bad_lines))
    }
}

/// Counts of results by agreement with the known scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct CheckCounts {
    pub(super) right: usize,
    pub(super) wrong: usize,
    /// Those without a known score.
    pub(super) unchecked: usize,
}

impl CheckCounts {
    /// Counts `row`, the result of `problem`, if it is solved, and returns its fault.
    pub(super) fn add(&mut self, problem: &Problem, row: &ResultRow) -> Option<String> {
        if row.status == RowStatus::Unsolved {
            return None;
        }
        let Some(expected) = problem.scores.iter().map(|score| score.centidiscs).max() else {
            self.unchecked += 1;
            return None;
        };
        let fault = fault_in_score(row, expected)
            .or_else(|| fault_in_move(row, problem))
            .or_else(|| fault_in_list(row, problem, expected));
        match fault {
            None => self.right += 1,
            Some(_) => self.wrong += 1,
        }
        fault
    }
}

/// The fault in the score of `row`. `expected` is in centidiscs.
fn fault_in_score(row: &ResultRow, expected: i32) -> Option<String> {
    let found = centidiscs_of(row.score?);
    let agrees = match row.certainty {
        Some(CertaintyReply::Wld) => found.signum() == expected.signum(),
        _ => found == expected,
    };
    let discs = Score::saturating;
    (!agrees).then(|| format!("score {}, expected {}", discs(found), discs(expected)))
}

/// The fault in the best move of `row`. A move with a score in the file must have the best score, or
/// with `--wld` the best sign. A move without one is wrong only if the file lists all best moves.
fn fault_in_move(row: &ResultRow, problem: &Problem) -> Option<String> {
    let found = row.best.first()?;
    let is_wld = row.certainty == Some(CertaintyReply::Wld);
    let best = problem.scores.iter().map(|score| score.centidiscs).max()?;
    let is_best = |score: &&MoveScore| match is_wld {
        true => score.centidiscs.signum() == best.signum(),
        false => score.centidiscs == best,
    };
    let listed = problem.scores.iter().find(|score| score.mv.to_string() == *found);
    let agrees = match listed {
        Some(score) => is_best(&score),
        None => is_wld || !lists_all_best_moves(problem),
    };
    let expected = || {
        let moves = problem.scores.iter().filter(is_best).map(|score| score.mv.to_string());
        moves.collect::<Vec<String>>().join(" or ")
    };
    (!agrees).then(|| format!("best move {found}, expected {}", expected()))
}

/// A best move of the file that is missing in `row`, which has all best moves.
fn fault_in_list(row: &ResultRow, problem: &Problem, expected: i32) -> Option<String> {
    let is_wld = row.certainty == Some(CertaintyReply::Wld);
    let scores = problem.scores.iter().filter(|_| row.all_best && !is_wld);
    let mut listed = scores.filter(|score| score.centidiscs == expected);
    let worse = listed.find(|score| !row.best.contains(&score.mv.to_string()))?;
    Some(format!("best moves {}, expected {} to be one", row.best.join(" and "), worse.mv))
}

/// Whether `problem` has a score for every legal move, or several moves with the best score.
fn lists_all_best_moves(problem: &Problem) -> bool {
    let best = problem.scores.iter().map(|score| score.centidiscs).max();
    let best_moves = problem.scores.iter().filter(|score| Some(score.centidiscs) == best).count();
    let is_listed = |square| problem.scores.iter().any(|score| score.mv == Move::Place(square));
    best_moves > 1 || problem.setup.position.legal_moves().into_iter().all(is_listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::game::Record;

    /// The corner h8, then g8, are left: the first move wins by 64 or by less.
    const BOARD: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";

    /// Four moves that are the same by symmetry.
    const START: &str = "---------------------------OX------XO--------------------------- X";

    /// The fault in a result for [`BOARD`] with these `scores` in the file.
    fn fault(scores: &str, best: &str, discs: f64, certainty: CertaintyReply) -> Option<String> {
        fault_on(BOARD, scores, best, discs, certainty)
    }

    /// A result without a move.
    fn row(board: &str, discs: f64, certainty: CertaintyReply) -> ResultRow {
        ResultRow {
            line: 1,
            position: board.to_owned(),
            status: RowStatus::Solved,
            score: Some(discs),
            bound: None,
            certainty: Some(certainty),
            selectivity: Some(100),
            best: Vec::new(),
            nodes: 1,
            seconds: 0.0,
            pv: Vec::new(),
            all_best: false,
        }
    }

    fn fault_on(
        board: &str,
        scores: &str,
        best: &str,
        discs: f64,
        certainty: CertaintyReply,
    ) -> Option<String> {
        let problem = Record::from_obf(&format!("{board}; {scores}")).unwrap();
        let row = ResultRow { best: vec![best.to_owned()], ..row(board, discs, certainty) };
        let problem = Problem { line: 1, setup: problem.game().setup(), scores: problem.scores };
        CheckCounts::default().add(&problem, &row)
    }

    #[test]
    fn exact_results_have_the_best_score_and_one_of_its_moves() {
        use CertaintyReply::Exact;
        assert_eq!(fault("G8:-48;", "g8", -48.0, Exact), None);
        assert_eq!(fault("", "g8", -48.0, Exact), None);
        let score = fault("G8:-46;", "g8", -48.0, Exact);
        assert_eq!(score.as_deref(), Some("score -48.00, expected -46.00"));
        let best = fault("G8:-48;", "h8", -48.0, Exact);
        assert_eq!(best.as_deref(), Some("best move h8, expected g8"));
    }

    #[test]
    fn another_best_move_than_the_one_listed_is_right() {
        let fault = |scores, best| fault_on(START, scores, best, 0.0, CertaintyReply::Exact);
        assert_eq!(fault("F5:+0;", "d3"), None);
        assert_eq!(fault("F5:+0; C4:-2;", "d3"), None);
        // It is wrong if the file gives it a worse score,
        let worse = fault("F5:+0; D3:-2;", "d3");
        assert_eq!(worse.as_deref(), Some("best move d3, expected f5"));
        // names several best moves, and so all of them,
        let others = fault("F5:+0; C4:+0;", "d3");
        assert_eq!(others.as_deref(), Some("best move d3, expected f5 or c4"));
        assert_eq!(fault("F5:+0; C4:+0;", "c4"), None);
        // or scores every legal move.
        let all = "D3:-2; C4:-2; F5:+0; E6:-2;";
        assert_eq!(fault(all, "e6").as_deref(), Some("best move e6, expected f5"));
        assert_eq!(fault(all, "f5"), None);
    }

    #[test]
    fn where_all_best_moves_are_known_the_file_names_no_other() {
        let problem = Record::from_obf(&format!("{START}; F5:+0; C4:+0;")).unwrap();
        let problem = Problem { line: 1, setup: problem.game().setup(), scores: problem.scores };
        let fault = |best: &[&str], all_best| {
            let best = best.iter().map(|&square| square.to_owned()).collect();
            let row = ResultRow { best, all_best, ..row(START, 0.0, CertaintyReply::Exact) };
            CheckCounts::default().add(&problem, &row)
        };
        assert_eq!(fault(&["f5", "c4", "d3"], true), None);
        let wrong = fault(&["f5", "d3"], true);
        assert_eq!(wrong.as_deref(), Some("best moves f5 and d3, expected c4 to be one"));
        assert_eq!(fault(&["f5"], false), None);
    }

    #[test]
    fn where_only_the_winner_is_known_the_sign_counts() {
        use CertaintyReply::Wld;
        assert_eq!(fault("G8:-48;", "g8", -2.0, Wld), None);
        assert_eq!(fault("G8:-48;", "h8", -2.0, Wld), None);
        assert!(fault("G8:-48;", "g8", 2.0, Wld).is_some());
        assert!(fault("G8:+0;", "g8", 2.0, Wld).is_some());
    }
}
