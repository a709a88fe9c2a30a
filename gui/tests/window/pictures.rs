//! Pictures of boards and pages, compared with those that were looked at. `UPDATE_SNAPSHOTS=1` paints them anew.
//!
//! A pixel may differ a little, and a few may differ more, for the edges of letters differ from one painter to another.

use boardwright_gui::Page;
use egui_kittest::{SnapshotOptions, SnapshotResults};

use crate::common::{Window, click, playing, says, until, window};
use crate::table::connected;

/// How much may differ: so far a pixel, and so many of them more than that.
fn tolerance() -> SnapshotOptions {
    SnapshotOptions::new().threshold(1.2).max_failed_pixels(400)
}

/// Whether anything can paint: without a card and without `mesa-vulkan-drivers` the tests of pictures are left out, and say so.
fn can_paint() -> bool {
    let drivers = std::fs::read_dir("/usr/share/vulkan/icd.d").is_ok_and(|mut files| files.next().is_some());
    if cfg!(target_os = "linux") && !drivers {
        eprintln!(
            "nothing can paint here, pictures are not compared; the package mesa-vulkan-drivers paints without a card"
        );
        return false;
    }
    true
}

fn compare(window: &mut Window, name: &str) {
    for _ in 0..40 {
        window.step();
    }
    window.snapshot_options(name, &tolerance());
}

/// Twelve boards that are drawn in different ways.
const BOARDS: [&str; 12] = [
    "alquerque",
    "amazons",
    "brandub",
    "chess",
    "connect-four",
    "dots-and-boxes",
    "gomoku",
    "halma",
    "hex",
    "mill",
    "peg-solitaire",
    "reversi",
];

#[test]
fn boards_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let mut results = SnapshotResults::new();
    for game in BOARDS {
        let folder = tempfile::tempdir().unwrap();
        let mut window = playing(game, folder.path());
        says(&mut window, "to move");
        compare(&mut window, game);
        results.extend_harness(&mut window);
    }
}

#[test]
fn pages_look_as_they_did() {
    if !can_paint() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(None, folder.path());
    window.step();
    click(&mut window, "Settings");
    compare(&mut window, "page-settings");
    click(&mut window, "Dark");
    compare(&mut window, "page-settings-dark");
    assert!(window.state().as_ref().is_some_and(|app| app.page() == Page::Settings));
}

#[test]
fn the_table_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("draughts", folder.path(), 780.0);
    click(&mut window, "Teach");
    compare(&mut window, "page-table");
}

#[test]
fn the_gallery_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(None, folder.path());
    until(&mut window, |window| window.state().as_ref().is_some_and(boardwright_gui::App::has_drawn_all));
    compare(&mut window, "page-games");
}
