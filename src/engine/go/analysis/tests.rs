//! Analyses agree with their searches, and restrictions, owners and leads with the position.

use super::super::search::look;
use super::*;
use crate::engine::clock::TimeSystem;
use crate::engine::context::SessionContext;
use crate::engine::settings::Settings;
use crate::engine::spec::BoardSize;
use crate::engine::{levels, presets};
use crate::framework::SearchDetail;
use crate::go::Rules;
use std::sync::Mutex;

/// The settings of small searches by one thread.
fn settings(size: u8) -> Settings {
    let mut settings = Settings::new(size);
    for (name, value) in [("number_threads", "1"), ("uct_max_memory", "2e7")] {
        settings.set(name, value).unwrap();
    }
    settings
}

fn inquiry(playouts: u64, detail: Detail) -> Inquiry {
    let limits = Limits { playouts: Some(playouts), detail, ..Limits::default() };
    Inquiry { limits, restrictions: Vec::new() }
}

/// A position on 5x5 after moves, Black's first.
fn position(moves: &str) -> Position {
    let mut position = Position::new(5, Rules { komi: "0".parse().unwrap(), ..Rules::default() });
    for mv in moves.split_whitespace() {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    position
}

fn analyzed(position: &Position, inquiry: &Inquiry) -> Analysis {
    analyze(&settings(5).spec(BoardSize::square(5), 1), position, inquiry, &Control::default(), None)
}

fn at(analysis: &Analysis, point: &str) -> f32 {
    let p = Point::of_move(position("").parse_move(point).unwrap());
    analysis.ownership.as_ref().unwrap()[p]
}

/// Walls on the third columns: Black owns the left, White the right, and nothing is left to play for.
const WALLS: &str = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 A2 pass A4 E2 pass E4";

#[test]
fn a_restriction_leaves_the_prior() {
    let spec = settings(9).spec(BoardSize::square(9), 1);
    let (position, color) = (Position::new(9, Rules::default()), Color::Black);
    let corner = Restriction { color, is_allowed: true, moves: vec![Point::at(0, 0).to_move()], depth: 1 };
    let inquiry = Inquiry { restrictions: vec![corner], ..inquiry(20, Detail::None) };
    let analysis = analyze(&spec, &position, &inquiry, &Control::default(), None);
    assert!(spec.net.is_none() || analysis.moves[0].prior < 0.01, "{}", analysis.moves[0].prior);
}

#[test]
fn an_analysis_is_consistent() {
    for moves in ["", "C3", "C3 D3 C2 D2", WALLS] {
        let analysis = analyzed(&position(moves), &inquiry(600, Detail::MoveOwners));
        let visits: u64 = analysis.moves.iter().map(|of| of.values.visits).sum();
        assert!(visits <= analysis.root.visits && visits + 1 >= analysis.root.visits, "{moves}: {visits}");
        let priors: f64 = analysis.moves.iter().map(|of| of.prior).sum();
        assert!((priors - 1.0).abs() < 1e-9, "{moves}: {priors}");
        for of in &analysis.moves {
            assert!((0.0..=1.0).contains(&of.values.winrate), "{moves}: {:?}", of.values);
            assert!((0.0..=of.values.winrate).contains(&of.lcb), "{moves}: {} {:?}", of.lcb, of.values);
            assert!(of.values.lead.abs() <= 25.0 && of.values.stdev <= 25.0, "{moves}: {:?}", of.values);
            assert_eq!(of.line[0], (of.mv, of.values.visits), "{moves}");
            assert!(of.ownership.is_some(), "{moves}");
        }
        let best = analysis.moves[0].values.visits;
        assert!(analysis.moves.iter().all(|of| of.values.visits <= best), "{moves}");
    }
}

#[test]
fn values_belong_to_the_player_to_move() {
    for (moves, sign) in [(WALLS, 1.0), (&format!("{WALLS} pass")[..], -1.0)] {
        let analysis = analyzed(&position(moves), &inquiry(500, Detail::Owners));
        // Black's 15 points against White's 10.
        assert!((sign * analysis.root.lead - 5.0).abs() < 3.0, "{moves}: {:?}", analysis.root);
        let owners = ["A1", "B3", "E1", "D3"].map(|point| sign as f32 * at(&analysis, point));
        assert!(owners[..2].iter().all(|&owner| owner > 0.9), "{moves}: {owners:?}");
        assert!(owners[2..].iter().all(|&owner| owner < -0.9), "{moves}: {owners:?}");
        assert!(analysis.moves.iter().all(|of| of.ownership.is_none()), "not asked for");
    }
}

#[test]
fn a_safe_point_has_its_owner_whatever_the_playouts_say() {
    // White lives in the corner with eyes at A1 and C1.
    let game = position("E5 A2 E4 B2 E3 B1 E2 C2 E1 D2 pass D1");
    let owners = vec![0.25; game.move_limit()];
    let detail = SearchDetail { root: Ends { owners, ..Ends::default() }, moves: Vec::new() };
    let analysis = Analyst::new(&game, &settings(5).spec(BoardSize::square(5), 1))
        .analysis(&Report { detail: Some(detail), ..Report::default() });
    assert_eq!(["A2", "A1", "B3"].map(|point| at(&analysis, point)), [-1.0, -1.0, 0.25]);
}

/// A game of 9x9 with a network and playouts: an opening with a stone of each player on the side.
fn opening() -> (PlayerSpec, Position) {
    let mut position = Position::new(9, Rules::default());
    for mv in ["E5", "C7", "G3", "C3", "A1"] {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    let mut settings = settings(9);
    settings.set("net_value_share", "0.7").unwrap();
    (settings.spec(BoardSize::square(9), 1), position)
}

#[test]
fn playouts_and_the_network_find_the_lead_and_the_owners_together() {
    let (spec, position) = opening();
    let net = look(&spec, &position, 0..1).unwrap();
    let run = |spec: &PlayerSpec| {
        analyze(spec, &position, &inquiry(400, Detail::Owners), &Control::default(), None)
    };
    let analyst = Analyst::new(&position, &spec);
    let ends = Ends { count: 400, margin: 0.0, deviation: 0.5, owners: vec![1.0; position.move_limit()] };
    let detail = SearchDetail { root: ends, moves: Vec::new() };
    let far = analyst.analysis(&Report { detail: Some(detail.clone()), ..Report::default() });
    assert!((far.root.lead - net.lead / 2.0).abs() < 1e-6, "the mean of 0 and {}", net.lead);
    let p = Point::of_move(position.parse_move("J1").unwrap());
    let owner = far.ownership.unwrap()[p];
    // White is to move; playouts are from Black's view.
    assert!((owner - f32::midpoint(-1.0, net.ownership[p])).abs() < 1e-6, "{owner}");
    let settled = SearchDetail { root: Ends { deviation: 0.0, ..detail.root }, ..detail };
    let near = analyst.analysis(&Report { detail: Some(settled), ..Report::default() }).root;
    assert_eq!((near.lead, near.stdev), (0.0, 0.0), "all playouts agree");
    let root = run(&spec).root;
    assert!((2.0..15.0).contains(&root.stdev), "{root:?}");
}

#[test]
fn a_network_alone_finds_the_lead_and_the_owners_of_a_settled_board() {
    let (mut spec, open) = opening();
    spec.params.global.net_value_share = 1.0;
    let run = |position: &Position| {
        analyze(&spec, position, &inquiry(60, Detail::Owners), &Control::default(), None)
    };
    let found = run(&open);
    assert!((1.0..6.0).contains(&found.root.stdev), "{:?}", found.root);
    // Black has the left six columns, White the other three.
    let mut settled = Position::new(9, Rules::default());
    for row in 1..=9 {
        for text in [format!("F{row}"), format!("G{row}")] {
            settled.play(settled.parse_move(&text).unwrap()).unwrap();
        }
    }
    let found = run(&settled);
    let lead = f64::from(54 - 27) - f64::from(settled.compensation()) / 2.0;
    assert!((found.root.lead - lead).abs() < 5.0 && found.root.winrate > 0.9, "{:?}, {lead}", found.root);
    let owners = found.ownership.unwrap();
    let [black, white] = ["B5", "J5"].map(|text| owners[Point::of_move(settled.parse_move(text).unwrap())]);
    assert!(black > 0.6 && white < -0.4, "{black} {white}");
}

#[test]
fn the_score_of_an_open_position_is_the_lead_of_an_analysis() {
    let (spec, position) = opening();
    let control = Control::default();
    let status = Status::of(&spec, &position, &control);
    assert!(!status.unsettled.is_empty());
    let score = f64::from(final_score(&spec, &position, &status, &control)) / 2.0;
    let lead = -analyze(&spec, &position, &inquiry(2000, Detail::Leads), &control, None).root.lead;
    assert!((score - lead).abs() < 2.0 && score.fract() != 0.0, "B+{score} and B+{lead}, komi 7.5");
}

/// Black's two stones close all borders once White's is taken for dead.
#[test]
fn the_score_of_a_board_with_few_stones_is_a_lead_too() {
    let mut position = Position::new(9, Rules::default());
    for mv in ["E5", "C3", "G7"] {
        position.play(position.parse_move(mv).unwrap()).unwrap();
    }
    let (spec, control) = (settings(9).spec(BoardSize::square(9), 1), Control::default());
    let status = Status::of(&spec, &position, &control);
    let score = final_score(&spec, &position, &status, &control);
    assert!(score.abs() < 2 * 40, "{score} half points");
}

#[test]
fn restricted_moves_are_not_searched() {
    let mv = |text: &str| position("").parse_move(text).unwrap();
    let restriction = |color, is_allowed, moves: &str, depth| Restriction {
        color,
        is_allowed,
        moves: moves.split_whitespace().map(mv).collect(),
        depth,
    };
    let run = |restrictions: &[Restriction]| {
        let inquiry = Inquiry { restrictions: restrictions.to_vec(), ..inquiry(500, Detail::Leads) };
        analyzed(&position(""), &inquiry)
    };
    let moves = |analysis: &Analysis| analysis.moves.iter().map(|of| of.mv).collect::<Vec<_>>();
    let allowed = run(&[restriction(Color::Black, true, "A1 B2", 1)]);
    assert_eq!(allowed.moves.len(), 2);
    assert!([mv("A1"), mv("B2")].iter().all(|mv| moves(&allowed).contains(mv)));
    assert!(!moves(&run(&[restriction(Color::Black, false, "C3", 1)])).contains(&mv("C3")));
    assert!(moves(&run(&[restriction(Color::White, false, "C3", 1)])).contains(&mv("C3")));
    // Replies are restricted to the requested depth.
    let deep = run(&[restriction(Color::Black, true, "A1", 1), restriction(Color::White, true, "B1", 2)]);
    assert_eq!(deep.moves[0].line[..2].iter().map(|step| step.0).collect::<Vec<_>>(), [mv("A1"), mv("B1")]);
    let none = run(&[restriction(Color::Black, true, "", 1)]);
    assert_eq!(moves(&none), [Move::PASS], "a search needs a move");
    // Searches leave out the filling of an eye.
    let eye = Inquiry {
        restrictions: vec![restriction(Color::Black, true, "A1", 1)],
        ..inquiry(50, Detail::Leads)
    };
    assert_eq!(moves(&analyzed(&finished(), &eye)), [mv("A1")]);
}

/// A position where both can only pass: Black owns two columns and White three, each with two eyes.
fn finished() -> Position {
    let stones = (0..5).flat_map(|col| (0..5).map(move |row| (col, row)));
    let stones = stones.filter(|place| ![(0, 0), (0, 4), (4, 0), (4, 4)].contains(place));
    let color = |col| Some(if col < 2 { Color::Black } else { Color::White });
    let rules = *position("").rules();
    Position::from_stones(5, rules, stones.map(|(col, row)| (Point::at(col, row), color(col)))).unwrap()
}

#[test]
fn a_viewer_sees_an_analysis_until_it_is_stopped_even_if_all_is_proven() {
    let (control, seen) = (Arc::new(Control::default()), Arc::new(Mutex::new(Vec::new())));
    let (stopped, shown) = (control.clone(), seen.clone());
    let see = move |analysis: &Analysis| {
        let mut shown = shown.lock().unwrap();
        shown.push(analysis.clone());
        if shown.len() == 3 {
            stopped.stop();
        }
    };
    let viewer = Viewer { interval: Duration::from_millis(5), see: Arc::new(see) };
    let limits = Limits { detail: Detail::Owners, ..Limits::default() };
    let inquiry = Inquiry { limits, ..Inquiry::default() };
    let _ =
        analyze(&settings(5).spec(BoardSize::square(5), 1), &finished(), &inquiry, &control, Some(&viewer));
    // The first look may come before the first playout.
    for analysis in seen.lock().unwrap().iter().filter(|analysis| analysis.root.visits > 0) {
        assert_eq!((analysis.moves.len(), analysis.moves[0].mv), (1, Move::PASS));
        assert_eq!((analysis.root.winrate, analysis.root.lead.round()), (0.0, -5.0));
        assert_eq!(["A1", "B2", "C3", "E5"].map(|point| at(analysis, point)), [1.0, 1.0, -1.0, -1.0]);
        // The search stops when nothing is left to find.
        assert!(analysis.root.visits < 100);
    }
}

fn session_with(size: u8, settings: Settings) -> GoSession {
    let context = SessionContext::new(settings, 1, Arc::new(Control::default()));
    GoSession::new(BoardSize::square(size), Color::Black, context).unwrap()
}

/// A session on 5x5 with a number of playouts a move.
fn session(playouts: &str) -> GoSession {
    let mut settings = settings(5);
    settings.set("max_games", playouts).unwrap();
    session_with(5, settings)
}

#[test]
fn a_move_that_is_analyzed_is_played_on_the_clock() {
    let only = Restriction {
        color: Color::Black,
        is_allowed: true,
        moves: vec![Point::at(0, 0).to_move()],
        depth: 1,
    };
    for restrictions in [Vec::new(), vec![only]] {
        let mut session = session("300");
        let main = Duration::from_secs(60);
        session.clock().set_system(TimeSystem::Absolute { main });
        session.configure(|settings| settings.set("ponder", "1")).unwrap();
        let inquiry = Inquiry { restrictions, ..Inquiry::default() };
        let (decision, analysis) = session.genmove_analyze(Color::Black, &inquiry, None).unwrap();
        assert_eq!(decision, Decision::Play(analysis.moves[0].mv));
        assert_eq!(session.record().moves(), [(Color::Black, analysis.moves[0].mv)]);
        assert!(session.clock().left(Color::Black).unwrap() < main);
        assert_eq!(analysis.moves.len() == 1, !inquiry.restrictions.is_empty());
        assert!(session.ponder() || !inquiry.restrictions.is_empty(), "the opponent's time is free");
    }
}

#[test]
fn a_restricted_move_of_a_flat_player_ends_by_itself() {
    let mut session = session_with(5, Settings::with_preset(5, presets::find("go3").unwrap()));
    let control = session.context().control();
    let stopped = control.clone();
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(60));
        stopped.stop();
    });
    let only = Restriction { color: Color::Black, is_allowed: true, moves: vec![Move::PASS], depth: 1 };
    let inquiry = Inquiry { restrictions: vec![only], ..Inquiry::default() };
    let (decision, _) = session.search_analyze(Color::Black, &inquiry, None).unwrap();
    assert!(decision == Decision::Play(Move::PASS) && !control.stopped());
}

#[test]
fn a_move_without_a_search_is_analyzed_all_the_same() {
    let mut session = session("300");
    session.configure(|settings| settings.set("search_mode", "playout_policy")).unwrap();
    let (decision, analysis) = session.genmove_analyze(Color::Black, &Inquiry::default(), None).unwrap();
    assert_eq!(decision, Decision::Play(analysis.moves[0].mv));
    assert!(analysis.moves.len() == 1 && analysis.root.visits >= 50);
}

#[test]
fn a_resignation_is_analyzed_and_not_played() {
    let mut session = session("100");
    session.configure(|settings| settings.set("resign_threshold", "1")).unwrap();
    session.configure(|settings| settings.set("resign_min_games", "0")).unwrap();
    let (decision, analysis) = session.genmove_analyze(Color::White, &Inquiry::default(), None).unwrap();
    assert_eq!((decision, analysis.to_play), (Decision::Resign, Color::White));
    assert!(session.record().moves().is_empty() && analysis.root.visits >= 100);
}

#[test]
fn an_analysis_by_a_network_stops_at_once() {
    let mut settings = settings(9);
    settings.set("net", "scalar").unwrap();
    let control = Control::default();
    control.stop();
    let position = Position::new(9, Rules::default());
    let spec = settings.spec(BoardSize::square(9), 1);
    let visits = analyze(&spec, &position, &Inquiry::default(), &control, None).root.visits;
    assert!((1..20).contains(&visits), "{visits}");
}

#[test]
fn the_noise_of_analyses_is_not_that_of_moves() {
    let priors = |noise, is_move| {
        let mut settings = settings(9);
        for (name, value) in [("net", "scalar"), ("max_games", "30"), ("analysis_root_noise", noise)] {
            settings.set(name, value).unwrap();
        }
        let mut session = session_with(9, settings);
        let inquiry = inquiry(30, Detail::Leads);
        let analysis = if is_move {
            session.search_analyze(Color::Black, &inquiry, None).unwrap().1
        } else {
            session.analyze(Color::Black, &inquiry, None).unwrap()
        };
        let mut priors: Vec<_> = analysis.moves.iter().map(|of| (of.mv, of.prior)).collect();
        priors.sort_by_key(|&(mv, _)| mv);
        priors
    };
    assert_ne!(priors("0", false), priors("0.5", false));
    assert_eq!(priors("0", true), priors("0.5", true));
}

#[test]
fn judgements_do_not_depend_on_the_level() {
    let judged = |level: Option<&str>| {
        let mut settings = settings(19);
        settings.set_level(level.map(|name| levels::find(name).unwrap()));
        let mut session = session_with(19, settings);
        session.fixed_handicap(4).unwrap();
        let root = session.analyze(Color::White, &inquiry(30, Detail::Leads), None).unwrap().root;
        (session.final_score(), root.lead)
    };
    let [(score, lead), (score_at_level, lead_at_level)] = [judged(None), judged(Some("15k"))];
    assert!(score == score_at_level && (lead - lead_at_level).abs() < 1.0, "{lead} {lead_at_level}");
}

#[test]
fn only_an_unrestricted_analysis_shares_its_tree() {
    let shared = |restrictions: Vec<Restriction>| {
        let mut session = session("100");
        let analyze = |session: &mut GoSession, playouts, restrictions: &[Restriction]| {
            let inquiry = Inquiry { restrictions: restrictions.to_vec(), ..inquiry(playouts, Detail::Leads) };
            session.analyze(Color::Black, &inquiry, None).unwrap().root.visits
        };
        analyze(&mut session, 500, &restrictions);
        analyze(&mut session, 1, &[])
    };
    let avoided = Restriction { color: Color::Black, is_allowed: false, moves: vec![Move::PASS], depth: 1 };
    assert!(shared(vec![]) >= 500 && shared(vec![avoided]) < 100);
}

#[test]
fn the_lower_bound_is_wilsons() {
    let bound = |count, value| lower_bound(&MoveStat { count, value, ..MoveStat::default() });
    assert_eq!(bound(0, 0.5), 0.0);
    assert!(bound(10, 1.0) < bound(1000, 1.0));
}
