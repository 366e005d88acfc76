//! What is looked at: a saved tree, or a position.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use uci_engine::Command;

use super::library::{Library, Read};
use super::paste;
use super::question::Moves;
use crate::app::args::{ExploreArgs, LimitArgs, SavingArgs};
use crate::app::commands::drill::Puzzles;
use crate::app::files::ending_tables;
use crate::app::files::game_file::{self, GameFileError, MainLine};
use crate::app::files::tree_engine::{OtherEngine, other_engine};
use crate::app::files::tree_evaluation::evaluator_for;
use crate::app::files::{replacing, saving};
use crate::app::games::{CommandLineGame, Openings};
use crate::app::searchers::{self, SearcherKind};
use crate::app::usage::UsageError;
use crate::app::{exit, memory, settings};
use crate::search::{BestFirst, Interrupt, LeafMemory, MemoryLimits, Root};
use crate::session::{SaveFile, SavePlace, Session};
use crate::store::{FileInfo, StoreError, TreeFile};

/// No more faults of a file are told at the beginning.
const MOST_TOLD: usize = 50;

/// What is looked at.
#[derive(Debug)]
pub struct Subject<G: CommandLineGame> {
    /// The search, and where it is kept.
    pub session: Session<G>,
    /// What has to be done before it is searched; `None` if nothing has.
    pub unready: Option<Unready>,
    /// What searches, and how another tree is begun in its place.
    pub another: Another,
    /// The line that is searched first.
    pub include: Moves,
    /// The games of the file that was given, if it was one.
    pub library: Library,
    /// The names of openings.
    pub openings: Openings,
    /// Puzzles to be drilled in place of the repertoire.
    pub puzzles: Option<Puzzles>,
    /// Whether all of that file could be read.
    pub is_whole: bool,
}

/// How another tree is begun: by the same searcher, in the same room.
#[derive(Clone, Debug)]
pub struct Another {
    /// What searches it.
    pub searcher: SearcherKind,
    /// How it is saved, if it is.
    pub saving: SavingArgs,
    /// The engine of the command line that can be asked about a position beside the tree.
    pub(super) compare_with: Option<Command>,
    pub(super) limits: LimitArgs,
    /// The memory that the first tree was made in, or what is usual.
    pub(super) room: MemoryLimits,
}

impl Another {
    /// A tree with this root, which is in no file.
    ///
    /// # Errors
    ///
    /// Too little memory; an engine that does not start.
    pub fn session_at<G: CommandLineGame>(&self, root: Root<G>) -> anyhow::Result<Session<G>> {
        let room = settings::memory_limits(&self.limits, self.room)?;
        let search = self.searcher.build_with_tree(root, room)?;
        let search = search.ok_or_else(|| anyhow!(no_tree(&self.searcher)))?;
        Ok(Session::new(search))
    }
}

/// A tree that was loaded to be looked into.
#[derive(Clone, Debug)]
pub struct Unready {
    file: PathBuf,
    /// Why it cannot be searched at all.
    pub(super) refusal: Option<String>,
}

impl<G: CommandLineGame> Subject<G> {
    /// Reads what the arguments name. Once `quit` is thrown, no engine is waited for.
    ///
    /// # Errors
    ///
    /// [`UsageError`] if they cannot be followed; a file that cannot be read.
    pub fn read(args: &ExploreArgs, quit: &Interrupt) -> anyhow::Result<Subject<G>> {
        let mut subject = match &args.subject[..] {
            [file] if Path::new(file).is_file() && game_file::is_named_like_games(file) => {
                Subject::of_games(file, args, quit)
            }
            [file] if Path::new(file).is_file() => Subject::of_file(Path::new(file), args, quit),
            _ => Subject::of_position(args, quit),
        }?;
        subject.puzzles = args.puzzles.as_deref().map(Puzzles::read).transpose()?;
        if let Some(file) = &args.games {
            subject.library = subject.library_of(file)?;
        }
        let lines = args.lines.wanted(&subject.another.searcher);
        subject.session.search_mut().want_lines(lines);
        Ok(subject)
    }

    /// The games of a file beside the tree.
    fn library_of(&self, file: &Path) -> anyhow::Result<Library> {
        if self.library.opened().is_some() {
            let message = "the file has the games of the page already; remove --games";
            return Err(UsageError::new(message).into());
        }
        let (name, text) = game_file::text_of(file)?;
        let evaluator = self.session.search().position().evaluator();
        Ok(Library::new::<G>(&name, &text, evaluator, &self.openings, |_, _| {}))
    }

    fn of_file(path: &Path, args: &ExploreArgs, quit: &Interrupt) -> anyhow::Result<Subject<G>> {
        let of_tree = [
            ("--searcher", args.searcher.is_some()),
            ("--evaluation", args.evaluation.is_some()),
            ("--leaf-nodes", args.leaf_nodes.is_some()),
        ];
        if let Some((option, _)) = of_tree.into_iter().find(|(_, given)| *given) {
            let file = path.display();
            let message = format!("{option} is fixed by the tree in {file}; remove it");
            return Err(UsageError::new(message).into());
        }
        let target = args.save.as_deref().unwrap_or(path);
        let place = SavePlace::at(target);
        let file = TreeFile::open(path).map_err(|error| match error {
            StoreError::NoTree(path) => {
                anyhow!("{} is not a tree file, nor a file of games named .pgn", path.display())
            }
            error => anyhow::Error::new(error),
        })?;
        file.expect_game::<G>()?;
        if let Some(other) = args.save.as_ref().filter(|_| !args.force)
            && !same_file::is_same_file(path, other).unwrap_or(false)
        {
            replacing::by_tree(other, &file)?;
        }
        let tables = ending_tables::open(&args.tables).for_tree(file.table_pieces());
        ending_tables::lacking(path, &tables).iter().for_each(|warning| exit::warn(warning));
        let evaluator = evaluator_for::<G>(&file, tables);
        let info = file.info::<G>(&evaluator);
        let made_in = file.memory_limits();
        let search = file.load_to_look::<G>(evaluator)?.search;
        let options = saving::options_of(&args.saving, &info, &info.searcher);
        let kept = SaveFile::new(place, options).holding(&search);
        let (searcher, other) = searcher_of(path, &info, args, made_in, quit)?;
        let other = other.map(|other| other.to_string());
        let refusal = info.difference().map(|what| {
            format!(
                "{} was made with another {what}; it can be looked into, and shans resume --force \
                 takes it over",
                path.display()
            )
        });
        let unready = Some(Unready { file: path.to_path_buf(), refusal: refusal.or(other) });
        let session = Session::new(search).kept_in(kept);
        let openings = Openings::new::<G>(session.search().position().evaluator().clone());
        Ok(Subject { unready, openings, ..Subject::new(session, searcher, made_in, args) })
    }

    /// One that is ready to be searched, of which nothing else is known.
    fn new(
        session: Session<G>,
        searcher: SearcherKind,
        room: MemoryLimits,
        args: &ExploreArgs,
    ) -> Subject<G> {
        let ExploreArgs { saving, compare_with, limits, .. } = args.clone();
        Subject {
            session,
            unready: None,
            another: Another { searcher, saving, compare_with, limits, room },
            include: Moves::new(),
            library: Library::default(),
            openings: Openings::default(),
            puzzles: None,
            is_whole: true,
        }
    }

    /// The first game of a file that can be played: its line is searched first.
    fn of_games(file: &str, args: &ExploreArgs, quit: &Interrupt) -> anyhow::Result<Subject<G>> {
        let (name, text) = game_file::text_of(Path::new(file))?;
        let evaluator = evaluator::<G>(args);
        let openings = Openings::new::<G>(evaluator.clone());
        let (mut first, mut number, mut notes) = (None, 0, Notes::default());
        let mut library = Library::new(&name, &text, &evaluator, &openings, |game, read| {
            notes.take(read);
            let line = read.as_ref().ok().map(|read| &read.line);
            let is_played = |line: &&MainLine<G>| !line.moves.is_empty() || !game.tags.is_empty();
            if first.is_none() {
                first = line.filter(is_played).map(|line| (number, line.clone()));
            }
            number += 1;
        });
        let Some((open, line)) = first else {
            return Err(match notes.faults.into_iter().next() {
                Some(fault) => UsageError::new(fault).into(),
                None => UsageError::new(format!("{name}: it contains no moves and no tags")).into(),
            });
        };
        library.open_at(open);
        let include = paste::texts(&line);
        let subject = Subject::of_start(line.start, args, quit)?;
        Ok(Subject { include, library, openings, is_whole: notes.tell(), ..subject })
    }

    fn of_position(args: &ExploreArgs, quit: &Interrupt) -> anyhow::Result<Subject<G>> {
        let text = args.subject.join(" ");
        let evaluator = evaluator::<G>(args);
        let given =
            G::read_position(&text, evaluator).map_err(|error| match &args.subject[..] {
                [one] if !one.contains(' ') => {
                    UsageError::new(format!("{error}; nor is there a file of this name"))
                }
                _ => error,
            })?;
        for warning in &given.warnings {
            exit::warn(warning);
        }
        let openings = Openings::new::<G>(given.position.evaluator().clone());
        Ok(Subject { openings, ..Subject::of_start(given.position, args, quit)? })
    }

    /// An analysis that begins at this position.
    fn of_start(start: G, args: &ExploreArgs, quit: &Interrupt) -> anyhow::Result<Subject<G>> {
        if let Some(option) = args.saving.first_given().filter(|_| args.save.is_none()) {
            return Err(UsageError::new(format!("{option} requires --save FILE")).into());
        }
        let searcher = match &args.searcher {
            Some(searcher) => searcher.clone(),
            None => searchers::by_name(searchers::DEFAULT)?,
        };
        let default = MemoryLimits::new(memory::default_limit());
        let room = settings::memory_limits(&args.limits, default).map_err(UsageError::new)?;
        let searcher = settings::searcher_over(&searcher, args.engine.settings(room.threads, quit));
        let searcher = searcher
            .and_then(|searcher| settings::with_leaf_nodes(searcher, args.leaf_nodes))
            .and_then(|searcher| settings::by_way_of(searcher, &args.net))
            .map_err(UsageError::new)?;
        let search = searcher.build_with_tree(Root::new(start), room)?;
        let search = search.ok_or_else(|| UsageError::new(no_tree(&searcher)))?;
        let mut session = Session::new(search);
        if let Some(path) = &args.save {
            let mut place = SavePlace::at(path);
            if !args.force {
                replacing::by_new_analysis(path)?;
            }
            place.take()?;
            let options = saving::options(&args.saving, &searcher.full_name()?);
            session = session.kept_in(SaveFile::new(place, options));
        }
        Ok(Subject::new(session, searcher, room, args))
    }
}

/// Why a searcher has nothing to show.
fn no_tree(searcher: &SearcherKind) -> String {
    let name = &searcher.name;
    format!("{name} keeps no tree to look at; use --searcher best-first, or one of its forms")
}

/// The evaluator that the arguments ask for.
fn evaluator<G: CommandLineGame>(args: &ExploreArgs) -> G::Evaluator {
    ending_tables::evaluator::<G>(&args.evaluation.clone().unwrap_or_default(), &args.tables)
}

/// What was ignored in games and what cannot be read, as far as it is told.
#[derive(Default)]
struct Notes {
    warnings: Vec<String>,
    faults: Vec<GameFileError>,
    /// Games with faults.
    faulty: usize,
}

impl Notes {
    fn take<G: CommandLineGame>(&mut self, read: &Read<G>) {
        let (warnings, fault) = match read {
            Ok(read) => (&read.warnings[..], read.fault.as_ref()),
            Err(fault) => (&[][..], Some(fault)),
        };
        let room = MOST_TOLD - self.warnings.len();
        self.warnings.extend(warnings.iter().take(room).cloned());
        self.faulty += usize::from(fault.is_some());
        self.faults.extend(fault.filter(|_| self.faults.len() < MOST_TOLD).cloned());
    }

    /// Says it; whether it is nothing.
    fn tell(&self) -> bool {
        self.warnings.iter().for_each(|warning| exit::warn(warning));
        for fault in &self.faults {
            exit::complain(&fault.with_what_is_left_out());
        }
        let more = self.faulty - self.faults.len();
        if more > 0 {
            exit::complain(&format_args!(
                "{more} more games have faults; the page names each when it is opened"
            ));
        }
        self.faulty == 0
    }
}

/// What has made a tree, with the engine of the arguments; and why it cannot continue, where no engine is
/// given and one has made it. The tree can be looked into then.
///
/// # Errors
///
/// [`UsageError`] if another engine is given than the one that has made it.
fn searcher_of(
    path: &Path,
    info: &FileInfo,
    args: &ExploreArgs,
    made_in: MemoryLimits,
    quit: &Interrupt,
) -> anyhow::Result<(SearcherKind, Option<OtherEngine>)> {
    let searcher = searchers::of_tree(&info.searcher)
        .with_context(|| format!("{} was made by a different searcher", path.display()))?;
    let room = settings::memory_limits(&args.limits, made_in);
    let engine =
        room.ok().and_then(|room| args.engine.settings_for(&info.searcher, room.threads, quit));
    let is_given = args.engine.engine.is_some();
    let searcher = settings::searcher_over(&searcher, engine).map_err(UsageError::new)?;
    let searcher = settings::by_way_of(searcher, &args.net).map_err(UsageError::new)?;
    match other_engine(path, &info.searcher, &searcher)? {
        Some(other) if is_given => Err(UsageError::new(other).into()),
        other => Ok((searcher, other)),
    }
}

impl Unready {
    /// Gives the search room to grow and its tables. Its numbers are not checked. Returns what is
    /// to be shown.
    ///
    /// # Errors
    ///
    /// Why it cannot be searched; it can still be looked into then.
    pub fn make_ready<G: CommandLineGame>(
        &self,
        another: &Another,
        search: &mut BestFirst<G>,
    ) -> anyhow::Result<Option<String>> {
        if let Some(refusal) = &self.refusal {
            bail!("{refusal}");
        }
        let name = self.file.display();
        let room = settings::memory_limits(&another.limits, another.room)
            .with_context(|| format!("{name}; start again with --memory SIZE"))?;
        let mut notice = None;
        if self.file.exists() {
            let file = TreeFile::open(&self.file)?;
            let tree_nodes = file.info::<G>(search.position().evaluator()).tree_nodes;
            let is_same = file.work() == Some(search.nodes());
            if !is_same || tree_nodes != search.tree().len() as u64 {
                bail!("{name} now holds a different tree; restart shans explore");
            }
            file.load_rest(search, room)?;
        } else {
            let searches = search.rules().searches_leaves();
            let tables = LeafMemory::try_with_bytes(searches, room.table_bytes(searches))?;
            search.go_on_in(room, tables)?;
            let told = "is gone: the tables beside the tree are lost, the tree is not";
            notice = Some(format!("{name} {told}"));
        }
        another.searcher.lend_engine(search)?;
        Ok(notice)
    }
}
