//! The parameters of the book builder.

crate::choices! {
    /// How to choose a move from the graph of positions.
    pub enum BookMoveSelect {
        /// The highest value.
        Value = "value",
        /// The highest count; the value breaks ties.
        Count = "count",
    }
}

crate::params! {
    /// `autobook_param`: how the automatic book grows and is used.
    pub struct AutoBookParams {
        alpha: f64 = 30.0, in 0.0..=1e6, "Weight of a line's value loss relative to its length; lower values explore more.";
        expand_width: u64 = 8, in 1..=400, "Moves evaluated at a position.";
        expand_threshold: u64 = 1000, in 1.., "Visits after which a position gets another expand_width moves.";
        use_widening: bool = true, in .., "Add moves to frequently visited positions.";
        num_games_per_sort: u64 = 1000, in 1.., "Playouts of the search that selects a position's moves.";
        num_games_per_evaluation: u64 = 1000, in 1.., "Playouts of the search that evaluates a position.";
        num_workers: u64 = 1, in 1..=64, "Concurrent searches, each of its own position.";
        num_threads: u64 = 1, in 1..=64, "Threads per search.";
        max_memory: u64 = 1_000_000_000, in 1_000_000.., "Memory limit for the positions, in bytes; the book stops growing there.";
        usage_count: u64 = 0, in .., "Minimum count of a position for its moves to be played.";
        move_select: BookMoveSelect = BookMoveSelect::Value, in .., "Move to play: the one with the highest value or count.";
    }
}
