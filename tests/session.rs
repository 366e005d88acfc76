//! Sessions of real searches.

use std::fs;
use std::path::Path;
use std::time::Duration;

use tempfile::TempDir;

use shans::chess::{Position, Tapered};
use shans::game::{Game, Notation};
use shans::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafTask, LeafWorkers, Limits, MemoryLimits, Root,
    Searcher, Stop, Threads,
};
use shans::session::{
    KeepOptions, LastSave, More, Review, SaveFile, SavePlace, Session, SessionReport, Trouble,
};
use shans::store::{self, SaveOptions, StoreError, TreeFile};

use crate::common::trees::{self, saved};

fn search(model: ChanceModel) -> BestFirst<Position> {
    BestFirst::new(Root::new(Position::default()), model, MemoryLimits::new(8 << 20))
}

fn of_nodes(nodes: u64) -> More {
    More(Limits { nodes: Some(nodes), settles: false, ..Limits::default() })
}

fn options(checkpoint: Option<Duration>) -> KeepOptions {
    KeepOptions {
        searcher: "best-first".to_string(),
        compress: false,
        tables: u64::MAX,
        checkpoint,
    }
}

/// A session that is kept in this file, with checkpoints as often as can be.
fn kept(path: &Path) -> Session<Position> {
    let file = SaveFile::new(SavePlace::at(path), options(Some(Duration::ZERO)));
    Session::new(search(ChanceModel::default())).kept_in(file)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn loaded(path: &Path) -> BestFirst<Position> {
    let file = TreeFile::open(path).expect("a tree");
    file.load_to_look::<Position>(Tapered::default()).expect("a whole one").search
}

/// A few pieces of a run, with a checkpoint after each that is brought to its end.
fn advance_with_checkpoints(session: &mut Session<Position>) {
    for _ in 0..3 {
        assert_eq!(session.advance(), None);
        session.checkpoint_if_due();
        session.end_checkpoint();
    }
}

#[test]
fn limits_count_from_what_was_spent_before() {
    for model in [ChanceModel::default(), ChanceModel::searching()] {
        let mut session = Session::new(search(model));
        // A limit in the middle of an iteration: what it has cut off counts, too.
        for runs in 1..4 {
            let before = session.search().state().nodes;
            let run = session.run(&of_nodes(1_001));
            assert_eq!(run.report.stop, Some(Stop::Nodes));
            assert_eq!(session.limits().nodes, Some(1_001 * runs));
            assert_eq!(session.search().nodes(), 1_001 * runs);
            assert_eq!(run.nodes_before, before);
            assert_eq!(before + run.nodes(), session.search().state().nodes);
        }
        // It is interrupted in the middle.
        session.begin(&of_nodes(1_000_000));
        assert_eq!(session.advance(), None);
        let run = session.finish(Stop::Interrupted);
        let spent = run.report.counters.nodes;
        assert!(run.nodes() > 0 && session.search().nodes() == spent);
        session.run(&of_nodes(500));
        assert_eq!(session.limits().nodes, Some(spent + 500));
        session.begin(&More(Limits { nodes: Some(u64::MAX), ..Limits::default() }));
        assert_eq!(session.limits().nodes, Some(u64::MAX));
    }
}

#[test]
fn a_run_that_goes_on_counts_as_one() {
    let mut session = Session::new(search(ChanceModel::default()));
    let first = session.run(&of_nodes(2_000)).report.counters.nodes;
    let second = session.run(&of_nodes(2_000));
    assert_eq!(second.nodes_before, first);
    session.go_on(&of_nodes(2_000));
    let stop = loop {
        if let Some(stop) = session.advance() {
            break stop;
        }
    };
    let third = session.finish(stop);
    assert_eq!(third.nodes_before, first);
    assert!(third.nodes() > second.nodes() + 1_000, "{} nodes", third.nodes());
}

#[test]
fn between_two_pieces_the_tree_is_right() {
    for (model, nodes) in [(ChanceModel::default(), 3_000), (ChanceModel::searching(), 60_000)] {
        let mut session = Session::new(search(model));
        session.begin(&of_nodes(nodes));
        let mut pieces = 0;
        let stop = loop {
            if let Some(stop) = session.advance() {
                break stop;
            }
            let search = session.search();
            assert_eq!(search.check(), Ok(search.tree().len()));
            pieces += 1;
        };
        assert!(pieces > 5, "{pieces} pieces");
        session.finish(stop);
        let mut whole = search(model);
        whole.search(&of_nodes(nodes).0, &mut |_| {});
        assert_eq!(session.search().state(), whole.state(), "looking changes nothing");
    }
}

#[test]
fn steps_lead_elsewhere_and_are_work() {
    let folder = folder();
    let path = folder.path().join("a.tree");
    let mut session = kept(&path);
    assert!(!session.has_unsaved_work());
    session.run(&of_nodes(2_000));
    assert!(session.has_unsaved_work());
    assert!(session.save().is_some_and(|saved| saved.is_ok()));
    assert!(!session.has_unsaved_work());
    let best = session.search().position().parse_move("e4").expect("a legal move");
    session.search_mut().step(best).expect("a step");
    assert!(session.has_unsaved_work(), "the position analysed is saved, too");
    session.search_mut().step_back().expect("a step back");
    assert!(!session.has_unsaved_work() && session.search_mut().step_back().is_err());
    session.search_mut().step(best).expect("a step");
    let all = session.search().tree().len();
    session.search_mut().prune();
    assert!(session.search().tree().len() < all);
    assert!(Session::new(search(ChanceModel::default())).save().is_none(), "it has no file");
}

#[test]
fn a_checkpoint_is_saved_when_it_is_due() {
    let folder = folder();
    let path = folder.path().join("a.tree");
    let mut session = kept(&path);
    session.begin(&of_nodes(100_000));
    advance_with_checkpoints(&mut session);
    assert!(session.troubles().is_empty() && !session.has_unsaved_work());
    assert_eq!(loaded(&path).state(), session.search().state());
    // Nothing new, nothing to save.
    let seen = store::Seen::at(&path);
    session.checkpoint_if_due();
    session.end_checkpoint();
    assert_eq!(store::Seen::at(&path), seen);
    assert_eq!(session.advance(), None);
    assert!(session.has_unsaved_work());
    // One that is not due yet, and one that never is.
    for checkpoint in [Some(Duration::from_secs(3600)), None] {
        let path = folder.path().join("b.tree");
        let file = SaveFile::new(SavePlace::at(&path), options(checkpoint));
        let mut session = Session::new(search(ChanceModel::default())).kept_in(file);
        session.begin(&of_nodes(100_000));
        advance_with_checkpoints(&mut session);
        assert!(!path.exists() && session.has_unsaved_work());
    }
}

#[test]
fn a_checkpoint_that_fails_is_told_and_the_search_goes_on() {
    let (folder, spare) = (folder(), folder());
    let path = folder.path().join("sub").join("a.tree");
    let mut session = kept(&path);
    session.begin(&of_nodes(100_000));
    advance_with_checkpoints(&mut session);
    let troubles = session.troubles();
    let is_missing =
        |trouble: &Trouble| matches!(trouble, Trouble::Checkpoint(StoreError::System { .. }));
    assert!(troubles.len() == 3 && troubles.iter().all(is_missing), "{troubles:?}");
    assert!(session.troubles().is_empty(), "told once");
    assert!(matches!(session.save(), Some(Err(_))) && session.has_unsaved_work());
    // The next one may succeed.
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    advance_with_checkpoints(&mut session);
    let troubles = session.troubles();
    assert!(troubles.is_empty() && path.exists(), "{troubles:?}");
    // At the end there is the spare place.
    fs::remove_dir_all(folder.path().join("sub")).expect("it can go");
    assert_eq!(session.advance(), None);
    let last = session.save_last(spare.path());
    let Some(LastSave::Elsewhere { tree, has_tables: true, .. }) = last else {
        panic!("{last:?}");
    };
    assert_eq!(tree.path, spare.path().join("a.tree.rescued"));
    assert_eq!(loaded(&tree.path).state(), session.search().state());
    let last = session.save_last(&folder.path().join("none"));
    assert!(matches!(last, Some(LastSave::Nowhere { .. })), "{last:?}");
}

#[test]
fn what_came_to_its_place_stays() {
    let folder = folder();
    let path = folder.path().join("a.tree");
    let mut session = kept(&path);
    session.begin(&of_nodes(100_000));
    advance_with_checkpoints(&mut session);
    fs::write(&path, "a stranger's").expect("a file");
    advance_with_checkpoints(&mut session);
    let beside = folder.path().join("a.tree.rescued");
    match &session.troubles()[..] {
        [Trouble::Moved { to, .. }, Trouble::Checkpoint(_)] => assert_eq!(*to, beside),
        others => panic!("{others:?}"),
    }
    assert_eq!(fs::read(&path).ok(), Some(b"a stranger's".to_vec()));
    assert_eq!(loaded(&beside).state(), session.search().state());
    let last = session.save_last(folder.path());
    assert!(matches!(last, Some(LastSave::Elsewhere { .. })), "{last:?}");
    assert_eq!(names(folder.path()), ["a.tree", "a.tree.rescued"]);
}

#[test]
fn one_session_at_a_time_saves_to_a_place() {
    let folder = folder();
    let path = folder.path().join("a.tree");
    let mut session = kept(&path);
    session.take_file().expect("a free place");
    assert!(matches!(SavePlace::at(&path).take(), Err(StoreError::Busy(_))));
    session.take_file().expect("it has it already");
    session.run(&of_nodes(1_000));
    assert!(matches!(session.save_last(folder.path()), Some(LastSave::Done(_))));
    assert_eq!(names(folder.path()), ["a.tree"], "others may save there now");
    // A tree that was loaded is in its file as it is.
    let search = loaded(&path);
    let file = SaveFile::new(SavePlace::at(&path), options(None)).holding(&search);
    let session = Session::new(search).kept_in(file);
    assert!(!session.has_unsaved_work());
    let same = SaveOptions { searcher: "best-first", compress: false, tables: u64::MAX };
    store::save(&path, session.search(), same).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn what_was_done_before_is_left_out() {
    let root = Root::new(<Position>::default());
    let mut search = BestFirst::new(root, ChanceModel::default(), MemoryLimits::new(8 << 20));
    let limits = Limits { nodes: Some(1000), ..Limits::default() };
    let mut report = SessionReport::from(search.search(&limits, &mut |_| {}));
    report.report.elapsed = Duration::from_millis(500);
    let nodes = report.nodes();
    assert_eq!(report.speed(), 2 * nodes);
    report.nodes_before = nodes - 10;
    assert_eq!((report.nodes(), report.speed()), (10, 20));
    report.nodes_before = u64::MAX;
    assert_eq!((report.nodes(), report.speed()), (0, 0));
    report = SessionReport { nodes_before: 0, ..report };
    report.report.elapsed = Duration::ZERO;
    assert_eq!(report.speed(), 0);
}

/// A worker that forgets between questions, and is slow: there are moments without an answer, in which a program can
/// be killed.
struct Slow(Threads<Position>, bool);

impl LeafWorkers<Position> for Slow {
    fn capacity(&self) -> usize {
        1
    }

    fn submit(&mut self, task: LeafTask<Position>) {
        self.1 = true;
        self.0.submit(task);
    }

    fn next_answer(&mut self, budget: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        if std::mem::take(&mut self.1) { Ok(None) } else { self.0.next_answer(budget) }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        self.0.stop()
    }
}

/// A review of the opening, by a program that is killed after each so many pieces: its tree, and how often it was killed.
fn reviewed(killed_after: u64) -> (Vec<u8>, u64) {
    let (mut at, mut line) = (<Position>::default(), Vec::new());
    for text in ["e4", "e5", "Nf3", "Nc6", "Bb5"] {
        line.push(at.parse_move(text).expect("a move"));
        at.play(line[line.len() - 1]);
    }
    let session = |search: BestFirst<Position>| {
        let threads = Threads::apart(search.root(), 1);
        Session::new(search.with_workers(Box::new(Slow(threads, false))))
    };
    let limits = Limits { nodes: Some(4_000), settles: false, ..Limits::default() };
    let searching = session(search(ChanceModel::searching()));
    let mut review = Review::begin_within(searching, line.clone(), &limits).expect("room");
    let (mut pieces, mut kills) = (0, 0);
    while review.place().is_some() {
        review.begin_place(&limits).expect("room");
        let stop = loop {
            match review.advance() {
                None if pieces == killed_after => break None,
                None => pieces += 1,
                stop => break stop,
            }
        };
        match stop {
            Some(stop) => review.finish_place(stop),
            None => {
                let left = review.session_mut().search_mut().at_rest(|rest| saved(rest, false));
                review = Review::go_on(session(trees::loaded(&left)), line.clone())
                    .expect("the same game");
                (pieces, kills) = (0, kills + 1);
            }
        }
    }
    (saved(review.session().search(), false), kills)
}

/// Also where it is killed just before a limit: the nodes kept back for the ends of lines are a part of what the whole
/// search was granted, not of what was left of it.
#[test]
fn a_review_that_is_killed_ends_as_one_that_is_not() {
    let (right, _) = reviewed(u64::MAX);
    for after in 1..12 {
        let (again, kills) = reviewed(after);
        assert!(kills > 4, "{kills}");
        assert!(again == right, "killed after each {after} pieces");
    }
}
