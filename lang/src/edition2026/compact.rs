//! Keeps of a rule set what something uses: expressions, local variables and instances of named expressions.
//! Lowering leaves much behind: what was folded, tried, or only looked at for its mistakes.

use std::collections::HashMap;

use boardwright_engine::ids::{ExprId, FunctionId, VarId};
use boardwright_engine::rules::{Expr, Exprs, Guard, Next, Place, RuleSet, Winner};

use super::names::Names;
use super::roots;

/// What old ids became.
#[derive(Default)]
struct New {
    exprs: HashMap<ExprId, ExprId>,
    vars: HashMap<VarId, VarId>,
    names: Vec<String>,
    functions: HashMap<FunctionId, FunctionId>,
}

impl New {
    fn var(&mut self, old: VarId, rules: &RuleSet) -> VarId {
        let next = VarId::new(self.names.len());
        let id = *self.vars.entry(old).or_insert(next);
        if id == next {
            self.names.push(rules.variables[old.index()].clone());
        }
        id
    }

    fn of(&self, old: ExprId) -> ExprId {
        self.exprs[&old]
    }

    fn all(&self, old: &[ExprId]) -> Vec<ExprId> {
        old.iter().map(|id| self.of(*id)).collect()
    }

    /// A node whose parts are there already.
    fn node(&mut self, expr: &Expr, rules: &RuleSet) -> Expr {
        match expr {
            Expr::Var(var) => Expr::Var(self.var(*var, rules)),
            Expr::Assign(var, value) => Expr::Assign(self.var(*var, rules), self.of(*value)),
            Expr::Unary(op, inner) => Expr::Unary(*op, self.of(*inner)),
            Expr::Binary(op, left, right) => Expr::Binary(*op, self.of(*left), self.of(*right)),
            Expr::Number(op, left, right) => Expr::Number(*op, self.of(*left), self.of(*right)),
            Expr::Range(from, to) => Expr::Range(self.of(*from), self.of(*to)),
            Expr::If(condition, yes, no) => Expr::If(self.of(*condition), self.of(*yes), no.map(|no| self.of(no))),
            Expr::Call(function, arguments) => Expr::Call(self.functions[function], self.all(arguments)),
            Expr::Member(family, indices) => Expr::Member(*family, self.all(indices)),
            Expr::Distinct(members) => Expr::Distinct(self.all(members)),
            Expr::Lines(lines) => Expr::Lines(self.all(lines)),
            Expr::Ask(ask, arguments) => Expr::Ask(*ask, self.all(arguments)),
            Expr::Do(deed, arguments) => Expr::Do(*deed, self.all(arguments)),
            Expr::Fail(kind, arguments) => Expr::Fail(kind.clone(), self.all(arguments)),
            Expr::Over { over, var, set, body, none } => Expr::Over {
                over: *over,
                var: self.var(*var, rules),
                set: self.of(*set),
                body: self.of(*body),
                none: none.map(|none| self.of(none)),
            },
            Expr::Reach { relation, start, var, condition } => Expr::Reach {
                relation: self.of(*relation),
                start: self.of(*start),
                var: self.var(*var, rules),
                condition: self.of(*condition),
            },
            // These have no parts; the nodes of the other manner never come here.
            other => other.clone(),
        }
    }
}

pub(super) fn compact(rules: &mut RuleSet, names: &mut Names) {
    let mut used: Vec<ExprId> = Vec::new();
    let mut called: Vec<FunctionId> = Vec::new();
    roots::reached(rules, roots::all(rules).into_iter().map(|(_, id)| id), |id, expr| {
        used.push(id);
        if let Expr::Call(function, _) = expr {
            called.push(*function);
        }
    });
    // Parts are there before what they are parts of.
    used.sort_unstable();
    called.sort_unstable();
    called.dedup();
    let mut new = New::default();
    for (at, function) in called.iter().enumerate() {
        new.functions.insert(*function, FunctionId::new(at));
    }
    let mut exprs = Exprs::default();
    for id in used {
        let node = new.node(&rules.exprs[id], rules);
        let place = exprs.add(node, rules.exprs.span(id));
        new.exprs.insert(id, place);
    }
    let mut functions = Vec::with_capacity(called.len());
    for id in &called {
        let mut function = rules.functions[id.index()].clone();
        function.params = function.params.iter().map(|param| new.var(*param, rules)).collect();
        function.body = new.all(&function.body);
        functions.push(function);
    }
    replace_roots(rules, &mut new);
    rules.exprs = exprs;
    rules.functions = functions;
    rules.variables = std::mem::take(&mut new.names);
    names.instances.retain(|_, instance| new.functions.contains_key(&instance.function));
    names.instances.values_mut().for_each(|instance| instance.function = new.functions[&instance.function]);
    // Calls of what is always the same were replaced by it, so none of these is left.
    names.constants.clear();
    names.element_indices = names.element_indices.iter().filter_map(|id| new.exprs.get(id).copied()).collect();
}

fn replace_roots(rules: &mut RuleSet, new: &mut New) {
    let mut list = std::mem::take(&mut rules.rules);
    for rule in &mut list {
        for (var, set) in &mut rule.each {
            (*var, *set) = (new.var(*var, rules), new.of(*set));
        }
        for place in [&mut rule.from, &mut rule.to] {
            match place {
                Place::Worked(id) => *id = new.of(*id),
                Place::Known(matches) => {
                    for (var, _) in matches.found.iter_mut().flat_map(|(_, bound)| bound) {
                        *var = new.var(*var, rules);
                    }
                }
                Place::Off => {}
            }
        }
        for (var, _) in rule.element.iter_mut().flat_map(|matches| &mut matches.found).flat_map(|(_, bound)| bound) {
            *var = new.var(*var, rules);
        }
        for guard in [&mut rule.state, &mut rule.player, &mut rule.owner] {
            if let Guard::In(id) = guard {
                *id = new.of(*id);
            }
        }
        if let Next::Is(id) = &mut rule.next {
            *id = new.of(*id);
        }
        let options = [&mut rule.condition, &mut rule.after, &mut rule.prefer, &mut rule.followup, &mut rule.label];
        options.into_iter().flatten().for_each(|id| *id = new.of(*id));
        rule.checks = new.all(&rule.checks);
        rule.choices.iter_mut().for_each(|choice| choice.value = new.of(choice.value));
        for award in &mut rule.awards {
            (award.player, award.amount) = (new.of(award.player), new.of(award.amount));
        }
    }
    rules.rules = list;
    for scoring in &mut rules.scorings {
        scoring.situation = new.of(scoring.situation);
        scoring.followup = scoring.followup.map(|id| new.of(id));
        for award in &mut scoring.awards {
            (award.player, award.amount) = (new.of(award.player), new.of(award.amount));
        }
    }
    for end in &mut rules.ends {
        end.situation = new.of(end.situation);
        if let Winner::Is(id) = &mut end.winner {
            *id = new.of(*id);
        }
    }
    rules.heuristics.iter_mut().for_each(|heuristic| heuristic.value = new.of(heuristic.value));
}
