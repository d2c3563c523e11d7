//! Flat Monte Carlo: play many games at random behind each move, and play the move that did best.
//!
//! No tree, no memory between moves. What the algorithms of this family differ in are two small things, each in
//! a file of its own, and any two of them combine to a [`Plan`]:
//!
//! - the [`Allocation`] says with which move the next playout begins, and which move is played in the end;
//! - the [`Credit`] says which moves a playout tells something about.
//!
//! | search | allocation | credit |
//! |---|---|---|
//! | simple Monte Carlo | [`Allocation::Simple`] | [`Credit::First`] |
//! | all moves as first | [`Allocation::Simple`] | [`Credit::Amaf`] |
//! | UCB | [`Allocation::Ucb`] or [`Allocation::Ucb1`] | [`Credit::First`] |
//!
//! The search of [`FlatSearch`] below is the algorithm itself, top to bottom. All statistics are arrays with an entry
//! for each move number of the game, made once per search; a playout allocates nothing.
//!
//! # References
//! - B. Brügmann, "Monte Carlo Go", 1993, without its annealing.
//! - B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE Transactions on Pattern
//!   Analysis and Machine Intelligence 12(2), 1990.

mod allocation;
mod credit;
mod params;
#[cfg(test)]
mod tests;

pub use allocation::Allocation;
pub use credit::{Credit, Tally};
pub use params::{AmafParams, Bound, FlatParams, MonteCarloParams, Selection, UcbParams};

use std::time::{Duration, Instant};

use credit::Ledger;

use crate::framework::{
    Candidate, Color, Control, Ending, Game, Knowledge, Limit, Limits, Line, Move, MoveStat, PlayoutPolicy,
    Report, Search, Stop,
};
use crate::util::{Rng, Running};

/// What a flat search does with its playouts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// Which move is tried next.
    pub allocation: Allocation,
    /// Which moves learn from a playout.
    pub credit: Credit,
    /// The least number of playouts, times the number of moves to choose from. It supersedes the time: the search
    /// goes on while there is time left *or* the least number is not reached, and ends there without a time
    /// limit. At 0 the time alone decides.
    pub simulations: u64,
}

/// Equal tries, credit to the first move alone, as long as there is time.
impl Default for Plan {
    fn default() -> Self {
        Self { allocation: Allocation::Simple, credit: Credit::First, simulations: 0 }
    }
}

/// The search.
pub struct FlatSearch<G: Game> {
    plan: Plan,
    policy: Box<dyn PlayoutPolicy<G>>,
    filters: Vec<Box<dyn Knowledge<G>>>,
    mercy: bool,
    modification: f32,
    rng: Rng,
}

impl<G: Game> FlatSearch<G> {
    /// Creates the search. The filters remove moves before they are tried; `mercy` lets playouts end early, and
    /// `modification` is the share of a playout's value given for the size of the lead.
    pub fn new(
        policy: Box<dyn PlayoutPolicy<G>>,
        filters: Vec<Box<dyn Knowledge<G>>>,
        mercy: bool,
        modification: f32,
        seed: u64,
    ) -> Self {
        Self { plan: Plan::default(), policy, filters, mercy, modification, rng: Rng::new(seed) }
    }

    /// Creates the search of a plan over all moves of the game, in which a playout counts 1 for a win, ½ for a
    /// draw and 0 for a loss.
    pub fn of(plan: Plan, policy: Box<dyn PlayoutPolicy<G>>, seed: u64) -> Self {
        Self::new(policy, Vec::new(), false, 0.0, seed).with_plan(plan)
    }

    /// Returns the search with another plan.
    #[must_use]
    pub fn with_plan(self, plan: Plan) -> Self {
        Self { plan, ..self }
    }

    /// Returns the moves to try.
    fn moves(&mut self, game: &G) -> Vec<Move> {
        let mut moves = Vec::new();
        game.candidates(&mut moves);
        let mut candidates = moves.into_iter().map(Candidate::new).collect();
        for filter in &mut self.filters {
            filter.edit(game, &mut candidates, &mut self.rng);
        }
        candidates.iter().map(|candidate| candidate.mv).collect()
    }

    /// Returns why the search should end now, if it should.
    fn end(
        &self,
        games: u64,
        moves: usize,
        time: Duration,
        limits: &Limits,
        control: &Control,
    ) -> Option<Stop> {
        let least = self.plan.simulations.saturating_mul(moves as u64);
        let is_time_left = limits.time.map_or(least == 0, |most| time < most);
        if moves == 0 {
            Some(Stop::Over)
        } else if limits.playouts.is_some_and(|most| games >= most) {
            Some(Stop::Playouts)
        } else if control.stopped() && games >= moves as u64 {
            Some(Stop::Asked)
        } else if is_time_left || games < least {
            None
        } else {
            Some(if limits.time.is_some() { Stop::Time } else { Stop::Playouts })
        }
    }
}

impl<G: Game> Search<G> for FlatSearch<G> {
    fn search(&mut self, game: &G, limits: Limits, control: &Control) -> Report {
        let start = Instant::now();
        let player = game.to_play();
        let moves = self.moves(game);
        let mut ledger = Ledger::new(self.plan.credit, game.move_limit());
        let (mut margin, mut simulating) = (Running::default(), Duration::ZERO);
        let (mut copy, mut line) = (game.clone(), Line::new());
        let limit = Limit { length: game.length_limit(), mercy: self.mercy };
        let mut longest = 0;
        let stop = loop {
            let games = ledger.playouts();
            if let Some(stop) = self.end(games, moves.len(), start.elapsed(), &limits, control) {
                break stop;
            }
            // Select a move and play it.
            let mv = self.plan.allocation.next(&moves, &ledger);
            copy.copy_from(game);
            copy.play_legal(mv);
            line.clear();
            line.push(mv);
            // Play on to the end, as the policy does.
            let before = Instant::now();
            let outcome = copy
                .outcome()
                .unwrap_or_else(|| self.policy.playout(&mut copy, limit, &mut self.rng, &mut line));
            simulating += before.elapsed();
            longest = longest.max(line.len() as u64);
            // Learn from the result.
            let value = f64::from(outcome.value(self.modification));
            ledger.record(&line, if player == Color::Black { value } else { 1.0 - value });
            if outcome.ending != Ending::BrokenOff {
                margin.add(f64::from(if player == Color::Black { outcome.margin } else { -outcome.margin }));
            }
        };
        // Rank the moves, the best one first.
        let mut stats: Vec<MoveStat> = moves.iter().map(|&mv| self.stat(mv, &ledger)).collect();
        // Stable: equal moves keep the game's order.
        stats.sort_by(|a, b| self.plan.allocation.rank(b).total_cmp(&self.plan.allocation.rank(a)));
        let best = stats.first().copied();
        let (games, time) = (ledger.playouts(), start.elapsed());
        let report = Report {
            best: best.map(|stat| stat.mv),
            value: best.map_or(0.5, |stat| stat.estimate),
            margin: margin.mean(),
            count: games,
            games,
            time,
            sequence: best.iter().map(|stat| stat.mv).collect(),
            details: details(games, time, simulating),
            rules: self.policy.rule_counts(),
            moves: stats,
            longest,
            stop,
            ..Report::default()
        };
        // Who looks on sees the end alone: it is soon there.
        control.observers().iter().for_each(|observer| (observer.see)(&report));
        report
    }
}

impl<G: Game> FlatSearch<G> {
    /// Returns what is known of a move.
    fn stat(&self, mv: Move, ledger: &Ledger) -> MoveStat {
        let (first, amaf) = (ledger.first(mv), ledger.amaf(mv));
        MoveStat {
            mv,
            count: first.count,
            value: first.mean(),
            rave_count: amaf.count as f64,
            rave_value: amaf.mean(),
            estimate: ledger.estimate(mv),
            bound: self.plan.allocation.bound(first, ledger.playouts()),
            ..MoveStat::default()
        }
    }
}

/// Returns how fast the playouts were, and what share of the time they took.
fn details(games: u64, time: Duration, simulating: Duration) -> Vec<(&'static str, String)> {
    let seconds = time.as_secs_f64().max(1e-9);
    vec![
        ("Count", games.to_string()),
        ("Games/s", format!("{:.0}", games as f64 / seconds)),
        ("PlayoutTime", format!("{:.1}%", 100.0 * simulating.as_secs_f64() / seconds)),
    ]
}
