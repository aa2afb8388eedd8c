//! Measures large books: bytes per position, time to open, lookups and insertions per second.
//! `cargo test --release -p engine --features book --lib book::tests -- --ignored --nocapture`

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::tempdir;

use super::entry::{Entry, OutsideMove, key};
use super::{Book, BookError, POSITIONS};
use crate::score::{Score, Selectivity};
use crate::search::Certainty;
use othello::board::{Bitboard, Position};
use othello::random::Random;

/// Positions per transaction.
const BATCH: usize = 200_000;

/// Number of lookups.
const SAMPLE: usize = 200_000;

/// A search that takes no time.
fn search(position: Position, inside: Bitboard) -> Option<OutsideMove> {
    let square = (position.legal_moves() - inside).first()?;
    let score = Score::saturating((position.player().0 % 1000) as i32 - 500);
    let certainty = Certainty::Selective(Selectivity::Percent87);
    Some(OutsideMove { square, score, certainty, depth: 20 })
}

/// The next position of a random game. A new game starts below 30 empties.
fn next(position: &mut Position, random: &mut Random) -> Position {
    let square = random.legal_square(*position);
    *position = match square.and_then(|square| position.play(square)) {
        Some(after) if after.empty_count() >= 30 && !after.is_over() => after,
        _ => Position::START,
    };
    if position.must_pass() {
        *position = position.pass();
    }
    position.canonical().0
}

/// Writes a book of `size` positions without links between them.
fn fill(path: &Path, size: u64, random: &mut Random) -> Result<Vec<Position>, BookError> {
    let mut book = Book::create(path)?;
    let (mut position, mut known) = (Position::START, Vec::new());
    while book.len()? < size {
        let missing = (size - book.len()?).min(BATCH as u64);
        let mut changes = book.changes();
        changes.write(|transaction| {
            let mut table = transaction.open_table(POSITIONS)?;
            for _ in 0..missing {
                let new = next(&mut position, random);
                let entry = Entry::new(search(new, Bitboard::EMPTY));
                table.insert(&key(new), &entry.pack())?;
                if u64::from(random.bits() as u32) * size < (SAMPLE as u64) << 32 {
                    known.push(new);
                }
            }
            Ok(())
        })?;
        changes.finish()?;
    }
    Ok(known)
}

/// The time to open a book: the minimum of five runs, and the first run.
fn times(open: impl Fn() -> Result<Book, BookError>) -> (Duration, Duration) {
    let mut times = [Duration::ZERO; 5];
    for time in &mut times {
        let start = Instant::now();
        drop(open().unwrap());
        *time = start.elapsed();
    }
    (times.into_iter().min().unwrap(), times[0])
}

#[test]
#[ignore = "takes minutes and gigabytes of disk; prints measurements"]
fn books_of_a_thousand_a_million_and_ten_million_positions() {
    for size in [1_000, 1_000_000, 10_000_000] {
        let folder = tempdir().unwrap();
        let path = folder.path().join("a.book");
        let mut random = Random::new(1, 0);
        let known = fill(&path, size, &mut random).unwrap();
        let bytes = fs::metadata(&path).unwrap().len();
        println!("{size} positions: {:.0} bytes each", bytes as f64 / size as f64);
        let (least, first) = times(|| Book::open(&path));
        println!("opens to read in {least:?}, first {first:?}");
        let (least, first) = times(|| Book::open_to_write(&path));
        println!("opens to write in {least:?}, first {first:?}");
        let book = Book::open(&path).unwrap();
        for round in ["first", "second"] {
            let start = Instant::now();
            assert!(known.iter().all(|&position| book.look_up(position).unwrap().is_some()));
            let each = known.len() as f64 / start.elapsed().as_secs_f64();
            println!("{round} time {each:.0} look-ups/s");
        }
        drop(book);
        let mut book = Book::open_to_write(&path).unwrap();
        let (mut position, mut new, start) = (Position::START, 0, Instant::now());
        let mut changes = book.changes();
        for _ in 0..10_000 {
            let position = next(&mut position, &mut random);
            new += usize::from(changes.insert(position, &mut search).unwrap());
        }
        println!("{:.0} insertions/s", f64::from(new as u32) / start.elapsed().as_secs_f64());
        // A copy of the file as a killed process leaves it.
        let killed = folder.path().join("b.book");
        fs::copy(&path, &killed).unwrap();
        File::open(&killed).unwrap().sync_all().unwrap();
        let start = Instant::now();
        let after = Book::open(&killed).unwrap();
        println!("killed it opens in {:?}, {} positions", start.elapsed(), after.len().unwrap());
        changes.finish().unwrap();
    }
}
