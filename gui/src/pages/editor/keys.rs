//! Keys of the editor, in one table: the page reads it, and so does the list of keys.

use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui};

const CONTROL: Modifiers = Modifiers::COMMAND;
const CONTROL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Action of the editor that a key causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EditorAction {
    /// Saves the text.
    Save,
    /// Restores the text after the change that was undone last.
    Redo,
    /// Restores the text before the last change.
    Undo,
    /// Shows the signature of the call at the cursor.
    Signature,
    /// Lists the words that fit at the cursor.
    Complete,
    /// Lists the quick fixes for the line of the cursor.
    Fix,
    /// Opens the search.
    Find,
    /// Opens the search with the field for replacements.
    Replace,
    /// Selects the match before.
    PreviousMatch,
    /// Selects the next match.
    NextMatch,
    /// Folds the innermost part at the cursor.
    Fold,
    /// Unfolds the line of the cursor.
    Unfold,
    /// Asks for a new name of the name at the cursor.
    Rename,
    /// Goes back by one step of a move.
    StepBack,
    /// Goes on by one step of a move.
    StepForward,
}

/// Actions with the keys of their names and their shortcuts. A shortcut with more modifiers comes before one with less.
pub const KEYS: [(EditorAction, &str, KeyboardShortcut); 16] = [
    (EditorAction::Save, "editor.save", KeyboardShortcut::new(CONTROL, Key::S)),
    (EditorAction::Redo, "editor.redo", KeyboardShortcut::new(CONTROL_SHIFT, Key::Z)),
    (EditorAction::Redo, "editor.redo", KeyboardShortcut::new(CONTROL, Key::Y)),
    (EditorAction::Undo, "editor.undo", KeyboardShortcut::new(CONTROL, Key::Z)),
    (EditorAction::Signature, "editor.signature", KeyboardShortcut::new(CONTROL_SHIFT, Key::Space)),
    (EditorAction::Complete, "editor.complete", KeyboardShortcut::new(CONTROL, Key::Space)),
    (EditorAction::Fix, "editor.fixes", KeyboardShortcut::new(CONTROL, Key::Period)),
    (EditorAction::Find, "editor.find", KeyboardShortcut::new(CONTROL, Key::F)),
    (EditorAction::Replace, "editor.replacement", KeyboardShortcut::new(CONTROL, Key::H)),
    (EditorAction::PreviousMatch, "editor.find_previous", KeyboardShortcut::new(Modifiers::SHIFT, Key::F3)),
    (EditorAction::NextMatch, "editor.find_next", KeyboardShortcut::new(Modifiers::NONE, Key::F3)),
    (EditorAction::Fold, "editor.fold", KeyboardShortcut::new(CONTROL_SHIFT, Key::OpenBracket)),
    (EditorAction::Unfold, "editor.unfold", KeyboardShortcut::new(CONTROL_SHIFT, Key::CloseBracket)),
    (EditorAction::Rename, "editor.rename", KeyboardShortcut::new(Modifiers::NONE, Key::F2)),
    (EditorAction::StepBack, "debugger.back", KeyboardShortcut::new(Modifiers::SHIFT, Key::F10)),
    (EditorAction::StepForward, "debugger.forward", KeyboardShortcut::new(Modifiers::NONE, Key::F10)),
];

/// Takes the keys of this frame and returns their actions.
pub fn pressed(ui: &Ui) -> Vec<EditorAction> {
    let is_pressed = |shortcut: &KeyboardShortcut| ui.input_mut(|input| input.consume_shortcut(shortcut));
    KEYS.iter().filter(|(_, _, shortcut)| is_pressed(shortcut)).map(|(action, ..)| *action).collect()
}
