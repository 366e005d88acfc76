//! What is on the board, as tables name it: `KQvKR`.

use shakmaty::{Chess, Color, Position as _, Role};

/// The order in which names have the pieces.
const ROLES: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The men of both sides, the stronger one first.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Men {
    strong: Vec<Role>,
    weak: Vec<Role>,
}

impl Men {
    /// Of two sides, in either order.
    fn new(one: Vec<Role>, other: Vec<Role>) -> Men {
        let (mut one, mut other) = (one, other);
        one.sort_unstable_by_key(place);
        other.sort_unstable_by_key(place);
        let strength = |men: &[Role]| (men.len(), men.iter().map(|role| *role as u8).collect());
        let (strong, weak): ((usize, Vec<u8>), (usize, Vec<u8>)) =
            (strength(&one), strength(&other));
        if strong < weak {
            Men { strong: other, weak: one }
        } else {
            Men { strong: one, weak: other }
        }
    }

    /// On the board.
    pub fn of(chess: &Chess) -> Men {
        let board = chess.board();
        let men = |color| {
            let squares = board.by_color(color).into_iter();
            squares.filter_map(|square| board.role_at(square)).collect()
        };
        Men::new(men(Color::White), men(Color::Black))
    }

    /// Those of a name; `None` where it is none of a table.
    pub fn from_name(name: &str) -> Option<Men> {
        let (one, other) = name.split_once('v')?;
        let men = |text: &str| -> Option<Vec<Role>> {
            let letters = text
                .chars()
                .map(|letter| Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()));
            let men: Vec<Role> = letters.collect::<Option<_>>()?;
            let kings = men.iter().filter(|&&role| role == Role::King).count();
            (kings == 1).then_some(men)
        };
        Some(Men::new(men(one)?, men(other)?)).filter(|men| men.count() > 2)
    }

    /// `KQvKR`.
    pub fn name(&self) -> String {
        let text = |men: &[Role]| -> String { men.iter().map(|role| role.upper_char()).collect() };
        format!("{}v{}", text(&self.strong), text(&self.weak))
    }

    /// How many there are, kings included.
    pub fn count(&self) -> usize {
        self.strong.len() + self.weak.len()
    }

    /// Both sides.
    pub fn sides(&self) -> [&[Role]; 2] {
        [&self.strong, &self.weak]
    }

    /// What a capture or a promotion may leave; nothing where kings alone are left.
    pub fn successors(&self) -> Vec<Men> {
        let mut all = Vec::new();
        for (own, other) in [(&self.strong, &self.weak), (&self.weak, &self.strong)] {
            for (index, &role) in own.iter().enumerate() {
                let mut rest = own.clone();
                rest.remove(index);
                if role == Role::Pawn {
                    all.extend([Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|new| {
                        let promoted = rest.iter().copied().chain([new]).collect();
                        Men::new(promoted, other.clone())
                    }));
                }
                if role != Role::King {
                    all.push(Men::new(rest, other.clone()));
                }
            }
        }
        all.retain(|men| men.count() > 2);
        all
    }
}

fn place(role: &Role) -> usize {
    ROLES.iter().position(|known| known == role).unwrap_or(ROLES.len())
}

/// `KQvKR.rtbw`, whichever side a name has first.
pub(super) fn file_name(name: &str, ending: &str) -> String {
    let name = Men::from_name(name).map_or_else(|| name.to_string(), |men| men.name());
    format!("{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_stronger_side_first() {
        let name = |text: &str| Men::from_name(text).map(|men| men.name()).unwrap_or_default();
        for (text, expected) in [
            ("KQvKR", "KQvKR"),
            ("KRvKQ", "KQvKR"),
            ("KvKP", "KPvK"),
            ("KPPvKQ", "KPPvKQ"),
            ("KNBvKBB", "KBBvKBN"),
        ] {
            assert_eq!(name(text), expected);
        }
        for text in ["KvK", "QvK", "KQ", "KQvkr", "KKvK", "notes", "KQvKR "] {
            assert_eq!(Men::from_name(text), None, "{text}");
        }
        let chess: Chess = "4k3/8/8/8/8/8/8/R3K1N1 w - - 0 1"
            .parse::<shakmaty::fen::Fen>()
            .ok()
            .and_then(|fen| fen.into_position(shakmaty::CastlingMode::Standard).ok())
            .unwrap_or_default();
        assert_eq!(Men::of(&chess).name(), "KRNvK");
        assert_eq!(file_name("KvKQ", "rtbz"), "KQvK.rtbz");
    }

    #[test]
    fn captures_and_promotions_leave_other_men() {
        let names = |text: &str| -> Vec<String> {
            let men = Men::from_name(text);
            let all = men.iter().flat_map(Men::successors);
            let mut names: Vec<String> = all.map(|men| men.name()).collect();
            names.sort();
            names
        };
        assert_eq!(names("KPvK"), ["KBvK", "KNvK", "KQvK", "KRvK"]);
        assert_eq!(names("KQvKR"), ["KQvK", "KRvK"]);
    }
}
