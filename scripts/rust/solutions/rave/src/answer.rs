//! Answers the questions of `brasa course grade`, one JSON object per line: `{"call": "bound", "args": [1, 2]}`.

use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A function that a question can call.
pub type Function<'a> = &'a dyn Fn(Value) -> Result<Value, serde_json::Error>;

/// Calls a function with the arguments of a question.
pub fn call<A: DeserializeOwned, R: Serialize>(args: Value, function: impl Fn(A) -> R) -> Result<Value, serde_json::Error> {
    serde_json::to_value(function(serde_json::from_value(args)?))
}

/// Answers all questions on standard input.
pub fn serve(functions: &[(&str, Function)]) {
    std::panic::set_hook(Box::new(|_| {}));
    for line in std::io::stdin().lock().lines() {
        let question: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let name = question["call"].as_str().unwrap_or_default();
        let answer = match functions.iter().find(|(known, _)| *known == name) {
            None => json!({"error": format!("no function {name}")}),
            Some((_, function)) => match catch_unwind(AssertUnwindSafe(|| function(question["args"].clone()))) {
                Ok(Ok(result)) => json!({"result": result}),
                Ok(Err(error)) => json!({"error": error.to_string()}),
                Err(panic) => {
                    let text = panic.downcast_ref::<String>().cloned();
                    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                    json!({"error": text.unwrap_or_default()})
                }
            },
        };
        println!("{answer}");
        std::io::stdout().flush().unwrap();
    }
}
