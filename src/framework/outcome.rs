//! How a game ended, seen from no side.

use super::Color;

/// The result of a game or playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner; `None` is a draw or a playout broken off.
    pub winner: Option<Color>,
    /// Black's lead as a share of the greatest lead possible, from -1 to 1; 1 or -1 where it has no meaning.
    pub margin: f32,
}

impl Outcome {
    /// No winner.
    pub const DRAW: Self = Self { winner: None, margin: 0.0 };

    /// Returns a win by as much as there is.
    #[must_use]
    pub const fn win(winner: Color) -> Self {
        Self { winner: Some(winner), margin: if matches!(winner, Color::Black) { 1.0 } else { -1.0 } }
    }

    /// Returns the outcome of a score: Black's lead `score` out of at most `most`, in the same unit.
    #[inline]
    #[must_use]
    pub fn from_score(score: i32, most: i32) -> Self {
        let winner = match score {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        Self { winner, margin: score as f32 / most.max(1) as f32 }
    }

    /// Returns the value for Black in [0, 1]: a win 1, a draw ½, a loss 0, and of that the share
    /// `modification` given for the size of the lead.
    ///
    /// # References
    /// Fuego's `score_modification` (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).
    #[inline]
    #[must_use]
    pub fn value(self, modification: f32) -> f32 {
        match self.winner {
            None => 0.5,
            Some(Color::Black) => 1.0 - modification + modification * self.margin,
            Some(Color::White) => modification + modification * self.margin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_rewards_the_lead_a_little() {
        assert_eq!(Outcome::win(Color::Black).value(0.02), 1.0);
        assert_eq!(Outcome::win(Color::White).value(0.02), 0.0);
        assert_eq!(Outcome::from_score(0, 100).value(0.02), 0.5);
        assert!((Outcome::from_score(50, 100).value(0.02) - 0.99).abs() < 1e-6);
        assert!((Outcome::from_score(-50, 100).value(0.02) - 0.01).abs() < 1e-6);
    }
}
