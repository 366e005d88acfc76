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
/// let standing = search.standing().expect("moves were tried");
/// assert!(standing.nodes <= 5_000 && (0.0..=1.0).contains(&standing.effort_share));
/// // Nobody has measured for nim how often such answers hold.
/// assert_eq!(search.position().answer_holds(&standing), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Whether the leaves of the tree are searched; valued at first sight otherwise.
    pub searches_leaves: bool,
    /// Positions searched so far for the answer, without those searched to rank other moves.
    pub nodes: u64,
    /// The value of the answer.
    pub value: f32,
    /// By how much the answer is better than the best other move that was tried, bounds being taken
    /// for values; below zero where another move is on trial. `None` without another move.
    pub lead: Option<f32>,
    /// The same over the moves that are not known to be at most what they say. `None` without one.
    pub lead_over_values: Option<f32>,
    /// How many moves crowd behind the answer: the sum of exp(-g / 120) over all others that were
    /// tried, where g is by how much they are worse, centipawns, at least -100.
    pub crowd: f64,
    /// The share of the effort that went into the answer, from 0 to 1.
    pub effort_share: f64,
    /// The share of the time since the thousandth node in which this move was the answer, from 0 to
    /// 1, each doubling of the nodes counting as much.
    pub reign: f64,
    /// How many plies deep everything was checked that the side to move could still try; `None`
    /// where nothing is left.
    pub own_plies: Option<u16>,
    /// The same for the opponent.
    pub opponent_plies: Option<u16>,
    /// Whether moves wait of which nothing is known but a bound.
    pub moves_wait: bool,
    /// How many plies deeper all has to be checked before the search looks at anything that could
    /// change the answer: a rival, or a reply to the answer.
    pub plies_to_rival: f32,
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
