//! Where the results go: standard output, the annotated games, the page, the curves.

use std::io::Write;

use super::analysed::AnalysedGame;
use super::input::GameFile;
use super::keeping::file_of;
use super::{annotate, curve, json, page, text};
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
    pages: Vec<String>,
}

impl<'a> Outputs<'a> {
    /// Makes sure that files can be written.
    ///
    /// # Errors
    ///
    /// A file that is there, without --force, or that cannot be written.
    pub fn open(
        args: &'a WholeGameArgs,
        file: &'a GameFile,
        games: usize,
    ) -> anyhow::Result<Outputs<'a>> {
        let inputs = [Some(args.file.as_path()), args.save.as_deref()];
        let open = |path: &Option<std::path::PathBuf>| {
            let others = inputs.into_iter().flatten();
            path.as_ref().map(|path| OutputFile::new(path, args.force, others)).transpose()
        };
        Ok(Outputs {
            args,
            file,
            games,
            pgn: open(&args.pgn)?,
            html: open(&args.html)?,
            annotated: Vec::new(),
            copied_to: 0,
            pages: Vec::new(),
        })
    }

    /// Whether the annotated games go to standard output, in place of the report.
    fn is_pgn_printed(&self) -> bool {
        self.args.pgn.as_deref().is_some_and(|path| path.as_os_str() == "-")
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
        if self.args.json {
            json_line::write(&json::record(game), out)?;
        } else if !self.is_pgn_printed() {
            text::write(game, out)?;
            if self.games > 1 {
                writeln!(out)?;
            }
        }
        if self.args.pgn.is_some() {
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
            let file = OutputFile::new(&path, self.args.force, [self.args.file.as_path()])?;
            file.write(|out| Ok(out.write_all(curve::svg(game).as_bytes())?))?;
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
        let is_printed = self.is_pgn_printed();
        match self.pgn {
            Some(_) if is_printed => out.write_all(&self.annotated)?,
            Some(file) => file.write(|out| Ok(out.write_all(&self.annotated)?))?,
            None => {}
        }
        if let Some(file) = self.html {
            file.write(|out| page::write(&self.pages, out))?;
        }
        Ok(())
    }
}
