//! The games of a file or of a pasted text, and the game before the root of the tree.

use serde::Serialize;

use super::paste::{Found, MOST_GAMES, Pasted, game, games};
use super::walk::{PathMove, Walk, numbered};
use crate::app::files::game_file::WrittenGame;
use crate::app::games::CommandLineGame;
use crate::search::BestFirst;

/// The games, and which of them is open.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// What messages call the text that they are from.
    name: String,
    games: Vec<KnownGame>,
    open: Option<usize>,
}

/// A game, and the text that it is read from.
#[derive(Clone, Debug)]
struct KnownGame {
    written: WrittenGame,
    text: Box<[u8]>,
}

/// The games as a page lists them.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The first position of the game before the root of the tree.
    start: String,
    /// The tags that a game file needs that begins there: name and value.
    tags: Vec<(&'static str, String)>,
    /// The moves of it.
    before: Vec<PathMove>,
    /// The games, the first [`MOST_GAMES`].
    games: Vec<ListedGame>,
    /// The one whose line is in the tree: its place in the list.
    open: Option<usize>,
    /// The tags of that, or else of the game that the tree keeps: name and value.
    headers: Vec<(String, String)>,
    /// The moves of that, from the root of the tree on.
    line: Vec<PathMove>,
}

/// A game as a page lists it.
#[derive(Debug, Serialize)]
struct ListedGame {
    /// Who played it, where and when, as far as its tags tell.
    title: String,
    /// How it ended.
    result: Option<String>,
    /// Moves of its main line.
    plies: usize,
}

impl Library {
    /// The games of a file with this text, the one at this place open.
    pub fn new(name: String, text: &[u8], games: Vec<WrittenGame>, open: usize) -> Library {
        debug_assert!(games.len() <= MOST_GAMES);
        let known = |written: WrittenGame| {
            let text = written.text(text).into();
            KnownGame { written, text }
        };
        let games: Vec<KnownGame> = games.into_iter().map(known).collect();
        Library { name, open: (open < games.len()).then_some(open), games }
    }

    /// A game of the list.
    pub fn game(&self, index: usize) -> Option<&WrittenGame> {
        self.games.get(index).map(|game| &game.written)
    }

    /// The game that is open, and its text.
    pub fn opened(&self) -> Option<(&WrittenGame, &[u8])> {
        let game = self.games.get(self.open?)?;
        Some((&game.written, &game.text))
    }

    /// What messages call the text that the games are from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Notes what was opened: a game of the list, or a text with games of its own.
    pub fn open(&mut self, text: Option<&str>, index: Option<usize>) {
        let of_text = text.map(games).filter(|games| !games.is_empty());
        match (of_text, index) {
            (Some(games), _) => {
                let bytes = text.unwrap_or_default().as_bytes();
                *self = Library::new("the text".to_string(), bytes, games, 0);
            }
            (None, index) => self.open = index,
        }
    }

    /// The list, for the tree of a search.
    pub fn listed<G: CommandLineGame>(&self, search: &BestFirst<G>) -> Listed {
        let root = search.root();
        let open = self.opened().map(|(open, _)| open);
        let line = open.and_then(|open| match game(search, open, &self.name) {
            Ok(Pasted { found: Found::Here(moves), .. }) => Walk::new(search, &moves).ok(),
            Ok(_) | Err(_) => None,
        });
        Listed {
            start: root.start().describe(),
            tags: root.start().game_file_tags(),
            before: numbered(root.start(), root.moves().to_vec()),
            games: self.games.iter().map(|game| listed(&game.written)).collect(),
            open: self.open,
            headers: open.map_or(search.source_game().tags(), |open| &open.tags).to_vec(),
            line: line.map_or(Vec::new(), |walk| walk.path),
        }
    }
}

fn listed(game: &WrittenGame) -> ListedGame {
    let tag = |name: &str| {
        game.tag(name).map(str::trim).filter(|value| !value.is_empty() && !value.contains('?'))
    };
    let players = [tag("White"), tag("Black")].map(|name| name.unwrap_or("unknown")).join(" - ");
    let rest = [tag("Event"), tag("Date")].into_iter().flatten();
    let title: Vec<&str> = [players.as_str()].into_iter().chain(rest).collect();
    ListedGame {
        title: title.join(", "),
        result: game.result().map(str::to_string),
        plies: game.moves.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;

    const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Date \"1901.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                         [FEN \"8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1\"]\n\n1. Kd4 *\n";

    #[test]
    fn games_are_listed_with_what_their_tags_tell() {
        let search = Example::start().search();
        let mut library = Library::default();
        library.open(Some(GAMES), None);
        let listed = library.listed(&search);
        let told: Vec<_> =
            listed.games.iter().map(|game| (game.title.as_str(), game.plies)).collect();
        assert_eq!(told, [("A - B", 2), ("unknown - unknown", 1)]);
        assert_eq!((listed.open, listed.games[0].result.as_deref()), (Some(0), Some("1-0")));
        let line: Vec<_> = listed.line.iter().map(|step| step.mv.human.as_str()).collect();
        assert_eq!(line, ["e4", "e5"]);
        library.open(None, Some(1));
        let listed = library.listed(&search);
        assert_eq!((listed.open, listed.line.len()), (Some(1), 0), "it is of another tree");
        library.open(Some("8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1"), None);
        assert_eq!((library.listed(&search).open, library.games.len()), (None, 2));
    }
}
