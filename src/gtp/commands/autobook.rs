//! The chapter on the automatic book.

use std::path::{Path, PathBuf};

use super::dispatch::{done, empty};
use super::go::command;
use super::params::listing;
use crate::book::{
    AutoBook, AutoBookError, AutoBookParams, Builder, Edge, Expansion, Graph, MAX_BYTES, Restrictions,
    export, file, main_line, read_moves,
};
use crate::engine::go::autobook::{line, line_of_sgf, origin, searches};
use crate::engine::go::book::{self, Books, fits};
use crate::engine::{GameSession, GoSession, rows};
use crate::framework::{Args, Command, Failure, Game, Move, Reply};
use crate::go::{Point, Position};
use crate::gtp::formats::marks;
use crate::gtp::watch::variation;
use crate::util::params::Params;
use crate::util::{counted, is_same_file, read_text};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("autobook_open FILE...", "Open or create an automatic book for this board size and komi.", open)
        .analyze("none/AutoBook Open/%w"),
    command("autobook_close", "Close the automatic book.", |go, _| {
        let mut books = go.settings().books.lock();
        opened(&mut books)?.save()?;
        books.auto = None;
        done()
    })
    .analyze("none/AutoBook Close"),
    command("autobook_save", "Wait until the automatic book is on disk.", |go, _| {
        empty(opened(&mut go.settings().books.lock())?.save())
    })
    .analyze("none/AutoBook Save"),
    command("autobook_param [NAME] [VALUE]", "Print or set parameters of the automatic book.", param)
        .analyze("param/AutoBook Param"),
    command("autobook_state_info", "Print the value, priority and count of the position here.", state_info)
        .analyze("string/AutoBook State Info"),
    command("autobook_expand N", "Expand the book below the position here N times.", expand)
        .analyze("none/AutoBook Expand/%s"),
    command(
        "autobook_cover FILE N",
        "Expand each position on a file's lines until visited N times.",
        |go, args| cover(go, args, false),
    )
    .analyze("none/AutoBook Cover/%r %s"),
    command(
        "autobook_additive_cover FILE N",
        "Expand each position on a file's lines N more times.",
        |go, args| cover(go, args, true),
    )
    .analyze("none/AutoBook Additive Cover/%r %s"),
    command(
        "autobook_additive_cover_sgf FILE N [MOVE]",
        "Expand each position of a game N more times, up to the position before MOVE.",
        cover_sgf,
    )
    .analyze("none/AutoBook Additive Cover Sgf/%r %s"),
    command("autobook_refresh", "Recompute all values and priorities.", |go, _| {
        let mut books = go.settings().books.lock();
        let alpha = books.params.alpha;
        opened(&mut books)?.refresh(alpha);
        done()
    })
    .analyze("none/AutoBook Refresh"),
    command(
        "autobook_merge FILE...",
        "Add the positions of another automatic book, averaging values and keeping the larger count.",
        merge,
    )
    .analyze("none/AutoBook Merge/%r"),
    command(
        "autobook_truncate_by_depth DEPTH FILE...",
        "Write the positions fewer than DEPTH moves deep to a new automatic book.",
        |go, args| {
            let depth = args.number(0, 0..=1000)?;
            let path = args.list.get(1..).unwrap_or_default().join(" ");
            let mut books = go.settings().books.lock();
            let auto = opened(&mut books)?;
            empty(file::write(Path::new(&path), auto.origin(), auto.graph(), depth))
        },
    )
    .analyze("none/AutoBook Truncate By Depth/%s %w"),
    command(
        "autobook_import FILE...",
        "Read position values: on each line, a key as printed by autobook_state_info, and a value.",
        import,
    )
    .analyze("none/AutoBook Import/%r"),
    command(
        "autobook_export FILE...",
        "Write the best moves of the positions as an opening book.",
        |go, args| {
            let mut books = go.settings().books.lock();
            let least_count = u32::try_from(books.params.usage_count).unwrap_or(u32::MAX);
            let auto = opened(&mut books)?;
            let exported = export(auto.origin(), auto.graph(), book::start, least_count, 0.0);
            empty(book::write_new(Path::new(&args.joined()), &exported))
        },
    )
    .analyze("none/AutoBook Export/%w"),
    command(
        "autobook_load_disabled_lines FILE...",
        "Never enter the last move of each line in a file; replaces earlier lines.",
        |go, args| restrict(go, args, Restrictions::disable),
    )
    .analyze("none/AutoBook Load Disabled Lines/%r"),
    command(
        "autobook_load_forced_lines FILE...",
        "Consider no other moves in the positions along a file's lines; replaces earlier lines.",
        |go, args| restrict(go, args, Restrictions::force),
    )
    .analyze("none/AutoBook Load Forced Lines/%r"),
    command("autobook_scores", "Show the values of the book's moves here.", |go, _| {
        labels(go, |graph, _, edge| format!("{:.1}", 100.0 * graph.value_of(edge)))
    })
    .analyze("gfx/AutoBook Scores"),
    command("autobook_counts", "Show the counts of the book's moves here.", |go, _| {
        labels(go, |graph, _, edge| graph.node(edge.child).count.to_string())
    })
    .analyze("gfx/AutoBook Counts"),
    command(
        "autobook_priority",
        "Show the priorities of the book's moves here; the smallest is next.",
        |go, _| {
            labels(go, |graph, game, edge| {
                let priority = graph.find(game).map_or(f32::INFINITY, |id| graph.priority_of(id, edge));
                format!("{priority:.1}")
            })
        },
    )
    .analyze("gfx/AutoBook Priority"),
    command("autobook_mainline", "Show the line of the book's best moves from here.", mainline)
        .analyze("gfx/AutoBook Mainline"),
];

fn opened(books: &mut Books) -> Result<&mut AutoBook<Position>, Failure> {
    books.auto.as_mut().ok_or_else(not_open)
}

fn not_open() -> Failure {
    Failure::Other("no automatic book is open".to_owned())
}

fn open(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let mut books = go.settings().books.lock();
    let path = PathBuf::from(args.joined());
    // The open book's file is locked, but this session may reopen it.
    match &books.auto {
        Some(auto) if is_same_file(auto.path(), &path) => check_game(auto, go)?,
        _ => books.auto = Some(AutoBook::open(&path, origin(go.size(), *go.rules()), books.params.alpha)?),
    }
    done()
}

fn merge(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let path = PathBuf::from(args.joined());
    let torn = {
        let mut books = go.settings().books.lock();
        let alpha = books.params.alpha;
        let auto = opened(&mut books)?;
        let own = auto.origin().clone();
        let other = file::read(&path, |_| Some(own), alpha)?.ok_or(AutoBookError::NotABook(path))?;
        auto.merge(&[other.graph])?;
        other.torn
    };
    torn.iter().for_each(|torn| go.context_mut().note(format!("left out: {torn}")));
    done()
}

fn param(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let mut books = go.settings().books.lock();
    match args.list {
        [] => Ok(listing(&rows(&books.params))),
        [name, value] => {
            let alpha = books.params.alpha;
            books.params.set(name, value)?;
            let AutoBookParams { alpha: new, .. } = books.params;
            if let Some(auto) = books.auto.as_mut().filter(|_| new != alpha) {
                auto.refresh(new);
            }
            done()
        }
        _ => Err(Failure::Syntax("expected a name and a value".to_owned())),
    }
}

fn state_info(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let mut books = go.settings().books.lock();
    let (graph, game) = (opened(&mut books)?.graph(), go.position());
    let id = graph.find(game).ok_or_else(|| Failure::Other("the position is not in the book".to_owned()))?;
    let node = graph.node(id);
    let mut text = format!("Key {:016x}\nVal {:.4}\nExpP {:.2}\n", node.key, node.value, node.priority);
    if let Some(value) = node.heuristic {
        text += &format!("Heur {value:.4}\n");
    }
    text += &format!("Cnt {}", node.count);
    let mut moves = graph.moves(game);
    moves.sort_by(|a, b| graph.value_of(*b).total_cmp(&graph.value_of(*a)).then(a.mv.cmp(&b.mv)));
    for edge in moves {
        let (value, priority) = (graph.value_of(edge), graph.priority_of(id, edge));
        let count = graph.node(edge.child).count;
        text += &format!("\n{:<4} Val {value:.4} ExpP {priority:.2} Cnt {count}", game.move_text(edge.mv));
    }
    Ok(text)
}

fn build<T>(
    go: &GoSession,
    run: impl FnOnce(&mut Builder<'_, Position>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let context = go.context();
    let control = context.control();
    let books = &mut *go.settings().books.lock();
    let book = books.auto.as_mut().ok_or_else(not_open)?;
    check_game(book, go)?;
    let mut searches = searches(&go.spec(), &books.params);
    run(&mut Builder {
        book,
        searches: &mut searches,
        params: &books.params,
        restrictions: &books.restrictions,
        control: &control,
    })
}

fn expand(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let (count, moves): (u32, _) = (args.number(0, 1..=u32::MAX)?, line(go)?);
    build(go, |builder| {
        for _ in 0..count {
            if builder.expand(&moves)? != Expansion::Stopped {
                continue;
            }
            return Err(Failure::Other("interrupted".to_owned()));
        }
        done()
    })
}

/// Checks that a book is for the session's board size and komi.
pub(super) fn check_game(book: &AutoBook<Position>, go: &GoSession) -> Result<(), Failure> {
    if fits(book, go.position()) {
        return Ok(());
    }
    Err(Failure::Other(format!("the automatic book is for {}", book.origin().title)))
}

fn cover(go: &mut GoSession, args: &Args<'_>, is_additive: bool) -> Reply {
    let [file @ .., count] = args.list else { return Err(Failure::Syntax("expected a file".to_owned())) };
    let count = read_count(count)?;
    let (_, lines) = read_lines(&mut go.settings().books.lock(), Path::new(&file.join(" ")))?;
    cover_lines(go, &lines, count, is_additive)
}

fn cover_sgf(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let count = read_count(args.text(1)?)?;
    let before = args.optional(2).map(|_| args.number(2, 1..=usize::MAX)).transpose()?;
    let line = line_of_sgf(Path::new(args.text(0)?), go.size(), before)?;
    cover_lines(go, &[line], count, true)
}

fn read_count(text: &str) -> Result<u32, Failure> {
    let count = text.parse().ok().filter(|&count| count > 0);
    count.ok_or_else(|| Failure::Syntax("expected a number of visits of 1 or more".to_owned()))
}

fn cover_lines(go: &GoSession, lines: &[Vec<Move>], count: u32, is_additive: bool) -> Reply {
    build(go, |builder| {
        for line in lines {
            if !builder.cover(line, count, is_additive, |_| true)? {
                return Err(Failure::Other("interrupted".to_owned()));
            }
        }
        done()
    })
}

fn restrict(go: &GoSession, args: &Args<'_>, by: fn(&mut Restrictions, &Position, &[Vec<Move>])) -> Reply {
    let mut books = go.settings().books.lock();
    let (start, lines) = read_lines(&mut books, Path::new(&args.joined()))?;
    by(&mut books.restrictions, &start, &lines);
    done()
}

/// The open book's start position, and a file's lines.
fn read_lines(books: &mut Books, path: &Path) -> Result<(Position, Vec<Vec<Move>>), Failure> {
    let origin = opened(books)?.origin();
    let text = read_text(path, MAX_BYTES)?;
    let lines = read_moves(&text, &origin.game, origin.size)
        .map_err(|fault| Failure::Other(format!("{}:{fault}", path.display())))?;
    Ok((origin.game.clone(), lines))
}

fn import(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let path = args.joined();
    let mut values = Vec::new();
    for (i, line) in read_text(Path::new(&path), MAX_BYTES)?.lines().enumerate() {
        let words: Vec<_> = line.split_whitespace().collect();
        let read = match words[..] {
            [] => continue,
            [word, ..] if word.starts_with('#') => continue,
            [key, value] => u64::from_str_radix(key, 16).ok().zip(value.parse().ok()),
            _ => None,
        };
        let is_value = |value: f32| (0.0..=1.0).contains(&value);
        let read = read.filter(|&(_, value)| is_value(value));
        values.push(read.ok_or_else(|| {
            Failure::Other(format!("{path}:{}: expected a key of 16 digits and a value from 0 to 1", i + 1))
        })?);
    }
    let count = opened(&mut go.settings().books.lock())?.import(&values)?;
    Ok(format!("{count} of {}", counted(values.len(), "position")))
}

fn labels(go: &GoSession, text: impl Fn(&Graph, &Position, Edge) -> String) -> Reply {
    let mut books = go.settings().books.lock();
    let (graph, game) = (opened(&mut books)?.graph(), go.position());
    let edges = graph.moves(game);
    let is_empty = edges.is_empty();
    let labels =
        marks("LABEL", edges.into_iter().map(|edge| (Point::of_move(edge.mv), text(graph, game, edge))));
    let id = graph.find(game).map(|id| graph.node(id));
    let state = id.map_or("Not in the book".to_owned(), |node| {
        format!("Val {:.3} ExpP {:.1} Cnt {}", node.value, node.priority, node.count)
    });
    Ok(if is_empty { format!("TEXT {state}") } else { format!("{labels}\nTEXT {state}") })
}

fn mainline(go: &mut GoSession, _: &Args<'_>) -> Reply {
    let mut books = go.settings().books.lock();
    let (graph, game) = (opened(&mut books)?.graph(), go.position());
    let moves: Vec<Move> = main_line(graph, game).iter().map(|&(mv, _)| mv).collect();
    let value = graph.find(game).map_or(0.5, |id| graph.node(id).value);
    let line = match &moves[..] {
        [] => String::new(),
        moves => variation(game.to_play(), |mv| game.move_text(mv), moves) + "\n",
    };
    Ok(format!("{line}TEXT Val {value:.3}"))
}
