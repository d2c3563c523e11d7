//! Ladders and unconditional life: diagrams in `data/tactics/`, and comparisons with exhaustive play on small boards.
//!
//! A case in `ladder.txt`, `benson.txt` or `secure.txt` is a line `name: answer` with a diagram below; lines beginning
//! with `#` are comments. Each case is also reflected, rotated and played with colors swapped.
//!
//! In `ladder.txt`, lowercase stones are the prey, and the answer is that of `go_ladder`. In `benson.txt`, lowercase
//! stones are exactly those that live unconditionally, and the answer is the number of points safe for Black and for
//! White when suicide is illegal; `secure.txt` is the same for static safety.

use std::collections::HashSet;

use brasa::framework::{Color, Game};
use brasa::go::board::{Board, Point};
use brasa::go::tactics::ladder::{Ladder, LadderReader, MAX_LENGTH};
use brasa::go::tactics::safety::benson;
use brasa::go::tactics::secure::{Secure, secure};
use brasa::go::tactics::static_ladder::static_status;
use brasa::go::{Position, Rules};
use brasa::util::Rng;

use crate::diagram::{Diagram, cases};
use crate::referee::Grid;

/// Random positions per comparison.
const POSITIONS: u32 = 5_000;

fn ladder_status(reader: &mut LadderReader, diagram: &Diagram) -> (&'static str, [Option<Ladder>; 2]) {
    let position = diagram.position(Rules::default()).unwrap();
    let (board, prey) = (position.board(), diagram.labelled(&['x', 'o'])[0]);
    let color = board.color_at(prey).unwrap();
    let lines = [!color, color].map(|to_play| reader.read(board, prey, to_play));
    (reader.status(board, prey).name(), lines)
}

#[test]
fn ladders_of_the_diagrams_are_read() {
    let cases = cases(include_str!("data/tactics/ladder.txt"));
    let (mut reader, mut wrong) = (LadderReader::default(), String::new());
    for case in &cases {
        for symmetry in 0..16 {
            let (status, lines) = ladder_status(&mut reader, &case.diagram.transformed(symmetry));
            if status != case.answer {
                wrong += &format!("{}: {status}, not {}, {symmetry}: {lines:?}\n", case.name, case.answer);
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(cases.len() >= 40, "{}", cases.len());
}

#[test]
fn static_ladders_are_mostly_those_that_are_read() {
    let cases = cases(include_str!("data/tactics/ladder.txt"));
    let (mut right, mut errors) = (0, Vec::new());
    for case in &cases {
        let position = case.diagram.position(Rules::default()).unwrap();
        let prey = case.diagram.labelled(&['x', 'o'])[0];
        let status = static_status(position.board(), prey).unwrap().name();
        if status == case.answer {
            right += 1;
        } else {
            errors.push(format!("{}: {status}", case.name));
        }
    }
    assert!(right >= 42, "{right} of {}: {errors:#?}", cases.len());
    let position = Position::new(9, Rules::default());
    assert_eq!(static_status(position.board(), Point::at(0, 0)), None);
}

/// Returns a position of random stones, without the chains that have no liberty; `share` is the probability of each
/// color at a point, in percent.
fn random_grid(size: usize, share: [usize; 2], rng: &mut Rng) -> Grid {
    let mut grid = Grid::new(size);
    for cell in &mut grid.cells {
        *cell = match rng.below(100) {
            n if n < share[0] => Some(Color::Black),
            n if n < share[0] + share[1] => Some(Color::White),
            _ => None,
        };
    }
    for chain in grid.chains().0.iter().filter(|chain| chain.liberties.is_empty()) {
        chain.stones.iter().for_each(|&stone| grid.cells[stone] = None);
    }
    grid
}

fn board_of(grid: &Grid) -> Board {
    let stones = (0..grid.cells.len()).map(|i| (point(grid, i), grid.cells[i]));
    *Position::from_stones(grid.size as u8, Rules::default(), stones).unwrap().board()
}

fn point(grid: &Grid, i: usize) -> Point {
    Point::at((i % grid.size) as u8, (i / grid.size) as u8)
}

/// A ladder reader that tries all moves of the prey, and all moves of the hunter that leave it one liberty.
struct PlainReader {
    prey: usize,
    color: Color,
    moves_left: u32,
}

impl PlainReader {
    /// Returns whether a prey of two or more stones is captured; `None` if the reading exceeds its limit.
    fn captures(&mut self, grid: &Grid, hunting: bool, ko: Option<usize>) -> Option<bool> {
        let liberties = grid.chain(self.prey).unwrap().liberties.len();
        match (hunting, liberties) {
            // Capturing two or more stones is never a ko.
            (true, 1) => return Some(true),
            (_, 3..) => return Some(false),
            _ => {}
        }
        let color = if hunting { !self.color } else { self.color };
        let mut unread = false;
        for i in (0..grid.cells.len()).filter(|&i| grid.cells[i].is_none() && ko != Some(i)) {
            self.moves_left = self.moves_left.checked_sub(1)?;
            let played = grid.play(i, color);
            let after = played.grid.chain(self.prey);
            let helps = after.is_some_and(|chain| (chain.liberties.len() == 1) == hunting);
            if !played.suicide.is_empty() || !helps {
                continue;
            }
            let ko = match played.captured[..] {
                [stone] => {
                    played.grid.chain(i).filter(|c| c.stones == [i] && c.liberties == [stone]).map(|_| stone)
                }
                _ => None,
            };
            match self.captures(&played.grid, !hunting, ko) {
                None => unread = true,
                Some(captured) if captured == hunting => return Some(captured),
                Some(_) => {}
            }
        }
        (!unread).then_some(!hunting)
    }
}

#[test]
fn ladders_on_small_boards_are_read_as_by_trying_all_moves() {
    let (mut rng, mut reader) = (Rng::new(1), LadderReader::default());
    // How many prey escape and how many are captured.
    let mut compared = [0; 2];
    let mut missed = 0;
    while compared[0] + compared[1] < POSITIONS {
        let share = 20 + rng.below(15);
        let grid = random_grid(4 + rng.below(4), [share; 2], &mut rng);
        let board = board_of(&grid);
        for chain in grid.chains().0.iter().filter(|chain| chain.stones.len() > 1) {
            let liberties = chain.liberties.len();
            for to_play in [chain.color, !chain.color] {
                let hunting = to_play != chain.color;
                if liberties > 2 || liberties == 1 && hunting {
                    continue;
                }
                let prey = chain.stones[0];
                let mut plain = PlainReader { prey, color: chain.color, moves_left: 20_000 };
                let Some(expected) = plain.captures(&grid, hunting, None) else { continue };
                let Some(ladder) = reader.read(&board, point(&grid, prey), to_play) else { continue };
                assert!(ladder.length <= MAX_LENGTH);
                // A prey with two liberties has defenses that the fast reader does not try.
                let misses = ladder.captured && !expected && liberties == 2 && !hunting;
                let say = || format!("{:?} {to_play}: {grid:?}", point(&grid, prey));
                assert!(ladder.captured == expected || misses, "{}", say());
                missed += u32::from(misses);
                compared[usize::from(expected)] += 1;
            }
        }
    }
    assert!(100 * missed < POSITIONS, "{missed} missed");
    assert!(compared.iter().all(|&count| count > POSITIONS / 4), "{compared:?}");
}

/// Checks the diagrams of a file; `find` returns the safe chains of a color and the number of its safe points.
fn check_safety(text: &'static str, least: usize, find: impl Fn(&Board, Color) -> (Vec<Point>, usize)) {
    let cases = cases(text);
    let mut wrong = String::new();
    for case in &cases {
        for symmetry in 0..16 {
            let diagram = case.diagram.transformed(symmetry);
            let position = diagram.position(Rules::default()).unwrap();
            let board = position.board();
            let [(black_chains, mut black), (white_chains, mut white)] =
                Color::ALL.map(|color| find(board, color));
            let heads = black_chains.into_iter().chain(white_chains);
            let mut stones: Vec<Point> = heads.flat_map(|head| board.stones_of(head)).collect();
            stones.sort_unstable();
            if symmetry >= 8 {
                (black, white) = (white, black);
            }
            let mut expected = diagram.labelled(&['x', 'o']);
            expected.sort_unstable();
            let answer = format!("{black} {white}");
            if answer != case.answer || stones != expected {
                wrong += &format!("{}: {answer}, not {}, {symmetry}: {stones:?}\n", case.name, case.answer);
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(cases.len() >= least, "{}", cases.len());
}

#[test]
fn life_in_the_diagrams_is_found() {
    check_safety(include_str!("data/tactics/benson.txt"), 30, |board, color| {
        let life = benson(board, color, false);
        let points = life.points(board).len();
        (life.chains, points)
    });
}

#[test]
fn static_safety_in_the_diagrams_is_found() {
    check_safety(include_str!("data/tactics/secure.txt"), 10, |board, color| {
        let safe = secure(board, color, false);
        let points = safe.points(board).len();
        (safe.chains, points)
    });
}

/// All positions an attacker can reach if the owner of the stones always passes.
struct Siege {
    /// Whether a stone on a point is captured in some line of play.
    captured: Vec<bool>,
    /// All positions reached.
    positions: Vec<Grid>,
}

impl Siege {
    /// Plays all sequences of `attacker`'s moves; returns `None` if there are too many positions.
    fn new(start: &Grid, attacker: Color, suicide: bool) -> Option<Self> {
        let mut siege = Self { captured: vec![false; start.cells.len()], positions: vec![start.clone()] };
        let mut seen = HashSet::from([key(start)]);
        let mut next = 0;
        while let Some(grid) = siege.positions.get(next).cloned() {
            next += 1;
            if next == 3_000 {
                return None;
            }
            for i in (0..grid.cells.len()).filter(|&i| grid.cells[i].is_none()) {
                let played = grid.play(i, attacker);
                if suicide || played.suicide.is_empty() {
                    played.captured.iter().for_each(|&stone| siege.captured[stone] = true);
                    if seen.insert(key(&played.grid)) {
                        siege.positions.push(played.grid);
                    }
                }
            }
        }
        Some(siege)
    }
}

/// Returns a number unique to the stones on a small board.
fn key(grid: &Grid) -> u64 {
    grid.cells.iter().fold(0, |key, cell| 3 * key + cell.map_or(0, |color| color as u64))
}

/// Compares unconditional life with the stones that cannot be captured, and returns the number of living stones.
fn compare_life(grid: &Grid, owner: Color, suicide: bool) -> Option<usize> {
    let siege = Siege::new(grid, !owner, suicide)?;
    let board = board_of(grid);
    let life = benson(&board, owner, suicide);
    let mut lives = 0;
    for i in (0..grid.cells.len()).filter(|&i| grid.cells[i] == Some(owner)) {
        let is_alive = life.chains.contains(&board.head(point(grid, i)));
        assert!(!is_alive || !siege.captured[i], "{:?} dies: {grid:?}", point(grid, i));
        assert!(suicide || is_alive || siege.captured[i], "{:?} lives: {grid:?}", point(grid, i));
        lives += usize::from(is_alive);
    }
    let safe = life.points(&board);
    for grid in siege.positions.iter().filter(|_| lives > 0) {
        let foreign = benson(&board_of(grid), !owner, suicide);
        assert!(foreign.chains.iter().all(|head| !safe.contains(head)), "{safe:?}: {grid:?}");
    }
    Some(lives)
}

#[test]
fn stones_live_exactly_if_no_moves_capture_them() {
    let mut lives = 0;
    for number in 0..3_usize.pow(9) {
        let mut grid = Grid::new(3);
        for (i, cell) in grid.cells.iter_mut().enumerate() {
            *cell = [None, Some(Color::Black), Some(Color::White)][number / 3_usize.pow(i as u32) % 3];
        }
        let is_legal = grid.chains().0.iter().all(|chain| !chain.liberties.is_empty());
        if is_legal {
            lives += compare_life(&grid, Color::Black, false).unwrap();
        }
    }
    assert!(lives > 0);
    let mut rng = Rng::new(1);
    let mut alive = 0;
    while alive < POSITIONS / 40 {
        let grid = random_grid(4 + rng.below(2), [55 + rng.below(10), 15], &mut rng);
        for suicide in [false, true] {
            alive += u32::from(compare_life(&grid, Color::Black, suicide).is_some_and(|lives| lives > 0));
        }
    }
}

/// Plays all sequences of the opponent's moves from a position, each answered as static safety prescribes, and returns
/// the number of safe chains. Each must survive, and the opponent must not live on a safe point. Returns `None` if
/// there are too many positions.
fn defend(start: &Grid, owner: Color, suicide: bool) -> Option<usize> {
    let board = board_of(start);
    let safe = secure(&board, owner, suicide);
    let points = safe.points(&board);
    let Secure { chains, answers, .. } = safe;
    let life = benson(&board, owner, suicide);
    assert!(life.chains.iter().all(|chain| chains.contains(chain)), "{start:?}");
    assert!(life.points(&board).iter().all(|p| points.contains(p)), "{start:?}");
    if chains.is_empty() {
        return Some(0);
    }
    let index = |p: Point| usize::from(p.row()) * start.size + usize::from(p.col());
    let stones: Vec<usize> = chains.iter().flat_map(|&head| board.stones_of(head)).map(index).collect();
    let mut positions = vec![start.clone()];
    let mut seen = HashSet::from([key(start)]);
    let mut next = 0;
    while let Some(grid) = positions.get(next).cloned() {
        next += 1;
        if next == 3_000 {
            return None;
        }
        let foreign = benson(&board_of(&grid), !owner, suicide);
        assert!(
            foreign.chains.iter().all(|head| !points.contains(head)),
            "{points:?}: {grid:?} from {start:?}"
        );
        for i in (0..grid.cells.len()).filter(|&i| grid.cells[i].is_none()) {
            let mut played = grid.play(i, !owner);
            if !suicide && !played.suicide.is_empty() {
                continue;
            }
            let answer = answers[point(&grid, i)];
            if answer != Point::NULL && played.grid.cells[index(answer)].is_none() {
                played = played.grid.play(index(answer), owner);
                assert!(played.suicide.is_empty(), "{answer}: {grid:?} from {start:?}");
            }
            let survives = |&stone: &usize| played.grid.cells[stone] == Some(owner);
            assert!(stones.iter().all(survives), "{:?}: {grid:?} from {start:?}", point(&grid, i));
            if seen.insert(key(&played.grid)) {
                positions.push(played.grid);
            }
        }
    }
    Some(chains.len() - life.chains.len())
}

#[test]
fn safe_chains_survive_all_attacks_that_are_answered() {
    let mut rng = Rng::new(1);
    // How many safe chains are not unconditionally alive, without and with suicide.
    let mut found = [0; 2];
    for _ in 0..POSITIONS / 10 {
        let grid = random_grid(4 + rng.below(2), [45 + rng.below(25), rng.below(20)], &mut rng);
        for suicide in [false, true] {
            found[usize::from(suicide)] += defend(&grid, Color::Black, suicide).unwrap_or(0);
        }
    }
    assert!(found.iter().all(|&count| count > 30), "{found:?}");
}

#[test]
fn an_eye_can_be_emptied_by_suicide() {
    let diagram = Diagram::new(
        "O . X .
         . . X X
         X X X O
         O O O .",
    );
    let position = diagram.position(Rules::default()).unwrap();
    let mut grid = Grid::new(4);
    for (i, cell) in grid.cells.iter_mut().enumerate() {
        *cell = position.board().color_at(Point::at((i % 4) as u8, (i / 4) as u8));
    }
    let alive = |suicide| benson(position.board(), Color::Black, suicide).chains.len();
    assert_eq!([alive(false), alive(true)], [1, 0]);
    let mut captured = Vec::new();
    for vertex in "B4 A3 B3 B4 A3 B3 D1 D2 C1 B1 A1 D4".split(' ') {
        let p = Point::of_move(position.parse_move(vertex).unwrap());
        let played = grid.play(usize::from(4 * p.row() + p.col()), Color::White);
        (grid, captured) = (played.grid, played.captured);
    }
    assert_eq!(captured.len(), 6);
}

#[test]
fn regions_without_two_eyes_are_secure() {
    let count = |text: &str| {
        let position = Diagram::new(text).position(Rules::default()).unwrap();
        let board = position.board();
        [benson(board, Color::Black, false).points(board), secure(board, Color::Black, false).points(board)]
            .map(|points| points.len())
    };
    let text = ". X . X X
                X X X X X
                X . . . X
                X . O . X
                X . a . X";
    // White might make an eye at one of two adjacent points.
    assert_eq!(count(text), [16, 25]);
    // Without the corner stone, one of two points connects the third to the living stones.
    assert_eq!(count(&text.replace("X . a", ". . a")), [15, 25]);
    // If White has one of the two points, there are three points, and two of them are not adjacent.
    let taken = text.replace("X . a", ". . a").replace("X . . . X", "X . O . X").replace("X . O", "X O O");
    assert_eq!(count(&taken), [15, 15]);
    // With one eye, the stones make another one in the region.
    assert_eq!(count(&text.replacen('.', "X", 1)), [0, 25]);
}

#[test]
fn a_ladder_tells_its_length_and_first_move() {
    let text = ". . . . . . . . .
                . X . . . . . . .
                X o b . . . . . .
                X a . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .
                . . . . . . . . .";
    let mut reader = LadderReader::default();
    let diagram = Diagram::new(text);
    let (_, [hunted, _]) = ladder_status(&mut reader, &diagram);
    assert_eq!(hunted, Some(Ladder { captured: true, length: 23, first: diagram.at('b') }));
    let (_, [_, fled]) = ladder_status(&mut reader, &Diagram::new(&text.replace('b', "X")));
    assert_eq!(fled, Some(Ladder { captured: true, length: 22, first: diagram.at('a') }));
}
