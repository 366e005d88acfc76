//! Positions as text: FEN, with the two ways to write the castling rights of Chess960.

use std::fmt;

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{
    Bitboard, Chess, Color, EnPassantMode, Position as _, PositionError, PositionErrorKinds, Setup,
};
use thiserror::Error;

use super::board_fault::BoardFault;
use super::castling::{self, CastlingRules};
use super::evaluation::Evaluation;
use super::position::Position;
use super::quote::quoted;
use crate::loose_text::is_space;

/// Why a text cannot be read as a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FenError {
    /// The text is blank.
    #[error("the FEN is empty; it needs board, turn, castling rights and en passant square")]
    Empty,
    /// Nothing that looks like a board: a name, a move, an address.
    #[error(
        "{0} is not a position: give startpos, or a FEN such as 8/8/4k3/8/2p1P3/2P1K3/8/8 w - - 0 1"
    )]
    NoBoard(String),
    /// Fields that no FEN has.
    #[error(
        "FEN {fen} has {count} fields, of which the last cannot be read; a FEN has board, turn, castling \
         rights, en passant square, and perhaps halfmove clock and move number, separated by spaces"
    )]
    Fields {
        /// The text as given, shortened.
        fen: String,
        /// How many fields it has.
        count: usize,
    },
    /// The first field does not describe a board.
    #[error("FEN board {field} {fault}")]
    Board {
        /// The field as given, shortened.
        field: String,
        /// What is wrong with it.
        fault: BoardFault,
    },
    /// The second field is neither `w` nor `b`.
    #[error("FEN turn {0} must be w or b")]
    Turn(String),
    /// The third field does not give castling rights.
    #[error("FEN castling rights {0} must be -, or letters KQkq, or the files of rooks like HAha")]
    Castling(String),
    /// The fourth field is neither a square nor `-`.
    #[error("FEN en passant square {0} must be - or a square like e3")]
    EnPassant(String),
    /// The fifth field is not a number.
    #[error("FEN halfmove clock {0} must be a whole number, zero or more")]
    HalfmoveClock(String),
    /// The sixth field is not a number.
    #[error("FEN move number {0} must be a whole number, zero or more")]
    MoveNumber(String),
    /// The FEN has pockets, promotion marks or check counters, as chess variants do.
    #[error("FEN {0} belongs to a chess variant; only chess and Chess960 are played here")]
    Variant(String),
    /// The rules do not allow the position.
    #[error("FEN {fen} is not a legal position: {reason}")]
    Illegal {
        /// The text as given, shortened.
        fen: String,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// A mistake in a FEN that was tolerated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenWarning {
    /// Some of these castling rights, quoted, lack their king or rook on its square. They are
    /// dropped.
    CastlingRights(String),
    /// No pawn has just passed this en passant square, quoted. It is dropped.
    EnPassantSquare(String),
    /// This many of the first four fields are missing, the last ones. White is to move then, and
    /// there are no castling rights and no en passant square.
    MissingFields(usize),
    /// There are more pieces than any game can produce. They stay on the board.
    TooMuchMaterial,
}

impl fmt::Display for FenWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenWarning::CastlingRights(field) => {
                write!(
                    f,
                    "castling rights {field} do not fit the board; only those that do count \
                     (in Chess960, name the files of the rooks: HAha)"
                )
            }
            FenWarning::EnPassantSquare(field) => {
                write!(f, "en passant square {field} does not fit the board and is ignored")
            }
            FenWarning::MissingFields(count) => {
                let assumed = ["White to move", "no castling rights", "no en passant square"];
                let assumed = assumed[3_usize.saturating_sub(*count)..].join(", ");
                write!(
                    f,
                    "the FEN ends after the board or the fields behind it; read as: {assumed}"
                )
            }
            FenWarning::TooMuchMaterial => f.write_str("no game can lead to this much material"),
        }
    }
}

/// What happens to positions with a check that no last move can have given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ImpossibleCheck {
    /// They are refused as illegal.
    Refused,
    /// They are allowed: move generators are tested with such positions.
    Allowed,
}

impl<E: Evaluation> Position<E> {
    /// Reads `startpos`, or a FEN of chess or Chess960 (X-FEN or Shredder-FEN) with or without
    /// its clocks. Of the four fields before them all but the board may be missing
    /// ([`FenWarning::MissingFields`]).
    ///
    /// It is a position of Chess960 as [`CastlingRules::Unknown`] tells. Mistakes that can be ignored are, with a
    /// [`FenWarning`] for each.
    ///
    /// # Errors
    ///
    /// [`FenError`] says why any other text is not a legal position.
    pub fn from_fen(text: &str) -> Result<(Self, Vec<FenWarning>), FenError>
    where
        E: Default,
    {
        Position::from_fen_with(text, E::default())
    }

    /// Reads as [`Position::from_fen`] does; the position is evaluated by `evaluator`.
    ///
    /// # Errors
    ///
    /// As [`Position::from_fen`].
    pub fn from_fen_with(text: &str, evaluator: E) -> Result<(Self, Vec<FenWarning>), FenError> {
        Position::from_fen_under(text, CastlingRules::Unknown, evaluator)
    }

    /// Reads as [`Position::from_fen_with`] does a text of which it is known whether it is of Chess960.
    ///
    /// # Errors
    ///
    /// As [`Position::from_fen`].
    pub fn from_fen_under(
        text: &str,
        rules: CastlingRules,
        evaluator: E,
    ) -> Result<(Self, Vec<FenWarning>), FenError> {
        let (chess, warnings) = read(text, rules, ImpossibleCheck::Refused)?;
        Ok((Position::new(chess, evaluator), warnings))
    }

    /// The FEN of the position. [`Position::from_fen`] reads it back as an equal position. The
    /// castling rights of Chess960 are named by files; without any castling rights left, the FEN
    /// is that of ordinary chess. The en passant square is given only if a capture on it is legal.
    pub fn fen(&self) -> String {
        let fen = Fen::from_position(&self.chess, EnPassantMode::Legal).to_string();
        let castles = self.chess.castles();
        if castles.mode().is_standard() || castles.is_empty() {
            return fen;
        }
        let rights = shredder_rights(castles.castling_rights());
        let replaced = fen.split(' ').enumerate().map(|(index, field)| match index {
            2 => rights.as_str(),
            _ => field,
        });
        replaced.collect::<Vec<_>>().join(" ")
    }
}

/// The fields before the halfmove clock and the move number.
const CLOCKS_BEGIN: usize = 4;

/// Reads a position as [`Position::from_fen`] does.
pub(super) fn read(
    text: &str,
    rules: CastlingRules,
    impossible_check: ImpossibleCheck,
) -> Result<(Chess, Vec<FenWarning>), FenError> {
    let mut fields: Vec<&str> = text.split(is_space).filter(|field| !field.is_empty()).collect();
    for (field, unknown) in fields.iter_mut().skip(CLOCKS_BEGIN).zip(["0", "1"]) {
        // Suites write so what they do not know.
        if *field == "-" {
            *field = unknown;
        }
    }
    match fields[..] {
        [] => Err(FenError::Empty),
        ["startpos"] => Ok((Chess::default(), Vec::new())),
        [first, ..] if !looks_like_a_board(first) => Err(FenError::NoBoard(quoted(text))),
        // To the rules library an underscore separates fields as well.
        _ if text.contains('_') => Err(FenError::Fields { fen: quoted(text), count: fields.len() }),
        [_] | [_, _] | [_, _, _] => {
            let missing = &["w", "-", "-"][fields.len() - 1..];
            let fields = [&fields[..], missing].concat();
            let (chess, mut warnings) = set_up(parse(&fields)?, &fields, rules, impossible_check)?;
            warnings.insert(0, FenWarning::MissingFields(missing.len()));
            Ok((chess, warnings))
        }
        [_, _, _, _] | [_, _, _, _, _] | [_, _, _, _, _, _] => {
            let setup = parse(&fields)?;
            set_up(setup, &fields, rules, impossible_check)
        }
        _ => Err(FenError::Fields { fen: quoted(text), count: fields.len() }),
    }
}

/// Whether somebody may have meant a board by a text; what is wrong with it is told then.
fn looks_like_a_board(text: &str) -> bool {
    let slashes = text.matches('/').count();
    slashes == 7
        || slashes > 0 && text.chars().all(|letter| "KQRBNPkqrbnp0123456789/".contains(letter))
}

fn parse(fields: &[&str]) -> Result<Setup, FenError> {
    let text = fields.join(" ");
    let field = |index: usize| quoted(fields.get(index).copied().unwrap_or_default());
    let board = fields.first().copied().unwrap_or_default();
    let board_error = |fault| FenError::Board { field: quoted(board), fault };
    // The rules library takes a ninth rank for the pocket of a variant.
    if let Some(fault) = BoardFault::find(board) {
        return Err(board_error(fault));
    }
    let setup = Fen::from_ascii(text.as_bytes()).map_err(|error| match error {
        ParseFenError::InvalidBoard | ParseFenError::InvalidPocket => {
            board_error(BoardFault::Other)
        }
        ParseFenError::InvalidTurn => FenError::Turn(field(1)),
        ParseFenError::InvalidCastling => FenError::Castling(field(2)),
        ParseFenError::InvalidEpSquare => FenError::EnPassant(field(3)),
        ParseFenError::InvalidHalfmoveClock => FenError::HalfmoveClock(field(4)),
        ParseFenError::InvalidFullmoves => FenError::MoveNumber(field(5)),
        ParseFenError::InvalidFen | ParseFenError::InvalidRemainingChecks => {
            FenError::Fields { fen: quoted(&text), count: fields.len() }
        }
    })?;
    let setup = setup.into_setup();
    let is_variant =
        setup.pockets.is_some() || setup.remaining_checks.is_some() || setup.promoted.any();
    if is_variant { Err(FenError::Variant(quoted(&text))) } else { Ok(setup) }
}

fn set_up(
    mut setup: Setup,
    fields: &[&str],
    rules: CastlingRules,
    impossible_check: ImpossibleCheck,
) -> Result<(Chess, Vec<FenWarning>), FenError> {
    let castling = fields.get(2).copied().unwrap_or_default();
    let rights = castling::fitting(&setup.board, castling, rules);
    setup.castling_rights = rights.rooks;
    let error = match setup.position::<Chess>(rights.mode) {
        Ok(chess) => return Ok((chess, warnings_of(None, rights.are_all, fields))),
        Err(error) => error,
    };
    let warnings = warnings_of(Some(error.kinds()), rights.are_all, fields);
    let mut relaxed = error
        .ignore_invalid_castling_rights()
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_too_much_material);
    if impossible_check == ImpossibleCheck::Allowed {
        relaxed = relaxed.or_else(PositionError::ignore_impossible_check);
    }
    match relaxed {
        Ok(chess) => Ok((chess, warnings)),
        Err(error) => {
            Err(FenError::Illegal { fen: quoted(&fields.join(" ")), reason: reason(error.kinds()) })
        }
    }
}

/// A warning for each fault that is tolerated, castling rights that were dropped before included.
fn warnings_of(
    kinds: Option<PositionErrorKinds>,
    all_rights_fit: bool,
    fields: &[&str],
) -> Vec<FenWarning> {
    let kinds = kinds.unwrap_or(PositionErrorKinds::empty());
    let field = |index: usize| quoted(fields.get(index).copied().unwrap_or_default());
    let mut warnings = Vec::new();
    if !all_rights_fit || kinds.contains(PositionErrorKinds::INVALID_CASTLING_RIGHTS) {
        warnings.push(FenWarning::CastlingRights(field(2)));
    }
    if kinds.contains(PositionErrorKinds::INVALID_EP_SQUARE) {
        warnings.push(FenWarning::EnPassantSquare(field(3)));
    }
    if kinds.contains(PositionErrorKinds::TOO_MUCH_MATERIAL) {
        warnings.push(FenWarning::TooMuchMaterial);
    }
    warnings
}

/// The most serious fault, as an explanation.
fn reason(kinds: PositionErrorKinds) -> &'static str {
    let reasons = [
        (PositionErrorKinds::EMPTY_BOARD, "the board is empty; each side needs a king"),
        (PositionErrorKinds::MISSING_KING, "a king is missing; each side needs one"),
        (PositionErrorKinds::TOO_MANY_KINGS, "a side has more than one king"),
        (PositionErrorKinds::PAWNS_ON_BACKRANK, "a pawn stands on the first or last rank"),
        (
            PositionErrorKinds::OPPOSITE_CHECK,
            "the side that has just moved is in check; is it the other side's turn?",
        ),
        (PositionErrorKinds::IMPOSSIBLE_CHECK, "no last move can have given this check"),
    ];
    let worst = reasons.into_iter().find(|&(kind, _)| kinds.contains(kind));
    worst.map_or("the rules of chess are violated", |(_, reason)| reason)
}

/// Castling rights as the files of the rooks: White's first, from the h-file to the a-file.
fn shredder_rights(rooks: Bitboard) -> String {
    let of = |color: Color| {
        let files = (rooks & color.backrank()).into_iter().rev().map(|rook| rook.file());
        files.map(move |file| if color.is_white() { file.upper_char() } else { file.char() })
    };
    of(Color::White).chain(of(Color::Black)).collect()
}

#[cfg(test)]
mod tests {
    use shakmaty::CastlingMode;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn read_back(text: &str) -> (String, Vec<FenWarning>) {
        let (position, warnings) = <Position>::from_fen(text).unwrap_or_else(|e| panic!("{e}"));
        (position.fen(), warnings)
    }

    fn error(text: &str) -> FenError {
        <Position>::from_fen(text).expect_err(text)
    }

    #[test]
    fn reads_what_it_writes() {
        for fen in [
            START,
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            "8/8/8/4B2b/6nN/8/5P2/2R1K2k w C - 3 17",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ] {
            assert_eq!(read_back(fen), (fen.to_string(), vec![]));
        }
    }

    #[test]
    fn clocks_may_be_missing_and_spaces_many() {
        assert_eq!(read_back("startpos").0, START);
        assert_eq!(read_back(&START[..START.len() - 4]).0, START);
        let spaced = format!("  {}\t ", START.replace(' ', "   "));
        assert_eq!(read_back(&spaced).0, START);
        assert!(read_back("8/8/8/4k3/8/8/8/4K2R w - - 99999999999999 0").0.ends_with("5 1"));
        assert_eq!(read_back(&START.replace(' ', "\u{200b}\u{a0}")).0, START);
    }

    #[test]
    fn missing_fields_are_assumed_with_a_warning() {
        let board = "4k3/8/8/8/8/8/8/R3K3";
        for (text, fen, told) in [
            (board.to_string(), "w - -", "White to move, no castling rights, no en passant square"),
            (format!("{board} b"), "b - -", "read as: no castling rights, no en passant square"),
            (format!("{board} w Q"), "w Q -", "read as: no en passant square"),
        ] {
            let (read, warnings) = read_back(&text);
            assert_eq!(read, format!("{board} {fen} 0 1"));
            assert!(warnings[0].to_string().ends_with(told), "{}", warnings[0]);
        }
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 x"), FenError::Turn(_)));
    }

    #[test]
    fn castling_mode_follows_the_rights() {
        let mode = |text: &str| <Position>::from_fen(text).map(|(p, _)| p.castling_mode());
        let rooks = "r3k2r/8/8/8/8/8/8/R3K2R w";
        assert_eq!(mode(&format!("{rooks} KQkq -")), Ok(CastlingMode::Standard));
        assert_eq!(mode(&format!("{rooks} HAha -")), Ok(CastlingMode::Chess960));
        assert_eq!(mode("3k4/8/8/8/8/8/8/R2K3R w KQ -"), Ok(CastlingMode::Chess960));
        let (fen, warnings) = read_back("6k1/5ppp/8/8/8/8/5PPP/2R3K1 w KQkq - 0 1");
        assert_eq!(fen, "6k1/5ppp/8/8/8/8/5PPP/2R3K1 w - - 0 1");
        assert_eq!(warnings, [FenWarning::CastlingRights("\"KQkq\"".into())]);
    }

    #[test]
    fn three_faults_are_relaxed_with_a_warning_each() {
        let (fen, warnings) = read_back("4k3/8/8/8/8/8/8/4K3 w KQ e6");
        assert_eq!(fen, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
        let expected = [
            FenWarning::CastlingRights("\"KQ\"".into()),
            FenWarning::EnPassantSquare("\"e6\"".into()),
        ];
        assert_eq!(warnings, expected);
        let (_, warnings) = read_back("4k3/8/8/8/NNNNNNNN/NNN5/8/4K3 w - -");
        assert_eq!(warnings, [FenWarning::TooMuchMaterial]);
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(error(" \t"), FenError::Empty);
        for text in
            ["hello", "start", "e4", "games.pgn", "https://lichess.org/abcdefgh", "/dev/null", "."]
        {
            assert!(matches!(error(text), FenError::NoBoard(_)), "{text}");
        }
        for board in
            ["8/8/8/8/8/8/8", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR", "8/8/8/8/8/8/8/x b"]
        {
            assert!(matches!(error(board), FenError::Board { .. }), "{board}");
        }
        assert!(matches!(error(&format!("{START} x")), FenError::Fields { .. }));
        assert!(matches!(error(&START.replace(' ', "_")), FenError::Fields { .. }));
        assert_eq!(read_back(&START.replace("0 1", "- -")), (START.to_string(), vec![]));
        assert!(matches!(error("8/8/8/8/8/8/8 w - -"), FenError::Board { .. }));
        assert!(matches!(error("8/8/8/8/8/8/8/9 w - -"), FenError::Board { .. }));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 x - -"), FenError::Turn(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w XY -"), FenError::Castling(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w - e9"), FenError::EnPassant(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w - - -1"), FenError::HalfmoveClock(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w - - 0 x"), FenError::MoveNumber(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3[Q] w - -"), FenError::Variant(_)));
        assert!(matches!(error("4k3/8/8/8/8/8/8/4K3 w - - 3+3"), FenError::Variant(_)));
    }

    #[test]
    fn illegal_positions_say_why() {
        for (fen, part) in [
            ("8/8/8/8/8/8/8/8 w - -", "empty"),
            ("8/8/8/8/8/8/8/4K3 w - -", "missing"),
            ("4k3/8/8/8/8/8/8/3KK3 w - -", "more than one"),
            ("4k2P/8/8/8/8/8/8/4K3 w - -", "pawn"),
            ("4k3/8/8/8/8/8/8/4RK2 w - -", "has just moved"),
            ("3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - -", "last move"),
        ] {
            let message = error(fen).to_string();
            assert!(message.contains(part) && !message.contains('\n'), "{message}");
        }
    }
}
