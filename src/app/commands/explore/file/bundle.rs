//! The modules of the page as one script: a file that is opened from disk can load no others.
//!
//! Each module becomes a function that returns what it exports, in an order in which each finds what it imports. The modules keep to
//! a simple form for that: an import is one line, and what is exported is declared there.

use std::fmt::Write as _;

/// The module that is run.
const MAIN: &str = "main.js";

/// All modules that the page needs, as one script. `text_of` gives the text of a module.
pub fn script(text_of: &impl Fn(&str) -> Option<String>) -> String {
    let mut modules = Vec::new();
    visit(MAIN, text_of, &mut modules);
    let mut script = String::from("\"use strict\";\nconst $ = {};\n");
    for (name, text) in modules {
        // Writing to memory does not fail.
        let _ = write!(script, "$[\"{name}\"] = (() => {{\n{}}})();\n", as_function(&text));
    }
    script
}

/// Puts a module, by name and text, behind all that it imports.
fn visit(
    name: &str,
    text_of: &impl Fn(&str) -> Option<String>,
    modules: &mut Vec<(String, String)>,
) {
    if modules.iter().any(|(known, _)| known == name) {
        return;
    }
    let text = text_of(name).unwrap_or_default();
    text.lines().filter_map(import).for_each(|(_, from)| visit(from, text_of, modules));
    modules.push((name.to_string(), text));
}

/// `import { a, b } from "./c.js";` names `{ a, b }` and `c.js`.
fn import(line: &str) -> Option<(&str, &str)> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some((names, from.strip_suffix("\";")?))
}

fn as_function(text: &str) -> String {
    let (mut body, mut exported) = (String::new(), Vec::new());
    for line in text.lines() {
        if line.starts_with("//") {
            continue;
        }
        if let Some((names, from)) = import(line) {
            let _ = writeln!(body, "const {names} = $[\"{from}\"];");
        } else if let Some(declared) = line.strip_prefix("export ") {
            exported.extend(name_declared(declared));
            let _ = writeln!(body, "{declared}");
        } else {
            let _ = writeln!(body, "{line}");
        }
    }
    let _ = writeln!(body, "return {{ {} }};", exported.join(", "));
    body
}

/// The name in `async function name(`, `class Name {` or `const name =`.
fn name_declared(declared: &str) -> Option<&str> {
    let declared = declared.strip_prefix("async ").unwrap_or(declared);
    let rest =
        ["function ", "class ", "const "].iter().find_map(|word| declared.strip_prefix(word))?;
    rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(name: &str) -> Option<String> {
        let main = "// Main.\nimport { one, Two } from \"./b.js\";\nimport { three } from \"./c.js\";\none();\n";
        let b = "import { three } from \"./c.js\";\nexport const one = () => three();\nexport class Two {}\n";
        let text = match name {
            MAIN => main,
            "b.js" => b,
            "c.js" => "export async function three() {}\n",
            _ => return None,
        };
        Some(text.to_string())
    }

    #[test]
    fn a_module_stands_behind_what_it_imports() {
        let expected = "\"use strict\";\nconst $ = {};\n\
            $[\"c.js\"] = (() => {\nasync function three() {}\nreturn { three };\n})();\n\
            $[\"b.js\"] = (() => {\nconst { three } = $[\"c.js\"];\nconst one = () => three();\nclass Two {}\nreturn { one, Two };\n})();\n\
            $[\"main.js\"] = (() => {\nconst { one, Two } = $[\"b.js\"];\nconst { three } = $[\"c.js\"];\none();\nreturn {  };\n})();\n";
        assert_eq!(script(&text_of), expected);
    }
}
