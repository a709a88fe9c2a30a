//! Set of visited positions with consecutive numbers: a hash table with open addressing over the encodings of the
//! positions. Data of a search per position are stored by the search, by number.

use std::hash::Hasher as _;

use rustc_hash::FxHasher;

/// A set of positions: their encodings one after another, indexed by a hash table of tags and numbers.
#[derive(Debug, Default)]
pub(super) struct PositionSet {
    bytes: Vec<u8>,
    /// By position: end of its encoding.
    ends: Vec<usize>,
    /// Tag (32 bits of the hash) and number, from 1; number 0 marks a free slot. The load factor is at most 3/4.
    slots: Vec<(u32, u32)>,
}

impl PositionSet {
    /// Inserts a position, whose encoding `write` appends. Returns its number, and `true` if it is new.
    pub(super) fn add(&mut self, write: impl FnOnce(&mut Vec<u8>)) -> (u32, bool) {
        let begin = self.bytes.len();
        write(&mut self.bytes);
        if (self.ends.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let tag = tag(&self.bytes[begin..]);
        match self.slot(tag, &self.bytes[begin..]) {
            Ok(number) => {
                self.bytes.truncate(begin);
                (number, false)
            }
            Err(free) => {
                self.ends.push(self.bytes.len());
                self.slots[free] = (tag, self.ends.len() as u32);
                (self.ends.len() as u32 - 1, true)
            }
        }
    }

    /// The number of a position, if the set contains it.
    pub(super) fn find(&self, position: &[u8]) -> Option<u32> {
        if self.slots.is_empty() { None } else { self.slot(tag(position), position).ok() }
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Encoding of the position with a number.
    pub(super) fn position(&self, number: u32) -> &[u8] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.bytes[begin..self.ends[number as usize]]
    }

    /// Approximate memory in bytes, without the temporary copies of growing vectors.
    pub(super) fn memory(&self) -> usize {
        self.bytes.capacity() + self.ends.capacity() * size_of::<usize>() + self.slots.len() * size_of::<(u32, u32)>()
    }

    /// The number of a position, or the free slot for it (linear probing).
    fn slot(&self, tag: u32, position: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            match self.slots[at] {
                (_, 0) => return Err(at),
                (other, number) if other == tag && self.position(number - 1) == position => return Ok(number - 1),
                _ => at = (at + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        let slots = vec![(0, 0); (self.slots.len() * 2).max(1024)];
        let mask = slots.len() - 1;
        for (tag, number) in std::mem::replace(&mut self.slots, slots).into_iter().filter(|&(_, number)| number > 0) {
            let mut at = tag as usize & mask;
            while self.slots[at].1 > 0 {
                at = (at + 1) & mask;
            }
            self.slots[at] = (tag, number);
        }
    }
}

fn tag(position: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(position);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_position_has_one_number() {
        let mut seen = PositionSet::default();
        for number in 0..5000_u32 {
            assert_eq!(seen.add(|out| out.extend(number.to_le_bytes())), (number, true));
        }
        for number in (0..5000_u32).rev() {
            assert_eq!(seen.add(|out| out.extend(number.to_le_bytes())), (number, false));
            assert_eq!(seen.find(&number.to_le_bytes()), Some(number));
            assert_eq!(seen.position(number), number.to_le_bytes());
        }
        assert_eq!((seen.find(b"none"), seen.len()), (None, 5000));
        assert!(seen.memory() >= 5000 * (4 + size_of::<usize>()));
    }

    #[test]
    fn positions_may_differ_in_length() {
        let mut seen = PositionSet::default();
        assert_eq!(seen.find(b""), None);
        assert_eq!(seen.add(|out| out.extend(b"ab")), (0, true));
        assert_eq!(seen.add(|_| ()), (1, true));
        assert_eq!(seen.add(|out| out.extend(b"abc")), (2, true));
        assert_eq!((seen.add(|_| ()), seen.position(2)), ((1, false), &b"abc"[..]));
    }
}
