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
