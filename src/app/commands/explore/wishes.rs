//! What pages want searched: noted here, and begun by whoever owns the search.

use super::answers::{Reply, done};
use super::curve::reviewed_line;
use super::desk::Job;
use super::explorer::{Explorer, OTHER_TREE, Wish};
use super::import;
use super::question::{Import, Limit, Moves, Purpose, ReviewOf, Start, ToProve};
use super::status::Phase;
use super::subject::Unready;
use super::walk::Walk;
use crate::app::games::CommandLineGame;
use crate::search::BestFirst;

/// Why nothing is searched where a game was only played on.
const CLAIMED: &str = "this tree ends where a draw could be claimed; to search on, copy the FEN and open it as another tree";

/// A loaded tree of no more nodes is checked when the user opens a leaf of it.
const MOST_CHECKED_TO_LOOK: usize = 1_000_000;

impl<G: CommandLineGame> Explorer<G> {
    /// Notes that a game is to be reviewed next.
    pub(super) fn want_review(&mut self, search: &BestFirst<G>, wanted: &ReviewOf) -> Reply {
        if reviewed_line(search, &wanted.moves)?.1.is_empty() {
            return Err("there are no moves to review".into());
        }
        self.drop_wishes();
        self.status.notice = None;
        self.wish = Some(Wish::Review(wanted.clone()));
        done()
    }

    /// Notes that a move is to be proven next.
    pub(super) fn want_proof(&mut self, search: &BestFirst<G>, wanted: &ToProve) -> Reply {
        let walk = Walk::new(search, &wanted.at)?;
        if walk.is_over() || walk.is_claimable() || walk.is_behind_claim {
            return Err("nothing is left to search there".into());
        }
        walk.position().read_move(&wanted.mv)?;
        self.drop_wishes();
        self.wish = Some(Wish::Prove(wanted.clone()));
        done()
    }

    /// Whether the move was just searched until it could be told apart from the best other one.
    pub(super) fn is_proven(&self, nodes: u64, moves: &Moves, mv: &str) -> bool {
        let is_it = |(of, by): &(ToProve, u64)| of.at == *moves && of.mv == mv && *by == nodes;
        self.proven.as_ref().is_some_and(is_it)
    }

    /// Ends what is searched, and whatever was to be searched next.
    pub(super) fn drop_wishes(&mut self) {
        self.stop.throw();
        (self.wish, self.course) = (None, None);
    }

    /// Ends the search for another tree, which this job asks for.
    pub(super) fn begin_next(&mut self, job: Job) {
        self.drop_wishes();
        if let Some(earlier) = self.opening.replace(job) {
            earlier.answer(Err(OTHER_TREE.into()));
        }
    }

    pub(super) fn want(&mut self, search: &BestFirst<G>, start: &Start) -> Reply {
        for line in start.include.iter().chain([&start.exclude]) {
            Walk::new(search, &[&start.moves[..], line].concat())?;
        }
        let walk = Walk::new(search, &start.moves)?;
        if walk.is_over() {
            let why = walk.ending().unwrap_or_default();
            return Err(format!("nothing is left to search: {why}").into());
        }
        if walk.is_claimable() || walk.is_behind_claim {
            return Err(CLAIMED.into());
        }
        self.search_next(start.clone(), None)
    }

    /// Has the lines of a text searched first, below the position asked for or, where they leave it aside, below
    /// the root of the tree.
    pub(super) fn import(&mut self, search: &BestFirst<G>, wanted: &Import) -> Reply {
        let (start, told) = import::read(search, &self.home, wanted)?;
        self.search_next(start, Some(told))
    }

    fn search_next(&mut self, start: Start, notice: Option<String>) -> Reply {
        self.stop.throw();
        self.status.notice = notice;
        (self.wish, self.is_asked) = (Some(Wish::Search(start)), true);
        done()
    }

    /// A page shows this position: the search comes along, and if none is under way, a leaf is looked into.
    pub(super) fn visit(&mut self, search: &BestFirst<G>, moves: &Moves) -> Reply {
        let walk = Walk::new(search, moves)?;
        let start = |purpose, limit| {
            let start = Start { moves: moves.clone(), limit, purpose, ..Start::default() };
            Some(Wish::Search(start))
        };
        let next = match &self.course {
            _ if walk.ending().is_some() || walk.is_behind_claim => None,
            // These go their own way.
            _ if matches!(self.status.phase, Phase::Reviewing | Phase::Proving) => None,
            _ if matches!(self.wish, Some(Wish::Review(_) | Wish::Prove(_))) => None,
            Some(course) if course.to == *moves => None,
            Some(course) => start(Purpose::Follow, course.left(search.nodes())),
            None if walk.is_unexplored() && self.is_quickly_ready(search) => {
                start(Purpose::Glance, Limit::default())
            }
            None => None,
        };
        if next.is_some() {
            self.stop.throw();
            self.wish = next;
        }
        done()
    }

    /// Whether a leaf can be searched at once, or nearly: a large tree is checked only when the user asks for a search.
    fn is_quickly_ready(&self, search: &BestFirst<G>) -> bool {
        let is_ready = |unready: &Unready| {
            unready.refusal.is_none() && search.tree().len() <= MOST_CHECKED_TO_LOOK
        };
        self.unready.as_ref().is_none_or(is_ready)
    }
}
