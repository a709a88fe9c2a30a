//! Tests of the formatter: examples, and properties of every file.

use proptest::prelude::*;
use rowan::NodeOrToken;

use super::format;
use crate::syntax::{ParsedFile, kinds::SyntaxKind, parse};
use crate::{Severity, Source};

const HEAD: &str = "[GAME]\nedition = 2026\n";

fn source(text: &str) -> Source {
    Source::new("a.game", text.as_bytes())
}

fn read(text: &str) -> ParsedFile {
    parse(&source(text), 0)
}

/// Debug output of the abstract syntax tree without spans.
fn without_spans(parsed: &ParsedFile) -> String {
    let shown = format!("{:?}", parsed.file);
    let mut parts = shown.split("Span {");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('}').map_or("", |(_, rest)| rest))
}

fn comments(parsed: &ParsedFile) -> Vec<String> {
    let tokens = parsed.tree.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    tokens.filter(|token| token.kind() == SyntaxKind::Comment).map(|token| token.text().trim_end().to_owned()).collect()
}

/// Formats a text, if it is valid; checks that content and comments are preserved and that formatting is idempotent.
fn formatted(text: &str) -> Option<String> {
    let done = format(&source(text)).ok()?;
    let (before, after) = (read(text), read(&done));
    assert_eq!(after.diagnostics, [], "{done}");
    assert_eq!(without_spans(&before), without_spans(&after), "{text}\n---\n{done}");
    assert_eq!(comments(&before), comments(&after), "{text}\n---\n{done}");
    assert_eq!(format(&source(&done)).as_deref(), Ok(done.as_str()));
    Some(done)
}

/// Formats lines after the header of a file.
fn after_head(text: &str) -> String {
    let done = formatted(&format!("{HEAD}{text}")).expect("the text is written correctly");
    done.strip_prefix(HEAD).expect("the head is laid out already").trim_start().to_owned()
}

#[test]
fn blanks_around_signs() {
    for (written, right) in [
        ("to=NEXT( $D ,FROM )", "to = NEXT($D, FROM)"),
        ("to   =   NEXT ($D,FROM)", "to = NEXT($D, FROM)"),
        ("to =sq($X+$A,-$Y- -1)", "to = sq($X + $A, -$Y - -1)"),
        ("to = { a,b }", "to = {a, b}"),
        ("to = { }", "to = {}"),
        ("prefer = ( a+b ) *c%2", "prefer = (a + b) * c % 2"),
        ("to = dir(-1 .. 1, 0..-1)", "to = dir(-1..1, 0..-1)"),
        ("for = $I:1..size*size, $D : All", "for = $I: 1 .. size * size, $D: All"),
        ("condition = NOT(a==b)AND\tc<=d", "condition = NOT (a == b) AND c <= d"),
        ("followup = passes=passes+1", "followup = passes = passes + 1"),
        ("label = JOIN(\"a  ,b\",FROM)", "label = JOIN(\"a  ,b\", FROM)"),
    ] {
        let written = format!("[RULES]\nname = go\n{written}");
        assert_eq!(after_head(&written), format!("[RULES]\nname = go\n{right}\n"));
    }
}

#[test]
fn lists_of_options_are_written_as_they_are_chosen() {
    let text = "[OPTIONS]\nname = heaps\nvalues = list  of 1 .. 7\ndefault = 3 - 4-5\n";
    assert_eq!(after_head(text), "[OPTIONS]\nname = heaps\nvalues = list of 1..7\ndefault = 3-4-5\n");
}

#[test]
fn continuation_lines() {
    let text = "\
[EXPRESSIONS]
Seen( $L,$P )=
      $A = 1
      FORSOME($D, All, Stands(NEXT($D,$L),
   $P))
 OR  FORSOME($D, Some,
          TRUE
       )
\tEMPTY($L)
One=
      a ==
         b
   OR c == d
";
    let right = "\
[EXPRESSIONS]
Seen($L, $P) =
  $A = 1
  FORSOME($D, All, Stands(NEXT($D, $L),
        $P))
    OR FORSOME($D, Some,
      TRUE
    )
  EMPTY($L)
One =
  a ==
  b
  OR c == d
";
    assert_eq!(after_head(text), right);
}

#[test]
fn texts_and_rows_keep_what_is_within_their_lines() {
    let text = "[TEXTS]\nname = t\nrows=a .  b // top\n      c  d e\n[PLAYERS]\n1=White   #ffffff   score = 5\n";
    let right =
        "[TEXTS]\nname = t\nrows =\n  a .  b    // top\n  c  d e\n\n[PLAYERS]\n1 = White   #ffffff   score = 5\n";
    assert_eq!(after_head(text), right);
}

#[test]
fn empty_lines_and_sections() {
    let text = "\r\n\r\n// about\r\n\r\n\r\n[GAME]\r\n\r\nedition = 2026\r\n[ GAME RULES ]  // moves\r\n\r\n\r\nname = a\r\n\r\n\r\nname = b\r\n// ends\r\n[END OF GAME]\r\n\r\n";
    let right = "// about\n\n[GAME]\nedition = 2026\n\n[RULES]         // moves\nname = a\n\nname = b\n// ends\n[END OF GAME]\n";
    assert_eq!(formatted(text).unwrap(), right);
}

#[test]
fn comments_stay_in_their_columns_where_they_can() {
    let text = "\
[RULES]
name   = go       // one
element=man  // two
   // between
to=NEXT($D,NEXT($D,FROM))// no comment
";
    assert!(format(&source(&format!("{HEAD}{text}"))).is_err(), "a comment needs a blank before it");
    let right = "\
[RULES]
name = go         // one
element = man // two
  // between
to = NEXT($D, NEXT($D, FROM)) // three
";
    assert_eq!(after_head(&text.replace("// no comment", " // three")), right);
}

#[test]
fn invalid_files_are_refused() {
    let refused = |text: &str| format(&source(text)).unwrap_err().remove(0).code;
    assert_eq!(refused("[GAME]\nedition = 2026\n[RULES]\nname = a\nto = (b\n"), "syntax");
    assert_eq!(refused("[GAME RULES]\nname=a\n"), "edition");
    assert_eq!(refused("[GAME]\nedition = 1999\n"), "edition");
}

#[test]
fn formatting_preserves_the_shipped_games() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/specs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        if text.contains("edition = 2026") {
            formatted(&text).unwrap();
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} games");
}

/// Placeholders for optional and mandatory blanks.
const MAY: char = '\u{1}';
const MUST: char = '\u{2}';

fn expression() -> impl Strategy<Value = String> {
    let atom = prop::sample::select(vec!["a", "b1", "$X", "7", "TRUE", "\"t ,(\"", "#00ff00", "{}", "PLAYER", "f()"]);
    atom.prop_map(str::to_owned).prop_recursive(5, 24, 3, |inner| {
        let signs = prop::sample::select(vec!["+", "-", "*", "/", "%"]);
        let words = prop::sample::select(vec!["AND", "OR", "UNION", "INTERSECT", "EXCEPT"]);
        let alone = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">=", "..", "IN", "SUBSET"]);
        let list = prop::collection::vec(inner.clone(), 0..4).prop_map(|all| all.join(&format!("{MAY},{MAY}")));
        prop_oneof![
            (inner.clone(), signs, inner.clone()).prop_map(|(a, op, b)| format!("{a}{MAY}{op}{MAY}{b}")),
            (inner.clone(), words, inner.clone()).prop_map(|(a, op, b)| format!("{a}{MUST}{op}{MUST}{b}")),
            (inner.clone(), alone, inner.clone())
                .prop_map(|(a, op, b)| format!("(({MAY}{a}{MAY}){MUST}{op}{MUST}({b}){MAY})")),
            inner.clone().prop_map(|a| format!("({MAY}{a}{MAY})")),
            inner.clone().prop_map(|a| format!("-{MAY}({a})")),
            inner.clone().prop_map(|a| format!("({MAY}NOT{MUST}({a}))")),
            list.clone().prop_map(|all| format!("{{{MAY}{all}{MAY}}}")),
            list.prop_map(|all| format!("f({MAY}{all}{MAY})")),
            (inner.clone(), inner).prop_map(|(a, b)| format!("sq({MAY}{a}{MAY},{MAY}{b})")),
        ]
    })
}

/// Replaces the placeholders for blanks.
fn fill_blanks(text: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().cycle();
    let mut out = String::new();
    for character in text.chars() {
        if character != MAY && character != MUST {
            out.push(character);
            continue;
        }
        out.push_str(match choices.next().copied().unwrap_or(1) {
            0 if character == MAY => "",
            2 => "   ",
            3 => "\n  ",
            4 => " // note, (\n\t ",
            5 => "\r\n\r\n // alone\r\n    ",
            _ => " ",
        });
    }
    out
}

/// Brackets an expression that begins with an operator and would otherwise continue the line before it.
fn bracketed_if_negative(text: String) -> String {
    if text.starts_with('-') { format!("({text})") } else { text }
}

fn pair() -> impl Strategy<Value = String> {
    let lines = || prop::collection::vec(expression().prop_map(bracketed_if_negative), 1..4);
    prop_oneof![
        expression().prop_map(|text| format!("to = {text}")),
        (expression(), expression()).prop_map(|(a, b)| format!("for =$D{MAY}:{MAY}{a}{MAY},{MAY}$E:{b}")),
        lines().prop_map(|lines| format!("condition={}", lines.join("\n    "))),
        lines().prop_map(|lines| format!("followup   =\n  x = {}", lines.join("  // done\n  $V = "))),
        Just("choice = a,b ,c".to_owned()),
        Just("// alone".to_owned()),
        Just("\n\n".to_owned()),
        Just("  // indented".to_owned()),
        Just("[GAME RULES]\nname = again // named".to_owned()),
        Just("[TEXTS]\nname = t\nrows = . .\n  // in it\n\n   a  b\n[RULES]\nname = text  of   words".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    #[test]
    fn formatting_preserves_content_and_is_idempotent(
        pairs in prop::collection::vec(pair(), 0..8),
        choices in prop::collection::vec(0_u8..8, 1..40),
    ) {
        let text = format!("{HEAD}[RULES]\nname = go\n{}\n", fill_blanks(&pairs.join("\n"), &choices));
        let wrong: Vec<_> = read(&text).diagnostics.into_iter().filter(|told| told.severity == Severity::Error).collect();
        prop_assert!(wrong.is_empty(), "{text}\n{wrong:?}");
        prop_assert!(formatted(&text).is_some());
    }

    #[test]
    fn any_pieces_can_be_tried(pieces in prop::collection::vec(prop::sample::select(vec![
        "[RULES]\n", "[TEXTS]", "name", " = ", "=", "a", "$X", "(", ")", "{", "}", ",", ":", "-", "..", "1", " ", "  ", "\n", "\r\n",
        "\t", "// c", "//", "\"", "AND", "NOT", "rows", "condition", "to", "==", "\u{a0}", "\u{2028}", "é",
    ]), 0..40)) {
        formatted(&format!("{HEAD}{}", pieces.concat()));
    }
}
