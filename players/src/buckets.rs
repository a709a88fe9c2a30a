//! Memory for tables that are looked up at places all over: buckets of words, zero at first, found by keys. What the words mean is up to
//! the tables.
//!
//! Nearly every look into a large table is at a page that the processor has no translation of. On Linux the kernel is asked to back
//! large ones by huge pages, of which there are 512 times fewer, so that a look misses the cache once instead of several times.

use std::fmt;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use thiserror::Error;
use zerocopy::FromBytes as _;

type Words<'a> = &'a [AtomicU64];

self_cell!(
    /// Pages, and the same as words: only who has them alone may make atomic numbers of plain bytes.
    struct Pages {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

/// Buckets of so many words each.
pub(crate) struct Buckets<const WORDS: usize> {
    pages: Pages,
}

/// Tables of fewer MiB have pages of the usual size: a huge page is zeroed as a whole when it is first looked at, which for a table that
/// hardly fills before it is given up takes longer than it saves.
const LARGE: usize = 256;

/// There is not so much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no memory for a table of {mib} MiB; less can be asked for")]
pub struct NoMemory {
    /// How much was asked for.
    pub mib: usize,
}

impl<const WORDS: usize> Buckets<WORDS> {
    /// As many as there are in so many MiB, and at least one.
    ///
    /// # Errors
    /// If the memory cannot be had.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        let bucket = WORDS * size_of::<AtomicU64>();
        let bytes = mib.saturating_mul(1 << 20).max(bucket) / bucket * bucket;
        let map = MmapMut::map_anon(bytes).map_err(|_| NoMemory { mib })?;
        // A kernel that knows no huge pages refuses, and the table is as good with small ones.
        #[cfg(target_os = "linux")]
        if mib >= LARGE {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let pages = Pages::new(MutBorrow::new(map), |map| {
            <[AtomicU64]>::mut_from_bytes(map.borrow_mut()).expect("pages are aligned, and whole words long")
        });
        Ok(Self { pages })
    }

    /// All of them.
    #[inline]
    pub fn all(&self) -> &[[AtomicU64; WORDS]] {
        self.pages.borrow_dependent().as_chunks().0
    }

    /// The one of a key.
    #[inline]
    pub fn of(&self, key: u64) -> &[AtomicU64; WORDS] {
        let all = self.all();
        // The high bits of the product choose among any number of buckets.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        &all[((u128::from(mixed) * all.len() as u128) >> 64) as usize]
    }
}

impl<const WORDS: usize> fmt::Debug for Buckets<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Buckets").field("count", &self.all().len()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn keys_are_spread_over_all_buckets_which_are_zero_at_first() {
        let buckets = Buckets::<4>::new(1).expect("there is a MiB");
        assert_eq!(buckets.all().len(), 1 << 15);
        assert!(buckets.all().iter().flatten().all(|word| word.load(Relaxed) == 0));
        let met: HashSet<_> = (0..1 << 18).map(|key| std::ptr::from_ref(buckets.of(key))).collect();
        assert!(met.len() > 32_000, "{} buckets", met.len());
        buckets.of(7)[3].store(9, Relaxed);
        assert_eq!(buckets.of(7)[3].load(Relaxed), 9);
        assert_eq!(Buckets::<8>::new(0).expect("there are 64 bytes").all().len(), 1);
    }

    #[test]
    fn memory_that_cannot_be_had_is_told() {
        for mib in [1 << 42, usize::MAX] {
            assert_eq!(Buckets::<4>::new(mib).err(), Some(NoMemory { mib }));
        }
    }
}
