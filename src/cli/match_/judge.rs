//! The judge of a match of a game other than Go: the game as the engine hosts it.

use crate::arena::{Claim, Judge, Margin, OtherGame, Played};
use crate::engine::{GAMES, Open};
use crate::engine::{GameEntry, SessionError, Shape, Table};
use crate::framework::Color;

/// Returns the game of a name for a match; `None` for Go.
///
/// # Errors
/// When the game has no such board.
pub(super) fn other_game(name: &str, shape: Shape) -> Result<Option<OtherGame>, SessionError> {
    let Some((entry, open)) = find(name) else { return Ok(None) };
    let table = open(shape)?;
    let (cols, rows) = table.size();
    Ok(Some(OtherGame { name: entry.name.to_owned(), cols, rows, first: table.to_play(), judge }))
}

fn find(name: &str) -> Option<(&'static GameEntry, Open)> {
    let entry = GAMES.iter().find(|entry| entry.name == name)?;
    Some((entry, entry.open?))
}

fn judge(game: &OtherGame) -> Result<Box<dyn Judge>, String> {
    let (_, open) = find(&game.name).ok_or_else(|| format!("no judge of {}", game.name))?;
    let shape = Shape { cols: Some(game.cols), rows: Some(game.rows), first: Some(game.first) };
    Ok(Box::new(GameJudge(open(shape).map_err(|error| error.to_string())?)))
}

/// The judge of a game.
struct GameJudge(Box<dyn Table>);

impl Judge for GameJudge {
    fn to_play(&self) -> Color {
        self.0.to_play()
    }

    fn play(&mut self, text: &str) -> Result<Played, String> {
        let legal = self.0.legal_moves().into_iter().find(|mv| mv.eq_ignore_ascii_case(text));
        let text = legal.unwrap_or_else(|| text.to_owned());
        self.0.play(self.0.to_play(), &text).map_err(|error| match error {
            SessionError::Illegal(reason) => format!("{reason}, {text}"),
            error => format!("{error}, {text}"),
        })?;
        Ok(Played { text, repeats: false })
    }

    fn result(&self) -> Option<Claim> {
        let winner = self.0.outcome()?.winner;
        Some(winner.map_or(Claim::Draw, |winner| Claim::Win(winner, Margin::Unstated)))
    }
}
