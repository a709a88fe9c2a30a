//! Reasons of a player for its last move in the visible deal, such as the rules of a script. They reveal what the player
//! knows, so that they stay hidden while a deal runs unless the user asks for them.

use boardwright_game::ids::Player;
use boardwright_library::reasons::{Reasons, gives_reasons, reasons};
use boardwright_players::PlayerSpec;
use eframe::egui::{CollapsingHeader, RichText, ScrollArea, Ui};

use crate::pages::play::viewer::Viewer;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};

/// Time at which reasons are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Never,
    AfterDeal,
    AtOnce,
}

/// The panel of the reasons.
#[derive(Debug, Default)]
pub struct ReasonsPanel {
    shown: Shown,
    /// Reasons for the move that led to a position.
    reasons: Option<(NodeId, Result<Reasons, String>)>,
}

/// The player at a seat, if it gives reasons.
fn reasoning_player(session: &Session, player: Player) -> Option<PlayerSpec> {
    let spec = session.seats.get(player.index())?.who.parse().ok()??;
    gives_reasons(&spec).then_some(spec)
}

/// Number of the deal of a position.
fn deal_number(session: &Session, node: NodeId) -> u64 {
    session.loaded().game().deal_number(&session.tree.node(node).state)
}

/// The last move of a player that gives reasons in the visible deal, with its player.
fn last_move(session: &Session) -> Option<(NodeId, Player)> {
    let number = deal_number(session, session.visible_node());
    let line = session.tree.line(session.visible_node());
    let in_deal = line.into_iter().rev().take_while(|&node| deal_number(session, node) == number);
    let mut moves = in_deal.filter_map(|node| Some((node, session.tree.node(node).player?)));
    moves.find(|&(_, player)| reasoning_player(session, player).is_some())
}

/// `true` if the visible deal is over, at the visible position or later.
fn is_deal_over(session: &Session) -> bool {
    let number = deal_number(session, session.visible_node());
    let is_end = |node: NodeId| {
        deal_number(session, node) == number && session.loaded().game().is_deal_over(&session.tree.node(node).state)
    };
    session.tree.whole_line(session.visible_node()).into_iter().any(is_end)
}

/// Reasons of a player for the move that led to a position.
fn reasons_of(session: &Session, node: NodeId, player: Player) -> Result<Reasons, String> {
    let (Some(spec), Some(before)) = (reasoning_player(session, player), session.tree.parent(node)) else {
        return Ok(Reasons::default());
    };
    reasons(&spec, &session.tree.node(before).state, player).map(Option::unwrap_or_default)
}

impl ReasonsPanel {
    /// Discards reasons of positions that no longer exist.
    pub fn clear(&mut self) {
        self.reasons = None;
    }

    /// Shows the choice, and the reasons if they are wanted. Without a player that gives reasons, nothing is shown.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, viewer: Viewer, deal_name: &str, names: &[String]) {
        if session.loaded().players().all(|player| reasoning_player(session, player).is_none()) {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(t("deals.reasons"));
            for (shown, name) in [
                (Shown::Never, t("deals.never").to_owned()),
                (Shown::AfterDeal, with("deals.after_deal", &[&deal_name])),
                (Shown::AtOnce, t("deals.at_once").to_owned()),
            ] {
                ui.selectable_value(&mut self.shown, shown, name);
            }
        });
        let is_visible = match self.shown {
            Shown::Never => false,
            Shown::AfterDeal => is_deal_over(session),
            Shown::AtOnce => viewer != Viewer::Nobody || is_deal_over(session),
        };
        let Some((node, player)) = last_move(session).filter(|_| is_visible) else { return };
        if self.reasons.as_ref().is_none_or(|(known, _)| *known != node) {
            self.reasons = Some((node, reasons_of(session, node, player)));
        }
        let name = &names[player.index()];
        ui.strong(with("deals.because", &[name, &session.tree.node(node).text]));
        match &self.reasons {
            Some((_, Ok(reasons))) => reasons_ui(ui, reasons),
            Some((_, Err(reason))) => drop(crate::theme::error_label(ui, reason)),
            None => {}
        }
    }
}

fn reasons_ui(ui: &mut Ui, reasons: &Reasons) {
    let code = |text: &str| RichText::new(text.trim_end()).monospace().size(12.0);
    ScrollArea::vertical().id_salt("reasons").max_height(170.0).show(ui, |ui| {
        ui.label(code(&reasons.active));
        if reasons.other_count > 0 {
            CollapsingHeader::new(with("deals.other_rules", &[&reasons.other_count]))
                .id_salt("others")
                .show(ui, |ui| ui.label(code(&reasons.others)));
        }
    });
}
