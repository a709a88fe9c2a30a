//! Plain data back to text: what is printed here reads as the same data again.
//! Comments are not in the data, and how authors like their lines is the matter of the layout.

use boardwright_engine::rules::Arith;

use super::ast::{Comparison, Expr, File, Joining, Node, Pair, Section, Value};
use super::kinds::{COMPARISON, RANGE, STRONGEST};
use crate::keys::{self, Opens};

/// Before lines that go on with a value.
const INDENT: &str = "  ";
/// The strength of what needs no brackets anywhere.
const ATOM: usize = STRONGEST + 1;

/// A file. Texts must hold nothing that begins a comment, and texts of expressions no quotes.
pub(crate) fn file(file: &File) -> String {
    file.sections.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// A section with its head. Between rules there are empty lines.
pub(crate) fn section(section: &Section) -> String {
    let known = keys::section(&section.name.text);
    let every = known.is_some_and(|known| matches!(known.opens, Opens::Every(_)));
    let mut text = format!("[{}]\n", section.name.text);
    for (at, pair) in section.pairs.iter().enumerate() {
        if at > 0 && section.name.text == "RULES" && pair.key.text == "name" {
            text.push('\n');
        }
        text.push_str(&pair_of(pair, every));
    }
    text
}

/// `key = value` with all its lines.
pub(crate) fn pair(pair: &Pair) -> String {
    pair_of(pair, pair.params.is_some())
}

fn pair_of(pair: &Pair, named: bool) -> String {
    let mut text = pair.key.text.clone();
    if let Some(params) = &pair.params {
        let params: Vec<&str> = params.iter().map(|param| param.text.as_str()).collect();
        text = format!("{text}({})", params.join(","));
    }
    text.push_str(" =");
    let lines = value(&pair.value);
    // The lines of a longer body stand below its name, so that they are in one column.
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

/// The lines of a value.
pub(crate) fn value(value: &Value) -> Vec<String> {
    match value {
        Value::Text(word) => word.text.lines().map(str::to_owned).collect(),
        Value::Rows(rows) => {
            let apart = |row: &str| row.chars().map(String::from).collect::<Vec<_>>().join(" ");
            rows.iter().map(|row| apart(&row.text)).collect()
        }
        Value::List(list) if list.is_empty() => Vec::new(),
        Value::List(list) => vec![list.iter().map(expr).collect::<Vec<_>>().join(", ")],
        Value::Lines(lines) => lines.iter().enumerate().map(|(at, line)| line_of(line, at > 0)).collect(),
    }
}

/// A line; one that begins with a minus would go on with the line before it.
fn line_of(line: &Expr, follows: bool) -> String {
    let text = expr(line);
    match &line.node {
        _ if !follows || !text.starts_with('-') => text,
        Node::Assign(target, value) => format!("({}) = {}", expr(target), expr(value)),
        _ => format!("({text})"),
    }
}

/// An expression on one line, with as few brackets as it needs.
pub(crate) fn expr(expr: &Expr) -> String {
    let mut text = String::new();
    Printer { text: &mut text, tight: false }.expr(expr, 0);
    text
}

struct Printer<'t> {
    text: &'t mut String,
    /// Whether sums stand without blanks, as in indices and ranges.
    tight: bool,
}

impl Printer<'_> {
    /// An expression in a place where operators must bind at least so strongly.
    fn expr(&mut self, expr: &Expr, least: usize) {
        if strength(&expr.node) < least {
            self.text.push('(');
            self.node(expr);
            self.text.push(')');
        } else {
            self.node(expr);
        }
    }

    fn node(&mut self, expr: &Expr) {
        match &expr.node {
            Node::Int(number) => self.text.push_str(&number.to_string()),
            Node::Bool(yes) => self.text.push_str(if *yes { "TRUE" } else { "FALSE" }),
            Node::Text(text) => self.quoted(text),
            Node::Var(name) | Node::Name(name) => self.text.push_str(name),
            Node::Call(head, arguments) => {
                self.text.push_str(&head.text);
                let declares = arguments.iter().any(|argument| matches!(argument.node, Node::Declare(..)));
                let tight = !declares && keys::builtins(&head.text).next().is_none();
                self.bracketed('(', arguments, ')', tight);
            }
            Node::Set(members) => self.bracketed('{', members, '}', self.tight),
            Node::Colour(red, green, blue) => {
                let colour = format!("#{red:02x}{green:02x}{blue:02x}");
                self.text.push_str(&colour);
            }
            Node::Not(inner) => {
                self.text.push_str("NOT ");
                self.expr(inner, COMPARISON);
            }
            Node::Negate(inner) => {
                self.text.push('-');
                self.expr(inner, STRONGEST);
            }
            Node::Declare(name, set) => {
                self.text.push_str(&name.text);
                self.text.push_str(": ");
                self.expr(set, 0);
            }
            Node::Assign(target, value) => {
                self.expr(target, 0);
                self.text.push_str(" = ");
                self.expr(value, 0);
            }
            Node::ListOf(range) => {
                self.text.push_str("list of ");
                self.expr(range, 0);
            }
            // Nothing can stand for it; this is told to be wrong again.
            Node::Wrong => self.text.push('?'),
            _ => self.chain(expr),
        }
    }

    /// A text has no quotes in it: nothing could be written that reads so.
    fn quoted(&mut self, text: &str) {
        self.text.push('"');
        self.text.extend(text.chars().filter(|character| !matches!(character, '"' | '\n' | '\r')));
        self.text.push('"');
    }

    fn bracketed(&mut self, open: char, list: &[Expr], close: char, tight: bool) {
        let before = std::mem::replace(&mut self.tight, tight);
        self.text.push(open);
        for (at, member) in list.iter().enumerate() {
            if at > 0 {
                self.text.push_str(if tight { "," } else { ", " });
            }
            self.expr(member, 0);
        }
        self.text.push(close);
        self.tight = before;
    }

    /// Operators that lean to the left; there may be many, so that nothing recurses along them.
    fn chain(&mut self, expr: &Expr) {
        let level = strength(&expr.node);
        let mut first = expr;
        let mut rest = Vec::new();
        while let Some((operator, left, right)) = binary(&first.node).filter(|_| strength(&first.node) == level) {
            rest.push((operator, right));
            first = left;
            if alone(level) {
                break;
            }
        }
        let before = self.tight;
        self.tight |= level == RANGE;
        self.expr(first, if alone(level) { level + 1 } else { level });
        for (operator, right) in rest.into_iter().rev() {
            let blank = match operator {
                ".." | "*" | "/" => false,
                "+" | "-" | "%" => !self.tight,
                _ => true,
            };
            let operator = if blank { format!(" {operator} ") } else { operator.to_owned() };
            self.text.push_str(&operator);
            self.expr(right, level + 1);
        }
        self.tight = before;
    }
}

/// Whether operators of a strength make no chains.
fn alone(level: usize) -> bool {
    level == COMPARISON || level == RANGE
}

/// How strongly the parts of an expression are bound together.
fn strength(node: &Node) -> usize {
    match node {
        Node::Declare(..) | Node::Assign(..) | Node::ListOf(_) | Node::Or(..) => 0,
        Node::And(..) => 1,
        Node::Not(_) | Node::Compare(..) => COMPARISON,
        Node::Join(..) => 3,
        Node::Range(..) => RANGE,
        Node::Arith(Arith::Add | Arith::Subtract, ..) => 5,
        Node::Arith(..) => 6,
        Node::Negate(_) => STRONGEST,
        Node::Int(number) if *number < 0 => STRONGEST,
        _ => ATOM,
    }
}

/// An operator with what stands on its sides.
fn binary(node: &Node) -> Option<(&'static str, &Expr, &Expr)> {
    let (operator, left, right) = match node {
        Node::Or(left, right) => ("OR", left, right),
        Node::And(left, right) => ("AND", left, right),
        Node::Compare(comparison, left, right) => (compared(*comparison), left, right),
        Node::Join(joining, left, right) => (joined(*joining), left, right),
        Node::Range(left, right) => ("..", left, right),
        Node::Arith(arith, left, right) => (counted(*arith), left, right),
        _ => return None,
    };
    Some((operator, left, right))
}

fn compared(comparison: Comparison) -> &'static str {
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

fn joined(joining: Joining) -> &'static str {
    match joining {
        Joining::Union => "UNION",
        Joining::Intersect => "INTERSECT",
        Joining::Except => "EXCEPT",
    }
}

fn counted(arith: Arith) -> &'static str {
    match arith {
        Arith::Add => "+",
        Arith::Subtract => "-",
        Arith::Multiply => "*",
        Arith::Divide => "/",
        Arith::Remainder => "%",
    }
}
