//! `brasa book build`: builds an automatic book by searching.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use super::convert::lines_of;
use super::show::{best_line_text, extent, play};
use crate::book::{AutoBook, AutoBookParams, Builder, Expansion, Graph, Restrictions};
use crate::cli::fault::Fault;
use crate::cli::interrupt::stop_by_signal;
use crate::cli::numbers::{board_size, timeout};
use crate::cli::options::assignment;
use crate::engine::go::autobook::{origin, searches};
use crate::engine::{BoardSize, Settings, rows};
use crate::framework::{Control, Move};
use crate::go::{Komi, Position, Rules};
use crate::util::params::Params;

/// Build an automatic book: expand its positions by searches until --time runs out.
///
/// Running the same command again resumes the file. A killed process loses only the current expansion. Several machines
/// can each build a book; `brasa book merge` joins them.
///
/// Each step follows the line of lowest priority to its end, takes the most visited moves of a search there
/// (num_games_per_sort playouts), and evaluates each with a search (num_games_per_evaluation playouts). With --threads
/// N, N positions are evaluated at once.
#[derive(Args)]
#[command(after_help = help())]
pub(super) struct Options {
    /// Automatic book; created if missing.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Board size.
    #[arg(long, value_name = "N", value_parser = board_size())]
    size: u8,
    /// Komi.
    #[arg(long, value_name = "K", default_value = "7.5", allow_negative_numbers = true)]
    komi: Komi,
    /// Stop after this long, such as 10m or 1h, once the current expansion is done.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = timeout)]
    time: Duration,
    /// Stop once the book has this many expanded positions, earlier runs included.
    #[arg(long, value_name = "N")]
    positions: Option<usize>,
    /// Threads, that is, positions evaluated at once; sets num_workers.
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u8).range(1..=64))]
    threads: u8,
    /// Consider only these first moves.
    #[arg(long, value_name = "MOVES", default_value = "")]
    start: String,
    /// First expand the positions of these games: SGF files, .sgfl files (one game per line) or directories.
    #[arg(long, value_name = "FILE|DIR")]
    from_sgf: Vec<PathBuf>,
    /// Moves to use from each game.
    #[arg(long, value_name = "N", default_value = "8")]
    sgf_moves: usize,
    /// Set one of the book parameters listed below; repeatable.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    param: Vec<(String, String)>,
    /// Set a search parameter; repeatable; `brasa help parameters` lists them.
    #[arg(long, value_name = "NAME=VALUE", value_parser = assignment)]
    set: Vec<(String, String)>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value = "1")]
    srand: u64,
}

fn help() -> String {
    let rows = rows(&AutoBookParams::for_size(9)).into_iter();
    let rows: String =
        rows.map(|row| format!("  {:<26} {:<12} {}\n", row.name, row.value, row.doc)).collect();
    format!(
        "Book parameters (--param NAME=VALUE), in GTP autobook_param:\n{rows}\nExamples:\n  \
         brasa book build --size 9 --komi 7.5 --out nine.auto --time 1h --threads 2\n  \
         brasa book build --size 9 --komi 7.5 --out nine.auto --time 1h --start \"E5\"\n  \
         brasa book build --size 13 --komi 7.5 --out thirteen.auto --time 8h --param alpha=50"
    )
}

/// A run: when it ends, and what it shows.
struct Run {
    start: Instant,
    time: Duration,
    positions: usize,
    control: Arc<Control>,
    bar: ProgressBar,
}

impl Run {
    /// Shows progress; returns whether to continue.
    fn goes_on(&self, graph: &Graph) -> bool {
        let elapsed = self.start.elapsed();
        self.bar.set_position(elapsed.as_secs());
        self.bar.set_message(extent(graph));
        elapsed < self.time && graph.interior() < self.positions && !self.control.stopped()
    }
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let mut settings = Settings::new(options.size);
    for (name, value) in &options.set {
        settings.set(name, value)?;
    }
    let mut params = AutoBookParams::for_size(options.size);
    params.set("num_workers", &options.threads.to_string())?;
    for (name, value) in &options.param {
        params.set(name, value).map_err(|error| {
            Fault::new(format!("--param: {error}; `brasa book build --help` lists the parameters"))
        })?;
    }
    let origin = origin(options.size, Rules { komi: options.komi, ..Rules::default() });
    let start = origin.game.clone();
    let (_, first) = play(&start, "--start", &options.start)?;
    let games = lines_of(&options.from_sgf, options.size)?;
    let mut restrictions = Restrictions::default();
    if !first.is_empty() {
        restrictions.force(&start, &[first]);
    }
    let mut book = AutoBook::open(&options.out, origin, params.alpha)?;
    let control = Arc::new(Control::default());
    stop_by_signal(&control);
    let mut searches = searches(&settings.spec(BoardSize::square(options.size), options.srand), &params);
    let bar = ProgressBar::new(options.time.as_secs());
    let style = ProgressStyle::with_template("{wide_bar} {elapsed}/{len} s, {msg}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let run = Run {
        start: Instant::now(),
        time: options.time,
        positions: options.positions.unwrap_or(usize::MAX),
        control: control.clone(),
        bar,
    };
    let mut builder = Builder {
        book: &mut book,
        searches: &mut searches,
        params: &params,
        restrictions: &restrictions,
        control: &control,
    };
    build(&mut builder, &games, options.sgf_moves, &run)?;
    run.bar.finish_and_clear();
    book.save()?;
    let (graph, out) = (book.graph(), options.out.display());
    Ok(write!(io::stdout(), "{out}: {}\n{}", extent(graph), best_line_text(graph, &start))?)
}

/// Covers the games, then expands until the run ends.
fn build(
    builder: &mut Builder<'_, Position>,
    games: &[Vec<Move>],
    moves: usize,
    run: &Run,
) -> Result<(), Fault> {
    for game in games {
        let line: Vec<Move> = game.iter().copied().take(moves).take_while(|&mv| mv != Move::PASS).collect();
        if !builder.cover(&line, 1, false, |graph| run.goes_on(graph))? {
            return Ok(());
        }
    }
    while run.goes_on(builder.book.graph()) {
        if matches!(builder.expand(&[])?, Expansion::Stopped | Expansion::Finished) {
            break;
        }
    }
    Ok(())
}
