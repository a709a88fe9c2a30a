//! Tournaments between failing players and external programs, with all pairing systems.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use boardwright_arena::results::journal::{JournalReader, read_journal, read_progress};
use boardwright_arena::results::ledger::{Ledger, LedgerRow};
use boardwright_arena::results::record_of;
use boardwright_arena::tournament::{
    AdjudicationConfig, Budget, Config, GameLoader, Pairing, PlayerConfig, RunError, RunOptions, Setup, SprtConfig,
    StartConfig, TournamentEnd, TournamentGame, reason_name, rebuild, run,
};
use boardwright_arena::{
    Computer, Decision, DrawOffer, Host, HostUnavailable, MoveRequest, NamedGame, Playable, Reply, SearchReport, Seat,
    SeatError,
};
use boardwright_game::any::AnyGame;
use boardwright_game::record::{self, RecordHeader};
use boardwright_players::PlayerSpec;
use boardwright_players::registry::PlayerArtifacts;

use crate::common::{Ring, RingState};

/// A ring whose players have unusual behaviour: `greedy` panics, `bfs` hangs, `dfs` makes illegal moves, `astar` steps,
/// and `portfolio` steps and values each step made at -0.3.
struct RingGame(Ring);

/// A seat that behaves as the player of its name.
struct OddSeat(&'static str);

impl Seat for OddSeat {
    fn record_seat(&self) -> record::Seat {
        record::Seat { player: self.0.to_owned(), parameters: BTreeMap::new() }
    }

    fn decide(&mut self, request: &MoveRequest<'_>, _: &mut dyn Host) -> Result<Reply, SeatError> {
        match self.0 {
            // Unwinds without the panic message: printing its backtrace may take longer than the time of a move.
            "greedy" => std::panic::resume_unwind(Box::new("it always does")),
            "dfs" => return Ok(Decision::InvalidMove("jump".to_owned()).into()),
            // A hanging player ignores the stop flag.
            "bfs" => loop {
                std::thread::sleep(Duration::from_secs(1));
            },
            _ => {}
        }
        let step = request.history.game().parse_move(request.history.state(), "step").expect("it is a move");
        let steps = request.history.state().downcast_ref::<RingState>().expect("a ring state").steps;
        let report = SearchReport { value: Some(-0.3 * f64::from(steps)), ..SearchReport::default() };
        Ok(Reply { decision: Decision::Move(step), report: (self.0 == "portfolio").then_some(report) })
    }

    fn accepts_draw(&mut self, _: &DrawOffer<'_>, _: &mut dyn Host) -> Result<bool, HostUnavailable> {
        Ok(false)
    }
}

impl Playable for RingGame {
    fn game(&self) -> &dyn AnyGame {
        &self.0
    }

    fn header(&self, players: Vec<record::Seat>, seed: u64, opening: Vec<String>) -> RecordHeader {
        NamedGame { name: "ring", game: &self.0 }.header(players, seed, opening)
    }
}

impl TournamentGame for RingGame {
    fn seat(&self, spec: &PlayerSpec, seed: u64) -> Result<Box<dyn Seat>, String> {
        if spec.entry.name == "random" {
            let seat = Computer::from_spec(&self.0, spec, seed, &PlayerArtifacts::default());
            return Ok(Box::new(seat.map_err(|error| error.to_string())?));
        }
        Ok(Box::new(OddSeat(spec.entry.name)))
    }
}

/// Loads a ring from `players-steps`.
struct RingLoader;

impl GameLoader for RingLoader {
    fn load(&self, text: &str) -> Result<Arc<dyn TournamentGame>, String> {
        let (players, steps) = text.split_once('-').ok_or("there is no such game")?;
        let number = |text: &str| text.parse().map_err(|_| "there is no such game".to_owned());
        Ok(Arc::new(RingGame(Ring { players: number(players)?, steps: number(steps)? as u32 })))
    }
}

fn config(game: &str, players: &[&str]) -> Config {
    let entry = |(index, text): (usize, &&str)| PlayerConfig {
        label: Some(format!("{text} {index}")),
        ..PlayerConfig::player(text)
    };
    let players = players.iter().enumerate().map(entry).collect();
    Config {
        adjudication: AdjudicationConfig { max_moves: Some(60), ..AdjudicationConfig::default() },
        ..Config::with_defaults(vec![game.to_owned()], players)
    }
}

fn program(label: &str, script: &str) -> PlayerConfig {
    let program = ["sh", "-c", script].map(str::to_owned).to_vec();
    PlayerConfig { player: None, program, label: Some(label.to_owned()) }
}

fn play_tournament(config: Config, out: &Path, threads: usize) -> Result<TournamentEnd, RunError> {
    let setup = Arc::new(Setup::new(config, &RingLoader, Path::new("")).expect("it is well described"));
    let options = RunOptions { out: out.to_owned(), resume: true, shard: None, threads };
    run(&setup, &options, &AtomicBool::new(false), &mut |_| {})
}

fn complete_ledger(config: Config, threads: usize) -> Ledger {
    let folder = tempfile::tempdir().expect("a folder");
    let ended = play_tournament(config, folder.path(), threads).expect("it comes to its end");
    assert!(ended.complete);
    let ledger = ended.results.ledger;
    assert!(ledger.rows().zip(1..).all(|(row, id)| row.job.id == id), "no id is left out");
    ledger
}

fn count_reasons(ledger: &Ledger) -> BTreeMap<&'static str, usize> {
    let mut reasons = BTreeMap::new();
    for row in ledger.rows() {
        *reasons.entry(reason_name(row.end.reason)).or_default() += 1;
    }
    reasons
}

#[test]
fn failing_players_lose_and_the_tournament_goes_on() {
    let mut config = config("2-3", &["astar", "greedy", "dfs", "bfs"]);
    config.budget = Budget { seconds: Some(0.02), ..Budget::default() };
    let ledger = complete_ledger(config, 2);
    assert_eq!(ledger.len(), 12);
    for row in ledger.rows() {
        let by = row.end.by.map(|by| row.job.seats[by.index()]);
        let expected = match by {
            Some(1) => "crash",
            Some(2) => "illegal",
            Some(3) => "stall",
            _ => "normal",
        };
        assert_eq!(reason_name(row.end.reason), expected, "{row:?}");
        if let Some(loser) = by {
            assert_eq!(row.game_points().0, if row.job.seats[0] == loser { [0.0, 1.0] } else { [1.0, 0.0] }, "{row:?}");
        }
    }
    let fails = count_reasons(&ledger);
    assert!(fails["stall"] >= 2 && fails["crash"] >= 2 && fails["illegal"] >= 2, "{fails:?}");
}

#[test]
fn too_many_hung_players_stop_the_tournament_and_nothing_is_lost() {
    let mut config = config("2-3", &["astar", "bfs"]);
    config.games_per_pairing = 8;
    config.replacements = 2;
    config.budget = Budget { seconds: Some(0.001), ..Budget::default() };
    let folder = tempfile::tempdir().expect("a folder");
    match play_tournament(config.clone(), folder.path(), 1) {
        Err(RunError::TooManyHangs(label)) => assert_eq!(label, "bfs 1"),
        other => panic!("{other:?}"),
    }
    config.replacements = 20;
    let ended = play_tournament(config, folder.path(), 1).expect("with more patience it comes to its end");
    assert_eq!(count_reasons(&ended.results.ledger), [("stall", 8)].into());
}

#[test]
fn external_programs_play_and_are_ended() {
    let stepper = r#"while read word rest; do case "$word" in go) echo "info value 0.5 nodes 3"; echo "bestmove step";; esac; done"#;
    let folder = tempfile::tempdir().expect("a folder");
    let left = folder.path().join("left");
    // A program that answers nothing, and writes a file when it ends.
    let silent = format!(
        "trap 'echo ended > {}; exit' TERM; while read word rest; do :; done; echo ended > {0}",
        left.display()
    );
    let mut config = config("2-3", &["random"]);
    config.players.extend([program("steps", stepper), program("silent", &silent), program("gone", "exit 0")]);
    config.budget = Budget { seconds: Some(0.3), ..Budget::default() };
    let ledger = complete_ledger(config, 2);
    assert_eq!(ledger.len(), 12);
    for row in ledger.rows() {
        let by = row.end.by.map(|by| row.job.seats[by.index()]);
        match by {
            Some(2) => assert_eq!(reason_name(row.end.reason), "time", "{row:?}"),
            Some(3) => assert_eq!(reason_name(row.end.reason), "crash", "{row:?}"),
            Some(other) => panic!("player {other} did nothing wrong: {row:?}"),
            None => assert_eq!(reason_name(row.end.reason), "normal", "{row:?}"),
        }
        if let Some(seat) = row.job.seats.iter().position(|&player| player == 1).filter(|_| by.is_none()) {
            assert_eq!(row.usage[seat].nodes, 3 * u64::from(row.usage[seat].moves));
        }
    }
    assert!(left.exists(), "a program that is not asked any more ends");
}

#[test]
fn three_players_have_all_seat_orders() {
    let mut config = config("3-4", &["random", "random", "astar", "random"]);
    config.games_per_pairing = 12;
    let ledger = complete_ledger(config, 2);
    assert_eq!(ledger.len(), 4 * 12);
    let orders: BTreeSet<Vec<usize>> = ledger.rows().map(|row| row.job.seats.clone()).collect();
    assert_eq!(orders.len(), 4 * 6, "every three of four in every order");
    let seeds: BTreeSet<u64> = ledger.rows().map(|row| row.job.seed).collect();
    assert_eq!(seeds.len(), ledger.len(), "no two games draw alike");
}

#[test]
fn rounds_depend_on_earlier_results() {
    for (pairing, meetings) in [(Pairing::Knockout, 4), (Pairing::Swiss, 6), (Pairing::Ladder, 16)] {
        let mut config = config("2-4", &["random", "random", "astar", "random", "random"]);
        (config.pairing, config.games_per_pairing) = (pairing, 2);
        let one = complete_ledger(config.clone(), 1);
        let two = complete_ledger(config, 2);
        assert_eq!(one.len(), 2 * meetings, "{pairing:?}");
        let played = |ledger: &Ledger| -> Vec<_> {
            ledger.rows().map(|row: &LedgerRow| (row.job.clone(), row.end.clone(), row.moves)).collect()
        };
        assert_eq!(played(&one), played(&two), "{pairing:?}");
    }
}

#[test]
fn the_shipped_configurations_are_valid() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/tournaments");
    let files: Vec<_> = folder.read_dir().expect("it is there").map(|file| file.expect("it is there").path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        let text = std::fs::read_to_string(&file).expect("it can be read");
        Config::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

/// Values of the starts after three plies, for the player to move: -0.9 for the one with three steps, the others -0.6,
/// -0.3 and 0.
#[test]
fn balanced_starts_have_values_within_the_limit() {
    let described = |games: u32, balanced: Option<f64>| {
        let mut config = config("2-4", &["random", "astar"]);
        config.games_per_pairing = games;
        config.start = StartConfig { plies: 3, balanced, ..StartConfig::default() };
        config
    };
    let setup = |games, balanced| Setup::new(described(games, balanced), &RingLoader, Path::new(""));
    let steps = |games, balanced| {
        let setup = setup(games, balanced).expect("there are so many");
        let jobs = setup.round(&[], 1);
        let count = |job| setup.opening(job).moves.iter().filter(|mv| *mv == "step").count();
        jobs.iter().map(count).collect::<BTreeSet<_>>()
    };
    assert_eq!(steps(8, None), [0, 1, 2, 3].into());
    assert_eq!(steps(6, Some(0.65)), [0, 1, 2].into());
    assert_eq!(steps(4, Some(0.4)), [0, 1].into());
    let few = setup(8, Some(0.65)).expect_err("there are three only");
    assert!(few.starts_with("2-4: start: 3 of the 4 starts that are needed are balanced, of 4 positions"), "{few}");
    // The starts do not depend on the players or the number of threads.
    let rows = |ledger: &Ledger| ledger.rows().map(|row| (row.job.clone(), row.moves)).collect::<Vec<_>>();
    let one = complete_ledger(described(6, Some(0.65)), 1);
    assert_eq!(rows(&one), rows(&complete_ledger(described(6, Some(0.65)), 2)));
    assert_ne!(
        setup(6, Some(0.65)).expect("there are three").identity(),
        setup(6, None).expect("there are four").identity()
    );
    let mut three = described(6, Some(0.65));
    (three.games, three.players) = (vec!["3-4".to_owned()], config("3-4", &["random", "astar", "random"]).players);
    let refused = Setup::new(three, &RingLoader, Path::new("")).expect_err("there are three players");
    assert!(refused.contains("balanced is for games of 2 players, and this one has 3"), "{refused}");
}

#[test]
fn a_sequential_test_ends_at_the_same_game_for_any_number_of_threads() {
    let ledger = |threads| {
        let mut config = config("2-5", &["astar", "random"]);
        config.games_per_pairing = 400;
        config.sprt = Some(SprtConfig::elo(0.0, 100.0));
        complete_ledger(config, threads)
    };
    let (one, three) = (ledger(1), ledger(3));
    assert_eq!(one.len(), three.len());
    assert!(one.len() < 400 && one.len().is_multiple_of(2), "{} games", one.len());
}

#[test]
fn a_stopped_tournament_can_be_resumed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = config("2-9", &["random", "astar"]);
    config.games_per_pairing = 2000;
    let setup = Arc::new(Setup::new(config.clone(), &RingLoader, Path::new("")).expect("it is well described"));
    let options = RunOptions { out: folder.path().to_owned(), resume: false, shard: None, threads: 2 };
    let stop = AtomicBool::new(true);
    let ended = run(&setup, &options, &stop, &mut |_| {}).expect("it ends in good order");
    assert!(!ended.complete && ended.results.ledger.len() < 2000);
    stop.store(false, Ordering::Relaxed);
    let ended = play_tournament(config, folder.path(), 2).expect("it comes to its end");
    assert!(ended.complete && ended.results.ledger.len() == 2000);
}

/// Starts are copied into the results, whose configuration describes the same tournament wherever the original lies.
#[test]
fn a_folder_of_results_is_enough_to_go_on() {
    let place = tempfile::tempdir().expect("a folder");
    std::fs::write(place.path().join("lines.epd"), "step\nstep; step\nstep; step; step\n").expect("it can be written");
    let (out, moved) = (place.path().join("results"), place.path().join("moved"));
    let mut config = config("2-9", &["random", "astar"]);
    config.games_per_pairing = 12;
    config.start = StartConfig { lines: Some("lines.epd".into()), line_plies: Some(2), ..StartConfig::default() };
    let play = |config: Config, folder: &Path, out: &Path, stops: bool| {
        let setup = Arc::new(Setup::new(config, &RingLoader, folder).expect("it is well described"));
        let options = RunOptions { out: out.to_owned(), resume: true, shard: None, threads: 2 };
        let ended = run(&setup, &options, &AtomicBool::new(stops), &mut |_| {}).expect("it is the same tournament");
        ended.results.ledger.rows().map(|row| (row.job.start, row.opening)).collect::<BTreeSet<_>>()
    };
    play(config, place.path(), &out, true);
    std::fs::remove_file(place.path().join("lines.epd")).expect("it is there");
    std::fs::rename(&out, &moved).expect("it can be moved");
    let config = boardwright_arena::results::config(&moved).expect("it can be read");
    assert_eq!(config.start.lines.as_deref(), Some(Path::new("starts.epd")));
    let openings = play(config, &moved, &moved, false);
    // The second and the third line are equal after two moves, and are taken once.
    assert_eq!(openings, [(0, 1), (1, 2), (2, 1), (3, 2), (4, 1), (5, 2)].into());
    assert!(rebuild(&moved).expect("the results are there").complete);
    // A finished game can be read with the names of its players.
    let progress = read_progress(&moved).expect("it has a journal");
    assert_eq!((progress.done, progress.games), (12, Some(12)));
    let contents = read_journal(&moved).expect("it can be read");
    let mut reader = JournalReader::open(&moved).expect("it can be read");
    let labels = ["A", "B"].map(str::to_owned);
    for (done, place) in &contents.games {
        let record = record_of(&mut reader, *place, &labels).expect("it can be read").expect("records are kept");
        let names: Vec<_> = done.job.seats.iter().map(|seat| labels[*seat].clone()).collect();
        assert_eq!((record.header.metadata.labels, record.moves), (names, done.moves.clone()));
    }
}

#[test]
fn shuffled_starts_depend_on_the_seed_only() {
    let place = tempfile::tempdir().expect("a folder");
    let lines: Vec<String> = (1..9).map(|count| vec!["step"; count].join("; ")).collect();
    std::fs::write(place.path().join("lines"), lines.join("\n")).expect("it can be written");
    let openings = |seed: u64, shuffled: bool| {
        let mut config = config("2-20", &["random", "astar"]);
        (config.seed, config.games_per_pairing) = (seed, 16);
        config.start = StartConfig { lines: Some("lines".into()), shuffled, ..StartConfig::default() };
        let setup = Setup::new(config, &RingLoader, place.path()).expect("it is well described");
        setup.round(&[], 1).iter().map(|job| setup.opening(job).moves.len()).collect::<Vec<_>>()
    };
    let in_order = openings(1, false);
    assert_eq!(in_order[..6], [1, 1, 2, 2, 3, 3]);
    let shuffled = openings(1, true);
    assert_eq!(shuffled, openings(1, true));
    assert!(shuffled != in_order && shuffled != openings(2, true), "{shuffled:?}");
    // Every start is still played from both seats.
    assert!(shuffled.chunks(2).all(|two| two[0] == two[1]), "{shuffled:?}");
}

/// Errors and notes are shown by the window, too, which has no options of a command line.
#[test]
fn messages_name_no_options_of_a_command_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let play = |games: u32, resume: bool, stops: bool| {
        let mut config = config("2-9", &["random", "astar"]);
        config.games_per_pairing = games;
        let setup = Arc::new(Setup::new(config, &RingLoader, Path::new("")).expect("it is well described"));
        let options = RunOptions { out: folder.path().to_owned(), resume, shard: None, threads: 2 };
        run(&setup, &options, &AtomicBool::new(stops), &mut |_| {})
    };
    let stopped = play(2000, false, true).expect("it ends in good order");
    let rebuilt = rebuild(folder.path()).expect("the results are there");
    let mut messages = [stopped.notes, rebuilt.notes].concat();
    let errors = [play(2000, false, false), play(1999, true, false), play(4, true, false)];
    messages
        .extend(errors.map(|error| error.map(|_| ()).expect_err("it is another tournament, or exists").to_string()));
    messages.push(RunError::TooManyHangs("astar".to_owned()).to_string());
    assert!(messages.len() >= 6 && messages[messages.len() - 2].contains("choose another folder"), "{messages:?}");
    assert!(messages.iter().all(|message| !message.contains("--")), "{messages:?}");
}

/// The message of a crash has the exit status, or the signal, and the last lines of standard error.
#[test]
fn a_crash_is_explained_by_the_program() {
    let scripts = [
        ("status", "read word rest; echo first >&2; echo 'ValueError: no move' >&2; exit 3"),
        ("signal", "kill -SEGV $$"),
        ("chatty", "read word rest; echo thinking; while read word rest; do :; done"),
    ];
    for (label, script) in scripts {
        let mut config = config("2-3", &["random"]);
        config.players.push(program(label, script));
        let ledger = complete_ledger(config, 1);
        for row in ledger.rows() {
            assert_eq!((reason_name(row.end.reason), row.points(1)), ("crash", 0.0));
            let note = row.end.note.clone().expect("a crash is explained");
            match label {
                "status" => {
                    let expected = "(exit status: 3); standard error: first | ValueError: no move";
                    assert!(note.ends_with(expected), "{note}");
                }
                "signal" => assert!(note.contains("(signal: 11"), "{note}"),
                _ => assert_eq!(note, "the program sent an invalid line: \"thinking\""),
            }
        }
    }
}

/// A program that fills its standard error is not stopped by it.
#[test]
fn standard_error_is_read() {
    let flood = "i=0; while [ $i -lt 3000 ]; do echo 'noise noise noise noise noise noise noise noise' >&2; i=$((i+1)); \
                 done; while read word rest; do [ \"$word\" = go ] && echo bestmove step; done";
    let mut config = config("2-3", &["random"]);
    config.players.push(program("flood", flood));
    let ledger = complete_ledger(config, 1);
    assert!(ledger.rows().all(|row| reason_name(row.end.reason) == "normal"), "{:?}", count_reasons(&ledger));
}

/// Records name the participants as the tables do, although the seed of a player differs from game to game.
#[test]
fn records_have_the_labels_of_the_participants() {
    let mut config = config("2-3", &["random", "random"]);
    config.players[1] = PlayerConfig::player("monte-carlo:nodes=20");
    config.records = true;
    let folder = tempfile::tempdir().expect("a folder");
    play_tournament(config, folder.path(), 1).expect("it comes to its end");
    let text = std::fs::read_to_string(folder.path().join("records/0000001-0001000.jsonl")).expect("records");
    let headers: Vec<RecordHeader> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    assert!(!headers.is_empty());
    let names: BTreeSet<&str> = headers.iter().flat_map(|header| &header.metadata.labels).map(String::as_str).collect();
    assert_eq!(names, ["monte-carlo:nodes=20", "random 0"].into());
    for header in &headers {
        let is_random = |name: &str| name.starts_with("random");
        for (label, seat) in header.metadata.labels.iter().zip(&header.players) {
            assert_eq!(is_random(label), is_random(&seat.player));
        }
    }
}
