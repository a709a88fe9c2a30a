//! Examples of the rules, their refusals, and scores of single deals.

use boardwright_game::game::{Game as _, GameExt as _};
use boardwright_game::ids::Player;
use boardwright_games::tarok::cards::{Card, CardSet};
use boardwright_games::tarok::four::scoring::{score_sheet, side_values};
use boardwright_games::tarok::four::{
    Bid, Bonus, Bonuses, DealtCards, Four, FourOptions, FourState, Stage, Target, deal_cards, seats,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::{card, cards, player};

const HANDS: [&str; 4] = [
    "I, II, III, IV, V, VI, H 4, H 3, H 2, D 4, D 3, D 2",
    "VII, VIII, IX, X, XI, H 1, H J, H C, D 1, D J, D C, S 7",
    "XII, XIII, XIV, XV, XVI, H Q, D Q, S 8, S 9, S 10, S J, C 7",
    "XVII, XVIII, XIX, XX, XXI, H K, D K, S C, C 8, C 9, C 10, C J",
];
const TALON: [&str; 6] = ["S Q", "S K", "C C", "C Q", "C K", "XXII"];

fn begin(game: Four) -> FourState {
    let mut state = game.initial_state();
    state.deal(&DealtCards { hands: HANDS.map(cards), talon: TALON.map(card) });
    state
}

fn play(game: Four, moves: &[&str]) -> FourState {
    let mut state = begin(game);
    for text in moves {
        let mv = game.parse_move(&state, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        state.act(mv, game.options());
    }
    state
}

fn refused(game: Four, moves: &[&str], text: &str) -> String {
    game.parse_move(&play(game, moves), text).unwrap_err().to_string()
}

const DUTY: [&str; 6] = ["bid first duty", "agree", "agree", "agree", "play first duty", "call XIX"];
const ASIDE: [&str; 6] =
    ["lay aside H 4", "lay aside H 3", "lay aside S Q", "lay aside C Q", "lay aside C 8", "lay aside C 7"];

#[test]
fn the_auction_goes_on_until_three_agree() {
    let game = Four::default();
    let stage = |moves: &[&str]| play(game, moves).stage;
    assert_eq!(stage(&["bid first duty", "agree", "bid trojka", "agree", "agree"]), Stage::Bid(player(1)));
    assert_eq!(stage(&["bid first duty", "agree", "bid trojka", "agree", "agree", "agree"]), Stage::Look);
    assert_eq!(stage(&["bid first duty", "bid trojka", "agree", "agree", "bid solo"]), Stage::Announce(player(0)));
    assert_eq!(stage(&["bid second duty", "agree", "agree", "agree"]), Stage::Call);
    let once = Four::new(FourOptions { one_round: true, ..FourOptions::default() });
    assert_eq!(play(once, &["bid first duty", "agree", "bid trojka", "agree"]).stage, Stage::Look);
}

#[test]
fn refusals_name_the_rule() {
    let game = Four::default();
    let bid = ["bid first duty"];
    let told = |moves: &[&str], text: &str, reason: &str| {
        let message = refused(game, moves, text);
        assert!(message.contains(reason), "{text}: {message}");
    };
    told(&[], "agree", "forehand must bid at least first duty");
    told(&bid, "bid first duty", "first duty is bid: bid more or agree");
    told(&bid, "bid second duty", "you do not hold the pagat");
    told(&bid, "bid varsava", "varsava is not bid");
    told(&DUTY[..5], "call XV", "the taroks that can be called are XIX, XVIII, XVII and XVI");
    told(&DUTY, "lay aside S K", "S K cannot be laid aside: kings, pagat, mond and skis are kept");
    told(&DUTY, "lay aside II", "taroks are kept while the hand has other cards");
    told(&DUTY, "lay aside VII", "the card VII is not in your hand");
    let announce = [&DUTY[..], &ASIDE].concat();
    told(&announce, "announce valat", "you do not hold the skis");
    told(&announce, "announce trul", "trul is announced by itself");
    told(&announce, "announce all", "\"all\" cannot be announced; pagat and valat can");
    let flek = [&announce[..], &["announce nothing"; 4]].concat();
    assert_eq!(play(game, &flek).stage, Stage::Flek(player(1)), "the declarer could give no flek");
    told(&flek, "flek pagat", "pagat is not announced");
    let flekked = [&flek[..], &["flek game", "no flek", "no flek"]].concat();
    assert_eq!(play(game, &flekked).stage, Stage::Flek(player(0)));
    let partner = [&flek[..], &["no flek", "no flek"]].concat();
    told(&partner, "flek game", "you are on the side of player 1, who plays game");
    let opponent = [&flek[..], &["flek game"]].concat();
    told(&opponent, "kontra game", "kontra is for the side of player 1, who plays game");
    let trick = [&flek[..], &["no flek", "no flek", "no flek", "H 2"]].concat();
    told(&trick, "VII", "you have a heart: follow suit");
    let varsava = [&DUTY[..4], &["declare varsava", "II"]].concat();
    told(&varsava, "H 1", "you have a tarok: follow with a tarok");
    let overtaken = [&varsava[..], &["XI", "XII"]].concat();
    assert_eq!(play(game, &overtaken).legal_cards(), cards("XVII, XVIII, XIX, XX, XXI"));
    let followed = [&DUTY[..4], &["declare varsava", "H 2", "H J"]].concat();
    assert_eq!(play(game, &followed).legal_cards(), cards("H Q"));
}

#[test]
fn the_talon_goes_to_the_declarer_the_left_neighbour_and_the_player_opposite() {
    let state = play(Four::default(), &DUTY);
    assert_eq!(state.hands.map(CardSet::len), [16, 12, 13, 13]);
    assert!(state.hands[3].contains(card("C K")) && state.hands[2].contains(card("XXII")));
    assert_eq!(state.holder, Some(player(3)));
    let right = Four::new(FourOptions { right_takes_talon: true, ..FourOptions::default() });
    assert_eq!(play(right, &DUTY).hands.map(CardSet::len), [16, 13, 13, 12]);
}

/// A hand of taroks and kings lays taroks aside, face up.
#[test]
fn taroks_are_laid_aside_only_by_hands_of_taroks_and_kings() {
    let hand = cards("I, II, III, IV, V, XXI, XXII, H K, D K");
    assert_eq!(FourState::layable(hand), cards("II, III, IV, V"));
    assert_eq!(FourState::layable(hand.union(cards("S 7, S K"))), cards("S 7"));
}

/// A deal at its end, in which the first player plays first duty with the last as partner.
fn finished(points_of_side: &str) -> FourState {
    let mut state = play(Four::default(), &[&DUTY[..], &ASIDE].concat());
    state.stage = Stage::Over;
    state.revealed = [Bonuses::NONE; 4];
    state.piles[0] = cards(points_of_side);
    state.last_trick = Some((player(1), card("XX")));
    state.tricks = [5, 4, 2, 1];
    state
}

/// The example of the rules: 48 points, a flek on the game, an announced pagat that fails under a flek, and a trul.
#[test]
fn the_example_of_the_score() {
    let options = FourOptions::default();
    // With what was laid aside the side has 48 points.
    let mut state = finished("XXI, XXII, H K, D K, S K, C K, H Q, D Q, H C, D C, H J, II, III, IV, V, VI");
    let points = boardwright_games::tarok::four::scoring::declarer_points(&state, options);
    assert_eq!(points, 48, "the example needs 48 points");
    state.committed[0] = Bonuses::NONE.with(Bonus::Pagat);
    state.revealed[3] = Bonuses::NONE.with(Bonus::Trul);
    state.fleks[Target::Game.index()] = 1;
    state.fleks[Target::Pagat.index()] = 1;
    assert_eq!(side_values(&state, options), [26, 5, -40, 0]);
    assert_eq!(score_sheet(&state, options).totals(), [-9, 9, 9, -9]);
    // Alone the declarer pays everybody.
    state.holder = Some(player(0));
    let alone = score_sheet(&state, options).totals();
    assert_eq!((alone[0], alone.iter().sum::<i32>()), (-3 * alone[1], 0));
}

#[test]
fn pagat_and_valat_count_half_in_silence() {
    let options = FourOptions::default();
    let values = |change: &dyn Fn(&mut FourState)| {
        let mut state = finished("");
        change(&mut state);
        let [_, _, pagat, valat] = side_values(&state, options);
        (pagat, valat)
    };
    let last = |player: Player| Some((player, Card::PAGAT));
    let pagat = Bonuses::NONE.with(Bonus::Pagat);
    let valat = Bonuses::NONE.with(Bonus::Valat);
    assert_eq!(values(&|state| state.last_trick = last(player(0))).0, 10);
    assert_eq!(values(&|state| state.last_trick = last(player(1))).0, -10);
    assert_eq!(values(&|state| (state.committed[3], state.last_trick) = (pagat, last(player(3)))).0, 20);
    assert_eq!(values(&|state| state.committed[1] = pagat).0, 20);
    assert_eq!(values(&|state| state.tricks = [7, 0, 0, 5]).1, 70);
    assert_eq!(values(&|state| state.tricks = [0, 7, 5, 0]).1, -70);
    assert_eq!(values(&|state| (state.committed[0], state.tricks) = (valat, [7, 0, 0, 5])).1, 140);
    assert_eq!(values(&|state| state.committed[0] = valat).1, -140);
    // A valat that was announced and lost, and made by the other side in silence.
    assert_eq!(values(&|state| (state.committed[0], state.tricks) = (valat, [0, 7, 5, 0])).1, -210);
    let flekked = |state: &mut FourState| {
        state.committed[0] = valat;
        state.fleks[Target::Valat.index()] = 3;
    };
    assert_eq!(values(&flekked).1, -140 * 8);
}

/// Factors of the games: trojka counts by the looks, and solo by its option.
#[test]
fn games_have_their_factors() {
    let factor = |bid: Bid, looks: u8, options: FourOptions| {
        let mut state = finished("");
        (state.bidder, state.looks) = (Some((player(0), bid)), looks);
        boardwright_games::tarok::four::scoring::game_factor(&state, options)
    };
    let options = FourOptions::default();
    let factors = [factor(Bid::FirstDuty, 0, options), factor(Bid::SecondDuty, 0, options)];
    assert_eq!(factors, [1, 1]);
    assert_eq!([1, 2, 3].map(|looks| factor(Bid::Trojka, looks, options)), [1, 2, 3]);
    assert_eq!(factor(Bid::Solo, 0, options), 4);
    assert_eq!(factor(Bid::Solo, 0, FourOptions { solo_factor: 8, ..options }), 8);
}

/// Second duty announces its pagat, and the declarer can announce no second one.
#[test]
fn second_duty_announces_the_pagat() {
    let game = Four::default();
    let moves = [&["bid second duty", "agree", "agree", "agree", "call XIX"][..], &ASIDE].concat();
    let state = play(game, &moves);
    assert_eq!(state.committed_player(Bonus::Pagat), Some(player(0)));
    assert!(refused(game, &moves, "announce pagat").contains("pagat is announced already"));
}

#[test]
fn forehand_rotates_against_the_clock() {
    use boardwright_game::deals::DealtGame as _;
    let game = Four::default();
    let mut state = FourState::new(player(3));
    state.deal(&deal_cards(&mut Pcg64Mcg::seed_from_u64(1)));
    assert_eq!(game.next_deal(&state, &[0.0; 4]).unwrap().forehand, player(0));
    assert_eq!(game.deal_starts().len(), seats().len());
}

#[test]
fn texts_of_states_are_checked() {
    let game = Four::default();
    let state = play(game, &DUTY);
    let text = game.state_text(&state);
    let wrong = |from: &str, to: &str| game.parse_state(&text.replace(from, to)).unwrap_err().to_string();
    assert!(wrong("call XIX", "call II").contains("the taroks that can be called"), "{}", wrong("call XIX", "call II"));
    assert!(wrong("forehand 1", "forehand 5").contains("forehand is a player from 1 to 4"));
    assert!(wrong("hand 3 ", "hands 3 ").contains("this should be: hand 3, and 12 cards"));
    assert!(wrong("S 7", "S 8").contains("the card S 8 is dealt twice"));
}
