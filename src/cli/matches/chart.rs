//! The ratings of a tournament as a picture.

use std::ops::Range;

use plotters::prelude::*;

use super::ranking::{PlayerReport, Ranking};

/// The size of the picture: its width, and its height by player and for the rest.
const WIDTH: u32 = 800;
const HEIGHT_OF_PLAYER: u32 = 28;
const HEIGHT_OF_REST: u32 = 100;

/// What stands left of the bars.
const WIDTH_OF_NAMES: u32 = 220;

/// The longest name that fits there.
const LONGEST_NAME: usize = 32;

/// What lies beyond the outermost bars, in Elo.
const AROUND: f64 = 25.0;

/// The ratings of `ranking` with their intervals, as SVG; the best player is at the top.
pub(super) fn svg(ranking: &Ranking) -> anyhow::Result<String> {
    let players = &ranking.players;
    let mut text = String::new();
    let count = i32::try_from(players.len())?;
    let height = HEIGHT_OF_REST + HEIGHT_OF_PLAYER * u32::try_from(count)?;
    let area = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
    // Errors of the back end borrow the text.
    let told =
        |error: &dyn std::error::Error| anyhow::anyhow!("the chart cannot be drawn: {error}");
    area.fill(&WHITE).map_err(|error| told(&error))?;
    let caption = format!("Elo above {}, with 95 % intervals", ranking.anchor);
    let mut chart = ChartBuilder::on(&area)
        .caption(caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(36)
        .y_label_area_size(WIDTH_OF_NAMES)
        .build_cartesian_2d(range(players), (0..count - 1).into_segmented())
        .map_err(|error| told(&error))?;
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
        .label_style(("sans-serif", 14))
        .draw()
        .map_err(|error| told(&error))?;
    for (place, player) in (0..).zip(players) {
        let (Some(elo), Some(margin)) = (player.elo, player.margin) else { continue };
        let at = |elo: f64| (elo, SegmentValue::CenterOf(count - 1 - place));
        let interval =
            PathElement::new(vec![at(elo - margin), at(elo + margin)], BLUE.stroke_width(2));
        chart.draw_series([interval]).map_err(|error| told(&error))?;
        let value = Circle::new(at(elo), 4, BLUE.filled());
        chart.draw_series([value]).map_err(|error| told(&error))?;
    }
    area.present().map_err(|error| told(&error))?;
    drop((chart, area));
    Ok(text)
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
