//! Tags as they are written, well or badly.

use std::borrow::Cow;

/// What stands so many bytes further on does not decide what a part is, so that a file can be read in pieces.
pub const LOOKS_AHEAD: usize = 1 << 20;

/// What stands between a bracket and the end of a tag.
#[derive(Debug, PartialEq)]
pub struct WrittenTag {
    pub name: String,
    pub value: String,
    /// How long it is, behind its `[`.
    pub length: usize,
    /// Whether it is quoted as the standard wants it. Other text in brackets may be a remark.
    pub is_quoted: bool,
}

/// Reads a tag behind its `[`. It ends with its `]`, where the quotation in it ends, with its line where it has no
/// quotes, and never behind a blank line or before a line that begins with `[`. `None` where it has no name and value.
pub fn read(rest: &[u8]) -> Option<WrittenTag> {
    let rest = &rest[..region(&rest[..rest.len().min(LOOKS_AHEAD)])];
    quoted(rest).or_else(|| open_quotation(rest)).or_else(|| unquoted(rest))
}

/// How far a tag can reach.
fn region(rest: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let line = at + line_length(&rest[at..]);
        let next = line + line_end(&rest[line..]);
        if next >= rest.len() {
            return rest.len();
        }
        let is_blank =
            rest[next..next + line_length(&rest[next..])].iter().all(u8::is_ascii_whitespace);
        if is_blank || rest[next] == b'[' {
            return line;
        }
        at = next;
    }
}

/// `Name "value"]`, where the value may go over several lines.
fn quoted(rest: &[u8]) -> Option<WrittenTag> {
    let (name, quote) = name_and_quote(rest)?;
    let (mut value, mut at) = (Vec::new(), quote + 1);
    loop {
        match *rest.get(at)? {
            b'"' => break,
            b'\\' => {
                value.push(*rest.get(at + 1)?);
                at += 1;
            }
            byte => value.push(byte),
        }
        at += 1;
    }
    let tag = |value: &[u8], length| {
        let value = decoded(value).into_owned();
        Some(WrittenTag { name: name.clone(), value, length, is_quoted: true })
    };
    let behind = rest[at + 1..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if rest.get(at + 1 + behind) == Some(&b']') {
        return tag(&value, at + behind + 2);
    }
    // Some programs write quotes in a value as they are: it ends with its line then.
    let line = line_length(rest);
    let closing = rest[..line].windows(2).rposition(|pair| pair == b"\"]").filter(|&end| end > at);
    match closing {
        Some(end) => tag(&rest[quote + 1..end], end + 2),
        None => tag(&value, at + 1),
    }
}

/// `Name "value]`: the quotation has no end, and is that of its line.
fn open_quotation(rest: &[u8]) -> Option<WrittenTag> {
    let line = &rest[..line_length(rest)];
    let (name, quote) = name_and_quote(line)?;
    let end = line.iter().rposition(|&byte| byte == b']').filter(|&end| end > quote);
    let value = decoded(&line[quote + 1..end.unwrap_or(line.len())]).trim().to_string();
    let length = end.map_or(line.len(), |end| end + 1);
    is_name(&name).then_some(WrittenTag { name, value, length, is_quoted: true })
}

/// `Name value]`, or with other quotes. Where the game begins must not be lost: of a `FEN` the bracket may be missing, too.
fn unquoted(rest: &[u8]) -> Option<WrittenTag> {
    let line = &rest[..line_length(rest)];
    let end = line.iter().position(|&byte| byte == b']');
    let text = decoded(&line[..end.unwrap_or(line.len())]);
    let is_between = |letter: char| letter.is_whitespace() || matches!(letter, ':' | '=');
    let (name, value) = text.split_once(is_between).unwrap_or((&text, ""));
    let is_sign = |letter: char| is_between(letter) || "'`´‘’‚“”„«»\"".contains(letter);
    let value = value.trim_matches(is_sign).to_string();
    let is_fen = name.eq_ignore_ascii_case("FEN");
    let is_tag = is_name(name) && !value.is_empty() && end.is_some();
    (is_tag || is_fen).then(|| WrittenTag {
        name: name.to_string(),
        value,
        length: end.map_or(line.len(), |end| end + 1),
        is_quoted: false,
    })
}

/// The name of a tag and where its quotation begins.
fn name_and_quote(rest: &[u8]) -> Option<(String, usize)> {
    let quote = rest.iter().position(|&byte| byte == b'"')?;
    let name = &rest[..quote];
    if name.contains(&b']') || name.contains(&b'\n') {
        return None;
    }
    let name = decoded(name);
    Some((name.trim().trim_end_matches([':', '=']).trim_end().to_string(), quote))
}

/// Whether a text is made as the names of tags are.
fn is_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-'))
}

/// Whether a tag section begins here: with a bracket, a name and a quotation.
pub fn begins_section(text: &[u8]) -> bool {
    let Some(rest) = text.strip_prefix(b"[") else { return false };
    name_and_quote(&rest[..line_length(rest)]).is_some_and(|(name, _)| is_name(&name))
}

/// How long the line is with which a text begins, without its end.
pub fn line_length(text: &[u8]) -> usize {
    text.iter().position(|&byte| ends_line(byte)).unwrap_or(text.len())
}

/// How long the end of a line is that stands here.
pub fn line_end(text: &[u8]) -> usize {
    match text {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

/// Whether a byte ends a line.
pub fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Bytes as text: in UTF-8 or, as older programs write, in the code page of Windows, which Latin-1 is a part of.
pub fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => bytes.iter().copied().map(windows_letter).collect(),
    }
}

/// A letter of Windows-1252. Where that has none it is a control character, as in Latin-1.
fn windows_letter(byte: u8) -> char {
    const OWN: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => OWN[usize::from(byte - 0x80)],
        byte => char::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Option<(String, String, bool)> {
        read(text.as_bytes()).map(|tag| (tag.name, tag.value, tag.is_quoted))
    }

    #[test]
    fn badly_written_tags_are_read() {
        let tag = |name: &str, value: &str, is_quoted| {
            Some((name.to_string(), value.to_string(), is_quoted))
        };
        assert_eq!(told("White A]\n"), tag("White", "A", false));
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        for written in ["FEN @]", "FEN @", "FEN: @]", "FEN='@']", "FEN “@”]"] {
            assert_eq!(told(&written.replace('@', fen)), tag("FEN", fen, false), "{written}");
        }
        for written in ["FEN \"@]", "FEN \"@", "FEN: \"@\"]", "FEN=\"@\"]"] {
            assert_eq!(told(&written.replace('@', fen)), tag("FEN", fen, true), "{written}");
        }
        assert_eq!(told("FEN]"), tag("FEN", "", false));
        assert_eq!(told("ECO \"C50]\n\n1. e4 {say \"hi\"}"), tag("ECO", "C50", true));
        for text in ["x]", "B no value\n1.", "%eval 0.3]", "]", ""] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn bytes_of_windows_are_letters() {
        assert_eq!(decoded(b"O\x92Kelly M\xfcller"), "O’Kelly Müller");
        assert_eq!(decoded("Müller".as_bytes()), "Müller");
    }
}
