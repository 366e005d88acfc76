//! Iterations where leaves are searched.
//!
//! | file | what it holds |
//! |---|---|
//! | `question` | what a search of a leaf is asked, and what its answer says |
//! | `ask` | asking |
//! | `visit` | an iteration: a question about one leaf, or the moves of one node |
//! | `faster_win` | looking for a faster win where one is proven |
//! | `grant` | what an iteration may take |
//! | `replies` | making moves, each searched at once |

mod ask;
mod faster_win;
mod grant;
mod question;
mod replies;
mod visit;
