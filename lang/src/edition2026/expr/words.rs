//! Name resolution of words without arguments and of local variables.
//! Words with arguments are in `calls`.

use boardwright_game::ids::{ElementTypeId, FamilyId};
use boardwright_rules::{Expr as Out, FamilyKind, Query, Span, Thing};

use super::{Local, LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, global_type, kind_name};
use crate::edition2026::types::{Type, any_of};
use crate::edition2026::value::{Value, thing_name, type_of};
use crate::suggest::{did_you_mean, nearest, shorten};

impl LoweringContext<'_> {
    pub(super) fn variable(&mut self, name: &str, span: Span) -> TypedExpr {
        if let Some(bound) = self.find_local(name) {
            let (local, place) = (bound.local.clone(), bound.span);
            if let Some((_, read)) = self.let_bindings.get_mut(&place) {
                *read = true;
            }
            return match local {
                Local::Constant(value) => {
                    let ty = value.ty();
                    Self::value(ty, value, span)
                }
                Local::Var(_, _) if self.constant => self.not_constant(&format!("`{name}`"), span),
                Local::Var(var, ty) => self.add(ty, Out::Var(var), span),
            };
        }
        if self.suppressed.any || self.suppressed.names.contains(name) {
            return Self::error_value(span);
        }
        if self.speculation_depth == 0 {
            self.suppressed.names.insert(name.to_owned());
        }
        let known: Vec<&str> = self.scope.iter().map(|bound| bound.name.as_str()).collect();
        let hint = did_you_mean(name, known.iter().copied()).replace('"', "`");
        let label = if known.is_empty() {
            "there are no variables in scope".to_owned()
        } else {
            format!("in scope: {}", known.join(", "))
        };
        self.report_error(
            Diagnostic::error("unknown-variable", span, format!("unknown variable `{}`{hint}", shorten(name)))
                .label(label)
                .help(format!(
                    "a variable gets its value from a pattern, a loop, an argument, a line `$X = ...`, or `for = {}: \
                     set` in a rule",
                    shorten(name)
                )),
        )
    }

    pub(super) fn word(&mut self, word: &str, span: Span, want: &[Type]) -> TypedExpr {
        if let Some(low) = self.language_word(word, span) {
            return low;
        }
        let all = self.names.meanings(word).to_vec();
        match all.as_slice() {
            [] => self.unknown_word_error(word, span, want),
            [one] => self.meaning(word, *one, span),
            _ => self.resolve_word(word, &all, span, want),
        }
    }

    fn language_word(&mut self, word: &str, span: Span) -> Option<TypedExpr> {
        let (ask, ty) = match word {
            "NOTHING" => return Some(Self::value(Type::ELEMENT, Value::Thing(Thing::Element(None)), span)),
            "NOWHERE" => return Some(Self::value(Type::LOCATION, Value::Thing(Thing::Location(None)), span)),
            "PLAYER" => (Query::Player, Type::INT),
            "MOVER" => (Query::Mover, Type::INT),
            "MOVED" => (Query::Moved, Type::ELEMENT),
            "FROM" => (Query::From, Type::LOCATION),
            "TO" => (Query::To, Type::LOCATION),
            "CAPTURED" => (Query::Captured, Type::ELEMENT),
            "CHOICE" if self.suppressed.choice => return Some(Self::error_value(span)),
            "CHOICE" => match self.choice.or(self.names.choice) {
                Some(ty) if ty != Type::ANY => (Query::Choice, ty),
                _ => return Some(self.no_choice_error(span)),
            },
            "ME" => (Query::Me, Type::INT),
            "TURN" => (Query::Turn, Type::INT),
            "NOREPLY" => (Query::NoReply, Type::BOOL),
            "NOMOVES" => (Query::NoMoves, Type::BOOL),
            "REPEATS" => (Query::Repeats, Type::INT),
            _ => return None,
        };
        if self.constant {
            return Some(self.not_constant(&format!("`{word}`"), span));
        }
        Some(self.add(ty, Out::Query(ask, Vec::new()), span))
    }

    fn no_choice_error(&mut self, span: Span) -> TypedExpr {
        let label = if self.names.choice == Some(Type::ANY) {
            "in some rules it is a number, in others a text"
        } else {
            "no rule has a `choice`"
        };
        self.report_error(
            Diagnostic::error("no-choice", span, "`CHOICE` is not available here")
                .label(label)
                .help("`choice = word, word` makes a move for each word"),
        )
    }

    /// Resolves an ambiguous word by the expected type.
    fn resolve_word(&mut self, word: &str, all: &[Meaning], span: Span, want: &[Type]) -> TypedExpr {
        let fitting: Vec<Meaning> =
            all.iter().copied().filter(|meaning| self.meaning_type(word, *meaning, span).fits(want)).collect();
        let fitting = self.preferred_states(fitting);
        match fitting.as_slice() {
            [one] => self.meaning(word, *one, span),
            [] => {
                let wanted = any_of(want);
                let description = self.describe_meanings(all);
                self.report_error(
                    Diagnostic::error("type", span, format!("`{word}` is {description}, {wanted} is needed here"))
                        .label(format!("expected {wanted}")),
                )
            }
            several => {
                let are = self.describe_meanings(several);
                self.report_error(
                    Diagnostic::error("ambiguous", span, format!("`{word}` has several meanings here: {are}"))
                        .label("it is not clear which is meant")
                        .help("give one of them another name"),
                )
            }
        }
    }

    /// Merges state names with equal numbers, and prefers the states of the current rule's elements.
    fn preferred_states(&self, mut meanings: Vec<Meaning>) -> Vec<Meaning> {
        let own = |kind: ElementTypeId| self.rule_element_types.contains(&kind);
        if meanings.iter().any(|meaning| matches!(meaning, Meaning::State(kind, _) if own(*kind))) {
            meanings.retain(|meaning| !matches!(meaning, Meaning::State(kind, _) if !own(*kind)));
        }
        let mut numbers = Vec::new();
        meanings.retain(|meaning| match meaning {
            Meaning::State(_, number) if numbers.contains(number) => false,
            Meaning::State(_, number) => {
                numbers.push(*number);
                true
            }
            _ => true,
        });
        meanings
    }

    fn describe_meanings(&self, meanings: &[Meaning]) -> String {
        let each = meanings.iter().map(|meaning| match meaning {
            Meaning::Thing(thing) => type_of(*thing).to_string(),
            Meaning::Global(_) => "a variable".to_owned(),
            Meaning::Option(_) | Meaning::List(_) => "an option".to_owned(),
            Meaning::LetterGrid(_) => "a letter grid".to_owned(),
            Meaning::Function(_) => "an expression".to_owned(),
            Meaning::State(kind, number) => {
                format!("state {number} of `{}`", thing_name(&self.rules, Thing::ElementType(Some(*kind))))
            }
        });
        each.collect::<Vec<_>>().join(" and ")
    }

    fn meaning_type(&mut self, word: &str, meaning: Meaning, span: Span) -> Type {
        match meaning {
            Meaning::Thing(thing) => type_of(thing),
            Meaning::Global(id) => global_type(self.rules.globals[id.index()].kind),
            Meaning::Option(at) => self.names.options[at].ty(),
            Meaning::List(_) => Type::INTS,
            Meaning::State(..) => Type::INT,
            Meaning::LetterGrid(_) => Type::ANY,
            Meaning::Function(_) => self.meaning(word, meaning, span).ty,
        }
    }

    fn meaning(&mut self, word: &str, meaning: Meaning, span: Span) -> TypedExpr {
        match meaning {
            Meaning::Thing(thing) => Self::value(type_of(thing), Value::Thing(thing), span),
            Meaning::Global(_) if self.constant => self.not_constant(&format!("`{word}`"), span),
            Meaning::Global(id) => {
                let ty = global_type(self.rules.globals[id.index()].kind);
                self.add(ty, Out::Global(id), span)
            }
            Meaning::Option(at) => {
                let value = self.names.options[at].clone();
                Self::value(value.ty(), value, span)
            }
            Meaning::List(at) => {
                let numbers = self.names.lists[at].iter().copied().map(Value::Int);
                Self::value(Type::INTS, Value::set(numbers), span)
            }
            Meaning::State(_, number) => Self::value(Type::INT, Value::Int(number), span),
            Meaning::LetterGrid(_) => {
                self.report_error(Diagnostic::error("type", span, format!("`{word}` is a letter grid")).help(format!(
                    "`AT({word}, x, y)` is a letter of it, `WIDTH({word})` and `HEIGHT({word})` its size"
                )))
            }
            Meaning::Function(at) => self.call_named(at, &[], span),
        }
    }

    fn unknown_word_error(&mut self, word: &str, span: Span, want: &[Type]) -> TypedExpr {
        if self.failed_names.contains(word) {
            return Self::error_value(span);
        }
        if let Some(error) = self.early_variable_error(word, span) {
            return error;
        }
        if self.is_full() {
            return self.report_error(Diagnostic::error("unknown-name", span, ""));
        }
        let shown = shorten(word);
        let fits = |family: &&FamilyId| {
            let ty = self.family_type(**family);
            want.is_empty() || ty.fits(want) || ty.set().fits(want)
        };
        let families = self.names.families(word);
        // If only a type is expected, an element of the same name is no explanation.
        let only_type = matches!(want, [Type::ELEMENT_TYPE | Type::LOCATION_TYPE]);
        let family = families.iter().find(fits).or_else(|| families.first().filter(|_| !only_type));
        if let Some(family) = family {
            let family = &self.rules.families[*family];
            let indices = family.members.first().map_or(1, |(indices, _)| indices.len());
            let (kind, dots) = (kind_name(family.kind), vec!["..."; indices].join(", "));
            let help = match family.kind {
                FamilyKind::Element | FamilyKind::Location => {
                    Some(format!("all of a type are `{}S(type)`", kind.to_uppercase()))
                }
                _ => None,
            };
            return self.report_error(
                Diagnostic::error(
                    "unknown-name",
                    span,
                    format!("`{shown}` is not the name of one {kind}, it needs an index"),
                )
                .label(format!("expected `{shown}({dots})`"))
                .maybe_help(help),
            );
        }
        let variable = format!("${word}");
        let player = self.rules.players.iter().position(|name| name.eq_ignore_ascii_case(word));
        let any_place = want.contains(&Type::LOCATIONS) && want.contains(&Type::LOCATION_TYPE);
        let mut replacement = None;
        let help = if self.find_local(&variable).is_some() {
            let help = format!("the local variable is written `{variable}`");
            replacement = Some(variable);
            Some(help)
        } else if want == [Type::TEXT] {
            replacement = Some(format!("\"{word}\""));
            Some(format!("write a text in double quotes: `\"{shown}\"`"))
        } else if let Some(number) = player {
            let number = number + 1;
            replacement = Some(number.to_string());
            Some(format!("{shown} is player {number}, write {number}"))
        } else if any_place && matches!(word.to_lowercase().as_str(), "all" | "any" | "every" | "everywhere") {
            replacement = Some("any".to_owned());
            Some("`any` is every place on the board".to_owned())
        } else if crate::edition2026::is_builtin(word) {
            Some(format!("`{word}` needs arguments: `{word}(...)`"))
        } else if matches!(word, "true" | "false" | "True" | "False") {
            replacement = Some(word.to_uppercase());
            Some("it is written in capitals".to_owned())
        } else {
            None
        };
        let mut known: Vec<&str> = self.names.known_words().collect();
        for own in crate::edition2026::value_words() {
            known.push(own);
        }
        // Sorted, so that the suggestion among equally close names is deterministic.
        known.sort_unstable();
        let near = match nearest(word, known) {
            Some(near) => format!(", did you mean \"{near}\"?"),
            None => did_you_mean(word, self.names.known_heads()),
        };
        let category = match want {
            [Type::LOCATION_TYPE] => "location type",
            [Type::ELEMENT_TYPE] => "element type",
            [Type::RELATION] => "relation",
            [Type::DIRECTION] => "direction",
            _ => "name",
        };
        let help = help.or_else(|| {
            let section = match want {
                [Type::LOCATION_TYPE] => "LOCATION TYPES",
                [Type::ELEMENT_TYPE] => "ELEMENT TYPES",
                _ => return None,
            };
            near.is_empty().then(|| format!("types are entries of [{section}]: `name = {shown}`"))
        });
        self.report_unknown(
            word,
            Diagnostic::error("unknown-name", span, format!("unknown {category} \"{shown}\"{near}"))
                .label("nothing is called this")
                .maybe_help(help)
                .maybe_replacement(replacement),
        )
    }
}
