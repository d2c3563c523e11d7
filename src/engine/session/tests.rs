//! A session keeps its promise: an error leaves it as it was.

use std::sync::Arc;

use super::*;
use crate::framework::{Decision, Game, Limits, Thinking};
use crate::go::Point;

fn session() -> Session {
    Session::new(5, Settings::new(5), 1, Arc::new(Control::default())).unwrap()
}

#[test]
fn a_change_of_the_settings_is_made_whole_or_not_at_all() {
    let mut session = session();
    let before = session.settings().player.clone();
    let change = |settings: &mut Settings| {
        settings.set("resign_threshold", "0.3")?;
        settings.set("resign_min_games", "some")
    };
    assert!(session.configure(change).is_err());
    assert_eq!(session.settings().player, before);
    assert!(!session.settings().is_set("resign_threshold"));
}

/// A player that plays on A1, whatever is there.
struct Stubborn;

impl Player<Position> for Stubborn {
    fn decide(&mut self, _: &Position, _: Limits, _: &Control) -> Thinking {
        Thinking { decision: Decision::Play(Point::at(0, 0).to_move()), report: None }
    }
}

#[test]
fn an_illegal_move_of_the_player_is_an_error_and_changes_nothing() {
    for genmove in [Session::genmove, Session::genmove_cleanup] {
        let mut session = session();
        session.seat.player(|| Box::new(Stubborn));
        genmove(&mut session, Color::Black).unwrap();
        let (key, clock) = (session.position.key(), session.clock.clone());
        let error = genmove(&mut session, Color::White).unwrap_err();
        assert_eq!(error.to_string(), "the player's move A1 is an illegal move: occupied");
        assert_eq!((session.position.key(), session.moves.len()), (key, 1));
        assert_eq!(session.clock, clock);
    }
}
