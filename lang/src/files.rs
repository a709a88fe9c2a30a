//! Access to the files that a game file can be based on. The caller decides where these files are stored.

use crate::Source;

/// A provider of other game files.
pub trait Files {
    /// Reads the file of this name. The error is the reason why it cannot be read, such as `it does not exist`.
    fn read(&self, name: &str) -> Result<Source, String>;
}

/// A provider without any files.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _name: &str) -> Result<Source, String> {
        Err("no other files are available".to_owned())
    }
}
