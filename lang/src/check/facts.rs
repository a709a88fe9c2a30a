//! What is certain about expressions without playing: the types of their values, and the values of constants.
//! It tells nobody; that is the matter of the checks.

use boardwright_engine::ids::{ExprId, TextId, VarId};
use boardwright_engine::rules::{Action, BinaryOp, Expr, Function, Guard, Query, RuleSet, UnaryOp};

/// The type of a value, as far as it is certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    Int,
    Bool,
    Text,
    Set,
    /// Not certain.
    Any,
}

impl Sort {
    fn join(self, other: Self) -> Self {
        if self == other { self } else { Self::Any }
    }

    /// As it is called in messages.
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

/// A value that an expression always has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Constant {
    Int(i32),
    Bool(bool),
    Text(TextId),
}

/// What is certain about a rule set.
#[derive(Debug, Default)]
pub(super) struct Facts {
    sorts: Vec<Sort>,
    constants: Vec<Option<Constant>>,
    /// By variable; `None` if nothing ever gives it a value.
    variables: Vec<Option<Sort>>,
    functions: Vec<Sort>,
}

/// Sorts of variables and named expressions depend on each other; after so many rounds they are good enough.
const ROUNDS: usize = 4;

impl Facts {
    pub(super) fn of(rules: &RuleSet) -> Self {
        let mut facts = Self {
            variables: vec![Some(Sort::Any); rules.variables.len()],
            functions: vec![Sort::Any; rules.functions.len()],
            ..Self::default()
        };
        facts.constants(rules);
        // Each round starts from what is certain, so what it finds is certain too, whenever the rounds end.
        for _ in 0..ROUNDS {
            facts.sorts(rules);
            let functions = rules.functions.iter().map(|function| facts.result(rules, function)).collect();
            let variables = facts.bound(rules);
            let same = functions == facts.functions && variables == facts.variables;
            (facts.functions, facts.variables) = (functions, variables);
            if same {
                break;
            }
        }
        facts
    }

    pub(super) fn sort(&self, expr: ExprId) -> Sort {
        self.sorts[expr.index()]
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

    /// Whether anything in the file gives this variable a value.
    pub(super) fn is_bound(&self, var: VarId) -> bool {
        self.variables[var.index()].is_some()
    }

    pub(super) fn variable(&self, var: VarId) -> Sort {
        self.variables[var.index()].unwrap_or(Sort::Any)
    }

    fn sorts(&mut self, rules: &RuleSet) {
        self.sorts.clear();
        for (_, expr) in rules.exprs.iter() {
            let sort = match expr {
                Expr::Int(_) => Sort::Int,
                Expr::Bool(_) | Expr::Assign(..) | Expr::Loop { .. } | Expr::Act(..) => Sort::Bool,
                Expr::Text(_) | Expr::Template(_) => Sort::Text,
                Expr::Thing(_)
                | Expr::Member(..)
                | Expr::Distinct(_)
                | Expr::Lines(_)
                | Expr::Number(..)
                | Expr::Range(..)
                | Expr::Over { .. }
                | Expr::Reach { .. }
                | Expr::Ask(..)
                | Expr::Global(_)
                | Expr::Do(..) => unreachable!("typed expressions are checked where they are typed"),
                Expr::Var(var) => self.variable(*var),
                Expr::Set(_) => Sort::Set,
                Expr::Unary(op, _) => {
                    if *op == UnaryOp::Not {
                        Sort::Bool
                    } else {
                        Sort::Int
                    }
                }
                Expr::Binary(op, ..) => binary_sort(*op),
                Expr::If(_, then, other) => {
                    let then = self.sort(*then);
                    other.map_or(then, |other| then.join(self.sort(other)))
                }
                Expr::Call(function, _) => self.functions[function.index()],
                Expr::Query(query, _) => query_sort(*query),
                Expr::Fail(..) => Sort::Any,
            };
            self.sorts.push(sort);
        }
    }

    /// The sort of a named expression: of its last line, or a false of one before.
    fn result(&self, rules: &RuleSet, function: &Function) -> Sort {
        let Some((last, before)) = function.body.split_last() else { return Sort::Any };
        let never_false = |line: &ExprId| match &rules.exprs[*line] {
            Expr::Assign(..) => true,
            Expr::Act(action, _) => *action != Action::Move,
            _ => match self.constant(*line) {
                Some(constant) => constant != Constant::Bool(false),
                None => !matches!(self.sort(*line), Sort::Bool | Sort::Any),
            },
        };
        let sort = self.sort(*last);
        if before.iter().all(never_false) { sort } else { sort.join(Sort::Bool) }
    }

    /// By variable: the sort of all that it can get.
    fn bound(&self, rules: &RuleSet) -> Vec<Option<Sort>> {
        let mut variables: Vec<Option<Sort>> = vec![None; rules.variables.len()];
        let mut bind = |var: VarId, sort: Sort| {
            let slot = &mut variables[var.index()];
            *slot = Some(slot.map_or(sort, |earlier| earlier.join(sort)));
        };
        let mut called = vec![false; rules.functions.len()];
        for (_, expr) in rules.exprs.iter() {
            match expr {
                Expr::Assign(var, value) => bind(*var, self.sort(*value)),
                Expr::Loop { var, .. } => bind(*var, Sort::Int),
                Expr::Call(function, arguments) => {
                    called[function.index()] = true;
                    for (param, argument) in rules.functions[function.index()].params.iter().zip(arguments) {
                        bind(*param, self.sort(*argument));
                    }
                }
                _ => {}
            }
        }
        for (function, _) in rules.functions.iter().zip(called).filter(|(_, called)| !called) {
            function.params.iter().for_each(|param| bind(*param, Sort::Any));
        }
        for rule in &rules.rules {
            let bindings = rule.elements().first().into_iter().flat_map(|(_, bindings)| bindings);
            let bindings = bindings.chain(rule.from.found().first().into_iter().flat_map(|(_, bindings)| bindings));
            let bindings = bindings.chain(rule.to.found().first().into_iter().flat_map(|(_, bindings)| bindings));
            bindings.for_each(|(var, _)| bind(*var, Sort::Int));
            for guard in [rule.state, rule.player] {
                if let Guard::Bind(var) = guard {
                    bind(var, Sort::Int);
                }
            }
        }
        variables
    }

    fn constants(&mut self, rules: &RuleSet) {
        for (_, expr) in rules.exprs.iter() {
            let constant = match expr {
                Expr::Int(number) => Some(Constant::Int(*number)),
                Expr::Bool(truth) => Some(Constant::Bool(*truth)),
                Expr::Text(text) => Some(Constant::Text(*text)),
                Expr::Unary(op, operand) => self.constant(*operand).and_then(|value| unary(*op, value)),
                Expr::Binary(op, left, right) => {
                    self.constant(*left).and_then(|left| binary(*op, left, self.constant(*right)))
                }
                _ => None,
            };
            self.constants.push(constant);
        }
    }
}

fn binary_sort(op: BinaryOp) -> Sort {
    match op {
        BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply | BinaryOp::Divide | BinaryOp::Remainder => Sort::Int,
        BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => Sort::Set,
        _ => Sort::Bool,
    }
}

fn query_sort(query: Query) -> Sort {
    match query {
        Query::LocationType | Query::ElementType | Query::Location | Query::Content | Query::Unindex => Sort::Text,
        Query::Empty => Sort::Bool,
        _ => Sort::Int,
    }
}

fn unary(op: UnaryOp, value: Constant) -> Option<Constant> {
    match (op, value) {
        (UnaryOp::Not, Constant::Bool(truth)) => Some(Constant::Bool(!truth)),
        (UnaryOp::Abs, Constant::Int(number)) => Some(Constant::Int(number.wrapping_abs())),
        (UnaryOp::Neg, Constant::Int(number)) => Some(Constant::Int(number.wrapping_neg())),
        _ => None,
    }
}

fn binary(op: BinaryOp, left: Constant, right: Option<Constant>) -> Option<Constant> {
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
