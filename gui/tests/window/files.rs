//! Texts and files of games: saving, copying, and opening files with several games.

use std::path::Path;

use boardwright_library::store;
use eframe::egui::OutputCommand;
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, choose_more, click, fill, open_sized, open_tall, wait_for_text, wait_until, window_text};

/// Opens a file in a tall window, without waiting for a board.
fn open_file(path: &Path, folder: &Path) -> Window {
    open_sized(path.to_str(), folder, eframe::egui::Vec2::new(1180.0, 1600.0), 1.0)
}

/// Goes to a position or line.
fn go_to(window: &mut Window, text: &str) {
    if window.query_by_label("Go there").is_none() {
        click(window, "Texts");
    }
    fill(window, "Position or line", text);
    click(window, "Go there");
}

/// The text that a button copies.
fn copied(window: &mut Window, button: &str) -> String {
    window.get_by_label(button).click_accesskit();
    window.step();
    let commands = &window.output().platform_output.commands;
    let text = commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    text.expect("a text is copied")
}

#[test]
fn the_whole_game_is_saved_from_any_position() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["e4", "e5", "Nf3", "Nc6", "Bb5"];
    for (file, back) in [("a.pgn", 0), ("b.pgn", 3), ("c.jsonl", 5)] {
        let mut window = open_tall("chess", folder.path());
        go_to(&mut window, &line.join(";"));
        wait_until(&mut window, |window| window.query_by_label("Bb5").is_some());
        for _ in 0..back {
            click(&mut window, "One move back");
        }
        let path = folder.path().join(file);
        fill(&mut window, "Save as", &path.display().to_string());
        click(&mut window, "Save");
        wait_for_text(&mut window, "Saved: ");
        let record = store::read_all(&path).unwrap().remove(0).record;
        assert_eq!(record.header.opening.len() + record.moves.len(), line.len(), "{file}");
        if let Ok(text) = std::fs::read_to_string(&path)
            && file.ends_with("pgn")
        {
            assert!(text.contains("1. e4 e5 2. Nf3 Nc6 3. Bb5 *"), "{text}");
        }
    }
}

#[test]
fn the_main_line_is_saved_from_a_game_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    crate::play::seat_people(&mut window);
    for place in ["b2", "a1", "c3"] {
        let empty = format!("{place}, empty");
        wait_for_text(&mut window, "to move");
        click(&mut window, &empty);
        wait_until(&mut window, |window| window.query_by_label(&empty).is_none());
    }
    click(&mut window, "First position");
    click(&mut window, "Texts");
    let path = folder.path().join("game.jsonl");
    fill(&mut window, "Save as", &path.display().to_string());
    click(&mut window, "Save");
    wait_for_text(&mut window, "Saved: ");
    let record = store::read_all(&path).unwrap().remove(0).record;
    let players: Vec<usize> = record.moves.iter().map(|played| played.player.unwrap().number()).collect();
    assert_eq!(players, [1, 2, 1]);
}

#[test]
fn positions_and_lines_are_copied_in_the_notation_of_the_game() {
    for (game, line, fen, text) in [
        (
            "chess",
            "1. e4 e5 2. Nf3",
            Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
            "1. e4 e5 2. Nf3",
        ),
        ("draughts", "11-15; 23-19", Some("B:W"), "1. 11-15 23-19"),
        ("gomoku", "h8; i9; a1", None, "h8; i9; a1"),
        ("connect-four", "4;4", None, "4; 4"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_tall(game, folder.path());
        go_to(&mut window, line);
        window.run_steps(2);
        let position = copied(&mut window, "Copy position");
        if let Some(fen) = fen {
            assert!(position.starts_with(fen), "{game}: {position}");
        }
        assert_eq!(copied(&mut window, "Copy line"), text, "{game}");
        // Both can be entered again.
        go_to(&mut window, text);
        window.run_steps(2);
        assert_eq!(copied(&mut window, "Copy position"), position, "{game}");
        go_to(&mut window, &position);
        window.run_steps(2);
        assert_eq!(copied(&mut window, "Copy position"), position, "{game}");
    }
}

#[test]
fn lines_after_a_fen_have_its_move_numbers() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("chess", folder.path());
    let fen = "4k3/8/8/8/8/8/P7/4K3 b - - 3 38";
    go_to(&mut window, fen);
    window.run_steps(2);
    assert_eq!(copied(&mut window, "Copy position"), fen);
    click(&mut window, "e8, Black king");
    click(&mut window, "e7, empty");
    wait_until(&mut window, |window| window.query_by_label("e7, Black king").is_some());
    assert_eq!(copied(&mut window, "Copy line"), "38... Ke7");
    assert_eq!(copied(&mut window, "Copy position"), "8/4k3/8/8/8/8/P7/4K3 w - - 4 39");
}

/// A PGN of games with these players and moves.
fn pgn(games: &[(&str, &str)]) -> String {
    let game = |(white, moves): &(&str, &str)| {
        format!("[Event \"Cup\"]\n[White \"{white}\"]\n[Black \"Ben\"]\n[Result \"*\"]\n\n{moves} *\n\n")
    };
    games.iter().map(game).collect()
}

#[test]
fn warnings_of_a_reader_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    std::fs::write(&path, pgn(&[("Ann", "1. e4 {best by test} (1. d4 -- 2. c4) e5")])).unwrap();
    let mut window = open_file(&path, folder.path());
    wait_until(&mut window, |window| window.query_by_label("e5").is_some());
    let warning = format!("{}: line 6: ", path.display());
    assert!(window_text(&window).contains(&warning), "{}", window_text(&window));
}

#[test]
fn taking_back_is_possible_only_where_something_can_be_taken_back() {
    use egui_kittest::kittest::NodeT as _;
    let is_enabled = |window: &Window| !window.get_by_label("Take back").accesskit_node().is_disabled();
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    window.run_steps(5);
    assert!(!is_enabled(&window), "nothing was played");
    // The computer begins: its move is none of the person.
    choose_more(&mut window, "Swap seats");
    wait_until(&mut window, |window| crate::common::occupied_places(window).len() == 1);
    wait_for_text(&mut window, "to move");
    assert!(!is_enabled(&window));
    let empty = window_text(&window).lines().find(|line| line.ends_with(", empty")).unwrap().to_owned();
    click(&mut window, &empty);
    wait_until(&mut window, |window| crate::common::occupied_places(window).len() == 3);
    wait_until(&mut window, is_enabled);
    click(&mut window, "Take back");
    wait_until(&mut window, |window| crate::common::occupied_places(window).len() == 1);
    // Moves before the match can be taken back as well, in a new one.
    go_to(&mut window, "b2; a1; c3");
    click(&mut window, "Play from here");
    wait_for_text(&mut window, "to move");
    click(&mut window, "Take back");
    wait_until(&mut window, |window| crate::common::occupied_places(window).len() < 3);
}

#[test]
fn nothing_is_taken_back_with_hidden_information() {
    use egui_kittest::kittest::NodeT as _;
    for game in ["battleship", "nine-tricks", "holdem"] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_tall(game, folder.path());
        wait_until(&mut window, |window| {
            window_text(window).lines().any(|line| line.trim() == "1.") || game == "battleship"
        });
        window.run_steps(5);
        let button = window.get_by_label("Take back");
        assert!(button.accesskit_node().is_disabled(), "{game}");
        let at = button.rect().center();
        window.hover_at(at);
        window.run_steps(40);
        assert!(window_text(&window).contains("Nothing can be taken back in a game with hidden information"), "{game}");
    }
}

#[test]
fn the_move_list_does_not_show_a_tile_that_lies_face_down() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("carcassonne", folder.path());
    crate::play::seat_people(&mut window);
    let lists_draws = |window: &Window| window_text(window).lines().filter(|line| line.starts_with("draw ")).count();
    wait_until(&mut window, |window| window.query_all_by_label("Turn over a tile").next().is_some());
    assert_eq!(lists_draws(&window), 0, "{}", window_text(&window));
    crate::growing::turn_over(&mut window);
    wait_until(&mut window, |window| lists_draws(window) > 0);
    let shown = lists_draws(&window);
    let cell = crate::growing::free_cells(&window)[0].clone();
    click(&mut window, &cell);
    wait_until(&mut window, crate::growing::has_placed);
    click(&mut window, "End turn");
    wait_until(&mut window, |window| window.query_all_by_label("Turn over a tile").next().is_some());
    assert_eq!(lists_draws(&window), shown, "the next tile is not turned over");
    click(&mut window, "Texts");
    assert!(copied(&mut window, "Copy line").matches("draw ").count() <= 1);
}

#[test]
fn players_of_a_recorded_game_keep_their_seats() {
    use egui_kittest::kittest::NodeT as _;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.pgn");
    std::fs::write(&path, "[White \"Ann\"]\n[Black \"Ben\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n").unwrap();
    let mut window = open_file(&path, folder.path());
    wait_until(&mut window, |window| window.query_by_label("e5").is_some());
    click(&mut window, "More");
    let button = window.get_by_label("Swap seats");
    assert!(button.accesskit_node().is_disabled());
    let at = button.rect().center();
    window.hover_at(at);
    window.run_steps(40);
    assert!(
        window_text(&window).contains("The players of a recorded game keep their seats"),
        "{}",
        window_text(&window)
    );
    assert!(window_text(&window).contains("Ann wins"));
    window.key_press(eframe::egui::Key::Escape);
    wait_until(&mut window, |window| window.query_by_label("Swap seats").is_none());
    // At the beginning nothing can be taken back, whoever has made the moves.
    let button = window.get_by_label("Take back");
    assert!(button.accesskit_node().is_disabled());
    let at = button.rect().center();
    window.hover_at(at);
    window.run_steps(40);
    assert!(window_text(&window).contains("No move comes before the visible position"), "{}", window_text(&window));
    // A match from there can have other seats.
    click(&mut window, "Play from here");
    wait_until(&mut window, |window| !window.get_by_label("Move for me").accesskit_node().is_disabled());
    choose_more(&mut window, "Swap seats");
    wait_for_text(&mut window, "to move");
}
