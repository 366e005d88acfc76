//! A tree to be looked into, and ways through it.

use std::path::Path;

use shakmaty::Move;

use super::super::variation::verdict;
use super::{BadLine, IllegalMove};
use crate::chess::Position;
use crate::game::{Game, Notation};
use crate::search::{BestFirst, ChanceModel, Root};
use crate::store::TreeFile;
use crate::tree::{Digest, Edge, Node, NodeId, Prices, Tree, ranked_children};
use crate::value::Value;

/// A tree that was read from a file, and the position in it that is looked at.
///
/// Nothing in it is trusted: a move of the tree is one of the legal moves before it is played.
#[derive(Debug)]
pub struct Study {
    /// The search with its tree.
    pub search: BestFirst<Position>,
    /// The chance model that the tree was made with.
    pub model: ChanceModel,
    /// The position that is looked at: the one analysed, until [`Study::follow`] goes further.
    pub position: Position,
    /// Its node.
    pub at: NodeId,
    /// The node of the move that the search answers with. It need not be the best one of the
    /// moment; where it has no such node below it, a position prefers the best move.
    pub answer: Option<NodeId>,
    /// The moves from the position analysed to this one, UCI.
    pub line: Vec<String>,
    /// The position and the game before it, to be searched anew.
    pub root: Root<Position>,
}

/// Loads a tree file.
///
/// # Errors
///
/// A file that is no tree.
pub fn load(path: &Path) -> anyhow::Result<Study> {
    Ok(Study::of(TreeFile::open(path)?.load_to_look::<Position>()?.search))
}

impl Study {
    /// What a search knows, looked at from the position it analyses.
    pub fn of(search: BestFirst<Position>) -> Study {
        Study {
            model: *search.model(),
            position: search.position().clone(),
            at: search.at(),
            answer: search.answer(),
            line: Vec::new(),
            root: search.root_of_position(),
            search,
        }
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        self.search.tree()
    }

    /// The prices of its plies.
    pub fn prices(&self) -> &Prices {
        self.search.prices()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        self.tree().node(id)
    }

    /// Goes down a line of moves, UCI or SAN.
    ///
    /// # Errors
    ///
    /// [`BadLine`] names the move that leads out of the tree, and says why.
    pub fn follow(&mut self, moves: &[String]) -> Result<(), BadLine> {
        for text in moves.iter().flat_map(|words| words.split_whitespace()) {
            let mv = self.legal_move(text)?;
            let child = self.child(mv).ok_or_else(|| BadLine::Untried {
                mv: self.position.human_text(mv),
                fen: self.position.fen(),
            })?;
            self.line.push(self.position.machine_text(mv));
            self.root.step(mv);
            self.position.play(mv);
            self.at = child;
        }
        Ok(())
    }

    /// The move that a text names.
    ///
    /// # Errors
    ///
    /// [`BadLine`] where the text names none, or the game is over.
    pub fn legal_move(&self, text: &str) -> Result<Move, BadLine> {
        let fen = || self.position.fen();
        if self.node(self.at).is_finished() {
            return Err(BadLine::Over { fen: fen(), verdict: verdict(&self.position) });
        }
        let mv = self.position.parse_move(text);
        mv.ok_or_else(|| BadLine::Illegal { text: text.to_string(), fen: fen() })
    }

    /// The node behind a legal move of the position, if it was tried.
    pub fn child(&self, mv: Move) -> Option<NodeId> {
        let code = self.position.encode(mv);
        let mut children = self.tree().children(self.at);
        children.find(|(.., node)| node.mv == code).map(|(_, id, _)| id)
    }

    /// The move that led to a node, from the position before it.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] where the rules do not know it; its line is empty.
    pub fn move_to(&self, id: NodeId, before: &Position) -> Result<Move, IllegalMove> {
        let code = self.node(id).mv;
        before.legal(code).ok_or(IllegalMove { code, line: Vec::new() })
    }

    /// A node's children with their ranks, the preferred one first, then by value.
    pub fn ranked(&self, id: NodeId) -> Vec<(u16, NodeId)> {
        let mut ranked = ranked_children(self.tree(), id, self.prices());
        if let Some(answer) = ranked.iter().position(|&(_, id)| Some(id) == self.answer) {
            ranked[..=answer].rotate_right(1);
        }
        ranked
    }

    /// What the position is worth: the value of the preferred move, from Max's view.
    pub fn value(&self) -> Value {
        match self.ranked(self.at).first() {
            Some(&(_, preferred)) => self.node(preferred).value.one_ply_up(),
            None => self.node(self.at).value,
        }
    }

    /// What the children of a node amount to.
    pub fn digest(&self, id: NodeId) -> Digest {
        let node = self.node(id);
        let mut digest = Digest::empty(node.turn(), <Position>::MOVES_MAY_LOSE);
        for (rank, child, numbers) in self.tree().children(id) {
            digest.add(&Edge::new(child, rank, numbers, self.price(id, rank), 1.0));
        }
        digest
    }

    /// What a chance pays from a child up to its parent, in centipawns.
    pub fn price(&self, parent: NodeId, rank: u16) -> f32 {
        self.prices().of(self.node(parent).forced(), rank)
    }

    /// The preferred moves one after the other, from a node and its position on; at most
    /// `plies`.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], its line counted from here.
    pub fn best_line(
        &self,
        from: NodeId,
        position: &Position,
        plies: usize,
    ) -> Result<Vec<(NodeId, Move)>, IllegalMove> {
        let mut at = position.clone();
        let (mut id, mut line, mut before) = (from, Vec::new(), Vec::new());
        while line.len() < plies
            && let Some(&(_, child)) = self.ranked(id).first()
        {
            let mv = self.move_to(child, &at).map_err(|fault| fault.after(&before))?;
            before.push(at.machine_text(mv));
            line.push((child, mv));
            at.play(mv);
            id = child;
        }
        Ok(line)
    }
}

#[cfg(test)]
mod tests {
    use super::super::example::{Example, damaged};
    use super::*;

    fn line(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| word.to_string()).collect()
    }

    #[test]
    fn a_line_is_followed_in_uci_and_san() -> anyhow::Result<()> {
        let mut study = Example::start().study();
        let root = study.at;
        study.follow(&line(&["e2e4 Nf6"]))?;
        assert_eq!(study.line, ["e2e4", "g8f6"]);
        assert_eq!(study.root.history()[0], <Position>::default().key());
        assert_eq!(study.root.game(), &study.position);
        assert!(study.position.fen().starts_with("rnbqkb1r/pppppppp/5n2/8/4P3/"));
        assert_ne!(study.at, root);
        assert_eq!(study.node(study.at).turn(), study.position.turn());
        Ok(())
    }

    #[test]
    fn a_line_out_of_the_tree_names_the_move() {
        let fault = |words: &[&str]| {
            let mut study = Example::start().study();
            study.follow(&line(words)).map_err(|fault| fault.to_string()).expect_err("no fault")
        };
        assert!(fault(&["e4", "e4"]).starts_with("\"e4\" is no legal move"));
        let untried = fault(&["e4", "e5", "Ke2", "Ke7", "Kd3"]);
        assert!(untried.contains(" was never tried in "), "{untried}");
    }

    #[test]
    fn nothing_follows_the_end_of_the_game() -> anyhow::Result<()> {
        let stalemate = Example::of("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", 100).study();
        let fault = stalemate.legal_move("Kb8").expect_err("the game is over");
        assert!(fault.to_string().contains("stalemate"), "{fault}");
        Ok(())
    }

    #[test]
    fn the_answer_comes_before_the_best_of_the_moment() {
        let mut study = Example::start().study();
        let ranked = study.ranked(study.at);
        study.answer = Some(ranked[3].1);
        let now = study.ranked(study.at);
        assert_eq!((now[0], now[1], now[2], now[4]), (ranked[3], ranked[0], ranked[1], ranked[4]));
        assert_eq!(study.value(), study.node(ranked[3].1).value.one_ply_up());
    }

    #[test]
    fn moves_of_the_tree_are_not_trusted() {
        let study = damaged();
        let fault = study.best_line(study.at, &study.position, 9).expect_err("no fault");
        assert_eq!(fault.line, Vec::<String>::new());
        assert!(study.move_to(study.ranked(study.at)[0].1, &study.position).is_err());
    }
}
