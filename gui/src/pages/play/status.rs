//! The line above the board: the player to move or the result, moves made by a button, draw offers, and messages. Its height is
//! fixed, so that the board keeps its place; what needs more room is shown over the board.

use boardwright_game::game::{Outcome, Turn};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, GameEnd};
use eframe::egui::{Rect, RichText, Shape, Ui, UiBuilder, Vec2};

use super::Play;
use super::chances::MAX_OUTCOME_BUTTONS;
use super::names::player_name;
use super::side::SideTab;
use crate::session::{GameTree, NodeId};
use crate::texts::{t, with};
use crate::theme::metrics;

/// Height of the line, in points.
const HEIGHT: f32 = 34.0;

/// Takes the room of the strip.
pub fn room(ui: &mut Ui) -> Rect {
    ui.allocate_exact_size(Vec2::new(ui.available_width(), HEIGHT), eframe::egui::Sense::hover()).0
}

impl Play {
    /// Shows the strip, after the board; moves made by a button are left out if the board is hidden.
    pub(super) fn status_ui(&mut self, ui: &mut Ui, strip: Rect, has_moves: bool) {
        let ground = ui.painter().add(Shape::Noop);
        let builder = UiBuilder::new().max_rect(strip);
        let used = ui.scope_builder(builder, |ui| {
            ui.horizontal_wrapped(|ui| {
                self.turn_ui(ui);
                if has_moves {
                    self.draw_answer_ui(ui);
                    self.moves_ui(ui);
                }
                if let Some(notice) = &self.notice {
                    ui.weak(notice);
                }
                if let Some(reason) = &self.explanation {
                    crate::theme::error_label(ui, reason);
                }
            });
            ui.min_rect()
        });
        if used.inner.bottom() > strip.bottom() {
            let rect = Rect::from_min_max(strip.min, used.inner.max.max(strip.max)).expand(4.0);
            ui.painter().set(ground, Shape::rect_filled(rect, 4.0, ui.visuals().panel_fill));
        }
    }

    /// Shows the player to move or the result, and the scores of games that have them.
    fn turn_ui(&self, ui: &mut Ui) {
        let session = &self.session;
        let loaded = session.loaded();
        let text = match self.legal.turn {
            Some(Turn::Over(outcome)) => self.outcome_text(outcome),
            Some(Turn::Player(player)) => self.match_end_text().unwrap_or_else(|| {
                let is_current = session.is_running() && session.visible_node() == session.match_node();
                let name = player_name(session, player);
                let is_person = session.expects_person(self.legal.turn);
                let thinks = is_current && session.asked_person().is_none() && !is_person;
                if thinks { with("play.thinks", &[&name]) } else { with("play.to_move", &[&name]) }
            }),
            Some(Turn::Chance) => self
                .match_end_text()
                .unwrap_or_else(|| t(if session.is_roll_requested() { "play.roll" } else { "play.chance" }).to_owned()),
            None => self.match_end_text().unwrap_or_else(|| t("play.fault").to_owned()),
        };
        if ui.available_width() > metrics::NARROW / 2.0 {
            ui.label(RichText::new(&loaded.title).size(metrics::TITLE).weak());
        }
        ui.label(RichText::new(text).size(metrics::TITLE).strong());
        // The bars beside a board have the points, and so has the scoreboard of a growing board.
        if loaded.has_scores() && self.growing.is_none() && self.board.is_none() {
            for (player, score) in loaded.players().zip(loaded.scores(session.state())) {
                ui.label(format!("{}: {score}", player_name(session, player)));
            }
        }
        if let Some((player, answer)) = session.offer {
            let name = player_name(session, player);
            ui.label(match answer {
                None => with("play.offers", &[&name]),
                Some(true) => with("play.accepts", &[&name]),
                Some(false) => with("play.declines", &[&name]),
            });
        }
    }

    /// Shows the answers to a draw offer.
    fn draw_answer_ui(&mut self, ui: &mut Ui) {
        let Some(player) = self.session.draw_asked() else { return };
        ui.label(with("play.takes", &[&player_name(&self.session, player)]));
        let yes = ui.button(t("play.accept")).clicked();
        if yes || ui.button(t("play.decline")).clicked() {
            self.session.answer(yes);
        }
    }

    /// Shows moves made by a button, except those that the table or the dialog below it makes.
    fn moves_ui(&mut self, ui: &mut Ui) {
        // Turns on a growing board are composed on the board.
        if !self.can_person_move() || self.growing.is_some() {
            return;
        }
        // The bar goes on to the next deal.
        if self.session.loaded().game().is_deal_over(self.session.state()) && self.has_match_gone_on() {
            return;
        }
        // A long list would cover the board; the panel of the outcomes has its buttons.
        if self.legal.turn == Some(Turn::Chance) && self.legal.choices.len() > MAX_OUTCOME_BUTTONS {
            self.tab = SideTab::Analysis;
            return;
        }
        let mut pressed = None;
        let (table, dialog) = (self.table_view(), self.session.loaded().game().dialog(self.session.state()));
        let is_elsewhere = |number: &usize| {
            let text = &self.legal.choices[*number].text;
            let is_on_table = table.as_ref().is_some_and(|table| table.has_move(text));
            is_on_table || dialog.as_ref().is_some_and(|dialog| dialog.has_move(text))
        };
        for number in self.legal.by_button().into_iter().filter(|number| !is_elsewhere(number)) {
            if self.move_button(ui, number) {
                pressed = Some(number);
            }
        }
        if let Some(number) = pressed {
            self.make(number);
        }
    }

    /// Text of the button of a move. A move without a piece that is the only legal one, such as a pass, has to be made all
    /// the same, which its name alone may not say.
    pub(super) fn button_text(&self, number: usize) -> String {
        let choice = &self.legal.choices[number];
        let is_forced = self.legal.choices.len() == 1 && matches!(self.legal.turn, Some(Turn::Player(_)));
        let is_of_file = self.session.loaded().spec().is_some();
        if is_forced && is_of_file && choice.from.is_none() && choice.to.is_none() {
            with("play.only_move", &[&choice.label])
        } else {
            choice.label.clone()
        }
    }

    /// The result of the visible line, if it is that of the match or of the opened record, or over by the rules.
    pub(super) fn result_text(&self) -> Option<String> {
        self.result_through(self.session.visible_node())
    }

    /// The result of the main line.
    pub(super) fn game_result_text(&self) -> Option<String> {
        self.result_through(GameTree::ROOT)
    }

    /// The result of the line through a position.
    fn result_through(&self, node: NodeId) -> Option<String> {
        let session = &self.session;
        let line = session.tree.whole_line(node);
        let is_match_line = line.last().copied().unwrap_or_default() == session.match_node();
        session.end().filter(|_| is_match_line).map(|end| self.end_text(end))
    }

    /// The end of the match, if its last position is visible.
    fn match_end_text(&self) -> Option<String> {
        let is_last = self.session.visible_node() == self.session.match_node();
        self.session.end().filter(|_| is_last).map(|end| self.end_text(end))
    }

    /// Describes the end of a game.
    fn end_text(&self, end: &GameEnd) -> String {
        let name = |player: Player| player_name(&self.session, player);
        let note = end.note.as_deref().unwrap_or_default();
        let text = match (end.reason, end.by) {
            (EndReason::Resigned, Some(player)) => with("play.resigned", &[&name(player)]),
            (EndReason::Time, Some(player)) => with("play.late", &[&name(player)]),
            (EndReason::Crash, Some(player)) => with("play.crashed", &[&name(player), &note]),
            (EndReason::Illegal, Some(player)) => with("play.illegal", &[&name(player), &note]),
            (EndReason::Stall, Some(player)) => with("play.stalled", &[&name(player)]),
            (EndReason::Agreement, _) => t("play.agreed").to_owned(),
            (EndReason::Repetition, _) => t("play.repeated").to_owned(),
            (EndReason::Adjudicated, _) => t("play.adjudicated").to_owned(),
            (EndReason::Limit, _) => t("play.limit").to_owned(),
            (EndReason::Fault, _) => end.fault.as_ref().map_or(note, |fault| fault.message.as_str()).to_owned(),
            (EndReason::Finished, _) => {
                return end.outcome.map(|outcome| self.outcome_text(outcome)).unwrap_or_default();
            }
            _ => t("play.stopped").to_owned(),
        };
        // The player who ended the game is not always the one who lost it; the outcome says who has won.
        match end.outcome {
            Some(Outcome::Won(winner)) => with("play.and_wins", &[&text, &name(winner)]),
            _ => text,
        }
    }

    /// Describes an outcome, with the names of the seats.
    fn outcome_text(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Won(player) => with("play.wins", &[&player_name(&self.session, player)]),
            Outcome::Draw => self.session.loaded().outcome_text(outcome),
        }
    }
}
