//! Every table of perft in `data/perft` is counted again, by the fast form and as far as is bearable by the plain one,
//! and so is what is published of games in other units. Where the numbers are from is said in the tables.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright_engine::game::Game;
use boardwright_engine::perft::{Count, Means, PerftError, Positions, Unit, perft, perft_by};
use boardwright_engine::spec::SpecGame;
use boardwright_tests::table::{MOST, Table, tables, tables_in};
use boardwright_tests::{data, fast, plain, read};

/// The plain form is some hundred times slower than the fast one.
const MOST_FOR_PLAIN: u64 = 20_000;
const SLOWER_BY: u64 = 400;

fn count_again(game: &SpecGame, table: &Table, unit: Unit, most: u64) {
    count_again_by(table, most, |depth| perft(game, &game.start(), depth, unit, &mut |_| ControlFlow::Continue(())));
}

fn count_again_by(table: &Table, most: u64, perft: impl Fn(u32) -> Result<Count, PerftError>) {
    let (rows, left_out) = table.split(most);
    for row in rows {
        let count = perft(row.depth);
        assert_eq!(count.as_ref(), Ok(&row.count), "{}, depth {}", table.game, row.depth);
    }
    let last = table.rows.last().expect("a table has rows");
    if table.complete && left_out.is_empty() {
        assert_eq!(last.count.unfinished(), 0, "{}: no game goes on after the last row", table.game);
    }
}

#[test]
fn lines_of_play_by_the_fast_form() {
    for (table, unit) in tables().iter().filter_map(|table| Some((table, table.unit?))) {
        count_again(&fast(&table.game), table, unit, table.most.unwrap_or(MOST));
    }
}

#[test]
fn lines_of_play_by_machine_code() {
    for (table, unit) in tables().iter().filter_map(|table| Some((table, table.unit?))) {
        let game = fast(&table.game);
        if game.steps_summary().is_err() {
            continue;
        }
        game.prepare();
        let most = table.most.unwrap_or(MOST);
        count_again(&game, table, unit, most);
        if unit == Unit::Moves {
            let table_bytes = if game.remembers() { 0 } else { 1 << 22 };
            let means = Means { threads: 2, table_bytes };
            count_again_by(table, most, |depth| {
                perft_by(&game, &game.start(), depth, means, &mut |_| ControlFlow::Continue(()))
            });
        }
    }
}

#[test]
fn lines_of_play_by_the_plain_form() {
    for (table, unit) in tables().iter().filter_map(|table| Some((table, table.unit?))) {
        count_again(&plain(&table.game), table, unit, table.most.map_or(MOST_FOR_PLAIN, |most| most / SLOWER_BY));
    }
}

fn count_positions_again(game: &SpecGame, table: &Table) {
    let mut found = Positions::new(game, &game.start());
    let mut level = || found.next_level(&mut |_| ControlFlow::Continue(())).expect("shipped games never fail").nodes;
    for (depth, row) in table.rows.iter().enumerate() {
        assert_eq!(row.depth as usize, depth, "rows of positions begin at depth 0 and leave none out");
        assert_eq!(level(), row.count.nodes, "{}, depth {depth}", table.game);
    }
    if table.complete {
        assert_eq!(level(), 0, "{}: nothing new after the last row", table.game);
    }
}

#[test]
fn positions() {
    for table in tables().iter().filter(|table| table.unit.is_none()) {
        count_positions_again(&fast(&table.game), table);
    }
}

/// Files of the edition 2013, with the rules of games that ship; Nim alone has others, so that it has its own table.
#[test]
fn games_of_2013() {
    let mut known = tables_in("perft-2013");
    known.extend(tables());
    for name in ["alquerque", "connect-four", "frogs", "nim", "puzzle8", "tic-tac-toe"] {
        let game = SpecGame::new(read(&data(&format!("games-2013/{name}.game")), &[])).expect("it is small");
        let table = known.iter().find(|table| table.game == name).expect("every game has a table");
        match table.unit {
            None => count_positions_again(&game, table),
            Some(unit) => count_again(&game, table, unit, MOST / 10),
        }
    }
}

fn lines(game: &SpecGame, unit: Unit, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    let count = |depth| perft(game, &game.start(), depth, unit, &mut |_| ControlFlow::Continue(()));
    depths.map(|depth| count(depth).expect("shipped games never fail").nodes).collect()
}

/// The position that finds most mistakes in chess programs.
#[test]
fn kiwipete() {
    let game = SpecGame::new(read(&data("2026/kiwipete.game"), &[])).expect("it is as large as chess");
    assert_eq!(lines(&game, Unit::Moves, 1..=3), [48, 2039, 97_862]);
}

#[test]
fn every_shipped_game_has_a_table() {
    let counted: BTreeSet<String> = tables().into_iter().map(|table| table.game).collect();
    for game in boardwright_games::shipped() {
        assert!(counted.contains(game.name), "{} has no table of perft", game.name);
    }
}

/// The numbers that are told of whole games: sums over the tables, so that a slip in a table shows.
#[test]
fn tables_agree_with_what_is_known_of_whole_games() {
    let ends = |name: &str| {
        let table = tables().into_iter().find(|table| table.game == name && table.complete).expect("a complete table");
        let mut sums = vec![0; table.rows[0].count.finished.len()];
        for row in &table.rows {
            for (sum, finished) in sums.iter_mut().zip(&row.count.finished) {
                *sum += finished;
            }
        }
        sums
    };
    assert_eq!(ends("tic-tac-toe"), [46_080, 131_184, 77_904]);
    assert_eq!(ends("frogs"), [32, 2]);
    let puzzle = tables().into_iter().find(|table| table.game == "puzzle8").expect("a table of the 8-puzzle");
    assert_eq!(puzzle.rows.iter().map(|row| row.count.nodes).sum::<u64>(), 181_440);
}
