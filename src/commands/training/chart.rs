//! Charts of `evaltest`.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use crate::chart::{self, Backend, CAPTION_FONT, ChartError, TEXT_FONT};

/// The height of a chart, in pixels.
const HEIGHT: u32 = 480;

/// Margin above and below the points, as a share of their range.
const AROUND: f64 = 0.1;

/// A curve: values by number of empties.
pub(super) struct Curve {
    pub(super) name: String,
    pub(super) color: RGBColor,
    pub(super) points: Vec<(u32, f64)>,
}

/// Writes a chart of mean absolute `errors` above one of `slopes` to `path`, as SVG.
pub(super) fn write(path: &Path, errors: &[Curve], slopes: &[Curve]) -> anyhow::Result<()> {
    let empties = errors.iter().flat_map(|curve| &curve.points).map(|&(empties, _)| empties);
    let (fewest, most) = (empties.clone().min().unwrap_or(0), empties.max().unwrap_or(60));
    // The legend takes a third of the width.
    let range = fewest.saturating_sub(1)..most + (most - fewest) / 2 + 2;
    chart::write_area(path, 2 * HEIGHT, |area| {
        let (above, below) = area.split_vertically(HEIGHT);
        for (area, caption, curves, level, unit) in [
            (above, "Mean absolute error", errors, 0.0, "discs"),
            (below, "Slope: above 1 the estimates are too close to 0", slopes, 1.0, "slope"),
        ] {
            let mut chart = ChartBuilder::on(&area);
            let chart = chart.caption(caption, CAPTION_FONT).margin(12);
            draw(chart, curves, range.clone(), level, "empties", unit)?;
        }
        Ok(())
    })
}

/// Draws `curves` over `empties`. The range includes `level`.
fn draw(
    chart: &mut ChartBuilder<Backend>,
    curves: &[Curve],
    empties: Range<u32>,
    level: f64,
    x: &str,
    y: &str,
) -> Result<(), ChartError> {
    let values = curves.iter().flat_map(|curve| &curve.points).map(|&(_, value)| value);
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
    for Curve { name, color, points } in curves {
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
