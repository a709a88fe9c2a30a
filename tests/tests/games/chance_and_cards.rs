//! What is known of Pig and Kuhn poker, worked out through the `Game` trait alone.
//! A game of chance and one of hidden cards show that the trait says enough for both.

use std::collections::BTreeMap;

use boardwright_engine::game::{Game, Turn};
use boardwright_engine::ids::Player;
use boardwright_games::kuhn::{Act, Kuhn, KuhnMove, KuhnState};
use boardwright_games::pig::{Pig, PigState};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

const ONE: Player = Player::FIRST;

/// How often a player bets or calls, by what the player knows.
type Strategy = BTreeMap<Vec<u8>, f64>;

/// What player 1 wins on average when both follow the strategy.
fn value(state: KuhnState, strategy: &Strategy) -> f64 {
    let mut moves = Vec::new();
    let shares = match Kuhn.turn(&state, &mut moves).unwrap() {
        Turn::Over(_) => return Kuhn.score(&state, ONE),
        Turn::Chance => {
            let mut chances = Vec::new();
            Kuhn.chances(&state, &mut chances);
            chances
        }
        Turn::Player(player) => {
            let bets = strategy.get(&known(state, player)).copied().unwrap_or(0.0);
            let share = |mv: &KuhnMove| if *mv == KuhnMove::Act(Act::Bet) { bets } else { 1.0 - bets };
            moves.iter().map(share).collect()
        }
    };
    let after = |mv| {
        let mut after = state;
        Kuhn.apply(&mut after, mv).unwrap();
        value(after, strategy)
    };
    moves.iter().zip(shares).map(|(&mv, share)| share * after(mv)).sum()
}

fn known(state: KuhnState, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    Kuhn.information(&state, player, &mut bytes);
    bytes
}

/// The solution that Kuhn gave: the first player bluffs with a third of the share with which the king bets; here the
/// jack bets a third of the time, and the king always. The game is worth -1/18 to the first player.
fn equilibrium() -> Strategy {
    let third = 1.0 / 3.0;
    let entries = [
        ("J?---", third),
        ("K?---", 1.0),
        ("Q?pb-", third + third),
        ("K?pb-", 1.0),
        ("?Jp--", third),
        ("?Kp--", 1.0),
        ("?Qb--", third),
        ("?Kb--", 1.0),
    ];
    entries.map(|(known, bets)| (known.as_bytes().to_vec(), bets)).into()
}

#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second_player() {
    let value_of = |strategy: &Strategy| value(Kuhn.start(), strategy);
    let best = value_of(&equilibrium());
    assert!((best + 1.0 / 18.0).abs() < 1e-12, "{best}");
    // No single change helps whoever makes it: this is what makes it a solution.
    for state in all_states() {
        if let Turn::Player(player) = Kuhn.turn(&state, &mut Vec::new()).unwrap() {
            for bets in [0.0, 0.5, 1.0] {
                let mut changed = equilibrium();
                changed.insert(known(state, player), bets);
                let gain = (value_of(&changed) - best) * if player == ONE { 1.0 } else { -1.0 };
                assert!(gain < 1e-12, "{state:?} with {bets}: {gain}");
            }
        }
    }
}

fn all_states() -> Vec<KuhnState> {
    let mut states = vec![Kuhn.start()];
    let mut next = 0;
    while next < states.len() {
        let (state, mut moves) = (states[next], Vec::new());
        Kuhn.turn(&state, &mut moves).unwrap();
        for mv in moves {
            let mut after = state;
            Kuhn.apply(&mut after, mv).unwrap();
            states.push(after);
        }
        next += 1;
    }
    states
}

/// The deals of the first card, of both, and five ways each in which the betting ends.
#[test]
fn kuhn_poker_has_58_positions() {
    let states = all_states();
    let over = states.iter().filter(|state| Kuhn.outcome(state).unwrap().is_some()).count();
    assert_eq!((states.len(), over), (1 + 3 + 6 * 9, 6 * 5));
}

/// Every state that a player cannot tell from the real one is imagined, about as often as any other.
#[test]
fn kuhn_players_imagine_every_card_that_can_be() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let states = all_states();
    for &state in &states {
        for player in [ONE, ONE.next(2)] {
            let mut often = BTreeMap::new();
            for _ in 0..600 {
                let imagined = Kuhn.resample(&state, player, &mut random);
                *often.entry(Kuhn.state_text(&imagined)).or_insert(0_u32) += 1;
            }
            let same = states.iter().filter(|&&other| known(other, player) == known(state, player)).count();
            assert_eq!(often.len(), same, "{state:?} as player {player} sees it");
            let fair = 600 / same as u32;
            assert!(often.values().all(|&count| count.abs_diff(fair) <= fair / 3), "{state:?}: {often:?}");
        }
    }
}

/// A turn that rolls until the sum is 20 or more, or a 1 comes, has a known spread of sums: the chance of ending with
/// nothing is near 0.6245. Worked out by going through all rolls with the game's own chances.
#[test]
fn a_pig_turn_held_at_20_fails_as_often_as_is_known() {
    fn fails(game: Pig, state: &PigState) -> f64 {
        if state.mover != ONE {
            return 1.0;
        }
        if state.sum >= 20 {
            return 0.0;
        }
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        match game.turn(state, &mut moves).unwrap() {
            Turn::Chance => game.chances(state, &mut chances),
            Turn::Player(_) => {
                moves.truncate(1); // to roll is always the first
                chances = vec![1.0];
            }
            Turn::Over(_) => unreachable!("nobody has held anything"),
        }
        let after = |mv| {
            let mut after = *state;
            game.apply(&mut after, mv).unwrap();
            fails(game, &after)
        };
        moves.iter().zip(chances).map(|(&mv, chance)| chance * after(mv)).sum()
    }
    let game = Pig::default();
    let chance = fails(game, &game.start());
    assert!((chance - 0.6245).abs() < 5e-5, "{chance}");
}
