//! The rules of Go, written as plainly as possible: slow, and independent of the engine except for colors and ko rules.

use brasa::framework::Color;
use brasa::go::KoRule;

/// A board as a list of points, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    pub(crate) size: usize,
    pub(crate) cells: Vec<Option<Color>>,
}

/// A chain and its liberties.
pub(crate) struct Chain {
    pub(crate) color: Color,
    pub(crate) stones: Vec<usize>,
    pub(crate) liberties: Vec<usize>,
}

/// The result of a move.
pub(crate) struct Played {
    pub(crate) grid: Grid,
    pub(crate) captured: Vec<usize>,
    pub(crate) suicide: Vec<usize>,
}

impl Grid {
    pub(crate) fn new(size: usize) -> Self {
        Self { size, cells: vec![None; size * size] }
    }

    /// Returns the neighbor of a point by steps east and north.
    pub(crate) fn step(&self, i: usize, east: isize, north: isize) -> Option<usize> {
        let x = (i % self.size).checked_add_signed(east)?;
        let y = (i / self.size).checked_add_signed(north)?;
        (x < self.size && y < self.size).then_some(y * self.size + x)
    }

    pub(crate) fn neighbors(&self, i: usize) -> impl Iterator<Item = usize> {
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(x, y)| self.step(i, x, y))
    }

    /// Returns the chain of the stone at `i`.
    pub(crate) fn chain(&self, i: usize) -> Option<Chain> {
        let color = self.cells[i]?;
        let mut seen = vec![false; self.cells.len()];
        let (mut stones, mut liberties) = (vec![i], Vec::new());
        seen[i] = true;
        let mut next = 0;
        while next < stones.len() {
            for q in self.neighbors(stones[next]) {
                if !seen[q] && self.cells[q].is_none_or(|c| c == color) {
                    seen[q] = true;
                    if self.cells[q].is_none() { &mut liberties } else { &mut stones }.push(q);
                }
            }
            next += 1;
        }
        Some(Chain { color, stones, liberties })
    }

    /// Returns all chains, and for each point the number of its chain.
    pub(crate) fn chains(&self) -> (Vec<Chain>, Vec<Option<usize>>) {
        let (mut chains, mut numbers) = (Vec::new(), vec![None; self.cells.len()]);
        for i in 0..self.cells.len() {
            if numbers[i].is_none()
                && let Some(chain) = self.chain(i)
            {
                for &stone in &chain.stones {
                    numbers[stone] = Some(chains.len());
                }
                chains.push(chain);
            }
        }
        (chains, numbers)
    }

    /// Plays at an empty point: removes opponent chains without liberties, then own chains without liberties.
    pub(crate) fn play(&self, i: usize, color: Color) -> Played {
        assert_eq!(self.cells[i], None);
        let mut grid = self.clone();
        grid.cells[i] = Some(color);
        let (mut captured, mut suicide) = (Vec::new(), Vec::new());
        for q in self.neighbors(i) {
            if grid.cells[q] == Some(!color) {
                captured.extend(grid.take_off_if_dead(q));
            }
        }
        suicide.extend(grid.take_off_if_dead(i));
        Played { grid, captured, suicide }
    }

    fn take_off_if_dead(&mut self, i: usize) -> Vec<usize> {
        let Some(chain) = self.chain(i).filter(|chain| chain.liberties.is_empty()) else { return Vec::new() };
        for &stone in &chain.stones {
            self.cells[stone] = None;
        }
        chain.stones
    }
}

/// A game with all its past positions.
pub(crate) struct Game {
    ko: KoRule,
    suicide: bool,
    pub(crate) grid: Grid,
    pub(crate) to_play: Color,
    /// Each position so far, with its player to move.
    past: Vec<(Grid, Color)>,
    /// The last move, and the stone it captured if it captured exactly one.
    took_one: Option<(usize, usize)>,
}

impl Game {
    pub(crate) fn new(size: usize, ko: KoRule, suicide: bool) -> Self {
        let grid = Grid::new(size);
        let past = vec![(grid.clone(), Color::Black)];
        Self { ko, suicide, grid, to_play: Color::Black, past, took_one: None }
    }

    pub(crate) fn is_legal(&self, i: usize) -> bool {
        if self.grid.cells[i].is_some() {
            return false;
        }
        let played = self.grid.play(i, self.to_play);
        let repeats = match self.ko {
            KoRule::Simple => self.took_one.is_some_and(|(by, stone)| i == stone && played.captured == [by]),
            KoRule::Positional => self.past.iter().any(|(grid, _)| *grid == played.grid),
            KoRule::Situational => {
                self.past.iter().any(|(grid, next)| *grid == played.grid && *next != self.to_play)
            }
        };
        (self.suicide || played.suicide.is_empty()) && !repeats
    }

    /// Plays a legal move, or passes.
    pub(crate) fn play(&mut self, point: Option<usize>) {
        self.took_one = None;
        if let Some(i) = point {
            let played = self.grid.play(i, self.to_play);
            if let [stone] = played.captured[..] {
                self.took_one = Some((i, stone));
            }
            self.grid = played.grid;
        }
        self.to_play = !self.to_play;
        self.past.push((self.grid.clone(), self.to_play));
    }
}
