//! Games as people and other programs write them, through every command that reads games. Each file of
//! `tests/data/reported` stands for a kind of report about a chess program.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::common::folder::Folder;
use crate::common::program::{object, stderr, stdout};
use crate::explore::client::Explorer;

/// The folder with a copy of a reported file.
fn reported(name: &str) -> Folder {
    let folder = Folder::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reported").join(name);
    folder.write("games.pgn", fs::read(path).expect(name));
    folder
}

fn with(text: impl AsRef<[u8]>) -> Folder {
    let folder = Folder::new();
    folder.write("games.pgn", text);
    folder
}

/// The games that `shans game` tells of, and how it ended.
fn games(folder: &Folder) -> (Vec<Value>, Output) {
    let output = folder.run("game @games.pgn --nodes 20 --rounds 0 --json");
    (stdout(&output).lines().map(object).collect(), output)
}

/// The moves of a game that were played, in SAN.
fn moves(game: &Value) -> String {
    let positions = game["positions"].as_array().expect("positions").iter();
    let played = positions.filter_map(|position| position["played"]["san"].as_str());
    played.collect::<Vec<_>>().join(" ")
}

/// The games of a text as `shans game` reads them, and its exit code.
fn read(text: impl AsRef<[u8]>) -> (Vec<String>, Option<i32>) {
    let (games, output) = games(&with(text));
    (games.iter().map(moves).collect(), output.status.code())
}

/// Whether each line of moves is in the tree that the games were imported into; the rest of what is told.
fn imported(folder: &Folder, lines: &[&str]) -> (Option<i32>, String) {
    folder.json("analyze --nodes 1 --searcher best-first:quiescence --save @tree");
    let output = folder.run("import @tree @games.pgn --nodes 20k --json");
    for line in lines {
        folder.json(&format!("show @tree {line}"));
    }
    (output.status.code(), stderr(&output))
}

/// What *Open* in the page makes of a text: the answer.
fn opened(explorer: &Explorer, text: &str) -> Value {
    let body = json!({"text": text, "moves": [], "replace": true});
    let answer = explorer.post("open", &body.to_string());
    assert_eq!(answer.status, 200, "{text}: {}", answer.body);
    answer.json()
}

fn analysed(folder: &Folder, options: &str) -> (Value, Output) {
    let output = folder.run(&format!("analyze --pgn @games.pgn --nodes 50 --json {options}"));
    assert_ne!(stdout(&output), "", "{}", stderr(&output));
    (object(&stdout(&output)), output)
}

#[test]
fn loose_castling_flags_make_no_chess960() {
    let folder = reported("sloppy_castling.pgn");
    let (told, output) = games(&folder);
    assert_eq!((moves(&told[0]).as_str(), output.status.code()), ("", Some(1)));
    assert!(stderr(&output).contains("castling rights \"KQkq\" do not fit"), "{}", stderr(&output));
    assert!(stderr(&output).contains("\"O-O-O\" is not legal in"), "{}", stderr(&output));
    let fen = "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w KQkq - 0 1";
    let perft = folder.run(&format!("perft --depth 1 {fen}"));
    assert!(stdout(&perft).contains("20"), "{}{}", stdout(&perft), stderr(&perft));
    let output = folder.run(&format!("analyze {fen} --nodes 100 --save @tree"));
    assert!(stderr(&output).contains("castling rights"), "{}", stderr(&output));
    let pgn = stdout(&folder.run("export @tree --format pgn --max-nodes 5"));
    assert!(pgn.contains("w - - 0 1\"]") && !pgn.contains("Variant"), "{pgn}");
    let explorer = Explorer::start(&folder, "startpos");
    let answer = opened(&explorer, fen);
    assert!(answer["notes"][0].as_str().is_some_and(|told| told.contains("castling rights")));
    assert_eq!(explorer.look("")["legal"].as_array().map(Vec::len), Some(20));
}

#[test]
fn what_is_ignored_is_told_by_every_command() {
    let folder = reported("fen_warning_swallowed.pgn");
    let (told, output) = games(&folder);
    let (_, analysis) = analysed(&folder, "");
    folder.run("analyze 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 --nodes 9 --save @tree");
    let import = folder.run("import @tree @games.pgn --nodes 1k");
    for output in [&output, &analysis, &import] {
        let told = stderr(output);
        assert!(told.contains("games.pgn, line 1, column 1: castling rights \"KQ\""), "{told}");
        assert!(told.contains("en passant square \"e6\""), "{told}");
        assert_eq!(output.status.code(), Some(0), "{told}");
    }
    assert_eq!(moves(&told[0]), "e4 Kd7");
    let explorer = Explorer::start(&folder, "@games.pgn");
    let body = json!({"game": 0, "moves": []}).to_string();
    assert!(explorer.post("open", &body).body.contains("castling rights"));
}

#[test]
fn one_bad_thing_does_not_cost_the_rest() {
    let folder = reported("import_null_in_variation.pgn");
    let (told, output) = games(&folder);
    assert_eq!((moves(&told[0]).as_str(), output.status.code()), ("e4 e5 Nf3 Nc6 Bb5", Some(0)));
    let (code, told) = imported(&folder, &["e4 e5 Nf3 Nc6 Bb5", "e4 e5 Nf3 d6 d4"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("games.pgn, line 1, column 36: \"--\" is not"), "{told}");
    assert_eq!(told.matches("error: ").count(), 1, "{told}");

    let folder = reported("import_second_game_variant.pgn");
    let (code, told) = imported(&folder, &["e4 e5 Nf3"]);
    assert_eq!(code, Some(1));
    assert!(told.contains("line 3, column 1: the variant \"Atomic\" is not supported"), "{told}");
    assert_eq!(games(&folder).1.status.code(), Some(1));

    let remarks = "1. e4 e5 (0.35) 2. Nf3 (time trouble) Nc6 1-0 (White won)\n\u{1a}";
    let (code, told) = imported(&with(remarks), &["e4 e5 Nf3 Nc6"]);
    assert_eq!((code, told.contains("error")), (Some(0), false), "{told}");
}

#[test]
fn a_game_is_analysed_as_far_as_it_goes() {
    let folder = with("[White \"A\"]\n\n1. e4 e5 2. Nf3 Kd4 *\n");
    let (told, output) = analysed(&folder, "");
    assert_eq!(output.status.code(), Some(1));
    assert!(told["fen"].as_str().is_some_and(|fen| fen.contains(" b KQkq - 1 2")), "{told}");
    let error = stderr(&output);
    assert!(error.contains("games.pgn, line 3, column 17: \"Kd4\" is not legal in "), "{error}");
    assert_eq!(analysed(&folder, "--at 2w").1.status.code(), Some(0));
    let (code, error) = folder.failure("analyze --pgn @games.pgn --at 9w --nodes 9");
    assert_eq!(code, Some(2));
    assert!(error.ends_with("so the game does not come to --at 9w\n"), "{error}");
    let (code, error) = with("Remember the milk").failure("analyze --pgn @games.pgn");
    assert_eq!(code, Some(2), "{error}");
}

#[test]
fn the_explorer_opens_the_first_game_that_can_be_played() {
    let folder = reported("explore_first_game_variant.pgn");
    let explorer = Explorer::start(&folder, "@games.pgn");
    let listed = explorer.get("games").json();
    assert_eq!(listed["open"]["index"], 1);
    assert_eq!(listed["games"], 2);
    assert_eq!(listed["line"].as_array().map(Vec::len), Some(3), "{listed}");
    let (said, code) = explorer.end();
    assert!(said.contains("line 1, column 1: the variant \"Atomic\" is not supported"), "{said}");
    assert_eq!(code, Some(1));
    let defect = with("1. e4 e5 2. Nf3 Kd4 3. d4 *");
    let explorer = Explorer::start(&defect, "@games.pgn");
    assert_eq!(explorer.get("games").json()["line"].as_array().map(Vec::len), Some(3));
    let (code, error) = with("[Variant \"Atomic\"]\n\n1. e4 *").failure("explore @games.pgn");
    assert!(code == Some(2) && error.contains("Atomic"), "{error}");
}

#[test]
fn games_continue_behind_draws_that_nobody_claims() {
    let folder = reported("past_threefold.pgn");
    let (told, output) = games(&folder);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(told[0]["positions"].as_array().map(Vec::len), Some(20), "{told:?}");
    assert!(stderr(&output).contains("a draw could be claimed in "), "{}", stderr(&output));
    let kinds = told[0]["chances"].to_string();
    assert!(kinds.contains("draw-not-claimed"), "{kinds}");
    let last = &told[0]["positions"][19];
    assert!(last["score"].is_object(), "{last}");
    let annotated = folder.run("game @games.pgn --nodes 50 --pgn -");
    // Where values are settled.
    let annotated = stdout(&annotated).replace('\n', " ");
    let behind = annotated.split_once("9. Bc4").map_or("", |(_, behind)| behind);
    assert!(behind.contains("10. O-O { [%eval "), "{annotated}");
    folder.run("game @games.pgn --nodes 50 --save @game.tree");
    assert!(folder.names().contains(&"game-part-2.tree".to_string()), "{:?}", folder.names());

    let explorer = Explorer::start(&folder, "@games.pgn");
    let line = explorer.get("games").json();
    let line: Vec<String> = line["line"].as_array().expect("a line").iter().map(step).collect();
    assert_eq!(line.len(), 19);
    let text = fs::read_to_string(folder.path("games.pgn")).expect("a file");
    let moves = opened(&explorer, &text)["moves"].as_array().expect("moves").clone();
    assert_eq!(moves.len(), 19);
    for plies in 0..=line.len() {
        let look = explorer.look(&line[..plies].join("."));
        assert!(look["legal"].as_array().is_some_and(|legal| !legal.is_empty()), "{look}");
    }
    let claim = explorer.look(&line[..16].join("."));
    let endings: Vec<Value> =
        (0..=19).map(|plies| explorer.look(&line[..plies].join("."))["ending"].clone()).collect();
    assert!(endings.iter().any(|ending| ending.to_string().contains("third time")), "{claim}");
    let body = json!({"moves": line, "nodes": 100}).to_string();
    let refused = explorer.post("start", &body);
    assert!(refused.status == 409 && refused.error().contains("could be claimed"), "{refused:?}");
}

fn step(step: &Value) -> String {
    step["move"].as_str().unwrap_or_default().to_string()
}

#[test]
fn fifty_moves_do_not_end_a_game_that_was_played_on() {
    let fen = "4k3/8/8/8/8/8/4P3/R3K3 w - - 99 90";
    let folder = with(format!("[FEN \"{fen}\"]\n\n1. Ra2 Kd7 2. Ra3 Kd6 3. Ra4 *\n"));
    let (told, output) = games(&folder);
    assert_eq!(moves(&told[0]), "Ra2 Kd7 Ra3 Kd6 Ra4");
    assert!(stderr(&output).contains("a draw could be claimed in "), "{}", stderr(&output));
    let last = told[0]["positions"][4]["score"]["cp"].as_f64();
    assert!(last.is_none_or(|cp| cp > 100.0), "White has a rook more: {}", told[0]);
    let report = stdout(&folder.run("game @games.pgn --nodes 50"));
    assert!(report.contains("nobody claimed the draw"), "{report}");
}

#[test]
fn games_do_not_flow_together() {
    let (told, _) = games(&reported("tags_only_then_game.pgn"));
    let players: Vec<_> = told.iter().map(|game| (game["white"].as_str(), moves(game))).collect();
    assert_eq!(players, [(Some("A"), String::new()), (Some("C"), "e4 e5".to_string())]);
    for (text, expected) in [
        ("1. e4 e5\n\n1. d4 d5\n", &["e4 e5", "d4 d5"][..]),
        ("1.e4 e5 2.Nf3\n\n1.d4 d5\n", &["e4 e5 Nf3", "d4 d5"]),
        ("1. e4\n\n1... e5\n\n2. Nf3\n", &["e4 e5 Nf3"]),
        ("1. e4 (1. d4 d5 *\n\n1. c4 c5 *", &["e4", "c4 c5"]),
        ("1. e4 {open\n\n[White \"B\"]\n\n1. d4 {closed} *", &["e4", "d4"]),
        ("1. e4 {a\n\nb} e5 *", &["e4 e5"]),
        ("[White \"A\"]\n\n[Black \"B\"]\n\n1. e4 *", &["e4"]),
        ("[White \"A\"]\n[Black \"B\"]\n[White \"C\"]\n[Black \"D\"]\n1. e4 *", &["e4"]),
        ("[White \"A\"]\n[Black \"B\"]\n\n[White \"C\"]\n[Black \"D\"]\n1. e4 *", &["", "e4"]),
        ("1. e4 e5 1-0 Black resigns\n\n1. d4 *", &["e4 e5", "d4"]),
    ] {
        assert_eq!(read(text).0, expected, "{text}");
    }
    let (told, _) = games(&reported("tag_without_end.pgn"));
    assert_eq!(moves(&told[0]), "e4 e5 Nf3 Nc6");
}

#[test]
fn variants_are_known_by_many_names() {
    assert_eq!(moves(&games(&reported("variant_normal.pgn")).0[0]), "d4 Nf6");
    let folder = reported("variant_chess_960.pgn");
    let (told, output) = games(&folder);
    assert_eq!(
        (moves(&told[0]).as_str(), output.status.code()),
        ("b3 c5 Nf3 d5 d4 b6 O-O", Some(0))
    );
    for name in ["?", "From Position", "chess", "STANDARD", ""] {
        let (read, code) = read(format!("[Variant \"{name}\"]\n\n1. e4 *"));
        assert_eq!((&read[..], code), (&["e4".to_string()][..], Some(0)), "{name}");
    }
}

/// A game annotated as often as that.
fn annotated(text: &[u8], times: usize, options: &str) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..times {
        let folder = with(&text);
        let output =
            folder.run(&format!("game @games.pgn --nodes 2k --rounds 0 --pgn - {options}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        text = output.stdout;
    }
    text
}

fn bytes(name: &str) -> Vec<u8> {
    reported(name).bytes("games.pgn")
}

#[test]
fn annotating_takes_nothing_of_a_user_and_contradicts_nothing() {
    let folder = reported("without_evals.pgn");
    let kept = stdout(&folder.run("game @games.pgn --nodes 300 --pgn - --without evals"));
    for eval in ["[%eval 0.2]", "[%eval 0.1,12]", "[%eval -9.0]"] {
        assert!(kept.contains(eval), "{kept}");
    }
    let text = String::from_utf8(annotated(&bytes("eval_in_second_comment.pgn"), 1, ""));
    let text = text.expect("text");
    assert_eq!(text.matches("[%eval").count(), 4, "{text}");
    assert!(text.contains("{ [%clk 0:01:00] } { [%eval "), "{text}");
    assert!(!text.contains("0.9]") && text.contains("(-0.24 - -1.25) Inaccuracy."), "{text}");
    let arrows = "1. e4 e5 2. Qh5 { mine [%cal Gd1h5] } Nf6 3. g4 Nxh5 *\n";
    let text = String::from_utf8(annotated(arrows.as_bytes(), 1, "")).expect("text");
    assert!(text.contains("mine [%cal Gd1h5] }"), "{text}");
}

#[test]
fn twice_annotated_is_once_annotated() {
    let long = format!("{}1. e4 e5 2. Qh5 Nf6 3. g4 Nxh5 ; the end", "[White \"A\"]\r\n\r\n");
    for text in [
        bytes("annotate_twice.pgn"),
        bytes("eval_in_second_comment.pgn"),
        bytes("crlf.pgn"),
        bytes("past_threefold.pgn"),
        long.into_bytes(),
    ] {
        for options in ["", "--without evals", "--without arrows", "--without marks"] {
            let once = annotated(&text, 1, options);
            let twice = annotated(&once, 1, options);
            let told = String::from_utf8_lossy(&once).into_owned();
            assert!(once == twice, "{options}: {told}\n{}", String::from_utf8_lossy(&twice));
            assert!(told.contains("[%"), "something was put in: {told}");
        }
    }
}

#[test]
fn lines_end_as_those_of_the_file_and_none_begins_with_a_command() {
    let once = annotated(&bytes("crlf.pgn"), 1, "");
    let text = String::from_utf8(once).expect("text");
    assert!(text.contains("$") && text.lines().count() > 3, "{text}");
    let line_ends = text.matches('\n').count();
    assert_eq!(text.matches("\r\n").count(), line_ends, "{text:?}");
    let long = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 *";
    let text = String::from_utf8(annotated(long.as_bytes(), 1, "")).expect("text");
    assert!(text.lines().count() > 3 && !text.contains("\n["), "{text}");
}

#[test]
fn marks_dashes_and_figurines_are_read() {
    let (told, output) = games(&reported("novelty_and_glyph.pgn"));
    assert_eq!(moves(&told[0]), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let folder = reported("en_dash.pgn");
    let (told, _) = games(&folder);
    assert_eq!(moves(&told[0]), "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O Nxe4");
    assert_eq!(told[0]["result"], "1-0");
    let (code, told) = imported(&folder, &["e4 e5 Nf3 Nc6 Bb5 Nf6 0–0 Nxe4"]);
    assert_eq!(code, Some(0), "{told}");
    assert_eq!(moves(&games(&reported("ep_suffix.pgn")).0[0]), "exd6 Kd7");
    let text = "1. e4 e5 2. ♘f3 ♞c6⩲ 3. ♗b5 D a6 RR 4. Bxc6!? dxc6± 5. 0−0 ½–½\n";
    assert_eq!(read(text), (vec!["e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O".to_string()], Some(0)));
    let fen = "[FEN \"7r/6P1/8/8/8/8/k7/4K2R w K - 0 1\"]\n\n";
    for mv in ["gxh8/Q", "gxh8(Q)", "gxh8Q", "gxh8=♕"] {
        assert_eq!(read(format!("{fen}1. {mv} *")).0, ["gxh8=Q"], "{mv}");
    }
    // The field for moves in the page asks the same reader.
    let explorer = Explorer::start(&folder, "7r/6P1/8/8/8/8/k7/4K2R w K - 0 1");
    for (typed, played) in
        [("0-0", "e1g1"), ("o-o", "e1g1"), ("0–0", "e1g1"), ("gxh8Q", "g7h8q"), ("♔d1", "e1d1")]
    {
        assert_eq!(opened(&explorer, typed)["moves"], json!([played]), "{typed}");
    }
}

#[test]
fn where_a_game_begins_is_read_or_is_an_error() {
    let (told, output) = games(&reported("fen_unquoted.pgn"));
    assert_eq!((moves(&told[0]).as_str(), told[0]["white"].as_str()), ("e4 Kd7", Some("A")));
    assert_eq!(output.status.code(), Some(0));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for tag in [
        "[FEN \"@]",
        "[FEN '@']",
        "[FEN @",
        "[Fen \"@\"]",
        "[FEN: \"@\"]",
        "[FEN=\"@\"]",
        "[FEN “@”]",
    ] {
        let text = format!("[White \"A\"]\n{}\n\n1. e4 Kd7 *\n", tag.replace('@', fen));
        assert_eq!(read(&text), (vec!["e4 Kd7".to_string()], Some(0)), "{tag}");
        let (told, _) = analysed(&with(&text), "");
        assert!(told["fen"].as_str().is_some_and(|fen| fen.starts_with("8/3k4/")), "{tag}: {told}");
    }
    let (_, output) = games(&with("[FEN nonsense]\n\n1. e4 *"));
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    for (tags, told) in [
        ("[FEN \"\"]", "the FEN tag is empty"),
        ("[SetUp \"1\"]", "the SetUp tag is 1"),
        ("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\"]", "White to move"),
    ] {
        let (games, output) = games(&with(format!("{tags}\n\n1. e4 e5 *")));
        assert_eq!((moves(&games[0]).as_str(), output.status.code()), ("e4 e5", Some(0)), "{tags}");
        assert!(stderr(&output).contains(told), "{}", stderr(&output));
    }
}

#[test]
fn bytes_of_old_programs_are_text() {
    let (told, _) = games(&reported("latin1.pgn"));
    assert_eq!(
        (told[0]["white"].as_str(), moves(&told[0]).as_str()),
        (Some("Müller"), "e4 e5 Nf3")
    );
    assert_eq!(told[0]["positions"][2]["comments"], json!(["schön"]));
    assert_eq!(games(&reported("cp1252.pgn")).0[0]["white"], "O’Kelly");
    let folder = reported("ctrl_z.pgn");
    let (told, output) = games(&folder);
    assert_eq!((moves(&told[0]).as_str(), output.status.code()), ("e4 e5 Nf3", Some(0)));
    assert_eq!((told.len(), stderr(&output).as_str()), (1, ""));
    assert_eq!(imported(&folder, &["e4 e5 Nf3"]).0, Some(0));
    assert_eq!(analysed(&folder, "").1.status.code(), Some(0));
    assert_eq!(read("1.\u{200b}e4\u{2060} e5\u{feff} *").0, ["e4 e5"]);
    let without = "--without evals,marks,lines,arrows,reasons";
    for name in ["latin1.pgn", "cp1252.pgn", "ctrl_z.pgn", "crlf.pgn", "fen_unquoted.pgn"] {
        assert_eq!(annotated(&bytes(name), 1, without), bytes(name), "{name}");
    }
}

#[test]
fn the_page_opens_what_is_pasted() {
    let folder = reported("explorer_open_comment_first.txt");
    let explorer = Explorer::start(&folder, "startpos");
    let text = fs::read_to_string(folder.path("games.pgn")).expect("a file");
    assert_eq!(opened(&explorer, &text)["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    assert_eq!(
        opened(&explorer, "position startpos moves e2e4 e7e5")["moves"],
        json!(["e2e4", "e7e5"])
    );
    let defect = opened(&explorer, "1. e4 e5 2. Nf3 Kd4 3. d4");
    assert_eq!(defect["moves"], json!(["e2e4", "e7e5", "g1f3"]));
    assert!(defect["notes"].to_string().contains("line 1, column 17"), "{defect}");
    opened(&explorer, "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"one\";");
    assert_eq!(explorer.get("games").json()["tags"][1][1], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
    opened(&explorer, "bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB w KQkq - 0 1");
    assert_eq!(explorer.get("games").json()["tags"][0], json!(["Variant", "Chess960"]));
}

#[test]
fn what_is_written_can_be_read_by_others() {
    let folder = Folder::new();
    folder.run("lab play --seats greedy,random --games 2 --nodes 20 --record @games.pgn");
    let text = fs::read_to_string(folder.path("games.pgn")).expect("a record");
    assert!(text.contains("\n1. ") || text.contains("\n5. "), "{text}");
    assert!(text.lines().all(|line| line.len() < 80), "{text}");
    let (told, output) = games(&folder);
    assert_eq!((told.len(), output.status.code()), (2, Some(0)), "{}", stderr(&output));
    // Comments of people go with what is exported.
    folder.run("analyze --nodes 2k --save @tree");
    let explorer = Explorer::start(&folder, "@tree");
    for (moves, text) in [("[]", "the {first} one"), ("[\"c2c4\"]", "best by test")] {
        let body = format!("{{\"moves\":{moves},\"text\":\"{text}\"}}");
        assert_eq!(explorer.post("comment", &body).status, 200);
    }
    explorer.post("save", "");
    explorer.end();
    let pgn = stdout(&folder.run("export @tree --format pgn --max-nodes 60")).replace('\n', " ");
    assert!(pgn.contains("{ the (first) one }") && pgn.contains("{ best by test }"), "{pgn}");
    let output = folder.run("export @tree --format json --max-nodes 60");
    let told = &object(&stdout(&output))["comments"];
    assert_eq!(told[1], json!({"moves": ["c2c4"], "text": "best by test"}), "{told}");
}

#[test]
fn a_position_is_analysed_whatever_is_said_of_it() {
    let folder = Folder::new();
    let line = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e5; id \"one\";\n";
    let mut child = crate::common::program::start(
        &["analyze", "-", "--nodes", "50", "--json"],
        std::process::Stdio::piped(),
    );
    use std::io::Write as _;
    child.stdin.take().expect("its input").write_all(line.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("its output");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stderr(&output)
            .contains("line 1: bm names \"e5\", which is not legal here; that is ignored")
    );
    assert_eq!(object(&stdout(&output))["id"], "one");
    drop(folder);
}
