//! Reference solver of Connect Four on bitboards, to check proofs in the middle of the game. It has one board size and does
//! not use the engine.

use boardwright_compiler::game::CompiledGame;
use boardwright_game::game::{Game as _, GameExt as _, Turn};
use boardwright_game::playout::random_below;
use boardwright_interpreter::state::State;
use boardwright_players::Limits;
use boardwright_players::solve::proof::{Payoff, prove};
use boardwright_players::table::TranspositionTable;
use boardwright_tests::compiled;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;
use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

const COLUMNS: u32 = 7;
/// Bits of a column: six cells, and one above them that stays empty.
const COLUMN_BITS: u32 = 7;
/// The lowest cell of each column.
const BOTTOM_ROW: u64 = 0x0000_0408_1020_4081;
/// All cells.
const ALL_CELLS: u64 = BOTTOM_ROW * 0x3F;

/// The discs of the player to move, and those of the opponent.
type Position = (u64, u64);

fn column(number: u32) -> u64 {
    0x3F << (COLUMN_BITS * number)
}

/// The cells into which a disc can fall.
fn open_cells((mine, theirs): Position) -> u64 {
    ((mine | theirs) + BOTTOM_ROW) & ALL_CELLS
}

fn drop_disc((mine, theirs): Position, cell: u64) -> Position {
    (theirs, mine | cell)
}

fn has_four(discs: u64) -> bool {
    [1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1].iter().any(|&step| {
        let twos = discs & discs >> step;
        twos & twos >> (2 * step) != 0
    })
}

/// The columns from the middle to the sides.
const ORDER: [u32; COLUMNS as usize] = [3, 2, 4, 1, 5, 0, 6];

/// Transposition table of [`solve`]: the answers by position and question.
type SolvedPositions = HashMap<(Position, bool), bool>;

/// `true` if the player to move can win (`win`), or at least draw (otherwise).
fn solve(position: Position, win: bool, known: &mut SolvedPositions) -> bool {
    let (mine, theirs) = position;
    let open = open_cells(position);
    if open == 0 {
        return !win;
    }
    let cells = |within: u64| ORDER.map(|number| within & column(number)).into_iter().filter(|&cell| cell != 0);
    if cells(open).any(|cell| has_four(mine | cell)) {
        return true;
    }
    if let Some(&answer) = known.get(&(position, win)) {
        return answer;
    }
    // A win in one of the opponent must be blocked.
    let threatened = cells(open).filter(|cell| has_four(theirs | cell)).fold(0, |all, cell| all | cell);
    let tried = if threatened == 0 { open } else { threatened };
    // The player wins if the opponent cannot draw, and draws if the opponent cannot win.
    let answer = cells(tried).any(|cell| !solve(drop_disc(position, cell), !win, known));
    known.insert((position, win), answer);
    answer
}

/// An unfinished position after random plies, and the same as bitboards.
fn random_position_pair(game: &CompiledGame, plies: u32, random: &mut Pcg64Mcg) -> Option<(State, Position)> {
    let (mut state, mut position, mut moves) = (game.initial_state(), (0, 0), Vec::new());
    for _ in 0..plies {
        let Turn::Player(_) = game.legal_moves(&state, &mut moves).expect("no faults") else { return None };
        let mv = moves[random_below(moves.len(), random)];
        // A move reads "disc(1,1) stack(1,1) c(3,1)": the target comes last.
        let text = game.move_text(&state, mv);
        let (_, place) = text.rsplit_once("c(").expect("it goes to a cell");
        let number: u32 = place.split(',').next().and_then(|number| number.parse().ok()).expect("cells have a column");
        position = drop_disc(position, open_cells(position) & column(number - 1));
        game.apply(&mut state, mv).expect("no faults");
    }
    let over = game.outcome(&state).expect("no faults").is_some();
    (!over).then_some((state, position))
}

#[test]
fn positions_after_fourteen_plies_have_the_value_of_the_reference_solver() {
    let game = compiled("connect-four");
    let (mut random, stop) = (Pcg64Mcg::seed_from_u64(14), AtomicBool::new(false));
    // Losses, draws and wins of the first player, who is to move after an even number of plies.
    let mut met = [0; 3];
    let table = TranspositionTable::new(64).expect("there is memory");
    while met.iter().sum::<u32>() < 16 {
        let Some((state, position)) = random_position_pair(&game, 14, &mut random) else { continue };
        let mut known = SolvedPositions::new();
        let value = match (solve(position, true, &mut known), solve(position, false, &mut known)) {
            (true, drawn) => {
                assert!(drawn, "who wins need not draw");
                1
            }
            (false, true) => 0,
            (false, false) => -1,
        };
        let proof = prove(&game, &state, Payoff::Outcome, &table, Limits::none(&stop), 1).expect("no faults");
        assert_eq!(proof.value, Some(value), "{}", game.state_text(&state));
        met[(value + 1) as usize] += 1;
    }
    assert!(met[0] > 1 && met[2] > 1, "{met:?}");
}
