//! The result of a game, independent of the player to move.

use super::Color;

/// How a game or playout ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Played to the end.
    Over,
    /// Ended by mercy: one side was hopelessly behind.
    Mercy,
    /// Aborted without a result.
    BrokenOff,
}

/// The result of a game or playout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome {
    /// The winner; `None` for a draw or an aborted playout.
    pub winner: Option<Color>,
    /// Black's lead as a share of the largest possible lead, from -1 to 1; ±1 for a win in a game without a score, 0
    /// for an aborted playout.
    pub margin: f32,
    /// How it ended.
    pub ending: Ending,
}

impl Outcome {
    /// A draw.
    pub const DRAW: Self = Self { winner: None, margin: 0.0, ending: Ending::Over };

    /// An aborted playout.
    pub const BROKEN_OFF: Self = Self { ending: Ending::BrokenOff, ..Self::DRAW };

    /// A win by the largest possible lead.
    pub const fn win(winner: Color) -> Self {
        Self { winner: Some(winner), margin: full(winner), ending: Ending::Over }
    }

    /// A win by mercy, because the other side was hopelessly behind: Black's lead is then `score` out of at most
    /// `most`, as in [`Self::from_score`].
    #[inline]
    pub fn mercy(winner: Color, score: i32, most: i32) -> Self {
        Self { winner: Some(winner), ending: Ending::Mercy, ..Self::from_score(score, most) }
    }

    /// The outcome of a score: Black's lead `score` out of at most `most`, in the same unit. Larger leads count as
    /// `most`.
    #[inline]
    pub fn from_score(score: i32, most: i32) -> Self {
        let winner = match score {
            0 => None,
            1.. => Some(Color::Black),
            _ => Some(Color::White),
        };
        Self { winner, margin: (score as f32 / most.max(1) as f32).clamp(-1.0, 1.0), ending: Ending::Over }
    }

    /// The outcome when a lead of `even`, a share of the largest possible lead, counts as a draw. Playouts ended by
    /// mercy or aborted keep their outcome.
    #[inline]
    pub fn relative_to(self, even: f32) -> Self {
        if self.ending != Ending::Over {
            return self;
        }
        let margin = (self.margin - even).clamp(-1.0, 1.0);
        let winner = match margin {
            0.0 => None,
            _ if margin > 0.0 => Some(Color::Black),
            _ => Some(Color::White),
        };
        Self { winner, margin, ..self }
    }

    /// The value for Black in [0, 1]: 1 for a win, ½ for a draw, 0 for a loss, with a share `modification` that depends
    /// on the lead. After mercy the lead counts as the largest possible one, because further play could only have
    /// increased it.
    ///
    /// # References
    /// Fuego's `score_modification` (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009).
    #[inline]
    pub fn value(self, modification: f32) -> f32 {
        let Some(winner) = self.winner else { return 0.5 };
        let margin = if self.ending == Ending::Mercy { full(winner) } else { self.margin };
        match winner {
            Color::Black => 1.0 - modification + modification * margin,
            Color::White => modification + modification * margin,
        }
    }
}

/// The margin of a win by the largest possible lead.
const fn full(winner: Color) -> f32 {
    match winner {
        Color::Black => 1.0,
        Color::White => -1.0,
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

    #[test]
    fn a_lead_that_counts_as_a_draw_is_subtracted() {
        let lead = |score| Outcome::from_score(score, 100).relative_to(0.25);
        assert_eq!(
            [lead(30), lead(25), lead(20)].map(|outcome| outcome.winner),
            [Some(Color::Black), None, Some(Color::White)]
        );
        assert_eq!(lead(75).margin, 0.5);
        assert_eq!(lead(-100), Outcome::from_score(-100, 100));
        for outcome in [Outcome::mercy(Color::White, -30, 100), Outcome::BROKEN_OFF] {
            assert_eq!(outcome.relative_to(0.25), outcome);
        }
        assert_eq!(Outcome::from_score(120, 100).margin, 1.0, "prisoners can outnumber the points");
    }

    #[test]
    fn mercy_is_a_whole_win_by_the_lead_so_far() {
        let outcome = Outcome::mercy(Color::White, -30, 100);
        assert_eq!((outcome.margin, outcome.value(0.02)), (-0.3, 0.0));
        assert_eq!(Outcome::mercy(Color::Black, 30, 100).value(0.02), 1.0);
        assert_ne!(Outcome::BROKEN_OFF, Outcome::DRAW);
        assert_eq!(Outcome::BROKEN_OFF.value(0.02), 0.5);
    }
}
