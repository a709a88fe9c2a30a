//! Invariants over random hands with stacks and blinds of all sizes.

use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::ids::Player;
use boardwright_game::playout::random_below;
use boardwright_games::holdem::{
    CardSet, HandSetup, Holdem, HoldemAction, HoldemMove, HoldemState, MatchStacks, Stage, Street,
};
use boardwright_tests::effort::repetitions;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::second;

/// Number of hands in a usual run.
const HANDS: u64 = 20_000;
/// One hand of this many is also re-sampled, saved and loaded at every decision.
const EVERY: u64 = 10;

#[test]
fn chips_are_conserved_and_intervals_are_legal_in_random_hands() {
    let hands = repetitions(HANDS);
    let mut random = Pcg64Mcg::seed_from_u64(34);
    let mut showdowns = 0_u64;
    for number in 0..hands {
        let big_blind = 1 + random_below(100, &mut random) as u32;
        let setup = HandSetup {
            stacks: [0; 2].map(|_| 1 + random_below(30 * big_blind as usize, &mut random) as u32),
            small_blind: random_below(big_blind as usize + 1, &mut random) as u32,
            big_blind,
            button: if number % 2 == 0 { Player::FIRST } else { second() },
        };
        let game = Holdem::new(setup, MatchStacks::Reset);
        let hand = play(&game, number, &mut random);
        showdowns += u64::from(hand.stage() == Stage::Showdown);
    }
    assert!((hands / 10..hands).contains(&showdowns), "{showdowns} showdowns in {hands} hands");
}

fn play(game: &Holdem, number: u64, random: &mut Pcg64Mcg) -> HoldemState {
    let (mut state, mut moves) = (game.initial_state(), Vec::new());
    let total: u32 = game.setup().stacks.iter().sum();
    loop {
        let at = || format!("hand {number}:\n{}", game.state_text(&state));
        let chips: u32 = [Player::FIRST, second()].map(|player| state.stack(player)).iter().sum();
        assert_eq!(chips + state.pot(), total, "chips behind and in the pot, {}", at());
        let mv = match game.legal_moves(&state, &mut moves).unwrap() {
            Turn::Over(_) => break,
            Turn::Chance => game.sample_chance(&state, random).unwrap(),
            Turn::Player(player) => {
                check_decision(&state, player, &moves, &at);
                if number.is_multiple_of(EVERY) {
                    check_resampling(game, &state, random, &at);
                }
                game.random_move(&state, &moves, random)
            }
        };
        assert_eq!(game.is_legal(&state, mv), Ok(true), "{mv:?}, {}", at());
        game.apply(&mut state, mv).unwrap();
    }
    let [won, lost] = state.winnings();
    let least = game.setup().stacks.into_iter().min().unwrap();
    assert_eq!(won + lost, 0);
    assert!(won.unsigned_abs() <= u64::from(least), "a player risks no more than the smaller stack");
    assert_eq!(state.final_stacks().iter().sum::<u32>(), total, "chips are conserved");
    assert_eq!(state.pot() % 2, 0, "both contributed equally");
    if state.stage() == Stage::Showdown {
        assert_eq!((state.street(), state.known_cards().len()), (Street::River, 9));
    }
    state
}

/// Checks the legal interval against the rules, written down once more.
fn check_decision(state: &HoldemState, player: Player, moves: &[HoldemMove], at: &dyn Fn() -> String) {
    let other = player.next(2);
    assert!(state.stack(player) > 0, "a player who is all-in does not act, {}", at());
    let bets: Vec<u32> = {
        let blinds = if state.street() == Street::Preflop { state.blinds_posted() } else { [0; 2] };
        let mut highest = blinds.into_iter().max().unwrap().max(blinds[0]);
        let mut sizes = vec![state.big_blind()];
        for action in state.actions(state.street()).filter(|action| action.raised_by > 0) {
            sizes.push(action.street_total - highest.min(action.street_total));
            highest = action.street_total;
        }
        sizes
    };
    let largest = bets.into_iter().max().unwrap();
    let all_in = state.street_bet(player) + state.stack(player);
    let highest = state.street_bet(other);
    match state.raise_interval() {
        Some(interval) => {
            assert!(state.stack(other) > 0 && all_in > highest, "{}", at());
            assert_eq!((interval.min_to, interval.max_to), (all_in.min(highest + largest), all_in), "{}", at());
        }
        None => assert!(state.stack(other) == 0 || all_in <= highest, "{}", at()),
    }
    assert_eq!(state.to_call(player), highest.saturating_sub(state.street_bet(player)).min(state.stack(player)));
    for &mv in moves {
        let HoldemMove::Act(action) = mv else { panic!("{mv:?} is no action, {}", at()) };
        assert!(state.is_legal(action) && state.refusal(action).is_none(), "{mv:?}, {}", at());
        assert_eq!(state.legalized(action), action, "{mv:?}, {}", at());
    }
    for amount in [0, 1, highest, all_in, all_in + 1, u32::MAX] {
        let action = HoldemAction::RaiseTo(amount);
        assert_eq!(state.is_legal(action), state.refusal(action).is_none(), "{action:?}, {}", at());
        assert!(state.is_legal(state.legalized(action)), "{action:?}, {}", at());
    }
}

/// Re-samples the hidden cards for both players, and saves and loads the state.
fn check_resampling(game: &Holdem, state: &HoldemState, random: &mut Pcg64Mcg, at: &dyn Fn() -> String) {
    let information = |state: &HoldemState, player| {
        let mut bytes = Vec::new();
        game.information_state(state, player, &mut bytes);
        bytes
    };
    for player in [Player::FIRST, second()] {
        let imagined = game.resample(state, player, random).unwrap();
        assert_eq!(information(&imagined, player), information(state, player), "{}", at());
        assert_eq!(imagined.seen_by(player), state.seen_by(player), "{}", at());
        let cards: Vec<_> =
            [player, player.next(2)].into_iter().flat_map(|player| imagined.hole(player).unwrap()).collect();
        let set: CardSet = cards.into_iter().chain(imagined.board()).collect();
        assert_eq!(set.len(), 4 + state.board().count(), "no card is there twice, {}", at());
    }
    let back = game.parse_state(&game.state_text(state)).unwrap();
    assert_eq!(back, *state, "saved and loaded, {}", at());
}
