//! Headings at the edges of a board: the parts that the short names of the places of a row or column share, such as files
//! and ranks, or what the board itself says beside its rows and columns.

use std::collections::BTreeSet;
use std::ops::Range;

use boardwright_game::ids::LocationId;
use boardwright_interpreter::place_names::place_names;
use boardwright_rules::RuleSet;

use super::cells::{Cell, Layout};
use super::texts::PlaceTexts;
use crate::symbols::family_name;

/// Headings of the rows and columns.
#[derive(Debug, Default)]
pub struct Headings {
    /// By row; empty if the rows have none.
    pub rows: Vec<String>,
    /// Lines above and below rows.
    pub columns: Vec<ColumnHeadings>,
    /// Places whose texts are headings.
    pub places: Vec<LocationId>,
}

/// Headings of the columns, beside a row.
#[derive(Debug)]
pub struct ColumnHeadings {
    pub row: usize,
    /// `true` if the line stands below the row.
    pub is_below: bool,
    /// By column.
    pub texts: Vec<String>,
}

/// Longest name of a place that is a heading of its column.
const MAX_NAME: usize = 3;

/// Smallest part of the rows or columns that labels of the board must cover to be headings.
const MIN_LABELLED: f64 = 0.75;

impl Headings {
    pub fn new(rules: &RuleSet, layout: &Layout) -> Self {
        if !layout.is_drawable || layout.cells.is_empty() {
            return Self::default();
        }
        let finder = Finder { rules, layout, names: place_names(rules) };
        let by_names = finder.by_parts().or_else(|| finder.by_blocks()).or_else(|| finder.by_rows());
        by_names.or_else(|| finder.by_ranges()).or_else(|| finder.by_indices()).unwrap_or_default()
    }

    /// Headings of a board whose places have no short names: the texts beside its rows and columns, or the names that the
    /// places of a row share.
    pub fn of_texts(rules: &RuleSet, layout: &Layout, texts: &PlaceTexts) -> Self {
        let finder = Finder { rules, layout, names: Vec::new() };
        let rows = finder.labels(texts, true);
        let columns = finder.labels(texts, false);
        let places = [&rows, &columns].into_iter().flatten().flat_map(|labels| labels.places.iter().copied());
        let places = places.collect();
        let rows = rows.map(|labels| labels.texts).or_else(|| finder.row_names()).unwrap_or_default();
        let columns = columns.map(|labels| above(labels.texts)).into_iter().collect();
        Self { rows, columns, places }
    }

    /// `true` if neither rows nor columns have headings.
    pub fn are_missing(&self) -> bool {
        self.rows.is_empty() && self.columns.is_empty()
    }
}

fn above(texts: Vec<String>) -> ColumnHeadings {
    ColumnHeadings { row: 0, is_below: false, texts }
}

/// Texts of the board that are headings.
struct Labels {
    /// By row or column.
    texts: Vec<String>,
    /// Places with these texts.
    places: Vec<LocationId>,
}

struct Finder<'a> {
    rules: &'a RuleSet,
    layout: &'a Layout,
    /// Parts of the short names, by location.
    names: Vec<Vec<String>>,
}

impl Finder<'_> {
    fn parts(&self, cell: &Cell) -> &[String] {
        &self.names[cell.places[0].index()]
    }

    /// Cells that the game needs; optional ones have no say in the headings.
    fn cells(&self) -> impl Iterator<Item = &Cell> {
        self.layout.cells.iter().filter(|cell| !cell.is_optional)
    }

    /// Text that all cells of each line share; `None` if some line has none.
    fn shared(
        &self,
        count: usize,
        line: impl Fn(&Cell) -> usize,
        text: impl Fn(&Cell) -> Option<String>,
    ) -> Option<Vec<String>> {
        let mut labels: Vec<Option<String>> = vec![None; count];
        for cell in self.cells() {
            let text = text(cell)?;
            let label = labels.get_mut(line(cell))?;
            if *label.get_or_insert_with(|| text.clone()) != text {
                return None;
            }
        }
        labels.into_iter().collect()
    }

    /// Part of the names that all cells of each row share.
    fn row_parts(&self, nth: usize) -> Option<Vec<String>> {
        self.shared(self.layout.rows.count(), |cell| cell.row, |cell| self.parts(cell).get(nth).cloned())
    }

    /// Part of the names that all cells of each column share.
    fn column_parts(&self, nth: usize) -> Option<Vec<String>> {
        self.shared(self.layout.columns.count(), |cell| cell.column, |cell| self.parts(cell).get(nth).cloned())
    }

    /// Files and ranks.
    fn by_parts(&self) -> Option<Headings> {
        for (first, second) in [(0, 1), (1, 0)] {
            if let (Some(columns), Some(rows)) = (self.column_parts(first), self.row_parts(second)) {
                return Some(Headings { rows, columns: vec![above(columns)], places: Vec::new() });
            }
        }
        let columns = (self.layout.rows.count() == 1).then(|| self.column_parts(0)).flatten()?;
        Some(Headings { rows: Vec::new(), columns: vec![above(columns)], places: Vec::new() })
    }

    /// Blocks of rows between gaps in which the cells of each column share their name: the points of backgammon.
    fn by_blocks(&self) -> Option<Headings> {
        let rows = &self.layout.rows;
        let starts: Vec<usize> = (0..rows.count()).filter(|&row| row == 0 || rows.has_gap_before(row)).collect();
        let ends = starts.iter().skip(1).copied().chain([rows.count()]);
        let blocks: Vec<Range<usize>> = starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect();
        let last = blocks.len() - 1;
        let heading = |(index, block): (usize, &Range<usize>)| {
            let mut texts = vec![None; self.layout.columns.count()];
            for cell in self.cells().filter(|cell| block.contains(&cell.row)) {
                let [name] = self.parts(cell) else { return None };
                if name.chars().count() > MAX_NAME || texts[cell.column].get_or_insert(name) != &name {
                    return None;
                }
            }
            let texts = texts.into_iter().map(|text: Option<&String>| text.cloned().unwrap_or_default()).collect();
            let is_below = index > 0 && index == last;
            let row = if is_below { block.end - 1 } else { block.start };
            (block.len() > 1).then_some(ColumnHeadings { row, is_below, texts })
        };
        let columns: Vec<ColumnHeadings> = blocks.iter().enumerate().map(heading).collect::<Option<_>>()?;
        Some(Headings { columns, ..Headings::default() })
    }

    /// One part of the names along rows; the other one above the first row, if all of its values are there, as on the slanted
    /// board of Hex.
    fn by_rows(&self) -> Option<Headings> {
        for (of_row, other) in [(1, 0), (0, 1)] {
            let Some(rows) = self.row_parts(of_row) else { continue };
            let part = |cell: &Cell| self.parts(cell).get(other).cloned();
            let all: BTreeSet<Option<String>> = self.cells().map(part).collect();
            let first: Vec<&Cell> = self.cells().filter(|cell| cell.row == 0).collect();
            let mut texts = vec![String::new(); self.layout.columns.count()];
            for cell in &first {
                texts[cell.column] = part(cell)?;
            }
            let shown: BTreeSet<Option<String>> = first.iter().map(|cell| part(cell)).collect();
            let columns = if shown == all { vec![above(texts)] } else { Vec::new() };
            return Some(Headings { rows, columns, places: Vec::new() });
        }
        None
    }

    /// Numbers that count the places along each row, as on a draughts board: `1-4`.
    fn by_ranges(&self) -> Option<Headings> {
        let row = |row: usize| {
            let mut cells: Vec<&Cell> = self.cells().filter(|cell| cell.row == row).collect();
            cells.sort_by_key(|cell| cell.column);
            let number = |cell: &&Cell| match self.parts(cell) {
                [name] => name.parse::<i32>().ok(),
                _ => None,
            };
            let numbers: Vec<i32> = cells.iter().map(number).collect::<Option<_>>()?;
            let steps: BTreeSet<i32> = numbers.windows(2).map(|pair| pair[1] - pair[0]).collect();
            let counts = steps == BTreeSet::from([1]) || steps == BTreeSet::from([-1]);
            counts.then(|| format!("{}-{}", numbers[0], numbers[numbers.len() - 1]))
        };
        let rows = (0..self.layout.rows.count()).map(row).collect::<Option<_>>()?;
        Some(Headings { rows, ..Headings::default() })
    }

    /// Indices of the places along rows and columns, if all places have the same name: the two seas of Battleship. Of several
    /// indices that fit, that with the most values is the heading.
    fn by_indices(&self) -> Option<Headings> {
        let location = |cell: &Cell| &self.rules.locations[cell.places[0].index()];
        let names: BTreeSet<&str> = self.cells().map(|cell| family_name(&location(cell).name)).collect();
        let count = self.cells().map(|cell| location(cell).indices.len()).min().filter(|_| names.len() == 1)?;
        let best = |lines: usize, line: &dyn Fn(&Cell) -> usize| {
            let index = |nth: usize| move |cell: &Cell| location(cell).indices.get(nth).map(i32::to_string);
            let found = (0..count).filter_map(|nth| self.shared(lines, line, index(nth)));
            found.max_by_key(|labels| labels.iter().collect::<BTreeSet<_>>().len())
        };
        let columns = best(self.layout.columns.count(), &|cell| cell.column)?;
        let rows = best(self.layout.rows.count(), &|cell| cell.row)?;
        Some(Headings { rows, columns: vec![above(columns)], places: Vec::new() })
    }

    /// Texts on places outside the board, one beside each row or column.
    fn labels(&self, texts: &PlaceTexts, of_rows: bool) -> Option<Labels> {
        let axis = if of_rows { &self.layout.rows } else { &self.layout.columns };
        let mut lines = vec![String::new(); axis.count()];
        let mut places = Vec::new();
        for (place, text) in texts.beside() {
            let (x, y) = self.rules.locations[place.index()].point;
            let Some(line) = axis.nearest(if of_rows { y } else { x }) else { continue };
            if !lines[line].is_empty() {
                return None;
            }
            text.clone_into(&mut lines[line]);
            places.push(place);
        }
        let is_enough = places.len() > 1 && places.len() as f64 >= MIN_LABELLED * axis.count() as f64;
        is_enough.then_some(Labels { texts: lines, places })
    }

    /// Names that the places of each row share up to their last index: `hand(1)`.
    fn row_names(&self) -> Option<Vec<String>> {
        let mut names: Vec<Option<String>> = vec![None; self.layout.rows.count()];
        for cell in self.cells() {
            let location = &self.rules.locations[cell.places[0].index()];
            let (_, before) = location.indices.split_last()?;
            let before: Vec<String> = before.iter().map(i32::to_string).collect();
            let base = family_name(&location.name);
            let name = if before.is_empty() { base.to_owned() } else { format!("{base}({})", before.join(",")) };
            if *names[cell.row].get_or_insert_with(|| name.clone()) != name {
                return None;
            }
        }
        let names: Vec<String> = names.into_iter().collect::<Option<_>>()?;
        let distinct: BTreeSet<&String> = names.iter().collect();
        (distinct.len() == names.len()).then_some(names)
    }
}
