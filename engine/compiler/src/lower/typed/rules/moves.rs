//! Compilation of the condition, the make and the tail of a candidate move. The targets are enumerated in
//! [`offers`](super::offers).

use super::{Candidate, Compiler, RuleReads};
use crate::lower::typed::{LoweringError, LoweringResult, MoveContext, MovingElement, PlaceInfo, SymValue};
use crate::tables::code::{Node, NodeId};
use crate::tables::targets::ALWAYS;
use crate::tables::value::Value;
use crate::tables::{AwardCode, CompiledRules, Condition, EndCode, MakeCode, NextCode, ScoringCode, TailCode};
use boardwright_game::ids::{ExprId, Player};
use boardwright_rules::{Award, Capture, Next, RulePlace, Winner};

impl<'a> Compiler<'a> {
    pub(super) fn compile_condition(
        &mut self,
        rule_reads: &RuleReads<'a>,
        candidate: &Candidate<'_>,
        computed: Option<ExprId>,
    ) -> LoweringResult<Option<u32>> {
        self.begin_candidate(rule_reads, candidate, false);
        let mut nodes = Vec::new();
        if let (true, Capture::May | Capture::Must, PlaceInfo::On(to)) =
            (candidate.has_element, rule_reads.rule.capture, candidate.to)
        {
            // Compiled without knowledge of the target: this test establishes what `start` assumes of it.
            let known = self.specialiser.possible_kinds(to);
            self.specialiser.set_cell(to, u64::MAX);
            let (player, none) = (candidate.player, rule_reads.rule.capture == Capture::May);
            let there = self.specialiser.by_kind(&SymValue::Content(to), Value::Bool(none), &|kind| {
                Value::Bool(kind.owner.is_some_and(|owner| owner != player))
            })?;
            nodes.push(self.specialiser.emit_boolean(&there)?);
            if let Some(known) = known {
                self.specialiser.set_cell(to, known);
            }
        }
        if let Some(expr) = computed {
            let places = self.specialiser.eval(expr)?;
            let to = candidate.to.location().ok_or(LoweringError::Unsupported)?;
            let places = self.guarded_locations(&places)?;
            // With the present knowledge of the target, it may turn out not to be among the locations.
            let Some((guard, _)) = places.into_iter().find(|(_, at)| *at == to) else { return Ok(None) };
            nodes.extend(guard);
        }
        if let (RulePlace::Computed(expr), PlaceInfo::On(from)) = (&rule_reads.rule.from, candidate.from) {
            let places = self.specialiser.eval(*expr)?;
            let places = self.guarded_locations(&places)?;
            match places.into_iter().find(|(_, at)| *at == from) {
                Some((guard, _)) => nodes.extend(guard),
                None => return Ok(None),
            }
        }
        for node in nodes.clone() {
            self.specialiser.assume(node, true);
        }
        for &expr in rule_reads.rule.checks.iter().chain(&rule_reads.rule.condition) {
            let node = self.specialiser.test(expr)?;
            nodes.push(node);
            if self.specialiser.builder.constant_value(node) == Some(Value::Bool(false)) {
                break;
            }
            self.specialiser.assume(node, true);
        }
        let node = self.specialiser.builder.all(&nodes);
        match self.specialiser.builder.constant_value(node) {
            Some(Value::Bool(true)) => return Ok(Some(ALWAYS)),
            Some(_) => return Ok(None),
            None => {}
        }
        let node = self.intern(node);
        self.compiled.conditions.push(Condition { node, reads_variables: false, is_shared: false });
        Ok(Some((self.compiled.conditions.len() - 1) as u32))
    }

    pub(super) fn compile_make(
        &mut self,
        rule_reads: &RuleReads<'a>,
        candidate: &Candidate<'_>,
    ) -> LoweringResult<MakeCode> {
        let rule = rule_reads.rule;
        let mut make = MakeCode::default();
        self.begin_candidate(rule_reads, candidate, false);
        self.specialiser.is_acting = true;
        let slots = self.specialiser.slots;
        let mut prologue = Vec::new();
        for (variable, value) in self.condition_bindings(rule) {
            if rule_reads.make_reads.variables.contains(variable) || rule_reads.after_reads.variables.contains(variable)
            {
                prologue.extend(self.specialiser.store_value(variable, value)?);
            }
        }
        if !prologue.is_empty() {
            let yes = self.specialiser.builder.truth(true);
            let node = self.specialiser.builder.seq(prologue, yes);
            make.prologue = Some(node);
        }
        make.awards = self.compile_awards(&rule.awards)?;
        self.apply_move(rule_reads, candidate);
        make.followup = rule.followup.map(|followup| self.specialiser.exec(followup)).transpose()?;
        let moved = self.specialiser.context.moved.map_or(PlaceInfo::Unknown, |moved| moved.at);
        make.next = match rule.next {
            Next::Stays => NextCode::Unchanged,
            Next::Following => NextCode::Is(candidate.player.next(self.layout.player_count)),
            Next::Is(expr) => {
                let next = self.specialiser.eval(expr)?;
                let known = match next {
                    SymValue::Int(number) => {
                        usize::try_from(number).ok().filter(|&n| n <= self.layout.player_count).and_then(Player::new)
                    }
                    _ => None,
                };
                match known {
                    _ if matches!(next, SymValue::Int(0)) && self.layout.chance.is_some() => NextCode::Chance,
                    Some(player) => NextCode::Is(player),
                    None => NextCode::Computed(self.specialiser.emit_node(&next)?, expr),
                }
            }
        };
        for root in make.roots() {
            *root = self.intern(*root);
        }
        let is_constant = |compiled: &CompiledRules, node: &NodeId| matches!(compiled.code[*node], Node::Const(_));
        make.followup = make.followup.filter(|node| !is_constant(&self.compiled, node));
        make.reads_variables = self.specialiser.slots > slots || make.prologue.is_some() || self.uses_variables(&make);
        if make.reads_variables {
            self.compiled.variables = self.compiled.variables.max(self.specialiser.slots);
        }
        self.specialiser.slots = slots;
        self.forget_draft();
        if let Some(after) = rule.after {
            make.after = Some(self.compile_after(rule_reads, candidate, after)?);
        }
        let players = match make.next {
            NextCode::Unchanged | NextCode::Chance => vec![candidate.player],
            NextCode::Is(player) => vec![player],
            NextCode::Computed(..) => self.layout.players().collect(),
        };
        for player in players {
            let tail = self.compile_tail(candidate, player, moved)?;
            make.tails.push(tail);
        }
        Ok(make)
    }

    /// `true` if a make uses variable slots.
    pub(super) fn uses_variables(&self, make: &MakeCode) -> bool {
        let mut nodes: Vec<NodeId> = make.followup.into_iter().chain(make.prologue).collect();
        while let Some(node) = nodes.pop() {
            if matches!(self.compiled.code[node], Node::Store { .. } | Node::Number(_) | Node::Flag(_)) {
                return true;
            }
            nodes.extend(self.compiled.code.parts(node));
        }
        false
    }

    /// Updates the abstract state for the moved element.
    pub(super) fn apply_move(&mut self, rule_reads: &RuleReads<'a>, candidate: &Candidate<'_>) {
        if !candidate.has_element {
            return;
        }
        self.specialiser.context.has_capture = rule_reads.rule.capture != Capture::Never;
        match candidate.from {
            PlaceInfo::On(from) => self.specialiser.set_cell(from, 1),
            PlaceInfo::OffBoard => {}
            PlaceInfo::Unknown => self.specialiser.cells.clear(),
        }
        let reserved = self.rules.element_types.iter().any(|kind| kind.reserve.is_some());
        if reserved && (rule_reads.rule.capture != Capture::Never || candidate.to == PlaceInfo::OffBoard) {
            self.specialiser.cells.clear();
        }
        if let PlaceInfo::On(to) = candidate.to {
            self.specialiser.set_cell(to, candidate.kinds);
        }
        if let Some(moved) = &mut self.specialiser.context.moved {
            moved.at = candidate.to;
        }
    }

    pub(super) fn compile_awards(&mut self, awards: &[Award]) -> LoweringResult<Vec<AwardCode>> {
        let mut code = Vec::new();
        for award in awards {
            let (player, amount) = (self.specialiser.eval(award.player)?, self.specialiser.eval(award.amount)?);
            code.push(AwardCode {
                player: self.specialiser.emit_node(&player)?,
                player_at: award.player,
                amount: self.specialiser.emit_node(&amount)?,
                amount_at: award.amount,
            });
        }
        Ok(code)
    }

    /// Compiles the condition on the resulting position, without cell knowledge, so that many moves share the code.
    pub(super) fn compile_after(
        &mut self,
        rule_reads: &RuleReads<'a>,
        candidate: &Candidate<'_>,
        after: ExprId,
    ) -> LoweringResult<NodeId> {
        let reads = &rule_reads.after_reads;
        // There the query counts occurrences of a position that is not reached yet.
        if reads.repetitions {
            return Err(LoweringError::Unsupported);
        }
        if self.condition_bindings(rule_reads.rule).iter().any(|(variable, _)| reads.variables.contains(*variable)) {
            return Err(LoweringError::Unsupported);
        }
        let moves = reads.from || reads.to || reads.moved || reads.captured;
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let pure = !moves
            && !candidate.bound.iter().any(|(variable, _)| reads.variables.contains(*variable))
            && patterns.into_iter().all(|bindings| reads.variables.restrict(bindings).is_empty());
        if let (true, Some(&node)) = (pure, self.compiled.afters.get(&(candidate.player, after))) {
            return Ok(node);
        }
        self.begin_candidate(rule_reads, candidate, false);
        self.specialiser.cells.clear();
        if let Some(moved) = &mut self.specialiser.context.moved {
            // Its location and kind depend on the actions.
            *moved = MovingElement { at: PlaceInfo::Unknown, kinds: u64::MAX, id: moved.id };
        }
        self.specialiser.context.has_capture = rule_reads.rule.capture != Capture::Never;
        let node = self.specialiser.test(after)?;
        let node = self.intern(node);
        self.forget_draft();
        if pure {
            self.compiled.afters.insert((candidate.player, after), node);
        }
        Ok(node)
    }

    /// Compiles the scorings and ends after a move.
    pub(super) fn compile_tail(
        &mut self,
        candidate: &Candidate<'_>,
        player: Player,
        at: PlaceInfo,
    ) -> LoweringResult<u32> {
        let reads = &self.tail_reads;
        let read_places =
            (reads.from || reads.to || reads.moved || reads.captured).then_some((candidate.from, candidate.to, at));
        let key = (candidate.player, player, read_places);
        if let Some(&tail) = self.tails.get(&key) {
            return Ok(tail);
        }
        let moved = MovingElement { at, kinds: u64::MAX, id: None };
        let scene = MoveContext {
            me: None,
            player: Some(player),
            mover: Some(candidate.player.number() as i32),
            moved: candidate.has_element.then_some(moved),
            from: candidate.from,
            to: candidate.to,
            choice: None,
            has_capture: reads.captured,
        };
        let mut tail = TailCode::default();
        self.specialiser.begin(scene);
        self.specialiser.is_acting = true;
        let slots = self.specialiser.slots;
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            let situation = self.specialiser.test(scoring.situation)?;
            let awards = self.compile_awards(&scoring.awards)?;
            let followup = scoring.followup.map(|followup| self.specialiser.exec(followup)).transpose()?;
            self.specialiser.cells.clear();
            if let Some(moved) = &mut self.specialiser.context.moved {
                moved.at = if followup.is_some() { PlaceInfo::Unknown } else { moved.at };
            }
            if self.specialiser.builder.constant_value(situation) != Some(Value::Bool(false)) {
                tail.scorings.push(ScoringCode { index, situation, awards, followup });
            }
        }
        for (index, end) in self.rules.ends.iter().enumerate() {
            let situation = self.specialiser.test(end.situation)?;
            if self.specialiser.builder.constant_value(situation) == Some(Value::Bool(false)) {
                continue;
            }
            let (winner, winner_at) = match end.winner {
                Winner::Is(winner) => {
                    let val = self.specialiser.eval(winner)?;
                    (Some(self.specialiser.emit_node(&val)?), winner)
                }
                Winner::Highest => (None, end.situation),
            };
            tail.ends.push(EndCode { index, situation, winner, winner_at });
            if self.specialiser.builder.constant_value(situation) == Some(Value::Bool(true)) {
                break;
            }
        }
        for root in tail.roots() {
            *root = self.intern(*root);
        }
        if !self.rules.scorings.is_empty() {
            self.compiled.variables = self.compiled.variables.max(self.specialiser.slots);
        }
        self.specialiser.slots = slots;
        self.forget_draft();
        self.compiled.tails.push(tail);
        let tail = (self.compiled.tails.len() - 1) as u32;
        self.tails.insert(key, tail);
        Ok(tail)
    }
}
