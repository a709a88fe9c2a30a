//! The page Play.

use eframe::egui::Pos2;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::common::{
    Window, begin_again, centre_of, choose_more, click, click_at, drag, fill, in_dialog, in_setup, is_place_label,
    occupied_places, open_game, open_tall, wait_for_text, wait_for_turn, wait_until, window_text,
};

/// Sets both seats to people.
pub fn seat_people(window: &mut Window) {
    in_setup(window, |window| {
        let seats: Vec<_> = window.get_all_by_label("Person").collect();
        assert_eq!(seats.len(), 2, "{}", window_text(window));
        seats[1].click();
        window.run_steps(2);
    });
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
    wait_for_text(&mut window, "Crosses wins");
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
    wait_for_text(&mut window, "Second wins");
}

#[test]
fn a_move_is_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    seat_people(&mut window);
    click_mark(&mut window, "b2");
    click(&mut window, "Take back");
    wait_until(&mut window, |window| window.query_by_label("b2, empty").is_some());
    wait_for_text(&mut window, "Crosses to move");
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
    window.get_by_label("p 13-30, empty").click_accesskit();
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
    click(&mut window, "c 4-5, empty");
    wait_until(&mut window, |window| window.query_by_label("c 4-1, Red disc").is_some());
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
    // The bar of White shows the captured pawn.
    wait_for_text(&mut window, "White: Person, +1");
    // The list counts turns.
    assert!(window_text(&window).lines().any(|line| line.trim() == "2."), "{}", window_text(&window));
    assert!(!window_text(&window).lines().any(|line| line.trim() == "3."));
    click(&mut window, "Flip");
    let flipped = window.get_by_label("h8, Black freshrook").rect();
    assert!(flipped.center().y > corner.center().y + 100.0 && flipped.center().x + 100.0 < corner.center().x);
    // A new game starts an empty move list.
    begin_again(&mut window);
    wait_until(&mut window, |window| window.query_by_label("e2, White pawn").is_some());
    assert!(!window_text(&window).lines().any(|line| line.trim() == "1."), "{}", window_text(&window));
}

#[test]
fn the_only_person_sits_below() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    let king = |window: &Window| window.get_by_label("e8, Black freshking").rect().center().y;
    let above = king(&window);
    choose_more(&mut window, "Swap seats");
    wait_until(&mut window, |window| king(window) > above + 100.0);
}

#[test]
fn clocks_stand_beside_the_board() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    seat_people(&mut window);
    in_setup(&mut window, |window| {
        click(window, "5+0");
    });
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
    in_setup(&mut window, |window| {
        let computers: Vec<_> = window.get_all_by_label("Computer").collect();
        computers[0].click();
        window.run_steps(2);
    });
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
        window.query_by_label("Resign").is_some_and(|button| !button.accesskit_node().is_disabled())
    });
    click(&mut window, "Resign");
    click(&mut window, "Play on");
    assert!(!window_text(&window).contains("resigned"), "nothing was resigned");
    click(&mut window, "Resign");
    wait_for_text(&mut window, "Does Red really resign? Yellow wins then.");
    click(&mut window, "Yes, resign");
    wait_for_text(&mut window, "Red resigned. Yellow wins");
    choose_more(&mut window, "Swap seats");
    // After the swap the other side begins, and a stone appears soon.
    wait_until(&mut window, |window| {
        window_text(window).lines().any(|line| line.contains(", ") && line.contains("stone") || line.contains("disc"))
    });
}

#[test]
fn with_hidden_information_the_screen_is_handed_over() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("kuhn", folder.path());
    in_setup(&mut window, |window| {
        let seats: Vec<_> = window.get_all_by_label("Person").collect();
        seats[1].click();
        window.run_steps(2);
    });
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
    in_dialog(&mut window, |window| click(window, "Random moves"), "Start game");
    wait_until(&mut window, |window| occupied_places(window).len() == 4 && window_text(window).contains("to move"));
    let random = occupied_places(&window);
    let empty =
        window_text(&window).lines().find(|line| is_place_label(line) && line.ends_with("empty")).unwrap().to_owned();
    click(&mut window, &empty);
    wait_until(&mut window, |window| occupied_places(window).len() == 5);
    begin_again(&mut window);
    wait_until(&mut window, |window| occupied_places(window) == random);
    click(&mut window, "New game");
    click(&mut window, "Position or line");
    fill(&mut window, "Position or line of moves", "s(2,2); no such place");
    wait_for_text(&mut window, "no such place");
    assert!(window.get_by_label("Start game").accesskit_node().is_disabled());
    assert_eq!(occupied_places(&window), random, "nothing has changed");
    click(&mut window, "Initial position");
    click(&mut window, "Start game");
    wait_until(&mut window, |window| occupied_places(window).is_empty());
}

#[test]
fn a_click_out_of_turn_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    click(&mut window, "Pause");
    click_mark(&mut window, "b2");
    wait_for_text(&mut window, "thinks ...");
    // A free place can be the target of a premove; nothing can go to a place that is taken.
    let taken = window_text(&window).lines().find(|line| line.starts_with("b2, ")).unwrap().to_owned();
    choose_more(&mut window, "Premoves");
    click(&mut window, &taken);
    wait_for_text(&mut window, "is to move now.");
}

#[test]
fn a_game_is_opened_with_other_options() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("hex", folder.path());
    wait_until(&mut window, |window| window.query_by_label("k11, empty").is_some());
    click(&mut window, "New game");
    // A click on the number begins to edit it.
    click(&mut window, "Size");
    fill(&mut window, "Size", "5");
    window.key_press(eframe::egui::Key::Tab);
    window.run_steps(3);
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("k11, empty").is_none());
    wait_until(&mut window, |window| window.query_by_label("e5, empty").is_some());
    assert!(window.query_by_label("f6, empty").is_none());
}

#[test]
fn passes_without_end_are_made_by_people() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("passing.game");
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = Ann\n2 = Ben\n[ELEMENT TYPES]\nname = man\n\
                [LOCATION TYPES]\nname = point\n[LOCATIONS]\nname = p\ntype = point\npoint = 0, 0\n\
                [ELEMENTS]\nname = m\ntype = man\nlocation = p\n[RULES]\nname = pass\nlabel = \"no die can be used\"\n";
    std::fs::write(&path, text).unwrap();
    let mut window = open_game(&path.display().to_string(), folder.path());
    // The first passes are made by themselves.
    wait_for_text(&mut window, "Ann has no other move: no die can be used");
    seat_people(&mut window);
    click(&mut window, "Go on: no die can be used");
    wait_until(&mut window, |window| window_text(window).contains("Ben to move"));
}

/// Opens chess at a position for two people, or for a person as White and a computer.
fn open_chess(folder: &std::path::Path, fen: &str, has_people: bool) -> Window {
    let mut window = open_tall("chess", folder);
    if has_people {
        seat_people(&mut window);
    }
    click(&mut window, "New game");
    click(&mut window, "Position or line");
    fill(&mut window, "Position or line of moves", fen);
    click(&mut window, "Start game");
    wait_until(&mut window, |window| window.query_by_label("Cancel").is_none());
    window
}

/// Texts of the move list and the log.
fn has_line(window: &Window, text: &str) -> bool {
    window_text(window).lines().any(|line| line == text)
}

#[test]
fn a_pawn_is_promoted_by_drag_and_menu() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_chess(folder.path(), "7k/P7/8/8/8/8/8/K7 w - - 0 1", true);
    wait_for_text(&mut window, "White to move");
    let (from, to) = (centre_of(&window, "a7, White pawn"), centre_of(&window, "a8, empty"));
    drag(&mut window, from, to);
    wait_until(&mut window, |window| window.query_by_label("knight").is_some());
    click(&mut window, "knight");
    wait_until(&mut window, |window| window.query_by_label("a8, White knight").is_some());
    assert!(has_line(&window, "a8=N"), "{}", window_text(&window));
}

#[test]
fn keys_step_through_the_moves_and_turn_the_board() {
    use eframe::egui::Key;
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("chess", folder.path());
    seat_people(&mut window);
    for (from, to) in [("e2, White pawn", "e4, empty"), ("e7, Black pawn", "e5, empty")] {
        wait_for_turn(&mut window);
        let (from, to) = (centre_of(&window, from), centre_of(&window, to));
        click_at(&mut window, from);
        click_at(&mut window, to);
        window.run_steps(3);
    }
    wait_until(&mut window, |window| window.query_by_label("e5, Black pawn").is_some());
    for (key, white, black) in [
        (Key::ArrowLeft, true, false),
        (Key::ArrowLeft, false, false),
        (Key::End, true, true),
        (Key::Home, false, false),
        (Key::ArrowRight, true, false),
    ] {
        window.key_press(key);
        window.run_steps(3);
        let is_there = |label: &str| window.query_by_label(label).is_some();
        assert_eq!((is_there("e4, White pawn"), is_there("e5, Black pawn")), (white, black), "{key:?}");
    }
    let above = centre_of(&window, "e8, Black freshking").y;
    window.key_press(Key::F);
    window.run_steps(3);
    assert!(centre_of(&window, "e8, Black freshking").y > above + 100.0);
    // The bars of the players turn with the board.
    let bar = |name: &str| {
        let text = window_text(&window).lines().find(|line| line.starts_with(&format!("{name}: "))).unwrap().to_owned();
        window.get_by_label(&text).rect().center().y
    };
    assert!(bar("Black") > bar("White"));
}

#[test]
fn a_premove_is_made_if_it_is_legal_then() {
    let folder = tempfile::tempdir().unwrap();
    // The only moves of Black are those of the king.
    let mut window = open_paused_after_a_move(folder.path());
    let (from, to) = (centre_of(&window, "a2, White pawn"), centre_of(&window, "a4, empty"));
    click_at(&mut window, from);
    click_at(&mut window, to);
    window.run_steps(3);
    assert!(window.query_by_label("a2, White pawn").is_some(), "it is not White's turn");
    click(&mut window, "Resume");
    wait_until(&mut window, |window| window.query_by_label("a4, White pawn").is_some());
}

/// Opens a position in which White has made a move, and the computer, which is paused, is to move.
fn open_paused_after_a_move(folder: &std::path::Path) -> Window {
    let mut window = open_chess(folder, "k7/8/8/8/8/8/P7/7K w - - 0 1", false);
    wait_for_turn(&mut window);
    click(&mut window, "Pause");
    let (from, to) = (centre_of(&window, "h1, White king"), centre_of(&window, "g1, empty"));
    drag(&mut window, from, to);
    wait_until(&mut window, |window| window.query_by_label("g1, White king").is_some());
    wait_for_text(&mut window, "Black thinks ...");
    window
}

#[test]
fn a_premove_is_cleared_by_escape() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_paused_after_a_move(folder.path());
    let (from, to) = (centre_of(&window, "a2, White pawn"), centre_of(&window, "a4, empty"));
    drag(&mut window, from, to);
    window.run_steps(3);
    window.key_press(eframe::egui::Key::Escape);
    window.run_steps(3);
    click(&mut window, "Resume");
    wait_for_turn(&mut window);
    assert!(window.query_by_label("a2, White pawn").is_some());
}

#[test]
fn the_result_is_shown_until_a_rematch() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_chess(folder.path(), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", true);
    wait_for_text(&mut window, "White to move");
    for (label, to) in [("a1, White rook", "a8, empty")] {
        let (from, to) = (centre_of(&window, label), centre_of(&window, to));
        drag(&mut window, from, to);
    }
    wait_until(&mut window, |window| has_line(window, "1–0"));
    assert!(has_line(&window, "Ra8#"), "{}", window_text(&window));
    // The result does not cover the position, and goes away.
    let board = window.get_by_label("a8, White rook").rect();
    let result = window.get_by_label("1–0").rect();
    assert!(result.bottom() < board.top() + board.height() * 0.5, "{result:?} {board:?}");
    click(&mut window, "Dismiss result");
    window.run_steps(2);
    assert!(!has_line(&window, "1–0"));
    begin_again(&mut window);
    // The next game begins at the same position.
    wait_until(&mut window, |window| window.query_by_label("a1, White rook").is_some());
    wait_for_text(&mut window, "White to move");
}

#[test]
fn a_resigned_game_is_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("connect-four", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Resign");
    click(&mut window, "Yes, resign");
    wait_until(&mut window, |window| has_line(window, "0–1"));
    click(&mut window, "Rematch");
    wait_for_text(&mut window, "Red to move");
    assert!(!has_line(&window, "0–1"), "{}", window_text(&window));
}

#[test]
fn evaluations_have_the_unit_of_the_game() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_chess(folder.path(), "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", true);
    wait_for_text(&mut window, "White to move");
    click(&mut window, "Evaluation bar");
    wait_for_text(&mut window, "Evaluation: #1");
    let mut window = open_tall("hex:size=5", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Analyse");
    wait_until(&mut window, |window| {
        let text = window_text(window);
        text.lines().any(|line| line.ends_with(" %") || line.starts_with("won") || line.starts_with("lost"))
    });
}

#[test]
fn a_finished_game_is_analysed_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mate.pgn");
    std::fs::write(&path, "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n").unwrap();
    let mut window = open_tall(&path.display().to_string(), folder.path());
    click(&mut window, "Analyse the whole game");
    wait_until(&mut window, |window| has_line(window, "Analysis of the game"));
    // The move that allowed the mate is a blunder, and a click on it shows it.
    let text = window_text(&window);
    let blunder = text.lines().find(|line| line.starts_with("2. g4??")).unwrap_or_else(|| panic!("{text}")).to_owned();
    click(&mut window, &blunder);
    wait_until(&mut window, |window| window.query_by_label("g4, White pawn").is_some());
}
