//! Dynamically typed expressions, of files of the 2013 edition.
//!
//! Variables outlive the expressions that assign them: a condition leaves values for the follow-up, and named expressions
//! without local variables share those of their callers. What is known of each variable is followed through the generated
//! code: branches are joined by [`flow`], and named expressions that call themselves keep their variables in scratch
//! memory ([`recursion`]). Types are those that the values have on the way; where they differ, each possible value is kept
//! with a word that says whether it is the present one.
//!
//! A text is an interned text of the file, or the name of what a query has found ([`texts`]). Texts that are not interned
//! name nothing, and are equal to no interned text; two of them are compared by the interpreter.
//!
//! Further files: [`actions`] (changes of the position), [`ends`] of the game, [`mention`] (variables of an expression) and
//! [`listing`] (targets that no position allows).

mod actions;
mod ends;
mod flow;
mod listing;
mod mention;
mod recursion;
mod texts;

pub(super) use mention::Mentioned;
pub(super) use recursion::{UntypedFunction, UntypedSignature};

use boardwright_game::ids::{ExprId, VarId};
use boardwright_jit::Arg;
use boardwright_rules::{ArithmeticOp, BinaryOp, Expr, RuleSet, TextPart, UnaryOp, UntypedQuery, Winner};

use super::generator::{Generated, Generator};
use super::values::{Number, Set, ThingKind, Value};
use crate::Unsupported;

/// `true` if the expressions of a rule set are dynamically typed.
pub(super) fn is_untyped(rules: &RuleSet) -> bool {
    rules
        .exprs
        .iter()
        .any(|(_, expr)| matches!(expr, Expr::UntypedQuery(..) | Expr::UntypedAction(..) | Expr::Loop { .. }))
        || rules.functions.iter().any(|function| !function.has_local_variables)
}

/// `true` if the ends of the game read variables that a move may leave.
pub(super) fn ends_read_variables(rules: &RuleSet) -> bool {
    let mut mentioned = Mentioned::default();
    for end in &rules.ends {
        mentioned.add(rules, end.situation);
        if let Winner::Is(winner) = end.winner {
            mentioned.add(rules, winner);
        }
    }
    is_untyped(rules) && !mentioned.read.is_empty()
}

impl Generator<'_> {
    /// Evaluates an expression.
    pub(super) fn untyped_value(&mut self, id: ExprId) -> Generated<Value> {
        self.check_size()?;
        let rules = self.rules;
        match &rules.exprs[id] {
            Expr::Int(number) => Ok(Value::number(i64::from(*number))),
            Expr::Bool(yes) => Ok(Value::boolean(*yes)),
            Expr::Text(text) => Ok(Value::Interned(Arg::Word(text.index() as u64))),
            Expr::Template(parts) => self.untyped_template(parts),
            Expr::Var(variable) => self.read_variable(*variable),
            Expr::Set(members) => {
                let members =
                    members.iter().map(|member| self.untyped_value(*member)).collect::<Generated<Vec<_>>>()?;
                Ok(Value::Set(Set::Members(members)))
            }
            Expr::Unary(UnaryOp::Not, inner) => {
                let flag = self.boolean(*inner)?;
                Ok(Value::Bool(self.negate(flag)))
            }
            Expr::Unary(op, inner) => {
                let number = self.untyped_number(*inner)?;
                Ok(self.signed(*op, number))
            }
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => self.untyped_junction(*op, *left, *right),
            Expr::Binary(op, left, right) => self.untyped_binary(*op, *left, *right),
            Expr::Assign(variable, value) => {
                let value = self.untyped_value(*value)?;
                self.assign_variable(*variable, value);
                Ok(Value::boolean(true))
            }
            Expr::If(condition, yes, no) => self.untyped_if(*condition, *yes, *no),
            Expr::Loop { all, var, from, to, body } => self.quantified_loop(*all, *var, (*from, *to), *body),
            Expr::Call(function, arguments) => self.untyped_call(*function, arguments),
            Expr::UntypedQuery(query, arguments) => self.untyped_query(*query, arguments),
            Expr::UntypedAction(action, arguments) => self.untyped_action(*action, arguments),
            Expr::Fail(_, arguments) => {
                for &argument in arguments {
                    self.untyped_value(argument)?;
                }
                Ok(self.always_fails())
            }
            _ => Err(Unsupported("an expression of the 2026 edition in a file of 2013")),
        }
    }

    /// Writes a fault that is met whenever the code is reached.
    fn always_fails(&mut self) -> Value {
        self.fault_if(Arg::Word(1));
        Value::Never
    }

    /// The value of a type, which an operand must have; `None` after a fault.
    fn only(&mut self, value: Value, is_wanted: impl Fn(&Value) -> bool) -> Generated<Option<Value>> {
        match value {
            Value::Never => Ok(None),
            Value::Unknown => Err(UNKNOWN),
            Value::OneOf(values) => match values.iter().find(|(value, _)| is_wanted(value)) {
                Some((value, is_here)) => {
                    let other = self.negate(*is_here);
                    self.fault_if(other);
                    Ok(Some(value.clone()))
                }
                None => {
                    self.always_fails();
                    Ok(None)
                }
            },
            value if is_wanted(&value) => Ok(Some(value)),
            _ => {
                self.always_fails();
                Ok(None)
            }
        }
    }

    /// Evaluates an operand that must be a boolean: 1 or 0.
    fn boolean(&mut self, id: ExprId) -> Generated<Arg> {
        let value = self.untyped_value(id)?;
        let value = self.only(value, |value| matches!(value, Value::Bool(_)))?;
        Ok(value.and_then(|value| value.word()).unwrap_or(Arg::Word(0)))
    }

    /// Evaluates a condition, which holds if it is the boolean true: 1 or 0.
    pub(super) fn untyped_truth(&mut self, id: ExprId) -> Generated<Arg> {
        let value = self.untyped_value(id)?;
        self.is_boolean(&value, true)
    }

    /// 1 if a value is this boolean.
    fn is_boolean(&mut self, value: &Value, wanted: bool) -> Generated<Arg> {
        Ok(match value {
            Value::Bool(flag) => {
                if wanted {
                    *flag
                } else {
                    self.negate(*flag)
                }
            }
            Value::OneOf(values) => {
                let Some((value, is_here)) = values.iter().find(|(value, _)| matches!(value, Value::Bool(_))) else {
                    return Ok(Arg::Word(0));
                };
                let flag = self.is_boolean(value, wanted)?;
                self.and(*is_here, flag)
            }
            Value::Unknown => return Err(UNKNOWN),
            _ => Arg::Word(0),
        })
    }

    /// Evaluates an operand that must be a number.
    pub(super) fn untyped_number(&mut self, id: ExprId) -> Generated<Number> {
        let value = self.untyped_value(id)?;
        Ok(match self.only(value, |value| matches!(value, Value::Number(_)))? {
            Some(Value::Number(number)) => number,
            _ => Number::constant(0),
        })
    }

    // Variables.

    fn read_variable(&mut self, variable: VarId) -> Generated<Value> {
        match self.env[variable.index()].clone() {
            Some(Value::OneOf(values)) => {
                let mut is_set = Arg::Word(0);
                for (_, is_here) in values.iter() {
                    is_set = self.or(is_set, *is_here);
                }
                let unset = self.negate(is_set);
                self.fault_if(unset);
                Ok(match &*values {
                    [(value, _)] => value.clone(),
                    _ => Value::OneOf(values),
                })
            }
            Some(Value::Unknown) => Err(UNKNOWN),
            Some(value) => Ok(value),
            None => Ok(self.always_fails()),
        }
    }

    fn assign_variable(&mut self, variable: VarId, value: Value) {
        self.env[variable.index()] = Some(value);
    }

    /// The slot of the environment that holds the number of the player to move.
    fn mover_slot(&self) -> usize {
        self.rules.variables.len()
    }

    /// Number of the player to move.
    fn player_to_move(&self) -> Number {
        match &self.env[self.mover_slot()] {
            Some(Value::Number(number)) => *number,
            _ => match self.context.player {
                Arg::Word(number) => Number::constant(number as i64),
                arg @ Arg::Var(_) => Number { arg, least: 1, most: self.layout.player_count as i64 },
            },
        }
    }

    /// Parts of a text with what is known of its variables; `None` after a fault.
    fn text_parts<'t>(&mut self, parts: &'t [TextPart]) -> Generated<Option<Vec<texts::Part<'t>>>> {
        let mut known = Vec::new();
        for part in parts {
            known.push(match part {
                TextPart::Literal(literal) => texts::Part::Literal(literal),
                TextPart::Var(variable) => {
                    let value = self.read_variable(*variable)?;
                    match self.only(value, |value| matches!(value, Value::Number(_)))? {
                        Some(Value::Number(number)) => texts::Part::Number(number),
                        _ => return Ok(None),
                    }
                }
            });
        }
        Ok(Some(known))
    }

    // Operators.

    fn untyped_binary(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Generated<Value> {
        match op {
            BinaryOp::Equal | BinaryOp::Unequal => {
                let (left, right) = (self.untyped_value(left)?, self.untyped_value(right)?);
                let same = self.untyped_same(&left, &right)?;
                Ok(Value::Bool(if op == BinaryOp::Equal { same } else { self.negate(same) }))
            }
            BinaryOp::In => {
                let member = self.untyped_value(left)?;
                let Some(members) = self.members(right)? else { return Ok(Value::Never) };
                self.is_among(&member, &members).map(Value::Bool)
            }
            BinaryOp::Subset => {
                let (Some(first), Some(second)) = (self.members(left)?, self.members(right)?) else {
                    return Ok(Value::Never);
                };
                self.are_among(&first, &second).map(Value::Bool)
            }
            BinaryOp::SameMembers => {
                let (Some(first), Some(second)) = (self.members(left)?, self.members(right)?) else {
                    return Ok(Value::Never);
                };
                let one = self.are_among(&first, &second)?;
                let other = self.are_among(&second, &first)?;
                Ok(Value::Bool(self.and(one, other)))
            }
            BinaryOp::Union | BinaryOp::Join | BinaryOp::SetMinus | BinaryOp::Intersect => {
                self.known_set_operation(op, left, right)
            }
            BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual => {
                let (left, right) = (self.untyped_number(left)?, self.untyped_number(right)?);
                Ok(Value::Bool(self.compare(op, left, right)))
            }
            _ => {
                // Numbers wrap at 32 bits: a result beyond is left to the interpreter.
                let op = match op {
                    BinaryOp::Add => ArithmeticOp::Add,
                    BinaryOp::Subtract => ArithmeticOp::Subtract,
                    BinaryOp::Multiply => ArithmeticOp::Multiply,
                    BinaryOp::Divide => ArithmeticOp::Divide,
                    _ => ArithmeticOp::Remainder,
                };
                let (left, right) = (self.untyped_number(left)?, self.untyped_number(right)?);
                self.arithmetic(op, left, right).map(Value::Number)
            }
        }
    }

    // Equality and sets.

    fn untyped_same(&mut self, left: &Value, right: &Value) -> Generated<Arg> {
        match (left, right) {
            (Value::Unknown, _) | (_, Value::Unknown) => Err(UNKNOWN),
            (Value::OneOf(values), other) | (other, Value::OneOf(values)) => {
                let mut same = Arg::Word(0);
                for (value, is_here) in values.iter() {
                    let equal = self.untyped_same(value, other)?;
                    let here = self.and(*is_here, equal);
                    same = self.or(same, here);
                }
                Ok(same)
            }
            (Value::Set(Set::Members(first)), Value::Set(Set::Members(second))) => {
                // Sets are lists here: the order counts.
                let mut same = Arg::Word(u64::from(first.len() == second.len()));
                for (one, other) in first.iter().zip(second) {
                    if same == Arg::Word(0) {
                        break;
                    }
                    let here = self.untyped_same(one, other)?;
                    same = self.and(same, here);
                }
                Ok(same)
            }
            _ if left.is_text() && right.is_text() => Ok(self.same_texts(left, right)),
            _ => self.same(left, right),
        }
    }

    /// The members of a set, which are known by their number; `None` after a fault.
    fn members(&mut self, id: ExprId) -> Generated<Option<Vec<Value>>> {
        let value = self.untyped_value(id)?;
        match self.only(value, |value| matches!(value, Value::Set(_)))? {
            Some(Value::Set(Set::Members(members))) => Ok(Some(members)),
            Some(_) => Err(Unsupported("a set that is known at run time only")),
            None => Ok(None),
        }
    }

    fn is_among(&mut self, member: &Value, members: &[Value]) -> Generated<Arg> {
        let mut found = Arg::Word(0);
        for other in members {
            let here = self.untyped_same(member, other)?;
            found = self.or(found, here);
        }
        Ok(found)
    }

    fn are_among(&mut self, first: &[Value], second: &[Value]) -> Generated<Arg> {
        let mut all = Arg::Word(1);
        for member in first {
            let here = self.is_among(member, second)?;
            all = self.and(all, here);
        }
        Ok(all)
    }

    /// A set operation on sets whose members are known to be equal or not.
    fn known_set_operation(&mut self, op: BinaryOp, left: ExprId, right: ExprId) -> Generated<Value> {
        let (Some(first), Some(second)) = (self.members(left)?, self.members(right)?) else { return Ok(Value::Never) };
        let among = |g: &mut Self, member: &Value, members: &[Value]| match g.is_among(member, members)? {
            Arg::Word(word) => Ok(word != 0),
            Arg::Var(_) => Err(Unsupported("a set that is known at run time only")),
        };
        let kept = |g: &mut Self, members: Vec<Value>, others: &[Value], wanted: bool| {
            let mut kept = Vec::new();
            for member in members {
                if among(g, &member, others)? == wanted {
                    kept.push(member);
                }
            }
            Ok(kept)
        };
        Ok(Value::Set(Set::Members(match op {
            BinaryOp::SetMinus => kept(self, first, &second, false)?,
            BinaryOp::Intersect => kept(self, first, &second, true)?,
            BinaryOp::Join => {
                let more = kept(self, second, &first, false)?;
                [first, more].concat()
            }
            _ => {
                let more = kept(self, first, &second, false)?;
                [second, more].concat()
            }
        })))
    }

    // Queries.

    fn untyped_query(&mut self, query: UntypedQuery, arguments: &[ExprId]) -> Generated<Value> {
        match query {
            UntypedQuery::Player => Ok(Value::Number(self.player_to_move())),
            UntypedQuery::Score => {
                let player = self.untyped_number(arguments[0])?;
                self.score(player).map(Value::Number)
            }
            UntypedQuery::IndexAt => {
                let place = self.untyped_number(arguments[0])?;
                let place = place.known().ok_or(Unsupported("INDEXA of a place known at run time only"))?;
                self.index_of_text(arguments[1], place)
            }
            UntypedQuery::Index => self.index_of_text(arguments[0], 1),
            UntypedQuery::Unindex => self.text_without_indices(arguments[0]),
            UntypedQuery::Content => {
                let location = self.named(arguments[0], ThingKind::Location)?;
                Ok(Value::NameOf(ThingKind::Element, self.content_of(location)))
            }
            UntypedQuery::Empty => {
                let location = self.named(arguments[0], ThingKind::Location)?;
                let content = self.content_of(location);
                Ok(Value::Bool(self.equal(content, 0)))
            }
            UntypedQuery::LocationType => {
                let location = self.named(arguments[0], ThingKind::Location)?;
                let rules = self.rules;
                let kinds = rules.locations.iter().map(|location| location.kind.index() as u16 + 1);
                let kinds: Vec<u16> = [0].into_iter().chain(kinds).collect();
                Ok(Value::NameOf(ThingKind::LocationType, self.lookup(&kinds, location)))
            }
            UntypedQuery::ElementType => {
                let element = self.named(arguments[0], ThingKind::Element)?;
                let kinds = self.rules.elements.iter().map(|element| element.kind.index() as u16 + 1);
                let kinds: Vec<u16> = [0].into_iter().chain(kinds).collect();
                Ok(Value::NameOf(ThingKind::ElementType, self.lookup(&kinds, element)))
            }
            UntypedQuery::State | UntypedQuery::Owner => {
                let kind = self.kind_of_named(arguments[0])?;
                let number = match query {
                    UntypedQuery::State => self.state_by_kind(kind),
                    _ => self.owner_by_kind(kind),
                };
                Ok(Value::Number(number))
            }
            UntypedQuery::Location => {
                let element = self.named(arguments[0], ThingKind::Element)?;
                Ok(Value::NameOf(ThingKind::Location, self.location_of(element)))
            }
            // Heights that are read are parts of the key of a position.
            UntypedQuery::ZIndex => Err(Unsupported("pieces whose height counts")),
        }
    }

    /// The kind, plus 1, of the element that a text names.
    fn kind_of_named(&mut self, id: ExprId) -> Generated<Arg> {
        // The kind is stored for the location too.
        if let Expr::UntypedQuery(UntypedQuery::Content, arguments) = &self.rules.exprs[id] {
            let location = self.named(arguments[0], ThingKind::Location)?;
            return Ok(self.kind_at(location));
        }
        let element = self.named(id, ThingKind::Element)?;
        Ok(self.kind_of(element))
    }
}

/// Reason why a value cannot be used.
const UNKNOWN: Unsupported = Unsupported("a value of which nothing is known");

/// The values that a slot of the environment may hold, each with a word that is 1 if it does.
fn values_of(slot: Option<&Value>) -> Vec<(Value, Arg)> {
    match slot {
        None => Vec::new(),
        Some(Value::OneOf(values)) => values.to_vec(),
        Some(value) => vec![(value.clone(), Arg::Word(1))],
    }
}

/// The slot that holds one of some values.
fn slot_of(mut values: Vec<(Value, Arg)>) -> Option<Value> {
    values.retain(|(_, is_here)| *is_here != Arg::Word(0));
    match &*values {
        [] => None,
        [(value, Arg::Word(_))] => Some(value.clone()),
        _ => Some(Value::OneOf(values.into())),
    }
}
