//! `brasa config`: the settings a client needs to start brasa.

mod engines;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::fault::Fault;
use crate::util::{FileFault, FileKind, JSON_OBJECT, MAX_FILE, Output, cores, read_file};

/// Write the settings a client needs to start brasa.
///
/// Sabaki, KaTrain, ogatak, GoGui and q5Go: edits the settings file in your home directory and keeps the old one as
/// FILE.bak, FILE.2.bak and so on. LizzieYzy: the same with config.txt in this directory, which must be LizzieYzy's
/// own. Start KaTrain and LizzieYzy once before, and quit the client first. q5Go's path is that of Linux. GoGui has
/// such a file from version 1.6.0 on; for older versions, `--print` shows the commands to enter. OGS, CGOS and KGS:
/// writes a file for the server's client here, in which you edit name and password, and one with the settings of the
/// engine, NAME.gtp; it replaces neither.
#[derive(Args)]
pub(super) struct Options {
    /// Client.
    #[arg(value_name = "CLIENT", value_parser = CLIENTS.each_ref().map(|&(name, _)| name))]
    client: String,
    /// Print the settings instead of writing them.
    #[arg(long)]
    print: bool,
}

static GOGUI: FileKind = FileKind { name: "GoGui settings", is: |text| text.contains("net.sf.gogui.") };
static Q5GO: FileKind = FileKind {
    name: "q5Go settings",
    is: |text| ["VERSION [", "ENGINE1a ["].iter().any(|line| text.contains(line)),
};

/// Where a client keeps its settings.
enum Form {
    /// In a JSON file. The client writes `own`, a JSON pointer, at its first start, and replaces settings without it;
    /// the empty pointer stands for the file.
    Json { place: Place, file: &'static str, own: Option<&'static str>, change: fn(&mut Value, &str) },
    /// In a line-based file in the home directory.
    Lines { file: &'static str, kind: &'static FileKind, change: fn(&str, &str) -> String },
    /// In a file for a bot, with a placeholder for the program's command; the program reads its settings from a file of
    /// GTP commands beside it.
    Bot {
        file: &'static str,
        text: &'static str,
        settings: &'static str,
        placeholder: &'static str,
        command: fn(&[String]) -> String,
    },
}

/// A directory for settings.
#[derive(PartialEq)]
enum Place {
    Home,
    /// The system's folder for the settings of programs, as Electron chooses it.
    Programs,
    /// The current directory, which must be the client's own.
    Here,
}

static CLIENTS: [(&str, Form); 9] = [
    (
        "katrain",
        Form::Json {
            place: Place::Home,
            file: ".katrain/config.json",
            own: Some("/general/version"),
            change: katrain,
        },
    ),
    (
        "sabaki",
        Form::Json { place: Place::Programs, file: "Sabaki/settings.json", own: None, change: sabaki },
    ),
    ("lizzieyzy", Form::Json { place: Place::Here, file: "config.txt", own: Some(""), change: lizzieyzy }),
    ("q5go", Form::Lines { file: ".config/q5go/q5gorc", kind: &Q5GO, change: engines::q5go }),
    ("ogatak", Form::Json { place: Place::Programs, file: "Ogatak/config.json", own: None, change: ogatak }),
    ("gogui", Form::Lines { file: ".gogui-prefs", kind: &GOGUI, change: engines::gogui }),
    (
        "ogs",
        Form::Bot {
            file: "ogs.json5",
            text: include_str!("../../../scripts/ogs.json5"),
            settings: include_str!("../../../scripts/ogs.gtp"),
            placeholder: "bot: { manager: \"persistent\" }",
            command: |words| format!("bot: {{ manager: \"persistent\", command: {} }}", json!(words)),
        },
    ),
    (
        "cgos",
        Form::Bot {
            file: "cgos.cfg",
            text: include_str!("../../../scripts/cgos.cfg"),
            settings: include_str!("../../../scripts/cgos.gtp"),
            placeholder: "@COMMAND@",
            command: |words| words.join(" "),
        },
    ),
    (
        "kgs",
        Form::Bot {
            file: "kgs.properties",
            text: include_str!("../../../scripts/kgs.properties"),
            settings: include_str!("../../../scripts/kgs.gtp"),
            placeholder: "name=YourBotName\n",
            command: |words| format!("engine={}\nname=YourBotName\n", words.join(" ")),
        },
    ),
];

/// The object under a name in the settings; replaces any other value there with an empty object.
fn object<'a>(settings: &'a mut Value, name: &str) -> &'a mut Value {
    let member = &mut settings[name];
    if !member.is_object() {
        *member = json!({});
    }
    member
}

/// Adds an engine to a list, replacing any of the same name.
fn put(settings: &mut Value, list: &str, engine: Value) {
    let mut engines = settings[list].as_array().cloned().unwrap_or_default();
    engines.retain(|other| other["name"] != engine["name"]);
    engines.push(engine);
    settings[list] = engines.into();
}

/// Sets the engine's command.
fn katrain(settings: &mut Value, brasa: &str) {
    let engine = object(settings, "engine");
    engine["backend"] = "custom".into();
    engine["altcommand"] = format!("{} analysis", shell_words::quote(brasa)).into();
}

/// Adds the engine to the list and selects the one for LizzieYzy's flash analysis of games. Missing fields have
/// defaults.
fn lizzieyzy(settings: &mut Value, brasa: &str) {
    let quoted = if brasa.contains(' ') { format!("\"{brasa}\"") } else { brasa.to_owned() };
    let command = format!("{quoted} --as katago");
    let engine = json!({"name": "brasa", "command": command, "width": 19, "height": 19, "komi": 7.5});
    put(object(settings, "leelaz"), "engine-settings-list", engine);
    object(settings, "ui")["analysis-engine-command"] = format!("{quoted} analysis").into();
}

/// Sets the engine. Its settings and network, which brasa does not read, point to a file that exists.
fn ogatak(settings: &mut Value, brasa: &str) {
    for name in ["engine", "engineconfig", "weights"] {
        settings[name] = brasa.into();
    }
}

fn sabaki(settings: &mut Value, brasa: &str) {
    put(settings, "engines.list", json!({"name": "brasa", "path": brasa, "args": "", "commands": ""}));
}

pub(super) fn run(options: &Options) -> Result<(), Fault> {
    let brasa = std::env::current_exe()?.display().to_string();
    let known = CLIENTS.iter().find(|(name, _)| *name == options.client);
    let Some((client, form)) = known else { return Ok(()) };
    let home = |file: &str| std::env::home_dir().unwrap_or_default().join(file);
    let (path, text, kind) = match form {
        Form::Bot { file, text, settings, placeholder, command } => {
            let gtp = Path::new(client).with_extension("gtp");
            // As in the scripts.
            let threads = cores().div_ceil(2);
            let path = std::env::current_dir()?.join(&gtp).display().to_string();
            let words = [&brasa, "--quiet", "--config", &path, "--threads", &threads.to_string()];
            let text = text.replace(placeholder, &command(&words.map(str::to_owned)));
            if options.print {
                let comment = if text.starts_with("//") { "//" } else { "#" };
                let lines = settings.lines().map(|line| format!("{comment} {line}\n"));
                let text = format!("{text}\n{comment} {}:\n{}", gtp.display(), lines.collect::<String>());
                return Ok(io::stdout().write_all(text.as_bytes())?);
            }
            return write_new(&[(Path::new(file), &text), (&gtp, settings)]);
        }
        Form::Json { place, file, own, change } => {
            let programs = match std::env::consts::OS {
                "windows" => "AppData/Roaming",
                "macos" => "Library/Application Support",
                _ => ".config",
            };
            let path = match place {
                Place::Home => home(file),
                Place::Programs => home(programs).join(file),
                Place::Here => PathBuf::from(file),
            };
            let mut settings = read_json(&path)?;
            let is_own = |pointer: &str| path.exists() && settings.pointer(pointer).is_some();
            if !options.print && !own.is_none_or(is_own) {
                let place = if *place == Place::Here { "in its directory" } else { "again" };
                let help = format!("start {client} once, then run this command {place}");
                return Err(FileFault::new(&path, format!("no settings of {client} yet: {help}")).into());
            }
            change(&mut settings, &brasa);
            (path, format!("{settings:#}\n"), &JSON_OBJECT)
        }
        Form::Lines { file, kind, change } => {
            let path = home(file);
            let before = if path.exists() { read_file(&path, MAX_FILE)? } else { Vec::new() };
            // Writing back a file in an encoding other than UTF-8 would damage it.
            let before = String::from_utf8(before).map_err(|_| broken(&path, "not UTF-8 text"))?;
            (path, change(&before, &brasa), *kind)
        }
    };
    if options.print {
        return Ok(io::stdout().write_all(text.as_bytes())?);
    }
    let fault = FileFault::of(&path);
    let mut copy = None;
    if path.exists() {
        copy = keep(&path, &text).map_err(&fault)?;
    } else if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(&fault)?;
    }
    Output::claim(&path, kind, [])?.write(text)?;
    let copy = copy.map_or(String::new(), |copy| format!("; the old file is {copy}"));
    Ok(writeln!(io::stdout(), "Wrote {}{copy}", path.display())?)
}

/// Writes files, all or none, that do not exist yet.
fn write_new(files: &[(&Path, &str)]) -> Result<(), Fault> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        return Err(broken(path, "a file of this name exists; --print shows the settings"));
    }
    for (path, text) in files {
        let created = fs::File::create_new(path).and_then(|mut file| file.write_all(text.as_bytes()));
        created.map_err(FileFault::of(path))?;
        writeln!(io::stdout(), "Wrote {}", path.display())?;
    }
    Ok(())
}

/// Copies a file that `text` will replace to FILE.bak, or else to the first free name of FILE.2.bak and so on. Copies
/// nothing that has been copied before. Returns the name of the copy; `None` if the file stays the same.
fn keep(path: &Path, text: &str) -> io::Result<Option<String>> {
    let old = fs::read(path)?;
    let mut copy = format!("{}.bak", path.display());
    let mut number = 1;
    if old == text.as_bytes() {
        return Ok(None);
    }
    while fs::read(&copy).map_or(true, |kept| kept != old) {
        match fs::File::create_new(&copy) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                number += 1;
                copy = format!("{}.{number}.bak", path.display());
            }
            created => {
                created?.write_all(&old)?;
                break;
            }
        }
    }
    Ok(Some(copy))
}

fn broken(path: &Path, reason: &str) -> Fault {
    FileFault::new(path, format!("{reason}; the file was not changed")).into()
}

/// Reads a settings file; a missing file has no settings.
fn read_json(path: &Path) -> Result<Value, Fault> {
    if !path.exists() {
        return Ok(json!({}));
    }
    let settings: Option<Value> = serde_json::from_slice(&read_file(path, MAX_FILE)?).ok();
    settings.filter(Value::is_object).ok_or_else(|| broken(path, "not a JSON object"))
}
