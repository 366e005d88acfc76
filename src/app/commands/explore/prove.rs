//! A move and the best other one are searched until they can be told apart, as `shans why` does, while pages are answered.

use super::answers::Refused;
use super::explorer::Explorer;
use super::question::{Limit, Moves, ToProve};
use super::status::Phase;
use crate::app::commands::why::{self, Grower};
use crate::app::games::CommandLineGame;
use crate::search::{BestFirst, Interrupt};
use crate::session::Session;

/// Nodes that each of both moves gets: as many as with `shans why`.
const NODES: u64 = 200_000;

/// The tree of the pages.
struct WhileAnswering<'a, G: CommandLineGame> {
    explorer: &'a mut Explorer<G>,
    session: &'a mut Session<G>,
    at: Moves,
}

impl<G: CommandLineGame> Grower<G> for WhileAnswering<'_, G> {
    type Error = Refused;

    fn search(&self) -> &BestFirst<G> {
        self.session.search()
    }

    fn search_move(&mut self, mv: G::Move, nodes: u64) -> Result<(), Refused> {
        let search = self.session.search();
        let lacking = why::lacking(search, mv, nodes);
        if lacking == 0 || self.explorer.stop.is_thrown() {
            return Ok(());
        }
        let there = [&self.at[..], &[search.position().machine_text(mv)]].concat();
        let Self { explorer, session, at } = self;
        explorer.go_to(session, &there)?;
        explorer.status.phase = Phase::Proving;
        let more = explorer.more(Limit { nodes: Some(lacking), time: None });
        session.run_watched(&more, |session| explorer.look_up(session));
        explorer.note_troubles(session);
        explorer.go_to(session, at)
    }
}

impl<G: CommandLineGame> Explorer<G> {
    /// Searches what is to be proven, and goes back to the position that was analysed before.
    pub(super) fn prove(&mut self, session: &mut Session<G>, wanted: &ToProve) {
        self.stop = Interrupt::default();
        let before = self.line.clone();
        let proven = self.prove_there(session, wanted);
        self.is_asked = true;
        let whole = (proven.is_ok() && !self.stop.is_thrown()).then(|| session.search().nodes());
        let back = self.go_to(session, &before);
        self.proven = whole.map(|nodes| (wanted.clone(), nodes));
        match proven.and(back) {
            Ok(()) => self.rest(session, None),
            Err(Refused(message)) => self.end(session, Some(message)),
        }
    }

    fn prove_there(&mut self, session: &mut Session<G>, wanted: &ToProve) -> Result<(), Refused> {
        if !self.get_ready(session)? {
            return Ok(());
        }
        self.go_to(session, &wanted.at)?;
        let mv = session.search().position().read_move(&wanted.mv)?;
        let at = wanted.at.clone();
        why::prove(&mut WhileAnswering { explorer: self, session, at }, mv, NODES)
    }
}
