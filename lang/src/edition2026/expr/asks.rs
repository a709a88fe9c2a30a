//! Questions with brackets: what each takes and gives.
//! Loops, actions and tables are elsewhere.

use boardwright_engine::ids::ExprId;
use boardwright_engine::rules::{Ask, Expr as Out, Span};

use super::{Low, Lower, fold};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::Expr;

/// What a question takes, one list of types for each argument, and what it gives.
struct Signature {
    ask: Ask,
    takes: &'static [&'static [Type]],
    gives: Type,
}

const ELEMENT: &[Type] = &[Type::ELEMENT];
const LOCATION: &[Type] = &[Type::LOCATION];
const DIRECTION: &[Type] = &[Type::DIRECTION];
const WAYS: &[Type] = &[Type::DIRECTION, Type::DIRECTIONS];
const PAIRS: &[Type] = &[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS];
const INT: &[Type] = &[Type::INT];
const TEXT: &[Type] = &[Type::TEXT];

fn signature(name: &str, arguments: usize) -> Option<Signature> {
    let (ask, takes, gives): (_, &[&[Type]], _) = match name {
        "CONTENT" => (Ask::Content, &[LOCATION], Type::ELEMENT),
        "LOCATION" => (Ask::Location, &[ELEMENT], Type::LOCATION),
        "OWNER" => (Ask::Owner, &[ELEMENT], Type::INT),
        "STATE" => (Ask::State, &[ELEMENT], Type::INT),
        "ELTYPE" => (Ask::ElementType, &[ELEMENT], Type::ELEMENT_TYPE),
        "LOCTYPE" => (Ask::LocationType, &[LOCATION], Type::LOCATION_TYPE),
        "EMPTY" => (Ask::Empty, &[LOCATION], Type::BOOL),
        "FULL" => (Ask::Full, &[LOCATION], Type::BOOL),
        "SIZE" => (Ask::Size, &[&[Type::SET]], Type::INT),
        "LOCATIONS" => (Ask::LocationsOfType, &[&[Type::LOCATION_TYPE]], Type::LOCATIONS),
        "NEXT" => (Ask::Next, &[DIRECTION, LOCATION], Type::LOCATION),
        "RAY" => (Ask::Ray, &[DIRECTION, LOCATION], Type::LOCATIONS),
        "BETWEEN" => (Ask::Between, &[WAYS, LOCATION, LOCATION], Type::LOCATIONS),
        "CLEAR" => (Ask::Clear, &[WAYS, LOCATION, LOCATION], Type::BOOL),
        "RELATED" => (Ask::Related, &[PAIRS, LOCATION, LOCATION], Type::BOOL),
        "NEIGHBOURS" => (Ask::Neighbours, &[PAIRS, LOCATION], Type::LOCATIONS),
        "LINES" if arguments < 2 => (Ask::Lines, &[&[Type::RELATION]], Type::LOCATIONS.set()),
        "LINES" => (Ask::LinesThrough, &[&[Type::RELATION], LOCATION], Type::LOCATIONS.set()),
        "SCORE" => (Ask::Score, &[INT], Type::INT),
        "ABS" => (Ask::Abs, &[INT], Type::INT),
        "FIND" => (Ask::Find, &[TEXT, TEXT], Type::INT),
        "MAX" => (Ask::Greater, &[INT, INT], Type::INT),
        "MIN" => (Ask::Lesser, &[INT, INT], Type::INT),
        _ => return None,
    };
    Some(Signature { ask, takes, gives })
}

impl Lower<'_> {
    pub(super) fn question(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Low> {
        match name {
            "ELEMENTS" => return Some(self.elements_call(arguments, span)),
            "INDEX" => return Some(self.index(arguments, span)),
            "JOIN" => return Some(self.join_texts(arguments, span)),
            _ => {}
        }
        let signature = signature(name, arguments.len())?;
        if let Some(low) = self.count_arguments(name, arguments, signature.takes.len()..=signature.takes.len(), span) {
            return Some(low);
        }
        let wanted = signature.takes.iter().copied();
        let lows: Vec<Low> = arguments.iter().zip(wanted).map(|(argument, want)| self.lower(argument, want)).collect();
        Some(self.asked(signature.ask, &lows, signature.gives, span))
    }

    /// Says so if a built-in has too few or too many arguments.
    pub(super) fn count_arguments(
        &mut self,
        name: &str,
        arguments: &[Expr],
        takes: std::ops::RangeInclusive<usize>,
        span: Span,
    ) -> Option<Low> {
        let given = arguments.len();
        if takes.contains(&given) {
            return None;
        }
        let (least, most) = (*takes.start(), *takes.end());
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let needed = if most == usize::MAX {
            format!("at least {least} argument{}", plural(least))
        } else if least == most {
            format!("{least} argument{}", plural(least))
        } else {
            format!("{least} to {most} arguments")
        };
        let are = if given == 1 { "is" } else { "are" };
        let form = crate::edition2026::signature_of(name).map(|form| format!("it is written `{form}`"));
        Some(
            self.wrong(
                Diagnostic::error("arguments", span, format!("`{name}` takes {needed}, but {given} {are} given"))
                    .label(format!("expected {needed}"))
                    .maybe_help(form),
            ),
        )
    }

    /// A question whose arguments have the right types.
    pub(super) fn asked(&mut self, ask: Ask, lows: &[Low], gives: Type, span: Span) -> Low {
        if lows.iter().any(Low::is_wrong) {
            return Self::wrongly(gives, span);
        }
        let known: Option<Vec<&Value>> = lows.iter().map(Low::known).collect();
        if let Some(known) = known {
            if let Some(value) = fold::ask(&self.rules, ask, &known, self.constant) {
                return Self::value(gives, value, span);
            }
            if ask == Ask::Index {
                let shown = known[0].shown(&self.rules);
                let message = format!("`{shown}` has no index {}", known[1].shown(&self.rules));
                return self.wrong(
                    Diagnostic::error("no-index", span, message)
                        .label("indices are the numbers between the brackets of a name"),
                );
            }
            if ask == Ask::Abs {
                return self.wrong(Diagnostic::error("arithmetic", span, "the result does not fit into 32 bits"));
            }
        }
        if self.constant {
            return self.not_constant(&format!("`{}`", ask.name()), span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.add(gives, Out::Ask(ask, ids), span)
    }

    /// `ELEMENTS(type)` or `ELEMENTS(player)`.
    fn elements_call(&mut self, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_arguments("ELEMENTS", arguments, 1..=1, span) {
            return low;
        }
        let of = self.lower(&arguments[0], &[Type::ELEMENT_TYPE, Type::INT]);
        let ask = if of.ty == Type::INT { Ask::ElementsOf } else { Ask::ElementsOfType };
        self.asked(ask, &[of], Type::ELEMENTS, span)
    }

    fn index(&mut self, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_arguments("INDEX", arguments, 1..=2, span) {
            return low;
        }
        let of = self.lower(&arguments[0], &[Type::ELEMENT, Type::LOCATION, Type::DIRECTION]);
        let place = match arguments.get(1) {
            Some(place) => self.lower(place, &[Type::INT]),
            None => Self::value(Type::INT, Value::Int(1), span),
        };
        let element = of.ty == Type::ELEMENT;
        let low = self.asked(Ask::Index, &[of, place], Type::INT, span);
        if element && let super::Is::Asked(id) = low.is {
            self.names.element_indices.insert(id);
        }
        low
    }

    fn join_texts(&mut self, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_arguments("JOIN", arguments, 1..=usize::MAX, span) {
            return low;
        }
        let wanted = [
            Type::TEXT,
            Type::INT,
            Type::ELEMENT,
            Type::LOCATION,
            Type::ELEMENT_TYPE,
            Type::LOCATION_TYPE,
            Type::DIRECTION,
        ];
        let lows: Vec<Low> = arguments.iter().map(|argument| self.lower(argument, &wanted)).collect();
        self.asked(Ask::Join, &lows, Type::TEXT, span)
    }
}
