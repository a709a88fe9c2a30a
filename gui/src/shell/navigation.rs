//! The navigation: a column of icons with names at the left, or a line of icons above the page in small windows.

use eframe::egui::accesskit::Role;
use eframe::egui::{
    Align2, CornerRadius, FontId, Frame, Margin, Panel, Rect, Response, ScrollArea, Sense, Ui, Vec2, WidgetInfo,
};

use super::keys;
use crate::pages::{PAGES, Page, PageEntry};
use crate::texts::t;
use crate::theme::icons::{self, Icon};
use crate::theme::{metrics, palette, widgets};

/// Size of an entry with its name.
const NAMED: Vec2 = Vec2::new(84.0, 54.0);
/// Size of an entry without its name.
const BARE: Vec2 = Vec2::splat(36.0);
/// Size of the icon of an entry.
const ICON: f32 = 20.0;

/// Shows the navigation; returns the page that the user chose.
pub fn navigation(ui: &mut Ui, shown: Page) -> Option<Page> {
    let (width, height) = (ui.available_width(), ui.available_height());
    let frame = Frame::new().fill(palette(ui).bar).inner_margin(Margin::same(4));
    if width < metrics::NARROW {
        let line = |ui: &mut Ui| {
            let entries = |ui: &mut Ui| ui.horizontal(|ui| entries_ui(ui, &PAGES, shown, BARE)).inner;
            ScrollArea::horizontal().show(ui, entries).inner
        };
        return Panel::top("pages").frame(frame).show(ui, line).inner;
    }
    let size = if height < metrics::LOW { BARE } else { NAMED };
    let column = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        // The settings stand at the lower end, apart from the pages for work.
        let (settings, pages): (Vec<PageEntry>, Vec<PageEntry>) =
            PAGES.iter().partition(|entry| entry.page == Page::Settings);
        let chosen = entries_ui(ui, &pages, shown, size);
        ui.add_space((ui.available_height() - size.y * settings.len() as f32).max(0.0));
        entries_ui(ui, &settings, shown, size).or(chosen)
    };
    Panel::left("pages").exact_size(size.x + 8.0).resizable(false).frame(frame).show(ui, column).inner
}

/// Shows entries one after another; returns the page of the one that was clicked.
fn entries_ui(ui: &mut Ui, entries: &[PageEntry], shown: Page, size: Vec2) -> Option<Page> {
    let mut chosen = None;
    for entry in entries {
        let key = keys::text(ui, &keys::page(entry.key));
        let response = item(ui, entry.icon, t(entry.name), entry.page == shown, size);
        if response.on_hover_text(widgets::tooltip(t(entry.name), &key)).clicked() {
            chosen = Some(entry.page);
        }
    }
    chosen
}

/// Shows one entry.
fn item(ui: &mut Ui, icon: Icon, name: &str, is_shown: bool, size: Vec2) -> Response {
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, name));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let palette = palette(ui);
    let is_lit = response.hovered() || response.has_focus();
    let painter = ui.painter();
    let round = CornerRadius::same(metrics::RADIUS);
    if is_shown || is_lit {
        painter.rect_filled(rect, round, if is_shown { palette.raised } else { palette.control });
    }
    if is_shown {
        let edge = Rect::from_min_size(rect.min + Vec2::new(0.0, 8.0), Vec2::new(3.0, rect.height() - 16.0));
        painter.rect_filled(edge, round, palette.accent);
    }
    let colour = if is_shown { palette.accent } else { palette.weak };
    if size == BARE {
        painter.text(rect.center(), Align2::CENTER_CENTER, icon.unicode(), icons::font(ICON), colour);
        return response;
    }
    let at = rect.center() - Vec2::new(0.0, 9.0);
    painter.text(at, Align2::CENTER_CENTER, icon.unicode(), icons::font(ICON), colour);
    let text = if is_shown { palette.strong } else { palette.text };
    let at = rect.center_bottom() - Vec2::new(0.0, 8.0);
    painter.text(at, Align2::CENTER_BOTTOM, name, FontId::proportional(metrics::SMALL), text);
    response
}
