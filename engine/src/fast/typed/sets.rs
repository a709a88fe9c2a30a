//! Loops over sets, and floods.

use std::sync::Arc;

use crate::ids::{ElementId, ExprId, LocationId, VarId};
use crate::rules::{Over, Thing};

use super::super::code::{Node, NodeId, Reach};
use super::super::value::Value;
use super::{GiveUp, Made, Member, Steps, Typed, Val};

impl Typed<'_> {
    /// What comes of the members of a set.
    pub(super) fn over(
        &mut self,
        (over, id): (Over, ExprId),
        variable: VarId,
        set: ExprId,
        body: ExprId,
        none: Option<ExprId>,
    ) -> Made {
        let set = self.eval(set)?;
        // One of several sets: each by itself, where that is known before the members are.
        if matches!(over, Over::All | Over::Some | Over::First) {
            return self.each(&set, &mut |at, set| at.over_set((over, id), variable, set, body, none));
        }
        self.over_set((over, id), variable, &set, body, none)
    }

    fn over_set(
        &mut self,
        (over, id): (Over, ExprId),
        variable: VarId,
        set: &Val,
        body: ExprId,
        none: Option<ExprId>,
    ) -> Made {
        let members = self.members(set)?;
        self.spend(members.len())?;
        match over {
            Over::All | Over::Some => self.quantify(over == Over::All, variable, &members, body),
            Over::First => self.first(variable, &members, body, none),
            Over::Where => {
                let mut kept: Vec<Member> = Vec::new();
                for (guard, member) in members.iter() {
                    let wanted = self.test_member(*guard, variable, member, body)?;
                    kept.push((Some(wanted), member.clone()));
                }
                self.distinct(kept)
            }
            Over::Count => {
                // What is known of single cells is not used: the same count is asked for many moves, and made once.
                let known = std::mem::take(&mut self.cells);
                let guards = members.iter().map(|(guard, member)| self.test_member(*guard, variable, member, body));
                let guards: Made<Vec<NodeId>> = guards.collect();
                self.cells = known;
                self.count(0, &guards?, id)
            }
            Over::Sum => {
                let mut sum = Val::Int(0);
                for (guard, member) in members.iter() {
                    let before = self.cells.clone();
                    self.assume_guard(*guard);
                    self.bind(variable, member.clone());
                    let mut part = self.eval(body)?;
                    self.cells = before;
                    if let Some(guard) = guard {
                        part = self.choose(vec![(*guard, part)], Val::Int(0))?;
                    }
                    let part = self.node(&part)?;
                    sum = self.number(crate::rules::Arith::Add, &sum, &self.val(part), id)?;
                }
                Ok(sum)
            }
            Over::Max | Over::Min => self.extreme(over == Over::Max, (variable, body), &members, none, id),
            Over::Each => Err(GiveUp::TooMuch),
        }
    }

    fn assume_guard(&mut self, guard: Option<NodeId>) {
        if let Some(guard) = guard {
            self.assume(guard, true);
        }
    }

    /// Whether a member is there and the body holds for it.
    fn test_member(&mut self, guard: Option<NodeId>, variable: VarId, member: &Val, body: ExprId) -> Made<NodeId> {
        match self.holds_alone(variable, member, body) {
            Some(true) => return Ok(guard.unwrap_or_else(|| self.maker.truth(true))),
            Some(false) => return Ok(self.maker.truth(false)),
            None => {}
        }
        // What is known of cells is copied.
        self.spend(self.cells.len() / 4)?;
        let before = self.cells.clone();
        self.assume_guard(guard);
        let holds = self.each(&member.clone(), &mut |at, member| {
            at.bind(variable, member.clone());
            let holds = at.test(body)?;
            Ok(at.val(holds))
        });
        self.cells = before;
        let holds = self.truth(&holds?)?;
        let parts: Vec<NodeId> = guard.into_iter().chain([holds]).collect();
        Ok(self.maker.all(&parts))
    }

    fn quantify(&mut self, all: bool, variable: VarId, members: &[Member], body: ExprId) -> Made {
        let before = self.cells.clone();
        let mut asked = Vec::new();
        for (guard, member) in members {
            let mut node = self.test_member(*guard, variable, member, body)?;
            if all && let Some(guard) = guard {
                let not = self.maker.not(*guard);
                node = self.maker.any(&[not, node]);
            }
            asked.push(node);
            if self.maker.known(node) == Some(Value::Bool(!all)) {
                break;
            }
            self.assume(node, all);
        }
        self.cells = before;
        let node = if all { self.maker.all(&asked) } else { self.maker.any(&asked) };
        Ok(self.val(node))
    }

    fn first(&mut self, variable: VarId, members: &[Member], body: ExprId, none: Option<ExprId>) -> Made {
        let before = self.cells.clone();
        let (mut cases, mut last) = (Vec::new(), None);
        for (guard, member) in members {
            let found = self.test_member(*guard, variable, member, body)?;
            match self.maker.known(found) {
                Some(Value::Bool(true)) => {
                    last = Some(member.clone());
                    break;
                }
                Some(_) => {}
                None => {
                    cases.push((found, member.clone()));
                    self.assume(found, false);
                }
            }
        }
        self.cells = before;
        let last = match (last, none) {
            (Some(last), _) => last,
            (None, Some(none)) => self.eval(none)?,
            (None, None) => return Err(GiveUp::TooMuch),
        };
        self.choose(cases, last)
    }

    /// How many booleans are true, beside some that are sure.
    pub(super) fn count(&mut self, sure: usize, guards: &[NodeId], at: ExprId) -> Made {
        let mut sure = sure as i32;
        let mut asked = Vec::new();
        for &guard in guards {
            match self.maker.known(guard) {
                Some(Value::Bool(yes)) => sure += i32::from(yes),
                _ => asked.push(guard),
            }
        }
        if asked.is_empty() {
            return Ok(Val::Int(sure));
        }
        let cell = |node: &NodeId| match self.maker.code[*node] {
            Node::CellIn { location, mask } => Some((location, mask)),
            _ => None,
        };
        let cells: Option<Vec<(LocationId, u64)>> = asked.iter().map(cell).collect();
        let alike = cells.filter(|cells| cells.iter().all(|(_, mask)| *mask == cells[0].1));
        let node = match alike {
            Some(cells) => {
                let mask = cells[0].1;
                let list: Box<[LocationId]> = cells.into_iter().map(|(cell, _)| cell).collect();
                let counted = (list, mask);
                let known = self.maker.code.counts.iter().position(|other| *other == counted);
                let count = known.unwrap_or_else(|| {
                    self.maker.code.counts.push(counted);
                    self.maker.code.counts.len() - 1
                });
                Node::CountCells { count: count as u32 }
            }
            None => self.count_others(&asked),
        };
        let node = Val::Node(self.maker.code.add(node));
        if sure == 0 { Ok(node) } else { self.number(crate::rules::Arith::Add, &node, &Val::Int(sure), at) }
    }

    fn count_others(&mut self, asked: &[NodeId]) -> Node {
        let kind = |node: &NodeId| match self.maker.code[*node] {
            Node::KindIn { element, mask } => Some((element, mask)),
            _ => None,
        };
        let kinds: Option<Vec<(ElementId, u64)>> = asked.iter().map(kind).collect();
        match kinds.filter(|kinds| kinds.iter().all(|(_, mask)| *mask == kinds[0].1)) {
            Some(kinds) => {
                let mask = kinds[0].1;
                let list: Box<[ElementId]> = kinds.into_iter().map(|(element, _)| element).collect();
                let counted = (list, mask);
                let known = self.maker.code.counted.iter().position(|other| *other == counted);
                let count = known.unwrap_or_else(|| {
                    self.maker.code.counted.push(counted);
                    self.maker.code.counted.len() - 1
                });
                Node::CountKinds { count: count as u32 }
            }
            None => Node::Count(self.maker.code.list(asked)),
        }
    }

    /// The greatest or least value of the body.
    fn extreme(
        &mut self,
        greatest: bool,
        (variable, body): (VarId, ExprId),
        members: &[Member],
        none: Option<ExprId>,
        at: ExprId,
    ) -> Made {
        let mut operands = Vec::new();
        let (mut sure, mut constant): (bool, Option<i32>) = (false, None);
        for (guard, member) in members {
            let before = self.cells.clone();
            self.assume_guard(*guard);
            self.bind(variable, member.clone());
            let value = self.eval(body)?;
            self.cells = before;
            if let (None, Val::Int(number)) = (guard, &value) {
                constant =
                    Some(constant.map_or(*number, |best| if greatest { best.max(*number) } else { best.min(*number) }));
                continue;
            }
            sure |= guard.is_none();
            let guard = guard.unwrap_or_else(|| self.maker.truth(true));
            let value = self.node(&value)?;
            operands.extend([guard, value]);
        }
        if let Some(best) = constant {
            if operands.is_empty() {
                return Ok(Val::Int(best));
            }
            let (yes, best) = (self.maker.truth(true), self.maker.constant(Value::Int(best)));
            operands.extend([yes, best]);
            sure = true;
        }
        if operands.is_empty() {
            return match none {
                Some(none) => self.eval(none),
                None => {
                    let name = if greatest { "MAX" } else { "MIN" };
                    Ok(Val::Node(self.maker.fail(crate::fault::FaultKind::NoneOf(name), at)))
                }
            };
        }
        if let (false, Some(none)) = (sure, none) {
            // What nothing gives stands alone at the end.
            let none = self.eval(none)?;
            operands.push(self.node(&none)?);
        }
        let operands = self.maker.code.list(&operands);
        Ok(Val::Node(self.maker.code.add(Node::Extreme { greatest, operands, at })))
    }

    /// A flood. Where it may go must depend on the kind on each cell only.
    pub(super) fn reach(&mut self, relation: ExprId, start: ExprId, variable: VarId, condition: ExprId) -> Made {
        let (relation, start) = (self.eval(relation)?, self.eval(start)?);
        let members = self.members(&start)?;
        let mut begin = Vec::new();
        for (guard, member) in members.iter() {
            match (guard, member) {
                (None, Val::Thing(Thing::Location(Some(location)))) => begin.push(*location),
                (None, Val::Thing(Thing::Location(None))) => {}
                _ => return Err(GiveUp::TooMuch),
            }
        }
        if !self.maker.masks() {
            return Err(GiveUp::TooMuch);
        }
        let (masks, steps) = (self.open_to(variable, condition)?, self.all_steps(&relation)?);
        let reach = Reach { steps, start: begin, masks };
        let number = match self.maker.code.reaches.iter().position(|known| known.is_same(&reach)) {
            Some(number) => number,
            None => {
                self.maker.code.reaches.push(reach);
                self.maker.code.reaches.len() - 1
            }
        };
        let members = (0..self.rules.locations.len()).map(LocationId::new).map(|location| {
            let node = self.maker.code.add(Node::Reached { reach: number as u32, location });
            (Some(node), Val::location(location))
        });
        Ok(Val::Set(members.collect()))
    }

    /// The kinds on each location over which a flood goes.
    fn open_to(&mut self, variable: VarId, condition: ExprId) -> Made<Arc<Vec<u64>>> {
        let asked = (condition, self.scene.player, self.scene.mover);
        if let Some(known) = self.floods.get(&asked) {
            return Ok(known.clone());
        }
        let mask = |location: LocationId, node: Node| match node {
            Node::Const(Value::Bool(yes)) => Ok(if yes { u64::MAX } else { 0 }),
            Node::CellIn { location: asked, mask } if asked == location => Ok(mask),
            _ => Err(GiveUp::TooMuch),
        };
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        // What says nothing of the move and of other variables is the same for all moves.
        if self.says_nothing_of_the_move(condition) {
            let alone = places.clone().map(|location| {
                let node = self.worked_out_alone(variable, &Val::location(location), condition)?;
                mask(location, self.maker.code[node])
            });
            if let Ok(masks) = alone.collect::<Made<Vec<u64>>>() {
                return Ok(self.floods.entry(asked).or_insert(Arc::new(masks)).clone());
            }
        }
        // What is known of cells now is not used: the flood is worked out in whatever position it is asked in.
        let before = std::mem::take(&mut self.cells);
        let masks = places.map(|location| {
            self.bind(variable, Val::location(location));
            let node = self.test(condition)?;
            mask(location, self.maker.code[node])
        });
        let masks: Made<Vec<u64>> = masks.collect();
        self.cells = before;
        Ok(Arc::new(masks?))
    }

    /// Where one step leads from every location, made once.
    fn all_steps(&mut self, relation: &Val) -> Made<Steps> {
        let key: Vec<Thing> = match relation {
            Val::Thing(thing) => vec![*thing],
            ways => Self::directions(ways)?.into_iter().map(|way| Thing::Direction(Some(way))).collect(),
        };
        if let Some((_, steps)) = self.steps.iter().find(|(known, _)| *known == key) {
            return Ok(steps.clone());
        }
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        let steps = places.map(|from| self.steps_from(relation, from)).collect::<Made<Vec<_>>>()?;
        let steps = Arc::new(steps);
        self.steps.push((key, steps.clone()));
        Ok(steps)
    }
}
