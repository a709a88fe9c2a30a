//! Knowledge of the players: re-sampled deals agree with everything a player has seen, and depend on nothing else.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::playout::random_below;
use boardwright_games::tarok::cards::{CardSet, Suit};
use boardwright_games::tarok::three::knowledge::{seen_cards, unseen_places};
use boardwright_games::tarok::three::{Contract, Stage, TALON, Three, ThreeMove, ThreeState, deal_cards, list_moves};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::{card, cards, effort, player};

const DEALS: u64 = 150;

fn information(game: Three, state: &ThreeState, seat: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    game.information_state(state, player(seat), &mut bytes);
    bytes
}

/// Calls `check` in every position of a random deal.
fn play_random(game: Three, seed: u64, mut check: impl FnMut(&ThreeState, &mut Pcg64Mcg)) {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut random));
    let mut moves = Vec::new();
    while game.legal_moves(&state, &mut moves).unwrap().outcome().is_none() {
        check(&state, &mut random);
        let is_bid = matches!(state.stage, Stage::Bid(_) | Stage::Double { .. });
        let mv = if is_bid && random_below(3, &mut random) > 0 {
            moves[0]
        } else {
            moves[random_below(moves.len(), &mut random)]
        };
        game.apply(&mut state, mv).unwrap();
    }
    check(&state, &mut random);
}

/// The moves that led to a state are legal in a re-sampled deal, too: nothing that anybody did contradicts the imagined cards.
fn replays(game: Three, state: &ThreeState) {
    let text = game.state_text(state);
    let replayed = game.parse_state(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(replayed, *state, "{text}");
}

#[test]
fn imagined_deals_agree_with_everything_seen() {
    let game = Three::default();
    for seed in 0..DEALS * effort() {
        play_random(game, seed, |state, random| {
            replays(game, state);
            for seat in 0..3 {
                let imagined = game.resample(state, player(seat), random).unwrap();
                assert_eq!(information(game, &imagined, seat), information(game, state, seat), "{seed}");
                assert_eq!(imagined.hands.map(CardSet::len), state.hands.map(CardSet::len), "{seed}");
                replays(game, &imagined);
            }
        });
    }
}

/// Hidden cards are exchanged in all ways that a player cannot notice; what that player is given stays the same.
#[test]
fn imagined_deals_depend_on_nothing_hidden() {
    let game = Three::default();
    for seed in 0..DEALS {
        play_random(game, seed, |state, random| {
            if state.stage == Stage::Over {
                return;
            }
            for seat in 0..3 {
                let poisoned = game.resample(state, player(seat), random).unwrap();
                let draw = |state| game.resample(state, player(seat), &mut Pcg64Mcg::seed_from_u64(seed)).unwrap();
                assert_eq!(draw(state), draw(&poisoned), "{seed}");
            }
        });
    }
}

/// In some deals, the number of possible places of a card is counted by hand.
#[test]
fn voids_announcements_and_shown_cards_bind_the_imagined_deals() {
    let game = Three::default();
    let mut counts = [0; 4];
    for seed in 0..DEALS * 4 {
        play_random(game, seed, |state, random| {
            let Some(contract) = state.contract.filter(|_| state.stage != Stage::Over) else { return };
            for viewer in 0..3 {
                let imagined = game.resample(state, player(viewer), random).unwrap();
                for seat in (0..3).filter(|&seat| seat != viewer) {
                    for suit in Suit::ALL.into_iter().filter(|suit| state.excluded[seat].includes(suit.cards())) {
                        assert!(imagined.hands[seat].intersection(suit.cards()).is_empty());
                        counts[0] += 1;
                    }
                    let is_declarer = state.declarer() == Some(player(seat));
                    let has_announced = state.announced.contains(boardwright_games::tarok::three::Item::PagatUltimo);
                    if is_declarer && has_announced && !state.played().contains(&card("I")) {
                        assert!(imagined.hands[seat].contains(card("I")));
                        counts[1] += 1;
                    }
                    if let Some(group) = state.group.filter(|_| is_declarer && contract.exchanged() > 0) {
                        let taken = state.group_cards(group);
                        let gone: CardSet = state.played().iter().copied().collect();
                        let kept = imagined.hands[seat].union(imagined.laid).union(gone);
                        assert!(kept.includes(taken));
                        assert_eq!(
                            imagined.laid.intersection(CardSet::TAROKS),
                            state.laid.intersection(CardSet::TAROKS),
                            "taroks that were laid away are shown"
                        );
                        counts[2] += 1;
                    }
                }
                if contract == Contract::Klop {
                    let gifts = TALON.min(state.played().len() / 3);
                    assert_eq!(imagined.talon[..gifts], state.talon[..gifts]);
                    counts[3] += 1;
                }
            }
        });
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

/// After a player did not overtake in klop, the higher cards of the suit lie elsewhere.
#[test]
fn a_card_that_does_not_overtake_tells_about_the_higher_ones() {
    let game = Three::default();
    let options = game.options();
    let mut state = game.initial_state();
    let hands = [
        "H 1, H J, D 4, D 3, S 7, S 8, C 7, C 8, II, III, IV, V, VI, VII, VIII, IX",
        "H 4, H 3, D 2, D 1, S 9, S 10, C 9, C 10, X, XI, XII, XIII, XIV, XV, XVI, XVII",
        "H 2, H C, H Q, H K, D J, D C, D Q, D K, S J, S C, S Q, S K, C J, C C, C Q, C K",
    ];
    let talon = ["I", "XVIII", "XIX", "XX", "XXI", "XXII"].map(card);
    state.deal(&boardwright_games::tarok::three::DealtCards { hands: hands.map(cards), talon });
    for text in ["bid tri", "pass", "pass", "choose klop", "H J", "H 3"] {
        let mv = game.parse_move(&state, text).unwrap();
        state.act(mv, options);
    }
    let (unseen, places) = unseen_places(&state, player(0));
    assert!(unseen.includes(cards("H C, H Q, H K, H 2, H 4")));
    // The second player holds none of the higher hearts, but possibly lower ones.
    assert_eq!(places[0].possible.intersection(Suit::Hearts.cards()), cards("H 4, H 2"));
    assert_eq!(places[0].size, 15);
    assert_eq!(seen_cards(&state, player(0)).len(), 17);
}

#[test]
fn contradictions_are_errors_and_never_the_true_cards() {
    let game = Three::default();
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(3)));
    let mut moves = Vec::new();
    while !matches!(state.stage, Stage::Play(_)) {
        moves.clear();
        list_moves(&state, game.options(), &mut moves);
        let mv = if let Stage::Choose = state.stage { ThreeMove::Choose(Contract::Tri) } else { moves[0] };
        state.act(mv, game.options());
    }
    // Neither of the others may hold a tarok: the viewer does not hold all of them.
    for seat in 1..3 {
        state.excluded[seat] = CardSet::TAROKS;
    }
    let error = game.resample(&state, player(0), &mut Pcg64Mcg::seed_from_u64(1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "no position was found that agrees with what the player has seen, so the player cannot choose a move (in the knowledge of player 1)"
    );
}

#[test]
fn moves_are_seen_without_the_cards_of_others() {
    let game = Three::default();
    let mut state = game.initial_state();
    let deal = deal_cards(&mut Pcg64Mcg::seed_from_u64(5));
    let seen = game.move_seen(&state, ThreeMove::Deal(deal), player(1));
    assert_eq!(seen, format!("deal 16 cards; {}; 16 cards; 6 cards", deal.hands[1]));
    state.deal(&deal);
    for text in ["bid tri", "pass", "pass", "choose ena", "take group 1"] {
        let mv = game.parse_move(&state, text).unwrap();
        state.act(mv, game.options());
    }
    let layable = ThreeState::layable(state.hands[0]);
    let (tarok, other) = (layable.intersection(CardSet::TAROKS).first(), layable.without(CardSet::TAROKS).first());
    let seen = |card, viewer| game.move_seen(&state, ThreeMove::LayAway(card), player(viewer));
    assert_eq!(seen(tarok.unwrap(), 2), format!("lay away {}", tarok.unwrap()), "taroks are shown");
    assert_eq!(seen(other.unwrap(), 2), "lay away a card");
    assert_eq!(seen(other.unwrap(), 0), format!("lay away {}", other.unwrap()));
}
