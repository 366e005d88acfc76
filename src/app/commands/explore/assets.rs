//! The page: everything is part of the program.

use super::http::Response;
use crate::packed::unpacked_text;

/// Each file of the folder `page` with its name, packed.
const FILES: &[(&str, &[u8])] = &include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What the page of a tree has at its top, and what leads from there to the list of its folder.
const HEADING: (&str, &str) =
    ("<h1>shans</h1>", "<h1><a href=\"../\" title=\"All trees of the folder\">shans</a></h1>");

/// The file of this name, or the page itself, which has no name; `None` if there is none.
pub fn asset(name: &str) -> Option<Response> {
    match name {
        "" => file("index.html"),
        "index.html" => None,
        _ => file(name).filter(|_| !name.starts_with("folder.")),
    }
}

/// The text of a file of the page of a tree; the page itself has no name.
pub fn page_text(name: &str) -> Option<String> {
    asset(name).map(|response| response.body)
}

/// The same of a page that belongs to a list.
pub fn page_of_folder(name: &str) -> Option<Response> {
    let response = asset(name)?;
    let (heading, link) = HEADING;
    Some(Response { body: response.body.replace(heading, link), ..response })
}

/// The same of the list itself.
pub fn asset_of_folder(name: &str) -> Option<Response> {
    match name {
        "" => file("folder.html"),
        "folder.js" | "folder.css" | "style.css" | "text.js" | "icon.svg" => file(name),
        _ => None,
    }
}

fn file(name: &str) -> Option<Response> {
    let (_, packed) = FILES.iter().find(|(known, _)| *known == name)?;
    let content_type = match name.rsplit_once('.')?.1 {
        "html" => "text/html",
        "css" => "text/css",
        "svg" => "image/svg+xml",
        _ => "text/javascript",
    };
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
        for of in [asset, asset_of_folder] {
            let names = FILES.iter().map(|(name, _)| *name).chain([""]);
            for (name, told) in names.filter_map(|name| Some((name, of(name)?))) {
                for word in ["src=\"", "href=\"", "from \""] {
                    for target in named(&told.body, word) {
                        let target = target.trim_start_matches("./");
                        let is_there = !target.is_empty() && of(target).is_some();
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
        for (name, packed) in FILES {
            let text = unpacked_text(packed).replace("http://www.w3.org/2000/svg", "");
            for word in ["http:", "https:", "//cdn", "innerHTML", "outerHTML", "eval(", "onclick="]
            {
                assert!(!text.contains(word), "{name}: {word}");
            }
        }
    }
}
