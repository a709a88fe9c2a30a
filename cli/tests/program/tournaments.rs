//! Tournaments: results that do not depend on interruptions, and error messages.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::common::{RunResult, boardwright, objects, run, run_command};

/// Number of games in a tournament of tic-tac-toe between random players.
const GAMES: &str = "3000";

const BOARD_GAME: [&str; 7] =
    ["tournament", "run", "tic-tac-toe", "--players", "random,greedy:nodes=9", "--games", GAMES];

fn command(out: &Path, more: &[&str]) -> Vec<String> {
    command_of(&BOARD_GAME, out, more)
}

fn command_of(fixed: &[&str], out: &Path, more: &[&str]) -> Vec<String> {
    let mut command: Vec<String> = fixed.iter().map(|&fixed| fixed.to_owned()).collect();
    command.extend(["--out".to_owned(), out.display().to_string()]);
    command.extend(more.iter().map(|&more| more.to_owned()));
    command
}

fn tournament(out: &Path, more: &[&str]) -> RunResult {
    run_words(&command(out, more))
}

fn run_words(command: &[String]) -> RunResult {
    run_command(&mut boardwright(&command.iter().map(String::as_str).collect::<Vec<_>>()))
}

fn games(folder: &Path) -> Vec<u8> {
    fs::read(folder.join("games.csv")).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
}

/// Results of an undisturbed run.
fn undisturbed_results() -> &'static [u8] {
    static GAMES: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    GAMES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let done = tournament(folder.path(), &["--threads", "2"]);
        assert_eq!(done.code, 0, "{done:?}");
        games(folder.path())
    })
}

fn started(command: &[String]) -> Child {
    let mut program = Command::new(crate::PROGRAM);
    program.args(command).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    program.spawn().expect("the program starts")
}

#[test]
fn one_thread_or_several_give_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(tournament(folder.path(), &["--threads", "1"]).code, 0);
    assert!(games(folder.path()) == undisturbed_results(), "games.csv differs");
    let records = fs::read_dir(folder.path().join("records")).unwrap().count();
    assert_eq!(records, 3);
}

#[test]
fn resuming_after_a_kill_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..10 {
        let mut child = started(&command(folder.path(), &["--threads", "2", "--resume"]));
        std::thread::sleep(Duration::from_millis(60 + 67 * round % 240));
        // The process may have ended already.
        let _ = child.kill();
        child.wait().unwrap();
    }
    let done = tournament(folder.path(), &["--resume"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(games(folder.path()) == undisturbed_results(), "games.csv differs");
}

/// Kills a tournament when its journal reaches a size: the system kills a process that exceeds the file size limit.
#[cfg(target_os = "linux")]
fn kill_at_journal_size(out: &Path, bytes: u64) {
    let program = crate::PROGRAM;
    let mut limited = Command::new("prlimit");
    limited
        .arg(format!("--fsize={bytes}"))
        .arg("--core=0")
        .arg(program)
        .args(command(out, &["--resume", "--threads", "2"]));
    limited.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let status = limited.status().expect("prlimit belongs to every Linux");
    assert!(!status.success(), "{bytes} bytes are not the whole journal");
}

#[cfg(target_os = "linux")]
#[test]
fn resuming_after_any_byte_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = 700;
    for step in 0..10 {
        kill_at_journal_size(folder.path(), bytes);
        let journal = fs::metadata(folder.path().join("journal.log")).unwrap().len();
        assert!(journal <= bytes, "{journal} bytes of {bytes}");
        bytes += 90_001 + 7 * step;
    }
    let done = tournament(folder.path(), &["--resume"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(done.err.contains("were cut off"), "{}", done.err);
    assert!(games(folder.path()) == undisturbed_results(), "games.csv differs");
}

#[test]
fn merged_parts_equal_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let parts: Vec<_> = (1..=4).map(|part| folder.path().join(part.to_string())).collect();
    for (part, number) in parts.iter().zip(1..) {
        let done = tournament(part, &["--shard", &format!("{number}/4")]);
        assert_eq!(done.code, 0, "{done:?}");
    }
    let out = folder.path().join("all");
    let merge = |parts: &[&Path], out: &Path| {
        let mut args = vec!["tournament", "merge"];
        args.extend(parts.iter().map(|part| part.to_str().unwrap()));
        args.extend(["--out", out.to_str().unwrap()]);
        run(&args)
    };
    let each: Vec<&Path> = parts.iter().map(AsRef::as_ref).collect();
    let done = merge(&each, &out);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(games(&out) == undisturbed_results(), "games.csv differs");
    let some = folder.path().join("some");
    let partly = merge(&each[..3], &some);
    assert_eq!(partly.code, 1, "{partly:?}");
    assert!(partly.err.contains("750 games are still to be played"), "{}", partly.err);
    let whole = tournament(&some, &["--resume"]);
    assert_eq!(whole.code, 0, "{whole:?}");
    assert!(games(&some) == undisturbed_results(), "games.csv differs");
    let again = merge(&each, &out);
    assert!(again.code == 1 && again.err.contains("has results"), "{again:?}");
}

/// Tournament of duplicate deals: 3 pairings of 200 deals, each from both seats.
const DUPLICATES: [&str; 8] = [
    "tournament",
    "run",
    "leduc",
    "--players",
    "a=random,b=random,c=monte-carlo:nodes=20",
    "--games",
    "400",
    "--duplicates",
];

#[test]
fn duplicate_deals_give_the_same_bytes_however_they_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, more: &[&str]| {
        let out = folder.path().join(name);
        let done = run_words(&command_of(&DUPLICATES, &out, more));
        assert_eq!(done.code, 0, "{done:?}");
        out
    };
    let tables = |out: &Path| {
        ["games.csv", "scores.csv", "pairs.csv", "ratings.csv", "summary.md"]
            .map(|name| fs::read_to_string(out.join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    let whole = tables(&play("one", &["--threads", "1"]));
    assert_eq!(tables(&play("two", &["--threads", "2"])), whole);
    let parts = [play("part-1", &["--shard", "1/2"]), play("part-2", &["--shard", "2/2"])];
    let merged = folder.path().join("merged");
    let [first, second, out] = [&parts[0], &parts[1], &merged].map(|path| path.to_str().unwrap());
    let done = run(&["tournament", "merge", first, second, "--out", out]);
    assert_eq!(done.code, 0, "{done:?}");
    assert_eq!(tables(&merged), whole);
    let killed = folder.path().join("killed");
    let journal = || fs::metadata(killed.join("journal.log")).map_or(0, |data| data.len());
    for _ in 0..4 {
        let reached = journal() + 20_000;
        let mut child = started(&command_of(&DUPLICATES, &killed, &["--threads", "2", "--resume"]));
        while journal() < reached {
            assert_eq!(child.try_wait().unwrap(), None, "{} bytes are not the whole journal", journal());
            std::thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert_eq!(tables(&play("killed", &["--resume"])), whole);

    let games: Vec<Vec<&str>> = whole[0].lines().map(|line| line.split(',').collect()).collect();
    let column = |name: &str| games[0].iter().position(|column| *column == name).unwrap();
    let (start, deck, seed) = (column("start"), column("deck"), column("seed"));
    let decks: BTreeSet<(&str, &str)> = games[1..].iter().map(|row| (row[start], row[deck])).collect();
    let seeds: BTreeSet<&str> = games[1..].iter().map(|row| row[seed]).collect();
    assert_eq!((games.len(), decks.len(), seeds.len()), (1201, 200, 1200));
    assert!(whole[4].contains("the games with the same deals in 2 seatings are one observation"), "{}", whole[4]);
    assert!(whole[4].contains("mbb/hand"), "{}", whole[4]);
    let standings = objects(&["tournament", "report", killed.to_str().unwrap()]);
    assert!(standings.iter().all(|object| object["score_per_deal"].is_f64() && object["score_error_95"].is_f64()));
}

/// A program that writes its input to a file and answers with the first legal move.
#[cfg(unix)]
#[test]
fn a_program_plays_hidden_cards_and_receives_no_other_card() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("bot.sh");
    let text = r#"
        while IFS= read -r line; do
            echo "$line" >> "$1/input-$$"
            case "$line" in
                "legal "*) legal="${line#legal }" ;;
                go*) echo "bestmove ${legal%%;*}" ;;
            esac
        done
    "#;
    fs::write(&script, text).unwrap();
    let out = folder.path().join("out");
    let program = format!("sh {} {}", script.display(), folder.path().display());
    let args = ["tournament", "run", "leduc:deals=4", "--players", "random", "--program", &program, "--games", "20"];
    let more = ["--duplicates", "--seconds", "20", "--out", out.to_str().unwrap()];
    let done = run(&[&args[..], &more].concat());
    assert_eq!(done.code, 0, "{done:?}");
    let games = fs::read_to_string(out.join("games.csv")).unwrap();
    assert_eq!(games.matches(",normal,").count(), 20, "{games}");
    let inputs: Vec<String> = fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().path())
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("input-")))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    assert_eq!(inputs.len(), 20, "a process for each game");
    let (mut views, mut showdowns) = (0, 0);
    for input in &inputs {
        let other = if input.contains("seat 1\n") { 2 } else { 1 };
        for line in input.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "position" => {
                    for deal in rest.split("; next deal") {
                        let dealt = |text: &str| deal.matches(text).count();
                        // Its own card, and the public card of the second round, but never the other one.
                        assert_eq!(dealt(&format!("deal a card to player {other}")), 1, "{line}");
                        let open = ["deal J", "deal Q", "deal K"].map(dealt).iter().sum::<usize>();
                        assert!((1..=2).contains(&open), "{line}");
                    }
                }
                "view" if rest.contains("the other player has") => {
                    assert!(rest.contains("the other player has a card face down"), "{line}");
                    views += 1;
                }
                "ended" if rest.contains("the other player has") => {
                    showdowns += usize::from(!rest.contains("the other player has a card face down"));
                }
                "view" | "ended" | "game" | "seat" | "legal" | "go" => {}
                _ => panic!("{line}"),
            }
        }
    }
    assert!(views > 80 && showdowns > 0, "{views} views, {showdowns} showdowns");
}

#[test]
fn results_of_another_tournament_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let small = |more: &[&str]| {
        let mut args = vec!["tournament", "run", "nim", "--players", "random,greedy", "--games", "4", "--out", out];
        args.extend(more);
        run(&args)
    };
    assert_eq!(small(&[]).code, 0);
    // The same command continues, with or without `--resume`.
    let again = small(&[]);
    assert!(again.code == 0 && again.out.contains("4 games;"), "{again:?}");
    assert!(again.err.contains("had results of this tournament already"), "{}", again.err);
    let resumed = small(&["--resume"]);
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""));
    for more in [&["--resume", "--seed", "9"][..], &["--seed", "9"]] {
        let other = small(more);
        assert!(other.code == 1 && other.err.contains("are not the same as in"), "{other:?}");
        assert!(other.err.ends_with("; choose another folder for the results, named by --out\n"), "{other:?}");
    }
    assert_eq!(small(&["--resume", "--threads", "1"]).code, 0, "threads make no difference");
}

#[test]
fn manual_changes_are_reported_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = ["tournament", "run", "nim", "--players", "random,greedy", "--games", "6", "--out", out, "--resume"];
    assert_eq!(run(&args).code, 0);
    let path = folder.path().join("games.csv");
    let before = fs::read_to_string(&path).unwrap();
    fs::write(&path, before.replace("random", "somebody")).unwrap();
    let done = run(&args);
    assert!(done.code == 0 && done.err.contains("games.csv was changed by hand"), "{done:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
    assert!(fs::read_to_string(folder.path().join("games.csv.edited-1")).unwrap().contains("somebody"));
    let journal = folder.path().join("journal.log");
    let text = fs::read_to_string(&journal).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    fs::write(&journal, text.replacen(lines[2], &lines[2].replacen("finished", "resigned", 1), 1)).unwrap();
    let done = run(&args);
    assert!(done.code == 1 && done.err.contains("line 3: the line is damaged"), "{done:?}");
    // A game whose journal line is removed is played again.
    fs::write(&journal, text.replacen(&format!("{}\n", lines[2]), "", 1)).unwrap();
    assert_eq!(run(&args).code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), before);
}

#[test]
fn an_unwritable_folder_is_reported() {
    let full = run(&["tournament", "run", "nim", "--players", "random,greedy", "--out", "/dev/full/results"]);
    assert!(full.code == 1 && full.err.contains("/dev/full/results"), "{full:?}");
    let nowhere = run(&["tournament", "run", "nim", "--players", "random,greedy"]);
    assert!(nowhere.code == 2 && nowhere.err.contains("name one with --out"), "{nowhere:?}");
}

/// Full disk: writing fails, and nothing written before is lost.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let program = crate::PROGRAM;
    // A process that ignores the signal gets a write error, as with a full disk.
    let mut limited = Command::new("sh");
    let line = "trap '' XFSZ; ulimit -f 200; exec \"$@\"";
    limited.args(["-c", line, "sh"]).arg(program).args(command(folder.path(), &["--threads", "2"]));
    let output = limited.output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && message.contains("cannot write"), "{message}");
    let done = tournament(folder.path(), &["--resume"]);
    assert_eq!(done.code, 0, "{done:?}");
    assert!(games(folder.path()) == undisturbed_results(), "games.csv differs");
}

#[test]
fn errors_are_reported_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let wrong = |args: &[&str]| {
        let mut all = vec!["tournament", "run"];
        all.extend(args);
        all.extend(["--out", out.to_str().unwrap()]);
        let ran = run(&all);
        assert!(ran.code != 0 && !out.exists(), "{ran:?}");
        ran.err
    };
    assert!(wrong(&["nim"]).contains("name them with --players"));
    assert!(wrong(&["nimm", "--players", "random,greedy"]).contains("unknown game \"nimm\", did you mean \"nim\"?"));
    assert!(wrong(&["nim", "--players", "random,gredy"]).contains("did you mean \"greedy\"?"));
    assert!(wrong(&["nim", "--players", "random,random"]).contains("give one a label of its own"));
    assert!(wrong(&["nim", "--players", "random"]).contains("nim is for 2 players, and the tournament has 1"));
    assert!(wrong(&["pig", "--players", "random,minimax"]).contains("player \"minimax\" at pig"));
    assert!(wrong(&["nim", "--players", "random,greedy", "--pairing", "swis"]).contains("round-robin"));
    assert!(wrong(&["nim", "--players", "random,greedy", "--plies", "500"]).contains("fewer are needed"));
    assert!(wrong(&["nim", "--players", "random,greedy", "--sprt", "5,0"]).contains("elo0 must be less"));
    assert!(
        wrong(&["nim", "--players", "random,greedy", "--sprt", "0,999"]).contains("it must lie between -200 and 200")
    );
    assert!(wrong(&["nim", "--players", "random,greedy", "--duplicates"]).contains("nim has no chance"));
    assert!(
        wrong(&["leduc", "--players", "a=random,b=random", "--duplicates", "--games", "3"]).contains("multiple of 2")
    );
    assert!(
        wrong(&["pig", "--players", "random,greedy", "--score-sprt", "0,1"]).contains("pig has no scores to play for")
    );
    assert!(wrong(&["leduc", "--players", "random,greedy", "--score-sprt", "1,0"]).contains("score0 must be less"));
    assert!(wrong(&["puzzle8", "--players", "bfs,astar", "--pairing", "swiss"]).contains("needs games for two"));
    let file = folder.path().join("t.toml");
    fs::write(&file, "games = [\"nim\"]\ngame-per-pairing = 2\n[[player]]\nplayer = \"random\"\n").unwrap();
    let message = wrong(&[file.to_str().unwrap()]);
    assert!(
        message.contains("t.toml") && message.contains("line 2") && message.contains("games-per-pairing"),
        "{message}"
    );
}

#[test]
fn json_output_has_events_and_standings() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = [
        "tournament",
        "run",
        "tic-tac-toe",
        "nim",
        "--players",
        "random,greedy,mcts:nodes=50",
        "--games",
        "4",
        "--out",
        out,
    ];
    let report = objects(&args);
    let kinds: BTreeSet<&str> = report.iter().filter_map(|object| object["event"].as_str()).collect();
    assert_eq!(kinds, ["progress", "standing"].into());
    let standings: Vec<_> = report.iter().filter(|object| object["event"] == "standing").collect();
    assert_eq!(standings.len(), 9, "three players in two games and in both together");
    assert!(standings.iter().filter(|object| object["game"] == "all").all(|object| object["games"] == 16));
    let watched = objects(&["tournament", "watch", out, "--once"]);
    assert_eq!(watched[0]["games"], 24);
    let again = run(&["tournament", "report", out]);
    assert!(again.code == 0 && again.out.contains("24 games"), "{again:?}");
}

#[test]
fn records_of_a_tournament_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let args = [
        "tournament",
        "run",
        "nim",
        "tic-tac-toe",
        "--players",
        "random,greedy",
        "--games",
        "4",
        "--plies",
        "1",
        "--out",
        out,
    ];
    assert_eq!(run(&args).code, 0);
    let records = folder.path().join("records/0000001-0001000.jsonl");
    let all = run(&["replay", records.to_str().unwrap()]);
    assert_eq!((all.code, all.out.matches("the record holds").count()), (0, 8), "{all:?}");
    let one = run(&["replay", records.to_str().unwrap(), "--number", "3"]);
    assert_eq!((one.code, one.out.matches("the record holds").count()), (0, 1), "{one:?}");
    assert!(run(&["replay", records.to_str().unwrap(), "--number", "9"]).err.contains("it has 8 games"));
}

#[test]
fn alpha_rank_is_reported_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    let players = "random,greedy:nodes=9,mcts:playouts=20";
    let command =
        ["tournament", "run", "tic-tac-toe", "--players", players, "--games", "20", "--alpha-rank", "--out", &out];
    assert_eq!(run(&command).code, 0);
    let table = fs::read_to_string(folder.path().join("out/ratings.csv")).unwrap();
    let column = |line: &str| line.rsplit(',').next().unwrap().to_owned();
    let mut lines = table.lines();
    assert_eq!(lines.next().map(column).as_deref(), Some("alpha_rank"));
    let shares: Vec<f64> = lines.map(|line| column(line).parse().unwrap()).collect();
    assert_eq!(shares.len(), 3);
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 0.001, "{shares:?}");
    let summary = fs::read_to_string(folder.path().join("out/summary.md")).unwrap();
    assert!(summary.contains("| alpha-Rank |"), "{summary}");
}

#[test]
fn players_can_have_labels() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let players = "a=random,b=random:seed=2";
    let done = run(&["tournament", "run", "nim", "--players", players, "--games", "4", "--out", out]);
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let games = fs::read_to_string(folder.path().join("games.csv")).unwrap();
    assert!(games.lines().skip(1).all(|line| line.contains(",a,") || line.contains(",b,")), "{games}");
    let twice = run(&["tournament", "run", "nim", "--players", "a=random,a=greedy", "--out", "/no/such"]);
    assert!(twice.code == 2 && twice.err.contains("the label \"a\" is used twice"), "{twice:?}");
    let wrong = run(&["tournament", "run", "nim", "--players", "a=random,b=randm", "--out", "/no/such"]);
    assert!(wrong.code > 0 && wrong.err.contains("unknown player \"randm\", did you mean \"random\"?"), "{wrong:?}");
}
