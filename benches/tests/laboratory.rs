//! The laboratory as a program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

const MIXED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/mixed.epd");
const POINTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/points.epd");
const SETS: &str = "best-first,wide=best-first:ply=300,pvs";

fn run(words: &[&str]) -> Output {
    let run = Command::new(env!("CARGO_BIN_EXE_laboratory")).args(words).output();
    run.unwrap_or_else(|error| panic!("{error}"))
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What a run writes as JSON; `name` is that of the file.
fn json(name: &str, words: &[&str]) -> Value {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let path = path.to_str().unwrap_or_else(|| panic!("{path:?}"));
    stdout(&run(&[&["--json", path, "--sets", SETS], words].concat()));
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}"))
}

fn fens(record: &Value) -> BTreeSet<String> {
    let results = record["budgets"][0]["results"].as_array();
    let fen = |result: &Value| result["fen"].as_str().unwrap_or_default().to_string();
    results.unwrap_or_else(|| panic!("no results")).iter().map(fen).collect()
}

#[test]
fn a_row_for_each_set_and_a_table_for_each_budget() {
    let words = ["--nodes", "500,2k", "--sets", SETS, "--list", MIXED, POINTS];
    let output = stdout(&run(&words));
    for part in ["500 nodes", "2,000 nodes", "mixed (8)", "points (2)", "all (10)"] {
        assert!(output.contains(part), "{part}: {output}");
    }
    let rows = |label: &str| {
        let has_label = |line: &&str| line.split("  ").next() == Some(label);
        output.lines().filter(has_label).map(str::to_string).collect::<Vec<_>>()
    };
    assert!(rows("best-first").len() == 2 && rows("best-first").iter().all(|r| !r.contains("p=")));
    for label in ["wide", "pvs"] {
        assert_eq!(rows(label).len(), 2, "{output}");
        assert!(rows(label).iter().all(|row| row.matches("p=").count() == 2), "{output}");
        assert_eq!(output.matches(&format!("\n{label} gained: ")).count(), 2, "{output}");
    }
}

#[test]
fn the_halves_make_up_the_whole() {
    let half = |half| fens(&json(half, &["--nodes", "100", "--half", half, MIXED]));
    let [tuning, confirming, all] = ["tuning", "confirming", "all"].map(half);
    assert!(tuning.is_disjoint(&confirming) && !tuning.is_empty() && !confirming.is_empty());
    assert_eq!(tuning.union(&confirming).cloned().collect::<BTreeSet<_>>(), all);
    let every_third = fens(&json("every", &["--nodes", "100", &format!("{MIXED}:3")]));
    assert_eq!((all.len(), every_third.len()), (8, 3));
}

#[test]
fn threads_change_nothing_but_the_time() {
    fn without_time(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| name != "cpu_ms" && name != "threads");
                fields.values_mut().for_each(without_time);
            }
            Value::Array(values) => values.iter_mut().for_each(without_time),
            _ => {}
        }
    }
    let searched = |threads| {
        let mut record = json(threads, &["--nodes", "3k", "--threads", threads, MIXED, POINTS]);
        without_time(&mut record);
        record
    };
    let alone = searched("1");
    assert_eq!(alone["budgets"][0]["results"].as_array().map(Vec::len), Some(10));
    assert_eq!(alone, searched("3"));
}

#[test]
fn what_cannot_be_followed_is_refused_in_one_line() {
    for (words, told) in [
        (["--sets", "pvs,pvs", MIXED], "names pvs twice"),
        (["--memory", "1MiB", MIXED], "at least 8MiB"),
        (["--nodes", "1k", "nowhere.epd"], "cannot read the test positions nowhere.epd"),
        (["--nodes", MIXED, MIXED], "is not a count"),
        (["--json", MIXED, MIXED], "write to another file"),
    ] {
        let output = run(&words);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{words:?}");
        assert!(error.contains(told), "{words:?}: {error}");
    }
    let refused = run(&[MIXED, MIXED]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is given twice"));
}
