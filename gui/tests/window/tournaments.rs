//! Tournaments.

use egui_kittest::kittest::Queryable as _;

use crate::common::{click, says, told, until, window};

#[test]
fn twenty_games_are_played_to_their_table_and_one_is_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = window(None, folder.path());
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
}
