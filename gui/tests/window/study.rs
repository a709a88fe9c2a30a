//! Studying positions.

use egui_kittest::kittest::Queryable as _;

use crate::common::{click, fill, marked, playing, says, tall, told, until};

#[test]
fn a_position_is_analysed_while_one_looks() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "Analyse");
    until(&mut window, |window| told(window).lines().any(|line| line.starts_with("1. ")));
    until(&mut window, |window| told(window).contains("positions"));
}

#[test]
fn a_hint_is_given_and_a_move_made_for_somebody() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "Hint");
    until(&mut window, |window| told(window).lines().any(|line| line.starts_with("1. ")));
    click(&mut window, "Move for me");
    until(&mut window, |window| !marked(window).is_empty());
}

#[test]
fn one_goes_back_and_tries_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "s(2,2), empty");
    // The answer of the other side is waited for.
    until(&mut window, |window| marked(window).len() == 2 && told(window).contains("to move"));
    click(&mut window, "|<");
    until(&mut window, |window| marked(window).is_empty());
    click(&mut window, "s(1,1), empty");
    until(&mut window, |window| marked(window).len() == 1);
    click(&mut window, "Play from here");
    until(&mut window, |window| marked(window).len() == 2);
    assert!(told(&window).contains('('), "the line that was left is still told");
}

#[test]
fn two_players_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = tall("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "Analyse");
    click(&mut window, "Compare");
    until(&mut window, |window| told(window).lines().filter(|line| line.starts_with("1. ")).count() >= 2);
}

#[test]
fn a_line_is_gone_to_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = tall("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "Texts");
    until(&mut window, |window| window.query_by_label("Go there").is_some());
    fill(&mut window, "A position or a line", "s(2,2); s(1,1); nonsense");
    click(&mut window, "Go there");
    says(&mut window, "nonsense");
    fill(&mut window, "A position or a line", "s(2,2); s(1,1)");
    click(&mut window, "Go there");
    until(&mut window, |window| window.query_by_label("s(1,1), Noughts nought").is_some());
    for (name, begins) in
        [("game.gif", &b"GIF"[..]), ("game.png", b"\x89PNG"), ("game.svg", b"<svg"), ("game.jsonl", b"{")]
    {
        let path = folder.path().join(name);
        fill(&mut window, "Save as", &path.display().to_string());
        click(&mut window, "Save");
        until(&mut window, |_| path.is_file());
        assert!(std::fs::read(&path).unwrap().starts_with(begins), "{name}");
        says(&mut window, &format!("Saved: {}", path.display()));
    }
    fill(&mut window, "Save as", "game.bmp");
    click(&mut window, "Save");
    says(&mut window, "the ending must be");
    click(&mut window, "Games");
    fill(&mut window, "Game file", &folder.path().join("game.jsonl").display().to_string());
    click(&mut window, "Open");
    until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, ">|");
    until(&mut window, |window| window.query_by_label("s(1,1), Noughts nought").is_some());
}
