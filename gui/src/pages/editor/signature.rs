//! The signature of the call at the cursor, above the line of the cursor.

use boardwright_lang::analysis::SignatureHelp;
use eframe::egui::text::{LayoutJob, TextFormat};
use eframe::egui::{Align2, Area, FontId, Frame, Id, Order, Rect, Ui};

use crate::theme::{metrics, palette};

/// Shows a signature; its parameter at the cursor is emphasized.
pub fn ui(ui: &Ui, help: &SignatureHelp, cursor: Rect) {
    let palette = palette(ui);
    let font = FontId::monospace(metrics::CODE);
    let plain = TextFormat { font_id: font.clone(), color: palette.weak, ..TextFormat::default() };
    let strong = TextFormat { color: palette.accent, ..plain.clone() };
    let mut job = LayoutJob::default();
    let active = help.active.and_then(|active| help.parameters.get(active)).cloned().unwrap_or(0..0);
    for (part, format) in [
        (&help.label[..active.start], plain.clone()),
        (&help.label[active.clone()], strong),
        (&help.label[active.end..], plain),
    ] {
        job.append(part, 0.0, format);
    }
    let area = Area::new(Id::unique("signature")).order(Order::Foreground).interactable(false);
    let area = area.pivot(Align2::LEFT_BOTTOM).fixed_pos(cursor.left_top()).constrain(true);
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(metrics::READABLE * 0.75);
            ui.label(job);
            let explains = |line: &&str| !line.is_empty() && !line.starts_with("```") && *line != help.label;
            if let Some(line) = help.doc.lines().find(explains) {
                ui.weak(line.replace('`', ""));
            }
        });
    });
}
