//! Three-handed tarok at the table: a whole deal by mouse with auction, exchange and doublings, and who sees which cards.

use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{Window, choose_more, in_setup, open_tall, wait_until, window_text};

/// Label of the first object on the table that can be clicked: a group of the talon, or a card of a hand.
fn clickable_card(window: &Window) -> Option<String> {
    let labels = window.query_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    let is_card = |label: &String| {
        label.contains(", take group ")
            || (label.starts_with("Player ")
                && label.contains(": ")
                && label.contains(", ")
                && !label.contains("level"))
    };
    labels.into_iter().find(is_card)
}

/// Answers of dialogs, the ones that end them first.
const ANSWERS: [&str; 7] = ["Pass", "Nothing", "No kontra", "No re", "No sub", "No mort", "Tri"];

/// The next thing to click: an answer, or else a card.
fn next_click(window: &Window) -> Option<String> {
    let answer = ANSWERS.into_iter().find(|answer| window.query_by_role_and_label(Role::Button, answer).is_some());
    answer.map(str::to_owned).or_else(|| clickable_card(window))
}

fn is_over(window: &Window) -> bool {
    window_text(window).contains(" of 70 points")
}

#[test]
fn a_deal_of_three_people_is_played_by_mouse() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tarok3", folder.path());
    in_setup(&mut window, |window| {
        for seat in 0..3 {
            let people: Vec<_> = window.get_all_by_label("Person").collect();
            assert_eq!(people.len(), 3, "{}", window_text(window));
            people[seat].click_accesskit();
            window.run_steps(2);
        }
    });
    // Three people share the screen, so nobody sees cards before taking it over.
    wait_until(&mut window, |window| window.query_by_label("I am Player 1").is_some());
    assert_eq!(clickable_card(&window), None, "{}", window_text(&window));
    choose_more(&mut window, "Show everything hidden");
    wait_until(&mut window, |window| next_click(window).is_some());
    assert!(window.query_by_label("I am Player 1").is_none(), "{}", window_text(&window));
    let mut clicks = Vec::new();
    // One bid, two passes, the contract, the exchange of three cards, no bonus, up to two answers, and 48 cards.
    for _ in 0..70 {
        wait_until(&mut window, |window| next_click(window).is_some() || is_over(window));
        if is_over(&window) {
            break;
        }
        let label = next_click(&window).expect("something can be clicked");
        let before = window_text(&window);
        window.query_all_by_role_and_label(Role::Button, &label).next().expect("it is there").click();
        wait_until(&mut window, |window| window_text(window) != before);
        clicks.push(label);
    }
    assert!(is_over(&window), "after {clicks:?}\n{}", window_text(&window));
    let count = |part: &str| clicks.iter().filter(|label| label.contains(part)).count();
    assert_eq!((count("take group"), count("lay away")), (1, 3), "{clicks:?}");
    assert_eq!((count("Pass"), count("Tri"), count("Nothing")), (2, 2, 1), "{clicks:?}");
}

#[test]
fn everybody_sees_the_own_hand_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tarok3", folder.path());
    wait_until(&mut window, |window| window_text(window).contains("must open with tri"));
    let open_cards = |window: &Window, player: usize| {
        let (seat, text) = (format!("Player {player}: "), window_text(window));
        let cards = text.lines().filter(|line| line.starts_with(&seat)).map(|line| line[seat.len()..].to_owned());
        let back = "a card face down";
        let hidden = cards.clone().filter(|card| card == back).count();
        (hidden, cards.filter(|card| card != back).count())
    };
    assert_eq!(open_cards(&window, 2).0, 16, "{}", window_text(&window));
    assert_eq!(open_cards(&window, 1).0, 0, "{}", window_text(&window));
    choose_more(&mut window, "Show everything hidden");
    wait_until(&mut window, |window| open_cards(window, 2).0 == 0);
    assert!(open_cards(&window, 2).1 >= 16, "{}", window_text(&window));
}
