//! Matches of computer players, in games with dice, cards and boards, and of external programs.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use boardwright_arena::{
    Computer, Ending, FinishedMatch, ManualWatch, Match, NamedGame, NullHost, Program, SearchBounds, Seat, Start,
    Terms, TimeControl, derive_seed,
};
use boardwright_compiler::game::CompiledGame;
use boardwright_game::any::AnyGame;
use boardwright_game::deals::Deals;
use boardwright_game::fault::Fault;
use boardwright_game::game::{Game, Outcome};
use boardwright_game::ids::Player as Number;
use boardwright_game::record::{self, EndReason, ReplayError, replay};
use boardwright_games::kuhn::Kuhn;
use boardwright_games::shipped_game;
use boardwright_lang::{LoadRequest, load_with};
use boardwright_players::registry::PlayerArtifacts;
use boardwright_players::{Choice, Player, Question, parse};

use crate::common::{Ring, ScriptStep, ScriptedMatch};

/// The shipped game file of Pig.
fn pig_game() -> CompiledGame {
    let source = shipped_game("pig").expect("it ships").source();
    let loaded = load_with(&source, &LoadRequest::default());
    CompiledGame::new(loaded.rules.expect("it has no errors")).expect("it is small")
}

const RING: Ring = Ring { players: 2, steps: 3 };

/// Plays a match of players given by name.
fn play_match<G>(game: &G, players: [&str; 2], seed: u64, most_moves: usize) -> FinishedMatch
where
    G: Game + Clone + Send + Sync + 'static,
    G::State: Send + Sync + 'static,
    G::Move: Send + Sync + 'static,
{
    let seat = |(text, stream): (&str, u64)| -> Box<dyn Seat> {
        let asked = parse(text).expect("it is well written");
        Box::new(
            Computer::from_spec(game, &asked, derive_seed(seed, stream), &PlayerArtifacts::default())
                .expect("it plays such games"),
        )
    };
    let seats = players.into_iter().zip(1..).map(seat).collect();
    let playable = NamedGame { name: "game", game };
    let start = Start { seed, ..Start::default() };
    let terms = Terms { max_moves: Some(most_moves), ..Terms::default() };
    let (watch, stop) = (ManualWatch::default(), AtomicBool::new(false));
    Match::new(&playable, seats, &start, terms, &watch, &stop).expect("two sit down").play(&mut NullHost)
}

#[test]
fn equal_seeds_give_equal_records_with_chance_and_hidden_cards() {
    let players = ["random", "monte-carlo:nodes=60"];
    for seed in 0..3 {
        let pig = || play_match(&pig_game(), players, seed, 60).record;
        assert_eq!(pig(), pig());
        assert_ne!(pig().moves, play_match(&pig_game(), players, seed + 10, 60).record.moves);
        let kuhn = play_match(&Kuhn, players, seed, 60);
        assert_eq!(kuhn.record, play_match(&Kuhn, players, seed, 60).record);
        assert!(matches!(kuhn.ending, Ending::Finished(_)));
        let replayed = |error: &ReplayError| panic!("{error}");
        replay(&Kuhn, &kuhn.record, &mut |_| Ok::<(), ReplayError>(())).unwrap_or_else(|error| replayed(&error));
    }
}

#[test]
fn the_record_describes_players_reproducibly() {
    let record = play_match(&pig_game(), ["random", "monte-carlo:nodes=9,seed=4"], 5, 8).record;
    let text = |seat: &record::Seat| {
        let options: Vec<String> = seat.parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{}:{}", seat.player, options.join(","))
    };
    let [first, second] = [0, 1].map(|seat| text(&record.header.players[seat]));
    assert_eq!(first, format!("random:seed={}", derive_seed(5, 1)));
    assert_eq!(second, "monte-carlo:nodes=9,seed=4");
    assert_eq!(play_match(&pig_game(), [&first, &second], 5, 8).record, record);
}

/// Time limits of a player, move by move.
type TimeLimits = Arc<Mutex<Vec<Option<Duration>>>>;

/// A player that logs its time limit, and steps.
struct LoggingPlayer(TimeLimits, f64);

impl Player<Ring> for LoggingPlayer {
    fn choose(&mut self, question: &Question<'_, Ring>) -> Result<Choice<u32>, Fault> {
        self.0.lock().expect("nobody panics here").push(question.limits.time);
        Ok(Choice { value: Some(self.1), ..Choice::without_search(question.moves[1]) })
    }
}

fn logging_seat(bounds: SearchBounds, value: f64) -> (Box<dyn Seat>, TimeLimits) {
    let noted = TimeLimits::default();
    let recorded = record::Seat { player: "noting".to_owned(), parameters: [].into() };
    let player = Box::new(LoggingPlayer(Arc::clone(&noted), value));
    (Box::new(Computer::new(&RING, player, bounds, recorded)), noted)
}

#[test]
fn the_clock_limits_the_search_time() {
    let seconds = Duration::from_secs;
    let given = |bounds, control: Option<TimeControl>| {
        let mut table = ScriptedMatch::default();
        let (seat, noted) = logging_seat(bounds, 0.0);
        let terms = Terms { time: vec![control], max_moves: Some(1), ..Terms::default() };
        let seats = vec![seat, table.seat([])];
        table.play(&RING, seats, terms);
        let noted = noted.lock().expect("nobody panics here").clone();
        assert_eq!(noted.len(), 1);
        noted[0]
    };
    let asked = |seconds| SearchBounds { time: Some(Duration::from_secs(seconds)), ..SearchBounds::default() };
    let game = Some(TimeControl::Game { total: seconds(100), increment: seconds(4) });
    assert_eq!(given(SearchBounds::default(), None), None);
    assert_eq!(given(asked(9), None), Some(seconds(9)));
    assert_eq!(given(SearchBounds::default(), game), Some(seconds(7)));
    assert_eq!(given(asked(9), game), Some(seconds(7)));
    assert_eq!(given(asked(5), game), Some(seconds(5)));
    assert_eq!(
        given(SearchBounds { is_default_time: true, ..asked(1) }, game),
        Some(seconds(7)),
        "one second was nobody's wish"
    );
    assert_eq!(given(asked(9), Some(TimeControl::Move(seconds(3)))), Some(Duration::from_millis(2980)));
}

#[test]
fn a_computer_accepts_a_draw_unless_it_stands_better() {
    let offers = |value| {
        let mut table = ScriptedMatch::default();
        let (seat, _) = logging_seat(SearchBounds::default(), value);
        let offer = ScriptStep::Decides(boardwright_arena::Decision::OfferDraw);
        // The first offer comes before the player has evaluated anything.
        let seats =
            vec![table.seat([offer.clone(), ScriptStep::Plays("wait"), offer, ScriptStep::Plays("wait")]), seat];
        let ending = table.play(&RING, seats, Terms { max_moves: Some(3), ..Terms::default() }).ending;
        assert_eq!(table.log[3], "2 declines");
        ending
    };
    assert_eq!(offers(-0.5), Ending::Agreed);
    assert_eq!(offers(0.0), Ending::Agreed);
    assert_eq!(offers(0.5), Ending::Limit);
}

/// Plays a match of a program that writes the lines `says`; returns the ending and the program's input.
fn play_program(says: &str, time: Vec<Option<TimeControl>>) -> (Ending, String) {
    play_program_at(&RING, says, &["step"], time)
}

/// Plays a match of a program against a seat that plays these moves.
fn play_program_at(
    game: &dyn AnyGame,
    says: &str,
    opponent: &[&'static str],
    time: Vec<Option<TimeControl>>,
) -> (Ending, String) {
    #[derive(Clone, Default)]
    struct Sink(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().expect("nobody panics here").write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let input = Sink::default();
    let recorded = record::Seat { player: "program".to_owned(), parameters: [].into() };
    let lines = Cursor::new(says.as_bytes().to_vec());
    let program = Program::new(recorded, lines, input.clone());
    let mut table = ScriptedMatch::default();
    let seats: Vec<Box<dyn Seat>> =
        vec![Box::new(program), table.seat(opponent.iter().copied().map(ScriptStep::Plays))];
    let ending = table.play(game, seats, Terms { time, ..Terms::default() }).ending;
    let input = input.0.lock().expect("nobody panics here").clone();
    (ending, String::from_utf8(input).expect("moves are text"))
}

#[test]
fn an_external_program_plays_by_the_protocol() {
    let time = vec![Some(TimeControl::Game { total: Duration::from_secs(9), increment: Duration::from_secs(1) })];
    let (ending, input) = play_program("info value 0.5 depth 3\nbestmove step\n\nbestmove step\n", time);
    assert_eq!(ending, Ending::Finished(Outcome::Won(Number::FIRST)));
    let expected =
        "game ring\nposition \ngo left 9000 increment 1000\nposition step; step\ngo left 10000 increment 1000\n";
    assert_eq!(input, expected);
}

#[test]
fn a_program_that_violates_the_protocol_loses() {
    let player = Number::FIRST;
    let ending = |says| play_program(says, Vec::new()).0;
    assert_eq!(ending("bestmove hop\n"), Ending::Illegal { player, text: "hop".to_owned() });
    assert_eq!(ending("resign\n"), Ending::Resigned(player));
    let broken = |message: &str| Ending::Crashed { player, message: message.to_owned() };
    assert_eq!(ending(""), broken("the program has exited"));
    assert_eq!(ending("hello\n"), broken("the program sent an invalid line: \"hello\""));
    assert_eq!(ending("info value 7\n"), broken("the program sent an invalid line: \"info value 7\""));
}

#[test]
fn a_program_gets_what_its_seat_sees() {
    let game = Deals::new(Kuhn, 2);
    // The first deal ends with a showdown. In the second the other player acts first.
    let (ending, input) = play_program_at(&game, "bestmove check\nresign\n", &["check", "check"], Vec::new());
    assert_eq!(ending, Ending::Resigned(Number::FIRST));
    let lines: Vec<&str> = input.lines().collect();
    let starts = |word: &str| lines.iter().filter(|line| line.starts_with(word)).copied().collect::<Vec<_>>();
    assert_eq!((lines[0], lines[1]), ("game ring", "seat 1"), "{input}");
    let positions = starts("position ");
    let card = positions[0].strip_prefix("position deal ").and_then(|rest| rest.chars().next()).expect("a card");
    assert_eq!(positions[0], format!("position deal {card}; deal a card to player 2"), "{input}");
    let second = positions[1].strip_prefix(positions[0]).expect("the moves before stay");
    assert!(second.starts_with("; check; check; next deal; deal "), "{input}");
    assert!(second.contains("deal a card to player 2") && second.ends_with("; check"), "{input}");
    assert_eq!(starts("legal "), ["legal check; bet"; 2], "{input}");
    assert_eq!(starts("go"), ["go"; 2], "{input}");
    // Both cards are seen in the showdown, and only there.
    let other = |line: &&str| line.contains("the other player has a card face down");
    assert!(starts("view ").iter().any(other), "{input}");
    assert!(!starts("ended ").is_empty() && !starts("ended ").iter().any(other), "{input}");
    assert!(!input.contains("seed"), "{input}");
}

#[test]
fn a_fault_during_the_search_ends_the_match_without_a_loser() {
    let text = std::str::from_utf8(shipped_game("nim").expect("nim ships").text).expect("it is UTF-8");
    let text = text.replacen("followup = ", "award = 1 / (2 - $I)\nfollowup = ", 1);
    let source = boardwright_lang::Source::new("broken.game", text.as_bytes());
    let rules = load_with(&source, &LoadRequest::default()).rules.expect("what is wrong shows only in play");
    let game = CompiledGame::new(rules).expect("it can be compiled");
    let finished = play_match(&game, ["minimax:depth=2", "random"], 1, 9);
    assert_eq!(finished.record.end.map(|end| (end.reason, end.outcome)), Some((EndReason::Fault, None)));
}
