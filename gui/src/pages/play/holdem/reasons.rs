//! Reasons of a bot that follows a script, for its last action: every rule of the phase with the values of its conditions.
//! They reveal the bot's cards, so that they stay hidden while a hand runs unless the user asks for them.

use boardwright_bots::evaluation::{DecisionSettings, explain};
use boardwright_bots::programs::NoPrograms;
use boardwright_bots::situation::Situation;
use boardwright_game::deals::DealsState;
use boardwright_game::ids::Player;
use boardwright_games::holdem::HoldemState;
use boardwright_library::scripts::{self, load_script};
use boardwright_players::scripted::FILE;
use eframe::egui::{CollapsingHeader, RichText, ScrollArea, Ui};
use rand_pcg::Pcg64Mcg;

use crate::session::{NodeId, Session};
use crate::texts::{t, with};

/// Time at which reasons are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Shown {
    #[default]
    Never,
    AfterHand,
    AtOnce,
}

/// The panel of the reasons.
#[derive(Debug, Default)]
pub struct ReasonsPanel {
    shown: Shown,
    /// Reasons of the action that led to a position.
    reasons: Option<(NodeId, Result<Reasons, String>)>,
}

/// Reasons of an action.
#[derive(Debug, Default)]
struct Reasons {
    /// Rules that give an action.
    active: String,
    /// Number and text of the other rules of the phase.
    others: (usize, String),
}

/// File of the script that a player follows; `None` for other players.
fn script_of(session: &Session, player: Player) -> Option<String> {
    let spec = session.seats.get(player.index())?.who.parse().ok()??;
    (spec.entry.name == scripts::PLAYER).then(|| spec.option_text(&FILE))
}

fn state_at(session: &Session, node: NodeId) -> Option<&DealsState<HoldemState>> {
    session.tree.node(node).state.downcast_ref()
}

/// The last action of a script in the visible hand, with its player.
fn last_action(session: &Session) -> Option<(NodeId, Player)> {
    let number = state_at(session, session.visible_node())?.number();
    let line = session.tree.line(session.visible_node());
    let in_hand = line
        .into_iter()
        .rev()
        .take_while(|&node| state_at(session, node).is_some_and(|state| state.number() == number));
    let mut actions = in_hand.filter_map(|node| Some((node, session.tree.node(node).player?)));
    actions.find(|&(_, player)| script_of(session, player).is_some())
}

/// `true` if the visible hand is over, at the visible position or later.
fn is_hand_over(session: &Session) -> bool {
    let Some(visible) = state_at(session, session.visible_node()) else { return false };
    let mut whole = session.tree.whole_line(session.visible_node()).into_iter();
    let is_end = |state: &DealsState<HoldemState>| state.number() == visible.number() && state.deal().is_over();
    whole.any(|node| state_at(session, node).is_some_and(is_end))
}

/// Reasons of a script for the action that led to a position.
fn reasons_of(session: &Session, node: NodeId, player: Player) -> Result<Reasons, String> {
    let before = session.tree.parent(node).and_then(|parent| state_at(session, parent));
    let situation = before.and_then(|state| Situation::of_hand(state.deal(), player));
    let (Some(situation), Some(file)) = (situation, script_of(session, player)) else { return Ok(Reasons::default()) };
    let loaded = load_script(&file).map_err(|error| error.to_string())?;
    let (Some(script), Some(source)) = (loaded.script, loaded.sources.first()) else {
        return Err(with("holdem.bad_script", &[&file]));
    };
    let settings = DecisionSettings { programs: &NoPrograms, is_strict_offsuit: false };
    // The generator chooses among rules that hold, and does not change which of them do.
    let (_, rules) = explain(&script, &situation, settings, &mut Pcg64Mcg::new(0));
    let (active, others): (Vec<_>, Vec<_>) = rules.iter().partition(|rule| rule.action.is_some());
    let text = |rules: &[&_]| {
        rules
            .iter()
            .map(|rule: &&boardwright_bots::evaluation::RuleReason| rule.text(source))
            .collect::<Vec<_>>()
            .join("\n")
    };
    Ok(Reasons { active: text(&active), others: (others.len(), text(&others)) })
}

impl ReasonsPanel {
    /// Discards reasons of positions that no longer exist.
    pub fn clear(&mut self) {
        self.reasons = None;
    }

    /// Shows the choice, and the reasons if they are wanted. Without a script at the table, nothing is shown.
    pub fn ui(&mut self, ui: &mut Ui, session: &Session, names: &[String; 2]) {
        if session.loaded().players().all(|player| script_of(session, player).is_none()) {
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.label(t("holdem.reasons"));
            for (shown, name) in [
                (Shown::Never, "holdem.never"),
                (Shown::AfterHand, "holdem.after_hand"),
                (Shown::AtOnce, "holdem.at_once"),
            ] {
                ui.selectable_value(&mut self.shown, shown, t(name));
            }
        });
        let is_visible = match self.shown {
            Shown::Never => false,
            Shown::AfterHand => is_hand_over(session),
            Shown::AtOnce => true,
        };
        let Some((node, player)) = last_action(session).filter(|_| is_visible) else { return };
        if self.reasons.as_ref().is_none_or(|(known, _)| *known != node) {
            self.reasons = Some((node, reasons_of(session, node, player)));
        }
        let name = &names[player.index()];
        ui.strong(with("holdem.because", &[name, &session.tree.node(node).text]));
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
        let active = if reasons.active.is_empty() { t("holdem.no_rule") } else { &reasons.active };
        ui.label(code(active));
        let (count, text) = &reasons.others;
        if *count > 0 {
            CollapsingHeader::new(with("holdem.other_rules", &[count]))
                .id_salt("others")
                .show(ui, |ui| ui.label(code(text)));
        }
    });
}
