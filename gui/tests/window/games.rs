//! The gallery.

use boardwright_gui::Page;
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, says, told, until, window};

#[test]
fn a_game_is_found_by_its_name_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(None, folder.path());
    window.step();
    for title in ["Chess", "Connect Four", "Nim", "Pig", "Kuhn poker"] {
        assert!(window.query_by_label(title).is_some(), "{title} is not there:\n{}", told(&window));
    }
    window.get_by_label("Search").focus();
    window.step();
    window.get_by_label("Search").type_text("four");
    until(&mut window, |window| window.query_by_label("Chess").is_none());
    click(&mut window, "Connect Four");
    until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    says(&mut window, "to move");
}

#[test]
fn the_filter_leaves_what_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(None, folder.path());
    window.step();
    click(&mut window, "Puzzles");
    assert!(window.query_by_label("Frogs").is_some(), "{}", told(&window));
    assert!(window.query_by_label("Chess").is_none());
    click(&mut window, "Cards and dice");
    assert!(window.query_by_label("Pig").is_some() && window.query_by_label("Frogs").is_none());
}

#[test]
fn a_file_is_opened_by_its_path_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::named("nim").unwrap().text).unwrap();
    let mut first = window(None, folder.path());
    first.step();
    first.get_by_label("Game file").focus();
    first.step();
    first.get_by_label("Game file").type_text(&path.display().to_string());
    first.step();
    click(&mut first, "Open");
    says(&mut first, "to move");
    click(&mut first, "Games");
    says(&mut first, "own.game");
    drop(first);
    let mut again = window(None, folder.path());
    says(&mut again, "own.game");
}
