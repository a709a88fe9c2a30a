//! Listing and making moves, step by step as the rules of the language say.

use crate::change;
use crate::fault::{Fault, Within};
use crate::ids::RuleId;
use crate::layout::Layout;
use crate::rules::{Award, Guard, Matches, Rule, RuleSet};
use crate::spec::Move;
use crate::state::State;

use super::eval::Evaluator;
use super::value::Value;

/// A rule set played by the plain evaluator.
pub(crate) struct Plain<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) layout: &'a Layout,
}

impl Plain<'_> {
    /// Every move that some rule allows, each once with the rule by which it would be made, in file order of
    /// rules, elements and locations.
    pub(crate) fn moves(&self, state: &State, moves: &mut Vec<Move>) -> Result<(), Fault> {
        let listed = self.listed(state, |_| false)?;
        moves.clear();
        for mv in &listed {
            if moves.iter().any(|known| same(*known, *mv)) {
                continue;
            }
            let rivals: Vec<Move> = listed.iter().copied().filter(|other| same(*other, *mv)).collect();
            moves.push(if rivals.len() > 1 { self.best(state, &rivals)? } else { *mv });
        }
        Ok(())
    }

    /// Whether there is any move.
    pub(crate) fn can_move(&self, state: &State) -> Result<bool, Fault> {
        Ok(!self.listed(state, |moves| !moves.is_empty())?.is_empty())
    }

    fn listed(&self, state: &State, enough: impl Fn(&[Move]) -> bool) -> Result<Vec<Move>, Fault> {
        let mut moves = Vec::new();
        let mut scratch = state.clone(); // never changed: conditions must not
        for (index, rule) in self.rules.rules.iter().enumerate() {
            let mut at = self.evaluator(&mut scratch, rule);
            at.changes = false;
            for &(element, _) in &rule.element.found {
                let from = state.location(self.layout, element);
                for &(to, _) in &rule.to.found {
                    let mv = Move { element, from, to, rule: RuleId::new(index) };
                    if state.is_empty(self.layout, to) && matches(&mut at, rule, mv)? {
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

    fn evaluator<'a>(&'a self, state: &'a mut State, rule: &Rule) -> Evaluator<'a> {
        Evaluator::new(self.rules, self.layout, state, Within::Rule(rule.name.clone()))
    }

    /// Of moves that differ by rule only: the first one, until one has an award for the mover; then the one with the
    /// greatest single award.
    pub(crate) fn best(&self, state: &State, rivals: &[Move]) -> Result<Move, Fault> {
        let mover = Value::Int(state.mover().number() as i32);
        let mut best = (None, rivals[0]);
        for &mv in rivals {
            let rule = &self.rules.rules[mv.rule.index()];
            let mut scratch = state.clone();
            let mut evaluator = self.evaluator(&mut scratch, rule);
            evaluator.changes = false;
            matches(&mut evaluator, rule, mv)?;
            for Award { player, amount } in &rule.awards {
                if evaluator.eval(*player)? == mover {
                    let amount = Some(evaluator.number(*amount, "withScore")?);
                    if amount > best.0 {
                        best = (amount, mv);
                    }
                }
            }
        }
        Ok(best.1)
    }

    /// Makes a move by the rule that it names.
    pub(crate) fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut at = self.evaluator(state, rule);
        at.changes = false;
        matches(&mut at, rule, mv)?;
        at.changes = true;
        award(&mut at, &rule.awards)?;
        at.state.move_element(self.layout, mv.element, mv.to);
        if let Some(followup) = rule.followup {
            at.eval(followup)?;
        }
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            at.within = Within::Scoring(index + 1);
            if at.holds(scoring.situation)? {
                award(&mut at, &scoring.awards)?;
            }
        }
        for (index, end) in self.rules.ends.iter().enumerate() {
            at.within = Within::End(index + 1);
            if at.holds(end.situation)? {
                let winner = at.number(end.winner, "winner")?;
                return change::end(self.layout, at.state, winner).or_else(|kind| at.fail(end.winner, kind));
            }
        }
        Ok(())
    }
}

/// Whether two moves differ by rule only.
fn same(one: Move, other: Move) -> bool {
    (one.element, one.to) == (other.element, other.to)
}

fn award(at: &mut Evaluator<'_>, awards: &[Award]) -> Result<(), Fault> {
    for &Award { player, amount } in awards {
        let number = at.number(player, "player")?;
        let points = at.number(amount, "score")?;
        let player = change::player(at.layout, "player", number).or_else(|kind| at.fail(player, kind))?;
        change::add_score(at.layout, at.state, player, points);
    }
    Ok(())
}

/// Matches a rule with a move, from no variable set: element, state, player, from, to, condition.
fn matches(at: &mut Evaluator<'_>, rule: &Rule, mv: Move) -> Result<bool, Fault> {
    at.forget();
    let state = i32::from(at.layout.kinds[at.state.kind(at.layout, mv.element)].state);
    let player = at.state.mover().number() as i32;
    if !pattern(at, &rule.element, &mv.element)
        || !guard(at, rule.state, state)
        || !guard(at, rule.player, player)
        || !pattern(at, &rule.from, &mv.from)
        || !pattern(at, &rule.to, &mv.to)
    {
        return Ok(false);
    }
    match rule.condition {
        Some(condition) => at.holds(condition),
        None => Ok(true),
    }
}

fn pattern<Id: Ord>(at: &mut Evaluator<'_>, pattern: &Matches<Id>, id: &Id) -> bool {
    pattern.bindings(id).inspect(|bindings| at.bind(bindings)).is_some()
}

fn guard(at: &mut Evaluator<'_>, guard: Guard, number: i32) -> bool {
    match guard {
        Guard::Any => true,
        Guard::Is(wanted) => wanted == number,
        Guard::Bind(variable) => {
            at.bind(&[(variable, number)]);
            true
        }
        Guard::Never => false,
    }
}
