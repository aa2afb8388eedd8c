//! The chart of `evaltest`.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use super::eval_row::EvalRow;
use crate::chart::{self, Area, CAPTION_FONT, ChartError, TEXT_FONT};

/// The height of a part, in pixels.
const HEIGHT: u32 = 480;

/// Margin above and below the points, as a share of their range.
const AROUND: f64 = 0.1;

/// The colours of the curves of each run, paler for the second run.
const COLORS: [[RGBColor; 3]; 2] = [
    [RGBColor(0, 60, 160), RGBColor(180, 30, 30), RGBColor(20, 120, 60)],
    [RGBColor(130, 170, 230), RGBColor(240, 150, 130), RGBColor(140, 200, 150)],
];

/// The rows of a run, and the suffix of its curves in the legend.
pub(super) type Run<'a> = (&'a [EvalRow], &'a str);

/// A curve: values by number of empties.
struct Curve {
    name: String,
    color: RGBColor,
    points: Vec<(u32, f64)>,
}

/// Writes two charts to `path` as SVG: mean absolute errors, and below them slopes.
pub(super) fn write(path: &Path, runs: &[Run; 2]) -> anyhow::Result<()> {
    let empties = runs.iter().flat_map(|(rows, _)| rows.iter()).filter_map(|row| row.empties);
    let (fewest, most) = (empties.clone().min().unwrap_or(0), empties.max().unwrap_or(60));
    // The legend takes a third of the width.
    let range = fewest.saturating_sub(1)..most + (most - fewest) / 2 + 2;
    chart::write_area(path, 2 * HEIGHT, |area| {
        let (above, below) = area.split_vertically(HEIGHT);
        let errors = curves(runs, |row| row.mean_absolute_error);
        draw(&above, "Mean absolute error", "discs", range.clone(), 0.0, errors)?;
        let slopes = curves(runs, |row| row.slope);
        let caption = "Slope: above 1 the estimates are too close to 0";
        draw(&below, caption, "slope", range, 1.0, slopes)
    })
}

/// A curve of `value` for each depth of each run.
fn curves(runs: &[Run; 2], value: fn(&EvalRow) -> f64) -> Vec<Curve> {
    let runs = runs.iter().zip(COLORS);
    let curves = runs.flat_map(|((rows, name), colors)| {
        let by_depth = rows.chunk_by(|row, next| row.depth == next.depth);
        by_depth.zip(colors.into_iter().cycle()).map(move |(rows, color)| Curve {
            name: format!("depth {}{name}", rows[0].depth),
            color,
            points: rows.iter().filter_map(|row| Some((row.empties?, value(row)))).collect(),
        })
    });
    curves.collect()
}

/// Draws `curves` over `empties`. The range of their values, in `unit`, includes `level`.
fn draw(
    area: &Area,
    caption: &str,
    unit: &str,
    empties: Range<u32>,
    level: f64,
    curves: Vec<Curve>,
) -> Result<(), ChartError> {
    let values = curves.iter().flat_map(|curve| &curve.points).map(|&(_, value)| value);
    let (low, high) =
        values.fold((level, level), |(low, high), value| (low.min(value), high.max(value)));
    let around = AROUND * (high - low).max(AROUND);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, CAPTION_FONT)
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(empties, low - around..high + around)?;
    chart
        .configure_mesh()
        .x_desc("empties")
        .y_desc(unit)
        .y_label_formatter(&|value| format!("{value:.2}"))
        .label_style(TEXT_FONT)
        .draw()?;
    for Curve { name, color, points } in curves {
        let dots = points.iter().map(|&point| Circle::new(point, 3, color.filled()));
        chart.draw_series(dots.collect::<Vec<_>>())?;
        let line = PathElement::new(points, color.stroke_width(2));
        chart.draw_series([line])?.label(name).legend(move |(x, y)| {
            PathElement::new(vec![(x, y), (x + 18, y)], color.stroke_width(2))
        });
    }
    chart
        .configure_series_labels()
        .background_style(WHITE)
        .border_style(BLACK)
        .label_font(TEXT_FONT)
        .draw()
}
