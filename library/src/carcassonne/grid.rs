//! The two-parameter player against greedy for a grid of its parameters (figure 4.1 of the thesis). Each finished cell is a
//! line of a CSV file, from which a measurement continues.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use boardwright_arena::tournament::PlayerConfig;
use boardwright_arena::{LineSeries, derive_seed, line_chart};

use super::GAME;
use super::matches::Surroundings;
use crate::error::Error;
use crate::files;

/// Head of the CSV file.
const HEAD: &str = "k,exponent,games,difference";
/// Exponents in tenths.
const EXPONENTS: [u32; 10] = [1, 3, 5, 7, 9, 11, 13, 15, 17, 19];

/// A pair of parameters of the two-parameter player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridCell {
    /// Factor.
    pub k: u32,
    /// Exponent in tenths.
    tenths: u32,
}

impl GridCell {
    /// Text of the exponent.
    pub fn exponent(self) -> String {
        exponent(self.tenths)
    }
}

fn exponent(tenths: u32) -> String {
    format!("{:.1}", f64::from(tenths) / 10.0)
}

/// Extent of a measurement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GridSettings {
    /// CSV file for the results; its cells are not played again.
    pub file: PathBuf,
    /// Games for each pair of parameters.
    pub games: u32,
    /// Largest factor; the factors are the odd numbers from 1.
    pub max_k: u32,
    /// Seed. Results of a continued measurement are those of an uninterrupted one only with the same seed.
    pub seed: u64,
}

/// Mean differences of points to greedy.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Grid {
    cells: BTreeMap<GridCell, f64>,
}

impl Grid {
    /// Number of cells.
    pub fn count(&self) -> usize {
        self.cells.len()
    }

    /// Cell with the greatest difference.
    pub fn best(&self) -> Option<(GridCell, f64)> {
        self.cells.iter().max_by(|one, other| one.1.total_cmp(other.1)).map(|(&cell, &difference)| (cell, difference))
    }

    /// SVG of the differences by factor, with a line for each exponent.
    pub fn chart(&self) -> String {
        let line = |tenths: u32| LineSeries {
            name: format!("exponent {}", exponent(tenths)),
            points: self
                .cells
                .iter()
                .filter(|(cell, _)| cell.tenths == tenths)
                .map(|(cell, &mean)| (cell.k.into(), mean))
                .collect(),
        };
        line_chart("k", &EXPONENTS.map(line))
    }

    fn csv(&self, games: u32) -> String {
        let mut text = format!("{HEAD}\n");
        for (cell, difference) in &self.cells {
            let _ = writeln!(text, "{},{},{games},{difference}", cell.k, cell.exponent());
        }
        text
    }

    /// Cells of an earlier measurement.
    fn read(path: &Path, games: u32) -> Result<Self, Error> {
        if !path.exists() {
            files::can_be_written(path)?;
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(path).map_err(|error| Error::file("read", path, &error))?;
        let wrong = |line: usize, reason: &str| Error::Input(format!("{}, line {line}: {reason}", path.display()));
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(head, _)| head != HEAD) {
            return Err(wrong(1, &format!("this is no grid; it should begin with \"{HEAD}\"")));
        }
        let mut cells = BTreeMap::new();
        for (text, line) in lines {
            let fields: Vec<f64> = text.split(',').filter_map(|field| field.parse().ok()).collect();
            let [k, exponent, played, difference] = fields[..] else {
                return Err(wrong(line, "there should be four numbers"));
            };
            if played as u32 != games {
                let reason = "the cell has another number of games; choose the same --games or another file";
                return Err(wrong(line, reason));
            }
            cells.insert(GridCell { k: k as u32, tenths: (exponent * 10.0).round() as u32 }, difference);
        }
        Ok(Self { cells })
    }
}

/// Measures the cells that the file does not have. `report` gets each new cell with its difference.
///
/// # Errors
/// If the file is no grid of this number of games, or cannot be written, or a game is not finished.
pub fn measure(
    settings: &GridSettings,
    surroundings: Surroundings<'_>,
    report: &mut dyn FnMut(GridCell, f64),
) -> Result<Grid, Error> {
    let mut grid = Grid::read(&settings.file, settings.games)?;
    for k in (1..=settings.max_k).step_by(2) {
        for tenths in EXPONENTS {
            let cell = GridCell { k, tenths };
            if grid.cells.contains_key(&cell) {
                continue;
            }
            let difference = measure_cell(settings, cell, surroundings)?;
            report(cell, difference);
            grid.cells.insert(cell, difference);
            files::write(&settings.file, grid.csv(settings.games).as_bytes())?;
        }
    }
    Ok(grid)
}

/// Mean difference of points to greedy.
fn measure_cell(settings: &GridSettings, cell: GridCell, surroundings: Surroundings<'_>) -> Result<f64, Error> {
    let GridCell { k, tenths } = cell;
    let players = [format!("two-parameter:k={k},exponent={}", cell.exponent()), "greedy".to_owned()];
    let series = surroundings.series(GAME, &players.map(|player| PlayerConfig::player(&player)))?;
    let seed = derive_seed(settings.seed, u64::from(100 * k + tenths));
    let tallies = surroundings.play_all(&series, settings.games, seed)?;
    Ok((tallies[0].total - tallies[1].total) / f64::from(settings.games))
}
