//! What is proven with moves left out is told with that condition, wherever it is told.

use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::program::{run, stdout, text};
use crate::explore::client::Explorer;
use crate::uci::dialogue::Engine;

/// Not won at all: Black answers Rd8 with the bishop or the knight.
const BACK_RANK: &str = "7k/6pp/5n2/b7/8/8/5PPP/3R2K1 w - - 0 1";
/// White has a mate in one, and moves that do not mate.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
const CONDITION: &str = "What is proven is proven without the moves that were left out.";

/// The tree of a win that there is only without two of Black's answers.
fn tree(folder: &Folder) -> String {
    let tree = folder.path("a.tree").display().to_string();
    let exclude = ["--exclude", "Rd8 Bxd8", "--exclude", "Rd8 Ng8"];
    let out =
        text(&[&["analyze", BACK_RANK, "--nodes", "20k", "--save", &tree], &exclude[..]].concat());
    assert!(out.contains("\nwithout    1. Rd8+ Bxd8, 1. Rd8+ Ng8\n"), "{out}");
    assert!(out.contains("\nscore      #2 for White, proven with moves left out\n"), "{out}");
    assert!(out.contains("proven: the result is certain with moves left out"), "{out}");
    tree
}

/// Every proof in an object says on which condition it holds, unless the game is over there.
fn says_so_everywhere(value: &Value) {
    match value {
        Value::Object(fields) => {
            let is_proof = fields.get("proven") == Some(&json!(true)) && !fields.contains_key("tb");
            let is_over = fields.get("ending").is_some_and(|ending| !ending.is_null());
            assert!(!is_proof || is_over || fields["conditional"] == true, "{value}");
            fields.values().for_each(says_so_everywhere);
        }
        Value::Array(values) => values.iter().for_each(says_so_everywhere),
        _ => {}
    }
}

fn object(arguments: &[&str]) -> Value {
    let object: Value = serde_json::from_str(&text(arguments)).expect("JSON");
    says_so_everywhere(&object);
    object
}

#[test]
fn every_command_that_reads_a_tree_says_so() {
    let folder = Folder::new();
    let tree = tree(&folder);
    let show = text(&["show", &tree]);
    assert!(show.contains("score      #2 for White, proven with moves left out"), "{show}");
    assert!(show.contains("without    1. Rd8+ Bxd8, 1. Rd8+ Ng8"), "{show}");
    for arguments in [&["show", &tree, "--tree"][..], &["show", &tree, "--svg"]] {
        assert!(text(arguments).contains(CONDITION), "{arguments:?}");
    }
    let why = text(&["why", "--quick", &tree, "Rd8"]);
    assert!(why.contains("White mates by force in 2 with moves left out"), "{why}");
    assert!(why.contains(CONDITION), "{why}");
    let other = text(&["why", "--quick", &tree, "Ra1"]);
    assert!(other.contains("Rd8+: #2 with moves left out."), "{other}");
    let verify = text(&["verify", &tree]);
    assert!(verify.contains(" nodes with moves left out\n"), "{verify}");
    let pgn = text(&["export", &tree, "--format", "pgn"]).replace('\n', " ");
    assert!(pgn.contains("1. Rd8+ { #1 with moves left out }"), "{pgn}");
    assert!(pgn.contains("2. Rxe8# 1-0"), "a game that is over needs no condition: {pgn}");
    let pgn = text(&["export", &tree, "--format", "pgn", "--details"]).replace('\n', " ");
    assert!(
        pgn.contains(CONDITION) && pgn.contains("{ #2 for White with moves left out,"),
        "{pgn}"
    );
    assert!(!pgn.contains("[%eval #"), "programs would take it for a mate: {pgn}");
    assert!(pgn.contains("Rxe8# { mate,"), "a game that is over needs no condition: {pgn}");
    assert!(text(&["export", &tree, "--format", "dot"]).contains(CONDITION));
    let left_out = json!([["d1d8", "a5d8"], ["d1d8", "f6g8"]]);
    for arguments in [&["show", &tree, "--json"][..], &["export", &tree, "--format", "json"]] {
        let object = object(arguments);
        assert_eq!((&object["left_out"], &object["conditional"]), (&left_out, &json!(true)));
    }
    assert_eq!(
        object(&["why", "--quick", &tree, "Rd8", "--json"])["candidate"]["conditional"],
        true
    );
    let verify = object(&["verify", &tree, "--json"]);
    assert_eq!((&verify["left_out"], &verify["conditional"]), (&left_out, &json!(true)));
}

#[test]
fn page_and_protocol_say_so() {
    let folder = Folder::new();
    let tree = tree(&folder);
    let explorer = Explorer::start(&folder, "@a.tree");
    let look = explorer.look("");
    says_so_everywhere(&look);
    assert_eq!(look["known_of_it"]["proven"], true);
    assert!(look["left_out"].as_str().is_some_and(|told| told.ends_with(CONDITION)), "{look}");
    let mut engine = Engine::small();
    engine.say(&format!("setoption name TreeFile value {tree}\nsetoption name Load Tree"));
    engine.say(&format!("position fen {BACK_RANK}"));
    let answer = engine.go("nodes 1000");
    assert_eq!(answer.info().score(), ("mate", 2));
    let told = answer.lines.iter().filter(|line| line.ends_with(CONDITION)).count();
    assert_eq!(told, 1, "{:?}", answer.lines);
}

#[test]
fn a_choice_of_moves_is_a_condition_for_every_searcher() {
    for searcher in ["best-first", "best-first:quiescence", "negamax"] {
        let given = ["analyze", MATE, "--only", "Ra8,Kg1", "--nodes", "2k", "--searcher", searcher];
        let out = text(&given);
        assert!(out.contains("score      #1 for White, proven with moves left out"), "{out}");
        assert!(out.contains("\nwithout    all but Ra8#, Kg1\n"), "{out}");
        let output = run(&[&given[..], &["--json"]].concat());
        let json: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
        assert_eq!((&json["proven"], &json["conditional"]), (&json!(true), &json!(true)));
        assert_eq!(json["only"], json!(["a1a8", "h1g1"]));
    }
    let out = text(&["analyze", MATE, "--exclude", "Ra2,Ra3", "--nodes", "2k"]);
    assert!(out.contains("\nwithout    Ra2, Ra3\n"), "{out}");
    let json = object(&["analyze", BACK_RANK, "--nodes", "1k", "--json"]);
    let none = json.as_object().expect("an object");
    assert!(!["left_out", "only", "conditional"].iter().any(|name| none.contains_key(*name)));
}
