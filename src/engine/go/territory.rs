//! Territory scoring of positions whose borders may be open and whose dame may be empty.
//!
//! Under territory scoring, players stop before the dame are filled, so an empty region often touches stones of both
//! colors at a single point. The ownership estimate then identifies its territory. A point that its owner must fill
//! when the opponent takes the neutral points is not territory, nor is an eye in a seki.
//!
//! # References
//! - Nihon Kiin, "The Japanese Rules of Go", 1989, articles 8 to 10.

use crate::framework::Color;
use crate::go::board::{Board, Map};
use crate::go::tactics::{atari, flood};
use crate::go::{Point, Position, score};

/// Maximum size of a region between stones of both colors that cannot contain territory.
const LARGEST_DAME: usize = 3;

/// Black's lead in half points after White's compensation, and each point's owner. `dead` and `seki` have a stone of
/// each such chain; `estimate` gives the owners of clearly owned points.
pub(super) fn score(
    position: &Position,
    dead: &[Point],
    seki: &[Point],
    estimate: impl Fn(Point) -> Option<Color>,
) -> (i32, Map<Option<Color>>) {
    let board = position.board();
    let is_dead =
        |p: Point| board.color_at(p).is_some() && dead.iter().any(|&q| board.head(q) == board.head(p));
    let owners = owners(board, dead, seki, &is_dead, estimate);
    let mut points = 0;
    for p in board.points() {
        if let Some(owner) = owners[p].filter(|&owner| board.color_at(p) != Some(owner)) {
            points += i32::from(owner.sign());
        }
        // A dead stone is a prisoner wherever it stands.
        if let Some(color) = board.color_at(p).filter(|_| is_dead(p)) {
            points -= i32::from(color.sign());
        }
    }
    let prisoners = board.captured(Color::White) as i32 - board.captured(Color::Black) as i32;
    for color in Color::ALL {
        points -= i32::from(color.sign()) * fills(board, &owners, color, &is_dead);
    }
    (2 * (points + prisoners) - position.compensation(), owners)
}

/// The owner of each point: living stones, and territory.
fn owners(
    board: &Board,
    dead: &[Point],
    seki: &[Point],
    is_dead: &impl Fn(Point) -> bool,
    estimate: impl Fn(Point) -> Option<Color>,
) -> Map<Option<Color>> {
    let mut owners = score::owners(board, dead);
    let is_living = |q: Point| board.color_at(q).is_some() && !is_dead(q);
    let is_seki = |q: Point| is_living(q) && seki.iter().any(|&p| board.head(p) == board.head(q));
    // Opponent stones at the border of a territory reduce it.
    let is_foreign = |q: Point, color: Color| is_living(q) && board.color_at(q) != Some(color);
    let mut seen = Map::new(false);
    for start in board.points() {
        if seen[start] || is_living(start) {
            continue;
        }
        let region = flood(board, start, &mut seen, |q| !is_living(q));
        let is_in_seki = region.iter().any(|p| p.neighbors().into_iter().any(is_seki));
        for &p in &region {
            if is_in_seki {
                owners[p] = None;
            } else if owners[p].is_none() && region.len() > LARGEST_DAME {
                let is_reduced = |color: Color| p.neighbors().into_iter().any(|q| is_foreign(q, color));
                owners[p] = estimate(p).filter(|&color| !is_reduced(color));
            }
        }
    }
    owners
}

/// The number of own territory points that a color must fill when the opponent takes the neutral points. A chain in
/// atari needs no move if only dead stones touch it, or if the opponent would lose more stones than it captures.
fn fills(board: &Board, owners: &Map<Option<Color>>, color: Color, is_dead: &impl Fn(Point) -> bool) -> i32 {
    let mut after = *board;
    after.clear_ko();
    for &p in board.empty_points().iter().filter(|&&p| owners[p].is_none()) {
        let is_safe = !atari::is_self_atari(&after, p, !color) || atari::captures(&after, p, !color);
        if after.color_at(p).is_none() && after.is_legal_empty(p, !color) && is_safe {
            after.play_legal(p, !color);
        }
    }
    let must_fill = |after: &Board| {
        after.chains_in_atari(color).iter().copied().find_map(|head| {
            let is_kept = after.stones_of(head).any(|p| board.color_at(p) == Some(color) && !is_dead(p));
            let liberty = after.liberties(head).only();
            let is_own = owners[liberty] == Some(color) && after.is_legal_empty(liberty, color);
            let is_besieged = after
                .stones_of(head)
                .flat_map(|stone| stone.neighbors())
                .any(|q| after.color_at(q) == Some(!color) && !is_dead(q));
            (is_kept && is_own && is_besieged && !is_taken_back(after, liberty, !color)).then_some(liberty)
        })
    };
    let mut count = 0;
    while let Some(p) = must_fill(&after) {
        after.play_legal(p, color);
        count += 1;
    }
    count
}

/// Whether capturing with a stone of `color` at the empty point `p` leaves that stone's chain in atari and larger
/// than what it captured.
fn is_taken_back(board: &Board, p: Point, color: Color) -> bool {
    let mut after = *board;
    after.clear_ko();
    after.play_legal(p, color);
    let (head, prey) = (after.head(p), after.captured(!color) - board.captured(!color));
    after.in_atari(head) && after.chain_size(head) > prey
}
