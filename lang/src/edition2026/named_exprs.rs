//! Declaration of named expressions (`[EXPRESSIONS]`), and detection of recursion.
//! Their bodies are lowered when a call requires an instance.

use std::collections::HashMap;
use std::sync::Arc;

use super::entries::{Entries, SectionKind, value_exprs};
use super::expr::LoweringContext;
use super::names::{DeclarationKind, Meaning, NamedExpr};
use super::types::Type;
use super::walk;
use crate::Diagnostic;
use crate::syntax::ast::{ExprKind, Word};

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
        cyclic_nodes(&calls)
    }

    /// Lowers expressions that nothing calls with arguments of any type, to report their errors. Returns their indices.
    pub(super) fn lower_uncalled(&mut self) -> Vec<usize> {
        let called: std::collections::HashSet<usize> = self.names.instances.keys().map(|(at, _)| *at).collect();
        let rest: Vec<usize> = (0..self.names.functions.len()).filter(|at| !called.contains(at)).collect();
        for at in &rest {
            let named = self.names.functions[*at].clone();
            // Lowering an expression may have created instances of others meanwhile.
            self.instance(*at, &named, vec![Type::ANY; named.params.len()]);
        }
        rest
    }
}

/// Nodes of a graph that lie on cycles: those in a strongly connected component of several nodes, and those with an
/// edge to themselves (Tarjan 1972, without recursion).
fn cyclic_nodes(edges: &[Vec<usize>]) -> std::collections::HashSet<usize> {
    const NEW: usize = usize::MAX;
    let count = edges.len();
    let (mut number, mut low, mut on_stack) = (vec![NEW; count], vec![0; count], vec![false; count]);
    let (mut stack, mut next, mut found) = (Vec::new(), 0, std::collections::HashSet::new());
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
                let component = stack.split_off(start);
                for member in &component {
                    on_stack[*member] = false;
                }
                if component.len() > 1 || edges[node].contains(&node) {
                    found.extend(component);
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
    use super::cyclic_nodes;

    #[test]
    fn circles() {
        let edges = [vec![1], vec![2, 3], vec![1], vec![3], vec![0, 5], vec![]];
        let mut found: Vec<usize> = cyclic_nodes(&edges).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, [1, 2, 3]);
    }
}
