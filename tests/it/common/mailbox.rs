//! [`Mailbox`]: the rules on a 10x10 array with a border. Slow, simple and independent of the
//! bitboards.

use othello::board::{Move, Position, Square};

/// The content of a place of the array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Outside the board: ends every line.
    Border,
    Empty,
    Black,
    White,
}

/// The array and the side to move.
///
/// ```text
///  0  1  2 ..  8  9
/// 10 a1 b1 .. h1 19
/// 20 a2 b2 .. h2 29
///       ..
/// 80 a8 b8 .. h8 89
/// 90 91 92 .. 98 99
/// ```
#[derive(Clone, Copy)]
pub struct Mailbox {
    places: [Content; 100],
    /// Black or white.
    player: Content,
    /// Black or white.
    opponent: Content,
}

/// Offsets to the eight neighbours.
const STEPS: [isize; 8] = [-11, -10, -9, -1, 1, 9, 10, 11];

fn place_of(square: Square) -> usize {
    10 * (square.row() + 1) + square.column() + 1
}

fn square_at(place: usize) -> Square {
    Square::from_coordinates(place % 10 - 1, place / 10 - 1).expect("on the board")
}

fn walk(from: usize, step: isize, steps: usize) -> usize {
    from.wrapping_add_signed(step * steps as isize)
}

impl Mailbox {
    pub fn start() -> Mailbox {
        let mut start = Mailbox::empty();
        for (square, disc) in [
            (Square::D4, Content::White),
            (Square::E5, Content::White),
            (Square::E4, Content::Black),
            (Square::D5, Content::Black),
        ] {
            start.places[place_of(square)] = disc;
        }
        start
    }

    fn empty() -> Mailbox {
        let mut places = [Content::Border; 100];
        for square in Square::ALL {
            places[place_of(square)] = Content::Empty;
        }
        Mailbox { places, player: Content::Black, opponent: Content::White }
    }

    fn squares_with(&self, content: Content) -> impl Iterator<Item = Square> {
        let places = &self.places;
        Square::ALL.into_iter().filter(move |&square| places[place_of(square)] == content)
    }

    /// The empty squares in reading order.
    pub fn empties(&self) -> Vec<Square> {
        self.squares_with(Content::Empty).collect()
    }

    /// The number of opposing discs in a row next to `place` in direction `step` if a disc of the
    /// player ends the row; otherwise 0.
    fn bracketed(&self, place: usize, step: isize) -> usize {
        let mut steps = 1;
        while self.places[walk(place, step, steps)] == self.opponent {
            steps += 1;
        }
        let ended = self.places[walk(place, step, steps)] == self.player;
        if ended { steps - 1 } else { 0 }
    }

    fn flipped_places(&self, place: usize) -> Vec<usize> {
        let mut flipped = Vec::new();
        for step in STEPS {
            for steps in 1..=self.bracketed(place, step) {
                flipped.push(walk(place, step, steps));
            }
        }
        flipped
    }

    /// The discs that a disc of the player on `square` flips. The square may be occupied.
    pub fn flips(&self, square: Square) -> Vec<Square> {
        self.flipped_places(place_of(square)).into_iter().map(square_at).collect()
    }

    pub fn is_legal(&self, square: Square) -> bool {
        let place = place_of(square);
        self.places[place] == Content::Empty
            && STEPS.into_iter().any(|step| self.bracketed(place, step) > 0)
    }

    /// The legal moves in reading order.
    pub fn legal_moves(&self) -> Vec<Square> {
        Square::ALL.into_iter().filter(|&square| self.is_legal(square)).collect()
    }

    /// The board after a legal move.
    pub fn play(&self, square: Square) -> Mailbox {
        assert!(self.is_legal(square), "{square} is illegal in {:?}", self.to_position());
        let place = place_of(square);
        let mut next = *self;
        for flipped in self.flipped_places(place) {
            next.places[flipped] = self.player;
        }
        next.places[place] = self.player;
        next.pass()
    }

    pub fn pass(&self) -> Mailbox {
        Mailbox { player: self.opponent, opponent: self.player, ..*self }
    }

    fn can_move(&self) -> bool {
        Square::ALL.into_iter().any(|square| self.is_legal(square))
    }

    /// Whether only the opponent has a move.
    pub fn must_pass(&self) -> bool {
        !self.can_move() && self.pass().can_move()
    }

    pub fn is_over(&self) -> bool {
        !self.can_move() && !self.pass().can_move()
    }

    /// All legal moves (a pass only if forced) with the boards after them. Empty if the game is
    /// over.
    pub fn replies(&self) -> Vec<(Move, Mailbox)> {
        if self.must_pass() {
            return vec![(Move::Pass, self.pass())];
        }
        let place = |square| (Move::Place(square), self.play(square));
        self.legal_moves().into_iter().map(place).collect()
    }

    /// Disc difference for the player, empties to the winner.
    pub fn final_difference(&self) -> i32 {
        let count = |content| self.squares_with(content).count() as i32;
        let player = count(self.player);
        let opponent = count(self.opponent);
        let empties = count(Content::Empty);
        if player > opponent {
            player + empties - opponent
        } else if player < opponent {
            player - (opponent + empties)
        } else {
            0
        }
    }

    /// The same position in the product's type.
    pub fn to_position(self) -> Position {
        let player = self.squares_with(self.player).collect();
        let opponent = self.squares_with(self.opponent).collect();
        Position::new(player, opponent).expect("a place holds one disc")
    }
}

/// The player gets black discs.
impl From<Position> for Mailbox {
    fn from(position: Position) -> Mailbox {
        let mut mailbox = Mailbox::empty();
        for square in Square::ALL {
            if position.player().contains(square) {
                mailbox.places[place_of(square)] = Content::Black;
            } else if position.opponent().contains(square) {
                mailbox.places[place_of(square)] = Content::White;
            }
        }
        mailbox
    }
}
