//! Clobber: a stone captures an orthogonal neighbor of the other color by moving onto it, and a player who
//! cannot move loses.
//!
//! Initially the board is full, in a checkerboard pattern. A position is two bit sets, so one shift finds all moves in
//! a direction.
//!
//! # References
//! - M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe, "An introduction to Clobber", Integers
//!   5(2), 2005.

use super::MAX_SIDE;
use crate::framework::{Color, Game, Grid, IllegalMove, Move, Outcome, parse_vertex, vertex};
use crate::util::zobrist;

/// Words per point set: the rows with a one-bit gap between them.
const WORDS: usize = (MAX_SIDE as usize * (MAX_SIDE as usize + 1)).div_ceil(64);

/// A position.
///
/// Points are numbered row by row from A1, with a gap after each row that keeps moves to the right from entering the
/// next row. Move `1 + 4 p + d` leads from point `p` in direction `d`: right, left, up, down. There is no pass.
#[derive(Clone, Debug)]
pub struct Clobber {
    cols: u8,
    rows: u8,
    to_play: Color,
    /// A bit set of points for each player.
    stones: [[u64; WORDS]; 2],
    key: u64,
}

impl Clobber {
    /// Creates the full board, with a black stone on A1.
    ///
    /// # Panics
    /// When a side is not 1 to [`MAX_SIDE`].
    pub fn new(cols: u8, rows: u8) -> Self {
        let color = |(col, row): (u8, u8)| Some(Color::ALL[usize::from((col + row) % 2)]);
        Self::from_stones(cols, rows, color)
    }

    /// Creates a position with Black to move; `color_at` returns the stone on a point, given by column and row.
    ///
    /// # Panics
    /// When a side is not 1 to [`MAX_SIDE`].
    pub fn from_stones(cols: u8, rows: u8, color_at: impl Fn((u8, u8)) -> Option<Color>) -> Self {
        assert!((1..=MAX_SIDE).contains(&cols) && (1..=MAX_SIDE).contains(&rows), "no such board");
        let mut game = Self { cols, rows, to_play: Color::Black, stones: [[0; WORDS]; 2], key: 0 };
        for row in 0..rows {
            for col in 0..cols {
                if let Some(color) = color_at((col, row)) {
                    game.toggle(color, game.point(col, row));
                }
            }
        }
        game
    }

    /// Adds a stone, or removes it.
    #[inline(always)]
    fn toggle(&mut self, color: Color, p: usize) {
        self.stones[color.index()][p / 64] ^= 1 << (p % 64);
        self.key ^= KEYS[color.index()][p];
    }

    fn has(&self, color: Color, p: usize) -> bool {
        self.stones[color.index()][p / 64] >> (p % 64) & 1 == 1
    }

    const fn stride(&self) -> u32 {
        self.cols as u32 + 1
    }

    fn point(&self, col: u8, row: u8) -> usize {
        usize::from(row) * self.stride() as usize + usize::from(col)
    }

    fn place(&self, p: usize) -> (u8, u8) {
        let stride = self.stride() as usize;
        ((p % stride) as u8, (p / stride) as u8)
    }

    /// The differences of point numbers in the four directions.
    const fn steps(&self) -> [isize; 4] {
        let stride = self.stride() as isize;
        [1, -1, stride, -stride]
    }

    /// A player's stones that can move in each direction, word by word.
    #[inline(always)]
    fn movers(&self, color: Color) -> impl Iterator<Item = [u64; 4]> {
        let [own, other] = [color, !color].map(|color| &self.stones[color.index()]);
        let words = (usize::from(self.rows) * self.stride() as usize).div_ceil(64).min(WORDS);
        let stride = self.stride();
        (0..words).map(move |i| {
            let (below, here) = (if i > 0 { other[i - 1] } else { 0 }, other[i]);
            let above = if i + 1 < WORDS { other[i + 1] } else { 0 };
            // Stones that can step right are where the opponent's stones are after a step left.
            let down = |n: u32| here >> n | above << (64 - n);
            let up = |n: u32| here << n | below >> (64 - n);
            [down(1), up(1), down(stride), up(stride)].map(|reached| own[i] & reached)
        })
    }

    /// The number of stones of a player that can move.
    #[inline]
    fn mobility(&self, color: Color) -> i32 {
        self.movers(color).map(|words| words.iter().fold(0, |all, word| all | word).count_ones() as i32).sum()
    }

    /// The origin and the target of a move; `None` when it is not a move of this board.
    fn ends(&self, mv: Move) -> Option<(usize, usize)> {
        let number = usize::from(mv.0).checked_sub(1)?;
        let from = number / 4;
        let to = from.checked_add_signed(self.steps()[number % 4])?;
        let stride = self.stride() as usize;
        let is_point = |p: usize| p / stride < self.rows.into() && p % stride < self.cols.into();
        (is_point(from) && is_point(to)).then_some((from, to))
    }
}

impl Game for Clobber {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        for (i, words) in self.movers(self.to_play).enumerate() {
            for (direction, mut word) in words.into_iter().enumerate() {
                while word != 0 {
                    let p = 64 * i + word.trailing_zeros() as usize;
                    moves.push(Move((1 + 4 * p + direction) as u16));
                    word &= word - 1;
                }
            }
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let (from, to) = self.ends(mv).ok_or(IllegalMove::NoSuchMove)?;
        if !self.has(self.to_play, from) || !self.has(!self.to_play, to) {
            return Err(IllegalMove::NoCapture);
        }
        self.play_legal(mv);
        Ok(())
    }

    #[inline]
    fn play_legal(&mut self, mv: Move) {
        check!(self.ends(mv).is_some());
        let number = usize::from(mv.0) - 1;
        let (from, to) = (number / 4, (number / 4).wrapping_add_signed(self.steps()[number % 4]));
        self.toggle(self.to_play, from);
        self.toggle(self.to_play, to);
        self.toggle(!self.to_play, to);
        self.to_play = !self.to_play;
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let is_stuck = self.movers(self.to_play).all(|words| words == [0; 4]);
        is_stuck.then(|| Outcome::win(!self.to_play))
    }

    fn key(&self) -> u64 {
        self.key ^ if self.to_play == Color::White { zobrist(u64::MAX) } else { 0 }
    }

    fn move_limit(&self) -> usize {
        1 + 4 * usize::from(self.rows) * self.stride() as usize
    }

    /// The number of points, because each move removes a stone.
    fn length_limit(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    /// The origin and the target, such as `A1-A2`.
    fn move_text(&self, mv: Move) -> String {
        let Some((from, to)) = self.ends(mv) else { return "none".to_owned() };
        let text = |p| {
            let (col, row) = self.place(p);
            vertex(col, row)
        };
        format!("{}-{}", text(from), text(to))
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let (from, to) = text.split_once('-')?;
        let read = |text| {
            parse_vertex(text)
                .filter(|&(col, row)| col < self.cols && row < self.rows)
                .map(|(col, row)| self.point(col, row))
        };
        let (from, to) = (read(from)?, read(to)?);
        let direction = self.steps().iter().position(|&step| from.checked_add_signed(step) == Some(to))?;
        Some(Move((1 + 4 * from + direction) as u16))
    }

    /// The number of own stones that can move minus the opponent's, as a share of all points.
    #[inline]
    fn evaluate(&self) -> f32 {
        let points = i32::from(self.cols) * i32::from(self.rows);
        let lead = self.mobility(self.to_play) - self.mobility(!self.to_play);
        lead as f32 / (points + 1) as f32
    }
}

impl Grid for Clobber {
    fn cols(&self) -> u8 {
        self.cols
    }

    fn rows(&self) -> u8 {
        self.rows
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        let p = self.point(col, row);
        Color::ALL.into_iter().find(|&color| self.has(color, p))
    }
}

/// The keys of stones, by color and point.
static KEYS: [[u64; 64 * WORDS]; 2] = {
    let mut keys = [[0; 64 * WORDS]; 2];
    let mut i = 0;
    while i < 2 * 64 * WORDS {
        keys[i / (64 * WORDS)][i % (64 * WORDS)] = zobrist(i as u64);
        i += 1;
    }
    keys
};

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(game: &Clobber) -> Vec<String> {
        let moves = game.moves();
        let mut texts: Vec<_> = moves.iter().map(|&mv| game.move_text(mv)).collect();
        texts.sort();
        texts
    }

    #[test]
    fn stones_capture_their_neighbors_alone() {
        let game = Clobber::new(3, 2);
        assert_eq!(game.diagram(), "   A B C\n 2 O X O 2\n 1 X O X 1\n   A B C");
        assert_eq!(moves(&game), ["A1-A2", "A1-B1", "B2-A2", "B2-B1", "B2-C2", "C1-B1", "C1-C2"]);
    }

    #[test]
    fn who_cannot_move_loses() {
        let mut game = Clobber::new(2, 1);
        game.play(game.parse_move("a1-b1").unwrap()).unwrap();
        assert_eq!(game.diagram(), "   A B\n 1 . X 1\n   A B");
        assert_eq!(game.outcome(), Some(Outcome::win(Color::Black)));
        assert_eq!(Clobber::new(1, 1).outcome(), Some(Outcome::win(Color::White)));
    }

    #[test]
    fn rows_do_not_run_into_each_other() {
        // C1 and A2 are adjacent only by number.
        let stone = |at| match at {
            (2, 0) => Some(Color::Black),
            (0, 1) => Some(Color::White),
            _ => None,
        };
        assert!(moves(&Clobber::from_stones(3, 2, stone)).is_empty());
        let full = Clobber::new(MAX_SIDE, MAX_SIDE);
        // Every pair of neighbors, from its black stone.
        assert_eq!(moves(&full).len(), 2 * 19 * 18);
    }

    #[test]
    fn what_is_no_move_is_told() {
        let mut game = Clobber::new(3, 2);
        for text in ["A1", "A1-", "A1-C1", "A1-A3", "C1-D1", "A1-A1", "pass"] {
            assert_eq!(game.parse_move(text), None, "{text}");
        }
        for number in (0..=u16::MAX).filter(|&number| !(1..=28).contains(&number)) {
            assert_eq!(game.play(Move(number)), Err(IllegalMove::NoSuchMove), "{number}");
        }
        let of_white = game.parse_move("B1-A1").unwrap();
        assert_eq!(game.play(of_white), Err(IllegalMove::NoCapture));
    }
}
