//! Named expressions: inlined, or, if they call themselves, functions of the generated code.

use std::rc::Rc;

use boardwright_game::ids::{ExprId, FunctionId as NamedExpression};
use boardwright_jit::{Arg, Binary, FunctionId, Var, Width};
use boardwright_rules::{Expr, Query};

use super::generator::{Context, Generated, Generator};
use super::scratch;
use super::values::{Number, Set, ThingKind, Value};
use crate::Unsupported;

/// Named expression, argument types and players for which a function was compiled.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Signature {
    function: NamedExpression,
    arguments: Vec<Shape>,
    /// The number of the player who moves, and of the player to move.
    players: (Arg, Arg),
}

/// Type of an argument or a result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Shape {
    Number,
    Bool,
    Thing(ThingKind),
    /// A set, and whether it is in file order.
    Set(ThingKind, bool),
    /// A constant: not passed.
    Text(String),
}

/// A compiled function.
#[derive(Clone, Debug)]
pub(super) struct CompiledFunction {
    id: FunctionId,
    result: Shape,
}

/// Nesting of evaluation that the interpreter allows, less a reserve for the expressions around a call.
pub(super) const MAX_NESTING: usize = boardwright_interpreter::evaluate::MAX_DEPTH - 450;
/// Nesting of calls that the interpreter allows, less a reserve.
pub(super) const MAX_CALLS: usize = 200;

impl Generator<'_> {
    /// `true` if a named expression can call itself.
    pub(super) fn is_recursive_function(&self, function: NamedExpression) -> bool {
        let mut seen = Vec::new();
        let mut open = vec![function];
        while let Some(at) = open.pop() {
            let mut called = Vec::new();
            for line in &self.rules.functions[at.index()].body {
                self.called_by(*line, &mut called);
            }
            for next in called {
                if next == function {
                    return true;
                }
                if !seen.contains(&next) {
                    seen.push(next);
                    open.push(next);
                }
            }
        }
        false
    }

    fn called_by(&self, id: ExprId, called: &mut Vec<NamedExpression>) {
        let expr = &self.rules.exprs[id];
        if let Expr::Call(function, _) = expr {
            called.push(*function);
        }
        for part in expr.operands() {
            self.called_by(part, called);
        }
    }

    /// `true` if an expression can change the position.
    pub(super) fn has_effects(&self, id: ExprId) -> bool {
        let mut seen = Vec::new();
        self.changes(id, &mut seen)
    }

    fn changes(&self, id: ExprId, seen: &mut Vec<NamedExpression>) -> bool {
        match &self.rules.exprs[id] {
            Expr::Effect(..) => true,
            Expr::Call(function, arguments) => {
                if arguments.iter().any(|argument| self.changes(*argument, seen)) {
                    return true;
                }
                if seen.contains(function) {
                    return false;
                }
                seen.push(*function);
                self.rules.functions[function.index()].body.iter().any(|line| self.changes(*line, seen))
            }
            other => other.operands().into_iter().any(|part| self.changes(part, seen)),
        }
    }

    /// Calls a named expression.
    pub(super) fn call(&mut self, function: NamedExpression, arguments: &[ExprId]) -> Generated<Value> {
        let rules = self.rules;
        let called = &rules.functions[function.index()];
        if !called.has_local_variables || called.params.len() != arguments.len() || called.body.is_empty() {
            return Err(Unsupported("a named expression without local variables"));
        }
        let mut values = Vec::new();
        for &argument in arguments {
            let value = self.value(argument)?;
            values.push(match value {
                Value::Set(set) => Value::Set(self.materialise(set)?),
                other => other,
            });
        }
        if self.is_recursive_function(function) {
            return self.call_function(function, &values);
        }
        let outer = self.env.clone();
        for (param, value) in called.params.iter().zip(values) {
            self.env[param.index()] = Some(value);
        }
        let assigned = self.assigned.len();
        let value = self.lines(&called.body);
        self.env = outer;
        self.assigned.truncate(assigned);
        value
    }

    /// 1 if a condition holds. A condition that many rules share and that asks for nothing but the position is a function of
    /// the generated code.
    pub(super) fn shared_truth(&mut self, id: ExprId) -> Generated<Arg> {
        let players = (self.context.mover, self.context.player);
        let (Some(text), (Arg::Word(_), Arg::Word(_))) = (self.text_of_closed(id), players) else {
            return self.truth(id);
        };
        let function = match self.conditions.get(&(text.clone(), players)) {
            Some(&known) => known,
            None => {
                let function = self.board.w.declare_function(0);
                self.board.w.begin_declared(function);
                let env = std::mem::replace(&mut self.env, Self::no_variables(self.rules));
                let written = self.truth(id);
                self.env = env;
                match written {
                    Ok(holds) => self.board.w.return_word(holds),
                    Err(reason) => {
                        self.board.w.discard_declared();
                        return Err(reason);
                    }
                }
                self.board.w.end_declared(function);
                self.conditions.insert((text, players), function);
                function
            }
        };
        let holds = self.board.w.call(function, &[]);
        self.fault_after_call();
        Ok(holds)
    }

    /// Text of an expression that depends on the position and the players only: equal texts mean the same. `None` if it
    /// depends on variables or on the move, or changes the position.
    fn text_of_closed(&self, id: ExprId) -> Option<String> {
        const OF_THE_MOVE: [Query; 7] =
            [Query::Moved, Query::From, Query::To, Query::Captured, Query::Choice, Query::Repeats, Query::NoReply];
        let mut variables = Vec::new();
        self.collect_variables(id, &mut variables);
        if !variables.is_empty() || self.has_effects(id) || OF_THE_MOVE.iter().any(|query| self.asks_for(id, *query)) {
            return None;
        }
        let mut text = String::new();
        self.write_tree(id, &mut text);
        Some(text)
    }

    fn write_tree(&self, id: ExprId, text: &mut String) {
        use std::fmt::Write as _;
        let expr = &self.rules.exprs[id];
        // Operands are written as trees; what remains of the node is its kind.
        let kind = match expr {
            Expr::Query(query, _) => format!("{query:?}"),
            Expr::Call(function, _) => format!("{function:?}"),
            Expr::Member(family, _) => format!("{family:?}"),
            Expr::Unary(op, _) => format!("{op:?}"),
            Expr::Binary(op, ..) => format!("{op:?}"),
            Expr::Arithmetic(op, ..) => format!("{op:?}"),
            Expr::If(..) => "If".to_owned(),
            Expr::Lines(_) => "Lines".to_owned(),
            Expr::DistinctSet(_) => "Set".to_owned(),
            other => format!("{other:?}"),
        };
        let _ = write!(text, "{kind}(");
        for part in expr.operands() {
            self.write_tree(part, text);
            text.push(',');
        }
        text.push(')');
    }

    /// Calls a function of the generated code, which is written on the first call.
    fn call_function(&mut self, function: NamedExpression, values: &[Value]) -> Generated<Value> {
        let shapes = values.iter().map(shape_of).collect::<Generated<Vec<_>>>()?;
        let players = (self.context.mover, self.context.player);
        let is_fixed = |arg: Arg| matches!(arg, Arg::Word(_));
        if !is_fixed(players.0) || !is_fixed(players.1) {
            return Err(Unsupported("a recursive named expression after the turn has passed to an unknown player"));
        }
        let signature = Signature { function, arguments: shapes, players };
        let known = match self.functions.get(&signature) {
            Some(known) => known.clone(),
            None => self.write_function(signature)?,
        };
        let mut words = Vec::new();
        for value in values {
            match value {
                Value::Set(set) => {
                    let (_, bits) = self.set_argument(set)?;
                    words.extend(bits);
                }
                Value::Text(..) => {}
                other => words.push(other.word().ok_or(Unsupported("an argument of a recursive named expression"))?),
            }
        }
        // The move is passed too.
        let Value::Thing(_, to) = self.context.to else {
            return Err(Unsupported("a recursive named expression for every location"));
        };
        words.extend([self.context.moved, self.context.from, to, self.context.captured]);
        let depth = self.board.w.load(self.scratch, Width::Eight, 0, scratch::DEPTH);
        let deeper = self.op(Binary::Add, depth, 1);
        let nesting = self.nesting(function).max(1);
        let most = (MAX_NESTING / nesting).min(MAX_CALLS) as u64;
        let too_deep = self.op(Binary::UnsignedLess, most, deeper);
        self.fault_if(too_deep);
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::DEPTH, deeper);
        self.recursive_calls += 1;
        let result = self.board.w.call(known.id, &words);
        self.fault_after_call();
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::DEPTH, depth);
        Ok(match known.result {
            Shape::Number => {
                Value::Number(Number { arg: result, least: i64::from(i32::MIN), most: i64::from(i32::MAX) })
            }
            Shape::Bool => Value::Bool(result),
            Shape::Thing(kind) => Value::Thing(kind, result),
            Shape::Set(kind, _) => Value::Set(self.load_result(kind)),
            Shape::Text(_) => return Err(Unsupported("a recursive named expression that gives a text")),
        })
    }

    /// A set as bits.
    fn set_argument(&mut self, set: &Set) -> Generated<(ThingKind, Vec<Arg>)> {
        self.as_bits(set)?.ok_or(Unsupported("a set of other things than elements or locations in a recursive one"))
    }

    /// Depth of the expressions of the named expressions that a recursive one can reach.
    pub(super) fn nesting(&self, function: NamedExpression) -> usize {
        fn depth(g: &Generator<'_>, id: ExprId) -> usize {
            1 + g.rules.exprs[id].operands().into_iter().map(|part| depth(g, part)).max().unwrap_or(0)
        }
        let mut seen = vec![function];
        let mut at = 0;
        let mut sum = 0;
        while at < seen.len() {
            let body = &self.rules.functions[seen[at].index()].body;
            sum += body.iter().map(|line| depth(self, *line)).max().unwrap_or(0);
            let mut called = Vec::new();
            body.iter().for_each(|line| self.called_by(*line, &mut called));
            for next in called {
                if !seen.contains(&next) {
                    seen.push(next);
                }
            }
            at += 1;
        }
        sum
    }

    fn write_function(&mut self, signature: Signature) -> Generated<CompiledFunction> {
        let rules = self.rules;
        let called = &rules.functions[signature.function.index()];
        let result = self.result_shape(&signature)?;
        let width = |g: &Self, shape: &Shape| match shape {
            Shape::Set(kind, _) => g.words_of(*kind),
            Shape::Text(_) => 0,
            _ => 1,
        };
        let count: usize = signature.arguments.iter().map(|shape| width(self, shape)).sum();
        let id = self.board.w.declare_function(count + 4);
        let function = CompiledFunction { id, result: result.clone() };
        self.functions.insert(signature.clone(), function.clone());
        let mut arguments = self.board.w.begin_declared(id).into_iter();
        let outer_env = std::mem::replace(&mut self.env, Self::no_variables(rules));
        for (param, shape) in called.params.iter().zip(&signature.arguments) {
            let mut next = || arguments.next().expect("the function has these arguments");
            let value = match shape {
                Shape::Number => {
                    Value::Number(Number { arg: next().into(), least: i64::from(i32::MIN), most: i64::from(i32::MAX) })
                }
                Shape::Bool => Value::Bool(next().into()),
                Shape::Thing(kind) => Value::Thing(*kind, next().into()),
                Shape::Set(kind, is_ordered) => {
                    let words = (0..self.words_of(*kind)).map(|_| next().into()).collect();
                    Value::Set(if *is_ordered { Set::Bits(*kind, words) } else { Set::Unordered(*kind, words) })
                }
                Shape::Text(text) => Value::Text(Rc::from([text.clone()]), Arg::Word(0)),
            };
            self.env[param.index()] = Some(value);
        }
        let rest: Vec<Var> = arguments.collect();
        let context = Context {
            moved: rest[0].into(),
            from: rest[1].into(),
            to: Value::Thing(ThingKind::Location, rest[2].into()),
            captured: rest[3].into(),
            ..self.context.clone()
        };
        let outer_context = std::mem::replace(&mut self.context, context);
        let was_recursive = std::mem::replace(&mut self.is_recursive, true);
        let written = self.write_body(&called.body, &result);
        self.is_recursive = was_recursive;
        self.context = outer_context;
        self.env = outer_env;
        // The function is ended even if it failed, so that its lists are closed.
        if let Err(reason) = written {
            self.board.w.discard_declared();
            self.functions.remove(&signature);
            return Err(reason);
        }
        self.board.w.end_declared(id);
        Ok(function)
    }

    fn write_body(&mut self, body: &[ExprId], result: &Shape) -> Generated<()> {
        let value = self.lines(body)?;
        match (value, result) {
            (Value::Set(set), Shape::Set(kind, _)) => {
                if let Set::Members(members) = &set
                    && members.is_empty()
                {
                    let words = self.words_of(*kind);
                    for index in 0..words {
                        self.board.w.store(self.scratch, Width::Eight, 0, scratch::RESULT + 8 * index, 0);
                    }
                } else {
                    let (_, words) = self.set_argument(&set)?;
                    for (index, word) in words.into_iter().enumerate() {
                        self.board.w.store(self.scratch, Width::Eight, 0, scratch::RESULT + 8 * index, word);
                    }
                }
                self.board.w.return_word(0);
                Ok(())
            }
            (value, shape) => {
                let word = value.word().ok_or(Unsupported("the result of a recursive named expression"))?;
                if shape_of(&value)? != *shape {
                    return Err(Unsupported("a recursive named expression with results of several types"));
                }
                self.board.w.return_word(word);
                Ok(())
            }
        }
    }

    /// Type of the result of a recursive function: that of the cases that do not call it again.
    fn result_shape(&self, signature: &Signature) -> Generated<Shape> {
        let called = &self.rules.functions[signature.function.index()];
        let last = *called.body.last().ok_or(Unsupported("a named expression without a value"))?;
        let of_param = |variable: boardwright_game::ids::VarId| {
            let index = called.params.iter().position(|param| *param == variable)?;
            signature.arguments.get(index).cloned()
        };
        self.shape(last, &of_param, 0).ok_or(Unsupported("a recursive named expression whose type is not known"))
    }

    /// `true` if an expression stands for one location or none, not for a set.
    pub(super) fn is_single_location(&self, id: ExprId) -> bool {
        matches!(self.shape(id, &|_| None, 0), Some(Shape::Thing(ThingKind::Location)))
    }

    fn shape(
        &self,
        id: ExprId,
        of_param: &dyn Fn(boardwright_game::ids::VarId) -> Option<Shape>,
        depth: usize,
    ) -> Option<Shape> {
        use boardwright_rules::{Aggregate, BinaryOp, UnaryOp};
        const MAX_DEPTH: usize = 60;
        if depth > MAX_DEPTH {
            return None;
        }
        let of = |id: ExprId| self.shape(id, of_param, depth + 1);
        Some(match &self.rules.exprs[id] {
            Expr::Int(_) | Expr::Arithmetic(..) => Shape::Number,
            Expr::Bool(_) | Expr::Assign(..) | Expr::Effect(..) => Shape::Bool,
            Expr::Var(variable) => of_param(*variable)?,
            Expr::Unary(UnaryOp::Not, _) => Shape::Bool,
            Expr::Unary(..) => Shape::Number,
            Expr::Binary(op, left, right) => match op {
                BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect | BinaryOp::Join => {
                    of(*left).or_else(|| of(*right))?
                }
                _ => Shape::Bool,
            },
            Expr::If(_, yes, no) => of(*yes).or_else(|| of((*no)?))?,
            Expr::Lines(lines) => of(*lines.last()?)?,
            Expr::Call(function, arguments) => {
                // A call of another named expression has its type; a recursive one is decided by other cases.
                if self.is_recursive_function(*function) {
                    return None;
                }
                let called = &self.rules.functions[function.index()];
                let inner = |variable| {
                    let index = called.params.iter().position(|param| *param == variable)?;
                    of(*arguments.get(index)?)
                };
                self.shape(*called.body.last()?, &inner, depth + 1)?
            }
            Expr::Thing(thing) => shape_of(&super::expressions::thing_value(*thing)).ok()?,
            Expr::DistinctSet(members) => match of(*members.first()?)? {
                Shape::Thing(kind) => Shape::Set(kind, false),
                _ => return None,
            },
            Expr::Aggregate { function, set, body, .. } => match function {
                Aggregate::All | Aggregate::Some | Aggregate::Each => Shape::Bool,
                Aggregate::Count | Aggregate::Sum | Aggregate::Max | Aggregate::Min => Shape::Number,
                Aggregate::Where => of(*set)?,
                Aggregate::First => match of(*set) {
                    Some(Shape::Set(kind, _)) => Shape::Thing(kind),
                    _ => of(*body).filter(|_| false)?,
                },
            },
            Expr::Reach { .. } => Shape::Set(ThingKind::Location, false),
            Expr::Query(query, _) => match query {
                Query::Content | Query::Moved | Query::Captured => Shape::Thing(ThingKind::Element),
                Query::Location | Query::From | Query::To | Query::Next => Shape::Thing(ThingKind::Location),
                Query::Owner
                | Query::State
                | Query::Index
                | Query::Size
                | Query::Player
                | Query::Mover
                | Query::Score
                | Query::Abs
                | Query::Greater
                | Query::Lesser
                | Query::Turn => Shape::Number,
                Query::ElementType => Shape::Thing(ThingKind::ElementType),
                Query::LocationType => Shape::Thing(ThingKind::LocationType),
                Query::Empty | Query::Full | Query::Clear | Query::Related | Query::NoMoves => Shape::Bool,
                Query::ElementsOf | Query::ElementsOfType => Shape::Set(ThingKind::Element, false),
                Query::LocationsOfType | Query::Neighbours | Query::Ray | Query::Between => {
                    Shape::Set(ThingKind::Location, false)
                }
                _ => return None,
            },
            _ => return None,
        })
    }
}

fn shape_of(value: &Value) -> Generated<Shape> {
    Ok(match value {
        Value::Number(_) => Shape::Number,
        Value::Bool(_) => Shape::Bool,
        Value::Thing(kind, _) => Shape::Thing(*kind),
        Value::Text(texts, Arg::Word(index)) => Shape::Text(texts[*index as usize].clone()),
        Value::Set(Set::Bits(kind, _)) => Shape::Set(*kind, true),
        Value::Set(Set::Unordered(kind, _)) => Shape::Set(*kind, false),
        Value::Set(Set::Members(members)) => match members.first() {
            Some(Value::Thing(kind @ (ThingKind::Element | ThingKind::Location), _)) => {
                Shape::Set(*kind, members.len() == 1)
            }
            _ => return Err(Unsupported("a set of other things than elements or locations in a recursive one")),
        },
        _ => return Err(Unsupported("an argument of a recursive named expression")),
    })
}
