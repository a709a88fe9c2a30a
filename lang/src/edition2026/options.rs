//! `[OPTIONS]`: what can be chosen, and what was.
//! Options are constants for everything else in the file.

use boardwright_engine::rules::{Chosen, Span};

use super::constant::{self, needed};
use super::entries::{Entries, Entry, Part, exprs};
use super::expr::{Local, Lower};
use super::names::{Kind, Meaning};
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Node};

/// What can be chosen for an option.
#[derive(Clone, Debug)]
enum Choices {
    /// Numbers, in order.
    Numbers(Vec<i32>),
    /// Words.
    Words(Vec<String>),
    /// Numbers of this range, one or more.
    List(i32, i32),
}

/// Longest list that can be chosen.
const LONGEST_LIST: usize = 100;

/// An option as a file declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What can be chosen, for people.
    pub values: String,
    /// What is taken when nothing is said.
    pub default: String,
    /// What was chosen.
    pub chosen: String,
    /// The least and the greatest choice, or the first and the last word; none for a list.
    pub extremes: Vec<String>,
}

impl Lower<'_> {
    /// Reads the options, and chooses.
    pub(super) fn options(&mut self, entries: &Entries, wanted: &[(String, String)]) -> Vec<GameOption> {
        let mut all: Vec<GameOption> = Vec::new();
        for entry in entries.of(Part::Options) {
            let name = entry.name.as_str();
            if !self.plain_name(entry) || !self.declare(Kind::Option, name, entry.name_at(), "option") {
                continue;
            }
            let choice = wanted.iter().find(|(known, _)| known == name).map(|(_, text)| text.as_str());
            all.extend(self.option(entry, choice));
        }
        for (name, _) in wanted {
            if !entries.of(Part::Options).iter().any(|entry| entry.name == *name) {
                self.no_option(name, entries);
            }
        }
        self.rules.options = all
            .iter()
            .map(|option| Chosen {
                name: option.name.clone(),
                value: option.chosen.clone(),
                default: option.default.clone(),
                values: option.values.clone(),
            })
            .collect();
        all
    }

    fn no_option(&mut self, name: &str, entries: &Entries) {
        let known: Vec<&str> = entries.of(Part::Options).iter().map(|entry| entry.name.as_str()).collect();
        let which = match did_you_mean(name, known.iter().copied()) {
            hint if !hint.is_empty() => hint,
            _ if known.is_empty() => ", it has none".to_owned(),
            _ => format!(", its options are {}", known.join(", ")),
        };
        let message = format!("the game has no option \"{}\"{which}", shorten(name));
        self.tell(Diagnostic::error("unknown-option", constant::NO_PLACE, message));
    }

    fn option(&mut self, entry: &Entry, choice: Option<&str>) -> Option<GameOption> {
        let values = needed(self, entry, "values", Part::Options)?;
        let default = needed(self, entry, "default", Part::Options)?;
        let choices = self.choices(entry, exprs(values), values.at)?;
        let shown = Self::shown(&choices, entry);
        let Some(default_text) = written(exprs(default)) else {
            self.tell(
                Diagnostic::error("bad-option", default.at, "the default of an option is a number, a word or a list")
                    .label(format!("expected {shown}")),
            );
            return None;
        };
        let Some(mut value) = parse(&choices, &default_text) else {
            let message = format!("the default of option `{}` is not one of its values", entry.name);
            self.tell(
                Diagnostic::error("bad-option", default.at, message)
                    .label(format!("expected {shown}"))
                    .related(values.at, "its values"),
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
                None => self.tell(
                    Diagnostic::error(
                        "bad-option",
                        values.at,
                        format!("option \"{}\" cannot be \"{}\"", entry.name, shorten(choice)),
                    )
                    .label(format!("it can be {shown}")),
                ),
            }
        }
        let at = match value {
            Chosenness::Value(value) => {
                self.names.options.push(value);
                Meaning::Option(self.names.options.len() - 1)
            }
            Chosenness::List(list) => {
                self.names.lists.push(list);
                Meaning::List(self.names.lists.len() - 1)
            }
        };
        self.names.add(&entry.name, at);
        if let Choices::Words(words) = &choices {
            self.names.option_words.insert(entry.name.clone(), (values.at.source, words.clone()));
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
            [Expr { node: Node::ListOf(range), .. }] => {
                let numbers = constant::ints(self, range)?;
                let (least, most) = numbers.iter().min().copied().zip(numbers.iter().max().copied())?;
                Choices::List(least, most)
            }
            [Expr { node: Node::Range(..), .. }] => Choices::Numbers(constant::ints(self, &values[0])?),
            _ if !values.is_empty()
                && values.iter().all(|value| matches!(value.node, Node::Name(_) | Node::Int(_))) =>
            {
                let words: Vec<String> =
                    values.iter().filter_map(|value| written(std::slice::from_ref(value))).collect();
                match values.iter().map(|value| number(&value.node)).collect::<Option<Vec<i32>>>() {
                    Some(numbers) => Choices::Numbers(numbers),
                    None => Choices::Words(words),
                }
            }
            _ => {
                self.tell(
                    Diagnostic::error("bad-option", place, "this does not say what can be chosen")
                        .label("expected a range, words, or `list of` a range")
                        .help("`values = 3..19`, `values = no, yes` or `values = list of 1..9`"),
                );
                return None;
            }
        };
        let Some(pair) = entry.get("where") else { return Some(choices) };
        let Choices::Numbers(numbers) = choices else {
            self.tell(Diagnostic::error("bad-option", pair.key.span, "only numbers can be left out with `where`"));
            return Some(choices);
        };
        let condition = exprs(pair);
        let mut left = Vec::new();
        for number in numbers {
            self.bind("$V", pair.key.span, Local::Known(Value::Int(number)));
            let fits = condition.iter().all(|line| self.constant(line, &[Type::BOOL]) == Value::Bool(true));
            self.scope.pop();
            if fits {
                left.push(number);
            }
        }
        if left.is_empty() && !self.has_errors() {
            self.tell(Diagnostic::error("bad-option", pair.at, "no number fits, so that nothing can be chosen"));
            return None;
        }
        Some(Choices::Numbers(left))
    }

    /// What can be chosen, for people.
    fn shown(choices: &Choices, entry: &Entry) -> String {
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

/// What was chosen.
enum Chosenness {
    Value(Value),
    List(Vec<i32>),
}

fn parse(choices: &Choices, text: &str) -> Option<Chosenness> {
    Some(match choices {
        Choices::Numbers(numbers) => {
            let number: i32 = text.parse().ok()?;
            numbers.contains(&number).then_some(Chosenness::Value(Value::Int(number)))?
        }
        Choices::Words(words) => words.iter().any(|word| word == text).then(|| Chosenness::Value(Value::text(text)))?,
        Choices::List(least, most) => {
            let list = text.split('-').map(|part| part.parse().ok()).collect::<Option<Vec<i32>>>()?;
            let fits = list.iter().all(|number| (*least..=*most).contains(number)) && list.len() <= LONGEST_LIST;
            fits.then_some(Chosenness::List(list))?
        }
    })
}

fn extremes(choices: &Choices) -> Vec<String> {
    let (first, last) = match choices {
        Choices::Numbers(numbers) => (numbers.first().map(i32::to_string), numbers.last().map(i32::to_string)),
        Choices::Words(words) => (words.first().cloned(), words.last().cloned()),
        // What belongs together in a list is not known.
        Choices::List(..) => (None, None),
    };
    first.into_iter().chain(last).collect()
}

fn number(node: &Node) -> Option<i32> {
    match node {
        Node::Int(number) => Some(*number),
        Node::Negate(inner) => number(&inner.node)?.checked_neg(),
        _ => None,
    }
}

/// A default as it would be chosen: `8`, `yes`, or `3-4-5`, which looks like arithmetic.
fn written(values: &[Expr]) -> Option<String> {
    let [value] = values else { return None };
    match &value.node {
        Node::Name(word) => Some(word.clone()),
        Node::Text(text) => Some(text.clone()),
        Node::Bool(yes) => Some(if *yes { "TRUE" } else { "FALSE" }.to_owned()),
        Node::Arith(boardwright_engine::rules::Arith::Subtract, ..) => {
            let (first, rest) = super::expr::differences(value);
            let parts = std::iter::once(first).chain(rest).map(|part| number(&part.node).map(|part| part.to_string()));
            Some(parts.collect::<Option<Vec<_>>>()?.join("-"))
        }
        node => number(node).map(|number| number.to_string()),
    }
}
