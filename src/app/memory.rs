//! How much memory there is.

use std::fs;

use crate::search;

/// The limit where the machine does not say how much memory it has: bytes.
const UNKNOWN_MACHINE: u64 = 1 << 30;
/// Without a limit in the arguments, one part in this many of the machine's memory is used.
const SHARE: u64 = 4;

/// The memory limit of an analysis for which none was given, in bytes.
pub fn default_limit() -> u64 {
    machine_memory().map_or(UNKNOWN_MACHINE, |bytes| bytes / SHARE)
}

/// Whether the machine has this much memory and can allocate it at once. The memory is given
/// back. The tree reserves all its memory when it is made: a failure there, or later when the
/// memory is used, would end the program.
pub fn can_be_reserved(bytes: u64) -> bool {
    if machine_memory().is_some_and(|most| bytes > most) {
        return false;
    }
    search::can_be_reserved(bytes)
}

/// What this process may use, in bytes; `None` if the system does not say. Linux tells what
/// the machine has, and what the control group of a container or of a cluster's job may use.
fn machine_memory() -> Option<u64> {
    let machine = mem_total(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let group = fs::read_to_string("/sys/fs/cgroup/memory.max").ok();
    let group = group.and_then(|text| text.trim().parse().ok());
    Some(group.map_or(machine, |bytes: u64| bytes.min(machine)))
}

fn mem_total(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_total() {
        let text = "MemFree:    5 kB\nMemTotal:       24576 kB\n";
        assert_eq!(mem_total(text), Some(24 << 20));
        assert_eq!(mem_total("MemTotal: a lot"), None);
    }

    #[test]
    fn the_impossible_is_refused_without_harm() {
        assert!(can_be_reserved(1 << 20));
        assert!(!can_be_reserved(u64::MAX));
        assert!(default_limit() > 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_machine_is_the_limit() {
        assert!(can_be_reserved(default_limit()));
        assert!(!can_be_reserved((SHARE + 1) * default_limit()));
    }
}
