//! Moves are sampled in proportion to their values, and stored bounds equal fresh lookups.

use std::iter::zip;

use super::*;
use crate::framework::{Color, Game, PlayoutLimit, PlayoutPolicy, Sequence};
use crate::go::pattern::database::Database;
use crate::go::playout::{GoPlayout, RandomPolicy};
use crate::go::{Position, Rules};

/// Compared points per board size.
const COMPARED: usize = 300_000;
/// Samples per position.
const DRAWS: u32 = 20_000;

const EYES: &str = "oOo\nO*O\noO?\n\n:0\n\noOo\nO*O\n---\n\n:0\n\n|Oo\n|*O\n+--\n\n:0\n\n";

/// Databases in which the values of near and far, safe and unsafe moves differ greatly.
const DATABASES: [(&str, &str); 7] = [
    ("ordinary", "?X%\n?*%\n%%%\n\n:7,ocap1+\n:5,xcap1+,osafe\n\n%%%\n%*%\n%%%\n\n:3,near\n:1,ounsafe\n:2\n"),
    ("near 0, far huge", "%%%\n%*%\n%%%\n\n:0,near\n:4294967295,osafe\n:1\n"),
    ("far 0, near huge", "%%%\n%*%\n%%%\n\n:0,far\n:4294967295,osafe\n:1\n"),
    ("safe huge", "%%%\n%*%\n%%%\n\n:9000000,osafe,xsafe,xsuicide\n:1,ounsafe\n:3,xunsafe\n:2\n"),
    ("unsafe only", "%%%\n%*%\n%%%\n\n:1000,ounsafe\n:10,xunsafe\n:0\n"),
    ("captures only", "?X%\n?*%\n%%%\n\n:1,ocap1\n:20,ocap2\n:300,ocap3\n\n%%%\n%*%\n%%%\n\n:0\n"),
    ("nothing", "%%%\n%*%\n%%%\n\n:0\n"),
];

fn database(text: &str) -> Database {
    Database::parse("test", &(EYES.to_owned() + text)).unwrap()
}

fn policy(database: &Database) -> DatabasePolicy {
    DatabasePolicy::new(database.table())
}

/// Plays a random legal move, or passes if there is none.
fn play(board: &mut Board<Incremental>, turn: &mut Turn, rng: &mut Rng) {
    let legal: Vec<_> =
        board.empty_points().iter().copied().filter(|&p| board.is_legal_empty(p, turn.color)).collect();
    let p = legal.get(rng.below(legal.len())).copied().unwrap_or(Point::NULL);
    if p == Point::NULL {
        board.clear_ko();
    } else {
        board.play_legal(p, turn.color);
    }
    *turn = Turn { color: !turn.color, last: [p, turn.last[0]] };
}

fn compare(policy: &DatabasePolicy, board: &Board<Incremental>, turn: &Turn) {
    let mut fresh = Sums::new();
    for &p in board.empty_points() {
        let (bounds, values) = (policy.bounds(board, p), policy.weights(board, p));
        let is_void = near_points(board, turn.last[0]).contains(p) || board.ko_for(turn.color) == p;
        let [expected, _] = match policy.refined.contains(&p) {
            true if is_void => [[0; 2]; 2],
            true => values,
            false => bounds,
        };
        assert_eq!(policy.far.points[p], expected, "{p} after {}", turn.last[0]);
        assert!(zip(bounds, values).all(|(bounds, values)| zip(bounds, values).all(|(b, v)| b >= v)), "{p}");
        assert!(bounds == values || !policy.is_exact(board, p), "{p}");
        fresh.set(p, expected);
    }
    assert_eq!(policy.far.rows, fresh.rows);
    assert_eq!(policy.far.totals, fresh.totals);
}

#[test]
fn values_kept_are_values_looked_up() {
    for (i, size) in [5, 9, 19].into_iter().enumerate() {
        let mut rng = Rng::new(i as u64);
        let mut compared = 0;
        while compared < COMPARED {
            let mut policy = policy(&database(DATABASES[rng.below(4)].1));
            let mut board = Board::new(size);
            policy.begin(&mut board);
            let mut turn = Turn { color: Color::Black, last: [Point::NULL; 2] };
            for _ in 0..3 * usize::from(size).pow(2) {
                policy.pick(&mut board, &turn, &mut rng);
                compare(&policy, &board, &turn);
                compared += board.empty_count();
                play(&mut board, &mut turn, &mut rng);
            }
        }
    }
}

/// Calls `visit` with positions of random games, some of them with a ko.
fn positions(count: u64, mut visit: impl FnMut(u64, &mut Board<Incremental>, &Turn, &mut Rng)) {
    for seed in 0..count {
        let mut rng = Rng::new(seed);
        let size = 4 + (seed % 6) as u8;
        let mut board = Board::new(size);
        let mut turn = Turn { color: Color::Black, last: [Point::NULL; 2] };
        for _ in 0..rng.below(2 * usize::from(size).pow(2)) {
            play(&mut board, &mut turn, &mut rng);
        }
        for _ in 0..200 {
            if seed % 4 != 0 || board.ko_for(turn.color) != Point::NULL {
                break;
            }
            play(&mut board, &mut turn, &mut rng);
        }
        visit(seed, &mut board, &turn, &mut rng);
    }
}

/// Asserts by a chi-square test that counts fit these values.
fn assert_drawn_by(counts: &[(u32, f64)], what: &str) {
    let total: f64 = counts.iter().map(|&(_, value)| value).sum();
    let draws: u32 = counts.iter().map(|&(count, _)| count).sum();
    let (mut rare, mut square, mut bins) = ((0.0, 0.0), 0.0, 0.0);
    for &(count, value) in counts {
        let (count, expected) = (f64::from(count), f64::from(draws) * value / total);
        if expected < 5.0 {
            rare = (rare.0 + count, rare.1 + expected);
        } else {
            square += (count - expected).powi(2) / expected;
            bins += 1.0;
        }
    }
    let (count, expected) = rare;
    assert!(
        count <= expected + 6.0 * expected.sqrt() + 3.0,
        "{what}: {count} rare moves, expected {expected}"
    );
    // The mean plus 6 standard deviations of chi-square.
    assert!(square <= bins + 6.0 * (2.0_f64 * bins).sqrt() + 6.0, "{what}: {square} in {bins} bins");
}

#[test]
fn moves_are_drawn_in_proportion_to_their_values() {
    let (mut kos, mut passes) = (0, 0);
    positions(56, |seed, board, turn, rng| {
        let (name, text) = DATABASES[seed as usize % DATABASES.len()];
        let database = database(text);
        let mut policy = policy(&database);
        policy.begin(board);
        let mut counts = Map::new(0);
        (0..DRAWS).for_each(|_| counts[policy.pick(board, turn, rng).0] += 1);
        kos += u32::from(board.ko_for(turn.color) != Point::NULL);
        // The expected values come from the slow lookup, pattern by pattern.
        let moves = database.explain(board, turn.color, turn.last[0]);
        let total: u64 = moves.iter().map(|explanation| u64::from(explanation.value())).sum();
        let what = format!("{name}, seed {seed}, {} after {}", turn.color, turn.last[0]);
        if total == 0 {
            passes += 1;
            assert_eq!(counts[Point::NULL], DRAWS, "{what}");
            return;
        }
        let drawn: Vec<_> = moves
            .iter()
            .map(|e| (counts[e.point], f64::from(e.value())))
            .filter(|d| d.0 > 0 || d.1 > 0.0)
            .collect();
        assert!(drawn.iter().all(|&(_, value)| value > 0.0), "{what}: drawn against its value");
        assert_eq!(drawn.iter().map(|d| d.0).sum::<u32>(), DRAWS, "{what}: illegal moves drawn");
        assert_drawn_by(&drawn, &what);
    });
    assert!(kos >= 5 && passes >= 5, "{kos} kos, {passes} passes");
}

#[test]
fn uniform_values_choose_among_what_random_playouts_do() {
    let mut uniform = policy(&Database::built_in("uniform").unwrap());
    positions(5_000, |seed, board, turn, _| {
        uniform.begin(board);
        let (mut moves, mut expected) = (Moves::default(), Moves::default());
        uniform.candidates(board, turn, &mut moves);
        let mut bare = Board::new(board.size());
        bare.copy_from(board);
        RandomPolicy.candidates(&bare, turn, &mut expected);
        let sorted = |moves: &Moves| {
            let mut points = moves.as_slice().to_vec();
            points.sort_unstable();
            points
        };
        assert_eq!(sorted(&moves), sorted(&expected), "seed {seed}");
        assert!(uniform.values(board, turn).all(|(_, value, _)| value == 1));
    });
}

/// Runs playouts from the empty board and returns their lengths.
fn lengths(database: &Database, size: u8, count: usize) -> Vec<usize> {
    let mut playout = GoPlayout::new(policy(database));
    let (mut rng, mut line) = (Rng::new(1), Sequence::new());
    let mut lengths = Vec::new();
    for _ in 0..count {
        let mut game = Position::new(size, Rules::default());
        let limit = PlayoutLimit { length: game.length_limit(), mercy: false };
        line.clear();
        playout.playout(&mut game, limit, &mut rng, &mut line);
        lengths.push(line.len());
    }
    lengths
}

#[test]
fn playouts_end() {
    for name in ["uniform", "mogo_classic", "montegnu_classic", "brasa"] {
        for size in [2, 9, 19] {
            let lengths = lengths(&Database::built_in(name).unwrap(), size, 30);
            let limit = policy(&Database::built_in(name).unwrap()).length_limit(size).unwrap();
            let broken = lengths.iter().filter(|&&length| length >= limit).count();
            assert!(size == 2 || broken <= 1, "{name} {size}: {broken}");
        }
    }
}

#[test]
fn playouts_that_do_not_end_are_broken_off() {
    let endless = Database::parse("endless", "%%%\n%*%\n%%%\n\n:1\n").unwrap();
    for (size, expected) in [(5, 600), (9, 600), (13, 600 * 169 / 81), (19, 600 * 361 / 81)] {
        assert_eq!(lengths(&endless, size, 1), [expected], "{size}");
    }
}

#[test]
fn a_side_without_moves_passes_and_two_end_the_playout() {
    assert_eq!(lengths(&database(DATABASES[6].1), 9, 1), [2]);
}
