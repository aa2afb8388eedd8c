//! The ratings of a tournament as a picture.

use std::ops::Range;
use std::path::Path;

use plotters::prelude::*;

use super::ranking::{PlayerReport, Ranking};
use crate::cli::chart::{self, Backend, ChartError, TEXT_FONT};

/// The height of the picture, by player and for the rest.
const HEIGHT_OF_PLAYER: u32 = 28;
const HEIGHT_OF_REST: u32 = 100;

/// What stands left of the bars.
const WIDTH_OF_NAMES: u32 = 220;

/// The longest name that fits there.
const LONGEST_NAME: usize = 32;

/// What lies beyond the outermost bars, in Elo.
const AROUND: f64 = 25.0;

/// Writes the ratings of `ranking` with their intervals to `path`, as SVG; the best
/// player is at the top.
pub(super) fn write(path: &Path, ranking: &Ranking) -> anyhow::Result<()> {
    let players = &ranking.players;
    let count = i32::try_from(players.len())?;
    let height = HEIGHT_OF_REST + HEIGHT_OF_PLAYER * u32::try_from(count)?;
    let caption = format!("Elo above {}, with 95 % intervals", ranking.anchor);
    chart::write(path, &caption, height, |chart| draw(chart, players, count))
}

/// Draws the ratings of the `count` players.
fn draw(
    chart: &mut ChartBuilder<Backend>,
    players: &[PlayerReport],
    count: i32,
) -> Result<(), ChartError> {
    let mut chart = chart
        .x_label_area_size(36)
        .y_label_area_size(WIDTH_OF_NAMES)
        .build_cartesian_2d(range(players), (0..count - 1).into_segmented())?;
    let name = |place: &SegmentValue<i32>| match place {
        SegmentValue::Exact(place) | SegmentValue::CenterOf(place) => {
            label(players, count - 1 - place)
        }
        SegmentValue::Last => String::new(),
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .y_labels(players.len())
        .y_label_formatter(&name)
        .x_label_formatter(&|elo| format!("{elo:.0}"))
        .x_desc("Elo")
        .label_style(TEXT_FONT)
        .draw()?;
    for (place, player) in (0..).zip(players) {
        let (Some(elo), Some(margin)) = (player.elo, player.margin) else { continue };
        let at = |elo: f64| (elo, SegmentValue::CenterOf(count - 1 - place));
        let interval =
            PathElement::new(vec![at(elo - margin), at(elo + margin)], BLUE.stroke_width(2));
        chart.draw_series([interval])?;
        chart.draw_series([Circle::new(at(elo), 4, BLUE.filled())])?;
    }
    Ok(())
}

/// What the axis has to show.
fn range(players: &[PlayerReport]) -> Range<f64> {
    let ends = players.iter().filter_map(|player| Some((player.elo?, player.margin?)));
    let (low, high) = ends.fold((0.0_f64, 0.0_f64), |(low, high), (elo, margin)| {
        (low.min(elo - margin), high.max(elo + margin))
    });
    low - AROUND..high + AROUND
}

/// The name of the player in this place, and what stands for a rating if it has none.
fn label(players: &[PlayerReport], place: i32) -> String {
    let player = usize::try_from(place).ok().and_then(|place| players.get(place));
    let Some(player) = player else { return String::new() };
    let mut name: String = player.name().chars().take(LONGEST_NAME).collect();
    if let Some(unrated) = player.unrated {
        name.push_str(&format!(" ({unrated})"));
    }
    name
}
