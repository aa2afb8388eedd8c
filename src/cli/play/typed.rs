//! A game by typed lines: through a pipe, or where a person wants it so.

use std::io::Write;
use std::sync::mpsc::channel;

use anyhow::anyhow;

use super::board;
use super::evening::{Evening, Next, Question, Turn};
use crate::cli::hint::HintTable;
use crate::engine::SearchEvent;
use crate::protocol::reader::LineError;
use crate::search::SearchReport;

/// A game whose commands are lines, and whose board is drawn again after each move.
pub(super) struct Typed<W> {
    pub(super) evening: Evening,
    pub(super) output: W,
}

impl<W: Write> Typed<W> {
    /// Does what `lines` say, until they end.
    pub(super) fn play(
        &mut self,
        mut lines: impl Iterator<Item = Result<String, LineError>>,
        prompts: bool,
    ) -> anyhow::Result<()> {
        self.go_on()?;
        loop {
            if prompts {
                write!(self.output, "> ")?;
                self.output.flush()?;
            }
            let Some(line) = lines.next() else { return Ok(()) };
            let next = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => match line.parse() {
                    Ok(command) => self.evening.obey(command)?,
                    Err(error) => Next::Say(error.to_string()),
                },
                Err(error @ LineError::Unreadable { .. }) => return Err(error.into()),
                Err(error) => Next::Say(error.to_string()),
            };
            // After a search that could not begin, anything that was said may let it.
            let tries_again = matches!(next, Next::Say(_) | Next::Rank(_));
            match next {
                Next::Say(text) if text.is_empty() => {}
                Next::Say(text) => self.say(&text)?,
                Next::GoOn => self.go_on()?,
                Next::End => self.tell_end()?,
                Next::Show => self.show()?,
                Next::Rank(count) => {
                    if let Some(report) = self.ask(Question::Hints(count))? {
                        let table = HintTable::new(self.evening.game(), &report).to_string();
                        self.say(&table)?;
                    }
                }
                Next::Leave => return Ok(()),
            }
            if tries_again && self.evening.turn() == Turn::Engine {
                self.go_on()?;
            }
        }
    }

    /// Makes the moves that are not the person's, and shows the board.
    fn go_on(&mut self) -> anyhow::Result<()> {
        loop {
            let said = match self.evening.turn() {
                Turn::Pass => self.evening.pass()?,
                Turn::Engine => match self.ask(Question::Move)? {
                    Some(report) => self.evening.answer(&report)?,
                    None => break,
                },
                Turn::Person | Turn::Over => break,
            };
            self.say(&said)?;
        }
        self.show()?;
        self.tell_end()
    }

    fn tell_end(&mut self) -> anyhow::Result<()> {
        self.evening.end().map_or(Ok(()), |end| self.say(&end))
    }

    /// What the engine answers; nothing if the search cannot begin, which is said.
    fn ask(&mut self, question: Question) -> anyhow::Result<Option<SearchReport>> {
        let (sender, events) = channel();
        let listener = move |event| drop(sender.send(event));
        if let Err(error) = self.evening.search(question, listener) {
            self.say(&error.to_string())?;
            return Ok(None);
        }
        let report = events.into_iter().find_map(|event| match event {
            SearchEvent::Done(report) => Some(report),
            SearchEvent::Info(_) => None,
        });
        let lost = || anyhow!("the search has failed without an answer; this is a bug");
        report.ok_or_else(lost).map(Some)
    }

    fn show(&mut self) -> anyhow::Result<()> {
        let board = board::draw(self.evening.game(), None).join("\n");
        let facts = self.evening.facts();
        self.say(&format!("{board}\n{facts}"))
    }

    fn say(&mut self, text: &str) -> anyhow::Result<()> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }
}
