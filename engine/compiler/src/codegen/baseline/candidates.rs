//! Listing of moves: for each rule loops over `for`, pieces and targets, up to the condition. The condition `after` is
//! tested by [`super::making`].

use std::ops::Range;

use boardwright_game::ids::{ExprId, LocationId, Player, VarId};
use boardwright_interpreter::kinds::PieceKind;
use boardwright_jit::{Arg, Binary, Var, Width};
use boardwright_rules::{BinaryOp, Expr, Guard, PatternMatches, Query, Rule, RulePlace, TextPart};

use super::generator::{Context, Generated, Generator};
use super::scratch;
use super::untyped::Mentioned;
use super::values::{Number, Set, ThingKind, Value};
use crate::Unsupported;

/// Positions of the parts of the key of a move. Keys are in the order of the moves.
pub(super) mod move_key {
    /// Index of the rule.
    pub(crate) const RULE: u64 = 56;
    /// Index of the chosen word.
    pub(crate) const CHOICE: u64 = 48;
    /// The element plus 1.
    pub(crate) const ELEMENT: u64 = 32;
    /// The target plus 1; off the board comes last.
    pub(crate) const TO: u64 = 16;
    /// Target off the board, or none.
    pub(crate) const OFF: u64 = 0xffff;
}

/// Greatest number of rules and of words of a rule, for the keys of moves.
const MAX_RULES: usize = 255;

/// Variables of a listing, and the words of the rule for which it lists every move.
#[derive(Clone, Copy)]
pub(super) struct Listing {
    /// Number of listed moves.
    pub(super) count: Var,
    /// Number of the present combination of the `for` clause.
    pub(super) for_index: Var,
    /// Index of the first word.
    pub(super) first_choice: u64,
    /// Number of words, 1 for a rule without words.
    pub(super) choice_count: u64,
}

impl Listing {
    /// Indices of the words.
    pub(super) fn choices(self) -> Range<u64> {
        self.first_choice..self.first_choice + self.choice_count
    }
}

/// A rule as it applies to a player.
pub(super) struct PlayerRule<'a> {
    pub(super) index: usize,
    pub(super) rule: &'a Rule,
    /// Kinds of pieces that the rule can move, by kind.
    pub(super) kinds: Vec<bool>,
    /// Guards that are tested at run time: what they are about.
    late_guards: Vec<(GuardOf, ExprId)>,
    /// Variables that the expressions of the rule mention.
    pub(super) used: Vec<VarId>,
    /// Possible origins and targets; `None` if they are not known.
    pub(super) reach: Option<super::reaches::Reach>,
    /// Combinations of the `for` clause, in the order of `reach`.
    pub(super) combinations: Vec<Vec<Value>>,
    /// `true` if the targets are listed ones, or do not depend on the position: then `reach` has no others.
    pub(super) targets_are_known: bool,
    /// `true` if another move of the same listing can be equal to one of the rule.
    pub(super) may_have_equal_moves: bool,
}

/// Subject of a guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GuardOf {
    State,
    Owner,
    Player,
}

impl PlayerRule<'_> {
    /// `true` if guards are tested at run time.
    pub(super) fn has_late_guards(&self) -> bool {
        !self.late_guards.is_empty()
    }
}

impl<'a> Generator<'a> {
    /// Context of a move that a player makes.
    pub(super) fn context_of(&self, player: Player) -> Context {
        let number = Arg::Word(player.number() as u64);
        Context { mover: number, lists: Vec::new(), ..Context::without_move(number) }
    }

    /// The rule as it applies to a player; `None` if it does not.
    pub(super) fn player_rule(&mut self, index: usize, player: Player) -> Generated<Option<PlayerRule<'a>>> {
        let rules = self.rules;
        let rule = &rules.rules[index];
        if rules.rules.len() > MAX_RULES || rule.choices.len() > MAX_RULES {
            return Err(Unsupported("more rules or words than the keys of moves hold"));
        }
        self.context = self.context_of(player);
        let mut late_guards = Vec::new();
        let players = self.fixed_guard(rule.player, &mut late_guards, GuardOf::Player)?;
        if players.is_some_and(|numbers| !numbers.contains(&(player.number() as i64))) {
            return Ok(None);
        }
        let states = self.fixed_guard(rule.state, &mut late_guards, GuardOf::State)?;
        let owners = self.fixed_guard(rule.owner, &mut late_guards, GuardOf::Owner)?;
        let types: Vec<_> = rule.elements().iter().map(|(element, _)| rules.elements[element.index()].kind).collect();
        let fits = |kind: PieceKind| {
            let owner = kind.owner.map_or(0, |owner| owner.number() as i64);
            let is_member = match kind.distinguishable {
                Some(element) => rule.elements().iter().any(|(known, _)| *known == element),
                None => types.contains(&kind.element_type),
            };
            is_member
                && states.as_ref().is_none_or(|states| states.contains(&i64::from(kind.state)))
                && owners.as_ref().is_none_or(|owners| owners.contains(&owner))
        };
        let kinds = self.layout.kinds.iter().map(|(_, kind)| fits(kind)).collect();
        let used = self.variables_of(rule);
        let mut found = PlayerRule {
            index,
            rule,
            kinds,
            late_guards,
            used,
            reach: None,
            combinations: Vec::new(),
            targets_are_known: false,
            may_have_equal_moves: false,
        };
        self.find_reach(&mut found, player);
        Ok(Some(found))
    }

    /// The numbers that a guard accepts, if they are known; `None` accepts any number.
    fn fixed_guard(
        &mut self,
        guard: Guard,
        late: &mut Vec<(GuardOf, ExprId)>,
        of: GuardOf,
    ) -> Generated<Option<Vec<i64>>> {
        Ok(match guard {
            Guard::Any | Guard::Bind(_) => None,
            Guard::Is(number) => Some(vec![i64::from(number)]),
            Guard::Never => Some(Vec::new()),
            Guard::In(expr) => {
                let known = match self.nested(|g| g.value(expr)) {
                    Ok((code, value)) if code.is_empty() => known_numbers(&value),
                    _ => None,
                };
                if known.is_none() {
                    late.push((of, expr));
                }
                known
            }
        })
    }

    /// All variables that the expressions of a rule mention.
    fn variables_of(&self, rule: &Rule) -> Vec<VarId> {
        let mut used = Vec::new();
        let mut add = |id: ExprId| self.collect_variables(id, &mut used);
        let places = [&rule.from, &rule.to].into_iter().filter_map(|place| match place {
            RulePlace::Computed(id) => Some(*id),
            _ => None,
        });
        let guards = [rule.state, rule.player, rule.owner].into_iter().filter_map(|guard| match guard {
            Guard::In(id) => Some(id),
            _ => None,
        });
        places.chain(guards).for_each(&mut add);
        rule.for_each.iter().for_each(|(_, set)| add(*set));
        rule.checks.iter().chain(&rule.condition).chain(&rule.after).chain(&rule.prefer).for_each(|id| add(*id));
        rule.choices.iter().for_each(|choice| add(choice.value));
        rule.awards.iter().for_each(|award| [award.player, award.amount].into_iter().for_each(&mut add));
        rule.followup.iter().for_each(|id| add(*id));
        if self.is_untyped {
            self.parts_after_moves().into_iter().for_each(&mut add);
        }
        if let boardwright_rules::Next::Is(id) = rule.next {
            add(id);
        }
        used
    }

    pub(super) fn collect_variables(&self, id: ExprId, used: &mut Vec<VarId>) {
        if self.is_untyped {
            // Named expressions share the variables of their callers.
            let mentioned = Mentioned::by(self.rules, id);
            mentioned.variables().for_each(|variable| {
                if !used.contains(&variable) {
                    used.push(variable);
                }
            });
            return;
        }
        let expr = &self.rules.exprs[id];
        match expr {
            Expr::Var(variable) if !used.contains(variable) => used.push(*variable),
            Expr::Template(parts) => {
                for part in parts {
                    if let TextPart::Var(variable) = part
                        && !used.contains(variable)
                    {
                        used.push(*variable);
                    }
                }
            }
            _ => {}
        }
        for part in expr.operands() {
            self.collect_variables(part, used);
        }
    }

    /// `true` if an expression asks for something, itself or through named expressions.
    pub(super) fn asks_for(&self, id: ExprId, query: Query) -> bool {
        fn walk(
            g: &Generator<'_>,
            id: ExprId,
            query: Query,
            seen: &mut Vec<boardwright_game::ids::FunctionId>,
        ) -> bool {
            match &g.rules.exprs[id] {
                Expr::Query(found, _) if *found == query => true,
                Expr::Call(function, arguments) => {
                    if arguments.iter().any(|argument| walk(g, *argument, query, seen)) {
                        return true;
                    }
                    if seen.contains(function) {
                        return false;
                    }
                    seen.push(*function);
                    g.rules.functions[function.index()].body.iter().any(|line| walk(g, *line, query, seen))
                }
                other => other.operands().into_iter().any(|part| walk(g, part, query, seen)),
            }
        }
        walk(self, id, query, &mut Vec::new())
    }

    pub(super) fn rule_asks_for(&self, rule: &Rule, query: Query) -> bool {
        let computed = |place: &RulePlace| match place {
            RulePlace::Computed(id) => Some(*id),
            _ => None,
        };
        let next = match rule.next {
            boardwright_rules::Next::Is(id) => Some(id),
            _ => None,
        };
        let all = rule.checks.iter().copied().chain(rule.condition).chain(rule.after).chain(rule.prefer);
        let all = all.chain(rule.followup).chain(computed(&rule.from)).chain(computed(&rule.to)).chain(next);
        all.into_iter().any(|id| self.asks_for(id, query))
    }

    // Code for listing.

    /// Writes the function that lists the candidates of one priority for a player; it returns their number.
    pub(super) fn write_candidates(
        &mut self,
        id: boardwright_jit::FunctionId,
        player: Player,
        group: &[&PlayerRule<'a>],
    ) -> Generated<()> {
        self.board.w.begin_declared(id);
        self.env.fill(None);
        let count = self.variable(0);
        if self.writes_segments {
            self.begin_segments();
        }
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::BY_SEGMENTS, u64::from(self.writes_segments));
        for rule in group {
            self.context = self.context_of(player);
            self.env.fill(None);
            if let Guard::Bind(variable) = rule.rule.player {
                self.env[variable.index()] = Some(Value::number(player.number() as i64));
            }
            let listing = Listing { count, for_index: self.variable(0), first_choice: 0, choice_count: 1 };
            let common = self.common_tests(rule);
            self.hoisted = common.len();
            self.merges_ways = self.can_merge_ways(rule);
            let listed = self.where_all(&common, &mut |g| {
                if g.merges_ways { g.list_choices(rule, listing) } else { g.list_combinations(rule, 0, listing) }
            });
            (self.hoisted, self.merges_ways) = (0, false);
            if let Err(reason) = listed {
                self.board.w.discard_declared();
                return Err(reason);
            }
        }
        self.board.w.store(self.scratch, Width::Eight, 0, scratch::COUNT, count);
        self.board.w.return_word(count);
        self.board.w.end_declared(id);
        Ok(())
    }

    /// The first tests of a rule, if they are the same for all pieces, targets and combinations of the `for` clause and meet
    /// no faults.
    fn common_tests(&mut self, rule: &PlayerRule<'a>) -> Vec<ExprId> {
        const OF_THE_MOVE: [Query; 5] = [Query::Moved, Query::From, Query::To, Query::Captured, Query::Choice];
        let Some(pattern) = rule.rule.element.as_ref().filter(|_| !self.is_untyped) else { return Vec::new() };
        let mut bound: Vec<VarId> = rule.rule.for_each.iter().map(|(variable, _)| *variable).collect();
        bound.extend(pattern.entries.iter().flat_map(|(_, bound)| bound.iter().map(|(variable, _)| *variable)));
        for place in [&rule.rule.from, &rule.rule.to] {
            bound.extend(place.entries().iter().flat_map(|(_, bound)| bound.iter().map(|(variable, _)| *variable)));
        }
        for guard in [rule.rule.state, rule.rule.owner] {
            if let Guard::Bind(variable) = guard {
                bound.push(variable);
            }
        }
        let mut tests = self.conjuncts(rule.rule);
        let is_common = |test: &ExprId| {
            let mut read = Vec::new();
            self.collect_variables(*test, &mut read);
            !read.iter().any(|variable| bound.contains(variable))
                && !OF_THE_MOVE.iter().any(|query| self.asks_for(*test, *query))
        };
        let count = tests.iter().take_while(|test| is_common(test)).count();
        tests.truncate(count);
        let (faults, env) = (self.faults, self.env.clone());
        let written = self.nested(|g| g.where_all(&tests, &mut |_| Ok(())));
        self.env = env;
        if written.is_err() || self.faults > faults {
            self.faults = faults;
            return Vec::new();
        }
        tests
    }

    /// Loops over the combinations of the `for` clause from the set with this number on.
    fn list_combinations(&mut self, rule: &PlayerRule<'a>, number: usize, listing: Listing) -> Generated<()> {
        let Some(&(variable, set)) = rule.rule.for_each.get(number) else {
            self.list_choices(rule, listing)?;
            let next = self.op(Binary::Add, listing.for_index, 1);
            self.board.w.set(listing.for_index, next);
            return Ok(());
        };
        let set = self.set(set)?;
        let set = self.materialise(set)?;
        self.iterate(&set, None, &mut |g, member| {
            g.with_variable(variable, member, |g| g.list_combinations(rule, number + 1, listing))
        })
    }

    /// The words of the rule: one after another, or together where the rule does not depend on them.
    fn list_choices(&mut self, rule: &PlayerRule<'a>, listing: Listing) -> Generated<()> {
        let choices = &rule.rule.choices;
        let tests: Vec<ExprId> =
            rule.rule.checks.iter().copied().chain(rule.rule.condition).chain(rule.rule.prefer).collect();
        let computed = [&rule.rule.from, &rule.rule.to].into_iter().filter_map(|place| match place {
            RulePlace::Computed(id) => Some(*id),
            _ => None,
        });
        let depends = tests.into_iter().chain(computed).any(|id| self.asks_for(id, Query::Choice))
            || !rule.late_guards.is_empty();
        if choices.len() <= 1 || !depends {
            self.context.choice = choices.first().map(|choice| choice.value);
            return self.list_elements(rule, Listing { choice_count: choices.len().max(1) as u64, ..listing });
        }
        for (index, choice) in choices.iter().enumerate() {
            self.context.choice = Some(choice.value);
            self.list_elements(rule, Listing { first_choice: index as u64, ..listing })?;
        }
        self.context.choice = None;
        Ok(())
    }

    /// Loops over the pieces that the rule can move.
    fn list_elements(&mut self, rule: &PlayerRule<'a>, listing: Listing) -> Generated<()> {
        self.shared_targets = if self.is_untyped { self.targets_of_any_piece(rule)? } else { None };
        let Some(pattern) = &rule.rule.element else {
            return self.where_guards_hold(rule, Arg::Word(0), &mut |g| {
                let tests = g.conjuncts(rule.rule);
                g.where_all(&tests, &mut |g| g.push_move(rule, Arg::Word(0), Arg::Word(0), listing))
            });
        };
        match &rule.rule.from {
            RulePlace::Off => self.list_waiting(rule, pattern, listing),
            RulePlace::Listed(_) | RulePlace::Computed(_) => {
                let kinds = rule.kinds.clone();
                let standing = self.pieces_of_kinds(&kinds);
                let mask = match &rule.rule.from {
                    RulePlace::Listed(places) => self.mask_of(places),
                    _ => vec![Arg::Word(u64::MAX); standing.len()],
                };
                let interchangeable = self.interchangeable_origins(rule);
                for (lanes, collapses) in interchangeable {
                    let some: Vec<Arg> = lanes.iter().map(|word| Arg::Word(*word)).collect();
                    let some = self.combine(Binary::And, &mask, &some);
                    if some.iter().all(|word| *word == Arg::Word(0)) {
                        continue;
                    }
                    let here = self.combine(Binary::And, &standing, &some);
                    if collapses {
                        self.list_shared(rule, pattern, &here, listing)?;
                    } else if !self.list_by_distance(rule, pattern, &here, listing)? {
                        self.for_each_bit(&here, None, |g, index| {
                            let from = g.op(Binary::Add, index, 1);
                            let element = g.content_of(from);
                            g.list_element(rule, pattern, element, from, listing)
                        })?;
                    }
                }
                Ok(())
            }
        }
    }

    /// The pieces of some kinds as bits.
    pub(super) fn pieces_of_kinds(&mut self, kinds: &[bool]) -> Vec<Arg> {
        let words = self.words_of(ThingKind::Location);
        if kinds.iter().all(|wanted| *wanted) {
            return self.occupied();
        }
        (0..words)
            .map(|word| {
                let mut found = Arg::Word(0);
                for (kind, _) in kinds.iter().enumerate().filter(|(_, wanted)| **wanted) {
                    let kind = boardwright_interpreter::kinds::PieceKindId(kind as u16);
                    let offset = self.board.boards.at(kind) + 8 * word;
                    let part = self.board.w.load(self.board.state, Width::Eight, 0, offset);
                    found = self.or(found, part);
                }
                found
            })
            .collect()
    }

    pub(super) fn mask_of(&self, places: &PatternMatches<LocationId>) -> Vec<Arg> {
        let mut words = vec![0_u64; self.words_of(ThingKind::Location)];
        for (place, _) in &places.entries {
            words[place.index() / 64] |= 1 << (place.index() % 64);
        }
        words.into_iter().map(Arg::Word).collect()
    }

    /// Binds the variables of a pattern for a thing, given plus 1.
    pub(super) fn bind<Id: Copy + Into<usize>>(
        &mut self,
        entries: &[(Id, Vec<(VarId, i32)>)],
        counted: Arg,
        used: &[VarId],
    ) {
        for (variable, numbers) in bindings_by_thing(entries, used) {
            let known: Vec<i64> = numbers.iter().copied().flatten().collect();
            let (least, most) = (known.iter().min().copied().unwrap_or(0), known.iter().max().copied().unwrap_or(0));
            let shifted: Vec<i64> =
                [0].into_iter().chain(numbers.iter().map(|number| number.map_or(0, |number| number - least))).collect();
            let word = if least == most { Arg::Word(0) } else { self.lookup_number(&shifted, counted) };
            let arg = self.op(Binary::Add, word, least as u64);
            self.env[variable.index()] = Some(Value::Number(Number { arg, least, most }));
        }
    }

    /// A piece that may move, with its origin.
    pub(super) fn list_element(
        &mut self,
        rule: &PlayerRule<'a>,
        pattern: &PatternMatches<boardwright_game::ids::ElementId>,
        element: Arg,
        from: Arg,
        listing: Listing,
    ) -> Generated<()> {
        // Not every piece of these kinds needs to be one of the pattern.
        let is_member = if self.has_elements_outside(rule, pattern) {
            let mut flags = vec![0_u16; self.rules.elements.len() + 1];
            pattern.entries.iter().for_each(|(element, _)| flags[element.index() + 1] = 1);
            self.lookup(&flags, element)
        } else {
            Arg::Word(1)
        };
        let entries: Vec<(usize, Vec<(VarId, i32)>)> =
            pattern.entries.iter().map(|(element, bound)| (element.index(), bound.clone())).collect();
        self.when(is_member, |g| {
            g.context.moved = element;
            g.context.from = from;
            g.bind(&entries, element, &rule.used);
            let kind = (rule.rule.state, rule.rule.owner);
            if let Guard::Bind(variable) = kind.0 {
                let state = g.state_of(element);
                g.env[variable.index()] = Some(Value::Number(state));
            }
            if let Guard::Bind(variable) = kind.1 {
                let owner = g.owner_of(element);
                g.env[variable.index()] = Some(Value::Number(owner));
            }
            if let RulePlace::Listed(places) = &rule.rule.from {
                let entries: Vec<(usize, Vec<(VarId, i32)>)> =
                    places.entries.iter().map(|(place, bound)| (place.index(), bound.clone())).collect();
                g.bind(&entries, from, &rule.used);
            }
            let mut is_origin = Arg::Word(1);
            if let RulePlace::Computed(places) = &rule.rule.from {
                let value = g.value(*places)?;
                let place = Value::Thing(ThingKind::Location, from);
                is_origin = match value {
                    Value::Set(set) => g.contains(&set, &place)?,
                    single => g.same(&single, &place)?,
                };
            }
            g.when(is_origin, |g| g.where_guards_hold(rule, element, &mut |g| g.list_targets(rule, listing)))
        })
    }

    pub(super) fn state_of(&mut self, element: Arg) -> Number {
        let kind = self.kind_of(element);
        self.state_by_kind(kind)
    }

    pub(super) fn owner_of(&mut self, element: Arg) -> Number {
        let kind = self.kind_of(element);
        self.owner_by_kind(kind)
    }

    /// Tests the guards that are evaluated at run time.
    fn where_guards_hold(
        &mut self,
        rule: &PlayerRule<'a>,
        element: Arg,
        then: &mut dyn FnMut(&mut Self) -> Generated<()>,
    ) -> Generated<()> {
        let mut holds = Arg::Word(1);
        for &(of, expr) in &rule.late_guards {
            if self.asks_for(expr, Query::To) {
                return Err(Unsupported("a guard that depends on the target"));
            }
            let number = match of {
                GuardOf::State => self.state_of(element),
                GuardOf::Owner => self.owner_of(element),
                GuardOf::Player => {
                    let arg = self.context.player;
                    Number { arg, least: 1, most: self.layout.player_count as i64 }
                }
            };
            let accepts = match self.value(expr)? {
                Value::Set(set) => self.contains(&set, &Value::Number(number))?,
                single => self.same(&single, &Value::Number(number))?,
            };
            holds = self.and(holds, accepts);
        }
        match holds {
            Arg::Word(0) => Ok(()),
            Arg::Word(_) => then(self),
            Arg::Var(_) => self.when(holds, |g| then(g)),
        }
    }

    /// The tests of a rule after the target is known, one by one.
    pub(super) fn conjuncts(&self, rule: &Rule) -> Vec<ExprId> {
        let mut tests = rule.checks.clone();
        if self.is_untyped {
            // The operands of `AND` must be booleans, which the whole condition need not be.
            tests.extend(rule.condition);
        } else if let Some(condition) = rule.condition {
            self.flatten(condition, &mut tests);
        }
        tests.drain(..self.hoisted.min(tests.len()));
        tests
    }

    fn flatten(&self, id: ExprId, tests: &mut Vec<ExprId>) {
        match &self.rules.exprs[id] {
            Expr::Lines(lines) => lines.iter().for_each(|line| self.flatten(*line, tests)),
            Expr::Binary(BinaryOp::And, left, right) => {
                self.flatten(*left, tests);
                self.flatten(*right, tests);
            }
            _ => tests.push(id),
        }
    }

    // Equal moves.

    /// `true` if the moves of a rule can be equal to others because pieces or places are interchangeable.
    pub(super) fn has_interchangeable(&self, rule: &PlayerRule<'a>) -> bool {
        rule.rule.element.is_some() && (self.has_equal_origins(rule) || self.has_shared(&rule.rule.to))
    }

    /// `true` if some of the places are interchangeable with others.
    pub(super) fn has_shared(&self, place: &RulePlace) -> bool {
        match place {
            RulePlace::Off => false,
            RulePlace::Listed(places) => {
                places.entries.iter().any(|(at, _)| self.layout.is_shared(self.layout.key_place[at.index()]))
            }
            RulePlace::Computed(_) => self.layout.key_place.iter().any(|place| self.layout.is_shared(*place)),
        }
    }

    /// `true` if pieces on interchangeable places or off the board are listed one by one.
    fn has_equal_origins(&self, rule: &PlayerRule<'a>) -> bool {
        let waits_apart = matches!(rule.rule.from, RulePlace::Off)
            && (self.layout.supply.is_none()
                || rule.rule.elements().iter().any(|(_, bound)| bound.iter().any(|(var, _)| rule.used.contains(var))));
        // Interchangeable origins of which one is listed for each kind of piece do no harm.
        waits_apart
            || self.has_shared(&rule.rule.from) && {
                let groups = self.interchangeable_origins(rule);
                self.layout.key_place.iter().enumerate().any(|(at, place)| {
                    let is_origin = match &rule.rule.from {
                        RulePlace::Listed(places) => places.bindings(&LocationId::new(at)).is_some(),
                        _ => true,
                    };
                    let collapses =
                        groups.iter().any(|(lanes, collapses)| *collapses && lanes[at / 64] >> (at % 64) & 1 == 1);
                    self.layout.is_shared(*place) && is_origin && !collapses
                })
            }
    }

    /// `true` if a rule alone lists equal moves because pieces or places are interchangeable, in playouts too.
    fn lists_interchangeable(&self, rule: &PlayerRule<'a>) -> bool {
        let has_one_target = match &rule.rule.to {
            RulePlace::Off => true,
            RulePlace::Listed(_) => self.interchangeable_targets(rule).is_some(),
            RulePlace::Computed(to) => !self.is_untyped && self.is_single_location(*to),
        };
        let is_simple = rule.rule.for_each.is_empty() && has_one_target;
        rule.rule.element.is_some() && (self.has_equal_origins(rule) || (self.has_shared(&rule.rule.to) && !is_simple))
    }

    /// Finds out which rules of a priority can list equal moves. Returns `true` if some can.
    pub(super) fn mark_equal_moves(&self, group: &mut [PlayerRule<'a>], priority: i32) -> bool {
        let alone: Vec<bool> = group
            .iter()
            .map(|rule| {
                let ways = if rule.rule.element.is_some() {
                    Self::overlaps_itself(rule)
                } else {
                    !rule.rule.for_each.is_empty()
                };
                ways || self.lists_interchangeable(rule)
            })
            .collect();
        let marked: Vec<bool> = group
            .iter()
            .enumerate()
            .map(|(number, rule)| {
                alone[number]
                    || group.iter().enumerate().any(|(other_number, other)| {
                        other_number != number && other.rule.priority == priority && self.can_overlap(rule, other)
                    })
            })
            .collect();
        let mut any = false;
        for (rule, marked) in group.iter_mut().zip(marked).filter(|(rule, _)| rule.rule.priority == priority) {
            rule.may_have_equal_moves = marked;
            any |= marked;
        }
        any
    }
}

/// The numbers that a constant stands for.
pub(super) fn known_numbers(value: &Value) -> Option<Vec<i64>> {
    match value {
        Value::Number(number) => Some(vec![number.known()?]),
        Value::Set(Set::Members(members)) => {
            let number = |member: &Value| if let Value::Number(number) = member { number.known() } else { None };
            members.iter().map(number).collect()
        }
        Value::Set(Set::Range(first, last)) => Some((first.known()?..=last.known()?).collect()),
        _ => None,
    }
}

/// By variable that a pattern binds: the number for each thing, in the order of things from 0; `None` for things that the
/// pattern does not match.
pub(super) fn bindings_by_thing<Id: Copy + Into<usize>>(
    entries: &[(Id, Vec<(VarId, i32)>)],
    used: &[VarId],
) -> Vec<(VarId, Vec<Option<i64>>)> {
    let mut variables: Vec<VarId> = Vec::new();
    for (_, bound) in entries {
        for (variable, _) in bound {
            if used.contains(variable) && !variables.contains(variable) {
                variables.push(*variable);
            }
        }
    }
    let last = entries.iter().map(|(id, _)| (*id).into()).max().map_or(0, |last| last + 1);
    let by_thing = |variable: VarId| {
        let mut numbers = vec![None; last];
        for (id, bound) in entries {
            let number = bound.iter().rev().find(|(bound, _)| *bound == variable).map(|(_, number)| i64::from(*number));
            numbers[(*id).into()] = number;
        }
        (variable, numbers)
    };
    variables.into_iter().map(by_thing).collect()
}
