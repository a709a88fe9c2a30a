//! Questions to people: whether to resign, and whether the next person has taken over the screen.

use boardwright_arena::Ending;
use boardwright_game::game::Outcome;
use eframe::egui::{Id, Modal, Ui};

use super::Play;
use super::names::player_name;
use crate::texts::{t, with};
use crate::theme::metrics;
use crate::theme::widgets::dialog;

impl Play {
    /// Asks whether the person who is to move wants to resign.
    pub(super) fn resignation_ui(&mut self, ui: &Ui) {
        let Some(player) = self.session.asked_person().filter(|_| self.confirms_resignation) else {
            self.confirms_resignation = false;
            return;
        };
        let players = self.session.loaded().game().players();
        let name = player_name(&self.session, player);
        let question = match Ending::Resigned(player).outcome(players) {
            Some(Outcome::Won(winner)) => with("play.resigns_to", &[&name, &player_name(&self.session, winner)]),
            _ => with("play.resigns", &[&name]),
        };
        let answer = Modal::new(Id::unique("resign")).frame(dialog(ui.ctx())).show(ui.ctx(), |ui| {
            ui.label(question);
            ui.add_space(metrics::GAP);
            ui.horizontal(|ui| {
                let yes = ui.button(t("play.really_resign")).clicked();
                let no = ui.button(t("play.play_on")).clicked();
                if yes { Some(true) } else { no.then_some(false) }
            })
            .inner
        });
        if answer.inner == Some(true) {
            self.session.resign();
        }
        if answer.inner.is_some() || answer.should_close() {
            self.confirms_resignation = false;
        }
    }

    /// Asks the next person to take over the screen in games with hidden information; `true` while that is pending.
    pub(super) fn hand_over(&mut self, ui: &mut Ui) -> bool {
        if !self.is_screen_free() {
            return false;
        }
        // Before the match asks a person, the board is covered as well.
        let Some(player) = self.session.requested_person() else { return true };
        let name = player_name(&self.session, player);
        ui.vertical_centered(|ui| {
            ui.add_space(ui.available_height() * 0.3);
            ui.heading(with("play.hand_over", &[&name]));
            if ui.button(with("play.i_am", &[&name])).clicked() {
                self.screen_owner = Some(player);
            }
        });
        true
    }
}
