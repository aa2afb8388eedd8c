//! `search`: the best move.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::bail;

use super::Status;
use super::flags::{EngineFlags, ForSearch};
use super::hint::{HintTable, title};
use super::limits::{GoalArguments, LimitArguments};
use super::output::{FormatArgument, Interrupts, StandardOutput};
use super::source::PositionArgument;
use engine::search::ThreadShortage;
use engine::{Engine, SearchRequest};
use othello::game::{Game, Setup};
use protocol::output::Output;
use protocol::reply::{Format, Reply, ReportReply};

/// Find the best move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first limit that is reached ends the search; without limits it goes as deep as the
level says. At a terminal the answer is a table, elsewhere it is that of a session.
Interrupted it tells what it has found.

Examples:
  outflank search f5d6c3 --depth 14
  outflank search --time 5000 --threads 4 --hash 1024
  outflank search \"$BOARD\" --exact --json | tail -1")]
pub(super) struct SearchArguments {
    #[command(flatten)]
    position: PositionArgument,
    #[command(flatten)]
    limits: LimitArguments,
    #[command(flatten)]
    goal: GoalArguments,
    #[command(flatten)]
    engine: EngineFlags<ForSearch>,
    #[command(flatten)]
    format: FormatArgument,
}

impl SearchArguments {
    pub(super) fn run(self) -> anyhow::Result<Status> {
        self.ensure_no_limit()?;
        let request = self.goal.request(&self.limits);
        let mut engine = Engine::new(self.engine.options);
        let mut output = self.format.output();
        let mut told = None;
        let for_people = output.format == Format::Text && io::stdout().is_terminal();
        let interrupts = Interrupts::catch()?;
        let mut answer = |game: &Game, place, stop: &AtomicBool| {
            output.place = place;
            engine.new_game();
            if for_people {
                return show_table(&mut engine, &request, game, &mut output, stop);
            }
            search(&mut engine, &request, game.setup(), &mut output, &mut told, stop)
        };
        self.position.for_each(|game, place| interrupts.work(|stop| answer(game, place, stop)))
    }

    /// Fails if limits are given as in a session, `depth 5`.
    fn ensure_no_limit(&self) -> anyhow::Result<()> {
        let mut words = self.position.words();
        let (Some(word), Some(value)) = (words.next(), words.next()) else { return Ok(()) };
        let flag = match word {
            "depth" | "nodes" | "time" | "selectivity" | "level" => word,
            "movetime" => "time",
            _ => return Ok(()),
        };
        bail!("invalid record {word:?}: expected a position, or --{flag} {value} for the limit")
    }
}

/// Searches the end of `game` and writes the result for people.
fn show_table(
    engine: &mut Engine,
    request: &SearchRequest,
    game: &Game,
    output: &mut Output<StandardOutput>,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let setup = game.setup();
    let report = engine.job(setup, request)?.run(stop, &mut |_| ());
    let (nodes, seconds) = (report.usage.nodes, report.usage.time.as_secs_f64());
    let table = HintTable::new(game, &report);
    let text = format!("{}\n{table}\n{nodes} nodes in {seconds:.2} s", title(game));
    Ok(output.write_text(&text)?)
}

/// Searches `setup` and writes the result as a session does; `told` are the missing threads
/// that were written of last.
fn search(
    engine: &mut Engine,
    request: &SearchRequest,
    setup: Setup,
    output: &mut Output<StandardOutput>,
    told: &mut Option<ThreadShortage>,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut written = Ok(());
    let report = engine.job(setup, request)?.run(stop, &mut |info| {
        if written.is_ok() {
            written = output.write(&Reply::Info((&info).into()));
            // What nobody reads is not worth the rest of the search.
            stop.fetch_or(written.is_err(), Relaxed);
        }
    });
    written?;
    if let Some(shortage) = report.shortage
        && told.replace(shortage) != Some(shortage)
    {
        output.write(&Reply::Note(shortage.into()))?;
    }
    let report = ReportReply::from(&report);
    report.infos().try_for_each(|info| output.write(&Reply::Info(info)))?;
    Ok(output.write(&Reply::BestMove(report.best_move()))?)
}
