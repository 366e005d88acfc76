//! The tools: what they are told, and the command of this program that does each.
//!
//! Each tool is one run of a command with `--json`, so that a model is told exactly what scripts are told
//! (`docs/json.md`). What the model writes becomes the value of an option, or stands behind `--`: it is
//! never an option by itself.

use serde_json::{Map, Value, json};

/// A tool.
pub struct ToolKind {
    /// Its name.
    pub name: &'static str,
    /// What it is for, as the model reads it.
    pub description: &'static str,
    /// The fields that it reads.
    pub fields: &'static [Field],
    /// The command, before what the fields say.
    command: &'static [&'static str],
}

/// A field of the arguments of a tool.
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it is, as the model reads it.
    pub description: &'static str,
    /// What may stand in it.
    pub kind: FieldKind,
    /// The option of the command; none where it stands behind the options.
    option: Option<&'static str>,
    /// Whether the tool cannot do without it.
    pub is_needed: bool,
}

/// What may stand in a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    Text,
    /// A whole number from 1 up to this one.
    Count(u64),
}

/// The largest whole number that JSON has in every language.
const MOST: u64 = 1 << 53;
const MOST_LINES: u64 = 500;

const TREE: Field = text("tree", "The file of the tree, as it was saved");
const POSITION: Field = text("position", "A FEN, or startpos");
const MOVES: Field = Field {
    is_needed: false,
    ..text("moves", "Moves from the position analysed, such as \"Nf3 d5\" (SAN or UCI)")
};
const NODES: Field = Field {
    is_needed: true,
    ..count("nodes", "--nodes", "How many positions to search: about a million a second")
};

/// A text that the tool needs, behind the options.
const fn text(name: &'static str, description: &'static str) -> Field {
    Field { name, description, kind: FieldKind::Text, option: None, is_needed: true }
}

/// A number that may be given, the value of this option.
const fn count(name: &'static str, option: &'static str, description: &'static str) -> Field {
    let (kind, option) = (FieldKind::Count(MOST), Some(option));
    Field { name, description, kind, option, is_needed: false }
}

/// All tools.
pub const TOOLS: [ToolKind; 6] = [
    ToolKind {
        name: "analyze",
        description: "Analyse a chess position: the best move, its value in centipawns for the side to move, the best \
                      lines, the chances to win, draw and lose, and what the moves not listed are worth at most. With \
                      `save` the whole tree is kept in a file, which the other tools look into.",
        fields: &[
            POSITION,
            NODES,
            Field {
                kind: FieldKind::Count(MOST_LINES),
                ..count("lines", "--lines", "How many moves get a value of their own; 3 by default")
            },
            Field {
                option: Some("--save"),
                is_needed: false,
                ..text("save", "A new file for the tree; an existing one is not overwritten")
            },
        ],
        command: &["analyze"],
    },
    ToolKind {
        name: "resume",
        description: "Search on in a saved tree, and save it again. `moves` goes on to a position further down first.",
        fields: &[
            TREE,
            NODES,
            Field { option: Some("--moves"), ..MOVES },
            count("back", "--back", "How many plies to go back first"),
        ],
        command: &["resume"],
    },
    ToolKind {
        name: "candidates",
        description: "All moves of a position of a saved tree that have a value, the best first, each with its line and \
                      the positions searched for it.",
        fields: &[TREE, MOVES],
        command: &["show", "--depth", "1", "--width", "99"],
    },
    ToolKind {
        name: "show",
        description: "A part of a saved tree below a position: the best moves, the best replies to them, and so on.",
        fields: &[
            TREE,
            MOVES,
            count("depth", "--depth", "How many plies"),
            count("width", "--width", "How many moves of each position"),
        ],
        command: &["show"],
    },
    ToolKind {
        name: "why",
        description: "Why a move is not the best one, or is: what it loses or misses (`claim`), the refutation as a line \
                      with values, and how sure that is. Moves that the tree does not know are searched first.",
        fields: &[
            TREE,
            Field {
                description: "Moves from the position analysed; the last one is the one asked about. Without any: the best one",
                ..MOVES
            },
            Field { is_needed: false, ..NODES },
        ],
        command: &["why"],
    },
    ToolKind {
        name: "check",
        description: "Judge claims about a chess position before you make them. Verdicts: proven (by the rules), holds (a \
                      search has found it, which is no proof), false (with a reason or a line), unknown. Say nothing that is false, \
                      and mark what only holds.",
        fields: &[
            POSITION,
            text(
                "claims",
                "Claims, separated by commas: legal MOVE, attacks SQUARE SQUARE, protects SQUARE SQUARE, pinned SQUARE, \
                              passed SQUARE, draw, mate N, only MOVE, better MOVE MOVE, wins MOVE, threatens MOVE (of the side not to move), \
                              cause MOVE KIND (fork, pin, unprotected and so on, as `why` names them)",
            ),
            Field { is_needed: false, ..NODES },
        ],
        command: &["check"],
    },
];

impl ToolKind {
    /// The arguments that it reads, as a JSON schema.
    pub fn schema(&self) -> Map<String, Value> {
        let property = |field: &Field| {
            let kind = match field.kind {
                FieldKind::Text => json!({"type": "string", "description": field.description}),
                FieldKind::Count(most) => {
                    let description = field.description;
                    json!({"type": "integer", "minimum": 1, "maximum": most, "description": description})
                }
            };
            (field.name.to_string(), kind)
        };
        let needed = self.fields.iter().filter(|field| field.is_needed);
        let schema = [
            ("type", json!("object")),
            ("properties", Value::Object(self.fields.iter().map(property).collect())),
            ("required", needed.map(|field| field.name).collect()),
            ("additionalProperties", json!(false)),
        ];
        schema.map(|(name, value)| (name.to_string(), value)).into_iter().collect()
    }

    /// The words of the command that does what these arguments ask.
    ///
    /// # Errors
    ///
    /// What is wrong with the arguments, for the model.
    pub fn words(&self, arguments: &Map<String, Value>) -> Result<Vec<String>, String> {
        let is_known = |name: &&String| self.fields.iter().all(|field| field.name != name.as_str());
        if let Some(unknown) = arguments.keys().find(is_known) {
            return Err(format!("{} has no argument {unknown:?}", self.name));
        }
        let mut words: Vec<String> = self.command.iter().map(|&word| word.to_string()).collect();
        words.push("--json".to_string());
        let mut behind = Vec::new();
        for field in self.fields {
            let given = arguments.get(field.name).filter(|value| !value.is_null());
            match (given, field.option) {
                (None, _) if field.is_needed => {
                    return Err(format!("{} needs the argument {:?}", self.name, field.name));
                }
                (None, _) => {}
                (Some(value), Some(option)) => {
                    words.push(format!("{option}={}", field.read(value)?))
                }
                (Some(value), None) => behind.push(field.read(value)?),
            }
        }
        words.push("--".to_string());
        Ok([words, behind].concat())
    }

    /// What went wrong with its command, without the words of the command line: options are the fields that stand for
    /// them, and advice that takes others is left out.
    pub fn in_its_words(&self, wrong: &str) -> String {
        let lines = wrong.lines().map(|line| {
            let told = line.trim_start_matches("error: ");
            let parts = told.split("; ").enumerate();
            let kept = parts.map(|(index, part)| (index, self.without_options(part)));
            let kept = kept.filter(|(index, part)| *index == 0 || !is_of_command_line(part));
            kept.map(|(_, part)| part).collect::<Vec<_>>().join("; ")
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The fields in place of their options.
    fn without_options(&self, text: &str) -> String {
        let mut text = text.to_string();
        for field in self.fields {
            let Some(option) = field.option else { continue };
            text = text.replace(option, field.name);
        }
        text
    }
}

/// Whether a part of a message is for those who type commands.
fn is_of_command_line(text: &str) -> bool {
    ["--", "shans ", "option"].iter().any(|word| text.contains(word))
}

impl Field {
    fn read(&self, value: &Value) -> Result<String, String> {
        let name = self.name;
        match (self.kind, value) {
            // There is no standard input.
            (FieldKind::Text, Value::String(text)) if text.trim() == "-" => {
                Err(format!("{name:?} cannot be \"-\""))
            }
            (FieldKind::Text, Value::String(text)) if !text.trim().is_empty() => Ok(text.clone()),
            (FieldKind::Text, _) => Err(format!("{name:?} has to be a text")),
            (FieldKind::Count(most), value) => {
                let count = whole_number(value).filter(|count| (1..=most).contains(count));
                let wrong = || format!("{name:?} has to be a whole number from 1 to {most}");
                count.map(|count| count.to_string()).ok_or_else(wrong)
            }
        }
    }
}

/// Some languages write every number with a point.
fn whole_number(value: &Value) -> Option<u64> {
    let is_whole = |number: &f64| number.fract() == 0.0 && (0.0..=MOST as f64).contains(number);
    // A cast of such a number is exact.
    value.as_u64().or_else(|| value.as_f64().filter(is_whole).map(|number| number as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(name: &str, arguments: Value) -> Result<String, String> {
        let tool = TOOLS.iter().find(|tool| tool.name == name).unwrap_or_else(|| panic!("{name}"));
        let Value::Object(arguments) = arguments else { panic!("{arguments}") };
        tool.words(&arguments).map(|words| words.join(" "))
    }

    #[test]
    fn a_tool_is_a_run_of_a_command() {
        let why = words("why", json!({"tree": "a.tree", "moves": "e4 e5 Ke2", "nodes": 5000}));
        assert_eq!(why.as_deref(), Ok("why --json --nodes=5000 -- a.tree e4 e5 Ke2"));
        let analyze = words("analyze", json!({"position": "startpos", "nodes": 1, "save": "--x"}));
        assert_eq!(analyze.as_deref(), Ok("analyze --json --nodes=1 --save=--x -- startpos"));
        let point = words("analyze", json!({"position": "startpos", "nodes": 2e3, "lines": null}));
        assert_eq!(point.as_deref(), Ok("analyze --json --nodes=2000 -- startpos"));
    }

    #[test]
    fn what_a_model_gets_wrong_is_told() {
        let wrong = |name, arguments| words(name, arguments).expect_err("accepted");
        assert_eq!(wrong("check", json!({"position": "a"})), "check needs the argument \"claims\"");
        assert_eq!(wrong("show", json!({"tree": 3})), "\"tree\" has to be a text");
        for nodes in
            [json!(0), json!(2.5), json!(-3.0), json!(1e300), json!("2000"), json!(u64::MAX)]
        {
            let told = wrong("analyze", json!({"position": "startpos", "nodes": nodes}));
            let expected = "\"nodes\" has to be a whole number from 1 to 9007199254740992";
            assert_eq!(told, expected, "{nodes}");
        }
        let none = wrong("analyze", json!({"position": "startpos", "nodes": null}));
        assert_eq!(none, "analyze needs the argument \"nodes\"");
        let dash = wrong("analyze", json!({"position": " - ", "nodes": 5}));
        assert_eq!(dash, "\"position\" cannot be \"-\"");
        assert_eq!(wrong("show", json!({"file": "a"})), "show has no argument \"file\"");
    }

    #[test]
    fn messages_are_about_the_arguments_of_the_tool() {
        let told = |name: &str, wrong: &str| {
            let tool = TOOLS.iter().find(|tool| tool.name == name);
            tool.unwrap_or_else(|| panic!("{name}")).in_its_words(wrong)
        };
        let taken = "error: a.tree holds a tree; continue it (shans resume), save to another file, or give --force to \
                     overwrite it";
        assert_eq!(told("analyze", taken), "a.tree holds a tree");
        let not_there = "error: --back: the position analysed has 2 moves before it; use less";
        assert_eq!(
            told("resume", not_there),
            "back: the position analysed has 2 moves before it; use less"
        );
    }
}
