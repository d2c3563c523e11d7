//! Passing and resigning.

use brasa::engine::go::search::search as uct;
use brasa::engine::{BoardSize, Settings};
use brasa::framework::{Control, Game, Limits, Move, Report, Search};
use brasa::go::{Komi, Position, Rules};
use brasa::gtp::commands::Gtp;

use crate::gtp::{ask, gtp};

/// Runs commands, which must succeed, and returns the last reply.
fn run(gtp: &mut Gtp, commands: &str) -> String {
    let lines = commands.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |_, line| ask(gtp, line))
}

/// Black has four columns on the left, White three on the right with a dead black stone inside.
const SETTLED: &str = "boardsize 7
    komi 0.5
    uct_param_player max_games 300
    gogui-play_sequence B D1 W E1 B D2 W E2 B D3 W E3 B D4 W E4 B D5 W E5 B D6 W E6 B D7 W E7
    gogui-play_sequence B B2 W F3 B B4 W F5 B B6 W G2 B G4";

#[test]
fn a_settled_game_ends_with_a_pass() {
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    assert_eq!(run(&mut gtp, "reg_genmove b"), "PASS");
    assert_ne!(run(&mut gtp, "uct_param_player early_pass 0\n reg_genmove b"), "PASS");
}

#[test]
fn dead_stones_in_atari_are_no_reason_to_play_on() {
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    run(&mut gtp, "play w G3\n play w G5");
    assert_eq!(run(&mut gtp, "reg_genmove b"), "PASS");
    assert_eq!(run(&mut gtp, "play w pass\n reg_genmove b"), "PASS");
}

#[test]
fn neutral_points_are_filled_before_the_pass() {
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    // As above, but D4 is empty: there, Black's wall runs through C4.
    run(
        &mut gtp,
        "boardsize 7
         gogui-play_sequence B D1 W E1 B D2 W E2 B D3 W E3 B C3 W E4 B C4 W G4 B C5 W E5 B D5 W E6 B D6 W E7
         gogui-play_sequence B D7 W F3 B B2 W F6 B B6 W G2",
    );
    assert_eq!(run(&mut gtp, "genmove b"), "D4");
    assert_eq!(run(&mut gtp, "play w F5\n genmove b"), "PASS");
}

/// Under territory rules, a move into own territory costs a point. Stones beside dame have no territory.
#[test]
fn under_territory_rules_the_dame_are_filled_and_nothing_else() {
    const WALLS: &str = "boardsize 7
        go_rules japanese
        uct_param_player max_games 300
        gogui-play_sequence B D1 W E1 B D2 W E2 B D3 W E3 B C4 W E4 B C5 W E5 B D5 W E6 B D6 W E7 B D7 W G2 B C3 W G6";
    for komi in ["-10.5", "0.5", "10.5"] {
        let mut gtp = gtp();
        run(&mut gtp, WALLS);
        run(&mut gtp, &format!("komi {komi}\n uct_param_player resign_min_games 100000"));
        assert_eq!(run(&mut gtp, "genmove b"), "D4", "{komi}");
        assert_eq!(run(&mut gtp, "genmove w"), "PASS", "{komi}");
        assert_eq!(run(&mut gtp, "genmove b"), "PASS", "{komi}");
    }
}

/// Returns White's replies after the commands, without and with `humanlike_pass`.
fn replies_of_white(commands: &str) -> [String; 2] {
    ["0", "1"].map(|humanlike| {
        let mut gtp = gtp();
        run(&mut gtp, commands);
        run(
            &mut gtp,
            &format!(
                "uct_param_player resign_min_games 100000\n uct_param_player humanlike_pass {humanlike}"
            ),
        );
        run(&mut gtp, "genmove w")
    })
}

#[test]
fn a_loser_passes_like_people_once_everything_is_settled() {
    let [stubborn, humanlike] = replies_of_white(SETTLED);
    assert_ne!(stubborn, "PASS");
    assert_eq!(humanlike, "PASS");
    // Under rules without agreement, the dead stone must be captured.
    let [_, humanlike] = replies_of_white(&format!("{SETTLED}\n go_rules cgos"));
    assert_ne!(humanlike, "PASS");
}

/// White's and Black's walls meet everywhere except at D4.
const DAME: &str = "boardsize 7
    uct_param_player max_games 300
    gogui-play_sequence B D1 W E1 B D2 W E2 B D3 W E3 B C3 W E4 B C4 W G4 B C5 W E5 B D5 W E6 B D6 W E7
    gogui-play_sequence B D7 W F3 B B2 W F6 B B6";

#[test]
fn people_leave_neutral_points_unless_those_decide_the_game() {
    // Black has 27 points and White 21; D4 is the last one.
    for (komi, last) in [("0.5", "PASS"), ("12.5", "PASS"), ("6.5", "D4"), ("5.5", "D4")] {
        for pass in ["", "play b pass"] {
            let [_, humanlike] = replies_of_white(&format!("{DAME}\n komi {komi}\n {pass}"));
            assert_eq!(humanlike, last, "{komi} {pass}");
        }
        let [stubborn, humanlike] = replies_of_white(&format!("{DAME}\n go_rules japanese\n komi {komi}"));
        assert_eq!([&*stubborn, &*humanlike], ["D4", "PASS"], "{komi}");
    }
}

#[test]
fn people_do_not_pass_while_points_can_be_gained() {
    for rules in ["chinese", "japanese"] {
        // D1 and E1 are empty, and either player would gain a point there.
        let open = DAME.replace("B D1 W E1 ", "");
        let [_, humanlike] =
            replies_of_white(&format!("{open}\n go_rules {rules}\n komi -20.5\n play b pass"));
        assert!(["D1", "E1"].contains(&&*humanlike), "{rules}: {humanlike}");
    }
}

#[test]
fn dynamic_komi_moves_the_values_of_moves_in_handicap_games_only() {
    let mut gtp = gtp();
    let value = |gtp: &mut Gtp, commands: &str| -> f64 {
        run(gtp, "boardsize 9\n komi 0.5\n uct_param_player max_games 500\n set_random_seed 1");
        // The network learned from games without handicap.
        run(gtp, "uct_param_globalsearch net none");
        run(gtp, commands);
        run(gtp, "reg_genmove w");
        run(gtp, "uct_value").parse().unwrap()
    };
    let best = |gtp: &Gtp| {
        let report = &gtp.session.last_search().unwrap().report;
        report.moves[0].value
    };
    let mut found = Vec::new();
    for komi in ["off", "linear"] {
        let set = format!("uct_param_globalsearch dynamic_komi {komi}\n");
        let even = value(&mut gtp, &format!("{set} play b E5"));
        let behind = value(&mut gtp, &format!("{set} play b C3\n play b G7\n play b C7\n play b G3"));
        found.push((even, behind, best(&gtp)));
    }
    let [(even, behind, plain), (same, still_behind, moved)] = found[..] else { unreachable!() };
    assert_eq!(even, same);
    assert!(behind < 0.3 && still_behind < 0.3, "{found:?}");
    assert!(plain < 0.3 && moved > plain + 0.15, "{found:?}");
}

/// Returns the number of moves White makes while Black passes, until White passes too.
fn white_moves(gtp: &mut Gtp, command: &str) -> usize {
    for count in 0..30 {
        run(gtp, "play b pass");
        if run(gtp, command) == "PASS" {
            return count;
        }
    }
    panic!("no end: {}", run(gtp, "showboard"));
}

fn has_invader(gtp: &mut Gtp) -> bool {
    run(gtp, "list_stones b").split(' ').any(|stone| stone == "G4")
}

#[test]
fn dead_stones_are_captured_where_the_rules_ask_for_it() {
    // White wins by half a point if the invader is captured, and otherwise loses by far.
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    run(&mut gtp, "komi 7.5\n go_rules cgos\n uct_param_player max_games 2000");
    assert!(run(&mut gtp, "final_score").starts_with('B'));
    assert!(white_moves(&mut gtp, "genmove w") > 0);
    assert!(!has_invader(&mut gtp));
    assert_eq!(run(&mut gtp, "final_score"), "W+0.5");
    // Under Chinese rules the players agree on dead stones, so White passes at once.
    run(&mut gtp, SETTLED);
    run(&mut gtp, "komi 7.5\n go_rules chinese");
    assert_eq!(white_moves(&mut gtp, "genmove w"), 0);
}

#[test]
fn a_player_without_searches_cleans_up_by_its_own_moves() {
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    run(&mut gtp, "genmove b");
    run(&mut gtp, "setplayer w sp-random");
    // The moves of Black's search are not White's to choose from.
    let found = run(&mut gtp, "kgs-genmove_cleanup w");
    assert!(!found.contains("illegal"), "{found}");
}

#[test]
fn cleanup_captures_what_is_dead_and_then_passes() {
    let mut gtp = gtp();
    run(&mut gtp, SETTLED);
    // White is ahead with or without the capture.
    run(&mut gtp, "komi 30.5");
    assert_eq!(white_moves(&mut gtp, "genmove w"), 0);
    assert!(has_invader(&mut gtp));
    assert!(white_moves(&mut gtp, "kgs-genmove_cleanup w") > 0);
    assert!(!has_invader(&mut gtp));
    assert_eq!(run(&mut gtp, "go_rules"), "chinese");
    // White is behind with or without the capture.
    run(&mut gtp, SETTLED);
    run(&mut gtp, "komi -40.5\n uct_param_player resign_min_games 1");
    assert!(white_moves(&mut gtp, "kgs-genmove_cleanup w") > 0);
    assert!(!has_invader(&mut gtp));
}

#[test]
fn a_handicap_is_no_reason_to_resign() {
    let mut gtp = gtp();
    run(
        &mut gtp,
        "boardsize 9\n uct_param_player resign_min_games 0\n uct_param_player resign_threshold 0.9",
    );
    assert_eq!(run(&mut gtp, "komi -30\n genmove w"), "resign");
    assert_ne!(run(&mut gtp, "reg_genmove w"), "resign", "a question has a move for its answer");
    assert_ne!(run(&mut gtp, "komi 0.5\n fixed_handicap 5\n genmove w"), "resign");
    // Behind by more than at the start, but early.
    run(&mut gtp, "clear_board\n fixed_handicap 2\n genmove w");
    let gift = "play b F8\n play w pass\n play b E8\n play w pass\n play b D8\n genmove w";
    assert_ne!(run(&mut gtp, gift), "resign");
}

/// Black leads if all stones count as alive, so a pass after White's pass wins.
#[test]
fn what_a_pass_would_have_ended_is_not_proven_where_passes_are_forgotten() {
    let mut settings = Settings::new(5);
    settings.params.search.number_threads = 1;
    settings.params.search.uct_max_memory = 10_000_000;
    // With these settings the search tries every move, including the pass.
    for (name, value) in [
        ("rave", "0"),
        ("bias_term_constant", "0.7"),
        ("learned_prior_weight", "0"),
        ("use_default_prior_knowledge", "0"),
        ("move_select", "value"),
    ] {
        settings.set(name, value).unwrap();
    }
    let mut search = uct(&settings.spec(BoardSize::square(5), 1));
    let mut game = Position::new(5, Rules { komi: Komi::from_half_points(1), ..Rules::default() });
    for text in ["C1", "D2", "C2", "E4", "C3", "E5", "C4", "E1", "C5", "A3", "B2", "PASS"] {
        game.play(game.parse_move(text).unwrap()).unwrap();
    }
    let limits = |playouts| Limits { playouts: Some(playouts), ..Limits::default() };
    let proven =
        |report: Report| report.moves.iter().find(|stat| stat.mv == Move::PASS).and_then(|stat| stat.proven);
    // After White's pass, Black wins by passing.
    let report = search.search(&game, limits(10_000), &Control::default());
    assert_eq!(proven(report), Some(true));
    // After `forget_passes` the position is a different one, and a pass does not end the game.
    game.forget_passes();
    let report = search.search(&game, limits(300), &Control::default());
    assert_eq!((report.games, report.count, proven(report)), (300, 300, None));
}
