//! The values of a database by 3x3 code and context: two loads for a move, however many patterns there are.
//!
//! Codes with the same values in all contexts share a class. A lookup of a code gives the class for either
//! player at once; the class has a value for each context, and the greatest value over what is unknown of
//! self-atari, for policies that draw first and look at liberties only then.

use std::collections::HashMap;

use super::{Context, Contexts, Database, Shape};
use crate::framework::Color;
use crate::go::board::exchange_colors;

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

/// The values of all moves; shared by all threads, about 300 KiB and a KiB for each class.
pub struct Table {
    /// The classes of a code: for Black in the low half, for White in the high one.
    codes: Box<[u32]>,
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
        Self { codes: codes.collect(), greatest: values.iter().map(Values::greatest).collect(), values }
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
