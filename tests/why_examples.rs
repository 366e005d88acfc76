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
