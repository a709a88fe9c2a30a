//! Every perft table in `data/perft` is counted again by the compiled form, and within a budget by the interpreter,
//! as are published counts in other units. The tables name the sources of their numbers.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game, GameExt as _};
use boardwright_game::perft::{
    DepthUnit, PerftCount, PerftError, PerftOptions, PositionCounter, perft, perft_parallel,
};
use boardwright_tests::effort::repetitions;
use boardwright_tests::perft_table::{MAX_MOVES, PerftTable, perft_tables, perft_tables_in};
use boardwright_tests::{compiled, data_file, interpreted, load_rules};

/// Maximum number of nodes for the interpreter, which is some hundred times slower than the compiled form.
const MAX_NODES_INTERPRETED: u64 = 6_000;
const INTERPRETER_SLOWDOWN: u64 = 400;

fn assert_counts(game: &CompiledGame, table: &PerftTable, unit: DepthUnit, most: u64) {
    assert_counts_with(table, most, |depth| {
        perft(game, &game.initial_state(), depth, unit, &mut |_| ControlFlow::Continue(()))
    });
}

fn assert_counts_with(table: &PerftTable, most: u64, perft: impl Fn(u32) -> Result<PerftCount, PerftError>) {
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
fn perft_in_the_compiled_form() {
    for (table, unit) in perft_tables().iter().filter_map(|table| Some((table, table.unit?))) {
        assert_counts(&compiled(&table.game), table, unit, repetitions(table.max_moves.unwrap_or(MAX_MOVES)));
    }
}

#[test]
fn perft_in_native_code() {
    for (table, unit) in perft_tables().iter().filter_map(|table| Some((table, table.unit?))) {
        let game = compiled(&table.game);
        if game.native_moves_summary().is_err() {
            continue;
        }
        game.prepare();
        let most = repetitions(table.max_moves.unwrap_or(MAX_MOVES));
        assert_counts(&game, table, unit, most);
        if unit == DepthUnit::Moves {
            let table_bytes = if game.is_history_dependent() { 0 } else { 1 << 22 };
            let means = PerftOptions { threads: 2, table_bytes };
            assert_counts_with(table, most, |depth| {
                perft_parallel(&game, &game.initial_state(), depth, means, &mut |_| ControlFlow::Continue(()))
            });
        }
    }
}

#[test]
fn perft_in_the_interpreter() {
    for (table, unit) in perft_tables().iter().filter_map(|table| Some((table, table.unit?))) {
        assert_counts(
            &interpreted(&table.game),
            table,
            unit,
            repetitions(table.max_moves.map_or(MAX_NODES_INTERPRETED, |most| most / INTERPRETER_SLOWDOWN)),
        );
    }
}

fn assert_position_counts(game: &CompiledGame, table: &PerftTable) {
    let mut found = PositionCounter::new(game, &game.initial_state());
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
    for table in perft_tables().iter().filter(|table| table.unit.is_none()) {
        assert_position_counts(&compiled(&table.game), table);
    }
}

/// Files of the edition 2013 with the rules of shipped games. Only Nim has other rules, so it has its own table.
#[test]
fn games_of_2013() {
    let mut tables = perft_tables_in("perft-2013");
    tables.extend(perft_tables());
    for name in ["alquerque", "connect-four", "frogs", "nim", "puzzle8", "tic-tac-toe"] {
        let game =
            CompiledGame::new(load_rules(&data_file(&format!("games-2013/{name}.game")), &[])).expect("it is small");
        let table = tables.iter().find(|table| table.game == name).expect("every game has a table");
        match table.unit {
            None => assert_position_counts(&game, table),
            Some(unit) => assert_counts(&game, table, unit, MAX_MOVES / 10),
        }
    }
}

fn perft_nodes(game: &CompiledGame, unit: DepthUnit, depths: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    let count = |depth| perft(game, &game.initial_state(), depth, unit, &mut |_| ControlFlow::Continue(()));
    depths.map(|depth| count(depth).expect("shipped games never fail").nodes).collect()
}

/// Kiwipete, a position that reveals most errors of chess move generators.
#[test]
fn kiwipete() {
    let game = CompiledGame::new(load_rules(&data_file("2026/kiwipete.game"), &[])).expect("it is as large as chess");
    assert_eq!(perft_nodes(&game, DepthUnit::Moves, 1..=3), [48, 2039, 97_862]);
}

#[test]
fn every_shipped_game_has_a_table() {
    let counted: BTreeSet<String> = perft_tables().into_iter().map(|table| table.game).collect();
    for game in boardwright_games::shipped_games() {
        assert!(counted.contains(game.name), "{} has no table of perft", game.name);
    }
}

/// Published numbers of whole games: sums over the tables, so that an error in a table shows.
#[test]
fn tables_agree_with_published_totals_of_whole_games() {
    let ends = |name: &str| {
        let table =
            perft_tables().into_iter().find(|table| table.game == name && table.complete).expect("a complete table");
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
    let puzzle = perft_tables().into_iter().find(|table| table.game == "puzzle8").expect("a table of the 8-puzzle");
    assert_eq!(puzzle.rows.iter().map(|row| row.count.nodes).sum::<u64>(), 181_440);
}
