//! A folder of trees: a list, and a page for each.

use std::time::{Duration, SystemTime};

use serde_json::Value;

use super::client::Explorer;
use crate::common::folder::Folder;

const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n[Opening \"Spanish\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";

/// Two trees, the second one older, a damaged one, and what is none.
fn folder_of_trees() -> Folder {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    let quick = "--nodes 2k --searcher best-first:quiescence --memory 32MiB --quiet";
    folder.run(&format!("analyze --pgn @game.pgn {quick} --save @game.tree"));
    folder.run(&format!("analyze startpos {quick} --save @older.tree"));
    folder.write("notes.txt", "no tree");
    folder.write("damaged.tree", b"\x89SHANS\r\n\x03");
    let age = |name: &str, minutes: u64| {
        let file = std::fs::File::options().append(true).open(folder.path(name)).expect("a file");
        let then = SystemTime::now() - Duration::from_secs(60 * minutes);
        file.set_modified(then).expect("a time");
    };
    age("older.tree", 2);
    age("damaged.tree", 3);
    folder
}

fn text<'v>(tree: &'v Value, name: &str) -> &'v str {
    tree[name].as_str().unwrap_or_default()
}

#[test]
fn trees_are_listed_and_each_has_a_page() {
    let folder = folder_of_trees();
    let explorer = Explorer::start(&folder, ".");
    assert!(explorer.get("").body.contains("<tbody id=\"trees\">"));
    let trees = explorer.get("trees").json();
    let names: Vec<_> = (0..4).map(|place| text(&trees[place], "name")).collect();
    assert_eq!(names, ["game.tree", "older.tree", "damaged.tree", ""]);
    assert_eq!(text(&trees[0], "players"), "A - B");
    assert_eq!(text(&trees[0], "opening"), "Spanish: 1. e4 e5 2. Nf3 Nc6 3. Bb5");
    assert!(text(&trees[0], "answer").starts_with("3... "), "{trees}");
    assert!(trees[1]["nodes"].as_u64() >= Some(2_000) && trees[1]["error"].is_null());
    assert!(text(&trees[2], "error").contains("damaged"), "{trees}");

    let address = |tree: &Value| format!("tree-{}", tree["place"]);
    let older = address(&trees[1]);
    assert!(explorer.get(&format!("{older}/")).body.contains("<a href=\"../\""));
    let look = explorer.get(&format!("{older}/look?moves=")).json();
    assert!(text(&look, "fen").starts_with("rnbqkbnr/pppppppp/8/8/8/8/"), "{look}");
    let listed = explorer.get("trees").json();
    assert_eq!((&listed[1]["is_open"], &listed[0]["is_open"]), (&true.into(), &false.into()));
    let damaged = explorer.get(&format!("{}/look?moves=", address(&trees[2])));
    assert_eq!((damaged.status, damaged.error().contains("damaged")), (409, true));
    for nothing in ["tree-7/look", "tree-x/look", "look", "../notes.txt", "tree-0/../notes.txt"] {
        assert_eq!(explorer.get(nothing).status, 404, "{nothing}");
    }
    assert_eq!(explorer.post("trees", "").status, 405);
}

#[test]
fn what_was_searched_is_saved_in_the_end() {
    let folder = folder_of_trees();
    let explorer = Explorer::start(&folder, ".");
    let trees = explorer.get("trees").json();
    let older = format!("tree-{}", trees[1]["place"]);
    let start = explorer.post(&format!("{older}/start"), "{\"moves\":[],\"nodes\":3000}");
    assert_eq!(start.status, 200, "{}", start.body);
    let began = std::time::Instant::now();
    loop {
        let look = explorer.get(&format!("{older}/look?moves=")).json();
        if look["status"]["nodes"].as_u64() >= Some(5_000) {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "{look}");
        std::thread::sleep(Duration::from_millis(20));
    }
    let (said, code) = explorer.end();
    assert!(said.contains("older.tree") && !said.contains("game.tree"), "{said}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_folder_takes_no_other_file_to_save_to() {
    let (code, told) = Folder::new().failure("explore . --save @x.tree --no-open");
    assert_eq!((code, told.contains("remove --save")), (Some(2), true), "{told}");
}
