//! Every table of perft in `data/perft` is counted again, by the fast form and as far as is bearable by the plain one.
//! Where the numbers are from is said in the tables.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use boardwright_engine::game::Game;
use boardwright_engine::perft::{Positions, Unit, perft};
use boardwright_engine::spec::SpecGame;
use boardwright_tests::table::{Table, tables};
use boardwright_tests::{fast, plain};

/// Rows with more than this are left to whoever counts by hand.
const MOST_FOR_FAST: u64 = 6_000_000;
const MOST_FOR_PLAIN: u64 = 20_000;

fn count_again(game: &SpecGame, table: &Table, most: u64) {
    for row in table.rows.iter().filter(|row| row.count.nodes <= most) {
        let count = perft(game, &game.start(), row.depth, Unit::Moves, &mut |_| ControlFlow::Continue(()));
        assert_eq!(count.as_ref(), Ok(&row.count), "{}, depth {}", table.game, row.depth);
    }
    let last = table.rows.last().expect("a table has rows");
    if table.complete && last.count.nodes <= most {
        assert_eq!(last.count.unfinished(), 0, "{}: no game goes on after the last row", table.game);
    }
}

#[test]
fn lines_of_play_by_the_fast_form() {
    for table in tables().iter().filter(|table| !table.positions) {
        count_again(&fast(&table.game), table, MOST_FOR_FAST);
    }
}

#[test]
fn lines_of_play_by_the_plain_form() {
    for table in tables().iter().filter(|table| !table.positions) {
        count_again(&plain(&table.game), table, MOST_FOR_PLAIN);
    }
}

#[test]
fn positions() {
    for table in tables().iter().filter(|table| table.positions) {
        let game = fast(&table.game);
        let mut found = Positions::new(&game, &game.start());
        let mut level =
            || found.next_level(&mut |_| ControlFlow::Continue(())).expect("shipped games never fail").nodes;
        for (depth, row) in table.rows.iter().enumerate() {
            assert_eq!(row.depth as usize, depth, "rows of positions begin at depth 0 and leave none out");
            assert_eq!(level(), row.count.nodes, "{}, depth {depth}", table.game);
        }
        if table.complete {
            assert_eq!(level(), 0, "{}: nothing new after the last row", table.game);
        }
    }
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
