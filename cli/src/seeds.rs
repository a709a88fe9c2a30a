//! Seeds: one number from which all random choices of a run come. It draws nothing itself.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

pub use boardwright_arena::derived;

/// The seed that was given, or a new one that can be typed.
pub fn chosen(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| {
        // The standard library seeds its hash maps from the system; six digits are enough to tell runs apart.
        RandomState::new().build_hasher().finish() % 1_000_000
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_seed_is_kept() {
        assert_eq!(chosen(Some(7)), 7);
    }
}
