//! Calls whose earlier arguments spoil the later ones, or the other way round. Arguments are put into the variables of
//! the named expression one after another, and all variables are shared by the whole file.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use boardwright_engine::ids::{ExprId, FunctionId, VarId};
use boardwright_engine::rules::{Expr, Part, RuleSet};

use super::{Context, walk};
use crate::Diagnostic;
use crate::diagnostic::Findings;
use crate::suggest::shorten;

/// After looking at so many nodes this check gives up.
const MOST_WORK: usize = 5_000_000;

pub(super) fn check(context: &Context<'_>, findings: &mut Findings) {
    let rules = context.rules;
    let mut writes = Writes { rules, known: HashMap::new(), work: 0 };
    for (_, expr) in rules.exprs.iter() {
        if let Expr::Call(function, arguments) = expr
            && arguments.len() > 1
        {
            call(&mut writes, *function, arguments, findings);
        }
        if writes.work > MOST_WORK {
            return;
        }
    }
}

fn call(writes: &mut Writes<'_>, function: FunctionId, arguments: &[ExprId], findings: &mut Findings) {
    let rules = writes.rules;
    let params = &rules.functions[function.index()].params;
    // The parameters that have their values by now, with where these are written.
    let mut earlier: HashMap<VarId, ExprId> = HashMap::new();
    for (param, argument) in params.iter().zip(arguments) {
        let touched = if earlier.is_empty() { Touched::default() } else { writes.touched(*argument) };
        let spoilt = touched.written.iter().chain(&touched.read).copied().collect::<BTreeSet<_>>().into_iter();
        for (var, first) in spoilt.filter_map(|var| Some((var, *earlier.get(&var)?))) {
            let name = shorten(&rules.variables[var.index()]);
            let of = shorten(&rules.functions[function.index()].name);
            let diagnostic = if touched.written.contains(&var) {
                let message = format!("this changes `${name}`, in which \"{of}\" finds an earlier argument");
                Diagnostic::warning("overwritten-argument", rules.exprs.span(*argument), message)
                    .label("variables are shared by the whole file")
                    .related(rules.exprs.span(first), "this argument is lost")
            } else if touched.read.contains(&var) && rules.exprs[first] != Expr::Var(var) {
                let message = format!("`${name}` has another value here already");
                Diagnostic::warning("overwritten-argument", rules.exprs.span(*argument), message)
                    .label(format!("reads `${name}`"))
                    .related(
                        rules.exprs.span(first),
                        format!("\"{of}\" takes this argument in `${name}`, before the next one is worked out"),
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

/// The variables that an expression reads itself, and those that it or what it calls writes.
#[derive(Default)]
struct Touched {
    read: HashSet<VarId>,
    written: HashSet<VarId>,
}

struct Writes<'a> {
    rules: &'a RuleSet,
    /// By named expression: what it and all that it calls writes, its own parameters included.
    known: HashMap<FunctionId, Rc<HashSet<VarId>>>,
    work: usize,
}

impl Writes<'_> {
    fn touched(&mut self, root: ExprId) -> Touched {
        let mut touched = Touched::default();
        let mut called = Vec::new();
        walk::all(&self.rules.exprs, root, |_, expr| {
            self.work += 1;
            match expr {
                Expr::Var(var) => _ = touched.read.insert(*var),
                Expr::Template(parts) => touched.read.extend(parts.iter().filter_map(|part| match part {
                    Part::Var(var) => Some(*var),
                    Part::Literal(_) => None,
                })),
                Expr::Call(function, _) => called.push(*function),
                _ => _ = own_write(expr).map(|var| touched.written.insert(var)),
            }
        });
        for function in called {
            touched.written.extend(self.of(function).iter().copied());
        }
        touched
    }

    fn of(&mut self, function: FunctionId) -> Rc<HashSet<VarId>> {
        if let Some(known) = self.known.get(&function) {
            return Rc::clone(known);
        }
        let mut written = HashSet::new();
        let mut seen = HashSet::from([function]);
        let mut open = vec![function];
        while let Some(next) = open.pop() {
            if self.work > MOST_WORK {
                break;
            }
            let body = &self.rules.functions[next.index()];
            written.extend(body.params.iter().copied());
            for line in &body.body {
                walk::all(&self.rules.exprs, *line, |_, expr| {
                    self.work += 1;
                    written.extend(own_write(expr));
                    if let Expr::Call(function, _) = expr
                        && seen.insert(*function)
                    {
                        open.push(*function);
                    }
                });
            }
        }
        let written = Rc::new(written);
        self.known.insert(function, Rc::clone(&written));
        written
    }
}

fn own_write(expr: &Expr) -> Option<VarId> {
    match expr {
        Expr::Assign(var, _) | Expr::Loop { var, .. } => Some(*var),
        _ => None,
    }
}
