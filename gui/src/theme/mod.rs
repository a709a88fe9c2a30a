//! Appearance of the window: colours, sizes, distances, icons and the widgets that all pages share. Boards and pieces, which
//! game files and `draw` describe, have their colours there.
//!
//! [`palette`] gives the colours of the theme in use, [`board`] those of marks on boards, which are the same in every theme;
//! [`syntax`] those of words of files; [`metrics`] has sizes and distances, [`icons`] the icon font, [`widgets`] buttons, cards and headings.

pub mod board;
pub mod icons;
pub mod metrics;
mod palette;
pub mod syntax;
pub mod widgets;

use eframe::egui::{
    Context, CornerRadius, FontFamily, FontId, Margin, Response, RichText, Shadow, Stroke, Style, TextStyle,
    ThemePreference, Ui, Vec2, Visuals,
};

pub use self::palette::{ACCENT, Palette, palette};
use crate::settings::{Settings, Theme};

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

/// Sets fonts and styles of both themes; called once.
pub fn install(window: &Context) {
    icons::install(window);
    window.all_styles_mut(style);
}

fn style(style: &mut Style) {
    let sizes = [
        (TextStyle::Small, metrics::SMALL, FontFamily::Proportional),
        (TextStyle::Body, metrics::BODY, FontFamily::Proportional),
        (TextStyle::Button, metrics::BODY, FontFamily::Proportional),
        (TextStyle::Heading, metrics::HEADING, FontFamily::Proportional),
        (TextStyle::Monospace, metrics::CODE, FontFamily::Monospace),
    ];
    style.text_styles = sizes.map(|(name, size, family)| (name, FontId::new(size, family))).into();
    style.spacing.item_spacing = Vec2::new(metrics::GAP, 6.0);
    style.spacing.button_padding = Vec2::new(10.0, 5.0);
    style.spacing.interact_size.y = metrics::CONTROL;
    style.spacing.window_margin = Margin::same(metrics::PADDING as i8);
    let dark = style.visuals.dark_mode;
    colour(&mut style.visuals, if dark { &palette::DARK } else { &palette::LIGHT });
}

/// Sets the colours of widgets, panels and windows.
fn colour(visuals: &mut Visuals, palette: &Palette) {
    visuals.panel_fill = palette.ground;
    visuals.window_fill = palette.raised;
    visuals.window_stroke = Stroke::new(1.0, palette.border);
    visuals.window_corner_radius = CornerRadius::same(metrics::CARD_RADIUS);
    visuals.window_shadow = Shadow { offset: [0, 6], blur: 24, spread: 0, color: palette.shadow };
    visuals.popup_shadow = Shadow { offset: [0, 3], blur: 12, spread: 0, color: palette.shadow };
    visuals.menu_corner_radius = CornerRadius::same(metrics::RADIUS);
    visuals.extreme_bg_color = palette.field;
    visuals.text_edit_bg_color = Some(palette.field);
    visuals.faint_bg_color = palette.stripe;
    visuals.code_bg_color = palette.stripe;
    visuals.selection.bg_fill = palette.selection;
    visuals.selection.stroke = Stroke::new(1.0, palette.strong);
    visuals.hyperlink_color = palette.accent;
    visuals.error_fg_color = palette.error;
    visuals.warn_fg_color = palette.warning;
    visuals.weak_text_color = Some(palette.weak);
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_fill = palette.ground;
    widgets.noninteractive.weak_bg_fill = palette.ground;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.border);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text);
    // Fields and buttons have a border in both themes, so that they are seen on every ground.
    for (widget, fill, border, text) in [
        (&mut widgets.inactive, palette.control, palette.border, palette.text),
        (&mut widgets.hovered, palette.hovered, palette.weak, palette.strong),
        (&mut widgets.active, palette.pressed, palette.accent, palette.strong),
        (&mut widgets.open, palette.hovered, palette.border, palette.text),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, border);
        widget.fg_stroke = Stroke::new(1.0, text);
        widget.expansion = 0.0;
    }
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = CornerRadius::same(metrics::RADIUS);
    }
}

/// Shows an error. Diagnostics, which have several lines, mark places by carets and need a monospace font.
pub fn error_label(ui: &mut Ui, text: &str) -> Response {
    let colour = palette(ui).error;
    let text = if text.trim_end().contains('\n') { RichText::new(text).monospace() } else { RichText::new(text) };
    ui.label(text.color(colour))
}
