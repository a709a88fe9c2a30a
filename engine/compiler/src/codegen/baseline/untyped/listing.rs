//! Targets that a rule's dynamically typed condition allows in no position, and the order in which targets are tested.

use boardwright_game::ids::{ExprId, LocationId, Player, VarId};
use boardwright_jit::{Arg, Binary};
use boardwright_rules::{BinaryOp, Capture, Expr, Guard, PatternMatches, Rule, RulePlace, UntypedQuery, Winner};

use super::super::candidates::{Listing, PlayerRule};
use super::super::generator::{Generated, Generator};
use super::super::values::{ThingKind, Value};
use super::Mentioned;
use super::flow::WordType;

/// Greatest number of pairs of an origin and a target that are tested while code is generated.
const MAX_PAIRS: usize = 8_000;
/// Greatest number of targets with code for each of them.
const MAX_UNROLLED_TARGETS: usize = 128;
/// Greatest number of instructions of the code for each target.
const MAX_UNROLLED_CODE: usize = 4_000;

impl<'a> Generator<'a> {
    /// Expressions that are evaluated after each move, with the variables that it leaves: those of scorings, and of ends of
    /// the game that are tested when the move is made.
    pub(in super::super) fn parts_after_moves(&self) -> Vec<ExprId> {
        let mut parts = Vec::new();
        for scoring in &self.rules.scorings {
            parts.push(scoring.situation);
            parts.extend(scoring.awards.iter().flat_map(|award| [award.player, award.amount]));
            parts.extend(scoring.followup);
        }
        if self.tests_ends_when_made {
            for end in &self.rules.ends {
                parts.push(end.situation);
                if let Winner::Is(winner) = end.winner {
                    parts.push(winner);
                }
            }
        }
        parts
    }

    /// Targets from an origin, plus 1, that the condition of a rule does not exclude in every position.
    pub(in super::super) fn possible_targets(
        &mut self,
        rule: &PlayerRule<'a>,
        player: Player,
        origin: usize,
    ) -> Option<Vec<u64>> {
        let (RulePlace::Listed(from), RulePlace::Listed(to)) = (&rule.rule.from, &rule.rule.to) else { return None };
        let condition = rule.rule.condition?;
        if from.entries.len() * to.entries.len() > MAX_PAIRS {
            return None;
        }
        let at = LocationId::new(origin.checked_sub(1)?);
        let of_origin = from.bindings(&at)?.to_vec();
        let mut bits = vec![0_u64; self.words_of(ThingKind::Location)];
        let outer = (std::mem::replace(&mut self.env, Self::no_variables(self.rules)), self.context.clone());
        self.context = self.context_of(player);
        for (target, of_target) in &to.entries {
            self.env.fill(None);
            self.let_unknown(rule.rule);
            for (variable, number) in of_origin.iter().chain(of_target) {
                self.env[variable.index()] = Some(Value::number(i64::from(*number)));
            }
            self.board.w.open_list();
            let excluded = self.excludes(&[condition]);
            self.board.w.close_list();
            if !excluded {
                bits[target.index() / 64] |= 1 << (target.index() % 64);
            }
        }
        (self.env, self.context) = outer;
        Some(bits)
    }

    /// Gives the variables that a rule binds to a piece a value that is not known.
    fn let_unknown(&mut self, rule: &Rule) {
        let mut unknown: Vec<VarId> =
            rule.elements().iter().flat_map(|(_, bound)| bound).map(|(variable, _)| *variable).collect();
        for guard in [rule.state, rule.owner, rule.player] {
            if let Guard::Bind(variable) = guard {
                unknown.push(variable);
            }
        }
        unknown.into_iter().for_each(|variable| self.env[variable.index()] = Some(Value::Unknown));
    }

    /// `true` if one of these conditions, tested in order, is false in every position, and none before it can fail.
    fn excludes(&mut self, tests: &[ExprId]) -> bool {
        let rules = self.rules;
        let Some((&test, rest)) = tests.split_first() else { return false };
        match &rules.exprs[test] {
            Expr::Binary(BinaryOp::And, left, right) => self.excludes(&[&[*left, *right], rest].concat()),
            Expr::Binary(BinaryOp::Or, left, right) => {
                let both_are_false = self.excludes(&[*left]) && {
                    // How far the left operand got is not known.
                    let assigned = Mentioned::by(rules, *left).assigned;
                    assigned.into_iter().for_each(|variable| self.env[variable.index()] = Some(Value::Unknown));
                    self.excludes(&[*right])
                };
                both_are_false || (self.safe_type(test) == Some(WordType::Bool) && self.excludes(rest))
            }
            Expr::Call(function, arguments) if self.is_inlined(*function, arguments) => {
                if self.assign_parameters(*function, arguments).is_err() {
                    return false;
                }
                self.excludes(&[&rules.functions[function.index()].body, rest].concat())
            }
            _ => {
                if self.is_fixed(test) {
                    let faults = self.faults;
                    return match self.untyped_value(test) {
                        Ok(Value::Bool(Arg::Word(0))) => self.faults == faults,
                        Ok(Value::Bool(Arg::Word(_))) if self.faults == faults => self.excludes(rest),
                        _ => false,
                    };
                }
                if let Expr::Assign(variable, value) = &rules.exprs[test]
                    && self.safe_type(*value).is_some()
                {
                    self.env[variable.index()] = Some(Value::Unknown);
                    return self.excludes(rest);
                }
                self.safe_type(test) == Some(WordType::Bool) && self.excludes(rest)
            }
        }
    }

    /// `true` if an expression depends on variables with known values only.
    fn is_fixed(&self, id: ExprId) -> bool {
        let mentioned = Mentioned::by(self.rules, id);
        let is_known = |variable: &VarId| self.env[variable.index()].as_ref().is_some_and(Value::is_constant);
        mentioned.functions.is_empty() && mentioned.read.iter().all(is_known) && !self.reads_or_changes_position(id)
    }

    fn reads_or_changes_position(&self, id: ExprId) -> bool {
        let expr = &self.rules.exprs[id];
        let reads = match expr {
            Expr::UntypedQuery(query, _) => {
                !matches!(query, UntypedQuery::Index | UntypedQuery::IndexAt | UntypedQuery::Unindex)
            }
            Expr::UntypedAction(..) => true,
            _ => false,
        };
        reads || expr.operands().into_iter().any(|part| self.reads_or_changes_position(part))
    }

    /// Type of an expression that cannot fail and assigns nothing; `None` for others.
    fn safe_type(&self, id: ExprId) -> Option<WordType> {
        let is = |id: ExprId, kind: WordType| self.safe_type(id).filter(|found| *found == kind);
        let is_text =
            |id: ExprId| self.safe_type(id).filter(|found| matches!(found, WordType::Interned | WordType::NameOf(_)));
        match &self.rules.exprs[id] {
            Expr::Int(_) => Some(WordType::Number),
            Expr::Bool(_) => Some(WordType::Bool),
            Expr::Text(_) => Some(WordType::Interned),
            Expr::Template(parts) => {
                let is_number = |part: &boardwright_rules::TextPart| match part {
                    boardwright_rules::TextPart::Literal(_) => true,
                    boardwright_rules::TextPart::Var(variable) => {
                        matches!(self.env[variable.index()], Some(Value::Number(_)))
                    }
                };
                parts.iter().all(is_number).then_some(WordType::Interned)
            }
            Expr::Var(variable) => WordType::of(self.env[variable.index()].as_ref()?),
            Expr::Unary(boardwright_rules::UnaryOp::Not, inner) => is(*inner, WordType::Bool),
            Expr::Unary(_, inner) => is(*inner, WordType::Number),
            Expr::Binary(BinaryOp::And | BinaryOp::Or, left, right) => {
                is(*left, WordType::Bool).and(is(*right, WordType::Bool))
            }
            Expr::Binary(BinaryOp::Equal | BinaryOp::Unequal, left, right) => {
                self.safe_type(*left).and(self.safe_type(*right)).map(|_| WordType::Bool)
            }
            Expr::Binary(
                BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Greater | BinaryOp::GreaterEqual,
                left,
                right,
            ) => is(*left, WordType::Number).and(is(*right, WordType::Number)).map(|_| WordType::Bool),
            Expr::Binary(BinaryOp::Add | BinaryOp::Subtract | BinaryOp::Multiply, left, right) => {
                is(*left, WordType::Number).and(is(*right, WordType::Number))
            }
            Expr::UntypedQuery(query, arguments) => match query {
                UntypedQuery::Player => Some(WordType::Number),
                UntypedQuery::Empty => is_text(arguments[0]).map(|_| WordType::Bool),
                UntypedQuery::State | UntypedQuery::Owner => is_text(arguments[0]).map(|_| WordType::Number),
                UntypedQuery::Content => is_text(arguments[0]).map(|_| WordType::NameOf(ThingKind::Element)),
                UntypedQuery::Location => is_text(arguments[0]).map(|_| WordType::NameOf(ThingKind::Location)),
                UntypedQuery::ElementType => is_text(arguments[0]).map(|_| WordType::NameOf(ThingKind::ElementType)),
                UntypedQuery::LocationType => is_text(arguments[0]).map(|_| WordType::NameOf(ThingKind::LocationType)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Lists the targets that pass the tests, which are evaluated one by one.
    pub(in super::super) fn list_untyped_targets(
        &mut self,
        rule: &PlayerRule<'a>,
        mut bits: Vec<Arg>,
        places: &PatternMatches<LocationId>,
        element: Arg,
        listing: Listing,
    ) -> Generated<()> {
        if let Some([by_origin]) = rule.reach.as_deref() {
            let width = bits.len();
            let rows: Vec<Vec<u64>> = by_origin.iter().map(|targets| targets[..width].to_vec()).collect();
            let possible = self.lookup_set(&rows, self.context.from);
            bits = self.combine(Binary::And, &bits, &possible);
        }
        if let Some(shared) = self.shared_targets.clone() {
            bits = self.combine(Binary::And, &bits, &shared);
            if self.writes_segments {
                return self.push_segment(rule, element, bits, listing);
            }
            return self.for_each_bit(&bits, None, |g, index| {
                let to = g.op(Binary::Add, index, 1);
                g.push_move(rule, element, to, listing)
            });
        }
        let entries = entries_of(places);
        let bound = bound_by(&entries);
        // Conditions that come first and do not depend on the target are tested once.
        let mut first = Vec::new();
        let mut rest = self.strict_conjuncts(rule.rule);
        while let Some(&(test, strict)) = rest.first()
            && !Mentioned::by(self.rules, test).variables().any(|variable| bound.contains(&variable))
        {
            first.push((test, strict));
            rest.remove(0);
        }
        let used = rule.used.clone();
        self.where_each(&first, &mut |g| {
            if rest.is_empty() && g.writes_segments {
                return g.push_segment(rule, element, bits.clone(), listing);
            }
            if g.writes_segments {
                let legal = g.targets_where(&bits, &entries, &used, &mut |g, then| g.where_each(&rest, then))?;
                return g.push_segment(rule, element, legal, listing);
            }
            g.for_each_bit(&bits, None, |g, index| {
                let to = g.op(Binary::Add, index, 1);
                g.context.to = Value::Thing(ThingKind::Location, to);
                g.bind(&entries, to, &used);
                g.where_each(&rest, &mut |g| g.push_move(rule, element, to, listing))
            })
        })
    }

    /// The empty targets of a rule whose tests are the same for all pieces; `None` for other rules.
    pub(in super::super) fn targets_of_any_piece(&mut self, rule: &PlayerRule<'a>) -> Generated<Option<Vec<Arg>>> {
        let RulePlace::Listed(places) = &rule.rule.to else { return Ok(None) };
        let tests = self.strict_conjuncts(rule.rule);
        let of_piece = rule.rule.elements().iter().flat_map(|(_, bound)| bound);
        let of_origin = rule.rule.from.entries().iter().flat_map(|(_, bound)| bound);
        let mut bound: Vec<VarId> = of_piece.chain(of_origin).map(|(variable, _)| *variable).collect();
        bound.extend([rule.rule.state, rule.rule.owner].into_iter().filter_map(|guard| match guard {
            Guard::Bind(variable) => Some(variable),
            _ => None,
        }));
        let mut mentioned = Mentioned::default();
        tests.iter().for_each(|(test, _)| mentioned.add(self.rules, *test));
        let entries = entries_of(places);
        let of_target = bound_by(&entries);
        // A variable of the piece that the target binds too is that of the target.
        let depends = mentioned.variables().any(|variable| bound.contains(&variable) && !of_target.contains(&variable));
        if tests.is_empty() || depends || rule.rule.capture != Capture::Never || rule.rule.element.is_none() {
            return Ok(None);
        }
        let mask = self.mask_of(places);
        let empty = self.empty();
        let bits = self.combine(Binary::And, &mask, &empty);
        let used = rule.used.clone();
        let outer = (self.env.clone(), self.context.to.clone());
        if let Some(unrolled) = self.accepted_by_constants(&entries, &tests) {
            (self.env, self.context.to) = outer;
            return Ok(Some(self.combine(Binary::And, &bits, &unrolled)));
        }
        let accepted = self.targets_where(&bits, &entries, &used, &mut |g, then| g.where_each(&tests, then))?;
        (self.env, self.context.to) = outer;
        Ok(Some(accepted))
    }

    /// The targets for which all tests hold, with code for each target; `None` if that is long or can fail.
    fn accepted_by_constants(
        &mut self,
        entries: &[(usize, Vec<(VarId, i32)>)],
        tests: &[(ExprId, bool)],
    ) -> Option<Vec<Arg>> {
        if entries.len() > MAX_UNROLLED_TARGETS {
            return None;
        }
        let (faults, written) = (self.faults, self.board.w.instructions_written());
        let outer = self.env.clone();
        let mut accepted = vec![Arg::Word(0); self.words_of(ThingKind::Location)];
        self.board.w.open_list();
        let mut found = true;
        for (target, bound) in entries {
            self.env.clone_from(&outer);
            for (variable, number) in bound {
                self.env[variable.index()] = Some(Value::number(i64::from(*number)));
            }
            self.context.to = Value::thing(ThingKind::Location, Some(*target));
            let holds = self.all_hold(tests);
            let is_short = self.board.w.instructions_written() - written <= MAX_UNROLLED_CODE;
            let Some(holds) = holds.ok().filter(|_| is_short && self.faults == faults) else {
                found = false;
                break;
            };
            let bit = self.op(Binary::ShiftLeft, holds, *target as u64 % 64);
            accepted[target / 64] = self.or(accepted[target / 64], bit);
        }
        let code = self.board.w.close_list();
        self.env = outer;
        if !found {
            self.faults = faults;
            return None;
        }
        self.board.w.append(code);
        Some(accepted)
    }

    /// 1 if all conditions hold.
    fn all_hold(&mut self, tests: &[(ExprId, bool)]) -> Generated<Arg> {
        let Some(((test, strict), rest)) = tests.split_first() else { return Ok(Arg::Word(1)) };
        let holds = if *strict { self.boolean(*test)? } else { self.untyped_truth(*test)? };
        let value = self.either(holds, |g| g.all_hold(rest).map(Value::Bool), |_| Ok(Value::boolean(false)))?;
        Ok(value.word().unwrap_or(Arg::Word(0)))
    }

    /// The tests of a rule one by one, each with `true` if it must be a boolean.
    fn strict_conjuncts(&self, rule: &Rule) -> Vec<(ExprId, bool)> {
        let mut tests = Vec::new();
        for test in self.conjuncts(rule) {
            let strict = matches!(self.rules.exprs[test], Expr::Binary(BinaryOp::And, ..));
            self.flatten_and(test, strict, &mut tests);
        }
        tests
    }

    /// Collects the operands of nested `AND`s, which must be booleans.
    fn flatten_and(&self, id: ExprId, strict: bool, tests: &mut Vec<(ExprId, bool)>) {
        if let Expr::Binary(BinaryOp::And, left, right) = &self.rules.exprs[id] {
            self.flatten_and(*left, true, tests);
            self.flatten_and(*right, true, tests);
        } else {
            tests.push((id, strict));
        }
    }

    /// Runs `then` where all conditions hold.
    fn where_each(
        &mut self,
        tests: &[(ExprId, bool)],
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        match tests {
            [] => then(self),
            [(first, strict), rest @ ..] => self.where_untyped(*first, *strict, &mut |g| g.where_each(rest, then)),
        }
    }
}

/// Variables that a pattern binds, by place.
fn entries_of(places: &PatternMatches<LocationId>) -> Vec<(usize, Vec<(VarId, i32)>)> {
    places.entries.iter().map(|(place, bound)| (place.index(), bound.clone())).collect()
}

/// All variables that a pattern binds.
fn bound_by(entries: &[(usize, Vec<(VarId, i32)>)]) -> Vec<VarId> {
    entries.iter().flat_map(|(_, bound)| bound).map(|(variable, _)| *variable).collect()
}
