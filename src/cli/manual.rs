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
/// To read it: brasa man | man -l -; of a nested command: brasa man book build
#[derive(Args)]
pub(super) struct ManOptions {
    /// Subcommand to document, and one of its own (default: the whole program).
    subcommand: Vec<String>,
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
    let source = program.render_version();
    let mut command = program;
    for name in options.subcommand.iter().flat_map(|words| words.split_whitespace()) {
        command = command
            .find_subcommand(name)
            .cloned()
            .ok_or_else(|| Fault::new(format!("'{name}' is not a subcommand; `brasa --help` lists them")))?;
    }
    let mut text = Vec::new();
    clap_mangen::Man::new(command).source(source.trim_end()).render(&mut text)?;
    Ok(io::stdout().write_all(&text)?)
}
