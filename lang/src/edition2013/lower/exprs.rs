//! Expressions: syntax trees to the rule set's list of nodes. What is known to fail whenever it is reached becomes a
//! node that fails, with a warning. Types are not looked at here.

use boardwright_engine::fault::FaultKind;
use boardwright_engine::ids::{ExprId, VarId};
use boardwright_engine::rules::{Expr, Part, RuleSet, Span, Texts, UnaryOp};

use super::Scope;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013::ast::{Infix, Kind, Name, Node, Pattern, Piece};
use crate::edition2013::grammar::{OTHER_QUOTES, QUOTES};
use crate::edition2013::words::{BUILTINS, Builtin, builtin};
use crate::suggest::nearest;
use crate::suggest::shorten;

/// Adds an expression that is not of the file to a rule set.
pub(in crate::edition2013) fn question(rules: &mut RuleSet, node: &Node, findings: &mut Findings) -> ExprId {
    Scope::of(rules).expr(node, findings)
}

impl Scope<'_> {
    pub(super) fn expr(&mut self, node: &Node, findings: &mut Findings) -> ExprId {
        let expr = match &node.kind {
            Kind::Int(number) => Expr::Int(*number),
            Kind::Bool(truth) => Expr::Bool(*truth),
            Kind::Text(pieces) => self.text(pieces, findings),
            Kind::Var(name) => Expr::Var(self.variable(name, node.span, findings)),
            Kind::Set(members) => Expr::Set(self.all(members, findings)),
            Kind::Prefix(op, operand) => Expr::Unary(*op, self.expr(operand, findings)),
            Kind::Binary(left, infix, right) => self.binary(left, *infix, right, findings),
            Kind::Call(name, arguments) => {
                self.call(name, arguments.as_deref().unwrap_or_default(), node.span, findings)
            }
        };
        self.rules.exprs.add(expr, node.span)
    }

    fn all(&mut self, nodes: &[Node], findings: &mut Findings) -> Vec<ExprId> {
        nodes.iter().map(|node| self.expr(node, findings)).collect()
    }

    fn text(&mut self, pieces: &[Piece], findings: &mut Findings) -> Expr {
        match pieces {
            [] => Expr::Text(Texts::EMPTY),
            [Piece::Literal(text)] => Expr::Text(self.rules.texts.intern(text)),
            _ => Expr::Template(
                pieces
                    .iter()
                    .map(|piece| match piece {
                        Piece::Literal(text) => Part::Literal(text.clone()),
                        Piece::Var(name) => Part::Var(self.variable(&name.value, name.span, findings)),
                    })
                    .collect(),
            ),
        }
    }

    fn binary(&mut self, left: &Node, infix: Infix, right: &Node, findings: &mut Findings) -> Expr {
        match infix {
            Infix::Op(op) => {
                let left = self.expr(left, findings);
                Expr::Binary(op, left, self.expr(right, findings))
            }
            Infix::Assign => {
                let Kind::Var(name) = &left.kind else {
                    findings.add(
                        Diagnostic::warning("not-assignable", left.span, "this cannot be given a value")
                            .label("expected a variable before `=`; this stops the game when it is reached")
                            .help("values are compared with `==`"),
                    );
                    return Expr::Fail(FaultKind::NotAssignable, Vec::new());
                };
                let var = self.variable(name, left.span, findings);
                Expr::Assign(var, self.expr(right, findings))
            }
            Infix::Misplaced(op) => {
                let word = if op == UnaryOp::Not { "NOT" } else { "ABS" };
                findings.add(
                    Diagnostic::warning("ignored-operand", right.span, "this is never looked at")
                        .label(format!("`{word}` stands between two values and is applied to the one before it"))
                        .related(left.span, format!("`{word}` is applied to this"))
                        .help(format!("write `{word}` before its value")),
                );
                Expr::Unary(op, self.expr(left, findings))
            }
        }
    }

    fn call(&mut self, name: &Name, arguments: &[Node], span: Span, findings: &mut Findings) -> Expr {
        if let Some((builtin, count)) = builtin(&name.value) {
            return self.builtin(name, builtin, count, arguments, findings);
        }
        let Some(&id) = self.functions.get(&name.value) else {
            // The arguments of a misspelt FORALL and the like would only be told of for the same reason.
            if self.broken.contains(&name.value) || !self.unknown(name, findings) {
                self.all(arguments, findings);
            }
            return Expr::Fail(FaultKind::NoFunction(name.value.clone()), Vec::new());
        };
        let function = &self.rules.functions[id.index()];
        let needed = function.params.len();
        let place = function.span;
        if needed != arguments.len() {
            wrong_count(name, needed, arguments.len(), Some(place), findings);
            self.all(arguments, findings);
            return Expr::Fail(arguments_fault(name, needed, arguments.len()), Vec::new());
        }
        let lines = self.bodies.get(id.index()).copied().unwrap_or(function.body.len());
        if lines == 0 {
            findings.add(
                Diagnostic::warning(
                    "no-lines",
                    span,
                    format!("the expression \"{}\" has no lines", shorten(&name.value)),
                )
                .label("this stops the game when it is reached")
                .related(header(place, name), "defined here"),
            );
        }
        Expr::Call(id, self.all(arguments, findings))
    }

    /// Tells of it; whether it is a built-in in wrong letters.
    fn unknown(&self, name: &Name, findings: &mut Findings) -> bool {
        let exact = BUILTINS.iter().map(|row| row.0).find(|builtin| builtin.eq_ignore_ascii_case(&name.value));
        let message = format!("there is no expression \"{}\"", shorten(&name.value));
        let diagnostic = Diagnostic::warning("unknown-expression", name.span, message)
            .label("this stops the game when it is reached");
        if findings.full(Severity::Warning) {
            findings.add(diagnostic);
            return exact.is_some();
        }
        if let Some((place, why)) = self.lost.get(&name.value) {
            findings.add(if *place == name.span {
                diagnostic.help(format!("if a new expression begins here: {why}"))
            } else {
                diagnostic.related(*place, format!("would be defined here, but {why}"))
            });
            return exact.is_some();
        }
        let functions = self.rules.functions.iter().map(|function| function.name.as_str());
        let near = || nearest(&name.value, functions.chain(BUILTINS.iter().map(|row| row.0)));
        let help = exact.map(|word| format!("did you mean the built-in `{word}`? built-ins are written in capitals"));
        let help = help.or_else(|| near().map(|word| format!("did you mean `{word}`?")));
        let variable = || {
            self.variables
                .contains_key(&name.value)
                .then(|| format!("did you mean the variable `${}`?", shorten(&name.value)))
        };
        let help = help.or_else(variable).unwrap_or_else(|| {
            if name.value.starts_with(OTHER_QUOTES) {
                return QUOTES.to_owned();
            }
            "a word that is neither a built-in nor `true` or `false` calls an expression of [EXPRESSIONS]; a text stands in quotes"
                .to_owned()
        });
        findings.add(diagnostic.help(help));
        exact.is_some()
    }

    fn builtin(
        &mut self,
        name: &Name,
        builtin: Builtin,
        count: usize,
        arguments: &[Node],
        findings: &mut Findings,
    ) -> Expr {
        let given = arguments.len();
        let enough = given == count || (builtin == Builtin::If && given == 2);
        if !enough {
            wrong_count(name, count, given, None, findings);
            let evaluated = self.all(arguments, findings);
            let lazy = matches!(builtin, Builtin::If | Builtin::Loop { .. });
            return Expr::Fail(arguments_fault(name, count, given), if lazy { Vec::new() } else { evaluated });
        }
        match (builtin, arguments) {
            (Builtin::Query(query), _) => Expr::Query(query, self.all(arguments, findings)),
            (Builtin::Action(action), _) => Expr::Act(action, self.all(arguments, findings)),
            (Builtin::If, [condition, then, rest @ ..]) => {
                let (condition, then) = (self.expr(condition, findings), self.expr(then, findings));
                Expr::If(condition, then, rest.first().map(|node| self.expr(node, findings)))
            }
            (Builtin::Loop { all }, [var, from, to, body]) => match self.loop_variable(name, var, findings) {
                Ok(var) => {
                    let (from, to) = (self.expr(from, findings), self.expr(to, findings));
                    Expr::Loop { all, var, from, to, body: self.expr(body, findings) }
                }
                Err(fault) => Expr::Fail(fault, Vec::new()),
            },
            // The table of built-ins gives `IF` and the loops enough arguments for the cases above.
            _ => Expr::Fail(arguments_fault(name, count, given), Vec::new()),
        }
    }

    fn loop_variable(&mut self, name: &Name, var: &Node, findings: &mut Findings) -> Result<VarId, FaultKind> {
        if let Kind::Var(text) = &var.kind {
            return Ok(self.variable(text, var.span, findings));
        }
        let mut diagnostic =
            Diagnostic::warning("not-assignable", var.span, format!("`{}` needs a variable here", name.value))
                .label("expected a variable such as `$I`; this stops the game when it is reached");
        if let Kind::Call(word, None) = &var.kind {
            diagnostic = diagnostic.help(format!("write `${}`", shorten(&word.value)));
        }
        findings.add(diagnostic);
        let operation = if name.value == "FORALL" { "FORALL" } else { "FORSOME" };
        Err(FaultKind::Type { operation, needed: "a variable as its first argument", found: "something else" })
    }

    /// Whether a name exists that a pattern would match if blanks counted.
    pub(super) fn written_with_blanks(&self, pattern: &Pattern, what: &str) -> bool {
        let literal: String = pattern
            .value
            .iter()
            .filter_map(|piece| match piece {
                Piece::Literal(text) => Some(text.as_str()),
                Piece::Var(_) => None,
            })
            .collect();
        let same = |name: &str| {
            name.contains([' ', '\t'])
                && name
                    .chars()
                    .filter(|c| !" \t".contains(*c) && !c.is_ascii_digit())
                    .eq(literal.chars().filter(|c| !c.is_ascii_digit()))
        };
        if what == "element" {
            self.rules.elements.iter().any(|element| same(&element.name))
        } else {
            self.rules.locations.iter().any(|location| same(&location.name))
        }
    }
}

/// The name at the beginning of a named expression.
fn header(function: Span, name: &Name) -> Span {
    Span { end: function.start + name.value.len() as u32, ..function }
}

fn arguments_fault(name: &Name, needed: usize, given: usize) -> FaultKind {
    FaultKind::Arguments { name: name.value.clone(), needed, given }
}

fn wrong_count(name: &Name, needed: usize, given: usize, defined: Option<Span>, findings: &mut Findings) {
    let takes = match needed {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        3 if name.value == "IF" => "2 or 3 arguments".to_owned(),
        n => format!("{n} arguments"),
    };
    let gets = match given {
        0 => "none is given".to_owned(),
        1 => "1 is given".to_owned(),
        n => format!("{n} are given"),
    };
    let message = format!("`{}` takes {takes}, but {gets}", shorten(&name.value));
    let mut diagnostic =
        Diagnostic::warning("wrong-arguments", name.span, message).label("this stops the game when it is reached");
    if let Some(place) = defined {
        diagnostic = diagnostic.related(header(place, name), "defined here");
    }
    if needed == 0 {
        diagnostic = diagnostic.help(format!("write `{}` without brackets", shorten(&name.value)));
    }
    findings.add(diagnostic);
}
