//! The game editor.

use std::path::{Path, PathBuf};

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{
    Window, centre_of, click, drag, fill, open_editor_with, open_game, open_window, point_and_click, wait_for_text,
    wait_until, window_text,
};

/// Opens the editor with a copy of a shipped game in a new file.
fn open_editor(game: &str, folder: &Path) -> (Window, PathBuf) {
    open_editor_with(boardwright_games::shipped_game(game).unwrap().text, folder)
}

/// Replaces the text.
fn write(window: &mut Window, text: &str) {
    fill(window, "Text of the game file", text);
}

#[test]
fn an_error_is_seen_and_then_the_new_board() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("tic-tac-toe", folder.path());
    wait_until(&mut window, |window| window.query_by_label("c3, empty").is_some());
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replacen("element = any", "elemnt = any", 1));
    wait_for_text(&mut window, "1 error, ");
    wait_for_text(&mut window, "elemnt");
    assert!(window.query_by_label("c3, empty").is_some(), "the last board stays");
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    wait_for_text(&mut window, "0 errors");
    let larger = text.replacen("name = s($X: 1..3, $Y: 1..3)", "name = s($X: 1..4, $Y: 1..3)", 1);
    assert_ne!(larger, text);
    write(&mut window, &larger);
    wait_until(&mut window, |window| window.query_by_label("d3, empty").is_some());
    wait_for_text(&mut window, "0 errors");
}

#[test]
fn a_position_is_kept_while_rules_change_and_a_refused_move_is_traced() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("tic-tac-toe", folder.path());
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_some());
    click(&mut window, "b2, empty");
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_none());
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replacen("title = Tic-tac-toe", "title = Another", 1));
    wait_for_text(&mut window, "own.game *");
    wait_until(&mut window, |window| window_text(window).lines().any(|line| line.starts_with("b2, Crosses")));
    click(&mut window, "Moves");
    wait_until(&mut window, |window| window.query_by_label("Why?").is_some());
    window.get_by_label("Why?").focus();
    window.step();
    window.get_by_label("Why?").type_text("box(2,1) s(2,2)");
    wait_for_text(&mut window, "is not legal");
}

#[test]
fn a_change_is_found_again_if_it_was_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &format!("// mine\n{before}"));
    wait_for_text(&mut window, "own.game *");
    // Not saved: the file is unchanged, and the typed text is in the recovery file.
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
    drop(window);
    let mut window = open_game(&path.display().to_string(), folder.path());
    click(&mut window, "Editor");
    wait_for_text(&mut window, "Unsaved changes");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&path).unwrap().starts_with("// mine"));
}

#[test]
fn a_new_game_is_written_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("data").join("own").join("new-game.game");
    let mut window = open_window(None, folder.path());
    click(&mut window, "Editor");
    click(&mut window, "New game file");
    wait_for_text(&mut window, "new-game.game *");
    wait_for_text(&mut window, "0 errors, 0 warnings");
    let text = boardwright_library::template::game_file("Leaps");
    write(&mut window, &text);
    wait_for_text(&mut window, "0 errors, 0 warnings");
    assert!(!own.exists(), "nobody has saved it");
    click(&mut window, "Play it");
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    assert_eq!(std::fs::read_to_string(&own).unwrap(), text);
    // The editor shows the file that is played, and begins a new one beside it.
    click(&mut window, "Editor");
    wait_until(&mut window, |window| window.query_by_label("new-game.game").is_some());
    click(&mut window, "New");
    wait_for_text(&mut window, "new-game-2.game *");
    write(&mut window, &text.replace("Leaps", "Bounds"));
    wait_for_text(&mut window, "0 errors, 0 warnings");
    // Unsaved text survives a change of the page and the opening of other games.
    click(&mut window, "Play");
    click(&mut window, "Editor");
    wait_for_text(&mut window, "new-game-2.game *");
    click(&mut window, "Home");
    click(&mut window, "Alquerque");
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, "Editor");
    // A shipped game is opened unchanged.
    wait_until(&mut window, |window| window.query_by_label("alquerque.game").is_some());
    click(&mut window, "New");
    wait_for_text(&mut window, "Unsaved changes of the last session are restored");
    click(&mut window, "Save");
    let second = own.with_file_name("new-game-2.game");
    wait_until(&mut window, |_| std::fs::read_to_string(&second).is_ok_and(|text| text.contains("title = Bounds")));
}

#[test]
fn a_script_is_written_and_tried() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("data").join("own").join("new-bot.hus");
    let mut window = open_window(None, folder.path());
    click(&mut window, "Editor");
    click(&mut window, "New game file");
    wait_for_text(&mut window, "new-game.game *");
    click(&mut window, "New script");
    wait_for_text(&mut window, "new-bot.hus *");
    wait_for_text(&mut window, "0 errors, 0 warnings");
    wait_for_text(&mut window, "rule in PREFLOP");
    write(&mut window, "PREFLOP\n RULE\n  piar\n  THEN CALL\n ENDRULE\nENDPREFLOP\n");
    wait_for_text(&mut window, "unknown word \"piar\", did you mean \"pair\"?");
    wait_for_text(&mut window, "The action appears here");
    let text = "PREFLOP\n RULE\n  tocall <= 1bb\n  THEN CALL\n ENDRULE\nENDPREFLOP\n";
    write(&mut window, text);
    wait_for_text(&mut window, "line 2, rule in PREFLOP: gives CALL");
    // After a re-raise the price is too high.
    click(&mut window, "After a re-raise");
    wait_for_text(&mut window, "line 2, rule in PREFLOP: does not hold");
    wait_for_text(&mut window, "no rule holds");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&own).is_ok_and(|saved| saved == text));
}

#[test]
fn a_playtest_shows_statistics() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open_editor("tic-tac-toe", folder.path());
    click(&mut window, "Playtest");
    wait_until(&mut window, |window| window.query_by_label("Playtest, 200 random games").is_some());
    click(&mut window, "Playtest, 200 random games");
    wait_for_text(&mut window, "legal moves per position");
    wait_for_text(&mut window, "200");
}

#[test]
fn lines_of_play_are_counted_from_the_position_that_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open_editor("tic-tac-toe", folder.path());
    click(&mut window, "Playtest");
    wait_until(&mut window, |window| window.query_by_label("Count lines").is_some());
    click(&mut window, "Count lines");
    // Known perft counts: 9, 9 x 8, 9 x 8 x 7.
    for counted in ["1: 9", "2: 72", "3: 504"] {
        wait_for_text(&mut window, counted);
    }
}

/// Saves, and returns the changed lines of the file as pairs of old and new; the number of lines must be the same.
fn save_and_diff(window: &mut Window, path: &Path, old: &str) -> Vec<(String, String)> {
    click(window, "Save");
    wait_until(window, |window| !window_text(window).contains("own.game *"));
    let new = std::fs::read_to_string(path).unwrap();
    assert_eq!(new.lines().count(), old.lines().count());
    let both = old.lines().zip(new.lines()).filter(|(old, new)| old != new);
    both.map(|(old, new)| (old.to_owned(), new.to_owned())).collect()
}

/// Name and contents of a place.
fn place_label(window: &Window, place: &str) -> String {
    window_text(window).lines().find(|line| line.starts_with(&format!("{place}, "))).expect(place).to_owned()
}

#[test]
fn a_place_drawn_on_the_board_gets_other_numbers_in_the_text() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/data/2013/frogs.game")).unwrap();
    let (mut window, path) = open_editor_with(&text, folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move places");
    let place = place_label(&window, "k 3");
    let from = centre_of(&window, &place);
    drag(&mut window, from, from + Vec2::new(6.0, 40.0));
    wait_for_text(&mut window, "own.game *");
    let differs = save_and_diff(&mut window, &path, &before);
    assert!(matches!(differs.as_slice(), [(old, new)] if old == "point=220,120" && new != old), "{differs:?}");
    let numbers: Vec<i32> = differs[0].1["point=".len()..].split(',').map(|number| number.parse().unwrap()).collect();
    assert!(numbers[0] > 220 && numbers[1] > 150, "{differs:?}");
    // One undo step restores the text and the board.
    wait_until(&mut window, |window| {
        centre_of(window, &place).y > centre_of(window, &place_label(window, "k 2")).y + 5.0
    });
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    wait_for_text(&mut window, "own.game *");
    wait_until(&mut window, |window| {
        (centre_of(window, &place).y - centre_of(window, &place_label(window, "k 2")).y).abs() < 0.5
    });
    assert_eq!(save_and_diff(&mut window, &path, &before), []);
}

#[test]
fn places_of_a_family_move_by_the_numbers_that_they_share() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("alquerque", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move places");
    let from = centre_of(&window, "c3, empty");
    drag(&mut window, from, from + Vec2::new(30.0, 0.0));
    wait_for_text(&mut window, "own.game *");
    let differs = save_and_diff(&mut window, &path, &before);
    let [(old, new)] = differs.as_slice() else { panic!("{differs:?}") };
    assert_eq!(old, "point = 80 * $X - 20, 460 - 80 * $Y");
    wait_for_text(&mut window, "point = 80 * $X - 20, 460 - 80 * $Y  ->  point = 80 * $X + ");
    assert!(new.starts_with("point = 80 * $X + ") && new.ends_with(", 460 - 80 * $Y"), "{new}");
}

#[test]
fn a_piece_drawn_to_another_place_begins_there() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("alquerque", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move pieces");
    let (from, to) = (centre_of(&window, "a2, White man"), centre_of(&window, "c3, empty"));
    drag(&mut window, from, to);
    wait_until(&mut window, |window| window.query_by_label("c3, White man").is_some());
    let differs = save_and_diff(&mut window, &path, &before);
    let rows = [("  b b . w w", "  b b w w w"), ("  w w w w w", "  . w w w w")];
    assert_eq!(differs, rows.map(|(old, new)| (old.to_owned(), new.to_owned())));
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    wait_until(&mut window, |window| window.query_by_label("a2, White man").is_some());
}

#[test]
fn an_impossible_drag_is_explained_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("breakthrough", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    click(&mut window, "Move pieces");
    let man = place_label(&window, "a2");
    let (from, to) = (centre_of(&window, &man), centre_of(&window, "a4, empty"));
    drag(&mut window, from, to);
    wait_for_text(&mut window, "are computed and cannot be changed one by one, in line ");
    assert!(window.query_by_label(&man).is_some());
    assert_eq!(save_and_diff(&mut window, &path, &before), []);
}

#[test]
fn the_word_under_the_mouse_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let nim = String::from_utf8_lossy(boardwright_games::shipped_game("nim").unwrap().text);
    let idle = nim.replacen("[OPTIONS]", "[EXPRESSIONS]\nIdle = 1\n\n[OPTIONS]", 1);
    let (mut window, _) = open_editor_with(&idle, folder.path());
    wait_for_text(&mut window, "0 errors, 1 warning");
    let field = window.get_by_label("Text of the game file").rect();
    let mut seen = String::new();
    // Down the first letters of the lines, resting on each line for the tooltip delay.
    for row in 0..20_u8 {
        window.hover_at(field.left_top() + Vec2::new(66.0, 6.0 + 12.0 * f32::from(row)));
        window.run_steps(12);
        seen.push_str(&window_text(&window));
    }
    assert!(seen.contains("key title of [GAME]: a text"), "a word is explained: {seen}");
    // Below the text the same message is listed with the number of its line.
    let warned = seen.lines().any(|line| line == "the expression \"Idle\" is never used");
    assert!(warned, "what is wrong is explained: {seen}");
}

#[test]
fn a_file_is_saved_under_another_name() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    let other = folder.path().join("deep").join("other.game");
    click(&mut window, "Save as");
    fill(&mut window, "Path", &other.display().to_string());
    window.key_press(Key::Enter);
    wait_for_text(&mut window, "other.game");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), before);
    write(&mut window, &format!("// mine\n{before}"));
    wait_for_text(&mut window, "other.game *");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&other).unwrap().starts_with("// mine"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before, "the first file stays as it was");
}

#[test]
fn completions_are_listed_at_the_cursor_even_while_the_text_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &format!("{before}\n[RULES]\nname = more\ncondi"));
    // The text has just changed, so that the check is not finished.
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Space);
    wait_until(&mut window, |window| window.query_by_label("condition").is_some());
    window.key_press(Key::Enter);
    wait_until(&mut window, |window| window.query_by_label("condition").is_none());
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&path).unwrap().ends_with("condition = "));
    // Where nothing fits, the window says so.
    write(&mut window, "// a comment ");
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Space);
    wait_for_text(&mut window, "Nothing can be completed here.");
}

#[test]
fn a_board_that_is_older_than_the_text_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("tic-tac-toe", folder.path());
    wait_until(&mut window, |window| window.query_by_label("c3, empty").is_some());
    assert!(!window_text(&window).contains("the board is that of the last text"));
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replacen("element = any", "elemnt = any", 1));
    wait_for_text(&mut window, "the board is that of the last text without errors");
    write(&mut window, &text);
    wait_until(&mut window, |window| !window_text(window).contains("the board is that of the last text"));
}

#[test]
fn the_panel_below_the_text_keeps_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("tic-tac-toe", folder.path());
    wait_until(&mut window, |window| window.query_by_label("Playtest").is_some());
    window.run_steps(5);
    let tools = window.get_by_label("Playtest").rect();
    let text = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &text.replace("element", "elemnt").replace("name", "nme"));
    wait_for_text(&mut window, "the board is that of the last text");
    window.run_steps(5);
    assert_eq!(window.get_by_label("Playtest").rect(), tools);
}

#[test]
fn a_text_that_was_not_saved_is_offered_when_the_window_opens() {
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("data").join("own").join("new-game.game");
    let text = boardwright_library::template::game_file("Kept");
    let mut window = open_window(None, folder.path());
    click(&mut window, "Editor");
    click(&mut window, "New game file");
    wait_for_text(&mut window, "new-game.game *");
    write(&mut window, &text);
    wait_for_text(&mut window, "new-game.game *");
    drop(window);
    let mut window = open_window(None, folder.path());
    click(&mut window, "new-game.game, text that is not saved");
    wait_for_text(&mut window, "new-game.game *");
    // It is offered on the page of the editor as well.
    drop(window);
    let mut window = open_window(None, folder.path());
    click(&mut window, "Editor");
    click(&mut window, "new-game.game");
    wait_for_text(&mut window, "new-game.game *");
    click(&mut window, "Save");
    wait_until(&mut window, |_| std::fs::read_to_string(&own).is_ok_and(|saved| saved == text));
    drop(window);
    let mut window = open_window(None, folder.path());
    window.run_steps(3);
    assert!(!window_text(&window).contains("text that is not saved"), "{}", window_text(&window));
}

#[test]
fn changes_of_a_file_are_offered_until_they_are_undone() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &format!("// mine\n{before}"));
    wait_for_text(&mut window, "own.game *");
    drop(window);
    let mut window = open_window(None, folder.path());
    click(&mut window, "own.game, text that is not saved");
    wait_for_text(&mut window, "own.game *");
    wait_for_text(&mut window, "Unsaved changes of the last session are restored");
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Z);
    wait_until(&mut window, |window| !window_text(window).contains("own.game *"));
    drop(window);
    let mut window = open_window(None, folder.path());
    window.run_steps(3);
    assert!(!window_text(&window).contains("text that is not saved"));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), before);
}

/// Line and column of the cursor in the text field, from 1, by typing a mark there.
fn typed_at(window: &mut Window, path: &Path) -> (usize, usize) {
    window.event(eframe::egui::Event::Text("@".to_owned()));
    window.step();
    click(window, "Save");
    let marked = |path: &Path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (number, line) = text.lines().enumerate().find(|(_, line)| line.contains('@'))?;
        Some((number + 1, line.split('@').next()?.chars().count() + 1))
    };
    wait_until(window, |_| marked(path).is_some());
    marked(path).unwrap()
}

#[test]
fn a_click_on_a_problem_goes_to_its_place_in_the_text() {
    let nim = String::from_utf8_lossy(boardwright_games::shipped_game("nim").unwrap().text).into_owned();
    let ends = nim.lines().count();
    for (text, problem, place) in [
        // At the end of the text, far below the visible part.
        (format!("{nim}// \u{e4}\u{f6}\n\u{e4}bc\n"), "", (ends + 2, 1)),
        (nim.replacen("title = ", "titel = ", 1), "titel", (0, 1)),
        (nim.replacen("[OPTIONS]", "[EXPRESSIONS]\nIdle = 1\n\n[OPTIONS]", 1), "Idle", (0, 1)),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let (mut window, path) = open_editor("nim", folder.path());
        write(&mut window, &text);
        let is_problem = |line: &str| line.starts_with("line ") && line.contains(problem);
        wait_until(&mut window, |window| window_text(window).lines().any(is_problem));
        let label = window_text(&window).lines().find(|line| is_problem(line)).unwrap().to_owned();
        let line: usize = label["line ".len()..].split(':').next().unwrap().parse().unwrap();
        point_and_click(&mut window, &label);
        window.run_steps(3);
        let (found, column) = typed_at(&mut window, &path);
        assert_eq!(found, line, "{label}");
        assert!(place.0 == 0 || (found, column) == place, "{label}: {found}:{column}");
    }
}

#[test]
fn a_click_on_suggest_lists_completions_at_the_cursor() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor("nim", folder.path());
    let before = std::fs::read_to_string(&path).unwrap();
    write(&mut window, &format!("{before}\n[RULES]\nname = more\ncondi"));
    // The mark of a change moves the buttons.
    wait_for_text(&mut window, "own.game *");
    window.run_steps(2);
    point_and_click(&mut window, "Suggest");
    wait_until(&mut window, |window| window.query_by_label("condition").is_some());
    point_and_click(&mut window, "condition");
    wait_until(&mut window, |window| window.query_by_label("condition").is_none());
    let (line, column) = typed_at(&mut window, &path);
    assert_eq!((line, column), (before.lines().count() + 4, "condition = ".len() + 1));
}

#[test]
fn all_errors_are_reached_where_there_is_room_and_old_ones_go() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.game");
    let text = std::str::from_utf8(boardwright_games::shipped_game("tic-tac-toe").unwrap().text).unwrap();
    let wrong = text.replacen("element = any", "elemnt = any\nfirst = 1\nsecond = 2\nthird = 3", 1);
    std::fs::write(&path, &wrong).unwrap();
    let mut window = open_window(Some(&path.display().to_string()), folder.path());
    wait_until(&mut window, |window| window.query_by_label("Text of the game file").is_some());
    let problems = |window: &Window| -> Vec<String> {
        window_text(window).lines().filter(|line| line.starts_with("line ")).map(str::to_owned).collect()
    };
    wait_until(&mut window, |window| problems(window).len() >= 4);
    window.run_steps(5);
    // The message of the file is shown as a whole.
    let report = window_text(&window).lines().any(|line| line.starts_with("error"));
    assert!(report, "{}", window_text(&window));
    let last = problems(&window).swap_remove(3);
    let line: usize = last.strip_prefix("line ").and_then(|rest| rest.split(':').next()).unwrap().parse().unwrap();
    point_and_click(&mut window, &last);
    window.run_steps(3);
    let (row, _) = typed_at(&mut window, &path);
    assert_eq!(row, line, "the entry was visible");
    // The text is another one now.
    wait_until(&mut window, |window| !window_text(window).lines().any(|line| line.starts_with("error")));
}
