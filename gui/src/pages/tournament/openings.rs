//! The starts of the games of a new tournament: the initial position, random moves, a file of openings, or typed lines.

use std::path::{Path, PathBuf};

use boardwright_arena::tournament::StartConfig;
use eframe::egui::accesskit::Role;
use eframe::egui::{Label, RichText, TextEdit, Ui, WidgetInfo};

use super::fields::{fields, number, optional};
use crate::dialog::{Dialog, FileRequest, Purpose};
use crate::texts::t;
use crate::theme::{metrics, palette};

/// Greatest number of random moves, and of moves that are taken from an opening.
const MAX_PLIES: u32 = 200;
/// Value up to which starts count as balanced at first.
const BALANCED: f64 = 0.35;
/// Number of moves taken from an opening at first.
const LINE_PLIES: u32 = 8;
/// File types of openings.
const EXTENSIONS: [&str; 6] = ["pgn", "pdn", "sgf", "epd", "fen", "txt"];

/// Kind of the starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StartKind {
    Initial,
    #[default]
    Random,
    File,
    Typed,
}

/// The form for the starts. What was entered is kept while another kind is chosen.
#[derive(Debug)]
pub struct OpeningsForm {
    kind: StartKind,
    plies: u32,
    balanced: Option<f64>,
    path: String,
    text: String,
    line_plies: Option<u32>,
    shuffled: bool,
    dialog: Dialog,
}

impl Default for OpeningsForm {
    fn default() -> Self {
        Self {
            kind: StartKind::default(),
            plies: 2,
            balanced: None,
            path: String::new(),
            text: String::new(),
            line_plies: None,
            shuffled: false,
            dialog: Dialog::default(),
        }
    }
}

impl OpeningsForm {
    /// Form with the starts of a configuration, whose paths refer to a folder.
    pub fn of(start: &StartConfig, folder: &Path) -> Self {
        let kind = match (&start.lines, start.plies) {
            (Some(_), _) => StartKind::File,
            (None, 0) => StartKind::Initial,
            (None, _) => StartKind::Random,
        };
        Self {
            kind,
            plies: start.plies.max(1),
            balanced: start.balanced,
            path: start.lines.as_ref().map(|lines| folder.join(lines).display().to_string()).unwrap_or_default(),
            line_plies: start.line_plies,
            shuffled: start.shuffled,
            ..Self::default()
        }
    }

    /// Configuration of the starts, and the typed text in place of a file.
    ///
    /// # Errors
    /// If a file or lines are wanted, and there are none.
    pub fn config(&self) -> Result<(StartConfig, Option<String>), String> {
        let (line_plies, shuffled) = (self.line_plies, self.shuffled);
        Ok(match self.kind {
            StartKind::Initial => (StartConfig::default(), None),
            StartKind::Random => {
                (StartConfig { plies: self.plies, balanced: self.balanced, ..StartConfig::default() }, None)
            }
            StartKind::File if self.path.trim().is_empty() => return Err(t("tournament.no_file").to_owned()),
            StartKind::File => {
                let path = PathBuf::from(self.path.trim());
                let path = std::path::absolute(&path).unwrap_or(path);
                (StartConfig { lines: Some(path), line_plies, shuffled, ..StartConfig::default() }, None)
            }
            StartKind::Typed if self.text.trim().is_empty() => return Err(t("tournament.no_lines").to_owned()),
            StartKind::Typed => {
                let lines = Some(PathBuf::new());
                (StartConfig { lines, line_plies, shuffled, ..StartConfig::default() }, Some(self.text.clone()))
            }
        })
    }

    /// Shows the form.
    pub fn ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for (kind, name) in [
                (StartKind::Initial, "begin.usual"),
                (StartKind::Random, "begin.random"),
                (StartKind::File, "tournament.from_file"),
                (StartKind::Typed, "tournament.typed"),
            ] {
                ui.selectable_value(&mut self.kind, kind, t(name));
            }
        });
        match self.kind {
            StartKind::Initial => {}
            StartKind::Random => fields(ui, "random starts", |ui| {
                number(ui, "tournament.plies", "tournament.plies_hint", &mut self.plies, 1..=MAX_PLIES);
                let (name, hint) = ("tournament.balanced", "tournament.balanced_hint");
                optional(ui, name, hint, &mut self.balanced, BALANCED, 0.0..=0.99);
            }),
            StartKind::File => self.file_ui(ui),
            StartKind::Typed => {
                let field = TextEdit::multiline(&mut self.text).desired_rows(4).desired_width(f32::INFINITY);
                let field = ui.add(field.hint_text(t("tournament.lines_hint")));
                field.widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, true, t("tournament.lines")));
                self.lines_ui(ui);
            }
        }
    }

    /// Shows the file and its button.
    fn file_ui(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let label = ui.label(t("tournament.file"));
            let width = (ui.available_width() - 110.0).max(120.0);
            ui.add(TextEdit::singleline(&mut self.path).desired_width(width)).labelled_by(label.id);
            let wanted = || FileRequest {
                title: t("tournament.openings").to_owned(),
                purpose: Purpose::Open,
                kinds: vec![(t("tournament.openings").to_owned(), EXTENSIONS.to_vec())],
            };
            if let Some(path) = self.dialog.button(ui, "players.choose", wanted) {
                self.path = path.display().to_string();
            }
        });
        let about = RichText::new(t("tournament.file_hint")).size(metrics::SMALL).color(palette(ui).weak);
        ui.add(Label::new(about).wrap());
        self.lines_ui(ui);
    }

    /// Shows how much of the openings is used, and in which order.
    fn lines_ui(&mut self, ui: &mut Ui) {
        fields(ui, "lines", |ui| {
            let (name, hint) = ("tournament.line_plies", "tournament.line_plies_hint");
            optional(ui, name, hint, &mut self.line_plies, LINE_PLIES, 0..=MAX_PLIES);
        });
        ui.checkbox(&mut self.shuffled, t("tournament.shuffled")).on_hover_text(t("tournament.shuffled_hint"));
    }
}
