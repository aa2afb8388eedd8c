//! SVG charts in one style.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use plotters::coord::Shift;
use plotters::prelude::*;

use super::atomic_files::{ensure_replaceable, write_atomically};

pub(super) type Backend<'a> = SVGBackend<'a>;

/// A part of a picture.
pub(super) type Area<'a> = DrawingArea<Backend<'a>, Shift>;

pub(super) type ChartError = DrawingAreaErrorKind<io::Error>;

/// The width of the pictures, in pixels.
const WIDTH: u32 = 800;

/// The font of captions.
pub(super) const CAPTION_FONT: (&str, u32) = ("sans-serif", 18);

/// The font of all other text.
pub(super) const TEXT_FONT: (&str, u32) = ("sans-serif", 14);

/// The first bytes of a chart.
const HEAD: &[u8] = b"<svg";

/// Checks that existing files at `paths` are charts and that the first path can be written.
pub(super) fn prepare(paths: &[PathBuf]) -> anyhow::Result<()> {
    for path in paths.iter().filter(|path| path.is_file()) {
        let mut start = Vec::new();
        let read =
            File::open(path).and_then(|file| file.take(HEAD.len() as u64).read_to_end(&mut start));
        read.with_context(|| format!("{} cannot be read", path.display()))?;
        ensure!(
            start.is_empty() || start == HEAD,
            "{} is not a chart: expected a chart to replace, or a new file",
            path.display()
        );
    }
    paths.first().map_or(Ok(()), |first| ensure_replaceable(first))
}

/// Writes a chart with `caption` to `path`, `height` pixels high.
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

/// Writes a picture to `path`, `height` pixels high.
pub(super) fn write_area(
    path: &Path,
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<()> {
    write_sized(path, (WIDTH, height), draw)
}

/// The text of a picture, `height` pixels high.
pub(super) fn area_text(
    height: u32,
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<String> {
    picture((WIDTH, height), draw)
}

/// Writes a picture to `path`. `size` is width and height in pixels.
pub(super) fn write_sized(
    path: &Path,
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<()> {
    write_atomically(path, picture(size, draw)?.as_bytes())
}

/// The text of a picture. `size` is width and height in pixels.
fn picture(
    size: (u32, u32),
    draw: impl FnOnce(&Area) -> Result<(), ChartError>,
) -> anyhow::Result<String> {
    let mut text = String::new();
    let area = SVGBackend::with_string(&mut text, size).into_drawing_area();
    let drawn = area.fill(&WHITE).and_then(|()| {
        draw(&area)?;
        area.present()
    });
    drawn.context("the chart cannot be drawn")?;
    drop(area);
    Ok(text)
}
