//! Session guarantees: an error leaves it unchanged, and a player thinks on the opponent's time when allowed.

use std::sync::Arc;

use super::*;
use crate::engine::GoSession;
use crate::engine::context::SessionContext;
use crate::engine::settings::Settings;
use crate::engine::spec::BoardSize;
use crate::framework::{Color, Control, Decision, Game, Limits, Move, Player, Thinking};
use crate::go::{Point, Position};

fn session() -> GoSession {
    let context = SessionContext::new(Settings::new(5), 1, Arc::new(Control::default()));
    Session::new(BoardSize::square(5), Color::Black, context).unwrap()
}

#[test]
fn a_change_of_the_settings_is_made_whole_or_not_at_all() {
    let mut session = session();
    let before = session.settings().limits.clone();
    let change = |settings: &mut Settings| {
        settings.set("resign_threshold", "0.3")?;
        settings.set("resign_min_games", "some")
    };
    assert!(session.configure(change).is_err());
    assert_eq!(session.settings().limits, before);
    assert!(!session.settings().is_set("resign_threshold"));
}

/// A player that always plays A1, occupied or not.
struct Stubborn;

impl Player<Position> for Stubborn {
    fn decide(&mut self, _: &Position, _: Limits, _: &Control) -> Thinking {
        Thinking { decision: Decision::Play(Point::at(0, 0).to_move()), report: None }
    }
}

#[test]
fn an_illegal_move_of_the_player_is_an_error_and_changes_nothing() {
    for genmove in [Session::genmove, GoSession::genmove_cleanup] {
        let mut session = session();
        let context = session.spec();
        session.seats.seat_player(Color::Black, Box::new(Stubborn), context);
        genmove(&mut session, Color::Black).unwrap();
        let (key, clock) = (session.position().key(), session.clock.clone());
        let error = genmove(&mut session, Color::White).unwrap_err();
        assert_eq!(error.to_string(), "the player's move A1 is an illegal move: occupied");
        assert_eq!((session.position().key(), session.record.moves().len()), (key, 1));
        assert_eq!(session.clock, clock);
    }
}

/// Whether a session ponders after a move of Black and another change.
fn ponders(settings: &[(&str, &str)], then: impl Fn(&mut GoSession)) -> bool {
    let mut session = session();
    let all = [("number_threads", "1"), ("max_games", "200"), ("uct_max_memory", "1e7"), ("ponder", "1")];
    for (name, value) in all.iter().chain(settings) {
        session.configure(|settings| settings.set(name, value)).unwrap();
    }
    assert!(!session.ponder(), "before the first move");
    session.genmove(Color::Black).unwrap();
    then(&mut session);
    let begun = session.ponder();
    session.genmove(session.position().to_play()).unwrap();
    begun
}

#[test]
fn the_time_after_a_generated_move_is_the_opponents() {
    assert!(ponders(&[], |_| {}));
    assert!(ponders(&[], |session| assert!(session.ponder())));
    for name in ["ponder", "reuse_subtree"] {
        assert!(!ponders(&[(name, "0")], |_| {}), "{name}");
    }
    assert!(!ponders(&[("ignore_clock", "1")], |_| {}));
    assert!(!ponders(&[("resign_threshold", "1"), ("resign_min_games", "0")], |_| {}));
    assert!(!ponders(&[], |session| session.play(Color::White, Move::PASS).unwrap()));
    assert!(!ponders(&[], |session| session.undo(1).unwrap()));
    assert!(!ponders(&[], |session| session.restart(BoardSize::default()).unwrap()));
    assert!(!ponders(&[], Session::end_game));
    let choose = |session: &mut GoSession, color| {
        session.players_mut().choose(color, "average", None).unwrap();
    };
    assert!(!ponders(&[], |session| choose(session, Color::Black)), "another player has the next move");
    assert!(ponders(&[], |session| choose(session, Color::White)));
    assert!(!ponders(&[("search_mode", "one_ply")], |_| {}), "a search that keeps nothing");
    let both_pass = |session: &mut GoSession| {
        session.play(Color::White, Move::PASS).unwrap();
        session.genmove(Color::Black).unwrap();
        if session.position().outcome().is_none() {
            session.undo(1).unwrap();
            session.play(Color::Black, Move::PASS).unwrap();
            session.answered = Some(Color::Black);
        }
    };
    assert!(!ponders(&[], both_pass));
}

#[test]
fn a_player_that_ponders_is_told_of_all_that_happens() {
    // Another size and another player while the first one ponders, and one that is dropped with it.
    assert!(ponders(&[], |session| {
        assert!(session.ponder());
        session.context_mut().set_seed(Some(2));
        session.restart(BoardSize::square(7)).unwrap();
        session.genmove(Color::White).unwrap();
        assert!(session.ponder());
        session.configure(|settings| settings.set("rave", "0")).unwrap();
    }));
}

#[test]
fn one_full_player_serves_both_sides_with_one_tree() {
    let mut session = session();
    for (name, value) in [("number_threads", "1"), ("max_games", "200"), ("uct_max_memory", "1e7")] {
        session.configure(|settings| settings.set(name, value)).unwrap();
    }
    session.genmove(Color::Black).unwrap();
    session.genmove(Color::White).unwrap();
    let report = session.report().unwrap();
    assert!(report.count > report.games, "a part of Black's tree was used again");
}
