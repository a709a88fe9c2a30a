//! The printed board, to scale.

use std::fmt::Write as _;

use boardwright_draw::{Area, Contents, Pictures, Point, Scene, Subject, scene, svg};
use boardwright_game::ids::LocationId;
use boardwright_rules::RuleSet;
use boardwright_vision::find::markers::{BoardExtent, MarkerSize, PlacedMarker};
use image::RgbImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::layout::{BoardScale, Layout, LayoutError};

/// The board of a game for printing.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedBoard {
    /// The extent of the board.
    pub extent: BoardExtent,
    /// The markers around it.
    pub markers: [PlacedMarker; 4],
    /// SVG shapes in mm, around the centre of the board.
    pub shapes: String,
}

/// The colours of a printed board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintTheme {
    /// Shades of green, which contrast with white, wooden, black, red, blue and yellow pieces: colours that differ in hue
    /// from all of them, and in brightness from most.
    #[default]
    Contrast,
    /// The colours of the game file.
    Game,
}

/// The darkest and the lightest colour of boards in shades of green, as sRGB levels.
const GREENS: [[f64; 3]; 2] = [[16.0, 74.0, 52.0], [150.0, 208.0, 172.0]];

impl PrintTheme {
    /// The shapes of a board in the colours of the theme.
    fn apply(self, shapes: String) -> String {
        if self == Self::Game {
            return shapes;
        }
        let mut parts = shapes.split('#');
        let mut themed = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            match part.get(..6).and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
                Some(colour) => {
                    let [_, red, green, blue] = colour.to_be_bytes().map(f64::from);
                    let brightness = (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0;
                    let level = |channel: usize| {
                        let [dark, light] = GREENS.map(|colour| colour[channel]);
                        (dark + (light - dark) * brightness).round() as u8
                    };
                    // Writing into a string cannot fail.
                    let _ = write!(themed, "#{:02x}{:02x}{:02x}{}", level(0), level(1), level(2), &part[6..]);
                }
                None => {
                    let _ = write!(themed, "#{part}");
                }
            }
        }
        themed
    }
}

impl PrintedBoard {
    /// The board in the colours of a theme.
    #[must_use]
    pub fn with_theme(self, theme: PrintTheme) -> Self {
        Self { shapes: theme.apply(self.shapes), ..self }
    }

    /// Draws the board of a game in its layout, without pieces, coordinates and irrelevant places, clipped to its extent.
    ///
    /// # Errors
    ///
    /// [`LayoutError`] when the game cannot be laid out.
    pub fn draw(rules: &RuleSet, layout: &Layout, pictures: &dyn Pictures) -> Result<Self, LayoutError> {
        let BoardScale { pixels, middle: (x, y) } = BoardScale::for_game(rules)?;
        let scale = layout.pitch / pixels;
        let (extent, markers) = (layout.extent(), layout.markers(rules));
        let mut drawn: Scene = scene(rules, &Contents::default(), pictures);
        let relevant = |place: LocationId| rules.locations[place.index()].is_relevant;
        drawn.items.retain(|item| match item.subject {
            Subject::Place(place) => relevant(place),
            Subject::Coordinates | Subject::Count(_) => false,
            Subject::Ground | Subject::Piece(..) => true,
        });
        drawn.area = Area::around(Point { x, y }, extent.width / scale, extent.height / scale);
        let (left, top, inner) = (-extent.width / 2.0, -extent.height / 2.0, svg(&drawn, "", pictures));
        let shapes = format!("<g transform=\"translate({left} {top}) scale({scale})\">\n{inner}</g>\n");
        Ok(Self { extent, markers, shapes })
    }

    /// Renders a white sheet with the board and the markers around it, with `scale` pixels per mm.
    ///
    /// # Panics
    ///
    /// When the image exceeds the available memory.
    pub fn render_sheet(&self, scale: f32) -> RgbImage {
        let whole = self.extent.with_markers(MarkerSize::default());
        let board = self.render_board(scale);
        let pixels = |length: f64| (length as f32 * scale).ceil() as u32;
        let (columns, rows) = (pixels(whole.width), pixels(whole.height));
        let (left, top) = ((columns - board.width()) / 2, (rows - board.height()) / 2);
        RgbImage::from_fn(columns, rows, |x, y| {
            if let Some(pixel) =
                x.checked_sub(left).zip(y.checked_sub(top)).and_then(|(x, y)| board.get_pixel_checked(x, y))
            {
                return *pixel;
            }
            let at = |pixel: u32, length: f64, count: u32| {
                (f64::from(pixel) + 0.5) / f64::from(count) * length - length / 2.0
            };
            let point = [at(x, whole.width, columns), -at(y, whole.height, rows)];
            let black = self.markers.iter().any(|marker| marker.is_white(point) == Some(false));
            image::Rgb(if black { [12; 3] } else { [255; 3] })
        })
    }

    /// Renders the board alone, with `scale` pixels per mm.
    ///
    /// # Panics
    ///
    /// When the image exceeds the available memory.
    pub fn render_board(&self, scale: f32) -> RgbImage {
        let BoardExtent { width, height } = self.extent;
        let (left, top) = (-width / 2.0, -height / 2.0);
        let page = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"{left} {top} {width} {height}\">{}</svg>",
            self.shapes
        );
        let tree = Tree::from_str(&page, &Options::default()).expect("the drawing is valid SVG");
        let (columns, rows) = ((width as f32 * scale).ceil() as u32, (height as f32 * scale).ceil() as u32);
        let mut pixels = Pixmap::new(columns.max(1), rows.max(1)).expect("a sheet of paper");
        resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
        RgbImage::from_fn(columns, rows, |x, y| {
            let at = 4 * (y * columns + x) as usize;
            let [red, green, blue, covers] = pixels.data()[at..at + 4].try_into().expect("four bytes");
            // Blended with white paper.
            image::Rgb([red, green, blue].map(|level: u8| level.saturating_add(255 - covers)))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::PrintTheme;

    #[test]
    fn boards_keep_their_shades_in_green() {
        let shapes = "<path fill=\"#000000\"/><path fill=\"#f0e8d0\" stroke=\"#804020\"/><use href=\"#piece\"/>";
        assert_eq!(PrintTheme::Game.apply(shapes.to_owned()), shapes);
        let themed = PrintTheme::Contrast.apply(shapes.to_owned());
        assert!(themed.starts_with("<path fill=\"#104a34\"/><path fill=\"#") && themed.ends_with("href=\"#piece\"/>"));
        let light = themed.split('#').nth(2).map(|part| u32::from_str_radix(&part[..6], 16).unwrap().to_be_bytes());
        let [_, red, green, blue] = light.unwrap();
        assert!(green > red && green > blue && green > 190, "{themed}");
    }
}
