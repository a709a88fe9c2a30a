//! Text rendering of a board: locations as a character grid, pieces as short symbols with a legend, and pieces off the
//! board as a list. It uses only the rule set of the game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::ids::{ElementId, LocationId, LocationTypeId, Player};
use boardwright_interpreter::hidden::view::{Side, UNSEEN};
use boardwright_interpreter::place_names::place_names;
use boardwright_interpreter::state::State;
use boardwright_rules::{Figure, Location, RuleSet, Shape};

use crate::output::LINE_WIDTH;
use crate::symbols::{Appearance, INFALLIBLE_WRITE, Symbols, family_name, legend};

/// Layout of a game's locations in rows and columns, with the symbols of its pieces.
#[derive(Debug)]
pub struct Board {
    cells: Vec<Cell>,
    columns: Axis,
    rows: Axis,
    /// `true` if every location has a cell of its own; otherwise the pieces are listed by location.
    drawable: bool,
    /// Relevant locations (see `is_relevant` of the rule set) that lie outside the board.
    beside: Vec<LocationId>,
    /// Other locations outside the board; only the number of pieces there is shown.
    off: Vec<LocationId>,
    /// Relevant locations of the board that overlap another one of their type, for pieces that lie on others; only the
    /// occupied ones are shown.
    upper: Vec<LocationId>,
    /// First types of the families of location types on the board, by descending number of locations.
    grounds: Vec<LocationTypeId>,
    /// First type of the family of each location type.
    families: Vec<LocationTypeId>,
    symbols: Symbols,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    location: LocationId,
    column: usize,
    row: usize,
}

/// Either the rows or the columns of the grid.
#[derive(Debug, Default)]
struct Axis {
    /// First coordinate of each row or column, in pixels.
    starts: Vec<i32>,
    /// Indices of rows or columns that have a gap before them.
    gaps: BTreeSet<usize>,
    /// Part of the notation shared by all locations in a row or column, if each row or column has one.
    labels: Option<Vec<String>>,
}

/// Symbols of empty locations, by rank of their type in `Board::grounds`.
const EMPTY: [&str; 6] = [".", "+", "-", "=", "~", "^"];

/// Largest number of locations beside the board that are listed even if empty; above it only the occupied ones are.
const MAX_LISTED_EMPTY: usize = 12;

/// Boards with more locations are shown as a list.
const MAX_CELLS: usize = 2500;

impl Board {
    /// Computes the board layout of a game.
    pub fn new(rules: &RuleSet) -> Self {
        let at = |id: LocationId| rules.locations[id.index()].point;
        let families = families(rules);
        let LocationPartition { on, upper, beside, off } = LocationPartition::new(rules, &families);
        let points: Vec<(i32, i32)> = on.iter().map(|&id| at(id)).collect();
        let tolerance = if points.len() > MAX_CELLS { 0 } else { tolerance(&points) };
        let mut columns = Axis::new(points.iter().map(|point| point.0), tolerance);
        let mut rows = Axis::new(points.iter().map(|point| point.1), tolerance);
        let cell = |&location: &LocationId| {
            let (x, y) = at(location);
            Cell { location, column: columns.place(x), row: rows.place(y) }
        };
        let cells: Vec<Cell> = on.iter().map(cell).collect();
        let distinct = cells.iter().map(|cell| (cell.column, cell.row)).collect::<BTreeSet<_>>().len();
        let drawable = distinct == cells.len() && cells.len() <= MAX_CELLS;
        set_labels(rules, &cells, &mut columns, &mut rows);
        let mut counts = BTreeMap::<LocationTypeId, usize>::new();
        for cell in &cells {
            *counts.entry(families[rules.locations[cell.location.index()].kind.index()]).or_default() += 1;
        }
        let mut grounds: Vec<LocationTypeId> = counts.keys().copied().collect();
        grounds.sort_by_key(|kind| std::cmp::Reverse(counts[kind]));
        Self { cells, columns, rows, drawable, beside, off, upper, grounds, families, symbols: Symbols::new(rules) }
    }

    /// Renders a position: the board with its pieces, the pieces off the board, and the legend.
    pub fn draw(&self, game: &CompiledGame, state: &State) -> String {
        let rules = game.rules();
        let look = |location| game.content(state, location).map(|element| Appearance::of(game, state, element));
        let symbol = |look: Appearance| self.symbols.symbol(rules, look);
        let empty = |location| EMPTY[self.empty_symbol_index(rules, location)].to_owned();
        let mut text = self.grid(rules, |location| look(location).map_or_else(|| empty(location), symbol));
        // Pieces without any location are listed after those on off-board locations.
        let (mut present, mut counts) = (BTreeSet::new(), BTreeMap::<(usize, Appearance), usize>::new());
        let nowhere = rules.location_types.len();
        for &location in &self.off {
            if let Some(look) = look(location) {
                *counts.entry((rules.locations[location.index()].kind.index(), look)).or_default() += 1;
            }
        }
        for element in (0..rules.elements.len()).map(ElementId::new) {
            if game.location(state, element).is_none() {
                *counts.entry((nowhere, Appearance::of(game, state, element))).or_default() += 1;
            }
        }
        let listed = self.upper.iter().chain(&self.beside).copied();
        present.extend(self.cells.iter().map(|cell| cell.location).chain(listed).filter_map(look));
        present.extend(counts.keys().map(|&(_, look)| look));
        let lists_all = self.beside.len() <= MAX_LISTED_EMPTY;
        let beside = self.beside.iter().filter(|&&location| lists_all || look(location).is_some()).map(|&location| {
            let there = look(location).map_or_else(|| EMPTY[0].to_owned(), symbol);
            format!("{} {there}", rules.locations[location.index()].name)
        });
        let upper = self.upper.iter().filter_map(|&location| {
            Some(format!("{} {}", rules.locations[location.index()].name, symbol(look(location)?)))
        });
        let counts = counts.iter().map(|(&(kind, look), count)| match rules.location_types.get(kind) {
            Some(kind) => format!("{count} {} ({})", symbol(look), kind.name),
            None => format!("{count} {}", symbol(look)),
        });
        for (head, list) in [
            ("on other pieces: ", upper.collect()),
            ("beside the board: ", beside.collect()),
            ("off the board: ", counts.collect()),
            ("numbers: ", shown_numbers(game, state)),
            ("", self.legend_lines(rules, &present)),
        ] {
            text.push_str(&format_list(head, list));
        }
        text
    }

    /// Renders a position with hidden information as a player sees it: the board, with `?` for backs, and what is visible in
    /// words.
    pub fn draw_seen(&self, game: &CompiledGame, state: &State, viewer: Player) -> String {
        let (rules, view) = (game.rules(), game.viewpoint(state, viewer));
        let shown: BTreeMap<LocationId, _> = view.pieces().into_iter().map(|piece| (piece.location, piece)).collect();
        let empty = |location| EMPTY[self.empty_symbol_index(rules, location)].to_owned();
        let symbol = |location: LocationId| match shown.get(&location) {
            Some(piece) if piece.side == Side::Face => {
                self.symbols.symbol(rules, Appearance::of(game, state, piece.element))
            }
            Some(_) => UNSEEN.to_owned(),
            None => empty(location),
        };
        let grid = if self.drawable { self.grid(rules, symbol) + "\n" } else { String::new() };
        grid + &view.text()
    }

    /// Renders the board with the names of its locations.
    pub fn names(&self, rules: &RuleSet) -> String {
        let name = |location: LocationId| rules.locations[location.index()].name.clone();
        let mut text = self.grid(rules, name);
        for (head, list) in [("beside the board: ", &self.beside), ("off the board: ", &self.off)] {
            text.push_str(&format_list(head, list.iter().map(|&location| name(location)).collect()));
        }
        text
    }

    /// Index in [`EMPTY`] of the symbol for an empty location.
    fn empty_symbol_index(&self, rules: &RuleSet, location: LocationId) -> usize {
        let kind = self.families[rules.locations[location.index()].kind.index()];
        self.grounds.iter().position(|ground| *ground == kind).unwrap_or_default().min(EMPTY.len() - 1)
    }

    /// Legend: the pieces that are present, and the empty locations of all types but the most frequent one.
    fn legend_lines(&self, rules: &RuleSet, present: &BTreeSet<Appearance>) -> Vec<String> {
        let grounds = self.grounds.iter().zip(EMPTY).skip(1);
        let places =
            grounds.map(|(kind, mark)| format!("{mark}: {}", family_name(&rules.location_types[kind.index()].name)));
        legend(rules, &self.symbols, present).into_iter().chain(places).collect()
    }

    fn grid(&self, rules: &RuleSet, show: impl Fn(LocationId) -> String) -> String {
        if !self.drawable {
            let names = self
                .cells
                .iter()
                .map(|cell| format!("{}: {}\n", rules.locations[cell.location.index()].name, show(cell.location)));
            return names.collect();
        }
        let mut grid = vec![vec![String::new(); self.columns.starts.len()]; self.rows.starts.len()];
        for cell in &self.cells {
            grid[cell.row][cell.column] = show(cell.location);
        }
        let columns = self.columns.headings();
        let longest = grid.iter().flatten().chain(&columns).map(|cell| cell.chars().count()).max();
        let width = longest.unwrap_or(1) + 1;
        let rows = self.rows.headings();
        let margin = rows.iter().map(|row| row.chars().count()).max().map_or(0, |longest| longest + 2);
        let line = |head: &str, cells: &[String]| {
            let mut line = format!("{head:>0$}", margin.saturating_sub(2));
            line.push_str(if margin == 0 { "" } else { "  " });
            for (column, cell) in cells.iter().enumerate() {
                line.push_str(if self.columns.gaps.contains(&column) { "  " } else { "" });
                write!(line, "{cell:>width$}").expect(INFALLIBLE_WRITE);
            }
            format!("{}\n", line.trim_end())
        };
        let mut text = String::new();
        if !columns.is_empty() {
            text.push_str(&line("", &columns));
        }
        for (row, cells) in grid.iter().enumerate() {
            text.push_str(if self.rows.gaps.contains(&row) { "\n" } else { "" });
            text.push_str(&line(rows.get(row).map_or("", String::as_str), cells));
        }
        text
    }
}

/// Numbers that places show in a position, such as those of dice, with the names of the places.
fn shown_numbers(game: &CompiledGame, state: &State) -> Vec<String> {
    let values = game.place_texts(state);
    let shown = |location: &Location| {
        let index = location.drawing.iter().flatten().find_map(|mark| match mark.figure {
            Figure::Value { index, .. } => Some(index),
            _ => None,
        })?;
        let value = values.get(index).filter(|value| value.parse::<i32>().is_ok())?;
        Some(format!("{} {value}", location.name))
    };
    game.rules().locations.iter().filter_map(shown).collect()
}

/// Formats a list as lines that fit a terminal; returns an empty text for an empty list.
fn format_list(head: &str, list: Vec<String>) -> String {
    let mut text = String::new();
    let mut line_length = 0;
    for item in list {
        let length = item.chars().count();
        if text.is_empty() {
            text.push_str(head);
            line_length = head.len();
        } else if line_length + length + ", ,".len() > LINE_WIDTH {
            text.push_str(",\n  ");
            line_length = 2;
        } else {
            text.push_str(", ");
            line_length += 2;
        }
        text.push_str(&item);
        line_length += length;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Partition of the locations into those drawn on the board and those listed below it.
struct LocationPartition {
    on: Vec<LocationId>,
    upper: Vec<LocationId>,
    beside: Vec<LocationId>,
    off: Vec<LocationId>,
}

impl LocationPartition {
    /// The board is the bounding box of the most frequent family of types of relevant locations, with all families that lie
    /// entirely inside it and can have pieces.
    fn new(rules: &RuleSet, families: &[LocationTypeId]) -> Self {
        let family = |id: LocationId| families[rules.locations[id.index()].kind.index()];
        let relevant = |id: LocationId| rules.locations[id.index()].is_relevant;
        let all = || (0..rules.locations.len()).map(LocationId::new);
        let of = |wanted: LocationTypeId| all().filter(move |&id| family(id) == wanted);
        let holds_pieces = |wanted: LocationTypeId| {
            let is_home = |place: Option<LocationId>| place.is_some_and(|place| family(place) == wanted);
            let is_reserve = |kind: Option<LocationTypeId>| kind.is_some_and(|kind| families[kind.index()] == wanted);
            of(wanted).any(relevant)
                || rules.elements.iter().any(|element| is_home(element.location))
                || rules.element_types.iter().any(|kind| is_reserve(kind.reserve))
        };
        let kinds: BTreeSet<LocationTypeId> = families.iter().copied().collect();
        let count = |&kind: &LocationTypeId| (of(kind).filter(|&id| relevant(id)).count(), of(kind).count());
        let main = kinds.iter().copied().rev().max_by_key(count);
        let points = |kind: LocationTypeId| of(kind).map(|id| rules.locations[id.index()].point);
        let area = main.and_then(|main| bounding_box(points(main)));
        let is_inside = |kind: LocationTypeId| points(kind).all(|point| area.is_some_and(|area| area.contains(point)));
        let drawn: BTreeSet<LocationTypeId> =
            kinds.into_iter().filter(|&kind| Some(kind) == main || is_inside(kind) && holds_pieces(kind)).collect();
        let (board, rest): (Vec<_>, Vec<_>) = all().partition(|&id| drawn.contains(&family(id)));
        let (mut on, mut upper) = (Vec::new(), Vec::new());
        let is_small = board.len() <= MAX_CELLS;
        for place in board {
            let is_upper = is_small && relevant(place) && on.iter().any(|&other| overlaps(rules, place, other));
            if is_upper { upper.push(place) } else { on.push(place) }
        }
        let (beside, off) = rest.into_iter().partition(|&id| relevant(id));
        Self { on, upper, beside, off }
    }
}

/// `true` if the centre of a location lies in the shape of another one of its type, but not on its centre.
fn overlaps(rules: &RuleSet, place: LocationId, other: LocationId) -> bool {
    let [one, other] = [place, other].map(|id| &rules.locations[id.index()]);
    let (across, down) = (one.point.0.abs_diff(other.point.0), one.point.1.abs_diff(other.point.1));
    let is_inside = match rules.location_types[one.kind.index()].shape {
        Some(Shape::Circle { radius }) => across.max(down) < radius.unsigned_abs(),
        Some(Shape::Rectangle { width, height }) => {
            2 * across < width.unsigned_abs() && 2 * down < height.unsigned_abs()
        }
        None => false,
    };
    one.kind == other.kind && (across, down) != (0, 0) && is_inside
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

impl Axis {
    /// Clusters coordinates that differ by no more than `tolerance`.
    fn new(values: impl Iterator<Item = i32>, tolerance: i32) -> Self {
        let sorted: BTreeSet<i32> = values.collect();
        let mut starts: Vec<i32> = Vec::new();
        for value in sorted {
            if starts.last().is_none_or(|&start| value.saturating_sub(start) > tolerance) {
                starts.push(value);
            }
        }
        let mut steps: Vec<i32> = starts.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
        let wide = steps.clone();
        steps.sort_unstable();
        let usual = steps.get(steps.len() / 2).copied().unwrap_or(0);
        let is_wide = |step: i32| i64::from(step) * 2 > i64::from(usual) * 3;
        let gaps = wide.iter().enumerate().filter(|&(_, &step)| is_wide(step)).map(|(index, _)| index + 1).collect();
        Self { starts, gaps, labels: None }
    }

    fn place(&self, value: i32) -> usize {
        self.starts.partition_point(|&start| start <= value).saturating_sub(1)
    }

    fn headings(&self) -> Vec<String> {
        self.labels.iter().flatten().cloned().collect()
    }
}

/// Largest distance of coordinates in the same row or column: 2/5 of the smallest distance between two points.
fn tolerance(points: &[(i32, i32)]) -> i32 {
    let distance = |a: &(i32, i32), b: &(i32, i32)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
    let pairs = points.iter().enumerate().flat_map(|(index, a)| points[..index].iter().map(move |b| distance(a, b)));
    let least = pairs.filter(|&distance| distance > 0).min().unwrap_or(0);
    i32::try_from(least / 5 * 2).unwrap_or(i32::MAX)
}

/// Labels rows and columns with the parts that the notation of their locations shares, such as files and ranks, if all of
/// them have one.
fn set_labels(rules: &RuleSet, cells: &[Cell], columns: &mut Axis, rows: &mut Axis) {
    let names = place_names(rules);
    let shared = |count: usize, nth: usize, axis: &dyn Fn(&Cell) -> usize| -> Option<Vec<String>> {
        let mut labels = vec![None; count];
        for cell in cells {
            let parts = &names[cell.location.index()];
            let part = parts.get(nth)?;
            let label = labels.get_mut(axis(cell))?;
            if label.get_or_insert(part) != &part {
                return None;
            }
        }
        labels.into_iter().map(|label: Option<&String>| label.cloned()).collect()
    };
    let (across, down) = (columns.starts.len(), rows.starts.len());
    for (first, second) in [(0, 1), (1, 0)] {
        let column_labels = shared(across, first, &|cell| cell.column);
        let row_labels = shared(down, second, &|cell| cell.row);
        if column_labels.is_some() && row_labels.is_some() {
            (columns.labels, rows.labels) = (column_labels, row_labels);
            return;
        }
    }
    if down == 1 {
        columns.labels = shared(across, 0, &|cell| cell.column);
    }
}
