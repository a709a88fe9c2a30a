//! Whole games on a simulated table, played by a simulated arm.

mod faults;
mod setting;

use boardwright_game::game::Game as _;
use boardwright_game::ids::ElementTypeId;
use boardwright_games::ROBOT_GAMES;
use boardwright_robot::arm::preset;
use boardwright_robot::protocol::Baud;
use boardwright_table::{Layout, PieceSizes, TableFile};
use boardwright_tests::effort::repetitions;
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;
use setting::Setting;

/// Plays a random game; returns the number of moves.
fn play(name: &str, mut setting: Setting, seed: u64, most: usize) -> usize {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut state = setting.game.initial_state();
    let mut plies = 0;
    let mut moves = Vec::new();
    while plies < most {
        setting.game.legal_moves(&state, &mut moves).expect("the rules hold");
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.random_range(0..moves.len())];
        let mut next = state.clone();
        setting.game.apply(&mut next, mv).expect("a legal move");
        setting.make(&state, &next).unwrap_or_else(|error| panic!("{name}, seed {seed}, move {plies}: {error}"));
        let wrong = setting.simulation.deviations();
        assert!(wrong.is_empty(), "{name}, seed {seed}, move {plies}: {wrong:?}");
        assert!(setting.executor.contents().matches(&setting.game, &next));
        state = next;
        plies += 1;
    }
    plies
}

#[test]
fn every_table_game_is_played_by_the_arm() {
    for name in ROBOT_GAMES {
        for seed in 0..3 {
            let baud = if seed == 1 { Baud::SLOW } else { Baud::FAST };
            assert!(play(name.0, Setting::new(name, baud), seed, 300) > 0, "{}", name.0);
        }
    }
}

#[test]
fn every_table_game_is_played_through_a_pseudo_terminal() {
    let most = repetitions(40) as usize;
    for name in ROBOT_GAMES {
        for baud in [Baud::SLOW, Baud::FAST] {
            assert!(play(name.0, Setting::behind_a_terminal(name, baud), 7, most) > 0, "{}", name.0);
        }
    }
}

/// Arrows are narrower and lower than amazons: fingers that close for an amazon do not hold them.
#[test]
fn pieces_are_gripped_by_the_sizes_of_their_type() {
    let game = setting::game(("amazons-6x6", &[]));
    let config = preset("al5d").expect("it is known");
    let layout = Layout::for_game(&game, &config).expect("it fits");
    let mut text = TableFile::from_layout("amazons-6x6", "al5d", &layout).write();
    text.push_str("\n[[piece]]\nkind = \"arrow\"\nwidth = 12\nheight = 5\n");
    let file = TableFile::read(&text).expect("it is sound");
    assert_eq!(TableFile::read(&file.write()), Ok(file.clone()), "written and read again");
    let table = file.table(game.rules(), &config).expect("it is for this game");
    let kind = |name| game.rules().element_types.iter().position(|kind| kind.name == name).map(ElementTypeId::new);
    let (amazon, arrow) = (kind("amazon").expect("it has them"), kind("arrow").expect("it has them"));
    assert_eq!(table.layout().sizes_of(amazon), layout.sizes);
    assert_eq!(table.layout().sizes_of(arrow), PieceSizes { width: 12.0, height: 5.0, grip: 2.5 });
    assert!(play("amazons-6x6", Setting::at(game, table), 1, 40) > 20);

    for (wrong, why) in [
        ("kind = \"king\"", "the game has no piece type \"king\": there are amazon, arrow"),
        ("kind = \"arrow\"\nwidth = 30", "width = 30: [pieces] gives the largest sizes"),
        ("kind = \"arrow\"\nheight = 3\ngrip = 3.5", "grip = 3.5: pieces are gripped below their top"),
    ] {
        let text = TableFile::from_layout("amazons-6x6", "al5d", &layout).write() + "\n[[piece]]\n" + wrong;
        let game = setting::game(("amazons-6x6", &[]));
        let error = TableFile::read(&text).and_then(|file| file.table(game.rules(), &config)).expect_err(wrong);
        assert!(error.to_string().contains(why), "{error}");
    }
}
