//! Runs of discs by parallel prefix (Kogge and Stone 1973), for every CPU.

/// Columns b to g. Runs along a row stay on these columns.
pub(in crate::board) const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The runs of `over` next to `from`, towards higher and towards lower bits. Squares of a line are
/// `STEP` bits apart. Unless the lines are columns, `over` must be in [`INNER_COLUMNS`].
#[inline(always)]
pub(in crate::board) fn runs<const STEP: u32>(from: u64, over: u64) -> (u64, u64) {
    let mut up = over & (from << STEP);
    let mut down = over & (from >> STEP);
    up |= over & (up << STEP);
    down |= over & (down >> STEP);
    let over_up = over & (over << STEP);
    let over_down = over_up >> STEP;
    up |= over_up & (up << (2 * STEP));
    down |= over_down & (down >> (2 * STEP));
    up |= over_up & (up << (2 * STEP));
    down |= over_down & (down >> (2 * STEP));
    (up, down)
}

/// The runs of `over` to the left of `from`.
#[inline(always)]
pub(in crate::board) fn runs_west(from: u64, over: u64) -> u64 {
    let mut run = over & from >> 1;
    run |= over & run >> 1;
    let over_two = over & over >> 1;
    run |= over_two & run >> 2;
    run | over_two & run >> 2
}
