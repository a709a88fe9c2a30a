//! Heads-up no-limit Texas hold'em: cards, strength of hands, betting, matches, and the formats of the field. It contains
//! no player.
//!
//! [`HoldemState`] is complete in itself: programs that follow hands from elsewhere use it without the game.
//!
//! # Example
//!
//! ```
//! use boardwright_game::ids::Player;
//! use boardwright_games::holdem::{HandSetup, HoldemAction, HoldemState, RaiseInterval, parse_cards};
//!
//! let button = Player::FIRST;
//! let mut hand = HoldemState::new(HandSetup { stacks: [2000; 2], small_blind: 10, big_blind: 20, button });
//! for cards in ["AsKd", "7h7c"] {
//!     hand.deal_hole(parse_cards(cards)?.try_into().ok());
//! }
//! assert_eq!((hand.to_act(), hand.to_call(button)), (Some(button), 10));
//! assert_eq!(hand.raise_interval(), Some(RaiseInterval { min_to: 40, max_to: 2000 }));
//! hand.act(HoldemAction::RaiseTo(60));
//! hand.act(HoldemAction::Call);
//! hand.deal_board(&parse_cards("Ah8c2d")?);
//! assert_eq!((hand.pot(), hand.stack(button)), (120, 1940));
//! # Ok::<(), boardwright_games::holdem::CardError>(())
//! ```

pub mod acpc;
mod all_in;
pub mod boards;
mod cards;
mod dialog;
mod equity;
mod game;
mod hand_text;
mod history;
mod moves;
pub mod phh;
mod picture;
mod position;
pub mod preflop;
pub mod records;
mod registration;
mod state;
pub mod strength;
pub mod xml;

pub use cards::{
    CARDS, Card, CardError, CardSet, RANK_LETTERS, Rank, SUIT_LETTERS, cards_text, hole_text, parse_cards, parse_hole,
};
pub use game::{Holdem, MatchStacks, draw_cards, list_actions, random_action};
pub use history::{ActionKind, HoldemAction, PlayedAction, PlayedActions, Street};
pub use moves::{DealtCards, HoldemMove, action_text, cards_to_deal, parse_action, parse_deal, played_text};
pub use state::{HandSetup, HoldemState, MAX_STACK, RaiseInterval, Stage};
pub use strength::{HandClass, PartialHand, Strength};
