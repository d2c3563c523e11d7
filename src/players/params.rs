//! Parameters of the player, with Fuego's names.

crate::choices! {
    /// How to find the move.
    pub enum SearchMode {
        /// By tree search.
        Uct = "uct",
        /// By the playout policy, without a search.
        PlayoutPolicy = "playout_policy",
        /// By flat Monte Carlo: many playouts for each move; see `go3_param`.
        OnePly = "one_ply",
    }
}

crate::params! {
    /// `uct_param_player`: how the player uses its search.
    pub struct PlayerParams {
        temperature: f64 = 0.0, in 0.0..=10.0, "Draw the move with probability proportional to playouts^(1/temperature) (Silver et al. 2017); 0: play the best move.";
        intuition: f64 = 0.0, in 0.0..=1.0, "Share of moves drawn from the network's policy instead of searched, like a person playing without reading.";
        intuition_temperature: f64 = 1.0, in 0.1..=10.0, "Temperature of intuition: draw a move with probability proportional to p^(1/temperature).";
        intuition_floor: f64 = 0.01, in 0.0..=1.0, "Intuition overlooks moves whose probability is below this fraction of the likeliest move's.";
        intuition_nearness: f64 = 1.0, in 0.0..=100.0, "Factor on intuition's probability of a move within three lines of the opponent's last move.";
        resign_probability: f64 = 1.0, in 0.0..=1.0, "Resign only if the win probability is also below this; resign_threshold is a share of won playouts.";
        resign_moves: u64 = 1, in 1..=100, "Resign only after this many consecutive own moves in a lost position.";
        resign_after: f64 = 0.0, in 0.0..=2.0, "Do not resign before this many stones have been played per point of the board.";
        early_pass: bool = true, in .., "Pass in a won game once everything is settled and no neutral points are left.";
        answer_pass: bool = true, in .., "Pass without searching if the opponent has just passed and passing wins.";
        humanlike_pass: bool = false, in .., "Pass, in lost games too, once only neutral points are left and they cannot change the winner.";
        forced_opening_moves: bool = true, in .., "Play star points in empty corners in the first moves, without a search, on 13x13 and larger boards.";
        use_root_filter: bool = true, in .., "Filter the root's moves; see uct_param_rootfilter.";
        search_mode: SearchMode = SearchMode::Uct, in .., "How to find the move: tree search (uct), the playout policy alone, or flat Monte Carlo (one_ply).";
        reuse_subtree: bool = true, in .., "Reuse the subtree below the moves played.";
    }
}
