//! Charts: SVG files that all look alike.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::atomic_files::{ensure_replaceable, write_atomically};

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

/// How the files of charts start.
const HEAD: &[u8] = b"<svg";

/// Makes sure that charts can be written to these `paths`, before the work for them is done: that
/// only charts are there, which are replaced, and that the first can be written. What is there
/// stays as it is.
pub(super) fn prepare(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths.iter().filter(|path| path.is_file()) {
        let mut start = Vec::new();
        let read =
            File::open(path).and_then(|file| file.take(HEAD.len() as u64).read_to_end(&mut start));
        read.with_context(|| format!("{} cannot be read", path.display()))?;
        ensure!(
            start.is_empty() || start == HEAD,
            "{} holds something else: expected a chart to replace, or a new file",
            path.display()
        );
    }
    paths.first().map_or(Ok(()), |first| ensure_replaceable(first))
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
    write_atomically(path, text.as_bytes())
}
