//! Boards that grow: a turn of Carcassonne by mouse and by keyboard.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, centre_of, click, drag, open_game, wait_for_text, wait_until, window_text};
use crate::play::seat_people;

/// Labels of the cells where the drawn tile can be placed.
pub fn free_cells(window: &Window) -> Vec<String> {
    let text = window_text(window);
    text.lines().filter(|line| line.starts_with("place the tile at ")).map(str::to_owned).collect()
}

/// Opens a game of two people, and turns over the first tile.
fn open_turn(folder: &std::path::Path) -> Window {
    let mut window = open_game("carcassonne", folder);
    seat_people(&mut window);
    turn_over(&mut window);
    window
}

/// Turns over a tile with the key.
pub fn turn_over(window: &mut Window) {
    wait_until(window, |window| window.query_all_by_label("Turn over a tile").next().is_some());
    assert!(free_cells(window).is_empty(), "the tile is face down");
    window.key_press(Key::Space);
    wait_until(window, |window| !free_cells(window).is_empty());
}

/// `true` if a turn can be ended.
pub fn has_placed(window: &Window) -> bool {
    window.query_by_label("End turn").is_some()
}

#[test]
fn a_turn_is_played_by_mouse_and_taken_back_before_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_turn(folder.path());
    let cell = free_cells(&window)[0].clone();
    assert!(!has_placed(&window));
    click(&mut window, &cell);
    wait_until(&mut window, has_placed);
    click(&mut window, "Back");
    wait_until(&mut window, |window| !has_placed(window));
    // The tile can be dragged as well.
    let text = window_text(&window);
    let tile = text.lines().find(|line| line.starts_with("drawn tile ")).expect("it is face up").to_owned();
    let (from, to) = (centre_of(&window, &tile), centre_of(&window, &cell));
    drag(&mut window, from, to);
    wait_until(&mut window, has_placed);
    let text = window_text(&window);
    let meeple = text.lines().find(|line| line.starts_with("Put ")).expect("every tile has a segment").to_owned();
    click(&mut window, &meeple);
    click(&mut window, "End turn");
    wait_for_text(&mut window, "6 meeples in hand");
    let played = cell.trim_start_matches("place the tile at ").to_owned();
    let name = meeple.trim_start_matches("Put ");
    let is_listed = |line: &str| line.starts_with(&played) && line.ends_with(name);
    assert!(window_text(&window).lines().any(is_listed), "{played} {name}: {}", window_text(&window));
}

#[test]
fn a_turn_is_played_by_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_turn(folder.path());
    let cell = free_cells(&window)[0].clone();
    window.get_by_label(&cell).focus();
    window.step();
    window.key_press(Key::Enter);
    wait_until(&mut window, has_placed);
    // A farmer, a second one, none, and back to the hand.
    window.key_press(Key::F);
    window.step();
    window.key_press(Key::Backspace);
    window.step();
    assert!(has_placed(&window), "only the meeple went back");
    window.key_press(Key::Backspace);
    wait_until(&mut window, |window| !has_placed(window));
    window.key_press(Key::E);
    window.step();
    let cell = free_cells(&window)[0].clone();
    click(&mut window, &cell);
    wait_until(&mut window, has_placed);
    window.key_press(Key::Enter);
    wait_until(&mut window, |window| !has_placed(window));
    // The other player turns over the next tile.
    turn_over(&mut window);
    assert!(!window_text(&window).contains("6 meeples in hand"), "no meeple was placed");
}

#[test]
fn the_board_is_zoomed_and_shown_whole_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_turn(folder.path());
    let cell = free_cells(&window)[0].clone();
    let width = |window: &Window| window.get_by_label(&cell).rect().width();
    let before = width(&window);
    click(&mut window, "Zoom out");
    let after = width(&window);
    assert!((after * 1.25 - before).abs() < 0.5, "{before} and {after}");
    click(&mut window, "Show all");
    assert!((width(&window) - before).abs() < 0.1);
}

#[test]
fn values_of_the_turns_are_shown_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_turn(folder.path());
    let count = free_cells(&window).len();
    assert!(free_cells(&window).iter().all(|cell| !cell.contains(": ")));
    click(&mut window, "Values of the turns");
    let values = |window: &Window| -> Vec<f32> {
        let cells = free_cells(window);
        cells.iter().filter_map(|cell| cell.split_once(": ")?.1.parse().ok()).collect()
    };
    wait_until(&mut window, |window| values(window).len() == count);
    let strongest = values(&window);
    // Other weights give other values.
    click(&mut window, "weights");
    click(&mut window, "greedy");
    wait_until(&mut window, |window| values(window).len() == count && values(window) != strongest);
    click(&mut window, "Values of the turns");
    wait_until(&mut window, |window| values(window).is_empty());
}
