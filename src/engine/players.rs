//! The players available by name in any game; a game may add its own.

use super::build::{NoParams, PlayerEntry, PlayerParts, TimeUse};
use super::host::Hosted;
use super::searches::flat;
use crate::framework::{Player, Search};
use crate::players::{Chain, Mixed, MixedParams};
use crate::search::alphabeta::AlphaBetaParams;
use crate::search::flat::Variant;
use crate::search::{AlphaBeta, Greedy, Random, Safety};
use crate::util::params::Params;

/// All players of a game. A new player needs an entry here.
pub fn players<G: Hosted>() -> Vec<PlayerEntry<G>> {
    let mut players = vec![
        PlayerEntry::new(
            "search",
            "a search's move, or any move if the search finds none",
            |_: &NoParams, parts: PlayerParts<G>| {
                let last = Box::new(Random::new(parts.spec.seed)) as Box<dyn Search<G>>;
                let searches = parts.search.into_iter().chain([last]).collect();
                let reuse = parts.spec.params.player.reuse_subtree;
                Box::new(Chain::new(searches).reusing(reuse)) as Box<dyn Player<G>>
            },
        )
        .taking_search(),
        PlayerEntry::new(
            "average",
            "a move that wins at once, else one that does not lose at once, else any",
            |_: &NoParams, parts: PlayerParts<G>| {
                let seed = parts.spec.seed;
                let searches: [Box<dyn Search<G>>; 3] =
                    [Box::new(Greedy), Box::new(Safety::new(seed)), Box::new(Random::new(seed))];
                Box::new(Chain::new(searches.into()))
            },
        ),
        PlayerEntry::new(
            "mixed",
            "Monte Carlo first, alpha-beta at the end",
            |params: &MixedParams, parts: PlayerParts<G>| {
                let &MixedParams { simulations, depth, alpha, beta } = params;
                let bounds = AlphaBetaParams { depth, alpha, beta, ..AlphaBetaParams::for_size(0) };
                let variant = Variant { simulations, ..Variant::default() };
                let monte_carlo = flat(variant, &parts.spec);
                Box::new(Mixed::new(monte_carlo, Box::new(AlphaBeta::new(bounds)), depth))
            },
        )
        // The manual's share.
        .with_time(TimeUse::Share(0.3)),
    ];
    players.extend(G::own_players());
    players
}
