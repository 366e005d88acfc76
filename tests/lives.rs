//! Trees that live for years: searched, stepped through, saved, merged, pruned, swept, given more or less memory, other
//! workers and other lines. The answers to their questions are invented, so that 10^12 counted nodes cost nothing, and
//! no clock is read. After each thing that is done every number is right, and no position is out of reach of work.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use shans::game::{Game, MoveCode};
use shans::random::Random;
use shans::search::{
    BestFirst, Budget, ChanceModel, LeafAnswer, LeafSearchModel, LeafTask, LeafWorkers, Limits,
    MemoryLimits, Merged, Root, Stop,
};
use shans::tree::{NodeId, Tree, Watch};
use shans::value::{Player, Value};

use crate::common::toy::{Rules, Toy, ToyMove, Turns};
use crate::common::trees::{loaded, saved};

/// What is done in a life.
const DEEDS: usize = 90;
/// Moments of the loop in one of these at most.
const MOMENTS: usize = 12;
const ROOM: MemoryLimits = MemoryLimits { tree_nodes: Some(4_000), ..MemoryLimits::new(8 << 20) };

/// Answers at once whatever comes to its mind: late, out of order, and now and then twice, cut off, or not at all.
struct Inventor {
    random: Random,
    capacity: usize,
    open: VecDeque<LeafTask<Toy>>,
    told: Option<LeafAnswer>,
    /// One question in so many is lost; none where it is 0.
    losses: usize,
    lost: Rc<Cell<u64>>,
}

impl Inventor {
    fn answer(&mut self, task: &LeafTask<Toy>, is_cut: bool) -> LeafAnswer {
        let mut toy = *task.root.game();
        task.moves.iter().for_each(|&code| toy.play(toy.decode(code).expect("a legal move")));
        let mut choices = task.choices(&toy);
        let mut line: Vec<MoveCode> = Vec::new();
        for _ in 0..=self.random.below(6) {
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            let Some(mv) = self.random.pick(&choices.take().unwrap_or(moves)) else { break };
            line.push(toy.encode(mv));
            toy.play(mv);
        }
        let nodes = match is_cut {
            true => self.random.next_number() % task.grant.max(1),
            false => task.grant + self.random.next_number() % (task.most - task.grant + 1),
        };
        let value = match self.random.below(64) {
            0 => Value::win_in(Player::Max, 1 + self.random.below(9) as u16),
            1 => Value::win_in(Player::Min, 1 + self.random.below(9) as u16),
            _ => Value::centipawns(self.random.below(601) as f32 - 300.0),
        };
        LeafAnswer {
            ticket: task.ticket,
            is_finished: !is_cut,
            value,
            line: if is_cut && nodes < 9 { Vec::new() } else { line },
            depth: 1 + self.random.below(40) as u16,
            nodes,
            evals: nodes / 2,
            table_hits: 0,
        }
    }
}

impl LeafWorkers<Toy> for Inventor {
    fn capacity(&self) -> usize {
        self.capacity
    }

    fn submit(&mut self, task: LeafTask<Toy>) {
        if self.losses > 0 && self.random.below(self.losses) == 0 {
            self.lost.set(self.lost.get() + 1);
        } else {
            self.open.push_back(task);
        }
    }

    fn next_answer(&mut self, _: &Budget) -> Result<Option<LeafAnswer>, Stop> {
        let place = self.random.below(self.open.len());
        match self.random.below(16) {
            0 => Ok(None),
            1 => Ok(self.told.take()),
            _ => match self.open.remove(place) {
                Some(task) => {
                    let answer = self.answer(&task, false);
                    self.told = Some(answer.clone());
                    Ok(Some(answer))
                }
                None => Err(Stop::Unanswered),
            },
        }
    }

    fn stop(&mut self) -> Vec<LeafAnswer> {
        let open = std::mem::take(&mut self.open);
        open.iter().map(|task| self.answer(task, true)).collect()
    }
}

/// A tree, and what was done with it.
struct Life {
    random: Random,
    search: BestFirst<Toy>,
    lost: Rc<Cell<u64>>,
    is_lossy: bool,
    /// The tree as it was at some moments.
    files: Vec<Vec<u8>>,
    deeds: Vec<String>,
    moments: u64,
}

impl Life {
    fn new(seed: u64) -> Life {
        let mut random = Random::new(seed);
        let turns = if seed.is_multiple_of(4) { Turns::WithChance } else { Turns::Alternating };
        let rules = Rules {
            seed,
            length: 30,
            width: 5,
            turns,
            spread: 300,
            wins: 2,
            forced: 16,
            merged: None,
        };
        let leaves = LeafSearchModel {
            first: random.pick(&[1.0, 300.0, 1e6]).unwrap_or(300.0),
            split: random.pick(&[1.0, 600.0, 1e6]).unwrap_or(600.0),
            anchor: random.pick(&[0.1, 0.4, 0.97]).unwrap_or(0.4),
            ..LeafSearchModel::default()
        };
        let model = ChanceModel { leaf_search: Some(leaves), ..ChanceModel::searching() };
        let search = BestFirst::new(Root::new(Toy::new(rules)), model, ROOM);
        let (lost, is_lossy) = (Rc::default(), seed.is_multiple_of(3));
        let mut life = Life {
            random,
            search,
            lost,
            is_lossy,
            files: Vec::new(),
            deeds: Vec::new(),
            moments: 0,
        };
        life.hire();
        life
    }

    fn inventor(&mut self) -> Box<Inventor> {
        let losses = if self.is_lossy { 40 } else { 0 };
        Box::new(Inventor {
            random: Random::new(self.random.next_number()),
            capacity: 1 + self.random.below(4),
            open: VecDeque::new(),
            told: None,
            losses,
            lost: Rc::clone(&self.lost),
        })
    }

    fn hire(&mut self) {
        let inventor = self.inventor();
        self.search.set_workers(inventor);
    }

    fn effort(&self) -> u64 {
        self.search.tree().effort(self.search.at())
    }

    /// Searches for some moments. What was searched counts for the position analysed, and where nothing was, there was a
    /// reason.
    fn search_on(&mut self) {
        let (nodes, effort, lost) = (self.search.nodes(), self.effort(), self.lost.get());
        let more = 10_u64.pow(2 + self.random.below(11) as u32);
        self.search.begin(&Limits {
            nodes: Some(nodes + more),
            beyond_only_move: true,
            ..Limits::default()
        });
        let moments = 1 + self.random.below(MOMENTS);
        let stop = (0..moments).find_map(|_| {
            self.moments += 1;
            self.search.advance()
        });
        self.search.finish(stop.unwrap_or(Stop::Interrupted));
        let spent = self.search.nodes() - nodes;
        let node = self.search.tree().node(self.search.at());
        assert!(self.effort() >= effort + spent, "{} {effort} {spent}", self.effort());
        let has_reason = match stop {
            Some(Stop::Finished) => node.is_finished(),
            Some(Stop::Proven) => node.is_decided(),
            Some(Stop::Unanswered) => self.lost.get() > lost,
            Some(Stop::Memory) => false,
            // What was asked was lost, and is asked again.
            _ => spent > 0 || moments < 3 || self.lost.get() > lost,
        };
        assert!(has_reason, "{stop:?} after {spent} nodes: {node:?}");
    }

    fn any_move(&mut self) -> Option<ToyMove> {
        let mut moves = Vec::new();
        self.search.position().moves(&mut moves);
        self.random.pick(&moves)
    }

    fn step(&mut self) {
        if let Some(mv) = self.any_move() {
            // It may be decided what comes of it, or nobody answers.
            let _ = self.search.step(mv);
        }
    }

    fn include(&mut self) {
        let mut toy = *self.search.position();
        let mut line = Vec::new();
        for _ in 0..1 + self.random.below(6) {
            let mut moves = Vec::new();
            toy.moves(&mut moves);
            let Some(mv) = self.random.pick(&moves) else { break };
            line.push(mv);
            toy.play(mv);
        }
        let _ = self.search.include(&line);
    }

    /// Saves the tree, and goes on with what is in the file.
    fn reload(&mut self) {
        let is_packed = self.random.below(2) == 0;
        let file = saved(&self.search, is_packed);
        let again = loaded::<Toy>(&file);
        assert_eq!(again.state(), self.search.state());
        assert_eq!(efforts(again.tree()), efforts(self.search.tree()));
        self.search = again;
        self.hire();
        self.files.push(file);
        if self.files.len() > 3 {
            self.files.remove(0);
        }
    }

    /// Takes in what an older file knows.
    fn merge(&mut self) {
        let place = self.random.below(self.files.len());
        let Some(file) = self.files.get(place) else { return };
        let mut other = loaded::<Toy>(file);
        let mut search = std::mem::replace(&mut self.search, loaded(file));
        other.set_workers(self.inventor());
        std::mem::swap(&mut self.search, &mut other);
        self.search_on();
        std::mem::swap(&mut self.search, &mut other);
        if search.goes_before(&other) == Ok(false) {
            std::mem::swap(&mut search, &mut other);
        }
        let most = [&search, &other].map(|it| it.tree().effort(it.tree().root()));
        let done = search.merge(&other, ROOM.or_larger(search.memory_limits()), |_| Watch::GoOn);
        if let Ok(Merged::Anew { .. }) = done {
            assert!(search.tree().effort(search.tree().root()) >= most[0]);
        }
        self.search = search;
        self.reload();
    }

    /// Less memory, or more.
    fn fit(&mut self) {
        let tree_nodes = self.random.pick(&[60, 300, 1_000, 4_000]);
        let room = MemoryLimits { tree_nodes, ..ROOM };
        if self.search.fit_into(room).is_err() {
            self.search.fit_into(ROOM).unwrap_or_else(|error| panic!("{error}"));
        }
    }

    fn act(&mut self) {
        let deed = self.random.below(20);
        self.deeds.push(format!("{deed}: {} nodes", self.search.tree().len()));
        match deed {
            0..9 => self.search_on(),
            9..12 => self.step(),
            12 => _ = self.search.step_back(),
            13 => self.include(),
            14 => self.reload(),
            15 => self.merge(),
            16 if self.random.below(4) == 0 => self.search.prune(),
            17 => self.fit(),
            18 => self.hire(),
            _ => while self.search.step_back().is_ok() {},
        }
        let checked = self.search.check();
        assert_eq!(checked, Ok(self.search.tree().len()));
    }
}

/// The effort of every node, in the order in which they are met.
fn efforts(tree: &Tree) -> Vec<u64> {
    let mut waiting: Vec<NodeId> = vec![tree.root()];
    let mut efforts = Vec::new();
    while let Some(id) = waiting.pop() {
        efforts.push(tree.effort(id));
        waiting.extend(tree.children(id).map(|(_, child, _)| child));
    }
    efforts
}

/// Says whose life it was that went wrong, and what was done in it.
struct Obituary(u64, Life);

impl Drop for Obituary {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("life {}: {:#?}", self.0, self.1.deeds);
        }
    }
}

/// Lives these lives; the moments of all, and the most nodes that were counted in one.
fn live(seeds: std::ops::Range<u64>) -> (u64, u64) {
    let (mut moments, mut most) = (0, 0);
    for seed in seeds {
        let mut life = Obituary(seed, Life::new(seed));
        (0..DEEDS).for_each(|_| life.1.act());
        moments += life.1.moments;
        most = most.max(life.1.search.tree().effort(life.1.search.tree().root()));
    }
    (moments, most)
}

#[test]
fn trees_live_for_years() {
    let (moments, most) = live(0..500);
    assert!(moments > 50_000 && most > 1_000_000_000_000, "{moments} moments, {most} nodes");
}

/// The same two hundred times as often. Half an hour.
#[test]
#[ignore = "takes long"]
fn trees_live_for_centuries() {
    let (moments, most) = live(500..100_500);
    assert!(moments > 10_000_000 && most > 1_000_000_000_000, "{moments} moments, {most} nodes");
}
