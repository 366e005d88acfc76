//! Processes in groups of their own: what differs between systems.

use std::process::{Child, Command};

/// Keeps Ctrl-C in the terminal from the engine: we end it, after its last answer.
#[cfg(unix)]
pub(super) fn set_apart(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Whether the process has ended. It stays known to the system, so that no other process gets its
/// number before its group is killed.
#[cfg(unix)]
pub(super) fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    !matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(None))
}

/// Kills the process and all in its group, such as what a script has started. Fails only where
/// no process is left.
#[cfg(unix)]
pub(super) fn kill(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    let _ = child.kill();
}

/// Keeps Ctrl-C in the console from the engine: we end it, after its last answer.
#[cfg(windows)]
pub(super) fn set_apart(command: &mut Command) {
    use std::os::windows::process::CommandExt;
    /// `CREATE_NEW_PROCESS_GROUP` of the system's processthreadsapi.h.
    const NEW_GROUP: u32 = 0x200;
    command.creation_flags(NEW_GROUP);
}

#[cfg(not(any(unix, windows)))]
pub(super) fn set_apart(_: &mut Command) {}

/// Whether the process has ended.
#[cfg(not(unix))]
pub(super) fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills the process. Fails only where it has ended.
#[cfg(not(unix))]
pub(super) fn kill(child: &mut Child) {
    let _ = child.kill();
}
