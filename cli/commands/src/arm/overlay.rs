//! Pictures of what the camera sees: the class and the confidence of every place, drawn over the frame.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use boardwright_table::perception::{Class, Reading, SeenPlace, Viewer};
use boardwright_vision::camera::{Camera, CameraError, Frame};
use image::{Rgb, RgbImage};
use resvg::tiny_skia::{Pixmap, Transform};
use usvg::{Options, Tree};

use crate::failure::Failure;

/// Draws an overlay for each new reading and writes it to a folder.
pub struct OverlayWriter {
    folder: PathBuf,
    /// The last frame of the camera.
    picture: SharedPicture,
    /// The names of the places and of the classes.
    names: (Vec<String>, Vec<String>),
    last: Option<Reading>,
    number: usize,
}

/// The last frame of a camera, shared with a viewer.
type SharedPicture = Arc<Mutex<Option<RgbImage>>>;

impl OverlayWriter {
    /// Creates a writer into a new folder, for places and classes with these names, and the camera whose frames it shows.
    pub fn new(
        folder: &Path,
        names: (Vec<String>, Vec<String>),
        camera: Box<dyn Camera>,
    ) -> Result<(Self, Box<dyn Camera>), Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::file("write", folder, &error))?;
        let picture = SharedPicture::default();
        let watched = WatchedCamera { camera, picture: Arc::clone(&picture) };
        let writer = Self { folder: folder.to_owned(), picture, names, last: None, number: 0 };
        Ok((writer, Box::new(watched)))
    }
}

impl Viewer for OverlayWriter {
    fn frame_read(&mut self, places: &[SeenPlace], reading: &Reading) {
        if self.last.as_ref() == Some(reading) {
            return;
        }
        self.last = Some(reading.clone());
        let picture = self.picture.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(mut picture) = picture {
            self.number += 1;
            draw(&mut picture, places, &self.names);
            // The overlays are an aid: a full disk must not end the game.
            let _ = picture.save(self.folder.join(format!("{:04}.png", self.number)));
        }
    }
}

/// A camera whose last frame is shared.
struct WatchedCamera {
    camera: Box<dyn Camera>,
    picture: SharedPicture,
}

impl Camera for WatchedCamera {
    fn next_frame(&mut self) -> Result<Frame, CameraError> {
        let frame = self.camera.next_frame()?;
        *self.picture.lock().unwrap_or_else(PoisonError::into_inner) = Some(frame.image.clone());
        Ok(frame)
    }

    fn frame_name(&self) -> Option<String> {
        self.camera.frame_name()
    }

    fn take_warnings(&mut self) -> Vec<String> {
        self.camera.take_warnings()
    }
}

/// Draws a circle in the colour of its class around each place, with its name below it, and the confidence in percent unless it is
/// certain. A legend names the colours.
pub fn draw(picture: &mut RgbImage, places: &[SeenPlace], (places_by_name, classes): &(Vec<String>, Vec<String>)) {
    let (width, height) = picture.dimensions();
    let mut svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n");
    let size = text_size(places);
    for seen in places {
        let name = places_by_name.get(seen.place.0).map_or("", String::as_str);
        let (SeenPlace { pixel: [x, y], radius, .. }, colour) = (seen, svg_colour(seen.colour()));
        let text = seen.doubt().map_or_else(|| name.to_owned(), |doubt| format!("{name} {doubt}"));
        // Writing into a string cannot fail.
        let _ = writeln!(
            svg,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>"
        );
        write_text(&mut svg, [*x, y + radius + size], size, "middle", &text);
    }
    let looks = classes.iter().enumerate().map(|(class, name)| (SeenPlace::class_colour(Class(class)), name.as_str()));
    let others = [(SeenPlace::EMPTY, "empty"), (SeenPlace::UNCLEAR, "unclear")];
    for (line, (colour, name)) in looks.chain(others).enumerate() {
        let (y, colour) = (LEGEND_SIZE * (1.5 * line as f64 + 1.2), svg_colour(colour));
        let _ = writeln!(
            svg,
            "<circle cx=\"{LEGEND_SIZE}\" cy=\"{:.1}\" r=\"5\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            y - 0.35 * LEGEND_SIZE
        );
        write_text(&mut svg, [2.0 * LEGEND_SIZE, y], LEGEND_SIZE, "start", name);
    }
    svg += "</svg>\n";
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    fonts.set_sans_serif_family("Ubuntu");
    let (Ok(tree), Some(mut pixels)) = (Tree::from_str(&svg, &options), Pixmap::new(width, height)) else { return };
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    for (pixel, over) in picture.pixels_mut().zip(pixels.pixels()) {
        // Premultiplied levels.
        let (levels, rest) = ([over.red(), over.green(), over.blue()], 255 - u32::from(over.alpha()));
        let Rgb(below) = *pixel;
        *pixel = Rgb(std::array::from_fn(|channel| {
            (u32::from(levels[channel]) + u32::from(below[channel]) * rest / 255).min(255) as u8
        }));
    }
}

/// Size of the texts of the legend, in pixels.
const LEGEND_SIZE: f64 = 13.0;

fn svg_colour([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// The size of the names of places, in pixels: as large as the room between neighbours allows.
fn text_size(places: &[SeenPlace]) -> f64 {
    let distance =
        |one: &SeenPlace, other: &SeenPlace| (one.pixel[0] - other.pixel[0]).hypot(one.pixel[1] - other.pixel[1]);
    let pairs = places.iter().enumerate().flat_map(|(at, one)| places[..at].iter().map(move |other| (one, other)));
    let nearest = pairs.map(|(one, other)| distance(one, other)).fold(f64::INFINITY, f64::min);
    (0.22 * nearest).clamp(7.0, 12.0)
}

/// Writes a text with a light rim.
fn write_text(svg: &mut String, [x, y]: [f64; 2], size: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-family=\"sans-serif\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" \
         fill=\"#111\" stroke=\"#fff\" stroke-width=\"2\" paint-order=\"stroke\">{}</text>",
        escaped(text)
    );
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use boardwright_robot::motion::PlaceId;

    use super::*;

    #[test]
    fn classes_have_colours_and_unclear_places_are_black() {
        let mut picture = RgbImage::from_pixel(240, 160, Rgb([90, 90, 90]));
        let place =
            |number: usize, x: f64, seen| SeenPlace { place: PlaceId(number), pixel: [x, 25.0], radius: 12.0, seen };
        let places = [place(0, 125.0, Some((Some(Class(0)), 0.99))), place(1, 185.0, None)];
        draw(&mut picture, &places, &(vec!["a1".to_owned(), "b1".to_owned()], vec!["man".to_owned()]));
        let Rgb([red, green, _]) = *picture.get_pixel(125, 13);
        assert!(red > 200 && green < 120, "{red} {green}");
        let Rgb([red, green, blue]) = *picture.get_pixel(185, 13);
        assert!(red < 40 && green < 40 && blue < 40);
        assert_eq!(*picture.get_pixel(125, 25), Rgb([90, 90, 90]), "pieces stay visible");
        assert!(
            picture.enumerate_pixels().any(|(x, y, pixel)| x > 100 && y > 40 && pixel.0 != [90; 3]),
            "there is a text"
        );
        assert!(picture.enumerate_pixels().any(|(x, y, pixel)| x < 60 && y < 60 && pixel.0 != [90; 3]), "and a legend");
    }
}
