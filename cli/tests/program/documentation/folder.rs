//! Folder in which the command lines of a page run, with the files that the page presupposes.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use std::{env, fs};

use tempfile::TempDir;

use super::adapt::{AdaptedCommand, with_limited_keys};
use super::extract::{ShellCommand, has_extension, last_block};
use crate::common::boardwright;

/// Folder of the project.
pub const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// Origin of a file that a page presupposes.
enum Origin {
    /// The text of the file.
    Text(&'static str),
    /// A command that writes the file.
    Command(&'static str),
    /// The last code block of this kind on the page.
    LastBlock(&'static str),
    /// The files of the project whose names begin so.
    Copies(&'static str),
}

/// Files that the pages presuppose: the page, the file or folder, and its origin.
const REQUIRED_FILES: &[(&str, &str, Origin)] = &[
    ("README.md", "first.game", Origin::Command("new first")),
    ("README.md", "games.pgn", Origin::Text(TWO_GAMES)),
    ("docs/camera.md", "pictures", Origin::Copies("vision/opencv/tests/photographs/data/left0")),
    ("docs/evolution.md", "carcassonne-01.toml", Origin::Command("evolve carcassonne-01 --show > carcassonne-01.toml")),
    ("docs/heads-up-script.md", "mybot.hus", Origin::LastBlock("hus")),
    ("docs/notations.md", "games.pgn", Origin::Text(TWO_GAMES)),
    ("docs/taroky-rules.md", "mine.tks", Origin::LastBlock("tks")),
    (
        "docs/notations.md",
        "game.jsonl",
        Origin::Command("play gomoku --players random,random --max-moves 9 --seed 1 --record game.jsonl"),
    ),
    ("docs/players.md", "docs/tournaments", Origin::Copies("docs/tournaments/")),
    ("docs/tournaments.md", "docs/examples", Origin::Copies("docs/examples/")),
    ("docs/tournaments.md", "docs/tournaments", Origin::Copies("docs/tournaments/")),
    (
        "docs/tournaments-queue.md",
        "championship.toml",
        Origin::Text("games = [\"nim\"]\n\n[[player]]\nplayer = \"random\"\n\n[[player]]\nplayer = \"greedy\"\n"),
    ),
];
const TWO_GAMES: &str =
    "[White \"Anna\"]\n\n1. e4 e5 2. Qh5 Ke7 3. Qxe5# 1-0\n\n[Black \"Ben\"]\n\n1. d4 Nf6 1/2-1/2\n";

/// Input of commands: two moves by their numbers, then the end. Commands without people do not read it. The simulated
/// person in front of a camera makes moves on the table, so nothing is typed there.
const TYPED: &str = "1\n1\nquit\n";

/// Time after which a command hangs.
const DEADLINE: Duration = Duration::from_mins(2);

/// Result of a command.
#[derive(Debug)]
pub struct CommandResult {
    /// Exit status; `None` for a command that hangs.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

/// Folder of a page.
pub struct PageFolder {
    folder: TempDir,
    /// Command that wrote each folder of results.
    results: BTreeMap<String, Vec<String>>,
}

impl PageFolder {
    /// A new folder with the files that the page presupposes.
    pub fn new(page: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut page_folder = Self { folder, results: BTreeMap::new() };
        for (_, file, origin) in REQUIRED_FILES.iter().filter(|required| required.0 == page) {
            let path = page_folder.folder.path().join(file);
            match origin {
                Origin::Text(text) => write(&path, text),
                Origin::LastBlock(kind) => write(&path, &last_block(text, kind).expect("the page has such a block")),
                Origin::Copies(begin) => copy_files(begin, &path),
                Origin::Command(arguments) => {
                    let ran = page_folder.run(&AdaptedCommand::unchanged(arguments).command);
                    assert_eq!(ran.code, Some(0), "{page}: {arguments}: {ran:?}");
                }
            }
            assert!(path.exists(), "{page}: {file} is missing");
        }
        page_folder
    }

    /// Runs a command in the folder.
    pub fn run(&mut self, command: &ShellCommand) -> CommandResult {
        self.prepare(&command.words);
        let folder = self.folder.path();
        let words: Vec<&str> = command.words.iter().map(String::as_str).collect();
        let mut program = boardwright(&words);
        program.current_dir(folder).env("XDG_DATA_HOME", folder.join("data")).env("PATH", path_with_program());
        program.env("XDG_CONFIG_HOME", folder.join("config")).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        let typed = if words[0] == "table" { "" } else { TYPED };
        let output = program.write_stdin(typed).timeout(DEADLINE).output().expect("the program can be started");
        if let Some(file) = &command.output {
            fs::write(folder.join(file), &output.stdout).expect("the folder can be written");
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        CommandResult { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Limits the numbers of the files that a command reads, and removes the results of another tournament.
    fn prepare(&mut self, words: &[String]) {
        for word in words.iter().filter(|word| has_extension(word, "toml")) {
            let path = self.folder.path().join(word);
            if let Ok(text) = fs::read_to_string(&path) {
                write(&path, &with_limited_keys(&text));
            }
        }
        let out = words.iter().skip_while(|word| *word != "--out").nth(1);
        if let (Some(out), true) = (out, words.starts_with(&["tournament".to_owned(), "run".to_owned()])) {
            let before = self.results.insert(out.clone(), words.to_vec());
            let folder = self.folder.path().join(out);
            if before.is_some_and(|before| before != words) && folder.exists() {
                fs::remove_dir_all(folder).expect("the results can be removed");
            }
        }
    }
}

fn write(path: &Path, text: &str) {
    fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Copies the files of the project whose paths begin with `begin` to a new folder.
fn copy_files(begin: &str, to: &Path) {
    let (folder, name) = begin.rsplit_once('/').expect("files lie in a folder");
    fs::create_dir_all(to).expect("the folder can be made");
    for entry in fs::read_dir(Path::new(PROJECT).join(folder)).expect("the folder exists").flatten() {
        let file = entry.file_name();
        if file.to_string_lossy().starts_with(name) && entry.path().is_file() {
            fs::copy(entry.path(), to.join(&file)).expect("the file can be copied");
        }
    }
}

/// Search path with the program, which external programs start.
fn path_with_program() -> std::ffi::OsString {
    let own = Path::new(crate::PROGRAM).parent().map(Path::to_owned);
    let others = env::var_os("PATH").unwrap_or_default();
    env::join_paths(own.into_iter().chain(env::split_paths(&others))).expect("the folders have plain names")
}
