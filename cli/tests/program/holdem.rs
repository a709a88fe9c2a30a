//! Hold'em over TCP: a dealer and two bots as three processes.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use crate::common::run;

/// A dealer that is running, with its ports.
struct DealerProcess {
    child: Child,
    out: BufReader<std::process::ChildStdout>,
    ports: [u16; 2],
}

fn program(args: &[&str]) -> Command {
    let mut command = Command::new(crate::PROGRAM);
    command.args(args).env("NO_COLOR", "1").stdout(Stdio::piped()).stderr(Stdio::piped()).stdin(Stdio::null());
    command
}

impl DealerProcess {
    fn start(args: &[&str]) -> Self {
        let mut child = program(&[&["holdem", "serve", "--seed", "7"], args].concat()).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let ports: Vec<u16> =
            line.strip_prefix("ports ").unwrap().split_whitespace().map(|port| port.parse().unwrap()).collect();
        Self { child, out, ports: ports.try_into().unwrap() }
    }

    /// Exit status, standard output and standard error.
    fn finish(mut self) -> (Option<i32>, String, String) {
        let (mut out, mut err) = (String::new(), String::new());
        self.out.read_to_string(&mut out).unwrap();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (self.child.wait().unwrap().code(), out, err)
    }
}

fn bot(port: u16, player: &str) -> Child {
    program(&["holdem", "connect", &format!("127.0.0.1:{port}"), "--player", player, "--seed", "1"]).spawn().unwrap()
}

#[test]
fn two_bots_play_three_thousand_hands_at_a_dealer() {
    let log = concat!(env!("CARGO_TARGET_TMPDIR"), "/acpc-match.log");
    let dealer = DealerProcess::start(&["--hands", "3000", "--names", "Ann,Ben", "--log", log]);
    let bots = dealer.ports.map(|port| bot(port, "random"));
    let outputs = bots.map(|bot| bot.wait_with_output().unwrap());
    let (code, out, err) = dealer.finish();
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    let log = std::fs::read_to_string(log).unwrap();
    assert_eq!(log.lines().count(), 3001);
    let score = log.lines().last().unwrap();
    let chips: Vec<i64> =
        score["SCORE:".len()..].split([':', '|']).take(2).map(|chips| chips.parse().unwrap()).collect();
    assert_eq!(chips[0] + chips[1], 0, "{score}");
    assert!(score.ends_with(":Ann|Ben"), "{score}");
    for ((output, chips), name) in outputs.into_iter().zip(chips).zip(["Ann", "Ben"]) {
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && text.starts_with(&format!("{chips:+} chips in 3000 hands")), "{text}");
        assert!(out.contains(&format!("{name}: {chips:+} chips in 3000 hands")), "{out}");
    }
}

#[test]
fn a_bot_that_drops_ends_the_match_with_an_error() {
    let dealer = DealerProcess::start(&["--hands", "10"]);
    let other = bot(dealer.ports[1], "random");
    let mut stream = TcpStream::connect(("127.0.0.1", dealer.ports[0])).unwrap();
    stream.write_all(b"VERSION:2.0.0\r\n").unwrap();
    let mut line = String::new();
    BufReader::new(stream.try_clone().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("MATCHSTATE:0:0::"), "{line}");
    drop(stream);
    let (code, _, err) = dealer.finish();
    assert_eq!(code, Some(1));
    assert!(
        err.contains("error: seat 1: could not get an action in hand ") && err.contains("the connection was closed"),
        "{err}"
    );
    assert!(!other.wait_with_output().unwrap().status.success());
}

#[test]
fn wrong_arguments_are_explained() {
    let refused = |args: &[&str]| {
        let ran = run(args);
        assert_ne!(ran.code, 0, "{args:?}");
        ran.err
    };
    let err = refused(&["holdem", "serve", "--small-blind", "200"]);
    assert!(err.contains("the blinds cannot be 200 and 100"), "{err}");
    let err = refused(&["holdem", "serve", "--names", "a|b,c"]);
    assert!(err.contains("the name \"a|b\" must not be empty or contain"), "{err}");
    let err = refused(&["holdem", "connect", "127.0.0.1:1", "--player", "hero"]);
    assert!(err.contains("unknown player \"hero\""), "{err}");
    let err = refused(&["holdem", "connect", "127.0.0.1:1", "--player", "random"]);
    assert!(err.contains("cannot connect to the dealer at 127.0.0.1:1"), "{err}");
}
