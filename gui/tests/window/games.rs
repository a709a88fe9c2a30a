//! The gallery.

use boardwright_gui::{Page, Purpose};
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, fill, open_window, open_with_chooser, wait_for_text, wait_until, window_text};

#[test]
fn a_game_is_found_by_its_name_and_opened() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(None, folder.path());
    window.step();
    for title in ["Chess", "Connect Four", "Nim", "Pig", "Kuhn poker"] {
        assert!(window.query_by_label(title).is_some(), "{title} is not there:\n{}", window_text(&window));
    }
    window.get_by_label("Search").focus();
    window.step();
    window.get_by_label("Search").type_text("four");
    wait_until(&mut window, |window| window.query_by_label("Chess").is_none());
    click(&mut window, "Connect Four");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    wait_for_text(&mut window, "to move");
}

#[test]
fn the_filter_restricts_the_gallery() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(None, folder.path());
    window.step();
    click(&mut window, "Puzzles");
    assert!(window.query_by_label("Frogs").is_some(), "{}", window_text(&window));
    assert!(window.query_by_label("Chess").is_none());
    click(&mut window, "Cards, dice and tiles");
    assert!(window.query_by_label("Pig").is_some() && window.query_by_label("Frogs").is_none());
}

#[test]
fn a_file_is_opened_by_its_path_and_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    let mut first = open_window(None, folder.path());
    first.step();
    first.get_by_label("Game file").focus();
    first.step();
    first.get_by_label("Game file").type_text(&path.display().to_string());
    first.step();
    click(&mut first, "Open");
    wait_for_text(&mut first, "to move");
    click(&mut first, "Games");
    wait_for_text(&mut first, "own.game");
    drop(first);
    let mut again = open_window(None, folder.path());
    wait_for_text(&mut again, "own.game");
    // The games are below the list of files, not below the window.
    let first_game = again.get_by_label("Alquerque").rect();
    assert!(first_game.bottom() < 400.0, "{first_game:?}");
}

#[test]
fn a_file_is_chosen_in_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    let picture = folder.path().join("board.png");
    let (chosen, to_be_written) = (path, picture.clone());
    let mut window = open_with_chooser(None, folder.path(), move |wanted| match &wanted.purpose {
        Purpose::Open => Ok(Some(chosen.clone())),
        Purpose::Save(name) => {
            assert_eq!(name, "own.png");
            Ok(Some(to_be_written.clone()))
        }
    });
    click(&mut window, "Choose a file ...");
    wait_for_text(&mut window, "to move");
    click(&mut window, "Texts");
    click(&mut window, "Choose where ...");
    wait_for_text(&mut window, "Saved: ");
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn a_missing_dialog_is_reported_and_a_path_can_be_typed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::shipped_game("nim").unwrap().text).unwrap();
    let asked = std::sync::atomic::AtomicBool::new(false);
    let mut window = open_with_chooser(None, folder.path(), move |_| {
        let again = asked.swap(true, std::sync::atomic::Ordering::Relaxed);
        if again { Ok(None) } else { Err("nobody answers".to_owned()) }
    });
    click(&mut window, "Choose a file ...");
    wait_for_text(&mut window, "nobody answers");
    click(&mut window, "Choose a file ...");
    wait_for_text(&mut window, "No file was chosen; a path can also be typed.");
    fill(&mut window, "Game file", &path.display().to_string());
    click(&mut window, "Open");
    wait_for_text(&mut window, "to move");
}
