//! Static safety: chains that cannot be captured, and points that cannot be lost, if their owner answers.
//!
//! The owner prepares *answers*: disjoint pairs of empty points. If the opponent plays at one point of a pair, the
//! owner plays at the other; after any other move it may pass. Pairs extend Benson's algorithm in three ways:
//!
//! - **Links.** Both points touch two groups of chains. One of the points will connect the groups, so they count as one
//!   group. A group linked to unconditionally alive chains lives.
//! - **Bridges.** Both points touch a group, and both touch a third point. That point counts as a liberty of the group.
//! - **Keys.** An own stone at either point makes the group live: it links the group to living chains, or divides the
//!   space around it into eyes.
//!
//! An eye of a group is a region enclosed by living chains whose points are all liberties of the group, so the opponent
//! cannot fill it. Opponent stones are exempt if the owner never plays there, because they are never captured. A group
//! with two eyes lives. As in Benson's algorithm, chains without enough eyes are removed together with the regions they
//! border until all remaining groups live.
//!
//! After each answer a living chain has two liberties: two eyes, or the two points of a pair that touches it. So one
//! move cannot capture it. The answer is never suicide or an illegal ko capture, because its point was empty before the
//! opponent's move. Superko with earlier positions is ignored.
//!
//! The opponent cannot live in a region between living chains without two eyes of its own. A point adjacent to a living
//! stone, or bridged to one, never becomes such an eye. The region is secure if fewer than two points are left for
//! eyes, or two adjacent ones.
//!
//! Pairs are chosen greedily, so some safe chains are missed.
//!
//! # References
//! - M. Müller, "Playing it safe: recognizing secure territories in computer Go by using static rules and search", Game
//!   Programming Workshop in Japan, 1997: vital regions, merging chains by pairs of points, regions with two
//!   intersection points, and the rule about the opponent's eyes. Its rules that need local search are omitted.

use super::safety::{Region, benson, regions};
use super::{chains, flood};
use crate::framework::Color;
use crate::go::board::{Board, Map, Point, Tracking, cell};

/// The chains and points of one color that are safe if their owner answers.
#[derive(Clone)]
pub struct Secure {
    /// The heads of the chains that the opponent cannot capture.
    pub chains: Vec<Point>,
    /// The points of each region in which the opponent cannot live. Opponent stones there are dead; the owner's stones
    /// there may be captured.
    pub regions: Vec<Vec<Point>>,
    /// For each point where the owner must answer an opponent move: the answer; null elsewhere.
    pub answers: Map<Point>,
}

impl Secure {
    /// The points of all chains and regions, in ascending order.
    pub fn points<F: Tracking>(&self, board: &Board<F>) -> Vec<Point> {
        let stones = self.chains.iter().flat_map(|&head| board.stones_of(head));
        let mut points: Vec<Point> = stones.chain(self.regions.iter().flatten().copied()).collect();
        points.sort_unstable();
        points
    }
}

/// The chains and points of `color` that are safe if it answers the opponent's moves; `suicide` is whether the rules
/// allow suicide. A superset of [`benson`].
pub fn secure<F: Tracking>(board: &Board<F>, color: Color, suicide: bool) -> Secure {
    let life = benson(board, color, suicide);
    let mut analysis = Analysis {
        board,
        color,
        suicide,
        regions: regions(board, color, suicide),
        region_of: Map::new(0),
        groups: Map::new(Point::NULL),
        answers: Map::new(Point::NULL),
        untouchable: Map::new(false),
    };
    for (i, region) in analysis.regions.iter().enumerate() {
        region.points.iter().for_each(|&p| analysis.region_of[p] = i);
    }
    for p in life.regions.iter().flat_map(|region| &region.points) {
        analysis.untouchable[*p] = true;
    }
    let chains = analysis.find_chains(&life.chains);
    let regions = analysis.find_territory();
    Secure { chains, regions, answers: analysis.answers }
}

/// The dame: empty points adjacent to safe chains of both colors, which neither player can surround.
pub fn dame<F: Tracking>(board: &Board<F>, secure: &[Secure; 2]) -> Vec<Point> {
    let touches = |p: Point, secure: &Secure| {
        p.neighbors()
            .into_iter()
            .any(|q| board.color_at(q).is_some() && secure.chains.contains(&board.head(q)))
    };
    let is_dame = |&p: &Point| board.cell(p) == cell::EMPTY && secure.iter().all(|secure| touches(p, secure));
    board.points().filter(is_dame).collect()
}

/// The state of the analysis of one color.
struct Analysis<'a, F: Tracking> {
    board: &'a Board<F>,
    color: Color,
    suicide: bool,
    regions: Vec<Region>,
    /// The region index of each point without a stone of the color.
    region_of: Map<usize>,
    /// The group leader of each chain, at the chain's head; null for removed chains.
    groups: Map<Point>,
    /// The other point of each pair.
    answers: Map<Point>,
    /// The regions of unconditional life, where the owner never plays.
    untouchable: Map<bool>,
}

impl<F: Tracking> Analysis<'_, F> {
    /// The heads of living chains; those in `unconditional` live without answers.
    fn find_chains(&mut self, unconditional: &[Point]) -> Vec<Point> {
        let anchor = unconditional.first().copied().unwrap_or(Point::NULL);
        let mut heads: Vec<Point> = chains::heads(self.board, self.color).collect();
        while !heads.is_empty() {
            self.answers.fill(Point::NULL);
            for &head in &heads {
                self.groups[head] = if unconditional.contains(&head) { anchor } else { head };
            }
            self.link(&heads);
            let mut leaders: Vec<Point> = heads.iter().map(|&head| self.groups[head]).collect();
            leaders.sort_unstable();
            leaders.dedup();
            self.bridge(anchor);
            self.living(&leaders, anchor, true);
            // The last pairs may have destroyed eyes found before them.
            let living = self.living(&leaders, anchor, false);
            let before = heads.len();
            heads.retain(|&head| living.contains(&self.groups[head]));
            if heads.len() == before {
                break;
            }
            self.groups.fill(Point::NULL);
        }
        heads
    }

    /// Merges groups linked by two free points.
    fn link(&mut self, heads: &[Point]) {
        loop {
            let mut links = Vec::new();
            for &p in self.board.empty_points().iter().filter(|&&p| self.is_free(p)) {
                let around = self.groups_around(p);
                // Most open points first: they are also likeliest to divide a region.
                let closed = p.neighbors().iter().filter(|&&q| self.board.cell(q) != cell::EMPTY).count();
                for (i, &a) in around.iter().enumerate() {
                    links.extend(around[..i].iter().map(|&b| (a.min(b), a.max(b), closed, p)));
                }
            }
            links.sort_unstable();
            let mut merged = false;
            for pair in links.windows(2) {
                let [(a, b, _, p), (c, d, _, q)] = [pair[0], pair[1]];
                let is_current = |leader: Point| self.groups[leader] == leader;
                if (a, b) == (c, d) && is_current(a) && is_current(b) && self.is_free(p) && self.is_free(q) {
                    self.pair(p, q);
                    for &head in heads {
                        if self.groups[head] == b {
                            self.groups[head] = a;
                        }
                    }
                    merged = true;
                }
            }
            if !merged {
                return;
            }
        }
    }

    /// Adds bridges that make regions eyes of the groups around them.
    fn bridge(&mut self, anchor: Point) {
        for i in 0..self.regions.len() {
            let region = self.regions[i].clone();
            if !self.is_enclosed(&region) {
                continue;
            }
            let mut groups: Vec<Point> = region.border.iter().map(|&head| self.groups[head]).collect();
            groups.sort_unstable();
            groups.dedup();
            for group in groups.into_iter().filter(|&group| group != anchor) {
                if !self.is_eye(&region.points, group, Point::NULL) {
                    let touches = |this: &Self, p| this.touches(p, group);
                    let added = self.cover(&region.points, touches, 0).1;
                    if !self.is_eye(&region.points, group, Point::NULL) {
                        added.into_iter().for_each(|p| self.unpair(p));
                    }
                }
            }
        }
    }

    /// Bridges the points that do not satisfy `touches`. Returns the remaining points, and a point of each pair added.
    /// Gives up when more than `most` points remain.
    fn cover(
        &mut self,
        points: &[Point],
        touches: impl Fn(&Self, Point) -> bool,
        most: usize,
    ) -> (Vec<Point>, Vec<Point>) {
        let (mut left, mut added) = (Vec::new(), Vec::new());
        for &p in points {
            if left.len() > most {
                break;
            }
            if touches(self, p) || self.is_bridged(p, |q| touches(self, q)) {
                continue;
            }
            let is_end =
                |q: &Point| self.board.cell(*q) == cell::EMPTY && self.is_free(*q) && touches(self, *q);
            let mut ends = p.neighbors().into_iter().filter(is_end);
            match (ends.next(), ends.next()) {
                (Some(a), Some(b)) => {
                    self.pair(a, b);
                    added.push(a);
                }
                _ => left.push(p),
            }
        }
        (left, added)
    }

    /// The leaders of living groups: `anchor`, groups with two eyes, and groups with a pair of keys. With `extend`,
    /// adds pairs of keys.
    fn living(&mut self, leaders: &[Point], anchor: Point, extend: bool) -> Vec<Point> {
        let has_two_eyes = |&group: &Point| group == anchor || self.eyes(group, None, Point::NULL) >= 2;
        let mut living: Vec<Point> = leaders.iter().copied().filter(has_two_eyes).collect();
        loop {
            let before = living.len();
            for &group in leaders {
                if !living.contains(&group) && self.has_keys(group, &living, extend) {
                    living.push(group);
                }
            }
            if living.len() == before {
                return living;
            }
        }
    }

    /// Whether a group has a pair of keys. With `extend`, makes one from free points.
    fn has_keys(&mut self, group: Point, living: &[Point], extend: bool) -> bool {
        let mut keys = Vec::new();
        for &p in self.board.empty_points() {
            let is_candidate = self.answers[p] != Point::NULL || extend && self.is_free(p);
            if is_candidate && self.touches(p, group) && self.is_key(p, group, living) {
                keys.push(p);
            }
        }
        if keys.iter().any(|&p| keys.contains(&self.answers[p])) {
            return true;
        }
        keys.retain(|&p| self.is_free(p));
        if let (true, [a, b, ..]) = (extend, &keys[..]) {
            self.pair(*a, *b);
            return true;
        }
        false
    }

    /// Whether a stone at `p` makes a group live.
    fn is_key(&self, p: Point, group: Point, living: &[Point]) -> bool {
        if self.groups_around(p).iter().any(|&other| other != group && living.contains(&other)) {
            return true;
        }
        let region = &self.regions[self.region_of[p]];
        if !self.is_enclosed(region) {
            return false;
        }
        let mut seen = Map::new(false);
        seen[p] = true;
        let mut eyes = self.eyes(group, Some(self.region_of[p]), p);
        for start in p.neighbors() {
            if self.board.is_on_board(start) && self.board.cell(start) != self.color as u8 && !seen[start] {
                let part = flood(self.board, start, &mut seen, |q| self.board.cell(q) != self.color as u8);
                eyes += usize::from(self.is_eye(&part, group, p));
            }
        }
        eyes >= 2
    }

    /// The number of eyes of a group among the regions, except region `without`; `key` is the point where the owner
    /// plays.
    fn eyes(&self, group: Point, without: Option<usize>, key: Point) -> usize {
        let is_near = |region: &Region| region.border.iter().any(|&head| self.groups[head] == group);
        let others = self.regions.iter().enumerate().filter(|(i, _)| Some(*i) != without);
        others
            .filter(|(_, region)| {
                is_near(region) && self.is_enclosed(region) && self.is_eye(&region.points, group, key)
            })
            .take(2)
            .count()
    }

    /// Whether a set of points, a region or the part of one beside `key`, is an eye of a group after the owner's move
    /// at `key`.
    fn is_eye(&self, points: &[Point], group: Point, key: Point) -> bool {
        let is_beside_key = |p: Point| key != Point::NULL && p.neighbors().contains(&key);
        let is_liberty = |p: Point| {
            self.touches(p, group) || is_beside_key(p) || self.is_bridged(p, |q| self.touches(q, group))
        };
        // Where the owner never plays, opponent stones are never captured.
        let is_played = || points.iter().any(|&p| self.answers[p] != Point::NULL || is_beside_key(p));
        if !points.iter().all(|&p| self.board.cell(p) != cell::EMPTY || is_liberty(p)) {
            return false;
        }
        if (self.suicide || is_played()) && !points.iter().all(|&p| is_liberty(p)) {
            return false;
        }
        // The owner must not fill the eye with answers to moves elsewhere.
        points.iter().any(|&p| {
            let answer = self.answers[p];
            answer == Point::NULL || answer == key || points.contains(&answer)
        })
    }

    /// Adds bridges for the regions in which the opponent cannot live, and returns those regions.
    fn find_territory(&mut self) -> Vec<Vec<Point>> {
        let mut territory = Vec::new();
        let mut seen = Map::new(false);
        for start in self.board.points() {
            if seen[start] || self.is_living(start) {
                continue;
            }
            let region = flood(self.board, start, &mut seen, |q| !self.is_living(q));
            if self.untouchable[start] || self.is_quiet_eye(&region) {
                territory.push(region);
                continue;
            }
            let touches = |this: &Self, p: Point| p.neighbors().into_iter().any(|q| this.is_living(q));
            let (left, added) = self.cover(&region, touches, 2);
            let is_small = left.len() < 2 || left.len() == 2 && left[0].neighbors().contains(&left[1]);
            if is_small && region.iter().any(|&p| touches(self, p)) {
                territory.push(region);
            } else {
                added.into_iter().for_each(|p| self.unpair(p));
            }
        }
        territory
    }

    /// Whether a region is an eye of a living group, without an answer in it.
    fn is_quiet_eye(&self, points: &[Point]) -> bool {
        let Some(region) = points.first().map(|&p| &self.regions[self.region_of[p]]) else { return false };
        region.points.len() == points.len()
            && points.iter().all(|&p| self.answers[p] == Point::NULL)
            && region.border.iter().any(|&head| self.is_eye(points, self.groups[head], Point::NULL))
    }

    /// The group leader of the stone at `p`; null if there is no stone.
    fn group_at(&self, p: Point) -> Point {
        if self.board.cell(p) == self.color as u8 { self.groups[self.board.head(p)] } else { Point::NULL }
    }

    /// Whether there is a chain at `p` that has not been removed.
    fn is_living(&self, p: Point) -> bool {
        self.group_at(p) != Point::NULL
    }

    fn touches(&self, p: Point, group: Point) -> bool {
        p.neighbors().into_iter().any(|q| self.group_at(q) == group)
    }

    /// The groups around a point, without duplicates.
    fn groups_around(&self, p: Point) -> Vec<Point> {
        let mut groups: Vec<Point> = p.neighbors().map(|q| self.group_at(q)).to_vec();
        groups.retain(|&group| group != Point::NULL);
        groups.sort_unstable();
        groups.dedup();
        groups
    }

    /// Whether the two points of a pair are neighbors of `p` and satisfy `touches`.
    fn is_bridged(&self, p: Point, touches: impl Fn(Point) -> bool) -> bool {
        let around = p.neighbors();
        around.into_iter().any(|q| {
            let answer = self.answers[q];
            answer != Point::NULL && around.contains(&answer) && touches(q) && touches(answer)
        })
    }

    fn is_enclosed(&self, region: &Region) -> bool {
        !region.border.is_empty() && region.border.iter().all(|&head| self.groups[head] != Point::NULL)
    }

    /// Whether an empty point may become part of a pair.
    fn is_free(&self, p: Point) -> bool {
        self.answers[p] == Point::NULL && !self.untouchable[p]
    }

    fn pair(&mut self, a: Point, b: Point) {
        self.answers[a] = b;
        self.answers[b] = a;
    }

    fn unpair(&mut self, p: Point) {
        let answer = std::mem::replace(&mut self.answers[p], Point::NULL);
        self.answers[answer] = Point::NULL;
    }
}
