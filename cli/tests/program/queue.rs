//! Tournaments over a queue, with a server, a writer and workers that are killed and restarted; the results must equal those of an
//! undisturbed run. The playing of single games is tested elsewhere.

#![cfg(feature = "queue")]

use std::fs;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::run;
use boardwright_arena::tournament::GameLoader as _;
use boardwright_library::tournament_games::LibraryLoader;
use tempfile::TempDir;

/// Time limit of all waits; only a hang exceeds it.
const DEADLINE: Duration = Duration::from_secs(50);

/// A child process that is killed when its test ends.
struct Process(Child);

impl Process {
    /// Kills the process.
    fn kill(mut self) {
        self.0.kill().expect("it was running");
        self.0.wait().expect("it was ours");
    }

    /// Waits until the process ends; returns the exit status and the output.
    fn wait(mut self, until: Instant) -> (Option<i32>, String) {
        // The output fits into the pipe buffer.
        let code = wait_for(until, "the end of a process", || self.0.try_wait().expect("it is ours")).code();
        let mut said = String::new();
        self.0.stderr.take().expect("it was piped").read_to_string(&mut said).expect("messages are UTF-8");
        (code, said)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until `happened` returns a value; panics after the deadline.
fn wait_for<T>(until: Instant, what: &str, mut happened: impl FnMut() -> Option<T>) -> T {
    loop {
        if let Some(value) = happened() {
            return value;
        }
        assert!(Instant::now() < until, "{what} was waited for in vain");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A queue server with its folder.
struct Server {
    program: &'static str,
    store: TempDir,
    port: u16,
    process: Option<Process>,
}

impl Server {
    /// Starts a server; returns `None` if none is installed, which fails the test where all tests are required.
    fn started() -> Option<Self> {
        let Some(program) = server_program() else {
            assert!(std::env::var_os("CI").is_none(), "nats-server is not installed");
            eprintln!("skipped: nats-server is not installed; `apt-get install nats-server` gets it");
            return None;
        };
        let mut server = Self { program, store: tempfile::tempdir().unwrap(), port: free_port(), process: None };
        server.start();
        Some(server)
    }

    fn start(&mut self) {
        let mut command = Command::new(self.program);
        command.args(["-js", "-a", "127.0.0.1", "-p", &self.port.to_string(), "-sd"]).arg(self.store.path());
        let started = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it was there a moment ago");
        self.process = Some(Process(started));
        let port = self.port;
        wait_for(Instant::now() + DEADLINE, "the server", || TcpStream::connect(("127.0.0.1", port)).ok());
    }

    fn kill(&mut self) {
        self.process.take().expect("it runs").kill();
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    fn worker(&self, more: &[&str]) -> Process {
        spawn(&[&["worker", &self.url(), "--threads", "1"], more].concat())
    }
}

/// The server program, if it is installed; Debian puts it into a folder that may be missing in PATH.
fn server_program() -> Option<&'static str> {
    let there = |program: &&str| Command::new(program).arg("--version").stdout(Stdio::null()).status().is_ok();
    ["nats-server", "/usr/sbin/nats-server"].into_iter().find(there)
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}

fn spawn(args: &[&str]) -> Process {
    let mut command = Command::new(crate::PROGRAM);
    let nothing = concat!(env!("CARGO_TARGET_TMPDIR"), "/nothing-kept");
    command.args(args).env("NO_COLOR", "1").env("XDG_DATA_HOME", nothing);
    Process(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts"))
}

/// Arguments of a tournament with results in a folder.
fn tournament<'a>(game: &'a str, players: &'a str, games: &'a str, out: &'a str) -> Vec<&'a str> {
    vec!["tournament", "run", game, "--players", players, "--games", games, "--out", out]
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary folders have plain names")
}

/// Number of games in a journal.
fn journal_length(out: &Path) -> usize {
    let journal = fs::read(out.join("journal.log")).unwrap_or_default();
    journal.split(|&byte| byte == b'\n').count().saturating_sub(2)
}

/// Plays a tournament locally, without a queue.
fn play_locally(folder: &TempDir, game: &str, players: &str, games: &str, more: &[&str]) -> PathBuf {
    let out = folder.path().join("alone");
    let ran = run(&[&tournament(game, players, games, text(&out)), more].concat());
    assert_eq!(ran.code, 0, "{ran:?}");
    out
}

/// Asserts that all results are equal, and that no game occurs twice.
fn assert_same(one: &Path, other: &Path) {
    assert_same_tables(one, other);
    assert_eq!(journal_length(one), journal_length(other), "games in the journals");
}

/// Asserts that the tables are equal; the journals may contain surplus games.
fn assert_same_tables(one: &Path, other: &Path) {
    for name in ["games.csv", "pairs.csv", "ratings.csv", "scores.csv"] {
        // Only games of points have a table of scores.
        let read = |folder: &Path| fs::read_to_string(folder.join(name)).ok();
        assert!(name == "scores.csv" || read(one).is_some(), "{name}");
        assert_eq!(read(one), read(other), "{name}");
    }
}

#[test]
fn workers_that_are_killed_lose_no_game() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let folder = tempfile::tempdir().unwrap();
    let (game, players, games) = ("tic-tac-toe", "mcts:nodes=300,random", "600");
    let out = folder.path().join("queue");
    let url = server.url();
    let writer = spawn(&[tournament(game, players, games, text(&out)), vec!["--queue", &url]].concat());
    let mut doomed: Vec<Process> = (0..2).map(|_| server.worker(&[])).collect();
    let _stays = server.worker(&[]);
    for at in [30, 90] {
        wait_for(until, "games", || (journal_length(&out) >= at).then_some(()));
        doomed.pop().expect("there are two").kill();
    }
    assert!(journal_length(&out) < 600, "they were killed in the middle");
    let (code, said) = writer.wait(until);
    assert_eq!(code, Some(0), "{said}");
    assert_same(&play_locally(&folder, game, players, games, &[]), &out);
    // The server keeps nothing of the tournament.
    let (code, said) = server.worker(&["--once"]).wait(until);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("0 games played"), "{said}");
}

#[test]
fn duplicate_deals_survive_a_killed_worker() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let folder = tempfile::tempdir().unwrap();
    let (game, players, games) = ("leduc:deals=3", "a=random,b=random,c=monte-carlo:nodes=200", "100");
    let out = folder.path().join("queue");
    let url = server.url();
    let more = ["--duplicates"];
    let writer = spawn(&[&tournament(game, players, games, text(&out)), &more[..], &["--queue", &url]].concat());
    let doomed = server.worker(&[]);
    let _stays = server.worker(&[]);
    wait_for(until, "games", || (journal_length(&out) >= 20).then_some(()));
    doomed.kill();
    assert!(journal_length(&out) < 300, "it was killed in the middle");
    let (code, said) = writer.wait(until);
    assert_eq!(code, Some(0), "{said}");
    let alone = play_locally(&folder, game, players, games, &more);
    assert_same(&alone, &out);
    assert!(fs::read_to_string(alone.join("scores.csv")).is_ok_and(|table| table.contains(",deck set,")));
}

/// A run of evolution with a file as the opponent, which workers do not have.
const EVOLUTION: &str = "game = \"carcassonne\"\n[subject]\nfeatures = \"potential\"\nphases = 2\n[genetic]\n\
                         population = 4\ngenerations = 6\nparental-games = 4\nenvironment-games = 4\n[fitness]\n\
                         every = 2\ngames = 4\n[[opponent]]\nweights = \"WEIGHTS\"\n";

/// Number of contests that a run of evolution has recorded.
fn contests(out: &Path) -> usize {
    fs::read_to_string(out.join("contests.log")).unwrap_or_default().lines().count().saturating_sub(1)
}

#[test]
fn contests_of_evolution_survive_a_killed_worker() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let folder = tempfile::tempdir().unwrap();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/weights/carcassonne/greedy.toml");
    let description = folder.path().join("run.toml");
    fs::write(&description, EVOLUTION.replace("WEIGHTS", weights)).unwrap();
    let (alone, shared) = (folder.path().join("alone"), folder.path().join("shared"));
    let evolve = |out| vec!["evolve", text(&description), "--out", text(out)];
    let ran = run(&[evolve(&alone), vec!["--threads", "1"]].concat());
    assert_eq!(ran.code, 0, "{ran:?}");

    let url = server.url();
    let running = spawn(&[evolve(&shared), vec!["--queue", &url]].concat());
    let doomed = server.worker(&[]);
    wait_for(until, "contests", || (contests(&shared) >= 10).then_some(()));
    doomed.kill();
    assert!(contests(&shared) < contests(&alone), "it was killed in the middle");
    let _stays = server.worker(&[]);
    let (code, said) = running.wait(until);
    assert_eq!(code, Some(0), "{said}");
    for name in ["best.json", "population.json", "fitness.csv", "weights.toml"] {
        let read = |folder: &Path| fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(read(&alone), read(&shared), "{name}");
    }
}

#[test]
fn a_server_that_is_killed_and_a_writer_that_is_killed() {
    let Some(mut server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let folder = tempfile::tempdir().unwrap();
    let (players, games) = ("mcts:nodes=300,random", "400");
    // A user's own file, which workers cannot load by name.
    let own = folder.path().join("own.game");
    let shipped = boardwright_games::shipped_game("tic-tac-toe").expect("it ships");
    fs::write(&own, [shipped.text, b"\n// One's own.\n"].concat()).unwrap();
    let game = text(&own);
    let out = folder.path().join("queue");
    let url = server.url();
    let command = [tournament(game, players, games, text(&out)), vec!["--queue", &url]].concat();
    let first = spawn(&command);
    let workers: Vec<Process> = (0..2).map(|_| server.worker(&[])).collect();
    wait_for(until, "games", || (journal_length(&out) >= 30).then_some(()));
    first.kill();
    let there = journal_length(&out);
    server.kill();
    server.start();
    let writer = spawn(&[command.clone(), vec!["--resume"]].concat());
    wait_for(until, "more games", || (journal_length(&out) >= there + 30).then_some(()));
    assert!(journal_length(&out) < 400, "the server is killed in the middle");
    server.kill();
    server.start();
    let (code, said) = writer.wait(until);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("lost the connection") && said.contains("reconnected"), "{said}");
    assert_same(&play_locally(&folder, game, players, games, &[]), &out);
    drop(workers);
}

#[test]
fn many_short_games_of_two_tournaments_at_once() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let (one, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let url = server.url();
    let players = "random,random:seed=2";
    let begun = |folder: &TempDir, game: &str, games: &str| {
        let out = folder.path().join("queue");
        spawn(&[tournament(game, players, games, text(&out)), vec!["--queue", &url]].concat())
    };
    let writers = [begun(&one, "tic-tac-toe", "3000"), begun(&other, "nim", "500")];
    let _workers: Vec<Process> = (0..3).map(|_| server.worker(&[])).collect();
    for writer in writers {
        let (code, said) = writer.wait(until);
        assert_eq!(code, Some(0), "{said}");
    }
    assert_same(&play_locally(&one, "tic-tac-toe", players, "3000", &[]), &one.path().join("queue"));
    assert_same(&play_locally(&other, "nim", players, "500", &[]), &other.path().join("queue"));
}

/// Later pairings, and the end of the tournament, depend on earlier results: the writer decides in the order of the games, whatever
/// the order in which the results arrive.
#[test]
fn rounds_and_stops_that_depend_on_results() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let url = server.url();
    let _workers: Vec<Process> = (0..3).map(|_| server.worker(&[])).collect();
    let strong = "mcts:nodes=200";
    let swiss = (format!("random,greedy,random:seed=2,{strong},mcts:nodes=20"), "20");
    let sequential = (format!("{strong},random"), "2000");
    let cases = [(swiss, vec!["--pairing", "swiss", "--rounds", "4"]), (sequential, vec!["--sprt", "0,100"])];
    for ((players, games), more) in cases {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("queue");
        let there = tournament("tic-tac-toe", &players, games, text(&out));
        let (code, said) = spawn(&[&there, &more[..], &["--queue", &url]].concat()).wait(until);
        assert_eq!(code, Some(0), "{said}");
        let alone = play_locally(&folder, "tic-tac-toe", &players, games, &more);
        assert_same_tables(&alone, &out);
        let played = fs::read_to_string(out.join("games.csv")).unwrap().lines().count() - 1;
        // Two games per pairing and round with five players, one of whom rests; and a stop as soon as the test is decided.
        let expected = if more[0] == "--sprt" { 2..1000 } else { 160..161 };
        assert!(expected.contains(&played), "{played} games with {more:?}");
    }
}

#[test]
fn a_missing_server_is_reported_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("nats://127.0.0.1:{}", free_port());
    let out = folder.path().join("queue");
    let runs = [
        run(&[tournament("nim", "random,mcts", "2", text(&out)), vec!["--queue", &url]].concat()),
        run(&["worker", &url, "--once"]),
    ];
    for ran in runs {
        assert_eq!(ran.code, 1, "{ran:?}");
        let place = url.trim_start_matches("nats://");
        assert!(ran.err.contains(&format!("no server answers at {place}")), "{ran:?}");
        assert!(ran.err.contains("nats-server -js"), "{ran:?}");
    }
    assert!(!out.exists(), "nothing is begun that would have to be gone on with");
    let ran = run(&["worker", "http://there"]);
    assert!(ran.code == 1 && ran.err.contains("as in nats://host"), "{ran:?}");
}

#[test]
fn scripts_are_sent_with_their_tables() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.hus");
    let row = ["CALL"; 13].join("\t") + "\n";
    fs::write(folder.path().join("calls.txt"), row.repeat(13)).unwrap();
    fs::write(&path, "PREFLOP\n  USE TABLE calls.txt\nENDPREFLOP\n").unwrap();
    let player = |file: &str| boardwright_players::parse(&format!("script:file={file}")).unwrap();
    let (own, shipped) = (player(text(&path)), player("caller"));
    let library = LibraryLoader { warn: |_| {} };
    let game = library.load("holdem:deals=1").unwrap();
    assert!(game.seat(&own, 1).is_ok());
    let bundle = game.bundle(&[&own, &shipped]).unwrap().expect("games of the library have bundles");
    assert!(bundle.contains("calls.txt") && !bundle.contains("caller"), "{bundle}");
    drop(folder);
    let reason = game.seat(&own, 1).err().expect("the file is gone");
    assert!(reason.contains("mine.hus"), "{reason}");
    let received = library.load_bundle("holdem:deals=1", &bundle).unwrap();
    assert!(received.seat(&own, 1).is_ok(), "the script is in the bundle");
    assert!(received.seat(&shipped, 1).is_ok());
}

#[test]
fn workers_refuse_scripts_that_run_programs() {
    let Some(server) = Server::started() else { return };
    let until = Instant::now() + DEADLINE;
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("queue");
    let url = server.url();
    let players = "a=script:file=caller,allow=ls,b=random";
    let writer = spawn(&[&tournament("holdem:deals=2", players, "4", text(&out))[..], &["--queue", &url]].concat());
    // A worker that comes before the tournament has nothing to refuse.
    let refused = wait_for(until, "a refusal", || {
        let (code, said) = server.worker(&["--once"]).wait(until);
        said.contains("--programs allows it").then_some(code)
    });
    assert_ne!(refused, Some(0));
    assert_eq!(journal_length(&out), 0, "no game was played");
    writer.kill();
}
