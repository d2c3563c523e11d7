//! The values of a database by 3x3 code and context: two loads for a move, however many patterns there are.
//!
//! Codes with the same values in all contexts share a class. A lookup of a code gives the class for either
//! player at once; the class has a value for each context, and the greatest value over what is unknown of
//! self-atari, for policies that draw first and look at liberties only then.

use std::collections::HashMap;

use super::figure::{Shape, exchange_colors};
use super::{Context, Contexts, Database};
use crate::framework::Color;
use crate::go::board::{empty_bits, is_surrounded};

/// The values of a class by context; aligned so that those without captures are one cache line.
#[derive(Clone, PartialEq, Eq, Hash)]
#[repr(align(64))]
struct Values([u32; Context::COUNT]);

impl Values {
    fn greatest(&self) -> [u32; Context::COUNT_WITHOUT_SAFETY] {
        let mut greatest = [0; Context::COUNT_WITHOUT_SAFETY];
        for context in Contexts::ALL.iter() {
            let bound = &mut greatest[context.without_safety()];
            *bound = self.0[context.index()].max(*bound);
        }
        greatest
    }
}

/// Returns the greatest value of a move where no chain beside it is in atari: nothing is captured, and it is suicide
/// where all neighbors are the opponent's.
fn quiet(code: u16, color: Color, is_near: bool, values: &Values) -> u32 {
    if is_surrounded(code, !color) {
        return 0;
    }
    let empty = empty_bits(code).count_ones();
    let is_possible = |context: Context| {
        context.is_near() == is_near
            && context.captured() == 0
            && context.opponent_captured() == 0
            && context.is_opponent_suicide() == is_surrounded(code, color)
            && (empty < 2 || context.is_safe_for_both())
    };
    let contexts = Contexts::ALL.filter(is_possible);
    contexts.iter().map(|context| values.0[context.index()]).max().unwrap_or(0)
}

/// The values of all moves; shared by all threads, about 300 KiB and a KiB for each class.
pub struct Table {
    /// The classes of a code: for Black in the low half, for White in the high one.
    codes: Box<[u32]>,
    /// For far and near moves, by code: the greatest values where no chain beside the point is in atari.
    quiet: [Box<[[u32; 2]]>; 2],
    values: Vec<Values>,
    greatest: Vec<[u32; Context::COUNT_WITHOUT_SAFETY]>,
}

impl Table {
    /// The number of 3x3 codes.
    const CODES: usize = 1 << 16;

    /// Creates the table of a database.
    ///
    /// Codes that no point can have get the values of class 0, which are 1.
    #[must_use]
    pub fn new(database: &Database) -> Self {
        let mut values = vec![Values([1; Context::COUNT])];
        let mut numbers = HashMap::from([(values[0].clone(), 0)]);
        let mut classes = vec![0; Self::CODES];
        for shape in Shape::distinct() {
            let mut new = Values([1; Context::COUNT]);
            for (entry, contexts) in database.uses(shape) {
                contexts.iter().for_each(|context| new.0[context.index()] = entry.value);
            }
            let class = *numbers.entry(new).or_insert_with_key(|new| {
                values.push(new.clone());
                (values.len() - 1) as u16
            });
            for image in shape.images() {
                classes[usize::from(image)] = class;
            }
        }
        let class = |code: u16| u32::from(classes[usize::from(code)]);
        let codes = (0..=u16::MAX).map(|code| class(code) | class(exchange_colors(code)) << 16);
        let codes: Box<[u32]> = codes.collect();
        let greatest: Vec<_> = values.iter().map(Values::greatest).collect();
        let quiet = [false, true].map(|is_near| {
            let of = |code: u16| {
                let pair = codes[usize::from(code)];
                let classes = [pair & 0xffff, pair >> 16].map(|class| class as usize);
                Color::ALL.map(|color| quiet(code, color, is_near, &values[classes[color.index()]]))
            };
            (0..=u16::MAX).map(of).collect()
        });
        Self { codes, quiet, greatest, values }
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
        let pair = self.codes[usize::from(code)];
        [pair as u16, (pair >> 16) as u16]
    }

    /// Returns the greatest values that moves at a point with this code can have where no chain beside it is in
    /// atari, by [`Color::index`] of the player to move; 0 for suicide.
    #[inline(always)]
    #[must_use]
    pub fn quiet(&self, code: u16, is_near: bool) -> [u32; 2] {
        self.quiet[usize::from(is_near)][usize::from(code)]
    }

    /// Returns the values of a class by [`Context::index`].
    #[inline(always)]
    #[must_use]
    pub fn values(&self, class: u16) -> &[u32; Context::COUNT] {
        &self.values[usize::from(class)].0
    }

    /// Returns the greatest values of a class by [`Context::without_safety`].
    #[inline(always)]
    #[must_use]
    pub fn greatest(&self, class: u16) -> &[u32; Context::COUNT_WITHOUT_SAFETY] {
        &self.greatest[usize::from(class)]
    }

    /// Returns the value of a move of `color` at a point with this code in a context.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, code: u16, color: Color, context: Context) -> u32 {
        self.values(self.classes(code)[color.index()])[context.index()]
    }
}
