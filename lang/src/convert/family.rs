//! Entries that differ by the numbers in their names put together to families.
//! How the entries were read, and what else a section has, is not known here.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_engine::rules::Arith;

use super::fit;
use super::show::Shower;
use super::term::{LocalId, Term};
use crate::syntax::ast::Comparison;

/// What an entry says for one key.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cell {
    Word(String),
    Numbers(Vec<i32>),
    /// A member of a family.
    Member(String, Vec<i32>),
    /// What cannot be put together.
    Raw(String),
}

/// An entry: its name, its keys, and the comments before it.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) name: String,
    /// Empty for a name without numbers.
    pub(super) indices: Vec<i32>,
    pub(super) keys: Vec<(&'static str, Cell)>,
    pub(super) comments: Vec<String>,
}

/// Entries as they are written.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Written {
    pub(super) comments: Vec<String>,
    pub(super) lines: Vec<String>,
}

/// Puts entries together, those of one name where the first of them stands.
pub(super) fn put_together(items: Vec<Item>) -> Vec<Written> {
    let mut order: Vec<Vec<Item>> = Vec::new();
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
    order.into_iter().flat_map(|family| family_of(&family)).collect()
}

/// The entries of one name: all in one if that can be, else in as few as are found.
fn family_of(items: &[Item]) -> Vec<Written> {
    if let Some(whole) = one(items) {
        return vec![whole];
    }
    // By what cannot be worked out from numbers.
    let mut classes: Vec<(Vec<String>, Vec<Item>)> = Vec::new();
    for item in items {
        let class = class(item);
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
        return runs(items);
    }
    classes.iter().flat_map(|(_, list)| one(list).map_or_else(|| runs(list), |whole| vec![whole])).collect()
}

fn class(item: &Item) -> Vec<String> {
    item.keys
        .iter()
        .map(|(key, cell)| match cell {
            Cell::Word(word) | Cell::Member(word, _) => format!("{key}={word}"),
            Cell::Numbers(_) => (*key).to_owned(),
            Cell::Raw(text) => format!("{key}={text}"),
        })
        .collect()
}

/// Longest runs from the first entry on, each as one.
fn runs(items: &[Item]) -> Vec<Written> {
    let mut found = Vec::new();
    let mut rest = items;
    while !rest.is_empty() {
        let (mut least, mut most) = (1, rest.len());
        let mut best = one(&rest[..1]);
        // Where a run of some length is one entry, shorter ones mostly are.
        let mut step = 2;
        while step < most {
            match one(&rest[..step]) {
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
            match one(&rest[..middle]) {
                Some(written) => (least, best) = (middle, Some(written)),
                None => most = middle - 1,
            }
        }
        found.extend(best);
        rest = &rest[least..];
    }
    found
}

/// Several entries as one, if their indices and values can be said together.
fn one(items: &[Item]) -> Option<Written> {
    let first = items.first()?;
    let comments: Vec<String> = items.iter().flat_map(|item| item.comments.clone()).collect();
    if first.indices.is_empty() || items.len() == 1 {
        let name = match first.indices.as_slice() {
            [] => first.name.clone(),
            numbers => format!("{}({})", first.name, joined(numbers)),
        };
        let mut lines = vec![format!("name = {name}")];
        lines.extend(first.keys.iter().map(|(key, cell)| format!("{key} = {}", plain(cell))));
        return Some(Written { comments, lines });
    }
    let mut shower = Shower::default();
    let names: &[&str] = match first.indices.len() {
        1 => &["I"],
        2 => &["X", "Y"],
        3 => &["X", "Y", "Z"],
        _ => &["A", "B", "C", "D", "E", "F", "G", "H"],
    };
    for (at, name) in names.iter().enumerate() {
        shower.hints.insert(LocalId(at), (*name).to_owned());
    }
    let tuples: BTreeSet<Vec<i32>> = items.iter().map(|item| item.indices.clone()).collect();
    let (ranges, condition) = shape(&tuples)?;
    let mut indices = Vec::new();
    for (at, (from, to)) in ranges.iter().enumerate() {
        let (from, to) = (shower.term(from), shower.term(to));
        indices.push(if from == to { from } else { format!("${}: {from}..{to}", names.get(at)?) });
    }
    let mut lines = vec![format!("name = {}({})", first.name, indices.join(", "))];
    lines.extend(condition.map(|condition| format!("where = {}", shower.term(&condition))));
    for (at, (key, cell)) in first.keys.iter().enumerate() {
        let column: Option<Vec<(&[i32], &Cell)>> = items
            .iter()
            .map(|item| Some((item.indices.as_slice(), &item.keys.get(at).filter(|(other, _)| other == key)?.1)))
            .collect();
        let column = column?;
        if items.iter().any(|item| item.keys.len() != first.keys.len()) {
            return None;
        }
        let value = values(&column, cell)?;
        // An index that is the same everywhere has no variable.
        let fixed =
            |term: &Term| {
                ranges.iter().enumerate().fold(term.clone(), |term, (at, (from, to))| {
                    if from == to { term.with(LocalId(at), from) } else { term }
                })
            };
        let shown: Vec<String> = value.iter().map(|term| shower.term(&fixed(term))).collect();
        let between = if *key == "point" || *key == "camera" { ", " } else { "," };
        lines.push(format!("{key} = {}", shown.join(between)));
    }
    Some(Written { comments, lines })
}

fn joined(numbers: &[i32]) -> String {
    numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(",")
}

fn plain(cell: &Cell) -> String {
    match cell {
        Cell::Word(word) => word.clone(),
        Cell::Raw(text) => text.clone(),
        Cell::Numbers(numbers) => numbers.iter().map(i32::to_string).collect::<Vec<_>>().join(", "),
        Cell::Member(word, numbers) => format!("{word}({})", joined(numbers)),
    }
}

/// The values of a key as expressions in the indices.
fn values(column: &[(&[i32], &Cell)], first: &Cell) -> Option<Vec<Term>> {
    if column.iter().all(|(_, cell)| *cell == first) && !matches!(first, Cell::Member(..)) {
        return Some(vec![Term::word(&plain(first))]);
    }
    let numbers_at = |at: usize, of: &dyn Fn(&Cell) -> Option<Vec<i32>>| -> Option<Term> {
        let samples: Option<Vec<(&[i32], i32)>> =
            column.iter().map(|(indices, cell)| Some((*indices, *of(cell)?.get(at)?))).collect();
        fit::numbers(&samples?)
    };
    match first {
        Cell::Raw(_) => None,
        Cell::Numbers(numbers) => (0..numbers.len())
            .map(|at| {
                numbers_at(at, &|cell| match cell {
                    Cell::Numbers(list) if list.len() == numbers.len() => Some(list.clone()),
                    _ => None,
                })
            })
            .collect(),
        Cell::Word(_) => {
            let samples: Option<Vec<(&[i32], &str)>> = column
                .iter()
                .map(|(indices, cell)| match cell {
                    Cell::Word(word) => Some((*indices, word.as_str())),
                    _ => None,
                })
                .collect();
            Some(vec![fit::words(&samples?)?])
        }
        Cell::Member(word, numbers) => {
            let same = |cell: &Cell| match cell {
                Cell::Member(other, list) if other == word && list.len() == numbers.len() => Some(list.clone()),
                _ => None,
            };
            let terms: Option<Vec<Term>> = (0..numbers.len()).map(|at| numbers_at(at, &same)).collect();
            Some(vec![Term::call(word, terms?)])
        }
    }
}

type Ranges = Vec<(Term, Term)>;

/// Ranges that give just these indices, perhaps with a condition.
fn shape(tuples: &BTreeSet<Vec<i32>>) -> Option<(Ranges, Option<Term>)> {
    let dims = tuples.first()?.len();
    if let Some(ranges) = bounds(tuples, dims) {
        return Some((ranges, None));
    }
    // All of a box but some: every other one, or a few.
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
    let sum =
        (1..dims).fold(Term::local(LocalId(0)), |sum, dim| Term::arith(Arith::Add, sum, Term::local(LocalId(dim))));
    for rest in [0, 1] {
        let odd = |tuple: &[i32]| tuple.iter().sum::<i32>().rem_euclid(2) == rest;
        if all.iter().all(|tuple| tuples.contains(tuple) == odd(tuple)) {
            let remainder = Term::arith(Arith::Remainder, sum, Term::int(2));
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
                tuple.iter().enumerate().map(part).fold(Term::bool(false), Term::or)
            })
            .fold(Term::bool(true), Term::and)
    };
    Some((ranges, Some(condition)))
}

/// Ranges where each may depend on the indices before it.
fn bounds(tuples: &BTreeSet<Vec<i32>>, dims: usize) -> Option<Ranges> {
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
            fit::numbers(samples).filter(|term| !term.any(|node| matches!(node, super::term::Node::If(..))))
        };
        ranges.push((line(&from)?, line(&to)?));
        count = prefixes.len();
    }
    (count == tuples.len()).then_some(ranges)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(indices: &[i32], point: [i32; 2]) -> Item {
        let keys = vec![("type", Cell::Word("square".into())), ("point", Cell::Numbers(point.into()))];
        Item { name: "s".into(), indices: indices.to_vec(), keys, comments: Vec::new() }
    }

    fn lines(items: Vec<Item>) -> Vec<String> {
        put_together(items).into_iter().flat_map(|written| written.lines).collect()
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
    fn what_has_no_form_is_in_several_entries() {
        let points = [[3, 1], [4, 1], [5, 9], [2, 6], [5, 3], [5, 8]];
        let items: Vec<Item> = (1..).zip(points).map(|(at, point)| item(&[at], point)).collect();
        let written = put_together(items);
        assert!((2..=6).contains(&written.len()), "{written:?}");
    }
}
