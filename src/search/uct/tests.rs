use std::time::Duration;

use super::*;
use crate::framework::nim::Nim;
use crate::framework::{Color, PlayoutPolicy};
use crate::util::params::Params;

struct Uniform;

impl PlayoutPolicy<Nim> for Uniform {
    fn pick(&mut self, game: &Nim, rng: &mut Rng) -> Move {
        Move(1 + rng.below(usize::from(game.heap.min(2))) as u16)
    }
}

fn search(seed: u64, change: impl Fn(&mut SearchParams)) -> UctSearch<Nim> {
    let mut params = SearchParams::for_size(9);
    params.number_threads = 1;
    params.uct_max_memory = 1_000_000;
    params.bias_term_constant = 0.5;
    change(&mut params);
    let global = GlobalParams::for_size(9);
    let parts = || Parts { policy: Box::new(Uniform) as _, knowledge: Vec::new() };
    UctSearch::new(params, global, Box::new(parts), seed)
}

fn playouts(count: u64) -> Limits {
    Limits { playouts: Some(count), time: None }
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
        // Counts decide nothing here, so that the search is not cut short.
        params.move_select = MoveSelect::Value;
    });
    let report = search.search(&Nim::new(40), playouts(20_000), &Control::default());
    assert_eq!((report.count, report.games), (20_000, 20_000));
    let below: u64 = report.moves.iter().map(|stat| stat.count).sum();
    // The root's first playout may not have gone on to a child yet when another thread was expanding it.
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
    // A game that the moves do not lead to begins anew.
    search.played(Move(1));
    let report = search.search(&Nim::new(20), playouts(100), &Control::default());
    assert_eq!((report.games, report.count), (100, 100));
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
    let limits = Limits { playouts: None, time: Some(Duration::from_millis(30)) };
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
    for color in Color::ALL {
        let mut game = Nim::new(10);
        game.set_to_play(color);
        let report = search(1, |_| {}).search(&game, playouts(3000), &Control::default());
        assert!(report.value > 0.8, "{color}: {}", report.value);
        assert!(report.moves[0].value > 0.8);
        assert!(report.margin > 0.5);
    }
}
