//! Keys of the page Play: one table of actions, their keys and their names. The page reads it, and so do the list of keys and
//! the command palette. Keys of the whole window are in the shell.

use eframe::egui::{Context, Key, KeyboardShortcut, Modifiers, Ui};

use crate::texts::t;

/// Action of the page Play that a key or a command causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayAction {
    /// Shows the initial position.
    First,
    /// Shows the position before.
    Back,
    /// Shows the next position.
    Forward,
    /// Shows the last position.
    Last,
    /// Pauses or resumes computers; where no match is running, starts one from the visible position.
    PlayOrPause,
    /// Starts a match from the visible position.
    PlayHere,
    /// Lets a paused computer make one move.
    Step,
    /// Shows the board from the other side.
    Flip,
    /// Takes back the last own move.
    TakeBack,
    /// Shows a good move.
    Hint,
    /// Lets the default player make a move.
    MoveForMe,
    /// Switches the analysis of the visible position.
    Analyse,
    /// Switches the evaluation bar beside the board.
    EvaluationBar,
    /// Offers a draw.
    OfferDraw,
    /// Resigns, after a question.
    Resign,
    /// Rotates the seats.
    Swap,
    /// Starts the game again from its beginning.
    Rematch,
    /// Asks for the terms of a new game.
    NewGame,
    /// Saves the game to its file.
    Save,
    /// Edits the comment on the visible move.
    Comment,
    /// Switches a mark of the visible move.
    Mark(&'static str),
    /// Makes the variation of the visible move the main line where it begins.
    Promote,
    /// Deletes the visible move and those after it.
    DeleteFrom,
    /// Undoes the last change of comments, marks and variations.
    UndoEdit,
    /// Clears a premove and what is selected.
    Clear,
}

/// An action with its name and its keys.
#[derive(Clone, Copy, Debug)]
pub struct PlayKey {
    /// The action.
    pub action: PlayAction,
    /// Key of its name among the texts.
    pub name: &'static str,
    /// Keys that cause it, the usual one first; none for actions of buttons only.
    pub keys: &'static [KeyboardShortcut],
}

const fn plain(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::NONE, key)
}

const fn command(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND, key)
}

const fn shifted(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key)
}

const fn alt(key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(Modifiers::ALT, key)
}

const fn entry(action: PlayAction, name: &'static str, keys: &'static [KeyboardShortcut]) -> PlayKey {
    PlayKey { action, name, keys }
}

/// All actions, in the order in which they are listed.
pub const PLAY: [PlayKey; 30] = [
    entry(PlayAction::First, "keys.first", &[plain(Key::Home)]),
    entry(PlayAction::Back, "keys.back", &[plain(Key::ArrowLeft), plain(Key::PageUp)]),
    entry(PlayAction::Forward, "keys.forward", &[plain(Key::ArrowRight), plain(Key::PageDown)]),
    entry(PlayAction::Last, "keys.last", &[plain(Key::End)]),
    entry(PlayAction::PlayOrPause, "keys.play_or_pause", &[plain(Key::Space)]),
    entry(PlayAction::PlayHere, "bar.play_here", &[command(Key::P)]),
    entry(PlayAction::Step, "bar.step", &[]),
    entry(PlayAction::Flip, "bar.flip", &[plain(Key::F)]),
    entry(PlayAction::TakeBack, "bar.take_back", &[command(Key::Z)]),
    entry(PlayAction::Hint, "bar.hint", &[command(Key::H)]),
    entry(PlayAction::MoveForMe, "bar.move_for_me", &[command(Key::M)]),
    entry(PlayAction::Analyse, "keys.analyse", &[command(Key::E)]),
    entry(PlayAction::EvaluationBar, "keys.evaluation_bar", &[command(Key::B)]),
    entry(PlayAction::OfferDraw, "bar.offer_draw", &[command(Key::D)]),
    entry(PlayAction::Resign, "bar.resign", &[command(Key::R)]),
    entry(PlayAction::Swap, "bar.swap", &[]),
    entry(PlayAction::Rematch, "keys.rematch", &[command(Key::N)]),
    entry(PlayAction::NewGame, "keys.new_game", &[shifted(Key::N)]),
    entry(PlayAction::Save, "keys.save", &[command(Key::S)]),
    entry(PlayAction::Comment, "keys.comment", &[command(Key::T)]),
    entry(PlayAction::Mark("!"), "keys.mark_good", &[alt(Key::Num1)]),
    entry(PlayAction::Mark("?"), "keys.mark_mistake", &[alt(Key::Num2)]),
    entry(PlayAction::Mark("!!"), "keys.mark_brilliant", &[alt(Key::Num3)]),
    entry(PlayAction::Mark("??"), "keys.mark_blunder", &[alt(Key::Num4)]),
    entry(PlayAction::Mark("!?"), "keys.mark_interesting", &[alt(Key::Num5)]),
    entry(PlayAction::Mark("?!"), "keys.mark_doubtful", &[alt(Key::Num6)]),
    entry(PlayAction::Promote, "keys.promote", &[command(Key::ArrowUp)]),
    entry(PlayAction::DeleteFrom, "keys.delete_from", &[command(Key::Delete)]),
    entry(PlayAction::UndoEdit, "keys.undo_edit", &[shifted(Key::Z)]),
    entry(PlayAction::Clear, "keys.clear", &[plain(Key::Escape)]),
];

impl PlayAction {
    /// The entry of the action in the table.
    fn entry(self) -> Option<&'static PlayKey> {
        PLAY.iter().find(|entry| entry.action == self)
    }

    /// Name of the action.
    pub fn name(self) -> &'static str {
        self.entry().map_or("", |entry| t(entry.name))
    }

    /// Its usual key as the keyboard of this system names it, empty if it has none.
    pub fn key(self, window: &Context) -> String {
        let usual = self.entry().and_then(|entry| entry.keys.first());
        usual.map_or_else(String::new, |shortcut| window.format_shortcut(shortcut))
    }
}

impl PlayKey {
    /// Its keys as the keyboard of this system names them, separated by commas.
    pub fn key_text(&self, window: &Context) -> String {
        self.keys.iter().map(|shortcut| window.format_shortcut(shortcut)).collect::<Vec<_>>().join(", ")
    }
}

/// Takes the keys that were pressed in this frame; the actions come in the order of the table. Keys without Ctrl count
/// only while no widget has the keyboard, and so do those with Ctrl that edit texts.
pub fn pressed(ui: &Ui, is_wanted: impl Fn(PlayAction) -> bool) -> Vec<PlayAction> {
    let is_free = !ui.ctx().egui_wants_keyboard_input();
    let causes = |shortcut: &KeyboardShortcut| {
        let edits_text = matches!(shortcut.logical_key, Key::Z | Key::Delete | Key::ArrowUp);
        let counts = is_free || shortcut.modifiers.command && !edits_text;
        // A press with Shift is another key: matching ignores additional modifiers.
        let is_exact = ui.input(|input| input.modifiers.shift == shortcut.modifiers.shift);
        counts && is_exact && ui.input_mut(|input| input.consume_shortcut(shortcut))
    };
    let wanted = PLAY.iter().filter(|entry| is_wanted(entry.action) && entry.keys.iter().any(causes));
    wanted.map(|entry| entry.action).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_action_has_a_name_and_no_key_means_two() {
        let mut seen: Vec<&KeyboardShortcut> = Vec::new();
        for entry in &PLAY {
            assert_ne!(t(entry.name), entry.name, "a text is missing");
            for key in entry.keys {
                assert!(!seen.contains(&key), "{key:?} has two meanings");
                seen.push(key);
            }
        }
    }
}
