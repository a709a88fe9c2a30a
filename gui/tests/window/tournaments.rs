//! Tournaments.

use boardwright_gui::Page;
use eframe::egui::Vec2;
use egui_kittest::kittest::Queryable as _;

use crate::common::{Window, click, open_sized, wait_for_text, wait_until, window_text};

#[test]
fn a_tournament_of_twenty_games_is_played_and_a_game_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 1600.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    let players = window.get_by_label("Players");
    players.set_text_value_accesskit("random\ngreedy:nodes=20");
    window.step();
    window.get_by_label("Start").click();
    wait_until(&mut window, |window| {
        window.query_by_label("Start").is_some() && window_text(window).contains("finished games")
    });
    wait_for_text(&mut window, "Elo (95 %)");
    assert!(window_text(&window).contains("greedy:nodes=20"), "{}", window_text(&window));
    assert!(folder.path().join("data/tournaments/first/games.csv").is_file());
    let finished = window_text(&window).lines().find(|line| line.ends_with("finished games")).unwrap().to_owned();
    click(&mut window, &finished);
    wait_until(&mut window, |window| window.query_all_by_label("Show").next().is_some());
    let shows: Vec<_> = window.get_all_by_label("Show").collect();
    shows[0].click();
    wait_until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    wait_for_text(&mut window, "Connect Four");
    wait_for_text(&mut window, "greedy:nodes=20");
    // The second start goes on with the same tournament, which has been played.
    click(&mut window, "Tournaments");
    click(&mut window, "Start");
    wait_until(&mut window, |window| window.query_by_label("Start").is_some());
    assert!(!window_text(&window).contains("results of this tournament already"), "{}", window_text(&window));
}

#[test]
fn weights_evolve_with_curves_and_go_on_after_a_stop() {
    let folder = tempfile::tempdir().unwrap();
    let description = folder.path().join("small.toml");
    let text = "game = \"carcassonne\"\n[subject]\nfeatures = \"potential\"\nphases = 2\n[genetic]\npopulation = 4\n\
                generations = 4\nparental-games = 2\nenvironment-games = 2\n[fitness]\nevery = 2\ngames = 2\n\
                [[opponent]]\nweights = \"greedy\"\n";
    std::fs::write(&description, text).unwrap();
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 900.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    click(&mut window, "Evolution");
    let begin = |window: &mut Window, description: &str| {
        window.get_by_label("Description").set_text_value_accesskit(description);
        window.step();
        click(window, "Start");
    };
    begin(&mut window, "carcassonne-0l");
    wait_for_text(&mut window, "there is no run \"carcassonne-0l\"");
    for _ in 0..2 {
        // The second start finds a complete run.
        begin(&mut window, description.to_str().unwrap());
        wait_for_text(&mut window, "best weights: fitness ");
    }
    assert!(folder.path().join("data/evolution/carcassonne-01/weights.toml").is_file());
}
