//! The gutter to the left of the text: line numbers, and buttons that fold and unfold parts of the text.

use std::ops::Range;

use boardwright_lang::analysis::Fold;
use eframe::egui::accesskit::Role;
use eframe::egui::{Align2, CursorIcon, FontId, Galley, Pos2, Rect, Sense, Ui, Vec2, WidgetInfo};

use super::folded::FoldedText;
use crate::texts::with;
use crate::theme::icons::{self, Icon};
use crate::theme::{metrics, palette};

/// Width of the gutter, in points.
pub const WIDTH: i8 = 58;
/// Width of the column of the buttons.
const BUTTONS: f32 = 16.0;

/// A click on a button of the gutter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GutterRequest {
    /// Fold this part of the text.
    Fold(Range<usize>),
    /// Unfold what touches this byte.
    Unfold(usize),
}

/// Paints the gutter of the visible lines. `lines` are the numbers of the lines of the galley.
pub fn ui(
    ui: &Ui,
    galley: &Galley,
    origin: Pos2,
    text: &FoldedText,
    lines: &[usize],
    folds: &[Fold],
    current: usize,
) -> Option<GutterRequest> {
    let visible = ui.clip_rect();
    let font = FontId::monospace(metrics::SMALL);
    let palette = palette(ui);
    let folded = text.folded_places();
    let mut request = None;
    let (mut line, mut begins, mut at) = (0, true, 0);
    for row in &galley.rows {
        let y = origin.y + row.pos.y + row.row.height() / 2.0;
        if begins && visible.y_range().contains(y) {
            let number = lines.get(line).copied().unwrap_or(line + 1);
            let colour = if number == current { palette.strong } else { palette.weak };
            let right = Pos2::new(origin.x - BUTTONS - 6.0, y);
            ui.painter().text(right, Align2::RIGHT_CENTER, number, font.clone(), colour);
            let shown_end = text.shown()[at..].find('\n').map_or(text.shown().len(), |length| at + length);
            let start = text.to_full(at);
            let is_folded = folded.iter().any(|place| (at..=shown_end).contains(place));
            let part = folds.iter().find(|fold| fold.span.start as usize == start);
            if is_folded || part.is_some() {
                let centre = Pos2::new(origin.x - BUTTONS / 2.0 - 2.0, y);
                if button(ui, centre, number, is_folded) {
                    request = if is_folded {
                        Some(GutterRequest::Unfold(text.to_full(shown_end)))
                    } else {
                        part.map(|fold| GutterRequest::Fold(fold.span.start as usize..fold.span.end as usize))
                    };
                }
            }
            if is_folded {
                let end = origin + Vec2::new(row.pos.x + row.row.size.x + 6.0, row.pos.y + row.row.height() / 2.0);
                ui.painter().text(end, Align2::LEFT_CENTER, "...", font.clone(), palette.weak);
            }
        }
        if y > visible.bottom() {
            break;
        }
        begins = row.ends_with_newline;
        if begins {
            at = text.shown()[at..].find('\n').map_or(text.shown().len(), |length| at + length + 1);
            line += 1;
        }
    }
    request
}

/// The button of a line; `true` if it is clicked.
fn button(ui: &Ui, centre: Pos2, line: usize, is_folded: bool) -> bool {
    let rect = Rect::from_center_size(centre, Vec2::splat(BUTTONS));
    let response =
        ui.interact(rect, ui.scope_id().with(("fold", line)), Sense::click()).on_hover_cursor(CursorIcon::Default);
    let name = with(if is_folded { "editor.unfold_line" } else { "editor.fold_line" }, &[&line]);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let palette = palette(ui);
    let colour = if response.hovered() || is_folded { palette.strong } else { palette.weak };
    let icon = if is_folded { Icon::ChevronRight } else { Icon::ChevronDown };
    ui.painter().text(centre, Align2::CENTER_CENTER, icon.unicode(), icons::font(metrics::SMALL), colour);
    response.clicked()
}
