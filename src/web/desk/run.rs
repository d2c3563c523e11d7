//! The desk's thread: answers commands, and works in between.

use serde_json::{Value, json};

use super::aside::Question;
use super::state::Desk;
use crate::engine::gtp_record;
use crate::sgf::{NodeId, Tree};
use crate::web::command::{Command, Refusal};
use crate::web::hub::Topic;
use crate::web::inbox::{Answer, Next, Work};

/// A game of strong players on a small board.
const SAMPLE: &[u8] = include_bytes!("../../guide/game.sgf");

impl Desk {
    /// Runs until the command queue is closed.
    pub(in crate::web) fn run(mut self) {
        let inbox = self.inbox.clone();
        loop {
            let work = self.work();
            let deadline = self.deadline();
            if work == Some(Work::Move) {
                inbox.set_record(self.download());
            }
            match (inbox.next(work, deadline), work) {
                (Next::End, _) => return,
                (Next::Letter((command, sender)), _) => {
                    let is_help = self.is_help(&command);
                    let (answer, question) = match self.question(&command) {
                        Some(Ok(question)) => (Ok(Value::Null), Some(question)),
                        Some(Err(refusal)) => (Err(refusal), None),
                        None => (self.answer(command), None),
                    };
                    if is_help && answer.is_ok() {
                        self.leave_rating();
                    }
                    self.publish();
                    match question {
                        Some(question) => self.aside.ask(question, sender),
                        // The page may be closed.
                        None => drop(sender.send(answer)),
                    }
                    self.keep();
                    continue;
                }
                (Next::Work, Some(work)) => self.do_work(work),
                (Next::Work, None) | (Next::Deadline, _) => {}
            }
            self.check_clock();
            self.publish();
            self.keep();
        }
    }

    /// A command's query to be answered on the other thread; `None` for other commands.
    fn question(&self, command: &Command) -> Option<Result<Question, Refusal>> {
        match command {
            Command::Judge(record, node, line) => Some(self.judge(*record, *node, line)),
            Command::Score => Some(self.score()),
            _ => None,
        }
    }

    fn answer(&mut self, command: Command) -> Answer {
        match command {
            Command::New(setup) => self.begin(&setup)?,
            Command::Load(bytes) => self.load(&bytes).map(|_| ())?,
            Command::Sample => self.load(SAMPLE).map(|_| ())?,
            Command::Open(name) => self.take_up(&name)?,
            Command::Forget(name) => self.forget(&name)?,
            Command::Play(text) => self.play(&text)?,
            Command::Resign => self.resign()?,
            Command::Undo => self.undo()?,
            Command::Redo => self.redo()?,
            Command::Go(record, node) => self.show(self.find(record.unwrap_or(self.record_number), node)?)?,
            Command::Move => self.ask(),
            // The search that it ended has played its move.
            Command::Hurry => {}
            Command::Stop => (self.is_playing, self.is_asked, self.review) = (false, false, None),
            Command::Players(roles, strength) => self.set_players(roles, &strength)?,
            Command::Comment(record, node, text) => self.comment(record, node, &text)?,
            Command::Edit(edit) => self.edit(&edit)?,
            Command::Analyze(is_on) => self.set_analyzing(is_on),
            Command::Review(playouts) => self.begin_review(playouts)?,
            Command::Dead(point) => self.toggle_dead(&point)?,
            Command::Branch(line) => return self.branch(&line),
            Command::Playout => return self.playout(),
            Command::Patterns => return self.patterns(),
            // Answered on the other thread.
            Command::Judge(..) | Command::Score => {}
            Command::Record => return Ok(self.download()),
        }
        Ok(Value::Null)
    }

    /// Requests an engine move: resumes engine self-play, or makes one move in a person's place.
    fn ask(&mut self) {
        self.is_asked = self.is_person_to_move() && self.end.is_none();
        self.is_playing |= !self.is_asked;
        self.paused = None;
    }

    fn set_analyzing(&mut self, is_on: bool) {
        self.is_analyzing = is_on;
        self.analyzed = None;
        if !is_on {
            self.hub.publish(Topic::Analysis, &Value::Null);
        }
    }

    fn comment(&mut self, record: u32, node: u32, text: &str) -> Result<(), Refusal> {
        let id = self.find(record, node)?;
        let node = &mut self.variations.tree_mut()[id];
        if text.trim().is_empty() {
            node.remove("C");
        } else {
            node.set("C", text);
        }
        self.is_kept = false;
        self.publish_tree();
        Ok(())
    }

    /// A node of the shown record; another page may have loaded another record meanwhile.
    pub(super) fn find(&self, record: u32, node: u32) -> Result<NodeId, Refusal> {
        if record != self.record_number {
            return Err(Refusal::new(409, "another record has been loaded since"));
        }
        self.variations.find(node)
    }

    /// The game record: SGF with the known win rates for Go, GTP commands for other games.
    pub(super) fn record(&self) -> String {
        match self.go() {
            Some(_) => self.tree_with_values().to_string(),
            None => {
                let record = gtp_record::write(&*self.session, self.game.name);
                std::iter::once(record).chain(self.variations.comment()).collect::<Vec<_>>().join("\n")
            }
        }
    }

    /// The record and the name of its file.
    fn download(&self) -> Value {
        json!({ "text": self.record() + "\n", "file": self.file_name() })
    }

    /// The tree of the record with the known win rates.
    pub(super) fn tree_with_values(&self) -> Tree {
        let mut tree = self.variations.tree().clone();
        for (&id, worth) in &self.worths {
            tree[id].set("SBKV", format!("{:.2}", 100.0 * worth.winrate));
        }
        tree
    }
}
