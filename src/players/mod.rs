//! Players: a search that plays, and decorators that decide some moves themselves and leave the rest to the inner
//! player.

/// The methods that a decorator forwards to `self.inner`; it writes `decide` and `clear` itself.
macro_rules! hand_on_to_inner {
    ($game:ident) => {
        fn ponder(
            &mut self,
            game: &$game,
            limits: $crate::framework::Limits,
            control: &$crate::framework::Control,
        ) -> Option<$crate::framework::Report> {
            self.inner.ponder(game, limits, control)
        }

        fn played(&mut self, mv: $crate::framework::Move) {
            self.inner.played(mv);
        }

        fn tree(&self) -> Option<Box<dyn $crate::framework::TreeView<$game> + '_>> {
            self.inner.tree()
        }
    };
}

mod chain;
mod mixed;
mod opening;
mod params;
mod pass;
mod resign;
mod varied;

pub use chain::Chain;
pub use mixed::{Mixed, MixedParams};
pub use opening::OpeningMoves;
pub use params::{PlayerParams, SearchMode};
pub use pass::{Endgame, OutOfTime, Passing};
pub use resign::Resigning;
pub use varied::Varied;
