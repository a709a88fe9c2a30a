//! Storage format of solution tables: header, method, identity of the game, body and checksum. Reading and writing
//! files is left to the caller.

use thiserror::Error;

/// First bytes of every table.
const MAGIC: &[u8; 8] = b"BWTABLE\n";
/// Version of the storage format.
const VERSION: u8 = 1;

/// Reason why bytes are no usable table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TableError {
    /// The bytes do not start with the header.
    #[error("it is no solution table of Boardwright")]
    NotATable,
    /// The format has another version.
    #[error("it has format version {0}, but this program reads version {VERSION}")]
    Version(u8),
    /// The bytes are truncated or modified.
    #[error("it is damaged")]
    Damaged,
    /// The table belongs to another game or method.
    #[error("{0}")]
    Other(String),
}

/// A reader of bytes from the front.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a>(&'a [u8]);

impl<'a> ByteReader<'a> {
    /// Reads the next byte.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if no byte is left.
    pub fn byte(&mut self) -> Result<u8, TableError> {
        Ok(self.take(1)?[0])
    }

    /// Reads the next `count` bytes.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if fewer bytes are left.
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], TableError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(TableError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }

    /// `true` if no bytes are left.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads the next 32-bit number, little-endian.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if fewer than four bytes are left.
    pub fn number(&mut self) -> Result<u32, TableError> {
        let bytes = self.take(4)?;
        Ok(u32::from_le_bytes(bytes.try_into().expect("four bytes were taken")))
    }

    /// Returns `read` if no bytes are left.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if bytes are left.
    pub fn finish<T>(self, read: T) -> Result<T, TableError> {
        if self.0.is_empty() { Ok(read) } else { Err(TableError::Damaged) }
    }
}

/// Builds a table of a game, given by a text that is equal for equal rules, and a method. `write` appends the body.
pub fn seal(game: &str, method: &str, write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
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

/// Opens a table of this game and method; returns a reader of its body.
///
/// # Errors
/// A [`TableError`] if the bytes are no table, are damaged, or belong to another game or method.
pub fn open<'a>(bytes: &'a [u8], game: &str, method: &str) -> Result<ByteReader<'a>, TableError> {
    let rest = bytes.strip_prefix(MAGIC).ok_or(TableError::NotATable)?;
    let version = *rest.first().ok_or(TableError::Damaged)?;
    if version != VERSION {
        return Err(TableError::Version(version));
    }
    let (body, sum) = bytes.split_last_chunk::<8>().ok_or(TableError::Damaged)?;
    if body.len() <= MAGIC.len() || checksum(body) != u64::from_le_bytes(*sum) {
        return Err(TableError::Damaged);
    }
    let mut body = ByteReader(&body[MAGIC.len() + 1..]);
    let mut text = || {
        let length = body.number()? as usize;
        let bytes = body.take(length)?;
        str::from_utf8(bytes).map_err(|_| TableError::Damaged)
    };
    let (made_by, made_of) = (text()?, text()?);
    if made_by != method {
        return Err(TableError::Other(format!("it was computed by {made_by}, not by {method}")));
    }
    if made_of != game {
        return Err(TableError::Other(
            "it belongs to another game, or to other options or another version of the game".to_owned(),
        ));
    }
    Ok(body)
}

/// Checksum: a variant of 64-bit FNV-1a over words of eight bytes, then over the remaining bytes.
pub fn checksum(bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0100_0000_01b3;
    let (words, rest) = bytes.as_chunks::<8>();
    let words = words.iter().map(|word| u64::from_le_bytes(*word));
    let all = words.chain(rest.iter().map(|&byte| u64::from(byte)));
    // The high half is mixed in, otherwise changes of high bits would not spread.
    all.fold(0xcbf2_9ce4_8422_2325, |sum, word| {
        let sum = (sum ^ word).wrapping_mul(PRIME);
        sum ^ sum >> 32
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<u8> {
        seal("game;size=3", "retrograde", |out| out.extend(b"what is in it"))
    }

    #[test]
    fn a_table_is_read_as_it_was_written() {
        let table = table();
        let mut body = open(&table, "game;size=3", "retrograde").expect("it is whole");
        assert_eq!(body.take(13), Ok(&b"what is in it"[..]));
        assert_eq!(body.finish(1), Ok(1));
        assert_eq!(body.byte(), Err(TableError::Damaged));
        assert_eq!(open(&table, "game;size=3", "retrograde").and_then(|body| body.finish(1)), Err(TableError::Damaged));
    }

    #[test]
    fn modified_and_truncated_tables_are_rejected() {
        let table = table();
        for at in 0..table.len() {
            let mut changed = table.clone();
            changed[at] ^= 0x40;
            assert!(open(&changed, "game;size=3", "retrograde").is_err(), "byte {at}");
            assert!(open(&table[..at], "game;size=3", "retrograde").is_err(), "cut at {at}");
        }
    }

    #[test]
    fn a_table_of_another_game_or_method_is_rejected() {
        let table = table();
        let wrong = |game, method| open(&table, game, method).map(|_| ()).expect_err("it is another").to_string();
        assert!(wrong("game;size=4", "retrograde").starts_with("it belongs to another game"));
        assert_eq!(wrong("game;size=3", "idastar"), "it was computed by retrograde, not by idastar");
        assert_eq!(open(b"PNG", "", "").map(|_| ()), Err(TableError::NotATable));
        let mut newer = table.clone();
        newer[8] = 9;
        assert_eq!(open(&newer, "game;size=3", "retrograde").map(|_| ()), Err(TableError::Version(9)));
    }
}
