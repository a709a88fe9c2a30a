//! Studying positions.

use crate::common::{click, playing, says, told, until};

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
    until(&mut window, |window| {
        told(window).lines().any(|line| line.starts_with("s(") && line.contains(", ") && !line.ends_with("empty"))
    });
}

#[test]
fn one_goes_back_and_tries_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    says(&mut window, "to move");
    click(&mut window, "s(2,2), empty");
    // The answer of the other side is waited for.
    let marks = |told: &str| {
        told.lines().filter(|line| line.starts_with("s(") && line.contains(", ") && !line.ends_with("empty")).count()
    };
    until(&mut window, |window| marks(&told(window)) == 2 && told(window).contains("to move"));
    click(&mut window, "|<");
    until(&mut window, |window| marks(&told(window)) == 0);
    click(&mut window, "s(1,1), empty");
    until(&mut window, |window| marks(&told(window)) == 1);
    click(&mut window, "Play from here");
    until(&mut window, |window| marks(&told(window)) == 2);
    assert!(told(&window).contains('('), "the line that was left is still told");
}
