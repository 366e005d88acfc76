//! A folder of trees: each is opened when its page is asked for first, by a thread of its own, and stays open.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use anyhow::{Context, anyhow};

use super::desk::TreeDesk;
use super::explorer::Explorer;
use super::folder_list::{self, ListedTree};
use super::keeping::save_last;
use super::subject::Subject;
use crate::app::args::ExploreArgs;
use crate::app::games::CommandLineGame;
use crate::search::Interrupt;

/// What a thread that has owned a tree leaves: the file that it saved to in the end, if there was anything to save.
type Owner = JoinHandle<anyhow::Result<Option<PathBuf>>>;

/// The trees of a folder.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    args: ExploreArgs,
    /// Thrown when the program is to end.
    quit: Interrupt,
    trees: Mutex<Trees>,
}

#[derive(Debug, Default)]
struct Trees {
    /// The files that were listed, each of which keeps its place: that is its address.
    names: Vec<String>,
    /// Those that are open.
    open: HashMap<usize, TreeDesk>,
    owners: Vec<Owner>,
}

impl Folder {
    /// No tree is open yet. Each will be opened as these arguments say.
    pub fn new(path: PathBuf, args: &ExploreArgs, quit: Interrupt) -> Folder {
        Folder { path, args: args.clone(), quit, trees: Mutex::default() }
    }

    /// The trees, those that were changed last first.
    ///
    /// # Errors
    ///
    /// A folder that cannot be read.
    pub fn list<G: CommandLineGame>(&self) -> anyhow::Result<Vec<ListedTree>> {
        let mut listed = folder_list::read::<G>(&self.path)?;
        let mut trees = self.lock();
        for tree in &mut listed {
            let known = trees.names.iter().position(|name| *name == tree.name);
            let place = known.unwrap_or_else(|| {
                trees.names.push(tree.name.clone());
                trees.names.len() - 1
            });
            tree.place = place;
            tree.is_open = trees.open.contains_key(&place);
        }
        Ok(listed)
    }

    /// Who answers for the tree at this place of those that were listed; it is opened if it is not open. `None` if
    /// there is no such place.
    ///
    /// # Errors
    ///
    /// A file that cannot be read; options that do not fit the tree.
    pub fn desk<G: CommandLineGame>(&self, place: usize) -> anyhow::Result<Option<TreeDesk>> {
        let mut trees = self.lock();
        if let Some(desk) = trees.open.get(&place) {
            return Ok(Some(desk.clone()));
        }
        let Some(name) = trees.names.get(place) else { return Ok(None) };
        let (desk, owner) = self.open::<G>(name)?;
        trees.open.insert(place, desk.clone());
        trees.owners.push(owner);
        Ok(Some(desk))
    }

    fn open<G: CommandLineGame>(&self, name: &str) -> anyhow::Result<(TreeDesk, Owner)> {
        let subject = vec![self.path.join(name).to_string_lossy().into_owned()];
        let args = ExploreArgs { subject, ..self.args.clone() };
        let (desk, jobs) = TreeDesk::new();
        let (pulse, quit) = (desk.pulse.clone(), self.quit.clone());
        let (tell, told) = mpsc::sync_channel(1);
        let thread = thread::Builder::new().name("explore: a tree".to_string());
        let owner = thread.spawn(move || {
            let subject = match Subject::<G>::read(&args, &quit) {
                Ok(subject) => subject,
                Err(error) => {
                    // Whoever asked hears of it.
                    let _ = tell.send(Err(error));
                    return Ok(None);
                }
            };
            let _ = tell.send(Ok(()));
            save_last(Explorer::serve(jobs, pulse, quit, subject))
        });
        let owner = owner.context("cannot start a thread for the tree")?;
        told.recv().unwrap_or_else(|_| Err(anyhow!("the tree could not be opened")))?;
        Ok((desk, owner))
    }

    /// Waits until all trees are saved; returns where those are that had to be.
    ///
    /// # Errors
    ///
    /// The first tree that could not be saved.
    pub fn close(&self) -> anyhow::Result<Vec<PathBuf>> {
        let owners = std::mem::take(&mut self.lock().owners);
        let ended = owners.into_iter().map(|owner| {
            owner.join().unwrap_or_else(|_| Err(anyhow!("the thread of a tree has failed")))
        });
        // All of them, before the first error is told.
        let ended: Vec<_> = ended.collect();
        ended.into_iter().filter_map(Result::transpose).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Trees> {
        // What is in there is whole even if a thread panicked while holding it.
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
