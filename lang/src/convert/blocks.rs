//! Code emission: writes the statements of a scope as lines, with conditions, effects, and names for bindings that are
//! needed later. The statements and their order come from the symbolic evaluator.

use std::collections::{BTreeMap, BTreeSet};

use super::names::EntityKind;
use super::printer::TermPrinter;
use super::state::{ConversionScope, Effect, Statement, Ty};
use super::symbolic::SymbolicEvaluator;
use super::term::{BindingId, Node, Term};

/// Minimum size of a term that gets a name if it is used twice.
const MIN_NAMED_SIZE: usize = 6;

/// A condition, or effects under a common condition with the effects of its opposite.
#[derive(Clone, Debug)]
enum EmitStep {
    Condition(Term, usize),
    Effects { guard: Vec<Term>, epoch: usize, then: Vec<(Effect, usize)>, other: Vec<(Effect, usize)> },
}

/// Steps of a block, each with the index of its first statement.
type Steps = Vec<(usize, EmitStep)>;

/// Emits the code of a scope.
pub(super) struct BlockWriter<'f, 't> {
    evaluator: &'f SymbolicEvaluator<'t>,
    scope: &'f ConversionScope,
    pub(super) printer: TermPrinter,
    steps: BTreeMap<usize, Steps>,
    named: BTreeSet<BindingId>,
    use_counts: BTreeMap<BindingId, usize>,
}

impl<'f, 't> BlockWriter<'f, 't> {
    /// Creates a writer. `more` are terms that are written outside of the blocks, each with the epoch of its
    /// evaluation.
    pub(super) fn new(
        evaluator: &'f SymbolicEvaluator<'t>,
        scope: &'f ConversionScope,
        more: &[(Term, usize)],
    ) -> Self {
        let mut printer = TermPrinter::default();
        for (at, local) in evaluator.locals.iter().enumerate() {
            printer.hints.insert(super::term::LocalId(at), local.hint.clone());
        }
        let mut writer = Self {
            evaluator,
            scope,
            printer,
            steps: BTreeMap::new(),
            named: BTreeSet::new(),
            use_counts: BTreeMap::new(),
        };
        // A named binding between merged effects splits them, which can require more names: iterates to a fixed point.
        loop {
            let known = writer.named.len();
            writer.merge_effects();
            writer.find_named_bindings(more);
            if writer.named.len() == known {
                return writer;
            }
        }
    }

    /// Assigns names to the bindings that need one; must be called after the parameters and patterns have their names.
    pub(super) fn assign_names(&mut self) {
        for (at, binding) in self.scope.bindings.iter().enumerate() {
            let id = BindingId(at);
            if self.named.contains(&id) && self.use_counts.contains_key(&id) {
                self.printer.name_binding(id, &binding.hint);
            } else {
                self.printer.unnamed_terms.insert(id, binding.term.clone());
            }
        }
    }

    fn merge_effects(&mut self) {
        let breaks: BTreeSet<(usize, usize)> = self
            .named
            .iter()
            .filter(|id| self.use_counts.contains_key(id))
            .map(|id| (self.scope.bindings[id.0].block, self.scope.bindings[id.0].statement_index))
            .collect();
        self.steps.clear();
        for (number, block) in self.scope.blocks.iter().enumerate() {
            let mut steps: Steps = Vec::new();
            for (place, (epoch, item)) in block.statements.iter().enumerate() {
                let (guard, effect) = match item {
                    Statement::Condition(term) => {
                        steps.push((place, EmitStep::Condition(term.clone(), *epoch)));
                        continue;
                    }
                    Statement::Effect { guard, effect } => (guard.conjuncts(), (effect.clone(), *epoch)),
                };
                if let Some((_, EmitStep::Effects { guard: known, then, other, .. })) = steps.last_mut()
                    && !breaks.contains(&(number, place))
                {
                    if other.is_empty() && are_equivalent(known, &guard) {
                        then.push(effect);
                        continue;
                    }
                    if let (Some((last, first)), Some((mine, before))) = (known.split_last(), guard.split_last())
                        && are_equivalent(first, before)
                        && last.clone().not().is_equivalent(mine)
                    {
                        other.push(effect);
                        continue;
                    }
                }
                steps.push((place, EmitStep::Effects { guard, epoch: *epoch, then: vec![effect], other: Vec::new() }));
            }
            self.steps.insert(number, steps);
        }
    }

    /// Determines the bindings that need a name: those used after an effect, and long ones that are used twice.
    fn find_named_bindings(&mut self, more: &[(Term, usize)]) {
        let mut roots: Vec<(Term, usize)> = more.to_vec();
        for (_, step) in self.steps.values().flatten() {
            match step {
                EmitStep::Condition(term, epoch) => roots.push((term.clone(), *epoch)),
                EmitStep::Effects { guard, epoch, then, other } => {
                    roots.extend(guard.iter().map(|part| (part.clone(), *epoch)));
                    for (effect, epoch) in then.iter().chain(other) {
                        match effect {
                            Effect::Call(term) | Effect::Set(_, term) | Effect::ForEach(_, term, _) => {
                                roots.push((term.clone(), *epoch));
                            }
                            Effect::Score(player, amount) => {
                                roots.push((player.clone(), *epoch));
                                roots.push((amount.clone(), *epoch));
                            }
                        }
                    }
                }
            }
        }
        let mut late = BTreeSet::new();
        for (term, epoch) in &roots {
            self.collect_late_bindings(term, *epoch, &mut late);
        }
        let mut used: BTreeMap<BindingId, usize> = BTreeMap::new();
        let add = |term: &Term, times: usize, used: &mut BTreeMap<BindingId, usize>| {
            term.visit(&mut |part| {
                if let Node::Binding(id) = part.node() {
                    *used.entry(*id).or_default() += times;
                }
            });
        };
        for (term, _) in &roots {
            add(term, 1, &mut used);
        }
        for at in (0..self.scope.bindings.len()).rev() {
            let id = BindingId(at);
            let Some(count) = used.get(&id).copied() else { continue };
            let binding = &self.scope.bindings[at];
            let named = late.contains(&id)
                || self.named.contains(&id)
                || count >= 2 && self.expanded_size(&binding.term) >= MIN_NAMED_SIZE;
            if named {
                self.named.insert(id);
                if self.is_guarded(id) {
                    add(&binding.guard, 1, &mut used);
                }
            }
            add(&binding.term, if named { 1 } else { count }, &mut used);
        }
        self.use_counts = used;
    }

    fn expanded_size(&self, term: &Term) -> usize {
        let mut size = term.size();
        term.visit(&mut |part| {
            if let Node::Binding(id) = part.node()
                && !self.named.contains(id)
            {
                size += self.expanded_size(&self.scope.bindings[id.0].term) - 1;
            }
        });
        size
    }

    /// Collects the bindings that are used after an effect that could change their value.
    fn collect_late_bindings(&self, term: &Term, epoch: usize, found: &mut BTreeSet<BindingId>) {
        term.visit(&mut |part| {
            let Node::Binding(id) = part.node() else { return };
            let binding = &self.scope.bindings[id.0];
            if binding.is_state_dependent && binding.epoch < epoch {
                if found.insert(*id) {
                    self.collect_late_bindings(&binding.term, binding.epoch, found);
                    if self.is_guarded(*id) {
                        self.collect_late_bindings(&binding.guard, binding.epoch, found);
                    }
                }
            } else {
                self.collect_late_bindings(&binding.term, epoch, found);
            }
        });
    }

    fn is_guarded(&self, id: BindingId) -> bool {
        let binding = &self.scope.bindings[id.0];
        binding.guard.truth() != Some(true) && !self.evaluator.is_total(&binding.term)
    }

    /// Returns the lines of a block.
    pub(super) fn write_block(&mut self, block: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let steps = self.steps.get(&block).cloned().unwrap_or_default();
        let mut written = 0;
        for (place, step) in steps {
            self.write_bindings(block, place, &mut written, &mut lines);
            lines.extend(self.write_step(&step));
        }
        self.write_bindings(block, usize::MAX, &mut written, &mut lines);
        lines
    }

    /// Writes `$name = value` for the bindings of a block up to a statement.
    fn write_bindings(&mut self, block: usize, place: usize, written: &mut usize, lines: &mut Vec<String>) {
        let notes = self.scope.bindings.iter().enumerate();
        let here: Vec<BindingId> = notes
            .filter(|(at, binding)| {
                binding.block == block
                    && (*written..=place).contains(&binding.statement_index)
                    && self.printer.binding_names.contains_key(&BindingId(*at))
            })
            .map(|(at, _)| BindingId(at))
            .collect();
        *written = place.saturating_add(1);
        for id in here {
            let binding = &self.scope.bindings[id.0];
            let term = if self.is_guarded(id) {
                match self.evaluator.resolve_type(binding.ty) {
                    Ty::Bool => binding.guard.clone().and(binding.term.clone()),
                    ty => Term::choose(&binding.guard, &binding.term, &placeholder(ty)),
                }
            } else {
                binding.term.clone()
            };
            let name = self.printer.binding_names.get(&id).cloned().unwrap_or_default();
            let text = self.printer.print(&term);
            lines.push(format!("${name} = {text}"));
        }
    }

    fn write_step(&mut self, step: &EmitStep) -> Vec<String> {
        match step {
            EmitStep::Condition(term, _) => term.conjuncts().iter().map(|part| self.printer.print(part)).collect(),
            EmitStep::Effects { guard, then, other, .. } => {
                let mut actions: Vec<String> = then.iter().map(|(effect, _)| self.write_effect(effect)).collect();
                if guard.is_empty() {
                    return actions;
                }
                let whole = guard.iter().cloned().fold(Term::bool(true), Term::and);
                let condition = self.printer.print(&whole);
                let then = combine_actions(&mut actions);
                if other.is_empty() {
                    return vec![format!("IF({condition}, {then})")];
                }
                let mut actions: Vec<String> = other.iter().map(|(effect, _)| self.write_effect(effect)).collect();
                let other = combine_actions(&mut actions);
                let rest = guard[..guard.len() - 1].iter().cloned().fold(Term::bool(true), Term::and);
                match rest.truth() {
                    Some(true) => vec![format!("IF({condition}, {then}, {other})")],
                    _ => vec![format!("IF({condition}, {then}, {}, {other})", self.printer.print(&rest))],
                }
            }
        }
    }

    fn write_effect(&mut self, effect: &Effect) -> String {
        match effect {
            Effect::Call(term) => self.printer.print(term),
            Effect::Set(name, term) => format!("{name} = {}", self.printer.print(term)),
            Effect::Score(player, amount) => {
                let score = Term::query("SCORE", vec![player.clone()]);
                let sum = Term::arith(boardwright_rules::ArithmeticOp::Add, score.clone(), amount.clone());
                format!("{} = {}", self.printer.print(&score), self.printer.print(&sum))
            }
            Effect::ForEach(local, set, block) => {
                let set = self.printer.print(set);
                let name = self.printer.name_local(*local);
                let mut lines = self.write_block(*block);
                let body = combine_actions(&mut lines);
                self.printer.release(*local);
                format!("EACH({name}, {set}, {body})")
            }
        }
    }
}

/// Combines several actions to one.
fn combine_actions(actions: &mut Vec<String>) -> String {
    if actions.len() == 1 { actions.remove(0) } else { format!("DO({})", actions.join(", ")) }
}

fn are_equivalent(one: &[Term], two: &[Term]) -> bool {
    one.len() == two.len() && one.iter().zip(two).all(|(one, two)| one.is_equivalent(two))
}

/// Returns a placeholder value of a type; it is never used.
pub(super) fn placeholder(ty: Ty) -> Term {
    match ty {
        Ty::Bool => Term::bool(false),
        Ty::Entity(EntityKind::Element) => Term::word("NOTHING"),
        Ty::Entity(EntityKind::Location) => Term::word("NOWHERE"),
        Ty::Text => Term::new(Node::Text(String::new())),
        _ => Term::int(0),
    }
}
