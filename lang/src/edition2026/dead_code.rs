//! Dead code elimination: keeps the reachable expressions, local variables and instances of named expressions.
//! Lowering leaves unused nodes behind: folded constants, speculative typing, and code lowered only to check it.

use std::collections::HashMap;

use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Expr, Exprs, Guard, Next, RulePlace, RuleSet, Winner};

use super::names::Names;
use super::roots;

/// Map from old to new ids.
#[derive(Default)]
struct IdMap {
    exprs: HashMap<ExprId, ExprId>,
    vars: HashMap<VarId, VarId>,
    names: Vec<String>,
    functions: HashMap<FunctionId, FunctionId>,
}

impl IdMap {
    fn var(&mut self, old: VarId, rules: &RuleSet) -> VarId {
        let next = VarId::new(self.names.len());
        let id = *self.vars.entry(old).or_insert(next);
        if id == next {
            self.names.push(rules.variables[old.index()].clone());
        }
        id
    }

    fn expr(&self, old: ExprId) -> ExprId {
        self.exprs[&old]
    }

    fn exprs(&self, old: &[ExprId]) -> Vec<ExprId> {
        old.iter().map(|id| self.expr(*id)).collect()
    }

    /// Copies a node whose parts have been copied before.
    fn remap(&mut self, expr: &Expr, rules: &RuleSet) -> Expr {
        match expr {
            Expr::Var(var) => Expr::Var(self.var(*var, rules)),
            Expr::Assign(var, value) => Expr::Assign(self.var(*var, rules), self.expr(*value)),
            Expr::Unary(op, inner) => Expr::Unary(*op, self.expr(*inner)),
            Expr::Binary(op, left, right) => Expr::Binary(*op, self.expr(*left), self.expr(*right)),
            Expr::Arithmetic(op, left, right) => Expr::Arithmetic(*op, self.expr(*left), self.expr(*right)),
            Expr::Range(from, to) => Expr::Range(self.expr(*from), self.expr(*to)),
            Expr::If(condition, yes, no) => {
                Expr::If(self.expr(*condition), self.expr(*yes), no.map(|no| self.expr(no)))
            }
            Expr::Call(function, arguments) => Expr::Call(self.functions[function], self.exprs(arguments)),
            Expr::Member(family, indices) => Expr::Member(*family, self.exprs(indices)),
            Expr::DistinctSet(members) => Expr::DistinctSet(self.exprs(members)),
            Expr::Lines(lines) => Expr::Lines(self.exprs(lines)),
            Expr::Query(ask, arguments) => Expr::Query(*ask, self.exprs(arguments)),
            Expr::Effect(deed, arguments) => Expr::Effect(*deed, self.exprs(arguments)),
            Expr::Fail(kind, arguments) => Expr::Fail(kind.clone(), self.exprs(arguments)),
            Expr::Aggregate { function: over, var, set, body, none } => Expr::Aggregate {
                function: *over,
                var: self.var(*var, rules),
                set: self.expr(*set),
                body: self.expr(*body),
                none: none.map(|none| self.expr(none)),
            },
            Expr::Reach { relation, start, var, condition } => Expr::Reach {
                relation: self.expr(*relation),
                start: self.expr(*start),
                var: self.var(*var, rules),
                condition: self.expr(*condition),
            },
            Expr::Closure { start, var, next } => {
                Expr::Closure { start: self.expr(*start), var: self.var(*var, rules), next: self.expr(*next) }
            }
            // Leaf nodes; nodes of the 2013 edition do not occur here.
            other => other.clone(),
        }
    }
}

pub(super) fn compact(rules: &mut RuleSet, names: &mut Names) {
    let mut used: Vec<ExprId> = Vec::new();
    let mut called: Vec<FunctionId> = Vec::new();
    roots::for_each_reachable(rules, roots::all_roots(rules).into_iter().map(|(_, id)| id), |id, expr| {
        used.push(id);
        if let Expr::Call(function, _) = expr {
            called.push(*function);
        }
    });
    // Ids are topologically ordered: parts precede the nodes that contain them.
    used.sort_unstable();
    called.sort_unstable();
    called.dedup();
    let mut new = IdMap::default();
    for (at, function) in called.iter().enumerate() {
        new.functions.insert(*function, FunctionId::new(at));
    }
    let mut exprs = Exprs::default();
    for id in used {
        let node = new.remap(&rules.exprs[id], rules);
        let place = exprs.add(node, rules.exprs.span(id));
        new.exprs.insert(id, place);
    }
    let mut functions = Vec::with_capacity(called.len());
    for id in &called {
        let mut function = rules.functions[id.index()].clone();
        function.params = function.params.iter().map(|param| new.var(*param, rules)).collect();
        function.body = new.exprs(&function.body);
        functions.push(function);
    }
    replace_roots(rules, &mut new);
    rules.exprs = exprs;
    rules.functions = functions;
    rules.variables = std::mem::take(&mut new.names);
    names.instances.retain(|_, instance| new.functions.contains_key(&instance.function));
    names.instances.values_mut().for_each(|instance| instance.function = new.functions[&instance.function]);
    // Calls of constant expressions were replaced by their values, so none of these is left.
    names.constants.clear();
    names.element_indices = names.element_indices.iter().filter_map(|id| new.exprs.get(id).copied()).collect();
}

fn replace_roots(rules: &mut RuleSet, new: &mut IdMap) {
    let mut list = std::mem::take(&mut rules.rules);
    for rule in &mut list {
        for (var, set) in &mut rule.for_each {
            (*var, *set) = (new.var(*var, rules), new.expr(*set));
        }
        for place in [&mut rule.from, &mut rule.to] {
            match place {
                RulePlace::Computed(id) => *id = new.expr(*id),
                RulePlace::Listed(matches) => {
                    for (var, _) in matches.entries.iter_mut().flat_map(|(_, bound)| bound) {
                        *var = new.var(*var, rules);
                    }
                }
                RulePlace::Off => {}
            }
        }
        for (var, _) in rule.element.iter_mut().flat_map(|matches| &mut matches.entries).flat_map(|(_, bound)| bound) {
            *var = new.var(*var, rules);
        }
        for guard in [&mut rule.state, &mut rule.player, &mut rule.owner] {
            if let Guard::In(id) = guard {
                *id = new.expr(*id);
            }
        }
        if let Next::Is(id) = &mut rule.next {
            *id = new.expr(*id);
        }
        let options = [&mut rule.condition, &mut rule.after, &mut rule.prefer, &mut rule.followup, &mut rule.label];
        let weight = rule.chance.as_mut().and_then(|chance| chance.weight.as_mut());
        options.into_iter().flatten().chain(weight).for_each(|id| *id = new.expr(*id));
        rule.checks = new.exprs(&rule.checks);
        rule.choices.iter_mut().for_each(|choice| choice.value = new.expr(choice.value));
        for award in &mut rule.awards {
            (award.player, award.amount) = (new.expr(award.player), new.expr(award.amount));
        }
    }
    rules.rules = list;
    for scoring in &mut rules.scorings {
        scoring.situation = new.expr(scoring.situation);
        scoring.followup = scoring.followup.map(|id| new.expr(id));
        for award in &mut scoring.awards {
            (award.player, award.amount) = (new.expr(award.player), new.expr(award.amount));
        }
    }
    for end in &mut rules.ends {
        end.situation = new.expr(end.situation);
        if let Winner::Is(id) = &mut end.winner {
            *id = new.expr(*id);
        }
    }
    rules.heuristics.iter_mut().for_each(|heuristic| heuristic.value = new.expr(heuristic.value));
    rules.check = rules.check.map(|id| new.expr(id));
    rules.place_texts.iter_mut().for_each(|id| *id = new.expr(*id));
}
