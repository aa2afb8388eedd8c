//! What the opening book says of a position, and whether that is as good as what a search
//! would find: [`BookAdvice`].

use std::iter;
use std::time::Duration;

use super::Options;
use crate::score::Selectivity;
use crate::search::{
    Certainty, Goal, Limits, Line, SOLVED_EMPTIES, SearchInfo, SearchReport, USUAL_SPEED, Usage,
};
use crate::strategy::Skill;
use othello::board::{Bitboard, Move, Position};
use othello::random::Random;

#[cfg(feature = "book")]
pub use opening_book::OpeningBook;
#[cfg(feature = "book")]
use opening_book::known_lines;

/// Moves that are worse than the best by no more than this, in centidiscs, may be better than
/// it when they are looked at further ahead.
const CLOSE: i32 = 100;

/// By how many plies a score that is less sure by a step counts as one that looks less far ahead. In
/// the opening late moves are searched less deep at 73 per cent. Where a search reaches the end of
/// the game it is less: with 26 empties depth 16 at 73 per cent is as far off as 14 to 15 at 87
/// ([`Limits::SELECTIVITY`]).
const PLIES_OF_A_STEP: u32 = 3;

/// What determines the random choice among moves of the book if [`Options::seed`] is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// The position and the seed drawn for the game.
    OfGame,
    /// The position alone.
    OfPosition,
}

/// What the book says of a position: the lines of its moves, best first.
#[derive(Debug, Clone)]
pub(super) struct BookAdvice {
    lines: Vec<BookLine>,
    /// How many of them, from the first, are known to be the best moves of the position. The others
    /// are worse than a move of which the book says nothing but that it is no better than the last
    /// of these.
    ranked: usize,
}

#[derive(Debug, Clone)]
struct BookLine {
    line: Line,
    /// Whether it comes from a search that has looked at least as far ahead as the one that was
    /// asked for, and as surely.
    is_deep: bool,
}

impl BookAdvice {
    /// What the book of `options` says of `position`, to be compared with a search with these
    /// `limits`. `None` if the book is not to be used here, or says nothing.
    pub(super) fn new(
        options: &Options,
        position: Position,
        limits: &Limits,
    ) -> Option<BookAdvice> {
        let empties = position.empty_count();
        let is_used = options.own_book
            && options.style.is_none()
            && options.skill >= Skill::FULL
            && limits.goal == Goal::Move
            && limits.excluded.is_empty()
            && Position::START_EMPTIES.saturating_sub(empties) < options.book_depth as u32
            && !position.legal_moves().is_empty();
        let (lines, ranked) = if is_used { known_lines(options, position) } else { return None };
        let needed = Needed::new(options, empties, limits);
        let lines: Vec<BookLine> = lines
            .into_iter()
            .map(|line| BookLine { is_deep: needed.is_met(&line), line })
            .collect();
        (!lines.is_empty()).then_some(BookAdvice { lines, ranked })
    }

    /// A line of a move to play, if a search could not know better: one of those that are worse
    /// than the best by at most `variety` centidiscs. A random number up to that is added to the
    /// score of each; the greatest sum decides.
    pub(super) fn choose(&self, variety: usize, random: &mut Random) -> Option<Line> {
        let best = self.best(1)?.first()?.score.centidiscs();
        let candidates = self.lines.iter().filter(|known| {
            known.is_deep && best - known.line.score.centidiscs() <= variety as i32
        });
        let chosen = candidates.max_by_key(|known| {
            let bonus = random.below(variety as u32 + 1) as i32;
            (known.line.score.centidiscs() + bonus, random.bits())
        });
        chosen.map(|known| Line { rank: 1, ..known.line.clone() })
    }

    /// The best `count` lines, if a search could not know better.
    pub(super) fn best(&self, count: usize) -> Option<Vec<Line>> {
        let last = self.lines.get(count.checked_sub(1)?)?.line.score;
        let is_close =
            |known: &&BookLine| known.line.score.centidiscs() >= last.centidiscs() - CLOSE;
        let is_known =
            count <= self.ranked && self.lines.iter().filter(is_close).all(|known| known.is_deep);
        is_known
            .then(|| ranked(self.lines[..count].iter().map(|known| known.line.clone()).collect()))
    }

    /// The best line of the moves other than `known`, if a search could not know better.
    pub(super) fn best_but(&self, known: Bitboard) -> Option<Line> {
        let is_known = |mv: Move| mv.square().is_some_and(|square| known.contains(square));
        let is_other = |known: &BookLine| known.line.pv.first().is_some_and(|&mv| !is_known(mv));
        let place = self.lines.iter().position(is_other)?;
        let other = self.best(place + 1)?.pop();
        other.map(|line| Line { rank: 1, ..line })
    }

    /// The lines from which a search can learn.
    pub(super) fn deep_lines(&self) -> Vec<Line> {
        ranked(
            self.lines
                .iter()
                .filter(|known| known.is_deep)
                .map(|known| known.line.clone())
                .collect(),
        )
    }
}

/// Tells `listener` of lines of the book.
pub(super) fn announce(lines: &[Line], listener: &mut dyn FnMut(SearchInfo)) {
    for line in lines {
        listener(SearchInfo { line: line.clone(), usage: Usage::default() });
    }
}

/// A report of lines of the book.
pub(super) fn report_of(lines: Vec<Line>) -> SearchReport {
    SearchReport { lines, usage: Usage::default(), shortage: None }
}

/// The report of a search for `count` lines, with the lines of the book, best first, in the place
/// of those that it has found for the same moves. The others keep their order, which is not that of
/// their scores where the search was stopped: those of its last iteration come first.
pub(super) fn merge(report: SearchReport, of_book: Vec<Line>, count: usize) -> SearchReport {
    let mut searched = report.lines;
    searched.retain(|line| of_book.iter().all(|known| known.pv.first() != line.pv.first()));
    let mut lines = Vec::with_capacity(of_book.len() + searched.len());
    let mut of_book = of_book.into_iter().peekable();
    for line in searched {
        lines.extend(iter::from_fn(|| of_book.next_if(|known| known.score >= line.score)));
        lines.push(line);
    }
    lines.extend(of_book);
    lines.truncate(count.max(1));
    SearchReport { lines: ranked(lines), ..report }
}

fn ranked(mut lines: Vec<Line>) -> Vec<Line> {
    for (rank, line) in (1..).zip(&mut lines) {
        line.rank = rank;
    }
    lines
}

/// How far ahead, and how surely, a search would look.
struct Needed {
    depth: u32,
    certainty: Certainty,
}

impl Needed {
    fn new(options: &Options, empties: u32, limits: &Limits) -> Needed {
        let time = limits.usual_time(empties, &options.parameters);
        let by_time = time.map(|time| reached_depth(nodes_within(time, options.threads)));
        let by_nodes = limits.nodes.map(reached_depth);
        let depths = [limits.depth, by_time, by_nodes];
        let depth = depths.into_iter().flatten().chain([empties]).min().unwrap_or(empties);
        let certainty = if empties <= SOLVED_EMPTIES {
            Certainty::Exact
        } else if depth < empties {
            Certainty::Selective(limits.selectivity())
        } else if limits.end_selectivity < Selectivity::Full {
            Certainty::Selective(limits.end_selectivity)
        } else {
            Certainty::Exact
        };
        Needed { depth, certainty }
    }

    fn is_met(&self, line: &Line) -> bool {
        let usual = Certainty::Selective(Limits::SELECTIVITY);
        let is_step_below = line.certainty < self.certainty && self.certainty == usual;
        match line.certainty {
            Certainty::Exact => true,
            // There is one level below the usual one.
            _ if is_step_below => line.depth >= self.depth + PLIES_OF_A_STEP,
            certainty => certainty >= self.certainty && line.depth >= self.depth,
        }
    }
}

fn nodes_within(time: Duration, threads: usize) -> u64 {
    let nodes = time.as_millis() * u128::from(USUAL_SPEED / 1000) * threads as u128;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// The depth that a search of a position of the opening reaches with so many nodes, in plies, within
/// two of the medians of 16 positions after 2 to 10 moves: 12 with 10,000 nodes, 17 with 100,000, 26
/// with 1 million, 31 with 3 million. Each ply takes about a third more than the one before.
fn reached_depth(nodes: u64) -> u32 {
    const FIRST_DEPTH: u32 = 10;
    const FIRST_NODES: u64 = 10_000;
    let mut depth = FIRST_DEPTH;
    let mut visited = FIRST_NODES;
    while visited < nodes && depth < Position::START_EMPTIES {
        visited = visited.saturating_add(visited / 3);
        depth += 1;
    }
    depth
}

/// Without the feature there is no book.
#[cfg(not(feature = "book"))]
fn known_lines(_: &Options, _: Position) -> (Vec<Line>, usize) {
    (Vec::new(), 0)
}

#[cfg(feature = "book")]
mod opening_book {
    use std::path::Path;
    use std::sync::Arc;

    use super::Options;
    use crate::book::{BookError, BookReader, Variation};
    use crate::search::{Line, Source};
    use othello::board::{Position, Square};

    /// A book that an engine plays from; equal when it is the same.
    #[derive(Debug, Clone)]
    pub struct OpeningBook(Arc<BookReader>);

    impl OpeningBook {
        /// The book in the program.
        #[must_use]
        pub fn embedded() -> OpeningBook {
            OpeningBook(Arc::new(BookReader::embedded()))
        }

        /// The book in the file at `path`.
        ///
        /// # Errors
        /// If there is none that can be read.
        pub fn open(path: impl AsRef<Path>) -> Result<OpeningBook, BookError> {
            Ok(OpeningBook(Arc::new(BookReader::open(path.as_ref())?)))
        }

        /// The file; `None` for the book in the program.
        #[must_use]
        pub fn path(&self) -> Option<&Path> {
            self.0.path()
        }

        /// What the book knows.
        #[must_use]
        pub fn reader(&self) -> &BookReader {
            &self.0
        }
    }

    impl PartialEq for OpeningBook {
        fn eq(&self, other: &OpeningBook) -> bool {
            let is_embedded = self.0.path().is_none() && other.0.path().is_none();
            is_embedded || Arc::ptr_eq(&self.0, &other.0)
        }
    }

    impl Eq for OpeningBook {}

    /// The lines of `position` in the book of `options`, best first, and how many of them are known
    /// to be the best moves.
    pub(super) fn known_lines(options: &Options, position: Position) -> (Vec<Line>, usize) {
        // A book that cannot be read any more says nothing.
        let book = options.book.as_ref();
        let known =
            book.and_then(|book| book.reader().variations(position).ok()).unwrap_or_default();
        let known: Vec<_> =
            known.into_iter().flat_map(|known| with_same_moves(known, position)).collect();
        // The line of the move outside the book, with those that are the same, stands for all the
        // other moves, if there are any.
        let is_complete = known.len() == position.legal_moves().count() as usize;
        let last = known.iter().rposition(|line| !line.is_inside).filter(|_| !is_complete);
        let ranked = last.map_or(known.len(), |at| at + 1);
        let lines = known.into_iter().map(|known| Line {
            rank: 1,
            depth: known.depth,
            score: known.score,
            bound: known.certainty.bound_of(known.score),
            certainty: known.certainty,
            pv: known.pv,
            source: Source::Book { games: known.games.count() },
        });
        (lines.collect(), ranked)
    }

    /// `known`, a variation of `position`, and the same for the mirror images of its first move: the
    /// book has all of these where they lead to a position of it, but one of those outside.
    fn with_same_moves(known: Variation, position: Position) -> Vec<Variation> {
        let square = known.pv.first().and_then(|mv| mv.square()).filter(|_| !known.is_inside);
        let Some(square) = square else { return vec![known] };
        // A move outside the book is all that is known of its variation.
        let of = |square: Square| Variation { pv: vec![square.into()], ..known.clone() };
        position.same_moves(square).into_iter().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::{Bound, Score};
    use crate::search::Source;
    use othello::board::Square;

    fn line(square: Square, score: i32, depth: u32) -> Line {
        Line {
            rank: 1,
            depth,
            score: Score::saturating(score),
            bound: Bound::Exact,
            certainty: Certainty::Selective(Selectivity::Percent87),
            pv: vec![square.into()],
            source: Source::Book { games: 0 },
        }
    }

    fn advice(lines: &[(Square, i32, u32)], ranked: usize, needed: u32) -> BookAdvice {
        let known = |&(square, score, depth)| {
            let line = line(square, score, depth);
            BookLine { is_deep: line.depth >= needed, line }
        };
        BookAdvice { lines: lines.iter().map(known).collect(), ranked }
    }

    const LINES: [(Square, i32, u32); 4] =
        [(Square::D3, 100, 30), (Square::C4, 80, 22), (Square::F5, -15, 22), (Square::E6, -400, 9)];

    #[test]
    fn the_book_is_asked_only_for_what_it_knows_at_least_as_well() {
        let squares = |lines: Option<Vec<Line>>| -> Option<Vec<(usize, Move)>> {
            Some(lines?.iter().map(|line| (line.rank, line.pv[0])).collect())
        };
        let known = advice(&LINES, 3, 22);
        let best = [(1, Square::D3.into()), (2, Square::C4.into()), (3, Square::F5.into())];
        assert_eq!(squares(known.best(3)).unwrap(), best);
        assert_eq!(known.best(4), None, "there may be better moves than the last");
        // A move that is close to the best is known less deep.
        assert_eq!(advice(&LINES, 3, 23).best(1), None);
        assert_eq!(known.best_but(Square::D3.bit()).unwrap().pv, [Square::C4.into()]);
        assert_eq!(known.best_but(Square::E6.bit()).unwrap().pv, [Square::D3.into()]);
        assert_eq!(advice(&LINES, 1, 22).best_but(Square::D3.bit()), None);
    }

    #[test]
    fn variety_gives_away_no_more_than_it_may() {
        let chosen_of = |known: BookAdvice, variety| {
            let mut found: Vec<Move> = (0..200)
                .map(|seed| known.choose(variety, &mut Random::new(seed, 0)).unwrap().pv[0])
                .collect();
            found.sort_by_key(|mv| mv.square().map(Square::index));
            found.dedup();
            found
        };
        let chosen = |variety| chosen_of(advice(&LINES, 3, 22), variety);
        assert_eq!(chosen(0), [Square::D3.into()]);
        assert_eq!(chosen(50).len(), 2);
        assert_eq!(chosen(300).len(), 3);
        assert_eq!(chosen(6400).len(), 3, "what is known less deep is never played");
        let close = advice(&[(Square::D3, 100, 30), (Square::C4, 99, 30)], 2, 22);
        assert_eq!(chosen_of(close, 1).len(), 2, "as much as it may");
    }

    #[test]
    fn what_a_search_finds_is_ranked_among_the_lines_of_the_book() {
        let found = |square, score| Line { source: Source::Search, ..line(square, score, 10) };
        let lines = vec![found(Square::D3, 300), found(Square::C4, 90), found(Square::F5, 70)];
        let report = SearchReport { lines, usage: Usage::default(), shortage: None };
        let merged = merge(report, vec![line(Square::D3, 80, 30)], 2);
        let lines: Vec<_> = merged
            .lines
            .iter()
            .map(|line| (line.rank, line.score.centidiscs(), line.source))
            .collect();
        assert_eq!(lines, [(1, 90, Source::Search), (2, 80, Source::Book { games: 0 })]);
        // The second is of the depth before the last.
        let lines = vec![found(Square::F5, -360), found(Square::C4, -336)];
        let report = SearchReport { lines, usage: Usage::default(), shortage: None };
        let merged = merge(report, vec![line(Square::D3, -350, 30)], 3);
        let scores: Vec<_> = merged.lines.iter().map(|line| line.score.centidiscs()).collect();
        assert_eq!(scores, [-350, -360, -336]);
    }

    #[test]
    fn depths_follow_from_depth_nodes_and_time() {
        let needed = |limits: Limits| Needed::new(&Options::default(), 50, &limits).depth;
        let none = Limits::default();
        assert_eq!(needed(none.clone()), 50);
        assert_eq!(needed(Limits { depth: Some(12), ..none.clone() }), 12);
        assert_eq!(needed(Limits { nodes: Some(1_000_000), ..none.clone() }), 27);
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        assert_eq!(needed(Limits { move_time: time(100), ..none.clone() }), 24);
        let both = Limits { move_time: time(100), depth: Some(8), ..none.clone() };
        assert_eq!(needed(both), 8);
        let four = Options { threads: 4, ..Options::default() };
        let deeper = Needed::new(&four, 50, &Limits { move_time: time(100), ..none }).depth;
        assert!(deeper > 24, "{deeper} with four threads");
    }

    #[test]
    fn a_search_to_the_end_is_not_answered_by_less_than_it_proves() {
        let limits = Limits { depth: Some(20), ..Limits::default() };
        let certainty =
            |empties, limits: &Limits| Needed::new(&Options::default(), empties, limits).certainty;
        assert_eq!(certainty(20, &limits), Certainty::Exact);
        assert_eq!(certainty(21, &limits), Certainty::Selective(limits.selectivity()));
        let end_selectivity = Selectivity::Percent95;
        let unsure = Limits { end_selectivity, ..limits };
        assert_eq!(certainty(20, &unsure), Certainty::Selective(end_selectivity));
        let shallow = Limits { depth: Some(1), ..unsure };
        assert_eq!(certainty(SOLVED_EMPTIES, &shallow), Certainty::Exact);
    }

    #[cfg(feature = "book")]
    #[test]
    fn a_search_that_leaves_moves_out_is_not_answered_from_the_book() {
        let options =
            Options { book: Some(OpeningBook::embedded()), own_book: true, ..Options::default() };
        let advice = |excluded| {
            let limits = Limits { depth: Some(1), excluded, ..Limits::default() };
            BookAdvice::new(&options, Position::START, &limits).is_some()
        };
        assert!(advice(Bitboard::EMPTY));
        assert!(!advice(Square::F5.bit()));
    }

    #[test]
    fn a_surer_search_is_not_answered_from_the_book() {
        let limits = Limits {
            depth: Some(10),
            selectivity: Some(Selectivity::Percent95),
            ..Limits::default()
        };
        let needed = Needed::new(&Options::default(), 50, &limits);
        assert!(!needed.is_met(&line(Square::D3, 0, 30)));
        let proven = Line { certainty: Certainty::Exact, ..line(Square::D3, 0, 3) };
        assert!(needed.is_met(&proven));
        let needed =
            Needed::new(&Options::default(), 50, &Limits { depth: Some(19), ..Limits::default() });
        let unsure = |depth| Line {
            certainty: Certainty::Selective(Selectivity::Percent73),
            ..line(Square::D3, 0, depth)
        };
        assert!(needed.is_met(&unsure(22)) && !needed.is_met(&unsure(21)));
    }
}
