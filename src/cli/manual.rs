//! `brasa completions` and `brasa man`: what a package installs beside the program.

use std::io::{self, Write};

use clap::{Args, Command};
use clap_complete::Shell;

use super::fault::Fault;

/// Print shell completions.
///
/// For bash: brasa completions bash > ~/.local/share/bash-completion/completions/brasa
#[derive(Args)]
pub(super) struct CompletionOptions {
    /// Shell.
    shell: Shell,
}

/// Print a man page.
///
/// To read it: brasa man | man -l -
#[derive(Args)]
pub(super) struct ManOptions {
    /// Subcommand to document (default: the whole program).
    subcommand: Option<String>,
}

/// Prints the completions of a program.
pub(super) fn complete(options: &CompletionOptions, mut program: Command) -> Result<(), Fault> {
    let (name, mut text) = (program.get_name().to_owned(), Vec::new());
    clap_complete::generate(options.shell, &mut program, name, &mut text);
    Ok(io::stdout().write_all(&text)?)
}

/// Prints the man page of a program or a subcommand.
pub(super) fn man(options: &ManOptions, mut program: Command) -> Result<(), Fault> {
    // Gives each subcommand its full name.
    program.build();
    let command = match &options.subcommand {
        None => program,
        Some(name) => program
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Fault::new(format!("'{name}' is not a subcommand; `brasa --help` lists them")))?,
    };
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
