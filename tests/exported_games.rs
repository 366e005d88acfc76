//! The game that a tree comes from: kept in its file, and written again by `export`.

use crate::common::folder::Folder;
use crate::common::hostile::fault;
use crate::common::program::{stderr, stdout, text};
use crate::common::raw_encoding::Raw;
use crate::common::raw_tree::{OPTIONAL, RawSection, RawTree};
use crate::common::trees::{loaded, saved};
use shans::chess::Position;
use shans::search::{BestFirst, ChanceModel, MemoryLimits, Root, SourceGame};

const GAME: &str = r#"[Event "Club \"A\" \\ B"]
[Site "Here"]
[Date "1999.01.02"]
[Round "3"]
[White "Anna"]
[Black "Bert"]
[Result "1-0"]
[WhiteElo "2000"]
[ECO "C44"]
[PlyCount "99"]
[Annotator "Carl"]

{Begins} 1. e4 $1 {the best} (1. d4) e5 {open} 2. Nf3 Nc6?! {a {brace} 3. d4 exd4 {taken} 1-0
"#;
const QUICK: &str = "--nodes 2k --memory 16MiB --quiet";

/// The exported game, in one line.
fn exported(folder: &Folder, tree: &str) -> String {
    let output = folder.run(&format!("export @{tree} --format pgn --max-nodes 5"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).replace('\n', " ")
}

fn made(game: &str, options: &str) -> Folder {
    let folder = Folder::new();
    folder.write("game.pgn", game);
    let output = folder.run(&format!("analyze @game.pgn --save @a.tree {QUICK} {options}"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    folder
}

#[test]
fn tags_comments_and_marks_of_the_game_are_written_again() {
    let folder = made(GAME, "");
    let tags = r#"[Event "Club \"A\" \\ B"] [Site "Here"] [Date "1999.01.02"] [Round "3"] [White "Anna"] [Black "Bert"] [Result "*"] [GameResult "1-0"] [WhiteElo "2000"] [ECO "C44"] [Annotator "Carl"]  "#;
    let moves = "{ Begins } 1. e4 $1 { the best } 1... e5 { open } 2. Nf3 Nc6 $6 { a (brace } 3. d4 exd4 { taken } 4. ";
    let before = exported(&folder, "a.tree");
    assert!(before.starts_with(&format!("{tags}{moves}")), "{before}");
    assert!(before.trim_end().ends_with(" *"), "{before}");
    assert!(stdout(&folder.run("show @a.tree")).contains("comment    taken"));
    // What continues with it, and what reads it, keeps it.
    assert_eq!(folder.run("resume @a.tree --nodes 1k --quiet").status.code(), Some(0));
    assert!(exported(&folder, "a.tree").starts_with(&format!("{tags}{moves}")));
    folder.json("verify @a.tree");
}

#[test]
fn what_follows_the_position_is_kept_where_the_tree_has_it() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    let mut words =
        folder.words(&format!("analyze @game.pgn --at 2w --save @a.tree {QUICK} --include"));
    words.push("Nf3 Nc6 d4 exd4".to_string());
    text(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let told = exported(&folder, "a.tree");
    assert!(told.contains("1... e5 { open } 2. ") && told.contains("Nc6 $6 { "), "{told}");
    assert!(told.contains("{ a (brace }"), "{told}");
    let shown = stdout(&folder.run("show @a.tree Nf3 Nc6 d4 exd4"));
    assert!(shown.contains("comment    taken"), "{shown}");
}

#[test]
fn the_tree_of_a_whole_game_keeps_it_too() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    let output = folder.run(&format!("game @game.pgn --save @a.tree --rounds 0 {QUICK}"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = exported(&folder, "a.tree");
    assert!(told.contains("[White \"Anna\"]") && told.contains("{ Begins } 1. "), "{told}");
    let shown = stdout(&folder.run("show @a.tree e4"));
    assert!(shown.contains("comment    the best"), "{shown}");
    let below = stdout(&folder.run("export @a.tree e4 e5 --format pgn --max-nodes 2"));
    let below = below.replace('\n', " ");
    assert!(below.contains("{ Begins } 1. e4 $1 { the best } 1... e5 { open } 2. "), "{below}");
}

#[test]
fn a_merged_tree_has_the_tags_of_the_first_that_has_any() {
    let folder = made(GAME, "");
    folder.write("other.pgn", GAME.replace("Anna", "Zoe").replace("open", "closed"));
    for (name, subject, nodes) in
        [("b.tree", "@other.pgn", "9k"), ("c.tree", "startpos --moves e4 e5 Nf3 Nc6 d4 exd4", "4k")]
    {
        let words =
            format!("analyze {subject} --save @{name} --nodes {nodes} --memory 16MiB --quiet");
        assert_eq!(folder.run(&words).status.code(), Some(0));
    }
    let merged = |one: &str, two: &str| {
        let output = folder.run(&format!("merge @{one} @{two} -o @m.tree --force --quiet"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        exported(&folder, "m.tree")
    };
    let both = merged("a.tree", "b.tree");
    assert!(
        both.contains("[White \"Anna\"]") && both.contains("1... e5 { closed open }"),
        "{both}"
    );
    assert!(merged("b.tree", "a.tree").contains("[White \"Zoe\"]"));
    assert!(merged("c.tree", "a.tree").contains("[White \"Anna\"]"));
}

#[test]
fn a_position_has_the_tags_that_every_game_has() {
    let folder = Folder::new();
    folder.run(&format!("analyze startpos --save @a.tree {QUICK}"));
    let told = exported(&folder, "a.tree");
    assert!(told.starts_with("[Event \"Analysis\"] [Site \"?\"] [Date \"????.??.??\"]"), "{told}");
    assert!(told.contains("[Annotator \"shans\"]") && told.trim_end().ends_with('*'), "{told}");
}

#[test]
fn hostile_tags_and_comments_become_harmless() {
    let long = "x".repeat(1 << 20);
    let many: String = (0..5_000).map(|number| format!("[T{number} \"{number}\"]\n")).collect();
    let game = format!(
        "[White \"{long}\"]\n[Black \"a\u{1b}[2J\tb\"]\n[Bad name! \"x\"]\n{many}\n\
         1. e4 {{\u{1b}[31m{long} {long}}} e5 {{[%nag 999] [%nag 3] }} *\n"
    );
    let folder = made(&game, "");
    let told = exported(&folder, "a.tree");
    assert!(!told.contains('\u{1b}') && told.contains("[Black \"a [2J b\"]"), "{}", &told[..900]);
    assert!(told.contains(&format!("[White \"{}\"]", "x".repeat(SourceGame::LONGEST_VALUE))));
    assert!(told.contains("[T252 \"252\"]") && !told.contains("[T253 ") && !told.contains("Bad"));
    assert!(folder.bytes("a.tree").len() < 4 << 20);
    assert!(told.contains("1... e5 $3"), "{}", &told[told.len() - 300..]);
}

fn search() -> BestFirst<Position> {
    BestFirst::new(
        Root::new(Position::default()),
        ChanceModel::default(),
        MemoryLimits::new(8 << 20),
    )
}

#[test]
fn a_file_keeps_it_and_one_that_breaks_the_bounds_is_refused() {
    let mut search = search();
    let bare = saved(&search, false);
    let mut game = SourceGame::default();
    game.set_tag("White", "Anna");
    game.say(0, "the start");
    search.set_source_game(game.clone());
    let bytes = saved(&search, false);
    let again: BestFirst<Position> = loaded(&bytes);
    assert_eq!(again.source_game(), &game);
    assert_eq!(saved(&again, false), bytes);
    // A file without the section is as it was before there was one.
    let raw = RawTree::read(&bare);
    assert!(loaded::<Position>(&bare).source_game().is_empty());
    assert!(raw.sections().iter().all(|section| section.name != "game"));
    let with = |tags: &[(&str, &str)], said: &[(u32, &str)]| {
        let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        let mut body = Vec::new();
        tags.iter().map(owned).collect::<Vec<_>>().put(&mut body);
        let said = said.iter().map(|&(moves, text)| (moves, text.to_string()));
        said.collect::<Vec<_>>().put(&mut body);
        let section = RawSection { name: "game".to_string(), flags: OPTIONAL, body };
        fault(&raw.write_with_sections(&[raw.sections(), vec![section]].concat(), &[]))
    };
    assert_eq!(with(&[("White", "A")], &[(0, "a"), (7, "b")]), None);
    let long = "x".repeat(SourceGame::LONGEST_VALUE + 1);
    for (tags, said) in [
        (&[("Wh ite", "A")][..], &[][..]),
        (&[("White", long.as_str())], &[]),
        (&[("White", "a\nb")], &[]),
        (&[], &[(1, "")]),
        (&[], &[(2, "a"), (1, "b")]),
    ] {
        let fault = with(tags, said).unwrap_or_default();
        assert!(fault.contains("its game"), "{fault}");
    }
}
