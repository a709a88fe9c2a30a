//! Reference implementation of the 15-puzzle; the sliding tiles are in `sliding`.

use boardwright_tests::reference::{ReferenceGame, assert_same_counts, assert_same_games};
use boardwright_tests::{compiled, with_options};

use super::lines_of_play::{count_by_depth, replay};
use super::sliding::{Sliding, sliding};

/// An initial position with every tile far from its place, but not of maximum distance: reversed, except for 1 and 2.
pub fn start() -> Sliding {
    sliding(4, &[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 1, 2, 0], false)
}

/// `true` if the goal can be reached: a move swaps the gap with a tile and takes it one step on, so the parity of the
/// permutation and the parity of the gap's distance agree.
fn solvable(tiles: &[usize], gap_first: bool) -> bool {
    let rank = |tile: usize| if gap_first { tile } else { (tile + tiles.len() - 1) % tiles.len() };
    let order: Vec<usize> = tiles.iter().map(|&tile| rank(tile)).collect();
    let inversions = (0..order.len()).map(|at| order[at..].iter().filter(|&&later| later < order[at]).count());
    let gap = tiles.iter().position(|&tile| tile == 0).expect("there is a gap");
    let home = if gap_first { 0 } else { tiles.len() - 1 };
    let way = (gap % 4).abs_diff(home % 4) + (gap / 4).abs_diff(home / 4);
    (inversions.sum::<usize>() + way).is_multiple_of(2)
}

/// The first three of Korf's hundred positions (1985), whose goal has the gap first.
const KORF: [[usize; 16]; 3] = [
    [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3],
    [13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6],
    [14, 7, 8, 2, 13, 11, 10, 4, 9, 12, 5, 0, 3, 6, 1, 15],
];

#[test]
fn the_start_and_the_positions_of_korf_can_be_solved() {
    assert!(solvable(&start().tiles, false));
    assert!(KORF.iter().all(|tiles| solvable(tiles, true)));
    let mut swapped = start().tiles;
    swapped.swap(0, 1);
    assert!(!solvable(&swapped, false));
}

/// Number of positions by distance from a gap in the corner (OEIS A151944, fourth row), for the first few depths only.
#[test]
fn positions_by_distance_from_a_gap_in_the_corner_match_the_oeis() {
    let own = count_by_depth(&start(), |state| state.tiles.clone(), 130_000);
    let published = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842];
    assert_eq!(own[..published.len()], published);
}

#[test]
fn a_short_line_solves() {
    let near = sliding(4, &[0, 1, 2, 3, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12], false);
    assert_eq!(replay(&near, &near.line(&[1, 2, 3, 4, 8, 12])).winner(), Some(1));
    let near = sliding(4, &[1, 2, 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15], true);
    assert_eq!(replay(&near, &near.line(&[2, 1])).winner(), Some(1));
}

#[test]
fn the_counts_are_the_same() {
    assert_same_counts(&compiled("puzzle15"), &start(), 10);
}

#[test]
fn random_games_are_the_same() {
    assert_same_games(&compiled("puzzle15"), &start(), 30, 100);
}

#[test]
fn the_positions_of_korf_can_be_loaded() {
    for tiles in KORF {
        let option = tiles.map(|tile| tile.to_string()).join("-");
        let game = with_options("puzzle15", &[("tiles", &option), ("gap", "first")]);
        assert_same_games(&game, &sliding(4, &tiles, true), 5, 60);
    }
}
