//! Playout statistics of a policy from a position of any game: mean, variance, ownership, and drift.
//!
//! A playout estimates the value of a position. Variance measures the scatter of the estimates; more playouts make
//! their mean more precise. Bias is the difference between the mean and the minimax value; more playouts do not reduce
//! it. [`Hosted::minimax`](super::Hosted::minimax) finds the minimax value of small positions.
//!
//! Bias mostly grows along a playout, because each bad move may change the winner. [`drift`] measures this by the mean
//! minimax value of the positions reached by playouts.
//!
//! # References
//! - D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009 (bias matters more than variance).

use crate::framework::{Color, Ending, Game, Outcome, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::util::{Rng, Running};

/// Statistics of many playouts from a position, excluding aborted ones.
#[derive(Clone, Debug)]
pub struct Study {
    /// Outcomes: 1 for Black's win, 0 for White's, ½ for a draw.
    pub outcomes: Running,
    /// Black's lead as a share of the largest possible lead, from -1 to 1.
    pub margins: Running,
    /// Lengths in moves, final passes included.
    pub lengths: Running,
    /// The number of playouts aborted for being too long.
    pub broken_off: u64,
    /// By move number of each point, the numbers of playouts in which Black and White own it at the end.
    pub owned: Vec<[u32; 2]>,
}

impl Study {
    /// Runs playouts from a position, up to a maximum; `goes_on` receives the number begun.
    pub fn new<G: Game>(
        policy: &mut dyn PlayoutPolicy<G>,
        position: &G,
        playouts: u32,
        goes_on: impl Fn(u32) -> bool,
        rng: &mut Rng,
    ) -> Self {
        let mut study = Self {
            outcomes: Running::default(),
            margins: Running::default(),
            lengths: Running::default(),
            broken_off: 0,
            owned: vec![[0; 2]; position.move_limit()],
        };
        let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
        let (mut game, mut line) = (position.clone(), Sequence::new());
        let mut owners = vec![0; position.move_limit()];
        for _ in (0..playouts).take_while(|&begun| goes_on(begun)) {
            line.clear();
            game.copy_from(position);
            let outcome = policy.playout(&mut game, limit, rng, &mut line);
            if outcome.ending == Ending::BrokenOff {
                study.broken_off += 1;
                continue;
            }
            study.outcomes.add(for_black(outcome));
            study.margins.add(f64::from(outcome.margin));
            study.lengths.add(line.len() as f64);
            policy.owners(&mut owners);
            for (owned, owner) in study.owned.iter_mut().zip(&owners) {
                owned[Color::Black.index()] += u32::from(*owner > 0);
                owned[Color::White.index()] += u32::from(*owner < 0);
            }
        }
        study
    }

    /// The number of completed playouts.
    pub fn playouts(&self) -> u64 {
        self.outcomes.count()
    }

    /// The mean outcome for a color, in [0, 1].
    pub fn mean(&self, color: Color) -> f64 {
        match color {
            Color::Black => self.outcomes.mean(),
            Color::White => 1.0 - self.outcomes.mean(),
        }
    }

    /// The standard error of the mean outcome.
    pub fn error(&self) -> f64 {
        (self.outcomes.variance() / self.playouts().max(1) as f64).sqrt()
    }

    /// The difference between the mean outcome and the minimax value, both for Black.
    pub fn bias(&self, minimax: f64) -> f64 {
        (minimax - self.outcomes.mean()).abs()
    }

    /// A point's ownership: the share of playouts in which Black owns it, minus White's, from -1 to 1. `point` is its
    /// move number.
    pub fn ownership(&self, point: usize) -> f64 {
        let [black, white] = self.owned[point].map(f64::from);
        (black - white) / self.playouts().max(1) as f64
    }
}

/// The minimax values after a number of playout moves.
#[derive(Clone, Debug)]
pub struct Drift {
    /// The number of moves; `None` for the end of each playout.
    pub moves: Option<usize>,
    /// The minimax values of the reached positions for Black; a playout that ended earlier has its outcome.
    pub values: Running,
    /// The number of positions whose value was not found.
    pub unsolved: u64,
}

/// Follows playouts of a policy from a position; returns the minimax values found by `solve` after 0, 1, 2, 4, 8 …
/// moves, and at the end. Excludes aborted playouts.
pub fn drift<G: Game>(
    policy: &mut dyn PlayoutPolicy<G>,
    position: &G,
    playouts: u32,
    rng: &mut Rng,
    solve: impl Fn(&G) -> Option<f64>,
) -> Vec<Drift> {
    let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
    let mut played: Vec<(Vec<G>, f64)> = Vec::new();
    for _ in 0..playouts {
        let (mut reached, mut moves) = (vec![position.clone()], 0_usize);
        let mut see = |after: &G, _, _| {
            moves += 1;
            if moves.is_power_of_two() && after.outcome().is_none() {
                reached.push(after.clone());
            }
        };
        let outcome = policy.playout_seen(&mut position.clone(), limit, rng, &mut Sequence::new(), &mut see);
        if outcome.ending != Ending::BrokenOff {
            played.push((reached, for_black(outcome)));
        }
    }
    let longest = played.iter().map(|(reached, _)| reached.len()).max().unwrap_or(0);
    let mut drifts = Vec::new();
    for i in 0..=longest {
        let moves = if i == 0 { Some(0) } else { Some(1 << (i - 1)).filter(|_| i < longest) };
        let mut drift = Drift { moves, values: Running::default(), unsolved: 0 };
        // The start position is the same each time.
        let start = if i == 0 { solve(position) } else { None };
        for (reached, end) in &played {
            let value = match reached.get(i) {
                Some(_) if i == 0 => start,
                Some(game) => solve(game),
                None => Some(*end),
            };
            match value {
                Some(value) => drift.values.add(value),
                None => drift.unsolved += 1,
            }
        }
        drifts.push(drift);
    }
    drifts
}

/// The value of an outcome for Black: 1, ½ or 0.
pub(super) fn for_black(outcome: Outcome) -> f64 {
    f64::from(outcome.value(0.0))
}
