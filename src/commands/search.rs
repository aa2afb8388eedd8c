//! `search`: the best move.

use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::bail;

use crate::Status;
use crate::commands::hint::{HintTable, title};
use crate::flags::{EngineFlags, ForSearch};
use crate::limits::{GoalArguments, LimitArguments};
use crate::output::{FormatArgument, Interrupts, StandardOutput};
use crate::source::PositionArgument;
use engine::search::ThreadShortage;
use engine::{Engine, SearchRequest};
use othello::game::{Game, Setup};
use protocol::output::Output;
use protocol::reply::{Format, Reply, result_replies};

/// Find the best move
#[derive(Debug, clap::Args)]
#[command(after_help = "\
The first limit that is reached ends the search; without limits it is the level. At a terminal the
answer is a table, otherwise that of a session. An interrupt ends the search with its result so far.

Examples:
  outflank search f5d6c3 --depth 14
  outflank search --time 5000 --threads 4 --hash 1024
  outflank search \"$BOARD\" --exact --json | tail -1")]
pub(crate) struct SearchArguments {
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
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        self.ensure_no_limit()?;
        let request = self.goal.request(&self.limits);
        let mut engine = Engine::new(self.limits.with_level(self.engine.options));
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

    /// Refuses limits in the form of a session: `depth 5`.
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

/// Searches the end of `game` and writes a table.
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

/// Searches `setup` and writes the replies of a session. `told` is the last note about missing
/// threads.
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
            written = output.write(&Reply::Info(info));
            // A closed output ends the search.
            stop.fetch_or(written.is_err(), Relaxed);
        }
    });
    written?;
    if let Some(shortage) = report.shortage
        && told.replace(shortage) != Some(shortage)
    {
        output.write(&Reply::Note(shortage.into()))?;
    }
    Ok(result_replies(&report, false).try_for_each(|reply| output.write(&reply))?)
}
