//! Matches between seats that do as they are told: every end, and what is told on the way.

mod common;

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_arena::{
    Bare, Control, Decision, Ending, Finished, Late, ManualWatch, Match, Nobody, Start, StartError, Terms, Verdict,
};
use boardwright_engine::any::AnyMove;
use boardwright_engine::game::{Game as _, Outcome};
use boardwright_engine::ids::Player;
use boardwright_engine::record::{Reason, ReplayError, replay};
use common::{Does, Ring, STEP, Table};

const RING: Ring = Ring { players: 2, steps: 3 };
const SECOND: fn() -> Player = || Player::FIRST.next(2);

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// The record plays again, and says that the match ended like this.
fn holds(game: Ring, finished: &Finished, reason: Reason, outcome: Option<Outcome>) {
    let end = finished.record.end.as_ref().expect("a match ends its record");
    assert_eq!((end.reason, end.outcome), (reason, outcome), "{finished:?}");
    assert_eq!(finished.clock.seconds.len(), finished.record.moves.len());
    replay(&game, &finished.record, &mut |_| Ok::<(), ReplayError>(())).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn a_match_is_told_from_its_beginning_to_its_end() {
    let mut table = Table::default();
    let seats =
        vec![table.seat([Does::Thinks("step", 0.5), Does::Plays("step")]), table.seat([Does::Takes("step", 2)])];
    let finished = table.play(&RING, seats, Terms::default());
    holds(RING, &finished, Reason::Finished, Some(Outcome::Won(Player::FIRST)));
    assert_eq!(finished.clock.seconds, [0.0, 2.0, 0.0]);
    let told = ["started", "turn 1", "1 thinks Some(0.5) in 0ns", "1 step", "turn 2", "2 step", "turn 1", "3 step"];
    assert_eq!(table.told, [&told[..], &["ended Finished"]].concat());
}

#[test]
fn who_runs_out_of_time_loses_even_if_a_move_comes() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Takes("wait", 4), Does::Takes("wait", 4)]), table.seat([])];
    let time = vec![Some(Control::Game { total: seconds(6), increment: seconds(1) })];
    let finished = table.play(&RING, seats, Terms { time, ..Terms::default() });
    assert_eq!(finished.ending, Ending::Time(Player::FIRST));
    holds(RING, &finished, Reason::Time, Some(Outcome::Won(SECOND())));
    assert_eq!(finished.record.moves.len(), 2, "the late move does not count");
}

#[test]
fn what_comes_after_a_move_keeps_a_clock_running() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Takes("step", 4), Does::Takes("step", 4)]), table.seat([Does::Plays("step")])];
    let time = vec![Some(Control::Game { total: seconds(6), increment: seconds(2) })];
    holds(
        RING,
        &table.play(&RING, seats, Terms { time, ..Terms::default() }),
        Reason::Finished,
        Some(Outcome::Won(Player::FIRST)),
    );
}

#[test]
fn lateness_may_be_only_noted() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Takes("step", 4), Does::Plays("step")]), table.seat([Does::Takes("step", 3)])];
    let time = vec![Some(Control::Move(seconds(3)))];
    let finished = table.play(&RING, seats, Terms { time, late: Late::Noted, ..Terms::default() });
    holds(RING, &finished, Reason::Finished, Some(Outcome::Won(Player::FIRST)));
    let late: Vec<_> = table.told.iter().filter(|told| told.contains("late")).collect();
    assert_eq!(late, ["1 late by 1s"], "three seconds of three are in time");
}

#[test]
fn a_draw_is_agreed_by_all_or_not_at_all() {
    let offers = || [Does::Decides(Decision::OfferDraw), Does::Plays("step")];
    let mut table = Table::default();
    let seats = vec![table.seat(offers()), table.meek()];
    let finished = table.play(&RING, seats, Terms::default());
    holds(RING, &finished, Reason::Agreement, Some(Outcome::Draw));
    assert_eq!(table.told[2..4], ["1 offers", "2 accepts"]);

    let three = Ring { players: 3, steps: 1 };
    let mut table = Table::default();
    let seats = vec![table.seat(offers()), table.meek(), table.seat([])];
    holds(three, &table.play(&three, seats, Terms::default()), Reason::Finished, Some(Outcome::Won(Player::FIRST)));
    assert_eq!(table.told[2..6], ["1 offers", "2 accepts", "3 declines", "1 step"]);
}

#[test]
fn a_second_offer_in_a_turn_is_not_heard_and_alone_nobody_agrees() {
    let again = [Does::Decides(Decision::OfferDraw), Does::Decides(Decision::OfferDraw), Does::Plays("step")];
    let mut table = Table::default();
    let seats = vec![table.seat(again.clone()), table.seat([])];
    table.play(&RING, seats, Terms { most_moves: Some(1), ..Terms::default() });
    assert_eq!(table.told[2..7], ["1 offers", "2 declines", "1 offers", "1 declines", "1 step"]);

    let alone = Ring { players: 1, steps: 1 };
    let mut table = Table::default();
    let seats = vec![table.seat(again)];
    assert_eq!(table.play(&alone, seats, Terms::default()).ending, Ending::Finished(Outcome::Won(Player::FIRST)));
}

#[test]
fn who_resigns_loses_to_one_but_not_to_several() {
    let resigns = |players| {
        let game = Ring { players, steps: 3 };
        let mut table = Table::default();
        let mut seats = vec![table.seat([Does::Decides(Decision::Resign)])];
        seats.extend((1..players).map(|_| table.seat([])));
        let finished = table.play(&game, seats, Terms::default());
        let outcome = finished.record.end.as_ref().and_then(|end| end.outcome);
        holds(game, &finished, Reason::Resigned, outcome);
        assert_eq!(finished.record.end.and_then(|end| end.by), Some(Player::FIRST));
        outcome
    };
    assert_eq!([1, 2, 3].map(resigns), [Some(Outcome::Draw), Some(Outcome::Won(SECOND())), None]);
}

#[test]
fn moves_are_taken_back_to_the_last_one_of_a_person() {
    let back = || Does::Decides(Decision::TakeBack);
    let mut table = Table::default();
    let person = table.person([back(), Does::Takes("step", 5), back(), Does::Takes("wait", 3), Does::Plays("step")]);
    let seats = vec![person, table.seat([Does::Plays("step"), Does::Plays("step"), Does::Plays("step")])];
    let finished = table.play(&RING, seats, Terms::default());
    holds(RING, &finished, Reason::Finished, Some(Outcome::Won(SECOND())));
    let texts: Vec<&str> = finished.record.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(texts, ["wait", "step", "step", "step"]);
    assert_eq!(finished.clock.seconds[..2], [3.0, 0.0], "what was taken back is not in the record");
    let taken: Vec<_> = table.told.iter().filter(|told| told.contains("takes back")).collect();
    assert_eq!(taken, ["1 takes back 0 from 1", "1 takes back 2 from 1"]);
}

#[test]
fn a_position_that_stands_too_often_is_a_draw() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Plays("step")]), table.seat([])];
    let finished = table.play(&RING, seats, Terms { repetition: Some(3), ..Terms::default() });
    holds(RING, &finished, Reason::Repetition, Some(Outcome::Draw));
    assert_eq!(finished.ending, Ending::Repeated(3));
    assert_eq!(finished.record.moves.len(), 5, "after the step two rounds, though all positions share one key");
}

#[test]
fn who_panics_loses_and_the_match_comes_to_its_end() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Plays("step")]), table.seat([Does::Panics])];
    let finished = table.play(&RING, seats, Terms::default());
    holds(RING, &finished, Reason::Crash, Some(Outcome::Won(Player::FIRST)));
    let end = finished.record.end.expect("just looked at");
    assert_eq!((end.by, end.note.as_deref()), (Some(SECOND()), Some("out of my depth")));
    assert_eq!(table.told.last().map(String::as_str), Some("ended Crash"));
}

#[test]
fn who_makes_an_illegal_move_loses() {
    for (decision, note) in [
        (Decision::Move(AnyMove::new(STEP + 1)), "2"),
        (Decision::Move(AnyMove::new("a move of another game")), "another game"),
        (Decision::NoMove("hop".to_owned()), "hop"),
    ] {
        let mut table = Table::default();
        let seats = vec![table.seat([Does::Decides(decision)]), table.seat([])];
        let finished = table.play(&RING, seats, Terms::default());
        holds(RING, &finished, Reason::Illegal, Some(Outcome::Won(SECOND())));
        let told = finished.record.end.and_then(|end| end.note).expect("it is told what was played");
        assert!(told.contains(note), "{told}");
    }
}

#[test]
fn a_stopped_match_has_a_record_without_the_move_that_was_thought_of() {
    let mut table = Table::default();
    let seats = vec![table.seat([Does::Plays("step"), Does::Stops]), table.seat([])];
    let finished = table.play(&RING, seats, Terms::default());
    holds(RING, &finished, Reason::Stopped, None);
    assert_eq!(finished.record.moves.len(), 2);
    // It was over before it began.
    let seats = vec![table.seat([]), table.seat([])];
    assert_eq!(table.play(&RING, seats, Terms::default()).ending, Ending::Stopped);
}

#[test]
fn so_many_moves_and_no_more() {
    for most in [0, 1, 5] {
        let mut table = Table::default();
        let seats = vec![table.seat([]), table.seat([])];
        let finished = table.play(&RING, seats, Terms { most_moves: Some(most), ..Terms::default() });
        holds(RING, &finished, Reason::Limit, None);
        assert_eq!(finished.record.moves.len(), most);
    }
}

#[test]
fn values_decide_when_all_agree_for_long_enough() {
    let thinks = |values: &[f64]| -> Vec<Does> { values.iter().map(|&value| Does::Thinks("wait", value)).collect() };
    let verdict = Some(Verdict { values: 2, draw: Some(0.1), win: Some(0.9) });
    let played = |first: &[f64], second: &[f64]| {
        let mut table = Table::default();
        let seats = vec![table.seat(thinks(first)), table.seat(thinks(second))];
        let finished = table.play(&RING, seats, Terms { verdict, most_moves: Some(8), ..Terms::default() });
        (finished.ending, finished.record.moves.len())
    };
    assert_eq!(played(&[0.5, 0.1, 0.0], &[-0.1, 0.05, 0.0]), (Ending::Adjudicated(Outcome::Draw), 5));
    assert_eq!(played(&[-0.9; 4], &[0.5, 1.0, 0.95]), (Ending::Adjudicated(Outcome::Won(SECOND())), 6));
    assert_eq!(played(&[0.95; 4], &[-0.5; 4]), (Ending::Limit, 8), "they do not agree");
    assert_eq!(played(&[0.95; 4], &[]), (Ending::Limit, 8), "one tells nothing");
}

#[test]
fn an_opening_is_part_of_the_record() {
    let playable = Bare { name: "ring", game: &RING };
    let (table, stop, watch) = (Table::default(), AtomicBool::new(false), ManualWatch::default());
    let begun = |opening: &[&str], seats| {
        let start =
            Start { seed: 1, opening: opening.iter().map(|&text| text.to_owned()).collect(), ..Start::default() };
        Match::new(&playable, seats, &start, Terms::default(), &watch, &stop)
    };
    let seats = || vec![table.seat([Does::Plays("step")]), table.seat([Does::Plays("step")])];
    let finished = begun(&["step", " wait"], seats()).expect("it is legal").play(&mut Nobody);
    holds(RING, &finished, Reason::Finished, Some(Outcome::Won(SECOND())));
    assert_eq!((finished.record.header.opening.len(), finished.record.moves[0].ply), (2, 3));
    let wrong = begun(&["step", "hop"], seats()).expect_err("no such move").to_string();
    assert_eq!(wrong, "move 2 of the opening: the move \"hop\" is not legal here: it is not one of the legal moves");
    let long = begun(&["step", "step", "step", "step"], seats()).expect_err("it is over before").to_string();
    assert!(long.starts_with("move 4 of the opening: "), "{long}");
    let few = begun(&[], vec![table.seat([])]).expect_err("a seat is missing");
    assert_eq!(few, StartError::Seats { players: 2, seats: 1 });
}

#[test]
fn every_end_has_a_name_of_its_own() {
    let fault = Ending::Finished(Outcome::Draw);
    let player = Player::FIRST;
    let (text, message) = (String::new(), String::new());
    let endings = [
        fault,
        Ending::Resigned(player),
        Ending::Left(None),
        Ending::Stopped,
        Ending::Limit,
        Ending::Time(player),
        Ending::Illegal { player, text },
        Ending::Crashed { player, message },
        Ending::Agreed,
        Ending::Repeated(2),
        Ending::Adjudicated(Outcome::Draw),
    ];
    let names: BTreeSet<String> = endings.iter().map(|ending| format!("{:?}", ending.reason())).collect();
    assert_eq!(names.len(), endings.len());
    assert_eq!(RING.outcome(&RING.start()), Ok(None));
}
