//! The table page with a simulated arm: connecting, jogging, following a match, stopping, calibrating.

use boardwright_compiler::game::CompiledGame;
use boardwright_draw::NoPictures;
use boardwright_games::shipped_game;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_table::{Layout, PrintedBoard, preset_arm};
use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;
use image::{Rgb, RgbImage, imageops};

use crate::common::{Window, click, drag, fill, open_sized, wait_for_text, wait_until, window_text};

/// Opens the table page beside a game.
fn open_table(game: &str, folder: &std::path::Path, height: f32) -> Window {
    let mut window = open_sized(Some(game), folder, Vec2::new(1180.0, height), 1.0);
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, "Table");
    window
}

/// Height of a window in which nothing has to be scrolled.
const TALL: f32 = 1900.0;

/// Connects a simulated arm that takes no time.
fn open_connected(game: &str, folder: &std::path::Path, height: f32) -> Window {
    let mut window = open_table(game, folder, height);
    click(&mut window, "Real-time speed");
    click(&mut window, "Connect");
    wait_for_text(&mut window, "Arm ready");
    window
}

/// Displayed angle of the base.
fn base_angle(window: &Window) -> f64 {
    let shown = window_text(window);
    let angle = shown.lines().find_map(|line| line.strip_prefix("base ")?.split_once('°')).unwrap().0;
    angle.parse().unwrap()
}

#[test]
fn joints_move_by_steps_and_unreachable_targets_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    wait_for_text(&mut window, "base 90.0°, 1500 us");
    click(&mut window, "base less");
    wait_for_text(&mut window, "base 85.0°, 1450 us");
    // Keys move the fingertips to the left and back again.
    let right = base_angle(&window);
    window.key_press(Key::A);
    wait_until(&mut window, |window| base_angle(window) > right);
    let left = base_angle(&window);
    window.key_press(Key::D);
    wait_until(&mut window, |window| base_angle(window) < left);
    wait_for_text(&mut window, "Arm ready");
    for _ in 0..20 {
        click(&mut window, "y less");
    }
    wait_for_text(&mut window, "its limits are");
    click(&mut window, "Park now");
    wait_for_text(&mut window, "The servos are off.");
    click(&mut window, "Park and disconnect");
    wait_until(&mut window, |window| window.query_by_label("Connect").is_some());
}

#[test]
fn a_joint_goes_where_its_slider_is_put() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    wait_for_text(&mut window, "base 90.0°, 1500 us");
    let slider = window.get_by_role_and_label(Role::Slider, "base").rect();
    let at = |part: f32| slider.left_center() + Vec2::new(slider.width() * part, 0.0);
    drag(&mut window, at(0.5), at(0.7));
    // The limits are 0 and 180 degrees; the handle itself takes some of the width. The arm may stop on the way there.
    wait_until(&mut window, |window| (120.0..=140.0).contains(&base_angle(window)));
    wait_for_text(&mut window, "Arm ready");
}

/// Makes the user's first move.
fn open_in_the_middle(window: &mut Window) {
    click(window, "Play");
    wait_for_text(window, "to move");
    click(window, "b2, empty");
}

#[test]
fn the_arm_follows_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    open_in_the_middle(&mut window);
    wait_for_text(&mut window, "b2, Crosses cross");
    click(&mut window, "Table");
    wait_for_text(&mut window, "By hand: Crosses cross from slot 1 to b2");
    wait_for_text(&mut window, "Noughts nought from slot 6 to");
}

#[test]
fn the_arm_follows_and_stops_whatever_page_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    // The computer moves while the page of the arm is visible.
    open_in_the_middle(&mut window);
    click(&mut window, "Table");
    wait_for_text(&mut window, "Noughts nought from slot 6 to");
    wait_for_text(&mut window, "Arm ready");
    click(&mut window, "Settings");
    click(&mut window, "STOP");
    click(&mut window, "Table");
    click(&mut window, "base less");
    click(&mut window, "Settings");
    wait_for_text(&mut window, "Emergency stop. Take the piece out of the fingers, keep clear, then press Resume.");
    click(&mut window, "Table");
    click(&mut window, "Resume");
    wait_for_text(&mut window, "Arm ready");
    click(&mut window, "Settings");
    wait_until(&mut window, |window| !window_text(window).contains("Emergency stop"));
}

#[test]
fn a_stop_waits_for_a_confirmation_that_it_is_safe() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    let presses: [fn(&mut Window); 2] = [|window| click(window, "STOP"), |window| window.key_press(Key::Escape)];
    for press in presses {
        let before = base_angle(&window);
        press(&mut window);
        window.step();
        click(&mut window, "base less");
        wait_for_text(&mut window, "Emergency stop. Take the piece out of the fingers, keep clear, then press Resume.");
        click(&mut window, "Resume");
        // The next order is executed.
        click(&mut window, "base more");
        wait_until(&mut window, |window| base_angle(window) > before);
    }
    wait_for_text(&mut window, "Arm ready");
}

#[test]
fn a_table_is_calibrated_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "Calibrate");
    for _ in 0..6 {
        let asked = window_text(&window);
        if !asked.contains("Bring the fingertips to the middle of") {
            break;
        }
        click(&mut window, "Go there");
        wait_for_text(&mut window, "Arm ready");
        // Three steps of 5 mm down to the board.
        for _ in 0..3 {
            click(&mut window, "z less");
        }
        wait_until(&mut window, |window| !window_text(window).contains("queued"));
        wait_for_text(&mut window, "Arm ready");
        click(&mut window, "Touched");
    }
    wait_for_text(&mut window, "Largest uncertainty of a place");
    click(&mut window, "Save the table");
    wait_for_text(&mut window, "The table is in");
    let text = std::fs::read_to_string(folder.path().join("data/tables/tic-tac-toe.table.toml")).unwrap();
    assert!(text.contains("[[touch]]"), "{text}");
}

#[test]
fn failed_connections_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_table("gomoku", folder.path(), TALL);
    click(&mut window, "Connect");
    wait_for_text(&mut window, "fingers need 24 mm");
    let mut window = open_table("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "At a port");
    click(&mut window, "Move the real arm");
    window.get_by_label("Port").set_text_value_accesskit("/dev/no-such-port");
    window.step();
    click(&mut window, "Connect");
    wait_for_text(&mut window, "there is no port `/dev/no-such-port`");
}

#[test]
fn a_camera_sees_what_is_moved_on_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_table("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "No arm");
    click(&mut window, "Connect");
    wait_for_text(&mut window, "There is no arm");
    click(&mut window, "Start simulated camera");
    wait_for_text(&mut window, "The board is found.");
    click(&mut window, "The table is set up");
    wait_for_text(&mut window, "The camera watches");
    click(&mut window, "Show what the camera sees");
    wait_for_text(&mut window, "unclear");
    assert!(window_text(&window).contains("Noughts nought"), "the legend names the pieces");
    // The simulated person makes the move on the table, and the window follows.
    click(&mut window, "Simulate a move");
    wait_for_text(&mut window, "Please: Noughts nought from slot 6 to");
    wait_for_text(&mut window, "Seen: ");
    click(&mut window, "Play");
    wait_until(&mut window, |window| {
        window_text(window).contains("Crosses cross") && window_text(window).contains("Noughts nought")
    });
    // A move that is made in the window is to be repeated on the table.
    let shown = window_text(&window);
    let free = shown.lines().find(|line| line.ends_with(", empty")).unwrap();
    click(&mut window, free);
    click(&mut window, "Table");
    wait_for_text(&mut window, "Please: Crosses cross from slot 2 to");
    click(&mut window, "Stop camera");
    wait_until(&mut window, |window| window.query_by_label("Start simulated camera").is_some());
}

/// Connects the table of a game without an arm.
fn open_without_arm(game: &str, folder: &std::path::Path) -> Window {
    let mut window = open_table(game, folder, TALL);
    click(&mut window, "No arm");
    click(&mut window, "Connect");
    wait_for_text(&mut window, "There is no arm");
    window
}

#[test]
fn a_move_that_the_camera_cannot_see_is_a_button() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_without_arm("go:size=3", folder.path());
    click(&mut window, "Start simulated camera");
    wait_for_text(&mut window, "The board is found.");
    assert!(!window_text(&window).contains("The camera cannot see"), "the camera does not watch yet");
    click(&mut window, "The table is set up");
    wait_for_text(&mut window, "The camera cannot see these moves:");
    click(&mut window, "pass");
    wait_for_text(&mut window, "Chosen in the window: pass");
    click(&mut window, "Play");
    wait_until(&mut window, |window| window_text(window).contains("pass"));
}

/// Starts a camera that shows a picture a few times. Returns `false` if this build cannot search for the board, which needs
/// OpenCV.
fn show_to_camera(window: &mut Window, folder: &std::path::Path, picture: &RgbImage) -> bool {
    let can_search = boardwright_opencv::install();
    for number in 0..5 {
        picture.save(folder.join(format!("{number}.png"))).unwrap();
    }
    fill(window, "Source", folder.to_str().expect("folders of tests have plain names"));
    click(window, "Start camera");
    wait_until(window, |window| {
        ["OpenCV", "markers", "marker is"].iter().any(|text| window_text(window).contains(text))
    });
    assert_eq!(can_search, !window_text(window).contains("OpenCV"));
    can_search
}

/// The printed board of a game on a table.
fn printed_board(name: &str) -> RgbImage {
    let shipped = shipped_game(name).expect("it ships");
    let rules = load_with(&shipped.source(), &LoadRequest::default()).rules.expect("it has no mistake");
    let game = CompiledGame::new(rules).expect("it is small enough");
    let layout = Layout::for_game(&game, &preset_arm("al5d").expect("it is known")).expect("it fits");
    let sheet = PrintedBoard::draw(game.rules(), &layout, &NoPictures).expect("it can be drawn").render_sheet(2.0);
    let mut table = RgbImage::from_pixel(1600, 1200, Rgb([240; 3]));
    let at = |table: u32, sheet: u32| i64::from((table - sheet) / 2);
    let (x, y) = (at(table.width(), sheet.width()), at(table.height(), sheet.height()));
    imageops::replace(&mut table, &sheet, x, y);
    table
}

#[test]
fn markers_of_another_board_are_refused_and_accepted_on_request() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [folder, pictures] = folders.each_ref().map(tempfile::TempDir::path);
    let mut window = open_without_arm("tic-tac-toe", folder);
    if !show_to_camera(&mut window, pictures, &printed_board("mill")) {
        return;
    }
    wait_for_text(&mut window, "these are the markers of mill");
    click(&mut window, "Accept these markers");
    wait_for_text(&mut window, "The board is found.");
    assert!(window.query_by_label("Accept these markers").is_none());
    // The board of the game is taken without a question.
    click(&mut window, "Stop camera");
    wait_until(&mut window, |window| window.query_by_label("Start camera").is_some());
    show_to_camera(&mut window, pictures, &printed_board("tic-tac-toe"));
    wait_for_text(&mut window, "The board is found.");
}

#[test]
fn an_empty_board_is_turned() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let [folder, pictures] = folders.each_ref().map(tempfile::TempDir::path);
    let mut window = open_without_arm("draughts", folder);
    // Squares of 40 pixels with a light rim.
    let board = RgbImage::from_fn(1280, 960, |x, y| {
        let (column, row) = ((i64::from(x) - 480).div_euclid(40), (i64::from(y) - 320).div_euclid(40));
        match (column, row) {
            (0..8, 0..8) if (column + row) % 2 == 1 => Rgb([60, 50, 45]),
            (-1..=8, -1..=8) => Rgb([225, 220, 205]),
            _ => Rgb([110, 80, 55]),
        }
    });
    if !show_to_camera(&mut window, pictures, &board) {
        return;
    }
    wait_for_text(&mut window, "no marker is visible");
    assert!(window.query_by_label("Accept these markers").is_none());
    click(&mut window, "The board is empty: find its squares");
    wait_for_text(
        &mut window,
        "The empty board looks the same from 2 sides. Its top is taken to be at the top of the picture.",
    );
    // The shades of the squares exclude the quarter turns.
    for side in ["bottom", "top"] {
        click(&mut window, "Turn the board");
        wait_for_text(&mut window, &format!("Its top is taken to be at the {side} of the picture."));
    }
}

#[test]
fn a_missing_camera_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    wait_for_text(&mut window, "A simulated arm moves nothing on a real table");
    click(&mut window, "Park and disconnect");
    wait_until(&mut window, |window| window.query_by_label("Connect").is_some());
    click(&mut window, "No arm");
    click(&mut window, "Connect");
    wait_for_text(&mut window, "There is no arm");
    fill(&mut window, "Source", "/nowhere/at/all");
    click(&mut window, "Start camera");
    wait_for_text(&mut window, "/nowhere/at/all");
}

#[test]
fn an_arm_parks_when_another_game_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_connected("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "Home");
    // The row of what goes on moves the gallery once, as soon as it is known.
    wait_for_text(&mut window, "Tic-tac-toe, being played");
    window.get_by_label("Nim").click_accesskit();
    wait_until(&mut window, |window| window.query_by_label("Start game").is_some());
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    // Moves of the new game are not made at the table of the old one.
    click(&mut window, "Table");
    wait_until(&mut window, |window| window.query_by_label("Connect").is_some());
    click(&mut window, "Connect");
    wait_for_text(&mut window, "Arm ready");
}
