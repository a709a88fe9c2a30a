//! The icon of the window.

use eframe::egui::IconData;
use resvg::{tiny_skia, usvg};

/// The drawing of the icon.
const DRAWING: &str = include_str!("../../assets/icon.svg");
/// Side of the icon in pixels.
const SIDE: u32 = 128;

/// Renders the icon.
///
/// # Panics
/// If the drawing, which is part of the program, cannot be read.
pub fn window_icon() -> IconData {
    let drawing = usvg::Tree::from_str(DRAWING, &usvg::Options::default()).expect("a drawing");
    let mut pixels = tiny_skia::Pixmap::new(SIDE, SIDE).expect("a size above 0");
    let scale = SIDE as f32 / drawing.size().width();
    resvg::render(&drawing, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    let rgba = pixels.pixels().iter().flat_map(|pixel| {
        let colour = pixel.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    });
    IconData { rgba: rgba.collect(), width: SIDE, height: SIDE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_transparent_at_its_corners_only() {
        let icon = window_icon();
        let alpha = |x: u32, y: u32| icon.rgba[((y * SIDE + x) * 4 + 3) as usize];
        assert_eq!((alpha(0, 0), alpha(SIDE - 1, 0), alpha(SIDE / 2, SIDE / 2)), (0, 0, 255));
    }
}
