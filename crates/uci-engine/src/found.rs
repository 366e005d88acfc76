//! What an engine answers.

/// A score from the point of view of the side to move in the position that was searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn, as the engine counts them.
    Centipawns(i32),
    /// Mate in this many moves: of the side to move if more than 0, of the other side otherwise.
    /// 0: the side to move is mated.
    Mate(i32),
}

/// What a score says of the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// That is it.
    #[default]
    Exact,
    /// It is at least that.
    Lower,
    /// It is at most that.
    Upper,
}

/// What a search has found, or has found so far.
///
/// Each `info` line replaces what it tells, and leaves the rest. `score`, `bound` and `wdl` are
/// replaced together, and `depth` and `seldepth` only by lines with a score, so that they always
/// belong to it. **The last score counts**, also if it is a bound and an exact one came before:
/// a search that ends in the middle of a fail-high has learned more than the exact score of the
/// iteration before. Anyone who wants that one asks for [`Found::exact`]. Of several lines
/// (`MultiPV`) these are the first one; the rest is in [`Found::others`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    /// The best move. `None` while the search runs, and where the engine has no move to tell
    /// (`(none)`, `0000`).
    pub best: Option<String>,
    /// The reply that the engine expects.
    pub ponder: Option<String>,
    /// The score. Some engines play a forced move without telling one.
    pub score: Option<Score>,
    /// What the score is.
    pub bound: Bound,
    /// Chances to win, draw and lose in thousandths, where the engine tells them
    /// (`UCI_ShowWDL`).
    pub wdl: Option<[u16; 3]>,
    /// Depth in plies; 0 if it was not reported.
    pub depth: u32,
    /// Greatest depth in plies; 0 if it was not reported.
    pub seldepth: u32,
    /// Positions searched, as the engine counts them; 0 if it was not reported.
    pub nodes: u64,
    /// Time in milliseconds by the engine's clock; 0 if it was not reported.
    pub time_ms: u64,
    /// Positions found in endgame tables; 0 if it was not reported.
    pub tbhits: u64,
    /// How full the hash table is, in thousandths.
    pub hashfull: Option<u16>,
    /// The principal variation, its first move first.
    pub line: Vec<String>,
    /// The last exact score, and what was told with it.
    pub last_exact: Option<Box<Exact>>,
    /// The second line and those after it, where the engine tells several (`MultiPV`): what was last told of each.
    pub others: Vec<Exact>,
    /// How likely the engine holds moves to be played, from 0 to 1, as Lc0 tells with `VerboseMoveStats` before it has
    /// searched: for nets that are trained on games of people.
    pub likely: Vec<(String, f32)>,
}

/// An exact score, and what was told with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// [`Found::score`].
    pub score: Score,
    /// [`Found::wdl`].
    pub wdl: Option<[u16; 3]>,
    /// [`Found::depth`].
    pub depth: u32,
    /// [`Found::line`].
    pub line: Vec<String>,
}

impl Found {
    /// The same with the last exact score in place of the last one, if there was one, with its depth and line.
    ///
    /// ```
    /// use uci_engine::{Bound, Exact, Found, Score};
    ///
    /// let line = vec!["e2e4".to_string()];
    /// let exact = Exact { score: Score::Centipawns(20), wdl: None, depth: 9, line };
    /// let found = Found {
    ///     score: Some(Score::Centipawns(50)),
    ///     bound: Bound::Lower,
    ///     last_exact: Some(Box::new(exact)),
    ///     ..Found::default()
    /// };
    /// assert_eq!(found.exact().score, Some(Score::Centipawns(20)));
    /// ```
    #[must_use]
    pub fn exact(self) -> Found {
        let Some(exact) = &self.last_exact else { return self };
        let Exact { score, wdl, depth, line } = Exact::clone(exact);
        Found { score: Some(score), bound: Bound::Exact, wdl, depth, line, ..self }
    }
}
