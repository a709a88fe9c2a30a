//! Digests and seeds derived from texts, equal on all platforms. They use SHA-256, so that accidental collisions are
//! excluded.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of a text in hexadecimal digits.
pub fn digest(text: &str) -> String {
    digest_bytes(text.as_bytes())
}

/// SHA-256 of bytes in hexadecimal digits.
pub fn digest_bytes(bytes: &[u8]) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    })
}

/// Derives a seed from several texts. It has 53 bits, so that programs that read numbers as floats read it exactly.
#[allow(clippy::missing_panics_doc, reason = "the hash has 32 bytes")]
pub fn seed(parts: &[&str]) -> u64 {
    // No part contains the separator: all are single lines.
    let hash = Sha256::digest(parts.join("\n").as_bytes());
    let bytes = hash.first_chunk::<8>().expect("the hash has 32 bytes");
    u64::from_le_bytes(*bytes) >> 11
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_sha_256() {
        assert!(digest("abc").starts_with("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        assert_ne!(seed(&["1", "23"]), seed(&["12", "3"]));
    }
}
