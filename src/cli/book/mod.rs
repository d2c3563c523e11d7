//! `brasa book`: opening books.

mod build;
mod convert;
mod show;

use clap::{Args, Subcommand};

use super::fault::Fault;

/// Read, build and merge opening books.
///
/// A book is a text file: on each line, a position and its replies; book/README.md explains the format. An automatic
/// book is the file written by `build`: positions with values, which `export` turns into a book.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    brasa book build --size 9 --komi 7.5 --out nine.auto --time 1h --threads 2\n  \
    brasa book show nine.auto --svg nine.svg\n  \
    brasa book export nine.auto --out nine.txt\n  \
    brasa book check nine.txt\n  \
    brasa --book nine.txt")]
pub(super) struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Check(show::CheckOptions),
    Info(show::InfoOptions),
    Show(show::ShowOptions),
    Build(build::Options),
    Merge(convert::MergeOptions),
    Export(convert::ExportOptions),
    FromSgf(convert::FromSgfOptions),
}

/// Runs the subcommand and returns whether the answer is yes.
pub(super) fn run(options: &Options) -> Result<bool, Fault> {
    match &options.command {
        Command::Check(options) => show::check(options),
        Command::Info(options) => show::info(options).map(|()| true),
        Command::Show(options) => show::show(options).map(|()| true),
        Command::Build(options) => build::run(options).map(|()| true),
        Command::Merge(options) => convert::merge(options).map(|()| true),
        Command::Export(options) => convert::export(options).map(|()| true),
        Command::FromSgf(options) => convert::from_sgf(options).map(|()| true),
    }
}

/// The fault of a file that is no automatic book.
fn not_automatic(file: impl std::fmt::Display) -> Fault {
    Fault::new(format!("{file}: expected an automatic book, as written by `brasa book build`"))
}
