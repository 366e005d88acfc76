//! What rule sets disagree about.

/// When a team has lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defeat {
    /// When both its seats are out.
    BothSeats,
    /// When the flag of one of its seats is captured, or both its seats are out.
    FirstFlag,
}

/// A rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name in the text of positions.
    pub name: &'static str,
    /// The game is drawn after this many plies without a battle; never where `None`.
    pub quiet_plies: Option<u16>,
    /// The game is drawn after this many plies in all; never where `None`.
    pub total_plies: Option<u16>,
    /// When a team has lost.
    pub defeat: Defeat,
}

impl Rules {
    /// The default. A team plays on with one seat, as nearly all rule sets have it. 200 plies are
    /// fifty moves of each seat, the patience of chess: fewer (48, 70) end games in which an
    /// attack is being prepared.
    pub const STANDARD: Rules = Rules {
        name: "standard",
        quiet_plies: Some(200),
        total_plies: Some(4_000),
        defeat: Defeat::BothSeats,
    };
    /// 70 plies without a battle draw, as in several rooms on the net.
    pub const ROOMS: Rules =
        Rules { name: "rooms", quiet_plies: Some(70), total_plies: None, ..Rules::STANDARD };
    /// More than 48 plies without a battle draw.
    pub const SHORT: Rules =
        Rules { name: "short", quiet_plies: Some(49), total_plies: None, ..Rules::STANDARD };
    /// The first captured flag ends the game.
    pub const FIRST_FLAG: Rules =
        Rules { name: "first-flag", defeat: Defeat::FirstFlag, ..Rules::STANDARD };
    /// All of them, the default first.
    pub const ALL: [&'static Rules; 4] =
        [&Rules::STANDARD, &Rules::ROOMS, &Rules::SHORT, &Rules::FIRST_FLAG];

    /// The rule set with this name.
    pub fn by_name(name: &str) -> Option<&'static Rules> {
        Rules::ALL.into_iter().find(|rules| rules.name == name)
    }
}
