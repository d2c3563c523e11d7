//! Programs against each other.

mod guard;
mod program;
pub mod regress;

pub use program::{Program, ProgramError, StartError};
