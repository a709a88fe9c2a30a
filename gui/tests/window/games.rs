//! The gallery.

use boardwright_gui::{Page, Purpose};
use egui_kittest::kittest::Queryable as _;

use crate::common::{choosing, click, fill, says, told, until, window};

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

#[test]
fn a_file_is_chosen_in_a_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::named("nim").unwrap().text).unwrap();
    let picture = folder.path().join("board.png");
    let (chosen, to_be_written) = (path, picture.clone());
    let mut window = choosing(None, folder.path(), move |wanted| match &wanted.purpose {
        Purpose::Open => Ok(Some(chosen.clone())),
        Purpose::Save(name) => {
            assert_eq!(name, "own.png");
            Ok(Some(to_be_written.clone()))
        }
    });
    click(&mut window, "Choose a file ...");
    says(&mut window, "to move");
    click(&mut window, "Texts");
    click(&mut window, "Choose where ...");
    says(&mut window, "Saved: ");
    assert!(std::fs::read(&picture).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn where_no_dialog_comes_up_that_is_told_and_a_path_can_be_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.game");
    std::fs::write(&path, boardwright_games::named("nim").unwrap().text).unwrap();
    let asked = std::sync::atomic::AtomicBool::new(false);
    let mut window = choosing(None, folder.path(), move |_| {
        let again = asked.swap(true, std::sync::atomic::Ordering::Relaxed);
        if again { Ok(None) } else { Err("nobody answers".to_owned()) }
    });
    click(&mut window, "Choose a file ...");
    says(&mut window, "nobody answers");
    click(&mut window, "Choose a file ...");
    says(&mut window, "Nothing was chosen; a path can be written too.");
    fill(&mut window, "Game file", &path.display().to_string());
    click(&mut window, "Open");
    says(&mut window, "to move");
}
