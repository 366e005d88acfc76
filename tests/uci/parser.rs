//! A parser by another author reads what the engine says, and understands it.
//!
//! vampirc-uci 0.11 reads less than the protocol allows; where a line has such a part, that is
//! looked after here:
//!
//! * `bestmove (none)` is unknown to it.
//! * `wdl` is unknown to it, and it takes all that follows on the line for its value.
//! * `<empty>` is an empty text to it, as the protocol says.

use std::time::Duration;

use vampirc_uci::{
    UciInfoAttribute as Attribute, UciMessage, UciMove, UciOptionConfig, parse_with_unknown,
};

use super::dialogue::Engine;

const MIDDLE: &str = "r1r4k/1b3ppp/qP2pn2/P1bpN3/Q2p4/6P1/3NPPBP/R1R3K1 w - - 0 1";
const MATE_IN_2: &str = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
const ONE_MOVE: &str = "k7/8/1K6/8/8/8/8/7R b - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTION: &str = "8/5P1k/8/8/8/8/8/K7 w - - 0 1";

/// The one message of a line.
fn message(line: &str) -> UciMessage {
    let mut messages = parse_with_unknown(&format!("{line}\n"));
    let message = messages.pop().unwrap_or_else(|| panic!("{line}: nothing"));
    assert!(messages.is_empty() && !matches!(message, UciMessage::Unknown(..)), "{line}");
    message
}

/// The words of a line, for what is looked after without the parser.
struct Words<'a>(Vec<&'a str>);

impl<'a> Words<'a> {
    fn of(line: &'a str) -> Words<'a> {
        Words(line.split(' ').collect())
    }

    fn behind(&self, name: &str) -> &[&'a str] {
        let at = self.0.iter().position(|&word| word == name);
        at.map_or(&[], |at| &self.0[at + 1..])
    }

    fn number(&self, name: &str) -> i64 {
        let number = self.behind(name).first().and_then(|word| word.parse().ok());
        number.unwrap_or_else(|| panic!("{name} of {:?}", self.0))
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}

fn moves_text(moves: &[UciMove]) -> String {
    moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// An attribute is what the words say.
fn is_meant(attribute: &Attribute, words: &Words<'_>) -> bool {
    let is = |name: &str, number: i64| words.number(name) == number;
    match attribute {
        Attribute::Depth(depth) => is("depth", i64::from(*depth)),
        Attribute::SelDepth(depth) => is("seldepth", i64::from(*depth)),
        Attribute::MultiPv(number) => is("multipv", i64::from(*number)),
        Attribute::Nodes(nodes) => is("nodes", *nodes as i64),
        Attribute::Nps(nps) => is("nps", *nps as i64),
        Attribute::HashFull(full) => is("hashfull", i64::from(*full)),
        Attribute::TbHits(hits) => is("tbhits", *hits as i64),
        Attribute::Time(time) => is("time", time.num_milliseconds()),
        Attribute::Score { cp, mate, lower_bound: None, upper_bound: None } => {
            let cp = cp.map(i64::from);
            let mate = mate.map(i64::from);
            cp.or(mate).is_some_and(|number| is(if cp.is_some() { "cp" } else { "mate" }, number))
                && cp.is_none() == words.has("mate")
        }
        Attribute::Pv(moves) => moves_text(moves) == words.behind("pv").join(" "),
        _ => false,
    }
}

/// Reads an `info` line of a search; its attributes mean what its words say, and none is missing.
fn check_info(line: &str) {
    let words = Words::of(line);
    let UciMessage::Info(attributes) = message(line) else { panic!("{line}") };
    for attribute in &attributes {
        assert!(is_meant(attribute, &words), "{attribute:?} of {line}");
    }
    let names: Vec<&str> = attributes.iter().map(Attribute::get_name).collect();
    let named = ["depth", "seldepth", "multipv", "score", "nodes", "nps", "tbhits", "time", "pv"];
    for name in named {
        assert_eq!(names.iter().filter(|&&other| other == name).count(), 1, "{name} of {line}");
    }
    assert_eq!(names.contains(&"hashfull"), words.has("hashfull"), "{line}");
}

/// Reads every line of a dialogue up to and with its `bestmove`.
fn check_answer(engine: &Engine) -> Vec<String> {
    let answer = engine.answer();
    for line in &answer.lines {
        if line.starts_with("info string ") {
            assert!(matches!(message(line), UciMessage::Info(_)), "{line}");
        } else {
            check_info(line);
        }
    }
    let words = Words::of(&answer.last);
    let UciMessage::BestMove { best_move, ponder } = message(&answer.last) else {
        panic!("{}", answer.last)
    };
    assert_eq!(best_move.to_string(), words.behind("bestmove")[0]);
    let reply = words.behind("ponder").first().map(ToString::to_string);
    assert_eq!(ponder.map(|mv| mv.to_string()), reply);
    answer.lines
}

fn checked_go(engine: &mut Engine, request: &str) -> Vec<String> {
    engine.say(&format!("go {request}"));
    check_answer(engine)
}

#[test]
fn the_introduction_is_understood() {
    let mut engine = Engine::start();
    engine.say("uci");
    let mut lines = engine.until("uciok");
    assert_eq!(lines.pop().map(|line| message(&line)), Some(UciMessage::UciOk));
    let mut names = Vec::new();
    for line in &lines {
        match message(line) {
            UciMessage::Id { name, author } => {
                let told = name.as_ref().or(author.as_ref()).expect("a name or an author");
                assert!(line.ends_with(told.as_str()), "{line}");
            }
            UciMessage::Option(option) => {
                assert_eq!(option_text(&option), *line);
                names.push(option.get_name().to_string());
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    assert!(names.contains(&"Move Overhead".to_string()) && names.len() == 18, "{names:?}");
    engine.say("isready");
    assert_eq!(message(&engine.line()), UciMessage::ReadyOk);
}

/// An option as it was written.
fn option_text(option: &UciOptionConfig) -> String {
    let name = option.get_name();
    let text = |default: &Option<String>| {
        let written = |text: &String| if text.is_empty() { "<empty>" } else { text }.to_string();
        default.as_ref().map(written).map(|text| format!(" default {text}"))
    };
    match option {
        UciOptionConfig::Check { default, .. } => {
            let default = default.map(|default| default.to_string());
            format!("option name {name} type check{}", text(&default).unwrap_or_default())
        }
        UciOptionConfig::Spin { default, min, max, .. } => {
            let number = |name: &str, number: &Option<i64>| {
                number.map(|number| format!(" {name} {number}")).unwrap_or_default()
            };
            let (default, min) = (number("default", default), number("min", min));
            format!("option name {name} type spin{default}{min}{}", number("max", max))
        }
        UciOptionConfig::String { default, .. } => {
            format!("option name {name} type string{}", text(default).unwrap_or_default())
        }
        UciOptionConfig::Button { .. } => format!("option name {name} type button"),
        UciOptionConfig::Combo { default, var, .. } => {
            let choices: String = var.iter().map(|choice| format!(" var {choice}")).collect();
            format!("option name {name} type combo{}{choices}", text(default).unwrap_or_default())
        }
    }
}

#[test]
fn searches_of_any_kind_are_understood() {
    for searcher in ["best-first:quiescence", "best-first", "pvs", "negamax"] {
        let mut engine = Engine::small();
        engine.say(&format!("setoption name Searcher value {searcher}"));
        for fen in [MIDDLE, MATE_IN_2, ONE_MOVE, CASTLING, PROMOTION] {
            engine.say(&format!("ucinewgame\nposition fen {fen}"));
            for request in ["nodes 3000", "depth 3", "wtime 200 btime 200 winc 10 binc 10"] {
                assert!(!checked_go(&mut engine, request).is_empty(), "{searcher} {fen}");
            }
        }
    }
}

#[test]
fn many_lines_are_understood() {
    let mut engine = Engine::small();
    engine.say(&format!("setoption name MultiPV value 60\nposition fen {MIDDLE}"));
    let lines = checked_go(&mut engine, "nodes 100000");
    assert!(lines.iter().any(|line| line.contains(" multipv 6 ")), "{lines:?}");
}

#[test]
fn mates_are_understood_for_either_side() {
    let mut engine = Engine::small();
    engine.say(&format!("position fen {MATE_IN_2}"));
    let lines = checked_go(&mut engine, "mate 2");
    assert!(lines.iter().any(|line| line.contains(" score mate 2 ")));
    engine.say(&format!("position fen {MATE_IN_2} moves f6g6"));
    let lines = checked_go(&mut engine, "nodes 20000");
    assert!(lines.iter().any(|line| line.contains(" score mate -1 ")), "{lines:?}");
}

#[test]
fn what_is_stopped_is_understood() {
    let mut engine = Engine::small();
    for request in ["infinite", "ponder wtime 1000 btime 1000", "infinite searchmoves c1c5"] {
        engine.say(&format!("position fen {MIDDLE}\ngo {request}"));
        engine.within(Duration::ZERO);
        std::thread::sleep(Duration::from_millis(400));
        engine.say("stop");
        assert!(!check_answer(&engine).is_empty(), "{request}");
    }
}

#[test]
fn castling_as_king_takes_rook_is_understood() {
    let mut engine = Engine::small();
    engine.say(&format!("setoption name UCI_Chess960 value true\nposition fen {CASTLING}"));
    let lines = checked_go(&mut engine, "nodes 3000 searchmoves e1h1");
    assert!(lines.iter().all(|line| line.contains(" pv e1h1")), "{lines:?}");
}

/// What the parser cannot read is all there is to such a line beside what it can.
#[test]
fn what_the_parser_does_not_know_stands_alone() {
    let mut engine = Engine::small();
    engine.say("setoption name UCI_ShowWDL value true\nposition startpos");
    let answer = engine.go("nodes 2000");
    for line in &answer.lines {
        let (before, rest) = line.split_once(" wdl ").unwrap_or_else(|| panic!("{line}"));
        let rest: Vec<&str> = rest.splitn(4, ' ').collect();
        let chances = rest[..3].iter().filter_map(|word| word.parse::<u16>().ok());
        assert_eq!(chances.sum::<u16>(), 1000, "{line}");
        check_info(&format!("{before} {}", rest[3]));
    }
    engine.say("position fen k7/8/1Q6/8/8/8/8/K7 b - - 0 1");
    let answer = engine.go("nodes 100");
    assert_eq!(answer.last, "bestmove (none)");
    let score = Attribute::from_centipawns(0);
    let UciMessage::Info(attributes) = message(&answer.lines[0]) else { panic!("{answer:?}") };
    assert!(attributes == [Attribute::Depth(0), score], "{attributes:?}");
}
