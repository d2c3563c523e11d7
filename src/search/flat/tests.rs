use super::*;
use crate::framework::nim::{Nim, Uniform};
use crate::util::params::Params;

fn run(heap: u16, plan: Plan, limits: Limits) -> Report {
    FlatSearch::of(plan, Box::new(Uniform), 1).search(&Nim::new(heap), limits, &Control::default())
}

fn playouts(count: u64) -> Limits {
    Limits { playouts: Some(count), ..Limits::default() }
}

fn bandits() -> [Plan; 2] {
    let ucb1 = UcbParams { bound: Bound::Ucb1, ..UcbParams::for_size(9) };
    [UcbParams::for_size(9).plan(), ucb1.plan()]
}

fn amaf(alpha: f64) -> Plan {
    AmafParams { alpha, ..AmafParams::for_size(9) }.plan()
}

fn stat(report: &Report, mv: u16) -> MoveStat {
    *report.moves.iter().find(|stat| stat.mv == Move(mv)).unwrap()
}

#[test]
fn simple_tries_every_move_equally_often() {
    for plan in [Plan::default(), amaf(0.5)] {
        let report = run(10, plan, playouts(1001));
        assert_eq!(report.moves.iter().map(|stat| stat.count).sum::<u64>(), 1001);
        assert!(report.moves.iter().all(|stat| stat.count.abs_diff(500) <= 1));
    }
}

#[test]
fn a_win_at_once_is_found_and_a_finished_game_is_not_searched() {
    let report = run(2, Plan::default(), playouts(100));
    assert_eq!((report.best, report.value), (Some(Move(2)), 1.0));
    let report = run(0, Plan::default(), playouts(100));
    assert_eq!((report.best, report.stop), (None, Stop::Over));
}

/// Against a random opponent, taking one of four wins three playouts in four, and taking two half of them.
#[test]
fn values_are_those_of_random_games() {
    let report = run(4, Plan::default(), playouts(40_000));
    assert!((stat(&report, 1).value - 0.75).abs() < 0.01);
    assert!((stat(&report, 2).value - 0.5).abs() < 0.01);
    assert_eq!(report.best, Some(Move(1)), "which leaves a multiple of three: exact play");
}

#[test]
fn a_bandit_tries_the_better_move_more_and_plays_it() {
    for plan in bandits() {
        let report = run(4, plan, playouts(2000));
        let (good, bad) = (stat(&report, 1).count, stat(&report, 2).count);
        assert!(good > 5 * bad && bad > 0, "{plan:?}: {good} and {bad}");
        assert_eq!((report.best, report.moves[0].mv), (Some(Move(1)), Move(1)));
    }
}

#[test]
fn all_converge_to_the_exact_move() {
    for heap in [4, 5, 7, 8] {
        for plan in [[Plan::default(), amaf(0.0)].as_slice(), &bandits()].concat() {
            let report = run(heap, plan, playouts(50_000));
            assert_eq!(report.best, Some(Move(heap % 3)), "heap {heap}, {plan:?}");
        }
    }
}

#[test]
fn amaf_of_weight_zero_is_plain() {
    let (plain, amaf) = (run(7, Plan::default(), playouts(500)), run(7, amaf(0.0), playouts(500)));
    for stat in &plain.moves {
        let other = self::stat(&amaf, stat.mv.0);
        assert_eq!((other.count, other.value, other.estimate), (stat.count, stat.value, stat.estimate));
        assert!(other.rave_count >= stat.count as f64);
    }
    assert_eq!(plain.best, amaf.best);
}

#[test]
fn a_move_counts_for_who_made_it_first() {
    let mut ledger = Ledger::new(Credit::Amaf { alpha: 0.5 }, 8);
    // Ours: 1, 3 and 4; 2 was the opponent's first, and 5 is the opponent's alone.
    ledger.record(&[1, 2, 3, 5, 2, 0, 4, 1, 0, 0].map(Move), 1.0);
    ledger.record(&[3, 1].map(Move), 0.0);
    let counts = [0, 1, 2, 3, 4, 5].map(|mv| ledger.amaf(Move(mv)).count);
    assert_eq!(counts, [0, 1, 0, 2, 1, 0]);
    assert_eq!([1, 3].map(|mv| ledger.first(Move(mv)).count), [1, 1]);
    assert_eq!(ledger.amaf(Move(3)).mean(), 0.5);
    assert_eq!(ledger.estimate(Move(3)), 0.25);
    assert_eq!(ledger.estimate(Move(4)), 0.5);
    ledger.record(&[0, 0].map(Move), 1.0);
    assert_eq!(ledger.amaf(Move::PASS).count, 1, "a pass counts where it is the first move");
}

#[test]
fn the_bounds_are_those_written_down() {
    let tried = Tally { count: 16, sum: 4.0 };
    let manual = Allocation::Ucb { critical_value: 2.0 }.bound(tried, 100);
    assert!((manual - (0.25 + 2.0 * (0.1875_f64 / 16.0).sqrt() + 0.25)).abs() < 1e-12);
    let ucb1 = Allocation::Ucb1 { constant: 0.4 }.bound(tried, 100);
    assert!((ucb1 - (0.25 + 0.4 * (100_f64.ln() / 16.0).sqrt())).abs() < 1e-12);
    assert_eq!(Allocation::Ucb1 { constant: 0.4 }.bound(Tally::default(), 100), f64::INFINITY);
}

#[test]
fn the_least_number_of_simulations_supersedes_the_time() {
    let plan = MonteCarloParams { simulations: 50 }.plan();
    let none = run(7, plan, Limits::default());
    assert_eq!((none.games, none.stop), (100, Stop::Playouts), "no time limit: 50 for each of two moves");
    let over = run(7, plan, Limits { time: Some(Duration::ZERO), ..Limits::default() });
    assert_eq!((over.games, over.stop), (100, Stop::Time), "the time was over at once");
    let time = Duration::from_millis(20);
    let long = run(7, plan, Limits { time: Some(time), ..Limits::default() });
    assert!(long.games > 100 && long.time >= time, "while there is time it goes on");
    assert_eq!(run(7, plan, playouts(10)).games, 10, "but not beyond the playouts allowed");
}

#[test]
fn who_asks_is_obeyed_once_each_move_was_tried() {
    let control = Control::default();
    control.stop();
    let plan = MonteCarloParams { simulations: 1_000_000 }.plan();
    let report = FlatSearch::of(plan, Box::new(Uniform), 1).search(&Nim::new(7), Limits::default(), &control);
    assert_eq!((report.games, report.stop), (2, Stop::Asked));
}
