//! Four-handed Czech Taroky: auction, called partner, talon, announcements, fleks, play and scores. Rules are those of a Czech
//! master thesis on a Taroky game for mobile phones (about 2010); where it is silent, [`FourOptions`] names the rule.

mod contract;
mod course;
mod deal_text;
mod dialog;
pub mod division;
pub mod events;
pub mod fleks;
mod game;
pub mod knowledge;
mod move_text;
mod moves;
mod picture;
mod position;
mod registration;
pub mod scoring;
pub mod search;
mod state;

pub use contract::{Bid, Bonus, BonusCounts, Bonuses, CALLED_TAROKS, FLEKS, FourOptions, Target, revealed_bonuses};
pub use game::{Four, deal_cards};
pub use move_text::{move_text, parse_move};
pub use moves::{cards_to_lay_aside, list_moves, refusal};
pub use position::{auction_moves, dealt_cards, tricks};
pub use state::{
    Call, DealtCards, FlekCall, FourMove, FourState, FourTrick, HAND, LaidCard, PLAYED, PLAYERS, Stage, TALON, seats,
};
