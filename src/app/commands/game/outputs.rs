//! Where the results go: standard output, the annotated games, the pages, the curves.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::analysed::AnalysedGame;
use super::input::{GameFile, PlayedGame};
use super::keeping::file_of;
use super::{annotate, json};
use crate::app::args::WholeGameArgs;
use crate::app::files::output_file::OutputFile;
use crate::app::games::CommandLineGame;
use crate::app::reporting::json_line;

/// The outputs of a run. Files are asked for before anything is searched, and written at its end.
pub struct Outputs<'a> {
    args: &'a WholeGameArgs,
    file: &'a GameFile,
    games: usize,
    pgn: Option<OutputFile>,
    /// The annotated games so far.
    annotated: Vec<u8>,
    /// Up to here the file is in them.
    copied_to: usize,
}

impl<'a> Outputs<'a> {
    /// Makes sure that the files of these games can be written.
    ///
    /// # Errors
    ///
    /// A file that is there, without --force, that is an input or another output, or that cannot be written.
    pub fn open<G: CommandLineGame>(
        args: &'a WholeGameArgs,
        file: &'a GameFile,
        games: &[PlayedGame<'_, G>],
    ) -> anyhow::Result<Outputs<'a>> {
        let mut taken: Vec<&Path> =
            [&args.file].into_iter().chain(&args.save).map(PathBuf::as_path).collect();
        let force = args.printing.force;
        let open = |path| OutputFile::new(path, force, taken.iter().copied());
        let pgn = args.output.as_deref().map(open).transpose()?;
        taken.extend(args.output.as_deref());
        for game in games {
            let of_part = |path: &Option<PathBuf>, part: usize| {
                let file = |path: &PathBuf| file_of(path, (game.number, games.len() == 1), part);
                path.as_ref().map(file).transpose()
            };
            let (tree, svg) = (of_part(&args.save, 0)?, of_part(&args.svg, 0)?);
            let mut others: Vec<&Path> = taken.iter().copied().chain(tree.as_deref()).collect();
            // They are not kept open: there may be thousands.
            if let Some(svg) = &svg {
                OutputFile::new(svg, force, others.iter().copied())?;
                others.push(svg);
            }
            for part in 0..=game.claims.len() {
                if let Some(page) = of_part(&args.html, part)? {
                    OutputFile::new(&page, force, others.iter().copied())?;
                }
            }
        }
        let annotated = Vec::new();
        Ok(Outputs { args, file, games: games.len(), pgn, annotated, copied_to: 0 })
    }

    /// Writes what can be written of a game at once, and keeps the rest.
    ///
    /// # Errors
    ///
    /// What cannot be written.
    pub fn add<G: CommandLineGame>(
        &mut self,
        game: &AnalysedGame<'_, G>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if self.args.printing.json {
            json_line::write(&json::record(game), out)?;
        } else if printed(self.args).is_empty() {
            game.write_text(out)?;
            if self.games > 1 {
                writeln!(out)?;
            }
        }
        if self.args.output.is_some() {
            let bytes = &game.game.written.bytes;
            self.copy_to(bytes.start);
            self.annotated.extend(annotate::annotated(game, &self.file.text));
            self.copied_to = bytes.end;
        }
        for (part, page) in game.pages.iter().enumerate() {
            self.write_beside(&self.args.html, game.game.number, part, |out| page.write(out))?;
        }
        self.write_beside(&self.args.svg, game.game.number, 0, |out| {
            Ok(out.write_all(game.curve().as_bytes())?)
        })
    }

    /// Writes a file of a game, or of a part of it, where one was named.
    fn write_beside(
        &self,
        path: &Option<PathBuf>,
        number: u64,
        part: usize,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = path else { return Ok(()) };
        let path = file_of(path, (number, self.games == 1), part)?;
        OutputFile::new(&path, self.args.printing.force, [self.args.file.as_path()])?.write(write)
    }

    /// Games that cannot be analysed stay in the file as they are, where all of it was asked for.
    fn copy_to(&mut self, end: usize) {
        if self.args.games.is_empty() {
            self.annotated.extend(&self.file.text[self.copied_to..end]);
        }
    }

    /// Writes the file that holds all games.
    ///
    /// # Errors
    ///
    /// What cannot be written.
    pub fn close(mut self, out: &mut dyn Write) -> anyhow::Result<()> {
        self.copy_to(self.file.text.len());
        match self.pgn {
            Some(_) if printed(self.args) == ["-o -"] => out.write_all(&self.annotated)?,
            Some(file) => file.write(|out| Ok(out.write_all(&self.annotated)?))?,
            None => {}
        }
        Ok(())
    }
}

/// The options whose results go to standard output in place of the report.
pub fn printed(args: &WholeGameArgs) -> Vec<&'static str> {
    let is_printed = |path: &Option<PathBuf>| path.as_deref() == Some(Path::new("-"));
    let options = [
        ("--json", args.printing.json),
        ("-o -", is_printed(&args.output)),
        ("--html -", is_printed(&args.html)),
        ("--svg -", is_printed(&args.svg)),
    ];
    options.into_iter().filter(|(_, is_printed)| *is_printed).map(|(option, _)| option).collect()
}
