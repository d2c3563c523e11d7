//! The values of a database by 3x3 code and context: few loads for a move, however many patterns there are.
//!
//! Codes with the same values in all contexts share a class. A lookup of a code gives the class for either
//! player at once; the class has a value for each context. Where no chain beside the point is in atari and no
//! pattern asks what is a self-atari, the context is known from the code, and one lookup gives the values for
//! either player.

use std::collections::HashMap;

use super::number::{self, number};
use super::{Context, Database, Effect, Shape};
use crate::framework::Color;
use crate::go::board::{empty_bits, exchange_colors, is_surrounded};

/// The values of moves at a point, 0 for suicide: first of moves far from the last one, then of moves near it, each by
/// [`Color::index`] of the player to move.
pub type Weights = [[u32; 2]; 2];

/// The values of a class by context; aligned so that those without captures are one cache line.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Values([u32; Context::COUNT]);

/// The values of all moves; shared by all threads, about 170 KiB and a KiB for each class.
///
/// The tables by 3x3 code hold those that points can have, by `number`.
pub struct Table {
    /// The classes by [`Color::index`] of the player to move.
    classes: Box<[[u16; 2]]>,
    quiet: Box<[Weights]>,
    values: Vec<Values>,
}

impl Table {
    /// Stands for what the code alone does not tell. Weights that happen to be the same are looked up twice.
    const UNKNOWN: Weights = [[u32::MAX; 2]; 2];

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
        let quiet = vec![[[0; 2]; 2]; number::END].into_boxed_slice();
        let mut table = Self { classes, quiet, values };
        for Shape(code) in Shape::all() {
            table.quiet[number(code)] = table.quiet_weights(code).unwrap_or(Self::UNKNOWN);
        }
        table
    }

    /// Returns the values where no chain beside the point is in atari, if it does not matter for them what is a
    /// self-atari: nothing is captured, and a move is suicide where all neighbors are the opponent's.
    fn quiet_weights(&self, code: u16) -> Option<Weights> {
        let suicide = Color::ALL.map(|color| is_surrounded(code, !color));
        // With two empty neighbors no move is a self-atari.
        let unsafe_ = if empty_bits(code).count_ones() >= 2 { [false].as_slice() } else { &[false, true] };
        let mut all = unsafe_.iter().flat_map(|&own| unsafe_.iter().map(move |&foreign| [own, foreign])).map(
            |unsafe_| {
                self.weights(
                    code,
                    Color::ALL.map(|color| Effect {
                        captured: 0,
                        self_atari: unsafe_[color.index()],
                        suicide: suicide[color.index()],
                    }),
                )
            },
        );
        let first = all.next()?;
        all.all(|other| other == first).then_some(first)
    }

    /// Returns the values of moves at a point with this code from what stones of either color would do there.
    #[inline(always)]
    #[must_use]
    pub fn weights(&self, code: u16, effects: [Effect; 2]) -> Weights {
        let classes = self.classes(code);
        let pairs = Color::ALL.map(|color| {
            let (own, foreign) = (effects[color.index()], effects[color.opponent().index()]);
            let values = self.values(classes[color.index()]);
            let value = |is_near| values[Context::new(is_near, own, foreign).index()];
            if own.suicide { [0; 2] } else { [value(false), value(true)] }
        });
        [0, 1].map(|near| pairs.map(|pair| pair[near]))
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

    /// Returns the values of moves at a point with this code where no chain beside it is in atari, if the code
    /// tells them.
    #[inline(always)]
    #[must_use]
    pub fn quiet(&self, code: u16) -> Option<Weights> {
        let weights = self.quiet[number(code)];
        (weights[0][0] != Self::UNKNOWN[0][0]).then_some(weights)
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
