//! Pictures of pages at other sizes than the usual one: a small window, and twice as many pixels for each point.

use eframe::egui::Vec2;
use egui_kittest::SnapshotResults;
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, open_sized, wait_for_text, wait_for_turn, wait_until};
use crate::pictures::{THEMES, can_paint, compare, compare_documented};

/// A small window, in points.
const SMALL: Vec2 = Vec2::new(640.0, 480.0);
/// The usual window, in points.
const USUAL: Vec2 = Vec2::new(1280.0, 800.0);

/// Opens a game in a window in one of the themes.
fn open(game: &str, size: Vec2, scale: f32, theme: &str) -> (Window, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(Some(game), folder.path(), size, scale);
    wait_until(&mut window, |window| window.query_by_label("Settings").is_some());
    click(&mut window, "Settings");
    click(&mut window, theme);
    click(&mut window, "Play");
    wait_for_turn(&mut window);
    (window, folder)
}

#[test]
fn the_page_play_fits_a_small_window() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (game, theme, name) in [("chess", "Light", "light"), ("backgammon", "Dark", "dark")] {
        let (mut window, _folder) = open(game, SMALL, 1.0, theme);
        compare(&mut window, &format!("small-play-{name}"));
        results.extend_harness(&mut window);
    }
}

#[test]
fn pages_are_sharp_at_twice_the_scale() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    let (mut window, _folder) = open("draughts", USUAL / 2.0, 2.0, "Dark");
    compare(&mut window, "double-play-dark");
    click(&mut window, "Editor");
    wait_for_text(&mut window, "Make moves");
    compare(&mut window, "double-editor-dark");
    for (page, name) in [("Settings", "settings"), ("Rule files", "rules")] {
        click(&mut window, page);
        compare(&mut window, &format!("double-{name}-dark"));
    }
    results.extend_harness(&mut window);
}

#[test]
fn the_dialog_of_a_new_game_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for (theme, name) in THEMES {
        let (mut window, _folder) = open("go", USUAL, 1.0, theme);
        click(&mut window, "New game");
        wait_until(&mut window, |window| window.query_by_label("Cancel").is_some());
        wait_until(&mut window, |window| window.query_by_label("Picture of Go").is_some());
        match theme {
            "Light" => compare_documented(&mut window, "window-new-game"),
            _ => compare(&mut window, &format!("dialog-new-game-{name}")),
        }
        results.extend_harness(&mut window);
    }
}
