//! Tarok: hands of another implementation, a plain second implementation over random deals, what players know, rules and
//! refusals, and the search.

mod four;
mod knowledge;
mod random_deals;
mod reference;
mod rules;
mod search;
mod tactics;
mod vectors;

use boardwright_game::ids::Player;
use boardwright_games::tarok::cards::{Card, CardSet, parse_card, parse_card_set};

/// The factor of the environment variable `EFFORT`, by which more deals are played; 1 without it.
fn effort() -> u64 {
    std::env::var("EFFORT").map_or(1, |text| text.parse().unwrap_or_else(|error| panic!("EFFORT={text}: {error}")))
}

/// The player at a seat, from 0.
fn player(seat: usize) -> Player {
    Player::new(seat + 1).unwrap()
}

fn card(text: &str) -> Card {
    parse_card(text).unwrap()
}

fn cards(text: &str) -> CardSet {
    parse_card_set(text).unwrap()
}
