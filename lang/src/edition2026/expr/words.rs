//! Words without brackets and local variables: what they stand for where they stand.
//! Words with brackets are calls.

use boardwright_engine::ids::{ElementTypeId, FamilyId};
use boardwright_engine::rules::{Ask, Expr as Out, FamilyKind, Span, Thing};

use super::{Local, Low, Lower};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, held, kind_name};
use crate::edition2026::types::{Type, any_of};
use crate::edition2026::value::{Value, name, type_of};
use crate::suggest::{did_you_mean, nearest, shorten};

impl Lower<'_> {
    pub(super) fn variable(&mut self, name: &str, span: Span) -> Low {
        if let Some(bound) = self.bound(name) {
            let (local, place) = (bound.local.clone(), bound.span);
            if let Some((_, read)) = self.lets.get_mut(&place) {
                *read = true;
            }
            return match local {
                Local::Known(value) => {
                    let ty = value.ty();
                    Self::value(ty, value, span)
                }
                Local::Var(_, _) if self.constant => self.not_constant(&format!("`{name}`"), span),
                Local::Var(var, ty) => self.add(ty, Out::Var(var), span),
            };
        }
        if self.missed.any || self.missed.names.contains(name) {
            return Self::nothing(span);
        }
        if self.trying == 0 {
            self.missed.names.insert(name.to_owned());
        }
        let known: Vec<&str> = self.scope.iter().map(|bound| bound.name.as_str()).collect();
        let hint = did_you_mean(name, known.iter().copied()).replace('"', "`");
        let label = if known.is_empty() {
            "there are no variables here".to_owned()
        } else {
            format!("known here: {}", known.join(", "))
        };
        self.wrong(
            Diagnostic::error("unknown-variable", span, format!("unknown variable `{}`{hint}", shorten(name)))
                .label(label)
                .help(format!(
                    "a variable gets its value from a pattern, a loop, an argument, a line `$X = ...`, or `for = {}: set` in a \
                     rule",
                    shorten(name)
                )),
        )
    }

    pub(super) fn word(&mut self, word: &str, span: Span, want: &[Type]) -> Low {
        if let Some(low) = self.language_word(word, span) {
            return low;
        }
        let all = self.names.meanings(word).to_vec();
        match all.as_slice() {
            [] => self.unknown_word(word, span, want),
            [one] => self.meaning(word, *one, span),
            _ => self.one_of(word, &all, span, want),
        }
    }

    fn language_word(&mut self, word: &str, span: Span) -> Option<Low> {
        let (ask, ty) = match word {
            "NOTHING" => return Some(Self::value(Type::ELEMENT, Value::Thing(Thing::Element(None)), span)),
            "NOWHERE" => return Some(Self::value(Type::LOCATION, Value::Thing(Thing::Location(None)), span)),
            "PLAYER" => (Ask::Player, Type::INT),
            "MOVER" => (Ask::Mover, Type::INT),
            "MOVED" => (Ask::Moved, Type::ELEMENT),
            "FROM" => (Ask::From, Type::LOCATION),
            "TO" => (Ask::To, Type::LOCATION),
            "CAPTURED" => (Ask::Captured, Type::ELEMENT),
            "CHOICE" => match self.choice.or(self.names.choice) {
                Some(ty) if ty != Type::ANY => (Ask::Choice, ty),
                _ => return Some(self.no_choice(span)),
            },
            "ME" => (Ask::Me, Type::INT),
            "TURN" => (Ask::Turn, Type::INT),
            "NOMOVES" => (Ask::NoMoves, Type::BOOL),
            "REPEATS" => (Ask::Repeats, Type::INT),
            _ => return None,
        };
        if self.constant {
            return Some(self.not_constant(&format!("`{word}`"), span));
        }
        Some(self.add(ty, Out::Ask(ask, Vec::new()), span))
    }

    fn no_choice(&mut self, span: Span) -> Low {
        let label = if self.names.choice == Some(Type::ANY) {
            "in some rules it is a number, in others a text"
        } else {
            "no rule has a `choice`"
        };
        self.wrong(
            Diagnostic::error("no-choice", span, "`CHOICE` means nothing here")
                .label(label)
                .help("`choice = word, word` makes a move for each word"),
        )
    }

    /// Of several meanings the one whose type is wanted.
    fn one_of(&mut self, word: &str, all: &[Meaning], span: Span, want: &[Type]) -> Low {
        let fitting: Vec<Meaning> =
            all.iter().copied().filter(|meaning| self.meaning_type(word, *meaning, span).fits(want)).collect();
        let fitting = self.nearer_states(fitting);
        match fitting.as_slice() {
            [one] => self.meaning(word, *one, span),
            [] => {
                let wanted = any_of(want);
                let are = self.described(all);
                self.wrong(
                    Diagnostic::error("type", span, format!("`{word}` is {are}, {wanted} is needed here"))
                        .label(format!("expected {wanted}")),
                )
            }
            several => {
                let are = self.described(several);
                self.wrong(
                    Diagnostic::error("ambiguous", span, format!("`{word}` has several meanings here: {are}"))
                        .label("it is not clear which is meant")
                        .help("give one of them another name"),
                )
            }
        }
    }

    /// State names that mean one number are one meaning, and those of the rule's elements go before others.
    fn nearer_states(&self, mut meanings: Vec<Meaning>) -> Vec<Meaning> {
        let own = |kind: ElementTypeId| self.states_of.contains(&kind);
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

    fn described(&self, meanings: &[Meaning]) -> String {
        let each = meanings.iter().map(|meaning| match meaning {
            Meaning::Thing(thing) => type_of(*thing).to_string(),
            Meaning::Global(_) => "a variable".to_owned(),
            Meaning::Option(_) | Meaning::List(_) => "an option".to_owned(),
            Meaning::Level(_) => "a picture in letters".to_owned(),
            Meaning::Function(_) => "an expression".to_owned(),
            Meaning::State(kind, number) => {
                format!("state {number} of `{}`", name(&self.rules, Thing::ElementType(Some(*kind))))
            }
        });
        each.collect::<Vec<_>>().join(" and ")
    }

    fn meaning_type(&mut self, word: &str, meaning: Meaning, span: Span) -> Type {
        match meaning {
            Meaning::Thing(thing) => type_of(thing),
            Meaning::Global(id) => held(self.rules.globals[id.index()].kind),
            Meaning::Option(at) => self.names.options[at].ty(),
            Meaning::List(_) => Type::INTS,
            Meaning::State(..) => Type::INT,
            Meaning::Level(_) => Type::ANY,
            Meaning::Function(_) => self.meaning(word, meaning, span).ty,
        }
    }

    fn meaning(&mut self, word: &str, meaning: Meaning, span: Span) -> Low {
        match meaning {
            Meaning::Thing(thing) => Self::value(type_of(thing), Value::Thing(thing), span),
            Meaning::Global(_) if self.constant => self.not_constant(&format!("`{word}`"), span),
            Meaning::Global(id) => {
                let ty = held(self.rules.globals[id.index()].kind);
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
            Meaning::Level(_) => {
                self.wrong(Diagnostic::error("type", span, format!("`{word}` is a picture in letters")).help(format!(
                    "`AT({word}, x, y)` is a letter of it, `WIDTH({word})` and `HEIGHT({word})` its size"
                )))
            }
            Meaning::Function(at) => self.called(at, &[], span),
        }
    }

    fn unknown_word(&mut self, word: &str, span: Span, want: &[Type]) -> Low {
        if self.broken.contains(word) {
            return Self::nothing(span);
        }
        if self.full() {
            return self.wrong(Diagnostic::error("unknown-name", span, ""));
        }
        let shown = shorten(word);
        let fits = |family: &&FamilyId| {
            let ty = self.family_type(**family);
            want.is_empty() || ty.fits(want) || ty.set().fits(want)
        };
        let families = self.names.families(word);
        // Where only a type can stand, an element of the same name is not what is missing.
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
            return self.wrong(
                Diagnostic::error("unknown-name", span, format!("`{shown}` alone is no {kind}, it needs an index"))
                    .label(format!("expected `{shown}({dots})`"))
                    .maybe_help(help),
            );
        }
        let variable = format!("${word}");
        let player = self.rules.players.iter().position(|name| name.eq_ignore_ascii_case(word));
        let any_place = want.contains(&Type::LOCATIONS) && want.contains(&Type::LOCATION_TYPE);
        let help = if self.bound(&variable).is_some() {
            Some(format!("the local variable is written `{variable}`"))
        } else if want == [Type::TEXT] {
            Some(format!("a text stands in double quotes: `\"{shown}\"`"))
        } else if let Some(number) = player {
            let number = number + 1;
            Some(format!("{shown} is player {number}, write {number}"))
        } else if any_place && matches!(word.to_lowercase().as_str(), "all" | "any" | "every" | "everywhere") {
            Some("`any` is every place on the board".to_owned())
        } else if crate::edition2026::is_builtin(word) {
            Some(format!("`{word}` needs arguments: `{word}(...)`"))
        } else if matches!(word, "true" | "false" | "True" | "False") {
            Some("it is written in capitals".to_owned())
        } else {
            None
        };
        let mut known: Vec<&str> = self.names.known_words().collect();
        for own in crate::edition2026::value_words() {
            known.push(own);
        }
        // Sorted, so that of equally near names always the same one is suggested.
        known.sort_unstable();
        let near = match nearest(word, known) {
            Some(near) => format!(", did you mean \"{near}\"?"),
            None => did_you_mean(word, self.names.known_heads()),
        };
        let what = match want {
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
        self.wrong(
            Diagnostic::error("unknown-name", span, format!("unknown {what} \"{shown}\"{near}"))
                .label("nothing is called this")
                .maybe_help(help),
        )
    }
}
