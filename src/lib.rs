//! brasa, a Monte-Carlo Go engine.
#![allow(missing_docs)]
pub mod util;
pub mod framework;
pub mod go;
