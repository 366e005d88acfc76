//! `shans remote apply`.

use std::fs::File;
use std::io::{self, BufReader, Write};
use std::path::Path;

use anyhow::Context;
use indicatif::HumanCount;

use super::answers::Answers;
use super::open_tree::{self, OpenTree};
use crate::app::args::ApplyArgs;
use crate::app::exit::{self, Exit};
use crate::app::files::saving;
use crate::app::games::CommandLineGame;
use crate::app::net::lines::Terms;
use crate::app::reporting::score::counted;
use crate::session::{SaveFile, SavePlace, Session};

/// Gives answers to a tree, and saves it.
///
/// # Errors
///
/// [`UsageError`](crate::app::usage::UsageError) for a tree that asks nothing; a file that cannot be read
/// or written.
pub fn run<G: CommandLineGame>(args: &ApplyArgs, out: &mut dyn Write) -> anyhow::Result<Exit> {
    let mut place = SavePlace::at(&args.file);
    place.take()?;
    let Some(tree) = open_tree::open::<G>(&args.file, &args.tables)? else {
        return Ok(Exit::Interrupted);
    };
    let mut answers = read(&args.answers, &tree.terms)?;
    let OpenTree { mut search, info, .. } = tree;
    let before = search.tree().len() as u64;
    if !answers.is_empty() {
        search.ask_outside(usize::from(answers.asked), |tasks| answers.to(tasks));
        // Where nothing was asked at all.
        answers.refuse_others();
    }
    let after = search.tree().len() as u64;
    let saved = if answers.taken > 0 {
        let options = saving::options_of(&args.saving, &info, &info.searcher);
        let file = SaveFile::new(place, options);
        saving::save_last(&mut Session::new(search).kept_in(file)).1
    } else {
        None
    };
    answers.refused.iter().for_each(|why| exit::complain(why));
    let taken = counted(answers.taken, "answer");
    let [twice, refused] = [answers.twice, answers.refused.len() as u64].map(HumanCount);
    writeln!(out, "{taken} applied, {twice} came twice, {refused} refused")?;
    writeln!(out, "{} before, {} now", counted(before, "tree node"), HumanCount(after))?;
    match saved {
        Some(failure) => Err(failure),
        None if answers.refused.is_empty() => Ok(Exit::Done),
        None => Ok(Exit::BadInput),
    }
}

fn read(files: &[impl AsRef<Path>], terms: &Terms) -> anyhow::Result<Answers> {
    let mut answers = Answers::default();
    for path in files.iter().map(AsRef::as_ref) {
        let name = path.display().to_string();
        let read = match name.as_str() {
            "-" => answers.read("standard input", &mut io::stdin().lock(), terms),
            _ => File::open(path)
                .and_then(|file| answers.read(&name, &mut BufReader::new(file), terms)),
        };
        read.with_context(|| format!("cannot read {name}"))?;
    }
    Ok(answers)
}
