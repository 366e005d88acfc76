//! Chess for the traits of [`game`](crate::game), with the rules of the `shakmaty` library.
//!
//! ```
//! use shans::chess::Position;
//! use shans::game::{Evaluate, Game, Notation, Past, Turn};
//!
//! let fen = "rnbqkbnr/pppp1ppp/8/4p3/5PP1/8/PPPPP2P/RNBQKBNR b KQkq - 0 2";
//! let (mut position, warnings): (Position, _) = Position::from_fen(fen)?;
//! assert!(warnings.is_empty());
//! assert_eq!(position.turn(), Turn::Min);
//! assert!(position.evaluate().raw() < 0.0, "White has weakened the king");
//!
//! let mv = position.parse_move("Qh4").ok_or("not a legal move")?;
//! assert_eq!(position.human_text(mv), "Qh4#");
//! position.play(mv);
//! assert_eq!(position.ending(&Past::default()), "checkmate, Black has won");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answer_holds;
mod board_fault;
mod capture;
mod castling;
pub mod cause;
mod check_squares;
mod clock;
mod endgame;
mod epd;
mod estimate;
mod evaluation;
mod fen;
mod gain;
mod move_counts;
mod move_model;
mod network;
mod notation;
pub mod perft;
mod pesto;
mod position;
mod quote;
mod see;
pub mod syzygy;
mod tapered;
mod value_parts;
mod weights_file;
mod win_draw_loss;

pub use board_fault::BoardFault;
pub use castling::CastlingRules;
pub use endgame::Endgames;
pub use epd::{Epd, EpdError};
pub use evaluation::Evaluation;
pub use fen::{FenError, FenWarning};
pub use gain::{Gain, LineGain, gain_of_line};
pub use move_counts::{CountedLine, MoveCounts, Played};
pub use move_model::{FeatureGroup, MoveModel};
pub use network::{Network, differences, place_of_king};
pub use position::Position;
pub use see::see;
pub use tapered::{Tapered, TaperedState};
pub use value_parts::ValueParts;
pub use weights_file::WeightsError;
