//! Tree searches of Nim.

mod knowledge;

use std::time::Duration;

use super::*;
use crate::framework::nim::{Nim, Uniform};
use crate::framework::{
    CERTAIN, Candidate, Color, Detail, Knowledge, Observer, Outcome, PlayoutLimit, PlayoutPolicy, Sequence,
};
use crate::util::params::Params;

fn search(seed: u64, change: impl Fn(&mut SearchParams)) -> UctSearch<Nim> {
    let mut params = SearchParams::for_size(9);
    params.number_threads = 1;
    params.uct_max_memory = 1_000_000;
    params.bias_term_constant = 0.5;
    change(&mut params);
    let global = GlobalSearchParams::for_size(9);
    UctSearch::new(params, global, Box::new(|| parts(Uniform)), seed)
}

/// The parts of a thread without knowledge.
fn parts(policy: impl PlayoutPolicy<Nim> + 'static) -> ThreadParts<Nim> {
    ThreadParts { policy: Box::new(policy), knowledge: Vec::new(), root_filters: Vec::new() }
}

fn playouts(count: u64) -> Limits {
    Limits { playouts: Some(count), ..Limits::default() }
}

#[test]
fn the_winning_move_is_found() {
    for rave in [false, true] {
        for heap in [4, 5, 7, 8, 10, 11, 13] {
            let mut search = search(1, |params| params.rave = rave);
            let report = search.search(&Nim::new(heap), playouts(5000), &Control::default());
            assert_eq!(report.best, Some(Move(heap % 3)), "heap {heap}, rave {rave}");
            assert!(report.value > 0.8, "heap {heap}: {}", report.value);
        }
    }
    let report = search(1, |_| {}).search(&Nim::new(9), playouts(5000), &Control::default());
    assert!(report.value < 0.2, "a lost heap: {}", report.value);
}

#[test]
fn equal_seeds_give_equal_searches() {
    let run = |seed| {
        let report = search(seed, |_| {}).search(&Nim::new(20), playouts(700), &Control::default());
        (report.best, report.value.to_bits(), report.nodes, report.moves)
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn threads_share_one_budget_and_lose_nothing() {
    let mut search = search(1, |params| {
        params.number_threads = 4;
        params.uct_max_memory = 10_000_000;
        // Selecting by value keeps counts from ending the search early.
        params.move_select = MoveSelect::Value;
    });
    let report = search.search(&Nim::new(40), playouts(20_000), &Control::default());
    assert_eq!((report.count, report.games), (20_000, 20_000));
    let below: u64 = report.moves.iter().map(|stat| stat.count).sum();
    // When the root was expanded, another thread's first playout may not have reached a child yet.
    assert!(report.count - below < 4, "{below}");
}

#[test]
fn the_tree_of_the_last_search_is_used_again() {
    let mut search = search(1, |_| {});
    let mut game = Nim::new(20);
    let report = search.search(&game, playouts(1000), &Control::default());
    let mv = report.best.unwrap();
    let count = report.moves.iter().find(|stat| stat.mv == mv).unwrap().count;
    game.play_legal(mv);
    search.played(mv);
    let report = search.search(&game, playouts(count + 100), &Control::default());
    assert_eq!(report.games, 100);
    assert_eq!(report.count, count + 100);
    // A position that the moves do not lead to starts a new game.
    search.played(Move(1));
    let report = search.search(&Nim::new(20), playouts(100), &Control::default());
    assert_eq!((report.games, report.count), (100, 100));
}

#[test]
fn a_reused_tree_alone_does_not_settle_a_search() {
    let mut search = search(1, |_| {});
    let mut count = search.search(&Nim::new(30), playouts(5000), &Control::default()).count;
    // Steps across multiples of any interval.
    for step in [100, 150, 200, 250, 300] {
        let report = search.search(&Nim::new(30), playouts(count + step), &Control::default());
        assert_eq!((report.stop, report.games), (Stop::Playouts, step));
        count = report.count;
    }
}

#[test]
fn a_full_tree_is_pruned_and_the_search_goes_on() {
    for threads in [1, 3] {
        let mut search = search(2, |params| {
            params.number_threads = threads;
            params.move_select = MoveSelect::Value;
            params.expand_threshold = 0;
        });
        let report = search.search(&Nim::new(600), playouts(60_000), &Control::default());
        assert_eq!(report.count, 60_000);
        assert_eq!(report.stop, Stop::Playouts);
        assert!(report.nodes <= 1_000_000 / 32);
    }
}

#[test]
fn a_search_ends_when_asked_and_when_time_is_up() {
    let control = Control::default();
    control.stop();
    let report = search(1, |_| {}).search(&Nim::new(30), Limits::default(), &control);
    assert_eq!(report.stop, Stop::Asked);
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    let report = search(1, |params| params.move_select = MoveSelect::Value).search(
        &Nim::new(30),
        limits,
        &Control::default(),
    );
    assert_eq!(report.stop, Stop::Time);
    assert!(report.best.is_some());
}

#[test]
fn a_finished_game_is_not_searched() {
    let report = search(1, |_| {}).search(&Nim::new(0), Limits::default(), &Control::default());
    assert_eq!((report.best, report.stop), (None, Stop::Over));
}

#[test]
fn values_belong_to_the_player_to_move() {
    let reports = Color::ALL.map(|color| {
        let mut game = Nim::new(20);
        game.set_to_play(color);
        search(1, |_| {}).search(&game, playouts(300), &Control::default())
    });
    let [black, white] = &reports;
    assert_eq!((black.value, black.margin, &black.moves), (white.value, white.margin, &white.moves));
    assert!(black.margin != 0.0 && black.value != 0.5);
    let report = search(1, |_| {}).search(&Nim::new(10), playouts(3000), &Control::default());
    assert!(report.value > 0.8 && report.moves[0].value > 0.8, "who is to move wins: {}", report.value);
}

#[test]
fn what_is_searched_to_the_end_is_proven() {
    for heap in [6, 7, 8] {
        let report = search(1, |_| {}).search(&Nim::new(heap), playouts(100_000), &Control::default());
        assert_eq!(report.stop, Stop::Proven, "heap {heap}");
        let won = heap % 3 != 0;
        assert_eq!(report.value, f64::from(u8::from(won)), "heap {heap}");
        let proven: Vec<_> = report.moves.iter().map(|stat| stat.proven).collect();
        if won {
            let best = report.moves.iter().find(|stat| Some(stat.mv) == report.best).unwrap();
            assert_eq!(best.proven, Some(true), "heap {heap}");
        } else {
            assert!(proven.iter().all(|&proven| proven == Some(false)), "heap {heap}: {proven:?}");
        }
    }
}

/// Filters out the move that takes one.
struct NeverOne;

impl Knowledge<Nim> for NeverOne {
    fn edit(&mut self, _: &Nim, candidates: &mut Vec<Candidate>, _: &mut Rng) {
        if candidates.len() > 1 {
            candidates.retain(|candidate| candidate.mv != Move(1));
        }
    }
}

#[test]
fn a_root_filter_holds_at_the_root_alone_in_a_reused_tree_too() {
    let mut search = search(1, |_| {});
    search.make_parts = Box::new(|| ThreadParts { root_filters: vec![Box::new(NeverOne)], ..parts(Uniform) });
    let mut game = Nim::new(25);
    let report = search.search(&game, playouts(2000), &Control::default());
    assert_eq!(report.best, Some(Move(2)), "taking one would win");
    assert_eq!(report.moves.len(), 1);
    for mv in [Move(2), Move(1)] {
        search.played(mv);
        game.play_legal(mv);
    }
    let report = search.search(&game, playouts(3000), &Control::default());
    assert!(report.games < 3000, "below the root all moves are in the tree");
    assert_eq!(report.moves.iter().map(|stat| stat.mv).collect::<Vec<_>>(), [Move(2)]);
}

#[test]
fn a_move_that_is_left_out_is_never_tried() {
    for widening in [0.0, 1000.0] {
        let mut search = search(1, |params| {
            (params.rave, params.progressive_widening) = (false, widening);
        });
        search.make_parts =
            Box::new(|| ThreadParts { root_filters: vec![Box::new(NeverOne)], ..parts(Uniform) });
        let report = search.search(&Nim::new(25), playouts(500), &Control::default());
        assert_eq!((report.count, report.moves[0].count), (500, 500), "widening {widening}");
    }
}

#[test]
fn a_search_that_finds_all_its_playouts_made_reports_the_margin_of_the_one_before() {
    let (mut search, mut game) = (search(1, |_| {}), Nim::new(20));
    let first = search.search(&game, playouts(500), &Control::default());
    let again = search.search(&game, playouts(10), &Control::default());
    assert_eq!((again.games, again.margin), (0, first.margin));
    assert!(first.margin != 0.0);
    let best = first.best.unwrap();
    search.played(best);
    game.play(best).unwrap();
    let after = search.search(&game, playouts(10), &Control::default());
    assert_eq!((after.games, after.margin), (0, -first.margin));
}

#[test]
fn a_proof_and_its_margins_are_kept() {
    for first in [Detail::None, Detail::Leads] {
        let mut search = search(1, |_| {});
        let mut study = |detail, count| {
            let limits = Limits { detail, ..playouts(count) };
            let report = search.search(&Nim::new(7), limits, &Control::default());
            assert_eq!(report.stop, Stop::Proven);
            report
        };
        let (proven, again) = (study(first, 100_000), study(Detail::Leads, 10));
        assert_eq!((again.best, again.margin), (proven.best, proven.margin));
        assert_eq!(again.detail.unwrap().root.margin, proven.margin);
        assert!(proven.margin > 0.0);
    }
}

/// A policy whose playouts have a predetermined outcome, and another one without mercy.
struct Fixed(Outcome, Outcome);

impl PlayoutPolicy<Nim> for Fixed {
    fn pick(&mut self, _: &Nim, _: &mut Rng) -> Move {
        Move(1)
    }

    fn playout(&mut self, _: &mut Nim, limit: PlayoutLimit, _: &mut Rng, _: &mut Sequence) -> Outcome {
        if limit.mercy { self.0 } else { self.1 }
    }
}

#[test]
fn detail_is_that_of_games_played_to_their_end() {
    let run = |full, detail| {
        let mut search = search(1, |_| {});
        search.make_parts = Box::new(move || parts(Fixed(Outcome::mercy(Color::Black, 25, 100), full)));
        search.search(&Nim::new(900), Limits { detail, ..playouts(100) }, &Control::default())
    };
    let full = Outcome::from_score(75, 100);
    assert_eq!(run(full, Detail::None).margin, 0.25);
    let ends = run(full, Detail::Leads).detail.unwrap().root;
    assert_eq!((ends.count, ends.margin, ends.deviation), (100, 0.75, 0.0));
    let ends = run(Outcome::BROKEN_OFF, Detail::Leads).detail.unwrap().root;
    assert_eq!((ends.count, ends.margin), (0, 0.0));
}

#[test]
fn only_playouts_that_were_broken_off_are_aborted() {
    let aborted = |outcome| {
        let mut search = search(1, |_| {});
        search.make_parts = Box::new(move || parts(Fixed(outcome, outcome)));
        let report = search.search(&Nim::new(900), playouts(100), &Control::default());
        let (_, text) = report.details.into_iter().find(|(name, _)| *name == "Aborted").unwrap();
        (text, report.value, report.margin)
    };
    assert_eq!(aborted(Outcome::DRAW), ("0%".to_owned(), 0.5, 0.0));
    assert_eq!(aborted(Outcome::BROKEN_OFF), ("100%".to_owned(), 0.5, 0.0));
    // Mercy counts as a win, with the lead of the moment.
    let (text, value, margin) = aborted(Outcome::mercy(Color::Black, 25, 100));
    assert_eq!((text.as_str(), margin), ("0%", 0.25));
    assert!(value > 0.999, "{value}");
}

#[test]
fn several_playouts_count_as_one_or_as_many() {
    for (as_single, count) in [(true, 100), (false, 400)] {
        let mut search = search(1, |params| {
            params.number_playouts = 4;
            params.update_multiple_playouts_as_single = as_single;
            params.move_select = MoveSelect::Value;
        });
        let report = search.search(&Nim::new(30), playouts(100), &Control::default());
        assert_eq!((report.count, report.games), (count, 400));
    }
}

#[test]
fn observers_see_the_search_grow_and_do_not_delay_its_end() {
    use std::sync::Arc;

    use parking_lot::Mutex;

    for threads in [1, 2] {
        let seen: Arc<Mutex<Vec<Report>>> = Arc::default();
        let copy = seen.clone();
        let control = Control::default();
        let see = move |report: &Report| copy.lock().push(report.clone());
        let often = Observer { interval: Duration::from_millis(10), see: Box::new(see) };
        let late = Observer { interval: Duration::from_secs(1000), see: Box::new(|_| panic!("too early")) };
        let observed = control.observed(vec![often, late]);
        let mut search = search(1, |params| {
            params.number_threads = threads;
            params.move_select = MoveSelect::Value;
        });
        let start = Instant::now();
        std::thread::scope(|scope| {
            // The search's only limit is the first control, which waits for the observer.
            scope.spawn(|| {
                let has_grown = |seen: &[Report]| {
                    seen.last().is_some_and(|last| last.games > 0 && last.count > seen[0].count)
                };
                while !has_grown(&seen.lock()) && start.elapsed() < Duration::from_secs(60) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                control.stop();
            });
            let report = search.search(&Nim::new(100), Limits::default(), &observed);
            assert_eq!(report.stop, Stop::Asked);
            assert!(report.depth >= 1.0);
        });
        let seen = seen.lock();
        assert!(seen.windows(2).all(|pair| pair[0].count <= pair[1].count && pair[0].time < pair[1].time));
        let last = seen.last().unwrap();
        assert!(last.games > 0 && last.games <= last.count && last.depth >= 1.0, "{last:?}");
        assert_eq!(last.sequence.first().copied(), last.best);
        assert!(last.best.is_some() && (0.0..=1.0).contains(&last.value));
    }
}

#[test]
fn an_observer_changes_nothing_that_is_found() {
    let run = |observers| {
        let control = Control::default().observed(observers);
        let report = search(5, |_| {}).search(&Nim::new(20), playouts(20_000), &control);
        (report.value.to_bits(), report.nodes, report.moves)
    };
    let observer = Observer { interval: Duration::from_millis(1), see: Box::new(|_| {}) };
    assert_eq!(run(vec![observer]), run(Vec::new()));
}

#[test]
fn detail_is_that_of_the_new_playouts() {
    let mut search = search(1, |params| {
        params.number_threads = 2;
        // Selecting by value keeps counts from ending the search early.
        params.move_select = MoveSelect::Value;
    });
    let run = |search: &mut UctSearch<Nim>, count, detail| {
        search.search(&Nim::new(20), Limits { detail, ..playouts(count) }, &Control::default())
    };
    assert_eq!(run(&mut search, 1000, Detail::None).detail, None);
    let report = run(&mut search, 2000, Detail::MoveOwners);
    let detail = report.detail.unwrap();
    // Final positions come only from the 1000 new playouts; a few have none, because one thread met the other's proof.
    let ends = detail.root.count;
    assert_eq!(((950..=1000).contains(&ends), detail.moves.len()), (true, report.moves.len()), "{ends}");
    // Black moves first, so the margins agree; a proof counts as a margin of 1 or -1.
    let unseen = 2.0 * (1000 - ends) as f64 / 1000.0;
    assert!((detail.root.margin - report.margin).abs() < 1e-4 + unseen);
    let begun: u64 = detail.moves.iter().filter(|of| of.ends != detail.root).map(|of| of.ends.count).sum();
    assert_eq!(begun, ends);
    for (of, stat) in detail.moves.iter().zip(&report.moves) {
        assert_eq!(of.line.first(), Some(&(stat.mv, stat.count)));
        assert!(of.line.is_sorted_by(|a, b| a.1 >= b.1), "{:?}", of.line);
        assert!(of.ends.margin.abs() <= 1.0 && of.ends.deviation <= 1.0);
        assert_eq!(of.ends.owners.len(), Nim::new(20).move_limit());
    }
    // A reused tree has no final positions, so some playouts run even beyond the limit.
    let detail = run(&mut search, 1, Detail::Leads).detail.unwrap();
    assert!((1..=50).contains(&detail.root.count) && detail.root.owners.is_empty());
}

#[test]
fn a_move_without_new_playouts_has_the_ends_of_all() {
    let tallies = Tally::of_threads(Detail::MoveOwners, 2, 4);
    tallies[0].add(Some(Move(1)), 0.5, &[0, CERTAIN, -CERTAIN, 0]);
    tallies[1].add(Some(Move(2)), -0.25, &[0, CERTAIN, CERTAIN, 0]);
    let root = Tally::root(&tallies);
    assert_eq!((root.count, root.margin, &root.owners[..]), (2, 0.125, &[0.0, 1.0, 0.0, 0.0][..]));
    assert_eq!(root.deviation, 0.375);
    let after = Tally::after(&tallies, Move(1), &root);
    assert_eq!((after.count, after.margin, &after.owners[..]), (1, 0.5, &[0.0, 1.0, -1.0, 0.0][..]));
    assert_eq!(Tally::after(&tallies, Move(3), &root), root);
}
