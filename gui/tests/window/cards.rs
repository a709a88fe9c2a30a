//! Tables of card and dice games: played by mouse and keyboard, with names for screen readers, and without hidden cards.

use eframe::egui::Key;
use eframe::egui::accesskit::Role;
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{Window, click, open_game, open_tall, wait_for_text, wait_until, window_text};
use crate::play::seat_people;

/// Names of the cards of Kuhn poker, with the letters of their moves.
const CARDS: [(&str, &str); 3] = [("jack", "J"), ("queen", "Q"), ("king", "K")];

/// Name of the card of a player, if it is face up.
fn card_of(window: &Window, player: usize) -> Option<&'static str> {
    let text = window_text(window);
    let card = |(name, _): &(&'static str, &str)| text.lines().any(|line| line == format!("Player {player}: {name}"));
    CARDS.iter().find(|one| card(one)).map(|(name, _)| *name)
}

/// Fails if any text or label in the window names a card other than `own`, on the table or in the list of moves.
fn assert_no_other_card(window: &Window, own: Option<&str>) {
    let text = window_text(window);
    for (name, letter) in CARDS.into_iter().filter(|(name, _)| Some(*name) != own) {
        let reveals = |line: &&str| {
            line.split([' ', ':', ',']).any(|word| word == name) || line.contains(&format!("deal {letter}"))
        };
        assert_eq!(text.lines().find(reveals), None, "{name} is shown, own card: {own:?}");
    }
}

/// `true` if an object on the table with this label can be clicked. The entries of the list of moves have the same
/// labels and can be selected, which buttons on the table cannot.
pub fn has_object(window: &Window, label: &str) -> bool {
    objects(window, label).next().is_some()
}

/// Clicks an object on the table.
pub fn click_object(window: &mut Window, label: &str) {
    wait_until(window, |window| has_object(window, label));
    objects(window, label).next().expect("it is there").click();
    window.step();
    window.step();
}

/// Buttons with this label that cannot be selected.
fn objects<'w>(window: &'w Window, label: &'w str) -> impl Iterator<Item = Node<'w>> {
    window.query_all_by_role_and_label(Role::Button, label).filter(|node| node.accesskit_node().toggled().is_none())
}

/// Labels among these that belong to objects that can be clicked.
fn clickable(window: &Window, labels: &[&'static str]) -> Vec<&'static str> {
    labels.iter().copied().filter(|label| has_object(window, label)).collect()
}

#[test]
fn a_hand_of_kuhn_is_played_by_mouse_against_the_computer() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("kuhn", folder.path());
    wait_until(&mut window, |window| card_of(window, 1).is_some());
    let own = card_of(&window, 1);
    for _ in 0..2 {
        wait_until(&mut window, |window| {
            !clickable(window, &["Check", "Call"]).is_empty() || window_text(window).contains(" wins")
        });
        if window_text(&window).contains(" wins") {
            break;
        }
        assert_no_other_card(&window, own);
        assert!(window_text(&window).contains("Player 2: a card face down"), "{}", window_text(&window));
        assert!(window_text(&window).contains("deal a card to player 2"), "the list says who got a card");
        // The initial position is browsed by the same rules.
        window.key_press(Key::Home);
        window.step();
        window.step();
        assert_no_other_card(&window, own);
        assert_eq!(
            clickable(&window, &["deal J", "deal Q", "deal K"]),
            [""; 0],
            "no variations while cards are hidden"
        );
        window.key_press(Key::End);
        window.step();
        window.step();
        let action = clickable(&window, &["Check", "Call"])[0];
        click_object(&mut window, action);
    }
    wait_for_text(&mut window, " wins");
    // All is open after the end.
    wait_until(&mut window, |window| card_of(window, 2).is_some());
    assert_ne!(card_of(&window, 2), own);
}

#[test]
fn two_people_see_their_own_cards_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("kuhn", folder.path());
    seat_people(&mut window);
    let mut cards = Vec::new();
    for player in 1..=2 {
        wait_for_text(&mut window, "Hand over to");
        assert_no_other_card(&window, None);
        // Browsing does not get around the change of the person.
        window.key_press(Key::Home);
        window.step();
        window.key_press(Key::PageDown);
        window.step();
        window.step();
        assert_no_other_card(&window, None);
        window.key_press(Key::End);
        window.step();
        window.step();
        let own = window_text(&window).lines().find(|line| line.starts_with("I am ")).unwrap().to_owned();
        click(&mut window, &own);
        wait_until(&mut window, |window| card_of(window, player).is_some());
        let card = card_of(&window, player);
        assert_no_other_card(&window, card);
        cards.push(card);
        click_object(&mut window, "Check");
    }
    wait_for_text(&mut window, " wins");
    wait_until(&mut window, |window| card_of(window, 1) == cards[0] && card_of(window, 2) == cards[1]);
    assert_ne!(cards[0], cards[1]);
}

#[test]
fn a_match_stays_at_the_end_of_each_deal() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("kuhn:deals=2", folder.path());
    let has_ended = |window: &Window| window_text(window).contains("Next deal");
    // The key of both answers is their first letter. A player acts at most twice in a deal.
    for _ in 0..2 {
        wait_until(&mut window, |window| !clickable(window, &["Check", "Call"]).is_empty() || has_ended(window));
        if has_ended(&window) {
            break;
        }
        window.key_press(Key::C);
        window.step();
        window.step();
    }
    wait_until(&mut window, has_ended);
    let text = window_text(&window);
    assert!(text.contains("Deal 1: ") && text.contains("deals: 1, sum: "), "{text}");
    assert!(!text.contains("Deal 2"), "{text}");
    window.key_press(Key::N);
    wait_until(&mut window, |window| window_text(window).contains("Deal 2"));
    assert!(!has_ended(&window), "{}", window_text(&window));
}
