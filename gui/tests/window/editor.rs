//! Writing game files.

use std::path::{Path, PathBuf};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, draw, fill, middle, playing, says, told, until, window};

/// The editor with a copy of a game that ships in a file of its own.
fn editing(game: &str, folder: &Path) -> (Window, PathBuf) {
    editing_text(boardwright_games::named(game).unwrap().text, folder)
}

/// The editor with a file that holds this.
fn editing_text(text: &[u8], folder: &Path) -> (Window, PathBuf) {
    let path = folder.join("own.game");
    std::fs::write(&path, text).unwrap();
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
fn a_new_game_is_written_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("data").join("own").join("new-game.game");
    let mut window = window(None, folder.path());
    click(&mut window, "Editor");
    click(&mut window, "New game file");
    says(&mut window, "new-game.game *");
    says(&mut window, "0 errors, 0 warnings");
    let text = boardwright_shelf::fresh::text("Leaps");
    write(&mut window, &text);
    says(&mut window, "0 errors, 0 warnings");
    assert!(!own.exists(), "nobody has saved it");
    click(&mut window, "Play it");
    until(&mut window, |window| window.query_by_label("New game").is_some());
    assert_eq!(std::fs::read_to_string(&own).unwrap(), text);
    // The editor has the file that is played, and begins another one beside it.
    click(&mut window, "Editor");
    until(&mut window, |window| window.query_by_label("new-game.game").is_some());
    click(&mut window, "New");
    says(&mut window, "new-game-2.game *");
    write(&mut window, &text.replace("Leaps", "Bounds"));
    says(&mut window, "0 errors, 0 warnings");
    // Whoever looks at the game and comes back finds it as it was left; so does whoever opens others meanwhile.
    click(&mut window, "Play");
    click(&mut window, "Editor");
    says(&mut window, "new-game-2.game *");
    click(&mut window, "Games");
    click(&mut window, "Frogs");
    until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, "Editor");
    says(&mut window, "frogs.game *");
    click(&mut window, "New");
    says(&mut window, "What was not saved the last time is back");
    click(&mut window, "Save");
    let second = own.with_file_name("new-game-2.game");
    until(&mut window, |_| std::fs::read_to_string(&second).is_ok_and(|text| text.contains("title = Bounds")));
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

/// Saves, and gives the lines of the file that differ from those of a text with as many: old and new.
fn differ(window: &mut Window, path: &Path, old: &str) -> Vec<(String, String)> {
    click(window, "Save");
    until(window, |window| !told(window).contains("own.game *"));
    let new = std::fs::read_to_string(path).unwrap();
    assert_eq!(new.lines().count(), old.lines().count());
    let both = old.lines().zip(new.lines()).filter(|(old, new)| old != new);
    both.map(|(old, new)| (old.to_owned(), new.to_owned())).collect()
}

/// What stands on a place, with its name.
fn on(window: &Window, place: &str) -> String {
    told(window).lines().find(|line| line.starts_with(&format!("{place}, "))).expect(place).to_owned()
}

#[test]
fn a_place_drawn_on_the_board_gets_other_numbers_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/2013/frogs.game")).unwrap();
    let (mut window, path) = editing_text(&text, folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move places");
    let place = on(&window, "k(3)");
    let from = middle(&window, &place);
    draw(&mut window, from, from + Vec2::new(6.0, 40.0));
    says(&mut window, "own.game *");
    let differs = differ(&mut window, &path, &before);
    assert!(matches!(differs.as_slice(), [(old, new)] if old == "point=220,120" && new != old), "{differs:?}");
    let numbers: Vec<i32> = differs[0].1["point=".len()..].split(',').map(|number| number.parse().unwrap()).collect();
    assert!(numbers[0] > 220 && numbers[1] > 150, "{differs:?}");
    // One step takes it back, in the text and on the board.
    until(&mut window, |window| middle(window, &place).y > middle(window, &on(window, "k(2)")).y + 5.0);
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    says(&mut window, "own.game *");
    until(&mut window, |window| (middle(window, &place).y - middle(window, &on(window, "k(2)")).y).abs() < 0.5);
    assert_eq!(differ(&mut window, &path, &before), []);
}

#[test]
fn places_of_a_family_move_by_the_numbers_that_they_share() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("alquerque", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move places");
    let from = middle(&window, "p(3,3), empty");
    draw(&mut window, from, from + Vec2::new(30.0, 0.0));
    says(&mut window, "own.game *");
    let differs = differ(&mut window, &path, &before);
    let [(old, new)] = differs.as_slice() else { panic!("{differs:?}") };
    assert_eq!(old, "point = 80 * $X - 20, 460 - 80 * $Y");
    assert!(new.starts_with("point = 80 * $X + ") && new.ends_with(", 460 - 80 * $Y"), "{new}");
}

#[test]
fn a_piece_drawn_to_another_place_begins_there() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("alquerque", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move pieces");
    let (from, to) = (middle(&window, "p(1,2), White man"), middle(&window, "p(3,3), empty"));
    draw(&mut window, from, to);
    until(&mut window, |window| window.query_by_label("p(3,3), White man").is_some());
    let differs = differ(&mut window, &path, &before);
    let rows = [("  b b . w w", "  b b w w w"), ("  w w w w w", "  . w w w w")];
    assert_eq!(differs, rows.map(|(old, new)| (old.to_owned(), new.to_owned())));
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    until(&mut window, |window| window.query_by_label("p(1,2), White man").is_some());
}

#[test]
fn what_cannot_be_drawn_is_explained_and_goes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("breakthrough", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move pieces");
    let man = on(&window, "sq(1,2)");
    let (from, to) = (middle(&window, &man), middle(&window, "sq(1,4), empty"));
    draw(&mut window, from, to);
    says(&mut window, "is worked out, not written, in line ");
    assert!(window.query_by_label(&man).is_some());
    assert_eq!(differ(&mut window, &path, &before), []);
}

#[test]
fn the_word_under_the_mouse_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let nim = String::from_utf8_lossy(boardwright_games::named("nim").unwrap().text);
    let idle = nim.replacen("[OPTIONS]", "[EXPRESSIONS]\nIdle = 1\n\n[OPTIONS]", 1);
    let (mut window, _) = editing_text(idle.as_bytes(), folder.path());
    says(&mut window, "0 errors, 1 warnings");
    let field = window.get_by_label("Text of the game file").rect();
    let mut seen = String::new();
    // Down the first letters of the lines, long enough to be still on each.
    for row in 0..20_u8 {
        window.hover_at(field.left_top() + Vec2::new(12.0, 6.0 + 12.0 * f32::from(row)));
        window.run_steps(12);
        seen.push_str(&told(&window));
    }
    assert!(seen.contains("key title of [GAME]: a text"), "a word is explained: {seen}");
    // Below the text the same is listed behind the number of its line.
    let warned = seen.lines().any(|line| line == "the expression \"Idle\" is never used");
    assert!(warned, "what is wrong is explained: {seen}");
}

#[test]
fn a_file_is_saved_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = editing("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    let other = folder.path().join("deep").join("other.game");
    click(&mut window, "Save as");
    fill(&mut window, "Path", &other.display().to_string());
    window.key_press(Key::Enter);
    says(&mut window, "other.game");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), before);
    write(&mut window, &format!("// mine\n{before}"));
    says(&mut window, "other.game *");
    click(&mut window, "Save");
    until(&mut window, |_| std::fs::read_to_string(&other).unwrap().starts_with("// mine"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before, "the first file stays as it was");
}
