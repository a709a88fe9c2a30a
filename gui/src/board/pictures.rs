//! Cache of the picture files that a game file names; passes their bytes to egui's image loaders.

use std::cell::RefCell;
use std::collections::HashMap;

use boardwright_draw::Pictures;
use boardwright_game::ids::Player;
use boardwright_library::nearby_files::NearbyFiles;
use boardwright_rules::Colour;
use eframe::egui::{ImageSource, load::Bytes};

/// The pictures of one game file.
#[derive(Debug)]
pub struct PictureCache {
    near: NearbyFiles,
    /// Cache key prefix: distinguishes pictures of the same name that belong to different game files.
    owner: String,
    read: RefCell<HashMap<String, Option<Bytes>>>,
    /// Colours of the players that the user prefers to those of the file.
    colours: RefCell<Vec<Colour>>,
}

impl PictureCache {
    /// Creates the cache for the game file at `path`.
    pub fn new(path: &str) -> Self {
        let near = NearbyFiles::new(std::path::Path::new(path));
        Self { near, owner: path.to_owned(), read: RefCell::default(), colours: RefCell::default() }
    }

    /// Sets the colours of the players; none for those of the file.
    pub fn set_player_colours(&self, colours: Vec<Colour>) {
        *self.colours.borrow_mut() = colours;
    }

    fn read(&self, file: &str) -> Option<Bytes> {
        let mut read = self.read.borrow_mut();
        let read_it = || self.near.bytes(file).filter(|bytes| is_picture(bytes)).map(Bytes::from);
        let bytes = read.entry(file.to_owned()).or_insert_with(read_it);
        bytes.clone()
    }

    /// Returns a picture as an egui image source.
    pub fn source(&self, file: &str) -> Option<ImageSource<'static>> {
        let uri = format!("bytes://{}/{file}", self.owner).into();
        Some(ImageSource::Bytes { uri, bytes: self.read(file)? })
    }
}

/// `true` if the bytes are a complete, decodable picture.
fn is_picture(bytes: &[u8]) -> bool {
    if bytes.starts_with(b"\x89PNG") {
        return image::load_from_memory(bytes).is_ok();
    }
    resvg::usvg::Tree::from_data(bytes, &resvg::usvg::Options::default()).is_ok()
}

impl Pictures for PictureCache {
    fn bytes(&self, file: &str) -> Option<Vec<u8>> {
        self.read(file).map(|bytes| bytes.to_vec())
    }

    fn player_colour(&self, player: Player) -> Option<Colour> {
        self.colours.borrow().get(player.index()).copied()
    }
}
