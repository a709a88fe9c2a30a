//! Actions: what changes the position.
//! That they stand in followups only is checked when all expressions are there.

use boardwright_engine::ids::{ElementTypeId, ExprId, GlobalId};
use boardwright_engine::rules::{Ask, Deed, Expr as Out, FamilyKind, Span, Thing};

use super::{Is, Lines, Low, Lower};
use crate::Diagnostic;
use crate::edition2026::names::{Meaning, held};
use crate::edition2026::types::Type;
use crate::edition2026::value::Value;
use crate::suggest::{did_you_mean, shorten};
use crate::syntax::ast::{Expr, Node, Word};

impl Lower<'_> {
    pub(super) fn act(&mut self, name: &str, arguments: &[Expr], span: Span) -> Option<Low> {
        let (deed, takes): (Deed, &[Type]) = match name {
            "REMOVE" => (Deed::Remove, &[Type::ELEMENT]),
            "MOVE" => (Deed::Move, &[Type::ELEMENT, Type::LOCATION]),
            "SETSTATE" => (Deed::SetState, &[Type::ELEMENT, Type::INT]),
            "SETOWNER" => (Deed::SetOwner, &[Type::ELEMENT, Type::INT]),
            "DO" => {
                let depth = self.scope.len();
                let low = self.lines(arguments, Lines::Actions, span);
                self.scope.truncate(depth);
                return Some(Low { ty: Type::ACTION, ..low });
            }
            _ => return None,
        };
        if let Some(low) = self.count_arguments(name, arguments, takes.len()..=takes.len(), span) {
            return Some(low);
        }
        let lows: Vec<Low> =
            arguments.iter().zip(takes).map(|(argument, want)| self.lower(argument, &[*want])).collect();
        if let [element, ..] = lows.as_slice()
            && element.known() == Some(&Value::Thing(Thing::Element(None)))
        {
            return Some(self.wrong(Diagnostic::error(
                "nothing",
                element.span,
                format!("`{name}` needs an element, but this is never one"),
            )));
        }
        self.out_of_reach(deed, &lows);
        Some(self.done(deed, &lows, span))
    }

    /// Warns of a player or a state that is not there.
    fn out_of_reach(&mut self, deed: Deed, lows: &[Low]) {
        let [element, number] = lows else { return };
        let Some(given) = number.known().and_then(Value::int) else { return };
        let (least, most, message) = match deed {
            Deed::SetOwner => (0, self.rules.players.len() as i32, format!("there is no player {given}")),
            Deed::SetState => {
                let Some(most) = self.most_states(element) else { return };
                (1, most, format!("this element has no state {given}"))
            }
            _ => return,
        };
        if !(least..=most).contains(&given) {
            let label = format!("expected {least} to {most}");
            self.tell(Diagnostic::warning("out-of-range", number.span, message).label(label));
        }
    }

    /// The most states of an element, as far as its type is certain.
    fn most_states(&self, element: &Low) -> Option<i32> {
        let states = |kind: ElementTypeId| self.rules.element_types[kind.index()].states;
        let most = match &element.is {
            Is::Known(value) => match value {
                Value::Thing(Thing::Element(Some(id))) => states(self.rules.elements[id.index()].kind),
                _ => return None,
            },
            Is::Asked(id) => match self.rules.exprs[*id] {
                Out::Ask(Ask::Moved, _) => self.states_of.iter().map(|kind| states(*kind)).max()?,
                _ => return None,
            },
        };
        Some(i32::from(most))
    }

    fn done(&mut self, deed: Deed, lows: &[Low], span: Span) -> Low {
        if lows.iter().any(Low::is_wrong) {
            return Self::nothing(span);
        }
        if self.constant {
            return self.not_constant("an action", span);
        }
        let ids: Vec<ExprId> = lows.iter().map(|low| self.id(low)).collect();
        self.add(Type::ACTION, Out::Do(deed, ids), span)
    }

    /// `target = value`, but not `$V = value` as a line.
    pub(super) fn assign(&mut self, target: &Expr, value: &Expr, span: Span, want: &[Type]) -> Low {
        if !Type::ACTION.fits(want) {
            return self.wrong(
                Diagnostic::error("assignment", span, "`=` cannot stand here: it gives a variable a value")
                    .label("expected a value")
                    .help("`==` compares; changes belong into `followup`"),
            );
        }
        match &target.node {
            Node::Name(word) => self.assign_variable(word, target.span, value, span),
            Node::Call(head, arguments) if head.text == "SCORE" => {
                if let Some(low) = self.count_arguments("SCORE", arguments, 1..=1, target.span) {
                    return low;
                }
                let player = self.lower(&arguments[0], &[Type::INT]);
                let points = self.lower(value, &[Type::INT]);
                self.done(Deed::SetScore, &[player, points], span)
            }
            Node::Call(head, arguments) => self.assign_member(head, arguments, target.span, value, span),
            Node::Var(name) => self.wrong(Diagnostic::error(
                "assignment",
                span,
                format!("`{name} = ...` must be a line of its own, or stand in `DO(...)`"),
            )),
            _ => self.not_assignable(target.span),
        }
    }

    fn not_assignable(&mut self, span: Span) -> Low {
        self.wrong(
            Diagnostic::error("assignment", span, "this cannot be given a value")
                .label("expected a variable or `SCORE(player)`")
                .help("`==` compares"),
        )
    }

    fn assign_variable(&mut self, word: &str, place: Span, value: &Expr, span: Span) -> Low {
        let global = self.names.meanings(word).iter().find_map(|meaning| match meaning {
            Meaning::Global(id) => Some(*id),
            _ => None,
        });
        let Some(global) = global else { return self.no_variable(word, place) };
        let ty = held(self.rules.globals[global.index()].kind);
        let low = self.lower(value, &[ty]);
        self.in_bounds(global, &low);
        self.done(Deed::Set(global), &[low], span)
    }

    fn no_variable(&mut self, word: &str, place: Span) -> Low {
        if self.broken.contains(word) {
            return Self::nothing(place);
        }
        if !self.names.meanings(word).is_empty() || crate::edition2026::is_builtin(word) {
            return self.not_assignable(place);
        }
        let mut known: Vec<&str> = self.rules.globals.iter().map(|global| global.name.as_str()).collect();
        known.sort_unstable();
        let hint = did_you_mean(word, known);
        self.wrong(
            Diagnostic::error("unknown-name", place, format!("unknown variable \"{}\"{hint}", shorten(word)))
                .label("expected an entry of [VARIABLES]"),
        )
    }

    /// Says so if a number is given that a variable can never hold.
    fn in_bounds(&mut self, global: GlobalId, low: &Low) {
        use boardwright_engine::rules::GlobalKind;
        let row = &self.rules.globals[global.index()];
        let GlobalKind::Int { least, most } = row.kind else { return };
        let Some(number) = low.known().and_then(Value::int) else { return };
        if !(least..=most).contains(&number) {
            let message = format!("variable `{}` cannot hold {number}", row.name);
            let place = row.span;
            self.tell(
                Diagnostic::error("out-of-range", low.span, message)
                    .label(format!("its values are {least} to {most}"))
                    .related(place, "declared here"),
            );
        }
    }

    fn assign_member(&mut self, head: &Word, arguments: &[Expr], place: Span, value: &Expr, span: Span) -> Low {
        let families = self.names.families(&head.text);
        let family = families.iter().copied().find(|id| self.rules.families[*id].kind == FamilyKind::Global);
        let Some(family) = family else { return self.no_variable(&head.text, place) };
        if let Some(low) = self.count_indices(family, arguments.len(), place) {
            return low;
        }
        let mut lows: Vec<Low> = arguments.iter().map(|index| self.lower(index, &[Type::INT])).collect();
        let ty = self.family_type(family);
        let value = self.lower(value, &[ty]);
        let numbers: Option<Vec<i32>> = lows.iter().map(|low| low.known()?.int()).collect();
        if let Some(numbers) = numbers {
            let row = &self.rules.families[family];
            let Some(at) = row.member(&numbers) else {
                let message = format!("there is no variable `{}`", super::calls::written(&row.name, &numbers));
                return self.wrong(Diagnostic::error("no-member", place, message));
            };
            self.in_bounds(GlobalId(at), &value);
            return self.done(Deed::Set(GlobalId(at)), &[value], span);
        }
        lows.push(value);
        self.done(Deed::SetMember(family), &lows, span)
    }
}
