//! Which commands and options a page of help shows: those that people use. `--help-all` shows the others as well, and so
//! do the manual pages.

use std::ffi::{OsStr, OsString};

use clap::{Arg, CommandFactory, FromArgMatches};

use super::Arguments;

/// The commands on the first page. The others are named below them.
const FIRST: [&str; 10] =
    ["analyze", "resume", "show", "why", "game", "prepare", "profile", "explore", "uci", "export"];

/// The first page.
const PAGE: &str = "\
{about}

{usage-heading} {usage}

Commands:
{subcommands}

More: check, import, merge, verify, eval, mcp, remote, lab, completions, man. shans COMMAND --help shows what one of them does.

Options:
{options}";

/// Options that few people need where a position is analysed, and that other commands are about.
pub const ABOUT_OTHERS: [&str; 4] = ["depth", "evaluation", "remote", "rules"];

/// These were commands of their own before they went to the laboratory, and scripts know them as such.
const ONCE_COMMANDS: [&str; 3] = ["compare", "bench", "perft"];

/// What asks for all options.
const ALL: &str = "--help-all";

impl Arguments {
    /// The program with all options on the only page of each command.
    pub fn with_all_options() -> clap::Command {
        with_rare_options(Arguments::command())
    }

    /// Reads the words of a command line, the name of the program first.
    ///
    /// # Errors
    ///
    /// What is wrong with them, or the help that they ask for.
    pub fn read(words: impl IntoIterator<Item = OsString>) -> Result<Arguments, clap::Error> {
        let mut words: Vec<OsString> = words.into_iter().collect();
        let place = words.iter().skip(1).position(|word| word != "help").map_or(0, |at| at + 1);
        if words.get(place).is_some_and(|word| ONCE_COMMANDS.iter().any(|once| word == once)) {
            words.insert(place, "lab".into());
        }
        let mut words = with_negative_values(words);
        let options = words.iter().take_while(|word| *word != "--");
        let all = options.enumerate().find(|(_, word)| *word == OsStr::new(ALL));
        let command = match all.map(|(place, _)| place) {
            Some(place) => {
                words[place] = "--help".into();
                Arguments::with_all_options()
            }
            None => with_short_help(Arguments::command()),
        };
        let matches = command.try_get_matches_from(words)?;
        Arguments::from_arg_matches(&matches)
    }
}

/// A number below zero behind the name of an option is its value: of the option, and not of an argument that nobody
/// gave, is to be said that it cannot be.
fn with_negative_values(words: Vec<OsString>) -> Vec<OsString> {
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let is_option = |word: &OsString| {
        word.to_str().is_some_and(|word| word.starts_with("--") && !word.contains('='))
    };
    let is_negative = |word: &OsString| {
        let digits = word.to_str().and_then(|word| word.strip_prefix('-')).unwrap_or_default();
        digits.starts_with(|letter: char| letter.is_ascii_digit() || letter == '.')
    };
    let mut joined: Vec<OsString> = Vec::with_capacity(words.len());
    for (place, word) in words.into_iter().enumerate() {
        match joined.last_mut() {
            Some(last) if place < end && is_negative(&word) && is_option(last) => {
                last.push("=");
                last.push(word);
            }
            _ => joined.push(word),
        }
    }
    joined
}

/// The program with help that shows what people use.
pub fn with_short_help(program: clap::Command) -> clap::Command {
    let is_first = |command: &clap::Command| FIRST.contains(&command.get_name());
    program.help_template(PAGE).mut_subcommands(|command| {
        let is_hidden = !is_first(&command);
        shortened(command, "shans").hide(is_hidden)
    })
}

/// Marks options as rarely used in a command, beside those that are so in every one.
pub fn rarely_used(names: &'static [&'static str]) -> impl Fn(Arg) -> Arg {
    move |arg| {
        let is_rare = arg.get_long().is_some_and(|long| names.contains(&long));
        if is_rare { arg.hide_short_help(true) } else { arg }
    }
}

/// A command, and those below it, with all options on its only page.
fn with_rare_options(command: clap::Command) -> clap::Command {
    command.mut_args(|arg| arg.hide_short_help(false)).mut_subcommands(with_rare_options)
}

/// A command, and those below it, without the options that are rarely used.
fn shortened(command: clap::Command, program: &str) -> clap::Command {
    let whole = format!("{program} {}", command.get_name());
    let has_rare = command.get_arguments().any(Arg::is_hide_short_help_set);
    let command = command
        .mut_args(|arg| {
            let is_rare = arg.is_hide_short_help_set();
            arg.hide_short_help(false).hide(is_rare)
        })
        .mut_subcommands(|command| shortened(command, &whole));
    if !has_rare {
        return command;
    }
    let text = command.get_after_help().map(|text| format!("\n\n{text}")).unwrap_or_default();
    command.after_help(format!("{whole} {ALL} shows the rarely used options as well.{text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is printed for these words.
    fn help(words: &str) -> String {
        let words = ["shans"].into_iter().chain(words.split_whitespace()).map(OsString::from);
        let told = Arguments::read(words).map(|arguments| format!("{:?}", arguments.command));
        told.unwrap_or_else(|error| error.to_string())
    }

    fn options(page: &str) -> Vec<&str> {
        let words =
            page.lines().filter_map(|line| line.split_whitespace().find(|w| w.starts_with("--")));
        let rows =
            page.lines().filter(|line| line.starts_with("  -") || line.starts_with("      --"));
        words.take(rows.count()).collect()
    }

    #[test]
    fn the_first_page_is_short() {
        let page = help("--help");
        let rows: Vec<&str> = page
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("  -"))
            .collect();
        let names: Vec<&str> =
            rows.iter().filter_map(|row| row.split_whitespace().next()).collect();
        assert_eq!(names, [&FIRST[..], &["help"]].concat(), "{page}");
        let more = page.lines().find(|line| line.starts_with("More: ")).unwrap_or_default();
        for command in Arguments::command().get_subcommands().map(clap::Command::get_name) {
            assert!(FIRST.contains(&command) || more.contains(command), "{command}: {page}");
        }
    }

    #[test]
    fn a_page_of_options_can_be_read_and_all_of_them_can_be_seen() {
        for command in ["analyze", "resume", "import", "game", "prepare", "explore"] {
            let page = help(&format!("{command} --help"));
            assert!(options(&page).len() <= 24, "{page}");
            assert!(page.contains(&format!("shans {command} --help-all shows")), "{page}");
            let all = help(&format!("{command} --help-all"));
            assert!(all.contains("--nats-ca") && !all.contains("--help-all"), "{all}");
        }
        assert!(help("remote worker --help").contains("shans remote worker --help-all"));
        assert!(!help("uci -h").contains("--engine-scores"));
    }

    #[test]
    fn hidden_options_work() {
        let read = help("analyze --window 20 --depth 3 --rules junqi");
        assert!(read.contains("window: Some(20)") && read.contains("depth: Some(3)"), "{read}");
    }

    #[test]
    fn a_number_below_zero_is_a_value_of_the_option_before_it() {
        for words in ["analyze --nodes -4", "analyze --time -3s", "resume x.tree --window -.5k"] {
            let (option, value) = (words.split(' ').rev().nth(1), words.split(' ').next_back());
            let (option, value) = (option.unwrap_or_default(), value.unwrap_or_default());
            let told = help(words);
            assert!(told.contains(&format!("invalid value '{value}' for '{option} <")), "{told}");
            assert!(told.contains("must be greater than zero") && !told.contains("tip"), "{told}");
        }
        assert!(help("analyze --verbose -4").contains("unexpected value '-4' for '--verbose'"));
        assert!(help("analyze -- --nodes -4").starts_with("Analyze("));
    }

    #[test]
    fn names_of_the_past_work() {
        assert!(help("bench --nodes 5").starts_with("Lab(Bench("), "{}", help("bench --nodes 5"));
        assert_eq!(help("help compare"), help("lab compare --help"));
        assert!(help("analyze bench").starts_with("Analyze("));
        assert!(help("play --seats pvs").contains("unrecognized subcommand"));
    }
}
