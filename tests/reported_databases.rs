//! Games as people have them, counted: reports about other programs, each a file of `tests/data/reported/games5`, by every
//! command that it concerns.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::program::{object, run, stderr, stdout};

/// The folder with copies of these files.
fn with(names: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in names {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reported/games5");
        folder.write(name, fs::read(path.join(name)).expect(name));
    }
    folder
}

/// What `prepare` tells of a file for this side, in a new tree.
fn prepared(folder: &Folder, options: &str) -> (Value, Output) {
    let _ = fs::remove_file(folder.path("t.tree"));
    let output = folder.run(&format!("prepare @t.tree --nodes 300 --json {options}"));
    assert_eq!(output.status.code(), Some(0), "{options}: {}", stderr(&output));
    (object(&stdout(&output)), output)
}

fn line(place: &Value) -> String {
    let moves = place["line"].as_array().expect("a line");
    moves.iter().filter_map(|mv| mv["san"].as_str()).collect::<Vec<_>>().join(" ")
}

fn place<'v>(found: &'v Value, moves: &str) -> Option<&'v Value> {
    found["positions"].as_array()?.iter().find(|place| line(place) == moves)
}

/// In how many games the opponent came to the position behind these moves; none where the repertoire lacks it.
fn games(found: &Value, moves: &str) -> Option<u64> {
    place(found, moves)?["played_games"].as_u64()
}

/// All games, and those that count.
fn counted(found: &Value) -> (u64, u64) {
    let number = |name: &str| found[name].as_u64().unwrap_or_default();
    (number("games"), number("games_counted"))
}

/// The games as `shans game` reads them: the moves of each, and how it ended.
fn read(folder: &Folder, name: &str) -> (Vec<String>, Output) {
    let output = folder.run(&format!("game @{name} --nodes 20 --rounds 0 --json"));
    let moves = |game: Value| {
        let positions = game["positions"].as_array().expect("positions").iter();
        let played = positions.filter_map(|position| position["played"]["san"].as_str());
        played.collect::<Vec<_>>().join(" ")
    };
    (stdout(&output).lines().map(|game| moves(object(game))).collect(), output)
}

#[test]
fn moves_in_other_notations_are_counted_where_they_were_played() {
    let folder = with(&["01a_figurines.pgn", "01b_long_notation.pgn"]);
    let figurines = "--side black --games @01a_figurines.pgn --moves e4 e5";
    assert_eq!(read(&folder, "01a_figurines.pgn").0, ["e4 e5 Nf3 Nc6 d4 exd4 c3"]);
    assert_eq!(games(&prepared(&folder, &format!("{figurines} Nf3 Nc6")).0, "d4"), Some(1));
    let (found, _) = prepared(&folder, figurines);
    assert_eq!((games(&found, "Nf3"), games(&found, "d4")), (Some(1), None));
    let (found, _) = prepared(&folder, "--side black --games @01b_long_notation.pgn");
    assert_eq!((games(&found, "e4"), games(&found, "d4")), (Some(1), None));
    assert_eq!(read(&folder, "01b_long_notation.pgn").0, ["e4 e5 d4 d5"]);
}

#[test]
fn a_blank_line_in_a_game_does_not_end_it() {
    let folder = with(&["02_blank_lines.pgn"]);
    let black = "--side black --games @02_blank_lines.pgn";
    let (found, _) = prepared(&folder, &format!("{black} --cover 1%"));
    assert_eq!(counted(&found), (2, 2));
    assert_eq!(["d4", "e4", "c4"].map(|mv| games(&found, mv)), [Some(1), Some(1), None]);
    let (found, _) = prepared(&folder, &format!("{black} --moves d4 d5"));
    assert_eq!(games(&found, "c4"), Some(1));
    let (found, _) = prepared(&folder, &format!("{black} --moves d4 d5 --player Annotated"));
    assert_eq!((counted(&found), games(&found, "c4")), ((2, 1), Some(1)));
    let (found, _) = prepared(&folder, &format!("{black} --min-rating 2400"));
    assert_eq!(counted(&found), (2, 2));
    let output = folder.run("prepare @x.tree --nodes 300 --side black --games @02_blank_lines.pgn");
    assert!(stdout(&output).contains("games       2 of 2"), "{}", stdout(&output));
}

#[test]
fn names_of_chess_are_chess() {
    let folder = with(&["03_variants.pgn"]);
    let (found, output) = prepared(&folder, "--side white --moves e4 --games @03_variants.pgn");
    assert_eq!((counted(&found), games(&found, "c5")), ((3, 2), Some(2)));
    assert!(stderr(&output).contains("1 game of other rules left out"), "{}", stderr(&output));
}

#[test]
fn names_in_another_code_page_are_found() {
    let folder = with(&["04_latin1_name.pgn"]);
    let options = "--side black --games @04_latin1_name.pgn --player Müller";
    assert_eq!(counted(&prepared(&folder, options).0), (1, 1));
}

#[test]
fn games_begin_where_other_commands_say() {
    let folder = with(&["05_fen_tags.pgn"]);
    let black = "--side black --games @05_fen_tags.pgn";
    let (found, _) = prepared(&folder, black);
    assert_eq!((counted(&found), games(&found, "e4")), ((2, 2), Some(1)));
    let fen = "r1bqkbnr/pppppppp/2n5/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1";
    let (tree, file) = (folder.name("t2.tree"), folder.name("05_fen_tags.pgn"));
    let words = ["prepare", &tree, "--nodes", "300", "--json", "--side", "black", "--games", &file];
    let output = run(&[&words[..], &["--position", fen]].concat());
    let found = object(&stdout(&output));
    assert_eq!(games(&found, "d4"), Some(1), "{}", stderr(&output));
    assert_eq!(read(&folder, "05_fen_tags.pgn").0, ["e4 e5", "d4 d5"]);
}

#[test]
fn a_comment_without_end_costs_no_other_game() {
    let folder = with(&["06_comment_without_end.pgn"]);
    let (found, output) = prepared(&folder, "--side black --games @06_comment_without_end.pgn");
    assert_eq!(counted(&found), (3, 3));
    assert_eq!(["e4", "d4", "c4"].map(|mv| games(&found, mv)), [Some(1); 3]);
    assert!(stderr(&output).contains("1 game with a comment"), "{}", stderr(&output));
    assert_eq!(read(&folder, "06_comment_without_end.pgn").0, ["e4 e5", "d4 d5", "c4 c5"]);
}

#[test]
fn a_draw_that_can_be_claimed_in_the_first_position_is_no_end() {
    let folder = with(&["07_clock_100.pgn"]);
    let (moves, output) = read(&folder, "07_clock_100.pgn");
    assert_eq!(
        (moves, output.status.code()),
        (vec!["Rb8 Bd5 Rb6".into(), "e4 e5".into()], Some(0))
    );
    assert!(stderr(&output).contains("a draw could be claimed"), "{}", stderr(&output));
    let fen = "8/R7/1r6/1k6/3KB3/8/8/8 b - - 100 111";
    let output = folder.run(&format!("analyze {fen} --nodes 500 --json"));
    let found = object(&stdout(&output));
    assert_eq!(
        (&found["stop"], found["best_move"].is_string()),
        (&"nodes".into(), true),
        "{found}"
    );
    assert!(stderr(&output).contains("a draw could be claimed"), "{}", stderr(&output));
}

#[test]
fn a_double_forfeit_is_not_castling() {
    let folder = with(&["08_double_forfeit.pgn"]);
    let (moves, output) = read(&folder, "08_double_forfeit.pgn");
    let both = "e4 e5 Nf3 Nf6 Bc4 Bc5";
    assert_eq!(moves, [both.to_string(), String::new(), format!("{both} O-O")]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = object(stdout(&output).lines().next().unwrap_or_default());
    assert_eq!(told["result"], "0-0");
    let pgn = stdout(&folder.run("game @08_double_forfeit.pgn --nodes 100 -o -"));
    let words: Vec<&str> =
        pgn.split("[White").nth(1).unwrap_or_default().split_whitespace().collect();
    assert_eq!(words.last(), Some(&"0-0"), "{pgn}");
    let (found, output) = prepared(&folder, "--side black --games @08_double_forfeit.pgn");
    assert_eq!((counted(&found), stderr(&output).as_str()), ((3, 3), ""));
    folder.json("analyze --nodes 1 --searcher best-first:quiescence --save @tree");
    let output = folder.run("import @tree @08_double_forfeit.pgn --nodes 2k");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
}

#[test]
fn what_games_come_to_by_another_order_is_no_novelty() {
    let folder = with(&["09_novelty_games.pgn", "09_novelty_mine.pgn"]);
    let options =
        "--side white --moves c4 --games @09_novelty_games.pgn --mine @09_novelty_mine.pgn";
    let (found, _) = prepared(&folder, options);
    let answer = place(&found, "e6").expect("a position");
    assert_eq!((&answer["answer"]["san"], &answer["is_new"]), (&"d4".into(), &false.into()));
    let text = stdout(&folder.run(&format!("prepare @x.tree --nodes 300 {options}")));
    assert!(!text.contains("novelties:") && !text.contains("d4 N"), "{text}");
}

#[test]
fn a_game_counts_once_for_a_move_in_a_position() {
    let folder = with(&["10_repetition.pgn"]);
    let moves = "--moves e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6";
    let (found, _) = prepared(&folder, &format!("--side black {moves} --games @10_repetition.pgn"));
    assert_eq!(games(&found, "Qe2"), Some(4));
    assert_eq!(games(&found, "O-O"), Some(10));
}

#[test]
fn two_answers_in_own_lines_are_told() {
    let folder = with(&["11_two_answers_games.pgn", "11_two_answers_mine.pgn"]);
    let options = "--side white --games @11_two_answers_games.pgn --mine @11_two_answers_mine.pgn";
    let text = stdout(&folder.run(&format!("prepare @x.tree --nodes 300 {options}")));
    assert!(text.contains("several answers in your lines:"), "{text}");
    assert!(text.contains("3. Nc3 and 3. Nf3; 3. Nc3 is followed"), "{text}");
    let (found, _) = prepared(&folder, options);
    let answers = found["several_answers"][0]["answers"].as_array().expect("answers");
    let texts: Vec<_> = answers.iter().filter_map(|mv| mv["san"].as_str()).collect();
    assert_eq!(texts, ["Nc3", "Nf3"]);
}

#[test]
fn a_chapter_may_begin_at_a_later_position() {
    let folder = with(&["12_chapter_games.pgn", "12_chapter_later.pgn"]);
    let options = "--side white --games @12_chapter_games.pgn --mine @12_chapter_later.pgn";
    let (found, output) = prepared(&folder, options);
    let answer = place(&found, "d4 d5 c4 c6").expect("a position");
    assert_eq!(answer["answer"]["san"], "Nf3");
    assert_eq!(stderr(&output), "");
    // One at a position that only games come to.
    let fen = "rnbqkbnr/pp2pppp/2p5/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
    let lines = format!("1. d4 d5 2. c4 *\n\n[FEN \"{fen}\"]\n\n3. Nc3 *\n");
    folder.write("12_chapter_later.pgn", lines);
    let (found, output) = prepared(&folder, options);
    let answer = place(&found, "d4 d5 c4 c6").expect("a position");
    assert_eq!((&answer["answer"]["san"], stderr(&output).as_str()), (&"Nc3".into(), ""));
}

#[test]
fn a_chapter_is_found_in_the_tree() {
    let folder = with(&["12_chapter_later.pgn"]);
    // No other way leads to the position behind 2. c4 then.
    folder.json("analyze --moves d4 d5 --nodes 1 --searcher best-first:quiescence --save @tree");
    folder.write("line.pgn", "1. d4 d5 2. c4 *\n");
    folder.run("import @tree @line.pgn --nodes 5k");
    let chapter = folder.read("12_chapter_later.pgn");
    let (_, second) = chapter.split_once("2. c4 *").expect("two chapters");
    folder.write("second.pgn", second);
    let output = folder.run("import @tree @second.pgn --nodes 20k");
    assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(0), ""));
    folder.json("show @tree c4 c6 Nf3");
}

#[test]
fn a_repeated_tag_begins_a_game_only_behind_a_blank_line() {
    let folder = with(&["13_repeated_tag.pgn"]);
    assert_eq!(read(&folder, "13_repeated_tag.pgn").0, ["e4 e5"]);
}

#[test]
fn a_long_game_is_reviewed() {
    let folder = with(&["14_long_game.pgn"]);
    let output = folder.run("game @14_long_game.pgn --nodes 20 --rounds 0 --threads 1 --json");
    let told = object(&stdout(&output));
    assert_eq!(told["positions"].as_array().map(Vec::len), Some(601));
}

#[test]
fn what_the_standard_reserves_is_skipped_with_a_remark() {
    let folder = with(&["16_reserved.pgn"]);
    let (moves, output) = read(&folder, "16_reserved.pgn");
    assert_eq!((moves, output.status.code()), (vec!["e4 e5 Nf3 Nc6".to_string()], Some(0)));
    let told = stderr(&output);
    assert!(told.contains("line 1, column 10: text in angle brackets"), "{told}");
    let (found, _) = prepared(&folder, "--side black --moves e4 e5 --games @16_reserved.pgn");
    assert_eq!(games(&found, "Nf3"), Some(1));
}

#[test]
fn glyphs_are_shown_as_signs() {
    let folder = with(&["17_glyph_codes.pgn"]);
    let output = folder.run("game @17_glyph_codes.pgn --nodes 50 --json");
    let told = object(&stdout(&output));
    let played = |place: usize, name: &str| told["positions"][place]["played"][name].clone();
    assert_eq!((played(0, "own_mark"), played(1, "own_mark")), ("!".into(), "!?".into()));
    assert_eq!(told["positions"][2]["variations"][0], "1... c5 ± N");
    let signs = [2, 3, 4].map(|place| played(place, "own_signs")[0].clone());
    assert_eq!(signs, ["N", "⩲", "⨀"]);
}

#[test]
fn the_date_of_a_game_is_when_it_was_played() {
    let folder = with(&["18_two_dates.pgn"]);
    let (found, _) = prepared(&folder, "--side black --games @18_two_dates.pgn --since 2020");
    assert_eq!((counted(&found), games(&found, "e4")), ((2, 1), None));
}

#[test]
fn the_same_game_counts_once() {
    let folder = with(&["18_two_dates.pgn"]);
    let games_of = "--games @18_two_dates.pgn @18_two_dates.pgn";
    let (found, output) = prepared(&folder, &format!("--side black {games_of}"));
    assert_eq!((counted(&found), games(&found, "e4")), ((4, 2), Some(1)));
    assert!(stderr(&output).contains("2 games left out that were counted before"), "{output:?}");
}
