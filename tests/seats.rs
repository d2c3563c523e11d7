//! Every game with every player and every search: each plays legal moves until the game ends.

use brasa::engine::{
    AnySession, BoardSize, GAMES, GameEntry, GameSession, Players, SessionContext, Settings,
};
use brasa::framework::{Color, Decision};

/// Returns a context for short games: few playouts and little memory.
fn context() -> SessionContext {
    let mut settings = Settings::new(5);
    for (name, value) in [("number_threads", "1"), ("max_games", "50"), ("uct_max_memory", "10000000")] {
        settings.set(name, value).unwrap();
    }
    SessionContext::new(settings, 1, Default::default())
}

/// Opens a game on a 5x5 board, or on its default board if it has no such size.
fn open(game: &GameEntry, first: Color) -> AnySession {
    let small = BoardSize { cols: Some(5), rows: Some(5) };
    (game.open)(small, first, context())
        .unwrap_or_else(|_| (game.open)(BoardSize::default(), first, context()).unwrap())
}

/// Returns the players, paired with each search if the player uses one.
fn players(players: &mut Players) -> Vec<(&'static str, Option<&'static str>)> {
    let searches = players.searches();
    let mut all = Vec::new();
    for (name, _) in players.players() {
        players.choose(Color::Black, name, None).unwrap();
        match players.chosen(Color::Black).1 {
            Some(_) => all.extend(searches.iter().map(|&(search, _)| (name, Some(search)))),
            None => all.push((name, None)),
        }
    }
    all
}

/// Plays a game and checks that each move is legal.
fn play(session: &mut dyn GameSession) {
    session.restart(BoardSize::default()).unwrap();
    for _ in 0..400 {
        if session.outcome().is_some() {
            return;
        }
        let before = session.show();
        let (to_play, count) = (session.to_play(), session.moves().len());
        // An illegal move is an error.
        match session.genmove(to_play).unwrap() {
            Decision::Resign => return,
            Decision::Play(_) => assert_eq!(session.moves().len(), count + 1, "{before}"),
        }
    }
    panic!("the game does not end");
}

#[test]
fn every_player_plays_every_game_to_its_end() {
    for game in &GAMES {
        for first in Color::ALL {
            let mut session = open(game, first);
            assert_eq!(session.to_play(), first);
            let all = players(session.players_mut());
            assert!(all.len() >= 10, "{}: {all:?}", game.name);
            for (i, &(player, search)) in all.iter().enumerate() {
                let (other, other_search) = all[(i + 1) % all.len()];
                session.players_mut().choose(Color::Black, player, search).unwrap();
                session.players_mut().choose(Color::White, other, other_search).unwrap();
                play(&mut *session);
            }
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move_to_find() {
    for game in GAMES.iter().filter(|game| game.name != "go") {
        let mut session = open(game, Color::Black);
        play(&mut *session);
        let to_play = session.to_play();
        assert_eq!(session.genmove(to_play).unwrap_err().to_string(), "the game is over", "{}", game.name);
        assert!(session.legal_moves().is_empty());
    }
}

#[test]
fn moves_taken_back_can_be_played_again() {
    for game in &GAMES {
        let mut session = open(game, Color::Black);
        let genmove = |session: &mut dyn GameSession| {
            let to_play = session.to_play();
            session.genmove(to_play).unwrap();
        };
        for _ in 0..4 {
            genmove(&mut *session);
        }
        let after = session.show();
        assert!(session.undo(5).is_err() && session.redo().is_err());
        session.undo(3).unwrap();
        session.redo().unwrap();
        session.redo().unwrap();
        session.undo(1).unwrap();
        session.redo().unwrap();
        session.redo().unwrap();
        assert_eq!(session.show(), after, "{}", game.name);
        assert!(session.redo().is_err());
        // After another move there is nothing to redo.
        session.undo(1).unwrap();
        genmove(&mut *session);
        assert!(session.redo().is_err());
    }
}
