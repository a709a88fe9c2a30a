//! A simulated person plays against a simulated arm on a board seen by a simulated camera; the table is checked after
//! every turn.

mod setting;

use boardwright_game::ids::Player;
use boardwright_robot::motion::PlaceId;
use boardwright_table::perception::TurnWatcher;
use boardwright_table::perception::session::{SessionRecorder, replay};
use boardwright_table::simulation::{GripFaults, ScriptEvent};
use boardwright_table::{TableFile, Task};
use boardwright_vision::render::CameraPose;
use setting::Setting;

#[test]
fn a_whole_game_is_played_between_a_person_a_camera_and_an_arm() {
    let mut setting = Setting::new("tic-tac-toe", 11);
    assert!(setting.play(100) >= 5);
}

#[test]
fn a_turn_of_several_moves_is_recognised_as_one() {
    let mut setting = Setting::new("mill", 12);
    assert_eq!(setting.play(8), 8);
}

#[test]
fn dice_are_rolled_between_the_turns_at_the_table() {
    for game in ["ludo", "backgammon:checkers=3"] {
        let mut setting = Setting::new(game, 17);
        assert_eq!(setting.play(12), 12, "{game}");
        assert!(setting.helper.heard.iter().all(|text| !text.contains("differs")), "{:?}", setting.helper.heard);
    }
}

#[test]
fn an_illegal_move_is_reported_and_must_be_taken_back() {
    let mut setting = Setting::new("tic-tac-toe", 13);
    assert_eq!(setting.play(2), 2);
    // A mark is moved to a free square, which no turns could explain.
    let contents = setting.rig.executor.contents();
    let squares = || (0..contents.board_places()).map(PlaceId);
    let mark = squares().find(|place| contents.at(*place).is_some()).expect("marks were made");
    let free = squares().find(|place| contents.at(*place).is_none()).expect("squares are free");
    setting.move_and_return(mark, setting.layout.spots[free.0], 20);
    let (next, todo) = setting.random_turn();
    setting.by_hand(&todo);
    assert!(setting.watch_turn() == next);
    let message =
        format!("that is no legal move, {} {} is none: put the", setting.names[mark.0], setting.names[free.0]);
    assert!(setting.helper.heard.iter().any(|text| text.starts_with(&message)), "{:?}", setting.helper.heard);
    setting.state = next;
    setting.assert_consistent();
}

#[test]
fn a_change_of_light_and_an_unplugged_camera_do_no_harm() {
    let mut setting = Setting::new("tic-tac-toe", 14);
    assert_eq!(setting.play(2), 2);
    setting.script.then([ScriptEvent::Light([0.45, 0.4, 0.3], 20.0)]);
    setting.script.wait(45);
    assert_eq!(setting.play(2), 2);
    setting.script.then((0..12).map(|_| ScriptEvent::Unplugged));
    assert_eq!(setting.play(1), 1);
    assert!(setting.helper.heard.iter().any(|text| text.contains("cable")), "{:?}", setting.helper.heard);
}

#[test]
fn a_missed_piece_is_gripped_again_and_a_dropped_piece_is_placed_by_a_person() {
    let mut setting = Setting::new("tic-tac-toe", 15);
    assert_eq!(setting.play(1), 1);
    setting.helper.simulation.table().inject_grip_faults(GripFaults { miss: true, lose: None });
    assert_eq!(setting.play(1), 1);
    assert!(setting.helper.heard.is_empty(), "{:?}", setting.helper.heard);
    assert_eq!(setting.play(1), 1);
    let lose = Some(std::time::Duration::from_millis(900));
    setting.helper.simulation.table().inject_grip_faults(GripFaults { miss: false, lose });
    assert_eq!(setting.play(1), 1);
    assert!(!setting.helper.heard.is_empty());
}

#[test]
fn a_moved_camera_locates_the_board_again() {
    let mut setting = Setting::new("tic-tac-toe", 16);
    assert_eq!(setting.play(3), 3);
    let mut pose = setting.conditions.pose;
    pose.target[0] += 20.0;
    pose.roll += 2.0;
    setting.script.then([ScriptEvent::Bump(pose)]);
    setting.script.wait(30);
    assert!(setting.play(100) >= 2);
}

#[test]
fn a_game_is_played_on_a_board_located_by_markers() {
    if !boardwright_opencv::install() {
        println!("this build finds no markers: nothing to be seen here");
        return;
    }
    let mut setting = Setting::with_markers("tic-tac-toe", 21);
    assert_eq!(setting.play(2), 2);
    let mut pose = setting.conditions.pose;
    pose.target[1] -= 20.0;
    pose.roll -= 3.0;
    setting.script.then([ScriptEvent::Bump(pose)]);
    setting.script.wait(30);
    assert!(setting.play(100) >= 3);
}

#[test]
fn a_recorded_session_replays_identically() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let mut setting = Setting::with_recorder("tic-tac-toe", 23, SessionRecorder::begin(&session).unwrap());
    let turns = setting.play(4);
    assert!(SessionRecorder::begin(&session).is_err(), "a session is never written over");
    let replayed = replay(&session).unwrap();
    assert_eq!(replayed.differences, [], "nothing has changed since");
    assert!(replayed.frames >= replayed.readings && replayed.readings > 10 * turns, "{replayed:?}");
    let understood = replayed.notes.iter().filter(|(_, note)| note.starts_with("understood: ")).count();
    assert_eq!(understood, turns.div_ceil(2), "{:?}", replayed.notes);
    // A replaced image changes the replay.
    let mut files: Vec<_> = std::fs::read_dir(&session).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jpg"));
    files.sort();
    assert!(files.len() < replayed.frames, "pictures in which nothing has changed have no files of their own");
    std::fs::copy(&files[0], files.last().unwrap()).unwrap();
    assert_ne!(replay(&session).unwrap().differences, []);
    // An incomplete last line is ignored; an invalid line is an error.
    let lines = session.join("session.jsonl");
    let text = std::fs::read_to_string(&lines).unwrap();
    std::fs::write(&lines, &text[..text.len() - 20]).unwrap();
    assert_eq!(replay(&session).unwrap().notes.len(), replayed.notes.len());
    std::fs::write(&lines, format!("what is this?\n{text}")).unwrap();
    let message = replay(&session).unwrap_err().to_string();
    assert!(message.contains("session.jsonl: line 1: "), "{message}");
}

#[test]
fn colours_and_corrections_are_written_to_the_table_file() {
    let mut setting = Setting::new("tic-tac-toe", 24);
    setting.play(3);
    let Setting { game, layout, rig, perception, .. } = &mut setting;
    let rules = game.rules();
    let mut file = TableFile::from_layout("tic-tac-toe", "al5d", layout);
    file.set_colours(rules, perception.piece_classes(), &perception.observed_ranges());
    let mut table = rig.executor.table().clone();
    table.adjust_correction(PlaceId(4), [1.23, -0.5]);
    file.set_corrections(rules, &table);
    let again = TableFile::read(&file.write()).unwrap();
    assert_eq!(again, file);
    // A place whose correction is unchanged keeps all its digits.
    let exact = TableFile::read(&file.write().replacen("u = 1.2", "u = 1.234", 1)).unwrap();
    let mut aimed = exact.clone();
    aimed.set_corrections(rules, &exact.table(rules, table.config()).unwrap());
    assert!(aimed == exact && exact != file, "{aimed:?}");
    let corrected = again.table(rules, table.config()).unwrap().correction(PlaceId(4));
    assert!((corrected.u - table.correction(PlaceId(4)).u).abs() < 0.051, "{corrected:?}");
    // Crosses are painted red and noughts blue.
    let known = again.colours(rules, perception.piece_classes()).unwrap();
    let hold =
        |class: usize, hue: f64| known.iter().any(|(of, ranges)| of.0 == class && ranges.contains([hue, 0.8, 0.6]));
    assert!(known.len() == 2 && hold(0, 3.0) && hold(1, 215.0) && !hold(0, 215.0), "{known:?}");
    let other = file.write().replace("Crosses cross", "Crosses horse");
    let message = TableFile::read(&other).unwrap().colours(rules, perception.piece_classes()).unwrap_err().to_string();
    assert!(message.contains("Crosses horse") && message.contains("Noughts nought"), "{message}");
    let other = file.write().replacen("hue = [", "hue = [-", 1);
    assert!(TableFile::read(&other).unwrap_err().to_string().contains("0 to 360"));
}

#[test]
fn a_piece_between_places_is_reported_until_it_is_put_back() {
    let mut setting = Setting::new("alquerque", 17);
    let contents = setting.rig.executor.contents();
    let last = contents.all().filter(|(place, appearance)| appearance.is_some() && !contents.is_slot(*place)).last();
    let (from, _) = last.expect("there are pieces");
    let (next, todo) = setting.random_turn();
    let mut between = setting.layout.spots[from.0];
    between.u -= setting.layout.pitch * 0.45;
    // The piece slides during the move and is put back much later.
    setting.script.then([ScriptEvent::Hand(between), ScriptEvent::Shift(from, between)]);
    setting.script.then(todo.iter().map(|task| ScriptEvent::Do(*task)));
    setting.script.then([ScriptEvent::Wait, ScriptEvent::Away]);
    setting.script.wait(20);
    setting.script.then([
        ScriptEvent::Hand(between),
        ScriptEvent::Shift(from, setting.layout.spots[from.0]),
        ScriptEvent::Away,
    ]);
    assert!(setting.watch_turn() == next);
    let name = &setting.names[from.0];
    assert!(setting.helper.heard.iter().any(|text| text.contains(name)), "{name}: {:?}", setting.helper.heard);
    setting.state = next;
    setting.assert_consistent();
}

#[test]
fn a_match_shifted_off_its_place_does_not_count_as_removed() {
    // Taking the last match of a heap would be a legal turn, but the match was not taken.
    let mut setting = Setting::new("nim", 21);
    let from = PlaceId(setting.names.iter().position(|name| name == "s(2,4)").expect("the heap has four matches"));
    let mut beside = setting.layout.spots[from.0];
    beside.u += setting.layout.pitch * 0.45;
    setting.move_and_return(from, beside, 20);
    let (next, todo) = setting.random_turn();
    setting.by_hand(&todo);
    assert!(setting.watch_turn() == next);
    setting.state = next;
    setting.assert_consistent();
}

#[test]
fn two_simultaneous_moves_are_rejected() {
    let mut setting = Setting::new("breakthrough", 18);
    let (next, todo) = setting.random_turn();
    // Another piece of the same player also advances by one row.
    let moved: Vec<PlaceId> =
        todo.iter().filter_map(|task| if let Task::Carry { from, .. } = task { Some(*from) } else { None }).collect();
    let contents = setting.rig.executor.contents().clone();
    let white = |place: PlaceId| contents.at(place).and_then(|appearance| appearance.owner) == Player::new(1);
    let ahead = setting.layout.pitch;
    let free = |place: PlaceId| {
        let mut spot = setting.layout.spots[place.0];
        spot.v += ahead;
        let (there, far) = setting.layout.nearest(spot)?;
        (far < 1.0 && contents.at(PlaceId(there)).is_none()).then_some(spot)
    };
    let other = (0..contents.board_places()).map(PlaceId).filter(|place| white(*place) && !moved.contains(place));
    let (from, to) = other.rev().find_map(|place| Some((place, free(place)?))).expect("a row is free");
    setting.script.then([ScriptEvent::Hand(to), ScriptEvent::Shift(from, to)]);
    setting.script.then(todo.iter().map(|task| ScriptEvent::Do(*task)));
    setting.script.then([ScriptEvent::Wait, ScriptEvent::Away]);
    setting.script.wait(20);
    setting.script.then([
        ScriptEvent::Hand(to),
        ScriptEvent::Shift(from, setting.layout.spots[from.0]),
        ScriptEvent::Away,
    ]);
    assert!(setting.watch_turn() == next);
    assert!(setting.helper.heard.iter().any(|text| text.contains("no legal move")), "{:?}", setting.helper.heard);
    setting.state = next;
    setting.assert_consistent();
}

#[test]
fn exchanged_pieces_are_reported_until_they_are_right() {
    let mut setting = Setting::new("breakthrough", 22);
    let (next, todo) = setting.random_turn();
    let moved = |place: &PlaceId| {
        todo.iter().any(|task| matches!(task, Task::Carry { from, to, .. } if from == place || to == place))
    };
    let contents = setting.rig.executor.contents();
    let owner = |place: &PlaceId| contents.at(*place).and_then(|appearance| appearance.owner);
    let places = || (0..contents.board_places()).map(PlaceId).filter(|place| !moved(place));
    let of = |player: usize| places().find(|place| owner(place) == Player::new(player)).expect("there are pieces");
    let (white, black) = (of(1), of(2));
    let spots = setting.layout.spots.clone();
    // Two pieces are knocked over and put back in exchanged places.
    let put = |setting: &Setting, of_white: PlaceId, of_black: PlaceId| {
        setting.script.then([ScriptEvent::Hand(spots[of_white.0]), ScriptEvent::Shift(white, spots[of_white.0])]);
        setting.script.then([ScriptEvent::Hand(spots[of_black.0]), ScriptEvent::Shift(black, spots[of_black.0])]);
    };
    put(&setting, black, white);
    setting.script.then(todo.iter().map(|task| ScriptEvent::Do(*task)));
    setting.script.then([ScriptEvent::Wait, ScriptEvent::Away]);
    setting.script.wait(20);
    put(&setting, white, black);
    setting.script.then([ScriptEvent::Wait, ScriptEvent::Away]);
    assert!(setting.watch_turn() == next);
    for place in [white, black] {
        let message = format!("the piece on {} must be the", setting.names[place.0]);
        assert!(
            setting.helper.heard.iter().any(|text| text.contains(&message)),
            "{message}: {:?}",
            setting.helper.heard
        );
    }
    setting.state = next;
    setting.assert_consistent();
}

#[test]
fn darkness_is_reported() {
    let mut setting = Setting::new("tic-tac-toe", 19);
    let light = setting.conditions.light;
    setting.script.then([ScriptEvent::Light([0.0005; 3], light.from)]);
    setting.script.wait(12);
    setting.script.then([ScriptEvent::Light(light.tone, light.from)]);
    setting.script.wait(45);
    assert_eq!(setting.play(1), 1);
    assert!(setting.helper.heard.iter().any(|text| text.contains("dark")), "{:?}", setting.helper.heard);
}

#[test]
fn a_camera_with_another_image_size_is_rejected() {
    let mut setting = Setting::new("tic-tac-toe", 20);
    let other = CameraPose { width: 320, height: 180, ..setting.conditions.pose };
    setting.script.then([ScriptEvent::Bump(other)]);
    let Setting { game, names, helper, perception, rig, state, .. } = &mut setting;
    let seen = TurnWatcher::new(game, names, helper).wait_for_turn(perception, state, rig.executor.contents());
    let message = seen.expect_err("it is another camera").to_string();
    assert!(message.contains("(320, 180)") && message.contains("(640, 360)"), "{message}");
}
