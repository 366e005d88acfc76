//! Trees of real positions for unit tests of the commands.

use crate::chess::Position;
use crate::game::Notation;
use crate::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};

/// A position, and how long to search it.
pub struct Example {
    pub fen: &'static str,
    pub nodes: u64,
    /// Choose among these only, SAN.
    pub only: &'static [&'static str],
    /// The price of a ply, centipawns.
    pub ply: f32,
}

impl Example {
    pub fn of(fen: &'static str, nodes: u64) -> Example {
        Example { fen, nodes, only: &[], ply: ChanceModel::default().ply }
    }

    pub fn start() -> Example {
        Example::of("startpos", 20_000)
    }

    /// White to move; most moves lose nothing, g4 allows mate in 1.
    pub fn fools_mate() -> Example {
        Example::of("rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2", 20_000)
    }

    pub fn search(&self) -> BestFirst<Position> {
        let (position, _) = Position::from_fen(self.fen).unwrap_or_else(|error| panic!("{error}"));
        let mv = |text: &&str| position.parse_move(text).unwrap_or_else(|| panic!("{text}"));
        let only: Vec<_> = self.only.iter().map(mv).collect();
        let mut root = Root::new(position.clone());
        root.candidates = (!only.is_empty()).then_some(only);
        let model = ChanceModel { ply: self.ply, ..ChanceModel::default() };
        let room = MemoryLimits::new(16 << 20);
        let mut search = BestFirst::new(root, model, room);
        search.search(&Limits { nodes: Some(self.nodes), ..Limits::default() }, &mut |_| {});
        search
    }
}
