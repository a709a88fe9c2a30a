//! A person plays an arm on a board that a camera sees; nothing of it is there, and everything is looked at after each turn.

mod setting;

use boardwright_engine::ids::Player;
use boardwright_robot::motion::PlaceId;
use boardwright_table::eye::Watch;
use boardwright_table::eye::session::{Keeper, replay};
use boardwright_table::world::{Act, Slips};
use boardwright_table::{TableFile, Task};
use boardwright_vision::camera::CameraError;
use boardwright_vision::find::{FindError, by_markers};
use boardwright_vision::render::Stand;
use image::RgbImage;
use setting::Setting;

#[test]
fn a_whole_game_is_played_between_a_person_a_camera_and_an_arm() {
    let mut setting = Setting::new("tic-tac-toe", 11);
    assert!(setting.play(100) >= 5);
}

#[test]
fn a_turn_of_several_moves_is_understood_as_one() {
    let mut setting = Setting::new("mill", 12);
    assert_eq!(setting.play(8), 8);
}

#[test]
fn a_move_that_is_not_legal_is_told_and_has_to_be_taken_back() {
    let mut setting = Setting::new("frogs", 13);
    // The last frog cannot jump to the free place in the middle.
    let free = setting.layout.spots[3];
    setting.wanders(PlaceId(0), free, 20);
    let (next, todo) = setting.any_turn();
    setting.by_hand(&todo);
    assert!(setting.watched() == next);
    let told = format!("that is no legal move, {} {} is none: put the", setting.names[0], setting.names[3]);
    assert!(setting.company.heard.iter().any(|text| text.starts_with(&told)), "{:?}", setting.company.heard);
    setting.state = next;
    setting.assert_right();
}

#[test]
fn a_light_that_is_switched_and_a_camera_that_is_unplugged_do_no_harm() {
    let mut setting = Setting::new("tic-tac-toe", 14);
    assert_eq!(setting.play(2), 2);
    setting.script.then([Act::Light([0.45, 0.4, 0.3], 20.0)]);
    setting.script.wait(45);
    assert_eq!(setting.play(2), 2);
    setting.script.then((0..12).map(|_| Act::Unplugged));
    assert_eq!(setting.play(1), 1);
    assert!(setting.company.heard.iter().any(|text| text.contains("cable")), "{:?}", setting.company.heard);
}

#[test]
fn a_piece_that_the_arm_misses_is_fetched_again_and_one_that_it_drops_is_put_by_somebody() {
    let mut setting = Setting::new("tic-tac-toe", 15);
    assert_eq!(setting.play(1), 1);
    setting.company.rehearsal.world().slip(Slips { miss: true, lose: None });
    assert_eq!(setting.play(1), 1);
    assert!(setting.company.heard.is_empty(), "{:?}", setting.company.heard);
    assert_eq!(setting.play(1), 1);
    let lose = Some(std::time::Duration::from_millis(900));
    setting.company.rehearsal.world().slip(Slips { miss: false, lose });
    assert_eq!(setting.play(1), 1);
    assert!(!setting.company.heard.is_empty());
}

#[test]
fn a_camera_that_is_bumped_finds_the_board_where_it_is_seen_now() {
    let mut setting = Setting::new("tic-tac-toe", 16);
    assert_eq!(setting.play(3), 3);
    let mut stand = setting.conditions.stand;
    stand.towards[0] += 20.0;
    stand.roll += 2.0;
    setting.script.then([Act::Bump(stand)]);
    setting.script.wait(30);
    assert!(setting.play(100) >= 2);
}

/// Markers are found by `OpenCV`, which is not in every build.
fn markers_can_be_found() -> bool {
    let nothing = by_markers(&RgbImage::new(64, 64), &[], None);
    !matches!(nothing, Err(FindError::Camera(CameraError::NotBuilt)))
}

#[test]
fn a_game_is_played_on_a_board_that_is_found_by_its_markers_and_found_again() {
    if !markers_can_be_found() {
        println!("this build finds no markers: nothing to be seen here");
        return;
    }
    let mut setting = Setting::marked("tic-tac-toe", 21);
    assert_eq!(setting.play(2), 2);
    let mut stand = setting.conditions.stand;
    stand.towards[1] -= 20.0;
    stand.roll -= 3.0;
    setting.script.then([Act::Bump(stand)]);
    setting.script.wait(30);
    assert!(setting.play(100) >= 3);
}

#[test]
fn what_was_seen_of_a_game_is_kept_and_read_again_in_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("session");
    let mut setting = Setting::kept("tic-tac-toe", 23, Keeper::begin(&session).unwrap());
    let turns = setting.play(4);
    assert!(Keeper::begin(&session).is_err(), "a session is never written over");
    let replayed = replay(&session).unwrap();
    assert_eq!(replayed.otherwise, [], "nothing has changed since");
    assert!(replayed.pictures >= replayed.readings && replayed.readings > 10 * turns, "{replayed:?}");
    let understood = replayed.notes.iter().filter(|(_, note)| note.starts_with("understood: ")).count();
    assert_eq!(understood, turns.div_ceil(2), "{:?}", replayed.notes);
    // Another picture in place of one that counted is noticed.
    let mut files: Vec<_> = std::fs::read_dir(&session).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "jpg"));
    files.sort();
    assert!(files.len() < replayed.pictures, "pictures in which nothing has changed have no files of their own");
    std::fs::copy(&files[0], files.last().unwrap()).unwrap();
    assert_ne!(replay(&session).unwrap().otherwise, []);
    // A session whose last line was not written to its end is as good as it was until then; one with another line in it is none.
    let lines = session.join("session.jsonl");
    let text = std::fs::read_to_string(&lines).unwrap();
    std::fs::write(&lines, &text[..text.len() - 20]).unwrap();
    assert_eq!(replay(&session).unwrap().notes.len(), replayed.notes.len());
    std::fs::write(&lines, format!("what is this?\n{text}")).unwrap();
    let told = replay(&session).unwrap_err().to_string();
    assert!(told.contains("session.jsonl: line 1: "), "{told}");
}

#[test]
fn how_pieces_look_and_where_the_arm_aims_is_written_down() {
    let mut setting = Setting::new("tic-tac-toe", 24);
    setting.play(3);
    let Setting { game, layout, rig, eye, .. } = &mut setting;
    let rules = game.rules();
    let mut file = TableFile::planned("tic-tac-toe", "al5d", layout);
    file.look(rules, eye.colours(), &eye.seen());
    let mut table = rig.hand.table().clone();
    table.aim_beside(PlaceId(4), [1.23, -0.5]);
    file.aim(rules, &table);
    let again = TableFile::read(&file.write()).unwrap();
    assert_eq!(again, file);
    // A place at which nothing was learnt keeps all its digits.
    let exact = TableFile::read(&file.write().replacen("u = 1.2", "u = 1.234", 1)).unwrap();
    let mut aimed = exact.clone();
    aimed.aim(rules, &exact.table(rules, table.config()).unwrap());
    assert!(aimed == exact && exact != file, "{aimed:?}");
    let corrected = again.table(rules, table.config()).unwrap().correction(PlaceId(4));
    assert!((corrected.u - table.correction(PlaceId(4)).u).abs() < 0.051, "{corrected:?}");
    // Red crosses and blue noughts, as they are painted.
    let known = again.colours(rules, eye.colours()).unwrap();
    let hold = |class: usize, hue: f64| known.iter().any(|(of, ranges)| of.0 == class && ranges.hold([hue, 0.8, 0.6]));
    assert!(known.len() == 2 && hold(0, 3.0) && hold(1, 215.0) && !hold(0, 215.0), "{known:?}");
    let other = file.write().replace("Crosses cross", "Crosses horse");
    let told = TableFile::read(&other).unwrap().colours(rules, eye.colours()).unwrap_err().to_string();
    assert!(told.contains("Crosses horse") && told.contains("Noughts nought"), "{told}");
    let other = file.write().replacen("hue = [", "hue = [-", 1);
    assert!(TableFile::read(&other).unwrap_err().to_string().contains("0 to 360"));
}

#[test]
fn a_piece_that_slides_between_places_is_told_until_it_is_put_back() {
    let mut setting = Setting::new("alquerque", 17);
    let standing = setting.rig.hand.standing();
    let last = standing.all().filter(|(place, look)| look.is_some() && !standing.is_slot(*place)).last();
    let (from, _) = last.expect("there are pieces");
    let (next, todo) = setting.any_turn();
    let mut between = setting.layout.spots[from.0];
    between.u -= setting.layout.pitch * 0.45;
    // It slides while the move is made, and is put back much later.
    setting.script.then([Act::Hand(between), Act::Shift(from, between)]);
    setting.script.then(todo.iter().map(|task| Act::Do(*task)));
    setting.script.then([Act::Wait, Act::Away]);
    setting.script.wait(20);
    setting.script.then([Act::Hand(between), Act::Shift(from, setting.layout.spots[from.0]), Act::Away]);
    assert!(setting.watched() == next);
    let name = &setting.names[from.0];
    assert!(setting.company.heard.iter().any(|text| text.contains(name)), "{name}: {:?}", setting.company.heard);
    setting.state = next;
    setting.assert_right();
}

#[test]
fn a_match_that_lies_half_beside_its_place_is_not_taken() {
    // To take the last match of a heap is a legal turn, and this is none.
    let mut setting = Setting::new("nim", 21);
    let from = PlaceId(setting.names.iter().position(|name| name == "s(2,4)").expect("the heap has four matches"));
    let mut beside = setting.layout.spots[from.0];
    beside.u += setting.layout.pitch * 0.45;
    setting.wanders(from, beside, 20);
    let (next, todo) = setting.any_turn();
    setting.by_hand(&todo);
    assert!(setting.watched() == next);
    setting.state = next;
    setting.assert_right();
}

#[test]
fn two_moves_at_once_are_none() {
    let mut setting = Setting::new("breakthrough", 18);
    let (next, todo) = setting.any_turn();
    // Another piece of the same player goes a row ahead as well.
    let moved: Vec<PlaceId> =
        todo.iter().filter_map(|task| if let Task::Carry { from, .. } = task { Some(*from) } else { None }).collect();
    let standing = setting.rig.hand.standing().clone();
    let white = |place: PlaceId| standing.at(place).and_then(|look| look.owner) == Player::new(1);
    let ahead = setting.layout.pitch;
    let free = |place: PlaceId| {
        let mut spot = setting.layout.spots[place.0];
        spot.v += ahead;
        let (there, far) = setting.layout.nearest(spot)?;
        (far < 1.0 && standing.at(PlaceId(there)).is_none()).then_some(spot)
    };
    let other = (0..standing.board()).map(PlaceId).filter(|place| white(*place) && !moved.contains(place));
    let (from, to) = other.rev().find_map(|place| Some((place, free(place)?))).expect("a row is free");
    setting.script.then([Act::Hand(to), Act::Shift(from, to)]);
    setting.script.then(todo.iter().map(|task| Act::Do(*task)));
    setting.script.then([Act::Wait, Act::Away]);
    setting.script.wait(20);
    setting.script.then([Act::Hand(to), Act::Shift(from, setting.layout.spots[from.0]), Act::Away]);
    assert!(setting.watched() == next);
    assert!(setting.company.heard.iter().any(|text| text.contains("no legal move")), "{:?}", setting.company.heard);
    setting.state = next;
    setting.assert_right();
}

#[test]
fn pieces_that_are_put_back_to_the_wrong_places_are_told_until_they_are_right() {
    let mut setting = Setting::new("breakthrough", 22);
    let (next, todo) = setting.any_turn();
    let moved = |place: &PlaceId| {
        todo.iter().any(|task| matches!(task, Task::Carry { from, to, .. } if from == place || to == place))
    };
    let standing = setting.rig.hand.standing();
    let owner = |place: &PlaceId| standing.at(*place).and_then(|look| look.owner);
    let places = || (0..standing.board()).map(PlaceId).filter(|place| !moved(place));
    let of = |player: usize| places().find(|place| owner(place) == Player::new(player)).expect("there are pieces");
    let (white, black) = (of(1), of(2));
    let spots = setting.layout.spots.clone();
    // Two pieces are knocked over, and each is put back to where the other one was.
    let put = |setting: &Setting, of_white: PlaceId, of_black: PlaceId| {
        setting.script.then([Act::Hand(spots[of_white.0]), Act::Shift(white, spots[of_white.0])]);
        setting.script.then([Act::Hand(spots[of_black.0]), Act::Shift(black, spots[of_black.0])]);
    };
    put(&setting, black, white);
    setting.script.then(todo.iter().map(|task| Act::Do(*task)));
    setting.script.then([Act::Wait, Act::Away]);
    setting.script.wait(20);
    put(&setting, white, black);
    setting.script.then([Act::Wait, Act::Away]);
    assert!(setting.watched() == next);
    for place in [white, black] {
        let told = format!("what stands on {} must be the", setting.names[place.0]);
        assert!(setting.company.heard.iter().any(|text| text.contains(&told)), "{told}: {:?}", setting.company.heard);
    }
    setting.state = next;
    setting.assert_right();
}

#[test]
fn in_the_dark_more_light_is_asked_for() {
    let mut setting = Setting::new("tic-tac-toe", 19);
    let light = setting.conditions.light;
    setting.script.then([Act::Light([0.0005; 3], light.from)]);
    setting.script.wait(12);
    setting.script.then([Act::Light(light.tone, light.from)]);
    setting.script.wait(45);
    assert_eq!(setting.play(1), 1);
    assert!(setting.company.heard.iter().any(|text| text.contains("dark")), "{:?}", setting.company.heard);
}

#[test]
fn a_camera_with_pictures_of_another_size_is_refused() {
    let mut setting = Setting::new("tic-tac-toe", 20);
    let other = Stand { width: 320, height: 180, ..setting.conditions.stand };
    setting.script.then([Act::Bump(other)]);
    let Setting { game, names, company, eye, rig, state, .. } = &mut setting;
    let seen = Watch::new(game, names, company).turn(eye, state, rig.hand.standing());
    let told = seen.expect_err("it is another camera").to_string();
    assert!(told.contains("(320, 180)") && told.contains("(640, 360)"), "{told}");
}
