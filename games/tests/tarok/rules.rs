//! Rules by examples: the auction, contracts and their scores, doublings with compensation, radelci, the mond, options, and
//! refusals in the words of the game.

use boardwright_game::deals::DealtGame as _;
use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_games::tarok::cards::{Card, CardSet};
use boardwright_games::tarok::three::scoring::{next_radelci, score_sheet};
use boardwright_games::tarok::three::{
    Contract, DealtCards, Items, Stage, Three, ThreeMove, ThreeOptions, ThreeState, deal_cards, list_moves, refusal,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::{card, cards, player};

/// All taroks from V to the skis with two kings; low hearts and diamonds; and black cards.
const STRONG: [&str; 3] = [
    "V, VI, VII, VIII, IX, X, XI, XII, XIII, XIV, XV, XVI, XX, XXI, XXII, H K",
    "H 4, H 3, H 2, H 1, H J, H C, H Q, D 4, D 3, D 2, D 1, D J, D C, D Q, D K, II",
    "S 7, S 8, S 9, S 10, S J, S C, S Q, S K, C 7, C 8, C 9, C 10, C J, C C, C Q, C K",
];
const STRONG_TALON: [&str; 6] = ["I", "III", "IV", "XVII", "XVIII", "XIX"];

fn dealt(hands: [&str; 3], talon: [&str; 6]) -> ThreeState {
    let mut state = Three::default().initial_state();
    let deal = DealtCards { hands: hands.map(cards), talon: talon.map(card) };
    assert_eq!(deal.check(), Ok(()));
    state.deal(&deal);
    state
}

fn play(game: Three, state: &mut ThreeState, moves: &str) {
    for text in moves.split("; ") {
        let mv = game.parse_move(state, text).unwrap_or_else(|error| panic!("{error}\n{}", game.state_text(state)));
        game.apply(state, mv).unwrap();
    }
}

/// Plays the deal to its end: the player on lead plays the highest tarok or card, all others their lowest legal one.
fn play_high(state: &mut ThreeState, options: ThreeOptions) {
    while let Stage::Play(_) = state.stage {
        let legal = state.legal_cards(options);
        let taroks = legal.intersection(CardSet::TAROKS);
        let chosen = if state.trick.is_empty() { taroks.last().or(legal.last()) } else { legal.first() };
        state.act(ThreeMove::Play(chosen.unwrap()), options);
    }
}

fn scores(state: &ThreeState, options: ThreeOptions) -> [i32; 3] {
    let sheet = score_sheet(state, options);
    [0, 1, 2].map(|seat| sheet.total(player(seat)))
}

fn refused(game: Three, state: &ThreeState, text: &str) -> String {
    let error = game.parse_move(state, text).unwrap_err().to_string();
    let start = format!("the move \"{text}\" is not legal here: ");
    error.strip_prefix(&start).unwrap_or_else(|| panic!("{error}")).to_owned()
}

#[test]
fn equal_bids_are_for_players_who_sit_before_the_bidder() {
    let game = Three::default();
    let mut state = dealt(STRONG, STRONG_TALON);
    assert_eq!(refused(game, &state, "pass"), "forehand must open with tri");
    assert_eq!(refused(game, &state, "bid dva"), "forehand must open with tri");
    play(game, &mut state, "bid tri");
    assert_eq!(refused(game, &state, "bid tri"), "tri is bid by player 1, who sits before you: bid more or pass");
    assert_eq!(refused(game, &state, "bid klop"), "klop is not bid: forehand can choose it after winning with tri");
    assert!(refused(game, &state, "bid grand").starts_with("\"grand\" is no contract; the contracts are klop, tri"));
    play(game, &mut state, "bid dva; bid ena");
    assert_eq!(refused(game, &state, "bid dva"), "ena is bid: bid more or pass");
    // Forehand holds with an equal bid, and so does the second player against the third.
    play(game, &mut state, "bid ena; pass; bid solo; bid solo; pass");
    assert_eq!((state.stage, state.to_act()), (Stage::Choose, Some(player(0))));
    assert_eq!(refused(game, &state, "choose ena"), "you bid solo: choose that or more");
    assert_eq!(
        refused(game, &state, "choose klop"),
        "klop can be chosen only by forehand who won the auction with tri"
    );
    play(game, &mut state, "choose berac");
    assert_eq!(state.contract, Some(Contract::Berac));
}

#[test]
fn cards_of_value_five_are_kept_and_taroks_laid_away_are_shown() {
    let game = Three::default();
    let mut state = dealt(STRONG, STRONG_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose dva");
    assert_eq!(refused(game, &state, "take group 4"), "the talon has the groups 1 to 3");
    play(game, &mut state, "take group 1");
    assert_eq!(refused(game, &state, "lay away H K"), "H K cannot be laid away: kings, pagat, mond and skis are kept");
    assert_eq!(refused(game, &state, "lay away C 7"), "the card C 7 is not in your hand");
    play(game, &mut state, "lay away III; lay away V");
    let seen = boardwright_games::tarok::three::knowledge::laid_cards_seen(&state, player(1));
    assert_eq!(seen, cards("III, V"));
    assert_eq!(
        refused(game, &state, "announce game"),
        "\"game\" cannot be announced; there are trula, kralji, pagat ultimo, valat"
    );
}

#[test]
fn pagat_ultimo_needs_the_pagat() {
    let game = Three::default();
    let mut state = dealt(STRONG, STRONG_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose ena; take group 2; lay away III");
    assert_eq!(
        refused(game, &state, "announce pagat ultimo"),
        "you do not hold the pagat: it cannot win the last trick for you"
    );
}

#[test]
fn a_silent_valat_replaces_the_game_or_is_added() {
    let game = Three::default();
    let options = game.options();
    let mut state = dealt(STRONG, STRONG_TALON);
    // The first group leaves XVII to XIX to the opponents' pile.
    play(game, &mut state, "bid tri; pass; pass; choose tri; take group 1; lay away III; lay away IV; lay away V");
    play(game, &mut state, "announce nothing; no kontra; no kontra");
    play_high(&mut state, options);
    // The declarer wins all tricks but is not asked to announce valat: it counts 250 in silence, in the place of everything else.
    assert_eq!(state.tricks, [16, 0, 0]);
    assert_eq!(scores(&state, options), [250, 0, 0]);
    assert_eq!(next_radelci(&state, options), [1, 1, 1]);
    let added = ThreeOptions { valat_replaces: false, ..options };
    // Tri, trula and kralji in silence, and the valat. The king of hearts came last, so there is no pagat ultimo.
    let points = boardwright_games::tarok::three::scoring::declarer_points(&state);
    assert_eq!(scores(&state, added)[0], points - 35 + 10 + 10 + 10 + 250);
}

#[test]
fn announced_valat_is_doubled_and_the_innocent_opponent_is_compensated() {
    let game = Three::default();
    let options = game.options();
    let mut state = dealt(STRONG, STRONG_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose tri; take group 1; lay away III; lay away IV; lay away V");
    play(game, &mut state, "announce trula, valat");
    assert_eq!(refused(game, &state, "kontra kralji"), "kralji is not announced: there is nothing to double");
    assert_eq!(
        refused(game, &state, "re game"),
        "write \"kontra game\" or \"kontra\" and an announcement, or \"no kontra\""
    );
    play(game, &mut state, "kontra valat");
    assert_eq!(refused(game, &state, "kontra valat"), "kontra is said to valat already");
    play(game, &mut state, "no kontra; kontra game; no kontra");
    assert_eq!(state.stage, Stage::Double { level: 1, player: player(0) });
    assert_eq!(refused(game, &state, "re trula"), "re answers kontra, which nobody said to trula");
    play(game, &mut state, "re valat; no re");
    assert_eq!(state.stage, Stage::Double { level: 2, player: player(1) });
    assert_eq!(refused(game, &state, "sub game"), "sub answers re, which nobody said to game");
    play(game, &mut state, "sub valat; mort valat");
    assert!(matches!(state.stage, Stage::Play(_)));
    state.radelci = [1, 0, 0];
    play_high(&mut state, options);
    // 500 x 16 with the radelc; the third player did not say kontra to the valat, and gets 15 of the 16 parts.
    assert_eq!(scores(&state, options), [500 * 16 * 2, 0, 500 * 15 * 2]);
    // One radelc is erased, and everybody gets one.
    assert_eq!(next_radelci(&state, options), [1, 1, 1]);
    let next = game.next_deal(&state, &[0.0; 3]).unwrap();
    assert_eq!((next.forehand, next.radelci), (player(1), [1, 1, 1]));
    assert!(next.last.unwrap().is_won);
}

#[test]
fn sub_is_for_the_opponent_who_said_kontra() {
    let game = Three::default();
    let mut state = dealt(STRONG, STRONG_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose berac; no kontra; kontra game");
    assert_eq!(state.stage, Stage::Double { level: 1, player: player(0) });
    play(game, &mut state, "re game");
    assert_eq!(state.stage, Stage::Double { level: 2, player: player(2) });
    let options = ThreeOptions { doublings: 2, ..game.options() };
    let short = Three::new(options);
    let mut state = dealt(STRONG, STRONG_TALON);
    play(short, &mut state, "bid tri; pass; pass; choose berac; no kontra; kontra game; re game");
    assert!(matches!(state.stage, Stage::Play(_)), "there is no sub after two doublings");
}

#[test]
fn berac_ends_at_the_first_trick_and_uses_a_radelc() {
    let game = Three::default();
    let options = game.options();
    let mut state = dealt(STRONG, STRONG_TALON);
    state.radelci = [1, 0, 2];
    play(game, &mut state, "bid tri; pass; pass; choose berac; no kontra; kontra game; no re; XXI; II; S 7");
    assert_eq!(state.stage, Stage::Over);
    assert_eq!(scores(&state, options), [-70 * 2 * 2, 0, 0]);
    assert_eq!(next_radelci(&state, options), [1, 1, 3]);
    let kept = ThreeOptions { berac_uses_radelc: false, ..options };
    assert_eq!((scores(&state, kept), next_radelci(&state, kept)), ([-140, 0, 0], [2, 1, 3]));
}

/// Hands for the play of single tricks.
const EVEN: [&str; 3] = [
    "I, V, VI, VII, H 4, H 3, H K, D 4, D J, S 7, S Q, C 7, C 8, C J, C Q, C K",
    "XXI, VIII, IX, X, XI, H 2, H Q, D 3, D C, S 8, S 9, S K, C 9, C C, D K, II",
    "XXII, XII, XIII, XIV, XV, H 1, H J, H C, D 2, D Q, S 10, S J, S C, C 10, III, IV",
];
const EVEN_TALON: [&str; 6] = ["XVI", "XVII", "XVIII", "XIX", "XX", "D 1"];

#[test]
fn the_emperor_trick_costs_the_mond() {
    let game = Three::default();
    let options = game.options();
    let mut state = dealt(EVEN, EVEN_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose solo; announce nothing; no kontra; no kontra; VII; XXI; XXII");
    assert_eq!((state.leader, state.mond_loser), (player(2), Some(player(1))));
    let mut state = dealt(EVEN, EVEN_TALON);
    play(
        game,
        &mut state,
        "bid tri; bid solo; pass; bid solo; pass; choose solo; announce nothing; no kontra; no kontra; I; XXI; XXII",
    );
    assert_eq!((state.leader, state.mond_loser), (player(0), Some(player(1))), "the pagat wins");
    while let Stage::Play(_) = state.stage {
        state.act(ThreeMove::Play(state.legal_cards(options).first().unwrap()), options);
    }
    assert_eq!(scores(&state, options)[1..], [-21, 0]);
}

#[test]
fn a_mond_left_in_the_talon_costs_the_declarer() {
    let game = Three::default();
    let hands = [EVEN[0], &EVEN[1].replace("XXI,", "XVI,"), EVEN[2]];
    let talon = ["XXI", "XVII", "XVIII", "XIX", "XX", "D 1"];
    for (moves, loser) in
        [("choose ena; take group 2", Some(player(0))), ("choose ena; take group 1", None), ("choose solo", None)]
    {
        let mut state = dealt(hands, talon);
        play(game, &mut state, &format!("bid tri; pass; pass; {moves}"));
        assert_eq!(state.mond_loser, loser, "{moves}");
    }
}

#[test]
fn refusals_name_the_duty() {
    let game = Three::default();
    let mut state = dealt(EVEN, EVEN_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose solo; announce nothing; no kontra; no kontra");
    assert_eq!(refused(game, &state, "XXI"), "the card XXI is not in your hand");
    assert!(refused(game, &state, "H 7").starts_with("\"H 7\" is no card; taroks are I to XXII"));
    play(game, &mut state, "H K");
    assert_eq!(refused(game, &state, "XXI"), "you have a heart: follow suit");
    play(game, &mut state, "H 2; H 1; V");
    assert_eq!(refused(game, &state, "H Q"), "you have a tarok: follow with a tarok");
    let mut state = dealt(STRONG, STRONG_TALON);
    play(
        game,
        &mut state,
        "bid tri; bid dva; pass; pass; choose solo; announce nothing; no kontra; no kontra; D K; S 7",
    );
    assert_eq!(refused(game, &state, "H K"), "you have no diamond: play a tarok");
}

#[test]
fn klop_forces_to_overtake_and_keeps_the_pagat_back() {
    let game = Three::default();
    let mut state = dealt(EVEN, EVEN_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose klop");
    assert_eq!(refused(game, &state, "I"), "the pagat is led only as the last card of the hand");
    play(game, &mut state, "S Q");
    assert_eq!(refused(game, &state, "S 8"), "you can beat S Q: you must overtake in this contract");
    play(game, &mut state, "S K");
    assert_eq!(refused(game, &state, "XII"), "you have a spade: follow suit");
    play(game, &mut state, "S 10; IX; XII");
    assert_eq!(refused(game, &state, "I"), "the pagat is played only if no other card is allowed");
    // The winner of each of the first six tricks gets a card of the talon.
    assert!(state.piles[1].contains(card("XVI")));
    // With mond and skis in the trick, the pagat must win it.
    let mut state = dealt(EVEN, EVEN_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose klop; H 4; H Q; H J; XXI; XXII");
    assert_eq!(refused(game, &state, "V"), "mond and skis are in the trick: the pagat must win it");
    let free = Three::new(ThreeOptions { emperor_duty: false, ..ThreeOptions::default() });
    assert!(free.parse_move(&state, "V").is_ok());
}

#[test]
fn klop_scores_everybody_or_the_extremes() {
    let game = Three::default();
    let mut state = dealt(STRONG, STRONG_TALON);
    play(game, &mut state, "bid tri; pass; pass; choose klop");
    let options = game.options();
    play_high(&mut state, options);
    assert_eq!(state.tricks, [16, 0, 0]);
    assert_eq!(scores(&state, options), [-70, 0, 0]);
    let extremes = ThreeOptions { klop_all_score: false, ..options };
    assert_eq!(scores(&state, extremes), [-70, 70, 70]);
    assert_eq!(next_radelci(&state, options), [1, 1, 1]);
}

/// A deal of solo in which the declarer announces pagat ultimo and keeps the pagat to the last trick, where it is beaten.
fn beaten_pagat(seed: u64) -> Option<ThreeState> {
    let game = Three::default();
    let options = game.options();
    let mut state = game.initial_state();
    state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(seed)));
    if !state.hands[0].contains(Card::PAGAT) {
        return None;
    }
    play(
        game,
        &mut state,
        "bid tri; pass; pass; choose solo; announce pagat ultimo; kontra pagat ultimo; no kontra; no kontra; no re",
    );
    while let Stage::Play(mover) = state.stage {
        let legal = state.legal_cards(options);
        let others = legal.without(CardSet::of(Card::PAGAT));
        let chosen = if others.is_empty() || mover != player(0) { legal.last() } else { others.last() };
        state.act(ThreeMove::Play(chosen.unwrap()), options);
    }
    let is_beaten = state.last_trick.is_some_and(|(_, card)| card != Card::PAGAT);
    (state.played()[45..].contains(&Card::PAGAT) && is_beaten).then_some(state)
}

#[test]
fn options_change_solo_and_the_beaten_pagat() {
    let options = ThreeOptions::default();
    let deals: Vec<ThreeState> = (0..3000).filter_map(beaten_pagat).collect();
    assert!(!deals.is_empty(), "the pagat was kept to the end");
    for mut state in deals {
        let points = boardwright_games::tarok::three::scoring::declarer_points(&state);
        let value = if points > 35 { 50 } else { -50 };
        let mond = if state.mond_loser == Some(player(0)) { 21 } else { 0 };
        let mut silent = state;
        silent.announced = Items::NONE;
        let silent = scores(&silent, options)[0];
        assert_eq!(scores(&state, options)[0], silent - 100, "50 with kontra");
        (state.announced, state.doublings) = (Items::NONE, ThreeState::new(player(0), [0; 3], None).doublings);
        let flat = ThreeOptions { solo_difference_counts: false, ..options };
        assert_eq!(scores(&state, flat)[0] - scores(&state, options)[0], 35 - points);
        let costs = ThreeOptions { beaten_pagat_costs: true, ..options };
        assert_eq!(scores(&state, costs)[0], scores(&state, options)[0] - 25);
        let kings = boardwright_games::tarok::three::scoring::bonuses_made(&state);
        if kings.is_empty() {
            assert_eq!(scores(&state, options)[0], points - 35 + value - mond);
        }
    }
}

#[test]
fn impossible_states_are_refused_with_line_and_reason() {
    let game = Three::default();
    let mut state = dealt(EVEN, EVEN_TALON);
    play(
        game,
        &mut state,
        "bid tri; pass; pass; choose ena; take group 1; lay away H 4; announce nothing; no kontra; no kontra; H K; H 2",
    );
    let text = game.state_text(&state);
    assert_eq!(game.parse_state(&text), Ok(state));
    let error = |from: &str, to: &str| {
        assert!(text.contains(from), "{text}");
        game.parse_state(&text.replace(from, to)).unwrap_err().to_string()
    };
    let cases = [
        ("forehand 1", "forehand 4", "line 1 of the state: forehand is a player from 1 to 3"),
        ("radelci 0 0 0", "radelci 0 0", "line 2 of the state: radelci are three numbers from 0 to 255, by player"),
        (
            "last deal none",
            "last deal tri",
            "line 3 of the state: the last deal is none, or like \"tri by 2, won, announced nothing, made trula\"",
        ),
        ("H 2, H Q, ", "H 2, ", "line 7 of the state: player 2 has 15 cards; 16 are dealt"),
        ("D 3, ", "D 4, ", "line 7 of the state: the card D 4 is dealt twice"),
        ("XX, D 1", "XX", "line 7 of the state: the talon has 5 cards; 6 are dealt"),
        (
            "auction bid tri",
            "auction pass",
            "line 8 of the state: \"pass\" is not possible: forehand must open with tri",
        ),
        (
            "contract ena",
            "contract misere",
            "line 9 of the state: \"choose misere\" is not possible: \"misere\" is no contract",
        ),
        (
            "group 1",
            "group 9",
            "line 10 of the state: \"take group 9\" is not possible: the talon has the groups 1 to 6",
        ),
        (
            "laid away H 4",
            "laid away XXII",
            "line 11 of the state: \"lay away XXII\" is not possible: the card XXII is not in your hand",
        ),
        (
            "announced nothing",
            "announced luck",
            "line 12 of the state: \"announce luck\" is not possible: \"luck\" cannot be announced",
        ),
        (
            "doubled no kontra",
            "doubled re game",
            "line 13 of the state: \"re game\" is not possible: write \"kontra game\"",
        ),
        (
            "played H K, H 2",
            "played H K, XXI",
            "line 14 of the state: \"XXI\" is not possible: you have a heart: follow suit",
        ),
    ];
    for (from, to, expected) in cases {
        let error = error(from, to);
        assert!(error.starts_with(expected), "{error}\nexpected\n{expected}");
    }
    let longer = format!("{text}weather fine\n");
    let error = game.parse_state(&longer).unwrap_err().to_string();
    assert_eq!(error, "line 15 of the state: the line \"weather fine\" is not expected here");
}

#[test]
fn moves_of_other_stages_are_refused() {
    let game = Three::default();
    let state = game.initial_state();
    assert_eq!(refused(game, &state, "pass"), "cards are dealt now");
    let twice = DealtCards { hands: [cards(STRONG[0]); 3], talon: STRONG_TALON.map(card) };
    assert_eq!(
        refusal(&state, game.options(), ThreeMove::Deal(twice)).unwrap(),
        "the card H K is dealt twice".replace("H K", "V")
    );
    let mut moves = Vec::new();
    list_moves(&state, game.options(), &mut moves);
    assert!(moves.is_empty());
}
