//! Expanding positions: each legal move becomes an entry of the next batch. One file for each
//! instruction set. See docs/search.md, Board.

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
mod avx512;
#[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "avx512f"))))]
mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "avx512f"))]
pub(super) use avx512::expand;
#[cfg(not(all(target_arch = "x86_64", target_feature = "avx512f")))]
pub(super) use portable::expand;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::perft::batch::Batch;
    use crate::board::{Bitboard, Position};

    /// The entries of a batch in a fixed order.
    fn entries(batch: &Batch) -> Vec<(Position, u64)> {
        let mut entries: Vec<_> =
            (0..batch.len).map(|entry| (batch.position(entry), batch.moves[entry])).collect();
        entries.sort_unstable();
        entries
    }

    #[test]
    fn the_chosen_expansion_equals_the_portable_one() {
        let mut from = Box::new(Batch::EMPTY);
        let mut next = (Position::START, Bitboard::EMPTY);
        for moves in [0x0, 0x1, 0x8000_0000_0000_0001, 0x00ff_0000_0000_0000, 0x10, 0x20, 0x30] {
            let entry = from.len;
            from.push(next.0, Bitboard(1));
            from.moves[entry] = moves;
            next.0 = next.0.pass();
        }
        let (mut chosen, mut expected) = (Box::new(Batch::EMPTY), Box::new(Batch::EMPTY));
        for _ in 0..3 {
            expand(&from, 0, &mut chosen);
            portable::expand(&from, 0, &mut expected);
        }
        assert_eq!(chosen.len, 3 * 15);
        assert_eq!(entries(&chosen), entries(&expected));
    }
}
