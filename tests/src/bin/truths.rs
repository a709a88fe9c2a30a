//! Counts the rows of the perft tables that the tests skip because they take long.
//! Verified rows are stored in a file, so a later run continues with the next row.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use boardwright_game::game::Game as _;
use boardwright_game::perft::perft;
use boardwright_tests::perft_table::{MAX_MOVES, PerftRow, PerftTable, perft_tables};
use boardwright_tests::{compiled, rules};

fn main() -> ExitCode {
    let progress_file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/truths.txt");
    match count_all(&progress_file) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            println!("error: {wrong} rows of the perft tables differ from the counts");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{}: {error}", progress_file.display());
            ExitCode::FAILURE
        }
    }
}

/// Counts all skipped rows; returns the number of wrong ones.
fn count_all(progress_file: &Path) -> std::io::Result<usize> {
    let counted_before = fs::read_to_string(progress_file).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(progress_file)?;
    let mut wrong = 0;
    for table in perft_tables() {
        let (_, skipped) = table.split(table.max_moves.unwrap_or(MAX_MOVES));
        for row in skipped {
            let note = progress_line(&table, row);
            if counted_before.lines().any(|line| line == note) {
                println!("{note}: counted before");
                continue;
            }
            print!("{note}: ");
            std::io::stdout().flush()?;
            if is_correct(&table, row) {
                println!("right");
                writeln!(file, "{note}")?;
            } else {
                println!("WRONG");
                wrong += 1;
            }
        }
    }
    Ok(wrong)
}

/// Line of the progress file which says that a row was counted for the present version of the game file.
fn progress_line(table: &PerftTable, row: &PerftRow) -> String {
    let hash = &rules(&table.game).hash[..16];
    format!("{} {hash} {} {} {}", table.game, table.unit_name(), row.depth, row.count.nodes)
}

fn is_correct(table: &PerftTable, row: &PerftRow) -> bool {
    let Some(unit) = table.unit else { return true }; // positions are all counted by the tests
    let game = compiled(&table.game);
    let count = perft(&game, &game.initial_state(), row.depth, unit, &mut |_| ControlFlow::Continue(()));
    count.as_ref() == Ok(&row.count)
}
