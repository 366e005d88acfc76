//! What is reported of a tree whose leaves are searched: bounds as bounds, and depths.

use std::fs;
use std::path::PathBuf;

use crate::common::program::{object, text};
use serde_json::Value;
use shans::chess::Position;
use shans::game::{Game as _, Notation as _};
use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher as _};
use shans::tree::{NodeId, known_best_child, preferred_child};

/// White to move; every quiet move is worth a little.
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
/// White to move; g4 allows mate in 1.
const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/// Pieces hang on both sides.
const SHARP: &str = "r1bqk2r/ppp2ppp/2n2n2/2bpp1N1/2B1P3/2N5/PPPP1PPP/R1BQK2R w KQkq - 0 6";

/// A folder with a tree in it; it goes when it is dropped.
struct Saved {
    folder: PathBuf,
    tree: String,
    /// The analysis as text.
    report: String,
    /// What `show` says of all moves, two plies deep.
    shown: Value,
}

impl Saved {
    fn new(name: &str, position: &str) -> Saved {
        let folder = std::env::temp_dir().join(format!("shans-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
        let tree = folder.join("game.tree").display().to_string();
        let options =
            ["--searcher", "best-first:search", "--nodes", "20k", "--lines", "99", "--share", "0"];
        let report = text(&[&["analyze", position, "--save", &tree], &options[..]].concat());
        let all = ["show", &tree, "--depth", "2", "--width", "99", "--json"];
        let shown = object(&text(&all));
        Saved { folder, tree, report, shown }
    }

    fn text(&self, command: &str, words: &[&str]) -> String {
        text(&[&[command, &self.tree], words].concat())
    }

    /// The first move, or answer to one, with a bound like this; with the moves before it.
    fn bounded(&self, bound: &str) -> (Vec<String>, Value) {
        let of = |node: &Value| node["score"]["bound"] == bound;
        let san = |node: &Value| node["san"].as_str().unwrap_or_default().to_string();
        for child in list(&self.shown["children"]) {
            if of(child) {
                return (vec![san(child)], child.clone());
            }
            if let Some(answer) = list(&child["children"]).iter().find(|answer| of(answer)) {
                return (vec![san(child), san(answer)], answer.clone());
            }
        }
        panic!("no {bound} bound: {}", self.shown)
    }
}

impl Drop for Saved {
    fn drop(&mut self) {
        // Whatever stays lies in the folder for such things.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

/// `-0.57`, as the program prints it.
fn pawns(score: &Value) -> String {
    let cp = score["cp"].as_i64().unwrap_or_else(|| panic!("{score}"));
    let sign = ["-", "", "+"][(cp.signum() + 1) as usize];
    format!("{sign}{}.{:02}", cp.abs() / 100, cp.abs() % 100)
}

#[test]
fn text_has_bounds_and_depths() {
    let saved = Saved::new("searched-text", MIDDLEGAME);
    let depth = saved.shown["depth"].as_u64().unwrap_or_default();
    assert!(depth > 3, "{}", saved.shown);
    let shown = saved.text("show", &["--depth", "2", "--width", "99"]);
    for text in [&saved.report, &shown] {
        let head = text.lines().find(|line| line.starts_with("move ")).unwrap_or_default();
        let columns: Vec<_> = head.split_whitespace().collect();
        assert_eq!(columns, ["move", "score", "depth", "checked", "effort", "line"], "{text}");
        let told = match saved.shown["score"]["bound"].is_string() {
            true => format!("\nscore      searched to {depth} plies: no "),
            false => format!("\ndepth      {depth} plies along the best line\n"),
        };
        assert!(text.contains(&told), "{told}: {text}");
        let is_exact = saved.shown["score"].get("bound").is_none();
        assert_eq!(text.contains("\nexpected   "), is_exact, "{text}");
        assert!(text.contains("\n≤ at most, ≥ at least, "), "{text}");
        assert!(text.contains("depth: plies searched along the"), "{text}");
        assert!(!text.contains("tree nodes ever made"), "{text}");
    }
    for (bound, sign) in [("upper", "≤"), ("lower", "≥")] {
        let (path, node) = saved.bounded(bound);
        let mv = path.last().map_or("", String::as_str);
        let row = format!("{sign} {}", pawns(&node["score"]));
        let is_told = |line: &str| line.trim_start().starts_with(mv) && line.contains(&row);
        assert!(shown.lines().any(is_told), "{mv} {row}: {shown}");
    }
    assert!(saved.text("verify", &[]).contains(" bounds, "));
    let searched = saved.text("verify", &[]);
    assert!(searched.lines().any(|line| line.starts_with("searches   ")), "{searched}");
}

/// The moves of a line, played from a position: all legal, and no position comes back.
fn replayed(position: &str, line: &Value) -> usize {
    let (mut at, _) = <Position>::from_fen(position).unwrap_or_else(|error| panic!("{error}"));
    let mut seen = vec![at.key()];
    for mv in list(line) {
        let text = mv.as_str().unwrap_or_default();
        let mv = at.parse_move(text).unwrap_or_else(|| panic!("{text} in {line}"));
        at.play(mv);
        assert!(!seen.contains(&at.key()), "{text} in {line}");
        seen.push(at.key());
    }
    list(line).len()
}

/// The best line continues behind the tree, and a saved tree keeps it.
#[test]
fn the_best_line_is_long_and_kept() {
    for (name, position) in [("long-a", MIDDLEGAME), ("long-b", START), ("long-c", SHARP)] {
        let saved = Saved::new(name, position);
        let found = object(&saved.text("resume", &["--nodes", "60k", "--json"]));
        assert!(replayed(position, &found["pv"]) >= 6, "{found}");
        let again = object(&saved.text("show", &["--json"]));
        let kept = list(&again["pv"]);
        assert!(kept.len() >= 6 && list(&found["pv"]).starts_with(kept), "{found} {again}");
        let first = found["pv"][0].as_str().unwrap_or_default();
        assert_eq!(found["lines"][0]["pv"], found["pv"]);
        assert_eq!(again["children"][0]["pv"][0].as_str(), Some(first));
        list(&found["lines"]).iter().for_each(|line| _ = replayed(position, &line["pv"]));
    }
}

/// No line continues with a move that is only known to be no better than some value: of those the
/// first is the one that nobody cared to refute more clearly.
#[test]
fn a_line_ends_where_nothing_is_known_to_be_best() {
    let (model, room) = (ChanceModel::searching(), MemoryLimits::new(64 << 20));
    let mut search = BestFirst::new(Root::new(<Position>::default()), model, room);
    let mut ends = 0;
    for nodes in (10_000..=300_000).step_by(10_000) {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        search.search(&limits, &mut |_| {});
        ends += nodes_without_opinion(&search);
    }
    assert!(ends > 0);
}

/// In how many nodes of a tree no move is known to be the best one. Everywhere else it is the best of
/// those whose values their mover reaches.
fn nodes_without_opinion(search: &BestFirst<Position>) -> usize {
    let (tree, rules) = (search.tree(), search.rules());
    let mut ends = 0;
    let mut waiting = vec![tree.root()];
    while let Some(id) = waiting.pop() {
        waiting.extend(tree.children(id).map(|(_, child, _)| child));
        let Some(mover) = tree.node(id).turn().player() else { continue };
        let is_reached = |child: &NodeId| {
            let bound = tree.bound(*child);
            bound.limits(mover.opponent())
        };
        let own = |child: NodeId| tree.node(child).value.one_ply_up().for_player(mover);
        let reached = tree.children(id).map(|(_, child, _)| child).filter(is_reached);
        let most = reached.map(own).max_by(f32::total_cmp);
        let known = known_best_child(tree, id, rules);
        assert_eq!(known.map(own), most);
        assert!(known.is_none_or(|known| is_reached(&known)));
        ends += usize::from(known.is_none() && preferred_child(tree, id, rules).is_some());
    }
    ends
}

#[test]
fn effort_is_work_and_nodes_are_counted() {
    let saved = Saved::new("searched-effort", MIDDLEGAME);
    let statistics = object(&saved.text("verify", &["--json"]));
    assert_eq!(saved.shown["tree_nodes"], statistics["tree_nodes"]);
    let searches = &statistics["searches"];
    let sum = ["exact_nodes", "bound_nodes", "open_nodes"].map(|name| searches[name].as_u64());
    let sum = sum.into_iter().flatten().sum::<u64>();
    assert_eq!(Some(sum), statistics["tree_nodes"].as_u64(), "{statistics}");
    let of = |node: &Value, name: &str| node[name].as_u64().unwrap_or_else(|| panic!("{node}"));
    assert!(of(&saved.shown, "effort") > of(&saved.shown, "tree_nodes"), "{}", saved.shown);
    let children = list(&saved.shown["children"]);
    let nodes: u64 = children.iter().map(|child| of(child, "tree_nodes")).sum();
    assert_eq!(nodes + 1, of(&saved.shown, "tree_nodes"));
    // A line is as deep as its moves and the search at its end.
    assert_eq!(children[0]["depth"], saved.shown["depth"]);
    assert!(children.iter().all(|child| of(child, "depth") >= list(&child["pv"]).len() as u64));
}

#[test]
fn a_refuted_move_is_told_with_what_refutes_it() {
    let saved = Saved::new("searched-why", MIDDLEGAME);
    let (path, node) = saved.bounded("upper");
    let words: Vec<&str> = path.iter().map(String::as_str).collect();
    let told = saved.text("why", &words);
    let json = object(&saved.text("why", &[&words[..], &["--json"]].concat()));
    assert_eq!(json["candidate"]["score"], json["refutation"][0]["score"]);
    let (depth, score) = (&json["candidate"]["depth"], pawns(&json["candidate"]["score"]));
    let bound = format!("searched to {depth} plies it is no better than {score}");
    assert!(told.contains(&bound), "{bound}: {told}");
    let (plies, deepest) = (&json["search"]["plies"], &json["search"]["deepest"]);
    let found = format!(" White found nothing better in {plies} plies.\n");
    assert!(words.len() > 1 || told.contains(&found), "{told}");
    if let Some(reply) = json["search"]["reply"]["san"].as_str() {
        assert!(told.contains(&format!("{reply} White found nothing better")), "{told}");
    }
    assert!(deepest.as_u64() >= node["depth"].as_u64(), "{json}");
    let others = list(&saved.shown["children"]);
    let behind = others.iter().filter_map(|child| {
        let san = child["san"].as_str()?;
        let json = object(&saved.text("why", &[san, "--json"]));
        let behind = json["search"]["plies_behind"].as_f64()?;
        let is_first = json["chance"]["greater"] == 0;
        assert!(!is_first || behind == 0.0, "{json}");
        Some((san.to_string(), is_first))
    });
    let behind: Vec<_> = behind.collect();
    assert!(behind.iter().any(|(_, is_first)| *is_first), "{behind:?}");
    let late = behind.iter().rfind(|(_, is_first)| !is_first).map_or("", |(san, _)| san);
    let told = saved.text("why", &[late]);
    assert!(told.contains("\nIt was never searched deeper than "), "{told}");
    assert!(!told.contains("tree node") && !told.contains("<- greatest loss"), "{told}");
}

#[test]
fn the_preferred_move_and_moves_that_wait_are_told() {
    let saved = Saved::new("searched-waiting", MIDDLEGAME);
    let children = list(&saved.shown["children"]);
    let best = children[0]["san"].as_str().unwrap_or_default();
    let told = saved.text("why", &[best, "--verify", "2k"]);
    assert!(told.contains(&format!("{best} is the preferred move: ")), "{told}");
    assert!(told.contains(" positions were searched for it, "), "{told}");
    assert!(told.contains("\nSearched afresh, at most 2,000 nodes each:\n"), "{told}");
    // A leaf: its moves wait, and the tree has no opinion on any.
    let leaf = children.iter().find(|child| child["moves_tried"] == 0);
    let leaf = leaf.and_then(|leaf| leaf["san"].as_str()).unwrap_or_else(|| panic!("no leaf"));
    let shown = object(&saved.text("show", &[leaf, "--json"]));
    let next = shown["next_untried"]["san"].as_str().unwrap_or_else(|| panic!("{shown}"));
    let json = object(&saved.text("why", &[leaf, "--json"]));
    assert!(json["chance"]["untried"].is_null(), "a search has looked at all moves: {json}");
    let told = saved.text("why", &[leaf, next]);
    assert!(told.contains(&format!("{next} was never tried. It is number 1 of ")), "{told}");
    assert!(told.contains("the position was searched as a whole, "), "{told}");
    assert!(!told.contains("first sight"), "{told}");
}

#[test]
fn exports_have_bounds_and_depths() {
    let saved = Saved::new("searched-export", FOOLS_MATE);
    let dot = saved.text("export", &["--format", "dot", "--max-nodes", "40"]);
    assert!(dot.contains("\\n≤ ") && dot.contains("\\ndepth "), "{dot}");
    let pgn = saved.text("export", &["--format", "pgn", "--max-nodes", "200"]);
    let pgn = pgn.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(pgn.is_ascii() && pgn.contains(" plies, ") && pgn.contains(" positions }"), "{pgn}");
    assert!(pgn.contains(" plies: no better than ") && !pgn.contains("tree node"), "{pgn}");
    for comment in pgn.split(" { ").skip(1).filter_map(|rest| rest.split_once(" }")) {
        let has_eval = comment.0.contains("[%eval ");
        let is_bound = ["no better", "no worse", "about"].iter().any(|it| comment.0.contains(it));
        assert!(!(has_eval && is_bound), "{comment:?}");
    }
}

#[test]
fn a_step_to_a_move_that_was_never_tried_leaves_a_right_tree() {
    let saved = Saved::new("searched-step", MIDDLEGAME);
    let children = list(&saved.shown["children"]);
    let leaf = children.iter().find(|child| child["moves_tried"] == 0);
    let leaf = leaf.and_then(|leaf| leaf["san"].as_str()).unwrap_or_else(|| panic!("no leaf"));
    let resumed = ["--moves", &format!("{leaf} Kh8 Kh1"), "--nodes", "2k", "--json"];
    let found = object(&saved.text("resume", &resumed));
    assert!(found["depth"].is_u64(), "{found}");
    assert_eq!(object(&saved.text("verify", &["--json"]))["plies_from_top"], 3);
    let back = object(&saved.text("resume", &["--back", "3", "--nodes", "2k", "--json"]));
    assert_eq!(back["fen"], saved.shown["fen"]);
    saved.text("verify", &[]);
}

#[test]
fn a_mate_is_no_bound() {
    let mate = ["analyze", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "--lines", "1", "--json"];
    let found = object(&text(&[&mate[..], &["--searcher", "best-first:search"]].concat()));
    assert_eq!(found["score"], serde_json::json!({"mate": 1}));
    assert_eq!((&found["depth"], &found["lines"][0]["depth"]), (&1.into(), &1.into()));
}

#[test]
fn without_room_for_moves_the_answer_comes_from_one_search() {
    let options = ["--searcher", "best-first:search", "--nodes", "3k", "--tree-nodes", "2"];
    let found = object(&text(&[&["analyze", MIDDLEGAME, "--json"], &options[..]].concat()));
    assert_eq!(found["answer_reason"], "best-value", "{found}");
    assert!(found["depth"].as_u64().is_some_and(|depth| depth > 1), "{found}");
    assert_eq!(found["lines"][0]["depth"], found["depth"]);
}
