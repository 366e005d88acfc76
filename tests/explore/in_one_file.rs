//! `export --format html`: the page with a tree in one file.

use std::collections::HashMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::client::Explorer;
use crate::common::folder::Folder;
use crate::common::program::stderr;

/// What other people may have written.
const HOSTILE: &str = "</script><script>alert(1)</script> \" ' \u{2028} <!-- & \\";
const QUICK: &str = "--searcher best-first:quiescence --memory 32MiB";

/// The text between two others.
fn between<'t>(text: &'t str, before: &str, behind: &str) -> &'t str {
    let rest = text.split_once(before).map_or("", |(_, rest)| rest);
    rest.split_once(behind).map_or("", |(inner, _)| inner)
}

/// The page of a tree, and what is said on the terminal.
fn exported(folder: &Folder, line: &str) -> (String, String) {
    let output = folder.run(&format!("export {line} --format html -o @page.html --force"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    (folder.read("page.html"), stderr(&output))
}

/// What a page holds.
fn content(page: &str) -> Value {
    let packed = BASE64.decode(between(page, "id=\"tree-data\">", "</script>")).expect("base64");
    let json = miniz_oxide::inflate::decompress_to_vec_zlib(&packed).expect("packed data");
    serde_json::from_slice(&json).expect("JSON")
}

fn admitted(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
}

/// The moves to each row, as addresses of the program name them.
fn addresses(rows: &[Value]) -> Vec<String> {
    let mut addresses: Vec<String> = vec![String::new()];
    for row in &rows[1..] {
        let above = &addresses[row["parent"].as_u64().expect("a row before it") as usize];
        let mv = row["move"].as_str().expect("a move");
        let dot = if above.is_empty() { "" } else { "." };
        addresses.push(format!("{above}{dot}{mv}"));
    }
    addresses
}

#[test]
fn the_words_of_others_stay_words() {
    let folder = Folder::new();
    let game = "[White \"</title><script>fooled</script>\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n";
    folder.write("game.pgn", game);
    folder.run(
        "game @game.pgn --nodes 2k --save @game.tree --quiet --searcher best-first:quiescence",
    );
    let explorer = Explorer::start(&folder, "@game.tree");
    let said = json!({ "moves": ["e2e4"], "text": HOSTILE }).to_string();
    assert_eq!(explorer.post("comment", &said).status, 200);
    assert_eq!(explorer.post("save", "").status, 200);
    explorer.end();
    let (page, _) = exported(&folder, "@game.tree");
    assert!(!page.contains("alert(") && !page.contains("<!--") && !page.contains('\u{2028}'));
    assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (2, 2));
    assert!(page.contains("<title>&lt;/title&gt;&lt;script&gt;"), "{}", &page[..500]);
    let content = content(&page);
    let row =
        content["rows"].as_array().and_then(|rows| rows.iter().find(|row| row["move"] == "e2e4"));
    assert_eq!(row.map(|row| &row["comment"]), Some(&HOSTILE.into()));
    assert_eq!(content["notation"]["moves"][0]["said"], HOSTILE);
    assert_eq!(content["curve"][0], json!(["e2e4", "e7e5", "g1f3"]));
    assert!(content["curve"][1]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn a_page_admits_its_own_script_and_style_and_loads_nothing() {
    let folder = Folder::new();
    folder.json(&format!("analyze startpos --nodes 2k --save @a.tree {QUICK}"));
    let (page, _) = exported(&folder, "@a.tree");
    let rules = between(&page, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let (script, style) =
        (between(&page, "<script>", "</script>"), between(&page, "<style>", "</style>"));
    assert!(script.starts_with("\"use strict\"") && style.contains("--page"));
    let expected = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        admitted(script),
        admitted(style)
    );
    assert_eq!(rules, expected);
    let text = page.replace("http://www.w3.org/2000/svg", "").replace("href=\"data:", "");
    for loader in
        ["http:", "https:", "src=", "href=", "@import", "url(\"", "import(", "import {", "style=\""]
    {
        assert!(!text.contains(loader), "{loader}");
    }
}

#[test]
fn it_holds_what_the_program_answers() {
    let folder = Folder::new();
    for searcher in [QUICK, "--memory 32MiB"] {
        folder.json(&format!("analyze startpos --nodes 3k --force --save @a.tree {searcher}"));
        let (page, said) = exported(&folder, "@a.tree");
        assert_eq!(said, "", "all of it is there");
        let content = content(&page);
        let rows = content["rows"].as_array().expect("rows");
        let nodes = folder.json("show @a.tree")["tree_nodes"].as_u64();
        let explorer = Explorer::start(&folder, "@a.tree");
        explorer.wait_for_rest();
        assert!(nodes.is_none_or(|nodes| nodes == rows.len() as u64), "{nodes:?}");
        for (row, address) in rows.iter().zip(addresses(rows)).step_by(7) {
            let look = explorer.look(&address);
            is_row_of(row, &look, &address);
        }
        let why = &rows[0]["why"];
        let mv =
            rows[0]["legal"].as_str().and_then(|legal| legal.split(' ').next()).expect("a move");
        let told = explorer.get(&format!("why?moves=&move={mv}")).json();
        for field in ["verdict", "refutation"] {
            assert_eq!(why[mv][field], told[field], "{field}");
        }
        assert!(why[mv]["sentences"][0].is_string(), "{why}");
    }
}

/// Whether a row has the facts of a look.
fn is_row_of(row: &Value, look: &Value, address: &str) {
    for field in ["fen", "comment", "ending", "story"] {
        assert_eq!(row[field], look[field], "{address}: {field}");
    }
    let (known, told) = (&row["known"], &look["known_of_it"]);
    let words: Vec<&str> = row["legal"].as_str().unwrap_or_default().split(' ').collect();
    let names: HashMap<&str, &str> = words.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    let legal = look["legal"].as_array().expect("moves");
    assert!(legal.iter().all(
        |mv| names.get(mv["move"].as_str().unwrap_or_default()).copied() == mv["san"].as_str()
    ));
    let order = words.chunks_exact(2).map(|pair| pair[0]);
    let candidates = told["candidates"].as_array().map_or(&[][..], Vec::as_slice);
    let untried = told["untried"].as_array().map_or(&[][..], Vec::as_slice);
    let listed = candidates.iter().chain(untried).filter_map(|mv| mv["move"].as_str());
    assert!(
        order.take(candidates.len() + untried.len()).eq(listed),
        "{address}: the order of moves"
    );
    let tried = known["tried"].as_array().map_or(&[][..], Vec::as_slice);
    assert_eq!(tried.len(), candidates.len(), "{address}");
    for (own, other) in std::iter::once((known, told)).chain(tried.iter().zip(candidates)) {
        for field in ["score", "wdl", "effort", "not_settled", "rests_on"] {
            assert_eq!(own[field], other[field], "{address}: {field}");
        }
        for field in ["unsettled", "proven"] {
            assert_eq!(own[field] == true, other[field] == true, "{address}: {field}");
        }
    }
}

#[test]
fn ten_thousand_positions_are_less_than_two_megabytes() {
    let folder = Folder::new();
    folder.json(&format!("analyze startpos --nodes 60k --save @a.tree {QUICK}"));
    let (page, said) = exported(&folder, "@a.tree");
    let content = content(&page);
    assert_eq!(content["rows"].as_array().map(Vec::len), Some(10_000));
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
    let told = content["status"]["notice"].as_str().unwrap_or_default();
    assert!(told.starts_with("This file has 10,000 of the "), "{told}");
    assert_eq!(said, format!("warning: {told}\n"));
}

#[test]
fn a_part_of_a_tree_begins_where_it_was_told_to() {
    let folder = Folder::new();
    folder.json(&format!("analyze startpos --nodes 20k --save @a.tree {QUICK}"));
    let best = folder.json("show @a.tree")["children"][0]["move"]
        .as_str()
        .map(str::to_string)
        .expect("a move");
    let (page, _) = exported(&folder, &format!("@a.tree {best} --max-nodes 50"));
    let content = content(&page);
    assert_eq!(content["first"], json!([best]));
    let rows = content["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[1]["move"]), (51, &best.into()));
}

#[test]
fn the_page_of_a_game_tells_what_its_report_tells() {
    let folder = Folder::new();
    folder.write(
        "game.pgn",
        "[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:05:00] mine} (1. d4 d5 {solid}) 1... e5 2. Qh5 Nc6 \
         3. Bc4 Nf6 $1 4. Qxf7# 1-0\n",
    );
    let told = folder.json("game @game.pgn --nodes 3k --memory 32MiB --html @page.html");
    let content = content(&folder.read("page.html"));
    let moves = content["notation"]["moves"].as_array().expect("moves");
    let said = |mv: &str| {
        moves.iter().find(|it| it["move"] == mv).map(|it| it["said"].as_str().unwrap_or_default())
    };
    assert_eq!((said("e2e4"), said("d7d5")), (Some("[%clk 0:05:00] mine"), Some("solid")));
    assert_eq!(said("g8f6"), Some("[%nag 1]"));
    let (curve, played) = (&content["curve"][1], told["positions"].as_array().expect("positions"));
    let of_report: Vec<(usize, &Value)> =
        (1..).zip(played).filter(|(_, at)| at["played"]["mark"].is_string()).collect();
    let errors = curve["errors"].as_array().expect("errors");
    assert!(errors.len() == of_report.len() && !errors.is_empty(), "{curve}");
    for (error, (place, at)) in errors.iter().zip(of_report) {
        assert_eq!((&error["place"], &error["name"]), (&place.into(), &at["played"]["mark"]));
        assert_eq!(error["why"], at["played"]["why"], "{curve}");
    }
    assert!(errors.iter().any(|error| error["why"][0].is_string()), "{curve}");
    for (side, player) in [0, 1].into_iter().zip(told["players"].as_array().expect("players")) {
        let (own, other) = (curve["accuracy"][side].as_f64(), player["accuracy"].as_f64());
        let difference = own.zip(other).map(|(own, other)| (own - other).abs());
        assert!(difference.is_some_and(|it| it < 0.01), "{own:?} {other:?}");
    }
    folder.json("game @game.pgn --nodes 3k --memory 32MiB --book 9 --html @page.html --force");
    let errors = self::content(&folder.read("page.html"))["curve"][1]["errors"].clone();
    assert_eq!(errors, json!([]), "judged as it was asked for");
}

#[test]
fn behind_a_draw_that_nobody_claimed_a_game_has_another_page() {
    let folder = Folder::new();
    let there_and_back = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
    folder.write("game.pgn", format!("1. e4 e5 {there_and_back} Nc3 Nc6 *\n"));
    folder.json(&format!("game @game.pgn --nodes 100 --html @page.html {QUICK}"));
    let [first, second] = ["page.html", "page-part-2.html"].map(|name| content(&folder.read(name)));
    assert_eq!(first["curve"][0].as_array().map(Vec::len), Some(12), "the notation has all of it");
    assert_eq!(second["curve"][0], json!(["b1c3", "b8c6"]));
    assert!(
        second["rows"][0]["fen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppp1ppp/8"))
    );
    let output = folder.run(&format!("game @game.pgn --nodes 100 --html - {QUICK}"));
    assert!(
        stderr(&output).contains("is for a single game in a single tree"),
        "{}",
        stderr(&output)
    );
}
