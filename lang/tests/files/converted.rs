//! Tests of the conversion of whole games: the results load, are shorter, and have the same perft counts.
//! Single constructs are tested in `conversions.rs`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use boardwright_game::game::Game as _;
use boardwright_game::perft::{DepthUnit, PerftCount, perft};
use boardwright_interpreter::game::InterpretedGame;
use boardwright_lang::{AllPictures, Severity, Source, convert, format, load, render};

/// Maximum number of lines of play that are counted for one game.
const MAX_LINES_OF_PLAY: u64 = 6_000;

/// Files that cannot be converted, with the message of the first error.
const REFUSED: [(&str, &str); 1] = [
    // A recursive expression with global variables flips stones when it returns, and is also called in conditions.
    ("2013/reversi.game", "this changes the position where edition 2026 allows no change"),
];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data")
}

/// Returns all edition 2013 files of the test data by folder and name.
fn files() -> Vec<(String, Source)> {
    let mut found = Vec::new();
    for folder in ["2013", "games-2013"] {
        let mut names: Vec<PathBuf> = std::fs::read_dir(data().join(folder))
            .unwrap_or_else(|error| panic!("{folder}: {error}"))
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "game"))
            .collect();
        names.sort();
        for path in names {
            let name = format!("{folder}/{}", path.file_name().unwrap().to_string_lossy());
            found.push((name.clone(), Source::new(name, &std::fs::read(path).unwrap())));
        }
    }
    let lab = data().join("lab-2013.game");
    found.push(("lab-2013.game".into(), Source::new("lab-2013.game", &std::fs::read(lab).unwrap())));
    assert!(found.len() >= 15, "{}", found.len());
    found
}

fn converted() -> impl Iterator<Item = (String, Source, Source)> {
    files().into_iter().filter(|(name, _)| REFUSED.iter().all(|(refused, _)| refused != name)).map(|(name, source)| {
        let text = convert(&source).unwrap_or_else(|list| panic!("{}", render(&list, &[&source], false)));
        let made = Source::new(name.clone(), text.as_bytes());
        (name, source, made)
    })
}

fn game(source: &Source) -> InterpretedGame {
    let loaded = load(source, &AllPictures);
    let Some(rules) = loaded.rules else { panic!("{}", render(&loaded.diagnostics, &[source], false)) };
    InterpretedGame::new(rules).unwrap()
}

/// Perft counts of as many depths as fit in [`MAX_LINES_OF_PLAY`] lines of play, and at least of depth 2.
fn counts(game: &InterpretedGame) -> Vec<PerftCount> {
    let mut counts: Vec<PerftCount> = Vec::new();
    let mut made = 0;
    for depth in 0..40 {
        let mut watch = |_| ControlFlow::Continue(());
        let count = perft(game, &game.initial_state(), depth, DepthUnit::Moves, &mut watch).unwrap();
        made += count.nodes;
        let last = counts.last().map_or(1, |count| count.nodes.max(1));
        let next = count.nodes * count.nodes / last;
        counts.push(count);
        if depth >= 2 && made + next > MAX_LINES_OF_PLAY || next == 0 {
            break;
        }
    }
    counts
}

#[test]
fn converted_games_have_the_same_perft_counts() {
    for (name, old, new) in converted() {
        let (old, new) = (counts(&game(&old)), counts(&game(&new)));
        assert!(old.len() > 2, "{name}: {old:?}");
        assert_eq!(old, new, "{name}");
    }
}

#[test]
fn converted_files_load_and_are_formatted() {
    for (name, _, new) in converted() {
        let loaded = load(&new, &AllPictures);
        let errors: Vec<_> =
            loaded.diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(format(&new).unwrap(), new.text(), "{name}");
    }
}

#[test]
fn converted_files_are_shorter() {
    let lines = |text: &str, sections: [&str; 2]| {
        let mut inside = false;
        let mut count = 0;
        for line in text.lines().map(str::trim) {
            if line.starts_with('[') {
                inside = sections.iter().any(|section| line.eq_ignore_ascii_case(section));
            } else if inside && !line.is_empty() && !line.starts_with("//") {
                count += 1;
            }
        }
        count
    };
    for (name, old, new) in converted() {
        // The locations of these games have servo angles, or there are few locations.
        if ["2013/frogs.game", "2013/river-crossing.game", "lab-2013.game"].contains(&name.as_str()) {
            continue;
        }
        let before = lines(old.text(), ["[LOCATIONS]", "[MOVABLE ELEMENTS]"]);
        let after = lines(new.text(), ["[LOCATIONS]", "[ELEMENTS]"]);
        assert!(before > 0 && after * 3 <= before, "{name}: {after} lines of {before}");
    }
}

#[test]
fn converted_files_keep_all_comments() {
    for (name, old, new) in converted() {
        let comments = |text: &str| {
            let words =
                text.lines().filter_map(|line| line.trim().strip_prefix("//").map(|text| text.trim().to_owned()));
            words.filter(|text| !text.is_empty() && !text.contains("was never used")).collect::<Vec<_>>()
        };
        let (mut before, mut after) = (comments(old.text()), comments(new.text()));
        before.sort();
        after.sort();
        assert_eq!(before, after, "{name}");
    }
}

#[test]
fn inconvertible_files_are_refused_with_spans() {
    let files = files();
    for (name, why) in REFUSED {
        let (_, source) = files.iter().find(|(known, _)| known == name).unwrap();
        let list = convert(source).unwrap_err();
        assert!(
            list.iter().all(|diagnostic| diagnostic.code == "no-2026" && diagnostic.severity == Severity::Error),
            "{list:?}"
        );
        assert_eq!(list[0].message, why);
        assert!(list.iter().all(|diagnostic| diagnostic.span.end > diagnostic.span.start));
    }
}
