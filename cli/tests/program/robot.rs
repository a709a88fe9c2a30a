//! `robot` and `play --arm` from the user's side, with simulated arms and controllers.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::common::{answer, boardwright, objects, run, run_command};

/// A simulated controller behind a pseudo-terminal, until it is dropped.
struct Sim {
    child: Child,
    port: String,
}

impl Sim {
    fn new() -> Self {
        let mut command = Command::new(crate::PROGRAM);
        let child =
            command.args(["robot", "sim", "--seconds", "120", "--baud", "115200"]).stdout(Stdio::piped()).spawn();
        let mut child = child.expect("the program can be started");
        let mut port = String::new();
        let out = child.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut port).expect("it tells its name");
        Self { child, port: port.trim().to_owned() }
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_simulated_board_answers_and_parks() {
    let sim = Sim::new();
    let report = answer(&["robot", "test", &sim.port]);
    assert!(report.starts_with("SSC32U") && report.contains("answers at 115200 baud"), "{report}");
    assert!(report.contains("the arm is limp"), "{report}");
    let report = objects(&["robot", "test", &sim.port, "--baud", "115200"]).remove(0);
    assert_eq!(report["baud"], 115_200);
    let parked = answer(&["robot", "park", &sim.port, "--hardware"]);
    assert!(parked.contains("limp already"), "{parked}");
}

#[test]
fn joints_are_tested_one_by_one() {
    let sim = Sim::new();
    let test = |more: &[&str], typed: &'static str| {
        let mut command = boardwright(&[&["robot", "test", &sim.port, "--joints"], more].concat());
        run_command(command.write_stdin(typed))
    };
    // Without --hardware a simulated arm turns instead.
    let dry = test(&[], "\n\nno\n\n\n\n");
    assert_eq!(dry.code, 1, "{dry:?}");
    assert!(dry.out.contains("not confirmed: elbow (channel 2)") && dry.err.contains("dry run"), "{dry:?}");
    let silent = test(&[], "\n\n");
    assert!(silent.code == 1 && silent.out.contains("elbow (channel 2, no answer)"), "{silent:?}");
    // First a person has to put the arm into its park position.
    let real = test(&["--hardware"], "\n\n\n\n\n\n\n");
    assert!(real.code == 0 && real.out.contains("gripper, channel ") && real.out.contains("parked"), "{real:?}");
}

#[test]
fn a_limp_arm_behind_a_port_is_not_started_by_itself() {
    let sim = Sim::new();
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("line.log");
    let ran = run(&[
        "robot",
        "play-move",
        "tic-tac-toe",
        "s(2,2)",
        "--arm",
        &sim.port,
        "--hardware",
        "--log",
        log.to_str().unwrap(),
    ]);
    assert_eq!(ran.code, 1, "without anybody to put the limp arm where it parks it is not started: {ran:?}");
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("> \"VER\\r\""), "{log}");
}

#[test]
fn without_hardware_nothing_is_sent() {
    let ran = run(&["robot", "play-move", "tic-tac-toe", "s(2,2)", "--arm", "/dev/never"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.err.contains("dry run: nothing is sent to /dev/never"), "{ran:?}");
    let ran = run(&["robot", "park", "/dev/never"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("shoulder     channel  1 1900 us"), "{ran:?}");
}

#[test]
fn a_whole_game_is_played_with_a_simulated_arm() {
    let output = answer_with_notes(&[
        "play",
        "draughts",
        "--players",
        "random,random",
        "--seed",
        "5",
        "--max-moves",
        "30",
        "--arm",
        "sim",
    ]);
    assert!(output.matches("  arm: ").count() >= 30, "{output}");
    let mut command = boardwright(&["play", "tic-tac-toe", "--players", "human,random", "--seed", "5", "--arm", "sim"]);
    let ran = run_command(command.write_stdin("s(2,2)\nundo\nresign\n"));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("on the table: Crosses cross from slot 1 to b2"), "{}", ran.out);
    assert!(ran.out.contains("arm: Crosses cross from b2 to slot"), "taken back by the arm: {}", ran.out);
}

fn answer_with_notes(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.code, 0, "{ran:?}");
    ran.out
}

#[test]
fn a_table_is_planned_taught_and_used() {
    let folder = tempfile::tempdir().unwrap();
    let (file, picture) = (folder.path().join("t.table.toml"), folder.path().join("t.svg"));
    let path = |path: &Path| path.to_str().unwrap().to_owned();
    let ran = run(&["robot", "plan", "tic-tac-toe", "--out", &path(&file), "--picture", &path(&picture)]);
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("9 places 32 mm apart"), "{}", ran.out);
    assert!(fs::read_to_string(&picture).unwrap().starts_with("<svg "));
    let again = run(&["robot", "plan", "tic-tac-toe", "--out", &path(&file)]);
    assert!(again.code == 1 && again.err.contains("exists already"), "{again:?}");

    let picture = fs::read_to_string(&picture).unwrap();
    assert!(picture.contains(">a1</text>") && picture.contains("stroke"), "places have short names: {picture}");
    let smaller = run(&["robot", "plan", "tic-tac-toe", "--pitch", "28"]);
    assert!(smaller.out.contains("9 places 28 mm apart"), "{smaller:?}");
    let too_large = run(&["robot", "plan", "chess", "--pitch", "45"]);
    assert!(too_large.code == 1 && too_large.err.contains("places 45 mm apart do not suit the arm"), "{too_large:?}");

    // What people have written stays: a comment, and a correction of a place.
    let planned = fs::read_to_string(&file).unwrap();
    let correction = "[[place]]\nname = \"s(3,3)\"\nz = 1.0 # a knot in the wood\n";
    fs::write(&file, format!("# the table in the kitchen\n{planned}\n{correction}")).unwrap();

    // A simulated table lies exactly as planned: the arm only has to be lowered to the board.
    let taught = folder.path().join("taught.table.toml");
    let mut command = boardwright(&["robot", "teach", "tic-tac-toe", "--table", &path(&file), "--out", &path(&taught)]);
    let words = format!("{}{}", "z -15\ntouch\n".repeat(3), "touch\n".repeat(60));
    let ran = run_command(command.write_stdin(words));
    assert_eq!(ran.code, 0, "{ran:?}");
    assert!(ran.out.contains("the worst place is known to"), "{}", ran.out);
    assert!(ran.out.contains("a base that is off is the same as a board that is turned"), "{}", ran.out);
    let written = fs::read_to_string(&taught).unwrap();
    assert!(written.contains("[[touch]]") && written.contains("place = \"s(1,3)\""), "{written}");
    assert!(written.starts_with("# the table in the kitchen\n"), "{written}");
    assert!(written.contains("name = \"s(3,3)\"\n") && written.contains("# a knot in the wood"), "{written}");
    let shown = run(&["robot", "show", "tic-tac-toe", "--table", &path(&taught), "--places", "s(1,1);slot 2"]);
    assert_eq!((shown.code, shown.out.as_str()), (0, "s(1,1)\nslot 2\n"), "{shown:?}");

    for (from, to, expected) in [
        ("place = \"s(1,3)\"", "plac = \"s(1,3)\"", "plac"),
        ("width = 22.0", "width = -3.0", "width = -3: pieces are 1 to 100 mm wide"),
        ("arm = \"al5d\"", "arm = \"al6d\"", "there is no arm \"al6d\": use one of al5d, robot-1, robot-2"),
    ] {
        assert!(written.contains(from), "{from}");
        fs::write(&taught, written.replacen(from, to, 1)).unwrap();
        let ran = run(&["robot", "show", "tic-tac-toe", "--table", &path(&taught)]);
        assert!(ran.code == 1 && ran.err.contains(expected), "{to}: {ran:?}");
    }
    fs::write(&taught, format!("{written}\n[[place]]\nname = \"s(1,9)\"\nz = 1.0\n")).unwrap();
    let ran = run(&["robot", "show", "tic-tac-toe", "--table", &path(&taught)]);
    assert!(ran.err.contains("the game has no place \"s(1,9)\"; did you mean"), "{ran:?}");
}

#[test]
fn steps_are_made_or_refused_with_a_reason() {
    let mut command = boardwright(&["robot", "jog"]);
    let ran = run_command(command.write_stdin("x 10\nz 500\nbase 200\nknee 3\nopen 50\npark\n"));
    assert_eq!(ran.code, 0, "{ran:?}");
    for expected in [
        "too far for the stretched arm",
        "the base would have to turn",
        "\"knee 3\" is no step",
        "the gripper opens 0 to 31.0 mm, not 50.0",
        "parked",
    ] {
        assert!(ran.out.contains(expected), "{expected}: {}", ran.out);
    }
}

#[test]
fn places_are_taught_by_hand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.table.toml");
    let planned = run(&["robot", "plan", "tic-tac-toe", "--out", path.to_str().unwrap()]);
    assert_eq!(planned.code, 0, "{planned:?}");
    let mut command = boardwright(&["robot", "jog", "--game", "tic-tac-toe", "--table", path.to_str().unwrap()]);
    let output = run_command(command.write_stdin("at s(9,9)\nabove s(1,1)\nz -5\nbase 4\nat s(1, 1)\npark\n"));
    assert_eq!(output.code, 0, "{output:?}");
    for line in ["no place \"s(9,9)\"", "now bring the arm where it is at s(1,1)", "s(1,1) is in "] {
        assert!(output.out.contains(line), "{line}: {output:?}");
    }
    let file = fs::read_to_string(&path).unwrap();
    let known: toml::Table = file.parse().unwrap();
    let place = &known["place"][0];
    assert_eq!(place["name"].as_str(), Some("s(1,1)"));
    let base = |at: &str| place[at]["base"].as_integer().unwrap();
    assert_ne!(base("above"), base("at"), "{file}");
    // From now on the arm uses the taught pose.
    let moved = run(&["robot", "play-move", "tic-tac-toe", "s(1,1)", "--table", path.to_str().unwrap()]);
    assert!(moved.code != 2, "{moved:?}");
}

#[test]
fn a_log_is_replayed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("line.log");
    let name = log.to_str().unwrap();
    let ran = run(&["robot", "play-move", "tic-tac-toe", "s(2,2)", "--log", name]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let same = run(&["robot", "log", "replay", name]);
    assert_eq!(same.code, 0, "{same:?}");
    assert!(same.out.contains("0 differently"), "{same:?}");
    let text = fs::read_to_string(&log).unwrap().replacen("SSC32U", "SSC99U", 1);
    fs::write(&log, text).unwrap();
    let other = run(&["robot", "log", "replay", name]);
    assert!(other.code == 1 && other.out.contains("then, "), "{other:?}");
    fs::write(&log, "nonsense\n").unwrap();
    let none = run(&["robot", "log", "replay", name]);
    assert!(none.code == 1 && none.err.contains("line 1 of the log: expected a time in seconds"), "{none:?}");
}

#[test]
fn invalid_ports_and_games_are_reported_with_a_remedy() {
    for (port, expected) in [
        ("/dev/no-such-port", "there is no port `/dev/no-such-port`"),
        ("/dev/null", "`/dev/null` is not a serial port"),
    ] {
        let ran = run(&["robot", "test", port]);
        assert!(ran.code == 1 && ran.err.contains(expected), "{ran:?}");
    }
    for (game, expected) in [
        ("gomoku", "its places would be 15 mm apart, but the fingers need 24 mm"),
        ("kuhn", "has no board"),
        ("drafts", "draughts"),
    ] {
        let ran = run(&["robot", "plan", game]);
        assert!(ran.code == 1 && ran.err.contains(expected), "{ran:?}");
    }
}
