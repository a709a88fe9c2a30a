//! Transposition table, shared by threads without locks (lockless hashing; Hyatt and Mann 2002). It stores search
//! results by position key.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::buckets::{Buckets, NoMemory};
use crate::solve::table::{ByteReader, TableError};

/// Relation of a stored value to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The stored value is exact.
    Exact,
    /// The stored value is a lower bound.
    Lower,
    /// The stored value is an upper bound.
    Upper,
}

/// Search result of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Value from the view of player 1.
    pub value: i32,
    /// Relation of `value` to the true value.
    pub bound: Bound,
    /// Search depth in plies: [`SOLVED`] if no deeper search can change the value.
    pub depth: u8,
    /// Best move by its index in the list of legal moves, if one is known.
    pub best: Option<u16>,
}

/// Depth of results that do not depend on the search depth.
pub const SOLVED: u8 = u8::MAX;

/// A transposition table of a fixed size.
///
/// Each key has a bucket of two entries: a depth-preferred one, whose deepest result stays unless it is from an earlier
/// search, and an always-replace one. An entry consists of two words, of which the first is the exclusive or of the key
/// and the second, so that an entry that two threads wrote at once matches no key (Hyatt and Mann, "A lock-less
/// transposition table implementation for parallel search", 2002).
#[derive(Debug)]
pub struct TranspositionTable {
    /// Check word and data word of each entry.
    buckets: Buckets<4>,
    age: u8,
}

/// References to the words of an entry of a bucket.
#[derive(Clone, Copy)]
struct Slot<'a> {
    check: &'a AtomicU64,
    data: &'a AtomicU64,
}

const AGES: u8 = 64;
const NO_MOVE: u16 = u16::MAX;

impl TranspositionTable {
    /// An empty table of `mib` MiB.
    ///
    /// # Errors
    /// [`NoMemory`] if the allocation fails.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        Ok(Self { buckets: Buckets::new(mib)?, age: 1 })
    }

    /// Begins a new search (ageing): entries of earlier searches are replaced first.
    pub fn start_new_search(&mut self) {
        // Age 0 is never stored, so empty entries count as old.
        self.age = if self.age + 1 == AGES { 1 } else { self.age + 1 };
    }

    fn bucket(&self, key: u64) -> [Slot<'_>; 2] {
        let [a, b, c, d] = self.buckets.bucket(key);
        [Slot { check: a, data: b }, Slot { check: c, data: d }]
    }

    /// The stored result of a position, if there is one.
    #[inline]
    pub fn get(&self, key: u64) -> Option<TableEntry> {
        let of = |slot: &Slot<'_>| {
            let data = slot.data.load(Ordering::Relaxed);
            (slot.check.load(Ordering::Relaxed) ^ data == key).then(|| unpack(data))?
        };
        self.bucket(key).iter().find_map(of)
    }

    /// Stores the result of a position. A best move that was stored before stays if `entry` has none.
    pub fn put(&self, key: u64, entry: TableEntry) {
        let [deep, last] = self.bucket(key);
        let data = deep.data.load(Ordering::Relaxed);
        let same = deep.check.load(Ordering::Relaxed) ^ data == key;
        let (old, age) = (unpack(data), (data >> 42) as u8 & (AGES - 1));
        let entry = match old {
            Some(old) if same && entry.best.is_none() => TableEntry { best: old.best, ..entry },
            _ => entry,
        };
        let replaces_deep = same || age != self.age || old.is_none_or(|old| entry.depth >= old.depth);
        let slot = if replaces_deep { deep } else { last };
        let data = pack(entry, self.age);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// Minimum depth of entries that are saved to files: reading shallower ones takes as long as searching them again.
const MIN_SAVED_DEPTH: u8 = 6;

impl TranspositionTable {
    /// Appends the keys and data words of all entries that are deep enough to be saved.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        for [check, data] in self.buckets.all().iter().flat_map(|bucket| bucket.as_chunks().0) {
            let data = data.load(Ordering::Relaxed);
            if unpack(data).is_some_and(|entry| entry.depth >= MIN_SAVED_DEPTH) {
                let key = check.load(Ordering::Relaxed) ^ data;
                out.extend_from_slice(&key.to_le_bytes());
                out.extend_from_slice(&data.to_le_bytes());
            }
        }
    }

    /// Inserts saved entries; entries that collide follow the normal replacement scheme.
    ///
    /// # Errors
    /// [`TableError::Damaged`] if the bytes are not such entries.
    pub(crate) fn read(&self, bytes: &mut ByteReader<'_>) -> Result<(), TableError> {
        while !bytes.is_empty() {
            let mut word = || Ok(u64::from_le_bytes(bytes.take(8)?.try_into().expect("eight bytes were taken")));
            let (key, data) = (word()?, word()?);
            self.put(key, unpack(data).ok_or(TableError::Damaged)?);
        }
        Ok(())
    }
}

/// Layout of the data word: value (32 bits), depth (8), bound (2), age (6), move (16).
fn pack(TableEntry { value, bound, depth, best }: TableEntry, age: u8) -> u64 {
    let bound = match bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    };
    u64::from(value as u32)
        | u64::from(depth) << 32
        | bound << 40
        | u64::from(age) << 42
        | u64::from(best.unwrap_or(NO_MOVE)) << 48
}

fn unpack(data: u64) -> Option<TableEntry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    let best = Some((data >> 48) as u16).filter(|&best| best != NO_MOVE);
    Some(TableEntry { value: data as u32 as i32, bound, depth: (data >> 32) as u8, best })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: i32, depth: u8) -> TableEntry {
        TableEntry { value, bound: Bound::Lower, depth, best: Some(3) }
    }

    #[test]
    fn stored_entries_are_found() {
        let table = TranspositionTable::new(1).expect("there is a MiB");
        assert_eq!(table.get(7), None);
        assert_eq!(table.get(0), None, "an empty table knows nothing of key 0");
        for (value, bound, best) in
            [(-5, Bound::Exact, None), (i32::MAX, Bound::Upper, Some(0)), (0, Bound::Lower, Some(9))]
        {
            let entry = TableEntry { value, bound, depth: SOLVED, best };
            let key = value as u64 ^ 0xABCD;
            table.put(key, entry);
            assert_eq!(table.get(key), Some(entry));
        }
    }

    #[test]
    fn deep_entries_stay_until_they_are_old() {
        let mut table = TranspositionTable::new(0).expect("there are 32 bytes");
        table.put(1, entry(1, 9));
        table.put(2, entry(2, 3));
        table.put(3, entry(3, 4));
        assert_eq!([1, 2, 3].map(|key| table.get(key).map(|entry| entry.value)), [Some(1), None, Some(3)]);
        table.put(1, TableEntry { best: None, ..entry(5, 1) });
        assert_eq!(table.get(1), Some(entry(5, 1)), "what is newer counts, and the best move stays");
        table.put(1, entry(1, 9));
        table.start_new_search();
        table.put(4, entry(4, 1));
        assert_eq!(table.get(4), Some(entry(4, 1)));
        assert_eq!(table.get(1), None);
    }
}
