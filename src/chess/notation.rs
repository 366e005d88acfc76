//! Moves, numbers of moves and endings as text. Moves are written as UCI and SAN, and read in any
//! form that fits exactly one legal move.

use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, Color, File, Move, Position as _, Rank, Role, Square};

use super::evaluation::Evaluation;
use super::position::Position;
use crate::game::{Evaluate, Game as _, MoveTextError, Notation, Past};
use crate::loose_text::plain;
use crate::value::Player;

impl<E: Evaluation> Notation for Position<E> {
    const NAME: &'static str = "chess";

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::Max => "White",
            Player::Min => "Black",
        }
    }

    /// UCI: castling as the king's move (`e1g1`), in Chess960 as king takes own rook (`e1h1`).
    fn machine_text(&self, mv: Move) -> String {
        UciMove::from_move(mv, self.castling_mode()).to_string()
    }

    /// In Chess960 castling is written otherwise.
    fn is_variant(&self) -> bool {
        self.castling_mode().is_chess960()
    }

    /// SAN, with `+` for check and `#` for mate.
    fn human_text(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess.clone(), mv).to_string()
    }

    fn move_number(&self, starts_line: bool) -> Option<String> {
        let number = self.chess.fullmoves();
        match self.chess.turn() {
            Color::White => Some(format!("{number}.")),
            Color::Black => starts_line.then(|| format!("{number}...")),
        }
    }

    fn ending(&self, past: &Past<'_>) -> String {
        let drawn = |why: &str| format!("{why}, a draw");
        if self.chess.is_checkmate() {
            let winner = self.chess.turn().fold_wb(Player::Min, Player::Max);
            format!("checkmate, {} has won", Self::player_name(winner))
        } else if self.chess.is_stalemate() {
            drawn("stalemate")
        } else if self.chess.is_insufficient_material() {
            drawn("neither side has enough material to mate")
        } else if self.is_fifty_moves() {
            drawn("fifty moves without a capture or a pawn move")
        } else {
            match past.occurrences(self.key(), self.halfmoves() as usize) {
                (in_history, in_search) if in_history + in_search >= 2 => {
                    drawn("the position has occurred for the third time")
                }
                (_, 1) => drawn("the position has occurred twice, which is enough for a search"),
                _ => known(self),
            }
        }
    }

    /// Reads UCI, SAN and long algebraic notation (`Nd4-e6`, `e7xf8N+`), castling also as king
    /// takes rook. Marks such as `+` and `!`, and `x`, `-` and `=`, may be left out; but if there
    /// is an `x`, the move must be a capture.
    fn read_move(&self, text: &str) -> Result<Move, MoveTextError> {
        self.find_move(text).map_err(|error| match self.with_capital(text) {
            Some(mv) => MoveTextError::Probably(self.human_text(mv)),
            None => error,
        })
    }

    /// FEN.
    fn describe(&self) -> String {
        self.fen()
    }

    fn read(text: &str, evaluator: E) -> Option<Self> {
        Position::from_fen_with(text, evaluator).ok().map(|(position, _)| position)
    }
}

impl<E: Evaluation> Position<E> {
    /// The move that is meant where the name of a piece begins with a small letter: `nf3`.
    fn with_capital(&self, text: &str) -> Option<Move> {
        let letter = text.chars().next().filter(|first| "kqrbn".contains(*first))?;
        self.find_move(&format!("{}{}", letter.to_ascii_uppercase(), &text[1..])).ok()
    }

    fn find_move(&self, text: &str) -> Result<Move, MoveTextError> {
        // As the standard writes it, nearly always; that takes a tenth of the time.
        let san = San::from_ascii(text.as_bytes()).ok();
        if let Some(mv) = san.and_then(|san| san.to_move(&self.chess).ok()) {
            return Ok(mv);
        }
        let pattern = Pattern::parse(text).ok_or(MoveTextError::Unreadable)?;
        let legal = self.chess.legal_moves();
        let fitting = |fits: &dyn Fn(Move) -> bool| -> Vec<Move> {
            legal.iter().copied().filter(|&mv| fits(mv)).collect()
        };
        let mut found = fitting(&|mv| pattern.fits(mv));
        if found.is_empty() {
            // In Chess960 a king may castle to a square next to it, and could also just step
            // there. Then the text means the step.
            found = fitting(&|mv| pattern.is_castling_kings_way(mv));
        }
        match found[..] {
            [mv] => Ok(mv),
            [] => Err(MoveTextError::Illegal),
            _ => {
                let texts = found.iter().map(|&mv| self.human_text(mv));
                Err(MoveTextError::Ambiguous(texts.collect()))
            }
        }
    }
}

/// What endgame tables say of a position, in words.
fn known<E: Evaluation>(position: &Position<E>) -> String {
    if let Some(verdict) = position.evaluator().table_verdict(&position.chess) {
        return verdict.to_string();
    }
    let Some(value) = position.exact(&Past::default()) else {
        return "known from endgame tables that are missing here".to_string();
    };
    let result = match value.win() {
        None => "a draw".to_string(),
        Some((winner, plies)) => {
            let name = Position::<E>::player_name(winner);
            format!("{name} mates in {}", plies.div_ceil(2))
        }
    };
    format!("{result}, according to the endgame tables")
}

/// What a text says about a move.
enum Pattern {
    Castling(CastlingSide),
    Squares {
        /// `None` if the text names the square of departure instead.
        role: Option<Role>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
        says_capture: bool,
    },
}

impl Pattern {
    fn parse(text: &str) -> Option<Pattern> {
        let text = plain(text);
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        if let Some(side) = castling_side(text) {
            return Some(Pattern::Castling(side));
        }
        let text = without_remark(text).trim_end_matches([' ', '+', '#']);
        let says_capture = text.contains(['x', ':']);
        // The piece of a promotion may stand in brackets, or behind a stroke.
        let is_sign = |letter: &char| matches!(letter, 'x' | ':' | '-' | '=' | '/' | '(' | ')');
        let letters: Vec<char> = text.chars().filter(|letter| !is_sign(letter)).collect();
        let (role, rest) = match letters.split_first() {
            Some((&letter, rest)) if letter.is_ascii_uppercase() => {
                (Some(Role::from_char(letter)?), rest)
            }
            _ => (None, &letters[..]),
        };
        let (promotion, rest) = match rest.split_last() {
            Some((&letter, rest)) if letter.is_ascii_alphabetic() => {
                (Some(Role::from_char(letter)?), rest)
            }
            _ => (None, rest),
        };
        let (file, rank, to) = squares(rest)?;
        let is_from_known = file.is_some() && rank.is_some();
        let role = role.or((!is_from_known).then_some(Role::Pawn));
        Some(Pattern::Squares { role, file, rank, to, promotion, says_capture })
    }

    /// Whether the move fits the text. Castling fits as `O-O`, or as king takes rook.
    fn fits(&self, mv: Move) -> bool {
        match *self {
            Pattern::Castling(side) => mv.castling_side() == Some(side),
            Pattern::Squares { role, file, rank, to, promotion, says_capture } => {
                let Some(from) = mv.from() else { return false };
                let is_from_known = file.is_some() && rank.is_some();
                // A pawn's capture must name its file, and castling as king takes rook the king's
                // square.
                let is_named = match mv {
                    Move::Castle { .. } => is_from_known,
                    _ => file.is_some() || mv.role() != Role::Pawn || !mv.is_capture(),
                };
                is_named
                    && mv.to() == to
                    // Without the piece, the text may mean any promotion.
                    && promotion.is_none_or(|role| mv.promotion() == Some(role))
                    && role.is_none_or(|role| role == mv.role())
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && (!says_capture || mv.is_capture())
            }
        }
    }

    /// Whether the move is castling and the text gives the squares from and to which the king
    /// goes.
    fn is_castling_kings_way(&self, mv: Move) -> bool {
        let (
            Pattern::Squares { role, file, rank, to, promotion: None, says_capture: false },
            Some(side),
        ) = (self, mv.castling_side())
        else {
            return false;
        };
        let from = mv.from();
        role.is_none_or(|role| role == Role::King)
            && from.is_some()
            && *file == from.map(Square::file)
            && *rank == from.map(Square::rank)
            && from.is_some_and(|king| *to == Square::from_coords(side.king_to_file(), king.rank()))
    }
}

/// The side to which a text castles: `O-O` and `O-O-O`, with letters or noughts.
fn castling_side(text: &str) -> Option<CastlingSide> {
    let is_nought = |part: &str| matches!(part, "O" | "0" | "o");
    match text.split('-').collect::<Vec<_>>()[..] {
        ["OO"] => Some(CastlingSide::KingSide),
        ["OOO"] => Some(CastlingSide::QueenSide),
        [one, two] if [one, two].into_iter().all(is_nought) => Some(CastlingSide::KingSide),
        [one, two, three] if [one, two, three].into_iter().all(is_nought) => {
            Some(CastlingSide::QueenSide)
        }
        _ => None,
    }
}

/// A text without what other programs write behind a move: that it is en passant, or new (`Nf3N`), or that there
/// is a diagram (`Nf3D`). A letter behind a pawn's move to the last rank is a promotion.
fn without_remark(text: &str) -> &str {
    for remark in ["e.p.", "e.p", "ep"] {
        if let Some(rest) = text.strip_suffix(remark) {
            return rest.trim_end_matches(['/', ' ']);
        }
    }
    let Some(rest) = text.strip_suffix(['N', 'D']) else { return text };
    let is_of_piece = rest.starts_with(|first: char| first.is_ascii_uppercase());
    let is_inner = rest.ends_with(['2', '3', '4', '5', '6', '7']);
    let is_last = rest.ends_with(['1', '8']);
    if is_inner || is_of_piece && is_last { rest } else { text }
}

/// The square of departure, as far as it is given, and the square of arrival.
fn squares(letters: &[char]) -> Option<(Option<File>, Option<Rank>, Square)> {
    let (from, to) = letters.split_at_checked(letters.len().checked_sub(2)?)?;
    let to = match *to {
        [file, rank] => Square::from_coords(File::from_char(file)?, Rank::from_char(rank)?),
        _ => return None,
    };
    match *from {
        [] => Some((None, None, to)),
        [file, rank] => Some((Some(File::from_char(file)?), Some(Rank::from_char(rank)?), to)),
        [one] => match (File::from_char(one), Rank::from_char(one)) {
            (None, None) => None,
            (file, rank) => Some((file, rank, to)),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, text: &str) -> Option<String> {
        let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
        position.parse_move(text).map(|mv| position.machine_text(mv))
    }

    #[test]
    fn many_forms_name_a_move() {
        let fen = "r3k2r/P5P1/8/3pP3/2N1n3/8/1B6/R3K2R w KQkq d6 0 1";
        for (forms, uci) in [
            ("O-O 0-0 o-o O-O+ e1g1 e1h1 Ke1-g1 Ke1g1 0–0 O−O О-О OO", "e1g1"),
            ("O-O-O 0-0-0 e1c1 e1a1 0–0–0 0-O-0", "e1c1"),
            ("Nd6 Nd6! Nc4d6 Nc4-d6+ Ncd6 N4d6 c4d6 Nd6+?! ♘d6 ♞c4–d6‼ Nd6N Nd6D", "c4d6"),
            ("exd6 e5d6 e5xd6 exd6e.p. ed6 exd6+ exd6+e.p. exd6e.p.+! exd6ep e×d6 ♙exd6", "e5d6"),
            ("gxh8=Q gxh8Q g7xh8Q+ g7h8q gh8=Q gxh8/Q gxh8(Q) gxh8=(Q) gxh8=♕", "g7h8q"),
            ("g8=N g8N g7-g8N g7g8n g8/N g8(N)", "g7g8n"),
            ("Kd1 e1d1 Ke1-d1", "e1d1"),
        ] {
            for form in forms.split(' ') {
                assert_eq!(read(fen, form).as_deref(), Some(uci), "{form}");
            }
        }
    }

    #[test]
    fn texts_that_name_no_move_or_several() {
        let fen = "r3k2r/P5P1/8/3pP3/2N1n3/8/1B3N2/R3K2R w KQkq d6 0 1";
        for text in [
            "", " ", "+", "x", "e", "e9", "Kxd1", "Ke8", "g8", "g7g8", "d6", "Zd4", "0000", "e1e1",
            "O-O-O-O", "e7e8qq", "nd6", "@e4", "Q@e4", "é4", "Nd6e5c4", "Kg1", "g7g8k",
        ] {
            assert_eq!(read(fen, text), None, "{text}");
        }
        let two_rooks = "4k3/8/8/8/8/8/4K3/R6R w - - 0 1";
        assert_eq!(read(two_rooks, "Rd1"), None);
        assert_eq!(read(two_rooks, "Rad1").as_deref(), Some("a1d1"));
    }

    #[test]
    fn what_is_wrong_with_a_text_is_told() {
        let error = |fen: &str, text: &str| {
            let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
            position.read_move(text).expect_err(text).to_string()
        };
        let knights = "4k3/6P1/8/8/8/5N2/8/1N2K3 w - - 0 1";
        assert_eq!(error(knights, "Nd2"), "may be Nbd2 or Nfd2");
        assert_eq!(error(knights, "ng5"), "is not a move (did you mean Ng5?)");
        assert_eq!(error(knights, "nh8"), "is not written like a move", "no knight goes there");
        assert_eq!(error(knights, "Ke3"), "is not legal");
        assert_eq!(error(knights, "hello"), "is not written like a move");
        assert_eq!(error(knights, "g8"), "may be g8=Q+, g8=R+, g8=B or g8=N");
    }

    #[test]
    fn chess960_castling_is_king_takes_rook() {
        let fen = "4k3/8/8/8/8/8/8/5KR1 w G - 0 1";
        assert_eq!(read(fen, "f1g1").as_deref(), Some("f1g1"));
        assert_eq!(read(fen, "O-O").as_deref(), Some("f1g1"));
        let apart = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 1";
        assert_eq!(read(apart, "O-O").as_deref(), Some("f1h1"));
        let step = read(apart, "f1g1");
        assert_eq!(step.as_deref(), Some("f1g1"), "the plain step comes first");
        assert_eq!(read(apart, "f1c1").as_deref(), Some("f1a1"));
    }

    #[test]
    fn endings_name_the_rule() {
        for (fen, ending) in [
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                "checkmate, Black has won",
            ),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90", "checkmate, White has won"),
            ("k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "stalemate, a draw"),
            ("k7/8/8/8/8/8/8/KB6 b - - 0 1", "neither side has enough material to mate, a draw"),
            (
                "k7/8/8/8/8/8/8/KR6 b - - 100 90",
                "fifty moves without a capture or a pawn move, a draw",
            ),
            ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "White mates in 2, according to the endgame tables"),
            ("8/7k/8/5K2/8/8/8/R7 b - - 0 1", "White mates in 5, according to the endgame tables"),
            ("7k/8/8/8/7P/7K/8/8 w - - 0 1", "a draw, according to the endgame tables"),
        ] {
            let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(position.ending(&Past::default()), ending, "{fen}");
        }
    }

    /// What endgame tables know does not count if a rule has ended the game.
    #[test]
    fn a_position_that_came_back_is_drawn_for_that() {
        let third = "the position has occurred for the third time, a draw";
        let search = "the position has occurred twice, which is enough for a search, a draw";
        for fen in ["8/8/8/8/8/5k2/8/5K1R w - - 8 5", "k7/p7/8/8/8/8/8/KR6 b - - 12 90"] {
            let (position, _) = <Position>::from_fen(fen).unwrap_or_else(|error| panic!("{error}"));
            let key = position.key();
            let keys = [key, 1, 2, 3, key, 4, 5, 6];
            assert_eq!(position.ending(&Past::new(&keys, 8)), third, "{fen}");
            assert_eq!(position.ending(&Past::new(&keys, 2)), third, "{fen}");
            assert_eq!(position.ending(&Past::new(&keys[4..], 0)), search, "{fen}");
        }
    }
}
