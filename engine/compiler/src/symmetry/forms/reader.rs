//! Builds normal forms of code, unchanged or under a map: every location, piece, kind and player in the code is
//! replaced by its image. Equal forms therefore give values that are images of each other in positions that are images
//! of each other.

use rustc_hash::FxHashMap;

use crate::symmetry::SymmetryMap;
use boardwright_game::ids::{LocationId, VarId};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::RuleSet;

use super::{FormId, FormResult, FormTable, Tag, Unsupported};
use crate::tables::code::{Code, Node, NodeId};
use crate::tables::value::Value;

/// Meaning of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Plain,
    /// A player number.
    Player,
}

/// Reading of a node: as a value, or as the test whether it is true (or false).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Reading {
    Value(Role),
    Truth(bool),
}

/// Reader of code under a map.
pub(super) struct Reader<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) layout: &'a Layout,
    pub(super) code: &'a Code,
    pub(super) map: &'a SymmetryMap,
    memo: FxHashMap<(NodeId, Reading), FormId>,
    /// Names of the current values of variables.
    pub(super) names: FxHashMap<VarId, FormId>,
    /// Number of stores of each value so far.
    pub(super) store_counts: FxHashMap<FormId, u64>,
    /// `true` if the form under construction depends on a variable, so that its meaning depends on the context.
    pub(super) depends_on_variables: bool,
}

impl<'a> Reader<'a> {
    pub(super) fn new(rules: &'a RuleSet, layout: &'a Layout, code: &'a Code, map: &'a SymmetryMap) -> Self {
        let (memo, names, store_counts) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { rules, layout, code, map, memo, names, store_counts, depends_on_variables: false }
    }

    /// Clears all variables before independent code is read.
    pub(super) fn clear_variables(&mut self) {
        self.names.clear();
        self.store_counts.clear();
    }

    pub(super) fn memoized(
        &mut self,
        key: (NodeId, Reading),
        make: impl FnOnce(&mut Self) -> FormResult,
    ) -> FormResult {
        if let Some(&known) = self.memo.get(&key) {
            return Ok(known);
        }
        let outer = std::mem::replace(&mut self.depends_on_variables, false);
        let form = make(self)?;
        if !self.depends_on_variables {
            self.memo.insert(key, form);
        }
        self.depends_on_variables |= outer;
        Ok(form)
    }

    /// Form of the test whether a boolean node is `yes`.
    pub(super) fn test(&mut self, forms: &mut FormTable, id: NodeId, yes: bool) -> FormResult {
        self.memoized((id, Reading::Truth(yes)), |reader| reader.make_test(forms, id, yes))
    }

    fn cell(&self, forms: &mut FormTable, location: LocationId, mask: u64, yes: bool) -> FormResult {
        let mask = self.map.kind_mask(mask);
        forms.cell(self.map.place(location).index() as u64, if yes { mask } else { !mask })
    }

    fn make_test(&mut self, forms: &mut FormTable, id: NodeId, yes: bool) -> FormResult {
        let code = self.code;
        match code[id] {
            Node::Const(Value::Bool(value)) => forms.boolean(value == yes),
            Node::CellIn { location, mask } => self.cell(forms, location, mask, yes),
            Node::CellAnd { location, mask, then } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, then, yes)?];
                forms.join(yes, parts)
            }
            Node::CellOr { location, mask, other } => {
                let parts = [self.cell(forms, location, mask, yes)?, self.test(forms, other, yes)?];
                forms.join(!yes, parts)
            }
            Node::CellsIn { start, end, mask } | Node::AnyIn { start, end, mask } => {
                let cells = &code.cells[start as usize..end as usize];
                let parts =
                    cells.iter().map(|&cell| self.cell(forms, cell, mask, yes)).collect::<FormResult<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::CellsIn { .. }) == yes, parts)
            }
            Node::All(list) | Node::Any(list) => {
                let list = code.operands(list);
                let parts = list.iter().map(|&part| self.test(forms, part, yes)).collect::<FormResult<Vec<_>>>()?;
                forms.join(matches!(code[id], Node::All(_)) == yes, parts)
            }
            Node::Not(inner) => self.test(forms, inner, !yes),
            Node::If { condition, yes: one, no: other } => {
                let condition = (self.test(forms, condition, true)?, self.test(forms, condition, false)?);
                let (one, other) = (self.test(forms, one, yes)?, self.test(forms, other, yes)?);
                forms.conditional_truth(condition, one, other)
            }
            Node::FirstOnRay { ray } => {
                let ray = &code.rays[ray as usize];
                let (stop, good) = (self.map.kind_mask(ray.stop), self.map.kind_mask(ray.yes));
                let good = if yes { good } else { stop & !good };
                let cells = ray.cells.iter().map(|&cell| self.map.place(cell).index() as u64);
                let data: Vec<u64> = [stop, good, u64::from(ray.end == yes)].into_iter().chain(cells).collect();
                forms.intern(Tag::FirstOnRay, &data, &[])
            }
            Node::KindIn { element, mask } => {
                let mask = self.map.kind_mask(mask);
                let mask = if yes { mask } else { forms.full & !mask };
                forms.intern(Tag::KindIn, &[self.map.element(element).index() as u64, mask], &[])
            }
            Node::Shared { id: shared, .. } => self.test(forms, code.shared[shared as usize], yes),
            Node::Switch(list) => self.switch(forms, code.operands(list), Reading::Truth(yes)),
            Node::Cell { location, table } => {
                let kinds = self.code.tables[table.0 as usize].iter().enumerate();
                let there = kinds.filter(|(_, value)| **value == Value::Bool(true));
                let mask = there.fold(0, |mask, (kind, _)| mask | 1 << kind);
                self.cell(forms, location, mask, yes)
            }
            _ => {
                let value = self.value(forms, id, Role::Plain)?;
                if yes { Ok(value) } else { forms.intern(Tag::Not, &[], &[value]) }
            }
        }
    }

    /// Form of a switch over a location: the selector, then an arm for no location, then an arm for each location.
    pub(super) fn switch(&mut self, forms: &mut FormTable, operands: &[NodeId], wanted: Reading) -> FormResult {
        let (&place, arms) = operands.split_first().ok_or(Unsupported("an empty choice"))?;
        let mut parts = vec![self.value(forms, place, Role::Plain)?; operands.len()];
        for (index, &arm) in arms.iter().enumerate() {
            let at = index.checked_sub(1).map_or(0, |place| self.map.places[place].index() + 1);
            parts[at + 1] = match wanted {
                Reading::Value(role) => self.value(forms, arm, role)?,
                Reading::Truth(yes) => self.test(forms, arm, yes)?,
            };
        }
        forms.intern(Tag::Switch, &[], &parts)
    }

    /// Form of the value of a node.
    pub(super) fn value(&mut self, forms: &mut FormTable, id: NodeId, role: Role) -> FormResult {
        self.memoized((id, Reading::Value(role)), |reader| reader.make_value(forms, id, role))
    }
}
