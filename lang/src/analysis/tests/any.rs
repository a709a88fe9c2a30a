//! Robustness tests: no text and no position causes a panic, and edits yield consistent texts.

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const PARTS: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    ",",
    "\"",
    "$",
    "$X",
    " = ",
    "\n",
    "\r\n",
    "\n  ",
    "[",
    "]",
    "//",
    "name",
    "[RULES]\n",
    "[TEXTS]\n",
    "COUNT($K, ",
    "REACH(dir, ",
    "IF(",
    "ž",
    "𝄞",
    "NEXT",
    "..",
    "==",
    ":",
    "default",
    "man",
    "#",
    "drop = yes\n",
    "\t",
    "\u{85}",
];

/// Runs all queries at a byte offset.
fn run_queries(analysis: &Analysis, at: usize) {
    let text = analysis.text();
    for completion in analysis.completion(at) {
        let Span { start, end, .. } = completion.replace;
        assert!(text.get(start as usize..end as usize).is_some(), "{completion:?}");
    }
    let _ = analysis.hover(at);
    let _ = analysis.definition(at);
    for span in analysis.references(at, true) {
        assert!(text.get(span.start as usize..span.end as usize).is_some());
    }
}

fn run_edits(analysis: &Analysis, at: usize, word: &str) {
    let text = analysis.text();
    if let Ok(edits) = analysis.rename(at, word) {
        let old = analysis.renameable_span(at).expect("it was renamed");
        let old = &text[old.start as usize..old.end as usize];
        for edit in &edits {
            assert_eq!(&text[edit.span.start as usize..edit.span.end as usize], old);
        }
    }
    let lines: Vec<&str> = word.split('\n').map(str::trim).filter(|line| !line.is_empty()).collect();
    let lines = lines.join("\n");
    for section in crate::vocabulary::SECTIONS {
        for (number, entry) in analysis.entries(section.name).iter().enumerate().take(3) {
            for pair in entry.pairs.iter().take(4) {
                // Another edition has no entries.
                if pair.key == "edition" {
                    continue;
                }
                let place = ValuePath { section: section.name, entry: number, key: &pair.key, nth: 0 };
                if let Ok(edits) = analysis.set_value(&place, word) {
                    let new = Analysis::new(&Source::new("", apply(text, &edits).as_bytes()), &NoFiles, &AllPictures);
                    let pairs = &new.entries(section.name)[number].pairs;
                    assert!(pairs.iter().any(|new| new.key == pair.key && new.value == lines), "{pairs:?}");
                }
                let _ = analysis.remove_value(&place);
            }
            let _ = analysis.remove_entry(section.name, number);
        }
    }
    let _ = analysis.add_entry("RULES", &[("name", word)]);
    let _ = analysis.format();
    for outline in analysis.symbols() {
        assert!(!outline.name.is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, rng_seed: RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_files_are_no_reason_to_panic(
        cuts in prop::collection::vec((0..2500_usize, 0..30_usize, 0..PARTS.len()), 1..6),
        asked in prop::collection::vec(0..2600_usize, 12),
        word in "[a-zA-Z$/ (\n]{1,6}",
    ) {
        let mut text = MILL.to_owned();
        for (start, length, part) in cuts {
            let start = text.floor_char_boundary(start);
            let end = text.floor_char_boundary(start + length).max(start);
            text.replace_range(start..end, PARTS[part]);
        }
        let analysis = analysis(&text);
        for at in &asked {
            run_queries(&analysis, *at);
        }
        run_edits(&analysis, asked[0], &word);
    }
}

#[test]
fn every_byte_of_a_broken_file_can_be_asked_about() {
    let text = MILL.replacen("NEXT($D,FROM)", "NEXT($D, {COUNT($K, ", 1).replacen("[EXPRESSIONS]", "[EXPRESSIONSž", 1);
    let broken = analysis(&text);
    (0..=text.len() + 3).for_each(|at| run_queries(&broken, at));
    for text in [
        "",
        "\n",
        "=",
        "[",
        "[GAME]\nedition = 2026\n[",
        "[GAME]\nedition = 2026\n[RULES]\nname",
        "[GAME]\nedition=2026\n  ",
    ] {
        let analysis = analysis(text);
        (0..=text.len() + 1).for_each(|at| run_queries(&analysis, at));
        run_edits(&analysis, 0, "x");
    }
}

#[test]
fn values_of_many_words_are_not_looked_through() {
    let text = format!("[GAME]\nedition = 2026\n[EXPRESSIONS]\nA = {}\n", "COUNT($K, ".repeat(20_000));
    let analysis = analysis(&text);
    assert!(analysis.rename(at(&text, "A ="), "B").is_err());
}
