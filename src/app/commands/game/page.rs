//! The page of a game: that of `explore` as one file, with the tree of the game in it.

use std::io::Write;

use super::input::PlayedGame;
use crate::app::args::{JudgingArgs, PAGE_NODES};
use crate::app::commands::explore::{
    Content, FileSubject, Reasons, take_game, title_of, write_file,
};
use crate::app::exit;
use crate::app::games::CommandLineGame;
use crate::app::searchers;
use crate::inspect::TreeReader;
use crate::search::BestFirst;

/// A page, with one tree.
#[derive(Debug)]
pub struct Page {
    title: String,
    content: Content,
}

impl Page {
    /// That of a game, or of a part of it behind a draw that nobody claimed. `searcher` is the name of what made the tree, and
    /// `reasons` say why moves of it are bad or good.
    ///
    /// # Errors
    ///
    /// A tree with a move that is not legal.
    pub fn new<G: CommandLineGame>(
        game: &PlayedGame<'_, G>,
        mut tree: BestFirst<G>,
        searcher: &str,
        judging: &JudgingArgs,
        reasons: Reasons,
    ) -> anyhow::Result<Page> {
        // With the variations of the file, which no saved tree of a game has.
        let text = game.written.text(game.text);
        if let Err(error) = take_game(&mut tree, text, game.start()) {
            exit::warn(&format_args!("the page of game {}: {error}", game.number));
        }
        let engine = searchers::engine_of(searcher).map(|(_, engine)| engine.to_string());
        let title = title_of(tree.notes().source_game());
        let subject = FileSubject {
            reader: TreeReader::from_root(&tree),
            engine,
            most: PAGE_NODES as usize,
            judging: judging.clone(),
            reasons,
        };
        let content = Content::new(&subject)?;
        let title = title.unwrap_or_else(|| format!("Game {}", game.number));
        Ok(Page { title, content })
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// `out` that cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        write_file(&self.title, &self.content, out)
    }
}
