//! Games as they are written, byte by byte: where each move stands, and where something can be written behind
//! it. So a game gets annotations, and all else of it stays as it is.

use std::ops::Range;

use super::scanner::TextPlace;

/// A game as it is written. Places are those of bytes in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenGame {
    /// All of it, up to the next game: the games of a file are the file.
    pub bytes: Range<usize>,
    /// Where it begins.
    pub place: TextPlace,
    /// Its tags: name and value.
    pub tags: Vec<(String, String)>,
    /// The comments before its first move.
    pub introduction: Vec<Range<usize>>,
    /// The moves of its main line.
    pub moves: Vec<WrittenMove>,
    /// All moves and the bounds of variations, with their places.
    pub steps: Vec<(TextPlace, Step)>,
    /// The result behind its moves.
    pub result: Option<&'static str>,
    /// Where the first text stands that the standard reserves for later: it is skipped.
    pub reserved: Option<TextPlace>,
    /// A comment or variation without an end, and where that begins.
    pub open: Option<(&'static str, TextPlace)>,
}

/// What a game with its variations consists of.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// A move alone.
    Move(String),
    /// A variation begins: it replaces the move before it.
    Begin,
    /// It ends.
    Close,
}

/// A move of the main line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WrittenMove {
    /// Where it stands.
    pub place: TextPlace,
    /// The move alone.
    pub text: String,
    /// Whether a move number stands before it.
    pub has_number: bool,
    /// The number, from 1 to 6, of the mark that judges it: 5 for `!?` or `$5`.
    pub mark: Option<u8>,
    /// The signs behind it that say something else: `⩲`, `N`; those that have none as they are written, `$255`.
    pub signs: Vec<String>,
    /// Where a mark can be put: behind the move and its marks.
    pub mark_at: usize,
    /// The comment in braces that follows at once.
    pub comment: Option<Range<usize>>,
    /// All comments on it, that one included.
    pub comments: Vec<Range<usize>>,
    /// The variations behind it, those in them not counted: the first word in each that may be a move.
    pub variations: Vec<String>,
    /// Where a variation can be put: behind all that belongs to the move.
    pub end: usize,
}

/// What is told of a game besides its moves.
pub trait Tagged {
    /// The value of a tag.
    fn tag(&self, name: &str) -> Option<&str>;

    /// The result behind the moves.
    fn result_behind(&self) -> Option<&'static str>;
}

impl Tagged for WrittenGame {
    fn tag(&self, name: &str) -> Option<&str> {
        WrittenGame::tag(self, name)
    }

    fn result_behind(&self) -> Option<&'static str> {
        self.result
    }
}

impl WrittenGame {
    /// Its text in that of its file.
    pub fn text<'f>(&self, file: &'f [u8]) -> &'f [u8] {
        file.get(self.bytes.clone()).unwrap_or_default()
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let is_it = |known: &str| known.eq_ignore_ascii_case(name);
        self.tags.iter().find(|(known, _)| is_it(known)).map(|(_, value)| value.as_str())
    }

    /// How it ended, by its tag or else by what stands behind its moves.
    pub fn result(&self) -> Option<&str> {
        self.tag("Result").filter(|told| !matches!(told.trim(), "" | "?")).or(self.result)
    }
}
