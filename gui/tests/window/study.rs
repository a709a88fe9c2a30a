//! Analysis and variations.

use eframe::egui::Key;
use egui_kittest::kittest::Queryable as _;

use crate::common::{
    begin_again, click, fill, occupied_places, open_game, open_tall, wait_for_text, wait_until, window_text,
};
use crate::play::seat_people;

#[test]
fn a_position_is_analysed_in_the_background() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Analyse");
    wait_for_text(&mut window, " positions");
}

#[test]
fn any_player_analyses_once_its_text_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("chess", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Analyse");
    wait_for_text(&mut window, " positions");
    window.get_by_value("portfolio:seconds=30").click();
    let field = "Any player, as on the command line:";
    wait_until(&mut window, |window| window.query_by_label(field).is_some());
    fill(&mut window, field, "uci:path=/no/such/engine");
    window.run_steps(3);
    assert!(!window_text(&window).contains("cannot start"), "it is started before it is complete");
    window.key_press(Key::Enter);
    wait_for_text(&mut window, "uci: cannot start /no/such/engine");
}

#[test]
fn outcomes_of_chance_are_listed_with_an_expected_value() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("backgammon", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "First position");
    wait_until(&mut window, |window| window.query_by_label("Outcomes of chance").is_some());
    click(&mut window, "Outcomes of chance");
    wait_until(&mut window, |window| window_text(window).contains("3.3 %"));
    assert!(!window_text(&window).contains("Expected value"), "nothing is analysed yet");
}

#[test]
fn people_choose_what_real_dice_show() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("ludo", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Real dice or tiles");
    begin_again(&mut window);
    wait_for_text(&mut window, "roll or draw, and choose the result");
    click(&mut window, "the die shows 6");
    wait_for_text(&mut window, "Red to move");
    assert!(window_text(&window).contains("the die shows 6"), "it is in the list of moves");
    // A six gives another roll. The program rolls again as soon as people no longer do.
    click(&mut window, "Move for me");
    wait_for_text(&mut window, "roll or draw, and choose the result");
    click(&mut window, "Real dice or tiles");
    wait_until(&mut window, |window| !window_text(window).contains("choose the result"));
}

#[test]
fn a_hint_is_shown_and_a_move_is_made_for_a_person() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Hint");
    wait_for_text(&mut window, " positions");
    click(&mut window, "Move for me");
    wait_until(&mut window, |window| !occupied_places(window).is_empty());
}

#[test]
fn a_variation_is_entered_after_going_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "b2, empty");
    // Wait for the answer of the opponent.
    wait_until(&mut window, |window| occupied_places(window).len() == 2 && window_text(window).contains("to move"));
    click(&mut window, "First position");
    wait_until(&mut window, |window| occupied_places(window).is_empty());
    click(&mut window, "a1, empty");
    wait_until(&mut window, |window| occupied_places(window).len() == 1);
    click(&mut window, "Play from here");
    wait_until(&mut window, |window| occupied_places(window).len() == 2);
    assert!(window_text(&window).contains('('), "the line that was left is still told");
}

#[test]
fn two_players_are_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Analyse");
    click(&mut window, "Another player");
    click(&mut window, "Compare");
    wait_until(&mut window, |window| window_text(window).matches(" positions").count() >= 2);
}

#[test]
fn a_line_is_gone_to_saved_and_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Texts");
    wait_until(&mut window, |window| window.query_by_label("Go there").is_some());
    fill(&mut window, "Position or line", "s(2,2); s(1,1); nonsense");
    click(&mut window, "Go there");
    wait_for_text(&mut window, "nonsense");
    fill(&mut window, "Position or line", "s(2,2); s(1,1)");
    click(&mut window, "Go there");
    wait_until(&mut window, |window| window.query_by_label("a1, Noughts nought").is_some());
    for (name, begins) in
        [("game.gif", &b"GIF"[..]), ("game.png", b"\x89PNG"), ("game.svg", b"<svg"), ("game.jsonl", b"{")]
    {
        let path = folder.path().join(name);
        fill(&mut window, "Save as", &path.display().to_string());
        click(&mut window, "Save");
        wait_until(&mut window, |_| path.is_file());
        assert!(std::fs::read(&path).unwrap().starts_with(begins), "{name}");
        wait_for_text(&mut window, &format!("Saved: {}", path.display()));
    }
    fill(&mut window, "Save as", "game.bmp");
    click(&mut window, "Save");
    wait_for_text(&mut window, "with one of the endings");
    click(&mut window, "Home");
    fill(&mut window, "Game file", &folder.path().join("game.jsonl").display().to_string());
    click(&mut window, "Open");
    wait_until(&mut window, |window| window.query_by_label("New game").is_some());
    click(&mut window, "Last position");
    wait_until(&mut window, |window| window.query_by_label("a1, Noughts nought").is_some());
}

#[test]
fn a_recorded_game_shows_its_result() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_game("connect-four", folder.path());
    seat_people(&mut window);
    click(&mut window, "c 4-1, empty");
    wait_until(&mut window, |window| window.query_by_label("c 4-1, Red disc").is_some());
    wait_for_text(&mut window, "to move");
    click(&mut window, "Resign");
    click(&mut window, "Yes, resign");
    wait_for_text(&mut window, "Yellow resigned. Red wins");
    let has_ended = |text: &str| text.contains("\"resigned\"");
    let record = || {
        let files = std::fs::read_dir(folder.path().join("data/games")).unwrap();
        files.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).find(|text| has_ended(text))
    };
    wait_until(&mut window, |_| record().is_some());
    let resigned = record().unwrap();
    drop(window);
    let result = |reason: &str, outcome: &str| {
        let other = resigned.replacen("\"reason\":\"resigned\"", &format!("\"reason\":\"{reason}\""), 1);
        other.replacen("\"outcome\":{\"winner\":1}", &format!("\"outcome\":{outcome}"), 1)
    };
    let won = "{\"winner\":1}";
    for (text, said) in [
        (resigned.clone(), "Yellow resigned. Red wins"),
        (result("time", won), "Yellow ran out of time. Red wins"),
        (result("agreement", "{\"winner\":0}"), "a draw by agreement"),
    ] {
        let path = folder.path().join("game.jsonl");
        std::fs::write(&path, &text).unwrap();
        let mut window = open_game(&path.display().to_string(), folder.path());
        // The game is opened at its start; the list of its moves ends with the result.
        wait_for_text(&mut window, "to move");
        assert_eq!(window.query_all_by_label(said).count(), 1, "{said}:\n{}", window_text(&window));
        click(&mut window, "Last position");
        wait_until(&mut window, |window| window.query_all_by_label(said).count() == 2);
        // Another move is a variation without that result.
        click(&mut window, "c 3-1, empty");
        wait_until(&mut window, |window| !window_text(window).contains(said));
    }
}
