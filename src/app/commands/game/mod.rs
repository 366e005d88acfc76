//! `shans game`: all positions of games, each game in one tree, and what can be told of its moves.
//!
//! | file | what it does |
//! |---|---|
//! | `command` | the command, from the file to its outputs |
//! | `input` | the games of the file, as far as they can be played |
//! | `plan` | how much is searched where, and in which round |
//! | `rounds`, `progress` | the search of all positions in one tree, which `explore` uses, too, and how far it is |
//! | `in_tree`, `apart` | the search of one game: in one tree, or position by position |
//! | `keeping` | the file of a tree: a new one, or one to continue |
//! | `analysed` | a game with all that was found out about it |
//! | `missed` | which chances nobody took; what moves lost is told by `reporting::judge` |
//! | `turning` | the moves that decided |
//! | `explained` | why marked moves are bad, and why the only good ones are good |
//! | `annotate` | the game again, with annotations |
//! | `page` | the page of `explore` with the tree of the game |
//! | `text`, `json`, `outputs` | the report, and where it goes; `reporting::game_curve` draws the curve |

mod analysed;
mod annotate;
mod apart;
mod command;
mod explained;
mod in_tree;
mod input;
mod json;
mod keeping;
mod missed;
mod outputs;
mod page;
mod plan;
mod progress;
mod rounds;
mod text;
mod turning;

pub use command::{DEFAULT_NODES, DEFAULT_ROUNDS, run};
pub use plan::{OfAll, Plan};
pub use progress::{Progress, Told, step_of};
pub use rounds::Rounds;
