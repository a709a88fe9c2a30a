//! Files of 2013 made into files of 2026: they load, are shorter, and have the same lines of play.
//! How single sentences are converted is in `conversions.rs`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use boardwright_engine::game::Game as _;
use boardwright_engine::perft::{Count, Unit, perft};
use boardwright_engine::spec::SpecGame;
use boardwright_lang::{AllPictures, Severity, Source, convert, format, load, render};

/// Lines of play that are counted for one game at most.
const MOST: u64 = 20_000;

/// Files that cannot be said in 2026, with the reason.
const REFUSED: [(&str, &str); 1] = [
    // A recursion in everybody's variables looks for stones and turns them on its way back, in conditions too.
    ("2013/reversi.game", "this changes the position where 2026 allows no change"),
];

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data")
}

/// Every file of 2013 that the tests have, by folder and name.
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

fn game(source: &Source) -> SpecGame {
    let loaded = load(source, &AllPictures);
    let Some(rules) = loaded.rules else { panic!("{}", render(&loaded.diagnostics, &[source], false)) };
    SpecGame::new(rules).unwrap()
}

/// As many depths as can be counted in a moment, and one more than the first in any case.
fn counts(game: &SpecGame) -> Vec<Count> {
    let mut counts: Vec<Count> = Vec::new();
    let mut made = 0;
    for depth in 0..40 {
        let mut watch = |_| ControlFlow::Continue(());
        let count = perft(game, &game.start(), depth, Unit::Moves, &mut watch).unwrap();
        made += count.nodes;
        let last = counts.last().map_or(1, |count| count.nodes.max(1));
        let next = count.nodes * count.nodes / last;
        counts.push(count);
        if depth >= 2 && made + next > MOST || next == 0 {
            break;
        }
    }
    counts
}

#[test]
fn have_the_same_lines_of_play() {
    for (name, old, new) in converted() {
        let (old, new) = (counts(&game(&old)), counts(&game(&new)));
        assert!(old.len() > 2, "{name}: {old:?}");
        assert_eq!(old, new, "{name}");
    }
}

#[test]
fn load_without_errors_and_stand_in_their_layout() {
    for (name, _, new) in converted() {
        let loaded = load(&new, &AllPictures);
        let errors: Vec<_> = loaded.diagnostics.iter().filter(|told| told.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(format(&new).unwrap(), new.text(), "{name}");
    }
}

#[test]
fn say_in_one_what_was_said_of_each() {
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
        // These places have angles for an arm, or are few.
        if ["2013/frogs.game", "2013/river-crossing.game", "lab-2013.game"].contains(&name.as_str()) {
            continue;
        }
        let before = lines(old.text(), ["[LOCATIONS]", "[MOVABLE ELEMENTS]"]);
        let after = lines(new.text(), ["[LOCATIONS]", "[ELEMENTS]"]);
        assert!(before > 0 && after * 3 <= before, "{name}: {after} lines of {before}");
    }
}

#[test]
fn keep_all_comments() {
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
fn what_cannot_be_kept_is_refused_with_its_place() {
    let files = files();
    for (name, why) in REFUSED {
        let (_, source) = files.iter().find(|(known, _)| known == name).unwrap();
        let list = convert(source).unwrap_err();
        assert!(list.iter().all(|told| told.code == "no-2026" && told.severity == Severity::Error), "{list:?}");
        assert_eq!(list[0].message, why);
        assert!(list.iter().all(|told| told.span.end > told.span.start));
    }
}
