//! The icon font of the window, Lucide, under the ISC licence.

use std::sync::Arc;

use eframe::egui::{Context, FontData, FontFamily, FontId, RichText};
use eframe::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
pub use lucide_icons::Icon;

use super::metrics;

/// Name of the font and of its family.
const FAMILY: &str = "icons";

/// Adds the icon font to the fonts of the window.
pub(super) fn install(window: &Context) {
    let family = InsertFontFamily { family: family(), priority: FontPriority::Highest };
    let data = FontData::from_static(lucide_icons::LUCIDE_FONT_BYTES);
    window.add_font(FontInsert::new(FAMILY, data, vec![family]));
}

fn family() -> FontFamily {
    FontFamily::Name(Arc::from(FAMILY))
}

/// Returns an icon of the size that goes with text. It takes the colour of the text around it.
pub fn icon(icon: Icon) -> RichText {
    sized(icon, metrics::ICON)
}

/// Returns an icon of this size, in points.
pub fn sized(icon: Icon, size: f32) -> RichText {
    RichText::new(icon.unicode()).font(font(size))
}

/// Returns the font of icons, for painting.
pub fn font(size: f32) -> FontId {
    FontId::new(size, family())
}
