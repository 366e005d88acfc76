//! What a tree knows of the positions of a line that was played.

use super::error::IllegalMove;
use super::reader::TreeReader;
use crate::game::{Evaluate, Heuristics, Notation, Past};
use crate::search::{BestFirst, Bounds};
use crate::tree::NodeId;
use crate::value::{Player, Value};

/// No line that is told of a position is longer: where the game itself was best, each would go on to its end.
const MOST_PLIES: usize = 200;

/// A position of a line that was played. All values are from Max's view, and wins in them are proven and count from
/// this position on.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedPosition<M> {
    /// What it is worth: as much as its best move.
    pub value: Value,
    /// Whether nothing can change the outcome, a win of either side or a draw.
    pub is_decided: bool,
    /// The best move and the line behind it; empty if no move was tried or the game is over.
    pub best_line: Vec<M>,
    /// The value of the second best move, where two were tried.
    pub second: Option<Value>,
    /// The move that was played, and what is known about it.
    pub played: Option<PlayedMove<M>>,
    /// Whether it was searched for its best move, and is not only on the way to others: several moves have a value, or it was
    /// analysed, or the game is over.
    pub is_searched: bool,
    /// Whether the position itself was analysed, and not only moves of it on the way to others.
    pub was_analysed: bool,
    /// Between what its value lies where it is not settled: a move that was not made may be clearly better on its line.
    pub unsettled: Option<Bounds>,
    /// Positions searched for it and all behind it.
    pub effort: u64,
}

/// A move of the line.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayedMove<M> {
    /// The move.
    pub mv: M,
    /// What the position before it is worth if it is played.
    pub value: Value,
    /// Whether the outcome after it, a win of either side or a draw, is certain.
    pub is_decided: bool,
    /// Whether the side to move has nothing better.
    pub is_best: bool,
}

/// What the tree of a search knows of a line from its root on: its positions, one more than moves. Where the line
/// leaves the tree there are fewer.
///
/// Values are those of the tree, whichever position is analysed: that of a position is the value
/// of its best move, and that of a move the value of the position behind it. The best move of a position that was analysed is the
/// answer of that analysis ([`TreeReader::of_game`]).
///
/// # Errors
///
/// [`IllegalMove`] if the tree holds one.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[3, 4]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(20_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::game::Notation;
/// use shans_search::inspect::played_line;
///
/// // The winning move leaves two equal heaps; the first player took all of the first heap instead.
/// let blunder = search.position().read_move("1-3")?;
/// let known = played_line(&search, &[blunder])?;
/// let played = known[0].played.as_ref().expect("the tree has the move");
/// assert!(played.value < known[0].value && !played.is_best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn played_line<G: Heuristics + Notation>(
    search: &BestFirst<G>,
    moves: &[G::Move],
) -> Result<Vec<PlayedPosition<G::Move>>, IllegalMove> {
    let mut reader = TreeReader::of_game(search);
    let (mut told, mut movers) = (Vec::new(), Vec::new());
    let mut keys = reader.root().history().to_vec();
    for place in 0..=moves.len() {
        let mv = moves.get(place).copied();
        let mut fact = position(&reader, mv)?;
        if fact.unsettled.is_none() {
            fact.unsettled = unsettled_by_repetition(&fact, reader.position(), &keys);
        }
        told.push(fact);
        keys.push(reader.position().key());
        movers.push(reader.node(reader.at()).turn().player());
        if mv.is_none_or(|mv| reader.step(mv).is_err()) {
            break;
        }
    }
    for place in (1..told.len()).rev() {
        let (before, behind) = told.split_at_mut(place);
        if let Some(mover) = movers[place - 1] {
            before[place - 1].follow(&behind[0], mover);
        }
    }
    Ok(told)
}

impl<M: Copy + PartialEq> PlayedPosition<M> {
    /// Whether no move that was not made may be clearly better on its line.
    pub fn is_settled(&self) -> bool {
        self.unsettled.is_none()
    }

    /// Between what its value lies.
    pub fn bounds(&self) -> Bounds {
        self.unsettled.unwrap_or(Bounds::exact(self.value))
    }

    /// Takes the value of a move to a position: the best one, or better for the mover than was known.
    pub fn take(&mut self, mv: M, behind: &PlayedPosition<M>, mover: Player) {
        self.unsettled = self.unsettled_before(behind, mover);
        self.value = behind.value.told_from(1).as_seen();
        let behind = behind.best_line.iter().copied();
        self.best_line = [mv].into_iter().chain(behind).take(MOST_PLIES).collect();
    }

    /// The mover has what is behind that move, and what moves may be worth that wait here.
    fn unsettled_before(&self, behind: &PlayedPosition<M>, mover: Player) -> Option<Bounds> {
        let told = behind.unsettled.map(Bounds::behind_move);
        let Some(own) = self.unsettled else { return told };
        let behind = told.unwrap_or(Bounds::exact(behind.value.told_from(1)));
        let best = own.best(mover).zip(behind.best(mover));
        let best = best.map(|(own, behind)| Bounds::better(mover, own, behind));
        Some(Bounds::of(mover, behind.worst(mover), best))
    }

    /// The move that was played is worth what is told of the position behind it, which may answer otherwise than by value; so
    /// nothing that is told of a game contradicts the next position.
    fn follow(&mut self, behind: &PlayedPosition<M>, mover: Player) {
        let Some(played) = self.played.as_mut().filter(|_| !self.is_decided) else { return };
        played.value = behind.value.told_from(1);
        let own = |value: Value| value.for_player(mover);
        let is_first = self.best_line.first() == Some(&played.mv);
        played.is_best = is_first || own(played.value) >= own(self.value);
        if is_first || own(played.value) > own(self.value) {
            let mv = played.mv;
            self.take(mv, behind, mover);
        }
    }
}

/// Between what a value lies that is a draw because the best line comes back to a position of the game before: `keys` are those. That
/// is enough for a search, but not for the players, who have to come back once more. Whoever goes there has at most that draw.
fn unsettled_by_repetition<G: Heuristics + Evaluate>(
    fact: &PlayedPosition<G::Move>,
    position: &G,
    keys: &[u64],
) -> Option<Bounds> {
    if fact.value != Value::DRAW || fact.best_line.is_empty() {
        return None;
    }
    let (mut game, mut all, mut last) = (position.clone(), keys.to_vec(), None);
    for &mv in &fact.best_line {
        all.push(game.key());
        last = game.turn().player();
        game.play(mv);
    }
    let came_back = all[..=keys.len()].contains(&game.key());
    let is_over = game.outcome(&Past::new(&all, all.len())).is_some();
    let player = last.filter(|_| came_back && !is_over)?;
    Some(Bounds::of(player, None, Some(fact.value)))
}

/// What is known about the reader's position, in which this move was played.
fn position<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    mv: Option<G::Move>,
) -> Result<PlayedPosition<G::Move>, IllegalMove> {
    let (node, told) = (reader.node(reader.at()), reader.told_here());
    let ranked = reader.ranked(reader.at());
    let value_of = |id: NodeId| reader.worth_of_move(id, reader.position());
    let best = ranked.first().map(|&(_, id)| id).filter(|_| !node.is_finished());
    let played = mv.and_then(|mv| Some((mv, reader.child(mv)?))).map(|(mv, id)| PlayedMove {
        mv,
        value: value_of(id),
        is_decided: reader.node(id).is_decided(),
        is_best: best.is_some_and(|best| best == id || value_of(best) == value_of(id)),
    });
    let best_line = match best {
        Some(best) => line_through(reader, best)?,
        None => Vec::new(),
    };
    let was_analysed = reader.search().anchor_of(reader.at()).is_some();
    Ok(PlayedPosition {
        value: told.value,
        is_decided: node.is_decided(),
        best_line,
        second: ranked.get(1).map(|&(_, id)| value_of(id)),
        played,
        is_searched: node.is_decided() || ranked.len() > 1 || was_analysed,
        was_analysed,
        unsettled: told.unsettled,
        effort: told.effort,
    })
}

/// The move to a child and the best moves behind it: as far as the tree goes, and as searches of its last
/// node have found.
fn line_through<G: Heuristics + Notation>(
    reader: &TreeReader<'_, G>,
    child: NodeId,
) -> Result<Vec<G::Move>, IllegalMove> {
    let first = reader.move_to(child, reader.position())?;
    let behind = reader.line_within(&[first], child, MOST_PLIES)?;
    Ok([first].into_iter().chain(behind).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(cp: f32, best: u8, played: Option<(u8, f32)>) -> PlayedPosition<u8> {
        let played = played.map(|(mv, cp)| PlayedMove {
            mv,
            value: Value::centipawns(cp),
            is_decided: false,
            is_best: mv == best,
        });
        let value = Value::centipawns(cp);
        let best_line = vec![best];
        PlayedPosition {
            value,
            is_decided: false,
            best_line,
            second: None,
            played,
            is_searched: true,
            was_analysed: true,
            unsettled: None,
            effort: 1,
        }
    }

    /// The position behind a move has an answer of its own, which is worth something else than what the tree holds best there.
    #[test]
    fn a_game_does_not_contradict_itself() {
        let behind = position(50.0, 7, None);
        let told = |mut before: PlayedPosition<u8>, mover| {
            before.follow(&behind, mover);
            let played = before.played.expect("it was played");
            assert_eq!(played.value, behind.value);
            (before.value, played.is_best, before.best_line)
        };
        let (all, half) = (Value::centipawns(100.0), Value::centipawns(50.0));
        let lost = told(position(100.0, 1, Some((2, 90.0))), Player::Max);
        assert_eq!(lost, (all, false, vec![1]), "another one is better");
        let best = told(position(100.0, 1, Some((1, 100.0))), Player::Max);
        assert_eq!(best, (half, true, vec![1, 7]), "the best move is worth what is behind it");
        let better = told(position(100.0, 1, Some((2, 120.0))), Player::Min);
        assert_eq!(better, (half, true, vec![2, 7]), "Min's move is better than was known");
    }

    /// Moves that wait may be worth more than the move that was played, and so may those behind it.
    #[test]
    fn what_waits_before_and_behind_a_move_bounds_its_value() {
        let cp = |cp: f32| Some(Value::centipawns(cp));
        let of = |worst, best| Some(Bounds::of(Player::Max, worst, best));
        let with = |own, behind| {
            let mut before = PlayedPosition { unsettled: own, ..position(50.0, 1, None) };
            before.take(
                1,
                &PlayedPosition { unsettled: behind, ..position(40.0, 7, None) },
                Player::Max,
            );
            (before.value, before.unsettled)
        };
        let behind = Value::centipawns(40.0);
        assert_eq!(with(None, None), (behind, None));
        assert_eq!(with(None, of(cp(-10.0), cp(40.0))), (behind, of(cp(-10.0), cp(40.0))));
        assert_eq!(with(of(cp(50.0), cp(90.0)), None), (behind, of(cp(40.0), cp(90.0))));
        let both = with(of(cp(50.0), cp(90.0)), of(cp(-10.0), cp(40.0)));
        assert_eq!(both, (behind, of(cp(-10.0), cp(90.0))));
        assert_eq!(with(of(cp(50.0), None), None), (behind, of(cp(40.0), None)));
    }
}
