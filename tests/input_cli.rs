//! What people paste and type: lines of moves, games in PGN, lists of positions, numbers; and the
//! completions and manual pages that help them type.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::common::program::{object, run, start, stderr, stdout, text};

const GAME: &str = "\u{feff}[Event \"Match\"]\r\n[White \"Steinitz\"]\r\n[Black \"Lasker\"]\r\n\r\n\
    1. e4 {best (by test)} e5 2. Nf3! (2. f4 exf4 {gambit\r\n} (2... d5) 3. Nf3) 2... Nc6 $1\r\n\
    3.Bb5 a6 ; Morphy\r\n4. Ba4 Nf6 5. 0-0 1/2-1/2\r\n\r\n\
    [FEN \"8/2p5/3p4/KP5r/5p1k/8/4P1P1/1R6 w - - 0 30\"]\r\n\r\n30. e4 fxe3e.p. 31. Rf1 *\r\n";
const AFTER_CASTLING: &str = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5";

/// The path of a new file with this text, in a folder that goes with the guard.
fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let path = folder.path().join("game.pgn");
    fs::write(&path, text).unwrap_or_else(|error| panic!("{error}"));
    (folder, path)
}

fn name(path: &Path) -> &str {
    path.to_str().unwrap_or_else(|| panic!("{}", path.display()))
}

/// A run with this standard input.
fn fed(arguments: &[&str], input: &str) -> Output {
    let mut child = start(arguments, Stdio::piped());
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(input.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    }
    child.wait_with_output().unwrap_or_else(|error| panic!("{error}"))
}

/// The position that `analyze` with these arguments searches.
fn fen(arguments: &[&str]) -> String {
    let found = object(&text(&[&["analyze", "--nodes", "500", "--json"], arguments].concat()));
    found["fen"].as_str().map(str::to_string).unwrap_or_default()
}

/// The one line of an error, with exit code 2.
fn refused(arguments: &[&str]) -> String {
    let output = run(arguments);
    let message = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    message
}

#[test]
fn printed_lines_can_be_pasted_back() {
    let plain = fen(&["--moves", "e4", "e5", "Nf3"]);
    for pasted in [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3 ...",
        "1. e4! $4 e5?! 2. Nf3 += 1-0",
        "1. e2e4 e7-e5 2 Ng1f3!?",
    ] {
        assert_eq!(
            fen(&[&["--moves"], &pasted.split(' ').collect::<Vec<_>>()[..]].concat()),
            plain
        );
        assert_eq!(fen(&["--moves", pasted]), plain, "{pasted}");
    }
    let passant = fen(&["--moves", "1. e4 a6 2. e5 d5 3. exd6 e.p."]);
    assert_eq!(passant, fen(&["--moves", "e4 a6 e5 d5 exd6"]));
    let only = text(&["analyze", "--only", "1. Nf3!", "--nodes", "500"]);
    assert!(only.contains("\nbest line  1. Nf3"), "{only}");
}

#[test]
fn lines_of_a_report_lead_through_its_tree() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let tree = folder.path().join("game.tree");
    let found = text(&["analyze", "--nodes", "40k", "--save", name(&tree)]);
    let line = found.lines().find_map(|line| line.strip_prefix("best line"));
    let line: Vec<&str> = line.unwrap_or_default().split_whitespace().take(3).collect();
    assert_eq!((line.len(), line[0]), (3, "1."), "{found}");
    let shown = text(&["show", name(&tree), line[0], line[1]]);
    let reply = shown.lines().find_map(|line| line.strip_prefix("best line")).unwrap_or_default();
    let reply: Vec<&str> = reply.split_whitespace().take(2).collect();
    assert_eq!(reply[0], "1...", "{shown}");
    text(&[&["show", name(&tree)], &line[..]].concat());
    text(&["why", "--quick", name(&tree), line[0], line[1], reply[0], reply[1]]);
    text(&["resume", name(&tree), "--moves", line[0], line[1], "--nodes", "100"]);
}

#[test]
fn illegal_ambiguous_and_unreadable_moves_are_told_apart() {
    for (moves, part) in [
        ("1. d4 d5 2. Nf3 Nf6 3. Nd2", "--moves: \"Nd2\" may be Nbd2 or Nfd2 in rnbqkb1r/"),
        ("1. e4 e5 2. Ke3", "--moves: \"Ke3\" is not legal in rnbqkbnr/"),
        ("1. e4 hello", "--moves: \"hello\" is not written like a move in "),
        ("1. e4 --", "--moves: \"--\" is not written like a move in "),
    ] {
        let message = refused(&["analyze", "--moves", moves]);
        assert!(message.contains(part) && message.lines().count() == 1, "{message}");
    }
}

#[test]
fn a_position_of_a_game_is_analysed() {
    let (_folder, path) = file(GAME);
    let pgn = ["--pgn", name(&path)];
    assert_eq!(fen(&pgn), AFTER_CASTLING);
    let at = |more: &[&str]| fen(&[&pgn, more].concat());
    assert_eq!(at(&["--at", "3b"]), fen(&["--moves", "e4 e5 Nf3 Nc6 Bb5"]));
    assert_eq!(at(&["--at", "1w"]), fen(&["startpos"]));
    assert_eq!(at(&["--at", "3"]), at(&["--at", "3w"]));
    assert_eq!(fen(&[name(&path), "--at", "3"]), at(&["--at", "3w"]), "in the place of the FEN");
    assert_eq!(at(&["--at", "5b", "--moves", "5... b5"]), fen(&[AFTER_CASTLING, "--moves", "b5"]));
    assert_eq!(at(&["--game", "2"]), "8/2p5/3p4/KP5r/7k/4p3/6P1/5R2 b - - 1 31");
    let found = object(&text(&[&["analyze", "--nodes", "500", "--json"], &pgn[..]].concat()));
    assert_eq!(found["id"], "Steinitz - Lasker");
    let piped = fed(&["analyze", "--pgn", "-", "--nodes", "500", "--json"], GAME);
    assert_eq!(object(&stdout(&piped))["fen"], AFTER_CASTLING);
    for (more, part) in [
        (&["--game", "3"][..], "game.pgn has no game 3: it has 2 games"),
        (&["--at", "6w"], "--at 6w is not in the game, which begins at 1w and ends at 5b"),
        (&["--at", "23"], "--at 23w is not in the game"),
        (&["--at", "x"], "write 23w (or 23) or 23b"),
        (&["startpos"], "cannot be used with"),
    ] {
        let message = refused(&[&["analyze"], &pgn[..], more].concat());
        assert!(message.contains(part), "{message}");
    }
    assert!(refused(&["analyze", "--at", "3w"]).contains("--pgn"));
    assert_eq!(run(&["analyze", "--pgn", "/no/such.pgn"]).status.code(), Some(1));
}

#[test]
fn a_game_in_the_place_of_a_position_is_recognized() {
    for game in [GAME, "1. e4 e5 2. Nf3"] {
        let message = refused(&["analyze", game]);
        assert!(message.contains("this is a PGN game, not a position; use --pgn"), "{message}");
        let output = fed(&["analyze", "-", "--nodes", "500"], &format!("\n{game}"));
        let message = stderr(&output);
        assert_eq!((output.status.code(), message.lines().count()), (Some(2), 1), "{message}");
        assert!(
            message.contains("line 2 of standard input is the start of a PGN game"),
            "{message}"
        );
        assert!(stdout(&output).is_empty());
    }
}

/// Names of files hold anything, and messages go to terminals.
#[cfg(unix)]
#[test]
fn control_characters_in_names_are_shown_and_not_sent() {
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let odd = folder.path().join("a\u{1b}[2Jb\nc.tree");
    let odd = name(&odd);
    let said = |arguments: &[&str]| {
        let output = run(arguments);
        let said = stdout(&output) + &stderr(&output);
        let harmful = said.chars().find(|letter| letter.is_control() && *letter != '\n');
        assert_eq!(harmful, None, "{arguments:?}: {said}");
        assert!(said.contains("a\\u{1b}[2Jb\\nc.tree"), "{arguments:?}: {said}");
    };
    for command in ["show", "verify", "resume", "explore"] {
        said(&[command, odd]);
    }
    said(&["export", odd, "--format", "dot"]);
    said(&["why", "--quick", odd, "e4"]);
    for arguments in [["analyze", "--pgn"], ["perft", "--suite"], ["compare", "--nodes=1"]] {
        said(&[arguments[0], arguments[1], odd]);
    }
    for arguments in [["--nodes", odd], ["--time", odd], ["--depth", odd], [odd, "--quiet"]] {
        said(&["analyze", arguments[0], arguments[1]]);
    }
    said(&["analyze", "--nodes", "500", "--save", odd]);
    said(&["analyze", "--nodes", "500", "--save", odd]);
    said(&["verify", odd]);
    said(&["resume", odd, "--nodes", "500"]);
}

#[test]
fn numbers_are_taken_as_people_type_them() {
    let nodes = |count: &str| {
        let found = object(&text(&["analyze", "--json", "--nodes", count]));
        found["nodes"].as_u64().unwrap_or_default()
    };
    assert_eq!((nodes("1e3"), nodes("1,000")), (nodes("1000"), nodes("1k")));
    for time in ["0.05", "0h0m50ms"] {
        text(&["analyze", "--time", time]);
    }
    for arguments in [
        &["--nodes", "1e400"][..],
        &["--nodes", "1,00"],
        &["--nodes", "NaN"],
        &["--nodes=-5"],
        &["--time", "1h30"],
        &["--time=-5"],
        &["--time", "inf"],
    ] {
        let message = refused(&[&["analyze"], arguments].concat());
        assert!(message.starts_with("error: invalid value '"), "{message}");
    }
    let message = refused(&["analyze", "--searcher", "negamax", "--threads", "2"]);
    assert!(message.contains("negamax runs on one thread; remove --threads"), "{message}");
    text(&["analyze", "--searcher", "negamax", "--threads", "1", "--nodes", "100"]);
    for searcher in ["best-first", "pvs"] {
        let arguments = ["--searcher", searcher, "--threads", "2", "--nodes", "20k", "--json"];
        let found = object(&text(&[&["analyze", "startpos"], &arguments[..]].concat()));
        assert_eq!(found["threads"], 2, "{found}");
    }
}

#[test]
fn nothing_of_a_game_is_passed_over() {
    for (game, code, part) in [
        (
            "1. e4 e5\n2. Nf3 Nc6 3. Nd9",
            1,
            "game.pgn, line 2, column 15: \"Nd9\" is not written like a move",
        ),
        ("1. e4 e5 2. Ke3", 1, "line 1, column 13: \"Ke3\" is not legal in "),
        ("1. e4 -- 2. d4", 1, "line 1, column 7: \"--\" is not written"),
        (
            "1. e4\n(1. d4 d5 2. c4",
            1,
            "line 2, column 1: the variation that begins here has no end",
        ),
        ("1. e4 {why e5", 1, "line 1, column 7: the comment that begins here has no end"),
        (
            "\n[Variant \"Antichess\"]\n1. e4",
            2,
            "line 2, column 1: the variant \"Antichess\" is not supported",
        ),
        ("", 2, "has no game 1: it contains no moves and no tags"),
    ] {
        let (_folder, path) = file(game);
        let output = run(&["analyze", "--pgn", name(&path), "--nodes", "9"]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(code), "{game}: {message}");
        assert!(message.contains(part) && message.lines().count() == 1, "{game}: {message}");
        assert_eq!(stdout(&output).is_empty(), code == 2, "{game}");
    }
}

#[test]
fn an_exported_game_begins_where_the_game_began() {
    let (folder, path) = file(GAME);
    let tree = folder.path().join("game.tree");
    text(&["analyze", "--pgn", name(&path), "--nodes", "2k", "--save", name(&tree)]);
    let exported = text(&["export", name(&tree), "--format", "pgn", "--max-nodes", "20"]);
    let moves = "1. e4 { best (by test) } 1... e5 2. Nf3 $1 Nc6 $1 3. Bb5 a6 { Morphy } \
                 4. Ba4 Nf6 5. O-O ";
    let line = exported.replace('\n', " ");
    assert!(line.contains(moves) && !line.contains("[FEN"), "{exported}");
    assert!(!line.contains("O-O 5..."), "nothing stands before the move: {exported}");
    // The line goes on behind the game, which was drawn.
    let told = "[Result \"*\"]\n[GameResult \"1/2-1/2\"]\n";
    assert!(exported.contains(told) && exported.ends_with(" *\n"), "{exported}");
    // What is exported can be read again, and leads to the same place.
    let (_folder, path) = file(&exported);
    assert_eq!(fen(&["--pgn", name(&path), "--at", "5b"]), AFTER_CASTLING);
}

#[test]
fn a_list_holds_positions_and_nothing_else() {
    let input = "startpos moves e2e4\nstartpos\rstartpos\nstartpos bm e4; hello\n\
                 startpos 0 7\nstartpos id \"a\u{1b}[2Jb\";\nstartpos D1 20; own 7; bm e4\n";
    let output = fed(&["analyze", "-", "--nodes", "200"], input);
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(2));
    for part in [
        "line 2: a carriage return within the line",
        "line 3: \"hello\" behind the position",
        "line 4: \"0 7\" behind the position",
    ] {
        assert!(errors.contains(part), "{errors}");
    }
    assert_eq!(errors.lines().count(), 3, "{errors}");
    let shown = stdout(&output);
    assert!(shown.contains("  (a\\u{1b}[2Jb)\n") && !shown.contains('\u{1b}'), "{shown}");
    assert_eq!(shown.matches("White to move").count(), 2, "{shown}");
    // As engines are told it.
    assert_eq!(shown.matches("Black to move").count(), 1, "{shown}");
}

#[test]
fn a_path_is_not_taken_for_a_position() {
    let (_folder, path) = file("1. e4 *");
    let text = path.with_extension("txt");
    std::fs::rename(&path, &text).unwrap_or_else(|error| panic!("{error}"));
    let message = refused(&["analyze", name(&text)]);
    assert!(
        message.contains("is a file, not a position") && message.contains("--pgn"),
        "{message}"
    );
    let message = refused(&["analyze", "startpos", "--only", "e4", "e5"]);
    assert!(
        message.contains("\"e5\" behind startpos") && message.contains("--only e4,d4"),
        "{message}"
    );
    let message = refused(&["analyze", "."]);
    assert!(message.contains(". is a folder, not a position"), "{message}");
}

#[test]
fn faults_of_a_fen_are_named() {
    for (fen, part) in [
        ("8/8/8/4k3/8/8/8/8/4K3 w - - 0 1", "FEN board \"8/8/8/4k3/8/8/8/8/4K3\" has 9 ranks"),
        ("8/8/8/4k3/8/8/ppp/4K3 w - - 0 1", "has 3 squares in rank 2, \"ppp\", not 8"),
        ("8/8/8/4k3/8/8/7x/4K3 w - - 0 1", "has 'x' in rank 2"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove clock \"x\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "move number \"x\""),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 7", "has 7 fields, of which the last cannot be read"),
        ("start", "\"start\" is not a position: give startpos, or a FEN such as"),
    ] {
        for arguments in [&["analyze", fen][..], &["perft", fen, "--depth", "1"]] {
            let message = refused(arguments);
            assert!(message.contains(part) && message.lines().count() == 1, "{message}");
        }
    }
}

#[test]
fn numbers_and_positions_are_read_alike_everywhere() {
    let memory = object(&text(&["analyze", "--memory", "8m", "--nodes", "500", "--json"]));
    assert_eq!(memory["memory_limit_bytes"], 8 << 20);
    let told = refused(&["analyze", "--memory", "8"]);
    assert!(told.contains("at least 8MiB, not 8 B"), "{told}");
    let told = refused(&["analyze", "--memory", "8x"]);
    assert!(told.contains("64MiB (or 64m)"), "{told}");
    let deep = refused(&["perft", "--depth", "1k"]);
    assert!(deep.contains("too large; the maximum is 100"), "{deep}");
    let unquoted = "perft 4k3/8/8/8/8/8/8/4K2R w K - 0 1 --depth 1";
    assert_eq!(text(&unquoted.split(' ').collect::<Vec<_>>()), "15\n");
}

#[test]
fn the_version_names_the_commit() {
    let version = text(&["--version"]);
    assert_eq!(version, format!("shans {}\n", env!("SHANS_VERSION")));
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        let output = git.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).output();
        let output = output.ok().filter(|output| output.status.success())?;
        Some(stdout(&output).trim().to_string())
    };
    let top = git(&["rev-parse", "--show-toplevel"]).and_then(|top| fs::canonicalize(top).ok());
    let is_clone = top == fs::canonicalize(env!("CARGO_MANIFEST_DIR")).ok();
    match git(&["rev-parse", "--short=10", "HEAD"]).filter(|_| is_clone) {
        Some(commit) => assert!(version.ends_with(&format!(" ({commit})\n")), "{version}"),
        None => assert!(version.starts_with("shans ")),
    }
}

#[test]
fn completions_and_manual_pages_name_the_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = text(&["completions", shell]);
        assert!(script.contains("analyze") && script.contains("checkpoint"), "{shell}");
    }
    assert!(text(&["man"]).contains("shans\\-analyze(1)"));
    let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let pages = folder.path().join("share/man1");
    assert_eq!(text(&["man", name(&pages)]), "");
    let page = fs::read_to_string(pages.join("shans-analyze.1")).unwrap_or_default();
    assert!(page.contains("\\-\\-leaf\\-nodes"), "{page}");
    let under_a_file = run(&["man", name(&pages.join("shans.1"))]);
    assert_eq!(under_a_file.status.code(), Some(1));
    assert!(stderr(&under_a_file).contains("cannot write manual pages into "));
}
