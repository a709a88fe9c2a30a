//! Matches between scripted seats: all endings, and the events on the way.

use std::collections::BTreeSet;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use boardwright_arena::{
    Adjudication, Decision, Ending, FinishedMatch, ManualWatch, Match, NamedGame, NullHost, Start, StartError, Terms,
    TimeControl, TimeoutPolicy,
};
use boardwright_game::any::AnyMove;
use boardwright_game::game::{Game as _, Outcome};
use boardwright_game::ids::Player;
use boardwright_game::record::{EndReason, ReplayError, replay};
use boardwright_games::kuhn::Kuhn;

use crate::common::{Ring, STEP, ScriptStep, ScriptedMatch};

const RING: Ring = Ring { players: 2, steps: 3 };
const SECOND: fn() -> Player = || Player::FIRST.next(2);

fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Asserts that the record can be replayed and has this ending.
fn assert_ending(game: Ring, finished: &FinishedMatch, reason: EndReason, outcome: Option<Outcome>) {
    let end = finished.record.end.as_ref().expect("a match ends its record");
    assert_eq!((end.reason, end.outcome), (reason, outcome), "{finished:?}");
    assert_eq!(finished.clock.seconds.len(), finished.record.moves.len());
    replay(&game, &finished.record, &mut |_| Ok::<(), ReplayError>(())).unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn the_host_is_notified_of_all_events() {
    let mut table = ScriptedMatch::default();
    let seats = vec![
        table.seat([ScriptStep::Thinks("step", 0.5), ScriptStep::Plays("step")]),
        table.seat([ScriptStep::Takes("step", 2)]),
    ];
    let finished = table.play(&RING, seats, Terms::default());
    assert_ending(RING, &finished, EndReason::Finished, Some(Outcome::Won(Player::FIRST)));
    assert_eq!(finished.clock.seconds, [0.0, 2.0, 0.0]);
    let events = ["started", "turn 1", "1 thinks Some(0.5) in 0ns", "1 step", "turn 2", "2 step", "turn 1", "3 step"];
    assert_eq!(table.log, [&events[..], &["ended Finished"]].concat());
}

#[test]
fn running_out_of_time_loses_even_if_a_move_comes() {
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat([ScriptStep::Takes("wait", 4), ScriptStep::Takes("wait", 4)]), table.seat([])];
    let time = vec![Some(TimeControl::Game { total: seconds(6), increment: seconds(1) })];
    let finished = table.play(&RING, seats, Terms { time, ..Terms::default() });
    assert_eq!(finished.ending, Ending::Time { player: Player::FIRST, late: Some("wait".to_owned()) });
    assert_eq!(finished.record.end.as_ref().and_then(|end| end.note.as_deref()), Some("wait"));
    assert_ending(RING, &finished, EndReason::Time, Some(Outcome::Won(SECOND())));
    assert_eq!(finished.record.moves.len(), 2, "the late move does not count");
}

#[test]
fn the_increment_is_added_after_a_move() {
    let mut table = ScriptedMatch::default();
    let seats = vec![
        table.seat([ScriptStep::Takes("step", 4), ScriptStep::Takes("step", 4)]),
        table.seat([ScriptStep::Plays("step")]),
    ];
    let time = vec![Some(TimeControl::Game { total: seconds(6), increment: seconds(2) })];
    assert_ending(
        RING,
        &table.play(&RING, seats, Terms { time, ..Terms::default() }),
        EndReason::Finished,
        Some(Outcome::Won(Player::FIRST)),
    );
}

#[test]
fn a_time_overrun_may_be_only_noted() {
    let mut table = ScriptedMatch::default();
    let seats = vec![
        table.seat([ScriptStep::Takes("step", 4), ScriptStep::Plays("step")]),
        table.seat([ScriptStep::Takes("step", 3)]),
    ];
    let time = vec![Some(TimeControl::Move(seconds(3)))];
    let finished = table.play(&RING, seats, Terms { time, timeout_policy: TimeoutPolicy::Noted, ..Terms::default() });
    assert_ending(RING, &finished, EndReason::Finished, Some(Outcome::Won(Player::FIRST)));
    let late: Vec<_> = table.log.iter().filter(|line| line.contains("late")).collect();
    assert_eq!(late, ["1 late by 1s"], "three seconds of three are in time");
}

#[test]
fn a_draw_needs_the_agreement_of_all() {
    let offers = || [ScriptStep::Decides(Decision::OfferDraw), ScriptStep::Plays("step")];
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat(offers()), table.accepting_seat()];
    let finished = table.play(&RING, seats, Terms::default());
    assert_ending(RING, &finished, EndReason::Agreement, Some(Outcome::Draw));
    assert_eq!(table.log[2..4], ["1 offers", "2 accepts"]);

    let three = Ring { players: 3, steps: 1 };
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat(offers()), table.accepting_seat(), table.seat([])];
    assert_ending(
        three,
        &table.play(&three, seats, Terms::default()),
        EndReason::Finished,
        Some(Outcome::Won(Player::FIRST)),
    );
    assert_eq!(table.log[2..6], ["1 offers", "2 accepts", "3 declines", "1 step"]);
}

#[test]
fn a_second_offer_and_an_offer_without_opponents_are_declined() {
    let again =
        [ScriptStep::Decides(Decision::OfferDraw), ScriptStep::Decides(Decision::OfferDraw), ScriptStep::Plays("step")];
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat(again.clone()), table.seat([])];
    table.play(&RING, seats, Terms { max_moves: Some(1), ..Terms::default() });
    assert_eq!(table.log[2..7], ["1 offers", "2 declines", "1 offers", "1 declines", "1 step"]);

    let alone = Ring { players: 1, steps: 1 };
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat(again)];
    assert_eq!(table.play(&alone, seats, Terms::default()).ending, Ending::Finished(Outcome::Won(Player::FIRST)));
}

#[test]
fn resigning_gives_the_game_to_a_single_opponent() {
    let resigns = |players| {
        let game = Ring { players, steps: 3 };
        let mut table = ScriptedMatch::default();
        let mut seats = vec![table.seat([ScriptStep::Decides(Decision::Resign)])];
        seats.extend((1..players).map(|_| table.seat([])));
        let finished = table.play(&game, seats, Terms::default());
        let outcome = finished.record.end.as_ref().and_then(|end| end.outcome);
        assert_ending(game, &finished, EndReason::Resigned, outcome);
        assert_eq!(finished.record.end.and_then(|end| end.by), Some(Player::FIRST));
        outcome
    };
    assert_eq!([1, 2, 3].map(resigns), [Some(Outcome::Draw), Some(Outcome::Won(SECOND())), None]);
}

#[test]
fn moves_are_taken_back_to_the_last_one_of_a_person() {
    let back = || ScriptStep::Decides(Decision::TakeBack);
    let mut table = ScriptedMatch::default();
    let person = table.person([
        back(),
        ScriptStep::Takes("step", 5),
        back(),
        ScriptStep::Takes("wait", 3),
        ScriptStep::Plays("step"),
    ]);
    let seats =
        vec![person, table.seat([ScriptStep::Plays("step"), ScriptStep::Plays("step"), ScriptStep::Plays("step")])];
    let finished = table.play(&RING, seats, Terms::default());
    assert_ending(RING, &finished, EndReason::Finished, Some(Outcome::Won(SECOND())));
    let texts: Vec<&str> = finished.record.moves.iter().map(|played| played.text.as_str()).collect();
    assert_eq!(texts, ["wait", "step", "step", "step"]);
    assert_eq!(finished.clock.seconds[..2], [3.0, 0.0], "what was taken back is not in the record");
    let taken: Vec<_> = table.log.iter().filter(|line| line.contains("takes back")).collect();
    assert_eq!(taken, ["1 takes back 0 from 1", "1 takes back 2 from 1"]);
}

#[test]
fn moves_that_showed_cards_are_not_taken_back_against_others() {
    let mut table = ScriptedMatch::default();
    let back = ScriptStep::Decides(Decision::TakeBack);
    let seats = vec![
        table.person([ScriptStep::Plays("check"), back, ScriptStep::Decides(Decision::Resign)]),
        table.seat([ScriptStep::Plays("bet")]),
    ];
    let finished = table.play(&Kuhn, seats, Terms::default());
    assert_eq!(finished.ending, Ending::Resigned(Player::FIRST));
    assert_eq!(finished.record.moves.len(), 4, "{:?}", table.log);
    assert!(table.log.contains(&"1 may not take back".to_owned()), "{:?}", table.log);
}

#[test]
fn repetition_is_a_draw() {
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat([ScriptStep::Plays("step")]), table.seat([])];
    let finished = table.play(&RING, seats, Terms { repetition: Some(3), ..Terms::default() });
    assert_ending(RING, &finished, EndReason::Repetition, Some(Outcome::Draw));
    assert_eq!(finished.ending, Ending::Repeated(3));
    assert_eq!(finished.record.moves.len(), 5, "after the step two rounds, though all positions share one key");
}

#[test]
fn a_panicking_player_loses_and_the_match_ends() {
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat([ScriptStep::Plays("step")]), table.seat([ScriptStep::Panics])];
    let finished = table.play(&RING, seats, Terms::default());
    assert_ending(RING, &finished, EndReason::Crash, Some(Outcome::Won(Player::FIRST)));
    let end = finished.record.end.expect("just looked at");
    assert_eq!((end.by, end.note.as_deref()), (Some(SECOND()), Some("out of my depth")));
    assert_eq!(table.log.last().map(String::as_str), Some("ended Crash"));
}

#[test]
fn an_illegal_move_loses() {
    for (decision, note) in [
        (Decision::Move(AnyMove::new(STEP + 1)), "2"),
        (Decision::Move(AnyMove::new("a move of another game")), "another game"),
        (Decision::InvalidMove("hop".to_owned()), "hop"),
    ] {
        let mut table = ScriptedMatch::default();
        let seats = vec![table.seat([ScriptStep::Decides(decision)]), table.seat([])];
        let finished = table.play(&RING, seats, Terms::default());
        assert_ending(RING, &finished, EndReason::Illegal, Some(Outcome::Won(SECOND())));
        let note_text = finished.record.end.and_then(|end| end.note).expect("the record has the move");
        assert!(note_text.contains(note), "{note_text}");
    }
}

#[test]
fn a_stopped_match_has_a_record_without_the_last_decision() {
    let mut table = ScriptedMatch::default();
    let seats = vec![table.seat([ScriptStep::Plays("step"), ScriptStep::Stops]), table.seat([])];
    let finished = table.play(&RING, seats, Terms::default());
    assert_ending(RING, &finished, EndReason::Stopped, None);
    assert_eq!(finished.record.moves.len(), 2);
    // The stop flag is still set from the first match.
    let seats = vec![table.seat([]), table.seat([])];
    assert_eq!(table.play(&RING, seats, Terms::default()).ending, Ending::Stopped);
}

#[test]
fn the_move_limit_ends_the_match() {
    for most in [0, 1, 5] {
        let mut table = ScriptedMatch::default();
        let seats = vec![table.seat([]), table.seat([])];
        let finished = table.play(&RING, seats, Terms { max_moves: Some(most), ..Terms::default() });
        assert_ending(RING, &finished, EndReason::Limit, None);
        assert_eq!(finished.record.moves.len(), most);
    }
}

#[test]
fn agreeing_values_adjudicate_the_game() {
    let thinks =
        |values: &[f64]| -> Vec<ScriptStep> { values.iter().map(|&value| ScriptStep::Thinks("wait", value)).collect() };
    let adjudication = Some(Adjudication { values: 2, draw: Some(0.1), win: Some(0.9) });
    let played = |first: &[f64], second: &[f64]| {
        let mut table = ScriptedMatch::default();
        let seats = vec![table.seat(thinks(first)), table.seat(thinks(second))];
        let finished = table.play(&RING, seats, Terms { adjudication, max_moves: Some(8), ..Terms::default() });
        (finished.ending, finished.record.moves.len())
    };
    assert_eq!(played(&[0.5, 0.1, 0.0], &[-0.1, 0.05, 0.0]), (Ending::Adjudicated(Outcome::Draw), 5));
    assert_eq!(played(&[-0.9; 4], &[0.5, 1.0, 0.95]), (Ending::Adjudicated(Outcome::Won(SECOND())), 6));
    assert_eq!(played(&[0.95; 4], &[-0.5; 4]), (Ending::Limit, 8), "they do not agree");
    assert_eq!(played(&[0.95; 4], &[]), (Ending::Limit, 8), "one tells nothing");
}

#[test]
fn an_opening_is_part_of_the_record() {
    let playable = NamedGame { name: "ring", game: &RING };
    let (table, stop, watch) = (ScriptedMatch::default(), AtomicBool::new(false), ManualWatch::default());
    let begun = |opening: &[&str], seats| {
        let start =
            Start { seed: 1, opening: opening.iter().map(|&text| text.to_owned()).collect(), ..Start::default() };
        Match::new(&playable, seats, &start, Terms::default(), &watch, &stop)
    };
    let seats = || vec![table.seat([ScriptStep::Plays("step")]), table.seat([ScriptStep::Plays("step")])];
    let finished = begun(&["step", " wait"], seats()).expect("it is legal").play(&mut NullHost);
    assert_ending(RING, &finished, EndReason::Finished, Some(Outcome::Won(SECOND())));
    assert_eq!((finished.record.header.opening.len(), finished.record.moves[0].ply), (2, 3));
    let wrong = begun(&["step", "hop"], seats()).expect_err("no such move").to_string();
    assert_eq!(wrong, "move 2 of the opening: the move \"hop\" is not legal here: it is not one of the legal moves");
    let long = begun(&["step", "step", "step", "step"], seats()).expect_err("it is over before").to_string();
    assert!(long.starts_with("move 4 of the opening: "), "{long}");
    let few = begun(&[], vec![table.seat([])]).expect_err("a seat is missing");
    assert_eq!(few, StartError::Seats { players: 2, seats: 1 });
}

#[test]
fn every_ending_has_its_own_name() {
    let fault = Ending::Finished(Outcome::Draw);
    let player = Player::FIRST;
    let (text, message) = (String::new(), String::new());
    let endings = [
        fault,
        Ending::Resigned(player),
        Ending::Left(None),
        Ending::Stopped,
        Ending::Limit,
        Ending::Time { player, late: None },
        Ending::Illegal { player, text },
        Ending::Crashed { player, message },
        Ending::Agreed,
        Ending::Repeated(2),
        Ending::Adjudicated(Outcome::Draw),
    ];
    let names: BTreeSet<String> = endings.iter().map(|ending| format!("{:?}", ending.reason())).collect();
    assert_eq!(names.len(), endings.len());
    assert_eq!(RING.outcome(&RING.initial_state()), Ok(None));
}
