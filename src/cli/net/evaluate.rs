//! `brasa net evaluate`: how well a network predicts the test games.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::{Map, Value, json};

use super::records::{Drawn, Records, Tests, number, share, sum};
use crate::cli::fault::Fault;
use crate::net::{Losses, Means, Network};

/// Measure how well a network predicts the test games, by move number.
#[derive(Args)]
#[command(override_usage = "brasa net evaluate <NET> --games <FILE>... [OPTIONS]")]
pub(super) struct EvaluateOptions {
    /// Network.
    net: PathBuf,
    #[command(flatten)]
    records: Records,
    /// Maximum number of positions.
    #[arg(long, value_name = "N", default_value = "20000")]
    positions: usize,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(super) fn evaluate(options: &EvaluateOptions) -> Result<(), Fault> {
    let network = Network::read(&options.net)?;
    let [_, tests] = options.records.read(Drawn::Refused)?;
    let tests = Tests::sample(&tests, options.positions);
    let groups = tests.evaluate(network, crate::util::cores());
    let all = sum(&groups);
    let mut out = io::stdout();
    if options.json {
        let by_move = groups.iter().map(|group| {
            let mut object = object(&group.losses);
            object.insert("from".to_owned(), json!(group.from));
            object.insert("to".to_owned(), json!(group.to));
            Value::from(object)
        });
        let by_move: Vec<Value> = by_move.collect();
        let mut object = object(&all);
        object.insert("by_move".to_owned(), by_move.into());
        writeln!(out, "{}", Value::from(object))?;
    } else {
        writeln!(out, "moves    positions   first    five  policy   value  value error  owners")?;
        for group in &groups {
            writeln!(out, "{}", row(&group.moves(), &group.losses))?;
        }
        writeln!(out, "{}", row("all", &all))?;
    }
    Ok(())
}

fn object(losses: &Losses) -> Map<String, Value> {
    let numbers = Means::NAMES.into_iter().zip(losses.means().numbers());
    let numbers = numbers.map(|(name, number)| (name.to_owned(), json!(number)));
    numbers.chain([("positions".to_owned(), json!(losses.positions))]).collect()
}

fn row(moves: &str, losses: &Losses) -> String {
    let Means { first, five, policy, value, value_error, owner } = losses.means();
    let ([first, five], positions) = ([first, five].map(share), losses.positions);
    let [policy, value, value_error, owner] = [policy, value, value_error, owner].map(number);
    format!(
        "{moves:<8} {positions:>9}  {first:>6}  {five:>6}  {policy:>6}  {value:>6}  {value_error:>11}  {owner:>6}"
    )
}
