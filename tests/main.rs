//! Tests of the crate and its program from outside, one topic per module.
//!
//! All run in the development profile, which checks arithmetic and is optimized enough to play games.

// Tools: a plain implementation of the rules, and positions drawn as text.
mod diagram;
mod referee;

// Layering: modules import only from the layers below them.
mod layering;

// Go: the fast board against the plain rules, superko, setups, handicap, counting.
mod board;
mod handicap;
mod position;
mod score;

// The teaching games, their players, exact searches, and searches that do not depend on what came before.
mod dfpn;
mod exact;
mod games;
mod history;
mod recipes;
mod seats;

// Tactics: ladders and life, in diagrams and compared with exhaustive search; the move filter, and the priors.
mod filter;
mod prior;
mod tactics;

// The Simple Go players: their moves in diagrams, and their results against the random player.
mod simple;

// The end of a game: dead stones, seki, and the score; passing and resigning.
mod passing;
mod status;

// Pattern databases: their format and the values of moves; the options that select them.
mod database;
mod database_options;

// Opening books: their format, symmetries, the builder, and files of killed processes.
mod book;
mod book_program;

// The course: its examples of flat Monte Carlo, and the results of its players.
mod course;
mod course_program;

// Playouts: their bias in solved positions.
mod playouts;

// The search: exact reproducibility, and the statistics it shows.
mod rave;
mod signature;

// The ranks: whole games, and the table of results.
mod levels;

// The clock: whole games without searches.
mod clock;

// The guide: its session, its pages of parameters and commands, and its command lines, with those of the README.
#[cfg(unix)]
mod command_lines;
mod guide;

// Published counts: move sequences and legal positions.
mod legal_positions;
mod perft;

// The protocol: analyses, GoGui's formats, transcripts, threads, and random lines, also beside a plain board.
mod analyze;
mod gogui;
mod gtp;
mod gtp_lines;
mod gtp_shadow;

// The analysis engine: JSON lines.
mod analysis;

// Mutated inputs of all readers.
mod fuzz;

// Clients of servers, and programs with a board: a session of each, and how it reads replies.
mod personas;
mod servers;
mod viewers;

// Beside the protocol: pondering, and the output on standard error.
mod ponder;
mod watch;

// The command line, run as a user runs it: matches, moves, pictures, the board in the browser, traces, regression
// tests, network training and its labels, faulty programs, and the files of all commands.
mod arena;
mod files;
mod genmove;
mod labels;
mod net;
mod picture;
mod play;
mod program;
mod regress;
mod review;
mod threads;
mod trace;
#[cfg(unix)]
mod web;
