//! [`HintTable`]: the best moves of a position as a table for people.

use std::fmt;

use crate::board::Move;
use crate::game::{Game, Opening};
use crate::score::{Bound, Score};
use crate::search::{Certainty, Line, SearchReport};

/// How many moves of each line are shown.
const SHOWN: usize = 8;

/// The best moves of a position, best first: what each is worth, how sure that is, the play
/// that follows and the name of the opening that the move leads to.
pub(in crate::cli) struct HintTable<'a> {
    game: &'a Game,
    report: &'a SearchReport,
}

impl<'a> HintTable<'a> {
    /// What `report` has found at the end of `game`.
    pub(in crate::cli) fn new(game: &'a Game, report: &'a SearchReport) -> HintTable<'a> {
        HintTable { game, report }
    }

    /// The name of the opening that `mv` leads to, if it is another than before.
    fn opening(&self, mv: Move) -> Option<&'static str> {
        let mut next = self.game.clone();
        next.play(mv).ok()?;
        let name = |game| Opening::of(game).map(|opening| opening.name);
        name(&next).filter(|&after| name(self.game) != Some(after))
    }
}

/// A line for the names of the columns and one for each move, the last one without an end.
impl fmt::Display for HintTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game.is_over() {
            return f.write_str("the game is over");
        }
        f.write_str(" #  move     score   sure  depth  line")?;
        for line in &self.report.lines {
            let Some(&first) = line.pv.first() else { continue };
            let moves: Vec<String> = line.pv.iter().take(SHOWN).map(Move::to_string).collect();
            let (score, sure) = (score_text(line), sure_text(line));
            let (rank, depth, moves) = (line.rank, line.depth, moves.join(" "));
            // As wide as if nobody passed.
            let width = 3 * SHOWN - 1;
            let opening = self.opening(first).unwrap_or_default();
            let row = format!(
                "{rank:>2}  {first:<5} {score:>8}  {sure:>5}  {depth:>5}  {moves:<width$}  {opening}"
            );
            write!(f, "\n{}", row.trim_end())?;
        }
        Ok(())
    }
}

/// `+4` of what is proven, `+3.52` of an estimate, `≥+2.00` of a bound, nothing of what was
/// not looked at.
fn score_text(line: &Line) -> String {
    let sign = match line.bound {
        Bound::Exact => "",
        Bound::Lower => "≥",
        Bound::Upper => "≤",
    };
    let score = line.score;
    match line.certainty {
        _ if !is_known(line) => String::new(),
        Certainty::Exact => format!("{sign}{:+}", score.floor_discs().discs()),
        _ => format!("{sign}{score}"),
    }
}

/// `exact`, how it ends if only that is proven, or the confidence of an estimate.
fn sure_text(line: &Line) -> String {
    match line.certainty {
        _ if !is_known(line) => String::new(),
        Certainty::Exact => "exact".to_owned(),
        Certainty::Wld => match line.score.signum() {
            1 => "won".to_owned(),
            0 => "drawn".to_owned(),
            _ => "lost".to_owned(),
        },
        Certainty::Selective(level) => format!("{} %", level.percent()),
    }
}

/// Whether the line was looked at before the search ended.
fn is_known(line: &Line) -> bool {
    (-Score::INFINITY < line.score) && (line.score < Score::INFINITY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::score::Selectivity;
    use crate::search::Usage;

    #[test]
    fn each_move_tells_how_sure_it_is_and_where_it_leads() {
        let game = Game::from_transcript(Setup::START, "f5").unwrap();
        let line = |rank, depth, score, bound, certainty, pv: &str| {
            let pv = pv.split(' ').map(|word| word.parse().unwrap()).collect();
            Line { rank, depth, score: Score::saturating(score), bound, certainty, pv }
        };
        let guess = Certainty::Selective(Selectivity::Percent87);
        let unknown = -Score::INFINITY.centidiscs();
        let lines = vec![
            line(1, 59, 400, Bound::Exact, Certainty::Exact, "d6 c3"),
            line(2, 59, 200, Bound::Lower, Certainty::Wld, "f4 pass"),
            line(3, 10, -125, Bound::Upper, guess, "f6"),
            line(4, 0, unknown, Bound::Upper, guess, "f6"),
        ];
        let report = SearchReport { lines, usage: Usage::default(), shortage: None };
        assert_eq!(
            HintTable::new(&game, &report).to_string(),
            " #  move     score   sure  depth  line
 1  d6          +4  exact     59  d6 c3                    Perpendicular
 2  f4      ≥+2.00    won     59  f4 pass                  Parallel
 3  f6      ≤-1.25   87 %     10  f6                       Diagonal
 4  f6                         0  f6                       Diagonal"
        );
    }
}
