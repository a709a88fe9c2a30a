//! Lines of cells, asked about for one lane. A second part of [`One`].
//!
//! There are three ways, and the one that takes the least is chosen: a comparison for each line; for each pattern of
//! lines all of them at once, by shifting; and, where lines are straight, counting how far they go on from the lane.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_jit::{Arg, Binary, Memory, Width, Writer};

use crate::ids::LocationId;

use super::Beyond;
use super::board::{AROUND, Board, table64};
use super::form::Lanes;
use super::one::One;

impl One {
    /// Whether all cells of one of the lane's lines are as asked.
    pub(super) fn lines(
        &mut self,
        board: &mut Board<'_>,
        mask: u64,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
    ) -> Result<Arg, Beyond> {
        let words = board.words();
        let cells = Lanes::of(words, rows.values().flatten().flatten().map(|cell| cell.index()));
        let used: Vec<usize> = (0..words).filter(|&word| cells.0[word] != 0).collect();
        let most = rows.values().map(Vec::len).max().unwrap_or(0);
        let patterns: BTreeSet<Vec<u16>> = rows.values().flatten().map(|line| pattern(line)).collect();
        // Each pattern takes some shifts, each line a comparison.
        let by_shifts: usize =
            patterns.iter().map(|pattern| used.len() * (3 + 3 * pattern.len().ilog2() as usize)).sum();
        // Counting how far a line goes on takes some ten looks, and a wrong guess or two at what is found.
        if rows.len() > 1
            && let Some(runs) = runs(rows, &patterns)
            && 12 * runs.len() < by_shifts.min(3 * most * used.len())
        {
            return self.runs(board, mask, &runs);
        }
        let sets = board.sets(mask, &cells);
        if 3 * most * used.len() <= by_shifts {
            self.each_line(board, &sets, &used, (rows, most))
        } else {
            self.by_patterns(board, &sets, &cells, rows, &patterns)
        }
    }

    /// Whether the cells that are as asked go on from the lane far enough in one of some directions.
    fn runs(&mut self, board: &mut Board<'_>, mask: u64, runs: &[Run]) -> Result<Arg, Beyond> {
        let lane = self.lane()?;
        let result = board.w.variable();
        board.w.set(result, 0);
        let itself = board.cell_near(lane, 0, mask);
        let near = near(board, lane, mask, runs);
        let may = board.w.binary(Binary::And, itself, near);
        board.branch(may, |board| {
            for run in runs {
                let length = board.w.variable();
                board.w.set(length, 1);
                for (by, most) in [(run.step, &run.forward), (-run.step, &run.backward)] {
                    let next = board.cell_near(lane, by, mask);
                    board.branch(next, |board| {
                        let table = board.w.memory(Memory::Table(most.clone().into()));
                        let most = board.w.load(table, Width::Byte, lane, 0);
                        let (cell, count) = (board.w.variable(), board.w.variable());
                        board.w.set(cell, lane);
                        board.w.set(count, 0);
                        board.w.open();
                        let end = board.w.binary(Binary::Equal, count, most);
                        board.w.when(end, Writer::leave);
                        let further = board.w.binary(Binary::Add, cell, i64::from(by) as u64);
                        let further = board.within(further);
                        board.w.set(cell, further);
                        let there = board.cell_near(further, 0, mask);
                        let none = board.w.binary(Binary::Equal, there, 0);
                        board.w.when(none, Writer::leave);
                        let more = board.w.binary(Binary::Add, count, 1);
                        board.w.set(count, more);
                        let round = board.w.close();
                        board.w.rounds(round);
                        let sum = board.w.binary(Binary::Add, length, count);
                        board.w.set(length, sum);
                        Ok(())
                    })?;
                }
                let short = board.w.binary(Binary::Below, length, run.length as u64);
                let long = board.w.binary(Binary::Xor, short, 1);
                let any = board.w.binary(Binary::Or, result, long);
                board.w.set(result, any);
            }
            Ok(())
        })?;
        Ok(result.into())
    }

    /// Where a lane's words begin in a table that has so many for each; lanes follow each other from 0.
    fn row(&self, board: &mut Board<'_>, fixed: bool, words: usize) -> Result<Arg, Beyond> {
        if fixed {
            return Ok(Arg::Word(0));
        }
        let lane = self.lane()?;
        Ok(board.w.binary(Binary::Mul, lane, 8 * words as u64))
    }

    /// Line by line: none of its cells may be missing.
    fn each_line(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        used: &[usize],
        (rows, most): (&BTreeMap<u16, Vec<Vec<LocationId>>>, usize),
    ) -> Result<Arg, Beyond> {
        let fixed = rows.len() == 1;
        let lanes = if fixed { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut table = vec![0; lanes * most * used.len()];
        for (&lane, lines) in rows {
            let lane = if fixed { 0 } else { usize::from(lane) };
            for number in 0..most {
                // A lane with fewer lines asks for its last one again.
                let Some(line) = lines.get(number).or(lines.last()) else { continue };
                let line = Lanes::of(sets.len(), line.iter().map(|cell| cell.index()));
                for (index, &word) in used.iter().enumerate() {
                    table[(lane * most + number) * used.len() + index] = line.0[word];
                }
            }
        }
        let mut any = Arg::Word(0);
        let row = self.row(board, fixed, most * used.len())?;
        let memory = (!fixed).then(|| board.w.memory(table64(table.iter().copied())));
        for number in 0..most {
            let mut missing = Arg::Word(0);
            for (index, &word) in used.iter().enumerate() {
                let at = number * used.len() + index;
                let line = match memory {
                    Some(memory) => board.w.load(memory, Width::Eight, row, 8 * at),
                    None => Arg::Word(table[at]),
                };
                let not_there = board.w.binary(Binary::AndNot, line, sets[word]);
                missing = board.w.binary(Binary::Or, missing, not_there);
            }
            let whole = board.w.binary(Binary::Equal, missing, 0);
            any = board.w.binary(Binary::Or, any, whole);
        }
        // A lane without lines has none.
        if rows.values().any(Vec::is_empty) {
            let some =
                Lanes::of(sets.len(), rows.iter().filter(|(_, l)| !l.is_empty()).map(|(lane, _)| usize::from(*lane)));
            let has_some = if fixed { Arg::Word(0) } else { self.among(board, &some)? };
            any = board.w.binary(Binary::And, any, has_some);
        }
        Ok(any)
    }

    /// Pattern by pattern: all lines of one pattern at once, of which those of the lane count.
    fn by_patterns(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        cells: &Lanes,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
        patterns: &BTreeSet<Vec<u16>>,
    ) -> Result<Arg, Beyond> {
        let words = sets.len();
        let fixed = rows.len() == 1;
        let lanes = if fixed { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut found = Arg::Word(0);
        let row = self.row(board, fixed, words)?;
        for pattern_of in patterns {
            let mut table = vec![0; lanes * words];
            let mut starts = Lanes::none(words);
            for (&lane, lines) in rows {
                let lane = if fixed { 0 } else { usize::from(lane) };
                for line in lines.iter().filter(|line| pattern(line) == *pattern_of) {
                    let start = line[0].index();
                    starts.add(start);
                    table[lane * words + start / 64] |= 1 << (start % 64);
                }
            }
            let whole = whole(board, sets, cells, pattern_of);
            let memory = (!fixed).then(|| board.w.memory(table64(table.iter().copied())));
            for word in (0..words).filter(|&word| starts.0[word] != 0) {
                let start = match memory {
                    Some(memory) => board.w.load(memory, Width::Eight, row, 8 * word),
                    None => Arg::Word(table[word]),
                };
                let here = board.w.binary(Binary::And, whole[word], start);
                found = board.w.binary(Binary::Or, found, here);
            }
        }
        Ok(board.w.binary(Binary::Unequal, found, 0))
    }
}

/// Lines in one direction that are all there are through a lane: whether one is whole is a matter of how far the cells that are
/// as asked go on.
struct Run {
    step: i32,
    /// Cells of a line.
    length: usize,
    /// By lane: how many cells further some line goes, in the direction and against it.
    forward: Vec<u8>,
    backward: Vec<u8>,
}

/// Whether the lane has, in one of the directions, as many neighbours in a row that are as asked as every line through it has, or
/// as many of them as can be seen at once. It is asked for all directions together, for whether one neighbour is as asked can
/// hardly be foretold. Beyond the edge of the board any answer may come.
fn near(board: &mut Board<'_>, lane: Arg, mask: u64, runs: &[Run]) -> Arg {
    let furthest = runs.iter().map(|run| run.step.unsigned_abs() as usize).max().unwrap_or(1);
    let shortest = runs.iter().map(|run| run.length).min().unwrap_or(1);
    let sight = (shortest - 1).min(AROUND / furthest);
    let seen = (sight > 1 && mask & 1 == 0).then(|| board.around(lane, mask));
    let sight = if seen.is_some() { sight } else { 2 };
    let mut near = Arg::Word(0);
    for run in runs {
        let mut side = |step: i32| {
            // By number: whether so many neighbours on this side are as asked.
            let mut rows = vec![Arg::Word(1)];
            for times in 1..=sight as i32 {
                let cell = match seen {
                    // Only the lowest bit is asked for in the end, and to rotate takes one instruction less than to shift.
                    Some([ahead, _]) if step > 0 => {
                        board.w.binary(Binary::RotateRight, ahead, (times * step - 1) as u64)
                    }
                    Some([_, behind]) => board.w.binary(Binary::RotateRight, behind, (64 + times * step) as u64),
                    None => board.cell_near(lane, times * step, mask),
                };
                let last = rows[rows.len() - 1];
                rows.push(if last == Arg::Word(1) { cell } else { board.w.binary(Binary::And, last, cell) });
            }
            rows
        };
        let (before, after) = (side(-run.step), side(run.step));
        for (before, after) in before.into_iter().zip(after.into_iter().rev()) {
            let row = match (before, after) {
                (Arg::Word(1), row) | (row, Arg::Word(1)) => row,
                _ => board.w.binary(Binary::And, before, after),
            };
            near = board.w.binary(Binary::Or, near, row);
        }
    }
    board.w.binary(Binary::And, near, 1)
}

/// The lines of every pattern as runs, if they are.
fn runs(rows: &BTreeMap<u16, Vec<Vec<LocationId>>>, patterns: &BTreeSet<Vec<u16>>) -> Option<Vec<Run>> {
    let lanes = usize::from(*rows.keys().next_back()?) + 1;
    let run = |pattern_of: &Vec<u16>| {
        let length = pattern_of.len();
        (length >= 3).then_some(())?;
        let step = *pattern_of.get(1)?;
        let straight = pattern_of.iter().enumerate().all(|(index, &by)| usize::from(by) == index * usize::from(step));
        (straight && u8::try_from(length).is_ok()).then_some(())?;
        let (mut forward, mut backward) = (vec![0; lanes], vec![0; lanes]);
        for (&lane, lines) in rows {
            let places = lines.iter().filter(|line| pattern(line) == *pattern_of);
            // How far into each line the lane is.
            let mut places: Vec<usize> =
                places.map(|line| line.iter().position(|cell| cell.0 == lane)).collect::<Option<_>>()?;
            places.sort_unstable();
            places.dedup();
            let (Some(&first), Some(&last)) = (places.first(), places.last()) else { continue };
            (last - first + 1 == places.len()).then_some(())?;
            backward[usize::from(lane)] = last as u8;
            forward[usize::from(lane)] = (length - 1 - first) as u8;
        }
        Some(Run { step: i32::from(step), length, forward, backward })
    };
    patterns.iter().map(run).collect()
}

/// How far the cells of a line are from its first one.
fn pattern(line: &[LocationId]) -> Vec<u16> {
    line.iter().map(|cell| cell.0 - line[0].0).collect()
}

/// By cell: whether the line of a pattern that begins there is whole.
fn whole(board: &mut Board<'_>, sets: &[Arg], cells: &Lanes, pattern: &[u16]) -> Vec<Arg> {
    let mut found = sets.to_vec();
    let step = pattern.get(1).copied().unwrap_or(0);
    let straight = pattern.iter().enumerate().all(|(index, &by)| usize::from(by) == index * usize::from(step));
    let and = |board: &mut Board<'_>, found: &[Arg], with: &[Arg], by: i32| -> Vec<Arg> {
        let with = board.shifted(with, by, cells);
        found.iter().zip(with).map(|(&found, with)| board.w.binary(Binary::And, found, with)).collect()
    };
    if straight {
        // Lines of two are made of single cells, of four of two of two, and so on.
        let mut length = 1;
        while length < pattern.len() {
            let more = length.min(pattern.len() - length);
            let same = found.clone();
            found = and(board, &found, &same, (more * usize::from(step)) as i32);
            length += more;
        }
    } else {
        for &by in &pattern[1..] {
            found = and(board, &found, sets, i32::from(by));
        }
    }
    found
}
