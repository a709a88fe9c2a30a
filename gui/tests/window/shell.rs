//! Tests of what surrounds the pages: navigation, command palette, help on keys, and settings.

use boardwright_gui::Page;
use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, open_window, wait_for_text, wait_until, window_text};

#[test]
fn a_page_that_is_chosen_while_a_game_is_loaded_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(Some("chess"), folder.path());
    let shows_table = |window: &Window| window.state().as_ref().is_some_and(|app| app.page() == Page::Table);
    click(&mut window, "Table");
    wait_until(&mut window, shows_table);
    wait_until(&mut window, |window| !window_text(window).contains("No game is open yet"));
    assert!(shows_table(&window));
}

#[test]
fn the_command_palette_opens_games_and_pages() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open_window(None, folder.path());
    window.step();
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::K);
    window.step();
    window.step();
    for letter in ["s", "h", "o", "w", " ", "t", "o", "u", "r"] {
        window.event(eframe::egui::Event::Text(letter.to_owned()));
    }
    window.step();
    assert!(window.query_by_label("Show Tournaments").is_some(), "{}", window_text(&window));
    assert!(window.query_by_label("Play Chess").is_none());
    window.key_press(Key::Enter);
    window.step();
    window.step();
    assert_eq!(window.state().as_ref().map(boardwright_gui::App::page), Some(Page::Tournament));
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.step();
    window.step();
    for letter in ["t", "i", "c"] {
        window.event(eframe::egui::Event::Text(letter.to_owned()));
    }
    window.step();
    window.key_press(Key::Enter);
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
}

#[test]
fn a_question_mark_shows_the_keys_unless_a_text_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open_window(None, folder.path());
    window.step();
    window.event(eframe::egui::Event::Text("?".to_owned()));
    window.step();
    window.step();
    wait_for_text(&mut window, "Ctrl+K");
    click(&mut window, "Close");
    window.step();
    assert!(!window_text(&window).contains("Ctrl+K"));
    window.get_by_label("Search").focus();
    window.step();
    window.step();
    window.event(eframe::egui::Event::Text("?".to_owned()));
    window.step();
    window.step();
    assert!(!window_text(&window).contains("Ctrl+K"));
}

#[test]
fn the_settings_show_version_and_licence() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open_window(None, folder.path());
    window.step();
    click(&mut window, "Settings");
    click(&mut window, "About Boardwright");
    wait_for_text(&mut window, concat!("Version ", env!("CARGO_PKG_VERSION")));
    wait_for_text(&mut window, "MIT OR Apache-2.0");
    click(&mut window, "Close");
    assert!(!window_text(&window).contains("Licence:"));
}
