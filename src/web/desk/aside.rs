//! Questions that take long and change nothing: threads answer them one by one, beside the desk.

use std::sync::Arc;

use crossbeam_channel::Sender;
use parking_lot::Mutex;

use crate::framework::Control;
use crate::util::threads;
use crate::web::command::Refusal;
use crate::web::inbox::Answer;

/// A question with everything its answer needs.
pub(super) type Question = Box<dyn FnOnce(&Control) -> Answer + Send>;

/// Where questions are answered; dropping it ends their searches.
#[derive(Default)]
pub(super) struct Aside {
    control: Arc<Control>,
    /// Held by the thread that searches, since there is memory for one search at a time.
    turn: Arc<Mutex<()>>,
}

impl Aside {
    /// Sends the answer to a question from its own thread.
    pub(super) fn ask(&self, question: Question, sender: Sender<Answer>) {
        let (control, turn) = (self.control.clone(), self.turn.clone());
        let work = move |(question, sender): (Question, Sender<Answer>)| {
            let _turn = turn.lock();
            // The page may have been closed.
            let _ = sender.send(question(&control));
        };
        if let Err(refused) = threads::spawn((question, sender), work) {
            let refusal = Refusal::new(503, format!("cannot start a thread: {}", refused.error));
            let _ = refused.value.1.send(Err(refusal));
        }
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        self.control.stop();
    }
}
