//! Games of moves that a seed chooses, written as people write them: with comments, glyphs, arrows and variations.

use shans::chess::Position;
use shans::game::{Game, Notation, Past};
use shans::random::Random;

/// A game as text.
pub struct RandomGame {
    /// The tags and a blank line.
    pub head: String,
    /// The moves and all between them.
    pub text: String,
    /// The moves of the main line, in SAN.
    pub moves: Vec<String>,
    /// Places of the text between two moves: the byte, and how many moves come before it.
    pub gaps: Vec<(usize, usize)>,
}

/// What comes behind a move.
const BEHIND: [&str; 14] = [
    "",
    "",
    "",
    "!",
    "?!",
    " $14",
    "‼",
    " N",
    "⩲",
    " {a note}",
    " { [%clk 0:01:00] }",
    " ; a line\n",
    " {[%csl Gd4][%cal Gd2d4] mine}",
    " {two} { [%eval 0.31] more }",
];

impl RandomGame {
    /// The game of a seed, of no more plies than this.
    pub fn new(seed: u64, plies: usize) -> RandomGame {
        let mut random = Random::new(seed);
        let mut position = <Position>::default();
        let (mut text, mut moves, mut gaps) = (String::new(), Vec::new(), vec![(0, 0)]);
        for ply in 0..1 + random.below(plies) {
            let Some((number, san, mv)) = step(&position, &mut random) else { break };
            if text.ends_with('\n') || position.move_number(false).is_some() {
                text.push_str(&number);
                text.push(' ');
            }
            text.push_str(&san);
            text.push_str(random.pick(&BEHIND).unwrap_or(""));
            if random.below(5) == 0
                && let Some((number, san, _)) = step(&position, &mut random)
            {
                text.push_str(&format!(" ({number} {san} {{aside}})"));
            }
            position.play(mv);
            moves.push(san);
            if !text.ends_with('\n') {
                text.push(if ply % 7 == 6 { '\n' } else { ' ' });
            }
            gaps.push((text.len(), moves.len()));
        }
        RandomGame { head: format!("[White \"Game {seed}\"]\n\n"), text, moves, gaps }
    }

    /// The whole game.
    pub fn pgn(&self) -> String {
        format!("{}{}*\n\n", self.head, self.text)
    }

    /// The game with something between two of its moves, and how many of them come before it.
    pub fn with(&self, defect: &str, random: &mut Random) -> (String, usize) {
        let (at, before) = random.pick(&self.gaps).unwrap_or_default();
        let (first, rest) = self.text.split_at(at);
        (format!("{}{first}{defect} {rest}*\n\n", self.head), before)
    }
}

/// A legal move: its number, how it is written, and the move itself; none where the game is over.
fn step(
    position: &Position,
    random: &mut Random,
) -> Option<(String, String, <Position as Game>::Move)> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let mv = random.pick(&moves).filter(|_| position.outcome(&Past::default()).is_none())?;
    Some((position.move_number(true).unwrap_or_default(), position.human_text(mv), mv))
}
