//! The log of a game in sentences, as in a chat: who did what, what the dice and cards showed, offers and the result.

use boardwright_game::game::Turn;
use eframe::egui::text::LayoutJob;
use eframe::egui::{FontSelection, RichText, ScrollArea, TextStyle, Ui};

use super::Play;
use super::names::player_name;
use crate::session::NodeId;
use crate::texts::{t, with};
use crate::theme::palette;

/// Notes beside the moves of a game.
#[derive(Debug, Default)]
pub struct LogNotes {
    /// Position after which a note stands, and its text.
    notes: Vec<(NodeId, String)>,
}

impl LogNotes {
    /// Adds a note about a position, unless it is the last one.
    pub fn add(&mut self, node: NodeId, text: String) {
        if self.notes.last().is_none_or(|last| *last != (node, text.clone())) {
            self.notes.push((node, text));
        }
    }

    /// Removes all notes.
    pub fn clear(&mut self) {
        self.notes.clear();
    }

    /// Notes about a position.
    fn of(&self, node: NodeId) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |(about, _)| *about == node).map(|(_, text)| text.as_str())
    }
}

impl Play {
    /// Adds what has happened beside moves to the log.
    pub(super) fn note_events(&mut self) {
        if let Some((player, answer)) = self.session.offer {
            let name = player_name(&self.session, player);
            let text = match answer {
                None => with("play.offers", &[&name]),
                Some(true) => with("play.accepts", &[&name]),
                Some(false) => with("play.declines", &[&name]),
            };
            self.log.add(self.session.match_node(), text);
        }
    }

    /// Shows the log, the last lines first in sight.
    pub(super) fn log_ui(&mut self, ui: &mut Ui, height: f32) {
        let line = self.known_line();
        let viewer = self.viewer();
        let mut shown = 0;
        let palette = palette(ui);
        let area = ScrollArea::vertical().id_salt("log").max_height(height).auto_shrink([false, true]);
        area.stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for node in line {
                let Some(label) = self.study.label(&self.session, viewer, node) else { continue };
                shown += 1;
                let mut job = LayoutJob::default();
                let mut part = |text: RichText| {
                    text.append_to(
                        &mut job,
                        ui.style(),
                        FontSelection::Style(TextStyle::Body),
                        eframe::egui::Align::Center,
                    )
                };
                if let Some(player) = self.session.tree.node(node).player {
                    part(RichText::new(format!("{}: ", player_name(&self.session, player))).color(palette.strong));
                    part(RichText::new(label).color(palette.text));
                } else {
                    part(RichText::new(label).italics().color(palette.weak));
                }
                ui.label(job);
                for note in self.log.of(node) {
                    ui.label(RichText::new(note).small().color(palette.weak));
                }
            }
            let is_over = matches!(self.legal.turn, Some(Turn::Over(_)));
            if let Some(result) = self.result_text().filter(|_| shown > 0 || is_over) {
                ui.label(RichText::new(result).strong());
            } else if shown == 0 {
                ui.weak(t("log.empty"));
            }
        });
    }
}
