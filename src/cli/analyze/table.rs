//! An analysis as a table for people, with a small bar chart of who leads.

use std::fmt::{self, Write};

use console::{Style, style};

use super::games::Subject;
use crate::board::Color;
use crate::engine::{AnalysedPly, Mark, SideSummary, Summary};
use crate::score::Score;
use crate::search::Certainty;

/// How many characters a bar may have on each side of the middle.
const ARM: usize = 12;

/// What the longest bar may mean, in discs.
const SCALES: [i32; 4] = [8, 16, 32, 64];

/// What stands for a mark in the notation of games.
const fn sign(mark: Mark) -> &'static str {
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

/// Black's lead after the best play from `ply` on.
pub(super) fn black_lead(ply: &AnalysedPly) -> Score {
    match ply.setup.side {
        Color::Black => ply.score,
        Color::White => -ply.score,
    }
}

/// `+4` of what is proven, `+3.5` of an estimate.
fn lead_text(ply: &AnalysedPly) -> String {
    let lead = black_lead(ply);
    match ply.certainty {
        Certainty::Exact => format!("{:+}", lead.floor_discs().discs()),
        _ => format!("{:+.1}", f64::from(lead.centidiscs()) / f64::from(Score::PER_DISC)),
    }
}

/// What was found out about a game, for people; `plies` may be in any order.
pub(super) struct Table<'a> {
    subject: &'a Subject,
    plies: Vec<&'a AnalysedPly>,
    /// What the longest bar means, in discs.
    scale: i32,
}

impl<'a> Table<'a> {
    pub(super) fn new(subject: &'a Subject, plies: &'a [AnalysedPly]) -> Table<'a> {
        let mut plies: Vec<&AnalysedPly> = plies.iter().collect();
        plies.sort_by_key(|ply| ply.ply);
        let leads = plies.iter().map(|ply| black_lead(ply).centidiscs().abs());
        let most = leads.max().unwrap_or(0);
        let fits = |scale: &i32| most <= scale * Score::PER_DISC;
        Table { subject, plies, scale: SCALES.into_iter().find(fits).unwrap_or(64) }
    }

    /// The table without the sums.
    pub(super) fn rows(&self) -> String {
        let mut text = String::new();
        // A text takes all that is written.
        let _ = self.write_rows(&mut text);
        text
    }

    fn write_rows(&self, f: &mut impl Write) -> fmt::Result {
        self.head(f)?;
        self.plies.iter().try_for_each(|ply| self.row(f, ply))
    }

    /// Who played whom, and the heads of the columns.
    fn head(&self, f: &mut impl Write) -> fmt::Result {
        let player = |side| self.subject.player(side);
        if let (Some(black), Some(white)) = (player(Color::Black), player(Color::White)) {
            writeln!(f, "{black} (black) - {white} (white)")?;
        }
        if let Some(opening) = self.subject.opening() {
            writeln!(f, "{opening}")?;
        }
        let scale = self.scale;
        let (white, black) = (format!("white +{scale}"), format!("+{scale} black"));
        writeln!(f, "move      lead  {white:<ARM$} {black:>ARM$}  best   loss")
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
        let mut row = format!("{} {lead:>5}  {bar}", colour(mark).apply_to(format!("{mv:<10}")));
        let loss = ply.loss().filter(|&loss| loss > 0);
        if let (Some(loss), Some(best)) = (loss, ply.best()) {
            let loss = colour(mark).apply_to(format!("{:>6}", discs_text(loss)));
            write!(row, "  {best:<4} {loss}")?;
        }
        writeln!(f, "{}", row.trim_end())
    }

    /// A bar to the right of the middle if Black leads, else to the left.
    fn bar(&self, lead: Score) -> String {
        let halves = 2 * ARM as i32 * lead.centidiscs().abs() / (self.scale * Score::PER_DISC);
        let (full, half) = (halves as usize / 2, halves % 2 == 1);
        let bar = "█".repeat(full.min(ARM));
        if lead >= Score::ZERO {
            let bar = format!("{bar}{}", if half { "▌" } else { "" });
            format!("{:ARM$}│{}", "", style(format!("{bar:<ARM$}")).green())
        } else {
            let bar = format!("{}{bar}", if half { "▐" } else { "" });
            format!("{}│{:ARM$}", style(format!("{bar:>ARM$}")).cyan(), "")
        }
    }

    /// The sums, by side.
    fn foot(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = Summary::of(self.plies.iter().copied());
        writeln!(f, "\n       choices  best   ?!    ?   ??    lost  a move")?;
        side_row(f, "black", &summary.black)?;
        side_row(f, "white", &summary.white)?;
        let end = match self.subject.game().result() {
            Some(result) => result.to_string(),
            None => "unfinished".to_owned(),
        };
        match summary.solved_from {
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

/// To the hundredth, so that what is printed agrees with the marks.
fn discs_text(centidiscs: i32) -> String {
    format!("{:.2}", f64::from(centidiscs) / f64::from(Score::PER_DISC))
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_rows(f)?;
        self.foot(f)
    }
}
