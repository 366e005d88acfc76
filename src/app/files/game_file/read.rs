//! One game of a file, up to the position that is to be analysed.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

use anyhow::{Context, bail};

use super::error::GameFileError;
use super::main_line::{ReadGame, main_line};
use super::split::written_games;
use super::told::ToldGame;
use super::written::WrittenGame;
use crate::app::analysis::AnalysisInput;
use crate::app::args::place::Place;
use crate::app::files::loading::Interruptible;
use crate::app::games::{CommandLineGame, GivenPosition};
use crate::app::printable::printable_path;
use crate::app::usage::UsageError;
use crate::search::{Interrupt, Root};
use crate::store;
use crate::value::Player;

/// A file of games is no longer: bytes.
const LONGEST_FILE: u64 = 1 << 30;

/// A position of a game.
#[derive(Debug)]
pub struct ReadPosition<G: CommandLineGame> {
    /// It, and the game before it.
    pub input: AnalysisInput<G>,
    /// What else the file tells of the game; `None` where there is none.
    pub game: Option<ToldGame<G>>,
    /// Why the game was not read any further, if it was to be read to its end.
    pub fault: Option<GameFileError>,
}

/// Reads the game of this number, from 1 on, in a file or, for `-`, in standard input. The
/// position is that at `place`, or at the end of the main line as far as that can be played; the moves before it are
/// its past. Where a player could have claimed a draw there and the game continued, its past is forgotten.
///
/// # Errors
///
/// [`UsageError`] where the game does not lead to that position; a file that cannot be read.
pub fn read<G: CommandLineGame>(
    path: &Path,
    number: u64,
    place: Option<Place>,
    evaluator: G::Evaluator,
) -> anyhow::Result<ReadPosition<G>> {
    let (file, text) = text_of(path)?;
    let played = match find(&text, number) {
        Ok(game) => play(&game, &file, &text, place, evaluator),
        Err(games) => Err(GameFileError::NoGame { file, number, games }),
    };
    Ok(played.map_err(UsageError::new)?)
}

/// The name of a file, or of standard input (`-`), and what is in it.
///
/// # Errors
///
/// A file that cannot be read, or that is too long; [`UsageError`] for one in UTF-16, and for one that is compressed.
pub fn text_of(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    let (input, file) = opened(path)?;
    let text = bytes_of(input, &file, LONGEST_FILE)?;
    refuse_no_text(&file, &text)?;
    Ok((file, text))
}

/// A file of games of any length, or standard input, as it is read.
pub type GamesInput = BufReader<Interruptible<Box<dyn Read>>>;

/// Opens a file of games of any length, or standard input (`-`): what is read, and its name. `None` where an interrupt came first.
///
/// # Errors
///
/// A file that cannot be read; [`UsageError`] for a saved tree, a text in UTF-16 and a compressed file.
pub fn open_games(
    path: &Path,
    interrupt: &Interrupt,
) -> anyhow::Result<Option<(GamesInput, String)>> {
    let (input, name) = opened(path)?;
    let mut input = BufReader::new(Interruptible::new(input, interrupt));
    let beginning = input.fill_buf();
    if interrupt.is_thrown() {
        return Ok(None);
    }
    refuse_no_text(&name, beginning.with_context(|| cannot_read(&name))?)?;
    Ok(Some((input, name)))
}

/// A file, or standard input (`-`), and its name.
fn opened(path: &Path) -> anyhow::Result<(Box<dyn Read>, String)> {
    refuse_tree(path)?;
    if path == Path::new("-") {
        return Ok((Box::new(io::stdin()), "standard input".to_string()));
    }
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| cannot_read(&name))?;
    Ok((Box::new(file), name))
}

/// Refuses a saved tree where games are read: to read it as text would tell of games that are none.
///
/// # Errors
///
/// [`UsageError`] with [`GameFileError::Tree`].
fn refuse_tree(path: &Path) -> Result<(), UsageError> {
    // `-` is standard input, also where a file has that name.
    if path == Path::new("-") || !store::is_tree(path) {
        return Ok(());
    }
    let file = printable_path(path).to_string();
    Err(UsageError::new(GameFileError::Tree(file)))
}

/// How compressed files begin, and what reads them.
const COMPRESSED: [(&[u8], &str); 5] = [
    (b"\x28\xb5\x2f\xfd", "zstdcat"),
    (b"\x1f\x8b", "zcat"),
    (b"BZh", "bzcat"),
    (b"\xfd7zXZ\0", "xzcat"),
    (b"PK\x03\x04", "unzip -p"),
];

/// Refuses what begins with the byte order mark of UTF-16, as shells and editors on Windows write it, or like a
/// compressed file, as databases are often kept.
///
/// # Errors
///
/// [`UsageError`] with [`GameFileError::Utf16`] or [`GameFileError::Compressed`].
fn refuse_no_text(file: &str, beginning: &[u8]) -> Result<(), UsageError> {
    let file = file.to_string();
    let begins_with = |mark: &[u8]| beginning.starts_with(mark);
    if let Some(&(_, tool)) = COMPRESSED.iter().find(|(mark, _)| begins_with(mark)) {
        return Err(UsageError::new(GameFileError::Compressed { file, tool }));
    }
    if begins_with(&[0xff, 0xfe]) || begins_with(&[0xfe, 0xff]) {
        return Err(UsageError::new(GameFileError::Utf16(file)));
    }
    Ok(())
}

/// All bytes of an input, `most` of them.
fn bytes_of(input: impl Read, file: &str, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes).with_context(|| cannot_read(file))?;
    if bytes.len() as u64 > most {
        bail!("{}: it is longer than {most} bytes; split it", cannot_read(file));
    }
    Ok(bytes)
}

/// What goes before the reason for which a file cannot be read.
pub fn cannot_read(file: &str) -> String {
    format!("cannot read {file}")
}

/// The game of this number, or how many games there are.
fn find(text: &[u8], number: u64) -> Result<WrittenGame, u64> {
    let mut games = 0;
    for game in written_games(text) {
        games += 1;
        if games == number {
            return Ok(game);
        }
    }
    Err(games)
}

/// Plays the game up to the place. What is wrong behind it does not matter.
fn play<G: CommandLineGame>(
    game: &WrittenGame,
    file: &str,
    text: &[u8],
    place: Option<Place>,
    evaluator: G::Evaluator,
) -> Result<ReadPosition<G>, GameFileError> {
    let ReadGame { line, warnings, fault } = main_line::<G>(game, file, evaluator)?;
    if let Some(fault) = fault.as_ref().filter(|_| line.moves.is_empty() && game.tags.is_empty()) {
        return Err(fault.clone());
    }
    let id = players::<G>(&game.tags);
    let told = Some(ToldGame::new(game, game.text(text), &line.start));
    let mut input = AnalysisInput::new(GivenPosition::new(line.start.clone(), id, warnings));
    let is_there = |position: &G| place.is_some_and(|place| place == Place::of(position));
    let mut rest = line.moves.iter();
    while !is_there(input.root.game()) {
        let Some(&mv) = rest.next() else { break };
        input.root.play(mv);
    }
    let goes_on = rest.len() > 0;
    match place {
        Some(place) if !is_there(input.root.game()) => Err(no_place(file, place, &input, fault)),
        Some(_) => {
            if goes_on {
                forget_claim(&mut input);
            }
            Ok(ReadPosition { input, game: told, fault: None })
        }
        None => Ok(ReadPosition { input, game: told, fault }),
    }
}

/// Why the game, which ends at this position, does not come to the place.
fn no_place<G: CommandLineGame>(
    file: &str,
    place: Place,
    input: &AnalysisInput<G>,
    fault: Option<GameFileError>,
) -> GameFileError {
    match fault {
        Some(fault) => GameFileError::NotReached { fault: Box::new(fault), place },
        None => {
            let (first, last) = (Place::of(input.root.start()), Place::of(input.root.game()));
            GameFileError::NoPlace { file: file.to_string(), place, first, last }
        }
    }
}

/// Where a player could have claimed a draw, and did not, there is something to analyse.
fn forget_claim<G: CommandLineGame>(input: &mut AnalysisInput<G>) {
    let root = &input.root;
    let is_over = root.game().outcome(&root.past()).is_some();
    let Some(position) = root.game().unclaimed().filter(|_| is_over) else { return };
    let warning = format!("a draw could be claimed here ({}); the game continued", root.ending());
    input.warnings.push(warning);
    input.root = Root::new(position);
}

/// `Steinitz - Lasker`, where the tags name both.
fn players<G: CommandLineGame>(tags: &[(String, String)]) -> Option<String> {
    let named = |player| {
        let known = tags.iter().find(|(name, _)| name == G::player_name(player));
        known.map(|(_, value)| value.trim()).filter(|name| !matches!(*name, "" | "?"))
    };
    Some(format!("{} - {}", named(Player::Max)?, named(Player::Min)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Position, Tapered};

    const GAME: &str = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 (2. f4) 2... Nc6 *\n";

    fn at(text: &str, number: u64, place: &str) -> Result<String, String> {
        let game = find(text.as_bytes(), number).map_err(|games| format!("{games} games"))?;
        let (place, text) = (place.parse().ok(), text.as_bytes());
        let input = play::<Position>(&game, "game.pgn", text, place, Tapered::default());
        let ReadPosition { input, fault, .. } = input.map_err(|error| error.to_string())?;
        let moves = input.root.moves().len();
        let fault = fault.map_or(String::new(), |fault| format!("; {fault}"));
        Ok(format!("{}: {moves} {}{fault}", input.id.unwrap_or_default(), input.root.game().fen()))
    }

    #[test]
    fn the_end_of_the_main_line_or_a_place() -> Result<(), String> {
        let end = "A - B: 4 r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        assert_eq!(at(GAME, 1, "")?, end);
        assert_eq!(at(GAME, 1, "3w")?, end);
        assert!(at(GAME, 1, "1w")?.starts_with("A - B: 0 rnbqkbnr/"));
        assert!(at(GAME, 1, "2b")?.starts_with("A - B: 3 rnbqkbnr/"));
        let missing = at(GAME, 1, "9w").expect_err("no such place");
        let told = "game.pgn: --at 9w is not in the game, which begins at 1w and ends at 3w";
        assert_eq!(missing, told);
        assert_eq!(at(GAME, 2, ""), Err("1 games".to_string()));
        Ok(())
    }

    #[test]
    fn a_game_may_begin_anywhere() -> Result<(), String> {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40";
        let text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n40... Kd8 41. e4");
        assert_eq!(at(&text, 1, "41b")?, ": 2 3k4/8/8/8/4P3/8/8/4K3 b - - 0 41");
        let bad = "\n[FEN \"4k3/8 w - -\"]\n";
        let told = "game.pgn, line 2, column 1: FEN board \"4k3/8\" has 2 ranks, not 8";
        assert_eq!(at(bad, 1, ""), Err(told.to_string()));
        let atomic = at("[Variant \"Atomic\"] 1. e4", 1, "").expect_err("another game");
        assert!(atomic.contains("Atomic"), "{atomic}");
        assert!(at("[Variant \"standard\"] 1. e4", 1, "").is_ok());
        Ok(())
    }

    #[test]
    fn what_cannot_be_played_is_named_unless_the_place_is_before_it() {
        let text = "1. e4 e5 2. Ke3 Ke7";
        let told = at(text, 1, "").expect("two moves");
        assert!(told.starts_with(": 2 rnbq"), "{told}");
        assert!(told.contains("; game.pgn, line 1, column 13: \"Ke3\" is not legal in "), "{told}");
        assert!(at(text, 1, "2w").is_ok_and(|told| !told.contains("Ke3")));
        let error = at(text, 1, "9w").expect_err("not reached");
        assert!(error.ends_with("; so the game does not come to --at 9w"), "{error}");
        let told = at("1. d4 d5 2. Nf3 Nf6\n3. Nd2", 1, "").expect("four moves");
        assert!(told.contains("line 2, column 4: \"Nd2\" may be Nbd2 or Nfd2 in "), "{told}");
        let open = "game.pgn, line 1, column 7: the comment that begins here has no end";
        assert!(at("1. e4 {x\ne5", 1, "").is_ok_and(|told| told.ends_with(open)));
        assert!(at("1. e4 (1. d4", 1, "1b").is_ok_and(|told| !told.contains("no end")));
        let text = "1. e4 (1. d4 d5 *\n[White \"x\"]\n1. e4 *";
        let open = "game.pgn, line 1, column 7: the variation that begins here has no end";
        assert!(at(text, 1, "").is_ok_and(|told| told.ends_with(open)));
        assert!(at("hello", 1, "").is_err(), "it is no game");
    }

    #[test]
    fn a_draw_that_was_not_claimed_is_no_end() -> Result<(), String> {
        let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let text = format!("{knights} e4 *");
        assert!(at(&text, 1, "5w")?.starts_with(": 0 rnbqkbnr/"));
        assert!(at(&knights, 1, "5w")?.starts_with(": 8 rnbqkbnr/"));
        Ok(())
    }

    #[test]
    fn a_file_without_end_is_refused() {
        let read = |most| bytes_of(io::repeat(b'x').take(10), "a.pgn", most);
        assert_eq!(read(10).ok().map(|bytes| bytes.len()), Some(10));
        let error = read(9).expect_err("too long").to_string();
        assert_eq!(error, "cannot read a.pgn: it is longer than 9 bytes; split it");
    }
}
