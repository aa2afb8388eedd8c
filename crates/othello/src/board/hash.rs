//! A 64-bit hash of a position, the same on every machine.

use super::Position;

impl Position {
    /// A well-mixed hash of the discs of both sides. Not injective: a table that must be exact
    /// stores the position as well.
    ///
    /// One 64x64 to 128 bit multiplication folded in half ("mum" of wyhash, Wang Yi).
    #[inline(always)]
    #[must_use]
    pub const fn hash64(self) -> u64 {
        const PLAYER_SALT: u64 = 0x9e37_79b9_7f4a_7c15;
        const OPPONENT_SALT: u64 = 0xd1b5_4a32_d192_ed03;
        let player = (self.player().0 ^ PLAYER_SALT) as u128;
        let opponent = (self.opponent().0.rotate_left(32) ^ OPPONENT_SALT) as u128;
        let product = player * opponent;
        (product >> 64) as u64 ^ product as u64
    }
}
