//! Actions of typed expressions, in order, and what is known of the cells after each.

use crate::ids::{ExprId, FunctionId, LocationId, VarId};
use crate::rules::{Deed, Expr, FamilyKind, GlobalKind, Over, Thing};

use super::super::code::{Node, NodeId};
use super::super::value::Value;
use super::{At, GiveUp, MOST_NESTED, Made, Typed, Val};

impl Typed<'_> {
    /// The code that does an action.
    pub(super) fn exec(&mut self, id: ExprId) -> Made<NodeId> {
        self.spend(1)?;
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Bool(_) => Ok(self.maker.truth(true)),
            Expr::Lines(lines) => self.exec_lines(lines),
            Expr::Assign(variable, value) => {
                let store = self.keep(*variable, *value)?;
                Ok(self.sequence(store.into_iter().collect()))
            }
            Expr::Do(deed, operands) => self.deed(id, *deed, operands),
            Expr::If(condition, yes, Some(no)) => self.exec_either(*condition, *yes, *no),
            Expr::Over { over: Over::Each, var, set, body, .. } => {
                let set = self.eval(*set)?;
                self.exec_each(*var, &set, *body)
            }
            Expr::Call(function, arguments) => self.exec_call(*function, arguments),
            // A value whose only use could be its fault.
            _ => self.test(id),
        }
    }

    fn sequence(&mut self, nodes: Vec<NodeId>) -> NodeId {
        let yes = self.maker.truth(true);
        self.maker.seq(nodes, yes)
    }

    fn exec_lines(&mut self, lines: &[ExprId]) -> Made<NodeId> {
        let mut nodes = Vec::new();
        for &line in lines {
            nodes.push(self.exec(line)?);
        }
        Ok(self.sequence(nodes))
    }

    /// Binds a variable to what a value is now, and gives the store that this takes, if it takes one.
    pub(super) fn keep(&mut self, variable: VarId, value: ExprId) -> Made<Option<NodeId>> {
        let value = self.eval(value)?;
        self.keep_val(variable, &value)
    }

    fn keep_val(&mut self, variable: VarId, value: &Val) -> Made<Option<NodeId>> {
        if value.constant().is_some() || matches!(value, Val::Moved) {
            self.bind(variable, value.clone());
            return Ok(None);
        }
        if let Val::Set(_) | Val::Choose(..) = value
            && let Ok(members) = self.members(value)
        {
            // Which members it has is kept; they themselves must be what they are.
            if !members.iter().all(|(_, member)| is_fixed(member)) {
                return Err(GiveUp::TooMuch);
            }
            let mut stores = Vec::new();
            let mut kept = Vec::new();
            for (guard, member) in members.iter() {
                let guard = guard.map(|guard| self.kept_aside(guard, &mut stores));
                kept.push((guard, member.clone()));
            }
            self.bind(variable, Val::Set(kept.into()));
            return Ok((!stores.is_empty()).then(|| self.sequence(stores)));
        }
        let node = self.node(value)?;
        let store = self.maker.code.add(Node::Store { variable, value: node });
        let read = self.maker.code.add(Node::Number(variable));
        self.bind(variable, Val::Node(read));
        Ok(Some(store))
    }

    fn exec_either(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> Made<NodeId> {
        let condition = self.test(condition)?;
        self.exec_if(condition, &mut |at| at.exec(yes), &mut |at| at.exec(no))
    }

    fn exec_if(
        &mut self,
        condition: NodeId,
        yes: &mut dyn FnMut(&mut Self) -> Made<NodeId>,
        no: &mut dyn FnMut(&mut Self) -> Made<NodeId>,
    ) -> Made<NodeId> {
        match self.maker.known(condition) {
            Some(Value::Bool(true)) => return yes(self),
            Some(_) => return no(self),
            None => {}
        }
        let (before, moved) = (self.cells.clone(), self.scene.moved);
        self.assume(condition, true);
        let yes = yes(self)?;
        let (after, moved_after) = (std::mem::replace(&mut self.cells, before), self.scene.moved);
        self.scene.moved = moved;
        self.assume(condition, false);
        let no = no(self)?;
        self.merge(&after, moved_after.map(|moved| moved.at));
        if [yes, no].iter().all(|&node| self.maker.known(node).is_some()) {
            return Ok(self.maker.truth(true));
        }
        Ok(self.maker.code.add(Node::If { condition, yes, no }))
    }

    /// Forgets what another way of getting here does not agree with.
    fn merge(&mut self, other: &[(LocationId, u64)], moved_at: Option<At>) {
        let all = self.all_kinds();
        let mine = std::mem::take(&mut self.cells);
        for (cell, mask) in mine {
            if let Some((_, theirs)) = other.iter().find(|(known, _)| *known == cell)
                && mask | theirs != all
            {
                self.cells.push((cell, mask | theirs));
            }
        }
        if let Some(moved) = &mut self.scene.moved
            && Some(moved.at) != moved_at
        {
            moved.at = At::Unknown;
        }
    }

    fn exec_each(&mut self, variable: VarId, set: &Val, body: ExprId) -> Made<NodeId> {
        if let Val::Choose(cases, last) = set {
            let mut chain: Vec<(Option<NodeId>, Val)> =
                cases.iter().map(|(guard, set)| (Some(*guard), set.clone())).collect();
            chain.push((None, (**last).clone()));
            return self.exec_chain(variable, &chain, body);
        }
        let members = self.members(set)?;
        // The set is worked out before the first round: guards and members are kept as they are now.
        let mut nodes = Vec::new();
        let mut rounds = Vec::new();
        let several = members.len() > 1;
        for (guard, member) in members.iter() {
            let guard = match guard {
                Some(guard) if several => Some(self.kept_aside(*guard, &mut nodes)),
                guard => *guard,
            };
            let member = if several && !is_fixed(member) {
                let node = self.node(member)?;
                Val::Node(self.kept_aside(node, &mut nodes))
            } else {
                member.clone()
            };
            rounds.push((guard, member));
        }
        for (guard, member) in rounds {
            let round = &mut |at: &mut Self| {
                let store = at.keep_val(variable, &member)?;
                let body = at.exec(body)?;
                let nodes = store.into_iter().chain([body]).collect();
                Ok(at.sequence(nodes))
            };
            nodes.push(match guard {
                Some(guard) => self.exec_if(guard, round, &mut |at| Ok(at.maker.truth(true)))?,
                None => round(self)?,
            });
        }
        Ok(self.sequence(nodes))
    }

    fn exec_chain(&mut self, variable: VarId, chain: &[(Option<NodeId>, Val)], body: ExprId) -> Made<NodeId> {
        let ((guard, set), rest) = chain.split_first().expect("a chain has an end");
        match guard {
            None => self.exec_each(variable, set, body),
            Some(guard) => self.exec_if(*guard, &mut |at| at.exec_each(variable, set, body), &mut |at| {
                at.exec_chain(variable, rest, body)
            }),
        }
    }

    /// Keeps what a node gives now in a variable of its own, and gives the node that reads it.
    fn kept_aside(&mut self, node: NodeId, before: &mut Vec<NodeId>) -> NodeId {
        if self.maker.known(node).is_some() {
            return node;
        }
        let variable = VarId(self.slots as u16);
        self.slots += 1;
        before.push(self.maker.code.add(Node::Store { variable, value: node }));
        self.maker.code.add(if self.maker.is_boolean(node) { Node::Flag(variable) } else { Node::Number(variable) })
    }

    fn exec_call(&mut self, function: FunctionId, arguments: &[ExprId]) -> Made<NodeId> {
        let index = function.index();
        if self.nested[index] >= MOST_NESTED {
            return Err(GiveUp::TooMuch);
        }
        let called = &self.rules.functions[index];
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<Made<Vec<_>>>()?;
        self.nested[index] += 1;
        let before: Vec<Option<Val>> = called.params.iter().map(|param| self.env[param.index()].clone()).collect();
        let mut nodes = Vec::new();
        for (&param, value) in called.params.iter().zip(&values) {
            nodes.extend(if self.acts[index] {
                self.keep_val(param, value)?
            } else {
                self.bind(param, value.clone());
                None
            });
        }
        nodes.push(self.exec_lines(&called.body)?);
        for (param, value) in called.params.iter().zip(before) {
            self.env[param.index()] = value;
        }
        self.nested[index] -= 1;
        Ok(self.sequence(nodes))
    }

    fn deed(&mut self, id: ExprId, deed: Deed, operands: &[ExprId]) -> Made<NodeId> {
        let values = operands.iter().map(|&operand| self.eval(operand)).collect::<Made<Vec<_>>>()?;
        match deed {
            Deed::Set(global) => {
                return self.set_global(id, global, &values[0]);
            }
            Deed::SetMember(family) => {
                let (value, indices) = values.split_last().expect("a value is given");
                let indices: Option<Vec<i32>> =
                    indices.iter().map(|index| if let Val::Int(index) = index { Some(*index) } else { None }).collect();
                let family = &self.rules.families[family];
                if family.kind != FamilyKind::Global {
                    return Err(GiveUp::TooMuch);
                }
                let member = indices.and_then(|indices| family.member(&indices)).ok_or(GiveUp::TooMuch)?;
                return self.set_global(id, crate::ids::GlobalId(member), value);
            }
            _ => {}
        }
        // A choice of elements or places is made first, so that each is known where it is acted on.
        if let Some(at) = values.iter().position(|value| matches!(value, Val::Choose(..))) {
            return self.deed_by_case(id, deed, &values, at);
        }
        let nodes = values.iter().map(|value| self.node(value)).collect::<Made<Vec<_>>>()?;
        let list = self.maker.code.list(&nodes);
        let node = self.maker.code.add(Node::Do { deed, operands: list, at: id });
        self.know_after(deed, &values);
        Ok(node)
    }

    fn deed_by_case(&mut self, id: ExprId, deed: Deed, values: &[Val], at: usize) -> Made<NodeId> {
        let Val::Choose(cases, last) = values[at].clone() else { unreachable!("just asked") };
        let ((guard, case), rest) = cases.split_first().expect("a choice has cases");
        let with = |val: Val| {
            let mut values = values.to_vec();
            values[at] = val;
            values
        };
        let rest = if rest.is_empty() { (*last).clone() } else { Val::Choose(rest.to_vec().into(), last.clone()) };
        let (yes, no) = (with(case.clone()), with(rest));
        self.exec_if(*guard, &mut |at| at.deed_of(id, deed, &yes), &mut |at| at.deed_of(id, deed, &no))
    }

    fn deed_of(&mut self, id: ExprId, deed: Deed, values: &[Val]) -> Made<NodeId> {
        if let Some(at) = values.iter().position(|value| matches!(value, Val::Choose(..))) {
            return self.deed_by_case(id, deed, values, at);
        }
        let nodes = values.iter().map(|value| self.node(value)).collect::<Made<Vec<_>>>()?;
        let list = self.maker.code.list(&nodes);
        let node = self.maker.code.add(Node::Do { deed, operands: list, at: id });
        self.know_after(deed, values);
        Ok(node)
    }

    fn set_global(&mut self, id: ExprId, global: crate::ids::GlobalId, value: &Val) -> Made<NodeId> {
        let kind = self.rules.globals[global.index()].kind;
        if !matches!(kind, GlobalKind::Elements | GlobalKind::Locations) {
            let node = self.node(value)?;
            let operands = self.maker.code.list(&[node]);
            return Ok(self.maker.code.add(Node::Do { deed: Deed::Set(global), operands, at: id }));
        }
        let members = self.members(value)?;
        let mut operands = Vec::new();
        // What the variable held and still holds need not be touched.
        let own = |at: &Self, guard: &Option<NodeId>, index: u16| {
            guard.is_some_and(|guard| at.maker.code[guard] == Node::GlobalHas { global, index })
        };
        let indexed: Vec<(Option<NodeId>, Option<u16>, Val)> = members
            .iter()
            .map(|(guard, member)| match member {
                Val::Thing(Thing::Element(Some(e))) => (*guard, Some(e.0), member.clone()),
                Val::Thing(Thing::Location(Some(l))) => (*guard, Some(l.0), member.clone()),
                _ => (*guard, None, member.clone()),
            })
            .collect();
        let size = if kind == GlobalKind::Elements { self.rules.elements.len() } else { self.rules.locations.len() };
        let keeps = |index: u16| {
            indexed.iter().any(|(guard, at, _)| *at == Some(index) && (guard.is_none() || own(self, guard, index)))
        };
        let more = (0..size as u16).all(keeps);
        for (guard, index, member) in &indexed {
            match (index, member) {
                (Some(index), _) if more && own(self, guard, *index) => {}
                (Some(index), _) => {
                    let guard = guard.unwrap_or_else(|| self.maker.truth(true));
                    let index = self.maker.constant(Value::Int(i32::from(*index)));
                    operands.extend([guard, index]);
                }
                (None, Val::Thing(_)) => {} // NOWHERE or NOTHING
                (None, _) => return Err(GiveUp::TooMuch),
            }
        }
        let operands = self.maker.code.list(&operands);
        Ok(self.maker.code.add(Node::Hold { global, operands, more }))
    }

    /// What is known of cells after an action.
    fn know_after(&mut self, deed: Deed, values: &[Val]) {
        let place = match &values[0] {
            Val::Content(location) => Some(*location),
            Val::Moved => self.scene.moved.and_then(|moved| moved.at.location()),
            _ => None,
        };
        match deed {
            Deed::SetScore | Deed::Set(_) | Deed::SetMember(_) => {}
            Deed::SetState | Deed::SetOwner => self.recolour(place, deed, &values[1], &values[0]),
            Deed::Remove | Deed::Move => {
                let to = match (deed, values.get(1)) {
                    (Deed::Move, Some(Val::Thing(Thing::Location(Some(to))))) => Some(*to),
                    _ => None,
                };
                let kinds = place.and_then(|place| self.possible(place)).map(|kinds| kinds & !1);
                if deed == Deed::Move && to.is_none() {
                    self.cells.clear();
                } else if let Some(place) = place {
                    self.set_cell(place, 1);
                } else {
                    // Whatever cell it left may be empty now.
                    self.cells.retain(|(_, mask)| *mask == 1);
                }
                if deed == Deed::Remove {
                    // It may have gone to any place of its reserve.
                    let reserves: Vec<_> = self.rules.element_types.iter().filter_map(|kind| kind.reserve).collect();
                    let locations = &self.rules.locations;
                    self.cells.retain(|(cell, _)| !reserves.contains(&locations[cell.index()].kind));
                }
                if let Some(to) = to {
                    self.set_cell(to, kinds.unwrap_or_else(|| self.all_kinds() & !1));
                }
                if let Some(moved) = &mut self.scene.moved {
                    let it_is = matches!(values[0], Val::Moved)
                        || matches!((&values[0], moved.at), (Val::Content(cell), At::On(at)) if *cell == at);
                    let may_be = matches!(values[0], Val::Node(_) | Val::Thing(_));
                    if it_is {
                        moved.at = to.map_or(At::Unknown, At::On);
                    } else if may_be {
                        moved.at = At::Unknown;
                    }
                }
            }
        }
    }

    /// What is known of cells after a piece got another state or owner.
    fn recolour(&mut self, place: Option<LocationId>, deed: Deed, value: &Val, element: &Val) {
        let layout = self.maker.layout;
        let changed = |mask: u64| -> u64 {
            let Val::Int(number) = value else { return self.all_kinds() & !1 };
            let mut after = mask & 1;
            for (id, mut kind) in layout.kinds.iter() {
                if mask >> (id.0 + 1) & 1 == 0 {
                    continue;
                }
                if deed == Deed::SetState {
                    kind.state = u16::try_from(*number).unwrap_or(0);
                } else {
                    kind.owner = usize::try_from(*number).ok().and_then(crate::ids::Player::new);
                }
                if let Some(new) = layout.kinds.find(kind) {
                    after |= 1 << (new.0 + 1);
                }
            }
            after
        };
        if !self.maker.masks() {
            return;
        }
        let all = self.all_kinds();
        let is_moved = |at: &Self| {
            matches!(element, Val::Moved)
                || at.scene.moved.is_some_and(|moved| place.is_some_and(|place| moved.at == At::On(place)))
        };
        let moved = is_moved(self);
        let new_moved = self.scene.moved.map(|moved| changed(moved.kinds) & !1);
        match place {
            Some(place) => {
                let after = changed(self.possible(place).unwrap_or(all) & !1) & !1;
                self.set_cell(place, after);
            }
            None => {
                // It may stand on any cell that is not known to be empty.
                self.cells.retain(|(_, mask)| *mask == 1);
            }
        }
        if let (Some(known), Some(new)) = (&mut self.scene.moved, new_moved) {
            if moved {
                known.kinds = new;
            } else if place.is_none() {
                known.kinds |= new;
            }
        }
    }
}

/// Whether a value is the same whatever happens to the position.
fn is_fixed(val: &Val) -> bool {
    match val {
        Val::Moved => true,
        Val::Set(members) => members.iter().all(|(guard, member)| guard.is_none() && is_fixed(member)),
        other => other.constant().is_some(),
    }
}
