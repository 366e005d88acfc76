//! The positions of a repertoire, as far as games come there: one's own best move in each of one's own turns, and
//! the moves that were played in those of the opponent.

use std::collections::HashMap;

use shakmaty::{Color, Move};

use crate::chess::{MoveCounts, Played, Position};
use crate::game::{Game, Past};
use crate::inspect::{IllegalMove, TreeReader, win_draw_loss};
use crate::search::BestFirst;
use crate::value::{Player, Value};

/// Positions of a repertoire are no deeper: plies.
const MOST_PLIES: usize = 60;

/// A move of one's own is named as one that loses where another one makes so many points more: a twentieth of a
/// game.
const LOSS: f64 = 0.05;
/// A reply that so many play, and that gives away so many points, is a trap.
const TRAP_SHARE: f64 = 0.2;
const TRAP_GAIN: f64 = 0.1;

/// A move that is in none of so many games is new; with fewer games nothing is a trap.
const ENOUGH_GAMES: u64 = 10;

/// What belongs to a repertoire.
#[derive(Debug)]
pub struct Plan<'a> {
    /// Whose it is.
    pub side: Color,
    /// What was played.
    pub counts: &'a MoveCounts,
    /// Positions that a smaller share of all games comes to do not matter: from 0 to 1.
    pub cover: f64,
    /// An answer is searched with so many nodes.
    pub nodes: u64,
    /// Moves of one's own that are played whatever the tree says, by the key of the position.
    pub chosen: HashMap<u64, Move>,
}

/// A position of a repertoire and those behind it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The moves that lead here from the first position.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// How often a game comes here if one's own moves are always those of the repertoire: from 0 to 1, the shares of the
    /// opponent's moves on the way multiplied.
    pub reach: f64,
    /// The opponent's move that led here, where it was one.
    pub reply: Option<Reply>,
    /// What it is worth, for White; `None` where the tree does not have it.
    pub value: Option<Value>,
    /// Nodes searched for it.
    pub effort: u64,
    /// Whether its value is certain.
    pub is_decided: bool,
    /// The points to be expected for one's own side with the best play of both, from 0 to 1.
    pub expected: Option<f64>,
    /// The same, where the opponent plays as in the games.
    pub practical: Option<f64>,
    /// Whether a move of one's own led here, and, if so, whether it is one of one's own lines, which the tree may think
    /// little of.
    pub own: Option<Own>,
    /// Whether the answer is in none of the games, although [`ENOUGH_GAMES`] come here.
    pub is_new: bool,
    /// A better move than the one that was chosen, and what it is worth for White.
    pub better: Option<(Move, Value)>,
    /// The positions behind one's own answer, or behind the opponent's moves, those of most games first.
    pub next: Vec<Place>,
}

impl Place {
    /// A position of which nothing is known yet.
    fn new(line: Vec<Move>, position: Position, reach: f64) -> Place {
        Place {
            line,
            position,
            reach,
            reply: None,
            value: None,
            effort: 0,
            is_decided: false,
            expected: None,
            practical: None,
            own: None,
            is_new: false,
            better: None,
            next: Vec::new(),
        }
    }

    /// The position behind a move, as often as this one comes.
    fn behind(&self, mv: Move) -> Place {
        let mut position = self.position.clone();
        position.play(mv);
        Place::new([&self.line[..], &[mv]].concat(), position, self.reach)
    }

    /// The positions from here on, each before those behind it.
    pub fn all(&self) -> Vec<&Place> {
        let mut places = vec![self];
        places.extend(self.next.iter().flat_map(Place::all));
        places
    }

    /// What the move that led here is worth, for White.
    pub fn value_of_move(&self) -> Option<Value> {
        self.value.map(Value::one_ply_up)
    }

    /// The move that led here.
    pub fn mv(&self) -> Option<Move> {
        self.line.last().copied()
    }
}

/// A move that the opponent played in the games.
#[derive(Clone, Copy, Debug)]
pub struct Reply {
    /// The games in which it was played.
    pub played: Played,
    /// All games of the position.
    pub of: u64,
}

impl Reply {
    /// The share of the games of the position that went on with it, from 0 to 1.
    pub fn share(self) -> f64 {
        f64::from(self.played.games) / self.of as f64
    }
}

/// A move of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The best one in the tree.
    Best,
    /// One of one's own lines.
    Chosen,
}

/// A move of one's own lines that loses.
#[derive(Clone, Debug)]
pub struct Loss<'p> {
    /// Where it is played.
    pub place: &'p Place,
    /// The position behind it.
    pub answer: &'p Place,
    /// What is better, and what it is worth for White.
    pub better: (Move, Value),
}

/// A reply that many play although it gives points away.
#[derive(Clone, Debug)]
pub struct Trap<'p> {
    /// Where it is played.
    pub place: &'p Place,
    /// The position behind it.
    pub reply: &'p Place,
    /// The share of games in which it was played there, from 0 to 1.
    pub share: f64,
}

impl Plan<'_> {
    /// The moves of one's own lines that lose, those that games come to most often first.
    pub fn losses<'p>(&self, first: &'p Place) -> Vec<Loss<'p>> {
        let mut losses = Vec::new();
        for place in first.all() {
            let (Some(better), Some(answer)) = (place.better, place.next.first()) else { continue };
            let best = self.points(&place.position, better.1, false);
            if best.zip(answer.expected).is_some_and(|(best, own)| best - own >= LOSS) {
                losses.push(Loss { place, answer, better });
            }
        }
        losses.sort_by(|one, other| other.place.reach.total_cmp(&one.place.reach));
        losses
    }

    /// Where one's own lines end although games go on: the first position of each line in which there is no move of
    /// one's own.
    pub fn gaps<'p>(&self, first: &'p Place) -> Vec<&'p Place> {
        if self.chosen.is_empty() {
            return Vec::new();
        }
        let is_gap = self.is_own(&first.position)
            && !first.next.is_empty()
            && !self.chosen.contains_key(&first.position.key());
        match is_gap {
            true => vec![first],
            false => first.next.iter().flat_map(|next| self.gaps(next)).collect(),
        }
    }

    /// The traps, those that most games fall into first.
    pub fn traps<'p>(&self, first: &'p Place) -> Vec<Trap<'p>> {
        let mut traps = Vec::new();
        for place in first.all() {
            for reply in &place.next {
                let Some(played) = reply.reply else { continue };
                let share = played.share();
                if share < TRAP_SHARE || played.of < ENOUGH_GAMES {
                    continue;
                }
                let gain = reply.expected.zip(place.expected).map(|(falls, best)| falls - best);
                if gain.is_some_and(|gain| gain >= TRAP_GAIN) {
                    traps.push(Trap { place, reply, share });
                }
            }
        }
        traps.sort_by(|one, other| other.reply.reach.total_cmp(&one.reply.reach));
        traps
    }

    /// The player whose repertoire it is.
    pub fn player(&self) -> Player {
        self.side.fold_wb(Player::Max, Player::Min)
    }

    /// With how many more nodes a position is to be searched: in a turn of one's own, behind a move of one's own lines,
    /// and, as far as a quarter goes, behind any move of one's own: one that looks best after a few nodes may not be.
    pub fn nodes_left(&self, place: &Place) -> u64 {
        let wanted = match place.own {
            _ if place.is_decided => 0,
            _ if self.is_own(&place.position) => self.nodes,
            Some(Own::Chosen) => self.nodes,
            Some(Own::Best) => self.nodes / 4,
            None => 0,
        };
        // A move that was left out took with it what was known.
        let has_no_answer = self.is_own(&place.position) && place.next.is_empty();
        if has_no_answer { wanted } else { wanted.saturating_sub(place.effort) }
    }

    /// Whether a position is still to be searched.
    pub fn is_open(&self, place: &Place) -> bool {
        self.nodes_left(place) > 0
    }

    /// Whether it is a turn of one's own.
    pub fn is_own(&self, position: &Position) -> bool {
        position.turn().player() == Some(self.player())
    }

    /// The repertoire that a tree holds.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] for a tree with a move that is not legal.
    pub fn repertoire(&self, search: &BestFirst<Position>) -> Result<Place, IllegalMove> {
        let first = Place::new(Vec::new(), search.root().game().clone(), 1.0);
        self.filled(first, search, Some(TreeReader::by_value(search)))
    }

    /// What the tree and the games say of a place, and the places behind it. `reader` stands there; `None` where the tree
    /// does not have it.
    fn filled(
        &self,
        mut place: Place,
        search: &BestFirst<Position>,
        reader: Option<TreeReader<'_, Position>>,
    ) -> Result<Place, IllegalMove> {
        let told = reader.as_ref().map(|reader| reader.told(reader.at()));
        // Mate and stalemate are known, whether the tree has them or not.
        let over =
            is_over(&place.position).then(|| place.position.outcome(&Past::default())).flatten();
        place.value = over.or(told.map(|told| told.value));
        place.effort = told.map_or(0, |told| told.effort);
        place.is_decided = over.is_some() || told.is_some_and(|told| told.is_decided);
        if place.line.len() < MOST_PLIES && over.is_none() {
            match self.is_own(&place.position) {
                true => self.answer(&mut place, search, reader)?,
                false => self.replies(&mut place, search, reader)?,
            }
        }
        place.expected = self.expected(&place);
        place.practical = self.practical(&place);
        Ok(place)
    }

    /// The position behind one's own move.
    fn answer(
        &self,
        place: &mut Place,
        search: &BestFirst<Position>,
        reader: Option<TreeReader<'_, Position>>,
    ) -> Result<(), IllegalMove> {
        let best =
            match reader.as_ref().and_then(|reader| Some((reader, reader.preferred(reader.at())?)))
            {
                Some((reader, (_, id))) => Some(reader.move_to(id, &place.position)?),
                None => None,
            };
        let is_allowed = |mv: &Move| search.root().allows(&place.position, place.line.len(), *mv);
        let chosen = self.chosen.get(&place.position.key()).copied().filter(is_allowed);
        let Some(mv) = chosen.or(best) else { return Ok(()) };
        let mut next = place.behind(mv);
        next.own = Some(if chosen.is_some() { Own::Chosen } else { Own::Best });
        place.is_new = self.is_new(&place.position, mv);
        place.better = best.filter(|&best| best != mv).zip(place.value);
        place.next.push(self.filled(next, search, behind(reader.as_ref(), mv))?);
        Ok(())
    }

    /// Whether no game has this move, although some come to the position.
    fn is_new(&self, position: &Position, mv: Move) -> bool {
        let moves = self.counts.of(position.chess());
        games_of(&moves) >= ENOUGH_GAMES && moves.iter().all(|&(played, _)| played != mv)
    }

    /// The positions behind the moves that the opponent plays often enough.
    fn replies(
        &self,
        place: &mut Place,
        search: &BestFirst<Position>,
        reader: Option<TreeReader<'_, Position>>,
    ) -> Result<(), IllegalMove> {
        let moves = self.counts.of(place.position.chess());
        let of = games_of(&moves);
        for (mv, played) in moves {
            let reply = Reply { played, of };
            let mut next = place.behind(mv);
            next.reach *= reply.share();
            next.reply = Some(reply);
            if next.reach < self.cover {
                break;
            }
            let next = self.filled(next, search, behind(reader.as_ref(), mv))?;
            // The game may have a move that the tree does not have.
            let values = next.value_of_move().into_iter().chain(place.value);
            let opponent = self.player().opponent();
            let own = |value: &Value| value.for_player(opponent);
            place.value = values.max_by(|one, other| own(one).total_cmp(&own(other)));
            place.next.push(next);
        }
        Ok(())
    }

    /// The points to be expected here with the best play of both: those of one's own move, or of the opponent's best
    /// one, which may be one of the games that the tree does not have.
    fn expected(&self, place: &Place) -> Option<f64> {
        let here =
            place.value.and_then(|value| self.points(&place.position, value, place.is_decided));
        let mut behind = place.next.iter().filter_map(|next| next.expected);
        match self.is_own(&place.position) {
            true => behind.next().or(here),
            false => behind.chain(here).reduce(f64::min),
        }
    }

    /// The points to be expected for one's own side in a position of this value.
    pub fn points(&self, position: &Position, value: Value, is_decided: bool) -> Option<f64> {
        win_draw_loss(position, value, is_decided, self.player()).map(|chances| chances.expected())
    }

    /// The points to be expected where the opponent plays as in the games: the average over the moves of the games;
    /// moves that are too rare to be in the repertoire count as the best one.
    fn practical(&self, place: &Place) -> Option<f64> {
        if self.is_own(&place.position) {
            let next = place.next.first().and_then(|next| next.practical);
            return next.or(place.expected);
        }
        let (mut sum, mut rest) = (0.0, 1.0);
        for next in &place.next {
            let (Some(reply), Some(practical)) = (next.reply, next.practical) else { continue };
            sum += reply.share() * practical;
            rest -= reply.share();
        }
        match place.expected {
            Some(expected) => Some(sum + rest.max(0.0) * expected),
            None => (rest < 1e-9).then_some(sum),
        }
    }
}

/// All games of the moves of a position.
fn games_of(moves: &[(Move, Played)]) -> u64 {
    moves.iter().map(|(_, played)| u64::from(played.games)).sum()
}

/// A reader behind a move, where the tree has it.
fn behind<'s>(
    reader: Option<&TreeReader<'s, Position>>,
    mv: Move,
) -> Option<TreeReader<'s, Position>> {
    let mut reader = reader?.clone();
    reader.step(mv).is_ok().then_some(reader)
}

/// Whether the game is over by the board alone.
fn is_over(position: &Position) -> bool {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    moves.is_empty()
}
