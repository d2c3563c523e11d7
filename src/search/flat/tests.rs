//! Flat searches of Nim.

use super::*;
use crate::framework::nim::{Nim, Uniform};
use crate::util::params::Params;

fn run(heap: u16, variant: Variant, limits: Limits) -> Report {
    FlatSearch::of(variant, Box::new(Uniform), 1).search(&Nim::new(heap), limits, &Control::default())
}

fn playouts(count: u64) -> Limits {
    Limits { playouts: Some(count), ..Limits::default() }
}

fn bandits() -> [Variant; 2] {
    let ucb1 = UcbParams { bound: UcbFormula::Ucb1, ..UcbParams::for_size(9) };
    [UcbParams::for_size(9).variant(), ucb1.variant()]
}

fn amaf(alpha: f64) -> Variant {
    AmafParams { alpha, ..AmafParams::for_size(9) }.variant()
}

fn stat(report: &Report, mv: u16) -> MoveStat {
    *report.moves.iter().find(|stat| stat.mv == Move(mv)).unwrap()
}

#[test]
fn simple_tries_every_move_equally_often() {
    for variant in [Variant::default(), amaf(0.5)] {
        let report = run(10, variant, playouts(1001));
        assert_eq!(report.moves.iter().map(|stat| stat.count).sum::<u64>(), 1001);
        assert!(report.moves.iter().all(|stat| stat.count.abs_diff(500) <= 1));
    }
}

#[test]
fn a_win_at_once_is_found_and_a_finished_game_is_not_searched() {
    let report = run(2, Variant::default(), playouts(100));
    assert_eq!((report.best, report.value), (Some(Move(2)), 1.0));
    let report = run(0, Variant::default(), playouts(100));
    assert_eq!((report.best, report.stop), (None, Stop::Over));
}

/// Against a random opponent, taking one of four wins three quarters of the playouts, taking two half of them.
#[test]
fn values_are_those_of_random_games() {
    let report = run(4, Variant::default(), playouts(40_000));
    assert!((stat(&report, 1).value - 0.75).abs() < 0.01);
    assert!((stat(&report, 2).value - 0.5).abs() < 0.01);
    assert_eq!(report.best, Some(Move(1)), "which leaves a multiple of three: exact play");
}

#[test]
fn a_bandit_tries_the_better_move_more_and_plays_it() {
    for variant in bandits() {
        let name = format!("{variant:?}");
        let report = run(4, variant, playouts(2000));
        let (good, bad) = (stat(&report, 1).count, stat(&report, 2).count);
        assert!(good > 5 * bad && bad > 0, "{name}: {good} and {bad}");
        assert_eq!((report.best, report.moves[0].mv), (Some(Move(1)), Move(1)));
    }
}

#[test]
fn all_converge_to_the_exact_move() {
    for heap in [4, 5, 7, 8] {
        for variant in [Variant::default(), amaf(0.0)].into_iter().chain(bandits()) {
            let name = format!("{variant:?}");
            let report = run(heap, variant, playouts(50_000));
            assert_eq!(report.best, Some(Move(heap % 3)), "heap {heap}, {name}");
        }
    }
}

#[test]
fn amaf_of_weight_zero_is_plain() {
    let (plain, amaf) = (run(7, Variant::default(), playouts(500)), run(7, amaf(0.0), playouts(500)));
    for stat in &plain.moves {
        let other = self::stat(&amaf, stat.mv.0);
        assert_eq!((other.count, other.value, other.estimate), (stat.count, stat.value, stat.estimate));
        assert!(other.rave.is_some_and(|rave| rave.count >= stat.count as f64));
    }
    assert_eq!(plain.best, amaf.best);
}

#[test]
fn a_move_counts_for_who_made_it_first() {
    let mut amaf = Amaf::new(0.5);
    amaf.clear(8);
    // Ours: 1, 3 and 4; the opponent played 2 first, and only the opponent played 5.
    amaf.record(&[1, 2, 3, 5, 2, 0, 4, 1, 0, 0].map(Move), 1.0);
    amaf.record(&[3, 1].map(Move), 0.0);
    let counts = [0, 1, 2, 3, 4, 5].map(|mv| amaf.of(Move(mv)).count);
    assert_eq!(counts, [0, 1, 0, 2, 1, 0]);
    assert_eq!(amaf.of(Move(3)).mean(), 0.5);
    assert_eq!(amaf.estimate(Move(3), MeanValue { count: 1, sum: 0.0 }), 0.25);
    assert_eq!(amaf.estimate(Move(4), MeanValue::default()), 0.5);
    amaf.record(&[0, 0].map(Move), 1.0);
    assert_eq!(amaf.of(Move::PASS).count, 1, "a pass counts where it is the first move");
    amaf.clear(8);
    assert_eq!(amaf.of(Move(3)), MeanValue::default());
}

#[test]
fn the_bounds_are_those_written_down() {
    let tried = MeanValue { count: 16, sum: 4.0 };
    let manual = ManualUcb { critical_value: 2.0 }.bound(tried, 100);
    assert!((manual - (0.25 + 2.0 * (0.1875_f64 / 16.0).sqrt() + 0.25)).abs() < 1e-12);
    let ucb1 = Ucb1 { constant: 0.4 }.bound(tried, 100);
    assert!((ucb1 - (0.25 + 0.4 * (100_f64.ln() / 16.0).sqrt())).abs() < 1e-12);
    assert_eq!(Ucb1 { constant: 0.4 }.bound(MeanValue::default(), 100), f64::INFINITY);
}

#[test]
fn the_least_number_of_simulations_supersedes_the_time() {
    let variant = || MonteCarloParams { simulations: 50 }.variant();
    let none = run(7, variant(), Limits::default());
    assert_eq!((none.games, none.stop), (100, Stop::Playouts), "no time limit: 50 for each of two moves");
    let over = run(7, variant(), Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!((over.games, over.stop), (100, Stop::Time), "the time was over at once");
    let time = Duration::from_millis(20);
    let long = run(7, variant(), Limits { time: Some(time), ..Limits::default() });
    assert!(long.games > 100 && long.time >= time, "while there is time it goes on");
    assert_eq!(run(7, variant(), playouts(10)).games, 10, "but not beyond the playouts allowed");
}

#[test]
fn who_asks_is_obeyed_once_each_move_was_tried() {
    let control = Control::default();
    control.stop();
    let variant = MonteCarloParams { simulations: 1_000_000 }.variant();
    let report =
        FlatSearch::of(variant, Box::new(Uniform), 1).search(&Nim::new(7), Limits::default(), &control);
    assert_eq!((report.games, report.stop), (2, Stop::Asked));
}
