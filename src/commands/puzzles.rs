//! `puzzles`: positions with a single best move, proven by the solver. The page finds its puzzles by
//! the same rules (web/state/puzzles.js).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use anyhow::ensure;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

use crate::Status;
use crate::commands::batch::{BatchArguments, Place};
use crate::complain;
use crate::flags::{EngineFlags, ForSolving, integer};
use crate::jobs::in_parallel;
use crate::output::{Progress, counted, stop_on_interrupt};
use crate::results_log::{ResultsLog, advice};
use crate::rows::{Row, Sheet, values};
use crate::source::{Entry, PositionArgument};
use engine::Engine;
use engine::score::{Score, discs_of};
use engine::search::{Certainty, Goal, Limits, NoMemory, Stop};
use othello::board::{Move, Position, Square};
use othello::game::Setup;
use othello::random::Random;

/// Minimum number of moves to choose from.
const CHOICES: u32 = 3;

/// Default of the minimum lead of the best move, in discs.
const LEAD: u32 = 2;

/// The quick games for puzzles begin with random plies. Later moves have a maximum loss, in discs.
const RANDOM_PLIES: usize = 10;
const SLACK: i32 = 4;

/// The difficulty of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Grade {
    Easy,
    Medium,
    Hard,
}

impl Grade {
    const fn empties(self) -> RangeInclusive<u32> {
        match self {
            Grade::Easy => 5..=8,
            Grade::Medium => 8..=10,
            Grade::Hard => 10..=12,
        }
    }

    /// The hardest grade that fits, if any. `is_obvious`: a search of depth 1 finds the best move.
    /// The scores of the `best` and `second` move decide whether only one move wins or draws.
    fn of(empties: u32, is_obvious: bool, best: Score, second: Score) -> Option<Grade> {
        let is_turn = best.signum() > second.signum();
        let fits = |grade: &Grade| {
            grade.empties().contains(&empties)
                && is_obvious == (*grade == Grade::Easy)
                && (is_turn || *grade != Grade::Hard)
        };
        [Grade::Hard, Grade::Medium, Grade::Easy].into_iter().find(fits)
    }
}

/// A position with a single best move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Puzzle {
    pub(crate) setup: Setup,
    pub(crate) grade: Grade,
    /// The best play.
    pub(crate) line: Vec<Move>,
    /// The proven values of all moves, best first.
    pub(crate) values: Vec<(Square, Score)>,
}

impl Puzzle {
    /// The puzzle at `setup`, if its best move leads by `lead` discs.
    pub(crate) fn prove(
        engine: &mut Engine,
        setup: Setup,
        lead: u32,
        stop: &dyn Stop,
    ) -> Result<Option<Puzzle>, NoMemory> {
        let position = setup.position;
        let (empties, moves) = (position.empty_count(), position.legal_moves().count());
        let range = *Grade::Easy.empties().start()..=*Grade::Hard.empties().end();
        if moves < CHOICES || !range.contains(&empties) {
            return Ok(None);
        }
        // An earlier proof in the table would make every move obvious.
        engine.clear_table();
        let limits = Limits { goal: Goal::Exact, multi_pv: moves as usize, ..Limits::default() };
        let mut first_glance = None;
        let report = engine.search(position, &limits, stop, |info| {
            if info.line.depth == 1 && info.line.rank == 1 {
                first_glance = info.line.pv.first().copied();
            }
        })?;
        let lines = report.lines;
        let proven = lines.iter().map(|line| match line.certainty {
            Certainty::Exact => Some((line.pv.first()?.square()?, line.known_score()?)),
            _ => None,
        });
        // A stopped search proves less.
        let Some(values) = proven.collect::<Option<Vec<(Square, Score)>>>() else {
            return Ok(None);
        };
        let [(best, score), (_, second), ..] = values[..] else { return Ok(None) };
        if score.centidiscs() - second.centidiscs() < lead as i32 * Score::PER_DISC {
            return Ok(None);
        }
        let grade = Grade::of(empties, first_glance == Some(Move::Place(best)), score, second);
        let puzzle = |grade| Puzzle { setup, grade, line: lines[0].pv.clone(), values };
        Ok(grade.map(puzzle))
    }

    /// A puzzle of this `grade` from quick games.
    pub(crate) fn random(
        engine: &mut Engine,
        grade: Grade,
        random: &mut Random,
    ) -> Result<Puzzle, NoMemory> {
        let never = AtomicBool::new(false);
        loop {
            let mut setup = Setup::START;
            for ply in 0.. {
                let position = setup.position;
                if position.is_over() || position.empty_count() < *grade.empties().start() {
                    break;
                }
                if grade.empties().contains(&position.empty_count())
                    && let Some(puzzle) = Puzzle::prove(engine, setup, LEAD, &never)?
                    && puzzle.grade == grade
                {
                    return Ok(puzzle);
                }
                let mv = match ply < RANDOM_PLIES {
                    true => random.legal_square(position),
                    false => quick_move(engine, position, random)?,
                };
                let mv = mv.map_or(Move::Pass, Move::Place);
                let Ok(next) = setup.after(mv) else { break };
                setup = next;
            }
        }
    }

    /// The task in words: `only one move wins`.
    pub(crate) fn question(&self) -> &'static str {
        match (self.values[0].1.signum(), self.values[1].1.signum()) {
            (1, ..=0) => "only one move wins",
            (0, -1) => "only one move draws",
            _ => "only one move is best",
        }
    }
}

/// A random move that loses at most [`SLACK`] discs by a search of depth 2.
fn quick_move(
    engine: &mut Engine,
    position: Position,
    random: &mut Random,
) -> Result<Option<Square>, NoMemory> {
    let multi_pv = position.legal_moves().count().max(1) as usize;
    let limits = Limits { depth: Some(2), multi_pv, ..Limits::default() };
    let lines = engine.search(position, &limits, &AtomicBool::new(false), |_| ())?.lines;
    let least = lines[0].score.centidiscs() - SLACK * Score::PER_DISC;
    let good = lines.iter().filter(|line| line.score.centidiscs() >= least);
    let good: Vec<Option<Square>> = good.map(|line| line.pv.first()?.square()).collect();
    Ok(good[random.below(good.len() as u32) as usize])
}

/// Make puzzles from games: positions with a single best move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Solves the positions of the games with 5 to 12 empties. A position is a puzzle if it has at least
three moves and the best one leads by --lead discs. The grades:
  easy    5 to 8 empties; a search of depth 1 finds the best move
  medium  8 to 10 empties; a search of depth 1 finds another move
  hard    10 to 12 empties; as medium, and only one move wins, or only one avoids a loss

Into a pipe each puzzle is a line. With --json each game is an object; `puzzles` holds its puzzles
with the values of all moves. --out games.jsonl writes each finished game, and --resume
continues the file. The key p of `outflank play` sets such puzzles.

Examples:
  outflank puzzles games.ggf
  outflank puzzles wthor.zip --grade hard --jobs 4 --csv > hard.csv
  outflank puzzles games.pgn --lead 6 --out puzzles.jsonl --resume")]
pub(crate) struct PuzzlesArguments {
    #[command(flatten)]
    games: PositionArgument,
    /// Only puzzles of this grade
    #[arg(long, value_enum)]
    grade: Option<Grade>,
    /// Minimum lead of the best move, in discs
    #[arg(long, value_name = "DISCS", default_value_t = LEAD, value_parser = integer::<u32>(1..=128))]
    lead: u32,
    #[command(flatten)]
    batch: BatchArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSolving>,
}

/// The common fields of the rows of a log.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "settings")]
struct PuzzleSettings {
    lead: u32,
    grade: Option<Grade>,
    evaluator: String,
}

/// The columns of text and CSV.
const COLUMNS: &str = "file line game ply board empties grade best score lead pv";

/// The puzzles of a game. These are the fields of its JSON.
#[derive(Debug, Serialize, Deserialize)]
struct GameRow {
    reply: String,
    /// The number of the game, from 1.
    game: usize,
    #[serde(flatten)]
    place: Place,
    puzzles: Vec<PuzzleRow>,
}

/// A puzzle. Scores are in discs for the side to move.
#[derive(Debug, Serialize, Deserialize)]
struct PuzzleRow {
    /// The number of the move to find, from 1.
    ply: usize,
    board: String,
    empties: u32,
    grade: Grade,
    best: String,
    score: f64,
    lead: f64,
    pv: Vec<String>,
    /// All moves, best first.
    values: Vec<MoveValue>,
}

#[derive(Debug, Serialize, Deserialize)]
struct MoveValue {
    r#move: String,
    score: f64,
}

impl PuzzleRow {
    fn new(ply: usize, puzzle: &Puzzle) -> PuzzleRow {
        let discs = |index: usize| discs_of(puzzle.values[index].1.centidiscs());
        let value = |&(square, score): &(Square, Score)| MoveValue {
            r#move: square.to_string(),
            score: discs_of(score.centidiscs()),
        };
        PuzzleRow {
            ply,
            board: puzzle.setup.to_string(),
            empties: puzzle.setup.position.empty_count(),
            grade: puzzle.grade,
            best: puzzle.values[0].0.to_string(),
            score: discs(0),
            lead: discs(0) - discs(1),
            pv: puzzle.line.iter().map(Move::to_string).collect(),
            values: puzzle.values.iter().map(value).collect(),
        }
    }
}

/// One line for each puzzle.
impl Row for GameRow {
    fn lines(&self, columns: &[&str]) -> Vec<Vec<String>> {
        let base = serde_json::to_value(self).unwrap_or_default();
        let line = |puzzle: &PuzzleRow| {
            let mut row = base.clone();
            if let Ok(serde_json::Value::Object(fields)) = serde_json::to_value(puzzle) {
                fields.into_iter().for_each(|(name, value)| row[name] = value);
            }
            values(&row, columns)
        };
        self.puzzles.iter().map(line).collect()
    }
}

const TABLE_HEADER: &str = " game  ply  empties  grade   best  score   lead  play";

impl GameRow {
    fn table(&self) -> String {
        let row = |puzzle: &PuzzleRow| {
            let PuzzleRow { ply, empties, best, score, lead, pv, .. } = puzzle;
            let grade = puzzle.grade.to_possible_value();
            let grade = grade.as_ref().map_or("", |value| value.get_name());
            let play: Vec<&str> = pv.iter().take(8).map(String::as_str).collect();
            format!(
                "{:>5} {ply:>4} {empties:>8}  {grade:<6}  {best:<4} {score:>+6.0} {lead:>6.0}  {}",
                self.game,
                play.join(" ")
            )
        };
        self.puzzles.iter().map(row).collect::<Vec<_>>().join("\n")
    }
}

impl PuzzlesArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.games.ensure_given()?;
        let (log_path, file) = self.batch.files()?;
        let mut entries = Vec::new();
        let counts = self.games.for_each_of(&self.batch.part, |entry| {
            entries.push(entry);
            Ok(())
        })?;
        let options = &self.engine.options;
        let evaluator = options.evaluator_name();
        let settings = PuzzleSettings { lead: self.lead, grade: self.grade, evaluator };
        let mut known = BTreeMap::new();
        let open = |path| {
            ResultsLog::open(path, self.batch.resume(), &settings, |row: GameRow| {
                let entry = row.game.checked_sub(1).and_then(|index| entries.get(index));
                let is_same = entry.is_some_and(|entry: &Entry| entry.line() == row.place.line);
                ensure!(is_same, "there is no game {} on that line of the input", row.game);
                Ok(Some(known.entry(row.game).or_insert(row).game))
            })
        };
        let mut log = log_path.map(open).transpose()?;
        let stop = stop_on_interrupt()?;
        let mut sheet = Sheet::new(COLUMNS, self.batch.output.form(), file)?;
        sheet.head(TABLE_HEADER)?;
        let mut progress = Progress::new("games", entries.len(), known.len());
        let mut found = 0;
        for row in known.values() {
            found += row.puzzles.len();
            sheet.put(row.game - 1, row, || row.table())?;
        }
        let todo = entries.iter().filter(|entry| !known.contains_key(&entry.number));
        let engines = self.batch.engines(options, entries.len());
        let work = |engine: &mut Engine, entry: &Entry, emit: &mut dyn FnMut(GameRow)| {
            let row = self.search(engine, entry, &stop)?;
            if !stop.load(Relaxed) {
                emit(row);
            }
            Ok(())
        };
        let outcome = in_parallel(engines, todo, &stop, work, |row: GameRow| {
            progress.advance();
            found += row.puzzles.len();
            if let Some(log) = &mut log {
                log.put(row.game, &row)?;
            }
            progress.suspend(|| sheet.put(row.game - 1, &row, || row.table()))
        });
        progress.finish();
        sheet.finish()?;
        log.map(ResultsLog::finish).transpose()?;
        outcome?;
        if stop.load(Relaxed) {
            complain(advice(log_path.is_some()));
            return Ok(Status::Error);
        }
        if found == 0 {
            complain(format_args!("no puzzle in {}", counted(entries.len(), "game")));
        }
        Ok(counts.status())
    }

    /// The puzzles of a game.
    fn search(
        &self,
        engine: &mut Engine,
        entry: &Entry,
        stop: &AtomicBool,
    ) -> Result<GameRow, NoMemory> {
        let game = entry.game();
        let mut puzzles = Vec::new();
        for ply in 0..=game.moves().len() {
            let found = Puzzle::prove(engine, game.at(ply).setup(), self.lead, stop)?;
            let is_wanted = |puzzle: &Puzzle| self.grade.is_none_or(|grade| grade == puzzle.grade);
            puzzles.extend(found.filter(is_wanted).map(|puzzle| PuzzleRow::new(ply + 1, &puzzle)));
        }
        Ok(GameRow {
            reply: "puzzles".to_owned(),
            game: entry.number,
            place: entry.into(),
            puzzles,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Options;

    #[test]
    fn the_grade_depends_on_empties_depth_1_and_the_result() {
        let of = |empties, is_obvious, best: i32, second: i32| {
            let score = |discs| Score::saturating(discs * Score::PER_DISC);
            Grade::of(empties, is_obvious, score(best), score(second))
        };
        assert_eq!(of(8, true, 10, 2), Some(Grade::Easy));
        assert_eq!(of(8, false, 10, 2), Some(Grade::Medium));
        assert_eq!(of(10, false, 10, 2), Some(Grade::Medium));
        assert_eq!(of(10, false, 10, 0), Some(Grade::Hard));
        assert_eq!(of(12, false, 0, -2), Some(Grade::Hard));
        assert_eq!([of(12, false, 4, 2), of(9, true, 4, 2), of(4, true, 4, 2)], [None; 3]);
    }

    #[test]
    fn a_random_puzzle_has_one_best_move() {
        let mut engine = Engine::new(Options { hash: 1, ..Options::default() });
        let puzzle = Puzzle::random(&mut engine, Grade::Easy, &mut Random::new(1, 0)).unwrap();
        assert_eq!(puzzle.grade, Grade::Easy);
        assert_eq!(puzzle.line[0], Move::Place(puzzle.values[0].0));
        let scores: Vec<i32> = puzzle.values.iter().map(|(_, score)| score.centidiscs()).collect();
        assert!(scores.len() >= 3 && scores[0] - scores[1] >= 200, "{scores:?}");
        assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    }

    /// The page has the same constants.
    #[test]
    fn the_page_has_the_same_rules() {
        let page = include_str!("../../web/state/puzzles.js");
        let grades = [Grade::Easy, Grade::Medium, Grade::Hard].map(|grade| {
            let (least, most) = (*grade.empties().start(), *grade.empties().end());
            format!("{}: [{least}, {most}]", grade.to_possible_value().unwrap().get_name())
        });
        for rule in [
            format!("{{ {} }}", grades.join(", ")),
            format!("RANDOM = {RANDOM_PLIES};"),
            format!("SLACK = {SLACK};"),
            format!("LEAD = {LEAD};"),
            format!("quick.length < {CHOICES}"),
        ] {
            assert!(page.contains(&rule), "{rule}");
        }
    }
}
