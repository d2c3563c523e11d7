//! Where the player is: at hand, or pondering in a thread of its own.
//!
//! Nobody waits for a player that ponders until its next decision is needed, so that all other commands are
//! answered at once even while it re-roots or prunes a large tree. What happens meanwhile it is told when it
//! is back.

use std::thread::JoinHandle;

use crate::framework::{Control, Limits, Move, Player};
use crate::go::Position;

/// A player of any kind.
pub(super) type Anyone = Box<dyn Player<Position>>;

/// What a player is told.
pub(super) enum News {
    /// A move was played in the game it thought about.
    Played(Move),
    /// The game changed in another way.
    Changed,
    /// It is no longer wanted.
    Dismissed,
}

/// The seat of a player.
#[derive(Default)]
pub(super) struct Seat {
    player: Option<Anyone>,
    away: Option<Away>,
}

/// A player that ponders, or is about to come back from that.
struct Away {
    thread: JoinHandle<Option<Anyone>>,
    control: Control,
    unheard: Vec<News>,
}

impl Seat {
    /// Tells the player what happened.
    pub(super) fn tell(&mut self, news: News) {
        match &mut self.away {
            Some(away) => away.unheard.push(news),
            None => hear(&mut self.player, news),
        }
    }

    /// Returns the player, once it is back; a new one if there is none.
    pub(super) fn player(&mut self, make: impl FnOnce() -> Anyone) -> &mut dyn Player<Position> {
        self.fetch();
        &mut **self.player.get_or_insert_with(make)
    }

    /// Lets the player ponder about a game, a new one if there is none.
    pub(super) fn ponder(
        &mut self,
        make: impl FnOnce() -> Anyone + Send + 'static,
        game: Position,
        limits: Limits,
    ) {
        self.rest();
        let mut before = std::mem::take(self);
        let control = Control::default();
        let same = control.observed(Vec::new());
        let thread = std::thread::spawn(move || {
            // Here and not before, for it may take some time to come back from the last time.
            before.fetch();
            let mut player = before.player.take().unwrap_or_else(make);
            if !same.stopped() {
                player.ponder(&game, limits, &same);
            }
            Some(player)
        });
        self.away = Some(Away { thread, control, unheard: Vec::new() });
    }

    /// Makes the player stop pondering soon, without waiting for it.
    pub(super) fn rest(&self) {
        if let Some(away) = &self.away {
            away.control.stop();
        }
    }

    /// Waits until the player is back, and tells it what happened.
    fn fetch(&mut self) {
        self.rest();
        if let Some(away) = self.away.take() {
            self.player = away.thread.join().ok().flatten();
            for news in away.unheard {
                hear(&mut self.player, news);
            }
        }
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.rest();
    }
}

fn hear(player: &mut Option<Anyone>, news: News) {
    match (player.as_mut(), news) {
        (Some(player), News::Played(mv)) => player.played(mv),
        (Some(player), News::Changed) => player.clear(),
        (Some(_), News::Dismissed) => *player = None,
        (None, _) => {}
    }
}
