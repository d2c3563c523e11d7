//! A solution of each exercise.

pub(super) mod bound;
pub(super) mod cutoff;
pub(super) mod dominoes;
pub(super) mod lazy_filter;
pub(super) mod policy;
