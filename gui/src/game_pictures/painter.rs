//! Pixels of drawings, and how they are painted into the room of a card.

use eframe::egui::epaint::RectShape;
use eframe::egui::{
    Align2, Color32, ColorImage, Context, CornerRadius, FontId, Pos2, Rect, Stroke, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2,
};

use super::drawing::GameDrawing;
use crate::raster::rasterize;
use crate::theme::{metrics, palette};

/// Step of the sizes for which pictures are painted, in pixels: a picture stays while a window changes its size a little.
const STEP: f32 = 32.0;
/// Radius of the corners of pictures.
const ROUND: u8 = 3;

/// Size for which a picture is painted, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureSize {
    width: u16,
    height: u16,
}

impl PictureSize {
    /// The size that fills a room of this size in points, or a little more.
    pub fn of(room: Vec2, pixels_per_point: f32) -> Self {
        let step = |length: f32| ((length * pixels_per_point / STEP).ceil().max(1.0) * STEP).min(4096.0) as u16;
        Self { width: step(room.x), height: step(room.y) }
    }
}

/// Pixels of a picture with what is around it.
#[derive(Debug, Default)]
pub struct Painting {
    pixels: Option<ColorImage>,
    cloth: Option<Color32>,
}

impl Painting {
    /// Paints a drawing; games without one, and drawings that cannot be read, have no pixels.
    pub fn of(drawing: &GameDrawing, size: PictureSize) -> Self {
        let painted = drawing.svg.as_deref().map(|svg| rasterize(svg, size.width.into(), size.height.into()));
        let pixels = painted.and_then(Result::ok).map(|painted| {
            let size = [painted.width() as usize, painted.height() as usize];
            ColorImage::from_rgba_premultiplied(size, painted.data())
        });
        Self { pixels, cloth: drawing.cloth.map(|[red, green, blue]| Color32::from_rgb(red, green, blue)) }
    }
}

/// A picture that can be shown.
#[derive(Clone)]
pub struct GamePicture {
    texture: Option<TextureHandle>,
    cloth: Option<Color32>,
}

impl std::fmt::Debug for GamePicture {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GamePicture").field("cloth", &self.cloth).finish_non_exhaustive()
    }
}

impl GamePicture {
    /// Paints a drawing; for use in the background.
    pub fn of(window: &Context, drawing: &GameDrawing, size: PictureSize) -> Self {
        Self::load(window, Painting::of(drawing, size))
    }

    /// Hands the pixels to the renderer, which takes them with the next frame.
    pub(super) fn load(window: &Context, painting: Painting) -> Self {
        let Painting { pixels, cloth } = painting;
        let texture = pixels.map(|pixels| window.load_texture("picture of a game", pixels, TextureOptions::LINEAR));
        Self { texture, cloth }
    }

    /// Paints the picture as large as possible; a game without one has the first letter of its title.
    pub fn paint(&self, ui: &Ui, room: Rect, title: &str) {
        let painter = ui.painter().with_clip_rect(room.intersect(ui.clip_rect()));
        let corners = CornerRadius::same(ROUND);
        if let Some(cloth) = self.cloth {
            painter.rect_filled(room, CornerRadius::same(metrics::RADIUS), cloth);
        }
        let Some(texture) = &self.texture else {
            let font = FontId::proportional(room.height().min(room.width()) * 0.4);
            let letter = title.chars().next().unwrap_or_default();
            painter.text(room.center(), Align2::CENTER_CENTER, letter, font, palette(ui).weak);
            return;
        };
        let size = texture.size_vec2();
        let scale = (room.width() / size.x).min(room.height() / size.y);
        let rect = Rect::from_center_size(room.center(), size * scale);
        let whole = Rect::from_min_max(Pos2::ZERO, Pos2::new(1.0, 1.0));
        painter.add(RectShape::filled(rect, corners, Color32::WHITE).with_texture(texture.id(), whole));
        if self.cloth.is_none() {
            let edge = Stroke::new(1.0, Color32::from_black_alpha(60));
            painter.rect_stroke(rect, corners, edge, StrokeKind::Inside);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_fill_the_room_of_their_size() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"20\"><rect width=\"10\" \
                   height=\"20\" fill=\"#ff0000\"/></svg>";
        let drawing = GameDrawing { svg: Some(svg.to_owned()), cloth: None };
        let size = PictureSize::of(Vec2::new(100.0, 60.0), 2.0);
        assert_eq!(size, PictureSize { width: 224, height: 128 });
        let pixels = Painting::of(&drawing, size).pixels.expect("it is a drawing");
        assert_eq!(pixels.size, [64, 128]);
        assert_eq!(pixels.pixels[64 * 64 + 32], Color32::from_rgb(255, 0, 0));
    }

    #[test]
    fn a_damaged_drawing_has_no_pixels() {
        let drawing = GameDrawing { svg: Some("<svg".to_owned()), cloth: None };
        assert!(Painting::of(&drawing, PictureSize::of(Vec2::splat(10.0), 1.0)).pixels.is_none());
    }
}
