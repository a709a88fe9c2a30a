//! Which moves there are, in order.
//! What a move does is in [`play`](super::play).

use rustc_hash::FxHashMap;

use crate::fault::{Fault, Within};
use crate::ids::{ElementId, RuleId};
use crate::rules::{Award, Guard, Rivals, Rule};
use crate::spec::Move;
use crate::state::State;

use super::eval::Evaluator;
use super::matching::Failed;
use super::play::Plain;
use super::scene::Scene;
use super::value::Value;

impl Plain<'_> {
    /// Every legal move, each once with the rule by which it would be made, in the order of rules, words, elements,
    /// targets and `for`.
    pub(crate) fn moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let listed = self.preferred(state, self.listed(state, |_| false)?)?;
        moves.clear();
        // Equal moves have the same element and places: others need not be compared.
        let mut alike: FxHashMap<_, Vec<Move>> = FxHashMap::default();
        for &mv in &listed {
            let alike = alike.entry((mv.element, mv.from, mv.to)).or_default();
            if !alike.iter().any(|other| other.is_same(mv, self.rules)) {
                moves.push(mv);
            }
            alike.push(mv);
        }
        if self.rules.rivals == Rivals::BestAward {
            for mv in moves {
                let alike = &alike[&(mv.element, mv.from, mv.to)];
                let rivals: Vec<Move> = alike.iter().copied().filter(|other| other.is_same(*mv, self.rules)).collect();
                *mv = self.best(state, &rivals)?;
            }
        }
        Ok(())
    }

    /// Whether there is any move.
    pub(crate) fn can_move(&self, state: &State) -> Result<bool, Fault> {
        Ok(!self.listed(state, |moves| !moves.is_empty())?.is_empty())
    }

    /// The moves of the highest priority that has any; no more than are enough.
    fn listed(&self, state: &State, enough: impl Fn(&[Move]) -> bool + Copy) -> Result<Vec<Move>, Fault> {
        let mut priorities: Vec<i32> = self.rules.rules.iter().map(|rule| rule.priority).collect();
        priorities.sort_unstable_by(|one, other| other.cmp(one));
        priorities.dedup();
        for priority in priorities {
            let moves = self.of_priority(state, priority, enough)?;
            if !moves.is_empty() {
                return Ok(moves);
            }
        }
        Ok(Vec::new())
    }

    /// The moves of one priority, in the order of rules, words, elements, targets and `for`; no more than are enough.
    fn of_priority(&self, state: &State, priority: i32, enough: impl Fn(&[Move]) -> bool) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        let mut scratch = state.clone(); // never changed: conditions must not
        for (index, rule) in self.rules.rules.iter().enumerate() {
            if rule.priority != priority || !may_be_for(rule, state) {
                continue;
            }
            let mut at = self.looking(&mut scratch, rule);
            let ways = at.ways(rule)?;
            for (choice, element) in candidates(rule) {
                let mut targets = Vec::new();
                for (way, bound) in ways.iter().enumerate() {
                    if at.origin(rule, bound, choice, element)?.is_none() {
                        let known = at.variables.clone();
                        targets.extend(at.targets(rule)?.into_iter().map(|to| (to, way, known.clone())));
                    }
                }
                // Off the board comes last.
                targets.sort_by_key(|&(to, ..)| (to.is_none(), to));
                for (to, way, known) in targets {
                    at.variables = known;
                    let from = at.scene.from;
                    let mv = Move { element, from, to, rule: RuleId::new(index), choice, way: way as u32 };
                    if at.rest(rule, to)?.is_none() && self.holds_after(&at, rule, mv)?.is_none() {
                        moves.push(mv);
                    }
                    if enough(&moves) {
                        return Ok(moves);
                    }
                }
            }
        }
        Ok(moves)
    }

    /// An evaluator that looks at moves by a rule and changes nothing.
    pub(crate) fn looking<'a>(&'a self, state: &'a mut State, rule: &Rule) -> Evaluator<'a> {
        let mover = state.mover().number() as i32;
        let mut at = Evaluator::new(self.rules, self.layout, state, Within::Rule(rule.name.clone()));
        at.changes = false;
        at.scene = Scene { mover, ..Scene::default() };
        at
    }

    /// Whether what must hold after a move does: the move is made on a copy, up to its followup. Every other step has been
    /// looked at by the evaluator, whose variables are known.
    pub(crate) fn holds_after(&self, at: &Evaluator<'_>, rule: &Rule, mv: Move) -> Result<Option<Failed>, Fault> {
        let Some(after) = rule.after else { return Ok(None) };
        let mut made = at.state.clone();
        let mut then = self.looking(&mut made, rule);
        then.variables.clone_from(&at.variables);
        then.scene = at.scene;
        then.changes = true;
        self.displace(&mut then, rule, mv)?;
        then.changes = false;
        Ok(if then.holds(after)? { None } else { Some(Failed::After(after)) })
    }

    /// The moves that are preferred most, if any rule of theirs prefers any.
    fn preferred(&self, state: &State, moves: Vec<Move>) -> Result<Vec<Move>, Fault> {
        if moves.iter().all(|mv| self.rules.rules[mv.rule.index()].prefer.is_none()) {
            return Ok(moves);
        }
        let mut worth = Vec::new();
        for &mv in &moves {
            worth.push(self.preference(state, mv)?);
        }
        let greatest = worth.iter().copied().max();
        let kept = moves.into_iter().zip(worth).filter(|&(_, worth)| Some(worth) == greatest);
        Ok(kept.map(|(mv, _)| mv).collect())
    }

    /// How much a legal move is preferred.
    pub(crate) fn preference(&self, state: &State, mv: Move) -> Result<i32, Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let Some(prefer) = rule.prefer else { return Ok(0) };
        let mut scratch = state.clone();
        let mut at = self.looking(&mut scratch, rule);
        at.first_failed(rule, mv)?;
        at.number(prefer, "prefer")
    }

    /// Of moves that differ by rule only: the first one, until one has an award for the mover; then the one with the
    /// greatest single award.
    pub(crate) fn best(&self, state: &State, rivals: &[Move]) -> Result<Move, Fault> {
        if rivals.len() == 1 {
            return Ok(rivals[0]);
        }
        let mover = Value::Int(state.mover().number() as i32);
        let mut best = (None, rivals[0]);
        for &mv in rivals {
            let rule = &self.rules.rules[mv.rule.index()];
            let mut scratch = state.clone();
            let mut at = self.looking(&mut scratch, rule);
            at.first_failed(rule, mv)?;
            for Award { player, amount } in &rule.awards {
                if at.eval(*player)? == mover {
                    let amount = Some(at.number(*amount, "withScore")?);
                    if amount > best.0 {
                        best = (amount, mv);
                    }
                }
            }
        }
        Ok(best.1)
    }
}

/// Whether a rule can be for the player to move, as far as that is known without working anything out.
fn may_be_for(rule: &Rule, state: &State) -> bool {
    match rule.player {
        Guard::Is(player) => player == state.mover().number() as i32,
        Guard::Never => false,
        Guard::Any | Guard::In(_) | Guard::Bind(_) => true,
    }
}

/// What a rule may be tried with, in order: which of its words, which element.
fn candidates(rule: &Rule) -> impl Iterator<Item = (u16, Option<ElementId>)> {
    let elements = elements(rule);
    let with = move |choice| elements.clone().into_iter().map(move |element| (choice, element));
    (0..rule.choices.len().max(1) as u16).flat_map(with)
}

/// What a rule can move: one candidate that is none for a rule without element.
fn elements(rule: &Rule) -> Vec<Option<ElementId>> {
    match &rule.element {
        Some(pattern) => pattern.found.iter().map(|&(element, _)| Some(element)).collect(),
        None => vec![None],
    }
}
