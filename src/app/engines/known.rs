//! Engines that need not be named: those that many systems have, and where a tree tells which of them has made it.

use uci_engine::{Command, EngineOption};

/// The engines that are looked for.
const KNOWN: [&str; 2] = ["stockfish", "lc0"];
/// Options that a tree may choose. Others name files, which whoever has sent a tree must not do.
const OF_TREES: [&str; 6] =
    ["Hash", "Threads", "Skill Level", "UCI_LimitStrength", "UCI_Elo", "UCI_ShowWDL"];

/// Those that are installed.
pub fn installed() -> Vec<&'static str> {
    KNOWN.into_iter().filter(|name| Command::new(name).find().is_ok()).collect()
}

/// Which of those an engine is that calls itself so, installed or not.
pub fn known_as(identity: &str) -> Option<&'static str> {
    let identity = identity.to_lowercase();
    KNOWN.into_iter().find(|name| identity.starts_with(name))
}

/// How an engine is started that calls itself so, with the options in brackets behind its name, if it is installed; `None` for
/// any other, and for options that a tree may not choose.
pub fn command_of(identity: &str) -> Option<Command> {
    command(identity).filter(|command| command.find().is_ok())
}

fn command(identity: &str) -> Option<Command> {
    let command = Command::new(known_as(identity)?);
    let Some((_, options)) = identity.split_once(" (") else { return Some(command) };
    options.strip_suffix(')')?.split(", ").try_fold(command, |command, option| {
        let EngineOption { name, value } = option.parse().ok()?;
        OF_TREES.contains(&name.as_str()).then(|| command.option(name, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_is_found_by_what_it_calls_itself() {
        let with_hash = Command::new("stockfish").option("Hash", "64").option("Threads", "1");
        assert_eq!(command("Stockfish 15.1 (Hash=64, Threads=1)"), Some(with_hash));
        assert_eq!(command("Lc0 v0.31.2"), Some(Command::new("lc0")));
        assert_eq!(command("Ethereal 14"), None);
    }

    #[test]
    fn a_tree_names_no_files() {
        for identity in [
            "Stockfish 15.1 (Debug Log File=/etc/x)",
            "Stockfish 15.1 (EvalFile=a.nnue, Hash=64)",
            "Stockfish 15.1 (Hash=64",
            "Stockfish 15.1 (Hash=64), scores by WDL",
        ] {
            assert_eq!(command(identity), None, "{identity}");
        }
    }
}
