//! Tests of the parser: the tree is lossless for every input, and lines belong to the right values.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::{read, shipped_games};
use crate::Source;
use crate::syntax::ast::{Expr, ExprKind, Value};
use crate::syntax::{parse, parse_lines, print};

#[test]
fn the_games_have_no_mistakes() {
    let mut wrong = String::new();
    for (name, text) in shipped_games() {
        let source = Source::new(name, text.as_bytes());
        let rendered = crate::render(&parse(&source, 0).diagnostics, &[&source], false);
        write!(wrong, "{rendered}").unwrap();
    }
    assert_eq!(wrong, "");
}

/// Checks the properties that hold for every text.
fn check(text: &str) {
    let source = Source::new("a.game", text.as_bytes());
    let parsed = parse(&source, 7);
    assert_eq!(parsed.tree.text(), source.text());
    for diagnostic in &parsed.diagnostics {
        let span = diagnostic.span;
        assert_eq!(span.source, 7);
        let places = span.start as usize..span.end as usize;
        assert!(source.text().get(places).is_some(), "{span:?} of {text:?}");
    }
}

/// Fragments of valid and invalid files.
const PIECES: [&str; 48] = [
    "\n",
    "\n ",
    "\n  ",
    "\r\n",
    "\r",
    " ",
    "\t",
    "[RULES]",
    "\n[EXPRESSIONS]\n",
    "[",
    "]",
    "\nname = ",
    "\nfor =",
    "\nto:",
    "\nMine($L) =",
    "\nrows =",
    "\ncondition =",
    "=",
    "==",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    "..",
    ".",
    "+",
    "-",
    "*",
    "/",
    "//",
    "%",
    "$",
    "$X",
    "#c0392b",
    "#",
    "\"",
    "\"a\"",
    "12",
    "99999999999",
    "AND",
    "NOT",
    "IN",
    "IF(",
    "list of",
    "ž",
    "x",
];

proptest! {
    #![proptest_config(super::seeded())]

    #[test]
    fn any_text_is_its_tree(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_pieces_are_their_tree(pieces in vec(select(&PIECES[..]), 0..60)) {
        check(&pieces.concat());
    }

    #[test]
    fn games_with_deletions_are_their_tree(game in any::<Index>(), from in any::<Index>(), length in 0_usize..40) {
        let games = shipped_games();
        let (_, text) = game.get(&games);
        let from = text.floor_char_boundary(from.index(text.len()));
        let to = text.floor_char_boundary((from + length).min(text.len()));
        check(&format!("{}{}", &text[..from], &text[to..]));
    }
}

fn exprs(text: &str) -> Vec<String> {
    let parsed = parse_lines(&Source::new("", text.as_bytes()), 0);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.lines.iter().map(shape).collect()
}

/// Prints an expression fully bracketed.
fn shape(expr: &Expr) -> String {
    let two = |sign: &str, left: &Expr, right: &Expr| format!("({} {sign} {})", shape(left), shape(right));
    match &expr.kind {
        ExprKind::Not(inner) => format!("(NOT {})", shape(inner)),
        ExprKind::Negate(inner) => format!("(- {})", shape(inner)),
        ExprKind::And(left, right) => two("AND", left, right),
        ExprKind::Or(left, right) => two("OR", left, right),
        ExprKind::Arith(arith, left, right) => two(&format!("{arith:?}"), left, right),
        ExprKind::Compare(comparison, left, right) => two(&format!("{comparison:?}"), left, right),
        ExprKind::SetOperation(joining, left, right) => two(&format!("{joining:?}"), left, right),
        ExprKind::Range(left, right) => two("..", left, right),
        ExprKind::Assign(left, right) => two("=", left, right),
        _ => print::expr(expr),
    }
}

#[test]
fn operator_precedence_and_associativity() {
    for (text, shape) in [
        ("1 - 2 - 3", "((1 Subtract 2) Subtract 3)"),
        ("1 + 2 * 3", "(1 Add (2 Multiply 3))"),
        ("-1 * 2", "((- 1) Multiply 2)"),
        ("NOT a == b AND c", "((NOT (a Equal b)) AND c)"),
        ("NOT NOT a", "(NOT (NOT a))"),
        ("a OR b AND c OR d", "((a OR (b AND c)) OR d)"),
        ("1..2+3", "(1 .. (2 Add 3))"),
        ("$x IN 1..3 UNION {5}", "($x In ((1 .. 3) Union {5}))"),
        ("a UNION b EXCEPT c", "((a Union b) Except c)"),
        ("x = y == z", "(x = (y Equal z))"),
        ("-2147483648", "-2147483648"),
    ] {
        assert_eq!(exprs(text), [shape]);
    }
}

#[test]
fn continuation_lines() {
    for (text, lines) in [
        ("a\n b", &["a", "b"][..]),
        ("a\n AND b\n c", &["(a AND b)", "c"]),
        ("a AND\n b", &["(a AND b)"]),
        ("a\n -1", &["(a Subtract 1)"]),
        ("IF(a,\n  b,\n\n // no\n c)\n d", &["IF(a, b, c)", "d"]),
        ("a // one\n\n b // two", &["a", "b"]),
        ("\"a // b\"\n c", &["\"a // b\"", "c"]),
        ("$V = {1,\n 2}\n $V\n NOT b", &["($V = {1, 2})", "$V", "(NOT b)"]),
        ("a\r\n b\r c", &["a", "b", "c"]),
    ] {
        assert_eq!(exprs(text), lines, "{text}");
    }
}

/// The values of a section in short form.
fn values(text: &str) -> Vec<String> {
    let parsed = read(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    let pairs = parsed.file.sections.iter().flat_map(|section| &section.pairs);
    pairs.map(|pair| format!("{}: {}", pair.key.text, print::value(&pair.value).join("|"))).collect()
}

#[test]
fn values_are_read_as_their_keys_want() {
    assert_eq!(
        values("[GAME]\ntitle=  A, b = (c \nabout = x // no\n  // no\n\n  y http://z\nfirst = 2"),
        ["title: A, b = (c", "about: x|y http://z", "first: 2"]
    );
    assert_eq!(values("[TEXTS]\nname = a\nrows =\n  # . $\n  ...\n"), ["name: a", "rows: # . $|. . ."]);
    assert_eq!(
        values("[ELEMENT TYPES]\nname = s($X: 1..2)\ndraw = disc(#C0392b, 80),\n  bar\nstates = a, b"),
        ["name: s($X: 1..2)", "draw: disc(#c0392b, 80), bar", "states: a, b"]
    );
    assert_eq!(values("[EXPRESSIONS]\nA ( $L , $K ) = $L\nB=1"), ["A: $L", "B: 1"]);
    assert_eq!(
        values("[OPTIONS]\nname = h\nvalues = list of 1..7\ndefault = 3-4-5"),
        ["name: h", "values: list of 1..7", "default: 3 - 4 - 5",]
    );
}

#[test]
fn long_names_of_sections_are_the_same() {
    let parsed = read("[GAME RULES]\nname = x\n[ PLAYER NAMES ] // c");
    assert_eq!(parsed.diagnostics, []);
    let names: Vec<_> = parsed.file.sections.iter().map(|section| section.name.text.as_str()).collect();
    assert_eq!(names, ["RULES", "PLAYERS"]);
}

#[test]
fn the_suggested_word_is_used() {
    let parsed = read("[RULSE]\nnmae = x\ncondtion = a\n  b\n");
    assert_eq!(parsed.diagnostics.len(), 3);
    let section = &parsed.file.sections[0];
    assert_eq!((section.name.text.as_str(), section.pairs[0].key.text.as_str()), ("RULES", "name"));
    assert!(matches!(&section.pairs[1].value, Value::Lines(lines) if lines.len() == 2));
}

#[test]
fn a_mistake_spoils_its_line_only() {
    let parsed = read("[RULES]\nname = x\ncondition = a b\n  c\n  (d\n  e\nto = f)\nfrom = g\n");
    let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
    assert_eq!(codes, ["an operator is missing before \"b\"", "this `(` is never closed", "`)` is unmatched"]);
    let Value::Lines(lines) = &parsed.file.sections[0].pairs[1].value else { panic!("conditions are lines") };
    assert!(matches!(
        (&lines[0].kind, &lines[1].kind, &lines[2].kind),
        (ExprKind::Error, ExprKind::Name(_), ExprKind::Error)
    ));
}

#[test]
fn nothing_is_too_deep_or_too_long() {
    let head = "[EXPRESSIONS]\nA = ";
    for (text, code) in [
        ("(".repeat(100_000), "too-deep"),
        ("-".repeat(100_000), "too-deep"),
        ("NOT ".repeat(100_000), "too-deep"),
        ("a(".repeat(100_000), "too-deep"),
        ("{".repeat(100_000), "too-deep"),
        ("1+".repeat(100_000), "too-long"),
        ("1 OR ".repeat(100_000), "too-long"),
        (format!("1{}", "..1".repeat(100_000)), "syntax"),
        (format!("a({}1)", "1+(".repeat(120)), "syntax"),
    ] {
        let parsed = read(&format!("{head}{text}"));
        let codes: Vec<_> = parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, [code], "{}", &text[..20]);
    }
    let deep = format!("{head}{}1{}{}", "(-".repeat(64), ")".repeat(64), "+1".repeat(1900));
    assert_eq!(read(&deep).diagnostics, []);
    // Nested brackets, each preceded by operators of all precedences.
    let steep = format!("{head}{}1{}", "NOT 1 OR 1 AND 1 == 1 UNION 1..1+1*f(".repeat(127), ")".repeat(127));
    let parsed = read(&steep);
    assert_eq!(parsed.diagnostics, []);
    let printed = print::file(&parsed.file);
    assert_eq!(read(&printed).diagnostics, []);
}

#[test]
fn mistakes_in_every_line_are_not_all_kept() {
    for line in ["x\n", "[A]\n", "[GAME]\nx=1\n", "[EXPRESSIONS]\nA = )\n", "a b = c\n", " \"\n"] {
        let parsed = read(&line.repeat(100_000));
        assert!((1..2000).contains(&parsed.diagnostics.len()), "{line:?}");
    }
}
