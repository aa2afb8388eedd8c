//! Compression of rows. Most weights are small, and patterns that are rare in games share a row.
//! Packed rows take three fifths of the unpacked size.
//!
//! The first byte gives the form of a row:
//!
//! | first byte | bytes | |
//! |---|---|---|
//! | 0 to 7 | 2 | the linear weight |
//! | | 4 times the first byte | 32 numbers, low bits first: the accumulators, and two 0s; the first byte is their width in bits |
//! | 255 | 4 | the number of an equal earlier row |

use std::collections::HashMap;

use super::network::{ACCUMULATORS, Row};

/// The first byte of a row that equals an earlier row.
const SAME: u8 = u8::MAX;

/// Bytes before the accumulators: their width and the linear weight.
const HEAD: usize = 3;

/// Numbers per group. A group fills as many bytes as a number has bits.
const GROUP: usize = 8;

/// The groups of a row.
const GROUPS: usize = ACCUMULATORS.div_ceil(GROUP);

/// Packs `rows`.
pub(super) fn pack(rows: &[Row]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut earlier = HashMap::new();
    for (number, row) in (0_u32..).zip(rows) {
        if let Some(same) = earlier.get(row) {
            bytes.push(SAME);
            bytes.extend(u32::to_le_bytes(*same));
            continue;
        }
        earlier.insert(row, number);
        let width = row.accumulators.into_iter().map(bits).max().unwrap_or(0);
        bytes.push(width as u8);
        bytes.extend((row.linear() as i16).to_le_bytes());
        for group in row.accumulators.chunks(GROUP) {
            let mask = (1_u64 << width) - 1;
            let packed = group
                .iter()
                .rev()
                .fold(0, |packed, &weight| packed << width | weight as u64 & mask);
            bytes.extend(&packed.to_le_bytes()[..width as usize]);
        }
    }
    bytes
}

/// The width of `weight` in bits, sign included.
fn bits(weight: i8) -> u32 {
    if weight == 0 { 0 } else { 1 + i8::BITS - (weight ^ weight >> 7).leading_zeros() }
}

/// Packed rows.
pub(super) struct PackedRows<'a> {
    bytes: &'a [u8],
    /// The place of each row's bytes. A row that equals an earlier row has the place of that row.
    places: Vec<u32>,
}

impl<'a> PackedRows<'a> {
    /// Exactly `count` rows; `None` if `bytes` is malformed or has another length.
    pub(super) fn new(bytes: &'a [u8], count: usize) -> Option<PackedRows<'a>> {
        let mut places = Vec::with_capacity(count);
        let mut place = 0;
        while places.len() < count {
            match *bytes.get(place)? {
                SAME => {
                    let number = bytes.get(place + 1..)?.first_chunk()?;
                    places.push(*places.get(u32::from_le_bytes(*number) as usize)?);
                    place += 1 + size_of::<u32>();
                }
                width @ 0..=7 => {
                    places.push(place as u32);
                    place += HEAD + GROUPS * usize::from(width);
                }
                _ => return None,
            }
        }
        (place == bytes.len()).then_some(PackedRows { bytes, places })
    }

    /// The row with this number.
    #[inline(always)]
    pub(super) fn row(&self, number: usize) -> Row {
        let bytes = &self.bytes[self.places[number] as usize..];
        let linear = i16::from_le_bytes([bytes[1], bytes[2]]);
        Row::new(unpack_row(&bytes[HEAD..], bytes[0]), linear.into())
    }
}

/// The accumulators in `packed`, of `width` bits each, at most 7.
fn unpack_row(packed: &[u8], width: u8) -> [i8; ACCUMULATORS] {
    match width {
        1 => unpack_weights::<1>(packed),
        2 => unpack_weights::<2>(packed),
        3 => unpack_weights::<3>(packed),
        4 => unpack_weights::<4>(packed),
        5 => unpack_weights::<5>(packed),
        6 => unpack_weights::<6>(packed),
        7 => unpack_weights::<7>(packed),
        _ => [0; ACCUMULATORS],
    }
}

/// [`unpack_row`] with a constant width.
fn unpack_weights<const WIDTH: usize>(packed: &[u8]) -> [i8; ACCUMULATORS] {
    let mut weights = [0; GROUPS * GROUP];
    let groups = packed.as_chunks::<WIDTH>().0;
    for (weights, packed) in weights.as_chunks_mut::<GROUP>().0.iter_mut().zip(groups) {
        let mut group = [0; GROUP];
        group[..WIDTH].copy_from_slice(packed);
        let group = u64::from_le_bytes(group);
        for (place, weight) in weights.iter_mut().enumerate() {
            let unused = GROUP - WIDTH;
            *weight = ((group >> (WIDTH * place)) as i8) << unused >> unused;
        }
    }
    *weights.first_chunk().expect("groups hold all")
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::random::Random;

    fn unpack(bytes: &[u8], count: usize) -> Option<Vec<Row>> {
        let packed = PackedRows::new(bytes, count)?;
        Some((0..count).map(|number| packed.row(number)).collect())
    }

    #[test]
    fn rows_of_every_width_and_repeated_ones_unpack() {
        let mut random = Random::new(1, 0);
        let mut rows = vec![Row::new([0; ACCUMULATORS], 0); 2];
        for width in 0..8 {
            for linear in [0, -32_000, 32_000, 127, -129] {
                let weights = std::array::from_fn(|_| (random.bits() as i8) >> width);
                rows.push(Row::new(weights, linear));
                rows.push(rows[random.below(rows.len() as u32) as usize]);
            }
        }
        rows.push(Row::new([i8::MIN; ACCUMULATORS], 1));
        assert_eq!(unpack(&pack(&rows), rows.len()), Some(rows));
    }

    #[test]
    fn packed_weights_are_twos_complement() {
        let widths = [0, 1, -1, -2, 2, 63, 64, -64, -65, 127, -128].map(bits);
        assert_eq!(widths, [0, 2, 1, 2, 3, 7, 8, 7, 8, 8, 8]);
    }

    #[test]
    fn truncated_and_forward_references_are_refused() {
        let rows = [Row::new([3; ACCUMULATORS], 5), Row::new([0; ACCUMULATORS], 7)];
        let bytes = pack(&[rows[0], rows[1], rows[0]]);
        for length in 0..bytes.len() {
            assert_eq!(unpack(&bytes[..length], 3), None);
        }
        assert_eq!(unpack(&[bytes.clone(), vec![0]].concat(), 3), None);
        assert_eq!(unpack(&[SAME, 0, 0, 0, 0], 1), None);
        assert_eq!(unpack(&[9], 1), None);
    }
}
