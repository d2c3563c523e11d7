//! Ensures that child processes do not outlive this program, even if it is killed.
//!
//! Each program runs as the leader of its own process group, so it can be killed with its children, and Ctrl-C in the
//! terminal reaches only this process. A small shell process, the watcher, receives each group's number on its input.
//! When this process dies, that input closes and the watcher kills the groups.

use std::process::{Child, Command, ExitStatus};

/// A child process and its descendants; killed when dropped.
pub(crate) struct Group {
    child: Child,
    is_killed: bool,
}

impl Group {
    /// Starts a command as the leader of a process group.
    pub(crate) fn spawn(command: &mut Command) -> std::io::Result<Self> {
        unix::lead(command);
        let child = command.spawn()?;
        unix::tell('+', child.id());
        Ok(Self { child, is_killed: false })
    }

    pub(crate) fn child(&mut self) -> &mut Child {
        &mut self.child
    }

    /// Whether the child has exited. The system does not reuse its process id before [`Self::kill`].
    pub(super) fn has_ended(&mut self) -> bool {
        unix::has_ended(&mut self.child)
    }

    /// Kills all processes of the group at once; returns the child's exit status.
    pub(super) fn kill(&mut self) -> Option<ExitStatus> {
        // After waiting for the child, its id may belong to another group.
        if !std::mem::replace(&mut self.is_killed, true) {
            unix::kill(self.child.id());
            let _ = self.child.kill();
            unix::tell('-', self.child.id());
        }
        self.child.wait().ok()
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.kill();
    }
}

#[cfg(unix)]
mod unix {
    use std::io::Write;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, Command, Stdio};
    use std::sync::LazyLock;

    use parking_lot::Mutex;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Reads lines `+ GROUP` and `- GROUP` to the end of its input, then kills the remaining groups.
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

    /// The watcher's input; `None` if the system has no shell, and thus no watcher.
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

    pub(super) fn tell(sign: char, group: u32) {
        if let Some(input) = INPUT.lock().as_mut() {
            let _ = input.write_all(format!("{sign} {group}\n").as_bytes());
        }
    }

    pub(super) fn lead(command: &mut Command) {
        command.process_group(0);
    }

    pub(super) fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
    }

    pub(super) fn kill(group: u32) {
        if let Some(group) = i32::try_from(group).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

/// On other systems only the child itself is killed.
#[cfg(not(unix))]
mod unix {
    use std::process::{Child, Command};

    pub(super) fn has_ended(child: &mut Child) -> bool {
        child.try_wait().is_ok_and(|status| status.is_some())
    }

    pub(super) fn lead(_: &mut Command) {}
    pub(super) fn tell(_: char, _: u32) {}
    pub(super) fn kill(_: u32) {}
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_child_is_kept_until_its_group_is_killed() {
        let mut group = Group::spawn(Command::new("sh").args(["-c", "exit 3"])).unwrap();
        while !group.has_ended() {
            std::thread::yield_now();
        }
        let process = std::path::PathBuf::from(format!("/proc/{}", group.child().id()));
        assert!(group.has_ended() && process.exists(), "it was not waited for");
        assert_eq!(group.kill().and_then(|status| status.code()), Some(3));
        assert!(!process.exists());
        assert_eq!(group.kill().and_then(|status| status.code()), Some(3), "and nothing is killed any more");
    }
}
