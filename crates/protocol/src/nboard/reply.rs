//! The replies as text.

use std::fmt::Display;

use crate::message::Message;
use engine::AnalysedPly;
use engine::score::Selectivity;
use engine::search::{Certainty, Line, SearchReport, Source, Usage};
use othello::board::Move;
use othello::game::one_line;

/// The activity of the engine; idle if empty.
pub(super) fn status(text: &str) -> Message {
    format!("status {text}").trim_end().to_owned().into()
}

pub(super) fn error(error: &dyn Display) -> Message {
    let text = format!("status Error: {}", one_line(&error.to_string()));
    Message { text, is_error: true }
}

pub(super) fn node_stats(usage: &Usage) -> Message {
    format!("nodestats {} {:.3}", usage.nodes, usage.time.as_secs_f64()).into()
}

/// The value of the first move of `line`, in a position with `empties` empty squares.
pub(super) fn move_value(line: &Line, empties: u32) -> Message {
    let (word, games) = match line.source {
        Source::Search => ("search", 0),
        Source::Book { games } => ("book", games),
    };
    let score = line.known_score().map_or("NaN".to_owned(), |score| score.to_string());
    let depth = match line.certainty {
        Certainty::Exact => "100%".to_owned(),
        Certainty::Wld => "100%W".to_owned(),
        Certainty::Selective(selectivity)
            if line.depth >= empties && selectivity < Selectivity::Full =>
        {
            format!("{}@{}%", line.depth, selectivity.percent())
        }
        Certainty::Selective(_) => line.depth.to_string(),
    };
    format!("{word} {} {score} {games} {depth}", variation(&line.pv)).into()
}

/// The chosen move, its value and the search time.
pub(super) fn chosen_move(report: &SearchReport) -> Message {
    let mv = square(report.best_move().unwrap_or(Move::Pass));
    let score = report.lines.first().and_then(Line::known_score);
    let score = score.map_or(String::new(), |score| score.to_string());
    format!("=== {mv}/{score}/{:.3}", report.usage.time.as_secs_f64()).into()
}

/// The value of a position, for the side to move there.
pub(super) fn analysis(ply: &AnalysedPly) -> Message {
    format!("analysis {} {}", ply.ply, ply.score).into()
}

/// A move as `F5` or `PA`.
fn square(mv: Move) -> String {
    match mv {
        Move::Pass => "PA".to_owned(),
        Move::Place(square) => square.to_string().to_uppercase(),
    }
}

/// A variation as `F5-D6-C3`; a pass if it is empty.
fn variation(pv: &[Move]) -> String {
    match pv {
        [] => square(Move::Pass),
        _ => pv.iter().copied().map(square).collect::<Vec<_>>().join("-"),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use engine::score::{Bound, Score};
    use othello::board::Square;

    fn line(depth: u32, certainty: Certainty, pv: &[Move]) -> Line {
        let (score, bound) = (Score::saturating(-250), Bound::Exact);
        Line { rank: 1, depth, score, bound, certainty, pv: pv.to_vec(), source: Source::Search }
    }

    fn text(line: &Line, empties: u32) -> String {
        move_value(line, empties).text
    }

    #[test]
    fn only_proven_depths_print_100_percent() {
        let f5 = [Square::F5.into(), Square::D6.into()];
        let (selective, full) = (Selectivity::Percent87, Selectivity::Full);
        for (depth, certainty, token) in [
            (12, Certainty::Selective(selective), "12"),
            (24, Certainty::Selective(selective), "24@87%"),
            (12, Certainty::Selective(full), "12"),
            (24, Certainty::Selective(full), "24"),
            (24, Certainty::Exact, "100%"),
            (24, Certainty::Wld, "100%W"),
        ] {
            let expected = format!("search F5-D6 -2.50 0 {token}");
            assert_eq!(text(&line(depth, certainty, &f5), 24), expected);
        }
        let known = line(12, Certainty::Selective(selective), &f5);
        let known = Line { source: Source::Book { games: 7 }, ..known };
        assert_eq!(text(&known, 24), "book F5-D6 -2.50 7 12");
        let pass = [Move::Pass, Square::C1.into()];
        assert_eq!(text(&line(2, Certainty::Exact, &pass), 62), "search PA-C1 -2.50 0 100%");
        assert_eq!(text(&line(0, Certainty::Exact, &[]), 0), "search PA -2.50 0 100%");
    }

    #[test]
    fn unsearched_moves_have_no_value() {
        let mut nothing = line(0, Certainty::Selective(Selectivity::Full), &[Square::F5.into()]);
        nothing.score = -Score::INFINITY;
        assert_eq!(text(&nothing, 20), "search F5 NaN 0 0");
        let usage = Usage { time: Duration::from_millis(1500), ..Usage::default() };
        let chosen = |line| chosen_move(&SearchReport { lines: vec![line], usage, shortage: None });
        assert_eq!(chosen(nothing).text, "=== F5//1.500");
        let mut pass = line(1, Certainty::Exact, &[]);
        pass.score = Score::saturating(100);
        assert_eq!(chosen(pass).text, "=== PA/+1.00/1.500");
    }

    #[test]
    fn other_lines_follow_the_format_of_the_host() {
        let time = Duration::from_micros(50);
        let usage = Usage { nodes: 123_456_789_012, time, ..Usage::default() };
        for (reply, text) in [
            (status(""), "status"),
            (status("Analyzing"), "status Analyzing"),
            (error(&"two\r\nlines"), "status Error: two  lines"),
            (node_stats(&usage), "nodestats 123456789012 0.000"),
        ] {
            assert_eq!(reply.text, text);
        }
    }
}
