//! The full player of Go: book, opening, search, passing and resigning.

use parking_lot::Mutex;

use super::endgame::GoEndgame;
use super::opening::forced_opening;
use super::policies::policy;
use super::search::{root_filters, search};
use crate::engine::build::BuildContext;
use crate::framework::{Player, Search};
use crate::go::Position;
use crate::go::knowledge::CourseFilter;
use crate::players::{OpeningMoves, PassStyle, Passing, Resigning, SearchMode, SearchPlayer, Varied};
use crate::search::{FlatSearch, PolicySearch};
use crate::util::Rng;

/// Builds the full player that the settings describe.
pub fn full_player(context: &BuildContext) -> Box<dyn Player<Position>> {
    let BuildContext { settings, seed } = context.clone();
    let params = settings.player.clone();
    let playouts = || (policy(settings.playout.playout_policy).make)(&settings);
    let search: Box<dyn Search<Position>> = match params.search_mode {
        SearchMode::Uct => Box::new(search(&settings, seed)),
        SearchMode::PlayoutPolicy => Box::new(PolicySearch::new(playouts(), seed)),
        SearchMode::OnePly => {
            let mut filters = root_filters(&settings);
            filters.extend(CourseFilter::new(&settings.course).map(|filter| Box::new(filter) as Box<_>));
            let (mercy, modification) =
                (settings.global.mercy_rule, settings.global.score_modification as f32);
            let flat = FlatSearch::new(playouts(), filters, mercy, modification, seed);
            Box::new(flat.with_variant(settings.flat.variant()))
        }
    };
    let player = SearchPlayer::new(search, params.reuse_subtree);
    let player = Varied::new(player, params.temperature, seed);
    let has_openings = params.forced_opening_moves;
    let player =
        OpeningMoves::new(
            player,
            move |game: &Position| {
                if has_openings { forced_opening(game.board(), seed) } else { None }
            },
        );
    let (books, uses_book) = (settings.books.clone(), settings.go.use_book);
    // The random choice among replies goes on from game to game.
    let rng = Mutex::new(Rng::new(seed));
    let player =
        OpeningMoves::new(
            player,
            move |game: &Position| {
                if uses_book { books.lock().choose(game, &mut rng.lock()) } else { None }
            },
        );
    let style =
        PassStyle { early: params.early_pass, answers: params.answer_pass, humanlike: params.humanlike_pass };
    let player = Passing::new(player, GoEndgame::new(settings), style);
    let player = Resigning::new(player, params.resign_threshold, params.resign_min_games);
    Box::new(player.sparing(|game: &Position| game.handicap() > 0))
}
