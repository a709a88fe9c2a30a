//! Widgets that all pages share: buttons with icons, cards, headings, badges and empty pages.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, Button, Context, CornerRadius, Frame, Margin, Response, RichText, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo,
};

use super::icons::{self, Icon};
use super::{ACCENT, metrics, palette};

/// A button that shows only an icon. Its name is the tooltip and what screen readers say; `key` is added to the tooltip.
#[derive(Clone, Copy, Debug)]
pub struct IconButton<'t> {
    /// The icon.
    pub icon: Icon,
    /// Description of the action.
    pub name: &'t str,
    /// The key that does the same, empty if there is none.
    pub key: &'t str,
    /// `true` if what the button switches is on.
    pub is_on: bool,
}

impl<'t> IconButton<'t> {
    /// Creates a button without a key.
    pub fn new(icon: Icon, name: &'t str) -> Self {
        Self { icon, name, key: "", is_on: false }
    }

    /// The same with a key.
    #[must_use]
    pub fn key(self, key: &'t str) -> Self {
        Self { key, ..self }
    }

    /// The same as a switch that is on or off.
    #[must_use]
    pub fn on(self, is_on: bool) -> Self {
        Self { is_on, ..self }
    }

    /// Shows the button.
    pub fn show(self, ui: &mut Ui) -> Response {
        self.show_enabled(ui, true)
    }

    /// Shows the button, greyed out unless `enabled`.
    pub fn show_enabled(self, ui: &mut Ui, enabled: bool) -> Response {
        let button = Button::new(icons::sized(self.icon, metrics::ICON + 1.0))
            .selected(self.is_on)
            .frame_when_inactive(self.is_on)
            .min_size(Vec2::splat(metrics::ICON_BUTTON));
        let response = ui.add_enabled(enabled, button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, self.name));
        let hint = tooltip(self.name, self.key);
        response.on_hover_text(hint.clone()).on_disabled_hover_text(hint)
    }
}

/// Returns a tooltip that names what a button does and its key.
pub fn tooltip(name: &str, key: &str) -> String {
    if key.is_empty() { name.to_owned() } else { format!("{name} ({key})") }
}

/// Shows the button for the main action of a page or dialog.
pub fn primary_button(ui: &mut Ui, text: &str) -> Response {
    let text = RichText::new(text).strong().color(palette(ui).on_accent);
    ui.add(Button::new(text).fill(ACCENT).stroke(Stroke::NONE))
}

/// Shows a button with an icon before its text.
pub fn icon_text_button(ui: &mut Ui, icon: Icon, text: &str) -> Response {
    let response = ui.add(Button::new((icons::icon(icon), text)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    response
}

/// Returns the frame of a card: a raised ground with a border.
pub fn card(ui: &Ui) -> Frame {
    let palette = palette(ui);
    Frame::new()
        .fill(palette.raised)
        .stroke(Stroke::new(1.0, palette.border))
        .corner_radius(CornerRadius::same(metrics::CARD_RADIUS))
        .inner_margin(Margin::same(metrics::PADDING as i8))
}

/// Returns the frame of a dialog.
pub fn dialog(window: &Context) -> Frame {
    Frame::window(&window.global_style()).inner_margin(Margin::same(metrics::SECTION as i8))
}

/// Shows the heading of a group of a page.
pub fn section(ui: &mut Ui, text: &str) -> Response {
    ui.label(RichText::new(text).size(metrics::TITLE).color(palette(ui).strong))
}

/// Shows a page that has nothing to show yet: an icon, a sentence that says why, and below it what `actions` shows.
pub fn empty_page<R>(ui: &mut Ui, icon: Icon, text: &str, actions: impl FnOnce(&mut Ui) -> R) -> R {
    let weak = palette(ui).weak;
    ui.vertical_centered(|ui| {
        ui.add_space((ui.available_height() * 0.28).max(0.0));
        ui.label(icons::sized(icon, 48.0).color(weak));
        ui.add_space(metrics::GAP);
        ui.label(RichText::new(text).size(metrics::TITLE).color(weak));
        ui.add_space(metrics::PADDING);
        actions(ui)
    })
    .inner
}

/// Shows an entry of a list that fills the width: an icon, a title and a text of less weight at the right.
pub fn row(ui: &mut Ui, icon: Icon, title: &str, detail: &str, is_selected: bool) -> Response {
    let size = Vec2::new(ui.available_width(), metrics::ICON_BUTTON);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
    if ui.is_rect_visible(rect) {
        let palette = palette(ui);
        let is_lit = response.hovered() || response.has_focus();
        let fill = if is_selected { Some(palette.selection) } else { is_lit.then_some(palette.hovered) };
        if let Some(fill) = fill {
            ui.painter().rect(rect, f32::from(metrics::RADIUS), fill, Stroke::NONE, StrokeKind::Inside);
        }
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let font = |size: f32| eframe::egui::FontId::proportional(size);
        let left = rect.left_center() + Vec2::new(metrics::GAP, 0.0);
        painter.text(left, Align2::LEFT_CENTER, icon.unicode(), icons::font(metrics::ICON), palette.weak);
        let right = rect.right_center() - Vec2::new(metrics::GAP, 0.0);
        let detail = painter.text(right, Align2::RIGHT_CENTER, detail, font(metrics::SMALL), palette.weak);
        let mut room = rect;
        room.max.x = detail.min.x - metrics::GAP;
        let left = left + Vec2::new(metrics::ICON + metrics::GAP, 0.0);
        let painter = painter.with_clip_rect(room.intersect(ui.clip_rect()));
        painter.text(left, Align2::LEFT_CENTER, title, font(metrics::BODY), palette.strong);
    }
    response
}
