//! Whole games in ray-traced pictures of printed boards: every turn is recognised, none wrongly, and none while a hand
//! is in view. One picture shows each situation; `truth.json` lists what it shows and for how many frames.

use std::path::PathBuf;

use super::film::{FilmReading, Shown, Truth, truth_in, watch_film};

fn folder(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "simulation", "camera", "films", name].iter().collect()
}

fn truth(name: &str) -> Truth {
    truth_in(&folder(name))
}

/// Watches a film, and asserts that exactly the moves of the film are recognised. Returns the messages.
fn assert_read_whole(name: &str, truth: &Truth) -> Vec<String> {
    read_whole(name, truth).messages
}

fn read_whole(name: &str, truth: &Truth) -> FilmReading {
    let reading = watch_film(&folder(name), truth).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(reading.mistake, None, "{name}");
    assert_eq!(reading.read, truth.line, "{name}: {:#?}", reading.messages);
    reading
}

#[test]
fn films_of_alquerque_are_read_whole() {
    assert_read_whole("alquerque-office", &truth("alquerque-office"));
}

#[test]
fn moves_that_leave_the_board_alone_are_understood_by_the_next_one() {
    assert_read_whole("alquerque-stop", &truth("alquerque-stop"));
}

#[test]
fn films_of_draughts_with_ivory_men_are_read_whole() {
    assert_read_whole("draughts-ivory", &truth("draughts-ivory"));
}

#[test]
fn films_of_draughts_in_hard_conditions_are_read_whole() {
    assert_read_whole("draughts-ivory-hard", &truth("draughts-ivory-hard"));
}

#[test]
fn films_of_draughts_with_tinted_men_are_read_whole() {
    assert_read_whole("draughts-tint", &truth("draughts-tint"));
}

#[test]
fn films_of_mill_in_hard_conditions_are_read_whole() {
    assert_read_whole("mill-hard", &truth("mill-hard"));
}

#[test]
fn films_of_mill_with_men_of_the_colour_of_the_board_are_read_whole() {
    assert_read_whole("mill-birch", &truth("mill-birch"));
}

#[test]
fn films_of_white_men_on_white_paper_are_read_whole() {
    assert_read_whole("tic-tac-toe-white-men", &truth("tic-tac-toe-white-men"));
}

#[test]
fn a_move_with_a_change_of_light_is_read() {
    assert_read_whole("light-with-a-move", &truth("light-with-a-move"));
}

/// Lamps that are switched on and off, and light of another colour, together with the second move.
#[test]
fn light_may_change_by_a_half_together_with_a_move() {
    for gain in [[0.5; 3], [0.7; 3], [1.25; 3], [1.5; 3], [1.2, 1.0, 0.7], [0.8, 0.9, 1.15]] {
        let mut truth = truth("draughts-tint");
        let changed = truth.pictures.iter().position(|shown| shown.shows == truth.line[1]).expect("it is shown");
        truth.pictures[changed..].iter_mut().for_each(|shown| shown.gain = Some(gain));
        let messages = assert_read_whole("draughts-tint", &truth);
        assert!(messages.iter().all(|text| !text.contains("covers")), "{gain:?}: {messages:?}");
    }
}

#[test]
fn light_may_change_in_films_by_another_renderer() {
    for film in ["hard-0508-connect-four", "office-0506-alquerque"] {
        for gain in [[0.55; 3], [1.45; 3]] {
            let name = format!("rendered/{film}");
            let mut truth = truth(&name);
            let middle = truth.pictures.len() / 2;
            for shown in &mut truth.pictures[middle..] {
                shown.gain = Some(gain);
            }
            assert_read_whole(&name, &truth);
        }
    }
}

#[test]
fn a_hand_on_a_marker_moves_nothing() {
    let messages = assert_read_whole("draughts-late", &truth("draughts-late"));
    assert!(messages.is_empty(), "{messages:?}");
}

#[test]
fn a_hand_beside_the_board_while_the_camera_is_bumped_is_no_background() {
    assert_read_whole("hand-beside-and-bump", &truth("hand-beside-and-bump"));
}

/// A piece of paper lies on a marker from the start, or is laid there during the game, and moves come fast.
#[test]
fn a_patch_on_a_marker_stops_nothing() {
    /// Over the upper left marker.
    const PATCH: [u32; 4] = [503, 192, 62, 60];
    for from in [0, 2, 4] {
        let mut truth = truth("light-with-a-move");
        for (number, shown) in truth.pictures.iter_mut().enumerate() {
            shown.frames = if shown.shows.starts_with("hand ") { 4 } else { 14 };
            shown.patch = (number >= from).then_some(PATCH);
        }
        assert_read_whole("light-with-a-move", &truth);
    }
}

/// Films by `cargo xtask render`, in conditions of an office or in hard ones.
fn assert_rendered_films_are_read_whole(level: &str) {
    let entries = std::fs::read_dir(folder("rendered")).expect("there are films");
    let names = entries.map(|entry| entry.expect("a film").file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(level)).collect();
    names.sort();
    assert!(names.len() >= 5, "{names:?}");
    for name in names {
        let name = format!("rendered/{name}");
        assert_eq!(read_whole(&name, &truth(&name)).messages_with_hand, Vec::<String>::new(), "{name}");
    }
}

#[test]
fn films_by_another_renderer_are_read_whole() {
    assert_rendered_films_are_read_whole("office");
}

#[test]
fn films_by_another_renderer_in_hard_conditions_are_read_whole() {
    assert_rendered_films_are_read_whole("hard");
}

#[test]
fn men_beside_paper_as_white_as_they_in_too_much_light_stand_on_their_places() {
    let name = "rendered/hard-0511-halma";
    let mut truth = truth(name);
    for shown in &mut truth.pictures[10..] {
        shown.gain = Some([1.4; 3]);
    }
    assert_read_whole(name, &truth);
}

/// The film without the pictures of some turns, as if they had been too quick for the camera.
fn without_turns(mut truth: Truth, turns: &[usize]) -> Truth {
    let missed: Vec<&str> = turns.iter().map(|turn| truth.line[*turn].as_str()).collect();
    truth.pictures.retain(|shown| !missed.iter().any(|turn| shown.shows.ends_with(turn)));
    truth
}

#[test]
fn turns_that_were_missed_are_understood_with_the_next_one() {
    for (film, turns) in [
        ("draughts-tint", &[0_usize] as &[usize]),
        ("draughts-tint", &[3]),
        ("draughts-tint", &[1, 2]),
        ("alquerque-office", &[2]),
        ("alquerque-office", &[4, 5]),
        ("mill-hard", &[1]),
    ] {
        let messages = assert_read_whole(film, &without_turns(truth(film), turns));
        assert!(messages.len() == 1, "{film} without {turns:?}: {messages:?}");
        assert!(messages[0].starts_with("turns were missed; the table shows the position after "), "{messages:?}");
    }
}

#[test]
fn a_cup_on_the_table_is_named_with_its_place() {
    let mut truth = truth("draughts-tint");
    truth.line.truncate(1);
    let mut moved = truth.pictures[2].clone();
    let cup = Shown { frames: 25, cup: Some([330, 200]), ..moved.clone() };
    moved.frames = 12;
    truth.pictures = vec![truth.pictures[0].clone(), cup, moved];
    let messages = assert_read_whole("draughts-tint", &truth);
    assert!(messages.len() == 1 && messages[0].starts_with("something covers the table"), "{messages:?}");
    assert!(messages[0].contains("mm to the left of sq(1,7)") && messages[0].ends_with("take it away"), "{messages:?}");
}
