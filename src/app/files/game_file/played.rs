//! Plays the lines of a game, variations included.

use std::rc::Rc;

use super::error::GameFileError;
use super::main_line::{MainLine, read_move, refuse_open, start};
use super::move_tree::{GameTree, Node};
use super::scanner::TextPlace;
use super::written::{Step, WrittenGame};
use crate::app::games::CommandLineGame;
use crate::game::MoveTextError;
use crate::loose_text::plain;

/// A game that was played, or what is wrong with it.
pub(super) struct Played<G: CommandLineGame> {
    pub(super) game: Option<GameTree<G>>,
    pub(super) warnings: Vec<String>,
    pub(super) faults: Vec<GameFileError>,
}

impl<G: CommandLineGame> Played<G> {
    /// Plays the main line and all variations from the first position of a game.
    pub(super) fn from_start(game: &WrittenGame, file: &str, evaluator: G::Evaluator) -> Played<G> {
        match start::<G>(game, file, evaluator) {
            Ok(given) => {
                let warnings = given.warnings;
                let start = MainLine { start: given.position, moves: Vec::new() };
                Played { warnings, ..Played::continued(game, file, &start) }
            }
            Err(fault) => Played { game: None, warnings: Vec::new(), faults: vec![fault] },
        }
    }

    /// The same from the end of a line, which all lines begin with.
    pub(super) fn continued(game: &WrittenGame, file: &str, here: &MainLine<G>) -> Played<G> {
        let mut player = Player::new(game, file, here);
        for (place, step) in &game.steps {
            player.take(*place, step);
        }
        let last = game.steps.last().map_or(game.place, |(place, _)| *place);
        let (game, faults) = player.finish(last.line);
        Played { game: Some(game), warnings: Vec::new(), faults }
    }

    /// Where the first move stands that cannot be played.
    pub(super) fn goes_wrong_at(&self) -> Option<TextPlace> {
        self.faults.iter().find_map(|fault| match fault {
            GameFileError::Move { at, .. } => Some(*at),
            _ => None,
        })
    }
}

/// Plays the lines of a game. Positions are kept for the line that is played and the beginnings of those that wait
/// for it.
struct Player<'w, G: CommandLineGame> {
    written: &'w WrittenGame,
    file: &'w str,
    game: GameTree<G>,
    faults: Vec<GameFileError>,
    line: Line<G>,
    /// The lines that continue when the one that is played ends.
    waiting: Vec<Line<G>>,
}

/// A position, and which one of its game it is.
type Standing<G> = (usize, Rc<G>);

/// A line as far as it is played.
struct Line<G> {
    here: Standing<G>,
    /// The position before the last move; the first one where there is no move.
    before: Standing<G>,
    state: LineState,
    has_moves: bool,
}

/// Whether moves can be added to a line.
enum LineState {
    Sound,
    /// The move that was read last cannot be played. A variation that replaces it can.
    JustBroken,
    Broken,
    /// Nothing in brackets was like a move so far: they may hold a remark, and it would be this fault.
    Remark(Box<GameFileError>),
}

impl<'w, G: CommandLineGame> Player<'w, G> {
    fn new(written: &'w WrittenGame, file: &'w str, here: &MainLine<G>) -> Player<'w, G> {
        let first = Node { key: here.start.key(), from: None };
        let (line, start) = (written.place.line, here.start.clone());
        let game = GameTree { line, start, nodes: vec![first], ends: Vec::new() };
        let start = (0, Rc::new(here.start.clone()));
        let line =
            Line { here: start.clone(), before: start, state: LineState::Sound, has_moves: false };
        let mut player =
            Player { written, file, game, faults: Vec::new(), line, waiting: Vec::new() };
        here.moves.iter().for_each(|&mv| player.play(mv));
        player.line.before = player.line.here.clone();
        player
    }

    fn take(&mut self, place: TextPlace, step: &Step) {
        match step {
            Step::Move(text) => self.mv(place, text),
            Step::Begin => {
                let (state, from) = match self.line.state {
                    LineState::Sound => (LineState::Sound, &self.line.before),
                    LineState::JustBroken => (LineState::Sound, &self.line.here),
                    LineState::Broken | LineState::Remark(_) => {
                        (LineState::Broken, &self.line.here)
                    }
                };
                let (here, before) = (from.clone(), from.clone());
                let variation = Line { here, before, state, has_moves: false };
                self.waiting.push(std::mem::replace(&mut self.line, variation));
            }
            Step::Close => {
                let Some(outer) = self.waiting.pop() else { return };
                let line = std::mem::replace(&mut self.line, outer);
                self.end(&line, place.line);
            }
        }
    }

    fn mv(&mut self, place: TextPlace, text: &str) {
        let read = read_move(&*self.line.here.1, text, self.file, place);
        let is_text =
            matches!(read, Err(GameFileError::Move { why: MoveTextError::Unreadable, .. }));
        let may_be_remark = is_text && !self.waiting.is_empty() && !self.line.has_moves;
        match (std::mem::replace(&mut self.line.state, LineState::Broken), read) {
            (LineState::Sound, Ok(mv)) => {
                self.line.state = LineState::Sound;
                self.play(mv);
            }
            (LineState::Sound, Err(fault)) if may_be_remark && !is_null_move(text) => {
                self.line.state = LineState::Remark(Box::new(fault));
            }
            (LineState::Sound, Err(fault)) => {
                self.faults.push(fault);
                self.line.state = LineState::JustBroken;
            }
            (LineState::Remark(fault), _) if is_text => {
                self.line.state = LineState::Remark(fault);
            }
            // There are moves in it.
            (LineState::Remark(fault), _) => self.faults.push(*fault),
            (LineState::JustBroken | LineState::Broken, _) => {}
        }
    }

    fn play(&mut self, mv: G::Move) {
        let (index, before) = self.line.here.clone();
        let after = before.after(mv);
        self.game.nodes.push(Node { key: after.key(), from: Some((index, mv)) });
        self.line.before = (index, before);
        self.line.here = (self.game.nodes.len() - 1, Rc::new(after));
        self.line.has_moves = true;
    }

    /// A line ends in this line of the file.
    fn end(&mut self, line: &Line<G>, place: u64) {
        if line.has_moves {
            self.game.ends.push((place, line.here.0));
        }
    }

    /// The game, whose last step stands in this line of the file.
    fn finish(mut self, place: u64) -> (GameTree<G>, Vec<GameFileError>) {
        // What has no end ends with the game.
        while let Some(outer) = self.waiting.pop() {
            let line = std::mem::replace(&mut self.line, outer);
            self.end(&line, place);
        }
        self.game.ends.insert(0, (place, self.line.here.0));
        self.faults.extend(refuse_open(self.written, self.file).err());
        (self.game, self.faults)
    }
}

/// Whether a text passes a move: people write so what the other side threatens.
fn is_null_move(text: &str) -> bool {
    matches!(&*plain(text), "--" | "Z0" | "0000" | "null" | "pass")
}
