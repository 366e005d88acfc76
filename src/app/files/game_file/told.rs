//! What a file tells of a game besides its moves, for the tree of one of its positions: tags, and what is said about
//! the main line.

use super::noted::noted;
use super::written::WrittenGame;
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Comment, Root, SourceGame};

/// What a file tells of a game.
#[derive(Clone, Debug)]
pub struct ToldGame<G: CommandLineGame> {
    tags: Vec<(String, String)>,
    /// How it ended, by its tag or by what stands behind its moves.
    result: Option<String>,
    start: G,
    /// The main line, and what is said about each position of it, the first one included.
    moves: Vec<G::Move>,
    said: Vec<String>,
}

impl<G: CommandLineGame> ToldGame<G> {
    /// The game with this text, which begins at `start`.
    pub fn new(game: &WrittenGame, text: &[u8], start: &G) -> ToldGame<G> {
        let all = noted(text, start).positions;
        let (mut at, mut moves) = (0, Vec::new());
        let mut said = vec![all[at].said.clone()];
        // The first move behind a position is that of the main line.
        for (place, noted) in all.iter().enumerate() {
            if let Some((_, mv)) = noted.from.filter(|(before, _)| *before == at) {
                moves.push(mv);
                said.push(noted.said.clone());
                at = place;
            }
        }
        let result = game.result().map(str::to_string);
        ToldGame { tags: game.tags.clone(), result, start: start.clone(), moves, said }
    }

    /// What is to be kept with a tree of this root: the tags, and what is said about positions before the root, where
    /// the game leads there.
    pub fn before(&self, root: &Root<G>) -> SourceGame {
        let mut game = SourceGame::default();
        let result = self.result.iter().map(|result| ("Result", result.as_str()));
        let tags = self.tags.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        // Of two tags of one name the first counts.
        result.chain(tags).for_each(|(name, value)| game.set_tag(name, value));
        let before = root.moves().len().min(self.plies_to(root).map_or(0, |common| common + 1));
        for (ply, text) in self.said.iter().enumerate().take(before) {
            game.say(ply, text);
        }
        game
    }

    /// Keeps all of it with a tree at its beginning. What is said from the root of the tree on becomes comments.
    pub fn keep_in(&self, search: &mut BestFirst<G>) {
        let game = self.before(search.root());
        search.notes_mut().set_source_game(game);
        let root = search.root();
        let above = root.moves().len();
        if self.plies_to(root) != Some(above) {
            return;
        }
        let (mut at, mut line) = (root.game().clone(), Vec::new());
        for (ply, text) in self.said.iter().enumerate().skip(above) {
            let text = &text[..text.floor_char_boundary(Comment::LONGEST)];
            // One that is too many is left out.
            let _ = search.notes_mut().comment(&line, text);
            if let Some(&mv) = self.moves.get(ply) {
                line.push(at.encode(mv));
                at.play(mv);
            }
        }
    }

    /// How many moves of the game lead towards this root; `None` where it begins elsewhere.
    fn plies_to(&self, root: &Root<G>) -> Option<usize> {
        let is_it = root.start().describe() == self.start.describe();
        is_it.then(|| self.moves.iter().zip(root.moves()).take_while(|(a, b)| a == b).count())
    }
}

#[cfg(test)]
mod tests {
    use super::super::split::written_games;
    use super::*;
    use crate::chess::Position;
    use crate::game::{Game as _, Notation as _};
    use crate::search::{ChanceModel, MemoryLimits};

    const GAME: &str =
        "[White \"A\"]\n\n{Begins} 1. e4! {best} (1. d4 {solid}) e5 {open} 2. Nf3 {develops} Nc6 *";

    fn told_game(text: &str, start: &Position) -> ToldGame<Position> {
        let written = written_games(text.as_bytes()).next().expect("a game");
        ToldGame::new(&written, text.as_bytes(), start)
    }

    fn kept(moves: &str) -> BestFirst<Position> {
        let start = <Position>::default();
        let game = told_game(GAME, &start);
        let mut root = Root::new(start);
        for word in moves.split_whitespace() {
            let mv = root.game().read_move(word).expect("legal");
            root.play(mv);
        }
        let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
        game.keep_in(&mut search);
        search
    }

    fn told(search: &BestFirst<Position>) -> (String, String) {
        let before =
            search.notes().source_game().all_said().map(|(ply, text)| format!("{ply} {text}"));
        let below =
            search.notes().comments().iter().map(|it| format!("{} {}", it.line.len(), it.text));
        let joined = |texts: Vec<String>| texts.join(", ");
        (joined(before.collect()), joined(below.collect()))
    }

    #[test]
    fn what_is_said_stands_before_the_root_or_on_its_positions() {
        let pair = |before: &str, below: &str| (before.to_string(), below.to_string());
        let all = "0 Begins, 1 [%nag 1] best, 2 open, 3 develops";
        assert_eq!(told(&kept("")), pair("", all));
        assert_eq!(told(&kept("e4 e5")), pair("0 Begins, 1 [%nag 1] best", "0 open, 1 develops"));
        let whole = kept("e4 e5 Nf3 Nc6");
        assert_eq!(told(&whole), pair(all, ""));
        assert_eq!(whole.notes().source_game().tag("White"), Some("A"));
        // Another move was played on.
        assert_eq!(told(&kept("e4 c5 Nf3")), pair("0 Begins, 1 [%nag 1] best", ""));
    }

    #[test]
    fn long_texts_are_cut_and_keep_their_place() {
        let start = <Position>::default();
        let long = "x".repeat(Comment::LONGEST + 5);
        let game = told_game(&format!("1. e4 {{{long}}} e5 1-0"), &start);
        let e4 = start.read_move("e4").map(|mv| start.encode(mv)).expect("legal");
        let mut search =
            BestFirst::new(Root::new(start), ChanceModel::default(), MemoryLimits::new(8 << 20));
        game.keep_in(&mut search);
        assert_eq!(search.notes().source_game().tag("Result"), Some("1-0"));
        assert_eq!(search.notes().comment_on(&[e4]).map(str::len), Some(Comment::LONGEST));
    }
}
