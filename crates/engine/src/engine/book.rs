//! [`BookAdvice`]: the book lines of a position, and whether they are as reliable as a search.

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

/// Margin in centidiscs. Moves within this margin of the best move may overtake it in a deeper
/// search.
const CLOSE: i32 = 100;

/// Depth penalty, in plies per selectivity step, when a book score competes with a search. The
/// penalty is for the opening; late in the game the difference is smaller. Measurements:
/// docs/search.md.
const PLIES_OF_A_STEP: u32 = 3;

/// What determines the random choice among book moves if [`Options::seed`] is `None`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeedScope {
    /// The position and the seed drawn for the game.
    Game,
    /// The position alone.
    Position,
}

/// The book lines of a position, best first.
#[derive(Debug, Clone)]
pub(super) struct BookAdvice {
    lines: Vec<BookLine>,
    /// Number of leading lines whose rank is certain. A move without a line may be better than the
    /// lines after these.
    ranked: usize,
}

#[derive(Debug, Clone)]
struct BookLine {
    line: Line,
    /// Whether the score comes from a search at least as deep and as certain as the requested
    /// search.
    is_deep: bool,
}

impl BookAdvice {
    /// The book lines of `position`, compared with a search with these `limits`. Returns `None` if
    /// the options or limits rule out the book, or if the book has no line.
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
        let reach = SearchReach::new(options, empties, limits);
        let lines: Vec<BookLine> = lines
            .into_iter()
            .map(|line| BookLine { is_deep: reach.is_matched_by(&line), line })
            .collect();
        (!lines.is_empty()).then_some(BookAdvice { lines, ranked })
    }

    /// A random line among those that a search could not improve and that are at most `variety`
    /// centidiscs worse than the best. Each score gets a random bonus of at most `variety`; the
    /// highest sum wins.
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

    /// The best `count` lines. `None` if a search could improve them.
    pub(super) fn best(&self, count: usize) -> Option<Vec<Line>> {
        let last = self.lines.get(count.checked_sub(1)?)?.line.score;
        let is_close =
            |known: &&BookLine| known.line.score.centidiscs() >= last.centidiscs() - CLOSE;
        let is_known =
            count <= self.ranked && self.lines.iter().filter(is_close).all(|known| known.is_deep);
        is_known
            .then(|| ranked(self.lines[..count].iter().map(|known| known.line.clone()).collect()))
    }

    /// The best line outside `known`. `None` if a search could improve it.
    pub(super) fn best_but(&self, known: Bitboard) -> Option<Line> {
        let is_known = |mv: Move| mv.square().is_some_and(|square| known.contains(square));
        let is_other = |known: &BookLine| known.line.pv.first().is_some_and(|&mv| !is_known(mv));
        let place = self.lines.iter().position(is_other)?;
        let other = self.best(place + 1)?.pop();
        other.map(|line| Line { rank: 1, ..line })
    }

    /// The deep lines. A search can skip their moves.
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

/// Passes book lines to `listener`.
pub(super) fn announce(lines: &[Line], listener: &mut dyn FnMut(SearchInfo)) {
    for line in lines {
        listener(SearchInfo { line: line.clone(), usage: Usage::default() });
    }
}

/// A report of book lines.
pub(super) fn report_of(lines: Vec<Line>) -> SearchReport {
    SearchReport { lines, usage: Usage::default(), shortage: None }
}

/// Merges the book lines, best first, into the report of a search for `count` lines. A book line
/// replaces a searched line with the same first move. Searched lines keep their order. After an
/// abort, lines of the last iteration come first, so the scores may not be in order.
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

/// The depth and certainty that a search would reach.
struct SearchReach {
    depth: u32,
    certainty: Certainty,
}

impl SearchReach {
    fn new(options: &Options, empties: u32, limits: &Limits) -> SearchReach {
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
        SearchReach { depth, certainty }
    }

    fn is_matched_by(&self, line: &Line) -> bool {
        let usual = Certainty::Selective(Limits::SELECTIVITY);
        let is_step_below = line.certainty < self.certainty && self.certainty == usual;
        match line.certainty {
            Certainty::Exact => true,
            // One level below the usual selectivity needs extra depth.
            _ if is_step_below => line.depth >= self.depth + PLIES_OF_A_STEP,
            certainty => certainty >= self.certainty && line.depth >= self.depth,
        }
    }
}

fn nodes_within(time: Duration, threads: usize) -> u64 {
    let nodes = time.as_millis() * u128::from(USUAL_SPEED / 1000) * threads as u128;
    u64::try_from(nodes).unwrap_or(u64::MAX)
}

/// The depth in plies that a search from the opening reaches with `nodes`. Each ply takes about a
/// third more nodes than the ply before. The result is within two plies of the medians measured in
/// docs/search.md.
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

/// Without the feature the book is empty.
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
    use crate::search::Line;
    use othello::board::{Position, Square};

    /// An opening book for an engine. Equality is by identity.
    #[derive(Debug, Clone)]
    pub struct OpeningBook(Arc<BookReader>);

    impl OpeningBook {
        /// The embedded book.
        #[must_use]
        pub fn embedded() -> OpeningBook {
            OpeningBook(Arc::new(BookReader::embedded()))
        }

        /// Opens the book at `path`.
        ///
        /// # Errors
        /// If `path` is not a readable book.
        pub fn open(path: impl AsRef<Path>) -> Result<OpeningBook, BookError> {
            Ok(OpeningBook(Arc::new(BookReader::open(path.as_ref())?)))
        }

        /// The path of the file. `None` for the embedded book.
        #[must_use]
        pub fn path(&self) -> Option<&Path> {
            self.0.path()
        }

        /// Read access to the book.
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

    /// The book lines of `position`, best first, and the number of leading lines whose rank is
    /// certain.
    pub(super) fn known_lines(options: &Options, position: Position) -> (Vec<Line>, usize) {
        // An unreadable book counts as empty.
        let book = options.book.as_ref();
        let known =
            book.and_then(|book| book.reader().variations(position).ok()).unwrap_or_default();
        let known: Vec<_> =
            known.into_iter().flat_map(|known| with_same_moves(known, position)).collect();
        // A move without a line is not better than the move outside the book. So the ranks of lines
        // up to that move are certain.
        let is_complete = known.len() == position.legal_moves().count() as usize;
        let last = known.iter().rposition(|known| !known.is_inside).filter(|_| !is_complete);
        let ranked = last.map_or(known.len(), |at| at + 1);
        (known.into_iter().map(|known| known.line).collect(), ranked)
    }

    /// If `known` is the move outside the book, repeats it for each symmetric first move. Each move
    /// inside the book has its own line.
    fn with_same_moves(known: Variation, position: Position) -> Vec<Variation> {
        let square = known.line.pv[0].square().filter(|_| !known.is_inside);
        let Some(square) = square else { return vec![known] };
        // The line of a move outside the book has only that move.
        let line = |square: Square| Line { pv: vec![square.into()], ..known.line.clone() };
        let of = |square| Variation { line: line(square), ..known };
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
    fn the_book_replaces_only_weaker_searches() {
        let squares = |lines: Option<Vec<Line>>| -> Option<Vec<(usize, Move)>> {
            Some(lines?.iter().map(|line| (line.rank, line.pv[0])).collect())
        };
        let known = advice(&LINES, 3, 22);
        let best = [(1, Square::D3.into()), (2, Square::C4.into()), (3, Square::F5.into())];
        assert_eq!(squares(known.best(3)).unwrap(), best);
        assert_eq!(known.best(4), None, "unknown moves may beat the last");
        // A move close to the best has less depth.
        assert_eq!(advice(&LINES, 3, 23).best(1), None);
        assert_eq!(known.best_but(Square::D3.bit()).unwrap().pv, [Square::C4.into()]);
        assert_eq!(known.best_but(Square::E6.bit()).unwrap().pv, [Square::D3.into()]);
        assert_eq!(advice(&LINES, 1, 22).best_but(Square::D3.bit()), None);
    }

    #[test]
    fn variety_obeys_its_maximum_loss() {
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
        assert_eq!(chosen(6400).len(), 3, "shallower lines are never played");
        let close = advice(&[(Square::D3, 100, 30), (Square::C4, 99, 30)], 2, 22);
        assert_eq!(chosen_of(close, 1).len(), 2, "the maximum loss is allowed");
    }

    #[test]
    fn search_and_book_lines_are_ranked_together() {
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
        // The second line comes from the previous iteration.
        let lines = vec![found(Square::F5, -360), found(Square::C4, -336)];
        let report = SearchReport { lines, usage: Usage::default(), shortage: None };
        let merged = merge(report, vec![line(Square::D3, -350, 30)], 3);
        let scores: Vec<_> = merged.lines.iter().map(|line| line.score.centidiscs()).collect();
        assert_eq!(scores, [-350, -360, -336]);
    }

    #[test]
    fn depths_follow_from_depth_nodes_and_time() {
        let needed = |limits: Limits| SearchReach::new(&Options::default(), 50, &limits).depth;
        let none = Limits::default();
        assert_eq!(needed(none.clone()), 50);
        assert_eq!(needed(Limits { depth: Some(12), ..none.clone() }), 12);
        assert_eq!(needed(Limits { nodes: Some(1_000_000), ..none.clone() }), 27);
        let time = |milliseconds| Some(Duration::from_millis(milliseconds));
        assert_eq!(needed(Limits { move_time: time(100), ..none.clone() }), 24);
        let both = Limits { move_time: time(100), depth: Some(8), ..none.clone() };
        assert_eq!(needed(both), 8);
        let four = Options { threads: 4, ..Options::default() };
        let deeper = SearchReach::new(&four, 50, &Limits { move_time: time(100), ..none }).depth;
        assert!(deeper > 24, "{deeper} with four threads");
    }

    #[test]
    fn unproven_book_lines_do_not_replace_an_exact_search() {
        let limits = Limits { depth: Some(20), ..Limits::default() };
        let certainty = |empties, limits: &Limits| {
            SearchReach::new(&Options::default(), empties, limits).certainty
        };
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
    fn searches_with_excluded_moves_do_not_use_the_book() {
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
    fn the_book_does_not_replace_a_more_certain_search() {
        let limits = Limits {
            depth: Some(10),
            selectivity: Some(Selectivity::Percent95),
            ..Limits::default()
        };
        let reach = SearchReach::new(&Options::default(), 50, &limits);
        assert!(!reach.is_matched_by(&line(Square::D3, 0, 30)));
        let proven = Line { certainty: Certainty::Exact, ..line(Square::D3, 0, 3) };
        assert!(reach.is_matched_by(&proven));
        let reach = SearchReach::new(
            &Options::default(),
            50,
            &Limits { depth: Some(19), ..Limits::default() },
        );
        let unsure = |depth| Line {
            certainty: Certainty::Selective(Selectivity::Percent73),
            ..line(Square::D3, 0, depth)
        };
        assert!(reach.is_matched_by(&unsure(22)) && !reach.is_matched_by(&unsure(21)));
    }
}
