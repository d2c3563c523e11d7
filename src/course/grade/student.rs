//! Student submissions: programs, which run under limits and answer questions, or pattern databases.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, LazyLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::case::short;
use crate::arena::{Group, Stderr, drain, feed, lines};
use crate::framework::Color;
use crate::go::board::Point;
use crate::go::diagram;
use crate::go::pattern::database::Database;
use crate::util::{has_extension, threads};

/// The Python package available to exercises, including the runner that answers for them.
const PACKAGE: [(&str, &str); 6] = [
    ("__init__.py", include_str!("../../../scripts/python/brasa/__init__.py")),
    ("analysis.py", include_str!("../../../scripts/python/brasa/analysis.py")),
    ("board.py", include_str!("../../../scripts/python/brasa/board.py")),
    ("exercise.py", include_str!("../../../scripts/python/brasa/exercise.py")),
    ("games.py", include_str!("../../../scripts/python/brasa/games.py")),
    ("gtp.py", include_str!("../../../scripts/python/brasa/gtp.py")),
];

/// Maximum answer length in bytes.
const LONGEST: u64 = 1 << 24;

/// Finds the submission for an exercise: NAME.py, a database NAME.db, a crate in the folder NAME, or a program NAME.
pub(super) fn find(directory: &Path, name: &str) -> Option<PathBuf> {
    let found = [
        directory.join(format!("{name}.py")),
        directory.join(format!("{name}.db")),
        directory.join(name).join("Cargo.toml"),
        directory.join(name),
    ];
    found.into_iter().find(|file| file.is_file())
}

/// The command of a GTP engine: a Python program, a crate, or an executable; `None` for other files.
///
/// # Errors
/// The message of the compiler.
pub fn engine_command(file: &Path) -> Option<Result<String, String>> {
    /// The CPU time limit of all its games.
    const TIME: Duration = Duration::from_secs(24 * 3600);
    let absolute = std::path::absolute(file).ok()?;
    let words = if has_extension(file, "py") {
        Ok(vec!["python3".to_owned(), absolute.to_string_lossy().into_owned()])
    } else if file.join("Cargo.toml").is_file() {
        built(&absolute.join("Cargo.toml")).map(|program| vec![program.to_string_lossy().into_owned()])
    } else if is_executable(file) {
        Ok(vec![absolute.to_string_lossy().into_owned()])
    } else {
        return None;
    };
    Some(words.map(|words| shell_words::join(confined(&words, TIME))))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    has_extension(file, "exe")
}

/// The command prefix that runs a program without network and with limits on address space (4 GiB) and CPU time, where
/// the system supports it.
fn confined(words: &[String], time: Duration) -> Vec<String> {
    static WITHOUT_NETWORK: LazyLock<bool> = LazyLock::new(|| {
        let mut test = Command::new("unshare");
        test.args(["--user", "--net", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
        cfg!(unix) && test.status().is_ok_and(|status| status.success())
    });
    let mut all: Vec<String> = Vec::new();
    if *WITHOUT_NETWORK {
        all.extend(["unshare", "--user", "--net"].map(str::to_owned));
    }
    if cfg!(unix) {
        let limits = format!("ulimit -v 4194304; ulimit -t {}; exec \"$@\"", time.as_secs() + 5);
        all.extend(["sh".to_owned(), "-c".to_owned(), limits, "sh".to_owned()]);
    }
    all.extend_from_slice(words);
    all
}

/// A submission that can be graded.
pub(super) enum Student {
    Program(Box<Program>),
    Database(Database),
}

impl Student {
    /// Reads or starts a submission found by [`find`].
    pub(super) fn start(file: &Path, time: Duration) -> Result<Self, String> {
        if has_extension(file, "db") {
            return Database::read(file).map(Self::Database).map_err(|error| error.to_string());
        }
        Program::start(file, time).map(|program| Self::Program(Box::new(program)))
    }

    /// The result of a function.
    pub(super) fn ask(&mut self, call: &str, args: &[Value]) -> Result<Value, String> {
        match self {
            Self::Program(program) => program.ask(call, args),
            Self::Database(database) => value(database, args).ok_or_else(|| "no such question".to_owned()),
        }
    }
}

/// A database's value for a move; the arguments are board rows, color and point.
fn value(database: &Database, args: &[Value]) -> Option<Value> {
    let [rows, color, point] = args else { return None };
    let rows: Vec<&str> = rows.as_array()?.iter().map(Value::as_str).collect::<Option<_>>()?;
    let position = diagram::parse(&rows.join("\n")).ok()?;
    let color = if color == "X" { Color::Black } else { Color::White };
    let explained = database.explain(position.board(), color, Point::NULL);
    explained
        .iter()
        .find(|move_| move_.point.to_string() == point.as_str().unwrap_or_default())
        .map(|move_| json!(move_.value()))
}

/// The states of a game that [`Program::wins`] has seen.
#[derive(Default)]
struct Known {
    /// The hash of each state, and whether the player to move wins there.
    wins: HashMap<u64, bool>,
    hasher: RandomState,
    /// The total size of the states and their moves, in bytes.
    size: usize,
}

/// A running program.
pub(super) struct Program {
    group: Group,
    questions: Sender<String>,
    answers: Receiver<String>,
    stderr: Arc<Mutex<Stderr>>,
    /// The thread that reads standard error.
    draining: JoinHandle<()>,
    end: Instant,
    time: Duration,
    /// Why the program ended, if it has.
    ended: Option<String>,
    /// The Python package, kept while the program runs.
    _package: tempfile::TempDir,
}

impl Program {
    /// Starts a submission found by [`find`].
    fn start(file: &Path, time: Duration) -> Result<Self, String> {
        let io = |error: io::Error| format!("cannot start: {error}");
        let package = tempfile::tempdir().map_err(io)?;
        let folder = package.path().join("brasa");
        std::fs::create_dir(&folder).map_err(io)?;
        for (name, text) in PACKAGE {
            std::fs::write(folder.join(name), text).map_err(io)?;
        }
        let path = |path: &Path| path.to_string_lossy().into_owned();
        let absolute = std::path::absolute(file).map_err(io)?;
        let words = if has_extension(file, "py") {
            vec!["python3".to_owned(), "-m".to_owned(), "brasa.exercise".to_owned(), path(&absolute)]
        } else if file.file_name().is_some_and(|name| name == "Cargo.toml") {
            vec![path(&built(&absolute)?)]
        } else {
            vec![path(&absolute)]
        };
        let words = confined(&words, time);
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .env("PYTHONPATH", package.path())
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut group = Group::spawn(&mut command).map_err(io)?;
        let child = group.child();
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err("cannot start: no pipes".to_owned());
        };
        let stderr = Arc::new(Mutex::new(Stderr::default()));
        let drained = (errors, stderr.clone());
        let draining = threads::spawn(drained, |(errors, stderr)| drain(errors, &stderr));
        let draining = draining.map_err(|refused| io(refused.error))?;
        Ok(Self {
            group,
            // A program reads each question before it answers it.
            questions: feed(input, 1).map_err(io)?,
            answers: lines(output, LONGEST).map_err(io)?,
            stderr,
            draining,
            end: Instant::now() + time,
            time,
            ended: None,
            _package: package,
        })
    }

    /// The result of a function. Grader functions ask several questions: `$NAME` starts a game with the first argument,
    /// plays the moves of the second, and calls NAME; `$first_wins` plays a game in all ways and reports whether the
    /// first player wins.
    fn ask(&mut self, call: &str, args: &[Value]) -> Result<Value, String> {
        let Some(name) = call.strip_prefix('$') else { return self.call(call, &json!(args)) };
        let mut state = self.call("start", &json!(args.get(..1)))?;
        if name == "first_wins" {
            return Ok(json!(self.wins(&state, &mut Known::default())?));
        }
        for mv in args.get(1).and_then(Value::as_array).into_iter().flatten() {
            state = self.call("play", &json!([state, mv]))?;
        }
        self.call(name, &json!([state]))
    }

    /// Whether the player to move wins under best play.
    fn wins(&mut self, state: &Value, known: &mut Known) -> Result<bool, String> {
        const MAX_STATES: usize = 10_000;
        let text = state.to_string();
        let key = known.hasher.hash_one(&text);
        if let Some(&wins) = known.wins.get(&key) {
            return Ok(wins);
        }
        // Prevents endless search of a repeated state.
        known.wins.insert(key, false);
        if known.wins.len() > MAX_STATES {
            return Err("the game never ends".to_owned());
        }
        let moves = self.call("moves", &json!([state]))?;
        // The search holds those along its line.
        known.size += text.len() + moves.to_string().len();
        if known.size as u64 > LONGEST {
            return Err(format!("the states and moves of the game have more than {LONGEST} bytes"));
        }
        let mut wins = false;
        for mv in moves.as_array().ok_or("moves: not a list")? {
            let after = self.call("play", &json!([state, mv]))?;
            wins |= !self.wins(&after, known)?;
        }
        known.wins.insert(key, wins);
        Ok(wins)
    }

    fn call(&mut self, name: &str, args: &Value) -> Result<Value, String> {
        // A closed pipe shows up as the missing answer.
        let _ = self.questions.try_send(format!("{}\n", json!({"call": name, "args": args})));
        let left = self.end.saturating_duration_since(Instant::now());
        let line = match self.answers.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Timeout) => {
                self.group.child().kill().ok();
                return Err(format!(
                    "no answer; all questions must be answered within {} s",
                    self.time.as_secs()
                ));
            }
            Err(RecvTimeoutError::Disconnected) => return Err(self.ending()),
        };
        let answer: Value = serde_json::from_str(&line)
            .map_err(|_| format!("invalid JSON answer: {}", short(line.trim(), 80)))?;
        match (answer.get("result"), answer.get("error").and_then(Value::as_str)) {
            (Some(result), _) => Ok(result.clone()),
            (None, error) => Err(error.unwrap_or("no result").to_owned()),
        }
    }

    /// Why the program has ended.
    fn ending(&mut self) -> String {
        if let Some(reason) = &self.ended {
            return reason.clone();
        }
        // A process started by the program may keep standard error open.
        let start = Instant::now();
        while !self.draining.is_finished() && start.elapsed() < Duration::from_secs(1) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let text = self.stderr.lock().since(0);
        let last = text.lines().rfind(|line| !line.trim().is_empty());
        let status = || match self.group.child().wait() {
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        let reason =
            format!("the program ended: {}", last.map_or_else(status, |line| line.trim().to_owned()));
        self.ended.insert(reason).clone()
    }
}

/// Builds a crate and returns its program. The build stays in the folder of the crate or its workspace, even if
/// CARGO_TARGET_DIR names one for all: there cargo takes two students' crates of one name for the same.
fn built(manifest: &Path) -> Result<PathBuf, String> {
    let is_workspace = |folder: &&Path| {
        std::fs::read_to_string(folder.join("Cargo.toml")).is_ok_and(|text| text.contains("[workspace]"))
    };
    let own = manifest.parent().unwrap_or(manifest);
    let folder = own.ancestors().find(is_workspace).unwrap_or(own);
    let output = Command::new("cargo")
        .args(["build", "--quiet", "--message-format=json-render-diagnostics", "--manifest-path"])
        .arg(manifest)
        .arg("--target-dir")
        .arg(folder.join("target"))
        .env_remove("CARGO_BUILD_BUILD_DIR")
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let mut program = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        message.get("executable")?.as_str().map(PathBuf::from)
    });
    match program.next_back() {
        Some(program) if output.status.success() => Ok(program),
        _ => {
            let errors = String::from_utf8_lossy(&output.stderr);
            let mut lines = errors.lines().skip_while(|line| !line.starts_with("error"));
            let line = lines.next().unwrap_or("no program");
            // The compiler prints the place directly below its message.
            let place = lines.take(3).find_map(|line| line.trim_start().strip_prefix("--> "));
            Err(format!("cargo build: {line}{}", place.map_or(String::new(), |place| format!(" ({place})"))))
        }
    }
}
