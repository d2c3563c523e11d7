//! `brasa book merge`, `export` and `from-sgf`.

use std::collections::HashMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use crate::book::{self, AUTO_BOOK, AutoBookError, Book, Graph, MADE_BOOK, Origin, file};
use crate::cli::fault::Fault;
use crate::cli::learn::games_of;
use crate::cli::numbers::{board_size, number};
use crate::engine::go::autobook::{EXPORT_MARGIN, read_graph};
use crate::engine::go::book::{read_whole, start};
use crate::framework::{Game, Move, Symmetric};
use crate::go::Position;
use crate::go::pattern::learned::games;
use crate::gtp::remark;
use crate::sgf::{self, ParseError};
use crate::util::{FileFault, MAX_FILE, Output, counted, has_extension, marked, read_file};

/// Merge books, or automatic books of the same game.
///
/// A merged book has the replies of all its sources; weights of equal replies add up. In a merged automatic book, a
/// position has the mean of its values and the largest of its counts.
#[derive(Args)]
#[command(after_help = "Example: one book from three machines\n  \
                        brasa book merge one.auto two.auto three.auto --out nine.auto")]
pub(super) struct MergeOptions {
    /// Books, all of one kind.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// File to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Write the best moves of an automatic book as a book.
#[derive(Args)]
pub(super) struct ExportOptions {
    /// Automatic book.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Book to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Include moves at most this far below the best value, 0 to 1; better moves get larger weights.
    #[arg(long, value_name = "X", default_value_t = EXPORT_MARGIN, value_parser = margin)]
    margin: f32,
    /// Omit positions with a lower count.
    #[arg(long, value_name = "N", default_value = "1")]
    least_count: u32,
}

/// Make a book from the opening moves of games; a reply is weighted by the number of games that played it.
///
/// Skips games of other sizes, with handicap, or with set-up stones.
#[derive(Args)]
pub(super) struct FromSgfOptions {
    /// SGF files, .sgfl files (one game per line), or directories of them.
    #[arg(value_name = "FILE|DIR", required = true)]
    sources: Vec<PathBuf>,
    /// Book to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Board size.
    #[arg(long, value_name = "N", default_value = "19", value_parser = board_size())]
    size: u8,
    /// Moves to use from each game.
    #[arg(long, value_name = "N", default_value = "10")]
    moves: usize,
    /// Keep replies played in at least this many games.
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..))]
    least: u32,
}

pub(super) fn merge(options: &MergeOptions) -> Result<(), Fault> {
    let mut graphs: Vec<Graph> = Vec::new();
    let mut books: Option<Book<Position>> = None;
    let mut first = None;
    let mixed = |path| Err(FileFault::new(path, "a book and an automatic book cannot be merged").into());
    for path in &options.files {
        match read_automatic(path)? {
            Some(_) if books.is_some() => return mixed(path),
            None if first.is_some() => return mixed(path),
            Some((origin, graph)) => {
                let expected = first.get_or_insert(origin.clone());
                if expected.title != origin.title {
                    let (path, found, expected) = (path.clone(), origin.title, expected.title.clone());
                    return Err(AutoBookError::OtherGame { path, found, expected }.into());
                }
                graphs.push(graph);
            }
            None => {
                let book = read_whole(path)?;
                match &mut books {
                    Some(books) => books.merge(&book),
                    None => books = Some(book),
                }
            }
        }
    }
    let count = match first.zip(graphs.split_first()) {
        Some((origin, (graph, others))) => {
            let merged = book::merge(&origin, graph, others);
            let text = file::text(&origin, &merged, usize::MAX);
            Output::claim(&options.out, &AUTO_BOOK, &options.files)?.write(text)?;
            merged.len()
        }
        None => {
            let book = books.unwrap_or_else(|| Book::new(start));
            Output::claim(&options.out, &MADE_BOOK, &options.files)?.write(marked(&book.to_string()))?;
            book.lines().len()
        }
    };
    Ok(writeln!(io::stdout(), "{}: {}", options.out.display(), counted(count, "position"))?)
}

pub(super) fn export(options: &ExportOptions) -> Result<(), Fault> {
    let (origin, graph) =
        read_automatic(&options.file)?.ok_or_else(|| not_automatic(options.file.display()))?;
    let book = book::export(&origin, &graph, start, options.least_count, options.margin);
    if book.lines().is_empty() {
        let (file, count) = (options.file.display(), options.least_count);
        return Err(Fault::new(format!("{file}: no position has a move and a count of {count}")));
    }
    Output::claim(&options.out, &MADE_BOOK, [&options.file])?.write(marked(&book.to_string()))?;
    let positions = counted(book.lines().len(), "position");
    Ok(writeln!(io::stdout(), "{}: {positions}", options.out.display())?)
}

fn margin(text: &str) -> Result<f32, String> {
    let margin = number(text, "from 0 to 1", |margin| (0.0..=1.0).contains(&margin))?;
    Ok(margin as f32)
}

pub(super) fn from_sgf(options: &FromSgfOptions) -> Result<(), Fault> {
    let mut games = 0;
    // Games that reach a position and play a move there, both in canonical form.
    let mut counts: HashMap<(u64, Move), u32> = HashMap::new();
    let mut lines: Vec<(Vec<Move>, Position)> = Vec::new();
    let mut known: HashMap<u64, usize> = HashMap::new();
    for moves in lines_of(&options.sources, options.size)? {
        games += 1;
        let Some(mut game) = start(options.size) else { continue };
        for (i, &mv) in moves.iter().take(options.moves).enumerate() {
            if mv == Move::PASS {
                break;
            }
            let canonical = game.canonical();
            known.entry(canonical.key).or_insert_with(|| {
                lines.push((moves[..i].to_vec(), game.clone()));
                lines.len() - 1
            });
            *counts.entry((canonical.key, canonical.to_canonical(&game, mv))).or_default() += 1;
            game.play_legal(mv);
        }
    }
    let none = |reason: String| {
        let sources: Vec<_> = options.sources.iter().map(|path| path.display().to_string()).collect();
        Fault::new(format!("{}: {reason}", sources.join(", ")))
    };
    if games == 0 {
        return Err(none(format!("no games of size {}; --size sets another", options.size)));
    }
    let mut book = Book::new(start);
    let mut replies: Vec<_> = counts.into_iter().filter(|&(_, count)| count >= options.least).collect();
    if replies.is_empty() {
        let least = options.least;
        return Err(none(format!("no reply was played in {least} games; --least 1 keeps all replies")));
    }
    // Positions in game order, the most played reply first.
    replies.sort_by_key(|&((key, mv), count)| (known[&key], std::cmp::Reverse(count), mv));
    for ((key, mv), count) in replies {
        let (moves, game) = &lines[known[&key]];
        let images = game.canonical().from_canonical(game, mv);
        if let Some(&mv) = images.first() {
            let inserted = book.insert(options.size, moves, mv, f64::from(count));
            check!(inserted.is_ok(), "{inserted:?}");
        }
    }
    Output::claim(&options.out, &MADE_BOOK, &options.sources)?.write(marked(&book.to_string()))?;
    let (out, positions) = (options.out.display(), counted(book.lines().len(), "position"));
    Ok(writeln!(io::stdout(), "{out}: {positions} of {}", counted(games, "game"))?)
}

/// The moves of the games in files and directories.
pub(super) fn lines_of(sources: &[PathBuf], size: u8) -> Result<Vec<Vec<Move>>, Fault> {
    let mut files = Vec::new();
    for source in sources {
        if fs::metadata(source).map_err(FileFault::of(source))?.is_dir() {
            let entries = fs::read_dir(source).map_err(FileFault::of(source))?;
            let mut found: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
            found.retain(|path| has_extension(path, "sgf") || has_extension(path, "sgfl"));
            found.sort();
            files.extend(found);
        } else {
            files.push(source.clone());
        }
    }
    let mut lines = Vec::new();
    for path in files {
        let bytes = read_file(&path, MAX_FILE)?;
        let texts = if has_extension(&path, "sgfl") {
            bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect()
        } else {
            games_of(bytes)
        };
        for (before, text) in texts.into_iter().enumerate().filter(|(_, text)| !text.trim_ascii().is_empty())
        {
            match sgf::parse(&text) {
                Ok(_) => lines.extend(games::read(&text, size).map(|(_, moves)| moves)),
                Err(mut error) => {
                    // Only texts that are lines can have others before them.
                    if let ParseError::Unexpected { line, .. } = &mut error {
                        *line += before;
                    }
                    remark(&format!("{}: left out: {error}", path.display()));
                }
            }
        }
    }
    Ok(lines)
}

/// Reads an automatic book and says whether it lacks its last line; `None` for another file.
pub(super) fn read_automatic(path: &Path) -> Result<Option<(Origin<Position>, Graph)>, AutoBookError> {
    Ok(read_graph(path)?.map(|read| {
        read.torn.iter().for_each(|torn| remark(&format!("left out: {torn}")));
        (read.origin, read.graph)
    }))
}

/// The fault of a file that is no automatic book.
pub(super) fn not_automatic(file: impl std::fmt::Display) -> Fault {
    Fault::new(format!("{file}: expected an automatic book, as written by `brasa book build`"))
}
