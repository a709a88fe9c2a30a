//! The dialog about the program: version, licence, and the licences of what it contains.

use eframe::egui::{Context, Id, Modal, RichText};

use crate::texts::{t, with};
use crate::theme::widgets::section;
use crate::theme::{metrics, palette, widgets};

/// Parts of the program with licences that ask to be named, with these licences.
const PARTS: [(&str, &str); 5] = [
    ("Lucide", "ISC"),
    ("Ubuntu Light", "Ubuntu Font Licence 1.0"),
    ("Hack", "MIT"),
    ("egui", "MIT / Apache-2.0"),
    ("OpenCV", "Apache-2.0"),
];

/// Width of the dialog.
const WIDTH: f32 = 420.0;

/// The dialog about the program.
#[derive(Debug, Default)]
pub struct About {
    /// `true` while the dialog is shown.
    pub is_open: bool,
}

impl About {
    /// Shows the dialog while it is open.
    pub fn ui(&mut self, window: &Context) {
        if !self.is_open {
            return;
        }
        let dialog = Modal::new(Id::unique("about")).frame(widgets::dialog(window)).show(window, |ui| {
            ui.set_width(WIDTH.min(ui.ctx().content_rect().width() - 2.0 * metrics::SECTION));
            ui.heading("Boardwright");
            ui.label(with("about.version", &[&env!("CARGO_PKG_VERSION")]));
            ui.add_space(metrics::GAP);
            ui.label(t("about.what"));
            ui.add_space(metrics::GAP);
            ui.label(with("about.licence", &[&env!("CARGO_PKG_LICENSE")]));
            ui.add_space(metrics::GAP);
            section(ui, t("about.parts"));
            for (part, licence) in PARTS {
                ui.horizontal(|ui| {
                    ui.label(part);
                    ui.label(RichText::new(licence).color(palette(ui).weak));
                });
            }
            ui.add_space(metrics::PADDING);
            ui.button(t("about.close")).clicked()
        });
        self.is_open = !(dialog.inner || dialog.should_close());
    }
}
