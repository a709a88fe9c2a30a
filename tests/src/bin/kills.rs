//! Fault injection: tournaments of 200,000 games are killed while they run, ten times at some moment and ten times at some byte
//! of the journal, and must give the same table as an uninterrupted tournament. One thread, and four shards merged, must give that
//! table too. It needs the binary `boardwright` in the same folder: `cargo xtask kills` builds both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Path of the binary `boardwright`, built into the same folder as this program.
fn program_path() -> PathBuf {
    let own = std::env::current_exe().expect("a program knows where it is");
    own.with_file_name("boardwright")
}

fn arguments(out: &Path, more: &[&str]) -> Vec<String> {
    let mut all =
        ["tournament", "run", "tic-tac-toe", "--players", "random,greedy:nodes=9"].map(str::to_owned).to_vec();
    all.extend(["--games", "200000", "--no-records", "--out"].map(str::to_owned));
    all.push(out.display().to_string());
    all.extend(more.iter().map(|&more| more.to_owned()));
    all
}

fn spawn_quietly(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Plays the tournament to its end; returns the content of `games.csv`.
fn play_tournament(out: &Path, more: &[&str]) -> Vec<u8> {
    let done = Command::new(program_path()).args(arguments(out, more)).output().expect("the program starts");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    fs::read(out.join("games.csv")).expect("a tournament has a table of games")
}

fn journal_bytes(out: &Path) -> u64 {
    fs::metadata(out.join("journal.log")).map_or(0, |data| data.len())
}

fn main() {
    let folder = tempfile::tempdir().expect("a folder for the results");
    let place = |name: &str| folder.path().join(name);
    let began = Instant::now();
    let truth = play_tournament(&place("undisturbed"), &["--threads", "2"]);
    let took = began.elapsed();
    println!("undisturbed, two threads: {took:.1?}, games.csv has {} bytes", truth.len());
    assert!(play_tournament(&place("one"), &["--threads", "1"]) == truth, "one thread gives another table");
    println!("one thread: the same");

    let killed = place("killed");
    let go_on = ["--resume", "--threads", "2"];
    for round in 0..10_u32 {
        let mut child = spawn_quietly(Command::new(program_path()).args(arguments(&killed, &go_on)));
        std::thread::sleep(took * (2 + 5 * round % 9) / 100);
        child.kill().and_then(|()| child.wait()).expect("it is still there");
        println!("killed, the journal has {} bytes", journal_bytes(&killed));
    }
    for step in 0..10 {
        let bytes = journal_bytes(&killed) + 3_000_001 + 13 * step;
        // The file size limit of `prlimit` makes the kernel kill the process when it writes beyond it.
        let mut limited = Command::new("prlimit");
        limited.arg(format!("--fsize={bytes}")).arg("--core=0").arg(program_path()).args(arguments(&killed, &go_on));
        let status = spawn_quietly(&mut limited).wait().expect("it ends");
        assert!(!status.success() && journal_bytes(&killed) <= bytes, "{bytes} bytes were written");
        println!("killed at byte {} of the journal", journal_bytes(&killed));
    }
    assert!(play_tournament(&killed, &["--resume"]) == truth, "after twenty kills there is another table");
    println!("after twenty kills: the same");

    let parts: Vec<PathBuf> = (1..=4).map(|part| place(&format!("part-{part}"))).collect();
    for (part, number) in parts.iter().zip(1..) {
        play_tournament(part, &["--shard", &format!("{number}/4")]);
    }
    let merged = place("merged");
    let mut merge = Command::new(program_path());
    merge.args(["tournament", "merge"]).args(&parts).arg("--out").arg(&merged).stdout(Stdio::null());
    assert!(merge.status().expect("the program starts").success(), "the parts cannot be put together");
    assert!(fs::read(merged.join("games.csv")).is_ok_and(|games| games == truth), "four parts give another table");
    println!("four parts put together: the same");
}
