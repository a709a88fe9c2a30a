//! Records of the window: finished when it is closed, and offered again if the game was left before its end.

use std::path::{Path, PathBuf};

use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, Record};
use boardwright_library::store;
use eframe::egui::Vec2;
use egui_kittest::kittest::Queryable as _;

use crate::common::{
    Window, choose_more, click, file_names, fill, in_setup, occupied_places, open_game, open_sized, open_tall,
    open_window, wait_for_text, wait_until, window_text,
};
use crate::play::seat_people;

/// Folder of the records.
fn games(folder: &Path) -> PathBuf {
    folder.join("data").join("games")
}

/// The only record; there is no other file in the folder.
fn only_record(folder: &Path) -> Record {
    let names = file_names(&games(folder));
    let [name] = names.as_slice() else { panic!("one file expected: {names:?}") };
    assert!(name.ends_with(".jsonl"), "{name}");
    let mut stored = store::read_all(&games(folder).join(name)).expect("it can be read");
    assert_eq!(stored.len(), 1);
    stored.remove(0).record
}

/// Texts of the moves of a record.
fn moves(record: &Record) -> Vec<String> {
    record.moves.iter().map(|played| played.text.clone()).collect()
}

/// Reason of the end of a record.
fn reason(record: &Record) -> Option<EndReason> {
    record.end.as_ref().map(|end| end.reason)
}

/// Sets a mark on a place of tic-tac-toe.
fn mark(window: &mut Window, place: &str) {
    let empty = format!("{place}, empty");
    wait_for_text(window, "to move");
    click(window, &empty);
    wait_until(window, |window| window.query_by_label(&empty).is_none());
}

/// Begins a game of two people, with these marks.
fn begin_game(folder: &Path, marks: &[&str]) -> Window {
    let mut window = open_game("tic-tac-toe", folder);
    seat_people(&mut window);
    marks.iter().for_each(|place| mark(&mut window, place));
    window
}

#[test]
fn a_record_is_finished_when_the_window_is_closed() {
    for count in 1..=3_usize {
        let folder = tempfile::tempdir().unwrap();
        drop(begin_game(folder.path(), &["b2", "a1", "c3"][..count]));
        let record = only_record(folder.path());
        assert_eq!((record.moves.len(), reason(&record)), (count, Some(EndReason::Stopped)));
    }
}

#[test]
fn a_game_without_a_move_has_no_record() {
    let folder = tempfile::tempdir().unwrap();
    drop(begin_game(folder.path(), &[]));
    assert_eq!(file_names(&games(folder.path())), [""; 0]);
}

#[test]
fn records_are_finished_while_computers_think() {
    for game in ["chess", "backgammon", "carcassonne", "kuhn", "go"] {
        let folder = tempfile::tempdir().unwrap();
        let mut window = open_game(game, folder.path());
        // The first seat gets a computer as well.
        in_setup(&mut window, |window| {
            let computers: Vec<_> = window.get_all_by_label("Computer").collect();
            computers[0].click();
            window.run_steps(2);
        });
        wait_until(&mut window, |window| window_text(window).lines().any(|line| line.trim() == "1."));
        drop(window);
        let names = file_names(&games(folder.path()));
        let others: Vec<&String> = names.iter().filter(|name| !name.ends_with(".jsonl")).collect();
        assert!(others.is_empty(), "{game}: {others:?}");
        for name in &names {
            store::read_all(&games(folder.path()).join(name)).unwrap_or_else(|error| panic!("{game}: {error}"));
        }
    }
}

#[test]
fn an_unfinished_game_is_offered_again_and_goes_on_in_its_record() {
    let folder = tempfile::tempdir().unwrap();
    drop(begin_game(folder.path(), &["b2", "a1", "c3"]));
    let before = only_record(folder.path());
    let mut window = open_window(None, folder.path());
    click(&mut window, "Tic-tac-toe, 3 moves");
    wait_until(&mut window, |window| occupied_places(window).len() == 3);
    mark(&mut window, "a2");
    // The game is left a second time, and a crash leaves its journal.
    let journal = games(folder.path()).join(file_names(&games(folder.path()))[1].clone());
    assert!(journal.display().to_string().ends_with(".jsonl.part"), "{journal:?}");
    let left = std::fs::read(&journal).unwrap();
    drop(window);
    std::fs::write(&journal, left).unwrap();
    let mut window = open_window(None, folder.path());
    click(&mut window, "Tic-tac-toe, 4 moves");
    for place in ["c1", "c2"] {
        mark(&mut window, place);
    }
    click(&mut window, "a3, empty");
    wait_for_text(&mut window, "Crosses wins");
    drop(window);
    let record = only_record(folder.path());
    assert_eq!((record.moves.len(), reason(&record)), (7, Some(EndReason::Finished)));
    assert_eq!(record.header, before.header);
    assert_eq!(moves(&record)[..3], moves(&before));
    assert!(record.moves.iter().zip(1..).all(|(played, ply)| played.ply == ply));
    // A finished game is not offered.
    let mut window = open_window(None, folder.path());
    window.run_steps(10);
    assert!(!window_text(&window).contains("Continue where you left off"), "{}", window_text(&window));
}

#[test]
fn the_seats_of_an_unfinished_game_are_restored() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    in_setup(&mut window, |window| fill(window, "Name", "Ann Lee"));
    click(&mut window, "b2, empty");
    wait_until(&mut window, |window| occupied_places(window).len() == 2);
    drop(window);
    let record = only_record(folder.path());
    assert_eq!(record.header.players[0].parameters["name"], "Ann Lee");
    let mut window = open_sized(None, folder.path(), Vec2::new(1180.0, 1600.0), 1.0);
    click(&mut window, "Tic-tac-toe, 2 moves");
    wait_for_text(&mut window, "Ann Lee to move");
    wait_for_text(&mut window, "Noughts: Computer, level 4");
    // The computer answers a further move.
    let empty = window_text(&window).lines().find(|line| line.ends_with(", empty")).unwrap().to_owned();
    click(&mut window, &empty);
    wait_until(&mut window, |window| occupied_places(window).len() >= 4 || window_text(window).contains("wins"));
}

#[test]
fn an_unfinished_game_is_dismissed() {
    let folder = tempfile::tempdir().unwrap();
    drop(begin_game(folder.path(), &["b2"]));
    let mut window = open_window(None, folder.path());
    wait_for_text(&mut window, "Tic-tac-toe, 1 moves");
    click(&mut window, "Do not offer this game again");
    wait_until(&mut window, |window| !window_text(window).contains("Continue where you left off"));
    drop(window);
    let mut window = open_window(None, folder.path());
    window.run_steps(10);
    assert!(!window_text(&window).contains("Continue where you left off"));
    assert_eq!(only_record(folder.path()).moves.len(), 1, "the record stays");
}

/// Begins a game of a person with a name against another one, so that swapped seats are other seats.
fn begin_named_game(folder: &Path, marks: &[&str]) -> Window {
    let mut window = open_tall("tic-tac-toe", folder);
    in_setup(&mut window, |window| fill(window, "Name", "Ann Lee"));
    seat_people(&mut window);
    marks.iter().for_each(|place| mark(&mut window, place));
    window
}

#[test]
fn a_game_is_offered_once_after_a_change_of_the_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin_named_game(folder.path(), &["b2", "a1"]);
    choose_more(&mut window, "Swap seats");
    mark(&mut window, "c3");
    drop(window);
    assert_eq!(file_names(&games(folder.path())).len(), 2);
    let mut window = open_window(None, folder.path());
    wait_for_text(&mut window, "Tic-tac-toe, 3 moves");
    assert!(!window_text(&window).contains("Tic-tac-toe, 2 moves"));
}

#[test]
fn a_game_is_not_offered_after_it_was_finished_with_other_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = begin_named_game(folder.path(), &["b2", "a1"]);
    choose_more(&mut window, "Swap seats");
    for place in ["b1", "a2"] {
        mark(&mut window, place);
    }
    // The first part is not offered while the game goes on, either.
    click(&mut window, "Home");
    wait_until(&mut window, |window| window.query_by_label("Chess").is_some());
    window.run_steps(10);
    assert!(!window_text(&window).contains("2 moves"), "{}", window_text(&window));
    click(&mut window, "Play");
    click(&mut window, "b3, empty");
    wait_for_text(&mut window, "wins");
    // The match reports its end a moment after its last move.
    wait_until(&mut window, |_| file_names(&games(folder.path())).iter().all(|name| !name.ends_with(".part")));
    drop(window);
    assert_eq!(file_names(&games(folder.path())).len(), 2);
    let mut window = open_window(None, folder.path());
    window.run_steps(10);
    assert!(!window_text(&window).contains("Continue where you left off"), "{}", window_text(&window));
}

#[test]
fn a_finished_game_keeps_its_seats() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open_tall("tic-tac-toe", folder.path());
    in_setup(&mut window, |window| fill(window, "Name", "Ann Lee"));
    seat_people(&mut window);
    for place in ["a1", "a2", "b1", "b2"] {
        mark(&mut window, place);
    }
    click(&mut window, "c1, empty");
    wait_for_text(&mut window, "Ann Lee wins");
    // The seats of the next game do not change the result.
    for seat in ["Computer", "Person"] {
        in_setup(&mut window, |window| {
            let seats: Vec<_> = window.get_all_by_label(seat).collect();
            seats[1].click();
            window.run_steps(3);
        });
        wait_for_text(&mut window, "Ann Lee wins");
    }
    // A swap begins the next game.
    choose_more(&mut window, "Swap seats");
    wait_for_text(&mut window, "Crosses to move");
    assert!(occupied_places(&window).is_empty(), "{}", window_text(&window));
    mark(&mut window, "b2");
    wait_for_text(&mut window, "Ann Lee to move");
    drop(window);
    let records: Vec<Record> = file_names(&games(folder.path()))
        .into_iter()
        .map(|name| store::read_all(&games(folder.path()).join(name)).expect("it can be read").remove(0).record)
        .collect();
    let played: Vec<_> = records.iter().map(|record| (record.moves.len(), reason(record))).collect();
    assert_eq!(records.len(), 2, "{played:?}");
    let finished: Vec<&Record> = records.iter().filter(|record| reason(record) == Some(EndReason::Finished)).collect();
    let [finished] = finished.as_slice() else { panic!("one finished game expected: {records:?}") };
    assert_eq!(finished.header.players[0].parameters["name"], "Ann Lee");
    assert_eq!(finished.end.as_ref().and_then(|end| end.outcome), Some(Outcome::Won(Player::FIRST)));
}

#[test]
fn a_seat_of_a_person_never_thinks() {
    let folder = tempfile::tempdir().unwrap();
    drop(begin_game(folder.path(), &["b2"]));
    let mut window = open_window(None, folder.path());
    click(&mut window, "Tic-tac-toe, 1 moves");
    for _ in 0..50 {
        assert!(!window_text(&window).contains("thinks"), "{}", window_text(&window));
        window.step();
    }
    wait_for_text(&mut window, "to move");
}
