//! Hold'em on the page for playing: the bar of actions with the bet slider, the pause between hands, the hand history, the
//! session graph, and the reasons of a bot.

mod bets;
mod hands;
mod reasons;
pub mod replay;

use boardwright_game::any::AnyState;
use boardwright_game::deals::DealsState;
use boardwright_game::game::Turn;
use boardwright_game::table::{ObjectKind, Table};
use boardwright_games::holdem::{HoldemState, played_text};
use eframe::egui::{Key, Panel, RichText, Ui};

use self::bets::BetControl;
use self::hands::{HandsPanel, result_text, visible_hand};
use self::reasons::ReasonsPanel;
use super::Play;
use super::seats::player_name;
use crate::session::NodeId;
use crate::texts::{t, with};

/// Height of the bar below the table, in points: two rows, and a third one in a narrow window.
const BAR_HEIGHT: f32 = 84.0;

/// The hand of a position of hold'em; `None` in other games.
pub fn hand_of(state: &AnyState) -> Option<&HoldemState> {
    state.downcast_ref::<DealsState<HoldemState>>().map(DealsState::deal)
}

/// `true` if a key is pressed without modifiers while no text field has the focus.
fn is_pressed(ui: &Ui, key: Key) -> bool {
    !ui.ctx().egui_wants_keyboard_input() && ui.input(|input| input.modifiers.is_none() && input.key_pressed(key))
}

/// State of the parts of the page that only hold'em has.
#[derive(Debug, Default)]
pub struct HoldemPanel {
    bets: BetControl,
    /// End of the hand at which the page has stayed last.
    paused_at: Option<NodeId>,
    /// `true` until the user goes on from there.
    is_paused: bool,
    hands: HandsPanel,
    reasons: ReasonsPanel,
}

/// Prepares the table of a hand for this page: the bar replaces the buttons, and the last action of each player is named.
pub(super) fn complete_table(table: &mut Table, hand: &HoldemState) {
    let is_action = |kind: &ObjectKind| matches!(kind, ObjectKind::Action(_));
    table.centre.retain(|group| !group.objects.iter().any(|object| is_action(&object.kind)));
    for (player, seat) in table.seats.iter_mut().enumerate() {
        let last = hand.all_actions().filter(|action| action.player.index() == player).last();
        // The label of the cards is too near to the player's name for more text; that of the chips is free.
        if let (Some(chips), Some(last)) = (seat.get_mut(1), last) {
            chips.label = match chips.label.as_str() {
                "" => played_text(&last),
                label => format!("{label}: {}", played_text(&last)),
            };
        }
    }
}

impl HoldemPanel {
    /// End of the hand whose result is shown, while later hands have begun.
    pub fn last_seen(&self) -> Option<NodeId> {
        self.paused_at.filter(|_| self.is_paused)
    }
}

impl Play {
    /// Stays at the end of a hand until the user goes on, although the match has begun the next one or even ended it.
    /// Without people at the table the hands follow each other, and records of two people are shown where they end.
    pub(super) fn pause_after_hand(&mut self) {
        let session = &mut self.session;
        let match_node = session.match_node();
        let people = session.seats.iter().filter(|seat| seat.who.is_person()).count();
        if people == 0 || (people > 1 && !session.is_running()) || session.visible_node() != match_node {
            return;
        }
        let line = session.tree.line(match_node);
        let seen = self.holdem.paused_at.and_then(|paused| line.iter().position(|&node| node == paused));
        let is_end = |node: &NodeId| hand_of(&session.tree.node(*node).state).is_some_and(HoldemState::is_over);
        let ended = line.into_iter().skip(seen.map_or(0, |seen| seen + 1)).find(is_end);
        if let Some(ended) = ended.filter(|&ended| ended != match_node) {
            self.holdem.paused_at = Some(ended);
            self.holdem.is_paused = true;
            session.show(ended);
        } else {
            self.holdem.is_paused = false;
        }
    }

    /// Forgets positions that no longer exist.
    pub(super) fn clear_holdem(&mut self) {
        self.holdem.paused_at = None;
        self.holdem.is_paused = false;
        self.holdem.bets = BetControl::default();
        self.holdem.reasons.clear();
    }

    /// Shows the bar below the table: the actions of the person to move, or the result of the hand.
    pub(super) fn holdem_bar(&mut self, ui: &mut Ui) {
        let Some(hand) = hand_of(self.session.state()).cloned() else { return };
        Panel::bottom("holdem bar").resizable(false).exact_size(BAR_HEIGHT).show(ui, |ui| {
            if hand.is_over() {
                self.hand_end_ui(ui, &hand);
            } else if self.can_person_move() && hand.to_act().is_some() {
                let node = self.session.visible_node();
                if let Some(text) = self.holdem.bets.ui(ui, node, &hand) {
                    self.make_text(&text);
                }
            } else if let Some(Turn::Player(player)) = self.legal.turn {
                ui.weak(with("play.waits", &[&player_name(&self.session, player)]));
            }
        });
    }

    /// Shows the result of a hand, and the button for the next one.
    fn hand_end_ui(&mut self, ui: &mut Ui, hand: &HoldemState) {
        let names = self.holdem_names();
        ui.label(RichText::new(result_text(&visible_hand(hand, self.viewer()), &names)).strong().size(16.0));
        let session = &mut self.session;
        let (shown, match_node) = (session.visible_node(), session.match_node());
        let follows = shown != match_node && session.tree.line(match_node).contains(&shown);
        if follows && (ui.button(t("holdem.next")).on_hover_text("N").clicked() || is_pressed(ui, Key::N)) {
            session.show(match_node);
        }
    }

    /// Names of the players.
    fn holdem_names(&self) -> [String; 2] {
        let mut names = self.session.loaded().players().map(|player| player_name(&self.session, player));
        std::array::from_fn(|_| names.next().unwrap_or_default())
    }

    /// Shows the hand history, the session graph and the reasons of a bot beside the table.
    pub(super) fn holdem_side_ui(&mut self, ui: &mut Ui) {
        if hand_of(self.session.state()).is_none() {
            return;
        }
        let (viewer, names) = (self.viewer(), self.holdem_names());
        self.holdem.reasons.ui(ui, &self.session, &names);
        self.holdem.hands.ui(ui, &self.session, viewer, &names);
        ui.separator();
    }
}
