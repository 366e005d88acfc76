//! Every object that the program prints is as `docs/json.schema.json` says, and `docs/json.md`
//! tells every field.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use crate::common::program::{object, start, stdout, text};
use serde_json::Value;

const SCHEMA: &str = include_str!("../docs/json.schema.json");
/// White to move; g4 allows mate in 1.
const FOOLS_MATE: &str = "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2";
const MATED: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
/// Other moves have better values than the answer for a while.
const UNSETTLED: &str = "8/2k2p2/3p4/pR4n1/8/6P1/1Kpq4/6N1 w - - 6 33";
/// Mates are found long before they are proven.
const SHARP: &str = "rq3k1r/p1p1b3/1N2b2p/5p2/8/6PP/P2BBP2/R3K2R w - - 2 20";
/// White to move; every move is worth a little.
const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/// The schema, for the keywords that it uses.
struct Schema(Value);

impl Schema {
    fn read() -> Schema {
        Schema(object(SCHEMA))
    }

    /// What is wrong with a value: its place, and the rule that it breaks.
    fn fault(&self, value: &Value, definition: &str) -> Option<String> {
        let rule = &self.0["$defs"][definition];
        assert!(rule.is_object(), "no definition {definition}");
        self.check(value, rule, "").err()
    }

    fn check(&self, value: &Value, rule: &Value, at: &str) -> Result<(), String> {
        let rules = rule.as_object().unwrap_or_else(|| panic!("no rule: {rule}"));
        for (keyword, argument) in rules {
            let holds = match keyword.as_str() {
                "description" => true,
                "$ref" => {
                    let name = argument.as_str().and_then(|path| path.strip_prefix("#/$defs/"));
                    let rule = &self.0["$defs"][name.unwrap_or_default()];
                    return self.check(value, rule, at);
                }
                "anyOf" => list(argument).iter().any(|rule| self.check(value, rule, at).is_ok()),
                "type" => match argument {
                    Value::Array(kinds) => kinds.iter().any(|kind| is_a(value, kind)),
                    kind => is_a(value, kind),
                },
                "enum" => list(argument).contains(value),
                "const" => value == argument,
                "minimum" => value.as_f64().is_none_or(|it| Some(it) >= argument.as_f64()),
                "maximum" => value.as_f64().is_none_or(|it| Some(it) <= argument.as_f64()),
                "required" => list(argument).iter().all(|name| has(value, name)),
                "items" => {
                    for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                        self.check(item, argument, &format!("{at}/{index}"))?;
                    }
                    true
                }
                "properties" => {
                    for (name, field) in value.as_object().into_iter().flatten() {
                        if let Some(rule) = argument.get(name) {
                            self.check(field, rule, &format!("{at}/{name}"))?;
                        }
                    }
                    true
                }
                "additionalProperties" => {
                    assert_eq!(argument, &Value::Bool(false));
                    let mut names = value.as_object().into_iter().flatten().map(|(name, _)| name);
                    names.all(|name| rules["properties"].get(name).is_some())
                }
                other => panic!("this test does not know the keyword {other}"),
            };
            if !holds {
                return Err(format!("{at}: {keyword} {argument}, but {value}"));
            }
        }
        Ok(())
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("no list: {value}"))
}

fn is_a(value: &Value, kind: &Value) -> bool {
    match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        Some("number") => value.is_number(),
        Some("integer") => value.is_i64() || value.is_u64(),
        _ => panic!("no type: {kind}"),
    }
}

fn has(value: &Value, name: &Value) -> bool {
    name.as_str().is_some_and(|name| value.get(name).is_some())
}

/// A folder with a tree of a position, which goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("shans-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{error}"));
        Folder(folder)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // Whatever stays lies in the folder for such things.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Asserts that a command prints an object as the definition says; returns it.
fn printed(definition: &str, arguments: &[&str]) -> Value {
    let found = object(&text(arguments));
    assert_eq!(Schema::read().fault(&found, definition), None, "{arguments:?}: {found}");
    check_win_draw_loss(&found);
    found
}

/// Asserts that the chances beside a score sum up and agree with it, wherever in an object.
fn check_win_draw_loss(value: &Value) {
    let known = value.get("known").filter(|known| known.is_object());
    if let (Some(wdl), Some(score)) = (value.get("wdl"), known.or(value.get("score"))) {
        let of = |name: &str| wdl[name].as_u64().unwrap_or_else(|| panic!("{value}"));
        let (win, draw, loss) = (of("win"), of("draw"), of("loss"));
        assert_eq!(win + draw + loss, 1000, "{value}");
        if let Some(is_won) = score["won"].as_bool() {
            assert_eq!(is_won, win > loss, "{value}");
        } else if let Some(cp) = score["cp"].as_i64() {
            let is_better = if cp > 0 { win >= loss } else { win <= loss };
            assert!(is_better && (cp != 0 || win == loss), "{value}");
        } else {
            let is_won = score["mate"].as_i64() > Some(0);
            assert_eq!((win, loss), if is_won { (1000, 0) } else { (0, 1000) }, "{value}");
        }
    }
    let fields = value.as_object().into_iter().flatten().map(|(_, field)| field);
    let items = value.as_array().into_iter().flatten();
    fields.chain(items).for_each(check_win_draw_loss);
}

/// The scores in an object, each with the `proven` beside it where there is one.
fn scores(value: &Value, found: &mut Vec<(Value, Option<bool>)>) {
    if let Some(score) = value.get("score") {
        found.push((score.clone(), value["proven"].as_bool()));
    }
    let fields = value.as_object().into_iter().flatten().map(|(_, field)| field);
    let items = value.as_array().into_iter().flatten();
    fields.chain(items).for_each(|inner| scores(inner, found));
}

#[test]
fn an_analysis_is_as_the_schema_says() {
    let positions = [FOOLS_MATE, MATED, UNSETTLED, SHARP, "startpos"];
    let searchers =
        ["best-first", "best-first:quiescence", "pvs", "pvs-classic", "alpha-beta", "negamax"];
    for (position, searcher) in
        positions.iter().flat_map(|position| searchers.map(|searcher| (position, searcher)))
    {
        for nodes in ["1", "3k"] {
            let options = ["--searcher", searcher, "--nodes", nodes, "--json", "--lines", "99"];
            let found = printed("analyze", &[&["analyze", position], &options[..]].concat());
            let mut all = Vec::new();
            scores(&found, &mut all);
            for (score, proven) in all {
                assert!(score.get("mate").is_none() || proven == Some(true), "{found}");
            }
            let keeps_chances = found.get("own_chance_cp").is_some();
            assert_eq!(keeps_chances, searcher.starts_with("best-first"), "{found}");
            assert_eq!(found["ending"].is_string(), *position == MATED, "{found}");
            let mut told = std::iter::once(&found).chain(list(&found["lines"]));
            assert!(
                told.all(|told| told["wdl"].is_object() != told["unsettled_by"].is_object()),
                "{found}"
            );
        }
    }
    let small = ["analyze", "startpos", "--nodes", "30k", "--tree-nodes", "300", "--json"];
    let freed = printed("analyze", &small);
    let lines = list(&freed["lines"]);
    let of = |line: &Value, name: &str| line[name].as_u64().unwrap_or_else(|| panic!("{line}"));
    assert!(lines.iter().all(|line| of(line, "tree_nodes") <= of(line, "effort")), "{freed}");
    assert!(lines.iter().any(|line| of(line, "tree_nodes") < of(line, "effort")), "{freed}");
}

/// A win in 4 that is seen before it is proven.
const SEEN: &str = "3r3k/p3NQbp/p1P4p/4p3/6P1/7P/PP2K1P1/8 w - - 0 1";

/// A win that is not proven is not a number: nobody adds it up with centipawns.
#[test]
fn a_win_that_is_not_proven_has_the_best_other_move_beside_it() {
    let mut seen = 0;
    for (searcher, nodes) in [("pvs", "20k"), ("best-first", "1k"), ("best-first", "50k")] {
        let options = ["--searcher", searcher, "--nodes", nodes, "--json", "--lines", "99"];
        let found = printed("analyze", &[&["analyze", SEEN], &options[..]].concat());
        let lines = list(&found["lines"]);
        let best = lines.iter().filter_map(|line| line["score"]["cp"].as_i64()).max();
        match found["score"]["won"].as_bool() {
            Some(_) => {
                assert_eq!(found["score"]["proven"], false, "{found}");
                assert!(found["score"].get("cp").is_none(), "{found}");
                assert_eq!(found["otherwise"]["score"]["cp"].as_i64(), best, "{found}");
                seen += usize::from(best.is_some());
            }
            None => assert!(found.get("otherwise").is_none(), "{found}"),
        }
    }
    assert!(seen > 0);
}

#[test]
fn an_answer_that_is_not_the_best_by_value_is_explained() {
    let pure = ["--searcher", "best-first:quiescence", "--lines", "99", "--nodes"];
    let arguments = [&["analyze", UNSETTLED], &pure[..]].concat();
    let mut seen = BTreeSet::new();
    for nodes in ["300", "1k", "1500", "2k", "3k", "5k"] {
        let found = printed("analyze", &[&arguments[..], &[nodes, "--json"]].concat());
        let lines = list(&found["lines"]);
        let cp = |line: &Value| line["score"]["cp"].as_i64();
        let is_behind =
            lines.iter().any(|line| cp(line).zip(cp(&lines[0])).is_some_and(|(a, b)| a > b));
        let reason = found["answer_reason"].as_str().unwrap_or_default();
        assert!(!is_behind || reason == "more-certain", "{found}");
        let told = text(&[&arguments[..], &[nodes]].concat());
        let is_clear = told.contains(", but a less certain one");
        let is_close = told.contains("is about as good (") && told.contains("), but less certain");
        assert_eq!(is_clear || is_close, reason == "more-certain", "{told}");
        let leads = lines.iter().filter_map(|line| Some(cp(line)? - cp(&lines[0])?));
        let lead = leads.max().unwrap_or_default();
        // Centipawns are rounded.
        assert!(!is_close || lead <= 15, "{told}");
        assert!(!is_clear || lead == 0 || lead >= 15, "{told}");
        seen.insert(reason.to_string());
    }
    assert!(seen.contains("best-value") && seen.contains("more-certain"), "{seen:?}");
}

#[test]
fn a_batch_is_as_the_schema_says() {
    let mut child = start(&["analyze", "-", "--nodes", "500", "--json"], Stdio::piped());
    let input = format!("{FOOLS_MATE} bm e4; id \"one\";\nnonsense\n{MATED}\n");
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    }
    let output = child.wait_with_output().unwrap_or_else(|error| panic!("{error}"));
    let objects: Vec<Value> = stdout(&output).lines().map(object).collect();
    let definitions = ["analyze", "bad_line", "analyze"];
    assert_eq!(objects.len(), definitions.len());
    for (found, definition) in objects.iter().zip(definitions) {
        assert_eq!(Schema::read().fault(found, definition), None, "{found}");
    }
}

#[test]
fn what_an_evaluation_consists_of_is_as_the_schema_says() {
    let ending = "7k/8/5K2/8/8/8/8/R7 b - - 0 1";
    for position in [FOOLS_MATE, MATED, UNSETTLED, ending, "startpos"] {
        for evaluation in ["network", "tables"] {
            let found = printed("eval", &["eval", position, "--evaluation", evaluation, "--json"]);
            assert_eq!(found["known"].is_null(), position != MATED && position != ending);
            if position != MATED {
                let parts = found["parts"].as_object().into_iter().flatten();
                let sum: i64 = parts.filter_map(|(_, cp)| cp.as_i64()).sum();
                assert_eq!(Some(sum), found["score"]["cp"].as_i64(), "{found}");
                assert!(list(&found["pieces"]).iter().any(|piece| piece["cp"].is_i64()), "{found}");
            }
        }
    }
}

#[test]
fn what_a_tree_tells_is_as_the_schema_says() {
    let folder = Folder::new("schema");
    for (index, position) in [FOOLS_MATE, SHARP, MATED].iter().enumerate() {
        let tree = folder.file(&format!("{index}.tree"));
        let pure = ["--searcher", "best-first:quiescence", "--nodes", "5k", "--json", "--save"];
        printed("analyze", &[&["analyze", position], &pure[..], &[&tree]].concat());
        printed("verify", &["verify", &tree, "--json"]);
        let merged = folder.file("merged.tree");
        printed("merge", &["merge", &tree, &tree, &tree, "-o", &merged, "--force", "--json"]);
        let shown = printed("show", &["show", &tree, "--depth", "3", "--width", "9", "--json"]);
        let exported = ["export", &tree, "--format", "json", "--max-nodes", "300"];
        assert_eq!(printed("show", &exported)["fen"], shown["fen"]);
        let mut all = Vec::new();
        scores(&shown, &mut all);
        let is_right = |(score, proven): &(Value, Option<bool>)| {
            score.get("mate").is_none() || *proven == Some(true)
        };
        assert!(all.iter().all(is_right), "{shown}");
        for child in list(&shown["children"]).iter().take(4) {
            let mv = child["move"].as_str().unwrap_or_else(|| panic!("{child}"));
            assert_eq!(child["pv"][0], mv, "the candidate comes first");
            printed("why", &["why", "--quick", &tree, mv, "--json"]);
        }
        if *position != MATED {
            printed("analyze", &["resume", &tree, "--nodes", "2k", "--json"]);
        }
    }
    let tree = folder.file("0.tree");
    assert!(object(&text(&["verify", &tree, "--json"])).get("unsettled_nodes").is_none());
    printed("why", &["why", "--quick", &tree, "g4", "--verify", "500", "--json"]);
    let untried = printed("why", &["why", "--quick", &tree, "g4", "Ke7", "--json"]);
    assert!(untried["waiting"].is_object(), "{untried}");
}

#[test]
fn what_is_judged_is_as_the_schema_says() {
    let claims =
        "legal g4, mate 1, attacks d8 h4, better d4 g4, cause d4 only-move, threatens Qh4+";
    let told = printed("check", &["check", FOOLS_MATE, claims, "--nodes", "3k", "--json"]);
    let verdicts = list(&told["claims"]).iter().map(|claim| claim["verdict"].as_str());
    let verdicts: Vec<&str> = verdicts.flatten().collect();
    assert_eq!(verdicts[..4], ["proven", "false", "proven", "holds"], "{told}");
    let said = text(&["check", FOOLS_MATE, "mate 1"]);
    assert_eq!(said, "mate 1: false, there is no mate in 1\n");
}

#[test]
fn what_a_searched_tree_tells_is_as_the_schema_says() {
    let folder = Folder::new("schema-searched");
    let options = ["--nodes", "20k", "--json", "--save"];
    for (index, position) in [MIDDLEGAME, FOOLS_MATE, SHARP, MATED].iter().enumerate() {
        let tree = folder.file(&format!("{index}.tree"));
        let found = printed("analyze", &[&["analyze", position][..], &options, &[&tree]].concat());
        assert!(found["depth"].is_null(), "{found}");
        let checked = printed("verify", &["verify", &tree, "--json"]);
        assert!(checked["unsettled_nodes"].is_u64(), "{checked}");
        let shown = printed("show", &["show", &tree, "--depth", "3", "--width", "9", "--json"]);
        assert_eq!(
            printed("show", &["export", &tree, "--format", "json"])["score"],
            shown["score"]
        );
        for child in list(&shown["children"]).iter().take(4) {
            let mv = child["move"].as_str().unwrap_or_else(|| panic!("{child}"));
            let told = printed("why", &["why", "--quick", &tree, mv, "--json"]);
            assert_eq!(told["candidate"]["score"], child["score"]);
        }
        if *position != MATED {
            printed("analyze", &["resume", &tree, "--nodes", "2k", "--json"]);
        }
    }
    let tree = folder.file("0.tree");
    let untried = printed("why", &["why", "--quick", &tree, "Kh1", "--verify", "2k", "--json"]);
    assert!(untried["waiting"].is_object() || untried["candidate"].is_object(), "{untried}");
}

#[test]
fn what_has_changed_is_as_the_schema_says() {
    let folder = Folder::new("schema-since");
    let mut changed = 0;
    for (index, position) in [MIDDLEGAME, FOOLS_MATE, SHARP].iter().enumerate() {
        let [older, tree] = ["older", "tree"].map(|name| folder.file(&format!("{index}.{name}")));
        text(&["analyze", position, "--nodes", "2k", "--save", &older]);
        text(&["resume", &older, "--nodes", "40k", "--save", &tree]);
        let found = printed("since", &["show", &tree, "--since", &older, "--json"]);
        changed += list(&found["values"]).len();
    }
    assert!(changed > 0);
}

#[test]
fn a_comparison_is_as_the_schema_says() {
    let folder = Folder::new("schema-compare");
    let suite = folder.file("suite.epd");
    let lines = format!(
        "{FOOLS_MATE} am g4; id \"one\";\n6k1/5ppp/8/8/8/8/8/R5K1 w - - dm 1;\nnonsense\n\
         {FOOLS_MATE} c0 \"e4=10, d4=8\";\n"
    );
    fs::write(&suite, lines).unwrap_or_else(|error| panic!("{error}"));
    let options = ["--nodes", "2k", "--searchers", "best-first,pvs", "--json"];
    let found = printed("compare", &[&["compare", &suite], &options[..]].concat());
    let mate = &found["results"][1]["answers"];
    // A searcher that prunes announces its mate, and solves the position; it proves nothing.
    for (index, proven) in [(0, true), (1, false)] {
        let answer = &mate[index];
        assert_eq!((&answer["announced_mate"], &answer["solved"]), (&1.into(), &true.into()));
        assert_eq!(answer["proven"], proven, "{answer}");
        assert_eq!(answer["score"].get("mate").is_some(), proven, "{answer}");
    }
    assert_eq!(list(&found["unusable"]).len(), 1);
    printed("compare", &["compare", &suite, "--nodes", "500", "--searchers", "pvs", "--json"]);
}

#[test]
fn games_are_as_the_schema_says() {
    let seats = "greedy,random,pvs,random";
    let options = ["--rules", "junqi", "--nodes", "50", "--json"];
    printed("play", &[&["lab", "play", "--seats", seats], &options[..]].concat());
}

#[test]
fn whole_games_are_as_the_schema_says() {
    let folder = Folder::new("schema-game");
    let file = folder.file("a.pgn");
    let fools = "1. f3 e5 2. g4 a6 3. a3 a5 4. a4 Qh4# 0-1\n";
    fs::write(&file, fools).unwrap_or_else(|error| panic!("{error}"));
    for searcher in ["best-first", "best-first:quiescence", "pvs"] {
        let options = ["--searcher", searcher, "--nodes", "3k", "--json"];
        let found = printed("game", &[&["game", &file], &options[..]].concat());
        assert_eq!(list(&found["positions"]).len(), 9, "{found}");
        assert!(!list(&found["chances"]).is_empty(), "{found}");
        let points = list(&found["turning_points"]);
        assert_eq!(points.iter().all(|point| list(&point["why"]).is_empty()), searcher == "pvs");
    }
}

#[test]
fn repertoires_are_as_the_schema_says() {
    let folder = Folder::new("schema-prepare");
    let (games, tree) = (folder.file("a.pgn"), folder.file("a.tree"));
    let text = "1. f3 e5 2. g4 Qh4# 0-1\n\n1. e4 e5 *\n";
    fs::write(&games, text).unwrap_or_else(|error| panic!("{error}"));
    let options = ["--side", "black", "--games", &games, "--nodes", "500", "--json"];
    let found = printed("prepare", &[&["prepare", &tree], &options[..]].concat());
    assert!(list(&found["positions"]).len() >= 5, "{found}");
    let own = ["--mine", &games, "--cover", "60%"];
    printed("prepare", &[&["prepare", &tree], &options[..], &own].concat());
    let wide = ["--width", "2", "--window", "1000"];
    let found = printed("prepare", &[&["prepare", &tree], &options[..], &wide].concat());
    let mut places = list(&found["positions"]).iter();
    assert!(places.any(|place| place["alternatives"].is_array()), "{found}");
    let more = ["--side", "black", "--games", &games, "--nodes", "2k", "--json", "--why-not"];
    let found = printed("prepare", &[&["prepare", &tree], &more[..]].concat());
    let errors = list(&found["positions"]).iter().flat_map(|place| list_or_none(&place["errors"]));
    assert!(errors.count() > 0, "{found}");
    printed("prepare_due", &["prepare", &tree, "--due", "--json"]);
}

/// The elements of a list; none where there is no list.
fn list_or_none(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[test]
fn profiles_are_as_the_schema_says() {
    let folder = Folder::new("schema-profile");
    let games = folder.file("a.pgn");
    let text = "[White \"Anna\"]\n[Black \"Bo\"]\n[Date \"2025.0@.01\"]\n[Result \"0-1\"]\n\n\
                1. e4 {[%clk 0:01:00]} e5 2. Qh5 Nc6 3. Qxe5+ {[%clk 0:00:50]} Nxe5 0-1\n\n";
    let text: String = (1..=3).map(|month| text.replace('@', &month.to_string())).collect();
    fs::write(&games, text).unwrap_or_else(|error| panic!("{error}"));
    let options = ["--player", "anna", "--nodes", "500", "--json"];
    let found = printed("profile", &[&["profile", &games], &options[..]].concat());
    assert_eq!((list(&found["months"]).len(), &found["games"]), (3, &3.into()), "{found}");
    assert!(!list(&found["costliest"]).is_empty(), "{found}");
}

#[test]
fn the_page_tells_every_field() {
    let page = include_str!("../docs/json.md");
    let told: BTreeSet<&str> = page.split('`').skip(1).step_by(2).collect();
    let schema = object(SCHEMA);
    let definitions = schema["$defs"].as_object().into_iter().flatten();
    let fields = definitions.flat_map(|(_, rule)| rule["properties"].as_object());
    let names: BTreeSet<&String> = fields.flatten().map(|(name, _)| name).collect();
    assert!(names.len() > 50, "{names:?}");
    for name in names {
        assert!(told.contains(name.as_str()), "docs/json.md does not tell {name}");
    }
}

#[test]
fn the_check_finds_faults() {
    let schema = Schema::read();
    let fault = |text: &str| schema.fault(&object(text), "bad_line");
    let good = r#"{"schema_version": 3, "program": "p", "line": 7, "error": "e"}"#;
    assert_eq!(fault(good), None);
    for (from, to) in [
        ("3,", "2,"),
        ("7", "0"),
        ("7", "1.5"),
        ("\"e\"", "null"),
        (", \"error\": \"e\"", ""),
        ("\"line\"", "\"lines\""),
        ("{", "{\"more\": 1, "),
    ] {
        assert!(fault(&good.replacen(from, to, 1)).is_some(), "{from} {to}");
    }
}
