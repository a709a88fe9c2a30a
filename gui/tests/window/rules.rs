//! The page of rule files: the list, and the console.

use eframe::egui::{Key, Modifiers, Vec2};
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, fill, open_sized, wait_for_text, window_text};

#[test]
fn a_rule_file_is_loaded_replaced_edited_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.tks");
    std::fs::write(&file, "PROLOG { known(1). }\nSETTRUN { }\n").unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1280.0, 1500.0), 1.0);
    window.step();
    click(&mut window, "Rule files");
    fill(&mut window, "Rule file", &file.display().to_string());
    click(&mut window, "Load");
    wait_for_text(&mut window, "did you mean \"SETTURN\"?");
    let kept = folder.path().join("data/rules/mine.tks");
    assert!(!kept.exists(), "a file with mistakes is not kept");

    std::fs::write(&file, "PROLOG { known(1). }\n").unwrap();
    click(&mut window, "Load");
    wait_for_text(&mut window, "mine is kept.");
    std::fs::write(&file, "PROLOG { known(2). }\n").unwrap();
    click(&mut window, "Load");
    wait_for_text(&mut window, "mine replaces the file of the same name.");
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "PROLOG { known(2). }\n");

    // The kept file is the last one of the list, with the only button to delete.
    let to_console: Vec<_> = window.get_all_by_label("To the console").collect();
    to_console.last().unwrap().click();
    window.step();
    window.step();
    assert!(window_text(&window).contains("known(2)."), "{}", window_text(&window));

    click(&mut window, "Delete");
    click(&mut window, "Delete mine for good");
    wait_for_text(&mut window, "mine is deleted.");
    assert!(!kept.exists() && file.exists());
}

#[test]
fn queries_are_answered_at_the_console() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1280.0, 1500.0), 1.0);
    window.step();
    click(&mut window, "Rule files");
    fill(&mut window, "Knowledge base", "king([S,7]) :- member(S, [0,1]).");
    fill(&mut window, "Queries", "king([S,_]).");
    click(&mut window, "Run the query");
    wait_for_text(&mut window, "S->0,\nS->1,");
    fill(&mut window, "Queries", "assert(queen([2,6])).");
    click(&mut window, "Run the query");
    window.step();
    let text = window_text(&window);
    assert!(text.contains("YES") && text.contains("queen([2,6])."), "{text}");
    fill(&mut window, "Knowledge base", "king([S,7");
    click(&mut window, "Run the query");
    wait_for_text(&mut window, "knowledge base, line 1:");
}

#[test]
fn a_query_runs_by_ctrl_and_enter() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1280.0, 1500.0), 1.0);
    window.step();
    click(&mut window, "Rule files");
    fill(&mut window, "Queries", "tarok(X).");
    window.key_press_modifiers(Modifiers::CTRL | Modifiers::COMMAND, Key::Enter);
    window.step();
    window.step();
    wait_for_text(&mut window, "X->[4,21],");
}
