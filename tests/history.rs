//! A search depends only on the position, the settings and the seed, not on what the session did before.

use brasa::engine::levels;
use brasa::engine::{BoardSize, GAMES, GameEntry, GameSession, SessionContext, Settings};
use brasa::framework::{Color, Decision, MoveStat};
use brasa::util::Rng;

/// What a search found: the decision, its counts, and its moves' statistics.
#[derive(Debug, PartialEq)]
struct Found {
    decision: Decision,
    searched: Option<(u64, u64, u64, f64, f64, Vec<MoveStat>)>,
}

fn context() -> SessionContext {
    let mut settings = Settings::new(19);
    for (name, value) in [("number_threads", "1"), ("max_games", "25"), ("uct_max_memory", "1e7")] {
        settings.set(name, value).unwrap();
    }
    SessionContext::new(settings, 5, Default::default())
}

/// The boards of a game: that of the position, and others.
fn boards(game: &GameEntry) -> [BoardSize; 3] {
    match game.name {
        "tictactoe" => [BoardSize::square(3); 3],
        "clobber" => [BoardSize { cols: Some(5), rows: Some(4) }, BoardSize::square(4), BoardSize::square(7)],
        _ => [BoardSize::square(9), BoardSize::square(7), BoardSize::square(13)],
    }
}

fn choose(session: &mut dyn GameSession, (player, search): (&str, Option<&str>)) {
    for color in Color::ALL {
        session.players_mut().choose(color, player, search).unwrap();
    }
}

/// Plays the first moves of the game that the position belongs to.
fn play(session: &mut dyn GameSession, moves: usize) {
    let mut rng = Rng::new(7);
    for _ in 0..moves {
        let legal = session.legal_moves();
        let legal: Vec<_> = legal.iter().filter(|mv| mv.as_str() != "PASS").collect();
        let mv = legal[rng.below(legal.len())].clone();
        session.play_text(session.to_play(), &mv).unwrap();
    }
}

fn search(session: &mut dyn GameSession) -> Found {
    let before = session.moves().len();
    // A short game may already be over.
    let Ok(decision) = session.genmove(session.to_play()) else {
        return Found { decision: Decision::Resign, searched: None };
    };
    let report = session.last_search().ok().map(|last| &last.report);
    let searched = report.map(|of| (of.count, of.games, of.nodes, of.value, of.margin, of.moves.clone()));
    assert!(session.moves().len() <= before + 1);
    Found { decision, searched }
}

const MOVES: usize = 3;

/// Plays parts of games on other boards, with other players, parameters and levels, then comes back.
fn wander(session: &mut dyn GameSession, game: &GameEntry, player: (&str, Option<&str>)) {
    let set = |session: &mut dyn GameSession, name: &str, value: &str| {
        session.context_mut().configure(|settings| settings.set(name, value)).unwrap();
    };
    let [here, others @ ..] = boards(game);
    for board in others {
        session.restart(board).unwrap();
        search(session);
        search(session);
    }
    session.restart(here).unwrap();
    choose(session, ("search", Some("montecarlo")));
    search(session);
    choose(session, player);
    for (name, other, usual) in
        [("rave", "0", "1"), ("playout_policy", "random", "fuego"), ("net", "none", "auto")]
    {
        set(session, name, other);
        search(session);
        set(session, name, usual);
        search(session);
    }
    for level in [Some(levels::find("18k").unwrap()), None] {
        session
            .context_mut()
            .configure(|settings| {
                settings.set_level(level);
                Ok(())
            })
            .unwrap();
    }
    session.restart(BoardSize::default()).unwrap();
    play(session, MOVES - 1);
    search(session);
    session.undo(session.moves().len()).unwrap();
}

#[test]
fn a_search_does_not_depend_on_what_came_before() {
    for game in &GAMES {
        let [here, ..] = boards(game);
        let open = |context| (game.open)(here, Color::Black, context).unwrap();
        let session = open(context());
        let searches = session.players().searches();
        let mut players: Vec<_> = session.players().players().iter().map(|&(name, _)| (name, None)).collect();
        players.extend(searches.iter().map(|&(name, _)| ("search", Some(name))));
        for player in players {
            let mut fresh = open(context());
            choose(&mut *fresh, player);
            play(&mut *fresh, MOVES);
            let expected = search(&mut *fresh);

            let mut old = open(context());
            choose(&mut *old, player);
            wander(&mut *old, game, player);
            play(&mut *old, MOVES);
            assert_eq!(search(&mut *old), expected, "{} {player:?}", game.name);
            let moves = old.moves().len();
            old.undo(moves - MOVES).unwrap();
            assert_eq!(search(&mut *old), expected, "{} {player:?} after an undo", game.name);
            // Another game, which inherits the settings.
            let mut next = open(old.context().clone());
            choose(&mut *next, player);
            play(&mut *next, MOVES);
            assert_eq!(search(&mut *next), expected, "{} {player:?} in the next game", game.name);
        }
    }
}

/// Returns the playouts that the second of two searches took over from the first, with a change in between.
fn kept(name: &str, value: &str) -> u64 {
    let mut session = (GAMES[0].open)(BoardSize::square(5), Color::Black, context()).unwrap();
    session.context_mut().configure(|settings| settings.set("use_book", "0")).unwrap();
    search(&mut *session);
    session.context_mut().configure(|settings| settings.set(name, value)).unwrap();
    session.genmove(Color::White).unwrap();
    let report = &session.last_search().unwrap().report;
    report.count - report.games
}

#[test]
fn what_limits_or_shows_keeps_the_tree() {
    for (name, value) in [
        ("live_gfx", "1"),
        ("live_gfx_interval", "100"),
        ("keep_games", "1"),
        ("resign_threshold", "0.01"),
        ("resign_min_games", "100"),
        ("ponder", "1"),
        ("max_ponder_time", "1"),
        ("max_games", "70"),
        ("timelimit", "1000"),
        ("ignore_clock", "1"),
        ("auto_param", "0"),
        ("overhead", "0.1"),
        ("malkovich", "0"),
    ] {
        assert!(kept(name, value) > 0, "{name}");
    }
    for (name, value) in
        [("rave", "0"), ("net_value_share", "0.3"), ("use_book", "1"), ("temperature", "0.5")]
    {
        assert_eq!(kept(name, value), 0, "{name}");
    }
}

#[test]
fn a_session_without_a_seed_plays_different_games() {
    let mut seeds = Vec::new();
    let mut session = (GAMES[1].open)(BoardSize::default(), Color::Black, {
        SessionContext::new(Settings::new(9), None, Default::default())
    })
    .unwrap();
    for _ in 0..5 {
        session.restart(BoardSize::default()).unwrap();
        seeds.push(session.context().seed());
    }
    seeds.dedup();
    assert_eq!(seeds.len(), 5);
}
