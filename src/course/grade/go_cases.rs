//! The hidden cases of lessons 1 and 2: self-atari, filters, patterns and a playout policy.

use std::collections::BTreeSet;

use rand::RngExt as _;
use serde_json::{Value, json};

use super::case::Level::{self, Excellent, Good, Pass};
use super::case::{Case, Check, checked, is, one};
use crate::framework::{Color, symbol};
use crate::go::board::{Bare, Board, Point, cell};
use crate::go::tactics::eyes::is_eye_shape;
use crate::util::Rng;

const SIZE: u8 = 5;

/// The legal moves that fill no eye.
fn moves(board: &Board<Bare>, color: Color) -> Vec<Point> {
    let is_move =
        |&p: &Point| board.check(p, color, false).is_ok() && !is_eye_shape(board.neighborhood3x3(p), color);
    board.points().filter(|p| board.color_at(*p).is_none()).filter(is_move).collect()
}

/// A board after random moves, without a ko, and the player to move.
fn random_board(rng: &mut Rng, most: usize) -> (Board<Bare>, Color) {
    let (mut board, mut color) = (Board::new(SIZE), Color::Black);
    for _ in 0..most {
        let moves = moves(&board, color);
        if moves.is_empty() {
            break;
        }
        board.play_legal(one(rng, &moves), color);
        color = !color;
    }
    board.clear_ko();
    (board, color)
}

/// The rows of a board from the top.
fn rows(board: &Board<Bare>) -> Vec<String> {
    let cell = |col, row| symbol(board.color_at(Point::at(col, row)));
    (0..SIZE).rev().map(|row| (0..SIZE).map(|col| cell(col, row)).collect()).collect()
}

/// The number of liberties of the chain at a point.
fn liberties(board: &Board<Bare>, p: Point) -> usize {
    let stones = board.stones_of(board.head(p));
    let around = stones.flat_map(|stone| stone.neighbors());
    around.filter(|&q| board.cell(q) == cell::EMPTY).collect::<BTreeSet<_>>().len()
}

/// The number of liberties of the chain at a point, where one counts for each stone that it is next to.
fn pseudo_liberties(board: &Board<Bare>, p: Point) -> usize {
    let stones = board.stones_of(board.head(p));
    stones.flat_map(|stone| stone.neighbors()).filter(|&q| board.cell(q) == cell::EMPTY).count()
}

/// A kind of move in the exercise `self_atari`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// No self-atari.
    Safe,
    /// No self-atari, although neither the stone nor a chain that it joins has two liberties afterwards.
    SafeTogether,
    /// Self-atari.
    Atari,
    /// Self-atari in which several stones are next to the only liberty.
    SharedLiberty,
    /// A capture that leaves one liberty.
    Capture,
}

impl Kind {
    /// The kinds of a level; each is common enough to occur soon.
    const fn of(level: Level) -> &'static [Self] {
        match level {
            Pass => &[Self::Safe, Self::SafeTogether, Self::Atari, Self::SharedLiberty],
            Good => &[Self::Safe, Self::Atari],
            Excellent => &[Self::Safe, Self::SafeTogether, Self::Atari, Self::SharedLiberty, Self::Capture],
        }
    }
}

pub(super) fn self_atari(rng: &mut Rng) -> Vec<Case> {
    /// The most cases of a kind, and the number that suffices.
    const MAX: usize = 10;
    const ENOUGH: usize = 5;
    let mut cases = Vec::new();
    let mut counts = [[0; 5]; 3];
    for _ in 0..2000 {
        let length = rng.random_range(6..=22);
        let (board, color) = random_board(rng, length);
        for p in moves(&board, color) {
            let mut after = board;
            after.play_legal(p, color);
            let captures = after.stones(!color) < board.stones(!color);
            let own = p.neighbors().into_iter().filter(|&q| board.color_at(q) == Some(color));
            let chains: BTreeSet<Point> = own.map(|q| board.head(q)).collect();
            let before: Vec<usize> = chains.iter().map(|&head| liberties(&board, head)).collect();
            if before == [1] {
                continue; // A chain that is in atari already is no case of the lesson.
            }
            let level = match chains.len() {
                _ if captures => Excellent,
                0 => Good,
                1 => Pass,
                _ => Excellent,
            };
            let free = p.neighbors().into_iter().filter(|&q| board.cell(q) == cell::EMPTY).count();
            let kind = match liberties(&after, p) {
                1 if captures => Kind::Capture,
                1 if pseudo_liberties(&after, p) > 1 => Kind::SharedLiberty,
                1 => Kind::Atari,
                _ if !captures
                    && free < 2
                    && !chains.is_empty()
                    && before.iter().all(|&before| before <= 2) =>
                {
                    Kind::SafeTogether
                }
                _ => Kind::Safe,
            };
            let count = &mut counts[level as usize][kind as usize];
            if *count < MAX && Kind::of(level).contains(&kind) {
                *count += 1;
                let args = json!([rows(&board), symbol(Some(color)), p.to_string()]);
                let answer = matches!(kind, Kind::Atari | Kind::SharedLiberty);
                cases.push(is(level, "is_self_atari", args, json!(answer)));
            }
        }
        let is_enough = |level: Level| {
            Kind::of(level).iter().all(|&kind| counts[level as usize][kind as usize] >= ENOUGH)
        };
        if Level::ALL.into_iter().all(is_enough) {
            break;
        }
    }
    cases
}

/// Three rows of three cells.
type Area = [[u8; 3]; 3];

fn texts(area: &Area) -> [String; 3] {
    area.map(|row| String::from_utf8_lossy(&row).into_owned())
}

fn expanded(area: Area) -> Vec<Area> {
    let mut areas = vec![area];
    for (row, col) in (0..3).flat_map(|row| (0..3).map(move |col| (row, col))) {
        let cells: &[u8] = match area[row][col] {
            b'?' => b"XO.",
            b'x' => b"O.",
            b'o' => b"X.",
            _ => continue,
        };
        let with = |area: &Area, cell: u8| {
            let mut area = *area;
            area[row][col] = cell;
            area
        };
        areas = areas.iter().flat_map(|area| cells.iter().map(move |&cell| with(area, cell))).collect();
    }
    areas
}

fn symmetries(area: Area) -> BTreeSet<Area> {
    let (mut found, mut turned) = (BTreeSet::new(), area);
    for _ in 0..4 {
        turned = std::array::from_fn(|row| std::array::from_fn(|col| turned[2 - col][row]));
        found.insert(turned);
        found.insert([turned[2], turned[1], turned[0]]);
    }
    found
}

fn exchanged(area: Area) -> Area {
    area.map(|row| {
        row.map(|cell| match cell {
            b'X' => b'O',
            b'O' => b'X',
            b'x' => b'o',
            b'o' => b'x',
            cell => cell,
        })
    })
}

fn drawn(rng: &mut Rng, cells: &[u8], at_edge: bool) -> Area {
    let mut area: Area = std::array::from_fn(|_| std::array::from_fn(|_| one(rng, cells)));
    area[1][1] = b'.';
    if at_edge {
        area[2] = [b' '; 3];
    }
    area
}

/// A check that a list has these areas in any order, each once.
fn same(areas: impl IntoIterator<Item = Area>) -> impl FnMut(&Value) -> Option<String> + 'static {
    let expected: BTreeSet<String> = areas.into_iter().map(|area| json!(texts(&area)).to_string()).collect();
    move |found| {
        let Some(found) = found.as_array() else { return Some("expected a list of patterns".to_owned()) };
        let mut seen = BTreeSet::new();
        for area in found.iter().map(Value::to_string) {
            if !expected.contains(&area) {
                return Some(format!("which should not have {area}"));
            }
            if seen.contains(&area) {
                return Some(format!("which has {area} twice"));
            }
            seen.insert(area);
        }
        expected.difference(&seen).next().map(|area| format!("which lacks {area}"))
    }
}

pub(super) fn patterns(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for (cells, level) in [(b"XO.???", Pass), (b"XO.?xo", Good)] {
        for i in 0..12 {
            let area = drawn(rng, cells, i % 3 == 0);
            cases.push(checked(level, "expand", json!([texts(&area)]), same(expanded(area))));
        }
    }
    for i in 0..10 {
        let area = drawn(rng, b"XO.?", i % 2 == 0);
        cases.push(checked(Good, "symmetries", json!([texts(&area)]), same(symmetries(area))));
    }
    let mut counts = [0; 2];
    while counts.iter().any(|&count| count < 12) {
        let (at_edge, area_at_edge) = (rng.random_bool(0.3), rng.random_bool(0.3));
        let pattern = drawn(rng, b"XO.?xo?", at_edge);
        let mut area = drawn(rng, b"XO.", area_at_edge);
        if rng.random_bool(0.5) {
            let turned: Vec<Area> = symmetries(one(rng, &expanded(pattern))).into_iter().collect();
            area = one(rng, &turned);
            area = if rng.random_bool(0.5) { exchanged(area) } else { area };
        }
        let mut variants = symmetries(pattern);
        variants.extend(symmetries(exchanged(pattern)));
        let answer = variants.into_iter().any(|variant| expanded(variant).contains(&area));
        counts[usize::from(answer)] += 1;
        cases.push(is(Excellent, "matches", json!([texts(&pattern), texts(&area)]), json!(answer)));
    }
    cases
}

/// The fault of an answer that should be one of these moves.
fn unlisted(found: &Value, names: &BTreeSet<String>) -> Option<String> {
    match found.as_str() {
        Some(name) if names.contains(name) => None,
        Some(_) => Some(format!("expected one of {}", json!(names))),
        None => names.first().map(|name| format!("expected a name such as {}", json!(name))),
    }
}

pub(super) fn policy(rng: &mut Rng) -> Vec<Case> {
    const MAX: usize = 40;
    let mut cases = Vec::new();
    let among = |level: Level, args: Value, names: BTreeSet<String>| {
        checked(level, "pick", args, move |found| unlisted(found, &names))
    };
    let mut counts = [0; 2];
    for seed in 0..400 {
        let length = rng.random_range(4..=40);
        let (board, color) = random_board(rng, length);
        let moves = moves(&board, color);
        let captures = |p: &Point| {
            let mut after = board;
            after.play_legal(*p, color);
            after.stones(!color) < board.stones(!color)
        };
        let names = |list: &[Point]| list.iter().map(Point::to_string).collect::<BTreeSet<_>>();
        let capturing: Vec<Point> = moves.iter().copied().filter(captures).collect();
        let args = json!([rows(&board), symbol(Some(color)), seed]);
        let (level, list) = if capturing.is_empty() { (Pass, &moves) } else { (Good, &capturing) };
        let count = &mut counts[usize::from(level == Good)];
        if !list.is_empty() && *count < MAX {
            *count += 1;
            cases.push(among(level, args, names(list)));
        }
    }
    let full = [".XX.X", "XXXXX", "XXXXX", "XXXXX", "XXXX."];
    cases.push(is(Pass, "pick", json!([full, "X", 1]), json!("pass")));
    // In 60 draws each of three moves occurs, except for one exam in ten billion.
    let mut varied = |level: Level, rows: Vec<String>, wanted: BTreeSet<String>| {
        let seen = std::sync::Arc::new(parking_lot::Mutex::new(BTreeSet::new()));
        for seed in 0..60 {
            let (seen, wanted) = (seen.clone(), wanted.clone());
            cases.push(checked(level, "pick", json!([rows, "X", seed]), move |found| {
                if let Some(fault) = unlisted(found, &wanted) {
                    return Some(fault);
                }
                let mut seen = seen.lock();
                seen.extend(found.as_str().map(str::to_owned));
                let never = wanted.difference(&seen).next().filter(|_| seed == 59);
                never.map(|name| format!("which is right, but no seed from 0 to 59 picks {}", json!(name)))
            }));
        }
    };
    let quiet = ["...XX", "XXXXX", "XXXXX", "XXXXX", "XXXX."].map(str::to_owned);
    varied(Pass, quiet.to_vec(), ["A5", "B5", "C5"].map(str::to_owned).into());
    // Black captures a stone in one, two or three corners.
    for count in 1..=3 {
        let mut board: Board<Bare> = Board::new(SIZE);
        let mut wanted = BTreeSet::new();
        for (stone, wall, capture) in
            [((0, 0), (1, 0), (0, 1)), ((0, 4), (1, 4), (0, 3)), ((4, 4), (3, 4), (4, 3))]
                .into_iter()
                .take(count)
        {
            let at = |(col, row)| Point::at(col, row);
            board.play_legal(at(stone), Color::White);
            board.play_legal(at(wall), Color::Black);
            wanted.insert(at(capture).to_string());
        }
        varied(Excellent, rows(&board), wanted);
    }
    cases
}

pub(super) fn lazy_filter(rng: &mut Rng) -> Vec<Case> {
    /// Choices among the same moves. With three good ones, each is chosen 500 times, give or take 18. More draws would
    /// not end in time on a busy machine.
    const DRAWS: u64 = 1500;
    /// The deviation of a right solution is at most this, except for one exam in a million.
    const MOST: u64 = 95;
    let mut cases = Vec::new();
    // The answer is the choice, and the moves passed to the filter.
    let choice = |found: &Value| {
        found.get(0).cloned().filter(|_| found.as_array().is_some_and(|pair| pair.len() == 2))
    };
    let mut ask = |level, moves: &[u64], bad: &[u64], check: Check| {
        cases.push(checked(level, "asked", json!([moves, bad, rng.random_range(0..1_000_000)]), check));
    };
    for count in 0..20_u64 {
        let moves: Vec<u64> = (1..=count).collect();
        // All moves are bad, then every second one, then none.
        let bad: Vec<u64> = moves.iter().copied().filter(|mv| mv % 3 < 2 - count % 3).collect();
        let good: Vec<u64> = moves.iter().copied().filter(|mv| !bad.contains(mv)).collect();
        ask(
            Pass,
            &moves,
            &bad,
            Box::new(move |found| {
                let is_right = choice(found).is_some_and(|mv| {
                    if good.is_empty() { mv.is_null() } else { good.iter().any(|good| mv == *good) }
                });
                (!is_right).then(|| match good.as_slice() {
                    [] => "expected the choice null".to_owned(),
                    good => format!("expected a choice among {}", json!(good)),
                })
            }),
        );
        let all = moves.len();
        ask(
            Good,
            &moves,
            &bad.clone(),
            Box::new(move |found| {
                let Some(asked) = found.get(1).and_then(Value::as_array) else {
                    return Some("expected [choice, tested moves]".to_owned());
                };
                let is_good = |mv: &&Value| !bad.iter().any(|bad| *mv == *bad);
                let mut twice = asked.iter().enumerate().filter(|(i, mv)| asked[..*i].contains(mv));
                if let Some((_, mv)) = twice.next() {
                    return Some(format!("which tests {mv} twice"));
                }
                match asked.split_last() {
                    Some((last, before)) if choice(found).as_ref() == Some(last) => {
                        let good = before.iter().find(is_good);
                        good.map(|mv| format!("which tests more moves after {mv}, which is not bad"))
                    }
                    _ if asked.len() != all => Some(format!(
                        "which tests {} of {all} moves but does not choose the last",
                        asked.len()
                    )),
                    _ => asked
                        .iter()
                        .find(is_good)
                        .map(|mv| format!("which tests {mv} but does not choose it")),
                }
            }),
        );
    }
    let seen = std::sync::Arc::new(parking_lot::Mutex::new([0_u64; 6]));
    for draw in 1..=DRAWS {
        let seen = seen.clone();
        ask(
            Excellent,
            &[1, 2, 3, 4, 5],
            &[2, 3],
            Box::new(move |found| {
                let Some(mv) = choice(found).and_then(|mv| mv.as_u64()) else {
                    return Some("expected a choice among [1,4,5]".to_owned());
                };
                let mut seen = seen.lock();
                if let Some(count) = seen.get_mut(mv as usize) {
                    *count += 1;
                }
                let is_even = [1, 4, 5].iter().all(|&mv: &usize| (DRAWS / 3).abs_diff(seen[mv]) <= MOST);
                (draw == DRAWS && !is_even).then(|| {
                    let [_, one, _, _, four, five] = *seen;
                    format!("whose {DRAWS} draws chose 1, 4 and 5 {one}, {four} and {five} times; expected about {} each", DRAWS / 3)
                })
            }),
        );
    }
    cases
}

/// The shapes of the exercise `shapes`, with the value of Black's move at the star.
const SHAPES: [(Level, [&str; 5], u64); 12] = [
    (Pass, [".....", ".XXX.", ".X*X.", ".XXX.", "....."], 0),
    (Pass, [".....", ".XXX.", ".X*X.", ".XXO.", "....."], 0),
    (Pass, [".....", ".OXO.", ".X*X.", ".XX..", "....."], 1),
    (Good, [".....", ".XO..", ".O*..", ".....", "....."], 8),
    (Good, [".....", "..O..", ".O*X.", ".....", "....."], 1),
    (Good, [".....", "..O..", ".O*..", ".....", "....."], 1),
    (Good, [".....", ".OO..", ".O*..", ".....", "....."], 1),
    // Stones on all the points around the cut that the task does not name, and a cut at the edge.
    (Good, [".....", ".XOX.", ".O*X.", ".OXO.", "....."], 8),
    (Good, [".....", ".....", ".....", ".XO..", ".O*X."], 8),
    (Excellent, [".....", ".XO..", ".O*O.", ".....", "....."], 1),
    (Excellent, [".....", ".XO..", ".O*X.", ".....", "....."], 8),
    (Excellent, [".....", ".....", ".....", ".XO..", ".O*.."], 1),
];

/// Each shape in a random symmetry, for a random color.
pub(super) fn shapes(rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for (level, shape, value) in SHAPES {
        let mut rows = shape.map(str::to_owned);
        for _ in 0..rng.random_range(0..4) {
            // A quarter turn.
            rows = std::array::from_fn(|i| rows.iter().rev().map(|row| row.as_bytes()[i] as char).collect());
        }
        let color = one(rng, &[Color::Black, Color::White]);
        if color == Color::White {
            let exchanged = |cell| match cell {
                'X' => 'O',
                'O' => 'X',
                cell => cell,
            };
            rows = rows.map(|row| row.chars().map(exchanged).collect());
        }
        let place =
            |(row, text): (usize, &String)| text.find('*').map(|col| (col as u8, SIZE - 1 - row as u8));
        let Some((col, row)) = rows.iter().enumerate().find_map(place) else { continue };
        let rows = rows.map(|row| row.replace('*', "."));
        let point = Point::at(col, row).to_string();
        cases.push(is(level, "value", json!([rows, symbol(Some(color)), point]), json!(value)));
    }
    cases
}
