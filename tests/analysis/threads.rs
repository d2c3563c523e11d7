//! The order of analyses, and how they end while others wait.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::thread::JoinHandle;

use brasa::analysis::json::{Engine, Options};
use serde_json::{Value, json};

use super::{answers, options};

/// An engine that answers line by line.
pub(super) struct Talk {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    engine: JoinHandle<()>,
}

impl Talk {
    pub(super) fn new(options: Options) -> Self {
        let ((from, input), (output, to)) = (pipe().unwrap(), pipe().unwrap());
        let engine = std::thread::spawn(|| Engine::new(options).unwrap().run(from, to).unwrap());
        Self { input: Some(input), output: BufReader::new(output), engine }
    }

    pub(super) fn send(&mut self, request: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{request}").unwrap();
    }

    /// Sends a query about the moves E5 and C3 on 9x9.
    fn ask(&mut self, id: &str, visits: u64, more: &Value) {
        let mut query = json!({"id": id, "moves": [["B", "E5"], ["W", "C3"]], "boardXSize": 9, "boardYSize": 9, "rules": "chinese"});
        query["maxVisits"] = json!(visits);
        query.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send(&query);
    }

    /// Returns the next answer.
    pub(super) fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Ends the input and returns the ids and turns of the remaining answers.
    pub(super) fn end(mut self) -> Vec<String> {
        self.input = None;
        let rest: Vec<String> = self.output.lines().map(Result::unwrap).collect();
        self.engine.join().unwrap();
        let name = |line: &String| {
            let answer: Value = serde_json::from_str(line).unwrap();
            format!("{}{}", answer["id"].as_str().unwrap(), answer["turnNumber"])
        };
        rest.iter().map(name).collect()
    }
}

#[test]
fn the_highest_priority_and_then_the_earliest_is_next() {
    let mut talk = Talk::new(options(1));
    talk.ask("long", 1 << 40, &json!({"reportDuringSearchEvery": 0.01}));
    // The first report may come before the first visit.
    loop {
        let report = talk.next();
        assert_eq!((&report["id"], &report["isDuringSearch"]), (&json!("long"), &json!(true)));
        if report["rootInfo"]["visits"].as_u64() > Some(0) {
            break;
        }
    }
    talk.ask("a", 60, &json!({}));
    talk.ask("b", 60, &json!({"priority": 5}));
    talk.ask("c", 60, &json!({"analyzeTurns": [0, 1, 1], "priorities": [-1, 9, 2]}));
    talk.ask("d", 60, &json!({"priority": 5}));
    talk.send(&json!({"id": "t", "action": "terminate", "terminateId": "long"}));
    let answer = loop {
        let answer = talk.next();
        if answer["isDuringSearch"] != true {
            break answer;
        }
    };
    assert_eq!(answer, json!({"id": "t", "action": "terminate", "terminateId": "long"}));
    let order = talk.end();
    let finished: Vec<_> = order.iter().skip_while(|name| *name != "c1").collect();
    assert_eq!(finished, ["c1", "b2", "d2", "a2", "c0"]);
}

#[test]
fn an_analysis_that_is_ended_reports_what_it_has() {
    let mut talk = Talk::new(options(1));
    talk.ask("long", 1 << 40, &json!({"firstReportDuringSearchAfter": 0.001, "analyzeTurns": [0, 2]}));
    let first = talk.next();
    assert_eq!((&first["turnNumber"], &first["isDuringSearch"]), (&json!(0), &json!(true)));
    talk.ask("waiting", 60, &json!({"analyzeTurns": [0, 1, 2]}));
    // Only the given turns of the given query end.
    talk.send(&json!({"id": "t1", "action": "terminate", "terminateId": "waiting", "turnNumbers": [0, 2]}));
    assert_eq!(talk.next()["id"], "t1");
    for turn in [0, 2] {
        let none = json!({"id": "waiting", "isDuringSearch": false, "noResults": true, "turnNumber": turn});
        assert_eq!(talk.next(), none);
    }
    talk.send(&json!({"id": "t2", "action": "terminate_all"}));
    assert_eq!(talk.next()["id"], "t2");
    let last = [talk.next(), talk.next(), talk.next()];
    let is_none = |answer: &&Value| answer["noResults"] == true;
    assert_eq!(last.iter().filter(is_none).count(), 2, "{last:?}");
    let ended = last.iter().find(|answer| answer.get("rootInfo").is_some()).unwrap();
    let name = (&ended["id"], &ended["turnNumber"], &ended["isDuringSearch"]);
    assert_eq!(name, (&json!("long"), &json!(0), &json!(false)));
    assert!(ended["rootInfo"]["visits"].as_u64() >= first["rootInfo"]["visits"].as_u64());
    assert_eq!(talk.end(), [""; 0]);
}

#[test]
fn the_end_of_the_input_ends_the_analyses_if_asked() {
    let query = br#"{"id":"long","moves":[],"boardXSize":9,"boardYSize":9,"rules":"chinese","maxVisits":1000000000000}"#;
    let found = answers(Options { quits_at_once: true, ..options(1) }, query);
    assert!(found.len() <= 1);
}

#[test]
fn a_client_may_ask_much_before_it_reads() {
    let mut talk = Talk::new(options(1));
    for i in 0..4000 {
        talk.ask("x", 1, &json!({"analyzeTurns": [], (i.to_string()): 1}));
    }
    talk.send(&json!({"id": "last", "action": "query_version"}));
    for i in 0..4000 {
        assert_eq!(talk.next()["field"], i.to_string());
    }
    assert_eq!(talk.next()["id"], "last");
    assert_eq!(talk.end(), [""; 0]);
}
