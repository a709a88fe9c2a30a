//! A transposition table: what searches found out about positions, by their keys. Threads share it without locks.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::buckets::{Buckets, NoMemory};
use crate::solve::table::{Bytes, TableError};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the value.
    Exact,
    /// The value is at least this.
    Least,
    /// The value is at most this.
    Most,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A value, from the view of player 1.
    pub value: i32,
    /// What it says.
    pub bound: Bound,
    /// How many moves deep it was looked: [`SOLVED`] if no more can be found out.
    pub depth: u8,
    /// The best move, by its position in the list of moves, if one is known.
    pub best: Option<u16>,
}

/// The depth of what does not depend on how deep one looks.
pub const SOLVED: u8 = u8::MAX;

/// A table of a fixed size.
///
/// Each key has a bucket of two entries: one for what was looked at deepest, unless it is from an earlier search, and one that is
/// always replaced. An entry is two words, the first of which is the key combined with the second, so that an entry that two threads
/// wrote at once fits no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel search", 2002).
#[derive(Debug)]
pub struct Table {
    /// Of each entry its check and its data.
    buckets: Buckets<4>,
    age: u8,
}

/// An entry of a bucket.
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

const AGES: u8 = 64;
const NO_MOVE: u16 = u16::MAX;

impl Table {
    /// An empty table of so many MiB.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        Ok(Self { buckets: Buckets::new(mib)?, age: 1 })
    }

    /// Begins another search: entries of those before are replaced first.
    pub fn grow_older(&mut self) {
        // Nothing was ever stored at age 0, so that empty entries are old.
        self.age = if self.age + 1 == AGES { 1 } else { self.age + 1 };
    }

    fn bucket(&self, key: u64) -> [Slot<'_>; 2] {
        let [a, b, c, d] = self.buckets.of(key);
        [Slot { check: a, data: b }, Slot { check: c, data: d }]
    }

    /// What is known of a position.
    #[inline]
    pub fn get(&self, key: u64) -> Option<Entry> {
        let of = |slot: &Slot<'_>| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))?
        };
        self.bucket(key).iter().find_map(of)
    }

    /// Keeps what is known of a position. A best move that was known before stays if none is given.
    pub fn put(&self, key: u64, entry: Entry) {
        let [deep, last] = self.bucket(key);
        let data = deep.data.load(Ordering::Relaxed);
        let same = deep.check.load(Ordering::Relaxed) ^ data == key;
        let (old, age) = (unpack(data), (data >> 42) as u8 & (AGES - 1));
        let entry = match old {
            Some(old) if same && entry.best.is_none() => Entry { best: old.best, ..entry },
            _ => entry,
        };
        let wins = same || age != self.age || old.is_none_or(|old| entry.depth >= old.depth);
        let slot = if wins { deep } else { last };
        let data = pack(entry, self.age);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// Entries of which less was looked at are not kept in files: to find them out again takes no longer than to read them.
const WORTH_KEEPING: u8 = 6;

impl Table {
    /// Writes what is worth keeping: keys and what is known of them.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for [check, data] in self.buckets.all().iter().flat_map(|bucket| bucket.as_chunks().0) {
            let data = data.load(Ordering::Relaxed);
            if unpack(data).is_some_and(|entry| entry.depth >= WORTH_KEEPING) {
                let key = check.load(Ordering::Relaxed) ^ data;
                out.extend_from_slice(&key.to_le_bytes());
                out.extend_from_slice(&data.to_le_bytes());
            }
        }
    }

    /// Puts in what was written, as far as there is room.
    ///
    /// # Errors
    /// If it is damaged.
    pub(crate) fn read(&self, bytes: &mut Bytes<'_>) -> Result<(), TableError> {
        while !bytes.is_empty() {
            let mut word = || Ok(u64::from_le_bytes(bytes.take(8)?.try_into().expect("eight bytes were taken")));
            let (key, data) = (word()?, word()?);
            self.put(key, unpack(data).ok_or(TableError::Damaged)?);
        }
        Ok(())
    }
}

/// Value (32 bits), depth (8), bound (2), age (6), move (16).
fn pack(Entry { value, bound, depth, best }: Entry, age: u8) -> u64 {
    let bound = match bound {
        Bound::Exact => 1,
        Bound::Least => 2,
        Bound::Most => 3,
    };
    u64::from(value as u32)
        | u64::from(depth) << 32
        | bound << 40
        | u64::from(age) << 42
        | u64::from(best.unwrap_or(NO_MOVE)) << 48
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Exact,
        2 => Bound::Least,
        3 => Bound::Most,
        _ => return None,
    };
    let best = Some((data >> 48) as u16).filter(|&best| best != NO_MOVE);
    Some(Entry { value: data as u32 as i32, bound, depth: (data >> 32) as u8, best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> Entry {
        Entry { value, bound: Bound::Least, depth, best: Some(3) }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).expect("there is a MiB");
        assert_eq!(table.get(7), None);
        assert_eq!(table.get(0), None, "an empty table knows nothing of key 0");
        for (value, bound, best) in
            [(-5, Bound::Exact, None), (i32::MAX, Bound::Most, Some(0)), (0, Bound::Least, Some(9))]
        {
            let entry = Entry { value, bound, depth: SOLVED, best };
            let key = value as u64 ^ 0xABCD;
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let mut table = Table::new(0).expect("there are 32 bytes");
        table.put(1, entry(1, 9));
        table.put(2, entry(2, 3));
        table.put(3, entry(3, 4));
        assert_eq!([1, 2, 3].map(|key| table.get(key).map(|entry| entry.value)), [Some(1), None, Some(3)]);
        table.put(1, Entry { best: None, ..entry(5, 1) });
        assert_eq!(table.get(1), Some(entry(5, 1)), "what is newer counts, and the best move stays");
        table.put(1, entry(1, 9));
        table.grow_older();
        table.put(4, entry(4, 1));
        assert_eq!(table.get(4), Some(entry(4, 1)));
        assert_eq!(table.get(1), None);
    }
}
