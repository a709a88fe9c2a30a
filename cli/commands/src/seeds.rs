//! Seeds of a run: the single number that all its random choices derive from.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

pub use boardwright_arena::derive_seed;

/// Returns the given seed, or a new one that is short enough to type.
pub fn seed_or_random(seed: Option<u64>) -> u64 {
    seed.unwrap_or_else(|| {
        // The standard library seeds its hash maps from the system; six digits suffice to distinguish runs.
        RandomState::new().build_hasher().finish() % 1_000_000
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_seed_is_kept() {
        assert_eq!(seed_or_random(Some(7)), 7);
    }
}
