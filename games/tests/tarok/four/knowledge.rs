//! Knowledge of the players: re-sampled deals agree with everything a player has seen, and depend on nothing else.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_games::tarok::cards::{CardSet, Suit};
use boardwright_games::tarok::four::knowledge::{seen_cards, unseen_places};
use boardwright_games::tarok::four::{
    Bonus, DealtCards, Four, FourMove, FourOptions, FourState, Stage, deal_cards, revealed_bonuses, seats,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::play_through;
use crate::{cards, effort, player};

const DEALS: u64 = 16;

fn information(game: Four, state: &FourState, seat: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player(seat), &mut bytes);
    bytes
}

/// Calls `check` in every position of a random deal.
fn play_random(game: Four, seed: u64, check: impl FnMut(&FourState, &mut Pcg64Mcg)) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = FourState::new(player((seed % 4) as usize));
    state.deal(&deal_cards(&mut random));
    play_through(game, &mut state, &mut random, check);
}

/// The moves that led to a state are legal in a re-sampled deal, too: nothing that anybody did contradicts the imagined cards.
fn replays(game: Four, state: &FourState) {
    let text = game.state_text(state);
    let replayed = game.parse_state(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(replayed, *state, "{text}");
}

#[test]
fn imagined_deals_agree_with_everything_seen() {
    let options = FourOptions { one_round: false, ..FourOptions::default() };
    for (index, options) in
        [options, FourOptions { right_takes_talon: true, one_round: true, ..options }].iter().enumerate()
    {
        let game = Four::new(*options);
        for seed in 0..DEALS * effort() {
            play_random(game, 2 * seed + index as u64, |state, random| {
                replays(game, state);
                for seat in 0..4 {
                    let imagined = game.resample(state, player(seat), random).unwrap();
                    assert_eq!(information(game, &imagined, seat), information(game, state, seat), "{seed}");
                    assert_eq!(imagined.hands.map(CardSet::len), state.hands.map(CardSet::len), "{seed}");
                    replays(game, &imagined);
                }
            });
        }
    }
}

/// Hidden cards are exchanged in all ways that a player cannot notice; what that player is given stays the same.
#[test]
fn imagined_deals_depend_on_nothing_hidden() {
    let game = Four::default();
    for seed in 0..DEALS {
        play_random(game, seed, |state, random| {
            if state.stage == Stage::Over {
                return;
            }
            for seat in 0..4 {
                let poisoned = game.resample(state, player(seat), random).unwrap();
                let draw = |state| game.resample(state, player(seat), &mut Pcg64Mcg::seed_from_u64(seed)).unwrap();
                assert_eq!(draw(state), draw(&poisoned), "{seed}");
                if state.to_act() == Some(player(seat)) {
                    let (mut own, mut imagined) = (Vec::new(), Vec::new());
                    game.legal_moves(state, &mut own).unwrap();
                    game.legal_moves(&poisoned, &mut imagined).unwrap();
                    assert_eq!(own, imagined, "{seed}");
                }
                assert_eq!(game.view_text(state, player(seat)), game.view_text(&poisoned, player(seat)), "{seed}");
            }
        });
    }
}

/// Voids, announcements and silence, promises, and shown cards bind the imagined hands.
#[test]
fn imagined_hands_contradict_nothing() {
    let game = Four::default();
    let options = game.options();
    let mut counts = [0; 6];
    for seed in 0..DEALS * 12 {
        play_random(game, seed, |state, random| {
            if matches!(state.stage, Stage::Deal | Stage::Over) {
                return;
            }
            for viewer in seats() {
                let imagined = game.resample(state, viewer, random).unwrap();
                for other in seats().into_iter().filter(|&other| other != viewer) {
                    let hand = imagined.hands[other.index()];
                    for suit in Suit::ALL.map(Suit::cards).into_iter().chain([CardSet::TAROKS]) {
                        if state.excluded[other.index()].includes(suit) {
                            assert!(hand.intersection(suit).is_empty());
                            counts[0] += 1;
                        }
                    }
                    if state.is_revealed() {
                        let held = hand.union(state.played_by(other));
                        assert_eq!(revealed_bonuses(held), state.revealed[other.index()], "{seed}");
                        counts[1] += u32::from(state.revealed[other.index()].is_empty());
                        counts[2] += u32::from(!state.revealed[other.index()].is_empty());
                        for bonus in Bonus::COMMITTING {
                            let needed = bonus.needed_card().unwrap();
                            if state.committed[other.index()].contains(bonus) {
                                assert!(held.contains(needed), "{bonus}");
                                counts[3] += 1;
                            }
                        }
                    }
                    let shown = state.talon_cards(state.taken_positions(other, options) & state.shown_positions());
                    if !shown.is_empty() {
                        let held = hand.union(state.played_by(other)).union(imagined.laid_by(other));
                        assert!(held.includes(shown));
                        counts[4] += 1;
                    }
                    assert_eq!(imagined.laid_seen(other, viewer), state.laid_seen(other, viewer));
                }
                if state.is_varsava() {
                    let gifts = state.talon.len().min(state.played().len() / 4);
                    assert_eq!(imagined.talon[..gifts], state.talon[..gifts]);
                    counts[5] += 1;
                }
                assert_eq!(imagined.holder.is_some(), state.called.is_some());
            }
        });
    }
    assert!(counts.iter().all(|&count| count > 50), "{counts:?}");
}

/// Seats where the called tarok can lie, for the first player, after the moves with these texts.
fn called_places(hands: [&str; 4], talon: &str, moves: &[&str]) -> Vec<usize> {
    let game = Four::default();
    let mut state = game.initial_state();
    let talon: Vec<_> = cards_in_order(talon);
    state.deal(&DealtCards { hands: hands.map(cards), talon: talon.try_into().unwrap() });
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        state.act(mv, game.options());
    }
    let called = state.called.unwrap();
    let (_, places) = unseen_places(&state, player(0), game.options());
    (0..3).filter(|&place| places[place].possible.contains(called)).map(|place| place + 1).collect()
}

fn cards_in_order(text: &str) -> Vec<boardwright_games::tarok::cards::Card> {
    text.split(", ").map(crate::card).collect()
}

/// A flek on the game by a player shows that the player is no partner, and a kontra that the player is.
#[test]
fn fleks_tell_about_the_partner() {
    let hands = [
        "I, II, III, IV, V, VI, H 4, H 3, H 2, D 4, D 3, D 2",
        "VII, VIII, IX, X, XI, H 1, H J, H C, D 1, D J, D C, S 7",
        "XII, XIII, XIV, XV, XVI, H Q, D Q, S 8, S 9, S 10, S J, C 7",
        "XVII, XVIII, XIX, XX, XXI, H K, D K, S C, C 8, C 9, C 10, C J",
    ];
    let talon = "S Q, S K, C C, C Q, C K, XXII";
    let begin = ["bid first duty", "agree", "agree", "agree", "play first duty", "call XIX"];
    let aside = ["lay aside H 4", "lay aside H 3", "lay aside S Q", "lay aside C Q", "lay aside C 8", "lay aside C 7"];
    let silent = ["announce nothing"; 4];
    let places = |fleks: &[&str]| {
        let moves: Vec<&str> = [&begin[..], &aside, &silent, fleks].concat();
        called_places(hands, talon, &moves)
    };
    assert_eq!(places(&[]), [1, 2, 3]);
    assert_eq!(places(&["flek game"]), [2, 3]);
    assert_eq!(places(&["flek game", "no flek", "no flek"]), [2, 3]);
    assert_eq!(places(&["flek game", "no flek", "no flek", "kontra game"]), [2, 3], "the declarer says it");
    assert_eq!(places(&["flek game", "no flek", "kontra game"]), [3]);
}

#[test]
fn moves_are_seen_without_the_cards_of_others() {
    let game = Four::default();
    let mut state = game.initial_state();
    let deal = deal_cards(&mut Pcg64Mcg::seed_from_u64(5));
    let seen = game.move_seen(&state, FourMove::Deal(deal), player(1));
    assert_eq!(seen, format!("deal 12 cards; {}; 12 cards; 12 cards; 6 cards", deal.hands[1]));
    state.deal(&deal);
    for text in ["bid first duty", "agree", "agree", "agree", "play first duty", "call XVI"] {
        let mv = game.parse_move(&state, text).unwrap();
        state.act(mv, game.options());
    }
    let layable = FourState::layable(state.hands[0]).first().unwrap();
    assert_eq!(game.move_seen(&state, FourMove::LayAside(layable), player(2)), "lay aside a card");
    assert_eq!(game.move_seen(&state, FourMove::LayAside(layable), player(0)), format!("lay aside {layable}"));
    assert_eq!(seen_cards(&state, player(0), game.options()).len(), 16);
    assert_eq!(seen_cards(&state, player(1), game.options()).len(), 12);
    assert_eq!(seen_cards(&state, player(3), game.options()).len(), 13);
}
