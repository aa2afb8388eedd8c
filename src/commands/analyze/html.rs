//! An analysis as a page: one file, which opens offline.

use std::fmt::Write;

use super::svg;
use super::table::{Table, discs_text, sign};
use crate::source::Entry;
use engine::{AnalysedPly, Mark, Summary};
use othello::board::{Color, Move, Square};
use othello::game::Setup;

/// The style, for light and dark screens.
const STYLE: &str = "\
:root{color-scheme:light dark;--text:#1c2320;--paper:#fff;--quiet:#5c6661;--line:#d8dedb}\
@media(prefers-color-scheme:dark){:root{--text:#e6ebe8;--paper:#161b19;--quiet:#9aa5a0;--line:#333c38}}\
body{font:16px/1.5 sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:var(--text);\
background:var(--paper)}\
figure{margin:1rem 0}figure.chart{background:#fff;border-radius:6px;overflow:auto}\
table{border-collapse:collapse}td,th{padding:.2rem .6rem;border-bottom:1px solid var(--line);text-align:right}\
th:first-child,td:first-child{text-align:left}.quiet{color:var(--quiet)}\
.mistakes{display:flex;flex-wrap:wrap;gap:1.5rem}.mistakes figure{width:14rem}\
.Inaccuracy{color:#b58900}.Mistake{color:#e0701a}.Blunder{color:#d62828}svg{max-width:100%;height:auto}";

/// The page of these games.
pub(super) fn page(games: &[(&Entry, &[AnalysedPly])]) -> anyhow::Result<String> {
    let mut text = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Analysis</title>\n\
         <style>{STYLE}</style>\n"
    );
    for &(entry, plies) in games {
        game(&mut text, entry, plies)?;
    }
    Ok(text + "</html>\n")
}

fn game(text: &mut String, entry: &Entry, plies: &[AnalysedPly]) -> anyhow::Result<()> {
    let mut plies: Vec<&AnalysedPly> = plies.iter().collect();
    plies.sort_by_key(|ply| ply.ply);
    let owned: Vec<AnalysedPly> = plies.iter().map(|&ply| ply.clone()).collect();
    let name = |side| entry.player(side).unwrap_or_else(|| side.to_string());
    let title = format!("{} – {}", name(Color::Black), name(Color::White));
    writeln!(
        text,
        "<h1>{}</h1>\n<p class=\"quiet\">{}</p>",
        escaped(&title),
        escaped(&facts(entry))
    )?;
    let chart = svg::text(entry, &owned)?;
    writeln!(text, "<figure class=\"chart\">{chart}</figure>")?;
    totals(text, &plies)?;
    let mut marked = plies.iter().filter(|ply| ply.mark() > Some(Mark::Best)).peekable();
    let note = match marked.peek() {
        Some(_) => "A cross is the move that was played, a ring the better one.",
        None => "None.",
    };
    writeln!(text, "<h2>Mistakes</h2>\n<p class=\"quiet\">{note}</p>")?;
    writeln!(text, "<div class=\"mistakes\">")?;
    for ply in marked {
        mistake(text, ply)?;
    }
    writeln!(text, "</div>")?;
    let table = Table::new(entry, &owned).rows();
    let table = console::strip_ansi_codes(&table).into_owned();
    writeln!(text, "<h2>Moves</h2>\n<pre>{}</pre>", escaped(&table))?;
    Ok(())
}

/// The event, the date, the result and the opening.
fn facts(entry: &Entry) -> String {
    let record = &entry.record;
    let event = if record.event.is_empty() { &record.place } else { &record.event };
    let result = entry.game().result().map(|result| result.words()).unwrap_or_default();
    let opening = super::rows::opening(entry).unwrap_or_default();
    let facts = [event, &record.date, &*result, opening];
    let facts: Vec<&str> = facts.into_iter().filter(|fact| !fact.is_empty()).collect();
    facts.join(", ")
}

fn totals(text: &mut String, plies: &[&AnalysedPly]) -> anyhow::Result<()> {
    let summary = Summary::of(plies.iter().copied());
    writeln!(
        text,
        "<table><tr><th>side<th>choices<th>good<th>?!<th>?<th>??<th>discs lost<th>per move</tr>"
    )?;
    for side in [Color::Black, Color::White] {
        let sum = summary.side(side);
        let counts: String =
            Mark::ALL.iter().map(|&mark| format!("<td>{}", sum.count(mark))).collect();
        let (lost, average) = (discs_text(sum.lost), discs_text(sum.average_loss()));
        writeln!(text, "<tr><td>{side}<td>{}{counts}<td>{lost}<td>{average}</tr>", sum.choices)?;
    }
    Ok(writeln!(text, "</table>")?)
}

/// The board before a mistake, the played move and the better one.
fn mistake(text: &mut String, ply: &AnalysedPly) -> anyhow::Result<()> {
    let (Some(played), Some(best), Some(mark), Some(loss)) =
        (ply.played, ply.best(), ply.mark(), ply.loss())
    else {
        return Ok(());
    };
    let line: Vec<String> = ply.pv.iter().take(8).map(Move::to_string).collect();
    let (number, side, lost) = (ply.ply + 1, ply.setup.side, discs_text(loss));
    writeln!(
        text,
        "<figure>{}<figcaption>{number}. {side} <b class=\"{mark:?}\">{played}{}</b> lost {lost}. \
         Better: <b>{best}</b> ({})<br><span class=\"quiet\">{}</span></figcaption></figure>",
        board(ply.setup, played, best),
        sign(mark),
        ply.score,
        line.join(" "),
    )?;
    Ok(())
}

/// A drawing of the board: a ring around the better square, a cross on the played one.
fn board(setup: Setup, played: Move, best: Move) -> String {
    let mut text = "<svg viewBox=\"-6 -6 182 182\" role=\"img\" aria-label=\"board\" \
                    font-size=\"9\" text-anchor=\"middle\">\
                    <rect x=\"-6\" y=\"-6\" width=\"182\" height=\"182\" fill=\"#2e7d50\"/>"
        .to_owned();
    let mut draw = |shape: String| text += &shape;
    for line in 0..=8 {
        let at = 8 + 20 * line;
        draw(format!("<path d=\"M8 {at}H168M{at} 8V168\" stroke=\"#21633d\"/>"));
    }
    for (line, letter) in ('a'..='h').enumerate() {
        let (at, row) = (18 + 20 * line, line + 1);
        let base = at + 3;
        draw(format!(
            "<text x=\"{at}\" y=\"4\" fill=\"#fff\">{letter}</text>\
             <text x=\"1\" y=\"{base}\" fill=\"#fff\">{row}</text>"
        ));
    }
    for (index, square) in Square::ALL.into_iter().enumerate() {
        let (x, y) = (18 + 20 * (index % 8), 18 + 20 * (index / 8));
        let fill = match setup.disc_at(square) {
            Some(Color::Black) => Some("#141816"),
            Some(Color::White) => Some("#f5f5f0"),
            None => None,
        };
        if let Some(fill) = fill {
            draw(format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"{fill}\"/>"));
        }
        if best.square() == Some(square) {
            draw(format!(
                "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"none\" stroke=\"#fff\" stroke-width=\"2\"/>"
            ));
        }
        if played.square() == Some(square) {
            let (left, right, up, down) = (x - 5, x + 5, y - 5, y + 5);
            draw(format!(
                "<path d=\"M{left} {up}L{right} {down}M{left} {down}L{right} {up}\" \
                 stroke=\"#ff5a4d\" stroke-width=\"3\"/>"
            ));
        }
    }
    text + "</svg>"
}

/// `text` in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
