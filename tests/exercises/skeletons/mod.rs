//! The exercises to solve: each file describes its task and has the parts that are given.
#![allow(
    dead_code,
    unused_variables,
    unused_imports,
    clippy::needless_pass_by_ref_mut,
    reason = "parts are missing"
)]

pub(super) mod bound;
pub(super) mod cutoff;
pub(super) mod dominoes;
pub(super) mod lazy_filter;
pub(super) mod policy;
