//! [`checksum`]: detects damaged files.

/// FNV-1a (Fowler, Noll and Vo 1991) over words of eight bytes. An extra shift mixes the high bits
/// down.
pub fn checksum(bytes: &[u8]) -> u64 {
    let seed = 0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64;
    bytes.chunks(8).fold(seed, |hash, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        let hash = (hash ^ u64::from_le_bytes(word)).wrapping_mul(0x0000_0100_0000_01b3);
        hash ^ hash >> 29
    })
}
