//! Parameters of the knowledge, with Fuego's names.

crate::params! {
    /// `uct_param_rootfilter` and `uct_param_treefilter`: which moves are not searched.
    pub struct FilterParams {
        check_ladders: bool = true, in .., "Do not extend chains in atari that are captured in a ladder.";
        check_offensive_ladders: bool = true, in .., "Do not start a ladder that a large chain escapes.";
        check_safety: bool = true, in .., "Exclude points that are safe for either side, whoever moves first.";
        filter_first_line: bool = true, in .., "Exclude first-line points far from all stones, on 9x9 and larger boards.";
        min_ladder_length: u64 = 6, in 1..=200, "Minimum length, in moves, of the ladders that these filters consider.";
    }
}
