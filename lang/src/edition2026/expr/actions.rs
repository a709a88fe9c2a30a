//! Lowering of actions, which change the position.
//! Their restriction to followups is checked after all expressions have been lowered.

use boardwright_game::ids::{ElementTypeId, ExprId, GlobalId};
use boardwright_rules::{Effect, Expr as Out, FamilyKind, Query, Span, Thing};

use super::{BlockKind, LoweringContext, TypedExpr, TypedExprKind};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, global_type};
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, ExprKind, Word};

impl LoweringContext<'_> {
    pub(super) fn action_call(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<TypedExpr> {
        let (deed, takes): (Effect, &[Type]) = match name {
            "REMOVE" => (Effect::Remove, &[Type::ELEMENT]),
            "MOVE" => (Effect::Move, &[Type::ELEMENT, Type::LOCATION]),
            "SETSTATE" => (Effect::SetState, &[Type::ELEMENT, Type::INT]),
            "SETOWNER" => (Effect::SetOwner, &[Type::ELEMENT, Type::INT]),
            "PERMUTE" => (Effect::Permute, &[Type::LOCATIONS, Type::LOCATIONS]),
            "DO" => {
                let depth = self.scope.len();
                let low = self.lines(arguments, BlockKind::Actions, span);
                self.scope.truncate(depth);
                return Some(TypedExpr { ty: Type::ACTION, ..low });
            }
            _ => return None,
        };
        if let Some(low) = self.count_arguments(name, arguments, takes.len()..=takes.len(), span) {
            return Some(low);
        }
        let lows: Vec<TypedExpr> =
            arguments.iter().zip(takes).map(|(argument, want)| self.lower(argument, &[*want])).collect();
        if let [element, ..] = lows.as_slice()
            && element.as_constant() == Some(&Value::Thing(Thing::Element(None)))
        {
            return Some(self.report_error(Diagnostic::error(
                "nothing",
                element.span,
                format!("`{name}` needs an element, but this is never an element"),
            )));
        }
        self.check_action_range(deed, &lows);
        Some(self.emit_action(deed, &lows, span))
    }

    /// Warns of a constant player or state number that does not exist.
    fn check_action_range(&mut self, deed: Effect, lows: &[TypedExpr]) {
        let [element, number] = lows else { return };
        let Some(given) = number.as_constant().and_then(Value::int) else { return };
        let (least, most, message) = match deed {
            Effect::SetOwner => (0, self.rules.players.len() as i32, format!("there is no player {given}")),
            Effect::SetState => {
                let Some(most) = self.max_states(element) else { return };
                (1, most, format!("this element has no state {given}"))
            }
            _ => return,
        };
        if !(least..=most).contains(&given) {
            let label = format!("expected {least} to {most}");
            self.report(Diagnostic::warning("out-of-range", number.span, message).label(label));
        }
    }

    /// Maximum number of states of an element, if its type is known.
    fn max_states(&self, element: &TypedExpr) -> Option<i32> {
        let states = |kind: ElementTypeId| self.rules.element_types[kind.index()].states;
        let most = match &element.kind {
            TypedExprKind::Constant(value) => match value {
                Value::Thing(Thing::Element(Some(id))) => states(self.rules.elements[id.index()].kind),
                _ => return None,
            },
            TypedExprKind::Runtime(id) => match self.rules.exprs[*id] {
                Out::Query(Query::Moved, _) => self.rule_element_types.iter().map(|kind| states(*kind)).max()?,
                _ => return None,
            },
        };
        Some(i32::from(most))
    }

    fn emit_action(&mut self, deed: Effect, lows: &[TypedExpr], span: Span) -> TypedExpr {
        if lows.iter().any(TypedExpr::is_error) {
            return Self::error_value(span);
        }
        if self.constant {
            return self.not_constant("an action", span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.expr_id(low)).collect();
        self.add(Type::ACTION, Out::Effect(deed, ids), span)
    }

    /// Lowers `target = value`, except `$V = value` as a line of its own.
    pub(super) fn assign(&mut self, target: &Expr, value: &Expr, span: Span, want: &[Type]) -> TypedExpr {
        if !Type::ACTION.fits(want) {
            return self.report_error(
                Diagnostic::error("assignment", span, "`=` is not allowed here: it is an assignment")
                    .label("expected a value")
                    .help("`==` compares; assignments are allowed in `followup` only"),
            );
        }
        match &target.kind {
            ExprKind::Name(word) => self.assign_variable(word, target.span, value, span),
            ExprKind::Call(head, arguments) if head.text == "SCORE" => {
                if let Some(low) = self.count_arguments("SCORE", arguments, 1..=1, target.span) {
                    return low;
                }
                let player = self.lower(&arguments[0], &[Type::INT]);
                let points = self.lower(value, &[Type::INT]);
                self.emit_action(Effect::SetScore, &[player, points], span)
            }
            ExprKind::Call(head, arguments) => self.assign_member(head, arguments, target.span, value, span),
            ExprKind::Var(name) => self.report_error(Diagnostic::error(
                "assignment",
                span,
                format!("`{name} = ...` must be a line of its own, or an argument of `DO(...)`"),
            )),
            _ => self.not_assignable_error(target.span),
        }
    }

    fn not_assignable_error(&mut self, span: Span) -> TypedExpr {
        self.report_error(
            Diagnostic::error("assignment", span, "this cannot be given a value")
                .label("expected a variable or `SCORE(player)`")
                .help("`==` compares"),
        )
    }

    fn assign_variable(&mut self, word: &str, place: Span, value: &Expr, span: Span) -> TypedExpr {
        let global = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::Global(id) => Some(*id),
            _ => None,
        });
        let Some(global) = global else { return self.unknown_variable_error(word, place) };
        let ty = global_type(self.rules.globals[global.index()].kind);
        let low = self.lower(value, &[ty]);
        self.check_bounds(global, &low);
        self.emit_action(Effect::Set(global), &[low], span)
    }

    fn unknown_variable_error(&mut self, word: &str, place: Span) -> TypedExpr {
        if self.failed_names.contains(word) {
            return Self::error_value(place);
        }
        if !self.names.meanings(word).is_empty() || crate::edition2026::is_builtin(word) {
            return self.not_assignable_error(place);
        }
        let mut known: Vec<&str> = self.rules.globals.iter().map(|global| global.name.as_str()).collect();
        known.sort_unstable();
        let hint = did_you_mean(word, known);
        self.report_unknown(
            word,
            Diagnostic::error("unknown-name", place, format!("unknown variable \"{}\"{hint}", shorten(word)))
                .label("expected an entry of [VARIABLES]"),
        )
    }

    /// Reports a constant outside the range of the variable.
    fn check_bounds(&mut self, global: GlobalId, low: &TypedExpr) {
        use boardwright_rules::GlobalKind;
        let row = &self.rules.globals[global.index()];
        let GlobalKind::Int { least, most } = row.kind else { return };
        let Some(number) = low.as_constant().and_then(Value::int) else { return };
        if !(least..=most).contains(&number) {
            let message = format!("variable `{}` cannot hold {number}", row.name);
            let place = row.span;
            self.report(
                Diagnostic::error("out-of-range", low.span, message)
                    .label(format!("its values are {least} to {most}"))
                    .related(place, "declared here"),
            );
        }
    }

    fn assign_member(&mut self, head: &Word, arguments: &[Expr], place: Span, value: &Expr, span: Span) -> TypedExpr {
        let families = self.names.families(&head.text);
        let family = families.iter().copied().find(|id| self.rules.families[*id].kind == FamilyKind::Global);
        let Some(family) = family else { return self.unknown_variable_error(&head.text, place) };
        if let Some(low) = self.count_indices(family, arguments.len(), place) {
            return low;
        }
        let mut lows: Vec<TypedExpr> = arguments.iter().map(|index| self.lower(index, &[Type::INT])).collect();
        let ty = self.family_type(family);
        let value = self.lower(value, &[ty]);
        let numbers: Option<Vec<i32>> = lows.iter().map(|low| low.as_constant()?.int()).collect();
        if let Some(numbers) = numbers {
            let row = &self.rules.families[family];
            let Some(at) = row.member(&numbers) else {
                let message = format!("there is no variable `{}`", super::calls::member_name(&row.name, &numbers));
                return self.report_error(Diagnostic::error("no-member", place, message));
            };
            self.check_bounds(GlobalId(at), &value);
            return self.emit_action(Effect::Set(GlobalId(at)), &[value], span);
        }
        lows.push(value);
        self.emit_action(Effect::SetMember(family), &lows, span)
    }
}
