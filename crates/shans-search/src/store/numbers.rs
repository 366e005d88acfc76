//! Numbers under names, so that more of them can be added.

use serde::{Deserialize, Serialize};

use super::error::BadHeader;

/// No count is greater: it can continue counting.
const GREATEST_COUNT: u64 = 1 << 62;

/// A number of a file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Number {
    /// A whole number, not negative.
    Count(u64),
    /// Any other one.
    Real(f32),
}

/// Numbers with their names.
pub type Numbers = Vec<(String, Number)>;

/// A number of an `Owner` that files keep under a name.
pub struct Field<Owner> {
    /// The name, never to be changed.
    pub name: &'static str,
    /// Reads it.
    pub get: fn(&Owner) -> Number,
    /// Sets it; `false` if it cannot have this value.
    pub set: fn(&mut Owner, Number) -> bool,
}

/// Lists numbers of an owner by their places in it, each with its name in files.
macro_rules! fields {
    ($($name:literal => $($place:ident).+),+ $(,)?) => {
        &[$($crate::store::numbers::Field {
            name: $name,
            get: |owner| $crate::store::numbers::Stored::to_number(owner.$($place).+),
            set: |owner, number| {
                $crate::store::numbers::set(&mut owner.$($place).+, number)
            },
        }),+]
    };
}
pub(super) use fields;

/// A type of number that files keep.
pub trait Stored: Sized {
    /// As files keep it.
    fn to_number(self) -> Number;
    /// Back again; `None` if it is of another type, or too great.
    fn from_number(number: Number) -> Option<Self>;
}

impl Stored for u64 {
    fn to_number(self) -> Number {
        Number::Count(self)
    }

    fn from_number(number: Number) -> Option<u64> {
        match number {
            Number::Count(count) if count <= GREATEST_COUNT => Some(count),
            _ => None,
        }
    }
}

impl Stored for u32 {
    fn to_number(self) -> Number {
        Number::Count(self.into())
    }

    fn from_number(number: Number) -> Option<u32> {
        u64::from_number(number)?.try_into().ok()
    }
}

impl Stored for u16 {
    fn to_number(self) -> Number {
        Number::Count(self.into())
    }

    fn from_number(number: Number) -> Option<u16> {
        u64::from_number(number)?.try_into().ok()
    }
}

impl Stored for f32 {
    fn to_number(self) -> Number {
        Number::Real(self)
    }

    fn from_number(number: Number) -> Option<f32> {
        match number {
            Number::Real(real) if !real.is_nan() => Some(real),
            _ => None,
        }
    }
}

/// Sets `place`; `false` if it cannot be this number.
pub fn set<T: Stored>(place: &mut T, number: Number) -> bool {
    let new = T::from_number(number);
    let is_possible = new.is_some();
    new.into_iter().for_each(|new| *place = new);
    is_possible
}

/// All numbers of the owner.
pub fn collect<Owner>(fields: &[Field<Owner>], owner: &Owner) -> Numbers {
    fields.iter().map(|field| (field.name.to_string(), (field.get)(owner))).collect()
}

/// Sets the numbers that exist; the others stay as they are.
///
/// # Errors
///
/// [`BadHeader`] for a number that this program does not know, occurs twice, or cannot be.
pub fn restore<'a, Owner>(
    fields: &[Field<Owner>],
    numbers: impl IntoIterator<Item = &'a (String, Number)>,
    owner: &mut Owner,
) -> Result<(), BadHeader> {
    let mut is_set = vec![false; fields.len()];
    for (name, number) in numbers {
        let place = fields.iter().position(|field| field.name == name);
        let place =
            place.ok_or_else(|| BadHeader::Unknown { what: "number", name: quoted(name) })?;
        let is_first = !std::mem::replace(&mut is_set[place], true);
        if !is_first || !(fields[place].set)(owner, *number) {
            return Err(BadHeader::damaged(format!("an impossible number: {name}")));
        }
    }
    Ok(())
}

/// A name as it can go to a terminal.
fn quoted(name: &str) -> String {
    format!("{:?}", name.chars().take(40).collect::<String>())
}
