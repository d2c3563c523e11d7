//! The parameters of players and searches as commands with a color, such as `black_depth`.

use crate::engine::{GameSession, ParamRow};
use crate::framework::{Color, Failure, Reply};

/// Splits the name of a command such as `black_depth` into color and parameter.
fn split(name: &str) -> Option<(Color, &str)> {
    let (color, param) = name.split_once('_')?;
    let color = Color::ALL.into_iter().find(|known| known.to_string() == color)?;
    Some((color, param))
}

/// The parameters of the players in use, with the commands for them.
pub(super) fn player_params(session: &dyn GameSession) -> Vec<(String, ParamRow)> {
    let mut list = Vec::new();
    for color in Color::ALL {
        let rows = session.players().rows(color);
        list.extend(rows.into_iter().map(|row| (format!("{color}_{}", row.name), row)));
    }
    list
}

/// Prints or sets a parameter of a player; `None` if the command is another one.
pub(super) fn player_param(session: &mut dyn GameSession, name: &str, args: &[String]) -> Option<Reply> {
    let (color, param) = split(name)?;
    let rows = session.players().rows(color);
    let row = rows.iter().find(|row| row.name == param)?;
    Some(match args {
        [] => Ok(row.value.clone()),
        [value] => {
            session.players_mut().set(color, param, value).map_err(Failure::from).map(|()| String::new())
        }
        _ => Err(Failure::Syntax(format!("usage: {name} [VALUE]"))),
    })
}
