//! Fitting of expressions to samples: values as constant, affine, quotient and remainder, or piecewise functions of the
//! indices. This module is independent of the meaning of the values.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_rules::ArithmeticOp;

use super::term::{LocalId, Term};
use crate::syntax::ast::Comparison;

/// Maximum number of values of an index that are distinguished by separate cases.
const MAX_CASES: usize = 4;

/// Fits an expression in the indices (local variables 0, 1, ...) to integer samples. `None` if no form fits.
pub(super) fn fit_numbers(samples: &[(&[i32], i32)]) -> Option<Term> {
    let plain: Vec<(Vec<i64>, i64)> = samples.iter().map(|(at, value)| (wide(at), i64::from(*value))).collect();
    let dims = plain.first().map_or(0, |(at, _)| at.len());
    let basis: Vec<Term> = (0..dims).map(|dim| Term::local(LocalId(dim))).collect();
    fit_affine(&plain, &basis).or_else(|| fit_rows_and_columns(&plain, dims)).or_else(|| {
        fit_cases(samples, dims, dims > 1, |some| {
            let plain: Vec<(Vec<i64>, i64)> = some.iter().map(|(at, value)| (wide(at), i64::from(**value))).collect();
            // With one index only, nested cases would fit any samples.
            fit_affine(&plain, &basis).or_else(|| if dims > 1 { fit_rows_and_columns(&plain, dims) } else { None })
        })
    })
}

/// Fits an expression in the indices to samples that are words.
pub(super) fn fit_words(samples: &[(&[i32], &str)]) -> Option<Term> {
    let (_, first) = samples.first()?;
    if samples.iter().all(|(_, word)| word == first) {
        return Some(Term::word(first));
    }
    let dims = samples[0].0.len();
    fit_cases(samples, dims, true, |some| {
        let (_, first) = some.first()?;
        some.iter().all(|(_, word)| word == first).then(|| Term::word(first))
    })
}

fn wide(at: &[i32]) -> Vec<i64> {
    at.iter().map(|index| i64::from(*index)).collect()
}

/// Fits an affine function of the basis: a constant and an integer multiple of each basis term.
fn fit_affine(samples: &[(Vec<i64>, i64)], basis: &[Term]) -> Option<Term> {
    let (start, value) = samples.first()?;
    let known: BTreeMap<&[i64], i64> = samples.iter().map(|(at, value)| (at.as_slice(), *value)).collect();
    let mut factors = vec![0; basis.len()];
    // Two samples that differ in one index only determine its factor.
    for (dim, factor) in factors.iter_mut().enumerate() {
        let mut by_rest: BTreeMap<Vec<i64>, (i64, i64)> = BTreeMap::new();
        for (at, value) in &known {
            let mut rest = at.to_vec();
            let index = rest.remove(dim);
            match by_rest.get(&rest) {
                Some((other, before)) if *other != index => {
                    let (rise, run) = (value - before, index - other);
                    if rise % run != 0 {
                        return None;
                    }
                    *factor = rise / run;
                    break;
                }
                Some(_) => {}
                None => _ = by_rest.insert(rest, (index, *value)),
            }
        }
    }
    let sum = |at: &[i64]| at.iter().zip(&factors).map(|(index, factor)| index * factor).sum::<i64>();
    let constant = value - sum(start);
    if !samples.iter().all(|(at, value)| constant + sum(at) == *value) {
        return None;
    }
    let mut parts: Vec<(i64, Option<&Term>)> = factors.iter().copied().zip(basis.iter().map(Some)).collect();
    parts.push((constant, None));
    parts.retain(|(factor, _)| *factor != 0);
    // Negative terms come last, because a sum that begins with a minus is hard to read.
    parts.sort_by_key(|(factor, part)| (*factor < 0, part.is_none()));
    let mut all: Option<Term> = None;
    for (factor, part) in parts {
        let size = i32::try_from(if all.is_some() { factor.abs() } else { factor }).ok()?;
        let term = match part {
            Some(part) => Term::arith(ArithmeticOp::Multiply, Term::int(size), part.clone()),
            None => Term::int(size),
        };
        let op = if factor < 0 { ArithmeticOp::Subtract } else { ArithmeticOp::Add };
        all = Some(match all {
            Some(left) => Term::arith(op, left, term),
            None => term,
        });
    }
    Some(all.unwrap_or_else(|| Term::int(0)))
}

/// Fits an affine function of quotient and remainder of one index, as for an index that counts along rows and columns.
fn fit_rows_and_columns(samples: &[(Vec<i64>, i64)], dims: usize) -> Option<Term> {
    for dim in 0..dims {
        let values: BTreeSet<i64> = samples.iter().map(|(at, _)| at[dim]).collect();
        let first = *values.first()?;
        // A small number of values would fit by chance.
        if !(6..=200).contains(&values.len()) {
            continue;
        }
        let longest = (i64::try_from(values.len()).ok()? - 2).min(60);
        let shifts = |length: i64| if values.len() <= 40 { 0..length } else { 0..1 };
        let local = Term::local(LocalId(dim));
        for (length, shift) in (2..=longest).flat_map(|length| shifts(length).map(move |shift| (length, shift))) {
            // The first value may be in the middle of a row.
            let first = first - shift;
            let base = Term::arith(ArithmeticOp::Subtract, local.clone(), Term::int(i32::try_from(first).ok()?));
            let apart: Vec<(Vec<i64>, i64)> = samples
                .iter()
                .map(|(at, value)| {
                    let mut at = at.clone();
                    let index = at[dim] - first;
                    at[dim] = index % length;
                    at.push(index / length);
                    (at, *value)
                })
                .collect();
            // The first row comes first in the basis, which rejects most row lengths cheaply.
            let size = Term::int(i32::try_from(length).ok()?);
            let mut basis: Vec<Term> = (0..dims).map(|dim| Term::local(LocalId(dim))).collect();
            basis[dim] = Term::arith(ArithmeticOp::Remainder, base.clone(), size.clone());
            basis.push(Term::arith(ArithmeticOp::Divide, base.clone(), size));
            if let Some(term) = fit_affine(&apart, &basis) {
                return Some(term);
            }
        }
    }
    None
}

/// Fits one expression for each value of an index, or one for each of two ranges of it.
fn fit_cases<T>(
    samples: &[(&[i32], T)],
    dims: usize,
    runs: bool,
    fit: impl Fn(&[(&[i32], &T)]) -> Option<Term>,
) -> Option<Term> {
    for dim in 0..dims {
        let values: BTreeSet<i32> = samples.iter().map(|(at, _)| at[dim]).collect();
        if values.len() < 2 {
            continue;
        }
        let of = |value: i32| -> Vec<(&[i32], &T)> {
            samples.iter().filter(|(at, _)| at[dim] == value).map(|(at, sample)| (*at, sample)).collect()
        };
        let local = Term::local(LocalId(dim));
        if values.len() <= MAX_CASES {
            let fits: Option<Vec<(i32, Term)>> = values.iter().map(|value| Some((*value, fit(&of(*value))?))).collect();
            if let Some(mut fits) = fits {
                let (_, mut all) = fits.pop()?;
                while let Some((value, term)) = fits.pop() {
                    let is = Term::compare(Comparison::Equal, local.clone(), Term::int(value));
                    all = Term::choose(&is, &term, &all);
                }
                return Some(all);
            }
        }
        // Two ranges of the index.
        if !runs {
            continue;
        }
        let values: Vec<i32> = values.into_iter().collect();
        for border in values.iter().skip(1).take(64) {
            let part = |less: bool| -> Vec<(&[i32], &T)> {
                let inside = |at: &[i32]| (at[dim] < *border) == less;
                samples.iter().filter(|(at, _)| inside(at)).map(|(at, sample)| (*at, sample)).collect()
            };
            if let (Some(one), Some(two)) = (fit(&part(true)), fit(&part(false))) {
                let is = Term::compare(Comparison::Less, local, Term::int(*border));
                return Some(Term::choose(&is, &one, &two));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convert::printer::TermPrinter;

    fn shown(of: impl Fn(i32, i32) -> i32, xs: i32, ys: i32) -> Option<String> {
        let at: Vec<[i32; 2]> = (1..=xs).flat_map(|x| (1..=ys).map(move |y| [x, y])).collect();
        let samples: Vec<(&[i32], i32)> = at.iter().map(|at| (at.as_slice(), of(at[0], at[1]))).collect();
        let mut printer = TermPrinter::default();
        printer.hints.insert(LocalId(0), "X".into());
        printer.hints.insert(LocalId(1), "Y".into());
        fit_numbers(&samples).map(|term| printer.print(&term))
    }

    #[test]
    fn fitted_forms() {
        assert_eq!(shown(|_, _| 7, 3, 3).unwrap(), "7");
        assert_eq!(shown(|x, y| 100 * x - 80 * y + 480, 3, 3).unwrap(), "100*$X+480-80*$Y");
        assert_eq!(shown(|x, _| 30 + (x - 1) % 3 * 20, 9, 1).unwrap(), "20*(($X-1) % 3)+30");
        assert_eq!(shown(|x, y| if x == 1 { 40 } else { 60 * y }, 2, 5).unwrap(), "IF($X == 1, 40, 60*$Y)");
        assert_eq!(shown(|x, y| x * x * x * y * y, 9, 9), None);
    }
}
