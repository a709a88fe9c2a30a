//! Games of hidden information between several people, who hand the screen over to each other.

use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{Window, choose_more, click, in_dialog, open_tall, wait_for_text, wait_until, window_text};
use crate::play::seat_people;

/// Takes over the screen.
fn take_over(window: &mut Window, player: &str) {
    click(window, &format!("I am {player}"));
    wait_until(window, |window| {
        !window_text(window).contains("Hand over to") && window_text(window).contains("to move")
    });
}

/// Clicks an empty place of a board with several layers, as a screen reader does.
fn press(window: &mut Window, place: &str) {
    let label = format!("{place}, empty");
    wait_until(window, |window| window.query_by_label(&label).is_some());
    window.get_by_label(&label).click_accesskit();
    window.step();
    window.step();
}

/// Lays both ships of a player of Battleship downwards.
fn lay_ships(window: &mut Window, player: usize) {
    for column in [1, 2] {
        let place = format!("sea {player}-{column}-1");
        press(window, &place);
        click(window, "down");
        wait_until(window, |window| window.query_by_label(&format!("{place}, empty")).is_none());
    }
}

/// Lines of the window with this text.
fn count(window: &Window, text: &str) -> usize {
    window_text(window).lines().filter(|line| *line == text).count()
}

#[test]
fn nobody_reads_hidden_moves_while_the_screen_is_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("battleship", folder.path());
    seat_people(&mut window);
    wait_for_text(&mut window, "Hand over to First");
    take_over(&mut window, "First");
    lay_ships(&mut window, 1);
    wait_for_text(&mut window, "Hand over to Second");
    assert!(!window_text(&window).contains("down from"), "{}", window_text(&window));
    assert_eq!(count(&window, "a hidden move of First"), 2, "{}", window_text(&window));
    take_over(&mut window, "Second");
    assert!(!window_text(&window).contains("down from"), "{}", window_text(&window));
    lay_ships(&mut window, 2);
    wait_for_text(&mut window, "Hand over to First");
    assert!(!window_text(&window).contains("down from"), "{}", window_text(&window));
    assert_eq!(count(&window, "a hidden move of First"), 2);
    assert_eq!(count(&window, "a hidden move of Second"), 2);
    take_over(&mut window, "First");
    // The own moves are shown to their player, in the list of moves and in the log.
    assert_eq!(window_text(&window).matches("down from").count(), 6, "{}", window_text(&window));
    assert_eq!(count(&window, "a hidden move of Second"), 2);
    // A shot is seen by both players, and described alike.
    press(&mut window, "shot 2-1-1");
    wait_for_text(&mut window, "Hand over to Second");
    assert_eq!(count(&window, "shoot at a1"), 1, "{}", window_text(&window));
    take_over(&mut window, "Second");
    assert_eq!(count(&window, "shoot at a1"), 1, "{}", window_text(&window));
    assert!(!window_text(&window).contains("mark("), "{}", window_text(&window));
}

#[test]
fn nothing_is_done_for_a_person_who_has_not_taken_over_the_screen() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("battleship", folder.path());
    seat_people(&mut window);
    wait_for_text(&mut window, "Hand over to First");
    let is_enabled = |window: &Window, label: &str| !window.get_by_label(label).accesskit_node().is_disabled();
    let actions = ["Hint", "Move for me", "Resign", "Offer draw"];
    for action in actions {
        assert!(!is_enabled(&window, action), "{action}");
    }
    take_over(&mut window, "First");
    for action in actions {
        assert!(is_enabled(&window, action), "{action}");
    }
    lay_ships(&mut window, 1);
    wait_for_text(&mut window, "Hand over to Second");
    for action in actions {
        assert!(!is_enabled(&window, action), "{action}");
    }
    // The seats of a running game cannot be changed either.
    let is_closed = |window: &mut Window| {
        assert!(window.get_all_by_label("Computer").all(|seat| seat.accesskit_node().is_disabled()));
        assert!(window.get_by_label("Start game").accesskit_node().is_disabled());
    };
    in_dialog(&mut window, is_closed, "Cancel");
    take_over(&mut window, "Second");
    // Another person has the seat after a swap.
    choose_more(&mut window, "Swap seats");
    wait_for_text(&mut window, "Hand over to Second");
}
