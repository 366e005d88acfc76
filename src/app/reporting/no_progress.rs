//! What is said of a search that gets nowhere.

/// `no progress found in 40 million nodes: looks like a fortress`. No more than that: it proves nothing.
pub fn no_progress_text(nodes: u64) -> String {
    let tenths = nodes / 100_000;
    let millions = match tenths % 10 {
        0 => (tenths / 10).to_string(),
        tenth => format!("{}.{tenth}", tenths / 10),
    };
    format!("no progress found in {millions} million nodes: looks like a fortress")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_told_in_millions() {
        let nodes = |nodes| {
            let text = no_progress_text(nodes);
            text.split(' ').nth(4).map(str::to_string)
        };
        assert_eq!(nodes(40_000_000).as_deref(), Some("40"));
        assert_eq!(nodes(40_099_999).as_deref(), Some("40"));
        assert_eq!(nodes(1_299_999).as_deref(), Some("1.2"));
    }
}
