//! Errors and warnings, and random lines.

use proptest::prelude::*;
use serde_json::Value;

use super::{POSITIONS, answers, options};

const FAULTS: &str = include_str!("../data/analysis/faults.txt");

/// Returns a line with the fields that its words in braces stand for.
fn expanded(line: &str) -> String {
    const SIZE: &str = r#""boardXSize":9,"boardYSize":9,"rules":"chinese""#;
    line.replace("{nine}", &format!(r#""moves":[],{SIZE}"#)).replace("{size}", SIZE)
}

#[test]
fn faults_are_named() {
    let lines = FAULTS.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    let mut cases: Vec<(String, Vec<Value>)> = Vec::new();
    for line in lines {
        match line.strip_prefix("> ") {
            Some(request) => cases.push((expanded(request), Vec::new())),
            None => cases.last_mut().unwrap().1.push(serde_json::from_str(line).unwrap()),
        }
    }
    assert!(cases.len() > 30);
    for (request, expected) in cases {
        let found = answers(options(1), request.as_bytes());
        let (faults, others): (Vec<_>, Vec<_>) =
            found.into_iter().partition(|of| of.get("error").is_some() || of.get("warning").is_some());
        assert_eq!(faults, expected, "{request}");
        // A warning does not prevent an answer.
        assert_eq!(others.len(), usize::from(expected[0].get("warning").is_some()), "{request}");
    }
}

#[test]
fn a_line_that_is_too_long_is_skipped() {
    let mut input = vec![b'['; 3 << 20];
    input.extend(b"\n{\"id\":\"a\",\"action\":\"clear_cache\"}\r\n\n");
    let found = answers(options(1), &input);
    assert_eq!(found[0]["error"], "Line longer than 1048576 bytes");
    assert_eq!(found[1].to_string(), r#"{"action":"clear_cache","id":"a"}"#);
    assert_eq!(found.len(), 2);
}

/// Values that are odd for many fields.
const ODD: [&str; 16] = [
    "null",
    "true",
    "-1",
    "0",
    "1",
    "2",
    "19",
    "1e300",
    "-0.5",
    "\"\"",
    "\"pass\"",
    "\"B\"",
    "[]",
    "[[]]",
    "{}",
    "[[\"B\",\"A1\"],[\"B\",\"A1\"]]",
];

/// Returns a query with the value of a field replaced by an odd one.
fn with_odd_value(query: usize, field: usize, odd: usize) -> String {
    let line = POSITIONS.lines().nth(query % 20).unwrap();
    let mut query: Value = serde_json::from_str(line).unwrap();
    let fields = query.as_object_mut().unwrap();
    let name = fields.keys().nth(field % fields.len()).unwrap().clone();
    fields[&name] = serde_json::from_str(ODD[odd % ODD.len()]).unwrap();
    query.to_string()
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    let numbers = any::<[usize; 3]>;
    let odd = numbers().prop_map(|[query, field, odd]| with_odd_value(query, field, odd).into_bytes());
    let spoiled = (numbers(), any::<u8>()).prop_map(|([query, place, length], byte)| {
        let mut line = POSITIONS.lines().nth(query % 20).unwrap().as_bytes().to_vec();
        let place = place % line.len();
        let end = (place + length % 8).min(line.len());
        line.splice(place..end, [byte]);
        line
    });
    let noise = prop::collection::vec(any::<u8>(), 0..40);
    prop_oneof![4 => odd, 4 => spoiled, 1 => noise]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_line_is_answered(lines in prop::collection::vec(line(), 1..30)) {
        let input = lines.join(&b'\n');
        let asked = input.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).count();
        // Running analyses end early; the others are dropped.
        let options = brasa::analysis::json::Options { quits_at_once: true, ..options(2) };
        let found = answers(options, &[&input[..], b"\n{\"id\":\"last\",\"action\":\"clear_cache\"}"].concat());
        prop_assert!(found.iter().any(|answer| answer["id"] == "last"));
        let is_valid = |answer: &Value| {
            let keys = ["error", "warning", "rootInfo", "noResults", "action"];
            keys.iter().filter(|key| answer.get(key).is_some()).count() == 1
        };
        prop_assert!(found.iter().all(is_valid), "{found:?}");
        let errors = found.iter().filter(|answer| answer.get("error").is_some()).count();
        prop_assert!(errors <= asked);
    }
}
