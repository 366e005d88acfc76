//! The page: everything is part of the program.

use super::http::Response;
use crate::packed::{packed, unpacked_text};

const HTML: &str = "text/html";
const CSS: &str = "text/css";
const JS: &str = "text/javascript";
const SVG: &str = "image/svg+xml";

/// Each file with its name in the address and what it is, packed.
const ASSETS: &[(&str, &str, &[u8])] = &[
    ("", HTML, packed!("index.html")),
    ("icon.svg", SVG, packed!("icon.svg")),
    ("style.css", CSS, packed!("style.css")),
    ("main.js", JS, packed!("main.js")),
    ("server.js", JS, packed!("server.js")),
    ("source.js", JS, packed!("source.js")),
    ("embedded.js", JS, packed!("embedded.js")),
    ("seen.js", JS, packed!("seen.js")),
    ("drill.js", JS, packed!("drill.js")),
    ("guess.js", JS, packed!("guess.js")),
    ("problem.js", JS, packed!("problem.js")),
    ("board.js", JS, packed!("board.js")),
    ("controls.js", JS, packed!("controls.js")),
    ("games.js", JS, packed!("games.js")),
    ("icicle.js", JS, packed!("icicle.js")),
    ("keys.js", JS, packed!("keys.js")),
    ("looks.js", JS, packed!("looks.js")),
    ("moves.js", JS, packed!("moves.js")),
    ("pieces.js", JS, packed!("pieces.js")),
    ("story.js", JS, packed!("story.js")),
    ("text.js", JS, packed!("text.js")),
    ("away.js", JS, packed!("away.js")),
    ("bars.js", JS, packed!("bars.js")),
    ("bestline.js", JS, packed!("bestline.js")),
    ("copy.js", JS, packed!("copy.js")),
    ("saving.js", JS, packed!("saving.js")),
    ("second.js", JS, packed!("second.js")),
    ("segments.js", JS, packed!("segments.js")),
    ("setup.js", JS, packed!("setup.js")),
    ("workplace.js", JS, packed!("workplace.js")),
    ("why.js", JS, packed!("why.js")),
    ("book.js", JS, packed!("book.js")),
    ("notation.js", JS, packed!("notation.js")),
    ("notationview.js", JS, packed!("notationview.js")),
    ("pgn.js", JS, packed!("pgn.js")),
    ("said.js", JS, packed!("said.js")),
    ("shapes.js", JS, packed!("shapes.js")),
    ("smallboard.js", JS, packed!("smallboard.js")),
    ("tables.js", JS, packed!("tables.js")),
    ("sound.js", JS, packed!("sound.js")),
    ("tabs.js", JS, packed!("tabs.js")),
    ("choice.js", JS, packed!("choice.js")),
    ("compare.js", JS, packed!("compare.js")),
    ("review.js", JS, packed!("review.js")),
    ("undo.js", JS, packed!("undo.js")),
    ("wheel.js", JS, packed!("wheel.js")),
    ("viewpoint.js", JS, packed!("viewpoint.js")),
];

/// The same of the list of a folder.
const FOLDER: &[(&str, &str, &[u8])] = &[
    ("", HTML, packed!("folder.html")),
    ("folder.js", JS, packed!("folder.js")),
    ("folder.css", CSS, packed!("folder.css")),
    ("style.css", CSS, packed!("style.css")),
    ("text.js", JS, packed!("text.js")),
    ("icon.svg", SVG, packed!("icon.svg")),
];

/// What the page of a tree has at its top, and what leads from there to the list of its folder.
const HEADING: (&str, &str) =
    ("<h1>shans</h1>", "<h1><a href=\"../\" title=\"All trees of the folder\">shans</a></h1>");

/// The file of this name; `None` if there is none.
pub fn asset(name: &str) -> Option<Response> {
    of(ASSETS, name)
}

/// The text of a file of the page of a tree; the page itself has no name.
pub fn page_text(name: &str) -> Option<String> {
    of(ASSETS, name).map(|response| response.body)
}

/// The same of a page that belongs to a list.
pub fn page_of_folder(name: &str) -> Option<Response> {
    let response = of(ASSETS, name)?;
    let (heading, link) = HEADING;
    Some(Response { body: response.body.replace(heading, link), ..response })
}

/// The same of the list itself.
pub fn asset_of_folder(name: &str) -> Option<Response> {
    of(FOLDER, name)
}

fn of(assets: &[(&str, &'static str, &[u8])], name: &str) -> Option<Response> {
    let (_, content_type, packed) = assets.iter().find(|(known, ..)| *known == name)?;
    Some(Response { status: 200, content_type, body: unpacked_text(packed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands in quotes behind each of these words.
    fn named<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = &'t str> {
        text.split(word).skip(1).filter_map(|rest| rest.split('"').next())
    }

    #[test]
    fn what_the_page_names_is_there() {
        for assets in [ASSETS, FOLDER] {
            for (name, _, packed) in assets {
                let text = unpacked_text(packed);
                for word in ["src=\"", "href=\"", "from \""] {
                    for target in named(&text, word) {
                        let target = target.trim_start_matches("./");
                        let is_there = !target.is_empty() && of(assets, target).is_some();
                        assert!(is_there, "{name}: {target}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_page_of_a_folder_leads_back_to_the_list() {
        let page = page_of_folder("").map(|page| page.body).unwrap_or_default();
        assert!(page.contains(HEADING.1) && !page.contains(HEADING.0));
    }

    #[test]
    fn nothing_is_loaded_from_elsewhere_and_no_text_becomes_code() {
        for (name, _, packed) in ASSETS.iter().chain(FOLDER) {
            let text = unpacked_text(packed).replace("http://www.w3.org/2000/svg", "");
            for word in ["http:", "https:", "//cdn", "innerHTML", "outerHTML", "eval(", "onclick="]
            {
                assert!(!text.contains(word), "{name}: {word}");
            }
        }
    }
}
