//! Sections: the parts of a header, each with its name and length.
//!
//! A reader that does not know a section can still tell its name, step over it, and find the
//! blocks that belong to it.

use serde::{Deserialize, Serialize};

use super::encoding;
use super::error::BadHeader;

/// No flag: a reader has to know the section.
pub const NEEDED: u8 = 0;
/// A reader that does not know the section may leave it out.
pub const OPTIONAL: u8 = 0b01;
/// The body begins with a [`BlockList`]: blocks of records belong to the section.
pub const HAS_BLOCKS: u8 = 0b10;
/// The longest name: bytes.
const LONGEST_NAME: usize = 32;

/// A section of a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// Small letters, digits and `-`.
    pub name: &'a str,
    /// [`OPTIONAL`], [`HAS_BLOCKS`], both or neither.
    pub flags: u8,
    /// What it says.
    pub body: &'a [u8],
}

/// The records behind the header that belong to a section: where its body begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockList {
    /// Bytes of a record.
    pub record_bytes: u32,
    /// How many records there are.
    pub records: u64,
    /// How the blocks are compressed.
    pub compression: u8,
}

impl Section<'_> {
    /// Appends name, flags, length and body.
    pub fn put(&self, out: &mut Vec<u8>) {
        out.push(self.name.len() as u8);
        out.extend_from_slice(self.name.as_bytes());
        out.push(self.flags);
        out.extend_from_slice(&(self.body.len() as u32).to_le_bytes());
        out.extend_from_slice(self.body);
    }

    /// Whether it has this flag.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }
}

/// Takes a header apart into `count` sections.
///
/// # Errors
///
/// [`BadHeader`] if the bytes are not sections, or two sections have the same name.
pub fn split(count: u16, mut bytes: &[u8]) -> Result<Vec<Section<'_>>, BadHeader> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    for _ in 0..count {
        let (section, rest) = take(bytes)?;
        if sections.iter().any(|known| known.name == section.name) {
            return Err(BadHeader::damaged(format!("it has two sections {:?}", section.name)));
        }
        sections.push(section);
        bytes = rest;
    }
    if !bytes.is_empty() {
        return Err(BadHeader::damaged("it is longer than its sections"));
    }
    Ok(sections)
}

fn take(bytes: &[u8]) -> Result<(Section<'_>, &[u8]), BadHeader> {
    let too_short = || BadHeader::damaged("it is shorter than its sections");
    let (&length, rest) = bytes.split_first().ok_or_else(too_short)?;
    let (name, rest) = rest.split_at_checked(usize::from(length)).ok_or_else(too_short)?;
    let name = std::str::from_utf8(name).ok().filter(|name| is_name(name));
    let name = name.ok_or_else(|| BadHeader::damaged("a section has an impossible name"))?;
    let (&flags, rest) = rest.split_first().ok_or_else(too_short)?;
    if flags & !(OPTIONAL | HAS_BLOCKS) != 0 {
        let flags = format!("{flags:#04x} of the section {name:?}");
        return Err(BadHeader::Unknown { what: "flag", name: flags });
    }
    let (length, rest) = rest.split_first_chunk().ok_or_else(too_short)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (body, rest) = rest.split_at_checked(length).ok_or_else(too_short)?;
    Ok((Section { name, flags, body }, rest))
}

/// Names go to the terminal as they are.
fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(is_letter)
}

/// The whole body of a section.
///
/// # Errors
///
/// [`BadHeader`] if it is something else.
pub fn body<T: serde::de::DeserializeOwned>(section: &Section<'_>) -> Result<T, BadHeader> {
    encoding::decode(section.body).ok_or_else(|| undecoded(section.name))
}

/// The records that belong to a section.
///
/// # Errors
///
/// [`BadHeader`] if the body does not begin with them.
pub fn block_list(section: &Section<'_>) -> Result<BlockList, BadHeader> {
    let front = encoding::decode_front(section.body).map(|(list, _)| list);
    front.ok_or_else(|| undecoded(section.name))
}

fn undecoded(name: &str) -> BadHeader {
    BadHeader::damaged(format!("its section {name:?} cannot be decoded"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_come_back() {
        let first = Section { name: "one", flags: HAS_BLOCKS, body: b"abc" };
        let second = Section { name: "two-2", flags: OPTIONAL, body: b"" };
        let mut bytes = Vec::new();
        first.put(&mut bytes);
        second.put(&mut bytes);
        assert_eq!(split(2, &bytes), Ok(vec![first, second]));
        for length in 0..bytes.len() {
            assert!(split(2, &bytes[..length]).is_err(), "{length}");
        }
        assert!(split(1, &bytes).is_err() && split(3, &bytes).is_err());
    }

    #[test]
    fn names_are_plain_and_occur_once() {
        let bytes = |name| {
            let mut bytes = Vec::new();
            Section { name, flags: OPTIONAL, body: &[] }.put(&mut bytes);
            bytes
        };
        let long = "x".repeat(LONGEST_NAME + 1);
        for name in ["", "Tree", "a b", "a\x1b", "ä", &long] {
            assert!(split(1, &bytes(name)).is_err(), "{name:?}");
        }
        assert!(split(2, &[bytes("a"), bytes("b")].concat()).is_ok());
        assert!(split(2, &[bytes("a"), bytes("a")].concat()).is_err());
    }
}
