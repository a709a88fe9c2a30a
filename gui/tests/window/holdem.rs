//! Hold'em in the window: a hand by mouse and keyboard, hidden cards, hand histories, and reasons of a bot.

use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, fill, in_setup, open_sized, open_tall, wait_for_text, wait_until, window_text};

/// A hand history with a showdown.
pub const HANDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window/showdown.phh");

/// Seats a shipped script as the second player.
pub fn seat_script(window: &mut Window) {
    in_setup(window, |window| {
        window.get_all_by_label("Any player").nth(1).expect("two seats").click();
        window.run_steps(2);
        window.get_by_value("portfolio").click();
        window.step();
        // The list of players is longer than its popup.
        wait_until(window, |window| window.query_by_label("script").is_some());
        window.get_by_label("script").click_accesskit();
        window.step();
        wait_until(window, |window| window.query_by_value("script").is_some());
    });
}

/// `true` if the person is to act.
pub fn can_act(window: &Window) -> bool {
    window_text(window).lines().any(|line| line == "Check" || line.starts_with("Call "))
}

/// Lines with this beginning.
fn lines(window: &Window, start: &str) -> Vec<String> {
    window_text(window).lines().filter(|line| line.starts_with(start)).map(str::to_owned).collect()
}

#[test]
fn amounts_are_set_by_size_key_and_field_and_stay_legal() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("holdem:deals=3", folder.path());
    seat_script(&mut window);
    wait_until(&mut window, can_act);
    assert_eq!(lines(&window, "Raise to"), ["Raise to 200"], "the slider begins at the minimum");
    click(&mut window, "Pot");
    wait_for_text(&mut window, "Raise to 300");
    window.key_press(Key::Num1);
    wait_for_text(&mut window, "Raise to 200");
    window.key_press(Key::Plus);
    wait_for_text(&mut window, "Raise to 300");
    window.key_press(Key::Minus);
    window.key_press(Key::Minus);
    wait_for_text(&mut window, "Raise to 200");
    click(&mut window, "All-in");
    wait_for_text(&mut window, "Raise to 20000");
}

#[test]
fn hands_follow_each_other_and_folded_cards_stay_hidden() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("holdem:deals=2", folder.path());
    seat_script(&mut window);
    wait_until(&mut window, can_act);
    assert!(window_text(&window).contains("a card face down"));
    // The person has the button in the first hand, and folds.
    window.key_press(Key::F);
    wait_for_text(&mut window, "Next hand");
    assert!(window_text(&window).contains("a card face down"), "{}", window_text(&window));
    assert!(lines(&window, "Hand 2, blinds").is_empty(), "{}", window_text(&window));
    wait_for_text(&mut window, "hands: 1, sum: -0.5 big blinds");
    click(&mut window, "After the hand");
    fill(&mut window, "Hands as PHH", &folder.path().join("own.phh").display().to_string());
    click(&mut window, "Save hands");
    wait_for_text(&mut window, "Hand histories written: 1");
    let saved = std::fs::read_to_string(folder.path().join("own.phh")).unwrap();
    assert!(saved.contains("????") && saved.contains("p2 f"), "{saved}");
    click(&mut window, "Next hand");
    wait_until(&mut window, |window| window_text(window).contains("Hand 2, blinds 50/100"));
    // The saved hand replays although two of its cards are unknown.
    let mut window = open_tall(&folder.path().join("own.phh").display().to_string(), folder.path());
    window.key_press(Key::End);
    wait_for_text(&mut window, "Player 2 wins 50");
}

#[test]
fn reasons_of_a_bot_are_shown_when_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("holdem:deals=2", folder.path());
    seat_script(&mut window);
    wait_until(&mut window, can_act);
    window.key_press(Key::C);
    wait_until(&mut window, |window| can_act(window) || window_text(window).contains("Next hand"));
    assert!(!window_text(&window).contains("rule in "), "reasons are hidden at first");
    click(&mut window, "At once");
    wait_for_text(&mut window, "rule in PREFLOP");
}

#[test]
fn a_hand_history_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(Some(HANDS), folder.path(), Vec2::new(1180.0, 1600.0), 1.0);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    assert!(!window_text(&window).contains("flop ·"), "the replay begins before the deal");
    for _ in 0..4 {
        window.key_press(Key::PageDown);
        window.step();
        window.step();
    }
    wait_for_text(&mut window, "Ann raise to 300, Bob call 200");
    window.key_press(Key::End);
    wait_for_text(&mut window, "Bob shows 7h7c, three of a kind");
}
