//! Colours of the light and the dark theme.

use eframe::egui::{Color32, Ui};

/// Colour of selections and emphasis where the theme does not matter, as on boards.
pub const ACCENT: Color32 = Color32::from_rgb(0x2f, 0x7d, 0xc4);

/// Colours of one theme. Texts have a contrast of at least 4.5 to 1 on the grounds on which they stand.
#[derive(Debug)]
pub struct Palette {
    /// Ground of pages and panels.
    pub ground: Color32,
    /// Ground of the navigation and of bars.
    pub bar: Color32,
    /// Ground of cards, dialogs and menus.
    pub raised: Color32,
    /// Ground of every second row of tables, and of code.
    pub stripe: Color32,
    /// Ground of text fields.
    pub field: Color32,
    /// Ground of buttons.
    pub control: Color32,
    /// Ground of buttons under the pointer.
    pub hovered: Color32,
    /// Ground of buttons that are pressed.
    pub pressed: Color32,
    /// Lines between panels, and around cards and fields.
    pub border: Color32,
    /// Text.
    pub text: Color32,
    /// Headings and selected text.
    pub strong: Color32,
    /// Text of less weight, as descriptions and units.
    pub weak: Color32,
    /// Comments on moves.
    pub comment: Color32,
    /// Links, icons in use and selected entries.
    pub accent: Color32,
    /// Text on a ground of [`ACCENT`].
    pub on_accent: Color32,
    /// Ground of selected entries and text.
    pub selection: Color32,
    /// Errors and lost games.
    pub error: Color32,
    /// Warnings and doubtful moves.
    pub warning: Color32,
    /// Success and won games.
    pub success: Color32,
    /// Ground of a button that stops the arm, under white text.
    pub stop: Color32,
    /// Shadow of windows and menus.
    pub shadow: Color32,
}

/// The dark theme.
pub const DARK: Palette = Palette {
    ground: Color32::from_rgb(0x1b, 0x1d, 0x21),
    bar: Color32::from_rgb(0x14, 0x16, 0x19),
    raised: Color32::from_rgb(0x25, 0x28, 0x2e),
    stripe: Color32::from_rgb(0x21, 0x24, 0x29),
    field: Color32::from_rgb(0x12, 0x14, 0x17),
    control: Color32::from_rgb(0x2e, 0x32, 0x39),
    hovered: Color32::from_rgb(0x39, 0x3e, 0x47),
    pressed: Color32::from_rgb(0x23, 0x4a, 0x6e),
    border: Color32::from_rgb(0x3b, 0x40, 0x49),
    text: Color32::from_rgb(0xcf, 0xd3, 0xda),
    strong: Color32::from_rgb(0xf4, 0xf6, 0xf9),
    weak: Color32::from_rgb(0x97, 0x9f, 0xac),
    comment: Color32::from_rgb(0x9c, 0xc8, 0xab),
    accent: Color32::from_rgb(0x62, 0xad, 0xf0),
    on_accent: Color32::WHITE,
    selection: Color32::from_rgb(0x25, 0x5c, 0x8e),
    error: Color32::from_rgb(0xff, 0x8a, 0x7a),
    warning: Color32::from_rgb(0xf0, 0xb4, 0x4c),
    success: Color32::from_rgb(0x6c, 0xc4, 0x8b),
    stop: Color32::from_rgb(0xc2, 0x3b, 0x2e),
    shadow: Color32::from_black_alpha(120),
};

/// The light theme.
pub const LIGHT: Palette = Palette {
    ground: Color32::from_rgb(0xf6, 0xf7, 0xf9),
    bar: Color32::from_rgb(0xe9, 0xec, 0xf0),
    raised: Color32::from_rgb(0xff, 0xff, 0xff),
    stripe: Color32::from_rgb(0xee, 0xf0, 0xf3),
    field: Color32::from_rgb(0xff, 0xff, 0xff),
    control: Color32::from_rgb(0xff, 0xff, 0xff),
    hovered: Color32::from_rgb(0xe6, 0xeb, 0xf2),
    pressed: Color32::from_rgb(0xcf, 0xe2, 0xf5),
    border: Color32::from_rgb(0xc6, 0xcc, 0xd4),
    text: Color32::from_rgb(0x2b, 0x30, 0x38),
    strong: Color32::from_rgb(0x10, 0x13, 0x18),
    weak: Color32::from_rgb(0x5e, 0x67, 0x74),
    comment: Color32::from_rgb(0x2b, 0x66, 0x45),
    accent: Color32::from_rgb(0x1b, 0x66, 0xad),
    on_accent: Color32::WHITE,
    selection: Color32::from_rgb(0xc4, 0xdd, 0xf5),
    error: Color32::from_rgb(0xb3, 0x2d, 0x20),
    warning: Color32::from_rgb(0x95, 0x5a, 0x00),
    success: Color32::from_rgb(0x1d, 0x75, 0x41),
    stop: Color32::from_rgb(0xc2, 0x3b, 0x2e),
    shadow: Color32::from_black_alpha(40),
};

/// Returns the colours of the theme in use.
pub fn palette(ui: &Ui) -> &'static Palette {
    if ui.visuals().dark_mode { &DARK } else { &LIGHT }
}

/// Relative luminance after WCAG 2.2, from 0 to 1.
#[cfg(test)]
fn luminance(colour: Color32) -> f64 {
    let linear = |value: u8| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * linear(colour.r()) + 0.7152 * linear(colour.g()) + 0.0722 * linear(colour.b())
}

/// Contrast of two colours after WCAG 2.2, from 1 to 21.
#[cfg(test)]
pub(super) fn contrast(one: Color32, other: Color32) -> f64 {
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    one.max(other) / one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_contrast_with_their_grounds() {
        for palette in [&DARK, &LIGHT] {
            for ground in [palette.ground, palette.bar, palette.raised, palette.stripe, palette.field] {
                for text in [
                    palette.text,
                    palette.strong,
                    palette.weak,
                    palette.comment,
                    palette.accent,
                    palette.error,
                    palette.warning,
                    palette.success,
                ] {
                    assert!(contrast(text, ground) >= 4.5, "{text:?} on {ground:?}: {:.2}", contrast(text, ground));
                }
            }
            assert!(contrast(palette.strong, palette.selection) >= 4.5);
            assert!(contrast(palette.text, palette.control) >= 4.5);
            assert!(contrast(palette.on_accent, palette.stop) >= 4.5);
        }
    }
}
