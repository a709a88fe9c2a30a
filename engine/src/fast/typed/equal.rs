//! Whether two values are the same, and what follows for sets.

use crate::ids::LocationId;
use crate::rules::{BinaryOp, Thing};

use super::super::code::{Node, NodeId};
use super::super::value::Value;
use super::{At, GiveUp, Made, Member, Typed, Val};

impl Typed<'_> {
    /// The operations on two values that are no arithmetic. One of several sets is each by itself.
    pub(super) fn binary(&mut self, op: BinaryOp, left: &Val, right: &Val) -> Made {
        if matches!(op, BinaryOp::In | BinaryOp::Subset | BinaryOp::SameMembers) {
            return self.each(left, &mut |at, left| at.each(right, &mut |at, right| at.operation(op, left, right)));
        }
        self.operation(op, left, right)
    }

    fn operation(&mut self, op: BinaryOp, left: &Val, right: &Val) -> Made {
        let node = match op {
            BinaryOp::Equal => self.equals(left, right)?,
            BinaryOp::Unequal => {
                let node = self.equals(left, right)?;
                self.maker.not(node)
            }
            BinaryOp::Less => self.less(left, right)?,
            BinaryOp::Greater => self.less(right, left)?,
            BinaryOp::LessEqual => {
                let node = self.less(right, left)?;
                self.maker.not(node)
            }
            BinaryOp::GreaterEqual => {
                let node = self.less(left, right)?;
                self.maker.not(node)
            }
            BinaryOp::In => self.is_in(left, right)?,
            BinaryOp::Subset => self.is_subset(left, right)?,
            BinaryOp::SameMembers => {
                let (one, other) = (self.is_subset(left, right)?, self.is_subset(right, left)?);
                self.maker.all(&[one, other])
            }
            BinaryOp::Join | BinaryOp::SetMinus | BinaryOp::Intersect => return self.combine(op, left, right),
            _ => return Err(GiveUp::TooMuch),
        };
        Ok(self.val(node))
    }

    /// Whether two values that are no sets are the same.
    pub(super) fn equals(&mut self, left: &Val, right: &Val) -> Made<NodeId> {
        let val = self.each(left, &mut |at, left| {
            at.each(right, &mut |at, right| {
                let node = at.same(left, right)?;
                Ok(at.val(node))
            })
        })?;
        self.truth(&val)
    }

    fn same(&mut self, left: &Val, right: &Val) -> Made<NodeId> {
        if let (Some(one), Some(other)) = (left.constant(), right.constant()) {
            return Ok(self.maker.truth(one == other));
        }
        Ok(match (left, right) {
            (Val::Content(one), Val::Content(other)) if one == other => self.maker.truth(true),
            (Val::Content(one), Val::Content(other)) => {
                let (one, other) = (self.empty(*one), self.empty(*other));
                self.maker.all(&[one, other])
            }
            (Val::Content(cell), Val::Thing(Thing::Element(None)))
            | (Val::Thing(Thing::Element(None)), Val::Content(cell)) => self.empty(*cell),
            (Val::Content(cell), Val::Thing(Thing::Element(Some(element))))
            | (Val::Thing(Thing::Element(Some(element))), Val::Content(cell)) => {
                self.maker.code.add(Node::At { element: *element, location: *cell })
            }
            (Val::Content(cell), Val::Moved) | (Val::Moved, Val::Content(cell)) => self.moved_is_on(*cell)?,
            (Val::Moved, Val::Moved) => self.maker.truth(true),
            (Val::Moved, Val::Thing(Thing::Element(None))) | (Val::Thing(Thing::Element(None)), Val::Moved) => {
                self.maker.truth(false)
            }
            _ => {
                let (one, other) = (self.node(left)?, self.node(right)?);
                let same = |one: Value, other: Value| Some(Value::Bool(one == other));
                if let Some(node) = self.maker.map2(one, other, &same) {
                    return Ok(node);
                }
                match (self.maker.known(one), self.maker.known(other)) {
                    (Some(Value::Bool(true)), _) => other,
                    (_, Some(Value::Bool(true))) => one,
                    (Some(Value::Bool(false)), _) => self.maker.not(other),
                    (_, Some(Value::Bool(false))) => self.maker.not(one),
                    _ => self.maker.code.add(Node::Same(one, other)),
                }
            }
        })
    }

    /// Whether the element that moves stands on a cell now.
    fn moved_is_on(&mut self, cell: LocationId) -> Made<NodeId> {
        match self.scene.moved.ok_or(GiveUp::TooMuch)?.at {
            At::Off => Ok(self.maker.truth(false)),
            At::On(at) => Ok(self.maker.truth(at == cell)),
            At::Unknown => {
                let (moved, there) = (self.maker.code.add(Node::Moved), self.maker.code.add(Node::ElementOn(cell)));
                Ok(self.maker.code.add(Node::Same(moved, there)))
            }
        }
    }

    fn less(&mut self, left: &Val, right: &Val) -> Made<NodeId> {
        let val = self.each(left, &mut |at, left| {
            at.each(right, &mut |at, right| {
                let (one, other) = (at.node(left)?, at.node(right)?);
                let less = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => Some(Value::Bool(one < other)),
                    _ => None,
                };
                let node = at.maker.map2(one, other, &less);
                let node = node.unwrap_or_else(|| at.maker.code.add(Node::Less(one, other)));
                Ok(at.val(node))
            })
        })?;
        self.truth(&val)
    }

    /// The members of a set that is known but for its guards.
    pub(super) fn members(&mut self, set: &Val) -> Made<std::rc::Rc<[Member]>> {
        match set {
            Val::Set(members) => Ok(members.clone()),
            // One of several sets, which exclude each other: every member with the guard of its set.
            Val::Choose(cases, last) => {
                let mut all: Vec<Member> = Vec::new();
                let mut before: Vec<NodeId> = Vec::new();
                for (guard, set) in cases.iter().map(|(guard, set)| (Some(*guard), set)).chain([(None, &**last)]) {
                    let mut needed = before.clone();
                    needed.extend(guard);
                    let needed = self.maker.all(&needed);
                    let members = self.members(set)?;
                    self.spend(members.len())?;
                    // What other sets have too is one member, as long as the order of this set is kept.
                    let mut from = 0;
                    for (own, val) in members.iter() {
                        let both: Vec<NodeId> = std::iter::once(needed).chain(*own).collect();
                        let guard = self.maker.all(&both);
                        let same =
                            |(_, known): &Member| known.constant().is_some() && known.constant() == val.constant();
                        match all[from..].iter().position(same) {
                            Some(further) => {
                                let known = &mut all[from + further].0;
                                let either = known.map(|known| self.maker.any(&[known, guard]));
                                *known = either.filter(|either| self.maker.known(*either).is_none());
                                from += further + 1;
                            }
                            None => {
                                self.add_member(&mut all, guard, val.clone());
                                from = all.len();
                            }
                        }
                    }
                    if let Some(guard) = guard {
                        before.push(self.maker.not(guard));
                    }
                }
                Ok(all.into())
            }
            _ => Err(GiveUp::TooMuch),
        }
    }

    pub(super) fn is_in(&mut self, val: &Val, set: &Val) -> Made<NodeId> {
        let members = self.members(set)?;
        self.spend(members.len())?;
        let mut found = Vec::new();
        for (guard, member) in members.iter() {
            let same = self.equals(val, member)?;
            let parts: Vec<NodeId> = guard.iter().copied().chain([same]).collect();
            let both = self.maker.all(&parts);
            found.push(both);
            if self.maker.known(both) == Some(Value::Bool(true)) {
                return Ok(both);
            }
        }
        // Several constants compared with one node become one look-up where that is possible.
        Ok(self.maker.any(&found))
    }

    fn is_subset(&mut self, left: &Val, right: &Val) -> Made<NodeId> {
        let members = self.members(left)?;
        let mut all = Vec::new();
        for (guard, member) in members.iter() {
            let there = self.is_in(member, right)?;
            all.push(match guard {
                Some(guard) => {
                    let not = self.maker.not(*guard);
                    self.maker.any(&[not, there])
                }
                None => there,
            });
        }
        Ok(self.maker.all(&all))
    }

    fn combine(&mut self, op: BinaryOp, left: &Val, right: &Val) -> Made {
        let (one, other) = (self.members(left)?, self.members(right)?);
        if op == BinaryOp::Join {
            return self.distinct(one.iter().chain(other.iter()).cloned().collect());
        }
        let right = Val::Set(other);
        let mut kept: Vec<Member> = Vec::new();
        for (guard, member) in one.iter() {
            let mut wanted = self.is_in(member, &right)?;
            if op == BinaryOp::SetMinus {
                wanted = self.maker.not(wanted);
            }
            let parts: Vec<NodeId> = guard.iter().copied().chain([wanted]).collect();
            let guard = self.maker.all(&parts);
            self.add_member(&mut kept, guard, member.clone());
        }
        Ok(Val::Set(kept.into()))
    }

    /// Adds a member whose guard is a node, unless that never holds.
    fn add_member(&mut self, members: &mut Vec<Member>, guard: NodeId, val: Val) {
        match self.maker.known(guard) {
            Some(Value::Bool(true)) => members.push((None, val)),
            Some(_) => {}
            None => members.push((Some(guard), val)),
        }
    }

    /// A set of these members, each where it first stands.
    pub(super) fn distinct(&mut self, members: Vec<Member>) -> Made {
        self.spend(members.len())?;
        let mut kept: Vec<Member> = Vec::new();
        for (guard, val) in members {
            if let Some(guard) = guard
                && self.maker.known(guard) == Some(Value::Bool(false))
            {
                continue;
            }
            let guard = guard.filter(|guard| self.maker.known(*guard).is_none());
            if let Some(constant) = val.constant() {
                let there = |(_, known): &&Member| known.constant() == Some(constant);
                let guards: Vec<Option<NodeId>> = kept.iter().filter(there).map(|(guard, _)| *guard).collect();
                let guards: Option<Vec<NodeId>> = guards.into_iter().collect();
                match (guards.as_deref(), guard, kept.last_mut()) {
                    (Some([]), ..) => {}
                    (None, ..) => continue, // it is there in any case
                    (Some([one]), guard, Some(last)) if there(&&*last) => {
                        last.0 = guard.map(|guard| self.maker.any(&[*one, guard]));
                        continue;
                    }
                    (Some(several), guard, _) => {
                        // It stands where it first is: what lies between could come before it.
                        let before = self.maker.any(several);
                        let not = self.maker.not(before);
                        let guard = self.maker.all(&guard.into_iter().chain([not]).collect::<Vec<_>>());
                        self.add_member(&mut kept, guard, val);
                        continue;
                    }
                }
            }
            for (own, case) in self.cases(&val) {
                let mut parts: Vec<NodeId> = guard.into_iter().chain([own]).collect();
                for (there, known) in &kept {
                    let apart = case.constant().zip(known.constant()).is_some_and(|(one, other)| one != other);
                    if apart || matches!((&case, known), (Val::Set(_), _) | (_, Val::Set(_))) {
                        continue;
                    }
                    // Whether it stands there already, perhaps only the position tells.
                    let same = self.equals(&case, known)?;
                    let both = self.maker.all(&there.iter().copied().chain([same]).collect::<Vec<_>>());
                    if self.maker.known(both) != Some(Value::Bool(false)) {
                        parts.push(self.maker.not(both));
                    }
                }
                let guard = self.maker.all(&parts);
                self.add_member(&mut kept, guard, case);
            }
        }
        Ok(Val::Set(kept.into()))
    }

    /// The values that a choice can be, each with what must hold for it.
    fn cases(&mut self, val: &Val) -> Vec<(NodeId, Val)> {
        let Val::Choose(cases, last) = val else { return vec![(self.maker.truth(true), val.clone())] };
        let mut all = Vec::new();
        let mut before: Vec<NodeId> = Vec::new();
        for (guard, case) in cases.iter().map(|(guard, case)| (Some(*guard), case)).chain([(None, &**last)]) {
            let mut needed = before.clone();
            needed.extend(guard);
            let needed = self.maker.all(&needed);
            for (own, case) in self.cases(case) {
                all.push((self.maker.all(&[needed, own]), case));
            }
            if let Some(guard) = guard {
                before.push(self.maker.not(guard));
            }
        }
        all
    }
}
