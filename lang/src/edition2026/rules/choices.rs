//! Lowering of `choice`: the words and values between which a move chooses.
//! The moves of a rule differ by them; everything else about a rule is lowered in the parent module.

use std::collections::HashSet;

use boardwright_game::ids::{ExprId, VarId};
use boardwright_rules::{BinaryOp, Choice, Expr as Out, Next, Query, Span};

use super::Binder;
use crate::Diagnostic;
use crate::edition2026::entries::{Entry, value_exprs};
use crate::edition2026::expr::LoweringContext;
use crate::edition2026::names::Meaning;
use crate::edition2026::roots;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

/// A choice as it is written: its word, and its value unless the word alone determines it.
struct WrittenChoice {
    word: String,
    value: Option<Value>,
    span: Span,
}

impl LoweringContext<'_> {
    /// Type of `CHOICE` outside of rules; any type if the rules differ.
    pub(super) fn common_choice_type(&mut self, list: &[Entry]) -> Option<Type> {
        let mut all: Option<Type> = None;
        for pair in list.iter().filter_map(|entry| entry.get("choice")) {
            let words = value_exprs(pair);
            if words.is_empty() {
                continue;
            }
            let is_word = |word: &Expr| matches!(word.kind, ExprKind::Name(_) | ExprKind::Int(_));
            let ty = if !words.iter().all(is_word) {
                Type::ANY
            } else if words.iter().all(|word| self.choice_number(word).is_some()) {
                Type::INT
            } else {
                Type::TEXT
            };
            all = Some(all.map_or(ty, |known| if known == ty { ty } else { Type::ANY }));
            self.names.choice_words.extend(words.iter().filter_map(|word| match &word.kind {
                ExprKind::Name(name) => Some(name.clone()),
                _ => None,
            }));
        }
        all
    }

    /// Number that a word of a choice denotes: the number itself, or that of a state.
    fn choice_number(&self, word: &Expr) -> Option<i32> {
        match &word.kind {
            ExprKind::Int(number) => Some(*number),
            ExprKind::Name(name) => {
                let states = self.names.meanings(name).iter().filter_map(|meaning| match meaning {
                    Meaning::State(kind, number) => Some((*kind, *number)),
                    _ => None,
                });
                let mut states: Vec<_> = states.collect();
                states.sort_by_key(|(kind, _)| !self.rule_element_types.contains(kind));
                states.first().map(|(_, number)| *number)
            }
            _ => None,
        }
    }

    /// Lowers `choice = queen, rook`, `choice = 1..3` or `choice = $I`. Returns the choices, and for a variable of `for` the
    /// condition that its value is the chosen one.
    pub(super) fn lower_choices(
        &mut self,
        pair: Option<&KeyValue>,
        binders: &[Binder],
    ) -> (Vec<Choice>, Option<ExprId>) {
        let Some(pair) = pair else { return (Vec::new(), None) };
        let list = value_exprs(pair);
        let mut written: Vec<WrittenChoice> = Vec::new();
        let mut failed = false;
        for expr in list {
            match self.written_choices(expr, binders, list.len()) {
                Some(choices) => written.extend(choices),
                None => failed = true,
            }
        }
        if list.is_empty() {
            self.report(
                Diagnostic::error("no-value", pair.value_span, "`choice` has no words")
                    .label("expected words with commas between them"),
            );
        }
        let (choices, ty) = self.choice_values(list, &written);
        if failed {
            return (Vec::new(), None);
        }
        self.choice = Some(ty);
        let [Expr { kind: ExprKind::Var(name), span }] = list else { return (choices, None) };
        let is_chosen = binders.iter().find(|binder| binder.name == *name).map(|binder| {
            let chosen = self.rules.exprs.add(Out::Query(Query::Choice, Vec::new()), *span);
            let value = self.rules.exprs.add(Out::Var(binder.var), *span);
            self.rules.exprs.add(Out::Binary(BinaryOp::Equal, value, chosen), *span)
        });
        (choices, is_chosen)
    }

    /// The choices of one expression of `choice`; `None` after an error.
    fn written_choices(&mut self, expr: &Expr, binders: &[Binder], count: usize) -> Option<Vec<WrittenChoice>> {
        let span = expr.span;
        let values = match &expr.kind {
            ExprKind::Name(word) => return Some(vec![WrittenChoice { word: word.clone(), value: None, span }]),
            ExprKind::Int(number) => {
                let word = number.to_string();
                return Some(vec![WrittenChoice { word, value: None, span }]);
            }
            ExprKind::Error => return None,
            ExprKind::Var(name) => {
                let Some(binder) = binders.iter().find(|binder| binder.name == *name) else {
                    self.bad_choice(span, format!("`{name}` is no variable of `for`, so its values are not known"));
                    return None;
                };
                if count > 1 {
                    self.bad_choice(span, format!("a variable such as `{name}` must be the only value of `choice`"));
                    return None;
                }
                let Some(values) = &binder.values else {
                    self.bad_choice(span, format!("the set of `{name}` depends on the position"));
                    return None;
                };
                values.clone()
            }
            _ => {
                let value = self.constant(expr, &[]);
                if value.is_error() {
                    return None;
                }
                value.members().to_vec()
            }
        };
        let mut choices = Vec::new();
        for value in values {
            let word = value.display_text(&self.rules);
            if word.is_empty() || word.contains(char::is_whitespace) {
                self.bad_choice(span, format!("\"{word}\" cannot be written as one word of a move"));
                return None;
            }
            choices.push(WrittenChoice { word, value: Some(value), span });
        }
        Some(choices)
    }

    fn bad_choice(&mut self, span: Span, message: String) {
        self.report(Diagnostic::error("bad-choice", span, message).label("expected a word, a number or a value").help(
            "`choice = queen, rook` and `choice = 1..3` make a move for each word or number, and `for = $I: 1..3` with \
             `choice = $I` makes a move for each value of `$I`",
        ));
    }

    /// Choices with their values, and the type of the values.
    fn choice_values(&mut self, list: &[Expr], written: &[WrittenChoice]) -> (Vec<Choice>, Type) {
        let numbers: Option<Vec<i32>> = list.iter().map(|word| self.choice_number(word)).collect();
        let mut choices: Vec<Choice> = Vec::new();
        let mut all: Option<Type> = None;
        let has_values = written.iter().any(|choice| choice.value.is_some());
        for (at, choice) in written.iter().enumerate() {
            if choices.iter().any(|known| known.word == choice.word) {
                let message = format!("the choice `{}` is given twice", choice.word);
                self.report(Diagnostic::error("duplicate", choice.span, message));
                continue;
            }
            let value = match (&choice.value, &numbers) {
                (Some(value), _) => value.clone(),
                // If all choices are numbers or states, each expression is one choice.
                (None, Some(numbers)) if numbers.len() == written.len() => Value::Int(numbers[at]),
                (None, _) => match choice.word.parse() {
                    Ok(number) if has_values => Value::Int(number),
                    _ => Value::text(&choice.word),
                },
            };
            match all.and_then(|all| all.unify(value.ty())) {
                None if all.is_some() => {
                    self.bad_choice(
                        choice.span,
                        format!("`{}` has another type than the choices before it", choice.word),
                    );
                    continue;
                }
                _ => all = Some(value.ty()),
            }
            choices.push(Choice { word: choice.word.clone(), value: self.node_of(&value, choice.span) });
        }
        (choices, all.unwrap_or(Type::TEXT))
    }

    /// Reports a variable of `for` that distinguishes the effects of a move without distinguishing the move: its values make
    /// one move, by the first of them. `parts` are the expressions of places and conditions, which may determine the value.
    /// It is an error in a rule without element and `choice`, and a warning elsewhere.
    pub(super) fn check_for_without_choice(
        &mut self,
        pair: Option<&KeyValue>,
        binders: &[Binder],
        followup: Option<ExprId>,
        next: Next,
        parts: &[ExprId],
        is_warned: bool,
    ) {
        let next = if let Next::Is(next) = next { Some(next) } else { None };
        let read = self.variables_read(followup.into_iter().chain(next));
        let determined = if is_warned { self.variables_read(parts.iter().copied()) } else { HashSet::new() };
        let several = |binder: &&Binder| binder.values.as_ref().is_none_or(|values| values.len() > 1);
        let merged = |binder: &&Binder| read.contains(&binder.var) && !determined.contains(&binder.var);
        let Some(binder) = binders.iter().filter(several).find(merged) else { return };
        let (name, place) = (&binder.name, pair.map_or_else(Default::default, |pair| pair.value_span));
        let message = format!("the values of `{name}` do not make different moves");
        let diagnostic = if is_warned {
            Diagnostic::warning("for-without-choice", place, message)
                .label("moves of equal element, places and choice are one move, which is made with the first value")
                .help(format!("a `choice` that names the values of `{name}` makes a move for each of them"))
        } else {
            Diagnostic::error("for-without-choice", place, message)
                .label("a move without element is the same move for each of them")
                .help(format!("`choice = {name}` makes a move for each value of `{name}`"))
        };
        self.report(diagnostic);
    }

    /// Variables that expressions read.
    fn variables_read(&self, from: impl IntoIterator<Item = ExprId>) -> HashSet<VarId> {
        let mut read = HashSet::new();
        roots::for_each_reachable(&self.rules, from, |_, expr| {
            if let Out::Var(var) = expr {
                read.insert(*var);
            }
        });
        read
    }
}
