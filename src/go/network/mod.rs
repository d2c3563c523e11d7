//! What the small network sees of a Go game, and what it learns from game records.

mod planes;
mod records;

pub use planes::{Planes, place};
pub use records::{NetRecord, NetRecords};

#[cfg(test)]
mod tests;
