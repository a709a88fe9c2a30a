//! Forms of what stands behind a move: its condition, its making, and what follows from it.
//! Where it starts and ends is compared in [`proof`](super::proof).

use rustc_hash::FxHashMap;

use crate::fast::code::NodeId;
use crate::fast::tables::{AwardCode, Fast, Make, NextCode, RuleTable, Tail};
use crate::fast::targets::{ALWAYS, Aim};

use super::read::{Reader, Role};
use super::{Beyond, FormId, Forms, Made, Tag};

/// The moves of a game being read under a map.
pub(super) struct Moves<'a> {
    pub(super) fast: &'a Fast,
    pub(super) reader: Reader<'a>,
    conditions: FxHashMap<u32, FormId>,
    makes: FxHashMap<(u32, bool), FormId>,
    tails: FxHashMap<u32, FormId>,
}

/// Which part of the form of a making tells what must hold in the position made.
pub(super) const AFTER: usize = 4;

/// What a rule's table offers a player, as far as it concerns all of its moves.
#[derive(Clone, Copy)]
pub(super) struct Offered<'a> {
    pub(super) table: &'a RuleTable,
    pub(super) kinds: &'a [bool],
    pub(super) gate: Option<NodeId>,
}

impl<'a> Moves<'a> {
    pub(super) fn new(fast: &'a Fast, reader: Reader<'a>) -> Self {
        let (conditions, makes, tails) = (FxHashMap::default(), FxHashMap::default(), FxHashMap::default());
        Self { fast, reader, conditions, makes, tails }
    }

    /// The condition of a move and its making, as one form.
    pub(super) fn entry(&mut self, forms: &mut Forms, of: Offered<'_>, aim: Aim) -> Made {
        let mut parts = Vec::new();
        if let Some(gate) = of.gate {
            parts.push(self.reader.test(forms, gate, true)?);
        }
        parts.push(self.condition(forms, aim.condition)?);
        let condition = forms.join(true, parts)?;
        let make = self.make(forms, aim.make, of.table.captures)?;
        let mut data = vec![u64::from(of.table.priority as u32), u64::from(of.table.captures)];
        let mut kinds = vec![0; of.kinds.len().div_ceil(64)];
        for (index, _) in of.kinds.iter().enumerate().filter(|(_, fits)| **fits) {
            let kind = usize::from(self.reader.map.kinds[index].0);
            kinds[kind / 64] |= 1 << (kind % 64);
        }
        data.extend(kinds);
        forms.add(Tag::Entry, &data, &[condition, make])
    }

    pub(super) fn condition(&mut self, forms: &mut Forms, condition: u32) -> Made {
        if condition == ALWAYS {
            return forms.truth(true);
        }
        if let Some(&known) = self.conditions.get(&condition) {
            return Ok(known);
        }
        let code = &self.fast.conditions[condition as usize];
        if code.reads {
            return Err(Beyond("conditions that are matched at play"));
        }
        self.reader.begin();
        let form = self.reader.test(forms, code.node, true)?;
        self.conditions.insert(condition, form);
        Ok(form)
    }

    pub(super) fn make(&mut self, forms: &mut Forms, index: u32, captures: bool) -> Made {
        if let Some(&known) = self.makes.get(&(index, captures)) {
            return Ok(known);
        }
        let make = &self.fast.makes[index as usize];
        if make.plainly || make.prefer.is_some() {
            return Err(Beyond("moves that are made by the plain form, or preferred"));
        }
        self.reader.begin();
        let parts = self.parts_of(forms, make)?;
        let form = forms.add(Tag::Make, &[u64::from(captures)], &parts)?;
        self.makes.insert((index, captures), form);
        Ok(form)
    }

    fn parts_of(&mut self, forms: &mut Forms, make: &Make) -> Made<Vec<FormId>> {
        let mut parts = Vec::new();
        for node in [make.prologue, make.followup] {
            // What is kept aside first is read by what is worked out next.
            parts.push(match node {
                Some(node) => self.reader.actions(forms, node)?,
                None => forms.add(Tag::Seq, &[], &[])?,
            });
            if parts.len() == 1 {
                let awards = self.awards(forms, &make.awards)?;
                parts.push(forms.add(Tag::Seq, &[], &awards)?);
            }
        }
        parts.push(match make.next {
            NextCode::Stays => forms.add(Tag::Next, &[0], &[])?,
            NextCode::Is(player) => {
                let player = self.reader.map.player(player).number() as u64;
                forms.add(Tag::Next, &[player], &[])?
            }
            NextCode::Worked(node, _) => {
                let player = self.reader.value(forms, node, Role::Player)?;
                forms.add(Tag::Next, &[0], &[player])?
            }
        });
        parts.push(match make.after {
            Some(after) => self.reader.test(forms, after, true)?,
            None => forms.truth(true)?,
        });
        let tails = make.tails.iter().map(|&tail| self.tail(forms, tail)).collect::<Made<Vec<_>>>()?;
        if tails.len() == self.reader.layout.players && tails.len() > 1 {
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

    fn awards(&mut self, forms: &mut Forms, awards: &[AwardCode]) -> Made<Vec<FormId>> {
        let mut list = Vec::new();
        for award in awards {
            let player = self.reader.value(forms, award.player, Role::Player)?;
            let amount = self.reader.value(forms, award.amount, Role::Plain)?;
            list.push(forms.add(Tag::Award, &[], &[player, amount])?);
        }
        forms.in_order(list)
    }

    pub(super) fn tail(&mut self, forms: &mut Forms, index: u32) -> Made {
        if let Some(&known) = self.tails.get(&index) {
            return Ok(known);
        }
        let tail: &Tail = &self.fast.tails[index as usize];
        self.reader.begin();
        let mut scorings = Vec::new();
        for scoring in &tail.scorings {
            let mut parts = vec![self.reader.test(forms, scoring.situation, true)?];
            parts.extend(self.awards(forms, &scoring.awards)?);
            if let Some(followup) = scoring.followup {
                parts.push(self.reader.actions(forms, followup)?);
            }
            scorings.push(forms.add(Tag::Scoring, &[], &parts)?);
        }
        let mut parts = forms.in_order(scorings)?;
        let mut ends: Vec<(FormId, FormId)> = Vec::new();
        for end in &tail.ends {
            let situation = self.reader.test(forms, end.situation, true)?;
            let winner = match end.winner {
                Some(winner) => self.reader.value(forms, winner, Role::Player)?,
                None => forms.add(Tag::Const, &[], &[])?,
            };
            // One after another with the same winner are one, in which order makes no difference.
            match ends.last_mut().filter(|(_, before)| *before == winner) {
                Some((before, _)) => *before = forms.join(false, [*before, situation])?,
                None => ends.push((situation, winner)),
            }
        }
        for (situation, winner) in ends {
            parts.push(forms.add(Tag::End, &[], &[situation, winner])?);
        }
        let form = forms.add(Tag::Tail, &[], &parts)?;
        self.tails.insert(index, form);
        Ok(form)
    }
}
