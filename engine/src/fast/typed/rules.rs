//! The tables of typed rules: which moves each rule can ever allow, the code that decides them and the code that makes
//! them. A rule that cannot be compiled leaves the listing of moves to the plain form, a making its making.

use rustc_hash::FxHashMap;

use crate::ids::{ElementId, ExprId, GlobalId, LocationId, Player, RuleId, VarId};
use crate::layout::Layout;
use crate::rules::{Capture, Expr, Guard, Matches, Next, Place, Reset, Rule, RuleSet, Winner};

use super::super::code::{Code, Node, NodeId};
use super::super::gates;
use super::super::groups::{Groups, Variables};
use super::super::simplify::Maker;
use super::super::tables::{
    AwardCode, Condition, EndCode, Fast, Make, NO_GROUP, NextCode, Offer, RuleTable, ScoringCode, Tail,
};
use super::super::targets::{ALWAYS, Aim, Target, Targets};
use super::super::value::{Pool, Value};
use super::reads::Reads;
use super::{At, GiveUp, Made, Mover, Scene, Typed, Val};

/// Most steps for all of a game.
const MOST_FOR_ALL: usize = 12_000_000;
/// Most combinations of groups of elements, places to come from and places to go to, for one rule and player.
const MOST_COMBINATIONS: usize = 400_000;

/// Compiles a rule set of typed expressions.
pub(in super::super) fn compile(rules: &RuleSet, layout: &Layout) -> Fast {
    let mut draft = Code::default();
    draft.pool = Pool::new(rules);
    let mut compiler = Compiler {
        rules,
        layout,
        work: Typed::new(rules, Maker::new(layout, draft)),
        fast: Fast::default(),
        tails: FxHashMap::default(),
        tail_reads: Reads::of(rules, &tail_exprs(rules)),
        copied: FxHashMap::default(),
    };
    for index in 0..rules.rules.len() {
        compiler.rule(RuleId::new(index));
    }
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
    work: Typed<'a>,
    fast: Fast,
    tails: FxHashMap<TailKey, u32>,
    tail_reads: Reads,
    /// Nodes of the draft that have been copied.
    copied: FxHashMap<NodeId, NodeId>,
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
    bound: Vec<(VarId, Val)>,
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
        let marks = (self.fast.rules.len(), self.fast.conditions.len());
        if self.tables(id).is_err() {
            self.fast.rules.truncate(marks.0);
            self.fast.conditions.truncate(marks.1);
            self.fast.listed_plainly = true;
            self.forget_draft();
        }
    }

    fn tables(&mut self, id: RuleId) -> Made<()> {
        let rule = &self.rules.rules[id.index()];
        if rule.prefer.is_some() {
            return Err(GiveUp::TooMuch);
        }
        let work = self.read(id);
        let mut ways: Vec<Vec<Way>> = Vec::new();
        for player in self.layout.players() {
            let mine = if self.is_for(rule.player, player)? { self.ways(&rule.each, player)? } else { Vec::new() };
            ways.push(mine);
        }
        let most = ways.iter().map(Vec::len).max().unwrap_or(0);
        for way in 0..most {
            for choice in 0..rule.choices.len().max(1) {
                let table = self.table(&work, &ways, way, choice)?;
                self.fast.rules.push(table);
                if self.work.spent > MOST_FOR_ALL {
                    return Err(GiveUp::TooMuch);
                }
            }
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

    fn table(&mut self, work: &Work<'a>, ways: &[Vec<Way>], way: usize, choice: usize) -> Made<RuleTable> {
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
        let from = self.froms(work, ways, way, &read)?;
        let mut from_group = vec![NO_GROUP; off + 1];
        let mut from_groups: Vec<FromGroup> = Vec::new();
        match &from {
            None => {
                from_group[off] = 0;
                from_groups.push(FromGroup { at: At::Off, bound: Vec::new() });
            }
            Some(groups) => {
                for &(location, group) in &groups.members {
                    from_group[location.index()] = group;
                }
                from_groups.extend(groups.groups.iter().map(|group| FromGroup {
                    at: if work.by_from || work.make_by_from { At::On(group.first) } else { At::Unknown },
                    bound: group.bindings.clone(),
                }));
            }
        }
        let mut by_player = Vec::new();
        for player in self.layout.players() {
            let Some(bound) = ways[player.index()].get(way) else {
                by_player.push(None);
                continue;
            };
            by_player.push(Some(self.offer(work, player, bound, choice, (&elements, &from_groups))?));
        }
        let mut places = (0..=off).filter(|&at| from_group[at] != NO_GROUP);
        let place = |at: usize| self.layout.place_of((at < off).then(|| LocationId::new(at)));
        let first = places.next().map(place);
        let one_place = first.is_some_and(|first| self.layout.is_shared(first) && places.all(|at| place(at) == first));
        if one_place && self.layout.kind.is_none() && from_groups.len() == 1 {
            for offer in by_player.iter_mut().flatten() {
                offer.one_class = offer.elements.iter().all(|(_, group)| *group == offer.elements[0].1);
            }
        }
        Ok(RuleTable {
            rule: work.id,
            way: way as u32,
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
            by_player,
        })
    }

    /// Groups of places to come from; `None` is off the board.
    fn froms(
        &mut self,
        work: &Work<'a>,
        ways: &[Vec<Way>],
        way: usize,
        read: &Variables,
    ) -> Made<Option<Groups<LocationId>>> {
        let by_place = work.by_from || work.make_by_from;
        let class = |location: LocationId| if by_place { u32::from(location.0) } else { 0 };
        if work.rule.element.is_none() {
            return Ok(Some(Groups::new(&[], read, class)));
        }
        match &work.rule.from {
            Place::Off => Ok(None),
            Place::Known(matches) => Ok(Some(Groups::new(&matches.found, read, class))),
            Place::Worked(expr) => {
                // All places that any player may come from; which of them it is for one is asked by the condition.
                let mut all: Vec<LocationId> = Vec::new();
                for player in self.layout.players() {
                    let Some(bound) = ways[player.index()].get(way) else { continue };
                    self.work.begin(Self::scene(player));
                    self.work.bind_all(bound);
                    let places = self.work.eval(*expr)?;
                    for (_, location) in self.places(&places)? {
                        if !all.contains(&location) {
                            all.push(location);
                        }
                    }
                    self.forget_draft();
                }
                all.sort_unstable();
                let found: Vec<(LocationId, Vec<(VarId, i32)>)> = all.into_iter().map(|at| (at, Vec::new())).collect();
                Ok(Some(Groups::new(&found, read, class)))
            }
        }
    }

    /// The locations that a value is, each with what must hold for it.
    fn places(&mut self, val: &Val) -> Made<Vec<(Option<NodeId>, LocationId)>> {
        let set = match val {
            Val::Thing(_) | Val::Node(_) => Val::Set([(None, val.clone())].into()),
            Val::Choose(_, last) if !matches!(**last, Val::Set(_)) => self.work.distinct(vec![(None, val.clone())])?,
            set => set.clone(),
        };
        let members = self.work.members(&set)?;
        let mut places = Vec::new();
        for (guard, member) in members.iter() {
            match member {
                Val::Thing(crate::rules::Thing::Location(Some(location))) => places.push((*guard, *location)),
                Val::Thing(crate::rules::Thing::Location(None)) => {}
                Val::Node(node) => {
                    // A place that only the position tells: every place, with that as its guard.
                    let node = *node;
                    for index in 0..self.rules.locations.len() {
                        let location = LocationId::new(index);
                        let same = self.work.equals(&Val::Node(node), &Val::location(location))?;
                        if self.work.maker.known(same) == Some(Value::Bool(false)) {
                            continue;
                        }
                        let parts: Vec<NodeId> = guard.iter().copied().chain([same]).collect();
                        places.push((Some(self.work.maker.all(&parts)), location));
                    }
                }
                _ => return Err(GiveUp::TooMuch),
            }
        }
        places.sort_by_key(|(_, location)| *location);
        Ok(places)
    }

    fn offer(
        &mut self,
        work: &Work<'a>,
        player: Player,
        bound: &Way,
        choice: usize,
        (elements, from): (&Groups<ElementId>, &[FromGroup]),
    ) -> Made<Offer> {
        let rule = work.rule;
        let mut kinds = Vec::new();
        for (_, kind) in self.layout.kinds.iter().collect::<Vec<_>>() {
            let owner = kind.owner.map_or(0, Player::number) as i32;
            let fits = rule.element.is_some()
                && self.guarded(rule.state, player, i32::from(kind.state))?
                && self.guarded(rule.owner, player, owner)?;
            kinds.push(fits);
        }
        let wanted = if self.work.maker.masks() {
            kinds.iter().enumerate().filter(|(_, fits)| **fits).fold(0, |mask, (index, _)| mask | 1 << (index + 1))
        } else {
            u64::MAX
        };
        let candidate = Candidate {
            player,
            choice: rule.choices.get(choice).map(|choice| choice.value),
            bound: bound.clone(),
            element: &[],
            id: None,
            kinds: 0,
            from_bound: &[],
            to_bound: &[],
            from: At::Off,
            to: At::Off,
            moves: false,
        };
        let mut makes = FxHashMap::default();
        let mut targets = Targets::default();
        if rule.element.is_none() {
            let bare = self.aim(work, &candidate, None, &mut makes)?;
            return Ok(Offer { elements: Vec::new(), one_class: false, kinds, targets, bare });
        }
        let mut offered = vec![false; elements.groups.len()];
        for (index, group) in elements.groups.iter().enumerate() {
            let id = self.rules.elements[group.first.index()].alone.then_some(group.first);
            let possible = self.kinds_of(group.first) & wanted;
            offered[index] = possible != 0;
            for from in from {
                if possible == 0 {
                    targets.add(Vec::new(), None);
                    continue;
                }
                let candidate = Candidate {
                    element: &group.bindings,
                    id,
                    kinds: possible,
                    from_bound: &from.bound,
                    from: from.at,
                    moves: true,
                    ..candidate.clone()
                };
                let (list, off) = self.targets(work, &candidate, &mut makes)?;
                targets.add(list, off);
            }
        }
        let elements = elements.members.iter().copied().filter(|(_, group)| offered[*group as usize]).collect();
        Ok(Offer { elements, one_class: false, kinds, targets, bare: None })
    }

    /// Where a group of elements can go from a group of places.
    fn targets(
        &mut self,
        work: &Work<'a>,
        candidate: &Candidate<'_>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> Made<(Vec<Target>, Option<Aim>)> {
        let mut list = Vec::new();
        match &work.rule.to {
            // Nothing can be taken there, and what is there already goes nowhere.
            Place::Off if candidate.from == At::Off || work.rule.capture == Capture::Must => return Ok((list, None)),
            Place::Off => {
                let off = Candidate { to: At::Off, ..candidate.clone() };
                return Ok((list, self.aim(work, &off, None, makes)?));
            }
            Place::Known(matches) => {
                if matches.found.len() > MOST_COMBINATIONS {
                    return Err(GiveUp::TooMuch);
                }
                let read = work.asked.variables.or(&work.done.variables).or(&work.after.variables);
                let mut known: Option<Option<Aim>> = None;
                for (to, bindings) in &matches.found {
                    if candidate.from == At::On(*to) {
                        continue; // it stands there itself
                    }
                    let bindings = read.of(bindings);
                    let alike = !work.condition_by_to && !work.make_by_to && bindings.is_empty();
                    let aim = match known {
                        Some(aim) if alike => aim,
                        _ => {
                            let to = if alike { At::Unknown } else { At::On(*to) };
                            let candidate = Candidate { to_bound: &bindings, to, ..candidate.clone() };
                            self.aim(work, &candidate, None, makes)?
                        }
                    };
                    if alike {
                        known = Some(aim);
                    }
                    list.extend(aim.map(|aim| Target { to: *to, aim }));
                }
            }
            Place::Worked(expr) => {
                self.start(work, candidate, true);
                let places = self.work.eval(*expr)?;
                let places = self.places(&places)?;
                let guarded = places.iter().any(|(guard, _)| guard.is_some());
                self.forget_draft();
                for (_, to) in places {
                    if candidate.from == At::On(to) {
                        continue;
                    }
                    let candidate = Candidate { to: At::On(to), ..candidate.clone() };
                    let aim = self.aim(work, &candidate, guarded.then_some(*expr), makes)?;
                    list.extend(aim.map(|aim| Target { to, aim }));
                }
            }
        }
        Ok((list, None))
    }

    /// Begins a piece of code for a candidate; `open`: before the target is looked at.
    fn start(&mut self, work: &Work<'a>, candidate: &Candidate<'_>, open: bool) {
        let mover = Mover { at: candidate.from, kinds: candidate.kinds, id: candidate.id };
        let to = if open { At::Unknown } else { candidate.to };
        self.work.begin(Scene {
            moved: candidate.moves.then_some(mover),
            from: candidate.from,
            to,
            choice: candidate.choice,
            ..Self::scene(candidate.player)
        });
        self.work.bind_all(&candidate.bound);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        for (variable, number) in patterns.into_iter().flatten() {
            self.work.bind(*variable, Val::Int(*number));
        }
        if let (true, At::On(from)) = (candidate.moves, candidate.from) {
            self.work.set_cell(from, candidate.kinds);
        }
        if let At::On(to) = to
            && candidate.moves
        {
            let mask = self.target_mask(work.rule.capture, candidate.player);
            self.work.set_cell(to, mask);
        }
    }

    /// What may stand on the target.
    fn target_mask(&self, capture: Capture, player: Player) -> u64 {
        if capture == Capture::Never || !self.work.maker.masks() {
            return if capture == Capture::Never { 1 } else { u64::MAX };
        }
        let enemy = |kind: crate::kinds::Kind| kind.owner.is_some_and(|owner| owner != player);
        let kinds = self.layout.kinds.iter().filter(|(_, kind)| enemy(*kind));
        kinds.fold(u64::from(capture == Capture::May), |mask, (id, _)| mask | 1 << (id.0 + 1))
    }

    /// Condition and making for a candidate; `None` where the condition never holds.
    fn aim(
        &mut self,
        work: &Work<'a>,
        candidate: &Candidate<'_>,
        worked: Option<ExprId>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> Made<Option<Aim>> {
        self.work.spent += 1;
        let Some(condition) = self.condition(work, candidate, worked)? else {
            self.forget_draft();
            return Ok(None);
        };
        self.forget_draft();
        let done = work.done.variables.or(&work.after.variables);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let bound: Vec<(VarId, i32)> = patterns.into_iter().flat_map(|bindings| done.of(bindings)).collect();
        let fixed = |at: At, matters: bool| if matters || at == At::Off { at } else { At::Unknown };
        let from = fixed(candidate.from, work.make_by_from);
        let to = fixed(candidate.to, work.make_by_to);
        let key: MakeKey = (candidate.id, candidate.kinds, bound, from, to);
        if let Some(&make) = makes.get(&key) {
            return Ok(Some(Aim { condition, make }));
        }
        let candidate = Candidate { from, to, ..candidate.clone() };
        let made = self.make(work, &candidate);
        self.forget_draft();
        let make = match made {
            Ok(make) => make,
            Err(_) if work.rule.after.is_some() => return Err(GiveUp::TooMuch),
            Err(_) => Make { plainly: true, ..Make::default() },
        };
        self.fast.makes.push(make);
        let make = (self.fast.makes.len() - 1) as u32;
        makes.insert(key, make);
        Ok(Some(Aim { condition, make }))
    }

    fn condition(&mut self, work: &Work<'a>, candidate: &Candidate<'_>, worked: Option<ExprId>) -> Made<Option<u32>> {
        self.start(work, candidate, false);
        let mut nodes = Vec::new();
        if let (true, Capture::May | Capture::Must, At::On(to)) = (candidate.moves, work.rule.capture, candidate.to) {
            // Asked in the open: what `start` knows of the target is what this makes sure of.
            let known = self.work.possible(to);
            self.work.set_cell(to, u64::MAX);
            let (player, none) = (candidate.player, work.rule.capture == Capture::May);
            let there = self.work.by_kind(&Val::Content(to), Value::Bool(none), &|kind| {
                Value::Bool(kind.owner.is_some_and(|owner| owner != player))
            })?;
            nodes.push(self.work.truth(&there)?);
            if let Some(known) = known {
                self.work.set_cell(to, known);
            }
        }
        if let Some(expr) = worked {
            let places = self.work.eval(expr)?;
            let to = candidate.to.location().ok_or(GiveUp::TooMuch)?;
            let places = self.places(&places)?;
            let guards = places.into_iter().filter(|(_, at)| *at == to);
            nodes.extend(guards.filter_map(|(guard, _)| guard));
        }
        if let (Place::Worked(expr), At::On(from)) = (&work.rule.from, candidate.from) {
            let places = self.work.eval(*expr)?;
            let places = self.places(&places)?;
            match places.into_iter().find(|(_, at)| *at == from) {
                Some((guard, _)) => nodes.extend(guard),
                None => return Ok(None),
            }
        }
        for node in nodes.clone() {
            self.work.assume(node, true);
        }
        for &expr in work.rule.checks.iter().chain(&work.rule.condition) {
            let node = self.work.test(expr)?;
            nodes.push(node);
            if self.work.maker.known(node) == Some(Value::Bool(false)) {
                break;
            }
            self.work.assume(node, true);
        }
        let node = self.work.maker.all(&nodes);
        match self.work.maker.known(node) {
            Some(Value::Bool(true)) => return Ok(Some(ALWAYS)),
            Some(_) => return Ok(None),
            None => {}
        }
        let node = self.take(node);
        self.fast.conditions.push(Condition { node, reads: false, shared: false });
        Ok(Some((self.fast.conditions.len() - 1) as u32))
    }

    fn make(&mut self, work: &Work<'a>, candidate: &Candidate<'_>) -> Made<Make> {
        let rule = work.rule;
        let mut make = Make::default();
        self.start(work, candidate, false);
        self.work.acting = true;
        let slots = self.work.slots;
        let mut prologue = Vec::new();
        for (variable, value) in self.lets(rule) {
            if work.done.variables.has(variable) || work.after.variables.has(variable) {
                prologue.extend(self.work.keep(variable, value)?);
            }
        }
        if !prologue.is_empty() {
            let yes = self.work.maker.truth(true);
            let node = self.work.maker.seq(prologue, yes);
            make.prologue = Some(node);
        }
        make.awards = self.awards(&rule.awards)?;
        self.moved(work, candidate);
        make.followup = rule.followup.map(|followup| self.work.exec(followup)).transpose()?;
        let moved = self.work.scene.moved.map_or(At::Unknown, |moved| moved.at);
        make.next = match rule.next {
            Next::Stays => NextCode::Stays,
            Next::Following => NextCode::Is(candidate.player.next(self.layout.players)),
            Next::Is(expr) => {
                let next = self.work.eval(expr)?;
                let known = match next {
                    Val::Int(number) => {
                        usize::try_from(number).ok().filter(|&n| n <= self.layout.players).and_then(Player::new)
                    }
                    _ => None,
                };
                match known {
                    Some(player) => NextCode::Is(player),
                    None => NextCode::Worked(self.work.node(&next)?, expr),
                }
            }
        };
        for root in make.roots() {
            *root = self.take(*root);
        }
        let silent = |fast: &Fast, node: &NodeId| matches!(fast.code[*node], Node::Const(_));
        make.followup = make.followup.filter(|node| !silent(&self.fast, node));
        make.reads = self.work.slots > slots || make.prologue.is_some() || self.stores(&make);
        if make.reads {
            self.fast.variables = self.fast.variables.max(self.work.slots);
        }
        self.work.slots = slots;
        self.forget_draft();
        if let Some(after) = rule.after {
            make.after = Some(self.after(work, candidate, after)?);
        }
        let players = match make.next {
            NextCode::Stays => vec![candidate.player],
            NextCode::Is(player) => vec![player],
            NextCode::Worked(..) => self.layout.players().collect(),
        };
        for player in players {
            let tail = self.tail(candidate, player, moved)?;
            make.tails.push(tail);
        }
        Ok(make)
    }

    /// Whether a making keeps anything in variables.
    fn stores(&self, make: &Make) -> bool {
        let mut nodes: Vec<NodeId> = make.followup.into_iter().chain(make.prologue).collect();
        while let Some(node) = nodes.pop() {
            if matches!(self.fast.code[node], Node::Store { .. } | Node::Number(_) | Node::Flag(_)) {
                return true;
            }
            nodes.extend(self.fast.code.parts(node));
        }
        false
    }

    /// What is known once the element has moved.
    fn moved(&mut self, work: &Work<'a>, candidate: &Candidate<'_>) {
        if !candidate.moves {
            return;
        }
        self.work.scene.captures = work.rule.capture != Capture::Never;
        match candidate.from {
            At::On(from) => self.work.set_cell(from, 1),
            At::Off => {}
            At::Unknown => self.work.cells.clear(),
        }
        let reserved = self.rules.element_types.iter().any(|kind| kind.reserve.is_some());
        if reserved && (work.rule.capture != Capture::Never || candidate.to == At::Off) {
            self.work.cells.clear();
        }
        if let At::On(to) = candidate.to {
            self.work.set_cell(to, candidate.kinds);
        }
        if let Some(moved) = &mut self.work.scene.moved {
            moved.at = candidate.to;
        }
    }

    fn awards(&mut self, awards: &[crate::rules::Award]) -> Made<Vec<AwardCode>> {
        let mut code = Vec::new();
        for award in awards {
            let (player, amount) = (self.work.eval(award.player)?, self.work.eval(award.amount)?);
            code.push(AwardCode {
                player: self.work.node(&player)?,
                player_at: award.player,
                amount: self.work.node(&amount)?,
                amount_at: award.amount,
            });
        }
        Ok(code)
    }

    /// What must hold in the position made. Nothing is known of its cells, so that many moves share the code.
    fn after(&mut self, work: &Work<'a>, candidate: &Candidate<'_>, after: ExprId) -> Made<NodeId> {
        let reads = &work.after;
        if self.lets(work.rule).iter().any(|(variable, _)| reads.variables.has(*variable)) {
            return Err(GiveUp::TooMuch);
        }
        let moves = reads.from || reads.to || reads.moved || reads.captured;
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let pure = !moves
            && !candidate.bound.iter().any(|(variable, _)| reads.variables.has(*variable))
            && patterns.into_iter().all(|bindings| reads.variables.of(bindings).is_empty());
        if let (true, Some(&node)) = (pure, self.fast.afters.get(&(candidate.player, after))) {
            return Ok(node);
        }
        self.start(work, candidate, false);
        self.work.cells.clear();
        if let Some(moved) = &mut self.work.scene.moved {
            // Where it is and what it has become, the actions decide.
            *moved = Mover { at: At::Unknown, kinds: u64::MAX, id: moved.id };
        }
        self.work.scene.captures = work.rule.capture != Capture::Never;
        let node = self.work.test(after)?;
        let node = self.take(node);
        self.forget_draft();
        if pure {
            self.fast.afters.insert((candidate.player, after), node);
        }
        Ok(node)
    }

    /// Scorings and ends after a move.
    fn tail(&mut self, candidate: &Candidate<'_>, player: Player, at: At) -> Made<u32> {
        let reads = &self.tail_reads;
        let told =
            (reads.from || reads.to || reads.moved || reads.captured).then_some((candidate.from, candidate.to, at));
        let key = (candidate.player, player, told);
        if let Some(&tail) = self.tails.get(&key) {
            return Ok(tail);
        }
        let moved = Mover { at, kinds: u64::MAX, id: None };
        let scene = Scene {
            player: Some(player),
            mover: Some(candidate.player.number() as i32),
            moved: candidate.moves.then_some(moved),
            from: candidate.from,
            to: candidate.to,
            choice: None,
            captures: reads.captured,
        };
        let mut tail = Tail::default();
        self.work.begin(scene);
        self.work.acting = true;
        let slots = self.work.slots;
        for (index, scoring) in self.rules.scorings.iter().enumerate() {
            let situation = self.work.test(scoring.situation)?;
            let awards = self.awards(&scoring.awards)?;
            let followup = scoring.followup.map(|followup| self.work.exec(followup)).transpose()?;
            self.work.cells.clear();
            if let Some(moved) = &mut self.work.scene.moved {
                moved.at = if followup.is_some() { At::Unknown } else { moved.at };
            }
            if self.work.maker.known(situation) != Some(Value::Bool(false)) {
                tail.scorings.push(ScoringCode { index, situation, awards, followup });
            }
        }
        for (index, end) in self.rules.ends.iter().enumerate() {
            let situation = self.work.test(end.situation)?;
            if self.work.maker.known(situation) == Some(Value::Bool(false)) {
                continue;
            }
            let (winner, winner_at) = match end.winner {
                Winner::Is(winner) => {
                    let val = self.work.eval(winner)?;
                    (Some(self.work.node(&val)?), winner)
                }
                Winner::Highest => (None, end.situation),
            };
            tail.ends.push(EndCode { index, situation, winner, winner_at });
            if self.work.maker.known(situation) == Some(Value::Bool(true)) {
                break;
            }
        }
        for root in tail.roots() {
            *root = self.take(*root);
        }
        if !self.rules.scorings.is_empty() {
            self.fast.variables = self.fast.variables.max(self.work.slots);
        }
        self.work.slots = slots;
        self.forget_draft();
        self.fast.tails.push(tail);
        let tail = (self.fast.tails.len() - 1) as u32;
        self.tails.insert(key, tail);
        Ok(tail)
    }

    /// Takes a node of the draft over; what is shared stays shared.
    fn take(&mut self, node: NodeId) -> NodeId {
        self.work.maker.code.copy_shared(node, &mut self.fast.code, &mut self.copied)
    }

    fn forget_draft(&mut self) {
        self.work.maker.code.drop_since((0, 0));
        self.copied.clear();
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
        let mut copied = FxHashMap::default();
        let shared = library.shared.iter();
        self.fast.code.shared =
            shared.map(|&node| library.copy_shared(node, &mut self.fast.code, &mut copied)).collect();
        gates::lift(self.layout, &mut self.fast);
        self.fast.priorities = self.rules.rules.iter().map(|rule| rule.priority).collect();
        self.fast.priorities.sort_unstable_by(|a, b| b.cmp(a));
        self.fast.priorities.dedup();
        let resets = self.rules.globals.iter().enumerate().filter(|(_, global)| global.reset == Reset::Move);
        self.fast.reset_moves = resets.map(|(index, _)| GlobalId::new(index)).collect();
        let players = self.layout.players;
        self.fast.rivals = (0..players).map(|player| self.fast.has_rivals(player)).collect();
        self.fast.doubles = (0..players).map(|player| self.fast.has_doubles(self.layout, player)).collect();
        self.fast
    }
}

/// Places that a rule comes from and does not tell apart.
struct FromGroup {
    at: At,
    bound: Vec<(VarId, i32)>,
}
