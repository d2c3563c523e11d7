//! A database's values by 3x3 neighborhood and context: a few loads per move, independent of the number of patterns.
//!
//! Neighborhoods with the same values in all contexts share a class, which has one value per context. One lookup
//! returns the classes for both players. Self-atari is the only part of a context that is expensive to compute and that
//! a distant move can change. So the table also has *bounds*: the maximum value of a move over the contexts that differ
//! only in self-atari. If no adjacent chain is in atari, one lookup of the neighborhood returns the bounds for both
//! players, which mostly equal the values.

use std::collections::HashMap;

use super::number::{self, number};
use super::{Context, Effect, Neighborhood};
use crate::framework::Color;
use crate::go::board::{color_bits, empty_bits, exchange_colors, is_surrounded};

/// The values of moves at a point, 0 for suicide: far from the last move, then near it, each by
/// [`Color::index`] of the player to move.
pub type Weights = [[u32; 2]; 2];

/// A class's values by context, aligned so that the values without captures share a cache line.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Values([u32; Context::COUNT]);

/// The bounds of a class, far from the last move and near it, by the bits of [`Context::index`] above
/// [`Context::UNSAFE_BITS`].
type Bounds = [[u32; 2]; Context::COUNT >> Context::UNSAFE_BITS];

/// The values of all moves, shared by all threads. Takes about 160 KiB plus more than 1 KiB per class.
///
/// Arrays over neighborhoods are indexed by `number`.
pub struct PatternTable {
    /// The classes by [`Color::index`] of the player to move.
    classes: Box<[[u16; 2]]>,
    values: Vec<Values>,
    bounds: Vec<Bounds>,
    /// The bounds of points without an adjacent chain in atari.
    quiet: Box<[Weights; number::END]>,
    /// One bit per bound: whether it equals the value.
    exact: Box<[u64; number::END / 64]>,
}

impl PatternTable {
    /// Creates the table of the values of moves in each neighborhood, by [`Context::index`].
    pub(super) fn new(values_of: impl Fn(Neighborhood) -> [u32; Context::COUNT]) -> Self {
        let mut values = Vec::new();
        let mut numbers = HashMap::new();
        let mut classes = vec![[0; 2]; number::END].into_boxed_slice();
        for shape in Neighborhood::distinct() {
            let class = *numbers.entry(Values(values_of(shape))).or_insert_with_key(|new: &Values| {
                values.push(new.clone());
                (values.len() - 1) as u16
            });
            for image in shape.images() {
                classes[number(image)][Color::Black.index()] = class;
                classes[number(exchange_colors(image))][Color::White.index()] = class;
            }
        }
        let bounds = values.iter().map(bounds).collect();
        let (quiet, exact) = (Box::new([[[0; 2]; 2]; number::END]), Box::new([0; number::END / 64]));
        let mut table = Self { classes, values, bounds, quiet, exact };
        for Neighborhood(code) in Neighborhood::all() {
            let ((bounds, is_exact), number) = (table.quiet_of(code), number(code));
            table.quiet[number] = bounds;
            table.exact[number / 64] |= u64::from(is_exact) << (number % 64);
        }
        table
    }

    /// The bounds of a point without an adjacent chain in atari, and whether they equal the values. A move there
    /// captures nothing, is suicide if all neighbors are the opponent's, and has only its empty neighbors as liberties
    /// if it joins no chain.
    fn quiet_of(&self, code: u16) -> (Weights, bool) {
        let effects = |own, foreign| {
            let effect =
                |self_atari, by| Effect { captured: 0, self_atari, suicide: is_surrounded(code, by) };
            [effect(own, Color::White), effect(foreign, Color::Black)]
        };
        // The possible values of `self_atari`.
        let cases = |color| match (empty_bits(code).count_ones(), color_bits(code, color)) {
            (2.., _) => &[false][..],
            (0 | 1, 0) => &[true],
            _ => &[false, true],
        };
        let (black, white) = (cases(Color::Black), cases(Color::White));
        let pairs = black.iter().flat_map(|own| white.iter().map(move |foreign| (own, foreign)));
        let weights: Vec<Weights> =
            pairs.map(|(&own, &foreign)| self.weights(code, effects(own, foreign))).collect();
        let bound = |i: usize, j: usize| weights.iter().map(|weights| weights[i][j]).max().unwrap_or(0);
        let bounds = std::array::from_fn(|i| std::array::from_fn(|j| bound(i, j)));
        (bounds, weights.windows(2).all(|pair| pair[0] == pair[1]))
    }

    /// The bounds of moves at a point with this neighborhood, from the effects of stones of either color there,
    /// ignoring `self_atari`.
    #[inline(always)]
    pub fn bounds(&self, code: u16, effects: [Effect; 2]) -> Weights {
        let classes = self.classes(code);
        let of = |color: Color| {
            let (own, foreign) = (effects[color.index()], effects[(!color).index()]);
            let context = Context::new(false, own, foreign).index();
            let bounds = self.bounds[usize::from(classes[color.index()])][context >> Context::UNSAFE_BITS];
            if own.suicide { [0; 2] } else { bounds }
        };
        by_nearness([of(Color::Black), of(Color::White)])
    }

    /// The values of moves at a point with this neighborhood, from the effects of stones of either color there.
    #[inline(always)]
    pub fn weights(&self, code: u16, effects: [Effect; 2]) -> Weights {
        let classes = self.classes(code);
        let of = |color: Color| {
            let (own, foreign) = (effects[color.index()], effects[(!color).index()]);
            let values = self.values(classes[color.index()]);
            let value = |is_near| values[Context::new(is_near, own, foreign).index()];
            if own.suicide { [0; 2] } else { [value(false), value(true)] }
        };
        by_nearness([of(Color::Black), of(Color::White)])
    }

    /// The classes of a neighborhood, by [`Color::index`] of the player to move.
    #[inline(always)]
    pub fn classes(&self, code: u16) -> [u16; 2] {
        self.classes[number(code)]
    }

    /// The bounds of moves at a point with this neighborhood without an adjacent chain in atari.
    #[inline(always)]
    pub fn quiet(&self, code: u16) -> Weights {
        self.quiet[number(code)]
    }

    /// Whether the bounds of [`Self::quiet`] equal the values.
    #[inline(always)]
    pub fn is_exact(&self, code: u16) -> bool {
        let number = number(code);
        self.exact[number / 64] >> (number % 64) & 1 != 0
    }

    /// The values of a class by [`Context::index`].
    #[inline(always)]
    pub fn values(&self, class: u16) -> &[u32; Context::COUNT] {
        &self.values[usize::from(class)].0
    }

    /// The value of a move of `color` at a point with this neighborhood in a context.
    #[inline(always)]
    pub fn value(&self, code: u16, color: Color, context: Context) -> u32 {
        self.values(self.classes(code)[color.index()])[context.index()]
    }
}

/// Transposes values from (player, nearness) to (nearness, player).
#[inline(always)]
fn by_nearness([[a, b], [c, d]]: [[u32; 2]; 2]) -> Weights {
    [[a, c], [b, d]]
}

/// The bounds of a class.
fn bounds(values: &Values) -> Bounds {
    let mut bounds = Bounds::default();
    for (i, &value) in values.0.iter().enumerate() {
        let bound = &mut bounds[i >> Context::UNSAFE_BITS][i & usize::from(Context::NEAR)];
        *bound = value.max(*bound);
    }
    bounds
}
