//! `shans game`: whole games in one tree each, their annotations and reports.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::program::{object, run, start, stderr, stdout, text};

/// Black loses a piece, takes no revenge, and is mated. With clocks, comments, a variation and marks.
const GAME: &str = "[Event \"Test\"]\n[White \"Anna\"]\n[Black \"Bert\"]\n[Result \"1-0\"]\n\n\
    {An old opening} 1. e4 {[%clk 0:05:00]} e5 { [%eval 0.5] mine [%clk 0:04:58] } 2. Qh5 $5 Nc6 (2... Qe7 {safe} 3. Nc3) \
    3. Bc4 Nf6?? ; oh\n4. Qxf7# 1-0\n";

/// Nobody errs.
const QUIET: &str = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3 dxc4 \
    9. Bxc4 Nd5 10. Bxe7 Qxe7 11. O-O Nxc3 12. Rxc3 e5 13. Bb3 exd4 14. exd4 Nf6 15. Re1 Qd6 *\n";

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn with(&self, name: &str, content: &str) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("a file");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file")
    }
}

/// The objects that a run prints.
fn objects(arguments: &[&str]) -> Vec<Value> {
    text(arguments).lines().map(object).collect()
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
    let tree = folder.path("tree");
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
    let tree = folder.path("game.tree");
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
    let tree = folder.path("game.tree");
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
fn a_game_without_annotations_is_the_same_game() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let all = "evals,marks,lines,arrows";
    let printed = text(&["game", &game, "--nodes", "500", "--pgn", "-", "--without", all]);
    assert_eq!(printed, GAME);
    let chess960 = "[Variant \"Chess960\"]\r\n[FEN \"bqrkrbnn/pppppppp/8/8/8/8/PPPPPPPP/BQRKRBNN w KQkq - 0 1\"]\r\n\r\n1. Ng3 \
                    {a\r\nb} Ng6 *\r\n";
    for (written, plies) in [
        (chess960.as_bytes(), 2),
        (b"[White \"M\xfcller\"]\n\n1. e4 {gr\xfcn} e5 *", 2),
        ("\u{feff}1. e4\u{a0}e5 2. Nf3 $14\n\n".as_bytes(), 3),
        (b"[A \"b\"]\r[B \"c \"d\" e\"]\r\r1. e4 e5 *\r", 2),
        (b"[White \"nobody\"]\n\n*\n", 0),
    ] {
        let path = folder.path("b.pgn");
        fs::write(&path, written).expect("a file");
        let arguments = ["game", &path, "--nodes", "200", "--pgn", "-", "--without", all];
        assert!(run(&arguments).stdout == written, "{}", String::from_utf8_lossy(written));
        let told = &objects(&["game", &path, "--nodes", "200", "--json"])[0];
        assert_eq!(told["positions"].as_array().map(Vec::len), Some(plies + 1), "{told}");
    }
    fs::write(folder.path("b.pgn"), b"[White \"M\xfcller\"]\n\n*").expect("a file");
    let told = &objects(&["game", &folder.path("b.pgn"), "--nodes", "200", "--json"])[0];
    assert_eq!(told["white"], "Müller");
}

#[test]
fn tables_that_cannot_be_used_are_named_once() {
    let folder = Folder::new();
    let games = folder.with("a.pgn", &format!("{GAME}\n1. d4 *\n"));
    let (none, tree) = (folder.path("none"), folder.path("a.tree"));
    let arguments = ["game", &games, "--nodes", "100", "--save", &tree, "--syzygy", &none];
    for _ in 0..2 {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert_eq!(stderr(&output).matches("no tables from ").count(), 1, "{}", stderr(&output));
    }
}

#[test]
fn annotations_are_put_in_and_nothing_else_changes() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let printed = text(&["game", &game, "--nodes", "5k", "--pgn", "-"]);
    for kept in [
        "[White \"Anna\"]",
        "{An old opening} 1. e4",
        "[%clk 0:05:00]}",
        "mine [%clk 0:04:58] }",
        "2. Qh5 $5",
        "(2... Qe7 {safe} 3. Nc3)",
        "3. Bc4",
        "Nf6??",
        "; oh\n",
        "4. Qxf7# 1-0\n",
    ] {
        assert!(printed.contains(kept), "{kept}: {printed}");
    }
    assert!(!printed.contains("[%eval 0.5]"), "the old one is replaced: {printed}");
    // Of six moves; the last position is mate.
    assert_eq!(printed.matches("[%eval ").count(), 6, "{printed}");
    assert!(printed.contains("[%eval #1]"), "{printed}");
    assert!(!printed.contains("Nf6?? $4"), "it is marked already: {printed}");
    assert!(printed.contains("; oh\n( 3... "), "{printed}");
    assert!(printed.contains("[%csl Rf6] [%cal G"), "{printed}");
}

#[test]
fn marks_and_tags_of_the_file_are_told_beside_what_was_found() {
    let folder = Folder::new();
    let tagged = GAME.replacen("[White", "[Date \"????.??.??\"]\n[White", 1);
    let words = "1. e4 e5 2. Qh5!? $3 Nc6 $14 3. Bc4 d6 ?? 4. Qxf7# *";
    for (text, own) in [
        (tagged, [None, None, Some("!?"), None, None, Some("??"), None]),
        (words.to_string(), [None, None, Some("!?"), None, None, Some("??"), None]),
    ] {
        let game = folder.with("a.pgn", &text);
        let told = &objects(&["game", &game, "--nodes", "2k", "--json"])[0];
        let played = told["positions"].as_array().expect("positions");
        let found = played.iter().filter_map(|position| position.get("played"));
        assert_eq!(found.map(|played| played["own_mark"].as_str()).collect::<Vec<_>>(), own);
        assert_eq!(played[5]["played"]["mark"], "blunder");
        let event = text.contains("Test").then_some("Test");
        assert_eq!((told["event"].as_str(), told.get("date")), (event, None));
    }
}

#[test]
fn broken_games_are_analysed_as_far_as_they_go() {
    let folder = Folder::new();
    let text = format!("{GAME}\n[White \"X\"]\n\n1. e4 e5 2. Ke3 *\n");
    let games = folder.with("a.pgn", &text);
    let output = run(&["game", &games, "--nodes", "300", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let told = stderr(&output);
    assert!(told.contains("a.pgn, line 11, column 13: \"Ke3\" is not legal"), "{told}");
    let plies: Vec<usize> = stdout(&output)
        .lines()
        .map(|line| object(line)["positions"].as_array().map_or(0, |all| all.len()))
        .collect();
    assert_eq!(plies, [8, 3]);
    for (content, why) in [("", "holds no game"), ("[FEN \"x\"]\n\n1. e4", "line 1, column 1")] {
        let path = folder.with("b.pgn", content);
        let output = run(&["game", &path]);
        assert_eq!(output.status.code(), Some(2), "{content}");
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
    // A text that is no game gets no report.
    let path = folder.with("notes.txt", "Remember the milk.\n");
    let output = run(&["game", &path]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
    assert!(
        stderr(&output).contains("\"Remember\" is not written like a move"),
        "{}",
        stderr(&output)
    );
    let output = run(&["explore", &path]);
    let told = "notes.txt is not a tree file, nor a file of games named .pgn\n";
    assert!(stderr(&output).ends_with(told), "{}", stderr(&output));
    // What cannot be read stays in the file.
    let text =
        "[White \"A\"]\n\n1. e4 *\n\n[FEN \"x\"]\n\n1. e4 *\n\n1. d4 *\n\n[FEN \"y\"]\n\n*\n";
    let path = folder.with("c.pgn", text);
    let without = ["--nodes", "100", "--pgn", "-", "--without", "evals,marks,lines,arrows"];
    let output = run(&[&["game", &path][..], &without].concat());
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(1), text));
    let output = run(&[&["game", &path, "--game", "3"][..], &without].concat());
    assert_eq!(stdout(&output), "1. d4 *\n\n");
    let second = objects(&["game", &games, "--game", "1", "--nodes", "300", "--json"]);
    assert_eq!(second.len(), 1);
    let output = run(&["game", &games, "--game", "9"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    assert!(told.ends_with("a.pgn has no game 9: it has 2 games\n"), "{told}");
    assert_eq!(told.lines().count(), 1, "{told}");
}

#[test]
fn a_tree_is_not_read_as_games() {
    let folder = Folder::new();
    let [tree, new] = ["a.tree", "new.tree"].map(|name| folder.path(name));
    text(&["analyze", "startpos", "--nodes", "1k", "--save", &tree]);
    for arguments in [
        &["game", &tree][..],
        &["import", &tree, &tree],
        &["prepare", &new, "--side", "white", "--games", &tree],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        let message = stderr(&output);
        assert!(message.contains("is a saved tree, and no file of games"), "{message}");
    }
}

#[test]
fn utf16_is_refused_by_name() {
    let folder = Folder::new();
    for mark in [[0xff, 0xfe], [0xfe, 0xff]] {
        let path = folder.path("wide.pgn");
        fs::write(&path, [&mark[..], b"1\0.\0 \0e\x004\0"].concat()).expect("a file");
        let output = run(&["game", &path, "--nodes", "1k"]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""));
        assert!(stderr(&output).contains("wide.pgn is in UTF-16"), "{}", stderr(&output));
    }
}

#[test]
fn options_of_a_tree_are_refused_without_one() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    for (option, value) in [("--rounds", "3"), ("--save", "a.tree")] {
        let output = run(&["game", &game, "--nodes", "1k", "--searcher", "pvs", option, value]);
        assert_eq!(output.status.code(), Some(2));
        let told = format!("pvs keeps no tree; remove {option}");
        assert!(stderr(&output).contains(&told), "{}", stderr(&output));
    }
}

#[test]
fn a_tree_is_gone_on_with_after_a_kill() {
    for searcher in ["best-first", "best-first:quiescence"] {
        goes_on_after_a_kill(searcher);
    }
}

fn goes_on_after_a_kill(searcher: &str) {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let [whole, killed] = ["whole.tree", "killed.tree"].map(|name| folder.path(name));
    let command = |tree: &str| {
        [
            "game",
            &game,
            "--nodes",
            "20k",
            "--searcher",
            searcher,
            "--save",
            tree,
            "--checkpoint",
            "20ms",
            "--json",
            "--quiet",
        ]
        .map(str::to_string)
    };
    let arguments = |tree: &str| command(tree).to_vec();
    let refs = |all: &[String]| all.iter().map(String::as_str).collect::<Vec<_>>().join("\n");
    let split = |all: &str| all.split('\n').map(str::to_string).collect::<Vec<_>>();
    let of = |tree: &str| split(&refs(&arguments(tree)));
    let run_all = |tree: &str| {
        let all = of(tree);
        objects(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let expected = run_all(&whole);
    let all = of(&killed);
    let mut child =
        start(&all.iter().map(String::as_str).collect::<Vec<_>>(), std::process::Stdio::null());
    while !Path::new(&killed).exists() && child.try_wait().is_ok_and(|status| status.is_none()) {
        std::thread::yield_now();
    }
    child.kill().expect("a child");
    let _ = child.wait();
    assert!(PathBuf::from(&killed).exists());
    let told = run_all(&killed);
    // A search of a leaf that was cut is not taken up again in its middle: its tree may be another one.
    if searcher == "best-first:quiescence" {
        assert_eq!(told[0]["positions"], expected[0]["positions"]);
        assert_eq!(told[0]["nodes"], expected[0]["nodes"]);
    }
    assert_eq!((&expected[0]["complete"], &told[0]["complete"]), (&true.into(), &true.into()));
    // What is done is reported again, and nothing is searched.
    let again = run_all(&killed);
    assert_eq!(
        (&again[0]["positions"], &again[0]["nodes"]),
        (&told[0]["positions"], &told[0]["nodes"])
    );
    let other = folder.with("b.pgn", "1. e4 *");
    let output =
        run(&["game", &other, "--nodes", "20k", "--searcher", searcher, "--save", &killed]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("not of this game"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn an_interrupted_game_has_no_accuracy() {
    use crate::common::program::signal;
    let folder = Folder::new();
    let [game, tree] = [folder.with("a.pgn", QUIET), folder.path("a.tree")];
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
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["White", "-", "0", "0", "0"], "{told}");
}

#[test]
fn every_searcher_can_look_at_games() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    for searcher in ["pvs", "pvs-classic", "negamax", "best-first:quiescence"] {
        let told = objects(&["game", &game, "--nodes", "2k", "--searcher", searcher, "--json"]);
        assert_eq!(told[0]["positions"].as_array().map(Vec::len), Some(8), "{searcher}");
        assert_eq!(told[0]["complete"], true);
    }
    let output = run(&["game", &game, "--searcher", "pvs", "--save", &folder.path("x.tree")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("pvs keeps no tree; remove --save"), "{}", stderr(&output));
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

#[test]
fn files_are_written_and_not_replaced_without_force() {
    let folder = Folder::new();
    let game = folder.with("a.pgn", GAME);
    let [svg, html, pgn] = ["a.svg", "a.html", "b.pgn"].map(|name| folder.path(name));
    let arguments =
        ["game", &game, "--nodes", "1k", "--svg", &svg, "--html", &html, "--pgn", &pgn, "--json"];
    text(&arguments);
    assert!(folder.read("a.svg").starts_with("<svg xmlns="));
    let page = folder.read("a.html");
    assert!(page.contains("Anna") && page.contains("\\u003csvg"));
    assert!(page.contains("<title>Anna \u{2013} Bert, Test</title>"), "{page}");
    assert!(folder.read("b.pgn").contains("[%eval"));
    for (option, path) in [("--svg", &svg), ("--html", &html), ("--pgn", &pgn)] {
        let again = ["game", &game, "--nodes", "100", option, path];
        assert_eq!(run(&again).status.code(), Some(2), "{option}");
        text(&[&again[..], &["--force"]].concat());
    }
    let output = run(&["game", &game, "--nodes", "1k", "--pgn", &game, "--force"]);
    assert_eq!(output.status.code(), Some(2), "the game itself stays");
    let new = folder.path("new");
    let refused = |options: &[&str], why: &str| {
        // Before anything is searched: that would take longer than the test.
        let output = run(&[&["game", &game, "--nodes", "1g"], options].concat());
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        assert!(stderr(&output).contains(why), "{options:?}: {}", stderr(&output));
    };
    refused(&["--svg", &svg], "already exists");
    refused(&["--pgn", &new, "--html", &new], "in another role");
    refused(&["--save", &new, "--svg", &new], "in another role");
    let page = folder.path("page.html");
    refused(&["-o", &page], "a page is written with --html ");
    refused(&["--json", "-o", "-"], "--json and -o - both write to standard output");
    let two = folder.with("two.pgn", &format!("{GAME}\n\n{GAME}"));
    let output = run(&["game", &two, "--nodes", "1g", "--svg", "-"]);
    assert!(stderr(&output).contains("is for a single game"), "{}", stderr(&output));
    let curve = text(&["game", &game, "--nodes", "100", "--svg", "-"]);
    assert!(curve.starts_with("<svg") && curve.ends_with("</svg>\n"), "{curve}");
    assert_eq!(folder.read("a.pgn"), GAME);
}
