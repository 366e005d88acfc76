//! A position of a repertoire.

use std::collections::{HashMap, HashSet};

use shakmaty::Move;

use super::opponent::Reply;
use crate::chess::Position;
use crate::game::Game as _;
use crate::value::Value;

/// A position of a repertoire and those behind it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The moves that lead here from the first position.
    pub line: Vec<Move>,
    /// The position.
    pub position: Position,
    /// How often a game comes here if one's own moves are always those that lead here: from 0 to 1, the shares of the
    /// opponent's moves on the way multiplied. Of a position that several ways lead to, what they make together stands at
    /// the most frequent one.
    pub reach: f64,
    /// The same of this way alone.
    pub way_reach: f64,
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
    /// Whether a move led here that comes to mind and does not belong to the repertoire: nothing is behind it.
    pub is_aside: bool,
    /// Whether the move of one's own that led here is in none of the games, although
    /// [`ENOUGH_GAMES`](super::opponent::ENOUGH_GAMES) come to the position before.
    pub is_new: bool,
    /// Whether fewer moves of one's own have a value than the repertoire may have here.
    pub lacks_moves: bool,
    /// Whether the opponent may have a better move than those that were played, which was not searched yet: what they are
    /// worth together is too much then.
    pub overlooks_replies: bool,
    /// A better move than the one that was chosen, and what it is worth for White.
    pub better: Option<(Move, Value)>,
    /// Why the move that led here is bad, where it is one that comes to mind.
    pub why: Option<String>,
    /// How it is refuted: lines from here on, the best play of both first, then other defences.
    pub refutation: Vec<Vec<Move>>,
    /// Whether another search does not agree that it is an error.
    pub is_doubtful: bool,
    /// The positions behind other moves that come to mind here, with nothing behind them.
    pub aside: Vec<Place>,
    /// The moves to the same position by which more games come there: all that is known stands there.
    pub joins: Option<Vec<Move>>,
    /// The positions behind one's own answer, and then behind others that are nearly as good; or behind the opponent's
    /// moves, those of most games first.
    pub next: Vec<Place>,
}

impl Place {
    /// A position of which nothing is known yet.
    pub fn new(line: Vec<Move>, position: Position, reach: f64) -> Place {
        Place {
            line,
            position,
            reach,
            way_reach: reach,
            reply: None,
            value: None,
            effort: 0,
            is_decided: false,
            expected: None,
            practical: None,
            own: None,
            is_aside: false,
            is_new: false,
            lacks_moves: false,
            overlooks_replies: false,
            better: None,
            why: None,
            refutation: Vec::new(),
            is_doubtful: false,
            aside: Vec::new(),
            joins: None,
            next: Vec::new(),
        }
    }

    /// The position behind a move, as often as this one comes.
    pub fn behind(&self, mv: Move) -> Place {
        let position = self.position.after(mv);
        Place::new([&self.line[..], &[mv]].concat(), position, self.reach)
    }

    /// The same without those behind it.
    pub fn alone(&self) -> Place {
        // Not `clone`: what is behind may be much.
        let mut alone = Place::new(self.line.clone(), self.position.clone(), self.way_reach);
        alone.take_over(self);
        alone
    }

    /// This way to a position, of which everything is known at another place.
    pub fn joining(mut self, known: &Place) -> Place {
        self.take_over(known);
        self.joins = Some(known.line.clone());
        self
    }

    fn take_over(&mut self, known: &Place) {
        (self.value, self.effort, self.is_decided) = (known.value, known.effort, known.is_decided);
        (self.expected, self.practical) = (known.expected, known.practical);
    }

    /// Whether the same is known of it: what others may take over.
    pub fn is_like(&self, other: &Place) -> bool {
        let known = |place: &Place| (place.value, place.effort, place.is_decided, place.expected);
        let near = |one: Option<f64>, other: Option<f64>| match one.zip(other) {
            Some((one, other)) => (one - other).abs() < 1e-9,
            None => one == other,
        };
        self.line == other.line
            && known(self) == known(other)
            && near(self.practical, other.practical)
            && (self.reach - other.reach).abs() < 1e-9
    }

    /// The positions from here on, each before those behind it.
    pub fn all(&self) -> Vec<&Place> {
        let mut places = vec![self];
        places.extend(self.next.iter().flat_map(Place::all));
        places
    }

    /// Tells of these positions why the moves are bad that lead there, and how they are refuted.
    pub fn explain(&mut self, reasons: &mut HashMap<Vec<Move>, Reason>) {
        if let Some(Reason { why, refutation }) = reasons.remove(&self.line) {
            (self.why, self.refutation) = (why, refutation);
        }
        self.aside.iter_mut().chain(&mut self.next).for_each(|place| place.explain(reasons));
    }

    /// The moves that lead to these positions are no errors for another search.
    pub fn doubt(&mut self, lines: &HashSet<Vec<Move>>) {
        self.is_doubtful |= lines.contains(&self.line);
        self.aside.iter_mut().chain(&mut self.next).for_each(|place| place.doubt(lines));
    }

    /// The same with those behind other moves of one's own.
    pub fn all_and_aside(&self) -> Vec<&Place> {
        let all = self.all();
        let aside: Vec<&Place> = all.iter().flat_map(|place| &place.aside).collect();
        [all, aside].concat()
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

/// What is wrong with a move.
#[derive(Clone, Debug, Default)]
pub struct Reason {
    /// Why it is bad, where a reason was found that holds.
    pub why: Option<String>,
    /// How it is refuted.
    pub refutation: Vec<Vec<Move>>,
}

/// A move of one's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Own {
    /// The best one in the tree.
    Best,
    /// One that is nearly as good.
    Also,
    /// One of one's own lines.
    Chosen,
}
