//! The loop that answers commands, and the thread that reads them ahead.
//!
//! A line `# interrupt`, or the end of the input, can end a running search because lines are read ahead; any line and
//! any end of the input end an analysis. For other commands, an input that ends without a wait, such as a pipe from a
//! file, is a script: all its commands run in full. An input that ends after a wait of [`PATIENCE`] belongs to a client
//! that disconnected: the search in progress ends.
//!
//! Pondering has its own thread and control, see [`Session::ponder`](crate::engine::Session::ponder). It begins
//! when no line waits and ends when one arrives; interrupts do not affect it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, TryRecvError, bounded};
use parking_lot::Mutex;

use super::commands::{Gtp, ScriptError, open};
use super::live::{Client, Input};
use crate::framework::Control;
use crate::util::{Received, next_line, threads};

/// The number of lines read ahead; with their greatest length it bounds their memory.
const READ_AHEAD: usize = 64;
/// The shortest wait for the end of the input that means that the client disconnected.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why the loop ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The command `quit`.
    Quit,
    /// The end of the input.
    Input,
}

/// A fault that ends the program.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Replies cannot be written.
    #[error("cannot write replies: {0}")]
    Output(io::Error),
    /// A file of commands cannot be read, or a command of a configuration file failed.
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
    /// Creates a server; `control` must be the control that ends searches of the session in `gtp`.
    pub fn new(gtp: Gtp, output: impl Write + Send + 'static, control: Arc<Control>) -> Self {
        Self { gtp, output: Arc::new(Mutex::new(output)), control }
    }

    /// The session.
    pub fn gtp(&mut self) -> &mut Gtp {
        &mut self.gtp
    }

    /// Runs the commands of a file without writing replies.
    ///
    /// # Errors
    /// When the file cannot be read or one of the commands fails.
    pub fn configure(&mut self, path: &Path) -> Result<Ended, ServeError> {
        self.gtp.run_file(path)?;
        Ok(if self.gtp.has_quit() { Ended::Quit } else { Ended::Input })
    }

    /// Runs the commands of a file.
    ///
    /// # Errors
    /// When the file cannot be read or a reply cannot be written.
    pub fn run_file(&mut self, path: &Path) -> Result<Ended, ServeError> {
        let unreadable = |error| ScriptError::File { path: path.to_owned(), error };
        let file = open(path).map_err(unreadable)?;
        self.run_lines(file, |error| unreadable(error).into())
    }

    /// Runs the lines of an input that nothing interrupts.
    fn run_lines(
        &mut self,
        mut input: impl BufRead,
        unreadable: impl Fn(io::Error) -> ServeError,
    ) -> Result<Ended, ServeError> {
        let client = self.client();
        // As if the lines were all there, so that an analysis ends as soon as it has begun.
        client.input.note(u64::MAX);
        for number in 1.. {
            let Some(received) = next_line(&mut input).map_err(&unreadable)? else { break };
            client.input.begin(number);
            self.answer(&received, &client)?;
            if self.gtp.has_quit() {
                return Ok(Ended::Quit);
            }
        }
        Ok(Ended::Input)
    }

    /// Runs the commands of an input until it ends or one of them is `quit`.
    ///
    /// # Errors
    /// When a reply cannot be written.
    pub fn run(&mut self, input: impl Read + Send + 'static) -> Result<Ended, ServeError> {
        let (sender, receiver) = bounded(READ_AHEAD);
        let client = self.client();
        let read = client.input.clone();
        // The thread is not joined: it may wait for input that never comes.
        if let Err(refused) = threads::spawn(input, move |input| read_ahead(input, &sender, &read)) {
            // Without it nothing can interrupt a search, as with the commands of a file.
            let unreadable = |error| ScriptError::File { path: "standard input".into(), error }.into();
            return self.run_lines(BufReader::new(refused.value), unreadable);
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

    /// The client of a new input.
    fn client(&self) -> Client {
        Client { input: Arc::new(Input::new(self.control.clone())), output: self.output.clone() }
    }

    /// The next line; `None` at the end of the input. The session ponders during the wait.
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

/// Sends the lines of the input until it ends or nobody receives them.
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
