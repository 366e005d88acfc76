//! Positions as programs and sites write them, as the line of EPD that they mean: what engines are told, addresses of
//! pages that carry a FEN, rows of the puzzles of lichess.org.

use std::borrow::Cow;

use super::super::fen::FenError;
use super::super::quote::quoted;
use crate::loose_text::is_space;

/// Quotation marks, and those that end such a quotation.
const QUOTES: [(char, &str); 9] = [
    ('"', "\""),
    ('\'', "'"),
    ('`', "`"),
    ('“', "”\""),
    ('„', "“”\""),
    ('”', "”"),
    ('‘', "’'"),
    ('«', "»"),
    ('»', "«"),
];

/// What addresses call variants that are not played here.
const VARIANTS: [&str; 9] = [
    "antichess",
    "atomic",
    "bughouse",
    "crazyhouse",
    "horde",
    "kingofthehill",
    "racingkings",
    "threecheck",
    "3check",
];

/// How many ranks a board has.
const RANKS: usize = 8;

/// The line of EPD that a text means; the text itself where it is one already, or nothing that is known.
///
/// # Errors
///
/// [`FenError::Variant`] for the address of a position of a variant.
pub(super) fn as_epd(text: &str) -> Result<Cow<'_, str>, FenError> {
    let trimmed = text.trim_matches(is_space);
    if let Some(row) = row(trimmed) {
        return Ok(Cow::Owned(row));
    }
    let bare = without_quotes(without_names(trimmed));
    let bare = match bare {
        Cow::Borrowed(text) => Cow::Borrowed(without_names(text)),
        Cow::Owned(text) => Cow::Owned(without_names(&text).to_string()),
    };
    let end = bare.find(is_space).unwrap_or(bare.len());
    let (word, rest) = bare.split_at(end);
    match written_in_one(word)? {
        Some(fen) => Ok(Cow::Owned(format!("{fen}{rest}"))),
        None => Ok(bare),
    }
}

/// The text behind what names a position: `position fen`, `FEN:`, `[FEN`.
fn without_names(text: &str) -> &str {
    let mut text = match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(tag) if named(tag, "fen").is_some() => tag,
        _ => text,
    };
    for name in ["position", "fen"] {
        text = named(text, name).unwrap_or(text);
    }
    text
}

/// The text behind this name, if it begins with it.
fn named<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let start = text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name))?;
    let behind = text.strip_prefix(start)?;
    let is_name = |next: char| is_space(next) || matches!(next, ':' | '=' | '"');
    let is_mark = |next: char| is_space(next) || matches!(next, ':' | '=');
    behind.starts_with(is_name).then(|| behind.trim_start_matches(is_mark))
}

/// The text without the quotation marks around its beginning.
fn without_quotes(text: &str) -> Cow<'_, str> {
    let Some((open, ends)) =
        QUOTES.iter().find_map(|(open, ends)| Some((text.strip_prefix(*open)?, ends)))
    else {
        return Cow::Borrowed(text);
    };
    match open.split_once(|letter| ends.contains(letter)) {
        None => Cow::Borrowed(open),
        Some((inner, rest)) if rest.trim_matches(is_trailing).is_empty() => {
            Cow::Borrowed(inner.trim_matches(is_space))
        }
        Some((inner, rest)) => {
            Cow::Owned(format!("{} {}", inner.trim_matches(is_space), rest.trim()))
        }
    }
}

/// What stands behind a quotation that was copied out of a list.
fn is_trailing(letter: char) -> bool {
    is_space(letter) || matches!(letter, ',' | ';')
}

/// The fields of a FEN that are written as one word, with spaces between them: with underscores, in the codes of
/// addresses, or as part of an address. `None` if the word is none of these.
fn written_in_one(word: &str) -> Result<Option<String>, FenError> {
    if let Some(path) = address(word) {
        return fen_of_address(path);
    }
    let plain = decoded(word);
    let is_fen = plain.matches('/').count() == RANKS - 1;
    let is_joined =
        word.contains(['_', '%']) || ["+w+", "+b+"].iter().any(|turn| word.contains(turn));
    Ok((is_fen && is_joined).then(|| spaced(&plain)))
}

/// The path of an address with what stands behind it; `None` if the word is none.
fn address(word: &str) -> Option<&str> {
    let behind = word.split_once("://").map(|(_, behind)| behind);
    let (host, path) = behind.unwrap_or(word).split_once('/')?;
    (behind.is_some() || host.contains('.')).then_some(path)
}

fn fen_of_address(path: &str) -> Result<Option<String>, FenError> {
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let plain = spaced(&decoded(path));
    let segments: Vec<&str> = plain.split('/').collect();
    let is_variant = |name: &str| VARIANTS.contains(&name.to_ascii_lowercase().as_str());
    let mut parameters = query.split('&').filter_map(|parameter| parameter.split_once('='));
    let in_query = parameters.find(|(name, _)| name.eq_ignore_ascii_case("fen"));
    let fen = match in_query {
        Some((_, value)) => Some(spaced(&decoded(value))),
        None => segments.windows(RANKS).find(|ranks| are_ranks(ranks)).map(|ranks| ranks.join("/")),
    };
    match fen {
        Some(fen) if segments.iter().any(|name| is_variant(name)) => {
            Err(FenError::Variant(quoted(&fen)))
        }
        fen => Ok(fen),
    }
}

/// Whether these parts of a path are the ranks of a board; behind the last one stand the other fields.
fn are_ranks(parts: &[&str]) -> bool {
    let is_rank = |text: &str| {
        !text.is_empty() && text.chars().all(|letter| "KQRBNPkqrbnp12345678".contains(letter))
    };
    parts.iter().all(|part| is_rank(part.split(' ').next().unwrap_or_default()))
        && parts[..parts.len() - 1].iter().all(|part| !part.contains(' '))
}

/// The signs for which codes stand (`%20`). What is no code stays.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind.get(..2).filter(|_| first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// With spaces in place of what stands for them in addresses.
fn spaced(text: &str) -> String {
    text.replace(['_', '+'], " ").trim().to_string()
}

/// A row of a table with a FEN in it, as EPD. In the puzzles of lichess.org a name stands before it, and behind it the
/// move that leads to the puzzle, with the solution.
fn row(text: &str) -> Option<String> {
    let fields: Vec<&str> = text.split(',').map(|field| field.trim_matches(is_quote)).collect();
    let index = fields.iter().position(|field| is_fen(field)).filter(|_| fields.len() > 1)?;
    let fen = fields[index];
    let is_name = |field: &str| !field.contains(['/', ' ', ';']);
    let moves: Vec<&str> = match fields.get(index + 1) {
        Some(moves) => moves.split_ascii_whitespace().collect(),
        None => Vec::new(),
    };
    if index > 0 && moves.len() > 1 && moves.iter().all(|mv| is_move(mv)) {
        let name = fields[0].replace('"', "");
        return Some(format!("{fen} moves {}; bm {}; id \"{name}\";", moves[0], moves[1]));
    }
    let others = [&fields[..index], &fields[index + 1..]].concat();
    let is_row = others.iter().all(|field| is_name(field));
    is_row.then(|| format!("{fen} c1 \"{}\";", others.join(",").replace('"', "")))
}

fn is_quote(letter: char) -> bool {
    is_space(letter) || letter == '"'
}

/// Whether a field of a table is a FEN and nothing else.
fn is_fen(field: &str) -> bool {
    let words: Vec<&str> = field.split_ascii_whitespace().collect();
    let is_turn = words.get(1).is_some_and(|turn| matches!(*turn, "w" | "b"));
    let ranks: Vec<&str> = words.first().map_or("", |board| board).split('/').collect();
    let is_clock = |word: &&str| *word == "-" || word.bytes().all(|byte| byte.is_ascii_digit());
    let has_fields = (4..=6).contains(&words.len()) && words.iter().skip(4).all(is_clock);
    has_fields && is_turn && ranks.len() == RANKS && are_ranks(&ranks)
}

/// Whether a word is a move as engines write it.
fn is_move(word: &str) -> bool {
    let is_square = |square: &[u8]| matches!(square, [b'a'..=b'h', b'1'..=b'8']);
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[..4].chunks(2).all(is_square)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";

    fn read(text: &str) -> String {
        as_epd(text).unwrap_or_else(|error| panic!("{error}")).into_owned()
    }

    #[test]
    fn a_fen_in_other_clothes_is_that_fen() {
        let codes = FEN.replace('/', "%2F");
        for text in [
            FEN.to_string(),
            FEN.replace(' ', "_"),
            FEN.replace(' ', "%20"),
            FEN.replace(' ', "+"),
            codes.replace(' ', "%20"),
            format!("\"{FEN}\""),
            format!("“{FEN}”,"),
            format!("'{}'", FEN.replace(' ', "_")),
            format!("position fen {FEN}"),
            format!("Position {FEN}"),
            format!("FEN: {FEN}"),
            format!("fen=\"{FEN}\""),
            format!("[FEN \"{FEN}\"]"),
            format!("https://lichess.org/analysis/standard/{}", FEN.replace(' ', "_")),
            format!("lichess.org/editor/{}?color=black", FEN.replace(' ', "_")),
            format!("https://lichess.org/analysis/{}#12", FEN.replace(' ', "%20")),
            format!("https://www.chess.com/analysis?fen={}&flip=true", FEN.replace(' ', "+")),
            format!("https://www.chess.com/dynboard?board=green&fen={}", codes.replace(' ', "%20")),
        ] {
            assert_eq!(read(&text), FEN, "{text}");
        }
    }

    #[test]
    fn what_follows_stays() {
        let joined = FEN.replace(' ', "_");
        for (text, expected) in [
            (format!("position fen {FEN} moves e2e4"), format!("{FEN} moves e2e4")),
            (format!("{joined} moves e2e4"), format!("{FEN} moves e2e4")),
            (format!("\"{FEN}\" moves e2e4"), format!("{FEN} moves e2e4")),
            ("position startpos moves e2e4".to_string(), "startpos moves e2e4".to_string()),
            (format!("{FEN} bm e4; c0 \"a, b\";"), format!("{FEN} bm e4; c0 \"a, b\";")),
            (format!("{FEN} draw_offer;"), format!("{FEN} draw_offer;")),
        ] {
            assert_eq!(read(&text), expected, "{text}");
        }
    }

    #[test]
    fn rows_of_tables_are_read() {
        let row = format!("x1,{FEN},e2e4 e8d7 e1d2,1000,80,short endgame,https://lichess.org/x#1,");
        assert_eq!(read(&row), format!("{FEN} moves e2e4; bm e8d7; id \"x1\";"));
        let quoted = format!("\"x1\",\"{FEN}\",\"e2e4 e8d7\",\"1000\"");
        assert_eq!(read(&quoted), format!("{FEN} moves e2e4; bm e8d7; id \"x1\";"));
        assert_eq!(read(&format!("{FEN},-15")), format!("{FEN} c1 \"-15\";"));
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in ["", "e4, e5", "a/b/c", "https://lichess.org/abcd", "50% of it", "fender", "\""]
        {
            assert!(["", text].contains(&read(text).as_str()), "{text}");
        }
        let atomic = format!("https://lichess.org/analysis/atomic/{}", FEN.replace(' ', "_"));
        assert!(matches!(as_epd(&atomic), Err(FenError::Variant(_))));
    }
}
