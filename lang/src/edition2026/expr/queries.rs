//! Lowering of query functions: signatures, argument counts and result types.
//! Loops, actions and tables have their own modules.

use boardwright_game::ids::ExprId;
use boardwright_rules::{Expr as Out, Query, Span};

use super::{LoweringContext, TypedExpr, fold};
use crate::Diagnostic;
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::syntax::ast::Expr;

/// Signature of a query: for each argument the list of accepted types, and the result type.
struct Signature {
    ask: Query,
    takes: &'static [&'static [Type]],
    gives: Type,
}

const ELEMENT: &[Type] = &[Type::ELEMENT];
const LOCATION: &[Type] = &[Type::LOCATION];
const DIRECTION: &[Type] = &[Type::DIRECTION];
const DIRECTIONS: &[Type] = &[Type::DIRECTION, Type::DIRECTIONS];
const PAIRS: &[Type] = &[Type::RELATION, Type::DIRECTION, Type::DIRECTIONS];
const INT: &[Type] = &[Type::INT];
const TEXT: &[Type] = &[Type::TEXT];

fn signature(name: &str, arguments: usize) -> Option<Signature> {
    let (ask, takes, gives): (_, &[&[Type]], _) = match name {
        "CONTENT" => (Query::Content, &[LOCATION], Type::ELEMENT),
        "LOCATION" => (Query::Location, &[ELEMENT], Type::LOCATION),
        "OWNER" => (Query::Owner, &[ELEMENT], Type::INT),
        "STATE" => (Query::State, &[ELEMENT], Type::INT),
        "ELTYPE" => (Query::ElementType, &[ELEMENT], Type::ELEMENT_TYPE),
        "LOCTYPE" => (Query::LocationType, &[LOCATION], Type::LOCATION_TYPE),
        "EMPTY" => (Query::Empty, &[LOCATION], Type::BOOL),
        "FULL" => (Query::Full, &[LOCATION], Type::BOOL),
        "SIZE" => (Query::Size, &[&[Type::SET]], Type::INT),
        "LOCATIONS" => (Query::LocationsOfType, &[&[Type::LOCATION_TYPE]], Type::LOCATIONS),
        "BACK" => (Query::Back, &[DIRECTION], Type::DIRECTION),
        "NEXT" => (Query::Next, &[DIRECTION, LOCATION], Type::LOCATION),
        "RAY" => (Query::Ray, &[DIRECTION, LOCATION], Type::LOCATIONS),
        "BETWEEN" => (Query::Between, &[DIRECTIONS, LOCATION, LOCATION], Type::LOCATIONS),
        "CLEAR" => (Query::Clear, &[DIRECTIONS, LOCATION, LOCATION], Type::BOOL),
        "RELATED" => (Query::Related, &[PAIRS, LOCATION, LOCATION], Type::BOOL),
        "NEIGHBOURS" => (Query::Neighbours, &[PAIRS, LOCATION], Type::LOCATIONS),
        "LINES" if arguments < 2 => (Query::Lines, &[&[Type::RELATION]], Type::LOCATIONS.set()),
        "LINES" => (Query::LinesThrough, &[&[Type::RELATION], LOCATION], Type::LOCATIONS.set()),
        "SCORE" => (Query::Score, &[INT], Type::INT),
        "ABS" => (Query::Abs, &[INT], Type::INT),
        "FIND" => (Query::Find, &[TEXT, TEXT], Type::INT),
        "MAX" => (Query::Greater, &[INT, INT], Type::INT),
        "MIN" => (Query::Lesser, &[INT, INT], Type::INT),
        _ => return None,
    };
    Some(Signature { ask, takes, gives })
}

impl LoweringContext<'_> {
    pub(super) fn query_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<TypedExpr> {
        match name {
            "ELEMENTS" => return Some(self.elements_call(arguments, span)),
            "INDEX" => return Some(self.index(arguments, span)),
            "ROTATE" => return Some(self.rotate(arguments, span)),
            "JOIN" => return Some(self.join_texts(arguments, span)),
            _ => {}
        }
        let signature = signature(name, arguments.len())?;
        if let Some(low) = self.count_arguments(name, arguments, signature.takes.len()..=signature.takes.len(), span) {
            return Some(low);
        }
        let wanted = signature.takes.iter().copied();
        let lows: Vec<TypedExpr> =
            arguments.iter().zip(wanted).map(|(argument, want)| self.lower(argument, want)).collect();
        Some(self.emit_query(signature.ask, &lows, signature.gives, span))
    }

    /// Reports a wrong number of arguments of a built-in.
    pub(super) fn count_arguments(
        &mut self,
        name: &str,
        arguments: &[Expr],
        takes: std::ops::RangeInclusive<usize>,
        span: Span,
    ) -> Option<TypedExpr> {
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
        let verb = if given == 1 { "is" } else { "are" };
        let form = crate::edition2026::signature_of(name).map(|form| format!("it is written `{form}`"));
        Some(
            self.report_error(
                Diagnostic::error("arguments", span, format!("`{name}` takes {needed}, but {given} {verb} given"))
                    .label(format!("expected {needed}"))
                    .maybe_help(form),
            ),
        )
    }

    /// Emits or folds a query whose arguments have been type-checked.
    pub(super) fn emit_query(&mut self, ask: Query, lows: &[TypedExpr], gives: Type, span: Span) -> TypedExpr {
        if lows.iter().any(TypedExpr::is_error) {
            return Self::error_of_type(gives, span);
        }
        let known: Option<Vec<&Value>> = lows.iter().map(TypedExpr::as_constant).collect();
        if let Some(known) = known {
            if let Some(value) = fold::query(&self.rules, ask, &known, self.constant) {
                return Self::value(gives, value, span);
            }
            if ask == Query::Index {
                let shown = known[0].display_text(&self.rules);
                let message = format!("`{shown}` has no index {}", known[1].display_text(&self.rules));
                return self.report_error(
                    Diagnostic::error("no-index", span, message)
                        .label("indices are the numbers between the brackets of a name"),
                );
            }
            if ask == Query::Abs {
                return self.report_error(Diagnostic::error(
                    "arithmetic",
                    span,
                    "the result does not fit into 32 bits",
                ));
            }
        }
        if self.constant {
            return self.not_constant(&format!("`{}`", ask.name()), span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.add(gives, Out::Query(ask, ids), span)
    }

    /// Lowers `ELEMENTS(type)` or `ELEMENTS(player)`.
    fn elements_call(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_arguments("ELEMENTS", arguments, 1..=1, span) {
            return low;
        }
        let argument = self.lower(&arguments[0], &[Type::ELEMENT_TYPE, Type::INT]);
        let ask = if argument.ty == Type::INT { Query::ElementsOf } else { Query::ElementsOfType };
        self.emit_query(ask, &[argument], Type::ELEMENTS, span)
    }

    fn index(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_arguments("INDEX", arguments, 1..=2, span) {
            return low;
        }
        let of = self.lower(&arguments[0], &[Type::ELEMENT, Type::LOCATION, Type::DIRECTION]);
        let place = match arguments.get(1) {
            Some(place) => self.lower(place, &[Type::INT]),
            None => Self::value(Type::INT, Value::Int(1), span),
        };
        let element = of.ty == Type::ELEMENT;
        let low = self.emit_query(Query::Index, &[of, place], Type::INT, span);
        if element && let super::TypedExprKind::Runtime(id) = low.kind {
            self.names.element_indices.insert(id);
        }
        low
    }

    /// Lowers `ROTATE(set, member, n)`.
    fn rotate(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_arguments("ROTATE", arguments, 3..=3, span) {
            return low;
        }
        let set = self.lower(&arguments[0], &[Type::SET]);
        let ty = set.ty.member().unwrap_or(Type::ANY);
        let member = self.lower(&arguments[1], &[ty]);
        let places = self.lower(&arguments[2], &[Type::INT]);
        self.emit_query(Query::Rotate, &[set, member, places], ty, span)
    }

    fn join_texts(&mut self, arguments: &[Expr], span: Span) -> TypedExpr {
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
        let lows: Vec<TypedExpr> = arguments.iter().map(|argument| self.lower(argument, &wanted)).collect();
        self.emit_query(Query::Join, &lows, Type::TEXT, span)
    }
}
