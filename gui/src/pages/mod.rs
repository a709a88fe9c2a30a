//! The pages of the window, a file or a folder each.

pub mod editor;
pub mod games;
pub mod play;
pub mod settings;
pub mod table;
pub mod tournament;
