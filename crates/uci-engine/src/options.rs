//! The options an engine has, and whether it can have those that are asked for.

use crate::command::EngineOption;
use crate::error::EngineError;
use crate::search::one_line;

/// What an option may be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number.
    Spin {
        /// The least.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of these words.
    Combo(Vec<String>),
    /// Something to do, without a value.
    Button,
    /// Any text, and whatever else engines have.
    Text,
}

/// An option that an engine has reported.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name as the engine spells it.
    pub name: String,
    /// What it may be.
    pub kind: OptionKind,
}

/// The option that says how castling is written. It is set before each search that needs it otherwise.
pub(crate) const CHESS960: &str = "UCI_Chess960";

/// Names of options that are reported where one does not exist.
const SUGGESTIONS: usize = 3;
/// How alike names have to be, of 0 to 1, to be suggested.
const ALIKE: f64 = 0.7;

/// The options to set, as the engine spells their names, each one once: the last value counts.
///
/// # Errors
///
/// Options the engine does not have, values that it would ignore, and text with line ends.
pub(crate) fn settle(
    engine: &str,
    known: &[OptionInfo],
    asked: &[EngineOption],
) -> Result<Vec<EngineOption>, EngineError> {
    let mut settled: Vec<EngineOption> = Vec::new();
    for option in asked {
        let wanted = option.name.to_lowercase();
        let info = known.iter().find(|info| info.name.to_lowercase() == wanted);
        let Some(info) = info else {
            return Err(EngineError::UnknownOption {
                name: engine.to_string(),
                option: option.name.clone(),
                nearest: nearest(&wanted, known),
            });
        };
        let value = fitting(engine, info, &option.value)?;
        settled.retain(|earlier| earlier.name != info.name);
        settled.push(EngineOption { name: info.name.clone(), value });
    }
    Ok(settled)
}

/// The value as the engine wants it.
fn fitting(engine: &str, info: &OptionInfo, value: &str) -> Result<String, EngineError> {
    let bad = |wanted: String| EngineError::BadValue {
        name: engine.to_string(),
        option: info.name.clone(),
        value: value.to_string(),
        wanted,
    };
    match &info.kind {
        OptionKind::Check => match value.to_lowercase().as_str() {
            known @ ("true" | "false") => Ok(known.to_string()),
            _ => Err(bad("true or false".to_string())),
        },
        &OptionKind::Spin { min, max } => match value.parse::<i64>() {
            Ok(number) if min <= number && number <= max => Ok(number.to_string()),
            _ => Err(bad(format!("{min} to {max}"))),
        },
        OptionKind::Combo(words) => {
            let word = words.iter().find(|word| word.eq_ignore_ascii_case(value));
            word.cloned().ok_or_else(|| bad(words.join(", ")))
        }
        OptionKind::Button if value.is_empty() => Ok(String::new()),
        OptionKind::Button => Err(bad("a button, which has no value".to_string())),
        OptionKind::Text if value.is_empty() => Ok("<empty>".to_string()),
        OptionKind::Text => Ok(one_line(value)?.to_string()),
    }
}

fn nearest(wanted: &str, known: &[OptionInfo]) -> Vec<String> {
    let alike = |info: &OptionInfo| {
        let name = info.name.to_lowercase();
        let is_part = !wanted.is_empty() && name.contains(wanted);
        if is_part { 1.0 } else { strsim::jaro_winkler(wanted, &name) }
    };
    let mut names: Vec<(f64, &str)> = known.iter().map(|i| (alike(i), i.name.as_str())).collect();
    names.retain(|&(alike, _)| alike >= ALIKE);
    names.sort_by(|a, b| b.0.total_cmp(&a.0));
    names.into_iter().take(SUGGESTIONS).map(|(_, name)| name.to_string()).collect()
}

/// What is sent to set them.
pub(crate) fn commands(options: &[EngineOption]) -> String {
    let command = |option: &EngineOption| match option.value.as_str() {
        "" => format!("setoption name {}\n", option.name),
        value => format!("setoption name {} value {value}\n", option.name),
    };
    options.iter().map(command).collect()
}

/// The name of an option as the engine spells it, if it has it.
pub(crate) fn spelled<'a>(known: &'a [OptionInfo], name: &str) -> Option<&'a str> {
    let info = known.iter().find(|info| info.name.eq_ignore_ascii_case(name));
    info.map(|info| info.name.as_str())
}

/// `Stockfish 15.1 (Hash=64, Threads=1)`: options by name, whatever the order in which they were
/// set. How castling is written is no part of it: each search says that itself.
pub(crate) fn identity(engine: &str, options: &[EngineOption]) -> String {
    let mut set: Vec<String> = options
        .iter()
        .filter(|option| !option.value.is_empty() && !option.name.eq_ignore_ascii_case(CHESS960))
        .map(|option| format!("{}={}", option.name, option.value))
        .collect();
    set.sort();
    if set.is_empty() { engine.to_string() } else { format!("{engine} ({})", set.join(", ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> Vec<OptionInfo> {
        let info = |name: &str, kind| OptionInfo { name: name.to_string(), kind };
        let styles = ["Solid", "Risky"].map(str::to_string).to_vec();
        vec![
            info("Hash", OptionKind::Spin { min: 1, max: 1024 }),
            info("Threads", OptionKind::Spin { min: 1, max: 8 }),
            info("UCI_ShowWDL", OptionKind::Check),
            info("Style", OptionKind::Combo(styles)),
            info("Clear Hash", OptionKind::Button),
            info("SyzygyPath", OptionKind::Text),
        ]
    }

    fn settled(asked: &[&str]) -> Result<Vec<EngineOption>, EngineError> {
        let asked: Vec<EngineOption> =
            asked.iter().map(|text| text.parse().expect("an option")).collect();
        settle("Nemo", &known(), &asked)
    }

    #[test]
    fn options_are_set_as_the_engine_spells_them() {
        let asked =
            ["threads=2", "HASH=16", "hash=064", "clear hash=", "uci_showwdl=TRUE", "style=risky"];
        let options = settled(&asked).expect("known options");
        let sent = "setoption name Threads value 2\nsetoption name Hash value 64\n\
                    setoption name Clear Hash\nsetoption name UCI_ShowWDL value true\n\
                    setoption name Style value Risky\n";
        assert_eq!(commands(&options), sent);
        let told = "Nemo (Hash=64, Style=Risky, Threads=2, UCI_ShowWDL=true)";
        assert_eq!(identity("Nemo", &options), told);
        assert_eq!(identity("Nemo", &[]), "Nemo");
    }

    #[test]
    fn an_unknown_option_is_told_with_the_nearest() {
        let nearest = |name: &str| match settled(&[name]) {
            Err(EngineError::UnknownOption { nearest, .. }) => nearest,
            other => panic!("{other:?}"),
        };
        assert_eq!(nearest("Thread=1")[0], "Threads");
        assert_eq!(nearest("showwdl=true")[0], "UCI_ShowWDL");
        assert_eq!(nearest("Syzygy Path=/tables")[0], "SyzygyPath");
        assert!(nearest("Q=1").is_empty());
        let told = settled(&["Hahs=1"]).expect_err("unknown").to_string();
        assert!(told.starts_with("Nemo has no option `Hahs`; is `Hash`"), "{told}");
    }

    #[test]
    fn values_that_would_be_ignored_are_refused() {
        for asked in
            ["Hash=0", "Hash=9999", "Hash=64 MB", "UCI_ShowWDL=yes", "Style=x", "Clear Hash=1"]
        {
            let refused = settled(&[asked]);
            assert!(matches!(refused, Err(EngineError::BadValue { .. })), "{asked}");
        }
        let asked = EngineOption { name: "SyzygyPath".into(), value: "/a\nquit".into() };
        let refused = settle("Nemo", &known(), &[asked]);
        assert!(matches!(refused, Err(EngineError::Unsendable(_))));
        let empty = settled(&["SyzygyPath="]).expect("no tables");
        assert_eq!(empty[0].value, "<empty>");
    }
}
