//! Weights as a file.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `OFweight` |
//! | 4 | the version of the format |
//! | 8 | the fingerprint of the shapes and stages that the weights are for |
//! | 8 | the checksum of all that follows |
//! | 36 | the constants of ProbCut: [`Steps::by_depth`], then [`Steps::by_leaf`] |
//! | the rest | the weights by their numbers, stage after stage, as differences from the stage before |
//!
//! Numbers are little-endian. Most differences are 0 or small: see [`Encoder`].

use super::features::{TABLES, table_len, table_name};
use super::weights::{STAGES, WEIGHTS_PER_STAGE, Weights};
use crate::eval::Steps;

const MAGIC: &[u8; 8] = b"OFweight";
const VERSION: u32 = 2;

/// The weights that are part of this program.
static EMBEDDED: &[u8] = include_bytes!("../weights/pattern.bin");

/// Why bytes are not taken for weights.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Something else.
    #[error("no weights: expected the file to begin with OFweight")]
    Foreign,
    /// Made by another version of this program.
    #[error("weights of format {found}: expected format {VERSION}")]
    Version {
        /// The version that was found.
        found: u32,
    },
    /// For other shapes or stages.
    #[error("weights for other shapes: fingerprint {found:016x}, expected {expected:016x}")]
    Shapes {
        /// The fingerprint that was found.
        found: u64,
        /// The fingerprint of the shapes of this program.
        expected: u64,
    },
    /// The file ends too early.
    #[error("weights cut off after {length} bytes")]
    Truncated {
        /// The length that was found.
        length: usize,
    },
    /// The file was changed since it was written.
    #[error("weights damaged: checksum {found:016x}, expected {expected:016x}")]
    Corrupt {
        /// The checksum of what was found.
        found: u64,
        /// The checksum that the file says.
        expected: u64,
    },
    /// The constants of ProbCut cannot have been measured.
    #[error("weights with constants out of range: {0:?}")]
    Steps(Steps),
}

impl Weights {
    /// The weights that are part of this program.
    #[must_use]
    pub fn embedded() -> Weights {
        Weights::from_bytes(EMBEDDED).expect("a test reads them")
    }

    /// What `outflank version` says of the embedded weights: the start of their
    /// checksum.
    #[must_use]
    pub fn embedded_name() -> String {
        let checksum = EMBEDDED.get(20..28).and_then(|bytes| bytes.try_into().ok());
        format!("pattern-{:08x}", u64::from_le_bytes(checksum.unwrap_or_default()) >> 32)
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = Encoder::default();
        let mut before = vec![0; WEIGHTS_PER_STAGE];
        for stage in 0..STAGES {
            let weights = self.stage_weights(stage);
            for (&weight, &before) in weights.iter().zip(&before) {
                encoder.push(i16::wrapping_sub(weight, before));
            }
            before = weights;
        }
        let mut body = steps_bytes(self.steps());
        body.extend(encoder.finish());
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(fingerprint().to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The weights in the file with these `bytes`.
    ///
    /// # Errors
    /// If they are no whole, undamaged weights for the shapes of this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let truncated = WeightsError::Truncated { length: bytes.len() };
        let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
        let (&version, rest) = rest.split_first_chunk().ok_or(truncated.clone())?;
        let (&shapes, rest) = rest.split_first_chunk().ok_or(truncated.clone())?;
        let (&sum, body) = rest.split_first_chunk().ok_or(truncated.clone())?;
        let found = u32::from_le_bytes(version);
        if found != VERSION {
            return Err(WeightsError::Version { found });
        }
        let (found, expected) = (u64::from_le_bytes(shapes), fingerprint());
        if found != expected {
            return Err(WeightsError::Shapes { found, expected });
        }
        let (steps, tables) = read_steps(body).ok_or(truncated.clone())?;
        let mut decoder = Decoder { bytes: tables, zeros: 0 };
        let mut weights = Weights::zero();
        let mut of_stage = vec![0_i16; WEIGHTS_PER_STAGE];
        for stage in 0..STAGES {
            for weight in &mut of_stage {
                *weight = weight.wrapping_add(decoder.next().ok_or(truncated.clone())?);
            }
            weights.set_stage(stage, &of_stage);
        }
        let (found, expected) = (checksum(body), u64::from_le_bytes(sum));
        if found != expected {
            return Err(WeightsError::Corrupt { found, expected });
        }
        if !steps.are_sane() {
            return Err(WeightsError::Steps(steps));
        }
        weights.set_steps(steps);
        Ok(weights)
    }
}

fn steps_bytes(steps: &Steps) -> Vec<u8> {
    let numbers = steps.by_depth.iter().chain(&steps.by_leaf);
    numbers.flat_map(|number| number.to_le_bytes()).collect()
}

/// The constants at the start of `bytes`, and what follows them.
fn read_steps(mut bytes: &[u8]) -> Option<(Steps, &[u8])> {
    let mut next = || {
        let (&number, rest) = bytes.split_first_chunk()?;
        bytes = rest;
        Some(u32::from_le_bytes(number))
    };
    let mut steps = Steps { by_depth: Default::default(), by_leaf: Default::default() };
    for number in steps.by_depth.iter_mut().chain(&mut steps.by_leaf) {
        *number = next()?;
    }
    Some((steps, bytes))
}

/// FNV-1a over words of eight bytes, the last one filled up with zeros.
fn checksum(bytes: &[u8]) -> u64 {
    let seed = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    bytes.chunks(8).fold(seed, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 29
    })
}

/// What the weights depend on: the tables and the stages.
fn fingerprint() -> u64 {
    let mut text = format!("{STAGES} stages, {WEIGHTS_PER_STAGE} weights");
    for table in 0..TABLES {
        text += &format!(", {} {}", table_name(table), table_len(table));
    }
    checksum(text.as_bytes())
}

/// The first byte of an item:
///
/// - 1 to 47: so many zeros; 0: the number of zeros follows, seven bits a byte, the
///   low ones first, the highest bit set in all but the last;
/// - 48 to 239: a small number, `zigzag` less 1 added to 48;
/// - 240 to 254: more of it, with a second byte; 255: the number follows as it is.
#[derive(Default)]
struct Encoder {
    bytes: Vec<u8>,
    zeros: u32,
}

const SHORT_RUN: u32 = 47;
const SMALL: u16 = 48;
const MEDIUM: u16 = 240;
const FULL: u8 = 255;
/// The first `zigzag` that takes two bytes, and the first that takes three.
const FIRST_MEDIUM: u16 = MEDIUM - SMALL + 1;
const FIRST_FULL: u16 = FIRST_MEDIUM + (FULL as u16 - MEDIUM) * 256;

impl Encoder {
    fn push(&mut self, number: i16) {
        if number == 0 {
            self.zeros += 1;
            return;
        }
        self.flush_zeros();
        // 1, 2, 3, 4 .. for -1, 1, -2, 2 ..
        let zigzag = (number << 1 ^ number >> 15) as u16;
        if zigzag < FIRST_MEDIUM {
            self.bytes.push((zigzag - 1 + SMALL) as u8);
        } else if zigzag < FIRST_FULL {
            let [low, high] = (zigzag - FIRST_MEDIUM).to_le_bytes();
            self.bytes.extend([high + MEDIUM as u8, low]);
        } else {
            self.bytes.push(FULL);
            self.bytes.extend(number.to_le_bytes());
        }
    }

    fn flush_zeros(&mut self) {
        let mut zeros = std::mem::take(&mut self.zeros);
        if zeros <= SHORT_RUN {
            self.bytes.extend((zeros > 0).then_some(zeros as u8));
            return;
        }
        self.bytes.push(0);
        while zeros >= 128 {
            self.bytes.push(zeros as u8 | 128);
            zeros >>= 7;
        }
        self.bytes.push(zeros as u8);
    }

    fn finish(mut self) -> Vec<u8> {
        self.flush_zeros();
        self.bytes
    }
}

/// Reads what an [`Encoder`] wrote.
struct Decoder<'a> {
    bytes: &'a [u8],
    zeros: u32,
}

impl Decoder<'_> {
    /// The next number; `None` where the bytes end.
    fn next(&mut self) -> Option<i16> {
        if self.zeros == 0 {
            match u16::from(self.byte()?) {
                0 => self.zeros = self.long_run()?,
                run if run <= SHORT_RUN as u16 => self.zeros = run.into(),
                small if small < MEDIUM => return Some(unzigzag(small - SMALL + 1)),
                medium if medium < u16::from(FULL) => {
                    let low = u16::from(self.byte()?);
                    return Some(unzigzag((medium - MEDIUM) * 256 + low + FIRST_MEDIUM));
                }
                _ => return Some(i16::from_le_bytes([self.byte()?, self.byte()?])),
            }
        }
        self.zeros = self.zeros.checked_sub(1)?;
        Some(0)
    }

    fn long_run(&mut self) -> Option<u32> {
        let mut run = 0;
        for shift in (0..32).step_by(7) {
            let byte = self.byte()?;
            run |= u32::from(byte & 127) << shift;
            if byte < 128 {
                return Some(run);
            }
        }
        None
    }

    fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }
}

fn unzigzag(zigzag: u16) -> i16 {
    (zigzag >> 1) as i16 ^ -((zigzag & 1) as i16)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights with numbers of all sizes in the first and the last stage.
    fn made_up() -> Weights {
        let mut weights = Weights::zero();
        let number = |index: usize| match index % 7 {
            0..4 => 0,
            4 => (index % 300) as i16 - 150,
            5 => (index % 8191) as i16 - 4095,
            _ => (index as u32).wrapping_mul(0x9e37_79b9) as i16,
        };
        let numbers: Vec<i16> = (0..WEIGHTS_PER_STAGE).map(number).collect();
        weights.set_stage(0, &numbers);
        weights.set_stage(STAGES - 1, &numbers);
        weights
    }

    #[test]
    fn weights_read_back() {
        let weights = made_up();
        let read = Weights::from_bytes(&weights.to_bytes()).expect("they were just written");
        for stage in 0..STAGES {
            assert_eq!(read.stage_weights(stage), weights.stage_weights(stage));
        }
    }

    #[test]
    fn constants_read_back_and_impossible_ones_are_refused() {
        let mut weights = Weights::zero();
        let steps = Steps { by_depth: [1024, 700, 70, 7], by_leaf: [1, 22, 333, 4444, 55_555] };
        weights.set_steps(steps);
        let read = Weights::from_bytes(&weights.to_bytes()).expect("they were just written");
        assert_eq!(read.steps(), &steps);
        for number in [0, Steps::LARGEST + 1] {
            let wrong = Steps { by_leaf: [1, 2, 3, number, 5], ..steps };
            weights.set_steps(wrong);
            let error = Weights::from_bytes(&weights.to_bytes()).expect_err("it is refused");
            assert_eq!(error, WeightsError::Steps(wrong));
        }
    }

    #[test]
    fn every_number_is_coded() {
        let mut encoder = Encoder::default();
        let numbers = || (i16::MIN..=i16::MAX).chain([0; 48]).chain([1]).chain([0; 20_000]);
        numbers().for_each(|number| encoder.push(number));
        let bytes = encoder.finish();
        let mut decoder = Decoder { bytes: &bytes, zeros: 0 };
        assert!(numbers().all(|number| decoder.next() == Some(number)));
        assert_eq!(decoder.next(), None);
    }

    #[test]
    fn the_embedded_weights_are_whole() {
        assert!(Weights::from_bytes(EMBEDDED).is_ok());
        assert!(Weights::embedded_name().starts_with("pattern-"));
    }

    #[test]
    fn foreign_other_cut_off_and_damaged_files_are_told_apart() {
        let good = made_up().to_bytes();
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).expect_err("it is not whole");
        assert_eq!(error(b""), WeightsError::Foreign);
        assert_eq!(error(b"\x89PNG and more"), WeightsError::Foreign);
        for length in [8, 11, 12, 20, 27, 28, 63, good.len() / 2, good.len() - 1] {
            assert_eq!(error(&good[..length]), WeightsError::Truncated { length });
        }
        let flipped = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            error(&bytes)
        };
        assert_eq!(flipped(8), WeightsError::Version { found: VERSION ^ 1 });
        assert!(matches!(flipped(30), WeightsError::Corrupt { .. }));
        assert!(matches!(flipped(12), WeightsError::Shapes { .. }));
        assert!(matches!(flipped(20), WeightsError::Corrupt { .. }));
        let corrupt_or_short =
            |error| matches!(error, WeightsError::Corrupt { .. } | WeightsError::Truncated { .. });
        assert!((28..good.len()).step_by(good.len() / 20).all(|at| corrupt_or_short(flipped(at))));
        let mut longer = good.clone();
        longer.push(1);
        assert!(matches!(error(&longer), WeightsError::Corrupt { .. }));
    }
}
