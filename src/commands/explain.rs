//! [`explain`]: compares a move with the best one by counts on the board.

use crate::output::counted;
use engine::score::discs_of;
use engine::search::Line;
use othello::board::{Bitboard, Color, Move, Position, Square};
use othello::game::Setup;

/// Minimum reported differences of counts.
const MOVES: u32 = 2;
const FRONTIER: u32 = 3;
const STABLE: u32 = 1;

/// Maximum compared length of the expected play, in plies.
const EXPECTED: usize = 10;

/// Maximum size of a region with reported parity.
const REGION: u32 = 10;

/// Compares a ranked move of `setup` with the `best` one, in words:
/// `b5, 4.25 behind f4: leaves black 8 moves instead of 5`. `None` without its score.
pub(crate) fn explain(setup: Setup, best: &Line, other: &Line) -> Option<String> {
    let plies = best.pv.len().min(other.pv.len()).min(EXPECTED);
    let one = Facts::new(setup, &best.pv[..plies])?;
    let two = Facts::new(setup, &other.pv[..plies])?;
    let behind = best.known_score()?.centidiscs() - other.known_score()?.centidiscs();
    let place = match behind {
        ..=0 => format!("as good as {}", one.mv),
        _ => format!("{:.2} behind {}", discs_of(behind), one.mv),
    };
    let [worse, better] = two.against(&one, !setup.side).map(|reasons| reasons.join("; "));
    let reasons = match (&*worse, &*better) {
        ("", "") if behind > 0 => "similar counts, so compare the lines".to_owned(),
        ("", "") => "similar counts".to_owned(),
        (worse, "") => worse.to_owned(),
        ("", better) => format!("no count is worse; it {better}"),
        (worse, better) => format!("{worse}; but {better}"),
    };
    Some(format!("{}, {place}: {reasons}", two.mv))
}

/// Counts after a move, for the side that made it.
struct Facts {
    mv: Square,
    /// The moves of the opponent.
    replies: Bitboard,
    /// Own discs next to an empty square.
    frontier: u32,
    /// Stable discs on the edges and inside.
    edges: u32,
    inside: u32,
    /// The empty corner next to the square, diagonally or on an edge.
    corner: Option<Square>,
    /// The size of the separate empty region of the move.
    region: Option<u32>,
    /// The corners taken in the expected play by this side and by the opponent.
    corners: [Bitboard; 2],
}

impl Facts {
    /// The counts after the first move of `pv`, and the corners of all its moves. `None` if `pv`
    /// does not start with a disc.
    fn new(setup: Setup, pv: &[Move]) -> Option<Facts> {
        let mv = pv.first()?.square()?;
        let after = setup.position.play(mv)?;
        let mine = after.pass();
        let (stable, edges) = (mine.stable_discs().count(), mine.stable_edge_discs().count());
        let near = Bitboard::X_SQUARES | Bitboard::C_SQUARES;
        let corner = mv.bit().grow() & Bitboard::CORNERS & after.empties();
        let mut corners = [Bitboard::EMPTY; 2];
        for (ply, square) in pv.iter().enumerate().filter_map(|(ply, mv)| Some((ply, mv.square()?)))
        {
            corners[ply % 2] |= square.bit() & Bitboard::CORNERS;
        }
        Some(Facts {
            mv,
            replies: after.legal_moves(),
            frontier: (mine.player() & after.empties().grow()).count(),
            edges,
            inside: stable - edges,
            corner: corner.first().filter(|_| near.contains(mv)),
            region: region(setup.position, mv),
            corners,
        })
    }

    /// The disadvantages and the advantages of this move against the `best` one.
    fn against(&self, best: &Facts, opponent: Color) -> [Vec<String>; 2] {
        let [mut worse, mut better] = [Vec::new(), Vec::new()];
        let [one, two] = [best, self];
        let open = |facts: &Facts| facts.replies & Bitboard::CORNERS;
        let given = |facts: &Facts| open(facts) | facts.corners[1];
        let later = |is_now: bool| if is_now { "" } else { " in the expected play" };
        for corner in one.corners[0] - two.corners[0] - given(two) {
            worse.push(format!("misses the corner {corner}{}", later(corner == one.mv)));
        }
        for corner in two.corners[0] - one.corners[0] {
            better.push(format!("takes the corner {corner}{}", later(corner == two.mv)));
        }
        for corner in given(two) - given(one) {
            let now = later(open(two).contains(corner));
            worse.push(format!("lets {opponent} take the corner {corner}{now}"));
        }
        for corner in given(one) - given(two) - two.corners[0] {
            better.push(format!("keeps {opponent} from the corner {corner}"));
        }
        match (one.corner, two.corner) {
            (None, Some(corner)) => worse.push(format!("is next to the empty corner {corner}")),
            (Some(corner), None) => {
                better.push(format!("is not next to the empty corner {corner}"))
            }
            _ => {}
        }
        let leaves = format!("leaves {opponent}");
        let counts = |count: fn(&Facts) -> u32| [count(one), count(two)];
        for ([one, two], least, is_good, verb, noun, place) in [
            (counts(|facts| facts.replies.count()), MOVES, false, &*leaves, "move", ""),
            (counts(|facts| facts.edges), STABLE, true, "has", "stable disc", " on the edges"),
            (counts(|facts| facts.inside), STABLE, true, "has", "stable disc", " inside"),
            (counts(|facts| facts.frontier), FRONTIER, false, "has", "disc", " on the frontier"),
        ] {
            let list = if (two > one) == is_good { &mut better } else { &mut worse };
            if one.abs_diff(two) >= least {
                let count = counted(two, noun);
                list.push(format!("{verb} {count}{place} instead of {one}"));
            }
        }
        if let (Some(one), Some(two)) = (one.region, two.region)
            && one % 2 != two % 2
        {
            let (list, last) = match two % 2 {
                0 => (&mut worse, format!("{opponent} moves last")),
                _ => (&mut better, "it also moves last".to_owned()),
            };
            let squares = counted(two, "square");
            list.push(format!("plays into a region of {squares}, where by parity {last}"));
        }
        [worse, better]
    }
}

/// The size of the connected empty region of `square`, if there are other empty squares.
fn region(position: Position, square: Square) -> Option<u32> {
    let mut region = square.bit();
    loop {
        let more = region.grow() & position.empties();
        if more == region {
            break;
        }
        region = more;
    }
    let size = region.count();
    (size <= REGION && region != position.empties()).then_some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::score::{Bound, Score, Selectivity};
    use engine::search::{Certainty, Source};

    /// The explanation of `other` behind `best`: a score in centidiscs, and the expected play.
    fn explained(board: &str, best: (i32, &str), other: (i32, &str)) -> Option<String> {
        let line = |(centidiscs, pv): (i32, &str)| Line {
            rank: 1,
            depth: 8,
            score: Score::saturating(centidiscs),
            bound: Bound::Exact,
            certainty: Certainty::Selective(Selectivity::Percent73),
            pv: pv.split(' ').map(|word| word.parse().unwrap()).collect(),
            source: Source::Search,
        };
        let record: othello::game::Record = board.parse().unwrap();
        explain(record.game().setup(), &line(best), &line(other))
    }

    #[test]
    fn moves_are_compared_by_board_counts() {
        let text = explained("f5d6c3d3c4", (200, "f4"), (-225, "b5"));
        let expected =
            "b5, 4.25 behind f4: no count is worse; it leaves black 8 moves instead of 11";
        assert_eq!(text.as_deref(), Some(expected));
        let text = explained("start", (0, "f5"), (0, "d3"));
        assert_eq!(text.as_deref(), Some("d3, as good as f5: similar counts"));
        let text = explained("start", (100, "f5"), (0, "d3"));
        let expected = "d3, 1.00 behind f5: similar counts, so compare the lines";
        assert_eq!(text.as_deref(), Some(expected));
        assert_eq!(explained("start", (0, "f5"), (0, "pass")), None);
    }

    #[test]
    fn corners_and_regions_are_named() {
        // The proven play of both moves, by `solve`.
        let board = "-XXXXXX--OOOOX--OOOOXOOO-XXOXOO-XXXOOXO-XXXOXXX-X-OXXXXX-O-XOXXX X";
        let best = "c8 a4 a8 b7 h4 h5 h6 h2";
        let text = explained(board, (2200, best), (1200, "b7 a4 c8 a8 h4 h5 h6 h2")).unwrap();
        assert_eq!(
            text,
            "b7, 10.00 behind c8: lets white take the corner a8; is next to the empty corner a8; \
             has 4 stable discs on the edges instead of 6"
        );
        let text = explained(board, (2200, best), (2000, "a1 a4 a2 b7 c8 a8 h4 g2")).unwrap();
        assert_eq!(
            text,
            "a1, 2.00 behind c8: lets white take the corner a8 in the expected play; leaves white 7 \
             moves instead of 5; plays into a region of 2 squares, where by parity white moves last; \
             but takes the corner a1; has 11 stable discs on the edges instead of 6"
        );
    }
}
