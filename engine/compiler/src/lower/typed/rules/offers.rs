//! Enumeration of the origins and targets of a rule's elements. Conditions and makes are compiled in
//! [`moves`](super::moves).

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::{Candidate, Compiler, ForBinding, MOST_COMBINATIONS, MakeKey, OriginClass, PatternClasses, RuleReads};
use crate::analyse::groups::{Group, Groups, Variables};
use crate::lower::typed::{LoweringError, LoweringResult, MoveContext, MovingElement, PlaceInfo, SymValue};
use crate::tables::code::NodeId;
use crate::tables::targets::{MoveCode, MoveCodes, Target, Targets};
use crate::tables::value::Value;
use crate::tables::{ElementSymmetry, MakeCode, NO_GROUP, Offer};
use boardwright_game::ids::{ExprId, LocationId, Player, VarId};
use boardwright_rules::{Capture, RulePlace};

impl<'a> Compiler<'a> {
    /// The origin class of each location, with off the board last, and the classes.
    pub(super) fn origin_classes(
        &mut self,
        rule_reads: &RuleReads<'a>,
        combinations: &[Vec<ForBinding>],
        read: &Variables,
    ) -> LoweringResult<(Vec<u32>, Vec<OriginClass>)> {
        let off = self.rules.locations.len();
        let mut group_of = vec![NO_GROUP; off + 1];
        if rule_reads.rule.element.is_none() {
            return Ok((group_of, Vec::new()));
        }
        let by_place = rule_reads.targets_by_from || rule_reads.make_by_from;
        let groups = match &rule_reads.rule.from {
            RulePlace::Off => {
                group_of[off] = 0;
                vec![OriginClass { at: PlaceInfo::OffBoard, bound: Vec::new(), allowed_combinations: Vec::new() }]
            }
            RulePlace::Listed(matches) => {
                let class = |location: LocationId| if by_place { u32::from(location.0) } else { 0 };
                let found = Groups::new(&matches.entries, read, class);
                for &(location, group) in &found.members {
                    group_of[location.index()] = group;
                }
                let group = |group: &Group<LocationId>| OriginClass {
                    at: if by_place { PlaceInfo::On(group.first) } else { PlaceInfo::Unknown },
                    bound: group.bindings.clone(),
                    allowed_combinations: Vec::new(),
                };
                found.groups.iter().map(group).collect()
            }
            RulePlace::Computed(expr) => {
                let mut groups = Vec::new();
                for (location, combinations) in self.origins(combinations, *expr)? {
                    group_of[location.index()] = groups.len() as u32;
                    groups.push(OriginClass {
                        at: PlaceInfo::On(location),
                        bound: Vec::new(),
                        allowed_combinations: combinations,
                    });
                }
                groups
            }
        };
        Ok((group_of, groups))
    }

    /// The origins of all players, each with the `for` combinations for which it is one. The condition tests which
    /// player may use an origin.
    fn origins(
        &mut self,
        combinations: &[Vec<ForBinding>],
        from: ExprId,
    ) -> LoweringResult<BTreeMap<LocationId, Vec<bool>>> {
        let most = combinations.iter().map(Vec::len).max().unwrap_or(0);
        let mut all: BTreeMap<LocationId, Vec<bool>> = BTreeMap::new();
        for player in self.layout.players() {
            for (combination, bound) in combinations[player.index()].iter().enumerate() {
                self.specialiser.begin(Self::context_of(player));
                self.specialiser.bind_all(bound);
                let places = self.specialiser.eval(from)?;
                for (_, location) in self.guarded_locations(&places)? {
                    all.entry(location).or_insert_with(|| vec![false; most])[combination] = true;
                }
                self.forget_draft();
            }
        }
        Ok(all)
    }

    /// The locations of a value, each with an optional guard.
    pub(super) fn guarded_locations(&mut self, val: &SymValue) -> LoweringResult<Vec<(Option<NodeId>, LocationId)>> {
        let set = match val {
            SymValue::Thing(_) | SymValue::Node(_) => SymValue::Set([(None, val.clone())].into()),
            SymValue::Choose(_, last) if !matches!(**last, SymValue::Set(_)) => {
                self.specialiser.distinct(vec![(None, val.clone())])?
            }
            set => set.clone(),
        };
        let members = self.specialiser.members(&set)?;
        let mut places = Vec::new();
        for (guard, member) in members.iter() {
            match member {
                SymValue::Thing(boardwright_rules::Thing::Location(Some(location))) => places.push((*guard, *location)),
                SymValue::Thing(boardwright_rules::Thing::Location(None)) => {}
                SymValue::Node(node) => {
                    // A location that only the position determines: all locations, each guarded by equality.
                    let node = *node;
                    for index in 0..self.rules.locations.len() {
                        let location = LocationId::new(index);
                        let same =
                            self.specialiser.build_equal(&SymValue::Node(node), &SymValue::location(location))?;
                        if self.specialiser.builder.constant_value(same) == Some(Value::Bool(false)) {
                            continue;
                        }
                        let parts: Vec<NodeId> = guard.iter().copied().chain([same]).collect();
                        places.push((Some(self.specialiser.builder.all(&parts)), location));
                    }
                }
                _ => return Err(LoweringError::Unsupported),
            }
        }
        places.sort_by_key(|(_, location)| *location);
        // A location that several members can be is present if one of these is.
        let mut merged: Vec<(Option<NodeId>, LocationId)> = Vec::new();
        for (guard, location) in places {
            match merged.last_mut().filter(|(_, last)| *last == location) {
                Some((known, _)) => {
                    *known = known.zip(guard).map(|(one, other)| self.specialiser.builder.any(&[one, other]));
                }
                None => merged.push((guard, location)),
            }
        }
        Ok(merged)
    }

    pub(super) fn compile_offer<'w>(
        &mut self,
        rule_reads: &RuleReads<'a>,
        player: Player,
        combinations: &'w [ForBinding],
        choice: usize,
        PatternClasses { elements, origins }: PatternClasses<'w>,
    ) -> LoweringResult<Offer> {
        let rule = rule_reads.rule;
        let mut kinds = Vec::new();
        for (_, kind) in self.layout.kinds.iter().collect::<Vec<_>>() {
            let owner = kind.owner.map_or(0, Player::number) as i32;
            let fits = rule.element.is_some()
                && self.accepts(rule.state, player, i32::from(kind.state))?
                && self.accepts(rule.owner, player, owner)?;
            kinds.push(fits);
        }
        let wanted = if self.specialiser.builder.has_masks() {
            kinds.iter().enumerate().filter(|(_, fits)| **fits).fold(0, |mask, (index, _)| mask | 1 << (index + 1))
        } else {
            u64::MAX
        };
        let candidate = Candidate {
            player,
            choice: rule.choices.get(choice).map(|choice| choice.value),
            for_index: 0,
            bound: &[],
            element: &[],
            id: None,
            kinds: 0,
            from_bound: &[],
            to_bound: &[],
            from: PlaceInfo::OffBoard,
            to: PlaceInfo::OffBoard,
            has_element: false,
        };
        let in_combination = |(combination, bound): (usize, &'w ForBinding), candidate: &Candidate<'w>| Candidate {
            for_index: combination as u32,
            bound,
            ..candidate.clone()
        };
        let mut makes: Vec<FxHashMap<MakeKey, u32>> = vec![FxHashMap::default(); combinations.len()];
        let mut targets = Targets::default();
        if rule.element.is_none() {
            let mut elementless = MoveCodes::new();
            for (combination, makes) in combinations.iter().enumerate().zip(&mut makes) {
                elementless.extend(self.compile_move_code(
                    rule_reads,
                    &in_combination(combination, &candidate),
                    None,
                    makes,
                )?);
            }
            return Ok(Offer {
                elements: Vec::new(),
                symmetry: ElementSymmetry::Distinct,
                accepted_kinds: kinds,
                targets,
                elementless_moves: elementless,
            });
        }
        let mut offered = vec![false; elements.groups.len()];
        for (index, group) in elements.groups.iter().enumerate() {
            let id = self.rules.elements[group.first.index()].is_distinguishable.then_some(group.first);
            let possible = self.kinds_of(group.first) & wanted;
            offered[index] = possible != 0;
            for from in origins {
                let (mut list, mut off) = (Vec::new(), MoveCodes::new());
                if possible == 0 {
                    targets.push_class(list, off);
                    continue;
                }
                let candidate = Candidate {
                    element: &group.bindings,
                    id,
                    kinds: possible,
                    from_bound: &from.bound,
                    from: from.at,
                    has_element: true,
                    ..candidate.clone()
                };
                for (combination, makes) in combinations.iter().enumerate().zip(&mut makes) {
                    if from.allowed_combinations.get(combination.0) != Some(&false) {
                        let (on_board, gone) =
                            self.compile_targets(rule_reads, &in_combination(combination, &candidate), makes)?;
                        list.extend(on_board);
                        off.extend(gone);
                    }
                }
                targets.push_class(list, off);
            }
        }
        let elements = elements.members.iter().copied().filter(|(_, group)| offered[*group as usize]).collect();
        Ok(Offer {
            elements,
            symmetry: ElementSymmetry::Distinct,
            accepted_kinds: kinds,
            targets,
            elementless_moves: MoveCodes::new(),
        })
    }

    /// The targets of an element class from an origin class, and the move off the board.
    pub(super) fn compile_targets(
        &mut self,
        rule_reads: &RuleReads<'a>,
        candidate: &Candidate<'_>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> LoweringResult<(Vec<Target>, Option<MoveCode>)> {
        let mut list = Vec::new();
        match &rule_reads.rule.to {
            // Nothing can be captured there, and an element that is there already goes nowhere.
            RulePlace::Off if candidate.from == PlaceInfo::OffBoard || rule_reads.rule.capture == Capture::Must => {
                return Ok((list, None));
            }
            RulePlace::Off => {
                let off = Candidate { to: PlaceInfo::OffBoard, ..candidate.clone() };
                return Ok((list, self.compile_move_code(rule_reads, &off, None, makes)?));
            }
            RulePlace::Listed(matches) => {
                if matches.entries.len() > MOST_COMBINATIONS {
                    return Err(LoweringError::Unsupported);
                }
                let read = rule_reads
                    .condition_reads
                    .variables
                    .union(&rule_reads.make_reads.variables)
                    .union(&rule_reads.after_reads.variables);
                let mut known: Option<Option<MoveCode>> = None;
                for (to, bindings) in &matches.entries {
                    if candidate.from == PlaceInfo::On(*to) {
                        continue; // the element itself stands there
                    }
                    let bindings = read.restrict(bindings);
                    let is_uniform = !rule_reads.condition_by_to && !rule_reads.make_by_to && bindings.is_empty();
                    let move_code = match known {
                        Some(move_code) if is_uniform => move_code,
                        _ => {
                            let to = if is_uniform { PlaceInfo::Unknown } else { PlaceInfo::On(*to) };
                            let candidate = Candidate { to_bound: &bindings, to, ..candidate.clone() };
                            self.compile_move_code(rule_reads, &candidate, None, makes)?
                        }
                    };
                    if is_uniform {
                        known = Some(move_code);
                    }
                    list.extend(move_code.map(|move_code| Target::new(*to, move_code)));
                }
            }
            RulePlace::Computed(expr) => {
                self.begin_candidate(rule_reads, candidate, true);
                let places = self.specialiser.eval(*expr)?;
                let places = self.guarded_locations(&places)?;
                let guarded = places.iter().any(|(guard, _)| guard.is_some());
                self.forget_draft();
                for (_, to) in places {
                    if candidate.from == PlaceInfo::On(to) {
                        continue;
                    }
                    let candidate = Candidate { to: PlaceInfo::On(to), ..candidate.clone() };
                    let move_code = self.compile_move_code(rule_reads, &candidate, guarded.then_some(*expr), makes)?;
                    list.extend(move_code.map(|move_code| Target::new(to, move_code)));
                }
            }
        }
        Ok((list, None))
    }

    /// Starts a piece of code for a candidate; `open` if nothing is known of the target yet.
    pub(super) fn begin_candidate(&mut self, rule_reads: &RuleReads<'a>, candidate: &Candidate<'_>, open: bool) {
        let mover = MovingElement { at: candidate.from, kinds: candidate.kinds, id: candidate.id };
        let to = if open { PlaceInfo::Unknown } else { candidate.to };
        self.specialiser.begin(MoveContext {
            moved: candidate.has_element.then_some(mover),
            from: candidate.from,
            to,
            choice: candidate.choice,
            ..Self::context_of(candidate.player)
        });
        self.specialiser.bind_all(candidate.bound);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        for (variable, number) in patterns.into_iter().flatten() {
            self.specialiser.bind(*variable, SymValue::Int(*number));
        }
        if let (true, PlaceInfo::On(from)) = (candidate.has_element, candidate.from) {
            self.specialiser.set_cell(from, candidate.kinds);
        }
        if let PlaceInfo::On(to) = to
            && candidate.has_element
        {
            let mask = self.target_mask(rule_reads.rule.capture, candidate.player);
            self.specialiser.set_cell(to, mask);
        }
    }

    /// Mask of the kinds that may stand on the target.
    pub(super) fn target_mask(&self, capture: Capture, player: Player) -> u64 {
        if capture == Capture::Never || !self.specialiser.builder.has_masks() {
            return if capture == Capture::Never { 1 } else { u64::MAX };
        }
        let enemy = |kind: boardwright_interpreter::kinds::PieceKind| kind.owner.is_some_and(|owner| owner != player);
        let kinds = self.layout.kinds.iter().filter(|(_, kind)| enemy(*kind));
        kinds.fold(u64::from(capture == Capture::May), |mask, (id, _)| mask | 1 << (id.0 + 1))
    }

    /// Compiles condition and make of a candidate; `None` if the condition never holds.
    pub(super) fn compile_move_code(
        &mut self,
        rule_reads: &RuleReads<'a>,
        candidate: &Candidate<'_>,
        computed: Option<ExprId>,
        makes: &mut FxHashMap<MakeKey, u32>,
    ) -> LoweringResult<Option<MoveCode>> {
        self.specialiser.spent += 1;
        if self.specialiser.spent > self.max_steps {
            return Err(LoweringError::Unsupported);
        }
        let Some(condition) = self.compile_condition(rule_reads, candidate, computed)? else {
            self.forget_draft();
            return Ok(None);
        };
        self.forget_draft();
        let done = rule_reads.make_reads.variables.union(&rule_reads.after_reads.variables);
        let patterns = [candidate.element, candidate.from_bound, candidate.to_bound];
        let bound: Vec<(VarId, i32)> = patterns.into_iter().flat_map(|bindings| done.restrict(bindings)).collect();
        let fixed =
            |at: PlaceInfo, matters: bool| if matters || at == PlaceInfo::OffBoard { at } else { PlaceInfo::Unknown };
        let from = fixed(candidate.from, rule_reads.make_by_from);
        let to = fixed(candidate.to, rule_reads.make_by_to);
        let key: MakeKey = (candidate.id, candidate.kinds, bound, from, to);
        if let Some(&make) = makes.get(&key) {
            return Ok(Some(MoveCode { condition, make, for_index: candidate.for_index }));
        }
        let candidate = Candidate { from, to, ..candidate.clone() };
        let made = self.compile_make(rule_reads, &candidate);
        self.forget_draft();
        let make = match made {
            Ok(make) => make,
            Err(_) if rule_reads.rule.after.is_some() => return Err(LoweringError::Unsupported),
            Err(_) => MakeCode { is_interpreted: true, ..MakeCode::default() },
        };
        self.compiled.makes.push(make);
        let make = (self.compiled.makes.len() - 1) as u32;
        makes.insert(key, make);
        Ok(Some(MoveCode { condition, make, for_index: candidate.for_index }))
    }
}
