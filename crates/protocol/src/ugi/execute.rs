//! Execution of the commands.

use std::mem;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use super::command::{Command, PerftArguments, Query};
use super::parse::COMMANDS;
use super::words::excerpt;
use super::{Refusal, Ugi, message};
use crate::controller::Controller;
use crate::message::SessionError;
use crate::reply::{
    AnalysisReply, BoardReply, ConvertedReply, DivideReply, ErrorReply, EvalReply, ExploredReply,
    Format, HelpReply, IdReply, IndexedReply, LegalReply, OpeningReply, OptionKindReply,
    OptionReply, PerftReply, RecordReply, RecordsReply, Reply, ResponseReply, ValidateReply,
};
use engine::book::{Import, MergedBook};
use engine::search::Stop;
use engine::{
    AnalysedPly, Analysis, Bench, Effort, Engine, Expected, OPTIONS, OptionError, SearchRequest,
};
use othello::board::perft::Perft;
use othello::board::{Color, Move, Position};
use othello::game::{Format as RecordFormat, Game, GameIndex, Opening, Record};

/// The option for hosts that ponder.
const PONDER: &str = "Ponder";

/// The immediate replies, or why the command is refused.
type CommandResult = Result<Vec<Reply>, Refusal>;

impl Ugi {
    /// Executes `command`. Starts long work as a job, which replies later. A refused command
    /// changes nothing.
    pub(super) fn execute(
        &mut self,
        command: Command,
        controller: &mut Controller,
    ) -> CommandResult {
        match command {
            Command::Ugi => Ok(identify(controller)),
            Command::IsReady => Ok(is_ready(controller)),
            Command::SetOption { name, value } => self.set_option(&name, &value, controller),
            Command::ClearHash => {
                controller.engine.clear_table();
                no_reply()
            }
            Command::Options => Ok(self.options(controller)),
            Command::NewGame => self.new_game(&mut controller.engine),
            Command::Position(game) => self.load_game(*game),
            Command::Query(query) => one(Reply::Response(self.query(query))),
            Command::Go { request, ponder } => self.go(&request, ponder, controller),
            Command::PonderHit => ponder_hit(controller),
            Command::Perft(arguments) => self.perft(arguments, controller),
            Command::Analyze(effort) => self.analyze(effort, controller),
            Command::Bench => self.bench(controller),
            Command::Moves => one(Reply::Moves(self.game.setup().into())),
            Command::MakeMoves(text) => self.make_moves(&text),
            Command::Legal(mv) => one(Reply::Legal(LegalReply::new(self.game.setup(), mv))),
            Command::Validate(text) => {
                one(Reply::Validate(ValidateReply::new(None, &text.parse())))
            }
            Command::Convert { format, record } => self.convert(format, record),
            Command::File { name, bytes } => {
                self.files.append(&name, &bytes)?;
                no_reply()
            }
            Command::Records => self.records(),
            Command::Index => self.index(),
            Command::IndexClear => {
                self.index = GameIndex::default();
                self.book = MergedBook::default();
                no_reply()
            }
            Command::Explore { games, filter } => {
                let setup = self.game.setup();
                let found = self.index.find(setup, games, &filter);
                one(Reply::Explored(ExploredReply::new(setup, &found, &self.index, &self.book)))
            }
            Command::ExploreGame(number) => self.explore_game(number),
            Command::Openings => Ok(openings()),
            Command::Show => one(Reply::Board(BoardReply::new(&self.game))),
            Command::Eval { explained } => {
                one(Reply::Eval(self.eval(&controller.engine, explained)))
            }
            Command::Play(mv) => self.play(mv),
            Command::Undo => self.undo(),
            Command::History => one(Reply::History((&self.game).into())),
            Command::Stats => self.stats(),
            Command::Json(on) => self.set_format(if on { Format::Json } else { Format::Text }),
            Command::Help(topic) => {
                let all = || COMMANDS.iter().map(|command| command.about).collect();
                let commands = topic.map_or_else(all, |command| vec![command]);
                one(Reply::Help(HelpReply { commands }))
            }
            // `Priority::Stop` and `Priority::Quit` have already taken effect.
            Command::Stop | Command::Quit => no_reply(),
        }
    }

    fn set_option(
        &mut self,
        name: &str,
        value: &str,
        controller: &mut Controller,
    ) -> CommandResult {
        if name.eq_ignore_ascii_case(PONDER) {
            let invalid = || OptionError::Value {
                name: PONDER,
                value: excerpt(value),
                expected: Expected::Check,
            };
            let on = value.to_ascii_lowercase().parse();
            self.ponder = on.map_err(|_| SessionError::from(invalid()))?;
        } else {
            controller.set_option(name, value).map_err(|error| match error {
                SessionError::Option(error @ OptionError::Unknown { .. }) => {
                    SessionError::UnknownOption(error)
                }
                error => error,
            })?;
        }
        no_reply()
    }

    fn options(&self, controller: &Controller) -> Vec<Reply> {
        let options = controller.engine.options();
        let option = |spec| option_reply(controller, OptionReply::with_value(spec, options));
        let mut replies: Vec<Reply> = OPTIONS.iter().map(option).collect();
        replies.extend(OptionReply::of_session(Some(self.ponder)).map(Reply::Option));
        replies
    }

    fn new_game(&mut self, engine: &mut Engine) -> CommandResult {
        engine.new_game();
        self.report = None;
        self.load_game(Game::default())
    }

    fn load_game(&mut self, game: Game) -> CommandResult {
        self.game = game;
        no_reply()
    }

    fn convert(&self, format: RecordFormat, record: Option<Box<Record>>) -> CommandResult {
        let record = record.unwrap_or_else(|| Box::new(self.game.clone().into()));
        let text = record.to_text(format)?;
        one(Reply::Converted(ConvertedReply { format: format.name(), text }))
    }

    /// A reply per record in the files, up to the limit for hosts, and the totals.
    fn records(&mut self) -> CommandResult {
        const MAX: usize = 20_000;
        let mut replies = Vec::new();
        let mut sum = RecordsReply::default();
        self.files.read(|file, found| {
            sum.count(&ValidateReply::new(None, &found));
            if replies.len() < MAX {
                replies.push(Reply::Record(Box::new(RecordReply::new(file, &found))));
            }
        })?;
        replies.push(Reply::Records(sum));
        Ok(replies)
    }

    /// Adds the records and the books in the files to the index.
    fn index(&mut self) -> CommandResult {
        let (mut added, mut failed) = (0, 0);
        let index = &mut self.index;
        let mut files = mem::take(&mut self.files);
        let books = files.extract(Import::has_magic).into_iter();
        let books = books.map(|(name, bytes)| Import::parse(Path::new(&name), bytes));
        let books: Vec<Import> = books.collect::<Result<_, _>>()?;
        files.read(|_, found| match found {
            Ok(found) => added += usize::from(index.add(&found.record)),
            Err(_) => failed += 1,
        })?;
        index.sort();
        for book in &books {
            self.book.add(book);
        }
        let positions = self.book.len();
        one(Reply::Indexed(IndexedReply { games: index.len(), added, failed, positions }))
    }

    fn explore_game(&self, number: usize) -> CommandResult {
        let games = self.index.len();
        let record = self.index.record(number).ok_or(Refusal::NoGame { number, games })?;
        one(Reply::History(record.game().into()))
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

    fn go(
        &self,
        request: &SearchRequest,
        ponder: bool,
        controller: &mut Controller,
    ) -> CommandResult {
        let setup = self.game.setup();
        match ponder {
            true => controller.ponder(setup, request)?,
            false => controller.search(setup, request)?,
        }
        no_reply()
    }

    fn perft(&self, arguments: PerftArguments, controller: &mut Controller) -> CommandResult {
        let (position, format) = (self.game.setup().position, self.format);
        let threads =
            NonZeroUsize::new(controller.engine.options().threads).unwrap_or(NonZeroUsize::MIN);
        controller.start("perft", move |stop, _| {
            let perft = Perft::new(arguments.rule).with_threads(threads);
            message(&Reply::Perft(count_perft(&perft, position, arguments, stop.flag)), format)
        });
        no_reply()
    }

    fn analyze(&self, effort: Effort, controller: &mut Controller) -> CommandResult {
        let analysis = controller.analysis(&self.game, effort)?;
        let (game, format) = (self.game.clone(), self.format);
        controller.start("analysis", move |stop, report| {
            let sum = analyze(analysis, &game, stop, |ply| report(message(&ply, format)));
            message(&sum, format)
        });
        no_reply()
    }

    fn bench(&self, controller: &mut Controller) -> CommandResult {
        let format = self.format;
        controller.start("bench", move |stop, report| {
            let mut bench = match Bench::new(stop) {
                Ok(bench) => bench,
                Err(no_memory) => {
                    return message(&Reply::Error(ErrorReply::new(&no_memory)), format);
                }
            };
            for position in bench.by_ref() {
                report(message(&Reply::Position(position), format));
            }
            message(&Reply::Bench((&bench).into()), format)
        });
        no_reply()
    }

    fn eval(&self, engine: &Engine, explained: bool) -> EvalReply {
        EvalReply::new(&*engine.evaluator(), self.game.setup().position, explained)
    }

    fn play(&mut self, mv: Move) -> CommandResult {
        self.game.play(mv).map_err(|reason| Refusal::Illegal { mv, reason })?;
        no_reply()
    }

    /// Plays all moves in `text`, or none.
    fn make_moves(&mut self, text: &str) -> CommandResult {
        let game = self.game.clone().with_transcript(text).map_err(Refusal::Moves)?;
        self.load_game(game)
    }

    fn undo(&mut self) -> CommandResult {
        self.game.undo().ok_or(Refusal::NothingToUndo)?;
        no_reply()
    }

    fn stats(&self) -> CommandResult {
        one(Reply::Report(self.report.clone().ok_or(Refusal::NoSearch)?))
    }

    fn set_format(&mut self, format: Format) -> CommandResult {
        self.format = format;
        no_reply()
    }
}

fn one(reply: Reply) -> CommandResult {
    Ok(vec![reply])
}

fn no_reply() -> CommandResult {
    Ok(Vec::new())
}

/// Allocates the memory, unless a job is running: its output would be delayed. The last reply is
/// `readyok` even after a failure, because the host waits for it.
fn is_ready(controller: &mut Controller) -> Vec<Reply> {
    if controller.is_busy() {
        return vec![Reply::ReadyOk];
    }
    let lack = controller.engine.prepare().err();
    let error = lack.map(|no_memory| Reply::Error(ErrorReply::new(&no_memory)));
    error.into_iter().chain([Reply::ReadyOk]).collect()
}

fn ponder_hit(controller: &mut Controller) -> CommandResult {
    if controller.ponder_hit() { no_reply() } else { Err(Refusal::NotPondering) }
}

/// The reply for an option, with the limits of this session.
fn option_reply(controller: &Controller, mut reply: OptionReply) -> Reply {
    if let OptionKindReply::Spin { max, .. } = &mut reply.kind {
        *max = controller.permissions.greatest(reply.name, *max);
    }
    Reply::Option(reply)
}

fn openings() -> Vec<Reply> {
    Opening::all().iter().map(OpeningReply::new).map(Reply::Opening).collect()
}

fn identify(controller: &Controller) -> Vec<Reply> {
    let mut replies = vec![Reply::Id(IdReply::OUTFLANK)];
    let option = |spec| option_reply(controller, OptionReply::new(spec));
    replies.extend(OPTIONS.iter().map(option));
    replies.extend(OptionReply::of_session(None).map(Reply::Option));
    replies.push(Reply::UgiOk);
    replies
}

/// Runs the perft of `arguments` from `position`. `perft` must have the same pass rule.
pub fn count_perft(
    perft: &Perft,
    position: Position,
    arguments: PerftArguments,
    stop: &AtomicBool,
) -> PerftReply {
    let start = Instant::now();
    let PerftArguments { depth, divide, rule } = arguments;
    if !divide || depth == 0 || position.is_over() {
        let nodes = perft.count(position, depth, stop);
        let divide = divide.then(Vec::new);
        return PerftReply { divide, ..PerftReply::new(depth, rule, nodes, start.elapsed()) };
    }
    let shares: Vec<DivideReply> = perft
        .divide(position, depth, stop)
        .map(|(first, nodes)| DivideReply { first, nodes })
        .collect();
    let nodes = shares.iter().map(|share| share.nodes).sum();
    let nodes = (!stop.load(Relaxed)).then_some(nodes);
    PerftReply { divide: Some(shares), ..PerftReply::new(depth, rule, nodes, start.elapsed()) }
}

/// Runs `analysis` of `game` until `stop` is set. Passes each ply to `listener` and returns the
/// totals.
pub(crate) fn analyze(
    mut analysis: Analysis,
    game: &Game,
    stop: &dyn Stop,
    mut listener: impl FnMut(Reply),
) -> Reply {
    let mut plies: Vec<AnalysedPly> = Vec::with_capacity(analysis.left());
    while let Some(ply) = analysis.step(stop) {
        listener(Reply::Ply((&ply).into()));
        plies.push(ply);
    }
    let opening = Opening::of_game(game).map(|opening| opening.name);
    Reply::Analysis(AnalysisReply::new(&plies, analysis.left(), opening))
}
