//! [`Reporter`]: writes what an analysis finds, in the form that was asked for, and keeps it in
//! the file of results.

use std::io;
use std::sync::atomic::AtomicBool;

use super::games::{GameEntry, GameReply};
use super::log::AnalysisLog;
use super::players::PlayerTable;
use super::table::{LiveTable, Table};
use crate::output::{Progress, StandardOutput};
use engine::score::discs_of;
use engine::{AnalysedPly, Analysis, Mark};
use othello::board::{Color, Move};
use protocol::output::Output;
use protocol::reply::{AnalysisReply, CertaintyReply, Format, PlyReply, Reply, to_json};

/// What is written to standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// A line or a JSON object for each game and each ply.
    Lines,
    /// A line of CSV for each move.
    Csv,
    /// A table for each game.
    Table,
    /// A table of the players, at the end.
    Players,
    /// Nothing: lines go to the file of results.
    Nothing,
}

/// Writes the results, and keeps them in the log.
pub(super) struct Reporter {
    pub(super) progress: Progress,
    form: Form,
    /// A table that is still growing, on a terminal.
    live: Option<LiveTable>,
    output: Output<StandardOutput>,
    log: AnalysisLog,
    players: PlayerTable,
}

impl Reporter {
    pub(super) fn new(
        progress: Progress,
        form: Form,
        live: Option<LiveTable>,
        output: Output<StandardOutput>,
        log: AnalysisLog,
    ) -> Reporter {
        Reporter { progress, form, live, output, log, players: PlayerTable::default() }
    }

    /// Writes what stands before all games.
    pub(super) fn begin(&mut self) -> io::Result<()> {
        if self.form == Form::Csv { self.write_text(CSV_HEADER) } else { Ok(()) }
    }

    /// Runs `analysis` of `entry`, of which some plies are `known`, until `stop` is set; returns
    /// all plies that are known then.
    pub(super) fn analyse(
        &mut self,
        entry: &GameEntry,
        mut analysis: Analysis,
        mut known: Vec<AnalysedPly>,
        stop: &AtomicBool,
    ) -> anyhow::Result<Vec<AnalysedPly>> {
        if let Some(last) = known.last() {
            analysis.resume(last);
        }
        if self.form == Form::Lines {
            let game = GameReply::new(entry);
            self.write_text(&match self.output.format {
                Format::Text => game.to_string(),
                Format::Json => game.to_json(),
            })?;
        }
        known.iter().try_for_each(|ply| self.write_ply(entry, ply))?;
        while let Some(ply) = analysis.step(stop) {
            self.log.put(entry, &ply)?;
            self.progress.advance();
            self.write_ply(entry, &ply)?;
            known.push(ply);
            if let Some(live) = &mut self.live {
                self.progress.suspend(|| live.show(&Table::new(entry, &known)))?;
            }
        }
        if let Some(live) = &mut self.live {
            self.progress.suspend(|| live.clear())?;
        }
        let sums = AnalysisReply::new(&known, analysis.left(), entry.opening());
        if analysis.left() == 0 {
            self.log.put_sums(entry, sums.clone())?;
        }
        match self.form {
            Form::Table => self.write_text(&Table::new(entry, &known).to_string())?,
            Form::Lines => {
                self.write_text(&Reply::Analysis(sums).to_text(self.output.format))?;
            }
            Form::Players => self.players.add(entry, &known),
            Form::Csv | Form::Nothing => {}
        }
        Ok(known)
    }

    /// Writes what stands behind all games.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.progress.finish();
        if self.form != Form::Players {
            return Ok(());
        }
        let players = std::mem::take(&mut self.players);
        match self.output.format {
            Format::Text => self.write_text(players.to_string().trim_end()),
            Format::Json => players.rows().try_for_each(|row| self.write_text(&to_json(&row))),
        }
    }

    fn write_ply(&mut self, entry: &GameEntry, ply: &AnalysedPly) -> io::Result<()> {
        let text = match self.form {
            Form::Lines => Reply::Ply(PlyReply::from(ply)).to_text(self.output.format),
            Form::Csv if ply.played.is_some() => csv_row(entry, ply),
            _ => return Ok(()),
        };
        self.write_text(&text)
    }

    fn write_text(&mut self, text: &str) -> io::Result<()> {
        self.progress.suspend(|| self.output.write_text(text))
    }
}

/// The columns of CSV.
const CSV_HEADER: &str =
    "game,source,black,white,ply,side,empties,played,best,score,certainty,selectivity,loss,mark";

/// The move of `ply` as a line of CSV; scores are in discs.
fn csv_row(entry: &GameEntry, ply: &AnalysedPly) -> String {
    let PlyReply { ply: number, side, played, best, score, loss, mark, .. } = PlyReply::from(ply);
    let word = |mv: Option<Move>| mv.map_or_else(String::new, |mv| mv.to_string());
    let discs = |centidiscs: i32| format!("{:.2}", discs_of(centidiscs));
    let player = |side| quoted(&entry.player(side).unwrap_or_default());
    [
        entry.number.to_string(),
        quoted(entry.source.as_deref().unwrap_or_default()),
        player(Color::Black),
        player(Color::White),
        number.to_string(),
        side.to_string(),
        ply.setup.position.empty_count().to_string(),
        word(played),
        word(best),
        discs(score.score.centidiscs()),
        match score.certainty {
            CertaintyReply::Exact => "exact",
            CertaintyReply::Wld => "wld",
            CertaintyReply::Selective => "selective",
        }
        .to_owned(),
        score.selectivity.to_string(),
        loss.map(discs).unwrap_or_default(),
        mark.filter(|&mark| mark > Mark::Best).map(|mark| mark.to_string()).unwrap_or_default(),
    ]
    .join(",")
}

/// `text` as a value of CSV, in quotes if it has to be.
fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}
