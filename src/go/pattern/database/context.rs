//! The context of a move that pattern properties refer to: nearness, self-atari and captures in one byte, computed from
//! a board and the points near the last move.

use std::fmt;

use crate::framework::Color;
use crate::go::board::{Board, Liberties, Point, PointSet, Tracking, cell};

/// The effect of a stone at a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effect {
    /// The number of stones it captures.
    pub captured: usize,
    /// Whether its chain has at most one liberty after the captures; suicide is self-atari too.
    pub self_atari: bool,
    /// Whether its chain has no liberty after the captures.
    pub suicide: bool,
}

/// The context of a legal move, which selects one of the values of a 3x3 neighborhood.
///
/// | bit | meaning |
/// |---|---|
/// | 0 | the move is near the last one |
/// | 1 | it is a self-atari |
/// | 2 | it would be a self-atari for the opponent |
/// | 3 | it would be suicide for the opponent |
/// | 4-5 | the number of stones it captures, 3 for three or more |
/// | 6-7 | the number of stones that the opponent would capture there, 3 for three or more |
///
/// The sixteen contexts without captures come first, so their values share a cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Context(u8);

impl Context {
    /// Bit: the move is near the last one.
    pub const NEAR: u8 = 1;
    /// Bit: the move is self-atari.
    pub const SELF_ATARI: u8 = 1 << 1;
    /// Bit: the point would be self-atari for the opponent.
    pub const OPPONENT_SELF_ATARI: u8 = 1 << 2;
    /// Bit: the point would be suicide for the opponent.
    pub const OPPONENT_SUICIDE: u8 = 1 << 3;
    /// The number of low bits for nearness and self-atari.
    pub const UNSAFE_BITS: u32 = 3;
    /// The number of contexts.
    pub const COUNT: usize = 256;

    /// The context of a move from the effects of a stone of either player there.
    #[inline(always)]
    pub const fn new(is_near: bool, own: Effect, opponent: Effect) -> Self {
        const fn three(stones: usize) -> u8 {
            if stones < 3 { stones as u8 } else { 3 }
        }
        Self(
            is_near as u8
                | (own.self_atari as u8) << 1
                | (opponent.self_atari as u8) << 2
                | (opponent.suicide as u8) << 3
                | three(own.captured) << 4
                | three(opponent.captured) << 6,
        )
    }

    /// The context with these bits.
    #[inline(always)]
    pub const fn from_bits(bits: u8) -> Self {
        Self(bits)
    }

    /// The index into the values of a neighborhood.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number of stones that the move captures, at most 3.
    pub const fn captured(self) -> u8 {
        self.0 >> 4 & 3
    }

    /// The number of stones that the opponent would capture, at most 3.
    pub const fn opponent_captured(self) -> u8 {
        self.0 >> 6
    }

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }
}

/// Writes one property of each kind, in database spelling.
impl fmt::Display for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choose = |bit, yes, no| if self.has(bit) { yes } else { no };
        let text = format!(
            "{},{},{},{},ocap{},xcap{}",
            choose(Self::NEAR, "near", "far"),
            choose(Self::SELF_ATARI, "ounsafe", "osafe"),
            choose(Self::OPPONENT_SELF_ATARI, "xunsafe", "xsafe"),
            choose(Self::OPPONENT_SUICIDE, "xsuicide", "xnosuicide"),
            self.captured(),
            self.opponent_captured(),
        );
        f.pad(&text)
    }
}

/// A set of contexts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contexts([u64; 4]);

impl Contexts {
    /// All contexts.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The contexts of this set that satisfy a condition.
    pub fn filter(self, condition: impl Fn(Context) -> bool) -> Self {
        let mut words = [0; 4];
        for context in self.iter().filter(|&context| condition(context)) {
            words[context.index() >> 6] |= 1 << (context.index() & 63);
        }
        Self(words)
    }

    /// The intersection of two sets.
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The contexts of this set that are not in the other.
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// Whether the set contains a context.
    pub fn contains(self, context: Context) -> bool {
        self.0[context.index() >> 6] >> (context.index() & 63) & 1 != 0
    }

    /// Iterates over the contexts of the set.
    pub fn iter(self) -> impl Iterator<Item = Context> {
        (0..=u8::MAX).map(Context).filter(move |&context| self.contains(context))
    }
}

/// A property: its name and its condition.
pub type Property = (&'static str, fn(Context) -> bool);

/// All properties.
pub const PROPERTIES: [Property; 24] = [
    ("near", |c| c.has(Context::NEAR)),
    ("far", |c| !c.has(Context::NEAR)),
    ("osafe", |c| !c.has(Context::SELF_ATARI)),
    ("ounsafe", |c| c.has(Context::SELF_ATARI)),
    ("xsafe", |c| !c.has(Context::OPPONENT_SELF_ATARI)),
    ("xunsafe", |c| c.has(Context::OPPONENT_SELF_ATARI)),
    ("xsuicide", |c| c.has(Context::OPPONENT_SUICIDE)),
    ("xnosuicide", |c| !c.has(Context::OPPONENT_SUICIDE)),
    ("ocap0", |c| c.captured() == 0),
    ("ocap1", |c| c.captured() == 1),
    ("ocap2", |c| c.captured() == 2),
    ("ocap3", |c| c.captured() == 3),
    ("ocap1+", |c| c.captured() >= 1),
    ("ocap1-", |c| c.captured() <= 1),
    ("ocap2+", |c| c.captured() >= 2),
    ("ocap2-", |c| c.captured() <= 2),
    ("xcap0", |c| c.opponent_captured() == 0),
    ("xcap1", |c| c.opponent_captured() == 1),
    ("xcap2", |c| c.opponent_captured() == 2),
    ("xcap3", |c| c.opponent_captured() == 3),
    ("xcap1+", |c| c.opponent_captured() >= 1),
    ("xcap1-", |c| c.opponent_captured() <= 1),
    ("xcap2+", |c| c.opponent_captured() >= 2),
    ("xcap2-", |c| c.opponent_captured() <= 2),
];

/// The effects of a stone of either color at the empty point `p`, legal or not.
///
/// A branch-free pass over the four neighbors. If a capture of several stones leaves one liberty beside `p`, it also
/// visits the captured stones, which may leave liberties elsewhere.
#[inline(always)]
pub fn effects<F: Tracking>(board: &Board<F>, p: Point) -> [Effect; 2] {
    let (code, atari_bits) = (board.neighborhood3x3(p), board.atari_bits(p));
    let neighbors = p.neighbors();
    let heads = neighbors.map(|q| board.head(q));
    let is_at = |i: usize, cell: u8| code >> (2 * i) & 3 == u16::from(cell);
    let is_new = |i: usize| heads[..i].iter().fold(true, |is_new, &head| is_new & (head != heads[i]));
    let (mut open, mut friends) = (Liberties::NONE, [Liberties::NONE; 2]);
    for (i, q) in neighbors.into_iter().enumerate() {
        open.add_if(q, is_at(i, cell::EMPTY));
        let (is_new, liberties) = (is_new(i), board.liberties(heads[i]));
        for color in Color::ALL {
            let (is_friend, friends) = (is_at(i, color as u8), &mut friends[color.index()]);
            friends.add_all_if(liberties, is_friend & is_new);
            friends.remove_if(p, is_friend);
        }
    }
    let mut captured = [0; 2];
    if atari_bits != 0 {
        for (i, q) in neighbors.into_iter().enumerate() {
            let is_in_atari = atari_bits >> i & 1 != 0;
            let size = board.chain_size(heads[i]) * usize::from(is_new(i));
            for color in Color::ALL {
                let is_prey = is_in_atari & is_at(i, !color as u8);
                friends[color.index()].add_if(q, is_prey);
                captured[color.index()] += size * usize::from(is_prey);
            }
        }
    }
    let effect = |color: Color| {
        let (mut liberties, captured) = (friends[color.index()], captured[color.index()]);
        liberties.add(open);
        let suicide = liberties.is_none();
        let is_low = liberties.at_most_one();
        let is_false = is_low & (captured > 1) && frees_more(board, heads, color, liberties.only());
        Effect { captured, self_atari: is_low & !is_false, suicide }
    };
    [effect(Color::Black), effect(Color::White)]
}

/// Whether the capture of the chains in atari among `heads` gives the chains of `color` among `heads`
/// a liberty other than `known`.
#[cold]
fn frees_more<F: Tracking>(board: &Board<F>, heads: [Point; 4], color: Color, known: Point) -> bool {
    let is_prey = |&head: &Point| board.cell(head) == !color as u8 && board.in_atari(head);
    let preys = heads.into_iter().filter(is_prey);
    preys.flat_map(|prey| board.stones_of(prey)).any(|stone| {
        let beside = |q: Point| board.cell(q) == color as u8 && heads.contains(&board.head(q));
        stone != known && stone.neighbors().into_iter().any(beside)
    })
}

/// The context of a move of `color` at `p`; `None` if illegal. Suicide and simple ko are illegal; ko is ignored for the
/// opponent's move there.
#[inline]
pub fn context<F: Tracking>(board: &Board<F>, p: Point, color: Color, is_near: bool) -> Option<Context> {
    if board.cell(p) != cell::EMPTY || board.ko_for(color) == p {
        return None;
    }
    let effects = effects(board, p);
    let own = effects[color.index()];
    (!own.suicide).then(|| Context::new(is_near, own, effects[(!color).index()]))
}

/// The points near the last move, without duplicates.
#[derive(Clone, Debug)]
pub struct Near {
    points: [Point; Self::CAPACITY],
    len: usize,
    /// The points, and possibly points that are not empty.
    set: PointSet,
}

impl Near {
    /// A power of two above the number of points on a board.
    pub const CAPACITY: usize = 512;

    /// No points.
    pub const NONE: Self = Self { points: [Point::NULL; Self::CAPACITY], len: 0, set: PointSet::EMPTY };

    /// The points.
    #[inline(always)]
    pub fn as_slice(&self) -> &[Point] {
        &self.points[..self.len.min(Self::CAPACITY)]
    }

    /// A set of the points, and possibly of points that are not empty.
    #[inline(always)]
    pub fn set(&self) -> &PointSet {
        &self.set
    }

    /// Whether an empty point is near.
    #[inline(always)]
    pub fn contains(&self, p: Point) -> bool {
        self.set.contains(p)
    }

    /// Adds the liberties of a chain if it has at most two.
    #[inline(always)]
    fn add_low<F: Tracking>(&mut self, board: &Board<F>, head: Point) {
        let liberties = board.liberties(head);
        if liberties.is_one() {
            self.insert(liberties.only());
        } else if let Some([a, b]) = board.two_liberties(head) {
            self.insert(a);
            self.insert(b);
        }
    }

    #[inline(always)]
    fn insert(&mut self, p: Point) {
        if !self.contains(p) {
            self.points[self.len & (Self::CAPACITY - 1)] = p;
            self.len += 1;
            self.set.insert(p);
        }
    }

    /// Sets the points to the empty points near the last move, none after a pass. These are
    ///
    /// - the eight points around it;
    /// - the liberties of chains with at most two liberties, of either color, that contain it or are adjacent to it;
    /// - the points that the board reports as [stirred](Board::stirred).
    #[inline(always)]
    pub fn update<F: Tracking>(&mut self, board: &Board<F>, last: Point) {
        (self.len, self.set) = (0, PointSet::EMPTY);
        if last == Point::NULL {
            return;
        }
        // Branch-free: writes every point; the next one overwrites it if not empty.
        let code = board.neighborhood3x3(last);
        for (i, p) in last.surroundings().into_iter().enumerate() {
            self.points[self.len & (Self::CAPACITY - 1)] = p;
            self.len += usize::from(code >> (2 * i) & 3 == u16::from(cell::EMPTY));
        }
        self.set.insert_area(last);
        // The point is empty only after a suicide.
        self.set.remove(last);
        // Branch-free, because chains with few liberties are hard to predict.
        let [n, e, s, w] = last.neighbors();
        let stones = [last, n, e, s, w];
        let mut low = 0_u32;
        for (i, &p) in stones.iter().enumerate() {
            let (cell, head) = (board.cell(p), board.head(p));
            let is_stone = (cell == cell::BLACK) | (cell == cell::WHITE);
            // Neighbors of the same color belong to the chain of the last stone.
            let is_new = (i == 0) | (cell != board.cell(last));
            low |= u32::from(is_stone & is_new & board.may_have_two_liberties(head)) << i;
        }
        while low != 0 {
            self.add_low(board, board.head(stones[low.trailing_zeros() as usize % stones.len()]));
            low &= low - 1;
        }
        if !board.stirred().is_empty() {
            board.stirred().for_each(|p| {
                if board.cell(p) == cell::EMPTY {
                    self.insert(p);
                }
            });
        }
    }
}

/// The empty points near the last move.
pub fn near_points<F: Tracking>(board: &Board<F>, last: Point) -> Near {
    let mut near = Near::NONE;
    near.update(board, last);
    near
}
