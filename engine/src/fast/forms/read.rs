//! Forms of code, as it is or under a map: every place, piece, kind and player in it is replaced by its image.
//! What code gives stays untouched otherwise, so equal forms give images of each other in positions that are.

use rustc_hash::FxHashMap;

use crate::ids::{LocationId, VarId};
use crate::layout::Layout;
use crate::rules::RuleSet;
use crate::symmetry::Map;

use super::{Beyond, FormId, Forms, Made, Tag};
use crate::fast::code::{Code, Node, NodeId};
use crate::fast::value::Value;

/// What a number stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Plain,
    /// A player's number.
    Player,
}

/// What was asked of a node: its value, or whether it is true, or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Wanted {
    Value(Role),
    Truth(bool),
}

/// Code being read under a map.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    pub(super) map: &'a Map,
    known: FxHashMap<(NodeId, Wanted), FormId>,
    /// The names of what variables hold now.
    pub(super) names: FxHashMap<VarId, FormId>,
    /// How often each value has been stored.
    pub(super) stored: FxHashMap<FormId, u64>,
    /// Whether the form being made depends on a variable, so that it means something else elsewhere.
    pub(super) bound: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout, code: &'a Code, map: &'a Map) -> Self {
        let (known, names, stored) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { rules, layout, code, map, known, names, stored, bound: false }
    }

    /// Forgets all variables: what comes is worked out by itself.
    pub(super) fn begin(&mut self) {
        self.names.clear();
        self.stored.clear();
    }

    pub(super) fn remembered(&mut self, key: (NodeId, Wanted), make: impl FnOnce(&mut Self) -> Made) -> Made {
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let outer = std::mem::replace(&mut self.bound, false);
        let form = make(self)?;
        if !self.bound {
            self.known.insert(key, form);
        }
        self.bound |= outer;
        Ok(form)
    }

    /// Whether a node that gives a boolean is true, or false.
    pub(super) fn test(&mut self, forms: &mut Forms, id: NodeId, yes: bool) -> Made {
        self.remembered((id, Wanted::Truth(yes)), |reader| reader.make_test(forms, id, yes))
    }

    fn cell(&self, forms: &mut Forms, location: LocationId, mask: u64, yes: bool) -> Made {
        let mask = self.map.mask(mask);
        forms.cell(self.map.place(location).index() as u64, if yes { mask } else { !mask })
    }

    fn make_test(&mut self, forms: &mut Forms, id: NodeId, yes: bool) -> Made {
        let code = self.code;
        match code[id] {
            Node::Const(Value::Bool(value)) => forms.truth(value == yes),
            Node::CellIn { location, mask } => self.cell(forms, location, mask, yes),
            Node::CellThen { location, mask, then } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, then, yes)?];
                forms.join(yes, parts)
            }
            Node::CellElse { location, mask, other } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, other, yes)?];
                forms.join(!yes, parts)
            }
            Node::CellsIn { start, end, mask } | Node::AnyIn { start, end, mask } => {
                let cells = &code.cells[start as usize..end as usize];
                let parts = cells.iter().map(|&cell| self.cell(forms, cell, mask, yes)).collect::<Made<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::CellsIn { .. }) == yes, parts)
            }
            Node::All(list) | Node::Any(list) => {
                let list = code.operands(list);
                let parts = list.iter().map(|&part| self.test(forms, part, yes)).collect::<Made<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::All(_)) == yes, parts)
            }
            Node::Not(inner) => self.test(forms, inner, !yes),
            Node::If { condition, yes: one, no: other } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let (one, other) = (self.test(forms, one, yes)?, self.test(forms, other, yes)?);
                forms.choose(condition, one, other)
            }
            Node::FirstIn { ray } => {
                let ray = &code.rays[ray as usize];
                let (stop, good) = (self.map.mask(ray.stop), self.map.mask(ray.yes));
                let good = if yes { good } else { stop & !good };
                let cells = ray.cells.iter().map(|&cell| self.map.place(cell).index() as u64);
                let data: Vec<u64> = [stop, good, u64::from(ray.end == yes)].into_iter().chain(cells).collect();
                forms.add(Tag::First, &data, &[])
            }
            Node::KindIn { element, mask } => {
                let mask = self.map.mask(mask);
                let mask = if yes { mask } else { forms.full & !mask };
                forms.add(Tag::KindIn, &[self.map.element(element).index() as u64, mask], &[])
            }
            Node::Shared { id: shared, .. } => self.test(forms, code.shared[shared as usize], yes),
            Node::Switch(list) => self.switch(forms, code.operands(list), Wanted::Truth(yes)),
            Node::Cell { location, table } => {
                let kinds = self.code.tables[table.0 as usize].iter().enumerate();
                let there = kinds.filter(|(_, value)| **value == Value::Bool(true));
                let mask = there.fold(0, |mask, (kind, _)| mask | 1 << kind);
                self.cell(forms, location, mask, yes)
            }
            _ => {
                let value = self.value(forms, id, Role::Plain)?;
                if yes { Ok(value) } else { forms.add(Tag::Not, &[], &[value]) }
            }
        }
    }

    /// What a node gives for a location that another gives: the arms, that for none first.
    pub(super) fn switch(&mut self, forms: &mut Forms, operands: &[NodeId], wanted: Wanted) -> Made {
        let (&place, arms) = operands.split_first().ok_or(Beyond("a choice of nothing"))?;
        let mut parts = vec![self.value(forms, place, Role::Plain)?; operands.len()];
        for (index, &arm) in arms.iter().enumerate() {
            let at = index.checked_sub(1).map_or(0, |place| self.map.places[place].index() + 1);
            parts[at + 1] = match wanted {
                Wanted::Value(role) => self.value(forms, arm, role)?,
                Wanted::Truth(yes) => self.test(forms, arm, yes)?,
            };
        }
        forms.add(Tag::Switch, &[], &parts)
    }

    /// The value that a node gives.
    pub(super) fn value(&mut self, forms: &mut Forms, id: NodeId, role: Role) -> Made {
        self.remembered((id, Wanted::Value(role)), |reader| reader.make_value(forms, id, role))
    }
}
