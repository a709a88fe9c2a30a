//! Property-based robustness tests of the edition 2026: arbitrary texts are loaded or refused without panics and in
//! bounded time, and all diagnostics can be rendered. Individual messages are tested elsewhere.

use std::fs;

use boardwright_lang::vocabulary::{TEMPLATE, VocabularyEntry, entries};
use boardwright_lang::{AllPictures, LoadedGame, MAX_DIAGNOSTICS, Severity, Source, load, render};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Loads a text and renders the diagnostics.
fn load_and_render(text: &str) -> LoadedGame {
    let source = Source::new("any.game", text.as_bytes());
    let loaded = load(&source, &AllPictures);
    let errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(loaded.rules.is_none(), errors);
    assert!(loaded.diagnostics.len() <= MAX_DIAGNOSTICS + 1);
    for diagnostic in &loaded.diagnostics {
        for span in std::iter::once(&diagnostic.span).chain(diagnostic.related.iter().map(|(span, _)| span)) {
            let source = &loaded.sources[usize::from(span.source)];
            assert!(source.text().get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    let sources: Vec<&Source> = loaded.sources.iter().collect();
    assert_eq!(render(&loaded.diagnostics, &sources, true).is_empty(), loaded.diagnostics.is_empty());
    loaded
}

fn codes(text: &str) -> Vec<&'static str> {
    let errors = load_and_render(text).diagnostics.into_iter().filter(|d| d.severity == Severity::Error);
    errors.map(|diagnostic| diagnostic.code).collect()
}

/// Returns the texts of all games of this edition.
fn games() -> Vec<String> {
    let files = fs::read_dir("../games/specs").unwrap().map(|file| file.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "game")).collect();
    files.sort();
    let texts = files.iter().map(|path| fs::read_to_string(path).unwrap());
    let mut texts: Vec<String> =
        texts.filter(|text| text.contains("edition = 2026") && !text.contains("\nbase")).collect();
    texts.push(TEMPLATE.to_owned());
    texts
}

/// Returns the vocabulary of the language and other tokens of game files.
fn words() -> Vec<String> {
    let mut words: Vec<String> = entries().map(|entry| entry.name().to_owned()).collect();
    words.extend(entries().map(|entry| match entry {
        VocabularyEntry::Builtin(builtin) => format!("{}(", builtin.name),
        VocabularyEntry::Key(_, key) => format!("\n{} = ", key.name),
        VocabularyEntry::Section(section) => format!("\n[{}]\n", section.name),
    }));
    let others = [
        "$X",
        "$L",
        "(",
        ")",
        ",",
        "{",
        "}",
        " ",
        "\n",
        "\n  ",
        "=",
        "==",
        "..",
        "1",
        "-1",
        "2147483647",
        "\"a\"",
        "//",
        "é",
    ];
    words.extend(others.map(str::to_owned));
    words
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, failure_persistence: None, rng_seed: RngSeed::Fixed(2026), ..ProptestConfig::default()
    })]

    #[test]
    fn any_words(picked in prop::collection::vec(any::<prop::sample::Index>(), 0..100)) {
        let words = words();
        let text: String = picked.iter().map(|at| at.get(&words).as_str()).collect();
        load_and_render(&format!("[GAME]\nedition = 2026\n{text}"));
    }

    #[test]
    fn any_edits_of_a_game(
        game in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), 0..40_usize, any::<prop::sample::Index>()), 1..6),
    ) {
        let words = words();
        let mut text = game.get(&games()).clone();
        for (at, gone, word) in edits {
            let at = text.floor_char_boundary(at.index(text.len() + 1));
            let end = text.ceil_char_boundary((at + gone).min(text.len()));
            let word: &String = word.get(&words);
            text.replace_range(at..end, word);
        }
        load_and_render(&text);
    }
}

#[test]
fn every_other_line_of_a_game() {
    for game in games() {
        let lines: Vec<&str> = game.lines().collect();
        for left_out in 0..lines.len() {
            let kept: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != left_out).map(|(_, line)| *line).collect();
            load_and_render(&kept.join("\n"));
        }
    }
}

/// Returns a valid game with one additional end.
fn with_situation(expression: &str) -> String {
    format!("{TEMPLATE}\n[END OF GAME]\nsituation = {expression}\nwinner = 0\n")
}

#[test]
fn nothing_overflows_a_small_stack() {
    let read_all = || {
        for piece in
            ["(", "-", "NOT ", "1+", "IF(", "{", "IF(TRUE,", "s(", "FORALL($X,{", "TRUE AND ", "TRUE OR ", "{1} UNION "]
        {
            load_and_render(&with_situation(&piece.repeat(9_000)));
            load_and_render(&with_situation(&format!("{}1", piece.repeat(120))));
        }
        let nested = format!("{}1{} == 1", "IF(TURN == 1,2,".repeat(100), ")".repeat(100));
        assert_eq!(codes(&with_situation(&nested)), [""; 0]);
        let calls: Vec<String> =
            (1..2_000).map(|at| format!("E{at}($N) = IF($N > 1, E{}($N - 1) + 1, 0)", at - 1)).collect();
        let expressions = format!("[EXPRESSIONS]\nE0($N) = $N\n{}\n", calls.join("\n"));
        assert_eq!(codes(&format!("{}{expressions}", with_situation("E1999(TURN) == 1"))), ["too-deep"]);
        assert_eq!(codes(&format!("{}{expressions}", with_situation("E40(TURN) == 1"))), [""; 0]);
        let circle = expressions.replace("E0($N) = $N", "E0($N) = IF($N > 0, E1999($N - 1), 0)");
        load_and_render(&format!("{}{circle}", with_situation("E1999(TURN) == 1")));
        let down = "[EXPRESSIONS]\nDown($N) = IF($N > 0, Down($N - 1), 0)";
        let known = "[LOCATIONS]\nname = z\ntype = square\npoint = Down(9999), 0";
        assert_eq!(codes(&format!("{TEMPLATE}\n{down}\n{known}\n")), ["too-deep"]);
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(read_all).unwrap().join().unwrap();
}

#[test]
fn large_files_end() {
    let many = |line: &str, count: usize| line.repeat(count);
    let locations = |name: &str, more: &str| format!("{TEMPLATE}\n[LOCATIONS]\nname = {name}\ntype = square\n{more}\n");
    for (text, expected) in [
        (locations("z($X: 1..60001)", ""), "set-too-large"),
        (locations("z($X: 1..300, $Y: 1..300)", ""), "too-many"),
        (locations("z($X: 1..9999, $Y: 1..9999, $Z: 1..9999)", "where = $X + $Y == $Z - 99999"), "too-much-work"),
        (locations("z($X: 1..9999, $Y: 1..9999, $Z: 2..0+1)", ""), "too-much-work"),
        (format!("{TEMPLATE}\n[EXPRESSIONS]\n{}", many("x = 1\n", 9_000)), "duplicate"),
        (with_situation(&format!("{}1 == 1", many("1+", 9_000))), "too-long"),
    ] {
        let codes = codes(&text);
        assert!(codes.contains(&expected), "{expected}: {codes:?}");
    }
    let numbered = |line: &str| -> String { (0..3_000).map(|at| line.replace('#', &at.to_string())).collect() };
    let entries = numbered("name = z#\ntype = square\npoint = #, #\n");
    assert_eq!(codes(&format!("{TEMPLATE}\n[LOCATIONS]\n{entries}")), [""; 0]);
    let rules = numbered("name = z#\nelement = man\nfrom = square\nto = NOWHERE\ncondition = TURN == #\n");
    assert_eq!(codes(&format!("{TEMPLATE}\n[RULES]\n{rules}")), [""; 0]);
}
