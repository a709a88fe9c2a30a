//! The board keeps its place and scale, whatever is shown above it.

use eframe::egui::{Rect, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{Window, click, fill, open_game, open_sized, open_tall, wait_for_text, wait_until, window_text};
use crate::play::seat_people;

/// Rectangle of the widget whose label begins so.
fn rect_of(window: &Window, label: &str) -> Rect {
    let root = window.root();
    let begins = |text: String| text.starts_with(label);
    let mut nodes = root.children_recursive();
    let found = nodes.find(|node| {
        let node = node.accesskit_node();
        node.label().or(node.value()).is_some_and(begins)
    });
    found.unwrap_or_else(|| panic!("{label} in\n{}", window_text(window))).rect()
}

/// Rectangles of two opposite corners of a board of eight rows.
fn corners(window: &Window) -> [Rect; 2] {
    ["a1, ", "h8, "].map(|place| rect_of(window, place))
}

#[test]
fn the_board_stays_when_a_message_wraps() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(Some("chess"), folder.path(), Vec2::new(380.0, 620.0), 1.0);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    wait_for_text(&mut window, "to move");
    let before = corners(&window);
    click(&mut window, "e2, White pawn");
    click(&mut window, "e7, Black pawn");
    wait_for_text(&mut window, "e2-e7 is not allowed: ");
    window.step();
    let message = rect_of(&window, "e2-e7 is not allowed");
    assert!(message.height() > 30.0, "it has several lines: {message:?}");
    assert_eq!(corners(&window), before);
    assert!(message.bottom() <= window.get_by_label("e2, White pawn").rect().top(), "the own pieces stay visible");
}

#[test]
fn the_board_stays_when_a_draw_is_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    seat_people(&mut window);
    let before = corners(&window);
    click(&mut window, "Offer draw");
    wait_for_text(&mut window, "do you accept a draw?");
    assert_eq!(corners(&window), before);
    click(&mut window, "Accept");
    wait_for_text(&mut window, "a draw by agreement");
    assert_eq!(corners(&window), before);
}

#[test]
fn the_board_stays_when_a_promotion_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("chess", folder.path());
    seat_people(&mut window);
    click(&mut window, "Texts");
    wait_until(&mut window, |window| window.query_by_label("Go there").is_some());
    fill(&mut window, "Position or line", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    click(&mut window, "Go there");
    wait_until(&mut window, |window| window.query_by_label("a7, White pawn").is_some());
    let before = corners(&window);
    click(&mut window, "a7, White pawn");
    click(&mut window, "a8, empty");
    wait_until(&mut window, |window| window.query_by_label("knight").is_some());
    assert_eq!(corners(&window), before);
    click(&mut window, "knight");
    wait_until(&mut window, |window| window.query_by_label("a8, White knight").is_some());
    assert_eq!(corners(&window), before);
}

#[test]
fn the_board_stays_when_moves_by_button_come_and_go() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("go", folder.path());
    wait_until(&mut window, |window| window.query_by_label("pass").is_some());
    click(&mut window, "Pause");
    let before = corners(&window);
    click(&mut window, "e5, empty");
    wait_for_text(&mut window, "thinks ...");
    wait_until(&mut window, |window| window.query_by_label("pass").is_none());
    assert_eq!(corners(&window), before);
}
