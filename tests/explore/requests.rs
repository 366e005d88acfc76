//! Who is answered, and what.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::client::Explorer;
use crate::common::folder::Folder;

/// A tree that rests.
fn resting(folder: &Folder) -> Explorer {
    let quick = "--searcher best-first:quiescence --memory 32MiB";
    folder.json(&format!("analyze startpos --nodes 20k --save @a.tree {quick}"));
    Explorer::start(folder, "@a.tree")
}

#[test]
fn the_page_and_its_parts_are_there_and_load_nothing_from_elsewhere() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    for (name, what) in
        [("", "text/html"), ("style.css", "text/css"), ("main.js", "text/javascript")]
    {
        let answer = explorer.get(name);
        assert_eq!(answer.status, 200);
        assert!(answer.head.contains(&format!("Content-Type: {what}")), "{}", answer.head);
        assert!(answer.head.contains("Content-Security-Policy: default-src 'none'"));
        assert!(answer.head.contains("Referrer-Policy: no-referrer"));
        assert!(!answer.body.is_empty());
    }
}

#[test]
fn strangers_are_refused() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    let path = format!("/{}/look", explorer.token);
    let host = format!("Host: 127.0.0.1:{}\r\n", explorer.port);
    let status = |path: &str, headers: &str| explorer.request("GET", path, headers, "").status;
    assert_eq!(status(&path, &host), 200);
    assert_eq!(status(&path, &format!("Host: localhost:{}\r\n", explorer.port)), 200);
    assert_eq!(status(&path, ""), 403, "no host");
    assert_eq!(status(&path, "Host: evil.example\r\n"), 403);
    // The beginning of a tunnel (`ssh -L`).
    for host in ["localhost:20100", "127.0.0.1:20100"] {
        let own = format!("Host: {host}\r\nOrigin: http://{host}\r\n");
        assert_eq!(status(&path, &own), 200, "{host}");
        let other = format!("Host: {host}\r\nOrigin: http://127.0.0.1:9\r\n");
        assert_eq!(status(&path, &other), 403, "{host}");
    }
    assert_eq!(status(&path, "Host: 127.0.0.1.evil.example:20100\r\n"), 403);
    assert_eq!(status(&path, &format!("{host}Origin: http://evil.example\r\n")), 403);
    assert_eq!(status(&path, &format!("{host}Origin: null\r\n")), 403);
    assert_eq!(status("/", &host), 403);
    assert_eq!(status("/look", &host), 403);
    let stale = format!("/{}/", "0".repeat(explorer.token.len()));
    let refused = explorer.request("GET", &stale, &host, "");
    assert_eq!(refused.status, 403);
    assert!(refused.body.contains("this address is not valid, or no longer"), "{refused:?}");
}

#[test]
fn no_file_can_be_named() {
    let folder = Folder::new();
    folder.write("secret", "keep this");
    let explorer = resting(&folder);
    for name in
        ["../secret", "..%2fsecret", "../../etc/passwd", "page/../main.js", "a.tree", "/etc/passwd"]
    {
        let answer = explorer.get(name);
        assert!(matches!(answer.status, 403 | 404), "{name}: {answer:?}");
        assert!(!answer.body.contains("keep this"));
    }
    let answer = explorer.post("save", r#"{"file":"/tmp/x"}"#);
    assert_eq!(answer.status, 200, "what it may save to is not the page's to say");
    for name in ["../new", "/tmp/new", "secret/../new", ".new", "a", "", "C:new", "new\\u0000"] {
        let answer = explorer.post("save-as", &format!(r#"{{"name":"{name}"}}"#));
        assert!(answer.status == 409 && !answer.error().is_empty(), "{name}: {answer:?}");
    }
    for body in ["", "{}", r#"{"name":"b","folder":"/tmp"}"#] {
        assert_eq!(explorer.post("save-as", body).status, 400, "{body}");
    }
    assert_eq!(folder.names(), ["a.tree", "secret"]);
}

/// What was begun without a file gets one, and whatever is there already stays.
#[test]
fn a_tree_is_saved_as_a_new_file() {
    let folder = Folder::new();
    folder.write("taken.tree", "keep this");
    let explorer = Explorer::start(&folder, "startpos --nodes 3k --memory 32MiB");
    let status = explorer.wait_for_rest()["status"].clone();
    assert_eq!((&status["file"], &status["unsaved"]), (&Value::Null, &true.into()));
    assert!(explorer.post("save", "").error().contains("Save as"));
    let as_name = |name: &str| explorer.post("save-as", &format!(r#"{{"name":"{name}"}}"#));
    assert!(as_name("taken").error().contains("taken.tree exists already"));
    assert_eq!(folder.bytes("taken.tree"), b"keep this");
    assert_eq!(as_name("mine").status, 200);
    let status = explorer.look("")["status"].clone();
    assert_eq!((&status["file"], &status["unsaved"]), (&"mine.tree".into(), &false.into()));
    assert_eq!(status["notice"], "saved to mine.tree");
    let before = folder.json("verify @mine.tree")["nodes"].as_u64();
    // It is the tree's file from now on: what is searched now is saved there at the end.
    assert_eq!(explorer.post("start", r#"{"moves":[],"nodes":3000}"#).status, 200);
    explorer.wait_until("", |look| {
        look["status"]["phase"] == "resting" && look["status"]["unsaved"] == true
    });
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.starts_with("saved mine.tree"), "{said}");
    assert!(folder.json("verify @mine.tree")["nodes"].as_u64() > before);
    // A tree that was only looked at goes over whole, and the file it came from stays as it is.
    let bytes = folder.bytes("mine.tree");
    let explorer = Explorer::start(&folder, "@mine.tree --memory 32MiB");
    assert_eq!(explorer.post("save-as", r#"{"name":"copy.tree"}"#).status, 200);
    assert_eq!(explorer.look("")["status"]["file"], "copy.tree");
    explorer.end();
    assert!(folder.bytes("mine.tree") == bytes);
    folder.json("resume @copy.tree --nodes 1k");
    assert_eq!(folder.names(), ["copy.tree", "mine.tree", "taken.tree"]);
}

#[test]
fn work_without_a_file_is_told_to_be_lost() {
    let folder = Folder::new();
    let explorer = Explorer::start(&folder, "startpos --nodes 1k --memory 32MiB");
    explorer.wait_for_rest();
    let (said, code) = explorer.end();
    assert!(code == Some(0) && said.contains("was not saved"), "{said}");
}

#[test]
fn what_is_no_request_is_told_in_a_sentence() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    assert_eq!(explorer.send(b"hello\r\n\r\n").status, 400);
    assert_eq!(explorer.request("DELETE", "/", &explorer.own(), "").status, 405);
    assert_eq!(explorer.get("stop").status, 405);
    assert_eq!(explorer.get("look?moves=%2e%2e").status, 400);
    assert_eq!(explorer.post("start", "{}").status, 400);
    assert_eq!(explorer.post("start", &"x".repeat(300_000)).status, 413);
    let illegal = explorer.get("look?moves=e2e5");
    assert_eq!(illegal.status, 409);
    assert!(illegal.error().starts_with("\"e2e5\" is not legal in "), "{}", illegal.error());
    let over = explorer.post("start", r#"{"moves":["f2f3","e7e5","g2g4","d8h4"]}"#);
    assert_eq!(
        (over.status, over.error().as_str()),
        (409, "nothing is left to search: checkmate, Black has won")
    );
}

#[test]
fn a_position_is_told_with_its_moves() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    let top = explorer.look("");
    assert_eq!(top["legal"].as_array().map(Vec::len), Some(20));
    let shown = folder.json("show @a.tree --depth 1 --width 99");
    let known = &top["known_of_it"];
    for name in ["score", "effort", "own_chance_cp", "others", "proven"] {
        assert_eq!(known[name], shown[name], "{name}");
    }
    let moves = |list: &Value| -> Vec<Value> {
        list.as_array().into_iter().flatten().map(|child| child["move"].clone()).collect()
    };
    assert_eq!(moves(&known["candidates"]), moves(&shown["children"]));
    let first = &known["candidates"][0];
    assert_eq!(first["line"][0]["move"], first["move"]);
    let untried = known["untried"].as_array().map_or(0, Vec::len);
    assert_eq!(moves(&known["candidates"]).len() + untried, 20);
    assert_eq!(known["picture"][0]["effort"], known["effort"]);
    assert_eq!(top["status"]["phase"], "resting");
    assert_eq!(
        (&top["status"]["file"], &top["status"]["unsaved"]),
        (&"a.tree".into(), &false.into())
    );

    let away = explorer.look("e2e4.e7e5.e1e2.e8e7.e2d3");
    assert_eq!((&away["known_of_it"], &away["path"][4]["san"]), (&Value::Null, &"Kd3".into()));
    assert!(away["known"].as_u64().is_some_and(|known| (2..5).contains(&known)));
    let mated = explorer.look("f2f3.e7e5.g2g4.d8h4");
    assert_eq!(mated["ending"], "checkmate, Black has won");
    assert_eq!(mated["legal"].as_array().map(Vec::len), Some(0));
}

#[test]
fn why_tells_what_the_command_tells() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    let answer = explorer.get("why?moves=e2e4&move=h7h5").json();
    let told = folder.json("why --quick @a.tree e2e4 h7h5");
    for name in ["fen", "verdict", "refutation", "chance", "waiting", "effort_share"] {
        assert_eq!(answer[name], told[name], "{name}");
    }
    let sentences = answer["sentences"].as_array().cloned().unwrap_or_default();
    let text = folder.run("why --quick @a.tree e2e4 h7h5");
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(!sentences.is_empty());
    for sentence in sentences.iter().filter_map(Value::as_str) {
        assert!(text.contains(sentence), "{sentence}");
    }
    // With White's scores every number has the other sign, and what is better is the same.
    let of_white = answer["sentences_of_white"].as_array().cloned().unwrap_or_default();
    assert_eq!(of_white.len(), sentences.len());
    let signs_changed = |text: &Value| {
        let text = text.as_str().unwrap_or_default();
        let behind = text.chars().skip(1).chain([' ']);
        let sign = |(letter, next): (char, char)| match letter {
            '+' if next.is_ascii_digit() => '-',
            '-' if next.is_ascii_digit() => '+',
            letter => letter,
        };
        text.chars().zip(behind).map(sign).collect::<String>()
    };
    for (of_white, of_mover) in of_white.iter().zip(&sentences) {
        assert_eq!(of_white, &signs_changed(of_mover));
    }
    assert_ne!(of_white, sentences);
    let unknown = explorer.get("why?moves=e2e4.e7e5.e1e2.e8e7.e2d3&move=e7e6");
    assert_eq!(unknown.status, 409);
}

/// All names in an object, and in what it holds.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(list) => list.iter().for_each(|item| names(item, found)),
        Value::Object(object) => {
            found.extend(object.keys().cloned());
            object.values().for_each(|item| names(item, found));
        }
        _ => {}
    }
}

#[test]
fn every_field_is_told() {
    let page = include_str!("../../docs/explorer.md");
    let of_json = include_str!("../../docs/json.md");
    let folder = Folder::new();
    let explorer = resting(&folder);
    let mut found = BTreeSet::new();
    names(&explorer.look(""), &mut found);
    assert!(found.len() > 30, "{found:?}");
    for name in found {
        let told = format!("`{name}`");
        assert!(page.contains(&told) || of_json.contains(&told), "{name}");
    }
}

/// Also with a tree that was only loaded: it is saved with all that it needs to be searched again.
#[test]
fn a_comment_is_kept_with_the_tree() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    let said = explorer.post("comment", r#"{"moves":["e2e4"],"text":"king's pawn"}"#);
    assert_eq!(said.status, 200, "{}", said.body);
    assert_eq!(explorer.look("e2e4")["comment"], "king's pawn");
    assert!(explorer.look("")["comment"].is_null());
    let refused = explorer.post("comment", r#"{"moves":["e2e5"],"text":"no move"}"#);
    assert_eq!(refused.status, 409, "{}", refused.body);
    let (said, code) = explorer.end();
    assert_eq!(code, Some(0), "{said}");
    let again = Explorer::start(&folder, "@a.tree");
    assert_eq!(again.look("e2e4")["comment"], "king's pawn");
    again.end();
    folder.json("resume @a.tree --nodes 1k");
}

/// Connections without the token are held open, one silent and one that says a little now and then.
/// A client with the token is answered all the same, at once and every time.
#[test]
fn strangers_do_not_keep_the_owner_out() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    let mut strangers: Vec<_> = (0..200).map(|_| explorer.connect()).collect();
    for round in 0..20 {
        for stream in strangers.iter_mut().step_by(2) {
            let _ = stream.write_all(if round == 0 { b"GET / HTTP/1.1\r\n" } else { b"A: b\r\n" });
        }
        strangers.push(explorer.connect());
        assert_eq!(explorer.get("look").status, 200, "round {round}");
    }
    // Those who came last are still there, and get what is due to them.
    let mut last = strangers.pop().expect("a stranger");
    last.write_all(b"GET / HTTP/1.1\r\n\r\n").expect("a connection");
    let mut text = String::new();
    last.read_to_string(&mut text).expect("an answer");
    assert!(text.starts_with("HTTP/1.1 403 "), "{text}");
}

#[test]
fn a_flood_is_survived() {
    let folder = Folder::new();
    let explorer = resting(&folder);
    // Connections that say nothing, or half of something.
    let silent: Vec<_> = (0..150)
        .map(|index| {
            let mut stream = explorer.connect();
            let begun: &[u8] = if index % 2 == 0 { b"GET / HT" } else { b"" };
            let _ = stream.write_all(begun);
            stream
        })
        .collect();
    assert!(silent.len() == 150);
    drop(silent);
    let answers: Vec<u16> = thread::scope(|scope| {
        let ask = || (0..20).map(|_| explorer.get("look").status).collect::<Vec<_>>();
        let threads: Vec<_> = (0..24).map(|_| scope.spawn(ask)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    // 0 is a connection that was closed before it could read that there is no place.
    assert!(answers.iter().all(|status| [200, 503, 0].contains(status)), "{answers:?}");
    let started = Instant::now();
    while explorer.get("look").status != 200 {
        assert!(started.elapsed() < Duration::from_secs(30), "it answers again");
        thread::sleep(Duration::from_millis(50));
    }
    let (said, code) = explorer.end();
    assert_eq!(code, Some(0), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

#[test]
fn bad_arguments_are_told_in_a_line() {
    let folder = Folder::new();
    folder.json("analyze startpos --nodes 2k --memory 8MiB --save @a.tree");
    folder.write("text", "no tree");
    for (line, code, part) in [
        ("explore @none.tree", 2, "none.tree\" is not a position: give startpos, or a FEN such as"),
        ("explore @text", 1, "text"),
        ("explore @a.tree --searcher best-first", 2, "--searcher is fixed by the tree"),
        ("explore @a.tree --leaf-nodes 500", 2, "--leaf-nodes is fixed by the tree"),
        (
            "explore startpos --searcher best-first:quiescence --leaf-nodes 500",
            2,
            "remove --leaf-nodes",
        ),
        (
            "explore startpos --searcher pvs",
            2,
            "pvs keeps no tree to look at; use --searcher best-first",
        ),
        ("explore startpos --checkpoint 5s", 2, "--checkpoint requires --save FILE"),
        ("explore startpos --compress", 2, "--compress requires --save FILE"),
        ("explore startpos --save @a.tree", 1, "holds a tree"),
    ] {
        let (found, message) = folder.failure(line);
        assert!(found == Some(code) && message.contains(part), "{line}: {found:?} {message}");
    }
    let first = Explorer::start(&folder, "@a.tree");
    let (code, message) = folder.failure(&format!("explore @a.tree --port {}", first.port));
    assert!(code == Some(1) && message.contains("cannot listen on port"), "{message}");
}
