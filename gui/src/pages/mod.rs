//! The pages of the window, one module each.

pub mod editor;
mod evolution;
pub mod game_list;
pub mod games;
pub mod left_over;
pub mod play;
pub mod rules;
pub mod settings;
pub mod table;
pub mod tournament;
