//! Ctrl-C ends a long command in good order.

use std::sync::Arc;

use crate::framework::Control;
use crate::gtp::remark;

/// Lets Ctrl-C and the signal to terminate stop a control. They end the program at once where the system refuses this.
pub(super) fn stop_by_signal(control: &Arc<Control>) {
    let control = control.clone();
    if let Err(error) = ctrlc::set_handler(move || control.stop()) {
        remark(&format!("Ctrl-C ends this command at once: {error}"));
    }
}
