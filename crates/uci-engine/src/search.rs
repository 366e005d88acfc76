//! What an engine is asked.

use std::fmt::Write;
use std::time::Duration;

use crate::error::EngineError;

/// A position, and how long to search it. Positions and moves are text, which this crate does not read.
///
/// ```
/// use std::time::Duration;
/// use uci_engine::Search;
///
/// let search = Search::from_start().moves(["e2e4", "e7e5"]).only(["g1f3"]).nodes(20_000);
/// assert_eq!((search.moves.len(), search.nodes), (2, Some(20_000)));
/// // A second at most by our own clock, whatever the engine thinks of it.
/// let search = search.stop_after(Duration::from_secs(1)).in_new_game();
/// assert!(search.new_game && search.fen.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The position from which `moves` are played, as FEN; that of a new game where `None`.
    pub fen: Option<String>,
    /// The moves that led from there to the position to search.
    pub moves: Vec<String>,
    /// The moves to choose from; all if there are none.
    pub only: Vec<String>,
    /// Positions to search, at least 1.
    pub nodes: Option<u64>,
    /// Time to take, in whole milliseconds, at least 1. The engine's clock.
    pub time: Option<Duration>,
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// After this time the engine is told to stop, whatever it was asked. Our clock, which is
    /// only checked while a caller waits for the engine.
    pub stop_after: Option<Duration>,
    /// Lets the engine forget all other searches first (`ucinewgame`), without waiting for that.
    pub new_game: bool,
    /// Castling is written as in Chess960, king takes rook, here and in the answer. The engine is told
    /// (`UCI_Chess960`) before each search in which this is otherwise than in the one before.
    pub chess960: bool,
}

impl Search {
    /// Of the position with which a game begins. Without a limit it is searched until it is
    /// stopped.
    pub fn from_start() -> Search {
        Search::default()
    }

    /// Of a position as FEN. Without a limit it is searched until it is stopped.
    pub fn from_fen(fen: impl Into<String>) -> Search {
        Search { fen: Some(fen.into()), ..Search::default() }
    }

    /// The same after these further moves.
    pub fn moves<T: Into<String>>(mut self, moves: impl IntoIterator<Item = T>) -> Search {
        self.moves.extend(moves.into_iter().map(Into::into));
        self
    }

    /// The same for these moves alone.
    pub fn only<T: Into<String>>(mut self, moves: impl IntoIterator<Item = T>) -> Search {
        self.only.extend(moves.into_iter().map(Into::into));
        self
    }

    /// The same for that many nodes.
    pub fn nodes(self, nodes: u64) -> Search {
        Search { nodes: Some(nodes), ..self }
    }

    /// The same for so long, by the engine's clock.
    pub fn time(self, time: Duration) -> Search {
        Search { time: Some(time), ..self }
    }

    /// The same to this depth.
    pub fn depth(self, depth: u32) -> Search {
        Search { depth: Some(depth), ..self }
    }

    /// The same, but stopped after so long by our clock.
    pub fn stop_after(self, time: Duration) -> Search {
        Search { stop_after: Some(time), ..self }
    }

    /// The same, all other searches forgotten.
    pub fn in_new_game(self) -> Search {
        Search { new_game: true, ..self }
    }

    /// The same with castling written as in Chess960, or not.
    pub fn in_chess960(self, chess960: bool) -> Search {
        Search { chess960, ..self }
    }

    /// All that is sent for it, apart from `UCI_Chess960`. The answer to `isready` separates what an earlier search may
    /// still print from what this one prints.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsendable`] if a text would be a command of its own.
    pub(crate) fn commands(&self) -> Result<String, EngineError> {
        let mut text = String::new();
        if self.new_game {
            text.push_str("ucinewgame\n");
        }
        text.push_str("isready\nposition ");
        match &self.fen {
            Some(fen) => text.extend(["fen ", one_line(fen)?]),
            None => text.push_str("startpos"),
        }
        add_moves(&mut text, " moves", &self.moves)?;
        text.push_str("\ngo");
        // Zero would be no limit at all for some engines. Writing to a string cannot fail.
        if let Some(nodes) = self.nodes {
            let _ = write!(text, " nodes {}", nodes.max(1));
        }
        if let Some(time) = self.time {
            let _ = write!(text, " movetime {}", time.as_millis().clamp(1, i32::MAX as u128));
        }
        if let Some(depth) = self.depth {
            let _ = write!(text, " depth {}", depth.max(1));
        }
        if self.nodes.is_none() && self.time.is_none() && self.depth.is_none() {
            text.push_str(" infinite");
        }
        // Last: engines take all that follows for moves.
        add_moves(&mut text, " searchmoves", &self.only)?;
        text.push('\n');
        Ok(text)
    }
}

fn add_moves(text: &mut String, keyword: &str, moves: &[String]) -> Result<(), EngineError> {
    if !moves.is_empty() {
        text.push_str(keyword);
    }
    for mv in moves {
        if mv.contains(char::is_whitespace) {
            return Err(EngineError::Unsendable(mv.clone()));
        }
        text.extend([" ", one_line(mv)?]);
    }
    Ok(())
}

/// The text, if it is not empty and stays within its line.
pub(crate) fn one_line(text: &str) -> Result<&str, EngineError> {
    if text.trim().is_empty() || text.contains(char::is_control) {
        return Err(EngineError::Unsendable(text.to_string()));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(search: &Search) -> String {
        search.commands().expect("commands")
    }

    #[test]
    fn a_search_is_sent_as_commands() {
        let search = Search::from_start().moves(["e2e4", "e7e5"]).nodes(1000);
        let expected = "isready\nposition startpos moves e2e4 e7e5\ngo nodes 1000\n";
        assert_eq!(sent(&search), expected);
        let search = Search::from_fen("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").in_new_game();
        let expected =
            "ucinewgame\nisready\nposition fen 8/8/8/8/8/4k3/4p3/4K3 w - - 0 1\ngo infinite\n";
        assert_eq!(sent(&search), expected);
        let search = Search::from_start().only(["e2e4"]).depth(7).time(Duration::from_millis(50));
        let expected = "isready\nposition startpos\ngo movetime 50 depth 7 searchmoves e2e4\n";
        assert_eq!(sent(&search), expected);
    }

    #[test]
    fn no_limit_becomes_endless() {
        let search = Search::from_start().nodes(0).time(Duration::ZERO).depth(0);
        assert!(sent(&search).ends_with("go nodes 1 movetime 1 depth 1\n"));
        assert!(sent(&Search::from_start().time(Duration::MAX)).ends_with("2147483647\n"));
    }

    #[test]
    fn text_that_would_be_a_command_is_not_sent() {
        for search in [
            Search::from_fen("8/8 w\nquit"),
            Search::from_fen(" "),
            Search::from_start().moves(["e2e4\rquit"]),
            Search::from_start().moves(["e2e4 e7e5"]),
            Search::from_start().only([""]),
        ] {
            assert!(matches!(search.commands(), Err(EngineError::Unsendable(_))), "{search:?}");
        }
    }
}
