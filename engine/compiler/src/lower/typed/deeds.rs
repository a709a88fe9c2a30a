//! Compilation of the actions of typed expressions, with the cell knowledge after each action.

use boardwright_game::ids::{ExprId, FunctionId, LocationId, VarId};
use boardwright_rules::{Aggregate, Effect, Expr, FamilyKind, GlobalKind, Thing};

use super::{LoweringError, LoweringResult, MAX_INLINE_DEPTH, PlaceInfo, SymValue, TypedSpecialiser};
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;

impl TypedSpecialiser<'_> {
    /// Compiles an action.
    pub(super) fn exec(&mut self, id: ExprId) -> LoweringResult<NodeId> {
        self.spend(1)?;
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Bool(_) => Ok(self.builder.truth(true)),
            Expr::Lines(lines) => self.exec_lines(lines),
            Expr::Assign(variable, value) => {
                let store = self.store_value(*variable, *value)?;
                Ok(self.sequence(store.into_iter().collect()))
            }
            Expr::Effect(effect, operands) => self.exec_effect(id, *effect, operands),
            Expr::If(condition, yes, Some(no)) => self.exec_if_expr(*condition, *yes, *no),
            Expr::Aggregate { function: Aggregate::Each, var, set, body, .. } => {
                let set = self.eval(*set)?;
                self.exec_each(*var, &set, *body)
            }
            Expr::Call(function, arguments) => self.exec_call(*function, arguments),
            // A value that is evaluated only for its fault.
            _ => self.test(id),
        }
    }

    fn sequence(&mut self, nodes: Vec<NodeId>) -> NodeId {
        let yes = self.builder.truth(true);
        self.builder.seq(nodes, yes)
    }

    fn exec_lines(&mut self, lines: &[ExprId]) -> LoweringResult<NodeId> {
        let mut nodes = Vec::new();
        for &line in lines {
            nodes.push(self.exec(line)?);
        }
        Ok(self.sequence(nodes))
    }

    /// Binds a variable to the present value of an expression. Returns the store that this needs, if any.
    pub(super) fn store_value(&mut self, variable: VarId, value: ExprId) -> LoweringResult<Option<NodeId>> {
        let value = self.eval(value)?;
        self.store_symbolic(variable, &value)
    }

    fn store_symbolic(&mut self, variable: VarId, value: &SymValue) -> LoweringResult<Option<NodeId>> {
        if value.constant().is_some() || matches!(value, SymValue::Moved) {
            self.bind(variable, value.clone());
            return Ok(None);
        }
        if let SymValue::Set(_) | SymValue::Choose(..) = value
            && let Ok(members) = self.members(value)
        {
            // The membership is stored; the members themselves must be constant.
            if !members.iter().all(|(_, member)| is_fixed(member)) {
                return Err(LoweringError::Unsupported);
            }
            let mut stores = Vec::new();
            let mut kept = Vec::new();
            for (guard, member) in members.iter() {
                let guard = guard.map(|guard| self.store_temporary(guard, &mut stores));
                kept.push((guard, member.clone()));
            }
            self.bind(variable, SymValue::Set(kept.into()));
            return Ok((!stores.is_empty()).then(|| self.sequence(stores)));
        }
        let node = self.emit_node(value)?;
        let store = self.builder.code.add(Node::Store { variable, value: node });
        let read = self.builder.code.add(Node::Number(variable));
        self.bind(variable, SymValue::Node(read));
        Ok(Some(store))
    }

    fn exec_if_expr(&mut self, condition: ExprId, yes: ExprId, no: ExprId) -> LoweringResult<NodeId> {
        let condition = self.test(condition)?;
        self.exec_if(condition, &mut |at| at.exec(yes), &mut |at| at.exec(no))
    }

    fn exec_if(
        &mut self,
        condition: NodeId,
        yes: &mut dyn FnMut(&mut Self) -> LoweringResult<NodeId>,
        no: &mut dyn FnMut(&mut Self) -> LoweringResult<NodeId>,
    ) -> LoweringResult<NodeId> {
        match self.builder.constant_value(condition) {
            Some(Value::Bool(true)) => return yes(self),
            Some(_) => return no(self),
            None => {}
        }
        let (before, moved) = (self.cells.clone(), self.context.moved);
        self.assume(condition, true);
        let yes = yes(self)?;
        let (after, moved_after) = (std::mem::replace(&mut self.cells, before), self.context.moved);
        self.context.moved = moved;
        self.assume(condition, false);
        let no = no(self)?;
        self.merge(&after, moved_after.map(|moved| moved.at));
        if [yes, no].iter().all(|&node| self.builder.constant_value(node).is_some()) {
            return Ok(self.builder.truth(true));
        }
        Ok(self.builder.code.add(Node::If { condition, yes, no }))
    }

    /// Joins the cell knowledge with that of another control-flow path: facts on which they disagree are dropped.
    fn merge(&mut self, other: &[(LocationId, u64)], moved_at: Option<PlaceInfo>) {
        let all = self.all_kinds();
        let mine = std::mem::take(&mut self.cells);
        for (cell, mask) in mine {
            if let Some((_, theirs)) = other.iter().find(|(known, _)| *known == cell)
                && mask | theirs != all
            {
                self.cells.push((cell, mask | theirs));
            }
        }
        if let Some(moved) = &mut self.context.moved
            && Some(moved.at) != moved_at
        {
            moved.at = PlaceInfo::Unknown;
        }
    }

    fn exec_each(&mut self, variable: VarId, set: &SymValue, body: ExprId) -> LoweringResult<NodeId> {
        if let SymValue::Choose(cases, last) = set {
            let mut chain: Vec<(Option<NodeId>, SymValue)> =
                cases.iter().map(|(guard, set)| (Some(*guard), set.clone())).collect();
            chain.push((None, (**last).clone()));
            return self.exec_chain(variable, &chain, body);
        }
        let members = self.members(set)?;
        // The set is evaluated before the first round, so its guards and members are stored now.
        let mut nodes = Vec::new();
        let mut rounds = Vec::new();
        let several = members.len() > 1;
        for (guard, member) in members.iter() {
            let guard = match guard {
                Some(guard) if several => Some(self.store_temporary(*guard, &mut nodes)),
                guard => *guard,
            };
            let member = if several && !is_fixed(member) {
                let node = self.emit_node(member)?;
                SymValue::Node(self.store_temporary(node, &mut nodes))
            } else {
                member.clone()
            };
            rounds.push((guard, member));
        }
        for (guard, member) in rounds {
            let round = &mut |at: &mut Self| {
                let store = at.store_symbolic(variable, &member)?;
                let body = at.exec(body)?;
                let nodes = store.into_iter().chain([body]).collect();
                Ok(at.sequence(nodes))
            };
            nodes.push(match guard {
                Some(guard) => self.exec_if(guard, round, &mut |at| Ok(at.builder.truth(true)))?,
                None => round(self)?,
            });
        }
        Ok(self.sequence(nodes))
    }

    fn exec_chain(
        &mut self,
        variable: VarId,
        chain: &[(Option<NodeId>, SymValue)],
        body: ExprId,
    ) -> LoweringResult<NodeId> {
        let ((guard, set), rest) = chain.split_first().expect("a chain has an end");
        match guard {
            None => self.exec_each(variable, set, body),
            Some(guard) => self.exec_if(*guard, &mut |at| at.exec_each(variable, set, body), &mut |at| {
                at.exec_chain(variable, rest, body)
            }),
        }
    }

    /// Stores the present value of a node in a temporary variable, and returns the node that reads it.
    fn store_temporary(&mut self, node: NodeId, before: &mut Vec<NodeId>) -> NodeId {
        if self.builder.constant_value(node).is_some() {
            return node;
        }
        let variable = VarId(self.slots as u16);
        self.slots += 1;
        before.push(self.builder.code.add(Node::Store { variable, value: node }));
        self.builder.code.add(if self.builder.is_boolean(node) { Node::Flag(variable) } else { Node::Number(variable) })
    }

    fn exec_call(&mut self, function: FunctionId, arguments: &[ExprId]) -> LoweringResult<NodeId> {
        let index = function.index();
        if self.inline_depth[index] >= MAX_INLINE_DEPTH {
            return Err(LoweringError::Unsupported);
        }
        let called = &self.rules.functions[index];
        let values = arguments.iter().map(|&argument| self.eval(argument)).collect::<LoweringResult<Vec<_>>>()?;
        self.inline_depth[index] += 1;
        let before: Vec<Option<SymValue>> = called.params.iter().map(|param| self.env[param.index()].clone()).collect();
        let mut nodes = Vec::new();
        for (&param, value) in called.params.iter().zip(&values) {
            nodes.extend(if self.has_effects[index] {
                self.store_symbolic(param, value)?
            } else {
                self.bind(param, value.clone());
                None
            });
        }
        nodes.push(self.exec_lines(&called.body)?);
        for (param, value) in called.params.iter().zip(before) {
            self.env[param.index()] = value;
        }
        self.inline_depth[index] -= 1;
        Ok(self.sequence(nodes))
    }

    fn exec_effect(&mut self, id: ExprId, effect: Effect, operands: &[ExprId]) -> LoweringResult<NodeId> {
        let values = operands.iter().map(|&operand| self.eval(operand)).collect::<LoweringResult<Vec<_>>>()?;
        match effect {
            Effect::Permute => return Err(LoweringError::Unsupported),
            Effect::Set(global) => {
                return self.set_global(id, global, &values[0]);
            }
            Effect::SetMember(family) => {
                let (value, indices) = values.split_last().expect("an assignment has a value");
                let indices: Option<Vec<i32>> = indices
                    .iter()
                    .map(|index| if let SymValue::Int(index) = index { Some(*index) } else { None })
                    .collect();
                let family = &self.rules.families[family];
                if family.kind != FamilyKind::Global {
                    return Err(LoweringError::Unsupported);
                }
                let member = indices.and_then(|indices| family.member(&indices)).ok_or(LoweringError::Unsupported)?;
                return self.set_global(id, boardwright_game::ids::GlobalId(member), value);
            }
            _ => {}
        }
        // A choice of elements or locations is branched on first, so that each is known where it is used.
        if let Some(at) = values.iter().position(|value| matches!(value, SymValue::Choose(..))) {
            return self.exec_effect_by_case(id, effect, &values, at);
        }
        let nodes = values.iter().map(|value| self.emit_node(value)).collect::<LoweringResult<Vec<_>>>()?;
        let list = self.builder.code.add_operands(&nodes);
        let node = self.builder.code.add(Node::Effect { effect, operands: list, at: id });
        self.update_cells(effect, &values);
        Ok(node)
    }

    fn exec_effect_by_case(
        &mut self,
        id: ExprId,
        effect: Effect,
        values: &[SymValue],
        at: usize,
    ) -> LoweringResult<NodeId> {
        let SymValue::Choose(cases, last) = values[at].clone() else { unreachable!("the caller checked for a choice") };
        let ((guard, case), rest) = cases.split_first().expect("a choice has cases");
        let with = |val: SymValue| {
            let mut values = values.to_vec();
            values[at] = val;
            values
        };
        let rest = if rest.is_empty() { (*last).clone() } else { SymValue::Choose(rest.to_vec().into(), last.clone()) };
        let (yes, no) = (with(case.clone()), with(rest));
        self.exec_if(*guard, &mut |at| at.exec_effect_case(id, effect, &yes), &mut |at| {
            at.exec_effect_case(id, effect, &no)
        })
    }

    fn exec_effect_case(&mut self, id: ExprId, effect: Effect, values: &[SymValue]) -> LoweringResult<NodeId> {
        if let Some(at) = values.iter().position(|value| matches!(value, SymValue::Choose(..))) {
            return self.exec_effect_by_case(id, effect, values, at);
        }
        let nodes = values.iter().map(|value| self.emit_node(value)).collect::<LoweringResult<Vec<_>>>()?;
        let list = self.builder.code.add_operands(&nodes);
        let node = self.builder.code.add(Node::Effect { effect, operands: list, at: id });
        self.update_cells(effect, values);
        Ok(node)
    }

    fn set_global(
        &mut self,
        id: ExprId,
        global: boardwright_game::ids::GlobalId,
        value: &SymValue,
    ) -> LoweringResult<NodeId> {
        let kind = self.rules.globals[global.index()].kind;
        if !matches!(kind, GlobalKind::Elements | GlobalKind::Locations) {
            let node = self.emit_node(value)?;
            let operands = self.builder.code.add_operands(&[node]);
            return Ok(self.builder.code.add(Node::Effect { effect: Effect::Set(global), operands, at: id }));
        }
        let members = self.members(value)?;
        let mut operands = Vec::new();
        // Members that were in the variable and stay in it need not be assigned.
        let own = |at: &Self, guard: &Option<NodeId>, index: u16| {
            guard.is_some_and(|guard| at.builder.code[guard] == Node::GlobalHas { global, index })
        };
        let indexed: Vec<(Option<NodeId>, Option<u16>, SymValue)> = members
            .iter()
            .map(|(guard, member)| match member {
                SymValue::Thing(Thing::Element(Some(e))) => (*guard, Some(e.0), member.clone()),
                SymValue::Thing(Thing::Location(Some(l))) => (*guard, Some(l.0), member.clone()),
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
                    let guard = guard.unwrap_or_else(|| self.builder.truth(true));
                    let index = self.builder.constant(Value::Int(i32::from(*index)));
                    operands.extend([guard, index]);
                }
                (None, SymValue::Thing(_)) => {} // NOWHERE or NOTHING
                (None, _) => return Err(LoweringError::Unsupported),
            }
        }
        let operands = self.builder.code.add_operands(&operands);
        Ok(self.builder.code.add(Node::AssignSet { global, operands, keeps_members: more }))
    }

    /// Updates the cell knowledge after an action.
    fn update_cells(&mut self, effect: Effect, values: &[SymValue]) {
        let place = match &values[0] {
            SymValue::Content(location) => Some(*location),
            SymValue::Moved => self.context.moved.and_then(|moved| moved.at.location()),
            _ => None,
        };
        match effect {
            Effect::SetScore | Effect::Set(_) | Effect::SetMember(_) | Effect::Permute => {}
            Effect::SetState | Effect::SetOwner => self.update_kinds(place, effect, &values[1], &values[0]),
            Effect::Remove | Effect::Move => {
                let to = match (effect, values.get(1)) {
                    (Effect::Move, Some(SymValue::Thing(Thing::Location(Some(to))))) => Some(*to),
                    _ => None,
                };
                let kinds = place.and_then(|place| self.possible_kinds(place)).map(|kinds| kinds & !1);
                if effect == Effect::Move && to.is_none() {
                    self.cells.clear();
                } else if let Some(place) = place {
                    self.set_cell(place, 1);
                } else {
                    // The cell that the element left is unknown and may be empty now.
                    self.cells.retain(|(_, mask)| *mask == 1);
                }
                if effect == Effect::Remove {
                    // The element may have gone to any location of its reserve.
                    let reserves: Vec<_> = self.rules.element_types.iter().filter_map(|kind| kind.reserve).collect();
                    let locations = &self.rules.locations;
                    self.cells.retain(|(cell, _)| !reserves.contains(&locations[cell.index()].kind));
                }
                if let Some(to) = to {
                    self.set_cell(to, kinds.unwrap_or_else(|| self.all_kinds() & !1));
                }
                if let Some(moved) = &mut self.context.moved {
                    let it_is = matches!(values[0], SymValue::Moved)
                        || matches!((&values[0], moved.at), (SymValue::Content(cell), PlaceInfo::On(at)) if *cell == at);
                    let may_be = matches!(values[0], SymValue::Node(_) | SymValue::Thing(_));
                    if it_is {
                        moved.at = to.map_or(PlaceInfo::Unknown, PlaceInfo::On);
                    } else if may_be {
                        moved.at = PlaceInfo::Unknown;
                    }
                }
            }
        }
    }

    /// Updates the cell knowledge after an element changed its state or owner.
    fn update_kinds(&mut self, place: Option<LocationId>, effect: Effect, value: &SymValue, element: &SymValue) {
        let layout = self.builder.layout;
        let changed = |mask: u64| -> u64 {
            let SymValue::Int(number) = value else { return self.all_kinds() & !1 };
            let mut after = mask & 1;
            for (id, mut kind) in layout.kinds.iter() {
                if mask >> (id.0 + 1) & 1 == 0 {
                    continue;
                }
                if effect == Effect::SetState {
                    kind.state = u16::try_from(*number).unwrap_or(0);
                } else {
                    kind.owner = usize::try_from(*number).ok().and_then(boardwright_game::ids::Player::new);
                }
                if let Some(new) = layout.kinds.find(kind) {
                    after |= 1 << (new.0 + 1);
                }
            }
            after
        };
        if !self.builder.has_masks() {
            return;
        }
        let all = self.all_kinds();
        let is_moved = |at: &Self| {
            matches!(element, SymValue::Moved)
                || at.context.moved.is_some_and(|moved| place.is_some_and(|place| moved.at == PlaceInfo::On(place)))
        };
        let moved = is_moved(self);
        let new_moved = self.context.moved.map(|moved| changed(moved.kinds) & !1);
        match place {
            Some(place) => {
                let after = changed(self.possible_kinds(place).unwrap_or(all) & !1) & !1;
                self.set_cell(place, after);
            }
            None => {
                // The element may stand on any cell that is not known to be empty.
                self.cells.retain(|(_, mask)| *mask == 1);
            }
        }
        if let (Some(known), Some(new)) = (&mut self.context.moved, new_moved) {
            if moved {
                known.kinds = new;
            } else if place.is_none() {
                known.kinds |= new;
            }
        }
    }
}

/// `true` if no change of the position changes the value.
fn is_fixed(val: &SymValue) -> bool {
    match val {
        SymValue::Moved => true,
        SymValue::Set(members) => members.iter().all(|(guard, member)| guard.is_none() && is_fixed(member)),
        other => other.constant().is_some(),
    }
}
