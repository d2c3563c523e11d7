//! Examples for the network from game records.

use super::planes::{Planes, index};
use crate::framework::{Color, Game, Move, Symmetric};
use crate::go::pattern::learned::games;
use crate::go::{Komi, Point, Position, Rules, score};
use crate::net::{Example, INPUTS};
use crate::sgf;

/// A game to learn from.
#[derive(Clone)]
pub struct NetRecord {
    start: Position,
    moves: Vec<Move>,
    winner: Color,
    /// Black's final lead in half points, komi included, and the final position, where the record's result is that of the
    /// board with all stones alive.
    end: Option<(i32, Position)>,
}

impl NetRecord {
    /// Reads the game on a line of SGF; `None` for games without a winner, and for those that [`games::read`] leaves out.
    #[must_use]
    pub fn read(line: &[u8], size: u8) -> Option<Self> {
        let (mut start, moves) = games::read(line, size)?;
        let tree = sgf::parse(line).ok()?.games.into_iter().next()?;
        let root = &tree[tree.root()];
        let (winner, margin) = root.get("RE")?.split_once('+')?;
        let winner = match winner {
            "B" => Color::Black,
            "W" => Color::White,
            _ => return None,
        };
        // A komi of 0 in a record often means that it is not known.
        let komi = root.get("KM").and_then(|komi| komi.parse::<Komi>().ok());
        let komi = komi.filter(|komi| (8..=20).contains(&komi.half_points()));
        if let Some(komi) = komi {
            start.set_rules(Rules { komi, ..*start.rules() });
        }
        let end = margin.parse::<f64>().ok().and_then(|margin| {
            let mut end = start.clone();
            moves.iter().try_for_each(|&mv| end.play(mv)).ok()?;
            let lead = score::final_score(&end, &[]);
            let expected = if winner == Color::Black { 2.0 * margin } else { -2.0 * margin };
            ((f64::from(lead) - expected).abs() < 0.5).then_some((lead, end))
        });
        Some(Self { start, moves, winner, end })
    }
}

/// Makes examples of records.
#[derive(Default)]
pub struct NetSource {
    planes: Planes,
}

impl NetSource {
    /// Sets the example to the position before move `number` of a game, turned by one of the eight symmetries.
    pub fn fill(&mut self, record: &NetRecord, number: usize, symmetry: u8, example: &mut Example) {
        let mut position = record.start.clone();
        for &mv in record.moves.iter().take(number) {
            if position.play(mv).is_err() {
                break;
            }
        }
        let size = usize::from(position.board().size());
        let place = |p: Point| {
            let image = position.image(p.to_move(), symmetry);
            index(Point::of_move(image), size)
        };
        let played = record.moves.get(number).copied().unwrap_or(Move::PASS);
        let target = if played == Move::PASS { size * size } else { place(Point::of_move(played)) };
        example.policy.clear();
        example.policy.push((target as u16, 1.0));
        let color = position.to_play();
        example.value = f32::from(u8::from(record.winner == color));
        let sign = if color == Color::Black { 1.0 } else { -1.0 };
        example.owners.clear();
        example.lead = record.end.as_ref().map(|(lead, end)| {
            let owners = score::owners(end.board(), &[]);
            example.owners.resize(size * size, 0.0);
            for p in end.board().points() {
                example.owners[place(p)] = match owners[p] {
                    Some(owner) => {
                        if owner == color {
                            1.0
                        } else {
                            -1.0
                        }
                    }
                    None => 0.0,
                };
            }
            sign * *lead as f32 / (2 * size * size) as f32
        });
        let planes = self.planes.of(&position);
        example.planes.resize(planes.len(), 0.0);
        for p in position.board().points() {
            let (from, to) = (index(p, size) * INPUTS, place(p) * INPUTS);
            example.planes[to..to + INPUTS].copy_from_slice(&planes[from..from + INPUTS]);
        }
    }
}

/// Games to learn from.
#[derive(Clone, Default)]
pub struct NetRecords {
    records: Vec<NetRecord>,
    /// For each game the number of moves in it and in those before it.
    ends: Vec<usize>,
}

impl NetRecords {
    /// Adds a game.
    pub fn push(&mut self, record: NetRecord) {
        self.ends.push(self.moves() + record.moves.len());
        self.records.push(record);
    }

    /// Returns the number of games.
    #[must_use]
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Returns whether there are no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Returns the number of moves of all games.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Sets the example to one of the positions before the moves of all games, turned by one of the eight symmetries.
    pub fn example(&self, source: &mut NetSource, number: usize, symmetry: u8, example: &mut Example) {
        let game = self.ends.partition_point(|&end| end <= number);
        let before = game.checked_sub(1).map_or(0, |before| self.ends[before]);
        if let Some(record) = self.records.get(game) {
            source.fill(record, number - before, symmetry, example);
        }
    }
}
