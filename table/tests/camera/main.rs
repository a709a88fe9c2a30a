//! Boards in pictures that are worked out, with what really stands there.

mod trial;

use std::collections::BTreeSet;

use boardwright_engine::game::Game as _;
use boardwright_games::ON_A_TABLE;
use boardwright_table::eye::DifferentPieces;
use boardwright_table::world::{Level, Ranges};
use boardwright_vision::read::{self, Class, Poor, Reader};
use boardwright_vision::render::{Disc, Mark};
use trial::{Counts, Trial};

const SIZE: (u32, u32) = (1280, 720);

/// A few positions and hands of every game, in two sessions each; pictures of light and camera that this was not made with.
fn measured(level: Level, boards: usize, hands: usize) -> Counts {
    let mut counts = Counts::default();
    for (number, name) in ON_A_TABLE.into_iter().enumerate() {
        for session in 0..2 {
            let mut trial = Trial::new(name, level, Ranges::Measuring, SIZE, 1_000 + 10 * number as u64 + session);
            trial.session(boards, hands, &mut counts).unwrap_or_else(|poor| panic!("{level:?} {}: {poor}", name.0));
        }
    }
    println!("{level:?}: {counts:?}");
    counts
}

/// At least so many of a thousand.
fn at_least(share: f64, right: usize, all: usize) {
    assert!(right as f64 >= share * all as f64, "{right} of {all}");
}

#[test]
fn boards_in_an_office_are_read_and_moves_understood() {
    let counts = measured(Level::Office, 7, 12);
    at_least(0.999, counts.places, counts.all_places);
    at_least(0.995, counts.boards, counts.all_boards);
    at_least(0.999, counts.moves, counts.all_boards);
    assert_eq!((counts.reported, counts.wrong_moves), (0, 0));
}

/// Its king has the colour of its guards, and a cross on its top.
const BRANDUB: trial::Name = ("brandub", &[]);

#[test]
fn pieces_of_one_colour_are_told_apart_by_what_is_on_them() {
    for level in [Level::Office, Level::Hard] {
        let mut counts = Counts::default();
        for seed in 2_000..2_004 {
            let mut trial = Trial::new(BRANDUB, level, Ranges::Measuring, SIZE, seed);
            trial.session(7, 0, &mut counts).unwrap_or_else(|poor| panic!("{level:?} {seed}: {poor}"));
            let start = trial.classes(&trial.standing(&trial.game.start()));
            assert_eq!(start.iter().flatten().collect::<BTreeSet<_>>().len(), 3, "raiders, guards and their king");
        }
        println!("{level:?}: {counts:?}");
        at_least(0.99, counts.places, counts.all_places);
        assert_eq!((counts.moves, counts.wrong_moves), (counts.all_boards, 0));
    }
}

#[test]
fn states_that_look_alike_count_as_one_and_players_never_do() {
    let mut trial = Trial::new(BRANDUB, Level::Office, Ranges::Measuring, SIZE, 2_000);
    let start = trial.standing(&trial.game.start());
    let plain: Vec<Disc> = trial.discs(&start).into_iter().map(|disc| Disc { mark: Mark::Plain, ..disc }).collect();
    let picture = trial.stage.picture(plain, 1);
    let mut reader = trial.reader();
    let Err(Poor::Alike(guard, king)) = reader.learn(&picture, &trial.classes(&start)) else {
        panic!("nothing tells the king from the guards");
    };
    let names = [guard, king].map(|class| trial.colours.told(trial.game.rules(), class));
    assert_eq!(names, ["Guards piece", "Guards king"]);
    trial.colours.join(guard, king).expect("they are states of one piece");
    let known = trial.classes(&start);
    assert!(!known.contains(&Some(king)));
    reader.learn(&picture, &known).expect("what is left looks different");
    let seen = reader.observe(&picture, &known);
    assert!(seen.places.iter().zip(known).all(|(place, known)| place.best().is_some_and(|(what, _)| what == known)));
    assert_eq!(trial.colours.join(Class(0), guard), Err(DifferentPieces));
}

#[test]
fn colours_that_somebody_tells_count_until_looks_are_learnt_anew() {
    let mut trial = Trial::new(("draughts", &[]), Level::Office, Ranges::Measuring, SIZE, 2_000);
    let start = trial.standing(&trial.game.start());
    let (known, picture) = (trial.classes(&start), trial.picture(&start));
    let mut reader = trial.reader();
    let white = Class(0);
    let reads = |reader: &Reader| {
        let seen = reader.observe(&picture, &known);
        known
            .iter()
            .zip(&seen.places)
            .filter(|(known, _)| **known == Some(white))
            .all(|(_, place)| place.best().is_some_and(|(what, _)| what == Some(white)))
    };
    reader.learn(&picture, &known).expect("there is light");
    assert!(reads(&reader));
    let (_, learnt) = reader.ranges()[white.0];
    // The opposite colour.
    let other = read::Ranges { hue: [(learnt.hue[0] + 180.0) % 360.0, (learnt.hue[1] + 180.0) % 360.0], ..learnt };
    reader.give(white, other);
    assert!(!reads(&reader));
    assert_eq!(reader.ranges()[white.0], (white, other), "what was told is kept");
    reader.give(white, learnt);
    assert!(reads(&reader));
    reader.give(white, other);
    reader.learn(&picture, &known).expect("there is light");
    assert!(reads(&reader), "what was told is forgotten");
}

#[test]
fn boards_that_are_hard_to_see_are_read_and_moves_understood() {
    let counts = measured(Level::Hard, 7, 12);
    at_least(0.99, counts.places, counts.all_places);
    at_least(0.999, counts.moves, counts.all_boards);
    assert_eq!((counts.reported, counts.wrong_moves), (0, 0));
}
