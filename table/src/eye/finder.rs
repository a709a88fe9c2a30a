//! Ways in which a board is found in a picture.

use boardwright_vision::find::markers::Placed;
use boardwright_vision::find::{FindError, Found, again, by_markers};
use boardwright_vision::geometry::{Lens, View};
use image::RgbImage;

/// Finds the board in a picture.
pub trait Finder: Send {
    /// How the board is seen.
    ///
    /// # Errors
    ///
    /// When it is not found: why, and what to do.
    fn find(&mut self, picture: &RgbImage) -> Result<View, String>;
}

/// A board that lies where it was shown to lie, before a camera that does not move.
#[derive(Clone, Copy, Debug)]
pub struct Fixed(pub View);

impl Finder for Fixed {
    fn find(&mut self, _: &RgbImage) -> Result<View, String> {
        Ok(self.0)
    }
}

/// A board with markers around it.
#[derive(Clone, Debug)]
pub struct Marked {
    placed: Vec<Placed>,
    lens: Option<Lens>,
    last: Option<Found>,
}

impl Marked {
    /// A board around which these markers lie.
    pub fn new(placed: &[Placed], lens: Option<Lens>) -> Self {
        Self { placed: placed.to_vec(), lens, last: None }
    }
}

impl Finder for Marked {
    fn find(&mut self, picture: &RgbImage) -> Result<View, String> {
        let lens = self.lens.as_ref();
        // Where it was it will still be; if not, it is looked for everywhere.
        let still = self.last.as_ref().and_then(|last| again(picture, &self.placed, lens, last).ok());
        let found = still.map_or_else(|| by_markers(picture, &self.placed, lens), Ok);
        let found = found.map_err(|error: FindError| error.to_string())?.found;
        self.last = Some(found);
        View::new(found.plane, self.lens, picture.dimensions()).ok_or_else(|| "the markers lie in one line".to_owned())
    }
}
