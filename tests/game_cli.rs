//! `shans game`: what it reads and writes, and how it goes on with a tree.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::program::{object, run, start, stderr, stdout, text};

/// Black loses a piece, takes no revenge, and is mated. With clocks, comments, a variation and marks.
pub const GAME: &str = "[Event \"Test\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n\
    {An old opening} 1. e4 {[%clk 0:05:00]} e5 { [%eval 0.5] mine [%clk 0:04:58] } 2. Qh5 $5 Nc6 (2... Qe7 {safe} 3. Nc3) \
    3. Bc4 Nf6?? ; oh\n4. Qxf7# 1-0\n";

/// The objects that a run prints.
pub fn objects(arguments: &[&str]) -> Vec<Value> {
    text(arguments).lines().map(object).collect()
}

#[test]
fn a_game_without_annotations_is_the_same_game() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let all = "evals,marks,lines,arrows,reasons";
    let printed = text(&["game", &game, "--nodes", "500", "--pgn", "-", "--without", all]);
    assert_eq!(printed, GAME);
    let chess960 = "[Variant \"Chess960\"]\r\n[FEN \"bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w KQkq - 0 1\"]\r\n\r\n1. Ng3 \
                    {a\r\nb} Ng6 *\r\n";
    for (written, plies) in [
        (chess960.as_bytes(), 2),
        (b"[White \"M\xfcller\"]\n\n1. e4 {gr\xfcn} e5 *", 2),
        ("\u{feff}1. e4\u{a0}e5 2. Nf3 $14\n\n".as_bytes(), 3),
        (b"[A \"b\"]\r[B \"c \"d\" e\"]\r\r1. e4 e5 *\r", 2),
        (b"[White \"nobody\"]\n\n*\n", 0),
    ] {
        let path = folder.name("b.pgn");
        fs::write(&path, written).expect("a file");
        let arguments = ["game", &path, "--nodes", "200", "--pgn", "-", "--without", all];
        assert!(run(&arguments).stdout == written, "{}", String::from_utf8_lossy(written));
        let told = &objects(&["game", &path, "--nodes", "200", "--json"])[0];
        assert_eq!(told["positions"].as_array().map(Vec::len), Some(plies + 1), "{told}");
    }
    fs::write(folder.name("b.pgn"), b"[White \"M\xfcller\"]\n\n*").expect("a file");
    let told = &objects(&["game", &folder.name("b.pgn"), "--nodes", "200", "--json"])[0];
    assert_eq!(told["white"], "Müller");
}

#[test]
fn tables_that_cannot_be_used_are_named_once() {
    let folder = Folder::new();
    let games = folder.with("a.pgn", &format!("{GAME}\n1. d4 *\n"));
    let (none, tree) = (folder.name("none"), folder.name("a.tree"));
    let arguments = ["game", &games, "--nodes", "100", "--save", &tree, "--syzygy", &none];
    for _ in 0..2 {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stderr(&output).matches("no tables from ").count(), 1, "{}", stderr(&output));
    }
}

#[test]
fn annotations_are_put_in_and_nothing_else_changes() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let printed = text(&["game", &game, "--nodes", "5k", "--pgn", "-"]);
    for kept in [
        "[White \"Anna\"]",
        "{An old opening} 1. e4",
        "[%clk 0:05:00]}",
        "mine [%clk 0:04:58] }",
        "2. Qh5 $5",
        "(2... Qe7 {safe} 3. Nc3)",
        "3. Bc4",
        "Nf6??",
        "; oh\n",
        "4. Qxf7# 1-0\n",
    ] {
        assert!(printed.contains(kept), "{kept}: {printed}");
    }
    assert!(!printed.contains("[%eval 0.5]"), "the old one is replaced: {printed}");
    // Of six moves; the last position is mate.
    assert_eq!(printed.matches("[%eval ").count(), 6, "{printed}");
    assert!(printed.contains("[%eval #1]"), "{printed}");
    assert!(!printed.contains("Nf6?? $4"), "it is marked already: {printed}");
    assert!(printed.contains("; oh\n( 3... "), "{printed}");
    assert!(printed.contains("[%csl Rf6] [%cal G"), "{printed}");
    // Somebody has said something of it.
    assert!(!printed.contains("allows mate"), "{printed}");
}

#[test]
fn reasons_are_put_in_once_where_nobody_has_commented() {
    let folder = Folder::new();
    let annotated = |text: &str| {
        let game = folder.with("a.pgn", text);
        self::text(&["game", &game, "--nodes", "5k", "--pgn", "-"])
    };
    let once = annotated("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 {[%clk 0:04:58]} 4. Qxf7# *\n\n");
    let words = once.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("Nf6 allows mate in 1") && words.contains("[%clk 0:04:58]"), "{once}");
    assert!(!words.contains("the only good move"), "a mate needs no reason: {once}");
    assert_eq!(annotated(&once), once);
}

#[test]
fn marks_and_tags_of_the_file_are_told_beside_what_was_found() {
    let folder = Folder::new();
    let tagged = GAME.replacen("[White", "[Date \"????.??.??\"]\n[White", 1);
    let words = "1. e4 e5 2. Qh5!? $3 Nc6 $14 3. Bc4 d6 ?? 4. Qxf7# *";
    for (text, own) in [
        (tagged, [None, None, Some("!?"), None, None, Some("??"), None]),
        (words.to_string(), [None, None, Some("!?"), None, None, Some("??"), None]),
    ] {
        let game = folder.with("a.pgn", &text);
        let told = &objects(&["game", &game, "--nodes", "2k", "--json"])[0];
        let played = told["positions"].as_array().expect("positions");
        let found = played.iter().filter_map(|position| position.get("played"));
        assert_eq!(found.map(|played| played["own_mark"].as_str()).collect::<Vec<_>>(), own);
        assert_eq!(played[5]["played"]["mark"], "blunder");
        let why = played[5]["played"]["why"][0].as_str().unwrap_or_default();
        assert!(why.contains(" allows mate in 1"), "{why}");
        assert_eq!(played[6]["played"].get("why"), None, "a mate needs no reason");
        let event = text.contains("Test").then_some("Test");
        assert_eq!((told["event"].as_str(), told.get("date")), (event, None));
    }
}

#[test]
fn broken_games_are_analysed_as_far_as_they_go() {
    let folder = Folder::new();
    let text = format!("{GAME}\n[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n");
    let games = folder.with("a.pgn", &text);
    let output = run(&["game", &games, "--nodes", "300", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("a.pgn, line 11, column 13: \"Ke3\" is not legal"), "{told}");
    let plies: Vec<usize> = stdout(&output)
        .lines()
        .map(|line| object(line)["positions"].as_array().map_or(0, |all| all.len()))
        .collect();
    assert_eq!(plies, [8, 3]);
    for (content, why) in [("", "holds no game"), ("[FEN \"x\"]\n\n1. e4", "line 1, column 1")] {
        let path = folder.with("b.pgn", content);
        let output = run(&["game", &path]);
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
    // A text that is no game gets no report.
    let path = folder.with("notes.txt", "Remember the milk.\n");
    let output = run(&["game", &path]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    assert!(
        stderr(&output).contains("\"Remember\" is not written like a move"),
        "{}",
        stderr(&output)
    );
    let output = run(&["explore", &path]);
    let told = "notes.txt is not a tree file, nor a file of games named .pgn\n";
    assert!(stderr(&output).ends_with(told), "{}", stderr(&output));
    // What cannot be read stays in the file.
    let text =
        "[White \"A\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. d4 *\n\n[FEN \"y\"]\n\n*\n";
    let path = folder.with("c.pgn", text);
    let without = ["--nodes", "100", "--pgn", "-", "--without", "evals,marks,lines,arrows,reasons"];
    let output = run(&[&["game", &path][..], &without].concat());
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), text));
    let output = run(&[&["game", &path, "--game", "3"][..], &without].concat());
    assert_eq!(stdout(&output), "1. d4 *\n\n");
    let second = objects(&["game", &games, "--game", "1", "--nodes", "300", "--json"]);
    assert_eq!(second.len(), 1);
    let output = run(&["game", &games, "--game", "9"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.ends_with("a.pgn has no game 9: it has 2 games\n"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_tree_is_not_read_as_games() {
    let folder = Folder::new();
    let [tree, new] = ["a.tree", "new.tree"].map(|name| folder.name(name));
    text(&["analyze", "startpos", "--nodes", "1k", "--save", &tree]);
    for arguments in [
        &["game", &tree][..],
        &["import", &tree, &tree],
        &["prepare", &new, "--side", "white", "--games", &tree],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        let message = stderr(&output);
        assert!(message.contains("is a saved tree, and no file of games"), "{message}");
    }
}

#[test]
fn utf16_is_refused_by_name() {
    let folder = Folder::new();
    for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
        let path = folder.name("wide.pgn");
        fs::write(&path, [&mark[..], b"1\0.\0 \0e\x004\0"].concat()).expect("a file");
        let output = run(&["game", &path, "--nodes", "1k"]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        assert!(stderr(&output).contains("wide.pgn is in UTF-16"), "{}", stderr(&output));
    }
}

#[test]
fn options_of_a_tree_are_refused_without_one() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    for (option, value) in [("--rounds", "3"), ("--save", "a.tree")] {
        let output = run(&["game", &game, "--nodes", "1k", "--searcher", "pvs", option, value]);
        assert_eq!(output.status.code(), Some(2));
        let told = format!("pvs keeps no tree; remove {option}");
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    }
}

#[test]
fn a_tree_is_gone_on_with_after_a_kill() {
    for searcher in ["best-first", "best-first:quiescence"] {
        goes_on_after_a_kill(searcher);
    }
}

fn goes_on_after_a_kill(searcher: &str) {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let [whole, killed] = ["whole.tree", "killed.tree"].map(|name| folder.name(name));
    let command = |tree: &str| {
        [
            "game",
            &game,
            "--nodes",
            "20k",
            "--searcher",
            searcher,
            "--save",
            tree,
            "--checkpoint",
            "20ms",
            "--json",
            "--quiet",
        ]
        .map(str::to_string)
    };
    let arguments = |tree: &str| command(tree).to_vec();
    let refs = |all: &[String]| all.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
    let split = |all: &str| all.split('\n').map(str::to_string).collect::<Vec<_>>();
    let of = |tree: &str| split(&refs(&arguments(tree)));
    let run_all = |tree: &str| {
        let all = of(tree);
        objects(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let expected = run_all(&whole);
    let all = of(&killed);
    let mut child =
        start(&all.iter().map(String::as_str).collect::<Vec<_>>(), std::process::Stdio::null());
    while !Path::new(&killed).exists() && child.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::yield_now();
    }
    child.kill().expect("a child");
    let _ = child.wait();
    assert!(PathBuf::from(&killed).exists());
    let told = run_all(&killed);
    // A search of a leaf that was cut is not taken up again in its middle: its tree may be another one.
    if searcher == "best-first:quiescence" {
        assert_eq!(told[0]["positions"], expected[0]["positions"]);
        assert_eq!(told[0]["nodes"], expected[0]["nodes"]);
    }
    assert_eq!((&expected[0]["complete"], &told[0]["complete"]), (&true.into(), &true.into()));
    // What is done is reported again, and nothing is searched.
    let again = run_all(&killed);
    assert_eq!(
        (&again[0]["positions"], &again[0]["nodes"]),
        (&told[0]["positions"], &told[0]["nodes"])
    );
    let other = folder.with("b.pgn", "1. e4 *");
    let output =
        run(&["game", &other, "--nodes", "20k", "--searcher", searcher, "--save", &killed]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("not of this game"), "{}", stderr(&output));
}

#[test]
fn every_searcher_can_look_at_games() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    for searcher in ["pvs", "pvs-classic", "negamax", "best-first:quiescence"] {
        let told = objects(&["game", &game, "--nodes", "2k", "--searcher", searcher, "--json"]);
        assert_eq!(told[0]["positions"].as_array().map(Vec::len), Some(8), "{searcher}");
        assert_eq!(told[0]["complete"], true);
    }
    let output = run(&["game", &game, "--searcher", "pvs", "--save", &folder.name("x.tree")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("pvs keeps no tree; remove --save"), "{}", stderr(&output));
}

#[test]
fn files_are_written_and_not_replaced_without_force() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let [svg, html, pgn] = ["a.svg", "a.html", "b.pgn"].map(|name| folder.name(name));
    let arguments =
        ["game", &game, "--nodes", "1k", "--svg", &svg, "--html", &html, "--pgn", &pgn, "--json"];
    text(&arguments);
    assert!(folder.read("a.svg").starts_with("<svg xmlns="));
    assert!(folder.read("a.html").contains("<title>Anna \u{2013} Bert, Test</title>"));
    assert!(folder.read("b.pgn").contains("[%eval"));
    for (option, path) in [("--svg", &svg), ("--html", &html), ("--pgn", &pgn)] {
        let again = ["game", &game, "--nodes", "100", option, path];
        assert_eq!(run(&again).status.code(), Some(2), "{option}");
        text(&[&again[..], &["--force"]].concat());
    }
    let output = run(&["game", &game, "--nodes", "1k", "--pgn", &game, "--force"]);
    assert_eq!(output.status.code(), Some(2), "the game itself stays");
    let new = folder.name("new");
    let refused = |options: &[&str], why: &str| {
        // Before anything is searched: that would take longer than the test.
        let output = run(&[&["game", &game, "--nodes", "1g"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(why), "{options:?}: {}", stderr(&output));
    };
    refused(&["--svg", &svg], "already exists");
    refused(&["--pgn", &new, "--html", &new], "in another role");
    refused(&["--save", &new, "--svg", &new], "in another role");
    let page = folder.name("page.html");
    refused(&["-o", &page], "a page is written with --html ");
    refused(&["--json", "-o", "-"], "--json and -o - both write to standard output");
    let two = folder.with("two.pgn", &format!("{GAME}\n\n{GAME}"));
    let output = run(&["game", &two, "--nodes", "1g", "--svg", "-"]);
    assert!(stderr(&output).contains("is for a single game"), "{}", stderr(&output));
    text(&["game", &two, "--nodes", "100", "--html", &html, "--force"]);
    assert!(folder.read("a-2.html").contains("<title>Anna"), "each game has a page");
    text(&["game", &two, "--nodes", "100", "--game", "2", "--html", &folder.name("b.html")]);
    assert!(folder.read("b.html").contains("<title>Anna"), "a single one has that of the name");
    refused(&["--html", &html, "--searcher", "pvs"], "already exists");
    refused(&["--html", &page, "--searcher", "pvs"], "pvs keeps no tree; remove --html");
    let curve = text(&["game", &game, "--nodes", "100", "--svg", "-"]);
    assert!(curve.starts_with("<svg") && curve.ends_with("</svg>\n"), "{curve}");
    assert_eq!(folder.read("a.pgn"), GAME);
}
