//! `fmt`: formatting of game files, and conversion from edition 2013 to 2026.
//! `boardwright-lang` tests the format and the conversion themselves.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{answer, parse_lines, run};

const UNTIDY: &str = "[GAME]\nedition=2026 // the newest\n[PLAYERS]\n1=Me\n";
const TIDY: &str = "[GAME]\nedition = 2026 // the newest\n\n[PLAYERS]\n1 = Me\n";

fn write_file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

fn old_file(folder: &Path, name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data").join(name);
    write_file(folder, path.file_name().unwrap().to_str().unwrap(), &fs::read_to_string(&path).unwrap())
}

#[test]
fn files_are_formatted() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_file(folder.path(), "untidy.game", UNTIDY);
    let file = path.to_str().unwrap();
    assert_eq!(answer(&["fmt", file, "--stdout"]), TIDY);
    let checked = run(&["fmt", file, "--check"]);
    assert_eq!((checked.code, checked.out), (1, format!("{file}\n")));
    assert_eq!(fs::read_to_string(&path).unwrap(), UNTIDY, "nothing is changed by a check");
    assert_eq!(answer(&["fmt", file]), format!("{file}: written\n"));
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
    assert_eq!(answer(&["fmt", file]), "");
    assert_eq!(answer(&["fmt", file, "--check"]), "");
    let output = answer(&["fmt", file, "--format", "json"]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&output).unwrap()["changed"], false);
}

#[test]
fn line_ends_are_part_of_the_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_file(folder.path(), "other.game", &TIDY.replace('\n', "\r\n"));
    assert_eq!(run(&["fmt", path.to_str().unwrap(), "--check"]).code, 1);
    run(&["fmt", path.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(&path).unwrap(), TIDY);
}

#[test]
fn one_broken_file_does_not_stop_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let broken = write_file(folder.path(), "broken.game", "[GAME]\nedition = 2026\n[RULES]\ncondition = (1 +\n");
    let untidy = write_file(folder.path(), "untidy.game", UNTIDY);
    let before = fs::read(&broken).unwrap();
    let missing = folder.path().join("missing.game");
    let files = [&broken, &missing, &untidy].map(|path| path.to_str().unwrap());
    let ran = run(&[&["fmt"][..], &files].concat());
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("broken.game:4:") && ran.err.contains("missing.game"), "{}", ran.err);
    assert_eq!(fs::read(&broken).unwrap(), before, "a file with a mistake is left as it is");
    assert_eq!(fs::read_to_string(&untidy).unwrap(), TIDY);
}

#[test]
fn files_of_2013_become_files_of_2026() {
    let folder = tempfile::tempdir().unwrap();
    let path = old_file(folder.path(), "2013/connect4.game");
    let file = path.to_str().unwrap();
    let old = fs::read(&path).unwrap();
    let counted = |file: &str| {
        let rows = parse_lines(&run(&["perft", file, "--depth", "4", "--format", "json"]).out);
        rows.iter().map(|row| row["nodes"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    let before = counted(file);
    assert_eq!(before.last(), Some(&2401));
    let left = run(&["fmt", file]);
    assert_eq!((left.code, left.out.as_str()), (0, ""));
    assert!(left.err.contains("--edition 2026"), "{}", left.err);
    assert_eq!(fs::read(&path).unwrap(), old, "without being asked nothing is converted");
    assert_eq!(answer(&["fmt", "--edition", "2026", file]), format!("{file}: written\n"));
    let new = fs::read_to_string(&path).unwrap();
    assert!(new.contains("edition = 2026") && new.lines().count() * 3 < old.split(|byte| *byte == b'\n').count());
    assert_eq!(counted(file), before);
    assert_eq!(answer(&["fmt", "--edition", "2026", file]), "", "it is one now");
}

#[test]
fn unconvertible_rules_are_refused_with_their_location() {
    let folder = tempfile::tempdir().unwrap();
    let path = old_file(folder.path(), "2013/reversi.game");
    let old = fs::read(&path).unwrap();
    let ran = run(&["fmt", "--edition", "2026", path.to_str().unwrap()]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("error[no-2026]") && ran.err.contains("reversi.game:"), "{}", ran.err);
    assert_eq!(fs::read(&path).unwrap(), old);
}
