//! The results of searches.

use engine::search::{Line, SearchReport, Usage};
use engine::{AnalysedPly, Mark};
use protocol::reply::{BoundReply, CertaintyReply, ScoreReply};

use crate::error::{Failure, free, guard};
use crate::pointers::{move_number, reference, side, write};

/// The score is not a bound. `certainty` says whether it is proven.
pub const OUTFLANK_BOUND_EXACT: i32 = 0;
/// The value is at least the score.
pub const OUTFLANK_BOUND_LOWER: i32 = 1;
/// The value is at most the score.
pub const OUTFLANK_BOUND_UPPER: i32 = 2;

/// No score: the search was stopped too early, or a strategy chose the move without a search. The
/// value is 0.
pub const OUTFLANK_UNKNOWN: i32 = 0;
/// The value is an estimate, with the confidence of `selectivity`.
pub const OUTFLANK_SELECTIVE: i32 = 1;
/// Win, draw or loss is proven.
pub const OUTFLANK_WLD: i32 = 2;
/// The value is proven to the end of the game.
pub const OUTFLANK_PROVEN: i32 = 3;

/// The move loses less than 1 disc, or is the only move.
pub const OUTFLANK_BEST: i32 = 0;
/// The move loses at least 1 disc.
pub const OUTFLANK_INACCURACY: i32 = 1;
/// The move loses at least 4 discs, or a proven win or draw.
pub const OUTFLANK_MISTAKE: i32 = 2;
/// The move loses at least 8 discs.
pub const OUTFLANK_BLUNDER: i32 = 3;

/// A value for the side to move.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OutflankScore {
    /// In centidiscs, -6400 to 6400.
    pub centidiscs: i32,
    /// OUTFLANK_BOUND_EXACT, OUTFLANK_BOUND_LOWER or OUTFLANK_BOUND_UPPER.
    pub bound: i32,
    /// OUTFLANK_UNKNOWN to OUTFLANK_PROVEN.
    pub certainty: i32,
    /// The confidence in %, 73 to 100; 100 if proven, 0 if unknown.
    pub selectivity: i32,
}

impl OutflankScore {
    fn new(score: Option<ScoreReply>) -> OutflankScore {
        let Some(ScoreReply { score, bound, certainty, selectivity }) = score else {
            let (bound, certainty) = (OUTFLANK_BOUND_EXACT, OUTFLANK_UNKNOWN);
            return OutflankScore { centidiscs: 0, bound, certainty, selectivity: 0 };
        };
        OutflankScore {
            centidiscs: score.centidiscs(),
            bound: match bound {
                None => OUTFLANK_BOUND_EXACT,
                Some(BoundReply::Lower) => OUTFLANK_BOUND_LOWER,
                Some(BoundReply::Upper) => OUTFLANK_BOUND_UPPER,
            },
            certainty: match certainty {
                CertaintyReply::Exact => OUTFLANK_PROVEN,
                CertaintyReply::Wld => OUTFLANK_WLD,
                CertaintyReply::Selective => OUTFLANK_SELECTIVE,
            },
            selectivity: selectivity.into(),
        }
    }
}

/// The usage of a search.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct OutflankUsage {
    /// The positions visited by all threads.
    pub nodes: u64,
    /// The time since the start, in microseconds.
    pub microseconds: u64,
    /// The maximum ply reached, passes not counted.
    pub deepest_ply: u32,
    /// The use of the transposition table, in per mille.
    pub hash_full: u32,
}

impl From<Usage> for OutflankUsage {
    fn from(usage: Usage) -> OutflankUsage {
        let Usage { nodes, deepest_ply, time, hash_full, .. } = usage;
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        OutflankUsage { nodes, microseconds, deepest_ply, hash_full }
    }
}

/// A move with its value and principal variation.
#[repr(C)]
pub struct OutflankLine {
    /// The rank among the moves, from 1.
    pub rank: u32,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The move; OUTFLANK_NO_MOVE if the game is over.
    pub mv: i32,
    /// The value.
    pub score: OutflankScore,
    /// The principal variation, passes included, starting with `mv`. Valid until the report is
    /// freed, or until the callback returns.
    pub pv: *const i32,
    /// The number of moves in `pv`.
    pub pv_length: usize,
}

/// A line with its moves as numbers.
pub(crate) struct OwnedLine {
    line: Line,
    pv: Vec<i32>,
}

impl From<&Line> for OwnedLine {
    fn from(line: &Line) -> OwnedLine {
        let pv = line.pv.iter().map(|&mv| move_number(Some(mv))).collect();
        OwnedLine { line: line.clone(), pv }
    }
}

impl OwnedLine {
    /// The line as a C struct that borrows from this one.
    pub(crate) fn borrowed(&self) -> OutflankLine {
        OutflankLine {
            rank: self.line.rank as u32,
            depth: self.line.depth,
            mv: move_number(self.line.pv.first().copied()),
            score: OutflankScore::new(ScoreReply::of(&self.line)),
            pv: self.pv.as_ptr(),
            pv_length: self.pv.len(),
        }
    }
}

/// The result of a search.
pub struct OutflankReport {
    lines: Vec<OwnedLine>,
    usage: OutflankUsage,
}

impl From<&SearchReport> for OutflankReport {
    fn from(report: &SearchReport) -> OutflankReport {
        let lines = report.lines.iter().map(OwnedLine::from).collect();
        OutflankReport { lines, usage: report.usage.into() }
    }
}

/// The number of lines: at least 1, at most the number of moves to rank.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_report_line_count(
    report: *const OutflankReport,
    count: *mut usize,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        unsafe { write("count", count, reference("report", report)?.lines.len()) }
    })
}

/// The line with this index, from 0, best first. OUTFLANK_INVALID if the index is too large.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_report_line(
    report: *const OutflankReport,
    index: usize,
    line: *mut OutflankLine,
) -> i32 {
    guard(|| {
        // SAFETY: guaranteed by the caller.
        let lines = unsafe { &reference("report", report)?.lines };
        let found = lines.get(index).ok_or_else(|| {
            let count = lines.len();
            Failure::invalid(format_args!("line {index}: expected less than {count}"))
        })?;
        // SAFETY: guaranteed by the caller.
        unsafe { write("line", line, found.borrowed()) }
    })
}

/// The usage of the search.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_report_usage(
    report: *const OutflankReport,
    usage: *mut OutflankUsage,
) -> i32 {
    // SAFETY: guaranteed by the caller.
    guard(|| unsafe { write("usage", usage, reference("report", report)?.usage) })
}

/// Frees a report.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn outflank_report_free(report: *mut OutflankReport) {
    // SAFETY: guaranteed by the caller.
    unsafe { free(report) }
}

/// A ply of an analysed game.
#[repr(C)]
pub struct OutflankPly {
    /// The number of moves before it, passes included.
    pub ply: usize,
    /// The discs of the side to move before the move.
    pub player: u64,
    /// The discs of the other side.
    pub opponent: u64,
    /// The side to move.
    pub to_move: i32,
    /// The played move; OUTFLANK_NO_MOVE at the end of the game.
    pub played: i32,
    /// The best move: the played move unless another move is better; OUTFLANK_NO_MOVE if the game
    /// is over.
    pub best: i32,
    /// The value of the best move.
    pub score: OutflankScore,
    /// The value of the best move minus the value of the played move, in centidiscs, 0 or more; -1
    /// at the end of the game.
    pub loss: i32,
    /// OUTFLANK_BEST to OUTFLANK_BLUNDER; -1 at the end of the game.
    pub mark: i32,
    /// The principal variation, passes included, starting with the best move. Valid until the
    /// callback returns.
    pub pv: *const i32,
    /// The number of moves in `pv`.
    pub pv_length: usize,
    /// The usage of its search.
    pub usage: OutflankUsage,
}

impl OutflankPly {
    /// Converts `ply`. `pv` holds its principal variation as move numbers.
    pub(crate) fn new(ply: &AnalysedPly, pv: &[i32]) -> OutflankPly {
        let score = ScoreReply::new(ply.score, engine::score::Bound::Exact, ply.certainty);
        OutflankPly {
            ply: ply.ply,
            player: ply.setup.position.player().0,
            opponent: ply.setup.position.opponent().0,
            to_move: side(ply.setup.side),
            played: move_number(ply.played),
            best: move_number(ply.best()),
            score: OutflankScore::new(Some(score)),
            loss: ply.loss().unwrap_or(-1),
            mark: match ply.mark() {
                None => -1,
                Some(Mark::Best) => OUTFLANK_BEST,
                Some(Mark::Inaccuracy) => OUTFLANK_INACCURACY,
                Some(Mark::Mistake) => OUTFLANK_MISTAKE,
                Some(Mark::Blunder) => OUTFLANK_BLUNDER,
            },
            pv: pv.as_ptr(),
            pv_length: pv.len(),
            usage: ply.usage.into(),
        }
    }
}
