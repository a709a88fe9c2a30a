//! Snapshot tests of boards and pages. `UPDATE_SNAPSHOTS=1` renders the snapshots anew.
//!
//! Small differences are tolerated, because antialiased letters differ between renderers.

use boardwright_gui::Page;
use egui_kittest::{SnapshotOptions, SnapshotResults};

use crate::common::{Window, click, open_game, open_window, wait_for_text, wait_until};
use crate::table::open_connected;

/// Tolerance: threshold for each pixel, and number of pixels that may exceed it.
fn tolerance() -> SnapshotOptions {
    SnapshotOptions::new().threshold(1.2).max_failed_pixels(400)
}

/// `true` if a renderer works. Without a graphics card and without `mesa-vulkan-drivers` the snapshot tests are skipped with a message.
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

/// Twelve boards with different drawings.
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
        let mut window = open_game(game, folder.path());
        wait_for_text(&mut window, "to move");
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
    let mut window = open_window(None, folder.path());
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
    let mut window = open_connected("draughts", folder.path(), 780.0);
    click(&mut window, "Calibrate");
    compare(&mut window, "page-table");
}

#[test]
fn the_gallery_looks_as_it_did() {
    if !can_paint() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(None, folder.path());
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(boardwright_gui::App::has_drawn_all));
    compare(&mut window, "page-games");
}
