//! The list of the diagnostics below the text, and quick fixes for them: at each problem, and at the cursor.

use boardwright_lang::Severity;
use boardwright_lang::analysis::{Edit, QuickFix};
use eframe::egui::{Area, Button, Frame, Id, Key, Modifiers, Order, Rect, RichText, ScrollArea, Ui};

use super::check::CheckResult;
use crate::texts::{t, with};
use crate::theme::icons::{self, Icon};
use crate::theme::widgets::IconButton;
use crate::theme::{metrics, palette};

/// Request of the list to the editor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProblemRequest {
    /// Move the cursor to this byte offset.
    GoTo(usize),
    /// Make these edits.
    Fix(Vec<Edit>),
}

/// Number of things with their name: "1 error", "2 errors".
fn counted(count: usize, one: &'static str, many: &'static str) -> String {
    if count == 1 { t(one).to_owned() } else { with(many, &[&count]) }
}

/// The numbers of errors and warnings.
pub fn summary(checked: Option<&CheckResult>) -> String {
    let Some(checked) = checked else { return t("editor.checking").to_owned() };
    let found = checked.analysis.diagnostics();
    let errors = found.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).count();
    let warnings = counted(found.len() - errors, "editor.one_warning", "editor.warnings");
    with("editor.problems", &[&counted(errors, "editor.one_error", "editor.errors"), &warnings])
}

/// Lists the diagnostics, one a line. Fixes are offered while the result belongs to the present text.
pub fn ui(ui: &mut Ui, checked: Option<&CheckResult>, text: &str, is_current: bool) -> Option<ProblemRequest> {
    let mut request = None;
    let checked = checked?;
    if checked.analysis.diagnostics().is_empty() {
        ui.weak(t("editor.no_problems"));
        return None;
    }
    ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
        for (index, diagnostic) in checked.analysis.diagnostics().iter().enumerate() {
            ui.horizontal(|ui| {
                let at = diagnostic.span.start as usize;
                let line = text.get(..at).map_or(0, |before| before.matches('\n').count()) + 1;
                let message = with("editor.problem", &[&line, &diagnostic.message]);
                let palette = palette(ui);
                let (icon, colour) = match diagnostic.severity {
                    Severity::Error => (Icon::CircleX, palette.error),
                    Severity::Warning => (Icon::TriangleAlert, palette.warning),
                };
                ui.label(icons::icon(icon).color(colour));
                let fixes: Vec<&QuickFix> = if is_current { checked.fixes_of(index).collect() } else { Vec::new() };
                if let Some(edits) = fix_button(ui, &fixes) {
                    request = Some(ProblemRequest::Fix(edits));
                }
                let mut link = ui.add(Button::new(RichText::new(message).color(colour)).frame(false));
                if let Some(help) = &diagnostic.help {
                    link = link.on_hover_text(help);
                }
                if link.clicked() && diagnostic.span.source == 0 {
                    request = Some(ProblemRequest::GoTo(at));
                }
            });
        }
    });
    request
}

/// The button for the fixes of a problem: it makes the only fix, or lists several.
fn fix_button(ui: &mut Ui, fixes: &[&QuickFix]) -> Option<Vec<Edit>> {
    let [first, others @ ..] = fixes else { return None };
    let button = IconButton::new(Icon::Lightbulb, &first.title).key("Ctrl+.").show(ui);
    if others.is_empty() {
        return button.clicked().then(|| first.edits.clone());
    }
    let mut chosen = None;
    eframe::egui::Popup::menu(&button).show(|ui| {
        for fix in fixes {
            if ui.button(&fix.title).clicked() {
                chosen = Some(fix.edits.clone());
            }
        }
    });
    chosen
}

/// The list of fixes at the cursor.
#[derive(Debug, Default)]
pub struct FixList {
    /// The fixes; `None` if the list is closed.
    fixes: Option<Vec<QuickFix>>,
    selected: usize,
}

impl FixList {
    /// Opens the list; an empty one says that there are no fixes.
    pub fn open(&mut self, fixes: Vec<QuickFix>) {
        self.fixes = Some(fixes);
        self.selected = 0;
    }

    /// Closes the list.
    pub fn close(&mut self) {
        self.fixes = None;
    }

    /// Handles the keys of an open list before the text field does; returns the chosen fix.
    pub fn handle_keys(&mut self, ui: &Ui) -> Option<QuickFix> {
        let count = self.fixes.as_ref()?.len();
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
        if pressed(Key::Escape) {
            self.close();
            return None;
        }
        if count == 0 {
            return None;
        }
        if pressed(Key::ArrowDown) {
            self.selected = (self.selected + 1) % count;
        }
        if pressed(Key::ArrowUp) {
            self.selected = (self.selected + count - 1) % count;
        }
        if pressed(Key::Enter) || pressed(Key::Tab) {
            return self.fixes.take()?.into_iter().nth(self.selected);
        }
        None
    }

    /// Shows the list below the cursor; returns the chosen fix.
    pub fn ui(&mut self, ui: &Ui, cursor: Rect) -> Option<QuickFix> {
        let fixes = self.fixes.as_ref()?;
        let mut chosen = None;
        let area = Area::new(Id::unique("quick fixes")).order(Order::Foreground).fixed_pos(cursor.left_bottom());
        let shown = area.constrain(true).show(ui.ctx(), |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(metrics::READABLE * 0.75);
                if fixes.is_empty() {
                    ui.weak(t("editor.no_fix"));
                }
                for (number, fix) in fixes.iter().enumerate() {
                    if ui.selectable_label(number == self.selected, &fix.title).clicked() {
                        chosen = Some(fix.clone());
                    }
                }
            });
        });
        if chosen.is_some() || shown.response.clicked_elsewhere() {
            self.close();
        }
        chosen
    }
}
