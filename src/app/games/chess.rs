//! Chess on the command line: FEN and EPD.

use shakmaty::uci::UciMove;
use shakmaty::{Chess, File, Move, Position as _, Rank, Square};

use super::super::evaluations::EvaluationKind;
use super::super::usage::UsageError;
use super::causes::causes;
use super::claims::check;
use super::variants::castling_rules;
use super::{
    CauseQuestion, Causes, CommandLineGame, EndingTables, Expected, GivenLine, GivenPosition,
    Judgement, MaterialGain, PieceWorth, TableStory, TestPosition, ValueStory,
};
use crate::chess::cause::piece;
use crate::chess::syzygy::{Syzygy, TableVerdict, Wdl};
use crate::chess::{
    CastlingRules, Epd, EpdError, Evaluation as _, FenWarning, LineGain, MoveModel, Position,
    Tapered, ValueParts, gain_of_line, see,
};
use crate::game::{Evaluate as _, Game, Notation, Past};
use crate::inspect::{Score, Trials};
use crate::packed::packed;
use crate::random::Random;

/// Plies that are played by chance before a game of `shans lab play` begins.
const RANDOM_PLIES: usize = 8;

/// What a promotion is worth at least, in pawns, if what the pawn has become is not taken at once.
const PROMOTED: i64 = 5;

/// What is told of a position with fifty moves behind it.
const CLAIM: &str = "a draw could be claimed here (fifty moves without a capture or a pawn move); the game goes on, and \
                     the moves are counted anew";
/// What is told where a game does not say where it begins.
const BLANK_FEN: &str = "the FEN tag is empty; the game is read from the usual first position";
/// The same where a tag says that it begins elsewhere.
const MISSING_FEN: &str = "the SetUp tag is 1, and no FEN tag gives the first position; the game is read from the usual one";

impl CommandLineGame for Position {
    const MOVE_EXAMPLES: &'static str = "e2e4 or Nf3";
    const SEATS: &'static [&'static str] = &["White", "Black"];
    const BENCH_POSITIONS: &'static str = include_str!("bench_positions.epd");
    // 154 KB, from the lists of lichess-org/chess-openings (CC0).
    const OPENINGS: Option<&'static [u8]> = Some(packed!("openings.txt"));

    fn evaluator_of(kind: &EvaluationKind) -> Tapered {
        match kind {
            EvaluationKind::Network => Tapered::learned(),
            EvaluationKind::Tables => Tapered::default(),
            EvaluationKind::File(file) => {
                Tapered::new(Some(file.network.clone()), Some(MoveModel::embedded()))
            }
        }
    }

    fn with_tables(evaluator: Tapered, tables: EndingTables) -> Tapered {
        match tables {
            EndingTables { asked: None, remembered: 0 } => evaluator,
            EndingTables { asked, remembered } => evaluator.with_tables(asked, remembered),
        }
    }

    fn table_story(&self) -> Option<TableStory> {
        self.evaluator().table_verdict(self.chess()).map(TableStory::from)
    }

    fn table_troubles(evaluator: &Tapered) -> Vec<String> {
        evaluator.tables().map(Syzygy::take_troubles).unwrap_or_default()
    }

    fn believed_proofs(evaluator: &Tapered) -> u64 {
        evaluator.believed_proofs()
    }

    fn evaluation_name(kind: &EvaluationKind) -> String {
        kind.to_string()
    }

    fn prepare(evaluator: &Tapered) {
        evaluator.compute_endgames();
    }

    /// FEN, or `startpos`, as programs and sites write them.
    fn read_line(text: &str, evaluator: Tapered) -> Result<GivenLine<Position>, UsageError> {
        let read = read_written(text, CastlingRules::Unknown, evaluator)?;
        Ok(GivenLine { start: that_continues(read.start), ..read })
    }

    fn game_file_tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = Vec::new();
        if self.castling_mode().is_chess960() {
            tags.push(("Variant", "Chess960".to_string()));
        }
        let fen = self.fen();
        if fen != <Position>::default().fen() {
            tags.extend([("SetUp", "1".to_string()), ("FEN", fen)]);
        }
        tags
    }

    fn read_game_start(
        tags: &[(String, String)],
        evaluator: Tapered,
    ) -> Result<GivenPosition<Position>, UsageError> {
        let tag = |name: &str| {
            let found = tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.as_str())
        };
        let rules = castling_rules(tag("Variant").unwrap_or_default()).map_err(UsageError::new)?;
        let fen = tag("FEN").map(str::trim);
        let is_said = |fen: &&str| !matches!(*fen, "" | "?" | "-");
        let start = fen.filter(is_said).unwrap_or("startpos");
        let GivenPosition { position, id, mut warnings, .. } =
            read_written(start, rules, evaluator)?.end();
        let is_set_up = tag("SetUp").is_some_and(|told| told.trim() == "1");
        match fen {
            Some(blank) if !is_said(&blank) => warnings.push(BLANK_FEN.to_string()),
            None if is_set_up => warnings.push(MISSING_FEN.to_string()),
            _ => {}
        }
        Ok(that_continues(GivenPosition::new(position, id, warnings)))
    }

    fn read_engine_position(
        text: &str,
        chess960: bool,
        evaluator: Tapered,
    ) -> Option<Result<GivenPosition<Position>, UsageError>> {
        let rules = if chess960 { CastlingRules::Chess960 } else { CastlingRules::Unknown };
        let (_, read) = Epd::read_positions(text, rules, evaluator).next()?;
        Some(read.map(given).map(GivenLine::end).map_err(UsageError::new))
    }

    fn unclaimed(&self) -> Option<Position> {
        self.without_claims()
    }

    fn engine_text(&self, mv: Move, chess960: bool) -> String {
        if chess960 { UciMove::from_chess960(mv).to_string() } else { self.machine_text(mv) }
    }

    fn drawing(&self) -> String {
        let board = self.chess().board();
        diagram(1, |square| board.piece_at(square).map_or('.', |piece| piece.char()).to_string())
    }

    fn value_story(&self) -> ValueStory {
        let ValueParts { tables, turn, network, endings } = self.value_parts();
        let parts = [
            ("tables", Some(tables)),
            ("network", network),
            ("turn", Some(turn)),
            ("endings", Some(endings)),
        ];
        let pieces = self.piece_worths().into_iter().map(|(square, piece, worth)| PieceWorth {
            square: square.to_string(),
            piece: piece.char(),
            worth: worth.map(i64::from),
        });
        ValueStory {
            parts: parts.map(|(name, cp)| (name, cp.map(i64::from))).to_vec(),
            pieces: pieces.collect(),
        }
    }

    fn line_gain(&self, line: &[Move]) -> Option<MaterialGain> {
        gain_of_line(self.chess(), line).and_then(|found| material_gain(&found))
    }

    fn pawns_offered(&self, mv: Move) -> i64 {
        i64::from(-see(self.chess(), mv) / 100)
    }

    fn piece_moved(&self, mv: Move) -> Option<String> {
        Some(format!("the {} on {}", piece(mv.role()), mv.from()?))
    }

    fn causes(&self, asked: &CauseQuestion<Move>, trials: &mut Trials) -> Causes<Move> {
        causes(self, asked, trials)
    }

    fn check(
        given: &GivenPosition<Position>,
        claim: &str,
        trials: &mut Trials,
    ) -> Option<Result<Judgement, UsageError>> {
        Some(check(given, claim, trials).map_err(UsageError::new))
    }

    fn drawing_with_worths(&self, pieces: &[PieceWorth]) -> String {
        diagram(WORTH_WIDTH, |square| {
            let name = square.to_string();
            match pieces.iter().find(|piece| piece.square == name) {
                None => ".".to_string(),
                Some(PieceWorth { piece, worth: None, .. }) => piece.to_string(),
                Some(PieceWorth { piece, worth: Some(cp), .. }) => {
                    format!("{piece} {:>6}", Score::Cp(*cp))
                }
            }
        })
    }

    fn seat(&self) -> usize {
        usize::from(self.chess().turn().is_black())
    }

    /// The usual first position after some random moves.
    fn random_start(seed: u64, evaluator: Tapered) -> Position {
        let mut random = Random::new(seed);
        loop {
            let mut position = Position::new(Chess::default(), evaluator.clone());
            for _ in 0..RANDOM_PLIES {
                let moves = position.legal_moves();
                if let Some(mv) = random.pick(&moves) {
                    position.play(mv);
                }
            }
            if position.outcome(&Past::default()).is_none() {
                return position;
            }
        }
    }

    /// EPD; a FEN, or `startpos`, is one too. Lines that start with `#` are comments.
    fn read_lines(
        text: &str,
        evaluator: Tapered,
    ) -> impl Iterator<Item = (usize, Result<TestPosition<Position>, UsageError>)> {
        let read = Epd::read_all_with(text, evaluator);
        read.map(|(number, epd)| (number, epd.map(TestPosition::from).map_err(UsageError::new)))
    }

    fn read_given_lines(
        text: &str,
        evaluator: Tapered,
    ) -> impl Iterator<Item = (usize, Result<GivenLine<Position>, UsageError>)> {
        let read = Epd::read_positions(text, CastlingRules::Unknown, evaluator);
        let told = |read| {
            let line = given(read);
            GivenLine { start: that_continues(line.start), ..line }
        };
        read.map(move |(number, read)| (number, read.map(told).map_err(UsageError::new)))
    }
}

/// A position as programs and sites write it.
fn read_written(
    text: &str,
    rules: CastlingRules,
    evaluator: Tapered,
) -> Result<GivenLine<Position>, UsageError> {
    match Epd::parse_position(text, rules, evaluator.clone()) {
        Ok(read) => Ok(given(read)),
        // Somebody who writes a position alone knows FEN, and not what may stand behind it in a suite.
        Err(EpdError::OtherText { .. }) => {
            let (position, warnings) =
                Position::from_fen_under(text, rules, evaluator).map_err(UsageError::new)?;
            Ok(GivenPosition::new(position, None, texts(&warnings)).into())
        }
        Err(error) => Err(UsageError::new(error)),
    }
}

/// The position of a line with its moves, and a warning for each thing said of it that cannot be read.
fn given((epd, faults): (Epd, Vec<EpdError>)) -> GivenLine<Position> {
    let Epd { start, moves, id, warnings, .. } = epd;
    let mut warnings = texts(&warnings);
    warnings.extend(faults.iter().map(|fault| format!("{fault}; that is ignored")));
    GivenLine { start: GivenPosition::new(start, id, warnings), moves }
}

/// A position after fifty moves without a capture or a pawn move: nobody has claimed the draw, or there would be
/// nothing to ask about it.
fn that_continues(mut given: GivenPosition<Position>) -> GivenPosition<Position> {
    let unclaimed = given.position.without_claims().filter(|_| given.position.is_fifty_moves());
    if let Some(position) = unclaimed {
        given.warnings.push(CLAIM.to_string());
        (given.position, given.is_claimable) = (position, true);
    }
    given
}

/// Tells what a line wins. A pawn that promotes is no queen that is won.
fn material_gain(found: &LineGain) -> Option<MaterialGain> {
    let pawns = i64::from(found.gain.points());
    let text = match (found.promotes && pawns.abs() >= PROMOTED, pawns > 0) {
        (true, true) => "promotes a pawn".to_string(),
        (true, false) => "lets a pawn promote".to_string(),
        (false, true) => format!("wins {}", found.gain.words()?),
        (false, false) => format!("loses {}", found.gain.words()?),
    };
    Some(MaterialGain { pawns, text, plies: found.plies })
}

impl From<TableVerdict> for TableStory {
    fn from(verdict: TableVerdict) -> TableStory {
        let text = verdict.to_string();
        let wdl = match verdict.wdl {
            Wdl::Win => "win",
            Wdl::CursedWin => "cursed-win",
            Wdl::Draw => "draw",
            Wdl::BlessedLoss => "blessed-loss",
            Wdl::Loss => "loss",
        };
        let dtz = verdict.dtz.map(|dtz| i32::from(dtz.ignore_rounding()));
        let dtz_rounded = verdict.dtz.is_some_and(|dtz| dtz.precise().is_none());
        TableStory { table: verdict.table, wdl, dtz, dtz_rounded, text }
    }
}

impl From<Epd> for TestPosition<Position> {
    fn from(epd: Epd) -> TestPosition<Position> {
        let Epd { position, warnings, id, best, avoid, mate, points, .. } = epd;
        let given = GivenPosition::new(position, id, texts(&warnings));
        TestPosition { given, expected: Expected { best, avoid, mate, points } }
    }
}

/// How wide a square is that holds a piece and its worth.
const WORTH_WIDTH: usize = 8;

/// The board seen from White's side, what `square` says of each square in columns of this width.
fn diagram(width: usize, square: impl Fn(Square) -> String) -> String {
    let line = |cells: [String; 8]| {
        let cells = cells.map(|cell| format!("{cell:<width$}"));
        cells.join(" ").trim_end().to_string()
    };
    let row = |rank: Rank| line(File::ALL.map(|file| square(Square::from_coords(file, rank))));
    let rows = Rank::ALL.iter().rev().map(|&rank| format!("{}  {}", rank.char(), row(rank)));
    let files = line(File::ALL.map(|file| file.char().to_string()));
    format!("{}\n\n   {files}", rows.collect::<Vec<_>>().join("\n"))
}

fn texts(warnings: &[FenWarning]) -> Vec<String> {
    warnings.iter().map(FenWarning::to_string).collect()
}
