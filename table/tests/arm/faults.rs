//! Everything that goes wrong, at moments chosen at random: it ends in an arm that stands or a move that is made, and the game goes on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_engine::game::Game as _;
use boardwright_engine::state::State;
use boardwright_robot::DriverError;
use boardwright_robot::motion::{ArmError, Stage};
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Fault, Faults};
use boardwright_table::world::{Rehearsal, Slips};
use boardwright_table::{Attendant, HandError, Refused, Request, Standing, Task};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use crate::setting::Setting;

/// How many moments each fault is tried at.
const MOMENTS: u64 = 50;

/// A few moves of a game: after each, the table is as the position says, whatever went wrong. How often somebody had to mend
/// something.
fn play(setting: &mut Setting, attendant: &mut Person, plies: usize, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut state = setting.game.start();
    let mut moves = Vec::new();
    for ply in 0..plies {
        setting.game.turn(&state, &mut moves).expect("the rules hold");
        let mut next: State = state.clone();
        setting.game.apply(&mut next, moves[rng.random_range(0..moves.len())]).expect("a legal move");
        let made = setting.hand.make(&setting.game, &state, &next, attendant);
        made.unwrap_or_else(|error| panic!("seed {seed}, move {ply}: {error}"));
        assert!(setting.hand.standing().agrees(&setting.game, &next), "seed {seed}");
        let wrong = setting.rehearsal.wrong();
        assert!(wrong.is_empty(), "seed {seed}, move {ply}: {wrong:?}");
        state = next;
    }
}

/// A person who sees what is wrong, sets the pieces up, and releases the stop.
struct Person {
    rehearsal: Rehearsal,
    stop: boardwright_robot::EmergencyStop,
    troubles: Vec<HandError>,
    /// Presses the stop at a stage, so long after it begins.
    presses: Option<Stage>,
}

impl Person {
    fn at(setting: &Setting) -> Self {
        Self { rehearsal: setting.rehearsal.clone(), stop: setting.stop.clone(), troubles: Vec::new(), presses: None }
    }
}

impl Attendant for Person {
    fn stage(&mut self, task: &Task, stage: Stage) {
        self.rehearsal.stage(task, stage);
        if self.presses == Some(stage) {
            self.presses = None;
            self.stop.press();
        }
    }

    fn ask(&mut self, request: &Request) -> Result<(), Refused> {
        self.rehearsal.ask(request)
    }

    fn agrees(&mut self, standing: &Standing) -> bool {
        self.rehearsal.agrees(standing)
    }

    fn make_safe(&mut self, trouble: &HandError) -> Result<(), Refused> {
        assert!(trouble.to_string().len() > 20, "{trouble:?} says what is wrong");
        self.troubles.push(trouble.clone());
        self.stop.release();
        self.rehearsal.make_safe(trouble)
    }

    fn set_up(&mut self, standing: &Standing) -> Result<(), Refused> {
        self.rehearsal.set_up(standing)
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        self.rehearsal.put_where_it_parks()
    }
}

/// A fault of the line at moments at which the arm is at work; how many of them somebody had to mend.
fn line_fault(fault: impl Fn(u64) -> Fault, baud: Baud) -> usize {
    let mut mended = 0;
    let mut rng = Pcg64Mcg::seed_from_u64(88);
    for seed in 0..MOMENTS {
        // The arm has started after 2.5 s, and is at work for 9 s at least.
        let moment = Duration::from_millis(rng.random_range(2_700..10_000));
        let mut setting = Setting::with(("tic-tac-toe", &[]), baud, Faults::at(moment, fault(seed)));
        let mut person = Person::at(&setting);
        play(&mut setting, &mut person, 3, seed);
        mended += usize::from(!person.troubles.is_empty());
    }
    mended
}

#[test]
fn a_cable_that_is_pulled_stops_the_arm_and_the_game_goes_on() {
    // On a long way nothing is said for a while: then nobody needs to notice.
    let mended = line_fault(|_| Fault::Unplugged(Duration::from_millis(300)), Baud::SLOW);
    assert!(mended >= 40, "{mended}");
}

#[test]
fn a_board_that_is_reset_is_noticed_and_the_arm_started_anew() {
    assert_eq!(line_fault(|_| Fault::PowerDip, Baud::FAST), MOMENTS as usize);
}

#[test]
fn a_lost_answer_is_asked_for_again() {
    assert_eq!(line_fault(|seed| Fault::AnswersLost(1 + seed as u32 % 3), Baud::FAST), 0);
}

#[test]
fn a_board_that_says_nothing_for_long_stops_the_game_until_it_does() {
    let mended = line_fault(|_| Fault::Stall(Duration::from_secs(2)), Baud::FAST);
    assert!(mended > 0);
}

#[test]
fn noise_on_the_line_never_leads_to_a_wrong_table() {
    for baud in [Baud::SLOW, Baud::FAST] {
        let mended = line_fault(|seed| Fault::Noise(1 + seed as u32 % 4), baud);
        assert!(mended > 0, "some commands were garbled");
    }
}

#[test]
fn pieces_that_are_missed_lost_or_elsewhere_are_seen_and_put_right() {
    for seed in 0..MOMENTS {
        for kind in 0..3 {
            let mut setting = Setting::new(("draughts", &[]), Baud::FAST);
            let mut person = Person::at(&setting);
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            match kind {
                0 => setting.rehearsal.world().slip(Slips { miss: true, lose: None }),
                1 => {
                    let lose = Duration::from_millis(rng.random_range(1..900));
                    setting.rehearsal.world().slip(Slips { miss: false, lose: Some(lose) });
                }
                _ => setting.rehearsal.nudge(
                    rng.random_range(0..24),
                    rng.random_range(6.0..12.0),
                    rng.random_range(0.0..360.0),
                ),
            }
            play(&mut setting, &mut person, 2, seed);
            assert!(!person.troubles.is_empty(), "seed {seed}, kind {kind}: somebody noticed");
        }
    }
}

#[test]
fn the_emergency_stop_stops_every_stage_and_the_game_goes_on() {
    for stage in Stage::ALL {
        for seed in 0..6 {
            let baud = if seed % 2 == 0 { Baud::SLOW } else { Baud::FAST };
            let mut setting = Setting::new(("tic-tac-toe", &[]), baud);
            let mut person = Person { presses: Some(stage), ..Person::at(&setting) };
            play(&mut setting, &mut person, 2, seed);
            assert!(matches!(&person.troubles[..], [HandError::Arm { .. }]), "{stage}: {:?}", person.troubles);
        }
    }
}

#[test]
fn a_program_that_is_killed_leaves_an_arm_that_the_next_one_takes_over() {
    let mut rng = Pcg64Mcg::seed_from_u64(89);
    for seed in 0..MOMENTS {
        let moment = Duration::from_millis(rng.random_range(2_700..9_000));
        let mut setting = Setting::new(("tic-tac-toe", &[]), Baud::SLOW);
        let (mut moves, start) = (Vec::new(), setting.game.start());
        setting.game.turn(&start, &mut moves).expect("the rules hold");
        let mut next = start.clone();
        setting.game.apply(&mut next, moves[seed as usize % moves.len()]).expect("a legal move");

        setting.dies_at(moment);
        let mut person = Person::at(&setting);
        let died = setting.hand.make(&setting.game, &start, &next, &mut Helpless(&mut person));
        setting.lives_again();
        if died.is_ok() {
            continue;
        }
        // The next program knows the game by its record: the last move is not in it.
        let standing = setting.hand.standing().clone();
        setting.hand.arm().start().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        person.rehearsal.set_pieces(&standing);
        if !standing.agrees(&setting.game, &next) {
            setting.hand.make(&setting.game, &start, &next, &mut person).expect("the move is made");
        }
        assert_eq!(setting.rehearsal.wrong(), []);
    }
}

/// Somebody who cannot help a program that is dead.
struct Helpless<'a>(&'a mut Person);

impl Attendant for Helpless<'_> {
    fn stage(&mut self, task: &Task, stage: Stage) {
        self.0.stage(task, stage);
    }

    fn ask(&mut self, _: &Request) -> Result<(), Refused> {
        Err(Refused)
    }

    fn agrees(&mut self, _: &Standing) -> bool {
        true
    }

    fn make_safe(&mut self, _: &HandError) -> Result<(), Refused> {
        Err(Refused)
    }

    fn set_up(&mut self, _: &Standing) -> Result<(), Refused> {
        Err(Refused)
    }

    fn put_where_it_parks(&mut self) -> Result<(), Refused> {
        Err(Refused)
    }
}

/// When the last byte of the last stop had passed, after the key was pressed.
fn stop_time(baud: Baud, press: Duration) -> Option<Duration> {
    let key = Arc::new(Mutex::new(None));
    let mut setting = Setting::pressed_at(("tic-tac-toe", &[]), baud, press, Arc::clone(&key));
    let mut person = Person::at(&setting);
    let (mut moves, start) = (Vec::new(), setting.game.start());
    setting.game.turn(&start, &mut moves).expect("the rules hold");
    let mut next = start.clone();
    setting.game.apply(&mut next, moves[4]).expect("a legal move");
    let made = setting.hand.make(&setting.game, &start, &next, &mut Helpless(&mut person));
    let pressed = (*key.lock().expect("nobody panicked"))?;
    assert_eq!(made, Err(HandError::Refused(Refused)));
    let log = setting.hand.arm().driver().log();
    let stops: Vec<_> = log.last().filter(|entry| entry.bytes.starts_with(b"STOP")).collect();
    assert_eq!(stops.len(), 6, "each servo is stopped once");
    Some(stops.last().expect("six").at.saturating_sub(pressed))
}

#[test]
fn the_last_stop_has_left_within_60_ms_at_9600_baud_and_20_at_115200() {
    for (baud, most) in [(Baud::SLOW, 60), (Baud::FAST, 20)] {
        let times: Vec<Duration> = (0..200)
            .filter_map(|at| stop_time(baud, Duration::from_millis(2_800) + Duration::from_micros(17_130) * at))
            .collect();
        assert!(times.len() > 100, "most presses come while the arm is at work");
        let worst = times.into_iter().max().expect("some");
        assert!(worst <= Duration::from_millis(most), "{baud:?}: {worst:?}");
    }
}

#[test]
fn a_button_at_the_board_stops_the_arm() {
    for seed in 0..10 {
        let moment = Duration::from_millis(3_500 + 400 * seed);
        let pressed = Faults::at(moment, Fault::Button(1, Duration::from_millis(1_500)));
        let mut setting = Setting::with_stop_input(("tic-tac-toe", &[]), 'B', pressed);
        let mut person = Person::at(&setting);
        play(&mut setting, &mut person, 2, seed);
        let stopped =
            matches!(&person.troubles[..], [HandError::Arm { why: ArmError::Driver(DriverError::Stopped), .. }, ..]);
        assert!(stopped, "seed {seed}: {:?}", person.troubles);
    }
}

#[test]
fn an_arm_with_nothing_to_do_rests_and_wakes_for_the_next_move() {
    let mut setting = Setting::new(("tic-tac-toe", &[]), Baud::FAST);
    let mut person = Person::at(&setting);
    play(&mut setting, &mut person, 1, 1);
    let arm = setting.hand.arm();
    arm.driver_mut().settle(Duration::from_secs(119));
    assert_eq!(arm.rest_when_idle(), Ok(false));
    arm.driver_mut().settle(Duration::from_secs(2));
    assert_eq!(arm.rest_when_idle(), Ok(true));
    assert_eq!(arm.at(), None);
    assert_eq!(arm.rest_when_idle(), Ok(false));
    // The game begins again.
    let (mut moves, start) = (Vec::new(), setting.game.start());
    let begun = Standing::set_up(&setting.game, &start, &start, 10).expect("there are slots enough");
    setting.rehearsal.set_pieces(&begun);
    setting.hand.seen(begun);
    setting.game.turn(&start, &mut moves).expect("the rules hold");
    let mut next = start.clone();
    setting.game.apply(&mut next, moves[0]).expect("a legal move");
    setting.hand.make(&setting.game, &start, &next, &mut person).expect("it wakes and makes the move");
    assert_eq!(setting.rehearsal.wrong(), []);
}
