//! Games where a position was expected.

use std::path::Path;

/// Whether a text begins as games in PGN do, and positions do not: with a tag or a numbered move.
pub fn begins_like_a_game(text: &str) -> bool {
    let text = text.trim_start_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    let is_tag = text.strip_prefix('[').is_some_and(|tag| {
        let (name, value) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
        !name.is_empty()
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && value.trim_start().starts_with('"')
    });
    let behind_number = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    is_tag || (behind_number.len() < text.len() && behind_number.starts_with('.'))
}

/// Whether a name ends as those of files of games do.
pub fn is_named_like_games(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_positions_are_told_apart() {
        for text in ["[Event \"x\"]", "\u{feff}\n [White  \"\"]", "1. e4 e5", "1.e4", "12...Kd7"] {
            assert!(begins_like_a_game(text), "{text}");
        }
        for text in [
            "",
            "startpos",
            "8/8/8/8/8/8/8/K1k5 w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id \"1. e4\";",
            "[]",
            "[junqi]",
            ". e4",
            "1 e4",
            "# 1. e4",
        ] {
            assert!(!begins_like_a_game(text), "{text}");
        }
        assert!(is_named_like_games("a b/Game.PGN") && !is_named_like_games("pgn"));
    }
}
