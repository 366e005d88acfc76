//! How the analysis stands, whatever position is shown.

use serde::Serialize;

use super::walk::PathMove;

/// What the program does now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Nothing: it waits to be asked.
    #[default]
    Resting,
    /// It checks a loaded tree before it is searched.
    Checking,
    /// It searches.
    Searching,
    /// It searches all positions of a game.
    Reviewing,
    /// It searches two moves until they can be told apart.
    Proving,
    /// It looks into a leaf that the user has opened, for a moment.
    Looking,
}

/// How far a review is.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewStatus {
    /// How much of all is done, from 0 to 1.
    pub done: f64,
    /// Which position is searched, and in which round.
    pub text: String,
    /// How long the rest will take: seconds.
    pub left_s: Option<u64>,
}

/// How the analysis stands.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Status {
    /// What the program does now.
    pub phase: Phase,
    /// The moves to the position analysed.
    pub analysed: Vec<PathMove>,
    /// The moves to the position that the user asked to be analysed: the search may have come along to
    /// another one.
    pub home: Vec<PathMove>,
    /// The moves to the positions that were asked for before in this run, the newest first.
    pub earlier: Vec<Vec<PathMove>>,
    /// Work done: nodes.
    pub nodes: u64,
    /// Nodes in a second, in the search that runs or ran last.
    pub speed: u64,
    /// Nodes of the tree.
    pub tree_nodes: usize,
    /// The maximum number of nodes that the tree has room for; `None` before it was searched.
    pub tree_room: Option<usize>,
    /// How likely the answer holds, from 0 to 1 ([`Report::answer_holds`](crate::search::Report)).
    pub answer_holds: Option<f64>,
    /// That the search seems to make no progress, in words ([`Report::no_progress`](crate::search::Report)).
    pub no_progress: Option<String>,
    /// How far the review is that is under way.
    pub review: Option<ReviewStatus>,
    /// How often something has changed in what is known of the game: a page with another number has old marks.
    pub judged: u64,
    /// The rule that ended the last search.
    pub stopped: Option<&'static str>,
    /// Nodes checked of those of the tree, while it is checked.
    pub checked: Option<usize>,
    /// Whether leaves are searched: then effort is positions, else nodes of the tree.
    pub leaves_searched: bool,
    /// The engine that searches leaves, with the options that it was given; `None` if none does.
    pub engine: Option<String>,
    /// How it stands with workers on other machines, for people; `None` where none search.
    pub workers: Option<String>,
    /// The name of the file that the tree is saved to, without its folder.
    pub file: Option<String>,
    /// Whether there is work that is not saved.
    pub unsaved: bool,
    /// Whether there is something to drill: a repertoire, or puzzles.
    pub drills: bool,
    /// Which tree it is of those that this program has shown: a page with another number shows one that is gone, with its
    /// notation. One that begins the same position anew has the same number.
    pub tree: u64,
    /// How often the notation or a comment has changed: a page with another number has an old one.
    pub notes: u64,
    /// What went wrong last, or was done.
    pub notice: Option<String>,
}
