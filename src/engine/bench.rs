//! Measures playout and tree search speed, in games per second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::go::policies::{Policy, policy};
use super::go::search::search;
use super::settings::Settings;
use super::spec::{BoardSize, PlayerSpec};
use crate::framework::{Control, Game, Limits, PlayoutLimit, Search, Sequence};
use crate::go::{Position, Rules};
use crate::search::uct::NetChoice;
use crate::util::{Rng, threads};

/// The duration of a measurement without a number of games.
const TIME: Duration = Duration::from_millis(1500);
/// The maximum duration of a measurement with a number of games.
const MAX_TIME: Duration = Duration::from_millis(4500);

/// A measurement specification, from the empty board.
#[derive(Clone, Debug)]
pub struct Measure {
    /// Whether to measure the tree search instead of plain playouts.
    pub search: bool,
    /// The playout policy, in a search without a network; `None` for the default player, which may need no playouts.
    pub policy: Option<Policy>,
    /// The board size.
    pub size: u8,
    /// The number of threads.
    pub threads: usize,
    /// The number of games, cut off after 4.5 seconds; `None` to run for 1.5 seconds.
    pub games: Option<u64>,
}

/// The result of a measurement.
#[derive(Clone, Debug)]
pub struct Row {
    /// The measurement.
    pub of: Measure,
    /// The games played.
    pub games: u64,
    /// The elapsed time in seconds.
    pub seconds: f64,
}

impl Row {
    /// The games per second.
    pub fn per_second(&self) -> f64 {
        self.games as f64 / self.seconds.max(1e-9)
    }
}

/// Runs a measurement.
pub fn measure(of: &Measure) -> Row {
    let mut settings = Settings::new(of.size);
    settings.params.search.number_threads = of.threads as u64;
    if let Some(policy) = &of.policy {
        let applied = policy.apply(&mut settings);
        check!(applied.is_ok(), "{applied:?}");
        settings.params.global.net = NetChoice::None;
    }
    let time = if of.games.is_some() { MAX_TIME } else { TIME };
    let spec = settings.spec(BoardSize::square(of.size), 1);
    let position = Position::new(of.size, Rules::default());
    let (games, seconds) = if of.search {
        let mut uct = search(&spec);
        let limits = Limits { playouts: of.games, time: Some(time), in_full: true, ..Limits::default() };
        let report = uct.search(&position, limits, &Control::default());
        (report.games, report.time.as_secs_f64())
    } else {
        playouts(&spec, &position, of, time)
    };
    Row { of: of.clone(), games, seconds }
}

/// Runs playouts until the count or time is reached; returns their number and the seconds.
fn playouts(spec: &PlayerSpec, position: &Position, of: &Measure, time: Duration) -> (u64, f64) {
    /// Playouts between two clock reads.
    const BATCH: u64 = 64;
    let (begun, played) = (AtomicU64::new(0), AtomicU64::new(0));
    let wanted = of.games.unwrap_or(u64::MAX);
    let start = Instant::now();
    threads::map((1..=of.threads as u64).collect(), |seed| {
        let (mut policy, mut rng) = (policy(spec), Rng::new(seed));
        let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
        let (mut game, mut line) = (position.clone(), Sequence::new());
        while start.elapsed() < time {
            let first = begun.fetch_add(BATCH, Ordering::Relaxed);
            let batch = wanted.saturating_sub(first).min(BATCH);
            if batch == 0 {
                break;
            }
            for _ in 0..batch {
                game.copy_from(position);
                line.clear();
                policy.playout(&mut game, limit, &mut rng, &mut line);
            }
            played.fetch_add(batch, Ordering::Relaxed);
        }
    });
    (played.into_inner(), start.elapsed().as_secs_f64())
}
