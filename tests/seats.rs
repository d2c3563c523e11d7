//! Every game with every player and every search: they play legal games to the end.

use brasa::engine::{GAMES, Session, Settings, Shape, Table};
use brasa::framework::{Color, Control, Decision, Game};

/// What keeps the games short: little to search, and little memory.
fn settings(size: u8) -> Settings {
    let mut settings = Settings::new(size);
    for (name, value) in [("number_threads", "1"), ("max_games", "50"), ("uct_max_memory", "10000000")] {
        settings.set(name, value).unwrap();
    }
    settings
}

/// Returns the players, with each search for those that take one.
fn players(players: &mut dyn brasa::engine::Players) -> Vec<(&'static str, Option<&'static str>)> {
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

/// Plays a game and checks that each move is one of the legal ones.
fn play(table: &mut dyn Table, session: &Session) {
    table.clear();
    let control = Control::default();
    for _ in 0..1000 {
        if table.outcome().is_some() {
            assert!(table.genmove(table.to_play(), true, session.tools(), &control).is_err());
            return;
        }
        let legal = table.legal_moves();
        let mv = table.genmove(table.to_play(), true, session.tools(), &control).unwrap();
        assert!(legal.contains(&mv), "{mv} of {legal:?}");
    }
    panic!("the game does not end");
}

#[test]
fn every_player_plays_every_game_to_its_end() {
    let session = Session::new(5, settings(5), 1, Default::default()).unwrap();
    for game in &GAMES {
        let Some(open) = game.open else { continue };
        for shape in [Shape::default(), Shape { first: Some(Color::White), ..Shape::default() }] {
            let mut table = open(shape).unwrap();
            assert_eq!(table.to_play(), shape.first.unwrap_or(Color::Black));
            let all = players(table.players());
            assert!(all.len() >= 10, "{}: {all:?}", game.name);
            for (i, &(player, search)) in all.iter().enumerate() {
                let (other, other_search) = all[(i + 1) % all.len()];
                table.players().choose(Color::Black, player, search).unwrap();
                table.players().choose(Color::White, other, other_search).unwrap();
                play(&mut *table, &session);
            }
        }
    }
}

#[test]
fn every_player_plays_go_to_its_end() {
    let mut session = Session::new(5, settings(5), 1, Default::default()).unwrap();
    let all = players(session.players());
    for (i, &(player, search)) in all.iter().enumerate() {
        let (other, other_search) = all[(i + 1) % all.len()];
        session.clear_board();
        session.players().choose(Color::Black, player, search).unwrap();
        session.players().choose(Color::White, other, other_search).unwrap();
        for number in 0.. {
            if session.position().outcome().is_some() {
                break;
            }
            assert!(number < 400, "{player} against {other}: the game does not end");
            let before = session.position().clone();
            let decision = session.genmove(before.to_play()).unwrap();
            let Decision::Play(mv) = decision else { break };
            before.check(mv).unwrap();
        }
    }
}

#[test]
fn moves_taken_back_can_be_played_again() {
    let session = Session::new(5, settings(5), 1, Default::default()).unwrap();
    for game in &GAMES {
        let Some(open) = game.open else { continue };
        let mut table = open(Shape::default()).unwrap();
        let control = Control::default();
        for _ in 0..4 {
            table.genmove(table.to_play(), true, session.tools(), &control).unwrap();
        }
        let after = table.show();
        assert!(table.undo(5).is_err() && table.redo().is_err());
        table.undo(3).unwrap();
        table.redo().unwrap();
        table.redo().unwrap();
        table.undo(1).unwrap();
        table.redo().unwrap();
        table.redo().unwrap();
        assert_eq!(table.show(), after, "{}", game.name);
        assert!(table.redo().is_err());
        // Another move instead: there is no way back.
        table.undo(1).unwrap();
        table.genmove(table.to_play(), true, session.tools(), &control).unwrap();
        assert!(table.redo().is_err());
    }
}
