//! Lets Outflank play a game against itself. Usage: host [PROGRAM]

use std::io::{BufRead, BufReader, Lines, Result, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

fn main() -> Result<()> {
    let program = std::env::args().nth(1).unwrap_or_else(|| "outflank".to_owned());
    let (moves, result) = play(&program)?;
    println!("{moves}\n{result}");
    Ok(())
}

/// The moves of a game and its result.
pub(crate) fn play(program: &str) -> Result<(String, String)> {
    let mut engine = Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = engine.stdin.take().expect("it is piped");
    let mut output = BufReader::new(engine.stdout.take().expect("it is piped")).lines();
    ask(&mut input, &mut output, "ugi", "ugiok")?;
    let mut moves = Vec::new();
    loop {
        let search = format!("position startpos moves {}\ngo depth 4", moves.join(" "));
        let best = ask(&mut input, &mut output, &search, "bestmove")?;
        if best == "none" {
            break;
        }
        moves.push(best);
    }
    let result = ask(&mut input, &mut output, "query result", "response")?;
    drop(input); // the end of the input ends the engine
    engine.wait()?;
    Ok((moves.join(" "), result))
}

/// Sends a command and returns the second word of the reply line that starts with `last`.
fn ask(
    input: &mut ChildStdin,
    output: &mut Lines<BufReader<ChildStdout>>,
    command: &str,
    last: &str,
) -> Result<String> {
    writeln!(input, "{command}")?;
    for line in output {
        let line = line?;
        if line.starts_with("error") {
            return Err(std::io::Error::other(line));
        }
        if line.starts_with(last) {
            return Ok(line.split_whitespace().nth(1).unwrap_or_default().to_owned());
        }
    }
    Err(std::io::Error::other("the engine has ended"))
}
