//! The toolbar above the board: actions of a game other than moves.

use boardwright_game::game::Turn;
use eframe::egui::{Context, Key, Modifiers, Ui};

use super::Play;
use crate::settings::Settings;
use crate::texts::t;

/// Action of the toolbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolbarAction {
    /// Start the game again from its beginning.
    New,
    /// Start a match from the visible position.
    PlayHere,
    /// Take back the last own move.
    TakeBack,
    /// Resign.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Pause or resume computers.
    Pause(bool),
    /// Let a computer make one move.
    Step,
    /// Show a good move.
    Hint,
    /// Let the default player make a move.
    MoveForMe,
    /// Rotate the seats.
    Swap,
    /// Show the board from the other side.
    Flip,
}

impl Play {
    /// Shows the buttons; returns the chosen action.
    pub(super) fn toolbar(&self, ui: &mut Ui, settings: &mut Settings, details: &mut bool) -> Option<ToolbarAction> {
        let session = &self.session;
        // While the screen is handed over, nobody may act for the person who is to move.
        let is_owned = !self.is_screen_free();
        let asked = is_owned && session.asked_person().is_some();
        let take_back = session.take_back_target();
        let alone = session.seats.len() == 1;
        let computers = session.seats.iter().any(|seat| !seat.who.is_person());
        let over = self.legal.choices.is_empty();
        let paused = session.is_paused();
        let elsewhere = !session.is_running() || session.visible_node() != session.match_node();
        let buttons = [
            (true, "bar.new", Some(Key::N), ToolbarAction::New),
            (is_owned && elsewhere && !over, "bar.play_here", Some(Key::P), ToolbarAction::PlayHere),
            (take_back.is_ok(), "bar.take_back", Some(Key::Z), ToolbarAction::TakeBack),
            (!over && self.can_advise(), "bar.hint", Some(Key::H), ToolbarAction::Hint),
            (
                !over && self.can_person_move() && (asked || elsewhere),
                "bar.move_for_me",
                Some(Key::M),
                ToolbarAction::MoveForMe,
            ),
            (computers, if paused { "bar.go_on" } else { "bar.pause" }, None, ToolbarAction::Pause(!paused)),
            (!alone && self.swap_refusal().is_none(), "bar.swap", None, ToolbarAction::Swap),
            (asked && !alone, "bar.offer_draw", None, ToolbarAction::OfferDraw),
            (asked, "bar.resign", None, ToolbarAction::Resign),
            (self.board.is_some(), "bar.flip", None, ToolbarAction::Flip),
        ];
        let step = (computers && paused).then_some((true, "bar.step", None, ToolbarAction::Step));
        let mut wanted = None;
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.spacing_mut().button_padding.x = 8.0;
        for (enabled, name, key, meaning) in buttons.into_iter().chain(step) {
            let button = eframe::egui::Button::new(t(name));
            let mut response = ui.add_enabled(enabled, button);
            if let Some(reason) = self.refusal(meaning) {
                response = response.on_disabled_hover_text(t(reason));
            }
            if let Some(key) = key {
                response = response.on_hover_text(format!("Ctrl+{}", key.name()));
            }
            let pressed = key.is_some_and(|key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key)));
            if response.clicked() || (pressed && enabled) {
                wanted = Some(meaning);
            }
        }
        ui.checkbox(details, t("bar.details"));
        ui.checkbox(&mut settings.coordinates, t("bar.names"));
        wanted
    }

    /// Name of the text that says why an action is not possible, if there is one.
    fn refusal(&self, action: ToolbarAction) -> Option<&'static str> {
        let needs_owner = matches!(
            action,
            ToolbarAction::PlayHere
                | ToolbarAction::Hint
                | ToolbarAction::MoveForMe
                | ToolbarAction::OfferDraw
                | ToolbarAction::Resign
        );
        match action {
            ToolbarAction::TakeBack => self.session.take_back_target().err(),
            ToolbarAction::Swap => self.swap_refusal(),
            _ => (needs_owner && self.is_screen_free()).then_some("bar.handed_over"),
        }
    }

    /// Name of the text that says why the seats cannot be swapped, if they cannot.
    fn swap_refusal(&self) -> Option<&'static str> {
        if self.is_screen_free() {
            return Some("bar.handed_over");
        }
        self.session.is_opened_record().then_some("bar.no_swap_record")
    }

    /// Swaps the seats: of the running game, or, after its end, for a new one. A finished game keeps its seats.
    pub(super) fn swap_seats(&mut self, window: &Context) {
        let is_over = self.session.end().is_some() || matches!(self.legal.turn, Some(Turn::Over(_)));
        self.session.seats.rotate_right(1);
        // Another person has each seat.
        self.screen_owner = None;
        self.update_side();
        if is_over {
            self.apply_action(window, ToolbarAction::New);
        } else if !self.legal.choices.is_empty() {
            self.session.play(&window.into());
        }
    }
}
