//! [`Screen`]: a game by keys; [`Cursor`]: the selected square.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use super::command::PlayCommand;
use super::input::{InputLine, Key, Purpose, Submitted};
use super::session::{Effect, PlaySession, SearchPurpose, ToMove};
use super::terminal::{Terminal, TerminalEvent};
use super::view::{Page, Values, View, draw_board, draw_values, square_place, values};
use crate::commands::analyze::Table;
use crate::commands::hint::{HINTS, HintTable};
use crate::{Status, can_redraw};
use engine::search::Line;
use engine::{AnalysedPly, Job, JobEvent, RunningJob, SearchEvent};
use othello::board::{Bitboard, Color, Move, Square};

/// Poll interval while a search runs.
const TICK: Duration = Duration::from_millis(20);

/// Poll interval of the terminal size otherwise.
const REST: Duration = Duration::from_millis(200);

/// The main keys, in decreasing length.
const KEYS: [&str; 5] = [
    "arrows Enter  u undo  r redo  t hint  x switch  s save  ? help  q quit",
    "arrows Enter  u undo  r redo  t hint  ? help  q quit",
    "arrows Enter  ? help  q quit",
    "? help  q quit",
    "?",
];

/// The help page, for narrow terminals too.
const HELP: &str = "\
arrows, Tab   choose a square; Tab only legal ones
Enter, Space  move there, or let outflank move now
f5 Enter      move to this square
u  undo your last move      r  redo it
t  rank the best moves      v  values on the squares
w  review all moves         x  change sides
s  save the game            l  load one
q  quit; Ctrl-C and Ctrl-D do not ask
:  a command, such as :hint 5, :new, :resign, :review,
   :level 5, :skill 3, :color white, :load game.ggf,
   :set level 5, :save game.ggf";

/// The message at the end of the game.
const AT_THE_END: &str = ":new begins another game, w reviews this one, u undoes moves, s saves";

/// Whether standard input and output are a terminal that can be drawn on.
pub(super) fn is_possible() -> bool {
    io::stdin().is_terminal() && can_redraw()
}

/// Plays until the human leaves. Then restores the terminal and prints the moves.
pub(super) fn play(session: PlaySession) -> anyhow::Result<Status> {
    let cursor = Cursor::new(session.game().setup().position.legal_moves());
    let mut screen = Screen {
        terminal: Terminal::open()?,
        session,
        cursor,
        messages: Vec::new(),
        input_line: None,
        running: None,
        values: Values::new(),
        page: None,
        review: None,
    };
    let outcome = screen.play();
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
    input_line: Option<InputLine>,
    /// The running search.
    running: Option<RunningSearch>,
    /// The values of the legal squares, after `v`.
    values: Values,
    /// A page shown in place of the game.
    page: Option<Page>,
    /// The running review shown on `page`.
    review: Option<RunningReview>,
}

/// A review running in its own thread. Dropping it stops the thread.
struct RunningReview {
    _job: RunningJob,
    events: Receiver<JobEvent<AnalysedPly, ()>>,
    found: Vec<AnalysedPly>,
}

/// A running search.
struct RunningSearch {
    purpose: SearchPurpose,
    job: RunningJob,
    events: Receiver<SearchEvent>,
    /// The best line so far.
    found: Option<Line>,
}

impl Screen {
    fn play(&mut self) -> anyhow::Result<Status> {
        self.advance()?;
        loop {
            self.poll_search()?;
            self.poll_review();
            self.terminal.show(self.view().layout(Terminal::size()))?;
            let is_busy = self.running.is_some() || self.review.is_some();
            let most = if is_busy { TICK } else { REST };
            match self.terminal.wait(most)? {
                TerminalEvent::Key(Key::Interrupt) | TerminalEvent::End => {
                    return Ok(Status::Error);
                }
                TerminalEvent::Key(Key::End) => return Ok(Status::Done),
                TerminalEvent::Key(Key::Suspend) => self.terminal.suspend()?,
                TerminalEvent::Key(key) => {
                    if let Effect::Quit = self.press(key)? {
                        return Ok(Status::Done);
                    }
                }
                TerminalEvent::Nothing => {}
            }
        }
    }

    /// Plays passes and starts the search for the engine's move.
    fn advance(&mut self) -> anyhow::Result<()> {
        while self.session.to_move() == ToMove::Pass {
            let message = self.session.pass()?;
            self.messages.push(message);
        }
        match self.session.to_move() {
            ToMove::Engine => self.search(SearchPurpose::Move),
            ToMove::Over => self.messages.push(AT_THE_END.to_owned()),
            ToMove::Human | ToMove::Pass => {}
        }
        Ok(())
    }

    /// Starts a search or shows the error.
    fn search(&mut self, purpose: SearchPurpose) {
        let (sender, events) = channel();
        // Events of an abandoned search are dropped.
        match self.session.search(purpose, move |event| drop(sender.send(event))) {
            Ok(job) => self.running = Some(RunningSearch { purpose, job, events, found: None }),
            Err(error) => self.messages.push(error.to_string()),
        }
    }

    /// Stops the search. Its report still arrives.
    fn stop_search(&self) {
        self.running.iter().for_each(|running| running.job.stop());
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
                    match purpose {
                        SearchPurpose::Move => {
                            let message = self.session.play_best(&report)?;
                            self.messages.push(message);
                            self.advance()?;
                        }
                        SearchPurpose::Hints(_) => {
                            let table = HintTable::new(self.session.game(), &report).to_string();
                            self.messages.extend(table.lines().map(str::to_owned));
                        }
                        SearchPurpose::Values => self.show_values(values(&report)),
                    }
                }
                Ok(JobEvent::Failed(error)) => return Err(error.into()),
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// Shows `values` on the board, or on a page without colours.
    fn show_values(&mut self, values: Values) {
        if console::colors_enabled() {
            self.values = values;
        } else {
            self.page = Some(Page::new(&draw_values(self.session.game(), &values)));
        }
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

    /// Handles new plies of the review.
    fn poll_review(&mut self) {
        let Some(review) = &mut self.review else { return };
        let before = review.found.len();
        let is_over = loop {
            match review.events.try_recv() {
                Ok(JobEvent::Progress(ply)) => review.found.push(ply),
                Ok(_) => break true,
                Err(_) => break false,
            }
        };
        if is_over || review.found.len() > before {
            let entry = self.session.entry();
            let table = Table::new(&entry, &review.found);
            let text = if is_over { table.to_string() } else { table.rows() };
            if let Some(page) = &mut self.page {
                page.lines = text.lines().map(str::to_owned).collect();
            }
        }
        if is_over {
            self.review = None;
        }
    }

    /// Scrolls or closes the page. Returns whether that consumed `key`.
    fn press_on_page(&mut self, key: Key) -> bool {
        let Some(page) = &mut self.page else { return false };
        let room = Terminal::size().1.saturating_sub(1);
        match key {
            Key::Step(_, down) => {
                page.scroll(down, room);
                return true;
            }
            Key::Character(' ') => {
                page.scroll(room as isize, room);
                return true;
            }
            _ => {}
        }
        (self.page, self.review) = (None, None);
        matches!(key, Key::Enter | Key::Escape | Key::Character('q'))
    }

    fn press(&mut self, key: Key) -> anyhow::Result<Effect> {
        if self.press_on_page(key) {
            return Ok(Effect::Show);
        }
        if let Some(input_line) = &mut self.input_line {
            let Some(submitted) = input_line.press(key) else { return Ok(Effect::Show) };
            self.input_line = None;
            return self.enter(submitted);
        }
        match key {
            Key::Step(right, down) => self.cursor.step(right, down),
            Key::NextMove { back } => {
                let legal = self.session.game().setup().position.legal_moves();
                self.cursor.go_to_next(legal, back);
            }
            Key::Enter | Key::Character(' ') if self.running.is_some() => self.stop_search(),
            Key::Enter | Key::Character(' ') => {
                return self.execute(PlayCommand::Move(self.cursor.0.into()));
            }
            Key::Escape if self.running.is_some() => self.stop_search(),
            Key::Escape => self.messages.clear(),
            Key::Character('u') => return self.execute(PlayCommand::Undo),
            Key::Character('r') => return self.execute(PlayCommand::Redo),
            Key::Character('t') => return self.execute(PlayCommand::Hint(HINTS)),
            Key::Character('x') => return self.execute(PlayCommand::Switch),
            Key::Character('s') => self.ask(Purpose::Save, ""),
            Key::Character('v') => return self.execute(PlayCommand::Values),
            Key::Character('w') => return self.execute(PlayCommand::Review),
            Key::Character('l') => self.ask(Purpose::Load, ""),
            Key::Character('q') => return Ok(self.leave()),
            Key::Character('?') => self.page = Some(Page::new(HELP)),
            Key::Character(':') => self.ask(Purpose::Command, ""),
            // Any other character starts a square or a command.
            Key::Character(first) => self.ask(Purpose::Command, &first.to_string()),
            Key::Backspace | Key::Interrupt | Key::End | Key::Suspend => {}
        }
        Ok(Effect::Show)
    }

    /// Executes a finished line of input.
    fn enter(&mut self, submitted: Submitted) -> anyhow::Result<Effect> {
        let (purpose, text) = match submitted {
            Submitted::Nothing => return Ok(Effect::Show),
            Submitted::Quit => return Ok(Effect::Quit),
            Submitted::Text(purpose, text) => (purpose, text),
        };
        match purpose {
            Purpose::Command => match text.parse() {
                Ok(command) => self.execute(command),
                Err(error) => {
                    self.say(&error.to_string());
                    Ok(Effect::Show)
                }
            },
            Purpose::Load => self.execute(PlayCommand::Load(text)),
            Purpose::Save => self.execute(PlayCommand::Save(text.into())),
            Purpose::SaveAndQuit | Purpose::NameAndQuit => {
                self.execute(PlayCommand::Save(text.into()))?;
                Ok(if self.session.is_unsaved() { Effect::Show } else { Effect::Quit })
            }
        }
    }

    fn execute(&mut self, command: PlayCommand) -> anyhow::Result<Effect> {
        let purpose = self.running.as_ref().map(|running| running.purpose);
        match (&command, purpose) {
            (_, None) | (PlayCommand::Help | PlayCommand::Board | PlayCommand::Save(_), _) => {}
            (
                PlayCommand::Move(_)
                | PlayCommand::Hint(_)
                | PlayCommand::Values
                | PlayCommand::Review,
                Some(SearchPurpose::Move),
            ) => {
                self.say("outflank is to move: Space lets it move now");
                return Ok(Effect::Show);
            }
            (_, Some(_)) => self.running = None,
        }
        self.messages.clear();
        self.values.clear();
        let is_help = command == PlayCommand::Help;
        let next = self.session.execute(command)?;
        let advances = matches!(next, Effect::Changed | Effect::Ended)
            || self.session.to_move() == ToMove::Engine;
        match next {
            Effect::Say(text) if is_help => self.page = Some(Page::new(&text)),
            Effect::Say(text) => self.say(&text),
            Effect::Rank(count) => self.search(SearchPurpose::Hints(count)),
            Effect::Values => self.search(SearchPurpose::Values),
            Effect::Review => self.start_review(),
            Effect::Quit => return Ok(self.leave()),
            Effect::Changed | Effect::Ended | Effect::Show => {}
        }
        if advances && self.running.is_none() {
            self.advance()?;
        }
        Ok(Effect::Show)
    }

    /// Leaves the game. Asks for a file first if the game is unsaved.
    fn leave(&mut self) -> Effect {
        if !self.session.is_unsaved() {
            return Effect::Quit;
        }
        self.ask(Purpose::SaveAndQuit, "");
        Effect::Show
    }

    fn ask(&mut self, purpose: Purpose, text: &str) {
        self.input_line = Some(InputLine::new(purpose, text));
    }

    fn say(&mut self, text: &str) {
        self.messages = text.lines().map(str::to_owned).collect();
    }

    fn view(&self) -> View {
        let game = self.session.game();
        let mut players: Vec<String> =
            [Color::Black, Color::White].map(|side| self.player(side)).to_vec();
        players.extend(self.session.opening().map(str::to_owned));
        let mut board = draw_board(game, Some(self.cursor.0), &self.values);
        // The line below the board names the side to move, or the result.
        if let (Some(end), Some(last)) = (self.session.end(), board.last_mut()) {
            *last = end;
        }
        let mut messages = self.messages.clone();
        messages.extend(self.running.as_ref().map(RunningSearch::to_text));
        View {
            board,
            chosen: square_place(self.cursor.0),
            players,
            moves: game.moves().iter().map(Move::to_string).collect(),
            messages,
            typed: self.input_line.as_ref().map(InputLine::to_text),
            keys: &KEYS,
            page: self.page.clone(),
        }
    }

    fn player(&self, side: Color) -> String {
        let setup = self.session.game().setup();
        let discs = match side {
            Color::Black => setup.black(),
            Color::White => setup.white(),
        };
        format!("{side} {:>2}  {}", discs.count(), self.session.player(side))
    }
}

impl RunningSearch {
    /// The purpose and the progress.
    fn to_text(&self) -> String {
        let what = match self.purpose {
            SearchPurpose::Move => "outflank thinks",
            SearchPurpose::Hints(_) => "looking for the best moves",
            SearchPurpose::Values => "valuing the moves",
        };
        match &self.found {
            Some(line) => format!("{what}: depth {} ({})", line.depth, line.score),
            None => what.to_owned(),
        }
    }
}

/// The selected square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor(pub(super) Square);

impl Cursor {
    /// A cursor on the first legal square.
    pub(super) fn new(legal: Bitboard) -> Cursor {
        Cursor(legal.into_iter().next().unwrap_or(Square::D3))
    }

    /// Moves right and down, but not off the board.
    pub(super) fn step(&mut self, right: isize, down: isize) {
        let index = self.0.index() as isize;
        let (column, row) = (index % 8 + right, index / 8 + down);
        if (0..8).contains(&column) && (0..8).contains(&row) {
            self.0 = Square::ALL[(8 * row + column) as usize];
        }
    }

    /// Moves to the next or previous legal square, cyclically.
    pub(super) fn go_to_next(&mut self, legal: Bitboard, back: bool) {
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
    fn it_goes_round_the_legal_squares_and_stays_on_the_board() {
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
