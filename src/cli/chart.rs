//! Charts: SVG files that all look alike.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;

use anyhow::Context;
use plotters::coord::Shift;
use plotters::prelude::*;

/// What draws charts.
pub(super) type Backend<'a> = SVGBackend<'a>;

/// A part of a picture, where charts can be drawn.
pub(super) type Area<'a> = DrawingArea<Backend<'a>, Shift>;

/// Why a chart was not drawn.
pub(super) type ChartError = DrawingAreaErrorKind<io::Error>;

/// The width of the pictures, in pixels.
const WIDTH: u32 = 800;

/// The font of captions.
pub(super) const CAPTION_FONT: (&str, u32) = ("sans-serif", 18);

/// The font of all other text.
pub(super) const TEXT_FONT: (&str, u32) = ("sans-serif", 14);

/// Makes sure that a chart can be written to `path`, before the work for it is done. What is
/// there stays as it is.
pub(super) fn prepare(path: &Path) -> anyhow::Result<()> {
    let file = OpenOptions::new().append(true).create(true).open(path);
    file.map(drop).with_context(|| format!("{} cannot be written", path.display()))
}

/// Writes to `path` the chart that `draw` makes of an empty one with `caption`; the
/// picture is `height` pixels high.
pub(super) fn write(
    path: &Path,
    caption: &str,
    height: u32,
    draw: impl FnOnce(&mut ChartBuilder<Backend>) -> Result<(), ChartError>,
) -> anyhow::Result<()> {
    write_area(path, height, |area| {
        draw(ChartBuilder::on(area).caption(caption, CAPTION_FONT).margin(12))
    })
}

/// Writes to `path` the picture that `draw` makes of an empty one, `height` pixels high.
pub(super) fn write_area(
    path: &Path,
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<()> {
    write_sized(path, (WIDTH, height), draw)
}

/// [`write_area`] of a picture of another width: `size` is width and height in pixels.
pub(super) fn write_sized(
    path: &Path,
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<()> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let drawn = area.fill(&WHITE).and_then(|()| {
        draw(&area)?;
        area.present()
    });
    drawn.context("the chart cannot be drawn")?;
    drop(area);
    fs::write(path, text).with_context(|| format!("{} cannot be written", path.display()))
}
