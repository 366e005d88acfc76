//! The game that a tree comes from: kept in its file, and written again by `export`.

use crate::common::folder::Folder;
use crate::common::hostile::fault;
use crate::common::program::{stderr, stdout, text};
use crate::common::raw_encoding::Raw;
use crate::common::raw_tree::{OPTIONAL, RawSection, RawTree};
use crate::common::trees::{loaded, saved};
use shans::chess::Position;
use shans::game::{Game as _, MoveCode, Notation as _};
use shans::search::{BestFirst, ChanceModel, Habit, Habits, MemoryLimits, Root, SourceGame};
use shans::value::Player;

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
    let told = stdout(&folder.run("export @a.tree --format pgn")).replace('\n', " ");
    assert!(
        told.contains("[White \"Anna\"] [Black \"Bert\"] [Result \"1-0\"] [WhiteElo"),
        "{told}"
    );
    assert!(told.contains("{ Begins } 1. e4 $1 { ") && told.trim_end().ends_with(" 1-0"), "{told}");
    let shown = stdout(&folder.run("show @a.tree e4"));
    assert!(shown.contains("comment    the best"), "{shown}");
    let below = stdout(&folder.run("export @a.tree e4 e5 --format pgn --max-nodes 2"));
    let below = below.replace('\n', " ");
    assert!(below.contains("{ Begins } 1. e4 $1 { the best } 1... e5 { open } 2. "), "{below}");
}

/// The moves of the main line of an exported game.
fn main_line(told: &str) -> Vec<String> {
    let (mut depth, mut is_comment, mut moves) = (0, false, Vec::new());
    for word in told.split_once("]  ").map_or(told, |(_, text)| text).split_whitespace() {
        match word {
            "{" => is_comment = true,
            "}" => is_comment = false,
            _ if is_comment => {}
            "(" => depth += 1,
            ")" => depth -= 1,
            _ if depth > 0 || word.ends_with('.') || word.starts_with('$') => {}
            _ => moves.push(word.to_string()),
        }
    }
    moves
}

const MATE: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";

#[test]
fn the_main_line_of_a_game_is_the_game() {
    let folder = Folder::new();
    folder.write("game.pgn", MATE);
    folder.run(&format!("game @game.pgn --save @a.tree --rounds 0 {QUICK}"));
    let game = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7#", "1-0"];
    let written = |words: &str| {
        let output = folder.run(&format!("export @a.tree --format pgn {words}"));
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output).replace('\n', " ")
    };
    let whole = written("");
    assert_eq!(main_line(&whole), game, "{whole}");
    assert!(whole.contains("[Result \"1-0\"]") && !whole.contains("GameResult"), "{whole}");
    assert!(whole.matches(" ( ").count() > 5, "what is better stands beside it: {whole}");
    // From a position of it on, and where it was left.
    assert_eq!(main_line(&written("--at 3b --max-nodes 4")), game);
    assert_eq!(main_line(&written("e4 --max-nodes 9")), game);
    assert_ne!(main_line(&written("d4 --max-nodes 9")).last(), Some(&"1-0".to_string()));
    // However little is to stand beside it.
    let short = written("--max-nodes 1");
    assert_eq!(main_line(&short), game, "{short}");
    assert!(!short.contains('(') && !written("--max-nodes 8").contains('('), "{short}");
    assert!(written("--max-nodes 9").contains('('));
    // It stays with the tree, as far as it leads on from its root.
    assert_eq!(
        folder.run("resume @a.tree --moves e4 e5 --prune --nodes 1k --quiet").status.code(),
        Some(0)
    );
    assert_eq!(main_line(&written("")), game);
    folder.json("verify @a.tree");
    assert_eq!(
        folder.run("resume @a.tree --moves d4 --prune --nodes 1k --quiet").status.code(),
        Some(0)
    );
    let left = written("");
    assert_eq!(main_line(&left)[..3], ["e4", "e5", "d4"], "{left}");
    assert!(left.trim_end().ends_with('*'), "{left}");
}

#[test]
fn a_game_is_exported_from_its_beginning() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    folder.run(&format!("game @game.pgn --save @a.tree --rounds 0 {QUICK}"));
    let output = folder.run("resume @a.tree --moves e4 e5 --nodes 1k --quiet");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = stdout(&folder.run("export @a.tree --format pgn"));
    assert!(told.contains("{ Begins } 1. e4 $1 {"), "{told}");
}

#[test]
fn what_stands_beside_the_game_can_be_left_out() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    folder.run(&format!("game @game.pgn --save @a.tree --rounds 0 {QUICK}"));
    let written = |words: &str| {
        let output = folder.run(&format!("export @a.tree --format pgn {words}"));
        stdout(&output).replace('\n', " ").split_once("]  ").expect("tags").1.to_string()
    };
    let moves = "1. e4 e5 2. Nf3 Nc6 3. d4 exd4 1-0 ";
    assert_eq!(written("--without evals,lines,comments"), moves);
    assert_eq!(written("--without evals,lines,comments --details"), moves);
    let without_evals = written("--without evals");
    assert!(without_evals.starts_with("{ Begins } 1. e4 $1 { the best } ( 1. "), "{without_evals}");
    assert!(!without_evals.contains("[%eval"), "{without_evals}");
    let without_lines = written("--without lines");
    assert!(without_lines.contains("[%eval") && !without_lines.contains(" ( "), "{without_lines}");
    let without_comments = written("--without comments");
    let starts = without_comments.starts_with("1. e4 { [%eval");
    assert!(starts && !without_comments.contains('$'), "{without_comments}");
}

#[test]
fn nobody_is_named_as_a_player_of_other_moves() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    // At the first position: the main line is what the search thinks best.
    let output = folder.run(&format!("analyze @game.pgn --at 1w --save @a.tree {QUICK}"));
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let told = exported(&folder, "a.tree");
    assert!(told.contains("[White \"?\"]") && !told.contains("GameResult"), "{told}");
}

#[test]
fn positions_of_a_game_are_named_by_their_moves() {
    let folder = Folder::new();
    folder.write("game.pgn", MATE);
    folder.run(&format!("game @game.pgn --save @a.tree --rounds 0 {QUICK}"));
    let shown = |words: &str| stdout(&folder.run(&format!("show @a.tree {words}")));
    assert_eq!(shown("--at 3b"), shown("--at 3..."));
    let third = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3\n";
    assert!(shown("--at 3b").starts_with(third), "{}", shown("--at 3b"));
    assert!(shown("--at 3b Nf6").contains("score      #1 for White, proven"));
    assert!(shown("--at 1").contains("White to move") && shown("--at 1").contains("Nf3"));
    assert!(shown("--at 5w").is_empty());
    let why = stdout(&folder.run("why @a.tree --at 3b Nf6 --nodes 5k"));
    let says = "Nf6 allows mate in 1, because it does not stop the mate that is threatened on f7: 4. Qxf7#.";
    assert!(why.contains(says), "{why}");
    // Whatever position is analysed meanwhile.
    folder.run("resume @a.tree --moves d4 --nodes 1k --quiet");
    assert!(shown("--at 3b").starts_with(third));
    let why = stdout(&folder.run("why @a.tree --at 3b Nf6 --nodes 5k"));
    let says = "Nf6 allows mate in 1, because it does not stop the mate that is threatened on f7: 4. Qxf7#.";
    assert!(why.contains(says), "{why}");
    let refused = |words: &str| {
        let output = folder.run(words);
        assert_eq!(output.status.code(), Some(2));
        stderr(&output)
    };
    let beyond = refused("show @a.tree --at 9b");
    assert!(beyond.contains("no position 9b: it has those from 1w to 4b"), "{beyond}");
    folder.run(&format!("analyze startpos --save @b.tree {QUICK}"));
    assert!(refused("show @b.tree --at 1w").contains("is not that of a game"));
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

/// What is wrong with a file that has one more optional section; `None` where nothing is.
fn fault_with(raw: &RawTree, name: &str, body: Vec<u8>) -> Option<String> {
    let section = RawSection { name: name.to_string(), flags: OPTIONAL, body };
    fault(&raw.write_with_sections(&[raw.sections(), vec![section]].concat(), &[]))
}

#[test]
fn a_file_keeps_it_and_one_that_breaks_the_bounds_is_refused() {
    let mut search = search();
    let bare = saved(&search, false);
    let mut game = SourceGame::default();
    game.set_tag("White", "Anna");
    game.say(0, "the start");
    search.notes_mut().set_source_game(game.clone());
    let bytes = saved(&search, false);
    let again: BestFirst<Position> = loaded(&bytes);
    assert_eq!(again.notes().source_game(), &game);
    assert_eq!(saved(&again, false), bytes);
    // A file without the section is as it was before there was one.
    let raw = RawTree::read(&bare);
    assert!(loaded::<Position>(&bare).notes().source_game().is_empty());
    assert!(raw.sections().iter().all(|section| section.name != "game"));
    let with = |tags: &[(&str, &str)], said: &[(u32, &str)]| {
        let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        let mut body = Vec::new();
        tags.iter().map(owned).collect::<Vec<_>>().put(&mut body);
        let said = said.iter().map(|&(moves, text)| (moves, text.to_string()));
        said.collect::<Vec<_>>().put(&mut body);
        fault_with(&raw, "game", body)
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

/// A position in section `habits`: its key, and code, share, games, games that Max won and drawn ones of each move.
type RawHabits = (u64, Vec<(u16, (f32, (u32, (u32, u32))))>);

#[test]
fn a_file_keeps_habits_and_impossible_ones_are_refused() {
    let mut search = search();
    let bare = saved(&search, false);
    let habit = |code, share, games| Habit { mv: MoveCode(code), share, games, ..Habit::default() };
    let mut habits = Habits::of(Player::Min);
    habits.insert(9, vec![habit(1, 0.25, 1), habit(2, 0.75, 3)]);
    habits.insert(7, vec![habit(3, 0.5, 0)]);
    search.notes_mut().set_habits(habits.clone());
    let bytes = saved(&search, false);
    let again: BestFirst<Position> = loaded(&bytes);
    assert_eq!(again.notes().habits(), &habits);
    assert_eq!(saved(&again, false), bytes);
    let raw = RawTree::read(&bare);
    assert!(raw.sections().iter().all(|section| section.name != "habits"));
    let with = |positions: &[RawHabits]| {
        let mut body = Vec::new();
        false.put(&mut body);
        positions.to_vec().put(&mut body);
        fault_with(&raw, "habits", body)
    };
    let moves = |share, games, won| vec![(1, (share, (games, (won, 0))))];
    assert_eq!(with(&[(1, moves(0.5, 2, 1)), (2, moves(1.0, 0, 0))]), None);
    let two = [moves(0.25, 1, 0), moves(0.75, 3, 0)].concat();
    for positions in [
        vec![(1, moves(1.5, 2, 1))],
        vec![(1, moves(f32::NAN, 2, 1))],
        vec![(1, moves(0.5, 2, 3))],
        vec![(1, vec![])],
        vec![(2, moves(0.5, 2, 1)), (1, moves(0.5, 2, 1))],
        vec![(1, moves(0.5, 2, 1)), (1, moves(0.5, 2, 1))],
        vec![(1, two)],
    ] {
        let fault = with(&positions).unwrap_or_default();
        assert!(fault.contains("impossible habits"), "{positions:?}: {fault}");
    }
}

#[test]
fn a_file_keeps_the_moves_of_the_game_and_an_illegal_one_is_refused() {
    let mut search = search();
    let bare = saved(&search, false);
    let mut at = search.position().clone();
    let moves = ["e4", "d5", "exd5"].map(|text| {
        let mv = at.parse_move(text).unwrap_or_else(|| panic!("{text}"));
        at.play(mv);
        mv
    });
    search.notes_mut().set_game_line(&moves);
    let bytes = saved(&search, false);
    let again: BestFirst<Position> = loaded(&bytes);
    assert_eq!(again.notes().game_line(), moves);
    assert_eq!(saved(&again, false), bytes);
    assert!(loaded::<Position>(&bare).notes().game_line().is_empty());
    let raw = RawTree::read(&bare);
    let mut codes: Vec<u16> = search.notes().game_line_codes().iter().map(|code| code.0).collect();
    let with = |codes: &Vec<u16>| {
        let mut body = Vec::new();
        codes.put(&mut body);
        fault_with(&raw, "game-line", body)
    };
    assert_eq!(with(&codes), None);
    codes[2] ^= 1;
    let fault = with(&codes).unwrap_or_default();
    assert!(fault.contains("move 3 of the game is not legal"), "{fault}");
}
