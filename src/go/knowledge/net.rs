//! The network as a knowledge source: move probabilities and the position's value.
//!
//! # References
//! - D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529, 2016:
//!   policy-guided search, with the network's value mixed into playout results.

use std::sync::LazyLock;

use crate::framework::{CERTAIN, Candidate, Game, Knowledge, Move};
use crate::go::network::{Planes, place};
use crate::go::symmetry::SYMMETRIES;
use crate::go::{Point, Position};
use crate::net::{Evaluation, Evaluator, Network};
use crate::util::Rng;
use crate::util::params::BoardClass;

/// One of two networks by board size; `None` for tiny boards, for which neither was trained.
macro_rules! by_size {
    ($size:expr, $small:literal, $large:literal) => {{
        static NETWORKS: LazyLock<[Option<Network>; 2]> = LazyLock::new(|| {
            let files: [&[u8]; 2] = [
                include_bytes!(concat!("../../../patterns/", $small)),
                include_bytes!(concat!("../../../patterns/", $large)),
            ];
            files.map(|bytes| Network::from_bytes(bytes).ok())
        });
        let [small, large] = &*NETWORKS;
        match BoardClass::of($size) {
            BoardClass::Tiny => None,
            BoardClass::Small | BoardClass::Eleven => small.clone(),
            BoardClass::Medium | BoardClass::Large => large.clone(),
        }
    }};
}

/// The built-in network for a board size: the 9x9 one up to 11x11, the 19x19 one above; `None` for tiny boards.
pub fn built_in_network(size: u8) -> Option<Network> {
    by_size!(size, "9x9.net", "19x19.net")
}

/// The smaller built-in network of the ranks, likewise. A rank keeps its strength when the other networks get better.
pub fn rank_network(size: u8) -> Option<Network> {
    by_size!(size, "rank-9x9.net", "rank-19x19.net")
}

/// The log-odds of a lead of one point for each row of the board.
const LOG_ODDS: f32 = 20.0 / 3.0;

/// The compensation nearest to a position's, in half points, among those that the network can judge. If its file states
/// none, these are 6.5 to 7.5 points: labels for others hold the faults of the programs that made them.
fn known_compensation(network: &Network, position: &Position) -> i32 {
    let [least, greatest] = network.komis().unwrap_or([13, 15]);
    position.handed_over().clamp(least, greatest)
}

/// Move probabilities and value from a network. A compensation that the network does not know counts as the nearest one
/// that it knows, and the rest as points of the lead.
pub struct NetKnowledge {
    network: Network,
    temperature: f32,
    /// The lead's share in estimates.
    lead_share: f32,
    /// The weights of estimates early and late in the game.
    shares: [f64; 2],
    /// The image of each position that the network shall see; `None` for one that the position chooses.
    shown: Option<u8>,
    /// The image that it saw last.
    symmetry: u8,
    planes: Planes,
    /// The part of the lead that the network does not see, like [`Evaluation::lead`].
    unseen: f32,
    /// The probabilities before an image is averaged into them.
    means: Vec<f32>,
    /// The evaluator for the last board size, after its first evaluation.
    evaluator: Option<(u8, Evaluator)>,
}

impl NetKnowledge {
    /// Probabilities are raised to the power 1/`temperature` and renormalized.
    pub fn new(network: Network, temperature: f32) -> Self {
        let (planes, shares, lead_share, unseen) = (Planes::default(), [1.0; 2], 0.0, 0.0);
        let (shown, symmetry, means, evaluator) = (None, 0, Vec::new(), None);
        Self { network, temperature, lead_share, shares, shown, symmetry, planes, unseen, means, evaluator }
    }

    /// Gives the lead a share s in estimates: their log-odds are (1 - s) logit(value) + s (20 / 3) lead / width. With
    /// 0.3 the squared error of one look against far longer searches by a strong program fell by 5 to 7 %.
    pub fn with_lead(self, share: f32) -> Self {
        Self { lead_share: share, ..self }
    }

    /// Sets the weights of estimates in their mix with playouts: the first until 20 % of the points have a stone, from
    /// 60 % on the smaller of both, between them a linear function. The network misjudges some fights of large groups,
    /// and a search heads for positions that it misjudges; playouts misjudge others.
    pub fn with_shares(self, shares: [f64; 2]) -> Self {
        Self { shares, ..self }
    }

    /// Shows the network this image of each position, 0 to 7. Moves and owners stay those of the position itself.
    pub fn show(&mut self, symmetry: u8) {
        self.shown = Some(symmetry);
    }

    /// Evaluates a position. The results for points are those of the image.
    fn evaluate(&mut self, position: &Position) -> &Evaluator {
        let size = position.board().size();
        self.evaluator.take_if(|(of, _)| *of != size);
        let (_, evaluator) =
            self.evaluator.get_or_insert_with(|| (size, Evaluator::new(&self.network, usize::from(size))));
        let compensation = known_compensation(&self.network, position);
        let unseen = (compensation - position.handed_over()) as f32 / 2.0 / f32::from(size).powi(2);
        self.unseen = unseen * f32::from(position.to_play().sign());
        evaluator.evaluate(self.planes.of_image(position, self.symmetry, compensation));
        evaluator
    }

    /// Sets the candidates' probabilities to those of an image of the position.
    fn see(&mut self, game: &Position, symmetry: u8, candidates: &mut [Candidate]) {
        let (size, temperature) = (game.board().size(), self.temperature);
        self.symmetry = symmetry;
        let logits = &self.evaluate(game).last().policy;
        for candidate in candidates.iter_mut() {
            candidate.probability = match candidate.mv {
                Move::PASS => logits[usize::from(size).pow(2)],
                mv => logits[place(Point::of_move(mv), size, symmetry)],
            };
        }
        let most = candidates.iter().map(|candidate| candidate.probability).fold(f32::MIN, f32::max);
        let mut sum = 0.0;
        for candidate in candidates.iter_mut() {
            candidate.probability = libm::expf((candidate.probability - most) / temperature);
            sum += candidate.probability;
        }
        for candidate in candidates {
            // Above 0: 0 means unknown.
            candidate.probability = (candidate.probability / sum).max(f32::MIN_POSITIVE);
        }
    }

    /// The lead of the position last evaluated, in points per point of the board, for the player to move.
    pub fn lead(&self) -> f32 {
        self.evaluator.as_ref().map_or(0.0, |(_, evaluator)| evaluator.last().lead + self.unseen)
    }

    /// The owner of a point of the position last evaluated, from 1 (the player to move) to -1.
    pub fn owner(&self, position: &Position, p: Point) -> f32 {
        let place = place(p, position.board().size(), self.symmetry);
        self.evaluator.as_ref().map_or(0.0, |(_, evaluator)| evaluator.last().owners[place])
    }
}

/// The image that the network sees of a position in a search, from the position's key. A search heads for positions
/// that the network misjudges. It judges the eight images of a position differently; if a search sees the same one of
/// every position, it finds those where just that image looks too good.
fn chosen_image(position: &Position) -> u8 {
    (position.board().key() % u64::from(SYMMETRIES)) as u8
}

impl Knowledge<Position> for NetKnowledge {
    fn edit(&mut self, game: &Position, candidates: &mut Vec<Candidate>, _rng: &mut Rng) {
        self.see(game, self.shown.unwrap_or_else(|| chosen_image(game)), candidates);
    }

    fn refine(&mut self, game: &Position, candidates: &mut [Candidate], images: u32) {
        if self.shown.is_some() || images >= u32::from(SYMMETRIES) {
            return;
        }
        self.means.clear();
        self.means.extend(candidates.iter().map(|candidate| candidate.probability));
        self.see(game, (chosen_image(game) + images as u8) % SYMMETRIES, candidates);
        for (candidate, mean) in candidates.iter_mut().zip(&self.means) {
            candidate.probability = (images as f32 * mean + candidate.probability) / (images + 1) as f32;
        }
    }

    fn estimate(&self) -> Option<f32> {
        /// Values nearer to 0 or 1 count as this near.
        const MIN: f32 = 1e-4;
        self.evaluator.as_ref().map(|(size, evaluator)| {
            let &Evaluation { value, lead, .. } = evaluator.last();
            if self.lead_share == 0.0 && self.unseen == 0.0 {
                return value;
            }
            let value = value.clamp(MIN, 1.0 - MIN);
            let [unseen, lead] = [self.unseen, lead].map(|lead| LOG_ODDS * lead * f32::from(*size));
            let mut by_value = libm::logf(value / (1.0 - value));
            // Beyond certainty the value knows no difference, so a large lead says how many points more are needed.
            if unseen * lead < 0.0 && by_value * lead > 0.0 && lead.abs() > by_value.abs() {
                by_value = lead;
            }
            let [by_value, by_lead] = [by_value + unseen, lead + unseen];
            1.0 / (1.0 + libm::expf(-by_value - self.lead_share * (by_lead - by_value)))
        })
    }

    fn share(&self, game: &Position) -> Option<f64> {
        const START: f64 = 0.2;
        const END: f64 = 0.6;
        let [early, late] = self.shares;
        let late = late.min(early);
        let t = ((game.filled() - START) / (END - START)).clamp(0.0, 1.0);
        Some(early + (late - early) * t)
    }

    fn margin(&self, game: &Position) -> f32 {
        let points = f32::from(game.board().size()).powi(2);
        let lead =
            f32::from(game.to_play().sign()) * self.lead() * points / (game.greatest_score() as f32 / 2.0);
        lead.clamp(-1.0, 1.0)
    }

    fn owners(&self, game: &Position, owners: &mut [i8]) {
        for p in game.board().points() {
            let owner = f32::from(game.to_play().sign() * CERTAIN) * self.owner(game, p);
            owners[p.index()] = owner.round() as i8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framework::{Color, Game, Symmetric};
    use crate::go::{Komi, Rules, Scoring, vertex};

    #[test]
    fn every_size_from_8_on_has_a_network_that_knows_a_first_move() {
        assert!(built_in_network(7).is_none());
        let networks = |size| [built_in_network(size), rank_network(size)].map(|network| (size, network));
        for (size, network) in [8, 9, 11, 12, 13, 19].into_iter().flat_map(networks) {
            let network = network.expect("the built-in network can be read");
            let mut knowledge = NetKnowledge::new(network, 1.0);
            let position = Position::new(size, Rules::default());
            let moves = position.moves();
            let mut candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
            knowledge.edit(&position, &mut candidates, &mut Rng::new(1));
            let sum: f32 = candidates.iter().map(|candidate| candidate.probability).sum();
            assert!((sum - 1.0).abs() < 1e-3, "{size}: {sum}");
            let best = candidates.iter().max_by(|a, b| a.probability.total_cmp(&b.probability)).unwrap();
            let p = Point::of_move(best.mv);
            assert!(
                best.mv != Move::PASS && p.col().min(p.row()) >= 1,
                "{size}: {}",
                position.move_text(best.mv)
            );
            // On small boards, a komi of 7.5 outweighs the first move.
            assert!(knowledge.estimate().is_some_and(|value| (0.05..0.95).contains(&value)));
        }
    }

    #[test]
    fn an_estimate_has_a_share_of_the_lead() {
        let position = after(&["E5", "C3", "G7"]);
        let log_odds = |share: f32| {
            let mut knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0).with_lead(share);
            knowledge.edit(&position, &mut Vec::new(), &mut Rng::new(1));
            let value = knowledge.estimate().unwrap();
            ((value / (1.0 - value)).ln(), knowledge.lead() * 81.0)
        };
        let [(by_value, points), (mixed, _), (by_lead, _)] = [0.0, 0.3, 1.0].map(log_odds);
        assert!((by_lead - 20.0 / 3.0 * points / 9.0).abs() < 1e-3, "{by_lead}, {points} points");
        assert!((mixed - 0.7 * by_value - 0.3 * by_lead).abs() < 1e-3, "{mixed}, {by_value}, {by_lead}");
        assert!((by_value - by_lead).abs() > 0.01, "{by_value}, {by_lead}");
    }

    #[test]
    fn a_point_of_komi_is_a_point_of_the_lead_whatever_the_network_knows() {
        for (size, known) in [(9, 15), (19, 15), (9, 13), (19, 13)] {
            let look = |half_points: i32, passes: usize| {
                let rules = Rules { komi: Komi::from_half_points(half_points), ..Rules::default() };
                let mut position = Position::new(size, rules);
                (0..passes).for_each(|_| position.play(Move::PASS).unwrap());
                let mut knowledge = NetKnowledge::new(built_in_network(size).unwrap(), 1.0).with_lead(0.3);
                knowledge.edit(&position, &mut Vec::new(), &mut Rng::new(1));
                (knowledge.estimate().unwrap(), knowledge.lead() * f32::from(size).powi(2))
            };
            let away = if known == 15 { 60 } else { -60 };
            for (passes, sign) in [(0, -1.0), (1, 1.0)] {
                let [(value, lead), (far_value, far_lead)] =
                    [known, known + away].map(|komi| look(komi, passes));
                let gain = sign * away as f32 / 2.0;
                assert!((far_lead - lead - gain).abs() < 1e-3, "{size}, {known}: {lead} {far_lead}");
                assert!((far_value > value) == (gain > 0.0), "{size}, {known}: {value} {far_value}");
                assert!(if gain > 0.0 { far_value > 0.99 } else { far_value < 0.01 }, "{size}: {far_value}");
            }
        }
    }

    /// The position on 9x9 after moves.
    fn after(moves: &[&str]) -> Position {
        let mut position = Position::new(9, Rules::default());
        moves.iter().for_each(|mv| position.play(position.parse_move(mv).unwrap()).unwrap());
        position
    }

    /// The first player's win probability and lead in points.
    fn look(position: &Position) -> (f32, f32) {
        let size = position.board().size();
        let mut knowledge = NetKnowledge::new(built_in_network(size).unwrap(), 1.0).with_lead(0.3);
        knowledge.edit(position, &mut Vec::new(), &mut Rng::new(1));
        (knowledge.estimate().unwrap(), knowledge.lead() * f32::from(size).powi(2))
    }

    #[test]
    fn more_komi_is_never_better_for_black() {
        for size in [9, 13, 19] {
            let of = |half_points| {
                let rules = Rules { komi: Komi::from_half_points(half_points), ..Rules::default() };
                look(&Position::new(size, rules)).0
            };
            let values: Vec<f32> = (-3..21).map(of).collect();
            assert!(values.is_sorted_by(|a, b| a >= b), "{size}: {values:?}");
        }
    }

    #[test]
    fn who_leads_by_much_whatever_the_komi_is_the_likely_winner() {
        for half_points in (-21..121).step_by(10) {
            let rules = Rules { komi: Komi::from_half_points(half_points), ..Rules::default() };
            let mut position = Position::new(9, rules);
            for mv in ["E5", "pass", "C3", "pass", "G7", "pass", "C7", "pass", "G3", "pass"] {
                position.play(position.parse_move(mv).unwrap()).unwrap();
            }
            let (value, lead) = look(&position);
            assert!(lead.abs() < 3.0 || (value > 0.5) == (lead > 0.0), "{half_points}: {value}, {lead}");
        }
    }

    #[test]
    fn under_territory_scoring_each_stone_placed_costs_a_point() {
        let stones = ["C3", "G7", "C7", "G3"];
        let of = |scoring, half_points| {
            let rules = Rules { scoring, komi: Komi::from_half_points(half_points), ..Rules::default() };
            let stones = stones.map(|text| Point::of_move(vertex::parse(text, 9).unwrap()));
            let stones = stones.into_iter().map(|p| (p, Some(Color::Black)));
            look(&Position::from_stones(9, rules, stones).unwrap())
        };
        // Four stones, and half a point for the next move, because both players may end with as many moves.
        assert_eq!(of(Scoring::Territory, 13), of(Scoring::Area, 13 + 2 * 4 + 1));
    }

    #[test]
    fn the_weight_of_estimates_changes_while_the_board_fills() {
        let points: Vec<_> = Position::new(9, Rules::default()).board().points().collect();
        let shares = |shares| {
            let knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0).with_shares(shares);
            [0, 16, 32, 49, 80].map(|stones: usize| {
                let stones = points[..stones].iter().map(|&p| (p, Some(Color::Black)));
                knowledge.share(&Position::from_stones(9, Rules::default(), stones).unwrap()).unwrap()
            })
        };
        let is_near = |found: [f64; 5], expected| {
            assert!(found.iter().zip(expected).all(|(a, b): (_, f64)| (a - b).abs() < 0.01), "{found:?}");
        };
        is_near(shares([1.0, 0.4]), [1.0, 1.0, 0.71, 0.4, 0.4]);
        // A weight that was set low stays low.
        is_near(shares([0.3, 1.0]), [0.3; 5]);
    }

    #[test]
    fn a_search_sees_one_image_of_each_position_and_different_ones_of_different_positions() {
        let mut seen = [false; SYMMETRIES as usize];
        let moves = ["E5", "C3", "G7", "C7", "D3", "G6", "F2", "G3", "F7", "C5"];
        for position in (1..=moves.len()).map(|count| after(&moves[..count])) {
            let estimate = |symmetry: Option<u8>| {
                let mut knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0);
                symmetry.into_iter().for_each(|symmetry| knowledge.show(symmetry));
                knowledge.edit(&position, &mut Vec::new(), &mut Rng::new(1));
                knowledge.estimate()
            };
            let found = estimate(None);
            let image = (0..SYMMETRIES).find(|&symmetry| estimate(Some(symmetry)) == found).unwrap();
            seen[usize::from(image)] = true;
        }
        assert!(seen.into_iter().filter(|&is_seen| is_seen).count() >= 4, "{seen:?}");
    }

    #[test]
    fn seven_refinements_give_the_mean_over_all_images() {
        let position = after(&["C7", "D3", "G6", "F2", "F7"]);
        let mut candidates: Vec<_> = position.moves().into_iter().map(Candidate::new).collect();
        let mut knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0);
        let mut sums = vec![0.0; candidates.len()];
        for symmetry in 0..SYMMETRIES {
            knowledge.show(symmetry);
            knowledge.edit(&position, &mut candidates, &mut Rng::new(1));
            candidates.iter().zip(&mut sums).for_each(|(candidate, sum)| *sum += candidate.probability);
        }
        let mut knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0);
        knowledge.edit(&position, &mut candidates, &mut Rng::new(1));
        // There is no ninth.
        (1..10).for_each(|images| knowledge.refine(&position, &mut candidates, images));
        for (candidate, sum) in candidates.iter().zip(sums) {
            assert!((candidate.probability - sum / 8.0).abs() < 1e-5, "{candidate:?}, {}", sum / 8.0);
        }
    }

    #[test]
    fn an_image_is_evaluated_as_the_same_game_on_a_turned_board() {
        let mut knowledge = NetKnowledge::new(built_in_network(9).unwrap(), 1.0);
        let mut evaluate = |position: &Position, symmetry| {
            let moves = position.moves();
            let mut candidates: Vec<_> = moves.into_iter().map(Candidate::new).collect();
            knowledge.show(symmetry);
            knowledge.edit(position, &mut candidates, &mut Rng::new(1));
            let owners =
                position.board().points().map(|p| (p.to_move(), knowledge.owner(position, p))).collect();
            (candidates, owners, knowledge.estimate(), knowledge.lead())
        };
        for symmetry in 0..8 {
            let [mut position, mut turned] = [(); 2].map(|()| Position::new(9, Rules::default()));
            for mv in ["C7", "D3", "G6", "F2"].map(|text| position.parse_move(text).unwrap()) {
                position.play(mv).unwrap();
                turned.play(position.image(mv, symmetry)).unwrap();
            }
            let (found, owners, value, lead): (_, Vec<_>, _, _) = evaluate(&position, symmetry);
            let (images, turned_owners, same_value, same_lead) = evaluate(&turned, 0);
            assert_eq!((value, lead), (same_value, same_lead), "{symmetry}");
            let turn = |&(mv, owner): &(Move, f32)| (position.image(mv, symmetry), owner);
            assert!(owners.iter().map(turn).all(|owner| turned_owners.contains(&owner)), "{symmetry}");
            for candidate in found {
                let image =
                    images.iter().find(|other| other.mv == position.image(candidate.mv, symmetry)).unwrap();
                assert!((candidate.probability - image.probability).abs() < 1e-6, "{symmetry}");
            }
        }
    }
}
