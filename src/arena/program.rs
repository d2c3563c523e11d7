//! A GTP child process: sends commands, reads replies, and explains failures.
//!
//! A program can neither block this process nor exhaust its memory: each reply has a time limit, lines and replies have
//! size limits, and only the end of standard error is kept. A program that violates the protocol is killed at once,
//! together with the processes it started.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

use super::guard::Group;
use super::pipes::{Stderr, drain, feed};
use crate::framework::Control;
use crate::util::{self, threads};

/// Maximum reply size, in bytes.
const MAX_REPLY: usize = 8 << 20;
/// Lines of standard error that explain why a program died.
const MAX_SAID: usize = 10;
/// The time limit for exiting after `quit`.
const TO_QUIT: Duration = Duration::from_secs(3);
/// The interval at which waiting for a reply checks for an interrupt.
const LOOK: Duration = Duration::from_millis(50);

/// Why a program did not start.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum StartError {
    /// A quote is not closed.
    #[error("unclosed quote in the command `{0}`")]
    Quote(String),
    /// The command has no words.
    #[error("the command is empty")]
    Empty,
    /// The system cannot run the program.
    #[error("cannot run `{program}`: {error}")]
    Spawn { program: String, error: std::io::Error },
    /// The program did not answer its first commands. The reason may be on any line that it wrote.
    #[error("`{command}` failed to start: {}", .error.in_full())]
    Silent { command: String, error: ProgramError },
}

/// Why a command has no successful reply.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "the messages name the fields")]
pub enum ProgramError {
    /// The program answered with an error; it remains usable.
    #[error("{command}: {reply}")]
    Refused { command: String, reply: String },
    /// The program exited or closed its output; with its exit status, if known, and its last lines of standard error.
    #[error("died{status}{}", .said.last().map_or(String::new(), |line| format!(": {line}")))]
    Died { status: String, said: Vec<String> },
    /// The reply did not arrive in time.
    #[error("no reply to {command} within {} s", .limit.as_secs_f64())]
    Timeout { command: String, limit: Duration },
    /// The program's output is not a reply; with its beginning.
    #[error("invalid reply: {0:?}")]
    Nonsense(String),
    /// The reply is longer than the limit.
    #[error("the reply has more than {MAX_REPLY} bytes")]
    TooLong,
    /// [`Control::stop`] interrupted the wait.
    #[error("interrupted")]
    Interrupted,
}

impl ProgramError {
    /// Whether the program was killed and must be restarted.
    pub const fn is_fatal(&self) -> bool {
        !matches!(self, Self::Refused { .. })
    }

    /// The message with all last lines of standard error, each on its own line, if there are several.
    fn in_full(&self) -> String {
        match self {
            Self::Died { status, said } if said.len() > 1 => {
                format!("died{status}:\n  {}", said.join("\n  "))
            }
            _ => self.to_string(),
        }
    }
}

/// A reply: success flag and text.
type Reply = Result<(bool, String), ProgramError>;

/// A running program.
pub struct Program {
    group: Group,
    /// The commands to write; `None` once the program is asked to quit.
    commands: Option<Sender<String>>,
    replies: Receiver<Reply>,
    stderr: Arc<Mutex<Stderr>>,
    /// The thread that reads standard error to its end.
    drain: Option<JoinHandle<()>>,
    control: Arc<Control>,
    /// Why the program was killed.
    broken: Option<ProgramError>,
}

impl Program {
    /// Starts a program. The command is split with quotes and backslashes as in a shell, but no shell runs. Without a
    /// directory the program runs in the current one; `control` can interrupt waits for replies.
    ///
    /// # Errors
    /// When the command has no words or cannot be run.
    pub fn start(command: &str, directory: Option<&Path>, control: Arc<Control>) -> Result<Self, StartError> {
        let words = util::words(command).map_err(|_| StartError::Quote(command.to_owned()))?;
        let (program, args) = words.split_first().ok_or(StartError::Empty)?;
        let mut child = Command::new(program);
        child.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            child.current_dir(directory);
        }
        let mut group = Group::spawn(&mut child)
            .map_err(|error| StartError::Spawn { program: program.clone(), error })?;
        let child = group.child();
        let (sender, replies) = bounded(16);
        let stderr = Arc::new(Mutex::new(Stderr::default()));
        let (stdin, out, err) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let refused = |error| StartError::Spawn { program: program.clone(), error };
        if let Some(out) = out {
            let read = threads::spawn(out, move |out| read_replies(BufReader::new(out), &sender));
            read.map_err(|thread| refused(thread.error))?;
        }
        // A program reads each command before it answers it.
        let commands = stdin.map(|stdin| feed(stdin, 1)).transpose().map_err(refused)?;
        let kept = Arc::clone(&stderr);
        let drain = err.and_then(|err| threads::spawn(err, move |err| drain(err, &kept)).ok());
        Ok(Self { group, commands, replies, stderr, drain, control, broken: None })
    }

    /// Sends a command and returns the reply's text, without the leading mark and trailing line ends.
    ///
    /// # Errors
    /// When the program refuses the command. Also when it dies, is late or sends an invalid reply: it is then
    /// killed, and every further command returns the same error.
    pub fn send(&mut self, command: &str, timeout: Duration) -> Result<String, ProgramError> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        match self.exchange(command, timeout) {
            Ok((true, text)) => Ok(text),
            Ok((false, text)) => {
                Err(ProgramError::Refused { command: command.to_owned(), reply: text.trim().to_owned() })
            }
            Err(error) => {
                self.group.kill();
                self.broken = Some(error.clone());
                Err(error)
            }
        }
    }

    fn exchange(&mut self, command: &str, timeout: Duration) -> Reply {
        match self.replies.try_recv() {
            Ok(Ok((_, text))) => return Err(ProgramError::Nonsense(text.chars().take(80).collect())),
            Ok(Err(error)) => return Err(error),
            Err(TryRecvError::Disconnected) => return Err(self.died()),
            Err(TryRecvError::Empty) => {}
        }
        if let Some(commands) = &self.commands {
            // An error here shows up as a missing reply below.
            let _ = commands.try_send(format!("{command}\n"));
        }
        let start = Instant::now();
        loop {
            if self.control.stopped() {
                return Err(ProgramError::Interrupted);
            }
            let left = timeout.saturating_sub(start.elapsed());
            match self.replies.recv_timeout(left.min(LOOK)) {
                Ok(reply) => return reply,
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => {
                    return Err(ProgramError::Timeout { command: command.to_owned(), limit: timeout });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Whether the program was killed and must be restarted.
    pub const fn is_broken(&self) -> bool {
        self.broken.is_some()
    }

    /// The end of the program's standard error.
    pub fn stderr(&self) -> String {
        self.stderr.lock().since(0)
    }

    /// The standard error text after its first `size` bytes, and the number of bytes so far.
    pub(super) fn stderr_since(&self, size: usize) -> (String, usize) {
        let stderr = self.stderr.lock();
        (stderr.since(size), stderr.size())
    }

    /// Asks the program to quit, and kills it if it does not.
    pub fn quit(mut self) {
        if self.broken.is_none() && self.send("quit", TO_QUIT).is_ok() {
            self.commands = None;
            self.has_ended(TO_QUIT);
        }
    }

    /// Waits for the program to exit; returns false on timeout.
    fn has_ended(&mut self, limit: Duration) -> bool {
        poll(limit, || self.group.has_ended())
    }

    fn died(&mut self) -> ProgramError {
        const TO_DIE: Duration = Duration::from_millis(500);
        let status = if self.has_ended(TO_DIE) { self.group.kill() } else { None };
        // The last lines may still arrive; a process started by the program may keep standard error open.
        poll(TO_DIE, || self.drain.as_ref().is_none_or(JoinHandle::is_finished));
        let stderr = self.stderr();
        let lines = stderr.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut said: Vec<String> = lines.map(|line| line.chars().take(200).collect()).collect();
        said.drain(..said.len().saturating_sub(MAX_SAID));
        ProgramError::Died { status: status.map_or(String::new(), |status| format!(" ({status})")), said }
    }
}

/// Waits until a condition holds; returns false on timeout.
fn poll(limit: Duration, mut holds: impl FnMut() -> bool) -> bool {
    let start = Instant::now();
    while !holds() {
        if start.elapsed() >= limit {
            return false;
        }
        thread::sleep(Duration::from_millis(2));
    }
    true
}

/// Reads replies until the output ends or is not a reply.
fn read_replies(mut out: impl BufRead, replies: &Sender<Reply>) {
    let mut line = Vec::new();
    let mut reply: Option<(bool, String)> = None;
    loop {
        line.clear();
        let end = match out.by_ref().take(MAX_REPLY as u64).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => line.ends_with(b"\n"),
        };
        let text: String =
            String::from_utf8_lossy(&line).chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        let event = match &mut reply {
            _ if !end && line.len() >= MAX_REPLY => Some(Err(ProgramError::TooLong)),
            None if text.trim().is_empty() => None,
            None => match begin(&text) {
                Some(begun) => {
                    reply = Some(begun);
                    None
                }
                None => Some(Err(ProgramError::Nonsense(text.chars().take(80).collect()))),
            },
            Some(_) if text.is_empty() && end => reply.take().map(Ok),
            Some((_, so_far)) if so_far.len() + text.len() >= MAX_REPLY => Some(Err(ProgramError::TooLong)),
            Some((_, so_far)) => {
                so_far.push('\n');
                so_far.push_str(&text);
                None
            }
        };
        if let Some(event) = event {
            let last = event.is_err();
            if replies.send(event).is_err() || last {
                return;
            }
        }
    }
}

/// Parses the first line of a reply: the mark, an optional id, a blank, and text.
fn begin(line: &str) -> Option<(bool, String)> {
    let success = match line.chars().next()? {
        '=' => true,
        '?' => false,
        _ => return None,
    };
    let text = line.get(1..)?.trim_start_matches(|c: char| c.is_ascii_digit());
    Some((success, text.strip_prefix([' ', '\t']).unwrap_or(text).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replies(text: &str) -> Vec<Reply> {
        let (sender, receiver) = bounded(100);
        read_replies(text.as_bytes(), &sender);
        drop(sender);
        receiver.iter().collect()
    }

    fn ok(text: &str) -> Reply {
        Ok((true, text.to_owned()))
    }

    #[test]
    fn replies_are_read_in_all_their_forms() {
        assert_eq!(replies("= A1\n\n"), [ok("A1")]);
        assert_eq!(replies("\n\n=7 A1\r\n\r\n\n=\n\n"), [ok("A1"), ok("")]);
        assert_eq!(replies("= \n A B\n1 . .\n\n"), [ok("\n A B\n1 . .")]);
        assert_eq!(replies("? illegal move\n\n"), [Ok((false, "illegal move".to_owned()))]);
        assert_eq!(replies("= 2\n"), [], "the reply is not over");
        assert_eq!(replies("=2\n\n"), [ok("")], "the number is an id");
    }

    #[test]
    fn what_is_no_reply_ends_the_reading() {
        let nonsense = |text: &str| Err(ProgramError::Nonsense(text.to_owned()));
        assert_eq!(replies("hello\n\n= A1\n\n"), [nonsense("hello")]);
        assert_eq!(replies("= A1\n\nB2\n\n"), [ok("A1"), nonsense("B2")]);
        let long = format!("= {}", "x".repeat(MAX_REPLY + 10));
        assert_eq!(replies(&long), [Err(ProgramError::TooLong)]);
        let many = format!("= {}", "xxxxxxxxx\n".repeat(MAX_REPLY / 10 + 10));
        assert_eq!(replies(&many), [Err(ProgramError::TooLong)]);
    }

    #[cfg(unix)]
    #[test]
    fn a_silent_program_and_what_it_started_are_killed() {
        let script = "sh -c 'sleep 1000 & echo $! >&2; sleep 1000'";
        let mut program = Program::start(script, None, Arc::default()).unwrap();
        let error = program.send("name", Duration::from_millis(300)).unwrap_err();
        assert_eq!(error.to_string(), "no reply to name within 0.3 s");
        let sleeper = program.stderr();
        let start = Instant::now();
        while alive(sleeper.trim()) {
            assert!(start.elapsed() < Duration::from_secs(10), "{sleeper} lives");
            thread::sleep(Duration::from_millis(10));
        }
    }

    #[cfg(unix)]
    fn alive(pid: &str) -> bool {
        // A zombie, which nothing may reap in a container, is dead enough.
        std::fs::read_to_string(format!("/proc/{pid}/stat"))
            .is_ok_and(|stat| !stat.contains(") Z ") && !stat.contains(") X "))
    }

    #[cfg(unix)]
    #[test]
    fn a_program_that_does_not_read_is_late() {
        let mut program = Program::start("sleep 1000", None, Arc::default()).unwrap();
        let command = "x".repeat(1 << 20);
        let error = program.send(&command, Duration::from_millis(10)).unwrap_err();
        assert!(matches!(error, ProgramError::Timeout { .. }));
    }

    #[cfg(unix)]
    #[test]
    fn waits_can_be_given_up() {
        let control = Arc::new(Control::default());
        let mut program = Program::start("sleep 1000", None, Arc::clone(&control)).unwrap();
        control.stop();
        assert_eq!(program.send("name", Duration::from_secs(1000)), Err(ProgramError::Interrupted));
    }
}
