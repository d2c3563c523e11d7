//! The searches that can be chosen by name, for any game.

use super::factory::{ByTable, Factory, NoParams, Tools};
use super::games::Hosted;
use crate::framework::Search;
use crate::search::flat::{AmafParams, FlatSearch, MonteCarloParams, UcbParams, Variant};
use crate::search::{AlphaBeta, Greedy, Random, Safety};
use crate::util::params::Params;

type Anything<G> = Box<dyn Search<G>>;

/// A search that can be chosen.
pub struct SearchEntry<G: Hosted> {
    /// The name.
    pub name: &'static str,
    /// What it does, in a line.
    pub doc: &'static str,
    /// What makes it.
    pub factory: Box<dyn Factory<Tools, Anything<G>>>,
}

/// Returns all searches. To add one is a line here.
#[must_use]
pub fn searches<G: Hosted>() -> Vec<SearchEntry<G>> {
    vec![
        entry("random", "any move", |_: &NoParams, tools| Box::new(Random::new(tools.seed))),
        entry("greedy", "a win at once, if there is one", |_: &NoParams, _| Box::new(Greedy)),
        entry("safety", "no loss at once, if that can be helped", |_: &NoParams, tools| {
            Box::new(Safety::new(tools.seed))
        }),
        entry("alphabeta", "the best move for both sides, as deep as time allows", |params, _| {
            Box::new(AlphaBeta::new(Clone::clone(params)))
        }),
        entry("montecarlo", "playouts, equally many for each move", |params: &MonteCarloParams, tools| {
            flat(params.variant(), &tools)
        }),
        entry(
            "amaf",
            "the same, where all moves of a playout count as its first",
            |params: &AmafParams, tools| flat(params.variant(), &tools),
        ),
        entry("ucb", "playouts, more of them for moves that may be the best", |params: &UcbParams, tools| {
            flat(params.variant(), &tools)
        }),
        entry("uct", "a tree grown by playouts, with RAVE; see uct_param_search", |_: &NoParams, tools| {
            G::uct(tools)
        }),
    ]
}

fn flat<G: Hosted>(variant: Variant, tools: &Tools) -> Anything<G> {
    Box::new(FlatSearch::of(variant, G::policy(tools), tools.seed))
}

/// Returns the search of a name.
pub(super) fn find<G: Hosted>(name: &str) -> Option<SearchEntry<G>> {
    searches().into_iter().find(|entry| entry.name == name)
}

fn entry<G: Hosted, P: Params + Send>(
    name: &'static str,
    doc: &'static str,
    make: fn(&P, Tools) -> Anything<G>,
) -> SearchEntry<G> {
    SearchEntry { name, doc, factory: Box::new(ByTable::<P, _>::new(make)) }
}
