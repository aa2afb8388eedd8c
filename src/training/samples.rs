//! Labelled positions as a binary file, which `label` writes and `fit` reads.
//!
//! A header and samples of 20 bytes: the player's discs, the opponent's, the
//! score in centidiscs (`i16`), its certainty and the origin of the position.
//! Numbers are little-endian.

use std::fs;
use std::path::{Path, PathBuf};

use super::blocks::{self, FileError};
use crate::board::{Bitboard, Position};
use crate::score::Score;

const MAGIC: &[u8; 8] = b"OFsample";
const SAMPLE_BYTES: usize = 20;

/// A labelled position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sample {
    /// The position; there is a legal move.
    pub position: Position,
    /// Its value for the side to move.
    pub score: Score,
    /// Whether the score is proven.
    pub exact: bool,
    /// The number of random moves between a position of a game and this one.
    pub wild: u8,
    /// Whether it is held out from the fit, for validation.
    pub held_out: bool,
    /// Whether it is the position after the best move of another sample.
    pub child: bool,
}

impl Sample {
    /// Whether it belongs to the validation set: held out, and not a child of another sample, so
    /// that the set does not depend on the best moves found.
    #[must_use]
    pub fn is_validation(&self) -> bool {
        self.held_out && !self.child
    }
}

/// Why samples cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SamplesError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is something else, or cut off.
    #[error("{path}: no samples: expected OFsample and whole samples of 20 bytes")]
    Foreign {
        /// Which file.
        path: PathBuf,
    },
}

/// The content of a file of samples.
pub(super) fn samples_bytes(samples: &[Sample]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for sample in samples {
        bytes.extend(sample.position.player().0.to_le_bytes());
        bytes.extend(sample.position.opponent().0.to_le_bytes());
        bytes.extend((sample.score.centidiscs() as i16).to_le_bytes());
        let flags = [sample.exact, sample.held_out, sample.child];
        let flags = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit).sum();
        bytes.extend([flags, sample.wild]);
    }
    bytes
}

/// Reads all samples of all files in `folder`.
///
/// # Errors
/// If a file cannot be read or is something else.
pub fn read_folder(folder: &Path) -> Result<Vec<Sample>, SamplesError> {
    let mut samples = Vec::new();
    for path in blocks::files(folder, "samples")? {
        let bytes = fs::read(&path).map_err(FileError::of(&path))?;
        samples.extend(parse(&bytes).ok_or(SamplesError::Foreign { path })?);
    }
    Ok(samples)
}

/// The samples in `bytes`; `None` if they hold something else.
fn parse(bytes: &[u8]) -> Option<Vec<Sample>> {
    let (samples, rest) = bytes.strip_prefix(MAGIC)?.as_chunks::<SAMPLE_BYTES>();
    if !rest.is_empty() {
        return None;
    }
    samples.iter().map(parse_sample).collect()
}

fn parse_sample(bytes: &[u8; SAMPLE_BYTES]) -> Option<Sample> {
    let (&player, rest) = bytes.split_first_chunk()?;
    let (&opponent, rest) = rest.split_first_chunk()?;
    let (&score, rest) = rest.split_first_chunk()?;
    let &[flags, wild] = rest else { return None };
    let discs = |bytes| Bitboard(u64::from_le_bytes(bytes));
    Some(Sample {
        position: Position::new(discs(player), discs(opponent))?,
        score: Score::saturating(i16::from_le_bytes(score).into()),
        exact: flags & 1 != 0,
        held_out: flags & 2 != 0,
        child: flags & 4 != 0,
        wild,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_read_back_and_others_are_refused() {
        let sample = Sample {
            position: Position::START,
            score: Score::saturating(-1250),
            exact: true,
            wild: 7,
            held_out: true,
            child: false,
        };
        let samples = [sample, Sample { held_out: false, child: true, ..sample }];
        let bytes = samples_bytes(&samples);
        assert_eq!(parse(&bytes).expect("samples"), samples);
        assert_eq!(parse(&bytes[..bytes.len() - 1]), None);
        assert_eq!(parse(b"OFgames1"), None);
    }
}
