//! The page: everything is part of the program.

use super::http::Response;

const HTML: &str = "text/html";
const CSS: &str = "text/css";
const JS: &str = "text/javascript";
const SVG: &str = "image/svg+xml";

/// Each file with its name in the address and what it is.
const ASSETS: &[(&str, &str, &str)] = &[
    ("", HTML, include_str!("page/index.html")),
    ("icon.svg", SVG, include_str!("page/icon.svg")),
    ("style.css", CSS, include_str!("page/style.css")),
    ("main.js", JS, include_str!("page/main.js")),
    ("server.js", JS, include_str!("page/server.js")),
    ("source.js", JS, include_str!("page/source.js")),
    ("embedded.js", JS, include_str!("page/embedded.js")),
    ("seen.js", JS, include_str!("page/seen.js")),
    ("drill.js", JS, include_str!("page/drill.js")),
    ("guess.js", JS, include_str!("page/guess.js")),
    ("problem.js", JS, include_str!("page/problem.js")),
    ("board.js", JS, include_str!("page/board.js")),
    ("controls.js", JS, include_str!("page/controls.js")),
    ("games.js", JS, include_str!("page/games.js")),
    ("icicle.js", JS, include_str!("page/icicle.js")),
    ("keys.js", JS, include_str!("page/keys.js")),
    ("looks.js", JS, include_str!("page/looks.js")),
    ("moves.js", JS, include_str!("page/moves.js")),
    ("pieces.js", JS, include_str!("page/pieces.js")),
    ("story.js", JS, include_str!("page/story.js")),
    ("text.js", JS, include_str!("page/text.js")),
    ("away.js", JS, include_str!("page/away.js")),
    ("bars.js", JS, include_str!("page/bars.js")),
    ("bestline.js", JS, include_str!("page/bestline.js")),
    ("copy.js", JS, include_str!("page/copy.js")),
    ("saving.js", JS, include_str!("page/saving.js")),
    ("second.js", JS, include_str!("page/second.js")),
    ("segments.js", JS, include_str!("page/segments.js")),
    ("setup.js", JS, include_str!("page/setup.js")),
    ("workplace.js", JS, include_str!("page/workplace.js")),
    ("why.js", JS, include_str!("page/why.js")),
    ("book.js", JS, include_str!("page/book.js")),
    ("notation.js", JS, include_str!("page/notation.js")),
    ("notationview.js", JS, include_str!("page/notationview.js")),
    ("pgn.js", JS, include_str!("page/pgn.js")),
    ("said.js", JS, include_str!("page/said.js")),
    ("shapes.js", JS, include_str!("page/shapes.js")),
    ("smallboard.js", JS, include_str!("page/smallboard.js")),
    ("tables.js", JS, include_str!("page/tables.js")),
    ("sound.js", JS, include_str!("page/sound.js")),
    ("tabs.js", JS, include_str!("page/tabs.js")),
    ("choice.js", JS, include_str!("page/choice.js")),
    ("compare.js", JS, include_str!("page/compare.js")),
    ("review.js", JS, include_str!("page/review.js")),
    ("undo.js", JS, include_str!("page/undo.js")),
    ("wheel.js", JS, include_str!("page/wheel.js")),
    ("viewpoint.js", JS, include_str!("page/viewpoint.js")),
];

/// The same of the list of a folder.
const FOLDER: &[(&str, &str, &str)] = &[
    ("", HTML, include_str!("page/folder.html")),
    ("folder.js", JS, include_str!("page/folder.js")),
    ("folder.css", CSS, include_str!("page/folder.css")),
    ("style.css", CSS, include_str!("page/style.css")),
    ("text.js", JS, include_str!("page/text.js")),
    ("icon.svg", SVG, include_str!("page/icon.svg")),
];

/// What the page of a tree has at its top, and what leads from there to the list of its folder.
const HEADING: (&str, &str) =
    ("<h1>shans</h1>", "<h1><a href=\"../\" title=\"All trees of the folder\">shans</a></h1>");

/// The file of this name; `None` if there is none.
pub fn asset(name: &str) -> Option<Response> {
    of(ASSETS, name)
}

/// The text of a file of the page of a tree; the page itself has no name.
pub fn page_text(name: &str) -> Option<&'static str> {
    ASSETS.iter().find(|(known, ..)| *known == name).map(|(.., text)| *text)
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

fn of(assets: &[(&str, &'static str, &str)], name: &str) -> Option<Response> {
    let (_, content_type, text) = assets.iter().find(|(known, ..)| *known == name)?;
    Some(Response { status: 200, content_type, body: (*text).to_string() })
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
            for (name, _, text) in assets {
                for word in ["src=\"", "href=\"", "from \""] {
                    for target in named(text, word) {
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
        for (name, _, text) in ASSETS.iter().chain(FOLDER) {
            let text = text.replace("http://www.w3.org/2000/svg", "");
            for word in ["http:", "https:", "//cdn", "innerHTML", "outerHTML", "eval(", "onclick="]
            {
                assert!(!text.contains(word), "{name}: {word}");
            }
        }
    }
}
