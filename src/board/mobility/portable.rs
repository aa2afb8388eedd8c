//! Legal moves by parallel prefix fills, for every CPU.

/// The empty squares on which the player may put a disc.
///
/// In each direction the player's discs are pushed over runs of opposing discs by
/// doubling steps (Kogge-Stone); what lies behind a run and is empty is legal.
#[inline]
#[must_use]
pub fn legal_moves(player: u64, opponent: u64) -> u64 {
    /// Opposing discs that can be jumped sideways: not on the a and h columns.
    const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;
    let inner = opponent & INNER_COLUMNS;
    let moves = fill::<1>(player, inner)
        | fill::<7>(player, inner)
        | fill::<8>(player, opponent)
        | fill::<9>(player, inner);
    moves & !(player | opponent)
}

/// The squares just behind runs of `over` that start next to `from`, one direction
/// and its opposite, `STEP` bits apart.
#[inline(always)]
fn fill<const STEP: u32>(from: u64, over: u64) -> u64 {
    let mut up = over & (from << STEP);
    let mut down = over & (from >> STEP);
    up |= over & (up << STEP);
    down |= over & (down >> STEP);
    let over_up = over & (over << STEP);
    let over_down = over & (over >> STEP);
    up |= over_up & (up << (2 * STEP));
    down |= over_down & (down >> (2 * STEP));
    up |= over_up & (up << (2 * STEP));
    down |= over_down & (down >> (2 * STEP));
    (up << STEP) | (down >> STEP)
}
