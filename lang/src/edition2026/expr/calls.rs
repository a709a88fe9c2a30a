//! Words with brackets: built-ins, members of families, named expressions and options that are lists.
//! What each built-in is stands in files of their own.

use boardwright_engine::ids::{ExprId, FamilyId, GlobalId};
use boardwright_engine::rules::{Expr as Out, FamilyKind, Span};

use super::{Low, Lower};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, kind_name, member_type};
use crate::edition2026::types::{Type, any_of};
use crate::edition2026::value::{Value, none_of};
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Word};

impl Lower<'_> {
    pub(super) fn call(&mut self, head: &Word, arguments: &[Expr], span: Span, want: &[Type]) -> Low {
        let name = head.text.as_str();
        // Names of files are mostly not in capitals: most need not be compared with every built-in.
        if name.starts_with(|first: char| first.is_ascii_uppercase()) {
            let built_in = self.loop_call(name, arguments, span, want);
            let built_in = built_in.or_else(|| self.act(name, arguments, span));
            let built_in = built_in.or_else(|| self.table(name, arguments, span));
            let built_in = built_in.or_else(|| self.question(name, arguments, span));
            let built_in = built_in.or_else(|| (name == "IF").then(|| self.choose(arguments, span, want)));
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
            ([], Some(function), None) => self.called(function, arguments, span),
            ([], None, Some(list)) => self.list_at(name, list, arguments, span),
            ([family], None, None) => self.member(*family, arguments, span),
            ([], None, None) => self.unknown_call(head, span),
            (families, function, _) => self.one_call(head, families, function, arguments, span, want),
        }
    }

    /// Of several things with this name the one whose type is wanted.
    fn one_call(
        &mut self,
        head: &Word,
        families: &[FamilyId],
        function: Option<usize>,
        arguments: &[Expr],
        span: Span,
        want: &[Type],
    ) -> Low {
        let fits = |lower: &Self, family: &FamilyId| {
            let ty = lower.family_type(*family);
            ty.fits(want) || ty.set().fits(want)
        };
        let fitting: Vec<FamilyId> = families.iter().copied().filter(|family| fits(self, family)).collect();
        match (fitting.as_slice(), function) {
            ([one], None) => self.member(*one, arguments, span),
            ([], Some(function)) => self.called(function, arguments, span),
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
                self.wrong(diagnostic)
            }
        }
    }

    /// What the members of a family are.
    pub(in crate::edition2026) fn family_type(&self, family: FamilyId) -> Type {
        member_type(self.rules.families[family].kind)
            .or_else(|| self.names.global_families.get(&family).copied())
            .unwrap_or(Type::ANY)
    }

    /// How many indices the members of a family have, if this number is none of them.
    pub(super) fn other_arity(&self, family: FamilyId, given: usize) -> Option<usize> {
        let members = &self.rules.families[family].members;
        let first = members.first().map(|(indices, _)| indices.len())?;
        (first != given && !members.iter().any(|(indices, _)| indices.len() == given)).then_some(first)
    }

    /// A member of a family, or several of them where an index is a set.
    fn member(&mut self, family: FamilyId, arguments: &[Expr], span: Span) -> Low {
        if let Some(low) = self.count_indices(family, arguments.len(), span) {
            return low;
        }
        let lows: Vec<Low> = arguments.iter().map(|index| self.lower(index, &[Type::INT, Type::INTS])).collect();
        if lows.iter().any(Low::is_wrong) {
            return Self::nothing(span);
        }
        let several = lows.iter().any(|low| low.ty.is_set());
        let one = self.family_type(family);
        let kind = self.rules.families[family].kind;
        if several && matches!(kind, FamilyKind::Global | FamilyKind::Relation) {
            let message = format!("a range makes a set, but there are no sets of {}s", kind_name(kind));
            return self.wrong(Diagnostic::error("type", span, message));
        }
        let ty = if several { one.set() } else { one };
        let known: Option<Vec<&Value>> = lows.iter().map(Low::known).collect();
        if let Some(known) = known {
            return self.known_member(family, &known, ty, span);
        }
        if kind == FamilyKind::Global && self.constant {
            return self.not_constant("a variable", span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.add(ty, Out::Member(family, ids), span)
    }

    /// Says so if no member of a family has this many indices.
    pub(in crate::edition2026) fn count_indices(&mut self, family: FamilyId, given: usize, span: Span) -> Option<Low> {
        let needed = self.other_arity(family, given)?;
        let row = &self.rules.families[family];
        let (kind, name) = (kind_name(row.kind), row.name.clone());
        let plural = if needed == 1 { "index" } else { "indices" };
        let are = if given == 1 { "is" } else { "are" };
        Some(
            self.wrong(
                Diagnostic::error(
                    "arguments",
                    span,
                    format!("{kind} `{name}` has {needed} {plural}, but {given} {are} given"),
                )
                .label(format!("expected `{name}({})`", vec!["..."; needed].join(", "))),
            ),
        )
    }

    fn known_member(&mut self, family: FamilyId, indices: &[&Value], ty: Type, span: Span) -> Low {
        let row = &self.rules.families[family];
        if ty.is_set() {
            // In file order, whatever the order of the numbers is.
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
                None => self.no_member(family, &numbers, span),
            };
        }
        if member.is_none() && self.broken.contains(&row.name) {
            return Self::nothing(span);
        }
        match (row.thing(member), none_of(ty)) {
            (Some(thing), _) if member.is_some() => Self::value(ty, Value::Thing(thing), span),
            (_, None) => self.no_member(family, &numbers, span),
            (_, Some(none)) => {
                if !self.constant && !self.has_errors() {
                    let written = written(&row.name, &numbers);
                    let (kind, none) =
                        (kind_name(row.kind), crate::edition2026::value::name(&self.rules, none).to_owned());
                    let is = if none.is_empty() { "none".to_owned() } else { format!("`{none}`") };
                    self.tell(
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

    fn no_member(&mut self, family: FamilyId, numbers: &[i32], span: Span) -> Low {
        let row = &self.rules.families[family];
        let message = format!("there is no {} `{}`", kind_name(row.kind), written(&row.name, numbers));
        self.wrong(Diagnostic::error("no-member", span, message))
    }

    fn unknown_call(&mut self, head: &Word, span: Span) -> Low {
        let name = head.text.as_str();
        if self.broken.contains(name) {
            return Self::nothing(span);
        }
        if self.full() {
            return self.wrong(Diagnostic::error("unknown-name", span, ""));
        }
        let shown = shorten(name);
        let capitals = name.to_uppercase();
        let in_capitals = crate::edition2026::builtin_names().any(|known| known == capitals);
        if !self.names.meanings(name).is_empty()
            || !in_capitals && crate::edition2026::value_words().any(|word| word == name)
        {
            return self.wrong(
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
            "before brackets stands a built-in, a family or an expression of [EXPRESSIONS]".to_owned()
        };
        self.wrong(
            Diagnostic::error("unknown-name", head.span, format!("unknown name \"{shown}\"{hint}"))
                .label("nothing is called this")
                .help(help),
        )
    }
}

/// A name with its indices.
pub(in crate::edition2026) fn written(name: &str, indices: &[i32]) -> String {
    let numbers: Vec<String> = indices.iter().map(i32::to_string).collect();
    format!("{name}({})", numbers.join(","))
}
