//! brasa, a Monte Carlo Go engine: its modules in dependency order.
//!
//! Start with the interfaces in [`framework`]: game, search, playout policy, player. [`games`] has games of a page
//! each; [`search`] and [`players`] play them; [`go::simple`] has Go players with one idea each. [`engine`] lists the
//! choices by name. [`guide`] has recipes to extend each of these, a course in simulations, and all parameters and
//! commands.
//!
//! # Examples
//!
//! A game of Go between two searches:
//!
//! ```
//! use brasa::engine::{BoardSize, Settings, go};
//! use brasa::framework::{Color, Control, Game, Grid, Limits, Search};
//! use brasa::go::{Position, Rules};
//! use brasa::search::flat::{FlatSearch, Variant};
//!
//! let spec = Settings::new(5).spec(BoardSize::square(5), 1);
//! let variant = Variant { simulations: 10, ..Variant::default() };
//! let mut black = go::search::search(&spec);
//! let mut white = FlatSearch::of(variant, go::policies::policy(&spec), 1);
//! let limits = Limits { playouts: Some(100), ..Limits::default() };
//! let mut game = Position::new(5, Rules::default());
//! while game.outcome().is_none() {
//!     let search: &mut dyn Search<Position> =
//!         if game.to_play() == Color::Black { &mut black } else { &mut white };
//!     let report = search.search(&game, limits, &Control::default());
//!     game.play(report.best.expect("a search finds a move until the game is over"))?;
//! }
//! println!("{}\n{:?}", game.diagram(), game.outcome());
//! # Ok::<(), brasa::framework::IllegalMove>(())
//! ```
//!
//! A [`Session`](engine::Session) adds players by name, the clock and game records, a [`Server`](gtp::Server) GTP. A
//! program that depends on this crate should copy `profile.dev` from its `Cargo.toml`: profiles are not inherited, and
//! playouts without optimization are far too slow.

// Under `--cfg loom`, which model-checks the lock-free tree, only the games, the search and their dependencies are
// compiled.

/// Checks a condition in the tests of this crate, and in builds with debug assertions.
macro_rules! check {
    ($($condition:tt)*) => {
        if cfg!(any(test, debug_assertions)) {
            assert!($($condition)*);
        }
    };
}

// Utilities, interfaces, board pictures and game records; all independent of any game.
#[cfg(not(loom))]
pub mod draw;
pub mod framework;
pub mod net;
pub mod sgf;
pub mod util;

// The games; the searches and books, which are independent of them.
#[cfg(not(loom))]
pub mod book;
pub mod games;
pub mod go;
pub mod search;

// Players, and the engine that assembles everything.
#[cfg(not(loom))]
pub mod engine;
#[cfg(not(loom))]
pub mod players;

// Matches between programs, brasa or others.
#[cfg(not(loom))]
pub mod arena;

// Analyses for other programs.
#[cfg(not(loom))]
pub mod analysis;

// The course: lessons, slides, grades.
#[cfg(not(loom))]
pub mod course;

// Front ends.
#[cfg(not(loom))]
pub mod cli;
#[cfg(not(loom))]
pub mod gtp;
#[cfg(not(loom))]
pub mod web;

/// A page of the guide, whose links work in `cargo doc` too.
macro_rules! page {
    ($name:ident, $file:literal $({ $($pages:item)* })?) => {
        #[doc = include_str!($file)]
        #[doc = include_str!("guide/rustdoc.html")]
        pub mod $name {
            $($($pages)*)?
        }
    };
}

/// The guide; its files are in `src/guide`.
pub mod guide {
    page!(playing, "guide/playing.md");
    page!(board, "guide/board.md");
    page!(clients, "guide/clients.md");
    page!(analysis, "guide/analysis.md");
    page!(strength, "guide/strength.md");
    page!(map, "guide/map.md");
    page!(games, "guide/games.md");
    page!(recipes, "guide/recipes.md");
    page!(course, "guide/course.md" {
        page!(lesson_1, "guide/course/1-boards.md");
        page!(lesson_2, "guide/course/2-rules.md");
        page!(lesson_3, "guide/course/3-minimax.md");
        page!(lesson_4, "guide/course/4-flat-monte-carlo.md");
        page!(lesson_5, "guide/course/5-ucb.md");
        page!(lesson_6, "guide/course/6-uct.md");
        page!(lesson_7, "guide/course/7-rave.md");
        page!(lesson_8, "guide/course/8-learned-patterns.md");
        page!(lesson_9, "guide/course/9-network.md");
        page!(lesson_10, "guide/course/10-alphazero.md");
    });
    page!(net, "guide/net.md");
    page!(exercises, "guide/exercises.md");
    page!(parameters, "guide/parameters.md");
    page!(commands, "guide/commands.md");
    page!(coming_from_fuego, "guide/coming-from-fuego.md");
    page!(coming_from_fuegito, "guide/coming-from-fuegito.md");
}
