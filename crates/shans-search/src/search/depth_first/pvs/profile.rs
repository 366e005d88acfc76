//! How selective the search is. Games and analysis want different things: in games the depth that is won by reducing and pruning more
//! counts, and in hard positions what is overlooked by it.

/// The numbers of the selective search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    /// The greatest depth of reverse futility, plies.
    pub(super) reverse_depth: i32,
    /// What the opponent may gain per ply there, centipawns.
    pub(super) reverse_margin: f32,
    /// From this depth on, a position of which no best move is known is searched a ply less deep.
    pub(super) unknown_depth: i32,
    /// A capture that keeps this far above the window in a shallower search refutes, centipawns; `None`: that is not tried.
    pub(super) probcut: Option<f32>,
    /// Moves are left out no deeper than this, plies.
    pub(super) pruned_depth: i32,
    /// Whether futility counts the plies that are left after the reduction.
    pub(super) prunes_reduced: bool,
    /// Quiet moves are left out whose history is worse than this for each ply of depth; `None`: none are.
    pub(super) least_history: Option<i32>,
    /// Plies of reduction: this, and the product of two logarithms divided by the next one.
    pub(super) reduction: f64,
    pub(super) reduction_divisor: f64,
    /// Whether killers, countermoves and captures that lose material are reduced, too.
    pub(super) reduces_all: bool,
    /// Plies more where the position is expected to be refuted.
    pub(super) cut_reduction: i32,
    /// Whether a reduced move that turns out good is searched a ply deeper, or less deep, by how good it seems.
    pub(super) adjusts_depth: bool,
    /// Whether the test for a singular move also extends by two plies, shortens, and refutes by the other moves.
    pub(super) extends_more: bool,
    /// Whether quiet moves lose history where a capture refutes after them.
    pub(super) unlearns: bool,
    /// Whether captures are ordered by what they refuted, too.
    pub(super) learns_captures: bool,
    /// Whether static values are corrected by how wrong they were where parts of the position were the same.
    pub(super) corrects: bool,
    /// Whether each ply of quiescence asks the table and tells it.
    pub(super) quiescence_table: bool,
    /// Whether an iteration that met no position at the depth limit has seen all that there is: not where positions are left so often that no
    /// move was made in.
    pub(super) sees_whole: bool,
    /// An entry of the same position is kept that is more than this many plies deeper; `None`: it never is.
    pub(super) kept_deeper: Option<i32>,
}

/// For analysis: each step was taken for the positions that it solves.
pub(super) const ANALYSIS: Profile = Profile {
    reverse_depth: 3,
    reverse_margin: 150.0,
    unknown_depth: i32::MAX,
    probcut: None,
    pruned_depth: 6,
    prunes_reduced: false,
    least_history: None,
    reduction: 0.5,
    reduction_divisor: 2.25,
    reduces_all: false,
    cut_reduction: 0,
    adjusts_depth: false,
    extends_more: false,
    unlearns: false,
    learns_captures: false,
    corrects: false,
    quiescence_table: false,
    sees_whole: true,
    kept_deeper: None,
};

/// For games. The steps are those of today's engines, with the numbers that they have there, untuned; they were tried together, as they help
/// one another (`docs/journal/selective-search.md`).
pub(super) const PLAY: Profile = Profile {
    reverse_depth: 8,
    reverse_margin: 85.0,
    unknown_depth: 4,
    probcut: Some(180.0),
    pruned_depth: 8,
    prunes_reduced: true,
    least_history: Some(-3_500),
    reduction: 0.7,
    reduction_divisor: 2.0,
    reduces_all: true,
    cut_reduction: 1,
    adjusts_depth: true,
    extends_more: true,
    unlearns: true,
    learns_captures: true,
    corrects: true,
    quiescence_table: true,
    sees_whole: false,
    kept_deeper: Some(3),
};
