//! What `shans game` says of the positions and moves of a game: values, errors, chances.

use std::path::Path;

use serde_json::Value;

use crate::common::folder::Folder;
use crate::common::program::{object, run, start, stderr, stdout, text};
use crate::game_cli::{GAME, objects};

/// Nobody errs.
const QUIET: &str = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 \
    9. Bxc4 Nd5 10. Bxe7 Qxe7 11. O-O Nxc3 12. Rxc3 e5 13. Bb3 exd4 14. exd4 Nf6 15. Re1 Qd6 *\n";

/// What is reported about a score, mate distance aside.
fn number(position: &Value) -> f64 {
    let score = &position["score"];
    let is_white = position["fen"].as_str().is_some_and(|fen| fen.contains(" w "));
    match (score["cp"].as_f64(), score["mate"].as_f64(), score["won"].as_bool()) {
        (Some(cp), ..) => cp,
        // Who is to move is mated.
        (_, Some(0.0), _) => {
            if is_white {
                -1e6
            } else {
                1e6
            }
        }
        (_, Some(mate), _) => mate.signum() * 1e6,
        (.., Some(won)) => {
            if won {
                1e6
            } else {
                -1e6
            }
        }
        _ => panic!("no score: {score}"),
    }
}

#[test]
fn a_best_move_is_worth_what_the_position_before_it_was() {
    let folder = Folder::new();
    let known =
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O *";
    let games = folder.with("games.pgn", &format!("{}{known}\n", random_games(2, 24)));
    for searcher in ["best-first", "best-first:quiescence"] {
        let told = objects(&["game", &games, "--nodes", "3k", "--searcher", searcher, "--json"]);
        assert_eq!(told.len(), 3);
        let mut best = 0;
        for game in &told {
            let positions = game["positions"].as_array().expect("positions");
            for pair in positions.windows(2) {
                let (before, behind) = (number(&pair[0]), number(&pair[1]));
                let white = pair[0]["fen"].as_str().is_some_and(|fen| fen.contains(" w "));
                let lost = if white { before - behind } else { behind - before };
                assert!(lost >= 0.0, "{searcher}: worth more behind the move: {pair:?}");
                if pair[0]["played"]["best"] == true {
                    best += 1;
                    assert_eq!(before, behind, "{searcher}: {pair:?}");
                    assert_eq!(pair[0]["played"]["loss"], 0.0);
                }
            }
        }
        assert!(best > 3, "{searcher}: {best} best moves");
    }
}

/// Also where the answer of a position on the way rests on a longer search than the best value there.
#[test]
fn each_position_of_a_game_is_worth_what_its_best_move_is() {
    let folder = Folder::new();
    let game = folder.with("games.pgn", QUIET);
    let tree = folder.name("tree");
    text(&["game", &game, "--nodes", "3k", "--save", &tree, "--pgn", "-"]);
    let mut looks = 0;
    for number in 1..=15 {
        for side in ["w", "b"] {
            let at = format!("{number}{side}");
            let told = object(&text(&["show", &tree, "--at", &at, "--depth", "1", "--json"]));
            if let Some(first) = told["children"].get(0) {
                assert_eq!(told["score"], first["score"], "{at}: {told}");
                looks += 1;
            }
        }
    }
    assert!(looks > 25, "{looks}");
}

#[test]
fn a_report_about_a_position_of_a_game_tells_a_mate_to_its_end() {
    let folder = Folder::new();
    // Qd3+ mates in three; another move was played.
    let fen = "4k2B/2pp3p/1p4pn/2n5/4P3/2N2K2/2q2PPP/7R b - - 0 1";
    let game = folder.with("game.pgn", &format!("[FEN \"{fen}\"]\n\n1... d5 *"));
    let tree = folder.name("game.tree");
    text(&["game", &game, "--nodes", "40k", "--save", &tree]);
    let line = |report: &Value| report["lines"][0]["pv"].as_array().cloned().unwrap_or_default();
    let shown = object(&text(&["show", &tree, "--depth", "1", "--json"]));
    let found = object(&text(&["resume", &tree, "--nodes", "1k", "--json"]));
    assert_eq!((&found["score"], line(&found).len()), (&serde_json::json!({"mate": 3}), 5));
    assert_eq!(&shown["children"][0]["pv"], &found["lines"][0]["pv"]);
}

/// With 10,000 nodes five of the eleven positions told another score before each answered with its own analysis everywhere.
#[test]
fn a_tree_of_a_game_shows_what_the_report_said() {
    let folder = Folder::new();
    let moves = ["e4", "c5", "c4", "Nc6", "Ne2", "Nf6", "Nbc3", "Nb4", "g3", "Nd3#"];
    let game = folder.with("game.pgn", &format!("{} 0-1", moves.join(" ")));
    let tree = folder.name("game.tree");
    let told = &objects(&["game", &game, "--nodes", "10k", "--save", &tree, "--json"])[0];
    for (ply, position) in told["positions"].as_array().expect("positions").iter().enumerate() {
        let arguments = [&["show", &tree, "--json", "--depth", "1"], &moves[..ply]].concat();
        let shown = object(&text(&arguments));
        let sign = if ply % 2 == 0 { 1 } else { -1 };
        let seen = |score: &Value| score["cp"].as_i64();
        let own = seen(&position["score"]).map(|cp| sign * cp);
        assert_eq!(seen(&shown["score"]), own, "after {ply} plies: {shown}");
    }
}

/// White may come back to a position of the game, which is a draw for a search. By the rules it takes once more, and Black mates:
/// neither the move that allows it nor the one that does not do it is a blunder.
#[test]
fn what_came_back_once_is_no_draw_that_was_missed() {
    let folder = Folder::new();
    let fen = "8/8/5k2/P4p1p/5P2/5r1p/3r4/5B1K w - - 2 66";
    let moves = "66. Bd3 Ra2 67. Bc4 Rb2 68. Ba6 Rd2 69. Kg1 Rc3 0-1";
    let game = folder.with("game.pgn", &format!("[FEN \"{fen}\"]\n\n{moves}"));
    let told = &objects(&["game", &game, "--nodes", "10k", "--json"])[0];
    let positions = told["positions"].as_array().expect("positions");
    let marks: Vec<&Value> = positions.iter().map(|position| &position["played"]["mark"]).collect();
    let behind = &positions[6];
    assert_eq!((&behind["score"]["cp"], &behind["unsettled"]), (&0.into(), &true.into()), "{told}");
    assert!(marks[5..7].iter().all(|mark| mark.is_null()), "{marks:?}");
}

/// Games of moves that a seed chooses, in PGN.
fn random_games(count: u64, plies: usize) -> String {
    use shans::chess::Position;
    use shans::game::{Game, Notation, Past};
    use shans::random::Random;
    let mut text = String::new();
    for seed in 0..count {
        let (mut position, mut random) = (<Position>::default(), Random::new(seed));
        text.push_str(&format!("[White \"Random {seed}\"]\n\n"));
        for _ in 0..plies {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let Some(mv) =
                random.pick(&moves).filter(|_| position.outcome(&Past::default()).is_none())
            else {
                break;
            };
            text.push_str(&position.human_text(mv));
            text.push(' ');
            position.play(mv);
        }
        text.push_str("*\n\n");
    }
    text
}

/// The report tells every error that it counts, and nothing that was found as a chance.
#[test]
fn every_error_is_named() {
    let folder = Folder::new();
    let games = folder.with("games.pgn", &random_games(1, 60));
    let told = objects(&["game", &games, "--nodes", "2k", "--json"]).remove(0);
    let report = text(&["game", &games, "--nodes", "2k"]);
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    let signs = [("inaccuracy", "?!"), ("mistake", "?"), ("blunder", "??")];
    let mut errors = 0;
    for position in told["positions"].as_array().expect("positions") {
        let played = &position["played"];
        let Some(&(_, sign)) = signs.iter().find(|(name, _)| played["mark"] == *name) else {
            continue;
        };
        let (number, san) = (&played["number"], &played["san"]);
        let move_text = format!(
            "{} {}{sign}",
            number.as_str().unwrap_or_default(),
            san.as_str().unwrap_or_default()
        );
        assert!(report.contains(&move_text), "{move_text}: {report}");
        errors += 1;
    }
    assert!(errors > 6 && report.contains("Other errors"), "{errors}: {report}");
    assert!(!report.contains("was the only good move"), "{report}");
}

#[test]
fn chances_and_turning_points_are_told() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let told = &objects(&["game", &game, "--nodes", "20k", "--json"])[0];
    let points = told["turning_points"].as_array().expect("turning points");
    let blunder = points.iter().find(|point| point["ply"] == 5).expect("the blunder");
    let sentence = blunder["sentence"].as_str().unwrap_or_default();
    assert!(sentence.starts_with("3... Nf6??: Black's winning chances drop by "), "{sentence}");
    assert!(sentence.contains(" 3... Nf6 4. Qxf7# leaves #-"), "{sentence}");
    assert!(blunder["why"].as_array().is_some_and(|why| !why.is_empty()));
    assert_eq!(told["players"][1]["blunders"], 1);
    let report = text(&["game", &game, "--nodes", "20k"]);
    assert!(report.starts_with("Game 1: Anna - Bert  1-0\n7 plies, "), "{report}");
    // Both give mate away in one.
    let fools = "1. f3 e5 2. g4 a6 3. a3 a5 *";
    let told = &objects(&["game", &folder.with("f.pgn", fools), "--nodes", "20k", "--json"])[0];
    let kinds: Vec<_> = told["chances"]
        .as_array()
        .expect("chances")
        .iter()
        .map(|chance| format!("{} {}", chance["ply"], chance["kind"].as_str().unwrap_or_default()))
        .collect();
    assert!(kinds.contains(&"3 missed-mate".to_string()), "{kinds:?}");
    assert!(kinds.contains(&"3 unpunished".to_string()), "{kinds:?}");
    assert!(kinds.contains(&"5 missed-mate".to_string()), "{kinds:?}");
}

#[test]
fn repeated_positions_are_told_of() {
    let folder = Folder::new();
    let knights = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let game = folder.with("a.pgn", &format!("{knights} *"));
    let told = &objects(&["game", &game, "--nodes", "2k", "--json"])[0];
    assert_eq!(told["positions"].as_array().map(Vec::len), Some(9));
    assert_eq!(told["positions"][8]["score"]["cp"], 0);
    let game = folder.with("b.pgn", &format!("{knights} e4 e5 *"));
    let output = run(&["game", &game, "--nodes", "2k", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stderr(&output).contains("game 1: a draw could be claimed in "), "{}", stderr(&output));
    let told = object(&stdout(&output));
    assert_eq!(told["positions"].as_array().map(Vec::len), Some(11));
    let kinds: Vec<_> =
        told["chances"].as_array().expect("chances").iter().map(|chance| &chance["kind"]).collect();
    assert!(kinds.contains(&&Value::from("draw-not-claimed")), "{told}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_has_no_accuracy() {
    use crate::common::program::signal;
    let folder = Folder::new();
    let [game, tree] = [folder.with("a.pgn", QUIET), folder.name("a.tree")];
    let arguments = ["game", &game, "--nodes", "1g", "--save", &tree, "--checkpoint", "20ms"];
    let mut child = start(&arguments, std::process::Stdio::null());
    while !Path::new(&tree).exists() && child.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::yield_now();
    }
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("a child");
    assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
    let told = stdout(&output);
    assert!(
        told.contains("; interrupted after ") && told.contains(" of 31 positions: no"),
        "{told}"
    );
    let row = told.lines().find(|line| line.starts_with("White ")).unwrap_or_default();
    let row: Vec<&str> = row.split_whitespace().collect();
    // A quiet move may look inaccurate where the search of the next position came to no end.
    assert_eq!((&row[..2], &row[3..]), (&["White", "-"][..], &["0", "0"][..]), "{told}");
}
