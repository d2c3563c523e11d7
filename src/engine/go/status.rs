//! The estimate of the final status: dead stones, the owner of each point, and the score.
//!
//! Playouts estimate the owner of each point. Two tests overrule them: static safety, and the count of eyes of
//! chains at shared liberties, which playouts leave empty because filling them loses stones. [`Status::of`] also lets a
//! search decide about chains that the playouts leave in doubt.

use std::time::{Duration, Instant};

use super::doubt;
use super::policies::policy;
use super::territory;
use crate::engine::playouts::Study;
use crate::engine::spec::PlayerSpec;
use crate::framework::{Color, Control, Until};
use crate::go::board::{Board, Map, cell};
use crate::go::tactics::groups::Groups;
use crate::go::tactics::secure::secure;
use crate::go::tactics::{nakade, seki};
use crate::go::{Point, Position, Scoring, score};
use crate::util::Rng;

/// The time of an estimate; playouts take half of it at most.
const MAX_TIME: Duration = Duration::from_secs(10);
/// The number of playouts of an estimate.
pub(super) const PLAYOUTS: u32 = 1000;
/// The smallest number of playouts of a useful estimate.
pub(super) const MIN_PLAYOUTS: u32 = 100;
/// Playouts leave a chain in doubt when the opponent owns at least this share of its points on average, but less than 1
/// minus this share.
const SURE: f32 = 0.1;
/// The most chains that searches decide, the largest first.
const MAX_SEARCHED: usize = 4;
/// A chain is dead when the opponent owns more than this share of its points on average.
const DEAD: f32 = 0.7;
/// A point is settled when one player owns it in more than this share of the playouts.
const SETTLED: f32 = 0.9;
/// Neither color fills a point when more than this share of the playouts leave it empty and without an owner; playouts
/// seldom leave other points so. Of two or three such points, a playout may fill one.
const SHARED: f32 = 0.3;

/// An estimate of how the position would end.
#[derive(Clone)]
pub struct Status {
    /// The dead chains, one stone of each.
    pub dead: Vec<Point>,
    /// The chains that live with fewer than two eyes, one stone of each.
    pub seki: Vec<Point>,
    /// The other chains, one stone of each.
    pub alive: Vec<Point>,
    /// The final score in half points, Black's lead with White's compensation taken off.
    pub score: i32,
    /// The share of playouts in which Black owns each point, minus White's share: from -1 to 1.
    pub ownership: Map<f32>,
    /// The points without a clear owner, except those of a seki.
    pub unsettled: Vec<Point>,
}

/// The shares of playouts in which Black and White own each point.
struct Shares(Map<[f32; 2]>);

impl Status {
    /// Estimates how a position would end, by playouts and by searches for the chains that they leave in doubt. The
    /// seeds are fixed: the same position and specification always give the same answer, except where the machine is so slow
    /// that the time runs out, or the control ends the estimate early.
    pub fn of(spec: &PlayerSpec, position: &Position, control: &Control) -> Self {
        let (start, least) = (Instant::now(), MIN_PLAYOUTS);
        let until = |part: Duration| Until { deadline: Some(start + part), control };
        let goes_on = |begun| begun < least || until(MAX_TIME / 2).goes_on();
        let shares = Shares::of(spec, position, PLAYOUTS, goes_on).0;
        Self::new(position, shares, |head, dead, ownership| {
            doubt::lives(spec, position, head, dead, ownership, until(MAX_TIME))
        })
    }

    /// Estimates the same by playouts alone; `None` when the end comes before there are enough of them.
    pub fn by_playouts(
        spec: &PlayerSpec,
        position: &Position,
        playouts: u32,
        until: Until<'_>,
    ) -> Option<Self> {
        let (shares, played) = Shares::of(spec, position, playouts, |_| until.goes_on());
        let is_cut = !until.goes_on() && played < u64::from(playouts.min(MIN_PLAYOUTS));
        (!is_cut).then(|| Self::new(position, shares, |_, _, _| None))
    }

    /// Makes the estimate from the shares; `lives` decides, if it can, whether a chain in doubt lives, from the chain,
    /// the dead chains and the ownership.
    fn new(
        position: &Position,
        mut shares: Shares,
        lives: impl Fn(Point, &[Point], &Map<f32>) -> Option<bool>,
    ) -> Self {
        let (board, rules) = (position.board(), position.rules());
        let shared = shares.shared_liberties(board);
        let heads: Vec<Point> =
            board.points().filter(|&p| board.color_at(p).is_some() && board.head(p) == p).collect();
        let mut dead: Vec<Point> =
            heads.iter().copied().filter(|&head| shares.lost(board, head) > DEAD).collect();
        let besieged = |dead: &[Point]| -> Vec<(Point, Siege)> {
            let groups = Groups::new(board, &score::owners(board, dead));
            let is_weak = |head: Point| groups.eyes(head) < 2;
            let weak = heads.iter().copied().filter(|&head| is_weak(head));
            weak.filter_map(|head| Some((head, siege(board, head, &shared, is_weak)?))).collect()
        };
        // The count of eyes decides about chains at shared liberties, and searches about the others in doubt.
        let sieges = besieged(&dead);
        let lost: Vec<Point> =
            sieges.iter().filter(|(_, siege)| *siege == Siege::Lost).map(|&(head, _)| head).collect();
        let is_free = |head: &Point| !sieges.iter().any(|(other, _)| other == head);
        for head in shares.doubtful(board, heads.iter().copied().filter(is_free)) {
            let others: Vec<Point> = dead.iter().chain(&lost).copied().collect();
            let Some(lives) = lives(head, &others, &shares.ownership(board)) else { continue };
            dead.retain(|&other| other != head);
            if lives {
                shares.keep(board, head);
            } else {
                shares.lose(board, head);
                dead.push(head);
            }
        }
        let mut seki = Vec::new();
        // Under Japanese rules a bent four in the corner kills without being played out.
        let killers: Vec<Point> = match rules.scoring {
            Scoring::Territory => heads.iter().copied().filter(|&p| seki::is_bent_four(board, p)).collect(),
            Scoring::Area => Vec::new(),
        };
        for (head, siege) in besieged(&dead) {
            let is_mutual = siege == Siege::Mutual;
            if is_mutual && killers.contains(&head) {
                dead.retain(|&other| other != head);
                shares.keep(board, head);
                continue;
            }
            if is_mutual && !killers.iter().any(|&killer| besieges(board, killer, head)) {
                dead.retain(|&other| other != head);
                seki.push(head);
            } else {
                shares.lose(board, head);
                if !dead.contains(&head) {
                    dead.push(head);
                }
            }
        }
        if rules.capture_dead {
            dead.clear();
        }
        let alive = heads.into_iter().filter(|head| !dead.contains(head) && !seki.contains(head)).collect();
        let is_unsettled = |p: &Point| shares.0[*p].iter().all(|&share| share <= SETTLED);
        let is_seki_stone = |p: Point| board.color_at(p).is_some() && seki.contains(&board.head(p));
        let in_seki = |p: Point| {
            is_seki_stone(p)
                || shared.contains(&p)
                    && p.neighbors().into_iter().any(|q| board.is_on_board(q) && is_seki_stone(q))
        };
        let unsettled = board.points().filter(|&p| is_unsettled(&p) && !in_seki(p)).collect();
        let ownership = shares.ownership(board);
        let owner = |p: Point| Color::ALL.into_iter().find(|color| shares.0[p][color.index()] > SETTLED);
        let score = match rules.scoring {
            Scoring::Territory if !rules.capture_dead => territory::score(position, &dead, &seki, owner),
            _ => score::final_score(position, &dead),
        };
        Self { score, dead, seki, alive, ownership, unsettled }
    }
}

impl Shares {
    /// Makes playouts; returns the shares and the number of playouts.
    fn of(
        spec: &PlayerSpec,
        position: &Position,
        playouts: u32,
        goes_on: impl Fn(u32) -> bool,
    ) -> (Self, u64) {
        let mut policy = (policy(spec.params.playout.playout_policy).make)(spec);
        let study = Study::new(&mut *policy, position, playouts, goes_on, &mut Rng::new(1));
        let mut shares = Map::new([0.0; 2]);
        let board = position.board();
        for p in board.points() {
            shares[p] = study.owned[p.index()].map(|count| count as f32 / study.playouts().max(1) as f32);
        }
        for color in Color::ALL {
            for p in secure(board, color, position.rules().suicide).points(board) {
                shares[p] = [0.0; 2];
                shares[p][color.index()] = 1.0;
            }
        }
        (Self(shares), study.playouts())
    }

    /// Black's share of each point minus White's.
    fn ownership(&self, board: &Board) -> Map<f32> {
        let mut ownership = Map::new(0.0);
        for p in board.points() {
            let [black, white] = self.0[p];
            ownership[p] = black - white;
        }
        ownership
    }

    /// Those of the chains that are in doubt, at most `MAX_SEARCHED`, the largest first.
    fn doubtful(&self, board: &Board, heads: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut doubtful: Vec<Point> =
            heads.filter(|&head| (SURE..1.0 - SURE).contains(&self.lost(board, head))).collect();
        doubtful.sort_by_key(|&head| std::cmp::Reverse(board.chain_size(head)));
        doubtful.truncate(MAX_SEARCHED);
        doubtful
    }

    /// Gives the stones of a chain to their owner.
    fn keep(&mut self, board: &Board, head: Point) {
        let Some(color) = board.color_at(head) else { return };
        for p in board.stones_of(head) {
            self.0[p] = [0.0; 2];
            self.0[p][color.index()] = 1.0;
        }
    }

    /// The share of a chain's points that the opponent owns on average.
    fn lost(&self, board: &Board, head: Point) -> f32 {
        let foreign = board.color_at(head).map_or(0, |color| color.opponent().index());
        let lost: f32 = board.stones_of(head).map(|p| self.0[p][foreign]).sum();
        lost / board.chain_size(head) as f32
    }

    /// Gives a chain and its liberties to the opponent.
    fn lose(&mut self, board: &Board, head: Point) {
        let Some(color) = board.color_at(head) else { return };
        for stone in board.stones_of(head) {
            for p in stone.neighbors().into_iter().chain([stone]) {
                if board.is_on_board(p) && board.color_at(p) != Some(!color) {
                    self.0[p] = [0.0; 2];
                    self.0[p][color.opponent().index()] = 1.0;
                }
            }
        }
    }

    /// The empty points that neither player fills, because filling them loses stones.
    fn shared_liberties(&self, board: &Board) -> Vec<Point> {
        let mut points = seki::shared_liberties(board);
        let is_left = |p: &&Point| {
            let [black, white] = self.0[**p];
            1.0 - black - white > SHARED
        };
        points.extend(board.empty_points().iter().filter(is_left));
        points
    }
}

/// The fate of a chain with fewer than two eyes at shared liberties.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Siege {
    /// Its opponents there have fewer than two eyes too.
    Mutual,
    /// An opponent there has two eyes and can fill the liberties at any time.
    Lost,
}

/// Whether a point holds a stone of a chain.
fn is_of(board: &Board, p: Point, head: Point) -> bool {
    board.is_on_board(p) && board.color_at(p).is_some() && board.head(p) == head
}

/// Whether a chain shares a liberty with one of the other color, or touches it.
fn besieges(board: &Board, killer: Point, head: Point) -> bool {
    board.color_at(killer) != board.color_at(head)
        && board.stones_of(killer).flat_map(|stone| stone.neighbors()).any(|p| {
            let is_liberty = board.is_on_board(p) && board.color_at(p).is_none();
            is_of(board, p, head) || is_liberty && p.neighbors().into_iter().any(|q| is_of(board, q, head))
        })
}

/// The fate of a chain with fewer than two eyes; `None` where it has no shared liberty, or where an opponent
/// who fills one of its liberties forms a nakade shape inside it.
fn siege(board: &Board, head: Point, shared: &[Point], is_weak: impl Fn(Point) -> bool) -> Option<Siege> {
    /// The fewest stones of a chain whose nakade shape leaves one eye only.
    const MIN_NAKADE: usize = 3;

    let color = board.color_at(head)?;
    let own = shared.iter().filter(|p| p.neighbors().into_iter().any(|q| is_of(board, q, head)));
    let mut opponents = own.flat_map(|p| p.neighbors()).filter(|&q| board.cell(q) == !color as u8).peekable();
    opponents.peek()?;
    if !opponents.all(|stone| is_weak(board.head(stone))) {
        return Some(Siege::Lost);
    }
    let is_nakade = |p: Point| {
        let mut attackers = p.neighbors().into_iter().filter(|&q| board.cell(q) == !color as u8);
        attackers.any(|q| board.chain_size(board.head(q)) >= MIN_NAKADE)
            && nakade::is_shape_after(board, p, !color)
    };
    let liberties = board.stones_of(head).flat_map(|stone| stone.neighbors());
    let is_killed = liberties.filter(|&p| board.cell(p) == cell::EMPTY).any(is_nakade);
    (!is_killed).then_some(Siege::Mutual)
}
