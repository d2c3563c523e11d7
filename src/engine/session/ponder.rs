//! Thinking on the opponent's time.

use std::time::Duration;

use super::{Session, registry};
use crate::engine::SearchMode;
use crate::framework::{Game, Limits};

impl Session {
    /// Begins to think about the opponent's next move, if that is wanted and the last move was the player's;
    /// returns at once, and whether it began. What is found serves the next [`Self::genmove`]; [`Self::report`] stays that of the
    /// last one.
    pub fn ponder(&mut self) -> bool {
        let params = &self.settings.player;
        let keeps_work = params.reuse_subtree && params.search_mode == SearchMode::Uct;
        let is_wanted = params.ponder && keeps_work && !params.ignore_clock;
        // Since the last move another player may have been chosen for its side.
        let is_next = self.moves.last().is_some_and(|&(color, _)| !self.sides.is_chosen(color));
        if !is_wanted || !self.answered || !is_next || self.position.outcome().is_some() {
            return false;
        }
        let limits = Limits {
            playouts: Some(params.max_games),
            time: Some(Duration::from_secs_f64(params.max_ponder_time)),
            ..Limits::default()
        };
        let (settings, seed) = (self.settings.clone(), self.seed);
        self.seat.ponder(move || registry::player(&settings, seed), self.question(), limits);
        true
    }

    /// Ends what [`Self::ponder`] began, without waiting for the end.
    pub fn stop_pondering(&self) {
        self.seat.rest();
    }

    /// Takes note that the game is over, whatever the position says: there is nothing to ponder about.
    pub fn end_game(&mut self) {
        self.answered = false;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::engine::Settings;
    use crate::framework::{Color, Control, Move};

    /// Returns whether a session ponders after a move of Black and then something else.
    fn ponders(settings: &[(&str, &str)], then: impl Fn(&mut Session)) -> bool {
        let mut session = Session::new(5, Settings::new(5), 1, Arc::new(Control::default())).unwrap();
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
        assert!(!ponders(&[], Session::clear_board));
        assert!(!ponders(&[], Session::end_game));
        let choose = |session: &mut Session, color| session.players().choose(color, "average", None).unwrap();
        assert!(!ponders(&[], |session| choose(session, Color::Black)), "another player has the next move");
        assert!(ponders(&[], |session| choose(session, Color::White)));
        assert!(!ponders(&[("search_mode", "one_ply")], |_| {}), "a search that keeps nothing");
        let both_pass = |session: &mut Session| {
            session.play(Color::White, Move::PASS).unwrap();
            session.genmove(Color::Black).unwrap();
            if session.position().outcome().is_none() {
                session.undo(1).unwrap();
                session.play(Color::Black, Move::PASS).unwrap();
                session.answered = true;
            }
        };
        assert!(!ponders(&[], both_pass));
    }

    #[test]
    fn what_happens_meanwhile_is_heard() {
        // Another size and another player while the first one ponders, and one that is dropped with it.
        assert!(ponders(&[], |session| {
            assert!(session.ponder());
            session.set_seed(2);
            session.set_size(7).unwrap();
            session.genmove(Color::White).unwrap();
            assert!(session.ponder());
            session.configure(|settings| settings.set("rave", "0")).unwrap();
        }));
    }
}
