//! Compiler of untyped rule sets: for every candidate move of a rule, the code of its condition and of making the move.
//! Typed rule sets are compiled by [`typed`](crate::lower::typed).
//!
//! A rule whose table would grow too large is compiled in general form: its variables are bound at run time.

use rustc_hash::FxHashMap;

use boardwright_game::fault::FaultKind;
use boardwright_game::ids::{ElementId, ExprId, FunctionId, LocationId, Player, RuleId, VarId};
use boardwright_interpreter::evaluate::MAX_DEPTH;
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Award, End, Guard, PatternMatches, RivalPolicy, Rule, RulePlace, RuleSet, Winner};

use crate::analyse::effects::SideEffects;
use crate::analyse::groups::{Group, Groups, Variables};
use crate::analyse::knowledge::{AbstractState, AbstractValue};
use crate::analyse::pattern::BindingTimes;
use crate::lower::specialise::{SpecialiseError, Specialiser};
use crate::lower::typed;
use crate::optimise::prune::{VariableReads, eliminate_dead_stores, has_stores};
use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{Code, Node, NodeId};
use crate::tables::targets::{ALWAYS, MoveCode, MoveCodes, Target, Targets};
use crate::tables::value::{Pool, Value};
use crate::tables::{
    AwardCode, CompiledRules, Condition, ElementSymmetry, EndCode, MakeCode, NO_GROUP, Offer, RuleTable, ScoringCode,
    TailCode,
};

/// Maximum number of specialisation steps for one condition or one make.
const MAX_STEPS_PER_CODE: usize = 20_000;
/// Maximum number of steps for a whole game; the remaining rules are compiled in general form.
const MAX_STEPS_PER_GAME: usize = 3_000_000;
/// Maximum number of combinations of element, origin and target classes for one rule and player.
const MOST_COMBINATIONS: usize = 250_000;

struct Compiler<'a> {
    rules: &'a RuleSet,
    layout: &'a Layout,
    specialiser: Specialiser<'a>,
    compiled: CompiledRules,
    /// By phase: `true` if the code of the current rule needs stores.
    emits_stores: [bool; 2],
    /// The expressions of scorings and ends, which every move evaluates after the rule's own expressions.
    tail_exprs: Vec<ExprId>,
}

/// Equivalence classes of the elements, origins and targets that the patterns of a rule accept.
#[derive(Clone, Copy)]
struct PatternGroups<'g> {
    elements: &'g Groups<ElementId>,
    from: &'g Groups<LocationId>,
    to: &'g Groups<LocationId>,
}

/// Settings of the compilation of a rule.
#[derive(Clone, Copy)]
struct RuleSettings<'v> {
    /// Variables that are bound at run time.
    late: &'v Variables,
    /// `true` to compile the rule in general form: all variables are bound at run time.
    general: bool,
    /// Maximum number of specialisation steps for one condition or one make.
    steps: usize,
}

/// Variables that are read when a move of a rule is made.
struct MakeReads {
    read: Variables,
    /// `true` if the condition sets some of them, so it is evaluated again.
    redo: bool,
}

/// A part of a rule that is compiled separately.
#[derive(Clone, Copy)]
enum Phase {
    Condition,
    Make,
}

/// The static information about a candidate move at compile time.
#[derive(Clone)]
struct Candidate<'a> {
    rule: &'a Rule,
    player: Player,
    element: &'a [(VarId, i32)],
    from: &'a [(VarId, i32)],
    to: &'a [(VarId, i32)],
    /// The only member of the origin class, and of the target class, if the class has one member.
    from_cell: Option<LocationId>,
    to_cell: Option<LocationId>,
    /// Mask of the kinds that the element can have.
    kinds: Option<u64>,
    /// Variables that are bound at run time.
    late_variables: &'a Variables,
}

/// Key of a make: player, kinds, bound variables that the make reads, and known cells. Equal keys share code.
type MakeKey = (Player, Option<u64>, Vec<(VarId, i32)>, Option<LocationId>, Option<LocationId>);

impl CompiledRules {
    /// Compiles a rule set within `effort` steps; rules beyond that are left to the interpreter.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, effort: usize) -> Self {
        let mut compiled = Self::lower(rules, layout, effort);
        compiled.finish(layout);
        compiled
    }

    /// Lowers a rule set, without the final passes.
    pub(crate) fn lower(rules: &RuleSet, layout: &Layout, effort: usize) -> Self {
        if rules.rival_policy == RivalPolicy::First {
            return typed::compile(rules, layout, effort);
        }
        let mut draft = Code::default();
        draft.pool = Pool::new(rules);
        let tail = rules.scorings.iter().flat_map(|scoring| {
            let awards = scoring.awards.iter().flat_map(|award| [award.player, award.amount]);
            std::iter::once(scoring.situation).chain(awards)
        });
        let winner = |end: &End| match end.winner {
            Winner::Is(winner) => Some(winner),
            Winner::Highest => None,
        };
        let ends = rules.ends.iter().flat_map(|end| std::iter::once(end.situation).chain(winner(end)));
        let tail = tail.chain(ends).collect();
        let specialiser = Specialiser::new(rules, NodeBuilder::new(layout, draft));
        let mut compiler = Compiler {
            rules,
            layout,
            specialiser,
            compiled: Self::default(),
            emits_stores: [false; 2],
            tail_exprs: tail,
        };
        // Small rules first: if the budget runs out, the large rules are the general ones.
        let mut order: Vec<usize> = (0..rules.rules.len()).collect();
        let size = |rule: &Rule| {
            let found = |place: &RulePlace| place.listed().map_or(1, |matches| matches.entries.len());
            rule.element.as_ref().map_or(0, |element| element.entries.len()) * found(&rule.from) * found(&rule.to)
        };
        order.sort_by_key(|&index| size(&rules.rules[index]));
        let mut tables: Vec<(usize, RuleTable)> =
            order.into_iter().map(|index| (index, compiler.compile_rule(RuleId::new(index)))).collect();
        tables.sort_by_key(|(index, _)| *index);
        compiler.compiled.rules = tables.into_iter().map(|(_, table)| table).collect();
        compiler.finish()
    }
}

impl<'a> Compiler<'a> {
    /// Compiles a rule, as specialised as the budget allows.
    fn compile_rule(&mut self, id: RuleId) -> RuleTable {
        let variants = [(false, true), (true, true), (true, false)];
        for (general, expand) in variants {
            let compiled = &self.compiled;
            let marks =
                (compiled.conditions.len(), compiled.makes.len(), compiled.code.checkpoint(), compiled.tails.len());
            self.specialiser.expands = expand;
            self.emits_stores = [general; 2];
            match self.compile_table(id, general, expand) {
                Ok(table) => return table,
                Err(_) => {
                    self.compiled.conditions.truncate(marks.0);
                    self.compiled.makes.truncate(marks.1);
                    self.compiled.code.truncate_to(marks.2);
                    self.compiled.tails.truncate(marks.3);
                    self.specialiser.builder.code.truncate_to((0, 0));
                }
            }
        }
        unreachable!("without expansion, code is no larger than the expressions");
    }

    fn compile_table(&mut self, id: RuleId, general: bool, expand: bool) -> Result<RuleTable, SpecialiseError> {
        let rule = &self.rules.rules[id.index()];
        let (element, from, to) = patterns(rule);
        let pattern = BindingTimes::of(self.rules, rule, &self.make_exprs(rule), general);
        let BindingTimes { late, by_element, by_place, distinguishes_members: tells_apart } = &pattern;
        let elements = Groups::new(&element.entries, by_element, |element: ElementId| {
            if general { 0 } else { u32::from(self.layout.initial_kind[element.index()].0) }
        });
        let from = Groups::new(&from.entries, by_place, |_| 0);
        let to = Groups::new(&to.entries, by_place, |_| 0);
        let groups = PatternGroups { elements: &elements, from: &from, to: &to };
        let steps = if expand { MAX_STEPS_PER_CODE } else { usize::MAX };
        let settings = RuleSettings { late, general, steps };
        let mut by_player = Vec::new();
        for player in (1..=self.layout.player_count).filter_map(Player::new) {
            let targets = match rule.player {
                Guard::Is(wanted) if wanted != player.number() as i32 => None,
                Guard::Never => None,
                _ => Some(self.compile_targets(rule, player, groups, settings)?),
            };
            let kinds = || self.layout.kinds.iter().map(|(_, kind)| accepts(rule.state, kind.state)).collect();
            by_player.push(targets.map(|targets| Offer {
                elements: elements.members.clone(),
                symmetry: ElementSymmetry::Distinct,
                accepted_kinds: kinds(),
                targets,
                elementless_moves: MoveCodes::new(),
            }));
        }
        let mut from_group = vec![NO_GROUP; self.rules.locations.len() + 1];
        for &(location, group) in &from.members {
            from_group[location.index()] = group;
        }
        let mut places = from.members.iter().map(|(location, _)| self.layout.key_place[location.index()]);
        let one_place = places.next().is_some_and(|place| self.layout.is_shared(place) && places.all(|p| p == place));
        let one_class = one_place
            && self.layout.element_kind.is_none()
            && elements.groups.len() == 1
            && from.groups.len() == 1
            && !tells_apart;
        by_player.iter_mut().flatten().for_each(|offer| {
            offer.symmetry = if one_class { ElementSymmetry::Equal } else { ElementSymmetry::Distinct }
        });
        Ok(RuleTable {
            has_after_condition: false,
            is_general: general,
            distinguishes_members: *tells_apart,
            has_shared_origins: true,
            rule: id,
            choice: 0,
            priority: 0,
            word: None,
            can_capture: false,
            must_capture: false,
            from_group,
            from_groups: from.groups.len(),
            late_variables: pattern.late,
            by_player,
        })
    }

    /// The expressions that are evaluated when a move of the rule is made.
    fn make_exprs(&self, rule: &Rule) -> Vec<ExprId> {
        let awards = rule.awards.iter().flat_map(|award| [award.player, award.amount]);
        awards.chain(rule.followup).chain(self.tail_exprs.iter().copied()).collect()
    }

    fn compile_targets(
        &mut self,
        rule: &'a Rule,
        player: Player,
        groups: PatternGroups<'_>,
        settings: RuleSettings<'_>,
    ) -> Result<Targets, SpecialiseError> {
        let PatternGroups { elements, from, to } = groups;
        let RuleSettings { late, general, steps } = settings;
        if !general && elements.groups.len() * from.groups.len() * to.members.len() > MOST_COMBINATIONS {
            return Err(SpecialiseError::BudgetExceeded);
        }
        let make_exprs = self.make_exprs(rule);
        let read = Variables::read_by(self.rules, &make_exprs);
        let set = SideEffects::of(self.rules, rule.condition.as_slice()).variables;
        let reads = MakeReads { redo: rule.condition.is_some() && read.intersects(&set), read };
        let mut makes: FxHashMap<MakeKey, u32> = FxHashMap::default();
        let mut targets = Targets::default();
        for element in &elements.groups {
            for from_group in &from.groups {
                let mut list = Vec::new();
                let mut made: Vec<Option<Option<(u32, u32)>>> = vec![None; to.groups.len()];
                for &(location, group) in &to.members {
                    let known = match made[group as usize] {
                        Some(known) => known,
                        None => {
                            let to_group = &to.groups[group as usize];
                            let candidate = Candidate {
                                rule,
                                player,
                                element: &element.bindings,
                                from: &from_group.bindings,
                                to: &to_group.bindings,
                                from_cell: single_member(from_group),
                                to_cell: single_member(to_group),
                                kinds: if general { None } else { self.kinds_of(rule, element) },
                                late_variables: late,
                            };
                            let known = self.compile_candidate(&candidate, &reads, &mut makes, steps)?;
                            made[group as usize] = Some(known);
                            known
                        }
                    };
                    self.specialiser.spent += 1;
                    if let Some((condition, make)) = known {
                        list.push(Target::new(location, MoveCode { condition, make, for_index: 0 }));
                    }
                }
                if !general && self.specialiser.spent > MAX_STEPS_PER_GAME {
                    return Err(SpecialiseError::BudgetExceeded);
                }
                targets.push_class(list, MoveCodes::new());
            }
        }
        Ok(targets)
    }

    /// Mask of the kinds that the elements of a class can have when the rule moves them; an empty cell is bit 0.
    fn kinds_of(&self, rule: &Rule, group: &Group<ElementId>) -> Option<u64> {
        if !self.specialiser.builder.has_masks() {
            return None;
        }
        let first = self.layout.initial_kind[group.first.index()];
        let element_type = self.layout.kinds[first].element_type;
        let mut mask = 0;
        for (id, kind) in self.layout.kinds.iter() {
            let possible =
                if self.layout.element_kind.is_none() { id == first } else { kind.element_type == element_type };
            let accepted = !matches!(rule.state, Guard::Is(state) if state != i32::from(kind.state));
            if possible && accepted {
                mask |= 1 << (id.0 + 1);
            }
        }
        Some(mask)
    }

    /// Compiles condition and make of a candidate; `None` if the condition never holds.
    fn compile_candidate(
        &mut self,
        candidate: &Candidate<'_>,
        reads: &MakeReads,
        makes: &mut FxHashMap<MakeKey, u32>,
        steps: usize,
    ) -> Result<Option<(u32, u32)>, SpecialiseError> {
        let MakeReads { redo, ref read } = *reads;
        if candidate.from_cell.is_some() && candidate.from_cell == candidate.to_cell {
            return Ok(None); // the target would have to be empty
        }
        let Some(condition) = self.retry_with_stores(Phase::Condition, |it| it.compile_condition(candidate, steps))?
        else {
            return Ok(None);
        };
        let mut bound: Vec<(VarId, i32)> = Vec::new();
        let patterns = [candidate.element, candidate.from, candidate.to];
        for bindings in patterns {
            bound.extend(if redo { bindings.to_vec() } else { read.restrict(bindings) });
        }
        let of_cell =
            |bindings: &[(VarId, i32)], cell| if read.restrict(bindings).is_empty() && !redo { None } else { cell };
        let from_cell = of_cell(candidate.from, candidate.from_cell);
        let to_cell = of_cell(candidate.to, candidate.to_cell);
        let key = (candidate.player, candidate.kinds, bound, from_cell, to_cell);
        if let Some(&make) = makes.get(&key) {
            return Ok(Some((condition, make)));
        }
        let candidate = Candidate { from_cell, to_cell, ..candidate.clone() };
        let make = self.retry_with_stores(Phase::Make, |it| it.compile_make(&candidate, redo, steps))?;
        makes.insert(key, make);
        Ok(Some((condition, make)))
    }

    /// Runs a compile step, without stores if possible. Once a rule needs stores in this phase, the whole phase is
    /// compiled with stores.
    fn retry_with_stores<T>(
        &mut self,
        phase: Phase,
        step: impl Fn(&mut Self) -> Result<T, SpecialiseError>,
    ) -> Result<T, SpecialiseError> {
        self.specialiser.emits_stores = self.emits_stores[phase as usize];
        match step(self) {
            Err(SpecialiseError::NeedsStores) => {
                self.specialiser.builder.code.truncate_to((0, 0));
                self.emits_stores[phase as usize] = true;
                self.specialiser.emits_stores = true;
                step(self)
            }
            done => done,
        }
    }

    /// Initialises the abstract state for a matched rule. Returns the stores of the variables that its patterns bind.
    fn begin_matched(&mut self, candidate: &Candidate<'_>, steps: usize, changes: bool) -> Vec<NodeId> {
        let mut known = AbstractState::all_unset(self.rules, candidate.player);
        if let Some(kinds) = candidate.kinds {
            known.cells.extend(candidate.from_cell.map(|cell| (cell, kinds)));
            known.cells.extend(candidate.to_cell.map(|cell| (cell, 1)));
        }
        self.specialiser.begin(known, steps, changes);
        let mut code = Vec::new();
        for variable in candidate.late_variables.iter() {
            self.specialiser.state.variables[variable.index()] = AbstractValue::LateNumber;
        }
        let mut bind = |variable: VarId, number| {
            if !candidate.late_variables.contains(variable) {
                code.extend(self.specialiser.bind(variable, number));
            }
        };
        candidate.element.iter().for_each(|&(variable, number)| bind(variable, number));
        if let Guard::Bind(variable) = candidate.rule.player {
            bind(variable, candidate.player.number() as i32);
        }
        let places = candidate.from.iter().chain(candidate.to);
        places.for_each(|&(variable, number)| bind(variable, number));
        code
    }

    /// Copies finished code from the draft into the game, after dead store elimination, and clears the draft. Returns
    /// `true` if the code reads variables.
    fn finish_code(&mut self, roots: Vec<&mut NodeId>) -> bool {
        let builder = &mut self.specialiser.builder;
        let read_by = |builder: &NodeBuilder<'_>, roots: &[&mut NodeId]| {
            let mut reads = VariableReads::new(self.rules.variables.len());
            for root in roots {
                reads.add(&builder.code, **root);
            }
            reads
        };
        let mut roots = roots;
        let mut reads = read_by(builder, &roots);
        // Removing a store can make further stores dead, so iterate to the fixed point. Without stores nothing is dead.
        let mut more = self.specialiser.emits_stores;
        while more {
            for root in &mut roots {
                **root = eliminate_dead_stores(builder, **root, &reads);
            }
            let fewer = read_by(builder, &roots);
            more = fewer != reads;
            reads = fewer;
        }
        for root in roots {
            *root = builder.code.copy(*root, &mut self.compiled.code);
        }
        let any = reads.reads_any();
        if any {
            self.compiled.variables = self.rules.variables.len();
        }
        builder.code.truncate_to((0, 0));
        any
    }

    fn compile_condition(&mut self, candidate: &Candidate<'_>, steps: usize) -> Result<Option<u32>, SpecialiseError> {
        let Some(condition) = candidate.rule.condition else { return Ok(Some(ALWAYS)) };
        let stores = self.begin_matched(candidate, steps, false);
        let node = self.specialiser.specialise(condition)?;
        if self.specialiser.is_pure_false(node) {
            self.specialiser.builder.code.truncate_to((0, 0));
            return Ok(None);
        }
        let mut root = self.truth_value(stores, node);
        let reads = self.finish_code(vec![&mut root]);
        match self.compiled.code[root] {
            Node::Const(Value::Bool(true)) => return Ok(Some(ALWAYS)),
            Node::Const(_) => return Ok(None),
            _ => {}
        }
        self.compiled.conditions.push(Condition { node: root, reads_variables: reads, is_shared: false });
        Ok(Some((self.compiled.conditions.len() - 1) as u32))
    }

    /// Converts a value to the truth value that the engine tests: any value other than `true` counts as false.
    fn truth_value(&mut self, first: Vec<NodeId>, node: NodeId) -> NodeId {
        let builder = &mut self.specialiser.builder;
        let (before, value) = builder.split(node);
        let value = if builder.is_boolean(value) {
            value
        } else {
            let yes = builder.truth(true);
            // Equality never fails, so the fault location is irrelevant.
            builder.equal(self.rules, value, yes, ExprId(0))
        };
        builder.seq(first.into_iter().chain(before).collect(), value)
    }

    fn compile_make(&mut self, candidate: &Candidate<'_>, redo: bool, steps: usize) -> Result<u32, SpecialiseError> {
        let rule = candidate.rule;
        let mut make = MakeCode::default();
        let mut prologue = self.begin_matched(candidate, steps, true);
        if let Some(condition) = rule.condition.filter(|_| redo) {
            self.specialiser.replay_condition(condition, &mut prologue)?;
        }
        // The condition was true without a fault when the move was listed; only its stores still matter.
        prologue.retain(|&node| has_stores(&self.specialiser.builder.code, node));
        if !prologue.is_empty() {
            let yes = self.specialiser.builder.truth(true);
            make.prologue = Some(self.specialiser.builder.seq(prologue, yes));
        }
        make.awards = self.compile_awards(&rule.awards)?;
        if let Some(kinds) = candidate.kinds {
            candidate.from_cell.into_iter().for_each(|cell| self.specialiser.state.set_cell(cell, 1));
            candidate.to_cell.into_iter().for_each(|cell| self.specialiser.state.set_cell(cell, kinds));
        }
        make.followup = rule.followup.map(|followup| self.specialiser.specialise(followup)).transpose()?;
        let mut tail = TailCode::default();
        self.compile_scorings(&mut tail)?;
        self.compile_ends(&mut tail)?;
        let mut roots = make.roots();
        roots.extend(tail.roots());
        make.reads_variables = self.finish_code(roots);
        let is_constant = |node: &NodeId| matches!(self.compiled.code[*node], Node::Const(_));
        make.prologue = make.prologue.filter(|node| !is_constant(node));
        make.followup = make.followup.filter(|node| !is_constant(node));
        tail.scorings.retain(|scoring| self.compiled.code[scoring.situation] != Node::Const(Value::Bool(false)));
        tail.ends.retain(|end| self.compiled.code[end.situation] != Node::Const(Value::Bool(false)));
        make.tails.push(self.compiled.tails.len() as u32);
        self.compiled.tails.push(tail);
        self.compiled.makes.push(make);
        Ok((self.compiled.makes.len() - 1) as u32)
    }

    fn compile_awards(&mut self, awards: &[Award]) -> Result<Vec<AwardCode>, SpecialiseError> {
        let code = awards.iter().map(|award| {
            Ok(AwardCode {
                player: self.specialiser.specialise(award.player)?,
                player_at: award.player,
                amount: self.specialiser.specialise(award.amount)?,
                amount_at: award.amount,
            })
        });
        code.collect()
    }

    fn compile_scorings(&mut self, tail: &mut TailCode) -> Result<(), SpecialiseError> {
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            let node = self.specialiser.specialise(scoring.situation)?;
            let situation = self.truth_value(Vec::new(), node);
            let before = self.specialiser.state.clone();
            let awards = self.compile_awards(&scoring.awards)?;
            match self.specialiser.builder.constant_value(situation) {
                Some(Value::Bool(true)) => {}
                Some(_) => self.specialiser.state = before,
                None => self.specialiser.state.merge(&before),
            }
            tail.scorings.push(ScoringCode { index, situation, awards, followup: None });
        }
        Ok(())
    }

    fn compile_ends(&mut self, tail: &mut TailCode) -> Result<(), SpecialiseError> {
        for (index, end) in self.rules.ends.iter().enumerate() {
            let node = self.specialiser.specialise(end.situation)?;
            let situation = self.truth_value(Vec::new(), node);
            let before = self.specialiser.state.clone();
            let Winner::Is(winner_at) = end.winner else { return Err(SpecialiseError::BudgetExceeded) };
            let winner = Some(self.specialiser.specialise(winner_at)?);
            self.specialiser.state = before;
            tail.ends.push(EndCode { index, situation, winner, winner_at });
            if self.specialiser.builder.constant_value(situation) == Some(Value::Bool(true)) {
                break;
            }
        }
        Ok(())
    }

    /// Compiles the named expressions that code calls, before the final passes.
    fn finish(mut self) -> CompiledRules {
        self.compiled.code.functions = vec![None; self.rules.functions.len()];
        self.specialiser.expands = false;
        self.specialiser.emits_stores = true;
        while let Some(function) = self.specialiser.called_functions.pop() {
            if self.compiled.code.functions[function.index()].is_none() {
                self.compile_function(function);
            }
        }
        let draft = std::mem::take(&mut self.specialiser.builder.code);
        self.compiled.code.tables = draft.tables;
        self.compiled.code.templates = draft.templates;
        self.compiled.code.faults = draft.faults;
        self.compiled.code.pool = draft.pool;
        self.compiled.code.rays = draft.rays;
        self.compiled.priorities = vec![0];
        self.compiled
    }

    fn compile_function(&mut self, function: FunctionId) {
        self.specialiser.begin(AbstractState::unknown(self.rules), usize::MAX, true);
        let called = &self.rules.functions[function.index()];
        let node = self.specialiser.specialise_body(&called.body).unwrap_or_else(|_| {
            // The nesting of expressions in a file is too shallow to reach this limit.
            self.specialiser.builder.fail(FaultKind::TooDeep(MAX_DEPTH), called.body[0])
        });
        let node = self.specialiser.builder.code.copy(node, &mut self.compiled.code);
        let depth = self.compiled.code.depth(node);
        self.compiled.code.functions[function.index()] = Some((node, depth));
        self.specialiser.builder.code.truncate_to((0, 0));
    }
}

/// `true` if a guard accepts the state.
fn accepts(guard: Guard, state: u16) -> bool {
    match guard {
        Guard::Any | Guard::Bind(_) => true,
        Guard::Is(wanted) => wanted == i32::from(state),
        Guard::Never | Guard::In(_) => false,
    }
}

/// The element, origin and target patterns of an untyped rule, which always has all three.
fn patterns(rule: &Rule) -> (&PatternMatches<ElementId>, &PatternMatches<LocationId>, &PatternMatches<LocationId>) {
    let known = "places are patterns";
    (
        rule.element.as_ref().expect("a rule moves an element"),
        rule.from.listed().expect(known),
        rule.to.listed().expect(known),
    )
}

fn single_member(group: &Group<LocationId>) -> Option<LocationId> {
    (group.size == 1).then_some(group.first)
}
