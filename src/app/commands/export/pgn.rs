//! A selection as a game with variations, in PGN.
//!
//! The moves of the game before the position come first, as far as they are known. From there the
//! main line is the game where the tree is that of a whole game, otherwise the preferred one; the other moves are
//! variations. Where the tree ends, a preferred line goes on with the moves
//! that the search of its last position has found, each with the value of that position. A variation ends where the move
//! that the tree has next is refuted: what is better there was never made. Every move has its value as `[%eval]`, which
//! programs show and draw, and in words where that cannot say it (`won?` and `lost?` are wins of White and of Black that
//! are not proven); with details also its score and its effort. As PGN has it, scores are White's, and mates count from
//! the position after the move. No `[%eval]` stands with a win that is not proven: programs would take it for a mate.
//! Nor does one with a proof that holds only with moves left out, or with a value that is not settled: a comment says so.
//! What people said about a position comes in a comment of its own, behind their marks of the move (`$1`).
//! Nobody is named as a player of moves that are not those of the game.

use std::io::{self, Write};

use super::tags;
use crate::app::args::Beside;
use crate::app::commands::user_comments::{UserComment, comments, marks_and_rest, without_line};
use crate::app::files::movetext::Movetext;
use crate::app::files::pgn_tags::won_by;
use crate::app::games::CommandLineGame;
use crate::app::reporting::left_out;
use crate::app::reporting::score::{Score, effort_text, in_words};
use crate::inspect::TreeSelection;
use crate::search::{SourceGame, Told};
use crate::value::{Player, Value};

/// What is written beside the moves of the main line.
#[derive(Clone, Copy)]
pub struct Parts<'a> {
    /// With scores in words and effort.
    pub details: bool,
    /// What is left out.
    pub without: &'a [Beside],
}

impl Parts<'_> {
    fn has(self, part: Beside) -> bool {
        !self.without.contains(&part)
    }

    /// Marks and words of what people said.
    fn said(self, comment: Option<&str>) -> (Vec<u8>, String) {
        marks_and_rest(comment.filter(|_| self.has(Beside::Comments)).unwrap_or_default())
    }
}

/// What is to be written next.
enum Step {
    /// A move with its comment.
    Move(usize),
    /// What follows a node.
    Below(usize),
    /// A variation begins.
    Open,
    /// It ends.
    Close,
}

/// A selection, and the game that is written of it.
struct Game<'s, 't, G: CommandLineGame> {
    selection: &'s TreeSelection<'t, G>,
    parts: Parts<'s>,
    text: Movetext<'s>,
}

/// Writes a game.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write<G: CommandLineGame>(
    selection: &TreeSelection<'_, G>,
    parts: Parts<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let root = selection.reader().root();
    let result = result(selection);
    let (source, nobody) =
        (selection.reader().search().notes().source_game(), SourceGame::default());
    let is_game = !root.moves().is_empty() || is_game(selection);
    tags::write(if is_game { source } else { &nobody }, root.start(), result, out)?;
    let mut game = Game { selection, parts, text: Movetext::new(out) };
    game.write()?;
    game.text.end(result)
}

/// How the main line ends: `*` where nobody is mated, but the game as it has ended.
fn result<'a, G: CommandLineGame>(selection: &TreeSelection<'a, G>) -> &'a str {
    let mut last = 0;
    if is_game(selection) {
        return selection.reader().search().notes().source_game().tag("Result").unwrap_or("*");
    }
    while let Some(&main) = selection.node(last).children.first() {
        last = main;
    }
    let node = selection.tree_node(last);
    let win = node.value.win().filter(|_| node.is_finished());
    win.map_or("*", |(winner, _)| won_by(winner))
}

/// Whether the main line is the game, to its end.
fn is_game<G: CommandLineGame>(selection: &TreeSelection<'_, G>) -> bool {
    let on_line = selection.nodes().iter().filter(|node| node.is_on_line).count();
    on_line > 1 && on_line == selection.reader().game_line().len() + 1
}

impl<G: CommandLineGame> Game<'_, '_, G> {
    fn write(&mut self) -> io::Result<()> {
        self.write_before()?;
        let said = comments(self.selection);
        if let Some(note) = left_out::note(self.selection.reader().search().root()) {
            self.text.comment(None, &note)?;
        }
        self.write_opening_comment()?;
        let (marks, words) = self.parts.said(said_about(&said, 0));
        if !self.selection.reader().root().moves().is_empty() {
            self.text.marks(&marks)?;
        }
        self.text.comment(None, &words)?;
        let mut stack = vec![Step::Below(0)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Open => self.text.open()?,
                Step::Close => self.text.close()?,
                Step::Move(index) => {
                    let (marks, words) = self.parts.said(said_about(&said, index));
                    self.write_move(index, &marks)?;
                    self.text.comment(None, &words)?;
                }
                Step::Below(index) => {
                    let children = &self.selection.node(index).children;
                    let Some((&main, others)) = children.split_first() else {
                        self.write_behind(index)?;
                        continue;
                    };
                    if self.is_over(index, main) || self.is_refuted(index, main) {
                        continue;
                    }
                    // A variation stands behind the move that it replaces.
                    stack.push(Step::Below(main));
                    let others = if self.parts.has(Beside::Lines) { others } else { &[] };
                    for &other in others.iter().rev() {
                        let variation =
                            [Step::Close, Step::Below(other), Step::Move(other), Step::Open];
                        stack.extend(variation);
                    }
                    stack.push(Step::Move(main));
                }
            }
        }
        Ok(())
    }

    /// Whether the game ends in a node: what comes behind was not played.
    fn is_over(&self, index: usize, first: usize) -> bool {
        self.selection.node(index).is_on_line && !self.selection.node(first).is_on_line
    }

    /// Whether the first move below a node of a variation is not what the value of the node rests on: it was refuted, and
    /// moves that were never made are better.
    fn is_refuted(&self, index: usize, first: usize) -> bool {
        let (node, told) = (self.selection.node(index), self.selection.told(index));
        let Some(mover) = self.selection.tree_node(index).turn().player() else { return false };
        let own = |value: Value| value.for_player(mover);
        let behind = self.selection.told(first).value.told_from(1);
        let is_main = node.is_principal || node.is_on_line;
        !is_main && own(behind) < own(told.value)
    }

    /// Writes the moves of the game before the position at the top, with what is said about its positions: before the root
    /// of the tree that is kept with the game, from there on with the tree.
    fn write_before(&mut self) -> io::Result<()> {
        let (root, search) = (self.selection.reader().root(), self.selection.reader().search());
        let above = search.root().moves().len();
        let line = search.root().line_to(root).unwrap_or_default();
        let said = |ply: usize| match ply.checked_sub(above) {
            None => search.notes().source_game().said(ply),
            Some(below) => search.notes().comment_on(line.get(..below)?),
        };
        let mut at = root.start().clone();
        for (ply, &mv) in root.moves().iter().enumerate() {
            let (marks, words) = self.parts.said(said(ply).map(without_line).as_deref());
            if ply > 0 {
                self.text.marks(&marks)?;
            }
            self.text.comment(None, &words)?;
            self.text.mv(&at, &at.human_text(mv))?;
            at.play(mv);
        }
        Ok(())
    }

    fn write_opening_comment(&mut self) -> io::Result<()> {
        let node = self.selection.tree_node(0);
        if node.is_finished() {
            return self.text.comment(None, &self.selection.ending(0));
        }
        if !self.parts.details || !self.parts.has(Beside::Evals) {
            return Ok(());
        }
        let white = format!("for {}", G::player_name(Player::Max));
        self.text.comment(None, &self.comment(0, &white))
    }

    /// `+0.31, 1,256 positions`. What is `said` stands behind the score.
    fn comment(&self, index: usize, said: &str) -> String {
        let told = self.selection.told(index);
        let score = score_text(Score::new(told.value, Player::Max));
        let is_searched = self.selection.reader().search().rules().searches_leaves();
        let effort = effort_text(told.effort, is_searched);
        let doubt = doubt(&told);
        format!("{}{doubt}, {effort}", format!("{score} {said}").trim_end())
    }

    fn write_move(&mut self, index: usize, marks: &[u8]) -> io::Result<()> {
        let Some(mv) = self.selection.move_text(index) else { return Ok(()) };
        self.text.mv(self.selection.before(index), &mv.human)?;
        self.text.marks(marks)?;
        let told = self.selection.told(index);
        let said = if self.parts.details { self.comment(index, "") } else { String::new() };
        // As White sees it, counted from there.
        self.write_value(Score::new(told.value, Player::Max), &told, &said)
    }

    /// The value of a move: for programs, or in words where they have none for it; and what is `said` beside it.
    fn write_value(&mut self, score: Score, told: &Told, said: &str) -> io::Result<()> {
        if !self.parts.has(Beside::Evals) {
            return Ok(());
        }
        let is_conditional = told.is_conditional;
        let eval = eval(score, is_conditional).filter(|_| !told.is_unsettled());
        let in_words = format!("{}{}", score_text(score), doubt(told));
        let words = match (&eval, said) {
            (None, "") if matches!(score, Score::Mate(0)) && !is_conditional => return Ok(()),
            (None, "") => &in_words,
            (Some(_), "") if is_conditional => &in_words,
            _ => said,
        };
        self.text.comment(eval.as_deref(), words)
    }

    /// Writes the rest of the main line behind its last node: the value of the node is theirs.
    fn write_behind(&mut self, index: usize) -> io::Result<()> {
        let node = self.selection.node(index);
        if !node.is_principal || node.is_on_line {
            return Ok(());
        }
        let told = self.selection.told(index);
        let value = told.value;
        let mut at = node.position.clone();
        let line = self.selection.best_variation(index, usize::MAX).map_err(io::Error::other)?;
        for (mv, plies) in line.into_iter().zip(1..) {
            self.text.mv(&at, &at.human_text(mv))?;
            at.play(mv);
            // Everybody sees the mate in which it ends.
            if value.seen_in().is_some_and(|(_, seen)| seen <= plies) {
                continue;
            }
            let score = match value.win() {
                Some((winner, distance)) => {
                    Score::of_win(winner == Player::Max, distance.saturating_sub(plies))
                }
                None => Score::new(seen_from(value, plies), Player::Max),
            };
            self.write_value(score, &told, "")?;
        }
        Ok(())
    }
}

/// What stands behind a score in words: a proof needs moves to be left out, or it is not settled.
fn doubt(told: &Told) -> String {
    let settled = if told.is_unsettled() { ", not settled" } else { "" };
    format!("{}{settled}", left_out::condition(told.is_conditional))
}

fn score_text(score: Score) -> String {
    match score {
        Score::Mate(0) => "mate".to_string(),
        _ => in_words(score),
    }
}

/// A value as it is told so many plies along its line: a mate that is only seen is nearer there.
fn seen_from(value: Value, plies: u16) -> Value {
    match value.seen_in() {
        Some((winner, seen)) => Value::seen_win(winner, seen.saturating_sub(plies)),
        None => value,
    }
}

/// What people said about a position.
fn said_about(said: &[UserComment], index: usize) -> Option<&str> {
    said.iter().find(|comment| comment.node == index).map(|comment| comment.text.as_str())
}

/// The command that programs read; none in a mate, which they see, and with a win that is not proven, or only if moves
/// are left out.
fn eval(score: Score, is_conditional: bool) -> Option<String> {
    match score {
        Score::Mate(_) if is_conditional => None,
        Score::Mate(0) | Score::Seen { .. } | Score::Table { .. } => None,
        Score::Mate(moves) => Some(format!("[%eval #{moves}]")),
        Score::Cp(cp) => Some(format!("[%eval {:.2}]", cp as f64 / 100.0)),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::app::tests::Example;
    use crate::chess::Position;
    use crate::game::{Game, Notation};
    use crate::inspect::TreeReader;

    fn pgn(example: &Example, path: &str, most: usize) -> anyhow::Result<String> {
        detailed(example, path, most, true)
    }

    fn detailed(
        example: &Example,
        path: &str,
        most: usize,
        details: bool,
    ) -> anyhow::Result<String> {
        let search = example.search();
        let mut reader = TreeReader::new(&search);
        reader.follow(path.split_whitespace())?;
        let mut out = Vec::new();
        let parts = Parts { details, without: &[] };
        write(&TreeSelection::most_important(&reader, most)?, parts, &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    /// Plays every move of a movetext where it stands; returns how many there are.
    fn replay(text: &str, start: &Position) -> usize {
        // The position before the last move, and after it.
        let mut at = (start.clone(), start.clone());
        let mut outer = Vec::new();
        let mut is_comment = false;
        let mut moves = 0;
        // What stands before a word, but marks.
        let mut before = "";
        for word in text.split_whitespace() {
            match word {
                "{" => is_comment = true,
                "}" => is_comment = false,
                _ if is_comment => {}
                "(" => {
                    outer.push(at.clone());
                    at.1 = at.0.clone();
                }
                ")" => at = outer.pop().unwrap_or_else(|| panic!("{text}")),
                "*" => assert!(outer.is_empty(), "{text}"),
                _ if word.ends_with('.') => {
                    let number = format!("{}.", at.1.chess().fullmoves());
                    let dots = if at.1.chess().turn().is_white() { "" } else { ".." };
                    assert_eq!(word, format!("{number}{dots}"));
                    let is_apart = matches!(before, "" | "(" | ")" | "}");
                    assert!(dots.is_empty() || is_apart, "{before} {word} in {text}");
                }
                _ => {
                    let before = at.1.clone();
                    let mv = before.parse_move(word).unwrap_or_else(|| panic!("{word}"));
                    assert_eq!(before.human_text(mv), word);
                    at.1.play(mv);
                    at.0 = before;
                    moves += 1;
                }
            }
            before = if word.starts_with('$') { before } else { word };
        }
        moves
    }

    #[test]
    fn every_move_is_legal_where_it_stands() -> anyhow::Result<()> {
        for (example, path, most) in [
            (Example::start(), "", 300),
            (Example::start(), "a3", 50),
            (Example::fools_mate(), "", 500),
            (
                Example::of(
                    "1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9",
                    3000,
                ),
                "",
                200,
            ),
        ] {
            let text = pgn(&example, path, most)?;
            let (tags, movetext) = text.split_once("\n\n").unwrap_or_default();
            let search = example.search();
            let mut reader = TreeReader::new(&search);
            reader.follow(path.split_whitespace())?;
            let start = reader.root().start();
            let before = reader.root().moves().len();
            let played = replay(movetext, start);
            assert!(played > before && played < before + most, "{text}");
            assert!(movetext.contains(" ( ") && movetext.ends_with("*\n"), "{text}");
            assert!(text.lines().all(|line| line.len() < 80), "{text}");
            assert!(tags.lines().all(|tag| tag.ends_with("\"]")), "{text}");
            assert_eq!(tags.contains("FEN"), *start != Position::default());
            assert_eq!(tags.contains("Chess960"), example.fen.contains("FBfb"));
        }
        Ok(())
    }

    #[test]
    fn the_main_line_is_the_preferred_one() -> anyhow::Result<()> {
        let search = Example::start().search();
        let reader = TreeReader::new(&search);
        let (_, mv) = reader.best_variation(reader.at(), reader.position(), 1)?[0];
        let text = pgn(&Example::start(), "", 40)?;
        let first = text.split_whitespace().skip_while(|&word| word != "1.").nth(1);
        assert_eq!(first, Some(reader.position().human_text(mv).as_str()));
        Ok(())
    }

    #[test]
    fn evaluations_are_whites() -> anyhow::Result<()> {
        let eval_of = |value| eval(Score::new(value, Player::Max), false);
        assert_eq!(eval_of(Value::centipawns(31.0)).as_deref(), Some("[%eval 0.31]"));
        assert_eq!(eval_of(Value::centipawns(-1234.0)).as_deref(), Some("[%eval -12.34]"));
        assert_eq!(eval_of(Value::win_in(Player::Min, 3)).as_deref(), Some("[%eval #-2]"));
        assert_eq!(eval_of(Value::win_in(Player::Min, 0)), None);
        assert_eq!(eval_of(Value::win_in(Player::Max, 5).unproven()), None);
        let text = pgn(&Example::fools_mate(), "g4", 2)?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains("{ #-1 for White, "), "{text}");
        let mated = pgn(&Example::fools_mate(), "g4 Qh4#", 9)?;
        assert!(mated.ends_with("{ checkmate, Black has won } 0-1\n"), "{mated}");
        assert!(text.ends_with("2... Qh4# { mate, 1 tree node } 0-1"), "{text}");
        let plain = detailed(&Example::fools_mate(), "g4", 2, false)?;
        assert!(plain.ends_with("2. g4 Qh4# 0-1\n"), "{plain}");
        Ok(())
    }
}
