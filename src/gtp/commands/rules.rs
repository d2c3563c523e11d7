//! The chapter on the rules.

use super::params::listing;
use super::{Command, Gtp, Reply, command, done};
use crate::engine::{RuleParams, rows};
use crate::gtp::{Args, Failure};
use crate::util::params::Params;

pub(super) static COMMANDS: &[Command] = &[
    command("komi", "KOMI", "Set the komi.", |gtp, args| {
        gtp.session.set_komi(args.text(0)?.parse()?);
        done()
    }),
    command("get_komi", "", "Print the komi.", |gtp, _| Ok(gtp.session.position().rules().komi.to_string()))
        .analyze("string", "Get Komi", ""),
    command(
        "go_rules",
        "[NAME]",
        "Print the rules in force, or change them to those of a name.",
        |gtp, args| {
            match args.optional(0) {
                Some(name) => gtp.session.set_named_rules(name)?,
                None => return Ok(gtp.session.rules_name().unwrap_or("mixed").to_owned()),
            }
            done()
        },
    )
    .analyze("none", "Go Rules", "%s"),
    command("kgs-rules", "NAME [MORE...]", "Change the rules to those of a name.", |gtp, args| {
        gtp.session.set_named_rules(args.text(0)?)?;
        done()
    }),
    command("go_param_rules", "[NAME] [VALUE]", "Print the rules one by one, or change one.", param_rules)
        .analyze("param", "Go Param Rules", ""),
];

fn param_rules(gtp: &mut Gtp, args: &Args) -> Reply {
    let rules = *gtp.session.position().rules();
    let mut params = RuleParams::from(&rules);
    match args.list {
        [] => return Ok(listing(&rows(&params))),
        [name, value] => params.set(name, value)?,
        _ => return Err(Failure::Syntax("expected a name and a value".to_owned())),
    }
    gtp.session.set_rules(params.apply(&rules));
    done()
}
