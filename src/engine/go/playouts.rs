//! Statistics of a policy's playouts from a position: their mean, their variance, and the owners of the points.
//!
//! A playout is an estimate of the value of a position. Variance measures how widely the estimates scatter; with more
//! playouts, their mean is known more exactly. Bias is the distance of the mean from the value under best play; more
//! playouts do not reduce it. [`super::exact::minimax`] finds the value under best play of a small position.
//!
//! # References
//! - D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009 (bias matters more than variance).

use std::time::Instant;

use crate::framework::{Color, Game, Outcome, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::go::Position;
use crate::go::board::{Map, Point, is_surrounded};
use crate::go::playout::{BoardPolicy, GoPlayout};
use crate::util::{Rng, Running};

/// The limits of a study.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of playouts at most.
    pub playouts: u32,
    /// The time after which no playout begins; `None` when the number alone bounds the study.
    pub deadline: Option<Instant>,
}

impl Effort {
    /// Returns the effort of a number of playouts without a deadline.
    #[must_use]
    pub const fn of(playouts: u32) -> Self {
        Self { playouts, deadline: None }
    }
}

/// The statistics of many playouts from a position. Playouts that were cut off at the length limit do not count.
pub struct Study {
    /// The outcomes: 1 for a win of Black, 0 for a win of White, ½ for a draw.
    pub outcomes: Running,
    /// Black's lead in points, komi included.
    pub scores: Running,
    /// The numbers of moves, the two passes at the end included.
    pub lengths: Running,
    /// The numbers of playouts at whose end Black and White own each point.
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

    /// Returns the standard error of the mean outcome.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.outcomes.variance() / self.playouts().max(1) as f64).sqrt()
    }

    /// Returns the distance of the mean outcome from the value under best play, both for Black.
    #[must_use]
    pub fn bias(&self, minimax: f64) -> f64 {
        (minimax - self.outcomes.mean()).abs()
    }

    /// Returns the share of playouts in which Black owns a point, minus White's share: from -1 to 1.
    #[must_use]
    pub fn ownership(&self, p: Point) -> f64 {
        let [black, white] = self.owned[p].map(f64::from);
        (black - white) / self.playouts().max(1) as f64
    }
}

/// Returns the value of an outcome for Black: 1, ½ or 0.
pub(super) fn for_black(outcome: Outcome) -> f64 {
    f64::from(outcome.value(0.0))
}
