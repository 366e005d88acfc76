//! shans analyses chess positions with a best-first search that has no depth: the whole explored
//! tree is kept, with what each player might still gain from moves that were not tried yet.
//!
//! A position goes in, a tree grows, and the tree can be walked, saved and continued:
//!
//! ```
//! use shans::chess::{Position, Tapered};
//! use shans::game::{Game, Notation};
//! use shans::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
//! use shans::store::{self, SaveOptions, TreeFile};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("game.tree");
//! let (position, _warnings) = <Position>::from_fen("7k/8/5K2/8/8/8/8/1R6 w - - 0 1")?;
//! let (model, memory) = (ChanceModel::default(), MemoryLimits::new(16 << 20));
//! let mut search = BestFirst::new(Root::new(position.clone()), model, memory);
//! let limits = Limits { nodes: Some(50_000), ..Limits::default() };
//! let report = search.search(&limits, &mut |_progress| {});
//! let best = report.best_move().map(|mv| position.human_text(mv));
//! println!("{best:?}, {:?}, stopped: {:?}", report.value.win(), report.stop);
//! // The tree: every move tried, with its value and the work that went into it.
//! for (_rank, id, node) in search.tree().children(search.at()) {
//!     let mv = position.decode(node.mv).map(|mv| position.human_text(mv));
//!     println!("{mv:?} {:?} {} nodes", node.value, search.tree().effort(id));
//! }
//! let options = SaveOptions { searcher: "best-first", compress: false, tables: SaveOptions::TABLES };
//! store::save(&file, &search, options)?;
//! let loaded = TreeFile::open(&file)?.load_to_look::<Position>(Tapered::default())?;
//! assert_eq!(loaded.search.tree().len(), search.tree().len());
//! # Ok(())
//! # }
//! ```
//!
//! All that knows no game is the package `shans-search`, whose modules are handed on from here. Modules
//! come in layers, each naming only the layers before it:
//! [`value`], [`win_draw_loss`], [`winning_chances`], [`standing`], [`fingerprint`], [`random`], [`sorting`] and [`game`], then `loose_text`, `packed`, [`chess`] and
//! [`junqi`], which are here, then [`tree`], then [`search`], then [`store`], then [`session`], then
//! [`inspect`], then [`app`], which is here again.
#![warn(missing_docs)]

pub mod app;
pub mod chess;
pub mod junqi;
mod loose_text;
mod packed;

pub use shans_search::{
    fingerprint, game, inspect, random, search, session, sorting, standing, store, tree, value,
    win_draw_loss, winning_chances,
};
