//! Messages at the bottom of the window: errors and warnings that stay until they are read.

use eframe::egui::{Frame, Margin, Panel, ScrollArea, Ui};

use crate::texts::t;
use crate::theme::icons::{self, Icon};
use crate::theme::widgets::IconButton;
use crate::theme::{self, palette};

/// Greatest height of a message, in points; a longer one is scrolled.
const MAX_HEIGHT: f32 = 160.0;
/// Greatest part of the height of the window for all messages.
const MAX_SHARE: f32 = 0.4;

/// The messages of the window.
#[derive(Debug, Default)]
pub struct Messages {
    /// Messages about the last game that could not be opened. They are removed when the next one is opened.
    pub about_opening: Vec<String>,
    /// Other messages, newest last.
    pub others: Vec<String>,
}

impl Messages {
    /// Shows the messages, if there are any.
    pub fn ui(&mut self, ui: &mut Ui) {
        if self.about_opening.is_empty() && self.others.is_empty() {
            return;
        }
        let room = ui.available_height() * MAX_SHARE;
        let frame = Frame::new().fill(palette(ui).raised).inner_margin(Margin::symmetric(10, 6));
        Panel::bottom("notes").frame(frame).show(ui, |ui| {
            ScrollArea::vertical().id_salt("messages").max_height(room).show(ui, |ui| self.list(ui));
        });
    }

    fn list(&mut self, ui: &mut Ui) {
        let mut read = None;
        let count = self.about_opening.len() + self.others.len();
        for (number, message) in self.about_opening.iter().chain(&self.others).enumerate() {
            ui.horizontal_top(|ui| {
                ui.label(icons::icon(Icon::TriangleAlert).color(palette(ui).error));
                if IconButton::new(Icon::X, t("app.dismiss")).show(ui).clicked() {
                    read = Some(number);
                }
                let area = ScrollArea::both().id_salt(number).max_height(MAX_HEIGHT);
                area.min_scrolled_height(MAX_HEIGHT).show(ui, |ui| theme::error_label(ui, message));
            });
        }
        if count > 1 && ui.button(t("app.dismiss_all")).clicked() {
            *self = Self::default();
        } else if let Some(number) = read {
            match number.checked_sub(self.about_opening.len()) {
                Some(number) => drop(self.others.remove(number)),
                None => drop(self.about_opening.remove(number)),
            }
        }
    }
}
