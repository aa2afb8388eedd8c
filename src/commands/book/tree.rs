//! `tree`: the lines of a book as text, JSON or SVG.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::ensure;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Serialize;
use serde_json::json;

use super::lines::{after_pass, open_to_read, parse_discs, start_of};
use crate::Status;
use crate::chart::{self, Area, CAPTION_FONT, ChartError, TEXT_FONT};
use crate::commands::hint::{opening_after, title};
use crate::commands::scores::value_text;
use crate::flags::integer;
use crate::output::{FormatArgument, counted, file_to_write};
use crate::source::PositionArgument;
use engine::book::{BookReader, Variation};
use engine::score::discs_of;
use engine::search::Line;
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
    #[arg(long, value_name = "DISCS", default_value = "2", value_parser = parse_discs)]
    error: i32,
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
            let mut title = title(game);
            if book.look_up(start_of(game))?.is_none() {
                are_known = false;
                title += ": not in the book";
            }
            let mut tree = Tree { book: &book, error: self.error, seen: HashSet::new() };
            let branches = tree.branches(game, self.plies)?;
            if self.svg.is_none() {
                let text =
                    title + &branches.iter().map(|branch| branch.text(2)).collect::<String>();
                let fen = game.setup().to_fen();
                let reply = json!({ "reply": "tree", "fen": fen, "moves": branches });
                return Ok(self.format.answer((text, reply), place)?);
            }
            ensure!(picture.is_none(), "too many positions for --svg: expected one");
            picture = Some((title, branches));
            Ok(())
        })?;
        if let Some((path, (title, branches))) = self.svg.as_deref().zip(picture) {
            draw(path, &title, &branches)?;
        }
        Ok(if are_known { status } else { Status::No })
    }
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
    /// Whether the tree already has the position after the move.
    repeated: bool,
    moves: Vec<Branch>,
    /// Move, score, games, opening and repetition mark.
    #[serde(skip)]
    label: String,
}

/// A tree that is being built.
struct Tree<'a> {
    book: &'a BookReader,
    /// Maximum loss of a move, in centidiscs.
    error: i32,
    /// The positions in the tree.
    seen: HashSet<Position>,
}

impl Tree<'_> {
    /// The branches at the end of `game`, up to `plies` long.
    fn branches(&mut self, game: &Game, plies: u32) -> anyhow::Result<Vec<Branch>> {
        let game = after_pass(game);
        let position = game.setup().position;
        self.seen.insert(position.canonical().0);
        let moves = if plies == 0 { Vec::new() } else { self.book.variations(position)? };
        let best = moves.first().map_or(0, |best| best.line.score.centidiscs());
        let mut branches = Vec::new();
        for Variation { line, games, .. } in moves.iter().filter(|known| known.is_inside) {
            let (mv, score) = (line.pv[0], line.score.centidiscs());
            if best - score > self.error {
                continue;
            }
            let mut after = game.clone();
            after.play(mv)?;
            let repeated = self.seen.contains(&start_of(&after).canonical().0);
            let (games, opening) = (games.count(), opening_after(&game, mv));
            branches.push(Branch {
                square: mv.to_string(),
                score: discs_of(score),
                loss: discs_of(best - score),
                games,
                opening,
                repeated,
                moves: if repeated { Vec::new() } else { self.branches(&after, plies - 1)? },
                label: label(line, games, opening, repeated),
            });
        }
        Ok(branches)
    }
}

fn label(line: &Line, games: u64, opening: Option<&str>, repeated: bool) -> String {
    let mut label = format!("{} {}", line.pv[0], value_text(line.score, line.certainty));
    if games > 0 {
        label += &format!(" ({})", counted(games, "game"));
    }
    if let Some(opening) = opening {
        label += &format!(" {opening}");
    }
    label + if repeated { " =" } else { "" }
}

impl Branch {
    /// A line for the move and for each move after it. Each line starts with a line break.
    fn text(&self, indent: usize) -> String {
        let line = format!("\n{:indent$}{}", "", self.label);
        self.moves.iter().fold(line, |text, branch| text + &branch.text(indent + 2))
    }

    fn depth(&self) -> usize {
        1 + depth(&self.moves)
    }

    /// The number of rows in the drawing.
    fn rows(&self) -> usize {
        rows(&self.moves)
    }
}

fn depth(branches: &[Branch]) -> usize {
    branches.iter().map(Branch::depth).max().unwrap_or(0)
}

/// The number of rows of the `branches`; 1 for a position without moves.
fn rows(branches: &[Branch]) -> usize {
    branches.iter().map(Branch::rows).sum::<usize>().max(1)
}

/// Sizes of the drawing in pixels.
const ROW: usize = 22;
const COLUMN: usize = 220;
const MARGIN: usize = 24;
const HEAD: usize = 44;

/// Best moves lose less than this, in discs.
const BEST: f64 = 0.005;

/// The colour of an edge by loss in discs.
fn colour(loss: f64) -> RGBColor {
    match loss {
        loss if loss < BEST => RGBColor(33, 99, 61),
        loss if loss < 1.0 => RGBColor(120, 170, 130),
        loss if loss < 4.0 => RGBColor(240, 170, 60),
        _ => RGBColor(214, 90, 80),
    }
}

/// Draws the tree from left to right to the file at `path`.
fn draw(path: &Path, title: &str, branches: &[Branch]) -> anyhow::Result<()> {
    let rows = rows(branches);
    let width = (2 * MARGIN + COLUMN * (depth(branches) + 1)) as u32;
    let height = (HEAD + ROW * rows + MARGIN) as u32;
    chart::write_sized(path, (width, height), |area| {
        area.draw_text(title, &text_style(CAPTION_FONT, VPos::Center), at(MARGIN, HEAD / 2))?;
        let root = at(MARGIN, HEAD + ROW * rows / 2);
        draw_branches(area, branches, root, HEAD)?;
        area.draw(&Circle::new(root, 5, BLACK.filled()))
    })
}

fn at(x: usize, y: usize) -> (i32, i32) {
    (x as i32, y as i32)
}

/// Text to the right of a point.
fn text_style(font: (&'static str, u32), vertical: VPos) -> TextStyle<'static> {
    TextStyle::from(font.into_font()).pos(Pos::new(HPos::Left, vertical))
}

/// Draws `branches` from the point `from`. The first branch is below `top`.
fn draw_branches(
    area: &Area,
    branches: &[Branch],
    from: (i32, i32),
    mut top: usize,
) -> Result<(), ChartError> {
    for branch in branches {
        let height = ROW * branch.rows();
        let to = (from.0 + COLUMN as i32, (top + height / 2) as i32);
        let middle = from.0 + 14;
        let style = colour(branch.loss).stroke_width(if branch.loss < BEST { 2 } else { 1 });
        area.draw(&PathElement::new([from, (middle, to.1), to], style))?;
        let label = text_style(TEXT_FONT, VPos::Bottom);
        area.draw_text(&branch.label, &label, (middle + 4, to.1 - 1))?;
        draw_branches(area, &branch.moves, to, top)?;
        top += height;
    }
    Ok(())
}
