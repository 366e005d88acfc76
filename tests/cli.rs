//! The program as a user runs it: results, bad input, many positions, signals, pipes.

use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use crate::common::program::{object, run, start, stderr, stdout, text};
use serde_json::Value;

const MIDDLEGAME: &str = "r1bq1rk1/pp3ppp/2nbpn2/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQ1RK1 w - - 0 9";
/// The default searcher, and the one whose leaves are valued statically.
const FORMS: [&str; 2] = ["best-first", "best-first:quiescence"];
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";

/// `analyze` with `--json` added: the one object that it prints.
fn json(arguments: &[&str]) -> Value {
    let text = text(&[&["analyze"], arguments, &["--json"]].concat());
    assert_eq!(text.lines().count(), 1, "{text}");
    object(&text)
}

/// Runs `analyze - --json` over this input.
fn batch(arguments: &[&str], input: &str) -> Output {
    let mut child = start(&[&["analyze", "-", "--json"], arguments].concat(), Stdio::piped());
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    }
    child.wait_with_output().unwrap_or_else(|error| panic!("{error}"))
}

/// A rook and a king against a king that came back to their places for the third time: endgame
/// tables know a win, and nobody gets it.
#[test]
fn a_draw_by_repetition_is_told_as_one() {
    let rook = "8/8/8/8/8/5k2/8/5K1R w - - 0 1";
    let once = ["h1h4", "f3e3", "h4h1", "e3f3"];
    let twice = [&["analyze", rook, "--moves"], &once[..], &once[..]].concat();
    let drawn = "the position has occurred for the third time, a draw";
    let told = text(&twice);
    assert!(told.ends_with(&format!("The game is over: {drawn}.\n")), "{told}");
    assert_eq!(json(&twice[1..])["ending"], drawn);
    let played = text(&[&["analyze", rook, "--nodes", "1k", "--moves"], &once[..]].concat());
    assert!(!played.contains("The game is over"), "{played}");
}

#[test]
fn bad_input_is_one_clear_line_and_exit_code_2() {
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0";
    for (arguments, part) in [
        (&["hello"][..], "\"hello\" is not a position"),
        (&[""], "empty"),
        (&["8/8/8/8/8/8/8/8 w - - 0 1"], "the board is empty"),
        (&["4k3/8/8/8/8/8/8"], "has 7 ranks, not 8"),
        (&["4k3/8/8/8/8/8/8/4K3", "x", "-", "-"], "turn \"x\""),
        (&["9/8/8/8/8/8/8/8", "w", "-", "-"], "board"),
        (&[kings, "minus"], "move number \"minus\""),
        (&["--moves", "e4", "e4"], "--moves: \"e4\""),
        (&["--moves", "é\u{7}"], "--moves: \"é\\u{7}\""),
        (&["--only", "e5"], "--only: \"e5\""),
        (&["--exclude", "Ke2"], "--exclude: \"Ke2\""),
        (&["--only", "e4,d4", "--exclude", "d2d4"], "both name d4"),
        (&["k7/2K5/8/8/8/8/8/1R6 b - - 0 1", "--exclude", "Ka7"], "every legal move"),
        (&["-", "--moves", "e4"], "--moves applies to a single position"),
        (&["-", "--only", "e4"], "--only applies to a single position"),
        (&["--depth", "3"], "has no depth limit"),
        (&["--memory", "7MiB"], "at least 8MiB"),
        (&["--memory", "8000000TiB"], "this machine does not have"),
        (&["--tree-nodes", "1"], "at least 2"),
    ] {
        let output = run(&[&["analyze", "--nodes", "100"], arguments].concat());
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert!(message.starts_with("error: ") && message.contains(part), "{message}");
        assert_eq!(message.lines().count(), 1, "{message}");
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn bad_values_and_names_are_wrong_usage() {
    for (arguments, part) in [
        (&["--nodes", "0"][..], "must be greater than zero"),
        (&["--nodes", "-1"], "for '--nodes <N>': \"-1\" must be greater than zero"),
        (&["--nodes", "1.5"], "whole number"),
        (&["--nodes", "99999999999999999999"], "too large"),
        (&["--time", "10x"], "500ms, 10s"),
        (&["--time", "0s"], "must be greater than zero"),
        (&["--memory", "2 apples"], "memory size"),
        (&["--memory", "99999999999999TiB"], "too large"),
        (&["--lines", "0"], "must be greater than zero"),
        (&["--tables", "some"], "memory size"),
        (&["--leaf-nodes", "5", "--searcher", "pvs"], "remove --leaf-nodes"),
        (&["--depth", "0"], "must be greater than zero"),
        (&["--depth", "2k"], "the maximum is 1000"),
        (&["--searcher", "mcts"], "best-first, pvs, pvs-classic"),
        (&["--nonsense"], "--nonsense"),
        (&["--nodes", "5", "--nodes", "6"], "cannot be used multiple times"),
    ] {
        let output = run(&[&["analyze"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(part), "{arguments:?}: {}", stderr(&output));
    }
    #[cfg(not(feature = "mcp"))]
    {
        let output = run(&["mcp"]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()));
        let told = "--features mcp\n";
        assert!(stderr(&output).ends_with(told), "{}", stderr(&output));
    }
    assert_eq!(run(&[]).status.code(), Some(2));
    assert_eq!(run(&["dance"]).status.code(), Some(2));
}

#[test]
fn json_keeps_the_contract() {
    let arguments = [MIDDLEGAME, "--nodes", "20k", "--memory", "64MiB", "--lines", "100"];
    let found = json(&arguments);
    keeps_the_contract(&found, "best-first");
    assert_eq!(found["evaluation"], "network");
    let found = json(&[&arguments[..], &["--evaluation", "tables"]].concat());
    keeps_the_contract(&found, "best-first");
    assert_eq!(found["evaluation"], "tables");
    for form in FORMS {
        keeps_the_contract(&json(&[&arguments[..], &["--searcher", form]].concat()), form);
    }
}

fn keeps_the_contract(found: &Value, searcher: &str) {
    assert_eq!(found["fen"], MIDDLEGAME);
    assert_eq!(found["searcher"], searcher);
    assert_eq!(found["stop"], "nodes");
    for name in ["best_move", "best_move_san"] {
        assert!(found[name].is_string(), "{name}: {found}");
    }
    for name in ["nodes", "tree_nodes", "iterations", "depth_max", "tree_bytes"] {
        assert!(found[name].as_u64().is_some_and(|number| number > 0), "{name}: {found}");
    }
    for name in ["depth_mean", "elapsed_ms", "cpu_ms"] {
        assert!(found[name].as_f64().is_some_and(|number| number > 0.0), "{name}: {found}");
    }
    assert!(found["depth"].is_null(), "{found}");
    assert!(found["nodes"].as_u64().is_some_and(|nodes| nodes <= 20_000));
    let lines = found["lines"].as_array().cloned().unwrap_or_default();
    assert!((2..=100).contains(&lines.len()), "{found}");
    assert_eq!(lines[0]["move"], found["best_move"]);
    assert_eq!(lines[0]["san"], found["best_move_san"]);
    assert_eq!(lines[0]["pv"], found["pv"]);
    assert_eq!(lines[0]["score"], found["score"]);
    // The answer comes first, whatever other moves are worth.
    let scores = lines.iter().skip(1).filter_map(|line| line["score"]["cp"].as_i64());
    assert!(scores.is_sorted_by(|a, b| a >= b), "best first: {found}");
    for line in lines.iter().chain([found]) {
        let own = line["own_chance_cp"].as_i64().unwrap_or_else(|| panic!("{line}"));
        let reply = line["opponent_chance_cp"].as_i64().unwrap_or_else(|| panic!("{line}"));
        assert!(own < reply, "a ply of depth lies between them: {line}");
    }
}

#[test]
fn numbers_are_those_of_the_side_to_move() {
    // A queen up, and to move, and not.
    let up = json(&["4k3/8/8/8/8/8/3PP3/3QK3 w - - 0 1", "--nodes", "3k"]);
    let down = json(&["4k3/8/8/8/8/8/3PP3/3QK3 b - - 0 1", "--nodes", "3k"]);
    assert!(up["score"]["cp"].as_i64().is_some_and(|cp| cp > 500), "{up}");
    assert!(down["score"]["cp"].as_i64().is_some_and(|cp| cp < -500), "{down}");
    for found in [up, down] {
        let number = |name: &str| found[name].as_i64().unwrap_or_else(|| panic!("{found}"));
        assert!(number("own_chance_cp") < number("opponent_chance_cp"), "{found}");
    }
    let mated_next = json(&["k7/2K5/8/8/8/8/8/1R6 b - - 0 1"]);
    assert_eq!(mated_next["score"]["mate"], -1);
    assert_eq!(mated_next["pv"].as_array().map(Vec::len), Some(2));
    let mating = json(&["6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"]);
    assert_eq!((&mating["score"]["mate"], &mating["stop"]), (&1.into(), &"proven".into()));
    assert!(mating["own_chance_cp"].is_null() && mating["opponent_chance_cp"].is_null());
}

#[test]
fn finished_games_have_an_answer() {
    let knights_out_and_back = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    for (arguments, score, words) in [
        (&[MATED][..], "mate", "checkmate, Black has won"),
        (&["k7/8/1Q6/8/8/8/8/K7 b - - 0 1"], "cp", "stalemate, a draw"),
        (&["k7/8/8/8/8/8/8/KB6 b - - 0 1"], "cp", "enough material"),
        (&["k7/8/8/8/8/8/8/KR6 w - - 99 90", "--moves", "Rb2"], "cp", "fifty moves"),
        (&["--moves", knights_out_and_back], "cp", "third time"),
    ] {
        let found = json(arguments);
        assert!(found["best_move"].is_null() && found["best_move_san"].is_null());
        assert_eq!(found["pv"].as_array().map(Vec::len), Some(0));
        assert_eq!(found["score"].as_object().map(|score| score.len()), Some(1));
        assert_eq!(found["score"][score], 0, "{found}");
        assert_eq!(found["stop"], "finished");
        let text = text(&[&["analyze"], arguments].concat());
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn text_lists_candidates() {
    let arguments = ["analyze", MIDDLEGAME, "--nodes", "50k", "--lines", "3", "--verbose"];
    let text = text(&arguments);
    for part in [
        MIDDLEGAME,
        "White to move",
        "at the limit of 50,000 nodes",
        "best line  9. ",
        "\nconfidence ",
        "\nwork       50,000 nodes in ",
        "\nmemory     ",
    ] {
        assert!(text.contains(part), "{text}");
    }
    let rows = text
        .lines()
        .skip_while(|line| !line.starts_with("move "))
        .take_while(|line| !line.contains(" others: "));
    let columns: Vec<Vec<&str>> = rows.map(|row| row.split_whitespace().collect()).collect();
    assert_eq!(columns.len(), 4, "{text}");
    assert_eq!(columns[0].join(" "), "move score effort line");
    for row in &columns[1..] {
        let is_number = |text: &str| text.replace(',', "").parse::<f64>().is_ok();
        let cells: Vec<&str> = row.iter().copied().filter(|&cell| cell != "~").collect();
        assert!(cells[1..3].iter().all(|cell| is_number(cell)), "{row:?}");
        assert_eq!(cells[3..5], ["9.", row[0].trim_end_matches('*')]);
    }
}

#[test]
fn moves_are_chosen_played_and_left_out() {
    let best = |arguments: &[&str]| {
        json(&[arguments, &["--nodes", "2k"]].concat())["best_move"].as_str().map(str::to_string)
    };
    assert_eq!(best(&["--only", "a3"]).as_deref(), Some("a2a3"));
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    assert_eq!(best(&[mate]).as_deref(), Some("a1a8"));
    assert_ne!(best(&[mate, "--exclude", "Ra8#"]).as_deref(), Some("a1a8"));
    let after = json(&["startpos", "--moves", "e4", "e7e5", "Nf3", "--nodes", "2k"]);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(after["fen"], fen);
    let words: Vec<&str> = fen.split(' ').collect();
    assert_eq!(json(&[&words[..], &["--nodes", "2k"]].concat())["fen"], fen);
}

#[test]
fn faults_that_can_be_relaxed_are_warnings() {
    let output = run(&["analyze", "4k3/8/8/8/8/8/4P3/4K3 w KQ -", "--nodes", "1k", "--json"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(stderr(&output).starts_with("warning: castling rights"), "{}", stderr(&output));
    let warnings = &object(&stdout(&output))["warnings"];
    assert_eq!(warnings.as_array().map(Vec::len), Some(1));
}

#[test]
fn the_same_question_has_the_same_answer() {
    let answer = || {
        let mut found = json(&[MIDDLEGAME, "--nodes", "100k", "--lines", "9"]);
        found["elapsed_ms"].take();
        found["cpu_ms"].take();
        found
    };
    assert_eq!(answer(), answer());
}

#[test]
fn many_positions_have_a_result_each() {
    let input = format!(
        "# comment\n{MIDDLEGAME}\n\nnonsense\n6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n\
         {}\nstartpos",
        "x".repeat(100_000)
    );
    let output = batch(&["--nodes", "2k"], &input);
    assert_eq!(output.status.code(), Some(2));
    let results: Vec<Value> = stdout(&output).lines().map(object).collect();
    let lines: Vec<_> = results.iter().filter_map(|result| result["line"].as_u64()).collect();
    assert_eq!(lines, [2, 4, 5, 6, 7]);
    for bad in [&results[1], &results[3]] {
        assert!(bad["error"].is_string() && bad["best_move"].is_null(), "{bad}");
    }
    assert_eq!((&results[2]["id"], &results[2]["best_move"]), (&"one".into(), &"a1a8".into()));
    assert!(results[4]["best_move"].is_string() && results[4]["id"].is_null());
    let errors = stderr(&output);
    assert!(errors.contains("error: line 4: \"nonsense\" is not a position"), "{errors}");
    assert!(errors.contains("error: line 6: longer than"), "{errors}");
    assert_eq!(batch(&[], "").status.code(), Some(0));
}

#[test]
fn a_result_comes_before_the_next_line() {
    let mut child = start(&["analyze", "-", "--nodes", "1k", "--json"], Stdio::piped());
    let (Some(mut stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        panic!("no pipes");
    };
    let mut results = BufReader::new(stdout).lines();
    for _ in 0..3 {
        assert!(writeln!(stdin, "startpos").is_ok());
        let result = results.next().and_then(Result::ok).unwrap_or_default();
        assert_eq!(object(&result)["stop"], "nodes");
    }
    drop(stdin);
    assert!(child.wait().is_ok_and(|status| status.success()));
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let mut child = start(&["analyze", "-", "--nodes", "1k", "--json"], Stdio::piped());
    drop(child.stdout.take());
    if let Some(mut stdin) = child.stdin.take() {
        // The program may be gone before it has read everything.
        let _ = stdin.write_all("startpos\n".repeat(1000).as_bytes());
    }
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn limits_on_time_and_tree_are_kept() {
    let time = json(&[MIDDLEGAME, "--time", "100ms"]);
    assert_eq!(time["stop"], "time");
    assert!(time["elapsed_ms"].as_f64() >= Some(100.0), "{time}");
    let small = json(&[MIDDLEGAME, "--tree-nodes", "500", "--nodes", "1m"]);
    assert!(small["tree_nodes"].as_u64().is_some_and(|nodes| nodes <= 500), "{small}");
    let memory = json(&[MIDDLEGAME, "--memory", "8MiB", "--nodes", "100k"]);
    let bytes = |name: &str| memory[name].as_u64().unwrap_or_default();
    assert!(bytes("tree_bytes") + bytes("table_bytes") <= 8 << 20, "{memory}");
    assert_eq!(bytes("memory_limit_bytes"), 8 << 20);
}

#[test]
fn a_full_tree_is_freed_or_the_end() {
    for (form, room, nodes) in
        [("best-first:first=100+split=400+growth=0+anchor=0", 40, "50k"), (FORMS[1], 500, "50k")]
    {
        let tree_nodes = room.to_string();
        let limits = ["--tree-nodes", &tree_nodes, "--nodes", nodes];
        let full = [&[MIDDLEGAME, "--searcher", form], &limits[..]].concat();
        let stops = json(&[&full[..], &["--when-full", "stop"]].concat());
        assert_eq!((&stops["stop"], &stops["freed_nodes"]), (&"memory".into(), &0.into()));
        let frees = json(&full);
        assert_eq!(frees["stop"], "nodes");
        assert!(frees["freed_nodes"].as_u64().is_some_and(|freed| freed > 0), "{frees}");
        assert!(frees["sweeps"].as_u64().is_some_and(|sweeps| sweeps > 0), "{frees}");
        let told = text(&[&["analyze"], &full[..]].concat());
        assert!(told.contains("\nfreed      ") && told.contains(" sweeps\n"), "{told}");
    }
}

#[test]
fn a_tree_of_two_nodes_finds_a_mate() {
    let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let found = json(&[mate, "--tree-nodes", "2", "--nodes", "10k"]);
    assert_eq!(found["best_move"], "a1a8");
    assert!(found["tree_nodes"].as_u64().is_some_and(|nodes| nodes <= 2), "{found}");
    assert_eq!((&found["proven"], &found["score"]["mate"]), (&true.into(), &1.into()), "{found}");
}

/// However small the tree, the nodes that were given are spent, or nothing is left to be freed, and a move is found.
#[test]
fn trees_of_a_few_nodes_do_what_they_can() {
    for (form, room) in FORMS.iter().flat_map(|form| [2, 3, 10, 40].map(|room| (form, room))) {
        let tree_nodes = room.to_string();
        let limits = ["--tree-nodes", &tree_nodes, "--nodes", "30k"];
        let found = json(&[&[MIDDLEGAME, "--searcher", form], &limits[..]].concat());
        let number = |name: &str| found[name].as_u64().unwrap_or_else(|| panic!("{name}: {found}"));
        assert!(found["best_move"].is_string(), "{found}");
        assert!(number("tree_nodes") <= room && number("nodes") <= 30_000, "{found}");
        let is_full = *form != "best-first" && found["stop"] == "memory";
        assert!(is_full || found["stop"] == "nodes" && number("nodes") > 5_000, "{found}");
    }
}

#[cfg(unix)]
mod interrupted {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;
    use crate::common::engines::{OPTIONS, wait_for_search, write_noted};
    use crate::common::folder::Folder;
    use crate::common::program::signal;

    #[test]
    fn an_analysis_tells_what_is_known() {
        for name in ["-INT", "-TERM"] {
            let folder = Folder::new();
            let path = folder.name("tree");
            let saved = ["--save", &path, "--checkpoint", "20ms"];
            let words = [&["analyze", MIDDLEGAME, "--time", "600s", "--json"][..], &saved].concat();
            let child = start(&words, Stdio::null());
            while !folder.path("tree").exists() {
                sleep(Duration::from_millis(5));
            }
            signal(&child, name);
            let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
            let found = object(&stdout(&output));
            assert_eq!(found["stop"], "interrupted");
            assert!(found["best_move"].is_string());
        }
    }

    #[test]
    fn many_positions_end_after_the_present_one() {
        let folder = Folder::new();
        write_noted(&folder);
        let line = format!("analyze - --time 600s --json --engine @engine {OPTIONS}");
        let words = folder.words(&line);
        let words: Vec<_> = words.iter().map(String::as_str).collect();
        let mut child = start(&words, Stdio::piped());
        let stdin = child.stdin.take().map(|mut stdin| {
            assert!(stdin.write_all(b"startpos\nstartpos\n").is_ok());
            stdin
        });
        wait_for_search(&folder);
        signal(&child, "-INT");
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        drop(stdin);
        assert_eq!(output.status.code(), Some(130));
        let told = "warning: interrupted at line 1; left: at least 1 line, from line 2 on\n";
        assert_eq!(stderr(&output), told);
        assert_eq!(stdout(&output).lines().count(), 1);
    }
}
