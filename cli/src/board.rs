//! The board as a picture made of characters: locations by where they lie, pieces as short symbols with a legend,
//! and what is off the board in words. It needs no knowledge of the game but its rule set.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use boardwright_engine::ids::{ElementId, LocationId, LocationTypeId};
use boardwright_engine::rules::RuleSet;
use boardwright_engine::spec::SpecGame;
use boardwright_engine::state::State;

use crate::output::LINE;
use crate::symbols::{Look, Symbols, WRITES, legend};

/// How the locations of a game lie in rows and columns, and how its pieces look.
#[derive(Debug)]
pub struct Board {
    cells: Vec<Cell>,
    columns: Axis,
    rows: Axis,
    /// Whether every location has a cell of its own; else a list says where pieces stand.
    drawable: bool,
    /// Locations that matter one by one and lie outside of the board.
    beside: Vec<LocationId>,
    /// Locations that do not.
    off: Vec<LocationId>,
    /// The types of the places of the board, the commonest first.
    grounds: Vec<LocationTypeId>,
    symbols: Symbols,
}

#[derive(Clone, Copy, Debug)]
struct Cell {
    location: LocationId,
    column: usize,
    row: usize,
}

/// The rows or the columns.
#[derive(Debug, Default)]
struct Axis {
    /// Where each begins, in pixels.
    starts: Vec<i32>,
    /// Those with a gap before them.
    gaps: BTreeSet<usize>,
    /// The number that the names of all its locations share, where there is one for each.
    labels: Option<Vec<i32>>,
}

/// What empty places look like, by their type.
const EMPTY: [&str; 6] = [".", "+", "-", "=", "~", "^"];

/// Of more places beside the board only those are told where something stands.
const MOST_EMPTY: usize = 12;

/// Boards with more locations are told as a list.
const MOST_CELLS: usize = 2500;

impl Board {
    /// Finds out how the board of a game lies.
    pub fn new(rules: &RuleSet) -> Self {
        let at = |id: LocationId| rules.locations[id.index()].point;
        let Parts { on, beside, off } = Parts::new(rules);
        let points: Vec<(i32, i32)> = on.iter().map(|&id| at(id)).collect();
        let tolerance = if points.len() > MOST_CELLS { 0 } else { tolerance(&points) };
        let mut columns = Axis::new(points.iter().map(|point| point.0), tolerance);
        let mut rows = Axis::new(points.iter().map(|point| point.1), tolerance);
        let cell = |&location: &LocationId| {
            let (x, y) = at(location);
            Cell { location, column: columns.place(x), row: rows.place(y) }
        };
        let cells: Vec<Cell> = on.iter().map(cell).collect();
        let distinct = cells.iter().map(|cell| (cell.column, cell.row)).collect::<BTreeSet<_>>().len();
        let drawable = distinct == cells.len() && cells.len() <= MOST_CELLS;
        label(rules, &cells, &mut columns, &mut rows);
        let mut counts = BTreeMap::<LocationTypeId, usize>::new();
        for cell in &cells {
            *counts.entry(rules.locations[cell.location.index()].kind).or_default() += 1;
        }
        let mut grounds: Vec<LocationTypeId> = counts.keys().copied().collect();
        grounds.sort_by_key(|kind| std::cmp::Reverse(counts[kind]));
        Self { cells, columns, rows, drawable, beside, off, grounds, symbols: Symbols::new(rules) }
    }

    /// The board with the pieces of a position, what is off it, and what the symbols mean.
    pub fn draw(&self, game: &SpecGame, state: &State) -> String {
        let rules = game.rules();
        let look = |location| game.content(state, location).map(|element| Look::of(game, state, element));
        let symbol = |look: Look| self.symbols.symbol(rules, look);
        let empty = |location| EMPTY[self.ground(rules, location)].to_owned();
        let mut text = self.grid(rules, |location| look(location).map_or_else(|| empty(location), symbol));
        // Pieces that are nowhere at all come behind those that wait on a place.
        let (mut present, mut counts) = (BTreeSet::new(), BTreeMap::<(usize, Look), usize>::new());
        let nowhere = rules.location_types.len();
        for &location in &self.off {
            if let Some(look) = look(location) {
                *counts.entry((rules.locations[location.index()].kind.index(), look)).or_default() += 1;
            }
        }
        for element in (0..rules.elements.len()).map(ElementId::new) {
            if game.location(state, element).is_none() {
                *counts.entry((nowhere, Look::of(game, state, element))).or_default() += 1;
            }
        }
        present.extend(self.cells.iter().map(|cell| cell.location).chain(self.beside.iter().copied()).filter_map(look));
        present.extend(counts.keys().map(|&(_, look)| look));
        let few = self.beside.len() <= MOST_EMPTY;
        let beside = self.beside.iter().filter(|&&location| few || look(location).is_some()).map(|&location| {
            let there = look(location).map_or_else(|| EMPTY[0].to_owned(), symbol);
            format!("{} {there}", rules.locations[location.index()].name)
        });
        let counts = counts.iter().map(|(&(kind, look), count)| match rules.location_types.get(kind) {
            Some(kind) => format!("{count} {} ({})", symbol(look), kind.name),
            None => format!("{count} {}", symbol(look)),
        });
        for (head, list) in [
            ("beside the board: ", beside.collect()),
            ("off the board: ", counts.collect()),
            ("", self.meaning(rules, &present)),
        ] {
            text.push_str(&wrapped(head, list));
        }
        text
    }

    /// The board with the names of its locations.
    pub fn names(&self, rules: &RuleSet) -> String {
        let name = |location: LocationId| rules.locations[location.index()].name.clone();
        let mut text = self.grid(rules, name);
        for (head, list) in [("beside the board: ", &self.beside), ("off the board: ", &self.off)] {
            text.push_str(&wrapped(head, list.iter().map(|&location| name(location)).collect()));
        }
        text
    }

    /// Which mark an empty place of the board gets.
    fn ground(&self, rules: &RuleSet, location: LocationId) -> usize {
        let kind = rules.locations[location.index()].kind;
        self.grounds.iter().position(|known| *known == kind).unwrap_or_default().min(EMPTY.len() - 1)
    }

    /// What symbols stand for: those of pieces, and those of empty places of all types but the commonest.
    fn meaning(&self, rules: &RuleSet, present: &BTreeSet<Look>) -> Vec<String> {
        let grounds = self.grounds.iter().zip(EMPTY).skip(1);
        let places = grounds.map(|(kind, mark)| format!("{mark}: {}", rules.location_types[kind.index()].name));
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
                write!(line, "{cell:>width$}").expect(WRITES);
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

/// A list in lines that fit a terminal; nothing for an empty one.
fn wrapped(head: &str, list: Vec<String>) -> String {
    let mut text = String::new();
    let mut used = 0;
    for item in list {
        let length = item.chars().count();
        if text.is_empty() {
            text.push_str(head);
            used = head.len();
        } else if used + length + ", ,".len() > LINE {
            text.push_str(",\n  ");
            used = 2;
        } else {
            text.push_str(", ");
            used += 2;
        }
        text.push_str(&item);
        used += length;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

/// Which locations are drawn, and which are told in words.
struct Parts {
    on: Vec<LocationId>,
    beside: Vec<LocationId>,
    off: Vec<LocationId>,
}

impl Parts {
    /// The board is where the commonest type of relevant locations lies, with every type that lies all within it.
    fn new(rules: &RuleSet) -> Self {
        let kind = |id: LocationId| rules.locations[id.index()].kind.index();
        let relevant = |id: LocationId| rules.locations[id.index()].relevant;
        let of = |wanted: usize| {
            let ids = (0..rules.locations.len()).map(LocationId::new);
            ids.filter(move |&id| kind(id) == wanted)
        };
        let kinds = 0..rules.location_types.len();
        let count = |&wanted: &usize| (of(wanted).filter(|&id| relevant(id)).count(), of(wanted).count());
        let main = kinds.clone().rev().max_by_key(count);
        let points = |wanted: usize| of(wanted).map(|id| rules.locations[id.index()].point);
        let area = main.and_then(|main| area(points(main)));
        let inside = |wanted: usize| points(wanted).all(|point| area.is_some_and(|area| area.has(point)));
        let drawn: Vec<bool> = kinds.map(|wanted| Some(wanted) == main || inside(wanted)).collect();
        let ids = (0..rules.locations.len()).map(LocationId::new);
        let (on, rest): (Vec<_>, Vec<_>) = ids.partition(|&id| drawn[kind(id)]);
        let (beside, off) = rest.into_iter().partition(|&id| relevant(id));
        Self { on, beside, off }
    }
}

/// A rectangle with its edges.
#[derive(Clone, Copy)]
struct Area {
    low: (i32, i32),
    high: (i32, i32),
}

impl Area {
    fn has(self, (x, y): (i32, i32)) -> bool {
        (self.low.0..=self.high.0).contains(&x) && (self.low.1..=self.high.1).contains(&y)
    }
}

/// The smallest area with all points in it.
fn area(points: impl Iterator<Item = (i32, i32)>) -> Option<Area> {
    points.fold(None, |area, (x, y)| {
        let Area { low, high } = area.unwrap_or(Area { low: (x, y), high: (x, y) });
        Some(Area { low: (low.0.min(x), low.1.min(y)), high: (high.0.max(x), high.1.max(y)) })
    })
}

impl Axis {
    /// Puts coordinates that differ by no more than `tolerance` together.
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
        self.labels.iter().flatten().map(ToString::to_string).collect()
    }
}

/// Closer than this, coordinates belong to one row or column: a bit less than half of the least distance.
fn tolerance(points: &[(i32, i32)]) -> i32 {
    let distance = |a: &(i32, i32), b: &(i32, i32)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
    let pairs = points.iter().enumerate().flat_map(|(index, a)| points[..index].iter().map(move |b| distance(a, b)));
    let least = pairs.filter(|&distance| distance > 0).min().unwrap_or(0);
    i32::try_from(least / 5 * 2).unwrap_or(i32::MAX)
}

/// Gives rows and columns the numbers that the names of their locations share, if that is so for all of them.
fn label(rules: &RuleSet, cells: &[Cell], columns: &mut Axis, rows: &mut Axis) {
    let indices = |cell: &Cell| rules.texts.name(rules.locations[cell.location.index()].text).indices.clone();
    let shared = |count: usize, nth: usize, axis: &dyn Fn(&Cell) -> usize| -> Option<Vec<i32>> {
        let mut labels = vec![None; count];
        for cell in cells {
            let number = *indices(cell)?.get(nth)?;
            let label = labels.get_mut(axis(cell))?;
            if *label.get_or_insert(number) != number {
                return None;
            }
        }
        labels.into_iter().collect::<Option<Vec<i32>>>()
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
