//! Playing.

use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, marked, playing, says, tall, told, until};

/// Both seats for people.
fn people(window: &mut Window) {
    let seats: Vec<_> = window.get_all_by_label("Person").collect();
    assert_eq!(seats.len(), 2, "{}", told(window));
    seats[1].click();
    window.step();
    window.step();
    says(window, "to move");
}

/// Where the next mark goes: places are named by what lies there.
fn mark(window: &mut Window, place: &str) {
    let empty = format!("{place}, empty");
    until(window, |window| window.query_by_label(&empty).is_some() && told(window).contains("to move"));
    click(window, &empty);
    until(window, |window| window.query_by_label(&empty).is_none());
}

#[test]
fn tic_tac_toe_is_played_to_a_win_with_clicks() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    people(&mut window);
    for place in ["s(1,1)", "s(1,2)", "s(2,1)", "s(2,2)", "s(3,1)"] {
        mark(&mut window, place);
    }
    says(&mut window, "Crosses (player 1) wins");
    let kept = std::fs::read_dir(folder.path().join("data/games")).unwrap();
    let whole = kept.filter_map(Result::ok).filter(|file| file.path().extension().is_some_and(|end| end == "jsonl"));
    assert!(whole.count() >= 1, "the record was kept");
}

#[test]
fn a_person_who_plays_badly_loses_to_the_usual_player() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("nim:heaps=1-2", folder.path());
    // Whoever takes the single match of the smaller heap leaves two: the other side takes both and wins.
    until(&mut window, |window| window.query_by_label("s(1,1), match").is_some() && told(window).contains("to move"));
    click(&mut window, "s(1,1), match");
    says(&mut window, "Second (player 2) wins");
}

#[test]
fn a_move_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    people(&mut window);
    mark(&mut window, "s(2,2)");
    click(&mut window, "Take back");
    until(&mut window, |window| window.query_by_label("s(2,2), empty").is_some());
    says(&mut window, "Crosses (player 1) to move");
}

#[test]
fn what_is_not_allowed_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    people(&mut window);
    mark(&mut window, "s(2,2)");
    let taken = told(&window).lines().find(|line| line.starts_with("s(2,2), ")).unwrap().to_owned();
    click(&mut window, &taken);
    until(&mut window, |window| {
        let told = told(window);
        told.contains("is not allowed") || told.contains("Nothing can be done")
    });
}

#[test]
fn a_place_to_which_no_piece_can_go_is_explained_by_its_rule() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("connect-four", folder.path());
    click(&mut window, "c(4,5), empty");
    says(&mut window, "c(4,5) is not allowed: ");
}

#[test]
fn two_players_play_each_other_and_are_held_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    click(&mut window, "Pause");
    let computers: Vec<_> = window.get_all_by_label("Computer").collect();
    computers[0].click();
    window.step();
    window.step();
    // Held back they make single moves only.
    until(&mut window, |window| window.query_by_label("One move").is_some());
    assert!(marked(&window).is_empty());
    click(&mut window, "One move");
    until(&mut window, |window| marked(window).len() == 1);
    click(&mut window, "Go on");
    until(&mut window, |window| told(window).contains("wins") || told(window).contains("a draw"));
}

#[test]
fn seats_are_swapped_and_a_game_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("connect-four", folder.path());
    says(&mut window, "to move");
    until(&mut window, |window| {
        window.query_by_label("Resign").is_some_and(|button| {
            use egui_kittest::kittest::NodeT as _;
            !button.accesskit_node().is_disabled()
        })
    });
    click(&mut window, "Resign");
    says(&mut window, "resigned");
    click(&mut window, "Swap seats");
    // Now the other side begins, and a stone lies soon.
    until(&mut window, |window| {
        told(window).lines().any(|line| line.contains(", ") && line.contains("stone") || line.contains("disc"))
    });
}

#[test]
fn where_something_is_hidden_the_screen_is_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("kuhn", folder.path());
    let seats: Vec<_> = window.get_all_by_label("Person").collect();
    seats[1].click();
    window.step();
    window.step();
    // Moves that were made are told to everybody, in the list.
    for made in 0..2 {
        says(&mut window, "Hand over to");
        assert_eq!(window.query_all_by_label("check").count(), made, "nothing can be done before that");
        assert!(!told(&window).contains("deal "), "what was dealt is nobody's business");
        let own = told(&window).lines().find(|line| line.starts_with("I am ")).unwrap().to_owned();
        click(&mut window, &own);
        until(&mut window, |window| window.query_all_by_label("check").count() == made + 1);
        let buttons: Vec<_> = window.get_all_by_label("check").collect();
        // The board, and with it the buttons, comes after the list.
        buttons[made].click();
        window.step();
    }
    until(&mut window, |window| told(window).contains("wins"));
    // Now everybody may know.
    says(&mut window, "deal ");
}

#[test]
fn a_game_begins_after_random_moves_or_where_a_person_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = tall("tic-tac-toe", folder.path());
    people(&mut window);
    click(&mut window, "Start position");
    click(&mut window, "Random moves");
    click(&mut window, "Begin there");
    until(&mut window, |window| marked(window).len() == 4 && told(window).contains("to move"));
    let random = marked(&window);
    let empty =
        told(&window).lines().find(|line| line.starts_with("s(") && line.ends_with("empty")).unwrap().to_owned();
    click(&mut window, &empty);
    until(&mut window, |window| marked(window).len() == 5);
    click(&mut window, "New game");
    until(&mut window, |window| marked(window) == random);
    let forms: Vec<_> = window.get_all_by_label("A position or a line").collect();
    forms[0].click();
    window.step();
    window.step();
    let fields = window.get_all_by_label("A position or a line");
    let field = fields.last().unwrap();
    field.focus();
    field.type_text("s(2,2); no such place");
    window.step();
    click(&mut window, "Begin there");
    says(&mut window, "no such place");
    assert_eq!(marked(&window), random, "nothing has changed");
    click(&mut window, "As usual");
    click(&mut window, "Begin there");
    until(&mut window, |window| marked(window).is_empty());
}

#[test]
fn a_click_out_of_turn_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = playing("tic-tac-toe", folder.path());
    click(&mut window, "Pause");
    mark(&mut window, "s(2,2)");
    says(&mut window, "thinks ...");
    click(&mut window, "s(1,1), empty");
    says(&mut window, "is to move now.");
    assert!(window.query_by_label("s(1,1), empty").is_some());
}
