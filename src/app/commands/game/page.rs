//! One page with board, curve and moves: it holds all that it shows, and opens without a server.

use std::io::Write;

use serde::Serialize;

use super::analysed::AnalysedGame;
use super::json;
use crate::app::games::CommandLineGame;

const PAGE: &str = include_str!("page.html");
/// Where the games go.
const PLACE: &str = "/*GAMES*/";

/// What the page has of a game.
#[derive(Serialize)]
struct PageGame<'a> {
    #[serde(flatten)]
    record: json::GameRecord<'a>,
    curve: String,
}

/// What the page has of a game, as JSON that may stand in a script.
///
/// # Errors
///
/// Data that cannot be serialized.
pub fn game<G: CommandLineGame>(game: &AnalysedGame<'_, G>) -> anyhow::Result<String> {
    let record = PageGame { record: json::record(game), curve: game.curve() };
    Ok(for_script(&serde_json::to_string(&record)?))
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
pub fn write(games: &[String], out: &mut dyn Write) -> anyhow::Result<()> {
    let (before, behind) = PAGE.split_once(PLACE).unwrap_or((PAGE, ""));
    write!(out, "{before}{}{behind}", games.join(",\n"))?;
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
        write(&[name], &mut out)?;
        let text = String::from_utf8_lossy(&out);
        assert_eq!(text.matches("</script>").count(), 1);
        assert!(text.contains("\\u003c/script>") && !text.contains(PLACE));
        for loader in ["src=", "href=", "@import", "url(", "fetch(", "innerHTML"] {
            assert!(!text.contains(loader), "{loader}");
        }
        Ok(())
    }
}
