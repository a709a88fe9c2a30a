//! Grouping of entries whose names differ only by numbers to families.
//! This module is independent of the parser and of the other contents of a section.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::ArithmeticOp;

use super::fit;
use super::printer::TermPrinter;
use super::term::{LocalId, Term};
use crate::syntax::ast::Comparison;

/// Value of a key in an entry.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum KeyValue {
    Word(String),
    Numbers(Vec<i32>),
    /// A member of a family, with its indices.
    Member(String, Vec<i32>),
    /// A value that cannot be generalised.
    RawToken(String),
}

/// An entry: its name, its keys, and the comments above it.
#[derive(Clone, Debug)]
pub(super) struct ComponentEntry {
    pub(super) name: String,
    /// Empty for a name without numbers.
    pub(super) indices: Vec<i32>,
    pub(super) keys: Vec<(&'static str, KeyValue)>,
    pub(super) comments: Vec<String>,
}

/// The text of an entry.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct EntryText {
    pub(super) comments: Vec<String>,
    pub(super) lines: Vec<String>,
}

/// Groups entries to families. A family is written at the position of its first member.
pub(super) fn group_families(items: Vec<ComponentEntry>) -> Vec<EntryText> {
    let mut order: Vec<Vec<ComponentEntry>> = Vec::new();
    let mut known: BTreeMap<(String, usize), usize> = BTreeMap::new();
    for item in items {
        let count = order.len();
        let at = if item.indices.is_empty() {
            count
        } else {
            *known.entry((item.name.clone(), item.indices.len())).or_insert(count)
        };
        if at == count {
            order.push(Vec::new());
        }
        order[at].push(item);
    }
    order.into_iter().flat_map(|family| group_family(&family)).collect()
}

/// Writes the entries of one name: as one entry if possible, else greedily as few.
fn group_family(items: &[ComponentEntry]) -> Vec<EntryText> {
    if let Some(whole) = write_single(items) {
        return vec![whole];
    }
    // Classes of entries that agree in the values that are no functions of the indices.
    let mut classes: Vec<(Vec<String>, Vec<ComponentEntry>)> = Vec::new();
    for item in items {
        let class = value_class(item);
        match classes.iter_mut().find(|(known, _)| *known == class) {
            Some((_, list)) => list.push(item.clone()),
            None => classes.push((class, vec![item.clone()])),
        }
        if classes.len() > 20 {
            classes.clear();
            break;
        }
    }
    if classes.is_empty() {
        return group_runs(items);
    }
    classes
        .iter()
        .flat_map(|(_, list)| write_single(list).map_or_else(|| group_runs(list), |whole| vec![whole]))
        .collect()
}

fn value_class(item: &ComponentEntry) -> Vec<String> {
    item.keys
        .iter()
        .map(|(key, cell)| match cell {
            KeyValue::Word(word) | KeyValue::Member(word, _) => format!("{key}={word}"),
            KeyValue::Numbers(_) => (*key).to_owned(),
            KeyValue::RawToken(text) => format!("{key}={text}"),
        })
        .collect()
}

/// Splits the entries into runs from the first one on, each as long as possible, and writes each run as one entry.
fn group_runs(items: &[ComponentEntry]) -> Vec<EntryText> {
    let mut found = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let (mut least, mut most) = (1, rest.len());
        let mut best = write_single(&rest[..1]);
        // Doubling and binary search: if a run can be one entry, shorter runs usually can.
        let mut step = 2;
        while step < most {
            match write_single(&rest[..step]) {
                Some(written) => (least, best) = (step, Some(written)),
                None => {
                    most = step - 1;
                    break;
                }
            }
            step *= 2;
        }
        while least < most {
            let middle = (least + most).div_ceil(2);
            match write_single(&rest[..middle]) {
                Some(written) => (least, best) = (middle, Some(written)),
                None => most = middle - 1,
            }
        }
        found.extend(best);
        rest = &rest[least..];
    }
    found
}

/// Writes several entries as one. `None` if their indices and values are no ranges and expressions.
fn write_single(items: &[ComponentEntry]) -> Option<EntryText> {
    let first = items.first()?;
    let comments: Vec<String> = items.iter().flat_map(|item| item.comments.clone()).collect();
    if first.indices.is_empty() || items.len() == 1 {
        let name = match first.indices.as_slice() {
            [] => first.name.clone(),
            numbers => format!("{}({})", first.name, joined(numbers)),
        };
        let mut lines = vec![format!("name = {name}")];
        lines.extend(first.keys.iter().map(|(key, cell)| format!("{key} = {}", format_value(cell))));
        return Some(EntryText { comments, lines });
    }
    let mut printer = TermPrinter::default();
    let names: &[&str] = match first.indices.len() {
        1 => &["I"],
        2 => &["X", "Y"],
        3 => &["X", "Y", "Z"],
        _ => &["A", "B", "C", "D", "E", "F", "G", "H"],
    };
    for (at, name) in names.iter().enumerate() {
        printer.hints.insert(LocalId(at), (*name).to_owned());
    }
    let tuples: BTreeSet<Vec<i32>> = items.iter().map(|item| item.indices.clone()).collect();
    let (ranges, condition) = index_ranges(&tuples)?;
    // An index that is constant has no variable, so no bound, condition or value may mention it.
    let fixed =
        |term: &Term| {
            ranges.iter().enumerate().fold(term.clone(), |term, (at, (from, to))| {
                if from == to { term.substitute(LocalId(at), from) } else { term }
            })
        };
    let mut indices = Vec::new();
    for (at, (from, to)) in ranges.iter().enumerate() {
        let (from, to) = (printer.print(&fixed(from)), printer.print(&fixed(to)));
        indices.push(if from == to { from } else { format!("${}: {from}..{to}", names.get(at)?) });
    }
    let mut lines = vec![format!("name = {}({})", first.name, indices.join(", "))];
    lines.extend(condition.map(|condition| format!("where = {}", printer.print(&fixed(&condition)))));
    for (at, (key, cell)) in first.keys.iter().enumerate() {
        let column: Option<Vec<(&[i32], &KeyValue)>> = items
            .iter()
            .map(|item| Some((item.indices.as_slice(), &item.keys.get(at).filter(|(other, _)| other == key)?.1)))
            .collect();
        let column = column?;
        if items.iter().any(|item| item.keys.len() != first.keys.len()) {
            return None;
        }
        let value = fit_values(&column, cell)?;
        let shown: Vec<String> = value.iter().map(|term| printer.print(&fixed(term))).collect();
        let between = if *key == "point" || *key == "camera" { ", " } else { "," };
        lines.push(format!("{key} = {}", shown.join(between)));
    }
    Some(EntryText { comments, lines })
}

fn joined(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

fn format_value(cell: &KeyValue) -> String {
    match cell {
        KeyValue::Word(word) => word.clone(),
        KeyValue::RawToken(text) => text.clone(),
        KeyValue::Numbers(numbers) => numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
        KeyValue::Member(word, numbers) => format!("{word}({})", joined(numbers)),
    }
}

/// Expresses the values of a key in terms of the indices.
fn fit_values(column: &[(&[i32], &KeyValue)], first: &KeyValue) -> Option<Vec<Term>> {
    if column.iter().all(|(_, cell)| *cell == first) && !matches!(first, KeyValue::Member(..)) {
        return Some(vec![Term::word(&format_value(first))]);
    }
    let numbers_at = |at: usize, of: &dyn Fn(&KeyValue) -> Option<Vec<i32>>| -> Option<Term> {
        let samples: Option<Vec<(&[i32], i32)>> =
            column.iter().map(|(indices, cell)| Some((*indices, *of(cell)?.get(at)?))).collect();
        fit::fit_numbers(&samples?)
    };
    match first {
        KeyValue::RawToken(_) => None,
        KeyValue::Numbers(numbers) => (0..numbers.len())
            .map(|at| {
                numbers_at(at, &|cell| match cell {
                    KeyValue::Numbers(list) if list.len() == numbers.len() => Some(list.clone()),
                    _ => None,
                })
            })
            .collect(),
        KeyValue::Word(_) => {
            let samples: Option<Vec<(&[i32], &str)>> = column
                .iter()
                .map(|(indices, cell)| match cell {
                    KeyValue::Word(word) => Some((*indices, word.as_str())),
                    _ => None,
                })
                .collect();
            Some(vec![fit::fit_words(&samples?)?])
        }
        KeyValue::Member(word, numbers) => {
            let same = |cell: &KeyValue| match cell {
                KeyValue::Member(other, list) if other == word && list.len() == numbers.len() => Some(list.clone()),
                _ => None,
            };
            let terms: Option<Vec<Term>> = (0..numbers.len()).map(|at| numbers_at(at, &same)).collect();
            Some(vec![Term::call(word, terms?)])
        }
    }
}

type Ranges = Vec<(Term, Term)>;

/// Returns ranges that contain exactly these indices, with a condition if needed.
fn index_ranges(tuples: &BTreeSet<Vec<i32>>) -> Option<(Ranges, Option<Term>)> {
    let dims = tuples.first()?.len();
    if let Some(ranges) = contiguous_ranges(tuples, dims) {
        return Some((ranges, None));
    }
    // A box with exceptions: a checkerboard pattern, or a few missing members.
    let sides: Vec<(i32, i32)> = (0..dims)
        .map(|dim| {
            let along = tuples.iter().map(|tuple| tuple[dim]);
            (along.clone().min().unwrap_or(0), along.max().unwrap_or(0))
        })
        .collect();
    let count: usize = sides.iter().map(|(from, to)| usize::try_from(to.abs_diff(*from)).unwrap_or(0) + 1).product();
    if count > 4 * tuples.len() + 64 {
        return None;
    }
    let mut all: Vec<Vec<i32>> = vec![Vec::new()];
    for (from, to) in &sides {
        all = all
            .iter()
            .flat_map(|tuple| (*from..=*to).map(move |index| [tuple.as_slice(), &[index]].concat()))
            .collect();
    }
    let ranges = sides.iter().map(|(from, to)| (Term::int(*from), Term::int(*to))).collect();
    let sum = (1..dims)
        .fold(Term::local(LocalId(0)), |sum, dim| Term::arith(ArithmeticOp::Add, sum, Term::local(LocalId(dim))));
    for rest in [0, 1] {
        let has_parity = |tuple: &[i32]| tuple.iter().sum::<i32>().rem_euclid(2) == rest;
        if all.iter().all(|tuple| tuples.contains(tuple) == has_parity(tuple)) {
            let remainder = Term::arith(ArithmeticOp::Remainder, sum, Term::int(2));
            let condition = if rest == 0 {
                Term::compare(Comparison::Equal, remainder, Term::int(0))
            } else {
                Term::compare(Comparison::Unequal, remainder, Term::int(0))
            };
            return Some((ranges, Some(condition)));
        }
    }
    let missing: Vec<&Vec<i32>> = all.iter().filter(|tuple| !tuples.contains(*tuple)).collect();
    let few = missing.len() <= 4 || dims == 1 && tuples.len() <= 16;
    if !few || missing.is_empty() {
        return None;
    }
    let condition = if dims == 1 {
        let member = |tuple: &Vec<i32>| Term::int(tuple[0]);
        let local = Term::local(LocalId(0));
        if tuples.len() < missing.len() {
            let set = Term::new(super::term::Node::Set(tuples.iter().map(member).collect()));
            Term::compare(Comparison::In, local, set)
        } else {
            let differs = |tuple: &&Vec<i32>| Term::compare(Comparison::Unequal, local.clone(), Term::int(tuple[0]));
            missing.iter().map(differs).fold(Term::bool(true), Term::and)
        }
    } else {
        missing
            .iter()
            .map(|tuple| {
                let part = |(at, index): (usize, &i32)| {
                    Term::compare(Comparison::Unequal, Term::local(LocalId(at)), Term::int(*index))
                };
                // All members agree in an index whose range has one number.
                let varies = |(at, _): &(usize, &i32)| sides[*at].0 != sides[*at].1;
                tuple.iter().enumerate().filter(varies).map(part).fold(Term::bool(false), Term::or)
            })
            .fold(Term::bool(true), Term::and)
    };
    Some((ranges, Some(condition)))
}

/// Returns contiguous ranges in which each bound may depend on the preceding indices.
fn contiguous_ranges(tuples: &BTreeSet<Vec<i32>>, dims: usize) -> Option<Ranges> {
    let mut ranges = Vec::new();
    let mut count = 0;
    for dim in 0..dims {
        let mut sides: BTreeMap<&[i32], (i32, i32, usize)> = BTreeMap::new();
        let prefixes: BTreeSet<&[i32]> = tuples.iter().map(|tuple| &tuple[..=dim]).collect();
        for prefix in &prefixes {
            let index = prefix[dim];
            let side = sides.entry(&prefix[..dim]).or_insert((index, index, 0));
            *side = (side.0.min(index), side.1.max(index), side.2 + 1);
        }
        let without_holes =
            |(from, to, count): &(i32, i32, usize)| usize::try_from(to.abs_diff(*from)).ok() == Some(count - 1);
        if !sides.values().all(without_holes) {
            return None;
        }
        let from: Vec<(&[i32], i32)> = sides.iter().map(|(at, side)| (*at, side.0)).collect();
        let to: Vec<(&[i32], i32)> = sides.iter().map(|(at, side)| (*at, side.1)).collect();
        let line = |samples: &[(&[i32], i32)]| {
            fit::fit_numbers(samples)
                .filter(|term| !term.contains_node(|node| matches!(node, super::term::Node::If(..))))
        };
        ranges.push((line(&from)?, line(&to)?));
        count = prefixes.len();
    }
    (count == tuples.len()).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(indices: &[i32], point: [i32; 2]) -> ComponentEntry {
        let keys = vec![("type", KeyValue::Word("square".into())), ("point", KeyValue::Numbers(point.into()))];
        ComponentEntry { name: "s".into(), indices: indices.to_vec(), keys, comments: Vec::new() }
    }

    fn lines(items: Vec<ComponentEntry>) -> Vec<String> {
        group_families(items).into_iter().flat_map(|written| written.lines).collect()
    }

    #[test]
    fn a_grid_is_one_entry() {
        let items = (1..=3).flat_map(|x| (1..=4).map(move |y| item(&[x, y], [100 * x, 480 - 80 * y]))).collect();
        assert_eq!(lines(items), ["name = s($X: 1..3, $Y: 1..4)", "type = square", "point = 100*$X, 480-80*$Y"]);
    }

    #[test]
    fn heaps_that_grow_are_one_entry() {
        let items = (1..=3).flat_map(|x| (1..=2 + x).map(move |y| item(&[x, y], [x, y]))).collect();
        assert_eq!(lines(items)[0], "name = s($X: 1..3, $Y: 1..$X+2)");
    }

    #[test]
    fn every_other_square_is_one_entry() {
        let grid = (1..=4).flat_map(|x| (1..=4).map(move |y| [x, y]));
        let items = grid.filter(|[x, y]| (x + y) % 2 == 0).map(|[x, y]| item(&[x, y], [x, y])).collect();
        assert_eq!(lines(items)[..2], ["name = s($X: 1..4, $Y: 1..4)", "where = ($X+$Y) % 2 == 0"]);
    }

    #[test]
    fn a_constant_index_is_not_mentioned_in_a_condition() {
        let row = |omitted: i32| (1..=5).filter(move |x| *x != omitted).map(|x| item(&[x, 1], [x, 7])).collect();
        assert_eq!(lines(row(3))[..2], ["name = s($X: 1..5, 1)", "where = $X != 3"]);
        let column = (1..=7).step_by(2).map(|y| item(&[2, y], [0, y])).collect();
        assert_eq!(lines(column)[..2], ["name = s(2, $Y: 1..7)", "where = (2+$Y) % 2 != 0"]);
    }

    #[test]
    fn irregular_points_need_several_entries() {
        let points = [[3, 1], [4, 1], [5, 9], [2, 6], [5, 3], [5, 8]];
        let items: Vec<ComponentEntry> = (1..).zip(points).map(|(at, point)| item(&[at], point)).collect();
        let written = group_families(items);
        assert!((2..=6).contains(&written.len()), "{written:?}");
    }
}
