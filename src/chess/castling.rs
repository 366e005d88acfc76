//! Castling rights as positions are written with them: which of them fit the board, and whether they are those of
//! ordinary chess or of Chess960.
//!
//! Many programs write `KQkq` whatever stands on the board. So such letters alone do
//! not make a position one of Chess960, where kings castle from other squares: that would add moves that the
//! game does not have.

use shakmaty::{Bitboard, Board, CastlingMode, CastlingSide, Color, File, Square};

/// What is known about the rules of castling before a position is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingRules {
    /// Nothing. It is Chess960 if the rights name files of rooks (`HAha`), or if all rights fit and both
    /// kings stand on one file, which is not the e-file.
    #[default]
    Unknown,
    /// The text comes with the word that this is ordinary chess.
    Standard,
    /// The text comes with the word that this is Chess960.
    Chess960,
}

/// Castling rights that fit a board.
pub(super) struct FittingRights {
    pub mode: CastlingMode,
    /// The rooks that may castle.
    pub rooks: Bitboard,
    /// Whether that is all that were written.
    pub are_all: bool,
}

/// The rights in the third field of a FEN, as far as they fit.
pub(super) fn fitting(board: &Board, field: &str, rules: CastlingRules) -> FittingRights {
    let standard = fitting_in(board, field, CastlingMode::Standard);
    let chess960 = fitting_in(board, field, CastlingMode::Chess960);
    let names_files = field.chars().any(|letter| matches!(letter.to_ascii_lowercase(), 'a'..='h'));
    let is_chess960 = match rules {
        // The moves are the same, and the position is one that both know.
        CastlingRules::Chess960 | CastlingRules::Unknown if standard.are_all && !names_files => {
            false
        }
        CastlingRules::Standard => names_files && !standard.are_all,
        CastlingRules::Chess960 => true,
        CastlingRules::Unknown => names_files || chess960.are_all && begins_as_chess960(board),
    };
    let rights = if is_chess960 { chess960 } else { standard };
    match rights.rooks.is_empty() {
        true => FittingRights { mode: CastlingMode::Standard, ..rights },
        false => rights,
    }
}

/// Whether both kings stand where those of ordinary chess never do together, and those of Chess960 often.
fn begins_as_chess960(board: &Board) -> bool {
    let files = Color::ALL.map(|color| board.king_of(color).map(Square::file));
    files[0] == files[1] && files[0].is_some_and(|file| file != File::E)
}

fn fitting_in(board: &Board, field: &str, mode: CastlingMode) -> FittingRights {
    let letters = field.chars().filter(|letter| letter.is_ascii_alphabetic());
    let found: Vec<Option<Square>> =
        letters.map(|letter| castling_rook(board, letter, mode)).collect();
    let rooks = found.iter().flatten().copied().collect();
    FittingRights { mode, rooks, are_all: found.iter().all(Option::is_some) }
}

/// The rook that a letter of the field means; `None` where it does not fit the board.
fn castling_rook(board: &Board, letter: char, mode: CastlingMode) -> Option<Square> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let king = board.king_of(color).filter(|king| king.rank() == color.backrank())?;
    let rooks = board.rooks() & board.by_color(color) & Bitboard::from_rank(color.backrank());
    let outermost = |side: CastlingSide| match side {
        CastlingSide::KingSide => rooks.last().filter(|&rook| rook > king),
        CastlingSide::QueenSide => rooks.first().filter(|&rook| rook < king),
    };
    let rook = match letter.to_ascii_lowercase() {
        'k' => outermost(CastlingSide::KingSide)?,
        'q' => outermost(CastlingSide::QueenSide)?,
        file => Square::from_coords(File::from_char(file)?, color.backrank()),
    };
    let is_usual = king.file() == File::E && matches!(rook.file(), File::A | File::H);
    (rooks.contains(rook) && (is_usual || mode.is_chess960())).then_some(rook)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(board: &str, field: &str, rules: CastlingRules) -> String {
        let board = Board::from_ascii_board_fen(board.as_bytes()).expect("a board");
        let FittingRights { mode, rooks, are_all } = fitting(&board, field, rules);
        let rooks: Vec<String> = rooks.into_iter().map(|square| square.to_string()).collect();
        let mode = if mode.is_chess960() { "960" } else { "usual" };
        format!("{mode} {}{}", rooks.join(" "), if are_all { "" } else { " dropped" })
    }

    #[test]
    fn letters_alone_make_no_chess960() {
        let unknown = CastlingRules::Unknown;
        for (board, field, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R", "KQkq", "usual a1 h1 a8 h8"),
            ("r3k2r/8/8/8/8/8/8/R3K2R", "-", "usual "),
            ("6k1/5ppp/8/8/8/8/5PPP/2R3K1", "KQkq", "usual  dropped"),
            ("4k3/8/8/8/8/8/8/R3K1R1", "KQ", "usual a1 dropped"),
            ("4k3/8/8/8/8/8/8/R3K3", "KQ", "usual a1 dropped"),
            ("4k3/8/8/8/8/8/8/R2K3R", "KQ", "usual  dropped"),
            // Kings on one file, all rights fit.
            ("bqnrnkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNRNKRB", "KQkq", "960 d1 g1 d8 g8"),
            ("r5k1/8/8/8/8/8/8/5RK1", "Qq", "960 f1 a8"),
            ("r5k1/8/8/8/8/8/8/5RK1", "KQkq", "usual  dropped"),
            // Files are named.
            ("r3k2r/8/8/8/8/8/8/R3K2R", "HAha", "960 a1 h1 a8 h8"),
            ("4k3/8/8/8/8/8/8/R2K3R", "HB", "960 h1 dropped"),
            ("4k3/8/8/8/8/8/4K3/R6R", "HA", "usual  dropped"),
        ] {
            assert_eq!(told(board, field, unknown), expected, "{board} {field}");
        }
    }

    #[test]
    fn the_word_of_a_tag_counts() {
        let apart = "3k4/8/8/8/8/8/8/R3KR2";
        assert_eq!(told(apart, "KQ", CastlingRules::Unknown), "usual a1 dropped");
        assert_eq!(told(apart, "KQ", CastlingRules::Chess960), "960 a1 f1");
        let one_file = "r5k1/8/8/8/8/8/8/5RK1";
        assert_eq!(told(one_file, "Qq", CastlingRules::Standard), "usual  dropped");
        assert_eq!(told(one_file, "Fa", CastlingRules::Standard), "960 f1 a8");
        let usual = "r3k2r/8/8/8/8/8/8/R3K2R";
        assert_eq!(told(usual, "HAha", CastlingRules::Standard), "usual a1 h1 a8 h8");
        assert_eq!(told(usual, "KQkq", CastlingRules::Chess960), "usual a1 h1 a8 h8");
    }
}
