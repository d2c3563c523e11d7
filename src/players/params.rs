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
        temperature: f64 = 0.0, in 0.0..=10.0, "Play a move with a probability proportional to playouts^(1/temperature) (Silver et al. 2017); 0 plays the best move.";
        intuition: f64 = 0.0, in 0.0..=1.0, "Share of the moves chosen by the network's probabilities in place of the search, as a person plays who does not read.";
        intuition_temperature: f64 = 1.0, in 0.1..=10.0, "Temperature of intuition: a move has a chance proportional to p^(1/temperature).";
        intuition_floor: f64 = 0.01, in 0.0..=1.0, "Intuition overlooks moves whose probability is below this share of the likeliest move's.";
        intuition_nearness: f64 = 1.0, in 0.0..=100.0, "Factor on the chance of a move of intuition within three lines of the opponent's last move.";
        resign_probability: f64 = 1.0, in 0.0..=1.0, "Resign only if the probability of winning is also below this; resign_threshold is a share of won playouts.";
        resign_moves: u64 = 1, in 1..=100, "Resign only after this many own lost moves in succession.";
        resign_after: f64 = 0.0, in 0.0..=2.0, "Do not resign before this many stones were played per point of the board.";
        early_pass: bool = true, in .., "Pass in a won game once everything is settled and no neutral point is left.";
        answer_pass: bool = true, in .., "Pass without searching when the opponent has just passed and a pass wins.";
        humanlike_pass: bool = false, in .., "Pass, in lost games too, once only neutral points are left and they cannot change the winner.";
        forced_opening_moves: bool = true, in .., "Play star points of empty corners in the first moves from 13x13 up, without a search.";
        use_root_filter: bool = true, in .., "Filter the moves at the root, see uct_param_rootfilter.";
        search_mode: SearchMode = SearchMode::Uct, in .., "How the move is found: by tree search, the playout policy alone, or flat Monte Carlo.";
        reuse_subtree: bool = true, in .., "Reuse the subtree below the moves played.";
    }
}
