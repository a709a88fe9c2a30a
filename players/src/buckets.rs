//! Memory of hash tables with random access: buckets of 64-bit words, zero at first, addressed by keys. The tables
//! define the meaning of the words.
//!
//! Nearly every access to a large table misses the translation lookaside buffer (TLB). On Linux the kernel is advised
//! to back large tables by huge pages, of which there are 512 times fewer, so that an access misses the cache once
//! instead of several times.

use std::fmt;
use std::sync::atomic::AtomicU64;

use memmap2::MmapMut;
use self_cell::{MutBorrow, self_cell};
use thiserror::Error;
use zerocopy::FromBytes as _;

type Words<'a> = &'a [AtomicU64];

self_cell!(
    /// Mapped pages, and a view of them as words: plain bytes may be viewed as atomics only through exclusive access.
    struct Pages {
        owner: MutBorrow<MmapMut>,
        #[covariant]
        dependent: Words,
    }
);

/// Buckets of `WORDS` words each.
pub(crate) struct Buckets<const WORDS: usize> {
    pages: Pages,
}

/// Minimum size in MiB of tables on huge pages. A huge page is zeroed as a whole at its first access, which for a table
/// that is dropped before it fills takes longer than it saves.
const MIN_HUGE_PAGE_MIB: usize = 256;

/// An allocation failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("cannot allocate {mib} MiB for a table; choose a smaller size")]
pub struct NoMemory {
    /// Requested size in MiB.
    pub mib: usize,
}

impl<const WORDS: usize> Buckets<WORDS> {
    /// Allocates as many buckets as fit in `mib` MiB, and at least one.
    ///
    /// # Errors
    /// [`NoMemory`] if the allocation fails.
    pub fn new(mib: usize) -> Result<Self, NoMemory> {
        let bucket = WORDS * size_of::<AtomicU64>();
        let bytes = mib.saturating_mul(1 << 20).max(bucket) / bucket * bucket;
        let map = MmapMut::map_anon(bytes).map_err(|_| NoMemory { mib })?;
        // A kernel without huge pages returns an error; the table then works with small pages.
        #[cfg(target_os = "linux")]
        if mib >= MIN_HUGE_PAGE_MIB {
            let _ = map.advise(memmap2::Advice::HugePage);
        }
        let pages = Pages::new(MutBorrow::new(map), |map| {
            <[AtomicU64]>::mut_from_bytes(map.borrow_mut()).expect("pages are aligned, and whole words long")
        });
        Ok(Self { pages })
    }

    /// All buckets.
    #[inline]
    pub fn all(&self) -> &[[AtomicU64; WORDS]] {
        self.pages.borrow_dependent().as_chunks().0
    }

    /// The bucket of a key.
    #[inline]
    pub fn bucket(&self, key: u64) -> &[AtomicU64; WORDS] {
        let all = self.all();
        // Fibonacci hashing: the high bits of the product choose among any number of buckets.
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
        let met: HashSet<_> = (0..1 << 18).map(|key| std::ptr::from_ref(buckets.bucket(key))).collect();
        assert!(met.len() > 32_000, "{} buckets", met.len());
        buckets.bucket(7)[3].store(9, Relaxed);
        assert_eq!(buckets.bucket(7)[3].load(Relaxed), 9);
        assert_eq!(Buckets::<8>::new(0).expect("there are 64 bytes").all().len(), 1);
    }

    #[test]
    fn a_failed_allocation_is_reported() {
        for mib in [1 << 42, usize::MAX] {
            assert_eq!(Buckets::<4>::new(mib).err(), Some(NoMemory { mib }));
        }
    }
}
