//! Lines of an engine, understood as far as possible. Nothing in them is trusted.

mod info;

use crate::options::{OptionInfo, OptionKind};
pub(crate) use info::Info;

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    Name(String),
    Author(String),
    Option(OptionInfo),
    UciOk,
    ReadyOk,
    Info(Info),
    BestMove {
        best: Option<String>,
        ponder: Option<String>,
    },
    /// No part of the protocol, or `info string`: maybe a reason for what happens next.
    Other,
}

impl Message {
    /// Reads a line. Words that are not known, numbers that are none, and what is cut off are
    /// left out.
    pub(crate) fn read(line: &str) -> Message {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("id") => named(&mut words),
            Some("option") => option(words).map_or(Message::Other, Message::Option),
            Some("uciok") => Message::UciOk,
            Some("readyok") => Message::ReadyOk,
            Some("info") => Info::read(words).map_or(Message::Other, Message::Info),
            Some("bestmove") => {
                let best = words.next().and_then(a_move);
                let ponder = words.next().filter(|&word| word == "ponder");
                let ponder = ponder.and_then(|_| words.next()).and_then(a_move);
                Message::BestMove { best, ponder }
            }
            _ => Message::Other,
        }
    }
}

fn named<'a>(words: &mut impl Iterator<Item = &'a str>) -> Message {
    let kind = words.next();
    let text = printable(&words.collect::<Vec<_>>().join(" "));
    match kind {
        Some("name") if !text.is_empty() => Message::Name(text),
        Some("author") => Message::Author(text),
        _ => Message::Other,
    }
}

/// Without what would do something to a terminal.
pub(crate) fn printable(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

fn a_move(word: &str) -> Option<String> {
    let is_none = word == "(none)" || word == "0000";
    (!is_none).then(|| printable(word))
}

/// `name N type T default D min A max B var V var W`, where N, D and V may be several words.
fn option<'a>(words: impl Iterator<Item = &'a str>) -> Option<OptionInfo> {
    let mut fields: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in words {
        // A name may have such words in it, but `type` ends it.
        let in_name = matches!(fields.as_slice(), [("name", _)]);
        let begins = match word {
            "name" => fields.is_empty(),
            "type" => in_name,
            "default" | "min" | "max" | "var" => !in_name,
            _ => false,
        };
        match fields.last_mut() {
            _ if begins => fields.push((word, Vec::new())),
            Some((_, text)) => text.push(word),
            None => {}
        }
    }
    let field = |wanted| {
        let mut texts = fields.iter().filter(move |(field, _)| *field == wanted);
        texts.next().map(|(_, text)| text.join(" "))
    };
    let number = |wanted| field(wanted).and_then(|text| text.parse().ok());
    let name = field("name").map(|name| printable(&name)).filter(|name| !name.is_empty())?;
    let kind = match field("type").as_deref() {
        Some("check") => OptionKind::Check,
        Some("button") => OptionKind::Button,
        Some("spin") => OptionKind::Spin {
            min: number("min").unwrap_or(i64::MIN),
            max: number("max").unwrap_or(i64::MAX),
        },
        Some("combo") => {
            let vars = fields.iter().filter(|(field, _)| *field == "var");
            OptionKind::Combo(vars.map(|(_, text)| text.join(" ")).collect())
        }
        _ => OptionKind::Text,
    };
    Some(OptionInfo { name, kind })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_option(line: &str) -> Option<(String, OptionKind)> {
        match Message::read(line) {
            Message::Option(info) => Some((info.name, info.kind)),
            _ => None,
        }
    }

    #[test]
    fn engines_introduce_themselves() {
        let name = Message::read("id name Stockfish 15.1");
        assert_eq!(name, Message::Name("Stockfish 15.1".into()));
        let coloured = Message::read("id name \u{1b}[31mRed\u{7}\r");
        assert_eq!(coloured, Message::Name("[31mRed".into()));
        assert_eq!(Message::read("id author A and B"), Message::Author("A and B".into()));
        for (line, message) in [
            ("uciok", Message::UciOk),
            ("  readyok \r", Message::ReadyOk),
            ("", Message::Other),
            ("id", Message::Other),
            ("id name", Message::Other),
            ("Stockfish 15.1 by the authors", Message::Other),
            ("info string bestmove e2e4", Message::Other),
        ] {
            assert_eq!(Message::read(line), message, "{line}");
        }
    }

    #[test]
    fn options_are_read() {
        for (line, name, kind) in [
            (
                "option name Hash type spin default 16 min 1 max 33554432",
                "Hash",
                OptionKind::Spin { min: 1, max: 33_554_432 },
            ),
            ("option name Clear Hash type button", "Clear Hash", OptionKind::Button),
            (
                "option name Use min and max type check default true",
                "Use min and max",
                OptionKind::Check,
            ),
            (
                "option name Style type combo default Very Solid var Very Solid var Risky",
                "Style",
                OptionKind::Combo(vec!["Very Solid".into(), "Risky".into()]),
            ),
            ("option name SyzygyPath type string default <empty>", "SyzygyPath", OptionKind::Text),
            ("option name Odd", "Odd", OptionKind::Text),
            (
                "option name Big type spin min 99999999999999999999 max",
                "Big",
                OptionKind::Spin { min: i64::MIN, max: i64::MAX },
            ),
        ] {
            assert_eq!(read_option(line), Some((name.to_string(), kind)), "{line}");
        }
        for line in ["option", "option name", "option name type spin", "option type check"] {
            assert_eq!(read_option(line), None, "{line}");
        }
    }

    #[test]
    fn best_moves_are_read() {
        let best = |line: &str| match Message::read(line) {
            Message::BestMove { best, ponder } => (best, ponder),
            other => panic!("{other:?}"),
        };
        let some = |mv: &str| Some(mv.to_string());
        assert_eq!(best("bestmove e2e4 ponder e7e5"), (some("e2e4"), some("e7e5")));
        assert_eq!(best("bestmove a7a8q"), (some("a7a8q"), None));
        assert_eq!(best("bestmove e2e4 ponder"), (some("e2e4"), None));
        assert_eq!(best("bestmove e2e4 ponder (none)"), (some("e2e4"), None));
        for line in ["bestmove (none)", "bestmove 0000", "bestmove"] {
            assert_eq!(best(line), (None, None), "{line}");
        }
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
            let text = String::from_utf8_lossy(&bytes);
            for start in ["", "info ", "info score ", "option name ", "bestmove ", "id name "] {
                Message::read(&format!("{start}{text}"));
            }
        }

        #[test]
        fn known_words_in_any_order_make_no_panic(
            places in proptest::collection::vec(0..WORDS.len(), 0..40),
        ) {
            let words: Vec<&str> = places.into_iter().map(|place| WORDS[place]).collect();
            Message::read(&words.join(" "));
            Message::read(&format!("info {}", words.join(" ")));
        }
    }

    const WORDS: [&str; 24] = [
        "info",
        "option",
        "name",
        "type",
        "min",
        "max",
        "var",
        "score",
        "cp",
        "mate",
        "wdl",
        "pv",
        "depth",
        "nodes",
        "multipv",
        "lowerbound",
        "upperbound",
        "-1",
        "7",
        "99999999999999999999",
        "e2e4",
        "string",
        "default",
        "hashfull",
    ];
}
