//! Go's tree search, built from the player specification, and the move restrictions an analysis requests.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use std::time::Instant;

use super::policies::policy;
use crate::engine::host::Hosted;
use crate::engine::spec::PlayerSpec;
use crate::framework::{Candidate, Color, Game, Knowledge, Limits, Move, Report, Search, Stop, Until};
use crate::go::Position;
use crate::go::board::Map;
use crate::go::knowledge::{
    LadderPrior, LearnedPrior, Locality, MoveFilter, NetKnowledge, OpeningPrior, PolicyPrior,
};
use crate::go::symmetry::SYMMETRIES;
use crate::net::Scale;
use crate::search::uct::{DynamicKomi, GlobalSearchParams, SearchParams, ThreadParts, UctSearch};
use crate::util::Rng;

/// Restricts a player's moves in the first plies of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restriction {
    /// The player.
    pub color: Color,
    /// True to consider only these moves, false to leave them out.
    pub is_allowed: bool,
    /// The moves.
    pub moves: Vec<Move>,
    /// Number of restricted plies; 1 restricts only the root.
    pub depth: usize,
}

/// Applies restrictions to a search.
#[derive(Clone)]
struct Restricted {
    restrictions: Arc<[Restriction]>,
    /// Number of moves before the root.
    root: usize,
}

/// Adds allowed moves that the game leaves out, such as the filling of an eye. Keeps the pass if no other move is left: a
/// search needs a move.
impl Knowledge<Position> for Restricted {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        let ply = game.age().saturating_sub(self.root);
        for restriction in self.restrictions.iter() {
            if ply < restriction.depth && restriction.color == game.to_play() {
                let Restriction { is_allowed, moves, .. } = restriction;
                candidates.retain(|candidate| moves.contains(&candidate.mv) == *is_allowed);
                for &mv in moves.iter().filter(|_| *is_allowed) {
                    if candidates.iter().all(|candidate| candidate.mv != mv) && game.check(mv).is_ok() {
                        candidates.push(Candidate::new(mv));
                    }
                }
            }
        }
        if candidates.is_empty() {
            candidates.push(Candidate::new(Move::PASS));
        }
    }
}

/// Builds the tree search of a specification.
pub fn search(spec: &PlayerSpec) -> UctSearch<Position> {
    search_with(spec, None)
}

/// Builds the same search for one position, with move restrictions.
pub(super) fn restricted_search(
    spec: &PlayerSpec,
    position: &Position,
    restrictions: &[Restriction],
) -> UctSearch<Position> {
    let restricted = Restricted { restrictions: restrictions.into(), root: position.age() };
    search_with(spec, Some(restricted).filter(|_| !restrictions.is_empty()))
}

fn search_with(spec: &PlayerSpec, restricted: Option<Restricted>) -> UctSearch<Position> {
    let copy = spec.clone();
    let make_parts = move || {
        let restricted =
            || restricted.iter().cloned().map(|filter| Box::new(filter) as Box<dyn Knowledge<_>>);
        let filters = if restricted().len() > 0 { Vec::new() } else { root_filters(&copy) };
        ThreadParts {
            policy: policy(&copy),
            // Restrictions come first, because moves that they remove need no prior.
            knowledge: restricted().chain(knowledge(&copy).into_iter().map(|(_, source)| source)).collect(),
            root_filters: restricted().chain(filters).collect(),
        }
    };
    // With a network, its probabilities guide the search in place of RAVE.
    let rave = spec.params.search.rave && spec.net.is_none();
    let correction_weight = if spec.net.is_some() { spec.params.search.correction_weight } else { 0.0 };
    let params = SearchParams { rave, correction_weight, ..spec.params.search.clone() };
    let search = UctSearch::new(params, spec.params.global.clone(), Box::new(make_parts), spec.seed);
    let global = spec.params.global.clone();
    search.balanced(Box::new(move |position| dynamic_margin(&global, position)))
}

/// Searches a position separately with one thread and a small tree; `None` if the deadline has passed or the control
/// stops the search. Otherwise the result is deterministic for a position and specification.
pub(super) fn brief_search(
    spec: &PlayerSpec,
    position: &Position,
    playouts: u64,
    until: Until<'_>,
) -> Option<Report> {
    /// Maximum tree size in bytes.
    const MEMORY: u64 = 64_000_000;

    let time = match until.deadline {
        Some(deadline) => Some(deadline.checked_duration_since(Instant::now())?),
        None => None,
    };
    let mut spec = PlayerSpec { seed: 1, ..spec.clone() };
    (spec.params.search.number_threads, spec.params.search.number_playouts) = (1, 1);
    spec.params.search.uct_max_memory = spec.params.search.uct_max_memory.min(MEMORY);
    // Plain playouts answer these questions, and faster.
    spec.net = None;
    let limits = Limits { playouts: Some(playouts), time, ..Limits::default() };
    let report = search(&spec).search(position, limits, &until.control.unwatched());
    (report.stop != Stop::Asked).then_some(report)
}

/// The dynamic komi: the lead of Black that a search of the position counts as even, as a share of the largest possible
/// lead.
fn dynamic_margin(global: &GlobalSearchParams, position: &Position) -> f32 {
    if global.dynamic_komi == DynamicKomi::Off || position.handicap() == 0 {
        return 0.0;
    }
    let board = position.board();
    let placed: usize = Color::ALL.into_iter().map(|color| board.stones(color) + board.captured(color)).sum();
    let moves = placed.saturating_sub(position.handicap() as usize) as f64;
    let left = (1.0 - moves / global.dynamic_komi_moves as f64).max(0.0);
    let points = global.dynamic_komi_stone * f64::from(position.handicap()) * left;
    (2.0 * points / f64::from(position.greatest_score())) as f32
}

/// A knowledge source and its name.
type Source = (&'static str, Box<dyn Knowledge<Position>>);

/// The enabled knowledge sources, in order of application.
fn knowledge(spec: &PlayerSpec) -> Vec<Source> {
    let global = &spec.params.global;
    let scale = global.default_prior_weight as f32;
    let mut knowledge: Vec<Source> = Vec::new();
    // The filter comes first, because moves that it removes need no prior.
    if global.use_tree_filter {
        knowledge.push(("filter", Box::new(MoveFilter::new(spec.params.tree_filter.clone()))));
    }
    if let Some(net) = spec.net.clone() {
        let mut net = NetKnowledge::new(net, global.net_temperature as f32)
            .with_lead(global.net_lead_share as f32)
            .with_shares([global.net_value_share, global.net_late_share]);
        if !global.net_symmetries {
            net.show(0);
        }
        knowledge.push(("network", Box::new(net)));
        return knowledge;
    }
    // The policy's prior replaces earlier values; the others add to it.
    if global.use_default_prior_knowledge {
        knowledge.push(("playout policy", Box::new(PolicyPrior::new(scale))));
    }
    if global.use_locality_prior {
        knowledge.push(("nearness to the last moves", Box::new(Locality::new(scale))));
    }
    if global.use_opening_prior {
        knowledge.push(("opening", Box::new(OpeningPrior::new(scale))));
    }
    if global.learned_prior_weight > 0.0 {
        knowledge.push(("learned shapes", Box::new(learned(spec))));
    }
    if global.use_ladder_prior {
        knowledge.push(("ladders", Box::new(LadderPrior::new(scale))));
    }
    knowledge
}

fn learned(spec: &PlayerSpec) -> LearnedPrior {
    LearnedPrior::new(spec.params.global.learned_prior_weight as f32, spec.weights.clone())
}

pub(super) fn root_filters(spec: &PlayerSpec) -> Vec<Box<dyn Knowledge<Position>>> {
    let filter = || Box::new(MoveFilter::new(spec.params.root_filter.clone())) as Box<_>;
    spec.params.player.use_root_filter.then(filter).into_iter().collect()
}

/// The moves of a position with their priors.
pub fn prior(spec: &PlayerSpec, position: &Position) -> Vec<Candidate> {
    known(position, knowledge(spec).iter_mut().map(|(_, source)| source))
}

/// The network's evaluation of a position before any search, for the player to move.
pub struct Look {
    /// The win probability.
    pub winrate: f64,
    /// The expected lead in points.
    pub lead: f64,
    /// Expected ownership of each point, from 1 (the player to move) to -1 (the opponent).
    pub ownership: Map<f32>,
    /// The probability of each move.
    pub moves: HashMap<Move, f64>,
}

/// All images of a board.
pub const IMAGES: Range<u8> = 0..SYMMETRIES;

/// Evaluates a position by the network, as the mean over one or more of the board's [`IMAGES`]; `None` without a
/// network. Eight images judge better than one, except for the lead. A finished game is evaluated as if it continued.
///
/// # Examples
///
/// ```
/// use brasa::engine::go::search::{IMAGES, look};
/// use brasa::engine::{BoardSize, Settings};
/// use brasa::framework::Game;
/// use brasa::go::{Position, Rules};
///
/// let mut position = Position::new(9, Rules::default());
/// let spec = Settings::new(9).spec(BoardSize::square(9), 1);
/// // A machine without the vector instructions has no network.
/// if let Some(look) = look(&spec, &position, IMAGES) {
///     let (best, _) = look.moves.iter().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
///     println!("{} {:.0} %", position.move_text(*best), 100.0 * look.winrate);
///     position.play(*best)?;
/// }
/// # Ok::<(), brasa::framework::IllegalMove>(())
/// ```
pub fn look(spec: &PlayerSpec, position: &Position, images: Range<u8>) -> Option<Look> {
    let mut net = NetKnowledge::new(spec.net.clone()?, 1.0);
    let continued = position.outcome().map(|_| position.search_position(position.to_play()));
    let position = continued.as_ref().unwrap_or(position);
    let (board, share) = (position.board(), 1.0 / images.len() as f64);
    let mut mean = Look { winrate: 0.0, lead: 0.0, ownership: Map::new(0.0), moves: HashMap::new() };
    let mut candidates = unknown(position);
    for image in images {
        net.show(image);
        net.edit(position, &mut candidates, &mut Rng::new(1));
        mean.winrate += share * f64::from(net.estimate()?);
        mean.lead += share * f64::from(net.lead()) * board.points().count() as f64;
        board.points().for_each(|p| mean.ownership[p] += share as f32 * net.owner(position, p));
        for candidate in &candidates {
            *mean.moves.entry(candidate.mv).or_default() += share * f64::from(candidate.probability);
        }
    }
    mean.winrate = Scale::LOOK.probability(mean.winrate, 0.0);
    Some(mean)
}

/// The probability of each move if known, else its share in the wins of all priors, with a small minimum for moves
/// without a prior.
pub fn prior_shares(priors: &[Candidate]) -> Vec<f64> {
    /// The wins attributed to a move without a prior.
    const MIN: f64 = 0.01;
    let has_probabilities = priors.iter().any(|prior| prior.probability > 0.0);
    let wins = |prior: &Candidate| match prior.probability {
        _ if !has_probabilities => MIN + f64::from(prior.weight * prior.value),
        probability => f64::from(probability),
    };
    let wins: Vec<f64> = priors.iter().map(wins).collect();
    let sum: f64 = wins.iter().sum();
    wins.into_iter().map(|wins| wins / sum).collect()
}

/// A move's prior by each knowledge source alone that has one, with the source's name.
pub fn prior_by_source(spec: &PlayerSpec, position: &Position, mv: Move) -> Vec<(&'static str, Candidate)> {
    let is_known = |candidate: &Candidate| candidate.mv == mv && candidate.is_known();
    let of = |(name, candidates): (_, Vec<Candidate>)| {
        candidates.into_iter().find(is_known).map(|candidate| (name, candidate))
    };
    priors_by_source(spec, position).into_iter().filter_map(of).collect()
}

/// A position's moves with their priors by each knowledge source alone, with the source's name.
pub fn priors_by_source(spec: &PlayerSpec, position: &Position) -> Vec<(&'static str, Vec<Candidate>)> {
    let of = |(name, mut source): Source| (name, known(position, [&mut source].into_iter()));
    knowledge(spec).into_iter().map(of).collect()
}

/// A position's moves with the ladder priors alone.
pub fn ladder_prior(spec: &PlayerSpec, position: &Position) -> Vec<Candidate> {
    let scale = spec.params.global.default_prior_weight as f32;
    known(position, [&mut (Box::new(LadderPrior::new(scale)) as Box<_>)].into_iter())
}

/// A position's moves with the learned priors alone.
pub fn learned_prior(spec: &PlayerSpec, position: &Position) -> Vec<Candidate> {
    known(position, [&mut (Box::new(learned(spec)) as Box<_>)].into_iter())
}

/// A position's moves without priors.
fn unknown(position: &Position) -> Vec<Candidate> {
    position.moves().into_iter().map(Candidate::new).collect()
}

/// A position's moves with the priors of knowledge sources.
fn known<'a>(
    position: &Position,
    sources: impl Iterator<Item = &'a mut Box<dyn Knowledge<Position>>>,
) -> Vec<Candidate> {
    let mut candidates = unknown(position);
    let mut rng = Rng::new(1);
    // A finished game has no moves.
    if !candidates.is_empty() {
        sources.for_each(|source| source.edit(position, &mut candidates, &mut rng));
    }
    candidates
}
