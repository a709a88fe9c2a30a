//! The tables of typed rules: which moves each rule can ever allow, the code that decides them and the code that makes
//! them. A rule that cannot be compiled leaves the listing of moves to the plain form, a making its making.

mod moves;
mod offers;

use rustc_hash::FxHashMap;

use crate::ids::{ElementId, ExprId, GlobalId, LocationId, Player, RuleId, VarId};
use crate::layout::Layout;
use crate::rules::{Capture, Expr, Guard, Matches, Next, Place, Reset, Rule, RuleSet, Winner};

use super::reads::Reads;
use super::{At, GiveUp, Made, Scene, Typed, Val};
use crate::fast::code::{Code, NodeId};
use crate::fast::groups::{Groups, Variables};
use crate::fast::intern::Interner;
use crate::fast::simplify::Maker;
use crate::fast::tables::{Alike, Fast, NO_GROUP, RuleTable};
use crate::fast::value::{Pool, Value};

/// Most combinations of groups of elements, places to come from and places to go to, for one rule and player.
const MOST_COMBINATIONS: usize = 400_000;

/// Compiles a rule set of typed expressions.
pub(in crate::fast) fn compile(rules: &RuleSet, layout: &Layout, most: usize) -> Fast {
    let mut draft = Code::default();
    draft.pool = Pool::new(rules);
    let mut compiler = Compiler {
        rules,
        layout,
        most,
        work: Typed::new(rules, Maker::new(layout, draft)),
        fast: Fast::default(),
        tails: FxHashMap::default(),
        tail_reads: Reads::of(rules, &tail_exprs(rules)),
        interner: Interner::default(),
    };
    for index in 0..rules.rules.len() {
        compiler.rule(RuleId::new(index));
    }
    compiler.measures();
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

/// What tells tails apart: who moved, who is to move, and the move as far as it is read.
type TailKey = (Player, Player, Option<(At, At, At)>);

struct Compiler<'a> {
    rules: &'a RuleSet,
    layout: &'a Layout,
    /// Most steps for all of the game.
    most: usize,
    work: Typed<'a>,
    fast: Fast,
    tails: FxHashMap<TailKey, u32>,
    tail_reads: Reads,
    interner: Interner,
}

/// A rule as it is compiled, and what its parts read.
#[allow(clippy::struct_excessive_bools)] // each is a question of its own
struct Work<'a> {
    id: RuleId,
    rule: &'a Rule,
    asked: Reads,
    done: Reads,
    after: Reads,
    /// Conditions, or places to go to, differ by where the element comes from.
    by_from: bool,
    condition_by_to: bool,
    make_by_from: bool,
    make_by_to: bool,
}

/// A combination of everything that a piece of code is compiled for.
#[derive(Clone)]
struct Candidate<'a> {
    player: Player,
    choice: Option<ExprId>,
    /// Which combination of what the rule says `for` each, and the combination.
    way: u32,
    bound: &'a [(VarId, Val)],
    element: &'a [(VarId, i32)],
    id: Option<ElementId>,
    kinds: u64,
    from_bound: &'a [(VarId, i32)],
    to_bound: &'a [(VarId, i32)],
    from: At,
    to: At,
    moves: bool,
}

/// What tells makings of one rule, way and word apart.
type MakeKey = (Option<ElementId>, u64, Vec<(VarId, i32)>, At, At);

/// The combination of the members of a rule's `for`.
type Way = Vec<(VarId, Val)>;

impl<'a> Compiler<'a> {
    fn rule(&mut self, id: RuleId) {
        let marks = (self.fast.rules.len(), self.fast.conditions.len(), self.fast.makes.len());
        if self.tables(id).is_err() {
            self.fast.rules.truncate(marks.0);
            self.fast.conditions.truncate(marks.1);
            self.fast.makes.truncate(marks.2);
            self.fast.listed_plainly = true;
            self.forget_draft();
        }
    }

    fn tables(&mut self, id: RuleId) -> Made<()> {
        let rule = &self.rules.rules[id.index()];
        if rule.prefer.is_some() || self.work.spent > self.most {
            return Err(GiveUp::TooMuch);
        }
        let work = self.read(id);
        let mut ways: Vec<Vec<Way>> = Vec::new();
        for player in self.layout.players() {
            let mine = if self.is_for(rule.player, player)? { self.ways(&rule.each, player)? } else { Vec::new() };
            ways.push(mine);
        }
        if ways.iter().all(Vec::is_empty) {
            return Ok(());
        }
        for choice in 0..rule.choices.len().max(1) {
            let table = self.table(&work, &ways, choice)?;
            self.fast.rules.push(table);
        }
        Ok(())
    }

    fn read(&self, id: RuleId) -> Work<'a> {
        let rule = &self.rules.rules[id.index()];
        let mut asked: Vec<ExprId> = rule.checks.iter().copied().chain(rule.condition).collect();
        for place in [&rule.from, &rule.to] {
            if let Place::Worked(expr) = place {
                asked.push(*expr);
            }
        }
        let mut done: Vec<ExprId> = rule.awards.iter().flat_map(|award| [award.player, award.amount]).collect();
        done.extend(rule.followup);
        if let Next::Is(next) = rule.next {
            done.push(next);
        }
        let (asked, mut done) = (Reads::of(self.rules, &asked), Reads::of(self.rules, &done));
        let after = Reads::of(self.rules, rule.after.as_slice());
        // What the condition binds is bound again when the move is made.
        let sets = self.lets(rule);
        if sets.iter().any(|(variable, _)| done.variables.has(*variable) || after.variables.has(*variable)) {
            done = Reads {
                from: done.from || asked.from,
                to: done.to || asked.to,
                moved: done.moved || asked.moved,
                captured: done.captured,
                chosen: done.chosen || asked.chosen,
                variables: done.variables.or(&asked.variables),
            };
        }
        let tail = &self.tail_reads;
        Work {
            id,
            rule,
            by_from: asked.from || asked.moved || matches!(rule.from, Place::Worked(_)),
            condition_by_to: asked.to || rule.capture != Capture::Never,
            make_by_from: done.from || tail.from || after.from,
            make_by_to: done.to || done.moved || tail.to || tail.moved || after.to || after.moved,
            asked,
            done,
            after,
        }
    }

    /// The variables that a rule's condition binds, with their values.
    fn lets(&self, rule: &Rule) -> Vec<(VarId, ExprId)> {
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

    fn scene(player: Player) -> Scene {
        Scene { player: Some(player), mover: Some(player.number() as i32), ..Scene::default() }
    }

    fn is_for(&mut self, guard: Guard, player: Player) -> Made<bool> {
        self.guarded(guard, player, player.number() as i32)
    }

    /// Whether a number is as a guard asks, with a player to move.
    fn guarded(&mut self, guard: Guard, player: Player, number: i32) -> Made<bool> {
        Ok(match guard {
            Guard::Any => true,
            Guard::Is(wanted) => wanted == number,
            Guard::Never => false,
            Guard::Bind(_) => return Err(GiveUp::TooMuch),
            Guard::In(expr) => {
                self.work.begin(Self::scene(player));
                let allowed = self.work.eval(expr)?;
                let node = match &allowed {
                    Val::Set(_) => self.work.is_in(&Val::Int(number), &allowed)?,
                    one => self.work.equals(&Val::Int(number), one)?,
                };
                let known = self.work.maker.known(node);
                self.forget_draft();
                match known {
                    Some(Value::Bool(yes)) => yes,
                    _ => return Err(GiveUp::TooMuch),
                }
            }
        })
    }

    /// Every combination of what a rule says `for` each.
    fn ways(&mut self, each: &[(VarId, ExprId)], player: Player) -> Made<Vec<Way>> {
        let mut ways: Vec<Way> = vec![Vec::new()];
        for &(variable, set) in each {
            let mut longer = Vec::new();
            for way in ways {
                self.work.begin(Self::scene(player));
                self.work.bind_all(&way);
                let set = self.work.eval(set)?;
                for (guard, member) in self.work.members(&set)?.iter() {
                    if guard.is_some() || member.constant().is_none() && !matches!(member, Val::Set(_)) {
                        return Err(GiveUp::TooMuch);
                    }
                    let mut way = way.clone();
                    way.push((variable, member.clone()));
                    longer.push(way);
                }
                self.forget_draft();
            }
            ways = longer;
        }
        Ok(ways)
    }

    /// The kinds that an element can come to have, as a mask.
    fn kinds_of(&self, element: ElementId) -> u64 {
        if !self.work.maker.masks() {
            return u64::MAX;
        }
        self.layout
            .kinds
            .iter()
            .filter(|(id, _)| self.layout.can_be(element, *id))
            .fold(0, |mask, (id, _)| mask | 1 << (id.0 + 1))
    }

    fn table(&mut self, work: &Work<'a>, ways: &[Vec<Way>], choice: usize) -> Made<RuleTable> {
        let rule = work.rule;
        let read = work.asked.variables.or(&work.done.variables).or(&work.after.variables);
        let none = Matches::default();
        let found = rule.element.as_ref().unwrap_or(&none);
        let mut classes: Vec<(u64, Option<ElementId>)> = Vec::new();
        let elements = Groups::new(&found.found, &read, |element: ElementId| {
            let alone = self.rules.elements[element.index()].alone.then_some(element);
            let class = (self.kinds_of(element), alone);
            let known = classes.iter().position(|other| *other == class);
            known.unwrap_or_else(|| {
                classes.push(class);
                classes.len() - 1
            }) as u32
        });
        let off = self.rules.locations.len();
        let (from_group, from_groups) = self.froms(work, ways, &read)?;
        let mut by_player = Vec::new();
        for player in self.layout.players() {
            let ways = &ways[player.index()];
            let offer = if ways.is_empty() {
                None
            } else {
                Some(self.offer(work, player, ways, choice, (&elements, &from_groups))?)
            };
            by_player.push(offer);
        }
        let mut places = (0..=off).filter(|&at| from_group[at] != NO_GROUP);
        let place = |at: usize| self.layout.place_of((at < off).then(|| LocationId::new(at)));
        let first = places.next().map(place);
        let one_place = first.is_some_and(|first| self.layout.is_shared(first) && places.all(|at| place(at) == first));
        if one_place && from_groups.len() == 1 {
            for offer in by_player.iter_mut().flatten() {
                offer.alike = self.alike(&offer.elements, from_group[off] != NO_GROUP);
            }
        }
        Ok(RuleTable {
            rule: work.id,
            choice: choice as u16,
            priority: rule.priority,
            word: rule.choices.get(choice).map(|choice| choice.word.clone()),
            captures: rule.capture != Capture::Never,
            only_captures: rule.capture == Capture::Must,
            after: rule.after.is_some(),
            from_group,
            from_groups: from_groups.len(),
            late: Variables::bound_by(self.rules, std::iter::empty()),
            general: false,
            tells_apart: false,
            from_shared: true,
            by_player,
        })
    }

    /// Whether one of some elements that come from one place stands for the others.
    fn alike(&self, elements: &[(ElementId, u32)], from_off: bool) -> Alike {
        let (Some(first), Some(last)) = (elements.first(), elements.last()) else { return Alike::No };
        if elements.iter().any(|(_, group)| *group != first.1) {
            return Alike::No;
        }
        let without_gap = last.0.index() - first.0.index() + 1 == elements.len();
        match self.layout.kind {
            None => Alike::All,
            Some(_) if from_off && without_gap => Alike::ButForKind,
            Some(_) => Alike::No,
        }
    }

    /// Takes a node of the draft over; what is shared stays shared.
    fn take(&mut self, node: NodeId) -> NodeId {
        self.interner.take(&self.work.maker.code, node, &mut self.fast.code)
    }

    fn forget_draft(&mut self) {
        self.work.maker.code.drop_since((0, 0));
        self.interner.forget_draft();
    }

    /// The heuristics of the file, for each player, whoever is to move. Those that cannot be compiled are left to the plain form.
    fn measures(&mut self) {
        let Self { rules, layout, .. } = *self;
        for heuristic in &rules.heuristics {
            let of_all = layout.players().map(|me| self.measure(heuristic.value, me).ok()).collect();
            self.fast.measures.push(of_all);
        }
    }

    fn measure(&mut self, value: ExprId, me: Player) -> Made<NodeId> {
        let slots = self.work.slots;
        self.work.begin_measure(me);
        let val = self.work.eval(value);
        let node = val.and_then(|val| self.work.node(&val)).map(|node| self.take(node));
        self.forget_draft();
        // Variables that are only bound at play would need room in every run.
        if std::mem::replace(&mut self.work.slots, slots) == slots { node } else { Err(GiveUp::TooMuch) }
    }

    fn finish(mut self) -> Fast {
        let draft = std::mem::take(&mut self.work.maker.code);
        self.fast.code.tables = draft.tables;
        self.fast.code.faults = draft.faults;
        self.fast.code.pool = draft.pool;
        self.fast.code.counts = draft.counts;
        self.fast.code.counted = draft.counted;
        self.fast.code.reaches = draft.reaches;
        self.fast.code.rays = draft.rays;
        let library = std::mem::take(&mut self.work.library);
        self.interner.forget_draft();
        let shared = library.shared.iter();
        self.fast.code.shared = shared.map(|&node| self.interner.take(&library, node, &mut self.fast.code)).collect();
        self.fast.priorities = self.rules.rules.iter().map(|rule| rule.priority).collect();
        self.fast.priorities.sort_unstable_by(|a, b| b.cmp(a));
        self.fast.priorities.dedup();
        let resets = self.rules.globals.iter().enumerate().filter(|(_, global)| global.reset == Reset::Move);
        self.fast.reset_moves = resets.map(|(index, _)| GlobalId::new(index)).collect();
        self.fast.finish(self.layout);
        self.fast
    }
}

/// Places that a rule comes from and does not tell apart.
struct FromGroup {
    at: At,
    bound: Vec<(VarId, i32)>,
    /// By way: whether the rule can come from there; empty where it can in all of them.
    ways: Vec<bool>,
}
