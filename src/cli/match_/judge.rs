//! The judge of a match in a game other than Go: a session of the game in the engine.

use std::sync::Arc;

use crate::arena::{Claim, Judge, Margin, OtherGame, Played};
use crate::engine::{
    AnySession, BoardSize, GameEntry, SessionContext, SessionError, Settings, UnacceptableSize,
};
use crate::framework::{Color, IllegalMove};

/// The named game for a match.
///
/// # Errors
/// When the game has no board of the size.
pub(super) fn other_game(
    entry: &GameEntry,
    size: BoardSize,
    first: Color,
) -> Result<OtherGame, UnacceptableSize> {
    let session = open(entry, size, first)?;
    let grid = session.grid();
    Ok(OtherGame { name: entry.name.to_owned(), cols: grid.cols(), rows: grid.rows(), first, judge })
}

fn open(entry: &GameEntry, size: BoardSize, first: Color) -> Result<AnySession, UnacceptableSize> {
    (entry.open)(size, first, SessionContext::new(Settings::new(9), 1, Arc::default()))
}

fn judge(game: &OtherGame) -> Result<Box<dyn Judge>, String> {
    let entry = GameEntry::find(&game.name).ok_or_else(|| format!("no judge for {}", game.name))?;
    let size = BoardSize { cols: Some(game.cols), rows: Some(game.rows) };
    let session = open(entry, size, game.first).map_err(|error| error.to_string())?;
    Ok(Box::new(GameJudge(session)))
}

/// Judges by a session of the game.
struct GameJudge(AnySession);

impl Judge for GameJudge {
    fn to_play(&self) -> Color {
        self.0.to_play()
    }

    fn play(&mut self, text: &str) -> Result<Played, String> {
        let legal = self.0.legal_moves().into_iter().find(|mv| mv.eq_ignore_ascii_case(text));
        let text = legal.unwrap_or_else(|| text.to_owned());
        let to_play = self.0.to_play();
        self.0.play_text(to_play, &text).map_err(|error| match error {
            SessionError::Illegal(reason) => format!("{reason}, {text}"),
            SessionError::NotAMove(_) => format!("{}, {text}", IllegalMove::NoSuchMove),
            error => format!("{error}, {text}"),
        })?;
        Ok(Played { text, repeats: false })
    }

    fn result(&self) -> Option<Claim> {
        let winner = self.0.outcome()?.winner;
        Some(winner.map_or(Claim::Draw, |winner| Claim::Win(winner, Margin::Unstated)))
    }
}
