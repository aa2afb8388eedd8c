//! Exact scores on the [`Mailbox`] by search to the end, moves in reading order, without a table.
//! Scores are final differences for the side to move, empties to the winner.

use othello::board::Move;

use super::mailbox::Mailbox;

/// Above every score.
const BEYOND: i32 = 65;

/// The exact score without pruning.
pub fn negamax(mailbox: &Mailbox) -> i32 {
    if mailbox.is_over() {
        return mailbox.final_difference();
    }
    mailbox.replies().iter().map(|(_, next)| -negamax(next)).max().expect("the game is not over")
}

/// The score if within `alpha` and `beta`; otherwise a bound (fail-soft).
pub fn alpha_beta(mailbox: &Mailbox, alpha: i32, beta: i32) -> i32 {
    let replies = mailbox.replies();
    if replies.is_empty() {
        return mailbox.final_difference();
    }
    let mut best = -BEYOND;
    for (_, next) in replies {
        best = best.max(-alpha_beta(&next, -beta, -alpha.max(best)));
        if best >= beta {
            break;
        }
    }
    best
}

/// The solution of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// For the side to move.
    pub score: i32,
    /// All moves with this score, in reading order. A forced pass counts, a finished game has none.
    pub best_moves: Vec<Move>,
}

pub fn solve(mailbox: &Mailbox) -> Solution {
    let replies = mailbox.replies();
    if replies.is_empty() {
        return Solution { score: mailbox.final_difference(), best_moves: Vec::new() };
    }
    let mut solution = Solution { score: -BEYOND, best_moves: Vec::new() };
    for (mv, next) in replies {
        // A window that separates moves equal to the best so far from worse ones.
        let score = -alpha_beta(&next, -BEYOND, 1 - solution.score);
        if score > solution.score {
            solution = Solution { score, best_moves: vec![mv] };
        } else if score == solution.score {
            solution.best_moves.push(mv);
        }
    }
    solution
}
