//! The context menu of a move in the list, and what it does to comments, marks and variations.

use eframe::egui::accesskit::Role;
use eframe::egui::{Button, Response, Ui, WidgetInfo};

use crate::keys::PlayAction;
use crate::session::{MOVE_MARKS, NodeId, POSITION_MARKS, Session, mark_sign};
use crate::texts::{t, with};

/// Change of notes or variations that the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteRequest {
    /// Edits the comment on a move.
    Edit(NodeId),
    /// Deletes the comment on a move.
    DeleteComment(NodeId),
    /// Deletes the comment before a variation.
    DeleteCommentBefore(NodeId),
    /// Switches a mark of a move.
    Mark(NodeId, &'static str),
    /// Makes a variation the main line where it begins.
    Promote(NodeId),
    /// Makes the line to a move the main line.
    MainLine(NodeId),
    /// Deletes the variation in which a move stands.
    DeleteVariation(NodeId),
    /// Deletes a move and those after it.
    DeleteFrom(NodeId),
}

impl NoteRequest {
    /// Makes the change, except that of a comment, which needs an editor.
    pub fn apply(self, session: &mut Session) {
        match self {
            Self::Edit(_) => {}
            Self::DeleteComment(node) => session.set_comment(node, ""),
            Self::DeleteCommentBefore(node) => session.remove_comment_before(node),
            Self::Mark(node, sign) => session.switch_mark(node, sign),
            Self::Promote(node) => session.promote_variation(node),
            Self::MainLine(node) => session.make_main_line(node),
            Self::DeleteVariation(node) => session.delete_variation(node),
            Self::DeleteFrom(node) => session.delete_from(node),
        }
    }
}

/// Shows the context menu of a move; returns what the user wants.
pub fn menu(response: &Response, session: &Session, node: NodeId) -> Option<NoteRequest> {
    let mut wanted = None;
    response.context_menu(|ui| {
        wanted = entries(ui, session, node);
        if wanted.is_some() {
            ui.close();
        }
    });
    wanted
}

/// Shows the context menu of a comment before a variation.
pub fn before_menu(response: &Response, node: NodeId) -> Option<NoteRequest> {
    let mut wanted = None;
    response.context_menu(|ui| {
        if ui.button(t("notes.delete_comment")).clicked() {
            wanted = Some(NoteRequest::DeleteCommentBefore(node));
            ui.close();
        }
    });
    wanted
}

fn entries(ui: &mut Ui, session: &Session, node: NodeId) -> Option<NoteRequest> {
    let tree = &session.tree;
    let has_comment = !tree.comment(node).is_empty();
    let is_move = tree.parent(node).is_some();
    let is_variation = tree.variation_of(node).is_some();
    let mut wanted = None;
    let mut entry = |ui: &mut Ui, action: Option<PlayAction>, name: &str, request: NoteRequest| {
        let button = Button::new(name);
        let button = match action.map(|action| action.key(ui.ctx())).filter(|key| !key.is_empty()) {
            Some(key) => button.shortcut_text(key),
            None => button,
        };
        let response = ui.add(button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        if response.clicked() {
            wanted = Some(request);
        }
    };
    let comment = if has_comment { t("notes.edit_comment") } else { t("notes.add_comment") };
    entry(ui, Some(PlayAction::Comment), comment, NoteRequest::Edit(node));
    if has_comment {
        entry(ui, None, t("notes.delete_comment"), NoteRequest::DeleteComment(node));
    }
    if is_variation {
        ui.separator();
        entry(ui, Some(PlayAction::Promote), PlayAction::Promote.name(), NoteRequest::Promote(node));
        entry(ui, None, t("notes.main_line"), NoteRequest::MainLine(node));
        entry(ui, None, t("notes.delete_variation"), NoteRequest::DeleteVariation(node));
    }
    if session.can_delete(node) {
        ui.separator();
        entry(ui, Some(PlayAction::DeleteFrom), PlayAction::DeleteFrom.name(), NoteRequest::DeleteFrom(node));
    }
    if is_move {
        ui.separator();
        wanted = marks_ui(ui, session, node).or(wanted);
    }
    wanted
}

/// Shows the marks of a move as switches; returns the one that the user wants.
pub fn marks_ui(ui: &mut Ui, session: &Session, node: NodeId) -> Option<NoteRequest> {
    let mut wanted = None;
    for signs in [sign_names(&MOVE_MARKS), sign_names(&POSITION_MARKS)] {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for (sign, name) in signs {
                let is_on = session.tree.marks(node).any(|mark| mark_sign(mark) == Some(sign));
                let button = ui.selectable_label(is_on, sign);
                let button = button.on_hover_text(with("notes.mark", &[&name]));
                if button.clicked() {
                    wanted = Some(NoteRequest::Mark(node, sign));
                }
            }
        });
    }
    wanted
}

/// Signs of marks with what they mean.
fn sign_names(marks: &[(&'static str, u32)]) -> Vec<(&'static str, &'static str)> {
    const NAMES: [(u32, &str); 14] = [
        (1, "notes.good"),
        (2, "notes.mistake"),
        (3, "notes.brilliant"),
        (4, "notes.blunder"),
        (5, "notes.interesting"),
        (6, "notes.doubtful"),
        (10, "notes.equal"),
        (13, "notes.unclear"),
        (14, "notes.first_slightly"),
        (15, "notes.second_slightly"),
        (16, "notes.first_better"),
        (17, "notes.second_better"),
        (18, "notes.first_winning"),
        (19, "notes.second_winning"),
    ];
    let name = |number: u32| NAMES.iter().find(|(known, _)| *known == number).map_or("", |(_, name)| t(name));
    marks.iter().map(|&(sign, number)| (sign, name(number))).collect()
}
