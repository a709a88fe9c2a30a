//! Fault injection at random times: afterwards the arm has stopped or the move has been made, and the game goes on.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_game::game::Game as _;
use boardwright_interpreter::state::State;
use boardwright_robot::DriverError;
use boardwright_robot::motion::{ArmError, PickStage};
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Fault, Faults};
use boardwright_table::simulation::{GripFaults, SimulatedGame};
use boardwright_table::{Attendant, BoardContents, MoveError, Request, RequestRefused, Task};
use rand::{RngExt as _, SeedableRng as _};
use rand_pcg::Pcg64Mcg;

use super::setting::Setting;

/// Number of random times for each fault.
const MOMENTS: u64 = 50;

/// Plays a few moves and checks after each that the table matches the position despite the faults.
fn play(setting: &mut Setting, attendant: &mut Person, plies: usize, seed: u64) {
    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut state = setting.game.initial_state();
    let mut moves = Vec::new();
    for ply in 0..plies {
        setting.game.legal_moves(&state, &mut moves).expect("the rules hold");
        let mut next: State = state.clone();
        setting.game.apply(&mut next, moves[rng.random_range(0..moves.len())]).expect("a legal move");
        let made = setting.executor.execute_move(&setting.game, &state, &next, attendant);
        made.unwrap_or_else(|error| panic!("seed {seed}, move {ply}: {error}"));
        assert!(setting.executor.contents().matches(&setting.game, &next), "seed {seed}");
        let wrong = setting.simulation.deviations();
        assert!(wrong.is_empty(), "seed {seed}, move {ply}: {wrong:?}");
        state = next;
    }
}

/// A person who notices errors, sets the pieces up, and releases the stop.
struct Person {
    simulation: SimulatedGame,
    stop: boardwright_robot::EmergencyStop,
    errors: Vec<MoveError>,
    /// Presses the stop at the beginning of a stage.
    presses: Option<PickStage>,
}

impl Person {
    fn at(setting: &Setting) -> Self {
        Self { simulation: setting.simulation.clone(), stop: setting.stop.clone(), errors: Vec::new(), presses: None }
    }
}

impl Attendant for Person {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        self.simulation.stage_begins(task, stage);
        if self.presses == Some(stage) {
            self.presses = None;
            self.stop.press();
        }
    }

    fn fulfil(&mut self, request: &Request) -> Result<(), RequestRefused> {
        self.simulation.fulfil(request)
    }

    fn is_as_expected(&mut self, contents: &BoardContents) -> bool {
        self.simulation.is_as_expected(contents)
    }

    fn make_safe(&mut self, error: &MoveError) -> Result<(), RequestRefused> {
        assert!(error.to_string().len() > 20, "{error:?} says what is wrong");
        self.errors.push(error.clone());
        self.stop.release();
        self.simulation.make_safe(error)
    }

    fn set_up(&mut self, contents: &BoardContents) -> Result<(), RequestRefused> {
        self.simulation.set_up(contents)
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        self.simulation.place_arm_at_park()
    }
}

/// Injects a fault of the line while the arm works; returns the number of runs in which a person had to help.
fn line_fault(fault: impl Fn(u64) -> Fault, baud: Baud) -> usize {
    let mut helped = 0;
    let mut rng = Pcg64Mcg::seed_from_u64(88);
    for seed in 0..MOMENTS {
        // The arm has started after 2.5 s, and works for at least 9 s.
        let moment = Duration::from_millis(rng.random_range(2_700..10_000));
        let mut setting = Setting::with(("tic-tac-toe", &[]), baud, Faults::at(moment, fault(seed)));
        let mut person = Person::at(&setting);
        play(&mut setting, &mut person, 3, seed);
        helped += usize::from(!person.errors.is_empty());
    }
    helped
}

#[test]
fn an_unplugged_cable_stops_the_arm_and_the_game_goes_on() {
    // On a long path nothing is transmitted for a while, so a short interruption may go unnoticed.
    let helped = line_fault(|_| Fault::Unplugged(Duration::from_millis(300)), Baud::SLOW);
    assert!(helped >= 40, "{helped}");
}

#[test]
fn a_controller_reset_is_detected_and_the_arm_restarted() {
    assert_eq!(line_fault(|_| Fault::PowerDip, Baud::FAST), MOMENTS as usize);
}

#[test]
fn a_query_is_repeated_after_a_lost_answer() {
    assert_eq!(line_fault(|seed| Fault::AnswersLost(1 + seed as u32 % 3), Baud::FAST), 0);
}

#[test]
fn a_stalled_controller_stops_the_game_until_it_answers() {
    let helped = line_fault(|_| Fault::Stall(Duration::from_secs(2)), Baud::FAST);
    assert!(helped > 0);
}

#[test]
fn noise_on_the_line_never_leads_to_a_wrong_table() {
    for baud in [Baud::SLOW, Baud::FAST] {
        let helped = line_fault(|seed| Fault::Noise(1 + seed as u32 % 4), baud);
        assert!(helped > 0, "some commands were garbled");
    }
}

#[test]
fn missed_lost_and_displaced_pieces_are_detected_and_corrected() {
    for seed in 0..MOMENTS {
        for kind in 0..3 {
            let mut setting = Setting::new(("draughts", &[]), Baud::FAST);
            let mut person = Person::at(&setting);
            let mut rng = Pcg64Mcg::seed_from_u64(seed);
            match kind {
                0 => setting.simulation.table().inject_grip_faults(GripFaults { miss: true, lose: None }),
                1 => {
                    let lose = Duration::from_millis(rng.random_range(1..900));
                    setting.simulation.table().inject_grip_faults(GripFaults { miss: false, lose: Some(lose) });
                }
                _ => setting.simulation.nudge(
                    rng.random_range(0..24),
                    rng.random_range(6.0..12.0),
                    rng.random_range(0.0..360.0),
                ),
            }
            play(&mut setting, &mut person, 2, seed);
            assert!(!person.errors.is_empty(), "seed {seed}, kind {kind}: somebody noticed");
        }
    }
}

#[test]
fn the_emergency_stop_stops_every_stage_and_the_game_goes_on() {
    for stage in PickStage::ALL {
        for seed in 0..6 {
            let baud = if seed % 2 == 0 { Baud::SLOW } else { Baud::FAST };
            let mut setting = Setting::new(("tic-tac-toe", &[]), baud);
            let mut person = Person { presses: Some(stage), ..Person::at(&setting) };
            play(&mut setting, &mut person, 2, seed);
            assert!(matches!(&person.errors[..], [MoveError::Arm { .. }]), "{stage}: {:?}", person.errors);
        }
    }
}

#[test]
fn a_new_program_takes_over_the_arm_of_a_killed_one() {
    let mut rng = Pcg64Mcg::seed_from_u64(89);
    for seed in 0..MOMENTS {
        let moment = Duration::from_millis(rng.random_range(2_700..9_000));
        let mut setting = Setting::new(("tic-tac-toe", &[]), Baud::SLOW);
        let (mut moves, start) = (Vec::new(), setting.game.initial_state());
        setting.game.legal_moves(&start, &mut moves).expect("the rules hold");
        let mut next = start.clone();
        setting.game.apply(&mut next, moves[seed as usize % moves.len()]).expect("a legal move");

        setting.fails_at(moment);
        let mut person = Person::at(&setting);
        let died = setting.executor.execute_move(&setting.game, &start, &next, &mut HelplessPerson(&mut person));
        setting.restart();
        if died.is_ok() {
            continue;
        }
        // The new program knows the game from its record, which lacks the last move.
        let contents = setting.executor.contents().clone();
        setting.executor.arm().start().unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        person.simulation.set_pieces(&contents);
        if !contents.matches(&setting.game, &next) {
            setting.executor.execute_move(&setting.game, &start, &next, &mut person).expect("the move is made");
        }
        assert_eq!(setting.simulation.deviations(), []);
    }
}

/// An attendant that refuses all requests of a dead program.
struct HelplessPerson<'a>(&'a mut Person);

impl Attendant for HelplessPerson<'_> {
    fn stage_begins(&mut self, task: &Task, stage: PickStage) {
        self.0.stage_begins(task, stage);
    }

    fn fulfil(&mut self, _: &Request) -> Result<(), RequestRefused> {
        Err(RequestRefused)
    }

    fn is_as_expected(&mut self, _: &BoardContents) -> bool {
        true
    }

    fn make_safe(&mut self, _: &MoveError) -> Result<(), RequestRefused> {
        Err(RequestRefused)
    }

    fn set_up(&mut self, _: &BoardContents) -> Result<(), RequestRefused> {
        Err(RequestRefused)
    }

    fn place_arm_at_park(&mut self) -> Result<(), RequestRefused> {
        Err(RequestRefused)
    }
}

/// Time from the key press until the last byte of the last stop command has passed.
fn stop_time(baud: Baud, press: Duration) -> Option<Duration> {
    let key = Arc::new(Mutex::new(None));
    let mut setting = Setting::pressed_at(("tic-tac-toe", &[]), baud, press, Arc::clone(&key));
    let mut person = Person::at(&setting);
    let (mut moves, start) = (Vec::new(), setting.game.initial_state());
    setting.game.legal_moves(&start, &mut moves).expect("the rules hold");
    let mut next = start.clone();
    setting.game.apply(&mut next, moves[4]).expect("a legal move");
    let made = setting.executor.execute_move(&setting.game, &start, &next, &mut HelplessPerson(&mut person));
    let pressed = (*key.lock().expect("nobody panicked"))?;
    // Nobody makes the table safe: the reason why the arm has stopped is the error.
    let stopped = ArmError::Driver(DriverError::Stopped);
    assert!(matches!(&made, Err(MoveError::Arm { why, .. } | MoveError::Start { why }) if *why == stopped), "{made:?}");
    let log = setting.executor.arm().driver().log();
    let stops: Vec<_> = log.last_entries().filter(|entry| entry.bytes.starts_with(b"STOP")).collect();
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
fn a_button_at_the_controller_stops_the_arm() {
    for seed in 0..10 {
        let moment = Duration::from_millis(3_500 + 400 * seed);
        let pressed = Faults::at(moment, Fault::Button(1, Duration::from_millis(1_500)));
        let mut setting = Setting::with_stop_input(("tic-tac-toe", &[]), 'B', pressed);
        let mut person = Person::at(&setting);
        play(&mut setting, &mut person, 2, seed);
        let stopped =
            matches!(&person.errors[..], [MoveError::Arm { why: ArmError::Driver(DriverError::Stopped), .. }, ..]);
        assert!(stopped, "seed {seed}: {:?}", person.errors);
    }
}

#[test]
fn an_idle_arm_rests_and_restarts_for_the_next_move() {
    let mut setting = Setting::new(("tic-tac-toe", &[]), Baud::FAST);
    let mut person = Person::at(&setting);
    play(&mut setting, &mut person, 1, 1);
    let arm = setting.executor.arm();
    arm.driver_mut().settle(Duration::from_secs(119));
    assert_eq!(arm.rest_when_idle(), Ok(false));
    arm.driver_mut().settle(Duration::from_secs(2));
    assert_eq!(arm.rest_when_idle(), Ok(true));
    assert_eq!(arm.commanded_pulses(), None);
    assert_eq!(arm.rest_when_idle(), Ok(false));
    // The game starts again.
    let (mut moves, start) = (Vec::new(), setting.game.initial_state());
    let begun = BoardContents::set_up(&setting.game, &start, &start, 10).expect("there are slots enough");
    setting.simulation.set_pieces(&begun);
    setting.executor.set_contents(begun);
    setting.game.legal_moves(&start, &mut moves).expect("the rules hold");
    let mut next = start.clone();
    setting.game.apply(&mut next, moves[0]).expect("a legal move");
    setting.executor.execute_move(&setting.game, &start, &next, &mut person).expect("it wakes and makes the move");
    assert_eq!(setting.simulation.deviations(), []);
}
