//! The players that can be chosen by name, for any game, beside those that a game brings along.

use super::factory::{ByTable, Factory, NoParams, Tools};
use super::games::Hosted;
use crate::framework::{Player, Search};
use crate::players::{Chain, Mixed, MixedParams};
use crate::search::alphabeta::AlphaBetaParams;
use crate::search::{AlphaBeta, Greedy, Random, Safety};
use crate::util::params::Params;

/// What a player is made of.
pub struct Making<G: Hosted> {
    /// What everything is made with.
    pub tools: Tools,
    /// The search chosen with the player, where it takes one.
    pub search: Option<Box<dyn Search<G>>>,
}

/// A player that can be chosen.
pub struct PlayerEntry<G: Hosted> {
    /// The name.
    pub name: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// Whether a search is chosen with it.
    pub takes_search: bool,
    /// The share of its remaining time that it spends on a move.
    pub time_share: f64,
    /// What makes it.
    pub factory: Box<dyn Factory<Making<G>, Box<dyn Player<G>>>>,
}

/// The share of a player that leaves time for a game of many moves.
const TIME_SHARE: f64 = 0.1;

/// Returns all players. To add one is an entry here.
#[must_use]
pub fn players<G: Hosted>() -> Vec<PlayerEntry<G>> {
    let mut players = vec![
        PlayerEntry {
            takes_search: true,
            ..entry("search", "the move of a search; any move where it finds none", |_: &NoParams, making| {
                let last = Box::new(Random::new(making.tools.seed)) as Box<dyn Search<G>>;
                Box::new(Chain::new(making.search.into_iter().chain([last]).collect()))
            })
        },
        entry(
            "average",
            "a win at once, else a move that is not lost at once, else any",
            |_: &NoParams, making| {
                let seed = making.tools.seed;
                let searches: [Box<dyn Search<G>>; 3] =
                    [Box::new(Greedy), Box::new(Safety::new(seed)), Box::new(Random::new(seed))];
                Box::new(Chain::new(searches.into()))
            },
        ),
        PlayerEntry {
            // The manual's share.
            time_share: 0.3,
            ..entry("mixed", "Monte Carlo first, alpha-beta at the end", |params: &MixedParams, making| {
                let &MixedParams { simulations, depth, alpha, beta } = params;
                let bounds = AlphaBetaParams { depth, alpha, beta, ..AlphaBetaParams::for_size(0) };
                let monte_carlo = G::monte_carlo(simulations, &making.tools);
                Box::new(Mixed::new(monte_carlo, Box::new(AlphaBeta::new(bounds)), depth))
            })
        },
    ];
    players.extend(G::own_players());
    players
}

/// Returns the player of a name.
pub(super) fn find<G: Hosted>(name: &str) -> Option<PlayerEntry<G>> {
    players().into_iter().find(|entry| entry.name == name)
}

/// Makes the entry of a player that takes no search.
pub(super) fn entry<G: Hosted, P: Params + Send>(
    name: &'static str,
    doc: &'static str,
    make: impl Fn(&P, Making<G>) -> Box<dyn Player<G>> + Send + 'static,
) -> PlayerEntry<G> {
    let factory = Box::new(ByTable::<P, _>::new(make));
    PlayerEntry { name, doc, takes_search: false, time_share: TIME_SHARE, factory }
}
