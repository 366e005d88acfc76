//! One page with board, curve and moves: it holds all that it shows, and opens without a server.

use std::io::Write;

use serde::Serialize;

use super::analysed::AnalysedGame;
use super::json;
use crate::app::games::CommandLineGame;
use crate::app::printable::printable;
use crate::app::reporting::score::counted;
use crate::value::Player;

const PAGE: &str = include_str!("page.html");
/// Where the games go.
const PLACE: &str = "/*GAMES*/";
/// The title, until a page has one of its own.
const TITLE: &str = "<title>Game report</title>";

/// A game of the page.
#[derive(Debug)]
pub struct PageGame {
    /// `Anna – Bert, Club, 1999.01.02`.
    title: String,
    /// What the page has of it, as JSON that may stand in a script.
    json: String,
}

/// What the page has of a game.
#[derive(Serialize)]
struct GameData<'a> {
    #[serde(flatten)]
    record: json::GameRecord<'a>,
    title: &'a str,
    curve: String,
}

/// What the page has of a game.
///
/// # Errors
///
/// Data that cannot be serialized.
pub fn game<G: CommandLineGame>(game: &AnalysedGame<'_, G>) -> anyhow::Result<PageGame> {
    let [white, black] = [Player::Max, Player::Min].map(|player| game.player_name(player));
    let players = format!("{white} \u{2013} {black}");
    let known = ["Event", "Date"].into_iter().filter_map(|name| game.known_tag(name));
    let parts: Vec<String> =
        [&*players].into_iter().chain(known).map(|part| printable(part).to_string()).collect();
    let title = parts.join(", ");
    let data = GameData { record: json::record(game), title: &title, curve: game.curve() };
    let json = for_script(&serde_json::to_string(&data)?);
    Ok(PageGame { title, json })
}

/// No name of a player ends the title.
fn for_title(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// No name of a player ends the script that it stands in, nor begins a comment.
fn for_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Writes the page with these games.
///
/// # Errors
///
/// `out` that cannot be written.
pub fn write(games: &[PageGame], out: &mut dyn Write) -> anyhow::Result<()> {
    let (before, behind) = PAGE.split_once(PLACE).unwrap_or((PAGE, ""));
    let title = match games {
        [game] => for_title(&game.title),
        games => counted(games.len() as u64, "game"),
    };
    let before = before.replacen(TITLE, &format!("<title>{title}</title>"), 1);
    let data: Vec<&str> = games.iter().map(|game| &*game.json).collect();
    write!(out, "{before}{}{behind}", data.join(",\n"))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_holds_its_games_and_loads_nothing() -> anyhow::Result<()> {
        let name = for_script(&serde_json::to_string("</script><!-- \u{2028}")?);
        assert_eq!(serde_json::from_str::<String>(&name)?, "</script><!-- \u{2028}");
        let mut out = Vec::new();
        let game = PageGame { title: "A & <b> \u{2013} C".to_string(), json: name };
        write(&[game], &mut out)?;
        let text = String::from_utf8_lossy(&out);
        assert!(text.contains("<title>A &amp; &lt;b> \u{2013} C</title>"), "{text}");
        assert_eq!(text.matches("</script>").count(), 1);
        assert!(text.contains("\\u003c/script>") && !text.contains(PLACE));
        for loader in ["src=", "href=", "@import", "url(", "fetch(", "innerHTML"] {
            assert!(!text.contains(loader), "{loader}");
        }
        Ok(())
    }
}
