//! The page as one file.
//!
//! What other people wrote stands in it packed, as letters and digits, and in its title, escaped: so none of it can end an element or
//! begin a script. The page admits one script and one style sheet, by their hashes, and loads nothing.

use std::io::{self, Write};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use sha2::{Digest as _, Sha256};

use super::super::assets::page_text;
use super::bundle;
use super::content::Content;
use crate::app::reporting::markup::escaped;
use crate::search::SourceGame;

/// What the page of the program has where the file has something else.
const TITLE: &str = "<title>shans explore</title>";
const ICON: &str = "<link rel=\"icon\" type=\"image/svg+xml\" href=\"icon.svg\">";
const STYLE: &str = "<link rel=\"stylesheet\" href=\"style.css\">";
const SCRIPT: &str = "<script type=\"module\" src=\"main.js\"></script>";
const BODY: &str = "<body>";
const END: &str = "</body>";

/// The best that is to be had: a page of 10,000 positions is packed in a second.
const BEST: u8 = 9;

/// Writes the page with this content; `title` is a plain text.
///
/// # Errors
///
/// `out` that cannot be written; content that cannot be serialized.
pub fn write(title: &str, content: &Content, out: &mut dyn Write) -> anyhow::Result<()> {
    let json = serde_json::to_vec(content)?;
    let data = BASE64.encode(miniz_oxide::deflate::compress_to_vec_zlib(&json, BEST));
    Ok(write_page(title, &data, out)?)
}

fn write_page(title: &str, data: &str, out: &mut dyn Write) -> io::Result<()> {
    let text = |name: &str| page_text(name).unwrap_or_default();
    let script = bundle::script(&page_text);
    let style = text("style.css");
    let icon = BASE64.encode(text("icon.svg"));
    let rules = format!(
        "default-src 'none'; script-src {}; style-src {}; img-src data:; base-uri 'none'; form-action 'none'",
        admitted(&script),
        admitted(&style)
    );
    // Whoever has no scripts is told so.
    let without =
        "<noscript><p>This page needs JavaScript. It loads nothing from anywhere.</p></noscript>";
    let page = text("")
        .replacen(TITLE, &format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{rules}\">\n  <title>{}</title>", escaped(title)), 1)
        .replacen(ICON, &format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">"), 1)
        .replacen(STYLE, &format!("<style>{style}</style>"), 1)
        .replacen(SCRIPT, "", 1)
        .replacen(BODY, &format!("<body class=\"file\">\n{without}"), 1);
    let (before, _) = page.split_once(END).unwrap_or((&page, ""));
    write!(
        out,
        "{before}<script type=\"application/octet-stream\" id=\"tree-data\">{data}</script>\n\
         <script>{script}</script>\n</body>\n</html>\n"
    )
}

/// `Anna – Bert, Club, 1999.01.02`: the title of a page with a tree of this game; `None` where nobody knows who played it.
pub fn title_of(game: &SourceGame) -> Option<String> {
    let known = |name| {
        let is_unknown = |letter: char| "?.- ".contains(letter);
        game.tag(name).filter(|value| !value.chars().all(is_unknown))
    };
    let players = match (known("White"), known("Black")) {
        (None, None) => return None,
        (white, black) => {
            format!("{} \u{2013} {}", white.unwrap_or("White"), black.unwrap_or("Black"))
        }
    };
    let parts = [Some(&*players), known("Event"), known("Date")];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// How a policy names an element with this text.
fn admitted(text: &str) -> String {
    format!("'sha256-{}'", BASE64.encode(Sha256::digest(text)))
}
