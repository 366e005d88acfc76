//! `shans prepare --why-not`: moves that come to mind and lose, of both sides, with their refutations.

use serde_json::Value;

use crate::common::folder::Folder;

/// All lose by the same two moves.
const GAMES: &str = "1. f3 e5 2. g4 Qh4# 0-1\n\n";

fn with_games() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES.repeat(10));
    folder.write("mine.pgn", "1. f3 *\n");
    folder
}

/// The errors of the position behind a line of moves.
fn errors<'f>(found: &'f Value, line: &str) -> Vec<&'f Value> {
    let san = |mv: &Value| mv["san"].as_str().map(str::to_string);
    let line_of = |place: &&Value| {
        let moves = place["line"].as_array().expect("a line");
        moves.iter().filter_map(san).collect::<Vec<_>>().join(" ") == line
    };
    let places = found["positions"].as_array().expect("positions");
    let place = places.iter().find(line_of).expect("the position");
    place["errors"].as_array().into_iter().flatten().collect()
}

fn words(folder: &Folder, name: &str) -> String {
    let text = String::from_utf8(folder.bytes(name)).expect("a text");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_move_of_ones_own_that_comes_to_mind_is_refuted_in_the_study() {
    let folder = with_games();
    let command = "prepare @white.tree --side white --games @games.pgn --mine @mine.pgn --nodes 4k";
    let without = folder.json(command);
    assert!(errors(&without, "f3 e5").is_empty());
    let found = folder.json(&format!("{command} --why-not -o @study.pgn"));
    let errors = errors(&found, "f3 e5");
    let error = errors.iter().find(|error| error["san"] == "g4").expect("the error");
    assert_eq!(
        [&error["share"], &error["score"]["mate"], &error["refutation"][0][0]["san"]],
        [&Value::from(1.0), &Value::from(-1), &Value::from("Qh4#")]
    );
    assert!(error["why"].as_str().is_some_and(|why| why.starts_with("g4 allows mate in 1")));
    assert!(error["loss_cp"].as_i64() > Some(1_000), "{error}");
    for error in &errors {
        let lines = error["refutation"].as_array().expect("lines");
        let is_short = |line: &Value| line.as_array().is_some_and(|line| line.len() <= 6);
        assert!(lines.len() <= 3 && lines.iter().all(is_short), "{error}");
        assert!(error["loss_cp"].as_i64() >= Some(50), "{error}");
    }
    let study = words(&folder, "study.pgn");
    assert!(study.contains("( 2. g4 $4 { an error that 100 % play, #-1 in place of "), "{study}");
    assert!(study.contains("} 2... Qh4# )"), "{study}");
    // All of it is legal, and goes into a tree.
    let imported = folder.run("import @white.tree @study.pgn --nodes 1k --save @again.tree");
    assert!(imported.status.success(), "{imported:?}");
    // Once all is searched, nothing more is.
    let again = folder.json(&format!("{command} --why-not"));
    assert_eq!(again["positions"], found["positions"]);
}

/// Of ten games none has 1... a6, and two of one's own have it.
#[test]
fn what_is_not_prepared_for_is_put_into_the_repertoire() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(10));
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    folder.write("check.pgn", "1. e4 a6 2. d4 *\n\n1. e4 a6 2. Nf3 *\n");
    let command = "prepare @white.tree --side white --games @games.pgn --mine @mine.pgn --nodes 2k --check @check.pgn";
    let ends = |found: &Value| {
        let departures = found["check"]["departures"].as_array().expect("departures").iter();
        departures.map(|one| (one["by"].clone(), one["ply"].clone())).collect::<Vec<_>>()
    };
    let before = folder.json(command);
    let opponent = (Value::from("opponent"), Value::from(1));
    assert_eq!(ends(&before), [opponent.clone(), opponent]);
    let found = folder.json(&format!("{command} --fill"));
    let line = |place: &Value| place["line"].as_array().map(|line| line.last().cloned());
    let places = found["positions"].as_array().expect("positions");
    let filled =
        places.iter().find(|place| line(place).flatten().is_some_and(|mv| mv["san"] == "a6"));
    let filled = filled.expect("the hole");
    assert!(filled["is_open"] == false && !filled["answer"].is_null(), "{filled}");
    assert!(ends(&found).iter().all(|(by, _)| by == "me"), "{found}");
}

#[test]
fn an_error_of_the_opponent_is_told_with_what_it_gives_away() {
    let folder = with_games();
    let command = "prepare @black.tree --side black --games @games.pgn --nodes 4k --why-not";
    let found = folder.json(&format!("{command} -o @study.pgn"));
    let told = errors(&found, "f3 e5");
    let error = told.iter().find(|error| error["san"] == "g4").expect("the error");
    assert_eq!(error["score"]["mate"], 1);
    // Moves that no game has come to mind, too: they have variations of their own.
    assert!(told.iter().all(|error| error["loss_cp"].as_i64() >= Some(50)), "{told:?}");
    let study = words(&folder, "study.pgn");
    // A trap is told as one, and not as an error besides.
    let trap = study.split("2. g4 {").nth(1).and_then(|rest| rest.split('}').next());
    let trap = trap.expect("the comment on the trap");
    assert!(trap.contains("a trap: with the best move it would be"), "{study}");
    assert!(!trap.contains("an error"), "{study}");
    let text = folder.run(command);
    let text = String::from_utf8_lossy(&text.stdout).into_owned();
    assert!(text.contains("errors that come to your opponents' mind:\n"), "{text}");
    assert!(text.contains("after 1. f3 e5: 2. g4, an error that 100 % play, #1 in place of "));
}
