//! brasa, a Monte-Carlo Go engine.
#![allow(missing_docs)]
pub mod framework;
pub mod go;
pub mod util;
