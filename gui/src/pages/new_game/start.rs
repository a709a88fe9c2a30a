//! The start position: the initial position of the game, random moves, or a position or line entered by the user.

use std::sync::Arc;

use eframe::egui::accesskit::Role;
use eframe::egui::{DragValue, TextEdit, Ui, WidgetInfo};

use crate::session::{OpenedGame, Records, Session, StartPosition};
use crate::texts::t;
use crate::theme::error_label;

/// Maximum number of random moves.
const MAX_PLIES: u32 = 200;

/// Kind of start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartKind {
    Initial,
    Random,
    Entered,
}

/// The form for the start position. What was entered is kept while another kind is chosen.
#[derive(Debug)]
pub struct StartForm {
    kind: StartKind,
    plies: u32,
    seed: u64,
    text: String,
    /// The position of the form, or the reason why there is none; `None` after a change.
    checked: Option<Result<(), String>>,
}

impl StartForm {
    /// Form with this position.
    pub fn new(start: &StartPosition) -> Self {
        let form = Self { kind: StartKind::Initial, plies: 4, seed: 1, text: String::new(), checked: None };
        match start {
            StartPosition::Initial => form,
            StartPosition::Random { plies, seed } => {
                Self { kind: StartKind::Random, plies: *plies, seed: *seed, ..form }
            }
            StartPosition::Entered(text) => Self { kind: StartKind::Entered, text: text.clone(), ..form },
        }
    }

    /// The chosen position.
    pub fn position(&self) -> StartPosition {
        match self.kind {
            StartKind::Initial => StartPosition::Initial,
            StartKind::Random => StartPosition::Random { plies: self.plies, seed: self.seed },
            StartKind::Entered => StartPosition::Entered(self.text.clone()),
        }
    }

    /// Forgets the answer of the check, for a game with other options.
    pub fn check_again(&mut self) {
        self.checked = None;
    }

    /// `true` if the game can begin from the chosen position.
    pub fn is_possible(&self) -> bool {
        self.checked.as_ref().is_none_or(Result::is_ok)
    }

    /// Shows the form, with an error if the game cannot begin from the chosen position.
    pub fn ui(&mut self, ui: &mut Ui, opened: &Arc<OpenedGame>) {
        let before = self.position();
        ui.horizontal_wrapped(|ui| {
            for (kind, name) in [
                (StartKind::Initial, "begin.usual"),
                (StartKind::Random, "begin.random"),
                (StartKind::Entered, "begin.told"),
            ] {
                ui.selectable_value(&mut self.kind, kind, t(name));
            }
        });
        match self.kind {
            StartKind::Initial => {}
            StartKind::Random => {
                ui.horizontal(|ui| {
                    let label = ui.label(t("begin.plies"));
                    ui.add(DragValue::new(&mut self.plies).range(1..=MAX_PLIES)).labelled_by(label.id);
                    let label = ui.label(t("begin.seed"));
                    ui.add(DragValue::new(&mut self.seed)).labelled_by(label.id);
                });
            }
            StartKind::Entered => {
                let field = TextEdit::multiline(&mut self.text).desired_rows(2).desired_width(f32::INFINITY);
                let response = ui.add(field.hint_text(t("study.set_hint")));
                response.widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, true, t("begin.field")));
            }
        }
        if before != self.position() {
            self.checked = None;
        }
        let position = self.position();
        let checked = self.checked.get_or_insert_with(|| {
            Session::new(opened.clone(), Vec::new(), 0, Records::default()).go_to_start(&position)
        });
        if let Err(reason) = checked {
            error_label(ui, reason);
        }
    }
}
