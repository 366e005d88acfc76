//! A best-first search without a depth, for any game of two sides.
//!
//! The whole explored tree is kept, with what each player may still gain from moves that were not
//! tried yet. Each iteration goes to the leaf on which the answer depends most, so that a search has
//! no depth: it continues until the result is proven, the answer is unlikely to change, or a limit
//! comes. The tree can be walked, saved and continued.
//!
//! A game is what implements the traits in [`game`]; [nim.rs] has a whole one:
//!
//! ```
//! # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
//! use nim::Nim;
//! use shans_search::game::Notation;
//! use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
//! use shans_search::value::Player;
//!
//! // Three heaps of stones: who takes the last one wins.
//! let position = Nim::new(&[1, 2, 4]);
//! let (model, memory) = (ChanceModel::default(), MemoryLimits::new(16 << 20));
//! let mut search = BestFirst::new(Root::new(position.clone()), model, memory);
//! let limits = Limits { nodes: Some(50_000), ..Limits::default() };
//! let report = search.search(&limits, &mut |_progress| {});
//!
//! // One stone of the third heap wins, whatever the other player does.
//! assert_eq!(report.best_move().map(|mv| position.human_text(mv)), Some("3-1".to_string()));
//! assert!(report.proven && report.value.win().is_some_and(|(winner, _)| winner == Player::Max));
//! // The tree has every position that was looked at.
//! for (_rank, id, node) in search.tree().children(search.at()) {
//!     println!("{:?}: {:?}, {} nodes", node.mv, node.value, search.tree().effort(id));
//! }
//! ```
//!
//! Turns need not alternate, and may be chance's; sides may have several players; positions may come
//! back; endings may be known exactly. There are depth-limited searchers to compare with, too.
//!
//! # Layers
//!
//! Each module names only those before it:
//!
//! | module | what it is |
//! |---|---|
//! | [`value`], [`win_draw_loss`], [`winning_chances`], [`standing`] | values, chances, and what they are worth |
//! | [`fingerprint`], [`random`] | hashes and random numbers that are the same everywhere |
//! | [`game`] | the contract: rules, evaluation, knowledge about moves, notation |
//! | [`tree`] | nodes of 32 bytes in a slab, and the rules that carry numbers upwards |
//! | [`search`] | the best-first search, its chance model, and the searchers to compare with |
//! | [`store`] | trees in files, and back |
//! | [`session`] | a search over several runs, and the file that it is kept in |
//! | [`inspect`] | what a tree tells, as serializable data: candidates, why a move is not preferred |
//!
//! # What a game has to give
//!
//! [`BestFirst`](search::BestFirst) takes a [`Game`](game::Game) with a static value
//! ([`Evaluate`](game::Evaluate)), estimates of what moves gain ([`Order`](game::Order)) and what
//! depth-first searches prune by ([`Heuristics`](game::Heuristics)). All of these may know nothing, as
//! in the example. Files and reports also want moves and positions as text
//! ([`Notation`](game::Notation)).
//!
//! # Features
//!
//! There are no optional features. Nothing is printed, no clock is read except for time limits, and
//! there is no `unsafe` code.
//!
//! [nim.rs]: https://docs.rs/crate/shans-search/latest/source/examples/games/nim.rs
#![warn(missing_docs)]

pub mod fingerprint;
pub mod game;
pub mod inspect;
pub mod random;
pub mod search;
pub mod session;
pub mod sorting;
pub mod standing;
pub mod store;
pub mod tree;
pub mod value;
pub mod win_draw_loss;
pub mod winning_chances;

// The game of the examples names the library as they do.
#[cfg(test)]
extern crate self as shans_search;
#[cfg(test)]
mod testing;
