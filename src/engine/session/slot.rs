//! A player's slot: the player is at hand, or pondering in its own thread.
//!
//! A command waits for a pondering player only if it needs the player, as the next decision does. Other commands are
//! answered at once, even while the player re-roots or prunes a large tree. The player is notified of intervening
//! events when it is back.

use std::thread::JoinHandle;

use crate::framework::{Control, Game, Limits, Move, Player};
use crate::util::threads;

pub(super) type AnyPlayer<G> = Box<dyn Player<G>>;

pub(super) struct Slot<G: Game> {
    player: Option<AnyPlayer<G>>,
    away: Option<Away<G>>,
}

/// A player that is pondering or about to stop.
struct Away<G: Game> {
    thread: JoinHandle<Option<AnyPlayer<G>>>,
    control: Control,
    /// The events for [`tell`].
    untold: Vec<Option<Move>>,
}

impl<G: Game> Default for Slot<G> {
    fn default() -> Self {
        Self { player: None, away: None }
    }
}

impl<G: Game> Away<G> {
    /// Waits for the player and delivers the events; `None` if its thread panicked.
    fn fetch(self) -> Option<AnyPlayer<G>> {
        self.control.stop();
        let mut player = self.thread.join().ok().flatten()?;
        self.untold.into_iter().for_each(|played| tell(&mut *player, played));
        Some(player)
    }
}

impl<G: Game + 'static> Slot<G> {
    /// Whether there is a player, at hand or away.
    pub(super) fn is_filled(&self) -> bool {
        self.player.is_some() || self.away.is_some()
    }

    pub(super) fn fill(&mut self, player: AnyPlayer<G>) {
        *self = Self { player: Some(player), away: None };
    }

    /// Notifies the player, if any, as [`tell`] does.
    pub(super) fn tell(&mut self, played: Option<Move>) {
        match (&mut self.away, &mut self.player) {
            (Some(away), _) => away.untold.push(played),
            (None, Some(player)) => tell(&mut **player, played),
            (None, None) => {}
        }
    }

    /// The player, once at hand; `None` if there is none.
    pub(super) fn player(&mut self) -> Option<&mut AnyPlayer<G>> {
        if let Some(away) = self.away.take() {
            self.player = away.fetch();
        }
        self.player.as_mut()
    }

    /// Starts pondering without waiting for it.
    pub(super) fn ponder(&mut self, game: G, limits: Limits) {
        self.rest();
        let control = Control::default();
        let same = control.unwatched();
        let thread = threads::spawn(std::mem::take(self), move |mut slot: Self| {
            // Fetched in this thread, because stopping the earlier pondering may take some time.
            let mut player = slot.player.take().or_else(|| slot.away.take().and_then(Away::fetch))?;
            if !same.stopped() {
                let _ = player.ponder(&game, limits, &same);
            }
            Some(player)
        });
        match thread {
            Ok(thread) => self.away = Some(Away { thread, control, untold: Vec::new() }),
            Err(refused) => *self = refused.value,
        }
    }
}

impl<G: Game> Slot<G> {
    /// Stops pondering soon, without waiting for it.
    pub(super) fn rest(&self) {
        if let Some(away) = &self.away {
            away.control.stop();
        }
    }
}

impl<G: Game> Drop for Slot<G> {
    fn drop(&mut self) {
        self.rest();
    }
}

/// Notifies a player of a move played in the game that it considered; `None` if the game changed in another way.
fn tell<G: Game>(player: &mut dyn Player<G>, played: Option<Move>) {
    match played {
        Some(mv) => player.played(mv),
        None => player.clear(),
    }
}
