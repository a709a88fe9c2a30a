//! Pictures that game files name, read once and handed to the window's painter as bytes.

use std::cell::RefCell;
use std::collections::HashMap;

use boardwright_draw::Pictures;
use boardwright_shelf::pictures::NearFile;
use eframe::egui::{ImageSource, load::Bytes};

/// The pictures near one game file.
#[derive(Debug)]
pub struct Album {
    near: NearFile,
    /// Tells pictures of the same name apart that belong to different files.
    owner: String,
    read: RefCell<HashMap<String, Option<Bytes>>>,
}

impl Album {
    /// The pictures near the game file at `path`.
    pub fn new(path: &str) -> Self {
        let near = NearFile::new(std::path::Path::new(path));
        Self { near, owner: path.to_owned(), read: RefCell::default() }
    }

    fn read(&self, file: &str) -> Option<Bytes> {
        let mut read = self.read.borrow_mut();
        let read_it = || self.near.bytes(file).filter(|bytes| is_picture(bytes)).map(Bytes::from);
        let bytes = read.entry(file.to_owned()).or_insert_with(read_it);
        bytes.clone()
    }

    /// A picture as the painter wants it.
    pub fn source(&self, file: &str) -> Option<ImageSource<'static>> {
        let uri = format!("bytes://{}/{file}", self.owner).into();
        Some(ImageSource::Bytes { uri, bytes: self.read(file)? })
    }
}

/// Whether bytes are a picture as a whole: half of one is as good as none.
fn is_picture(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\x89PNG") {
        return image::load_from_memory(bytes).is_ok();
    }
    resvg::usvg::Tree::from_data(bytes, &resvg::usvg::Options::default()).is_ok()
}

impl Pictures for Album {
    fn bytes(&self, file: &str) -> Option<Vec<u8>> {
        self.read(file).map(|bytes| bytes.to_vec())
    }
}
