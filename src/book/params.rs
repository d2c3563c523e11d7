//! The parameters of the book builder.

crate::choices! {
    /// The rule by which a move is chosen from the graph of positions.
    pub enum BookMoveSelect {
        /// The greatest value.
        Value = "value",
        /// The greatest count; the value decides between equal counts.
        Count = "count",
    }
}

crate::params! {
    /// `autobook_param`: how the automatic book grows, and how it is used.
    pub struct AutoBookParams {
        alpha: f64 = 30.0, in 0.0..=1e6, "Weight of the loss of value of a line against its length; a small number explores more.";
        expand_width: u64 = 8, in 1..=400, "The number of moves evaluated at a position.";
        expand_threshold: u64 = 1000, in 1.., "The number of visits after which a position gets expand_width more moves.";
        use_widening: bool = true, in .., "Add moves to positions that were visited often.";
        num_games_per_sort: u64 = 10_000, in 1.., "Playouts of the search that chooses the moves of a position.";
        num_games_per_evaluation: u64 = 10_000, in 1.., "Playouts of the search that evaluates a position.";
        num_workers: u64 = 1, in 1..=64, "Searches that run at the same time, each of another position.";
        num_threads: u64 = 1, in 1..=64, "Threads of each search.";
        max_memory: u64 = 1_000_000_000, in 1_000_000.., "Bytes that the positions may take; the book then stops growing.";
        usage_count: u64 = 0, in .., "The least count of a position whose moves are played.";
        move_select: BookMoveSelect = BookMoveSelect::Value, in .., "The move that is played: of greatest value or count.";
    }
}
