//! [`OpeningArguments`]: the openings of a match or tournament.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::Serialize;

use crate::flags::integer;
use crate::output::counted;
use crate::source::{RecordSource, report_bad_record};
use engine::score::Score;
use engine::{Engine, OpeningBook, Options};
use lab::tournament::openings::{Balance, LeadIn, OpeningSource, Openings, RandomOpenings};
use othello::board::Move;
use othello::game::{FoundRecord, Game, WthorNames};
use othello::random::Random;

/// The openings.
#[derive(Debug, clap::Args, Serialize)]
pub(super) struct OpeningArguments {
    /// Start from the positions in this file: moves, boards, FENs or OBF, one per line
    #[arg(long, value_name = "FILE", help_heading = "Openings",
        conflicts_with_all = ["random_plies", "after_book", "balanced", "balance_depth", "seed"])]
    openings: Option<PathBuf>,
    /// First follow this book to its end, with moves at most one disc worse than the best; `embedded`
    /// is the built-in book
    #[arg(long, value_name = "FILE", help_heading = "Openings")]
    after_book: Option<String>,
    /// Random plies at the start of each game, or after the book; with 0 and no book all games start
    /// from the usual position
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = integer::<u32>(0..=40), help_heading = "Openings")]
    random_plies: u32,
    /// Use only openings with a score up to this
    #[arg(long, value_name = "DISCS", value_parser = integer::<u16>(0..=64), help_heading = "Openings")]
    balanced: Option<u16>,
    /// Search depth for --balanced
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = integer::<u32>(1..=60),
        requires = "balanced",
        help_heading = "Openings"
    )]
    balance_depth: u32,
    /// Seed of the random openings
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = "Openings")]
    seed: u64,
}

impl OpeningArguments {
    /// The openings. Also returns their number unless they are random.
    pub(super) fn openings(&self) -> anyhow::Result<(Openings, Option<usize>)> {
        if let Some(path) = &self.openings {
            let games = listed(path)?;
            let count = games.len();
            return Ok((Openings::new(OpeningSource::Listed(games)), Some(count)));
        }
        if self.random_plies == 0 && self.after_book.is_none() {
            return Ok((Openings::new(OpeningSource::Listed(vec![Game::default()])), Some(1)));
        }
        let balance = self.balanced.map(|discs| Balance {
            engine: Engine::new(Options { hash: 16, ..Options::default() }),
            depth: self.balance_depth,
            centidiscs: i32::from(discs) * 100,
        });
        let lead_in = self.after_book.as_deref().map(lead_in).transpose()?;
        let random = RandomOpenings { seed: self.seed, plies: self.random_plies, balance, lead_in };
        Ok((Openings::new(OpeningSource::Random(Box::new(random))), None))
    }
}

/// Plays random lines of a book to its end.
fn lead_in(file: &str) -> anyhow::Result<LeadIn> {
    let mut options = Options::default();
    options.set("Book", file).context("--after-book")?;
    let book = options.book.context("invalid --after-book: expected a book")?;
    Ok(Box::new(move |random| book_line(&book, random)))
}

/// A random line of `book` to its end, with moves at most one disc worse than the best.
fn book_line(book: &OpeningBook, random: &mut Random) -> Game {
    let mut game = Game::default();
    loop {
        let position = game.setup().position;
        if position.must_pass() && game.play(Move::Pass).is_ok() {
            continue;
        }
        // An unreadable position ends the line.
        let known = book.reader().variations(position).unwrap_or_default();
        let best = known.first().map_or(Score::ZERO, |variation| variation.line.score);
        let good: Vec<Move> = known
            .iter()
            .filter(|known| known.is_inside && known.line.score >= best - Score::PER_DISC)
            .map(|known| known.line.pv[0])
            .collect();
        if good.is_empty() || game.play(good[random.below(good.len() as u32) as usize]).is_err() {
            return game;
        }
    }
}

/// The games in the file at `path`. Fails if any is invalid.
fn listed(path: &Path) -> anyhow::Result<Vec<Game>> {
    let file = RecordSource::from(path.to_owned());
    let name = file.name();
    let mut games = Vec::new();
    let mut bad_lines = 0;
    for found in file.records(WthorNames::NONE)? {
        match found {
            Ok(FoundRecord { record, place, .. }) if record.game().is_over() => {
                bail!("{name}:{place}: the game is over: expected a position with moves");
            }
            Ok(found) => games.push(found.record.into_game()),
            Err(error) => {
                report_bad_record(&file, &error)?;
                bad_lines += 1;
            }
        }
    }
    ensure!(bad_lines == 0, "{name} has {}: expected none", counted(bad_lines, "bad record"));
    ensure!(!games.is_empty(), "{name} holds no position: expected at least one opening");
    Ok(games)
}
