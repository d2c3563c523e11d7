//! What the engine promises, checked from outside: one chapter a module.
//!
//! All run in the development profile, which checks arithmetic and `debug_assert` and is optimized enough to play games.

// Tools: the rules written as plainly as possible, and positions drawn as text.
mod diagram;
mod referee;

// The house: modules import only what lies below them.
mod layering;

// The game: the fast board against the plain rules, superko, setups, handicap, counting.
mod board;
mod handicap;
mod position;
mod score;

// The teaching games, who plays them, and searches that know the truth.
mod exact;
mod games;
mod recipes;
mod seats;

// Tactics: ladders and life, drawn and by trying everything; the moves left out for them, and what is believed
// of the others.
mod filter;
mod prior;
mod tactics;

// The Simple Go players: what each plays in a diagram, and how it does against chance.
mod simple;

// The end of a game: what is dead, what is seki, and the score; when to pass, and when to resign.
mod passing;
mod status;

// Pattern databases: what their text means, move by move; the options that take them into use.
mod database;
mod database_options;

// The course: what flat Monte Carlo sees, and who beats whom.
mod course;

// Playouts: how far they are from the truth where it is known.
mod playouts;

// The search: what it finds, to the last node.
mod signature;

// The clock: whole games without thinking.
mod clock;

// The guide: its session and its page of parameters.
mod guide;

// Counts known from elsewhere: move sequences and legal positions.
mod legal_positions;
mod perft;

// The protocol: transcripts, threads, and lines that no client would send.
mod gtp;
mod gtp_lines;

// What happens beside the protocol: thinking on the opponent's time, and what is told on standard error.
mod ponder;
mod watch;

// Programs as others meet them: matches, test files, and what goes wrong.
mod arena;
mod regress;
