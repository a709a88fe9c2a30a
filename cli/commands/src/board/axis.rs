//! Rows and columns of a board: clusters of coordinates.

use std::collections::BTreeSet;

/// Either the rows or the columns of the grid.
#[derive(Debug, Default)]
pub struct Axis {
    /// First coordinate of each row or column, in pixels.
    starts: Vec<i32>,
    /// Indices of rows or columns that have a gap before them.
    gaps: BTreeSet<usize>,
    /// Largest distance of coordinates of one row or column.
    tolerance: i32,
}

impl Axis {
    /// Clusters coordinates that differ by no more than `tolerance`.
    pub fn new(values: impl Iterator<Item = i32>, tolerance: i32) -> Self {
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
        Self { starts, gaps, tolerance }
    }

    /// Number of rows or columns.
    pub fn count(&self) -> usize {
        self.starts.len()
    }

    /// `true` if there is a gap before a row or column.
    pub fn has_gap_before(&self, index: usize) -> bool {
        self.gaps.contains(&index)
    }

    /// Row or column of a coordinate.
    pub fn place(&self, value: i32) -> usize {
        self.starts.partition_point(|&start| start <= value).saturating_sub(1)
    }

    /// Row or column that something at a coordinate stands beside, such as a label.
    pub fn nearest(&self, value: i32) -> Option<usize> {
        let distance = |index: &usize| self.starts[*index].abs_diff(value);
        let steps = self.starts.windows(2).map(|pair| pair[1].saturating_sub(pair[0]));
        let reach = self.tolerance.max(steps.min().unwrap_or(0) / 3).unsigned_abs();
        (0..self.starts.len()).min_by_key(distance).filter(|index| distance(index) <= reach)
    }
}

/// Largest distance of coordinates in the same row or column: 2/5 of the smallest distance between two points.
pub fn tolerance(points: &[(i32, i32)]) -> i32 {
    let distance = |a: &(i32, i32), b: &(i32, i32)| a.0.abs_diff(b.0).max(a.1.abs_diff(b.1));
    let pairs = points.iter().enumerate().flat_map(|(index, a)| points[..index].iter().map(move |b| distance(a, b)));
    let least = pairs.filter(|&distance| distance > 0).min().unwrap_or(0);
    i32::try_from(least / 5 * 2).unwrap_or(i32::MAX)
}
