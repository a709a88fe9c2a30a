//! The side of the page: moves with their controls, analysis, and the log of the game; beside the board, or as tabs below it
//! in narrow windows.

use eframe::egui::{Align, CollapsingHeader, Layout, Panel, ScrollArea, Ui};

use super::Play;
use super::study::SeenLine;
use crate::keys::PlayAction;
use crate::settings::{MIN_SIDE_WIDTH, Settings};
use crate::texts::t;
use crate::theme::metrics;

/// Part of the width of the page that the side takes at most.
const MAX_SHARE: f32 = 0.5;
/// Height of the tabs below the board at first, in points.
const TABS_HEIGHT: f32 = 190.0;
/// Width of the tabs beside the board in narrow windows that are wider than high.
const TABS_WIDTH: f32 = 250.0;
/// Part of the width of such windows that the tabs take at most.
const TABS_SHARE: f32 = 0.4;
/// Ratio of the width to the height from which tabs stand beside the board.
const LANDSCAPE: f32 = 1.2;
/// Part of the height of the side for the list of moves.
const MOVES_SHARE: f32 = 0.36;
/// Least height of the list of moves.
const MIN_MOVES: f32 = 96.0;

/// Tab below the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SideTab {
    /// Moves.
    #[default]
    Moves,
    /// Analysis and outcomes of chance.
    Analysis,
    /// Log of the game, and deals of cards.
    Log,
}

impl Play {
    /// Shows the side of the page.
    pub(super) fn side_panel(&mut self, ui: &mut Ui, settings: &mut Settings) {
        let (width, height) = (ui.available_width(), ui.available_height());
        let is_narrow = width < metrics::NARROW;
        if !is_narrow {
            let most = (width * MAX_SHARE).max(MIN_SIDE_WIDTH);
            let panel = Panel::right("play side").resizable(true).size_range(MIN_SIDE_WIDTH..=most);
            let shown = panel.default_size(settings.side_width.min(most)).show(ui, |ui| self.side_ui(ui, settings));
            let width = shown.response.rect.width().round();
            // The width is kept after the drag: the settings are written whenever they change.
            if !ui.input(|input| input.pointer.any_down()) && width < most {
                settings.side_width = width;
            }
        } else if width > height * LANDSCAPE {
            // Below the board, tabs would leave no room for it.
            let panel =
                Panel::right("play side tabs").resizable(false).exact_size((width * TABS_SHARE).min(TABS_WIDTH));
            panel.show(ui, |ui| self.tabs_ui(ui, settings));
        } else {
            let panel = Panel::bottom("play tabs").resizable(true).default_size(TABS_HEIGHT);
            panel.show(ui, |ui| self.tabs_ui(ui, settings));
        }
    }

    /// Shows all parts below each other.
    fn side_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        ui.add_space(metrics::GAP);
        let height = (ui.available_height() * MOVES_SHARE).max(MIN_MOVES);
        ui.allocate_ui(eframe::egui::Vec2::new(ui.available_width(), height), |ui| {
            ui.set_min_height(height);
            self.moves_list_ui(ui, height);
        });
        ui.horizontal(|ui| {
            self.steps_ui(ui);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| self.new_game_button(ui));
        });
        ui.horizontal(|ui| self.actions_ui(ui, settings));
        self.study.files.progress_ui(ui);
        ui.separator();
        ScrollArea::vertical().id_salt("side").auto_shrink(false).show(ui, |ui| {
            self.dice_ui(ui);
            self.analysis_ui(ui);
            self.deals_ui(ui);
            CollapsingHeader::new(t("log.title")).default_open(self.tells_story()).show(ui, |ui| {
                self.log_ui(ui, ui.available_height().max(160.0));
            });
        });
    }

    /// Shows one part below the board, and the tabs to choose it.
    fn tabs_ui(&mut self, ui: &mut Ui, settings: &mut Settings) {
        ui.horizontal_wrapped(|ui| {
            self.steps_ui(ui);
            self.actions_ui(ui, settings);
            self.new_game_button(ui);
        });
        self.study.files.progress_ui(ui);
        ui.horizontal(|ui| {
            for (tab, name) in
                [(SideTab::Moves, "study.moves"), (SideTab::Analysis, "study.title"), (SideTab::Log, "log.title")]
            {
                ui.selectable_value(&mut self.tab, tab, t(name));
            }
        });
        let height = ui.available_height();
        let area = ScrollArea::vertical().id_salt("tab").auto_shrink(false);
        match self.tab {
            SideTab::Moves => self.moves_list_ui(ui, height),
            SideTab::Analysis => drop(area.show(ui, |ui| {
                self.dice_ui(ui);
                self.analysis_ui(ui);
            })),
            SideTab::Log => drop(area.show(ui, |ui| {
                self.deals_ui(ui);
                self.log_ui(ui, height);
            })),
        }
    }

    /// Shows the list of moves and the result.
    fn moves_list_ui(&mut self, ui: &mut Ui, height: f32) {
        let (result, seen) = (self.game_result_text(), SeenLine { viewer: self.viewer(), last: self.last_known() });
        self.study.moves_ui(ui, &mut self.session, seen, result.as_deref(), height);
    }

    /// Shows the analysis of the visible position and of the whole game.
    fn analysis_ui(&mut self, ui: &mut Ui) {
        let last = self.last_known();
        self.study.analysis_ui(ui, &mut self.session, &self.legal, last);
        if self.can(PlayAction::EvaluationBar) && self.board.is_some() {
            let mut is_shown = self.shows_evaluation;
            let key = PlayAction::EvaluationBar.key(ui.ctx());
            if ui.checkbox(&mut is_shown, PlayAction::EvaluationBar.name()).on_hover_text(key).changed() {
                self.run(ui.ctx(), PlayAction::EvaluationBar);
            }
        }
    }

    /// `true` if the log tells what a list of moves does not: in games with chance, hidden information or more players.
    fn tells_story(&self) -> bool {
        let game = self.session.loaded().game();
        game.has_chance() || game.has_hidden_information() || self.session.seats.len() > 2
    }

    /// Shows the choice between dice of the program and real ones.
    fn dice_ui(&mut self, ui: &mut Ui) {
        if self.session.allows_real_dice() {
            let mut real = self.session.has_real_dice();
            if ui.checkbox(&mut real, t("play.real_dice")).on_hover_text(t("play.real_dice_hint")).changed() {
                self.session.set_real_dice(real);
            }
        }
    }
}
