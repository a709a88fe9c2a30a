//! The files on which a game file may be based. Where they are is the caller's business.

use crate::Source;

/// A place where other game files may be.
pub trait Files {
    /// The file of this name; otherwise why it cannot be read, such as `it does not exist`.
    fn read(&self, name: &str) -> Result<Source, String>;
}

/// Has no files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _name: &str) -> Result<Source, String> {
        Err("there are no other files here".to_owned())
    }
}
