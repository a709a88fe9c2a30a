//! A person plays an arm on a board that a camera sees; nothing of it is there, and everything is looked at after each turn.

mod person;
mod setting;

use boardwright_engine::ids::Player;
use boardwright_robot::motion::PlaceId;
use boardwright_table::world::Slips;
use person::Act;
use rand::RngExt as _;
use setting::Setting;

/// Plays until the game is over: the person first, who sometimes hesitates, corrects themself or tries what is not allowed. How many
/// turns it took.
fn play(setting: &mut Setting, most: usize) -> usize {
    let mut turns = 0;
    while let Some(player) = setting.turn().filter(|_| turns < most) {
        let (next, todo) = setting.any_turn();
        if Some(player) == Player::new(1) {
            if setting.random.random_range(0..4) == 0 {
                wrong_try(setting);
            }
            setting.by_hand(&todo);
            let seen = setting.watched();
            assert!(seen == next, "turn {turns}: {:?}", setting.company.heard);
        } else {
            setting.arm(&next);
        }
        setting.state = next;
        setting.assert_right();
        turns += 1;
    }
    turns
}

/// The person puts a piece between places, sees that this will not do, and puts it back.
fn wrong_try(setting: &mut Setting) {
    let standing = setting.rig.hand.standing();
    let all: Vec<PlaceId> = standing
        .all()
        .filter(|(place, look)| look.is_some() && !standing.is_slot(*place))
        .map(|(place, _)| place)
        .collect();
    let Some(from) = all.get(setting.random.random_range(0..all.len().max(1))).copied() else { return };
    let mut to = setting.layout.spots[from.0];
    to.u += setting.layout.pitch * 0.45;
    setting.wanders(from, to, 14);
}

#[test]
fn a_whole_game_is_played_between_a_person_a_camera_and_an_arm() {
    let mut setting = Setting::new(("tic-tac-toe", &[]), 11);
    assert!(play(&mut setting, 100) >= 5);
}

#[test]
fn a_turn_of_several_moves_is_understood_as_one() {
    let mut setting = Setting::new(("mill", &[]), 12);
    assert_eq!(play(&mut setting, 8), 8);
}

#[test]
fn a_move_that_is_not_legal_is_told_and_has_to_be_taken_back() {
    let mut setting = Setting::new(("frogs", &[]), 13);
    // The last frog cannot jump to the free place in the middle.
    let free = setting.layout.spots[3];
    setting.wanders(PlaceId(0), free, 20);
    let (next, todo) = setting.any_turn();
    setting.by_hand(&todo);
    assert!(setting.watched() == next);
    assert!(setting.company.heard.iter().any(|text| text.contains("no legal move")), "{:?}", setting.company.heard);
    setting.state = next;
    setting.assert_right();
}

#[test]
fn a_light_that_is_switched_and_a_camera_that_is_unplugged_do_no_harm() {
    let mut setting = Setting::new(("tic-tac-toe", &[]), 14);
    assert_eq!(play(&mut setting, 2), 2);
    setting.script.then([Act::Light([0.45, 0.4, 0.3], 20.0)]);
    setting.script.wait(45);
    assert_eq!(play(&mut setting, 2), 2);
    setting.script.then((0..12).map(|_| Act::Unplugged));
    assert_eq!(play(&mut setting, 1), 1);
    assert!(setting.company.heard.iter().any(|text| text.contains("cable")), "{:?}", setting.company.heard);
}

#[test]
fn a_piece_that_the_arm_misses_is_fetched_again_and_one_that_it_drops_is_put_by_somebody() {
    let mut setting = Setting::new(("tic-tac-toe", &[]), 15);
    assert_eq!(play(&mut setting, 1), 1);
    setting.company.rehearsal.world().slip(Slips { miss: true, lose: None });
    assert_eq!(play(&mut setting, 1), 1);
    assert!(setting.company.heard.is_empty(), "{:?}", setting.company.heard);
    assert_eq!(play(&mut setting, 1), 1);
    let lose = Some(std::time::Duration::from_millis(900));
    setting.company.rehearsal.world().slip(Slips { miss: false, lose });
    assert_eq!(play(&mut setting, 1), 1);
    assert!(!setting.company.heard.is_empty());
}
