//! Lets Ctrl-C end a long command cleanly.

use std::sync::Arc;

use crate::framework::Control;
use crate::gtp::remark;

/// The exit status of an interrupted program, by shell convention.
pub(super) const INTERRUPTED: u8 = 130;

/// Makes Ctrl-C and SIGTERM stop a control. Where the system refuses, they end the program at once.
pub(super) fn stop_by_signal(control: &Arc<Control>) {
    let control = control.clone();
    handle_signals(move || control.stop());
}

/// Calls a function, in its own thread, on Ctrl-C and SIGTERM.
pub(super) fn handle_signals(handle: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handle) {
        remark(&format!("cannot handle Ctrl-C, which will end this command at once: {error}"));
    }
}
