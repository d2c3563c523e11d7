//! The chapter on the rules.

use super::autobook::check_game;
use super::dispatch::{done, empty};
use super::go::command;
use super::params::listing;
use crate::engine::go::host::rules_name;
use crate::engine::go::kata_rules;
use crate::engine::go::rules::RuleParams;
use crate::engine::{GameSession, GoSession, rows};
use crate::framework::{Args, Command, Failure, Reply};
use crate::go::Komi;
use crate::util::params::Params;

pub(super) static COMMANDS: &[Command<GoSession>] = &[
    command("komi KOMI", "Set the komi.", |go, args| {
        let text = args.text(0)?;
        let komi: Komi = text.parse()?;
        go.set_komi(komi);
        if text.parse() != Ok(komi.points()) {
            go.context_mut().note(format!("komi {text} played as {komi}: both decide the same games"));
        }
        let fault = go.settings().books.lock().auto.as_ref().and_then(|auto| check_game(auto, go).err());
        fault.iter().for_each(|fault| go.context_mut().note(fault.to_string()));
        done()
    }),
    command("get_komi", "Print the komi.", |go, _| Ok(go.rules().komi.to_string()))
        .analyze("string/Get Komi"),
    command("go_rules [NAME]", "Print the name of the rules in force, or change them.", |go, args| {
        match args.optional(0) {
            Some(name) => go.set_named_rules(name)?,
            None => return Ok(rules_name(go.rules()).unwrap_or("mixed").to_owned()),
        }
        done()
    })
    .analyze("none/Go Rules/%s"),
    command("kgs-rules NAME [MORE...]", "Change the rules.", |go, args| {
        empty(go.set_named_rules(args.text(0)?))
    }),
    command(
        "kata-set-rules RULES...",
        "Change the rules to a named set or those of a JSON object; the komi stays.",
        |go, args| {
            go.set_rules(kata_rules::parse(&args.joined(), go.rules())?);
            done()
        },
    ),
    command("kata-get-rules", "Print the rules as a JSON object.", |go, _| {
        Ok(kata_rules::to_json(go.rules()).to_string())
    }),
    command("kata-set-rule KEY VALUE", "Change one of the rules printed by kata-get-rules.", |go, args| {
        let change = [(args.text(0)?.to_owned(), args.text(1)?.into())].into_iter().collect();
        go.set_rules(kata_rules::changed(go.rules(), &change)?);
        done()
    }),
    command("go_param_rules [NAME] [VALUE]", "Print each rule, or change one.", param_rules)
        .analyze("param/Go Param Rules"),
];

fn param_rules(go: &mut GoSession, args: &Args<'_>) -> Reply {
    let rules = *go.rules();
    let mut params = RuleParams::from(&rules);
    match args.list {
        [] => return Ok(listing(&rows(&params))),
        [name, value] => params.set(name, value)?,
        _ => return Err(Failure::Syntax("expected a name and a value".to_owned())),
    }
    go.set_rules(params.apply(&rules));
    done()
}
