//! The start position form: the initial position of the game, random moves, or a position or line entered by the user.

use eframe::egui::{CollapsingHeader, DragValue, TextEdit, Ui};

use crate::session::Session;
use crate::texts::t;

/// Kind of start position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum StartKind {
    #[default]
    Initial,
    Random,
    Entered,
}

/// The form for the start position. It changes nothing until its button is clicked.
#[derive(Debug)]
pub struct StartForm {
    kind: StartKind,
    plies: u32,
    seed: u64,
    text: String,
    /// Error of the last attempt.
    error: Option<String>,
}

/// Maximum number of random moves.
const MAX_PLIES: u32 = 200;

impl Default for StartForm {
    fn default() -> Self {
        Self { kind: StartKind::Initial, plies: 4, seed: 1, text: String::new(), error: None }
    }
}

impl StartForm {
    /// Shows the form; `true` if a match is to start from the chosen position, which is visible then.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        CollapsingHeader::new(t("begin.title")).show(ui, |ui| self.form(ui, session)).body_returned.unwrap_or(false)
    }

    fn form(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        let before = (self.kind, self.plies, self.seed, self.text.clone());
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
                let field = TextEdit::multiline(&mut self.text).desired_rows(2).hint_text(t("study.set_hint"));
                let name = t("begin.told");
                ui.add(field).widget_info(|| {
                    eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::MultilineTextInput, true, name)
                });
            }
        }
        // An error disappears when the form is changed.
        if before != (self.kind, self.plies, self.seed, self.text.clone()) {
            self.error = None;
        }
        let begun = ui.button(t("begin.begin")).clicked() && self.begin(session);
        if let Some(reason) = &self.error {
            crate::theme::error_label(ui, reason);
        }
        begun
    }

    /// Shows the start position in the session; `true` on success.
    fn begin(&mut self, session: &mut Session) -> bool {
        self.error = match self.kind {
            StartKind::Initial => session.go_along([]),
            StartKind::Random => session.go_along_random(self.plies, self.seed),
            StartKind::Entered => session.go_to(&self.text),
        }
        .err();
        if self.error.is_none() {
            session.start_new_games_here();
        }
        self.error.is_none()
    }
}
