//! Children do not outlive this program, even if it is killed.
//!
//! A program runs as the leader of a process group of its own, so that it can be ended with its children, and
//! a Ctrl-C in the terminal reaches this process alone. A small shell process, the watcher, gets the number of
//! each group on its input. When this process is killed, the input ends and the watcher ends the groups.

use std::process::{Child, Command};

/// A child process and its descendants; ended when dropped.
pub(crate) struct Group {
    child: Child,
}

impl Group {
    /// Starts a command as the leader of a process group.
    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Self> {
        unix::lead(command);
        let child = command.spawn()?;
        unix::watch(child.id());
        Ok(Self { child })
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Ends all processes of the group at once.
    pub(super) fn kill(&mut self) {
        unix::kill(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
        unix::forget(self.child.id());
    }
}

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{ChildStdin, Command, Stdio};
    use std::sync::LazyLock;

    use parking_lot::Mutex;
    use rustix::process::{Pid, Signal, kill_process_group};

    /// Reads lines `+ GROUP` and `- GROUP` to the end of its input and then kills the remaining groups.
    const WATCHER: &str = r#"
        trap '' HUP INT TERM
        groups=' '
        while read -r sign group; do
            case $sign in
                +) groups="$groups$group " ;;
                -) groups="${groups%% $group *} ${groups#* $group }" ;;
            esac
        done
        for group in $groups; do kill -s KILL -- "-$group"; done
    "#;

    /// The input of the watcher; `None` when the system has no shell, and thus no watcher.
    static INPUT: LazyLock<Mutex<Option<ChildStdin>>> = LazyLock::new(|| {
        let watcher = Command::new("/bin/sh")
            .args(["-c", WATCHER])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Mutex::new(watcher.ok().and_then(|mut watcher| watcher.stdin.take()))
    });

    fn tell(sign: char, group: u32) {
        if let Some(input) = INPUT.lock().as_mut() {
            let _ = input.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn watch(group: u32) {
        tell('+', group);
    }

    pub(super) fn forget(group: u32) {
        tell('-', group);
    }

    pub(super) fn kill(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// On other systems only the child itself is ended.
#[cfg(not(unix))]
mod unix {
    use std::process::Command;

    pub(super) fn lead(_: &mut Command) {}
    pub(super) fn watch(_: u32) {}
    pub(super) fn forget(_: u32) {}
    pub(super) fn kill(_: u32) {}
}
