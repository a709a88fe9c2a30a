//! Combinations of the `for` clause of a rule: from the number of the combination in the key of a move to the values of the
//! variables. The listing of all combinations is in [`super::candidates`].

use boardwright_game::ids::VarId;
use boardwright_jit::{Arg, Binary, Var};

use super::candidates::PlayerRule;
use super::generator::{Generated, Generator};
use super::values::{ListKind, Number, Set, Value};
use crate::Unsupported;

/// Variables of the search for the combination of the `for` clause with a number.
#[derive(Clone, Copy)]
struct CombinationSearch<'b> {
    /// Number of combinations before the one that is searched for.
    left: Var,
    /// 1 once the combination is found, else 0.
    found: Var,
    /// By set of the `for` clause: its member in the combination.
    slots: &'b [Var],
}

impl<'a> Generator<'a> {
    /// Binds the variables of the `for` clause for the combination of a move.
    pub(super) fn with_combination(
        &mut self,
        rule: &PlayerRule<'a>,
        needs_for: bool,
        for_index: Arg,
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        if !needs_for {
            return then(self);
        }
        // Sets of constants: the members from tables by the number of the combination.
        let mut sets: Vec<(VarId, Vec<Value>)> = Vec::new();
        for &(variable, set) in &rule.rule.for_each {
            let (code, set) = self.nested(|g| g.set(set))?;
            let members = match set {
                Set::Members(members) if code.is_empty() && members.iter().all(Value::is_constant) => members,
                Set::Range(first, last) if code.is_empty() => match (first.known(), last.known()) {
                    (Some(first), Some(last)) => (first..=last).map(Value::number).collect(),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            if members.is_empty() {
                return self.count_combinations(rule, 0, for_index, then);
            }
            sets.push((variable, members));
        }
        let total: usize = sets.iter().map(|(_, members)| members.len()).product();
        if total > 4096 {
            return self.count_combinations(rule, 0, for_index, then);
        }
        let mut stride = total;
        for (variable, members) in sets {
            stride /= members.len();
            let number_of = |for_index: usize| for_index / stride % members.len();
            let words: Option<Vec<i64>> = members
                .iter()
                .map(|member| match member {
                    Value::Number(number) => number.known(),
                    Value::Thing(_, Arg::Word(word)) | Value::Bool(Arg::Word(word)) => Some(*word as i64),
                    _ => None,
                })
                .collect();
            let Some(words) = words else { return self.count_combinations(rule, 0, for_index, then) };
            let least = words.iter().copied().min().unwrap_or(0);
            let table: Vec<i64> = (0..total).map(|for_index| words[number_of(for_index)] - least).collect();
            let word = self.lookup_number(&table, for_index);
            let word = self.op(Binary::Add, word, least as u64);
            let value = match &members[0] {
                Value::Thing(kind, _) => Value::Thing(*kind, word),
                Value::Bool(_) => Value::Bool(word),
                _ => Value::Number(Number { arg: word, least, most: words.iter().copied().max().unwrap_or(0) }),
            };
            self.env[variable.index()] = Some(value);
        }
        then(self)
    }

    /// The same by counting combinations.
    fn count_combinations(
        &mut self,
        rule: &PlayerRule<'a>,
        number: usize,
        for_index: Arg,
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        let left = self.variable(for_index);
        // The values are found first, so that what follows is written once.
        let sets: Vec<VarId> = rule.rule.for_each[number..].iter().map(|(variable, _)| *variable).collect();
        let slots: Vec<Var> = sets.iter().map(|_| self.variable(0)).collect();
        let found = self.variable(0);
        let search = CombinationSearch { left, found, slots: &slots };
        let mut kinds: Vec<Option<ListKind>> = vec![None; sets.len()];
        self.find_combination(rule, 0, search, &mut kinds)?;
        let none = self.negate(found.into());
        self.fault_if(none);
        if kinds.iter().any(Option::is_none) {
            // A set without members: the rule has no moves, and the fault above ends the call.
            self.fault_if(Arg::Word(1));
            return Ok(());
        }
        for ((variable, slot), kind) in sets.iter().zip(&slots).zip(kinds.into_iter().flatten()) {
            self.env[variable.index()] = Some(kind.value((*slot).into()));
        }
        then(self)
    }

    /// Loops over the sets of the `for` clause from the one with this number on, until the combination is found.
    fn find_combination(
        &mut self,
        rule: &PlayerRule<'a>,
        number: usize,
        search: CombinationSearch<'_>,
        kinds: &mut [Option<ListKind>],
    ) -> Generated<()> {
        let CombinationSearch { left, found, slots } = search;
        let Some(&(variable, set)) = rule.rule.for_each.get(number) else {
            let here = self.equal(left, 0);
            self.board.w.set(found, here);
            let less = self.op(Binary::Sub, left, 1);
            self.board.w.set(left, less);
            return Ok(());
        };
        let set = self.set(set)?;
        self.iterate(&set, Some(found), &mut |g, member| {
            let word = member.word().ok_or(Unsupported("a `for` clause over sets of sets"))?;
            g.board.w.set(slots[number], word);
            let kind = match &member {
                Value::Thing(kind, _) => ListKind::Thing(*kind),
                Value::Number(number) => ListKind::Number { least: number.least, most: number.most },
                _ => return Err(Unsupported("a `for` clause over other things than numbers and things")),
            };
            kinds[number] = Some(match (kinds[number], kind) {
                (Some(ListKind::Number { least: a, most: b }), ListKind::Number { least: c, most: d }) => {
                    ListKind::Number { least: a.min(c), most: b.max(d) }
                }
                (_, kind) => kind,
            });
            g.with_variable(variable, member, |g| g.find_combination(rule, number + 1, search, kinds))
        })
    }
}
