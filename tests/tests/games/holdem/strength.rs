//! Strength of hands against the reference implementation and known showdowns.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use boardwright_game::ids::Player;
use boardwright_games::holdem::strength::strength;
use boardwright_games::holdem::{Card, CardSet, HandClass, draw_cards};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use serde::Deserialize;

use super::reference::{RANKS, hands_of_five, value_of_five, value_of_seven};
use super::{cards, hand_at_showdown};

/// Showdown whose winner and ranks the programs treys 0.1.8, phevaluator 0.6.0 and `PokerKit` 0.7.7 agree on.
#[derive(Deserialize)]
struct Showdown {
    kind: String,
    hero: Vec<String>,
    villain: Vec<String>,
    board: Vec<String>,
    winner: String,
    hero_class: String,
    villain_class: String,
    hero_rank7462: u16,
    villain_rank7462: u16,
}

#[test]
fn known_showdowns_have_their_winners_classes_and_ranks() {
    let showdowns: Vec<Showdown> = serde_json::from_str(include_str!("../../../data/poker/showdowns.json")).unwrap();
    assert_eq!(showdowns.len(), 100);
    for showdown in showdowns {
        let board = cards(&showdown.board);
        let [hero, villain] = [&showdown.hero, &showdown.villain].map(|hole| {
            let seven: [Card; 7] = [cards(hole), board.clone()].concat().try_into().unwrap();
            (strength(&seven), RANKS[&value_of_seven(seven)])
        });
        let at = format!("{}: {:?} {:?} {board:?}", showdown.kind, showdown.hero, showdown.villain);
        let class = |class: HandClass| class.to_string();
        assert_eq!(
            [class(hero.0.class()), class(villain.0.class())],
            [showdown.hero_class, showdown.villain_class],
            "{at}"
        );
        assert_eq!([hero.1, villain.1], [showdown.hero_rank7462, showdown.villain_rank7462], "{at}");
        let winner = match hero.0.cmp(&villain.0) {
            Ordering::Greater => "hero",
            Ordering::Less => "villain",
            Ordering::Equal => "split",
        };
        assert_eq!(winner, showdown.winner, "{at}");
        // The same in a hand that is checked down.
        let hand = hand_at_showdown(&cards(&showdown.hero), &cards(&showdown.villain), &board);
        let chips = match winner {
            "hero" => [100, -100],
            "villain" => [-100, 100],
            _ => [0, 0],
        };
        assert_eq!(hand.winnings(), chips, "{at}");
        assert_eq!(hand.strength(Player::FIRST), Some(hero.0), "{at}");
    }
}

/// The order of all 2,598,960 hands of five cards: 7462 strengths, ordered as the reference orders them.
#[test]
fn all_hands_of_five_cards_are_ordered_as_by_the_reference_implementation() {
    let mut strengths = BTreeMap::new();
    let mut counts = BTreeMap::new();
    for five in hands_of_five() {
        let (value, found) = (value_of_five(five), strength(&five));
        assert_eq!(found.class(), value.0, "{five:?}");
        assert_eq!(*strengths.entry(value).or_insert(found), found, "{five:?}");
        *counts.entry(value.0.to_string()).or_insert(0_u32) += 1;
    }
    assert_eq!(strengths.len(), 7462);
    assert!(strengths.values().is_sorted_by(|one, other| one < other));
    // Published frequencies of five-card hands.
    let expected = [
        ("flush", 5_108),
        ("four of a kind", 624),
        ("full house", 3_744),
        ("high card", 1_302_540),
        ("pair", 1_098_240),
        ("straight", 10_200),
        ("straight flush", 40),
        ("three of a kind", 54_912),
        ("two pair", 123_552),
    ];
    assert_eq!(counts, expected.map(|(class, count)| (class.to_owned(), count)).into());
}

#[test]
fn random_hands_of_seven_cards_are_ordered_as_by_the_reference_implementation() {
    let mut strengths = BTreeMap::new();
    for seed in 0..200_000 {
        let seven: [Card; 7] = draw_cards(CardSet::EMPTY, &mut Pcg64Mcg::seed_from_u64(seed));
        let (value, found) = (value_of_seven(seven), strength(&seven));
        assert_eq!(*strengths.entry(value).or_insert(found), found, "{seven:?}");
    }
    assert!(strengths.values().is_sorted_by(|one, other| one < other));
    assert!(strengths.len() > 4000, "{} strengths", strengths.len());
}
