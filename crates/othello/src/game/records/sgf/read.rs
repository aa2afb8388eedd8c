//! Reads SGF.

use std::collections::BTreeSet;

use crate::board::{Bitboard, Color, Move, Square};
use crate::game::decimal::parse_centidiscs;
use crate::game::excerpt::{excerpt, first_word};
use crate::game::records::error::{FaultAt, RecordFault, SgfFault};
use crate::game::records::result::GameResult;
use crate::game::records::values::add_comment;
use crate::game::records::{Mark, Record, Variation};
use crate::game::{Game, IllegalMove, MoveNote, Setup};

use super::{ARROWS, SQUARE_MARKS, is_markup};

/// Maximum depth of variations.
const MAX_DEPTH: usize = 256;

/// A property with its values: `AB[e4][d5]`.
struct Property {
    /// The capital letters of the name. Old files have names such as `Black`.
    name: String,
    values: Vec<String>,
    /// The byte offset of the first value.
    offset: usize,
}

impl Property {
    fn text(&self) -> String {
        self.values.join(", ").trim().to_owned()
    }

    fn fault(&self, fault: SgfFault) -> FaultAt {
        FaultAt { offset: self.offset, fault: RecordFault::Sgf(fault) }
    }
}

type Node = Vec<Property>;

/// A line of nodes and its continuations.
#[derive(Default)]
struct Tree {
    nodes: Vec<Node>,
    lines: Vec<Tree>,
}

/// The row order of points with two letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// Standard: `a` is row 1, at the top.
    FromTop,
    /// GoGui: row 1 is at the bottom.
    FromBottom,
}

/// Reads one game and counts the properties that a record cannot hold, such as labels. Points are
/// `f5` or two letters. The row order is the first for which the main line is legal.
pub(in crate::game::records) fn parse_sgf(text: &str) -> Result<(Record, usize), FaultAt> {
    let mut reader = SgfReader { text, offset: 0 };
    reader.skip_to_game();
    let tree = reader.tree(0)?;
    reader.skip_blanks();
    if !reader.rest().is_empty() {
        let fault = RecordFault::Trailing { text: first_word(reader.rest()) };
        return Err(FaultAt { offset: reader.offset, fault });
    }
    let read = |rows| GameReader { rows, start: Setup::START, skipped: 0 }.game(&tree);
    read(Rows::FromTop).or_else(|flaw| match has_letter_points(&tree) {
        true => read(Rows::FromBottom).map_err(|_| flaw),
        false => Err(flaw),
    })
}

/// Whether a move of the main line has two letters.
fn has_letter_points(tree: &Tree) -> bool {
    let is_move = |property: &&Property| matches!(&*property.name, "B" | "W");
    let is_letters = |property: &Property| {
        property.values[0].len() == 2 && property.values[0].bytes().all(|b| b.is_ascii_alphabetic())
    };
    let mut moves = tree.nodes.iter().flatten().filter(is_move);
    moves.any(is_letters) || tree.lines.first().is_some_and(has_letter_points)
}

/// A text and the position of the reader in it.
struct SgfReader<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> SgfReader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.offset..]
    }

    fn skip_blanks(&mut self) {
        self.offset = self.text.len() - self.rest().trim_start().len();
    }

    fn skip_to_game(&mut self) {
        self.offset = self.text.find('(').unwrap_or(self.text.len());
    }

    fn accept(&mut self, expected: char) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(expected);
        self.offset += usize::from(found);
        found
    }

    fn unexpected(&self, expected: &'static str) -> FaultAt {
        let text = first_word(self.rest());
        let fault = RecordFault::Sgf(SgfFault::Unexpected { text, expected });
        FaultAt { offset: self.offset, fault }
    }

    fn tree(&mut self, depth: usize) -> Result<Tree, FaultAt> {
        if depth > MAX_DEPTH || !self.accept('(') {
            return Err(self.unexpected("( before a game or a variation, at most 256 deep"));
        }
        let mut tree = Tree::default();
        while self.accept(';') {
            tree.nodes.push(self.node()?);
        }
        loop {
            self.skip_blanks();
            if self.accept(')') {
                return Ok(tree);
            }
            if !self.rest().starts_with('(') {
                return Err(self.unexpected("a property such as B[f5], ; before a node, or )"));
            }
            tree.lines.push(self.tree(depth + 1)?);
        }
    }

    fn node(&mut self) -> Result<Node, FaultAt> {
        let mut node = Node::new();
        loop {
            self.skip_blanks();
            let rest = self.rest();
            let name = rest.trim_start_matches(|next: char| next.is_ascii_alphabetic());
            let name = &rest[..rest.len() - name.len()];
            if name.is_empty() {
                return Ok(node);
            }
            self.offset += name.len();
            let mut values = Vec::new();
            self.skip_blanks();
            let offset = self.offset + 1;
            while self.accept('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(self.unexpected("a value in brackets"));
            }
            let name = name.chars().filter(char::is_ascii_uppercase).collect();
            node.push(Property { name, values, offset });
        }
    }

    /// Reads a value up to its bracket. A `\` escapes the next character and removes a line break.
    fn value(&mut self) -> Result<String, FaultAt> {
        let mut value = String::new();
        let mut characters = self.rest().char_indices();
        while let Some((at, next)) = characters.next() {
            match next {
                ']' => {
                    self.offset += at + 1;
                    return Ok(value);
                }
                '\\' => {
                    value.extend(characters.next().map(|(_, next)| next).filter(|&c| c != '\n'))
                }
                next => value.push(next),
            }
        }
        Err(self.unexpected("] at the end of the value"))
    }
}

/// Converts a tree to a record.
struct GameReader {
    rows: Rows,
    start: Setup,
    /// The number of properties left out.
    skipped: usize,
}

/// The notes and variations of a line.
#[derive(Default)]
struct LineNotes {
    notes: Vec<MoveNote>,
    variations: Vec<Variation>,
    /// The comment before the first move.
    comment: String,
    /// The marks before the first move.
    marks: BTreeSet<Mark>,
}

impl GameReader {
    fn game(mut self, tree: &Tree) -> Result<(Record, usize), FaultAt> {
        let mut record = Record::default();
        for property in tree.nodes.first().into_iter().flatten() {
            self.root_property(&mut record, property)?;
        }
        self.start = self.setup(tree)?;
        let mut game = Game::new(self.start);
        let mut line = LineNotes::default();
        self.line(tree, &mut game, &mut line, 0)?;
        add_comment(&mut record.comment, &line.comment);
        record.notes = line.notes_of(game.moves().len());
        record.variations = line.variations;
        record.marks = line.marks;
        record.game = game;
        Ok((record, self.skipped))
    }

    /// Reads a property of the first node about the whole game.
    fn root_property(&mut self, record: &mut Record, property: &Property) -> Result<(), FaultAt> {
        let text = property.text();
        let quoted = || excerpt(&text);
        match &*property.name {
            "GM" if text != "2" => {
                return Err(property.fault(SgfFault::NotOthello { text: quoted() }));
            }
            "SZ" if text != "8" => return Err(property.fault(SgfFault::Size { text: quoted() })),
            "GM" | "SZ" | "FF" | "CA" | "ST" => {}
            "AB" | "AW" | "AE" | "PL" | "B" | "W" | "C" | "N" | "V" => {}
            "PB" => record.black.name = text,
            "PW" => record.white.name = text,
            "BR" => record.black.rating = text,
            "WR" => record.white.rating = text,
            "EV" => record.event = text,
            "PC" => record.place = text,
            "DT" => record.date = text,
            "RE" => match GameResult::parse(&text) {
                Some(result) => record.result = result,
                None => {
                    record.tags.insert("RE".to_owned(), text);
                }
            },
            name if is_markup(name) => {}
            name => {
                record.tags.insert(name.to_owned(), text);
            }
        }
        Ok(())
    }

    /// The start set up before the first move; the usual start if no discs are set.
    fn setup(&self, tree: &Tree) -> Result<Setup, FaultAt> {
        let is_move = |property: &Property| matches!(&*property.name, "B" | "W");
        let before = tree.nodes.iter().position(|node| node.iter().any(is_move));
        let mut discs: Option<[Bitboard; 2]> = None;
        let mut side = self.first_mover(tree);
        for property in tree.nodes[..before.unwrap_or(tree.nodes.len())].iter().flatten() {
            let color = match &*property.name {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                "PL" => {
                    side = match &*property.text().to_ascii_lowercase() {
                        "b" | "black" | "1" => Some(Color::Black),
                        "w" | "white" | "2" => Some(Color::White),
                        text => {
                            let text = excerpt(text);
                            return Err(property.fault(SgfFault::NotASide { text }));
                        }
                    };
                    continue;
                }
                _ => continue,
            };
            let empty = [Bitboard::EMPTY; 2];
            let all = discs.get_or_insert(empty);
            for square in self.points(property)? {
                for (held, own) in all.iter_mut().zip([Color::Black, Color::White]) {
                    held.0 &= !square.bit().0;
                    held.0 |= if color == Some(own) { square.bit().0 } else { 0 };
                }
            }
        }
        let side = side.unwrap_or(Color::Black);
        let [black, white] = discs.unwrap_or([Setup::START.black(), Setup::START.white()]);
        Ok(Setup::from_discs(black, white, side).expect("a square holds one disc at most"))
    }

    /// The colour of the first move.
    fn first_mover(&self, tree: &Tree) -> Option<Color> {
        let colors = tree.nodes.iter().flatten().filter_map(|property| color(&property.name));
        colors.chain(tree.lines.first().and_then(|line| self.first_mover(line))).next()
    }

    /// The squares of a list; `a1:c2` is a rectangle.
    fn points(&self, property: &Property) -> Result<Vec<Square>, FaultAt> {
        let mut squares = Vec::new();
        for value in &property.values {
            let not_a_point = || property.fault(SgfFault::NotAPoint { text: excerpt(value) });
            let (first, last) = value.split_once(':').unwrap_or((value, value));
            let [first, last] = [first, last].map(|text| self.square(text.trim()));
            let (first, last) = first.zip(last).ok_or_else(not_a_point)?;
            let is_between = |at: fn(Square) -> u32, square| {
                let [low, high] = [at(first).min(at(last)), at(first).max(at(last))];
                (low..=high).contains(&at(square))
            };
            squares.extend(Square::ALL.into_iter().filter(|&square| {
                is_between(|square| square.index() as u32 % 8, square)
                    && is_between(|square| square.index() as u32 / 8, square)
            }));
        }
        Ok(squares)
    }

    fn square(&self, text: &str) -> Option<Square> {
        let [column, row] = *text.as_bytes() else { return None };
        if row.is_ascii_digit() {
            return text.parse().ok();
        }
        let row = row.to_ascii_lowercase().checked_sub(b'a').filter(|row| *row < 8)?;
        let row = if self.rows == Rows::FromTop { row } else { 7 - row };
        format!("{}{}", char::from(column), row + 1).parse().ok()
    }

    /// The move of a value. An empty value and a point outside the board are passes.
    fn mv(&self, text: &str) -> Option<Move> {
        match text.trim() {
            "" | "tt" => Some(Move::Pass),
            text => self.square(text).map(Move::Place).or_else(|| text.parse().ok()),
        }
    }

    /// Plays the moves of `tree` after `game`. `before` is the number of moves before the line.
    fn line(
        &mut self,
        tree: &Tree,
        game: &mut Game,
        line: &mut LineNotes,
        before: usize,
    ) -> Result<(), FaultAt> {
        for node in &tree.nodes {
            for property in node {
                if let Some(color) = color(&property.name) {
                    self.play(game, property, color)?;
                }
            }
            let moves = game.moves().len() - before;
            for property in node {
                self.note(property, game, line, moves)?;
            }
        }
        let Some((main, others)) = tree.lines.split_first() else { return Ok(()) };
        let ply = game.moves().len();
        let mut ahead = game.clone();
        let at = line.variations.len();
        self.line(main, &mut ahead, line, before)?;
        for (index, other) in others.iter().enumerate() {
            let inner = self.variation(other, game, ply);
            match inner {
                Some(mut inner) if ahead.moves().len() > ply => {
                    inner.ply = ply - before;
                    line.variations.insert(at + index, inner);
                }
                _ => self.skipped += 1,
            }
        }
        *game = ahead;
        Ok(())
    }

    /// The moves of `tree` as an alternative to `game` from `ply` on, up to the first illegal one.
    /// `None` without moves.
    fn variation(&mut self, tree: &Tree, game: &Game, ply: usize) -> Option<Variation> {
        let mut game = game.clone();
        let mut line = LineNotes::default();
        if self.line(tree, &mut game, &mut line, ply).is_err() {
            self.skipped += 1;
        }
        let moves = game.moves()[ply..].to_vec();
        let notes = line.notes_of(moves.len());
        line.variations.retain(|inner| inner.ply < moves.len());
        let variation = Variation { ply, moves, notes, variations: line.variations };
        (!variation.moves.is_empty()).then_some(variation)
    }

    fn play(&self, game: &mut Game, property: &Property, color: Color) -> Result<(), FaultAt> {
        let text = property.text();
        let not_a_point = || property.fault(SgfFault::NotAPoint { text: excerpt(&text) });
        let mv = self.mv(&text).ok_or_else(not_a_point)?;
        let number = game.moves().len() + 1;
        let illegal = |reason| {
            let text = excerpt(&text);
            property.fault(SgfFault::Illegal { number, text, color, reason })
        };
        if mv == Move::Pass && game.is_over() {
            return Ok(());
        }
        if game.setup().side != color {
            let side = game.setup().side;
            match game.setup().after(Move::Pass) {
                Ok(_) if mv == Move::Pass => return Err(illegal(IllegalMove::MustPass { side })),
                Ok(_) => {}
                Err(IllegalMove::GameOver) => return Err(illegal(IllegalMove::GameOver)),
                Err(_) => return Err(illegal(IllegalMove::HasMoves { side })),
            }
        }
        game.play(mv).map_err(illegal)
    }

    /// Reads a property of the last of `moves` moves of a line.
    fn note(
        &mut self,
        property: &Property,
        game: &Game,
        line: &mut LineNotes,
        moves: usize,
    ) -> Result<(), FaultAt> {
        let text = property.text();
        match &*property.name {
            "C" | "N" => match line.note(moves) {
                Some(note) => note.add_comment(&text),
                None => add_comment(&mut line.comment, &text),
            },
            "V" => match (line.note(moves), parse_centidiscs(&text)) {
                // The value is from Black's view, the note from the view of the side that moved.
                (Some(note), Some(value)) => {
                    let by_white =
                        game.turns().next_back().is_some_and(|(s, _)| s.side == Color::White);
                    note.centidiscs = Some(if by_white { -value } else { value });
                }
                _ => self.skipped += 1,
            },
            "AB" | "AW" | "AE" if moves > 0 => {
                return Err(property.fault(SgfFault::LateSetup));
            }
            "B" | "W" | "AB" | "AW" | "AE" | "PL" => {}
            name if is_markup(name) => match self.marks(property) {
                Some(marks) => line.marks(moves).extend(marks),
                None => self.skipped += 1,
            },
            _ if moves > 0 => self.skipped += 1,
            _ => {}
        }
        Ok(())
    }

    /// The marks of a property. `None` if the property is not a mark, or has an invalid point.
    fn marks(&self, property: &Property) -> Option<Vec<Mark>> {
        if SQUARE_MARKS.contains(&&*property.name) {
            return Some(self.points(property).ok()?.into_iter().map(Mark::Square).collect());
        }
        let arrow = |value: &String| {
            let (from, to) = value.split_once(':')?;
            let (from, to) = (self.square(from.trim())?, self.square(to.trim())?);
            (from != to).then_some(Mark::Arrow(from, to))
        };
        let is_arrow = ARROWS.contains(&&*property.name);
        property.values.iter().map(|value| arrow(value).filter(|_| is_arrow)).collect()
    }
}

impl LineNotes {
    /// The note on the last of `moves` moves.
    fn note(&mut self, moves: usize) -> Option<&mut MoveNote> {
        self.notes.resize(moves, MoveNote::default());
        self.notes.last_mut()
    }

    /// The marks after `moves` moves.
    fn marks(&mut self, moves: usize) -> &mut BTreeSet<Mark> {
        self.notes.resize(moves, MoveNote::default());
        self.notes.last_mut().map_or(&mut self.marks, |note| &mut note.marks)
    }

    /// The notes on `moves` moves; none if all are empty.
    fn notes_of(&mut self, moves: usize) -> Vec<MoveNote> {
        let mut notes = std::mem::take(&mut self.notes);
        if notes.iter().all(|note| *note == MoveNote::default()) {
            return Vec::new();
        }
        notes.resize(moves, MoveNote::default());
        notes
    }
}

fn color(name: &str) -> Option<Color> {
    match name {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}
