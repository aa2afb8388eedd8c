//! An analysis as an SVG chart of the lead and the losses.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::rows::opening;
use super::table::black_lead;
use crate::atomic_files::write_atomically;
use crate::chart;
use crate::chart::{Area, CAPTION_FONT, ChartError, TEXT_FONT};
use crate::output::counted;
use crate::source::Entry;
use engine::score::discs_of;
use engine::{AnalysedPly, Mark, Summary};
use othello::board::Color;

/// The height of the chart and its parts, in pixels.
const HEIGHT: u32 = 560;
const HEAD: u32 = 76;
const LEADS: u32 = 300;

/// The width left of the charts, in pixels.
const SCALE_WIDTH: u32 = 44;

/// The minimum range of the scales, in discs.
const MIN_LEAD: i32 = 8;
const MIN_LOSS: i32 = 8;

const BOARD: RGBColor = RGBColor(46, 125, 80);
const LINES: RGBColor = RGBColor(33, 99, 61);
const BLACKS: RGBColor = RGBColor(20, 24, 22);
const WHITES: RGBColor = RGBColor(245, 245, 240);
const GREY: RGBColor = RGBColor(110, 110, 110);

/// The colour of the moves that have `mark`.
const fn colour(mark: Mark) -> RGBColor {
    match mark {
        Mark::Best => GREY,
        Mark::Inaccuracy => RGBColor(244, 196, 48),
        Mark::Mistake => RGBColor(240, 126, 32),
        Mark::Blunder => RGBColor(214, 40, 40),
    }
}

/// Writes the chart of `entry` to `path`: the lead after each move, and below it the loss of each
/// move. Black is upwards in both.
pub(super) fn write(path: &Path, entry: &Entry, plies: &[AnalysedPly]) -> anyhow::Result<()> {
    write_atomically(path, text(entry, plies)?.as_bytes())
}

/// The text of the chart.
pub(super) fn text(entry: &Entry, plies: &[AnalysedPly]) -> anyhow::Result<String> {
    let chart = AnalysisChart::new(entry, plies);
    chart::area_text(HEIGHT, |area| {
        let (head, rest) = area.split_vertically(HEAD);
        let (leads, losses) = rest.split_vertically(LEADS);
        chart.head(&head)?;
        chart.leads(&leads)?;
        chart.losses(&losses)
    })
}

struct AnalysisChart<'a> {
    entry: &'a Entry,
    summary: Summary,
    plies: Vec<&'a AnalysedPly>,
}

impl<'a> AnalysisChart<'a> {
    fn new(entry: &'a Entry, plies: &'a [AnalysedPly]) -> AnalysisChart<'a> {
        let mut plies: Vec<&AnalysedPly> = plies.iter().collect();
        plies.sort_by_key(|ply| ply.ply);
        AnalysisChart { entry, summary: Summary::of(plies.iter().copied()), plies }
    }

    /// The axis of moves.
    fn moves(&self) -> Range<f64> {
        -0.5..self.entry.game().moves().len().max(1) as f64 + 0.5
    }

    /// The players, the result, and the totals of each side.
    fn head(&self, area: &Area) -> Result<(), ChartError> {
        let player =
            |side, unknown| self.entry.player(side).unwrap_or_else(|| String::from(unknown));
        let (black, white) = (player(Color::Black, "Black"), player(Color::White, "White"));
        let mut title = format!("{black} – {white}");
        if let Some(result) = self.entry.game().result() {
            title += &format!(", {}", result.words());
        }
        let at_left = Pos::new(HPos::Left, VPos::Center);
        let left = |font: (&'static str, u32)| TextStyle::from(font.into_font()).pos(at_left);
        area.draw_text(&title, &left(CAPTION_FONT), (16, 22))?;
        if let Some(opening) = opening(self.entry) {
            let at_right = Pos::new(HPos::Right, VPos::Center);
            let font = CAPTION_FONT.into_font().color(&GREY).pos(at_right);
            let width = area.dim_in_pixel().0 as i32;
            area.draw_text(opening, &font, (width - 16, 22))?;
        }
        for (side, row) in [(Color::Black, 44), (Color::White, 62)] {
            let sum = self.summary.side(side);
            let [best, inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| sum.count(mark));
            let disc = Circle::new((24, row), 6, disc_of(side).filled());
            area.draw(&disc)?;
            area.draw(&Circle::new((24, row), 6, GREY.stroke_width(1)))?;
            let moves = counted(sum.choices, "move");
            let lost = format!("{:.2} discs lost in {moves}", discs_of(sum.lost));
            area.draw_text(&lost, &left(TEXT_FONT), (40, row))?;
            let counts = [
                (Mark::Best, format!("{best} good")),
                (Mark::Inaccuracy, some(inaccuracies, "inaccuracy", "inaccuracies")),
                (Mark::Mistake, some(mistakes, "mistake", "mistakes")),
                (Mark::Blunder, some(blunders, "blunder", "blunders")),
            ];
            for (place, (mark, text)) in (0..).zip(counts) {
                let x = 250 + 130 * place;
                area.draw(&Circle::new((x, row), 4, colour(mark).filled()))?;
                area.draw_text(&text, &left(TEXT_FONT), (x + 10, row))?;
            }
        }
        Ok(())
    }

    /// The lead after each move.
    fn leads(&self, area: &Area) -> Result<(), ChartError> {
        let leads: Vec<(f64, f64)> = self
            .plies
            .iter()
            .map(|ply| (ply.ply as f64, discs_of(black_lead(ply).centidiscs())))
            .collect();
        let most = leads.iter().map(|(_, lead)| lead.abs()).fold(0.0, f64::max);
        let reach = f64::from(reach(most, MIN_LEAD));
        let mut chart = ChartBuilder::on(area)
            .margin_left(8)
            .margin_right(16)
            .y_label_area_size(SCALE_WIDTH)
            .build_cartesian_2d(self.moves(), -reach..reach)?;
        chart.plotting_area().fill(&BOARD)?;
        if let Some(ply) = self.summary.solved_from {
            let solved = [(ply as f64, -reach), (self.moves().end, reach)];
            chart.draw_series([Rectangle::new(solved, BLACK.mix(0.16).filled())])?;
            chart.draw_series([note("solved", (ply as f64 + 0.4, reach * 0.97))])?;
        }
        chart
            .configure_mesh()
            .disable_x_mesh()
            .y_labels(9)
            .light_line_style(TRANSPARENT)
            .bold_line_style(LINES)
            .axis_style(LINES)
            .y_label_formatter(&|lead| format!("{:.0}", lead.abs()))
            .label_style(TEXT_FONT)
            .draw()?;
        for (colour, sign) in [(BLACKS, 1.0), (WHITES, -1.0)] {
            chart.draw_series([Polygon::new(side_of_zero(&leads, sign), colour.filled())])?;
        }
        chart.draw_series([PathElement::new(leads.clone(), LINES.stroke_width(2))])?;
        for (text, at) in [("Black leads", 0.97), ("White leads", -0.89)] {
            chart.draw_series([note(text, (0.4, reach * at))])?;
        }
        let middle = [(self.moves().start, 0.0), (self.moves().end, 0.0)];
        chart.draw_series([PathElement::new(middle, LINES.stroke_width(1))])?;
        let marked = self.plies.iter().filter_map(|ply| Some((*ply, ply.mark()?)));
        for (ply, mark) in marked.filter(|&(_, mark)| mark > Mark::Best) {
            let after = self.plies.iter().find(|after| after.ply == ply.ply + 1);
            let Some(after) = after else { continue };
            let at = (after.ply as f64, discs_of(black_lead(after).centidiscs()));
            chart.draw_series([Circle::new(at, 5, colour(mark).filled())])?;
            chart.draw_series([Circle::new(at, 5, BLACKS.stroke_width(1))])?;
        }
        Ok(())
    }

    /// The loss of each move.
    fn losses(&self, area: &Area) -> Result<(), ChartError> {
        let losses: Vec<(&AnalysedPly, f64, Mark)> = self
            .plies
            .iter()
            .filter_map(|ply| Some((*ply, discs_of(ply.loss()?), ply.mark()?)))
            .collect();
        let most = losses.iter().map(|&(_, loss, _)| loss).fold(0.0, f64::max);
        let reach = f64::from(reach(most, MIN_LOSS));
        let mut chart = ChartBuilder::on(area)
            .margin_top(14)
            .margin_left(8)
            .margin_right(16)
            .margin_bottom(8)
            .x_label_area_size(44)
            .y_label_area_size(SCALE_WIDTH)
            .build_cartesian_2d(self.moves(), -reach..reach)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(13)
            .y_labels(5)
            .light_line_style(TRANSPARENT)
            .bold_line_style(GREY.mix(0.25))
            .axis_style(GREY)
            .x_desc("discs lost by each move: black above, white below")
            .x_label_formatter(&|ply| format!("{ply:.0}"))
            .y_label_formatter(&|loss| format!("{:.0}", loss.abs()))
            .label_style(TEXT_FONT)
            .draw()?;
        for &(ply, loss, mark) in &losses {
            let upwards = ply.setup.side == Color::Black;
            let (end, x) = (if upwards { loss } else { -loss }, ply.ply as f64 + 1.0);
            let bar = [(x - 0.38, 0.0), (x + 0.38, end)];
            chart.draw_series([Rectangle::new(bar, colour(mark).filled())])?;
            if let Some(mv) = ply.played.filter(|_| mark >= Mark::Mistake) {
                let vertical = if upwards { VPos::Bottom } else { VPos::Top };
                let font = TextStyle::from(TEXT_FONT.into_font());
                let font = font.pos(Pos::new(HPos::Center, vertical));
                chart.draw_series([Text::new(mv.to_string(), (x, end * 1.04), font)])?;
            }
        }
        Ok(())
    }
}

/// A label in the chart.
fn note(text: &'static str, at: (f64, f64)) -> Text<'static, (f64, f64), &'static str> {
    Text::new(text, at, TEXT_FONT.into_font().color(&WHITES.mix(0.75)))
}

/// `1 blunder`, `2 blunders`.
fn some(count: u32, one: &str, more: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { more })
}

const fn disc_of(side: Color) -> RGBColor {
    match side {
        Color::Black => BLACKS,
        Color::White => WHITES,
    }
}

/// The end of a scale for values up to `most`: a multiple of four discs with a margin.
fn reach(most: f64, least: i32) -> i32 {
    let steps = (most * 1.15 / 4.0).ceil() as i32;
    (4 * steps).max(least)
}

/// The area between the line through `points` and zero, on the side of `sign` only.
fn side_of_zero(points: &[(f64, f64)], sign: f64) -> Vec<(f64, f64)> {
    let mut outline = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for &(x, y) in points {
        if let Some((old_x, old_y)) = before
            && old_y * y < 0.0
        {
            outline.push((old_x + (x - old_x) * old_y / (old_y - y), 0.0));
        }
        outline.push((x, if y * sign > 0.0 { y } else { 0.0 }));
        before = Some((x, y));
    }
    if let (Some(&(first, _)), Some(&(last, _))) = (points.first(), points.last()) {
        outline.insert(0, (first, 0.0));
        outline.push((last, 0.0));
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_end_where_the_line_crosses_zero() {
        let line = [(0.0, 2.0), (1.0, -2.0), (2.0, -4.0)];
        let above = [(0.0, 0.0), (0.0, 2.0), (0.5, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 0.0)];
        let below = [(0.0, 0.0), (0.0, 0.0), (0.5, 0.0), (1.0, -2.0), (2.0, -4.0), (2.0, 0.0)];
        assert_eq!(side_of_zero(&line, 1.0), above);
        assert_eq!(side_of_zero(&line, -1.0), below);
        assert_eq!(side_of_zero(&[], 1.0), []);
    }

    #[test]
    fn scales_have_room_above_the_largest_value() {
        assert_eq!([0.0, 7.0, 13.0, 64.0].map(|most| reach(most, 8)), [8, 12, 16, 76]);
    }
}
