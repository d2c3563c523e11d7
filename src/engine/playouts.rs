//! Statistics of a policy's playouts from a position of any game: their mean, their variance, the owners of the points,
//! and the drift of positions under the policy.
//!
//! A playout is an estimate of the value of a position. Variance measures how widely the estimates scatter; with more
//! playouts, their mean is known more exactly. Bias is the distance of the mean from the value under best play; more
//! playouts do not reduce it. [`Hosted::minimax`](super::Hosted::minimax) finds the value under best play of a small
//! position.
//!
//! Bias mostly grows along a playout, because each bad move may change the winner. [`drift`] measures this: the mean of
//! the values under best play of the positions that playouts reach.
//!
//! # References
//! - D. Silver and G. Tesauro, "Monte-Carlo simulation balancing", ICML 2009 (bias matters more than variance).

use crate::framework::{Color, Ending, Game, Outcome, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::util::{Rng, Running};

/// The statistics of many playouts from a position. Playouts that were broken off do not count.
#[derive(Clone, Debug)]
pub struct Study {
    /// The outcomes: 1 for a win of Black, 0 for a win of White, ½ for a draw.
    pub outcomes: Running,
    /// Black's lead as a share of the largest possible lead, from -1 to 1.
    pub margins: Running,
    /// The numbers of moves, the passes at the end included.
    pub lengths: Running,
    /// The number of playouts that were broken off, because they were too long.
    pub broken_off: u64,
    /// The numbers of playouts at whose end Black and White own each point, by the number of the move there.
    pub owned: Vec<[u32; 2]>,
}

impl Study {
    /// Plays playouts from a position, at most a number of them; `goes_on` gets the number of those begun.
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

    /// The number of playouts that were played to the end.
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

    /// The distance of the mean outcome from the value under best play, both for Black.
    pub fn bias(&self, minimax: f64) -> f64 {
        (minimax - self.outcomes.mean()).abs()
    }

    /// The share of playouts in which Black owns a point, minus White's share: from -1 to 1. `point` is the
    /// number of the move there.
    pub fn ownership(&self, point: usize) -> f64 {
        let [black, white] = self.owned[point].map(f64::from);
        (black - white) / self.playouts().max(1) as f64
    }
}

/// The values under best play after a number of moves of playouts.
#[derive(Clone, Debug)]
pub struct Drift {
    /// The number of moves; `None` for the end of each playout.
    pub moves: Option<usize>,
    /// The values for Black of the positions reached under best play; a playout that ended before has its outcome.
    pub values: Running,
    /// The number of positions whose value was not found.
    pub unsolved: u64,
}

/// Follows playouts of a policy from a position and returns the values under best play after 0, 1, 2, 4, 8 … moves, as
/// `solve` finds them, and at the end. Playouts that were broken off do not count.
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
        // The start is the same position each time.
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
