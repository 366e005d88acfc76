//! What a tree grows from: a position, the game that led to it, and the moves that are not to be considered, at the root
//! and below it.

use thiserror::Error;

use crate::game::{Game, MoveCode, Notation, Past};

/// What is to be analysed: a position, and the game that led to it.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::{Game, Notation};
/// use shans_search::search::Root;
///
/// let mut root = Root::new(Nim::new(&[3, 2]));
/// // A move that was played before: the position after it is analysed.
/// let mv = root.game().read_move("1-2").unwrap();
/// root.play(mv);
/// assert_eq!(root.history().len(), 1);
/// // Only moves in the second heap are considered.
/// let mut moves = Vec::new();
/// root.game().moves(&mut moves);
/// moves.retain(|&mv| root.game().human_text(mv).starts_with('2'));
/// root.candidates = Some(moves);
/// assert_eq!(root.candidates.as_ref().map(Vec::len), Some(2));
/// ```
#[derive(Clone, Debug)]
pub struct Root<G: Game> {
    start: G,
    moves: Vec<G::Move>,
    pub(crate) game: G,
    pub(crate) history: Vec<u64>,
    /// So many positions count as those of the game that was played, on every line that there is from the start.
    pub(crate) searched_from: usize,
    /// The moves to choose from; all legal ones where `None`. Without any, the search is over
    /// at once ([`Stop::Finished`](crate::search::Stop::Finished)).
    pub candidates: Option<Vec<G::Move>>,
    pub(crate) left_out: Vec<LeftOut>,
}

impl<G: Game> Root<G> {
    /// A position without a past, all moves allowed.
    pub fn new(game: G) -> Root<G> {
        Root {
            start: game.clone(),
            moves: Vec::new(),
            game,
            history: Vec::new(),
            searched_from: 0,
            candidates: None,
            left_out: Vec::new(),
        }
    }

    /// The moves from this position to one of the same game that lies below it.
    pub fn line_to(&self, below: &Root<G>) -> Option<Vec<MoveCode>> {
        let moves = below.moves.get(self.moves.len()..)?;
        Some(self.game.encode_line(moves))
    }

    /// Plays a legal move of the game: the position behind it is to be analysed.
    pub fn play(&mut self, mv: G::Move) {
        self.step(mv);
        self.searched_from = self.history.len();
    }

    /// Follows a legal move of the analysis. The rules still count the position before it as
    /// one that the search reached, so that what the tree knows stays true.
    pub fn step(&mut self, mv: G::Move) {
        self.left_out = left_out_behind(&self.left_out, self.game.encode(mv));
        self.history.push(self.game.key());
        self.moves.push(mv);
        self.game.play(mv);
        self.candidates = None;
    }

    /// The position.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The first position of the game that is known.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// The moves from the start to the position.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Keys of the positions before it, oldest first, for rules that depend on the past.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// The positions before it, for the rules of the game.
    pub fn past(&self) -> Past<'_> {
        Past::new(&self.history, self.searched_from)
    }

    /// The same if all moves so far count as played, as the rules of the game say, no matter who made them:
    /// what a search counts as a draw may continue.
    pub fn played_past(&self) -> Past<'_> {
        Past::new(&self.history, self.history.len())
    }

    /// Ends a line of legal moves from the position where the game does, all moves counting as played: a search that meets
    /// a position by several ways does not know how often it stood there, nor when the last pawn was moved. Every line passes
    /// here that leaves a search. The position itself is not asked: somebody wants a line from there.
    pub fn end_with_game(&self, line: &mut Vec<G::Move>) {
        let (mut keys, mut game) = (self.history.clone(), self.game.clone());
        let is_last = |&mv: &G::Move| {
            keys.push(game.key());
            game.play(mv);
            game.outcome(&Past::new(&keys, keys.len())).is_some()
        };
        if let Some(last) = line.iter().position(is_last) {
            line.truncate(last + 1);
        }
    }

    /// How many moves count as played before the analysis began; those after it are steps. It may
    /// be more than there are moves: then the first steps of any line count as played, too.
    pub fn searched_from(&self) -> usize {
        self.searched_from
    }
}

impl<G: Game + Notation> Root<G> {
    /// Why the game is over in the position, or what is known about it without a search
    /// ([`Notation::ending`]).
    pub fn ending(&self) -> String {
        self.game.ending(&self.past())
    }
}

/// Why a move cannot be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CannotLeaveOut {
    /// A move of the line is not legal where it stands; the first has the number 1.
    #[error("move {0} of the line is not legal, or is left out itself")]
    NoMove(usize),
    /// Without it there would be no move.
    #[error("no other move would be left in that position")]
    NothingLeft,
    /// At a random turn no side could leave it out.
    #[error("the turn before the last move is a random one")]
    RandomTurn,
    /// Those who search are somewhere below that position.
    #[error("the position analysed lies behind that move")]
    OnTheWay,
}

impl<G: Game> Root<G> {
    /// Moves that are not considered, besides those that [`Root::candidates`] leaves out.
    pub fn left_out(&self) -> &[LeftOut] {
        &self.left_out
    }

    /// The same as moves, each line from the root on.
    pub fn lines_left_out(&self) -> Vec<Vec<G::Move>> {
        self.left_out.iter().map(|left_out| self.game.legal_line(&left_out.line)).collect()
    }

    /// Whether what is proven in the tree is proven only of the game without the moves that are left out. At the root
    /// that includes the moves that are no candidates; the others count everywhere, since their positions may be reached
    /// in another order of moves.
    pub fn leaves_moves_out(&self, is_at_root: bool) -> bool {
        !self.left_out.is_empty() || is_at_root && self.candidates.is_some()
    }

    /// Leaves the last move of a line out, in the position in which it is made, wherever that is reached.
    ///
    /// # Errors
    ///
    /// [`CannotLeaveOut`]; nothing changes then.
    pub fn leave_out(&mut self, line: &[MoveCode]) -> Result<(), CannotLeaveOut> {
        let mut game = self.game.clone();
        let mut last = None;
        for (index, &code) in line.iter().enumerate() {
            let mv = game.legal(code).filter(|&mv| self.allows(&game, index, mv));
            let mv = mv.ok_or(CannotLeaveOut::NoMove(index + 1))?;
            if index + 1 < line.len() {
                game.play(mv);
            }
            last = Some(mv);
        }
        let Some(mv) = last else { return Err(CannotLeaveOut::NoMove(1)) };
        if game.turn().player().is_none() {
            return Err(CannotLeaveOut::RandomTurn);
        }
        let others = self.choices(&game, line.len() - 1);
        if others.iter().all(|&other| other == mv) {
            return Err(CannotLeaveOut::NothingLeft);
        }
        self.left_out.push(LeftOut { line: line.to_vec(), key: game.key() });
        Ok(())
    }

    /// The moves to choose from in a position, this many plies below the root.
    pub(crate) fn choices(&self, game: &G, level: usize) -> Vec<G::Move> {
        let mut moves = Vec::new();
        match self.candidates.as_ref().filter(|_| level == 0) {
            Some(candidates) => moves.clone_from(candidates),
            None => game.moves(&mut moves),
        }
        leave_out(&self.left_out, game, &mut moves);
        moves
    }

    /// The moves to choose from in a position, this many plies below the root, where not all legal ones may be
    /// chosen.
    pub(crate) fn chosen(&self, game: &G, level: usize) -> Option<Vec<G::Move>> {
        let is_restricted =
            level == 0 && self.candidates.is_some() || is_restricted(&self.left_out, game);
        is_restricted.then(|| self.choices(game, level))
    }

    /// Whether a move may be considered in a position, this many plies below the root.
    pub fn allows(&self, game: &G, level: usize, mv: G::Move) -> bool {
        let candidates = self.candidates.as_ref().filter(|_| level == 0);
        candidates.is_none_or(|candidates| candidates.contains(&mv))
            && allows(&self.left_out, game, mv)
    }
}

/// A move that is not considered in one position, wherever and in whatever order it is reached. What is
/// proven is proven of the game without this move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// From the root of the tree, the move last.
    pub line: Vec<MoveCode>,
    /// The key of the position.
    pub key: u64,
}

impl LeftOut {
    /// Whether a move of a position is this one.
    fn is<G: Game>(&self, game: &G, mv: G::Move) -> bool {
        self.line.last() == Some(&game.encode(mv))
    }
}

/// Whether a move may be considered in a position.
fn allows<G: Game>(left_out: &[LeftOut], game: &G, mv: G::Move) -> bool {
    left_out.is_empty() || !here(left_out, game.key()).any(|left_out| left_out.is(game, mv))
}

/// Takes the moves that are not considered out of those of a position.
pub fn leave_out<G: Game>(left_out: &[LeftOut], game: &G, moves: &mut Vec<G::Move>) {
    if is_restricted(left_out, game) {
        moves.retain(|&mv| allows(left_out, game, mv));
    }
}

/// Whether some move of a position is not considered.
pub fn is_restricted<G: Game>(left_out: &[LeftOut], game: &G) -> bool {
    !left_out.is_empty() && here(left_out, game.key()).next().is_some()
}

/// What is left out below a move of the root, told from there on.
pub fn left_out_behind(left_out: &[LeftOut], code: MoveCode) -> Vec<LeftOut> {
    let behind = left_out.iter().filter_map(|left_out| {
        let line = left_out.line.strip_prefix(&[code])?.to_vec();
        Some(LeftOut { line, key: left_out.key })
    });
    behind.filter(|left_out| !left_out.line.is_empty()).collect()
}

fn here(left_out: &[LeftOut], key: u64) -> impl Iterator<Item = &LeftOut> {
    left_out.iter().filter(move |left_out| left_out.key == key)
}
