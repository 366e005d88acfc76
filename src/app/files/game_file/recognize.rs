//! Games where a position was expected.

use std::path::Path;

use crate::loose_text::is_space;

/// Whether a text begins as games in PGN do, and positions do not: with a tag or a numbered move, or with a comment
/// before other text.
pub fn begins_like_a_game(text: &str) -> bool {
    let text = text.trim_start_matches(is_space);
    let behind = behind_comments(text);
    let is_tag = behind.strip_prefix('[').is_some_and(|tag| {
        let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ':' | '=');
        let (name, value) = tag.split_once(is_between).unwrap_or((tag, ""));
        let is_fen = name.eq_ignore_ascii_case("FEN");
        !name.is_empty()
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
            && (is_fen || value.trim_start().starts_with('"') || is_unquoted_tag(name, value))
    });
    let behind_number = behind.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_commented = behind.len() < text.len() && !behind.is_empty();
    is_tag
        || is_commented
        || (behind_number.len() < behind.len() && behind_number.starts_with(['.', '…']))
}

/// Whether it is a tag of the standard whose quotes are missing.
fn is_unquoted_tag(name: &str, value: &str) -> bool {
    const NAMES: [&str; 9] =
        ["Event", "Site", "Date", "Round", "White", "Black", "Result", "SetUp", "Variant"];
    let line = value.lines().next().unwrap_or_default();
    NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) && line.contains(']')
}

/// The text behind the comments with which it begins: in braces, or lines behind a semicolon or a percent sign.
fn behind_comments(text: &str) -> &str {
    let mut rest = text;
    loop {
        let behind = match rest.as_bytes().first() {
            Some(b'{') => rest.split_once('}'),
            Some(b';' | b'%') => rest.split_once(['\n', '\r']),
            _ => None,
        };
        let Some((_, behind)) = behind else { return rest };
        rest = behind.trim_start_matches(is_space);
    }
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
        for text in [
            "[Event \"x\"]",
            "\u{feff}\n [White  \"\"]",
            "1. e4 e5",
            "1.e4",
            "12...Kd7",
            "{A note} e4",
            "; a\n1. e4",
            "{a}{b}\n[White \"c\"]",
            "[White A]\n",
            "[FEN 4k3/8]",
            "\u{200b}1. e4",
        ] {
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
            "{no end",
            "{nothing else}",
        ] {
            assert!(!begins_like_a_game(text), "{text}");
        }
        assert!(is_named_like_games("a b/Game.PGN") && !is_named_like_games("pgn"));
    }
}
