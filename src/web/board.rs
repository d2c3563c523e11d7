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
use super::shelf::Shelf;
use crate::engine::{AnySession, GameEntry};
use crate::util::threads;

/// A board shown by any number of pages.
pub struct Board {
    hub: Arc<Hub>,
    inbox: Arc<Inbox>,
    shelf: Option<Shelf>,
    port: u16,
}

/// The initial state of a board.
#[derive(Default)]
pub struct Opening<'a> {
    /// A game record to load.
    pub record: Option<&'a [u8]>,
    /// Storage for games and settings; `None` to store nothing.
    pub shelf: Option<Shelf>,
    /// Whether the page opens with the start screen.
    pub is_start: bool,
    /// The number of the first record shown. Another one in each program: what a page that was left open still sends to
    /// the record of an earlier program is refused.
    pub record_number: u32,
}

impl Board {
    /// Starts the board of a session; `port` is the server's.
    ///
    /// # Errors
    /// When the record cannot be loaded, or the system refuses the thread; the text says why.
    pub fn start(
        session: AnySession,
        game: &'static GameEntry,
        opening: Opening<'_>,
        port: u16,
    ) -> Result<Self, String> {
        let inbox = Arc::new(Inbox::new(session.context().control()));
        let hub = Arc::new(Hub::new());
        let Opening { record, shelf, is_start, record_number } = opening;
        let mut desk = Desk::new(session, game, hub.clone(), inbox.clone());
        desk.record_number = record_number;
        match record {
            Some(record) => {
                desk.load(record).map_err(|refusal| refusal.message)?;
            }
            None => {
                desk.date();
                desk.name_players();
            }
        }
        desk.ratings = shelf.as_ref().map(Shelf::ratings);
        (desk.shelf, desk.is_start) = (shelf.clone(), is_start);
        hub.publish(Topic::Settings, &shelf.as_ref().map_or(json!({}), Shelf::settings));
        desk.publish_tree();
        desk.publish();
        threads::spawn(desk, Desk::run)
            .map_err(|refused| format!("cannot start a thread: {}", refused.error))?;
        Ok(Self { hub, inbox, shelf, port })
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
            ("GET", Some("game.sgf")) => self.record("application/x-go-sgf"),
            ("GET", Some("game.gtp")) => self.record("text/plain; charset=utf-8"),
            ("GET", Some("games")) => {
                let games = self.shelf.as_ref().map_or(Vec::new(), Shelf::games);
                Ok(Response::new(200, JSON, json!(games).to_string()))
            }
            ("POST", Some("settings")) => self.keep_settings(&request.body),
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
                Ok(Response::new(200, asset.kind, asset.sent()))
            }
            _ => Err(Refusal::new(405, format!("{}: expected GET or POST", request.method))),
        }
    }

    fn record(&self, kind: &'static str) -> Result<Response, Refusal> {
        let record = self.inbox.ask(Command::Record)?;
        let text = |name: &str| record[name].as_str().unwrap_or_default().to_owned();
        Ok(Response { file: Some(text("file")), ..Response::new(200, kind, text("text")) })
    }

    /// Stores the page settings and sends them to all pages.
    fn keep_settings(&self, body: &[u8]) -> Result<Response, Refusal> {
        let settings: Option<Value> = serde_json::from_slice(body).ok().filter(Value::is_object);
        let settings = settings.ok_or_else(|| Refusal::new(400, "the body is not a JSON object"))?;
        if let Some(shelf) = &self.shelf {
            let kept = shelf.keep_settings(&settings);
            kept.map_err(|error| Refusal::new(409, format!("cannot save the settings: {error}")))?;
        }
        self.hub.publish(Topic::Settings, &settings);
        Ok(Response::new(200, JSON, "null"))
    }

    /// Calls `send` with the values of all topics, then with each change, until it returns false. Also sends an empty
    /// slice periodically, to detect a closed reader.
    pub(super) fn stream(&self, mut send: impl FnMut(&[(&str, Arc<str>)]) -> bool) {
        /// How long to wait for a change before calling `send` anyway.
        const QUIET: Duration = Duration::from_secs(10);
        self.inbox.enter();
        let mut since = 0;
        loop {
            let (version, new) = self.hub.wait(since, QUIET);
            since = version;
            let new: Vec<_> = new.into_iter().map(|(topic, value)| (topic.name(), value)).collect();
            if !send(&new) {
                break;
            }
        }
        self.inbox.leave();
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        self.inbox.close();
    }
}
