//! Tournaments.

use boardwright_gui::Page;
use eframe::egui::Vec2;
use egui_kittest::kittest::Queryable as _;

use crate::common::{click, says, sized, told, until};

#[test]
fn twenty_games_are_played_to_their_table_and_one_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = sized(None, folder.path(), Vec2::new(1180.0, 1600.0), 1.0);
    window.step();
    click(&mut window, "Tournaments");
    let players = window.get_by_label("Players");
    players.set_text_value_accesskit("random\ngreedy:nodes=20");
    window.step();
    window.get_by_label("Start").click();
    until(&mut window, |window| window.query_by_label("Start").is_some() && told(window).contains("finished games"));
    says(&mut window, "Elo (95 %)");
    assert!(told(&window).contains("greedy:nodes=20"), "{}", told(&window));
    assert!(folder.path().join("data/tournaments/first/games.csv").is_file());
    let finished = told(&window).lines().find(|line| line.ends_with("finished games")).unwrap().to_owned();
    click(&mut window, &finished);
    until(&mut window, |window| window.query_all_by_label("Show").next().is_some());
    let shows: Vec<_> = window.get_all_by_label("Show").collect();
    shows[0].click();
    until(&mut window, |window| window.state().as_ref().is_some_and(|app| app.page() == Page::Play));
    says(&mut window, "Connect Four");
}
