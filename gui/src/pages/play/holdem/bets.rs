//! Actions of the person to move: fold, check or call, and a bet or raise whose amount is set by a slider, typed, or one of
//! the usual sizes. Every amount that can be set is legal.

use boardwright_games::holdem::{HoldemAction, HoldemState, RaiseInterval, action_text};
use eframe::egui::{Button, DragValue, Key, RichText, Slider, Ui};

use super::is_pressed;
use crate::session::NodeId;
use crate::texts::t;

/// The amount of a bet or raise.
#[derive(Debug, Default)]
pub struct BetControl {
    /// Position for which the amount is set.
    node: Option<NodeId>,
    amount: u32,
}

/// Keys of the usual sizes, in their order.
const SIZE_KEYS: [Key; 5] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5];

/// Names of the usual sizes with their amounts, smallest first: the minimum, parts of the pot after a call, and all-in.
/// Sizes outside the interval, and sizes that equal a smaller one, are left out.
fn usual_sizes(hand: &HoldemState, interval: RaiseInterval) -> Vec<(&'static str, u32)> {
    let Some(player) = hand.to_act() else { return Vec::new() };
    let highest = u64::from(hand.street_bet(player.next(2)));
    let pot = u64::from(hand.pot()) + u64::from(hand.to_call(player));
    let of_pot = |quarters: u64| u32::try_from(highest + pot * quarters / 4).unwrap_or(u32::MAX);
    let pots = [("holdem.half", 2), ("holdem.three_quarters", 3), ("holdem.pot", 4)];
    let minimum = ("holdem.minimum", interval.min_to);
    let inner = [minimum].into_iter().chain(pots.map(|(name, quarters)| (name, of_pot(quarters))));
    let mut sizes: Vec<(&'static str, u32)> = Vec::new();
    for (name, amount) in inner {
        let last = sizes.last().map_or(0, |&(_, last)| last);
        if amount >= interval.min_to && amount < interval.max_to && amount > last {
            sizes.push((name, amount));
        }
    }
    sizes.push(("holdem.all_in", interval.max_to));
    sizes
}

/// Text of a button: that of the action with a capital letter.
fn button_text(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

impl BetControl {
    /// Shows the actions; returns the text of the chosen move.
    pub fn ui(&mut self, ui: &mut Ui, node: NodeId, hand: &HoldemState) -> Option<String> {
        let interval = hand.raise_interval();
        if self.node != Some(node) {
            *self = Self { node: Some(node), amount: interval.map_or(0, |interval| interval.min_to) };
        }
        if let Some(interval) = interval {
            self.amount_ui(ui, hand, interval);
        }
        let mut actions = vec![(HoldemAction::Call, Key::C)];
        if hand.can_fold() {
            actions.insert(0, (HoldemAction::Fold, Key::F));
        }
        actions.extend(interval.map(|_| (HoldemAction::RaiseTo(self.amount), Key::R)));
        let mut chosen = None;
        ui.horizontal_wrapped(|ui| {
            for (action, key) in actions {
                let text = action_text(hand, action);
                let button = Button::new(RichText::new(button_text(&text)).size(17.0));
                let clicked = ui.add(button).on_hover_text(key.name()).clicked();
                if clicked || is_pressed(ui, key) {
                    chosen = Some(text);
                }
            }
        });
        chosen
    }

    /// Shows the slider, the field and the usual sizes.
    fn amount_ui(&mut self, ui: &mut Ui, hand: &HoldemState, interval: RaiseInterval) {
        let range = interval.min_to..=interval.max_to;
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("holdem.amount"));
            let step = hand.big_blind();
            let field = DragValue::new(&mut self.amount).range(range.clone()).speed(f64::from(step) / 10.0);
            ui.add(field).labelled_by(label.id);
            ui.spacing_mut().slider_width = 180.0;
            let slider = Slider::new(&mut self.amount, range).logarithmic(true).show_value(false);
            ui.add(slider).on_hover_text(t("holdem.keys"));
            for ((name, amount), key) in usual_sizes(hand, interval).into_iter().zip(SIZE_KEYS) {
                let button = ui.selectable_label(self.amount == amount, t(name));
                if button.on_hover_text(format!("{amount} ({})", key.name())).clicked() || is_pressed(ui, key) {
                    self.amount = amount;
                }
            }
            if is_pressed(ui, Key::Plus) {
                self.amount = self.amount.saturating_add(step);
            }
            if is_pressed(ui, Key::Minus) {
                self.amount = self.amount.saturating_sub(step);
            }
            self.amount = interval.clamp(self.amount);
        });
    }
}

#[cfg(test)]
mod tests {
    use boardwright_game::ids::Player;
    use boardwright_games::holdem::{HandSetup, parse_cards};

    use super::*;

    fn hand(stack: u32) -> HoldemState {
        let setup = HandSetup { stacks: [stack; 2], small_blind: 50, big_blind: 100, button: Player::FIRST };
        let mut hand = HoldemState::new(setup);
        for cards in ["AsKd", "7h7c"] {
            hand.deal_hole(parse_cards(cards).expect("cards").try_into().ok());
        }
        hand
    }

    #[test]
    fn usual_sizes_are_legal_and_rise() {
        // The pot after a call of 50 is 200; all parts of it count from the big blind of 100.
        let amounts = |stack| {
            let hand = hand(stack);
            let sizes = usual_sizes(&hand, hand.raise_interval().expect("a raise is legal"));
            sizes.into_iter().map(|(_, amount)| amount).collect::<Vec<_>>()
        };
        assert_eq!(amounts(20_000), [200, 250, 300, 20_000]);
        assert_eq!(amounts(260), [200, 250, 260]);
        assert_eq!(amounts(150), [150], "all-in for less than the minimum");
    }
}
