//! The searches available by name in any game.

use super::build::{NoParams, SearchEntry};
use super::host::Hosted;
use super::spec::PlayerSpec;
use crate::framework::Search;
use crate::search::flat::{AmafParams, FlatSearch, MonteCarloParams, UcbParams, Variant};
use crate::search::{AlphaBeta, DfPn, Greedy, Random, Safety};

/// All searches. A new search needs an entry here.
pub fn searches<G: Hosted>() -> Vec<SearchEntry<G>> {
    vec![
        SearchEntry::new("random", "any move", |_: &NoParams, spec| Box::new(Random::new(spec.seed))),
        SearchEntry::new("greedy", "a move that wins at once, if there is one", |_: &NoParams, _| {
            Box::new(Greedy)
        }),
        SearchEntry::new(
            "safety",
            "a move that does not lose at once, if there is one",
            |_: &NoParams, spec| Box::new(Safety::new(spec.seed)),
        ),
        SearchEntry::new("alphabeta", "the best move for both sides, as deep as time allows", |params, _| {
            Box::new(AlphaBeta::new(Clone::clone(params)))
        }),
        SearchEntry::new("dfpn", "a move proven to win, by proof-number search", |params, _| {
            Box::new(DfPn::new(Clone::clone(params)))
        }),
        SearchEntry::new(
            "montecarlo",
            "playouts, the same number for each move",
            |params: &MonteCarloParams, spec| flat(params.variant(), &spec),
        ),
        SearchEntry::new(
            "amaf",
            "like montecarlo, but all moves of a playout count as its first",
            |params: &AmafParams, spec| flat(params.variant(), &spec),
        ),
        SearchEntry::new(
            "ucb",
            "playouts, more of them for the most promising moves",
            |params: &UcbParams, spec| flat(params.variant(), &spec),
        ),
        SearchEntry::new(
            "uct",
            "a tree grown by playouts, with RAVE; see uct_param_search",
            |_: &NoParams, spec| G::uct(&spec),
        ),
    ]
}

/// A search without a tree.
pub(super) fn flat<G: Hosted>(variant: Variant, spec: &PlayerSpec) -> Box<dyn Search<G>> {
    Box::new(FlatSearch::of(variant, G::policy(spec), spec.seed))
}
