//! Page commands, parsed from JSON.

use std::fmt;

use serde_json::Value;

use crate::framework::Color;

/// Why a request is refused: an HTTP status and a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into() }
    }

    fn field(name: &str, expected: &str) -> Self {
        Self::new(400, format!("{name}: expected {expected}"))
    }
}

/// A valid request that is impossible in the current state.
impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::new(409, error.to_string())
    }
}

/// The player of a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// A person at a page.
    Person,
    /// The engine.
    Engine,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Self::Person { "person" } else { "engine" })
    }
}

/// The engine's strength. `None` leaves a value unchanged.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Strength {
    /// The level by number or rank; `0` for full strength.
    pub(super) level: Option<String>,
    /// Seconds per move without a clock.
    pub(super) seconds: Option<f64>,
}

/// The clock of a new game, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Time {
    pub(super) main: f64,
    /// Length of a byo-yomi period; 0 for none.
    pub(super) period: f64,
    pub(super) periods: u32,
    /// Increment per move; 0 for none.
    pub(super) increment: f64,
}

/// The choices for a new game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Setup {
    pub(super) game: Option<String>,
    pub(super) cols: Option<u8>,
    pub(super) rows: Option<u8>,
    pub(super) rules: Option<String>,
    pub(super) komi: Option<String>,
    pub(super) handicap: u8,
    pub(super) time: Time,
    pub(super) strength: Strength,
    /// The person's guess of their rank, for a game at that rank.
    pub(super) guess: Option<String>,
    pub(super) roles: [Option<Role>; 2],
}

/// A change of a node.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edit {
    /// The record's number.
    pub(super) record: u32,
    /// The node's number.
    pub(super) node: u32,
    /// An SGF property, `delete` or `promote`.
    pub(super) tool: String,
    pub(super) point: Option<String>,
    /// The text of a label.
    pub(super) text: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// Begins a game.
    New(Box<Setup>),
    /// Loads an SGF file.
    Load(Vec<u8>),
    /// Loads the sample game.
    Sample,
    /// Resumes a game from the shelf.
    Open(String),
    /// Removes a game from the shelf.
    Forget(String),
    /// Plays a move for the player to move.
    Play(String),
    /// Resigns for the person.
    Resign,
    /// Goes back to the person's last move.
    Undo,
    /// Undoes [`Self::Undo`].
    Redo,
    /// Goes to a node of the game tree, by its number and perhaps that of the record.
    Go(Option<u32>, u32),
    /// Lets the engine move for the player to move.
    Move,
    /// [`Self::Move`] while the engine searches for its move: ends the search, which then plays its move.
    Hurry,
    /// Stops engine self-play, the review, or the search for a move.
    Stop,
    /// Sets the players and the strength.
    Players([Option<Role>; 2], Strength),
    /// Sets the comment of a node, by the numbers of the record and the node.
    Comment(u32, u32, String),
    /// Changes a node of the record.
    Edit(Edit),
    /// Searches the position after a line from a node, by the numbers of the record and the node.
    Judge(u32, u32, Vec<String>),
    /// Turns analysis of the position on or off.
    Analyze(bool),
    /// Analyzes all positions of the game, with this number of playouts each or the default.
    Review(Option<u64>),
    /// Estimates the score.
    Score,
    /// Toggles a stone of a finished game, and those of its color in the same region, between dead and alive.
    Dead(String),
    /// Requests the search's moves after a line, with the sources of their priors.
    Branch(Vec<String>),
    /// Runs a playout and requests its moves.
    Playout,
    /// Requests the matching lines of the pattern database.
    Patterns,
    /// Requests the game record.
    Record,
}

/// How a command affects a running search for the engine's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Manner {
    /// Ends the search.
    Interrupts,
    /// Waits for the move.
    Waits,
    /// Is refused.
    Refused,
}

impl Command {
    pub(super) fn manner(&self) -> Manner {
        match self {
            Self::New(_)
            | Self::Load(_)
            | Self::Sample
            | Self::Open(_)
            | Self::Resign
            | Self::Undo
            | Self::Redo
            | Self::Go(..)
            | Self::Edit(_)
            | Self::Move
            | Self::Hurry
            | Self::Stop
            | Self::Players(..) => Manner::Interrupts,
            Self::Comment(..) | Self::Analyze(_) | Self::Review(_) | Self::Record | Self::Forget(_) => {
                Manner::Waits
            }
            Self::Play(_)
            | Self::Score
            | Self::Judge(..)
            | Self::Dead(_)
            | Self::Branch(_)
            | Self::Playout
            | Self::Patterns => Manner::Refused,
        }
    }

    /// Parses a command from its name and request body; `None` if there is no such command.
    pub(super) fn read(name: &str, body: &[u8]) -> Option<Result<Self, Refusal>> {
        if name == "load" {
            return Some(Ok(Self::Load(body.to_vec())));
        }
        if !NAMES.contains(&name) {
            return None;
        }
        let body = if body.is_empty() { b"{}" } else { body };
        let fields = match serde_json::from_slice(body) {
            Ok(Value::Object(fields)) => Fields(Value::Object(fields)),
            _ => return Some(Err(Refusal::new(400, "the body is not a JSON object"))),
        };
        Some(Self::of(name, &fields))
    }

    fn of(name: &str, fields: &Fields) -> Result<Self, Refusal> {
        Ok(match name {
            "new" => Self::New(Box::new(fields.setup()?)),
            "sample" => Self::Sample,
            "open" => Self::Open(fields.needed("file", Fields::text, "the name of a game")?),
            "forget" => Self::Forget(fields.needed("file", Fields::text, "the name of a game")?),
            "play" => Self::Play(fields.needed("move", Fields::text, "the text of a move")?),
            "resign" => Self::Resign,
            "undo" => Self::Undo,
            "redo" => Self::Redo,
            "go" => Self::Go(
                fields.optional("record", Fields::number, "the number of the record")?,
                fields.needed("node", Fields::number, "the number of a node")?,
            ),
            "move" => Self::Move,
            "stop" => Self::Stop,
            "players" => Self::Players(fields.roles()?, fields.strength()?),
            "comment" => Self::Comment(
                fields.needed("record", Fields::number, "the number of the record")?,
                fields.needed("node", Fields::number, "the number of a node")?,
                fields.needed("text", Fields::text, "text")?,
            ),
            "edit" => Self::Edit(Edit {
                record: fields.needed("record", Fields::number, "the number of the record")?,
                node: fields.needed("node", Fields::number, "the number of a node")?,
                tool: fields.needed("tool", Fields::text, "the name of a tool")?,
                point: fields.optional("point", Fields::text, "a point")?,
                text: fields.optional("text", Fields::text, "text")?,
            }),
            "judge" => Self::Judge(
                fields.needed("record", Fields::number, "the number of the record")?,
                fields.needed("node", Fields::number, "the number of a node")?,
                fields.line()?,
            ),
            "analyze" => Self::Analyze(fields.needed("on", Value::as_bool, "true or false")?),
            "review" => {
                let playouts: Option<u32> =
                    fields.optional("playouts", Fields::number, "a number of playouts")?;
                Self::Review(playouts.map(u64::from))
            }
            "score" => Self::Score,
            "dead" => Self::Dead(fields.needed("point", Fields::text, "a point")?),
            "branch" => Self::Branch(fields.line()?),
            "playout" => Self::Playout,
            "patterns" => Self::Patterns,
            _ => Self::Record,
        })
    }
}

/// The commands that take a JSON object.
pub(super) const NAMES: [&str; 23] = [
    "new", "sample", "open", "forget", "play", "resign", "undo", "redo", "go", "move", "stop", "players",
    "comment", "edit", "judge", "analyze", "review", "score", "dead", "branch", "playout", "patterns",
    "record",
];

/// The fields of a JSON object.
pub(super) struct Fields(Value);

impl Fields {
    /// `None` if the field is missing or null.
    fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// Parses an optional field.
    fn optional<T>(
        &self,
        name: &str,
        read: fn(&Value) -> Option<T>,
        expected: &str,
    ) -> Result<Option<T>, Refusal> {
        let read = |value| read(value).ok_or_else(|| Refusal::field(name, expected));
        self.get(name).map(read).transpose()
    }

    fn needed<T>(&self, name: &str, read: fn(&Value) -> Option<T>, expected: &str) -> Result<T, Refusal> {
        self.optional(name, read, expected)?.ok_or_else(|| Refusal::field(name, expected))
    }

    fn text(value: &Value) -> Option<String> {
        value.as_str().map(str::to_owned)
    }

    /// Text, or a number as text.
    fn written(value: &Value) -> Option<String> {
        Self::text(value).or_else(|| value.as_number().map(ToString::to_string))
    }

    fn number<T: TryFrom<u64>>(value: &Value) -> Option<T> {
        value.as_u64().and_then(|number| number.try_into().ok())
    }

    /// Seconds, at most a week.
    pub(super) fn seconds(value: &Value) -> Option<f64> {
        value.as_f64().filter(|seconds| (0.0..=604_800.0).contains(seconds))
    }

    fn role(value: &Value) -> Option<Role> {
        match value.as_str()? {
            "person" => Some(Role::Person),
            "engine" => Some(Role::Engine),
            _ => None,
        }
    }

    fn line(&self) -> Result<Vec<String>, Refusal> {
        let read = |value: &Value| value.as_array()?.iter().map(Self::text).collect();
        Ok(self.optional("line", read, "a list of moves")?.unwrap_or_default())
    }

    fn roles(&self) -> Result<[Option<Role>; 2], Refusal> {
        let mut roles = [None; 2];
        for color in Color::ALL {
            roles[color.index()] = self.optional(&color.to_string(), Self::role, "person or engine")?;
        }
        Ok(roles)
    }

    fn strength(&self) -> Result<Strength, Refusal> {
        Ok(Strength {
            level: self.optional("level", Self::written, "a level, or 0 for full strength")?,
            seconds: self.optional("seconds", Self::seconds, "seconds, at most a week")?,
        })
    }

    fn setup(&self) -> Result<Setup, Refusal> {
        let seconds = |name| {
            Ok::<_, Refusal>(self.optional(name, Self::seconds, "seconds, at most a week")?.unwrap_or(0.0))
        };
        Ok(Setup {
            game: self.optional("game", Self::text, "the name of a game")?,
            cols: self.optional("cols", Self::number, "a number of columns")?,
            rows: self.optional("rows", Self::number, "a number of rows")?,
            rules: self.optional("rules", Self::text, "the name of rules")?,
            komi: self.optional("komi", Self::written, "a number of points")?,
            handicap: self.optional("handicap", Self::number, "a number of stones")?.unwrap_or(0),
            time: Time {
                main: seconds("main")?,
                period: seconds("period")?,
                periods: self.optional("periods", Self::number, "a number of periods")?.unwrap_or(0),
                increment: seconds("increment")?,
            },
            strength: self.strength()?,
            guess: self.optional("guess", Self::text, "a rank")?,
            roles: self.roles()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_command_of_its_own() {
        let body = br#"{"move":"D4","node":1,"text":"x","on":true,"playouts":9,"point":"A1","record":1,"tool":"TR","file":"x.sgf"}"#;
        let mut commands: Vec<Command> = Vec::new();
        for name in NAMES {
            let command = Command::read(name, body).unwrap().unwrap();
            assert!(!commands.contains(&command), "{name}");
            commands.push(command);
        }
        assert_eq!(Command::read("nothing", b"{}"), None);
    }

    #[test]
    fn a_wrong_field_is_named() {
        let refusal = |name, body: &str| Command::read(name, body.as_bytes()).unwrap().unwrap_err().message;
        assert_eq!(refusal("go", "{}"), "node: expected the number of a node");
        assert_eq!(refusal("new", r#"{"cols":300}"#), "cols: expected a number of columns");
        assert_eq!(refusal("players", r#"{"black":"me"}"#), "black: expected person or engine");
        assert_eq!(refusal("play", "D4"), "the body is not a JSON object");
    }
}
