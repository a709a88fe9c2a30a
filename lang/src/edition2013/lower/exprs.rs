//! Expressions: lowers syntax trees to the rule set's expression nodes. An expression that always fails at run time
//! becomes an [`Expr::Fail`] node with a warning. Types are not checked here.

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ExprId, VarId};
use boardwright_rules::{Expr, RuleSet, Span, TextPart, Texts, UnaryOp};

use super::NameScope;
use crate::diagnostic::{Diagnostic, Findings, Severity};
use crate::edition2013::ast::{Infix, Name, Node, NodeKind, Pattern, TemplatePart};
use crate::edition2013::parser::{OTHER_QUOTES, QUOTES_HELP};
use crate::edition2013::words::{BUILTINS, Builtin, builtin};
use crate::suggest::nearest;
use crate::suggest::shorten;

/// Adds an expression that is not part of the game file to a rule set.
pub(in crate::edition2013) fn add_expression(rules: &mut RuleSet, node: &Node, findings: &mut Findings) -> ExprId {
    NameScope::new(rules).lower_expr(node, findings)
}

impl NameScope<'_> {
    pub(super) fn lower_expr(&mut self, node: &Node, findings: &mut Findings) -> ExprId {
        let expr = match &node.kind {
            NodeKind::Int(number) => Expr::Int(*number),
            NodeKind::Bool(truth) => Expr::Bool(*truth),
            NodeKind::Text(pieces) => self.lower_text(pieces, findings),
            NodeKind::Var(name) => Expr::Var(self.variable_id(name, node.span, findings)),
            NodeKind::Set(members) => Expr::Set(self.lower_all(members, findings)),
            NodeKind::Prefix(op, operand) => Expr::Unary(*op, self.lower_expr(operand, findings)),
            NodeKind::Binary(left, infix, right) => self.lower_binary(left, *infix, right, findings),
            NodeKind::Call(name, arguments) => {
                self.lower_call(name, arguments.as_deref().unwrap_or_default(), node.span, findings)
            }
        };
        self.rules.exprs.add(expr, node.span)
    }

    fn lower_all(&mut self, nodes: &[Node], findings: &mut Findings) -> Vec<ExprId> {
        nodes.iter().map(|node| self.lower_expr(node, findings)).collect()
    }

    fn lower_text(&mut self, pieces: &[TemplatePart], findings: &mut Findings) -> Expr {
        match pieces {
            [] => Expr::Text(Texts::EMPTY),
            [TemplatePart::Literal(text)] => Expr::Text(self.rules.texts.intern(text)),
            _ => Expr::Template(
                pieces
                    .iter()
                    .map(|piece| match piece {
                        TemplatePart::Literal(text) => TextPart::Literal(text.clone()),
                        TemplatePart::Var(name) => TextPart::Var(self.variable_id(&name.value, name.span, findings)),
                    })
                    .collect(),
            ),
        }
    }

    fn lower_binary(&mut self, left: &Node, infix: Infix, right: &Node, findings: &mut Findings) -> Expr {
        match infix {
            Infix::Op(op) => {
                let left = self.lower_expr(left, findings);
                Expr::Binary(op, left, self.lower_expr(right, findings))
            }
            Infix::Assign => {
                let NodeKind::Var(name) = &left.kind else {
                    findings.add(
                        Diagnostic::warning("not-assignable", left.span, "this cannot be given a value")
                            .label("expected a variable before `=`; this stops the game when it is reached")
                            .help("values are compared with `==`"),
                    );
                    return Expr::Fail(FaultKind::NotAssignable, Vec::new());
                };
                let var = self.variable_id(name, left.span, findings);
                Expr::Assign(var, self.lower_expr(right, findings))
            }
            Infix::MisplacedPrefix(op) => {
                let word = if op == UnaryOp::Not { "NOT" } else { "ABS" };
                findings.add(
                    Diagnostic::warning("ignored-operand", right.span, "this operand is never evaluated")
                        .label(format!("`{word}` stands between two values and is applied to the one before it"))
                        .related(left.span, format!("`{word}` is applied to this"))
                        .help(format!("write `{word}` before its value")),
                );
                Expr::Unary(op, self.lower_expr(left, findings))
            }
        }
    }

    fn lower_call(&mut self, name: &Name, arguments: &[Node], span: Span, findings: &mut Findings) -> Expr {
        if let Some((builtin, count)) = builtin(&name.value) {
            return self.lower_builtin(name, builtin, count, arguments, findings);
        }
        let Some(&id) = self.functions.get(&name.value) else {
            // For a misspelt FORALL and the like, lowering the arguments would only cause consequential warnings.
            if self.invalid_functions.contains(&name.value) || !self.report_unknown_function(name, findings) {
                self.lower_all(arguments, findings);
            }
            return Expr::Fail(FaultKind::NoFunction(name.value.clone()), Vec::new());
        };
        let function = &self.rules.functions[id.index()];
        let needed = function.params.len();
        let place = function.span;
        if needed != arguments.len() {
            report_argument_count(name, needed, arguments.len(), Some(place), findings);
            self.lower_all(arguments, findings);
            return Expr::Fail(arguments_fault(name, needed, arguments.len()), Vec::new());
        }
        let lines = self.body_lengths.get(id.index()).copied().unwrap_or(function.body.len());
        if lines == 0 {
            findings.add(
                Diagnostic::warning(
                    "no-lines",
                    span,
                    format!("the expression \"{}\" has no lines", shorten(&name.value)),
                )
                .label("this stops the game when it is reached")
                .related(header_span(place, name), "defined here"),
            );
        }
        Expr::Call(id, self.lower_all(arguments, findings))
    }

    /// Reports an unknown expression. Returns `true` if the name is a built-in in wrong case.
    fn report_unknown_function(&self, name: &Name, findings: &mut Findings) -> bool {
        let exact = BUILTINS.iter().map(|row| row.0).find(|builtin| builtin.eq_ignore_ascii_case(&name.value));
        let message = format!("there is no expression \"{}\"", shorten(&name.value));
        let diagnostic = Diagnostic::warning("unknown-expression", name.span, message)
            .label("this stops the game when it is reached");
        if findings.is_full(Severity::Warning) {
            findings.add(diagnostic);
            return exact.is_some();
        }
        if let Some((place, why)) = self.misplaced_definitions.get(&name.value) {
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
                return QUOTES_HELP.to_owned();
            }
            "a word that is neither a built-in nor `true` or `false` calls an expression of [EXPRESSIONS]; a text stands in quotes"
                .to_owned()
        });
        findings.add(diagnostic.help(help));
        exact.is_some()
    }

    fn lower_builtin(
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
            report_argument_count(name, count, given, None, findings);
            let evaluated = self.lower_all(arguments, findings);
            let lazy = matches!(builtin, Builtin::If | Builtin::Loop { .. });
            return Expr::Fail(arguments_fault(name, count, given), if lazy { Vec::new() } else { evaluated });
        }
        match (builtin, arguments) {
            (Builtin::Query(query), _) => Expr::UntypedQuery(query, self.lower_all(arguments, findings)),
            (Builtin::Action(action), _) => Expr::UntypedAction(action, self.lower_all(arguments, findings)),
            (Builtin::If, [condition, then, rest @ ..]) => {
                let (condition, then) = (self.lower_expr(condition, findings), self.lower_expr(then, findings));
                Expr::If(condition, then, rest.first().map(|node| self.lower_expr(node, findings)))
            }
            (Builtin::Loop { all }, [var, from, to, body]) => match self.lower_loop_variable(name, var, findings) {
                Ok(var) => {
                    let (from, to) = (self.lower_expr(from, findings), self.lower_expr(to, findings));
                    Expr::Loop { all, var, from, to, body: self.lower_expr(body, findings) }
                }
                Err(fault) => Expr::Fail(fault, Vec::new()),
            },
            // Unreachable: the table of built-ins gives `IF` and the loops enough arguments for the cases above.
            _ => Expr::Fail(arguments_fault(name, count, given), Vec::new()),
        }
    }

    fn lower_loop_variable(&mut self, name: &Name, var: &Node, findings: &mut Findings) -> Result<VarId, FaultKind> {
        if let NodeKind::Var(text) = &var.kind {
            return Ok(self.variable_id(text, var.span, findings));
        }
        let mut diagnostic =
            Diagnostic::warning("not-assignable", var.span, format!("`{}` needs a variable here", name.value))
                .label("expected a variable such as `$I`; this stops the game when it is reached");
        if let NodeKind::Call(word, None) = &var.kind {
            diagnostic = diagnostic.help(format!("write `${}`", shorten(&word.value)));
        }
        findings.add(diagnostic);
        let operation = if name.value == "FORALL" { "FORALL" } else { "FORSOME" };
        Err(FaultKind::Type { operation, needed: "a variable as its first argument", found: "something else" })
    }

    /// `true` if the pattern would match a name if blanks were significant.
    pub(super) fn matches_with_blanks(&self, pattern: &Pattern, what: &str) -> bool {
        let literal: String = pattern
            .value
            .iter()
            .filter_map(|piece| match piece {
                TemplatePart::Literal(text) => Some(text.as_str()),
                TemplatePart::Var(_) => None,
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

/// Span of the name at the beginning of a named expression.
fn header_span(function: Span, name: &Name) -> Span {
    Span { end: function.start + name.value.len() as u32, ..function }
}

fn arguments_fault(name: &Name, needed: usize, given: usize) -> FaultKind {
    FaultKind::Arguments { name: name.value.clone(), needed, given }
}

fn report_argument_count(name: &Name, needed: usize, given: usize, defined: Option<Span>, findings: &mut Findings) {
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
        diagnostic = diagnostic.related(header_span(place, name), "defined here");
    }
    if needed == 0 {
        diagnostic = diagnostic.help(format!("write `{}` without brackets", shorten(&name.value)));
    }
    findings.add(diagnostic);
}
