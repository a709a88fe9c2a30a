//! Tests of rendered diagnostics: source line, marked range, label and advice.
//! The detection of mistakes is tested elsewhere.

use boardwright_game::fault::{Fault, FaultContext, FaultKind};
use boardwright_lang::{AllPictures, Diagnostic, Pictures, Source, add_expressions, fault_diagnostic, load, render};
use boardwright_rules::Span;

const GAME: &str = include_str!("../../../tests/data/lab-2013.game");

struct NoPictures;

impl Pictures for NoPictures {
    fn has(&self, _file: &str) -> bool {
        false
    }
}

#[test]
fn a_misspelt_name() {
    let source = Source::new("lab.game", GAME.replacen("type=cell", "type=sell", 1).as_bytes());
    let loaded = load(&source, &AllPictures);
    let expected = "\
error[unknown-type]: unknown location type \"sell\", did you mean \"cell\"?
  --> lab.game:20:6
   |
20 | type=sell
   |      ^^^^ expected the name of a location type

";
    assert_eq!(render(&loaded.diagnostics[..1], &[&source], false), expected);
}

#[test]
fn two_spans() {
    let source = Source::new("lab.game", GAME.replacen("location=st(1)", "location=c(1,1)", 1).as_bytes());
    let loaded = load(&source, &AllPictures);
    let expected = "\
error[occupied]: elements \"p(1)\" and \"p(2)\" begin on the same location \"c(1,1)\"
  --> lab.game:48:10
   |
42 | location=c(1,1)
   |          ------ \"p(1)\" is already there
...
48 | location=c(1,1)
   |          ^^^^^^ expected an empty location

";
    assert_eq!(render(&loaded.diagnostics[..1], &[&source], false), expected);
}

#[test]
fn carets_stand_below_tabs_and_wide_characters() {
    let text = "[GAME]\nedition = 2026\n[PLAYERS]\n1 = One\n[EXPRESSIONS]\n\
        A =\t\tFULL(\tfoo)\nB = \"日本語\" ==\t日本 + 1\nC = \"e\u{301}\" == FULL(bar)\n";
    let source = Source::new("tabs.game", text.as_bytes());
    let rendered = render(&load(&source, &AllPictures).diagnostics, &[&source], false);
    // Tabs are shown as four blanks. A wide character takes two columns, a combining one none.
    for expected in [
        "6 | A =        FULL(    foo)\n  |                     ^^^ nothing is called this\n",
        "7 | B = \"日本語\" ==    日本 + 1\n  |                    ^^^^ nothing is called this\n",
        "8 | C = \"e\u{301}\" == FULL(bar)\n  |                 ^^^ nothing is called this\n",
    ] {
        assert!(rendered.contains(expected), "{rendered}");
    }
}

#[test]
fn lines_that_end_with_cr_alone() {
    let text = GAME.replacen("location=st(1)", "location=c(1,1)", 1);
    let shown = |text: &str| {
        let source = Source::new("lab.game", text.as_bytes());
        render(&load(&source, &AllPictures).diagnostics, &[&source], false)
    };
    assert_eq!(shown(&text.replace('\n', "\r")), shown(&text));
    let (crlf, lf) = (shown(&text.replace('\n', "\r\n")), shown(&text));
    assert!(crlf.lines().map(str::trim_end).eq(lf.lines()), "{crlf}");
}

#[test]
fn a_span_in_a_very_long_line() {
    let source = Source::new("lab.game", format!("{GAME}{}=!{}", "x".repeat(9_000), "y".repeat(9_000)).as_bytes());
    let long = Diagnostic::error("test", Span::new(GAME.len() + 9_001, GAME.len() + 9_002), "here");
    let shown = render(&[long], &[&source], false);
    assert!(shown.contains("lab.game:89:9002"), "{shown}");
    assert!(shown.len() < 2_000, "{shown}");
    assert!(shown.contains("=!y"), "{shown}");
}

#[test]
fn expressions_are_texts_of_their_own() {
    let rules = load(&Source::new("lab.game", GAME.as_bytes()), &AllPictures).rules.unwrap();
    let game = Source::new("lab.game", GAME.as_bytes());
    let texts =
        [Source::new("expression 1", b"1 +"), Source::new("expression 2", b"2"), Source::new("expression 3", b"Inc(")];
    let diagnostics = add_expressions(&rules, &texts).unwrap_err();
    let sources: Vec<&Source> = std::iter::once(&game).chain(&texts).collect();
    let shown = render(&diagnostics, &sources, false);
    let expected = "\
error[syntax]: something is missing after `+`
 --> expression 1:1:3
  |
1 | 1 +
  |   ^ expected a value: a number, a text, a variable, or a name

error[syntax]: something is missing after `(`
 --> expression 3:1:4
  |
1 | Inc(
  |    ^ expected a value: a number, a text, a variable, or a name

";
    assert_eq!(shown, expected);
    let (more, asked) = add_expressions(&rules, &texts[1..2]).unwrap();
    assert_eq!(asked.len(), 1);
    assert_eq!(more.exprs.span(asked[0]), Span { source: 1, start: 0, end: 1 });
}

#[test]
fn a_fault_is_shown_in_the_file() {
    let source = Source::new("lab.game", GAME.as_bytes());
    let at = GAME.find("$NEVER").unwrap();
    let fault = Fault {
        kind: FaultKind::Unbound("NEVER".into()),
        span: Span::new(at, at + 6),
        context: FaultContext::Rule("r1".into()),
    };
    let shown = render(&[fault_diagnostic(&fault)], &[&source], false);
    assert!(
        shown.starts_with("error[fault]: variable $NEVER is read before it has a value\n  --> lab.game:62:1\n"),
        "{shown}"
    );
    assert!(shown.contains("62 | $NEVER = 99\n   | ^^^^^^ while evaluating rule \"r1\"\n"), "{shown}");
}

#[test]
fn a_missing_picture_is_reported_once() {
    let loaded = load(&Source::new("lab.game", GAME.as_bytes()), &NoPictures);
    assert!(loaded.rules.is_some());
    let missing = loaded.diagnostics.iter().filter(|diagnostic| diagnostic.code == "missing-picture");
    assert_eq!(missing.count(), 2, "one for each file");
}

#[test]
fn colour_is_only_colour() {
    let source = Source::new("lab.game", GAME.as_bytes());
    let diagnostics = load(&source, &AllPictures).diagnostics;
    let (plain, coloured) = (render(&diagnostics, &[&source], false), render(&diagnostics, &[&source], true));
    assert!(coloured.contains("\u{1b}["));
    let mut without = String::new();
    let mut parts = coloured.split("\u{1b}[");
    without.push_str(parts.next().unwrap_or_default());
    for part in parts {
        without.push_str(part.split_once('m').map_or(part, |(_, rest)| rest));
    }
    assert_eq!(without, plain);
    assert_eq!(render(&[], &[], true), "");
    assert!(!render(&diagnostics, &[], false).is_empty(), "a diagnostic without its source is still rendered");
}

#[test]
fn what_to_write_instead() {
    let help = |old: &str, new: &str| {
        let text = GAME.replacen(old, new, 1);
        assert_ne!(text, GAME, "{old}");
        let loaded = load(&Source::new("lab.game", text.as_bytes()), &AllPictures);
        loaded.diagnostics.into_iter().filter_map(|diagnostic| diagnostic.help).collect::<Vec<_>>().join("\n")
    };
    let end = |situation: &str| format!("[END OF GAME]\nsituation={situation}\nwinner=0\n[GAME RULES]");
    assert!(help("type=cell", "type=cell // a field").contains("a comment is a line of its own"));
    assert!(help("[GAME RULES]", &end("EMPTY(“c(1,1)”)")).contains("straight double quotes"));
    assert!(help("[GAME RULES]", &end("LOCTYPE(\"c(1,1)\")==“cell”")).contains("straight double quotes"));
    assert!(help("[GAME RULES]", &end("$A=1")).contains("`==` compares: write `$A == ...`"));
}
