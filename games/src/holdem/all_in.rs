//! Expected value of an all-in before the river: a variance reduction for the results of matches. What the cards bring after the
//! last action is chance alone, so that its mean has the same expectation and less variance.

use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::cards::{Card, CardSet};
use super::history::Street;
use super::position;
use super::state::{HoldemState, Stage};
use super::strength::PartialHand;

/// Number of sampled boards for an all-in before the flop, where there are 1,712,304.
const SAMPLED_BOARDS: u32 = 1000;

/// Expected share of the pot of a player at a showdown after an all-in before the river, a split counting half: exact after
/// the flop, the mean of sampled boards before it. The sample depends on nothing but the state. `None` for other hands.
pub(super) fn expected_share(state: &HoldemState, player: Player) -> Option<f64> {
    if state.stage() != Stage::Showdown || state.mucked().is_some() {
        return None;
    }
    let last = Street::ALL.into_iter().rev().find(|&street| state.actions_made(street).next().is_some());
    // Blinds can be all-in before any action.
    let known = last.unwrap_or(Street::Preflop).board_cards();
    let (own, other) = (state.hole(player)?, state.hole(player.next(2))?);
    let board: Vec<Card> = state.board().take(known).collect();
    let seen: CardSet = board.iter().copied().chain(own).chain(other).collect();
    let left: Vec<Card> = seen.complement().iter().collect();
    let on_board = PartialHand::default().with_all(&board);
    let mut halves = 0_u64;
    let mut boards = 0_u64;
    let mut show = |missing: &[Card]| {
        let strength = |hole: [Card; 2]| on_board.with_all(&hole).with_all(missing).strength();
        halves += (1 + strength(own).cmp(&strength(other)) as i8) as u64;
        boards += 1;
    };
    match known {
        5 => return None,
        4 => left.iter().for_each(|&river| show(&[river])),
        3 => {
            for (index, &one) in left.iter().enumerate() {
                left[..index].iter().for_each(|&two| show(&[one, two]));
            }
        }
        _ => {
            let mut random = Pcg64Mcg::seed_from_u64(position::key(state));
            let mut deck = left.clone();
            for _ in 0..SAMPLED_BOARDS {
                for place in 0..5 {
                    deck.swap(place, place + random_below(left.len() - place, &mut random));
                }
                show(&deck[..5]);
            }
        }
    }
    Some(halves as f64 / 2.0 / boards as f64)
}

#[cfg(test)]
mod tests {
    use super::super::cards::parse_cards;
    use super::super::history::HoldemAction;
    use super::super::state::HandSetup;
    use super::*;

    const BUTTON: Player = Player::FIRST;

    /// A hand in which both players are all-in on a street.
    fn all_in(holes: [&str; 2], board: [&str; 3], street: Street) -> HoldemState {
        let setup = HandSetup { stacks: [1000; 2], small_blind: 5, big_blind: 10, button: BUTTON };
        let mut hand = HoldemState::new(setup);
        for hole in holes {
            hand.deal_hole(parse_cards(hole).unwrap().try_into().ok());
        }
        for (index, next) in Street::ALL.into_iter().enumerate() {
            if index > 0 {
                hand.deal_board(&parse_cards(board[index - 1]).unwrap());
            }
            if next == street {
                hand.act(HoldemAction::RaiseTo(1000));
                hand.act(HoldemAction::Call);
            } else if next < street {
                hand.act(HoldemAction::Call);
                hand.act(HoldemAction::Call);
            }
        }
        hand
    }

    /// On the turn 44 cards are left: two kings and three sevens and so on can be counted by hand.
    #[test]
    fn shares_on_the_turn_are_exact() {
        // Kings need one of the two kings left against aces.
        let hand = all_in(["AsAd", "KsKd"], ["2c7h9s", "Jc", "3h"], Street::Turn);
        assert_eq!(expected_share(&hand, BUTTON), Some(42.0 / 44.0));
        assert_eq!(expected_share(&hand, BUTTON.next(2)), Some(2.0 / 44.0));
        // Nine spades make the flush.
        let hand = all_in(["AhAd", "Ks2s"], ["3s7s9h", "Jc", "3h"], Street::Flop);
        let other = expected_share(&hand, BUTTON.next(2)).unwrap();
        assert!((0.35..0.45).contains(&other), "{other}");
    }

    #[test]
    fn shares_before_the_flop_are_near_the_known_ones() {
        let hand = all_in(["AsAd", "KsKd"], ["2c7h9s", "Jc", "3h"], Street::Preflop);
        let share = expected_share(&hand, BUTTON).unwrap();
        // The exact share is 0.826; four standard errors of the sample.
        assert!((share - 0.826).abs() < 0.048, "{share}");
        assert_eq!(expected_share(&hand, BUTTON), Some(share), "the sample belongs to the state");
    }

    #[test]
    fn hands_that_are_played_to_the_river_have_none() {
        assert_eq!(expected_share(&all_in(["AsAd", "KsKd"], ["2c7h9s", "Jc", "3h"], Street::River), BUTTON), None);
    }
}
