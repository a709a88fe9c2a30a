//! Situations as one or two lines of text, for tests.
//!
//! ```text
//! state: hero QhTc, board Kd9c7s, stacks 1000 200, blinds 10 20, button villain
//! history: preflop hero raise 60, villain raise 60; flop villain check
//! named: ante 5
//! ```

use boardwright_bots::situation::{Actor, HandStart, PastAction, PastKind, Situation};
use boardwright_games::holdem::{Street, parse_cards};

fn cards(text: &str) -> Vec<boardwright_games::holdem::Card> {
    parse_cards(text).unwrap_or_else(|error| panic!("{error}"))
}

fn number<T: std::str::FromStr>(text: &str) -> T {
    text.parse().unwrap_or_else(|_| panic!("a number: {text}"))
}

/// Parses a situation. Stacks are chips that are left. The default is a hero with Q T on the button before the flop,
/// stacks of 1000 and blinds of 10 and 20.
pub fn parse(description: &str) -> Situation {
    let mut start = HandStart {
        hole: cards("QhTc").try_into().expect("two cards"),
        board: Vec::new(),
        small_blind: 10,
        big_blind: 20,
        hero_has_button: true,
        stacks: [1000, 1000],
    };
    let mut history = Vec::new();
    let mut named = Vec::new();
    for line in description.lines() {
        let (key, rest) = line.split_once(':').unwrap_or_else(|| panic!("a key: {line}"));
        match key {
            "state" => rest.split(',').for_each(|part| {
                let words: Vec<&str> = part.split_whitespace().collect();
                match words[..] {
                    ["hero", hole] => start.hole = cards(hole).try_into().expect("two cards"),
                    ["board", board] => start.board = cards(board),
                    ["stacks", hero, villain] => start.stacks = [number(hero), number(villain)],
                    ["blinds", small, big] => (start.small_blind, start.big_blind) = (number(small), number(big)),
                    ["button", who] => start.hero_has_button = who == "hero",
                    _ => panic!("an unknown part of the state: {part}"),
                }
            }),
            "history" => history = actions(rest),
            "named" => {
                named.extend(rest.trim().split_once(' ').map(|(name, value)| (name.to_owned(), value.to_owned())));
            }
            _ => panic!("an unknown line: {line}"),
        }
    }
    Situation { named_values: named, ..Situation::new(start, history) }
}

fn actions(text: &str) -> Vec<PastAction> {
    let mut history = Vec::new();
    for part in text.split(';') {
        let (phase, actions) = part.trim().split_once(' ').unwrap_or_else(|| panic!("a phase and actions: {part}"));
        let phase = Street::ALL.into_iter().find(|known| known.name() == phase).expect("a phase");
        for action in actions.split(',') {
            let words: Vec<&str> = action.split_whitespace().collect();
            let actor = if words[0] == "hero" { Actor::Hero } else { Actor::Villain };
            let kind = match words[1..] {
                ["check"] => PastKind::Check,
                ["call", added] => PastKind::Call(number(added)),
                ["raise", by] => PastKind::Raise(number(by)),
                _ => panic!("an unknown action: {action}"),
            };
            history.push(PastAction { phase, actor, kind });
        }
    }
    history
}
