//! Turning expressions into code in which everything is worked out that does not depend on the position.
//!
//! An expression is followed once with what is known of its variables, of the player to move and of the cells.
//! Loops over known numbers are unrolled, named expressions put in place, names looked up. Every assignment is
//! also kept as a store, because a later part may find its variable unknown; stores that nobody reads are taken
//! out by [`prune`](super::prune).

use crate::fault::FaultKind;
use crate::ids::{ExprId, FunctionId, VarId};
use crate::plain::MAX_SET;
use crate::rules::{Action, BinaryOp, Expr, RuleSet, UnaryOp};

use super::code::{Need, Node, NodeId};
use super::effects::Effects;
use super::knowledge::{Knowledge, Known};
use super::simplify::Maker;
use super::value::{Overlay, Value};

/// Why an expression was not followed to its end.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum GiveUp {
    /// The work was more than it is worth: the caller takes the general way.
    TooMuch,
    /// A variable is read that is not known, and stores are not kept.
    NeedsStores,
}

pub(super) type Made = Result<NodeId, GiveUp>;

/// Most rounds of a loop that is unrolled.
const MOST_ROUNDS: i64 = 1024;
/// How often a named expression is put in place within itself; deeper calls of it are made at play.
const MOST_NESTED: u8 = 20;
/// Deepest nesting that is followed.
const MOST_DEPTH: usize = 700;

/// Follows expressions.
#[derive(Debug)]
pub(super) struct Specialiser<'a> {
    pub(super) rules: &'a RuleSet,
    pub(super) maker: Maker<'a>,
    pub(super) known: Knowledge,
    /// Whether loops are unrolled and calls put in place.
    pub(super) expand: bool,
    /// Whether assignments are kept as stores. Most code knows all that it reads, and is followed faster without.
    pub(super) storing: bool,
    /// Whether the position may be changed.
    pub(super) changes: bool,
    /// Steps left for the piece of code at work.
    pub(super) budget: usize,
    /// Steps taken in all.
    pub(super) spent: usize,
    depth: usize,
    /// Room to spell names in.
    pub(super) spelling: String,
    /// By named expression: how often it is being put in place.
    nested: Vec<u8>,
    /// Named expressions that code calls.
    pub(super) called: Vec<FunctionId>,
}

impl<'a> Specialiser<'a> {
    pub(super) fn new(rules: &'a RuleSet, maker: Maker<'a>) -> Self {
        let known = Knowledge::nothing(rules);
        let (changes, nested, called) = (false, vec![0; rules.functions.len()], Vec::new());
        Self {
            rules,
            maker,
            known,
            expand: true,
            storing: true,
            changes,
            budget: 0,
            spent: 0,
            depth: 0,
            spelling: String::new(),
            nested,
            called,
        }
    }

    /// The code of an expression, given what is known; what is known afterwards is left in `known`.
    pub(super) fn follow(&mut self, id: ExprId) -> Made {
        // Tables by kind of piece are as long as there are kinds.
        let cost = 1 + self.maker.layout.kinds.len() / 64;
        self.spent += cost;
        if self.budget < cost || self.depth > MOST_DEPTH {
            return Err(GiveUp::TooMuch);
        }
        self.budget -= cost;
        self.depth += 1;
        let node = self.node(id);
        self.depth -= 1;
        node
    }

    /// Whether a node only sets variables and then is false.
    pub(super) fn is_plain_false(&self, id: NodeId) -> bool {
        let (first, value) = self.maker.split(id);
        let sets = |node: NodeId| match self.maker.code[node] {
            Node::Store { value, .. } => self.maker.silent(value),
            _ => false,
        };
        self.maker.known(value) == Some(Value::Bool(false)) && first.into_iter().all(sets)
    }

    /// Starts a piece of code: the deepest nesting is counted from here.
    pub(super) fn begin(&mut self, known: Knowledge, budget: usize, changes: bool) {
        self.known = known;
        self.budget = budget;
        self.changes = changes;
        self.depth = 0;
        self.nested.fill(0);
    }

    /// A store of a number that a pattern binds.
    pub(super) fn bind(&mut self, variable: VarId, number: i32) -> Option<NodeId> {
        let value = self.maker.constant(Value::Int(number));
        self.assign(variable, value)
    }

    /// What is left to do of an assignment: a store, or what the value may do besides.
    fn assign(&mut self, variable: VarId, value: NodeId) -> Option<NodeId> {
        self.known.variables[variable.index()] = match self.maker.known(value) {
            Some(known) => Known::Value(known),
            None if self.maker.is_number(value) => Known::Number,
            None => Known::Nothing,
        };
        if self.storing {
            return Some(self.maker.code.add(Node::Store { variable, value }));
        }
        (!self.maker.silent(value)).then_some(value)
    }

    /// Calls and loops that are left to be done at play read variables from where stores put them.
    pub(super) fn need_stores(&self) -> Result<(), GiveUp> {
        if self.storing { Ok(()) } else { Err(GiveUp::NeedsStores) }
    }

    fn boolean(&mut self, id: ExprId, need: Need) -> Made {
        let node = self.follow(id)?;
        Ok(self.maker.boolean(node, need, id))
    }

    fn node(&mut self, id: ExprId) -> Made {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(self.maker.constant(Value::Int(*number))),
            Expr::Bool(yes) => Ok(self.maker.truth(*yes)),
            Expr::Text(text) => Ok(self.maker.constant(Value::Text(*text))),
            Expr::Template(parts) => self.template(id, parts),
            Expr::Var(variable) => Ok(match self.known.variables[variable.index()] {
                Known::Value(value) => self.maker.constant(value),
                Known::Unset => self.unbound(*variable, id),
                Known::Late => self.maker.code.add(Node::Number(*variable)),
                _ if !self.storing => return Err(GiveUp::NeedsStores),
                Known::Number => self.maker.code.add(Node::Number(*variable)),
                Known::Nothing => self.maker.code.add(Node::Var { variable: *variable, at: id }),
            }),
            Expr::Set(members) => self.set(id, members),
            Expr::Unary(UnaryOp::Not, inner) => {
                let inner = self.boolean(*inner, Need::Not)?;
                let (first, value) = self.maker.split(inner);
                let value = self.maker.not(value);
                Ok(self.maker.seq(first, value))
            }
            Expr::Unary(op, inner) => self.unary(id, *op, *inner),
            Expr::Binary(BinaryOp::And, left, right) => self.chain(Need::And, *left, *right),
            Expr::Binary(BinaryOp::Or, left, right) => self.chain(Need::Or, *left, *right),
            Expr::Binary(op, left, right) => self.binary(id, *op, *left, *right),
            Expr::Assign(variable, value) => {
                let value = self.follow(*value)?;
                let (mut first, value) = self.maker.split(value);
                if matches!(self.maker.code[value], Node::Fail(_)) {
                    return Ok(self.maker.seq(first, value));
                }
                first.extend(self.assign(*variable, value));
                let yes = self.maker.truth(true);
                Ok(self.maker.seq(first, yes))
            }
            Expr::If(condition, yes, no) => self.choose(id, *condition, *yes, *no),
            Expr::Loop { all, var, from, to, body } => self.repeat(id, *all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.call(id, *function, arguments),
            Expr::Query(query, arguments) => self.query(id, *query, arguments),
            Expr::Act(action, arguments) => self.act(id, *action, arguments),
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
            | Expr::Do(..) => unreachable!("typed expressions are followed elsewhere"),
            Expr::Fail(kind, arguments) => {
                let first = arguments.iter().map(|&a| self.follow(a)).collect::<Result<Vec<_>, _>>()?;
                let fail = self.maker.fail(kind.clone(), id);
                Ok(self.maker.seq(first, fail))
            }
        }
    }

    pub(super) fn unbound(&mut self, variable: VarId, at: ExprId) -> NodeId {
        self.maker.fail(FaultKind::Unbound(self.rules.variables[variable.index()].clone()), at)
    }

    fn set(&mut self, id: ExprId, members: &[ExprId]) -> Made {
        let nodes = members.iter().map(|&m| self.follow(m)).collect::<Result<Vec<_>, _>>()?;
        let values: Option<Vec<Value>> = nodes.iter().map(|&node| self.maker.known(node)).collect();
        let size = |value: &Value| self.maker.code.pool.size(&Overlay::default(), *value);
        if let Some(values) = values.filter(|values| values.iter().map(size).sum::<usize>() <= MAX_SET) {
            let set = self.maker.code.pool.add_set(values);
            return Ok(self.maker.constant(set));
        }
        let members = self.maker.code.list(&nodes);
        Ok(self.maker.code.add(Node::Set { members, at: id }))
    }

    fn unary(&mut self, id: ExprId, op: UnaryOp, inner: ExprId) -> Made {
        let node = self.follow(inner)?;
        let (first, value) = self.maker.split(node);
        let result = |value| match (op, value) {
            (UnaryOp::Abs, Value::Int(number)) => Some(Value::Int(number.wrapping_abs())),
            (UnaryOp::Neg, Value::Int(number)) => Some(Value::Int(number.wrapping_neg())),
            _ => None,
        };
        let node = match self.maker.map(value, &result) {
            Some(node) => node,
            None => self
                .wrong(value, op.symbol(), "a number", inner)
                .unwrap_or_else(|| self.maker.code.add(Node::Unary { op, inner: value, at: id })),
        };
        Ok(self.maker.seq(first, node))
    }

    /// The certain fault of a known value of the wrong type; a certain fault stays itself.
    pub(super) fn wrong(
        &mut self,
        value: NodeId,
        operation: &'static str,
        needed: &'static str,
        at: ExprId,
    ) -> Option<NodeId> {
        match self.maker.code[value] {
            Node::Fail(_) => Some(value),
            Node::Const(known) if known.type_name() != needed => {
                Some(self.maker.fail(FaultKind::Type { operation, needed, found: known.type_name() }, at))
            }
            _ => None,
        }
    }

    /// `AND` and `OR`.
    fn chain(&mut self, need: Need, left: ExprId, right: ExprId) -> Made {
        let node = self.boolean(left, need)?;
        let (first, value) = self.maker.split(node);
        let decides = need == Need::Or;
        if matches!(self.maker.code[value], Node::Fail(_)) || self.maker.known(value) == Some(Value::Bool(decides)) {
            return Ok(node);
        }
        if self.maker.known(value).is_some() {
            let right = self.boolean(right, need)?;
            return Ok(self.maker.seq(first, right));
        }
        let before = self.known.clone();
        let right = self.boolean(right, need)?;
        self.known.merge(&before);
        let both = if decides { self.maker.any(&[value, right]) } else { self.maker.all(&[value, right]) };
        Ok(self.maker.seq(first, both))
    }

    fn binary(&mut self, id: ExprId, op: BinaryOp, left: ExprId, right: ExprId) -> Made {
        let (left_node, right_node) = (self.follow(left)?, self.follow(right)?);
        let (mut first, left_value) = self.maker.split(left_node);
        let (then, right_value) = self.maker.split(right_node);
        if matches!(self.maker.code[left_value], Node::Fail(_)) {
            return Ok(left_node);
        }
        let node = if then.is_empty() || self.maker.known(left_value).is_some() {
            let early = self.operand_fault(op, left_value, left);
            if early.is_none() {
                first.extend(then);
            }
            match early {
                Some(fault) => fault,
                None => self.operation(id, op, (left_value, left), (right_value, right)),
            }
        } else {
            self.maker.code.add(Node::Binary { op, left: left_value, right: right_node, at: id })
        };
        Ok(self.maker.seq(first, node))
    }

    /// The fault of a known left side of the wrong type, which comes before the right side is looked at.
    fn operand_fault(&mut self, op: BinaryOp, value: NodeId, at: ExprId) -> Option<NodeId> {
        match op {
            BinaryOp::Equal | BinaryOp::Unequal | BinaryOp::In => None,
            // Both sets are worked out in turn; a known one is checked when it is used.
            BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                self.wrong(value, op.symbol(), "a set", at)
            }
            _ => self.wrong(value, op.symbol(), "a number", at),
        }
    }

    fn operation(
        &mut self,
        id: ExprId,
        op: BinaryOp,
        (left, _): (NodeId, ExprId),
        (right, right_id): (NodeId, ExprId),
    ) -> NodeId {
        if matches!(self.maker.code[right], Node::Fail(_)) {
            return self.maker.code.add(Node::Binary { op, left, right, at: id });
        }
        match op {
            BinaryOp::Equal => self.maker.equal(self.rules, left, right, id),
            BinaryOp::Unequal => {
                let node = self.maker.equal(self.rules, left, right, id);
                if matches!(self.maker.code[node], Node::Binary { .. }) {
                    self.maker.code.add(Node::Binary { op, left, right, at: id })
                } else {
                    self.maker.not(node)
                }
            }
            BinaryOp::In | BinaryOp::Subset | BinaryOp::SetMinus | BinaryOp::Union | BinaryOp::Intersect => {
                self.set_operation(id, op, left, (right, right_id))
            }
            _ => {
                let known_left = self.maker.known(left).is_some();
                if known_left && let Some(fault) = self.wrong(right, op.symbol(), "a number", right_id) {
                    return fault;
                }
                if let (Some(Value::Int(_)), Some(Value::Int(0))) = (self.maker.known(left), self.maker.known(right))
                    && matches!(op, BinaryOp::Divide | BinaryOp::Remainder)
                {
                    return self.maker.fail(FaultKind::DivisionByZero, id);
                }
                let result = |one, other| match (one, other) {
                    (Value::Int(one), Value::Int(other)) => match op.compares(one, other) {
                        Some(answer) => Some(Value::Bool(answer)),
                        None => op.number(one, other)?.ok().map(Value::Int),
                    },
                    _ => None,
                };
                let mapped = self.maker.map2(left, right, &result);
                mapped.unwrap_or_else(|| self.maker.code.add(Node::Binary { op, left, right, at: id }))
            }
        }
    }

    fn set_operation(&mut self, id: ExprId, op: BinaryOp, left: NodeId, (right, right_id): (NodeId, ExprId)) -> NodeId {
        let over = Overlay::default();
        if self.maker.known(left).is_some()
            && let Some(fault) = self.wrong(right, op.symbol(), "a set", right_id)
        {
            return fault;
        }
        let (Some(one), Some(Value::Set(set))) = (self.maker.known(left), self.maker.known(right)) else {
            return self.maker.code.add(Node::Binary { op, left, right, at: id });
        };
        if op != BinaryOp::In {
            return self.maker.code.add(Node::Binary { op, left, right, at: id });
        }
        let pool = &self.maker.code.pool;
        let found = pool.set(&over, set).iter().any(|&member| pool.same(&over, member, one));
        self.maker.truth(found)
    }

    fn choose(&mut self, id: ExprId, condition: ExprId, yes: ExprId, no: Option<ExprId>) -> Made {
        let node = self.boolean(condition, Need::If)?;
        let (first, value) = self.maker.split(node);
        let branch = |at: &mut Self, branch: Option<ExprId>| match branch {
            Some(expr) => at.follow(expr),
            None => Ok(at.maker.fail(FaultKind::NoElse, id)),
        };
        let chosen = match self.maker.known(value) {
            _ if matches!(self.maker.code[value], Node::Fail(_)) => value,
            Some(known) => branch(self, if known == Value::Bool(true) { Some(yes) } else { no })?,
            None => {
                let before = self.known.clone();
                let yes = self.follow(yes)?;
                let after = std::mem::replace(&mut self.known, before);
                let no = branch(self, no)?;
                self.known.merge(&after);
                self.maker.choose(value, yes, no)
            }
        };
        Ok(self.maker.seq(first, chosen))
    }

    fn repeat(&mut self, id: ExprId, all: bool, variable: VarId, (from, to): (ExprId, ExprId), body: ExprId) -> Made {
        let rules = self.rules;
        let (name, need) = if all { ("FORALL", Need::ForAll) } else { ("FORSOME", Need::ForSome) };
        let (from_node, to_node) = (self.follow(from)?, self.follow(to)?);
        let (mut first, from_value) = self.maker.split(from_node);
        if let Some(fault) = self.wrong(from_value, name, "a number", from) {
            return Ok(self.maker.seq(first, fault));
        }
        let (then, to_value) = self.maker.split(to_node);
        if self.maker.known(from_value).is_some() {
            if let Some(fault) = self.wrong(to_value, name, "a number", to) {
                first.extend(then);
                return Ok(self.maker.seq(first, fault));
            }
            if let (Some(Value::Int(low)), Some(Value::Int(high))) =
                (self.maker.known(from_value), self.maker.known(to_value))
                && self.expand
                && (i64::from(high) - i64::from(low)).abs() < MOST_ROUNDS
            {
                first.extend(then);
                let rounds = self.unroll(all, variable, (low, high), body, need)?;
                return Ok(self.maker.seq(first, rounds));
            }
        }
        self.need_stores()?;
        let mut effects = Effects::of(rules, &[body]);
        effects.variables.add(variable);
        self.known.forget(&effects);
        self.known.variables[variable.index()] = Known::Number;
        let body = self.boolean(body, need)?;
        self.known.forget(&effects);
        let operands = self.maker.code.list(&[from_node, to_node, body]);
        Ok(self.maker.code.add(Node::Loop { all, variable, operands, at: id }))
    }

    fn unroll(&mut self, all: bool, variable: VarId, (low, high): (i32, i32), body: ExprId, need: Need) -> Made {
        // Rounds that are known to go on come first and are only done; the others are asked one after another.
        let (mut done, mut asked) = (Vec::new(), Vec::new());
        let mut exits: Option<Knowledge> = None;
        let mut count = low;
        loop {
            let store = self.bind(variable, count);
            let body = self.boolean(body, need)?;
            let (first, value) = self.maker.split(body);
            let known = self.maker.known(value);
            if asked.is_empty() && known.is_some() {
                done.extend(store);
                done.extend(first);
            } else {
                asked.push(self.maker.seq(store.into_iter().chain(first).collect(), value));
            }
            match known {
                _ if matches!(self.maker.code[value], Node::Fail(_)) => break,
                Some(Value::Bool(yes)) if yes != all => {
                    if asked.is_empty() {
                        let decided = self.maker.truth(!all);
                        return Ok(self.maker.seq(done, decided));
                    }
                    break;
                }
                Some(_) => {}
                None => match &mut exits {
                    Some(exits) => exits.merge(&self.known),
                    None => exits = Some(self.known.clone()),
                },
            }
            if count == high {
                break;
            }
            count += if low <= high { 1 } else { -1 };
        }
        if let Some(exits) = exits {
            self.known.merge(&exits);
        }
        let value = if all { self.maker.all(&asked) } else { self.maker.any(&asked) };
        Ok(self.maker.seq(done, value))
    }

    fn call(&mut self, id: ExprId, function: FunctionId, arguments: &[ExprId]) -> Made {
        let called = &self.rules.functions[function.index()];
        if called.params.len() != arguments.len() {
            let (name, needed) = (called.name.clone(), called.params.len());
            return Ok(self.maker.fail(FaultKind::Arguments { name, needed, given: arguments.len() }, id));
        }
        let mut first = Vec::new();
        for (&param, &argument) in called.params.iter().zip(arguments) {
            let node = self.follow(argument)?;
            let (before, value) = self.maker.split(node);
            first.extend(before);
            if matches!(self.maker.code[value], Node::Fail(_)) {
                return Ok(self.maker.seq(first, value));
            }
            first.extend(self.assign(param, value));
        }
        let body = if called.body.is_empty() {
            self.maker.fail(FaultKind::NoBody(called.name.clone()), id)
        } else if self.expand && self.nested[function.index()] < MOST_NESTED {
            self.nested[function.index()] += 1;
            let body = self.body(&called.body)?;
            self.nested[function.index()] -= 1;
            body
        } else {
            self.need_stores()?;
            self.called.push(function);
            self.known.forget(&Effects::of(self.rules, &called.body));
            self.maker.code.add(Node::Call { function, at: id })
        };
        Ok(self.maker.seq(first, body))
    }

    /// The lines of a named expression: the first false one ends it, else the last one's value counts.
    pub(super) fn body(&mut self, lines: &[ExprId]) -> Made {
        let (&line, rest) = lines.split_first().expect("a body has lines");
        let node = self.follow(line)?;
        if rest.is_empty() {
            return Ok(node);
        }
        let (mut first, value) = self.maker.split(node);
        match self.maker.known(value) {
            _ if matches!(self.maker.code[value], Node::Fail(_)) => Ok(node),
            Some(Value::Bool(false)) => Ok(node),
            Some(_) => {
                let rest = self.body(rest)?;
                Ok(self.maker.seq(first, rest))
            }
            None => {
                let before = self.known.clone();
                let rest = self.body(rest)?;
                self.known.merge(&before);
                let goes_on =
                    if self.maker.is_boolean(value) { value } else { self.maker.code.add(Node::NotFalse(value)) };
                let no = self.maker.truth(false);
                let both = self.maker.choose(goes_on, rest, no);
                first.push(both);
                let last = first.pop().expect("just pushed");
                Ok(self.maker.seq(first, last))
            }
        }
    }

    fn act(&mut self, id: ExprId, action: Action, arguments: &[ExprId]) -> Made {
        let nodes = arguments.iter().map(|&a| self.follow(a)).collect::<Result<Vec<_>, _>>()?;
        if !self.changes {
            // Its operands are still worked out first, for the faults that they may have.
            let list = self.maker.code.list(&nodes);
            return Ok(self.maker.code.add(Node::Act { action, operands: list, at: id }));
        }
        if action == Action::NextPlayer {
            if let Some(mover) = self.known.mover {
                let next = mover.next(self.maker.layout.players);
                self.known.mover = Some(next);
                let set = self.maker.code.add(Node::SetMover(next));
                let yes = self.maker.truth(true);
                return Ok(self.maker.seq(vec![set], yes));
            }
            let list = self.maker.code.list(&[]);
            let next = self.maker.code.add(Node::Act { action, operands: list, at: id });
            let yes = self.maker.truth(true);
            return Ok(self.maker.seq(vec![next], yes));
        }
        if action == Action::Move
            && let Node::Content(content) = self.maker.code[nodes[0]]
            && let (Some(from), Some(to)) = (self.location(nodes[1]), self.location(nodes[2]))
            && from == content
        {
            self.known.cells.retain(|(cell, _)| *cell != from && *cell != to);
            return Ok(self.maker.code.add(Node::MoveContent { from, to, at: id }));
        }
        match action {
            Action::Move => self.known.cells.clear(),
            Action::SetState | Action::SetOwner => self.recolour(&nodes),
            Action::SetZIndex | Action::NextPlayer => {}
        }
        let list = self.maker.code.list(&nodes);
        Ok(self.maker.code.add(Node::Act { action, operands: list, at: id }))
    }

    /// What is known of cells after a piece on one of them got another state or owner: what was empty stays so.
    fn recolour(&mut self, operands: &[NodeId]) {
        let changed = match self.maker.code[operands[0]] {
            Node::Content(location) => Some(location),
            _ => None,
        };
        for (cell, mask) in &mut self.known.cells {
            if *mask != 1 && changed.is_none_or(|changed| changed == *cell) {
                *mask = !1;
            }
        }
    }

    /// What a condition that is known to have held leaves in its variables, as code that does it again.
    pub(super) fn assume(&mut self, id: ExprId, code: &mut Vec<NodeId>) -> Result<(), GiveUp> {
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Binary(BinaryOp::And, left, right) => {
                self.assume(*left, code)?;
                self.assume(*right, code)
            }
            Expr::Loop { all: true, var, from, to, body } if self.expand => {
                let (low, high) = (self.follow(*from)?, self.follow(*to)?);
                let (Some(Value::Int(low)), Some(Value::Int(high))) = (self.maker.known(low), self.maker.known(high))
                else {
                    code.push(self.follow(id)?);
                    return Ok(());
                };
                let rounds: Vec<i32> = if low <= high { (low..=high).collect() } else { (high..=low).rev().collect() };
                for count in rounds {
                    code.extend(self.bind(*var, count));
                    self.assume(*body, code)?;
                }
                Ok(())
            }
            Expr::Call(function, arguments) if self.expand => {
                let called = &rules.functions[function.index()];
                for (&param, &argument) in called.params.iter().zip(arguments) {
                    let node = self.follow(argument)?;
                    let (first, value) = self.maker.split(node);
                    code.extend(first);
                    code.extend(self.assign(param, value));
                }
                let Some((&last, lines)) = called.body.split_last() else { return Ok(()) };
                for &line in lines {
                    let boolean =
                        matches!(rules.exprs[line], Expr::Binary(BinaryOp::And | BinaryOp::Or, ..) | Expr::Loop { .. });
                    if boolean {
                        self.assume(line, code)?;
                    } else {
                        let node = self.follow(line)?;
                        code.push(node);
                    }
                }
                self.assume(last, code)
            }
            _ => {
                let node = self.follow(id)?;
                code.push(node);
                Ok(())
            }
        }
    }
}
