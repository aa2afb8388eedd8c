//! [`LineFormat`]: books as lines of text, in JSON, OBF or as transcripts.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::entry::{Entry, Games, OutsideMove};
use super::graph::book_moves;
use super::import::ImportedPosition;
use super::{Book, BookError, ExportLosses};
use crate::score::{Score, Selectivity, centidiscs_of, discs_of};
use crate::search::Certainty;
use othello::board::{Bitboard, Color, Move, Position, Square};
use othello::game::{
    Game, IllegalMove, MoveScore, ParseFenError, ParseObfError, ParseTranscriptError, Record,
    Setup, shorten,
};

/// The format of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineFormat {
    /// A JSON object with all data of a position.
    Json,
    /// A position with scores of its moves. The comment after `%` gives depth and certainty.
    Obf,
    /// Moves from the start and the score of the last one, for the side that makes it. Depth and
    /// certainty are optional.
    Transcript,
}

/// A position and its data from a line.
type KnownPosition = (Position, ImportedPosition);

/// A line without a valid position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ParseLineError {
    /// Invalid JSON, or unknown members.
    #[error("invalid line {text:?}: {reason}: expected a position of a book in JSON")]
    Json {
        /// The given text.
        text: String,
        /// Why it is invalid.
        reason: String,
    },
    /// An invalid position in JSON.
    #[error("invalid position {text:?}: {error}")]
    Position {
        /// The given text.
        text: String,
        /// Why the position is invalid.
        error: ParseFenError,
    },
    /// An invalid line of OBF.
    #[error(transparent)]
    Obf(#[from] ParseObfError),
    /// An invalid transcript.
    #[error(transparent)]
    Moves(#[from] ParseTranscriptError),
    /// A transcript without a score.
    #[error("missing score in {0:?}: expected moves and the score of the last, such as f5d6 -0.50")]
    NoScore(String),
    /// A score that is out of range or not a number.
    #[error("invalid score {0:?}: expected discs from -64 to 64")]
    Score(String),
    /// An invalid depth or certainty.
    #[error("invalid certainty {0:?}: expected one such as depth 12 selectivity 87")]
    Certainty(String),
    /// An illegal move.
    #[error("{text:?} is illegal: {reason}")]
    Illegal {
        /// The given move.
        text: String,
        /// Why the move is illegal.
        reason: IllegalMove,
    },
}

/// Why a book could not be written as lines.
#[derive(Debug, thiserror::Error)]
pub enum WriteBookError {
    /// The book cannot be read.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The lines cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl LineFormat {
    /// Detects the format of a file from one `line`.
    #[must_use]
    pub fn detect(line: &str) -> LineFormat {
        match line.trim_start() {
            line if line.starts_with('{') => LineFormat::Json,
            line if line.contains(';') => LineFormat::Obf,
            _ => LineFormat::Transcript,
        }
    }

    /// The positions of `line`. A transcript also adds the positions before its last move, without
    /// data.
    ///
    /// # Errors
    /// If the line is not valid in this format.
    pub fn parse(self, line: &str) -> Result<Vec<(Position, ImportedPosition)>, ParseLineError> {
        match self {
            LineFormat::Json => {
                let parsed: JsonLine = serde_json::from_str(line).map_err(|error| {
                    let reason = match error.is_data() {
                        // Drops the line number: serde sees a single line.
                        true => error.to_string().replace(" at line 1 column", " at column"),
                        false => "it is not JSON".to_owned(),
                    };
                    ParseLineError::Json { text: shorten(line.trim(), 60), reason }
                })?;
                Ok(vec![parsed.told()?])
            }
            LineFormat::Obf => Ok(vec![parse_obf(line)?]),
            LineFormat::Transcript => parse_transcript(line),
        }
    }

    /// Writes all of `book` and reports the losses.
    ///
    /// # Errors
    /// If the book cannot be read or the lines cannot be written.
    pub fn write(
        self,
        book: &Book,
        output: &mut impl Write,
    ) -> Result<ExportLosses, WriteBookError> {
        let mut losses = ExportLosses { sources: book.sources()?.len(), ..ExportLosses::default() };
        let mut positions = Vec::new();
        book.for_each(|position, entry| {
            losses.games += usize::from(self != LineFormat::Json && entry.games.count() > 0);
            positions.push((position, entry));
        })?;
        match self {
            LineFormat::Json => {
                for (position, entry) in &positions {
                    let line = JsonLine::new(*position, entry);
                    let line = serde_json::to_string(&line).map_err(io::Error::from)?;
                    writeln!(output, "{line}")?;
                }
            }
            LineFormat::Obf => {
                for (position, entry) in &positions {
                    writeln!(output, "{}", obf(book, *position, entry)?.to_obf())?;
                }
            }
            LineFormat::Transcript => {
                let mut reached = HashSet::new();
                write_lines(book, &mut Game::default(), &mut reached, output)?;
                losses.unreached = positions.len() - reached.len();
            }
        }
        Ok(losses)
    }
}

/// The default depth and certainty: the lowest.
const UNKNOWN: (u32, Certainty) = (0, Certainty::Selective(Selectivity::Percent73));

/// Depth and certainty as text: `depth 12 selectivity 87`.
fn effort_text(outside: OutsideMove) -> impl fmt::Display {
    format!("depth {} {}", outside.depth, outside.certainty)
}

/// Parses the text of [`effort_text`].
fn parse_effort(text: &str) -> Result<(u32, Certainty), ParseLineError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let read = || match words[..] {
        ["depth", depth, name @ ("exact" | "wld")] => {
            Some((depth.parse().ok()?, certainty_of(name, 100)?))
        }
        ["depth", depth, "selectivity", percent] => {
            Some((depth.parse().ok()?, certainty_of("selective", percent.parse().ok()?)?))
        }
        _ => None,
    };
    read().ok_or_else(|| ParseLineError::Certainty(shorten(text.trim(), 60)))
}

/// The certainty with this name and confidence in %, as in JSON.
fn certainty_of(name: &str, percent: u8) -> Option<Certainty> {
    match name {
        "exact" => Some(Certainty::Exact),
        "wld" => Some(Certainty::Wld),
        "selective" => Selectivity::of_percent(percent).map(Certainty::Selective),
        _ => None,
    }
}

fn parse_score(text: &str) -> Result<Score, ParseLineError> {
    let score = text.parse().ok().and_then(score_of);
    score.ok_or_else(|| ParseLineError::Score(shorten(text, 60)))
}

/// Converts discs to a score. `None` beyond 64 discs.
fn score_of(discs: f64) -> Option<Score> {
    (discs.abs() <= 64.0).then(|| Score::saturating(centidiscs_of(discs)))
}

fn parse_obf(line: &str) -> Result<KnownPosition, ParseLineError> {
    let problem = Record::from_obf(line)?;
    // Any other comment is free text.
    let (depth, certainty) = parse_effort(&problem.comment).unwrap_or(UNKNOWN);
    let moves = problem.scores.iter().filter_map(|told| {
        let score = Score::saturating(told.centidiscs);
        Some(OutsideMove { square: told.mv.square()?, score, certainty, depth })
    });
    Ok((
        problem.game().setup().position,
        ImportedPosition { moves: moves.collect(), ..ImportedPosition::default() },
    ))
}

fn obf(book: &Book, position: Position, entry: &Entry) -> Result<Record, BookError> {
    let inside = book.read(|table| book_moves(table, position))?.into_iter();
    let moves = inside.map(|edge| (edge.square, edge.score));
    let moves = moves.chain(entry.outside.map(|outside| (outside.square, outside.score)));
    let mut scores: Vec<MoveScore> = moves
        .map(|(square, score)| MoveScore { mv: square.into(), centidiscs: score.centidiscs() })
        .collect();
    scores.sort_by_key(|known| Reverse(known.centidiscs));
    let comment = entry.outside.map(|outside| effort_text(outside).to_string());
    let mut record = Record::from(Setup { position, side: Color::Black });
    (record.scores, record.comment) = (scores, comment.unwrap_or_default());
    Ok(record)
}

fn parse_transcript(line: &str) -> Result<Vec<KnownPosition>, ParseLineError> {
    let without = || ParseLineError::NoScore(shorten(line.trim(), 60));
    let is_score = |word: &&str| {
        word.starts_with(['+', '-']) && word[1..].starts_with(|next: char| next.is_ascii_digit())
    };
    let word = line.split_whitespace().find(is_score).ok_or_else(without)?;
    let (moves, rest) = line.split_once(word).ok_or_else(without)?;
    let score = parse_score(word)?;
    let (depth, certainty) = if rest.trim().is_empty() { UNKNOWN } else { parse_effort(rest)? };
    let game = Game::from_transcript(Setup::START, moves.trim())?;
    let mut found: Vec<KnownPosition> =
        game.placements().map(|(setup, _)| (setup.position, ImportedPosition::default())).collect();
    let last = game.moves().last().and_then(|mv| mv.square());
    let (Some(square), Some((_, told))) = (last, found.last_mut()) else { return Err(without()) };
    told.moves.push(OutsideMove { square, score, certainty, depth });
    Ok(found)
}

/// Writes the lines that start with `game`, each position once.
fn write_lines(
    book: &Book,
    game: &mut Game,
    reached: &mut HashSet<Position>,
    output: &mut impl Write,
) -> Result<(), WriteBookError> {
    let setup = game.setup();
    let setup = setup.after(Move::Pass).unwrap_or(setup);
    if !reached.insert(setup.position.canonical().0) {
        return Ok(());
    }
    let Some(entry) = book.look_up(setup.position)? else {
        reached.remove(&setup.position.canonical().0);
        return Ok(());
    };
    if let Some(outside) = entry.outside {
        let (score, effort) = (outside.score, effort_text(outside));
        writeln!(output, "{}{} {score} {effort}", game.transcript(), outside.square)?;
    }
    let mut inside = book.read(|table| book_moves(table, setup.position))?;
    inside.sort_by_key(|edge| Reverse(edge.score));
    for edge in inside {
        if game.play(edge.square.into()).is_ok() {
            write_lines(book, game, reached, output)?;
            game.undo();
        }
    }
    Ok(())
}

/// A position in JSON.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonLine {
    /// FEN.
    position: String,
    /// In discs, for the side to move. Output only: the score follows from the moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    /// The moves excluded from the search.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    without: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outside: Option<JsonMove>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    games: Option<Games>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonMove {
    #[serde(rename = "move")]
    square: String,
    score: f64,
    /// `exact`, `wld` or `selective`.
    certainty: String,
    selectivity: u8,
    depth: u32,
}

impl JsonLine {
    fn new(position: Position, entry: &Entry) -> JsonLine {
        JsonLine {
            score: Some(discs_of(entry.score.centidiscs())),
            games: (entry.games.count() > 0).then_some(entry.games),
            ..JsonLine::search(position, Bitboard::EMPTY, entry.outside)
        }
    }

    /// A search that excludes the moves `without`. `outside` is the result, or `None` if the search
    /// has not run.
    fn search(position: Position, without: Bitboard, outside: Option<OutsideMove>) -> JsonLine {
        let outside = outside.map(|outside| {
            let (certainty, selectivity) = match outside.certainty {
                Certainty::Exact => ("exact", 100),
                Certainty::Wld => ("wld", 100),
                Certainty::Selective(level) => ("selective", level.percent()),
            };
            JsonMove {
                square: outside.square.to_string(),
                score: discs_of(outside.score.centidiscs()),
                certainty: certainty.to_owned(),
                selectivity,
                depth: outside.depth,
            }
        });
        let without = without.into_iter().map(|square| square.to_string()).collect();
        let position = Setup { position, side: Color::Black }.to_fen();
        JsonLine { position, score: None, without, outside, games: None }
    }

    /// Converts the line to a position and its data.
    fn told(&self) -> Result<KnownPosition, ParseLineError> {
        let text = &self.position;
        let setup = Setup::from_fen(text)
            .map_err(|error| ParseLineError::Position { text: shorten(text, 60), error })?;
        let square = |text: &String| -> Result<Square, ParseLineError> {
            let invalid = |reason| ParseLineError::Json { text: text.clone(), reason };
            let square: Square =
                text.parse().map_err(|_| invalid("it is not a square".to_owned()))?;
            match setup.explain_illegal(square.into()) {
                Some(reason) => Err(ParseLineError::Illegal { text: text.clone(), reason }),
                None => Ok(square),
            }
        };
        let without = self.without.iter().map(square).collect::<Result<Bitboard, _>>()?;
        let mut moves = Vec::new();
        if let Some(JsonMove { square: to, score, certainty, selectivity, depth }) = &self.outside {
            let invalid = || ParseLineError::Certainty(format!("{certainty} {selectivity}"));
            moves.push(OutsideMove {
                square: square(to)?,
                score: score_of(*score).ok_or_else(|| ParseLineError::Score(score.to_string()))?,
                certainty: certainty_of(certainty, *selectivity).ok_or_else(invalid)?,
                depth: *depth,
            });
        }
        let games = self.games.unwrap_or_default();
        Ok((setup.position, ImportedPosition { moves, without, games }))
    }
}

/// The JSON line of a search of `position` that excludes the moves `without`. `outside` is the
/// result, or `None` if the search has not run.
#[must_use]
pub fn search_line(position: Position, without: Bitboard, outside: Option<OutsideMove>) -> String {
    let line = JsonLine::search(position, without, outside);
    serde_json::to_string(&line).expect("its numbers are finite and its keys are strings")
}
