//! Members of families, and variables that outlive moves.

use boardwright_game::ids::{ExprId, FamilyId, GlobalId};
use boardwright_jit::{Arg, Binary, Unary, Width};
use boardwright_rules::{Family, FamilyKind, GlobalKind};

use super::generator::{Generated, Generator};
use super::values::{ListKind, Number, Set, ThingKind, Value};
use crate::Unsupported;

impl Generator<'_> {
    /// Member of a family, or all members if an index is a set.
    pub(super) fn member(&mut self, family: FamilyId, indices: &[ExprId]) -> Generated<Value> {
        let rules = self.rules;
        let family = &rules.families[family];
        let values = indices.iter().map(|index| self.value(*index)).collect::<Generated<Vec<_>>>()?;
        let has_set = values.iter().any(|value| matches!(value, Value::Set(_)));
        let mut fixed: Vec<Option<Vec<i64>>> = Vec::new();
        for value in &values {
            let known = super::candidates::known_numbers(value);
            if known.is_none() && matches!(value, Value::Set(_)) {
                return self.filtered_members(family, &values);
            }
            fixed.push(known);
        }
        let matching = |which: &[i32], dynamic: Option<&[i64]>| {
            let mut dynamic = dynamic.into_iter().flatten();
            which.len() == fixed.len()
                && which.iter().zip(&fixed).all(|(&index, wanted)| match wanted {
                    Some(wanted) => wanted.contains(&i64::from(index)),
                    None => dynamic.next() == Some(&i64::from(index)),
                })
        };
        if fixed.iter().all(Option::is_some) {
            let mut members: Vec<u16> =
                family.members.iter().filter(|(which, _)| matching(which, Some(&[]))).map(|(_, id)| *id).collect();
            members.sort_unstable();
            members.dedup();
            if has_set {
                let values = members.into_iter().map(|member| self.family_value(family, Some(member)));
                let mut distinct: Vec<Value> = Vec::new();
                for value in values {
                    let value = value?;
                    if !distinct.iter().any(|known| known.same_constant(&value) == Some(true)) {
                        distinct.push(value);
                    }
                }
                return Ok(Value::Set(Set::Members(distinct)));
            }
            return self.family_value(family, members.first().copied());
        }
        // A row of a table for every combination of the indices that are known only at run time.
        let dynamic: Vec<(usize, Number)> = values
            .iter()
            .enumerate()
            .filter(|(place, _)| fixed[*place].is_none())
            .filter_map(|(place, value)| if let Value::Number(number) = value { Some((place, *number)) } else { None })
            .collect();
        let (row, combinations) = self.family_row(family, &dynamic)?;
        let members_of = |combination: &[i64]| {
            let mut members: Vec<u16> = family
                .members
                .iter()
                .filter(|(which, _)| matching(which, Some(combination)))
                .map(|(_, id)| *id)
                .collect();
            members.sort_unstable();
            members.dedup();
            members
        };
        let lists: Vec<Vec<u16>> = combinations.iter().map(|combination| members_of(combination)).collect();
        if !has_set {
            let ids: Vec<u16> =
                [0].into_iter().chain(lists.iter().map(|list| list.first().map_or(0, |id| id + 1))).collect();
            let word = self.lookup(&ids, row);
            return self.family_value_at(family, word, &ids);
        }
        let kind =
            family_kind(family.kind).ok_or(Unsupported("sets of variables by indices known only at run time"))?;
        match kind {
            ThingKind::Element | ThingKind::Location => {
                let words = self.words_of(kind);
                let mut rows = vec![vec![0_u64; words]];
                for list in &lists {
                    let mut bits = vec![0; words];
                    list.iter().for_each(|id| bits[usize::from(*id) / 64] |= 1 << (id % 64));
                    rows.push(bits);
                }
                Ok(Value::Set(Set::Bits(kind, self.lookup_set(&rows, row))))
            }
            _ => {
                let most = lists.iter().map(Vec::len).max().unwrap_or(0);
                let mut words = vec![0_u16; most + 1];
                for list in &lists {
                    words.push(list.len() as u16);
                    words.extend(list.iter().map(|id| id + 1));
                    words.extend(std::iter::repeat_n(0, most - list.len()));
                }
                let memory = self.table(words.into_iter().flat_map(u16::to_le_bytes).collect());
                let start = self.op(Binary::Mul, row, 2 * (most as u64 + 1));
                let count = self.board.w.load(memory, Width::Two, start, 0);
                let start = self.op(Binary::Add, start, 2);
                Ok(Value::Set(Set::Table { kind: ListKind::Thing(kind), memory, start, count, most }))
            }
        }
    }

    /// The members of a family whose indices are in sets that are known only at run time, tested one by one.
    fn filtered_members(&mut self, family: &Family, values: &[Value]) -> Generated<Value> {
        const MAX_MEMBERS: usize = 1024;
        let Some(kind @ (ThingKind::Element | ThingKind::Location)) = family_kind(family.kind) else {
            return Err(Unsupported("members other than elements and locations by a set known only at run time"));
        };
        if family.members.len() > MAX_MEMBERS {
            return Err(Unsupported("a large family by a set that is known only at run time"));
        }
        // By place and index: whether the index is accepted.
        let mut accepted: Vec<Vec<(i32, Arg)>> = vec![Vec::new(); values.len()];
        let mut words = vec![Arg::Word(0); self.words_of(kind)];
        for (which, member) in &family.members {
            if which.len() != values.len() {
                continue;
            }
            let mut fits = Arg::Word(1);
            for (place, &index) in which.iter().enumerate() {
                let known = accepted[place].iter().find(|(known, _)| *known == index).map(|(_, flag)| *flag);
                let flag = match known {
                    Some(flag) => flag,
                    None => {
                        let number = Value::number(i64::from(index));
                        let flag = match &values[place] {
                            Value::Set(set) => self.contains(set, &number)?,
                            single => self.same(single, &number)?,
                        };
                        accepted[place].push((index, flag));
                        flag
                    }
                };
                fits = self.and(fits, flag);
            }
            let (word, bit) = (usize::from(*member) / 64, u64::from(*member) % 64);
            let part = self.op(Binary::ShiftLeft, fits, bit);
            words[word] = self.or(words[word], part);
        }
        Ok(Value::Set(Set::Bits(kind, words)))
    }

    /// Row of a table by indices that are known only at run time: 0 if one of them is out of range, else the number of the
    /// combination plus 1. Returns the combinations in order too.
    fn family_row(&mut self, family: &Family, dynamic: &[(usize, Number)]) -> Generated<(Arg, Vec<Vec<i64>>)> {
        const MAX_ROWS: i64 = 1 << 15;
        let mut row = Arg::Word(0);
        let mut inside = Arg::Word(1);
        let mut combinations: Vec<Vec<i64>> = vec![Vec::new()];
        let mut total = 1;
        for (place, number) in dynamic {
            let indices =
                family.members.iter().filter_map(|(which, _)| which.get(*place)).map(|index| i64::from(*index));
            let bounds = indices.fold(None, |bounds: Option<(i64, i64)>, index| {
                Some(bounds.map_or((index, index), |(least, most)| (least.min(index), most.max(index))))
            });
            let Some((least, most)) = bounds else { return Ok((Arg::Word(0), Vec::new())) };
            let count = most - least + 1;
            total *= count;
            if total > MAX_ROWS {
                return Err(Unsupported("a family with indices of a wide range"));
            }
            let at = self.op(Binary::Sub, number.arg, least as u64);
            if number.least < least || number.most > most {
                let fits = self.op(Binary::UnsignedLess, at, count as u64);
                inside = self.and(inside, fits);
            }
            row = self.op(Binary::Mul, row, count as u64);
            row = self.op(Binary::Add, row, at);
            combinations = combinations
                .iter()
                .flat_map(|first| (least..=most).map(move |index| [&first[..], &[index]].concat()))
                .collect();
        }
        let row = self.op(Binary::Add, row, 1);
        Ok((self.board.w.select(inside, row, 0), combinations))
    }

    /// Value of a family member that is known.
    fn family_value(&mut self, family: &Family, member: Option<u16>) -> Generated<Value> {
        if let (FamilyKind::Global, Some(member)) = (family.kind, member) {
            return self.global(GlobalId(member));
        }
        match family.thing(member) {
            Some(thing) => Ok(super::expressions::thing_value(thing)),
            None => {
                self.fault_if(Arg::Word(1));
                Ok(Value::Never)
            }
        }
    }

    /// Value of the family member with this id plus 1; `possible` are the ids, plus 1, that occur.
    fn family_value_at(&mut self, family: &Family, word: Arg, possible: &[u16]) -> Generated<Value> {
        if let Some(kind) = family_kind(family.kind) {
            if kind == ThingKind::Relation {
                let none = self.equal(word, 0);
                self.fault_if(none);
            }
            return Ok(Value::Thing(kind, word));
        }
        let none = self.equal(word, 0);
        self.fault_if(none);
        let offsets = self.global_offsets(possible)?;
        let at = self.lookup(&offsets, word);
        let low = self.board.w.load(self.board.state, Width::Four, at, 0);
        let arg = self.board.w.unary(Unary::SignExtend32, low);
        let bounds = possible.iter().filter_map(|id| id.checked_sub(1)).filter_map(|id| {
            match self.rules.globals[usize::from(id)].kind {
                GlobalKind::Int { least, most } => Some((i64::from(least), i64::from(most))),
                _ => None,
            }
        });
        let (least, most) = bounds.reduce(|one, other| (one.0.min(other.0), one.1.max(other.1))).unwrap_or((0, 0));
        Ok(Value::Number(Number { arg, least, most }))
    }

    /// By id of a variable plus 1: offset of the number that it holds.
    pub(super) fn global_offsets(&self, possible: &[u16]) -> Generated<Vec<u16>> {
        let is_number = |id: u16| matches!(self.rules.globals[usize::from(id)].kind, GlobalKind::Int { .. });
        if !possible.iter().filter_map(|id| id.checked_sub(1)).all(is_number) {
            return Err(Unsupported("variables other than numbers by indices known only at run time"));
        }
        Ok([0].into_iter().chain(self.layout.globals.iter().map(|offset| *offset as u16)).collect())
    }

    /// Value of a variable.
    pub(super) fn global(&mut self, id: GlobalId) -> Generated<Value> {
        let kind = self.rules.globals[id.index()].kind;
        if let GlobalKind::Elements | GlobalKind::Locations = kind {
            let kind = if kind == GlobalKind::Elements { ThingKind::Element } else { ThingKind::Location };
            let offset = self.layout.globals[id.index()];
            let bytes = self.members_of(kind).div_ceil(8);
            let words = self.words_of(kind);
            let load = |word: usize| {
                let here = bytes.saturating_sub(8 * word).min(8);
                self.load_bytes(offset + 8 * word, here)
            };
            return Ok(Value::Set(Set::Bits(kind, (0..words).map(load).collect())));
        }
        let word = self.board.global(id)?;
        Ok(match kind {
            GlobalKind::Int { least, most } => {
                Value::Number(Number { arg: word, least: i64::from(least), most: i64::from(most) })
            }
            GlobalKind::Bool => Value::Bool(word),
            GlobalKind::Element => Value::Thing(ThingKind::Element, word),
            _ => Value::Thing(ThingKind::Location, word),
        })
    }

    /// Loads up to eight bytes of the state as a word.
    fn load_bytes(&mut self, offset: usize, bytes: usize) -> Arg {
        match bytes {
            0 => Arg::Word(0),
            8 => self.board.w.load(self.board.state, Width::Eight, 0, offset),
            _ => {
                // The state has a word of padding at its end.
                let word = self.board.w.load(self.board.state, Width::Eight, 0, offset);
                self.and(word, (1 << (8 * bytes)) - 1)
            }
        }
    }
}

/// Kind of the things of a family; `None` for variables.
fn family_kind(kind: FamilyKind) -> Option<ThingKind> {
    Some(match kind {
        FamilyKind::Element => ThingKind::Element,
        FamilyKind::Location => ThingKind::Location,
        FamilyKind::ElementType => ThingKind::ElementType,
        FamilyKind::LocationType => ThingKind::LocationType,
        FamilyKind::Direction => ThingKind::Direction,
        FamilyKind::Relation => ThingKind::Relation,
        FamilyKind::Global => return None,
    })
}
