//! What the page may ask for.

use std::time::Duration;

use serde::Deserialize;

/// Moves as programs write them, from the root of the tree on.
pub type Moves = Vec<String>;

/// A question about the tree, or a wish.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is known about the position after these moves.
    Look(Moves),
    /// What is known about all positions along these moves, and what the moves lost.
    Curve(Moves),
    /// Why the move is preferred there, or is not.
    Why(Moves, String),
    /// Search the move and the best other one there until they can be told apart.
    Prove(ToProve),
    /// Analyse a position.
    Start(Start),
    /// Search all positions of a game.
    Review(ReviewOf),
    /// A page shows the position after these moves.
    Visit(Moves),
    /// The game that is open, and the one before the root of the tree.
    Games,
    /// Games of the list.
    Find(Find),
    /// List the games of a text in place of the others; the tree stays.
    ListGames(GivenGames),
    /// Open a position, a game or a line.
    Open(Open),
    /// Have the lines of a text searched first.
    Import(Import),
    /// Say something about the position after these moves; an empty text removes what was said.
    Comment(Moves, String),
    /// What the other side threatens after these moves.
    Threat(Moves),
    /// Ask a second engine about a position.
    Compare(Compare),
    /// What searches, and with how much.
    Settings,
    /// Have it searched in another way.
    Choose(Choice),
    /// The question of the drill that is next at this time: milliseconds after the beginning of 1970.
    Drill(i64),
    /// Judge an answer to such a question.
    DrillAnswer(DrillAnswer),
    /// Give a hint to it.
    DrillHint(DrillHint),
    /// The notation.
    Notation,
    /// Keep these moves, each with the place of the one before it, as the notation.
    KeepNotation(Vec<(usize, String)>),
    /// Stop the search.
    Stop,
    /// Save the tree.
    Save,
    /// Save the tree as a new file of this name.
    SaveAs(String),
}

/// What is to be searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The position after these moves.
    pub moves: Moves,
    /// Within these limits.
    pub limit: Limit,
    /// These lines from there on before anything else.
    pub include: Vec<Moves>,
    /// Without the last move of this line from there on.
    pub exclude: Moves,
    /// What for.
    pub purpose: Purpose,
}

/// A game that is to be reviewed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewOf {
    /// Its moves from the root of the tree on.
    pub moves: Moves,
    /// What each of its positions gets on average: nodes,
    pub nodes: Option<u64>,
    /// and time.
    pub time_ms: Option<u64>,
}

/// A move that is to be proven, and where.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToProve {
    /// The position after these moves.
    #[serde(rename = "moves")]
    pub at: Moves,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
}

/// What is to be opened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// A FEN, a game in PGN, or moves.
    pub text: Option<String>,
    /// Or the game at this place in the list.
    pub game: Option<usize>,
    /// The moves to the position shown.
    #[serde(default)]
    pub moves: Moves,
    /// Whether another tree may take the place of one that is in no file.
    #[serde(default)]
    pub replace: bool,
}

impl Open {
    /// Whether it is a game of a list, or one with tags: one that is looked at from its beginning, and no line that leads somewhere.
    pub fn is_whole_game(&self) -> bool {
        let has_tags =
            |text: &String| text.trim_start_matches(['\u{feff}', ' ', '\n', '\r']).starts_with('[');
        self.game.is_some() || self.text.as_ref().is_some_and(has_tags)
    }
}

/// Games that are looked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Find {
    /// Words that all have to be in their tags.
    pub text: String,
    /// With the position after these moves, where they are given.
    pub moves: Option<Moves>,
}

/// Games that are to be listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenGames {
    /// The name of their file, for messages.
    pub name: String,
    /// The text of it.
    pub text: String,
}

/// What a second engine is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compare {
    /// About the position after these moves.
    pub moves: Moves,
    /// Which engine, by its name in the settings; none any more where it is empty.
    pub engine: String,
    /// For so long.
    pub time_ms: Option<u64>,
}

/// What the page chooses; whatever it leaves out stays.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The engine that searches leaves; the program itself where it is empty.
    pub engine: Option<String>,
    /// How many threads search, or how many copies of the engine.
    pub threads: Option<u16>,
    /// Memory for the tree and its tables: MiB.
    pub memory_mib: Option<u32>,
    /// How many moves are to have a value.
    pub lines: Option<u16>,
    /// Whether another tree may take the place of one that is in no file.
    #[serde(default)]
    pub replace: bool,
}

impl Choice {
    /// Whether a tree that was made in another way cannot go on with it.
    pub fn needs_another_tree(&self) -> bool {
        self.engine.is_some() || self.threads.is_some() || self.memory_mib.is_some()
    }
}

/// What is to be imported.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Import {
    /// Games in PGN, with variations, or moves.
    pub text: String,
    /// The moves to the position shown.
    pub moves: Moves,
    /// How long they are searched: nodes,
    pub nodes: Option<u64>,
    /// and time.
    pub time_ms: Option<u64>,
}

/// An answer to a question of the drill.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillAnswer {
    /// The name of the question.
    pub question: String,
    /// The moves of the solution that were made before.
    #[serde(default)]
    pub played: Moves,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// How many hints were given.
    #[serde(default)]
    pub hints: u8,
    /// Milliseconds after the beginning of 1970.
    pub now: i64,
}

/// A hint that is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrillHint {
    /// The name of the question.
    pub question: String,
    /// The moves of the solution that were made before.
    #[serde(default)]
    pub played: Moves,
    /// 1 is the piece, 2 the idea, 3 the move.
    pub hint: u8,
}

/// Why a position is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The user asked for it: it is the position analysed from then on.
    #[default]
    Asked,
    /// The search follows the user.
    Follow,
    /// The user has opened a leaf: for a moment only, and the search stays where it was.
    Glance,
}

/// How long a search is to continue; the limits of the command line where nothing is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limit {
    /// This many nodes more.
    pub nodes: Option<u64>,
    /// This long.
    pub time: Option<Duration>,
}

impl Limit {
    /// As a request writes it: the time in milliseconds.
    pub fn new(nodes: Option<u64>, time_ms: Option<u64>) -> Limit {
        Limit { nodes, time: time_ms.map(Duration::from_millis) }
    }
}
