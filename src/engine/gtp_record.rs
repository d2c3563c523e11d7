//! Game records of any game, as the GTP commands that replay it.

use super::context::SessionContext;
use super::games::{AnySession, GAMES, GameEntry};
use super::host::UnacceptableSize;
use super::session::GameSession;
use super::spec::BoardSize;
use crate::framework::{Color, Move};
use crate::util::{FileKind, first_line, is_marked, marked};

/// Record files of the program.
pub static GTP_RECORD: FileKind =
    FileKind { name: "a game record made by brasa", is: |text| is_marked(text) && is_record(text) };

/// Why a record was not read. `line` counts from 1.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum RecordError {
    /// The first command does not choose a game.
    #[error("line {line}: expected `setgame` and one of {}", GAMES.map(|game| game.name).join(", "))]
    NoGame { line: usize },
    /// A line has another command, or other arguments.
    #[error(
        "line {line}: expected `boardsize COLUMNS ROWS` before the moves, or `play COLOR MOVE`, found '{text}'"
    )]
    Unexpected { line: usize, text: String },
    /// The game does not support this board size.
    #[error("line {line}: {error}")]
    Size { line: usize, error: UnacceptableSize },
    /// The game does not accept the move.
    #[error("line {line}: {message}")]
    Move { line: usize, message: String },
}

/// Whether a text is intended as a record of this kind.
pub fn is_record(text: &str) -> bool {
    first_line(text).split_whitespace().next() == Some("setgame")
}

/// The record of a session's game; `game` is its name.
pub fn write(session: &dyn GameSession, game: &str) -> String {
    let grid = session.grid();
    let mut lines = vec![format!("setgame {game}"), format!("boardsize {} {}", grid.cols(), grid.rows())];
    let play = |&(color, mv): &(Color, Move)| format!("play {} {}", color.letter(), session.move_text(mv));
    lines.extend(session.moves().iter().map(play));
    marked(&lines.join("\n")).trim_end().to_owned()
}

/// Opens a session at the end of a record's game. Skips empty lines and comments from `#` on.
///
/// # Errors
/// When the text is not a record that [`write()`] could have written, or the game does not accept a move.
pub fn read(text: &str, context: SessionContext) -> Result<(&'static GameEntry, AnySession), RecordError> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
    let mut lines = (1..).zip(lines).filter(|(_, line)| !line.is_empty()).peekable();
    let (line, first) = lines.next().unwrap_or((1, ""));
    let entry = first.split_once(char::is_whitespace).filter(|&(command, _)| command == "setgame");
    let entry =
        entry.and_then(|(_, name)| GameEntry::find(name.trim())).ok_or(RecordError::NoGame { line })?;
    let unexpected = |line, text: &str| RecordError::Unexpected { line, text: text.to_owned() };
    let (line, size) = match lines.next_if(|(_, text)| text.starts_with("boardsize")) {
        Some((line, text)) => (line, read_size(text).ok_or_else(|| unexpected(line, text))?),
        None => (line, BoardSize::default()),
    };
    let open = (entry.open)(size, Color::Black, context);
    let mut session = open.map_err(|error| RecordError::Size { line, error })?;
    for (line, text) in lines {
        let (color, mv) = read_play(text).ok_or_else(|| unexpected(line, text))?;
        let played = session.play_text(color, mv);
        played.map_err(|error| RecordError::Move { line, message: session.explain(&error) })?;
    }
    Ok((entry, session))
}

fn read_size(text: &str) -> Option<BoardSize> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some("boardsize"), Some(cols), Some(rows), None) => {
            Some(BoardSize { cols: Some(cols.parse().ok()?), rows: Some(rows.parse().ok()?) })
        }
        _ => None,
    }
}

fn read_play(text: &str) -> Option<(Color, &str)> {
    let mut words = text.split_whitespace();
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some("play"), Some(color), Some(mv), None) => Some((color.parse().ok()?, mv)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::settings::Settings;
    use std::sync::Arc;

    fn context() -> SessionContext {
        SessionContext::new(Settings::new(9), 1, Arc::default())
    }

    #[test]
    fn what_was_written_is_read_again() {
        for game in ["clobber", "nogo", "go"] {
            let entry = GameEntry::find(game).unwrap();
            let size = BoardSize { cols: Some(5), rows: Some(5) };
            let mut session = (entry.open)(size, Color::Black, context()).unwrap();
            for _ in 0..3 {
                let text = session.legal_moves().swap_remove(0);
                let to_play = session.to_play();
                session.play_text(to_play, &text).unwrap();
            }
            let text = write(&*session, game);
            assert!(is_record(&text));
            let (read_entry, again) = read(&text, context()).unwrap();
            assert_eq!((read_entry.name, again.show()), (game, session.show()));
            assert_eq!(write(&*again, game), text);
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        let error = |text: &str| read(text, context()).err().unwrap().to_string();
        for (text, expected) in [
            ("", "line 1: expected `setgame` and one of go, "),
            ("\nsetgame chess", "line 2: expected `setgame` and one of go, "),
            ("setgame clobber\nboardsize 5", "line 2: expected `boardsize"),
            ("setgame clobber\nboardsize 50 5", "line 2: "),
            (
                "setgame clobber\n# a comment\nplay B A1",
                "line 3: 'A1' is not a move on this board: moves look like ",
            ),
            ("setgame nogo\nplay B A1\nplay W A1", "line 3: illegal move: the point is occupied"),
            ("setgame nogo\nplay B I1", "there is no column I"),
            ("setgame nogo\ngenmove B", "line 2: expected `boardsize"),
        ] {
            assert!(error(text).contains(expected), "{text}: {}", error(text));
        }
    }
}
