//! What people say about positions stays with the tree.

use crate::common::folder::Folder;
use crate::common::hostile::fault;
use crate::common::positions::moves;
use crate::common::program::text;
use crate::common::raw_encoding::Raw;
use crate::common::raw_tree::{OPTIONAL, RawSection, RawTree};
use crate::common::trees::{go_on, loaded, saved};
use shans::chess::Position;
use shans::game::{Game, MoveCode};
use shans::search::{BestFirst, CannotComment, ChanceModel, Comment, MemoryLimits, Merged, Root};
use shans::tree::Watch;

const ROOM: MemoryLimits = MemoryLimits::new(8 << 20);

fn search() -> BestFirst<Position> {
    BestFirst::new(Root::new(Position::default()), ChanceModel::searching(), ROOM)
}

/// The moves of a line from the first position on, as a tree names them.
fn line(words: &str) -> Vec<MoveCode> {
    let mut game: Position = Position::default();
    let code = |mv| {
        let code = game.encode(mv);
        game.play(mv);
        code
    };
    moves(&Position::default(), words).into_iter().map(code).collect()
}

#[test]
fn they_are_put_replaced_removed_and_kept_in_files() {
    let mut search = search();
    assert_eq!(search.notes_mut().comment(&[], "  the start \n"), Ok(()));
    assert_eq!(search.notes_mut().comment(&line("e4 e5"), "open"), Ok(()));
    assert_eq!(search.notes_mut().comment(&line("e4 e5"), "an open game"), Ok(()));
    assert_eq!(search.notes_mut().comment(&line("d4"), "closed"), Ok(()));
    go_on(&mut search, 3_000);
    let mut again: BestFirst<Position> = loaded(&saved(&search, false));
    assert_eq!(again.notes().comments(), search.notes().comments());
    assert_eq!(again.notes().comment_on(&[]), Some("the start"));
    assert_eq!(again.notes().comment_on(&line("e4 e5")), Some("an open game"));
    assert_eq!(again.notes().comment_on(&line("e4")), None);
    assert_eq!(again.notes_mut().comment(&line("d4"), ""), Ok(()));
    assert_eq!((again.notes().comment_on(&line("d4")), again.notes().comments().len()), (None, 2));
    assert_eq!(
        saved(&again, true).len(),
        saved(&loaded::<Position>(&saved(&again, true)), true).len()
    );
}

#[test]
fn what_cannot_be_kept_changes_nothing() {
    let mut search = search();
    let twice = [line("e4"), line("e4")].concat();
    assert_eq!(search.notes_mut().comment(&twice, "no move"), Err(CannotComment::NoMove));
    let long = "a".repeat(Comment::LONGEST + 1);
    assert_eq!(search.notes_mut().comment(&[], &long), Err(CannotComment::TooLong));
    assert!(search.notes().comments().is_empty());
    assert_eq!(search.notes_mut().comment(&[], &long[1..]), Ok(()));
}

/// Whatever is in memory can be saved, and read again: headers have no limit that a search could reach.
#[test]
fn many_long_comments_and_lines_are_kept() {
    let mut search = search();
    let game = Position::default();
    let firsts = all_moves(&game);
    for &first in &firsts {
        let mut after = game.clone();
        after.play(first);
        for second in all_moves(&after) {
            let line = [game.encode(first), after.encode(second)];
            assert_eq!(search.notes_mut().comment(&line, &"x".repeat(Comment::LONGEST)), Ok(()));
            assert_eq!(search.include(&[first, second]), Ok(()));
        }
    }
    let lines = search.included().len();
    for &first in &firsts {
        (0..60_000).for_each(|_| assert_eq!(search.include(&[first]), Ok(())));
    }
    let bytes = saved(&search, false);
    assert!(bytes.len() > 17 << 20, "{}", bytes.len());
    let again: BestFirst<Position> = loaded(&bytes);
    assert_eq!(again.included().len(), lines + 1_200_000);
    assert!(again.notes().comments() == search.notes().comments(), "comments");
    assert!(saved(&again, false) == bytes, "another file");
}

fn all_moves(game: &Position) -> Vec<<Position as Game>::Move> {
    let mut moves = Vec::new();
    game.moves(&mut moves);
    moves
}

#[test]
fn a_file_with_a_comment_that_does_not_fit_is_refused() {
    let search =
        BestFirst::new(Root::<Position>::new(Position::default()), ChanceModel::default(), ROOM);
    let raw = RawTree::read(&saved(&search, false));
    let with = |line: &[MoveCode], text: &str| {
        let line: Vec<u16> = line.iter().map(|code| code.0).collect();
        let mut body = Vec::new();
        vec![(line, text.to_string())].put(&mut body);
        let comments = RawSection { name: "comments".to_string(), flags: OPTIONAL, body };
        let sections = [raw.sections(), vec![comments]].concat();
        fault(&raw.write_with_sections(&sections, &[]))
    };
    assert_eq!(with(&line("e4"), "a move"), None);
    let twice = [line("e4"), line("e4")].concat();
    let long = "a".repeat(Comment::LONGEST + 1);
    for (line, text) in [(&twice[..], "no move"), (&[], ""), (&[], long.as_str())] {
        let fault = with(line, text).unwrap_or_default();
        assert!(fault.contains("comment 1 does not fit"), "{fault}");
    }
}

#[test]
fn pruning_keeps_those_below() {
    let mut search = search();
    go_on(&mut search, 5_000);
    for (words, text) in [("", "start"), ("e4", "king's pawn"), ("e4 e5", "open"), ("d4", "closed")]
    {
        assert_eq!(search.notes_mut().comment(&line(words), text), Ok(()));
    }
    let e4 = moves(search.position(), "e4");
    assert_eq!(search.step(e4[0]), Ok(()));
    search.prune();
    let kept: Vec<&str> =
        search.notes().comments().iter().map(|comment| comment.text.as_str()).collect();
    assert_eq!(kept, ["king's pawn", "open"]);
    assert_eq!(search.notes().comment_on(&[]), Some("king's pawn"));
}

#[test]
fn merging_keeps_both_in_any_order_and_any_number_of_times() {
    let with = |comments: &[(&str, &str)], nodes| {
        let mut search = search();
        go_on(&mut search, nodes);
        for (words, text) in comments {
            assert_eq!(search.notes_mut().comment(&line(words), text), Ok(()));
        }
        saved(&search, false)
    };
    let one = with(&[("e4", "mine"), ("d4", "same")], 4_000);
    let two = with(&[("e4", "yours"), ("d4", "same"), ("c4", "new")], 2_000);
    let merged = |one: &[u8], two: &[u8]| {
        let mut one: BestFirst<Position> = loaded(one);
        let done = one.merge(&loaded(two), ROOM, |_| Watch::GoOn);
        assert!(done.is_ok_and(|done| done != Merged::Stopped));
        one
    };
    let told = |search: &BestFirst<Position>| {
        ["e4", "d4", "c4"]
            .map(|words| search.notes().comment_on(&line(words)).unwrap_or("").to_string())
    };
    let both = merged(&one, &two);
    assert_eq!(told(&both), ["mine\nyours", "same", "new"]);
    assert_eq!(told(&merged(&two, &one)), told(&both));
    let again = merged(&saved(&both, false), &two);
    assert_eq!(told(&again), told(&both));
}

#[test]
fn show_prints_them_harmless() {
    let folder = Folder::new();
    let mut search = search();
    assert_eq!(search.include(&moves(search.position(), "e4")), Ok(()));
    go_on(&mut search, 5_000);
    assert_eq!(search.notes_mut().comment(&line("e4"), "first\u{1b}[2J\nsecond"), Ok(()));
    folder.write("commented.tree", saved(&search, false));
    let tree = folder.path("commented.tree").display().to_string();
    let shown = text(&["show", &tree, "e4"]);
    let lines: Vec<&str> = shown.lines().collect();
    let first = lines.iter().position(|line| *line == "comment    first\\u{1b}[2J");
    assert!(first.is_some_and(|first| lines[first + 1] == "           second"), "{shown}");
    assert!(!text(&["show", &tree]).contains("comment"), "that of another position");
}
