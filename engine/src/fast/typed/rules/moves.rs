//! What stands behind a target: the condition of its move, its making, and what follows from it.
//! Which targets there are is found in `offers`.

use super::{Candidate, Compiler, Work};
use crate::fast::code::{Node, NodeId};
use crate::fast::tables::{AwardCode, Condition, EndCode, Fast, Make, NextCode, ScoringCode, Tail};
use crate::fast::targets::ALWAYS;
use crate::fast::typed::{At, GiveUp, Made, Mover, Scene, Val};
use crate::fast::value::Value;
use crate::ids::{ExprId, Player};
use crate::rules::{Award, Capture, Next, Place, Winner};

impl<'a> Compiler<'a> {
    pub(super) fn condition(
        &mut self,
        work: &Work<'a>,
        candidate: &Candidate<'_>,
        worked: Option<ExprId>,
    ) -> Made<Option<u32>> {
        self.start(work, candidate, false);
        let mut nodes = Vec::new();
        if let (true, Capture::May | Capture::Must, At::On(to)) = (candidate.moves, work.rule.capture, candidate.to) {
            // Asked in the open: what `start` knows of the target is what this makes sure of.
            let known = self.work.possible(to);
            self.work.set_cell(to, u64::MAX);
            let (player, none) = (candidate.player, work.rule.capture == Capture::May);
            let there = self.work.by_kind(&Val::Content(to), Value::Bool(none), &|kind| {
                Value::Bool(kind.owner.is_some_and(|owner| owner != player))
            })?;
            nodes.push(self.work.truth(&there)?);
            if let Some(known) = known {
                self.work.set_cell(to, known);
            }
        }
        if let Some(expr) = worked {
            let places = self.work.eval(expr)?;
            let to = candidate.to.location().ok_or(GiveUp::TooMuch)?;
            let places = self.places(&places)?;
            // With what is known of the target now, it may turn out not to be among them after all.
            let Some((guard, _)) = places.into_iter().find(|(_, at)| *at == to) else { return Ok(None) };
            nodes.extend(guard);
        }
        if let (Place::Worked(expr), At::On(from)) = (&work.rule.from, candidate.from) {
            let places = self.work.eval(*expr)?;
            let places = self.places(&places)?;
            match places.into_iter().find(|(_, at)| *at == from) {
                Some((guard, _)) => nodes.extend(guard),
                None => return Ok(None),
            }
        }
        for node in nodes.clone() {
            self.work.assume(node, true);
        }
        for &expr in work.rule.checks.iter().chain(&work.rule.condition) {
            let node = self.work.test(expr)?;
            nodes.push(node);
            if self.work.maker.known(node) == Some(Value::Bool(false)) {
                break;
            }
            self.work.assume(node, true);
        }
        let node = self.work.maker.all(&nodes);
        match self.work.maker.known(node) {
            Some(Value::Bool(true)) => return Ok(Some(ALWAYS)),
            Some(_) => return Ok(None),
            None => {}
        }
        let node = self.take(node);
        self.fast.conditions.push(Condition { node, reads: false, shared: false });
        Ok(Some((self.fast.conditions.len() - 1) as u32))
    }

    pub(super) fn make(&mut self, work: &Work<'a>, candidate: &Candidate<'_>) -> Made<Make> {
        let rule = work.rule;
        let mut make = Make::default();
        self.start(work, candidate, false);
        self.work.acting = true;
        let slots = self.work.slots;
        let mut prologue = Vec::new();
        for (variable, value) in self.lets(rule) {
            if work.done.variables.has(variable) || work.after.variables.has(variable) {
                prologue.extend(self.work.keep(variable, value)?);
            }
        }
        if !prologue.is_empty() {
            let yes = self.work.maker.truth(true);
            let node = self.work.maker.seq(prologue, yes);
            make.prologue = Some(node);
        }
        make.awards = self.awards(&rule.awards)?;
        self.moved(work, candidate);
        make.followup = rule.followup.map(|followup| self.work.exec(followup)).transpose()?;
        let moved = self.work.scene.moved.map_or(At::Unknown, |moved| moved.at);
        make.next = match rule.next {
            Next::Stays => NextCode::Stays,
            Next::Following => NextCode::Is(candidate.player.next(self.layout.players)),
            Next::Is(expr) => {
                let next = self.work.eval(expr)?;
                let known = match next {
                    Val::Int(number) => {
                        usize::try_from(number).ok().filter(|&n| n <= self.layout.players).and_then(Player::new)
                    }
                    _ => None,
                };
                match known {
                    Some(player) => NextCode::Is(player),
                    None => NextCode::Worked(self.work.node(&next)?, expr),
                }
            }
        };
        for root in make.roots() {
            *root = self.take(*root);
        }
        let silent = |fast: &Fast, node: &NodeId| matches!(fast.code[*node], Node::Const(_));
        make.followup = make.followup.filter(|node| !silent(&self.fast, node));
        make.reads = self.work.slots > slots || make.prologue.is_some() || self.stores(&make);
        if make.reads {
            self.fast.variables = self.fast.variables.max(self.work.slots);
        }
        self.work.slots = slots;
        self.forget_draft();
        if let Some(after) = rule.after {
            make.after = Some(self.after(work, candidate, after)?);
        }
        let players = match make.next {
            NextCode::Stays => vec![candidate.player],
            NextCode::Is(player) => vec![player],
            NextCode::Worked(..) => self.layout.players().collect(),
        };
        for player in players {
            let tail = self.tail(candidate, player, moved)?;
            make.tails.push(tail);
        }
        Ok(make)
    }

    /// Whether a making keeps anything in variables.
    pub(super) fn stores(&self, make: &Make) -> bool {
        let mut nodes: Vec<NodeId> = make.followup.into_iter().chain(make.prologue).collect();
        while let Some(node) = nodes.pop() {
            if matches!(self.fast.code[node], Node::Store { .. } | Node::Number(_) | Node::Flag(_)) {
                return true;
            }
            nodes.extend(self.fast.code.parts(node));
        }
        false
    }

    /// What is known once the element has moved.
    pub(super) fn moved(&mut self, work: &Work<'a>, candidate: &Candidate<'_>) {
        if !candidate.moves {
            return;
        }
        self.work.scene.captures = work.rule.capture != Capture::Never;
        match candidate.from {
            At::On(from) => self.work.set_cell(from, 1),
            At::Off => {}
            At::Unknown => self.work.cells.clear(),
        }
        let reserved = self.rules.element_types.iter().any(|kind| kind.reserve.is_some());
        if reserved && (work.rule.capture != Capture::Never || candidate.to == At::Off) {
            self.work.cells.clear();
        }
        if let At::On(to) = candidate.to {
            self.work.set_cell(to, candidate.kinds);
        }
        if let Some(moved) = &mut self.work.scene.moved {
            moved.at = candidate.to;
        }
    }

    pub(super) fn awards(&mut self, awards: &[Award]) -> Made<Vec<AwardCode>> {
        let mut code = Vec::new();
        for award in awards {
            let (player, amount) = (self.work.eval(award.player)?, self.work.eval(award.amount)?);
            code.push(AwardCode {
                player: self.work.node(&player)?,
                player_at: award.player,
                amount: self.work.node(&amount)?,
                amount_at: award.amount,
            });
        }
        Ok(code)
    }

    /// What must hold in the position made. Nothing is known of its cells, so that many moves share the code.
    pub(super) fn after(&mut self, work: &Work<'a>, candidate: &Candidate<'_>, after: ExprId) -> Made<NodeId> {
        let reads = &work.after;
        if self.lets(work.rule).iter().any(|(variable, _)| reads.variables.has(*variable)) {
            return Err(GiveUp::TooMuch);
        }
        let moves = reads.from || reads.to || reads.moved || reads.captured;
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let pure = !moves
            && !candidate.bound.iter().any(|(variable, _)| reads.variables.has(*variable))
            && patterns.into_iter().all(|bindings| reads.variables.of(bindings).is_empty());
        if let (true, Some(&node)) = (pure, self.fast.afters.get(&(candidate.player, after))) {
            return Ok(node);
        }
        self.start(work, candidate, false);
        self.work.cells.clear();
        if let Some(moved) = &mut self.work.scene.moved {
            // Where it is and what it has become, the actions decide.
            *moved = Mover { at: At::Unknown, kinds: u64::MAX, id: moved.id };
        }
        self.work.scene.captures = work.rule.capture != Capture::Never;
        let node = self.work.test(after)?;
        let node = self.take(node);
        self.forget_draft();
        if pure {
            self.fast.afters.insert((candidate.player, after), node);
        }
        Ok(node)
    }

    /// Scorings and ends after a move.
    pub(super) fn tail(&mut self, candidate: &Candidate<'_>, player: Player, at: At) -> Made<u32> {
        let reads = &self.tail_reads;
        let told =
            (reads.from || reads.to || reads.moved || reads.captured).then_some((candidate.from, candidate.to, at));
        let key = (candidate.player, player, told);
        if let Some(&tail) = self.tails.get(&key) {
            return Ok(tail);
        }
        let moved = Mover { at, kinds: u64::MAX, id: None };
        let scene = Scene {
            me: None,
            player: Some(player),
            mover: Some(candidate.player.number() as i32),
            moved: candidate.moves.then_some(moved),
            from: candidate.from,
            to: candidate.to,
            choice: None,
            captures: reads.captured,
        };
        let mut tail = Tail::default();
        self.work.begin(scene);
        self.work.acting = true;
        let slots = self.work.slots;
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            let situation = self.work.test(scoring.situation)?;
            let awards = self.awards(&scoring.awards)?;
            let followup = scoring.followup.map(|followup| self.work.exec(followup)).transpose()?;
            self.work.cells.clear();
            if let Some(moved) = &mut self.work.scene.moved {
                moved.at = if followup.is_some() { At::Unknown } else { moved.at };
            }
            if self.work.maker.known(situation) != Some(Value::Bool(false)) {
                tail.scorings.push(ScoringCode { index, situation, awards, followup });
            }
        }
        for (index, end) in self.rules.ends.iter().enumerate() {
            let situation = self.work.test(end.situation)?;
            if self.work.maker.known(situation) == Some(Value::Bool(false)) {
                continue;
            }
            let (winner, winner_at) = match end.winner {
                Winner::Is(winner) => {
                    let val = self.work.eval(winner)?;
                    (Some(self.work.node(&val)?), winner)
                }
                Winner::Highest => (None, end.situation),
            };
            tail.ends.push(EndCode { index, situation, winner, winner_at });
            if self.work.maker.known(situation) == Some(Value::Bool(true)) {
                break;
            }
        }
        for root in tail.roots() {
            *root = self.take(*root);
        }
        if !self.rules.scorings.is_empty() {
            self.fast.variables = self.fast.variables.max(self.work.slots);
        }
        self.work.slots = slots;
        self.forget_draft();
        self.fast.tails.push(tail);
        let tail = (self.fast.tails.len() - 1) as u32;
        self.tails.insert(key, tail);
        Ok(tail)
    }
}
