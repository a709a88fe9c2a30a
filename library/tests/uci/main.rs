//! External engines by the player `uci`: a stand-in that keeps to the protocol or breaks it, and Stockfish where it is
//! installed.
#![cfg(unix)]

mod installed;
mod notation;

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use boardwright_arena::{Ending, FinishedMatch, Match, NullHost, Start, SystemWatch, Terms, TimeControl};
use boardwright_game::any::AnyState;
use boardwright_game::game::Outcome;
use boardwright_game::ids::Player;
use boardwright_library::analysis::{AnalysisRequest, MoveAnalysis};
use boardwright_library::{LoadedGame, load};
use boardwright_players::EngineScore;
use boardwright_players::registry::PlayerArtifacts;

/// The stand-in with a file of all commands that it has received.
struct StandIn {
    folder: tempfile::TempDir,
}

impl StandIn {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn log_path(&self) -> PathBuf {
        self.folder.path().join("log")
    }

    /// The player in a mode, with further options.
    fn player(&self, mode: &str, options: &str) -> String {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/uci/engine.sh");
        format!("uci:path=sh {script} {mode} {},timeout=1{options}", self.log_path().display())
    }

    fn log(&self) -> Vec<String> {
        let text = fs::read_to_string(self.log_path()).unwrap_or_default();
        text.lines().map(str::to_owned).collect()
    }

    /// Commands that begin with a word.
    fn commands(&self, word: &str) -> Vec<String> {
        self.log().into_iter().filter(|line| line.split(' ').next() == Some(word)).collect()
    }

    /// `true` if a process of the stand-in still exists, even as a zombie.
    fn is_running(&self) -> bool {
        let pids = self.commands("pid");
        assert!(!pids.is_empty(), "it was started");
        pids.iter().any(|line| PathBuf::from(line.replace("pid ", "/proc/")).exists())
    }
}

fn terms(control: Option<TimeControl>) -> Terms {
    Terms { time: vec![control], max_moves: Some(60), ..Terms::default() }
}

fn play_match(game: &LoadedGame, players: [&str; 2], terms: Terms, stop: &AtomicBool) -> FinishedMatch {
    let seats = players.iter().zip(1..).map(|(text, seed)| -> Box<dyn boardwright_arena::Seat> {
        let spec = boardwright_players::parse(text).unwrap();
        let player = game.create_player(&spec, seed, &PlayerArtifacts::default());
        Box::new(player.unwrap_or_else(|error| panic!("{text}: {error}")))
    });
    let (seats, watch) = (seats.collect(), SystemWatch::start());
    Match::new(game, seats, &Start::default(), terms, &watch, stop).unwrap().play(&mut NullHost)
}

fn start_error(game: &str, text: &str) -> String {
    let spec = boardwright_players::parse(text).unwrap();
    let created = load(game).unwrap().create_player(&spec, 1, &PlayerArtifacts::default());
    created.map_or_else(|error| error.to_string(), |_| panic!("{text}: it starts"))
}

fn analysis(game: &LoadedGame, state: &AnyState, text: &str, lines: usize) -> (MoveAnalysis, Vec<MoveAnalysis>) {
    let (spec, stop, last) =
        (boardwright_players::parse(text).unwrap(), AtomicBool::new(false), Mutex::new(Vec::new()));
    let listener = |best: &[MoveAnalysis]| *last.lock().unwrap() = best.to_vec();
    let request = AnalysisRequest {
        player: &spec,
        loaded: game,
        artifacts: &PlayerArtifacts::default(),
        state,
        seed: 1,
        stop: &stop,
        listener: Some((lines, &listener)),
    };
    let best = request.run().unwrap_or_else(|error| panic!("{text}: {error}")).best;
    (best, last.into_inner().unwrap())
}

fn second() -> Player {
    Player::FIRST.next(2)
}

#[test]
fn one_process_plays_a_whole_game_and_follows_its_moves() {
    let (chess, white, black) = (load("chess").unwrap(), StandIn::new(), StandIn::new());
    let players = [&white.player("good", ",nodes=9,skill=3,option.style=Wild"), &black.player("good", ",depth=2")];
    let finished = play_match(&chess, players.map(String::as_str), terms(None), &AtomicBool::new(false));
    assert_eq!(finished.ending, Ending::Finished(Outcome::Won(second())));
    assert_eq!(finished.record.moves.len(), 4);
    assert_eq!([white.commands("uci").len(), white.commands("ucinewgame").len()], [1, 1]);
    assert_eq!(white.commands("go"), ["go nodes 9", "go nodes 9"]);
    assert_eq!(black.commands("go"), ["go depth 2", "go depth 2"]);
    let options = white.commands("setoption");
    assert!(options.contains(&"setoption name Skill Level value 3".to_owned()), "{options:?}");
    assert!(options.contains(&"setoption name Style value Wild".to_owned()), "{options:?}");
    let start = "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(white.commands("position"), [start.to_owned(), format!("{start} moves f2f3 e7e5")]);
    assert_eq!(black.commands("position")[1].split(" moves ").nth(1), Some("e7e5 g2g4"));
    assert!(!white.is_running() && !black.is_running(), "the processes end with the match");
}

#[test]
fn failures_end_the_game_with_a_reason() {
    let chess = load("chess").unwrap();
    for (mode, part) in [
        ("crash", "has exited (exit status: 3); standard error: out of memory"),
        ("quit", "has exited (exit status: 0)"),
        ("hang", "did not answer with `"),
    ] {
        let engine = StandIn::new();
        let players = [&engine.player(mode, ",nodes=9"), "random:seed=1"];
        let finished = play_match(&chess, players, terms(None), &AtomicBool::new(false));
        let Ending::Crashed { player, message } = &finished.ending else { panic!("{mode}: {:?}", finished.ending) };
        assert!(*player == Player::FIRST && message.contains(part), "{mode}: {message}");
        assert!(!engine.is_running(), "{mode}");
    }
    for (mode, text) in [("illegal", "a1a8"), ("none", "(none)")] {
        let engine = StandIn::new();
        let players = [&engine.player(mode, ""), "random:seed=1"];
        let finished = play_match(&chess, players, terms(None), &AtomicBool::new(false));
        assert_eq!(finished.ending, Ending::Illegal { player: Player::FIRST, text: text.to_owned() });
    }
}

#[test]
fn engines_that_cannot_be_used_are_refused_with_a_reason() {
    let missing = start_error("chess", "uci:path=/no/such/engine");
    assert!(missing.starts_with("uci: cannot start /no/such/engine: No such file"), "{missing}");
    assert!(missing.ends_with("install the engine, or give its file by path=FILE"), "{missing}");
    for (mode, options, part) in [
        ("silent", "", "did not answer with `uciok` within 1 s; does it speak UCI?"),
        ("not-uci", "", "did not answer with `uciok` within 1 s; does it speak UCI?"),
        ("deaf", "", "did not answer with `readyok` within 1 s"),
        ("exit-at-once", "", "has exited (exit status: 2); standard error: no licence"),
        ("good", ",hash=16", "the engine Stand-in 1 has no option \"Hash\"; there are Skill Level, MultiPV, Threads"),
        ("good", ",option.Stile=Wild", "has no option \"Stile\", did you mean \"Style\"?"),
        ("good", ",skill=21", "must be a whole number from 0 to 20, not \"21\""),
        ("good", ",option.Style=Calm", "must be one of Solid, Wild, not \"Calm\""),
    ] {
        let engine = StandIn::new();
        let error = start_error("chess", &engine.player(mode, options));
        assert!(error.contains(part), "{mode}{options}: {error}");
        assert!(!engine.is_running(), "{mode}");
    }
    let engine = StandIn::new();
    assert!(start_error("reversi", &engine.player("good", "")).contains("whose moves have no UCI notation"));
    let error = start_error("breakthrough", &engine.player("good", ""));
    assert!(error.ends_with("the engine Stand-in 1 plays chess only, not breakthrough"), "{error}");
}

#[test]
fn variants_are_selected_and_their_moves_understood() {
    let (game, engine) = (load("breakthrough").unwrap(), StandIn::new());
    let (best, _) = analysis(&game, &game.game().initial_state(), &engine.player("variants", ""), 1);
    assert_eq!(best.score, Some(EngineScore::Mate(3)));
    assert!(best.mv.contains("sq(1,3)"), "{best:?}");
    assert_eq!(engine.commands("position"), ["position fen pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"]);
    assert!(engine.commands("setoption").contains(&"setoption name UCI_Variant value breakthrough".to_owned()));
}

#[test]
fn clocks_are_sent_and_each_move_has_its_time() {
    let (chess, engine) = (load("chess").unwrap(), StandIn::new());
    let game = TimeControl::Game { total: Duration::from_mins(10), increment: Duration::from_secs(2) };
    let text = engine.player("good", "");
    play_match(
        &chess,
        [&text, "random:seed=1"],
        Terms { max_moves: Some(1), ..terms(Some(game)) },
        &AtomicBool::new(false),
    );
    assert_eq!(engine.commands("go"), ["go wtime 600000 winc 2000 btime 600000 binc 2000"]);
    let engine = StandIn::new();
    let text = engine.player("good", "");
    let control = TimeControl::Move(Duration::from_secs(3));
    play_match(
        &chess,
        [&text, "random:seed=1"],
        Terms { max_moves: Some(1), ..terms(Some(control)) },
        &AtomicBool::new(false),
    );
    let go = engine.commands("go");
    let time: u64 = go[0].strip_prefix("go movetime ").unwrap().parse().unwrap();
    assert!((1_000..3_000).contains(&time), "{go:?}");
}

#[test]
fn an_interrupted_engine_is_stopped() {
    let (chess, engine, stop) = (load("chess").unwrap(), StandIn::new(), AtomicBool::new(false));
    let text = engine.player("slow", ",nodes=9");
    let finished = std::thread::scope(|scope| {
        let playing = scope.spawn(|| play_match(&chess, [&text, "random:seed=1"], terms(None), &stop));
        let until = Instant::now() + Duration::from_secs(20);
        while engine.commands("go").is_empty() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(5));
        }
        stop.store(true, Ordering::Relaxed);
        playing.join().unwrap()
    });
    assert_eq!(finished.ending, Ending::Stopped);
    assert!(!engine.commands("stop").is_empty());
    assert!(!engine.is_running());
    // At the end of its time, an engine that ignores `movetime` is stopped too.
    let engine = StandIn::new();
    let control = TimeControl::Move(Duration::from_millis(300));
    let terms = Terms { max_moves: Some(1), margin: Duration::from_secs(20), ..terms(Some(control)) };
    let finished = play_match(&chess, [&engine.player("slow", ""), "random:seed=1"], terms, &AtomicBool::new(false));
    assert_eq!((finished.ending, finished.record.moves.len()), (Ending::Limit, 1));
}

#[test]
fn an_analysis_has_lines_with_scores() {
    let (chess, engine) = (load("chess").unwrap(), StandIn::new());
    let (best, lines) = analysis(&chess, &chess.game().initial_state(), &engine.player("good", ""), 2);
    assert_eq!((best.score, best.value, best.depth, best.nodes), (Some(EngineScore::Mate(3)), Some(1.0), 7, 42));
    // The line ends before the text that is no move.
    assert_eq!(best.pv.len(), 2, "{best:?}");
    assert_eq!(
        lines.iter().map(|line| line.score).collect::<Vec<_>>(),
        [best.score, Some(EngineScore::Centipawns(-12))]
    );
    assert!(engine.commands("setoption").contains(&"setoption name MultiPV value 2".to_owned()));
}
