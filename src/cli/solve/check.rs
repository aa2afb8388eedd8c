//! `--check`: whether results agree with the scores in the input.

use super::row::{Row, RowStatus};
use super::task::Task;
use crate::game::ObfScore;
use crate::protocol::reply::CertaintyReply;
use crate::score::Score;

/// How many results are what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tally {
    pub(super) right: usize,
    pub(super) wrong: usize,
    /// Nothing was given to compare with.
    pub(super) unchecked: usize,
}

impl Tally {
    /// Counts the solved `row`, the result of `task`, and returns what is wrong with
    /// it.
    pub(super) fn add(&mut self, task: &Task, row: &Row) -> Option<String> {
        if row.status == RowStatus::Unsolved {
            return None;
        }
        let Some(expected) = task.scores.iter().map(|score| score.centidiscs).max() else {
            self.unchecked += 1;
            return None;
        };
        let fault = fault_in_score(row, expected).or_else(|| fault_in_move(row, &task.scores));
        match fault {
            None => self.right += 1,
            Some(_) => self.wrong += 1,
        }
        fault
    }
}

/// What is wrong with the score of `row` if `expected`, in centidiscs, is right.
fn fault_in_score(row: &Row, expected: i32) -> Option<String> {
    let found = row.centidiscs()?;
    let agrees = match row.certainty {
        Some(CertaintyReply::Wld) => found.signum() == expected.signum(),
        _ => found == expected,
    };
    let discs = Score::saturating;
    (!agrees).then(|| format!("score {}, expected {}", discs(found), discs(expected)))
}

/// What is wrong with the best move of `row`: it has to be one of the best of `scores`.
/// Where only the winner was asked for, it must not be one that is known to do worse.
fn fault_in_move(row: &Row, scores: &[ObfScore]) -> Option<String> {
    let found = row.best.first()?;
    let best = scores.iter().map(|score| score.centidiscs).max()?;
    let as_good = |score: &ObfScore| match row.certainty {
        Some(CertaintyReply::Wld) => score.centidiscs.signum() == best.signum(),
        _ => score.centidiscs == best,
    };
    let known = scores.iter().find(|score| score.mv.to_string() == *found);
    let agrees = match known {
        Some(score) => as_good(score),
        None => row.certainty == Some(CertaintyReply::Wld),
    };
    let expected: Vec<String> =
        scores.iter().filter(|score| as_good(score)).map(|score| score.mv.to_string()).collect();
    (!agrees).then(|| format!("best move {found}, expected {}", expected.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::ObfProblem;

    /// The corner h8, then g8, are left: the first move wins by 64 or by less.
    const BOARD: &str = "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOO-- X";

    /// What is said of a result, with which scores in the file.
    fn fault(scores: &str, best: &str, discs: f64, certainty: CertaintyReply) -> Option<String> {
        let problem: ObfProblem = format!("{BOARD}; {scores}").parse().unwrap();
        let row = Row {
            line: 1,
            position: BOARD.to_owned(),
            status: RowStatus::Solved,
            score: Some(discs),
            bound: None,
            certainty: Some(certainty),
            selectivity: Some(100),
            best: vec![best.to_owned()],
            nodes: 1,
            seconds: 0.0,
            pv: Vec::new(),
        };
        let task = Task { line: 1, setup: problem.setup, scores: problem.scores };
        Tally::default().add(&task, &row)
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
    fn where_only_the_winner_is_known_the_sign_counts() {
        use CertaintyReply::Wld;
        assert_eq!(fault("G8:-48;", "g8", -2.0, Wld), None);
        assert_eq!(fault("G8:-48;", "h8", -2.0, Wld), None);
        assert!(fault("G8:-48;", "g8", 2.0, Wld).is_some());
        assert!(fault("G8:+0;", "g8", 2.0, Wld).is_some());
    }
}
