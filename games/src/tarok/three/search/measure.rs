//! Positions and variants by which the search is measured: the first card of random hands, as in tables 7 and 8 of the thesis.

use boardwright_game::fault::Fault;
use boardwright_game::ids::Player;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::constants::SearchSettings;
use super::play_position::PlayPosition;
use crate::tarok::three::contract::{Contract, Items, ThreeOptions};
use crate::tarok::three::game::deal_cards;
use crate::tarok::three::knowledge::resample;
use crate::tarok::three::state::{PLAYERS, ThreeMove, ThreeState};

/// Names of the variants, with their settings: all enhancements, all but one, one alone, and none.
pub const VARIANTS: [(&str, SearchSettings); 10] = [
    ("all", SearchSettings::ALL),
    ("without transposition table", SearchSettings { table: false, ..SearchSettings::ALL }),
    ("without history", SearchSettings { history: false, ..SearchSettings::ALL }),
    ("without minimal window", SearchSettings { window: false, ..SearchSettings::ALL }),
    ("without pruning", SearchSettings { pruning: false, ..SearchSettings::ALL }),
    ("transposition table only", SearchSettings { table: true, grouping: true, ..SearchSettings::NONE }),
    ("history only", SearchSettings { history: true, ..SearchSettings::NONE }),
    ("minimal window only", SearchSettings { window: true, ..SearchSettings::NONE }),
    ("pruning only", SearchSettings { pruning: true, ..SearchSettings::NONE }),
    ("none", SearchSettings::NONE),
];

/// A deal in which forehand plays solo and leads to the first trick; the cards depend on the seed.
pub fn first_card_state(seed: u64) -> ThreeState {
    let options = ThreeOptions { doublings: 0, ..ThreeOptions::default() };
    let mut state = ThreeState::new(Player::FIRST, [0; PLAYERS], None);
    state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(seed)));
    let moves = [
        ThreeMove::Bid(Contract::Tri),
        ThreeMove::Pass,
        ThreeMove::Pass,
        ThreeMove::Choose(Contract::Solo),
        ThreeMove::Announce(Items::NONE),
    ];
    for mv in moves {
        state.act(mv, options);
    }
    state
}

/// Random completions of the hidden hands for the first card of a hand.
///
/// # Errors
/// If no completion agrees with what the player has seen.
pub fn first_card_samples(seed: u64, samples: u32) -> Result<Vec<PlayPosition>, Fault> {
    let state = first_card_state(seed);
    let mut random = Pcg64Mcg::seed_from_u64(!seed);
    let mut positions = Vec::new();
    for _ in 0..samples {
        let imagined = resample(&state, Player::FIRST, &mut random)?;
        positions.extend(PlayPosition::of_state(&imagined, ThreeOptions::default()));
    }
    Ok(positions)
}
