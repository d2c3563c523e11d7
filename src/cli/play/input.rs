//! Lines from a person, with completion and history, or from a pipe.

use std::io::{self, BufRead};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Context, Editor, Helper, Highlighter, Hinter, Validator};

use super::super::fault::Fault;

/// The source of lines.
pub(super) enum Input {
    Terminal(Box<Editor<Words, MemHistory>>),
    Pipe,
}

/// The words that the Tab key completes.
#[derive(Helper, Highlighter, Hinter, Validator)]
pub(super) struct Words(Vec<String>);

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, end: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..end).unwrap_or(line).to_ascii_lowercase();
        let fits = |word: &&String| word.to_ascii_lowercase().starts_with(&typed);
        Ok((0, self.0.iter().filter(fits).cloned().collect()))
    }
}

impl Input {
    pub(super) fn new(is_terminal: bool) -> Result<Self, Fault> {
        if !is_terminal {
            return Ok(Self::Pipe);
        }
        let editor = Editor::with_history(Config::default(), MemHistory::new()).map_err(fault)?;
        Ok(Self::Terminal(Box::new(editor)))
    }

    /// The next line; `None` at the end of the input, or when Ctrl-C is pressed at the prompt.
    pub(super) fn line(&mut self, prompt: &str, words: Vec<String>) -> Result<Option<String>, Fault> {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Words(words)));
                match editor.readline(prompt) {
                    Ok(line) => {
                        editor.add_history_entry(&line).map_err(fault)?;
                        Ok(Some(line))
                    }
                    Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                    Err(error) => Err(fault(error)),
                }
            }
            Self::Pipe => {
                let mut line = Vec::new();
                let count = io::stdin().lock().read_until(b'\n', &mut line)?;
                Ok((count > 0).then(|| String::from_utf8_lossy(&line).into_owned()))
            }
        }
    }
}

fn fault(error: ReadlineError) -> Fault {
    Fault::Input(io::Error::other(error))
}
