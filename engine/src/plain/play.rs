//! Making moves, step by step as the rules of the language say.
//! Which moves there are is in [`list`](super::list).

use crate::change;
use crate::fault::{Fault, Within};
use crate::ids::{ExprId, Player, VarId};
use crate::layout::Layout;
use crate::rules::{Award, Heuristic, Next, Reset, Rule, RuleSet, Winner};
use crate::spec::Move;
use crate::state::State;

use super::eval::{Evaluation, Evaluator};
use super::scene::Scene;
use super::trail::{Stage, Trail};

/// A rule set played by the plain evaluator.
pub(crate) struct Plain<'a> {
    pub(crate) rules: &'a RuleSet,
    pub(crate) layout: &'a Layout,
}

impl Plain<'_> {
    /// Tests the ends of the game before the first move.
    pub(crate) fn open(&self, state: &mut State) -> Result<(), Fault> {
        self.end(&mut Evaluator::new(self.rules, self.layout, state, Within::Question))
    }

    /// Makes a legal move by the rule that it names.
    pub(crate) fn apply(&self, state: &mut State, mv: Move) -> Result<(), Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut at = self.looking(state, rule);
        self.make(&mut at, rule, mv)
    }

    /// What a legal move does, step by step, up to a fault.
    pub(crate) fn steps(&self, state: &State, mv: Move) -> (Trail, Result<(), Fault>) {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut scratch = state.clone();
        let mut at = self.looking(&mut scratch, rule);
        at.trail = Some(Trail::new());
        let made = self.make(&mut at, rule, mv);
        (at.trail.unwrap_or_default(), made)
    }

    fn make(&self, at: &mut Evaluator<'_>, rule: &Rule, mv: Move) -> Result<(), Fault> {
        at.first_failed(rule, mv)?;
        at.changes = true;
        award(at, &rule.awards, Stage::Award)?;
        self.displace(at, rule, mv)?;
        self.pass(at, rule)?;
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            at.within = Within::Scoring(index + 1);
            if at.holds(scoring.situation)? {
                award(at, &scoring.awards, Stage::Scored)?;
                if let Some(followup) = scoring.followup {
                    at.eval(followup)?;
                }
            }
        }
        at.state.remember(self.rules, self.layout);
        self.end(at)
    }

    /// Makes a move as far as its rule's followup: variables of the move are reset, what stands on the target is removed,
    /// the element goes there, and the followup is done. The evaluator has matched the rule with the move.
    pub(crate) fn displace(&self, at: &mut Evaluator<'_>, rule: &Rule, mv: Move) -> Result<(), Fault> {
        change::reset(self.rules, self.layout, at.state, Reset::Move);
        at.mark(Stage::Reset);
        if let Some(element) = mv.element {
            at.scene.captured = mv.to.and_then(|to| at.state.content(self.layout, to));
            if let Some(captured) = at.scene.captured {
                let removed = change::remove(self.rules, self.layout, at.state, captured);
                removed.map_err(|kind| Fault { kind, span: rule.span, within: at.within.clone() })?;
                at.mark(Stage::Captured);
            }
            match mv.to {
                Some(to) => at.state.move_element(self.layout, element, to),
                None => at.state.take_off(self.layout, element),
            }
            at.mark(Stage::Moved);
        }
        if let Some(followup) = rule.followup {
            at.eval(followup)?;
        }
        Ok(())
    }

    /// Passes the turn as the rule says.
    fn pass(&self, at: &mut Evaluator<'_>, rule: &Rule) -> Result<(), Fault> {
        let next = match rule.next {
            Next::Stays => return Ok(()),
            Next::Following => at.state.mover().next(self.layout.players),
            Next::Is(next) => {
                let number = at.number(next, "next")?;
                change::player(self.layout, "next", number).or_else(|kind| at.fail(next, kind))?
            }
        };
        change::pass_turn(self.rules, self.layout, at.state, next);
        at.mark(Stage::Turn);
        Ok(())
    }

    /// Tests the ends of the game: the first whose situation is found decides.
    fn end(&self, at: &mut Evaluator<'_>) -> Result<(), Fault> {
        for (index, end) in self.rules.ends.iter().enumerate() {
            at.within = Within::End(index + 1);
            if at.holds(end.situation)? {
                let (winner, place) = match end.winner {
                    Winner::Is(winner) => (at.number(winner, "winner")?, winner),
                    Winner::Highest => (change::highest(self.layout, at.state), end.situation),
                };
                change::end(self.layout, at.state, winner).or_else(|kind| at.fail(place, kind))?;
                at.mark(Stage::End(index));
                return Ok(());
            }
        }
        Ok(())
    }

    /// What a measure gives for a player.
    pub(crate) fn measure(&self, state: &State, heuristic: &Heuristic, player: Player) -> Result<i32, Fault> {
        let mut scratch = state.clone();
        let within = Within::Heuristic(heuristic.name.clone());
        let mut at = Evaluator::new(self.rules, self.layout, &mut scratch, within);
        at.changes = false;
        at.scene = Scene { me: player.number() as i32, ..Scene::default() };
        at.number(heuristic.value, "value")
    }

    /// Works expressions out one after another with one table of variables, up to the first fault.
    pub(crate) fn evaluate(&self, state: &mut State, exprs: &[ExprId]) -> Evaluation {
        worked_out(Evaluator::new(self.rules, self.layout, state, Within::Question), exprs)
    }

    /// The same where a move has just been made, which they may ask about. A fault of the move itself comes first.
    pub(crate) fn evaluate_after(&self, state: &mut State, mv: Move, exprs: &[ExprId]) -> Result<Evaluation, Fault> {
        let rule = &self.rules.rules[mv.rule.index()];
        let mut at = self.looking(state, rule);
        self.make(&mut at, rule, mv)?;
        at.within = Within::Question;
        at.variables.fill(None);
        Ok(worked_out(at, exprs))
    }
}

/// Works expressions out one after another, up to the first fault.
fn worked_out(mut at: Evaluator<'_>, exprs: &[ExprId]) -> Evaluation {
    let (mut values, mut fault) = (Vec::new(), None);
    for &expr in exprs {
        match at.eval(expr) {
            Ok(value) => values.push(value),
            Err(found) => {
                fault = Some(found);
                break;
            }
        }
    }
    let set = at.variables.into_iter().enumerate();
    let variables = set.filter_map(|(index, value)| Some((VarId::new(index), value?))).collect();
    Evaluation { values, variables, fault }
}

fn award(at: &mut Evaluator<'_>, awards: &[Award], stage: impl Fn(ExprId) -> Stage) -> Result<(), Fault> {
    for &Award { player, amount } in awards {
        let number = at.number(player, "player")?;
        let points = at.number(amount, "score")?;
        let player = change::player(at.layout, "player", number).or_else(|kind| at.fail(player, kind))?;
        change::add_score(at.layout, at.state, player, points);
        at.mark(stage(amount));
    }
    Ok(())
}
