//! Lines from a person, with completion and history, or from a pipe.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use crate::cli::fault::Fault;
use crate::cli::interrupt::{INTERRUPTED, handle_signals};
use crate::framework::Control;
use crate::util::{MAX_LINE, Received, next_line};

const UNREADABLE: &str = "cannot read the input";

/// The source of lines.
pub(super) enum Input {
    Terminal(Box<Terminal>),
    Pipe,
}

pub(super) struct Terminal {
    editor: Editor<Words, MemHistory>,
    /// Whether the prompt is waiting for the person.
    is_waiting: Arc<AtomicBool>,
}

/// The words that Tab completes.
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..end).unwrap_or(line).to_ascii_lowercase();
        let fits = |word: &&String| word.to_ascii_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}
impl Validator for Words {}

impl Input {
    pub(super) fn new(is_terminal: bool) -> Result<Self, Fault> {
        if !is_terminal {
            return Ok(Self::Pipe);
        }
        let editor = Editor::with_history(Config::default(), MemHistory::new()).map_err(fault)?;
        Ok(Self::Terminal(Box::new(Terminal { editor, is_waiting: Arc::default() })))
    }

    /// In a terminal, lets a signal such as Ctrl-C's end a search. At the prompt, Ctrl-C is an ordinary key, so a
    /// signal is a request to terminate and ends the program.
    pub(super) fn obey_signals(&self, control: &Arc<Control>) {
        let Self::Terminal(terminal) = self else { return };
        let (is_waiting, control) = (terminal.is_waiting.clone(), control.clone());
        #[cfg(unix)]
        let mode = rustix::termios::tcgetattr(io::stdin()).ok();
        handle_signals(move || {
            if !is_waiting.load(Ordering::Relaxed) {
                return control.stop();
            }
            // The editor has changed the terminal's mode and will not run again to restore it.
            #[cfg(unix)]
            if let Some(mode) = &mode {
                let _ = rustix::termios::tcsetattr(io::stdin(), rustix::termios::OptionalActions::Now, mode);
            }
            std::process::exit(i32::from(INTERRUPTED));
        });
    }

    /// The next line; `None` at end of input, or on Ctrl-C at the prompt.
    pub(super) fn line(&mut self, prompt: &str, words: Vec<String>) -> Result<Option<String>, Fault> {
        match self {
            Self::Terminal(terminal) => {
                let Terminal { editor, is_waiting } = &mut **terminal;
                editor.set_helper(Some(Words(words)));
                is_waiting.store(true, Ordering::Relaxed);
                let line = editor.readline(prompt);
                is_waiting.store(false, Ordering::Relaxed);
                match line {
                    Ok(line) => {
                        editor.add_history_entry(&line).map_err(fault)?;
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(fault(error)),
                }
            }
            Self::Pipe => {
                let line = next_line(&mut io::stdin().lock()).map_err(Fault::of(UNREADABLE))?;
                Ok(match line {
                    Some(Received::Line(line)) => Some(String::from_utf8_lossy(&line).into_owned()),
                    Some(Received::TooLong(_)) => {
                        say(&format!("a line longer than {MAX_LINE} bytes"))?;
                        Some(String::new())
                    }
                    None => None,
                })
            }
        }
    }
}

/// Prints a text as lines.
pub(super) fn say(text: &str) -> Result<(), Fault> {
    if !text.is_empty() {
        writeln!(io::stdout(), "{text}")?;
    }
    Ok(())
}

fn fault(error: ReadlineError) -> Fault {
    Fault::of(UNREADABLE)(error)
}
