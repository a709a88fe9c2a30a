//! Static estimates of the work of a rule: the number of expressions that are evaluated to list its legal moves in one
//! position if every loop runs to its end. The estimate knows the sizes of boards and sets, not what a position
//! contains, so it serves to find expensive rules and their most expensive part, not to predict times.

use std::collections::HashMap;

use boardwright_game::fault::Span;
use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Aggregate, BinaryOp, Expr, Query, Rule, RulePlace, RuleSet, Thing};

/// Number of evaluations in one position from which a rule is reported as slow: about a second of native code.
pub const MAX_EVALUATIONS: f64 = 1e9;

/// Assumed number of members of a range whose ends are not constant.
const UNKNOWN_RANGE: f64 = 8.0;
/// Maximum depth of calls in the estimate of the size of a set.
const MAX_CALLS: usize = 8;
/// Share of the work of a rule from which a part of it is named as its most expensive part.
const MIN_SHARE: f64 = 0.5;

/// Estimated work of a rule in one position.
#[derive(Clone, Debug, PartialEq)]
pub struct RuleWork {
    /// Number of evaluated expressions.
    pub evaluations: f64,
    /// The most expensive loop, search or test, if it has at least half of the work.
    pub costliest: Option<CostlyPart>,
}

/// The most expensive part of a rule.
#[derive(Clone, Debug, PartialEq)]
pub struct CostlyPart {
    /// Source span.
    pub span: Span,
    /// Share of the work of the rule, from 0 to 1.
    pub share: f64,
    /// A faster way to write it.
    pub advice: &'static str,
}

/// Estimates the work of every rule, in file order.
#[must_use]
pub fn rule_work(rules: &RuleSet) -> Vec<RuleWork> {
    let mut estimator = Estimator {
        rules,
        places: rules.locations.len().max(1) as f64,
        costs: vec![None; rules.functions.len()],
        recursive: vec![false; rules.functions.len()],
        open: Vec::new(),
        sizes: HashMap::new(),
        reply: 1.0,
    };
    estimator.measure_variables();
    // A test of the replies lists all moves; their own tests of replies are not evaluated.
    let listing: f64 = rules.rules.iter().map(|rule| estimator.parts(rule).iter().map(Part::work).sum::<f64>()).sum();
    estimator.reply = listing.max(1.0);
    estimator.costs.fill(None);
    rules.rules.iter().map(|rule| estimator.estimate(rule)).collect()
}

/// A root expression of a rule with the number of its evaluations.
struct Part {
    root: ExprId,
    times: f64,
    cost: f64,
    is_after: bool,
}

impl Part {
    fn work(&self) -> f64 {
        self.times * self.cost
    }
}

struct Estimator<'r> {
    rules: &'r RuleSet,
    /// Number of locations.
    places: f64,
    /// By named expression: its cost, once it is known.
    costs: Vec<Option<f64>>,
    /// By named expression: `true` if it calls itself.
    recursive: Vec<bool>,
    /// Named expressions whose cost is being computed.
    open: Vec<FunctionId>,
    /// By variable that holds a set: the number of its members.
    sizes: HashMap<VarId, f64>,
    /// Cost of a test whether the next player has a move.
    reply: f64,
}

impl Estimator<'_> {
    /// Length of a ray, on average.
    fn ray(&self) -> f64 {
        self.places.sqrt().ceil()
    }

    /// Collects the sizes of sets that are assigned to variables, passed to named expressions, or members of sets.
    fn measure_variables(&mut self) {
        for (_, expr) in self.rules.exprs.iter() {
            match expr {
                Expr::Assign(var, value) => self.add_size(*var, *value),
                Expr::Call(function, arguments) => {
                    let params = &self.rules.functions[function.index()].params;
                    for (param, argument) in params.iter().zip(arguments) {
                        self.add_size(*param, *argument);
                    }
                }
                Expr::Aggregate { var, set, .. } => {
                    if let Some((lines, places)) = self.lines_of(*set) {
                        self.sizes.insert(*var, (places / lines).max(1.0));
                    }
                }
                _ => {}
            }
        }
    }

    fn add_size(&mut self, var: VarId, value: ExprId) {
        let size = self.size(value);
        let known = self.sizes.entry(var).or_insert(1.0);
        *known = known.max(size);
    }

    /// Number of lines, and sum of their lengths, of the relation in a query of lines.
    fn lines_of(&self, set: ExprId) -> Option<(f64, f64)> {
        let Expr::Query(Query::Lines | Query::LinesThrough, arguments) = &self.rules.exprs[set] else { return None };
        let Expr::Thing(Thing::Relation(relation)) = &self.rules.exprs[*arguments.first()?] else {
            return None;
        };
        let lines = &self.rules.relations[relation.index()].lines;
        Some((lines.len().max(1) as f64, lines.iter().map(Vec::len).sum::<usize>() as f64))
    }

    /// Estimates the number of members of a set; 1 for other values.
    fn size(&self, id: ExprId) -> f64 {
        self.size_within(id, MAX_CALLS)
    }

    /// As [`size`](Self::size), with at most so many nested calls.
    fn size_within(&self, id: ExprId, calls: usize) -> f64 {
        let size = |id: &ExprId| self.size_within(*id, calls);
        match &self.rules.exprs[id] {
            Expr::Set(parts) | Expr::DistinctSet(parts) => parts.iter().map(size).sum(),
            Expr::Member(_, parts) => parts.iter().map(size).product(),
            Expr::Range(from, to) => match (&self.rules.exprs[*from], &self.rules.exprs[*to]) {
                (Expr::Int(from), Expr::Int(to)) => (f64::from(*to) - f64::from(*from) + 1.0).max(0.0),
                _ => UNKNOWN_RANGE,
            },
            Expr::Var(var) => self.sizes.get(var).copied().unwrap_or(1.0),
            Expr::If(_, yes, no) => size(yes).max(no.as_ref().map_or(0.0, size)),
            Expr::Lines(parts) => parts.last().map_or(1.0, size),
            Expr::Aggregate { function: Aggregate::Where, set, .. } => size(set),
            Expr::Reach { .. } | Expr::Closure { .. } => self.places,
            Expr::Binary(BinaryOp::Union | BinaryOp::Join, left, right) => size(left) + size(right),
            Expr::Binary(BinaryOp::Intersect, left, right) => size(left).min(size(right)),
            Expr::Binary(BinaryOp::SetMinus, left, _) => size(left),
            Expr::Call(..) if calls == 0 => 1.0,
            Expr::Call(function, _) => {
                let body = &self.rules.functions[function.index()].body;
                body.last().map_or(1.0, |last| self.size_within(*last, calls - 1))
            }
            Expr::Query(query, arguments) => self.query_size(*query, arguments, calls),
            _ => 1.0,
        }
    }

    fn query_size(&self, query: Query, arguments: &[ExprId], calls: usize) -> f64 {
        let rules = self.rules;
        let first = arguments.first().map(|id| &rules.exprs[*id]);
        match (query, first) {
            (Query::ElementsOfType, Some(Expr::Thing(Thing::ElementType(Some(kind))))) => {
                rules.elements.iter().filter(|element| element.kind == *kind).count() as f64
            }
            (Query::ElementsOfType, _) => rules.elements.len() as f64,
            (Query::ElementsOf, _) => (rules.elements.len() as f64 / rules.players.len().max(1) as f64).ceil(),
            (Query::LocationsOfType, Some(Expr::Thing(Thing::LocationType(Some(kind))))) => {
                rules.locations.iter().filter(|location| location.kind == *kind).count() as f64
            }
            (Query::LocationsOfType, _) => self.places,
            (Query::Ray | Query::Between, _) => self.ray(),
            (Query::Neighbours, Some(Expr::Thing(Thing::Relation(relation)))) => {
                let pairs = &rules.relations[relation.index()].pairs;
                (pairs.iter().map(Vec::len).sum::<usize>() as f64 / self.places).max(1.0)
            }
            (Query::Neighbours, _) => arguments.first().map_or(1.0, |ways| self.size_within(*ways, calls)),
            (Query::Lines, Some(Expr::Thing(Thing::Relation(relation)))) => {
                rules.relations[relation.index()].lines.len() as f64
            }
            (Query::LinesThrough, Some(Expr::Thing(Thing::Relation(relation)))) => {
                let lines = &rules.relations[relation.index()].lines;
                (lines.iter().map(Vec::len).sum::<usize>() as f64 / self.places).max(1.0)
            }
            _ => 1.0,
        }
    }

    /// Number of evaluations of an expression, itself included.
    fn cost(&mut self, id: ExprId) -> f64 {
        let expr = &self.rules.exprs[id];
        let operands: f64 = match expr {
            Expr::If(condition, yes, no) => {
                let no = no.map_or(0.0, |no| self.cost(no));
                self.cost(*condition) + self.cost(*yes).max(no)
            }
            Expr::Aggregate { .. } | Expr::Loop { .. } | Expr::Reach { .. } | Expr::Closure { .. } => {
                let times = self.repetitions(id);
                expr.operands().into_iter().map(|part| times(part) * self.cost(part)).sum()
            }
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                let left = self.cost(*left);
                // A test of the replies behind another test is rare, or the author would have written it first.
                let reply = std::mem::replace(&mut self.reply, 1.0);
                let right = self.cost(*right);
                self.reply = reply;
                left + right
            }
            _ => expr.operands().into_iter().map(|part| self.cost(part)).sum(),
        };
        let own = match expr {
            Expr::Call(function, _) => self.function_cost(*function),
            Expr::Query(Query::NoReply, _) => self.reply,
            Expr::Query(Query::Ray | Query::Between | Query::Clear, _) => self.ray(),
            Expr::Query(..) => self.size(id),
            _ => 1.0,
        };
        own + operands
    }

    /// Number of evaluations of each operand of a loop or a search.
    fn repetitions(&self, id: ExprId) -> impl Fn(ExprId) -> f64 + use<> {
        let (repeated, times) = match &self.rules.exprs[id] {
            Expr::Aggregate { set, body, .. } => (Some(*body), self.size(*set)),
            Expr::Loop { from, to, body, .. } => {
                let times = match (&self.rules.exprs[*from], &self.rules.exprs[*to]) {
                    (Expr::Int(from), Expr::Int(to)) => (f64::from(*to) - f64::from(*from)).abs() + 1.0,
                    _ => UNKNOWN_RANGE,
                };
                (Some(*body), times)
            }
            Expr::Reach { condition, .. } => (Some(*condition), self.places),
            Expr::Closure { next, .. } => (Some(*next), self.places),
            _ => (None, 1.0),
        };
        move |part| if Some(part) == repeated { times } else { 1.0 }
    }

    /// Number of evaluations of a call. A function that calls itself visits every location once.
    fn function_cost(&mut self, function: FunctionId) -> f64 {
        if let Some(cost) = self.costs[function.index()] {
            return cost;
        }
        if self.open.contains(&function) {
            self.recursive[function.index()] = true;
            return 1.0;
        }
        self.open.push(function);
        let rules = self.rules;
        let mut cost: f64 = rules.functions[function.index()].body.iter().map(|line| self.cost(*line)).sum();
        self.open.pop();
        if self.recursive[function.index()] {
            cost *= self.places;
        }
        self.costs[function.index()] = Some(cost);
        cost
    }

    /// The root expressions of a rule with the number of their evaluations in one position.
    fn parts(&mut self, rule: &Rule) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut times = 1.0;
        for (_, set) in &rule.for_each {
            parts.push((*set, times, false));
            times *= self.size(*set);
        }
        // An element stands on one place, so origins do not multiply.
        times *= rule.elements().len().max(1) as f64;
        if let RulePlace::Computed(from) = rule.from {
            parts.push((from, times, false));
        }
        match &rule.to {
            RulePlace::Off => {}
            RulePlace::Listed(targets) => times *= targets.entries.len().max(1) as f64,
            RulePlace::Computed(to) => {
                parts.push((*to, times, false));
                times *= self.size(*to);
            }
        }
        parts.extend(rule.checks.iter().chain(&rule.condition).map(|id| (*id, times, false)));
        times *= rule.choices.len().max(1) as f64;
        parts.extend(rule.prefer.map(|id| (id, times, false)));
        parts.extend(rule.after.map(|id| (id, times, true)));
        let with_cost = |(root, times, is_after)| Part { root, times, cost: self.cost(root), is_after };
        parts.into_iter().map(with_cost).collect()
    }

    fn estimate(&mut self, rule: &Rule) -> RuleWork {
        let parts = self.parts(rule);
        let evaluations: f64 = parts.iter().map(Part::work).sum();
        let greatest = parts.iter().max_by(|a, b| a.work().total_cmp(&b.work()));
        let costliest = greatest.and_then(|part| self.costliest(part, evaluations));
        RuleWork { evaluations, costliest }
    }

    /// Descends from a root to the innermost loop or search that has at least half of all work.
    fn costliest(&mut self, part: &Part, all: f64) -> Option<CostlyPart> {
        let of_root = part.is_after.then_some(AFTER_ADVICE);
        let mut found = of_root.map(|advice| (part.root, part.work(), advice));
        let (mut here, mut times) = (part.root, part.times);
        let mut called = Vec::new();
        loop {
            let work = times * self.cost(here);
            if work < MIN_SHARE * all {
                break;
            }
            if let Some(advice) = self.advice(here) {
                found = Some((here, work, advice));
            }
            let expr = &self.rules.exprs[here];
            let repetitions = self.repetitions(here);
            let mut inner: Vec<(ExprId, f64)> =
                expr.operands().into_iter().map(|part| (part, times * repetitions(part))).collect();
            if let Expr::Call(function, _) = expr
                && !called.contains(function)
            {
                called.push(*function);
                let visits = if self.recursive[function.index()] { self.places } else { 1.0 };
                let body = &self.rules.functions[function.index()].body;
                inner.extend(body.iter().map(|line| (*line, times * visits)));
            }
            let works = inner.into_iter().map(|(id, times)| (id, times, times * self.cost(id)));
            let Some((id, inner_times, _)) = works.max_by(|a, b| a.2.total_cmp(&b.2)) else { break };
            (here, times) = (id, inner_times);
        }
        let (id, work, advice) = found.filter(|(_, work, _)| *work >= MIN_SHARE * all)?;
        Some(CostlyPart { span: self.rules.exprs.span(id), share: (work / all).min(1.0), advice })
    }

    /// A faster way to write a loop, a search or a test; `None` for other expressions.
    fn advice(&self, id: ExprId) -> Option<&'static str> {
        let rules = self.rules;
        Some(match &rules.exprs[id] {
            Expr::Aggregate { set, .. } => match &rules.exprs[*set] {
                Expr::Query(Query::LocationsOfType | Query::ElementsOfType | Query::ElementsOf, _) => {
                    "go through NEIGHBOURS, RAY or LINES of the place that changes, not through the whole board"
                }
                Expr::Query(Query::Lines, _) => "LINES with a second argument gives only the lines through that place",
                Expr::Query(Query::LinesThrough | Query::Neighbours | Query::Ray, _) => {
                    "test what fails most often first: AND stops at the first part that is false"
                }
                _ => "a smaller set takes less time; name the members that can matter",
            },
            Expr::Loop { .. } => "a shorter range takes less time",
            Expr::Reach { .. } => {
                "start REACH from the place that changes, in `followup` or `after`, not once for each target"
            }
            Expr::Closure { .. } => "REACH with a condition on the place visits all places at once",
            Expr::Call(function, _) if self.recursive[function.index()] => {
                "REACH finds what is connected without a named expression that calls itself"
            }
            Expr::Query(Query::NoReply, _) => {
                "NOREPLY lists all replies to every move; test the cheaper conditions before it"
            }
            _ => return None,
        })
    }
}

/// Advice for a rule whose time goes into `after`.
const AFTER_ADVICE: &str =
    "`after` makes every move and takes it back; put what holds before the move into `condition`";
