//! Published results about Pig and Kuhn poker, computed through the trait `Game` alone.
//! They show that the trait suffices for games of chance and of hidden information.

use std::collections::BTreeMap;

use boardwright_game::game::{Game, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_games::kuhn::{BettingAction, Kuhn, KuhnMove, KuhnState};
use boardwright_tests::pig::{Pig, PigState};
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

const ONE: Player = Player::FIRST;

/// Probability that a player bets or calls, by the player's information state.
type Strategy = BTreeMap<Vec<u8>, f64>;

/// Expected payoff of player 1 if both follow the strategy.
fn value(state: KuhnState, strategy: &Strategy) -> f64 {
    let mut moves = Vec::new();
    let shares = match Kuhn.legal_moves(&state, &mut moves).unwrap() {
        Turn::Over(_) => return Kuhn.score(&state, ONE),
        Turn::Chance => {
            let mut chances = Vec::new();
            Kuhn.chance_probabilities(&state, &mut chances);
            chances
        }
        Turn::Player(player) => {
            let bets = strategy.get(&information_state(state, player)).copied().unwrap_or(0.0);
            let share = |mv: &KuhnMove| if *mv == KuhnMove::Action(BettingAction::Bet) { bets } else { 1.0 - bets };
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

fn information_state(state: KuhnState, player: Player) -> Vec<u8> {
    let mut bytes = Vec::new();
    Kuhn.information_state(&state, player, &mut bytes);
    bytes
}

/// An equilibrium of Kuhn poker (Kuhn 1950): the first player bluffs with a third of the probability of betting a king; here the
/// jack bets a third of the time, and the king always. The value of the game for the first player is -1/18.
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
    entries.map(|(information_state, bets)| (information_state.as_bytes().to_vec(), bets)).into()
}

#[test]
fn kuhn_poker_has_value_minus_one_eighteenth() {
    let value_of = |strategy: &Strategy| value(Kuhn.initial_state(), strategy);
    let best = value_of(&equilibrium());
    assert!((best + 1.0 / 18.0).abs() < 1e-12, "{best}");
    // No deviation of one player gains anything: this defines an equilibrium.
    for state in all_states() {
        if let Turn::Player(player) = Kuhn.legal_moves(&state, &mut Vec::new()).unwrap() {
            for bets in [0.0, 0.5, 1.0] {
                let mut changed = equilibrium();
                changed.insert(information_state(state, player), bets);
                let gain = (value_of(&changed) - best) * if player == ONE { 1.0 } else { -1.0 };
                assert!(gain < 1e-12, "{state:?} with {bets}: {gain}");
            }
        }
    }
}

fn all_states() -> Vec<KuhnState> {
    let mut states = vec![Kuhn.initial_state()];
    let mut next = 0;
    while next < states.len() {
        let (state, mut moves) = (states[next], Vec::new());
        Kuhn.legal_moves(&state, &mut moves).unwrap();
        for mv in moves {
            let mut after = state;
            Kuhn.apply(&mut after, mv).unwrap();
            states.push(after);
        }
        next += 1;
    }
    states
}

/// The deals of the first card, of both, and five betting sequences for each pair of cards.
#[test]
fn kuhn_poker_has_58_positions() {
    let states = all_states();
    let over = states.iter().filter(|state| Kuhn.outcome(state).unwrap().is_some()).count();
    assert_eq!((states.len(), over), (1 + 3 + 6 * 9, 6 * 5));
}

/// Resampling gives every state of the player's information set, about equally often.
#[test]
fn resampling_in_kuhn_poker_covers_the_information_set() {
    let mut random = Pcg64Mcg::seed_from_u64(7);
    let states = all_states();
    for &state in &states {
        for player in [ONE, ONE.next(2)] {
            let mut often = BTreeMap::new();
            for _ in 0..600 {
                let imagined = Kuhn.resample(&state, player, &mut random).unwrap();
                *often.entry(Kuhn.state_text(&imagined)).or_insert(0_u32) += 1;
            }
            let same = states
                .iter()
                .filter(|&&other| information_state(other, player) == information_state(state, player))
                .count();
            assert_eq!(often.len(), same, "{state:?} as player {player} sees it");
            let fair = 600 / same as u32;
            assert!(often.values().all(|&count| count.abs_diff(fair) <= fair / 3), "{state:?}: {often:?}");
        }
    }
}

/// Distribution of the sum of a turn that rolls until the sum is 20 or more, or a 1 comes: the probability of ending with
/// nothing is near 0.6245. Computed by enumeration of all rolls with the game's own chances.
#[test]
fn a_pig_turn_held_at_20_fails_with_the_published_probability() {
    fn fails(game: Pig, state: &PigState) -> f64 {
        if state.mover != ONE {
            return 1.0;
        }
        if state.sum >= 20 {
            return 0.0;
        }
        let (mut moves, mut chances) = (Vec::new(), Vec::new());
        match game.legal_moves(state, &mut moves).unwrap() {
            Turn::Chance => game.chance_probabilities(state, &mut chances),
            Turn::Player(_) => {
                moves.truncate(1); // rolling is always the first move
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
    let chance = fails(game, &game.initial_state());
    assert!((chance - 0.6245).abs() < 5e-5, "{chance}");
}
