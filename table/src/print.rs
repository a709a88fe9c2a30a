//! The board as a sheet of paper, to scale.

use boardwright_draw::{Area, Of, Pictures, Point, Scene, Shape, scene, sheet};
use boardwright_engine::ids::LocationId;
use boardwright_engine::rules::RuleSet;
use image::RgbImage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::layout::{Layout, Misfit, Unit};

/// A board as it is printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Print {
    /// Its width in mm.
    pub width: f64,
    /// Its height in mm.
    pub height: f64,
    /// The drawing, around the middle of the board.
    svg: String,
}

/// Around what is drawn of the outermost places, in distances between places.
const MARGIN: f64 = 0.15;

impl Print {
    /// The board of a game as it is laid out, without pieces and without the places on which it does not matter what stands.
    ///
    /// # Errors
    ///
    /// When the game has no places that can be laid out.
    pub fn of(rules: &RuleSet, layout: &Layout, pictures: &dyn Pictures) -> Result<Self, Misfit> {
        let Unit { pixels, middle } = Unit::of(rules)?;
        let scale = layout.pitch / pixels;
        let mut drawing: Scene = scene(rules, &[], pictures);
        let relevant = |place: LocationId| rules.locations[place.index()].relevant;
        drawing.items.retain(|item| !matches!(item.of, Of::Place(place) if !relevant(place)));
        let places = drawing.items.iter().filter(|item| matches!(item.of, Of::Place(_)));
        let drawn = places.flat_map(|item| &item.shapes).map(Shape::area).reduce(Area::with);
        let around = Area::at(Point { x: middle.0, y: middle.1 });
        let reach = drawn.unwrap_or(around).with(around).grown(MARGIN * pixels);
        // The middle of the board is the middle of the sheet.
        let right = (reach.right - middle.0).max(middle.0 - reach.left);
        let low = (reach.bottom - middle.1).max(middle.1 - reach.top);
        drawing.area = Area::around(Point { x: middle.0, y: middle.1 }, 2.0 * right, 2.0 * low);
        let (width, height) = (2.0 * right * scale, 2.0 * low * scale);
        Ok(Self { width, height, svg: sheet(&drawing, "", pictures, width) })
    }

    /// As SVG, as large as it is printed.
    pub fn sheet(&self) -> &str {
        &self.svg
    }

    /// As pixels, so many to the mm.
    ///
    /// # Panics
    ///
    /// When it would be larger than memory.
    pub fn picture(&self, scale: f32) -> RgbImage {
        let tree = Tree::from_str(self.sheet(), &Options::default()).expect("what draws boards writes SVG");
        let (width, height) = ((self.width as f32 * scale).ceil() as u32, (self.height as f32 * scale).ceil() as u32);
        let mut pixels = Pixmap::new(width.max(1), height.max(1)).expect("a sheet of paper");
        let fits = (width as f32 / tree.size().width()).min(height as f32 / tree.size().height());
        resvg::render(&tree, Transform::from_scale(fits, fits), &mut pixels.as_mut());
        RgbImage::from_fn(width, height, |x, y| {
            let at = 4 * (y * width + x) as usize;
            let [red, green, blue, covers] = pixels.data()[at..at + 4].try_into().expect("four bytes");
            // On white paper.
            image::Rgb([red, green, blue].map(|level: u8| level.saturating_add(255 - covers)))
        })
    }
}
