//! Which elements and locations a rule does not tell apart.
//! Only variables that some expression reads make a difference; what differs in none is compiled once.

use rustc_hash::FxHashMap;

use crate::ids::{ExprId, VarId};
use crate::rules::{Expr, Part, RuleSet};

/// A set of variables.
#[derive(Clone, Debug)]
pub(super) struct Variables(Vec<bool>);

impl Variables {
    /// Those that these expressions read, and all that they call.
    pub(super) fn read_by(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        Self::found_in(rules, exprs, |expr, set| match expr {
            Expr::Var(variable) => set[variable.index()] = true,
            Expr::Template(parts) => {
                for part in parts {
                    if let Part::Var(variable) = part {
                        set[variable.index()] = true;
                    }
                }
            }
            _ => {}
        })
    }

    /// Those that `note` puts into the set for any part of these expressions and of what they call.
    pub(super) fn found_in(rules: &RuleSet, exprs: &[ExprId], mut note: impl FnMut(&Expr, &mut Vec<bool>)) -> Self {
        let mut set = vec![false; rules.variables.len()];
        let mut followed = vec![false; rules.functions.len()];
        let mut queue = exprs.to_vec();
        while let Some(id) = queue.pop() {
            let expr = &rules.exprs[id];
            note(expr, &mut set);
            if let Expr::Call(function, _) = expr
                && !std::mem::replace(&mut followed[function.index()], true)
            {
                queue.extend(&rules.functions[function.index()].body);
            }
            queue.extend(expr.parts());
        }
        Self(set)
    }

    pub(super) fn has(&self, variable: VarId) -> bool {
        self.0[variable.index()]
    }

    /// Those that patterns bind.
    pub(super) fn bound_by<'a>(rules: &RuleSet, bindings: impl Iterator<Item = &'a Vec<(VarId, i32)>>) -> Self {
        let mut set = vec![false; rules.variables.len()];
        for (variable, _) in bindings.flatten() {
            set[variable.index()] = true;
        }
        Self(set)
    }

    pub(super) fn add(&mut self, variable: VarId) {
        self.0[variable.index()] = true;
    }

    /// Those in either.
    pub(super) fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| *one || *other).collect())
    }

    /// Those that are not in the other.
    pub(super) fn except(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| *one && !*other).collect())
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = VarId> {
        self.0.iter().enumerate().filter(|(_, there)| **there).map(|(index, _)| VarId::new(index))
    }

    pub(super) fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| *one && *other)
    }

    /// The bindings of these variables among some.
    pub(super) fn of(&self, bindings: &[(VarId, i32)]) -> Vec<(VarId, i32)> {
        bindings.iter().copied().filter(|(variable, _)| self.has(*variable)).collect()
    }
}

/// Things sorted into groups by what tells them apart.
#[derive(Debug)]
pub(super) struct Groups<Id> {
    /// In the order of the rule's pattern.
    pub(super) members: Vec<(Id, u32)>,
    /// By group: what its members bind, of what is read, and its first member.
    pub(super) groups: Vec<Group<Id>>,
}

#[derive(Debug)]
pub(super) struct Group<Id> {
    pub(super) bindings: Vec<(VarId, i32)>,
    pub(super) first: Id,
    pub(super) size: usize,
}

impl<Id: Copy> Groups<Id> {
    /// Groups by the bindings of `read` variables and by `class`.
    pub(super) fn new(found: &[(Id, Vec<(VarId, i32)>)], read: &Variables, mut class: impl FnMut(Id) -> u32) -> Self {
        let mut known: FxHashMap<(Vec<(VarId, i32)>, u32), u32> = FxHashMap::default();
        let mut groups: Vec<Group<Id>> = Vec::new();
        let members = found.iter().map(|(id, bindings)| {
            let bindings = read.of(bindings);
            let group = *known.entry((bindings.clone(), class(*id))).or_insert_with(|| {
                groups.push(Group { bindings, first: *id, size: 0 });
                (groups.len() - 1) as u32
            });
            groups[group as usize].size += 1;
            (*id, group)
        });
        let members = members.collect();
        Self { members, groups }
    }
}
