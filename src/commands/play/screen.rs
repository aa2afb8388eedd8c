//! [`Screen`]: a game by keys and clicks; [`Cursor`]: the selected square.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use crossterm::event::KeyCode;

use super::board::{Values, draw_board, square_at, square_place, values};
use super::command::{COMMANDS, DuringSearch, find, help};
use super::layout::{Page, View};
use super::session::{Effect, PlaySession, SearchPurpose};
use super::terminal::{Terminal, TerminalEvent};
use crate::commands::analyze::Table;
use crate::{Status, can_redraw};
use engine::search::Line;
use engine::{AnalysedPly, Job, JobEvent, RunningJob, SearchEvent};
use othello::board::{Bitboard, Color, Move, Square};

/// Poll interval while a search runs.
const TICK: Duration = Duration::from_millis(20);

/// Poll interval of the terminal size and the clock while no search runs.
const REST: Duration = Duration::from_millis(200);

/// The main keys, the most important first.
const KEYS: &str = "? help  q quit  arrows Enter  u undo  r redo  t hint  x switch  s save";

/// The keys that are not commands.
const HELP: &str = "\
arrows, Tab     choose a square; Tab only legal ones
Enter, Space    move there, or let outflank move now; a click moves, too
:               type a command; those with a letter have it as their key
Ctrl-C, Ctrl-D  leave at once

";

/// The message at the end of the game.
const AT_THE_END: &str = ":new begins another game, w reviews this one, u undoes moves, s saves";

/// The question before leaving an unsaved game.
const SAVE: &str = "save the game in (Enter: do not save, Esc: play on): ";

/// Whether standard input and output are a terminal that can be drawn on.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && can_redraw()
}

/// Plays from the effect `first` until the human leaves. Then restores the terminal and prints the
/// moves.
pub(super) fn play(session: PlaySession, first: Effect) -> anyhow::Result<Status> {
    let mut screen = Screen {
        terminal: Terminal::open()?,
        cursor: Cursor::new(session.game().setup().position.legal_moves()),
        session,
        messages: Vec::new(),
        typed: None,
        running: None,
        values: Values::new(),
        page: None,
        review: None,
    };
    let outcome = screen.play(first);
    let Screen { terminal, session, .. } = screen;
    drop(terminal);
    let moves = session.game().transcript();
    if !moves.is_empty() {
        let end = session.end().unwrap_or_else(|| "unfinished".to_owned());
        // The terminal may have been closed.
        let _ = writeln!(io::stdout(), "{moves}\n{}; {end}", session.status_line());
    }
    outcome
}

struct Screen {
    terminal: Terminal,
    session: PlaySession,
    cursor: Cursor,
    /// The messages since the last command.
    messages: Vec<String>,
    /// The text being typed.
    typed: Option<Typed>,
    /// The running search.
    running: Option<RunningSearch>,
    /// The values of the legal squares, after `v`.
    values: Values,
    /// A page shown in place of the game.
    page: Option<Page>,
    /// The running review shown on `page`.
    review: Option<RunningReview>,
}

/// A text being typed: a command, or the answer to [`SAVE`].
struct Typed {
    text: String,
    is_answer: bool,
}

/// A review running in its own thread. Dropping it stops the thread.
struct RunningReview {
    _job: RunningJob,
    events: Receiver<JobEvent<AnalysedPly, ()>>,
    found: Vec<AnalysedPly>,
}

/// A running search. Dropping it ends the search.
struct RunningSearch {
    purpose: SearchPurpose,
    job: RunningJob,
    events: Receiver<SearchEvent>,
    /// The best line so far.
    found: Option<Line>,
}

/// `None` while the game continues, otherwise the exit status.
type Flow = anyhow::Result<Option<Status>>;

impl Screen {
    fn play(&mut self, first: Effect) -> anyhow::Result<Status> {
        self.apply(first)?;
        loop {
            self.poll_search()?;
            self.poll_review();
            if self.session.flag_falls() {
                self.running = None;
                self.apply(Effect::Changed)?;
            }
            self.terminal.show(self.view().layout(Terminal::size()))?;
            let is_busy = self.running.is_some() || self.review.is_some();
            let end = match self.terminal.wait(if is_busy { TICK } else { REST })? {
                TerminalEvent::Key(key) => self.press(key)?,
                TerminalEvent::Click(column, row) => self.click(column, row)?,
                TerminalEvent::Nothing => None,
                TerminalEvent::End(status) => Some(status),
            };
            if let Some(status) = end {
                return Ok(status);
            }
        }
    }

    /// Shows `effect` and what follows from it, up to the human's turn or a search.
    fn apply(&mut self, mut effect: Effect) -> Flow {
        loop {
            effect = match effect {
                Effect::Say(text) => {
                    self.messages.push(text);
                    return Ok(None);
                }
                Effect::Page(text) => {
                    self.page = Some(Page::new(&text));
                    return Ok(None);
                }
                Effect::Help => Effect::Page(HELP.to_owned() + &help(Terminal::size().0)),
                Effect::Changed => self.session.next_step()?,
                Effect::Played(text) => {
                    self.messages.push(text);
                    Effect::Changed
                }
                Effect::Wait if self.session.is_over() => Effect::Say(AT_THE_END.to_owned()),
                Effect::Wait => return Ok(None),
                Effect::Search(purpose) => match self.search(purpose) {
                    Ok(()) => return Ok(None),
                    Err(error) => Effect::Say(error.to_string()),
                },
                Effect::Review => {
                    self.start_review();
                    return Ok(None);
                }
                Effect::Quit if self.session.is_unsaved() => {
                    self.typed = Some(Typed { text: String::new(), is_answer: true });
                    return Ok(None);
                }
                Effect::Quit => return Ok(Some(Status::Done)),
            }
        }
    }

    fn search(&mut self, purpose: SearchPurpose) -> Result<(), engine::EngineError> {
        let (sender, events) = channel();
        // Events of an abandoned search are dropped.
        let job = self.session.search(purpose, move |event| drop(sender.send(event)))?;
        self.running = Some(RunningSearch { purpose, job, events, found: None });
        Ok(())
    }

    /// Handles new events of the search.
    fn poll_search(&mut self) -> anyhow::Result<()> {
        while let Some(running) = &mut self.running {
            let purpose = running.purpose;
            match running.events.try_recv() {
                Ok(JobEvent::Progress(info)) if info.line.rank == 1 => {
                    running.found = Some(info.line);
                }
                Ok(JobEvent::Progress(_)) => {}
                Ok(JobEvent::Done(report)) => {
                    self.running = None;
                    if purpose == SearchPurpose::Values && console::colors_enabled() {
                        self.values = values(&report);
                    } else {
                        let effect = self.session.finish(purpose, report)?;
                        self.apply(effect)?;
                    }
                }
                Ok(JobEvent::Failed(error)) => return Err(error.into()),
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Starts a review, shown as a growing table.
    fn start_review(&mut self) {
        let mut analysis = match self.session.review() {
            Ok(analysis) => analysis,
            Err(no_memory) => return self.messages.push(no_memory.to_string()),
        };
        let job = Job::new("review", move |stop, report| {
            while let Some(ply) = analysis.step(stop) {
                report(ply);
            }
        });
        let (sender, events) = channel();
        match job.start(move |event| drop(sender.send(event))) {
            Ok(job) => {
                self.page = Some(Page::new("the last move comes first.."));
                self.review = Some(RunningReview { _job: job, events, found: Vec::new() });
            }
            Err(error) => self.messages.push(error.to_string()),
        }
    }

    /// Handles new plies of the review. When it is complete, its moves can be chosen.
    fn poll_review(&mut self) {
        let (Some(review), Some(page)) = (&mut self.review, &mut self.page) else { return };
        let before = review.found.len();
        let is_over = loop {
            match review.events.try_recv() {
                Ok(JobEvent::Progress(ply)) => review.found.push(ply),
                Ok(_) => break true,
                Err(_) => break false,
            }
        };
        if !is_over && review.found.len() == before {
            return;
        }
        let entry = self.session.entry();
        let table = Table::new(&entry, &review.found);
        let rows = table.rows();
        if is_over {
            // The last row is the end of the game.
            let head = rows.lines().count() - review.found.len();
            page.choices = head..head + review.found.len().saturating_sub(1);
            page.chosen = head;
        }
        let text = if is_over { table.to_string() } else { rows };
        page.lines = text.lines().map(str::to_owned).collect();
        if is_over {
            self.review = None;
        }
    }

    fn press(&mut self, key: KeyCode) -> Flow {
        if let Some(page) = &mut self.page {
            if page.press(key, Terminal::size().1.saturating_sub(1)) {
                return Ok(None);
            }
            let choice = page.choice();
            (self.page, self.review) = (None, None);
            match (key, choice) {
                (KeyCode::Enter, Some(index)) => {
                    return self.execute(&format!("goto {}", index + 1));
                }
                (KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q'), _) => return Ok(None),
                _ => {}
            }
        }
        if let Some(typed) = self.typed.take() {
            return self.type_key(typed, key);
        }
        match key {
            KeyCode::Left => self.cursor.step(-1, 0),
            KeyCode::Right => self.cursor.step(1, 0),
            KeyCode::Up => self.cursor.step(0, -1),
            KeyCode::Down => self.cursor.step(0, 1),
            KeyCode::Tab | KeyCode::BackTab => {
                let legal = self.session.game().setup().position.legal_moves();
                self.cursor.go_to_next(legal, key == KeyCode::BackTab);
            }
            KeyCode::Enter | KeyCode::Char(' ') | KeyCode::Esc if self.running.is_some() => {
                // A stopped search still sends its report.
                self.running.iter().for_each(|running| running.job.stop());
            }
            KeyCode::Enter | KeyCode::Char(' ') => return self.execute(&self.cursor.0.to_string()),
            KeyCode::Esc => self.messages.clear(),
            KeyCode::Char(':') => self.type_text(String::new()),
            KeyCode::Char(letter) => match COMMANDS.iter().find(|command| command.key == letter) {
                Some(command) if command.needs_argument() => {
                    self.type_text(format!("{} ", command.name));
                }
                Some(command) => return self.execute(command.name),
                None => self.type_text(letter.to_string()),
            },
            _ => {}
        }
        Ok(None)
    }

    /// Plays the square at `column` and `row`.
    fn click(&mut self, column: usize, row: usize) -> Flow {
        let square = square_at(column, row, !self.values.is_empty());
        match square.filter(|_| self.page.is_none() && self.typed.is_none()) {
            Some(square) => {
                self.cursor.0 = square;
                self.execute(&square.to_string())
            }
            None => Ok(None),
        }
    }

    fn type_text(&mut self, text: String) {
        self.typed = Some(Typed { text, is_answer: false });
    }

    /// Edits or ends `typed`.
    fn type_key(&mut self, mut typed: Typed, key: KeyCode) -> Flow {
        match key {
            KeyCode::Esc => return Ok(None),
            KeyCode::Backspace | KeyCode::Delete if typed.text.pop().is_none() => return Ok(None),
            KeyCode::Char(letter) => typed.text.push(letter),
            KeyCode::Enter => {
                let text = typed.text.trim();
                return if typed.is_answer { self.answer(text) } else { self.execute(text) };
            }
            _ => {}
        }
        self.typed = Some(typed);
        Ok(None)
    }

    /// Leaves the game after the answer to [`SAVE`]. Stays if the game cannot be saved.
    fn answer(&mut self, text: &str) -> Flow {
        match text.to_lowercase().as_str() {
            "" | "n" | "no" => return Ok(Some(Status::Done)),
            "y" | "yes" => self.messages = vec!["type the name of a file".to_owned()],
            _ => _ = self.execute(&format!("save {text}"))?,
        }
        self.apply(Effect::Quit)
    }

    /// Executes a typed command or a move. Most stop a running search.
    fn execute(&mut self, line: &str) -> Flow {
        if line.is_empty() {
            return Ok(None);
        }
        self.values.clear();
        self.messages.clear();
        let during_search = find(line).map_or(DuringSearch::Keep, |(it, _)| it.during_search);
        let purpose = self.running.as_ref().map(|running| running.purpose);
        match (during_search, purpose) {
            (DuringSearch::Wait, Some(SearchPurpose::Move)) => {
                return self
                    .apply(Effect::Say("outflank is to move: Space lets it move now".to_owned()));
            }
            (DuringSearch::Wait | DuringSearch::Stop, Some(_)) => self.running = None,
            (DuringSearch::Keep, _) | (_, None) => {}
        }
        let effect = self.session.execute(line);
        let end = self.apply(effect)?;
        if end.is_none() && self.running.is_none() && self.session.is_engine_to_move() {
            return self.apply(Effect::Changed);
        }
        Ok(end)
    }

    fn view(&self) -> View {
        let (game, has_values) = (self.session.game(), !self.values.is_empty());
        let mut players =
            [Color::Black, Color::White].map(|side| self.session.player(side)).to_vec();
        players.extend(self.session.opening().map(str::to_owned));
        let mut messages = self.messages.clone();
        messages.extend(self.running.as_ref().map(RunningSearch::to_text));
        let prompt = |typed: &Typed| if typed.is_answer { SAVE } else { "> " };
        View {
            board: draw_board(game, &self.session.state(), Some(self.cursor.0), &self.values),
            chosen: square_place(self.cursor.0, has_values),
            players,
            moves: game.moves().iter().map(Move::to_string).collect(),
            messages,
            typed: self.typed.as_ref().map(|typed| format!("{}{}", prompt(typed), typed.text)),
            keys: KEYS,
            page: self.page.clone(),
        }
    }
}

impl RunningSearch {
    /// The purpose and the progress.
    fn to_text(&self) -> String {
        let what = match self.purpose {
            SearchPurpose::Move => "outflank thinks",
            SearchPurpose::Hints(_) => "looking for the best moves",
            SearchPurpose::Values => "valuing the moves",
            SearchPurpose::Check(_) => "checking the move",
        };
        match &self.found {
            Some(line) => format!("{what}: depth {} ({})", line.depth, line.score),
            None => what.to_owned(),
        }
    }
}

/// The selected square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cursor(Square);

impl Cursor {
    /// A cursor on the first legal square.
    fn new(legal: Bitboard) -> Cursor {
        Cursor(legal.into_iter().next().unwrap_or(Square::D3))
    }

    /// Moves right and down, but not off the board.
    fn step(&mut self, right: isize, down: isize) {
        let index = self.0.index() as isize;
        let (column, row) = (index % 8 + right, index / 8 + down);
        if (0..8).contains(&column) && (0..8).contains(&row) {
            self.0 = Square::ALL[(8 * row + column) as usize];
        }
    }

    /// Moves to the next or previous legal square, cyclically.
    fn go_to_next(&mut self, legal: Bitboard, back: bool) {
        let legal: Vec<Square> = legal.into_iter().collect();
        let next = match back {
            false => legal.iter().find(|&&square| square > self.0).or(legal.first()),
            true => legal.iter().rfind(|&&square| square < self.0).or(legal.last()),
        };
        self.0 = next.copied().unwrap_or(self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello::board::Position;

    #[test]
    fn the_cursor_cycles_through_legal_squares_on_the_board() {
        let legal = Position::START.legal_moves();
        let mut cursor = Cursor::new(legal);
        let mut seen = Vec::new();
        for _ in 0..5 {
            seen.push(cursor.0);
            cursor.go_to_next(legal, false);
        }
        assert_eq!(seen, [Square::D3, Square::C4, Square::F5, Square::E6, Square::D3]);
        cursor.go_to_next(legal, true);
        assert_eq!(cursor.0, Square::D3);
        for _ in 0..9 {
            cursor.step(-1, 0);
            cursor.step(0, -1);
        }
        assert_eq!(cursor.0, Square::A1);
        cursor.step(1, 1);
        assert_eq!(cursor.0, Square::B2);
        cursor.go_to_next(Bitboard::EMPTY, false);
        assert_eq!(cursor.0, Square::B2);
    }
}
