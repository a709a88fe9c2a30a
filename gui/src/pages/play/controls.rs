//! The controls below the move list: icon buttons for the actions of a game other than moves.

use eframe::egui::containers::menu::MenuButton;
use eframe::egui::{Button, Response, Ui, Vec2};

use super::Play;
use crate::keys::PlayAction;
use crate::settings::Settings;
use crate::texts::t;
use crate::theme::icons::{self, Icon};
use crate::theme::metrics;
use crate::theme::widgets::{IconButton, icon_text_button};

/// Distance between buttons of a row.
const GAP: f32 = 2.0;

impl Play {
    /// Shows the buttons that go through the moves.
    pub(super) fn steps_ui(&mut self, ui: &mut Ui) {
        ui.spacing_mut().item_spacing.x = GAP;
        let session = &self.session;
        let is_running = session.is_running();
        let (icon, name) = match (is_running, session.is_paused()) {
            (true, false) => (Icon::Pause, t("bar.pause")),
            (true, true) => (Icon::Play, t("bar.go_on")),
            (false, _) => (Icon::Play, PlayAction::PlayHere.name()),
        };
        let can_play = if is_running { self.has_computers() } else { self.can(PlayAction::PlayHere) };
        let mut wanted = None;
        let mut button = |ui: &mut Ui, action: PlayAction, icon: Icon| {
            if self.action_button(ui, action, icon).clicked() {
                wanted = Some(action);
            }
        };
        button(ui, PlayAction::First, Icon::ChevronFirst);
        button(ui, PlayAction::Back, Icon::ChevronLeft);
        let key = PlayAction::PlayOrPause.key(ui.ctx());
        let play = IconButton::new(icon, name).key(&key).show_enabled(ui, can_play);
        button(ui, PlayAction::Forward, Icon::ChevronRight);
        button(ui, PlayAction::Last, Icon::ChevronLast);
        if self.can(PlayAction::Step) {
            button(ui, PlayAction::Step, Icon::StepForward);
        }
        if self.board.is_some() {
            button(ui, PlayAction::Flip, Icon::ArrowDownUp);
        }
        if play.clicked() {
            wanted = Some(PlayAction::PlayOrPause);
        }
        if let Some(action) = wanted {
            self.run(ui.ctx(), action);
        }
    }

    /// Shows the buttons of the person who is to move, and those for the game as a whole.
    pub(super) fn actions_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        ui.spacing_mut().item_spacing.x = GAP;
        let mut wanted = None;
        let alone = self.session.seats.len() == 1;
        for (action, icon, is_shown) in [
            (PlayAction::TakeBack, Icon::Undo2, true),
            (PlayAction::Hint, Icon::Lightbulb, true),
            (PlayAction::MoveForMe, Icon::WandSparkles, true),
            (PlayAction::OfferDraw, Icon::Handshake, !alone),
            (PlayAction::Resign, Icon::Flag, true),
            (PlayAction::Comment, Icon::MessageSquareText, true),
            (PlayAction::Save, Icon::Save, self.session.has_unsaved_edits()),
        ] {
            if is_shown && self.action_button(ui, action, icon).clicked() {
                wanted = Some(action);
            }
        }
        let is_visible_elsewhere =
            self.session.is_running() && self.session.visible_node() != self.session.match_node();
        if is_visible_elsewhere && self.action_button(ui, PlayAction::PlayHere, Icon::CirclePlay).clicked() {
            wanted = Some(PlayAction::PlayHere);
        }
        self.export_menu(ui);
        wanted = self.more_menu(ui, settings).or(wanted);
        if let Some(action) = wanted {
            self.run(ui.ctx(), action);
        }
    }

    /// Shows the button for a new game.
    pub(super) fn new_game_button(&mut self, ui: &mut Ui) {
        let button = icon_text_button(ui, Icon::Plus, PlayAction::NewGame.name());
        if button.on_hover_text(PlayAction::NewGame.key(ui.ctx())).clicked() {
            self.run(ui.ctx(), PlayAction::NewGame);
        }
    }

    /// Shows the button of an action. A disabled one says why, where that is not obvious.
    fn action_button(&self, ui: &mut Ui, action: PlayAction, icon: Icon) -> Response {
        let key = action.key(ui.ctx());
        let response = IconButton::new(icon, action.name()).key(&key).show_enabled(ui, self.can(action));
        match self.refusal(action) {
            Some(reason) => response.on_disabled_hover_text(reason),
            None => response,
        }
    }

    /// Shows the menu of what is needed seldom; returns the chosen action.
    fn more_menu(&mut self, ui: &mut Ui, settings: &mut Settings) -> Option<PlayAction> {
        let mut chosen = None;
        menu(ui, Icon::Ellipsis, t("bar.more"), |ui| {
            for action in [PlayAction::Rematch, PlayAction::Swap] {
                let (button, key) = (Button::new(action.name()), action.key(ui.ctx()));
                let button = if key.is_empty() { button } else { button.shortcut_text(key) };
                let mut response = ui.add_enabled(self.can(action), button);
                if let Some(reason) = self.refusal(action) {
                    response = response.on_disabled_hover_text(reason);
                }
                if response.clicked() {
                    chosen = Some(action);
                    ui.close();
                }
            }
            ui.separator();
            ui.checkbox(&mut settings.coordinates, t("bar.names"));
            ui.checkbox(&mut settings.premove, t("settings.premove")).on_hover_text(t("settings.premove_hint"));
            self.visibility_ui(ui);
        });
        chosen
    }

    /// Shows the menu to copy and save.
    fn export_menu(&mut self, ui: &mut Ui) {
        let last = self.last_known();
        let Self { session, study, .. } = self;
        menu(ui, Icon::Download, t("bar.export"), |ui| study.files.menu(ui, session, last));
    }
}

/// Shows a button with an icon that opens a menu.
fn menu(ui: &mut Ui, icon: Icon, name: &str, contents: impl FnOnce(&mut Ui)) {
    let button = Button::new(icons::sized(icon, metrics::ICON + 1.0))
        .frame_when_inactive(false)
        .min_size(Vec2::splat(metrics::ICON_BUTTON));
    let (response, _) = MenuButton::from_button(button).ui(ui, contents);
    response.widget_info(|| eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::Button, true, name));
    response.on_hover_text(name);
}
