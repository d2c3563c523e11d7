//! Client sessions as sent, and what clients read in the answers.
//!
//! Each line of a session is sent once the one before is answered: an endless analysis by its first report, any other
//! query by its last answer, and the end of an analysis by the last answer of the one it ends.

use serde_json::Value;

use super::options;
use super::threads::Talk;

/// Clients end analyses of more visits themselves.
const ENDLESS: u64 = 500_000;

/// Plays a session; returns each request with its answers.
fn play(session: &str) -> Vec<(Value, Vec<Value>)> {
    let mut talk = Talk::new(options(1));
    let mut exchanges = Vec::new();
    for line in session.lines() {
        let request: Value = serde_json::from_str(line).unwrap();
        talk.send(&request);
        let (is_action, is_endless) =
            (request["action"].is_string(), request["maxVisits"].as_u64() > Some(ENDLESS));
        let awaited = if request["action"] == "terminate" { &request["terminateId"] } else { &request["id"] };
        let mut answers = Vec::new();
        loop {
            let answer = talk.next();
            let is_awaited = answer["id"] == *awaited;
            let is_last = answer["isDuringSearch"] == false || answer["error"].is_string();
            answers.push(answer);
            if is_awaited && (is_endless || is_last || is_action && request["action"] != "terminate") {
                break;
            }
        }
        exchanges.push((request, answers));
    }
    assert_eq!(talk.end(), [""; 0], "all is answered");
    exchanges
}

/// Checks the parts of an answer that clients draw, each against its expected size.
fn check(request: &Value, answer: &Value) {
    let points = request["boardXSize"].as_u64().unwrap().pow(2) as usize;
    let size = |value: &Value| value.as_array().map_or(0, Vec::len);
    let share = |value: &Value| (0.0..=1.0).contains(&value.as_f64().unwrap());
    let root = &answer["rootInfo"];
    assert!(share(&root["winrate"]) && root["scoreLead"].is_number() && root["visits"].is_number(), "{root}");
    assert!(root["thisHash"].is_null(), "only KataGo's own would be right");
    assert_eq!(size(&answer["policy"]), if request["includePolicy"] == true { points + 1 } else { 0 });
    let owners = if request["includeOwnership"] == true { points } else { 0 };
    assert_eq!(size(&answer["ownership"]), owners);
    for (order, info) in answer["moveInfos"].as_array().unwrap().iter().enumerate() {
        assert_eq!(info["order"], order);
        assert!(["winrate", "lcb", "prior"].iter().all(|key| share(&info[*key])), "{info}");
        assert!(["scoreLead", "scoreStdev", "visits"].iter().all(|key| info[*key].is_number()), "{info}");
        assert_eq!(info["pv"][0], info["move"]);
        assert_eq!(
            size(&info["ownership"]),
            if request["includeMovesOwnership"] == true { points } else { 0 }
        );
    }
}

fn check_all(exchanges: &[(Value, Vec<Value>)]) {
    for (request, answers) in exchanges {
        for answer in answers.iter().filter(|answer| answer["moveInfos"].is_array()) {
            let (asked, _) = exchanges.iter().find(|(asked, _)| asked["id"] == answer["id"]).unwrap();
            check(asked, answer);
        }
        // Its remote engine takes a warning for the last answer.
        assert!(answers.iter().all(|answer| answer["warning"].is_null()), "{request}");
    }
}

#[test]
fn katrain() {
    let exchanges = play(include_str!("../data/analysis/clients/katrain.jsonl"));
    check_all(&exchanges);
    let error = exchanges.iter().find_map(|(_, answers)| answers[0]["error"].as_str()).unwrap();
    assert!(error.contains("Illegal move"), "KataGo's words tell it that the move is at fault: {error}");
}

#[test]
fn ogatak() {
    let exchanges = play(include_str!("../data/analysis/clients/ogatak.jsonl"));
    check_all(&exchanges);
    let version = exchanges[0].1[0]["version"].as_str().unwrap();
    let parts: Vec<u32> = version.split('.').map(|part| part.parse().unwrap()).collect();
    assert!(parts >= vec![1, 12, 0], "the first report may be early, and the cache cleared");
    assert!(exchanges[1].1[0]["error"].is_string(), "a board of 29x29 would be another kind of KataGo");
}

/// LizzieYzy counts the answers, and reads ownership as numbers with a decimal point.
#[test]
fn lizzieyzy() {
    let exchanges = play(include_str!("../data/analysis/clients/lizzieyzy.jsonl"));
    check_all(&exchanges);
    for (request, answers) in &exchanges {
        assert_eq!(answers.len(), 1, "{request}");
        let infos = answers[0]["moveInfos"].as_array().unwrap();
        assert!(infos.iter().all(|info| info["pvVisits"].is_array()), "{request}");
        assert!(answers[0]["ownership"].as_array().unwrap().iter().all(Value::is_f64));
    }
}
