//! The arm, simulated: connected, moved, following a game, stopped, taught.

use eframe::egui::accesskit::Role;
use eframe::egui::{Key, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, draw, fill, says, sized, told, until};

/// A window with the page of the arm beside a game.
fn table(game: &str, folder: &std::path::Path, height: f32) -> Window {
    let mut window = sized(Some(game), folder, Vec2::new(1180.0, height), 1.0);
    until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, "Table");
    window
}

/// So high that nothing has to be scrolled.
const TALL: f32 = 1900.0;

/// Connects a simulated arm that takes no time.
pub fn connected(game: &str, folder: &std::path::Path, height: f32) -> Window {
    let mut window = table(game, folder, height);
    click(&mut window, "As slow as a real one");
    click(&mut window, "Connect");
    says(&mut window, "The arm has nothing to do.");
    window
}

/// The angle of the base, as it is shown.
fn base(window: &Window) -> f64 {
    let shown = told(window);
    let angle = shown.lines().find_map(|line| line.strip_prefix("base ")?.split_once('°')).unwrap().0;
    angle.parse().unwrap()
}

#[test]
fn joints_move_by_steps_and_what_cannot_be_reached_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    says(&mut window, "base 90.0°, 1500 us");
    click(&mut window, "base less");
    says(&mut window, "base 85.0°, 1450 us");
    // Keys move the tip to the left and back again.
    let right = base(&window);
    window.key_press(Key::A);
    until(&mut window, |window| base(window) > right);
    let left = base(&window);
    window.key_press(Key::D);
    until(&mut window, |window| base(window) < left);
    says(&mut window, "The arm has nothing to do.");
    for _ in 0..20 {
        click(&mut window, "y less");
    }
    says(&mut window, "its limits are");
    click(&mut window, "Park now");
    says(&mut window, "The arm is limp.");
    click(&mut window, "Park and end");
    until(&mut window, |window| window.query_by_label("Connect").is_some());
}

#[test]
fn a_joint_goes_where_its_slider_is_put() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    says(&mut window, "base 90.0°, 1500 us");
    let slider = window.get_by_role_and_label(Role::Slider, "base").rect();
    let at = |part: f32| slider.left_center() + Vec2::new(slider.width() * part, 0.0);
    draw(&mut window, at(0.5), at(0.7));
    // The limits are 0 and 180 degrees; the handle itself takes some of the width. The arm may stop on the way there.
    until(&mut window, |window| (120.0..=140.0).contains(&base(window)));
    says(&mut window, "The arm has nothing to do.");
}

/// A person's first move.
fn open_in_the_middle(window: &mut Window) {
    click(window, "Play");
    says(window, "to move");
    click(window, "s(2,2), empty");
}

#[test]
fn the_arm_follows_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    open_in_the_middle(&mut window);
    says(&mut window, "s(2,2), Crosses cross");
    click(&mut window, "Table");
    says(&mut window, "By hand: Crosses cross from slot 1 to s(2,2)");
    says(&mut window, "Noughts nought from slot 6 to");
}

#[test]
fn the_arm_follows_and_stops_whatever_page_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    // Nobody is to wait for a move of the computer on the page of the game.
    open_in_the_middle(&mut window);
    click(&mut window, "Table");
    says(&mut window, "Noughts nought from slot 6 to");
    says(&mut window, "The arm has nothing to do.");
    click(&mut window, "Settings");
    click(&mut window, "STOP");
    click(&mut window, "Table");
    click(&mut window, "base less");
    click(&mut window, "Settings");
    says(&mut window, "The arm waits: It has stopped");
    click(&mut window, "Table");
    click(&mut window, "Done");
    says(&mut window, "The arm has nothing to do.");
    click(&mut window, "Settings");
    until(&mut window, |window| !told(window).contains("The arm waits"));
}

#[test]
fn a_stop_waits_until_somebody_says_that_it_is_safe() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    let presses: [fn(&mut Window); 2] = [|window| click(window, "STOP"), |window| window.key_press(Key::Escape)];
    for press in presses {
        let before = base(&window);
        press(&mut window);
        window.step();
        click(&mut window, "base less");
        says(&mut window, "The arm waits: It has stopped");
        click(&mut window, "Done");
        // It goes on with what it is told next.
        click(&mut window, "base more");
        until(&mut window, |window| base(window) > before);
    }
    says(&mut window, "The arm has nothing to do.");
}

#[test]
fn a_table_is_taught_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "Teach");
    for _ in 0..6 {
        let asked = told(&window);
        if !asked.contains("Bring the fingertips to the middle of") {
            break;
        }
        click(&mut window, "Go there");
        says(&mut window, "The arm has nothing to do.");
        // Three steps of 5 mm down to the board.
        for _ in 0..3 {
            click(&mut window, "z less");
        }
        until(&mut window, |window| !told(window).contains("more to do"));
        says(&mut window, "The arm has nothing to do.");
        click(&mut window, "Touched");
    }
    says(&mut window, "The worst place is known to");
    click(&mut window, "Save the table");
    says(&mut window, "The table is in");
    let text = std::fs::read_to_string(folder.path().join("data/tables/tic-tac-toe.table.toml")).unwrap();
    assert!(text.contains("[[touch]]"), "{text}");
}

#[test]
fn what_cannot_be_connected_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = table("gomoku", folder.path(), TALL);
    click(&mut window, "Connect");
    says(&mut window, "fingers need 24 mm");
    let mut window = table("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "At a port");
    click(&mut window, "Really move it");
    window.get_by_label("Port").set_text_value_accesskit("/dev/no-such-port");
    window.step();
    click(&mut window, "Connect");
    says(&mut window, "there is no port `/dev/no-such-port`");
}

#[test]
fn a_camera_sees_what_is_moved_on_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = table("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "No arm");
    click(&mut window, "Connect");
    says(&mut window, "There is no arm");
    click(&mut window, "Look through a simulated camera");
    says(&mut window, "The board is found.");
    click(&mut window, "The table is set up");
    says(&mut window, "The camera watches");
    // The move of somebody at the table is made in the window, and the answer is made on the table.
    click(&mut window, "Somebody moves");
    says(&mut window, "Please: Noughts nought from slot 6 to");
    says(&mut window, "Seen: ");
    click(&mut window, "Play");
    until(&mut window, |window| told(window).contains("Crosses cross") && told(window).contains("Noughts nought"));
    // Whoever moves in the window is to do so on the table too.
    let shown = told(&window);
    let free = shown.lines().find(|line| line.ends_with(", empty")).unwrap();
    click(&mut window, free);
    click(&mut window, "Table");
    says(&mut window, "Please: Crosses cross from slot 2 to");
    click(&mut window, "Look no more");
    until(&mut window, |window| window.query_by_label("Look through a simulated camera").is_some());
}

#[test]
fn a_camera_that_is_not_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    says(&mut window, "A simulated arm moves nothing on a real table");
    click(&mut window, "Park and end");
    until(&mut window, |window| window.query_by_label("Connect").is_some());
    click(&mut window, "No arm");
    click(&mut window, "Connect");
    says(&mut window, "There is no arm");
    fill(&mut window, "Source", "/nowhere/at/all");
    click(&mut window, "Look");
    says(&mut window, "/nowhere/at/all");
}

#[test]
fn an_arm_parks_when_another_game_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = connected("tic-tac-toe", folder.path(), TALL);
    click(&mut window, "Games");
    click(&mut window, "Nim");
    until(&mut window, |window| window.query_by_label("New game").is_some());
    // Moves of this game are none at the table of the other one.
    click(&mut window, "Table");
    until(&mut window, |window| window.query_by_label("Connect").is_some());
    click(&mut window, "Connect");
    says(&mut window, "The arm has nothing to do.");
}
