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
// compiled; `.ci/run` checks the debug assertions of that build.

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

/// The guide; its files are in `src/guide`.
pub mod guide {
    #[doc = include_str!("guide/playing.md")]
    pub mod playing {}

    #[doc = include_str!("guide/board.md")]
    pub mod board {}

    #[doc = include_str!("guide/clients.md")]
    pub mod clients {}

    #[doc = include_str!("guide/analysis.md")]
    pub mod analysis {}

    #[doc = include_str!("guide/strength.md")]
    pub mod strength {}

    #[doc = include_str!("guide/map.md")]
    pub mod map {}

    #[doc = include_str!("guide/games.md")]
    pub mod games {}

    #[doc = include_str!("guide/recipes.md")]
    pub mod recipes {}

    #[doc = include_str!("guide/course.md")]
    pub mod course {
        #[doc = include_str!("guide/course/1-boards.md")]
        pub mod lesson_1 {}

        #[doc = include_str!("guide/course/2-rules.md")]
        pub mod lesson_2 {}

        #[doc = include_str!("guide/course/3-minimax.md")]
        pub mod lesson_3 {}

        #[doc = include_str!("guide/course/4-flat-monte-carlo.md")]
        pub mod lesson_4 {}

        #[doc = include_str!("guide/course/5-ucb.md")]
        pub mod lesson_5 {}

        #[doc = include_str!("guide/course/6-uct.md")]
        pub mod lesson_6 {}

        #[doc = include_str!("guide/course/7-rave.md")]
        pub mod lesson_7 {}

        #[doc = include_str!("guide/course/8-learned-patterns.md")]
        pub mod lesson_8 {}

        #[doc = include_str!("guide/course/9-network.md")]
        pub mod lesson_9 {}

        #[doc = include_str!("guide/course/10-alphazero.md")]
        pub mod lesson_10 {}
    }

    #[doc = include_str!("guide/net.md")]
    pub mod net {}

    #[doc = include_str!("guide/exercises.md")]
    pub mod exercises {}

    #[doc = include_str!("guide/parameters.md")]
    pub mod parameters {}

    #[doc = include_str!("guide/commands.md")]
    pub mod commands {}

    #[doc = include_str!("guide/coming-from-fuego.md")]
    pub mod coming_from_fuego {}

    #[doc = include_str!("guide/coming-from-fuegito.md")]
    pub mod coming_from_fuegito {}
}
