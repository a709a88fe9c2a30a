//! The dialog of a new game.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{
    Window, click, fill, in_dialog, open_game, open_sized, open_tall, open_window, open_with_chooser, point_and_click,
    wait_for_text, wait_until, window_text,
};

/// Opens the dialog of a game from the gallery.
fn choose_card(window: &mut Window, title: &str) {
    wait_until(window, |window| window.query_by_label("Search").is_some());
    window.get_by_label("Search").focus();
    window.step();
    window.get_by_label("Search").type_text(title);
    window.run_steps(2);
    click(window, title);
    wait_until(window, |window| window.query_by_label("Start game").is_some());
    window.run_steps(3);
}

fn is_open(window: &Window) -> bool {
    window.query_by_label("Start game").is_some()
}

fn is_enabled(window: &Window, label: &str) -> bool {
    !window.get_by_label(label).accesskit_node().is_disabled()
}

#[test]
fn enter_starts_a_game_with_the_last_choices_and_escape_leaves_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 1000.0), 1.0);
    choose_card(&mut window, "Tic-tac-toe");
    // The players are named as the game names them, and the rules can be read.
    for text in ["Crosses", "Noughts", "Rules", "moves first"] {
        assert!(window_text(&window).lines().any(|line| line == text), "{text}: {}", window_text(&window));
    }
    window.key_press(Key::Escape);
    wait_until(&mut window, |window| !is_open(window));
    click(&mut window, "Tic-tac-toe");
    wait_until(&mut window, is_open);
    fill(&mut window, "Name", "Ann");
    let other = window.get_all_by_label("Person").nth(1).unwrap().rect().center();
    crate::common::click_at(&mut window, other);
    click(&mut window, "10+0");
    click(&mut window, "Start game");
    wait_for_text(&mut window, "Ann to move");
    wait_until(&mut window, |window| window_text(window).contains("10:00"));
    // The settings keep the choices for the next run of the program.
    drop(window);
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 1000.0), 1.0);
    choose_card(&mut window, "Tic-tac-toe");
    window.key_press(Key::Enter);
    wait_for_text(&mut window, "Ann to move");
    wait_until(&mut window, |window| window_text(window).contains("10:00"));
    assert!(!window_text(&window).contains("Computer, level"), "{}", window_text(&window));
}

#[test]
fn a_position_is_checked_before_the_game_begins_and_stays_in_its_field() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("chess", folder.path());
    click(&mut window, "New game");
    wait_until(&mut window, is_open);
    click(&mut window, "Position or line");
    window.get_by_label("Position or line of moves").focus();
    window.run_steps(2);
    window.get_by_label("Position or line of moves").type_text("8/8/9 w - - 0 1");
    window.run_steps(2);
    assert!(!is_enabled(&window, "Start game"), "{}", window_text(&window));
    fill(&mut window, "Position or line of moves", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    window.run_steps(2);
    assert!(is_enabled(&window, "Start game"), "{}", window_text(&window));
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("d2, empty").is_some());
    // The next game begins there again only because the field says so.
    click(&mut window, "New game");
    wait_until(&mut window, is_open);
    let shown = window.query_all_by_value("4k3/8/8/8/8/8/8/4K2R w K - 0 1").count();
    assert!(shown > 0, "{}", window_text(&window));
    click(&mut window, "Initial position");
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("d2, White pawn").is_some());
}

#[test]
fn an_option_of_the_game_changes_its_players() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("hex", folder.path());
    click(&mut window, "New game");
    wait_until(&mut window, is_open);
    let text = window_text(&window);
    assert!(text.lines().any(|line| line == "Size"), "{text}");
    click(&mut window, "Start game");
    wait_for_text(&mut window, "to move");
}

#[test]
fn places_are_changed_in_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "Noughts: Computer, level 4");
    in_dialog(&mut window, |window| point_and_click(window, "Change places"), "Start game");
    wait_for_text(&mut window, "Crosses: Computer, level 4");
}

#[test]
fn keys_of_the_page_rest_while_the_dialog_is_open() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT, Key::N);
    wait_until(&mut window, is_open);
    let before = window.get_by_label("e2, White pawn").rect();
    window.key_press(Key::F);
    window.run_steps(3);
    assert_eq!(window.get_by_label("e2, White pawn").rect(), before, "the board was flipped behind the dialog");
}

#[test]
fn the_dialog_fits_into_small_windows() {
    let folder = tempfile::tempdir().unwrap();
    for size in [Vec2::new(640.0, 480.0), Vec2::new(1180.0, 780.0), Vec2::new(2560.0, 1440.0)] {
        let mut window = open_sized(Some("chess"), folder.path(), size, 1.0);
        wait_until(&mut window, |window| window.query_by_label("New game").is_some());
        click(&mut window, "New game");
        wait_until(&mut window, is_open);
        window.run_steps(3);
        for button in ["Start game", "Apply to this game", "Cancel"] {
            let rect = window.get_by_label(button).rect();
            assert!(rect.min.x >= 0.0 && rect.max.x <= size.x && rect.max.y <= size.y, "{size:?} {button} {rect:?}");
        }
    }
    let mut window = open_window(None, folder.path());
    choose_card(&mut window, "Ludo");
}

#[test]
fn an_engine_is_seated_by_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let engine = folder.path().join("engine");
    let chosen = engine.clone();
    let mut window = open_with_chooser(Some("chess"), folder.path(), move |_| Ok(Some(chosen.clone())));
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    let choose = |window: &mut Window| {
        window.get_all_by_label("UCI engine").nth(1).expect("two seats").click();
        window.run_steps(2);
        click(window, "Choose ...");
        wait_until(window, |window| window.query_all_by_value(engine.to_str().unwrap()).next().is_some());
    };
    in_dialog(&mut window, choose, "Start game");
    wait_for_text(&mut window, &format!("uci: cannot start {}", engine.display()));
}
