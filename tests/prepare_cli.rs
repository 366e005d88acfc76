//! `shans prepare`: a repertoire from what was played, that grows in a tree.

use std::fs;
use std::time::{Duration, Instant};

use serde_json::Value;
use shans::chess::Epd;

use crate::common::engines::{write_mortal, write_people, write_script};
use crate::common::folder::Folder;
use crate::common::program::{signal, stderr, stdout};

/// Three games begin with 1. e4; in one of them Black's 2... f6 loses a pawn.
const GAMES: &str = "[White \"Anna\"]\n[Black \"Bert\"]\n[BlackElo \"2000\"]\n[Date \"2020.01.01\"]\n[Result \"1-0\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n\
    [White \"Bert\"]\n[Black \"Carl\"]\n[BlackElo \"1500\"]\n[Date \"2024.01.01\"]\n[Result \"0-1\"]\n\n\
    1. e4 c5 2. Nf3 d6 0-1\n\n\
    [White \"Anna\"]\n[Black \"Carl\"]\n[BlackElo \"1600\"]\n[Date \"2025.01.01\"]\n[Result \"1/2-1/2\"]\n\n\
    1. e4 e5 2. Nf3 f6 1/2-1/2\n\n1. d4 d5 *\n";

fn with_games() -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", GAMES);
    folder
}

const WHITE: &str = "prepare @white.tree --side white --games @games.pgn --nodes 2k";

/// The object that it prints for White, with small searches.
fn prepared(folder: &Folder, more: &str) -> Value {
    folder.json(&format!("{WHITE} {more}"))
}

fn places(found: &Value) -> Vec<&Value> {
    found["positions"].as_array().expect("positions").iter().collect()
}

/// The moves to a position.
fn line(place: &Value) -> String {
    let moves = place["line"].as_array().expect("a line");
    moves.iter().filter_map(|mv| mv["san"].as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_position_that_games_come_to_has_an_answer() {
    let folder = with_games();
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    let found = prepared(&folder, "--mine @mine.pgn --cover 10%");
    let told = [&found["games"], &found["games_counted"], &found["covered"]].map(Value::as_f64);
    assert_eq!(told, [Some(4.0), Some(4.0), Some(1.0)]);
    let places = places(&found);
    let share = |text: &str| {
        let place = places.iter().find(|place| line(place) == text);
        place.and_then(|place| place["played_share"].as_f64()).unwrap_or_default()
    };
    let lines = ["e4 e5", "e4 c5", "e4 e5 Nf3 Nc6", "e4 e5 Nf3 f6"];
    assert_eq!(lines.map(share), [0.667, 0.333, 0.5, 0.5]);
    for place in &places {
        assert_eq!(place["is_open"], false, "{place}");
        let is_own = place["is_own_turn"] == true;
        assert!(!is_own || place["nodes"].as_u64() >= Some(2_000), "{place}");
        let points = ["expected", "practical"].map(|name| place[name].as_f64().unwrap_or(-1.0));
        assert!(points.iter().all(|share| (0.0..=1.0).contains(share)), "{place}");
    }
    // 1... f6 loses something, so what is played is worth more than the best play.
    let knight = places.iter().find(|place| line(place) == "e4 e5 Nf3").expect("a position");
    assert!(knight["practical"].as_f64() > knight["expected"].as_f64(), "{knight}");
}

#[test]
fn it_is_told_where_games_left_the_repertoire_whatever_the_order_of_moves() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(10));
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    let games = "1. e4 e5 2. Nf3 Nc6 *\n\n1. Nf3 Nc6 2. e4 e5 *\n\n\
                 [White \"Anna\"]\n\n1. e4 e5 2. Qh5! {why?} Nc6 *\n\n1. e4 c5 *\n\n\
                 [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Rh7 *\n\n1. d4 d5 *\n\n1. e4 e5 2. Qh5 d6 *\n";
    folder.write("check.pgn", games);
    let command = format!(
        "{WHITE} --mine @mine.pgn --check @check.pgn --checked @checked.pgn --polyglot @book.bin --force"
    );
    let check = folder.json(&command)["check"].clone();
    assert_eq!([&check["games"], &check["kept"], &check["elsewhere"]], [7, 2, 1]);
    let left: Vec<(u64, u64, &str, &str, Vec<&str>)> = check["departures"]
        .as_array()
        .expect("departures")
        .iter()
        .map(|one| {
            let number = |name: &str| one[name].as_u64().unwrap_or_default();
            let text = |name: &str| one[name].as_str().unwrap_or_default();
            let prepared = one["prepared"].as_array().expect("moves").iter();
            let prepared = prepared.filter_map(|mv| mv["san"].as_str()).collect();
            (number("game"), number("ply"), text("san"), text("by"), prepared)
        })
        .collect();
    assert_eq!(
        left,
        [
            (3, 2, "Qh5", "me", vec!["Nf3"]),
            (4, 1, "c5", "opponent", vec!["e5"]),
            (6, 0, "d4", "me", vec!["e4"]),
            (7, 2, "Qh5", "me", vec!["Nf3"]),
        ]
    );
    let queen = &check["departures"][0];
    assert!(queen["loss_cp"].as_i64() > Some(0), "{queen}");
    assert!(queen["loss_points"].as_f64() > Some(0.0), "{queen}");
    let checked = String::from_utf8(folder.bytes("checked.pgn")).expect("a text");
    assert!(checked.contains("2. Qh5! { the repertoire has 2. Nf3: "), "{checked}");
    assert!(
        checked.contains("{why?}") && checked.contains("1. e4 c5 { not in the repertoire"),
        "{checked}"
    );
    // The book has White's answer to the first position: PolyGlot's own example of a key, and e2e4.
    let book = folder.bytes("book.bin");
    let start = 0x463b_9618_1691_fc9c_u64.to_be_bytes();
    let entry = book.chunks(16).find(|entry| entry[..8] == start).expect("the first position");
    assert_eq!(entry[8..10], [0x03, 0x1c]);
    let text = stdout_of(&folder, &command);
    assert!(
        text.contains("\nchecked     7 games: 2 games in the repertoire to the end\n"),
        "{text}"
    );
    assert!(
        text.contains("\nyou left what is prepared:\n  2 games after 1. e4 e5: 2. Qh5 ("),
        "{text}"
    );
    assert!(
        text.contains("  3, Anna - ?: 2. Qh5 by you\n") && text.contains("  6: 1. d4 by you\n"),
        "{text}"
    );
}

/// What hardly any game comes to is not in the study, and in the tree still; positions of one's own turns are written with values.
#[test]
fn rare_lines_are_left_out_of_the_study_and_positions_have_values() {
    let folder = with_games();
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    let prune =
        "--mine @mine.pgn --cover 10% --prune-below 40% --epd @own.epd -o @study.pgn --force";
    let found = prepared(&folder, prune);
    let mut dropped: Vec<(String, f64)> = found["dropped"]
        .as_array()
        .expect("dropped")
        .iter()
        .map(|one| (line(one), one["reached"].as_f64().unwrap_or_default()))
        .collect();
    // All as rare.
    dropped.sort_by(|one, other| one.0.cmp(&other.0));
    let expected = [("e4 c5", 0.333), ("e4 e5 Nf3 Nc6", 0.333), ("e4 e5 Nf3 f6", 0.333)];
    assert_eq!(dropped, expected.map(|(line, share)| (line.to_string(), share)));
    let study = String::from_utf8(folder.bytes("study.pgn")).expect("a text");
    assert!(study.contains("1. e4") && !study.contains("c5") && !study.contains("f6"), "{study}");
    let text = stdout_of(&folder, &format!("{WHITE} {prune}"));
    assert!(
        text.contains(
            "left out of the study, as hardly anybody plays it:\n  1. e4 c5  33.33 % of games, "
        ),
        "{text}"
    );
    // The tree has all of them.
    let own = places(&found).into_iter().filter(|place| place["is_own_turn"] == true);
    let answered = own.filter(|place| !place["answer"].is_null()).count();
    let epd = String::from_utf8(folder.bytes("own.epd")).expect("a text");
    assert_eq!(epd.lines().count(), answered, "{epd}");
    let first = epd.lines().next().expect("a position");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ce ";
    assert!(first.starts_with(start) && first.ends_with(';'), "{first}");
    for line in epd.lines() {
        assert!(<Epd>::parse(line).is_ok(), "{line}");
    }
}

#[test]
fn only_games_that_are_wanted_count() {
    let folder = with_games();
    let counted = |options: &str| prepared(&folder, options)["games_counted"].as_u64();
    assert_eq!(counted("--player carl"), Some(2));
    assert_eq!(counted("--min-rating 1600"), Some(2));
    assert_eq!(counted("--since 2025"), Some(1));
}

#[test]
fn a_repertoire_goes_on_where_it_was_killed() {
    for threads in [1, 2] {
        goes_on_where_it_was_killed(threads);
    }
}

fn goes_on_where_it_was_killed(threads: usize) {
    let folder = with_games();
    let threads = format!("--threads {threads}");
    let size = || fs::metadata(folder.path("white.tree")).map_or(0, |file| file.len());
    let mut child = folder.start(&format!(
        "prepare @white.tree --side white --games @games.pgn --nodes 9m --checkpoint 10ms {threads}"
    ));
    while size() < 10_000 {
        assert!(child.try_wait().expect("a child").is_none(), "it is over before it is killed");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
    let nodes = || {
        let found = folder.json("verify @white.tree");
        found["nodes"].as_u64().unwrap_or_else(|| panic!("{found}"))
    };
    let before = nodes();
    let found = prepared(&folder, &threads);
    assert_eq!(
        (found["covered"].as_f64(), places(&found)[0]["is_open"].as_bool()),
        (Some(1.0), Some(false))
    );
    assert!(before > 0 && nodes() >= before);
    // All is done, so nothing is searched.
    let done = nodes();
    let again = prepared(&folder, &threads);
    assert_eq!((nodes(), &again["positions"]), (done, &found["positions"]));
}

/// Where searches share nothing, the positions that are searched at the same time are the same for any number of threads.
#[test]
fn each_thread_has_a_position_of_its_own() {
    let folder = with_games();
    folder.write("mine.pgn", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *\n");
    let of = |name: &str, options: &str| {
        let command = "--side white --games @games.pgn --mine @mine.pgn --nodes 2k --cover 10%";
        folder.json(&format!("prepare @{name} {command} {options}"))
    };
    let bytes = |name: &str| fs::read(folder.path(name)).expect("a tree");
    let one = of("one.tree", "--reproducible --threads 1");
    let three = of("three.tree", "--reproducible --threads 3");
    assert_eq!(one, three);
    assert!(bytes("one.tree") == bytes("three.tree"));
    let shared = of("shared.tree", "--threads 3");
    for found in [one, shared] {
        assert!(places(&found).len() > 5);
        for place in places(&found) {
            let is_own = place["is_own_turn"] == true;
            assert!(place["is_open"] == false, "{place}");
            assert!(!is_own || place["nodes"].as_u64() >= Some(2_000), "{place}");
        }
    }
}

#[test]
fn a_move_that_is_left_out_stays_out() {
    let folder = with_games();
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    let first = |options: &str| {
        let found = prepared(&folder, options);
        folder.json("verify @white.tree");
        found["positions"][0]["answer"]["san"].as_str().map(str::to_string)
    };
    assert_eq!(first("--mine @mine.pgn").as_deref(), Some("e4"));
    // What the tree knew of the position goes, so it is searched again; the same command goes on.
    for _ in 0..2 {
        let found = first("--mine @mine.pgn --exclude e4");
        assert!(found.as_deref().is_some_and(|mv| mv != "e4"), "{found:?}");
    }
}

#[test]
fn a_move_that_many_choose_can_be_left_out_and_so_can_a_reply() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n1. e4 c5 2. Nf3 d6 *\n\n".repeat(6));
    let found = prepared(&folder, "--exclude e4");
    assert_ne!(found["positions"][0]["answer"]["san"], "e4");
    let found = folder.json(
        "prepare @other.tree --side white --games @games.pgn --moves e4 --nodes 1k --exclude e5",
    );
    let lines: Vec<String> = places(&found).into_iter().map(line).collect();
    assert!(lines.contains(&"c5".to_string()) && !lines.contains(&"e5".to_string()), "{lines:?}");
    assert_eq!(found["covered"].as_f64(), Some(1.0));
}

/// All play 3... c5, which loses a piece. What White's third move is worth is not what that reply makes of it.
#[test]
fn a_reply_that_loses_does_not_stand_for_all_of_them() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. e4 Nf6 2. e5 Ne4 3. d4 c5 4. f3 *\n\n".repeat(10));
    let command = "prepare @white.tree --side white --games @games.pgn --moves e4 Nf6 e5 Ne4 d4 \
                   --nodes 4k";
    let found = folder.json(command);
    let places = places(&found);
    let points = |place: &Value, name: &str| place[name].as_f64().unwrap_or_default();
    let (first, behind) = (places[0], place(&places, "c5"));
    assert!(points(behind, "expected") > points(first, "expected") + 0.03, "{found}");
    assert!(points(first, "practical") < points(behind, "practical"), "{found}");
    // Nothing more is searched then.
    assert_eq!(folder.json(command)["positions"], found["positions"]);
}

#[test]
fn traps_and_moves_that_lose_are_marked_in_the_study_and_in_json() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n".repeat(10));
    let command = "prepare @black.tree --side black --games @games.pgn --nodes 4k";
    let found = folder.json(&format!("{command} -o @study.pgn"));
    let marks = |text: &str, name: &str| place(&places(&found), text)[name].clone();
    assert_eq!([marks("f3 e5 g4", "is_trap"), marks("", "is_trap")], [true, false]);
    assert!(
        marks("f3 e5 g4", "why").as_str().is_some_and(|why| why.starts_with("g4 allows mate in 1"))
    );
    let study = String::from_utf8(folder.bytes("study.pgn")).expect("a text");
    let words = study.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(
        "2. g4 { 100 % of 10 games, scored 100 %, a trap: with the best move it would be "
    ));
    assert!(words.contains(", g4 allows mate in 1"), "{words}");
    assert!(study.contains("[ChapterName \"1. f3\"]"), "{study}");
    folder.write("games.pgn", "1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(10));
    folder.write("mine.pgn", "1. e4 e5 2. Qg4 *\n");
    let found = prepared(&folder, "--mine @mine.pgn -o @study.pgn --force");
    let king = place(&places(&found), "e4 e5").clone();
    assert_eq!([&king["loses"], &king["is_new"], &king["is_gap"]], [true, true, false]);
    let study = String::from_utf8(folder.bytes("study.pgn")).expect("a text");
    let words = study.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(", it loses: 2. ") && !words.contains(", new"), "{study}");
    let text = stdout_of(&folder, &format!("{WHITE} --mine @mine.pgn"));
    assert!(text.contains("your moves that lose:") && !text.contains("novelties:"), "{text}");
}

#[test]
fn what_is_told_agrees_with_itself() {
    let folder = Folder::new();
    folder.write("games.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n\n1. f3 e5 2. g4 d5 *\n");
    let command = "prepare @mate.tree --side white --games @games.pgn --nodes 2k --moves f3 e5 g4";
    let found = folder.json(command);
    let places = places(&found);
    let mated = places.iter().find(|place| line(place) == "Qh4#").expect("a position");
    assert_eq!((mated["practical"].as_f64(), mated["is_open"].as_bool()), (Some(0.0), Some(false)));
    assert_eq!(mated["score"]["mate"], 0);
    for place in &places {
        if place["is_own_turn"] == false {
            assert!(place["practical"].as_f64() >= place["expected"].as_f64(), "{place}");
        }
    }
    assert_eq!(found["covered"].as_f64(), Some(1.0));
}

#[test]
fn the_study_is_games_that_can_be_read() {
    let folder = with_games();
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 (2. f4) *\n");
    prepared(&folder, "--mine @mine.pgn -o @study.pgn");
    let written = String::from_utf8(folder.bytes("study.pgn")).expect("a text");
    let events: Vec<&str> = written.lines().filter(|line| line.starts_with("[Event")).collect();
    assert_eq!(events, ["[Event \"Repertoire: 1. e4 e5\"]", "[Event \"Repertoire: 1. e4 c5\"]"]);
    let words = written.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("} 1... e5 { 67 % of 3 games, scored 75 % } 2. Nf3 {"), "{written}");
    // Our own reader reads all of it.
    let imported = folder.run("import @white.tree @study.pgn --nodes 1");
    assert_eq!((imported.status.code(), stderr(&imported).as_str()), (Some(0), ""));
    let (code, told) = folder.failure(&format!("{WHITE} -o @study.pgn"));
    assert!(code == Some(2) && told.contains("already exists"), "{told}");
}

#[test]
fn what_cannot_be_prepared_is_refused_in_a_line() {
    let folder = with_games();
    let black = "prepare @x.tree --side black --nodes 500 --games";
    for (options, expected, says) in [
        ("@games.pgn --moves d4 d5 c4", 2, "none of 4 games comes to"),
        ("@games.pgn --time 1s", 2, "--total-time"),
        ("@games.pgn --moves e5", 2, "not legal"),
        ("@games.pgn --searcher pvs", 2, "cannot prepare"),
        ("@missing.pgn", 1, "cannot read"),
    ] {
        let (code, told) = folder.failure(&format!("{black} {options}"));
        assert!(code == Some(expected) && told.contains(says), "{options}: {code:?} {told}");
    }
    folder.write("page.html", "<html><body>My games</body></html>\n");
    let output = folder.run(&format!("{black} @page.html"));
    let told = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(
        told.contains("page.html holds no game") && told.contains("give games of chess"),
        "{told}"
    );
    let utf16: Vec<u8> = "\u{feff}1. e4 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
    folder.write("utf16.pgn", utf16);
    let (code, told) = folder.failure(&format!("{black} @utf16.pgn"));
    assert!(code == Some(2) && told.contains("utf16.pgn is in UTF-16"), "{told}");
    folder.write("games.pgn.gz", b"\x1f\x8b\x08");
    let (code, told) = folder.failure(&format!("{black} @games.pgn.gz"));
    assert!(code == Some(2) && told.contains("is compressed") && told.contains("zcat"), "{told}");
    let (code, told) = folder.failure(&format!("{WHITE} --json -o -"));
    assert!(code == Some(2) && told.contains("both write to standard output"), "{told}");
    let (code, told) = folder.failure(&format!("{WHITE} --player Zzz"));
    assert!(code == Some(2) && told.contains("check --player"), "{told}");
    folder.run("analyze startpos --moves d4 --nodes 500 --save @x.tree");
    let (code, told) = folder.failure(&format!("{black} @games.pgn"));
    assert!(code == Some(2) && told.contains("a tree of another position"), "{told}");
}

/// What a command prints that succeeds.
fn stdout_of(folder: &Folder, line: &str) -> String {
    let output = folder.run(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", stderr(&output));
    stdout(&output)
}

/// The place behind these moves.
fn place<'v>(places: &[&'v Value], text: &str) -> &'v Value {
    places.iter().find(|place| line(place) == text).copied().unwrap_or_else(|| panic!("{text}"))
}

#[test]
fn a_position_that_two_ways_lead_to_is_searched_once() {
    let folder = Folder::new();
    folder.write("mine.pgn", "1. d4 e6 (1... d5 2. c4 *) 2. c4 *\n");
    let games = "1. d4 d5 2. c4 e6 *\n\n1. d4 d5 2. c4 e6 *\n\n1. d4 e6 2. c4 d5 *\n\n";
    folder.write("games.pgn", games);
    let found = prepared(&folder, "--mine @mine.pgn --cover 10%");
    let places = places(&found);
    let [main, other] = ["d4 d5 c4 e6", "d4 e6 c4 d5"].map(|text| place(&places, text));
    let way = line(&serde_json::json!({ "line": other["transposes_to"] }));
    assert_eq!((way.as_str(), &main["transposes_to"]), ("d4 d5 c4 e6", &Value::Null));
    for field in ["nodes", "score", "expected", "practical"] {
        assert_eq!(main[field], other[field], "{field}");
    }
    assert_eq!((&other["answer"], &other["is_open"]), (&Value::Null, &Value::Bool(false)));
    let [reached, less] = [main, other].map(|place| place["reached"].as_f64());
    assert_eq!((reached, less), (Some(0.667), Some(0.333)));
    // Searches of other positions come through the other way, too, but it is not searched itself.
    let known = folder.run("show @white.tree d4 e6 c4 d5 --json");
    let known: Value = serde_json::from_slice(&known.stdout).unwrap_or_default();
    assert!(known["effort"].as_u64() < Some(2_000), "{known}");
    let text = stdout_of(&folder, &format!("{WHITE} --mine @mine.pgn --cover 10%"));
    assert!(text.contains("d5 = 1. d4 d5 2. c4 e6"), "{text}");
}

#[test]
fn an_engine_tells_what_people_play() {
    let folder = with_games();
    write_people(&folder);
    write_mortal(&folder);
    folder.write("mine.pgn", "1. e4 e5 (1... c5 2. Nf3 *) 2. Nf3 *\n");
    let command = "prepare @white.tree --side white --human @people --nodes 1k --cover 5% \
                   --mine @mine.pgn";
    let found = folder.json(command);
    let places = places(&found);
    let king = place(&places, "e4 e5");
    assert_eq!((king["played_share"].as_f64(), &king["played_games"]), (Some(0.5), &Value::Null));
    assert_eq!(place(&places, "e4 c5 Nf3 Nf6")["reached"].as_f64(), Some(0.06));
    assert_eq!(found["covered"].as_f64(), Some(1.0));
    // Once ten games tell, they count and not the engine.
    folder.write("games.pgn", "1. e4 d5 *\n\n".repeat(10));
    let found = folder.json(&format!("{command} --games @games.pgn"));
    let lines: Vec<String> =
        found["positions"].as_array().expect("positions").iter().map(line).collect();
    assert!(
        lines.contains(&"e4 d5".to_string()) && !lines.contains(&"e4 e5".to_string()),
        "{lines:?}"
    );
    let (code, told) = folder.failure(&command.replace("@people", "@mortal"));
    assert!(code != Some(0) && told.starts_with("error: "), "{told}");
}

#[test]
fn the_tree_knows_what_opponents_play() {
    let folder = with_games();
    let found = prepared(&folder, "--cover 10%");
    let first = &found["positions"][0];
    let shown = folder.json("show @white.tree --depth 2");
    let points = [&first["practical"], &shown["practical"]].map(|points| points.as_f64());
    let [told, shown_points] = points.map(|points| points.expect("points"));
    assert!((told - shown_points).abs() < 0.002, "{told} {shown_points}");
    let answer = first["answer"]["san"].as_str().expect("a move");
    let played = |place: &&Value| place["played_share"].is_number();
    let ways = found["positions"].as_array().expect("positions");
    let reply = ways.iter().find(|place| played(place)).expect("a reply");
    let mv = reply["line"][1]["san"].as_str().expect("a move");
    let behind = folder.json(&format!("show @white.tree {answer} --depth 1"));
    let children = behind["children"].as_array().expect("moves");
    let child = children.iter().find(|child| child["san"] == mv).expect("the move");
    assert_eq!(child["played_share"], reply["played_share"]);
    assert_eq!(child["played_games"], reply["played_games"]);
    let turned = 1.0 - child["played_points"].as_f64().expect("points");
    let points = reply["played_points"].as_f64().expect("points");
    assert!((points - turned).abs() < 0.0015, "it is the other side's turn: {child}");
    let text = stdout_of(&folder, &format!("show @white.tree {answer}"));
    assert!(text.contains("  played  scored  practical  line\n"), "{text}");
    // Another tree of the same games takes it in.
    stdout_of(&folder, "prepare @other.tree --side white --games @games.pgn --nodes 1k");
    stdout_of(&folder, "merge @white.tree @other.tree -o @both.tree");
    let merged = folder.json(&format!("show @both.tree {answer} --depth 1"));
    let children = merged["children"].as_array().expect("moves");
    assert!(children.iter().any(|child| child["played_share"] == reply["played_share"]));
}

#[test]
fn moves_that_many_choose_although_they_lose_are_named() {
    let folder = Folder::new();
    let games = "1. e4 e5 2. Qh5 Nc6 3. Qxe5+ *\n\n".repeat(6) + &"1. e4 e5 2. Nf3 *\n\n".repeat(6);
    folder.write("games.pgn", &games);
    let command = "prepare @white.tree --side white --games @games.pgn --moves e4 e5 Qh5 Nc6 \
                   --nodes 4k";
    let (changed, text) = (folder.json(command), stdout_of(&folder, command));
    assert_eq!(changed["positions"][0]["poisoned"], serde_json::json!([]), "six games are few");
    assert!(!text.contains("poisoned"), "{text}");
    folder.write("games.pgn", games.repeat(2));
    let found = folder.json(command);
    let poisoned = &found["positions"][0]["poisoned"][0];
    assert_eq!((&poisoned["san"], &poisoned["played_share"]), (&"Qxe5+".into(), &1.0.into()));
    let text = stdout_of(&folder, command);
    assert!(
        text.contains("\npoisoned moves:\n  after the first position 100 % play 3. Qxe5+, -"),
        "{text}"
    );
    let why = poisoned["why"].as_str().expect("a reason");
    assert!(why.starts_with("Qxe5+ loses the queen") && text.contains(why), "{why}: {text}");
}

#[test]
fn what_changed_in_a_run_is_told() {
    let folder = with_games();
    let changes = |options: &str| prepared(&folder, options)["changes"].clone();
    assert_eq!(changes("").as_array().map(Vec::len), Some(0), "nothing was there before");
    let found = changes("--exclude e4 --exclude d4 --exclude Nf3 --exclude c4");
    assert_eq!(found[0]["line"], serde_json::json!([]));
    assert_ne!(found[0]["answer"], found[0]["answer_before"]);
}

#[test]
fn turns_may_have_moves_that_are_nearly_as_good() {
    let folder = with_games();
    // What was searched for one move is searched for two.
    let one = prepared(&folder, "--cover 20%");
    assert!(places(&one).iter().all(|place| place.get("alternatives").is_none()));
    let found = prepared(&folder, "--cover 20% --width 2 --window 1000 -o @study.pgn");
    assert_eq!(
        (found["covered"].as_f64(), &found["positions"][0]["is_open"]),
        (Some(1.0), &false.into())
    );
    let all = places(&found);
    for place in all.iter().filter(|place| place["is_own_turn"] == true) {
        let others = place["alternatives"].as_array().map_or(0, Vec::len);
        let is_told_elsewhere = !place["transposes_to"].is_null();
        assert_eq!(others, usize::from(!is_told_elsewhere), "{place}");
    }
    let first = all[0];
    let other = &first["alternatives"][0];
    let behind = all.iter().find(|place| line(place) == other["san"]).expect("what is behind it");
    assert_eq!((&behind["reached"], &behind["practical"]), (&1.0.into(), &other["practical"]));
    let practical = |place: &Value| place["practical"].as_f64().expect("points");
    let answer = all.iter().find(|place| line(place) == first["answer"]["san"]).expect("behind");
    assert_eq!(practical(first), practical(answer).max(practical(other)), "one's own maximised");
    let text = stdout_of(&folder, &format!("{WHITE} --cover 20% --width 2 --window 1000"));
    let san = other["san"].as_str().expect("a move");
    assert!(text.contains(&format!("\nor 1. {san}")) && text.contains("nearly as good"), "{text}");
    let study = String::from_utf8(folder.bytes("study.pgn")).expect("a text");
    assert!(study.contains(&format!("[Event \"Repertoire: 1. {san}")), "{study}");
    assert!(study.contains("nearly as good"), "{study}");
    stdout_of(&folder, "verify @white.tree");
}

#[test]
fn a_window_leaves_out_what_is_worse() {
    let folder = with_games();
    let alternatives = |options: &str| {
        let found = prepared(&folder, options);
        let count = |place: &&Value| place["alternatives"].as_array().map_or(0, Vec::len);
        places(&found).iter().map(count).sum::<usize>()
    };
    let [few, many] = ["--width 3 --window 1", "--width 3 --window 1000"].map(alternatives);
    assert!(few < many, "{few} {many}");
    folder.write("mine.pgn", "1. e4 e5 2. Nf3 *\n");
    let found = prepared(&folder, "--width 3 --window 1000 --mine @mine.pgn --exclude d4");
    let first = &found["positions"][0];
    assert_eq!((&first["answer"]["san"], first.get("alternatives")), (&"e4".into(), None));
    let alone = folder.run(&format!("{WHITE} --window 20"));
    assert!(alone.status.code() == Some(2) && stderr(&alone).contains("--width <N>"));
}

#[test]
fn an_engine_that_hangs_at_its_start_is_not_waited_for() {
    let folder = with_games();
    write_script(&folder, "silent", "echo > \"$0.began\"\nexec sleep 100\n");
    let mut child = folder.start("prepare @white.tree --side white --human @silent");
    while fs::metadata(folder.path("silent.began")).is_err() {
        assert!(child.try_wait().expect("a child").is_none(), "it is over before it began");
        std::thread::sleep(Duration::from_millis(5));
    }
    let began = Instant::now();
    signal(&child, "-INT");
    assert_eq!(child.wait().expect("a child").code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[test]
fn a_tree_of_the_other_side_is_told() {
    let folder = with_games();
    prepared(&folder, "");
    let told = |side: &str| {
        let line = format!("prepare @white.tree --side {side} --games @games.pgn --nodes 1k");
        stderr(&folder.run(&line)).contains("was prepared for the other side")
    };
    assert_eq!(
        [told("white"), told("black"), told("black"), told("white")],
        [false, true, false, true]
    );
}
