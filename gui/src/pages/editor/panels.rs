//! The panel below the text, with tabs for problems, moves and playtests, and the sizes of the panels, which are remembered.

use eframe::egui::{Panel, Ui};
use serde::{Deserialize, Serialize};

use super::problems::{self, ProblemRequest};
use super::tools::TextVersions;
use super::{Editor, EditorRequest, FieldRequest};
use crate::settings::Settings;
use crate::texts::t;
use crate::theme::metrics;

/// Share of the height of the page that the text keeps.
const TEXT_SHARE: f32 = 0.6;
/// Least height of the panel, in points.
const LEAST_HEIGHT: f32 = 60.0;

/// Sizes of the panels, in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelSizes {
    /// Width of the board beside the text.
    pub board: f32,
    /// Height of the panel below the text.
    pub bottom: f32,
}

impl Default for PanelSizes {
    fn default() -> Self {
        Self { board: 420.0, bottom: 190.0 }
    }
}

/// Remembers the size of a panel once the user has let it go.
pub fn remember(ui: &Ui, size: &mut f32, shown: f32) {
    let shown = shown.round();
    if shown > 0.0 && (shown - *size).abs() >= 1.0 && !ui.input(|input| input.pointer.any_down()) {
        *size = shown;
    }
}

/// Tab of the panel below the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BottomTab {
    /// The list of the diagnostics.
    #[default]
    Problems,
    /// Explanation of moves.
    Moves,
    /// Playtests and counts.
    Playtest,
}

/// State of the panel below the text.
#[derive(Debug, Default)]
pub struct BottomPanel {
    tab: BottomTab,
}

impl Editor {
    /// Shows the panel below the text; `total` is the height of the page.
    pub(super) fn bottom_ui(&mut self, ui: &mut Ui, total: f32, settings: &mut Settings) {
        // The text keeps most of the height.
        let most = (ui.available_height() - total * TEXT_SHARE).max(LEAST_HEIGHT);
        let size = settings.editor.bottom.clamp(LEAST_HEIGHT, most);
        let panel = Panel::bottom("editor tools").resizable(true).default_size(size).max_size(most);
        let shown = panel.show(ui, |ui| {
            ui.take_available_height();
            self.tabs_ui(ui);
            ui.add_space(metrics::GAP * 0.5);
            match self.bottom.tab {
                BottomTab::Problems => self.problems_ui(ui),
                BottomTab::Moves => self.moves_ui(ui),
                BottomTab::Playtest => {
                    let age = self.changed_at.map(|at| ui.input(|input| input.time) - at);
                    let is_checking = self.checking.is_some() || self.current().is_none();
                    let versions = TextVersions { tested: self.sketch_version, present: self.version, is_checking };
                    self.tools.playtest_ui(ui, self.sketch.as_ref(), versions, age);
                }
            }
        });
        remember(ui, &mut settings.editor.bottom, shown.response.rect.height());
    }

    fn tabs_ui(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            let tabs = [
                (BottomTab::Problems, "editor.tab_problems"),
                (BottomTab::Moves, "editor.tab_moves"),
                (BottomTab::Playtest, "editor.tab_playtest"),
            ];
            let has_board = self.sketch.is_some();
            for (tab, name) in tabs.into_iter().filter(|(tab, _)| has_board || *tab == BottomTab::Problems) {
                ui.selectable_value(&mut self.bottom.tab, tab, t(name));
            }
            if !has_board {
                self.bottom.tab = BottomTab::Problems;
            }
            ui.weak(problems::summary(self.checked.as_ref()));
        });
    }

    /// Shows the debugger of moves. The place of each step is scrolled into view in the text.
    fn moves_ui(&mut self, ui: &mut Ui) {
        let Some(sketch) = &mut self.sketch else { return };
        let (reached, asks_position) = self.debugger.ui(ui, sketch, self.sketch_version);
        if asks_position {
            self.request = Some(EditorRequest::PlayedPosition);
        }
        if let Some(range) = reached.filter(|_| self.sketch_version == self.version) {
            self.text.unfold(range.clone());
            self.layout.show_selection(range);
        }
    }

    fn problems_ui(&mut self, ui: &mut Ui) {
        let is_current = self.current().is_some();
        match problems::ui(ui, self.checked.as_ref(), self.text.text(), is_current) {
            Some(ProblemRequest::GoTo(at)) => self.field_request = Some(FieldRequest::Select(at..at)),
            Some(ProblemRequest::Fix(edits)) => self.make_edits(&edits),
            None => {}
        }
    }
}
