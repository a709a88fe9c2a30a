//! The page with a board that grows tile by tile.

use boardwright_game::game::Turn;
use eframe::egui::Ui;

use super::Play;
use super::seats::player_name;
use crate::board::{GrowingFrame, TurnMode};
use crate::settings::Settings;
use crate::texts::with;

impl Play {
    /// Shows the board, and makes the turn that the user ends.
    pub(super) fn growing_ui(&mut self, ui: &mut Ui, settings: &Settings) {
        let session = &self.session;
        let seats = session.loaded().players();
        let is_asked = session.asked_person().is_some() || session.expects_person(self.legal.turn);
        let active = self.legal.turn.and_then(Turn::player);
        let frame = GrowingFrame {
            names: session.loaded().players().map(|player| player_name(session, player)).collect(),
            people: seats
                .map(|player| session.seats.get(player.index()).is_some_and(|seat| seat.who.is_person()))
                .collect(),
            active,
            mode: TurnMode::of(active.is_some() && self.can_person_move(), is_asked),
            is_over: matches!(self.legal.turn, Some(Turn::Over(_))),
            shows_home: settings.scored_meeples,
        };
        let Some(board) = &mut self.growing else { return };
        let Some(text) = board.ui(ui, &frame) else { return };
        let made = match self.session.loaded().game().parse_move(self.session.state(), &text) {
            Ok(mv) => self.session.make(&mv),
            Err(error) => Err(with("play.not_allowed", &[&text, &error])),
        };
        self.explanation = made.err();
    }
}
