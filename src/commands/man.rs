//! Man pages from the text of `--help`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::Context;
use clap::{Command, CommandFactory};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};

use crate::output::{StandardOutput, file_to_write, make_folder};
use crate::{Arguments, Status};

/// Print the man page, or write one for each command
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  outflank man | man -l -
  outflank man --out ~/.local/share/man/man1")]
pub(crate) struct ManArguments {
    /// Write the pages of all commands into this folder, created if missing
    #[arg(long, value_name = "FOLDER", value_parser = file_to_write())]
    out: Option<PathBuf>,
}

impl ManArguments {
    pub(crate) fn run(self) -> anyhow::Result<Status> {
        let mut command = Arguments::command().disable_help_subcommand(true);
        command.build();
        match self.out {
            None => StandardOutput::lock().write_all(&page(&command)?)?,
            Some(folder) => {
                make_folder(&folder)?;
                write_pages(&command, &folder)?;
            }
        }
        Ok(Status::Done)
    }
}

/// Writes the pages of `command` and its subcommands into `folder`.
fn write_pages(command: &Command, folder: &PathBuf) -> anyhow::Result<()> {
    for subcommand in command.get_subcommands() {
        write_pages(subcommand, folder)?;
    }
    let path = folder.join(Man::new(command.clone()).get_filename());
    fs::write(&path, page(command)?)
        .with_context(|| format!("{} cannot be written", path.display()))
}

/// The page of `command`.
fn page(command: &Command) -> io::Result<Vec<u8>> {
    let source = concat!("outflank ", env!("CARGO_PKG_VERSION"));
    let man = Man::new(command.clone()).source(source);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = command.get_after_help() {
        // No line filling: most lines are commands.
        let mut roff = Roff::new();
        roff.control("SH", ["NOTES"]).control("nf", []);
        for line in text.to_string().lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []).to_writer(&mut page)?;
    }
    Ok(page)
}
