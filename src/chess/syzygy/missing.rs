//! Which missing tables the available ones need.

use std::collections::BTreeSet;

use super::material::Men;

/// How names of files end: who wins, and in how many plies the next zeroing move follows.
const ENDINGS: [&str; 2] = ["rtbw", "rtbz"];

/// The names of files that captures and promotions in the available endgames lead to, and that are not
/// there, those with fewer men first. Each table is two files.
pub(super) fn missing(files: &BTreeSet<String>) -> Vec<String> {
    let stem = |file: &String| file.split('.').next().and_then(Men::from_name);
    let mut needed: BTreeSet<Men> = files.iter().filter_map(stem).collect();
    let mut new: Vec<Men> = needed.iter().cloned().collect();
    while let Some(men) = new.pop() {
        new.extend(men.successors().into_iter().filter(|men| needed.insert(men.clone())));
    }
    let mut names: Vec<(usize, String)> = needed
        .iter()
        .flat_map(|men| ENDINGS.map(|ending| (men.count(), format!("{}.{ending}", men.name()))))
        .filter(|(_, name)| !files.contains(name))
        .collect();
    names.sort();
    names.into_iter().map(|(_, name)| name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_captures_and_promotions_lead_to_is_needed() {
        let names = |text: &str| text.split_whitespace().map(str::to_string).collect();
        assert_eq!(missing(&names("KQvK.rtbw KQvK.rtbz")), Vec::<String>::new());
        assert_eq!(missing(&names("KQvK.rtbw")), ["KQvK.rtbz"]);
        let missing = missing(&names("KPvK.rtbw KPvK.rtbz KQvK.rtbw KQvK.rtbz"));
        assert_eq!(missing.len(), 6);
        assert_eq!(missing[..2], ["KBvK.rtbw", "KBvK.rtbz"]);
    }
}
