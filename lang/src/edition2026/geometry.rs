//! Lowering of `[DIRECTIONS]` and `[RELATIONS]` to adjacency tables.
//! Everything here is a compile-time constant.

use std::collections::{HashMap, HashSet};

use boardwright_game::ids::{DirectionId, FamilyId, LocationId, RelationId};
use boardwright_rules::{Direction, FamilyKind, Relation, Thing};

use super::constant::{self, required_key, single_expr};
use super::entries::{Entries, Entry, SectionKind, value_exprs};
use super::expr::{Local, LoweringContext};
use super::families::Header;
use super::names::Meaning;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::syntax::ast::{Expr, ExprKind, KeyValue};

/// Maximum number of locations times directions: size of the direction tables.
const MAX_STEPS: usize = 4_000_000;

impl LoweringContext<'_> {
    pub(super) fn directions(&mut self, entries: &Entries) {
        for entry in entries.of(SectionKind::Directions) {
            let Some(header) = self.entry_header(entry) else { continue };
            let (Some(from), Some(to)) = (
                required_key(self, entry, "from", SectionKind::Directions),
                required_key(self, entry, "to", SectionKind::Directions),
            ) else {
                self.failed_names.insert(header.word.text);
                continue;
            };
            let (Some(from), Some(to)) = (single_expr(self, from), single_expr(self, to)) else {
                self.failed_names.insert(header.word.text);
                continue;
            };
            let condition = entry.get("where");
            self.for_each_member(FamilyKind::Direction, &header, None, &mut |lower, indices| {
                lower.direction(&header, indices, (from, to), condition);
            });
        }
        self.sort_families(FamilyKind::Direction);
    }

    fn direction(
        &mut self,
        header: &Header,
        indices: &[i32],
        (from, to): (&Expr, &Expr),
        condition: Option<&KeyValue>,
    ) {
        let count = self.rules.directions.len();
        let locations = self.rules.locations.len();
        if (count + 1) * locations > MAX_STEPS {
            self.report(Diagnostic::error(
                "too-many",
                header.span,
                "there are too many directions for this number of places",
            ));
            self.exhaust();
            return;
        }
        let mut table: Vec<Option<LocationId>> = vec![None; locations];
        // The direction exists if its condition holds for at least one location.
        let mut exists = false;
        self.for_each_location(from, &mut |lower, start| {
            let Some(start) = start else { return };
            lower.for_each_location(to, &mut |lower, end| {
                if !constant::condition_holds(lower, condition) {
                    return;
                }
                exists = true;
                let Some(end) = end else { return };
                let known = table[start.index()].replace(end);
                if known.is_some_and(|known| known != end) {
                    let (a, b) = (lower.rules.locations[start.index()].name.clone(), header.word.text.clone());
                    lower.report(
                        Diagnostic::error(
                            "two-ways",
                            to.span,
                            format!("direction `{b}` leads from `{a}` to two places"),
                        )
                        .label("expected at most one place for each `from`")
                        .help("[RELATIONS] are pairs without such a limit"),
                    );
                }
            });
        });
        if !exists {
            return;
        }
        let Some(name) = self.declare_member(FamilyKind::Direction, header, indices, count) else { return };
        let id = DirectionId::new(count);
        self.rules.directions.push(Direction { name, indices: indices.to_vec(), next: table });
        self.define_name(FamilyKind::Direction, header, indices, id.0, Meaning::Thing(Thing::Direction(Some(id))));
    }

    /// Calls `then` for each location that a pattern matches, with the pattern's variables bound; called once with
    /// `None` if an expression evaluates to no location.
    fn for_each_location(&mut self, pattern: &Expr, then: &mut dyn FnMut(&mut Self, Option<LocationId>)) {
        if let ExprKind::Call(head, indices) = &pattern.kind
            && let Some(family) = self.family_of(&head.text, FamilyKind::Location)
            && indices.iter().any(|index| self.is_unbound(index))
        {
            if self.count_indices(family, indices.len(), pattern.span).is_none() {
                self.for_each_matching_member(family, indices, then);
            }
            return;
        }
        if let ExprKind::Name(word) = &pattern.kind {
            let kind = self.names.meanings(word).iter().find_map(|meaning| match meaning {
                Meaning::Thing(Thing::LocationType(kind)) => *kind,
                _ => None,
            });
            if let Some(kind) = kind {
                for at in 0..self.rules.locations.len() {
                    if self.rules.locations[at].kind == kind {
                        then(self, Some(LocationId::new(at)));
                    }
                }
                return;
            }
        }
        let value = self.constant(pattern, &[Type::LOCATION, Type::LOCATIONS]);
        if !value.is_error() {
            for member in value.members() {
                then(self, member.location());
            }
        }
    }

    pub(super) fn family_of(&self, word: &str, kind: FamilyKind) -> Option<FamilyId> {
        self.names.families(word).iter().copied().find(|id| self.rules.families[*id].kind == kind)
    }

    /// `true` if the index of a pattern is an unbound variable.
    pub(super) fn is_unbound(&self, index: &Expr) -> bool {
        matches!(&index.kind, ExprKind::Var(name) if self.find_local(name).is_none())
    }

    fn for_each_matching_member(
        &mut self,
        family: FamilyId,
        indices: &[Expr],
        then: &mut dyn FnMut(&mut Self, Option<LocationId>),
    ) {
        // Indices without unbound variables are evaluated once.
        let known: Vec<Option<Vec<i32>>> = indices
            .iter()
            .map(|index| if self.has_unbound(index) { None } else { constant::ints(self, index).or(Some(Vec::new())) })
            .collect();
        let row = &self.rules.families[family];
        let fitting = row.members.iter().filter(|(numbers, _)| {
            numbers.len() == indices.len()
                && numbers
                    .iter()
                    .zip(&known)
                    .all(|(number, known)| known.as_ref().is_none_or(|set| set.contains(number)))
        });
        let mut members: Vec<u16> = fitting.map(|(_, at)| *at).collect();
        members.sort_unstable();
        for at in members {
            let numbers = self.rules.locations[usize::from(at)].indices.clone();
            if self.is_exhausted() {
                return;
            }
            let depth = self.scope.len();
            let fits = indices
                .iter()
                .zip(&known)
                .zip(&numbers)
                .all(|((index, known), number)| known.is_some() || self.matches_index(index, *number));
            if fits {
                then(self, Some(LocationId(at)));
            }
            self.scope.truncate(depth);
        }
    }

    /// `true` if the index contains unbound variables.
    fn has_unbound(&self, index: &Expr) -> bool {
        let mut found = false;
        super::walk::for_each_expr(index, &mut |expr| found |= self.is_unbound(expr));
        found
    }

    fn matches_index(&mut self, index: &Expr, number: i32) -> bool {
        if let ExprKind::Var(name) = &index.kind
            && self.find_local(name).is_none()
        {
            self.bind(name, index.span, Local::Constant(Value::Int(number)));
            return true;
        }
        constant::ints(self, index).is_some_and(|set| set.contains(&number))
    }

    pub(super) fn relations(&mut self, entries: &Entries) {
        let mut tables: HashMap<RelationId, RelationTable> = HashMap::new();
        for entry in entries.of(SectionKind::Relations) {
            let Some(header) = self.entry_header(entry) else { continue };
            self.for_each_member(FamilyKind::Relation, &header, None, &mut |lower, indices| {
                let Some(id) = lower.relation(&header, indices) else { return };
                let mut table = tables.remove(&id).unwrap_or_default();
                lower.add_relation_entry(entry, &mut table);
                tables.insert(id, table);
            });
        }
        self.sort_families(FamilyKind::Relation);
        let locations = self.rules.locations.len();
        for (at, row) in self.rules.relations.iter_mut().enumerate() {
            let table = tables.remove(&RelationId::new(at)).unwrap_or_default();
            row.pairs = vec![Vec::new(); locations];
            for (from, to) in table.pairs {
                row.pairs[from.index()].push(to);
            }
            row.pairs.iter_mut().for_each(|list| list.sort_unstable());
            row.lines = table.lines;
            row.index_lines(locations);
        }
    }

    /// Returns the relation of the given name; entries with the same name extend one relation.
    fn relation(&mut self, header: &Header, indices: &[i32]) -> Option<RelationId> {
        let word = &header.word.text;
        let known = if header.is_family() {
            let family = self.family_of(word, FamilyKind::Relation);
            family.and_then(|family| {
                // The members are not sorted yet, so binary search is not possible.
                let members = &self.rules.families[family].members;
                members.iter().find(|(known, _)| known == indices).map(|(_, at)| RelationId(*at))
            })
        } else {
            self.names.meanings(word).iter().find_map(|meaning| match meaning {
                Meaning::Thing(Thing::Relation(id)) => Some(*id),
                _ => None,
            })
        };
        if known.is_some() {
            return known;
        }
        let count = self.rules.relations.len();
        let name = self.declare_member(FamilyKind::Relation, header, indices, count)?;
        let id = RelationId::new(count);
        self.rules.relations.push(Relation { name, ..Relation::default() });
        self.define_name(FamilyKind::Relation, header, indices, id.0, Meaning::Thing(Thing::Relation(id)));
        Some(id)
    }

    /// Adds the pairs or lines of one entry.
    fn add_relation_entry(&mut self, entry: &Entry, table: &mut RelationTable) {
        let condition = entry.get("where");
        if let Some(pair) = entry.get("members") {
            self.check_key_combination(entry, &["members", "where"]);
            self.add_member_lines(value_exprs(pair), condition, &mut Vec::new(), table);
        } else if let Some(pair) = entry.get("along") {
            self.check_key_combination(entry, &["along", "length", "where"]);
            self.add_direction_lines(entry, pair, condition, table);
            // With other options there may be lines.
            if table.lines.is_empty() && self.rules.options.is_empty() && !self.has_errors() {
                let message = format!("no line of `{}` fits on the board", entry.name);
                self.report(
                    Diagnostic::warning("no-lines", pair.value_span, message)
                        .label("this adds no lines")
                        .help("is `length` larger than the board, or does the direction lead nowhere?"),
                );
            }
        } else {
            self.check_key_combination(entry, &["from", "to", "both", "where"]);
            let (Some(from), Some(to)) = (
                required_key(self, entry, "from", SectionKind::Relations),
                required_key(self, entry, "to", SectionKind::Relations),
            ) else {
                return;
            };
            let (Some(from), Some(to)) = (single_expr(self, from), single_expr(self, to)) else { return };
            let both = entry.get("both").is_some_and(|pair| constant::parse_yes_no(self, pair));
            self.for_each_location(from, &mut |lower, start| {
                let Some(start) = start else { return };
                lower.for_each_location(to, &mut |lower, end| {
                    let Some(end) = end else { return };
                    if constant::condition_holds(lower, condition) {
                        table.add_pair(start, end);
                        if both {
                            table.add_pair(end, start);
                        }
                    }
                });
            });
        }
    }

    /// Reports keys that cannot be combined in one entry.
    fn check_key_combination(&mut self, entry: &Entry, keys: &[&str]) {
        let conflicting = entry.pairs.iter().skip(1).find(|pair| {
            let key = pair.key.text.as_str();
            !keys.contains(&key) && ["members", "along", "length", "from", "to", "both"].contains(&key)
        });
        if let Some(pair) = conflicting {
            let message = format!("`{}` cannot be combined with `{}`", pair.key.text, keys[0]);
            self.report(
                Diagnostic::error("odd-key", pair.key.span, message)
                    .label("an entry has only one of these forms")
                    .help(
                        "`from` and `to` define pairs, `members` a line, `along` and `length` lines along directions",
                    ),
            );
        }
    }

    /// Adds the lines given by their members; variables of earlier members are in scope in later ones.
    fn add_member_lines(
        &mut self,
        rest: &[Expr],
        condition: Option<&KeyValue>,
        found: &mut Vec<LocationId>,
        table: &mut RelationTable,
    ) {
        let Some((member, rest)) = rest.split_first() else {
            if constant::condition_holds(self, condition) && !found.is_empty() {
                table.add_line(found.clone());
            }
            return;
        };
        let depth = self.scope.len();
        self.for_each_location(member, &mut |lower, location| {
            let Some(location) = location else { return };
            found.push(location);
            lower.add_member_lines(rest, condition, found, table);
            found.pop();
        });
        self.scope.truncate(depth);
    }

    /// Adds the lines of a given length along directions.
    fn add_direction_lines(
        &mut self,
        entry: &Entry,
        pair: &KeyValue,
        condition: Option<&KeyValue>,
        table: &mut RelationTable,
    ) {
        let Some(expr) = single_expr(self, pair) else { return };
        let Some(length) = required_key(self, entry, "length", SectionKind::Relations) else { return };
        let ways = self.constant(expr, &[Type::DIRECTION, Type::DIRECTIONS]);
        let Some(count) = constant::int(self, length) else { return };
        if count < 2 {
            self.report(
                Diagnostic::error("out-of-range", length.value_span, format!("the line length {count} is invalid"))
                    .label("expected at least 2"),
            );
            return;
        }
        if !constant::condition_holds(self, condition) {
            return;
        }
        for direction in ways.members() {
            let Value::Thing(Thing::Direction(Some(id))) = direction else { continue };
            for start in 0..self.rules.locations.len() {
                let start = LocationId::new(start);
                let beyond = self.rules.directions[id.index()].ray(start).take(count as usize - 1);
                let line: Vec<LocationId> = std::iter::once(start).chain(beyond).collect();
                if line.len() == count as usize {
                    table.add_line(line);
                }
            }
        }
    }
}

/// A relation under construction.
#[derive(Debug, Default)]
struct RelationTable {
    pairs: Vec<(LocationId, LocationId)>,
    known_pairs: HashSet<(LocationId, LocationId)>,
    lines: Vec<Vec<LocationId>>,
    /// Lines with sorted members, to detect duplicates.
    known_lines: HashSet<Vec<LocationId>>,
}

impl RelationTable {
    fn add_pair(&mut self, from: LocationId, to: LocationId) {
        if self.known_pairs.insert((from, to)) {
            self.pairs.push((from, to));
        }
    }

    fn add_line(&mut self, line: Vec<LocationId>) {
        let mut members = line.clone();
        members.sort_unstable();
        if self.known_lines.insert(members) {
            self.lines.push(line);
        }
    }
}
