//! The forty answers of the guide.

use std::fs;
use std::path::Path;

use crate::common::folder::Folder;
use crate::common::program::{stderr, stdout};

#[test]
fn the_answers_of_the_guide_are_those_of_the_program() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide/why-examples.md");
    let page = fs::read_to_string(page).expect("the page");
    let rows: Vec<[&str; 3]> = page
        .lines()
        .filter_map(|line| {
            let mut cells = line.trim_matches('|').split('|').map(str::trim);
            let fen = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
            Some([fen, cells.next()?, cells.next()?])
        })
        .collect();
    assert_eq!(rows.len(), 40);
    let folder = Folder::new();
    for [fen, mv, said] in rows {
        let analyze = format!("analyze {fen} --nodes 30k --save @a.tree --force --quiet");
        let output = folder.run(&analyze);
        assert!(output.status.success(), "{fen}: {}", stderr(&output));
        let output = folder.run(&format!("why @a.tree {mv} --quick"));
        let told = stdout(&output);
        assert!(told.lines().any(|line| line == said), "{fen} {mv}:\n{said}\nis not in\n{told}");
    }
}

/// Where few moves keep the result the answer says how many, and names them.
#[test]
fn few_moves_that_keep_the_result_are_named() {
    let folder = Folder::new();
    for (fen, said) in [
        ("8/2k5/8/8/3KP3/8/8/8 w - - 0 1", "Two moves win, Ke5 and Kc5; the other 6 do not."),
        ("7k/4q1pp/p2p4/1p2p3/4Q3/P1P4P/1P4P1/6K1 w - - 0 31", "No other move wins."),
        ("6k1/5ppp/8/8/8/8/8/RR4K1 w - - 0 1", ""),
    ] {
        let output =
            folder.run(&format!("analyze {fen} --nodes 30k --save @a.tree --force --quiet"));
        assert!(output.status.success(), "{fen}: {}", stderr(&output));
        let told = stdout(&folder.run("why @a.tree --quick"));
        let few: Vec<&str> = told
            .lines()
            .filter(|line| line.contains("; the other ") || line.contains("No other move wins"))
            .collect();
        assert_eq!(few.concat(), said, "{fen}:\n{told}");
    }
}

/// What a sacrifice is worth is told as unsure, or that it may change where the line gets the material back: a search that sees little of
/// what there is for it is easily wrong. The first of these wins, and the second one is the best move.
#[test]
fn sacrifices_are_told_as_unsure() {
    let folder = Folder::new();
    let said = ["It gives up material", "A difference of less than a pawn may change"];
    for (fen, mv, is_said) in [
        ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", "Bh3", [true, false]),
        ("b2r3r/k4p1p/p2q1np1/NppP4/3p1Q2/P4PPB/1PP4P/1K1RR3 w - - 1 24", "Rxd4", [false, true]),
        ("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 3", "Bxf7+", [false; 2]),
    ] {
        let output =
            folder.run(&format!("analyze {fen} --nodes 100k --save @a.tree --force --quiet"));
        assert!(output.status.success(), "{fen}: {}", stderr(&output));
        let told = stdout(&folder.run(&format!("why @a.tree {mv}")));
        assert_eq!(said.map(|part| told.contains(part)), is_said, "{fen}:\n{told}");
        assert!(is_said == [false; 2] || !told.contains("because"), "{told}");
    }
}
