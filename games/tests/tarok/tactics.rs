//! The tactical facts of the thesis as positions: scores of cards are means over all divisions of the unseen cards, of the search to
//! the end plus 0.7 times that of one trick.

use boardwright_games::tarok::cards::{Card, CardSet};
use boardwright_games::tarok::three::search::alphabeta::AlphaBeta;
use boardwright_games::tarok::three::search::constants::{ONE_TRICK_WEIGHT, SearchSettings};
use boardwright_games::tarok::three::search::exchange::suit_combinations;
use boardwright_games::tarok::three::search::play_position::{Kind, PlayPosition};

use crate::{card, cards};

/// A position: the program is player 0, and `played` lists the cards on the table, the leader's first.
struct Fact {
    kind: Kind,
    declarer: usize,
    hand: &'static str,
    played: &'static [&'static str],
    unseen: &'static str,
}

/// Subsets of `cards` with `count` elements.
fn subsets(cards: CardSet, count: u32) -> Vec<CardSet> {
    let mut subsets = Vec::new();
    let mut subset = cards.0;
    loop {
        if subset.count_ones() == count {
            subsets.push(CardSet(subset));
        }
        if subset == 0 {
            return subsets;
        }
        subset = (subset - 1) & cards.0;
    }
}

/// Mean scores of the cards, best first.
fn scores(fact: &Fact, settings: SearchSettings) -> Vec<(Card, f64)> {
    let (hand, unseen) = (cards(fact.hand), cards(fact.unseen));
    let on_table = fact.played.len();
    let leader = (3 - on_table) % 3;
    // Players who have played a card of the trick hold one less.
    let size = |seat: usize| hand.len() - u32::from((seat + 3 - leader) % 3 < on_table);
    let mut search = AlphaBeta::new(settings);
    let (mut sums, mut divisions) = (Vec::<(Card, f64)>::new(), 0);
    for next in subsets(unseen, size(1)) {
        let last = unseen.without(next);
        if last.len() != size(2) {
            continue;
        }
        let mut hands = [hand, next, last];
        for (place, text) in fact.played.iter().enumerate() {
            hands[(leader + place) % 3].insert(card(text));
        }
        let mut position = PlayPosition::new(hands, leader, fact.kind, fact.declarer);
        let is_possible = fact.played.iter().all(|text| {
            let is_legal = position.legal_cards().contains(card(text));
            position.play(card(text));
            is_legal
        });
        if !is_possible {
            continue;
        }
        divisions += 1;
        let full = search.card_values(&position, 48);
        let one_trick = search.card_values(&position, (3 - on_table) as u8);
        for (index, ((card, full), (_, one_trick))) in full.into_iter().zip(one_trick).enumerate() {
            let score = f64::from(full) + ONE_TRICK_WEIGHT * f64::from(one_trick);
            match sums.get_mut(index) {
                Some((_, sum)) => *sum += score,
                None => sums.push((card, score)),
            }
        }
    }
    assert!(divisions > 0);
    let mut means: Vec<_> = sums.into_iter().map(|(card, sum)| (card, sum / f64::from(divisions))).collect();
    means.sort_by(|one, other| other.1.total_cmp(&one.1));
    means
}

/// Asserts the best card, its score and that of the second best, rounded to tenths.
fn check(fact: &Fact, best: &str, expected: (f64, f64)) {
    let scores = scores(fact, SearchSettings::NONE);
    let found = (scores[0].1, scores[1].1);
    assert_eq!(scores[0].0, card(best), "{scores:?}");
    let is_near = |one: f64, other: f64| (one - other).abs() < 0.06;
    assert!(is_near(found.0, expected.0) && is_near(found.1, expected.1), "{scores:?}, expected {expected:?}");
}

#[test]
fn valuable_cards_are_fed_to_a_partner_who_surely_wins() {
    let third = Fact { kind: Kind::Positive, declarer: 1, hand: "C K, S 7", played: &["D 4", "XV"], unseen: "X, S J" };
    check(&third, "C K", (59.5, 25.5));
    let second = Fact { declarer: 1, played: &["XX"], unseen: "X, S J, D 4", ..third };
    check(&second, "C K", (79.5, 65.5));
}

#[test]
fn the_samples_decide_when_the_declarer_still_plays() {
    let fact = Fact { kind: Kind::Positive, declarer: 1, hand: "C K, S 7", played: &["X"], unseen: "XV, S J, D 4" };
    check(&fact, "S 7", (-21.8, -26.5));
}

#[test]
fn the_second_highest_card_wins_and_the_king_after_it() {
    let fact =
        Fact { kind: Kind::Positive, declarer: 0, hand: "C C, C K", played: &["C 7", "C 8"], unseen: "C Q, C 9" };
    check(&fact, "C C", (92.5, 19.5));
    // It was risky: with a tarok among the unseen cards the king is played.
    check(&Fact { unseen: "C Q, V", ..fact }, "C K", (19.5, -7.5));
}

#[test]
fn a_low_lead_does_not_lure_the_king() {
    let fact =
        Fact { kind: Kind::Positive, declarer: 1, hand: "H K, H 4", played: &["H 2", "H C"], unseen: "H Q, S 7" };
    check(&fact, "H 4", (92.5, 76.5));
}

#[test]
fn a_middling_card_that_cannot_win_is_led_in_klop() {
    let fact = Fact { kind: Kind::Klop, declarer: 0, hand: "C 7, C J", played: &[], unseen: "C Q, C K, S 7, S 8" };
    check(&fact, "C J", (415.33, 401.33));
}

#[test]
fn klop_is_played_too_high_in_second_and_third_seat() {
    let second = Fact { kind: Kind::Klop, declarer: 0, hand: "C 9, C K", played: &["C 8"], unseen: "C J, C Q, S 7" };
    assert_eq!(scores(&second, SearchSettings::NONE)[0].0, card("C 9"));
    let third = Fact { kind: Kind::Klop, declarer: 0, hand: "C 10, C K", played: &["C 8", "C 9"], unseen: "S 7, S 8" };
    assert_eq!(scores(&third, SearchSettings::NONE)[0].0, card("C 10"));
}

#[test]
fn the_skis_is_led_before_the_king() {
    let fact = |unseen| Fact { kind: Kind::Positive, declarer: 0, hand: "XXII, H K", played: &[], unseen };
    check(&fact("X, XI, S 7, C 7"), "XXII", (71.2, 25.9));
}

/// Values of the cards after one trick, in a position that begins a trick with these hands.
fn one_trick_values(hands: [&str; 3], played: &[&str]) -> Vec<(String, i32)> {
    let leader = (3 - played.len()) % 3;
    let mut position = PlayPosition::new(hands.map(cards), leader, Kind::Positive, 0);
    for text in played {
        position.play(card(text));
    }
    let values = AlphaBeta::new(SearchSettings::NONE).card_values(&position, (3 - played.len()) as u8);
    values.into_iter().map(|(card, value)| (card.to_string(), value)).collect()
}

/// Taroks are drawn by accident only: on lead the search of one trick takes the cheapest tarok that wins the trick, for its
/// three points. It does not draw when the trick is lost, although the king would be safe afterwards.
#[test]
fn taroks_are_drawn_by_accident() {
    let values = one_trick_values(["XX, XIX, H K", "X, S 7, S 8", "H 4, H 3, C 7"], &[]);
    // Three points and the taroks that are left; the king is beaten by X: minus seven, and both taroks are left.
    assert_eq!(values, [("XIX".to_owned(), 15 + 20), ("XX".to_owned(), 15 + 19), ("H K".to_owned(), -35 + 39)]);
    // The skis is out: a low tarok would draw it, and the king would win afterwards. A pip is led.
    let values = one_trick_values(["II, H K, D 4", "XXII, S 7, S 8", "H 4, D 3, C 7"], &[]);
    let best = values.iter().max_by_key(|(_, value)| *value).unwrap();
    assert_eq!(best.0, "D 4", "{values:?}");
}

/// A tarok is spent because it wins now. The sum of the taroks makes the cheapest one the best, and the terms for mond and skis
/// keep them back.
#[test]
fn high_taroks_are_kept_by_the_evaluation_only() {
    let values = one_trick_values(["XXII, XXI, XX, V", "H K, S 7, S 8, S 9", "H 4, C 7, C 8, C 9"], &["H K", "H 4"]);
    let value = |text: &str| values.iter().find(|(card, _)| card == text).map(|(_, value)| *value).unwrap();
    let all = 35 + 22 + 21 + 20 + 5 + 2 * 50;
    // Mond and skis bring four points more into the trick than other taroks.
    assert_eq!(["V", "XX", "XXI", "XXII"].map(value), [all - 5, all - 20, all - 21 - 50 + 20, all - 22 - 50 + 20]);
}

/// With hearts and diamonds of few cards, two spades are laid away last: emptying two suits comes first.
#[test]
fn suits_that_can_be_emptied_are_estimated_first() {
    let hand = cards("H C, D 4, S 7, S 8, S 9, C K, C J, V, VI, VII, VIII, IX, X, XI, XII, XIII");
    let combinations = suit_combinations(hand, 2);
    // Hearts and diamonds: 10 + 3 and 10 + 1. The jack leaves the king of clubs alone: 10 + 3 + 2.
    assert_eq!(combinations[0], (cards("H C, C J"), 28.0));
    assert_eq!(combinations[1], (cards("D 4, C J"), 26.0));
    assert_eq!(combinations[2], (cards("H C, D 4"), 24.0));
    assert!(combinations.iter().all(|(laid, _)| laid.len() <= 2));
}
