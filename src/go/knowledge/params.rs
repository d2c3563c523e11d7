//! The parameters of knowledge, with Fuego's names.

crate::params! {
    /// `uct_param_rootfilter` and `uct_param_treefilter`: which moves are not searched.
    pub struct FilterParams {
        check_ladders: bool = true, in .., "Leave chains in atari that lose a ladder.";
        check_offensive_ladders: bool = true, in .., "Start no ladder against a large chain that escapes.";
        check_safety: bool = true, in .., "Leave out points that live unconditionally for either side.";
        filter_first_line: bool = true, in .., "Leave out first-line points far from all stones, from 9x9 up.";
        min_ladder_length: u64 = 6, in 1..=200, "Moves from which on a ladder counts.";
    }
}
