//! Final status estimation: dead stones, the owner of each point, and the score.
//!
//! Playouts estimate the owner of each point. Two tests override them: static safety, and counting the eyes of chains
//! at shared liberties, which playouts leave empty because filling them loses stones. [`Status::of`] also lets a search
//! decide about chains that playouts leave in doubt.

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

/// Maximum time of an estimate; playouts take at most half of it.
const MAX_TIME: Duration = Duration::from_secs(10);
/// Playouts per estimate.
pub(super) const PLAYOUTS: u32 = 1000;
/// Minimum number of playouts for a useful estimate.
pub(super) const MIN_PLAYOUTS: u32 = 100;
/// Playouts leave a chain in doubt if the opponent's mean share of its points is at least this, but less than 1 minus
/// this.
const SURE: f32 = 0.1;
/// Maximum number of chains decided by searches, largest first.
const MAX_SEARCHED: usize = 4;
/// A chain is dead if the opponent's mean share of its points exceeds this.
const DEAD: f32 = 0.7;
/// A point is settled if one player owns it in more than this share of playouts.
const SETTLED: f32 = 0.9;
/// While more than one in this many points is unsettled, borders are open and no search decides about single chains:
/// among few stones, the whole board belongs to one color once a stone of the other is taken for dead.
pub(super) const MAX_UNSETTLED: usize = 2;
/// A point that more than this share of playouts leave empty and unowned is filled by neither color; playouts seldom
/// leave other points so. Of two or three such points, a playout may fill one.
const SHARED: f32 = 0.3;

/// An estimate of the final position.
#[derive(Clone)]
pub struct Status {
    /// The dead chains, one stone each.
    pub dead: Vec<Point>,
    /// The chains that live with fewer than two eyes, one stone each.
    pub seki: Vec<Point>,
    /// The other chains, one stone each.
    pub alive: Vec<Point>,
    /// The final score in half points: Black's lead after White's compensation.
    pub score: i32,
    /// The owner of each point in that score; an empty one is territory.
    pub owners: Map<Option<Color>>,
    /// Ownership: the share of playouts in which Black owns each point, minus White's, from -1 to 1.
    pub ownership: Map<f32>,
    /// The points without a clear owner, except in seki.
    pub unsettled: Vec<Point>,
}

/// The shares of playouts in which Black and White own each point.
struct Shares(Map<[f32; 2]>);

impl Status {
    /// Estimates the final position, by playouts and by searches for chains that they leave in doubt. Seeds are fixed,
    /// so the result is deterministic for a position and specification, unless time runs out on a slow machine or the
    /// control stops the estimate.
    pub fn of(spec: &PlayerSpec, position: &Position, control: &Control) -> Self {
        let (start, least) = (Instant::now(), MIN_PLAYOUTS);
        let until = |part: Duration| Until { deadline: Some(start + part), control };
        let goes_on = |begun| begun < least || until(MAX_TIME / 2).goes_on();
        let shares = Shares::of(spec, position, PLAYOUTS, goes_on).0;
        Self::new(position, shares, |head, dead, ownership| {
            doubt::lives(spec, position, head, dead, ownership, until(MAX_TIME))
        })
    }

    /// Same estimate by playouts alone; `None` if stopped before there are enough of them.
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

    /// The dead stones on the board of the estimate.
    pub fn dead_stones(&self, board: &Board) -> impl Iterator<Item = Point> {
        self.dead.iter().flat_map(|&head| board.stones_of(head))
    }

    /// Makes the estimate from the shares; `lives` decides, if it can, whether a doubtful chain lives, given the chain,
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
            let eyes = |head: Point| groups.eyes(head);
            let weak = heads.iter().copied().filter(|&head| eyes(head) < 2);
            weak.filter_map(|head| Some((head, siege(board, head, &shared, eyes)?))).collect()
        };
        // Counting eyes decides about chains at shared liberties, searches about the other doubtful ones.
        let sieges = besieged(&dead);
        let lost: Vec<Point> =
            sieges.iter().filter(|(_, siege)| *siege == Siege::Lost).map(|&(head, _)| head).collect();
        let unsettled = board.points().filter(|&p| shares.owner(p).is_none()).count();
        let is_early = unsettled * MAX_UNSETTLED > board.points().count();
        let is_free = |head: &Point| !is_early && !sieges.iter().any(|(other, _)| other == head);
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
        let is_seki_stone = |p: Point| board.color_at(p).is_some() && seki.contains(&board.head(p));
        let in_seki = |p: Point| {
            is_seki_stone(p)
                || shared.contains(&p)
                    && p.neighbors().into_iter().any(|q| board.is_on_board(q) && is_seki_stone(q))
        };
        let unsettled = board.points().filter(|&p| shares.owner(p).is_none() && !in_seki(p)).collect();
        let ownership = shares.ownership(board);
        let owner = |p: Point| shares.owner(p);
        let (score, owners) = match rules.scoring {
            Scoring::Territory if !rules.capture_dead => territory::score(position, &dead, &seki, owner),
            _ => (score::final_score(position, &dead), score::owners(board, &dead)),
        };
        Self { score, owners, dead, seki, alive, ownership, unsettled }
    }
}

impl Shares {
    /// Runs playouts; returns the shares and the number of playouts.
    fn of(
        spec: &PlayerSpec,
        position: &Position,
        playouts: u32,
        goes_on: impl Fn(u32) -> bool,
    ) -> (Self, u64) {
        let mut policy = policy(spec);
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

    /// The color that owns the point in more than [`SETTLED`] of the playouts.
    fn owner(&self, p: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.0[p][color.index()] > SETTLED)
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

    /// The doubtful chains, at most `MAX_SEARCHED`, largest first.
    fn doubtful(&self, board: &Board, heads: impl Iterator<Item = Point>) -> Vec<Point> {
        let mut doubtful: Vec<Point> =
            heads.filter(|&head| (SURE..1.0 - SURE).contains(&self.lost(board, head))).collect();
        doubtful.sort_by_key(|&head| std::cmp::Reverse(board.chain_size(head)));
        doubtful.truncate(MAX_SEARCHED);
        doubtful
    }

    /// Assigns a chain's stones to their owner.
    fn keep(&mut self, board: &Board, head: Point) {
        let Some(color) = board.color_at(head) else { return };
        for p in board.stones_of(head) {
            self.0[p] = [0.0; 2];
            self.0[p][color.index()] = 1.0;
        }
    }

    /// The opponent's mean share of a chain's points.
    fn lost(&self, board: &Board, head: Point) -> f32 {
        let foreign = board.color_at(head).map_or(0, |color| (!color).index());
        let lost: f32 = board.stones_of(head).map(|p| self.0[p][foreign]).sum();
        lost / board.chain_size(head) as f32
    }

    /// Assigns a chain and its liberties to the opponent.
    fn lose(&mut self, board: &Board, head: Point) {
        let Some(color) = board.color_at(head) else { return };
        for stone in board.stones_of(head) {
            for p in stone.neighbors().into_iter().chain([stone]) {
                if board.is_on_board(p) && board.color_at(p) != Some(!color) {
                    self.0[p] = [0.0; 2];
                    self.0[p][(!color).index()] = 1.0;
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
    /// Its opponents there also have fewer than two eyes.
    Mutual,
    /// An opponent there has two eyes and can fill the liberties at any time.
    Lost,
}

/// Whether a point is a stone of a chain.
fn is_of(board: &Board, p: Point, head: Point) -> bool {
    board.color_at(p).is_some() && board.head(p) == head
}

/// Whether a chain shares a liberty with one of the other color, or touches it.
fn besieges(board: &Board, killer: Point, head: Point) -> bool {
    board.color_at(killer) != board.color_at(head)
        && board.stones_of(killer).flat_map(|stone| stone.neighbors()).any(|p| {
            let is_liberty = board.cell(p) == cell::EMPTY;
            is_of(board, p, head) || is_liberty && p.neighbors().into_iter().any(|q| is_of(board, q, head))
        })
}

/// The fate of a chain with fewer than two eyes; `None` if it has no shared liberty, or if it has no eye and an
/// opponent who fills one of its liberties forms a nakade shape inside it.
fn siege(board: &Board, head: Point, shared: &[Point], eyes: impl Fn(Point) -> usize) -> Option<Siege> {
    /// The minimum number of stones that one more makes a nakade shape with a vital point.
    const MIN_NAKADE: usize = 2;

    let color = board.color_at(head)?;
    let own = shared.iter().filter(|p| p.neighbors().into_iter().any(|q| is_of(board, q, head)));
    let mut opponents = own.flat_map(|p| p.neighbors()).filter(|&q| board.cell(q) == !color as u8).peekable();
    opponents.peek()?;
    if !opponents.all(|stone| eyes(board.head(stone)) < 2) {
        return Some(Siege::Lost);
    }
    let is_nakade = |p: Point| {
        let mut attackers = p.neighbors().into_iter().filter(|&q| board.cell(q) == !color as u8);
        attackers.any(|q| board.chain_size(board.head(q)) >= MIN_NAKADE)
            && nakade::is_shape_after(board, p, !color)
    };
    let liberties = board.stones_of(head).flat_map(|stone| stone.neighbors());
    let is_killed = eyes(head) == 0 && liberties.filter(|&p| board.cell(p) == cell::EMPTY).any(is_nakade);
    (!is_killed).then_some(Siege::Mutual)
}
