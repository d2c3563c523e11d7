//! A number that identifies how settings play: it changes when the results of their searches change.

use super::go::search::search;
use super::settings::Settings;
use super::spec::BoardSize;
use crate::framework::{Control, Game, Limits, Search};
use crate::go::{Position, Rules};
use crate::search::uct::NetChoice;

/// Self-play games, with a random move now and then: board size and moves, Black first.
const GAMES: &str = include_str!("signature.txt");

/// A hash of the move, the value, the playouts and the nodes that a search finds with one thread, a fixed seed and fixed
/// playouts: on the empty 9x9, 13x13 and 19x19 boards, and at the end of each recorded game. `settings` returns those of
/// a board size. The hash is the same on every machine, because evaluations are.
pub fn signature(settings: impl Fn(u8) -> Settings) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let empty = [9, 13, 19].map(|size| (Position::new(size, Rules::default()), 100));
    let played = GAMES.lines().map(|line| (position(line), 10));
    for (position, estimates) in empty.into_iter().chain(played) {
        let size = position.board().size();
        let mut settings = settings(size);
        if settings.params.global.net == NetChoice::Auto {
            settings.params.global.net = NetChoice::Scalar;
        }
        settings.params.search.number_threads = 1;
        // Enough for all sizes, and the same on every machine.
        settings.params.search.uct_max_memory = 64 << 20;
        let spec = settings.spec(BoardSize::square(size), 1);
        let limits = Limits { playouts: Some(spec.playouts_for(estimates)), ..Limits::default() };
        let report = search(&spec).search(&position, limits, &Control::default());
        let best = report.best.map_or(u64::MAX, |mv| u64::from(mv.0));
        for part in [best, report.value.to_bits(), report.count, report.nodes] {
            // FNV-1a, a word at a time.
            hash = (hash ^ part).wrapping_mul(0x0000_0100_0000_01b3);
            hash ^= hash >> 29;
        }
    }
    hash
}

/// The position at the end of a recorded game.
fn position(line: &str) -> Position {
    let mut words = line.split(' ');
    let size = words.next().and_then(|word| word.parse().ok()).unwrap_or(9);
    let mut position = Position::new(size, Rules::default());
    for word in words {
        let played = position.parse_move(word).map(|mv| position.play(mv));
        check!(matches!(played, Some(Ok(()))), "{word} in {line}");
    }
    position
}
