//! Board reading on synthetic camera images, compared with the ground truth.

mod empty_boards;
mod film;
mod films;
mod trial;

use std::collections::BTreeSet;

use boardwright_game::game::Game as _;
use boardwright_games::ROBOT_GAMES;
use boardwright_table::perception::DifferentPieces;
use boardwright_table::simulation::{Difficulty, ParameterSet};
use boardwright_tests::effort::repetitions;
use boardwright_vision::read::{self, Class, LearnError, Reader};
use boardwright_vision::render::{Disc, TopMark};
use trial::{Counts, Trial};

const SIZE: (u32, u32) = (1280, 720);

/// A few positions and hands of every game, in one session each in a usual run, under conditions that were not used in development.
fn measured(level: Difficulty, boards: usize, hands: usize) -> Counts {
    let mut counts = Counts::default();
    for (number, name) in ROBOT_GAMES.into_iter().enumerate() {
        for session in 0..repetitions(1) {
            let mut trial =
                Trial::new(name, level, ParameterSet::Evaluation, SIZE, 1_000 + 10 * number as u64 + session);
            trial.session(boards, hands, &mut counts).unwrap_or_else(|poor| panic!("{level:?} {}: {poor}", name.0));
        }
    }
    println!("{level:?}: {counts:?}");
    counts
}

/// Asserts a minimum proportion.
fn at_least(share: f64, right: usize, all: usize) {
    assert!(right as f64 >= share * all as f64, "{right} of {all}");
}

#[test]
fn boards_in_office_conditions_are_read_and_moves_recognised() {
    let counts = measured(Difficulty::Office, 6, 8);
    at_least(0.999, counts.places, counts.all_places);
    at_least(0.995, counts.boards, counts.all_boards);
    at_least(0.999, counts.moves, counts.all_boards);
    assert_eq!((counts.reported, counts.wrong_moves), (0, 0));
}

/// A game whose king has the colour of the guards, and a cross on its top.
const BRANDUB: trial::Name = ("brandub", &[]);

#[test]
fn pieces_of_one_colour_are_distinguished_by_their_marks() {
    for level in [Difficulty::Office, Difficulty::Hard] {
        let mut counts = Counts::default();
        for seed in 2_000..2_004 {
            let mut trial = Trial::new(BRANDUB, level, ParameterSet::Evaluation, SIZE, seed);
            trial.session(7, 0, &mut counts).unwrap_or_else(|poor| panic!("{level:?} {seed}: {poor}"));
            let start = trial.classes(&trial.contents(&trial.game.initial_state()));
            assert_eq!(start.iter().flatten().collect::<BTreeSet<_>>().len(), 3, "raiders, guards and their king");
        }
        println!("{level:?}: {counts:?}");
        at_least(0.99, counts.places, counts.all_places);
        assert_eq!((counts.moves, counts.wrong_moves), (counts.all_boards, 0));
    }
}

#[test]
fn only_states_of_equal_appearance_are_merged() {
    let mut trial = Trial::new(BRANDUB, Difficulty::Office, ParameterSet::Evaluation, SIZE, 2_000);
    let start = trial.contents(&trial.game.initial_state());
    let plain: Vec<Disc> = trial.discs(&start).into_iter().map(|disc| Disc { mark: TopMark::Plain, ..disc }).collect();
    let picture = trial.scene.render(plain, 1);
    let mut reader = trial.reader();
    let Err(LearnError::Inseparable(guard, king)) = reader.learn(&picture, &trial.classes(&start)) else {
        panic!("nothing tells the king from the guards");
    };
    let names = [guard, king].map(|class| trial.colours.describe(trial.game.rules(), class));
    assert_eq!(names, ["Guards piece", "Guards king"]);
    trial.colours.merge(guard, king).expect("they are states of one piece");
    let known = trial.classes(&start);
    assert!(!known.contains(&Some(king)));
    reader.learn(&picture, &known).expect("what is left looks different");
    let observation = reader.observe(&picture, &known);
    assert!(
        observation
            .places
            .iter()
            .zip(known)
            .all(|(place, known)| place.most_probable().is_some_and(|(content, _)| content == known))
    );
    assert_eq!(trial.colours.merge(Class(0), guard), Err(DifferentPieces));
}

/// Ivory men on a board with cream squares: the board beside a place resembles the men.
#[test]
fn men_of_the_colour_of_squares_are_seen_on_their_places_and_half_beside_them() {
    let mut trial = Trial::new(("draughts", &[]), Difficulty::Office, ParameterSet::Evaluation, SIZE, 2_100);
    let start = trial.contents(&trial.game.initial_state());
    let known = trial.classes(&start);
    let ivory = known.iter().flatten().copied().max().expect("there are men");
    let men: Vec<(usize, Class)> =
        known.iter().enumerate().filter_map(|(place, class)| Some((place, (*class)?))).collect();
    let mut discs = trial.discs(&start);
    for (disc, (_, class)) in discs.iter_mut().zip(&men) {
        if *class == ivory {
            disc.tone = [0.72, 0.67, 0.5];
        }
    }
    let mut reader = trial.reader();
    reader.learn(&trial.scene.render(discs.clone(), 1), &known).expect("the men differ");
    for (number, (place, _)) in men.iter().enumerate().filter(|(_, (_, class))| *class == ivory) {
        let without: Vec<Disc> =
            discs.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, disc)| *disc).collect();
        let observation = reader.observe(&trial.scene.render(without.clone(), 2), &known);
        let read = observation.places[*place].most_probable();
        assert!(matches!(read, Some((None, _))), "place {place} is empty: {:?}", observation.places[*place]);
        for [right, up] in [[1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]] {
            let mut beside = discs[number];
            beside.at = [beside.at[0] + beside.radius * right, beside.at[1] + beside.radius * up];
            let observation = reader.observe(&trial.scene.render([without.clone(), vec![beside]].concat(), 3), &known);
            let read = observation.places[*place].most_probable();
            assert!(read.is_none(), "the man is half beside place {place}: {:?}", observation.places[*place]);
        }
    }
}

#[test]
fn configured_colours_apply_until_colours_are_learnt_again() {
    let mut trial = Trial::new(("draughts", &[]), Difficulty::Office, ParameterSet::Evaluation, SIZE, 2_000);
    let start = trial.contents(&trial.game.initial_state());
    let (known, picture) = (trial.classes(&start), trial.picture(&start));
    let mut reader = trial.reader();
    let white = Class(0);
    let reads = |reader: &Reader| {
        let observation = reader.observe(&picture, &known);
        known
            .iter()
            .zip(&observation.places)
            .filter(|(known, _)| **known == Some(white))
            .all(|(_, place)| place.most_probable().is_some_and(|(content, _)| content == Some(white)))
    };
    reader.learn(&picture, &known).expect("there is light");
    assert!(reads(&reader));
    let (_, learnt) = reader.ranges()[white.0];
    // The complementary colour.
    let other = read::HsvRanges { hue: [(learnt.hue[0] + 180.0) % 360.0, (learnt.hue[1] + 180.0) % 360.0], ..learnt };
    reader.set_ranges(white, other);
    assert!(!reads(&reader));
    assert_eq!(reader.ranges()[white.0], (white, other), "what was told is kept");
    reader.set_ranges(white, learnt);
    assert!(reads(&reader));
    reader.set_ranges(white, other);
    reader.learn(&picture, &known).expect("there is light");
    assert!(reads(&reader), "what was told is forgotten");
}

#[test]
fn boards_in_hard_conditions_are_read_and_moves_recognised() {
    let counts = measured(Difficulty::Hard, 6, 8);
    at_least(0.99, counts.places, counts.all_places);
    at_least(0.999, counts.moves, counts.all_boards);
    assert_eq!((counts.reported, counts.wrong_moves), (0, 0));
}
