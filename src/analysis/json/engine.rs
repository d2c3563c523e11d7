//! The threads of the engine: the reader, the analyses, and the writer.

use std::collections::HashSet;
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, BufReader, Read, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde_json::{Map, Value, json};

use super::fields::Fault;
use super::output::Output;
use super::query::{Action, Defaults, Perspective, Reports, Request, parse};
use super::queue::{Job, Queue};
use super::reply::{self, Writer};
use crate::engine::go::analysis::{Analysis, Inquiry, Viewer, models, searched};
use crate::engine::go::search::{IMAGES, look};
use crate::engine::{BoardSize, Settings};
use crate::framework::{Grid, Limits};
use crate::util::params::ParamError;
use crate::util::{MAX_LINE, Received, next_line, threads};

/// Evaluations by the network per position if neither the query nor the settings limit its analysis.
pub const DEFAULT_VISITS: u64 = 500;

/// The KataGo version of this protocol, which clients use for feature detection.
const PROTOCOL: &str = "1.16.0";

/// The options of the engine.
#[derive(Clone, Debug)]
pub struct Options {
    /// The settings of all searches, which share the memory.
    pub settings: Settings,
    /// The seed of each search.
    pub seed: u64,
    /// The number of concurrently analyzed positions.
    pub analyses: usize,
    /// The default perspective of values.
    pub perspective: Perspective,
    /// The factor applied to visits in queries.
    pub scale_visits: f64,
    /// Whether the end of the input also stops the analyses.
    pub quits_at_once: bool,
}

/// The engine.
pub struct Engine {
    options: Options,
    defaults: Defaults,
    queue: Queue,
    output: Arc<Output>,
    /// The hashes of the warnings already sent: clients repeat the same fields with each query.
    warned: Mutex<HashSet<u64>>,
    hasher: RandomState,
}

impl Engine {
    /// Creates an engine.
    ///
    /// # Errors
    /// When the memory cannot be shared out.
    pub fn new(mut options: Options) -> Result<Self, ParamError> {
        /// Minimum memory per search, in bytes.
        const MIN: u64 = 1_000_000;
        options.analyses = options.analyses.max(1);
        let memory = options.settings.params.search.uct_max_memory / options.analyses as u64;
        options.settings.set("uct_max_memory", &memory.max(MIN).to_string())?;
        let defaults = Defaults { perspective: options.perspective, scale_visits: options.scale_visits };
        Ok(Self {
            options,
            defaults,
            queue: Queue::default(),
            output: Arc::default(),
            warned: Mutex::default(),
            hasher: RandomState::new(),
        })
    }

    /// Answers input lines until the input ends and all its positions are analyzed.
    ///
    /// # Errors
    /// When the system refuses even two threads, or the output cannot be written; the analyses then end, and the thread
    /// that reads goes on until the input ends.
    pub fn run(self, input: impl Read + Send + 'static, to: impl Write) -> io::Result<()> {
        let engine = Arc::new(self);
        let threads = threads::spawn((engine.clone(), input), |(engine, input)| {
            let _closing = Closing(&engine.output);
            thread::scope(|scope| {
                threads::start(scope, engine.options.analyses, || engine.work())?;
                engine.read(input);
                if engine.options.quits_at_once {
                    engine.queue.terminate(None, |_| true);
                }
                engine.queue.close();
                Ok(())
            })
        })?;
        if let Err(error) = engine.output.write(to) {
            engine.queue.terminate(None, |_| true);
            engine.queue.close();
            engine.output.close();
            return Err(error);
        }
        threads.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Answers lines; a read error counts as the end of the input.
    fn read(&self, input: impl Read) {
        let mut input = BufReader::new(input);
        while let Ok(Some(received)) = next_line(&mut input) {
            match received {
                Received::Line(line) if line.trim_ascii().is_empty() => {}
                Received::Line(line) => self.answer(&line),
                Received::TooLong(_) => {
                    let fault = Fault::whole(format!("Line longer than {MAX_LINE} bytes"));
                    self.output.send(&reply::fault("error", None, &fault));
                }
            }
        }
    }

    fn answer(&self, line: &[u8]) {
        match parse(line, &self.defaults) {
            Err((id, fault)) => self.output.send(&reply::fault("error", id.as_deref(), &fault)),
            Ok(Request::Action(action, fields)) => self.act(action, fields),
            Ok(Request::Query(query, warnings)) => {
                for warning in warnings.into_iter().filter(|warning| self.is_new(warning)) {
                    self.output.send(&reply::fault("warning", Some(&query.id), &warning));
                }
                self.queue.push(*query, line.len());
            }
        }
    }

    /// Returns true for a warning that the engine has not sent yet, up to 10,000 different ones.
    fn is_new(&self, warning: &Fault) -> bool {
        const MOST: usize = 10_000;
        let mut warned = self.warned.lock();
        warned.len() < MOST && warned.insert(self.hasher.hash_one((&warning.field, &warning.text)))
    }

    fn act(&self, action: Action, mut fields: Map<String, Value>) {
        let mut add = |name: &str, value| fields.insert(name.to_owned(), value);
        let (name, version) = (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"));
        match &action {
            // No results persist between analyses.
            Action::ClearCache | Action::Terminate { .. } => {}
            Action::Version => {
                add("version", json!(PROTOCOL));
                add("git_hash", json!(format!("{name}-{version}")));
                add("name", json!(name));
            }
            Action::Models => {
                add("models", models(&self.options.settings));
            }
        }
        self.output.send(&Value::Object(fields));
        // The positions' answers follow the action's.
        if let Action::Terminate { id, turns } = action {
            let is_turn = |turn| turns.as_ref().is_none_or(|turns| turns.contains(&turn));
            for job in self.queue.terminate(id.as_deref(), is_turn) {
                self.output.send(&reply::no_results(&job.query, job.turn));
            }
        }
    }

    /// Analyzes positions until the queue is closed and empty.
    fn work(&self) {
        while let Some(job) = self.queue.next() {
            self.output.send(&self.analyzed(&job));
            self.queue.finish(&job);
        }
    }

    /// Analyzes a position and returns the answer.
    fn analyzed(&self, job: &Job) -> Value {
        let (query, turn) = (&job.query, job.turn);
        if job.control.stopped() {
            return reply::no_results(query, turn);
        }
        let position = query.position(turn);
        let mut settings = self.options.settings.clone();
        settings.resize(position.cols());
        for (name, value) in &query.params {
            let set = settings.set(name, value);
            check!(set.is_ok(), "{name}: {set:?}");
        }
        let spec = settings.spec(BoardSize::square(position.cols()), self.options.seed);
        let raw = look(&spec, &position, IMAGES);
        let writer = Arc::new(Writer::new(query, turn, position.clone(), raw));
        let viewer = query.reports.map(|reports| viewer(reports, writer.clone(), self.output.clone()));
        let (asked, default) = (query.inquiry.limits, settings.analysis_limits(DEFAULT_VISITS));
        let (playouts, time) = (asked.playouts.or(default.playouts), asked.time.or(default.time));
        let limits = Limits { in_full: true, playouts, time, detail: asked.detail, ..default };
        let inquiry = Inquiry { limits, ..query.inquiry.clone() };
        let raw = writer.raw.as_ref();
        let (analysis, _) = searched(&spec, &position, &inquiry, raw, &job.control, viewer.as_ref());
        writer.answer(&analysis, false)
    }
}

/// Closes the output when the threads have ended, even by panic.
struct Closing<'a>(&'a Output);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// A viewer that sends reports during a search.
fn viewer(reports: Reports, writer: Arc<Writer>, output: Arc<Output>) -> Viewer {
    /// The tolerance for a late report if the first interval differs from the others.
    const LATE: Duration = Duration::from_millis(50);
    let Reports { first, every } = reports;
    let interval = if every == Some(first) { first } else { first.min(every.unwrap_or(first)).min(LATE) };
    let (start, due) = (Instant::now(), Mutex::new(Some(first)));
    let see = move |analysis: &Analysis| {
        let (elapsed, mut due) = (start.elapsed(), due.lock());
        if let Some(time) = due.filter(|&time| elapsed >= time) {
            *due = every.map(|every| time + every);
            output.send(&writer.answer(analysis, true));
        }
    };
    Viewer { interval, see: Arc::new(see) }
}
