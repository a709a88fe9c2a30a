//! Theme of the window: colours, sizes and distances, except those of boards.

use eframe::egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Response, RichText, Style, TextStyle, ThemePreference, Ui, Vec2,
};

use crate::settings::{Settings, Theme};

/// Colour of selections and emphasis.
pub const ACCENT: Color32 = Color32::from_rgb(0x2a, 0x6f, 0xb0);
/// Colour of errors.
pub const ERROR: Color32 = Color32::from_rgb(0xc2, 0x3b, 0x2e);

/// Applies the user's settings to the window.
pub fn apply(window: &Context, settings: &Settings) {
    window.set_theme(match settings.theme {
        Theme::System => ThemePreference::System,
        Theme::Light => ThemePreference::Light,
        Theme::Dark => ThemePreference::Dark,
    });
    if (window.zoom_factor() - settings.scale).abs() > 1e-3 {
        window.set_zoom_factor(settings.scale);
    }
}

/// Sets the style that all themes share; called once.
pub fn install(window: &Context) {
    window.all_styles_mut(style);
}

fn style(style: &mut Style) {
    let sizes = [
        (TextStyle::Small, 11.0, FontFamily::Proportional),
        (TextStyle::Body, 14.0, FontFamily::Proportional),
        (TextStyle::Button, 14.0, FontFamily::Proportional),
        (TextStyle::Heading, 20.0, FontFamily::Proportional),
        (TextStyle::Monospace, 13.5, FontFamily::Monospace),
    ];
    style.text_styles = sizes.map(|(name, size, family)| (name, FontId::new(size, family))).into();
    style.spacing.item_spacing = Vec2::new(8.0, 6.0);
    style.spacing.button_padding = Vec2::new(10.0, 5.0);
    style.spacing.interact_size.y = 26.0;
    let visuals = &mut style.visuals;
    visuals.selection.bg_fill = if visuals.dark_mode { ACCENT } else { ACCENT.gamma_multiply(0.45) };
    visuals.hyperlink_color = ACCENT;
    visuals.error_fg_color = if visuals.dark_mode { Color32::from_rgb(0xff, 0x8a, 0x7a) } else { ERROR };
    for widget in [
        &mut visuals.widgets.noninteractive,
        &mut visuals.widgets.inactive,
        &mut visuals.widgets.hovered,
        &mut visuals.widgets.active,
        &mut visuals.widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(5);
    }
}

/// Shows an error. Diagnostics, which have several lines, mark places by carets and need a monospace font.
pub fn error_label(ui: &mut Ui, text: &str) -> Response {
    let colour = ui.visuals().error_fg_color;
    let text = if text.trim_end().contains('\n') { RichText::new(text).monospace() } else { RichText::new(text) };
    ui.label(text.color(colour))
}
