//! Lowering of expressions: from the abstract syntax tree to typed nodes of the rule set, with constant folding.
//! The mapping of keys to expressions is not decided here.

mod actions;
mod blocks;
mod calls;
mod fold;
mod functions;
mod loops;
mod operators;
mod queries;
mod sets;
mod tables;
mod texts;
mod words;

use std::collections::{HashMap, HashSet};

use boardwright_game::ids::{ElementTypeId, ExprId, VarId};
use boardwright_rules::{Expr as Out, RuleSet, Span};

use super::DeclarationSpans;
use super::drawing::{DrawnThing, PendingText};
use super::names::Names;
use super::types::{Type, any_of};
use super::value::Value;
use super::variables::PendingLifetime;
use crate::Diagnostic;
use crate::diagnostic::{Findings, Severity};
use crate::syntax::ast::{Expr, ExprKind};

pub(super) use blocks::BlockKind;
pub(super) use calls::member_name;

/// Maximum nesting depth of expressions, including the expressions that they call.
const MAX_DEPTH: u32 = 400;
/// Maximum number of call sites shown with a type error.
const MAX_CALLS: usize = 3;
/// Maximum number of nodes that may be lowered or folded while a file is loaded.
const MAX_WORK: u64 = 10_000_000;

/// A lowered expression: its type, its value or node, and its span.
#[derive(Clone, Debug)]
pub(super) struct TypedExpr {
    pub(super) ty: Type,
    pub(super) kind: TypedExprKind,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum TypedExprKind {
    /// A compile-time constant.
    Constant(Value),
    /// An expression that is evaluated at run time.
    Runtime(ExprId),
}

impl TypedExpr {
    pub(super) fn as_constant(&self) -> Option<&Value> {
        match &self.kind {
            TypedExprKind::Constant(value) => Some(value),
            TypedExprKind::Runtime(_) => None,
        }
    }

    pub(super) fn is_error(&self) -> bool {
        self.as_constant().is_some_and(Value::is_error)
    }
}

/// Value of a local variable.
#[derive(Clone, Debug)]
pub(super) enum Local {
    /// A constant, such as an index of a family.
    Constant(Value),
    /// A run-time variable, bound by a pattern, a loop, a parameter or a line.
    Var(VarId, Type),
}

/// A local variable in scope.
#[derive(Clone, Debug)]
pub(super) struct Binding {
    /// Name, including the `$`.
    pub(super) name: String,
    pub(super) local: Local,
    pub(super) span: Span,
}

/// Unknown local variables of the current entry for which no further errors are reported.
#[derive(Debug, Default)]
pub(super) struct SuppressedVariables {
    /// Names already reported as unknown.
    pub(super) names: HashSet<String>,
    /// `true` if a `for` could not be parsed, so that any unknown variable may be a consequence of that.
    pub(super) any: bool,
    /// `true` if the `choice` of the rule has an error, so that `CHOICE` has no type.
    pub(super) choice: bool,
}

/// Lowering context: the rule set under construction, the names of the file, and the current scope.
#[derive(Debug)]
pub(crate) struct LoweringContext<'f> {
    pub(super) rules: RuleSet,
    pub(super) names: Names,
    findings: &'f mut Findings,
    reported: HashSet<(Span, &'static str)>,
    /// Local variables, innermost last.
    pub(super) scope: Vec<Binding>,
    /// `true` in a constant context, where no position exists.
    pub(super) constant: bool,
    /// Element types of the current rule.
    pub(super) rule_element_types: Vec<ElementTypeId>,
    /// `true` for queries about a position, whose variables are kept.
    pub(super) is_query: bool,
    /// Type of `CHOICE` in the current rule.
    pub(super) choice: Option<Type>,
    /// By location type: `true` if locations of the type are interchangeable (`relevant = no`).
    pub(super) irrelevant: Vec<bool>,
    /// By element: name of its family, or its own name.
    pub(super) element_families: Vec<String>,
    pub(super) spans: DeclarationSpans,
    /// Declared names that could not be lowered; their uses are not reported as unknown.
    pub(super) failed_names: HashSet<String>,
    /// The thing whose drawing is lowered.
    pub(super) drawn: DrawnThing,
    pub(super) pending_texts: Vec<PendingText>,
    pub(super) pending_lifetimes: Vec<PendingLifetime>,
    /// Names in [VARIABLES], also before the variables are declared.
    pub(super) variable_names: HashSet<String>,
    /// By span of a line `$V = value`: name of the variable, and `true` if it is read.
    pub(super) let_bindings: HashMap<Span, (String, bool)>,
    pub(super) suppressed: SuppressedVariables,
    /// Call sites whose bodies are being lowered, innermost last: span and note.
    calls: Vec<(Span, String)>,
    /// Nesting depth of speculative lowering; diagnostics are suppressed while it is above zero.
    speculation_depth: u32,
    depth: u32,
    has_reported_depth: bool,
    work: u64,
}

impl<'f> LoweringContext<'f> {
    pub(crate) fn new(rules: RuleSet, names: Names, findings: &'f mut Findings) -> Self {
        Self {
            rules,
            names,
            findings,
            reported: HashSet::new(),
            scope: Vec::new(),
            constant: false,
            rule_element_types: Vec::new(),
            is_query: false,
            choice: None,
            irrelevant: Vec::new(),
            element_families: Vec::new(),
            spans: DeclarationSpans::default(),
            failed_names: HashSet::new(),
            drawn: DrawnThing::Piece,
            pending_texts: Vec::new(),
            pending_lifetimes: Vec::new(),
            variable_names: HashSet::new(),
            let_bindings: HashMap::new(),
            suppressed: SuppressedVariables::default(),
            calls: Vec::new(),
            speculation_depth: 0,
            depth: 0,
            has_reported_depth: false,
            work: 0,
        }
    }

    /// Returns the rule set and the names.
    pub(crate) fn finish(self) -> (RuleSet, Names) {
        (self.rules, self.names)
    }

    /// Reports a diagnostic, once for each span and code.
    pub(super) fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.speculation_depth == 0 && self.reported.insert((diagnostic.span, diagnostic.code)) {
            // A type error in a body may be caused by the argument types of its callers.
            if diagnostic.code == "type" {
                diagnostic.related.extend(self.calls.iter().rev().take(MAX_CALLS).cloned());
            }
            self.findings.add(diagnostic);
        }
    }

    /// `true` if further errors are only counted, so that computing suggestions is wasted time.
    pub(super) fn is_full(&self) -> bool {
        self.findings.is_full(Severity::Error)
    }

    pub(super) fn has_errors(&self) -> bool {
        self.findings.has_errors()
    }

    /// Number of errors reported so far.
    pub(super) fn error_count(&self) -> usize {
        self.findings.error_count()
    }

    /// Clears the local variables of an entry.
    pub(super) fn clear_locals(&mut self) {
        self.scope.clear();
        self.suppressed = SuppressedVariables::default();
    }

    /// Reports an error and returns an error value in place of the expression.
    pub(super) fn report_error(&mut self, diagnostic: Diagnostic) -> TypedExpr {
        let span = diagnostic.span;
        self.report(diagnostic);
        Self::error_value(span)
    }

    /// Reports an unknown name; its other uses are not reported.
    pub(super) fn report_unknown(&mut self, name: &str, diagnostic: Diagnostic) -> TypedExpr {
        if self.speculation_depth == 0 {
            self.failed_names.insert(name.to_owned());
        }
        self.report_error(diagnostic)
    }

    /// Error value of the given type, for an error that has been reported.
    pub(super) fn error_of_type(ty: Type, span: Span) -> TypedExpr {
        Self::value(ty, Value::Error, span)
    }

    /// Error value of any type, for an error that has been reported.
    pub(super) fn error_value(span: Span) -> TypedExpr {
        TypedExpr { ty: Type::ANY, kind: TypedExprKind::Constant(Value::Error), span }
    }

    pub(super) fn value(ty: Type, value: Value, span: Span) -> TypedExpr {
        TypedExpr { ty, kind: TypedExprKind::Constant(value), span }
    }

    pub(super) fn add(&mut self, ty: Type, node: Out, span: Span) -> TypedExpr {
        TypedExpr { ty, kind: TypedExprKind::Runtime(self.rules.exprs.add(node, span)), span }
    }

    /// Returns the node of a lowered expression, creating one for a constant.
    pub(super) fn expr_id(&mut self, low: &TypedExpr) -> ExprId {
        match &low.kind {
            TypedExprKind::Runtime(id) => *id,
            TypedExprKind::Constant(value) => self.node_of(value, low.span),
        }
    }

    pub(super) fn node_of(&mut self, value: &Value, span: Span) -> ExprId {
        let node = match value {
            Value::Int(number) => Out::Int(*number),
            Value::Bool(yes) => Out::Bool(*yes),
            Value::Text(text) => Out::Text(self.rules.texts.intern(text)),
            Value::Thing(thing) => Out::Thing(*thing),
            Value::Set(members) => {
                let members = members.clone();
                Out::DistinctSet(members.iter().map(|member| self.node_of(member, span)).collect())
            }
            // A rule set with errors is discarded, so any node will do.
            Value::Error => Out::Bool(false),
        };
        self.rules.exprs.add(node, span)
    }

    /// `true` if the work limit has been reached.
    pub(super) fn is_exhausted(&self) -> bool {
        self.work >= MAX_WORK
    }

    /// Exhausts the work limit, which stops further lowering.
    pub(super) fn exhaust(&mut self) {
        self.work = MAX_WORK + 1;
    }

    /// Lowers an expression and checks that its type is one of `want`; an empty list accepts all types.
    pub(super) fn lower(&mut self, expr: &Expr, want: &[Type]) -> TypedExpr {
        self.work += 1;
        if self.depth >= MAX_DEPTH {
            // Excessive depth occurs at many positions; it is reported once.
            if self.speculation_depth > 0 || std::mem::replace(&mut self.has_reported_depth, true) {
                return Self::error_value(expr.span);
            }
            return self.report_error(
                Diagnostic::error("too-deep", expr.span, "expressions are nested too deeply here")
                    .help("is there infinite recursion, or a very long chain of calls?"),
            );
        }
        if self.work >= MAX_WORK {
            if self.work == MAX_WORK {
                self.report(
                    Diagnostic::error("too-much-work", expr.span, "loading this file takes too many steps")
                        .help("the ranges of families, directions or relations are too large"),
                );
            }
            return Self::error_value(expr.span);
        }
        self.depth += 1;
        let low = self.lower_node(expr, want);
        self.depth -= 1;
        self.check_type(low, want)
    }

    fn lower_node(&mut self, expr: &Expr, want: &[Type]) -> TypedExpr {
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int(number) => Self::value(Type::INT, Value::Int(*number), span),
            ExprKind::Bool(yes) => Self::value(Type::BOOL, Value::Bool(*yes), span),
            ExprKind::Text(text) => Self::value(Type::TEXT, Value::text(text), span),
            ExprKind::Var(name) => self.variable(name, span),
            ExprKind::Name(word) => self.word(word, span, want),
            ExprKind::Call(head, arguments) => self.call(head, arguments, span, want),
            ExprKind::Set(members) => self.set(members, span, want),
            ExprKind::Not(inner) => self.not(inner, span),
            ExprKind::Negate(inner) => self.negate(inner, span),
            ExprKind::And(..) | ExprKind::Or(..) => self.logical(expr),
            ExprKind::Arith(..) => self.arithmetic(expr),
            ExprKind::Compare(comparison, left, right) => self.compare(*comparison, left, right, span),
            ExprKind::SetOperation(..) => self.set_operations(expr, want),
            ExprKind::Range(from, to) => self.range(from, to, span),
            ExprKind::Assign(target, value) => self.assign(target, value, span, want),
            ExprKind::Colour(..) => self.report_error(
                Diagnostic::error("type", span, "a colour is not allowed here")
                    .label("only drawings and players have colours"),
            ),
            ExprKind::Declare(name, _) => self.report_error(
                Diagnostic::error("declare", span, format!("`{}: ...` is not allowed here", name.text))
                    .label("variables are declared in `name` and `for` only"),
            ),
            ExprKind::ListOf(_) => self.report_error(
                Diagnostic::error("type", span, "`list of` is not allowed here").label("only options are lists"),
            ),
            ExprKind::Error => Self::error_value(span),
        }
    }

    /// Checks that a lowered expression has one of the expected types.
    pub(super) fn check_type(&mut self, low: TypedExpr, want: &[Type]) -> TypedExpr {
        if low.is_error() || low.ty.fits(want) { low } else { self.type_mismatch(&low, want) }
    }

    fn type_mismatch(&mut self, low: &TypedExpr, want: &[Type]) -> TypedExpr {
        let wanted = any_of(want);
        let message = format!("this is {}, {wanted} is needed here", low.ty);
        let has = |ty: Type| want.contains(&ty);
        let help = match low.ty {
            Type::LOCATION if has(Type::ELEMENT) => Some("`CONTENT(location)` is the element on it"),
            Type::ELEMENT if has(Type::LOCATION) => Some("`LOCATION(element)` is the location of an element"),
            Type::ELEMENT if has(Type::ELEMENT_TYPE) => Some("`ELTYPE(element)` is an element's type"),
            Type::LOCATION if has(Type::LOCATION_TYPE) => Some("`LOCTYPE(location)` is a location's type"),
            Type::ELEMENT_TYPE if has(Type::ELEMENTS) || has(Type::SET) => {
                Some("`ELEMENTS(type)` is the set of all elements of a type")
            }
            Type::LOCATION_TYPE if has(Type::LOCATIONS) || has(Type::SET) => {
                Some("`LOCATIONS(type)` is the set of all locations of a type")
            }
            Type::INT if has(Type::BOOL) => Some("compare it with something: `... > 0`"),
            Type::BOOL if has(Type::ACTION) => {
                Some("`variable = value` is an assignment, `IF(condition, action)` a conditional action")
            }
            Type::ACTION => Some("actions are allowed in `followup` only"),
            ty if want.iter().any(|want| Some(ty) == want.member()) => Some("`{...}` makes a set"),
            ty if ty.is_set() && want.iter().any(|want| ty.member() == Some(*want)) => {
                Some("`FIRST($V, set, condition)` picks a member of a set")
            }
            _ => None,
        };
        self.report_error(
            Diagnostic::error("type", low.span, message)
                .label(format!("expected {wanted}"))
                .maybe_help(help.map(str::to_owned)),
        )
    }

    /// Evaluates an expression in a constant context.
    pub(super) fn constant(&mut self, expr: &Expr, want: &[Type]) -> Value {
        let before = std::mem::replace(&mut self.constant, true);
        let low = self.lower(expr, want);
        self.constant = before;
        match low.kind {
            TypedExprKind::Constant(value) => value,
            TypedExprKind::Runtime(_) => {
                self.not_constant("this", expr.span);
                Value::Error
            }
        }
    }

    pub(super) fn not_constant(&mut self, what: &str, span: Span) -> TypedExpr {
        // In the body of a named expression, the place of the mistake is the call.
        let call = self.calls.first().map(|(span, _)| *span);
        let diagnostic = Diagnostic::error(
            "not-constant",
            call.unwrap_or(span),
            format!("{what} depends on the position, but a constant is needed here"),
        )
        .label("expected options, texts, numbers or variables of the family")
        .help("this part is evaluated once, when the file is loaded");
        self.report_error(match call {
            Some(_) => diagnostic.related(span, "the position is read here"),
            None => diagnostic,
        })
    }

    /// Reports the name of a variable in a part of the file that is lowered before variables are: a constant.
    pub(super) fn early_variable_error(&mut self, name: &str, span: Span) -> Option<TypedExpr> {
        let is_early = self.constant && self.variable_names.contains(name);
        is_early.then(|| self.not_constant(&format!("`{name}`"), span))
    }

    /// Adds a variable to the rule set; `name` includes the `$`.
    pub(super) fn new_var(&mut self, name: &str) -> VarId {
        let variables = &mut self.rules.variables;
        if variables.len() >= usize::from(u16::MAX) {
            self.report(Diagnostic::error("too-many", Span::default(), "the file has too many local variables"));
            return VarId(0);
        }
        variables.push(name.trim_start_matches('$').to_owned());
        VarId::new(variables.len() - 1)
    }

    /// Binds a local variable in the current scope.
    pub(super) fn bind(&mut self, name: &str, span: Span, local: Local) {
        self.scope.push(Binding { name: name.to_owned(), local, span });
    }

    pub(super) fn find_local(&self, name: &str) -> Option<&Binding> {
        self.scope.iter().rev().find(|bound| bound.name == name)
    }
}

/// Splits a chain of differences `a - b - c` into its operands.
pub(super) fn differences(expr: &Expr) -> (&Expr, Vec<&Expr>) {
    let (first, rest) = operators::left_spine(expr, |node| match node {
        ExprKind::Arith(boardwright_rules::ArithmeticOp::Subtract, left, right) => Some(((), &**left, &**right)),
        _ => None,
    });
    (first, rest.into_iter().map(|(.., right, _)| right).collect())
}
