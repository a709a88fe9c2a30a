//! Reference implementation of the 8-puzzle, with its published results; the sliding tiles are in `sliding`.

use boardwright_tests::perft_table::perft_tables;
use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use boardwright_tests::{compiled, with_options};

use super::lines_of_play::{count_by_depth, replay, replay_winner, shortest_win};
use super::sliding::{Sliding, sliding};

/// The two positions that need 31 moves, row by row.
const HARDEST: [[usize; 9]; 2] = [[8, 6, 7, 2, 5, 4, 3, 0, 1], [6, 4, 7, 8, 5, 0, 3, 2, 1]];

/// Solutions of the hardest positions as sequences of tiles.
const LINES: [[usize; 31]; 2] = [
    [5, 6, 8, 2, 3, 5, 1, 4, 7, 8, 6, 3, 5, 1, 4, 7, 8, 6, 3, 5, 1, 4, 7, 8, 6, 3, 2, 1, 4, 7, 8],
    [7, 4, 5, 8, 3, 2, 8, 7, 1, 8, 7, 5, 6, 3, 2, 7, 5, 1, 4, 6, 3, 2, 1, 4, 6, 3, 2, 1, 4, 5, 8],
];

pub fn start() -> Sliding {
    sliding(3, &[8, 7, 6, 5, 4, 3, 2, 1, 0], false)
}

fn key(state: &Sliding) -> Vec<usize> {
    state.tiles.clone()
}

/// The solved position has no moves, so the search uses another goal; only the place of the gap matters.
#[test]
fn there_are_181440_positions_at_the_published_distances() {
    let own = count_by_depth(&sliding(3, &[1, 2, 3, 4, 5, 6, 7, 8, 0], true), key, usize::MAX);
    let far = [
        1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
        23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
    ];
    assert_eq!(own, far);
    assert_eq!(own.iter().sum::<usize>(), 181_440);
    let tables = perft_tables();
    let table = tables.iter().find(|table| table.game == "puzzle8").expect("a table of the 8-puzzle");
    assert!(table.rows.iter().zip(own).all(|(row, own)| row.count.nodes == own as u64));
}

#[test]
fn the_two_hardest_positions_need_31_moves() {
    for (tiles, line) in HARDEST.iter().zip(LINES) {
        let start = sliding(3, tiles, false);
        assert_eq!(shortest_win(&start, key).expect("a solution").len(), 31);
        assert_eq!(replay(&start, &start.line(&line)).winner(), Some(1));
    }
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("puzzle8"), &start(), 12);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("puzzle8"), &start(), 50, 100);
}

#[test]
fn the_lines_from_the_hardest_positions_win() {
    for (tiles, line) in HARDEST.iter().zip(LINES) {
        let option = tiles.map(|tile| tile.to_string()).join("-");
        let texts = sliding(3, tiles, false).line(&line);
        assert_eq!(replay_winner(&with_options("puzzle8", &[("tiles", &option)]), &texts), Some(1));
    }
}
