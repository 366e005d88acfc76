//! A larger network as teacher: the one that Stockfish 15.1 has in it, which its command `export_net FILE` writes.
//!
//! It is computed here without the engine: 8 values in the time of one search of depth 4. Its layout is that of
//! `nnue_architecture.h` and the files around it in Stockfish 15.1 (HalfKAv2_hm): inputs for each piece on each square and
//! each place of the own king, 1,024 sums for each side's view, which are multiplied in pairs, then layers of 16 and 32 for
//! each of eight numbers of pieces, and a sum that goes past them.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use multiversion::multiversion;
use shakmaty::{Board, Chess, Color, Piece, Position as _, Role, Square};
use shans::chess::differences;

const VERSION: u32 = 0x7AF3_2F20;
/// Sums of a view, of which two make an input of the layers.
const SUMS: usize = 1_024;
const PAIRS: usize = SUMS / 2;
/// Inputs for one place of the king: ten kinds of pieces, and either king.
const OF_A_KING: usize = 11 * 64;
const INPUTS: usize = 32 * OF_A_KING;
/// Sets of layers, by the number of pieces, and how many pieces each is for.
const STACKS: usize = 8;
const SPAN: usize = 4;
/// Outputs of the first layer; the last one goes past the others.
const FIRST: usize = 16;
const SECOND: usize = 32;
/// What stands for one in an input of a layer, as a power of two, and what weights count for.
const WEIGHT_BITS: u32 = 6;
const MOST: i32 = 127;
/// The value's unit in what the last layer says, and how many of them Stockfish 15.1 shows as 1.00.
const OUTPUT_UNIT: i32 = 16;
const PAWN: i32 = 361;
/// Products that are added up side by side.
const LANES: usize = 32;
/// The output that goes past the layers counts so much.
const PAST: (i32, i32) = (600 * OUTPUT_UNIT, MOST << WEIGHT_BITS);

/// The network.
pub struct Teacher {
    bias: Vec<i16>,
    /// Input by input the weights of all sums.
    weights: Vec<i16>,
    /// Input by input what it is worth by itself, for each number of pieces.
    worth: Vec<i32>,
    stacks: Vec<Stack>,
}

/// The layers for some numbers of pieces.
struct Stack {
    first_bias: Vec<i32>,
    first: Vec<i16>,
    second_bias: Vec<i32>,
    second: Vec<i8>,
    last_bias: i32,
    last: Vec<i8>,
}

/// What a side's view of a board adds up to.
#[derive(Clone)]
struct View {
    sums: Vec<i16>,
    worth: [i32; STACKS],
}

/// A board and both views of it, White's first.
pub struct Seen {
    board: Board,
    views: [View; 2],
}

impl Teacher {
    /// Reads what `export_net` has written.
    pub fn open(path: &Path) -> Result<Teacher> {
        let name = path.display();
        let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
        Teacher::read(&bytes).with_context(|| format!("{name} is no network of Stockfish 15.1"))
    }

    fn read(bytes: &[u8]) -> Result<Teacher> {
        let mut bytes = Bytes(bytes);
        ensure!(bytes.number()? == VERSION, "its version is another");
        let _hash = bytes.number()?;
        let about = bytes.number()? as usize;
        bytes.take(about)?;
        let _hash = bytes.number()?;
        let (bias, weights) = (bytes.wide(SUMS)?, bytes.wide(SUMS * INPUTS)?);
        let worth = bytes.numbers(STACKS * INPUTS)?;
        let stacks = (0..STACKS).map(|_| bytes.stack()).collect::<Result<_>>()?;
        ensure!(bytes.0.is_empty(), "it goes on behind its end");
        Ok(Teacher { bias, weights, worth, stacks })
    }

    /// Looks at a board, from which others that are like it are quickly seen.
    pub fn look(&self, board: &Board) -> Seen {
        let views = [Color::White, Color::Black].map(|side| self.view(board, side));
        Seen { board: board.clone(), views }
    }

    /// What a position is worth to the side to move, in centipawns. Whoever is in check: the network does not know.
    pub fn value(&self, from: &Seen, chess: &Chess) -> i32 {
        let board = chess.board();
        let [white, black] = [(Color::White, 0), (Color::Black, 1)].map(|(side, place)| {
            if perspective(&from.board, side) == perspective(board, side) {
                self.changed(&from.views[place], &from.board, board, side)
            } else {
                self.view(board, side)
            }
        });
        let [own, other] = chess.turn().fold_wb([&white, &black], [&black, &white]);
        let set = (board.occupied().count().max(1) - 1) / SPAN;
        let layers = output(&self.stacks[set.min(STACKS - 1)], own, other);
        let by_itself = (own.worth[set] - other.worth[set]) / 2;
        scaled(board, (by_itself + layers) / OUTPUT_UNIT * 100 / PAWN)
    }

    fn view(&self, board: &Board, side: Color) -> View {
        let nothing = View { sums: self.bias.clone(), worth: [0; STACKS] };
        self.changed(&nothing, &Board::empty(), board, side)
    }

    /// A view of `to`, made from that of a board with the king on the same square.
    fn changed(&self, view: &View, from: &Board, to: &Board, side: Color) -> View {
        let mut view = view.clone();
        let perspective = perspective(to, side);
        for square in differences(from, to) {
            for (board, sign) in [(to, 1), (from, -1)] {
                if let Some(piece) = board.piece_at(square) {
                    self.add(&mut view, perspective.input(square, piece), sign);
                }
            }
        }
        view
    }

    fn add(&self, view: &mut View, input: usize, sign: i16) {
        add_row(&mut view.sums, &self.weights[input * SUMS..][..SUMS], sign);
        let worth = &self.worth[input * STACKS..][..STACKS];
        view.worth.iter_mut().zip(worth).for_each(|(sum, worth)| *sum += worth * i32::from(sign));
    }
}

/// A value as Stockfish 15.1 makes it of what its network says (`Eval::evaluate`): with all pieces on the board it counts a quarter more than
/// without any. So labels of searches and of the network mean the same.
fn scaled(board: &Board, value: i32) -> i32 {
    const WORTHS: [(Role, i32); 4] =
        [(Role::Knight, 781), (Role::Bishop, 825), (Role::Rook, 1_276), (Role::Queen, 2_538)];
    let worth = |(role, each)| board.by_role(role).count() as i32 * each;
    let pieces: i32 = WORTHS.into_iter().map(worth).sum();
    value * (1_076 + 96 * pieces / 5_120) / 1_024 * 195 / 211
}

#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn add_row(sums: &mut [i16], row: &[i16], sign: i16) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(weight.wrapping_mul(sign));
    }
}

/// Where the inputs of a side begin, and how it turns the board: its own side below, its king on the right half.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Perspective {
    side: Color,
    turned: usize,
    first: usize,
}

fn perspective(board: &Board, side: Color) -> Perspective {
    let king = board.king_of(side).map_or(0, |king| king as usize);
    let turned = side.fold_wb(0, 56) ^ if king % 8 < 4 { 7 } else { 0 };
    let (rank, file) = ((king ^ turned) / 8, (king ^ turned) % 8);
    // From h8's place down; the files are the right half.
    Perspective { side, turned, first: OF_A_KING * (31 - rank * 4 - (file - 4)) }
}

impl Perspective {
    fn input(self, square: Square, piece: Piece) -> usize {
        let kind = match piece.role {
            Role::King => 10,
            role => 2 * (role as usize - 1) + usize::from(piece.color != self.side),
        };
        self.first + 64 * kind + (square as usize ^ self.turned)
    }
}

/// What the layers say.
#[multiversion(targets("x86_64+avx2", "aarch64+neon"))]
fn output(stack: &Stack, own: &View, other: &View) -> i32 {
    let mut inputs = [0_i16; SUMS];
    for (view, inputs) in [own, other].into_iter().zip(inputs.chunks_exact_mut(PAIRS)) {
        let (first, second) = view.sums.split_at(PAIRS);
        for ((one, other), input) in first.iter().zip(second).zip(inputs) {
            let (one, other) = ((*one).clamp(0, 127), (*other).clamp(0, 127));
            *input = one.wrapping_mul(other) >> 7;
        }
    }
    let mut first = [0; FIRST];
    let rows = stack.first.chunks_exact(SUMS).zip(&stack.first_bias);
    for ((row, bias), sum) in rows.zip(&mut first) {
        *sum = bias + dot(row, &inputs);
    }
    let mut second = [0; SECOND];
    for (place, &sum) in first[..FIRST - 1].iter().enumerate() {
        let square = (i64::from(sum) * i64::from(sum)) >> (2 * WEIGHT_BITS + 7);
        second[place] = square.min(i64::from(MOST)) as i32;
        second[FIRST - 1 + place] = (sum >> WEIGHT_BITS).clamp(0, MOST);
    }
    let rows = stack.second.chunks_exact(SECOND).zip(&stack.second_bias).zip(&stack.last);
    let mut total = stack.last_bias;
    for ((row, bias), last) in rows {
        let products = row.iter().zip(&second).map(|(&weight, input)| i32::from(weight) * input);
        let sum = bias + products.sum::<i32>();
        total += (sum >> WEIGHT_BITS).clamp(0, MOST) * i32::from(*last);
    }
    total + first[FIRST - 1] * PAST.0 / PAST.1
}

/// The sum of products, neighbours added up first, as processors do it at once. An iterator's sum would take half of the time of all.
#[inline(always)]
fn dot(row: &[i16], inputs: &[i16; SUMS]) -> i32 {
    let mut sums = [0_i32; LANES / 2];
    for (row, inputs) in row.as_chunks::<LANES>().0.iter().zip(inputs.as_chunks::<LANES>().0) {
        for lane in 0..LANES / 2 {
            sums[lane] += i32::from(row[2 * lane]) * i32::from(inputs[2 * lane])
                + i32::from(row[2 * lane + 1]) * i32::from(inputs[2 * lane + 1]);
        }
    }
    sums.iter().sum()
}

/// What is left of a file.
struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn take(&mut self, count: usize) -> Result<&[u8]> {
        let Some((taken, rest)) = self.0.split_at_checked(count) else { bail!("it ends too soon") };
        self.0 = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32> {
        Ok(self.numbers(1)?[0] as u32)
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<i32>> {
        let (numbers, _) = self.take(4 * count)?.as_chunks();
        Ok(numbers.iter().map(|&number| i32::from_le_bytes(number)).collect())
    }

    fn wide(&mut self, count: usize) -> Result<Vec<i16>> {
        let (numbers, _) = self.take(2 * count)?.as_chunks();
        Ok(numbers.iter().map(|&number| i16::from_le_bytes(number)).collect())
    }

    fn narrow(&mut self, count: usize) -> Result<Vec<i8>> {
        Ok(self.take(count)?.iter().map(|&byte| byte as i8).collect())
    }

    fn stack(&mut self) -> Result<Stack> {
        let _hash = self.number()?;
        Ok(Stack {
            first_bias: self.numbers(FIRST)?,
            first: self.narrow(FIRST * SUMS)?.into_iter().map(i16::from).collect(),
            second_bias: self.numbers(SECOND)?,
            second: self.narrow(SECOND * SECOND)?,
            last_bias: self.number()? as i32,
            last: self.narrow(SECOND)?,
        })
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::random::Random;
    use shakmaty::{CastlingMode, FromSetup as _, Setup};

    /// The file of a network with weights that nobody learned.
    pub fn file() -> Vec<u8> {
        let mut random = Random::new(9, 0);
        let mut bytes = VERSION.to_le_bytes().to_vec();
        bytes.extend([0; 4]);
        bytes.extend(4_u32.to_le_bytes());
        bytes.extend(*b"test");
        bytes.extend([0; 4]);
        let sums = SUMS * (INPUTS + 1);
        bytes.extend((0..sums).flat_map(|_| (random.below(41) as i16 - 20).to_le_bytes()));
        let worth = STACKS * INPUTS;
        bytes.extend((0..worth).flat_map(|_| (random.below(4_001) as i32 - 2_000).to_le_bytes()));
        for _ in 0..STACKS {
            bytes.extend([0; 4 + 4 * FIRST]);
            bytes.extend((0..FIRST * SUMS).map(|_| random.below(31) as u8 ^ 0xf0));
            bytes.extend([0; 4 * SECOND]);
            bytes.extend((0..SECOND * SECOND).map(|_| random.below(64) as u8));
            bytes.extend([0; 4]);
            bytes.extend((0..SECOND).map(|_| random.below(256) as u8));
        }
        bytes
    }

    fn random_game(seed: u64) -> Vec<Chess> {
        let (mut random, mut chess) = (Random::new(seed, 0), Chess::default());
        let next = |_| {
            let before = chess.clone();
            let mv = *random.one_of(&chess.legal_moves())?;
            chess.play_unchecked(mv);
            Some(before)
        };
        (0..120).map_while(next).collect()
    }

    #[test]
    fn a_value_does_not_depend_on_what_was_seen_before_or_on_colours() -> Result<()> {
        let teacher = Teacher::read(&file())?;
        let start = teacher.look(&Board::new());
        let mut values = Vec::new();
        for pair in random_game(3).windows(2) {
            let [before, chess] = pair else { continue };
            let value = teacher.value(&teacher.look(chess.board()), chess);
            assert_eq!(value, teacher.value(&teacher.look(before.board()), chess));
            assert_eq!(value, teacher.value(&start, chess));
            let mut other = chess.board().clone();
            other.flip_vertical();
            other.swap_colors();
            let setup = Setup { board: other, turn: !chess.turn(), ..Setup::empty() };
            let other = Chess::from_setup(setup, CastlingMode::Standard)?;
            assert_eq!(value, teacher.value(&teacher.look(other.board()), &other));
            values.push(value);
        }
        values.dedup();
        assert!(values.len() > 60, "{values:?}");
        Ok(())
    }

    #[test]
    fn what_is_no_such_network_is_refused() {
        let file = file();
        assert!(Teacher::read(&file[..file.len() - 1]).is_err());
        assert!(Teacher::read(&[&file[..], &[0]].concat()).is_err());
        assert!(Teacher::read(&[&[0; 4], &file[4..]].concat()).is_err());
        assert!(Teacher::read(&[]).is_err());
    }
}
