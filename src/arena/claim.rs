//! A game's result, as stated by a player or referee, or as determined by the game.

use std::fmt;

use crate::framework::Color;

/// A claimed result.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Claim {
    /// No known result.
    #[default]
    Unknown,
    /// A draw.
    Draw,
    /// A winner.
    Win(Color, Margin),
}

/// The margin of or reason for a win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Margin {
    /// The lead in points.
    Points(f64),
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules or the protocol.
    Forfeit,
    /// Another reason, or an unstated one.
    Unstated,
}

impl Claim {
    /// Parses a result in GTP or SGF notation; anything else is unknown.
    pub fn read(text: &str) -> Self {
        let text = text.trim().to_ascii_uppercase();
        if matches!(text.as_str(), "0" | "DRAW" | "JIGO") {
            return Self::Draw;
        }
        let Some((winner, margin)) = text.split_once('+') else {
            return Self::Unknown;
        };
        let winner = match winner {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return Self::Unknown,
        };
        let margin = match margin {
            "R" | "RESIGN" => Margin::Resignation,
            "T" | "TIME" => Margin::Time,
            "F" | "FORFEIT" => Margin::Forfeit,
            "" | "?" => Margin::Unstated,
            _ => match margin.parse::<f64>() {
                Ok(0.0) => return Self::Draw,
                Ok(points) if points.is_finite() && points > 0.0 => Margin::Points(points),
                _ => return Self::Unknown,
            },
        };
        Self::Win(winner, margin)
    }

    /// The decisive result: the referee's, else the one agreed on by both players, else the only one stated.
    ///
    /// Points are omitted if the players agree only on the winner.
    pub fn decide(black: Self, white: Self, referee: Self) -> Self {
        match (black, white) {
            _ if referee != Self::Unknown => referee,
            (claim, Self::Unknown) | (Self::Unknown, claim) => claim,
            (black, white) if black == white => black,
            (Self::Win(a, _), Self::Win(b, _)) if a == b => Self::Win(a, Margin::Unstated),
            _ => Self::Unknown,
        }
    }

    /// The result with the colors exchanged.
    pub fn inverse(self) -> Self {
        match self {
            Self::Win(color, margin) => Self::Win(!color, margin),
            claim => claim,
        }
    }

    /// Black's lead in points, if stated.
    pub fn lead(self) -> Option<f64> {
        match self {
            Self::Draw => Some(0.0),
            Self::Win(Color::Black, Margin::Points(points)) => Some(points),
            Self::Win(Color::White, Margin::Points(points)) => Some(-points),
            _ => None,
        }
    }

    /// Black's score: 1 for a win, ½ for a draw, 0 for a loss; `None` if unknown.
    pub fn share(self) -> Option<f64> {
        match self {
            Self::Unknown => None,
            Self::Draw => Some(0.5),
            Self::Win(color, _) => Some(if color == Color::Black { 1.0 } else { 0.0 }),
        }
    }
}

/// `B+3.5`, `W+R`, `B+T`, `W+F`, `B+?`, `0` for a draw, `?` for unknown.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.pad("?"),
            Self::Draw => f.pad("0"),
            Self::Win(color, margin) => f.pad(&format!("{}+{margin}", color.letter())),
        }
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{points}"),
            Self::Resignation => f.write_str("R"),
            Self::Time => f.write_str("T"),
            Self::Forfeit => f.write_str("F"),
            Self::Unstated => f.write_str("?"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_programs_write_them() {
        for (text, shown) in [
            ("B+3.5", "B+3.5"),
            ("W+12.0", "W+12"),
            (" b+resign\n", "B+R"),
            ("W+Time", "W+T"),
            ("B+F", "B+F"),
            ("W+", "W+?"),
            ("0", "0"),
            ("Draw", "0"),
            ("B+0.0", "0"),
        ] {
            let claim = Claim::read(text);
            assert_eq!(claim.to_string(), shown, "{text}");
            assert_eq!(Claim::read(shown), claim);
        }
        for text in ["", "?", "-", "Void", "X+1", "B+x", "B+-1", "B+inf", "B+nan", "é"] {
            assert_eq!(Claim::read(text), Claim::Unknown, "{text}");
        }
    }

    #[test]
    fn the_referee_decides_else_the_players_together() {
        let decide = |black, white, referee| {
            Claim::decide(Claim::read(black), Claim::read(white), Claim::read(referee)).to_string()
        };
        assert_eq!(decide("B+1.5", "W+3", "W+0.5"), "W+0.5");
        assert_eq!(decide("B+1.5", "B+1.5", "?"), "B+1.5");
        assert_eq!(decide("B+1.5", "B+2.5", "?"), "B+?");
        assert_eq!(decide("B+1.5", "W+2.5", "?"), "?");
        assert_eq!(decide("B+1.5", "0", "?"), "?");
        assert_eq!(decide("?", "W+2.5", "?"), "W+2.5");
        assert_eq!(decide("?", "?", "?"), "?");
    }
}
