//! The tuning methods recover known values: by likelihood from drawn moves, and by balancing playouts.

use rand::RngExt as _;

use super::balance::{Balance, Judged, Options};
use super::likelihood::Likelihood;
use super::{Family, LineTable, MAX_VALUE, MIN_VALUE, adjust, every_shape, rest, with_values};
use crate::framework::{Game, Move};
use crate::go::board::Board;
use crate::go::pattern::database::{BUILT_IN, Database};
use crate::go::{Point, Position, Rules};
use crate::util::Rng;

const EYES: &str = include_str!("../../../../../patterns/uniform.db");

fn lines(text: &str) -> LineTable {
    LineTable::new(&Database::parse("x.db", text).unwrap())
}

/// The database of the eyes and of values of captures and of other moves.
fn captures(near: u32, far: u32, other: u32) -> String {
    let any = "%%%\n%*%\n%%%\n";
    format!("{EYES}\n{any}:{near},near,ocap1+\n:{far},far,ocap1+\n:{other}\n")
}

/// A position after `length` random moves, and those moves.
fn random(rng: &mut Rng, length: usize) -> (Position, Vec<Move>) {
    let mut position = Position::new(5, Rules { komi: "0.5".parse().unwrap(), ..Rules::default() });
    let (mut candidates, mut moves) = (Vec::new(), Vec::new());
    for _ in 0..length {
        position.candidates(&mut candidates);
        candidates.retain(|&mv| mv != Move::PASS);
        let Some(&mv) = candidates.get(rng.below(candidates.len())) else { break };
        // Skips repetitions.
        if position.play(mv).is_ok() {
            moves.push(mv);
        }
    }
    (position, moves)
}

fn position(rng: &mut Rng, length: usize) -> Position {
    random(rng, length).0
}

#[test]
fn lines_are_those_that_give_moves_their_values() {
    let text = captures(50, 40, 30);
    let database = Database::parse("x.db", &text).unwrap();
    let lines = LineTable::new(&database);
    assert_eq!(lines.values(), [1, 0, 0, 0, 50, 40, 30]);
    let mut rng = Rng::new(1);
    let mut moves = Vec::new();
    let mut board: Board = Board::new(5);
    for ply in 0..40 {
        let position = position(&mut rng, ply);
        board.copy_from(position.board());
        let (color, last) = (position.to_play(), position.last()[0]);
        lines.moves(&board, color, last, &mut moves);
        let found: Vec<_> = moves.iter().map(|&(p, line)| (p, lines.values()[line])).collect();
        let explained = database.explain(position.board(), color, last);
        let mut expected: Vec<_> =
            explained.iter().map(|it| (it.point, it.value())).filter(|&(_, value)| value > 0).collect();
        let place = |&(p, _): &(Point, u32)| p;
        expected.sort_unstable_by_key(place);
        let mut found = found;
        found.sort_unstable_by_key(place);
        assert_eq!(found, expected);
    }
}

#[test]
fn the_likelihood_finds_the_values_that_draws_were_made_with() {
    let text = captures(1, 1, 1) + "\n...\n.*.\n...\n:1,near\n:1,far\n";
    // By line: nothing, the eyes, and what is to be found.
    let truth = [0.2, 0.0, 0.0, 0.0, 8.0, 1.0, 3.0, 0.1, 0.5];
    let mut likelihood = Likelihood::new(lines(&text));
    let mut rng = Rng::new(7);
    for _ in 0..20_000 {
        let field: Vec<usize> = (0..6).map(|_| [0, 4, 5, 6, 7, 8][rng.below(6)]).collect();
        let sum: f64 = field.iter().map(|&line| truth[line]).sum();
        let mut at = sum * rng.random::<f64>();
        let winner = field.iter().find(|&&line| {
            at -= truth[line];
            at < 0.0
        });
        likelihood.add_competition(field.iter().copied(), *winner.unwrap());
    }
    assert_eq!(likelihood.len(), 20_000);
    let (values, log_likelihood) = likelihood.maximize(100);
    assert!(log_likelihood < 0.0 && log_likelihood > -(6f64.ln()), "{log_likelihood}");
    for (line, &value) in truth.iter().enumerate() {
        let found = values[line] / values[4] * truth[4];
        assert!((found - value).abs() <= 0.1 * value, "line {line}: {found} for {value}");
    }
}

#[test]
fn every_step_makes_the_moves_of_games_more_probable() {
    let mut likelihood = Likelihood::new(lines(&captures(1, 1, 1)));
    let mut rng = Rng::new(3);
    for _ in 0..30 {
        let moves = random(&mut rng, 30).1;
        likelihood.add(position(&mut rng, 0), &moves);
    }
    assert!(!likelihood.is_empty());
    let steps: Vec<f64> = (1..8).map(|steps| likelihood.maximize(steps).1).collect();
    assert!(steps.windows(2).all(|pair| pair[1] >= pair[0] - 1e-4), "{steps:?}");
}

#[test]
fn balancing_finds_the_values_behind_the_worth_of_positions() {
    let options =
        |playouts, rate| Options { playouts, batch: 20, passes: 6, rate, spring: 0.0, threads: 2, seed: 5 };
    let mut rng = Rng::new(9);
    let positions: Vec<Judged> = (0..100)
        .map(|_| Judged {
            position: {
                let ply = 8 + rng.below(12);
                position(&mut rng, ply)
            },
            worth: 0.0,
        })
        .collect();
    // Captures weigh heavily in the playouts that judge the positions.
    let judge = Balance::new(lines(&captures(60, 60, 1)), options(400, 0.0));
    let judged: Vec<Judged> = positions
        .into_iter()
        .map(|judged| Judged { worth: judge.mean_result(&judged.position, &mut rng), ..judged })
        .collect();
    let (mut errors, mut balance) = (Vec::new(), Balance::new(lines(&captures(1, 1, 1)), options(40, 60.0)));
    balance.run(&judged, |error| errors.push(error));
    assert_eq!(errors.len(), balance.step_count(judged.len()));
    let values = balance.values();
    assert_eq!(values[1], 0.0, "what is forbidden stays so");
    assert!(values[4] / values[6] > 2.0 && values[5] / values[6] > 2.0, "{values:?}");
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
    assert!(mean(&errors[20..]) < 0.8 * mean(&errors[..5]), "{errors:?}");

    let mut again = Balance::new(lines(&captures(1, 1, 1)), Options { threads: 3, ..options(40, 60.0) });
    again.run(&judged, |_| ());
    assert_eq!(again.values(), values, "threads do not matter");
}

#[test]
fn the_text_changes_in_its_values_alone() {
    let text = "# 1\nPattern Eye 2\n\noOo\nO*O\noO?\n\n:0\n\n???  3\n?*?\n???\n  : 4 , near,ocap2+ # 5\n:6\n";
    let database = Database::parse("x.db", text).unwrap();
    let written = with_values(&database, text, &[9.0, 0.0, 0.5, 2.0]);
    assert_eq!(written, text.replace(": 4", ": 1250000").replace(":6", ":5000000"));
    let small = with_values(&database, text, &[9.0, 0.0, 1e-9, 2.0]);
    assert!(small.contains(&format!(": {MIN_VALUE} ,")) && small.contains(&format!(":{MAX_VALUE}\n")));
    assert_eq!(Database::parse("x.db", &written).unwrap().warnings(), database.warnings());
}

#[test]
fn moves_without_a_line_get_one() {
    let text = "Pattern Corner\n\n..|\n.*|\n--+\n\n:3,near\n:0,far\n";
    let database = Database::parse("x.db", text).unwrap();
    let whole = Database::parse("x.db", &format!("{text}{}", rest(&database))).unwrap();
    assert_eq!(rest(&whole), "");
    let mut moves = Vec::new();
    LineTable::new(&whole).moves(&Board::new(5), crate::framework::Color::Black, Point::at(0, 1), &mut moves);
    let lines: Vec<usize> = moves.iter().map(|&(_, line)| line).collect();
    assert_eq!(lines.len(), 25 - 3, "the three corners far from the last move are forbidden");
    assert!(lines.iter().all(|&line| line == 3 || line == 1), "{lines:?}");
}

#[test]
fn families_are_adjusted_together() {
    let any = "%%%\n%*%\n%%%\n";
    let text =
        format!("Pattern Ko\n{any}:1,near,ocap1\n:1,far,ocap1\nPattern Other\n{any}:1,near\n:0,ocap2\n:1\n");
    let database = Database::parse("x.db", &text).unwrap();
    let adjusted = |powers: &[&str], factors: &[&str]| {
        let families =
            |texts: &[&str]| texts.iter().map(|text| text.parse().unwrap()).collect::<Vec<Family>>();
        let mut values = [1.0, 4.0, 9.0, 16.0, 0.0, 25.0];
        adjust(&database, &mut values, &families(powers), &families(factors));
        values
    };
    assert_eq!(adjusted(&[], &[]), [1.0, 4.0, 9.0, 16.0, 0.0, 25.0]);
    assert_eq!(adjusted(&["2"], &[]), [1.0, 16.0, 81.0, 256.0, 0.0, 625.0]);
    assert_eq!(adjusted(&["2", "near=0.5", "Ko,far=1"], &[]), [1.0, 2.0, 9.0, 4.0, 0.0, 625.0]);
    assert_eq!(adjusted(&[], &["Ko=10", "near=2", "Nobody=0"]), [1.0, 80.0, 90.0, 32.0, 0.0, 25.0]);
    assert_eq!(adjusted(&["0.5"], &["Other=3"]), [1.0, 2.0, 3.0, 12.0, 0.0, 15.0]);
}

#[test]
fn a_family_that_cannot_be_is_refused() {
    for (text, expected) in [
        ("", "expected a number"),
        ("near", "expected a number"),
        ("near=", "expected a number"),
        ("near=-1", "expected a number"),
        ("inf", "expected a number"),
        ("Ko,Escape=1", "`Escape` is not a property"),
    ] {
        let error = text.parse::<Family>().unwrap_err();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn every_shape_has_a_line_of_its_own() {
    let text = EYES.to_owned() + &every_shape(&Database::parse("x.db", EYES).unwrap());
    let database = Database::parse("x.db", &text).unwrap();
    assert_eq!(database.warnings(), []);
    let lines = lines(&text);
    let mut moves = Vec::new();
    let mut rng = Rng::new(11);
    let mut board: Board = Board::new(5);
    let mut seen = vec![false; lines.values().len()];
    for ply in 0..2_000 {
        let position = position(&mut rng, ply % 40);
        board.copy_from(position.board());
        lines.moves(&board, position.to_play(), position.last()[0], &mut moves);
        moves.iter().for_each(|&(_, line)| seen[line] = true);
    }
    assert!(seen.iter().filter(|&&seen| seen).count() > 500);
}

#[test]
fn the_database_in_use_is_one_that_was_tuned() {
    let brasa = BUILT_IN.iter().find(|built_in| built_in.name == "brasa").unwrap();
    let database = Database::parse(brasa.name, brasa.text).unwrap();
    assert_eq!(database.warnings(), []);
    let start = Database::parse("start.db", include_str!("../../../../../patterns/brasa_start.db")).unwrap();
    assert_eq!(start.warnings(), []);
    // The result distinguishes what the initial database does, and every shape.
    for (pattern, of_start) in database.patterns().iter().zip(start.patterns()) {
        assert_eq!((&pattern.name, pattern.figure), (&of_start.name, of_start.figure));
    }
    assert!(database.patterns().len() > start.patterns().len() + 1_000);
    assert_eq!(every_shape(&database), "");
}
