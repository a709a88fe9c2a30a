//! Options (`[OPTIONS]`): possible values, defaults and the values chosen.
//! Options are constants for the rest of the file.

use boardwright_rules::{ChosenOption, Span};

use super::constant::{self, required_key};
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::{Local, LoweringContext};
use super::names::{DeclarationKind, Meaning};
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, ExprKind};

/// Possible values of an option.
#[derive(Clone, Debug)]
enum Choices {
    /// Numbers in file order.
    Numbers(Vec<i32>),
    /// Words.
    Words(Vec<String>),
    /// A list of one or more numbers in the given range.
    List(i32, i32),
}

/// Maximum length of a list option.
const MAX_LIST: usize = 100;

/// An option declared by a game file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Name of the option.
    pub name: String,
    /// Human-readable description of the possible values.
    pub values: String,
    /// Default value.
    pub default: String,
    /// Chosen value.
    pub chosen: String,
    /// First and last choice (minimum and maximum of a range); empty for a list.
    pub extremes: Vec<String>,
}

impl LoweringContext<'_> {
    /// Declares the options and sets their values.
    pub(super) fn options(&mut self, entries: &Entries, wanted: &[(String, String)]) -> Vec<GameOption> {
        let mut all: Vec<GameOption> = Vec::new();
        for entry in entries.of(SectionKind::Options) {
            let name = entry.name.as_str();
            if !self.check_plain_name(entry)
                || !self.declare(DeclarationKind::Option, name, entry.name_span(), "option")
            {
                continue;
            }
            let choice = wanted.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
            match self.option(entry, choice) {
                Some(option) => all.push(option),
                // Uses of the option are no further errors.
                None => _ = self.failed_names.insert(entry.name.clone()),
            }
        }
        for (name, _) in wanted {
            if !entries.of(SectionKind::Options).iter().any(|entry| entry.name == *name) {
                self.report_unknown_option(name, entries);
            }
        }
        self.rules.options = all
            .iter()
            .map(|option| ChosenOption {
                name: option.name.clone(),
                value: option.chosen.clone(),
                default: option.default.clone(),
                values: option.values.clone(),
            })
            .collect();
        all
    }

    fn report_unknown_option(&mut self, name: &str, entries: &Entries) {
        let known: Vec<&str> = entries.of(SectionKind::Options).iter().map(|entry| entry.name.as_str()).collect();
        let which = match did_you_mean(name, known.iter().copied()) {
            hint if !hint.is_empty() => hint,
            _ if known.is_empty() => ", it has none".to_owned(),
            _ => format!(", its options are {}", known.join(", ")),
        };
        let message = format!("the game has no option \"{}\"{which}", shorten(name));
        self.report(Diagnostic::error("unknown-option", constant::NO_SPAN, message));
    }

    fn option(&mut self, entry: &Entry, choice: Option<&str>) -> Option<GameOption> {
        let values = required_key(self, entry, "values", SectionKind::Options)?;
        let default = required_key(self, entry, "default", SectionKind::Options)?;
        let choices = self.choices(entry, value_exprs(values), values.value_span)?;
        let shown = Self::describe_choices(&choices, entry);
        let Some(default_text) = default_text(value_exprs(default)) else {
            self.report(
                Diagnostic::error(
                    "bad-option",
                    default.value_span,
                    "the default of an option is a number, a word or a list",
                )
                .label(format!("expected {shown}")),
            );
            return None;
        };
        let Some(mut value) = parse(&choices, &default_text) else {
            let message = format!("the default of option `{}` is not one of its values", entry.name);
            self.report(
                Diagnostic::error("bad-option", default.value_span, message)
                    .label(format!("expected {shown}"))
                    .related(values.value_span, "its values"),
            );
            return None;
        };
        let mut chosen = default_text.clone();
        if let Some(choice) = choice {
            match parse(&choices, choice) {
                Some(known) => {
                    value = known;
                    choice.clone_into(&mut chosen);
                }
                None => self.report(
                    Diagnostic::error(
                        "bad-option",
                        values.value_span,
                        format!("option \"{}\" cannot be \"{}\"", entry.name, shorten(choice)),
                    )
                    .label(format!("it can be {shown}")),
                ),
            }
        }
        let at = match value {
            OptionValue::Value(value) => {
                self.names.options.push(value);
                Meaning::Option(self.names.options.len() - 1)
            }
            OptionValue::List(list) => {
                self.names.lists.push(list);
                Meaning::List(self.names.lists.len() - 1)
            }
        };
        self.names.add(&entry.name, at);
        if let Choices::Words(words) = &choices {
            self.names.option_words.insert(entry.name.clone(), (values.value_span.source, words.clone()));
        }
        Some(GameOption {
            name: entry.name.clone(),
            values: shown,
            default: default_text,
            chosen,
            extremes: extremes(&choices),
        })
    }

    fn choices(&mut self, entry: &Entry, values: &[Expr], place: Span) -> Option<Choices> {
        let choices = match values {
            [Expr { kind: ExprKind::ListOf(range), .. }] => {
                let numbers = constant::ints(self, range)?;
                let (least, most) = numbers.iter().min().copied().zip(numbers.iter().max().copied())?;
                Choices::List(least, most)
            }
            [Expr { kind: ExprKind::Range(..), .. }] => Choices::Numbers(constant::ints(self, &values[0])?),
            _ if !values.is_empty()
                && values.iter().all(|value| matches!(value.kind, ExprKind::Name(_) | ExprKind::Int(_))) =>
            {
                let words: Vec<String> =
                    values.iter().filter_map(|value| default_text(std::slice::from_ref(value))).collect();
                match values.iter().map(|value| number(&value.kind)).collect::<Option<Vec<i32>>>() {
                    Some(numbers) => Choices::Numbers(numbers),
                    None => Choices::Words(words),
                }
            }
            _ => {
                self.report(
                    Diagnostic::error("bad-option", place, "these are not valid values of an option")
                        .label("expected a range, words, or `list of` a range")
                        .help("`values = 3..19`, `values = no, yes` or `values = list of 1..9`"),
                );
                return None;
            }
        };
        let Some(pair) = entry.get("where") else { return Some(choices) };
        let Choices::Numbers(numbers) = choices else {
            self.report(Diagnostic::error("bad-option", pair.key.span, "`where` is allowed for numbers only"));
            return Some(choices);
        };
        let condition = value_exprs(pair);
        let mut left = Vec::new();
        for number in numbers {
            self.bind("$V", pair.key.span, Local::Constant(Value::Int(number)));
            let fits = condition.iter().all(|line| self.constant(line, &[Type::BOOL]) == Value::Bool(true));
            self.scope.pop();
            if fits {
                left.push(number);
            }
        }
        if left.is_empty() && !self.has_errors() {
            self.report(Diagnostic::error(
                "bad-option",
                pair.value_span,
                "no number satisfies the condition, so the option has no values",
            ));
            return None;
        }
        Some(Choices::Numbers(left))
    }

    /// Human-readable description of the possible values.
    fn describe_choices(choices: &Choices, entry: &Entry) -> String {
        match choices {
            Choices::Numbers(numbers) => match numbers.as_slice() {
                [first, .., last] if *last - *first + 1 == numbers.len() as i32 => format!("{first} to {last}"),
                many if many.len() > 8 => {
                    let (first, last) = (many[0], many[many.len() - 1]);
                    let condition = if entry.get("where").is_some() { " (not all of these)" } else { "" };
                    format!("{first}, {}, ... {last}{condition}", many[1])
                }
                few => few.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
            },
            Choices::Words(words) => words.join(", "),
            Choices::List(least, most) => format!("numbers from {least} to {most}, with `-` between them"),
        }
    }
}

/// Value of an option.
enum OptionValue {
    Value(Value),
    List(Vec<i32>),
}

fn parse(choices: &Choices, text: &str) -> Option<OptionValue> {
    Some(match choices {
        Choices::Numbers(numbers) => {
            let number: i32 = text.parse().ok()?;
            numbers.contains(&number).then_some(OptionValue::Value(Value::Int(number)))?
        }
        Choices::Words(words) => {
            words.iter().any(|word| word == text).then(|| OptionValue::Value(Value::text(text)))?
        }
        Choices::List(least, most) => {
            let list = text.split('-').map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>()?;
            let fits = list.iter().all(|number| (*least..=*most).contains(number)) && list.len() <= MAX_LIST;
            fits.then_some(OptionValue::List(list))?
        }
    })
}

fn extremes(choices: &Choices) -> Vec<String> {
    let (first, last) = match choices {
        Choices::Numbers(numbers) => (numbers.first().map(i32::to_string), numbers.last().map(i32::to_string)),
        Choices::Words(words) => (words.first().cloned(), words.last().cloned()),
        // Valid combinations of list members are not known.
        Choices::List(..) => (None, None),
    };
    first.into_iter().chain(last).collect()
}

fn number(node: &ExprKind) -> Option<i32> {
    match node {
        ExprKind::Int(number) => Some(*number),
        ExprKind::Negate(inner) => number(&inner.kind)?.checked_neg(),
        _ => None,
    }
}

/// Default in the syntax of the command line: `8`, `yes`, or `3-4-5`, which parses as arithmetic.
fn default_text(values: &[Expr]) -> Option<String> {
    let [value] = values else { return None };
    match &value.kind {
        ExprKind::Name(word) => Some(word.clone()),
        ExprKind::Text(text) => Some(text.clone()),
        ExprKind::Bool(yes) => Some(if *yes { "TRUE" } else { "FALSE" }.to_owned()),
        ExprKind::Arith(boardwright_rules::ArithmeticOp::Subtract, ..) => {
            let (first, rest) = super::expr::differences(value);
            let parts = std::iter::once(first).chain(rest).map(|part| number(&part.kind).map(|part| part.to_string()));
            Some(parts.collect::<Option<Vec<_>>>()?.join("-"))
        }
        node => number(node).map(|number| number.to_string()),
    }
}
