//! Numbers that are made of texts and stay the same everywhere: identities and seeds. SHA-256, so that no two texts meet by accident.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The hash of a text in hexadecimal digits.
pub fn digest(text: &str) -> String {
    of_bytes(text.as_bytes())
}

/// The hash of bytes in hexadecimal digits.
pub fn of_bytes(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// A seed made of several texts. It fits into 53 bits, so that whatever reads numbers as floats reads it as it is.
#[allow(clippy::missing_panics_doc, reason = "the hash has 32 bytes")]
pub fn seed(parts: &[&str]) -> u64 {
    // The separator is in no part: all are single lines.
    let hash = Sha256::digest(parts.join("\n").as_bytes());
    let bytes = hash.first_chunk::<8>().expect("the hash has 32 bytes");
    u64::from_le_bytes(*bytes) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_known_one() {
        assert!(digest("abc").starts_with("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        assert_ne!(seed(&["1", "23"]), seed(&["12", "3"]));
    }
}
