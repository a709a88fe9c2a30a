//! The field in which the comment on a move is written, with the marks of the move.

use eframe::egui::{Id, Key, Modifiers, TextEdit, Ui};

use super::note_menu::{NoteRequest, marks_ui};
use super::turns::move_number;
use crate::session::{NodeId, Session};
use crate::texts::{t, with};
use crate::theme::metrics;

/// The editor of a comment.
#[derive(Debug)]
pub struct NoteEditor {
    node: NodeId,
    text: String,
    /// The comment as it was before.
    old: String,
    /// `true` before the first frame, in which the field takes the keyboard.
    is_new: bool,
}

impl NoteEditor {
    /// Opens the editor for the comment on a move.
    pub fn new(session: &Session, node: NodeId) -> Self {
        let old = session.tree.comment(node);
        Self { node, text: old.clone(), old, is_new: true }
    }

    /// Takes over the comment.
    pub fn commit(&self, session: &mut Session) {
        session.set_comment(self.node, &self.text);
    }

    /// Shows the editor; returns `true` if it is to be closed, after the comment was taken over or dropped.
    pub fn ui(&mut self, ui: &mut Ui, session: &mut Session) -> bool {
        let id = Id::unique("comment on a move");
        let has_focus = ui.memory(|memory| memory.has_focus(id));
        let pressed = |ui: &Ui, modifiers: Modifiers, key: Key| {
            has_focus && ui.input_mut(|input| input.consume_key(modifiers, key))
        };
        let is_done = pressed(ui, Modifiers::COMMAND, Key::Enter);
        let is_dropped = pressed(ui, Modifiers::NONE, Key::Escape);
        let title = match move_number(session, self.node) {
            Some(number) => {
                let label = &session.tree.node(self.node).label;
                with("notes.title", &[&format!("{} {label}", number.text())])
            }
            None => t("notes.title_game").to_owned(),
        };
        let title = ui.label(title);
        let field = TextEdit::multiline(&mut self.text).id(id).desired_rows(3).desired_width(f32::INFINITY);
        let field = ui.add(field).labelled_by(title.id);
        if std::mem::take(&mut self.is_new) {
            field.request_focus();
        }
        if field.lost_focus() {
            self.commit(session);
        }
        if session.tree.parent(self.node).is_some()
            && let Some(NoteRequest::Mark(node, sign)) = marks_ui(ui, session, self.node)
        {
            session.switch_mark(node, sign);
        }
        let is_closed = ui.horizontal(|ui| {
            let done = ui.button(t("notes.done")).on_hover_text(t("notes.done_hint")).clicked();
            (done, ui.button(t("notes.cancel")).clicked())
        });
        ui.add_space(metrics::GAP / 2.0);
        let (done, cancelled) = is_closed.inner;
        if is_done || done {
            self.commit(session);
            return true;
        }
        if is_dropped || cancelled {
            session.set_comment(self.node, &self.old);
            return true;
        }
        false
    }
}
