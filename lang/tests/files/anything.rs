//! Property-based robustness tests of the edition 2013: arbitrary bytes are loaded or refused without panics and in
//! bounded time, and all diagnostics can be rendered. Individual messages are tested elsewhere.

use std::fmt::Write;

use boardwright_lang::{AllPictures, MAX_DIAGNOSTICS, MAX_SOURCE_BYTES, Severity, Source, load, render};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const LAB: &str = include_str!("../../../tests/data/lab-2013.game");

/// Loads the bytes and renders the diagnostics. Returns `true` if there is a rule set.
fn load_and_render(bytes: &[u8]) -> bool {
    let source = Source::new("any.game", bytes);
    let loaded = load(&source, &AllPictures);
    let errors = loaded.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    assert_eq!(loaded.rules.is_none(), errors);
    assert!(loaded.diagnostics.len() <= MAX_DIAGNOSTICS + 1);
    for diagnostic in &loaded.diagnostics {
        for span in std::iter::once(&diagnostic.span).chain(diagnostic.related.iter().map(|(span, _)| span)) {
            assert!(source.text().get(span.start as usize..span.end as usize).is_some(), "{diagnostic:?}");
        }
    }
    let shown = render(&loaded.diagnostics, &[&source], true);
    assert_eq!(shown.is_empty(), loaded.diagnostics.is_empty());
    loaded.rules.is_some()
}

/// Tokens of game files.
const WORDS: &[&str] = &[
    "[LOCATIONS]\n",
    "[LOCATION TYPES]\r\n",
    "[ELEMENT TYPES]\n",
    "[MOVABLE ELEMENTS]\n",
    "[EXPRESSIONS]\n",
    "[GAME RULES]\n",
    "[SCORINGS]\n",
    "[END OF GAME]\r",
    "[PLAYER NAMES]\n",
    "[BOARD]\n",
    "[REALBOARD ELEMENT TYPES]\n",
    "[GAME]\n",
    "END\n",
    "name=",
    "type=",
    "point=",
    "image=",
    "shape=",
    "robot=",
    "element=",
    "from=",
    "to=",
    "condition=",
    "followup=",
    "state=",
    "player=",
    "situation=",
    "winner=",
    "awardPlayer=",
    "withScore=",
    "score=",
    "states=",
    "relevant=",
    "location=",
    "1=",
    "2=",
    "cell",
    "a(1)",
    "a($X)",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "$X",
    "$Y",
    "\"",
    "(",
    ")",
    ",",
    "{ ",
    " }",
    " ",
    "\t",
    "=",
    "==",
    "!",
    "<",
    ">",
    "+",
    "-",
    "*",
    "/",
    "%",
    "AND",
    "OR",
    "NOT",
    "ABS",
    "IN",
    "UNION",
    "IF(",
    "FORALL(",
    "MOVE(",
    "EMPTY(",
    "PLAYER",
    "true",
    "false",
    "1",
    "12",
    "99999999999",
    "Near",
    "Near(",
    "é",
    "//",
    "x",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 600, failure_persistence: None, rng_seed: RngSeed::Fixed(2013), ..ProptestConfig::default()
    })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        load_and_render(&bytes);
    }

    #[test]
    fn any_words(words in prop::collection::vec(prop::sample::select(WORDS), 0..120)) {
        load_and_render(words.concat().as_bytes());
    }

    #[test]
    fn any_edits_of_a_game(edits in prop::collection::vec((any::<prop::sample::Index>(), 0..3u8, prop::sample::select(WORDS)), 1..8)) {
        let mut bytes = LAB.as_bytes().to_vec();
        for (at, kind, word) in edits {
            let at = at.index(bytes.len());
            match kind {
                0 => _ = bytes.splice(at..at, word.bytes()),
                1 => _ = bytes.remove(at),
                _ => bytes[at] = word.as_bytes()[0],
            }
            if bytes.is_empty() {
                break;
            }
        }
        load_and_render(&bytes);
    }
}

#[test]
fn every_beginning_of_a_game() {
    for end in 0..LAB.len() {
        load_and_render(&LAB.as_bytes()[..end]);
    }
}

#[test]
fn line_ends_do_not_matter() {
    let names = |text: &str| {
        let rules = load(&Source::new("lab.game", text.as_bytes()), &AllPictures).rules.expect("sound");
        rules.functions.iter().map(|function| (function.name.clone(), function.body.len())).collect::<Vec<_>>()
    };
    let codes = |text: &str| {
        let loaded = load(&Source::new("lab.game", text.as_bytes()), &AllPictures);
        loaded.diagnostics.iter().map(|diagnostic| diagnostic.code).collect::<Vec<_>>()
    };
    for end in ["\r\n", "\r", "\n\n", " \t\n  "] {
        let text = LAB.replace('\n', end);
        assert_eq!(names(&text), names(LAB));
        assert_eq!(codes(&text), codes(LAB));
    }
    assert_eq!(codes(&format!("\u{feff}{LAB}")), codes(LAB));
}

/// Returns a valid game with one additional end.
fn with_situation(expression: &str) -> String {
    format!("{LAB}\n[END OF GAME]\nsituation={expression}\nwinner=0\n")
}

fn codes(text: &str) -> Vec<&'static str> {
    let source = Source::new("any.game", text.as_bytes());
    let loaded = load(&source, &AllPictures);
    loaded.diagnostics.iter().filter(|d| d.severity == Severity::Error).map(|d| d.code).collect()
}

#[test]
fn deep_expressions_are_refused_and_not_too_early() {
    let nested = |depth: usize| with_situation(&format!("{}EMPTY(\"a\"){}", "(".repeat(depth), ")".repeat(depth)));
    let chain = |length: usize| with_situation(&vec!["EMPTY(\"home\")"; length].join(" AND "));
    let prefixes = |length: usize| with_situation(&format!("{}1", "- ".repeat(length)));
    let calls = |depth: usize| with_situation(&format!("{}1{}", "Inc(".repeat(depth), ")".repeat(depth)));
    for text in [nested(199), chain(200), prefixes(200), calls(199)] {
        assert_eq!(codes(&text), [""; 0]);
    }
    for text in [nested(201), chain(300), prefixes(300), calls(201)] {
        assert_eq!(codes(&text), ["too-deep"]);
    }
}

#[test]
fn nothing_overflows_a_small_stack() {
    let read_all = || {
        for piece in ["(", "- ", "NOT ", "1+", "Inc(", "IF(", "{ ", "IF(true,", "$A=", "\"", "1 ABS "] {
            load_and_render(with_situation(&piece.repeat(9_000)).as_bytes());
            load_and_render(with_situation(&format!("{}1", piece.repeat(199))).as_bytes());
        }
        let deepest = format!("{}1{}", "IF(true,".repeat(199), ")".repeat(199));
        assert!(load_and_render(with_situation(&deepest).as_bytes()));
    };
    std::thread::Builder::new().stack_size(2 << 20).spawn(read_all).unwrap().join().unwrap();
}

#[test]
fn large_files() {
    let lines = |line: &str, count: usize| line.repeat(count);
    assert_eq!(codes(&" ".repeat(MAX_SOURCE_BYTES + 1)), ["too-large"]);
    for text in [
        lines("x\n", 100_000),
        lines("junk\n", 100_000),
        lines("[LOCATION\n", 20_000),
        lines("[LOCATIONS]\nname=a\n", 20_000),
        lines("[EXPRESSIONS]\nF\nG\nEND\n", 10_000),
        "é".repeat(300_000),
        format!("[EXPRESSIONS]\nLong\n{}\nEND\n", "1,".repeat(200_000)),
        format!("[GAME RULES]\nname={}\nelement={}", "n".repeat(200_000), "$X,".repeat(50_000)),
        with_situation(&"$X ".repeat(15_000)),
    ] {
        load_and_render(text.as_bytes());
    }
    let mut many = String::from("[PLAYER NAMES]\n1=a\n[LOCATION TYPES]\nname=cell\n[LOCATIONS]\n");
    for at in 0..20_001 {
        write!(many, "name=a({at})\ntype=cell\npoint=0,0\n").unwrap();
    }
    assert_eq!(codes(&many), ["too-many"]);
    let mut many = String::from("[PLAYER NAMES]\n1=a\n[LOCATION TYPES]\nname=cell\n[LOCATIONS]\n");
    for at in 0..2_000 {
        write!(many, "name=a({at})\ntype=cell\npoint=0,0\n").unwrap();
    }
    many.push_str("[GAME RULES]\n");
    for at in 0..600 {
        write!(many, "name=r{at}\nelement=m($N)\nfrom=a($F)\nto=a($T)\n").unwrap();
    }
    assert_eq!(codes(&many), ["too-many"]);
}
