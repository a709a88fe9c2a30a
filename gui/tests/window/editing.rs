//! Editing of game files: quick fixes, find and replace, folding, completion, signatures, and sizes of the panels.

use std::path::Path;

use eframe::egui::{Event, Key, Modifiers, Vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{
    Window, click, drag, fill, open_editor_with, point_and_click, wait_for_text, wait_until, window_text,
};

const COMMAND: Modifiers = Modifiers { ctrl: true, command: true, ..Modifiers::NONE };

fn shipped(game: &str) -> String {
    String::from_utf8_lossy(boardwright_games::shipped_game(game).unwrap().text).into_owned()
}

/// Saves by the key and returns the text of the file, once it is saved.
fn saved(window: &mut Window, path: &Path) -> String {
    window.key_press_modifiers(COMMAND, Key::S);
    wait_until(window, |window| !window_text(window).contains("own.game *"));
    std::fs::read_to_string(path).unwrap()
}

fn type_text(window: &mut Window, text: &str) {
    for letter in text.chars() {
        window.event(Event::Text(letter.to_string()));
        window.step();
    }
}

fn key(window: &mut Window, key: Key) {
    window.key_press(key);
    window.step();
}

#[test]
fn an_error_is_mended_by_a_quick_fix_with_the_mouse_or_the_keyboard() {
    let folder = tempfile::tempdir().unwrap();
    let game = shipped("tic-tac-toe");
    let wrong = game.replacen("element = any", "elemnt = any", 1);
    for by_mouse in [true, false] {
        let (mut window, path) = open_editor_with(&game, folder.path());
        fill(&mut window, "Text of the game file", &wrong);
        wait_for_text(&mut window, "1 error, ");
        let problem = window_text(&window).lines().find(|line| line.contains("elemnt")).unwrap().to_owned();
        if by_mouse {
            point_and_click(&mut window, "Replace `elemnt` by `element`");
        } else {
            click(&mut window, &problem);
            window.run_steps(3);
            window.key_press_modifiers(COMMAND, Key::Period);
            window.run_steps(2);
            key(&mut window, Key::Enter);
        }
        wait_for_text(&mut window, "0 errors");
        assert!(!window_text(&window).contains("own.game *"), "the text is that of the file again");
        // The fix is one step.
        window.key_press_modifiers(COMMAND, Key::Z);
        wait_for_text(&mut window, "1 error, ");
        assert_eq!(saved(&mut window, &path), wrong);
        std::fs::write(&path, &game).unwrap();
    }
}

#[test]
fn all_matches_are_replaced_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let game = shipped("nim");
    let (mut window, path) = open_editor_with(&game, folder.path());
    window.key_press_modifiers(COMMAND, Key::H);
    window.run_steps(3);
    type_text(&mut window, "NAME");
    let count = game.to_lowercase().matches("name").count();
    wait_for_text(&mut window, &format!("{count} matches"));
    key(&mut window, Key::Enter);
    window.run_steps(2);
    wait_for_text(&mut window, &format!("1 of {count}"));
    window.key_press(Key::F3);
    window.run_steps(3);
    wait_for_text(&mut window, &format!("2 of {count}"));
    window.key_press_modifiers(Modifiers::SHIFT, Key::F3);
    window.run_steps(3);
    wait_for_text(&mut window, &format!("1 of {count}"));
    click(&mut window, "Distinguish capital and small letters");
    wait_for_text(&mut window, "0 matches");
    click(&mut window, "Distinguish capital and small letters");
    fill(&mut window, "Replace by", "title");
    click(&mut window, "Replace all matches");
    wait_for_text(&mut window, "own.game *");
    wait_for_text(&mut window, "0 matches");
    assert!(!saved(&mut window, &path).to_lowercase().contains("name"));
    window.key_press_modifiers(COMMAND, Key::Z);
    wait_for_text(&mut window, &format!("{count} matches"));
    assert_eq!(saved(&mut window, &path), game);
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.query_by_label("Find").is_some_and(|node| node.rect().width() < 60.0), "only the button remains");
}

#[test]
fn folded_sections_are_hidden_and_never_lost() {
    let folder = tempfile::tempdir().unwrap();
    let game = shipped("nim");
    let (mut window, path) = open_editor_with(&game, folder.path());
    let first = game.lines().position(|line| line == "[GAME]").unwrap() + 1;
    point_and_click(&mut window, &format!("Fold line {first}"));
    wait_until(&mut window, |window| window.query_by_label(&format!("Unfold line {first}")).is_some());
    // The cursor is at the end of the header; what is typed there is in the line of the header.
    window.get_by_label("Text of the game file").focus();
    window.step();
    window.key_press_modifiers(COMMAND, Key::Home);
    window.step();
    for _ in 1..first {
        key(&mut window, Key::ArrowDown);
    }
    key(&mut window, Key::End);
    type_text(&mut window, "  // kept");
    assert!(window.query_by_label(&format!("Unfold line {first}")).is_some());
    assert_eq!(saved(&mut window, &path), game.replacen("[GAME]", "[GAME]  // kept", 1));
    // The key Delete at the end of the line opens the section before it joins lines.
    key(&mut window, Key::Delete);
    wait_until(&mut window, |window| window.query_by_label(&format!("Unfold line {first}")).is_none());
    window.key_press_modifiers(COMMAND, Key::Z);
    window.run_steps(2);
    // A selection of everything opens what is folded, so that the whole text is cut and put back.
    wait_for_text(&mut window, "0 errors");
    point_and_click(&mut window, "Fold all other sections");
    window.run_steps(3);
    window.get_by_label("Text of the game file").focus();
    window.step();
    window.key_press_modifiers(COMMAND, Key::A);
    window.run_steps(3);
    key(&mut window, Key::Delete);
    wait_for_text(&mut window, "own.game *");
    assert_eq!(saved(&mut window, &path), "");
    window.key_press_modifiers(COMMAND, Key::Z);
    window.run_steps(3);
    assert!(saved(&mut window, &path).contains("[GAME]  // kept\nedition = 2026"));
}

#[test]
fn what_fits_is_offered_while_a_word_is_typed() {
    let folder = tempfile::tempdir().unwrap();
    let game = format!("{}\n[RULES]\nname = more\nelement = any\n", shipped("nim").trim_end());
    let (mut window, path) = open_editor_with(&shipped("nim"), folder.path());
    fill(&mut window, "Text of the game file", &game);
    wait_for_text(&mut window, "1 error");
    window.key_press_modifiers(COMMAND, Key::End);
    window.step();
    type_text(&mut window, "con");
    wait_until(&mut window, |window| window.query_by_label("condition").is_some());
    // The documentation of the first entry is beside the list.
    wait_for_text(&mut window, "key condition of [RULES]");
    assert!(window.query_by_label("for").is_none());
    key(&mut window, Key::Tab);
    wait_until(&mut window, |window| window.query_by_label("condition").is_none());
    assert!(saved(&mut window, &path).ends_with("\ncondition = "));
    // The signature of a call shows its argument.
    type_text(&mut window, "CONTENT(");
    wait_for_text(&mut window, "CONTENT(location) -> element");
    // Enter belongs to the text while the list was not asked for.
    key(&mut window, Key::Escape);
    type_text(&mut window, "FRO");
    wait_until(&mut window, |window| window.query_by_label("FROM").is_some());
    key(&mut window, Key::Enter);
    assert!(saved(&mut window, &path).ends_with("CONTENT(FRO\n"));
}

#[test]
fn the_text_keeps_most_of_the_height_and_panels_their_sizes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open_editor_with(&shipped("tic-tac-toe"), folder.path());
    window.run_steps(5);
    let before = window.get_by_label("Problems").rect();
    // The panel is drawn as high as it goes.
    let edge = before.center_top() + Vec2::new(300.0, -4.5);
    drag(&mut window, edge, edge - Vec2::new(0.0, 500.0));
    window.run_steps(5);
    let after = window.get_by_label("Problems").rect();
    assert!(after.top() < before.top() - 20.0, "{before} {after}");
    let page = window.get_by_label("Editor").rect().bottom()..780.0;
    let text = after.top() - window.get_by_label("Save").rect().bottom();
    assert!(text >= 0.58 * (page.end - page.start), "{text} of {page:?}");
    drop(window);
    let (mut window, _) = open_editor_with(&shipped("tic-tac-toe"), folder.path());
    window.run_steps(5);
    let again = window.get_by_label("Problems").rect();
    assert!((again.top() - after.top()).abs() < 3.0, "{after} {again}");
}

#[test]
fn a_playtest_says_of_which_text_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let game = shipped("tic-tac-toe");
    let (mut window, _) = open_editor_with(&game, folder.path());
    click(&mut window, "Playtest");
    click(&mut window, "Playtest, 200 random games");
    wait_for_text(&mut window, "of the text as opened");
    fill(&mut window, "Text of the game file", &format!("{game}// more\n"));
    wait_for_text(&mut window, "of an earlier text");
    // A playtest waits for the check of the text.
    wait_until(&mut window, |window| !window.get_by_label("Playtest, 200 random games").accesskit_node().is_disabled());
    click(&mut window, "Playtest, 200 random games");
    wait_for_text(&mut window, "of the text as edited ");
    assert!(window_text(&window).contains("of an earlier text"));
}

#[test]
fn a_refused_move_is_stepped_through_to_the_test_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, path) = open_editor_with(&shipped("tic-tac-toe"), folder.path());
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_some());
    point_and_click(&mut window, "b2, empty");
    wait_until(&mut window, |window| window_text(window).lines().any(|line| line.starts_with("b2, Crosses")));
    click(&mut window, "Moves");
    wait_until(&mut window, |window| window.query_by_label("Why?").is_some());
    window.get_by_label("Why?").focus();
    window.step();
    type_text(&mut window, "box(2,1) s(2,2)");
    wait_for_text(&mut window, "is not legal");
    key(&mut window, Key::Enter);
    window.run_steps(2);
    wait_for_text(&mut window, "step 1 of ");
    point_and_click(&mut window, "Next test that does not hold");
    window.run_steps(2);
    let text = window_text(&window);
    assert!(text.contains("s(2,2) is not empty"), "{text}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), shipped("tic-tac-toe"));
}

#[test]
fn the_effects_of_a_move_are_shown_on_the_board_step_by_step() {
    let folder = tempfile::tempdir().unwrap();
    let (mut window, _) = open_editor_with(&shipped("draughts"), folder.path());
    click(&mut window, "Moves");
    wait_until(&mut window, |window| window.query_by_label("Why?").is_some());
    window.get_by_label("Why?").focus();
    window.step();
    type_text(&mut window, "11-15");
    point_and_click(&mut window, "Step through");
    wait_for_text(&mut window, "step 1 of ");
    let count = |window: &Window| {
        let text = window_text(window);
        let line = text.lines().find(|line| line.starts_with("step ")).unwrap().to_owned();
        let mut numbers = line.split(' ').filter_map(|word| word.parse::<usize>().ok());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    let places = |window: &Window| -> Vec<String> {
        window_text(window)
            .lines()
            .filter(|line| line.contains(", White") || line.contains(", Black"))
            .map(str::to_owned)
            .collect()
    };
    let before = places(&window);
    let (_, last) = count(&window);
    assert!(last >= 6, "{last}");
    // Forward to the end and back to the start by the keys.
    for _ in 1..last {
        key(&mut window, Key::F10);
    }
    window.run_steps(2);
    assert_eq!(count(&window), (last, last));
    let after = places(&window);
    assert_ne!(before, after, "the man stands on its new place");
    assert!(window_text(&window).contains("player 2 is to move"));
    for _ in 1..last {
        window.key_press_modifiers(Modifiers::SHIFT, Key::F10);
        window.step();
    }
    window.run_steps(2);
    assert_eq!((count(&window).0, places(&window)), (1, before.clone()));
    click(&mut window, "Last step");
    window.run_steps(2);
    assert_eq!(places(&window), after);
    click(&mut window, "End the stepping");
    window.run_steps(2);
    assert_eq!(places(&window), before, "the move was not made");
}
