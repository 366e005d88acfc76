//! A line of the protocol.

use super::go::{GoRequest, number};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// `uci`: who are you, and which options are there?
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `setoption name NAME value VALUE`; buttons have no value.
    SetOption {
        /// The name, which may hold spaces.
        name: String,
        /// The value, as written.
        value: String,
    },
    /// `position startpos|fen FEN moves M...`
    Position {
        /// The first position.
        start: String,
        /// The moves from there.
        moves: Vec<String>,
    },
    /// `go`
    Go(GoRequest),
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `d`: shows the position.
    Display,
    /// `eval`: the static value.
    Eval,
    /// `go perft N`, or `perft N`
    Perft(u32),
    /// `bench`
    Bench,
    /// `why MOVE`
    Why(String),
    /// `help`
    Help,
    /// Something that is nothing to us, like `debug on`.
    Ignored,
    /// No known word in it: the first one.
    Unknown(String),
}

impl Command {
    /// Reads a line. Words before the command that mean nothing are skipped, as the protocol
    /// wants it. Commands and keywords may be in capitals.
    pub fn read(line: &str) -> Command {
        let first = line.split_whitespace().next();
        let mut rest = line;
        while let Some((word, behind)) = next_word(rest) {
            if let Some(command) = read_from(word, behind) {
                return command;
            }
            rest = behind;
        }
        first.map_or(Command::Ignored, |word| Command::Unknown(word.to_string()))
    }
}

/// The first word of a text, and what stands behind it.
fn next_word(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let end = text.find(char::is_whitespace).unwrap_or(text.len());
    Some(text.split_at(end)).filter(|(word, _)| !word.is_empty())
}

/// The command of this name, with what stands behind it.
fn read_from(name: &str, text: &str) -> Option<Command> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let rest = &words[..];
    Some(match name.to_ascii_lowercase().as_str() {
        "uci" => Command::Uci,
        "isready" => Command::IsReady,
        "ucinewgame" => Command::NewGame,
        "setoption" => set_option(text),
        "position" => position(rest),
        "go" if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("perft")) => {
            perft(&rest[1..])
        }
        "go" => Command::Go(GoRequest::read(rest)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "d" => Command::Display,
        "eval" => Command::Eval,
        "perft" => perft(rest),
        "bench" => Command::Bench,
        "why" => Command::Why(rest.join(" ")),
        "help" => Command::Help,
        "debug" | "register" => Command::Ignored,
        _ => return None,
    })
}

/// A name may hold spaces, however many; a value is what stands behind the keyword, as it is written.
fn set_option(text: &str) -> Command {
    let is = |word: &str, keyword: &str| word.eq_ignore_ascii_case(keyword);
    let mut name: Vec<&str> = Vec::new();
    let (mut rest, mut value) = (text, "");
    let mut is_first = true;
    while let Some((word, behind)) = next_word(rest) {
        match std::mem::replace(&mut is_first, false) {
            _ if is(word, "value") => {
                value = behind.trim();
                break;
            }
            true if is(word, "name") => {}
            _ => name.push(word),
        }
        rest = behind;
    }
    Command::SetOption { name: name.join(" "), value: value.to_string() }
}

fn position(words: &[&str]) -> Command {
    let is = |word: &str, keyword: &str| word.eq_ignore_ascii_case(keyword);
    let keyword = words.iter().position(|word| is(word, "moves"));
    let moves = keyword.unwrap_or(words.len());
    let begins = usize::from(words.first().is_some_and(|word| is(word, "fen")));
    let start = words.get(begins..moves).unwrap_or_default();
    let behind = words.get(moves + 1..).unwrap_or_default();
    let (start, moves) = match start {
        // People forget the word `moves`.
        [word, moves @ ..] if is(word, "startpos") && keyword.is_none() => {
            ("startpos".to_string(), moves)
        }
        [word, ..] if is(word, "startpos") => ("startpos".to_string(), behind),
        _ => (start.join(" "), behind),
    };
    Command::Position { start, moves: moves.iter().map(|word| (*word).to_string()).collect() }
}

fn perft(words: &[&str]) -> Command {
    let depth = words.first().and_then(|word| number(word)).unwrap_or(1);
    Command::Perft(u32::try_from(depth).unwrap_or(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(start: &str, moves: &[&str]) -> Command {
        let moves = moves.iter().map(|word| (*word).to_string()).collect();
        Command::Position { start: start.to_string(), moves }
    }

    fn option(name: &str, value: &str) -> Command {
        Command::SetOption { name: name.to_string(), value: value.to_string() }
    }

    #[test]
    fn commands_in_any_case_and_spacing() {
        for (line, command) in [
            ("uci", Command::Uci),
            ("  UCI \r\n", Command::Uci),
            ("joho debug on", Command::Ignored),
            ("what is ready isready", Command::IsReady),
            ("Stop", Command::Stop),
            ("go PERFT 3", Command::Perft(3)),
            ("perft", Command::Perft(1)),
            ("go perft -4", Command::Perft(1)),
            ("why Nf3", Command::Why("Nf3".to_string())),
            ("", Command::Ignored),
            ("blah blub", Command::Unknown("blah".to_string())),
        ] {
            assert_eq!(Command::read(line), command, "{line:?}");
        }
    }

    #[test]
    fn options_have_spaces_in_names_and_values() {
        assert_eq!(Command::read("setoption name Hash value 32"), option("Hash", "32"));
        assert_eq!(Command::read("setoption name Clear Hash"), option("Clear Hash", ""));
        assert_eq!(Command::read("SETOPTION NAME a b VALUE c  D"), option("a b", "c  D"));
        let line = "setoption name TreeFile value \t/a  b/c\td.tree \r\n";
        assert_eq!(Command::read(line), option("TreeFile", "/a  b/c\td.tree"));
        assert_eq!(Command::read("setoption name value value value"), option("", "value value"));
        assert_eq!(Command::read("setoption Move Overhead value 5"), option("Move Overhead", "5"));
        assert_eq!(Command::read("setoption"), option("", ""));
    }

    #[test]
    fn positions_are_fens_or_the_start() {
        assert_eq!(Command::read("position startpos"), position("startpos", &[]));
        let line = "position Startpos rubbish Moves e2e4 e7e5";
        assert_eq!(Command::read(line), position("startpos", &["e2e4", "e7e5"]));
        assert_eq!(Command::read("position startpos e2e4"), position("startpos", &["e2e4"]));
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        assert_eq!(
            Command::read(&format!("position fen {fen} moves O-O")),
            position(fen, &["O-O"])
        );
        assert_eq!(Command::read(&format!("position {fen}")), position(fen, &[]));
        assert_eq!(Command::read("position"), position("", &[]));
        assert_eq!(Command::read("position moves"), position("", &[]));
    }
}
