//! Where games begin: as the game says, after random moves, or at a position or a line that a person writes.

use eframe::egui::{CollapsingHeader, DragValue, TextEdit, Ui};

use crate::session::Session;
use crate::texts::t;

/// Where games begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Way {
    #[default]
    Usual,
    Random,
    Told,
}

/// The form in which a start is chosen; nothing changes before that is asked for.
#[derive(Debug)]
pub struct BeginForm {
    way: Way,
    plies: u32,
    seed: u64,
    text: String,
    /// Why it cannot be begun there.
    wrong: Option<String>,
}

/// More random moves are hardly a start any more.
const MOST_PLIES: u32 = 200;

impl Default for BeginForm {
    fn default() -> Self {
        Self { way: Way::Usual, plies: 4, seed: 1, text: String::new(), wrong: None }
    }
}

impl BeginForm {
    /// Shows it; whether a match is to be played from what a person has chosen, which is shown then.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        CollapsingHeader::new(t("begin.title")).show(ui, |ui| self.form(ui, session)).body_returned.unwrap_or(false)
    }

    fn form(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        ui.horizontal_wrapped(|ui| {
            for (way, name) in [(Way::Usual, "begin.usual"), (Way::Random, "begin.random"), (Way::Told, "begin.told")] {
                ui.selectable_value(&mut self.way, way, t(name));
            }
        });
        match self.way {
            Way::Usual => {}
            Way::Random => {
                ui.horizontal(|ui| {
                    let label = ui.label(t("begin.plies"));
                    ui.add(DragValue::new(&mut self.plies).range(1..=MOST_PLIES)).labelled_by(label.id);
                    let label = ui.label(t("begin.seed"));
                    ui.add(DragValue::new(&mut self.seed)).labelled_by(label.id);
                });
            }
            Way::Told => {
                let field = TextEdit::multiline(&mut self.text).desired_rows(2).hint_text(t("study.set_hint"));
                let name = t("begin.told");
                ui.add(field).widget_info(|| {
                    eframe::egui::WidgetInfo::labeled(eframe::egui::accesskit::Role::MultilineTextInput, true, name)
                });
            }
        }
        let begun = ui.button(t("begin.begin")).clicked() && self.begin(session);
        if let Some(reason) = &self.wrong {
            ui.colored_label(ui.visuals().error_fg_color, reason);
        }
        begun
    }

    /// Shows the start in the session; whether that could be done.
    fn begin(&mut self, session: &mut Session) -> bool {
        self.wrong = match self.way {
            Way::Usual => session.set_line([]),
            Way::Random => session.set_random(self.plies, self.seed),
            Way::Told => session.set(&self.text),
        }
        .err();
        if self.wrong.is_none() {
            session.begin_here();
        }
        self.wrong.is_none()
    }
}
