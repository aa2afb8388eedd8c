//! What each command does when its turn has come.

use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::thread;

use super::command::{Command, PerftArguments, Query};
use super::go::Go;
use super::session::{Refusal, Session};
use super::vocabulary::{COMMANDS, CommandSpec};
use super::work::{Answering, Event, StopFlag, Work, count_perft};
use crate::board::perft::Perft;
use crate::board::{Color, Move};
use crate::engine::{Bench, EngineError, OPTIONS, SearchEvent};
use crate::game::Game;
use crate::protocol::reply::{
    BoardReply, CommandReply, EvalReply, Format, HelpReply, IdReply, LegalReply, OptionReply,
    Reply, ResponseReply,
};

/// What is said at once, or why a command was refused.
type Answer = Result<Vec<Reply>, Refusal>;

impl<W: Write> Session<W> {
    /// Does what `command` says. Work that takes its time is begun, and answers
    /// later. A refused command changes nothing.
    pub(super) fn obey(&mut self, command: Command) -> Answer {
        match command {
            Command::Ugi => Ok(identify()),
            Command::IsReady => self.is_ready(),
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Options => Ok(self.options()),
            Command::NewGame => self.new_game(),
            Command::Position(game) => self.continue_from(*game),
            Command::Query(query) => one(Reply::Response(self.query(query))),
            Command::Go(go) => self.go(&go),
            Command::Perft(arguments) => self.perft(arguments),
            Command::Bench => self.bench(),
            Command::Moves => one(Reply::Moves(self.game.setup().into())),
            Command::Legal(mv) => one(Reply::Legal(LegalReply::new(self.game.setup(), mv))),
            Command::Show => one(Reply::Board(BoardReply::new(&self.game))),
            Command::Eval => one(Reply::Eval(self.eval())),
            Command::Play(mv) => self.play(mv),
            Command::Undo => self.undo(),
            Command::History => one(Reply::History((&self.game).into())),
            Command::Stats => self.stats(),
            Command::Json(on) => self.speak(if on { Format::Json } else { Format::Text }),
            Command::Help(topic) => one(Reply::Help(help(topic))),
            // Done as soon as they are heard.
            Command::Stop | Command::Quit => silence(),
        }
    }

    fn is_ready(&mut self) -> Answer {
        self.engine.prepare()?;
        one(Reply::ReadyOk)
    }

    /// Sets an option; a table that cannot be had is refused with it.
    fn set_option(&mut self, name: &str, value: &str) -> Answer {
        let before = self.engine.options().clone();
        self.engine.set_option(name, value)?;
        if let Err(refusal) = self.engine.prepare() {
            self.engine.set_options(before);
            return Err(refusal.into());
        }
        silence()
    }

    fn options(&self) -> Vec<Reply> {
        let options = self.engine.options();
        let option = |spec| Reply::Option(OptionReply::with_value(spec, options));
        OPTIONS.iter().map(option).collect()
    }

    fn new_game(&mut self) -> Answer {
        self.engine.new_game();
        self.report = None;
        self.continue_from(Game::default())
    }

    fn continue_from(&mut self, game: Game) -> Answer {
        self.game = game;
        silence()
    }

    fn query(&self, query: Query) -> ResponseReply {
        match query {
            Query::P1Turn => ResponseReply::P1Turn(self.game.setup().side == Color::Black),
            Query::GameOver => ResponseReply::GameOver(self.game.is_over()),
            Query::Result => ResponseReply::Result(match self.game.result() {
                None => "none",
                Some(result) => match result.winner() {
                    Some(Color::Black) => "p1win",
                    Some(Color::White) => "p2win",
                    None => "draw",
                },
            }),
        }
    }

    fn go(&mut self, go: &Go) -> Answer {
        let setup = self.game.setup();
        let limits = go.limits(setup.side, &self.engine.level_limits(setup.position))?;
        let mut answering = self.begin();
        self.engine.go(setup.position, limits, move |event| match event {
            SearchEvent::Info(_) => answering.tell(Event::Search(event)),
            SearchEvent::Done(_) => answering.answer(Event::Search(event)),
        })?;
        self.work = Some(Work::Search { infinite: go.infinite });
        silence()
    }

    fn perft(&mut self, arguments: PerftArguments) -> Answer {
        let position = self.game.setup().position;
        let threads = NonZeroUsize::new(self.engine.options().threads).unwrap_or(NonZeroUsize::MIN);
        self.begin_other("perft", move |stop, _| {
            let perft = Perft::new(arguments.rule).with_threads(threads);
            Ok(Reply::Perft(count_perft(&perft, position, arguments, stop)))
        })
    }

    fn bench(&mut self) -> Answer {
        self.begin_other("bench", |stop, answering| {
            let mut bench = Bench::new(stop)?;
            for position in bench.by_ref() {
                answering.tell(Event::News(Reply::Position((&position).into())));
            }
            Ok(Reply::Bench((&bench).into()))
        })
    }

    /// Begins `work`, which is no search, in a thread called `name`. It has to end
    /// when the flag that it gets is set.
    fn begin_other(
        &mut self,
        name: &str,
        work: impl FnOnce(&AtomicBool, &Answering) -> Result<Reply, Refusal> + Send + 'static,
    ) -> Answer {
        let (flag, stop) = StopFlag::new();
        let mut answering = self.begin();
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || {
                let outcome = work(&stop, &answering);
                answering.answer(Event::Done(outcome));
            })
            .map_err(|error| EngineError::NoThread(error.to_string()))?;
        self.work = Some(Work::Other(flag));
        silence()
    }

    /// A way to answer for the work that is begun.
    fn begin(&mut self) -> Answering {
        self.job += 1;
        Answering::new(self.job, self.events.clone())
    }

    fn eval(&self) -> EvalReply {
        EvalReply::new(&*self.engine.evaluator(), self.game.setup().position)
    }

    fn play(&mut self, mv: Move) -> Answer {
        self.game.play(mv).map_err(|reason| Refusal::Illegal { mv, reason })?;
        silence()
    }

    fn undo(&mut self) -> Answer {
        self.game.undo().ok_or(Refusal::NothingToUndo)?;
        silence()
    }

    fn stats(&self) -> Answer {
        one(Reply::Report(self.report.clone().ok_or(Refusal::NoSearch)?))
    }

    fn speak(&mut self, format: Format) -> Answer {
        self.output.format = format;
        silence()
    }
}

fn one(reply: Reply) -> Answer {
    Ok(vec![reply])
}

fn silence() -> Answer {
    Ok(Vec::new())
}

fn identify() -> Vec<Reply> {
    let mut replies = vec![Reply::Id(IdReply::OUTFLANK)];
    replies.extend(OPTIONS.iter().map(OptionReply::new).map(Reply::Option));
    replies.push(Reply::UgiOk);
    replies
}

/// All commands, or the one that is called `topic`.
fn help(topic: Option<&'static str>) -> HelpReply {
    let asked_for = |command: &&CommandSpec| topic.is_none_or(|topic| topic == command.name);
    let reply = |command: &CommandSpec| CommandReply {
        name: command.name,
        aliases: command.aliases,
        arguments: command.arguments,
        help: command.help,
    };
    HelpReply { commands: COMMANDS.iter().filter(asked_for).map(reply).collect() }
}
