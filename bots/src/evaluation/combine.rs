//! One action from several rules that hold: drawn at random, or combined. The thesis asks for a combiner and leaves open
//! what opposite actions should give; here a vote between them is a check or a call.

use rand::Rng;

use boardwright_game::playout::random_below;

use super::values::Value;
use super::{Candidate, Evaluator};
use crate::script::ast::Decimal;
use crate::script::vocabulary::Combiner;
use crate::situation::BotAction;

impl<'s> Evaluator<'s> {
    /// Action of the candidates; `None` if there are none.
    pub(super) fn combine(&mut self, candidates: &[Candidate<'s>], rng: &mut dyn Rng) -> Option<BotAction> {
        if let [only] = candidates {
            return Some(self.draw_action(only.action, rng));
        }
        if candidates.is_empty() {
            self.warn(format!("no rule holds in this phase ({})", self.situation.phase.name()));
            return None;
        }
        match self.script.program.combiner {
            Combiner::Draw => {
                let heaviest = candidates.iter().map(|candidate| candidate.weight).max()?;
                let heaviest: Vec<_> = candidates.iter().filter(|candidate| candidate.weight == heaviest).collect();
                let drawn = match heaviest.len() {
                    1 => 0,
                    count => {
                        self.warn(format!("{count} rules hold; one of them is drawn at random"));
                        random_below(count, &mut { &mut *rng })
                    }
                };
                Some(self.draw_action(heaviest[drawn].action, rng))
            }
            Combiner::Vote => Some(self.vote(candidates)),
            Combiner::Cautious => {
                self.actions(candidates).min_by_key(|&(_, action)| boldness(action)).map(|(_, action)| action)
            }
            Combiner::Bold => {
                self.actions(candidates).max_by_key(|&(_, action)| boldness(action)).map(|(_, action)| action)
            }
        }
    }

    /// Actions of the candidates with their weights. Raises have the mean of their amounts.
    fn actions(&mut self, candidates: &[Candidate<'s>]) -> impl Iterator<Item = (Decimal, BotAction)> + use<> {
        let actions = candidates.iter().map(|candidate| (candidate.weight, self.mean_action(candidate.action)));
        actions.collect::<Vec<_>>().into_iter()
    }

    /// The kind of action with the largest sum of weights. A tie is a check or a call. Raises get the mean amount.
    fn vote(&mut self, candidates: &[Candidate<'s>]) -> BotAction {
        let actions: Vec<_> = self.actions(candidates).collect();
        let sum = |kind: u8| -> i128 {
            let own = actions.iter().filter(|(_, action)| boldness(*action).0 == kind);
            own.map(|(weight, _)| i128::from(weight.millionths())).sum()
        };
        let [folds, passive, raises] = [sum(0), sum(1), sum(2)];
        if folds > passive && folds > raises {
            return BotAction::Fold;
        }
        if raises > passive && raises > folds {
            let amounts = actions.iter().filter_map(|(weight, action)| match action {
                BotAction::Raise(by) => Some((*weight, Value::product(Decimal::ONE, *by))),
                _ => None,
            });
            return BotAction::Raise(Value::mean(amounts).map_or(0, Value::chips));
        }
        if self.situation.to_call() > 0 { BotAction::Call } else { BotAction::Check }
    }
}

/// Order of actions from the most cautious to the boldest: the kind, then the amount.
fn boldness(action: BotAction) -> (u8, u64) {
    match action {
        BotAction::Fold => (0, 0),
        BotAction::Check | BotAction::Call => (1, 0),
        BotAction::Raise(by) => (2, by),
    }
}
