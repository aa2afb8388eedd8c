//! `hint`: the best moves of a position, and [`HintTable`], their table for people.

use std::fmt;

use anyhow::{Context, bail, ensure};

use crate::Status;
use crate::commands::batch::{BatchArguments, LINE_COLUMNS, Task};
use crate::commands::scores::{bound_sign, sure_text, value_text};
use crate::flags::{EngineFlags, ForInformedAnalysis};
use crate::limits::{GoalArguments, LimitArguments, SearchSettings};
use crate::source::{Entry, PositionArgument};
use engine::SearchRequest;
use engine::search::{Limits, Line, SearchReport, Source};
use othello::board::Move;
use othello::game::{Game, Opening};

/// The columns with --explain.
const EXPLAINED_COLUMNS: &str = "file line board multipv best score bound certainty selectivity \
                                 depth nodes time pv explanation";

/// The default number of ranked moves.
pub(crate) const HINTS: usize = 3;

/// Rank the best moves, as a table
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The score is in discs for the side to move: `+4` is proven, `+3.52` is an estimate with the
selectivity of the next column, `≥` and `≤` mark bounds. The name of the opening after the move
follows the expected play. A `*` after the depth marks a score from the opening book. An interrupt
ends the search with its result so far.

--explain compares each move with the best one by counts after the move: moves of the opponent,
corners, stable discs, discs next to empty squares (the frontier), and the side that moves last in a
separate region (parity). It also compares the corners in the expected play. These counts need not
be the reason for the score.

Into a pipe each ranked move is a line. With --json each position is an object; `lines` holds its
ranked moves.

Examples:
  outflank hint
  outflank hint f5d6c3 5 --time 2000
  outflank hint f5d6c3d3c4 4 --explain
  outflank hint boards.txt 64 --depth 14 --jobs 4 --csv
  outflank hint \"$BOARD\" --exact
  outflank hint - 1 --json < positions.txt")]
pub(crate) struct HintArguments {
    /// A game or a position in any format, files of them, or `-` for standard input; before or
    /// after it, the number of moves to rank, 1 to 64 [default: 3]
    #[arg(value_name = "POSITION|N")]
    words: Vec<String>,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    goal: GoalArguments,
    /// Explain in words how each other move compares with the best
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    batch: BatchArguments,
    #[command(flatten)]
    engine: EngineFlags<ForInformedAnalysis>,
}

impl HintArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let (position, count) = split(&self.words)?;
        let request = SearchRequest { multi_pv: Some(count), ..self.goal.request(&self.limits) };
        ensure!(count > 1 || !self.explain, "--explain with 1 move: expected 2 or more to compare");
        let options = self.limits.with_level(self.engine.options);
        let task = Task {
            name: "hint",
            columns: if self.explain { EXPLAINED_COLUMNS } else { LINE_COLUMNS },
            settings: SearchSettings::new(&options, &self.limits, &request, None),
            request,
            is_explained: self.explain,
            is_solve: false,
            head: "",
            table: |entry, row, report| {
                let rows = row.lines.iter().filter_map(|line| line.explanation.as_ref());
                rows.fold(block(entry, report), |text, row| format!("{text}\n{row}"))
            },
        };
        let outcome = task.run(&position, &self.batch, &options, |_, _, _| ())?;
        Ok(outcome.status(self.batch.output.out.is_some()))
    }
}

/// The answer about a position, for people. In a list, an empty line and the place precede it.
pub(crate) fn block(entry: &Entry, report: &SearchReport) -> String {
    let (gap, place) = match &*entry.title() {
        "" => ("", String::new()),
        place => (if entry.number > 1 { "\n" } else { "" }, format!("{place}  ")),
    };
    let table = HintTable::new(entry.game(), report);
    format!("{gap}{place}{}\n{table}", title(entry.game()))
}

/// The side to move or the result, and the opening.
pub(crate) fn title(game: &Game) -> String {
    let state = match game.result() {
        Some(result) => result.words(),
        None => format!("{} to move", game.setup().side),
    };
    match Opening::of_game(game) {
        Some(opening) => format!("{state}, {}", opening.name),
        None => state,
    }
}

/// The position in `words`, and the number of moves to rank.
fn split(words: &[String]) -> anyhow::Result<(PositionArgument, usize)> {
    let is_number =
        |word: &String| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let (position, count) = match words.split_last() {
        Some((last, rest)) if is_number(last) => (rest, parse_count(last)?),
        _ => match words.split_first() {
            Some((first, rest)) if is_number(first) => (rest, parse_count(first)?),
            _ => (words, HINTS),
        },
    };
    if let Some(number) = position.iter().find(|word| is_number(word)) {
        bail!("invalid position {number:?}: expected one number, before or after the position");
    }
    Ok((PositionArgument::new(position.to_vec()), count))
}

/// Reads the number of ranked moves.
pub(crate) fn parse_count(word: &str) -> anyhow::Result<usize> {
    let count = word.parse().ok().filter(|count| (1..=Limits::MAX_MULTI_PV).contains(count));
    count.with_context(|| {
        format!("invalid number of moves {word:?}: expected 1 to {}", Limits::MAX_MULTI_PV)
    })
}

/// The maximum number of moves shown of each line.
const SHOWN: usize = 8;

/// A table of the best moves, best first.
pub(crate) struct HintTable<'a> {
    game: &'a Game,
    report: &'a SearchReport,
}

impl<'a> HintTable<'a> {
    /// The result of a search of the end of `game`.
    pub(crate) fn new(game: &'a Game, report: &'a SearchReport) -> HintTable<'a> {
        HintTable { game, report }
    }
}

/// The opening that `mv` leads to at the end of `game`, if it changes the name of the opening.
pub(crate) fn opening_after(game: &Game, mv: Move) -> Option<&'static str> {
    let mut next = game.clone();
    next.play(mv).ok()?;
    let name = |game| Opening::of_game(game).map(|opening| opening.name);
    name(&next).filter(|&after| name(game) != Some(after))
}

/// A header and a line for each move, without a final line break.
impl fmt::Display for HintTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game.is_over() {
            return f.write_str("the game is over");
        }
        f.write_str(" #  move     score   sure  depth  line")?;
        for line in &self.report.lines {
            let Some(&first) = line.pv.first() else { continue };
            let moves: Vec<String> = line.pv.iter().take(SHOWN).map(Move::to_string).collect();
            let (score, sure) = (score_text(line), certainty_text(line));
            let (rank, depth, moves) = (line.rank, line.depth, moves.join(" "));
            let mark = if line.source == Source::Search { ' ' } else { '*' };
            // Each square takes three characters.
            let width = 3 * SHOWN - 1;
            let opening = opening_after(self.game, first).unwrap_or_default();
            let row = format!(
                "{rank:>2}  {first:<5} {score:>8}  {sure:>5}  {depth:>5}{mark} {moves:<width$}  {opening}"
            );
            write!(f, "\n{}", row.trim_end())?;
        }
        Ok(())
    }
}

/// [`value_text`] with `≥` or `≤` for a bound; empty for a move that was not searched.
fn score_text(line: &Line) -> String {
    if line.known_score().is_none() {
        return String::new();
    }
    format!("{}{}", bound_sign(line.bound), value_text(line.score, line.certainty))
}

/// [`sure_text`] of a move; empty if it was not searched.
fn certainty_text(line: &Line) -> String {
    line.known_score().map_or_else(String::new, |score| sure_text(score, line.certainty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::score::{Bound, Score, Selectivity};
    use engine::search::{Certainty, Usage};
    use othello::game::Setup;

    #[test]
    fn a_number_at_either_end_sets_the_number_of_moves() {
        let split = |words: &str| {
            let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
            let found = split(&words).map_err(|error| error.to_string());
            found.map(|(position, count)| (position.words().collect::<Vec<_>>().join(" "), count))
        };
        let found = |position: &str, count| Ok((position.to_owned(), count));
        assert_eq!(split(""), found("", 3));
        assert_eq!(split("5"), found("", 5));
        assert_eq!(split("f5 d6 12"), found("f5 d6", 12));
        assert_eq!(split("f5d6"), found("f5d6", 3));
        assert_eq!(split("5 f5"), found("f5", 5));
        for (words, number) in [("f5 3 3", 3), ("1 f5 2 d6 3", 1), ("64 64", 64)] {
            let error = split(words).unwrap_err();
            assert!(error.starts_with(&format!("invalid position \"{number}\": ")), "{error}");
        }
        let numbered = ["1 f5 2 d6".to_owned(), "5".to_owned()];
        assert_eq!(super::split(&numbered).ok().map(|(_, count)| count), Some(5));
        assert_eq!(super::split(&[String::new()]).ok().map(|(_, count)| count), Some(3));
        assert_eq!(
            split("f5 65"),
            Err("invalid number of moves \"65\": expected 1 to 64".to_owned())
        );
    }

    #[test]
    fn each_move_shows_its_certainty_and_line() {
        let game = Game::from_transcript(Setup::START, "f5").unwrap();
        let line = |rank, depth, score, bound, certainty, pv: &str| {
            let pv = pv.split(' ').map(|word| word.parse().unwrap()).collect();
            let source = Source::Search;
            Line { rank, depth, score: Score::saturating(score), bound, certainty, pv, source }
        };
        let guess = Certainty::Selective(Selectivity::Percent87);
        let unknown = -Score::INFINITY.centidiscs();
        let lines = vec![
            line(1, 59, 400, Bound::Exact, Certainty::Exact, "d6 c3"),
            line(2, 59, 200, Bound::Lower, Certainty::Wld, "f4 pass"),
            line(3, 10, -125, Bound::Upper, guess, "f6"),
            line(4, 0, unknown, Bound::Upper, guess, "f6"),
            Line {
                source: Source::Book { games: 3 },
                ..line(5, 22, 10, Bound::Exact, guess, "c3")
            },
        ];
        let report = SearchReport { lines, usage: Usage::default(), shortage: None };
        assert_eq!(
            HintTable::new(&game, &report).to_string(),
            " #  move     score   sure  depth  line
 1  d6          +4  exact     59  d6 c3                    Perpendicular
 2  f4      ≥+2.00    won     59  f4 pass                  Parallel
 3  f6      ≤-1.25   87 %     10  f6                       Diagonal
 4  f6                         0  f6                       Diagonal
 5  c3       +0.10   87 %     22* c3"
        );
    }
}
