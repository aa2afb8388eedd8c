//! What each command does when its turn has come.

use std::num::NonZeroUsize;

use super::command::{Command, PerftArguments, Query};
use super::go::Go;
use super::perft::count_perft;
use super::vocabulary::{COMMANDS, CommandSpec};
use super::{Refusal, Ugi, analyze};
use crate::board::perft::Perft;
use crate::board::{Color, Move};
use crate::engine::{Bench, Effort, Engine, OPTIONS};
use crate::game::Game;
use crate::protocol::reply::{
    BoardReply, CommandReply, ErrorReply, EvalReply, Format, HelpReply, IdReply, LegalReply,
    OptionReply, Reply, ResponseReply, ValidateReply,
};
use crate::protocol::session::{Desk, Event};

/// What is said at once, or why a command was refused.
type Answer = Result<Vec<Reply>, Refusal>;

impl Ugi {
    /// Does what `command` says. Work that takes its time is begun, and answers
    /// later. A refused command changes nothing.
    pub(super) fn obey(&mut self, command: Command, desk: &mut Desk<Reply>) -> Answer {
        match command {
            Command::Ugi => Ok(identify()),
            Command::IsReady => Ok(is_ready(&mut desk.engine)),
            Command::SetOption { name, value } => {
                desk.set_option(&name, &value)?;
                silence()
            }
            Command::Options => Ok(options(&desk.engine)),
            Command::NewGame => self.new_game(&mut desk.engine),
            Command::Position(game) => self.continue_from(*game),
            Command::Query(query) => one(Reply::Response(self.query(query))),
            Command::Go(go) => self.go(&go, desk),
            Command::PonderHit => ponder_hit(desk),
            Command::Perft(arguments) => self.perft(arguments, desk),
            Command::Analyze(effort) => self.analyze(effort, desk),
            Command::Bench => bench(desk),
            Command::Moves => one(Reply::Moves(self.game.setup().into())),
            Command::Legal(mv) => one(Reply::Legal(LegalReply::new(self.game.setup(), mv))),
            Command::Validate(text) => {
                one(Reply::Validate(ValidateReply::new(None, &text.parse())))
            }
            Command::Show => one(Reply::Board(BoardReply::new(&self.game))),
            Command::Eval { explained } => one(Reply::Eval(self.eval(&desk.engine, explained))),
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

    fn new_game(&mut self, engine: &mut Engine) -> Answer {
        engine.new_game();
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

    fn go(&mut self, go: &Go, desk: &mut Desk<Reply>) -> Answer {
        let setup = self.game.setup();
        let limits = go.limits(setup.side, &desk.engine.level_limits(setup.position))?;
        let begin = if go.ponder { Desk::ponder } else { Desk::search };
        begin(desk, setup.position, limits, go.infinite)?;
        silence()
    }

    fn perft(&mut self, arguments: PerftArguments, desk: &mut Desk<Reply>) -> Answer {
        let position = self.game.setup().position;
        let threads = NonZeroUsize::new(desk.engine.options().threads).unwrap_or(NonZeroUsize::MIN);
        desk.begin_other("perft", move |stop, _| {
            let perft = Perft::new(arguments.rule).with_threads(threads);
            Reply::Perft(count_perft(&perft, position, arguments, stop))
        })?;
        silence()
    }

    fn analyze(&mut self, effort: Effort, desk: &mut Desk<Reply>) -> Answer {
        let analysis = desk.analysis(&self.game, effort)?;
        let game = self.game.clone();
        desk.begin_other("analysis", move |stop, answering| {
            analyze(analysis, &game, stop, |reply| answering.tell(Event::News(reply)))
        })?;
        silence()
    }

    fn eval(&self, engine: &Engine, explained: bool) -> EvalReply {
        EvalReply::new(&*engine.evaluator(), self.game.setup().position, explained)
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
        self.format = format;
        silence()
    }
}

fn one(reply: Reply) -> Answer {
    Ok(vec![reply])
}

fn silence() -> Answer {
    Ok(Vec::new())
}

/// A host waits for nothing else, so the last word is the same if memory is lacking.
fn is_ready(engine: &mut Engine) -> Vec<Reply> {
    let lack = engine.prepare().err();
    let error = lack.map(|no_memory| Reply::Error(ErrorReply::new(&no_memory)));
    error.into_iter().chain([Reply::ReadyOk]).collect()
}

fn ponder_hit(desk: &mut Desk<Reply>) -> Answer {
    if desk.ponder_hit() { silence() } else { Err(Refusal::NotPondering) }
}

fn options(engine: &Engine) -> Vec<Reply> {
    let option = |spec| Reply::Option(OptionReply::with_value(spec, engine.options()));
    OPTIONS.iter().map(option).collect()
}

fn bench(desk: &mut Desk<Reply>) -> Answer {
    desk.begin_other("bench", |stop, answering| match Bench::new(stop) {
        Ok(mut bench) => {
            for position in bench.by_ref() {
                answering.tell(Event::News(Reply::Position((&position).into())));
            }
            Reply::Bench((&bench).into())
        }
        Err(no_memory) => Reply::Error(ErrorReply::new(&no_memory)),
    })?;
    silence()
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
