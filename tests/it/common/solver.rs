//! Exact scores by the [`Mailbox`]: plain search to the end of the game. Moves are
//! tried in reading order and nothing is remembered. Scores are final differences
//! for the side to move, the empties counted for the winner.

use outflank::board::Move;

use super::mailbox::Mailbox;

/// More than any difference.
const BEYOND: i32 = 65;

/// The score with the best play of both sides, by looking at every line of play.
pub fn negamax(mailbox: &Mailbox) -> i32 {
    if mailbox.is_over() {
        return mailbox.final_difference();
    }
    mailbox.replies().iter().map(|(_, next)| -negamax(next)).max().expect("the game is not over")
}

/// The score, if it is between `alpha` and `beta`. A result of `alpha` or less is
/// an upper bound of the score, one of `beta` or more a lower bound (fail-soft).
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

/// What is known of a solved position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// The score of the position for the side to move.
    pub score: i32,
    /// All moves that reach it, in reading order: a lone pass where the side to
    /// move has to, none where the game is over.
    pub best_moves: Vec<Move>,
}

/// The score and the best moves.
pub fn solve(mailbox: &Mailbox) -> Solution {
    let replies = mailbox.replies();
    if replies.is_empty() {
        return Solution { score: mailbox.final_difference(), best_moves: Vec::new() };
    }
    let mut solution = Solution { score: -BEYOND, best_moves: Vec::new() };
    for (mv, next) in replies {
        // A window that tells moves as good as the best one so far from worse ones.
        let score = -alpha_beta(&next, -BEYOND, 1 - solution.score);
        if score > solution.score {
            solution = Solution { score, best_moves: vec![mv] };
        } else if score == solution.score {
            solution.best_moves.push(mv);
        }
    }
    solution
}
