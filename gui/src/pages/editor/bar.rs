//! The bar above the text: the name of the file, buttons, and the field for a new name.

use boardwright_lang::analysis::apply;
use eframe::egui::{Button, Key, RichText, TextEdit, Ui};

use super::language::{Language, TextAnalysis};
use super::{Editor, EditorRequest, FieldRequest};
use crate::texts::t;
use crate::theme::icons::Icon;
use crate::theme::widgets::IconButton;

impl Editor {
    pub(super) fn bar(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            let name = self.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let star = if self.text.text() == self.saved { "" } else { " *" };
            ui.label(RichText::new(format!("{name}{star}")).heading().strong());
            if ui.button(t("editor.new")).on_hover_text(t("home.new_hint")).clicked() {
                self.request = Some(EditorRequest::New);
            }
            if ui.button(t("editor.new_script")).on_hover_text(t("editor.new_script_hint")).clicked() {
                self.request = Some(EditorRequest::NewScript);
            }
            if ui.button(t("editor.save")).on_hover_text("Ctrl+S").clicked() {
                self.save();
            }
            if ui.button(t("editor.save_as")).clicked() {
                self.save_as = Some(self.path.display().to_string());
            }
            self.path_field(ui);
            let plays = self.current().is_some_and(|checked| checked.opened.is_some());
            let play = ui.add_enabled(plays, Button::new(t("editor.play"))).on_hover_text(t("editor.play_hint"));
            // A shipped game that was not saved has no file yet.
            if play.clicked() && ((self.text.text() == self.saved && self.path.is_file()) || self.save()) {
                self.request = Some(EditorRequest::Play);
            }
            if ui.button(t("editor.complete")).on_hover_text("Ctrl+Space").clicked() {
                self.field_request = Some(FieldRequest::Complete);
            }
            let has_names = self.language() == Language::Game;
            if ui.add_enabled(has_names, Button::new(t("editor.rename"))).on_hover_text("F2").clicked() {
                self.rename = Some(String::new());
            }
            if ui.button(t("editor.format")).clicked() {
                self.format();
            }
            if IconButton::new(Icon::Search, t("editor.find")).key("Ctrl+F").show(ui).clicked() {
                self.open_find(false);
            }
            if IconButton::new(Icon::ListCollapse, t("editor.fold_all")).show(ui).clicked() {
                self.fold_sections();
            }
            if IconButton::new(Icon::ListTree, t("editor.unfold_all")).show(ui).clicked() {
                self.text.unfold_all();
            }
            self.rename_field(ui);
            if let Some(reason) = &self.save_error {
                crate::theme::error_label(ui, reason);
            }
            let hover = self.analysis().and_then(|analysis| analysis.hover(self.cursor));
            if let Some(first) = hover.as_ref().and_then(|hover| hover.lines().find(|line| !line.is_empty())) {
                ui.weak(first.replace('`', "")).on_hover_text(hover.clone().unwrap_or_default());
            }
        });
    }

    /// Shows the field for the new name of the symbol at the cursor.
    pub(super) fn rename_field(&mut self, ui: &mut Ui) {
        let Some(word) = &mut self.rename else { return };
        let label = ui.label(t("editor.new_name"));
        let field = ui.add(TextEdit::singleline(word).desired_width(110.0)).labelled_by(label.id);
        if !field.lost_focus() {
            field.request_focus();
            return;
        }
        let word = self.rename.take().unwrap_or_default();
        if !ui.input(|input| input.key_pressed(Key::Enter)) {
            return;
        }
        let Some(analysis) = self.analysis().and_then(TextAnalysis::game).cloned() else { return };
        match analysis.rename(self.cursor, &word) {
            Ok(edits) => self.edit(apply(self.text.text(), &edits)),
            Err(refused) => self.notes.push(refused.to_string()),
        }
    }
}
