//! Where the results go: standard output, the annotated games, the page, the curves.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::analysed::AnalysedGame;
use super::input::GameFile;
use super::keeping::file_of;
use super::{annotate, json, page, text};
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
    html: Option<OutputFile>,
    /// The annotated games so far.
    annotated: Vec<u8>,
    /// Up to here the file is in them.
    copied_to: usize,
    /// What the page shows of them.
    pages: Vec<page::PageGame>,
}

impl<'a> Outputs<'a> {
    /// Makes sure that the files of games with these numbers can be written.
    ///
    /// # Errors
    ///
    /// A file that is there, without --force, that is an input or another output, or that cannot be written.
    pub fn open(
        args: &'a WholeGameArgs,
        file: &'a GameFile,
        numbers: &[u64],
    ) -> anyhow::Result<Outputs<'a>> {
        let mut taken: Vec<&Path> = [Some(&args.file), args.save.as_ref()]
            .into_iter()
            .flatten()
            .map(PathBuf::as_path)
            .collect();
        let mut open = |path: &'a Option<PathBuf>| {
            let Some(path) = path else { return Ok(None) };
            let file = OutputFile::new(path, args.printing.force, taken.iter().copied());
            taken.push(path);
            file.map(Some)
        };
        let (pgn, html) = (open(&args.output)?, open(&args.html)?);
        for &number in numbers {
            let of_game = |path: &Option<PathBuf>| {
                let file = |path: &PathBuf| file_of(path, number, numbers.len() == 1);
                path.as_ref().map(file).transpose()
            };
            let tree = of_game(&args.save)?;
            if let Some(svg) = of_game(&args.svg)? {
                // It is not kept open: there may be thousands.
                let others = taken.iter().copied().chain(tree.as_deref());
                OutputFile::new(&svg, args.printing.force, others)?;
            }
        }
        Ok(Outputs {
            args,
            file,
            games: numbers.len(),
            pgn,
            html,
            annotated: Vec::new(),
            copied_to: 0,
            pages: Vec::new(),
        })
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
            text::write(game, out)?;
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
        if self.args.html.is_some() {
            self.pages.push(page::game(game)?);
        }
        if let Some(path) = &self.args.svg {
            let path = file_of(path, game.game.number, self.games == 1)?;
            let file =
                OutputFile::new(&path, self.args.printing.force, [self.args.file.as_path()])?;
            file.write(|out| Ok(out.write_all(game.curve().as_bytes())?))?;
        }
        Ok(())
    }

    /// Games that cannot be analysed stay in the file as they are, where all of it was asked for.
    fn copy_to(&mut self, end: usize) {
        if self.args.games.is_empty() {
            self.annotated.extend(&self.file.text[self.copied_to..end]);
        }
    }

    /// Writes the files that hold all games.
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
        if let Some(file) = self.html {
            file.write(|out| page::write(&self.pages, out))?;
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
