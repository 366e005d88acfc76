//! `show`, `why` and `export` as a user runs them, on files that the program saved.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::common::folder::Folder;
use crate::common::program::{object, run, start, stderr, stdout, text};
use crate::common::raw_tree::RawTree;
use serde_json::Value;

/// White to move; most moves lose nothing, g4 allows mate in 1.
const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

/// A folder with a tree in it; it goes when it is dropped.
struct Saved {
    folder: PathBuf,
    tree: String,
    /// What the analysis said.
    analysis: Value,
}

impl Saved {
    /// The tree of 5,000 nodes of a position: of the form that grows fast and proves soon.
    fn of(position: &[&str]) -> Saved {
        Saved::by("best-first:quiescence", position)
    }

    /// The tree that this searcher makes of a position with 5,000 nodes.
    fn by(searcher: &str, position: &[&str]) -> Saved {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("shans-inspect-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
        let tree = folder.join("game.tree").display().to_string();
        let options = ["--nodes", "5k", "--lines", "99", "--json", "--save", &tree];
        let by = ["analyze", "--searcher", searcher];
        let analysis = object(&text(&[&by[..], position, &options].concat()));
        Saved { folder, tree, analysis }
    }

    fn path(&self, name: &str) -> String {
        self.folder.join(name).display().to_string()
    }

    /// Runs a command on the tree: `why g4 --json`.
    fn run(&self, line: &str) -> Output {
        run(&self.words(line).iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The words of a command line, the tree behind the first.
    fn words(&self, line: &str) -> Vec<String> {
        let mut words: Vec<String> = line.split(' ').map(str::to_string).collect();
        words.insert(1, self.tree.clone());
        words
    }

    /// What a command prints that succeeds without a word on standard error.
    fn text(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{line}");
        stdout(&output)
    }

    /// The object that a command prints with `--json`.
    fn json(&self, line: &str) -> Value {
        let text = self.text(line);
        assert_eq!(text.lines().count(), 1, "{line}: {text}");
        object(&text)
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        // Whatever stays lies in the folder for such things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// The one line that a command ends with that is refused.
fn refused(output: &Output, code: i32) -> String {
    let message = stderr(output);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(message.starts_with("error: ") && message.lines().count() == 1, "{message}");
    assert_eq!(stdout(output), "");
    message
}

fn bytes(path: impl AsRef<Path>) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn show_tells_what_the_analysis_told() {
    for (searcher, effort) in [
        ("best-first", "effort: positions searched"),
        ("best-first:quiescence", "effort: tree nodes ever made"),
    ] {
        let saved = Saved::by(searcher, &["startpos", "--moves", "e4", "e5", "Nf3"]);
        show_tells_the_same(&saved);
        let text = saved.text("show --width 2");
        for part in
            ["Black to move", " with a value", "All scores are from Black's", "\n… and ", effort]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}

fn show_tells_the_same(saved: &Saved) {
    let analysis = &saved.analysis;
    let shown = saved.json("show --width 99 --depth 1 --json");
    assert_eq!(shown["fen"], analysis["fen"]);
    assert_eq!(shown["tree_nodes"], analysis["tree_nodes"]);
    for name in ["score", "own_chance_cp", "opponent_chance_cp"] {
        assert_eq!(shown[name], analysis[name], "{name}");
    }
    assert_eq!(shown["children"][0]["move"], analysis["best_move"]);
    assert_eq!(shown["moves_tried"], shown["children"].as_array().map_or(0, Vec::len));
    for place in [0, 1, 4] {
        let (child, line) = (&shown["children"][place], &analysis["lines"][place]);
        for name in
            ["move", "san", "score", "unsettled", "own_chance_cp", "tree_nodes", "effort", "proven"]
        {
            assert_eq!(child[name], line[name], "{name}");
        }
    }
}

#[test]
fn lines_are_followed_from_the_position_analysed() {
    let saved = Saved::of(&["startpos"]);
    let shown = saved.json("show e4 g8f6 --depth 1 --width 3 --json");
    assert_eq!(shown["moves"], serde_json::json!(["e2e4", "g8f6"]));
    assert!(shown["fen"].as_str().is_some_and(|fen| fen.contains("4P3/8/PPPP1PPP")), "{shown}");
    let why = saved.json("why e4 Nf6 a3 --json");
    assert_eq!((&why["moves"], &why["move"]), (&shown["moves"], &"a2a3".into()));
}

#[test]
fn why_tells_each_kind_of_move_apart() {
    let saved = Saved::of(&[FOOLS_MATE]);
    let shown = saved.json("show --width 1 --json");
    let best = shown["children"][0]["san"].as_str().unwrap_or_else(|| panic!("{shown}"));
    let preferred = saved.json(&format!("why --quick {best} --json"));
    assert_eq!(preferred["verdict"], "preferred");
    assert_eq!(preferred["candidate"]["score"], shown["score"]);
    let blunder = saved.json("why --quick g4 --json");
    assert_eq!(
        (&blunder["verdict"], &blunder["candidate"]["proven"]),
        (&"rejected".into(), &true.into())
    );
    assert_eq!(blunder["candidate"]["score"]["mate"], -1);
    let text = saved.text("why --quick g4");
    for part in [
        "g4 allows mate in 1: 2... Qh4#.",
        "g4: Black mates by force in 1; ",
        "cannot improve",
        "Qh4#",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let untried = saved.json("why --quick g4 Ke7 --json");
    assert_eq!((&untried["verdict"], &untried["candidate"]), (&"untried".into(), &Value::Null));
    assert_eq!(saved.text("why --quick --hint 3").trim(), format!("{best}."));
    assert!(saved.text("why --quick --hint 1").starts_with("Look at the "));
    let verified = saved.json("why --quick g4 --verify 1k --json");
    assert_eq!(verified["verified"]["holds"], true, "{verified}");
}

/// What the tree does not know is searched first; nothing of that is saved.
#[test]
fn why_searches_for_its_facts() {
    let folder = Folder::new();
    // Black's knight takes a queen that nothing protects.
    let hanging = "4k3/2n5/4p3/8/8/8/2Q5/4K3 w - - 0 1";
    folder.json(&format!("analyze {hanging} --nodes 2k --save @a.tree"));
    let before = folder.bytes("a.tree");
    let told = folder.json("why @a.tree Qe4 --nodes 5k");
    assert!(folder.bytes("a.tree") == before, "nothing is saved");
    assert!(told["candidate"]["effort"].as_u64().is_some_and(|nodes| nodes >= 5_000), "{told}");
    // Half of the nodes where the moves are far apart, and neither is a single leaf.
    let told = folder.json("why @a.tree Qf5 --nodes 8k");
    let effort = told["candidate"]["effort"].as_u64();
    assert!(effort.is_some_and(|nodes| (4_000..8_000).contains(&nodes)), "{told}");
    let hung = folder.json("why @a.tree Qxc7 --nodes 5k");
    assert_eq!(hung["verdict"], "preferred", "{hung}");
    // White is a queen and two pawns up, and wins without the knight, too.
    folder.json("analyze 4k3/2n5/4p3/8/8/8/2Q3PP/4K3 w - - 0 1 --nodes 2k --save @c.tree");
    let quiet = folder.json("why @c.tree Qc5 --nodes 5k");
    let (kind, text) = (&quiet["claim"]["kind"], &quiet["claim"]["text"]);
    assert_eq!((kind, text), (&"wins-too".into(), &"is winning, too".into()));
    let lost = folder.json("why @a.tree Qg6 --nodes 5k");
    assert!(lost["claim"]["nodes"].as_u64().is_some_and(|nodes| nodes >= 5_000), "{lost}");
    // With rooks that knight decides.
    folder.json("analyze 4k3/2n5/4p3/r7/8/8/2R5/4K3 w - - 0 1 --nodes 2k --save @b.tree");
    let missed = folder.json("why @b.tree Rc4 --nodes 5k");
    let (kind, text) = (&missed["claim"]["kind"], &missed["claim"]["text"]);
    assert_eq!(
        (kind, text),
        (&"misses-material".into(), &"misses a move that wins a piece".into())
    );
}

#[test]
fn a_line_that_leads_nowhere_is_bad_input() {
    let saved = Saved::of(&[FOOLS_MATE]);
    for (line, part) in [
        ("show e5", "\"e5\" is not legal"),
        ("show g4 Ke7", "Ke7 was never tried"),
        ("show g4 Qh4 a3", "checkmate, Black has won"),
        ("why g4 Qh4 a3", "checkmate, Black has won"),
        ("why Nf9", "\"Nf9\" is not written like a move"),
        ("why g4 Ke7 a3", "Ke7 was never tried"),
        ("export --format pgn e5", "\"e5\" is not legal"),
    ] {
        let message = refused(&saved.run(line), 2);
        assert!(message.contains(part), "{line}: {message}");
    }
    for line in ["export", "show --depth 0", "show --width 0", "export --format gif"] {
        assert_eq!(saved.run(line).status.code(), Some(2), "{line}");
    }
}

#[test]
fn a_bad_file_is_a_failure() {
    let saved = Saved::of(&["startpos"]);
    let whole = bytes(&saved.tree);
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    let files: [(&str, &[u8], &str); 5] = [
        ("empty", b"", "is not a tree file"),
        ("text", b"1. e4 e5", "is not a tree file"),
        ("game.pgn", b"1. e4 e5", "; shans game FILE.pgn --save FILE.tree makes a tree of a game"),
        ("cut", &whole[..whole.len() - 1], "is damaged"),
        ("flipped", &flipped, "its checksum is wrong"),
    ];
    for (name, content, _) in files {
        fs::write(saved.path(name), content).unwrap_or_else(|error| panic!("{error}"));
    }
    let missing = [("missing", "cannot read"), (".", "is not a regular file")];
    for (name, part) in files.map(|(name, _, part)| (name, part)).into_iter().chain(missing) {
        let path = saved.path(name);
        for words in
            [&["show", &path][..], &["why", &path, "e4"], &["export", &path, "--format", "dot"]]
        {
            let message = refused(&run(words), 1);
            assert!(message.contains(&path) && message.contains(part), "{message}");
            assert_eq!(message.matches("os error").count(), usize::from(part == "cannot read"));
        }
    }
}

#[test]
fn exports_are_no_larger_than_allowed() {
    let saved = Saved::of(&["startpos"]);
    let graph = saved.text("export --format dot --max-nodes 20");
    assert!(graph.starts_with("digraph shans {\n") && graph.ends_with("}\n"), "{graph}");
    assert_eq!(graph.matches(" -> ").count(), 19);
    let game = saved.text("export --format pgn --details --max-nodes 20");
    assert!(game.starts_with("[Event ") && game.ends_with(" *\n"), "{game}");
    let words: Vec<&str> = game.split_whitespace().collect();
    assert_eq!(words.join(" ").matches(" tree node").count(), 20);
    let json = saved.text("export --format json --max-nodes 20");
    let searched = Saved::by("best-first", &["startpos"]);
    let game = searched.text("export --format pgn --details --max-nodes 20");
    assert!(game.contains(" positions }") && !game.contains("tree node"), "{game}");
    let plain = searched.text("export --format pgn --max-nodes 20");
    assert!(!plain.contains("positions") && plain.contains("{ [%eval "), "{plain}");
    assert_eq!((json.matches("\"children\"").count(), json.lines().count()), (20, 1));
    assert_eq!(object(&json)["moves"], serde_json::json!([]));
}

#[test]
fn an_export_never_takes_the_place_of_the_tree() {
    let saved = Saved::of(&["startpos"]);
    let before = bytes(&saved.tree);
    let link = saved.path("link.tree");
    fs::hard_link(&saved.tree, &link).unwrap_or_else(|error| panic!("{error}"));
    let aliases = [saved.tree.clone(), saved.path("./game.tree"), link];
    for alias in &aliases {
        let message = refused(&saved.run(&format!("export --format pgn -o {alias}")), 2);
        assert!(message.contains("write to another file"), "{message}");
    }
    assert_eq!(bytes(&saved.tree), before);
    let nowhere = saved.path("no/game.pgn");
    refused(&saved.run(&format!("export --format pgn -o {nowhere}")), 1);
    let output = saved.path("game.pgn");
    fs::write(&output, "what was there").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(saved.text(&format!("export --format pgn -o {output} --force")), "");
    assert_eq!(bytes(&output), saved.text("export --format pgn").into_bytes());
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let saved = Saved::of(&["startpos"]);
    for line in
        ["show --depth 60 --width 99", "why --quick e4", "export --format json --max-nodes 1m"]
    {
        let words = saved.words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut child = start(&words, Stdio::null());
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), String::new()), "{line}");
    }
}

/// Writes the tree afresh with another fingerprint of the evaluation in its header.
fn with_another_evaluation(tree: &[u8]) -> Vec<u8> {
    let mut raw = RawTree::read(tree);
    raw.origin.evaluation ^= 1;
    raw.write()
}

#[test]
fn trees_of_another_evaluation_can_be_looked_into() {
    let saved = Saved::of(&[FOOLS_MATE]);
    let lines = ["show", "why --quick g4", "export --format pgn"];
    let before = lines.map(|line| saved.text(line));
    let changed = with_another_evaluation(&bytes(&saved.tree));
    fs::write(&saved.tree, changed).unwrap_or_else(|error| panic!("{error}"));
    let message = refused(&saved.run("resume --nodes 1k"), 1);
    assert!(message.contains("another evaluation") && message.contains("--force"), "{message}");
    assert_eq!(lines.map(|line| saved.text(line)), before);
}

#[test]
fn the_picture_of_a_tree_has_no_empty_place() {
    let saved = Saved::by("best-first", &[FOOLS_MATE]);
    let svg = text(&["show", &saved.tree, "--svg"]);
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).expect("has this number");
        rest.split('"').next().and_then(|text| text.parse().ok()).expect("is a number")
    };
    let first: Vec<&str> = svg
        .lines()
        .filter(|line| line.starts_with("<rect x") && number(line, "y") == 30.0)
        .collect();
    let width: f64 = first.iter().map(|line| number(line, "width")).sum();
    assert!((width - 1200.0).abs() < 5.0, "{width}: {first:?}");
    assert!(first.iter().any(|line| line.contains("url(#hatch)")), "{first:?}");
    assert!(svg.contains("Hatched: searched together"), "the picture says what that is");
}
