//! The tags of an exported tree: those of its game, as far as it keeps them.

use std::io::{self, Write};

use crate::app::files::pgn_tags::write_tag;
use crate::app::games::CommandLineGame;
use crate::search::SourceGame;
use crate::value::Player;

/// What the export says itself, or what is not true of it: it has other moves than the game.
const NOT_TAKEN: [&str; 6] = ["Result", "GameResult", "FEN", "SetUp", "Variant", "PlyCount"];

/// Writes the tags. Those that every game has come first, then those that say where it begins. The result is that of the
/// line written, as nobody has resigned there; that of the game stands beside it.
pub fn write<G: CommandLineGame>(
    game: &SourceGame,
    start: &G,
    result: &str,
    out: &mut dyn Write,
) -> io::Result<()> {
    let roster = [
        ("Event", "Analysis"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        (G::player_name(Player::Max), "?"),
        (G::player_name(Player::Min), "?"),
    ];
    for (name, unknown) in roster {
        write_tag(name, game.tag(name).unwrap_or(unknown), out)?;
    }
    write_tag("Result", result, out)?;
    if let Some(of_game) = game.tag("Result").filter(|of_game| *of_game != result) {
        write_tag("GameResult", of_game, out)?;
    }
    for (name, value) in start.game_file_tags() {
        write_tag(name, &value, out)?;
    }
    let is_written = |name: &str| {
        let names = roster.iter().map(|(name, _)| *name).chain(NOT_TAKEN);
        names.into_iter().any(|known| known.eq_ignore_ascii_case(name))
    };
    for (name, value) in game.tags().iter().filter(|(name, _)| !is_written(name)) {
        write_tag(name, value, out)?;
    }
    if game.tag("Annotator").is_none() {
        write_tag("Annotator", "shans", out)?;
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;

    fn written(tags: &[(&str, &str)]) -> String {
        let mut game = SourceGame::default();
        tags.iter().for_each(|(name, value)| game.set_tag(name, value));
        let mut out = Vec::new();
        write(&game, &<Position>::default(), "*", &mut out).expect("memory");
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn the_roster_comes_first_and_each_tag_once() {
        let text = written(&[
            ("WhiteElo", "2800"),
            ("white", "A \"the\" \\ B"),
            ("Result", "0-1"),
            ("FEN", "8/8/8/8/8/8/8/8 w - - 0 1"),
            ("PlyCount", "80"),
        ]);
        let expected = "[Event \"Analysis\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                        [White \"A \\\"the\\\" \\\\ B\"]\n[Black \"?\"]\n[Result \"*\"]\n[GameResult \"0-1\"]\n\
                        [WhiteElo \"2800\"]\n[Annotator \"shans\"]\n\n";
        assert_eq!(text, expected);
        let text = written(&[("Result", "won"), ("Annotator", "me")]);
        let end = "[Result \"*\"]\n[GameResult \"won\"]\n[Annotator \"me\"]\n\n";
        assert!(text.ends_with(end), "{text}");
    }
}
