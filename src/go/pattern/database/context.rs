//! Move contexts, tested by pattern properties: nearness, self-atari and captures in one byte.

use std::fmt;

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

    /// The bits.
    #[inline(always)]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The index into the values of a neighborhood.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether the move is near the last one.
    pub const fn is_near(self) -> bool {
        self.0 & Self::NEAR != 0
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
