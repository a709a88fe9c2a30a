//! The search player of Taroky: its search against minimax, its moves outside of the play, and duplicate deals.

use boardwright_game::game::{Game as _, GameExt as _, OwnPlayer as _};
use boardwright_game::playout::random_below;
use boardwright_games::tarok::cards::CardSet;
use boardwright_games::tarok::four::search::constants::default_settings;
use boardwright_games::tarok::four::search::play_position::FourPosition;
use boardwright_games::tarok::four::search::policy::discard_sets;
use boardwright_games::tarok::four::search::tarokist::FourTarokist;
use boardwright_games::tarok::four::{
    Bid, Bonus, Bonuses, DealtCards, Four, FourMove, FourState, Stage, deal_cards, list_moves, seats,
};
use boardwright_games::tarok::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::search::constants::{SearchSettings, Settings};
use boardwright_games::tarok::search::duel::{Duellist, play_duplicate};
use boardwright_games::tarok::search::open_position::OpenPosition;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use super::play_through;
use crate::{card, cards, effort, player};

/// Settings with which decisions are quick.
fn quick() -> Settings {
    Settings { samples: 3, depths: [4, 4, 4], ..default_settings() }
}

/// A random position of the play.
fn random_position(seed: u64) -> FourPosition {
    let game = Four::default();
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut random));
    let cards = random_below(44, &mut random);
    let mut found = None;
    play_through(game, &mut state, &mut random, |state, _| {
        if state.played().len() <= cards {
            found = FourPosition::of_state(state, game.options()).or(found);
        }
    });
    found.expect("cards are played")
}

/// Minimax without any enhancement.
fn minimax(position: &FourPosition, viewer: usize, depth: u8) -> i32 {
    if depth == 0 || position.is_over() {
        return position.evaluate(viewer);
    }
    let values = position.legal_cards().iter().map(|card| {
        let mut next = *position;
        next.play(card);
        minimax(&next, viewer, depth - 1)
    });
    let best = if position.is_same_side(position.turn(), viewer) { values.max() } else { values.min() };
    best.expect("a card is legal")
}

#[test]
fn enhancements_keep_the_values_of_minimax() {
    let exact = SearchSettings { grouping: false, pruning: false, ..SearchSettings::ALL };
    let (mut plain, mut enhanced) = (AlphaBeta::new(SearchSettings::NONE), AlphaBeta::new(exact));
    for seed in 0..60 * effort() {
        let position = random_position(seed);
        let expected = minimax(&position, position.turn(), 4);
        assert_eq!(plain.root_value(&position, 4), expected, "{seed}");
        assert_eq!(enhanced.root_value(&position, 4), expected, "{seed}");
        assert_eq!(enhanced.root_value(&position, 8), plain.root_value(&position, 8), "{seed}");
    }
}

/// At the end of the play the values of both sides are those of the score.
#[test]
fn open_positions_count_as_the_game_does() {
    let game = Four::default();
    for seed in 0..40 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = game.initial_state();
        state.deal(&deal_cards(&mut random));
        let mut position: Option<FourPosition> = None;
        play_through(game, &mut state, &mut random, |state, _| {
            if let (Some(position), Some(&card)) = (&mut position, state.played().last()) {
                assert!(position.legal_cards().contains(card));
                position.play(card);
                if let Stage::Play(turn) = state.stage {
                    assert_eq!((position.turn(), position.legal_cards()), (turn.index(), state.legal_cards()));
                }
            } else {
                position = FourPosition::of_state(state, game.options());
            }
        });
        let position = position.expect("cards are played");
        assert!(position.is_over());
        let side = state.declarer_side();
        for seat in 0..4 {
            let (own, others) = position.values_for(seat);
            assert_eq!(own + others, 106);
            let pile = match side {
                None => state.piles[seat],
                Some(side) => {
                    boardwright_games::tarok::four::scoring::side_pile(&state, side >> seat & 1 != 0, game.options())
                }
            };
            assert_eq!(own as u32, pile.value_sum(), "{seed}");
        }
    }
}

#[test]
fn discards_empty_suits_and_keep_what_must_be_kept() {
    let hand = cards("H 4, H 3, D J, D C, S 7, S K, C Q, I, V, VI, VII, X, XI, XII, XV, XX");
    let sets = discard_sets(hand, 4, 24, 8);
    assert!(sets.len() > 4 && sets.iter().all(|set| set.len() == 4 && FourState::layable(hand).includes(*set)));
    assert!(sets.iter().all(|set| !set.contains(card("S K")) && set.intersection(CardSet::TAROKS).is_empty()));
    let taroks = cards("I, II, III, IV, V, VI, VII, VIII, IX, X, XI, H K, D 4");
    assert_eq!(discard_sets(taroks, 1, 24, 8), [cards("D 4")]);
}

/// The best move of the player to act.
fn best(state: &FourState, seed: u64) -> FourMove {
    let game = Four::default();
    let mut player = FourTarokist::new(game.options(), quick(), Pcg64Mcg::seed_from_u64(seed));
    let rating = player.rate(state, state.to_act().unwrap(), &|_| false).unwrap();
    let mut legal = Vec::new();
    list_moves(state, game.options(), &mut legal);
    assert!(rating.moves.iter().all(|(mv, _)| legal.contains(mv)));
    rating.moves[0].0
}

/// A hand that wins nearly everything bids more than a duty, and a bad one agrees.
#[test]
fn bids_follow_the_hand() {
    let strong = "XIII, XIV, XV, XVI, XVII, XVIII, XIX, XX, XXI, XXII, H K, H Q";
    let weak = "II, III, H 4, H 3, D 4, D 3, S 7, S 8, S 9, C 7, C 8, C 9";
    let rest: Vec<_> = CardSet::ALL.without(cards(strong)).without(cards(weak)).iter().collect();
    let others = [&rest[..12], &rest[12..24]].map(|cards| cards.iter().copied().collect::<CardSet>());
    let talon = rest[24..].try_into().unwrap();
    let game = Four::default();
    let bid = |hands| {
        let mut state = game.initial_state();
        state.deal(&DealtCards { hands, talon });
        state.act(FourMove::Bid(Bid::FirstDuty), game.options());
        best(&state, 1)
    };
    let [first, last] = others;
    assert!(matches!(bid([cards(weak), cards(strong), first, last]), FourMove::Bid(Bid::Trojka | Bid::Solo)));
    assert_eq!(bid([cards(strong), cards(weak), first, last]), FourMove::Agree);
}

/// A deal that is played by quick players from seat to seat.
#[test]
fn every_decision_is_legal_and_repeatable() {
    let game = Four::default();
    for seed in 0..3 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut state = FourState::new(player((seed % 4) as usize));
        state.deal(&deal_cards(&mut random));
        let mut players = seats()
            .map(|seat| FourTarokist::new(game.options(), quick(), Pcg64Mcg::seed_from_u64(seat.number() as u64)));
        let mut legal = Vec::new();
        while let Some(mover) = state.to_act() {
            let mv = players[mover.index()].rate(&state, mover, &|_| false).unwrap().moves[0].0;
            legal.clear();
            list_moves(&state, game.options(), &mut legal);
            assert!(legal.contains(&mv), "{mv:?}\n{}", game.state_text(&state));
            state.act(mv, game.options());
        }
        assert_eq!(state.stage, Stage::Over);
        assert!(state.committed.iter().all(|&made| Bonuses::commitments().contains(&made)));
        assert!(state.committed_player(Bonus::Valat).is_none_or(|player| state.tricks[player.index()] > 0));
    }
}

#[test]
fn the_player_beats_random_moves_in_duplicate_deals() {
    let game = Four::default();
    let search = Duellist::Search(quick());
    let mut sum = 0.0;
    for seed in 0..4 {
        let scores = play_duplicate(&game, search, Duellist::Random, seed).unwrap();
        assert_eq!((scores.own.len(), scores.others.len()), (4, 4));
        for (own, others) in scores.own.iter().zip(&scores.others) {
            assert_eq!(own + others, 0, "{seed}");
        }
        sum += scores.difference();
    }
    assert!(sum > 0.0, "{sum}");
    // Equal players that do not draw random numbers in the play return to their scores.
    let even = play_duplicate(&game, Duellist::Random, Duellist::Random, 1).unwrap();
    assert_eq!(even.own.iter().sum::<i32>() + even.others.iter().sum::<i32>(), 0);
}
