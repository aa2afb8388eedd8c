//! [`SourceId`]: identifies counted games, so that each counts once.

use redb::{ReadableTableMetadata, TableDefinition, TableError};

use super::{Book, BookError};

/// The counted sources, each with its number of counted plies.
pub(super) const COUNTED: TableDefinition<'static, u128, u8> = TableDefinition::new("counted");

/// Stored in place of a ply number for a file of counts, whose games are unknown.
pub(super) const COUNTS_OF_FILE: u8 = u8::MAX;

/// A game or a file of counts, identified by a hash of its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub(super) u128);

impl SourceId {
    /// Hashes `text`. `repetition` distinguishes sources with equal text.
    #[must_use]
    pub fn of(text: &[u8], repetition: u32) -> SourceId {
        // FNV-1a with 128 bits (Fowler, Noll and Vo 1991).
        const PRIME: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        const SEED: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
        let bytes = text.iter().copied().chain(repetition.to_le_bytes());
        SourceId(bytes.fold(SEED, |hash, byte| (hash ^ u128::from(byte)).wrapping_mul(PRIME)))
    }
}

impl Book {
    /// The counted sources, each with its number of counted plies.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn sources(&self) -> Result<Vec<(SourceId, u8)>, BookError> {
        use redb::ReadableTable;

        let read = || {
            let transaction = self.begin_read()?;
            let table = match transaction.open_table(COUNTED) {
                // No source was counted yet.
                Err(TableError::TableDoesNotExist(_)) => return Ok(Vec::new()),
                table => table?,
            };
            let mut sources = Vec::with_capacity(table.len()? as usize);
            for found in table.iter()? {
                let (source, plies) = found?;
                sources.push((SourceId(source.value()), plies.value()));
            }
            Ok(sources)
        };
        self.caught(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one_and_repetitions_differ() {
        // The hash of "a" followed by four zero bytes.
        let a: u128 = 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964;
        let prime: u128 = 0x0000_0000_0100_0000_0000_0000_0000_013b;
        let behind = (0..4).fold(a, |hash, _| hash.wrapping_mul(prime));
        assert_eq!(SourceId::of(b"a", 0), SourceId(behind));
        assert_ne!(SourceId::of(b"a", 0), SourceId::of(b"a", 1));
    }
}
