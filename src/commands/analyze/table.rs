//! An analysis as a table with a bar chart of the lead. On a terminal it is drawn as it grows.

use std::fmt::{self, Write};
use std::io::{self, Write as _};

use console::{Style, Term, style, truncate_str};

use super::rows::opening;
use crate::commands::scores::value_text;
use crate::output::IS_UNICODE;
use crate::source::Entry;
use engine::score::{Score, discs_of};
use engine::{AnalysedPly, Mark, SideSummary, Summary};
use othello::board::Color;

/// The longest bar on each side of the middle, in characters.
const ARM: usize = 12;

/// The possible scales of the bars, in discs.
const SCALES: [i32; 4] = [8, 16, 32, 64];

/// The annotation symbol of a mark.
pub(super) const fn sign(mark: Mark) -> &'static str {
    match mark {
        Mark::Best => "",
        Mark::Inaccuracy => "?!",
        Mark::Mistake => "?",
        Mark::Blunder => "??",
    }
}

fn colour(mark: Mark) -> Style {
    match mark {
        Mark::Best => Style::new(),
        Mark::Inaccuracy => Style::new().yellow(),
        Mark::Mistake => Style::new().magenta(),
        Mark::Blunder => Style::new().red().bold(),
    }
}

/// Black's lead with best play from `ply`.
pub(super) fn black_lead(ply: &AnalysedPly) -> Score {
    match ply.setup.side {
        Color::Black => ply.score,
        Color::White => -ply.score,
    }
}

/// `+4` for a proven score, `+3.52` for an estimate.
fn lead_text(ply: &AnalysedPly) -> String {
    value_text(black_lead(ply), ply.certainty)
}

/// The analysis of a game as a table.
pub(crate) struct Table<'a> {
    entry: &'a Entry,
    plies: Vec<&'a AnalysedPly>,
    /// The lead of the longest bar, in discs.
    scale: i32,
}

impl<'a> Table<'a> {
    pub(crate) fn new(entry: &'a Entry, plies: &'a [AnalysedPly]) -> Table<'a> {
        let mut plies: Vec<&AnalysedPly> = plies.iter().collect();
        plies.sort_by_key(|ply| ply.ply);
        let leads = plies.iter().map(|ply| black_lead(ply).centidiscs().abs());
        let most = leads.max().unwrap_or(0);
        let fits = |scale: &i32| most <= scale * Score::PER_DISC;
        Table { entry, plies, scale: SCALES.into_iter().find(fits).unwrap_or(64) }
    }

    /// The table without the totals.
    pub(crate) fn rows(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = self.write_rows(&mut text);
        text
    }

    fn write_rows(&self, f: &mut impl Write) -> fmt::Result {
        self.head(f)?;
        self.plies.iter().try_for_each(|ply| self.row(f, ply))
    }

    /// The players, the opening and the header.
    fn head(&self, f: &mut impl Write) -> fmt::Result {
        let player = |side| self.entry.player(side);
        if let (Some(black), Some(white)) = (player(Color::Black), player(Color::White)) {
            writeln!(f, "{black} (black) - {white} (white)")?;
        }
        if let Some(opening) = opening(self.entry) {
            writeln!(f, "{opening}")?;
        }
        let scale = self.scale;
        let (white, black) = (format!("white +{scale}"), format!("+{scale} black"));
        writeln!(f, "move       lead  {white:<ARM$} {black:>ARM$}  best   loss")
    }

    fn row(&self, f: &mut impl Write, ply: &AnalysedPly) -> fmt::Result {
        let side = match ply.setup.side {
            Color::Black => 'X',
            Color::White => 'O',
        };
        let mark = ply.mark().unwrap_or(Mark::Best);
        let mv = match ply.played {
            Some(mv) => format!("{:>3} {side} {mv}{}", ply.ply + 1, sign(mark)),
            None => format!("{:>3}", "end"),
        };
        let (bar, lead) = (self.bar(black_lead(ply)), lead_text(ply));
        let mut row = format!("{} {lead:>6}  {bar}", colour(mark).apply_to(format!("{mv:<10}")));
        let loss = ply.loss().filter(|&loss| loss > 0);
        if let (Some(loss), Some(best)) = (loss, ply.best()) {
            let loss = colour(mark).apply_to(format!("{:>6}", discs_text(loss)));
            write!(row, "  {best:<4} {loss}")?;
        }
        writeln!(f, "{}", row.trim_end())
    }

    /// A bar to the right of the middle if Black leads, otherwise to the left.
    fn bar(&self, lead: Score) -> String {
        let halves = 2 * ARM as i32 * lead.centidiscs().abs() / (self.scale * Score::PER_DISC);
        let (full, half) = (halves as usize / 2, halves % 2 == 1);
        let [block, left, right, middle] =
            if *IS_UNICODE { ["█", "▌", "▐", "│"] } else { ["#", "", "", "|"] };
        let bar = block.repeat(full.min(ARM));
        if lead >= Score::ZERO {
            let bar = format!("{bar}{}", if half { left } else { "" });
            format!("{:ARM$}{middle}{}", "", style(format!("{bar:<ARM$}")).green())
        } else {
            let bar = format!("{}{bar}", if half { right } else { "" });
            format!("{}{middle}{:ARM$}", style(format!("{bar:>ARM$}")).cyan(), "")
        }
    }

    /// The totals, by side.
    fn foot(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = Summary::of(self.plies.iter().copied());
        writeln!(f, "\n       choices  good   ?!    ?   ??    lost  a move")?;
        side_row(f, "black", &summary.black)?;
        side_row(f, "white", &summary.white)?;
        let end = match self.entry.game().result() {
            Some(result) => result.words(),
            None => "unfinished".to_owned(),
        };
        let moves = self.entry.game().moves().len();
        match summary.solved_from.filter(|&ply| ply < moves) {
            Some(ply) => writeln!(f, "{end}; solved from move {} on", ply + 1),
            None => writeln!(f, "{end}"),
        }
    }
}

fn side_row(f: &mut fmt::Formatter<'_>, name: &str, side: &SideSummary) -> fmt::Result {
    let [best, inaccuracies, mistakes, blunders] = Mark::ALL.map(|mark| side.count(mark));
    writeln!(
        f,
        "{name}  {:>7} {best:>5} {inaccuracies:>4} {mistakes:>4} {blunders:>4} {:>7} {:>7}",
        side.choices,
        discs_text(side.lost),
        discs_text(side.average_loss()),
    )
}

/// Discs with two decimals, the precision of the marks.
pub(super) fn discs_text(centidiscs: i32) -> String {
    format!("{:.2}", discs_of(centidiscs))
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_rows(f)?;
        self.foot(f)
    }
}

/// The rows of the terminal that stay free for the progress and the cursor.
const FREE: usize = 3;

/// The table on a terminal while it grows.
pub(super) struct LiveTable {
    terminal: Term,
    /// The number of lines that are shown.
    lines: usize,
}

impl LiveTable {
    /// An empty table on standard output.
    pub(super) fn new() -> LiveTable {
        LiveTable { terminal: Term::buffered_stdout(), lines: 0 }
    }

    /// Shows the first rows of `table`, as many as fit.
    pub(super) fn show(&mut self, table: &Table) -> io::Result<()> {
        let (rows, columns) = self.terminal.size();
        self.terminal.clear_last_lines(self.lines)?;
        let text = table.rows();
        let room = usize::from(rows).saturating_sub(FREE);
        self.lines = text.lines().count().min(room);
        for line in text.lines().take(room) {
            writeln!(self.terminal, "{}", truncate_str(line, columns.into(), ""))?;
        }
        self.terminal.flush()
    }

    /// Removes the table from the terminal.
    pub(super) fn clear(&mut self) -> io::Result<()> {
        self.terminal.clear_last_lines(std::mem::take(&mut self.lines))?;
        self.terminal.flush()
    }
}
