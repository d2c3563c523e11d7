//! The chapter on the opening book.

use std::path::Path;

use super::dispatch::{done, empty};
use super::go::{command, list, vertex};
use crate::book::{Book, EditError};
use crate::engine::go::autobook::{line, open_book};
use crate::engine::go::book::{self, BookError};
use crate::engine::{GameSession, GoSession};
use crate::framework::{Args, Command, Game, Move, Reply};
use crate::go::{Point, Position};

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("book_add VERTEX", "Add a reply to the position here to the opening book.", |go, args| {
        edit(go, args, |book, size, moves, mv| book.add(size, moves, mv))
    })
    .analyze("gfx/Book Add/%p"),
    command("book_clear", "Remove all positions from the opening book.", |go, _| {
        let mut books = go.settings().books.lock();
        books.book = Book::new(book::start);
        done()
    })
    .analyze("none/Book Clear"),
    command(
        "book_delete VERTEX",
        "Remove a reply to the position here from the opening book.",
        |go, args| edit(go, args, |book, size, moves, mv| book.delete(size, moves, mv)),
    )
    .analyze("gfx/Book Delete/%p"),
    command("book_info", "Print the number of positions and replies in the opening book.", |go, _| {
        Ok(info(go))
    })
    .analyze("hstring/Book Info"),
    command(
        "book_load FILE...",
        "Use the opening book in a file; go_param skip_book_faults leaves out faulty lines.",
        load,
    )
    .analyze("none/Book Load/%r"),
    command("book_moves", "List the book's replies to the position here.", |go, _| {
        let books = go.settings().books.lock();
        Ok(list(books.book.replies(go.position()).iter().map(|reply| Point::of_move(reply.mv))))
    })
    .analyze("plist/Book Moves"),
    command(
        "book_position",
        "Show the book's replies here in green, and other moves to positions of the book in yellow.",
        |go, _| Ok(position(go)),
    )
    .analyze("gfx/Book Position"),
    command("book_save", "Write the opening book to the file it was loaded from.", |go, _| {
        let books = go.settings().books.lock();
        empty(book::write(books.path.as_deref().ok_or(BookError::NoFile)?, &books.book))
    })
    .analyze("none/Book Save"),
    command("book_save_as FILE...", "Write the opening book to a file.", |go, args| {
        let mut books = go.settings().books.lock();
        let path = args.joined();
        book::write_new(Path::new(&path), &books.book)?;
        books.path = Some(path.into());
        done()
    })
    .analyze("none/Book Save As/%w"),
];

fn load(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let path = args.joined();
    let path = Path::new(&path);
    let (book, skipped) = open_book(path, go.settings().go.skip_book_faults)?;
    {
        let mut books = go.settings().books.lock();
        books.book = book;
        // Saved there, the book would lose the lines left out.
        books.path = skipped.is_none().then(|| path.to_owned());
    }
    if let Some(fault) = skipped {
        go.context_mut().note(format!("left out: {fault}"));
    }
    done()
}

/// Edits a reply to the position after some moves on a board of some size.
type Edit = fn(&mut Book<Position>, u8, &[Move], Move) -> Result<(), EditError>;

fn edit(go: &mut GoSession, args: &Args<'_>, change: Edit) -> Reply {
    let (mv, moves) = (vertex(go, args, 0)?, line(go)?);
    change(&mut go.settings().books.lock().book, go.size(), &moves, mv)?;
    Ok(position(go))
}

fn position(go: &GoSession) -> String {
    let books = go.settings().books.lock();
    let (book, game) = (&books.book, go.position());
    let replies: Vec<_> = book.replies(game).iter().map(|reply| Point::of_move(reply.mv)).collect();
    let leads = |p: &Point| {
        let mut after = game.clone();
        !replies.contains(p) && after.play(p.to_move()).is_ok() && book.find(&after).is_some()
    };
    let others: Vec<_> = game.board().empty_points().iter().copied().filter(leads).collect();
    let mut lines = Vec::new();
    for (color, points) in [("green", &replies), ("yellow", &others)] {
        if !points.is_empty() {
            lines.push(format!("COLOR {color} {}", list(points.iter().copied())));
        }
    }
    lines.push(match book.find(game) {
        Some(number) => format!("TEXT Line {}", number + 1),
        None => "TEXT Not in the book".to_owned(),
    });
    lines.join("\n")
}

fn info(go: &GoSession) -> String {
    let books = go.settings().books.lock();
    let extents = books.book.extents();
    let file = match (&books.path, extents.is_empty()) {
        (Some(path), _) => path.display().to_string(),
        (None, true) => "none".to_owned(),
        (None, false) => "built-in, or edited".to_owned(),
    };
    let positions: usize = extents.iter().map(|extent| extent.positions).sum();
    let replies: usize = extents.iter().map(|extent| extent.replies).sum();
    let mut text = format!("File      {file}\nPositions {positions}\nReplies   {replies}");
    for extent in extents {
        let name = format!("{0}x{0}", extent.size);
        text += &format!("\n{name:<9} {extent}");
    }
    text
}
