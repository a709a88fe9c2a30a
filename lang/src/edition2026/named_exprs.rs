//! Declaration of named expressions (`[EXPRESSIONS]`), and detection of recursion.
//! Their bodies are lowered when a call requires an instance.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use boardwright_rules::Span;

use super::entries::{Entries, SectionKind, value_exprs};
use super::expr::LoweringContext;
use super::names::{DeclarationKind, Meaning, NamedExpr};
use super::types::Type;
use super::walk;
use crate::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, Word};

impl LoweringContext<'_> {
    /// Declares the named expressions.
    pub(super) fn declare_expressions(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Expressions) {
            let Some(pair) = entry.pairs.first() else { continue };
            let name = pair.key.clone();
            if !self.check_name(&name)
                || !self.declare(DeclarationKind::Expression, &name.text, name.span, "expression")
            {
                continue;
            }
            let params: Vec<Word> = pair.params.clone().unwrap_or_default();
            for (at, param) in params.iter().enumerate() {
                if let Some(first) = params[..at].iter().find(|known| known.text == param.text) {
                    self.report(
                        Diagnostic::error("bound-twice", param.span, format!("`{}` is a parameter twice", param.text))
                            .related(first.span, "the first one"),
                    );
                }
            }
            let lines = value_exprs(pair).to_vec();
            if lines.is_empty() {
                self.report(
                    Diagnostic::error("no-value", pair.value_span, format!("the expression `{}` is empty", name.text))
                        .label("expected a value"),
                );
                continue;
            }
            let at = self.names.functions.len();
            self.names.add(&name.text, Meaning::Function(at));
            self.names.functions.push(Arc::new(NamedExpr { name, params, lines }));
        }
        self.names.recursive_functions = self.recursive_expressions();
        self.report_circles();
    }

    /// Reports expressions that call themselves in every evaluation, directly or indirectly.
    fn report_circles(&mut self) {
        let functions = &self.names.functions;
        let names: HashMap<&str, usize> =
            functions.iter().enumerate().map(|(at, named)| (named.name.text.as_str(), at)).collect();
        let calls: Vec<BTreeMap<usize, Span>> =
            functions.iter().map(|named| unconditional_calls_of_lines(&named.lines, &names)).collect();
        let edges: Vec<Vec<usize>> = calls.iter().map(|calls| calls.keys().copied().collect()).collect();
        let mut circles = cyclic_components(&edges);
        circles.sort_unstable();
        let mut found = Vec::new();
        for circle in &circles {
            let name = |at: usize| format!("`{}`", functions[at].name.text);
            let places = circle.iter().filter_map(|at| {
                let (called, span) = calls[*at].iter().find(|(called, _)| circle.contains(called))?;
                Some((*span, format!("{} calls {}", name(*at), name(*called))))
            });
            let mut places: Vec<(Span, String)> = places.collect();
            let (first, label) = places.remove(0);
            let all: Vec<String> = circle.iter().take(MAX_NAMED).map(|at| name(*at)).collect();
            let message = match (all.as_slice(), circle.len() - all.len()) {
                ([only], _) => format!("{only} calls itself in every case, so its evaluation never ends"),
                ([before @ .., last], 0) => {
                    format!(
                        "{} and {last} call each other in every case, so their evaluation never ends",
                        before.join(", ")
                    )
                }
                (all, more) => format!(
                    "{} and {more} more expressions call each other in every case, so their evaluation never ends",
                    all.join(", ")
                ),
            };
            let circle = Diagnostic::error("circle", first, message)
                .label(label)
                .help("a recursive expression needs a branch of an `IF` without recursion");
            found.push(Diagnostic { related: places, ..circle });
        }
        self.names.circular_functions = circles.into_iter().flatten().collect();
        for diagnostic in found {
            self.report(diagnostic);
        }
    }

    /// Indices of the expressions that call themselves, directly or indirectly.
    fn recursive_expressions(&self) -> std::collections::HashSet<usize> {
        let names: HashMap<&str, usize> =
            self.names.functions.iter().enumerate().map(|(at, named)| (named.name.text.as_str(), at)).collect();
        let calls = self.names.functions.iter().map(|named| {
            let mut called = Vec::new();
            for line in &named.lines {
                walk::for_each_expr(line, &mut |expr| {
                    if let ExprKind::Name(word) | ExprKind::Call(Word { text: word, .. }, _) = &expr.kind {
                        called.extend(names.get(word.as_str()).copied());
                    }
                });
            }
            called.sort_unstable();
            called.dedup();
            called
        });
        let calls: Vec<Vec<usize>> = calls.collect();
        cyclic_components(&calls).into_iter().flatten().collect()
    }

    /// Lowers expressions that nothing calls with arguments of any type, to report their errors. Returns their indices.
    pub(super) fn lower_uncalled(&mut self) -> Vec<usize> {
        let called: std::collections::HashSet<usize> = self.names.instances.keys().map(|(at, _)| *at).collect();
        let is_left = |at: &usize| !called.contains(at) && !self.names.circular_functions.contains(at);
        let rest: Vec<usize> = (0..self.names.functions.len()).filter(is_left).collect();
        for at in &rest {
            let named = self.names.functions[*at].clone();
            // Lowering an expression may have created instances of others meanwhile.
            self.instance(*at, &named, vec![Type::ANY; named.params.len()]);
        }
        rest
    }
}

/// Named expressions that the evaluation of these lines always calls, each with the span of a call. Later lines are
/// evaluated only if the earlier conditions hold.
fn unconditional_calls_of_lines(lines: &[Expr], names: &HashMap<&str, usize>) -> BTreeMap<usize, Span> {
    let is_binding =
        |line: &Expr| matches!(&line.kind, ExprKind::Assign(target, _) if matches!(target.kind, ExprKind::Var(_)));
    let bindings = lines.iter().take_while(|line| is_binding(line)).count();
    let mut calls = BTreeMap::new();
    for line in lines.iter().take(bindings + 1) {
        add_unconditional_calls(line, names, &mut calls);
    }
    calls
}

/// Adds the named expressions that the evaluation of an expression always calls, as far as that is certain. Chains of
/// operators may be long, so only branches of `IF` are visited by recursion.
fn add_unconditional_calls(root: &Expr, names: &HashMap<&str, usize>, calls: &mut BTreeMap<usize, Span>) {
    let mut open = vec![root];
    while let Some(expr) = open.pop() {
        match &expr.kind {
            ExprKind::Name(word) => {
                if let Some(at) = names.get(word.as_str()) {
                    calls.entry(*at).or_insert(expr.span);
                }
            }
            ExprKind::Call(head, arguments) => match names.get(head.text.as_str()) {
                Some(at) => {
                    calls.entry(*at).or_insert(expr.span);
                    open.extend(arguments);
                }
                None if head.text == "IF" => {
                    open.extend(arguments.first());
                    calls.extend(unconditional_calls_of_branches(arguments, names));
                }
                // The arguments after a loop variable are evaluated for each member of a set, which can be empty.
                None => {
                    let is_var = |argument: &&Expr| matches!(argument.kind, ExprKind::Var(_));
                    open.extend(arguments.iter().take_while(|argument| !is_var(argument)));
                }
            },
            ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::And(inner, _) | ExprKind::Or(inner, _) => {
                open.push(inner);
            }
            ExprKind::Set(list) => open.extend(list),
            ExprKind::Arith(_, left, right)
            | ExprKind::Compare(_, left, right)
            | ExprKind::SetOperation(_, left, right) => {
                open.extend([&**left, &**right]);
            }
            ExprKind::Assign(_, value) => open.push(value),
            _ => {}
        }
    }
}

/// Named expressions that each branch of an `IF` always calls. `arguments` are pairs of a condition and a value, and the
/// value otherwise.
fn unconditional_calls_of_branches(arguments: &[Expr], names: &HashMap<&str, usize>) -> BTreeMap<usize, Span> {
    let mut values: Vec<&Expr> = arguments.chunks_exact(2).map(|pair| &pair[1]).collect();
    match arguments.chunks_exact(2).remainder() {
        [otherwise] => values.push(otherwise),
        _ => return BTreeMap::new(),
    }
    let mut branches = values.into_iter().map(|value| {
        let mut calls = BTreeMap::new();
        add_unconditional_calls(value, names, &mut calls);
        calls
    });
    let mut common = branches.next().unwrap_or_default();
    for branch in branches {
        common.retain(|at, _| branch.contains_key(at));
    }
    common
}

/// Maximum number of expressions that the message about a circle names.
const MAX_NAMED: usize = 5;

/// Sets of nodes of a graph that lie on cycles: strongly connected components of several nodes, and nodes with an edge to
/// themselves (Tarjan 1972, without recursion). The nodes of a component are sorted.
fn cyclic_components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let count = edges.len();
    let (mut number, mut low, mut on_stack) = (vec![NEW; count], vec![0; count], vec![false; count]);
    let (mut stack, mut next, mut found) = (Vec::new(), 0, Vec::new());
    for root in 0..count {
        if number[root] != NEW {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((node, edge)) = open.pop() {
            if edge == 0 {
                (number[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges[node].get(edge) {
                open.push((node, edge + 1));
                if number[to] == NEW {
                    open.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            if low[node] == number[node] {
                let start = stack.iter().rposition(|known| *known == node).expect("it was put there");
                let mut component = stack.split_off(start);
                for member in &component {
                    on_stack[*member] = false;
                }
                if component.len() > 1 || edges[node].contains(&node) {
                    component.sort_unstable();
                    found.push(component);
                }
            }
            if let Some((parent, _)) = open.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::cyclic_components;

    #[test]
    fn circles() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![3], vec![0, 5], vec![]];
        let mut found = cyclic_components(&edges);
        found.sort_unstable();
        assert_eq!(found, [vec![1, 2], vec![3]]);
    }
}
