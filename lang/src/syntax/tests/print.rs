//! Round-trip tests: printed text parses to the same abstract syntax tree.

use boardwright_rules::{ArithmeticOp, Span};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::{read, shipped_games};
use crate::syntax::ast::{Comparison, Expr, ExprKind, File, KeyValue, Section, SetOperator, Value, Word};
use crate::syntax::print;
use crate::vocabulary::{EntryStart, SECTIONS, ValueSyntax};

fn word(text: &str) -> Word {
    Word { text: text.to_owned(), span: Span::default() }
}

fn expr(node: ExprKind) -> Expr {
    Expr { kind: node, span: Span::default() }
}

/// Debug output of the tree without spans.
fn without_spans(file: &File) -> String {
    let text = format!("{file:?}");
    let mut parts = text.split("Span {");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        bare.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    bare
}

fn assert_round_trip(file: &File) {
    let text = print::file(file);
    let parsed = read(&text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    assert_eq!(without_spans(&parsed.file), without_spans(file), "{text}");
}

#[test]
fn the_games_read_the_same() {
    for (_, text) in shipped_games() {
        assert_round_trip(&read(&text).file);
    }
}

#[test]
fn printed_layout() {
    let text = "[EXPRESSIONS]\nUp = 3 - 2*PLAYER\nMine($L,$P) =\n  $K = NEXT(way(0,$P+1), $L)\n  FULL($K) AND (a OR b)\n\
                \n[RULES]\nname = a\ncondition = x\n  (-y) == 1\n\nname = b\nfor = $R: {1, 8}\n";
    assert_eq!(print::file(&read(text).file), text.replace("(-y) == 1", "(-y == 1)"));
}

fn name() -> impl Strategy<Value = String> {
    select(vec!["a", "b1", "sq", "FROM", "IF2", "list", "of", "žába"]).prop_map(str::to_owned)
}

fn var() -> impl Strategy<Value = String> {
    select(vec!["$X", "$Y2"]).prop_map(str::to_owned)
}

fn any_expr() -> impl Strategy<Value = Expr> {
    let leaf = prop_oneof![
        prop_oneof![0..=i32::MAX, 0..10, Just(i32::MIN)].prop_map(ExprKind::Int),
        any::<bool>().prop_map(ExprKind::Bool),
        "[a-z./ $#(]{0,6}".prop_map(ExprKind::Text),
        var().prop_map(ExprKind::Var),
        name().prop_map(ExprKind::Name),
        any::<(u8, u8, u8)>().prop_map(|(red, green, blue)| ExprKind::Colour(red, green, blue)),
    ];
    leaf.prop_map(expr).prop_recursive(6, 60, 4, |inner| {
        let two = (inner.clone().prop_map(Box::new), inner.clone().prop_map(Box::new));
        let argument = prop_oneof![
            8 => inner.clone(),
            1 => (var(), inner.clone()).prop_map(|(name, set)| expr(ExprKind::Declare(word(&name), Box::new(set)))),
            1 => two.clone().prop_map(|(target, value)| expr(ExprKind::Assign(target, value))),
        ];
        let call = prop_oneof![name(), select(vec!["IF", "COUNT", "MOVE"]).prop_map(str::to_owned)];
        let compare = select(vec![Comparison::Equal, Comparison::Less, Comparison::In, Comparison::Subset]);
        let join = select(vec![SetOperator::Union, SetOperator::Intersect, SetOperator::Except]);
        let arith = select(vec![
            ArithmeticOp::Add,
            ArithmeticOp::Subtract,
            ArithmeticOp::Multiply,
            ArithmeticOp::Divide,
            ArithmeticOp::Remainder,
        ]);
        prop_oneof![
            (call, vec(argument, 0..4)).prop_map(|(head, list)| ExprKind::Call(word(&head), list)),
            vec(inner.clone(), 0..4).prop_map(ExprKind::Set),
            inner.clone().prop_map(|inner| ExprKind::Not(Box::new(inner))),
            inner.prop_map(|inner| ExprKind::Negate(Box::new(inner))),
            two.clone().prop_map(|(left, right)| ExprKind::And(left, right)),
            two.clone().prop_map(|(left, right)| ExprKind::Or(left, right)),
            two.clone().prop_map(|(left, right)| ExprKind::Range(left, right)),
            (arith, two.clone()).prop_map(|(arith, (left, right))| ExprKind::Arith(arith, left, right)),
            (compare, two.clone()).prop_map(|(how, (left, right))| ExprKind::Compare(how, left, right)),
            (join, two).prop_map(|(how, (left, right))| ExprKind::SetOperation(how, left, right)),
        ]
        .prop_map(expr)
    })
}

fn line() -> impl Strategy<Value = Expr> {
    prop_oneof![
        any_expr(),
        (any_expr(), any_expr()).prop_map(|(target, value)| expr(ExprKind::Assign(Box::new(target), Box::new(value)))),
    ]
}

fn item() -> impl Strategy<Value = Expr> {
    prop_oneof![
        8 => any_expr(),
        1 => (var(), any_expr()).prop_map(|(name, set)| expr(ExprKind::Declare(word(&name), Box::new(set)))),
        1 => any_expr().prop_map(|range| expr(ExprKind::ListOf(Box::new(range)))),
    ]
}

/// `true` if an item begins with a word or a variable and `IN`.
fn is_membership(item: &Expr) -> bool {
    match &item.kind {
        ExprKind::Compare(Comparison::In, left, _) if matches!(left.kind, ExprKind::Var(_) | ExprKind::Name(_)) => true,
        ExprKind::Compare(_, left, _)
        | ExprKind::And(left, _)
        | ExprKind::Or(left, _)
        | ExprKind::Arith(_, left, _)
        | ExprKind::SetOperation(_, left, _)
        | ExprKind::Range(left, _) => is_membership(left),
        _ => false,
    }
}

fn value_of(key: &str, form: ValueSyntax) -> BoxedStrategy<Value> {
    match form {
        // A name has one line.
        ValueSyntax::Text | ValueSyntax::Words(_) => {
            vec("[a-z0-9=(,\"-]{1,5}( [a-z:=]{1,5})?", 0..if key == "name" { 2 } else { 4 })
                .prop_map(|lines| Value::Text(word(&lines.join("\n"))))
                .boxed()
        }
        ValueSyntax::Rows => vec("[a-zA-Z.#$/=-]{1,5}", 0..4)
            .prop_map(|rows| Value::Rows(rows.iter().map(|row| word(row)).collect()))
            .boxed(),
        _ if form.has_lines() => vec(line(), 1..4).prop_map(Value::Lines).boxed(),
        // A variable of `for` that is written as a membership is an error of its own.
        _ if key == "for" => {
            vec(item().prop_filter("no membership", |item| !is_membership(item)), 0..4).prop_map(Value::List).boxed()
        }
        _ => vec(item(), 0..4).prop_map(Value::List).boxed(),
    }
}

fn any_section() -> impl Strategy<Value = Section> {
    select(SECTIONS).prop_flat_map(|section| {
        let key: BoxedStrategy<(String, ValueSyntax)> = match section.entry_start {
            EntryStart::EveryKey(form) => name().prop_map(move |name| (name, form)).boxed(),
            _ => select(section.keys).prop_map(|key| (key.name.to_owned(), key.syntax)).boxed(),
        };
        let pair = key.prop_flat_map(move |(key, form)| {
            let every = matches!(section.entry_start, EntryStart::EveryKey(_));
            let params =
                option::of(vec(var(), 0..3)).prop_filter("only names have any", move |list| every || list.is_none());
            let value = value_of(&key, form);
            (Just(key), params, value).prop_map(|(key, params, value)| KeyValue {
                key: word(&key),
                params: params.map(|list| list.iter().map(|param| word(param)).collect()),
                value,
                value_span: Span::default(),
            })
        });
        vec(pair, 0..5).prop_map(|pairs| Section { name: word(section.name), pairs })
    })
}

proptest! {
    #![proptest_config(super::seeded())]

    #[test]
    fn anything_reads_the_same(sections in vec(any_section(), 0..4)) {
        assert_round_trip(&File { sections });
    }

    #[test]
    fn expressions_read_the_same(line in line()) {
        let pair = KeyValue { key: word("A"), params: None, value: Value::Lines(vec![line]), value_span: Span::default() };
        assert_round_trip(&File { sections: vec![Section { name: word("EXPRESSIONS"), pairs: vec![pair] }] });
    }
}
