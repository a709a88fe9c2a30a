//! Pixels of vector drawings, with the fonts of the window.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};

/// The fonts of drawings.
fn fonts() -> Arc<Database> {
    static FONTS: OnceLock<Arc<Database>> = OnceLock::new();
    let read = || {
        let mut fonts = Database::new();
        fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
        fonts.set_sans_serif_family("Ubuntu");
        Arc::new(fonts)
    };
    FONTS.get_or_init(read).clone()
}

/// Paints an SVG drawing as large as fits into this width and height, in pixels.
///
/// # Errors
/// If the drawing cannot be read, or is too large.
pub fn rasterize(svg: &str, width: f32, height: f32) -> Result<Pixmap, String> {
    let options = Options { fontdb: fonts(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|error| error.to_string())?;
    let size = tree.size();
    let scale = (width / size.width()).min(height / size.height());
    let (width, height) = ((size.width() * scale).round() as u32, (size.height() * scale).round() as u32);
    let mut pixels = Pixmap::new(width.max(1), height.max(1)).ok_or_else(|| "the picture is too large".to_owned())?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    Ok(pixels)
}
