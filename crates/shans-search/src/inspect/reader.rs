//! A tree and a place in it.

use std::sync::Arc;

use super::error::{IllegalMove, PathError};
use super::move_text::{MoveText, variation_text};
use super::perspective::Perspective;
use super::transpositions::{Elsewhere, Transpositions};
use crate::game::{Heuristics, Notation, Turn};
use crate::search::{BestFirst, PlayedAnswers, Root, Told, Unsettled, View};
use crate::tree::{Holder, Node, NodeId, Tree, TreeRules, summary};
use crate::value::{Player, Value};

/// Reads the tree of a search from one position on: the one analysed, until
/// [`TreeReader::follow`] goes further.
///
/// Only the nodes that are asked for and their children are touched, so a tree of any size
/// answers at once. The tree may come from a file that was not checked: each of its moves is
/// compared with the legal ones before it is played.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::inspect::{PathError, TreeReader};
///
/// // `search` is a search that has run for a while.
/// let mut reader = TreeReader::new(&search);
/// let (_rank, best) = reader.preferred(reader.at()).expect("moves were tried");
/// println!("worth {:?}, {} plies deep at most", reader.value(), search.tree().by_depth().len());
/// assert!(reader.tree().effort(best) > 0);
/// // Moves that the user names are checked one by one.
/// reader.follow(["1-7"])?;
/// assert_eq!(reader.path()[0].machine, "1-7");
/// assert!(matches!(reader.follow(["1-1"]), Err(PathError::NoMove { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TreeReader<'a, G: Heuristics + Notation> {
    search: &'a BestFirst<G>,
    pub(super) position: G,
    at: NodeId,
    pub(super) answer: Option<NodeId>,
    /// In the tree of a game, where each position answers as if it were analysed: those that answer with the move of the game.
    played: Option<Arc<PlayedAnswers>>,
    pub(super) path: Vec<MoveText>,
    root: Root<G>,
    transpositions: Option<&'a Transpositions>,
}

impl<'a, G: Heuristics + Notation> TreeReader<'a, G> {
    /// Begins in the position that the search analyses.
    pub fn new(search: &'a BestFirst<G>) -> TreeReader<'a, G> {
        TreeReader {
            position: search.position().clone(),
            at: search.at(),
            root: search.root_of_position(),
            ..TreeReader::from_root(search)
        }
    }

    /// Begins at the root of the tree, wherever the position analysed is.
    pub fn from_root(search: &'a BestFirst<G>) -> TreeReader<'a, G> {
        TreeReader::at_root(search, search.answer(), search.view().played_answers())
    }

    /// The same for the positions of a game, each of which was analysed in its turn: the best move of each is the one
    /// that its own analysis would answer with, and not one that looks better after a few nodes.
    pub fn of_game(search: &'a BestFirst<G>) -> TreeReader<'a, G> {
        TreeReader::at_root(search, None, Some(search.view().played_answers().unwrap_or_default()))
    }

    /// The same where each position answers with its best move by value, wherever the search is and whatever it has
    /// answered with.
    pub fn by_value(search: &'a BestFirst<G>) -> TreeReader<'a, G> {
        TreeReader::at_root(search, None, None)
    }

    fn at_root(
        search: &'a BestFirst<G>,
        answer: Option<NodeId>,
        played: Option<PlayedAnswers>,
    ) -> TreeReader<'a, G> {
        TreeReader {
            search,
            position: search.root().game().clone(),
            at: search.tree().root(),
            answer,
            played: played.map(Arc::new),
            path: Vec::new(),
            root: search.root().clone(),
            transpositions: None,
        }
    }

    /// Tells where else in the tree positions stand.
    #[must_use]
    pub fn with_transpositions(self, transpositions: &'a Transpositions) -> Self {
        TreeReader { transpositions: Some(transpositions), ..self }
    }

    /// The other places of a position, which stands at the node `own`, if that is told; those with most effort first.
    pub fn elsewhere(
        &self,
        position: &G,
        own: Option<NodeId>,
        perspective: &Perspective,
    ) -> Vec<Elsewhere> {
        let places = self.transpositions.iter().flat_map(|it| it.places(self.search, position));
        let others = places.filter(|&(id, _)| Some(id) != own).map(|(id, moves)| {
            let path = variation_text(self.search.root().game(), &moves);
            let score = perspective.score(self.told(id, position).value);
            Elsewhere { path, score, effort: self.tree().effort(id) }
        });
        let mut found: Vec<Elsewhere> = others.collect();
        found.sort_by_cached_key(|place| std::cmp::Reverse(place.effort));
        found
    }

    /// The place with most effort of those, if it is more than at the node `own`.
    pub(super) fn more_elsewhere(
        &self,
        position: &G,
        own: Option<NodeId>,
        perspective: &Perspective,
    ) -> Option<Elsewhere> {
        let effort = own.map_or(0, |id| self.tree().effort(id));
        let others = self.elsewhere(position, own, perspective);
        others.into_iter().next().filter(|other| other.effort > effort)
    }

    /// The search whose tree it is.
    pub fn search(&self) -> &'a BestFirst<G> {
        self.search
    }

    /// The tree.
    pub fn tree(&self) -> &'a Tree {
        self.search.tree()
    }

    /// The position looked at.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The node of the position looked at.
    pub fn at(&self) -> NodeId {
        self.at
    }

    /// Whether it is the position analysed.
    pub fn is_analysed(&self) -> bool {
        self.at == self.search.at()
    }

    /// The moves to the position looked at from the one where the reader began.
    pub fn path(&self) -> &[MoveText] {
        &self.path
    }

    /// The position looked at and the game before it, to be searched again.
    pub fn root(&self) -> &Root<G> {
        &self.root
    }

    /// The moves of the game from the position looked at on ([`Notebook::game_line`](crate::search::Notebook::game_line)); none where the game does not
    /// lead here.
    pub fn game_line(&self) -> Vec<G::Move> {
        let way = self.root.moves().get(self.search.root().moves().len()..).unwrap_or_default();
        let line = self.search.notes().game_line();
        line.strip_prefix(way).map(<[G::Move]>::to_vec).unwrap_or_default()
    }

    /// What people say about the position looked at.
    pub fn comment(&self) -> Option<&'a str> {
        self.search
            .root()
            .line_to(&self.root)
            .and_then(|line| self.search.notes().comment_on(&line))
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &'a Node {
        self.tree().node(id)
    }

    /// Continues to the position after these moves, in either notation. Where one of them leads
    /// nowhere, the reader stays in the position before it.
    ///
    /// # Errors
    ///
    /// [`PathError`] names the first move that leads nowhere, and says why.
    pub fn follow<'t>(
        &mut self,
        moves: impl IntoIterator<Item = &'t str>,
    ) -> Result<(), PathError> {
        moves.into_iter().try_for_each(|text| self.step(self.legal_move(text)?))
    }

    /// Continues to the position after a legal move.
    ///
    /// # Errors
    ///
    /// [`PathError::Untried`] if the tree does not have it; the reader stays where it is.
    pub fn step(&mut self, mv: G::Move) -> Result<(), PathError> {
        let text = MoveText::new(&self.position, mv);
        let Some(child) = self.child(mv) else {
            return Err(PathError::Untried { mv: text, position: self.position.describe() });
        };
        self.path.push(text);
        self.root.step(mv);
        self.position.play(mv);
        self.at = child;
        Ok(())
    }

    /// The legal move of the position that a text names, in either notation, tried or not.
    ///
    /// # Errors
    ///
    /// [`PathError`] if the text names none, or the game is over.
    pub fn legal_move(&self, text: &str) -> Result<G::Move, PathError> {
        let position = || self.position.describe();
        if self.node(self.at).is_finished() {
            return Err(PathError::Over { position: position() });
        }
        self.position.read_move(text).map_err(|why| PathError::NoMove {
            text: text.to_string(),
            why,
            position: position(),
        })
    }

    /// The node behind a legal move of the position, if it was tried.
    pub fn child(&self, mv: G::Move) -> Option<NodeId> {
        self.tree().child_behind(self.at, self.position.encode(mv))
    }

    /// The move that led to a node, in the position before it.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the rules do not know it; its path is empty.
    pub fn move_to(&self, id: NodeId, before: &G) -> Result<G::Move, IllegalMove> {
        let code = self.node(id).mv;
        before.legal(code).ok_or(IllegalMove { code, path: Vec::new() })
    }

    /// A node's children with their ranks (places in the order in which they were tried), the
    /// preferred one first, then by value for the side to move. Outcomes of chance are in the order of their ranks.
    pub fn ranked(&self, id: NodeId) -> Vec<(u16, NodeId)> {
        // What the search answers with need not have the best value of the moment: it may be more
        // certain. Elsewhere the best is preferred.
        self.view().ranked(id)
    }

    /// The child that the side to move prefers, with its rank; `None` if no move was tried,
    /// and where chance decides.
    pub fn preferred(&self, id: NodeId) -> Option<(u16, NodeId)> {
        self.is_choice(id).then(|| self.ranked(id).first().copied()).flatten()
    }

    /// Whether a player decides what happens in a node.
    pub(super) fn is_choice(&self, id: NodeId) -> bool {
        self.node(id).turn() != Turn::Random
    }

    /// What the position is worth, from Max's point of view: in the position analysed as much as the answer.
    pub fn value(&self) -> Value {
        self.told_here().value
    }

    /// What is told of the position looked at. In a game each position has an answer of its own, also those on the way to
    /// others: all of them are worth what the line of answers leads to, so that a position and its first move tell the same.
    pub fn told_here(&self) -> Told {
        self.told(self.at, &self.position)
    }

    /// What is told of a node and its position.
    pub fn told(&self, id: NodeId, position: &G) -> Told {
        self.view().told(id, position)
    }

    /// Which moves keep what is told of a node from being settled, if it is not.
    pub fn unsettled_by(&self, id: NodeId, position: &G) -> Option<Unsettled<G::Move>> {
        self.view().unsettled_by(id, position)
    }

    /// The same of a child of a node of this position, as it is seen from there. A move that the rules do not know is told
    /// without its line.
    pub fn worth_of_move(&self, child: NodeId, position: &G) -> Value {
        let mut behind = position.clone();
        if let Some(mv) = behind.legal(self.node(child).mv) {
            behind.play(mv);
        }
        self.told(child, &behind).value.told_from(1)
    }

    /// The line behind the node to which these moves lead from the position looked at: the best moves of both players, as
    /// far as the tree goes, and those that the search of its last leaf has found, until the game ends.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], its path counted from that node.
    pub fn line(&self, way: &[G::Move], id: NodeId) -> Result<Vec<G::Move>, IllegalMove> {
        self.line_within(way, id, usize::MAX)
    }

    /// The same, where no more than so many plies are wanted of the tree.
    pub(super) fn line_within(
        &self,
        way: &[G::Move],
        id: NodeId,
        most: usize,
    ) -> Result<Vec<G::Move>, IllegalMove> {
        let position = self.position.after_line(way);
        let (mut line, mut at, mut end) = (Vec::new(), position.clone(), id);
        for (child, mv) in self.best_variation(id, &position, most)? {
            line.push(mv);
            at.play(mv);
            end = child;
        }
        if line.len() < most {
            self.search.view().continue_line(&position, &mut line, end, &at);
            line = self.view().to_win(id, &position, line);
        }
        let mut whole = [way, &line].concat();
        self.root.end_with_game(&mut whole);
        line.truncate(whole.len().saturating_sub(way.len()));
        Ok(line)
    }

    /// The variation of both players' best moves from a node and its position on, as far as the
    /// nodes of the tree know them: at most `plies` moves with the nodes behind them.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], its path counted from here.
    pub fn best_variation(
        &self,
        from: NodeId,
        position: &G,
        plies: usize,
    ) -> Result<Vec<(NodeId, G::Move)>, IllegalMove> {
        let mut at = position.clone();
        let (mut id, mut variation) = (from, Vec::new());
        while variation.len() < plies
            && let Some(child) = self.view().best_child(id)
        {
            let mv = self.move_to(child, &at).map_err(|illegal| {
                let before: Vec<_> = variation.iter().map(|&(_, mv)| mv).collect();
                illegal.after(&variation_text(position, &before))
            })?;
            variation.push((child, mv));
            at.play(mv);
            id = child;
        }
        Ok(variation)
    }

    /// The search with the answers of this reader.
    fn view(&self) -> View<'_, G> {
        self.search.view().with_answer(self.answer).with_played(self.played.as_deref())
    }

    /// What a chance pays from a child, the one of this rank, up to its parent, in centipawns.
    pub(super) fn price(&self, parent: NodeId, (rank, child): (u16, NodeId)) -> f32 {
        self.search.rules().price(self.node(parent), rank, self.node(child))
    }

    /// The child, or the next move, that holds a player's chance in a node of this position: where
    /// the search would follow it.
    pub(super) fn holder(&self, id: NodeId, position: &G, player: Player) -> Holder {
        let children = summary(self.tree(), id, position, self.search.rules());
        children.holder(player, self.node(id).next)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Example, damaged};
    use super::*;

    #[test]
    fn the_answer_comes_before_the_best_of_the_moment() {
        let search = Example::start().search();
        let mut reader = TreeReader::new(&search);
        reader.answer = None;
        let ranked = reader.ranked(reader.at());
        reader.answer = Some(ranked[3].1);
        let now = reader.ranked(reader.at());
        assert_eq!((now[0], now[1], now[2], now[4]), (ranked[3], ranked[0], ranked[1], ranked[4]));
        assert_eq!(reader.preferred(reader.at()), Some(ranked[3]));
        assert_eq!(reader.value(), reader.node(ranked[3].1).value.one_ply_up());
    }

    #[test]
    fn moves_of_the_tree_are_not_trusted() {
        let search = Example::start().search();
        let reader = damaged(&search);
        let illegal =
            reader.best_variation(reader.at(), reader.position(), 9).expect_err("no error");
        assert_eq!(illegal.path, Vec::<String>::new());
        assert!(reader.move_to(reader.ranked(reader.at())[0].1, reader.position()).is_err());
    }
}
