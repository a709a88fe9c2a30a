//! Symbolic values during the execution: type inference, resolution of texts to names, and states of variables.

use boardwright_rules::Span;

use super::names::EntityKind;
use super::state::{ConvertResult, Env, SymbolicValue, TextPart, Ty, VariableState, convert_error};
use super::symbolic::{MovePart, SymbolicEvaluator};
use super::term::{LocalId, Node, Term};

/// Maximum size of a term.
const MAX_TERM_SIZE: usize = 4_000;

impl SymbolicEvaluator<'_> {
    /// Resolves a type as far as it has been inferred.
    pub(super) fn resolve_type(&self, ty: Ty) -> Ty {
        match ty {
            Ty::Infer(at) => self.inferred_types[at].map_or(ty, |known| self.resolve_type(known)),
            known => known,
        }
    }

    pub(super) fn unify(&mut self, one: Ty, two: Ty, span: Span) -> ConvertResult<Ty> {
        let (one, two) = (self.resolve_type(one), self.resolve_type(two));
        match (one, two) {
            (Ty::Infer(a), Ty::Infer(b)) if a == b => Ok(one),
            (Ty::Infer(at), other) | (other, Ty::Infer(at)) => {
                self.inferred_types[at] = Some(other);
                Ok(other)
            }
            _ if one == two => Ok(one),
            _ => {
                Err(Box::new(
                    convert_error(span, "this has two types, but every expression of edition 2026 has one")
                        .label(format!("{} here, but also {}", two.description(), one.description())),
                ))
            }
        }
    }

    /// Converts a value to a term of a type.
    pub(super) fn term_of_type(&mut self, value: &SymbolicValue, ty: Ty, span: Span) -> ConvertResult<Term> {
        match value {
            SymbolicValue::Typed(term, own) => {
                self.unify(*own, ty, span)?;
                Ok(term.clone())
            }
            SymbolicValue::Text(parts) => match self.resolve_type(ty) {
                Ty::Entity(kind) => self.entity_term(kind, parts, span),
                Ty::Text => text_term(parts, span),
                Ty::Infer(_) => {
                    let settled = self.infer_text(value, span)?;
                    if matches!(settled, SymbolicValue::Text(_)) {
                        return Err(Box::new(convert_error(span, "it is ambiguous what this text names")));
                    }
                    self.term_of_type(&settled, ty, span)
                }
                other => Err(Box::new(convert_error(
                    span,
                    format!("this is a text, but {} is required here", other.description()),
                ))),
            },
            SymbolicValue::Set(members) => {
                let ty = self.unify(ty, Ty::Set, span)?;
                let of = self.new_type();
                let members: ConvertResult<Vec<Term>> =
                    members.iter().map(|member| self.term_of_type(member, of, span)).collect();
                debug_assert_eq!(ty, Ty::Set, "only sets are sets");
                Ok(Term::new(Node::Set(members?)))
            }
            SymbolicValue::Unknown(why) => Err(Box::new(convert_error(span, *why))),
        }
    }

    pub(super) fn bool_term(&mut self, value: &SymbolicValue, span: Span) -> ConvertResult<Term> {
        self.term_of_type(value, Ty::Bool, span)
    }

    pub(super) fn int_term(&mut self, value: &SymbolicValue, span: Span) -> ConvertResult<Term> {
        self.term_of_type(value, Ty::Int, span)
    }

    /// Resolves a text to the only type that it can have; otherwise it remains a text.
    pub(super) fn infer_text(&mut self, value: &SymbolicValue, span: Span) -> ConvertResult<SymbolicValue> {
        let SymbolicValue::Text(parts) = value else { return Ok(value.clone()) };
        let mut kinds = Vec::new();
        for kind in super::names::ENTITY_KINDS {
            let fits = match literal_text(parts) {
                Some(text) => self.names.translate(kind, &text).is_some(),
                None => split_base(parts).is_some_and(|(base, _)| self.names.family(kind, &base).is_some()),
            };
            if fits {
                kinds.push(kind);
            }
        }
        match (kinds.as_slice(), literal_text(parts)) {
            ([kind], _) => Ok(SymbolicValue::Typed(self.entity_term(*kind, parts, span)?, Ty::Entity(*kind))),
            ([], Some(name)) if !name.is_empty() => Ok(SymbolicValue::Typed(text_term(parts, span)?, Ty::Text)),
            _ => Ok(value.clone()),
        }
    }

    /// Resolves a text to the entity that it names.
    pub(super) fn entity_term(&mut self, kind: EntityKind, parts: &[TextPart], span: Span) -> ConvertResult<Term> {
        let none = match kind {
            EntityKind::Element => Some(Term::word("NOTHING")),
            EntityKind::Location => Some(Term::word("NOWHERE")),
            EntityKind::ElementType | EntityKind::LocationType => None,
        };
        let missing = || {
            let what = Ty::Entity(kind).description();
            Box::new(
                convert_error(span, format!("no name in the file matches here; {what} is required"))
                    .label("nothing is called this"),
            )
        };
        if let Some(text) = literal_text(parts) {
            return self.names.translate(kind, &text).or(none).ok_or_else(missing);
        }
        let Some((base, places)) = split_base(parts) else {
            return Err(Box::new(
                convert_error(span, "names with numbers but without brackets do not form families")
                    .help("use a name of the form `p($A)`, with brackets around the numbers"),
            ));
        };
        let Some(family) = self.names.family(kind, &base) else { return none.ok_or_else(missing) };
        if family.members.iter().all(|member| member.len() != places.len()) {
            return none.ok_or_else(missing);
        }
        let word = family.word.clone();
        if let Some(moved) = self.move_part_word(kind, &places) {
            return Ok(Term::word(moved));
        }
        Ok(Term::call(&word, places))
    }

    /// `MOVED`, `FROM` or `TO`, if the indices are exactly the variables of that pattern.
    fn move_part_word(&self, kind: EntityKind, places: &[Term]) -> Option<&'static str> {
        let of = |term: &Term| match term.node() {
            Node::Local(id) => self.locals[id.0].move_part,
            _ => None,
        };
        let (first, ..) = of(places.first()?)?;
        let all = places.iter().enumerate().all(|(at, term)| of(term) == Some((first, at, places.len())));
        match (first, kind) {
            (MovePart::Element, EntityKind::Element) if all => Some("MOVED"),
            (MovePart::From, EntityKind::Location) if all => Some("FROM"),
            (MovePart::To, EntityKind::Location) if all => Some("TO"),
            _ => None,
        }
    }

    /// Reads a variable.
    pub(super) fn read_variable(&mut self, name: &str, env: &Env, span: Span) -> ConvertResult<SymbolicValue> {
        let slot = env.get(name);
        self.read_state(name, slot.as_deref(), span)?.ok_or_else(|| {
            Box::new(
                convert_error(span, format!("`${name}` is read before it gets a value"))
                    .label("it is not assigned on the path to this point"),
            )
        })
    }

    /// Reads the state of a variable. The inner `None` means that it is unassigned.
    pub(super) fn read_state(
        &mut self,
        name: &str,
        slot: Option<&VariableState>,
        span: Span,
    ) -> ConvertResult<Option<SymbolicValue>> {
        Ok(match slot {
            None => self.parameter(name).map(|id| SymbolicValue::Typed(Term::local(id), self.locals[id.0].ty)),
            Some(VariableState::Assigned(value)) => Some(value.clone()),
            Some(VariableState::Unknown(why)) => {
                return Err(Box::new(
                    convert_error(span, format!("the value of `${name}` is unknown here")).label(*why),
                ));
            }
            Some(VariableState::Saved) => Some(self.save_variable(name, span)?),
            Some(VariableState::Conditional(condition, one, two)) => {
                let one = self.read_state(name, one.as_deref(), span)?;
                let two = self.read_state(name, two.as_deref(), span)?;
                match (one, two) {
                    (Some(one), Some(two)) => Some(self.choose(condition, &one, &two, span)?),
                    // Reading an unassigned variable causes a fault, so only the other branch is possible.
                    (one, two) => one.or(two),
                }
            }
        })
    }

    /// Parameter for a variable of a named expression; created at the first request.
    fn parameter(&mut self, name: &str) -> Option<LocalId> {
        let params = self.scope.params.as_ref()?;
        if let Some((_, id)) = params.iter().find(|(known, _)| known == name) {
            return Some(*id);
        }
        let ty = self.new_type();
        let id = self.new_local(name, ty);
        self.scope.params.as_mut()?.push((name.to_owned(), id));
        Some(id)
    }

    /// Creates a conditional value.
    pub(super) fn choose(
        &mut self,
        condition: &Term,
        one: &SymbolicValue,
        two: &SymbolicValue,
        span: Span,
    ) -> ConvertResult<SymbolicValue> {
        if one.is_equivalent(two) {
            return Ok(one.clone());
        }
        let (one, two) = match (one, two) {
            (SymbolicValue::Unknown(why), _) | (_, SymbolicValue::Unknown(why)) => {
                return Ok(SymbolicValue::Unknown(why));
            }
            (SymbolicValue::Text(_), SymbolicValue::Text(_)) => {
                (self.infer_text(one, span)?, self.infer_text(two, span)?)
            }
            _ => (one.clone(), two.clone()),
        };
        let ty = match (&one, &two) {
            (SymbolicValue::Typed(_, ty), _) | (_, SymbolicValue::Typed(_, ty)) => *ty,
            _ => self.new_type(),
        };
        let (a, b) = (self.term_of_type(&one, ty, span)?, self.term_of_type(&two, ty, span)?);
        let ty = self.resolve_type(ty);
        let term = if ty == Ty::Bool { Term::choose_bool(condition, &a, &b) } else { Term::choose(condition, &a, &b) };
        Self::check_size(&term, span)?;
        Ok(SymbolicValue::Typed(term, ty))
    }

    pub(super) fn check_size(term: &Term, span: Span) -> ConvertResult<()> {
        if term.size() > MAX_TERM_SIZE {
            return Err(Box::new(convert_error(span, "the resulting expression is too large")));
        }
        Ok(())
    }
}

/// Text without references; `None` if it contains any.
pub(super) fn literal_text(parts: &[TextPart]) -> Option<String> {
    let texts: Option<Vec<&str>> = parts
        .iter()
        .map(|part| match part {
            TextPart::Literal(text) => Some(text.as_str()),
            TextPart::Number(_) => None,
        })
        .collect();
    texts.map(|texts| texts.concat())
}

/// Splits `base(...)` into base and indices, each of which is one number.
pub(super) fn split_base(parts: &[TextPart]) -> Option<(String, Vec<Term>)> {
    let mut whole: Vec<Vec<TextPart>> = vec![Vec::new()];
    let mut base: Option<String> = None;
    let mut closed = false;
    for part in parts {
        if closed {
            return None;
        }
        match part {
            TextPart::Number(_) => whole.last_mut()?.push(part.clone()),
            TextPart::Literal(text) => {
                let mut text = text.as_str();
                if base.is_none() {
                    let (start, rest) = text.split_once('(')?;
                    base = Some(start.to_owned());
                    text = rest;
                }
                if let Some(inner) = text.strip_suffix(')') {
                    closed = true;
                    text = inner;
                }
                for (at, piece) in text.split(',').enumerate() {
                    if at > 0 {
                        whole.push(Vec::new());
                    }
                    if !piece.is_empty() {
                        whole.last_mut()?.push(TextPart::Literal(piece.to_owned()));
                    }
                }
            }
        }
    }
    let places: Option<Vec<Term>> = whole
        .iter()
        .map(|place| match place.as_slice() {
            [TextPart::Number(term)] => Some(term.clone()),
            [TextPart::Literal(text)] => text.parse().ok().map(Term::int),
            _ => None,
        })
        .collect();
    Some((base.filter(|_| closed)?, places?))
}

fn text_term(parts: &[TextPart], span: Span) -> ConvertResult<Term> {
    let mut text = String::new();
    for part in parts {
        match part {
            TextPart::Literal(literal) => text.push_str(literal),
            TextPart::Number(_) => return Err(Box::new(convert_error(span, "texts with variables can only be names"))),
        }
    }
    Ok(Term::new(Node::Text(text)))
}
