//! The full player of Go: book, opening, search, passing and resigning.

use super::analysis::scale;
use super::endgame::GoEndgame;
use super::opening::forced_opening;
use super::policies::policy;
use super::search::{root_filters, search};
use super::taste::{stones_per_point, taste};
use crate::engine::spec::PlayerSpec;
use crate::framework::{Game, Player, Report, Search};
use crate::go::Position;
use crate::go::knowledge::CourseFilter;
use crate::players::{
    OpeningMoves, PassStyle, Passing, Resigning, SearchMode, SearchPlayer, Varied, Variety,
};
use crate::search::{FlatSearch, PolicySearch};
use crate::util::Rng;

/// Builds the full player of a specification.
pub fn full_player(spec: &PlayerSpec) -> Box<dyn Player<Position>> {
    let (params, seed) = (&spec.params.player, spec.seed);
    let playouts = || (policy(spec.params.playout.playout_policy).make)(spec);
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
    let player = SearchPlayer::new(search, params.reuse_subtree);
    let nearness = params.intuition_nearness;
    let taste = move |game: &Position, report: &Report, mv| taste(game, report, mv, nearness);
    let player = Varied::new(player, Variety::of(params), taste, seed);
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
    let style =
        PassStyle { early: params.early_pass, answers: params.answer_pass, humanlike: params.humanlike_pass };
    let player = Passing::new(player, GoEndgame::new(spec.clone()), style);
    let (resigns_after, resigns_below) = (params.resign_after, params.resign_probability);
    let own = spec.clone();
    let is_lost = move |game: &Position, report: &Report| {
        stones_per_point(game) >= resigns_after
            && (resigns_below >= 1.0
                || scale(game, &own).probability(report.value, report.margin) < resigns_below)
    };
    let player = Resigning::new(player, params.resign_moves, is_lost);
    Box::new(player.sparing(|game: &Position| game.handicap() > 0))
}
