//! Self-play games for network training.
//!
//! A quarter of the moves get a full search with root noise; the record holds its visit counts, which are the policy
//! targets. All other moves get a quick search that only continues the game, for more games and results in the same
//! time. The record also holds the value of each search.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017: root noise, resignation
//!   and its error rate.
//! - D. Wu, "Accelerating self-play learning in Go", arXiv 1902.10565, 2019: full and quick searches, opening moves by
//!   the policy alone, move temperature.

use std::fmt::Write;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_distr::{Distribution, Exp1};

use super::search::{prior, prior_shares, search};
use crate::engine::settings::Settings;
use crate::engine::spec::{BoardSize, PlayerSpec};
use crate::framework::{Color, Control, Game, Limits, Move, MoveStat, Report, Search};
use crate::go::letters;
use crate::go::{Komi, Position, Rules, score};
use crate::search::uct::UctSearch;
use crate::util::Rng;

/// The search settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SelfPlay {
    /// The board size.
    pub size: u8,
    /// The playouts of a full search.
    pub playouts: u64,
    /// The playouts of a quick search.
    pub quick_playouts: u64,
    /// The root value below which a player resigns, in [0, 1]; 0 for never.
    pub resign_threshold: f64,
}

/// A game.
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlayGame {
    /// The record: one line of SGF. Two private properties of a move describe its search. `VV[0.53]` is the player's
    /// expected win share before the move. `VC[ee 120 dd 30 pass 4]`, of a full search, alternates points and counts.
    pub record: String,
    /// For a game continued after a player would have resigned: whether that player lost.
    pub resigner_lost: Option<bool>,
}

/// The share of full searches.
const FULL: f64 = 0.25;
/// The share of noise in the root probabilities.
const NOISE: f64 = 0.25;
/// The share of games continued where a player would resign.
const PLAYED_ON: f64 = 0.1;
/// Consecutive hopeless searches before a player resigns.
const HOPELESS: usize = 3;
/// Komi in half points, the usual one with more weight.
const KOMI: [i32; 6] = [15, 15, 15, 11, 13, 17];

impl SelfPlay {
    /// Plays a game. The settings select the network; the seed determines all random choices.
    pub fn play(&self, settings: &Settings, seed: u64) -> SelfPlayGame {
        let mut rng = Rng::new(seed);
        let komi = Komi::from_half_points(KOMI.choose(&mut rng).copied().unwrap_or(15));
        let mut position = Position::new(self.size, Rules { komi, ..Rules::default() });
        let spec = settings.spec(BoardSize::square(self.size), seed);
        let mut record = format!("(;GM[1]FF[4]SZ[{}]KM[{komi}]", self.size);
        for _ in 0..self.opening_moves(&mut rng) {
            let candidates = prior(&spec, &position);
            let shares = prior_shares(&candidates);
            let moves: Vec<_> = candidates.iter().map(|candidate| candidate.mv).zip(shares).collect();
            let mv = moves.choose_weighted(&mut rng, |of| of.1).map_or(Move::PASS, |of| of.0);
            self.go_on(&mut position, mv, &mut record);
        }
        let mut searches = Searches::new(&spec, &mut rng);
        let (mut hopeless, mut would_resign) = ([0; 2], None);
        let is_played_on = rng.random_bool(PLAYED_ON);
        let mut winner = None;
        for number in 0..3 * position.move_limit() {
            if position.outcome().is_some() {
                break;
            }
            let is_full = rng.random_bool(FULL);
            let report = searches.run(self, &position, is_full);
            let color = position.to_play();
            let count = &mut hopeless[color.index()];
            *count = if report.value < self.resign_threshold { *count + 1 } else { 0 };
            if *count >= HOPELESS && would_resign.is_none() {
                if !is_played_on {
                    winner = Some(!color);
                    break;
                }
                would_resign = Some(color);
            }
            let Some(mv) = self.choose(&report.moves, number, &mut rng) else { break };
            self.go_on(&mut position, mv, &mut record);
            self.record_search(&report, is_full, &mut record);
            searches.played(mv);
        }
        let lead = score::final_score(&position, &[]);
        let (winner, margin) = match winner {
            Some(winner) => (winner, "R".to_owned()),
            None if lead > 0 => (Color::Black, (f64::from(lead) / 2.0).to_string()),
            None => (Color::White, (f64::from(-lead) / 2.0).to_string()),
        };
        record.insert_str(2, &format!("AP[brasa:selfplay]RE[{}+{margin}]", winner.letter()));
        record.push(')');
        SelfPlayGame { record, resigner_lost: would_resign.map(|color| color != winner) }
    }

    /// A random number of first moves, on average 1/25 of the points.
    fn opening_moves(&self, rng: &mut Rng) -> usize {
        let exponential: f64 = Exp1.sample(rng);
        let points = usize::from(self.size).pow(2);
        ((exponential * points as f64 / 25.0) as usize).min(points / 4)
    }

    /// Samples a move in proportion to count^(1/temperature). The temperature decays from 0.8 to 0.2, with a half-life
    /// of as many moves as the board is wide.
    fn choose(&self, moves: &[MoveStat], number: usize, rng: &mut Rng) -> Option<Move> {
        let temperature = (0.8 * libm::exp2(-(number as f64) / f64::from(self.size))).max(0.2);
        let most = moves.iter().map(|stat| stat.count).max()?.max(1) as f64;
        let weight = |stat: &&MoveStat| libm::pow(stat.count as f64 / most, 1.0 / temperature);
        let moves: Vec<&MoveStat> = moves.iter().collect();
        moves.choose_weighted(rng, weight).ok().map(|stat| stat.mv)
    }

    /// Plays a move and records it.
    fn go_on(&self, position: &mut Position, mv: Move, record: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(record, ";{}[{}]", position.to_play().letter(), letters::text(mv, self.size));
        position.play_legal(mv);
    }

    /// Records the results of the search before the last move.
    fn record_search(&self, report: &Report, is_full: bool, record: &mut String) {
        let _ = write!(record, "VV[{:.3}]", report.value);
        if is_full {
            let pair = |stat: &MoveStat| match stat.mv {
                Move::PASS => format!("pass {}", stat.count),
                mv => format!("{} {}", letters::text(mv, self.size), stat.count),
            };
            let counts: Vec<_> = report.moves.iter().filter(|stat| stat.count > 0).map(pair).collect();
            let _ = write!(record, "VC[{}]", counts.join(" "));
        }
    }
}

struct Searches {
    full: UctSearch<Position>,
    quick: UctSearch<Position>,
    control: Control,
    /// The seeds of full searches.
    rng: Rng,
}

impl Searches {
    fn new(spec: &PlayerSpec, rng: &mut Rng) -> Self {
        /// Tree size in bytes.
        const MEMORY: u64 = 64_000_000;
        let mut spec = PlayerSpec { seed: rng.next_u64(), ..spec.clone() };
        spec.params.search.number_threads = 1;
        spec.params.search.uct_max_memory = MEMORY;
        let quick = search(&spec);
        spec.params.search.root_noise = NOISE;
        Self { full: search(&spec), quick, control: Control::default(), rng: rng.split() }
    }

    /// Searches a position; a full search starts afresh, so that its counts are its own.
    fn run(&mut self, options: &SelfPlay, position: &Position, is_full: bool) -> Report {
        let playouts = Some(if is_full { options.playouts } else { options.quick_playouts });
        let limits = Limits { playouts, in_full: true, search_only: true, ..Limits::default() };
        if is_full {
            self.full.reseed(self.rng.next_u64());
            return self.full.search(position, limits, &self.control);
        }
        self.quick.search(position, limits, &self.control)
    }

    fn played(&mut self, mv: Move) {
        self.quick.played(mv);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::network::{NetRecord, NetRecords, Planes};
    use crate::net::Example;

    fn options() -> SelfPlay {
        SelfPlay { size: 5, playouts: 40, quick_playouts: 20, resign_threshold: 0.02 }
    }

    #[test]
    fn games_are_whole_and_can_be_learned_from() {
        let settings = Settings::new(5);
        for seed in 0..4 {
            let game = options().play(&settings, seed);
            assert_eq!(game, options().play(&settings, seed), "the seed determines the game");
            let mut records = NetRecords::default();
            records.push(NetRecord::read(game.record.as_bytes(), 5).unwrap());
            let has_several_moves = (0..records.positions()).any(|number| {
                let mut example = Example::default();
                records.example(&mut Planes::default(), number, 0, &mut example);
                example.policy.len() > 1
            });
            assert!(has_several_moves, "{}", game.record);
        }
    }
}
