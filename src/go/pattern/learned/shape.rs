//! Shapes: the stones around a point, in nested patterns of increasing size.
//!
//! A pattern of size s contains the points up to the distance d(dx, dy) = |dx| + |dy| + max(|dx|, |dy|) = s. A shape is
//! the sequence of their contents in a fixed order: empty, own stone, opponent's stone, or off the board. Its hash is
//! the XOR of one key per point.
//!
//! # References
//! - D. Stern, R. Herbrich and T. Graepel, "Bayesian pattern ranking for move prediction in the game of Go",
//!   ICML 2006 (nested shapes, hashed); the distance is theirs.

use std::sync::LazyLock;

use crate::framework::Color;
use crate::go::board::{Board, Point, Tracking, cell};
use crate::util::zobrist;

/// The pattern sizes in ascending order.
pub(super) const PATTERN_SIZES: [u8; 7] = [3, 4, 5, 6, 7, 8, 9];
/// The number of points of the largest pattern.
pub(super) const POINTS: usize = 60;
/// The maximum column or row distance of a pattern point from the center.
const REACH: usize = 4;
/// The width of the surroundings: the largest board and a margin of [`REACH`] points on each side.
const WIDTH: usize = 19 + 2 * REACH;

/// The contents of a point; the symbols in files are those of `.XO#`.
pub(super) const EMPTY: u8 = 0;
const OPPONENT: u8 = 1;
const OWN: u8 = 2;
const OUTSIDE: u8 = 3;

/// The points of the largest pattern in order of distance, and the number of points of each pattern.
const SPIRAL: ([(i8, i8); POINTS], [usize; PATTERN_SIZES.len()]) = {
    let mut points = [(0, 0); POINTS];
    let mut ends = [0; PATTERN_SIZES.len()];
    let mut count = 0;
    let mut pattern_size = 0;
    let mut d = 2;
    while pattern_size < PATTERN_SIZES.len() {
        let mut dy = -(REACH as i8);
        while dy <= REACH as i8 {
            let mut dx = -(REACH as i8);
            while dx <= REACH as i8 {
                if distance(dx, dy) == d {
                    points[count] = (dx, dy);
                    count += 1;
                }
                dx += 1;
            }
            dy += 1;
        }
        if d == PATTERN_SIZES[pattern_size] {
            ends[pattern_size] = count;
            pattern_size += 1;
        }
        d += 1;
    }
    (points, ends)
};

/// The distance of two points `dx` columns and `dy` rows apart.
pub(super) const fn distance(dx: i8, dy: i8) -> u8 {
    let (x, y) = (dx.unsigned_abs(), dy.unsigned_abs());
    x + y + if x > y { x } else { y }
}

/// The offsets of the points of the spiral in [`Surroundings`].
const OFFSETS: [isize; POINTS] = {
    let mut offsets = [0; POINTS];
    let mut i = 0;
    while i < POINTS {
        let (dx, dy) = SPIRAL.0[i];
        offsets[i] = dy as isize * WIDTH as isize + dx as isize;
        i += 1;
    }
    offsets
};

/// For each rotation and reflection, the preimage of each point of the spiral.
static IMAGES: LazyLock<[[u8; POINTS]; 8]> = LazyLock::new(|| {
    std::array::from_fn(|symmetry| {
        let flip = |by: i8, bit: usize| if symmetry & bit == 0 { by } else { -by };
        let image = |(x, y)| match (flip(x, 1), flip(y, 2)) {
            (x, y) if symmetry & 4 == 0 => (x, y),
            (x, y) => (y, x),
        };
        let preimage = |to| SPIRAL.0.iter().position(|&from| image(from) == to);
        SPIRAL.0.map(|to| preimage(to).unwrap_or(0) as u8)
    })
});

/// A random key per point and content; 0 for empty.
static KEYS: [[u64; 4]; POINTS] = {
    let mut keys = [[0; 4]; POINTS];
    let mut i = 0;
    while i < POINTS {
        let mut content = 1;
        while content < 4 {
            keys[i][content] = zobrist((4 * i + content) as u64);
            content += 1;
        }
        i += 1;
    }
    keys
};

/// The hash of the empty shape of a pattern size, which distinguishes the sizes.
const fn seed(pattern_size: usize) -> u64 {
    (pattern_size as u64 + 1).wrapping_mul(0x2545_f491_4f6c_dd1d)
}

/// A board from the view of a player, with a margin around it.
pub(super) struct Surroundings {
    contents: [u8; WIDTH * WIDTH],
}

impl Default for Surroundings {
    fn default() -> Self {
        Self { contents: [OUTSIDE; WIDTH * WIDTH] }
    }
}

impl Surroundings {
    /// Sets the board, from the view of `color`.
    pub(super) fn set<F: Tracking>(&mut self, board: &Board<F>, color: Color) {
        self.contents.fill(OUTSIDE);
        for p in board.points() {
            self.contents[place(p)] = match board.cell(p) {
                cell::EMPTY => EMPTY,
                stone if stone == color as u8 => OWN,
                _ => OPPONENT,
            };
        }
    }

    /// The pattern size and the value of the largest known shape around a point; `known` finds a shape's value by its
    /// hash. No shape is larger than an unknown one.
    #[inline(always)]
    pub(super) fn largest<T>(&self, p: Point, known: impl Fn(u64) -> Option<T>) -> Option<(usize, T)> {
        let mut largest = None;
        let center = place(p) as isize;
        let (mut hash, mut i) = (0, 0);
        for (pattern_size, end) in SPIRAL.1.into_iter().enumerate() {
            while i < end {
                let content = self.contents[(center + OFFSETS[i]) as usize];
                hash ^= KEYS[i][usize::from(content & 3)];
                i += 1;
            }
            let Some(value) = known(hash ^ seed(pattern_size)) else { break };
            largest = Some((pattern_size, value));
        }
        largest
    }

    /// The shape around a point for the pattern size with an index in [`PATTERN_SIZES`].
    pub(super) fn shape(&self, p: Point, pattern_size: usize) -> Shape {
        let center = place(p) as isize;
        Shape(
            OFFSETS[..SPIRAL.1[pattern_size]]
                .iter()
                .map(|offset| self.contents[(center + offset) as usize])
                .collect(),
        )
    }
}

fn place(p: Point) -> usize {
    (usize::from(p.row()) + REACH) * WIDTH + usize::from(p.col()) + REACH
}

/// The contents of the points of a pattern, in the order of the spiral.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Shape(Vec<u8>);

impl Shape {
    /// The image of the shape in a rotation or reflection, 0 to 7.
    fn image(&self, symmetry: usize) -> Self {
        Self(IMAGES[symmetry & 7][..self.0.len()].iter().map(|&from| self.0[usize::from(from)]).collect())
    }

    /// The smallest of the eight images, as their representative.
    pub(super) fn canonical(&self) -> Self {
        (0..8).map(|symmetry| self.image(symmetry)).min().unwrap_or_else(|| self.clone())
    }

    /// The hashes of the eight images.
    pub(super) fn hashes(&self) -> impl Iterator<Item = u64> {
        let pattern_size = SPIRAL.1.iter().position(|&end| end == self.0.len()).unwrap_or(0);
        (0..8).map(move |symmetry| {
            let keys = self
                .image(symmetry)
                .0
                .into_iter()
                .enumerate()
                .map(|(i, content)| KEYS[i][usize::from(content & 3)]);
            keys.fold(seed(pattern_size), |hash, key| hash ^ key)
        })
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text: String =
            self.0.iter().map(|&content| char::from(b".XO#"[usize::from(content & 3)])).collect();
        f.pad(&text)
    }
}

/// Parses the text of a shape.
impl std::str::FromStr for Shape {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let content = |byte| b".XO#".iter().position(|&symbol| symbol == byte).map(|i| i as u8).ok_or(());
        let contents: Vec<u8> = text.bytes().map(content).collect::<Result<_, ()>>()?;
        if SPIRAL.1.contains(&contents.len()) { Ok(Self(contents)) } else { Err(()) }
    }
}
