//! Picture of the fitness over the generations, as a stand-alone SVG.

use super::run::FitnessRow;
use crate::results::report::lines::{LineSeries, line_chart};

/// Draws the curves of the highest, the median and the mean fitness.
pub(super) fn curves(rows: &[FitnessRow]) -> String {
    let line = |name: &str, value: fn(&FitnessRow) -> f64| LineSeries {
        name: name.to_owned(),
        points: rows.iter().map(|row| (row.generation as f64, value(row))).collect(),
    };
    let max = line("max", |row| row.statistics.max);
    line_chart(
        "generation",
        &[max, line("median", |row| row.statistics.median), line("mean", |row| row.statistics.mean)],
    )
}

#[cfg(test)]
mod tests {
    use boardwright_players::evolution::FitnessStatistics;

    use super::*;

    #[test]
    fn all_measurements_are_drawn() {
        let row = |generation| FitnessRow {
            generation,
            statistics: FitnessStatistics { max: generation as f64, median: -3.0, mean: -2.0 },
        };
        let svg = curves(&[row(0), row(14), row(28)]);
        let lines = svg.split("points=\"").skip(1).map(|rest| rest.split('"').next().unwrap_or("").split(' ').count());
        assert_eq!(lines.collect::<Vec<_>>(), [3, 3, 3]);
        assert!(curves(&[]).ends_with("</svg>\n") && curves(&[row(0)]).ends_with("</svg>\n"));
    }
}
