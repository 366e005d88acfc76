//! What the commands need of a game beyond its rules.

use serde::Serialize;

use super::super::evaluations::EvaluationKind;
use super::super::usage::UsageError;
use super::{CauseQuestion, Causes, EndingTables, Judgement};
use crate::game::{Evaluate, Game, Heuristics, MoveTextError, Notation, probabilities};
use crate::inspect::Trials;
use crate::sorting::falling;

/// A game whose positions can be given on the command line and in files.
pub trait CommandLineGame: Heuristics + Evaluate + Notation + 'static {
    /// How moves are written, by examples: `e2e4 or Nf3`. Error messages suggest it.
    const MOVE_EXAMPLES: &'static str;

    /// The seats at the board, in the order in which they move.
    const SEATS: &'static [&'static str];

    /// The positions that `shans lab bench` searches, each with a name; in the form of
    /// [`CommandLineGame::read_lines`].
    const BENCH_POSITIONS: &'static str;

    /// The names of openings, as `tools/openings.py` writes them, packed; none by default.
    const OPENINGS: Option<&'static [u8]> = None;

    /// The evaluator with this name; the only one there is where the game has but one.
    fn evaluator_of(kind: &EvaluationKind) -> Self::Evaluator;

    /// The same evaluator, which asks these endgame tables; a game without such tables leaves them
    /// alone.
    fn with_tables(evaluator: Self::Evaluator, _tables: EndingTables) -> Self::Evaluator {
        evaluator
    }

    /// What endgame tables from outside the program say of the position, where nothing else knows
    /// it; `None`, as by default, where they say nothing.
    fn table_story(&self) -> Option<TableStory> {
        None
    }

    /// What went wrong with endgame tables since this was asked last, in sentences.
    fn table_troubles(_evaluator: &Self::Evaluator) -> Vec<String> {
        Vec::new()
    }

    /// How many proofs of missing tables were accepted unchecked.
    fn believed_proofs(_evaluator: &Self::Evaluator) -> u64 {
        0
    }

    /// The name of this evaluation in reports; the same for all where the game has but one.
    fn evaluation_name(kind: &EvaluationKind) -> String;

    /// Works out what searches would otherwise work out when they need it first: it may take some
    /// seconds, which a search against the clock does not have.
    fn prepare(evaluator: &Self::Evaluator);

    /// Reads a position as programs and sites write it, with the moves that they add.
    ///
    /// # Errors
    ///
    /// [`UsageError`] if the text is not a position.
    fn read_line(text: &str, evaluator: Self::Evaluator) -> Result<GivenLine<Self>, UsageError>;

    /// Reads the same for the position behind these moves.
    ///
    /// # Errors
    ///
    /// As [`CommandLineGame::read_line`].
    fn read_position(
        text: &str,
        evaluator: Self::Evaluator,
    ) -> Result<GivenPosition<Self>, UsageError> {
        Self::read_line(text, evaluator).map(GivenLine::end)
    }

    /// The legal moves of the position.
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves
    }

    /// The legal moves with how likely each looks to be the best one, the likeliest first; none where nothing tells.
    fn likely_moves(&self) -> Vec<(Self::Move, f64)> {
        let (moves, mut log_odds) = (self.legal_moves(), Vec::new());
        self.log_odds(&moves, &mut log_odds);
        let mut likely: Vec<_> = moves.into_iter().zip(probabilities(&log_odds)).collect();
        likely.sort_by_cached_key(|&(_, probability)| falling(probability));
        likely
    }

    /// The moves that these texts name, each behind the one before.
    ///
    /// # Errors
    ///
    /// The first text that names none, and why.
    fn read_moves<'t>(
        &self,
        texts: &'t [String],
    ) -> Result<Vec<Self::Move>, (&'t str, MoveTextError)> {
        let mut at = self.clone();
        let read = texts.iter().map(|text| {
            let mv = at.read_move(text).map_err(|why| (&**text, why))?;
            at.play(mv);
            Ok(mv)
        });
        read.collect()
    }

    /// The position, and those behind each of these moves.
    fn positions_along(&self, moves: &[Self::Move]) -> Vec<Self> {
        let mut positions = vec![self.clone()];
        for &mv in moves {
            positions.push(positions[positions.len() - 1].after(mv));
        }
        positions
    }

    /// The tags that tell where a game file (PGN) begins that starts with this position; none
    /// where the usual first position needs no word.
    fn game_file_tags(&self) -> Vec<(&'static str, String)>;

    /// The position with which a game begins that a game file (PGN) gives these tags: names and
    /// values.
    ///
    /// # Errors
    ///
    /// [`UsageError`] if the tags name no position of this game.
    fn read_game_start(
        tags: &[(String, String)],
        evaluator: Self::Evaluator,
    ) -> Result<GivenPosition<Self>, UsageError>;

    /// Reads the position of an engine's `position` command, in the form of [`CommandLineGame::read_lines`]; `chess960`
    /// tells that castling is that of Chess960. `None` if there is none.
    fn read_engine_position(
        text: &str,
        _chess960: bool,
        evaluator: Self::Evaluator,
    ) -> Option<Result<GivenPosition<Self>, UsageError>> {
        let (_, read) = Self::read_given_lines(text, evaluator).next()?;
        Some(read.map(GivenLine::end))
    }

    /// The position for a game that continues where its players could claim a draw: nothing of what they could claim
    /// it for. `None`, as by default, where the rules themselves end the game, as mate does.
    fn unclaimed(&self) -> Option<Self> {
        None
    }

    /// A legal move as the protocol of engines writes it. In `chess960` castling is written as king
    /// takes rook.
    fn engine_text(&self, mv: Self::Move, chess960: bool) -> String;

    /// The position as people see it, in several lines.
    fn drawing(&self) -> String;

    /// What the static value consists of, as Max sees it. Nothing is reported of it by default.
    fn value_story(&self) -> ValueStory {
        ValueStory::default()
    }

    /// What a line of legal moves from here wins or loses for the side to move. Nothing by default.
    fn line_gain(&self, _line: &[Self::Move]) -> Option<MaterialGain> {
        None
    }

    /// How many pawns the opponent wins by taking the piece that this legal move moves. Nothing by default.
    fn pawns_offered(&self, _mv: Self::Move) -> i64 {
        0
    }

    /// The piece that a legal move moves, as part of a sentence: "the knight on f3". Nothing by default.
    fn piece_moved(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Why a move is bad, or what the best one does; each cause is tested by small searches. Nothing by default.
    fn causes(
        &self,
        _asked: &CauseQuestion<Self::Move>,
        _trials: &mut Trials,
    ) -> Causes<Self::Move> {
        Causes::default()
    }

    /// What is to be said of a claim about a position: `mate 2`, `attacks e2 e7`. `None`, as by
    /// default, where the game knows no claims.
    ///
    /// # Errors
    ///
    /// A text that is no claim.
    fn check(
        _given: &GivenPosition<Self>,
        _claim: &str,
        _trials: &mut Trials,
    ) -> Option<Result<Judgement, UsageError>> {
        None
    }

    /// The position as people see it, with what each piece is worth beside it: one that
    /// [`CommandLineGame::value_story`] names.
    fn drawing_with_worths(&self, _pieces: &[PieceWorth]) -> String {
        self.drawing()
    }

    /// The position at the head of a report: in one line, unless it needs a drawing to be
    /// understood.
    fn heading(&self) -> String {
        self.describe()
    }

    /// The seat to move, by its place in [`CommandLineGame::SEATS`].
    fn seat(&self) -> usize;

    /// The beginning of a game that this seed chooses among many.
    fn random_start(seed: u64, evaluator: Self::Evaluator) -> Self;

    /// Reads text with one position a line: files of test positions, and standard input. Yields
    /// the number of each line, from 1 on, with what it holds. Blank lines and comments are left
    /// out. All positions are evaluated by `evaluator`, so that what it works out once serves all
    /// of them.
    fn read_lines(
        text: &str,
        evaluator: Self::Evaluator,
    ) -> impl Iterator<Item = (usize, Result<TestPosition<Self>, UsageError>)>;

    /// Reads the same text for its positions: what is known of them, and cannot be read, is a warning.
    fn read_given_lines(
        text: &str,
        evaluator: Self::Evaluator,
    ) -> impl Iterator<Item = (usize, Result<GivenLine<Self>, UsageError>)> {
        Self::read_lines(text, evaluator)
            .map(|(number, read)| (number, read.map(|test| test.given.into())))
    }
}

/// What a static value consists of.
#[derive(Clone, Debug, Default)]
pub struct ValueStory {
    /// Names and centipawns; added up they are the static value. `None` if this evaluation has no
    /// such part.
    pub parts: Vec<(&'static str, Option<i64>)>,
    /// The pieces on the board.
    pub pieces: Vec<PieceWorth>,
}

/// Pieces won and lost in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialGain {
    /// In pawns, negative where the side to move before the line loses them.
    pub pawns: i64,
    /// What happens: "loses a piece for a pawn", "promotes a pawn".
    pub text: String,
    /// After how many plies.
    pub plies: usize,
}

/// What an endgame table says of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TableStory {
    /// The name of the table: `KQvKR`.
    pub table: String,
    /// For the side to move, right after a move that cannot be taken back: `win`, `cursed-win`, `draw`,
    /// `blessed-loss` or `loss`.
    pub wdl: &'static str,
    /// Plies to the next such move, negative where the side to move loses, 0 in a draw; `None` if no
    /// table tells.
    pub dtz: Option<i32>,
    /// It may be one ply more.
    pub dtz_rounded: bool,
    /// The same as a part of a sentence.
    pub text: String,
}

/// A piece, and what it is worth where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceWorth {
    /// Where it stands, as people write it.
    pub square: String,
    /// What it is and whose, as in [`CommandLineGame::drawing`].
    pub piece: char,
    /// How much less the position would be worth without it, in centipawns; `None` if it cannot be
    /// taken away.
    #[serde(rename = "cp")]
    pub worth: Option<i64>,
}

/// A position that was given as text.
#[derive(Clone, Debug)]
pub struct GivenPosition<G> {
    /// The position.
    pub position: G,
    /// The name, where the text gives one.
    pub id: Option<String>,
    /// What was ignored to make sense of the text.
    pub warnings: Vec<String>,
    /// Whether a draw could be claimed in it, as fifty moves are complete: `position` counts them anew.
    pub is_claimable: bool,
}

impl<G> GivenPosition<G> {
    /// A position in which no draw could be claimed.
    pub fn new(position: G, id: Option<String>, warnings: Vec<String>) -> GivenPosition<G> {
        GivenPosition { position, id, warnings, is_claimable: false }
    }
}

/// A position that was given as text, and moves that lead on from it.
#[derive(Clone, Debug)]
pub struct GivenLine<G: Game> {
    /// The position.
    pub start: GivenPosition<G>,
    /// Legal moves from there; mostly none.
    pub moves: Vec<G::Move>,
}

impl<G: Game> GivenLine<G> {
    /// The position behind the moves.
    pub fn end(self) -> GivenPosition<G> {
        let GivenLine { mut start, moves } = self;
        moves.into_iter().for_each(|mv| start.position.play(mv));
        start
    }
}

impl<G: Game> From<GivenPosition<G>> for GivenLine<G> {
    fn from(start: GivenPosition<G>) -> GivenLine<G> {
        GivenLine { start, moves: Vec::new() }
    }
}

/// A position, and the expected answer.
#[derive(Clone, Debug)]
pub struct TestPosition<G: Game> {
    /// The position with its name.
    pub given: GivenPosition<G>,
    /// What is expected; nothing where the text gives a position alone.
    pub expected: Expected<G::Move>,
}

/// The expected answer to a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Expected<M> {
    /// The best moves: any of them solves the position.
    pub best: Vec<M>,
    /// The moves that do not solve it.
    pub avoid: Vec<M>,
    /// The side to move mates in at most this number of moves; negative: it is mated.
    pub mate: Option<i32>,
    /// What moves are worth, in points of the test suite.
    pub points: Vec<(M, u32)>,
}
