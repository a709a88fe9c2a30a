//! Division of the locations of a game into the cells of a board, groups of places beside it, and supplies.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_game::ids::{LocationId, LocationTypeId, Player};
use boardwright_interpreter::place_names::distinct_place_names;
use boardwright_rules::{Audience, Location, RuleSet, Shape};

use super::axis::{Axis, tolerance};
use super::lists::owner_text;
use super::texts::has_text;
use crate::symbols::family_name;

/// Boards with more locations are shown as a list.
const MAX_CELLS: usize = 2500;

/// Largest distance of two places of a stack, relative to their shorter side.
const STACK_DISTANCE: f64 = 0.3;

/// Largest number of groups with the same name that are listed even if they are empty.
const MAX_LISTED_EMPTY: usize = 2;

/// Places that lie on one another, as one cell of the board.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Locations from the lowest to the topmost; the first one stands for the cell.
    pub places: Vec<LocationId>,
    pub column: usize,
    pub row: usize,
    /// `true` if the places are interchangeable, so that only the number of pieces there matters.
    pub is_heap: bool,
    /// `true` if the board shows the place only when a piece lies there.
    pub is_optional: bool,
    /// `true` for a cell of a heap that is spread over several cells, each of which shows one piece.
    pub is_spread: bool,
    /// The heap of which this is the last cell, if a heap is spread over several cells.
    pub heap: Option<Heap>,
}

/// Places of a heap that is spread over several cells.
#[derive(Clone, Debug)]
pub struct Heap {
    pub places: Vec<LocationId>,
    /// Number of cells.
    pub cells: usize,
}

/// Distinguishable places beside the board that share a name.
#[derive(Clone, Debug)]
pub struct Group {
    pub name: String,
    /// Name without indices.
    pub base: String,
    pub places: Vec<LocationId>,
}

/// Layout of the locations of a game.
#[derive(Debug)]
pub struct Layout {
    pub cells: Vec<Cell>,
    pub columns: Axis,
    pub rows: Axis,
    /// `true` if every cell has a row and a column of its own; otherwise the cells are listed.
    pub is_drawable: bool,
    /// Relevant locations (see `is_relevant` of the rule set) outside the board.
    pub groups: Vec<Group>,
    /// Other locations outside the board; only the number of pieces there is shown.
    pub supplies: Vec<LocationId>,
    /// First types of the families of location types on the board, by descending number of cells.
    pub grounds: Vec<LocationTypeId>,
    /// Word for a piece: the name of the family of types, if there is one only.
    pub piece_word: String,
    /// First type of the family of each location type.
    families: Vec<LocationTypeId>,
    /// Name of each location for people.
    names: Vec<String>,
}

impl Layout {
    pub fn new(rules: &RuleSet) -> Self {
        let families = families(rules);
        let Partition { stacks, groups, mut supplies } = Partition::new(rules, &families);
        let point = |stack: &Vec<LocationId>| rules.locations[stack[0].index()].point;
        let points: Vec<(i32, i32)> = stacks.iter().map(point).collect();
        let tolerance = if points.len() > MAX_CELLS { 0 } else { tolerance(&points) };
        let columns = Axis::new(points.iter().map(|point| point.0), tolerance);
        let rows = Axis::new(points.iter().map(|point| point.1), tolerance);
        let is_relevant = |place: &LocationId| rules.locations[place.index()].is_relevant;
        let cell = |places: Vec<LocationId>| {
            let (x, y) = rules.locations[places[0].index()].point;
            let upper = if places.len() > 1 { &places[1..] } else { &places[..] };
            let is_heap = !upper.iter().any(is_relevant);
            Cell {
                column: columns.place(x),
                row: rows.place(y),
                places,
                is_heap,
                is_optional: false,
                is_spread: false,
                heap: None,
            }
        };
        let mut cells: Vec<Cell> = stacks.into_iter().map(cell).collect();
        mark_heaps(rules, &mut cells);
        add_optional_cells(rules, (&columns, &rows), &mut cells, &mut supplies);
        let distinct = cells.iter().map(|cell| (cell.column, cell.row)).collect::<BTreeSet<_>>().len();
        let is_drawable = distinct == cells.len() && cells.len() <= MAX_CELLS;
        let mut counts = BTreeMap::<LocationTypeId, usize>::new();
        for cell in cells.iter().filter(|cell| !cell.is_optional) {
            *counts.entry(families[rules.locations[cell.places[0].index()].kind.index()]).or_default() += 1;
        }
        let mut grounds: Vec<LocationTypeId> = counts.keys().copied().collect();
        grounds.sort_by_key(|kind| std::cmp::Reverse(counts[kind]));
        let words: BTreeSet<&str> =
            rules.elements.iter().map(|it| family_name(&rules.element_types[it.kind.index()].name)).collect();
        let mut words = words.into_iter();
        let piece_word = words.next().filter(|_| words.next().is_none()).unwrap_or("piece").to_owned();
        let names = distinct_place_names(rules);
        Self { cells, columns, rows, is_drawable, groups, supplies, grounds, piece_word, families, names }
    }

    /// Rank of the type of an empty location in [`Layout::grounds`].
    pub fn ground_rank(&self, rules: &RuleSet, location: LocationId) -> usize {
        let kind = self.families[rules.locations[location.index()].kind.index()];
        self.grounds.iter().position(|ground| *ground == kind).unwrap_or_default()
    }

    /// `true` if a group of places is listed even if it is empty: one of few with the same name.
    pub fn is_listed_empty(&self, group: &Group) -> bool {
        self.groups.iter().filter(|other| other.base == group.base).count() <= MAX_LISTED_EMPTY
    }

    /// Name of a location for people.
    pub fn place_name(&self, location: LocationId) -> &str {
        &self.names[location.index()]
    }

    /// Name of the interchangeable places of a type: the short name that all of them share, or the name of the type.
    pub fn supply_name(&self, rules: &RuleSet, kind: usize) -> String {
        let places = rules.locations.iter().filter(|location| location.kind.index() == kind);
        let short: BTreeSet<String> = places.map(|location| location.notation.concat()).collect();
        let mut short = short.into_iter().filter(|name| !name.is_empty());
        match (short.next(), short.next()) {
            (Some(only), None) => only,
            _ => rules.location_types[kind].name.clone(),
        }
    }
}

/// Adds places where pieces may come to lie later, if they fit between the cells: the boxes between lines.
fn add_optional_cells(
    rules: &RuleSet,
    (columns, rows): (&Axis, &Axis),
    cells: &mut Vec<Cell>,
    supplies: &mut Vec<LocationId>,
) {
    let mut by_kind = BTreeMap::<LocationTypeId, Vec<LocationId>>::new();
    for &place in supplies.iter() {
        by_kind.entry(rules.locations[place.index()].kind).or_default().push(place);
    }
    for places in by_kind.into_values() {
        let mut taken: BTreeSet<(usize, usize)> = cells.iter().map(|cell| (cell.column, cell.row)).collect();
        let cell = |&place: &LocationId| {
            let (x, y) = rules.locations[place.index()].point;
            let (column, row) = (columns.nearest(x)?, rows.nearest(y)?);
            let is_free = taken.insert((column, row));
            is_free.then(|| Cell {
                places: vec![place],
                column,
                row,
                is_heap: false,
                is_optional: true,
                is_spread: false,
                heap: None,
            })
        };
        let is_label = places.iter().any(|place| has_text(rules, &rules.locations[place.index()]));
        if let Some(added) = places.iter().map(cell).collect::<Option<Vec<Cell>>>().filter(|_| !is_label) {
            supplies.retain(|place| !places.contains(place));
            cells.extend(added);
        }
    }
}

/// Marks the last cell of each heap that is spread over several cells: of places that differ in their last index only, some
/// of which lie on others, such as the checkers on a point of backgammon.
fn mark_heaps(rules: &RuleSet, cells: &mut [Cell]) {
    let key = |place: LocationId| {
        let location = &rules.locations[place.index()];
        let before = location.indices.split_last().map_or(&[][..], |(_, before)| before);
        (family_name(&location.name), before)
    };
    let mut heaps = BTreeMap::<_, Vec<usize>>::new();
    for (index, cell) in cells.iter().enumerate() {
        let first = key(cell.places[0]);
        if cell.places.iter().all(|&place| key(place) == first) {
            heaps.entry(first).or_default().push(index);
        }
    }
    for indices in heaps.into_values().filter(|indices| indices.len() > 1) {
        let places: Vec<LocationId> = indices.iter().flat_map(|&index| cells[index].places.clone()).collect();
        let has_upper = places.len() > indices.len();
        if let Some(&last) = indices.last().filter(|_| has_upper) {
            indices.iter().for_each(|&index| cells[index].is_spread = true);
            cells[last].heap = Some(Heap { places, cells: indices.len() });
        }
    }
}

/// Places that lie on one another.
type Stack = Vec<LocationId>;

/// Partition of the locations into those of the board and those listed below it.
struct Partition {
    stacks: Vec<Stack>,
    groups: Vec<Group>,
    supplies: Vec<LocationId>,
}

impl Partition {
    /// The board is the bounding box of the most frequent family of types that covers an area, with all families that lie
    /// entirely inside it and can have pieces. Hands and piles, which lie in a single row, are listed instead; so is
    /// everything in a game without pieces.
    fn new(rules: &RuleSet, families: &[LocationTypeId]) -> Self {
        let family = |id: LocationId| families[rules.locations[id.index()].kind.index()];
        let base = |id: LocationId| family_name(&rules.locations[id.index()].name);
        let all = || (0..rules.locations.len()).map(LocationId::new);
        let stacks = Stacks::new(rules, families);
        let kinds: BTreeSet<LocationTypeId> = families.iter().copied().collect();
        let surfaces: BTreeMap<LocationTypeId, bool> =
            kinds.iter().map(|&kind| (kind, stacks.cover_an_area(rules, kind))).collect();
        let holders: BTreeSet<LocationTypeId> =
            kinds.iter().copied().filter(|&kind| holds_pieces(rules, families, kind)).collect();
        let single = single_line(rules, families, &stacks, &holders);
        let count = |&kind: &LocationTypeId| {
            let relevant = |id: &LocationId| rules.locations[id.index()].is_relevant;
            let own = || stacks.of(kind);
            (own().filter(|stack| relevant(&stack[0])).count(), own().count())
        };
        let candidates = kinds.iter().copied().filter(|kind| surfaces[kind] || single == Some(*kind));
        let main = candidates.rev().max_by_key(count).filter(|_| !rules.elements.is_empty());
        let points = |kind: LocationTypeId| {
            all().filter(move |&id| family(id) == kind).map(|id| rules.locations[id.index()].point)
        };
        let area = main.and_then(|main| bounding_box(points(main)));
        let is_inside = |kind: LocationTypeId| points(kind).all(|point| area.is_some_and(|area| area.contains(point)));
        let is_listed =
            |kind: LocationTypeId| !surfaces[&kind] && rules.location_types[kind.index()].audience != Audience::All;
        let main_bases: BTreeSet<&str> = all().filter(|&id| Some(family(id)) == main).map(base).collect();
        let shares_name =
            |kind: LocationTypeId| all().filter(|&id| family(id) == kind).all(|id| main_bases.contains(base(id)));
        let drawn = |kind: &LocationTypeId| {
            Some(*kind) == main
                || main.is_some()
                    && holders.contains(kind)
                    && !is_listed(*kind)
                    && (is_inside(*kind) || shares_name(*kind))
        };
        let drawn: BTreeSet<LocationTypeId> = kinds.iter().copied().filter(drawn).collect();
        // Places of the main family come first, so that they stand for their cells.
        let order = main.into_iter().chain(drawn.iter().copied().filter(|&kind| Some(kind) != main));
        let mut board: Vec<Stack> = Vec::new();
        for kind in order {
            for stack in stacks.of(kind) {
                let is_small = board.len() <= MAX_CELLS;
                let below = board.iter_mut().find(|below| is_small && are_stacked(rules, below[0], stack[0]));
                match below.filter(|_| Some(kind) != main) {
                    Some(below) => below.extend(stack),
                    None => board.push(stack.clone()),
                }
            }
        }
        let (mut relevant, mut supplies): (Vec<LocationId>, Vec<LocationId>) =
            all().filter(|&id| !drawn.contains(&family(id))).partition(|&id| rules.locations[id.index()].is_relevant);
        relevant.retain(|&id| holders.contains(&family(id)));
        merge_heaps(rules, &mut board, &mut supplies);
        board.sort_by_key(|stack| stack[0]);
        Self { stacks: board, groups: groups(rules, &relevant), supplies }
    }
}

/// Adds interchangeable places to the cells in whose shapes they lie: the spots of a pit.
fn merge_heaps(rules: &RuleSet, board: &mut [Stack], supplies: &mut Vec<LocationId>) {
    let mut by_kind = BTreeMap::<LocationTypeId, Vec<LocationId>>::new();
    for &place in supplies.iter() {
        by_kind.entry(rules.locations[place.index()].kind).or_default().push(place);
    }
    for places in by_kind.into_values() {
        let surrounds = |stack: &&mut Stack| places.iter().all(|&place| lies_in(rules, place, stack[0]));
        if let Some(stack) = board.iter_mut().find(surrounds) {
            supplies.retain(|place| !places.contains(place));
            stack.extend(places);
        }
    }
}

/// The only family of types that holds pieces on distinguishable places, if its places are a single line: the board of a
/// puzzle in one row.
fn single_line(
    rules: &RuleSet,
    families: &[LocationTypeId],
    stacks: &Stacks,
    holders: &BTreeSet<LocationTypeId>,
) -> Option<LocationTypeId> {
    let is_relevant = |kind: &LocationTypeId| {
        let mut own = rules.locations.iter().filter(|location| families[location.kind.index()] == *kind);
        own.any(|location| location.is_relevant)
    };
    let mut relevant = holders.iter().copied().filter(is_relevant);
    relevant.next().filter(|&kind| relevant.next().is_none() && stacks.of(kind).count() > 1)
}

/// `true` if pieces can lie on places of a family: there are pieces in the initial state, removed pieces go there, or its
/// places are distinguishable and more than labels.
fn holds_pieces(rules: &RuleSet, families: &[LocationTypeId], wanted: LocationTypeId) -> bool {
    let of_family = |location: &&Location| families[location.kind.index()] == wanted;
    let is_home = |place: Option<LocationId>| {
        place.is_some_and(|place| families[rules.locations[place.index()].kind.index()] == wanted)
    };
    let is_reserve = |kind: Option<LocationTypeId>| kind.is_some_and(|kind| families[kind.index()] == wanted);
    rules.locations.iter().filter(of_family).any(|location| location.is_relevant)
        || rules.elements.iter().any(|element| is_home(element.location))
        || rules.element_types.iter().any(|kind| is_reserve(kind.reserve))
}

/// Stacks of places of each family of types.
struct Stacks {
    by_family: BTreeMap<LocationTypeId, Vec<Stack>>,
}

impl Stacks {
    fn new(rules: &RuleSet, families: &[LocationTypeId]) -> Self {
        let mut by_family = BTreeMap::<LocationTypeId, Vec<Stack>>::new();
        for id in (0..rules.locations.len()).map(LocationId::new) {
            let kind = rules.locations[id.index()].kind;
            let stacks = by_family.entry(families[kind.index()]).or_default();
            let is_small = stacks.len() <= MAX_CELLS;
            let lies_on = |stack: &&mut Stack| {
                let ends = [stack[0], stack[stack.len() - 1]];
                is_small && ends.into_iter().any(|end| are_stacked(rules, end, id))
            };
            match stacks.iter_mut().rev().find(lies_on) {
                Some(stack) => stack.push(id),
                None => stacks.push(vec![id]),
            }
        }
        Self { by_family }
    }

    /// Stacks of a family.
    fn of(&self, family: LocationTypeId) -> impl Iterator<Item = &Stack> {
        self.by_family.get(&family).into_iter().flatten()
    }

    /// `true` if the places with the same name and owner cover several rows and columns.
    fn cover_an_area(&self, rules: &RuleSet, family: LocationTypeId) -> bool {
        let mut points = BTreeMap::<(&str, Option<Player>), Vec<(i32, i32)>>::new();
        for location in self.of(family).map(|stack| &rules.locations[stack[0].index()]) {
            points.entry((family_name(&location.name), location.owner)).or_default().push(location.point);
        }
        points.into_values().any(|points| {
            let tolerance = if points.len() > MAX_CELLS { 0 } else { tolerance(&points) };
            let lines = |values: Vec<i32>| Axis::new(values.into_iter(), tolerance).count();
            lines(points.iter().map(|point| point.0).collect()) > 1
                && lines(points.iter().map(|point| point.1).collect()) > 1
        })
    }
}

/// `true` if a place lies on another one: so near that a piece on it covers most of the other place.
fn are_stacked(rules: &RuleSet, lower: LocationId, upper: LocationId) -> bool {
    let [one, other] = [lower, upper].map(|id| &rules.locations[id.index()]);
    let distance = one.point.0.abs_diff(other.point.0).max(one.point.1.abs_diff(other.point.1));
    let side = match rules.location_types[one.kind.index()].shape {
        Some(Shape::Circle { radius }) => 2 * radius.unsigned_abs(),
        Some(Shape::Rectangle { width, height }) => width.unsigned_abs().min(height.unsigned_abs()),
        None => 0,
    };
    f64::from(distance) <= STACK_DISTANCE * f64::from(side)
}

/// `true` if the centre of a place lies in the shape of another one.
fn lies_in(rules: &RuleSet, place: LocationId, other: LocationId) -> bool {
    let [one, other] = [place, other].map(|id| &rules.locations[id.index()]);
    let (across, down) = (one.point.0.abs_diff(other.point.0), one.point.1.abs_diff(other.point.1));
    match rules.location_types[other.kind.index()].shape {
        Some(Shape::Circle { radius }) => across.max(down) < radius.unsigned_abs(),
        Some(Shape::Rectangle { width, height }) => {
            2 * across < width.unsigned_abs() && 2 * down < height.unsigned_abs()
        }
        None => false,
    }
}

/// Groups of places that share their name, owner and all indices but the last; single places of a name are one group.
fn groups(rules: &RuleSet, places: &[LocationId]) -> Vec<Group> {
    let key = |id: LocationId| {
        let location = &rules.locations[id.index()];
        let before = location.indices.split_last().map_or(&[][..], |(_, before)| before);
        (family_name(&location.name), before, location.owner)
    };
    let mut sizes = BTreeMap::new();
    for &place in places {
        *sizes.entry(key(place)).or_insert(0) += 1;
    }
    let mut groups: Vec<Group> = Vec::new();
    for &place in places {
        let (base, before, owner) = key(place);
        let indices: Vec<String> = before.iter().map(i32::to_string).collect();
        let is_single = sizes[&key(place)] == 1;
        let name = match owner {
            Some(_) if is_single => rules.locations[place.index()].name.clone(),
            _ if is_single || indices.is_empty() => base.to_owned(),
            _ => format!("{base}({})", indices.join(",")),
        };
        let name = name + &owner_text(rules, owner);
        match groups.iter_mut().find(|group| group.name == name) {
            Some(group) => group.places.push(place),
            None => groups.push(Group { name, base: base.to_owned(), places: vec![place] }),
        }
    }
    groups
}

/// The first type of the family to which each location type belongs, by type: that of the same name before its indices.
fn families(rules: &RuleSet) -> Vec<LocationTypeId> {
    let kinds = || (0..rules.location_types.len()).map(LocationTypeId::new);
    let family = |kind: LocationTypeId| family_name(&rules.location_types[kind.index()].name);
    let first = |kind| kinds().find(|&other| family(other) == family(kind)).unwrap_or(kind);
    kinds().map(first).collect()
}

/// A closed rectangle.
#[derive(Clone, Copy)]
struct Area {
    low: (i32, i32),
    high: (i32, i32),
}

impl Area {
    fn contains(self, (x, y): (i32, i32)) -> bool {
        (self.low.0..=self.high.0).contains(&x) && (self.low.1..=self.high.1).contains(&y)
    }
}

/// Bounding box of the points.
fn bounding_box(points: impl Iterator<Item = (i32, i32)>) -> Option<Area> {
    points.fold(None, |area, (x, y)| {
        let Area { low, high } = area.unwrap_or(Area { low: (x, y), high: (x, y) });
        Some(Area { low: (low.0.min(x), low.1.min(y)), high: (high.0.max(x), high.1.max(y)) })
    })
}
