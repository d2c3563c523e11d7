//! Losses over positions: sums and means.

/// Sums of losses over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Losses {
    /// The number of positions.
    pub positions: u64,
    /// Positions with a target policy.
    pub moves: u64,
    /// Positions with a target value.
    pub valued: u64,
    /// Positions with target owners.
    pub owned: u64,
    /// Positions whose top-1 move is the target's.
    pub first: u64,
    /// Positions whose target move is among the top five.
    pub five: u64,
    /// Summed cross entropy of the policy, in nats.
    pub policy: f64,
    /// Summed cross entropy of the value, in nats.
    pub value: f64,
    /// Summed squared error of the win probability.
    pub value_error: f64,
    /// Summed mean squared error of the owners.
    pub owner: f64,
    /// Summed weighted loss, the training objective.
    pub total: f64,
}

impl Losses {
    /// Adds the sums of other positions.
    pub fn add(&mut self, other: &Self) {
        self.positions += other.positions;
        self.moves += other.moves;
        self.valued += other.valued;
        self.owned += other.owned;
        self.first += other.first;
        self.five += other.five;
        self.policy += other.policy;
        self.value += other.value;
        self.value_error += other.value_error;
        self.owner += other.owner;
        self.total += other.total;
    }

    /// Means, each over the positions with its target; NaN if there are none.
    pub fn means(&self) -> Means {
        let mean = |sum: f64, count: u64| sum / count as f64;
        Means {
            first: mean(self.first as f64, self.moves),
            five: mean(self.five as f64, self.moves),
            policy: mean(self.policy, self.moves),
            value: mean(self.value, self.valued),
            value_error: mean(self.value_error, self.valued),
            owner: mean(self.owner, self.owned),
        }
    }
}

/// The means of losses over positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Means {
    /// Top-1 accuracy: the share of positions whose most likely move is the target's.
    pub first: f64,
    /// Top-5 accuracy: the share of positions whose target move is among the five most likely.
    pub five: f64,
    /// Cross entropy of the policy, in nats.
    pub policy: f64,
    /// Cross entropy of the value, in nats.
    pub value: f64,
    /// Squared error of the win probability.
    pub value_error: f64,
    /// Squared error of a point's owner, from 1 to -1.
    pub owner: f64,
}

impl Means {
    /// Names of the means.
    pub const NAMES: [&str; 6] = ["first", "five", "policy", "value", "value_error", "owner"];

    /// The means in the order of their names.
    pub const fn numbers(&self) -> [f64; 6] {
        [self.first, self.five, self.policy, self.value, self.value_error, self.owner]
    }
}

impl From<[f64; 6]> for Means {
    fn from([first, five, policy, value, value_error, owner]: [f64; 6]) -> Self {
        Self { first, five, policy, value, value_error, owner }
    }
}
