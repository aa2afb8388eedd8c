//! The weights file. Rows that several patterns share are stored once and packed. In memory each
//! pattern has its own row. The file has a third of the size in memory.
//!
//! | bytes | |
//! |---|---|
//! | 8 | `OFweight` |
//! | 4 | the version of the format |
//! | 4 | the number of bytes after the checksum |
//! | 8 | the fingerprint of the shapes and layers |
//! | 8 | the checksum of the rest |
//! | 36 | the error model: [`ErrorModel::by_depth`], then [`ErrorModel::by_leaf`] |
//! | 60 | the biases of the accumulators |
//! | 1280 each | the dense layers, stage by stage |
//! | the rest | the rows by number, compressed as in `packing` |
//!
//! Numbers are little-endian.

use bytemuck::{AnyBitPattern, Zeroable, pod_read_unaligned};

#[cfg(not(outflank_levels))]
use super::embedded::EMBEDDED;
use super::features::indices;
use super::network::{
    ACCUMULATOR_ONE, ACCUMULATORS, Dense, HIDDEN, HIDDEN_ONE, Network, OUTPUT_WEIGHT_ONE, Row,
    STAGE_ENDS, STAGES,
};
use super::packing::{PackedRows, pack};
use super::rows::{ROWS, network_rows, room_for_rows, row_numbers};
use super::shapes::SHAPES;
use super::tables::{ENTRIES, Entries, TABLES, table_len, table_name};
use super::weights::Weights;
use crate::checksum::checksum;
use crate::eval::ErrorModel;
use othello::board::Position;
#[cfg(outflank_levels)]
use outflank_weights::EMBEDDED;

const MAGIC: &[u8; 8] = b"OFweight";
const VERSION: u32 = 8;

const _: () = assert!(cfg!(target_endian = "little"), "weights are read in place");

/// Why a weights file was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Not a weights file.
    #[error("not a weights file: expected it to begin with OFweight")]
    Foreign,
    /// Made by another version of the program.
    #[error("invalid weights file: format {found}, expected {VERSION}")]
    Version {
        /// The version of the file.
        found: u32,
    },
    /// Made for other shapes or layers.
    #[error(
        "invalid weights file: fingerprint {found:016x} of the shapes, expected {expected:016x}"
    )]
    Shapes {
        /// The fingerprint that was found.
        found: u64,
        /// The fingerprint of the shapes of this program.
        expected: u64,
    },
    /// Too short or too long.
    #[error("invalid weights file: truncated or too long at {length} bytes")]
    Truncated {
        /// The length of the file.
        length: usize,
    },
    /// Changed since it was written.
    #[error("damaged weights file: checksum {found:016x}, expected {expected:016x}")]
    Corrupt {
        /// The checksum of the bytes in the file.
        found: u64,
        /// The checksum stored in the file.
        expected: u64,
    },
    /// The error model is out of range.
    #[error("invalid weights file: error model out of range: {0:?}")]
    ErrorModel(ErrorModel),
    /// The sums of the network could overflow.
    #[error("invalid weights file: network out of range")]
    Network,
}

impl Weights {
    /// The built-in weights.
    #[must_use]
    pub fn embedded() -> Weights {
        embedded(all_rows)
    }

    /// The built-in weights, complete only for `position`. They load in a fraction of the time.
    #[must_use]
    pub fn embedded_for(position: Position) -> Weights {
        embedded(|packed| {
            let mut rows = room_for_rows();
            rows.resize(ENTRIES, Row::zeroed());
            for entry in Entries::new(&indices(position, position.legal_moves())).iter() {
                rows[entry] = packed.row(row_numbers()[entry] as usize);
            }
            rows
        })
    }

    /// The name of the built-in weights, as printed by `outflank version`: the first digits of the
    /// checksum.
    #[must_use]
    pub fn embedded_name() -> String {
        name(EMBEDDED)
    }

    /// The name of these weights, as [`Weights::embedded_name`].
    #[must_use]
    pub fn name(&self) -> String {
        name(&self.to_bytes())
    }

    /// The weights as a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let ErrorModel { by_depth, by_leaf } = self.error_model();
        let mut body = bytemuck::bytes_of(by_depth).to_vec();
        body.extend(bytemuck::bytes_of(by_leaf));
        let network = self.network();
        body.extend(bytemuck::bytes_of(&network.start()));
        body.extend_from_slice(bytemuck::cast_slice(network.dense()));
        body.extend(pack(&network.rows_by_number()));
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((body.len() as u32).to_le_bytes());
        bytes.extend(fingerprint().to_le_bytes());
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        bytes
    }

    /// The weights of a file.
    ///
    /// # Errors
    /// If `bytes` is not a complete, undamaged file for the shapes of this program.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, WeightsError> {
        let (expected, body) = split_header(bytes)?;
        let found = checksum(body);
        if found != expected {
            return Err(WeightsError::Corrupt { found, expected });
        }
        let truncated = WeightsError::Truncated { length: bytes.len() };
        let weights = read_body(body, all_rows).ok_or(truncated)?;
        if !weights.error_model().is_valid() {
            return Err(WeightsError::ErrorModel(*weights.error_model()));
        }
        if !weights.network().is_sane() {
            return Err(WeightsError::Network);
        }
        Ok(weights)
    }
}

fn embedded(unpack: impl FnOnce(&PackedRows) -> Vec<Row>) -> Weights {
    let (_, body) = split_header(EMBEDDED).expect("a test reads them");
    read_body(body, unpack).expect("a test reads them")
}

/// The name of the weights in a file.
fn name(bytes: &[u8]) -> String {
    let checksum = split_header(bytes).map_or(0, |(checksum, _)| checksum);
    format!("pattern-{:08x}", checksum >> 32)
}

/// The stored checksum, and the bytes that it covers.
fn split_header(bytes: &[u8]) -> Result<(u64, &[u8]), WeightsError> {
    let truncated = || WeightsError::Truncated { length: bytes.len() };
    let rest = bytes.strip_prefix(MAGIC).ok_or(WeightsError::Foreign)?;
    let (&version, rest) = rest.split_first_chunk().ok_or_else(truncated)?;
    let found = u32::from_le_bytes(version);
    if found != VERSION {
        return Err(WeightsError::Version { found });
    }
    let (&length, rest) = rest.split_first_chunk().ok_or_else(truncated)?;
    let (&shapes, rest) = rest.split_first_chunk().ok_or_else(truncated)?;
    let (found, expected) = (u64::from_le_bytes(shapes), fingerprint());
    if found != expected {
        return Err(WeightsError::Shapes { found, expected });
    }
    let (&sum, body) = rest.split_first_chunk().ok_or_else(truncated)?;
    if body.len() != u32::from_le_bytes(length) as usize {
        return Err(truncated());
    }
    Ok((u64::from_le_bytes(sum), body))
}

/// The weights in the `body` of a file. `unpack` makes the rows of the tables from the packed rows.
/// `None` if `body` has another length.
fn read_body(mut body: &[u8], unpack: impl FnOnce(&PackedRows) -> Vec<Row>) -> Option<Weights> {
    let (by_depth, by_leaf) = (take(&mut body)?, take(&mut body)?);
    let start = take(&mut body)?;
    let dense: [Dense; STAGES] = take(&mut body)?;
    let rows = unpack(&PackedRows::new(body, ROWS)?);
    let mut weights = Weights::new(Network::new(start, dense, rows));
    weights.set_error_model(ErrorModel { by_depth, by_leaf });
    Some(weights)
}

/// All rows.
fn all_rows(packed: &PackedRows) -> Vec<Row> {
    network_rows(|number| packed.row(number))
}

/// Removes a value from the start of `bytes`.
fn take<T: AnyBitPattern>(bytes: &mut &[u8]) -> Option<T> {
    let (value, rest) = bytes.split_at_checked(size_of::<T>())?;
    *bytes = rest;
    Some(pod_read_unaligned(value))
}

/// A checksum of the tables and layers that a file depends on.
fn fingerprint() -> u64 {
    let mut text = format!(
        "{ROWS} rows, {ACCUMULATORS} accumulators of {ACCUMULATOR_ONE}, \
         {HIDDEN} hidden of {HIDDEN_ONE}, output {OUTPUT_WEIGHT_ONE}, phases to {STAGE_ENDS:?}"
    );
    text += &format!(", {SHAPES:?}");
    for table in 0..TABLES {
        text += &format!(", {} {}", table_name(table), table_len(table));
    }
    checksum(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights of all widths.
    fn made_up() -> Weights {
        let mut weights = Weights::zero();
        let number = |index: usize| match index % 7 {
            0..4 => 0,
            4 => (index % 300) as i16 - 150,
            5 => (index % 8191) as i16 - 4095,
            _ => (index as u32).wrapping_mul(0x9e37_79b9) as i16,
        };
        let numbers: Vec<i16> = (0..ROWS).map(number).collect();
        let row = |number| Row::new([number as i8; ACCUMULATORS], i32::from(numbers[number] >> 1));
        let mut start = [0; ACCUMULATORS];
        start[3] = 77;
        weights.set_network(Network::new(start, *weights.network().dense(), network_rows(row)));
        weights
    }

    #[test]
    fn weights_read_back() {
        let weights = made_up();
        let read = Weights::from_bytes(&weights.to_bytes()).expect("they were just written");
        assert!(read.network() == weights.network());
    }

    #[test]
    fn constants_read_back_and_invalid_ones_are_refused() {
        let mut weights = Weights::zero();
        let model =
            ErrorModel { by_depth: [1024, 700, 70, 7], by_leaf: [1, 22, 333, 4444, 55_555] };
        weights.set_error_model(model);
        let read = Weights::from_bytes(&weights.to_bytes()).expect("they were just written");
        assert_eq!(read.error_model(), &model);
        for number in [0, ErrorModel::MAX + 1] {
            let wrong = ErrorModel { by_leaf: [1, 2, 3, number, 5], ..model };
            weights.set_error_model(wrong);
            let error = Weights::from_bytes(&weights.to_bytes()).expect_err("it is refused");
            assert_eq!(error, WeightsError::ErrorModel(wrong));
        }
    }

    #[test]
    fn the_embedded_weights_are_intact() {
        let read = Weights::from_bytes(EMBEDDED).expect("they are whole");
        let embedded = Weights::embedded();
        assert!(read.network() == embedded.network());
        assert_eq!(read.error_model(), embedded.error_model());
        assert!(Weights::embedded_name().starts_with("pattern-"));
    }

    #[test]
    fn errors_distinguish_foreign_truncated_and_damaged_files() {
        let good = made_up().to_bytes();
        let error = |bytes: &[u8]| Weights::from_bytes(bytes).expect_err("it is not whole");
        assert_eq!(error(b""), WeightsError::Foreign);
        assert_eq!(error(b"\x89PNG and more"), WeightsError::Foreign);
        for length in [8, 11, 12, 20, 27, 31, 63, 128, good.len() / 2, good.len() - 1] {
            assert_eq!(error(&good[..length]), WeightsError::Truncated { length });
        }
        let flipped = |at: usize| {
            let mut bytes = good.clone();
            bytes[at] ^= 1;
            error(&bytes)
        };
        assert_eq!(flipped(8), WeightsError::Version { found: VERSION ^ 1 });
        assert!(matches!(flipped(16), WeightsError::Shapes { .. }));
        for at in (24..good.len()).step_by(good.len() / 20) {
            assert!(matches!(flipped(at), WeightsError::Corrupt { .. }), "{at}");
        }
        let mut longer = good.clone();
        longer.push(1);
        assert_eq!(error(&longer), WeightsError::Truncated { length: longer.len() });
    }

    #[test]
    fn a_network_that_could_overflow_is_refused() {
        let mut weights = Weights::zero();
        let network = weights.network();
        let start = [i16::MAX; ACCUMULATORS];
        weights.set_network(Network::new(
            start,
            *network.dense(),
            network_rows(|_| Row::new([0; ACCUMULATORS], 0)),
        ));
        let error = Weights::from_bytes(&weights.to_bytes()).expect_err("it is refused");
        assert_eq!(error, WeightsError::Network);
    }
}
