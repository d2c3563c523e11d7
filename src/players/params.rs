//! Parameters of the player, with Fuego's names.

crate::choices! {
    /// How the player finds its move.
    pub enum SearchMode {
        /// The tree search.
        Uct = "uct",
        /// The playout policy, without search.
        PlayoutPolicy = "playout_policy",
        /// Flat Monte Carlo: many playouts behind each move; see `go3_param`.
        OnePly = "one_ply",
    }
}

crate::params! {
    /// `uct_param_player`: how the player uses its search.
    pub struct PlayerParams {
        max_games: u64 = u64::MAX, in 1.., "Playouts per move at most, those of the reused tree included.";
        temperature: f64 = 0.0, in 0.0..=10.0, "Play a searched move with a probability in proportion to its playouts to the power 1/n (Silver et al. 2017); 0 plays the best one.";
        early_pass: bool = true, in .., "Pass in a won game once everything is settled and no neutral point is left.";
        answer_pass: bool = true, in .., "Pass without a search when the opponent has just passed and a pass wins.";
        humanlike_pass: bool = false, in .., "Pass, in lost games too, once nothing but neutral points is left that cannot change the winner.";
        resign_threshold: f64 = 0.05, 0.05, 0.08, in 0.0..=1.0, "Resign when the root value is below.";
        resign_min_games: u64 = 5000, in 0.., "Playouts needed before resigning.";
        auto_param: bool = true, in .., "Take the defaults of the new size when the board size changes.";
        forced_opening_moves: bool = true, in .., "Play star points of empty corners in the first moves from 13x13 up, without a search.";
        use_root_filter: bool = true, in .., "Filter the moves at the root, see uct_param_rootfilter.";
        search_mode: SearchMode = SearchMode::Uct, in .., "Way to find the move: the tree search, the playout policy alone, or flat Monte Carlo.";
        reuse_subtree: bool = true, in .., "Keep the part of the tree that the moves played lead to.";
        ponder: bool = false, in .., "Think on the opponent's time, after genmove; needs reuse_subtree, and no ignore_clock.";
        max_ponder_time: f64 = 300.0, in 0.0..=1e6, "Seconds to think on the opponent's time at most.";
        ignore_clock: bool = false, in .., "Do not bound the search by the clock or the time limit.";
    }
}
