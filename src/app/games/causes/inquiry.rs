//! Causes are tested: what is left of the difference between two moves when one is taken away?

use std::collections::HashMap;

use shakmaty::{Chess, Move, Position as _, Square};

use super::super::cause_story::{CauseStory, CauseTest, Causes, Weight};
use super::immune::Immune;
use crate::chess::cause::{Candidate, Cause, Line, Origin, Stood, balance, capture_causes};
use crate::chess::{Position, gain_of_line};
use crate::game::{Evaluate as _, Game as _};
use crate::inspect::{Altered, Found, Trials, points};
use crate::value::Player;

/// From this share on it is *the* reason. Of 29 reasons with a half or more, two fell with eight times the nodes, and had less
/// than 0.54.
const BECAUSE: f64 = 0.6;
/// From this share on it is told as a part. With eight times the nodes, no reason with less came back.
const ALSO: f64 = 0.35;
/// A change of the board that changes the best value by more points disturbs too much to prove anything.
const DISTURBS: f64 = 0.25;

/// What a search was of: a position, and its moves if only some were allowed.
type Key = (u64, Vec<u16>);

/// A cause, and of what it is said.
pub(super) struct Proposal<'a> {
    pub(super) cause: Cause,
    pub(super) line: &'a Line,
    /// The move of the line of which it is said; `None`: the move asked about, or the best one.
    pub(super) subject: Option<usize>,
    /// The move of the line behind which it is shown.
    pub(super) shown: usize,
    pub(super) origin: Option<(Origin, Stood)>,
}

impl<'a> Proposal<'a> {
    /// One that is said of the move asked about, or of the best one, and of which no more is known.
    pub(super) fn new(cause: Cause, line: &'a Line, shown: usize) -> Proposal<'a> {
        Proposal { cause, line, subject: None, shown, origin: None }
    }
}

/// How much a good move's reason counts for, of which this share was measured.
pub(super) fn weight_of(share: Option<f64>) -> Weight {
    if share.is_some_and(|share| share >= BECAUSE) { Weight::Because } else { Weight::Fact }
}

/// The question about one move, and the searches that are left for it.
pub(super) struct Inquiry<'a> {
    pub(super) position: &'a Position,
    pub(super) trials: &'a mut Trials,
    /// The move asked about stands before the lines of replies.
    pub(super) asked: Move,
    /// The difference that is to be explained, in points.
    pub(super) difference: f64,
    told: Causes<Move>,
    known: HashMap<Key, Option<Found<Move>>>,
}

impl<'a> Inquiry<'a> {
    pub(super) fn new(
        position: &'a Position,
        trials: &'a mut Trials,
        asked: Move,
        difference: f64,
    ) -> Inquiry<'a> {
        let told = Causes::default();
        Inquiry { position, trials, asked, difference, told, known: HashMap::new() }
    }

    pub(super) fn finish(mut self) -> Causes<Move> {
        self.told.nodes = self.trials.spent();
        self.told.searches = self.trials.searches();
        self.told
    }

    /// Whether a reason was found, so that nothing else has to be tried.
    pub(super) fn is_answered(&self) -> bool {
        self.told.held.iter().any(|story| story.weight == Weight::Because)
    }

    /// Whether nothing at all holds.
    pub(super) fn is_empty(&self) -> bool {
        self.told.held.is_empty()
    }

    /// The material of the side to move, in the position asked about.
    pub(super) fn material(&self) -> i32 {
        let chess = self.position.chess();
        balance(chess.board(), chess.turn())
    }

    fn game(&self, chess: &Chess) -> Position {
        Position::new(chess.clone(), self.position.evaluator().clone())
    }

    /// A search of a position, with only some of its moves if they are given.
    pub(super) fn look(&mut self, chess: &Chess, only: Option<&[Move]>) -> Option<Found<Move>> {
        let game = self.game(chess);
        let key = key(&game, only);
        if let Some(found) = self.known.get(&key) {
            return found.clone();
        }
        let found = self.trials.look(&game, only.map(<[Move]>::to_vec));
        self.known.insert(key, found.clone());
        found
    }

    /// Two such searches at once, which [`look`](Self::look) finds from then on.
    fn look_ahead(&mut self, one: (&Chess, Option<&[Move]>), two: (&Chess, Option<&[Move]>)) {
        let (first, second) = (self.game(one.0), self.game(two.0));
        let keys = [key(&first, one.1), key(&second, two.1)];
        if keys.iter().any(|key| self.known.contains_key(key)) {
            return;
        }
        let of = |only: Option<&[Move]>| only.map(<[Move]>::to_vec);
        let found = self.trials.look_at_both((&first, of(one.1)), (&second, of(two.1)));
        self.known.extend(keys.into_iter().zip(found));
    }

    /// The points of the side to move.
    pub(super) fn points(&mut self, chess: &Chess, only: Option<&[Move]>) -> Option<f64> {
        let player = player(chess);
        self.look(chess, only).map(|found| points(found.value, player))
    }

    /// The share that goes where these moves may not be made before the move with this number.
    pub(super) fn forbidden(&mut self, line: &Line, ply: usize, moves: &[Move]) -> Option<f64> {
        let chess = line.at(ply).clone();
        let others = all_but(&chess, moves);
        if !others.is_empty() {
            self.look_ahead((&chess, Some(&others)), (&chess, None));
        }
        let then = self.points(&chess, Some(&others))?;
        let now = self.points(&chess, None)?;
        Some((now - then) / self.difference)
    }

    /// The share that goes where the piece on this square is never taken.
    fn immune(&mut self, line: &Line, square: Square) -> Option<f64> {
        let (chess, player) = (line.at(0), player(line.at(0)));
        let now = self.points(chess, None)?;
        let game = Altered::new(self.game(chess), Immune(Some(square)));
        let then = points(self.trials.look(&game, None)?.value, player);
        Some((now - then) / self.difference)
    }

    /// The share that goes where the position before the move was another one: the move is compared with the best one there.
    fn edited(&mut self, other: &Chess) -> Option<f64> {
        if !other.is_legal(self.asked) {
            return None;
        }
        let before = self.position.chess().clone();
        self.look_ahead((other, None), (&before, None));
        let top = self.points(other, None)?;
        let whole = self.points(&before, None)?;
        if (top - whole).abs() > DISTURBS {
            return None;
        }
        let mut after = other.clone();
        after.play_unchecked(self.asked);
        let own = 1.0 - self.points(&after, None)?;
        Some(1.0 - (top - own) / self.difference)
    }

    /// Forbids, and makes the victim immune if that does not show it.
    pub(super) fn propose(
        &mut self,
        told: Proposal<'_>,
        (ply, moves): (usize, &[Move]),
        victim: Option<Square>,
    ) {
        let forbid = self.forbidden(told.line, ply, moves);
        let mut best = (forbid, CauseTest::Forbidden(self.offset(told.line) + ply, moves.to_vec()));
        if let Some(square) = victim.filter(|_| forbid.is_none_or(|share| share < BECAUSE)) {
            let share = self.immune(told.line, square);
            if share > best.0 {
                best = (share, CauseTest::Immune);
            }
        }
        self.judge(told, best);
    }

    /// What a capture of a line rests on, one cause after another until one holds.
    pub(super) fn propose_capture(
        &mut self,
        line: &Line,
        shown: usize,
        origin: Option<(Origin, Stood)>,
    ) {
        for candidate in capture_causes(line, shown) {
            if self.is_answered() {
                return;
            }
            let Candidate { cause, subject, forbid: (ply, moves), victim } = candidate;
            let told = Proposal { cause, line, subject: Some(subject), shown, origin };
            self.propose(told, (ply, &moves), victim);
        }
    }

    /// Compares with the same position with a change, the first of which that is not refused.
    pub(super) fn propose_edit(
        &mut self,
        told: Proposal<'_>,
        edits: &[Chess],
        test: CauseTest<Move>,
    ) {
        let share = edits.iter().find_map(|edit| self.edited(edit));
        self.judge(told, (share, test));
    }

    /// Files a cause by the share that was measured.
    pub(super) fn judge(
        &mut self,
        told: Proposal<'_>,
        (share, test): (Option<f64>, CauseTest<Move>),
    ) {
        let weight = match share {
            Some(share) if share >= BECAUSE => Weight::Because,
            Some(share) if share >= ALSO => Weight::Also,
            _ => Weight::No,
        };
        self.file(told, weight, Some(test), share);
    }

    pub(super) fn file(
        &mut self,
        told: Proposal<'_>,
        weight: Weight,
        test: Option<CauseTest<Move>>,
        share: Option<f64>,
    ) {
        let offset = self.offset(told.line);
        let mut line = vec![self.asked; offset];
        line.extend(&told.line.moves()[..shown(told.line, told.shown)]);
        let is_own = line.first() == Some(&self.asked);
        let story = CauseStory {
            kind: told.cause.name(),
            text: told.cause.words(),
            line,
            subject: told.subject.map_or(0, |subject| subject + offset),
            targets: texts(told.cause.targets()),
            guards: texts(told.cause.guards()),
            is_own,
            origin: told.origin.map(|(how, fallen)| (how.name(), how.words(&fallen))),
            test,
            share,
            weight,
        };
        match weight {
            Weight::No => self.told.refuted.push(story),
            _ => self.told.held.push(story),
        }
    }

    /// Moves before the line: the one asked about, where the line is that of the reply.
    fn offset(&self, line: &Line) -> usize {
        usize::from(line.attacker() != self.position.chess().turn())
    }
}

fn key(game: &Position, only: Option<&[Move]>) -> Key {
    let codes = only.map(|moves| moves.iter().map(|&mv| game.encode(mv).0 + 1).collect());
    (game.key(), codes.unwrap_or_default())
}

fn texts(squares: Vec<Square>) -> Vec<String> {
    squares.iter().map(Square::to_string).collect()
}

/// How many moves of a line show what its move `ply` does: up to the first position behind it in which nothing is to be taken, as far as
/// the line goes.
fn shown(line: &Line, ply: usize) -> usize {
    let all = line.moves();
    let from = (ply + 1).min(all.len());
    let is_settled = |&plies: &usize| {
        gain_of_line(line.at(0), &all[..plies]).is_some_and(|gain| {
            // The position behind these moves is itself quiet.
            gain_of_line(line.at(plies - 1), &all[plies - 1..plies]).is_some()
                && gain.plies <= plies
        })
    };
    (from..=all.len()).find(is_settled).unwrap_or(from)
}

/// The legal moves without these.
pub(in super::super) fn all_but(chess: &Chess, moves: &[Move]) -> Vec<Move> {
    chess.legal_moves().into_iter().filter(|mv| !moves.contains(mv)).collect()
}

pub(in super::super) fn player(chess: &Chess) -> Player {
    if chess.turn().is_white() { Player::Max } else { Player::Min }
}
