//! How a search stands: how firm its answer is, and how far ahead of its rivals. Anyone who has to
//! decide whether to continue reads it: the rule that settles a search, and the clock of a game.

/// How a search stands that keeps a tree, between two iterations. Values are centipawns as the side
/// to move sees them, wins and losses as far away as evaluations reach.
///
/// What the numbers are worth depends on the game and its evaluation:
/// [`Evaluate::answer_holds`](crate::game::Evaluate::answer_holds).
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/games/nim.rs")); }
/// # use nim::Nim;
/// # use shans_search::search::{BestFirst, ChanceModel, Limits, MemoryLimits, Root, Searcher};
/// # let root = Root::new(Nim::new(&[7, 8, 9]));
/// # let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(16 << 20));
/// # search.search(&Limits { nodes: Some(5_000), ..Limits::default() }, &mut |_| {});
/// use shans_search::game::Evaluate;
///
/// // `search` is a search that has run for a while.
/// let standing = search.view().standing().expect("moves were tried");
/// assert!(standing.nodes <= 5_000 && (0.0..=1.0).contains(&standing.effort_share));
/// // Nobody has measured for nim how often such answers hold.
/// assert_eq!(search.position().answer_holds(&standing), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Whether the leaves of the tree are searched; valued at first sight otherwise.
    pub searches_leaves: bool,
    /// Positions searched so far.
    pub nodes: u64,
    /// The value of the answer.
    pub value: f32,
    /// By how much the answer is better than the best other move that was made; below zero where another move has a
    /// better value. `None` without another move.
    pub lead: Option<f32>,
    /// How much better than the answer the moves not made may be at most, by what was searched; zero or below where
    /// they cannot be better. `None` where all are made, or nothing is known of them.
    pub rest: Option<f32>,
    /// The share of the effort that went into the answer, from 0 to 1.
    pub effort_share: f64,
    /// The share of the time since the thousandth node in which this move was the answer, from 0 to
    /// 1, each doubling of the nodes counting as much.
    pub reign: f64,
    /// Whether the search of the whole position prefers the same move as the tree does; where there is none, it does.
    pub agrees: bool,
    /// How far the value has moved since there were half as many nodes, or fewer.
    pub moved: f32,
}

impl Standing {
    /// From here on a game seems to be decided, centipawns: many moves win then, and which of them is
    /// best is for a proof to say.
    pub const DECIDED: f32 = 1_000.0;

    /// Whether the game seems to be decided.
    pub fn is_decided(&self) -> bool {
        self.value.abs() >= Standing::DECIDED
    }
}
