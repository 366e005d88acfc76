//! A line of moves that was played, searched position by position in one tree.
//!
//! The tree begins at the first position, and all positions of the line are in it. So what is known about one
//! position is known to those before it: the value before the best move is the value after it, no matter which
//! of the two was searched. The last position is searched first, because what is found there helps the
//! positions before it. To learn more about some positions, search them again, in rounds
//! ([`Review::begin_round`]).
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::game::Notation;
//! use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
//! use shans_search::session::{Review, Session};
//!
//! let first = Nim::new(&[7, 9, 11]);
//! let search = BestFirst::new(Root::new(first.clone()), ChanceModel::default(), MemoryLimits::new(8 << 20));
//! let mv = first.parse_move("1-3").expect("a legal move");
//! let mut review = Review::begin_within(Session::new(search), vec![mv], &Limits::default())?;
//! let mut places = Vec::new();
//! while let Some(place) = review.place() {
//!     places.push(place);
//!     review.search(&Limits { nodes: Some(1_000), ..Limits::default() })?;
//! }
//! assert_eq!(places, [1, 0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::borrow::BorrowMut;
use std::collections::VecDeque;

use thiserror::Error;

use super::pace::{Pace, Spent};
use super::runs::{More, Session};
use crate::fingerprint::Fingerprint;
use crate::game::{Heuristics, MoveCode, Notation};
use crate::search::{BestFirst, CannotStep, Limits, Stop};

/// The first number of the memo of a review: other drivers of searches have other ones.
const KIND: u64 = 0x5245_5649_4557_0001;
/// How many nodes a place has had is not known.
const UNKNOWN: u64 = u64::MAX;

/// A line of moves, and the session that its positions are searched in.
///
/// How far it is, is kept with the search, in its file, too: [`Review::go_on`] takes it up there.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// use nim::Nim;
/// use shans_search::game::Notation;
/// use shans_search::inspect::played_line;
/// use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root};
/// use shans_search::session::{Review, Session};
///
/// let first = Nim::new(&[3, 4]);
/// let search =
///     BestFirst::new(Root::new(first.clone()), ChanceModel::default(), MemoryLimits::new(8 << 20));
/// let played = vec![first.read_move("1-1")?];
/// let mut review = Review::begin_within(Session::new(search), played, &Limits::default())?;
/// let limits = Limits { nodes: Some(2_000), ..Limits::default() };
/// while review.place().is_some() {
///     review.search(&limits)?;
/// }
/// // The first position once more: it is where the game turned.
/// review.begin_round(&[0]);
/// review.search(&limits)?;
/// let known = played_line(review.session().search(), review.moves())?;
/// assert_eq!((review.rounds(), known.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It owns its session, or borrows it (`&mut Session`) from somebody who needs it again.
#[derive(Debug)]
pub struct Review<G: Heuristics, S = Session<G>> {
    session: S,
    moves: Vec<G::Move>,
    /// The codes of the moves.
    codes: Vec<MoveCode>,
    /// What tells the line from others.
    line: u64,
    /// Rounds that have begun, the first one included.
    rounds: u64,
    /// Places that are still to be searched in this round.
    queue: VecDeque<usize>,
    /// The nodes that were spent when the search of the first place of the queue began; [`UNKNOWN`] while several places are
    /// searched at the same time.
    spent_before: u64,
    /// What each of several places gets that are searched at the same time.
    pace: Pace,
}

/// The search is not that of a review of this line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("it is not the tree of this game")]
pub struct AnotherLine;

impl<G: Heuristics + Notation, S: BorrowMut<Session<G>>> Review<G, S> {
    /// Begins with a session at the root of its tree, which is the first position of the line. All moves
    /// become part of the tree at once; all places are to be searched, the last one first. Each move is searched within
    /// these limits, those on nodes beyond what was spent before. A move is worth what it seems at first sight where they
    /// leave nothing for it, and where several places are searched at the same time: over an engine, searches of the moves
    /// one after the other took four workers an eighth of their time.
    ///
    /// # Errors
    ///
    /// [`CannotStep`] for a move that the tree cannot hold, or after which the line cannot continue;
    /// [`CannotStep::Interrupted`].
    pub fn begin_within(
        mut session: S,
        moves: Vec<G::Move>,
        limits: &Limits,
    ) -> Result<Review<G, S>, CannotStep> {
        let held = session.borrow_mut();
        let more = match searches_several(held, limits) {
            true => More(Limits { nodes: Some(0), ..limits.clone() }),
            false => More(limits.clone()),
        };
        for &mv in &moves {
            let limits = more.beyond(held.search().nodes());
            held.search_mut().step_within(mv, &limits)?;
        }
        let queue = (0..=moves.len()).rev().collect();
        let spent_before = held.search().nodes();
        let mut review = Review::of_line(session, moves);
        (review.rounds, review.queue, review.spent_before) = (1, queue, spent_before);
        review.note();
        Ok(review)
    }

    /// Continues with a session whose search comes from the file of a review of this line.
    ///
    /// # Errors
    ///
    /// [`AnotherLine`] if it does not.
    pub fn go_on(session: S, moves: Vec<G::Move>) -> Result<Review<G, S>, AnotherLine> {
        let memo = session.borrow().search().notes().memo();
        let [KIND, line, rounds, spent_before, places @ ..] = memo else {
            return Err(AnotherLine);
        };
        let is_there = |place: &u64| usize::try_from(*place).is_ok_and(|at| at <= moves.len());
        // Each place is searched once in a round, the last one first.
        let is_queue = places.iter().all(is_there) && places.is_sorted_by(|one, other| one > other);
        let queue: VecDeque<usize> = places.iter().map(|&place| place as usize).collect();
        let (line, rounds, spent_before) = (*line, *rounds, *spent_before);
        let review = Review { rounds, queue, spent_before, ..Review::of_line(session, moves) };
        if review.line == line && is_queue { Ok(review) } else { Err(AnotherLine) }
    }

    /// A review of this line with nothing to do.
    fn of_line(session: S, moves: Vec<G::Move>) -> Review<G, S> {
        let root = session.borrow().search().root().game();
        let codes = root.encode_line(&moves);
        let (line, queue, pace) = (name_of_line(root, &codes), VecDeque::new(), Pace::default());
        Review { session, moves, codes, line, rounds: 0, queue, spent_before: 0, pace }
    }

    /// The session, at rest.
    pub fn session(&self) -> &Session<G> {
        self.session.borrow()
    }

    /// The session between two pieces, for checkpoints and for what went wrong with them.
    pub fn session_mut(&mut self) -> &mut Session<G> {
        self.session.borrow_mut()
    }

    /// The session alone.
    pub fn into_session(self) -> S {
        self.session
    }

    /// The line.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The place that is searched now or next: how many moves of the line lead to it. `None` if this
    /// round is over.
    pub fn place(&self) -> Option<usize> {
        self.queue.front().copied()
    }

    /// How many places are left in this round.
    pub fn places_left(&self) -> usize {
        self.queue.len()
    }

    /// Rounds that have begun, the first one included.
    pub fn rounds(&self) -> u64 {
        self.rounds
    }

    /// Begins another round, in which these places are searched, the last one first.
    pub fn begin_round(&mut self, places: &[usize]) {
        let mut places: Vec<usize> =
            places.iter().copied().filter(|&place| place <= self.moves.len()).collect();
        places.sort_unstable_by(|one, other| other.cmp(one));
        places.dedup();
        self.queue = places.into();
        self.rounds = self.rounds.saturating_add(1);
        self.spent_before = self.session().search().nodes();
        self.note();
    }

    /// Goes to the place that comes next, and begins to search it, or continues with that. Nodes that an
    /// interrupted search of it has spent are taken from the limit; time is not.
    ///
    /// # Errors
    ///
    /// [`CannotStep`] if a move of the line is no longer in the tree, and there is no room for it, or it is interrupted
    /// while that is searched, within the same limits.
    pub fn begin_place(&mut self, limits: &Limits) -> Result<(), CannotStep> {
        let Some(place) = self.place() else { return Ok(()) };
        self.go_to(place, &More(limits.clone()))?;
        let spent = self.session().search().nodes().saturating_sub(self.spent_before);
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        let more = More(Limits { nodes, ..limits.clone() });
        let before = self.spent_before;
        self.session_mut().begin_again(&more, before);
        Ok(())
    }

    /// As [`Session::advance`].
    pub fn advance(&mut self) -> Option<Stop> {
        self.session_mut().advance()
    }

    /// Ends the search of a place. It is done, unless it was interrupted or nobody answers any more.
    pub fn finish_place(&mut self, stop: Stop) {
        // A report would follow the lines of all positions to their ends, for each of them.
        self.session_mut().search_mut().come_to_rest();
        if !matches!(stop, Stop::Interrupted | Stop::Unanswered) {
            self.queue.pop_front();
            self.spent_before = self.session().search().nodes();
            self.note();
        }
    }

    /// Searches the next place from beginning to end, for callers that do not look in between. What ended that.
    ///
    /// # Errors
    ///
    /// As [`Review::begin_place`].
    pub fn search(&mut self, limits: &Limits) -> Result<Stop, CannotStep> {
        self.begin_place(limits)?;
        loop {
            if let Some(stop) = self.advance() {
                self.finish_place(stop);
                return Ok(stop);
            }
        }
    }

    /// Whether several places are searched at the same time within these limits: where they limit nodes or time, and there is
    /// somebody for more than one.
    pub fn searches_several(&self, limits: &Limits) -> bool {
        searches_several(self.session(), limits)
    }

    /// Begins to search places at the same time, each within these limits; [`Review::advance_several`] goes on with that. The
    /// time of a place is then its part of the time of all: as many nodes as are searched meanwhile in all of them together.
    /// No place is cut in the middle of a search, so that they may take a little longer.
    ///
    /// # Errors
    ///
    /// [`CannotStep`] where the way back to the first position is gone.
    pub fn begin_several(&mut self, limits: &Limits) -> Result<(), CannotStep> {
        self.go_to_start()?;
        self.spent_before = UNKNOWN;
        self.note();
        self.pace = Pace::new(limits, self.queue.len(), self.session().search().nodes());
        self.session_mut().search_mut().begin_beside(&Limits { time: None, ..limits.clone() });
        Ok(())
    }

    /// Searches the next places a little, as many as there is somebody for: those that an interrupt has ended begin anew with
    /// all that they may take. What ends all searches, if anything does.
    ///
    /// # Errors
    ///
    /// [`CannotStep`] if a move of the line is no longer in the tree and there is no room for it.
    pub fn advance_several(&mut self) -> Result<Option<Stop>, CannotStep> {
        self.begin_next_places();
        let over = match self.session_mut().search_mut().advance_beside() {
            Ok(over) => over,
            Err(stop) => return Ok(Some(stop)),
        };
        for over in over {
            let (place, left, spent) = (over.line.len(), self.queue.len(), self.spent());
            if over.end? == Stop::Nodes && !self.pace.is_done(place, left, spent) {
                continue;
            }
            self.pace.forget(place);
            self.queue.retain(|&other| place != other);
            self.note();
        }
        Ok(None)
    }

    /// The places that come next are searched from now on, as long as there is somebody for them.
    fn begin_next_places(&mut self) {
        let (left, spent) = (self.queue.len(), self.spent());
        let search = self.session.borrow_mut().search_mut();
        // Those who search may all be gone for a while.
        let most = search.most_beside().max(1);
        for &place in &self.queue {
            if search.beside() >= most {
                break;
            }
            let line = &self.moves[..place];
            if !search.is_beside(line) {
                search.search_beside(line.to_vec(), self.pace.grant(place, left, spent));
            }
        }
    }

    /// What was spent since several places began to be searched.
    fn spent(&self) -> Spent {
        let search = self.session().search();
        Spent { nodes: search.nodes(), time: search.elapsed() }
    }

    /// Goes to the first position, where a tree that is opened later begins.
    ///
    /// # Errors
    ///
    /// [`CannotStep`] where the way back is gone.
    pub fn go_to_start(&mut self) -> Result<(), CannotStep> {
        self.go_to(0, &More::default())
    }

    /// Steps to a place of the line, back as far as must be and forward from there; a move that is no longer in the tree
    /// is searched within these limits.
    fn go_to(&mut self, place: usize, more: &More) -> Result<(), CannotStep> {
        let way = self.session().search().moves_to_position();
        let shared = way.iter().zip(&self.codes).take_while(|(one, other)| one == other).count();
        let from = shared.min(place);
        for _ in from..way.len() {
            self.session_mut().search_mut().step_back()?;
        }
        for &mv in &self.moves[from..place] {
            let limits = more.beyond(self.session().search().nodes());
            self.session.borrow_mut().search_mut().step_within(mv, &limits)?;
        }
        Ok(())
    }

    /// Keeps how far this is with the search.
    fn note(&mut self) {
        let places = self.queue.iter().map(|&place| place as u64);
        let memo = [KIND, self.line, self.rounds, self.spent_before].into_iter().chain(places);
        self.session.borrow_mut().search_mut().notes_mut().set_memo(memo.collect());
    }
}

impl<G: Heuristics + Notation> Review<G> {
    /// Whether the last review of a search was one of this line, whether or not it is over.
    pub fn is_of(search: &BestFirst<G>, moves: &[G::Move]) -> bool {
        let root = search.root().game();
        let line = name_of_line(root, &root.encode_line(moves));
        matches!(search.notes().memo(), [KIND, of, ..] if *of == line)
    }
}

/// What tells a line from others.
fn name_of_line<G: Notation>(root: &G, codes: &[MoveCode]) -> u64 {
    let mut hash = Fingerprint::new("line of moves");
    hash.add_bytes(&root.key().to_le_bytes());
    codes.iter().for_each(|code| hash.add(i32::from(code.0)));
    hash.finish()
}

fn searches_several<G>(session: &Session<G>, limits: &Limits) -> bool
where
    G: Heuristics + Notation,
{
    (limits.nodes.is_some() || limits.time.is_some()) && session.search().most_beside() > 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::{PlayedPosition, played_line};
    use crate::search::{ChanceModel, Interrupt, MemoryLimits, Root};
    use crate::testing::Duel;

    type Step = <Duel as crate::game::Game>::Move;

    fn moves() -> Vec<Step> {
        let mut at = Duel::start();
        let mv = |text| {
            let mv = at.parse_move(text).expect("a legal move");
            crate::game::Game::play(&mut at, mv);
            mv
        };
        ["3", "14", "5", "16"].map(mv).to_vec()
    }

    fn session(model: ChanceModel) -> Session<Duel> {
        let root = Root::new(Duel::start());
        Session::new(BestFirst::new(root, model, MemoryLimits::new(8 << 20)))
    }

    fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), settles: false, beyond_only_move: true, ..Limits::default() }
    }

    fn searched(model: ChanceModel) -> Review<Duel> {
        let mut review =
            Review::begin_within(session(model), moves(), &Limits::default()).expect("room");
        while review.place().is_some() {
            review.search(&nodes(500)).expect("room");
        }
        review
    }

    /// What is known behind the best move is what is known before it.
    #[test]
    fn a_move_is_worth_what_the_position_behind_it_is() -> anyhow::Result<()> {
        for model in [ChanceModel::default(), ChanceModel::searching()] {
            let mut review = searched(model);
            review.begin_round(&[1, 3, 99, 1]);
            assert_eq!((review.places_left(), review.place(), review.rounds()), (2, Some(3), 2));
            while review.place().is_some() {
                review.search(&nodes(2_000))?;
            }
            let told = played_line(review.session().search(), review.moves())?;
            assert_eq!(told.len(), 5);
            let mut best = 0;
            for pair in told.windows(2) {
                let played = pair[0].played.as_ref().expect("a move");
                assert_eq!(played.value, pair[1].value.one_ply_up());
                if played.is_best {
                    best += 1;
                    assert_eq!(played.value, pair[0].value);
                }
            }
            assert!(best < 4, "not every move is the best one");
            let search = review.session().search();
            assert_eq!(search.check(), Ok(search.tree().len()));
        }
        Ok(())
    }

    /// A place that was interrupted gets what is left of its nodes, and the tree becomes the same.
    #[test]
    fn a_review_goes_on_where_it_was_interrupted() -> anyhow::Result<()> {
        let model = ChanceModel::default();
        let whole = searched(model);
        let mut review = Review::begin_within(session(model), moves(), &Limits::default())?;
        for _ in 0..2 {
            review.search(&nodes(500))?;
        }
        review.begin_place(&nodes(200))?;
        while review.advance().is_none() {}
        review.finish_place(Stop::Interrupted);
        assert_eq!((review.place(), review.places_left()), (Some(2), 3));
        let search = review.into_session().into_search();
        let other = moves()[..2].to_vec();
        assert_eq!(Review::go_on(session(model), moves()).err(), Some(AnotherLine));
        let session = Session::new(search);
        let mut review = Review::go_on(session, moves()).expect("its own line");
        assert_eq!((review.place(), review.places_left(), review.rounds()), (Some(2), 3, 1));
        while review.place().is_some() {
            review.search(&nodes(500))?;
        }
        let values = |review: &Review<Duel>| {
            let told = played_line(review.session().search(), review.moves());
            told.map(|told| told.iter().map(|fact| fact.value).collect::<Vec<_>>())
        };
        assert_eq!(values(&review)?, values(&whole)?);
        let search = review.into_session().into_search();
        assert_eq!(search.nodes(), whole.session().search().nodes());
        assert!(Review::go_on(Session::new(search), other).is_err());
        Ok(())
    }

    /// A move that has to be searched to be in the tree takes no more nodes than a position may.
    #[test]
    fn moves_are_searched_within_the_limits_of_a_position() -> anyhow::Result<()> {
        let spent = |limits: &Limits| -> anyhow::Result<u64> {
            let model = ChanceModel::searching();
            let review = Review::begin_within(session(model), moves(), limits)?;
            assert_eq!((review.place(), review.places_left()), (Some(4), 5));
            Ok(review.session().search().nodes())
        };
        let free = spent(&Limits::default())?;
        assert!(free > 40, "{free}");
        let few = spent(&nodes(5))?;
        assert!((4..=20).contains(&few), "{few}");
        let interrupt = Interrupt::default();
        interrupt.throw();
        let limits = Limits { interrupt, ..nodes(5) };
        let review = Review::begin_within(session(ChanceModel::searching()), moves(), &limits);
        assert_eq!(review.err(), Some(CannotStep::Interrupted));
        Ok(())
    }

    /// What is known of the line once several places at the same time have all been searched.
    fn searched_several(review: &mut Review<Duel>) -> anyhow::Result<Vec<PlayedPosition<Step>>> {
        while review.place().is_some() {
            assert_eq!(review.advance_several()?, None);
        }
        let search = review.session().search();
        assert_eq!((search.beside(), search.check()), (0, Ok(search.tree().len())));
        Ok(played_line(search, review.moves())?)
    }

    /// Every place gets its nodes, whether or not one is below the other, and an interrupt loses no place.
    #[test]
    fn several_places_are_searched_at_the_same_time() -> anyhow::Result<()> {
        let several = |threads| {
            let room = MemoryLimits { threads, ..MemoryLimits::new(32 << 20) };
            let root = Root::new(Duel::start());
            Session::new(BestFirst::new(root, ChanceModel::searching(), room))
        };
        let limits = nodes(3_000);
        assert!(
            !Review::begin_within(several(1), moves(), &Limits::default())?
                .searches_several(&limits)
        );
        let mut review = Review::begin_within(several(3), moves(), &limits)?;
        assert!(review.searches_several(&limits) && review.session().search().nodes() < 100);
        let interrupt = Interrupt::default();
        review.begin_several(&Limits { interrupt: interrupt.clone(), ..limits.clone() })?;
        while review.places_left() == 5 {
            assert_eq!(review.advance_several()?, None);
        }
        assert_eq!(review.session().search().beside(), 2);
        interrupt.throw();
        assert_eq!(review.advance_several()?, Some(Stop::Interrupted));
        let left = review.places_left();
        assert!((1..5).contains(&left), "{left}");
        let session = Session::new(review.into_session().into_search());
        let mut review = Review::go_on(session, moves())?;
        assert_eq!(review.places_left(), left);
        review.begin_several(&limits)?;
        let told = searched_several(&mut review)?;
        assert!(told.iter().all(|fact| fact.is_searched && fact.effort >= 2_900), "{told:?}");
        Ok(())
    }

    /// With a limit on time, too, every place is searched, by as many threads as there are.
    #[test]
    fn several_places_share_the_time_of_all() -> anyhow::Result<()> {
        let room = MemoryLimits { threads: 2, ..MemoryLimits::new(32 << 20) };
        let root = Root::new(Duel::start());
        let search = BestFirst::new(root, ChanceModel::searching(), room);
        let mut review = Review::begin_within(Session::new(search), moves(), &Limits::default())?;
        let time = Some(std::time::Duration::from_millis(20));
        let limits = Limits { time, ..nodes(1_000_000_000) };
        assert!(review.searches_several(&limits));
        review.begin_several(&limits)?;
        let told = searched_several(&mut review)?;
        assert!(told.iter().all(|fact| fact.is_searched && fact.effort > 100), "{told:?}");
        Ok(())
    }

    #[test]
    fn an_interrupt_leaves_the_place_to_be_searched() {
        let mut review =
            Review::begin_within(session(ChanceModel::default()), moves(), &Limits::default())
                .expect("room");
        let interrupt = Interrupt::default();
        interrupt.throw();
        let stop = review.search(&Limits { interrupt, ..nodes(500) });
        assert_eq!(stop, Ok(Stop::Interrupted));
        assert_eq!(review.place(), Some(4));
    }
}
