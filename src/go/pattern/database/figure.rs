//! A figure: the 3x3 neighborhoods that a drawing matches, in all eight orientations.

use crate::framework::Color;
use crate::go::board::exchange_colors;

/// The permutations of the eight fields for the eight orientations.
const ORIENTATIONS: [[usize; 8]; 8] = [
    [0, 1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 0, 5, 6, 7, 4],
    [2, 3, 0, 1, 6, 7, 4, 5],
    [3, 0, 1, 2, 7, 4, 5, 6],
    [0, 3, 2, 1, 7, 6, 5, 4],
    [3, 2, 1, 0, 6, 5, 4, 7],
    [2, 1, 0, 3, 5, 4, 7, 6],
    [1, 0, 3, 2, 4, 7, 6, 5],
];

/// The neighborhoods matched by a drawing: four bits per field, one per cell value that it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure(u32);

impl Figure {
    /// Creates a figure from the cell values that each field may hold, four bits per field.
    pub(super) fn new(cells: [u8; 8]) -> Self {
        Self(cells.iter().rev().fold(0, |bits, &cells| bits << 4 | u32::from(cells)))
    }

    /// True if the figure matches a neighborhood in some orientation, one of its [`Neighborhood::spreads`].
    #[inline]
    pub(super) fn matches(self, spreads: &[u32; 8]) -> bool {
        spreads.iter().any(|&spread| spread & !self.0 == 0)
    }
}

/// A 3x3 neighborhood code from the view of the player to move: own stones are black, the opponent's white.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighborhood(pub u16);

impl Neighborhood {
    /// The neighborhood for a board code and player to move.
    pub const fn new(code: u16, color: Color) -> Self {
        match color {
            Color::Black => Self(code),
            Color::White => Self(exchange_colors(code)),
        }
    }

    /// The codes in all eight orientations; some may be equal.
    pub(crate) fn images(self) -> [u16; 8] {
        ORIENTATIONS
            .map(|order| order.iter().rev().fold(0, |image, &field| image << 2 | (self.0 >> (2 * field) & 3)))
    }

    /// The one-hot encodings of the eight images: four bits per field, with the bit of its cell value set.
    pub(super) fn spreads(self) -> [u32; 8] {
        self.images()
            .map(|image| (0..8).fold(0, |bits, field| bits | 1 << (4 * field + (image >> (2 * field) & 3))))
    }

    /// Iterates over all neighborhoods that a point on a board can have.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u16::MAX).map(Self).filter(|shape| shape.is_possible())
    }

    /// Iterates over these neighborhoods, one per equivalence class under the eight orientations.
    pub(super) fn distinct() -> impl Iterator<Item = Self> {
        Self::all().filter(|shape| shape.images().iter().all(|&image| shape.0 <= image))
    }

    /// Whether the border is on at most one side in either direction, and covers whole sides.
    fn is_possible(self) -> bool {
        let border = self.0 & (self.0 >> 1) & 0x5555;
        let [n, e, s, w] = [0, 2, 4, 6].map(|bit| border >> bit & 1);
        let corners = (n | e) << 8 | (s | e) << 10 | (s | w) << 12 | (n | w) << 14;
        n & s == 0 && e & w == 0 && border & 0xff00 == corners
    }
}
