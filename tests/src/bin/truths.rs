//! Counts the rows of the tables of perft that tests leave out because they take long.
//! What was counted is noted in a file, so that a later run goes on with the next row.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;

use boardwright_engine::game::Game as _;
use boardwright_engine::perft::perft;
use boardwright_tests::table::{MOST, Row, Table, tables};
use boardwright_tests::{fast, rules};

fn main() -> ExitCode {
    let notes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/truths.txt");
    match count_all(&notes) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(wrong) => {
            println!("{wrong} of the tables' rows are not what was counted");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{}: {error}", notes.display());
            ExitCode::FAILURE
        }
    }
}

/// How many rows are wrong.
fn count_all(notes: &Path) -> std::io::Result<usize> {
    let known = fs::read_to_string(notes).unwrap_or_default();
    let mut file = OpenOptions::new().create(true).append(true).open(notes)?;
    let mut wrong = 0;
    for table in tables() {
        let (_, left_out) = table.split(table.most.unwrap_or(MOST));
        for row in left_out {
            let note = note(&table, row);
            if known.lines().any(|line| line == note) {
                println!("{note}: counted before");
                continue;
            }
            print!("{note}: ");
            std::io::stdout().flush()?;
            if is_right(&table, row) {
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

/// What says that a row was counted for the game as it is.
fn note(table: &Table, row: &Row) -> String {
    let hash = &rules(&table.game).hash[..16];
    format!("{} {hash} {} {} {}", table.game, table.counted(), row.depth, row.count.nodes)
}

fn is_right(table: &Table, row: &Row) -> bool {
    let Some(unit) = table.unit else { return true }; // positions are all counted by the tests
    let game = fast(&table.game);
    let count = perft(&game, &game.start(), row.depth, unit, &mut |_| ControlFlow::Continue(()));
    count.as_ref() == Ok(&row.count)
}
