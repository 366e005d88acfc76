//! Chance, from a seed, and how much of what goes wrong it lets happen.

use std::time::Duration;

use proptest::prelude::Rng;
use proptest::test_runner::{RngAlgorithm, TestRng};

/// Dice that always fall the same way for the same seed.
pub struct Dice(TestRng);

impl Dice {
    /// From this seed.
    pub fn new(seed: u64) -> Dice {
        // Seeds that are neighbours differ in all bytes.
        let mut bytes = [0; 16];
        for (place, half) in [(0, 0x9e37_79b9_7f4a_7c15), (8, 0xd1b5_4a32_d192_ed03)] {
            let half = (seed + 1).wrapping_mul(half);
            bytes[place..place + 8].copy_from_slice(&half.to_le_bytes());
        }
        Dice(TestRng::from_seed(RngAlgorithm::XorShift, &bytes))
    }

    /// Any number.
    pub fn any(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below this one, which is not 0.
    pub fn below(&mut self, sides: usize) -> usize {
        (self.any() % sides.max(1) as u64) as usize
    }

    /// One of these.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Whether something happens that does so this often in a thousand times.
    pub fn happens(&mut self, permille: usize) -> bool {
        self.below(1_000) < permille
    }

    /// A time between these two, of any order of magnitude.
    pub fn time(&mut self, [least, most]: [Duration; 2]) -> Duration {
        let share = self.below(1_001) as f64 / 1_000.0;
        let (least, most) = (least.as_secs_f64(), most.as_secs_f64());
        // Whole microseconds: the clock counts them.
        Duration::from_micros((1e6 * least * (most / least).powf(share)) as u64)
    }
}

/// What goes wrong besides messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A worker dies, and nobody is told.
    WorkerDies,
    /// A worker is ended, and gives back what it has.
    WorkerEnds,
    /// A worker does nothing for a while, and then goes on.
    WorkerStalls,
    /// A worker is cut off.
    WorkerCut,
    /// The broker dies, and begins again without a task: its disk does not matter.
    BrokerDies,
    /// The broker loses all tasks, and nobody notices.
    BrokerForgets,
    /// The broker does nothing for a while.
    BrokerStalls,
    /// The search dies; another one begins with what was saved last.
    SearchDies,
    /// The search is interrupted, and goes on from what was saved last, with the same table of tasks.
    SearchRests,
    /// The search does nothing for a while.
    SearchStalls,
    /// The search is cut off.
    SearchCut,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 11] = [
        Kind::WorkerDies,
        Kind::WorkerEnds,
        Kind::WorkerStalls,
        Kind::WorkerCut,
        Kind::BrokerDies,
        Kind::BrokerForgets,
        Kind::BrokerStalls,
        Kind::SearchDies,
        Kind::SearchRests,
        Kind::SearchStalls,
        Kind::SearchCut,
    ];
}

/// Messages that take no longer than this make nobody wait.
const FAST: Duration = Duration::from_millis(200);

/// How much goes wrong in a history.
#[derive(Clone, Debug)]
pub struct Weather {
    /// Messages that are lost, and that come twice, of a thousand.
    pub lost: usize,
    /// See `lost`.
    pub doubled: usize,
    /// A message takes no longer than this.
    pub delay: Duration,
    /// The most tasks that the broker takes.
    pub room: usize,
    /// Whether the broker listens to what is said of a delivery that was followed by another one.
    pub heeds_old_receipts: bool,
    /// How many workers there are, and hands of each.
    pub workers: usize,
    /// See `workers`.
    pub hands: usize,
    /// What may happen.
    pub kinds: Vec<Kind>,
    /// How often something does.
    pub faults: usize,
}

impl Weather {
    /// That of a history. Some histories have one kind of trouble and others many: where everything happens at a
    /// time, one trouble hides another.
    pub fn of(dice: &mut Dice) -> Weather {
        let kinds = Kind::ALL.into_iter().filter(|_| dice.happens(400)).collect();
        Weather {
            lost: dice.one(&[0, 0, 10, 100]),
            doubled: dice.one(&[0, 20, 300]),
            delay: dice.one(&[Duration::from_millis(2), FAST, Duration::from_secs(8)]),
            room: dice.one(&[usize::MAX, usize::MAX, 3, 1]),
            heeds_old_receipts: dice.happens(500),
            workers: 1 + dice.below(3),
            hands: 1 + dice.below(2),
            kinds,
            faults: dice.below(16),
        }
    }

    /// Nothing goes wrong, but that messages may come twice.
    pub fn is_fair(&self) -> bool {
        let is_quiet = self.faults == 0 || self.kinds.is_empty();
        is_quiet && self.lost == 0 && self.delay <= FAST
    }

    /// Nothing goes wrong any more.
    pub fn clear(&mut self) {
        (self.lost, self.doubled, self.faults) = (0, 0, 0);
    }
}
