//! A small board, given. A point is a number: row from the top * size + column.

#![allow(dead_code)]

use std::collections::BTreeSet;

/// A board; a cell is `X`, `O` or `.`.
#[derive(Clone)]
pub struct Board {
    pub size: usize,
    pub cells: Vec<char>,
}

impl Board {
    /// Reads rows, top row first.
    pub fn new(rows: &[String]) -> Self {
        Self { size: rows.len(), cells: rows.iter().flat_map(|row| row.chars()).collect() }
    }

    /// The point of a name such as `C3`.
    pub fn point(&self, name: &str) -> usize {
        let col = "ABCDEFGHJKLMNOPQRST".find(&name[..1]).unwrap();
        (self.size - name[1..].parse::<usize>().unwrap()) * self.size + col
    }

    /// The name of a point.
    pub fn name(&self, p: usize) -> String {
        let letter = &"ABCDEFGHJKLMNOPQRST"[p % self.size..=p % self.size];
        format!("{letter}{}", self.size - p / self.size)
    }

    /// The neighbors of a point along the lines, or, with `diagonal`, the diagonal ones.
    pub fn neighbors(&self, p: usize, diagonal: bool) -> Vec<usize> {
        let (row, col) = ((p / self.size) as i32, (p % self.size) as i32);
        let steps = if diagonal { [(1, 1), (1, -1), (-1, 1), (-1, -1)] } else { [(0, 1), (0, -1), (1, 0), (-1, 0)] };
        let on = |x: i32| (0..self.size as i32).contains(&x);
        let points = steps.iter().map(|(r, c)| (row + r, col + c)).filter(|&(r, c)| on(r) && on(c));
        points.map(|(r, c)| r as usize * self.size + c as usize).collect()
    }

    /// The stones and the liberties of the chain at a point.
    pub fn chain(&self, p: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
        let (mut stones, mut liberties, mut todo) = (BTreeSet::from([p]), BTreeSet::new(), vec![p]);
        while let Some(q) = todo.pop() {
            for r in self.neighbors(q, false) {
                if self.cells[r] == '.' {
                    liberties.insert(r);
                } else if self.cells[r] == self.cells[p] && stones.insert(r) {
                    todo.push(r);
                }
            }
        }
        (stones, liberties)
    }

    /// Plays at an empty point; returns the number of captured stones, or `None` for suicide.
    pub fn play(&mut self, p: usize, color: char) -> Option<usize> {
        self.cells[p] = color;
        let mut captured = 0;
        for q in self.neighbors(p, false) {
            if self.cells[q] != '.' && self.cells[q] != color {
                let (stones, liberties) = self.chain(q);
                if liberties.is_empty() {
                    captured += stones.len();
                    stones.into_iter().for_each(|stone| self.cells[stone] = '.');
                }
            }
        }
        (!self.chain(p).1.is_empty()).then_some(captured)
    }

    /// Whether an empty point is an eye of a color.
    pub fn is_eye(&self, p: usize, color: char) -> bool {
        let diagonal = self.neighbors(p, true);
        let lost = diagonal.iter().filter(|&&q| self.cells[q] != color && self.cells[q] != '.').count();
        self.neighbors(p, false).iter().all(|&q| self.cells[q] == color) && lost < if diagonal.len() < 4 { 1 } else { 2 }
    }

    /// The legal moves that do not fill an own eye.
    pub fn moves(&self, color: char) -> Vec<usize> {
        let is_move = |&p: &usize| self.cells[p] == '.' && !self.is_eye(p, color) && self.clone().play(p, color).is_some();
        (0..self.cells.len()).filter(is_move).collect()
    }
}
