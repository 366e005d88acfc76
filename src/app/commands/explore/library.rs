//! The games of a file or of a pasted text, and the game before the root of the tree.

use serde::Serialize;

use super::find::{AllGames, KnownGame, ListedGame};
use super::paste::{Found, MOST_GAMES, Pasted, TEXT, game};
use super::walk::{PathMove, Walk, numbered};
use crate::app::files::game_file::{
    GameFileError, ReadGame, WrittenGame, begins_like_a_game, main_line, written_games,
};
use crate::app::games::{CommandLineGame, Openings};
use crate::search::BestFirst;

/// The games, and which of them is open.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// What messages call the text that they are from.
    pub(super) name: String,
    /// That text.
    text: Box<[u8]>,
    /// The games.
    pub(super) list: AllGames,
    open: Option<(usize, WrittenGame)>,
}

/// What a page is told of the games.
#[derive(Debug, Serialize)]
pub struct Listed {
    /// The first position of the game before the root of the tree.
    start: String,
    /// The tags that a game file needs that begins there: name and value.
    tags: Vec<(&'static str, String)>,
    /// The moves of it.
    before: Vec<PathMove>,
    /// How many games there are.
    games: usize,
    /// The one whose line is in the tree.
    open: Option<ListedGame>,
    /// The tags of that, or else of the game that the tree keeps: name and value.
    headers: Vec<(String, String)>,
    /// The moves of that, from the root of the tree on.
    line: Vec<PathMove>,
}

/// What a game of a file is, as far as it can be played, or why it cannot.
pub type Read<G> = Result<ReadGame<G>, GameFileError>;

impl Library {
    /// The games of a file with this text; each is handed to `seen` as it is read.
    pub fn new<G: CommandLineGame>(
        name: &str,
        text: &[u8],
        evaluator: &G::Evaluator,
        openings: &Openings,
        mut seen: impl FnMut(&WrittenGame, &Read<G>),
    ) -> Library {
        let (mut games, mut places) = (Vec::new(), Vec::new());
        for written in written_games(text).take(MOST_GAMES) {
            let read = main_line::<G>(&written, name, evaluator.clone());
            let line = read.as_ref().ok().map(|read| &read.line);
            games.push(KnownGame::new(&written, line, openings, games.len(), &mut places));
            seen(&written, &read);
        }
        places.sort_unstable();
        let list = AllGames { games, places };
        Library { name: name.to_string(), text: text.into(), list, open: None }
    }

    /// A game of the list, read anew: what is kept of each is less than that.
    pub fn game(&self, index: usize) -> Option<WrittenGame> {
        match &self.open {
            Some((open, game)) if *open == index => Some(game.clone()),
            _ => written_games(&self.text).take(MOST_GAMES).nth(index),
        }
    }

    /// The game that is open, and its text.
    pub fn opened(&self) -> Option<(&WrittenGame, &[u8])> {
        let (_, game) = self.open.as_ref()?;
        Some((game, game.text(&self.text)))
    }

    /// Opens a game of the list.
    pub fn open_at(&mut self, index: usize) {
        self.open = self.game(index).map(|game| (index, game));
    }

    /// Notes what was opened: a game of the list, a text with games of its own, or something else. A list that was pasted goes
    /// with its games; that of a file stays.
    pub fn open<G: CommandLineGame>(
        &mut self,
        text: Option<&str>,
        index: Option<usize>,
        evaluator: &G::Evaluator,
        openings: &Openings,
    ) {
        match (text, index) {
            (Some(text), _) if begins_like_a_game(text) => {
                *self = Library::new::<G>(TEXT, text.as_bytes(), evaluator, openings, |_, _| {});
                self.open_at(0);
            }
            (None, Some(index)) => self.open_at(index),
            _ if self.name == TEXT => *self = Library::default(),
            _ => self.open = None,
        }
    }

    /// What is told, for the tree of a search.
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
            games: self.list.games.len(),
            open: self.open.as_ref().map(|(index, _)| self.list.games[*index].listed.clone()),
            headers: open.map_or(search.notes().source_game().tags(), |open| &open.tags).to_vec(),
            line: line.map_or(Vec::new(), |walk| walk.path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::tests::Example;
    use crate::chess::{Position, Tapered};

    const GAMES: &str = "[White \"A\"]\n[Black \"B\"]\n[Date \"1901.??.??\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n\
                         [FEN \"8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1\"]\n\n1. Kd4 *\n";

    #[test]
    fn the_game_that_is_open_is_told_with_its_line() {
        let search = Example::start().search();
        let mut library = Library::default();
        let openings = Openings::default();
        let mut open = |text: Option<&str>, index| {
            library.open::<Position>(text, index, &Tapered::default(), &openings);
            let listed = library.listed(&search);
            (listed.games, listed.open.map(|it| it.title), listed.line.len(), listed.headers.len())
        };
        assert_eq!(open(Some(GAMES), None), (2, Some("A - B".to_string()), 2, 4));
        let other = Some("unknown - unknown".to_string());
        assert_eq!(open(None, Some(1)), (2, other, 0, 1), "it is of another tree");
        let fen = "8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1";
        assert_eq!(open(Some(fen), None), (0, None, 0, 0), "nothing of the games is left");
    }
}
