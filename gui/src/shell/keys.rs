//! Keys of the whole window. Pages have keys of their own.

use eframe::egui::{Key, KeyboardShortcut, Modifiers, Ui};

/// Opens the command palette.
pub const PALETTE: [KeyboardShortcut; 2] = [
    KeyboardShortcut::new(Modifiers::COMMAND, Key::K),
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::P),
];
/// Opens a file.
pub const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);
/// Shows the keys.
pub const HELP: KeyboardShortcut = KeyboardShortcut::new(Modifiers::NONE, Key::F1);

/// Returns the shortcut of the page with this digit.
pub const fn page(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

/// Returns the text of a shortcut as the keyboard of this system names it.
pub fn text(ui: &Ui, shortcut: &KeyboardShortcut) -> String {
    ui.ctx().format_shortcut(shortcut)
}
