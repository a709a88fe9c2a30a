//! Code generation for tests of lines of cells for one lane. Part of [`MoveContext`].
//!
//! There are three methods, and the one with the least estimated cost is chosen: a comparison for each line; for each
//! pattern of lines, all of them at once, by shifts; and, for straight lines, counting the run of matching cells from
//! the lane.

use std::collections::{BTreeMap, BTreeSet};

use boardwright_jit::{Arg, Binary, Memory, Width, Writer};

use boardwright_game::ids::LocationId;

use super::Unsupported;
use super::board::{Board, NEIGHBOURHOOD, word_table};
use super::kernel::LaneSet;
use super::single_lane::MoveContext;

impl MoveContext {
    /// 1 if all cells of one of the lines of the lane match the mask, else 0.
    pub(super) fn any_line_matches(
        &mut self,
        board: &mut Board<'_>,
        mask: u64,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
    ) -> Result<Arg, Unsupported> {
        let words = board.word_count();
        let cells = LaneSet::from_members(words, rows.values().flatten().flatten().map(|cell| cell.index()));
        let used: Vec<usize> = (0..words).filter(|&word| cells.0[word] != 0).collect();
        let most = rows.values().map(Vec::len).max().unwrap_or(0);
        let patterns: BTreeSet<Vec<u16>> = rows.values().flatten().map(|line| pattern(line)).collect();
        // Each pattern costs some shifts, each line a comparison.
        let by_shifts: usize =
            patterns.iter().map(|pattern| used.len() * (3 + 3 * pattern.len().ilog2() as usize)).sum();
        // Counting a run costs about ten cell reads and one or two mispredicted branches.
        if rows.len() > 1
            && let Some(runs) = as_runs(rows, &patterns)
            && 12 * runs.len() < by_shifts.min(3 * most * used.len())
        {
            return self.any_run_matches(board, mask, &runs);
        }
        let sets = board.kind_sets(mask, &cells);
        if 3 * most * used.len() <= by_shifts {
            self.compare_lines(board, &sets, &used, rows, most)
        } else {
            self.match_patterns(board, &sets, &cells, rows, &patterns)
        }
    }

    /// 1 if the run of matching cells through the lane is long enough in one of some directions, else 0.
    fn any_run_matches(&mut self, board: &mut Board<'_>, mask: u64, runs: &[Run]) -> Result<Arg, Unsupported> {
        let lane = self.lane()?;
        let result = board.w.add_variable();
        board.w.set(result, 0);
        let itself = board.near_cell_matches(lane, 0, mask);
        let near = has_near_run(board, lane, mask, runs);
        let may = board.w.binary(Binary::And, itself, near);
        board.if_then(may, |board| {
            for run in runs {
                let length = board.w.add_variable();
                board.w.set(length, 1);
                for (by, most) in [(run.step, &run.forward), (-run.step, &run.backward)] {
                    let next = board.near_cell_matches(lane, by, mask);
                    board.if_then(next, |board| {
                        let table = board.w.add_memory(Memory::Table(most.clone().into()));
                        let most = board.w.load(table, Width::Byte, lane, 0);
                        let (cell, count) = (board.w.add_variable(), board.w.add_variable());
                        board.w.set(cell, lane);
                        board.w.set(count, 0);
                        board.w.open_list();
                        let end = board.w.binary(Binary::Equal, count, most);
                        board.w.if_then(end, Writer::break_loop);
                        let further = board.w.binary(Binary::Add, cell, i64::from(by) as u64);
                        let further = board.masked_index(further);
                        board.w.set(cell, further);
                        let there = board.near_cell_matches(further, 0, mask);
                        let none = board.w.binary(Binary::Equal, there, 0);
                        board.w.if_then(none, Writer::break_loop);
                        let more = board.w.binary(Binary::Add, count, 1);
                        board.w.set(count, more);
                        let round = board.w.close_list();
                        board.w.write_loop(round);
                        let sum = board.w.binary(Binary::Add, length, count);
                        board.w.set(length, sum);
                        Ok(())
                    })?;
                }
                let short = board.w.binary(Binary::UnsignedLess, length, run.length as u64);
                let long = board.w.binary(Binary::Xor, short, 1);
                let any = board.w.binary(Binary::Or, result, long);
                board.w.set(result, any);
            }
            Ok(())
        })?;
        Ok(result.into())
    }

    /// Offset of the row of a lane in a table with this number of words per lane; rows begin with lane 0.
    fn row_offset(&self, board: &mut Board<'_>, is_uniform: bool, words: usize) -> Result<Arg, Unsupported> {
        if is_uniform {
            return Ok(Arg::Word(0));
        }
        let lane = self.lane()?;
        Ok(board.w.binary(Binary::Mul, lane, 8 * words as u64))
    }

    /// Line by line: no cell of the line may be missing. `most` is the greatest number of lines of a row.
    fn compare_lines(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        used: &[usize],
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
        most: usize,
    ) -> Result<Arg, Unsupported> {
        let is_uniform = rows.len() == 1;
        let lanes = if is_uniform { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut table = vec![0; lanes * most * used.len()];
        for (&lane, lines) in rows {
            let lane = if is_uniform { 0 } else { usize::from(lane) };
            for number in 0..most {
                // A lane with fewer lines repeats its last one.
                let Some(line) = lines.get(number).or(lines.last()) else { continue };
                let line = LaneSet::from_members(sets.len(), line.iter().map(|cell| cell.index()));
                for (index, &word) in used.iter().enumerate() {
                    table[(lane * most + number) * used.len() + index] = line.0[word];
                }
            }
        }
        let mut any = Arg::Word(0);
        let row = self.row_offset(board, is_uniform, most * used.len())?;
        let memory = (!is_uniform).then(|| board.w.add_memory(word_table(table.iter().copied())));
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
        // A lane without lines matches nothing.
        if rows.values().any(Vec::is_empty) {
            let some = LaneSet::from_members(
                sets.len(),
                rows.iter().filter(|(_, l)| !l.is_empty()).map(|(lane, _)| usize::from(*lane)),
            );
            let has_some = if is_uniform { Arg::Word(0) } else { self.lane_is_in(board, &some)? };
            any = board.w.binary(Binary::And, any, has_some);
        }
        Ok(any)
    }

    /// Pattern by pattern: all matching lines of a pattern at once, masked to the lines of the lane.
    fn match_patterns(
        &mut self,
        board: &mut Board<'_>,
        sets: &[Arg],
        cells: &LaneSet,
        rows: &BTreeMap<u16, Vec<Vec<LocationId>>>,
        patterns: &BTreeSet<Vec<u16>>,
    ) -> Result<Arg, Unsupported> {
        let words = sets.len();
        let is_uniform = rows.len() == 1;
        let lanes = if is_uniform { 1 } else { usize::from(*rows.keys().next_back().expect("some lane")) + 1 };
        let mut found = Arg::Word(0);
        let row = self.row_offset(board, is_uniform, words)?;
        for pattern_of in patterns {
            let mut table = vec![0; lanes * words];
            let mut starts = LaneSet::empty(words);
            for (&lane, lines) in rows {
                let lane = if is_uniform { 0 } else { usize::from(lane) };
                for line in lines.iter().filter(|line| pattern(line) == *pattern_of) {
                    let start = line[0].index();
                    starts.insert(start);
                    table[lane * words + start / 64] |= 1 << (start % 64);
                }
            }
            let whole = matching_lines(board, sets, cells, pattern_of);
            let memory = (!is_uniform).then(|| board.w.add_memory(word_table(table.iter().copied())));
            for word in (0..words).filter(|&word| starts.0[word] != 0) {
                let start = match memory {
                    Some(memory) => board.w.load(memory, Width::Eight, row, 8 * word),
                    None => Arg::Word(table[word]),
                };
                let here = board.w.binary(Binary::And, whole[word], start);
                found = board.w.binary(Binary::Or, found, here);
            }
        }
        Ok(board.w.binary(Binary::NotEqual, found, 0))
    }
}

/// All lines of one length and direction through each lane: one of them matches if the run of matching cells is long
/// enough.
struct Run {
    step: i32,
    /// Number of cells of a line.
    length: usize,
    /// By lane: maximum distance that a line extends in the direction (`forward`) and against it (`backward`).
    forward: Vec<u8>,
    backward: Vec<u8>,
}

/// Lowest bit 1 if the lane has, in one of the directions, as many consecutive matching neighbours as every line
/// through it has, or as many as can be read at once. All directions are tested together, because branches on single
/// neighbours would be mispredicted. Beyond the edge of the board the answer is undefined.
fn has_near_run(board: &mut Board<'_>, lane: Arg, mask: u64, runs: &[Run]) -> Arg {
    let furthest = runs.iter().map(|run| run.step.unsigned_abs() as usize).max().unwrap_or(1);
    let shortest = runs.iter().map(|run| run.length).min().unwrap_or(1);
    let reach = (shortest - 1).min(NEIGHBOURHOOD / furthest);
    let neighbours = (reach > 1 && mask & 1 == 0).then(|| board.neighbourhood(lane, mask));
    let reach = if neighbours.is_some() { reach } else { 2 };
    let mut near = Arg::Word(0);
    for run in runs {
        let mut side = |step: i32| {
            // By distance: all neighbours on this side up to it match.
            let mut rows = vec![Arg::Word(1)];
            for times in 1..=reach as i32 {
                let cell = match neighbours {
                    // Only the lowest bit is used in the end, and a rotation takes one instruction less than a shift.
                    Some([ahead, _]) if step > 0 => {
                        board.w.binary(Binary::RotateRight, ahead, (times * step - 1) as u64)
                    }
                    Some([_, behind]) => board.w.binary(Binary::RotateRight, behind, (64 + times * step) as u64),
                    None => board.near_cell_matches(lane, times * step, mask),
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

/// The lines of every pattern as runs, if possible.
fn as_runs(rows: &BTreeMap<u16, Vec<Vec<LocationId>>>, patterns: &BTreeSet<Vec<u16>>) -> Option<Vec<Run>> {
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
            // Index of the lane within each line.
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

/// Distances of the cells of a line from its first cell.
fn pattern(line: &[LocationId]) -> Vec<u16> {
    line.iter().map(|cell| cell.0 - line[0].0).collect()
}

/// By cell: the line of a pattern that begins there matches completely.
fn matching_lines(board: &mut Board<'_>, sets: &[Arg], cells: &LaneSet, pattern: &[u16]) -> Vec<Arg> {
    let mut found = sets.to_vec();
    let step = pattern.get(1).copied().unwrap_or(0);
    let straight = pattern.iter().enumerate().all(|(index, &by)| usize::from(by) == index * usize::from(step));
    let and = |board: &mut Board<'_>, found: &[Arg], with: &[Arg], by: i32| -> Vec<Arg> {
        let with = board.shift_to_lanes(with, by, cells);
        found.iter().zip(with).map(|(&found, with)| board.w.binary(Binary::And, found, with)).collect()
    };
    if straight {
        // Lines of two cells consist of two single cells, lines of four of two lines of two, and so on.
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
