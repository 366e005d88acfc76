//! How much memory there is.

use std::fs;

/// The limit where the machine does not say how much memory it has: bytes.
const UNKNOWN_MACHINE: u64 = 1 << 30;
/// The share of the machine's memory that is taken without being asked.
const SHARE: u64 = 4;

/// The memory limit of an analysis for which none was given, in bytes.
pub fn default_limit() -> u64 {
    of_machine().map_or(UNKNOWN_MACHINE, |bytes| bytes / SHARE)
}

/// Whether so many bytes can be given: the machine has them, and they can be allocated at once.
/// Nothing is kept: the tree reserves all its memory when it is made, and a failure there would
/// end the program, as would one when it is used.
pub fn can_be_reserved(bytes: u64) -> bool {
    if of_machine().is_some_and(|most| bytes > most) {
        return false;
    }
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    let mut probe: Vec<u8> = Vec::new();
    let reserved = probe.try_reserve_exact(bytes).is_ok();
    // An allocation that nobody looks at may be optimised away, success assumed.
    std::hint::black_box(&probe);
    reserved
}

/// Linux tells what the machine has, and what the control group of a cluster's job or a
/// container may use.
fn of_machine() -> Option<u64> {
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
        assert_eq!(mem_total("MemTotal: much"), None);
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
