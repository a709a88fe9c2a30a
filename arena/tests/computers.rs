//! Matches of players that choose for themselves, of games with dice, cards and boards, and of programs outside.

mod common;

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_arena::{
    Bare, Bounds, Computer, Control, Ending, Finished, ManualWatch, Match, Nobody, Program, Seat, Start, Terms, derived,
};
use boardwright_engine::fault::Fault;
use boardwright_engine::game::{Game, Outcome};
use boardwright_engine::ids::Player as Number;
use boardwright_engine::record::{self, Reason, ReplayError, replay};
use boardwright_games::kuhn::Kuhn;
use boardwright_games::pig::Pig;
use boardwright_players::registry::Beside;
use boardwright_players::{Choice, Player, Question, parse};
use common::{Does, Ring, Table};

const RING: Ring = Ring { players: 2, steps: 3 };

/// A match of players by their names.
fn played<G>(game: &G, players: [&str; 2], seed: u64, most_moves: usize) -> Finished
where
    G: Game + Clone + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let seat = |(text, stream): (&str, u64)| -> Box<dyn Seat> {
        let asked = parse(text).expect("it is well written");
        Box::new(Computer::asked(game, &asked, derived(seed, stream), &Beside::default()).expect("it plays such games"))
    };
    let seats = players.into_iter().zip(1..).map(seat).collect();
    let playable = Bare { name: "game", game };
    let start = Start { seed, ..Start::default() };
    let terms = Terms { most_moves: Some(most_moves), ..Terms::default() };
    let (watch, stop) = (ManualWatch::default(), AtomicBool::new(false));
    Match::new(&playable, seats, &start, terms, &watch, &stop).expect("two sit down").play(&mut Nobody)
}

#[test]
fn the_same_seeds_give_the_same_record_with_chance_and_hidden_cards() {
    let players = ["random", "monte-carlo:nodes=60"];
    for seed in 0..3 {
        let pig = || played(&Pig::default(), players, seed, 60).record;
        assert_eq!(pig(), pig());
        assert_ne!(pig().moves, played(&Pig::default(), players, seed + 10, 60).record.moves);
        let kuhn = played(&Kuhn, players, seed, 60);
        assert_eq!(kuhn.record, played(&Kuhn, players, seed, 60).record);
        assert!(matches!(kuhn.ending, Ending::Finished(_)));
        let replayed = |error: &ReplayError| panic!("{error}");
        replay(&Kuhn, &kuhn.record, &mut |_| Ok::<(), ReplayError>(())).unwrap_or_else(|error| replayed(&error));
    }
}

#[test]
fn the_record_names_players_so_that_they_can_be_asked_for_again() {
    let record = played(&Pig::default(), ["random", "monte-carlo:nodes=9,seed=4"], 5, 8).record;
    let text = |seat: &record::Seat| {
        let options: Vec<String> = seat.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{}:{}", seat.player, options.join(","))
    };
    let [first, second] = [0, 1].map(|seat| text(&record.header.players[seat]));
    assert_eq!(first, format!("random:seed={}", derived(5, 1)));
    assert_eq!(second, "monte-carlo:nodes=9,seed=4");
    assert_eq!(played(&Pig::default(), [&first, &second], 5, 8).record, record);
}

/// How long a player was allowed to think, move by move.
type Noted = Arc<Mutex<Vec<Option<Duration>>>>;

/// A player that notes how long it may think, and steps.
struct Noting(Noted, f64);

impl Player<Ring> for Noting {
    fn choose(&mut self, question: &Question<'_, Ring>) -> Result<Choice<u32>, Fault> {
        self.0.lock().expect("nobody panics here").push(question.limits.time);
        Ok(Choice { value: Some(self.1), ..Choice::at_once(question.moves[1]) })
    }
}

fn noting(bounds: Bounds, value: f64) -> (Box<dyn Seat>, Noted) {
    let noted = Noted::default();
    let recorded = record::Seat { player: "noting".to_owned(), parameters: [].into() };
    let player = Box::new(Noting(Arc::clone(&noted), value));
    (Box::new(Computer::new(&RING, player, bounds, recorded)), noted)
}

#[test]
fn players_think_as_long_as_their_clock_lets_them() {
    let seconds = Duration::from_secs;
    let given = |bounds, control: Option<Control>| {
        let mut table = Table::default();
        let (seat, noted) = noting(bounds, 0.0);
        let terms = Terms { time: vec![control], most_moves: Some(1), ..Terms::default() };
        let seats = vec![seat, table.seat([])];
        table.play(&RING, seats, terms);
        let noted = noted.lock().expect("nobody panics here").clone();
        assert_eq!(noted.len(), 1);
        noted[0]
    };
    let asked = |seconds| Bounds { time: Some(Duration::from_secs(seconds)), ..Bounds::default() };
    let game = Some(Control::Game { total: seconds(100), increment: seconds(4) });
    assert_eq!(given(Bounds::default(), None), None);
    assert_eq!(given(asked(9), None), Some(seconds(9)));
    assert_eq!(given(Bounds::default(), game), Some(seconds(7)));
    assert_eq!(given(asked(9), game), Some(seconds(7)));
    assert_eq!(given(asked(5), game), Some(seconds(5)));
    assert_eq!(given(Bounds { unasked: true, ..asked(1) }, game), Some(seconds(7)), "one second was nobody's wish");
    assert_eq!(given(asked(9), Some(Control::Move(seconds(3)))), Some(Duration::from_millis(2980)));
}

#[test]
fn a_computer_takes_a_draw_if_it_hopes_for_no_more() {
    let offers = |value| {
        let mut table = Table::default();
        let (seat, _) = noting(Bounds::default(), value);
        let offer = Does::Decides(boardwright_arena::Decision::OfferDraw);
        // The first offer comes before it has thought of anything.
        let seats = vec![table.seat([offer.clone(), Does::Plays("wait"), offer, Does::Plays("wait")]), seat];
        let ending = table.play(&RING, seats, Terms { most_moves: Some(3), ..Terms::default() }).ending;
        assert_eq!(table.told[3], "2 declines");
        ending
    };
    assert_eq!(offers(-0.5), Ending::Agreed);
    assert_eq!(offers(0.0), Ending::Agreed);
    assert_eq!(offers(0.5), Ending::Limit);
}

/// A match of a program that says these lines, and what it was told.
fn program(says: &str, time: Vec<Option<Control>>) -> (Ending, String) {
    #[derive(Clone, Default)]
    struct Told(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Told {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panics here").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let told = Told::default();
    let recorded = record::Seat { player: "program".to_owned(), parameters: [].into() };
    let lines = Cursor::new(says.as_bytes().to_vec());
    let program = Program::new(&RING, recorded, lines, told.clone()).expect("nothing is hidden");
    let mut table = Table::default();
    let seats: Vec<Box<dyn Seat>> = vec![Box::new(program), table.seat([Does::Plays("step")])];
    let ending = table.play(&RING, seats, Terms { time, ..Terms::default() }).ending;
    let told = told.0.lock().expect("nobody panics here").clone();
    (ending, String::from_utf8(told).expect("moves are text"))
}

#[test]
fn a_program_outside_plays_by_lines() {
    let time = vec![Some(Control::Game { total: Duration::from_secs(9), increment: Duration::from_secs(1) })];
    let (ending, told) = program("info value 0.5 depth 3\nbestmove step\n\nbestmove step\n", time);
    assert_eq!(ending, Ending::Finished(Outcome::Won(Number::FIRST)));
    let expected =
        "game ring\nposition \ngo left 9000 increment 1000\nposition step; step\ngo left 10000 increment 1000\n";
    assert_eq!(told, expected);
}

#[test]
fn a_program_that_makes_no_sense_loses() {
    let player = Number::FIRST;
    let ending = |says| program(says, Vec::new()).0;
    assert_eq!(ending("bestmove hop\n"), Ending::Illegal { player, text: "hop".to_owned() });
    assert_eq!(ending("resign\n"), Ending::Resigned(player));
    let broken = |message: &str| Ending::Crashed { player, message: message.to_owned() };
    assert_eq!(ending(""), broken("it has ended"));
    assert_eq!(ending("hello\n"), broken("it said \"hello\""));
    assert_eq!(ending("info value 7\n"), broken("it said \"info value 7\""));
    let recorded = record::Seat { player: "program".to_owned(), parameters: [].into() };
    assert!(Program::new(&Kuhn, recorded, Cursor::new(Vec::new()), Vec::new()).is_none());
}

#[test]
fn a_player_that_stumbles_over_the_rules_ends_the_match_without_a_loser() {
    let text = std::str::from_utf8(boardwright_games::named("nim").expect("nim ships").text).expect("it is UTF-8");
    let text = text.replacen("followup = ", "award = 1 / (2 - $I)\nfollowup = ", 1);
    let source = boardwright_lang::Source::new("broken.game", text.as_bytes());
    let rules = boardwright_lang::load_with(&source, &boardwright_lang::Request::default())
        .rules
        .expect("what is wrong shows only in play");
    let game = boardwright_engine::spec::SpecGame::new(rules).expect("it can be compiled");
    let finished = played(&game, ["minimax:depth=2", "random"], 1, 9);
    assert_eq!(finished.record.end.map(|end| (end.reason, end.outcome)), Some((Reason::Fault, None)));
}
