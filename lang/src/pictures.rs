//! Whether the pictures that a game names can be found. Where they are and how they are drawn is the caller's business.

/// A place where picture files may be.
pub trait Pictures {
    /// Whether a picture of this name can be found.
    fn has(&self, file: &str) -> bool;
}

/// Has every picture: for games that bring their own, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllPictures;

impl Pictures for AllPictures {
    fn has(&self, _file: &str) -> bool {
        true
    }
}
