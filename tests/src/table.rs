//! Tables of perft: files that say how many lines of play, or positions, a game has at each depth.
//! It only reads them; counting is the engine's.
//!
//! A line is a comment after `#`, a setting `key: value`, or a row of numbers. The settings are `game`, the name of a
//! shipped game; `count`, `moves`, `turns` or `positions`; `complete`, `yes` where no game goes on after the last row; and
//! `most`, for a game whose rules take long to work out: rows that need more moves to be made are left out by tests, and
//! counted by `cargo xtask truths`. A row of `moves` or `turns` has the depth, the lines of that length, and how many of
//! them ended just there: those that nobody won, then those of player 1, player 2 and so on. A row of `positions` has the
//! depth and the positions first reached there.

use std::fs;
use std::path::Path;

use boardwright_engine::perft::{Count, Unit};

/// Rows that need more moves to be made than this are left out by tests, where a table says nothing else.
pub const MOST: u64 = 6_500_000;

/// A table of perft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Name of the game.
    pub game: String,
    /// In what lines of play are counted; `None` if it is positions that are.
    pub unit: Option<Unit>,
    /// Whether no game goes on after the last row.
    pub complete: bool,
    /// Rows that need more moves to be made than this take too long to be counted by tests.
    pub most: Option<u64>,
    /// Row by row.
    pub rows: Vec<Row>,
}

/// A row of a table of perft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// In moves, or in turns where these are counted.
    pub depth: u32,
    /// What is counted; `finished` is empty for positions.
    pub count: Count,
}

/// All tables of shipped games.
///
/// # Panics
/// If one cannot be read, with its name.
pub fn tables() -> Vec<Table> {
    tables_in("perft")
}

/// All tables of a folder below `data`.
///
/// # Panics
/// If one cannot be read, with its name.
pub fn tables_in(folder: &str) -> Vec<Table> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(folder);
    let entries = fs::read_dir(&folder).expect("the tables are beside the tests");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    let read = |path: &Path| {
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Table::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.iter().map(|path| read(path)).collect()
}

impl Table {
    /// Reads a table; the error names the line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut table = Self { unit: Some(Unit::Moves), ..Self::default() };
        for (number, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if line.is_empty() {
                continue;
            }
            let read = match line.split_once(':') {
                Some((key, value)) => table.set(key.trim(), value.trim()),
                None => table.add(line),
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
            ("count", "moves") => self.unit = Some(Unit::Moves),
            ("count", "turns") => self.unit = Some(Unit::Turns),
            ("count", "positions") => self.unit = None,
            ("complete", "yes") => self.complete = true,
            ("complete", "no") => self.complete = false,
            ("most", number) => self.most = Some(number.parse().map_err(|_| format!("{number} is no number"))?),
            _ => return Err(format!("unknown setting \"{key}: {value}\"")),
        }
        Ok(())
    }

    /// What is counted, in a word.
    pub fn counted(&self) -> &'static str {
        match self.unit {
            Some(Unit::Moves) => "moves",
            Some(Unit::Turns) => "turns",
            None => "positions",
        }
    }

    /// The rows that a test counts, and those that it leaves out, if it makes `most` moves at most.
    pub fn split(&self, most: u64) -> (&[Row], &[Row]) {
        let mut made = 0;
        let few = self.rows.iter().take_while(|row| {
            made += row.count.nodes;
            made <= most
        });
        self.rows.split_at(few.count())
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        let numbers: Result<Vec<u64>, _> = line.split_whitespace().map(str::parse).collect();
        let numbers = numbers.map_err(|error| format!("{error} in \"{line}\""))?;
        let [depth, nodes, ref finished @ ..] = numbers[..] else {
            return Err(format!("a row has a depth and a count at least, not \"{line}\""));
        };
        if finished.is_empty() != self.unit.is_none() {
            return Err("rows have counts by winner just where lines of play are counted".into());
        }
        let depth = u32::try_from(depth).map_err(|_| format!("the depth {depth} is too great"))?;
        self.rows.push(Row { depth, count: Count { nodes, finished: finished.to_vec() } });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read() {
        let table = Table::parse("# a word\ngame: nim\n1 12 0 0 0 # a row\n\n2 99 0 2 1\ncomplete: yes").unwrap();
        assert_eq!((table.game.as_str(), table.unit, table.complete), ("nim", Some(Unit::Moves), true));
        assert_eq!(table.rows[1], Row { depth: 2, count: Count { nodes: 99, finished: vec![0, 2, 1] } });
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        let refused = |text: &str| Table::parse(text).unwrap_err();
        assert_eq!(refused("game: nim\nsize: 3"), "line 2: unknown setting \"size: 3\"");
        assert_eq!(refused("game: nim\n1 x"), "line 2: invalid digit found in string in \"1 x\"");
        assert_eq!(
            refused("game: nim\n1 12"),
            "line 2: rows have counts by winner just where lines of play are counted"
        );
        assert_eq!(refused("game: nim"), "a table needs a game and at least one row");
    }
}
