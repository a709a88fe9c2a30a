//! Effects: changes of the position.

use boardwright_game::ids::{ExprId, GlobalId, Player};
use boardwright_interpreter::globals::GlobalValue;
use boardwright_interpreter::kinds::PieceKindId;
use boardwright_jit::{Arg, Binary, Unary, Width, Writer};
use boardwright_rules::{Effect, FamilyKind, GlobalKind, Reset};

use super::generator::{Generated, Generator};
use super::scratch;
use super::values::{Number, Set, ThingKind, Value};
use crate::Unsupported;
use crate::codegen::board::KindOf;
use crate::codegen::journal::Journal;

impl Generator<'_> {
    /// Performs an effect; returns true.
    pub(super) fn effect(&mut self, effect: Effect, arguments: &[ExprId]) -> Generated<Value> {
        match (effect, arguments) {
            (Effect::Remove, [element]) => {
                let element = self.element_to_change(*element)?;
                let room = self.board.remove_element(element)?;
                let full = self.equal(room, 0);
                self.fault_if(full);
            }
            (Effect::Move, [element, to]) => {
                let element = self.element_to_change(*element)?;
                let to = self.thing(*to, ThingKind::Location)?;
                let failed = self.board.put_element(element, to)?;
                self.fault_if(failed);
            }
            (Effect::SetState | Effect::SetOwner, [element, number]) => {
                let element = self.element_to_change(*element)?;
                let number = self.number(*number)?;
                self.change_kind(effect, element, number)?;
            }
            (Effect::Permute, [from, to]) => {
                let (from, to) = (self.set(*from)?, self.set(*to)?);
                self.permute(&from, &to)?;
            }
            (Effect::SetScore, [player, points]) => {
                let (player, points) = (self.number(*player)?, self.number(*points)?);
                self.set_score(player, points)?;
            }
            (Effect::Set(global), [value]) => {
                let value = self.value(*value)?;
                self.assign(global, &value)?;
            }
            (Effect::SetMember(family), [indices @ .., value]) => {
                let rules = self.rules;
                let family = &rules.families[family];
                if family.kind != FamilyKind::Global {
                    return Err(Unsupported("an assignment to a family that is not one of variables"));
                }
                let numbers = indices.iter().map(|index| self.number(*index)).collect::<Generated<Vec<_>>>()?;
                let value = self.value(*value)?;
                self.assign_member(family, &numbers, &value)?;
            }
            _ => return Err(Unsupported("an effect with other arguments")),
        }
        Ok(Value::boolean(true))
    }

    /// The element that an effect changes, counted from 0; a fault if there is none.
    fn element_to_change(&mut self, id: ExprId) -> Generated<Arg> {
        let element = self.thing(id, ThingKind::Element)?;
        let none = self.equal(element, 0);
        self.fault_if(none);
        Ok(self.op(Binary::Sub, element, 1))
    }

    /// Gives an element, counted from 0, another owner or state.
    pub(super) fn change_kind(&mut self, effect: Effect, element: Arg, number: Number) -> Generated<()> {
        let kinds = &self.layout.kinds;
        let most = if effect == Effect::SetOwner {
            self.layout.player_count as i64
        } else {
            self.rules.element_types.iter().map(|kind| i64::from(kind.states)).max().unwrap_or(1)
        };
        let first = i64::from(effect == Effect::SetState);
        // By number and old kind: the new kind plus 1, 0 where there is none.
        let mut table = Vec::new();
        for wanted in first..=most {
            for (_, old) in kinds.iter() {
                let mut new = old;
                let possible = if effect == Effect::SetOwner {
                    new.owner = Player::new(wanted as usize);
                    true
                } else {
                    new.state = wanted as u16;
                    wanted <= i64::from(self.rules.element_types[new.element_type.index()].states)
                };
                let found = if possible { kinds.find(new) } else { None };
                table.push(found.map_or(0, |PieceKindId(id)| id + 1));
            }
        }
        let count = kinds.len() as u64;
        let from_first = self.op(Binary::Sub, number.arg, first as u64);
        if number.least < first || number.most > most {
            let inside = self.op(Binary::UnsignedLess, from_first, (most - first + 1) as u64);
            let outside = self.negate(inside);
            self.fault_if(outside);
        }
        let old = self.board.kind(element);
        let row = self.op(Binary::Mul, from_first, count);
        let at = self.op(Binary::Add, row, old);
        let new = self.lookup(&table, at);
        if table.contains(&0) {
            let impossible = self.equal(new, 0);
            self.fault_if(impossible);
        }
        let new = self.op(Binary::Sub, new, 1);
        self.board.set_kind_of(element, old, new)
    }

    /// Moves what stands on each location of a set to the location at the same place of another set, all at once.
    fn permute(&mut self, from: &Set, to: &Set) -> Generated<()> {
        const MAX_PLACES: usize = 40;
        let places = |set: &Set| -> Generated<Vec<Arg>> {
            let Set::Members(members) = set else { return Err(Unsupported("PERMUTE of sets known only at run time")) };
            let place = |member: &Value| match member {
                Value::Thing(ThingKind::Location, word) => Ok(*word),
                _ => Err(Unsupported("PERMUTE of other things than locations")),
            };
            members.iter().map(place).collect()
        };
        let (from, to) = (places(from)?, places(to)?);
        if from.len() != to.len() || from.len() > MAX_PLACES {
            return Err(Unsupported("PERMUTE of sets of different or large sizes"));
        }
        // Both sets must have the same members, all different and none of them null.
        for (index, &place) in from.iter().enumerate() {
            let null = self.equal(place, 0);
            self.fault_if(null);
            let mut found = Arg::Word(0);
            for &other in &to {
                let same = self.equal(place, other);
                found = self.or(found, same);
            }
            let missing = self.negate(found);
            self.fault_if(missing);
            for &earlier in &from[..index] {
                let same = self.equal(place, earlier);
                self.fault_if(same);
            }
        }
        let contents: Vec<Arg> = from.iter().map(|&place| self.content_of(place)).collect();
        for (&place, &content) in from.iter().zip(&contents) {
            self.when(content, |g| {
                let element = g.op(Binary::Sub, content, 1);
                let at = g.op(Binary::Sub, place, 1);
                let kind = KindOf::Computed(g.board.kind(element));
                g.board.take_off(element, at, kind);
                Ok(())
            })?;
        }
        for (&place, &content) in to.iter().zip(&contents) {
            self.when(content, |g| {
                let element = g.op(Binary::Sub, content, 1);
                let at = g.op(Binary::Sub, place, 1);
                let kind = KindOf::Computed(g.board.kind(element));
                g.board.bring_in(element, at, kind, None);
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Sets the score of a player.
    pub(super) fn set_score(&mut self, player: Number, points: Number) -> Generated<()> {
        if let Some(known) = player.known() {
            let player = usize::try_from(known).ok().and_then(Player::new);
            let player = player.filter(|player| player.number() <= self.layout.player_count);
            return match player {
                Some(player) => self.board.set_score(player, points.arg),
                None => {
                    self.fault_if(Arg::Word(1));
                    Ok(())
                }
            };
        }
        let mut found = Arg::Word(0);
        for candidate in self.layout.players() {
            let here = self.equal(player.arg, candidate.number() as u64);
            found = self.or(found, here);
            self.when(here, |g| g.board.set_score(candidate, points.arg))?;
        }
        let nobody = self.negate(found);
        self.fault_if(nobody);
        Ok(())
    }

    /// Assigns a value to a variable.
    fn assign(&mut self, id: GlobalId, value: &Value) -> Generated<()> {
        match (self.rules.globals[id.index()].kind, value) {
            (GlobalKind::Int { least, most }, Value::Number(number)) => {
                self.check_bounds(*number, i64::from(least), i64::from(most));
                self.board.set_global(id, number.arg)
            }
            (GlobalKind::Bool, Value::Bool(word))
            | (GlobalKind::Element, Value::Thing(ThingKind::Element, word))
            | (GlobalKind::Location, Value::Thing(ThingKind::Location, word)) => self.board.set_global(id, *word),
            (kind @ (GlobalKind::Elements | GlobalKind::Locations), Value::Set(set)) => {
                let wanted = if kind == GlobalKind::Elements { ThingKind::Element } else { ThingKind::Location };
                let words = match set {
                    Set::Members(members) if members.is_empty() => vec![Arg::Word(0); self.words_of(wanted)],
                    set => match self.bits_without_null(set)? {
                        Some((found, words)) if found == wanted => words,
                        _ => return Err(Unsupported("an assignment of a set of other things")),
                    },
                };
                self.assign_set(id, wanted, &words)
            }
            _ => Err(Unsupported("an assignment of a value of another type")),
        }
    }

    /// A fault where a number is out of bounds.
    fn check_bounds(&mut self, number: Number, least: i64, most: i64) {
        if number.least < least {
            let below = self.op(Binary::SignedLess, number.arg, least as u64);
            self.fault_if(below);
        }
        if number.most > most {
            let above = self.op(Binary::SignedLess, most as u64, number.arg);
            self.fault_if(above);
        }
    }

    /// Assigns a number to a member of a family of variables.
    fn assign_member(
        &mut self,
        family: &boardwright_rules::Family,
        indices: &[Number],
        value: &Value,
    ) -> Generated<()> {
        let known: Option<Vec<i32>> = indices.iter().map(|index| index.known().map(|index| index as i32)).collect();
        if let Some(known) = known {
            return match family.member(&known) {
                Some(member) => self.assign(GlobalId(member), value),
                None => {
                    self.fault_if(Arg::Word(1));
                    Ok(())
                }
            };
        }
        // The members one after another.
        let mut found = Arg::Word(0);
        for (which, member) in &family.members {
            let mut here = Arg::Word(1);
            for (index, known) in indices.iter().zip(which) {
                let same = if i64::from(*known) < index.least || i64::from(*known) > index.most {
                    Arg::Word(0)
                } else {
                    self.equal(index.arg, i64::from(*known) as u64)
                };
                here = self.and(here, same);
            }
            found = self.or(found, here);
            self.when(here, |g| g.assign(GlobalId(*member), value))?;
        }
        let none = self.negate(found);
        self.fault_if(none);
        Ok(())
    }

    /// Assigns a set to a variable.
    fn assign_set(&mut self, id: GlobalId, kind: ThingKind, words: &[Arg]) -> Generated<()> {
        let offset = self.layout.globals[id.index()];
        let bytes = self.members_of(kind).div_ceil(8);
        let counts = !self.layout.element_globals.contains(&id);
        if counts {
            let part = self.board.set_key(id, offset, bytes);
            let part = self.op(Binary::Sub, 0, part);
            self.board.add_key(part);
        }
        for (index, &word) in words.iter().enumerate() {
            let mut at = 8 * index;
            let mut left = bytes.saturating_sub(at).min(8);
            let mut rest = word;
            while left > 0 {
                let (width, step) = match left {
                    8 => (Width::Eight, 8),
                    4..8 => (Width::Four, 4),
                    2 | 3 => (Width::Two, 2),
                    _ => (Width::Byte, 1),
                };
                self.board.write(width, 0, offset + at, rest);
                if step < 8 {
                    rest = self.op(Binary::ShiftRight, rest, 8 * step as u64);
                }
                at += step;
                left -= step;
            }
        }
        if counts {
            let part = self.board.set_key(id, offset, bytes);
            self.board.add_key(part);
        }
        Ok(())
    }

    /// Gives variables that are reset at this time their initial values.
    pub(super) fn reset(&mut self, time: Reset) -> Generated<()> {
        let rules = self.rules;
        for (index, global) in rules.globals.iter().enumerate().filter(|(_, global)| global.reset == time) {
            let id = GlobalId::new(index);
            let bits = |g: &Self, kind, members: Vec<usize>| {
                let mut words = vec![0_u64; g.words_of(kind)];
                members.into_iter().for_each(|member| words[member / 64] |= 1 << (member % 64));
                words.into_iter().map(Arg::Word).collect::<Vec<_>>()
            };
            match &global.initial {
                GlobalValue::Elements(members) => {
                    let words = bits(self, ThingKind::Element, members.iter().map(|member| member.index()).collect());
                    self.assign_set(id, ThingKind::Element, &words)?;
                }
                GlobalValue::Locations(members) => {
                    let words = bits(self, ThingKind::Location, members.iter().map(|member| member.index()).collect());
                    self.assign_set(id, ThingKind::Location, &words)?;
                }
                _ => self.board.reset_global(id)?,
            }
        }
        Ok(())
    }

    /// Passes the turn to a player.
    pub(super) fn pass_turn(&mut self, from: Player, to: Player) -> Generated<()> {
        self.board.set_mover(Some(from), to);
        if self.moves_chance {
            self.set_chance_next(false);
        }
        self.count_turn();
        if from != to {
            self.reset(Reset::Turn)?;
        }
        Ok(())
    }

    /// Increments the number of the turn.
    pub(super) fn count_turn(&mut self) {
        if let Some(offset) = self.layout.turn_number {
            let low = self.board.w.load(self.board.state, Width::Four, 0, offset);
            let next = self.op(Binary::Add, low, 1);
            let (old, new) = (self.board.turn_key(low), self.board.turn_key(next));
            let part = self.op(Binary::Sub, new, old);
            self.board.add_key(part);
            self.board.write(Width::Four, 0, offset, next);
        }
    }

    // Taking changes back.

    /// The journal in scratch memory.
    pub(super) fn journal(&self) -> Journal {
        Journal { memory: self.scratch, top: scratch::JOURNAL_TOP, entries: scratch::JOURNAL }
    }

    /// Begins to note changes; returns the present end of the journal.
    pub(super) fn begin_journal(&mut self) -> Generated<Arg> {
        self.board.keep_journal(Some(self.journal()))?;
        Ok(self.board.w.load(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP))
    }

    /// Takes the changes back that were noted since the journal had this end.
    pub(super) fn take_back(&mut self, mark: Arg) -> Generated<()> {
        let top = self.board.w.load(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP);
        let over = self.op(Binary::UnsignedLess, scratch::JOURNAL_BYTES as u64 - 16, top);
        self.fault_if(over);
        let at = self.variable(top);
        let body = self.nested_loop(|g| {
            let end = g.equal(at, mark);
            g.board.w.if_then(end, Writer::break_loop);
            let entry = g.op(Binary::Sub, at, 16);
            g.board.w.set(at, entry);
            let address = g.board.w.load(g.scratch, Width::Eight, entry, scratch::JOURNAL);
            let old = g.board.w.load(g.scratch, Width::Eight, entry, scratch::JOURNAL + 8);
            g.board.w.store(g.board.state, Width::Eight, address, 0, old);
            Ok(())
        })?;
        self.board.w.write_loop(body);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::JOURNAL_TOP, mark);
        Ok(())
    }

    /// Adds points to the score of a player; the sum wraps at 32 bits.
    pub(super) fn add_score(&mut self, player: Number, points: Number) -> Generated<()> {
        for candidate in self.layout.players() {
            let here = self.equal(player.arg, candidate.number() as u64);
            self.when(here, |g| {
                let old = g.board.score(candidate);
                let sum = g.op(Binary::Add, old, points.arg);
                let sum = g.board.w.unary(Unary::SignExtend32, sum);
                g.board.set_score(candidate, sum)
            })?;
        }
        Ok(())
    }
}
