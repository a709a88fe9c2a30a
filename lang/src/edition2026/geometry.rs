//! `[DIRECTIONS]` and `[RELATIONS]`: how places are joined, worked out to tables.
//! Nothing here looks at a position.

use std::collections::{HashMap, HashSet};

use boardwright_engine::ids::{DirectionId, FamilyId, LocationId, RelationId};
use boardwright_engine::rules::{Direction, FamilyKind, Relation, Thing};

use super::constant::{self, needed, one};
use super::entries::{Entries, Entry, Part, exprs};
use super::expr::{Local, Lower};
use super::families::Header;
use super::names::Meaning;
use super::types::Type;
use super::value::Value;
use crate::Diagnostic;
use crate::syntax::ast::{Expr, Node, Pair};

/// Most places and directions, multiplied: what the tables of directions may hold.
const MOST_STEPS: usize = 4_000_000;

impl Lower<'_> {
    pub(super) fn directions(&mut self, entries: &Entries) {
        for entry in entries.of(Part::Directions) {
            let Some(header) = self.header_of(entry) else { continue };
            let (Some(from), Some(to)) =
                (needed(self, entry, "from", Part::Directions), needed(self, entry, "to", Part::Directions))
            else {
                self.broken.insert(header.word.text);
                continue;
            };
            let (Some(from), Some(to)) = (one(self, from), one(self, to)) else {
                self.broken.insert(header.word.text);
                continue;
            };
            let condition = entry.get("where");
            self.each(FamilyKind::Direction, &header, None, &mut |lower, indices| {
                lower.direction(&header, indices, (from, to), condition);
            });
        }
        self.sort_families(FamilyKind::Direction);
    }

    fn direction(&mut self, header: &Header, indices: &[i32], (from, to): (&Expr, &Expr), condition: Option<&Pair>) {
        let count = self.rules.directions.len();
        let locations = self.rules.locations.len();
        if (count + 1) * locations > MOST_STEPS {
            self.tell(Diagnostic::error("too-many", header.span, "this makes too many directions for so many places"));
            self.exhaust();
            return;
        }
        let mut table: Vec<Option<LocationId>> = vec![None; locations];
        // A direction exists if there is a place for which its condition holds.
        let mut exists = false;
        self.places_of(from, &mut |lower, start| {
            let Some(start) = start else { return };
            lower.places_of(to, &mut |lower, end| {
                if !constant::holds(lower, condition) {
                    return;
                }
                exists = true;
                let Some(end) = end else { return };
                let known = table[start.index()].replace(end);
                if known.is_some_and(|known| known != end) {
                    let (a, b) = (lower.rules.locations[start.index()].name.clone(), header.word.text.clone());
                    lower.tell(
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
        let Some(name) = self.enrol(FamilyKind::Direction, header, indices, count) else { return };
        let id = DirectionId::new(count);
        self.rules.directions.push(Direction { name, indices: indices.to_vec(), to: table });
        self.know(FamilyKind::Direction, header, indices, id.0, Meaning::Thing(Thing::Direction(Some(id))));
    }

    /// The locations that a pattern names, each with its variables bound; once with none where an expression gives
    /// none.
    fn places_of(&mut self, pattern: &Expr, then: &mut dyn FnMut(&mut Self, Option<LocationId>)) {
        if let Node::Call(head, indices) = &pattern.node
            && let Some(family) = self.family_of(&head.text, FamilyKind::Location)
            && indices.iter().any(|index| self.is_new(index))
        {
            if self.count_indices(family, indices.len(), pattern.span).is_none() {
                self.members_of(family, indices, then);
            }
            return;
        }
        if let Node::Name(word) = &pattern.node {
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
        if !value.is_wrong() {
            for member in value.members() {
                then(self, member.location());
            }
        }
    }

    pub(super) fn family_of(&self, word: &str, kind: FamilyKind) -> Option<FamilyId> {
        self.names.families(word).iter().copied().find(|id| self.rules.families[*id].kind == kind)
    }

    /// Whether an index of a pattern is a variable that has no value yet.
    pub(super) fn is_new(&self, index: &Expr) -> bool {
        matches!(&index.node, Node::Var(name) if self.bound(name).is_none())
    }

    fn members_of(&mut self, family: FamilyId, indices: &[Expr], then: &mut dyn FnMut(&mut Self, Option<LocationId>)) {
        // Indices that are known before any variable of the pattern is are worked out once.
        let known: Vec<Option<Vec<i32>>> = indices
            .iter()
            .map(|index| if self.mentions_new(index) { None } else { constant::ints(self, index).or(Some(Vec::new())) })
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
            if self.exhausted() {
                return;
            }
            let depth = self.scope.len();
            let fits = indices
                .iter()
                .zip(&known)
                .zip(&numbers)
                .all(|((index, known), number)| known.is_some() || self.fits_index(index, *number));
            if fits {
                then(self, Some(LocationId(at)));
            }
            self.scope.truncate(depth);
        }
    }

    /// Whether an index uses variables that have no value yet.
    fn mentions_new(&self, index: &Expr) -> bool {
        let mut found = false;
        super::walk::exprs(index, &mut |expr| found |= self.is_new(expr));
        found
    }

    fn fits_index(&mut self, index: &Expr, number: i32) -> bool {
        if let Node::Var(name) = &index.node
            && self.bound(name).is_none()
        {
            self.bind(name, index.span, Local::Known(Value::Int(number)));
            return true;
        }
        constant::ints(self, index).is_some_and(|set| set.contains(&number))
    }

    pub(super) fn relations(&mut self, entries: &Entries) {
        let mut tables: HashMap<RelationId, Table> = HashMap::new();
        for entry in entries.of(Part::Relations) {
            let Some(header) = self.header_of(entry) else { continue };
            self.each(FamilyKind::Relation, &header, None, &mut |lower, indices| {
                let Some(id) = lower.relation(&header, indices) else { return };
                let mut table = tables.remove(&id).unwrap_or_default();
                lower.joins(entry, &mut table);
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

    /// The relation of this name; entries of one name add up.
    fn relation(&mut self, header: &Header, indices: &[i32]) -> Option<RelationId> {
        let word = &header.word.text;
        let known = if header.is_family() {
            let family = self.family_of(word, FamilyKind::Relation);
            family.and_then(|family| {
                // Not in order yet.
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
        let name = self.enrol(FamilyKind::Relation, header, indices, count)?;
        let id = RelationId::new(count);
        self.rules.relations.push(Relation { name, ..Relation::default() });
        self.know(FamilyKind::Relation, header, indices, id.0, Meaning::Thing(Thing::Relation(id)));
        Some(id)
    }

    /// The pairs or lines of one entry.
    fn joins(&mut self, entry: &Entry, table: &mut Table) {
        let condition = entry.get("where");
        if let Some(pair) = entry.get("members") {
            self.only(entry, &["members", "where"]);
            self.line(exprs(pair), condition, &mut Vec::new(), table);
        } else if let Some(pair) = entry.get("along") {
            self.only(entry, &["along", "length", "where"]);
            self.along(entry, pair, condition, table);
            // With other options there may be lines.
            if table.lines.is_empty() && self.rules.options.is_empty() && !self.has_errors() {
                let message = format!("no line of `{}` fits on the board", entry.name);
                self.tell(
                    Diagnostic::warning("no-lines", pair.at, message)
                        .label("nothing is joined by this")
                        .help("is `length` larger than the board, or does the direction lead nowhere?"),
                );
            }
        } else {
            self.only(entry, &["from", "to", "both", "where"]);
            let (Some(from), Some(to)) =
                (needed(self, entry, "from", Part::Relations), needed(self, entry, "to", Part::Relations))
            else {
                return;
            };
            let (Some(from), Some(to)) = (one(self, from), one(self, to)) else { return };
            let both = entry.get("both").is_some_and(|pair| constant::yes(self, pair));
            self.places_of(from, &mut |lower, start| {
                let Some(start) = start else { return };
                lower.places_of(to, &mut |lower, end| {
                    let Some(end) = end else { return };
                    if constant::holds(lower, condition) {
                        table.pair(start, end);
                        if both {
                            table.pair(end, start);
                        }
                    }
                });
            });
        }
    }

    /// Says so if keys stand together that do not belong together.
    fn only(&mut self, entry: &Entry, keys: &[&str]) {
        let odd = entry.pairs.iter().skip(1).find(|pair| {
            let key = pair.key.text.as_str();
            !keys.contains(&key) && ["members", "along", "length", "from", "to", "both"].contains(&key)
        });
        if let Some(pair) = odd {
            let message = format!("`{}` does not go with `{}`", pair.key.text, keys[0]);
            self.tell(
                Diagnostic::error("odd-key", pair.key.span, message)
                    .label("only one way to say it can stand in an entry")
                    .help("`from` and `to` make pairs, `members` a line, `along` and `length` lines along directions"),
            );
        }
    }

    /// Lines by their members; variables of earlier members are known to later ones.
    fn line(&mut self, rest: &[Expr], condition: Option<&Pair>, found: &mut Vec<LocationId>, table: &mut Table) {
        let Some((member, rest)) = rest.split_first() else {
            if constant::holds(self, condition) && !found.is_empty() {
                table.line(found.clone());
            }
            return;
        };
        let depth = self.scope.len();
        self.places_of(member, &mut |lower, location| {
            let Some(location) = location else { return };
            found.push(location);
            lower.line(rest, condition, found, table);
            found.pop();
        });
        self.scope.truncate(depth);
    }

    /// Lines of a length along directions.
    fn along(&mut self, entry: &Entry, pair: &Pair, condition: Option<&Pair>, table: &mut Table) {
        let Some(expr) = one(self, pair) else { return };
        let Some(length) = needed(self, entry, "length", Part::Relations) else { return };
        let ways = self.constant(expr, &[Type::DIRECTION, Type::DIRECTIONS]);
        let Some(count) = constant::int(self, length) else { return };
        if count < 2 {
            self.tell(
                Diagnostic::error("out-of-range", length.at, format!("a line of length {count} is none"))
                    .label("expected at least 2"),
            );
            return;
        }
        if !constant::holds(self, condition) {
            return;
        }
        for way in ways.members() {
            let Value::Thing(Thing::Direction(Some(id))) = way else { continue };
            for start in 0..self.rules.locations.len() {
                let start = LocationId::new(start);
                let beyond = self.rules.directions[id.index()].ray(start).take(count as usize - 1);
                let line: Vec<LocationId> = std::iter::once(start).chain(beyond).collect();
                if line.len() == count as usize {
                    table.line(line);
                }
            }
        }
    }
}

/// A relation while its entries are read.
#[derive(Debug, Default)]
struct Table {
    pairs: Vec<(LocationId, LocationId)>,
    known_pairs: HashSet<(LocationId, LocationId)>,
    lines: Vec<Vec<LocationId>>,
    /// Lines by their members in the order of the file.
    known_lines: HashSet<Vec<LocationId>>,
}

impl Table {
    fn pair(&mut self, from: LocationId, to: LocationId) {
        if self.known_pairs.insert((from, to)) {
            self.pairs.push((from, to));
        }
    }

    fn line(&mut self, line: Vec<LocationId>) {
        let mut members = line.clone();
        members.sort_unstable();
        if self.known_lines.insert(members) {
            self.lines.push(line);
        }
    }
}
