//! KataGo's names for parameters.

use serde_json::{Map, Value};

use super::dispatch::{Gtp, command, done};
use super::params::set_level;
use crate::engine::{ConfigureError, GROUPS, levels};
use crate::framework::{Args, Command, Failure, Reply};
use crate::util::params::{Kind, ParamError};

pub(super) static COMMANDS: &[Command<Gtp>] = &[
    command("kata-get-param NAME", "Print a parameter of kata-list-params.", |gtp, args| {
        value(gtp, args.text(0)?)
    }),
    command("kata-set-param NAME [VALUE]", "Set a parameter of kata-list-params.", |gtp, args| {
        set(gtp, args.text(0)?, args.optional(1).unwrap_or_default())
    }),
    command("kata-list-params", "List the parameters with KataGo names.", |_, _| {
        Ok(names().collect::<Vec<_>>().join(" "))
    }),
    command("kata-get-params", "Print the parameters of kata-list-params as a JSON object.", |gtp, _| {
        let member = |name: &str| {
            let text = value(gtp, name)?;
            // Numbers and booleans have the same form in JSON.
            Ok((name.to_owned(), text.parse().unwrap_or(Value::String(text))))
        };
        Ok(Value::Object(names().map(member).collect::<Result<_, Failure>>()?).to_string())
    }),
    command("kata-set-params JSON...", "Set the parameters in a JSON object, or none of them.", set_all),
];

/// KataGo's names and ours; `None` for parameters that are always 0.
const PARAMS: [(&str, Option<&str>); 8] = [
    ("playoutDoublingAdvantage", None),
    ("analysisWideRootNoise", Some("analysis_root_noise")),
    ("wideRootNoise", Some("root_noise")),
    ("numSearchThreads", Some("number_threads")),
    ("maxVisits", Some(VISITS)),
    ("maxPlayouts", Some(VISITS)),
    ("maxTime", Some("timelimit")),
    ("ponderingEnabled", Some("ponder")),
];

/// KataGo's name for the rank.
const PROFILE: &str = "humanSLProfile";

/// Our name for the number of visits.
const VISITS: &str = "max_games";

/// KataGo's number for no limit of visits or playouts.
const UNLIMITED: u64 = 1 << 50;

fn names() -> impl Iterator<Item = &'static str> {
    PARAMS.into_iter().map(|(name, _)| name).chain([PROFILE])
}

/// Our name for a KataGo parameter; `None` for parameters that are always 0.
fn ours(name: &str) -> Result<Option<&'static str>, Failure> {
    let known = PARAMS.iter().find(|(known, _)| *known == name).map(|&(_, ours)| ours);
    let expected = || names().collect::<Vec<_>>().join(", ");
    known.ok_or_else(|| Failure::Other(format!("unknown parameter '{name}': expected one of {}", expected())))
}

/// The limit that one of KataGo's names stands for: visits or playouts.
fn limit<'a>(gtp: &'a mut Gtp, name: &str) -> &'a mut Option<u64> {
    let (visits, playouts) = &mut gtp.kata_limits;
    if name == "maxPlayouts" { playouts } else { visits }
}

/// Our number of visits for the limits set under KataGo's names.
fn limited(gtp: &Gtp) -> u64 {
    let (visits, playouts) = gtp.kata_limits;
    scaled(visits.unwrap_or(UNLIMITED).min(playouts.unwrap_or(UNLIMITED)), gtp.scale_visits)
}

/// Our number of visits for KataGo's.
fn scaled(visits: u64, scale: f64) -> u64 {
    if visits >= UNLIMITED { u64::MAX } else { ((visits as f64 * scale).round() as u64).max(1) }
}

/// The value of a parameter, in KataGo's notation.
fn value(gtp: &mut Gtp, name: &str) -> Reply {
    if name == PROFILE {
        let level = gtp.session.context().settings().level();
        return Ok(level.map_or(String::new(), |level| format!("rank_{level}")));
    }
    let Some(ours) = ours(name)? else { return Ok("0".to_owned()) };
    let settings = gtp.session.context().settings();
    if ours == VISITS {
        let max_games = settings.limits.max_games;
        // It may have been set under our name since.
        let visits = if limited(gtp) == max_games {
            limit(gtp, name).unwrap_or(UNLIMITED)
        } else {
            scaled(max_games, 1.0 / gtp.scale_visits).min(UNLIMITED)
        };
        return Ok(visits.to_string());
    }
    let row = GROUPS.iter().flat_map(|group| (group.rows)(settings)).find(|row| row.name == ours);
    let row = row.ok_or_else(|| Failure::Other("no such parameter".to_owned()))?;
    Ok(if row.kind == Kind::Bool { (row.value == "1").to_string() } else { row.value })
}

fn set(gtp: &mut Gtp, name: &str, value: &str) -> Reply {
    if name == PROFILE {
        return set_level(gtp, levels::of_profile(value)?);
    }
    let number = |least: f64, most: f64| {
        let number = value.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| {
            Failure::Other(format!(
                "invalid value '{value}' for {name}: expected a number from {least} to {most}"
            ))
        })
    };
    let Some(ours) = ours(name)? else {
        if number(-3.0, 3.0)? != 0.0 {
            gtp.session.context_mut().note(format!("{name} has no effect"));
        }
        return done();
    };
    let text = match ours {
        VISITS => {
            let visits = number(1.0, 1e18)? as u64;
            *limit(gtp, name) = Some(visits.min(UNLIMITED));
            limited(gtp).to_string()
        }
        // KataGo's noise goes up to 5, ours up to 1, and its times are longer than ours.
        "root_noise" | "analysis_root_noise" => number(0.0, 5.0)?.min(1.0).to_string(),
        "timelimit" => number(0.0, 1e20)?.min(1e6).to_string(),
        "ponder" if value == "true" => "1".to_owned(),
        "ponder" if value == "false" => "0".to_owned(),
        _ => value.to_owned(),
    };
    gtp.session.context_mut().configure(|settings| settings.set(ours, &text)).map_err(
        |error| match error {
            ConfigureError::Param(ParamError::Invalid { expected, .. }) => {
                Failure::Other(format!("invalid value '{value}' for {name}: expected {expected}"))
            }
            error => error.into(),
        },
    )?;
    done()
}

fn set_all(gtp: &mut Gtp, args: &Args<'_>) -> Reply {
    let values: Map<String, Value> = serde_json::from_str(&args.joined())
        .map_err(|error| Failure::Syntax(format!("expected a JSON object: {error}")))?;
    let (settings, limits) = (gtp.session.context().settings().clone(), gtp.kata_limits);
    for (name, value) in &values {
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        if let Err(failure) = set(gtp, name, &text) {
            gtp.kata_limits = limits;
            gtp.session.context_mut().configure(|now| {
                *now = settings;
                Ok(())
            })?;
            return Err(failure);
        }
    }
    done()
}
