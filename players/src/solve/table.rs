//! What was worked out, as bytes that can be kept: of which game, by which method, and whether they are whole. Files are not
//! known here.

use thiserror::Error;

/// How every table begins.
const MAGIC: &[u8; 8] = b"BWTABLE\n";
/// The version of this form.
const VERSION: u8 = 1;

/// Why bytes are no table that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// They do not begin like one.
    #[error("it is no table of this program")]
    NotOne,
    /// They are of another version.
    #[error("it is of version {0}, this program reads version {VERSION}")]
    Version(u8),
    /// They were cut off or changed.
    #[error("it is damaged")]
    Damaged,
    /// They are of something else.
    #[error("{0}")]
    Other(String),
}

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    /// The next byte.
    ///
    /// # Errors
    /// If there is none.
    pub fn byte(&mut self) -> Result<u8, TableError> {
        Ok(self.take(1)?[0])
    }

    /// The next so many bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], TableError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next number.
    ///
    /// # Errors
    /// If there is none.
    pub fn number(&mut self) -> Result<u32, TableError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    /// What was read, if nothing is left behind it.
    ///
    /// # Errors
    /// If something is.
    pub fn end<T>(self, read: T) -> Result<T, TableError> {
        if self.0.is_empty() { Ok(read) } else { Err(TableError::Damaged) }
    }
}

/// A table of a game (by a text that is the same for the same rules) by a method; `write` appends what is in it.
pub fn sealed(game: &str, method: &str, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    out.push(VERSION);
    for text in [method, game] {
        out.extend((text.len() as u32).to_le_bytes());
        out.extend(text.as_bytes());
    }
    write(&mut out);
    let sum = checksum(&out);
    out.extend(sum.to_le_bytes());
    out
}

/// What is in a table of this game by this method.
///
/// # Errors
/// If it is none, or not whole, or of another game or method.
pub fn opened<'a>(bytes: &'a [u8], game: &str, method: &str) -> Result<Bytes<'a>, TableError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(TableError::NotOne)?;
    let version = *rest.first().ok_or(TableError::Damaged)?;
    if version != VERSION {
        return Err(TableError::Version(version));
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(TableError::Damaged)?;
    if body.len() <= MAGIC.len() || checksum(body) != u64::from_le_bytes(*sum) {
        return Err(TableError::Damaged);
    }
    let mut body = Bytes(&body[MAGIC.len() + 1..]);
    let mut text = || {
        let length = body.number()? as usize;
        let bytes = body.take(length)?;
        str::from_utf8(bytes).map_err(|_| TableError::Damaged)
    };
    let (made_by, made_of) = (text()?, text()?);
    if made_by != method {
        return Err(TableError::Other(format!("it was made by {made_by}, not by {method}")));
    }
    if made_of != game {
        return Err(TableError::Other(
            "it is of another game, or of other options or another version of it".to_owned(),
        ));
    }
    Ok(body)
}

/// A sum that tells bytes apart: FNV-1a of 64 bits, over words of eight bytes and then the bytes that are left.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let all = words.chain(rest.iter().map(|&byte| u64::from(byte)));
    // The high half is mixed in, or changes of high bits would stay there.
    all.fold(0xcbf2_9ce4_8422_2325, |sum, word| {
        let sum = (sum ^ word).wrapping_mul(PRIME);
        sum ^ sum >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<u8> {
        sealed("game;size=3", "retrograde", |out| out.extend(b"what is in it"))
    }

    #[test]
    fn what_was_put_in_comes_out() {
        let table = table();
        let mut body = opened(&table, "game;size=3", "retrograde").expect("it is whole");
        assert_eq!(body.take(13), Ok(&b"what is in it"[..]));
        assert_eq!(body.end(1), Ok(1));
        assert_eq!(body.byte(), Err(TableError::Damaged));
        assert_eq!(opened(&table, "game;size=3", "retrograde").and_then(|body| body.end(1)), Err(TableError::Damaged));
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let table = table();
        for at in 0..table.len() {
            let mut changed = table.clone();
            changed[at] ^= 0x40;
            assert!(opened(&changed, "game;size=3", "retrograde").is_err(), "byte {at}");
            assert!(opened(&table[..at], "game;size=3", "retrograde").is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_table_of_something_else_is_refused() {
        let table = table();
        let wrong = |game, method| opened(&table, game, method).map(|_| ()).expect_err("it is another").to_string();
        assert!(wrong("game;size=4", "retrograde").starts_with("it is of another game"));
        assert_eq!(wrong("game;size=3", "idastar"), "it was made by retrograde, not by idastar");
        assert_eq!(opened(b"PNG", "", "").map(|_| ()), Err(TableError::NotOne));
        let mut newer = table.clone();
        newer[8] = 9;
        assert_eq!(opened(&newer, "game;size=3", "retrograde").map(|_| ()), Err(TableError::Version(9)));
    }
}
