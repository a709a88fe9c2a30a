//! What can be done with a game besides moving: the buttons above the board.

use eframe::egui::{Key, Modifiers, Ui};

use super::Play;
use crate::settings::Settings;
use crate::texts::t;

/// What a person wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// The same game from its beginning.
    New,
    /// A match from the position that is shown.
    PlayHere,
    /// To go back to the own last move.
    TakeBack,
    /// To give up.
    Resign,
    /// A draw.
    OfferDraw,
    /// Computers held back, or not.
    Pause(bool),
    /// One move of a computer.
    Step,
    /// To be shown a good move.
    Hint,
    /// A move made by the usual player.
    MoveForMe,
    /// Everybody on the next seat.
    Swap,
}

impl Play {
    /// The buttons; gives what a person wants.
    pub(super) fn bar(&self, ui: &mut Ui, settings: &mut Settings, details: &mut bool) -> Option<Wanted> {
        let session = &self.session;
        let asked = session.asked().is_some();
        let begun = session.tree.parent(session.shown()).is_some();
        let alone = session.seats.len() == 1;
        let computers = session.seats.iter().any(|seat| !seat.who.is_person());
        let over = self.legal.choices.is_empty();
        let paused = session.is_paused();
        let elsewhere = !session.is_running() || session.shown() != session.live();
        let buttons = [
            (true, "bar.new", Some(Key::N), Wanted::New),
            (elsewhere && !over, "bar.play_here", Some(Key::P), Wanted::PlayHere),
            (begun, "bar.take_back", Some(Key::Z), Wanted::TakeBack),
            (!over, "bar.hint", Some(Key::H), Wanted::Hint),
            (!over && (asked || elsewhere), "bar.move_for_me", Some(Key::M), Wanted::MoveForMe),
            (computers, if paused { "bar.go_on" } else { "bar.pause" }, None, Wanted::Pause(!paused)),
            (computers && paused, "bar.step", None, Wanted::Step),
            (!alone, "bar.swap", None, Wanted::Swap),
            (asked && !alone, "bar.offer_draw", None, Wanted::OfferDraw),
            (asked, "bar.resign", None, Wanted::Resign),
        ];
        let mut wanted = None;
        ui.label(eframe::egui::RichText::new(&session.loaded().title).heading().strong());
        for (enabled, name, key, meaning) in buttons {
            let button = eframe::egui::Button::new(t(name));
            let mut response = ui.add_enabled(enabled, button);
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
}
