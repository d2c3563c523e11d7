//! Answers to queries about positions on all sizes.

use brasa::engine::go::kata_rules;
use brasa::framework::{Game, Move};
use brasa::go::board::Point;
use brasa::go::{Position, Rules, vertex};
use serde_json::{Value, json};

use super::{POSITIONS, answers, options};

fn queries() -> Vec<Value> {
    POSITIONS.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> Vec<f64> {
    list(value).iter().map(|value| value.as_f64().unwrap()).collect()
}

/// Returns the position of a query after a number of moves.
fn position(query: &Value, turn: usize) -> Position {
    let size = query["boardXSize"].as_u64().unwrap() as u8;
    let mv = |value: &Value| vertex::parse(text(value), size).unwrap();
    let stones = list(&query["initialStones"])
        .iter()
        .map(|stone| (Point::of_move(mv(&stone[1])), Some(text(&stone[0]).parse().unwrap())));
    let rules: Rules = kata_rules::rules(&query["rules"]).unwrap();
    let mut position = Position::from_stones(size, rules, stones).unwrap();
    if let Some(first) = query["initialPlayer"].as_str() {
        position.set_to_play(first.parse().unwrap());
    }
    for pair in &list(&query["moves"])[..turn] {
        position.set_to_play(text(&pair[0]).parse().unwrap());
        position.play(mv(&pair[1])).unwrap();
    }
    position
}

/// Returns queries as text, with more fields and other settings.
fn lines(queries: &[Value], more: &Value) -> Vec<u8> {
    let with = |query: &Value| {
        let mut query = query.clone();
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        format!("{query}\n")
    };
    queries.iter().map(with).collect::<String>().into_bytes()
}

#[test]
fn every_position_is_answered_in_full() {
    let queries = queries();
    let answers =
        answers(options(2), &lines(&queries, &json!({"includeOwnership": true, "includePolicy": true})));
    let mut expected = 0;
    for query in &queries {
        let last = json!([list(&query["moves"]).len()]);
        for turn in list(query.get("analyzeTurns").unwrap_or(&last)) {
            expected += 1;
            let is_asked = |of: &&Value| of["id"] == query["id"] && of["turnNumber"] == *turn;
            let found: Vec<_> = answers.iter().filter(is_asked).collect();
            assert_eq!(found.len(), 1, "{query}");
            check(query, turn.as_u64().unwrap() as usize, found[0]);
        }
    }
    assert_eq!((queries.len(), answers.len()), (20, expected));
}

fn check(query: &Value, turn: usize, answer: &Value) {
    let name = format!("{} after {turn}", query["id"]);
    let position = position(query, turn);
    let size = usize::from(position.board().size());
    let (root, moves) = (&answer["rootInfo"], list(&answer["moveInfos"]));
    assert_eq!(answer["isDuringSearch"], false, "{name}");
    assert_eq!(text(&root["currentPlayer"]), position.to_play().letter().to_string(), "{name}");

    // Small boards are solved before all visits are used.
    let (visits, most) = (root["visits"].as_u64().unwrap(), query["maxVisits"].as_u64().unwrap());
    assert!(if size > 4 { visits == most } else { (1..=most).contains(&visits) }, "{name}: {visits}");
    let of_moves: u64 = moves.iter().map(|of| of["visits"].as_u64().unwrap()).sum();
    assert!((visits - 1..=visits).contains(&of_moves), "{name}: {of_moves} of {visits}");

    for (order, of) in moves.iter().enumerate() {
        assert_eq!(of["order"], order, "{name}");
        let pv: Vec<_> = list(&of["pv"]).iter().map(text).collect();
        assert_eq!(pv[0], text(&of["move"]), "{name}");
        let mut line = position.clone();
        for mv in &pv {
            let played = line.play(line.parse_move(mv).unwrap());
            assert!(played.is_ok(), "{name}: {mv} in {pv:?}");
        }
        for key in ["winrate", "lcb", "prior"] {
            let share = of[key].as_f64().unwrap();
            assert!((0.0..=1.0).contains(&share), "{name}: {key} {share}");
        }
        assert_eq!(query["includePVVisits"] == true, of.get("pvVisits").is_some(), "{name}");
        assert!(list(&of["pvVisits"]).is_empty() || list(&of["pvVisits"]).len() == pv.len(), "{name}");
        let owned = list(&of["ownership"]).len();
        assert_eq!(owned, if query["includeMovesOwnership"] == true { size * size } else { 0 }, "{name}");
    }

    let ownership = numbers(&answer["ownership"]);
    assert_eq!(ownership.len(), size * size, "{name}");
    assert!(ownership.iter().all(|owner| owner.abs() <= 1.0), "{name}");
    let policy = numbers(&answer["policy"]);
    assert_eq!(policy.len(), size * size + 1, "{name}");
    let sum: f64 = policy.iter().filter(|&&prior| prior >= 0.0).sum();
    assert!((sum - 1.0).abs() < 1e-3, "{name}: {sum}");
    let points = (0..size as u8).rev().flat_map(|row| (0..size as u8).map(move |col| Point::at(col, row)));
    for (mv, prior) in points.map(Point::to_move).chain([Move::PASS]).zip(policy) {
        assert_eq!(prior == -1.0, position.check(mv).is_err(), "{name}: {}", position.move_text(mv));
    }
}

#[test]
fn restrictions_hold() {
    let answers = answers(options(1), POSITIONS.as_bytes());
    let moves = |id: &str| {
        let answer = answers.iter().find(|of| of["id"] == id).unwrap();
        list(&answer["moveInfos"]).iter().map(|of| text(&of["move"]).to_owned()).collect::<Vec<_>>()
    };
    assert!(moves("15").iter().all(|mv| mv != "G7" && mv != "pass"));
    assert!(moves("16").iter().all(|mv| ["D4", "L11", "G7"].contains(&mv.as_str())));
}

#[test]
fn values_belong_to_whom_the_query_says() {
    // Black to move, and White to move.
    for id in ["09", "20"] {
        let query: Vec<_> = queries().into_iter().filter(|query| query["id"] == id).collect();
        let told = |whose: &str| {
            let more = json!({"includeOwnership": true, "includeMovesOwnership": true,
                "overrideSettings": {"reportAnalysisWinratesAs": whose}});
            answers(options(1), &lines(&query, &more)).remove(0)
        };
        let [black, white, mover] = ["BLACK", "WHITE", "SIDETOMOVE"].map(told);
        let is_black = black["rootInfo"]["currentPlayer"] == "B";
        assert_eq!(&mover, if is_black { &black } else { &white }, "{id}");
        let pairs = list(&black["moveInfos"]).iter().zip(list(&white["moveInfos"]));
        for (one, other) in pairs.chain([(&black["rootInfo"], &white["rootInfo"])]) {
            for (key, sum) in [("winrate", 1.0), ("lcb", 1.0), ("scoreLead", 0.0), ("utility", 0.0)] {
                if let (Some(one), Some(other)) = (one[key].as_f64(), other[key].as_f64()) {
                    assert!((one + other - sum).abs() < 1e-5, "{id}: {key} {one} {other}");
                }
            }
            for key in ["visits", "scoreStdev", "prior", "pv"] {
                assert_eq!(one[key], other[key], "{id}");
            }
            let flipped: Vec<_> = numbers(&other["ownership"]).iter().map(|owner| -owner).collect();
            assert_eq!(numbers(&one["ownership"]), flipped, "{id}");
        }
        // A lower bound of the win rate for the player to move.
        let best = &mover["moveInfos"][0];
        assert!(best["lcb"].as_f64() < best["winrate"].as_f64(), "{id}");
    }
}

#[test]
fn equal_seeds_give_equal_answers_however_many_analyses_run() {
    let sorted = |analyses| {
        let mut answers: Vec<_> =
            answers(options(analyses), POSITIONS.as_bytes()).iter().map(Value::to_string).collect();
        answers.sort_unstable();
        answers
    };
    assert_eq!(sorted(1), sorted(3));
}

#[test]
fn hashes_tell_positions_apart_but_for_symmetry() {
    let query = |id: &str, point: &str, komi: f64| {
        let moves = json!([["B", point]]);
        json!({"id": id, "moves": moves, "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "komi": komi, "maxVisits": 1})
    };
    let queries = [query("a", "C3", 7.0), query("b", "G7", 7.0), query("c", "C4", 7.0)];
    let answers = answers(options(1), &lines(&queries, &json!({})));
    let hash = |i: usize| answers[i]["rootInfo"]["symHash"].clone();
    assert!(hash(0) == hash(1) && hash(0) != hash(2) && hash(0).is_string());
    // Clients compute KataGo's hash themselves and raise an alarm if an answer's differs.
    assert_eq!(answers[0]["rootInfo"]["thisHash"], Value::Null);
}

#[test]
fn records_against_the_rules_are_analyzed() {
    // Black retakes the ko at once.
    let ko = json!([
        ["B", "B1"],
        ["W", "C1"],
        ["B", "A2"],
        ["W", "D2"],
        ["B", "B3"],
        ["W", "C3"],
        ["B", "C2"],
        ["W", "B2"],
        ["B", "C2"]
    ]);
    let query = json!({"id": "ko", "moves": ko, "boardXSize": 5, "boardYSize": 5, "rules": "chinese-ogs", "maxVisits": 60});
    let answer = answers(options(1), &lines(&[query], &json!({}))).remove(0);
    assert_eq!(answer["rootInfo"]["currentPlayer"], "W", "{answer}");
}

#[test]
fn the_page_explains_every_number() {
    const PAGE: &str = include_str!("../../src/guide/analysis.md");
    let more = json!({"includeOwnership": true, "includeMovesOwnership": true, "includePolicy": true,
        "includePVVisits": true});
    let queries = queries();
    let answers = answers(options(1), &lines(&queries[3..4], &more));
    let objects = [&queries[3], &answers[0], &answers[0]["rootInfo"], &answers[0]["moveInfos"][0], &more];
    let names = objects.iter().flat_map(|object| object.as_object().unwrap().keys());
    let missing: Vec<_> = names
        .filter(|name| !["moveInfos", "rootInfo"].contains(&name.as_str()))
        .filter(|name| !PAGE.contains(&format!("`{name}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_query_of_the_page_is_answered() {
    const PAGE: &str = include_str!("../../src/guide/analysis.md");
    let query = PAGE.lines().find_map(|line| line.strip_prefix("> ")).unwrap();
    let answers = answers(options(1), query.as_bytes());
    assert_eq!((answers.len(), &answers[0]["rootInfo"]["visits"]), (1, &json!(500)), "{answers:?}");
}

/// A board without a network gets the playouts of the time of 500 evaluations.
#[test]
fn a_small_board_has_its_own_default_of_visits() {
    let query =
        json!({"id": "a", "moves": [], "boardXSize": 4, "boardYSize": 4, "rules": "chinese", "komi": 7});
    let answers = answers(options(1), &lines(&[query], &json!({})));
    assert_eq!(answers[0]["rootInfo"]["visits"], json!(5000), "{answers:?}");
}

/// A KataGo profile names a rank, and the answer says how likely a player of that rank is to make each move.
#[test]
fn a_profile_asks_for_the_moves_of_a_rank() {
    let ask = |profile: &str| {
        let settings = json!({"humanSLProfile": profile, "maxVisits": 20});
        let query = json!({"id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": [],
            "includePolicy": true, "overrideSettings": settings});
        answers(options(1), query.to_string().as_bytes()).remove(0)
    };
    let chances = |answer: &Value, name: &str| -> Vec<f64> {
        answer[name].as_array().unwrap().iter().map(|chance| chance.as_f64().unwrap()).collect()
    };
    let [weak, strong] = ["rank_20k", "rank_1k"].map(ask);
    for answer in [&weak, &strong] {
        let human = chances(answer, "humanPolicy");
        assert_eq!(human.len(), 82);
        assert!((human.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{human:?}");
        // Nobody opens on the first line.
        assert!(human[..9].iter().chain(&human[72..81]).all(|&chance| chance == 0.0), "{human:?}");
        assert!(answer["moveInfos"][0]["humanPrior"].as_f64().unwrap() > 0.0);
    }
    let greatest = |answer: &Value| chances(answer, "humanPolicy").into_iter().fold(0.0, f64::max);
    assert!(greatest(&weak) < greatest(&strong), "a weak player is less sure");
    let plain = ask("");
    assert!(plain.get("humanPolicy").is_none() && plain["moveInfos"][0].get("humanPrior").is_none());
}

#[test]
fn restrictions_leave_the_policy_alone() {
    let ask = |restriction: Value| {
        let mut query = json!({"id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "moves": [],
            "includePolicy": true, "maxVisits": 10});
        query.as_object_mut().unwrap().extend(restriction.as_object().unwrap().clone());
        answers(options(1), query.to_string().as_bytes()).remove(0)
    };
    let plain = ask(json!({}));
    for name in ["allowMoves", "avoidMoves"] {
        let moves = json!([{"player": "B", "moves": ["E5", "C3"], "untilDepth": 1}]);
        let answer = ask(json!({ name: moves }));
        assert_eq!(answer["policy"], plain["policy"], "{name}");
        let info = &answer["moveInfos"][0];
        let mut of_plain = plain["moveInfos"].as_array().unwrap().iter();
        if let Some(same) = of_plain.find(|same| same["move"] == info["move"]) {
            assert_eq!(same["prior"], info["prior"], "{name}");
        }
    }
}

/// Query fields from KataGo's documentation, and what the answer must have: a path of keys, with `0` for the first
/// element of a list, and the expected value, or `null` if any will do.
#[test]
fn the_options_of_katagos_queries_are_understood() {
    let cases = [
        (json!({"includeOwnership": true}), "ownership/0", Value::Null),
        (json!({"includeOwnershipStdev": true}), "ownershipStdev/0", Value::Null),
        (json!({"includeMovesOwnership": true}), "moveInfos/0/ownership/0", Value::Null),
        (json!({"includeMovesOwnershipStdev": true}), "moveInfos/0/ownershipStdev/0", Value::Null),
        (json!({"includePolicy": true}), "policy/0", Value::Null),
        (json!({"includePVVisits": true}), "moveInfos/0/pvVisits/0", Value::Null),
        (json!({"includeNoResultValue": true}), "moveInfos/0/noResultValue", json!(0.0)),
        (json!({}), "moveInfos/0/edgeWeight", Value::Null),
        (json!({}), "rootInfo/rawWinrate", Value::Null),
        (json!({"maxVisits": 7}), "rootInfo/visits", json!(7)),
        (json!({"overrideSettings": {"maxVisits": 6}}), "rootInfo/visits", json!(6)),
        (json!({"overrideSettings": {"maxPlayouts": 6, "wideRootNoise": 2}}), "rootInfo/visits", json!(6)),
        (json!({"overrideSettings": {"maxVisits": "6"}}), "rootInfo/visits", json!(6)),
        (json!({"priority": 1_i64 << 62}), "turnNumber", json!(0)),
        (json!({"komi": -400, "rules": "tromp-taylor"}), "turnNumber", json!(0)),
        (json!({"moves": [["B", "(2,3)"]]}), "rootInfo/currentPlayer", json!("W")),
        (json!({"initialPlayer": "W"}), "rootInfo/currentPlayer", json!("W")),
        // White's second stone captures Black's, so White may play there.
        (
            json!({"initialStones": [["B", "A1"], ["W", "A2"], ["W", "B1"]], "initialPlayer": "W", "moves": [["W", "A1"]]}),
            "turnNumber",
            json!(1),
        ),
        (json!({"rules": "french"}), "turnNumber", json!(0)),
        (json!({"rules": "NEWZEALAND"}), "turnNumber", json!(0)),
        (json!({"rules": "aga-button"}), "turnNumber", json!(0)),
        (json!({"rules": "ing"}), "turnNumber", json!(0)),
        (json!({"rules": "goe"}), "turnNumber", json!(0)),
        (json!({"rules": "stone_scoring"}), "turnNumber", json!(0)),
        (json!({"rules": "ancient-territory"}), "turnNumber", json!(0)),
        (json!({"rules": "koPOSITIONALscoreAREAtaxNONEsui0whbN"}), "turnNumber", json!(0)),
        (json!({"rules": "{\"ko\":\"SIMPLE\",\"suicide\":true}"}), "turnNumber", json!(0)),
        (
            json!({"allowMoves": [{"player": "B", "moves": ["A1", "A2", "A3"], "untilDepth": 1}], "maxVisits": 1}),
            "moveInfos/2/order",
            json!(2),
        ),
    ];
    let base = json!({"moves": [], "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "maxVisits": 3});
    for (fields, path, expected) in cases {
        let mut query = base.clone();
        query["id"] = json!("a");
        if fields.get("overrideSettings").is_some() {
            // The query's own number would come first.
            query.as_object_mut().unwrap().remove("maxVisits");
        }
        query.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let found = answers(options(1), query.to_string().as_bytes());
        assert_eq!(found.len(), 1, "{fields}: {found:?}");
        let at = found[0].pointer(&format!("/{path}")).unwrap_or_else(|| panic!("{fields}: {}", found[0]));
        assert!(!at.is_null() && (expected.is_null() || *at == expected), "{fields}: {path}: {at}");
    }
}

#[test]
fn a_field_without_effect_is_warned_of_once() {
    let query = |id: &str| {
        json!({"id": id, "moves": [], "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "maxVisits": 1,
            "overrideSettings": {"cpuctExploration": 1}, "rootPolicyTemperature": 1.5})
    };
    let found = answers(options(1), &lines(&[query("a"), query("b")], &json!({})));
    assert_eq!(found.iter().filter(|answer| answer.get("warning").is_some()).count(), 2);
}

#[test]
fn moves_allowed_to_the_opponent_list_no_others() {
    let query = json!({"id": "a", "moves": [], "boardXSize": 9, "boardYSize": 9, "rules": "chinese", "maxVisits": 3,
        "allowMoves": [{"player": "W", "moves": ["A1"], "untilDepth": 1}]});
    let found = answers(options(1), query.to_string().as_bytes());
    assert!(list(&found[0]["moveInfos"]).iter().all(|of| of["visits"].as_u64().unwrap() > 0), "{found:?}");
}

/// KaTrain shows the policy of a finished game's last position too.
#[test]
fn a_finished_game_has_a_policy() {
    let query = json!({"id": "a", "boardXSize": 9, "boardYSize": 9, "rules": "japanese", "maxVisits": 3,
        "moves": [["B", "E5"], ["W", "C3"], ["B", "pass"], ["W", "pass"]], "includePolicy": true});
    let found = answers(options(1), query.to_string().as_bytes());
    let sum: f64 = numbers(&found[0]["policy"]).iter().filter(|share| **share > 0.0).sum();
    assert!((sum - 1.0).abs() < 0.01, "{sum}");
}

#[test]
fn the_visits_of_clients_are_scaled() {
    let query = br#"{"id":"a","moves":[],"boardXSize":5,"boardYSize":5,"rules":"chinese","maxVisits":4}"#;
    let found = answers(brasa::analysis::json::Options { scale_visits: 2.5, ..options(1) }, query);
    assert_eq!(found[0]["rootInfo"]["visits"], 10);
}

/// As in KataGo, black stones alone are a handicap if White moves first; Chinese rules give White a point for each.
#[test]
fn black_stones_alone_are_compensated() {
    let root = |stones: Value, rules: Value, komi: f64| {
        let query = json!({"id": "a", "boardXSize": 9, "boardYSize": 9, "moves": [["W", "E5"]], "initialStones": stones,
            "rules": rules, "komi": komi, "maxVisits": 8});
        answers(options(1), query.to_string().as_bytes())[0]["rootInfo"].clone()
    };
    let chinese = || json!("chinese");
    let uncompensated = || {
        let Value::Object(mut rules) = kata_rules::to_json(&Rules::default()) else { panic!() };
        rules.insert("whiteHandicapBonus".to_owned(), json!("0"));
        Value::Object(rules)
    };
    for (stones, points) in
        [(json!([["B", "C3"], ["B", "G7"]]), 2.0), (json!([["B", "C3"], ["B", "G7"], ["W", "C7"]]), 0.0)]
    {
        let found = root(stones.clone(), chinese(), 7.5);
        assert!(found["scoreLead"].is_number(), "{found}");
        assert_eq!(found["scoreLead"], root(stones, uncompensated(), 7.5 + points)["scoreLead"]);
    }
}
