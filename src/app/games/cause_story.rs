//! What a game tells of the causes of a move.

use serde::Serialize;

/// A move with the one that it is compared with.
#[derive(Clone, Debug)]
pub struct CauseQuestion<M> {
    /// The move asked about and what follows, as far as is known.
    pub line: Vec<M>,
    /// The same of the other move: the best one, or the second best where the best one is asked about. Empty if there is none.
    pub rival: Vec<M>,
    /// The points that the side to move expects after the move, from 0 to 1.
    pub points: f64,
    /// The same of the other move.
    pub rival_points: f64,
    /// Whether the move asked about is the best one.
    pub is_best: bool,
}

/// The name of a cause in a player's words, as the idea of a move: `unprotected piece`, `saving a piece`.
pub fn idea(kind: &str) -> String {
    match kind {
        "unprotected" => "unprotected piece",
        "cheaper-attacker" => "piece attacked by a cheaper one",
        "outnumbered" => "piece attacked too often",
        "cannot-take-back" => "piece that cannot be taken back",
        "attack-and-mate" => "attack on a piece and threat of mate",
        "capturing-defender" => "taking the defender",
        "check-and-take" => "check, and a piece falls",
        "nothing-saves" => "attack without a defence",
        "two-threats" => "two threats at once",
        "standing-threat" => "threat that was there",
        "standing-mate-threat" => "mate threat that was there",
        "king-in-centre" => "king in the centre",
        "puts-in-zugzwang" => "zugzwang",
        "saves" => "saving a piece",
        "takes-attacker" => "taking the attacker",
        "protects" => "protecting a piece",
        "shuts-line" => "shutting a line",
        "stops-mate" => "stopping mate",
        kind => return kind.replace('-', " "),
    }
    .to_string()
}

/// The causes of a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Causes<M> {
    /// Those that hold, most telling first.
    pub held: Vec<CauseStory<M>>,
    /// Those that were thought of and do not hold.
    pub refuted: Vec<CauseStory<M>>,
    /// Nodes searched for all tests.
    pub nodes: u64,
    /// Searches.
    pub searches: u32,
}

impl<M> Default for Causes<M> {
    fn default() -> Self {
        Causes { held: Vec::new(), refuted: Vec::new(), nodes: 0, searches: 0 }
    }
}

/// How a cause was found to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// Taken away, most of the difference is gone.
    Because,
    /// Taken away, a part of it is.
    Also,
    /// It is true, and no test says how much it counts for.
    Fact,
    /// Taken away, little changes.
    #[serde(rename = "refuted")]
    No,
}

/// A cause, as it is told.
#[derive(Clone, Debug, PartialEq)]
pub struct CauseStory<M> {
    /// Its name.
    pub kind: &'static str,
    /// What is said of a move of the line: "forks the king on g1 and the rook on a1".
    pub text: String,
    /// The line that shows it, from the position on, as short as shows it.
    pub line: Vec<M>,
    /// The move of the line of which it is said, counted from 0.
    pub subject: usize,
    /// The squares of what falls, or is attacked, saved or mated, before that move.
    pub targets: Vec<String>,
    /// The squares of what should guard them, or of the slider whose line is opened.
    pub guards: Vec<String>,
    /// Whether the line begins with the move asked about, and not with the other one.
    pub is_own: bool,
    /// What the move has to do with what is lost: a name, and words.
    pub origin: Option<(&'static str, String)>,
    /// How it was tested.
    pub test: Option<CauseTest<M>>,
    /// The part of the difference that is gone without it.
    pub share: Option<f64>,
    /// How much it counts for.
    pub weight: Weight,
}

/// What was taken away.
#[derive(Clone, Debug, PartialEq)]
pub enum CauseTest<M> {
    /// These moves, in the position before the move of the line with this number.
    Forbidden(usize, Vec<M>),
    /// Every capture of one piece, wherever it goes.
    Immune,
    /// A pawn stands one step back.
    PawnBack,
    /// The king has castled.
    Castled,
    /// The king has an exit.
    Exit,
    /// The side to move passes.
    Pass,
    /// The same threat is played after the other move, too.
    Compared,
}

impl<M> CauseTest<M> {
    /// Its name in JSON.
    pub const fn name(&self) -> &'static str {
        match self {
            CauseTest::Forbidden(..) => "forbidden",
            CauseTest::Immune => "immune",
            CauseTest::PawnBack => "pawn-back",
            CauseTest::Castled => "castled",
            CauseTest::Exit => "exit",
            CauseTest::Pass => "pass",
            CauseTest::Compared => "compared",
        }
    }
}
