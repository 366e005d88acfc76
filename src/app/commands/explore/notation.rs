//! The notation: lines with marks, drawings and comments. It is kept with the tree, as comments on its positions.
//!
//! What is said about a position stands there as in a comment of PGN: words, and commands of programs such as
//! `[%cal Gd2d4]` for an arrow. The last position of each line has one more, `[%line N]`: N is the place of the line.
//! So whatever keeps, merges and shows comments keeps the notation.

use std::collections::HashMap;

use serde::Serialize;

use super::walk::PathMove;
use crate::app::commands::user_comments::{line_number, marked_line, without_line};
use crate::app::files::game_file::{Noted, NotedGame, noted};
use crate::app::games::CommandLineGame;
use crate::game::MoveCode;
use crate::inspect::MoveText;
use crate::search::{BestFirst, Comment};

/// No more moves are taken: no page could show them.
pub const MOST_MOVES: usize = 5_000;

/// The notation as a page gets it.
#[derive(Debug, Serialize)]
pub struct Notation {
    /// Which tree it is of those that this program has shown; absent in a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<u64>,
    /// Which state it is: changes are counted.
    pub(super) notes: u64,
    /// What is said about the root of the tree.
    said: String,
    /// The moves, each behind the one that it follows.
    moves: Vec<NotedMove>,
}

/// A move of the notation.
#[derive(Debug, Serialize)]
struct NotedMove {
    /// The move that it follows: its place in the list from 1 on, 0 for the root of the tree.
    parent: usize,
    /// The move, and its number as at the beginning of a line.
    #[serde(flatten)]
    mv: PathMove,
    /// What is said about the position behind it.
    said: String,
}

/// Lines that have their beginnings in common.
struct Lines<G> {
    positions: Vec<G>,
    parents: Vec<usize>,
    children: HashMap<(usize, MoveCode), usize>,
}

impl<G: CommandLineGame> Lines<G> {
    fn new(root: G) -> Lines<G> {
        Lines { positions: vec![root], parents: vec![0], children: HashMap::new() }
    }

    fn find(&self, line: &[MoveCode]) -> Option<usize> {
        line.iter().try_fold(0, |at, &code| self.children.get(&(at, code)).copied())
    }

    /// The position after a move; `None` if it is not legal, or there are too many.
    fn step(&mut self, at: usize, code: MoveCode) -> Option<usize> {
        if let Some(&known) = self.children.get(&(at, code)) {
            return Some(known);
        }
        let mv = self.positions[at].legal(code)?;
        if self.positions.len() > MOST_MOVES {
            return None;
        }
        let position = self.positions[at].after(mv);
        self.positions.push(position);
        self.parents.push(at);
        self.children.insert((at, code), self.positions.len() - 1);
        Some(self.positions.len() - 1)
    }
}

impl Notation {
    /// What is kept with the tree: the lines that were told to be of the notation or, where none were, the game that the
    /// tree is of, and all lines that something is said in.
    pub fn of<G: CommandLineGame>(search: &BestFirst<G>) -> Notation {
        let comments = search.notes().comments();
        let numbered = comments.iter().filter_map(|it| Some((line_number(&it.text)?, it)));
        let mut order: Vec<(usize, &Comment)> = numbered.collect();
        let mut game: &[MoveCode] = &[];
        if order.is_empty() {
            order = comments.iter().enumerate().collect();
            game = search.notes().game_line_codes();
        }
        order.sort_by_cached_key(|(number, _)| *number);
        let said_in = order.iter().map(|(_, comment)| &comment.line[..]);
        let mut lines = Lines::new(search.root().game().clone());
        let mut moves = Vec::new();
        for line in std::iter::once(game).chain(said_in) {
            let mut at = 0;
            for &code in line {
                let known = lines.positions.len();
                let Some(next) = lines.step(at, code) else { break };
                if next == known {
                    moves.extend(noted_move(&lines.positions[at], code, at));
                }
                at = next;
            }
        }
        let mut notation = Notation { tree: None, notes: 0, said: String::new(), moves };
        for comment in comments {
            let said = without_line(&comment.text);
            match lines.find(&comment.line) {
                Some(0) => notation.said = said,
                Some(place) => notation.moves[place - 1].said = said,
                None => {}
            }
        }
        notation
    }

    /// Each move, as programs write it, with the place of the one that it follows: 1 for the first of the list, 0 for the root
    /// of the tree.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &str)> {
        self.moves.iter().map(|it| (it.parent, &*it.mv.mv.machine))
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<String> {
        let (mut at, mut line) = (0, Vec::new());
        while let Some(next) = self.moves.iter().position(|it| it.parent == at) {
            line.push(self.moves[next].mv.mv.machine.clone());
            at = next + 1;
        }
        line
    }
}

fn noted_move<G: CommandLineGame>(
    position: &G,
    code: MoveCode,
    parent: usize,
) -> Option<NotedMove> {
    let mv = MoveText::new(position, position.legal(code)?);
    let mv = PathMove { mv, number: position.move_number(true) };
    Some(NotedMove { parent, mv, said: String::new() })
}

/// Keeps these moves, each behind its parent, as the notation. What is said about positions stays.
///
/// # Errors
///
/// Why that cannot be; nothing changes then.
pub fn keep<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    moves: &[(usize, String)],
) -> Result<(), String> {
    let mut lines = Lines::new(search.root().game().clone());
    let mut codes = vec![None];
    for (parent, text) in moves {
        let position =
            lines.positions.get(*parent).ok_or("a move follows one that is not there")?;
        let mv = position.read_move(text).map_err(|error| format!("{text:?} {error}"))?;
        let code = position.encode(mv);
        let next = lines.step(*parent, code).ok_or("the notation is too long")?;
        if next != codes.len() {
            return Err(format!("{text:?} is in the notation twice"));
        }
        codes.push(Some(code));
    }
    if moves.is_empty() {
        // Without lines there is no game, either.
        search.notes_mut().set_game_line(&[]);
    }
    mark(search, &ends(&lines.parents, &codes))
}

/// The lines to the positions that nothing follows, in the order in which a reader meets them.
fn ends(parents: &[usize], codes: &[Option<MoveCode>]) -> Vec<Vec<MoveCode>> {
    let mut children = vec![Vec::new(); parents.len()];
    (1..parents.len()).for_each(|place| children[parents[place]].push(place));
    let (mut ends, mut waiting) = (Vec::new(), vec![(0, Vec::new())]);
    while let Some((at, line)) = waiting.pop() {
        for &child in children[at].iter().rev() {
            let line: Vec<_> = line.iter().copied().chain(codes[child]).collect();
            waiting.push((child, line));
        }
        if children[at].is_empty() && at > 0 {
            ends.push(line);
        }
    }
    ends
}

/// Marks the ends of lines, and no other position.
fn mark<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    ends: &[Vec<MoveCode>],
) -> Result<(), String> {
    let marked = search.notes().comments().iter().filter(|it| line_number(&it.text).is_some());
    let before: Vec<Comment> = marked.cloned().collect();
    let mut set = |line: &[MoveCode], number: Option<usize>| {
        let said = without_line(search.notes().comment_on(line).unwrap_or_default());
        let text = marked_line(&said, number);
        search.notes_mut().comment(line, &text).map_err(|error| error.to_string())
    };
    for comment in &before {
        set(&comment.line, None)?;
    }
    ends.iter().enumerate().try_for_each(|(number, line)| set(line, Some(number)))
}

/// Keeps a game that begins at `start` as the notation, from the root of the tree on. What the tree says about a position
/// already stays.
///
/// # Errors
///
/// Why that cannot be.
pub fn take_game<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    text: &[u8],
    start: &G,
) -> Result<Vec<String>, String> {
    let NotedGame { positions: game, left_out } = noted(text, start);
    let root = search.root();
    // A tree begins at the beginning of its game, or later in it.
    let above = if root.start().describe() == start.describe() { root.moves() } else { &[] };
    let next = |at: usize, mv: &G::Move| game.iter().position(|it| it.from == Some((at, *mv)));
    let Some(top) = above.iter().try_fold(0, next) else { return Ok(left_out) };
    let mut place_of = vec![None; game.len()];
    place_of[top] = Some(0);
    let (mut parents, mut codes, mut lines) = (vec![0], vec![None], vec![Vec::new()]);
    for (place, Noted { from, said, .. }) in game.iter().enumerate() {
        if let Some((before, mv)) = from
            && let Some(parent) = place_of[*before]
        {
            let code = game[*before].position.encode(*mv);
            place_of[place] = Some(parents.len());
            lines.push([&lines[parent][..], &[code]].concat());
            parents.push(parent);
            codes.push(Some(code));
        }
        if let Some(at) = place_of[place].filter(|_| !said.is_empty()) {
            say_first(search, &lines[at], said)?;
        }
    }
    mark(search, &ends(&parents, &codes))?;
    Ok(left_out)
}

/// Says something about a position about which nothing is said.
fn say_first<G: CommandLineGame>(
    search: &mut BestFirst<G>,
    line: &[MoveCode],
    said: &str,
) -> Result<(), String> {
    let known = search.notes().comment_on(line).unwrap_or_default();
    if !without_line(known).is_empty() {
        return Ok(());
    }
    // Room is left for the end of the line.
    let said = &said[..said.floor_char_boundary(Comment::LONGEST / 2)];
    let text = marked_line(said, line_number(known));
    search.notes_mut().comment(line, &text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::chess::Position;
    use crate::game::{Game as _, Notation as _};

    fn told(search: &BestFirst<Position>) -> Vec<String> {
        let Notation { said, moves, .. } = Notation::of(search);
        let told = moves.iter().map(|it| {
            format!(
                "{} {} {}: {}",
                it.parent,
                it.mv.number.as_deref().unwrap_or_default(),
                it.mv.mv.human,
                it.said
            )
        });
        std::iter::once(said).chain(told).collect()
    }

    fn moves(text: &str) -> Vec<(usize, String)> {
        let pair = |word: &str| {
            word.split_once('-').map(|(at, mv)| (at.parse().unwrap_or(99), mv.to_string()))
        };
        text.split_whitespace().filter_map(pair).collect()
    }

    #[test]
    fn a_game_becomes_the_notation_and_what_was_said_before_stays() {
        let mut search = Example::start().search();
        let root = search.position().clone();
        let e4 = root.read_move("e4").map(|mv| root.encode(mv)).expect("legal");
        assert_eq!(search.notes_mut().comment(&[e4], "mine"), Ok(()));
        let game = b"{Begins} 1. e4 {theirs} (1. d4! d5) e5 {[%cal Ge5e4]} *";
        assert_eq!(take_game(&mut search, game, &root), Ok(Vec::new()));
        let expected = [
            "Begins",
            "0 1. e4: mine",
            "1 1... e5: [%cal Ge5e4]",
            "0 1. d4: [%nag 1]",
            "3 1... d5: ",
        ];
        assert_eq!(told(&search), expected);
        assert_eq!(take_game(&mut search, game, &root), Ok(Vec::new()));
        assert_eq!(told(&search), expected, "twice is once");
    }

    #[test]
    fn the_tree_of_a_game_has_the_game_as_its_notation() {
        let mut search = Example::start().search();
        let mut at = search.position().clone();
        let [e4, c5] = ["e4", "c5"].map(|text| {
            let mv = at.read_move(text).expect("legal");
            let code = at.encode(mv);
            at.play(mv);
            (mv, code)
        });
        search.notes_mut().set_game_line(&[e4.0, c5.0]);
        assert_eq!(search.notes_mut().comment(&[e4.1], "mine"), Ok(()));
        assert_eq!(told(&search), ["", "0 1. e4: mine", "1 1... c5: "]);
        // Lines that people have put there stand for themselves.
        assert_eq!(keep(&mut search, &moves("0-d2d4")), Ok(()));
        assert_eq!(told(&search), ["", "0 1. d4: "]);
        assert_eq!(keep(&mut search, &[]), Ok(()));
        assert_eq!(told(&search), ["", "0 1. e4: mine"]);
    }

    #[test]
    fn lines_are_kept_in_their_order_and_comments_stay() {
        let mut search = Example::start().search();
        assert_eq!(keep(&mut search, &moves("0-d2d4 0-e2e4 2-e7e5 2-c7c5 1-d7d5")), Ok(()));
        let names = |search: &BestFirst<Position>| {
            let all = Notation::of(search).moves;
            all.iter().map(|it| it.mv.mv.human.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&search), "d4 d5 e4 e5 c5");
        assert_eq!(keep(&mut search, &moves("0-e2e4 1-c7c5 1-e7e5")), Ok(()));
        assert_eq!(names(&search), "e4 c5 e5");
        assert_eq!(search.notes().comments().len(), 2);
        for bad in ["0-e2e5", "7-e2e4", "0-e2e4 0-e2e4"] {
            assert!(keep(&mut search, &moves(bad)).is_err(), "{bad}");
        }
        assert_eq!(names(&search), "e4 c5 e5");
        assert_eq!(keep(&mut search, &[]), Ok(()));
        assert!(search.notes().comments().is_empty());
    }
}
