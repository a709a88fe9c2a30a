//! Static analysis of expressions: type inference and constant folding on untyped rule sets. The lints use the results;
//! this module reports nothing.

use boardwright_game::ids::{ExprId, TextId, VarId};
use boardwright_rules::{BinaryOp, Expr, Function, Guard, RuleSet, UnaryOp, UntypedAction, UntypedQuery};

/// Static type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueType {
    Int,
    Bool,
    Text,
    Set,
    /// Unknown.
    Any,
}

impl ValueType {
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Any }
    }

    /// Name of the type in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Int => "a number",
            Self::Bool => "true or false",
            Self::Text => "a text",
            Self::Set => "a set",
            Self::Any => "a value",
        }
    }
}

/// Value of a constant expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Int(i32),
    Bool(bool),
    Text(TextId),
}

/// Results of the analysis of a rule set.
#[derive(Debug, Default)]
pub(super) struct Facts {
    types: Vec<ValueType>,
    constants: Vec<Option<Constant>>,
    /// Type of each variable; `None` if nothing assigns a value to it.
    variables: Vec<Option<ValueType>>,
    functions: Vec<ValueType>,
}

/// Maximum number of iterations: the types of variables and named expressions depend on each other.
const MAX_ROUNDS: usize = 4;

impl Facts {
    pub(super) fn analyse(rules: &RuleSet) -> Self {
        let mut facts = Self {
            variables: vec![Some(ValueType::Any); rules.variables.len()],
            functions: vec![ValueType::Any; rules.functions.len()],
            ..Self::default()
        };
        facts.fold_constants(rules);
        // Each round refines sound results of the round before, so the results are sound after any number of rounds.
        for _ in 0..MAX_ROUNDS {
            facts.infer_types(rules);
            let functions = rules.functions.iter().map(|function| facts.function_type(rules, function)).collect();
            let variables = facts.join_assignments(rules);
            let same = functions == facts.functions && variables == facts.variables;
            (facts.functions, facts.variables) = (functions, variables);
            if same {
                break;
            }
        }
        facts
    }

    pub(super) fn type_of(&self, expr: ExprId) -> ValueType {
        self.types[expr.index()]
    }

    pub(super) fn constant(&self, expr: ExprId) -> Option<Constant> {
        self.constants[expr.index()]
    }

    pub(super) fn int(&self, expr: ExprId) -> Option<i32> {
        if let Some(Constant::Int(number)) = self.constant(expr) { Some(number) } else { None }
    }

    pub(super) fn text(&self, expr: ExprId) -> Option<TextId> {
        if let Some(Constant::Text(text)) = self.constant(expr) { Some(text) } else { None }
    }

    /// `true` if anything in the file assigns a value to this variable.
    pub(super) fn is_bound(&self, var: VarId) -> bool {
        self.variables[var.index()].is_some()
    }

    pub(super) fn variable_type(&self, var: VarId) -> ValueType {
        self.variables[var.index()].unwrap_or(ValueType::Any)
    }

    fn infer_types(&mut self, rules: &RuleSet) {
        self.types.clear();
        for (_, expr) in rules.exprs.iter() {
            let sort = match expr {
                Expr::Int(_) => ValueType::Int,
                Expr::Bool(_) | Expr::Assign(..) | Expr::Loop { .. } | Expr::UntypedAction(..) => ValueType::Bool,
                Expr::Text(_) | Expr::Template(_) => ValueType::Text,
                Expr::Thing(_)
                | Expr::Member(..)
                | Expr::DistinctSet(_)
                | Expr::Lines(_)
                | Expr::Arithmetic(..)
                | Expr::Range(..)
                | Expr::Aggregate { .. }
                | Expr::Reach { .. }
                | Expr::Closure { .. }
                | Expr::Query(..)
                | Expr::Global(_)
                | Expr::Effect(..) => unreachable!("edition 2026 expressions are checked by its compiler"),
                Expr::Var(var) => self.variable_type(*var),
                Expr::Set(_) => ValueType::Set,
                Expr::Unary(op, _) => {
                    if *op == UnaryOp::Not {
                        ValueType::Bool
                    } else {
                        ValueType::Int
                    }
                }
                Expr::Binary(op, ..) => binary_type(*op),
                Expr::If(_, then, other) => {
                    let then = self.type_of(*then);
                    other.map_or(then, |other| then.join(self.type_of(other)))
                }
                Expr::Call(function, _) => self.functions[function.index()],
                Expr::UntypedQuery(query, _) => query_type(*query),
                Expr::Fail(..) => ValueType::Any,
            };
            self.types.push(sort);
        }
    }

    /// Returns the type of a named expression: that of its last line, joined with Boolean if an earlier line can be
    /// false.
    fn function_type(&self, rules: &RuleSet, function: &Function) -> ValueType {
        let Some((last, before)) = function.body.split_last() else { return ValueType::Any };
        let never_false = |line: &ExprId| match &rules.exprs[*line] {
            Expr::Assign(..) => true,
            Expr::UntypedAction(action, _) => *action != UntypedAction::Move,
            _ => match self.constant(*line) {
                Some(constant) => constant != Constant::Bool(false),
                None => !matches!(self.type_of(*line), ValueType::Bool | ValueType::Any),
            },
        };
        let sort = self.type_of(*last);
        if before.iter().all(never_false) { sort } else { sort.join(ValueType::Bool) }
    }

    /// Returns the joined type of all values assigned to each variable.
    fn join_assignments(&self, rules: &RuleSet) -> Vec<Option<ValueType>> {
        let mut variables: Vec<Option<ValueType>> = vec![None; rules.variables.len()];
        let mut bind = |var: VarId, sort: ValueType| {
            let slot = &mut variables[var.index()];
            *slot = Some(slot.map_or(sort, |earlier| earlier.join(sort)));
        };
        let mut called = vec![false; rules.functions.len()];
        for (_, expr) in rules.exprs.iter() {
            match expr {
                Expr::Assign(var, value) => bind(*var, self.type_of(*value)),
                Expr::Loop { var, .. } => bind(*var, ValueType::Int),
                Expr::Call(function, arguments) => {
                    called[function.index()] = true;
                    for (param, argument) in rules.functions[function.index()].params.iter().zip(arguments) {
                        bind(*param, self.type_of(*argument));
                    }
                }
                _ => {}
            }
        }
        for (function, _) in rules.functions.iter().zip(called).filter(|(_, called)| !called) {
            function.params.iter().for_each(|param| bind(*param, ValueType::Any));
        }
        for rule in &rules.rules {
            let bindings = rule.elements().first().into_iter().flat_map(|(_, bindings)| bindings);
            let bindings = bindings.chain(rule.from.entries().first().into_iter().flat_map(|(_, bindings)| bindings));
            let bindings = bindings.chain(rule.to.entries().first().into_iter().flat_map(|(_, bindings)| bindings));
            bindings.for_each(|(var, _)| bind(*var, ValueType::Int));
            for guard in [rule.state, rule.player] {
                if let Guard::Bind(var) = guard {
                    bind(var, ValueType::Int);
                }
            }
        }
        variables
    }

    fn fold_constants(&mut self, rules: &RuleSet) {
        for (_, expr) in rules.exprs.iter() {
            let constant = match expr {
                Expr::Int(number) => Some(Constant::Int(*number)),
                Expr::Bool(truth) => Some(Constant::Bool(*truth)),
                Expr::Text(text) => Some(Constant::Text(*text)),
                Expr::Unary(op, operand) => self.constant(*operand).and_then(|value| fold_unary(*op, value)),
                Expr::Binary(op, left, right) => {
                    self.constant(*left).and_then(|left| fold_binary(*op, left, self.constant(*right)))
                }
                _ => None,
            };
            self.constants.push(constant);
        }
    }
}

fn binary_type(op: BinaryOp) -> ValueType {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => {
            ValueType::Int
        }
        BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => ValueType::Set,
        _ => ValueType::Bool,
    }
}

fn query_type(query: UntypedQuery) -> ValueType {
    match query {
        UntypedQuery::LocationType
        | UntypedQuery::ElementType
        | UntypedQuery::Location
        | UntypedQuery::Content
        | UntypedQuery::Unindex => ValueType::Text,
        UntypedQuery::Empty => ValueType::Bool,
        _ => ValueType::Int,
    }
}

fn fold_unary(op: UnaryOp, value: Constant) -> Option<Constant> {
    match (op, value) {
        (UnaryOp::Not, Constant::Bool(truth)) => Some(Constant::Bool(!truth)),
        (UnaryOp::Abs, Constant::Int(number)) => Some(Constant::Int(number.wrapping_abs())),
        (UnaryOp::Neg, Constant::Int(number)) => Some(Constant::Int(number.wrapping_neg())),
        _ => None,
    }
}

fn fold_binary(op: BinaryOp, left: Constant, right: Option<Constant>) -> Option<Constant> {
    match (op, left) {
        (BinaryOp::And, Constant::Bool(false)) | (BinaryOp::Or, Constant::Bool(true)) => return Some(left),
        _ => {}
    }
    let right = right?;
    match (op, left, right) {
        (BinaryOp::And | BinaryOp::Or, Constant::Bool(_), Constant::Bool(_)) => Some(right),
        (BinaryOp::Equal, ..) => Some(Constant::Bool(left == right)),
        (BinaryOp::Unequal, ..) => Some(Constant::Bool(left != right)),
        (_, Constant::Int(a), Constant::Int(b)) => match op {
            BinaryOp::Less => Some(Constant::Bool(a < b)),
            BinaryOp::LessEqual => Some(Constant::Bool(a <= b)),
            BinaryOp::Greater => Some(Constant::Bool(a > b)),
            BinaryOp::GreaterEqual => Some(Constant::Bool(a >= b)),
            BinaryOp::Add => Some(Constant::Int(a.wrapping_add(b))),
            BinaryOp::Subtract => Some(Constant::Int(a.wrapping_sub(b))),
            BinaryOp::Multiply => Some(Constant::Int(a.wrapping_mul(b))),
            BinaryOp::Divide if b != 0 => Some(Constant::Int(a.wrapping_div(b))),
            BinaryOp::Remainder if b != 0 => Some(Constant::Int(a.wrapping_rem(b))),
            _ => None,
        },
        _ => None,
    }
}
