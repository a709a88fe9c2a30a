//! Pretty printer: abstract syntax tree to text that parses to the same tree.
//! Comments and the author's line breaks are not in the tree; the formatter in `formatter` preserves them.

use boardwright_rules::ArithmeticOp;

use super::ast::{Comparison, Expr, ExprKind, File, KeyValue, Section, SetOperator, Value};
use super::kinds::{COMPARISON_PRECEDENCE, PREFIX_PRECEDENCE, RANGE_PRECEDENCE};
use crate::vocabulary::{self, EntryStart};

/// Indentation of continuation lines.
const INDENT: &str = "  ";
/// Precedence of expressions that never need brackets.
const ATOM_PRECEDENCE: usize = PREFIX_PRECEDENCE + 1;

/// Prints a file. Texts must not contain comment markers, and string literals must not contain quotes.
pub(crate) fn file(file: &File) -> String {
    file.sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// Prints a section with its header; rules are separated by empty lines.
pub(crate) fn section(section: &Section) -> String {
    let known = vocabulary::section(&section.name.text);
    let every = known.is_some_and(|known| matches!(known.entry_start, EntryStart::EveryKey(_)));
    let mut text = format!("[{}]\n", section.name.text);
    for (at, pair) in section.pairs.iter().enumerate() {
        if at > 0 && section.name.text == "RULES" && pair.key.text == "name" {
            text.push('\n');
        }
        text.push_str(&pair_text(pair, every));
    }
    text
}

/// Prints `key = value` with all its lines.
pub(crate) fn pair(pair: &KeyValue) -> String {
    pair_text(pair, pair.params.is_some())
}

fn pair_text(pair: &KeyValue, named: bool) -> String {
    let mut text = pair.key.text.clone();
    if let Some(params) = &pair.params {
        let params: Vec<&str> = params.iter().map(|param| param.text.as_str()).collect();
        text = format!("{text}({})", params.join(","));
    }
    text.push_str(" =");
    let lines = value(&pair.value);
    // The lines of a multi-line body start below its name, so that they are in one column.
    let below = matches!(pair.value, Value::Rows(_)) || named && lines.len() > 1;
    for (at, line) in lines.iter().enumerate() {
        text.push_str(if at == 0 && !below { " " } else { "\n" });
        if at > 0 || below {
            text.push_str(INDENT);
        }
        text.push_str(line);
    }
    text.push('\n');
    text
}

/// Prints the lines of a value.
pub(crate) fn value(value: &Value) -> Vec<String> {
    match value {
        Value::Text(word) => word.text.lines().map(str::to_owned).collect(),
        Value::Rows(rows) => {
            let apart = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
            rows.iter().map(|row| apart(&row.text)).collect()
        }
        Value::List(list) if list.is_empty() => Vec::new(),
        Value::List(list) => vec![list.iter().map(expr).collect::<Vec<_>>().join(", ")],
        Value::Lines(lines) => lines.iter().enumerate().map(|(at, line)| line_text(line, at > 0)).collect(),
    }
}

/// Prints one line. Brackets keep a leading minus from continuing the line before it.
fn line_text(line: &Expr, follows: bool) -> String {
    let text = expr(line);
    match &line.kind {
        _ if !follows || !text.starts_with('-') => text,
        ExprKind::Assign(target, value) => format!("({}) = {}", expr(target), expr(value)),
        _ => format!("({text})"),
    }
}

/// Prints an expression on one line with as few brackets as possible.
pub(crate) fn expr(expr: &Expr) -> String {
    let mut text = String::new();
    Printer { text: &mut text, is_compact: false }.expr(expr, 0);
    text
}

struct Printer<'t> {
    text: &'t mut String,
    /// `true` if sums are printed without blanks, as in indices and ranges.
    is_compact: bool,
}

impl Printer<'_> {
    /// Prints an expression, in brackets if its precedence is below `least`.
    fn expr(&mut self, expr: &Expr, least: usize) {
        if precedence(&expr.kind) < least {
            self.text.push('(');
            self.node(expr);
            self.text.push(')');
        } else {
            self.node(expr);
        }
    }

    fn node(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Int(number) => self.text.push_str(&number.to_string()),
            ExprKind::Bool(yes) => self.text.push_str(if *yes { "TRUE" } else { "FALSE" }),
            ExprKind::Text(text) => self.quoted(text),
            ExprKind::Var(name) | ExprKind::Name(name) => self.text.push_str(name),
            ExprKind::Call(head, arguments) => {
                self.text.push_str(&head.text);
                let declares = arguments.iter().any(|argument| matches!(argument.kind, ExprKind::Declare(..)));
                let tight = !declares && vocabulary::builtins(&head.text).next().is_none();
                self.bracketed('(', arguments, ')', tight);
            }
            ExprKind::Set(members) => self.bracketed('{', members, '}', self.is_compact),
            ExprKind::Colour(red, green, blue) => {
                let colour = format!("#{red:02x}{green:02x}{blue:02x}");
                self.text.push_str(&colour);
            }
            ExprKind::Not(inner) => {
                self.text.push_str("NOT ");
                self.expr(inner, COMPARISON_PRECEDENCE);
            }
            ExprKind::Negate(inner) => {
                self.text.push('-');
                self.expr(inner, PREFIX_PRECEDENCE);
            }
            ExprKind::Declare(name, set) => {
                self.text.push_str(&name.text);
                self.text.push_str(": ");
                self.expr(set, 0);
            }
            ExprKind::Assign(target, value) => {
                self.expr(target, 0);
                self.text.push_str(" = ");
                self.expr(value, 0);
            }
            ExprKind::ListOf(range) => {
                self.text.push_str("list of ");
                self.expr(range, 0);
            }
            // There is no valid text for an error; `?` makes the parser report it again.
            ExprKind::Error => self.text.push('?'),
            _ => self.chain(expr),
        }
    }

    /// Prints a string literal. Quotes and line ends are dropped, because the syntax has no escapes.
    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        self.text.extend(text.chars().filter(|character| !matches!(character, '"' | '\n' | '\r')));
        self.text.push('"');
    }

    fn bracketed(&mut self, open: char, list: &[Expr], close: char, tight: bool) {
        let before = std::mem::replace(&mut self.is_compact, tight);
        self.text.push(open);
        for (at, member) in list.iter().enumerate() {
            if at > 0 {
                self.text.push_str(if tight { "," } else { ", " });
            }
            self.expr(member, 0);
        }
        self.text.push(close);
        self.is_compact = before;
    }

    /// Prints a left-associative operator chain iteratively, because chains can be long.
    fn chain(&mut self, expr: &Expr) {
        let level = precedence(&expr.kind);
        let mut first = expr;
        let mut rest = Vec::new();
        while let Some((operator, left, right)) = binary(&first.kind).filter(|_| precedence(&first.kind) == level) {
            rest.push((operator, right));
            first = left;
            if is_non_associative(level) {
                break;
            }
        }
        let before = self.is_compact;
        self.is_compact |= level == RANGE_PRECEDENCE;
        self.expr(first, if is_non_associative(level) { level + 1 } else { level });
        for (operator, right) in rest.into_iter().rev() {
            let blank = match operator {
                ".." | "*" | "/" => false,
                "+" | "-" | "%" => !self.is_compact,
                _ => true,
            };
            let operator = if blank { format!(" {operator} ") } else { operator.to_owned() };
            self.text.push_str(&operator);
            self.expr(right, level + 1);
        }
        self.is_compact = before;
    }
}

/// `true` if operators of this precedence are non-associative.
fn is_non_associative(level: usize) -> bool {
    level == COMPARISON_PRECEDENCE || level == RANGE_PRECEDENCE
}

/// Precedence of an expression.
fn precedence(node: &ExprKind) -> usize {
    match node {
        ExprKind::Declare(..) | ExprKind::Assign(..) | ExprKind::ListOf(_) | ExprKind::Or(..) => 0,
        ExprKind::And(..) => 1,
        ExprKind::Not(_) | ExprKind::Compare(..) => COMPARISON_PRECEDENCE,
        ExprKind::SetOperation(..) => 3,
        ExprKind::Range(..) => RANGE_PRECEDENCE,
        ExprKind::Arith(ArithmeticOp::Add | ArithmeticOp::Subtract, ..) => 5,
        ExprKind::Arith(..) => 6,
        ExprKind::Negate(_) => PREFIX_PRECEDENCE,
        ExprKind::Int(number) if *number < 0 => PREFIX_PRECEDENCE,
        _ => ATOM_PRECEDENCE,
    }
}

/// Returns the operator of a binary expression with its operands.
fn binary(node: &ExprKind) -> Option<(&'static str, &Expr, &Expr)> {
    let (operator, left, right) = match node {
        ExprKind::Or(left, right) => ("OR", left, right),
        ExprKind::And(left, right) => ("AND", left, right),
        ExprKind::Compare(comparison, left, right) => (comparison_symbol(*comparison), left, right),
        ExprKind::SetOperation(joining, left, right) => (set_operator_symbol(*joining), left, right),
        ExprKind::Range(left, right) => ("..", left, right),
        ExprKind::Arith(arith, left, right) => (arith_symbol(*arith), left, right),
        _ => return None,
    };
    Some((operator, left, right))
}

fn comparison_symbol(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Equal => "==",
        Comparison::Unequal => "!=",
        Comparison::Less => "<",
        Comparison::LessEqual => "<=",
        Comparison::Greater => ">",
        Comparison::GreaterEqual => ">=",
        Comparison::In => "IN",
        Comparison::Subset => "SUBSET",
    }
}

fn set_operator_symbol(joining: SetOperator) -> &'static str {
    match joining {
        SetOperator::Union => "UNION",
        SetOperator::Intersect => "INTERSECT",
        SetOperator::Except => "EXCEPT",
    }
}

fn arith_symbol(arith: ArithmeticOp) -> &'static str {
    match arith {
        ArithmeticOp::Add => "+",
        ArithmeticOp::Subtract => "-",
        ArithmeticOp::Multiply => "*",
        ArithmeticOp::Divide => "/",
        ArithmeticOp::Remainder => "%",
    }
}
