//! Lint for calls in which the evaluation of one argument interferes with another one. Arguments are assigned to the
//! parameters of the named expression from left to right, and all variables are global to the file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use boardwright_game::ids::{ExprId, FunctionId, VarId};
use boardwright_rules::{Expr, RuleSet, TextPart};

use super::{LintContext, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

/// Maximum number of visited expression nodes; beyond it the lint stops.
const MAX_WORK: usize = 5_000_000;

pub(super) fn check(context: &LintContext<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut writes = WriteAnalysis { rules, written_by_function: HashMap::new(), work: 0 };
    for (_, expr) in rules.exprs.iter() {
        if let Expr::Call(function, arguments) = expr
            && arguments.len() > 1
        {
            check_call(&mut writes, *function, arguments, findings);
        }
        if writes.work > MAX_WORK {
            return;
        }
    }
}

fn check_call(writes: &mut WriteAnalysis<'_>, function: FunctionId, arguments: &[ExprId], findings: &mut Findings) {
    let rules = writes.rules;
    let params = &rules.functions[function.index()].params;
    // Parameters that are assigned already, with their arguments.
    let mut earlier: HashMap<VarId, ExprId> = HashMap::new();
    for (param, argument) in params.iter().zip(arguments) {
        let touched = if earlier.is_empty() { VariableUse::default() } else { writes.variable_use(*argument) };
        let conflicting = touched.written.iter().chain(&touched.read).copied().collect::<BTreeSet<_>>().into_iter();
        for (var, first) in conflicting.filter_map(|var| Some((var, *earlier.get(&var)?))) {
            let name = shorten(&rules.variables[var.index()]);
            let of = shorten(&rules.functions[function.index()].name);
            let diagnostic = if touched.written.contains(&var) {
                let message = format!("this changes `${name}`, which holds an earlier argument of \"{of}\"");
                Diagnostic::warning("overwritten-argument", rules.exprs.span(*argument), message)
                    .label("variables are global to the file")
                    .related(rules.exprs.span(first), "this argument is overwritten")
            } else if touched.read.contains(&var) && rules.exprs[first] != Expr::Var(var) {
                let message = format!("`${name}` already has a new value here");
                Diagnostic::warning("overwritten-argument", rules.exprs.span(*argument), message)
                    .label(format!("reads `${name}`"))
                    .related(
                        rules.exprs.span(first),
                        format!("\"{of}\" takes this argument in `${name}`, before the next one is evaluated"),
                    )
                    .help("use another variable")
            } else {
                continue;
            };
            findings.add(diagnostic);
        }
        earlier.insert(*param, *argument);
    }
}

/// Variables that an expression reads directly, and variables that the expression or its callees write.
#[derive(Default)]
struct VariableUse {
    read: HashSet<VarId>,
    written: HashSet<VarId>,
}

struct WriteAnalysis<'a> {
    rules: &'a RuleSet,
    /// Variables written by each named expression and its callees, including parameters (memoised).
    written_by_function: HashMap<FunctionId, Rc<HashSet<VarId>>>,
    work: usize,
}

impl WriteAnalysis<'_> {
    fn variable_use(&mut self, root: ExprId) -> VariableUse {
        let mut touched = VariableUse::default();
        let mut called = Vec::new();
        walk::visit_all(&self.rules.exprs, root, |_, expr| {
            self.work += 1;
            match expr {
                Expr::Var(var) => _ = touched.read.insert(*var),
                Expr::Template(parts) => touched.read.extend(parts.iter().filter_map(|part| match part {
                    TextPart::Var(var) => Some(*var),
                    TextPart::Literal(_) => None,
                })),
                Expr::Call(function, _) => called.push(*function),
                _ => _ = direct_write(expr).map(|var| touched.written.insert(var)),
            }
        });
        for function in called {
            touched.written.extend(self.written_by(function).iter().copied());
        }
        touched
    }

    fn written_by(&mut self, function: FunctionId) -> Rc<HashSet<VarId>> {
        if let Some(known) = self.written_by_function.get(&function) {
            return Rc::clone(known);
        }
        let mut written = HashSet::new();
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        while let Some(next) = open.pop() {
            if self.work > MAX_WORK {
                break;
            }
            let body = &self.rules.functions[next.index()];
            written.extend(body.params.iter().copied());
            for line in &body.body {
                walk::visit_all(&self.rules.exprs, *line, |_, expr| {
                    self.work += 1;
                    written.extend(direct_write(expr));
                    if let Expr::Call(function, _) = expr
                        && seen.insert(*function)
                    {
                        open.push(*function);
                    }
                });
            }
        }
        let written = Rc::new(written);
        self.written_by_function.insert(function, Rc::clone(&written));
        written
    }
}

fn direct_write(expr: &Expr) -> Option<VarId> {
    match expr {
        Expr::Assign(var, _) | Expr::Loop { var, .. } => Some(*var),
        _ => None,
    }
}
