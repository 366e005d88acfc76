//! `shans lab compare` as a user runs it: what is solved, the contract of its outputs, bad lines and
//! paths, interrupts.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use crate::common::program::{object, run, start, stderr, stdout, text};
use serde_json::Value;

const ALL: &str = "best-first,pvs,pvs-classic,alpha-beta,negamax";

/// A file of positions kept with the tests.
fn suite(name: &str) -> String {
    format!("{}/tests/data/{name}.epd", env!("CARGO_MANIFEST_DIR"))
}

/// A file that this test may write.
fn scratch(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("shans-compare-{}-{name}", std::process::id()))
}

/// What a test wrote, which is taken away.
fn written(path: &PathBuf) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
    let _ = fs::remove_file(path);
    text
}

fn json(arguments: &[&str]) -> Value {
    object(&text(&[&["compare", "--json", "--memory", "16MiB"], arguments].concat()))
}

fn list<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().unwrap_or_else(|| panic!("{name}: {value}"))
}

fn number(value: &Value, name: &str) -> u64 {
    value[name].as_u64().unwrap_or_else(|| panic!("{name}: {value}"))
}

/// Without the times, which differ from run to run.
fn timeless(mut value: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.remove("cpu_ms");
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut value);
    value
}

#[test]
fn json_keeps_the_contract() {
    let found = json(&[&suite("mixed"), "--nodes", "3k", "--searchers", ALL]);
    assert_eq!(found["limits"]["nodes"], 3000);
    assert!(found["limits"]["cpu_ms"].is_null());
    let (searchers, results) = (list(&found, "searchers"), list(&found, "results"));
    assert_eq!((searchers.len(), results.len()), (5, 8));
    for (place, searcher) in searchers.iter().enumerate() {
        let answers: Vec<&Value> = results.iter().map(|r| &list(r, "answers")[place]).collect();
        assert!(answers.iter().all(|answer| answer["searcher"] == searcher["name"]));
        let solved = answers.iter().filter(|answer| answer["solved"] == true).count() as u64;
        assert_eq!(number(searcher, "solved"), solved);
        assert_eq!((number(searcher, "positions"), number(searcher, "points")), (8, 0));
        for name in ["nodes", "tree_nodes"] {
            let sum = answers.iter().map(|answer| number(answer, name)).sum::<u64>();
            assert_eq!(number(searcher, name), sum, "{name}");
        }
        assert!(searcher["cpu_ms"].as_f64().is_some_and(|ms| ms > 0.0));
        assert!(answers.iter().all(|answer| (1..=3000).contains(&number(answer, "nodes"))));
    }
    let paired = &found["paired"];
    let sum = ["both", "only_first", "only_second", "neither"].map(|name| number(paired, name));
    assert_eq!(sum.iter().sum::<u64>(), 8);
    assert!(paired["p_value"].as_f64().is_some_and(|p| (0.0..=1.0).contains(&p)));
    assert_eq!(list(&found, "pairs").len(), 10);
    let mate = results.iter().find(|result| result["id"] == "gen.mate.001");
    let mate = mate.unwrap_or_else(|| panic!("{found}"));
    assert_eq!(
        (&mate["expected"]["bm"][0], &mate["expected"]["mate"]),
        (&"g3h4".into(), &3.into())
    );
    for answer in list(mate, "answers") {
        assert!(answer["move"].is_string() && answer["score"].is_object(), "{answer}");
    }
}

#[test]
fn the_same_run_gives_the_same_answers() {
    let run = || json(&[&suite("mixed"), "--nodes", "5k", "--searchers", ALL]);
    assert_eq!(timeless(run()), timeless(run()));
}

#[test]
fn mates_are_solved_by_all_searchers_and_none_believes_the_wrong_side() {
    let found = json(&[&suite("mates"), "--nodes", "20k", "--searchers", ALL]);
    for result in list(&found, "results") {
        let expected = result["id"] != "wrong side";
        for answer in list(result, "answers") {
            assert_eq!(answer["solved"], expected, "{}: {answer}", result["id"]);
            assert_eq!(answer["solved_at_nodes"].is_u64(), expected);
        }
    }
}

#[test]
fn points_are_summed() {
    let found = json(&[&suite("points"), "--nodes", "2k"]);
    for searcher in list(&found, "searchers") {
        assert_eq!((number(searcher, "points"), number(searcher, "solved")), (107, 1));
    }
    let points = |place: usize| &found["results"][place]["answers"][0]["points"];
    assert_eq!((points(0), points(1)), (&100.into(), &7.into()));
    assert_eq!(found["results"][1]["expected"]["points"][0]["move"], "e1e2");
}

#[test]
fn equal_time_and_equal_depth() {
    let time = json(&[&suite("mixed"), "--time", "20ms", "--every", "4"]);
    assert_eq!(time["limits"]["cpu_ms"], 20.0);
    for answer in list(&time, "results").iter().flat_map(|result| list(result, "answers")) {
        assert_eq!(answer["stop"], "time", "{answer}");
        assert!(answer["cpu_ms"].as_f64().is_some_and(|ms| (20.0..200.0).contains(&ms)));
    }
    let searchers = "pvs-classic,pvs-classic:no-killers+no-table";
    let depth = json(&[&suite("mixed"), "--depth", "4", "--searchers", searchers]);
    for answer in list(&depth, "results").iter().flat_map(|result| list(result, "answers")) {
        assert!(answer["depth"] == 4 || answer["stop"] == "proven", "{answer}");
    }
    let nodes: Vec<_> = list(&depth, "searchers").iter().map(|s| number(s, "nodes")).collect();
    assert!(nodes[0] < nodes[1], "killers and the table save nodes: {nodes:?}");
}

#[test]
fn people_get_a_table() {
    let (mixed, points) = (suite("mixed"), suite("points"));
    let found = text(&["compare", &mixed, &points, "--nodes", "2k", "--every", "2"]);
    assert!(found.starts_with("5 positions, 2,000 nodes and 256.00 MiB for each"), "{found}");
    for start in ["mixed.epd   best-first", "points.epd  best-first", "all         best-first"] {
        assert!(found.lines().any(|line| line.starts_with(start)), "{start}: {found}");
    }
    assert!(found.contains("first       second  both  only first"), "{found}");
    assert!(found.lines().all(|line| line.len() <= 120), "{found}");
}

#[test]
fn a_row_for_each_position_and_searcher() {
    let path = scratch("rows.csv");
    let file = path.display().to_string();
    text(&["compare", &suite("mixed"), "--nodes", "1k", "--csv", &file]);
    let csv = written(&path);
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows.len(), 1 + 2 * 8);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
    let column = |name| rows[0].iter().position(|cell| *cell == name).unwrap_or_default();
    for row in &rows[1..] {
        assert!(["0", "1"].contains(&row[column("solved")]), "{row:?}");
        assert_eq!(row[column("solved")] == "1", !row[column("solved_at_nodes")].is_empty());
        assert!(row[column("nodes")].parse().is_ok_and(|nodes: u64| nodes <= 1000), "{row:?}");
    }
}

/// Every tag is closed, and by the right name.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let Some((tag, text)) = tag.split_once('>') else { return false };
        let name = tag.split_whitespace().next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) if open.pop() != Some(name) => return false,
            None if !tag.ends_with('/') => open.push(name),
            _ => {}
        }
        if text.contains('>') || tag.matches('"').count() % 2 != 0 {
            return false;
        }
    }
    open.is_empty()
}

#[test]
fn the_plot_is_a_picture() {
    let path = scratch("plot.svg");
    let file = path.display().to_string();
    text(&["compare", &suite("mixed"), "--nodes", "1k", "--plot", &file]);
    let svg = written(&path);
    assert!(svg.starts_with("<svg ") && is_well_formed(&svg), "{svg}");
    for part in ["best-first", "pvs", "nodes", "positions solved", "#0072b2"] {
        assert!(svg.contains(part), "{part}");
    }
    assert!(!is_well_formed("<a><b></a></b>") && !is_well_formed("<a b=\"></a>"));
}

#[test]
fn unusable_lines_are_named_and_counted() {
    let output = run(&["compare", &suite("faulty"), "--nodes", "1k", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let errors = stderr(&output);
    for (line, part) in [
        (2, "\"nonsense\" is not a position"),
        (3, "is not legal here"),
        (5, "no answer is expected"),
        (6, "the game is over"),
    ] {
        let start = format!("error: {}:{line}: ", suite("faulty"));
        let named = errors.lines().any(|text| text.starts_with(&start) && text.contains(part));
        assert!(named, "{line}: {errors}");
    }
    assert_eq!(errors.lines().count(), 4);
    let found = object(&stdout(&output));
    let lines: Vec<u64> = list(&found, "unusable").iter().map(|bad| number(bad, "line")).collect();
    assert_eq!(lines, [2, 3, 5, 6]);
    assert_eq!(
        (number(&found["suites"][0], "unusable_lines"), list(&found, "results").len()),
        (4, 1)
    );
    let people = text(&["compare", &suite("faulty"), "--nodes", "1k"]);
    assert!(people.contains("4 unusable lines"), "{people}");
}

#[test]
fn nothing_to_compare_is_bad_input() {
    let path = scratch("empty.epd");
    assert!(fs::write(&path, "# nothing\n8/8 bad\n").is_ok());
    let file = path.display().to_string();
    let output = run(&["compare", &file]);
    let _ = fs::remove_file(&path);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
    assert!(stderr(&output).contains("these files hold no position"), "{}", stderr(&output));
}

#[test]
fn what_cannot_work_fails_before_the_search() {
    let mixed = suite("mixed");
    for (code, arguments, part) in [
        (1, &["--csv", "/no/such/folder/a.csv"][..], "/no/such/folder/a.csv"),
        (1, &["--plot", "/no/such/folder/a.svg"], "/no/such/folder/a.svg"),
        (1, &["/no/such/file.epd"], "/no/such/file.epd"),
        (2, &["--csv", &mixed], "write to another file"),
        (2, &["--searchers", "pvs,pvs"], "twice"),
        (2, &["--searchers", "pvs,mcts"], "unknown searcher \"mcts\""),
        (2, &["--searchers", "pvs:no-sense"], "no-null-move"),
        (2, &["--depth", "3"], "has no depth"),
        (2, &["--nodes", "5", "--time", "1s"], "cannot be used with"),
        (2, &["--memory", "1KiB"], "at least 8MiB"),
        (2, &["--every", "0"], "must be greater than zero"),
    ] {
        // Long enough to be noticed if it were begun.
        let arguments = [&["compare", &mixed], arguments].concat();
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
    assert!(fs::read_to_string(mixed).is_ok_and(|text| text.contains("gen.mate.001")));
}

#[test]
fn no_output_takes_the_place_of_another_file() {
    let (epd, link, new) = (scratch("own.epd"), scratch("link.csv"), scratch("new.csv"));
    let text = "startpos bm e4;\n";
    assert!(fs::write(&epd, text).is_ok() && fs::hard_link(&epd, &link).is_ok());
    let names = [&epd, &link, &new].map(|path| path.display().to_string());
    let [epd_name, link_name, new_name] = names.each_ref().map(String::as_str);
    for files in [
        &["--csv", epd_name][..],
        &["--csv", link_name],
        &["--plot", link_name],
        &["--csv", new_name, "--plot", new_name],
    ] {
        let output = run(&[&["compare", epd_name, "--nodes", "1k"], files].concat());
        assert_eq!(output.status.code(), Some(2), "{files:?}");
        let last = files.last().unwrap_or(&"");
        let message = format!(
            "error: {last} is also used by this command in another role; write to another file\n"
        );
        assert_eq!((stderr(&output), stdout(&output)), (message, String::new()));
    }
    assert!(!new.exists(), "nothing is created by a command that is refused");
    assert_eq!((written(&link), written(&epd)), (text.to_string(), text.to_string()));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = start(&["compare", &suite("mixed"), "--nodes", "1k"], Stdio::null());
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()));
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_done() {
    use std::thread::sleep;
    use std::time::{Duration, Instant};

    use crate::common::program::signal;

    let (csv, plot) = (scratch("cut.csv"), scratch("cut.svg"));
    let (csv_name, plot_name) = (csv.display().to_string(), plot.display().to_string());
    // The first two are over at once, the others would take minutes.
    let (mates, mixed) = (suite("mates"), suite("mixed"));
    let arguments = ["compare", &mates, &mixed, "--time", "600s", "--json", "--memory", "16MiB"];
    let files = ["--csv", &csv_name, "--plot", &plot_name];
    let child = start(&[&arguments[..], &files].concat(), Stdio::null());
    let started = Instant::now();
    let rows = || fs::read_to_string(&csv).map_or(0, |text| text.lines().count());
    while rows() < 5 {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing is written");
        sleep(Duration::from_millis(20));
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let found = object(&stdout(&output));
    let done = list(&found, "results").len();
    assert!((2..13).contains(&done), "{found}");
    let told = format!("interrupted after {done} positions; {} left\n", 13 - done);
    assert!(stderr(&output).ends_with(&told), "{}", stderr(&output));
    assert_eq!(
        (&found["interrupted"], number(&found, "positions_left")),
        (&true.into(), 13 - done as u64)
    );
    assert_eq!(number(&found["searchers"][1], "positions"), done as u64);
    assert_eq!(written(&csv).lines().count(), 1 + 2 * done);
    assert!(is_well_formed(&written(&plot)));
}
