//! Analyses a game with the libraries: the score of each move, in discs for the side to move.
//!
//!     cargo run --release --example analyse f5d6c3d3c4f4f6f3e6

use std::error::Error;
use std::sync::atomic::AtomicBool;

use engine::{Effort, Engine, Options};
use othello::game::{Game, Setup};

fn main() -> Result<(), Box<dyn Error>> {
    let transcript = std::env::args().nth(1).unwrap_or_else(|| "f5d6c3d3c4f4f6f3e6".to_owned());
    analyse(&transcript)?.iter().for_each(|line| println!("{line}"));
    Ok(())
}

/// One line per move.
fn analyse(transcript: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let game = Game::from_transcript(Setup::START, transcript)?;
    let mut engine = Engine::new(Options { level: 8, ..Options::default() });
    let mut analysis = engine.analysis(&game, Effort::default())?;
    let stop = AtomicBool::new(false); // another thread could set it
    let mut lines = Vec::new();
    // From the last position, which has no move, to the first.
    while let Some(ply) = analysis.step(&stop) {
        if let (Some(played), Some(score), Some(best), Some(mark)) =
            (ply.played, ply.played_score, ply.best(), ply.mark())
        {
            let number = ply.ply + 1;
            lines.push(format!(
                "{number:2} {played} {score:>6}, best {best} {:>6}: {mark}",
                ply.score
            ));
        }
    }
    lines.reverse();
    Ok(lines)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_move_that_allows_a_wipeout_is_a_blunder() {
        let lines = super::analyse("e6f4e3f6g5d6e7f5c5").expect("a legal game");
        assert_eq!(lines.len(), 9);
        assert!(lines[7].ends_with(": blunder"), "{lines:?}");
        assert_eq!(lines[8], " 9 c5 +64.00, best c5 +64.00: best");
    }
}
