//! The page Home: what goes on, recent files, and the gallery.

use boardwright_gui::{App, Page, Purpose};
use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, fill, open_sized, open_window, open_with_chooser, wait_for_text, wait_until, window_text};
use crate::left_work::{leave_game, leave_tournament};

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
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    wait_for_text(&mut window, "to move");
}

#[test]
fn enter_opens_the_only_game_that_the_search_finds() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(None, folder.path());
    window.step();
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::F);
    window.run_steps(2);
    assert!(window.get_by_label("Search").is_focused());
    window.get_by_label("Search").type_text("frogs");
    window.run_steps(2);
    click(&mut window, "Clear the search");
    wait_until(&mut window, |window| window.query_by_label("Chess").is_some());
    window.get_by_label("Search").type_text("Connect Four");
    window.run_steps(2);
    window.key_press(Key::Enter);
    wait_until(&mut window, |window| window.query_by_label("Start game").is_some());
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
    click(&mut first, "Start game");
    wait_for_text(&mut first, "to move");
    click(&mut first, "Home");
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
        Purpose::Open | Purpose::Folder => Ok(Some(chosen.clone())),
        Purpose::Save(name) => {
            assert_eq!(name, "own.png");
            Ok(Some(to_be_written.clone()))
        }
    });
    click(&mut window, "Choose a file ...");
    click(&mut window, "Start game");
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
    // A dialog that is cancelled is no error.
    wait_until(&mut window, |window| !window_text(window).contains("nobody answers"));
    fill(&mut window, "Game file", &path.display().to_string());
    click(&mut window, "Open");
    click(&mut window, "Start game");
    wait_for_text(&mut window, "to move");
}

#[test]
fn work_of_earlier_sessions_goes_on_from_the_row_at_the_top() {
    let folder = tempfile::tempdir().unwrap();
    leave_tournament(folder.path());
    leave_game(folder.path(), "chess", &["e4", "e5", "Nf3"]);
    let mut window = open_window(None, folder.path());
    wait_for_text(&mut window, "Continue where you left off");
    let [game, tournament] = ["Chess, 3 moves", "Connect Four, 12 of 40 games"].map(|label| {
        let card = window.query_by_label(label).unwrap_or_else(|| panic!("{label}:\n{}", window_text(&window)));
        card.rect()
    });
    // What was left last stands first, and all games stand below.
    assert!(game.left() < tournament.left() && game.top() == tournament.top(), "{game:?} {tournament:?}");
    assert!(window.get_by_label("Alquerque").rect().top() > game.bottom());
    click(&mut window, "Connect Four, 12 of 40 games");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Tournament));
    click(&mut window, "Home");
    click(&mut window, "Chess, 3 moves");
    wait_for_text(&mut window, "Black to move");
    // The game that is played stands in the row instead of its record.
    click(&mut window, "Home");
    wait_until(&mut window, |window| window.query_by_label("Chess, being played").is_some());
    wait_until(&mut window, |window| window.query_by_label("Chess, 3 moves").is_none());
    click(&mut window, "Chess, being played");
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
}

#[test]
fn a_title_is_opened_although_others_contain_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_window(None, folder.path());
    window.step();
    fill(&mut window, "Search", "puzzle");
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(window.query_by_label("Start game").is_none(), "several games are found");
    fill(&mut window, "Search", "amazons");
    assert!(window.query_by_label("Amazons 6x6").is_some());
    window.key_press(Key::Enter);
    wait_until(&mut window, |window| window.query_by_label("Start game").is_some());
    assert!(window_text(&window).contains("Amazons") && !window_text(&window).contains("six times six"));
}

#[test]
fn a_small_window_shows_whole_cards() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(640.0, 480.0), 1.0);
    window.step();
    let cards = ["15-puzzle", "2048", "8-puzzle", "Alquerque"].map(|title| window.get_by_label(title).rect());
    assert!(cards[..3].iter().all(|card| card.top() == cards[0].top() && card.right() <= 640.0), "{cards:?}");
    assert!(cards[0].bottom() < 480.0 && cards[3].top() > cards[0].bottom(), "{cards:?}");
}

#[test]
fn pictures_are_kept_for_the_next_session() {
    let folder = tempfile::tempdir().unwrap();
    let show = || {
        let mut window = open_window(None, folder.path());
        wait_until(&mut window, |window| window.state().as_ref().is_some_and(App::has_drawn_visible));
    };
    let drawing = folder.path().join("data").join("drawings").join("alquerque.json");
    show();
    let before = std::fs::read(&drawing).unwrap();
    // A damaged file is drawn again.
    std::fs::write(&drawing, &before[..before.len() / 2]).unwrap();
    show();
    assert_eq!(std::fs::read(&drawing).unwrap(), before);
}
