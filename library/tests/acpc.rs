//! Matches of the Annual Computer Poker Competition over TCP on the loopback interface: whole matches, and clients that fail.

use std::io::{Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use boardwright_game::ids::Player;
use boardwright_games::holdem::acpc::{Dealer, DealerSettings};
use boardwright_games::holdem::{HoldemAction, HoldemState, random_action};
use boardwright_library::holdem::acpc::{
    ClientError, ClientSettings, ClientTotals, Connection, DealerError, DealerEvent, DealerLimits, Reception, connect,
    serve,
};
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

const SETTINGS: ClientSettings = ClientSettings { stack: 20_000, blinds: [50, 100], patience: Duration::from_mins(1) };

fn dealer(hands: u64) -> Dealer {
    let names = ["Ann", "Ben"].map(str::to_owned);
    let [small_blind, big_blind] = SETTINGS.blinds;
    Dealer::new(DealerSettings { stack: SETTINGS.stack, small_blind, big_blind, hands, seed: 7, names }).unwrap()
}

/// Ports of a dealer.
struct Ports([TcpListener; 2]);

impl Ports {
    fn open() -> Self {
        Self([(); 2].map(|()| TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap()))
    }

    fn connect(&self, seat: usize) -> TcpStream {
        TcpStream::connect(self.0[seat].local_addr().unwrap()).unwrap()
    }

    /// A client that plays at random until the end.
    fn random_client(&self, seat: usize) -> JoinHandle<Result<ClientTotals, ClientError>> {
        let stream = self.connect(seat);
        std::thread::spawn(move || {
            let mut random = Pcg64Mcg::seed_from_u64(seat as u64);
            connect(stream, SETTINGS, &mut |state| Ok(random_action(state, &mut random)))
        })
    }

    /// Serves a match; returns its result, the lines of its log and the warnings.
    fn serve(&self, hands: u64, limits: DealerLimits) -> (Result<[i64; 2], DealerError>, Vec<String>, Vec<String>) {
        let (mut log, mut warnings) = (Vec::new(), Vec::new());
        let result = serve([&self.0[0], &self.0[1]], dealer(hands), limits, &mut |event| match event {
            DealerEvent::Hand(line) | DealerEvent::Score(line) => log.push(line.clone()),
            DealerEvent::Warning { seat, text } => warnings.push(format!("seat {seat}: {text}")),
        });
        (result, log, warnings)
    }
}

/// Limits with short times, for clients that do not answer.
fn short() -> DealerLimits {
    let time = Duration::from_millis(300);
    DealerLimits { start: Duration::from_secs(20), response: time, invalid_actions: u64::MAX }
}

/// A client of the first seat, written by hand: it answers the first state with `answer`, and then stays or goes.
fn raw_client(ports: &Ports, answer: &'static str, stays: bool) -> JoinHandle<Vec<String>> {
    let mut stream = ports.connect(0);
    std::thread::spawn(move || {
        stream.write_all(b"VERSION:2.0.0\r\n").unwrap();
        let mut connection = Connection::new(stream.try_clone().unwrap()).unwrap();
        let mut lines = Vec::new();
        // The first seat is the big blind: it acts after the button.
        while let Reception::Line(line) = connection.receive(Instant::now() + Duration::from_secs(20)) {
            lines.push(line.clone());
            if lines.len() == 2 {
                stream.write_all(answer.replace("SENT", &line).as_bytes()).unwrap();
                if !stays {
                    return lines;
                }
            }
        }
        lines
    })
}

/// A client of the second seat that calls everything.
fn calling_client(ports: &Ports) -> JoinHandle<Result<ClientTotals, ClientError>> {
    let stream = ports.connect(1);
    std::thread::spawn(move || connect(stream, SETTINGS, &mut |_| Ok(HoldemAction::Call)))
}

#[test]
fn a_match_of_random_players_ends_with_its_score() {
    let ports = Ports::open();
    let clients = [0, 1].map(|seat| ports.random_client(seat));
    let (result, log, warnings) = ports.serve(300, DealerLimits::default());
    let totals = result.unwrap();
    assert_eq!(totals[0] + totals[1], 0);
    assert_eq!((log.len(), warnings), (301, Vec::new()));
    assert_eq!(log[300], format!("SCORE:{}|{}:Ann|Ben", totals[0], totals[1]));
    assert!(log[0].starts_with("STATE:0:") && log[0].ends_with("Ann|Ben") && log[1].ends_with("Ben|Ann"), "{log:?}");
    for (client, total) in clients.into_iter().zip(totals) {
        let seen = client.join().unwrap().unwrap();
        assert_eq!((seen.hands, seen.winnings), (300, total));
    }
}

/// With equal seeds the cards at a position of a hand are equal, so that a match with exchanged seats is a duplicate.
#[test]
fn cards_belong_to_the_positions() {
    let (mut one, mut other) = (dealer(40), dealer(40));
    for hand in 0..40 {
        let state = one.state();
        let button = if hand % 2 == 0 { Player::FIRST.next(2) } else { Player::FIRST };
        assert_eq!((state.button(), state.hole(button), one.hand()), (button, other.state().hole(button), hand));
        for (dealer, action) in [(&mut one, ":f"), (&mut other, ":c")] {
            while let Some(seat) = dealer.to_act() {
                let line = dealer.line(seat) + action;
                dealer.answer(&line);
            }
        }
        assert_eq!(other.state().board().count(), 5);
        let more = [one.next_hand(), other.next_hand()];
        assert_eq!(more, [hand < 39; 2]);
    }
    assert!(one.is_over() && other.is_over());
    // The button always folds: each seat loses the small blind in every second hand.
    assert_eq!(one.totals(), [0, 0]);
    assert_eq!(one.score_line(), "SCORE:0|0:Ann|Ben");
}

#[test]
fn a_connection_that_drops_ends_the_match() {
    let ports = Ports::open();
    let (first, second) = (raw_client(&ports, "", false), calling_client(&ports));
    let (result, log, _) = ports.serve(10, DealerLimits::default());
    let error = result.unwrap_err().to_string();
    assert_eq!(error, "seat 1: could not get an action in hand 0: the connection was closed");
    assert_eq!(log, Vec::<String>::new(), "no hand was finished");
    assert_eq!(first.join().unwrap().len(), 2);
    // The dealer closes the other connection.
    let error = second.join().unwrap().unwrap_err();
    assert!(matches!(error, ClientError::Closed { hand: 0 } | ClientError::Io(_)), "{error}");
}

#[test]
fn half_a_message_is_no_answer() {
    let ports = Ports::open();
    let (first, second) = (raw_client(&ports, "SENT:r3", false), calling_client(&ports));
    let error = ports.serve(10, DealerLimits::default()).0.unwrap_err().to_string();
    let expected =
        "seat 1: could not get an action in hand 0: the connection was closed after half a line, \"MATCHSTATE:0:0:c:";
    assert!(error.starts_with(expected) && error.ends_with(":r3\""), "{error}");
    first.join().unwrap();
    assert!(second.join().unwrap().is_err());
    // A client that stays is waited for until the time is over.
    let ports = Ports::open();
    let (first, second) = (raw_client(&ports, "SENT:r3", true), calling_client(&ports));
    let error = ports.serve(10, short()).0.unwrap_err().to_string();
    assert!(error.starts_with("seat 1: could not get an action in hand 0: no answer within 0.3 s after half a line"));
    first.join().unwrap();
    assert!(second.join().unwrap().is_err());
}

#[test]
fn a_message_in_two_packets_is_one_message() {
    let ports = Ports::open();
    let mut stream = ports.connect(0);
    let first = std::thread::spawn(move || {
        stream.write_all(b"VERSION:2").unwrap();
        std::thread::sleep(Duration::from_millis(30));
        stream.write_all(b".0.0\r\n").unwrap();
        let mut connection = Connection::new(stream.try_clone().unwrap()).unwrap();
        let mut count = 0;
        while let Reception::Line(line) = connection.receive(Instant::now() + Duration::from_secs(20)) {
            count += 1;
            if count == 2 {
                stream.write_all(format!("{line}:r3").as_bytes()).unwrap();
                std::thread::sleep(Duration::from_millis(30));
                stream.write_all(b"00\r\n").unwrap();
            }
        }
    });
    let stream = ports.connect(1);
    let second = std::thread::spawn(move || {
        connect(stream, SETTINGS, &mut |state| {
            let is_first = state.action_count() == 0;
            Ok(if is_first { HoldemAction::Call } else { HoldemAction::Fold })
        })
    });
    let (result, log, warnings) = ports.serve(1, DealerLimits::default());
    assert_eq!((result.unwrap(), warnings), ([100, -100], Vec::new()));
    assert!(log[0].starts_with("STATE:0:cr300f:"), "{log:?}");
    first.join().unwrap();
    assert_eq!(second.join().unwrap().unwrap(), ClientTotals { hands: 1, actions: 2, winnings: -100 });
}

#[test]
fn an_illegal_action_becomes_a_legal_one() {
    for (answer, betting, warning) in [
        ("SENT:r150\r\n", "cr200c/", "the amount must be from 200 to 20000; it becomes: raise to 200"),
        ("SENT:r99999\r\n", "cr20000c///", "the amount must be from 200 to 20000; it becomes: raise to 20000"),
        ("SENT:f\r\n", "cc/", "a check is free; it becomes: check"),
        ("SENT:x\r\n", "cc/", "bad action format in"),
        ("SENT\r\n", "cc/", "bad action format in"),
        ("# a comment\r\nSENT:c\r\n", "cc/", ""),
        ("MATCHSTATE:0:9::|:c\r\nSENT:c\r\n", "cc/", "un-requested response"),
        ("hello\r\nSENT:c\r\n", "cc/", "bad state format in response: a match state begins with MATCHSTATE:"),
    ] {
        let ports = Ports::open();
        let (first, second) = (raw_client(&ports, answer, true), calling_client(&ports));
        let (result, _, warnings) = ports.serve(1, short());
        if let Err(error) = &result {
            // The hand goes on after the action, and the first client says nothing more.
            assert!(error.to_string().starts_with("seat 1: could not get an action in hand 0: no answer"), "{error}");
        }
        let text = warnings.join("; ");
        assert!(if warning.is_empty() { text.is_empty() } else { text.contains(warning) }, "{answer}: {text}");
        let lines = first.join().unwrap();
        assert!(lines[2..].iter().any(|line| line.contains(&format!(":0:{betting}"))), "{answer}: {lines:?}");
        drop(second.join().unwrap());
    }
}

#[test]
fn too_many_invalid_actions_end_the_match() {
    let ports = Ports::open();
    let (first, second) = (raw_client(&ports, "SENT:r150\r\n", true), calling_client(&ports));
    let limits = DealerLimits { invalid_actions: 0, ..short() };
    let error = ports.serve(1, limits).0.unwrap_err().to_string();
    assert_eq!(error, "seat 1: 1 invalid actions, the last one in hand 0");
    first.join().unwrap();
    assert!(second.join().unwrap().is_err());
}

#[test]
fn a_silent_bot_loses_the_match_for_both() {
    let ports = Ports::open();
    let (first, second) = (raw_client(&ports, "", true), calling_client(&ports));
    let error = ports.serve(10, short()).0.unwrap_err().to_string();
    assert_eq!(error, "seat 1: could not get an action in hand 0: no answer within 0.3 s");
    first.join().unwrap();
    assert!(second.join().unwrap().is_err());
}

#[test]
fn a_client_that_does_not_come_or_speaks_otherwise_is_named() {
    let limits = DealerLimits { start: Duration::from_millis(200), ..short() };
    let ports = Ports::open();
    let error = ports.serve(1, limits).0.unwrap_err().to_string();
    assert_eq!(error, "seat 1: no client connected within 0.2 s");
    let ports = Ports::open();
    let mut stream = ports.connect(0);
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let error = ports.serve(1, short()).0.unwrap_err().to_string();
    assert_eq!(error, "seat 1: the first line is \"GET / HTTP/1.1\", and should be \"VERSION:2.0.0\"");
    let mut rest = String::new();
    let _ = stream.read_to_string(&mut rest);
    assert_eq!(rest, "", "the dealer says nothing to it");
}

#[test]
fn a_client_with_other_blinds_notices() {
    let ports = Ports::open();
    let stream = ports.connect(0);
    let settings = ClientSettings { blinds: [300, 600], ..SETTINGS };
    let first = std::thread::spawn(move || connect(stream, settings, &mut |_: &HoldemState| Ok(HoldemAction::Call)));
    let stream = ports.connect(1);
    let second = std::thread::spawn(move || connect(stream, SETTINGS, &mut |_| Ok(HoldemAction::RaiseTo(300))));
    assert!(ports.serve(1, DealerLimits::default()).0.is_err());
    let error = first.join().unwrap().unwrap_err().to_string();
    assert!(error.contains("\"r300\" is not legal: the amount must be from 1200"), "{error}");
    assert!(error.ends_with("are stack and blinds those of the dealer?"), "{error}");
    assert!(second.join().unwrap().is_err());
}
