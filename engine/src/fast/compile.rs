//! A rule set made into its fast form: every move that a rule can ever allow, with the code that decides it and
//! the code that makes it.
//!
//! A rule whose table would grow too large is kept general: its variables are bound while the game runs.

use rustc_hash::FxHashMap;

use crate::fault::FaultKind;
use crate::ids::{ElementId, ExprId, FunctionId, LocationId, Player, RuleId, VarId};
use crate::layout::Layout;
use crate::plain::MAX_DEPTH;
use crate::rules::{Award, End, Guard, Matches, Place, Rivals, Rule, RuleSet, Winner};

use super::code::{Code, Node, NodeId};
use super::effects::Effects;
use super::groups::{Group, Groups, Variables};
use super::knowledge::{Knowledge, Known};
use super::pattern::Pattern;
use super::prune::{Reads, prune, stores};
use super::simplify::Maker;
use super::specialise::{GiveUp, Specialiser};
use super::tables::{Alike, AwardCode, Condition, EndCode, Fast, Make, NO_GROUP, Offer, RuleTable, ScoringCode, Tail};
use super::targets::{ALWAYS, Aim, Target, Targets, Ways};
use super::typed;
use super::value::{Pool, Value};

/// Most steps of following expressions for one condition or one making.
const MOST_FOR_ONE: usize = 20_000;
/// Most steps for all of a game; rules that come later are kept general.
const MOST_FOR_ALL: usize = 3_000_000;
/// Most combinations of groups for one rule and player.
const MOST_COMBINATIONS: usize = 250_000;

struct Compiler<'a> {
    rules: &'a RuleSet,
    layout: &'a Layout,
    work: Specialiser<'a>,
    fast: Fast,
    /// By phase: whether the code of the rule at work needs stores.
    storing: [bool; 2],
    /// The expressions of scorings and ends, which making any move works out after the rule's own.
    tail: Vec<ExprId>,
}

/// What is compiled of a rule.
#[derive(Clone, Copy)]
enum Phase {
    Condition,
    Making,
}

/// What is known of a move when it is compiled.
#[derive(Clone)]
struct Candidate<'a> {
    rule: &'a Rule,
    player: Player,
    element: &'a [(VarId, i32)],
    from: &'a [(VarId, i32)],
    to: &'a [(VarId, i32)],
    /// The cells themselves, where the groups are of one.
    from_cell: Option<LocationId>,
    to_cell: Option<LocationId>,
    /// Mask of the kinds that the element can have.
    kinds: Option<u64>,
    /// Variables that are bound while the game runs.
    late: &'a Variables,
}

/// What tells makings apart: player, kinds, what is bound of what they read, and known cells.
type MakeKey = (Player, Option<u64>, Vec<(VarId, i32)>, Option<LocationId>, Option<LocationId>);

impl Fast {
    /// Compiles a rule set, as far as that takes `effort` steps; the rest is left to the plain form.
    pub(crate) fn new(rules: &RuleSet, layout: &Layout, effort: usize) -> Self {
        if rules.rivals == Rivals::First {
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
        let work = Specialiser::new(rules, Maker::new(layout, draft));
        let mut compiler = Compiler { rules, layout, work, fast: Self::default(), storing: [false; 2], tail };
        // Small rules first: if the work grows too much, it is the large ones that are kept general.
        let mut order: Vec<usize> = (0..rules.rules.len()).collect();
        let size = |rule: &Rule| {
            let found = |place: &Place| place.known().map_or(1, |matches| matches.found.len());
            rule.element.as_ref().map_or(0, |element| element.found.len()) * found(&rule.from) * found(&rule.to)
        };
        order.sort_by_key(|&index| size(&rules.rules[index]));
        let mut tables: Vec<(usize, RuleTable)> =
            order.into_iter().map(|index| (index, compiler.rule(RuleId::new(index)))).collect();
        tables.sort_by_key(|(index, _)| *index);
        compiler.fast.rules = tables.into_iter().map(|(_, table)| table).collect();
        compiler.finish()
    }
}

impl<'a> Compiler<'a> {
    /// Compiles a rule, as special as it can be.
    fn rule(&mut self, id: RuleId) -> RuleTable {
        let ways = [(false, true), (true, true), (true, false)];
        for (general, expand) in ways {
            let fast = &self.fast;
            let marks = (fast.conditions.len(), fast.makes.len(), fast.code.mark(), fast.tails.len());
            self.work.expand = expand;
            self.storing = [general; 2];
            match self.table(id, general, expand) {
                Ok(table) => return table,
                Err(_) => {
                    self.fast.conditions.truncate(marks.0);
                    self.fast.makes.truncate(marks.1);
                    self.fast.code.drop_since(marks.2);
                    self.fast.tails.truncate(marks.3);
                    self.work.maker.code.drop_since((0, 0));
                }
            }
        }
        unreachable!("code that expands nothing is as large as the expressions");
    }

    fn table(&mut self, id: RuleId, general: bool, expand: bool) -> Result<RuleTable, GiveUp> {
        let rule = &self.rules.rules[id.index()];
        let (element, from, to) = patterns(rule);
        let pattern = Pattern::of(self.rules, rule, &self.making(rule), general);
        let Pattern { late, by_element, by_place, tells_apart } = &pattern;
        let elements = Groups::new(&element.found, by_element, |element: ElementId| {
            if general { 0 } else { u32::from(self.layout.first_kind[element.index()].0) }
        });
        let from = Groups::new(&from.found, by_place, |_| 0);
        let to = Groups::new(&to.found, by_place, |_| 0);
        let steps = if expand { MOST_FOR_ONE } else { usize::MAX };
        let mut by_player = Vec::new();
        for player in (1..=self.layout.players).filter_map(Player::new) {
            let targets = match rule.player {
                Guard::Is(wanted) if wanted != player.number() as i32 => None,
                Guard::Never => None,
                _ => Some(self.targets(rule, player, (&elements, &from, &to), (late, general), steps)?),
            };
            let kinds = || self.layout.kinds.iter().map(|(_, kind)| guarded(rule.state, kind.state)).collect();
            by_player.push(targets.map(|targets| Offer {
                elements: elements.members.clone(),
                alike: Alike::No,
                kinds: kinds(),
                targets,
                bare: Ways::new(),
            }));
        }
        let mut from_group = vec![NO_GROUP; self.rules.locations.len() + 1];
        for &(location, group) in &from.members {
            from_group[location.index()] = group;
        }
        let mut places = from.members.iter().map(|(location, _)| self.layout.place[location.index()]);
        let one_place = places.next().is_some_and(|place| self.layout.is_shared(place) && places.all(|p| p == place));
        let one_class = one_place
            && self.layout.kind.is_none()
            && elements.groups.len() == 1
            && from.groups.len() == 1
            && !tells_apart;
        by_player.iter_mut().flatten().for_each(|offer| offer.alike = if one_class { Alike::All } else { Alike::No });
        Ok(RuleTable {
            after: false,
            general,
            tells_apart: *tells_apart,
            from_shared: true,
            rule: id,
            choice: 0,
            priority: 0,
            word: None,
            captures: false,
            only_captures: false,
            from_group,
            from_groups: from.groups.len(),
            late: pattern.late,
            by_player,
        })
    }

    /// What is worked out when a move is made by a rule.
    fn making(&self, rule: &Rule) -> Vec<ExprId> {
        let awards = rule.awards.iter().flat_map(|award| [award.player, award.amount]);
        awards.chain(rule.followup).chain(self.tail.iter().copied()).collect()
    }

    fn targets(
        &mut self,
        rule: &'a Rule,
        player: Player,
        (elements, from, to): (&Groups<ElementId>, &Groups<LocationId>, &Groups<LocationId>),
        (late, general): (&Variables, bool),
        steps: usize,
    ) -> Result<Targets, GiveUp> {
        if !general && elements.groups.len() * from.groups.len() * to.members.len() > MOST_COMBINATIONS {
            return Err(GiveUp::TooMuch);
        }
        let making = self.making(rule);
        let read = Variables::read_by(self.rules, &making);
        let set = Effects::of(self.rules, rule.condition.as_slice()).variables;
        let redo = rule.condition.is_some() && read.meets(&set);
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
                                from_cell: single(from_group),
                                to_cell: single(to_group),
                                kinds: if general { None } else { self.kinds_of(rule, element) },
                                late,
                            };
                            let known = self.candidate(&candidate, (redo, &read), &mut makes, steps)?;
                            made[group as usize] = Some(known);
                            known
                        }
                    };
                    self.work.spent += 1;
                    if let Some((condition, make)) = known {
                        list.push(Target::new(location, Aim { condition, make, way: 0 }));
                    }
                }
                if !general && self.work.spent > MOST_FOR_ALL {
                    return Err(GiveUp::TooMuch);
                }
                targets.add(list, Ways::new());
            }
        }
        Ok(targets)
    }

    /// The kinds that a group's elements can have when the rule moves them, as a mask; empty cells are bit 0.
    fn kinds_of(&self, rule: &Rule, group: &Group<ElementId>) -> Option<u64> {
        if !self.work.maker.masks() {
            return None;
        }
        let first = self.layout.first_kind[group.first.index()];
        let element_type = self.layout.kinds[first].element_type;
        let mut mask = 0;
        for (id, kind) in self.layout.kinds.iter() {
            let possible = if self.layout.kind.is_none() { id == first } else { kind.element_type == element_type };
            let asked = !matches!(rule.state, Guard::Is(state) if state != i32::from(kind.state));
            if possible && asked {
                mask |= 1 << (id.0 + 1);
            }
        }
        Some(mask)
    }

    /// Condition and making of a candidate; `None` where the condition never holds.
    fn candidate(
        &mut self,
        candidate: &Candidate<'_>,
        (redo, read): (bool, &Variables),
        makes: &mut FxHashMap<MakeKey, u32>,
        steps: usize,
    ) -> Result<Option<(u32, u32)>, GiveUp> {
        if candidate.from_cell.is_some() && candidate.from_cell == candidate.to_cell {
            return Ok(None); // it would have to be empty
        }
        let Some(condition) = self.with_stores(Phase::Condition, |it| it.condition(candidate, steps))? else {
            return Ok(None);
        };
        let mut bound: Vec<(VarId, i32)> = Vec::new();
        let patterns = [candidate.element, candidate.from, candidate.to];
        for bindings in patterns {
            bound.extend(if redo { bindings.to_vec() } else { read.of(bindings) });
        }
        let of_cell = |bindings: &[(VarId, i32)], cell| if read.of(bindings).is_empty() && !redo { None } else { cell };
        let from_cell = of_cell(candidate.from, candidate.from_cell);
        let to_cell = of_cell(candidate.to, candidate.to_cell);
        let key = (candidate.player, candidate.kinds, bound, from_cell, to_cell);
        if let Some(&make) = makes.get(&key) {
            return Ok(Some((condition, make)));
        }
        let candidate = Candidate { from_cell, to_cell, ..candidate.clone() };
        let make = self.with_stores(Phase::Making, |it| it.make(&candidate, redo, steps))?;
        makes.insert(key, make);
        Ok(Some((condition, make)))
    }

    /// Does a piece of work, without stores if it can be done so. Once a rule needs them in this phase, all of the phase
    /// is done with them.
    fn with_stores<T>(&mut self, phase: Phase, work: impl Fn(&mut Self) -> Result<T, GiveUp>) -> Result<T, GiveUp> {
        self.work.storing = self.storing[phase as usize];
        match work(self) {
            Err(GiveUp::NeedsStores) => {
                self.work.maker.code.drop_since((0, 0));
                self.storing[phase as usize] = true;
                self.work.storing = true;
                work(self)
            }
            done => done,
        }
    }

    /// What is known when a rule is matched, and the stores of what its patterns bind.
    fn matched(&mut self, candidate: &Candidate<'_>, steps: usize, changes: bool) -> Vec<NodeId> {
        let mut known = Knowledge::fresh(self.rules, candidate.player);
        if let Some(kinds) = candidate.kinds {
            known.cells.extend(candidate.from_cell.map(|cell| (cell, kinds)));
            known.cells.extend(candidate.to_cell.map(|cell| (cell, 1)));
        }
        self.work.begin(known, steps, changes);
        let mut code = Vec::new();
        for variable in candidate.late.iter() {
            self.work.known.variables[variable.index()] = Known::Late;
        }
        let mut bind = |variable: VarId, number| {
            if !candidate.late.has(variable) {
                code.extend(self.work.bind(variable, number));
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

    /// Takes a finished piece of code over from the draft: pruned, and without what else the draft holds.
    fn take(&mut self, roots: Vec<&mut NodeId>) -> bool {
        let maker = &mut self.work.maker;
        let read_by = |maker: &Maker<'_>, roots: &[&mut NodeId]| {
            let mut reads = Reads::new(self.rules.variables.len());
            for root in roots {
                reads.add(&maker.code, **root);
            }
            reads
        };
        let mut roots = roots;
        let mut reads = read_by(maker, &roots);
        // What is taken out may be all that read something, so that more can go. Without stores nothing can.
        let mut more = self.work.storing;
        while more {
            for root in &mut roots {
                **root = prune(maker, **root, &reads);
            }
            let fewer = read_by(maker, &roots);
            more = fewer != reads;
            reads = fewer;
        }
        for root in roots {
            *root = maker.code.copy(*root, &mut self.fast.code);
        }
        let any = reads.any();
        if any {
            self.fast.variables = self.rules.variables.len();
        }
        maker.code.drop_since((0, 0));
        any
    }

    fn condition(&mut self, candidate: &Candidate<'_>, steps: usize) -> Result<Option<u32>, GiveUp> {
        let Some(condition) = candidate.rule.condition else { return Ok(Some(ALWAYS)) };
        let stores = self.matched(candidate, steps, false);
        let node = self.work.follow(condition)?;
        if self.work.is_plain_false(node) {
            self.work.maker.code.drop_since((0, 0));
            return Ok(None);
        }
        let mut root = self.holds(stores, node);
        let reads = self.take(vec![&mut root]);
        match self.fast.code[root] {
            Node::Const(Value::Bool(true)) => return Ok(Some(ALWAYS)),
            Node::Const(_) => return Ok(None),
            _ => {}
        }
        self.fast.conditions.push(Condition { node: root, reads, shared: false });
        Ok(Some((self.fast.conditions.len() - 1) as u32))
    }

    /// Whether what the engine tests holds: anything but true is a no.
    fn holds(&mut self, first: Vec<NodeId>, node: NodeId) -> NodeId {
        let maker = &mut self.work.maker;
        let (before, value) = maker.split(node);
        let value = if maker.is_boolean(value) {
            value
        } else {
            let yes = maker.truth(true);
            // Equality never fails, so no place is needed for a fault.
            maker.equal(self.rules, value, yes, ExprId(0))
        };
        maker.seq(first.into_iter().chain(before).collect(), value)
    }

    fn make(&mut self, candidate: &Candidate<'_>, redo: bool, steps: usize) -> Result<u32, GiveUp> {
        let rule = candidate.rule;
        let mut make = Make::default();
        let mut prologue = self.matched(candidate, steps, true);
        if let Some(condition) = rule.condition.filter(|_| redo) {
            self.work.assume(condition, &mut prologue)?;
        }
        // The condition held without a fault when the move was listed; only what it stores is of use now.
        prologue.retain(|&node| stores(&self.work.maker.code, node));
        if !prologue.is_empty() {
            let yes = self.work.maker.truth(true);
            make.prologue = Some(self.work.maker.seq(prologue, yes));
        }
        make.awards = self.awards(&rule.awards)?;
        if let Some(kinds) = candidate.kinds {
            candidate.from_cell.into_iter().for_each(|cell| self.work.known.set_cell(cell, 1));
            candidate.to_cell.into_iter().for_each(|cell| self.work.known.set_cell(cell, kinds));
        }
        make.followup = rule.followup.map(|followup| self.work.follow(followup)).transpose()?;
        let mut tail = Tail::default();
        self.scorings(&mut tail)?;
        self.ends(&mut tail)?;
        let mut roots = make.roots();
        roots.extend(tail.roots());
        make.reads = self.take(roots);
        let silent = |node: &NodeId| matches!(self.fast.code[*node], Node::Const(_));
        make.prologue = make.prologue.filter(|node| !silent(node));
        make.followup = make.followup.filter(|node| !silent(node));
        tail.scorings.retain(|scoring| self.fast.code[scoring.situation] != Node::Const(Value::Bool(false)));
        tail.ends.retain(|end| self.fast.code[end.situation] != Node::Const(Value::Bool(false)));
        make.tails.push(self.fast.tails.len() as u32);
        self.fast.tails.push(tail);
        self.fast.makes.push(make);
        Ok((self.fast.makes.len() - 1) as u32)
    }

    fn awards(&mut self, awards: &[Award]) -> Result<Vec<AwardCode>, GiveUp> {
        let code = awards.iter().map(|award| {
            Ok(AwardCode {
                player: self.work.follow(award.player)?,
                player_at: award.player,
                amount: self.work.follow(award.amount)?,
                amount_at: award.amount,
            })
        });
        code.collect()
    }

    fn scorings(&mut self, tail: &mut Tail) -> Result<(), GiveUp> {
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            let node = self.work.follow(scoring.situation)?;
            let situation = self.holds(Vec::new(), node);
            let before = self.work.known.clone();
            let awards = self.awards(&scoring.awards)?;
            match self.work.maker.known(situation) {
                Some(Value::Bool(true)) => {}
                Some(_) => self.work.known = before,
                None => self.work.known.merge(&before),
            }
            tail.scorings.push(ScoringCode { index, situation, awards, followup: None });
        }
        Ok(())
    }

    fn ends(&mut self, tail: &mut Tail) -> Result<(), GiveUp> {
        for (index, end) in self.rules.ends.iter().enumerate() {
            let node = self.work.follow(end.situation)?;
            let situation = self.holds(Vec::new(), node);
            let before = self.work.known.clone();
            let Winner::Is(winner_at) = end.winner else { return Err(GiveUp::TooMuch) };
            let winner = Some(self.work.follow(winner_at)?);
            self.work.known = before;
            tail.ends.push(EndCode { index, situation, winner, winner_at });
            if self.work.maker.known(situation) == Some(Value::Bool(true)) {
                break;
            }
        }
        Ok(())
    }

    /// Compiles the named expressions that code calls, and finds out which moves may come twice.
    fn finish(mut self) -> Fast {
        self.fast.code.functions = vec![None; self.rules.functions.len()];
        self.work.expand = false;
        self.work.storing = true;
        while let Some(function) = self.work.called.pop() {
            if self.fast.code.functions[function.index()].is_none() {
                self.function(function);
            }
        }
        let draft = std::mem::take(&mut self.work.maker.code);
        self.fast.code.tables = draft.tables;
        self.fast.code.templates = draft.templates;
        self.fast.code.faults = draft.faults;
        self.fast.code.pool = draft.pool;
        self.fast.code.rays = draft.rays;
        self.fast.priorities = vec![0];
        self.fast.finish(self.layout);
        self.fast
    }

    fn function(&mut self, function: FunctionId) {
        self.work.begin(Knowledge::nothing(self.rules), usize::MAX, true);
        let called = &self.rules.functions[function.index()];
        let node = self.work.body(&called.body).unwrap_or_else(|_| {
            // Expressions are not nested so deeply that this is reached.
            self.work.maker.fail(FaultKind::TooDeep(MAX_DEPTH), called.body[0])
        });
        let node = self.work.maker.code.copy(node, &mut self.fast.code);
        let depth = self.fast.code.depth(node);
        self.fast.code.functions[function.index()] = Some((node, depth));
        self.work.maker.code.drop_since((0, 0));
    }
}

/// Whether a state is as a rule asks.
fn guarded(guard: Guard, state: u16) -> bool {
    match guard {
        Guard::Any | Guard::Bind(_) => true,
        Guard::Is(wanted) => wanted == i32::from(state),
        Guard::Never | Guard::In(_) => false,
    }
}

/// The patterns of a rule whose types are known only at play; it has all three.
fn patterns(rule: &Rule) -> (&Matches<ElementId>, &Matches<LocationId>, &Matches<LocationId>) {
    let known = "places are patterns";
    (
        rule.element.as_ref().expect("a rule moves an element"),
        rule.from.known().expect(known),
        rule.to.known().expect(known),
    )
}

fn single(group: &Group<LocationId>) -> Option<LocationId> {
    (group.size == 1).then_some(group.first)
}
