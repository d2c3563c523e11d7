//! Training examples from game records.

use std::sync::OnceLock;

use super::planes::{Planes, place};
use crate::framework::{Color, Game, Move, PlayoutLimit, PlayoutPolicy};
use crate::go::letters;
use crate::go::pattern::learned::games;
use crate::go::playout::{FuegoPolicy, GoPlayout, PolicyParams};
use crate::go::{Komi, Point, Position, Rules, score};
use crate::net::Example;
use crate::sgf::{self, Node, Size};
use crate::util::Rng;
use crate::util::params::Params;

/// A training game.
#[derive(Clone)]
pub struct NetRecord {
    size: u8,
    rules: Rules,
    moves: Vec<Move>,
    /// The search's or teacher's labels before each move; empty for games without any.
    found: Vec<Found>,
    /// The move numbers of training positions: those labeled by a teacher, or all if there are none.
    taught: Vec<u16>,
    /// Training uses only the moves, not values, leads or owners.
    moves_only: bool,
    winner: Option<Color>,
    /// The winner's margin in points, if the record has one.
    margin: Option<f64>,
    /// The final position, computed on first use.
    end: OnceLock<Option<End>>,
}

/// The moves tried by a search, with their counts.
type Counts = Box<[(Move, u32)]>;

/// The record's labels for the position before a move.
#[derive(Clone, Default)]
struct Found {
    /// `VC`: the counts of a full search, or a teacher's policy.
    counts: Option<Counts>,
    /// `VV`: the player's win probability.
    value: Option<f32>,
    /// `VL`, from a teacher: the player's lead in points.
    lead: Option<f32>,
    /// `VO`, from a teacher: one letter per point, rows from the top, from `a` (certainly White's) to `y` (certainly
    /// Black's).
    owners: Option<Box<[u8]>>,
}

impl Found {
    fn read(node: &Node, size: u8) -> Self {
        let number = |name| node.get(name).and_then(|text| text.parse().ok()).filter(|x: &f32| x.is_finite());
        let owners = node.get("VO").map(str::as_bytes).filter(|letters| {
            letters.len() == usize::from(size).pow(2)
                && letters.iter().all(|letter| (b'a'..=b'y').contains(letter))
        });
        Self {
            counts: node.get("VC").and_then(|text| read_counts(text, size)),
            value: number("VV").filter(|value| (0.0..=1.0).contains(value)),
            lead: number("VL"),
            owners: owners.map(Into::into),
        }
    }

    const fn is_teachers(&self) -> bool {
        self.lead.is_some() && self.value.is_some()
    }
}

/// The final position of a game.
#[derive(Clone)]
struct End {
    /// Black's lead in points, komi included.
    lead: f32,
    /// The owner of each point in hundredths: 100 for Black, -100 for White.
    owners: Vec<i8>,
}

impl NetRecord {
    /// Parses a game from a line of SGF, up to 65,535 moves; `None` for games with neither a winner nor a teacher's labels,
    /// and for those rejected by [`games::read`].
    pub fn read(line: &[u8], size: u8) -> Option<Self> {
        let (_, mut moves) = games::read(line, size)?;
        moves.truncate(u16::MAX.into());
        let tree = sgf::first_game(line)?;
        let root = &tree[tree.root()];
        let (winner, margin) = root.get("RE").and_then(|result| result.split_once('+')).unwrap_or_default();
        let winner = match winner {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            _ => None,
        };
        let played = tree.main_line().filter(|node| node.played().is_some());
        let mut found: Vec<Found> = played.map(|node| Found::read(node, size)).take(moves.len()).collect();
        if found.iter().all(|found| found.counts.is_none() && found.value.is_none()) {
            found.clear();
        }
        let is_judged = found.iter().any(Found::is_teachers);
        // A komi of 0 in a record often means unknown; labels hold for the komi beside them.
        let komi = root.get("KM").and_then(|komi| Komi::recorded(komi).ok());
        let komi = komi.filter(|komi| is_judged || (8..=20).contains(&komi.half_points()));
        let rules = Rules::default();
        let rules = Rules { komi: komi.unwrap_or(rules.komi), ..rules };
        if winner.is_none() && !is_judged {
            return None;
        }
        let teaches =
            |number: &u16| !is_judged || found.get(usize::from(*number)).is_some_and(Found::is_teachers);
        let taught = (0..moves.len() as u16).filter(teaches).collect();
        let (margin, end) = (margin.parse().ok(), OnceLock::new());
        Some(Self { size, rules, moves, found, taught, moves_only: false, winner, margin, end })
    }

    /// The same game with only its moves as targets: no values, leads or owners, and no labels.
    #[must_use]
    pub fn moves_only(self) -> Self {
        let taught = (0..self.moves.len() as u16).collect();
        Self { found: Vec::new(), taught, moves_only: true, ..self }
    }

    /// The position before a move, the first being 0.
    fn position(&self, number: usize) -> Position {
        let mut position = Position::new(self.size, self.rules);
        for &mv in self.moves.iter().take(number) {
            if position.play(mv).is_err() {
                break;
            }
        }
        position
    }

    /// Sets the example to the position before move `number`, under one of the eight symmetries.
    pub fn fill(&self, planes: &mut Planes, number: usize, symmetry: u8, example: &mut Example) {
        let position = self.position(number);
        let size = usize::from(position.board().size());
        let place = |p: Point| place(p, position.board().size(), symmetry);
        let played = self.moves.get(number).copied().unwrap_or(Move::PASS);
        let target = |mv: Move| if mv == Move::PASS { size * size } else { place(Point::of_move(mv)) } as u16;
        example.policy.clear();
        let found = self.found.get(number);
        match found.map(|found| (found, found.counts.as_deref())) {
            None => example.policy.push((target(played), 1.0)),
            // A teacher without a policy labels good players' games; of moves not worth learning the policy is empty.
            Some((found, None)) if found.is_teachers() => example.policy.push((target(played), 1.0)),
            // A quick search's move is not a policy target.
            Some((_, counts)) => {
                let counts = counts.unwrap_or_default();
                let sum: u64 = counts.iter().map(|of| u64::from(of.1)).sum();
                let share = |&(mv, count): &(Move, u32)| (target(mv), count as f32 / sum.max(1) as f32);
                example.policy.extend(counts.iter().map(share));
            }
        }
        let color = position.to_play();
        let sign = f32::from(color.sign());
        let points = size * size;
        let result = f32::from(u8::from(self.winner == Some(color)));
        let owners = &mut example.owners;
        owners.clear();
        (example.value, example.lead) = (None, None);
        let mut own = |p, owner: f32| {
            owners.resize(points, 0.0);
            owners[place(p)] = sign * owner;
        };
        match found {
            _ if self.moves_only => {}
            Some(Found { value: Some(value), lead: Some(lead), owners, .. }) => {
                example.value = Some(*value);
                example.lead = Some(*lead / points as f32);
                for (i, &letter) in owners.iter().flatten().enumerate() {
                    let row = size - 1 - i / size;
                    own(Point::at((i % size) as u8, row as u8), (f32::from(letter) - f32::from(b'm')) / 12.0);
                }
            }
            // A search evaluates the position itself; the result shows where searches err.
            _ => {
                let searched = found.and_then(|found| found.value);
                example.value = Some(searched.map_or(result, |value| f32::midpoint(value, result)));
                example.lead = self.end().map(|end| {
                    for (p, &owner) in position.board().points().zip(&end.owners) {
                        own(p, f32::from(owner) / 100.0);
                    }
                    sign * end.lead / points as f32
                });
            }
        }
        let planes = planes.of_image(&position, symmetry, position.compensation());
        planes.clone_into(&mut example.planes);
    }

    /// The final position; `None` if it contradicts the recorded winner.
    fn end(&self) -> Option<&End> {
        self.end.get_or_init(|| self.find_end()).as_ref()
    }

    fn find_end(&self) -> Option<End> {
        let mut position = Position::new(self.size, self.rules);
        self.moves.iter().try_for_each(|&mv| position.play(mv)).ok()?;
        let sign = f32::from(self.winner?.sign());
        let lead = score::final_score(&position, &[]) as f32 / 2.0;
        // If the board's score equals the record's, all stones on the board are alive.
        if self.margin.is_some_and(|margin| (lead - sign * margin as f32).abs() < 0.25) {
            let owners = score::owners(position.board(), &[]);
            let owner = |p| owners[p].map_or(0, |owner| 100 * owner.sign());
            return Some(End { lead, owners: position.board().points().map(owner).collect() });
        }
        let end = played_out(&position);
        (end.lead * sign > 0.0).then_some(end)
    }
}

/// Parses search counts: SGF points or `pass`, alternating with numbers.
fn read_counts(text: &str, size: u8) -> Option<Counts> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let board = Size::new(size, size)?;
    let pair = |pair: &[&str]| {
        let mv = match *pair.first()? {
            "pass" => Move::PASS,
            text => letters::from_sgf(board.read_point(text).ok()?, size).to_move(),
        };
        Some((mv, pair.get(1)?.parse().ok()?))
    };
    words.chunks(2).map(pair).collect()
}

/// The mean final position of playouts from a position.
fn played_out(position: &Position) -> End {
    /// The number of playouts.
    const PLAYOUTS: i32 = 48;

    let board = position.board();
    let limit = PlayoutLimit { length: position.length_limit(), mercy: false };
    let mut policy = GoPlayout::new(FuegoPolicy::new(PolicyParams::for_size(board.size())));
    let (mut rng, mut line) = (Rng::new(1), Vec::new());
    let mut owners = vec![0; position.move_limit()];
    let (mut sums, mut lead) = (vec![0; owners.len()], 0.0);
    for _ in 0..PLAYOUTS {
        line.clear();
        let outcome = policy.playout(&mut position.clone(), limit, &mut rng, &mut line);
        policy.owners(&mut owners);
        sums.iter_mut().zip(&owners).for_each(|(sum, &owner)| *sum += i32::from(owner));
        lead += outcome.margin;
    }
    End {
        // Margins are shares of the maximum score, which is in half points.
        lead: lead / PLAYOUTS as f32 * position.greatest_score() as f32 / 2.0,
        owners: board.points().map(|p| (100 * sums[p.index()] / PLAYOUTS) as i8).collect(),
    }
}

/// Training games.
#[derive(Clone, Default)]
pub struct NetRecords {
    records: Vec<NetRecord>,
    /// Cumulative numbers of training positions, by game.
    ends: Vec<usize>,
}

impl NetRecords {
    /// Adds a game.
    pub fn push(&mut self, record: NetRecord) {
        self.ends.push(self.positions() + record.taught.len());
        self.records.push(record);
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The number of training positions.
    pub fn positions(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Sets the example to a training position under one of the eight symmetries. Returns its move number.
    pub fn example(&self, planes: &mut Planes, number: usize, symmetry: u8, example: &mut Example) -> usize {
        let Some((record, number)) = self.find(number) else { return 0 };
        record.fill(planes, number, symmetry, example);
        number
    }

    /// A training position and its player's win probability: a teacher's label if there is one, else the game result.
    pub fn position(&self, number: usize) -> Option<(Position, f64)> {
        let (record, number) = self.find(number)?;
        let position = record.position(number);
        let result = f64::from(u8::from(record.winner == Some(position.to_play())));
        let label = record.found.get(number).filter(|found| found.is_teachers());
        let value = label.and_then(|found| found.value);
        Some((position, value.map_or(result, f64::from)))
    }

    /// The game of a training position, and its move number.
    fn find(&self, number: usize) -> Option<(&NetRecord, usize)> {
        let game = self.ends.partition_point(|&end| end <= number);
        let before = game.checked_sub(1).map_or(0, |before| self.ends[before]);
        let record = self.records.get(game)?;
        Some((record, usize::from(*record.taught.get(number - before)?)))
    }
}
