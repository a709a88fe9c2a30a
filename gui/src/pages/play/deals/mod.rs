//! Deals on the page for playing: the bar below the table, the pause between deals, the deal history, the session graph,
//! and the reasons of a player.

mod history;
mod reasons;
pub mod replay;
mod results;
#[cfg(test)]
mod sample;

use boardwright_game::game::{DealReader, DealView, Turn};
use boardwright_game::ids::Player;
use eframe::egui::{Key, RichText, Ui};

use self::history::HistoryPanel;
use self::reasons::ReasonsPanel;
use super::Play;
use super::dialog::is_pressed;
use super::names::player_name;
use super::viewer::Viewer;
use crate::session::NodeId;
use crate::texts::with;

/// State of the parts of the page for games that are dealt.
#[derive(Debug, Default)]
pub struct DealsPanel {
    /// End of the deal at which the page has stayed last.
    paused_at: Option<NodeId>,
    /// `true` until the user goes on from there.
    is_paused: bool,
    history: HistoryPanel,
    reasons: ReasonsPanel,
}

impl DealsPanel {
    /// End of the deal whose result is shown, while later deals have begun.
    pub fn last_seen(&self) -> Option<NodeId> {
        self.paused_at.filter(|_| self.is_paused)
    }
}

impl Viewer {
    /// Information about a deal that the viewer may have.
    fn deal_view(self) -> DealView {
        match self {
            Self::Everything => DealView::Everything,
            Self::Seat(player) => DealView::Player(player),
            Self::Nobody => DealView::Public,
        }
    }
}

impl Play {
    /// Stays at the end of a deal until the user goes on, although the match has begun the next one or even ended it.
    /// Without people at the table the deals follow each other, and records of several people are shown where they end.
    pub(super) fn pause_after_deal(&mut self) {
        let session = &mut self.session;
        let match_node = session.match_node();
        let people = session.seats.iter().filter(|seat| seat.who.is_person()).count();
        let is_dealt = session.loaded().game().deal_name().is_some();
        let is_replayed = people > 1 && !session.is_running();
        if !is_dealt || people == 0 || is_replayed || session.visible_node() != match_node {
            return;
        }
        let line = session.tree.line(match_node);
        let seen = self.deals.paused_at.and_then(|paused| line.iter().position(|&node| node == paused));
        let is_end = |node: &NodeId| session.loaded().game().is_deal_over(&session.tree.node(*node).state);
        let ended = line.into_iter().skip(seen.map_or(0, |seen| seen + 1)).find(is_end);
        if let Some(ended) = ended.filter(|&ended| ended != match_node) {
            self.deals.paused_at = Some(ended);
            self.deals.is_paused = true;
            session.show(ended);
        } else {
            self.deals.is_paused = false;
        }
    }

    /// Forgets positions that no longer exist.
    pub(super) fn clear_deals(&mut self) {
        self.deals.paused_at = None;
        self.deals.is_paused = false;
        self.dialog.clear();
        self.deals.history.clear();
        self.deals.reasons.clear();
    }

    /// Shows the bar below the table of a card or dice game: the dialog of the person to move, or the result of the deal.
    pub(super) fn bar_ui(&mut self, ui: &mut Ui) {
        let game = self.session.loaded().game();
        let is_over = game.is_deal_over(self.session.state());
        let dialog = game.dialog(self.session.state()).filter(|_| self.can_person_move());
        let mut bar = std::mem::take(&mut self.dialog);
        let chosen = bar.show(ui, |bar, ui| {
            if is_over {
                self.deal_end_ui(ui);
            } else if let Some(dialog) = &dialog {
                return bar.dialog_ui(ui, self.session.visible_node(), dialog);
            } else if let Some(Turn::Player(player)) = self.legal.turn {
                ui.weak(with("play.waits", &[&player_name(&self.session, player)]));
            }
            None
        });
        self.dialog = bar;
        if let Some(text) = chosen {
            self.make_text(&text);
        }
    }

    /// `true` if the game has dialogs or results of deals, for which there is a bar even without a table.
    pub(super) fn has_dialogs(&self) -> bool {
        let game = self.session.loaded().game();
        game.deal_name().is_some() || game.dialog(self.session.state()).is_some()
    }

    /// `true` if the match has gone on from the visible position.
    pub(super) fn has_match_gone_on(&self) -> bool {
        let (shown, match_node) = (self.session.visible_node(), self.session.match_node());
        shown != match_node && self.session.tree.line(match_node).contains(&shown)
    }

    /// Shows the result of a deal, and the button for the next one.
    fn deal_end_ui(&mut self, ui: &mut Ui) {
        let names = self.player_names();
        let reader = DealReader { view: self.viewer().deal_view(), names: &names };
        let game = self.session.loaded().game();
        let (result, name) = (game.deal_result(self.session.state(), reader), game.deal_name());
        ui.label(RichText::new(result.unwrap_or_default()).strong().size(16.0));
        if let Some(name) = name {
            results::ui(ui, &self.session, name, &names);
        }
        let Some(name) = name.filter(|_| self.has_match_gone_on()) else { return };
        if ui.button(with("deals.next", &[&name])).on_hover_text("N").clicked() || is_pressed(ui, Key::N) {
            self.session.show(self.session.match_node());
        }
    }

    /// Names of the players.
    fn player_names(&self) -> Vec<String> {
        self.session.loaded().players().map(|player| player_name(&self.session, player)).collect()
    }

    /// Shows the reasons of a player, the deal history and the session graph beside the table.
    pub(super) fn deals_ui(&mut self, ui: &mut Ui) {
        let Some(deal_name) = self.session.loaded().game().deal_name() else { return };
        let (viewer, names) = (self.viewer(), self.player_names());
        let reader = DealReader { view: viewer.deal_view(), names: &names };
        self.deals.reasons.ui(ui, &self.session, viewer, deal_name, &names);
        self.deals.history.ui(ui, &self.session, deal_name, reader, viewer.seat().unwrap_or(Player::FIRST));
        ui.separator();
    }
}
