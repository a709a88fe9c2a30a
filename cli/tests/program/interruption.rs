//! Interruption of commands that move an arm: Ctrl-C on a real terminal, requests to terminate, and a closed terminal. The
//! arm is a stand-in for an SSC-32U behind a pseudo-terminal, which answers like one and logs all commands.

use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use boardwright_robot::Clock;
use boardwright_robot::protocol::Baud;
use boardwright_robot::sim::{Body, Faults, SimLine};
use nix::pty::openpty;

/// Time after which a test fails that waits for the program.
const PATIENCE: Duration = Duration::from_mins(1);

/// Channels of the joints and the gripper of the default arm.
const CHANNELS: [u8; 6] = [0, 1, 2, 3, 4, 5];

/// Pulse widths of the default arm above the table, at which another program has left it.
const LEFT_RAISED: &str = "#0 P1400 #1 P1500 #2 P1600 #3 P1500 #4 P1500 #5 P1500";

/// Pulse widths at the servos.
struct Pulses([Option<f64>; 32]);

impl Body for Pulses {
    fn follow(&mut self, _now: Duration, pulses: &[Option<f64>; 32]) {
        self.0 = *pulses;
    }
}

/// A stand-in for a controller behind a serial port, and its log.
struct Controller {
    port: String,
    line: Arc<Mutex<SimLine>>,
    pulses: Arc<Mutex<Pulses>>,
    /// Lines that were received, without their end.
    log: Arc<Mutex<Vec<String>>>,
    /// Kept open, so that the port does not hang up before and after its use.
    _slave: File,
}

impl Controller {
    fn start() -> Self {
        let pty = openpty(None, None).expect("the system has pseudo-terminals");
        let (master, slave) = (File::from(pty.master), File::from(pty.slave));
        let port = fs::read_link(format!("/proc/self/fd/{}", slave.as_raw_fd())).expect("the terminal has a name");
        let pulses = Arc::new(Mutex::new(Pulses([None; 32])));
        let line = SimLine::new(Baud::FAST, Box::new(Arc::clone(&pulses)), Faults::default());
        let (line, log, clock) = (Arc::new(Mutex::new(line)), Arc::default(), Clock::wall());
        let started = Self { port: port.display().to_string(), line, pulses, log: Arc::clone(&log), _slave: slave };
        let (line, ticking, mut input) = (Arc::clone(&started.line), clock.clone(), master.try_clone().unwrap());
        std::thread::spawn(move || {
            let (mut bytes, mut text) = ([0; 256], String::new());
            while let Ok(count @ 1..) = input.read(&mut bytes) {
                let mut line = line.lock().unwrap();
                line.run_until(clock.now());
                for byte in &bytes[..count] {
                    line.send(*byte);
                    match byte {
                        b'\r' => log.lock().unwrap().push(std::mem::take(&mut text)),
                        27 => text.clear(),
                        byte => text.push(char::from(*byte)),
                    }
                }
            }
        });
        let (line, mut output) = (Arc::clone(&started.line), master);
        std::thread::spawn(move || {
            loop {
                let mut line = line.lock().unwrap();
                line.run_until(ticking.now());
                while let Some(byte) = line.receive() {
                    output.write_all(&[byte]).unwrap();
                }
                drop(line);
                std::thread::sleep(Duration::from_millis(1));
            }
        });
        started
    }

    /// A controller that already drives the arm.
    fn driven() -> Self {
        let started = Self::start();
        let mut line = started.line.lock().unwrap();
        format!("{LEFT_RAISED}\r").bytes().for_each(|byte| line.send(byte));
        drop(line);
        started
    }

    fn log(&self) -> Vec<String> {
        self.log.lock().unwrap().clone()
    }

    fn moves(&self) -> usize {
        self.log().iter().filter(|line| is_timed_move(line)).count()
    }

    fn pulses(&self) -> [Option<f64>; 32] {
        self.pulses.lock().unwrap().0
    }

    /// Waits until the arm is on its way, with at least `moves` timed moves begun.
    fn wait_for_motion(&self, moves: usize) {
        wait_for("the arm moves", || {
            let before = self.pulses();
            std::thread::sleep(Duration::from_millis(15));
            self.moves() >= moves && self.pulses() != before
        });
    }

    /// Asserts that all servos of the arm were stopped, that none moved afterwards, and that they hold their positions.
    fn assert_stopped(&self, moves_before: usize) {
        let log = self.log();
        let first = log.iter().position(|line| line.starts_with("STOP")).unwrap_or_else(|| panic!("no STOP: {log:?}"));
        let moves = log[..first].iter().filter(|line| is_timed_move(line)).count();
        assert!(moves <= moves_before + 1, "the arm carries on for {} moves: {log:?}", moves - moves_before);
        let after = &log[first..];
        for channel in CHANNELS {
            assert!(after.contains(&format!("STOP {channel}")), "channel {channel}: {after:?}");
        }
        assert!(!after.iter().any(|line| line.contains('#')), "nothing moves and nothing is released: {after:?}");
        let held = self.pulses();
        assert!(CHANNELS.iter().all(|channel| held[usize::from(*channel)].is_some()), "{held:?}");
        std::thread::sleep(Duration::from_millis(50));
        assert_eq!(self.pulses(), held, "the arm stands still");
    }
}

fn is_timed_move(line: &str) -> bool {
    line.starts_with('#') && line.contains(" T")
}

fn wait_for(what: &str, mut has_happened: impl FnMut() -> bool) {
    let began = Instant::now();
    while !has_happened() {
        assert!(began.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The program with a terminal of its own, whose keys are typed by the test.
struct Session {
    child: Child,
    keys: Option<File>,
    output: PathBuf,
    _folder: tempfile::TempDir,
}

impl Session {
    fn start(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("output");
        let pty = openpty(None, None).expect("the system has pseudo-terminals");
        // The copy is not inherited: the program must not keep its own terminal open.
        let keys = File::from(pty.master).try_clone().unwrap();
        let (out, err) = (File::create(&output).unwrap(), File::options().append(true).open(&output).unwrap());
        // `setsid --ctty` makes the terminal the controlling one, so that its keys send signals.
        let child = Command::new("setsid")
            .args(["--ctty", crate::PROGRAM])
            .args(args)
            .current_dir(folder.path())
            .env("NO_COLOR", "1")
            .stdin(Stdio::from(pty.slave))
            .stdout(Stdio::from(out))
            .stderr(Stdio::from(err))
            .spawn()
            .expect("setsid is installed");
        Self { child, keys: Some(keys), output, _folder: folder }
    }

    fn output(&self) -> String {
        fs::read_to_string(&self.output).unwrap()
    }

    fn type_keys(&mut self, keys: &str) {
        self.keys.as_mut().expect("the terminal is open").write_all(keys.as_bytes()).unwrap();
    }

    fn wait_for_text(&self, text: &str) {
        wait_for(text, || self.output().contains(text));
    }

    /// Waits for the end of the program; returns its exit status and its output.
    fn end(mut self) -> (i32, String) {
        let mut status = None;
        wait_for("the program ends", || {
            status = self.child.try_wait().unwrap();
            status.is_some()
        });
        let status = status.and_then(|status| status.code()).expect("it exits");
        (status, self.output())
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const CTRL_C: &str = "\u{3}";

/// Runs a command with an arm that another program has left raised, interrupts it on its way, and checks the arm and the
/// message. `typed` is typed at the beginning.
fn assert_interruptible(command: &[&str], typed: &str, moves: usize, interrupt: impl FnOnce(&mut Session)) {
    let controller = Controller::driven();
    let args: Vec<&str> = command.iter().map(|arg| if *arg == "PORT" { &*controller.port } else { arg }).collect();
    let mut session = Session::start(&args);
    session.type_keys(typed);
    controller.wait_for_motion(moves);
    let before = controller.moves();
    interrupt(&mut session);
    let has_terminal = session.keys.is_some();
    let (status, output) = session.end();
    controller.assert_stopped(before);
    assert_eq!(status, 1, "{command:?}: {output}");
    assert!(!output.contains("parked") && !output.contains("the arm has parked"), "{output}");
    if has_terminal {
        assert!(output.contains("interrupted: the arm has stopped; its servos hold the fingertips "), "{output}");
        let advice = format!("`boardwright robot park {} --hardware`", controller.port);
        assert!(output.contains(&advice), "{output}");
    }
}

fn press_ctrl_c(session: &mut Session) {
    session.type_keys(CTRL_C);
}

#[test]
fn ctrl_c_stops_the_joint_test() {
    assert_interruptible(&["robot", "test", "PORT", "--joints", "--hardware"], "\n\n\n\n\n\n", 4, press_ctrl_c);
}

#[test]
fn ctrl_c_stops_parking() {
    assert_interruptible(&["robot", "park", "PORT", "--hardware"], "", 4, press_ctrl_c);
}

#[test]
fn ctrl_c_stops_jogging() {
    assert_interruptible(
        &["robot", "jog", "--arm", "PORT", "--hardware"],
        "base 20\nbase -60\nbase 60\n",
        5,
        press_ctrl_c,
    );
}

#[test]
fn ctrl_c_stops_teaching() {
    assert_interruptible(&["robot", "teach", "tic-tac-toe", "--arm", "PORT", "--hardware"], "", 12, press_ctrl_c);
}

#[test]
fn ctrl_c_stops_showing_places() {
    assert_interruptible(&["robot", "show", "tic-tac-toe", "--arm", "PORT", "--hardware"], "", 20, press_ctrl_c);
}

#[test]
fn ctrl_c_stops_a_single_move() {
    let command = ["robot", "play-move", "tic-tac-toe", "s(2,2)", "--arm", "PORT", "--hardware"];
    assert_interruptible(&command, "", 15, press_ctrl_c);
}

#[test]
fn ctrl_c_stops_the_arm_in_a_game() {
    let command = ["play", "draughts", "--players", "random,random", "--seed", "5", "--arm", "PORT", "--hardware"];
    assert_interruptible(&command, "", 25, press_ctrl_c);
}

/// The start of an arm moves it as well: it rises and opens its fingers.
#[test]
fn ctrl_c_stops_the_start_of_an_arm() {
    let command = ["play", "tic-tac-toe", "--players", "human,random", "--arm", "PORT", "--hardware"];
    assert_interruptible(&command, "", 1, press_ctrl_c);
}

#[test]
fn requests_to_terminate_stop_the_arm() {
    for signal in ["-TERM", "-HUP", "-QUIT"] {
        let command = ["robot", "show", "tic-tac-toe", "--arm", "PORT", "--hardware"];
        assert_interruptible(&command, "", 12, |session| {
            let killed = Command::new("kill").args([signal, &session.child.id().to_string()]).status();
            assert!(killed.unwrap().success());
        });
    }
}

#[test]
fn a_closed_terminal_stops_the_arm() {
    for (command, typed) in [
        (&["robot", "show", "tic-tac-toe", "--arm", "PORT", "--hardware"] as &[&str], ""),
        (&["robot", "jog", "--arm", "PORT", "--hardware"], "base 20\nbase -60\nbase 60\n"),
        (&["play", "draughts", "--players", "random,random", "--arm", "PORT", "--hardware"], ""),
    ] {
        assert_interruptible(command, typed, 5, |session| session.keys = None);
    }
}

/// An arm that stands still at a prompt stays where it is.
#[test]
fn an_idle_arm_does_not_move_after_an_interruption() {
    let controller = Controller::driven();
    let mut session = Session::start(&["robot", "jog", "--arm", &controller.port, "--hardware"]);
    session.wait_for_text("park and end");
    let moves = controller.moves();
    session.type_keys(CTRL_C);
    let (status, output) = session.end();
    controller.assert_stopped(moves);
    assert!(status == 1 && output.contains("interrupted: the arm has stopped"), "{output}");
    // The message says what to do.
    let parked = Session::start(&["robot", "park", &controller.port, "--hardware"]).end();
    assert_eq!(parked.0, 0, "{parked:?}");
    assert!(controller.pulses().iter().all(Option::is_none), "the servos are off");
}

/// Servos that have not been started are not driven by an interruption.
#[test]
fn an_arm_that_was_not_started_stays_limp() {
    let controller = Controller::start();
    let mut session = Session::start(&["robot", "jog", "--arm", &controller.port, "--hardware"]);
    session.wait_for_text("the arm is limp");
    session.type_keys(CTRL_C);
    let (status, output) = session.end();
    assert!(status == 1 && output.contains("it is not started"), "{output}");
    assert!(!controller.log().iter().any(|line| line.contains('#')), "{:?}", controller.log());
}

#[test]
fn ctrl_c_stops_the_replay_of_a_log() {
    let controller = Controller::driven();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("line.log");
    fs::write(&log, "0.100 > \"#0 P1500 #1 P1500 T20000\\r\"\n9.000 > \"#0 P1400 #1 P1400 T500\\r\"\n").unwrap();
    let (path, port) = (log.to_str().unwrap(), &*controller.port);
    let mut session = Session::start(&["robot", "log", "replay", path, "--port", port, "--hardware"]);
    controller.wait_for_motion(1);
    session.type_keys(CTRL_C);
    let (status, output) = session.end();
    controller.assert_stopped(1);
    assert!(status == 1 && output.contains("interrupted: the servos have stopped"), "{output}");
}

/// The simulated arm of a table is stopped in the same way; its serial line is logged.
#[test]
fn ctrl_c_stops_the_arm_at_a_table_with_a_camera() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("line.log");
    let table = ["table", "play", "tic-tac-toe", "--players", "random,random", "--camera", "sim", "--seed", "3"];
    let arm = ["--arm", "sim", "--real-time", "--log", log.to_str().unwrap()];
    let mut session = Session::start(&[&table as &[&str], &arm].concat());
    session.wait_for_text("arm: ");
    session.type_keys(CTRL_C);
    let (status, output) = session.end();
    assert!(status == 1 && output.contains("interrupted: the simulated arm has stopped"), "{output}");
    let log = fs::read_to_string(&log).unwrap();
    let stopped = log.split_once("STOP").map_or_else(|| panic!("no STOP: {log}"), |(_, after)| after);
    assert!(!stopped.contains('#') && stopped.matches("STOP").count() == CHANNELS.len() - 1, "{stopped}");
}
