//! The errors that `evaltest` finds, as pictures.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use crate::chart::{self, Backend, CAPTION_FONT, ChartError, TEXT_FONT};

/// The height of a chart, in pixels.
const HEIGHT: u32 = 480;

/// What lies above and below the outermost points, as a share of what is between them.
const AROUND: f64 = 0.1;

/// Points joined by a line: values by number of empties.
pub(super) struct Line {
    pub(super) name: String,
    pub(super) color: RGBColor,
    pub(super) points: Vec<(u32, f64)>,
}

/// Writes two charts to `path`, one above the other, as SVG: the mean absolute `errors` and the
/// `slopes`, by number of empties.
pub(super) fn write(path: &Path, errors: &[Line], slopes: &[Line]) -> anyhow::Result<()> {
    let empties = errors.iter().flat_map(|line| &line.points).map(|&(empties, _)| empties);
    let (fewest, most) = (empties.clone().min().unwrap_or(0), empties.max().unwrap_or(60));
    // The legend has a third of the width to itself.
    let range = fewest.saturating_sub(1)..most + (most - fewest) / 2 + 2;
    chart::write_area(path, 2 * HEIGHT, |area| {
        let (above, below) = area.split_vertically(HEIGHT);
        for (area, caption, lines, level, unit) in [
            (above, "Mean absolute error", errors, 0.0, "discs"),
            (below, "Slope: above 1 the estimates are too near to 0", slopes, 1.0, "slope"),
        ] {
            let mut chart = ChartBuilder::on(&area);
            let chart = chart.caption(caption, CAPTION_FONT).margin(12);
            draw(chart, lines, range.clone(), level, "empties", unit)?;
        }
        Ok(())
    })
}

/// Draws `lines` over `empties`; `level` is within the chart whatever they are.
fn draw(
    chart: &mut ChartBuilder<Backend>,
    lines: &[Line],
    empties: Range<u32>,
    level: f64,
    x: &str,
    y: &str,
) -> Result<(), ChartError> {
    let values = lines.iter().flat_map(|line| &line.points).map(|&(_, value)| value);
    let (low, high) =
        values.fold((level, level), |(low, high), value| (low.min(value), high.max(value)));
    let around = AROUND * (high - low).max(AROUND);
    let mut chart = chart
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(empties, low - around..high + around)?;
    chart
        .configure_mesh()
        .x_desc(x)
        .y_desc(y)
        .y_label_formatter(&|value| format!("{value:.2}"))
        .label_style(TEXT_FONT)
        .draw()?;
    for Line { name, color, points } in lines {
        let dots = points.iter().map(|&point| Circle::new(point, 3, color.filled()));
        chart.draw_series(dots.collect::<Vec<_>>())?;
        let line = PathElement::new(points.clone(), color.stroke_width(2));
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
