//! Lookup of picture files named by a game. The caller decides where pictures are stored and how they are drawn.

/// A lookup for picture files.
pub trait Pictures {
    /// `true` if a picture of this name exists.
    fn has(&self, file: &str) -> bool;
}

/// A lookup that accepts every picture name: for games that contain their own drawings, and for tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllPictures;

impl Pictures for AllPictures {
    fn has(&self, _file: &str) -> bool {
        true
    }
}
