// Nim, as the examples and the documentation search it: heaps of stones, from one of which the
// players take any number in turn. Anyone who takes the last stone wins.

use shans_search::game::{
    Estimate, Evaluate, Game, Heuristics, MoveCode, MoveTextError, Notation, Order, Past, Turn,
};
use shans_search::value::{Player, Value};

/// A position.
#[derive(Clone, Debug, PartialEq)]
pub struct Nim {
    heaps: Vec<u8>,
    mover: Player,
}

/// This many stones from the heap with this number, from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Take {
    heap: u8,
    stones: u8,
}

impl Nim {
    /// Max begins. At most 15 stones in each of at most 15 heaps.
    pub fn new(heaps: &[u8]) -> Nim {
        Nim { heaps: heaps.to_vec(), mover: Player::Max }
    }

    fn takes(&self) -> impl Iterator<Item = Take> {
        let heaps = (0_u8..).zip(&self.heaps);
        heaps.flat_map(|(heap, &left)| (1..=left).map(move |stones| Take { heap, stones }))
    }
}

/// The rules.
impl Game for Nim {
    type Move = Take;

    fn turn(&self) -> Turn {
        self.mover.into()
    }

    fn moves(&self, out: &mut Vec<Take>) {
        out.extend(self.takes());
    }

    fn play(&mut self, take: Take) {
        self.heaps[usize::from(take.heap)] -= take.stones;
        self.mover = self.mover.opponent();
    }

    fn outcome(&self, _past: &Past<'_>) -> Option<Value> {
        let is_over = self.heaps.iter().all(|&left| left == 0);
        is_over.then(|| Value::win_in(self.mover.opponent(), 0))
    }

    fn key(&self) -> u64 {
        let heaps = self.heaps.iter().fold(1, |key, &left| key << 4 | u64::from(left));
        heaps << 1 | u64::from(self.mover == Player::Min)
    }

    fn encode(&self, take: Take) -> MoveCode {
        MoveCode(u16::from(take.heap) << 4 | u16::from(take.stones))
    }

    fn decode(&self, code: MoveCode) -> Option<Take> {
        self.takes().find(|&take| self.encode(take) == code)
    }
}

/// Nothing is known about a position before the game is over.
impl Evaluate for Nim {
    type Evaluator = ();

    fn evaluator(&self) -> &() {
        &()
    }

    fn evaluate(&self) -> Value {
        Value::DRAW
    }

    fn fingerprint((): &()) -> u64 {
        1
    }
}

/// Nor which moves are promising.
impl Order for Nim {
    fn estimates(&self, out: &mut Vec<Estimate<Take>>) {
        out.extend(self.takes().map(|mv| Estimate { mv, gain: 0 }));
    }

    fn forced(&self) -> bool {
        false
    }

    fn tactical(&self, _out: &mut Vec<Estimate<Take>>) {}

    fn evasions(&self, out: &mut Vec<Estimate<Take>>) {
        self.estimates(out);
    }
}

impl Heuristics for Nim {
    const SLOTS: usize = 256;

    fn is_quiet(&self, _take: Take) -> bool {
        true
    }

    fn mvv_lva(&self, _take: Take) -> i32 {
        0
    }

    fn see(&self, _take: Take) -> i32 {
        0
    }

    fn forces(&self, _take: Take) -> bool {
        false
    }

    fn slot(&self, take: Take) -> usize {
        usize::from(self.encode(take).0)
    }

    fn pass(&self) -> Option<Nim> {
        None
    }
}

/// What only files and reports need. Moves are `1-3`: from the first heap three stones.
impl Notation for Nim {
    const NAME: &'static str = "nim";

    fn player_name(player: Player) -> &'static str {
        match player {
            Player::Max => "the first player",
            Player::Min => "the second player",
        }
    }

    fn machine_text(&self, take: Take) -> String {
        format!("{}-{}", take.heap + 1, take.stones)
    }

    fn human_text(&self, take: Take) -> String {
        self.machine_text(take)
    }

    fn move_number(&self, _starts_line: bool) -> Option<String> {
        None
    }

    fn ending(&self, _past: &Past<'_>) -> String {
        format!("no stone is left, {} has won", Nim::player_name(self.mover.opponent()))
    }

    fn read_move(&self, text: &str) -> Result<Take, MoveTextError> {
        let meant = self.takes().find(|&take| self.machine_text(take) == text);
        meant.ok_or(MoveTextError::Illegal)
    }

    fn describe(&self) -> String {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        format!("{} {:?}", heaps.join(" "), self.mover)
    }

    fn read(text: &str, (): ()) -> Option<Nim> {
        let (heaps, mover) = text.rsplit_once(' ')?;
        let mover =
            [Player::Max, Player::Min].into_iter().find(|player| format!("{player:?}") == mover)?;
        let heaps: Result<Vec<u8>, _> = heaps.split(' ').map(str::parse).collect();
        let heaps = heaps.ok().filter(|heaps| heaps.len() < 16)?;
        heaps.iter().all(|&left| left < 16).then_some(Nim { heaps, mover })
    }
}
