//! Ctrl-C ends a long command in good order.

use std::sync::Arc;

use crate::framework::Control;
use crate::gtp::remark;

/// The exit status of an interrupted program, by the convention of shells.
pub(super) const INTERRUPTED: u8 = 130;

/// Lets Ctrl-C and the signal to terminate stop a control. They end the program at once where the system refuses this.
pub(super) fn stop_by_signal(control: &Arc<Control>) {
    let control = control.clone();
    handle_signals(move || control.stop());
}

/// Calls a function, in a thread of its own, at Ctrl-C and at the signal to terminate.
pub(super) fn handle_signals(handle: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handle) {
        remark(&format!("Ctrl-C ends this command at once: {error}"));
    }
}
