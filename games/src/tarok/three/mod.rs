//! Three-handed Slovenian tarok: auction, talon, announcements, doublings, play and scores. Names and figures are those of
//! the diploma thesis "Silicijasti tarokist" (2002); where it is silent, [`ThreeOptions`] names the rule.

mod contract;
mod deal_text;
mod dialog;
mod game;
pub mod knowledge;
mod moves;
mod picture;
mod position;
mod registration;
pub mod scoring;
pub mod search;
mod state;

pub use crate::tarok::dealing::random_card;
pub use contract::{Contract, DOUBLINGS, Item, Items, ThreeOptions};
pub use game::{Three, deal_cards};
pub use moves::{auction_order, cards_to_lay_away, groups, list_moves, move_text, parse_move, refusal};
pub use position::tricks;
pub use state::{
    Call, Calls, DealSummary, DealtCards, Doubling, HAND, PLAYED, PLAYERS, Stage, TALON, ThreeMove, ThreeState, seats,
};
