//! Boards in pictures that are worked out, with what really stands there.

mod trial;

use boardwright_games::ON_A_TABLE;
use boardwright_table::world::{Level, Ranges};
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

#[test]
fn boards_that_are_hard_to_see_are_read_and_moves_understood() {
    let counts = measured(Level::Hard, 7, 12);
    at_least(0.99, counts.places, counts.all_places);
    at_least(0.999, counts.moves, counts.all_boards);
    assert_eq!((counts.reported, counts.wrong_moves), (0, 0));
}
