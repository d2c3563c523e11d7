//! Long option names with a single dash, as Go3, gogui-twogtp and KataGo document them.

use std::ffi::OsString;

use clap::{Arg, Command};

/// The program's arguments, with two dashes before each long name that the subcommand has.
pub(super) fn spelled(program: &Command, mut args: Vec<OsString>) -> Vec<OsString> {
    let (mut command, mut words) = (program, 1);
    while let Some(subcommand) = args.get(words).and_then(|arg| command.find_subcommand(arg)) {
        (command, words) = (subcommand, words + 1);
    }
    for arg in args.iter_mut().skip(words).take_while(|arg| arg.as_os_str() != "--") {
        let Some(text) = arg.to_str().and_then(|text| text.strip_prefix('-')) else { continue };
        let name = text.split('=').next().unwrap_or_default();
        if name.len() > 1 && command.get_arguments().any(|option| has_long(option, name)) {
            *arg = format!("--{text}").into();
        }
    }
    args
}

fn has_long(option: &Arg, name: &str) -> bool {
    option.get_long() == Some(name) || option.get_all_aliases().is_some_and(|names| names.contains(&name))
}
