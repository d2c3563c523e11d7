//! What the playouts of a policy make of a position: their mean, their variance, and who comes to own each point.
//!
//! A playout is a guess at the value of a position. Guesses that scatter widely need many playouts before their
//! mean is known, but the mean comes closer with each. Guesses that lean to one side are wrong however many there
//! are. Variance measures the one, bias the other: the distance of the mean from the value under best play,
//! which [`super::exact::minimax`] finds where the position is small enough.
//!
//! # References
//! - D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009 (bias matters more than variance).

use std::time::Instant;

use crate::framework::{Color, Game, Outcome, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::go::Position;
use crate::go::board::{Map, Point, is_surrounded};
use crate::go::playout::{BoardPolicy, GoPlayout};
use crate::util::{Rng, Running};

/// How many playouts a study takes.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of playouts at most.
    pub playouts: u32,
    /// The time at which no further playout begins; `None` where the number alone bounds the study.
    pub deadline: Option<Instant>,
}

impl Effort {
    /// Returns the effort of so many playouts, however long they take.
    #[must_use]
    pub const fn of(playouts: u32) -> Self {
        Self { playouts, deadline: None }
    }
}

/// What became of a position in many playouts. Those that were broken off because they went on for too long do
/// not count.
pub struct Study {
    /// How they ended: 1 for a win of Black's, 0 for one of White's, ½ for a draw.
    pub outcomes: Running,
    /// Black's lead in points, komi included.
    pub scores: Running,
    /// How many moves they took, the two passes at the end included.
    pub lengths: Running,
    /// How many of them left each point to Black and to White.
    pub owned: Map<[u32; 2]>,
}

impl Study {
    /// Plays playouts from a position.
    pub fn new<P: BoardPolicy>(policy: P, position: &Position, effort: Effort, rng: &mut Rng) -> Self {
        let mut policy = GoPlayout::new(policy);
        let mut study = Self {
            outcomes: Running::default(),
            scores: Running::default(),
            lengths: Running::default(),
            owned: Map::new([0; 2]),
        };
        let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
        let mut line = Sequence::new();
        let mut game = position.clone();
        for _ in 0..effort.playouts {
            if effort.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            line.clear();
            game.copy_from(position);
            let outcome = policy.playout(&mut game, limit, rng, &mut line);
            if line.len() == limit.length {
                continue;
            }
            study.outcomes.add(for_black(outcome));
            let half_points = f64::from(outcome.margin) * f64::from(position.greatest_score());
            study.scores.add(half_points.round() / 2.0);
            study.lengths.add(line.len() as f64);
            let board = policy.board();
            for p in board.points() {
                let is_eye_of =
                    |color| board.color_at(p).is_none() && is_surrounded(board.neighborhood3x3(p), color);
                for color in Color::ALL {
                    study.owned[p][color.index()] +=
                        u32::from(board.color_at(p) == Some(color) || is_eye_of(color));
                }
            }
        }
        study
    }

    /// Returns the number of playouts that were played to the end.
    #[must_use]
    pub fn playouts(&self) -> u64 {
        self.outcomes.count()
    }

    /// Returns the mean outcome for a color, in [0, 1].
    #[must_use]
    pub fn mean(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.outcomes.mean(),
            Color::White => 1.0 - self.outcomes.mean(),
        }
    }

    /// Returns how far the mean is likely to be from that of endless playouts: the standard error.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.outcomes.variance() / self.playouts().max(1) as f64).sqrt()
    }

    /// Returns how far the mean is from the value under best play, both for Black.
    #[must_use]
    pub fn bias(&self, minimax: f64) -> f64 {
        (minimax - self.outcomes.mean()).abs()
    }

    /// Returns by how much oftener a point became Black's than White's, from -1 to 1.
    #[must_use]
    pub fn ownership(&self, p: Point) -> f64 {
        let [black, white] = self.owned[p].map(f64::from);
        (black - white) / self.playouts().max(1) as f64
    }
}

/// Returns an outcome as Black's share: 1, ½ or 0.
pub(super) fn for_black(outcome: Outcome) -> f64 {
    f64::from(outcome.value(0.0))
}
