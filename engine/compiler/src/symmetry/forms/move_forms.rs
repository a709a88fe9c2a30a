//! Normal forms of whole moves: condition, effects, and the end tests that follow.
//! [`proof`](super::proof) compares sources and targets.

use rustc_hash::FxHashMap;

use crate::tables::code::NodeId;
use crate::tables::targets::{ALWAYS, MoveCode};
use crate::tables::{AwardCode, CompiledRules, MakeCode, NextCode, RuleTable, TailCode};

use super::reader::{Reader, Role};
use super::{FormId, FormResult, FormTable, Tag, Unsupported};

/// Reader of the moves of a game under a map.
pub(super) struct MoveReader<'a> {
    pub(super) fast: &'a CompiledRules,
    pub(super) reader: Reader<'a>,
    conditions: FxHashMap<u32, FormId>,
    makes: FxHashMap<(u32, bool), FormId>,
    tails: FxHashMap<u32, FormId>,
}

/// Operand index, in a [`Tag::Make`] form, of the condition on the resulting position.
pub(super) const RESULT_CONDITION: usize = 4;

/// Properties of the offer of a rule table that all of its moves share.
#[derive(Clone, Copy)]
pub(super) struct OfferContext<'a> {
    pub(super) table: &'a RuleTable,
    pub(super) kinds: &'a [bool],
    pub(super) gate: Option<NodeId>,
}

impl<'a> MoveReader<'a> {
    pub(super) fn new(fast: &'a CompiledRules, reader: Reader<'a>) -> Self {
        let (conditions, makes, tails) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { fast, reader, conditions, makes, tails }
    }

    /// Form of a move: its condition and its effects.
    pub(super) fn move_form(&mut self, forms: &mut FormTable, of: OfferContext<'_>, aim: MoveCode) -> FormResult {
        let mut parts = Vec::new();
        if let Some(gate) = of.gate {
            parts.push(self.reader.test(forms, gate, true)?);
        }
        parts.push(self.condition(forms, aim.condition)?);
        let condition = forms.join(true, parts)?;
        let make = self.make(forms, aim.make, of.table.can_capture)?;
        let mut data = vec![u64::from(of.table.priority as u32), u64::from(of.table.can_capture)];
        let mut kinds = vec![0; of.kinds.len().div_ceil(64)];
        for (index, _) in of.kinds.iter().enumerate().filter(|(_, fits)| **fits) {
            let kind = usize::from(self.reader.map.kinds[index].0);
            kinds[kind / 64] |= 1 << (kind % 64);
        }
        data.extend(kinds);
        forms.intern(Tag::MoveVariant, &data, &[condition, make])
    }

    pub(super) fn condition(&mut self, forms: &mut FormTable, condition: u32) -> FormResult {
        if condition == ALWAYS {
            return forms.boolean(true);
        }
        if let Some(&known) = self.conditions.get(&condition) {
            return Ok(known);
        }
        let code = &self.fast.conditions[condition as usize];
        if code.reads_variables {
            return Err(Unsupported("conditions with variables that are bound at run time"));
        }
        self.reader.clear_variables();
        let form = self.reader.test(forms, code.node, true)?;
        self.conditions.insert(condition, form);
        Ok(form)
    }

    pub(super) fn make(&mut self, forms: &mut FormTable, index: u32, captures: bool) -> FormResult {
        if let Some(&known) = self.makes.get(&(index, captures)) {
            return Ok(known);
        }
        let make = &self.fast.makes[index as usize];
        if make.is_interpreted || make.prefer.is_some() {
            return Err(Unsupported("moves that only the interpreter can make, or with a preference"));
        }
        self.reader.clear_variables();
        let parts = self.parts_of(forms, make)?;
        let form = forms.intern(Tag::Make, &[u64::from(captures)], &parts)?;
        self.makes.insert((index, captures), form);
        Ok(form)
    }

    fn parts_of(&mut self, forms: &mut FormTable, make: &MakeCode) -> FormResult<Vec<FormId>> {
        let mut parts = Vec::new();
        for node in [make.prologue, make.followup] {
            // The prologue stores values that the awards read.
            parts.push(match node {
                Some(node) => self.reader.actions(forms, node)?,
                None => forms.intern(Tag::Seq, &[], &[])?,
            });
            if parts.len() == 1 {
                let awards = self.awards(forms, &make.awards)?;
                parts.push(forms.intern(Tag::Seq, &[], &awards)?);
            }
        }
        parts.push(match make.next {
            NextCode::Unchanged => forms.intern(Tag::Next, &[0], &[])?,
            NextCode::Chance => return Err(Unsupported("chance moves")),
            NextCode::Is(player) => {
                let player = self.reader.map.player(player).number() as u64;
                forms.intern(Tag::Next, &[player], &[])?
            }
            NextCode::Computed(node, _) => {
                let player = self.reader.value(forms, node, Role::Player)?;
                forms.intern(Tag::Next, &[0], &[player])?
            }
        });
        parts.push(match make.after {
            Some(after) => self.reader.test(forms, after, true)?,
            None => forms.boolean(true)?,
        });
        let tails = make.tails.iter().map(|&tail| self.tail(forms, tail)).collect::<FormResult<Vec<_>>>()?;
        if tails.len() == self.reader.layout.player_count && tails.len() > 1 {
            let mut by_player = tails.clone();
            for (player, &tail) in self.reader.layout.players().zip(&tails) {
                by_player[self.reader.map.player(player).index()] = tail;
            }
            parts.extend(by_player);
        } else {
            parts.extend(tails);
        }
        Ok(parts)
    }

    fn awards(&mut self, forms: &mut FormTable, awards: &[AwardCode]) -> FormResult<Vec<FormId>> {
        let mut list = Vec::new();
        for award in awards {
            let player = self.reader.value(forms, award.player, Role::Player)?;
            let amount = self.reader.value(forms, award.amount, Role::Plain)?;
            list.push(forms.intern(Tag::Award, &[], &[player, amount])?);
        }
        forms.canonical_order(list)
    }

    pub(super) fn tail(&mut self, forms: &mut FormTable, index: u32) -> FormResult {
        if let Some(&known) = self.tails.get(&index) {
            return Ok(known);
        }
        let tail: &TailCode = &self.fast.tails[index as usize];
        self.reader.clear_variables();
        let mut scorings = Vec::new();
        for scoring in &tail.scorings {
            let mut parts = vec![self.reader.test(forms, scoring.situation, true)?];
            parts.extend(self.awards(forms, &scoring.awards)?);
            if let Some(followup) = scoring.followup {
                parts.push(self.reader.actions(forms, followup)?);
            }
            scorings.push(forms.intern(Tag::Scoring, &[], &parts)?);
        }
        let mut parts = forms.canonical_order(scorings)?;
        let mut ends: Vec<(FormId, FormId)> = Vec::new();
        for end in &tail.ends {
            let situation = self.reader.test(forms, end.situation, true)?;
            let winner = match end.winner {
                Some(winner) => self.reader.value(forms, winner, Role::Player)?,
                None => forms.intern(Tag::Const, &[], &[])?,
            };
            // Consecutive ends with the same winner are merged; their order makes no difference.
            match ends.last_mut().filter(|(_, before)| *before == winner) {
                Some((before, _)) => *before = forms.join(false, [*before, situation])?,
                None => ends.push((situation, winner)),
            }
        }
        for (situation, winner) in ends {
            parts.push(forms.intern(Tag::End, &[], &[situation, winner])?);
        }
        let form = forms.intern(Tag::Tail, &[], &parts)?;
        self.tails.insert(index, form);
        Ok(form)
    }
}
