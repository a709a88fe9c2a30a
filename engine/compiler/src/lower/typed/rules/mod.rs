//! Tables of typed rules: candidate moves, conditions and makes. If a rule is unsupported, the interpreter generates
//! the moves of the game; if a make is unsupported, the interpreter makes these moves.

mod moves;
mod offers;

use rustc_hash::FxHashMap;

use boardwright_game::ids::{ElementId, ExprId, GlobalId, LocationId, Player, RuleId, VarId};
use boardwright_interpreter::layout::Layout;
use boardwright_rules::{Capture, Expr, Guard, Next, PatternMatches, Reset, Rule, RulePlace, RuleSet, Winner};

use super::reads::MoveReads;
use super::{LoweringError, LoweringResult, MoveContext, PlaceInfo, SymValue, TypedSpecialiser};
use crate::analyse::groups::{Groups, Variables};
use crate::optimise::intern::Interner;
use crate::optimise::simplify::NodeBuilder;
use crate::tables::code::{Code, NodeId};
use crate::tables::value::{Pool, Value};
use crate::tables::{CompiledRules, ElementSymmetry, NO_GROUP, RuleTable};

/// Maximum number of combinations of element, origin and target classes for one rule and player.
const MOST_COMBINATIONS: usize = 400_000;

/// Compiles a typed rule set within `max_steps` steps, without the final passes.
pub(crate) fn compile(rules: &RuleSet, layout: &Layout, max_steps: usize) -> CompiledRules {
    let mut draft = Code::default();
    draft.pool = Pool::new(rules);
    let mut compiler = Compiler {
        rules,
        layout,
        max_steps,
        specialiser: TypedSpecialiser::new(rules, NodeBuilder::new(layout, draft)),
        compiled: CompiledRules::default(),
        tails: FxHashMap::default(),
        tail_reads: MoveReads::of(rules, &tail_exprs(rules)),
        interner: Interner::default(),
    };
    for index in 0..rules.rules.len() {
        compiler.compile_rule(RuleId::new(index));
    }
    compiler.compile_heuristics();
    compiler.finish()
}

fn tail_exprs(rules: &RuleSet) -> Vec<ExprId> {
    let mut exprs = Vec::new();
    for scoring in &rules.scorings {
        exprs.push(scoring.situation);
        exprs.extend(scoring.awards.iter().flat_map(|award| [award.player, award.amount]));
        exprs.extend(scoring.followup);
    }
    for end in &rules.ends {
        exprs.push(end.situation);
        if let Winner::Is(winner) = end.winner {
            exprs.push(winner);
        }
    }
    exprs
}

/// Key of a tail: player who moved, player to move, and the parts of the move that the tail reads. Equal keys share
/// code.
type TailKey = (Player, Player, Option<(PlaceInfo, PlaceInfo, PlaceInfo)>);

struct Compiler<'a> {
    rules: &'a RuleSet,
    layout: &'a Layout,
    /// Maximum number of steps for a whole game.
    max_steps: usize,
    specialiser: TypedSpecialiser<'a>,
    compiled: CompiledRules,
    tails: FxHashMap<TailKey, u32>,
    tail_reads: MoveReads,
    interner: Interner,
}

/// A rule, with the results of its read analysis.
#[allow(clippy::struct_excessive_bools)] // independent properties of the rule
struct RuleReads<'a> {
    id: RuleId,
    rule: &'a Rule,
    condition_reads: MoveReads,
    make_reads: MoveReads,
    after_reads: MoveReads,
    /// `true` if conditions or targets depend on the origin.
    targets_by_from: bool,
    condition_by_to: bool,
    make_by_from: bool,
    make_by_to: bool,
}

/// The static information for which a piece of code is compiled.
#[derive(Clone)]
struct Candidate<'a> {
    player: Player,
    choice: Option<ExprId>,
    /// Index of the combination of the rule's `for` bindings, and the combination.
    for_index: u32,
    bound: &'a [(VarId, SymValue)],
    element: &'a [(VarId, i32)],
    id: Option<ElementId>,
    kinds: u64,
    from_bound: &'a [(VarId, i32)],
    to_bound: &'a [(VarId, i32)],
    from: PlaceInfo,
    to: PlaceInfo,
    has_element: bool,
}

/// Key of a make within one rule, combination of `for` bindings and word. Equal keys share code.
type MakeKey = (Option<ElementId>, u64, Vec<(VarId, i32)>, PlaceInfo, PlaceInfo);

/// A combination of `for` bindings of a rule.
type ForBinding = Vec<(VarId, SymValue)>;

impl<'a> Compiler<'a> {
    fn compile_rule(&mut self, id: RuleId) {
        let marks = (self.compiled.rules.len(), self.compiled.conditions.len(), self.compiled.makes.len());
        if self.compile_tables(id).is_err() {
            self.compiled.rules.truncate(marks.0);
            self.compiled.conditions.truncate(marks.1);
            self.compiled.makes.truncate(marks.2);
            self.compiled.has_interpreted_movegen = true;
            self.forget_draft();
        }
    }

    fn compile_tables(&mut self, id: RuleId) -> LoweringResult<()> {
        let rule = &self.rules.rules[id.index()];
        if rule.prefer.is_some() || self.specialiser.spent > self.max_steps {
            return Err(LoweringError::Unsupported);
        }
        let rule_reads = self.analyse_reads(id);
        let mut combinations: Vec<Vec<ForBinding>> = Vec::new();
        for player in self.layout.players() {
            let mine = if self.is_for_player(rule.player, player)? {
                self.for_combinations(&rule.for_each, player)?
            } else {
                Vec::new()
            };
            combinations.push(mine);
        }
        if combinations.iter().all(Vec::is_empty) {
            return Ok(());
        }
        for choice in 0..rule.choices.len().max(1) {
            let table = self.compile_table(&rule_reads, &combinations, choice)?;
            self.compiled.rules.push(table);
        }
        Ok(())
    }

    fn analyse_reads(&self, id: RuleId) -> RuleReads<'a> {
        let rule = &self.rules.rules[id.index()];
        let mut condition_exprs: Vec<ExprId> = rule.checks.iter().copied().chain(rule.condition).collect();
        for place in [&rule.from, &rule.to] {
            if let RulePlace::Computed(expr) = place {
                condition_exprs.push(*expr);
            }
        }
        let mut make_exprs: Vec<ExprId> = rule.awards.iter().flat_map(|award| [award.player, award.amount]).collect();
        make_exprs.extend(rule.followup);
        if let Next::Is(next) = rule.next {
            make_exprs.push(next);
        }
        let (condition_reads, mut make_reads) =
            (MoveReads::of(self.rules, &condition_exprs), MoveReads::of(self.rules, &make_exprs));
        let after = MoveReads::of(self.rules, rule.after.as_slice());
        // Variables that the condition binds are bound again when the move is made.
        let sets = self.condition_bindings(rule);
        if sets
            .iter()
            .any(|(variable, _)| make_reads.variables.contains(*variable) || after.variables.contains(*variable))
        {
            make_reads = MoveReads {
                from: make_reads.from || condition_reads.from,
                to: make_reads.to || condition_reads.to,
                moved: make_reads.moved || condition_reads.moved,
                captured: make_reads.captured,
                chosen: make_reads.chosen || condition_reads.chosen,
                repetitions: make_reads.repetitions || condition_reads.repetitions,
                variables: make_reads.variables.union(&condition_reads.variables),
            };
        }
        let tail = &self.tail_reads;
        RuleReads {
            id,
            rule,
            targets_by_from: condition_reads.from
                || condition_reads.moved
                || matches!(rule.from, RulePlace::Computed(_)),
            condition_by_to: condition_reads.to || rule.capture != Capture::Never,
            make_by_from: make_reads.from || tail.from || after.from,
            make_by_to: make_reads.to || make_reads.moved || tail.to || tail.moved || after.to || after.moved,
            condition_reads,
            make_reads,
            after_reads: after,
        }
    }

    /// The variables that a rule's condition binds, with their values.
    fn condition_bindings(&self, rule: &Rule) -> Vec<(VarId, ExprId)> {
        let assign = |id: ExprId| match self.rules.exprs[id] {
            Expr::Assign(variable, value) => Some((variable, value)),
            _ => None,
        };
        match rule.condition.map(|condition| (condition, &self.rules.exprs[condition])) {
            Some((_, Expr::Lines(lines))) => lines.iter().filter_map(|&line| assign(line)).collect(),
            Some((condition, _)) => assign(condition).into_iter().collect(),
            None => Vec::new(),
        }
    }

    fn context_of(player: Player) -> MoveContext {
        MoveContext { player: Some(player), mover: Some(player.number() as i32), ..MoveContext::default() }
    }

    fn is_for_player(&mut self, guard: Guard, player: Player) -> LoweringResult<bool> {
        self.accepts(guard, player, player.number() as i32)
    }

    /// `true` if a guard accepts a number for the player to move.
    fn accepts(&mut self, guard: Guard, player: Player, number: i32) -> LoweringResult<bool> {
        Ok(match guard {
            Guard::Any => true,
            Guard::Is(wanted) => wanted == number,
            Guard::Never => false,
            Guard::Bind(_) => return Err(LoweringError::Unsupported),
            Guard::In(expr) => {
                self.specialiser.begin(Self::context_of(player));
                let allowed = self.specialiser.eval(expr)?;
                let node = match &allowed {
                    SymValue::Set(_) => self.specialiser.build_is_in(&SymValue::Int(number), &allowed)?,
                    one => self.specialiser.build_equal(&SymValue::Int(number), one)?,
                };
                let known = self.specialiser.builder.constant_value(node);
                self.forget_draft();
                match known {
                    Some(Value::Bool(yes)) => yes,
                    _ => return Err(LoweringError::Unsupported),
                }
            }
        })
    }

    /// All combinations of the `for` bindings of a rule (Cartesian product).
    fn for_combinations(&mut self, each: &[(VarId, ExprId)], player: Player) -> LoweringResult<Vec<ForBinding>> {
        let mut combinations: Vec<ForBinding> = vec![Vec::new()];
        for &(variable, set) in each {
            let mut longer = Vec::new();
            for combination in combinations {
                self.specialiser.begin(Self::context_of(player));
                self.specialiser.bind_all(&combination);
                let set = self.specialiser.eval(set)?;
                for (guard, member) in self.specialiser.members(&set)?.iter() {
                    if guard.is_some() || member.constant().is_none() && !matches!(member, SymValue::Set(_)) {
                        return Err(LoweringError::Unsupported);
                    }
                    let mut combination = combination.clone();
                    combination.push((variable, member.clone()));
                    longer.push(combination);
                }
                self.forget_draft();
            }
            combinations = longer;
        }
        Ok(combinations)
    }

    /// Mask of the kinds that an element can ever have.
    fn kinds_of(&self, element: ElementId) -> u64 {
        if !self.specialiser.builder.has_masks() {
            return u64::MAX;
        }
        self.layout
            .kinds
            .iter()
            .filter(|(id, _)| self.layout.can_have_kind(element, *id))
            .fold(0, |mask, (id, _)| mask | 1 << (id.0 + 1))
    }

    fn compile_table(
        &mut self,
        rule_reads: &RuleReads<'a>,
        combinations: &[Vec<ForBinding>],
        choice: usize,
    ) -> LoweringResult<RuleTable> {
        let rule = rule_reads.rule;
        let read = rule_reads
            .condition_reads
            .variables
            .union(&rule_reads.make_reads.variables)
            .union(&rule_reads.after_reads.variables);
        let none = PatternMatches::default();
        let found = rule.element.as_ref().unwrap_or(&none);
        let mut classes: Vec<(u64, Option<ElementId>)> = Vec::new();
        let elements = Groups::new(&found.entries, &read, |element: ElementId| {
            let alone = self.rules.elements[element.index()].is_distinguishable.then_some(element);
            let class = (self.kinds_of(element), alone);
            let known = classes.iter().position(|other| *other == class);
            known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            }) as u32
        });
        let off = self.rules.locations.len();
        let (from_group, from_groups) = self.origin_classes(rule_reads, combinations, &read)?;
        let classes = PatternClasses { elements: &elements, origins: &from_groups };
        let mut by_player = Vec::new();
        for player in self.layout.players() {
            let combinations = &combinations[player.index()];
            let offer = if combinations.is_empty() {
                None
            } else {
                Some(self.compile_offer(rule_reads, player, combinations, choice, classes)?)
            };
            by_player.push(offer);
        }
        let mut places = (0..=off).filter(|&at| from_group[at] != NO_GROUP);
        let place = |at: usize| self.layout.place_of((at < off).then(|| LocationId::new(at)));
        let first = places.next().map(place);
        let one_place = first.is_some_and(|first| self.layout.is_shared(first) && places.all(|at| place(at) == first));
        if one_place && from_groups.len() == 1 {
            for offer in by_player.iter_mut().flatten() {
                offer.symmetry = self.symmetry_of(&offer.elements, from_group[off] != NO_GROUP);
            }
        }
        Ok(RuleTable {
            rule: rule_reads.id,
            choice: choice as u16,
            priority: rule.priority,
            word: rule.choices.get(choice).map(|choice| choice.word.clone()),
            can_capture: rule.capture != Capture::Never,
            must_capture: rule.capture == Capture::Must,
            has_after_condition: rule.after.is_some(),
            from_group,
            from_groups: from_groups.len(),
            late_variables: Variables::bound_by(self.rules, std::iter::empty()),
            is_general: false,
            distinguishes_members: false,
            has_shared_origins: true,
            by_player,
        })
    }

    /// The symmetry reduction for elements with one common origin.
    fn symmetry_of(&self, elements: &[(ElementId, u32)], from_off: bool) -> ElementSymmetry {
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else { return ElementSymmetry::Distinct };
        if elements.iter().any(|(_, group)| *group != first.1) {
            return ElementSymmetry::Distinct;
        }
        let without_gap = last.0.index() - first.0.index() + 1 == elements.len();
        match self.layout.element_kind {
            None => ElementSymmetry::Equal,
            Some(_) if from_off && without_gap => ElementSymmetry::EqualWithinKind,
            Some(_) => ElementSymmetry::Distinct,
        }
    }

    /// Copies a node of the draft into the game, with hash consing.
    fn intern(&mut self, node: NodeId) -> NodeId {
        self.interner.intern(&self.specialiser.builder.code, node, &mut self.compiled.code)
    }

    fn forget_draft(&mut self) {
        self.specialiser.builder.code.truncate_to((0, 0));
        self.interner.forget_draft();
    }

    /// Compiles the heuristics of the file, for each player and regardless of the player to move. Unsupported
    /// heuristics fall back to the interpreter.
    fn compile_heuristics(&mut self) {
        let Self { rules, layout, .. } = *self;
        for heuristic in &rules.heuristics {
            let of_all = layout.players().map(|me| self.compile_heuristic(heuristic.value, me).ok()).collect();
            self.compiled.heuristics.push(of_all);
        }
    }

    fn compile_heuristic(&mut self, value: ExprId, me: Player) -> LoweringResult<NodeId> {
        let slots = self.specialiser.slots;
        self.specialiser.begin_heuristic(me);
        let val = self.specialiser.eval(value);
        let node = val.and_then(|val| self.specialiser.emit_node(&val)).map(|node| self.intern(node));
        self.forget_draft();
        // Variables that are bound at run time would need slots in every evaluation.
        if std::mem::replace(&mut self.specialiser.slots, slots) == slots {
            node
        } else {
            Err(LoweringError::Unsupported)
        }
    }

    fn finish(mut self) -> CompiledRules {
        let draft = std::mem::take(&mut self.specialiser.builder.code);
        self.compiled.code.tables = draft.tables;
        self.compiled.code.faults = draft.faults;
        self.compiled.code.pool = draft.pool;
        self.compiled.code.counted_cells = draft.counted_cells;
        self.compiled.code.counted_elements = draft.counted_elements;
        self.compiled.code.flood_fills = draft.flood_fills;
        self.compiled.code.rays = draft.rays;
        let library = std::mem::take(&mut self.specialiser.library);
        self.interner.forget_draft();
        let shared = library.shared.iter();
        self.compiled.code.shared =
            shared.map(|&node| self.interner.intern(&library, node, &mut self.compiled.code)).collect();
        self.compiled.priorities = self.rules.rules.iter().map(|rule| rule.priority).collect();
        self.compiled.priorities.sort_unstable_by(|a, b| b.cmp(a));
        self.compiled.priorities.dedup();
        let resets = self.rules.globals.iter().enumerate().filter(|(_, global)| global.reset == Reset::Move);
        self.compiled.reset_moves = resets.map(|(index, _)| GlobalId::new(index)).collect();
        self.compiled
    }
}

/// Equivalence classes of the elements and origins that the patterns of a rule accept.
#[derive(Clone, Copy)]
struct PatternClasses<'c> {
    elements: &'c Groups<ElementId>,
    origins: &'c [OriginClass],
}

/// An equivalence class of origins of a rule.
struct OriginClass {
    at: PlaceInfo,
    bound: Vec<(VarId, i32)>,
    /// By `for` combination: `true` if the rule can start from there; empty if it can in all of them.
    allowed_combinations: Vec<bool>,
}
