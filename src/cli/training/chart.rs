//! The errors of a fit as a picture.

use std::path::Path;

use plotters::prelude::*;

use crate::cli::chart::{self, Backend, ChartError, TEXT_FONT};
use crate::eval::pattern::stage_empties;
use crate::training::errors::Errors;
use crate::training::fit::StageReport;

/// The height of the picture, in pixels.
const HEIGHT: u32 = 480;

/// What lies above and below the outermost points, in discs.
const AROUND: f64 = 0.5;

/// A line of the chart.
struct Series {
    name: &'static str,
    color: RGBColor,
    errors: fn(&StageReport) -> &Errors,
    value: fn(&Errors) -> f64,
}

/// The lines, as they stand in the legend.
const SERIES: [Series; 4] = [
    Series {
        name: "error, held out",
        color: RGBColor(0, 60, 160),
        errors: |report| &report.held_out,
        value: Errors::mean_absolute,
    },
    Series {
        name: "error, fitted",
        color: RGBColor(100, 170, 240),
        errors: |report| &report.fitted,
        value: Errors::mean_absolute,
    },
    Series {
        name: "bias, held out",
        color: RGBColor(180, 30, 30),
        errors: |report| &report.held_out,
        value: Errors::bias,
    },
    Series {
        name: "bias, children",
        color: RGBColor(240, 150, 60),
        errors: |report| &report.children,
        value: Errors::bias,
    },
];

impl Series {
    /// A point for each stage that had samples: its most empties, and the discs.
    fn points(&self, reports: &[StageReport]) -> Vec<(u32, f64)> {
        let point = |report| {
            let errors: &Errors = (self.errors)(report);
            (errors.count > 0).then(|| (*stage_empties(report.stage).end(), (self.value)(errors)))
        };
        reports.iter().filter_map(point).collect()
    }
}

/// Writes the mean absolute errors and biases of `reports` to `path`, as SVG.
pub(super) fn write(path: &Path, reports: &[StageReport]) -> anyhow::Result<()> {
    let caption = "Mean absolute error and bias, in discs";
    chart::write(path, caption, HEIGHT, |chart| draw(chart, reports))
}

fn draw(chart: &mut ChartBuilder<Backend>, reports: &[StageReport]) -> Result<(), ChartError> {
    let lines = SERIES.map(|series| (series.points(reports), series));
    let discs = lines.iter().flat_map(|(points, _)| points).map(|&(_, discs)| discs);
    let (low, high) =
        discs.fold((0.0_f64, 0.0_f64), |(low, high), discs| (low.min(discs), high.max(discs)));
    // The whole game, so that charts of different stages can be compared.
    let mut chart = chart
        .x_label_area_size(36)
        .y_label_area_size(48)
        .build_cartesian_2d(0..60_u32, low - AROUND..high + AROUND)?;
    chart
        .configure_mesh()
        .x_desc("empties, the most of each stage")
        .y_desc("discs")
        .y_label_formatter(&|discs| format!("{discs:.1}"))
        .label_style(TEXT_FONT)
        .draw()?;
    for (points, Series { name, color, .. }) in lines {
        let dots = points.iter().map(|&point| Circle::new(point, 3, color.filled()));
        chart.draw_series(dots.collect::<Vec<_>>())?;
        chart.draw_series([PathElement::new(points, color.stroke_width(2))])?.label(name).legend(
            move |(x, y)| PathElement::new(vec![(x, y), (x + 18, y)], color.stroke_width(2)),
        );
    }
    chart
        .configure_series_labels()
        .background_style(WHITE)
        .border_style(BLACK)
        .label_font(TEXT_FONT)
        .draw()
}
