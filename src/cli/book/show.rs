//! `brasa book check`, `info` and `show`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;

use super::convert::{not_automatic, read_automatic};
use crate::book::{AutoBookError, Book, Extent, Graph, Origin, PictureLimits, SavedBook, main_line, picture};
use crate::cli::fault::Fault;
use crate::cli::numbers::board_size;
use crate::cli::position::words;
use crate::draw::{SVG, svg_file};
use crate::engine::go::autobook::read_graph;
use crate::engine::go::book::{self, built_in};
use crate::framework::{Game, Grid, Move};
use crate::go::{Position, vertex};
use crate::util::{Output, counted, percent};

/// Check books and report each faulty line.
///
/// The exit status is 1 if any line is faulty.
#[derive(Args)]
pub(super) struct CheckOptions {
    /// Books or automatic books.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

/// Print the number of positions and replies in books.
#[derive(Args)]
pub(super) struct InfoOptions {
    /// Books or automatic books (default: the built-in book).
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print a JSON object per file instead.
    #[arg(long)]
    json: bool,
}

/// Show a book's moves in a position, or draw the tree of an automatic book.
#[derive(Args)]
#[command(after_help = "Examples:\n  brasa book show nine.txt --moves \"E5 C4\"\n  \
                        brasa book show nine.auto --svg nine.svg --depth 6 --width 3")]
pub(super) struct ShowOptions {
    /// Book or automatic book (default: the built-in book).
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    /// Moves leading to the position, from the empty board.
    #[arg(long, value_name = "MOVES", default_value = "")]
    moves: String,
    /// Board size of a book; an automatic book has its own.
    #[arg(long, value_name = "N", default_value = "9", value_parser = board_size())]
    size: u8,
    /// Draw the tree of an automatic book as SVG to this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Maximum depth of the picture, in moves.
    #[arg(long, value_name = "N", default_value = "6")]
    depth: usize,
    /// Maximum number of moves drawn per position.
    #[arg(long, value_name = "N", default_value = "4")]
    width: usize,
    /// Lowest count of a position in the picture, except on the line of best moves.
    #[arg(long, value_name = "N", default_value = "1")]
    least_count: u32,
}

enum Opened {
    Lines(Book<Position>),
    Automatic(Box<Origin<Position>>, Graph),
}

fn open(path: Option<&PathBuf>) -> Result<Opened, Fault> {
    let Some(path) = path else { return Ok(Opened::Lines(built_in())) };
    match read_automatic(path)? {
        Some((origin, graph)) => Ok(Opened::Automatic(Box::new(origin), graph)),
        None => Ok(Opened::Lines(book::read_whole(path)?)),
    }
}

/// Reports the faulty lines of books; returns whether there are none.
pub(super) fn check(options: &CheckOptions) -> Result<bool, Fault> {
    let mut out = io::stdout().lock();
    let mut all_right = true;
    for path in &options.files {
        let file = path.display();
        match read_graph(path) {
            Ok(Some(SavedBook { origin, graph, torn })) => {
                torn.iter().try_for_each(|torn| writeln!(out, "left out: {torn}"))?;
                all_right &= torn.is_none();
                let (title, positions) = (origin.title, counted(graph.len(), "position"));
                writeln!(out, "{file}: an automatic book, {title}, {positions}")?;
            }
            Ok(None) => {
                let (book, faults) = book::read(path)?;
                faults.iter().try_for_each(|fault| writeln!(out, "{file}:{fault}"))?;
                all_right &= faults.is_empty();
                let positions = counted(book.lines().len(), "position");
                writeln!(out, "{file}: {positions}, {}", counted(faults.len(), "faulty line"))?;
            }
            Err(error @ AutoBookError::File(_)) => return Err(error.into()),
            Err(error) => {
                writeln!(out, "{error}")?;
                all_right = false;
            }
        }
    }
    Ok(all_right)
}

pub(super) fn info(options: &InfoOptions) -> Result<(), Fault> {
    let files: Vec<_> = options.files.iter().map(Some).collect();
    let files = if files.is_empty() { vec![None] } else { files };
    let mut out = io::stdout().lock();
    for file in files {
        let name = file.map_or("built-in".to_owned(), |path| path.display().to_string());
        match open(file)? {
            Opened::Lines(book) => {
                if book.lines().is_empty() && !options.json {
                    writeln!(out, "{name}: 0 positions")?;
                }
                for extent @ Extent { size, positions, replies, longest } in book.extents() {
                    if options.json {
                        let object = json!({ "file": name, "size": size, "positions": positions,
                            "replies": replies, "longest": longest });
                        writeln!(out, "{object}")?;
                    } else {
                        writeln!(out, "{name}: {size}x{size}, {extent}")?;
                    }
                }
            }
            Opened::Automatic(origin, graph) => {
                let root = graph.node(Graph::ROOT);
                if options.json {
                    let object = json!({ "file": name, "title": origin.title, "positions": graph.len(),
                        "expanded": graph.interior(), "value": root.value, "count": root.count,
                        "line": best_line(&graph, &origin.game) });
                    writeln!(out, "{object}")?;
                } else {
                    let (title, value) = (&origin.title, root.value);
                    let count = counted(root.count as usize, "expansion");
                    let extent = extent(&graph);
                    writeln!(
                        out,
                        "{name}: automatic, {title}, {extent}, {count}, value for black {value:.3}"
                    )?;
                    write!(out, "{}", best_line_text(&graph, &origin.game))?;
                }
            }
        }
    }
    Ok(())
}

/// Plays the moves of an option.
pub(super) fn play(start: &Position, option: &str, text: &str) -> Result<(Position, Vec<Move>), Fault> {
    let (mut game, mut moves) = (start.clone(), Vec::new());
    for (number, word) in (1..).zip(words(text)) {
        let place = format!("{option}: move {number}, {word}");
        let mv = vertex::parse(word, game.board().size()).map_err(Fault::of(&place))?;
        game.play(mv).map_err(Fault::of(&place))?;
        moves.push(mv);
    }
    Ok((game, moves))
}

pub(super) fn show(options: &ShowOptions) -> Result<(), Fault> {
    let opened = open(options.file.as_ref())?;
    let start = match &opened {
        Opened::Lines(_) => book::start(options.size),
        Opened::Automatic(origin, _) => Some(origin.game.clone()),
    };
    let Some(start) = start else { return Ok(()) };
    let (game, _) = play(&start, "--moves", &options.moves)?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}\n{} to play\n", Grid::diagram(&game), game.to_play())?;
    match opened {
        Opened::Lines(book) => {
            if options.svg.is_some() {
                let file = options.file.as_deref().unwrap_or(Path::new("the book"));
                return Err(not_automatic(file.display()));
            }
            let replies = book.replies(&game);
            let total: f64 = replies.iter().map(|reply| reply.weight).sum();
            for reply in &replies {
                writeln!(out, "{:<4} {:>7}", game.move_text(reply.mv), percent(reply.weight / total))?;
            }
            if replies.is_empty() {
                writeln!(out, "not in the book")?;
            }
        }
        Opened::Automatic(origin, graph) => {
            show_graph(&graph, &game, &mut out)?;
            if let Some(path) = &options.svg {
                let &ShowOptions { depth, width, least_count, ref moves, .. } = options;
                let limits = PictureLimits { depth, width, least_count };
                let after = if moves.is_empty() { String::new() } else { format!(", after {moves}") };
                let title = format!("{}, {}{after}", origin.title, counted(graph.len(), "position"));
                let svg = picture(&graph, &game, &title, limits);
                Output::claim(path, &SVG, &options.file)?.write(svg_file(&svg))?;
            }
        }
    }
    Ok(())
}

fn show_graph(graph: &Graph, game: &Position, out: &mut impl Write) -> io::Result<()> {
    let Some(id) = graph.find(game) else { return writeln!(out, "not in the book") };
    let mut moves = graph.moves(game);
    moves.sort_by(|a, b| graph.value_of(*b).total_cmp(&graph.value_of(*a)).then(a.mv.cmp(&b.mv)));
    writeln!(out, "move   value  count  priority")?;
    for edge in moves {
        let count = graph.node(edge.child).count;
        let value = percent(graph.value_of(edge).into());
        let priority = graph.priority_of(id, edge);
        writeln!(out, "{:<4} {value:>7} {count:6} {priority:9.2}", game.move_text(edge.mv))?;
    }
    write!(out, "{}", best_line_text(graph, game))
}

/// The numbers of positions in an automatic book.
pub(super) fn extent(graph: &Graph) -> String {
    format!("{}, {} expanded", counted(graph.len(), "position"), graph.interior())
}

/// A printed line with the best moves from a position; empty without any.
pub(super) fn best_line_text(graph: &Graph, game: &Position) -> String {
    match &best_line(graph, game)[..] {
        [] => String::new(),
        line => format!("best line: {}\n", line.join(" ")),
    }
}

/// The line of best moves from a position.
fn best_line(graph: &Graph, game: &Position) -> Vec<String> {
    main_line(graph, game).iter().map(|&(mv, _)| game.move_text(mv)).collect()
}
