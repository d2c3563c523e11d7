//! The values of a database by 3x3 code and context: few loads for a move, however many patterns there are.
//!
//! Codes with the same values in all contexts share a class. A lookup of a code gives the class for either
//! player at once; the class has a value for each context. What is a self-atari is the one part of a context that
//! takes a walk around the point to tell, and that a move elsewhere can change. Hence *bounds*: the greatest value
//! that a move can have, whatever is a self-atari. Where no chain beside the point is in atari, one lookup of the
//! code gives them for either player, and mostly they are the values themselves.

use std::collections::HashMap;

use super::number::{self, number};
use super::{Context, Database, Effect, Shape};
use crate::framework::Color;
use crate::go::board::{color_bits, empty_bits, exchange_colors, is_surrounded};

/// The values of moves at a point, 0 for suicide: first of moves far from the last one, then of moves near it, each by
/// [`Color::index`] of the player to move.
pub type Weights = [[u32; 2]; 2];

/// The values of a class by context; aligned so that those without captures are one cache line.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Values([u32; Context::COUNT]);

/// The bounds of a class, first far from the last move, then near it, by the part of [`Context::index`] above what is
/// near or a self-atari.
type Bounds = [[u32; 2]; Context::COUNT >> Context::UNSAFE_BITS];

/// The values of all moves; shared by all threads, about 160 KiB and more than a KiB for each class.
///
/// The tables by 3x3 code hold those that points can have, by `number`.
pub struct Table {
    /// The classes by [`Color::index`] of the player to move.
    classes: Box<[[u16; 2]]>,
    values: Vec<Values>,
    bounds: Vec<Bounds>,
    /// The bounds where no chain beside the point is in atari.
    quiet: Box<[Weights; number::END]>,
    /// Whether these bounds are the values, a bit for each.
    exact: Box<[u64; number::END / 64]>,
}

impl Table {
    /// Creates the table of a database.
    #[must_use]
    pub fn new(database: &Database) -> Self {
        let mut values = Vec::new();
        let mut numbers = HashMap::new();
        let mut classes = vec![[0; 2]; number::END].into_boxed_slice();
        for shape in Shape::distinct() {
            let mut new = Values([1; Context::COUNT]);
            for (entry, contexts) in database.uses(shape) {
                contexts.iter().for_each(|context| new.0[context.index()] = entry.value);
            }
            let class = *numbers.entry(new).or_insert_with_key(|new: &Values| {
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
        for Shape(code) in Shape::all() {
            let ((bounds, is_exact), number) = (table.quiet_of(code), number(code));
            table.quiet[number] = bounds;
            table.exact[number / 64] |= u64::from(is_exact) << (number % 64);
        }
        table
    }

    /// Returns the bounds where no chain beside the point is in atari, and whether they are the values: nothing is
    /// captured, a move is suicide where all neighbors are the opponent's, and a stone without friends beside it has
    /// its empty neighbors for liberties.
    fn quiet_of(&self, code: u16) -> (Weights, bool) {
        let effects = |own, foreign| {
            let effect =
                |self_atari, by| Effect { captured: 0, self_atari, suicide: is_surrounded(code, by) };
            [effect(own, Color::White), effect(foreign, Color::Black)]
        };
        // What may be a self-atari.
        let cases = |color| match (empty_bits(code).count_ones(), color_bits(code, color)) {
            (2.., _) | (0, 0) => &[false][..],
            (1, 0) => &[true],
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

    /// Returns the greatest values that moves at a point with this code can have, whatever is a self-atari, from what
    /// else stones of either color would do there.
    #[inline(always)]
    #[must_use]
    pub fn bounds(&self, code: u16, effects: [Effect; 2]) -> Weights {
        let classes = self.classes(code);
        let of = |color: Color| {
            let (own, foreign) = (effects[color.index()], effects[color.opponent().index()]);
            let context = Context::new(false, own, foreign).index();
            let bounds = self.bounds[usize::from(classes[color.index()])][context >> Context::UNSAFE_BITS];
            if own.suicide { [0; 2] } else { bounds }
        };
        by_nearness([of(Color::Black), of(Color::White)])
    }

    /// Returns the values of moves at a point with this code from what stones of either color would do there.
    #[inline(always)]
    #[must_use]
    pub fn weights(&self, code: u16, effects: [Effect; 2]) -> Weights {
        let classes = self.classes(code);
        let of = |color: Color| {
            let (own, foreign) = (effects[color.index()], effects[color.opponent().index()]);
            let values = self.values(classes[color.index()]);
            let value = |is_near| values[Context::new(is_near, own, foreign).index()];
            if own.suicide { [0; 2] } else { [value(false), value(true)] }
        };
        by_nearness([of(Color::Black), of(Color::White)])
    }

    /// Returns the number of classes.
    #[must_use]
    pub fn class_count(&self) -> usize {
        self.values.len()
    }

    /// Returns the classes of a 3x3 code, by [`Color::index`] of the player to move.
    #[inline(always)]
    #[must_use]
    pub fn classes(&self, code: u16) -> [u16; 2] {
        self.classes[number(code)]
    }

    /// Returns the bounds of moves at a point with this code where no chain beside it is in atari.
    #[inline(always)]
    #[must_use]
    pub fn quiet(&self, code: u16) -> Weights {
        self.quiet[number(code)]
    }

    /// Returns whether these bounds are the values.
    #[inline(always)]
    #[must_use]
    pub fn is_exact(&self, code: u16) -> bool {
        let number = number(code);
        self.exact[number / 64] >> (number % 64) & 1 != 0
    }

    /// Returns the values of a class by [`Context::index`].
    #[inline(always)]
    #[must_use]
    pub fn values(&self, class: u16) -> &[u32; Context::COUNT] {
        &self.values[usize::from(class)].0
    }

    /// Returns the value of a move of `color` at a point with this code in a context.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, code: u16, color: Color, context: Context) -> u32 {
        self.values(self.classes(code)[color.index()])[context.index()]
    }
}

/// Returns far and near values by player from those of either player.
#[inline(always)]
fn by_nearness([[a, b], [c, d]]: [[u32; 2]; 2]) -> Weights {
    [[a, c], [b, d]]
}

/// Returns the bounds of a class.
fn bounds(values: &Values) -> Bounds {
    let mut bounds = Bounds::default();
    for (i, &value) in values.0.iter().enumerate() {
        let bound = &mut bounds[i >> Context::UNSAFE_BITS][i & usize::from(Context::NEAR)];
        *bound = value.max(*bound);
    }
    bounds
}
