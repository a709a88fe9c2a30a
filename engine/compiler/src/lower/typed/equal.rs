//! Partial evaluation of equality, order and set operations.

use boardwright_game::ids::LocationId;
use boardwright_rules::{BinaryOp, Thing};

use super::{LoweringError, LoweringResult, Member, PlaceInfo, SymValue, TypedSpecialiser};
use crate::tables::code::{Node, NodeId};
use crate::tables::value::Value;

impl TypedSpecialiser<'_> {
    /// Evaluates a binary operation that is not arithmetic. A choice of several sets is evaluated set by set.
    pub(super) fn eval_binary(&mut self, op: BinaryOp, left: &SymValue, right: &SymValue) -> LoweringResult {
        if matches!(op, BinaryOp::In | BinaryOp::Subset | BinaryOp::SameMembers) {
            return self.map_cases(left, &mut |at, left| {
                at.map_cases(right, &mut |at, right| at.eval_binary_case(op, left, right))
            });
        }
        self.eval_binary_case(op, left, right)
    }

    fn eval_binary_case(&mut self, op: BinaryOp, left: &SymValue, right: &SymValue) -> LoweringResult {
        let node = match op {
            BinaryOp::Equal => self.build_equal(left, right)?,
            BinaryOp::Unequal => {
                let node = self.build_equal(left, right)?;
                self.builder.not(node)
            }
            BinaryOp::Less => self.build_less(left, right)?,
            BinaryOp::Greater => self.build_less(right, left)?,
            BinaryOp::LessEqual => {
                let node = self.build_less(right, left)?;
                self.builder.not(node)
            }
            BinaryOp::GreaterEqual => {
                let node = self.build_less(left, right)?;
                self.builder.not(node)
            }
            BinaryOp::In => self.build_is_in(left, right)?,
            BinaryOp::Subset => self.build_is_subset(left, right)?,
            BinaryOp::SameMembers => {
                let (one, other) = (self.build_is_subset(left, right)?, self.build_is_subset(right, left)?);
                self.builder.all(&[one, other])
            }
            BinaryOp::Join | BinaryOp::SetMinus | BinaryOp::Intersect => return self.combine_sets(op, left, right),
            _ => return Err(LoweringError::Unsupported),
        };
        Ok(self.symbolic(node))
    }

    /// Builds the equality test of two values that are not sets.
    pub(super) fn build_equal(&mut self, left: &SymValue, right: &SymValue) -> LoweringResult<NodeId> {
        let val = self.map_cases(left, &mut |at, left| {
            at.map_cases(right, &mut |at, right| {
                let node = at.build_equal_case(left, right)?;
                Ok(at.symbolic(node))
            })
        })?;
        self.emit_boolean(&val)
    }

    fn build_equal_case(&mut self, left: &SymValue, right: &SymValue) -> LoweringResult<NodeId> {
        if let (Some(one), Some(other)) = (left.constant(), right.constant()) {
            return Ok(self.builder.truth(one == other));
        }
        Ok(match (left, right) {
            (SymValue::Content(one), SymValue::Content(other)) if one == other => self.builder.truth(true),
            (SymValue::Content(one), SymValue::Content(other)) => {
                let (one, other) = (self.empty(*one), self.empty(*other));
                self.builder.all(&[one, other])
            }
            (SymValue::Content(cell), SymValue::Thing(Thing::Element(None)))
            | (SymValue::Thing(Thing::Element(None)), SymValue::Content(cell)) => self.empty(*cell),
            (SymValue::Content(cell), SymValue::Thing(Thing::Element(Some(element))))
            | (SymValue::Thing(Thing::Element(Some(element))), SymValue::Content(cell)) => {
                self.builder.code.add(Node::At { element: *element, location: *cell })
            }
            (SymValue::Content(cell), SymValue::Moved) | (SymValue::Moved, SymValue::Content(cell)) => {
                self.build_moved_is_on(*cell)?
            }
            (SymValue::Moved, SymValue::Moved) => self.builder.truth(true),
            (SymValue::Moved, SymValue::Thing(Thing::Element(None)))
            | (SymValue::Thing(Thing::Element(None)), SymValue::Moved) => self.builder.truth(false),
            _ => {
                let (one, other) = (self.emit_node(left)?, self.emit_node(right)?);
                let same = |one: Value, other: Value| Some(Value::Bool(one == other));
                if let Some(node) = self.builder.fold2(one, other, &same) {
                    return Ok(node);
                }
                match (self.builder.constant_value(one), self.builder.constant_value(other)) {
                    (Some(Value::Bool(true)), _) => other,
                    (_, Some(Value::Bool(true))) => one,
                    (Some(Value::Bool(false)), _) => self.builder.not(other),
                    (_, Some(Value::Bool(false))) => self.builder.not(one),
                    _ => self.builder.code.add(Node::Same(one, other)),
                }
            }
        })
    }

    /// Builds the test that the moving element stands on a cell.
    fn build_moved_is_on(&mut self, cell: LocationId) -> LoweringResult<NodeId> {
        match self.context.moved.ok_or(LoweringError::Unsupported)?.at {
            PlaceInfo::OffBoard => Ok(self.builder.truth(false)),
            PlaceInfo::On(at) => Ok(self.builder.truth(at == cell)),
            PlaceInfo::Unknown => {
                let (moved, there) = (self.builder.code.add(Node::Moved), self.builder.code.add(Node::ElementOn(cell)));
                Ok(self.builder.code.add(Node::Same(moved, there)))
            }
        }
    }

    fn build_less(&mut self, left: &SymValue, right: &SymValue) -> LoweringResult<NodeId> {
        let val = self.map_cases(left, &mut |at, left| {
            at.map_cases(right, &mut |at, right| {
                let (one, other) = (at.emit_node(left)?, at.emit_node(right)?);
                let less = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => Some(Value::Bool(one < other)),
                    _ => None,
                };
                let node = at.builder.fold2(one, other, &less);
                let node = node.unwrap_or_else(|| at.builder.code.add(Node::Less(one, other)));
                Ok(at.symbolic(node))
            })
        })?;
        self.emit_boolean(&val)
    }

    /// The members of a set that is known up to its guards.
    pub(super) fn members(&mut self, set: &SymValue) -> LoweringResult<std::rc::Rc<[Member]>> {
        match set {
            SymValue::Set(members) => Ok(members.clone()),
            // A choice of mutually exclusive sets: every member gets the guard of its set.
            SymValue::Choose(cases, last) => {
                let mut all: Vec<Member> = Vec::new();
                let mut before: Vec<NodeId> = Vec::new();
                for (guard, set) in cases.iter().map(|(guard, set)| (Some(*guard), set)).chain([(None, &**last)]) {
                    let mut needed = before.clone();
                    needed.extend(guard);
                    let needed = self.builder.all(&needed);
                    let members = self.members(set)?;
                    self.spend(members.len())?;
                    // A member of several sets is merged into one, as long as the order of this set is preserved.
                    let mut from = 0;
                    for (own, val) in members.iter() {
                        let both: Vec<NodeId> = std::iter::once(needed).chain(*own).collect();
                        let guard = self.builder.all(&both);
                        let same =
                            |(_, known): &Member| known.constant().is_some() && known.constant() == val.constant();
                        match all[from..].iter().position(same) {
                            Some(further) => {
                                let known = &mut all[from + further].0;
                                let either = known.map(|known| self.builder.any(&[known, guard]));
                                *known = either.filter(|either| self.builder.constant_value(*either).is_none());
                                from += further + 1;
                            }
                            None => {
                                self.add_member(&mut all, guard, val.clone());
                                from = all.len();
                            }
                        }
                    }
                    if let Some(guard) = guard {
                        before.push(self.builder.not(guard));
                    }
                }
                Ok(all.into())
            }
            _ => Err(LoweringError::Unsupported),
        }
    }

    pub(super) fn build_is_in(&mut self, val: &SymValue, set: &SymValue) -> LoweringResult<NodeId> {
        let members = self.members(set)?;
        self.spend(members.len())?;
        let mut found = Vec::new();
        for (guard, member) in members.iter() {
            let same = self.build_equal(val, member)?;
            let parts: Vec<NodeId> = guard.iter().copied().chain([same]).collect();
            let both = self.builder.all(&parts);
            found.push(both);
            if self.builder.constant_value(both) == Some(Value::Bool(true)) {
                return Ok(both);
            }
        }
        // Comparisons of one node with several constants fold into one table lookup where possible.
        Ok(self.builder.any(&found))
    }

    fn build_is_subset(&mut self, left: &SymValue, right: &SymValue) -> LoweringResult<NodeId> {
        let members = self.members(left)?;
        let mut all = Vec::new();
        for (guard, member) in members.iter() {
            let there = self.build_is_in(member, right)?;
            all.push(match guard {
                Some(guard) => {
                    let not = self.builder.not(*guard);
                    self.builder.any(&[not, there])
                }
                None => there,
            });
        }
        Ok(self.builder.all(&all))
    }

    fn combine_sets(&mut self, op: BinaryOp, left: &SymValue, right: &SymValue) -> LoweringResult {
        let (one, other) = (self.members(left)?, self.members(right)?);
        if op == BinaryOp::Join {
            return self.distinct(one.iter().chain(other.iter()).cloned().collect());
        }
        let right = SymValue::Set(other);
        let mut kept: Vec<Member> = Vec::new();
        for (guard, member) in one.iter() {
            let mut wanted = self.build_is_in(member, &right)?;
            if op == BinaryOp::SetMinus {
                wanted = self.builder.not(wanted);
            }
            let parts: Vec<NodeId> = guard.iter().copied().chain([wanted]).collect();
            let guard = self.builder.all(&parts);
            self.add_member(&mut kept, guard, member.clone());
        }
        Ok(SymValue::Set(kept.into()))
    }

    /// Adds a member, unless its guard never holds.
    fn add_member(&mut self, members: &mut Vec<Member>, guard: NodeId, val: SymValue) {
        match self.builder.constant_value(guard) {
            Some(Value::Bool(true)) => members.push((None, val)),
            Some(_) => {}
            None => members.push((Some(guard), val)),
        }
    }

    /// Builds a set without duplicates; each member stays at its first position.
    pub(super) fn distinct(&mut self, members: Vec<Member>) -> LoweringResult {
        self.spend(members.len())?;
        let mut kept: Vec<Member> = Vec::new();
        for (guard, val) in members {
            if let Some(guard) = guard
                && self.builder.constant_value(guard) == Some(Value::Bool(false))
            {
                continue;
            }
            let guard = guard.filter(|guard| self.builder.constant_value(*guard).is_none());
            if let Some(constant) = val.constant() {
                let there = |(_, known): &&Member| known.constant() == Some(constant);
                let guards: Vec<Option<NodeId>> = kept.iter().filter(there).map(|(guard, _)| *guard).collect();
                let guards: Option<Vec<NodeId>> = guards.into_iter().collect();
                match (guards.as_deref(), guard, kept.last_mut()) {
                    (Some([]), ..) => {}
                    (None, ..) => continue, // a member in any case already
                    (Some([one]), guard, Some(last)) if there(&&*last) => {
                        last.0 = guard.map(|guard| self.builder.any(&[*one, guard]));
                        continue;
                    }
                    (Some(several), guard, _) => {
                        // A member stands at its first position; members in between could come before it.
                        let before = self.builder.any(several);
                        let not = self.builder.not(before);
                        let guard = self.builder.all(&guard.into_iter().chain([not]).collect::<Vec<_>>());
                        self.add_member(&mut kept, guard, val);
                        continue;
                    }
                }
            }
            for (own, case) in self.cases(&val) {
                let mut parts: Vec<NodeId> = guard.into_iter().chain([own]).collect();
                for (there, known) in &kept {
                    let apart = case.constant().zip(known.constant()).is_some_and(|(one, other)| one != other);
                    if apart || matches!((&case, known), (SymValue::Set(_), _) | (_, SymValue::Set(_))) {
                        continue;
                    }
                    // Only the position may determine whether the set contains the member already.
                    let same = self.build_equal(&case, known)?;
                    let both = self.builder.all(&there.iter().copied().chain([same]).collect::<Vec<_>>());
                    if self.builder.constant_value(both) != Some(Value::Bool(false)) {
                        parts.push(self.builder.not(both));
                    }
                }
                let guard = self.builder.all(&parts);
                self.add_member(&mut kept, guard, case);
            }
        }
        Ok(SymValue::Set(kept.into()))
    }

    /// The cases of a choice, each with its full guard.
    fn cases(&mut self, val: &SymValue) -> Vec<(NodeId, SymValue)> {
        let SymValue::Choose(cases, last) = val else { return vec![(self.builder.truth(true), val.clone())] };
        let mut all = Vec::new();
        let mut before: Vec<NodeId> = Vec::new();
        for (guard, case) in cases.iter().map(|(guard, case)| (Some(*guard), case)).chain([(None, &**last)]) {
            let mut needed = before.clone();
            needed.extend(guard);
            let needed = self.builder.all(&needed);
            for (own, case) in self.cases(case) {
                all.push((self.builder.all(&[needed, own]), case));
            }
            if let Some(guard) = guard {
                before.push(self.builder.not(guard));
            }
        }
        all
    }
}
