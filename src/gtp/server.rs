//! The command loop, and the read-ahead thread.
//!
//! Because lines are read ahead, a line `# interrupt` or the end of the input can stop a running search; any line and
//! any end of input end an analysis. For other commands, input that ends without delay, such as a pipe from a file, is
//! a script: all its commands run in full. Input that ends after a wait of [`PATIENCE`] belongs to a disconnected
//! client: the search in progress stops.
//!
//! Pondering has its own thread and control, see [`GameSession::ponder`](crate::engine::GameSession::ponder). It starts
//! when no line is waiting and ends when one arrives; interrupts do not affect it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

use super::commands::{Gtp, ScriptError, open};
use super::live::{Client, Input};
use crate::framework::Control;
use crate::util::{FileFault, Received, bounded_line, next_line, threads};

/// The number of lines read ahead; bounds their memory together with the maximum line length.
const READ_AHEAD: usize = 64;
/// The minimum wait before the end of input that indicates a disconnected client.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The command `quit`.
    Quit,
    /// The end of the input.
    Input,
}

/// A fatal error.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Replies cannot be written.
    #[error("cannot write replies: {0}")]
    Output(io::Error),
    /// A command file cannot be read, or a command of a configuration file failed.
    #[error(transparent)]
    Script(#[from] ScriptError),
}

/// A server that answers commands.
pub struct Server {
    gtp: Gtp,
    output: Arc<Mutex<dyn Write + Send>>,
    control: Arc<Control>,
}

impl Server {
    /// Creates a server; `control` must be the control that stops searches of the session in `gtp`.
    pub fn new(gtp: Gtp, output: impl Write + Send + 'static, control: Arc<Control>) -> Self {
        Self { gtp, output: Arc::new(Mutex::new(output)), control }
    }

    /// The session.
    pub fn gtp(&mut self) -> &mut Gtp {
        &mut self.gtp
    }

    /// Runs a file's commands without writing replies.
    ///
    /// # Errors
    /// When the file cannot be read or one of the commands fails.
    pub fn configure(&mut self, path: &Path) -> Result<Ended, ServeError> {
        self.gtp.run_file(path)?;
        Ok(if self.gtp.has_quit() { Ended::Quit } else { Ended::Input })
    }

    /// Runs a file's commands.
    ///
    /// # Errors
    /// When the file cannot be read or a reply cannot be written.
    pub fn run_file(&mut self, path: &Path) -> Result<Ended, ServeError> {
        let file = open(path).map_err(ScriptError::from)?;
        self.run_lines(file, path)
    }

    /// Runs the lines of an uninterruptible input.
    fn run_lines(&mut self, mut input: impl BufRead, path: &Path) -> Result<Ended, ServeError> {
        let unreadable = |error| ScriptError::File(FileFault::of(path)(error));
        let client = self.client();
        // As if all lines were present, so that an analysis ends at once.
        client.input.note(u64::MAX);
        for number in 1.. {
            let Some(line) = bounded_line(&mut input).map_err(unreadable)? else { break };
            client.input.begin(number);
            self.answer(&Received::Line(line), &client)?;
            if self.gtp.has_quit() {
                return Ok(Ended::Quit);
            }
        }
        Ok(Ended::Input)
    }

    /// Runs an input's commands until it ends or one of them is `quit`.
    ///
    /// # Errors
    /// When a reply cannot be written.
    pub fn run(&mut self, input: impl Read + Send + 'static) -> Result<Ended, ServeError> {
        let (sender, receiver) = bounded(READ_AHEAD);
        let client = self.client();
        let read = client.input.clone();
        // The thread is not joined: it may be waiting for input that never comes.
        if let Err(refused) = threads::spawn(input, move |input| read_ahead(input, &sender, &read)) {
            // Without it nothing can interrupt a search, as with a command file.
            return self.run_lines(BufReader::new(refused.value), Path::new("standard input"));
        }
        for number in 1.. {
            let Some(received) = self.next(&receiver) else { break };
            client.input.begin(number);
            self.answer(&received, &client)?;
            if self.gtp.has_quit() {
                return Ok(Ended::Quit);
            }
        }
        Ok(Ended::Input)
    }

    fn client(&self) -> Client {
        Client { input: Arc::new(Input::new(self.control.clone())), output: self.output.clone() }
    }

    /// The next line; `None` at the end of the input. The session ponders while waiting.
    fn next(&mut self, receiver: &Receiver<Received>) -> Option<Received> {
        match receiver.try_recv() {
            Err(TryRecvError::Empty) => {
                self.gtp.session.ponder();
                let received = receiver.recv();
                self.gtp.session.stop_pondering();
                received.ok()
            }
            received => received.ok(),
        }
    }

    fn answer(&mut self, received: &Received, client: &Client) -> Result<(), ServeError> {
        let Some(reply) = self.gtp.answer_received(received, Some(client)) else { return Ok(()) };
        client.write(&reply).map_err(ServeError::Output)
    }
}

/// Sends input lines until the input ends or the receiver is gone.
fn read_ahead(input: impl Read, sender: &Sender<Received>, lines: &Input) {
    let mut input = BufReader::new(input);
    let mut sent = 0;
    loop {
        let waiting_since = Instant::now();
        // A read error counts as the end of the input.
        match next_line(&mut input).unwrap_or(None) {
            None => {
                lines.note(u64::MAX);
                if waiting_since.elapsed() >= PATIENCE {
                    lines.interrupt(u64::MAX);
                }
                return;
            }
            Some(Received::Line(line)) if line.trim_ascii_end() == b"# interrupt" => lines.interrupt(sent),
            Some(received) => {
                sent += 1;
                lines.note(sent);
                if sender.send(received).is_err() {
                    return;
                }
            }
        }
    }
}
