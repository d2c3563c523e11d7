//! Session guarantees: an error leaves it unchanged, a player thinks on the opponent's time when allowed, and a playout
//! shown step by step is that of a search.

use std::sync::Arc;

use super::*;
use crate::engine::GoSession;
use crate::engine::context::SessionContext;
use crate::engine::go::policies::POLICIES;
use crate::engine::host::Hosted;
use crate::engine::settings::Settings;
use crate::engine::spec::BoardSize;
use crate::framework::{
    Color, Control, Decision, Game, Grid, Limits, Move, Player, PlayoutLimit, Sequence, Thinking,
};
use crate::games::Clobber;
use crate::go::{Point, Position};
use crate::util::Rng;
use crate::util::params::Value;

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
        session.context_mut().set_seed(Some(2)).unwrap();
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

fn session_with<G: Hosted>(policy: &str, side: u8) -> Session<G> {
    let mut settings = Settings::new(side);
    settings.set("playout_policy", policy).unwrap();
    let context = SessionContext::new(settings, 1, Arc::default());
    Session::new(BoardSize::square(side), Color::Black, context).unwrap()
}

/// Runs the same playout unobserved, and replays its moves.
fn check<G: Hosted>(session: &Session<G>, seed: u64) -> SteppedPlayout {
    let seen = session.playout(seed);
    let start = session.position().search_position(Color::Black);
    let (mut game, mut line) = (start.clone(), Sequence::new());
    let limit = PlayoutLimit { length: start.length_limit(), mercy: true };
    let mut policy = G::policy(&session.spec());
    let outcome = policy.playout(&mut game, limit, &mut Rng::new(seed), &mut line);
    assert_eq!(seen.outcome, outcome);
    assert_eq!(seen.steps.iter().map(|step| step.mv).collect::<Vec<_>>(), line);
    let (mut replayed, mut color) = (start, Color::Black);
    for step in &seen.steps {
        assert_eq!(step.color, color);
        replayed.play_legal(step.mv);
        assert_eq!(step.board.diagram(), replayed.diagram());
        color = !color;
    }
    seen
}

#[test]
fn a_playout_step_by_step_is_that_of_a_search() {
    let mut rules = Vec::new();
    for entry in POLICIES {
        for seed in 1..20 {
            let seen = check(&session_with::<Position>(&entry.name.write(), 7), seed);
            rules.extend(seen.steps.iter().map(|step| step.rule));
        }
    }
    for rule in ["atari_capture", "pattern", "near", "random"] {
        assert!(rules.contains(&rule), "{rule}");
    }
    let clobber = check(&session_with::<Clobber>("fuego", 4), 1);
    assert!(clobber.steps.len() > 2 && clobber.steps.iter().all(|step| step.rule == "random"));
}
