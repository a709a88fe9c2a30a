//! Perft tables: files with the number of lines of play, or of positions, of a game at each depth.
//! This module only reads them; the engine counts.
//!
//! A line is a comment after `#`, a setting `key: value`, or a row of numbers. The settings are `game`, the name of a
//! shipped game; `count`, `moves`, `turns` or `positions`; `complete`, `yes` where no game goes on after the last row; and
//! `most`, for a game with slow rules: rows that need more moves to be made are skipped by the tests, and
//! counted by `cargo xtask truths`. A row of `moves` or `turns` has the depth, the number of lines of that length, and the
//! number of those that end exactly there: first draws, then wins of player 1, player 2 and so on. A row of `positions` has
//! the depth and the number of positions first reached there.

use std::fs;
use std::path::Path;

use boardwright_game::perft::{DepthUnit, PerftCount};

/// Default of `most`: rows that need more moves to be made are skipped by the tests.
pub const MAX_MOVES: u64 = 1_500_000;

/// A perft table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftTable {
    /// Name of the game.
    pub game: String,
    /// Unit of depth of the lines of play; `None` if positions are counted.
    pub unit: Option<DepthUnit>,
    /// `true` if no game goes on after the last row.
    pub complete: bool,
    /// Rows that need more moves to be made than this are skipped by the tests.
    pub max_moves: Option<u64>,
    /// Rows in order of depth.
    pub rows: Vec<PerftRow>,
}

/// A row of a perft table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftRow {
    /// Depth in moves, or in turns where these are counted.
    pub depth: u32,
    /// The counts; `finished` is empty for positions.
    pub count: PerftCount,
}

/// All perft tables of shipped games.
///
/// # Panics
/// If a table cannot be read; the message names it.
pub fn perft_tables() -> Vec<PerftTable> {
    perft_tables_in("perft")
}

/// All perft tables of a folder below `data`.
///
/// # Panics
/// If a table cannot be read; the message names it.
pub fn perft_tables_in(folder: &str) -> Vec<PerftTable> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder);
    let entries = fs::read_dir(&folder).expect("the folder of the tables exists");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        PerftTable::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.iter().map(|path| read(path)).collect()
}

impl PerftTable {
    /// Parses a table; the error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut table = Self { unit: Some(DepthUnit::Moves), ..Self::default() };
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let read = match line.split_once(':') {
                Some((key, value)) => table.set(key.trim(), value.trim()),
                None => table.add_row(line),
            };
            read.map_err(|reason| format!("line {}: {reason}", number + 1))?;
        }
        if table.game.is_empty() || table.rows.is_empty() {
            return Err("a table needs a game and at least one row".into());
        }
        Ok(table)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        match (key, value) {
            ("game", name) => name.clone_into(&mut self.game),
            ("count", "moves") => self.unit = Some(DepthUnit::Moves),
            ("count", "turns") => self.unit = Some(DepthUnit::Turns),
            ("count", "positions") => self.unit = None,
            ("complete", "yes") => self.complete = true,
            ("complete", "no") => self.complete = false,
            ("most", number) => self.max_moves = Some(number.parse().map_err(|_| format!("{number} is no number"))?),
            _ => return Err(format!("unknown setting \"{key}: {value}\"")),
        }
        Ok(())
    }

    /// Name of the unit that is counted.
    pub fn unit_name(&self) -> &'static str {
        match self.unit {
            Some(DepthUnit::Moves) => "moves",
            Some(DepthUnit::Turns) => "turns",
            None => "positions",
        }
    }

    /// Splits the rows into those that a test with a budget of `most` moves counts, and the rest.
    pub fn split(&self, most: u64) -> (&[PerftRow], &[PerftRow]) {
        let mut made = 0;
        let few = self.rows.iter().take_while(|row| {
            made += row.count.nodes;
            made <= most
        });
        self.rows.split_at(few.count())
    }

    fn add_row(&mut self, line: &str) -> Result<(), String> {
        let numbers: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|error| format!("{error} in \"{line}\""))?;
        let [depth, nodes, ref finished @ ..] = numbers[..] else {
            return Err(format!("a row has a depth and a count at least, not \"{line}\""));
        };
        if finished.is_empty() != self.unit.is_none() {
            return Err("a row has counts by winner if and only if lines of play are counted".into());
        }
        let depth = u32::try_from(depth).map_err(|_| format!("the depth {depth} is too great"))?;
        self.rows.push(PerftRow { depth, count: PerftCount { nodes, finished: finished.to_vec() } });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let table = PerftTable::parse("# a word\ngame: nim\n1 12 0 0 0 # a row\n\n2 99 0 2 1\ncomplete: yes").unwrap();
        assert_eq!((table.game.as_str(), table.unit, table.complete), ("nim", Some(DepthUnit::Moves), true));
        assert_eq!(table.rows[1], PerftRow { depth: 2, count: PerftCount { nodes: 99, finished: vec![0, 2, 1] } });
    }

    #[test]
    fn invalid_tables_are_rejected_with_the_line() {
        let refused = |text: &str| PerftTable::parse(text).unwrap_err();
        assert_eq!(refused("game: nim\nsize: 3"), "line 2: unknown setting \"size: 3\"");
        assert_eq!(refused("game: nim\n1 x"), "line 2: invalid digit found in string in \"1 x\"");
        assert_eq!(
            refused("game: nim\n1 12"),
            "line 2: a row has counts by winner if and only if lines of play are counted"
        );
        assert_eq!(refused("game: nim"), "a table needs a game and at least one row");
    }
}
