//! `shans import`: own lines are searched first.

use crate::common::folder::Folder;

const LINES: &str = "\
[White \"a\"]

1. a4 h5 (1... a5 2. h4) 2. Ra3 *

[White \"b\"]
[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]

1. e4 *
";

#[test]
fn lines_of_a_game_file_are_in_the_tree_afterwards() {
    let folder = Folder::new();
    folder.write("lines.pgn", LINES);
    folder.json("analyze --nodes 2k --save @tree");
    let (code, _) = folder.failure("show @tree a4 a5 h4 --json");
    assert_eq!(code, Some(2), "it was there anyway");
    let output = folder.run("import @tree @lines.pgn --nodes 20k --json");
    assert_eq!(output.status.code(), Some(0));
    let warning = String::from_utf8_lossy(&output.stderr);
    let left_out = "lines.pgn, line 5: the game that starts here does not reach the position";
    assert!(warning.contains(left_out), "{warning}");
    for line in ["a4 h5 Ra3", "a4 a5 h4"] {
        folder.json(&format!("show @tree {line}"));
    }
    folder.json("verify @tree");
    let output = folder.run("import @tree @lines.pgn --nodes 1k");
    let text = String::from_utf8_lossy(&output.stdout);
    let told = "imported   2 lines of 1 game, with 5 moves; left out: 1 game\n\nrnbq";
    assert!(text.starts_with(told), "{text}");
    // The rest is done later.
    folder.json("analyze --nodes 2k --save @slow");
    folder.json("import @slow @lines.pgn --nodes 1");
    folder.json("resume @slow --nodes 20k");
    folder.json("show @slow a4 a5 h4");
}

#[test]
fn what_cannot_be_imported_leaves_the_tree_as_it_is() {
    let folder = Folder::new();
    folder.json("analyze --nodes 1k --save @tree");
    let before = folder.bytes("tree");
    for (lines, told) in [
        (
            "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n1. e4 *",
            "no line continues from the position",
        ),
        ("", "no line continues from the position"),
    ] {
        folder.write("lines.pgn", lines);
        let (code, message) = folder.failure("import @tree @lines.pgn --nodes 1k");
        assert_eq!(code, Some(2), "{message}");
        assert!(message.contains(told), "{message}");
        assert!(folder.bytes("tree") == before, "{lines}");
    }
    let (code, message) = folder.failure("import @tree @missing.pgn --nodes 1k");
    assert_eq!(code, Some(1), "{message}");
}

#[test]
fn a_line_is_imported_up_to_its_fault() {
    let folder = Folder::new();
    for (lines, told, imported) in [
        (
            "1. a4 h5 2. Ke3 *",
            "lines.pgn, line 1, column 13: \"Ke3\" is not legal in rnbq",
            "a4 h5",
        ),
        (
            "1. a4 (1. h4",
            "lines.pgn, line 1, column 7: the variation that begins here has no end",
            "h4",
        ),
    ] {
        folder.write("lines.pgn", lines);
        folder.json("analyze --nodes 1k --save @tree --force");
        let output = folder.run("import @tree @lines.pgn --nodes 20k --json");
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(told), "{message}");
        folder.json(&format!("show @tree {imported}"));
        let output = folder.run("import @tree @lines.pgn --nodes 1k");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("; left out: 1 faulty place\n"), "{text}");
    }
}
