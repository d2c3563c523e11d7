//! The full player of Go: book, opening, search, passing and resigning.
//!
//! The first moves on large boards need no search: they are the star points of empty corners.
//!
//! # References
//! - Fuego's forced opening moves (M. Enzenberger and M. Müller, TR 09-08, University of Alberta, 2009), which
//!   take the corners in a fixed order; here the choice is random.

use super::analysis::scale;
use super::endgame::GoEndgame;
use super::policies::policy;
use super::search::{root_filters, search};
use super::taste::{stones_per_point, taste};
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, Game, Move, Player, Report, Search};
use crate::go::board::{Board, cell};
use crate::go::knowledge::CourseFilter;
use crate::go::{Point, Position};
use crate::players::{Chain, OpeningMoves, Passing, Resigning, SearchMode, Varied};
use crate::search::{FlatSearch, PolicySearch};
use crate::util::Rng;

/// Builds the full player of a specification.
pub fn full_player(spec: &PlayerSpec) -> Box<dyn Player<Position>> {
    let (params, seed) = (&spec.params.player, spec.seed);
    let playouts = || policy(spec);
    let search: Box<dyn Search<Position>> = match params.search_mode {
        SearchMode::Uct => Box::new(search(spec)),
        SearchMode::PlayoutPolicy => Box::new(PolicySearch::new(playouts(), seed)),
        SearchMode::OnePly => {
            let mut filters = root_filters(spec);
            filters.extend(CourseFilter::new(&spec.params.course).map(|filter| Box::new(filter) as Box<_>));
            let (mercy, modification) =
                (spec.params.global.mercy_rule, spec.params.global.score_modification as f32);
            let flat = FlatSearch::new(playouts(), filters, mercy, modification, seed);
            Box::new(flat.with_variant(spec.params.flat.variant()))
        }
    };
    let player = Chain::of_search(search, params.reuse_subtree);
    let nearness = params.intuition_nearness;
    let taste = move |game: &Position, report: &Report, mv| taste(game, report, mv, nearness);
    let player = Varied::new(player, params.clone(), taste, seed);
    let has_openings = params.forced_opening_moves;
    let player =
        OpeningMoves::new(
            player,
            move |game: &Position| {
                if has_openings { forced_opening(game.board(), seed) } else { None }
            },
        );
    let books = spec.books.clone();
    let from_book = move |game: &Position| {
        // The random choice among replies varies by position, and by game through the seed.
        books.as_ref()?.lock().choose(game, &mut Rng::new(seed ^ game.key()))
    };
    let player = OpeningMoves::new(player, from_book);
    let player = Passing::new(player, GoEndgame::new(spec.clone()), params.clone());
    let (resigns_after, resigns_below) = (params.resign_after, params.resign_probability);
    let own = spec.clone();
    let is_lost = move |game: &Position, report: &Report| {
        let after =
            if game.handicap() > 0 { resigns_after.max(HANDICAP_RESIGNS_AFTER) } else { resigns_after };
        stones_per_point(game) >= after
            && (resigns_below >= 1.0
                || scale(game, &own).probability(report.value, report.margin) < resigns_below)
    };
    Box::new(Resigning::new(player, params.resign_moves, is_lost, |game: &Position| game.handicap() > 0))
}

/// The stones per point before which a handicap game is not resigned: White is behind for long, and Black errs.
const HANDICAP_RESIGNS_AFTER: f64 = 0.5;
/// The smallest board on which forced opening moves are played.
const MIN_SIZE: u8 = 13;
/// More stones of one player than this end the opening.
const MAX_STONES: usize = 5;
/// The side of the corner square that must be empty, in lines.
const CORNER: u8 = 5;

/// The star point of a random empty corner while both players have few stones; `None` on small boards.
fn forced_opening(board: &Board, seed: u64) -> Option<Move> {
    let is_opening = Color::ALL.iter().all(|&color| board.stones(color) <= MAX_STONES);
    if board.size() < MIN_SIZE || !is_opening {
        return None;
    }
    let corners: Vec<Point> = empty_corners(board).collect();
    // The choice depends only on the seed and the position, not on earlier moves.
    let mut rng = Rng::new(seed ^ board.key());
    (!corners.is_empty()).then(|| corners[rng.below(corners.len())].to_move())
}

fn empty_corners(board: &Board) -> impl Iterator<Item = Point> {
    let last = board.size() - 1;
    let flip = move |flip: bool, line: u8| if flip { last - line } else { line };
    [(false, false), (false, true), (true, false), (true, true)].into_iter().filter_map(move |(x, y)| {
        let at = |col, row| Point::at(flip(x, col), flip(y, row));
        let is_empty = (0..CORNER).all(|col| (0..CORNER).all(|row| board.cell(at(col, row)) == cell::EMPTY));
        is_empty.then(|| at(3, 3))
    })
}
