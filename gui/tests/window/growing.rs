//! Boards that grow: a turn of Carcassonne by mouse and by keyboard.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use boardwright_arena::{Match, NullHost, Seat, Start, SystemWatch, Terms};
use boardwright_game::record;
use boardwright_library::{load, store};
use boardwright_players::registry::PlayerArtifacts;
use eframe::egui::{Key, Rect, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, centre_of, click, drag, open_game, open_sized, wait_for_text, wait_until, window_text};
use crate::play::seat_people;

/// Labels of the cells where the drawn tile can be placed.
pub fn free_cells(window: &Window) -> Vec<String> {
    let text = window_text(window);
    text.lines().filter(|line| line.starts_with("place the tile at ")).map(str::to_owned).collect()
}

/// Opens a game of two people, and turns over the first tile.
fn open_turn(folder: &Path) -> Window {
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

/// The end of a turn stands above the segments, of which a tile can have nine: a low window shows it without scrolling.
#[test]
fn the_end_of_a_turn_is_above_the_segments() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_turn(folder.path());
    let cell = free_cells(&window)[0].clone();
    click(&mut window, &cell);
    wait_until(&mut window, has_placed);
    let end = window.get_by_label("End turn").rect();
    let text = window_text(&window);
    let segments: Vec<&str> = text.lines().filter(|line| line.starts_with("Put ") || *line == "No meeple").collect();
    assert!(segments.len() > 1, "{text}");
    for segment in segments {
        assert!(window.get_by_label(segment).rect().top() >= end.bottom(), "{segment} is above the end of the turn");
    }
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

/// Writes the record of a random game between people with these names; returns its path, and the points of the players.
fn finished_game(folder: &Path, names: &[&str]) -> (PathBuf, Vec<f64>) {
    let loaded = load(&format!("carcassonne:players={}", names.len())).unwrap();
    let random = boardwright_players::parse("random").unwrap();
    let seat = |seed: u64| -> Box<dyn Seat> {
        Box::new(loaded.create_player(&random, seed, &PlayerArtifacts::default()).unwrap())
    };
    let seats = (0..names.len() as u64).map(seat).collect();
    let (watch, stop) = (SystemWatch::start(), AtomicBool::new(false));
    let start = Start { seed: 5, ..Start::default() };
    let played = Match::new(&loaded, seats, &start, Terms::default(), &watch, &stop).unwrap().play(&mut NullHost);
    let mut record = played.record;
    for (seat, name) in record.header.players.iter_mut().zip(names) {
        let parameters = [("name".to_owned(), (*name).to_owned())].into();
        *seat = record::Seat { player: "human".to_owned(), parameters };
    }
    let path = folder.join("game.jsonl");
    store::write(&path, &record, None).unwrap();
    let details = record.end.unwrap().details;
    let points = (0..names.len()).map(|seat| details.values().map(|kind| kind[seat]).sum()).collect();
    (path, points)
}

/// Rectangles of the widgets with this label whose left edge is in a range.
fn rects(window: &Window, label: &str, range: std::ops::Range<f32>) -> Vec<Rect> {
    let all = window.query_all_by_label(label).map(|node| node.rect());
    all.filter(|rect| range.contains(&rect.left())).collect()
}

#[test]
fn the_final_table_is_visible_at_all_sizes_of_the_window() {
    let long = "Maximiliane Alexandra von und zu Hohenstein-Waldeck the Younger";
    let cases: [(&[&str], &[(f32, f32)]); 3] = [
        (&["Ann", "Ben"], &[(1180.0, 780.0), (900.0, 700.0)]),
        (&["Ann", "Ben", "Christopher Robin", "Dee", "Eve"], &[(1180.0, 780.0), (1500.0, 900.0), (800.0, 600.0)]),
        (&[long, "Ben", long, "Dee", "Eve"], &[(1180.0, 780.0), (1000.0, 700.0), (800.0, 560.0)]),
    ];
    for (names, sizes) in cases {
        let folder = tempfile::tempdir().unwrap();
        let (path, points) = finished_game(folder.path(), names);
        for &(width, height) in sizes {
            let mut window = open_sized(path.to_str(), folder.path(), Vec2::new(width, height), 1.0);
            wait_until(&mut window, |window| window.query_by_label("New game").is_some());
            window.key_press(Key::End);
            wait_for_text(&mut window, "Final score");
            window.run_steps(3);
            // The scoreboard lies between the board, which has the buttons of the zoom, and the moves, or below the board.
            let zoom = window.get_by_label("Show all").rect();
            let moves = window.query_by_label("First position").map(|node| node.rect().left());
            let table = window.get_by_label("Final score").rect();
            let is_beside = table.left() > zoom.right();
            assert!(
                is_beside || (width <= 1000.0 && table.top() > zoom.top()),
                "{width}: the scoreboard is beside the board"
            );
            let left = if is_beside { zoom.right() } else { 0.0 };
            let right = moves.filter(|moves| *moves > table.left()).unwrap_or(width);
            let visible = left..right;
            for (name, points) in names.iter().zip(&points) {
                let name = rects(&window, name, visible.clone());
                assert!(name.len() >= 2, "{width}: the player is in the table and in the list");
                assert!(name.iter().all(|rect| rect.right() < right && rect.width() <= 181.0), "{width}: {name:?}");
                let total = rects(&window, &points.to_string(), visible.clone());
                assert!(!total.is_empty() && total.iter().all(|rect| rect.right() < right), "{width}: {total:?}");
            }
            let total = rects(&window, "total", visible.clone());
            assert!(total.len() == 1 && total[0].right() < right, "{width}: {total:?}");
            assert!(total[0].top() > 0.0 && total[0].bottom() < height, "{width}: the table is not scrolled away");
        }
    }
}

#[test]
fn the_final_table_lists_the_players_by_points() {
    let folder = tempfile::tempdir().unwrap();
    let names = ["Ann", "Ben", "Cid", "Dee", "Eve"];
    let (path, points) = finished_game(folder.path(), &names);
    let mut window = open_sized(path.to_str(), folder.path(), Vec2::new(1500.0, 1200.0), 1.0);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    window.key_press(Key::End);
    wait_for_text(&mut window, "Final score");
    window.run_steps(3);
    // The first of the rows with a name belongs to the table.
    let row = |name: &str| window.query_all_by_label(name).map(|node| node.rect().top()).fold(f32::INFINITY, f32::min);
    let mut seats: Vec<usize> = (0..names.len()).collect();
    seats.sort_by(|one, other| points[*other].total_cmp(&points[*one]).then(other.cmp(one)));
    let rows: Vec<f32> = seats.iter().map(|&seat| row(names[seat])).collect();
    assert!(rows.is_sorted(), "{points:?}: {rows:?}");
}
