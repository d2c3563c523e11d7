//! NoGo, or Anti-Atari Go: players alternately place stones on empty points; captures and suicide are illegal, and a
//! player who cannot move loses.
//!
//! Stones never leave the board, so chains only grow and merge: each is a tree of links to one of its stones, its root.
//! The root counts the chain's *pseudo-liberties*: pairs of a stone of the chain and an empty neighbor. A point's four
//! neighbors then determine whether a move there is legal: it takes a chain's last liberty exactly when it touches the
//! chain as often as the chain has pseudo-liberties.
//!
//! # References
//! - C.-W. Chou, O. Teytaud and S.-J. Yen, "Revisiting Monte-Carlo tree search on a normal form game: NoGo",
//!   EvoApplications, 2011.

use super::MAX_SIDE;
use crate::framework::{Color, Game, Grid, IllegalMove, Move, Outcome, parse_vertex, vertex};
use crate::util::zobrist;

/// Cells of the largest board: a border cell after each row, and border rows below and above.
const CELLS: usize = (MAX_SIDE as usize + 1) * (MAX_SIDE as usize + 2);

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Border,
    Empty,
    Stone(Color),
}

/// A position. The move on a point is the number of its cell; there is no pass.
#[derive(Clone, Debug)]
pub struct NoGo {
    cols: u8,
    rows: u8,
    to_play: Color,
    key: u64,
    cells: [Cell; CELLS],
    /// For each stone, the next stone on the way to its chain's root; other cells link to themselves.
    link: [u16; CELLS],
    /// For each root, its chain's number of pseudo-liberties.
    liberties: [u16; CELLS],
}

impl NoGo {
    /// Creates the empty board with Black to move.
    ///
    /// # Panics
    /// When a side is not 2 to [`MAX_SIDE`].
    pub fn new(cols: u8, rows: u8) -> Self {
        assert!((2..=MAX_SIDE).contains(&cols) && (2..=MAX_SIDE).contains(&rows), "no such board");
        let mut game = Self {
            cols,
            rows,
            to_play: Color::Black,
            key: 0,
            cells: [Cell::Border; CELLS],
            link: std::array::from_fn(|p| p as u16),
            liberties: [0; CELLS],
        };
        for row in 0..rows {
            for col in 0..cols {
                game.cells[game.cell(col, row)] = Cell::Empty;
            }
        }
        game
    }

    const fn stride(&self) -> usize {
        self.cols as usize + 1
    }

    fn cell(&self, col: u8, row: u8) -> usize {
        (usize::from(row) + 1) * self.stride() + usize::from(col)
    }

    #[inline]
    fn neighbors(&self, p: usize) -> [usize; 4] {
        [p + 1, p - 1, p + self.stride(), p - self.stride()]
    }

    #[inline]
    fn root(&self, mut p: usize) -> usize {
        while usize::from(self.link[p]) != p {
            p = self.link[p].into();
        }
        p
    }

    /// Checks that a player may play on an empty point.
    #[inline]
    fn check(&self, p: usize, color: Color) -> Result<(), IllegalMove> {
        let chains = self.neighbors(p).map(|q| self.root(q));
        let mut is_suicide = true;
        for chain in chains {
            let touches = || chains.iter().filter(|&&other| other == chain).count();
            match self.cells[chain] {
                Cell::Border => {}
                Cell::Empty => is_suicide = false,
                Cell::Stone(owner) => {
                    let breathes = usize::from(self.liberties[chain]) > touches();
                    if owner == color {
                        is_suicide &= !breathes;
                    } else if !breathes {
                        return Err(IllegalMove::Capture);
                    }
                }
            }
        }
        if is_suicide { Err(IllegalMove::Suicide) } else { Ok(()) }
    }

    /// The points that a player may play on.
    #[inline]
    fn legal(&self, color: Color) -> impl Iterator<Item = usize> {
        let points = self.stride()..self.move_limit();
        points.filter(move |&p| self.cells[p] == Cell::Empty && self.check(p, color).is_ok())
    }
}

impl Game for NoGo {
    fn to_play(&self) -> Color {
        self.to_play
    }

    fn set_to_play(&mut self, color: Color) {
        self.to_play = color;
    }

    fn candidates(&self, moves: &mut Vec<Move>) {
        moves.clear();
        moves.extend(self.legal(self.to_play).map(|p| Move(p as u16)));
    }

    fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        match self.cells.get(mv.index()) {
            None | Some(Cell::Border) => return Err(IllegalMove::NoSuchMove),
            Some(Cell::Stone(_)) => return Err(IllegalMove::Occupied),
            Some(Cell::Empty) => self.check(mv.index(), self.to_play)?,
        }
        self.play_legal(mv);
        Ok(())
    }

    fn play_legal(&mut self, mv: Move) {
        let (p, stone) = (mv.index(), Cell::Stone(self.to_play));
        check!(self.cells[p] == Cell::Empty && self.check(p, self.to_play).is_ok());
        self.cells[p] = stone;
        self.key ^= zobrist((CELLS * self.to_play.index() + p) as u64);
        for q in self.neighbors(p) {
            let (from, to) = (self.root(p), self.root(q));
            match self.cells[q] {
                Cell::Border => {}
                Cell::Empty => self.liberties[from] += 1,
                Cell::Stone(_) => {
                    self.liberties[to] -= 1;
                    if self.cells[q] == stone && from != to {
                        // The new stone links to the old root, so paths of a growing chain stay short.
                        self.link[from] = to as u16;
                        self.liberties[to] += self.liberties[from];
                    }
                }
            }
        }
        self.to_play = !self.to_play;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.legal(self.to_play).next().is_none().then(|| Outcome::win(!self.to_play))
    }

    fn key(&self) -> u64 {
        self.key ^ if self.to_play == Color::White { zobrist(u64::MAX) } else { 0 }
    }

    fn move_limit(&self) -> usize {
        (usize::from(self.rows) + 1) * self.stride()
    }

    /// The number of points, because each move fills one.
    fn length_limit(&self) -> usize {
        usize::from(self.rows) * usize::from(self.cols)
    }

    fn move_text(&self, mv: Move) -> String {
        let p = mv.index().saturating_sub(self.stride());
        vertex((p % self.stride()) as u8, (p / self.stride()) as u8)
    }

    fn parse_move(&self, text: &str) -> Option<Move> {
        let (col, row) = parse_vertex(text)?;
        (col < self.cols && row < self.rows).then(|| Move(self.cell(col, row) as u16))
    }

    /// The number of legal moves minus the opponent's, as a share of all points.
    fn evaluate(&self) -> f32 {
        let [own, other] = [self.to_play, !self.to_play].map(|color| self.legal(color).count() as f32);
        (own - other) / (self.length_limit() + 1) as f32
    }
}

impl Grid for NoGo {
    fn has_lines(&self) -> bool {
        true
    }

    fn cols(&self) -> u8 {
        self.cols
    }

    fn rows(&self) -> u8 {
        self.rows
    }

    fn stone(&self, col: u8, row: u8) -> Option<Color> {
        let cell = self.cells[self.cell(col, row)];
        Color::ALL.into_iter().find(|&color| cell == Cell::Stone(color))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::Rng;

    /// The position after moves on a board.
    fn after(cols: u8, rows: u8, moves: &str) -> NoGo {
        let mut game = NoGo::new(cols, rows);
        for text in moves.split_whitespace() {
            game.play(game.parse_move(text).unwrap()).unwrap();
        }
        game
    }

    fn answer(game: &NoGo, text: &str) -> Result<(), IllegalMove> {
        game.clone().play(game.parse_move(text).unwrap())
    }

    #[test]
    fn captures_are_refused() {
        let game = after(3, 3, "A1 B1 C3");
        assert_eq!(game.diagram(), "   A B C\n 3 . . X 3\n 2 . . . 2\n 1 X O . 1\n   A B C");
        assert_eq!(answer(&game, "A2"), Err(IllegalMove::Capture));
        // Its owner may fill a chain's last liberty if that gains another.
        assert_eq!(answer(&after(3, 3, "A1 B1 A2 B2 C3"), "A3"), Err(IllegalMove::Capture));
        assert_eq!(answer(&after(3, 3, "A1 B1 A2 B2 C3 C1"), "A3"), Ok(()));
    }

    #[test]
    fn suicide_is_refused() {
        assert_eq!(answer(&after(3, 3, "A2 C3 B1"), "A1"), Err(IllegalMove::Suicide));
        assert_eq!(answer(&after(3, 3, "A2 C3 B1 C2"), "A1"), Ok(()));
    }

    #[test]
    fn points_are_taken_once() {
        let mut game = after(4, 2, "D2");
        assert_eq!(answer(&game, "d2"), Err(IllegalMove::Occupied));
        for text in ["E1", "A3", "A0", "pass", ""] {
            assert_eq!(game.parse_move(text), None, "{text}");
        }
        for number in [0, 4, 9, 15, u16::MAX] {
            assert_eq!(game.play(Move(number)), Err(IllegalMove::NoSuchMove), "{number}");
        }
    }

    #[test]
    fn who_cannot_move_loses() {
        // On 2x2 the last empty point is the last liberty of both players.
        for moves in ["A1 B1 A2", "A1 B2 A2", "A1 A2 B1"] {
            assert_eq!(after(2, 2, moves).outcome(), Some(Outcome::win(Color::Black)), "{moves}");
        }
        assert_eq!(after(2, 2, "A1 B1").outcome(), None);
    }

    /// Whether each chain has a liberty, by flood fill from stone to stone.
    fn all_breathe(game: &NoGo, cells: &[Cell; CELLS]) -> bool {
        let stones: Vec<_> = (0..CELLS).filter(|&p| matches!(cells[p], Cell::Stone(_))).collect();
        let mut breathes = [false; CELLS];
        for _ in &stones {
            for &p in &stones {
                let gives = |q: usize| cells[q] == Cell::Empty || breathes[q] && cells[q] == cells[p];
                breathes[p] = breathes[p] || game.neighbors(p).into_iter().any(gives);
            }
        }
        stones.iter().all(|&p| breathes[p])
    }

    #[test]
    fn a_move_is_legal_when_all_chains_breathe() {
        let (mut rng, mut moves) = (Rng::new(1), Vec::new());
        for (cols, rows) in [(2, 3), (4, 4), (5, 3), (7, 6)].repeat(10) {
            let mut game = NoGo::new(cols, rows);
            while game.outcome().is_none() {
                game.candidates(&mut moves);
                for p in (0..CELLS).filter(|&p| game.cells[p] == Cell::Empty) {
                    let mut cells = game.cells;
                    cells[p] = Cell::Stone(game.to_play);
                    assert_eq!(moves.contains(&Move(p as u16)), all_breathe(&game, &cells));
                }
                game.play_legal(moves[rng.below(moves.len())]);
            }
        }
    }
}
