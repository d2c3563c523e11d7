//! The parameters of the player, with Fuego's names.

crate::params! {
    /// `uct_param_player`: what the player does with the search.
    pub struct PlayerParams {
        max_games: u64 = u64::MAX, in 1.., "Playouts per move at most, those of the reused tree included.";
        early_pass: bool = true, in .., "Pass in a won game once all is settled and no neutral point is left.";
        resign_threshold: f64 = 0.05, 0.05, 0.08, in 0.0..=1.0, "Resign when the root value is below.";
        resign_min_games: u64 = 5000, in 0.., "Playouts needed before resigning.";
        reuse_subtree: bool = true, in .., "Keep the part of the tree that the moves played lead to.";
        ignore_clock: bool = false, in .., "Do not bound the search by the clock or the time limit.";
    }
}
