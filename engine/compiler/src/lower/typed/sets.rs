//! Partial evaluation of loops over sets (quantifiers, counts, sums, extrema) and of flood fills.

use std::sync::Arc;

use boardwright_game::ids::{ElementId, ExprId, LocationId, VarId};
use boardwright_rules::{Aggregate, Thing};

use super::{Adjacency, LoweringError, LoweringResult, Member, SymValue, TypedSpecialiser};
use crate::tables::code::{FloodFill, Node, NodeId};
use crate::tables::value::Value;

/// A loop over the members of a set.
#[derive(Clone, Copy)]
pub(super) struct AggregateLoop {
    /// The whole expression.
    pub id: ExprId,
    pub over: Aggregate,
    pub variable: VarId,
    pub body: ExprId,
    /// Value for a set without matching members.
    pub none: Option<ExprId>,
}

impl TypedSpecialiser<'_> {
    /// Evaluates a loop over the members of a set.
    pub(super) fn eval_loop(&mut self, aggregate: AggregateLoop, set: ExprId) -> LoweringResult {
        let set = self.eval(set)?;
        // A choice of several sets is evaluated set by set, where the result then is known earlier.
        if matches!(aggregate.over, Aggregate::All | Aggregate::Some | Aggregate::First) {
            return self.map_cases(&set, &mut |at, set| at.eval_loop_over(aggregate, set));
        }
        self.eval_loop_over(aggregate, &set)
    }

    fn eval_loop_over(&mut self, aggregate: AggregateLoop, set: &SymValue) -> LoweringResult {
        let AggregateLoop { id, over, variable, body, none } = aggregate;
        let members = self.members(set)?;
        self.spend(members.len())?;
        match over {
            Aggregate::All | Aggregate::Some => self.eval_quantifier(over == Aggregate::All, variable, &members, body),
            Aggregate::First => self.eval_first(variable, &members, body, none),
            Aggregate::Where => {
                let mut kept: Vec<Member> = Vec::new();
                for (guard, member) in members.iter() {
                    let wanted = self.test_member(*guard, variable, member, body)?;
                    kept.push((Some(wanted), member.clone()));
                }
                self.distinct(kept)
            }
            Aggregate::Count => {
                // Cell knowledge is not used: many moves share the same count, which is then built once.
                let known = std::mem::take(&mut self.cells);
                let guards = members.iter().map(|(guard, member)| self.test_member(*guard, variable, member, body));
                let guards: LoweringResult<Vec<NodeId>> = guards.collect();
                self.cells = known;
                self.build_count(0, &guards?, id)
            }
            Aggregate::Sum => {
                let mut sum = SymValue::Int(0);
                for (guard, member) in members.iter() {
                    let before = self.cells.clone();
                    self.assume_guard(*guard);
                    self.bind(variable, member.clone());
                    let mut part = self.eval(body)?;
                    self.cells = before;
                    if let Some(guard) = guard {
                        part = self.build_choice(vec![(*guard, part)], SymValue::Int(0))?;
                    }
                    let part = self.emit_node(&part)?;
                    sum = self.eval_arithmetic(boardwright_rules::ArithmeticOp::Add, &sum, &self.symbolic(part), id)?;
                }
                Ok(sum)
            }
            Aggregate::Max | Aggregate::Min => self.eval_extreme(over == Aggregate::Max, aggregate, &members),
            Aggregate::Each => Err(LoweringError::Unsupported),
        }
    }

    fn assume_guard(&mut self, guard: Option<NodeId>) {
        if let Some(guard) = guard {
            self.assume(guard, true);
        }
    }

    /// Builds the condition that a member is present and satisfies the body.
    fn test_member(
        &mut self,
        guard: Option<NodeId>,
        variable: VarId,
        member: &SymValue,
        body: ExprId,
    ) -> LoweringResult<NodeId> {
        match self.truth_for_member(variable, member, body) {
            Some(true) => return Ok(guard.unwrap_or_else(|| self.builder.truth(true))),
            Some(false) => return Ok(self.builder.truth(false)),
            None => {}
        }
        // The cell knowledge is copied, which costs steps.
        self.spend(self.cells.len() / 4)?;
        let before = self.cells.clone();
        self.assume_guard(guard);
        let holds = self.map_cases(&member.clone(), &mut |at, member| {
            at.bind(variable, member.clone());
            let holds = at.test(body)?;
            Ok(at.symbolic(holds))
        });
        self.cells = before;
        let holds = self.emit_boolean(&holds?)?;
        let parts: Vec<NodeId> = guard.into_iter().chain([holds]).collect();
        Ok(self.builder.all(&parts))
    }

    fn eval_quantifier(&mut self, all: bool, variable: VarId, members: &[Member], body: ExprId) -> LoweringResult {
        let before = self.cells.clone();
        let mut tests = Vec::new();
        for (guard, member) in members {
            let mut node = self.test_member(*guard, variable, member, body)?;
            if all && let Some(guard) = guard {
                let not = self.builder.not(*guard);
                node = self.builder.any(&[not, node]);
            }
            tests.push(node);
            if self.builder.constant_value(node) == Some(Value::Bool(!all)) {
                break;
            }
            self.assume(node, all);
        }
        self.cells = before;
        let node = if all { self.builder.all(&tests) } else { self.builder.any(&tests) };
        Ok(self.symbolic(node))
    }

    fn eval_first(
        &mut self,
        variable: VarId,
        members: &[Member],
        body: ExprId,
        none: Option<ExprId>,
    ) -> LoweringResult {
        let before = self.cells.clone();
        let (mut cases, mut last) = (Vec::new(), None);
        for (guard, member) in members {
            let found = self.test_member(*guard, variable, member, body)?;
            match self.builder.constant_value(found) {
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
            (None, None) => return Err(LoweringError::Unsupported),
        };
        self.build_choice(cases, last)
    }

    /// Builds the number of true booleans, plus a constant.
    pub(super) fn build_count(&mut self, sure: usize, guards: &[NodeId], at: ExprId) -> LoweringResult {
        let mut sure = sure as i32;
        let mut tests = Vec::new();
        for &guard in guards {
            match self.builder.constant_value(guard) {
                Some(Value::Bool(yes)) => sure += i32::from(yes),
                _ => tests.push(guard),
            }
        }
        if tests.is_empty() {
            return Ok(SymValue::Int(sure));
        }
        let cell = |node: &NodeId| match self.builder.code[*node] {
            Node::CellIn { location, mask } => Some((location, mask)),
            _ => None,
        };
        let cells: Option<Vec<(LocationId, u64)>> = tests.iter().map(cell).collect();
        let uniform = cells.filter(|cells| cells.iter().all(|(_, mask)| *mask == cells[0].1));
        let node = match uniform {
            Some(cells) => {
                let mask = cells[0].1;
                let list: Box<[LocationId]> = cells.into_iter().map(|(cell, _)| cell).collect();
                let counted = (list, mask);
                let known = self.builder.code.counted_cells.iter().position(|other| *other == counted);
                let count = known.unwrap_or_else(|| {
                    self.builder.code.counted_cells.push(counted);
                    self.builder.code.counted_cells.len() - 1
                });
                Node::CountCells { count: count as u32 }
            }
            None => self.build_other_count(&tests),
        };
        let node = SymValue::Node(self.builder.code.add(node));
        if sure == 0 {
            Ok(node)
        } else {
            self.eval_arithmetic(boardwright_rules::ArithmeticOp::Add, &node, &SymValue::Int(sure), at)
        }
    }

    fn build_other_count(&mut self, tests: &[NodeId]) -> Node {
        let kind = |node: &NodeId| match self.builder.code[*node] {
            Node::KindIn { element, mask } => Some((element, mask)),
            _ => None,
        };
        let kinds: Option<Vec<(ElementId, u64)>> = tests.iter().map(kind).collect();
        match kinds.filter(|kinds| kinds.iter().all(|(_, mask)| *mask == kinds[0].1)) {
            Some(kinds) => {
                let mask = kinds[0].1;
                let list: Box<[ElementId]> = kinds.into_iter().map(|(element, _)| element).collect();
                let counted = (list, mask);
                let known = self.builder.code.counted_elements.iter().position(|other| *other == counted);
                let count = known.unwrap_or_else(|| {
                    self.builder.code.counted_elements.push(counted);
                    self.builder.code.counted_elements.len() - 1
                });
                Node::CountKinds { count: count as u32 }
            }
            None => Node::Count(self.builder.code.add_operands(tests)),
        }
    }

    /// Builds the maximum or minimum of the body over the members.
    fn eval_extreme(&mut self, greatest: bool, aggregate: AggregateLoop, members: &[Member]) -> LoweringResult {
        let AggregateLoop { id: at, variable, body, none, .. } = aggregate;
        let mut operands = Vec::new();
        let (mut sure, mut constant): (bool, Option<i32>) = (false, None);
        for (guard, member) in members {
            let before = self.cells.clone();
            self.assume_guard(*guard);
            self.bind(variable, member.clone());
            let value = self.eval(body)?;
            self.cells = before;
            if let (None, SymValue::Int(number)) = (guard, &value) {
                constant =
                    Some(constant.map_or(*number, |best| if greatest { best.max(*number) } else { best.min(*number) }));
                continue;
            }
            sure |= guard.is_none();
            let guard = guard.unwrap_or_else(|| self.builder.truth(true));
            let value = self.emit_node(&value)?;
            operands.extend([guard, value]);
        }
        if let Some(best) = constant {
            if operands.is_empty() {
                return Ok(SymValue::Int(best));
            }
            let (yes, best) = (self.builder.truth(true), self.builder.constant(Value::Int(best)));
            operands.extend([yes, best]);
            sure = true;
        }
        if operands.is_empty() {
            return match none {
                Some(none) => self.eval(none),
                None => {
                    let name = if greatest { "MAX" } else { "MIN" };
                    Ok(SymValue::Node(self.builder.fail(boardwright_game::fault::FaultKind::EmptyAggregate(name), at)))
                }
            };
        }
        if let (false, Some(none)) = (sure, none) {
            // The default is the unpaired last operand.
            let none = self.eval(none)?;
            operands.push(self.emit_node(&none)?);
        }
        let operands = self.builder.code.add_operands(&operands);
        Ok(SymValue::Node(self.builder.code.add(Node::Extreme { greatest, operands, at })))
    }

    /// Evaluates a flood fill. Its spread condition may depend only on the kind on each cell.
    pub(super) fn eval_flood_fill(
        &mut self,
        relation: ExprId,
        start: ExprId,
        variable: VarId,
        condition: ExprId,
    ) -> LoweringResult {
        let (relation, start) = (self.eval(relation)?, self.eval(start)?);
        let members = self.members(&start)?;
        let mut begin = Vec::new();
        for (guard, member) in members.iter() {
            match (guard, member) {
                (None, SymValue::Thing(Thing::Location(Some(location)))) => begin.push(*location),
                (None, SymValue::Thing(Thing::Location(None))) => {}
                _ => return Err(LoweringError::Unsupported),
            }
        }
        if !self.builder.has_masks() {
            return Err(LoweringError::Unsupported);
        }
        let (masks, steps) = (self.spread_masks(variable, condition)?, self.adjacency_of(&relation)?);
        let reach = FloodFill { steps, start: begin, masks };
        let number = match self.builder.code.flood_fills.iter().position(|known| known.is_same(&reach)) {
            Some(number) => number,
            None => {
                self.builder.code.flood_fills.push(reach);
                self.builder.code.flood_fills.len() - 1
            }
        };
        let members = (0..self.rules.locations.len()).map(LocationId::new).map(|location| {
            let node = self.builder.code.add(Node::Reached { reach: number as u32, location });
            (Some(node), SymValue::location(location))
        });
        Ok(SymValue::Set(members.collect()))
    }

    /// By location: mask of the kinds over which a flood fill spreads.
    fn spread_masks(&mut self, variable: VarId, condition: ExprId) -> LoweringResult<Arc<Vec<u64>>> {
        let key = (condition, self.context.player, self.context.mover);
        if let Some(known) = self.flood_masks.get(&key) {
            return Ok(known.clone());
        }
        let mask = |location: LocationId, node: Node| match node {
            Node::Const(Value::Bool(yes)) => Ok(if yes { u64::MAX } else { 0 }),
            Node::CellIn { location: cell, mask } if cell == location => Ok(mask),
            _ => Err(LoweringError::Unsupported),
        };
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        // A condition that is independent of the move and of other variables is the same for all moves.
        if self.is_independent_of_move(condition) {
            let alone = places.clone().map(|location| {
                let node = self.eval_for_member(variable, &SymValue::location(location), condition)?;
                mask(location, self.builder.code[node])
            });
            if let Ok(masks) = alone.collect::<LoweringResult<Vec<u64>>>() {
                return Ok(self.flood_masks.entry(key).or_insert(Arc::new(masks)).clone());
            }
        }
        // Present cell knowledge is not used: the flood fill is evaluated in later positions.
        let before = std::mem::take(&mut self.cells);
        let masks = places.map(|location| {
            self.bind(variable, SymValue::location(location));
            let node = self.test(condition)?;
            mask(location, self.builder.code[node])
        });
        let masks: LoweringResult<Vec<u64>> = masks.collect();
        self.cells = before;
        Ok(Arc::new(masks?))
    }

    /// By location: the locations one step away. Memoised by relation.
    fn adjacency_of(&mut self, relation: &SymValue) -> LoweringResult<Adjacency> {
        let key: Vec<Thing> = match relation {
            SymValue::Thing(thing) => vec![*thing],
            dirs => Self::directions(dirs)?.into_iter().map(|dir| Thing::Direction(Some(dir))).collect(),
        };
        if let Some((_, steps)) = self.adjacency.iter().find(|(known, _)| *known == key) {
            return Ok(steps.clone());
        }
        let places = (0..self.rules.locations.len()).map(LocationId::new);
        let steps = places.map(|from| self.neighbours_of(relation, from)).collect::<LoweringResult<Vec<_>>>()?;
        let steps = Arc::new(steps);
        self.adjacency.push((key, steps.clone()));
        Ok(steps)
    }
}
