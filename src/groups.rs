//! The subcommands in groups, as the top of `--help` lists them.

use std::fmt::Write;

use clap::Command;

/// The groups and their subcommands.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Play and analyse", &["play", "gui", "hint", "analyze", "search", "show", "moves", "eval"]),
    ("Solve and check", &["solve", "perft", "bench"]),
    ("Records", &["validate", "convert"]),
    ("Opening book", &["book"]),
    ("Matches", &["match", "tournament"]),
    ("Make the evaluation", &["selfplay", "fit", "calibrate", "evaltest", "params"]),
    ("This program", &["completions", "man", "version", "help"]),
];

/// The width of the names.
const WIDTH: usize = 12;

/// `command` with its subcommands in groups in its help.
pub(super) fn with_groups(command: Command) -> Command {
    let list = listing(&command);
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}{{after-help}}"
    ))
}

fn listing(command: &Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{heading}:");
        for name in names {
            let about = match command.find_subcommand(name) {
                Some(found) => found.get_about().map(|about| format!("{about}{}", aliases(found))),
                None if *name == "help" => Some("Explain a command".to_owned()),
                None => None,
            };
            if let Some(about) = about {
                let _ = writeln!(text, "  {name:<WIDTH$} {about}");
            }
        }
        text.push('\n');
    }
    text
}

/// The other names of `command`, as clap writes them behind its description.
fn aliases(command: &Command) -> String {
    let names: Vec<&str> = command.get_visible_aliases().collect();
    match names[..] {
        [] => String::new(),
        [name] => format!(" [alias: {name}]"),
        _ => format!(" [aliases: {}]", names.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::Arguments;

    #[test]
    fn other_names_are_told() {
        let text = listing(&Arguments::command());
        assert!(text.contains("Find the best move [alias: go]\n"), "{text}");
        assert!(text.contains(" [alias: analyse]\n"), "{text}");
    }

    #[test]
    fn every_command_is_in_a_group() {
        for command in Arguments::command().get_subcommands() {
            let is_listed = GROUPS.iter().any(|(_, names)| names.contains(&command.get_name()));
            assert!(is_listed, "{}", command.get_name());
        }
    }
}
