//! Tarok: card games with 54 cards, 22 of which are taroks. Cards, their points and the play of tricks are shared by all
//! of these games; each game is a module of its own.

pub mod cards;
pub mod dealing;
pub mod four;
pub mod sampling;
pub mod search;
pub mod short_list;
pub mod text_lines;
pub mod three;
pub mod tricks;
