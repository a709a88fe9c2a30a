//! Writing game files.

use std::path::{Path, PathBuf};

use eframe::egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, fill, playing, says, told, until};

/// The editor with a copy of a game that ships in a file of its own.
fn editing(game: &str, folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("own.game");
    std::fs::write(&path, boardwright_games::named(game).unwrap().text).unwrap();
    let mut window = playing(&path.display().to_string(), folder);
    click(&mut window, "Editor");
    until(&mut window, |window| window.query_by_label("Text of the game file").is_some());
    says(&mut window, "0 errors");
    (window, path)
}

/// The text becomes another one.
fn write(window: &mut Window, text: &str) {
    fill(window, "Text of the game file", text);
}

#[test]
fn an_error_is_seen_and_then_the_new_board() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("tic-tac-toe", folder.path());
    until(&mut window, |window| window.query_by_label("s(3,3), empty").is_some());
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replacen("element = any", "elemnt = any", 1));
    says(&mut window, "1 errors");
    says(&mut window, "elemnt");
    assert!(window.query_by_label("s(3,3), empty").is_some(), "the last board stays");
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    says(&mut window, "0 errors");
    let larger = text.replacen("name = s($X: 1..3, $Y: 1..3)", "name = s($X: 1..4, $Y: 1..3)", 1);
    assert_ne!(larger, text);
    write(&mut window, &larger);
    until(&mut window, |window| window.query_by_label("s(4,3), empty").is_some());
    says(&mut window, "0 errors");
}

#[test]
fn a_position_is_kept_while_rules_change_and_a_refused_move_is_traced() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("tic-tac-toe", folder.path());
    until(&mut window, |window| window.query_by_label("s(2,2), empty").is_some());
    click(&mut window, "s(2,2), empty");
    until(&mut window, |window| window.query_by_label("s(2,2), empty").is_none());
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replacen("title = Tic-tac-toe", "title = Another", 1));
    says(&mut window, "own.game *");
    until(&mut window, |window| told(window).lines().any(|line| line.starts_with("s(2,2), Crosses")));
    window.get_by_label("Why?").focus();
    window.step();
    window.get_by_label("Why?").type_text("box(2,1) s(2,2)");
    says(&mut window, "is not legal");
}

#[test]
fn a_change_is_found_again_if_it_was_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &format!("// mine\n{before}"));
    says(&mut window, "own.game *");
    // Nobody saved: the file is as it was, and what was typed is kept all the same.
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    drop(window);
    let mut window = playing(&path.display().to_string(), folder.path());
    click(&mut window, "Editor");
    says(&mut window, "What was not saved");
    click(&mut window, "Save");
    until(&mut window, |_| std::fs::read_to_string(&path).unwrap().starts_with("// mine"));
}

#[test]
fn random_games_tell_what_a_game_is_like() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = editing("tic-tac-toe", folder.path());
    until(&mut window, |window| window.query_by_label("Playtest, 200 random games").is_some());
    click(&mut window, "Playtest, 200 random games");
    says(&mut window, "moves to choose from");
    says(&mut window, "200");
}

#[test]
fn lines_of_play_are_counted_from_the_position_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = editing("tic-tac-toe", folder.path());
    until(&mut window, |window| window.query_by_label("Count lines").is_some());
    click(&mut window, "Count lines");
    // As many as there are known to be: 9, 9 x 8, 9 x 8 x 7.
    for counted in ["1: 9", "2: 72", "3: 504"] {
        says(&mut window, counted);
    }
}
