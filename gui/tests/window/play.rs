//! The page Play.

use eframe::egui::Pos2;
use egui_kittest::kittest::Queryable as _;

use crate::common::{
    Window, centre_of, click, click_at, drag, fill, is_place_label, occupied_places, open_game, open_tall,
    wait_for_text, wait_until, window_text,
};

/// Sets both seats to people.
pub fn seat_people(window: &mut Window) {
    let seats: Vec<_> = window.get_all_by_label("Person").collect();
    assert_eq!(seats.len(), 2, "{}", window_text(window));
    seats[1].click();
    window.step();
    window.step();
    wait_for_text(window, "to move");
}

/// Clicks an empty place to set a mark there.
fn click_mark(window: &mut Window, place: &str) {
    let empty = format!("{place}, empty");
    wait_until(window, |window| window.query_by_label(&empty).is_some() && window_text(window).contains("to move"));
    click(window, &empty);
    wait_until(window, |window| window.query_by_label(&empty).is_none());
}

#[test]
fn tic_tac_toe_is_played_to_a_win_with_clicks() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    seat_people(&mut window);
    for place in ["a1", "a2", "b1", "b2", "c1"] {
        click_mark(&mut window, place);
    }
    wait_for_text(&mut window, "Crosses (player 1) wins");
    // The record is written by another thread.
    wait_until(&mut window, |_| {
        let kept = std::fs::read_dir(folder.path().join("data/games")).into_iter().flatten().filter_map(Result::ok);
        kept.map(|file| file.path()).any(|path| path.extension().is_some_and(|end| end == "jsonl"))
    });
}

#[test]
fn a_person_who_plays_badly_loses_to_the_usual_player() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("nim:heaps=1-2", folder.path());
    // Taking the single match of the smaller heap leaves two: the opponent takes both and wins.
    wait_until(&mut window, |window| {
        window.query_by_label("a1, match").is_some() && window_text(window).contains("to move")
    });
    click(&mut window, "a1, match");
    wait_for_text(&mut window, "Second (player 2) wins");
}

#[test]
fn a_move_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    seat_people(&mut window);
    click_mark(&mut window, "b2");
    click(&mut window, "Take back");
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_some());
    wait_for_text(&mut window, "Crosses (player 1) to move");
}

#[test]
fn an_illegal_move_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    seat_people(&mut window);
    click_mark(&mut window, "b2");
    let taken = window_text(&window).lines().find(|line| line.starts_with("b2, ")).unwrap().to_owned();
    click(&mut window, &taken);
    wait_until(&mut window, |window| {
        let text = window_text(window);
        text.contains("is not allowed") || text.contains("No move is possible")
    });
    // The message goes away with the next click, wherever it is.
    click_at(&mut window, Pos2::new(20.0, 760.0));
    let text = window_text(&window);
    assert!(!text.contains("is not allowed") && !text.contains("No move is possible"), "{text}");
}

#[test]
fn a_click_on_nothing_is_not_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("kalah", folder.path());
    wait_for_text(&mut window, "to move");
    // A spot of an opponent's pit, whose name nobody has to know.
    window.get_by_label("p(13,30), empty").click_accesskit();
    window.run_steps(3);
    assert!(!window_text(&window).contains("No move is possible"), "{}", window_text(&window));
}

#[test]
fn a_place_to_which_no_piece_can_go_is_explained_by_its_rule() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("reversi", folder.path());
    click(&mut window, "a1, empty");
    wait_for_text(&mut window, "a1 is not allowed: ");
}

#[test]
fn a_click_anywhere_on_a_column_drops_the_disc() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("connect-four", folder.path());
    click(&mut window, "c(4,5), empty");
    wait_until(&mut window, |window| window.query_by_label("c(4,1), Red disc").is_some());
}

#[test]
fn the_board_keeps_its_place_when_a_piece_is_captured() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    seat_people(&mut window);
    let corner = window.get_by_label("h8, Black freshrook").rect();
    for (from, to, after) in [
        ("e2, White pawn", "e4, empty", "e4, White pawn"),
        ("d7, Black pawn", "d5, empty", "d5, Black pawn"),
        ("e4, White pawn", "d5, Black pawn", "d5, White pawn"),
    ] {
        wait_for_text(&mut window, "to move");
        click(&mut window, from);
        click(&mut window, to);
        wait_until(&mut window, |window| window.query_by_label(after).is_some());
    }
    assert_eq!(window.get_by_label("h8, Black freshrook").rect(), corner);
    wait_for_text(&mut window, "1 × Black pawn, beside the board");
    // The list counts turns.
    assert!(window_text(&window).lines().any(|line| line.trim() == "2."), "{}", window_text(&window));
    assert!(!window_text(&window).lines().any(|line| line.trim() == "3."));
    click(&mut window, "Flip");
    let flipped = window.get_by_label("h8, Black freshrook").rect();
    assert!(flipped.center().y > corner.center().y + 100.0 && flipped.center().x + 100.0 < corner.center().x);
    // A new game starts an empty move list.
    click(&mut window, "New game");
    wait_until(&mut window, |window| window.query_by_label("e2, White pawn").is_some());
    assert!(!window_text(&window).lines().any(|line| line.trim() == "1."), "{}", window_text(&window));
}

#[test]
fn the_only_person_sits_below() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    let king = |window: &Window| window.get_by_label("e8, Black freshking").rect().center().y;
    let above = king(&window);
    click(&mut window, "Swap seats");
    wait_until(&mut window, |window| king(window) > above + 100.0);
}

#[test]
fn clocks_stand_beside_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    seat_people(&mut window);
    click(&mut window, "Time");
    click(&mut window, "Whole game");
    wait_until(&mut window, |window| window_text(window).matches("05:00").count() >= 2);
    wait_for_text(&mut window, "04:5");
}

#[test]
fn a_dragged_piece_is_dropped_on_its_target() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    let (from, to) = (centre_of(&window, "e2, White pawn"), centre_of(&window, "e4, empty"));
    wait_for_text(&mut window, "to move");
    drag(&mut window, from, to);
    wait_until(&mut window, |window| window.query_by_label("e4, White pawn").is_some());
}

#[test]
fn two_players_play_each_other_and_are_held_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    click(&mut window, "Pause");
    let computers: Vec<_> = window.get_all_by_label("Computer").collect();
    computers[0].click();
    window.step();
    window.step();
    // Paused, they make single moves only.
    wait_until(&mut window, |window| window.query_by_label("One move").is_some());
    assert!(occupied_places(&window).is_empty());
    click(&mut window, "One move");
    wait_until(&mut window, |window| occupied_places(window).len() == 1);
    click(&mut window, "Resume");
    wait_until(&mut window, |window| window_text(window).contains("wins") || window_text(window).contains("a draw"));
}

#[test]
fn seats_are_swapped_and_a_game_is_resigned() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("connect-four", folder.path());
    wait_for_text(&mut window, "to move");
    wait_until(&mut window, |window| {
        window.query_by_label("Resign").is_some_and(|button| {
            use egui_kittest::kittest::NodeT as _;
            !button.accesskit_node().is_disabled()
        })
    });
    click(&mut window, "Resign");
    click(&mut window, "Play on");
    assert!(!window_text(&window).contains("resigned"), "nothing was resigned");
    click(&mut window, "Resign");
    wait_for_text(&mut window, "Does Red (player 1) really resign? Yellow (player 2) wins then.");
    click(&mut window, "Yes, resign");
    wait_for_text(&mut window, "Red (player 1) resigned. Yellow (player 2) wins");
    click(&mut window, "Swap seats");
    // After the swap the other side begins, and a stone appears soon.
    wait_until(&mut window, |window| {
        window_text(window).lines().any(|line| line.contains(", ") && line.contains("stone") || line.contains("disc"))
    });
}

#[test]
fn with_hidden_information_the_screen_is_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("kuhn", folder.path());
    let seats: Vec<_> = window.get_all_by_label("Person").collect();
    seats[1].click();
    window.step();
    window.step();
    for _ in 0..2 {
        wait_for_text(&mut window, "Hand over to");
        assert_eq!(window.query_all_by_label("Check").count(), 0, "nothing can be done before that");
        assert!(!window_text(&window).contains("deal "), "what was dealt is nobody's business");
        let own = window_text(&window).lines().find(|line| line.starts_with("I am ")).unwrap().to_owned();
        click(&mut window, &own);
        wait_until(&mut window, |window| window.query_all_by_label("Check").count() == 1);
        window.get_by_label("Check").click();
        window.step();
    }
    wait_until(&mut window, |window| window_text(window).contains("wins"));
    // After the end nothing is hidden.
    wait_for_text(&mut window, "deal ");
}

#[test]
fn a_game_begins_after_random_moves_or_where_a_person_says() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    seat_people(&mut window);
    click(&mut window, "Start position");
    click(&mut window, "Random moves");
    click(&mut window, "Start from there");
    wait_until(&mut window, |window| occupied_places(window).len() == 4 && window_text(window).contains("to move"));
    let random = occupied_places(&window);
    let empty =
        window_text(&window).lines().find(|line| is_place_label(line) && line.ends_with("empty")).unwrap().to_owned();
    click(&mut window, &empty);
    wait_until(&mut window, |window| occupied_places(window).len() == 5);
    click(&mut window, "New game");
    wait_until(&mut window, |window| occupied_places(window) == random);
    let forms: Vec<_> = window.get_all_by_label("Position or line").collect();
    forms[0].click();
    window.step();
    window.step();
    let fields = window.get_all_by_label("Position or line");
    let field = fields.last().unwrap();
    field.focus();
    field.type_text("s(2,2); no such place");
    window.step();
    click(&mut window, "Start from there");
    wait_for_text(&mut window, "no such place");
    assert_eq!(occupied_places(&window), random, "nothing has changed");
    click(&mut window, "Initial position");
    click(&mut window, "Start from there");
    wait_until(&mut window, |window| occupied_places(window).is_empty());
}

#[test]
fn a_click_out_of_turn_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    click(&mut window, "Pause");
    click_mark(&mut window, "b2");
    wait_for_text(&mut window, "thinks ...");
    click(&mut window, "a1, empty");
    wait_for_text(&mut window, "is to move now.");
    assert!(window.query_by_label("a1, empty").is_some());
}

#[test]
fn a_game_is_opened_with_other_options() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("hex", folder.path());
    wait_until(&mut window, |window| window.query_by_label("k11, empty").is_some());
    click(&mut window, "Options of the game");
    // A click on the number begins to edit it.
    click(&mut window, "size");
    fill(&mut window, "size", "5");
    window.key_press(eframe::egui::Key::Enter);
    window.run_steps(2);
    click(&mut window, "Open with these options");
    wait_until(&mut window, |window| window.query_by_label("k11, empty").is_none());
    wait_until(&mut window, |window| window.query_by_label("e5, empty").is_some());
    assert!(window.query_by_label("f6, empty").is_none());
}

#[test]
fn the_button_of_a_forced_pass_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("passing.game");
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Ann\n2 = Ben\n[ELEMENT TYPES]\nname = man\n\
                [LOCATION TYPES]\nname = point\n[LOCATIONS]\nname = p\ntype = point\npoint = 0, 0\n\
                [ELEMENTS]\nname = m\ntype = man\nlocation = p\n[RULES]\nname = pass\nlabel = \"no die can be used\"\n";
    std::fs::write(&path, text).unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    seat_people(&mut window);
    click(&mut window, "Go on: no die can be used");
    wait_until(&mut window, |window| window_text(window).contains("Ben (player 2) to move"));
}
