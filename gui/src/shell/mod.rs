//! Surroundings of the pages: navigation, messages, the command palette, help on keys, and the
//! dialogs about the program and about unsaved notes.

mod about;
mod commands;
mod help;
mod icon;
pub mod keys;
mod messages;
mod navigation;
mod progress;
mod unsaved;

pub use self::about::About;
pub use self::commands::{Command, CommandPalette, commands, file_request};
pub use self::help::{KeyHelp, key_groups};
pub use self::icon::window_icon;
pub use self::messages::Messages;
pub use self::navigation::navigation;
pub use self::progress::progress;
pub use self::unsaved::{UnsavedAnswer, unsaved};
