//! Lowering of words with arguments: built-ins, members of families, named expressions and list options.
//! Each kind of built-in has its own module.

use boardwright_game::ids::{ExprId, FamilyId, GlobalId};
use boardwright_rules::{Expr as Out, FamilyKind, Span};

use super::{LoweringContext, TypedExpr};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, kind_name, member_type};
use crate::edition2026::types::{Type, any_of};
use crate::edition2026::value::{Value, null_of};
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Word};

impl LoweringContext<'_> {
    pub(super) fn call(&mut self, head: &Word, arguments: &[Expr], span: Span, want: &[Type]) -> TypedExpr {
        let name = head.text.as_str();
        // Names in files are rarely in capitals, so most need not be compared with the built-ins.
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
            let built_in = self.loop_call(name, arguments, span, want);
            let built_in = built_in.or_else(|| self.action_call(name, arguments, span));
            let built_in = built_in.or_else(|| self.table(name, arguments, span));
            let built_in = built_in.or_else(|| self.query_call(name, arguments, span));
            let built_in = built_in.or_else(|| (name == "IF").then(|| self.lower_if(arguments, span, want)));
            if let Some(low) = built_in {
                return low;
            }
        }
        let families = self.names.families(name).to_vec();
        let function = self.names.meanings(name).iter().find_map(|meaning| match meaning {
            Meaning::Function(at) => Some(*at),
            _ => None,
        });
        let list = self.names.meanings(name).iter().find_map(|meaning| match meaning {
            Meaning::List(at) => Some(*at),
            _ => None,
        });
        match (families.as_slice(), function, list) {
            ([], Some(function), None) => self.call_named(function, arguments, span),
            ([], None, Some(list)) => self.list_element(name, list, arguments, span),
            ([family], None, None) => self.member(*family, arguments, span),
            ([], None, None) => self.unknown_call_error(head, span),
            (families, function, _) => self.resolve_call(head, families, function, arguments, span, want),
        }
    }

    /// Resolves an ambiguous name by the expected type.
    fn resolve_call(
        &mut self,
        head: &Word,
        families: &[FamilyId],
        function: Option<usize>,
        arguments: &[Expr],
        span: Span,
        want: &[Type],
    ) -> TypedExpr {
        let fits = |lower: &Self, family: &FamilyId| {
            let ty = lower.family_type(*family);
            ty.fits(want) || ty.set().fits(want)
        };
        let fitting: Vec<FamilyId> = families.iter().copied().filter(|family| fits(self, family)).collect();
        match (fitting.as_slice(), function) {
            ([one], None) => self.member(*one, arguments, span),
            ([], Some(function)) => self.call_named(function, arguments, span),
            (several, _) => {
                let mut kinds: Vec<&str> = families.iter().map(|id| kind_name(self.rules.families[*id].kind)).collect();
                if function.is_some() {
                    kinds.push("expression");
                }
                let kinds = kinds.join(" and ");
                let diagnostic = if several.is_empty() {
                    let wanted = any_of(want);
                    Diagnostic::error("type", span, format!("`{}` is {kinds}, {wanted} is needed here", head.text))
                } else {
                    Diagnostic::error("ambiguous", span, format!("`{}` has several meanings here: {kinds}", head.text))
                        .help("give one of them another name")
                };
                self.report_error(diagnostic)
            }
        }
    }

    /// Type of the members of a family.
    pub(in crate::edition2026) fn family_type(&self, family: FamilyId) -> Type {
        member_type(self.rules.families[family].kind)
            .or_else(|| self.names.global_families.get(&family).copied())
            .unwrap_or(Type::ANY)
    }

    /// Number of indices of the family's members, if no member has `given` indices.
    pub(super) fn other_arity(&self, family: FamilyId, given: usize) -> Option<usize> {
        let members = &self.rules.families[family].members;
        let first = members.first().map(|(indices, _)| indices.len())?;
        (first != given && !members.iter().any(|(indices, _)| indices.len() == given)).then_some(first)
    }

    /// Lowers a member of a family, or a set of members if an index is a set.
    fn member(&mut self, family: FamilyId, arguments: &[Expr], span: Span) -> TypedExpr {
        if let Some(low) = self.count_indices(family, arguments.len(), span) {
            return low;
        }
        let lows: Vec<TypedExpr> = arguments.iter().map(|index| self.lower(index, &[Type::INT, Type::INTS])).collect();
        if lows.iter().any(TypedExpr::is_error) {
            return Self::error_value(span);
        }
        let several = lows.iter().any(|low| low.ty.is_set());
        let one = self.family_type(family);
        let kind = self.rules.families[family].kind;
        if several && matches!(kind, FamilyKind::Global | FamilyKind::Relation) {
            let message = format!("a range makes a set, but there are no sets of {}s", kind_name(kind));
            return self.report_error(Diagnostic::error("type", span, message));
        }
        let ty = if several { one.set() } else { one };
        let known: Option<Vec<&Value>> = lows.iter().map(TypedExpr::as_constant).collect();
        if let Some(known) = known {
            return self.constant_member(family, &known, ty, span);
        }
        if kind == FamilyKind::Global && self.constant {
            return self.not_constant("a variable", span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.add(ty, Out::Member(family, ids), span)
    }

    /// Reports a number of indices that no member of the family has.
    pub(in crate::edition2026) fn count_indices(
        &mut self,
        family: FamilyId,
        given: usize,
        span: Span,
    ) -> Option<TypedExpr> {
        let needed = self.other_arity(family, given)?;
        let row = &self.rules.families[family];
        let (kind, name) = (kind_name(row.kind), row.name.clone());
        let plural = if needed == 1 { "index" } else { "indices" };
        let verb = if given == 1 { "is" } else { "are" };
        Some(
            self.report_error(
                Diagnostic::error(
                    "arguments",
                    span,
                    format!("{kind} `{name}` has {needed} {plural}, but {given} {verb} given"),
                )
                .label(format!("expected `{name}({})`", vec!["..."; needed].join(", "))),
            ),
        )
    }

    fn constant_member(&mut self, family: FamilyId, indices: &[&Value], ty: Type, span: Span) -> TypedExpr {
        let row = &self.rules.families[family];
        if ty.is_set() {
            // In file order, regardless of the order of the numbers.
            let mut found: Vec<u16> = Vec::new();
            let wanted: Vec<std::collections::HashSet<i32>> =
                indices.iter().map(|index| index.members().iter().filter_map(Value::int).collect()).collect();
            for (known, at) in &row.members {
                if known.len() == wanted.len() && known.iter().zip(&wanted).all(|(index, set)| set.contains(index)) {
                    found.push(*at);
                }
            }
            found.sort_unstable();
            let things = found.into_iter().filter_map(|at| row.thing(Some(at))).map(Value::Thing);
            return Self::value(ty, Value::Set(things.collect()), span);
        }
        let numbers: Vec<i32> = indices.iter().filter_map(|index| index.int()).collect();
        let member = row.member(&numbers);
        if row.kind == FamilyKind::Global {
            return match member {
                Some(_) if self.constant => self.not_constant("a variable", span),
                Some(at) => self.add(ty, Out::Global(GlobalId(at)), span),
                None => self.no_member_error(family, &numbers, span),
            };
        }
        if member.is_none() && self.failed_names.contains(&row.name) {
            return Self::error_value(span);
        }
        match (row.thing(member), null_of(ty)) {
            (Some(thing), _) if member.is_some() => Self::value(ty, Value::Thing(thing), span),
            (_, None) => self.no_member_error(family, &numbers, span),
            (_, Some(none)) => {
                if !self.constant && !self.has_errors() {
                    let written = member_name(&row.name, &numbers);
                    let (kind, none) =
                        (kind_name(row.kind), crate::edition2026::value::thing_name(&self.rules, none).to_owned());
                    let is = if none.is_empty() { "none".to_owned() } else { format!("`{none}`") };
                    self.report(
                        Diagnostic::warning(
                            "no-member",
                            span,
                            format!("there is no {kind} `{written}`, so this is {is}"),
                        )
                        .label("outside of the family"),
                    );
                }
                Self::value(ty, Value::Thing(none), span)
            }
        }
    }

    fn no_member_error(&mut self, family: FamilyId, numbers: &[i32], span: Span) -> TypedExpr {
        let row = &self.rules.families[family];
        let message = format!("there is no {} `{}`", kind_name(row.kind), member_name(&row.name, numbers));
        self.report_error(Diagnostic::error("no-member", span, message))
    }

    fn unknown_call_error(&mut self, head: &Word, span: Span) -> TypedExpr {
        let name = head.text.as_str();
        if self.failed_names.contains(name) {
            return Self::error_value(span);
        }
        if let Some(error) = self.early_variable_error(name, span) {
            return error;
        }
        if self.is_full() {
            return self.report_error(Diagnostic::error("unknown-name", span, ""));
        }
        let shown = shorten(name);
        let capitals = name.to_uppercase();
        let in_capitals = crate::edition2026::builtin_names().any(|known| known == capitals);
        if !self.names.meanings(name).is_empty()
            || !in_capitals && crate::edition2026::value_words().any(|word| word == name)
        {
            return self.report_error(
                Diagnostic::error("unknown-name", head.span, format!("`{shown}` takes no arguments"))
                    .label(format!("expected `{shown}` without brackets")),
            );
        }
        let known = self.names.known_heads().map(str::to_owned);
        let mut known: Vec<String> = known.chain(crate::edition2026::builtin_names().map(str::to_owned)).collect();
        known.sort_unstable();
        let hint = did_you_mean(name, known.iter().map(String::as_str));
        let help = if in_capitals {
            format!("built-ins are written in capitals: `{capitals}`")
        } else {
            "a name before brackets must be a built-in, a family or an expression of [EXPRESSIONS]".to_owned()
        };
        self.report_unknown(
            name,
            Diagnostic::error("unknown-name", head.span, format!("unknown name \"{shown}\"{hint}"))
                .label("nothing is called this")
                .help(help)
                .maybe_replacement(in_capitals.then_some(capitals)),
        )
    }
}

/// Name of a family member, with its indices.
pub(in crate::edition2026) fn member_name(name: &str, indices: &[i32]) -> String {
    let numbers: Vec<String> = indices.iter().map(i32::to_string).collect();
    format!("{name}({})", numbers.join(","))
}
