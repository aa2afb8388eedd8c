//! Perft on the [`Mailbox`].

use othello::board::Move;

use super::mailbox::Mailbox;

/// How perft counts a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passes {
    /// A pass takes one ply of the depth, as a disc does.
    Ply,
    /// A pass takes no depth.
    Free,
}

/// The number of lines of `depth` plies. A line that ends earlier with the game counts as one.
pub fn perft(mailbox: &Mailbox, depth: u32, passes: Passes) -> u64 {
    if depth == 0 {
        return 1;
    }
    let replies = mailbox.replies();
    if replies.is_empty() {
        return 1;
    }
    let depth_after = |mv| match (mv, passes) {
        (Move::Pass, Passes::Free) => depth,
        _ => depth - 1,
    };
    replies.iter().map(|(mv, next)| perft(next, depth_after(*mv), passes)).sum()
}
