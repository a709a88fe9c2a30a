//! Equivalence classes (groups) of the elements and locations of a rule. Members of a class agree in all variables that
//! some expression reads, so they share compiled code.

use rustc_hash::FxHashMap;

use boardwright_game::ids::{ExprId, VarId};
use boardwright_rules::{Expr, RuleSet, TextPart};

/// A set of variables, as one flag per variable.
#[derive(Clone, Debug)]
pub(crate) struct Variables(Vec<bool>);

impl Variables {
    /// The variables that expressions read, including the bodies of the named expressions that they call.
    pub(crate) fn read_by(rules: &RuleSet, exprs: &[ExprId]) -> Self {
        Self::collect(rules, exprs, |expr, set| match expr {
            Expr::Var(variable) => set[variable.index()] = true,
            Expr::Template(parts) => {
                for part in parts {
                    if let TextPart::Var(variable) = part {
                        set[variable.index()] = true;
                    }
                }
            }
            _ => {}
        })
    }

    /// The variables that `note` collects over all subexpressions, including the bodies of called named expressions.
    pub(crate) fn collect(rules: &RuleSet, exprs: &[ExprId], mut note: impl FnMut(&Expr, &mut Vec<bool>)) -> Self {
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
            queue.extend(expr.operands());
        }
        Self(set)
    }

    pub(crate) fn contains(&self, variable: VarId) -> bool {
        self.0[variable.index()]
    }

    /// The variables that patterns bind.
    pub(crate) fn bound_by<'a>(rules: &RuleSet, bindings: impl Iterator<Item = &'a Vec<(VarId, i32)>>) -> Self {
        let mut set = vec![false; rules.variables.len()];
        for (variable, _) in bindings.flatten() {
            set[variable.index()] = true;
        }
        Self(set)
    }

    pub(crate) fn insert(&mut self, variable: VarId) {
        self.0[variable.index()] = true;
    }

    /// The union of two sets.
    pub(crate) fn union(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| *one || *other).collect())
    }

    /// The difference of two sets.
    pub(crate) fn difference(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(one, other)| *one && !*other).collect())
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = VarId> {
        self.0.iter().enumerate().filter(|(_, there)| **there).map(|(index, _)| VarId::new(index))
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.0.contains(&true)
    }

    pub(crate) fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| *one && *other)
    }

    /// The bindings of the variables in this set.
    pub(crate) fn restrict(&self, bindings: &[(VarId, i32)]) -> Vec<(VarId, i32)> {
        bindings.iter().copied().filter(|(variable, _)| self.contains(*variable)).collect()
    }
}

/// A partition of elements or locations into equivalence classes.
#[derive(Debug)]
pub(crate) struct Groups<Id> {
    /// Each member with its class, in the order of the rule's pattern.
    pub(crate) members: Vec<(Id, u32)>,
    /// The classes.
    pub(crate) groups: Vec<Group<Id>>,
}

#[derive(Debug)]
pub(crate) struct Group<Id> {
    pub(crate) bindings: Vec<(VarId, i32)>,
    pub(crate) first: Id,
    pub(crate) size: usize,
}

impl<Id: Copy> Groups<Id> {
    /// Partitions by the bindings of the `read` variables and by `class`.
    pub(crate) fn new(found: &[(Id, Vec<(VarId, i32)>)], read: &Variables, mut class: impl FnMut(Id) -> u32) -> Self {
        let mut known: FxHashMap<(Vec<(VarId, i32)>, u32), u32> = FxHashMap::default();
        let mut groups: Vec<Group<Id>> = Vec::new();
        let members = found.iter().map(|(id, bindings)| {
            let bindings = read.restrict(bindings);
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
