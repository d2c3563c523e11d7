//! The board: the desk's thread, and the function that answers requests.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};

use super::assets;
use super::command::{Command, Refusal};
use super::desk::Desk;
use super::gate;
use super::hub::{Hub, Topic};
use super::inbox::Inbox;
use super::request::{Body, JSON, Request, Response};
use crate::engine::{AnySession, GameEntry};
use crate::util::threads;

/// A board shown by any number of pages.
pub struct Board {
    hub: Arc<Hub>,
    inbox: Arc<Inbox>,
    port: u16,
}

impl Board {
    /// Starts the board of a session with an optional game record; `port` is the server's.
    ///
    /// # Errors
    /// When the record cannot be loaded, or the system refuses the thread; the text says why.
    pub fn start(
        session: AnySession,
        game: &'static GameEntry,
        record: Option<&[u8]>,
        port: u16,
    ) -> Result<Self, String> {
        let inbox = Arc::new(Inbox::new(session.context().control()));
        let hub = Arc::new(Hub::new());
        let mut desk = Desk::new(session, game, hub.clone(), inbox.clone());
        if let Some(record) = record {
            desk.load(record).map_err(|refusal| refusal.message)?;
        }
        threads::spawn(desk, Desk::run).map_err(|refused| format!("no thread: {}", refused.error))?;
        Ok(Self { hub, inbox, port })
    }

    /// Answers a request.
    pub(super) fn answer(&self, request: &Request) -> Response {
        let answer = gate::check(request, self.port).and_then(|()| self.route(request));
        answer.unwrap_or_else(|Refusal { status, message }| {
            Response::new(status, JSON, json!({ "error": message }).to_string())
        })
    }

    fn route(&self, request: &Request) -> Result<Response, Refusal> {
        let path = request.path.as_str();
        match (request.method.as_str(), path.strip_prefix("/api/")) {
            ("GET", Some("events")) => {
                Ok(Response { body: Body::Events, ..Response::new(200, "text/event-stream", "") })
            }
            ("GET", Some("game.sgf")) => self.record("game.sgf", "application/x-go-sgf"),
            ("GET", Some("game.gtp")) => self.record("game.gtp", "text/plain; charset=utf-8"),
            ("GET", Some(name)) => {
                let topic = Topic::ALL.into_iter().find(|topic| topic.name() == name);
                let topic = topic.ok_or_else(|| Refusal::new(404, format!("{path}: not found")))?;
                Ok(Response::new(200, JSON, &*self.hub.value(topic)))
            }
            ("POST", Some(name)) => {
                let command = Command::read(name, &request.body);
                let command =
                    command.ok_or_else(|| Refusal::new(404, format!("{path}: no such command")))??;
                Ok(Response::new(200, JSON, self.inbox.ask(command)?.to_string()))
            }
            ("GET", None) => {
                let asset = assets::find(path);
                let asset = asset.ok_or_else(|| Refusal::new(404, format!("{path}: not found")))?;
                Ok(Response::new(200, asset.kind, asset.text))
            }
            _ => Err(Refusal::new(405, format!("{}: expected GET or POST", request.method))),
        }
    }

    fn record(&self, file: &'static str, kind: &'static str) -> Result<Response, Refusal> {
        let record = self.inbox.ask(Command::Record)?;
        let text = if let Value::String(text) = record { text } else { String::new() };
        Ok(Response { file: Some(file), ..Response::new(200, kind, text) })
    }

    /// Calls `send` with the values of all topics, then with each change, until it returns false. After a quiet time
    /// it gets an empty slice, so that it can notice that its reader has gone.
    pub(super) fn stream(&self, mut send: impl FnMut(&[(&str, Arc<str>)]) -> bool) {
        /// How long to wait for a change before calling `send` anyway.
        const QUIET: Duration = Duration::from_secs(10);
        let viewer = Viewer::new(&self.inbox);
        let mut since = 0;
        loop {
            let (version, new) = self.hub.wait(since, QUIET);
            since = version;
            let new: Vec<_> = new.into_iter().map(|(topic, value)| (topic.name(), value)).collect();
            if !send(&new) {
                break;
            }
        }
        drop(viewer);
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.inbox.close();
    }
}

/// An open page.
struct Viewer<'a>(&'a Inbox);

impl<'a> Viewer<'a> {
    fn new(inbox: &'a Inbox) -> Self {
        inbox.enter();
        Self(inbox)
    }
}

impl Drop for Viewer<'_> {
    fn drop(&mut self) {
        self.0.leave();
    }
}
