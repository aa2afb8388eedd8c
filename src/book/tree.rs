//! `tree`: the lines of a book as text, JSON or SVG.

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Serialize;

use super::lines::{after_pass, open_to_read, parse_discs, start_of};
use crate::Status;
use crate::chart::{self, Area, CAPTION_FONT, ChartError, TEXT_FONT};
use crate::commands::hint::{opening_after, title, value_text};
use crate::flags::integer;
use crate::output::{FormatArgument, file_to_write};
use crate::source::PositionArgument;
use engine::book::{BookReader, Variation};
use engine::score::{centidiscs_of, discs_of};
use othello::board::Position;
use othello::game::Game;

/// Draw the lines of a book
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Moves are indented below the move that they answer, best first, with scores for the side that plays
them and opening names. `=` marks a move to a position that the tree already has, up to symmetry.
Exit status: 0 the position is in the book; 1 it is not; 2 error.

Examples:
  outflank book tree openings.book --plies 8 --error 1
  outflank book tree openings.book f5d6 --svg tree.svg
  outflank book tree embedded f5d6c3 --plies 4")]
pub(super) struct TreeArguments {
    /// The book, packed or not; `embedded` for the one in the program
    book: PathBuf,
    #[command(flatten)]
    from: PositionArgument,
    /// Length of the lines in moves
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = integer::<u32>(1..=60))]
    plies: u32,
    /// Maximum loss of a move in discs
    #[arg(long, value_name = "DISCS", default_value_t = 2.0, value_parser = parse_discs)]
    error: f64,
    /// Draw the tree of one position to this file as SVG
    #[arg(long, value_name = "FILE", value_parser = file_to_write())]
    svg: Option<PathBuf>,
    #[command(flatten)]
    format: FormatArgument,
}

impl TreeArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        let book = open_to_read(&self.book)?;
        chart::prepare(self.svg.as_slice())?;
        let mut are_known = true;
        let mut picture = None;
        let status = self.from.for_each(|game, place| {
            let is_known = book.look_up(start_of(game))?.is_some();
            are_known &= is_known;
            let (per_move, mut seen) = (centidiscs_of(self.error), HashSet::new());
            let mut builder = TreeBuilder { book: &book, per_move, seen: &mut seen };
            let tree = TreeReply {
                title: title(game) + if is_known { "" } else { ": not in the book" },
                fen: game.setup().to_fen(),
                moves: builder.branches(game, self.plies)?,
            };
            if self.svg.is_none() {
                return Ok(self.format.write_placed(&tree, place)?);
            }
            ensure!(picture.is_none(), "too many positions for --svg: expected one");
            picture = Some(tree);
            Ok(())
        })?;
        if let Some((path, picture)) = self.svg.as_deref().zip(picture) {
            picture.draw(path)?;
        }
        Ok(if are_known { status } else { Status::No })
    }
}

/// The moves from a position.
#[derive(Debug, Serialize)]
#[serde(tag = "reply", rename = "tree")]
struct TreeReply {
    #[serde(skip)]
    title: String,
    fen: String,
    moves: Vec<Branch>,
}

/// A move in the book and what follows it.
#[derive(Debug, Serialize)]
struct Branch {
    #[serde(rename = "move")]
    square: String,
    /// In discs, for the side that plays it.
    score: f64,
    /// Loss against the best move, in discs.
    loss: f64,
    games: u64,
    opening: Option<&'static str>,
    /// Whether the tree already has the position after it.
    repeated: bool,
    moves: Vec<Branch>,
    #[serde(skip)]
    text: String,
}

/// Builds the tree.
struct TreeBuilder<'a> {
    book: &'a BookReader,
    /// Maximum loss of a move, in centidiscs.
    per_move: i32,
    /// The positions in the tree.
    seen: &'a mut HashSet<Position>,
}

impl TreeBuilder<'_> {
    /// The branches at the end of `game`, up to `plies` long.
    fn branches(&mut self, game: &Game, plies: u32) -> anyhow::Result<Vec<Branch>> {
        let game = after_pass(game)?;
        let position = game.setup().position;
        self.seen.insert(position.canonical().0);
        let moves = if plies == 0 { Vec::new() } else { self.book.variations(position)? };
        let best = moves.first().map_or(0, |known| known.score.centidiscs());
        let mut branches = Vec::new();
        for known in moves.into_iter().filter(|known| known.is_inside) {
            let loss = best - known.score.centidiscs();
            if loss <= self.per_move {
                branches.push(self.branch(&game, &known, loss, plies)?);
            }
        }
        Ok(branches)
    }

    fn branch(
        &mut self,
        game: &Game,
        known: &Variation,
        loss: i32,
        plies: u32,
    ) -> anyhow::Result<Branch> {
        let mv = known.pv[0];
        let mut after = game.clone();
        after.play(mv)?;
        let repeated = self.seen.contains(&start_of(&after).canonical().0);
        let moves = if repeated { Vec::new() } else { self.branches(&after, plies - 1)? };
        Ok(Branch {
            square: mv.to_string(),
            score: discs_of(known.score.centidiscs()),
            loss: discs_of(loss),
            games: known.games.count(),
            opening: opening_after(game, mv),
            repeated,
            moves,
            text: value_text(known.score, known.certainty),
        })
    }
}

impl Branch {
    /// Move, score, games, opening and repetition mark.
    fn label(&self) -> String {
        let mut label = format!("{} {}", self.square, self.text);
        match self.games {
            0 => {}
            1 => label += " (1 game)",
            games => label += &format!(" ({games} games)"),
        }
        if let Some(opening) = self.opening {
            label += &format!(" {opening}");
        }
        label + if self.repeated { " =" } else { "" }
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        writeln!(f, "{:indent$}{}", "", self.label())?;
        self.moves.iter().try_for_each(|branch| branch.write(f, indent + 2))
    }

    /// The number of rows in the drawing.
    fn rows(&self) -> usize {
        self.moves.iter().map(Branch::rows).sum::<usize>().max(1)
    }

    fn depth(&self) -> usize {
        1 + self.moves.iter().map(Branch::depth).max().unwrap_or(0)
    }
}

impl fmt::Display for TreeReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        self.moves.iter().try_for_each(|branch| branch.write(f, 2))
    }
}

/// Sizes of the drawing in pixels.
const ROW: usize = 22;
const COLUMN: usize = 220;
const MARGIN: usize = 24;
const HEAD: usize = 44;

/// The colour of an edge by loss in discs.
fn colour(loss: f64) -> RGBColor {
    match loss {
        loss if loss < 0.005 => RGBColor(33, 99, 61),
        loss if loss < 1.0 => RGBColor(120, 170, 130),
        loss if loss < 4.0 => RGBColor(240, 170, 60),
        _ => RGBColor(214, 90, 80),
    }
}

impl TreeReply {
    /// Draws the tree from left to right to the file at `path`.
    fn draw(&self, path: &Path) -> anyhow::Result<()> {
        let rows = self.moves.iter().map(Branch::rows).sum::<usize>().max(1);
        let depth = self.moves.iter().map(Branch::depth).max().unwrap_or(0);
        let width = (2 * MARGIN + COLUMN * (depth + 1)) as u32;
        let height = (HEAD + ROW * rows + MARGIN) as u32;
        chart::write_sized(path, (width, height), |area| {
            let left = Pos::new(HPos::Left, VPos::Center);
            let title = TextStyle::from(CAPTION_FONT.into_font()).pos(left);
            area.draw_text(&self.title, &title, (MARGIN as i32, (HEAD / 2) as i32))?;
            let root = (MARGIN as i32, (HEAD + ROW * rows / 2) as i32);
            draw_branches(area, &self.moves, root, HEAD)?;
            area.draw(&Circle::new(root, 5, BLACK.filled()))
        })
    }
}

/// Draws `branches` from the point `from`, the first of them below `top`.
fn draw_branches(
    area: &Area,
    branches: &[Branch],
    from: (i32, i32),
    top: usize,
) -> Result<(), ChartError> {
    let mut top = top;
    for branch in branches {
        let height = ROW * branch.rows();
        let to = (from.0 + COLUMN as i32, (top + height / 2) as i32);
        let width = if branch.loss < 0.005 { 2 } else { 1 };
        let middle = from.0 + 14;
        let path = [from, (middle, to.1), to];
        area.draw(&PathElement::new(path, colour(branch.loss).stroke_width(width)))?;
        let bottom = Pos::new(HPos::Left, VPos::Bottom);
        let label = TextStyle::from(TEXT_FONT.into_font()).pos(bottom);
        area.draw_text(&branch.label(), &label, (middle + 4, to.1 - 1))?;
        draw_branches(area, &branch.moves, to, top)?;
        top += height;
    }
    Ok(())
}
