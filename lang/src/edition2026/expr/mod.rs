//! Expressions: from how they are written to typed nodes of the rule set, or to values where these are known.
//! Which keys hold which expressions is not decided here.

mod actions;
mod asks;
mod blocks;
mod calls;
mod fold;
mod functions;
mod loops;
mod operators;
mod sets;
mod tables;
mod texts;
mod words;

use std::collections::{HashMap, HashSet};

use boardwright_engine::ids::{ElementTypeId, ExprId, VarId};
use boardwright_engine::rules::{Expr as Out, RuleSet, Span};

use super::Places;
use super::names::Names;
use super::types::{Type, any_of};
use super::value::Value;
use crate::Diagnostic;
use crate::diagnostic::{Findings, Severity};
use crate::syntax::ast::{Expr, Node};

pub(super) use blocks::Lines;
pub(super) use calls::written;

/// How deeply expressions may be nested, those that they call included.
const MOST_DEPTH: u32 = 400;
/// How many calls are shown with a mistake that they lead to.
const MOST_CALLS: usize = 3;
/// How many nodes may be worked out while a file is read.
const MOST_WORK: u64 = 10_000_000;

/// What an expression became.
#[derive(Clone, Debug)]
pub(super) struct Low {
    pub(super) ty: Type,
    pub(super) is: Is,
    pub(super) span: Span,
}

#[derive(Clone, Debug)]
pub(super) enum Is {
    /// A value that is known now.
    Known(Value),
    /// A value that is worked out in a position.
    Asked(ExprId),
}

impl Low {
    pub(super) fn known(&self) -> Option<&Value> {
        match &self.is {
            Is::Known(value) => Some(value),
            Is::Asked(_) => None,
        }
    }

    pub(super) fn is_wrong(&self) -> bool {
        self.known().is_some_and(Value::is_wrong)
    }
}

/// What a local variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Local {
    /// A number of a family.
    Known(Value),
    /// What a pattern, a loop, an argument or a line gives.
    Var(VarId, Type),
}

/// A local variable of the expression at hand.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// With its `$`.
    pub(super) name: String,
    pub(super) local: Local,
    pub(super) span: Span,
}

/// Local variables of the entry at hand of which nothing more need be told.
#[derive(Debug, Default)]
pub(super) struct Missed {
    /// Those that were told to be unknown.
    pub(super) names: HashSet<String>,
    /// Whether a `for` could not be read, so that any of them may be unknown only because of that.
    pub(super) any: bool,
}

/// Lowers expressions into a rule set that is being built.
#[derive(Debug)]
pub(crate) struct Lower<'f> {
    pub(super) rules: RuleSet,
    pub(super) names: Names,
    findings: &'f mut Findings,
    told: HashSet<(Span, &'static str)>,
    /// Local variables, the innermost last.
    pub(super) scope: Vec<Bound>,
    /// Whether everything must be known: no position is there to be looked at.
    pub(super) constant: bool,
    /// The types of the elements of the rule at hand.
    pub(super) states_of: Vec<ElementTypeId>,
    /// Whether questions are asked, which keep their variables.
    pub(super) asking: bool,
    /// What `CHOICE` is here.
    pub(super) choice: Option<Type>,
    /// By location type: whether it makes no difference where on it something stands.
    pub(super) irrelevant: Vec<bool>,
    /// By element: the name of its family, or its own.
    pub(super) element_families: Vec<String>,
    pub(super) places: Places,
    /// Names of what is there but could not be made.
    pub(super) broken: HashSet<String>,
    /// By the place of a line `$V = value`: the variable, and whether anything reads it.
    pub(super) lets: HashMap<Span, (String, bool)>,
    pub(super) missed: Missed,
    /// The calls whose bodies are looked at, the innermost last: where, and with what.
    calls: Vec<(Span, String)>,
    /// More than zero while types are only tried out, and nothing is told.
    trying: u32,
    depth: u32,
    too_deep: bool,
    work: u64,
}

impl<'f> Lower<'f> {
    pub(crate) fn new(rules: RuleSet, names: Names, findings: &'f mut Findings) -> Self {
        Self {
            rules,
            names,
            findings,
            told: HashSet::new(),
            scope: Vec::new(),
            constant: false,
            states_of: Vec::new(),
            asking: false,
            choice: None,
            irrelevant: Vec::new(),
            element_families: Vec::new(),
            places: Places::default(),
            broken: HashSet::new(),
            lets: HashMap::new(),
            missed: Missed::default(),
            calls: Vec::new(),
            trying: 0,
            depth: 0,
            too_deep: false,
            work: 0,
        }
    }

    /// The rules and names as they are now.
    pub(crate) fn finish(self) -> (RuleSet, Names) {
        (self.rules, self.names)
    }

    /// Says what is wrong, once for each place and kind of mistake.
    pub(super) fn tell(&mut self, mut diagnostic: Diagnostic) {
        if self.trying == 0 && self.told.insert((diagnostic.span, diagnostic.code)) {
            // Types are wrong in a body because of what it is called with.
            if diagnostic.code == "type" {
                diagnostic.related.extend(self.calls.iter().rev().take(MOST_CALLS).cloned());
            }
            self.findings.add(diagnostic);
        }
    }

    /// Whether looking for advice about an error is wasted time.
    pub(super) fn full(&self) -> bool {
        self.findings.full(Severity::Error)
    }

    pub(super) fn has_errors(&self) -> bool {
        self.findings.has_errors()
    }

    /// How many errors were told.
    pub(super) fn errors(&self) -> usize {
        self.findings.errors()
    }

    /// Forgets the local variables of an entry.
    pub(super) fn forget(&mut self) {
        self.scope.clear();
        self.missed = Missed::default();
    }

    /// Says what is wrong with an expression, which then stands for nothing.
    pub(super) fn wrong(&mut self, diagnostic: Diagnostic) -> Low {
        let span = diagnostic.span;
        self.tell(diagnostic);
        Self::nothing(span)
    }

    /// Something of this type of which was told that it is wrong.
    pub(super) fn wrongly(ty: Type, span: Span) -> Low {
        Self::value(ty, Value::Wrong, span)
    }

    /// Something of which was told that it is wrong.
    pub(super) fn nothing(span: Span) -> Low {
        Low { ty: Type::ANY, is: Is::Known(Value::Wrong), span }
    }

    pub(super) fn value(ty: Type, value: Value, span: Span) -> Low {
        Low { ty, is: Is::Known(value), span }
    }

    pub(super) fn add(&mut self, ty: Type, node: Out, span: Span) -> Low {
        Low { ty, is: Is::Asked(self.rules.exprs.add(node, span)), span }
    }

    /// A node for what an expression became.
    pub(super) fn id(&mut self, low: &Low) -> ExprId {
        match &low.is {
            Is::Asked(id) => *id,
            Is::Known(value) => self.node_of(value, low.span),
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
                Out::Distinct(members.iter().map(|member| self.node_of(member, span)).collect())
            }
            // There is no rule set where something is wrong.
            Value::Wrong => Out::Bool(false),
        };
        self.rules.exprs.add(node, span)
    }

    /// Whether no more work may be done.
    pub(super) fn exhausted(&self) -> bool {
        self.work >= MOST_WORK
    }

    /// Lets no more work be done.
    pub(super) fn exhaust(&mut self) {
        self.work = MOST_WORK + 1;
    }

    /// Lowers an expression whose value must be of one of these types; any will do if there are none.
    pub(super) fn lower(&mut self, expr: &Expr, want: &[Type]) -> Low {
        self.work += 1;
        if self.depth >= MOST_DEPTH {
            // What is too deep is so in many places; one is enough.
            if self.trying > 0 || std::mem::replace(&mut self.too_deep, true) {
                return Self::nothing(expr.span);
            }
            return self.wrong(
                Diagnostic::error("too-deep", expr.span, "expressions are nested too deeply here")
                    .help("does an expression call itself without end, or do very many call each other?"),
            );
        }
        if self.work >= MOST_WORK {
            if self.work == MOST_WORK {
                self.tell(
                    Diagnostic::error("too-much-work", expr.span, "working out this file takes too many steps")
                        .help("the ranges of families, or what geometry is made of, are too large"),
                );
            }
            return Self::nothing(expr.span);
        }
        self.depth += 1;
        let low = self.node(expr, want);
        self.depth -= 1;
        self.typed(low, want)
    }

    fn node(&mut self, expr: &Expr, want: &[Type]) -> Low {
        let span = expr.span;
        match &expr.node {
            Node::Int(number) => Self::value(Type::INT, Value::Int(*number), span),
            Node::Bool(yes) => Self::value(Type::BOOL, Value::Bool(*yes), span),
            Node::Text(text) => Self::value(Type::TEXT, Value::text(text), span),
            Node::Var(name) => self.variable(name, span),
            Node::Name(word) => self.word(word, span, want),
            Node::Call(head, arguments) => self.call(head, arguments, span, want),
            Node::Set(members) => self.set(members, span, want),
            Node::Not(inner) => self.not(inner, span),
            Node::Negate(inner) => self.negate(inner, span),
            Node::And(..) | Node::Or(..) => self.connected(expr),
            Node::Arith(..) => self.arithmetic(expr),
            Node::Compare(comparison, left, right) => self.compare(*comparison, left, right, span),
            Node::Join(..) => self.joined(expr, want),
            Node::Range(from, to) => self.range(from, to, span),
            Node::Assign(target, value) => self.assign(target, value, span, want),
            Node::Colour(..) => self.wrong(
                Diagnostic::error("type", span, "a colour cannot stand here")
                    .label("only drawings and players have colours"),
            ),
            Node::Declare(name, _) => self.wrong(
                Diagnostic::error("declare", span, format!("`{}: ...` cannot stand here", name.text))
                    .label("variables are declared in `name` and `for` only"),
            ),
            Node::ListOf(_) => self
                .wrong(Diagnostic::error("type", span, "`list of` cannot stand here").label("only options are lists")),
            Node::Wrong => Self::nothing(span),
        }
    }

    /// Sees to it that a value has one of the types wanted.
    pub(super) fn typed(&mut self, low: Low, want: &[Type]) -> Low {
        if low.is_wrong() || low.ty.fits(want) { low } else { self.mistyped(&low, want) }
    }

    fn mistyped(&mut self, low: &Low, want: &[Type]) -> Low {
        let wanted = any_of(want);
        let message = format!("this is {}, {wanted} is needed here", low.ty);
        let has = |ty: Type| want.contains(&ty);
        let help = match low.ty {
            Type::LOCATION if has(Type::ELEMENT) => Some("`CONTENT(location)` is the element that stands there"),
            Type::ELEMENT if has(Type::LOCATION) => Some("`LOCATION(element)` is where an element stands"),
            Type::ELEMENT if has(Type::ELEMENT_TYPE) => Some("`ELTYPE(element)` is an element's type"),
            Type::LOCATION if has(Type::LOCATION_TYPE) => Some("`LOCTYPE(location)` is a location's type"),
            Type::ELEMENT_TYPE if has(Type::ELEMENTS) || has(Type::SET) => {
                Some("`ELEMENTS(type)` is the set of all elements of a type")
            }
            Type::LOCATION_TYPE if has(Type::LOCATIONS) || has(Type::SET) => {
                Some("`LOCATIONS(type)` is the set of all locations of a type")
            }
            Type::INT if has(Type::BOOL) => Some("compare it with something: `... > 0`"),
            Type::BOOL if has(Type::ACTION) => Some(
                "`variable = value` gives a variable a value, `IF(condition, action)` does something on a condition",
            ),
            Type::ACTION => Some("actions stand in `followup` only; conditions and values change nothing"),
            ty if want.iter().any(|want| Some(ty) == want.member()) => Some("`{...}` makes a set"),
            ty if ty.is_set() && want.iter().any(|want| ty.member() == Some(*want)) => {
                Some("`FIRST($V, set, condition)` picks a member of a set")
            }
            _ => None,
        };
        self.wrong(
            Diagnostic::error("type", low.span, message)
                .label(format!("expected {wanted}"))
                .maybe_help(help.map(str::to_owned)),
        )
    }

    /// Lowers an expression that must be known now.
    pub(super) fn constant(&mut self, expr: &Expr, want: &[Type]) -> Value {
        let before = std::mem::replace(&mut self.constant, true);
        let low = self.lower(expr, want);
        self.constant = before;
        match low.is {
            Is::Known(value) => value,
            Is::Asked(_) => {
                self.not_constant("this", expr.span);
                Value::Wrong
            }
        }
    }

    pub(super) fn not_constant(&mut self, what: &str, span: Span) -> Low {
        self.wrong(
            Diagnostic::error(
                "not-constant",
                span,
                format!("{what} looks at the position, but here there is none yet"),
            )
            .label("expected options, texts, numbers or variables of the family")
            .help("this part is worked out once, when the file is read"),
        )
    }

    /// A new variable of the rule set; `name` has its `$`.
    pub(super) fn new_var(&mut self, name: &str) -> VarId {
        let variables = &mut self.rules.variables;
        if variables.len() >= usize::from(u16::MAX) {
            self.tell(Diagnostic::error("too-many", Span::default(), "the file has too many local variables"));
            return VarId(0);
        }
        variables.push(name.trim_start_matches('$').to_owned());
        VarId::new(variables.len() - 1)
    }

    /// Makes a local variable known from here on.
    pub(super) fn bind(&mut self, name: &str, span: Span, local: Local) {
        self.scope.push(Bound { name: name.to_owned(), local, span });
    }

    pub(super) fn bound(&self, name: &str) -> Option<&Bound> {
        self.scope.iter().rev().find(|bound| bound.name == name)
    }
}

/// Differences `a - b - c` taken apart.
pub(super) fn differences(expr: &Expr) -> (&Expr, Vec<&Expr>) {
    let (first, rest) = operators::spine(expr, |node| match node {
        Node::Arith(boardwright_engine::rules::Arith::Subtract, left, right) => Some(((), &**left, &**right)),
        _ => None,
    });
    (first, rest.into_iter().map(|(.., right, _)| right).collect())
}
