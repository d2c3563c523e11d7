//! `brasa config`: the settings with which a client starts brasa.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::fault::Fault;
use super::files::{self, FileFault, Target};
use crate::util::FileKind;

/// Write the settings with which a client starts brasa.
///
/// KaTrain, Sabaki and ogatak: their file of settings is changed, and the old one is kept as FILE.bak; end the client first.
/// OGS, CGOS and KGS: a file for the bot is written here, unless it exists; edit its name and password. Other clients:
/// prints what to type into them.
#[derive(Args)]
pub(super) struct Options {
    /// Client.
    #[arg(value_name = "CLIENT", value_parser = CLIENTS.each_ref().map(|client| client.name))]
    client: String,
    /// Print the settings instead of writing a file.
    #[arg(long)]
    print: bool,
}

static JSON: FileKind = FileKind { name: "a JSON object", is: |text| text.starts_with('{') };

struct Client {
    name: &'static str,
    form: Form,
}

/// Where a client has its settings.
enum Form {
    /// In a JSON file below the home directory.
    Json { file: &'static str, change: fn(&mut Value, &str) },
    /// In a file for a bot, with a placeholder for the program.
    File { file: &'static str, text: &'static str, placeholder: &'static str, command: fn(&str) -> String },
    /// In its window, with `{brasa}` for the program.
    Typed(&'static str),
}

/// How much more the visits of our small network are worth asking for than those of KataGo's.
const SCALE: &str = "--scale-visits 10";

static CLIENTS: [Client; 9] = [
    Client { name: "katrain", form: Form::Json { file: ".katrain/config.json", change: katrain } },
    Client { name: "sabaki", form: Form::Json { file: ".config/Sabaki/settings.json", change: sabaki } },
    Client {
        name: "lizzieyzy",
        form: Form::Typed(
            "Engines (Alt+X) > Add, command:\n  {brasa} --as katago --scale-visits 10\n\
             For the flash analysis of a game, its command:\n  {brasa} analysis --scale-visits 10",
        ),
    },
    Client {
        name: "q5go",
        form: Form::Typed(
            "Settings > Preferences > Computer Go > New, executable:\n  {brasa}\n\
             No restrictions; tick \"Use for analysis\".",
        ),
    },
    Client { name: "ogatak", form: Form::Json { file: ".config/Ogatak/config.json", change: ogatak } },
    Client { name: "gogui", form: Form::Typed("Program > New Program, command:\n  {brasa}") },
    Client {
        name: "ogs",
        form: Form::File {
            file: "ogs.json5",
            text: include_str!("../../scripts/ogs.json5"),
            placeholder: "bot: { manager: \"persistent\" }",
            command: |brasa| {
                format!("bot: {{ manager: \"persistent\", command: [{}, \"--quiet\"] }}", json!(brasa))
            },
        },
    },
    Client {
        name: "cgos",
        form: Form::File {
            file: "cgos.cfg",
            text: include_str!("../../scripts/cgos.cfg"),
            placeholder: "@COMMAND@",
            command: |brasa| format!("{brasa} --quiet"),
        },
    },
    Client {
        name: "kgs",
        form: Form::File {
            file: "kgs.properties",
            text: include_str!("../../scripts/kgs.properties"),
            placeholder: "name=YourBotName\n",
            command: |brasa| format!("engine={brasa} --quiet\nname=YourBotName\n"),
        },
    },
];

/// Sets the command of the engine.
fn katrain(settings: &mut Value, brasa: &str) {
    if !settings["engine"].is_object() {
        settings["engine"] = json!({});
    }
    settings["engine"]["backend"] = "custom".into();
    settings["engine"]["altcommand"] = format!("{} analysis {SCALE}", shell_words::quote(brasa)).into();
}

/// Sets the engine, and for its files of settings and network, which brasa does not read, a file that exists.
fn ogatak(settings: &mut Value, brasa: &str) {
    for name in ["engine", "engineconfig", "weights"] {
        settings[name] = brasa.into();
    }
}

/// Puts the engine on the list, in place of one with its name.
fn sabaki(settings: &mut Value, brasa: &str) {
    let engine = json!({"name": "brasa", "path": brasa, "args": "", "commands": ""});
    let mut list = settings["engines.list"].as_array().cloned().unwrap_or_default();
    list.retain(|other| other["name"] != engine["name"]);
    list.push(engine);
    settings["engines.list"] = list.into();
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let brasa = std::env::current_exe()?.display().to_string();
    let known = CLIENTS.iter().find(|client| client.name == options.client);
    let Some(client) = known else { return Ok(()) };
    let (path, text) = match &client.form {
        Form::Typed(text) => return Ok(writeln!(io::stdout(), "{}", text.replace("{brasa}", &brasa))?),
        Form::File { file, text, placeholder, command } => {
            (PathBuf::from(file), text.replace(placeholder, &command(&brasa)))
        }
        Form::Json { file, change } => {
            let path = std::env::home_dir().unwrap_or_default().join(file);
            let mut settings = read(&path)?;
            change(&mut settings, &brasa);
            (path, format!("{settings:#}\n"))
        }
    };
    if options.print {
        return Ok(io::stdout().write_all(text.as_bytes())?);
    }
    let fault = FileFault::of(&path);
    match client.form {
        Form::Json { .. } => {
            let backup = PathBuf::from(format!("{}.bak", path.display()));
            if path.exists() {
                fs::copy(&path, backup).map_err(&fault)?;
            } else if let Some(directory) = path.parent() {
                fs::create_dir_all(directory).map_err(&fault)?;
            }
            Target::claim(&path, &JSON, [])?.write(text)?;
        }
        _ => fs::File::create_new(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(&fault)?,
    }
    Ok(writeln!(io::stdout(), "{}", path.display())?)
}

/// Reads a file of settings; a file that does not exist has none.
fn read(path: &Path) -> Result<Value, Fault> {
    if !path.exists() {
        return Ok(json!({}));
    }
    let settings: Option<Value> = serde_json::from_slice(&files::read(path)?).ok();
    let error = || "not a JSON object; nothing was changed".to_owned();
    let broken = || Fault::Board { file: path.display().to_string(), error: error() };
    settings.filter(Value::is_object).ok_or_else(broken)
}
