//! Which file of a type calls methods of that type that stand in which other file: by `self.name()`, `Self::name`,
//! `Type::name`, and by `other.name()` where no other type has a method of this name.

use std::collections::{BTreeMap, BTreeSet};

/// The methods of a type that stand in one `impl`, and what they call.
struct Impl<'a> {
    of: &'a str,
    methods: Vec<&'a str>,
    /// What is surely of this type ...
    own: Vec<&'a str>,
    /// ... and what is if no other type has it.
    others: Vec<&'a str>,
}

/// Who calls whom, by path: pairs of different files. A name that a type has in more than one other
/// file, as types of the same name do, is nobody's.
pub fn calls<'a>(files: &[(&'a str, &'a [String])]) -> BTreeSet<(&'a str, &'a str)> {
    let found: Vec<(&str, Vec<Impl<'_>>)> =
        files.iter().map(|&(path, tokens)| (path, impls(tokens))).collect();
    let mut homes: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (path, impls) in &found {
        for part in impls {
            for method in &part.methods {
                homes.entry((part.of, method)).or_default().insert(path);
                types.entry(method).or_default().insert(part.of);
            }
        }
    }
    let mut pairs = BTreeSet::new();
    for (caller, impls) in &found {
        for part in impls {
            let is_of_one = |name: &&&str| types.get(**name).is_some_and(|all| all.len() == 1);
            for called in part.own.iter().chain(part.others.iter().filter(is_of_one)) {
                let Some(homes) = homes.get(&(part.of, *called)) else { continue };
                if let (Some(home), 1, false) = (homes.first(), homes.len(), homes.contains(caller))
                {
                    pairs.insert((*caller, *home));
                }
            }
        }
    }
    pairs
}

/// Every `impl` of a file.
fn impls(tokens: &[String]) -> Vec<Impl<'_>> {
    let starts = tokens.iter().enumerate().filter(|(_, token)| *token == "impl");
    starts.filter_map(|(place, _)| read_impl(&tokens[place + 1..])).collect()
}

/// What follows the word `impl`; `None` where that is not a block, as in a type.
fn read_impl(tokens: &[String]) -> Option<Impl<'_>> {
    let open = tokens.iter().position(|token| matches!(token.as_str(), "{" | ";" | ")" | "="))?;
    if tokens[open] != "{" {
        return None;
    }
    let of = implemented(&tokens[..open])?;
    let mut found = Impl { of, methods: Vec::new(), own: Vec::new(), others: Vec::new() };
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        let after = |count: usize| tokens.get(place + count).map_or("", String::as_str);
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth == 1 => break,
            "}" => depth -= 1,
            "fn" if depth == 1 => found.methods.push(after(1)),
            "." if matches!(after(2), "(" | "::") && tokens[place - 1] == "self" => {
                found.own.push(after(1));
            }
            "." if matches!(after(2), "(" | "::") => found.others.push(after(1)),
            "Self" if after(1) == "::" => found.own.push(after(2)),
            word if word == of && after(1) == "::" => found.own.push(after(2)),
            _ => {}
        }
    }
    Some(found)
}

/// The type that is implemented: the last name of its path, without what stands in angle brackets.
fn implemented(head: &[String]) -> Option<&str> {
    let mut depth = 0_i32;
    let mut name = None;
    for token in head {
        match token.as_str() {
            "<" => depth += 1,
            ">" => depth -= 1,
            "where" if depth == 0 => break,
            "for" if depth == 0 => name = None,
            "::" | "&" | "mut" | "dyn" => {}
            word if depth == 0 => name = Some(word),
            _ => {}
        }
    }
    name
}
