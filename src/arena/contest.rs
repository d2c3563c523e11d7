//! A match of two programs: its settings, and the loop that plays the games missing from its table.
//!
//! A game's colors, opening and seeds depend only on its number, so several processes can share the games, and each can
//! be stopped and restarted.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::bounded;
use parking_lot::Mutex;

use super::game::MatchPrograms;
use super::settings::{MatchError, MatchSettings};
use super::writer::{self, MatchWriter};
use super::{Contestant, Files, Identity, ResultTable, StartError, Summary};
use crate::framework::Control;
use crate::util::threads;

/// The part of a match to play now.
#[derive(Clone, Debug)]
pub struct Schedule {
    /// Games of the whole match.
    pub games: u32,
    /// The shard to play here.
    pub shard: Shard,
    /// Concurrent games.
    pub threads: usize,
    /// Whether to replace an existing table.
    pub force: bool,
}

impl Schedule {
    /// The number of games in the shard, including those in the table.
    pub const fn share(&self) -> u32 {
        let Shard { index, count } = self.shard;
        if self.games > index { (self.games - index).div_ceil(count) } else { 0 }
    }

    fn missing(&self, table: &ResultTable) -> impl Iterator<Item = u32> + use<> {
        let (games, shard) = (self.games, self.shard);
        let played: HashSet<u32> = table.rows.iter().map(|row| row.game).collect();
        (0..games).filter(move |&game| shard.has(game) && !played.contains(&game))
    }
}

/// A shard: the games whose number is `index` modulo `count`. So `0/4` is the same as `4/4`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

impl Shard {
    /// All games.
    pub const ALL: Self = Self { index: 0, count: 1 };

    const fn has(self, game: u32) -> bool {
        game % self.count == self.index
    }
}

/// The text is not a shard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected I/N with I from 0 to N, such as 1/4")]
pub struct ShardError;

/// Reads `I/N`.
impl std::str::FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts = text.split_once('/').ok_or(ShardError)?;
        let [index, count] =
            [parts.0, parts.1].map(|part| part.trim().parse::<u32>().map_err(|_| ShardError));
        let (index, count) = (index?, count?);
        if count == 0 || index > count {
            return Err(ShardError);
        }
        Ok(Self { index: index % count, count })
    }
}

/// Plays the games missing from the table. Before the first and after each game, `watch` is given the table. Also
/// returns whether the match is finished, by its last game or its sequential test, and not interrupted. `None`, and
/// nothing written, if it was interrupted while the programs started.
///
/// # Errors
/// When a program cannot be started, a file cannot be used, or the table is of another match.
pub fn play(
    settings: &MatchSettings,
    schedule: &Schedule,
    files: &Files,
    control: &Arc<Control>,
    watch: &mut dyn FnMut(&ResultTable),
) -> Result<Option<(ResultTable, bool)>, MatchError> {
    let is_decided = |table: &ResultTable| {
        settings.sprt.is_some_and(|sprt| sprt.decision(Summary::of(table).score).is_some())
    };
    let is_finished = |table: &ResultTable| is_decided(table) || schedule.missing(table).next().is_none();
    if !schedule.force
        && let Some(table) = writer::existing(settings, files)?
        && is_finished(&table)
    {
        return Ok(Some((table, true)));
    }
    // Before writing any file: a misspelled command must not leave one.
    let identities = identify(settings, control);
    // Then a program may lack its name, and a table with another name could not be resumed.
    if control.stopped() {
        return Ok(None);
    }
    let mut writer = MatchWriter::new(settings, identities?, files, schedule.games, schedule.force)?;
    watch(writer.table());
    let games = Mutex::new(schedule.missing(writer.table()));
    let is_logged = AtomicBool::new(settings.verbose);
    thread::scope(|scope| -> Result<(), MatchError> {
        let (sender, finished) = bounded(schedule.threads);
        let games = &games;
        let is_logged = &is_logged;
        let play = move || {
            // Logs of several threads would be interleaved.
            let mut players = MatchPrograms::new(settings, control, is_logged.swap(false, Ordering::Relaxed));
            let next = || games.lock().next().filter(|_| !control.stopped());
            while let Some(number) = next() {
                let game = players.play(number);
                // A stopped program is not at fault.
                if control.stopped() || sender.send((number, game)).is_err() {
                    break;
                }
            }
            players.leave();
        };
        threads::start(scope, schedule.threads, play).map_err(MatchError::Thread)?;
        let mut decided = false;
        for (number, game) in finished {
            // Games that end after the decision must not undo it.
            if decided {
                continue;
            }
            writer.enter(number, &game).inspect_err(|_| control.stop())?;
            watch(writer.table());
            decided = is_decided(writer.table());
            if decided {
                control.stop();
            }
        }
        Ok(())
    })?;
    let table = writer.log.table;
    let is_finished = is_finished(&table);
    Ok(Some((table, is_finished)))
}

fn identify(settings: &MatchSettings, control: &Arc<Control>) -> Result<[Identity; 2], StartError> {
    let ask = |program: &Contestant| program.identify(settings.timeout, control);
    for watcher in [&settings.referee, &settings.observer].into_iter().flatten() {
        ask(watcher)?;
    }
    let [black, white] = &settings.programs;
    Ok([ask(black)?, ask(white)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_share_all_games_whether_counted_from_0_or_1() {
        let shard = |text: &str| text.parse::<Shard>();
        for shares in [["0/3", "1/3", "2/3"], ["1/3", "2/3", "3/3"]] {
            let shares = shares.map(|text| shard(text).unwrap());
            assert!((0..30).all(|game| shares.iter().filter(|share| share.has(game)).count() == 1));
        }
        assert_eq!(shard("1/1"), Ok(Shard::ALL));
        for games in 0..10 {
            let share = |shard| Schedule { games, shard, threads: 1, force: false }.share();
            let parts = ["1/3", "2/3", "3/3"].map(|text| share(shard(text).unwrap()));
            assert_eq!(parts.iter().sum::<u32>(), games);
            assert!(parts.iter().max().unwrap() - parts.iter().min().unwrap() <= 1);
        }
        for text in ["", "1", "1/0", "4/3", "-1/3", "a/b", "1/2/3"] {
            assert!(shard(text).is_err(), "{text}");
        }
    }
}
